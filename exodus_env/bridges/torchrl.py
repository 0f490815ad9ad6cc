"""TorchRL: games of a Gymnasium id as one batched environment whose action spec knows what is legal.

`GamesEnv("Exodus/EventHorizon-v0", 64, players=2)` is an `EnvBase` of batch size [64] with the keys observation,
action_mask, action, reward, done, terminated and truncated. Random actions are legal ones: the mask is part of the
action spec after each step. For every seat at once there is TorchRL's own `PettingZooWrapper(env, use_mask=True)`.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from exodus_env.kit.definition import Array
from exodus_env.kit.single_vector import SingleVectorEnv


class GamesEnv(EnvBase):  # type: ignore[misc]
    """N games of an id, advanced together; `settings` are those of `gymnasium.make`."""

    def __init__(self, id: str, num_envs: int, seed: int | None = None, device: Any = "cpu", **settings: Any) -> None:
        super().__init__(device=device, batch_size=torch.Size([num_envs]))
        games = gymnasium.make_vec(id, num_envs, "vector_entry_point", **settings).unwrapped
        assert isinstance(games, SingleVectorEnv)
        self.games = games
        self._seed_to_use = seed
        box, actions = games.single_observation_space, games.rules.actions.size
        assert isinstance(box, gymnasium.spaces.Box)
        low, high = (torch.tensor(bound).expand(num_envs, -1) for bound in (box.low, box.high))
        shape = torch.Size([num_envs])
        self.observation_spec = Composite(
            observation=Bounded(low.clone(), high.clone(), dtype=torch.float32, device=device),
            action_mask=Binary(actions, shape=(num_envs, actions), dtype=torch.bool, device=device),
            shape=shape,
        )
        self.action_spec = Categorical(actions, shape=shape, dtype=torch.int64, device=device)
        self.reward_spec = Unbounded((num_envs, 1), dtype=torch.float32, device=device)
        ends = {
            name: Binary(1, shape=(num_envs, 1), dtype=torch.bool, device=device)
            for name in ("done", "terminated", "truncated")
        }
        self.done_spec = Composite(**ends, shape=shape)

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        """New games where "_reset" says so, or everywhere; a game that has ended has begun again already."""
        some = tensordict.get("_reset", None) if tensordict is not None else None
        if some is None or not self.games.np_random:
            seen, infos = self.games.reset(seed=self._seed_to_use)
            self._seed_to_use = None
        else:
            mask = some.reshape(self.batch_size).cpu().numpy()
            seen, infos = self.games.reset(options={"reset_mask": mask})
        return self._shown(seen, infos["action_mask"])

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        """The learner's decision in every game, and everything up to its next one. Where a game ends, its last
        observation."""
        seen, rewards, ends, cuts, infos = self.games.step(tensordict["action"].cpu().numpy())
        masks = infos["action_mask"].copy()
        for i, (last, info) in self.games.ends.items():
            seen[i], masks[i] = last, info["action_mask"]
        shown = self._shown(seen, masks)
        told = {"reward": rewards.astype(np.float32), "terminated": ends, "truncated": cuts, "done": ends | cuts}
        return shown.update({name: torch.from_numpy(array)[:, None].to(self.device) for name, array in told.items()})

    def _shown(self, seen: Array, masks: Array) -> TensorDict:
        legal = torch.from_numpy(masks.astype(np.bool_)).to(self.device)
        self.full_action_spec["action"].update_mask(legal)
        found = {"observation": torch.from_numpy(seen).to(self.device), "action_mask": legal}
        return TensorDict(found, self.batch_size, device=self.device)

    def _set_seed(self, seed: int | None) -> None:
        """For the next `reset` of all games: game i has this seed and i more."""
        self._seed_to_use = seed

    def close(self, **named: Any) -> None:
        """End the processes of opponents that have their own."""
        self.games.close()
        super().close(**named)
