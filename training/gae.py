"""Generalised advantage estimation along the decisions of one seat.

Between two decisions of a seat others act. What a seat earns meanwhile belongs to its earlier decision, and the value
that follows a decision is that of the seat's own next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

OPEN: Final = -1  # no next decision is known yet
OVER: Final = -2  # the game ended before the seat decided again


def advantages(
    rewards: Array, values: Array, following: Array, steps: Sequence[tuple[int, int]], gamma: float, lam: float
) -> Array:
    """The advantage of every decision; 0 for those that are still open.

    `following` is the row of the seat's next decision, OPEN or OVER. `steps` are the rows [first, last) of each step,
    in the order they were played; a decision and the seat's next one are never in the same step.
    """
    found = np.zeros(len(rewards) + 1, dtype=np.float64)  # the last place is for what follows an end: nothing
    value = np.append(values.astype(np.float64), 0.0)
    nothing = len(rewards)
    for first, last in reversed(steps):
        after = following[first:last]
        next_row = np.where(after >= 0, after, nothing)
        gain = rewards[first:last] + gamma * value[next_row] - value[first:last]
        gain += gamma * lam * found[next_row]
        found[first:last] = np.where(after == OPEN, 0.0, gain)
    return found[:nothing].astype(np.float32)
