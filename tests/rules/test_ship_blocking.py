"""V. Conquest: the optional ship blocking rule."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.rules import frames
from exodus_env.kit.config import ConfigError
from tests.effort import EVERY_MODE
from tests.position import Position
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    empty_space,
    finish,
    go,
    movers,
    neighbours,
    places,
)

pytestmark = EVERY_MODE

DRIVES = {1: (), 2: ("fusion_drive",), 3: ("antigravity_drive",)}
BLOCKING_SYSTEMS = ("reverse_turn_order", "drive_power")


def blocked_space(players: int = 2, **config: Any) -> Position:
    """An empty map with ship blocking."""
    return empty_space(players=players, **{"movement": "drive_power", "ship_blocking": True, **config})


def fleet(p: Position, player: int, ship_class: int, drive: int, count: int, hexagon: int = CENTRE) -> list[int]:
    """So many ships of a class with a drive in a hex."""
    p.equip(player, ship_class, *DRIVES[drive])
    return [p.place_ship(player, ship_class, hexagon) for _ in range(count)]


def second_step(p: Position) -> Position:
    """Everybody travels cloaked who can, and stays in the first step of Drive Power; then the second begins."""
    p.jump(frames.CONQUEST)
    while p.decision == "travel":
        p.decline()
    while p.g.stack[p.g.depth - 1, frames.MOVEMENT_STEP] == 1:
        p.decline()
    return p


def leave_all(p: Position, player: int) -> int:
    """Move as many ships of the player, who acts, out of the centre as can go; returns how many went."""
    away = neighbours(p, CENTRE)[0]
    gone = 0
    while p.decision == "move" and p.actor == player:
        free = sorted(ship for ship in movers(p) if p.g.ship_hex[player, ship] == CENTRE)
        if not free:
            break
        go(p, free[0], away)
        gone += 1
    return gone


@pytest.mark.parametrize("blockers", [1, 2])
def test_no_more_ships_leave_together_than_can_go(blockers: int) -> None:
    """Movement and combat text, lines 350-361: where some of several must stay, only the others move at once."""
    p = blocked_space(players=2, movement="reverse_turn_order")
    first, last = places(p)
    held = fleet(p, last, FIGHTER, 1, 2)
    fleet(p, first, DARK_RAIDER, 2, blockers)
    p.jump(frames.CONQUEST)
    assert p.actor == last or blockers == 2
    free = {ship for ship, _ in p.legal("move")} if p.actor == last else set()
    assert free == set(held[: 2 - blockers])


def test_a_fleet_of_which_some_must_stay_does_not_leave_whole() -> None:
    p = blocked_space()
    fleet(p, 0, FIGHTER, 1, 1)
    fleet(p, 0, DARK_RAIDER, 1, 1)
    fleet(p, 1, FIGHTER, 2, 1)
    p.jump(frames.CONQUEST)
    while p.decision != "move" or p.actor != 0:
        p.decline()
    assert movers(p) and not p.legal("fleet")


def test_the_ship_blocking_example() -> None:
    """Movement and combat text, lines 362-368: Anna's Dark Raider (3) meets Jan's two Fighters (2).

    In the second step only one Fighter gets away; when the Raider leaves later, the other still stays for this Stage.
    """
    p = blocked_space()
    anna, jan = places(p)
    start, away = neighbours(p, CENTRE)[:2]
    raider = fleet(p, anna, DARK_RAIDER, 3, 1, start)[0]
    fighters = fleet(p, jan, FIGHTER, 2, 2, away)
    p.jump(frames.CONQUEST)
    for fighter in fighters:
        assert p.actor == jan
        go(p, fighter, CENTRE)
    assert p.actor == anna
    go(p, raider, CENTRE)
    assert (p.decision, p.actor) == ("move", jan)
    go(p, min(movers(p)), away)
    assert p.actor == anna, "the other Fighter is held"
    go(p, raider, start)
    assert p.actor == anna, "the third step is for the Raider alone"
    p.decline()
    assert p.decision != "move"
    assert sorted(int(p.g.ship_hex[jan, f]) for f in fighters) == sorted([CENTRE, away])


@pytest.mark.parametrize("fast", [1, 2])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_fastest_ship_holds_one_slower_ship_of_each_other_player(players: int, fast: int) -> None:
    """Movement and combat text, lines 337-338: one or two Raiders (3) against two Fighters (2) of every other."""
    p = blocked_space(players)
    holder = places(p)[0]
    fleet(p, holder, DARK_RAIDER, 3, fast)
    for player in places(p)[1:]:
        fleet(p, player, FIGHTER, 2, 2)
    second_step(p)
    for player in places(p)[:0:-1]:
        if fast < 2:
            assert p.actor == player
        assert leave_all(p, player) == 2 - fast
    assert p.actor == holder


def test_fastest_ships_of_two_players_hold_together() -> None:
    """Movement and combat text, lines 337-338: Raiders (3) of two players hold both Fighters (2) of a third."""
    p = blocked_space(3)
    one, two, third = places(p)
    fleet(p, one, DARK_RAIDER, 3, 1)
    fleet(p, two, DARK_RAIDER, 3, 1)
    fleet(p, third, FIGHTER, 2, 2)
    second_step(p)
    assert p.actor == two, "the third player, who would move first, has no ship to move"
    assert leave_all(p, two) == 1
    assert leave_all(p, one) == 1


def test_ships_tied_for_fastest_are_free() -> None:
    """Movement and combat text, lines 334-335: equally fast ships all leave as they like."""
    p = blocked_space(3)
    for player in range(3):
        fleet(p, player, FIGHTER, 2, 2)
    second_step(p)
    for player in places(p)[::-1]:
        assert leave_all(p, player) == 2


def test_a_fast_ship_beside_a_slow_one_of_its_own_is_free_but_the_slow_one_is_held() -> None:
    """Movement and combat text, lines 334-338: the tie frees the Raider (3), not the Fighter (2) that comes with it."""
    p = blocked_space()
    first, last = places(p)
    fleet(p, first, DARK_RAIDER, 3, 1)
    raider = fleet(p, last, DARK_RAIDER, 3, 1)[0]
    fighter = fleet(p, last, FIGHTER, 2, 1)[0]
    second_step(p)
    assert p.actor == last
    assert movers(p) == {raider}
    assert fighter not in movers(p)


def test_a_player_does_not_hold_own_ships() -> None:
    """Movement and combat text, lines 330-338: only ships of another player hold."""
    p = blocked_space()
    first, last = places(p)
    raider = fleet(p, last, DARK_RAIDER, 3, 1)[0]
    fighter = fleet(p, last, FIGHTER, 2, 1)[0]
    fleet(p, first, WAR_CRUISER, 1, 1)
    second_step(p)
    assert movers(p) == {raider, fighter}


def test_ships_in_another_hex_hold_nobody() -> None:
    """Movement and combat text, lines 329-338: only ships in the same hex."""
    p = blocked_space()
    first, last = places(p)
    fleet(p, first, DARK_RAIDER, 3, 1, neighbours(p, CENTRE)[0])
    fleet(p, last, FIGHTER, 2, 2)
    second_step(p)
    assert leave_all(p, last) == 2


def test_cloaked_ships_are_not_held() -> None:
    """Base rules, line 397: blocking does not concern cloaked ships."""
    p = blocked_space()
    first, last = places(p)
    p.learn(last, "cloaking")
    fleet(p, first, DARK_RAIDER, 3, 2)
    fleet(p, last, FIGHTER, 2, 2)
    second_step(p)
    assert leave_all(p, last) == 2


def test_cloaked_ships_hold_nobody() -> None:
    """Base rules, line 397: unseen Raiders (3) neither hold two Fighters (2) nor count as the fastest in the hex."""
    p = blocked_space(3)
    hidden, seen, last = places(p)
    p.learn(hidden, "cloaking")
    fleet(p, hidden, DARK_RAIDER, 3, 2)
    fleet(p, seen, FIGHTER, 2, 1)
    fleet(p, last, FIGHTER, 2, 2)
    second_step(p)
    assert p.actor == last
    assert leave_all(p, last) == 2
    assert leave_all(p, seen) == 1


def test_without_the_option_nobody_is_held() -> None:
    """Base rules, line 13: whether ships block is settled before the game."""
    p = blocked_space(ship_blocking=False)
    first, last = places(p)
    fleet(p, first, DARK_RAIDER, 3, 2)
    fleet(p, last, FIGHTER, 2, 2)
    second_step(p)
    assert leave_all(p, last) == 2


def test_who_comes_in_the_same_step_holds_nobody_yet() -> None:
    """Movement and combat text, lines 329-331: what shares a hex after a step is held in later steps, not in this one.

    Two Fighters (2) of two players are tied and free; a Raider (3) that joins them in the second step changes that
    for the third step only.
    """
    p = blocked_space(3)
    one, two, third = places(p)
    beside = neighbours(p, CENTRE)[0]
    fleet(p, one, FIGHTER, 2, 1)
    fleet(p, two, FIGHTER, 2, 1)
    raider = fleet(p, third, DARK_RAIDER, 3, 1, beside)[0]
    second_step(p)
    assert p.actor == third
    go(p, raider, CENTRE)
    assert p.actor == two, "a ship tied for fastest when the step began can leave"
    assert leave_all(p, two) == 1


def test_a_ship_that_has_left_does_not_hold_the_slowest() -> None:
    """Movement and combat text, lines 334-338: a fastest ship holds one slower ship; it does not choose the slowest.

    When the Raider (3) has left before the other player moves, Fighter (2) or Carrier (1) may go, the player's choice:
    both if leaving ends the hold, one of the two if it lasts to the end of the step.
    """
    p = blocked_space()
    slow, fast = places(p)
    raider = fleet(p, fast, DARK_RAIDER, 3, 1)[0]
    fighter = fleet(p, slow, FIGHTER, 2, 1)[0]
    carrier = fleet(p, slow, BATTLE_CARRIER, 1, 1)[0]
    p.jump(frames.CONQUEST)
    assert p.actor == fast
    go(p, raider, neighbours(p, CENTRE)[0])
    assert p.actor == slow
    assert movers(p) == {fighter, carrier}


def test_in_reverse_turn_order_a_faster_newcomer_holds_who_moves_later() -> None:
    """Base rules, lines 395-401: there each player's move is a step, so a Raider (3) that came in holds one Fighter."""
    p = blocked_space(movement="reverse_turn_order")
    first, last = places(p)
    start = neighbours(p, CENTRE)[0]
    raider = fleet(p, last, DARK_RAIDER, 3, 1, start)[0]
    fleet(p, first, FIGHTER, 2, 2)
    p.jump(frames.CONQUEST)
    assert p.actor == last
    go(p, raider, CENTRE)
    p.decline()
    assert p.actor == first
    assert leave_all(p, first) == 1


