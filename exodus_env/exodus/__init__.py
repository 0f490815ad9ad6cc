"""Exodus: Proxima Centauri, the game."""
