"""Generalised advantage estimation along the decisions of one seat.

Between two decisions of a seat, others act. What a seat earns in the meantime belongs to its earlier decision, and the
value that follows a decision is that of the seat's own next one.
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
    in the order in which they were played; a decision and the seat's next one are never in the same step.
    """
    found = np.zeros(len(rewards) + 1, dtype=np.float64)  # the last place stands for what follows an end: nothing
    value = np.append(values.astype(np.float64), 0.0)
    nothing = len(rewards)
    for first, last in reversed(steps):
        after = following[first:last]
        next_row = np.where(after >= 0, after, nothing)
        gain = rewards[first:last] + gamma * value[next_row] - value[first:last]
        gain += gamma * lam * found[next_row]
        found[first:last] = np.where(after == OPEN, 0.0, gain)
    return found[:nothing].astype(np.float32)


def to_the_end(
    rewards: Array, following: Array, steps: Sequence[tuple[int, int]], gamma: float
) -> tuple[Array, Array, Array]:
    """The real outcome of every decision, as far as it is known, without any values.

    Returns what the seat was paid from there to its open decision, or to the end of the game, discounted; the weight of
    a payment at that open decision; and the row of that decision, or OVER.
    """
    count = len(rewards)
    paid, weights = np.zeros(count + 1), np.zeros(count + 1)  # the last place stands for what follows an end: nothing
    ends = np.full(count + 1, OVER, dtype=np.int64)
    for first, last in reversed(steps):
        after = following[first:last]
        next_row = np.where(after >= 0, after, count)
        is_open = after == OPEN
        paid[first:last] = np.where(is_open, 0.0, rewards[first:last] + gamma * paid[next_row])
        weights[first:last] = np.where(is_open, 1.0, gamma * weights[next_row])
        ends[first:last] = np.where(is_open, np.arange(first, last), ends[next_row])
    return paid[:count], weights[:count], ends[:count]
