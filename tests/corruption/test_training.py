"""Networks learn X-ODUS: the map that grows, choices of ships and cards; what is learned plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")

from exodus_env.corruption.config import CorruptionConfig  # noqa: E402
from exodus_env.corruption.encoding.places import BESIDE_SCALE  # noqa: E402
from exodus_env.corruption.ruleset import corruption  # noqa: E402
from exodus_env.kit.arena import Plan  # noqa: E402
from exodus_env.kit.kernel import COMPILED  # noqa: E402
from exodus_env.kit.vector import VectorEnv  # noqa: E402
from exodus_env.kit.workers import play_plan  # noqa: E402
from exodus_env.players import make_player  # noqa: E402
from exodus_env.policies.checkpoint import read_policy  # noqa: E402
from exodus_env.policies.network import build_network  # noqa: E402
from training import corruption as script  # noqa: E402
from training.settings import SettingsError, read_settings  # noqa: E402
from training.store import read_state  # noqa: E402
from training.train import main  # noqa: E402

compiled_only = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")
FEW = (
    *("--width", "16", "--num-games", "8", "--steps", "16", "--minibatch", "64", "--epochs", "1", "--threads", "1"),
    *("--imitate-decisions", "128", "--value-decisions", "64", "--decisions", "400", "--evaluate-every", "20"),
    *("--evaluate-games", "2", "--final-games", "2", "--setup", "ships=3", "--setup", "players=3"),
)


@compiled_only
@pytest.mark.parametrize("network", ["mlp", "board"])
def test_a_team_learns_and_plays(network: str, tmp_path: Path) -> None:
    """From the small preset: imitation, a few updates, an evaluation, and the policy at a table with others."""
    threads = torch.get_num_threads()
    try:
        main([*FEW, "--network", network, "--out", str(tmp_path)], script.SCRIPT)
    finally:
        torch.set_num_threads(threads)
    facts = read_state(tmp_path)[1]
    assert facts["config"]["players"] == 3 and facts["config"]["shaping"] == 0.5
    assert facts["learner"]["updates"] > 3
    assert read_policy(tmp_path / "latest").game == "corruption_v0"
    rules = corruption(CorruptionConfig(players=3, ships=3))
    names = (f"policy:{tmp_path / 'latest'}", "random", "greedy")
    run = play_plan(rules, Plan(names, 2, 3), lambda name: make_player(name, game="corruption"), 1)
    assert all(result.fault is None and result.won is not None for result in run.results)


def test_a_board_network_hears_of_neighbours_only() -> None:
    """What changes in a system changes what is thought of the choices that name it and those beside it."""
    rules = corruption(CorruptionConfig(players=1, ships=3))
    torch.manual_seed(1)
    network: Any = build_network({"kind": "board", "width": 8, "layers": 1, "tokens": 8}, rules)
    env = VectorEnv(rules, 2, 5)
    for step in range(30):
        env.step(env.sample_actions(step))
    rows = torch.from_numpy(env.observations)
    near = network.growing(rows)
    beside = next(block for block in rules.observations.blocks if block.name == "beside")
    said = env.observations[:, beside.start : beside.start + beside.size].reshape(2, *beside.shape)
    for row in range(2):
        for system in range(beside.shape[0]):
            told = np.rint(said[row, system] / BESIDE_SCALE).astype(int) - 1
            assert set(np.flatnonzero(near[row, system].numpy())) == {int(other) for other in told if other >= 0}
    assert near.sum() > 4


@pytest.mark.parametrize("preset", ["small", "standard"])
def test_presets_are_of_this_game(preset: str) -> None:
    rules: Any = script.SCRIPT.completed(read_settings(script.SCRIPT.path(preset))).rules()
    assert rules.game == "corruption" and rules.config.players == 4
    assert rules.config.difficulty == {"small": "casual", "standard": "hardened"}[preset]


def test_the_preset_of_another_game_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"game: training\.corruption trains 'corruption', not 'exodus'"):
        script.SCRIPT.completed(read_settings(script.SCRIPT.path("stronghold_small")))
