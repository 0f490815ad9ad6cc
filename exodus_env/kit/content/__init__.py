"""Content of games: decks as TOML with provenance, read, merged with a user's folder, and shown."""
