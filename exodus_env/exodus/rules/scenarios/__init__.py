"""Scenarios: Centaurian Stronghold, Event Horizon, and solitaire missions."""