def test_blocking_stops_leaving_not_passing() -> None:
    """Base rules, line 397: ships are held where they ended a step; a ship on its way goes through."""
    p = blocked_space(movement="reverse_turn_order")
    first, last = places(p)
    start, beyond = neighbours(p, CENTRE)[0], neighbours(p, CENTRE)[3]
    fleet(p, first, DARK_RAIDER, 3, 2)
    fighter = fleet(p, last, FIGHTER, 2, 1, start)[0]
    p.jump(frames.CONQUEST)
    assert p.actor == last
    go(p, fighter, CENTRE, beyond)
    assert p.g.ship_hex[last, fighter] == beyond


# A hold lasts to the end of the Conquest Stage ------------------------------------------------------------------------


def after_the_raider_left(*classes: int) -> tuple[Position, int, list[int]]:
    """In the first step one slower ship is held while all stay; then the Raider (3) leaves, and the second begins."""
    p = blocked_space()
    fast, slow = places(p)
    raider = fleet(p, fast, DARK_RAIDER, 3, 1)[0]
    ships = [fleet(p, slow, ship_class, 2, 1)[0] for ship_class in classes]
    p.jump(frames.CONQUEST)
    assert p.actor == slow
    p.decline()
    go(p, raider, neighbours(p, CENTRE)[0])
    return p, slow, ships


