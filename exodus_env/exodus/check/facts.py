"""What the invariants look at: a position as wide integers, and words for what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.flow import KIND, STEP

Array = np.ndarray[Any, Any]
Problems = Iterator[str]
IN_DECK, DISCARDED, IN_COMBAT = -1, -2, -3
CENTAURIANS: Final = c.PLAYERS
MOST: Final = 32767


@dataclass(frozen=True)
class Facts:
    """A position as wide integers, with the content and tables it is played with."""

    g: Any
    t: Any
    rules: Ruleset

    @property
    def players(self) -> range:
        """The seats in play."""
        return range(self.t.players)

    @property
    def top(self) -> list[int]:
        """The top frame; zeros when there is none."""
        return [int(x) for x in self.g.stack[self.g.depth - 1]] if self.g.depth > 0 else [0] * c.FRAME_WIDTH

    def frame(self, kind: int) -> list[int] | None:
        """The lowest frame of a kind."""
        for row in self.g.stack[: self.g.depth]:
            if row[KIND] == kind:
                return [int(x) for x in row]
        return None

    def step_of(self, kind: int) -> int:
        """The step of the lowest frame of a kind, or -1."""
        frame = self.frame(kind)
        return -1 if frame is None else frame[STEP]


def pick(array: Array, *index: int) -> int:
    """An entry, or -1 where the index is out of range."""
    for i, size in zip(index, array.shape):
        if not 0 <= i < size:
            return -1
    return int(array[index])


def wide(record: Any) -> SimpleNamespace:
    """The fields of a record as Python integers and 64-bit arrays."""
    wide: dict[str, Any] = {}
    for name in record.dtype.names:
        value = np.asarray(record[name])
        wide[name] = int(value) if value.ndim == 0 else value.astype(np.int64)
    return SimpleNamespace(**wide)


@lru_cache(maxsize=64)
def wide_tables(rules: Ruleset) -> SimpleNamespace:
    return wide(rules.t)


def unequal(name: str, found: Array, wanted: Array) -> Problems:
    """Where an array is not what it should be."""
    if not np.array_equal(found, wanted):
        where = tuple(int(i) for i in np.argwhere(found != wanted)[0])
        yield f"{name}{list(where)} is {int(found[where])}, should be {int(wanted[where])}"


def empty(name: str, array: Array, value: int, when: str) -> Problems:
    """Where an array that should be empty is not."""
    if (array != value).any():
        where = tuple(int(i) for i in np.argwhere(array != value)[0])
        yield f"{name}{list(where)} is {int(array[where])} {when}, should be {value}"


def pile(name: str, pile: Array, count: int) -> Problems:
    """A pile is filled from the left, and as high as its count says."""
    if (pile[:count] < 0).any() or (pile[count:] >= 0).any():
        yield f"{name} does not hold {count} cards"


def facts_of(record: Any, rules: Ruleset) -> Facts:
    """The facts of one record, which is of the right form."""
    return Facts(wide(np.asarray(record).reshape(-1)[0]), wide_tables(rules), rules)
