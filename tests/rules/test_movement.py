"""V. Conquest: ship movement in its three systems."""

from __future__ import annotations

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.config import MOVEMENTS
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.early import enact
from tests.rules.scenes import (
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    direction,
    empty_space,
    finish,
    go,
    movers,
    neighbours,
    places,
)

DRIVES = {1: (), 2: ("fusion_drive",), 3: ("antigravity_drive",)}


def spread(p: Position, drive: int) -> dict[int, int]:
    """A Dark Raider with a drive on every home planet; returns each player's ship."""
    ships = {}
    for player in range(p.t.players):
        p.equip(player, DARK_RAIDER, *DRIVES[drive])
        ships[player] = p.place_ship(player, DARK_RAIDER, int(p.t.home_hex[player]))
    return ships


def seen_by(p: Position, viewer: int) -> np.ndarray:
    """What a player can see."""
    rows = np.zeros((1, p.rules.observations.size), dtype=np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, viewer, rows)
    return rows[0]


# Together -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("together", [1, 2, 3])
def test_ships_that_are_alike_move_together_or_apart(movement: str, together: int) -> None:
    """Our ruling on base rules, line 221: to name the second of two ships that are alike moves both of them."""
    p = empty_space(players=2, movement=movement)
    ships = [p.place_ship(0, FIGHTER, CENTRE) for _ in range(2)] + [p.place_ship(0, DARK_RAIDER, CENTRE)]
    here, there = neighbours(p, CENTRE)[:2]
    p.jump(frames.CONQUEST)
    if together < 3:
        p.do("move", ships[together - 1], direction(p, CENTRE, here))
        if together == 1:
            p.do("move", ships[1], direction(p, CENTRE, there))
    else:
        p.do("move", ships[2], direction(p, CENTRE, here))
    while not p.finished:
        p.decline()
    places = {1: [here, there, CENTRE], 2: [here, here, CENTRE], 3: [CENTRE, CENTRE, here]}[together]
    assert p.g.ship_hex[0, ships].tolist() == places


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_ships_in_a_hex_may_all_move_together(movement: str) -> None:
    """Our ruling on base rules, line 221: the first ship of several that differ also stands for all of them."""
    p = empty_space(players=2, movement=movement)
    here, there = neighbours(p, CENTRE)[:2]
    p.equip(0, FIGHTER, "fusion_drive")
    fleet = [p.place_ship(0, FIGHTER, CENTRE), p.place_ship(0, DARK_RAIDER, CENTRE)]
    away = p.place_ship(0, DARK_RAIDER, there)
    p.jump(frames.CONQUEST)
    assert {ship for ship, _ in p.legal("fleet")} == {min(fleet)}
    p.do("fleet", min(fleet), direction(p, CENTRE, here))
    if movement == "simultaneous":
        assert not p.legal("fleet"), "of those who go to one hex only one can be ordered further"
    while not p.finished:
        p.decline()
    assert p.g.ship_hex[0, [*fleet, away]].tolist() == [here, here, there]


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_ships_that_are_alike_need_no_further_word_to_move_together(movement: str) -> None:
    p = empty_space(players=2, movement=movement)
    for _ in range(2):
        p.place_ship(0, FIGHTER, CENTRE)
    p.place_ship(0, DARK_RAIDER, neighbours(p, CENTRE)[0])
    p.jump(frames.CONQUEST)
    assert p.legal("move") and not p.legal("fleet")


# All systems ----------------------------------------------------------------------------------------------------------


def test_drives_reach_one_two_and_three_hexes() -> None:
    """Movement and combat text, lines 276-278: the basic drive moves 1 hex, Fusion 2, Antigravity 3."""
    p = empty_space(players=2)
    for drive, upgrades in DRIVES.items():
        p.equip(0, FIGHTER, *upgrades).refresh()
        assert p.g.drive[0, FIGHTER] == drive


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("drive", [1, 2, 3])
def test_no_ship_moves_farther_than_its_drive(movement: str, drive: int) -> None:
    """Base rules, lines 223-227, 371 and 381: the drive is the most hexes a ship moves in a Conquest Stage."""
    p = empty_space(players=4, movement=movement).equip(0, FIGHTER, *DRIVES[drive])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.CONQUEST)
    rng = np.random.default_rng(drive)
    steps = 0
    while not p.finished:
        ways = sorted(p.legal("move"))
        p.do("move", *ways[rng.integers(len(ways))])
        steps += 1
    assert steps == drive
    assert p.t.distance[CENTRE, p.g.ship_hex[0, ship]] <= drive


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("drive", [1, 2, 3])
def test_a_card_that_adds_movement_adds_a_hex(movement: str, drive: int) -> None:
    """our ruling on base rules, lines 71 and 221: the drive grows by what the card gives, in every system."""
    p = enact(empty_space(players=2, movement=movement), "open_lanes").equip(0, FIGHTER, *DRIVES[drive])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.CONQUEST)
    there, back = neighbours(p, CENTRE)[0], CENTRE
    steps = 0
    while not p.finished:
        here, to = (CENTRE, there) if steps % 2 == 0 else (there, back)
        p.do("move", ship, direction(p, here, to))
        steps += 1
    assert steps == drive + 1