def test_a_held_ship_is_held_after_the_fast_ship_has_left() -> None:
    """Movement and combat text, lines 330-331, 366-368: the second Fighter gets away in the next Stage only."""
    p, slow, _ = after_the_raider_left(FIGHTER, FIGHTER)
    assert p.actor == slow
    assert leave_all(p, slow) == 1


def test_of_ships_that_stayed_the_owner_still_chooses_who_is_held() -> None:
    """Movement and combat text, lines 337-338: Fighter or Cruiser may go in a later step, and then the other stays."""
    for leaver in (0, 1):
        p, slow, ships = after_the_raider_left(FIGHTER, WAR_CRUISER)
        assert p.actor == slow
        assert movers(p) == set(ships)
        go(p, ships[leaver], neighbours(p, CENTRE)[1])
        assert p.actor != slow or ships[1 - leaver] not in movers(p)


def test_in_reverse_turn_order_a_ship_is_held_after_the_fast_ship_has_left() -> None:
    """Movement and combat text, lines 330-331: the Raider (3) that began beside them moves before two Fighters do."""
    p = blocked_space(movement="reverse_turn_order")
    slow, fast = places(p)
    raider = fleet(p, fast, DARK_RAIDER, 3, 1)[0]
    fleet(p, slow, FIGHTER, 2, 2)
    p.jump(frames.CONQUEST)
    assert p.actor == fast
    go(p, raider, neighbours(p, CENTRE)[0])
    p.decline()
    assert p.actor == slow
    assert leave_all(p, slow) == 1


