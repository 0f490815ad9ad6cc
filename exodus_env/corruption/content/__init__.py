"""Tiles, ships and decks as data: TOML files, their loader, and the words they are written in."""
