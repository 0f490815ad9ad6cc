"""Boards and decks as data: TOML files, their loader, and the numbers compiled rules read."""
