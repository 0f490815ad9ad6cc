"""Beacon: a small co-operative game on the kit, built step by step in docs/YOUR_OWN_GAME.md."""
