"""X-ODUS: Rise of the Corruption, the game."""
