"""What a campaign is: cases as plain values, what becomes of one, and smaller cases to try in its place."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

Case = dict[str, Any]  # plain values, so that a case can be written down as JSON


class Broken(Exception):
    """A promise that did not hold."""


class Campaign(ABC):
    """One kind of attack."""

    name: ClassVar[str]
    promise: ClassVar[str]  # what must hold, in a few words
    seconds: ClassVar[float] = 60.0  # a case that takes longer hangs
    lists: ClassVar[tuple[str, ...]] = ()  # parts of a case that can be shortened
    counts: ClassVar[tuple[str, ...]] = ()  # whole numbers of a case that can be made smaller

    @abstractmethod
    def make(self, rng: np.random.Generator) -> Case:
        """A case by chance."""

    @abstractmethod
    def run(self, case: Case) -> str:
        """What became of a case, in a word or two. Anything raised is a broken promise."""

    def smaller(self, case: Case) -> Iterator[Case]:
        """Cases with less in them, which might be broken as well; the most promising first."""
        for name in self.lists:
            for kept in _shorter(case[name]):
                yield {**copy.deepcopy(case), name: kept}
        for name in self.counts:
            for number in sorted({0, case[name] // 2, case[name] - 1}):
                if 0 <= number < case[name]:
                    yield {**copy.deepcopy(case), name: number}


def _shorter(values: list[Any]) -> Iterator[list[Any]]:
    """Halves of a list, then the list without one of its values."""
    half = len(values) // 2
    if half > 1:
        yield values[:half]
        yield values[half:]
    if len(values) > 1:
        for i in range(len(values)):
            yield values[:i] + values[i + 1 :]


def any_of(rng: np.random.Generator, options: Any) -> Any:
    """One of some values, as it is (numpy would make arrays of tuples and its own numbers of ours)."""
    options = list(options)
    return options[int(rng.integers(len(options)))]


def seed_of(rng: np.random.Generator) -> int:
    """A seed for a game."""
    return int(rng.integers(2**31))
