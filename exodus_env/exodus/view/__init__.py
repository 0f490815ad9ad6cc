"""The game for people: text."""
