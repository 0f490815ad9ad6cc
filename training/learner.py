"""What every learner offers, and which there are."""

from __future__ import annotations

from typing import Any, Protocol

import torch

from exodus_env.exodus.ruleset import Ruleset
from training.pool import Pool
from training.settings import Settings


class Learner(Protocol):
    """Something that learns, update by update."""

    updates: int
    decisions: int  # learned from by playing
    imitated: int  # learned from by imitation
    network: torch.nn.Module  # as policies keep it

    @property
    def finished(self) -> bool:
        """Whether all that was asked for is learned."""

    def update(self) -> dict[str, float]:
        """Play and learn; returns what is to be shown."""

    def state(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
        """Everything the next update depends on: tensors, and plain values."""

    def restore(self, tensors: dict[str, torch.Tensor], facts: dict[str, Any]) -> None:
        """Go on from a state."""


def make_learner(rules: Ruleset, settings: Settings, pool: Pool) -> Learner:
    """The learner the settings name."""
    if settings.learner == "sb3":
        from training.sb3 import Sb3

        return Sb3(rules, settings, pool)
    from training.ppo import Ppo

    return Ppo(rules, settings, pool)
