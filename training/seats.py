"""N games with one learning seat each, as a native vector environment of Stable-Baselines3.

It expects an action for every environment in every step, so an environment is one game with one learning seat; the
players in the other seats decide until it is that seat's turn. All games advance in compiled calls, and masks are taken
from the buffer.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from exodus_env.kit.arena import decision_seeds
from exodus_env.kit.batch import LOOK, Batch, IllegalAction, copied_rows
from exodus_env.kit.definition import Definition
from exodus_env.kit.players import Views
from exodus_env.kit.vector import VectorEnv
from training.gae import Array
from training.games import NAMES, games_state, restore_games
from training.rollout import SENSELESS, Choose, EndPay, shaping_of, shares_of
from training.store import Impossible, Tensors, array_of, check_names, check_range

SEAT_FIELDS: Final = ("seat", "kind", "earned")


class SeatVecEnv(VecEnv):
    """N games with one learning seat each, as Stable-Baselines3 expects them. Who sits where is drawn for each game."""

    render_mode: str | None = None

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
        low, high = rules.observations.bounds()
        if with_masks:
            none = np.zeros(rules.actions.size, dtype=np.float32)
            low, high = np.append(low, none), np.append(high, none + 1)
        super().__init__(num_games, spaces.Box(low, high, dtype=np.float32), spaces.Discrete(rules.actions.size))
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
        """(N, D) of the learner's decisions, followed by the masks if the network reads those."""
        batch = self.batch
        if self.with_masks:
            return np.concatenate([batch.observations, batch.masks], axis=1, dtype=np.float32)
        return batch.observations.copy()

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

    def _let_others_play(self, rewards: Array, dones: Array) -> None:
        """The other seats decide until it is the learner's turn in every game; a game waits once it has ended."""
        batch = self.batch
        while True:
            waiting = np.flatnonzero(batch.actors != self.seat)
            if len(waiting) == 0:
                return
            batch.actions[:] = LOOK
            for number, name in enumerate(self.names):
                theirs = waiting[self.kind[waiting] == number]
                if len(theirs):
                    batch.actions[theirs] = self.opponents[name](self._views(theirs))
            over = dones.copy()  # nobody gets what a new game pays before the learner's first decision
            paid = np.zeros(self.num_envs)
            self._advance(paid, dones)
            rewards += np.where(over, 0.0, paid)

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

    # ---- what Stable-Baselines3 asks of every vector environment -----------------------------------------------------

    def close(self) -> None:
        """Nothing to close."""

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        """The same for every game."""
        return [getattr(self, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        """Games have nothing to set."""
        raise NotImplementedError(f"games have no attribute {name} to set")

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        """The result of a method for each game; masks come from the buffer."""
        if method_name != "action_masks":
            raise NotImplementedError(f"games have no method {method_name}")
        return list(self.action_masks())

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        """Games are never wrapped."""
        return [False] * self.num_envs

    def has_attr(self, name: str) -> bool:
        """There are masks."""
        return name == "action_masks"

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
