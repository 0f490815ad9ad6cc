"""What values predicted about the end of games, kept until the games have ended.

A game lasts for several rollouts, and values are part of the targets they learn. So their quality is measured by the
real outcome of each decision: everything its seat was paid from there to the end of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from exodus_env.kit.advantages import OPEN, OVER, to_the_end
from exodus_env.kit.definition import Array
from training.store import Impossible, Tensors, array_of, check_range

if TYPE_CHECKING:
    from exodus_env.kit.selfplay import Rows

FIELDS: Final = ("games", "seats", "values", "paid", "weights")
LEAST_SPREAD: Final = 1e-8  # of outcomes; if all outcomes are equal there is nothing to explain


class Forecasts:
    """Values of decisions in games in progress, each with what its seat has been paid since: arrays of the same
    length."""

    def __init__(self, num_games: int, players: int) -> None:
        self.shape = (num_games, players)
        self.games = np.zeros(0, dtype=np.int64)
        self.seats = np.zeros(0, dtype=np.int64)
        self.values = np.zeros(0)
        self.paid = np.zeros(0)  # from the decision to the seat's open one, discounted
        self.weights = np.zeros(0)  # the weight of a payment at the open one

    def follow(self, rows: Rows, gamma: float) -> tuple[Array, Array]:
        """Process a rollout. Returns values and outcomes of all decisions in games that ended in it."""
        n, kept = rows.count, rows.steps[0][1]
        paid, weights, ends = to_the_end(rows.rewards[:n], rows.following[:n], rows.steps, gamma)
        open_rows = np.zeros(self.shape, dtype=np.int64)  # each seat's first decision in the rollout
        open_rows[rows.games[:kept], rows.seats[:kept]] = np.arange(kept)
        at = open_rows[self.games, self.seats]
        whole = {
            "games": np.append(self.games, rows.games[:n]),
            "seats": np.append(self.seats, rows.seats[:n]),
            "values": np.append(self.values, rows.columns["values"][:n]),
            "paid": np.append(self.paid + self.weights * paid[at], paid),
            "weights": np.append(self.weights * weights[at], weights),
        }
        ended = np.append(ends[at], ends) == OVER
        open_now = np.append(np.zeros(len(at), dtype=np.bool_), rows.following[:n] == OPEN)  # in the next rollout again
        for name in FIELDS:
            setattr(self, name, whole[name][~ended & ~open_now])
        return whole["values"][ended], whole["paid"][ended]

    def state(self) -> dict[str, Array]:
        """All of them, as arrays."""
        return {name: getattr(self, name) for name in FIELDS}

    def restore(self, tensors: Tensors, last: Array) -> None:
        """Continue from a state; `last` gives the seats with an open decision, since only those have earlier ones."""
        shape = tuple(tensors["games"].shape[:1])
        found = {name: array_of(tensors, name, getattr(self, name).dtype, shape) for name in FIELDS}
        for name, count in zip(("games", "seats"), self.shape, strict=True):
            check_range(f"forecasts: {name}", found[name], 0, count - 1)
        check_range("forecasts: paid", found["paid"], -1e12, 1e12)
        check_range("forecasts: weights", found["weights"], 0, 1)
        if (last[found["games"], found["seats"]] < 0).any():
            raise Impossible("forecasts: there are decisions of seats that have none open")
        for name in FIELDS:
            setattr(self, name, found[name].copy())


def explained(values: Array, outcomes: Array) -> float | None:
    """The share of the variance of outcomes that values explain: 1 for all of it, 0 or less if the mean is as good."""
    spread = float(outcomes.var()) if len(outcomes) else 0.0
    if spread < LEAST_SPREAD:
        return None
    return 1.0 - float(np.square(outcomes - values).mean()) / spread