def test_drive_power_has_a_fourth_step_for_the_fastest_by_a_card() -> None:
    """our ruling on base rules, lines 223-227: with one hex more a drive of 3 moves in a fourth step."""
    p = enact(empty_space(players=2), "open_lanes").equip(0, DARK_RAIDER, *DRIVES[3]).equip(0, FIGHTER, *DRIVES[2])
    raider, fighter = p.place_ship(0, DARK_RAIDER, CENTRE), p.place_ship(0, FIGHTER, CENTRE)
    cruiser = p.place_ship(0, WAR_CRUISER, CENTRE)
    p.jump(frames.CONQUEST)
    steps = []
    while not p.finished:
        assert p.decision == "move"
        steps.append(movers(p))
        p.decline()
    everything = {raider, fighter, cruiser}
    assert steps == [everything, everything, {raider, fighter}, {raider}]


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_moving_is_optional(movement: str) -> None:
    """Base rules, line 221: ships may stay where they are."""
    p = empty_space(players=3, movement=movement)
    ships = spread(p, 3)
    p.jump(frames.CONQUEST)
    while not p.finished:
        p.decline()
    assert all(p.g.ship_hex[player, ship] == p.t.home_hex[player] for player, ship in ships.items())


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("players", [2, 5])
def test_ships_move_to_neighbouring_hexes_of_the_map(movement: str, players: int) -> None:
    """Base rules, lines 223 and 373: one hex at a time in one of six directions, and never off the map."""
    p = empty_space(players=players, movement=movement)
    for hexagon in range(p.t.hexes):
        p.remove_ships()
        ship = p.place_ship(0, FIGHTER, hexagon)
        p.jump(frames.CONQUEST)
        assert p.legal("move") == {(ship, d) for d in range(6) if p.t.neighbour[hexagon, d] >= 0}
        assert {int(p.t.neighbour[hexagon, d]) for _, d in p.legal("move")} == {
            h for h in range(p.t.hexes) if p.t.distance[hexagon, h] == 1
        }


def test_orders_never_lead_off_the_map() -> None:
    """Base rules, line 373: the second and third token continue from where the first one leads."""
    p = empty_space(players=2, movement="simultaneous").equip(0, FIGHTER, *DRIVES[3])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.CONQUEST)
    here = CENTRE
    for _ in range(2):
        assert p.legal("move") == {(ship, d) for d in range(6) if p.t.neighbour[here, d] >= 0}
        there = max(neighbours(p, here), key=lambda h: int(p.t.distance[CENTRE, h]))
        p.do("move", ship, direction(p, here, there))
        here = there
    assert p.legal("move") == {(ship, d) for d in range(6) if p.t.neighbour[here, d] >= 0}
    assert len(p.legal("move")) < 6


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_nobody_stops_a_ship_on_its_way_without_ship_blocking(movement: str) -> None:
    """Base rules, lines 13 and 395: blocking is an option; else ships pass through enemies and the Resistance."""
    p = empty_space(players=2, movement=movement).equip(0, FIGHTER, *DRIVES[2])
    middle, home = neighbours(p, CENTRE)[0], CENTRE
    ship = p.place_ship(0, FIGHTER, home)
    p.place_ship(1, WAR_CRUISER, middle)
    p.place_ship(1, FIGHTER, home)
    p.g.resistance[middle] = 1
    beyond = next(h for h in neighbours(p, middle) if p.t.distance[home, h] == 2)
    p.jump(frames.CONQUEST)
    for source, target in ((home, middle), (middle, beyond)):
        while p.actor != 0:
            p.decline()
        p.do("move", ship, direction(p, source, target))
    while p.decision in ("move", "order"):
        p.decline()
    assert p.g.ship_hex[0, ship] == beyond


# Drive Power ----------------------------------------------------------------------------------------------------------


