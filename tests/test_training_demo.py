"""The demo: trains, measures and writes a report whose parts are all there and agree."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

pytest.importorskip("torch")

from exodus_env.kit.kernel import COMPILED
from training import demo
from training.store import read_state

pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")

TINY = """
width = 16
num_games = 8
steps = 16
minibatch = 32
epochs = 1
decisions = 300
evaluate_every = 2
evaluate_games = 4
[game]
players = 2
turns = 1
"""


def test_the_demo_leaves_a_report_with_all_its_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, out = tmp_path / "tiny.toml", tmp_path / "report"
    config.write_text(TINY)
    demo.main(["--out", str(out), "--config", str(config), "--games", "4"])
    page = (out / "report.md").read_text()
    assert page in capsys.readouterr().out
    teams = list(csv.DictReader((out / "teams.csv").open()))
    assert [team["name"] for team in teams] == [f"policy:{out / 'run' / 'best'}", *demo.SCRIPTED]
    for team in teams:
        assert team["games"] == "4"
        assert float(team["win_low"]) <= float(team["win_share"]) <= float(team["win_high"])
        assert f"| `{team['name']}` | 4 |" in page
    assert (out / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    assert "Turn 1 of 1" in (out / "game.txt").read_text()


def test_a_demo_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, out = tmp_path / "tiny.toml", tmp_path / "report"
    config.write_text(TINY)
    demo.train(out / "run", str(config), 0)
    learned = read_state(out / "run")[1]["learner"]
    demo.main(["--out", str(out), "--config", str(config), "--games", "2"])
    assert "going on with the run" in capsys.readouterr().err
    assert read_state(out / "run")[1]["learner"] == learned  # all was learned already
    assert (out / "report.md").exists()
