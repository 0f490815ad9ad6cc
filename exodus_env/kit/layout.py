"""Layouts: action families and observation blocks, declared once, turned into ids, offsets, words and a hash.

A hash covers structure: names, factors, axes, shapes, ranges, units and order. Prose (how an action reads, what a block
means) is no part of it, so mending a sentence leaves policies and saved games as they are.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np

EVERYBODY: Final = "everybody"


def layout_hash(rows: Sequence[Any]) -> str:
    """A short hash of a layout's rows."""
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Family:
    """Choices of one kind: a name, the factors that distinguish them, and how to put one into words."""

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
        """One row per action: family, then its factors, -1 for missing ones."""
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
        """An action in words, the same in every phase of the game; with a seat, in that player's terms."""
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
        """Changes with every name, factor, size and place of a family; families of size 0 are not part of it."""
        return layout_hash([(f.name, f.factors, f.sizes) for f in self.families if f.size])

    def _check(self, action: int) -> None:
        if not 0 <= action < self.size:
            raise ValueError(f"action {action} is out of range: ids are 0 to {self.size - 1}")


def lay_out_actions(
    families: Iterable[tuple[str, tuple[str, ...], str]],
    sizes: Mapping[str, int],
    words: Callable[[str, int, int | None], str],
) -> ActionLayout:
    """The ids of families (name, factors, text) whose factors have these sizes."""
    laid: list[Family] = []
    start = 0
    for name, factors, text in families:
        laid.append(Family(name, factors, tuple(sizes[factor] for factor in factors), text, start))
        start += laid[-1].size
    return ActionLayout(tuple(laid), words)


@dataclass(frozen=True)
class Feature:
    """One of the numbers that the last axis of a block lists."""

    name: str
    text: str  # "{unit}" stands for the unit
    unit: float = 1  # the number is divided by this

    @property
    def label(self) -> str:
        """What the number means, with its unit."""
        return self.text.format(unit=f"{self.unit:g}")


@dataclass(frozen=True)
class DeclaredBlock:
    """A block as a game declares it for all configurations."""

    name: str
    axes: tuple[str | int, ...]  # words to which the configuration gives a size, or sizes; features add an axis
    meaning: str = ""  # "{unit}" stands for the unit
    features: tuple[Feature, ...] | str = ()  # what the last axis lists, or a word for what the configuration provides
    low: float = 0
    high: float = 1
    unit: float = 1  # every number is divided by this, if there are no features
    seen_by: str = EVERYBODY
    short: str = ""  # how kernels call the features: PREFIX_NAME


@dataclass(frozen=True)
class Block:
    """A named part of the observation."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    meaning: str
    start: int
    axes: tuple[str, ...] = ()  # what each axis counts (hex, player, ship, ...); "" if it lists features
    listed: tuple[Feature, ...] = ()  # what the last axis lists, if that is worth a list
    unit: float = 1
    seen_by: str = EVERYBODY

    @property
    def size(self) -> int:
        """How many numbers the block has."""
        return int(np.prod(self.shape, dtype=np.int64))

    @cached_property
    def features(self) -> tuple[str, ...]:
        """The meaning of each number of the last axis."""
        return tuple(feature.label for feature in self.listed)

    @property
    def structure(self) -> tuple[Any, ...]:
        """Everything except its start and what only people read."""
        listed = [(feature.name, feature.unit) for feature in self.listed]
        return (self.name, self.axes, self.shape, self.low, self.high, self.unit, listed)


def lay_out_observations(
    declared: Iterable[DeclaredBlock], sizes: Mapping[str, int], given: Mapping[str, tuple[Feature, ...]] | None = None
) -> ObservationLayout:
    """The blocks of a configuration, given the sizes and features that its words stand for; blocks of size 0 are
    left out."""
    blocks: list[Block] = []
    start = 0
    for one in declared:
        listed = (given or {})[one.features] if isinstance(one.features, str) else one.features
        words = (*one.axes, len(listed)) if one.features else one.axes
        shape = tuple(word if isinstance(word, int) else sizes[word] for word in words)
        axes = tuple("" if isinstance(word, int) else axis_of(word) for word in words)
        meaning = one.meaning.format(unit=f"{one.unit:g}") or "; ".join(feature.label for feature in listed)
        block = Block(one.name, shape, one.low, one.high, meaning, start, axes, listed, one.unit, one.seen_by)
        if block.size > 0:
            blocks.append(block)
        start += block.size
    return ObservationLayout(tuple(blocks))


def axis_of(word: str) -> str:
    """What an axis counts, without the module that brings it."""
    return word if word.endswith("_card") else word.split("_")[0]


@dataclass(frozen=True)
class CardTable:
    """What the cards do that an axis of blocks or a factor of actions counts; this never changes during a game."""

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

    @cached_property
    def capacity(self) -> int:
        """How many of its numbers can differ from zero at once: an environment stops with an error where more do.

        Most blocks are one-hot or about things that are seldom there. Of wide observations an eighth is used, and no
        more than a fifth was ever seen.
        """
        return min(self.size, 192 + self.size // 4)

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
        """Changes with the structure and the order of blocks; blocks of size 0 are not part of it."""
        return layout_hash([block.structure for block in self.blocks if block.size])
