"""The fields of the records, for editors and mypy. Generated; do not edit."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from exodus_env.kit.typed import Record

Int16s: TypeAlias = np.ndarray[Any, np.dtype[np.int16]]
Int64s: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]


class Game(Record):
    """A game; record.py says what each field means and who may know it."""

    rng_key: Int64s
    rng_counter: Int64s
    scripted: Int16s
    scripted_count: int
    depth: int
    stack: Int16s
    actor: int
    decision: int
    focus_hex: int
    focus_player: int
    focus_card: int
    decisions: int
    over: int
    first: int
    hour: int
    lit: int
    storms: int
    hand: Int16s
    deck: Int16s
    left: int
    spent: Int16s
    outcome: int


class Tables(Record):
    """A configuration as numbers."""

    players: int
    family_start: Int16s
    action_family: Int16s
    action_factor: Int16s
    hours: int
