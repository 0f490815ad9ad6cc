"""The vector environment: N games advanced by one compiled call into numpy buffers."""

from __future__ import annotations

from typing import Any

import numpy as np

from exodus_env.kit.batch import LOOK, RESET, WHOLE_NUMBERS, Batch, IllegalAction, checked_seed, fresh_seed
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.saves import SaveError

# What goes into a copy; masks, observations and actors follow from it.
KEPT = ("games", "seeds", "episodes", "rewards", "dones")


class VectorEnv:
    """N games, ready to step. A finished game is set up again at once, after its rewards are written.

    Buffers are overwritten by each step: copy what you keep. Writing into them changes nothing about what is legal.
    - observations (N, D) float32 and action_masks (N, A) int8: of the player who acts next in each game
    - actors (N,) int64: the seat of that player
    - rewards (N, players) float32: of the last step, by seat; without shaping not zero only where a game ended
    - dones (N,) int8: 1 where the last step ended a game (what the other buffers show is the next game)
    - seeds (N,) int64: the seed of each game under way; a single environment reset with it plays the same game
    """

    def __init__(self, rules: Definition, num_envs: int, seed: int | None = None, observe: bool = True) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, WHOLE_NUMBERS) or num_envs < 1:
            raise ValueError(f"num_envs must be a whole number from 1, not {num_envs!r}")
        self._make(rules, int(num_envs), observe)
        self.reset(seed)

    def _make(self, rules: Definition, num_envs: int, observe: bool) -> None:
        self.rules = rules
        self.num_envs = num_envs
        self._observe = bool(observe)
        self._batch = Batch(rules, num_envs, self._observe)
        self._masks = np.zeros_like(self._batch.masks)  # handed out; legality is decided by the batch's own

    def _play(self) -> None:
        self._batch.play(True)
        np.copyto(self._masks, self._batch.masks)

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """Start all games anew; the same seed gives the same games."""
        batch = self._batch
        batch.base_seed = fresh_seed() if seed is None else checked_seed(seed)
        batch.episodes[:] = 0
        batch.actions[:] = RESET
        self._play()
        return batch.observations, self._masks

    def step(self, actions: Any) -> tuple[Array, Array, Array]:
        """Take one action in every game; returns (observations, rewards, dones).

        Raises IllegalAction, with every game unchanged, where an action is not legal.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"step takes one action for each of {self.num_envs} games, not shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        batch = self._batch
        size = self.rules.actions.size
        if int(given.min()) < 0 or int(given.max()) >= size:
            # Negative numbers are orders of ours, not actions, and large unsigned ones would become negative.
            wrong = int(np.flatnonzero((given < 0) | (given >= size))[0])
            raise IllegalAction(batch.complaint(wrong, int(given[wrong])))
        batch.actions[:] = given
        self._play()
        return batch.observations, batch.rewards, batch.dones

    def sample_actions(self, seed: int) -> Array:
        """Random legal actions, one for each game; a function of the masks and the seed."""
        self.rules.sample_actions(self._batch.masks, seed, self._batch.actions)
        return self._batch.actions.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> VectorEnv:
        other = type(self).__new__(type(self))
        other._restore(self.rules, self.__getstate__())
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {
            "definition": type(self.rules),
            "config": self.rules.config.to_dict(),
            "fingerprint": self.rules.fingerprint(),
            "num_envs": self.num_envs,
            "observe": self._observe,
            "base_seed": self._batch.base_seed,
            **{name: getattr(self._batch, name).tobytes() for name in KEPT},
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        rules = state["definition"].from_dict(state["config"])
        if rules.fingerprint() != state["fingerprint"]:
            raise SaveError("these games were made with another version of the rules or the content")
        self._restore(rules, state)

    def _restore(self, rules: Definition, state: dict[str, Any]) -> None:
        self._make(rules, state["num_envs"], state["observe"])
        batch = self._batch
        batch.base_seed = state["base_seed"]
        for name in ("games", "seeds", "episodes"):
            _fill(getattr(batch, name), state[name])
        batch.actions[:] = LOOK
        self._play()
        for name in ("rewards", "dones"):  # of the last step; looking has cleared them
            _fill(getattr(batch, name), state[name])

    @property
    def config(self) -> Any:
        """The configuration."""
        return self.rules.config

    @property
    def games(self) -> Array:
        """The states: a numpy structured array of N records."""
        return self._batch.games

    @property
    def observations(self) -> Array:
        """(N, D) float32: what the next actor of each game sees."""
        return self._batch.observations

    @property
    def views(self) -> dict[str, Array]:
        """The observations by block, as views."""
        return self.rules.observations.views(self._batch.observations)

    @property
    def action_masks(self) -> Array:
        """(N, A) int8: what the next actor of each game may do."""
        return self._masks

    @property
    def actors(self) -> Array:
        """(N,) int64: the seat that acts next in each game."""
        return self._batch.actors

    @property
    def rewards(self) -> Array:
        """(N, players) float32: rewards of the last step by seat."""
        return self._batch.rewards

    @property
    def dones(self) -> Array:
        """(N,) int8: 1 where the last step ended a game."""
        return self._batch.dones

    @property
    def seeds(self) -> Array:
        """(N,) int64: the seed of each game under way."""
        return self._batch.seeds


def _fill(target: Array, data: bytes) -> None:
    target.reshape(-1).view(np.uint8)[:] = np.frombuffer(data, dtype=np.uint8)
