"""TorchRL: its own checks of specs, the same games as Gymnasium's, and masks that random actions obey."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

pytest.importorskip("torchrl", reason="runs in an environment of its own: scripts/test-bridges")

import torch
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from exodus_env import event_horizon_v0
from exodus_env.bridges.torchrl import GamesEnv
from tests.bridges.games import IDS, run_example

torch.set_num_threads(1)


@pytest.mark.parametrize("id", IDS)
def test_torchrls_own_check(id: str) -> None:
    check_env_specs(GamesEnv(id, 3, seed=1, **IDS[id]))


def test_torchrls_own_check_of_its_wrapper() -> None:
    env = event_horizon_v0.env(players=2, turns=1)
    check_env_specs(PettingZooWrapper(env, use_mask=True, return_state=False, group_map=None))


@pytest.mark.parametrize("id", IDS)
def test_a_rollout_is_the_game_of_gymnasium(id: str) -> None:
    """Random actions are legal; observation, mask, reward and end of every step, through the ends of games."""
    played = GamesEnv(id, 3, seed=5, illegal="raise", **IDS[id]).rollout(80, break_when_any_done=False)
    games = gymnasium.make_vec(id, 3, "vector_entry_point", **IDS[id])
    seen, infos = games.reset(seed=5)
    for step in range(80):
        now = played[:, step]
        assert (now["observation"].numpy() == seen).all() and (now["action_mask"].numpy() == infos["action_mask"]).all()
        seen, rewards, ends, cuts, infos = games.step(now["action"].numpy())
        assert (now["next", "reward"][:, 0].numpy() == rewards.astype(np.float32)).all()
        assert (now["next", "done"][:, 0].numpy() == (ends | cuts)).all()
        for i in np.flatnonzero(ends | cuts):
            assert (now["next", "observation"][i].numpy() == infos["final_obs"][i]).all()
    assert played["next", "done"].any()


def test_some_games_can_be_begun_again() -> None:
    env = GamesEnv("Beacon/Night-v0", 3, seed=2, **IDS["Beacon/Night-v0"])
    start = env.reset()
    moved = env.rand_step(start)["next"]
    again = env.reset(moved.clone().set("_reset", torch.tensor([[False], [True], [False]])))
    assert (again["observation"][[0, 2]] == moved["observation"][[0, 2]]).all()
    env.set_seed(2)
    assert (env.reset()["observation"] == start["observation"]).all()


def test_a_collector_gathers_legal_decisions() -> None:
    class Random(torch.nn.Module):
        def forward(self, mask: torch.Tensor) -> torch.Tensor:
            return torch.distributions.Categorical(mask.float()).sample()

    policy = TensorDictModule(Random(), in_keys=["action_mask"], out_keys=["action"])
    env = GamesEnv("Beacon/Night-v0", 4, seed=1, illegal="raise", **IDS["Beacon/Night-v0"])
    frames = 0
    for batch in Collector(env, policy, frames_per_batch=64, total_frames=192):
        assert batch["action_mask"].gather(-1, batch["action"][..., None]).all()
        frames += batch.numel()
    assert frames == 192


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run_example("torchrl_batched", "--envs 4 --steps 16 --frames 128 --turns 1")
    assert "128 decisions" in capsys.readouterr().out
