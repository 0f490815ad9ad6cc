"""Asking everybody in turn: who chooses, acts or answers next, counted by a column of the top frame.

A window of reactions is a step of a frame that asks one after another whether they answer. It is bounded, since a place
is counted before its player is asked: each is asked once. Where an answer may itself be answered, the rules count the
column from 0 again, and must say how often.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.kit.flow import get, put
from exodus_env.kit.kernel import kernel

Game: TypeAlias = Any
Tables: TypeAlias = Any

NOBODY: Final = -1  # all have been asked


@kernel
def next_place(g: Game, t: Tables, column: int) -> int:
    """The next place in the order of play, which counts as asked from now on; NOBODY after the last one."""
    place = get(g, column)
    if place >= t.players:
        return NOBODY
    put(g, column, place + 1)
    return place
