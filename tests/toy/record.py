"""A game of Beacon as one numpy record."""

from __future__ import annotations

from typing import Any, TypeAlias

from exodus_env.kit.record import Field, Schema, base_fields
from tests.toy.tables import CARDS, LAMPS, PLAYERS, TABLES_DTYPE

Game: TypeAlias = Any

FIELDS: tuple[Field, ...] = (
    *base_fields(frames=2, columns=5, scripted=4),
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

SCHEMA = Schema(__package__, FIELDS, TABLES_DTYPE)
