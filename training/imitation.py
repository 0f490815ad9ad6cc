"""Warm start: learn to choose as a scripted player does, before playing to win.

The games are always new, since a scripted player answers tens of thousands of decisions a second. In some of them the
learner's own choices are played and the teacher only says what it would have done, so that the learner is also taught
how to recover from its own mistakes. The values learn what the seats earn.
"""

from __future__ import annotations

import torch

from exodus_env.kit.definition import Array
from exodus_env.kit.packed import PackedBatch
from exodus_env.policies.learning import favourites


def imitation_loss(
    log_p: torch.Tensor, batch: PackedBatch, labels: Array, value_error: torch.Tensor, value_weight: float
) -> tuple[torch.Tensor, dict[str, float]]:
    """How unlikely the teacher's choices are, and how wrong the values are."""
    places = batch.places(labels)
    surprise = -log_p[torch.from_numpy(places)].mean()
    match = float((favourites(log_p, batch) == places).mean())
    figures = {"surprise": surprise.item(), "match": match, "value_error": value_error.item()}
    return surprise + value_weight * value_error, figures
