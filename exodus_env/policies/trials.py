"""Choices tried out in possible worlds, side by side: a policy plays on, and says what it has come to.

A trial is one choice in one world. All choices are tried in the same worlds, with the same dice. In each of them
everything hidden from the seat that chooses is dealt again, and what others have committed in secret is chosen again by
those who play their seats here: the policy, or in a share of the worlds a scripted player. Then the game goes on, and
everybody decides by what their own seat may know. Where all win or lose together, all follow the policy. A few
decisions of its own later the seat asks the network what the position is worth, and adds what the game has paid since.

All trials are games of one batch: each step is one call of the rules and one of the network.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from exodus_env.kit.arena import decision_seeds
from exodus_env.kit.batch import LOOK, WAIT, Batch, copied_rows, copy_array
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Player, View, Views
from exodus_env.policies.compiled import Evaluator, draw_rows

ROWS: Final = 256  # trials side by side
WORLD_SEED: Final = 0  # of the seeds that follow from that of the decision; those of seats come from the world's
COMMITMENTS: Final = 24  # decisions after which those who commit again are no longer waited for
DROPPED: Final = 39  # bits of a seed that a draw of 24 bits does without


@dataclass(frozen=True)
class Course:
    """How trials are played."""

    own: int = 3  # decisions of the seat after the one that is tried
    scripted: int = 2  # in every nth world the others are scripted players; 0: in none
    late: float = 0.6  # from this share of a game on, some trials are played much further
    far: int = 4  # in every nth world; 0: in none
    far_own: int = 60  # decisions of the seat in those


class Trials:
    """Room for trials in one configuration of a game."""

    def __init__(self, rules: Definition, network: Evaluator, scripted: Player | None, course: Course) -> None:
        self.rules = rules
        self.network = network
        self.course = course
        self.scripted = None if rules.team or course.scripted == 0 else scripted
        self.decisions = 0  # played so far
        self._batch = Batch(rules, ROWS)
        self._keys = np.zeros(ROWS, dtype=np.int64)  # the chance of each trial's world
        self._asked = np.zeros(ROWS, dtype=np.int64)  # decisions taken in each
        self._by_script = np.zeros(ROWS, dtype=np.bool_)  # whether the others are scripted

    def run(self, view: View, actions: Array, first: int, count: int) -> Array:
        """What each of some choices is worth in each of the worlds from number `first` on: (choices, worlds)."""
        world, together = view.world(), max(1, ROWS // len(actions))
        parts = [
            self._run(view, world, actions, np.arange(start, min(start + together, first + count)))
            for start in range(first, first + count, together)
        ]
        return np.concatenate(parts, axis=1)

    def _run(self, view: View, world: Array, actions: Array, numbers: Array) -> Array:
        batch, tried = self._batch, len(actions)
        keys = decision_seeds(np.full(len(numbers), view.seed), np.full(len(numbers), WORLD_SEED), numbers)
        rows = self._set_up(np.tile(self._deal(view, world, keys, numbers), tried), keys, numbers, tried)
        batch.masks[rows] = view.mask
        batch.actions[rows] = np.repeat(actions, len(numbers))
        worth = self._play_on(view.seat, rows, np.tile(self._horizons(world, numbers), tried))
        return worth.reshape(tried, len(numbers))

    def _horizons(self, world: Array, numbers: Array) -> Array:
        """How many decisions of its own the seat takes in each world after the one that is tried."""
        course = self.course
        horizons = np.full(len(numbers), course.own)
        if course.far and self.rules.progress(world[0]) >= course.late:
            horizons[numbers % course.far == 0] = course.far_own
        return horizons

    def _set_up(self, games: Array, keys: Array, numbers: Array, times: int) -> Array:
        """Put games into the batch: those of some worlds, several times over; returns their rows."""
        batch, count = self._batch, len(games)
        copy_array(games, batch.games[:count])
        self._keys[:count] = np.tile(keys, times)
        self._asked[:count] = 0
        self._by_script[:count] = False
        if self.scripted is not None:
            self._by_script[:count] = np.tile(numbers % self.course.scripted == 0, times)
        batch.actions[:] = WAIT
        return np.arange(count)

    # Worlds -----------------------------------------------------------------------------------------------------------

    def _deal(self, view: View, world: Array, keys: Array, numbers: Array) -> Array:
        """Worlds the seat considers possible, in which the others have committed what those who play them would."""
        rules, batch, secrets = self.rules, self._batch, self.rules.secrets
        worlds, seats = copied_rows(world, np.zeros(len(keys), dtype=np.int64)), np.full(len(keys), view.seat)
        rules.redeal_as(worlds, rules.tables, seats, keys)
        if secrets is None:
            return worlds
        rows = self._set_up(worlds, keys, numbers, 1)
        again = batch.games[: len(rows)]
        if secrets.ask_again(again, rules.tables, seats) == 0:
            return worlds
        batch.actions[rows] = LOOK
        for _ in range(COMMITMENTS):
            batch.play(False)
            rows = rows[(batch.dones[rows] == 0) & (batch.actors[rows] != view.seat)]
            if len(rows) == 0:
                break
            self._decide(rows, view.seat)
        secrets.take_over(worlds, again, rules.tables, seats)
        return worlds

    # Play -------------------------------------------------------------------------------------------------------------

    def _play_on(self, seat: int, rows: Array, left: Array) -> Array:
        """Carry out the actions that wait in rows and play on; returns what each row is worth to the seat."""
        batch, worth = self._batch, np.zeros(len(rows))
        while True:
            batch.play(False)
            worth[rows] += batch.rewards[rows, seat]
            rows = rows[batch.dones[rows] == 0]
            if len(rows) == 0:
                return worth
            mine = batch.actors[rows] == seat
            ends = mine & (left[rows] == 0)
            left[rows[mine]] -= 1
            values = self._decide(rows, seat)
            worth[rows[ends]] += values[ends]
            batch.actions[rows[ends]] = WAIT
            rows = rows[~ends]
            if len(rows) == 0:
                return worth

    def _decide(self, rows: Array, seat: int) -> Array:
        """Decide in some rows, and wait in the others; returns values by the network where the seat itself decides."""
        batch, values = self._batch, np.zeros(len(rows))
        batch.actions[:] = WAIT
        by_script = self._by_script[rows] & (batch.actors[rows] != seat)
        seeds = decision_seeds(self._keys[rows], batch.actors[rows] + 1, self._asked[rows])
        if not by_script.all():
            values[~by_script] = self._follow_policy(rows[~by_script], seeds[~by_script], seat)
        if by_script.any():
            batch.actions[rows[by_script]] = self._ask_scripted(rows[by_script], seeds[by_script])
        self._asked[rows] += 1
        self.decisions += len(rows)
        return values

    def _follow_policy(self, rows: Array, seeds: Array, seat: int) -> Array:
        """The seat and its mates take the likeliest choice; those of the others are drawn by their probabilities."""
        batch = self._batch
        masks = batch.masks[rows]
        scores, values = self.network.evaluate(batch.observations[rows], masks)
        chosen, log_p = np.empty(len(rows), dtype=np.int64), np.empty(len(rows), dtype=np.float32)
        draws = (seeds >> DROPPED).astype(np.float32) * np.float32(2.0 ** (DROPPED - 63))
        draw_rows(scores, masks, draws, chosen, log_p)
        likeliest = scores.argmax(axis=1)
        surely = (batch.actors[rows] == seat) | self.rules.team
        surely &= masks[np.arange(len(rows)), likeliest] != 0  # networks may score anything
        batch.actions[rows] = np.where(surely, likeliest, chosen)
        return values

    def _ask_scripted(self, rows: Array, seeds: Array) -> Array:
        """What the scripted player does at the seats that decide, by what they may know."""
        assert self.scripted is not None
        batch = self._batch
        seen = (batch.actors[rows], batch.observations[rows], batch.masks[rows])
        views = Views(self.rules, *seen, seeds, copied_rows(batch.games, rows))
        return np.asarray(self.scripted.choose_all(views), dtype=np.int64)
