"""Action ids, observations and rewards."""
