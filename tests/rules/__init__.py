"""Rules of the game, tested from the rule text."""
