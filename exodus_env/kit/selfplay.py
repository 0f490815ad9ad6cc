"""Learning from every seat of many games: each seat's decision stays open until it decides again or its game ends.

In a game of several seats a decision is not followed by the seat's next one: others act in between, a seat is paid
while others act, and a game often ends when it is somebody else's turn. `Decisions` keeps that in order. `SelfPlay` is
all that a learner in one file needs:

    games = SelfPlay(event_horizon_v0.vector_env(64, players=2, seed=1), steps=128, columns=("log_p", "values"))
    rows = games.collect(choose)  # choose(observations, masks) gives actions, and a value of each column
    gains, targets = rows.estimate(gamma=1.0, lam=0.95, value_lam=1.0)
    known = rows.finished()  # the rows to learn from; decisions still open come back in the next rollout
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from exodus_env.kit.advantages import OPEN, OVER, advantages
from exodus_env.kit.definition import Array
from exodus_env.kit.packed import PackedRows
from exodus_env.kit.vector import VectorEnv

NO_ROW: Final = -1

Choices = tuple[Array, Mapping[str, Array]]  # actions, and further columns


@dataclass
class Rows:
    """Decisions: arrays of the same length, of which the first `count` are in use."""

    observations: Array  # (M, D) float32
    masks: Array  # (M, A) int8
    actions: Array  # (M,) what was done
    rewards: Array  # (M,) all the seat earned until its next decision
    following: Array  # (M,) row of the seat's next decision, OPEN or OVER
    games: Array  # (M,) which game
    seats: Array  # (M,)
    columns: dict[str, Array]  # (M,) each: what else the learner keeps of a decision
    count: int = field(default=0, kw_only=True)
    steps: list[tuple[int, int]] = field(default_factory=list, kw_only=True)  # rows of each step

    @classmethod
    def empty(cls, size: int, observation: int, actions: int, columns: Mapping[str, Any]) -> Rows:
        """Room for a number of decisions."""
        return cls(
            np.zeros((size, observation), dtype=np.float32),
            np.zeros((size, actions), dtype=np.int8),
            np.zeros(size, dtype=np.int64),
            np.zeros(size, dtype=np.float32),
            np.full(size, OPEN, dtype=np.int64),
            np.zeros(size, dtype=np.int64),
            np.zeros(size, dtype=np.int64),
            {name: np.zeros(size, dtype=dtype) for name, dtype in columns.items()},
        )

    def kept(self) -> dict[str, Array]:
        """What of a decision is carried over while it is open."""
        return {
            "observations": self.observations,
            "masks": self.masks,
            "actions": self.actions,
            "rewards": self.rewards,
            **self.columns,
        }

    def larger(self) -> Rows:
        """The same in twice the room."""
        room = 2 * len(self.actions)
        types = {name: (column.dtype, column.shape[1:]) for name, column in self.columns.items()}
        other = Rows.empty(room, self.observations.shape[1], self.masks.shape[1], types)
        for name in ("games", "seats", "following"):
            getattr(other, name)[: self.count] = getattr(self, name)[: self.count]
        for row, old in zip(other.kept().values(), self.kept().values(), strict=True):
            row[: self.count] = old[: self.count]
        other.count, other.steps = self.count, self.steps
        return other

    def finished(self) -> Array:
        """The rows whose outcome is known."""
        return np.flatnonzero(self.following[: self.count] != OPEN)

    def estimate(self, gamma: float, lam: float, value_lam: float) -> tuple[Array, Array]:
        """Advantages of the rows in use, and the targets of their values, each with its own lambda.

        The column `values` holds what the learner expected of each decision.
        """
        n = self.count
        values = self.columns["values"][:n]
        told = (self.rewards[:n], values, self.following[:n], self.steps, gamma)
        return advantages(*told, lam), advantages(*told, value_lam) + values


class Decisions:
    """Rows of decisions, and which of them is open for each seat of each game."""

    def __init__(self, env: VectorEnv, steps: int, columns: Mapping[str, Any]) -> None:
        """Room for a number of steps; `columns` are further ones, with their types."""
        n, players = env.num_envs, env.rules.config.players
        sizes = self._widths(env)
        self.env = env
        self.rows = Rows.empty(n * (steps + players), *sizes, columns)
        self.last = np.full((n, players), NO_ROW, dtype=np.int64)  # open row of each seat
        self._spare = Rows.empty(n * players, *sizes, columns)

    def _widths(self, env: VectorEnv) -> tuple[int, int]:
        """How many numbers of observations and masks the rows hold."""
        return env.rules.observations.size, env.rules.actions.size

    def take_over(self) -> None:
        """Begin new rows with the decisions that are still open."""
        games, seats = np.nonzero(self.last != NO_ROW)
        kept, count = self.last[games, seats], len(games)
        for row, spare in zip(self.rows.kept().values(), self._spare.kept().values(), strict=True):
            spare[:count] = row[kept]
        rows = self.rows = self._next_rows()
        for row, spare in zip(rows.kept().values(), self._spare.kept().values(), strict=True):
            row[:count] = spare[:count]
        rows.games[:count], rows.seats[:count] = games, seats
        rows.following[:count] = OPEN
        self.last[games, seats] = np.arange(count)
        rows.count = count
        rows.steps = [(0, count)]

    def _next_rows(self) -> Rows:
        """Where the next decisions are kept."""
        return self.rows

    def open(self, games: Array) -> slice:
        """The decisions of those who act in some games become rows, which end the seats' earlier ones."""
        rows, env = self.rows, self.env
        first, last = rows.count, rows.count + len(games)
        if last > len(rows.actions):
            rows = self.rows = rows.larger()
        here = slice(first, last)
        self._see(games, here)
        seats = env.actors[games]
        rows.games[here], rows.seats[here] = games, seats
        rows.rewards[here] = 0.0
        rows.following[here] = OPEN
        before = self.last[games, seats]
        seen = before != NO_ROW
        rows.following[before[seen]] = np.arange(first, last)[seen]
        self.last[games, seats] = np.arange(first, last)
        rows.steps.append((first, last))
        rows.count = last
        return here

    def _see(self, games: Array, here: slice) -> None:
        """Keep what those see who act in some games."""
        np.take(self.env.observations, games, axis=0, out=self.rows.observations[here])
        np.take(self.env.action_masks, games, axis=0, out=self.rows.masks[here])

    def credit(self, paid: Array) -> None:
        """What a step paid every seat, (N, players), belongs to its open decision."""
        open_seats = self.last != NO_ROW
        self.rows.rewards[self.last[open_seats]] += paid[open_seats]

    def close(self, ended: Array) -> None:
        """Games are over, and so are the open decisions of all their seats."""
        closing = self.last[ended]
        self.rows.following[closing[closing != NO_ROW]] = OVER
        self.last[ended] = NO_ROW