def test_the_drive_power_example() -> None:
    """Movement and combat text, lines 352-359: the example's Fighter (3) and War Cruiser (2), without Hyperspace.

    First the Cruiser moves and the Fighter waits, then both move, then only the Fighter can.
    """
    p = empty_space(players=6, movement="drive_power")
    p.equip(0, FIGHTER, *DRIVES[3]).equip(0, WAR_CRUISER, *DRIVES[2])
    fighter, cruiser = p.place_ship(0, FIGHTER, CENTRE), p.place_ship(0, WAR_CRUISER, CENTRE)
    near = neighbours(p, CENTRE)[0]
    far = next(h for h in neighbours(p, near) if p.t.distance[CENTRE, h] == 2)
    p.jump(frames.CONQUEST)
    go(p, cruiser, near)
    assert movers(p) == {fighter}, "one hex a step"
    p.decline()
    assert movers(p) == {fighter, cruiser}
    go(p, fighter, near)
    go(p, cruiser, far)
    assert movers(p) == {fighter}, "the third step is for drives of 3"
    go(p, fighter, far)
    assert p.finished
    assert (p.g.ship_hex[0, fighter], p.g.ship_hex[0, cruiser]) == (far, far)


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("drive", [1, 2, 3])
def test_drive_power_steps_go_round_in_reverse_turn_order(players: int, drive: int) -> None:
    """Base rules, lines 387-391: in every step the last player in turn order moves first, and all get their step."""
    p = empty_space(players=players, movement="drive_power")
    spread(p, drive)
    p.jump(frames.CONQUEST)
    asked = []
    while not p.finished:
        asked.append(p.actor)
        p.decline()
    assert asked == places(p)[::-1] * drive


def test_later_drive_power_steps_are_for_fast_ships_only() -> None:
    """Base rules, lines 389-391: step two needs a drive of 2, step three of 3, moved before or not."""
    p = empty_space(players=2, movement="drive_power")
    p.equip(0, FIGHTER, *DRIVES[2]).equip(0, WAR_CRUISER, *DRIVES[3])
    slow, middle, fast = (p.place_ship(0, c, CENTRE) for c in (DARK_RAIDER, FIGHTER, WAR_CRUISER))
    p.jump(frames.CONQUEST)
    for expected in ({slow, middle, fast}, {middle, fast}, {fast}):
        assert movers(p) == expected
        p.decline()
    assert p.finished


def test_drive_power_shows_each_step_before_the_next() -> None:
    """Base rules, lines 387-389: a fast ship can answer in step two what a slow one did in step one."""
    p = empty_space(players=2, movement="drive_power")
    first, last = places(p)
    p.equip(last, FIGHTER, *DRIVES[2])
    hunter, prey = p.place_ship(last, FIGHTER, int(p.t.home_hex[last])), p.place_ship(first, WAR_CRUISER, CENTRE)
    shelter = next(h for h in neighbours(p, CENTRE) if p.t.distance[h, p.t.home_hex[last]] == 2)
    p.jump(frames.CONQUEST)
    between = next(h for h in neighbours(p, shelter) if p.t.distance[h, p.t.home_hex[last]] == 1)
    go(p, hunter, between)
    go(p, prey, shelter)
    assert p.actor == last
    go(p, hunter, shelter)
    assert p.g.ship_hex[last, hunter] == p.g.ship_hex[first, prey]


# Reverse Turn Order ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_in_reverse_turn_order_each_player_moves_everything_at_once(players: int) -> None:
    """Base rules, lines 379-381: one player after another, from the last place, moves all ships all the way."""
    p = empty_space(players=players, movement="reverse_turn_order")
    ships = spread(p, 3)
    p.jump(frames.CONQUEST)
    asked = []
    while not p.finished:
        asked.append(p.actor)
        p.do("move", *min(p.legal("move")))
    assert asked == [player for player in places(p)[::-1] for _ in range(3)]
    assert len(ships) == players


def test_in_reverse_turn_order_ships_may_take_turns_and_stop_short() -> None:
    """Movement and combat text, lines 274-278: each ship up to its drive; in which order is the player's business."""
    p = empty_space(players=2, movement="reverse_turn_order")
    p.equip(0, FIGHTER, *DRIVES[2]).equip(0, WAR_CRUISER, *DRIVES[3])
    fighter, cruiser = p.place_ship(0, FIGHTER, CENTRE), p.place_ship(0, WAR_CRUISER, CENTRE)
    one, two = neighbours(p, CENTRE)[:2]
    p.jump(frames.CONQUEST)
    go(p, fighter, one)
    go(p, cruiser, two)
    go(p, fighter, CENTRE)
    assert movers(p) == {cruiser}
    p.decline()
    assert p.finished
    assert (p.g.ship_hex[0, fighter], p.g.ship_hex[0, cruiser]) == (CENTRE, two)


