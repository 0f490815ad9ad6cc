"""Stable-Baselines3: a VecEnv over games that advance together, and policies that read the mask in the observation.

`make_vec_env("Exodus/EventHorizon-v0", 64, players=2, opponents="motives")` is what MaskablePPO takes. With
`mask_in_observation=True` the mask stands behind the observation, so that any network can read it; `LegalPolicy` (for
plain PPO) and `LegalDQN` take legal actions only that way. Other algorithms need `illegal="random"`.
"""

from __future__ import annotations

import time
from typing import Any, Final

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3 import DQN
from stable_baselines3.common.policies import ActorCriticPolicy
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.dqn.policies import DQNPolicy, QNetwork

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.single_vector import SingleVectorEnv

OUT_OF_REACH: Final = -1e9  # the score of an action that is not legal


def make_vec_env(id: str, n_envs: int = 1, mask_in_observation: bool = False, **settings: Any) -> GameVecEnv:
    """Games of a Gymnasium id as a VecEnv; `settings` are those of `gymnasium.make`."""
    games = gymnasium.make_vec(id, n_envs, "vector_entry_point", **settings).unwrapped
    assert isinstance(games, SingleVectorEnv)
    return GameVecEnv(games, mask_in_observation)


def observation_box(rules: Definition, mask_in_observation: bool) -> spaces.Box:
    """The space of observations, with the mask behind them if so chosen."""
    low, high = rules.observations.bounds()
    if mask_in_observation:
        none = np.zeros(rules.actions.size, dtype=np.float32)
        low, high = np.append(low, none), np.append(high, none + 1)
    return spaces.Box(low, high, dtype=np.float32)


def observed(observations: Array, masks: Array, mask_in_observation: bool) -> Array:
    """Observations in that space, which nothing overwrites."""
    if mask_in_observation:
        return np.concatenate([observations, masks], axis=-1, dtype=np.float32)
    return observations.copy()


