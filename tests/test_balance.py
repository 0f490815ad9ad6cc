"""`exodus balance`: traits that are watched are those of the games, and tables say what the games say."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env import cli
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.exodus.watch import FACTION, FIRST, HELD, LEADER, PLACE, TraitWatcher
from exodus_env.kit import balance_command as command
from exodus_env.kit.arena import GameResult, Plan, decision_seeds, hashed, plan_for
from exodus_env.kit.balance import SEAT, balance_tables, fair_share, group_table, tables_csv
from exodus_env.kit.balance_command import drawn_modules, parts_of, summary
from exodus_env.kit.batch import RESET, Batch
from exodus_env.kit.definition import Definition
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import Views
from exodus_env.kit.result_files import as_csv, interval_plot
from exodus_env.kit.standings import bootstrap, wilson
from exodus_env.kit.workers import play_parts, play_plan
from exodus_env.players import make_player
from tests.test_arena import result

compiled_only = pytest.mark.skipif(not COMPILED, reason="too many games for an uncompiled run")
LINE = ["balance", "--players", "random,random,random", "--modules", "M10", "--turns", "2", "--games", "12"]


# Watching ------------------------------------------------------------------------------------------------------------


def replayed(rules: Ruleset, plan: Plan, game: int) -> dict[str, list[tuple[str, ...]]]:
    """The traits of a game that one name plays alone, found by playing it again decision by decision."""
    player = make_player(plan.names[0])
    seats = range(rules.config.players)
    batch = Batch(rules, 1)
    batch.seeds[:] = hashed(plan.seed, game)
    key = np.array([hashed(plan.seed, game, 0)])
    batch.actions[:] = RESET
    batch.play(False)
    start = batch.games[0].order.tolist()
    leader_names = [leader.name for leader in rules.content.leaders]
    names = [technology.name for technology in rules.content.technologies]
    learned: list[list[str]] = [[] for _ in seats]
    decisions = 0
    while batch.dones[0] == 0:
        chance = decision_seeds(key, batch.actors, np.array([decisions]))
        views = Views(rules, batch.actors.copy(), batch.observations, batch.masks, chance, batch.games.copy())
        batch.actions[:] = player.choose_all(views)
        batch.play(False)
        decisions += 1
        for seat in seats:
            for number, name in enumerate(names):
                if batch.games[0].technology[seat, number] == 1 and name not in learned[seat]:
                    learned[seat].append(name)
    leaders = [int(number) for number in batch.games[0].leader[: len(seats)]]
    return {
        PLACE: [(str(start.index(seat) + 1),) for seat in seats],
        LEADER: [(leader_names[number],) if number >= 0 else () for number in leaders],
        FIRST: [tuple(learned[seat][:1]) for seat in seats],
        HELD: [tuple(sorted(learned[seat], key=names.index)) for seat in seats],
    }


@compiled_only
@pytest.mark.parametrize(
    ("settings", "name"),
    [({"modules": ["M10"]}, "motives"), ({"players": 3, "variant": "combat"}, "random"), ({"players": 2}, "motives")],
)
def test_what_is_watched_is_what_a_replay_finds(settings: dict[str, Any], name: str) -> None:
    rules = ruleset(GameConfig.from_dict(settings))
    plan = Plan((name,) * rules.config.players, 2, 3, watched=True)
    for played in play_plan(rules, plan, make_player, 1).results:
        found = replayed(rules, plan, played.game)
        assert {trait: list(told) for trait, told in played.traits.items()} == found
        assert any(found[FIRST])


def test_a_watcher_sees_places_and_first_technologies() -> None:
    rules = ruleset(GameConfig(players=3))
    names = [technology.name for technology in rules.content.technologies]
    games = rules.new_games(2)
    games["leader"] = -1
    games["order"][:, :3] = (2, 0, 1)
    watcher = TraitWatcher(rules, 2)
    watcher.look(games, np.array([True, True]))
    games["order"][:, :3] = (0, 1, 2)
    games["technology"][0, 1, 5] = 1
    watcher.look(games, np.array([False, False]))
    games["technology"][0, 1, 2] = 1
    watcher.look(games, np.array([False, True]))
    first, second = watcher.traits(games, 0), watcher.traits(games, 1)
    assert first[PLACE] == (("2",), ("3",), ("1",)) and second[PLACE] == (("1",), ("2",), ("3",))
    assert first[FIRST] == ((), (names[5],), ()) and second[FIRST] == ((), (), ())
    assert first[HELD][1] == (names[2], names[5]) and first[LEADER] == ((), (), ())


def test_a_watcher_sees_factions_where_there_are_any() -> None:
    rules = ruleset(GameConfig(players=2, edge_of_extinction=True))
    games = rules.new_games(1)
    games["leader"], games["faction"] = -1, -1
    games["faction"][0, :2] = (4, 1)
    watcher = TraitWatcher(rules, 1)
    names = [faction.name for faction in rules.content.factions]
    assert watcher.traits(games, 0)[FACTION] == ((names[4],), (names[1],))
    without = ruleset(GameConfig(players=2))
    assert FACTION not in TraitWatcher(without, 1).traits(games, 0)


@compiled_only
def test_nobody_watches_unasked() -> None:
    rules = ruleset(GameConfig(players=2, turns=1))
    plain, watched = (
        play_plan(rules, Plan(("random", "random"), 3, 7, watched=watched), make_player, 1).results
        for watched in (False, True)
    )
    assert not any(one.traits for one in plain)
    assert as_csv(plain).splitlines()[0] == b",".join(as_csv(watched).splitlines()[0].split(b",")[:-4])
    assert [one.score for one in plain] == [one.score for one in watched]


# Tables --------------------------------------------------------------------------------------------------------------


def led(game: int, leaders: Sequence[str], **given: Any) -> GameResult:
    """A game of two Leaders; the first wins."""
    return result(game, deal=game, traits={LEADER: tuple((leader,) for leader in leaders)}, **given)


def test_the_figures_of_a_table_made_by_hand() -> None:
    games = [
        led(0, ("Admiral", "Engineer"), score=(10, 6)),
        led(1, ("Admiral", "Merchant"), score=(7, 7), wins=(0.5, 0.5), ranks=(1.5, 1.5)),
        led(2, ("Merchant", "Admiral"), score=(9, 2)),
        result(3, deal=3, score=None, lines={}),
    ]
    tables = balance_tables(games, 2, team=False)
    assert [entry["name"] for entry in tables[LEADER]] == ["Merchant", "Admiral", "Engineer"]
    admiral = tables[LEADER][1]
    assert (admiral["held"], admiral["win_share"], admiral["mean_points"]) == (3, 0.5, pytest.approx(19 / 3, abs=1e-6))
    assert (admiral["win_low"], admiral["win_high"]) == pytest.approx(wilson(1.5, 3), abs=1e-6)
    assert (admiral["points_low"], admiral["points_high"]) == pytest.approx(bootstrap([10, 7, 2], [0, 1, 2]), abs=1e-6)
    assert [(entry["name"], entry["win_share"]) for entry in tables[SEAT]] == [("1", 0.875), ("2", 0.125)]
    assert tables[SEAT][0]["mean_points"] == pytest.approx(26 / 3, abs=1e-6), "games lost by a fault have no VP"


def test_a_trait_of_several_words_counts_for_each() -> None:
    traits = {HELD: (("Radar", "Bank"), ("Radar",)), LEADER: ((), ())}
    tables = balance_tables([result(traits=traits)], 2, team=False)
    assert {entry["name"]: (entry["held"], entry["win_share"]) for entry in tables[HELD]} == {
        "Bank": (1, 1.0),
        "Radar": (2, 0.5),
    }
    assert LEADER not in tables, "nobody has one"


def test_more_than_twice_the_fair_share_is_marked() -> None:
    four = {
        "names": tuple("abcd"),
        "ranks": (1, 2, 3, 4),
        "wins": (1, 0, 0, 0),
        "utility": (0,) * 4,
        "score": (4, 3, 2, 1),
    }
    games = [led(n, ("Strong", "Weak", "Weak", "Rare" if n == 0 else "Weak"), **four) for n in range(40)]
    entries = {entry["name"]: entry for entry in balance_tables(games, 4, team=False)[LEADER]}
    assert {name for name, entry in entries.items() if entry["above"]} == {"Strong", "Rare"}
    told = summary(LEADER, list(entries.values()), "the limit", 0.5)
    assert told == "! Leader above the limit: Strong. ! Leader whose interval reaches above the limit: Rare (held 1)."
    assert summary(LEADER, [entries["Weak"]], "the limit", 0.5) == "No Leader above the limit."


def test_a_team_is_measured_by_what_it_wins() -> None:
    games = [led(n, ("Admiral", "Engineer"), won=n < 3, wins=(0.5, 0.5) if n < 3 else (0, 0)) for n in range(4)]
    assert fair_share(games, 2, team=True) == 0.75
    assert [entry["win_share"] for entry in balance_tables(games, 2, team=True)[LEADER]] == [0.75, 0.75]
    lost = balance_tables([led(0, ("Admiral", "Engineer"), won=False)], 2, team=True)
    assert not any(entry["above"] for entry in lost[LEADER]), "twice nothing is no limit"


def test_no_game_is_no_table() -> None:
    assert balance_tables([], 4, team=False) == {} == balance_tables([], 4, team=True)
    assert command.report({"about": {"games": 0}}) == ["No game is over."]
    assert interval_plot({}, {"fair share": 0.25}, "no games").startswith(b"\x89PNG")


@compiled_only
def test_games_lost_by_a_fault_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["balance", "--players", "random,tests.arena_players:Raises", "--turns", "1", "--games", "12"]
    assert cli.main([*line, "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "lost by a fault" in told and "By seat" in told


def test_groups_are_told_beside_the_rest() -> None:
    games = [result(n, deal=n, score=(n, n + 2), decisions=100 + n) for n in range(4)]
    inside, outside = group_table(games, {"M1": [True, True, False, False]}, team=False)
    assert (inside["in"], inside["games"], inside["mean_points"], inside["mean_decisions"]) == (True, 2, 1.5, 100.5)
    assert (outside["in"], outside["games"], outside["mean_points"], outside["mean_turns"]) == (False, 2, 3.5, 7)
    assert [seat["win_share"] for seat in inside["seats"]] == [1, 0]
    empty = group_table(games, {"M1": [True] * 4}, team=False)[1]
    assert (empty["games"], empty["mean_points"], empty["seats"]) == (0, None, [])


def test_tables_go_below_each_other_into_one_file() -> None:
    tables = balance_tables([led(0, ("Admiral", "Engineer"))], 2, team=False)
    rows = list(csv.DictReader(tables_csv(tables).decode().splitlines()))
    assert [(row["table"], row["name"]) for row in rows] == [
        ("seat", "1"),
        ("seat", "2"),
        ("Leader", "Admiral"),
        ("Leader", "Engineer"),
    ]
    assert rows[2]["win_share"] == "1.0" and rows[2]["above"] == "0"


# Modules by chance ---------------------------------------------------------------------------------------------------


def test_every_deal_draws_its_modules() -> None:
    rules = ruleset(GameConfig(scenario="stronghold", modules=frozenset({"M10"})))
    plan = plan_for(["a", "a", "b", "b"], 40, 5)
    drawn = drawn_modules(rules, 2, plan)
    assert len(drawn) == plan.deals and len(set(drawn)) > 5
    for modules in drawn:
        assert len(modules) == 2 and not modules & {"M2", "M3", "M6", "M10"}
    assert drawn == drawn_modules(rules, 2, plan)
    parts = parts_of(rules, plan, drawn)
    assert sorted(game for part in parts for game in part.games) == list(range(plan.games))
    for part in parts:
        modules = {drawn[game // len(plan.line_ups)] | {"M2", "M3", "M10"} for game in part.games}
        assert modules == {part.rules.config.modules}


@compiled_only
def test_games_of_several_rules_are_the_same_in_any_number_of_processes() -> None:
    rules = ruleset(GameConfig(players=2, turns=1))
    plan = Plan(("random", "random"), 8, 7, watched=True)
    parts = parts_of(rules, plan, drawn_modules(rules, 9, plan))
    assert len(parts) > 2
    alone, together = (play_parts(parts, plan, make_player, workers).results for workers in (1, 2))
    assert alone == together and [one.game for one in alone] == list(range(8))


# The command ---------------------------------------------------------------------------------------------------------


@compiled_only
def test_the_same_seed_gives_the_same_files_in_any_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        assert cli.main([*LINE, "--workers", workers, "--out", str(folder)]) == 0
        found.append({file.name: file.read_bytes() for file in sorted(folder.iterdir())})
    assert found[0] == found[1]
    assert list(found[0]) == ["balance.csv", "balance.json", "balance.png", "games.csv"]
    document = json.loads(found[0]["balance.json"])
    assert sum(seat["win_share"] for seat in document["tables"][SEAT]) == pytest.approx(1, abs=1e-5)
    assert [seat["held"] for seat in document["tables"][SEAT]] == [12, 12, 12]
    rows = list(csv.DictReader(found[0]["games.csv"].decode().splitlines()))
    assert {row[LEADER] for row in rows} == {entry["name"] for entry in document["tables"][LEADER]}
    assert sum(entry["held"] for entry in document["tables"][LEADER]) == 36
    assert document["fair_share"] == pytest.approx(1 / 3, abs=1e-6) and document["about"]["games"] == 12
    told = capsys.readouterr().out
    assert "By Leader" in told and "By first technology" in told and "Seats win from" in told and "(67%)" in told


@compiled_only
def test_modules_are_compared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = ["balance", "--players", "2", "--turns", "1", "--games", "6", "--modules-random", "9", "--workers", "1"]
    assert cli.main([*line, "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "Every deal draws 9 modules." in told and "By module" in told
    assert "Nothing can be above twice its fair share (100%)." in told
    document = json.loads((tmp_path / "balance.json").read_text())
    assert document["about"]["modules_random"] == 9 and document["about"]["line_ups"] == [["motives", "motives"]]
    for name in {group["name"] for group in document["modules"]}:
        assert sum(group["games"] for group in document["modules"] if group["name"] == name) == 6


def test_who_plays_where_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Definition, command.Options]] = []
    monkeypatch.setattr(command, "main", lambda rules, options: asked.append((rules, options)))
    for line in (
        [],
        ["--players", "3"],
        ["--players", "greedy,random"],
        ["--scenario", "stronghold", "--mode", "solo"],
    ):
        assert cli.main(["balance", *line]) == 0
    assert [rules.config.players for rules, _ in asked] == [4, 3, 2, 1]
    assert [list(options.players) for _, options in asked] == [
        ["motives"] * 4,
        ["motives"] * 3,
        ["greedy", "random"],
        ["motives"],
    ]
    assert asked[0][1].games == 2000


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["--modules-random", "11"], "--modules-random 11 is too many: 10 modules are left to draw from"),
        (["--modules-random", "9", "--scenario", "event_horizon", "--modules", "M1"], "8 modules are left"),
        (["--players", "9"], "players: 9 is not allowed"),
        (["--out", __file__], "is a file; name a folder"),
        (["--seed", "-1"], "--seed"),
    ],
)
def test_a_wrong_line_is_one_line_that_names_the_way_out(
    line: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["balance", *line]) == 2
    said = capsys.readouterr().err
    assert said.startswith("exodus: error: ") and said.count("\n") == 1 and words in said