# Simultaneous ---------------------------------------------------------------------------------------------------------


def test_simultaneous_ships_move_only_when_everybody_has_given_orders() -> None:
    """Base rules, lines 371-375: orders lie face down, then all ships move together."""
    p = empty_space(players=3, movement="simultaneous")
    ships = spread(p, 2)
    p.jump(frames.CONQUEST)
    asked = set()
    while p.decision == "order":
        asked.add(p.actor)
        assert all(p.g.ship_hex[player, ship] == p.t.home_hex[player] for player, ship in ships.items())
        p.do("move", *min(p.legal("move")))
    assert asked == {0, 1, 2}
    assert all(p.g.ship_hex[player, ship] != p.t.home_hex[player] for player, ship in ships.items())
    assert not p.g.path.any(), "no order is left over"


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_simultaneous_orders_are_secret(players: int) -> None:
    """Base rules, line 371: while orders are given, nobody sees anything of another player's."""
    assert {name: who for name, _, _, who, _ in FIELDS}["path"] == "own"
    p = empty_space(players=players, movement="simultaneous")
    spread(p, 3)
    p.jump(frames.CONQUEST)
    actor = p.actor
    before = [seen_by(p, viewer) for viewer in range(players)]
    p.do("move", *min(p.legal("move")))
    assert p.actor == actor
    for viewer in range(players):
        same = np.array_equal(before[viewer], seen_by(p, viewer))
        assert same == (viewer != actor), f"player {viewer}"


def test_what_others_ordered_does_not_change_what_one_may_order() -> None:
    """Base rules, lines 371-375: a player's choices and view are the same whatever was ordered before."""
    views = []
    for choice in (min, max):
        p = empty_space(players=2, movement="simultaneous")
        spread(p, 1)
        p.jump(frames.CONQUEST)
        p.do("move", *choice(p.legal("move")))
        views.append((p.actor, p.legal(), seen_by(p, p.actor).tolist()))
    assert views[0] == views[1]


def test_the_order_of_giving_orders_does_not_matter() -> None:
    """Base rules, line 375: the same orders lead to the same hexes whoever gave them first."""
    results = []
    for flipped in (False, True):
        p = empty_space(players=3, movement="simultaneous")
        if flipped:
            p.g.order[:3] = p.g.order[:3][::-1].copy()
        spread(p, 2)
        p.jump(frames.CONQUEST)
        while p.decision == "order":
            p.do("move", *max(p.legal("move")))
        results.append(p.g.ship_hex[:3].tolist())
    assert results[0] == results[1]


def test_simultaneous_ships_can_change_places() -> None:
    """Base rules, line 375: ships that move at the same time do not meet on the way."""
    p = empty_space(players=2, movement="simultaneous")
    there = neighbours(p, CENTRE)[0]
    mine, yours = p.place_ship(0, DARK_RAIDER, CENTRE), p.place_ship(1, DARK_RAIDER, there)
    p.equip(0, DARK_RAIDER, "laser_cannon").equip(1, DARK_RAIDER, "laser_cannon")
    p.jump(frames.CONQUEST)
    while p.decision == "order":
        if p.actor == 0:
            p.do("move", mine, direction(p, CENTRE, there))
        else:
            p.do("move", yours, direction(p, there, CENTRE))
    finish(p)
    assert (p.g.ship_hex[0, mine], p.g.ship_hex[1, yours]) == (there, CENTRE)


def test_simultaneous_orders_may_be_shorter_than_the_drive() -> None:
    """Base rules, line 373: blank tokens stand for no movement."""
    p = empty_space(players=2, movement="simultaneous").equip(0, FIGHTER, *DRIVES[3])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    there = neighbours(p, CENTRE)[2]
    p.jump(frames.CONQUEST).do("move", ship, direction(p, CENTRE, there)).decline()
    assert p.finished
    assert p.g.ship_hex[0, ship] == there


def test_two_ships_of_a_class_can_have_different_orders() -> None:
    """Base rules, line 371: orders are given for each ship."""
    p = empty_space(players=2, movement="simultaneous")
    one, two = p.place_ship(0, FIGHTER, CENTRE), p.place_ship(0, FIGHTER, CENTRE)
    here, there = neighbours(p, CENTRE)[:2]
    p.jump(frames.CONQUEST)
    p.do("move", one, direction(p, CENTRE, here)).do("move", two, direction(p, CENTRE, there))
    assert p.finished
    assert {int(p.g.ship_hex[0, one]), int(p.g.ship_hex[0, two])} == {here, there}
