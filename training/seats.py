"""N games with one learning seat each, as a vector environment of Stable-Baselines3 whose games can be saved.

The mechanism is the package's (exodus_env/kit/seated.py, exodus_env/bridges/sb3.py). Training adds that a game's kind
and the learner's seat are drawn, who the opponents of each kind are, and the state of a run.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from exodus_env.bridges.sb3 import MaskedVecEnv, observation_box, observed
from exodus_env.kit.arena import decision_seeds
from exodus_env.kit.batch import Batch, IllegalAction, copied_rows
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Views
from exodus_env.kit.seated import Seated
from exodus_env.kit.vector import VectorEnv
from training.games import NAMES, games_state, restore_games
from training.rollout import SENSELESS, Choose, EndPay, shaping_of, shares_of
from training.store import Impossible, Tensors, array_of, check_names, check_range

SEAT_FIELDS: Final = ("seat", "kind", "earned")


class SeatVecEnv(Seated, MaskedVecEnv):
    """N games with one learning seat each, as Stable-Baselines3 takes them. Who sits where is drawn for each game."""

    def __init__(
        self,
        rules: Definition,
        num_games: int,
        seed: int,
        kinds: dict[str, float],
        opponents: dict[str, Choose],
        with_masks: bool = False,
        pay: EndPay | None = None,
    ) -> None:
        super().__init__(num_games, observation_box(rules, with_masks), spaces.Discrete(rules.actions.size))
        self.with_masks = with_masks
        self.earned = np.zeros((num_games, rules.config.players))  # in the current game
        self.rules = rules
        self.names = list(kinds)
        self.shares = shares_of(kinds)
        self.opponents = opponents
        self.games = VectorEnv(rules, num_games, seed)
        self.pay = pay or EndPay()
        self.seed_of_games = seed
        self.seat = self.batch.actors.copy()  # that learns
        self.kind = np.zeros(num_games, dtype=np.int64)
        self.asked = 0  # calls of opponents, for their seeds
        self.finished = 0
        self.utility: list[float] = []
        self.chance = np.random.default_rng([seed, 0])
        self._given: Array = np.zeros(num_games, dtype=np.int64)

    @property
    def batch(self) -> Batch:
        """The games and their buffers."""
        return self.games._batch

    def reset(self) -> Array:
        """New games, each up to the learner's first decision."""
        self.games.reset(self.seed_of_games)
        self.earned[:] = 0.0
        self._seat(np.arange(self.num_envs))
        self._let_others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_))
        return self.observations()

    def observations(self) -> Array:
        """(N, D) of the learner's decisions, with the masks behind them where the network reads those."""
        return observed(self.batch.observations, self.batch.masks, self.with_masks)

    def step_async(self, actions: Array) -> None:
        """Take the learner's actions."""
        self._given = np.asarray(actions, dtype=np.int64)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """The learner's decision in every game, and everything up to its next one."""
        rewards, dones = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_)
        self.batch.actions[:] = self._given
        try:
            self._advance(rewards, dones)
        except IllegalAction:  # masks say what is legal, and only senseless scores can outweigh them
            raise FloatingPointError(SENSELESS) from None
        self._let_others_play(rewards, dones)
        return self.observations(), rewards.astype(np.float32), dones, [{} for _ in range(self.num_envs)]

    def action_masks(self) -> Array:
        """(N, A) of the learner's decisions."""
        return self.batch.masks.astype(np.bool_)

    def _advance(self, rewards: Array, dones: Array) -> None:
        """Carry out the actions of a batch, and add what they pay the learning seats."""
        batch = self.batch
        batch.play(True)
        ended = np.flatnonzero(batch.dones)
        before = self.earned[ended]
        self.earned += batch.rewards
        paid = batch.rewards
        if self.pay.changes and len(ended):
            paid = paid.copy()
            paid[ended] += self.pay(before, self.earned[ended], shaping_of(self.rules))
        rewards += paid[np.arange(self.num_envs), self.seat]
        if len(ended):
            dones[ended] = True
            self.finished += len(ended)
            self.utility += self.earned[ended, self.seat[ended]].tolist()
            self.earned[ended] = 0.0
            self._seat(ended)

    def _decide(self, waiting: Array) -> None:
        for number, name in enumerate(self.names):
            theirs = waiting[self.kind[waiting] == number]
            if len(theirs):
                self.batch.actions[theirs] = self.opponents[name](self._views(theirs))

    def _views(self, games: Array) -> Views:
        batch = self.batch
        self.asked += 1
        seats = batch.actors[games]
        seeds = decision_seeds(batch.seeds[games], seats, np.full(len(games), self.asked))
        return Views(
            self.rules, seats, batch.observations[games], batch.masks[games], seeds, copied_rows(batch.games, games)
        )

    def set_shares(self, kinds: dict[str, float]) -> None:
        """Set the shares of the kinds of games that begin from now on."""
        self.shares = shares_of({name: kinds[name] for name in self.names})

    def under_way(self) -> set[str]:
        """The kinds of the games in progress."""
        return {self.names[kind] for kind in self.kind.tolist()}

    def _seat(self, games: Array) -> None:
        self.kind[games] = self.chance.choice(len(self.names), size=len(games), p=self.shares)
        self.seat[games] = self.chance.integers(self.rules.config.players, size=len(games))

    # ---- to be saved -------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Array]:
        """Everything that the next step depends on."""
        return {**games_state(self.games, self.asked), **{name: getattr(self, name) for name in SEAT_FIELDS}}

    def restore(self, tensors: Tensors) -> None:
        """Continue from a state, which is checked before anything is taken from it."""
        check_names("env", tensors, {*SEAT_FIELDS, *NAMES})
        own = {name: getattr(self, name) for name in SEAT_FIELDS}
        found = {name: array_of(tensors, name, array.dtype, array.shape) for name, array in own.items()}
        check_range("seat", found["seat"], 0, self.rules.config.players - 1)
        check_range("kind", found["kind"], 0, len(self.names) - 1)
        check_range("earned", found["earned"], -1e9, 1e9)
        self.asked = restore_games(self.games, tensors)
        if (self.batch.actors != found["seat"]).any():
            raise Impossible("seat must be who decides next in each game")
        for name, array in own.items():
            array[:] = found[name]
