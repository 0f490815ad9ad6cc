"""Layouts: action families and observation blocks, declared once, turned into ids, offsets, words and a hash.

A hash covers structure: names, factors, shapes, ranges and order. Prose (how an action reads, what a block means) is no
part of it, so mending a sentence leaves policies and saved games as they are.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np


def layout_hash(rows: Sequence[Any]) -> str:
    """A short hash of a layout's rows."""
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Family:
    """Choices of one kind: a name, the factors that tell them apart, and how to say one."""

    name: str
    factors: tuple[str, ...]
    sizes: tuple[int, ...]
    text: str
    start: int

    @property
    def size(self) -> int:
        """How many ids the family has."""
        return math.prod(self.sizes)


@dataclass(frozen=True)
class ActionLayout:
    """Every action id of a configuration."""

    families: tuple[Family, ...]
    # Factor name and value in words that hold no "|"; where a seat is given, as that player is meant to read them.
    words: Callable[[str, int, int | None], str]
    size: int = field(init=False)
    decode: np.ndarray[Any, np.dtype[np.int16]] = field(init=False, repr=False)
    _by_text: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        last = self.families[-1]
        object.__setattr__(self, "size", last.start + last.size)
        object.__setattr__(self, "decode", self._decode_table())
        object.__setattr__(self, "_by_text", {})

    def _decode_table(self) -> np.ndarray[Any, np.dtype[np.int16]]:
        """One row an action: family, then its factors, -1 where it has none."""
        width = 1 + max(len(family.factors) for family in self.families)
        table = np.full((self.size, width), -1, dtype=np.int16)
        for number, family in enumerate(self.families):
            rows = table[family.start : family.start + family.size]
            rows[:, 0] = number
            if family.sizes:
                values = np.indices(family.sizes).reshape(len(family.sizes), -1)
                rows[:, 1 : 1 + len(family.sizes)] = values.T
        return table

    def family(self, action: int) -> Family:
        """The family of an action id."""
        self._check(action)
        return self.families[int(self.decode[action, 0])]

    def action_to_string(self, action: int, seat: int | None = None) -> str:
        """An action in words, the same for every phase of the game; with a seat, as it is for that player."""
        family = self.family(action)
        values = self.decode[action, 1 : 1 + len(family.factors)]
        return family.text.format(
            *(self.words(factor, int(value), seat) for factor, value in zip(family.factors, values, strict=True))
        )

    def string_to_action(self, text: str) -> int:
        """The id of an action in words; the inverse of `action_to_string` without a seat."""
        if not self._by_text:
            self._by_text.update({self.action_to_string(action): action for action in range(self.size)})
        if text not in self._by_text:
            raise ValueError(f"no action reads {text!r}; moves as a position shows them are read by parse_move")
        return self._by_text[text]

    @cached_property
    def hash(self) -> str:
        """Changes with every name, factor, size and place of a family; one that takes no room is no part of it."""
        return layout_hash([(f.name, f.factors, f.sizes) for f in self.families if f.size])

    def _check(self, action: int) -> None:
        if not 0 <= action < self.size:
            raise ValueError(f"action {action} is out of range: ids go from 0 to {self.size - 1}")


@dataclass(frozen=True)
class Block:
    """A named part of the observation."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    meaning: str
    start: int
    axes: tuple[str, ...] = ()  # what each axis counts (hex, player, ship, ...), "" where it lists features
    features: tuple[str, ...] = ()  # what the last axis lists, where that is worth a list

    @property
    def size(self) -> int:
        """How many numbers the block has."""
        return int(np.prod(self.shape, dtype=np.int64))


@dataclass(frozen=True)
class CardTable:
    """What the cards do that an axis of blocks or a factor of actions counts; it never changes during a game."""

    names: tuple[str, ...]
    rows: np.ndarray[Any, np.dtype[np.float32]]  # (cards, names)


@dataclass(frozen=True)
class ObservationLayout:
    """Every number of the observation of a configuration."""

    blocks: tuple[Block, ...]

    @cached_property
    def size(self) -> int:
        """Length of the flat observation."""
        last = self.blocks[-1]
        return last.start + last.size

    def views(self, flat: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        """Named views on a flat observation (or a batch of them), without a copy."""
        return {
            block.name: flat[..., block.start : block.start + block.size].reshape(*flat.shape[:-1], *block.shape)
            for block in self.blocks
        }

    def bounds(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Lowest and highest value of each number."""
        low = np.empty(self.size, dtype=np.float32)
        high = np.empty(self.size, dtype=np.float32)
        for block in self.blocks:
            low[block.start : block.start + block.size] = block.low
            high[block.start : block.start + block.size] = block.high
        return low, high

    @cached_property
    def hash(self) -> str:
        """Changes with every name, shape, range and place of a block; one that takes no room is no part of it."""
        return layout_hash([(b.name, b.shape, b.low, b.high) for b in self.blocks if b.size])
