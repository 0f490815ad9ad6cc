"""Which records are positions of X-ODUS."""

from __future__ import annotations

from typing import Any

from exodus_env.corruption.config import CorruptionConfig


def guard(games: Any, config: CorruptionConfig) -> None:
    """Raise BrokenInvariant where a record holds a value kernels must not see."""


def check(games: Any, config: CorruptionConfig) -> None:
    """Raise BrokenInvariant where a record is not a possible state."""
