"""The game in plain values, in words and drawn."""
