"""Networks in compiled code score as PyTorch does, play without it, and are as fast as search needs them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")
from exodus_env.corruption.config import CorruptionConfig  # noqa: E402
from exodus_env.corruption.ruleset import corruption  # noqa: E402
from exodus_env.exodus.config import GameConfig  # noqa: E402
from exodus_env.exodus.ruleset import ruleset  # noqa: E402
from exodus_env.kit.definition import Definition  # noqa: E402
from exodus_env.kit.kernel import COMPILED  # noqa: E402
from exodus_env.kit.perceptron import ILLEGAL, LANES, padded  # noqa: E402
from exodus_env.kit.vector import VectorEnv  # noqa: E402
from exodus_env.policies.checkpoint import (  # noqa: E402
    DESCRIPTION,
    PolicyError,
    load_evaluator,
    read_policy,
    save_policy,
)
from exodus_env.policies.compiled import CompiledNetwork, draw_rows, weight_shapes  # noqa: E402
from exodus_env.policies.description import checked_description  # noqa: E402
from exodus_env.policies.network import IMPOSSIBLE, TorchNetwork, build_network, evaluator_of  # noqa: E402
from exodus_env.policies.tensors import load_weights, shapes_of  # noqa: E402

ROOT = Path(__file__).parent.parent
DESCRIPTIONS: dict[str, dict[str, Any]] = {
    "as a rule": {},
    "one layer": {"layers": 1},
    "three layers, cards by what they do": {"layers": 3, "card_identity": False},
    "linear head, no mask": {"head": "linear", "mask_input": False},
}
WIDTH = 40  # not a multiple of LANES
GAMES: dict[str, dict[str, Any]] = {
    "base": {"players": 4},
    "event horizon": {"players": 2, "scenario": "event_horizon"},
    "x-odus": {"players": 2, "ships": 3},
    "everything": {"players": 2, "edge_of_extinction": True, "modules": ["M1", "M3", "M4", "M10"]},
}


def rules_of(game: str) -> Definition:
    if game == "x-odus":
        return corruption(CorruptionConfig.from_dict(GAMES[game]))
    return ruleset(GameConfig.from_dict(GAMES[game]))


def network_of(rules: Definition, **description: Any) -> Any:
    """A network whose weights are all different."""
    torch.manual_seed(3)
    network = build_network({"width": WIDTH, **description}, rules)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return network


def compiled(network: Any, rules: Definition) -> CompiledNetwork:
    weights = {name: tensor.numpy() for name, tensor in network.state_dict().items()}
    return CompiledNetwork(network.description, weights, rules)


def positions(rules: Definition, count: int) -> tuple[Any, Any]:
    """Observations and masks from the middle of games."""
    env = VectorEnv(rules, count, 7)
    for step in range(80):
        env.step(env.sample_actions(step))
    return env.observations.copy(), env.action_masks.copy()


@pytest.mark.uncompiled
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("description", DESCRIPTIONS.values(), ids=DESCRIPTIONS)
def test_scores_and_values_are_those_of_pytorch(game: str, description: dict[str, Any]) -> None:
    rules = rules_of(game)
    network = network_of(rules, **description)
    observations, masks = positions(rules, 64 if COMPILED else 1)
    scores, values = compiled(network, rules).evaluate(observations, masks)
    expected, worth = TorchNetwork(network).evaluate(observations, masks)
    legal = masks == 1
    assert np.abs(expected[legal]).max() > 0.1  # there is something to compare
    assert scores[legal] == pytest.approx(expected[legal], abs=1e-4)
    assert values == pytest.approx(worth, abs=1e-4)
    assert (scores[~legal] == ILLEGAL).all() and ILLEGAL == IMPOSSIBLE


@pytest.mark.parametrize("description", DESCRIPTIONS.values(), ids=DESCRIPTIONS)
def test_the_shapes_of_weights_are_known_without_pytorch(description: dict[str, Any]) -> None:
    rules = rules_of("everything")
    network = network_of(rules, **description)
    assert weight_shapes(network.description, rules) == shapes_of(network)


def test_a_row_scores_the_same_alone_and_among_others() -> None:
    rules = rules_of("event horizon")
    network = compiled(network_of(rules), rules)
    observations, masks = positions(rules, 16 if COMPILED else 2)
    scores, values = network.evaluate(observations, masks)
    for i in range(len(masks)):
        one, worth = network.evaluate(observations[i : i + 1], masks[i : i + 1])
        assert one.tobytes() == scores[i : i + 1].tobytes() and worth.tobytes() == values[i : i + 1].tobytes()


def test_rows_of_weights_are_filled_up_with_zeros() -> None:
    rules = rules_of("event horizon")
    network = compiled(network_of(rules), rules)
    assert network.weights.shape[1] == padded(WIDTH) == 3 * LANES
    assert not network.weights[:, WIDTH:].any()


@pytest.mark.uncompiled
def test_a_certain_action_is_always_drawn() -> None:
    """Whatever the number drawn, an action without probability is never taken."""
    scores = np.array([[IMPOSSIBLE, 0.0, 200.0, 0.0, -np.inf]] * 3, dtype=np.float32)
    masks = np.array([[0, 1, 1, 1, 1]] * 3, dtype=np.int8)
    draws = np.array([0.0, 0.5, np.nextafter(np.float32(1), np.float32(0))], dtype=np.float32)
    actions, log_p = np.zeros(3, dtype=np.int64), np.ones(3, dtype=np.float32)
    draw_rows(scores, masks, draws, actions, log_p)
    assert actions.tolist() == [2, 2, 2] and log_p == pytest.approx(np.zeros(3), abs=1e-6)


# ---- playing without PyTorch -----------------------------------------------------------------------------------------


def saved(folder: Path, rules: Definition, **description: Any) -> Any:
    network = network_of(rules, **description)
    save_policy(folder, rules, network.description, network.state_dict(), {})
    return network


WITHOUT_TORCH = """
import sys
sys.modules["torch"] = None
from exodus_env.kit.arena import plan_for
from exodus_env.kit.workers import play_plan
from exodus_env.players import make_player
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset

