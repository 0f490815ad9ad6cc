"""The form of a record and the range of every field: what a state checker looks at before anything else.

A game declares bounds for each field; kernels may use any value within them as an index. Nearly all fields are words
of 16 bits, which are widened and compared all at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from exodus_env.kit.definition import Definition
from exodus_env.kit.facts import Array, Problems, Wide, wide_fields, wide_tables
from exodus_env.kit.record import Schema

# Which part of each axis is in use (a number of the tables by name; "" all of it), what the rest holds, the lowest and
# the highest value. A name for the highest stands for an index into that many things.
Bound: TypeAlias = tuple[tuple[str, ...], int, int, int | str]

WORD: Final = np.dtype(np.int16)
MOST: Final = 32767


W = TypeVar("W", bound=Wide)


def base_bounds(schema: Schema, *, decisions: int, hexes: int | str = 0, cards: int | str = 0) -> dict[str, Bound]:
    """The bounds of the fields that every record begins with; the highest number of a hex and a card in focus."""
    frames, scripted = schema.dtype["stack"].shape[0], schema.dtype["scripted"].shape[0]
    return {
        "rng_key": (("", ""), 0, 0, 2**32 - 1),
        "rng_counter": (("",), 0, 0, 2**62),
        "scripted": (("",), 0, 0, 6),
        "scripted_count": ((), 0, 0, scripted),
        "depth": ((), 0, 0, frames),
        "stack": (("", ""), 0, -1, MOST),
        "actor": ((), 0, -1, "players"),
        "decision": ((), 0, 0, decisions - 1),
        "focus_hex": ((), 0, -1, hexes),
        "focus_player": ((), 0, -1, "players"),
        "focus_card": ((), 0, -1, cards),
        "decisions": ((), 0, 0, 2**31 - 1),
        "over": ((), 0, 0, 1),
    }


class Bounds:
    """The bounds of all fields of a record, in the order of the fields."""

    def __init__(self, schema: Schema, bounds: Mapping[str, Bound]) -> None:
        names = [name for name, *_ in schema.fields]
        if wrong := sorted(set(names) ^ set(bounds)):
            raise ValueError(f"every field needs bounds, and nothing else has any: {', '.join(wrong)}")
        self._dtype = schema.dtype
        self._bounds = bounds
        self._ranges: WeakKeyDictionary[Definition, tuple[Array, Array]] = WeakKeyDictionary()
        self._words: list[tuple[str, int, int, tuple[int, ...]]] = []  # where fields lie, in words
        self._others: list[str] = []
        start = 0  # in bytes
        for name, kind, shape, *_ in schema.fields:
            stop = start + np.dtype((kind, shape)).itemsize
            if np.dtype(kind) == WORD and start % WORD.itemsize == 0:
                self._words.append((name, start // WORD.itemsize, stop // WORD.itemsize, shape))
            else:
                self._others.append(name)
            start = stop

    def form(self, record: Any) -> str | None:
        """What is wrong with the form of a record."""
        if not isinstance(record, np.ndarray | np.void):
            return f"{type(record).__name__} is not a numpy record"
        if record.dtype != self._dtype:
            return f"its type has {len(record.dtype.names or ())} fields that are not those of a record of this game"
        if isinstance(record, np.ndarray) and record.size != 1:
            return f"{record.size} records where one is expected"
        return None

    def facts(self, record: Any, rules: Definition) -> Wide:
        """What the invariants of a game look at that derives nothing else from a record."""
        return self.read(record, rules, Wide, wide_tables(rules))

    def read(self, record: Any, rules: Definition, made: type[W], t: Any) -> W:
        """A record of the right form, with wide tables of the rules it is played with."""
        words = np.frombuffer(record.tobytes(), dtype=WORD)
        wide = words.astype(np.int64)
        values = wide_fields(record if isinstance(record, np.void) else record.reshape(-1)[0], self._others)
        for name, start, stop, shape in self._words:
            values[name] = wide[start:stop].reshape(shape) if shape else int(wide[start])
        return made(SimpleNamespace(**values), t, words, rules)

    def ranges(self, t: Any) -> tuple[Array, Array]:
        """The lowest and highest value of every word of a record; words of other fields may hold anything."""
        words = self._dtype.itemsize // WORD.itemsize
        lowest, highest = (np.full(words, bound, dtype=WORD) for bound in (np.iinfo(WORD).min, np.iinfo(WORD).max))
        for name, start, stop, shape in self._words:
            axes, empty, low, high = self._bounds[name]
            for array, bound in ((lowest, low), (highest, _number(high, t))):
                block = np.full(shape, empty)
                block[_used(axes, t)] = bound
                array[start:stop] = block.reshape(-1)
        return lowest, highest

    def problems(self, s: Wide) -> Problems:
        """Which fields are out of range, or hold something where nothing is in use."""
        if s.rules not in self._ranges:
            self._ranges[s.rules] = self.ranges(s.t)
        lowest, highest = self._ranges[s.rules]
        outside = (s.words < lowest).any() or (s.words > highest).any()
        if outside or any(self._is_outside(s.g, s.t, name) for name in self._others):
            yield from self._by_field(s.g, s.t)

    def _is_outside(self, g: Any, t: Any, name: str) -> bool:
        """Whether a field that is not of words, and is in use as a whole, holds a number out of range."""
        values = np.asarray(getattr(g, name))
        _, _, low, high = self._bounds[name]
        return bool(values.min() < low or values.max() > _number(high, t))

    def _by_field(self, g: Any, t: Any) -> Problems:
        for name, (axes, empty, low, high) in self._bounds.items():
            array = np.asarray(getattr(g, name))
            used = array[_used(axes, t)]
            highest = _number(high, t)
            if used.size and (used.min() < low or used.max() > highest):
                value = used.min() if used.min() < low else used.max()
                yield f"{name} holds {int(value)}, allowed are {low} to {highest}"
            elif used.size < array.size and (array != empty).sum() != (used != empty).sum():
                yield f"{name} is not {empty} where nothing is in use"


def _used(axes: tuple[str, ...], t: Any) -> tuple[slice, ...]:
    """The part of a field that is in use."""
    return tuple(slice(getattr(t, axis) if axis else None) for axis in axes)


def _number(high: int | str, t: Any) -> int:
    """The highest value that is allowed."""
    return int(getattr(t, high)) - 1 if isinstance(high, str) else high
