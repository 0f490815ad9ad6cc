"""The demo: trains, measures and writes a report whose parts are all there and agree."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.replay import RecordedBatch, Replay
from exodus_env.policies import player as policy_player
from training import demo, run
from training.settings import read_settings
from training.store import STATE, read_state

TABLES = ("players.csv", "teams.csv")
PICTURES = ("learning_curve.png", "comparison.png")

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
final_games = 2
rivals = ["greedy"]
self_share = 0.5
[setup]
players = 2
[scripted]
greedy = 0.5
"""


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("config") / "tiny.toml"
    file.write_text(TINY)
    return file


def start(config: Path, out: Path, *further: str) -> None:
    demo.main(["--out", str(out), "--config", str(config), "--games", "2", *further])


@pytest.fixture(scope="module")
def whole(config: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A demo from end to end: its folder, and what it printed."""
    out = tmp_path_factory.mktemp("demo") / "report"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        start(config, out)
    return out, printed.getvalue()


def test_report_json_has_exactly_the_figures_it_promises(whole: tuple[Path, str]) -> None:
    found = json.loads((whole[0] / "report.json").read_text())
    assert list(found) == ["learned", "greedy", "motives", "curve"]
    for name in ("learned", "greedy", "motives"):
        assert list(found[name]) == ["win_share", "win_low", "win_high"]
        assert all(type(value) is float for value in found[name].values())
        assert 0.0 <= found[name]["win_low"] <= found[name]["win_share"] <= found[name]["win_high"] <= 1.0
    assert found["greedy"]["win_share"] == 0.5  # against itself


def test_the_curve_begins_before_training_and_goes_on_in_time(whole: tuple[Path, str]) -> None:
    curve: list[dict[str, Any]] = json.loads((whole[0] / "report.json").read_text())["curve"]
    assert len(curve) >= 3
    for point in curve:
        assert {name: type(value) for name, value in point.items()} == {
            "minutes": float,
            "decisions": int,
            "win_share": float,
        }
    assert (curve[0]["minutes"], curve[0]["decisions"]) == (0.0, 0)
    for name in ("minutes", "decisions"):
        assert [point[name] for point in curve] == sorted(point[name] for point in curve)
    assert curve[-1]["decisions"] >= 200


def test_the_first_lines_say_what_will_happen_and_how_long_it_takes(whole: tuple[Path, str]) -> None:
    out, printed = whole
    first = "\n".join(printed.splitlines()[:5])
    for words in ("minutes", "train", "measure", "report", str(out / "report.md")):
        assert words in first


def test_the_last_lines_are_the_tables_and_the_place_of_the_report(whole: tuple[Path, str]) -> None:
    out, printed = whole
    last = printed.splitlines()[-20:]
    assert last[-2].endswith(f"The report: {out / 'report.md'}")
    assert last[-1].endswith(str(out / "best_game.html"))
    for name in ("learned here", "motives", "greedy", "random"):
        assert any(line.startswith(name) for line in last)


def test_the_tables_of_the_page_are_those_of_the_files(whole: tuple[Path, str]) -> None:
    out = whole[0]
    page = (out / "report.md").read_text()
    players = list(csv.DictReader((out / "players.csv").open()))
    teams = list(csv.DictReader((out / "teams.csv").open()))
    shipped = demo.shipped(ruleset(GameConfig(players=2, scenario="event_horizon")))
    names = (f"policy:{out / 'run' / 'best'}", *shipped, *demo.SCRIPTED)
    assert {(row["name"], row["rival"]) for row in players} == {(a, b) for a in names for b in demo.RIVALS}
    siege = demo.shipped(ruleset(GameConfig(players=2, scenario="stronghold")))
    assert [row["name"] for row in teams] == [*siege, *demo.SCRIPTED]
    for row in [*players, *teams]:
        share, low, high = (float(row[name]) for name in ("win_share", "win_low", "win_high"))
        assert f"{share:.3f} [{low:.3f}, {high:.3f}]" in page


def test_everything_the_page_names_is_there(whole: tuple[Path, str]) -> None:
    out = whole[0]
    page = (out / "report.md").read_text()
    for name in (*TABLES, *PICTURES, "game.txt", "report.json", "run", "best_game.html", "best_game.exo.json"):
        assert name in page
        assert (out / name).exists()
    for picture in out.glob("*.png"):
        assert picture.read_bytes().startswith(b"\x89PNG")
    game = (out / "game.txt").read_text()
    assert "Turn 1 of 7" in game and "=== The end ===" in game


def test_the_best_game_is_one_that_was_played_and_measured(whole: tuple[Path, str]) -> None:
    best = Replay.read(whole[0] / "best_game.exo.json")
    best.check()
    learned = f"policy:{whole[0] / 'run' / 'best'}"
    assert sorted(best.players) == sorted((learned, demo.RIVALS[-1]))
    assert (whole[0] / "best_game.html").read_text().startswith("<!doctype html>")


def test_the_best_game_is_the_clearest_win_or_the_narrowest_loss() -> None:
    table = RecordedBatch(ruleset(GameConfig(players=2)), 1)
    table.play(False)
    game = table.recorders[0].replay(["learned", "other"])
    ends = [([1, 2], [20, 5]), ([1, 2], [6, 5]), ([1, 1], [5, 5]), ([2, 1], [4, 5]), ([2, 1], [4, 15])]
    leads = [demo.lead(replace(game, result={"ranks": ranks, "score": score}), "learned") for ranks, score in ends]
    assert leads == sorted(leads, reverse=True)
    assert len(set(leads)) == len(leads)


def test_a_demo_that_was_stopped_goes_on(config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    go = run.Run.go

    def stopped(self: run.Run) -> None:
        self.stopping = bool(self.learner.update())  # as after Ctrl-C in the first update
        go(self)

    with monkeypatch.context() as patch, pytest.raises(SystemExit) as end:
        patch.setattr(run.Run, "go", stopped)
        start(config, tmp_path)
    assert end.value.code == 130
    assert not (tmp_path / "report.md").exists()
    before = read_state(tmp_path / "run")[1]["learner"]
    assert 0 < before["decisions"] < 200
    monkeypatch.setattr(demo, "measure", lambda job, rules: pytest.fail("learned") if unfinished(job) else ([], []))
    monkeypatch.setattr(demo, "write_report", lambda *_: None)
    monkeypatch.setattr(demo, "closing", lambda *_: "")
    start(config, tmp_path)
    assert read_state(tmp_path / "run")[1]["learner"]["updates"] > before["updates"]
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == handlers  # no longer the run's


def unfinished(job: demo.Job) -> bool:
    return bool(read_state(job.folder)[1]["learner"]["decisions"] < job.settings.decisions)


def test_a_folder_with_another_run_is_refused(
    whole: tuple[Path, str], config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = (whole[0] / "run" / STATE).read_bytes()
    with pytest.raises(SystemExit) as end:
        start(config, whole[0], "--seed", "1")
    assert end.value.code == 2
    assert "holds a run with seed 0; name another folder with --out" in capsys.readouterr().err
    assert (whole[0] / "run" / STATE).read_bytes() == state


def test_a_folder_that_cannot_be_written_is_refused_before_training(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "learn", lambda job: pytest.fail("trained"))
    (tmp_path / "file").write_text("")
    (tmp_path / "closed").mkdir(mode=0o500)
    places = [tmp_path / "file", tmp_path / "file" / "below", tmp_path / ("long" * 100)]
    if os.geteuid() != 0:  # whom no mode keeps out
        places.append(tmp_path / "closed")
    for out in places:
        with pytest.raises(SystemExit) as end:
            start(config, out)
        assert end.value.code == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"error: --out {out} cannot be written to: ")


@pytest.mark.parametrize(
    ("further", "words"),
    [
        (["--games", "0"], "--games must be at least 1, not 0"),
        (["--seed", "-1"], "--seed must not be negative, and is -1"),
        (["--config", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_options_that_cannot_be_are_refused(
    further: list[str], words: str, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        start(config, tmp_path, *further)
    assert end.value.code == 2
    assert words in capsys.readouterr().err


def test_a_game_that_cannot_be_compared_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.toml"
    other.write_text(TINY.replace("players = 2", "players = 4"))
    with pytest.raises(SystemExit):
        start(other, tmp_path / "out")
    assert "write players = 2 under [setup]" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_policy_that_comes_with_the_package_is_measured_where_it_fits(
    whole: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(whole[0] / "run" / "best", tmp_path / "event_horizon" / "2")
    monkeypatch.setattr(policy_player, "DATA", tmp_path)
    same, other = (GameConfig(scenario="event_horizon", players=players) for players in (2, 3))
    name = "policy:baseline/event_horizon"
    assert demo.shipped(ruleset(same)) == {name: demo.SHIPPED}
    assert demo.shipped(ruleset(other)) == {} == demo.shipped(demo.siege())
    settings = read_settings(demo.PRESET)
    job = demo.Job(tmp_path, settings, demo.PRESET, 2, {name: demo.SHIPPED}, {})
    assert list(job.players) == [job.learned, name, *demo.SCRIPTED]
    figures = {"win_share": 0.25, "win_low": 0.1, "win_high": 0.5, "games": 2}
    rows = [{"name": player, "rival": rival, **figures} for player in job.players for rival in demo.RIVALS]
    point = {"hours": 0.1, "decisions": 3, "win_share": 0.5, "games": 2}
    page = demo.page(job, [point], rows, [{"name": team, "rival": "", **figures} for team in job.teams])
    assert f"comes with the package, `{name}`" in page and "the shipped policy 0.250" in page


def test_the_preset_learns_from_a_fixed_number_of_decisions_and_imitates_nobody() -> None:
    settings = read_settings(demo.PRESET)
    assert not settings.warm and not settings.start
    assert settings.rivals == ["greedy"]
    assert settings.threads == 1  # so that the same seed gives the same policy
    assert settings.rules().config.players == 2
