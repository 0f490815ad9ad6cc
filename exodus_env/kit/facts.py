"""What the invariants of a state checker work with: a position as wide integers, and words for what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

import numpy as np

from exodus_env.kit.definition import Definition

Array: TypeAlias = np.ndarray[Any, Any]
Problems: TypeAlias = Iterator[str]


@dataclass(frozen=True)
class Wide:
    """A position with its fields as Python integers and 64-bit arrays, so that no check overflows."""

    g: Any
    t: Any  # the tables, wide as well
    words: Array  # the record as it is, in words of 16 bits
    rules: Any  # the definition it is played with

    @cached_property
    def stack(self) -> list[list[int]]:
        """The frames, lowest first."""
        return cast(list[list[int]], self.g.stack[: self.g.depth].tolist())


@lru_cache(maxsize=64)
def wide_tables(rules: Definition) -> SimpleNamespace:
    """The whole numbers of a configuration's tables."""
    kinds = rules.t.dtype
    return SimpleNamespace(**wide_fields(rules.t, [name for name in kinds.names if kinds[name].base.kind != "f"]))


def wide_fields(record: Any, names: Iterable[str]) -> dict[str, Any]:
    """Fields of a record as Python integers and 64-bit arrays, with which no check overflows."""
    values = {name: np.asarray(record[name]) for name in names}
    return {name: int(value) if value.ndim == 0 else value.astype(np.int64) for name, value in values.items()}


# Arrays ---------------------------------------------------------------------------------------------------------------


def pick(array: Array, *index: int) -> int:
    """An entry, or -1 if the index is out of range."""
    for i, size in zip(index, array.shape):
        if not 0 <= i < size:
            return -1
    return int(array[index])


def unequal(name: str, found: Array, wanted: Array) -> Problems:
    """Report where an array is not what it should be."""
    if not np.array_equal(found, wanted):
        where = tuple(int(i) for i in np.argwhere(found != wanted)[0])
        yield f"{name}{list(where)} is {int(found[where])}, should be {int(wanted[where])}"


def empty(name: str, array: Array, value: int, when: str) -> Problems:
    """Report where an array that should be empty is not."""
    if (array != value).any():
        where = tuple(int(i) for i in np.argwhere(array != value)[0])
        yield f"{name}{list(where)} is {int(array[where])} {when}, should be {value}"


def filled(name: str, pile: Array, count: int) -> Problems:
    """Report where a pile is not filled from the left, exactly as far as its count says."""
    if (pile[:count] < 0).any() or (pile[count:] >= 0).any():
        yield f"{name} does not hold {count} cards"
