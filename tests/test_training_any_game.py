"""Training is for any game that is registered: the toy game is trained, resumed and played by the same code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from exodus_env import cli  # noqa: E402
from exodus_env.kit.registry import forget, register  # noqa: E402
from exodus_env.policies.checkpoint import read_policy  # noqa: E402
from tests.toy.config import BeaconConfig  # noqa: E402
from tests.toy.game import BEACON  # noqa: E402
from tests.toy.ruleset import beacon  # noqa: E402
from training import publish, stronghold  # noqa: E402
from training.settings import CONFIGS, Settings, SettingsError, preset_path, read_settings  # noqa: E402
from training.store import STATE, read_state  # noqa: E402
from training.train import TRAIN, main  # noqa: E402

FEW = (
    *("--game", "beacon", "--setup", "players=3", "--network", "mlp", "--width", "16", "--num-games", "8"),
    *("--steps", "8", "--minibatch", "32", "--epochs", "1", "--decisions", "100", "--evaluate-every", "1"),
    *("--evaluate-games", "2", "--final-games", "2"),
)


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Beacon is a game of the registry while a test lasts."""
    threads = torch.get_num_threads()
    register(BEACON)
    yield
    forget("beacon")
    torch.set_num_threads(threads)


def trained(out: Path) -> dict[str, Any]:
    """Train a few updates; returns the facts of the run."""
    main([*FEW, "--out", str(out)])
    return read_state(out)[1]


def test_another_game_is_trained_resumed_and_played(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    facts = trained(out)
    assert facts["settings"]["game"] == "beacon" and facts["config"]["players"] == 3
    updates = facts["learner"]["updates"]
    main(["--out", str(out), "--resume", "--decisions", "200"])
    facts = read_state(out)[1]
    assert facts["learner"]["updates"] > updates and facts["learner"]["decisions"] >= 200
    policy = read_policy(out / "best")
    assert policy.game == "beacon_v0" and policy.about["arena"]["rivals"] == [BEACON.balance_player]
    capfd.readouterr()
    names = [f"policy:{out / 'best'}", "random", "random"]
    line = ["arena", "--game", "beacon", "--players", ",".join(names), "--games", "3", "--workers", "1"]
    assert cli.main(line) == 0
    assert names[0] in capfd.readouterr().out
    publish.publish(out / "best", tmp_path / "published")
    assert read_policy(tmp_path / "published").game == "beacon_v0"


def test_a_command_for_one_scenario_refuses_the_run_of_another_game(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    trained(tmp_path / "run")
    with pytest.raises(SystemExit):
        main(["--out", str(tmp_path / "run"), "--resume"], stronghold.SCRIPT)
    assert "holds another run: game: training.stronghold trains 'exodus', not 'beacon'" in capfd.readouterr().err
    with pytest.raises(SystemExit):
        main(["--out", str(tmp_path / "new"), "--setup", "scenario=event_horizon"], stronghold.SCRIPT)
    assert "setup: scenario must be 'stronghold'" in capfd.readouterr().err
    assert not (tmp_path / "new" / STATE).exists()


def test_a_network_for_hexes_is_refused_where_there_are_none(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for kind in ("board", "attention"):
        with pytest.raises(SystemExit):
            main([*FEW, "--network", kind, "--out", str(tmp_path)])
        assert "need a map of hexes, which beacon does not have; use mlp" in capfd.readouterr().err


def test_an_unknown_game_is_refused_with_the_list_of_games() -> None:
    with pytest.raises(SettingsError, match="game: there is no game 'chess'; there are: exodus, corruption, beacon"):
        Settings(game="chess")


def test_a_preset_has_a_name_or_is_a_file(tmp_path: Path) -> None:
    assert preset_path("event_horizon_small") == CONFIGS / "event_horizon_small.toml"
    assert preset_path("mine.toml") == Path("mine.toml")
    assert stronghold.SCRIPT.path("small") == CONFIGS / "stronghold_small.toml"
    (tmp_path / "mine.toml").write_text('game = "beacon"\n[setup]\nplayers = 4\n')
    rules = TRAIN.completed(read_settings(tmp_path / "mine.toml")).rules()
    assert rules.config == BeaconConfig(players=4) and rules.name == beacon(BeaconConfig()).name
