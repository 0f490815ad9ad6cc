"""Where seeds come from if none are given."""

from __future__ import annotations

from typing import Any

import numpy as np


class SeedSource:
    """Seeds, one after another. The generator is created when it is first needed: most copies never need theirs."""

    def __init__(self, start: int | dict[str, Any]) -> None:
        self._start = start  # a seed, or the state of a generator
        self._generator: np.random.Generator | None = None

    @classmethod
    def from_state(cls, state: Any) -> SeedSource:
        """The source with a saved state; raises if that is not the state of a generator."""
        source = cls(state)
        kept = source.state
        if state["has_uint32"] not in (0, 1) or state["state"]["inc"] % 2 != 1 or kept != state:
            raise ValueError("source is not the state of a generator")
        return source

    def next(self) -> int:
        """The next seed."""
        return int(self._made().integers(2**63))

    @property
    def state(self) -> dict[str, Any]:
        """What `from_state` continues from."""
        return dict(self._made().bit_generator.state)

    def copy(self) -> SeedSource:
        """A source that gives the same seeds."""
        return SeedSource(self._start if self._generator is None else self.state)

    def _made(self) -> np.random.Generator:
        if self._generator is None:
            if isinstance(self._start, int):
                self._generator = np.random.default_rng(self._start)
            else:
                made = np.random.default_rng(0)
                made.bit_generator.state = self._start
                self._generator = made
        return self._generator
