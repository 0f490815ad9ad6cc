"""The interface of learners, and the list of them."""

from __future__ import annotations

from typing import Any, Final, Protocol

import torch

from exodus_env.kit.definition import Definition
from exodus_env.policies.checkpoint import PolicyError, load_network, read_policy
from exodus_env.policies.player import PolicyPlayer, folder_of
from training.pool import Pool
from training.settings import Settings, SettingsError

MADE_BY: Final = (
    "command",
    "seed",
    "decisions",
    "imitated",
    "hours",
    "before",
)  # what a policy says about its training


class Learner(Protocol):
    """Something that learns, update by update."""

    updates: int
    decisions: int  # learned from by playing
    imitated: int  # learned from by imitation
    network: torch.nn.Module  # in the form that policies store

    @property
    def finished(self) -> bool:
        """Whether everything asked for has been learned."""

    def update(self) -> dict[str, float]:
        """Play and learn; returns the figures to show."""

    def state(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
        """Everything that the next update depends on: tensors, and plain values."""

    def restore(self, tensors: dict[str, torch.Tensor], facts: dict[str, Any]) -> None:
        """Continue from a state."""


def make_learner(rules: Definition, settings: Settings, pool: Pool) -> Learner:
    """The learner that the settings name."""
    if settings.learner == "sb3":
        from training.sb3 import Sb3

        return Sb3(rules, settings, pool)
    from training.ppo import Ppo

    return Ppo(rules, settings, pool)


def start_from(network: torch.nn.Module, place: str, rules: Definition) -> dict[str, Any]:
    """Load the weights of a policy with the same network and game; returns how it was trained."""
    try:
        folder = PolicyPlayer(f"policy:{place}", folder_of(place)).folder_for(rules.config.players)
        file = read_policy(folder)
        weights = load_network(folder, file, rules).state_dict()
    except PolicyError as error:
        raise SettingsError(f"start: {error}") from None
    if {name: tensor.shape for name, tensor in weights.items()} != {
        name: tensor.shape for name, tensor in network.state_dict().items()
    }:
        raise SettingsError(f"start: {place} has another network; its policy.json says which options it was made with")
    network.load_state_dict(weights)
    return {name: file.about[name] for name in MADE_BY if name in file.about}
