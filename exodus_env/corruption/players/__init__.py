"""Scripted players: they see worlds dealt from what everybody may know, never the game."""
