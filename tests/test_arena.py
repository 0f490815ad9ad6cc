"""The arena: same seed same table, fair line-ups, faults that cost one game, figures and files that are right."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env import cli
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit import arena_command as command
from exodus_env.kit import ladder as ladders
from exodus_env.kit.arena import ArenaError, Fault, GameResult, Hall, Plan, plan_for, shared_ranks, shares_of_win
from exodus_env.kit.batch import RESET, Batch
from exodus_env.kit.guests import Guest
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import Player, RandomPlayer, Views
from exodus_env.kit.referee import Watch, in_time
from exodus_env.kit.registry import COMMON_PLAYERS
from exodus_env.kit.standings import rated, standings, wilson
from exodus_env.kit.workers import Progress, Run, play_plan
from exodus_env.players import GROUP, PlayerError, make_player, names_of_class

compiled_only = pytest.mark.skipif(not COMPILED, reason="too many games for an uncompiled run")
MINE = "tests.arena_players:"
# A run as a user starts it at a terminal, whatever this test was started with, that tells every game.
STARTED = """
import signal, sys
from exodus_env import cli
from exodus_env.kit import workers
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
workers.QUIET_SECONDS = 0.0
sys.exit(cli.main(sys.argv[1:]))
"""
FAULTY = ("Raises", "Leaves", "Illegal", "OutOfRange", "WrongType", "Truth", "Stalls")


def small(**settings: Any) -> Ruleset:
    return ruleset(GameConfig.from_dict({"players": 2, "turns": 1, **settings}))


def play(rules: Ruleset, names: list[str], games: int, seed: int = 7, workers: int = 1, limit: float = 60.0) -> Run:
    return play_plan(rules, plan_for(names, games, seed, limit), make_player, workers)


def result(game: int = 0, **given: Any) -> GameResult:
    """A game made by hand, of a against b."""
    values: dict[str, Any] = {
        "game": game,
        "deal": game // 2,
        "line_up": game % 2,
        "names": ("a", "b"),
        "ranks": (1.0, 2.0),
        "wins": (1.0, 0.0),
        "utility": (1.0, -1.0),
        "score": (10, 6),
        "lines": {"planets": (7, 6), "cards": (3, 0)},
        "decisions": 100,
        "turns": 7,
        "won": None,
        "lost": False,
    }
    return GameResult(**{**values, **given})


# Line-ups and deals --------------------------------------------------------------------------------------------------


def test_every_player_has_every_seat_with_the_same_deals() -> None:
    plan = plan_for(["a", "b", "b", "c"], 10, 3)
    assert plan.line_ups == (("a", "b", "b", "c"), ("c", "a", "b", "b"), ("b", "c", "a", "b"), ("b", "b", "c", "a"))
    assert (plan.deals, plan.games) == (3, 12)
    assert {line_up.index("a") for line_up in plan.line_ups} == {0, 1, 2, 3}


def test_equal_line_ups_are_played_once() -> None:
    assert plan_for(["a", "b", "a", "b"], 5, 0).line_ups == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    assert plan_for(["a"] * 4, 5, 0).games == 5


class Notes(RandomPlayer):
    """Remembers what it was given."""

    def __init__(self) -> None:
        self.given: list[Views] = []

    def choose_all(self, views: Views) -> Any:
        self.given.append(views)
        return super().choose_all(views)


def test_all_line_ups_play_the_same_deals() -> None:
    rules = small()
    plan = plan_for(["a", "b"], 4, 11)
    hall = Hall(rules, plan, {"a": RandomPlayer(), "b": RandomPlayer()}, 4)
    numbers = iter(range(4))
    for table in range(4):
        hall._seat(table, next(numbers))
    seeds = hall.batch.seeds.tolist()
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert len(set(hall.key.tolist())) == 4, "decisions have chances of their own"


@compiled_only
def test_results_do_not_depend_on_what_is_played_beside() -> None:
    rules = small(players=3, turns=2)
    plan = plan_for(["random", f"{MINE}OneByOne", "random"], 12, 5)
    made = {name: make_player(name) for name in plan.names}
    found = []
    for tables in (1, 5, 12):
        results: list[GameResult] = []
        numbers = iter(range(plan.games))
        Hall(rules, plan, made, tables).play(lambda n=numbers: next(n, None), results.append)
        found.append(sorted(results, key=lambda one: one.game))
    assert found[0] == found[1] == found[2]
    assert len({one.decisions for one in found[0]}) > 1


@compiled_only
def test_how_a_player_is_asked_changes_nothing() -> None:
    rules = small()
    together = play(rules, ["random", "random"], 6).results
    alone = play(rules, [f"{MINE}OneByOne"] * 2, 6).results
    assert [(one.score, one.decisions) for one in together] == [(one.score, one.decisions) for one in alone]


@compiled_only
def test_a_game_counts_all_its_decisions() -> None:
    rules = small(turns=2)
    (played,) = play(rules, ["random", "random"], 1).results
    assert sum(played.ranks) == 3 and sum(played.wins) == 1 and sum(played.utility) == 0
    assert played.score is not None
    for seat, total in enumerate(played.score):
        assert total == sum(line[seat] for line in played.lines.values())
    assert played.turns == 2 and played.decisions > 20


def test_a_player_is_never_handed_what_is_hidden() -> None:
    """Two games that differ in hidden things only look the same; the worlds a player gets are not the game."""
    rules = small(modules=["M3"])
    notes = Notes()
    hall = Hall(rules, plan_for(["notes", "notes"], 1, 2), {"notes": notes}, 1)
    hall._seat(0, 0)
    for _ in range(4):
        hall._step()
    views = notes.given[-1]
    view = views[0]
    other = view.world(seed=99)
    hidden = [name for name, _, _, kind, _ in FIELDS if kind == "hidden" and not name.startswith(("rng", "scripted"))]
    assert any(not np.array_equal(other[0][name], hall.batch.games[0][name]) for name in hidden)
    seen = np.zeros_like(views.observations)
    rules.observe_as(other, 0, rules.tables, view.seat, seen)
    assert np.array_equal(seen[0], view.observation)
    assert views.worlds().tobytes() != hall.batch.games.tobytes()
    assert "game" not in {name for name in dir(view) if not name.startswith("_")}


@compiled_only
def test_a_mess_in_what_a_player_was_given_matters_to_nobody() -> None:
    rules = small()
    clean = play(rules, ["random", "random"], 6).results
    messy = play(rules, [f"{MINE}Scribbles"] * 2, 6).results
    assert [one.score for one in clean] == [one.score for one in messy]
    assert all(one.fault is None for one in messy)


# Same seed, same table -----------------------------------------------------------------------------------------------


@compiled_only
def test_same_seed_same_files_whatever_the_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for workers in ("1", "2"):
        out = tmp_path / workers
        names = f"random,{MINE}Raises,random"
        arguments = ["arena", "--players", names, "--turns", "2", "--games", "20", "--workers", workers]
        assert cli.main([*arguments, "--seed", "3", "--out", str(out)]) == 0
        told.append(capsys.readouterr().out.replace(str(out), ""))
    assert told[0] == told[1]
    assert "21 games, seed 3: 7 deals in 3 line-ups (20 asked for" in told[0]
    for name in ("result.json", "games.csv"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    for name in ("win_share.png", "points_by_source.png"):
        assert (tmp_path / "1" / name).read_bytes().startswith(b"\x89PNG")
    assert not list(tmp_path.glob("*/*.part"))


@compiled_only
def test_the_result_file_says_what_was_played(tmp_path: Path) -> None:
    arguments = ["--players", f"random,{MINE}OneByOne", "--turns", "1", "--games", "6", "--workers", "1"]
    assert cli.main(["arena", *arguments, "--scenario", "event_horizon", "--out", str(tmp_path)]) == 0
    document = json.loads((tmp_path / "result.json").read_text())
    config = GameConfig(players=2, turns=1, scenario="event_horizon")
    about = document["about"]
    assert about["configuration"] == {key: value for key, value in config.to_dict().items() if key != "content"}
    assert about["fingerprint"] == ruleset(config).fingerprint()
    assert (about["seed"], about["games"], about["deals"], len(about["line_ups"])) == (7, 6, 3, 2)
    keys = {"name", "seats", "games", "win_share", "win_low", "win_high", "mean_rank", "mean_points", "rating"}
    for player in document["players"]:
        assert keys | {"rating_sigma"} <= set(player)
        assert (player["seats"], player["games"]) == (1, 6)
        assert player["win_low"] < player["win_share"] < player["win_high"] or player["win_share"] in (0, 1)
    rows = list(csv.DictReader((tmp_path / "games.csv").open()))
    assert len(rows) == 12
    assert sum(float(row["win"]) for row in rows) == 6


# Faults --------------------------------------------------------------------------------------------------------------


@compiled_only
@pytest.mark.parametrize("kind", FAULTY)
def test_a_fault_costs_its_game_and_no_other(kind: str) -> None:
    rules = small(players=3)
    name = f"{MINE}{kind}"
    run = play(rules, ["random", name, "random"], 9, limit=0.2)
    fine = play(rules, ["random", f"{MINE}Steady", "random"], 9)
    faults = [one for one in run.results if one.fault]
    assert len(run.results) == 9 and 0 < len(faults) < 9
    for one, sound in zip(run.results, fine.results, strict=True):
        if one.fault is None:
            assert (one.score, one.ranks, one.decisions) == (sound.score, sound.ranks, sound.decisions)
            continue
        seat = one.names.index(name)
        assert (one.fault.seat, one.fault.name) == (seat, name)
        assert one.ranks == tuple(3.0 if other == seat else 1.5 for other in range(3))
        assert one.wins == tuple(0.0 if other == seat else 0.5 for other in range(3))
        assert one.utility == tuple(-1.0 if other == seat else 0.5 for other in range(3))
        assert one.score is None and one.decisions < sound.decisions
    words = {
        "Raises": "raised RuntimeError: out of ideas (arena_players.py, line ",
        "Leaves": "raised SystemExit: 3",
        "Illegal": "which is not legal, when it must ",
        "OutOfRange": "answered with a number outside 0 to ",
        "WrongType": "answered with str instead of a whole number",
        "Truth": "answered with bool instead of a whole number",
        "Stalls": "took longer than 0.2 s for a decision",
    }
    assert faults[0].fault is not None and words[kind] in faults[0].fault.message


@compiled_only
def test_a_player_is_held_to_its_own_time() -> None:
    run = play(small(), ["random", f"{MINE}SlowByItsOwnClock"], 2)
    assert all(one.fault is not None and "1.02 s" in one.fault.message for one in run.results)


@compiled_only
def test_a_player_that_gives_too_few_answers_is_asked_one_by_one() -> None:
    rules = small()
    run = play(rules, ["random", f"{MINE}TooFew"], 6)
    assert all(one.fault is None for one in run.results)


@compiled_only
def test_a_fault_is_reported_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", "--players", f"random,{MINE}Raises", "--turns", "1", "--games", "6"]) == 0
    told = capsys.readouterr().out
    assert f"FAULT: {MINE}Raises lost " in told and "it raised RuntimeError: out of ideas" in told


@compiled_only
@pytest.mark.parametrize(
    ("kind", "words"), [("Dies", "ended its process with status 9"), ("Hangs", "took longer than 0.5 s for a decision")]
)
def test_a_player_that_takes_its_process_along_loses_that_game(kind: str, words: str) -> None:
    rules = small()
    run = play(rules, ["random", f"{MINE}{kind}"], 8, workers=2, limit=0.5)
    raising = play(rules, ["random", f"{MINE}Raises"], 8)
    assert run.stopped is None and [one.game for one in run.results] == list(range(8))
    faults = 0
    for one, other in zip(run.results, raising.results, strict=True):
        assert (one.score, one.ranks, one.decisions) == (other.score, other.ranks, other.decisions)
        assert (one.fault and one.fault.seat) == (other.fault and other.fault.seat)
        if one.fault is not None:
            faults += 1
            assert words in one.fault.message
    assert 0 < faults < 8


@compiled_only
def test_a_player_that_dies_before_the_first_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["--players", f"random,{MINE}DiesAtOnce", "--turns", "1", "--games", "4", "--workers", "2"]
    assert cli.main(["arena", *line]) == 2
    said = capsys.readouterr().err
    assert f"player '{MINE}DiesAtOnce' cannot play this: ended its process with status 9" in said
    assert said.count("\n") == 1


@compiled_only
def test_an_interrupt_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(RandomPlayer):
        """Plays until somebody has had enough."""

        asked = 0

        def choose_all(self, views: Views) -> Any:
            self.asked += 1
            if self.asked > 200:
                raise KeyboardInterrupt
            return super().choose_all(views)

    monkeypatch.setattr("exodus_env.kit.arena.MOST_TABLES", 1)
    run = play_plan(small(), plan_for(["x", "x"], 1000, 1), lambda name: Interrupted(), 1)
    assert run.interrupted and 0 < len(run.results) < 1000
    assert run.results == play_plan(small(), plan_for(["x", "x"], len(run.results), 1), make_random, 1).results


def make_random(name: str) -> Player:
    return RandomPlayer()


@compiled_only
def test_an_interrupt_stops_all_processes_and_reports(tmp_path: Path) -> None:
    """However this test was started: nohup and background jobs hand down that interrupts are ignored."""
    line = ["arena", "--players", "random,random", "--games", "100000", "--turns", "1", "--workers", "2"]
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", STARTED, *line, "--out", str(tmp_path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        assert process.stderr is not None
        assert "of 100000 games" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        told, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said and "interrupted after" in said
    about = json.loads((tmp_path / "result.json").read_text())["about"]
    assert about["complete"] is False and 0 < about["games"] < 100000
    assert "win share" in told


def test_progress_is_told_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("exodus_env.kit.workers.QUIET_SECONDS", 0.0)
    progress = Progress(3)
    for _ in range(3):
        time.sleep(0.001)
        progress.one_more()
    progress.close()
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3 and said[-1].startswith("3 of 3 games, ") and said[-1].endswith(", 0 seconds to go")


def test_a_foreign_alarm_goes_on_afterwards() -> None:
    signal.setitimer(signal.ITIMER_REAL, 500)
    try:
        assert in_time(lambda: 5, 1.0) == 5
        assert 400 < signal.getitimer(signal.ITIMER_REAL)[0] <= 500
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


# Figures -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.277533), (5, 10, 0.236593, 0.763407), (10, 10, 0.722467, 1.0), (81, 263, 0.255289, 0.366210)],
)
def test_wilson_gives_known_values(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-5)


def test_ties_share() -> None:
    assert shared_ranks([1, 1, 3, 3]) == (1.5, 1.5, 3.5, 3.5)
    assert shared_ranks([2, 1, 2, 2]) == (3.0, 1.0, 3.0, 3.0)
    assert shares_of_win((1.5, 1.5, 3.5, 3.5)) == (0.5, 0.5, 0.0, 0.0)
    assert sum(shares_of_win((2.0, 2.0, 2.0))) == pytest.approx(1)


def test_the_figures_of_a_table_made_by_hand() -> None:
    games = [
        result(0),
        result(1, names=("b", "a"), score=(4, 8), ranks=(2.0, 1.0), wins=(0.0, 1.0), decisions=120, turns=6),
        result(2, ranks=(1.5, 1.5), wins=(0.5, 0.5), score=(5, 5), lines={"planets": (5, 5), "cards": (0, 0)}),
        result(3, names=("b", "a"), score=None, lines={}, decisions=3, fault=Fault(1, "a", "raised X")),
    ]
    figures = standings(("a", "b"), games, team=False)
    a, b = figures["players"]
    assert (a["name"], a["seats"], a["games"], a["win_share"], b["win_share"]) == ("a", 1, 4, 0.625, 0.375)
    assert (a["win_low"], a["win_high"]) == pytest.approx(wilson(2.5, 4), abs=1e-6)
    assert a["mean_rank"] == pytest.approx((1 + 1 + 1.5 + 2) / 4)
    assert a["mean_points"] == pytest.approx((10 + 8 + 5) / 3, abs=1e-6)
    assert a["points_low"] <= a["mean_points"] <= a["points_high"]
    assert b["points_by_source"] == {"planets": pytest.approx(18 / 3), "cards": pytest.approx(1)}
    assert a["rating"] > 25 > b["rating"] and 0 < a["rating_sigma"] < 25 / 3
    assert figures["length"] == {
        "decisions": {"mean": pytest.approx(320 / 3, abs=1e-6), "min": 100, "max": 120},
        "turns": {"mean": pytest.approx(20 / 3, abs=1e-6), "min": 6, "max": 7},
    }
    assert figures["faults"] == [{"name": "a", "games": 1, "first_game": 3, "message": "raised X"}]
    assert standings(("a", "b"), games, team=False) == figures


def test_a_name_at_several_seats_is_one_player() -> None:
    score = (1, 9, 5)
    game = result(names=("a", "b", "b"), ranks=(3.0, 1.0, 2.0), wins=(0.0, 1.0, 0.0), score=score, lines={"x": score})
    a, b = standings(("a", "b", "b"), [game], team=False)["players"]
    assert (b["seats"], b["games"], b["win_share"], b["mean_rank"], b["mean_points"]) == (2, 1, 0.5, 1.5, 7)
    assert (a["win_share"], a["mean_points"]) == (0, 1)


def test_a_name_against_itself_tells_nothing_about_its_strength() -> None:
    ratings = rated({}, [result(names=("a", "a"))])
    assert (ratings["a"].mu, ratings["a"].games) == (25.0, 1)


@compiled_only
@pytest.mark.parametrize(("names", "mode"), [(["random"], "solo"), (["random", "random"], "coop")])
def test_a_team_has_figures_of_its_own(names: list[str], mode: str, tmp_path: Path) -> None:
    line = ["arena", "--players", ",".join(names), "--scenario", "stronghold", "--turns", "2", "--games", "4"]
    assert cli.main([*line, "--out", str(tmp_path), "--workers", "1"]) == 0
    document = json.loads((tmp_path / "result.json").read_text())
    assert document["about"]["configuration"]["mode"] == mode
    team = document["team"]
    assert (team["win_share"], team["win_low"], team["win_high"]) == pytest.approx((0, *wilson(0, 4)), abs=1e-6)
    (player,) = document["players"]
    assert player["rating"] is None and player["mean_rank"] is None and player["mean_points"] is not None


def test_won_games_of_a_team_count_for_the_team_and_all_in_it() -> None:
    games = [result(n, won=n < 3, lost=n >= 3, wins=(0.5, 0.5) if n < 3 else (0.0, 0.0)) for n in range(4)]
    figures = standings(("a", "b"), games, team=True)
    assert figures["team"]["win_share"] == 0.75 and figures["team"]["won"] == 3
    assert [player["win_share"] for player in figures["players"]] == [0.75, 0.75]
    alike = [result(n, names=("a", "a"), won=True) for n in range(4)]
    (one,) = standings(("a", "a"), alike, team=True)["players"]
    assert (one["games"], one["win_low"]) == (4, pytest.approx(wilson(4, 4)[0], abs=1e-6))


@compiled_only
def test_a_fault_loses_the_game_of_a_team() -> None:
    run = play(small(scenario="stronghold"), ["random", f"{MINE}Raises"], 6)
    faults = [one for one in run.results if one.fault]
    assert faults and all(one.won is False and one.utility == (-1, -1) and one.wins == (0, 0) for one in faults)


@compiled_only
def test_half_together_all_can_lose() -> None:
    run = play(small(scenario="stronghold", mode="semi_coop"), ["random", "random"], 3)
    assert all(one.lost and one.won is None and one.wins == (0, 0) and one.ranks == (1.5, 1.5) for one in run.results)
    figures = standings(("random", "random"), run.results, team=False)
    assert figures["lost_together"] == 3 and figures["players"][0]["win_share"] == 0


def test_the_ruleset_tells_how_a_game_ended() -> None:
    rules = small()
    batch = Batch(rules, 1)
    batch.actions[:] = RESET
    batch.play(False)
    game = batch.games[0]
    game.score[:2, 3] = (4, 6)
    game.rank[:2] = (2, 1)
    told = rules.result(game)
    assert (told.ranks, told.score, told.won, told.lost, told.turn) == ((2, 1), (4, 6), None, False, 1)
    assert told.lines["planets"] == (4, 6)


# Files ---------------------------------------------------------------------------------------------------------------


def document(**about: Any) -> dict[str, Any]:
    """A result as it is written, of two games made by hand."""
    told: dict[str, Any] = {
        "package": "1",
        "configuration": {"players": 2},
        "fingerprint": {"content": "x"},
        "seed": 1,
        "games": 2,
    }
    told["points"] = "VP"
    return {**standings(("a", "b"), [result(0), result(1)], team=False), "about": {**told, **about}}


def test_two_results_of_one_game_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for seed, file in enumerate(files):
        file.write_text(json.dumps(document(seed=seed)))
    assert cli.main(["arena", "--compare", *map(str, files)]) == 0
    told = capsys.readouterr().out
    assert "(2 games, seed 0, version 1)" in told and "(2 games, seed 1, version 1)" in told
    assert told.count("1.000 [0.342, 1.000]") == 2


@pytest.mark.parametrize(
    ("about", "word"),
    [({"configuration": {"players": 3}}, "players (2 and 3)"), ({"fingerprint": {"content": "y"}}, "content")],
)
def test_results_of_different_games_are_refused(
    about: dict[str, Any], word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.json").write_text(json.dumps(document()))
    (tmp_path / "b.json").write_text(json.dumps(document(**about)))
    assert cli.main(["arena", "--compare", str(tmp_path / "a.json"), str(tmp_path / "b.json")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "cannot be compared" in said and word in said


def damaged() -> list[Any]:
    whole = document()
    player = whole["players"][0]
    return [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"[]",
        b'{"about": 1}',
        b"1" * 6000,
        {**whole, "about": {}},
        {**whole, "about": {**whole["about"], "seed": "7"}},
        {**whole, "about": {**whole["about"], "package": 1}},
        {**whole, "about": {**whole["about"], "points": 1}},
        {**whole, "players": {}},
        {**whole, "players": []},
        {**whole, "players": [5]},
        {**whole, "players": [{**player, "name": "\x1b[2J"}]},
        {**whole, "players": [{**player, "win_share": "0.5"}]},
        {**whole, "players": [{**player, "rating": 1e300}]},
        {**whole, "players": [{**player, "mean_points": True}]},
        json.dumps(whole).replace("1.0", "NaN").encode(),
        {**whole, "team": []},
        {**whole, "team": {"win_share": 1}},
    ]


@pytest.mark.parametrize("content", damaged(), ids=range(len(damaged())))
def test_a_damaged_result_is_refused_in_one_line(
    content: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "result.json"
    file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    (tmp_path / "good.json").write_text(json.dumps(document()))
    assert cli.main(["arena", "--compare", str(tmp_path / "good.json"), str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("exodus: error: ") and said.count("\n") == 1 and "result.json" in said
    assert "\x1b" not in said


@compiled_only
def test_a_ladder_grows_from_run_to_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ladder.json"
    line = ["arena", "--players", f"random,{MINE}OneByOne", "--turns", "1", "--games", "4", "--workers", "1"]
    for _ in range(2):
        assert cli.main([*line, "--ladder", str(file)]) == 0
    assert cli.main([*line, "--ladder", str(file), "--variant", "short"]) == 0
    ladder = json.loads(file.read_text())
    assert [{name: one["games"] for name, one in part["players"].items()} for part in ladder["ladders"]] == [
        {"random": 8, f"{MINE}OneByOne": 8},
        {"random": 4, f"{MINE}OneByOne": 4},
    ]
    capsys.readouterr()
    assert cli.main(["arena", "--ladder", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.count("mu - 3 sigma") == 2 and told.count("2 players, 1 turns") == 2


def test_a_ladder_goes_on_where_it_was() -> None:
    part: dict[str, Any] = {"players": {}}
    ladders.add_results(part, [result(0)])
    ladders.add_results(part, [result(1)])
    at_once = rated({}, [result(0), result(1)])
    assert {name: one["mu"] for name, one in part["players"].items()} == {n: one.mu for n, one in at_once.items()}
    assert [name for name, _, _ in ladders.places(part)] == ["a", "b"]


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        "{}",
        '{"format": 1, "ladders": [1]}',
        '{"format": 1, "ladders": [{"configuration": {}, "fingerprint": {}, "players": {"a": {"mu": "x"}}}]}',
        '{"format": 1, "ladders": [{"configuration": {}, "fingerprint": {}, "players": {"a": 5}}]}',
        '{"format": 1, "ladders": [{"configuration": {}, "fingerprint": {}, '
        '"players": {"a": {"mu": 1, "sigma": 0, "games": 1}}}]}',
        '{"format": 1, "ladders": [{"configuration": {"players": 99}, "fingerprint": {}, "players": {}}]}',
    ],
)
def test_a_damaged_ladder_is_refused_and_left_alone(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ladder.json"
    file.write_text(content)
    assert cli.main(["arena", "--ladder", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and str(file) in said
    assert file.read_text() == content


# Players by name -----------------------------------------------------------------------------------------------------


def test_players_are_made_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(make_player("random"), RandomPlayer)
    assert names_of_class(f"{MINE}Raises") == ("broken", "Raises")
    monkeypatch.setitem(COMMON_PLAYERS, "numbered", f"{MINE}numbered")
    assert make_player("numbered:5").seconds == 5
    made = make_player("me", also={"me": f"{MINE}SlowByItsOwnClock"})
    assert isinstance(made, Guest) and made.seconds == 0.01


def test_players_are_found_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a_player_of_mine.py").write_text("from exodus_env.kit.players import RandomPlayer as Clever\n")
    (tmp_path / "json.py").write_text("raise SystemExit  # a user's file hides no library\n")
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    assert make_player("a_player_of_mine:Clever", tmp_path).name == "random"
    assert sys.path == before and "a_player_of_mine" not in sys.modules


def test_installed_players_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = f"[{GROUP}]\none = {MINE}OneByOne\nnumbered = {MINE}numbered\n"
    (tmp_path / "some-1.0.dist-info").mkdir()
    (tmp_path / "some-1.0.dist-info" / "entry_points.txt").write_text(points)
    (tmp_path / "some-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert make_player("one").name == "player"
    assert make_player("numbered:3").seconds == 3
    with pytest.raises(PlayerError, match="player 'numbered:x' cannot be made: needs a number, like numbered:5"):
        make_player("numbered:x")
    with pytest.raises(PlayerError, match=r"there are: .*, numbered, one, policy, random, .*, or module:Class"):
        make_player("two")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nobody", "there is no player 'nobody'; there are: greedy, human, llm, motives, policy, random, rllib, sb3"),
        ("no_such_module:Player", "there is no player 'no_such_module:Player'; there are: greedy"),
        ("", "there is no player ''"),
        ("os:no such", "there is no player"),
        ("tests.arena_players:Nobody", "there is no 'Nobody' in module 'tests.arena_players'"),
        ("tests.arena_players:NotAPlayer", "not a class derived from"),
        ("random:5", "takes no argument"),
    ],
)
def test_a_player_that_is_not_there_is_one_clear_line(spec: str, words: str) -> None:
    with pytest.raises(PlayerError) as caught:
        make_player(spec)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_player_that_cannot_play_this_is_told_before_the_first_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", "--players", f"random,{MINE}Refuses"]) == 2
    said = capsys.readouterr().err
    assert f"player '{MINE}Refuses' cannot play this: needs module M4" in said and said.count("\n") == 1


@compiled_only
@pytest.mark.parametrize("given", [["broken"], ["Raises"], [f"{MINE}Raises"]])
def test_a_class_is_known_by_its_names(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "--turns", "1", "--games", "2", "--workers", "1", "--player", f"{MINE}Raises"]
    assert cli.main([*line, "--players", ",".join(["random", *given])]) == 0
    assert given[0] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ([], "--players must name a player for each seat"),
        (["--players", "random"], "players: 1 is not allowed"),
        (["--players", ",".join(["random"] * 7)], "players: 7 is not allowed"),
        (["--players", "random,nobody"], "there is no player 'nobody'"),
        (["--players", "random,random", "--seed", "-1"], "--seed"),
        (["--players", "random,random", "--player", f"{MINE}Raises"], "--players does not seat it"),
        (["--players", "random,random", "--player", f"{MINE}NotAPlayer"], "not a class derived from"),
        (["--players", "random,random", "--out", __file__], "is a file; name a folder"),
        (["--players", "random,human"], "exodus play --players random,human"),
        (["--players", "random,random", "--ladder", "x", "--scenario", "stronghold"], "--ladder needs players who"),
        (["--compare", "no.json", "no.json"], "no.json does not exist"),
        (["--ladder", "no.json"], "no.json does not exist"),
    ],
)
def test_a_wrong_line_is_one_line_that_names_the_way_out(
    line: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["arena", *line]) == 2
    said = capsys.readouterr().err
    assert said.startswith("exodus: error: ") and said.count("\n") == 1 and words in said


def test_the_core_count_is_known() -> None:
    assert command.cores() >= 1


def test_errors_of_the_arena_are_told_in_one_line() -> None:
    assert ArenaError in cli.user_errors() and PlayerError in cli.user_errors()


def test_a_call_that_ends_while_it_is_looked_at_is_not_overdue() -> None:
    """The other process writes whenever it likes: a call under way at the first look may be over at the second."""

    class Ending(list[float]):
        def __getitem__(self, i: Any) -> Any:
            value = super().__getitem__(i)
            self[i] = 0.0
            return value

    assert not Watch(Ending([time.monotonic() + 60.0, 0.0, 0.0])).overdue
    assert Watch([time.monotonic() - 60.0, 0.0, 0.0]).overdue


@pytest.mark.parametrize("team", [False, True])
def test_a_game_that_does_not_end_is_cut_off_and_counted_once(team: bool) -> None:
    scenario = {"scenario": "stronghold"} if team else {}
    rules = ruleset(GameConfig.from_dict({"players": 2, "turns": 1, **scenario}))
    plan = Plan(("random", "random"), 1, 7)
    hall = Hall(rules, plan, {"random": RandomPlayer()}, 1)
    numbers, results = iter(range(plan.games)), []
    hall._seat(0, next(numbers))
    hall._step()
    hall.batch.games["decisions"] = rules.most_decisions - 1
    results += [result for _, result in hall._step()]
    (result,) = results
    assert result.cut_off and result.score is None and result.fault is None
    assert result.ranks == (1.5, 1.5)
    assert result.wins == ((0.0, 0.0) if team else (0.5, 0.5))
    figures = standings(plan.names, results, rules.team)
    assert figures["cut_off"] == 1 and figures["length"]["decisions"]["mean"] is None
