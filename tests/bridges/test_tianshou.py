"""Tianshou 2: the same games as Gymnasium's, masks as arrays, and its algorithms on them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("tianshou", reason="runs in an environment of its own: scripts/test-bridges")

import torch
from tianshou.algorithm import DQN, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.utils.torch_utils import policy_within_training_step

from exodus_env.bridges.tianshou import GamesVectorEnv, SeatsEnv
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.registry import find
from tests.bridges.games import IDS, run_example

torch.set_num_threads(1)


class Net(torch.nn.Module):
    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(size, actions)

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[torch.Tensor, Any]:
        return self.layer(torch.as_tensor(obs)), state


def learner(envs: GamesVectorEnv) -> DQN:
    rules = envs.games.rules
    policy = DiscreteQLearningPolicy(
        model=Net(rules.observations.size, rules.actions.size),
        action_space=envs.games.single_action_space,
        eps_training=0.5,
        eps_inference=0.1,
    )
    return DQN(policy=policy, optim=AdamOptimizerFactory(), gamma=1.0, target_update_freq=5)


@pytest.mark.parametrize("id", IDS)
def test_it_plays_the_games_of_gymnasium(id: str) -> None:
    ours = GamesVectorEnv(id, 3, **IDS[id])
    theirs = gymnasium.make_vec(id, 3, "vector_entry_point", **IDS[id])
    ours.seed(6)
    shown, _ = ours.reset()
    seen, infos = theirs.reset(seed=6)
    chance = np.random.default_rng(1)
    ended = 0
    for _ in range(80):
        for i in range(3):
            assert type(shown[i]["mask"]) is np.ndarray and shown[i]["mask"].dtype == np.bool_
            assert (shown[i]["obs"] == seen[i]).all() and (shown[i]["mask"] == infos["action_mask"][i]).all()
        actions = np.where(infos["action_mask"], chance.random(infos["action_mask"].shape), -1.0).argmax(axis=1)
        shown, rewards, ends, cuts, _ = ours.step(actions)
        seen, its_rewards, its_ends, its_cuts, infos = theirs.step(actions)
        assert (rewards == its_rewards).all() and (ends == its_ends).all() and (cuts == its_cuts).all()
        for i in np.flatnonzero(ends | cuts):
            assert (shown[i]["obs"] == infos["final_obs"][i]).all()
            ended += 1
        if (ends | cuts).any():
            over = np.flatnonzero(ends | cuts)
            shown[over], _ = ours.reset(over)
    assert ended
    ours.close()


@pytest.mark.parametrize("id", IDS)
def test_dqn_learns_from_legal_actions(id: str) -> None:
    """Exploring too; in whole games as in steps, when some environments are left out at the end."""
    envs = GamesVectorEnv(id, 3, illegal="raise", **IDS[id])
    algorithm = learner(envs)
    buffer = VectorReplayBuffer(3000, 3)
    collector = Collector(algorithm, envs, buffer, exploration_noise=True)
    collector.reset()
    collector.collect(n_step=60)
    collected = collector.collect(n_episode=4)
    assert collected.n_collected_episodes == 4
    rows, _ = buffer.sample(0)
    assert np.stack(rows.obs.mask)[np.arange(len(rows)), rows.act.astype(int)].all()
    before = algorithm.policy.model.layer.weight.detach().clone()
    with policy_within_training_step(algorithm.policy):
        algorithm.update(buffer=buffer, sample_size=32)
    assert (algorithm.policy.model.layer.weight != before).any()


@pytest.mark.parametrize("id", IDS)
def test_several_learners_take_the_seats_of_pettingzoo(id: str) -> None:
    fixed: dict[str, Any] = {"scenario": "event_horizon"} if id.startswith("Exodus") else {}
    rules = find("exodus" if fixed else "beacon").definition({**fixed, **IDS[id]})
    envs = DummyVectorEnv([lambda: SeatsEnv(GameEnv(rules)) for _ in range(2)])
    seats = rules.config.players
    space = SeatsEnv(GameEnv(rules)).action_space
    players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(space) for _ in range(seats)]
    shared = MultiAgentOffPolicyAlgorithm(algorithms=players, env=SeatsEnv(GameEnv(rules)))
    found = Collector(shared, envs, VectorReplayBuffer(4000, 2)).collect(n_episode=3, reset_before_collect=True)
    assert found.n_collected_episodes == 3 and found.returns.shape == (3, seats)


def test_masks_of_seats_are_arrays() -> None:
    env = SeatsEnv(GameEnv(find("beacon").definition({"players": 3})))
    seen, _ = env.reset(seed=1)
    for _ in range(5):
        assert isinstance(seen["mask"], np.ndarray) and seen["mask"].dtype == np.bool_
        assert Batch(seen).mask.dtype == np.bool_
        seen, rewards, _, _, _ = env.step(np.flatnonzero(seen["mask"])[0])
        assert len(rewards) == 3


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run_example("tianshou_dqn", "--envs 3 --steps 120 --turns 1 --epoch 60")
    assert "decisions/s" in capsys.readouterr().out