rules = ruleset(GameConfig(players=2, scenario="event_horizon", turns=2))
run = play_plan(rules, plan_for([sys.argv[1], "random"], 4, 1), make_player, 1)
print([list(result.ranks) for result in run.results])
"""


@pytest.mark.skipif(not COMPILED, reason="what is not compiled is played by PyTorch")
def test_a_policy_plays_without_pytorch(tmp_path: Path) -> None:
    rules = ruleset(GameConfig(players=2, scenario="event_horizon", turns=2))
    saved(tmp_path, rules)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-c", WITHOUT_TORCH, f"policy:{tmp_path}"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("[[")


@pytest.mark.skipif(not COMPILED, reason="what is not compiled is played by PyTorch")
def test_another_network_needs_pytorch_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("event horizon")
    saved(tmp_path, rules, kind="board")
    monkeypatch.setattr("exodus_env.policies.checkpoint.find_spec", lambda name: None if name == "torch" else name)
    with pytest.raises(PolicyError, match=r"needs torch: pip install"):
        load_evaluator(tmp_path, read_policy(tmp_path), rules)


def test_weights_of_other_shapes_are_refused(tmp_path: Path) -> None:
    rules = rules_of("event horizon")
    saved(tmp_path, rules)
    text = (tmp_path / DESCRIPTION).read_text()
    (tmp_path / DESCRIPTION).write_text(text.replace(f'"width": {WIDTH}', f'"width": {WIDTH + 1}'))
    with pytest.raises(PolicyError, match="does not fit its network"):
        load_evaluator(tmp_path, read_policy(tmp_path), rules)


@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float32", "float64"])
def test_weights_of_any_precision_are_read(kind: str) -> None:
    from safetensors.torch import save

    weights = torch.tensor([[1.0, -2.5, 0.0], [3.25, 1e-2, -7.0]])
    kept = weights.to(getattr(torch, kind))
    (found,) = load_weights(save({"w": kept})).values()
    assert found.tolist() == kept.double().tolist()


def test_what_learns_plays_by_its_weights_as_they_are() -> None:
    """An evaluator is made of a copy: learning on does not change it."""
    rules = rules_of("event horizon")
    network = network_of(rules)
    observations, masks = positions(rules, 4)
    before = evaluator_of(network, rules)
    scores, _ = before.evaluate(observations, masks)
    if COMPILED:
        with torch.no_grad():
            network.head.bias += 1.0
        assert (before.evaluate(observations, masks)[0] == scores).all()
        assert (evaluator_of(network, rules).evaluate(observations, masks)[0] != scores)[masks == 1].all()


@pytest.mark.skipif(not COMPILED, reason="speed is that of compiled code")
def test_a_row_takes_microseconds() -> None:
    """A bound that even a busy machine keeps; docs/BENCHMARKS.md has what is measured."""
    rules = rules_of("base")
    network = network_of(rules, width=256)
    playing, pytorch = compiled(network, rules), TorchNetwork(network)
    observations, masks = positions(rules, 64)

    def fastest(of: Any) -> float:
        times = []
        for _ in range(20):
            started = time.perf_counter()
            for i in range(8):
                of.evaluate(observations[i : i + 1], masks[i : i + 1])
            times.append(time.perf_counter() - started)
        return min(times) / 8

    torch.set_num_threads(1)
    assert fastest(playing) < 0.5 * fastest(pytorch)
    assert checked_description(network.description)["kind"] == "mlp"
