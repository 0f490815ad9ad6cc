"""`exodus balance` for X-ODUS: traits are those of the ships, and what all share is counted once a game."""

from __future__ import annotations

import numpy as np
import pytest

from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.ruleset import corruption
from exodus_env.corruption.watch import ABSENT, ALLY, EFFECT, MODULE, SHIP, SIGNAL, TraitWatcher
from exodus_env.kit.arena import Plan
from exodus_env.kit.balance import balance_tables
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.workers import play_plan
from exodus_env.players import make_player
from tests.corruption.position import Position


def traits(at: Position) -> dict[str, tuple[tuple[str, ...], ...]]:
    watcher = TraitWatcher(at.rules, 1)
    watcher.look(at.games, np.array([True]))
    return dict(watcher.traits(at.games, 0))


def test_ships_belong_to_their_captains_and_absent_ones_to_nobody_in_particular() -> None:
    at = Position(players=2)
    found = traits(at)
    assert found[SHIP] == (("Warship", "Battlecruiser"), ("Proto-Ship", "Explorer"))
    assert len(found[ABSENT][0]) == 2 and found[ABSENT][1] == ()
    assert {*found[SHIP][0], *found[SHIP][1], *found[ABSENT][0]} == {ship.name for ship in at.content.ships}


def test_equipment_is_that_of_the_ship_by_name() -> None:
    at = Position(players=1, ships=3)
    before = traits(at)
    assert before[MODULE] == ((),) and len(before[EFFECT][0]) == 3  # the first effect of each first Mod
    at.g.module[0, 0] = at.g.module[2, 1] = 3
    at.g.mod[1, :3] = (1, 2, 3)  # a Mod whose effect is still to be chosen has none
    after = traits(at)
    assert after[MODULE] == ((at.content.modules[2].name,),)  # two of a captain count once
    mod = at.content.mods_of("proto_ship")[1]
    assert {*after[EFFECT][0]} - {*before[EFFECT][0]} == {f"{mod.name}: {mod.effects[1].name}"}


def test_what_a_ship_has_lost_is_remembered_until_the_next_game() -> None:
    """A defeated ship has no equipment, and most games end with ships that are defeated."""
    at = Position(players=1, ships=3)
    watcher = TraitWatcher(at.rules, 1)
    at.g.module[0, 0] = 3
    watcher.look(at.games, np.array([True]))
    at.g.module[0], at.g.mod[0] = 0, 0
    watcher.look(at.games, np.array([False]))
    found = watcher.traits(at.games, 0)
    assert found[MODULE] == ((at.content.modules[2].name,),) and len(found[EFFECT][0]) == 3
    watcher.look(at.games, np.array([True]))
    found = watcher.traits(at.games, 0)
    assert found[MODULE] == ((),) and len(found[EFFECT][0]) == 2


def test_what_all_share_counts_once_a_game() -> None:
    at = Position(players=4)
    assert traits(at)[ALLY] == traits(at)[SIGNAL] == ((), (), (), ())
    at.g.ally[0] = 3
    at.g.signal_state[:3] = (1, 2, 2)
    found = traits(at)
    assert found[ALLY] == ((at.content.allies[2].name,), (), (), ())
    solved = [at.content.signals[int(at.g.signal[key])].name for key in (1, 2)]
    assert [word.rsplit(" (", 1)[0] for word in found[SIGNAL][0]] == solved


@pytest.mark.skipif(not COMPILED, reason="whole games")
def test_the_tables_of_a_run_count_every_ship() -> None:
    """Each game has four ships and lacks two, so that a ship can be compared with its absence."""
    rules = corruption(CorruptionConfig(mats="dealt"))
    run = play_plan(rules, Plan(("random",) * 4, 12, 3, watched=True), make_player, 1)
    tables = balance_tables(run.results, 4, True)
    here = {entry["name"]: entry["held"] for entry in tables[SHIP]}
    gone = {entry["name"]: entry["held"] for entry in tables[ABSENT]}
    assert sum(here.values()) == 4 * 12 and sum(gone.values()) == 2 * 12
    assert all(here.get(ship.name, 0) + gone.get(ship.name, 0) == 12 for ship in rules.content.ships)