class PackedDecisions(Decisions):
    """The same for learners that need no dense rows: observations and masks are in `seen`, not in `rows`.

    `rows` and `seen` stay as they are until rows have been begun twice: a learner can take its time with them while the
    next ones are played.
    """

    def __init__(self, env: VectorEnv, steps: int, columns: Mapping[str, Any]) -> None:
        super().__init__(env, steps, columns)
        sizes = (env.rules.observations.size, env.rules.actions.size)
        self.seen, self._others = PackedRows(*sizes), PackedRows(*sizes)
        self._other_rows = Rows.empty(len(self.rows.actions), 0, 0, columns)

    def _widths(self, env: VectorEnv) -> tuple[int, int]:
        return 0, 0

    def take_over(self) -> None:
        """Begin new rows with the decisions that are still open."""
        self._others.clear()
        self._others.add_rows(self.seen, self.last[self.last != NO_ROW])
        self.seen, self._others = self._others, self.seen
        self.seen.find_often()
        super().take_over()

    def _next_rows(self) -> Rows:
        self.rows, self._other_rows = self._other_rows, self.rows
        return self.rows

    def _see(self, games: Array, here: slice) -> None:
        self.seen.add(self.env.observations, self.env.action_masks, games)


class SelfPlay:
    """Games in which one learner has every seat. `returns` holds what each seat of the games that ended has earned."""

    def __init__(self, env: VectorEnv, steps: int, columns: Sequence[str] = ("log_p", "values")) -> None:
        self.env = env
        self.steps = steps
        self.returns: list[Array] = []
        self._decisions = Decisions(env, steps, dict.fromkeys(columns, np.float32))
        self._earned = np.zeros((env.num_envs, env.rules.config.players))
        self._every = np.arange(env.num_envs)

    def collect(self, choose: Callable[[Array, Array], Choices]) -> Rows:
        """Play some steps in every game. `choose` takes observations and masks of the decisions of a step, and gives
        their actions with a value of each column. The rows are overwritten by the next call."""
        decisions, env = self._decisions, self.env
        rows = decisions.rows
        decisions.take_over()
        for _ in range(self.steps):
            here = decisions.open(self._every)
            rows.actions[here], told = choose(rows.observations[here], rows.masks[here])
            for name, column in rows.columns.items():
                column[here] = told[name]
            env.step(rows.actions[here])
            self._earned += env.rewards
            decisions.credit(env.rewards)
            if len(ended := np.flatnonzero(env.dones)):
                decisions.close(ended)
                self.returns += list(self._earned[ended])
                self._earned[ended] = 0.0
        return rows
