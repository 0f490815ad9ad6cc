"""`exodus arena --teams`: win share by difficulty, and teams with a guest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exodus_env import cli
from exodus_env.exodus.config import DIFFICULTIES, GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.teams import Options, Team, as_csv, report, row_of, teams_of
from tests.test_arena import result
from tests.test_balance import compiled_only

HELD = {"players": 2, "scenario": "stronghold"}


def teams(names: list[str], **settings: Any) -> list[Team]:
    return teams_of(ruleset(GameConfig(**settings)), names, Options(names, games=3, seed=5))


def test_every_name_plays_every_difficulty_and_with_every_other() -> None:
    found = teams(["a", "b"], difficulty="hard", **HELD)
    alone = [(team.name, team.difficulty) for team in found if team.guest == team.name]
    assert alone == [(name, difficulty) for difficulty in DIFFICULTIES for name in ("a", "b")]
    mixed = [team for team in found if team.guest != team.name]
    assert [(team.name, team.guest, team.difficulty) for team in mixed] == [("a", "b", "hard"), ("b", "a", "hard")]
    for team in found:
        assert team.rules.config.difficulty == team.difficulty
        assert sorted(team.plan.names) == sorted([team.guest, team.name])
    assert {len(team.plan.line_ups) for team in mixed} == {2}, "the guest has every seat in turn"


def test_a_guest_has_one_seat_of_a_larger_team() -> None:
    found = teams(["a", "b"], players=3, scenario="stronghold")
    assert [team.plan.names for team in found if team.guest != team.name] == [("b", "a", "a"), ("a", "b", "b")]


def test_one_alone_has_no_guest() -> None:
    found = teams(["a", "b"], players=1, scenario="secure_the_borders")
    assert [(team.name, team.difficulty) for team in found] == [("a", ""), ("b", "")]


def test_the_tables_say_what_the_games_say() -> None:
    found = teams(["a", "b"], **HELD)
    won = {"a": (True, True, False), "b": (False, False, False)}
    rows = []
    for team in found:
        ends = won["a"] if team.name == team.guest == "a" else won["b"]
        rows.append(
            row_of(team, [result(i, won=end, lost=not end, score=(4 + i, 8 + i)) for i, end in enumerate(ends)])
        )
    assert (rows[0]["win_share"], rows[0]["mean_points"]) == (pytest.approx(2 / 3, abs=1e-6), 7)
    told = "\n".join(report({"teams": rows, "about": {"points": "keys"}}, ["a", "b"]))
    assert "win share" in told and "keys" in told and "difficulty standard" in told
    assert told.count("0.667 [") == len(DIFFICULTIES) + 1, "alone at every difficulty, and once among the mixed"
    lines = as_csv(rows).decode().splitlines()
    assert lines[0].startswith("team,guest,difficulty,games,win_share") and len(lines) == 1 + len(rows)


def test_no_team_is_no_table() -> None:
    assert report({"teams": [], "about": {"points": "VP"}}, ["a"]) == ["No team has played all its games."]


@compiled_only
def test_teams_are_played_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "--teams", "random,greedy", "--scenario", "stronghold", "--turns", "1", "--games", "2"]
    assert cli.main([*line, "--workers", "1", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "12 teams" in told and "goes to another player" in told
    document = json.loads((tmp_path / "teams.json").read_text())
    assert len(document["teams"]) == 12 and document["about"]["complete"] is True
    assert document["about"]["points"] == "VP"
    assert (tmp_path / "teams.csv").exists()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--teams", "random,greedy"], "--teams needs a game that all win or lose together"),
        (["--teams", "random", "--players", "random"], "--players does not go with --teams"),
        (["--teams", "random", "--ladder", "x.json"], "--ladder does not go with --teams"),
        (["--teams", ","], "--teams must name players"),
        (["--teams", "human", "--scenario", "stronghold"], "a human plays one game at a time"),
        (["--players", "random,random", "--seats", "2"], "--seats belongs to --teams"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_what_makes_no_sense_is_one_line(given: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", *given]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and words in said
