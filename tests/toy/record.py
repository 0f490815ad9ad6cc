"""A game of Beacon as one numpy record, and what rules read of a configuration as another."""

from __future__ import annotations

import numpy as np

from exodus_env.kit.record import Schema, base_fields, base_tables
from tests.toy.config import PLAYERS
from tests.toy.declarations import FAMILIES

LAMPS, COPIES = 5, 4
CARDS = LAMPS * COPIES
ACTIONS = 6  # ids of four players

FIELDS = (
    *base_fields(frames=2, columns=3, scripted=4),
    ("first", "i2", (), "public", "keeper of the first hour"),
    ("hour", "i2", (), "public", "hours that have passed"),
    ("lit", "i2", (), "public", "lamps that burn"),
    ("storms", "i2", (), "public", "how far the storm has grown"),
    ("hand", "i2", (PLAYERS,), "own", "the keeper's card: the lamp it lights, from 0"),
    ("deck", "i2", (CARDS,), "hidden", "face-down cards, next last; -1 beyond them"),
    ("left", "i2", (), "public", "cards in the deck"),
    ("spent", "i2", (LAMPS,), "public", "cards of each lamp that were lit in vain or changed"),
    ("outcome", "i2", (), "public", "1: won together, 2: lost together"),
)
TABLES = [*base_tables(families=len(FAMILIES), actions=ACTIONS), ("hours", "i2")]

SCHEMA = Schema(__package__, FIELDS, np.dtype((np.record, TABLES)))