def test_a_newcomer_does_not_take_the_place_of_a_held_ship() -> None:
    """Movement and combat text, lines 330-331: the Fighter is held, not the Cruiser that comes to it later."""
    p = blocked_space()
    fast, slow = places(p)
    beside = neighbours(p, CENTRE)[0]
    raider = fleet(p, fast, DARK_RAIDER, 3, 1)[0]
    fighter = fleet(p, slow, FIGHTER, 2, 1)[0]
    cruiser = fleet(p, slow, WAR_CRUISER, 2, 1, beside)[0]
    p.jump(frames.CONQUEST)
    assert p.actor == slow
    assert movers(p) == {cruiser}
    go(p, cruiser, CENTRE)
    go(p, raider, beside)
    assert p.actor == slow
    assert p.g.ship_hex[slow, fighter] == CENTRE
    assert movers(p) == {cruiser}


def test_a_further_fast_ship_holds_a_further_ship() -> None:
    """Movement and combat text, lines 337-338: one Raider (3) held the Fighter; when there are two, they hold two."""
    p = blocked_space()
    fast, slow = places(p)
    beside = neighbours(p, CENTRE)[0]
    fleet(p, fast, DARK_RAIDER, 3, 1)
    second = fleet(p, fast, DARK_RAIDER, 3, 1, beside)[0]
    fighter = fleet(p, slow, FIGHTER, 2, 1)[0]
    cruiser = fleet(p, slow, WAR_CRUISER, 2, 1, neighbours(p, CENTRE)[1])[0]
    p.jump(frames.CONQUEST)
    go(p, cruiser, CENTRE)
    go(p, second, CENTRE)
    while p.g.stack[p.g.depth - 1, frames.MOVEMENT_STEP] == 1:
        p.decline()
    assert p.actor == fast, "the slow player has nothing to move"
    assert p.g.ship_hex[slow, fighter] == p.g.ship_hex[slow, cruiser] == CENTRE


def test_the_next_conquest_stage_frees_who_was_held() -> None:
    """Movement and combat text, lines 367-368: then the second Fighter can move out."""
    p, slow, _ = after_the_raider_left(FIGHTER, FIGHTER)
    finish(p).jump(frames.CONQUEST)
    assert p.actor == slow
    assert leave_all(p, slow) == 2


def test_nothing_stays_noted_when_movement_is_over() -> None:
    """Movement and combat text, lines 330-331: what is held matters to this movement alone."""
    p, *_ = after_the_raider_left(FIGHTER, FIGHTER)
    assert p.g.held.any()
    while p.decision == "move":
        p.decline()
    assert not p.g.held.any() and not p.g.staying.any()


# Travelling uncloaked -------------------------------------------------------------------------------------------------


def ambush(distance: int = 0, drive: int = 3, cloaked: str = "cloaking", **config: Any) -> tuple[Position, int, int]:
    """A Dark Raider with Cloaking, and two Fighters (2) of the other player so many hexes away; in the centre if none.

    Returns the position and the players: of the Raider, who is first in turn order, and of the Fighters.
    """
    p = blocked_space(**config)
    hidden, seen = places(p)
    if cloaked:
        p.learn(hidden, cloaked)
    start, target = (int(x) for x in np.argwhere(p.t.distance[: p.t.hexes, : p.t.hexes] == distance)[0])
    fleet(p, hidden, DARK_RAIDER, drive, 1, start)
    fleet(p, seen, FIGHTER, 2, 2, target)
    return p.jump(frames.CONQUEST), hidden, seen


@pytest.mark.parametrize("movement", BLOCKING_SYSTEMS)
def test_who_travels_uncloaked_holds_others(movement: str) -> None:
    """Base rules, line 397; issue 18: cloaked ships hold nobody, but their owner may show them before ships move."""
    for shown in (True, False):
        p, hidden, seen = ambush(movement=movement)
        assert (p.decision, p.actor) == ("travel", hidden)
        assert p.legal() == {("uncloak",), ("pass",)}
        p.do("uncloak") if shown else p.decline()
        assert (p.decision, p.actor) == ("move", seen)
        assert leave_all(p, seen) == (1 if shown else 2)


