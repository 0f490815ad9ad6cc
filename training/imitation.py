"""Warm start: learn to choose as a scripted player does, before playing to win.

The games are always new, since a scripted player answers tens of thousands of decisions a second. In some of them the
learner's own choices are played and the teacher only says what it would have done, so that the learner is also taught
how to recover from its own mistakes. The values learn what the seats earn.
"""

from __future__ import annotations

import torch


def imitation_loss(
    log_p: torch.Tensor, labels: torch.Tensor, value_error: torch.Tensor, value_weight: float
) -> tuple[torch.Tensor, dict[str, float]]:
    """How unlikely the teacher's choices are, and how wrong the values are."""
    surprise = -log_p.gather(1, labels[:, None]).mean()
    match = (log_p.argmax(1) == labels).float().mean().item()
    figures = {"surprise": surprise.item(), "match": match, "value_error": value_error.item()}
    return surprise + value_weight * value_error, figures
