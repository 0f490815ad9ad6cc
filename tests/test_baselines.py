"""The policies that come with the package: they load, play their games, and say how they were made."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.arena import plan_for
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.standings import standings
from exodus_env.kit.workers import play_plan
from exodus_env.players import make_player
from exodus_env.policies.checkpoint import PolicyError, read_policy
from exodus_env.policies.player import DATA

BASELINES = sorted(folder.parent for folder in DATA.rglob("policy.json"))
MOST_BYTES = 25_000_000  # of all of them together


def test_they_are_few_and_small() -> None:
    found = {str(folder.relative_to(DATA)) for folder in BASELINES}
    assert found == {"event_horizon/2", "event_horizon/4", "stronghold/2"}
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) <= MOST_BYTES


@pytest.mark.parametrize("folder", BASELINES, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_baseline_says_how_it_was_made(folder: Path) -> None:
    file = read_policy(folder)
    assert file.config["players"] == int(folder.name) and file.config["scenario"] == folder.parent.name
    about, hours = file.about, 0.0
    while about:
        assert about["command"].startswith(f"python -m training.{folder.parent.name} --config standard")
        assert "--out" not in about["command"] and isinstance(about["seed"], int)
        hours += about["hours"]
        about = about.get("before", {})
    assert 0 < hours <= 4  # two hours of two cores


@pytest.mark.parametrize("folder", BASELINES, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_baseline_still_fits_its_game(folder: Path) -> None:
    make_player(f"policy:baseline/{folder.parent.name}").start(
        ruleset(GameConfig.from_dict(read_policy(folder).config))
    )


def test_a_baseline_names_the_numbers_of_players_it_knows() -> None:
    rules = ruleset(GameConfig(players=3, scenario="event_horizon"))
    with pytest.raises(PolicyError, match="none for 3"):
        make_player("policy:baseline/event_horizon").start(rules)


@pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")
def test_the_baseline_for_two_wins_more_often_than_motives() -> None:
    rules = ruleset(GameConfig(players=2, scenario="event_horizon"))
    names = ("policy:baseline/event_horizon", "motives")
    table = standings(names, play_plan(rules, plan_for(names, 60, 11), make_player, 1).results, False)
    shares = {player["name"]: player["win_share"] for player in table["players"]}
    assert shares[names[0]] > 0.5 > shares[names[1]]


@pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")
def test_a_team_of_the_baseline_wins_the_stronghold_more_often_than_motives() -> None:
    rules = ruleset(GameConfig(players=2, scenario="stronghold"))
    won = {}
    for name in ("policy:baseline/stronghold", "motives"):
        results = play_plan(rules, plan_for((name, name), 60, 11), make_player, 1).results
        won[name] = sum(result.won for result in results) / len(results)
    assert won["policy:baseline/stronghold"] > won["motives"] + 0.2
