"""Tianshou 2: games of a Gymnasium id as a vector environment, and a PettingZoo environment for its multi-agent tools.

Observations are {"obs", "mask"}, as Tianshou's DQN family reads masks; masks are rows of numpy arrays, never lists.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from tianshou.env import BaseVectorEnv, PettingZooEnv

from exodus_env.kit.aec import GameEnv
from exodus_env.kit.definition import Array
from exodus_env.kit.single_vector import SingleVectorEnv


class GamesVectorEnv(BaseVectorEnv):  # type: ignore[misc]
    """N games of an id, advanced together; `settings` are those of `gymnasium.make`."""

    def __init__(self, id: str, env_num: int, **settings: Any) -> None:
        # Not super().__init__(): that would make an environment for each game.
        games = gymnasium.make_vec(id, env_num, "vector_entry_point", **settings).unwrapped
        assert isinstance(games, SingleVectorEnv)
        self.games = games
        self.env_num = env_num
        self.is_async = self.is_closed = False
        self.ready_id = list(range(env_num))
        self._begun = False
        self._seed: int | list[int] | None = None

    def reset(self, env_id: Any = None, **arguments: Any) -> tuple[Array, Array]:
        """New games in some places; a game that has ended has begun again already."""
        self._assert_is_not_closed()
        chosen = self._wrap_id(env_id)
        seed, self._seed = arguments.pop("seed", self._seed), None
        if not self._begun or seed is not None:
            seen, infos = self.games.reset(seed=seed, **arguments)
            self._begun = True
        else:
            seen, infos = self.games.reset(options={"reset_mask": self._places(chosen)})
        return self._shown(seen, infos["action_mask"], chosen), np.array([{"env_id": i} for i in chosen])

    def step(self, action: Any, id: Any = None) -> tuple[Array, Array, Array, Array, Array]:
        """The learner's decisions in some games, and everything up to its next one. Where a game ends, its last
        observation."""
        self._assert_is_not_closed()
        chosen = self._wrap_id(id)
        actions = np.zeros(self.env_num, dtype=np.int64)
        actions[chosen] = np.asarray(action)
        seen, rewards, ends, cuts, infos = self.games.step_some(actions, self._places(chosen))
        masks = infos["action_mask"].copy()
        told: list[dict[str, Any]] = [{"env_id": i} for i in range(self.env_num)]
        for i, (last, info) in self.games.ends.items():
            seen[i], masks[i] = last, info["action_mask"]
            told[i] |= {name: value for name, value in info.items() if np.ndim(value) == 0}
        shown = self._shown(seen, masks, chosen)
        return shown, rewards[chosen], ends[chosen], cuts[chosen], np.array([told[i] for i in chosen])

    def seed(self, seed: int | list[int] | None = None) -> list[list[int] | None]:
        """Seeds for the next `reset`: from a number on, or one for each game."""
        self._seed = seed
        listed = seed if isinstance(seed, list) else [None if seed is None else seed + i for i in range(self.env_num)]
        return [None if one is None else [one] for one in listed]

    def get_env_attr(self, key: str, id: Any = None) -> list[Any]:
        """The same for every game."""
        names = {"observation_space": "single_observation_space", "action_space": "single_action_space"}
        return [getattr(self.games, names.get(key, key), None) for _ in self._wrap_id(id)]

    def set_env_attr(self, key: str, value: Any, id: Any = None) -> None:
        """Games have nothing to set."""
        raise NotImplementedError(f"games have no attribute {key} to set")

    def render(self, **_: Any) -> list[Any]:
        """Every game as the learner sees it."""
        return list(self.games.render() or ())

    def close(self) -> None:
        """End the processes of opponents that have their own."""
        self._assert_is_not_closed()
        self.games.close()
        self.is_closed = True

    def _places(self, chosen: Any) -> Array:
        places = np.zeros(self.env_num, dtype=np.bool_)
        places[chosen] = True
        return places

    def _shown(self, seen: Array, masks: Array, chosen: Any) -> Array:
        legal = masks.astype(np.bool_)
        return np.array([{"obs": seen[i], "mask": legal[i]} for i in chosen], dtype=object)


class SeatsEnv(PettingZooEnv):  # type: ignore[misc]
    """A PettingZoo environment for `MultiAgentOffPolicyAlgorithm` and the like, whose masks are arrays."""

    def __init__(self, env: GameEnv) -> None:
        super().__init__(env)

    def reset(self, *arguments: Any, **named: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; observation and info of the agent to act."""
        self.env.reset(*arguments, **named)
        self.rewards = [0.0] * len(self.agents)
        seen, _, _, _, info = self.env.last()
        return self._shown(seen), info

    def step(self, action: Any) -> tuple[dict[str, Any], list[float], bool, bool, dict[str, Any]]:
        """Observation of the agent to act, the rewards of all, and whether the game is over."""
        self.env.step(int(action))
        seen, _, ended, cut, info = self.env.last()
        self.rewards = [float(self.env.rewards[agent]) for agent in self.agents]
        return self._shown(seen), self.rewards, ended, cut, info

    def _shown(self, seen: dict[str, Any]) -> dict[str, Any]:
        agent = self.env.agent_selection
        return {"agent_id": agent, "obs": seen["observation"], "mask": seen["action_mask"].astype(np.bool_)}
