"""The vector environment: N games advanced by one compiled call into numpy buffers."""

from __future__ import annotations

from typing import Any

import numpy as np

from exodus_env.kit.batch import RESET, WHOLE_NUMBERS, Batch, checked_seed, fresh_seed
from exodus_env.kit.definition import Array, Definition


class VectorEnv:
    """N games, ready to step. A finished game is set up again at once, after its rewards are written.

    Buffers are overwritten by each step: copy what you keep.
    - observations (N, D) float32 and action_masks (N, A) int8: of the player who acts next in each game
    - actors (N,) int64: the seat of that player
    - rewards (N, players) float32: of the last step, by seat; not zero only where a game ended
    - dones (N,) int8: 1 where the last step ended a game (what the other buffers show is the next game)
    - seeds (N,) int64: the seed of each game under way; a single environment reset with it plays the same game
    """

    def __init__(self, rules: Definition, num_envs: int, seed: int | None = None, observe: bool = True) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, WHOLE_NUMBERS) or num_envs < 1:
            raise ValueError(f"num_envs must be a whole number from 1, not {num_envs!r}")
        self.rules = rules
        self.num_envs = int(num_envs)
        self._batch = Batch(rules, self.num_envs, observe)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """Start all games anew; the same seed gives the same games."""
        batch = self._batch
        batch.base_seed = fresh_seed() if seed is None else checked_seed(seed)
        batch.episodes[:] = 0
        batch.actions[:] = RESET
        batch.play(True)
        return batch.observations, batch.masks

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
        if given.min() < 0:
            # Negative numbers are orders of ours, not actions.
            raise ValueError(batch.complaint(int(given.argmin()), int(given.min())))
        batch.actions[:] = given
        batch.play(True)
        return batch.observations, batch.rewards, batch.dones

    def sample_actions(self, seed: int) -> Array:
        """Random legal actions, one for each game; a function of the masks and the seed."""
        self.rules.sample_actions(self._batch.masks, seed, self._batch.actions)
        return self._batch.actions.copy()

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
        return self._batch.masks

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