def test_who_travels_uncloaked_can_be_held() -> None:
    """Movement and combat text, lines 332, 337-338: what can be seen is held like any other ship."""
    for shown in (True, False):
        p = blocked_space()
        seen, hidden = places(p)
        p.learn(hidden, "cloaking")
        fleet(p, seen, DARK_RAIDER, 3, 1)
        fleet(p, seen, FIGHTER, 2, 1)
        raider = fleet(p, hidden, DARK_RAIDER, 3, 1)[0]
        fighter = fleet(p, hidden, FIGHTER, 2, 1)[0]
        p.jump(frames.CONQUEST)
        assert (p.decision, p.actor) == ("travel", hidden)
        p.do("uncloak") if shown else p.decline()
        assert p.actor == hidden
        assert movers(p) == ({raider} if shown else {raider, fighter})


def test_who_travels_uncloaked_is_seen_for_that_conquest_stage() -> None:
    """Base rules, lines 235-251: ships that were shown are not asked to uncloak any more, and are cloaked next time."""
    p, hidden, _ = ambush()
    p.do("uncloak")
    while not p.finished:
        assert not p.g.cloaked[hidden].any()
        assert p.decision not in ("uncloak", "force_uncloak")
        p.default()
    p.jump(frames.CONQUEST)
    assert p.g.cloaked[hidden, : p.t.hexes].all()


def test_players_choose_how_to_travel_in_turn_order_after_mounting() -> None:
    """Issue 18: before movement, so after Population was mounted; the second knows what the first has chosen."""
    p = blocked_space(3)
    one, two, third = places(p)
    for player in (one, two):
        p.learn(player, "cloaking")
        fleet(p, player, DARK_RAIDER, 3, 1)
    fleet(p, third, FIGHTER, 2, 1)
    cruiser = fleet(p, one, WAR_CRUISER, 1, 1, int(p.t.home_hex[one]))[0]
    p.settle(int(p.t.home_hex[one]), one, 1)
    p.jump(frames.CONQUEST)
    assert (p.decision, p.actor) == ("mount", one)
    p.do("mount", cruiser)
    asked = []
    while p.decision != "move":
        if p.decision == "travel":
            asked.append(p.actor)
        p.default()
    assert asked == [one, two]


@pytest.mark.parametrize(
    ("reason", "scene"),
    [
        ("ships do not block", {"ship_blocking": False}),
        ("nobody has Cloaking", {"cloaked": ""}),
        ("the Raider is not faster", {"drive": 2}),
        ("they cannot meet before the Fighters have moved for the last time", {"distance": 3}),
        ("the Fighters move first", {"distance": 1, "movement": "reverse_turn_order"}),
    ],
)
def test_nobody_is_asked_how_to_travel_where_it_cannot_matter(reason: str, scene: dict[str, Any]) -> None:
    """Issue 18: the question comes only where a ship could be held."""
    p, *_ = ambush(**scene)
    assert p.decision == "move", reason


@pytest.mark.parametrize("distance", [1, 2])
def test_ships_that_can_meet_are_reason_enough_to_ask(distance: int) -> None:
    """Issue 18: Raider and Fighters can each move a hex before the second step, in which the Fighters move last."""
    p, hidden, _ = ambush(distance)
    assert (p.decision, p.actor) == ("travel", hidden)


def test_ships_that_are_cloaked_themselves_are_no_reason_to_ask() -> None:
    """Movement and combat text, line 332: they cannot be held."""
    p = blocked_space()
    one, two = places(p)
    for player in (one, two):
        p.learn(player, "cloaking")
    fleet(p, one, DARK_RAIDER, 3, 1)
    fleet(p, two, FIGHTER, 2, 1)
    assert p.jump(frames.CONQUEST).decision == "move"


@pytest.mark.parametrize("movement", BLOCKING_SYSTEMS)
def test_blocking_is_allowed_with_two_of_the_systems(movement: str) -> None:
    """Base rules, line 395: Reverse Turn Order and Drive Power."""
    assert GameConfig(movement=movement, ship_blocking=True).ship_blocking


def test_blocking_is_refused_with_simultaneous_movement() -> None:
    """Base rules, line 395: nobody can be held where all move at once."""
    with pytest.raises(ConfigError, match="ship_blocking"):
        GameConfig(movement="simultaneous", ship_blocking=True)