class MaskedVecEnv(VecEnv):
    """What Stable-Baselines3 asks of every vector environment, where games are no objects of their own."""

    render_mode: str | None = None

    def action_masks(self) -> Array:
        """(N, A) of the learner's decisions."""
        raise NotImplementedError

    def close(self) -> None:
        """Nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same for every game."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Games have nothing to set."""
        raise NotImplementedError(f"games have no attribute {attr_name} to set")

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        """What a method gives for each game; masks come from the buffer."""
        if method_name != "action_masks":
            raise NotImplementedError(f"games have no method {method_name}")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Never."""
        return [False for _ in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """There are masks."""
        return attr_name == "action_masks" or hasattr(type(self), attr_name) or attr_name in self.__dict__


class GameVecEnv(MaskedVecEnv):
    """The games of `gymnasium.make_vec` for Stable-Baselines3. `infos` of a game that ended hold its result, as there,
    and "episode" for the logs."""

    def __init__(self, games: SingleVectorEnv, mask_in_observation: bool = False) -> None:
        self.games = games
        self.rules = games.rules
        self.mask_in_observation = mask_in_observation
        self.render_mode = games.render_mode
        self._given: Array = np.zeros(games.num_envs, dtype=np.int64)
        self._started = time.perf_counter()
        box = observation_box(games.rules, mask_in_observation)
        super().__init__(games.num_envs, box, spaces.Discrete(games.rules.actions.size))

    def reset(self) -> Array:
        """New games, each up to the learner's first decision; seeds are those that `seed` was given."""
        seen, infos = self.games.reset(seed=self._seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return observed(seen, infos["action_mask"], self.mask_in_observation)

    def step_async(self, actions: Array) -> None:
        """Take the learner's actions."""
        self._given = np.asarray(actions, dtype=np.int64)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """The learner's decision in every game, and everything up to its next one."""
        seen, rewards, ends, cuts, infos = self.games.step(self._given)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i, (final, info) in self.games.ends.items():
            last = observed(final, info["action_mask"], self.mask_in_observation)
            told[i] = {**info, "terminal_observation": last, "TimeLimit.truncated": bool(cuts[i])}
            told[i]["episode"] = {**info["episode"], "t": round(time.perf_counter() - self._started, 6)}
        shown = observed(seen, infos["action_mask"], self.mask_in_observation)
        return shown, rewards.astype(np.float32), ends | cuts, told

    def action_masks(self) -> Array:
        """(N, A) of the learner's decisions."""
        return self.games.action_masks()

    def get_images(self) -> list[Array | None]:
        """Every game as an array of bytes, in the mode `rgb_array`."""
        frames = self.games.render() if self.render_mode == "rgb_array" else None
        return list(frames) if frames is not None else [None] * self.num_envs

    def close(self) -> None:
        """End the processes of opponents that have their own."""
        self.games.close()


# ---- masks in the observation ----------------------------------------------------------------------------------------


def _count(action_space: spaces.Space[Any]) -> int:
    """How many actions there are."""
    assert isinstance(action_space, spaces.Discrete)
    return int(action_space.n)


def _inner(observation_space: spaces.Space[Any], action_space: spaces.Space[Any]) -> spaces.Box:
    """The observation without the mask behind it."""
    assert isinstance(observation_space, spaces.Box)
    size = observation_space.shape[0] - _count(action_space)
    return spaces.Box(observation_space.low[:size], observation_space.high[:size], dtype=np.float32)


class LegalPolicy(ActorCriticPolicy):
    """For plain PPO or A2C with `mask_in_observation`: an `MlpPolicy` that takes legal actions only."""

    def __init__(
        self, observation_space: spaces.Space[Any], action_space: spaces.Space[Any], *arguments: Any, **named: Any
    ) -> None:
        super().__init__(_inner(observation_space, action_space), action_space, *arguments, **named)
        self.observation_space = observation_space

    def forward(self, obs: Any, deterministic: bool = False) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions, values and log-probabilities."""
        return super().forward(self._seen(obs), deterministic)

    def evaluate_actions(
        self, obs: Any, actions: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        """Values, log-probabilities and entropy."""
        return super().evaluate_actions(self._seen(obs), actions)

    def get_distribution(self, obs: Any) -> Any:
        """Of the legal actions."""
        return super().get_distribution(self._seen(obs))

    def predict_values(self, obs: Any) -> torch.Tensor:
        """Values."""
        return super().predict_values(self._seen(obs))

    def _seen(self, obs: torch.Tensor) -> Any:
        """The observation alone; its mask is kept for the distribution that is about to be made."""
        size = _count(self.action_space)
        self._illegal = obs[:, -size:] < 0.5
        return obs[:, :-size]

    def _get_action_dist_from_latent(self, latent_pi: torch.Tensor) -> Any:
        scores = self.action_net(latent_pi).masked_fill(self._illegal, OUT_OF_REACH)
        return self.action_dist.proba_distribution(action_logits=scores)


class LegalQNetwork(QNetwork):
    """Values of actions; those that are not legal are far below all others."""

    def forward(self, obs: Any) -> torch.Tensor:
        """Values, by the mask behind the observation."""
        size = _count(self.action_space)
        values: torch.Tensor = self.q_net(self.extract_features(obs[:, :-size], self.features_extractor))
        return values.masked_fill(obs[:, -size:] < 0.5, OUT_OF_REACH)


class LegalDQNPolicy(DQNPolicy):
    """The policy of `LegalDQN`."""

    def make_q_net(self) -> QNetwork:
        """A network over the observation without its mask."""
        whole = self.observation_space
        inner = _inner(whole, self.action_space)
        self.net_args["observation_space"] = inner
        self.observation_space = inner
        try:
            named = self._update_features_extractor(self.net_args, features_extractor=None)
            network = LegalQNetwork(**named).to(self.device)
        finally:
            self.observation_space = whole
        network.observation_space = whole
        return network


class LegalDQN(DQN):
    """DQN with `mask_in_observation` that explores and plays legal actions only."""

    policy_aliases = {"MlpPolicy": LegalDQNPolicy}  # noqa: RUF012

    def _sample_action(self, learning_starts: int, action_noise: Any = None, n_envs: int = 1) -> tuple[Array, Array]:
        if self.num_timesteps < learning_starts:
            chosen = self._explore(self._last_obs)
        else:
            chosen, _ = self.predict(self._last_obs, deterministic=False)
        return chosen, chosen

    def predict(
        self, observation: Any, state: Any = None, episode_start: Any = None, deterministic: bool = False
    ) -> tuple[Array, Any]:
        """The best legal action, or a random legal one while it explores."""
        if not deterministic and np.random.rand() < self.exploration_rate:
            return self._explore(observation), state
        return self.policy.predict(observation, state, episode_start, deterministic)

    def _explore(self, observation: Any) -> Array:
        seen: Array = np.asarray(observation)
        size = _count(self.action_space)
        masks = seen[..., -size:] > 0.5
        chosen: Array = np.where(masks, np.random.random(masks.shape), -1.0).argmax(axis=-1)
        return chosen
