"""Stable-Baselines3 over the batched core: the games of single environments, masks, and its algorithms on them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra `train`")

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from exodus_env.bridges.sb3 import GameVecEnv, LegalDQN, LegalPolicy, make_vec_env
from exodus_env.kit.registry import forget, register
from tests.toy.game import BEACON

IDS: dict[str, dict[str, Any]] = {
    "Exodus/EventHorizon-v0": {"players": 2, "turns": 1},
    "Beacon/Night-v0": {"players": 3},
}
SHORT = {"n_steps": 16, "batch_size": 32, "n_epochs": 1, "device": "cpu"}
QUICK = {"learning_starts": 30, "train_freq": 4, "batch_size": 16, "buffer_size": 500, "device": "cpu"}


@pytest.fixture(autouse=True, scope="module")
def fixture_ready() -> Iterator[None]:
    """The toy game has an id; workers share the cores."""
    torch.set_num_threads(1)
    register(BEACON)
    yield
    forget(BEACON.name)


def games(id: str, n: int = 4, **settings: Any) -> GameVecEnv:
    return make_vec_env(id, n, **{**IDS[id], **settings})


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("inside", [False, True], ids=["masks beside", "masks inside"])
def test_it_plays_the_games_of_single_environments(id: str, inside: bool) -> None:
    """Observation, reward, end, last observation and result of every step, as DummyVecEnv has them."""
    theirs = DummyVecEnv([lambda: gymnasium.make(id, disable_env_checker=True, **IDS[id]) for _ in range(3)])
    ours = games(id, 3, mask_in_observation=inside)
    size = ours.rules.observations.size
    theirs.seed(9)
    ours.seed(9)
    seen, expected = ours.reset(), theirs.reset()
    chance = np.random.default_rng(2)
    ended = 0
    for _ in range(80):
        masks = np.stack(theirs.env_method("action_masks"))
        assert (seen[:, :size] == expected).all() and (np.stack(ours.env_method("action_masks")) == masks).all()
        assert not inside or (seen[:, size:] == masks).all()
        assert seen[0] in ours.observation_space
        actions = np.where(masks, chance.random(masks.shape), -1.0).argmax(axis=1)
        seen, rewards, dones, infos = ours.step(actions)
        expected, its_rewards, its_dones, its_infos = theirs.step(actions)
        assert (rewards == its_rewards).all() and (dones == its_dones).all()
        for i in np.flatnonzero(dones):
            last = infos[i]["terminal_observation"]
            assert (last[:size] == its_infos[i]["terminal_observation"]).all() and len(last) == seen.shape[1]
            assert infos[i]["rank"] == its_infos[i]["rank"] and infos[i]["is_success"] == its_infos[i]["is_success"]
            assert infos[i]["TimeLimit.truncated"] is its_infos[i]["TimeLimit.truncated"] is False
            ended += 1
    assert ended


@pytest.mark.parametrize("id", IDS)
def test_maskable_ppo_learns_from_it(id: str) -> None:
    """Without ever taking an illegal action, through the ends of games, which it logs."""
    model = MaskablePPO("MlpPolicy", games(id, illegal="raise"), policy_kwargs={"net_arch": [32]}, **SHORT)
    before = model.policy.action_net.weight.detach().clone()
    model.learn(600 if id.startswith("Beacon") else 256)
    assert (model.policy.action_net.weight != before).any()
    assert model.ep_info_buffer and model.ep_success_buffer


@pytest.mark.parametrize("algorithm", [PPO, A2C])
@pytest.mark.parametrize("id", IDS)
def test_plain_algorithms_with_the_mask_inside_take_legal_actions_only(id: str, algorithm: Any, tmp_path: Path) -> None:
    settings = SHORT if algorithm is PPO else {"n_steps": 16, "device": "cpu"}
    envs = games(id, mask_in_observation=True, illegal="raise")
    model = algorithm(LegalPolicy, envs, policy_kwargs={"net_arch": [32]}, **settings)
    model.learn(192)
    model.save(tmp_path / "model")
    again = algorithm.load(tmp_path / "model", envs)
    seen = envs.reset()
    for deterministic in (True, False):
        actions, _ = again.predict(seen, deterministic=deterministic)
        assert envs.action_masks()[np.arange(4), actions].all()
    assert (again.predict(seen, deterministic=True)[0] == model.predict(seen, deterministic=True)[0]).all()


@pytest.mark.parametrize("id", IDS)
def test_legal_dqn_explores_and_plays_legal_actions_only(id: str, tmp_path: Path) -> None:
    envs = games(id, mask_in_observation=True, illegal="raise")
    model = LegalDQN("MlpPolicy", envs, policy_kwargs={"net_arch": [32]}, exploration_fraction=0.5, **QUICK)
    model.learn(400)
    assert model._n_updates > 10
    assert torch.isfinite(model.q_net.q_net[0].weight).all()
    model.save(tmp_path / "model")
    seen = envs.reset()
    actions, _ = LegalDQN.load(tmp_path / "model").predict(seen, deterministic=True)
    assert envs.action_masks()[np.arange(4), actions].all()


@pytest.mark.parametrize("algorithm", [PPO, DQN])
def test_plain_algorithms_without_masks_play_random_legal_actions_instead_of_illegal_ones(algorithm: Any) -> None:
    settings = SHORT if algorithm is PPO else QUICK
    envs = VecMonitor(games("Beacon/Night-v0", illegal="random"))
    model = algorithm("MlpPolicy", envs, **settings)
    model.learn(300)
    assert model.ep_info_buffer


class Halves(BaseFeaturesExtractor):
    """A network of one's own."""

    def __init__(self, observation_space: Any, features_dim: int = 24) -> None:
        super().__init__(observation_space, features_dim)
        self.layer = torch.nn.Linear(observation_space.shape[0], features_dim)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.layer(observations)) / 2


@pytest.mark.parametrize("inside", [False, True], ids=["masks beside", "masks inside"])
def test_networks_of_ones_own(inside: bool) -> None:
    own = {"features_extractor_class": Halves, "features_extractor_kwargs": {"features_dim": 16}, "net_arch": [8]}
    envs = games("Beacon/Night-v0", mask_in_observation=inside, illegal="raise")
    model: Any = (PPO if inside else MaskablePPO)(
        LegalPolicy if inside else "MlpPolicy", envs, policy_kwargs=own, **SHORT
    )
    model.learn(64)
    assert model.policy.features_extractor.layer.weight.shape == (16, envs.rules.observations.size)


def test_what_games_do_not_have_is_refused() -> None:
    envs = games("Beacon/Night-v0")
    assert envs.get_attr("rules", [1, 2]) == [envs.rules] * 2
    assert envs.env_is_wrapped(VecMonitor) == [False] * 4
    with pytest.raises(NotImplementedError, match="no attribute seat to set"):
        envs.set_attr("seat", 2)
    with pytest.raises(NotImplementedError, match="no method close"):
        envs.env_method("close")
