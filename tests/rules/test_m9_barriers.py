"""Event Horizon, module M9: Energy Barriers."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content.vocabulary import VP
from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.early import home
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    direction,
    finish,
    neighbours,
    ordinary_planets,
    places,
    ships_on_map,
)

MAPS = ("standard", "minimal", "large")
MOVEMENTS = ("drive_power", "reverse_turn_order", "simultaneous")
HIT, MISS = 5, 1
HYPERSONIC = 0
RANGE = 6
SHIELD = "electromagnetic_shield"  # one point
DRIVES = {1: (), 2: ("fusion_drive",), 3: ("antigravity_drive",)}
# A map of seven hexes in a row: planet, home, planet, centre, planet, home, planet. Only one barrier has a place.
ROW = """
[[map]]
id = "minimal_2"
hexes = [[0, 0], [1, 0], [2, 0], [3, 0], [-1, 0], [-2, 0], [-3, 0]]
homes = [[2, 0], [-2, 0]]
resistance_1 = []
resistance_2 = []
resistance_3 = []
planets = { cp = 2, axinium = 1, phasium = 1 }
new_planets = { cp = 2, axinium = 1, phasium = 1, new = 0 }
starts = [[[1, 0], [3, 0]], [[-1, 0], [-3, 0]]]
"""


def borders(p: Position) -> dict[int, tuple[int, int]]:
    """All edges between two hexes of the board, by number."""
    found = {}
    for hexagon in range(p.t.hexes):
        for way in range(3):
            beyond = int(p.t.flight[hexagon, way])
            if beyond >= 0:
                found[hexagon * 3 + way] = (hexagon, beyond)
    return found


def edge(p: Position, one: int, other: int) -> int:
    """The edge between two hexes."""
    return next(number for number, ends in borders(p).items() if set(ends) == {one, other})


def barriers(p: Position) -> list[int]:
    """The barriers on the map."""
    return [int(b) for b in p.g.barrier if b >= 0]


def allowed(p: Position, taken: Sequence[int] | None = None) -> set[int]:
    """Edges where the placement rules leave room beside the barriers there are."""
    ends = borders(p)
    bordered = {h for b in (barriers(p) if taken is None else taken) for h in ends[b]}
    return {b for b, pair in ends.items() if not bordered & set(pair) and all(p.t.home_of[h] < 0 for h in pair)}


def assert_well_placed(p: Position) -> None:
    """All placement rules hold."""
    ends = borders(p)
    assert set(barriers(p)) <= set(ends), "not along the outer edge"
    beside = [h for b in barriers(p) for h in ends[b]]
    assert len(set(beside)) == len(beside), "no hex has two"
    assert all(p.t.home_of[h] < 0 for h in beside), "no home has one"


def system(players: int = 2, *more: str, **config: Any) -> Position:
    """An empty map without barriers, set up."""
    p = Position(players=players, modules=("M9", *more), **config)
    while p.g.stage == frames.SETUP:
        p.default()
    p.remove_ships()
    p.g.resistance[:] = 0
    p.g.barrier[:] = -1
    return p


def block(p: Position, *pairs: tuple[int, int]) -> Position:
    """Barriers by hand, between these hexes."""
    for i, (one, other) in enumerate(pairs):
        p.g.barrier[i] = edge(p, one, other)
    return p


def travel(p: Position, ship: int, *path: int) -> Position:
    """The only ship on the map moves along hexes; then movement is over."""
    p.jump(frames.MOVEMENT)
    for source, target in pairwise(path):
        p.do("move", ship, direction(p, source, target))
    return finish(p)


def line(p: Position, length: int) -> list[int]:
    """Hexes in a straight line, beginning and ending on ordinary planets, none of them a home."""
    for start in ordinary_planets(p):
        for way in range(6):
            found = [start]
            while len(found) <= length and p.t.flight[found[-1], way] >= 0:
                found.append(int(p.t.flight[found[-1], way]))
            if len(found) == length + 1 and found[-1] in ordinary_planets(p):
                if all(p.t.home_of[h] < 0 for h in found):
                    return found
    raise AssertionError("no such line")


# Placing --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("layout", MAPS)
def test_each_player_places_one_barrier_in_reverse_turn_order(players: int, layout: str) -> None:
    """Event Horizon, lines 892-898 and 1723: as many as players, the last in turn order first.

    With lines 900-908: on any border between two hexes of the board, but at no home, and at most one at each hex.
    """
    p = Position(players, players=players, modules=("M9",), map=layout)
    rng = np.random.default_rng(players)
    asked = []
    while p.decision == "barrier":
        asked.append(p.actor)
        before = barriers(p)
        assert p.legal() == {("barrier", b) for b in allowed(p)}
        choice = int(rng.choice(sorted(allowed(p))))
        p.do("barrier", choice)
        assert set(barriers(p)) >= {*before, choice}
    reverse = places(p)[::-1]
    assert asked == reverse[: len(asked)]
    assert len(barriers(p)) == players
    assert len(asked) >= players - 1 or players == 1, "only a last place that is left alone is not asked"
    assert_well_placed(p)


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_no_border_of_a_home_takes_a_barrier(players: int) -> None:
    """Event Horizon, line 904: nobody's home, not even the own."""
    p = Position(players=players, modules=("M9",))
    near = {edge(p, home(p, x), h) for x in range(players) for h in p.t.flight[home(p, x)] if h >= 0}
    assert near
    assert not near & {b for (b,) in p.legal("barrier")}


def test_no_hex_has_two_barriers() -> None:
    """Event Horizon, line 906: after one, all other borders of both its hexes are closed, and only those."""
    p = Position(players=4, modules=("M9",))
    before = {b for (b,) in p.legal("barrier")}
    near = neighbours(p, CENTRE)[0]
    p.do("barrier", edge(p, CENTRE, near))
    after = {b for (b,) in p.legal("barrier")}
    assert before - after == {b for b in before if {CENTRE, near} & set(borders(p)[b])}
    assert len(before - after) > 6


def test_the_outer_edge_takes_no_barrier() -> None:
    """Event Horizon, line 908: a border needs a hex on both sides."""
    p = Position(players=3, modules=("M9",))
    outer = {h * 3 + d for h in range(p.t.hexes) for d in range(3) if p.t.flight[h, d] < 0}
    assert outer
    assert not outer & {b for (b,) in p.legal("barrier")}


@pytest.mark.parametrize("modules", [("M9",), ("M6", "M9")])
def test_the_centre_may_be_bordered(modules: tuple[str, ...]) -> None:
    """Event Horizon, line 900, our ruling: anywhere on the board includes the centre, also where it is closed (M6)."""
    p = Position(players=3, modules=modules)
    beside = [int(h) for h in p.t.flight[CENTRE] if h >= 0]
    assert len(beside) == 6
    assert {edge(p, CENTRE, h) for h in beside} <= {b for (b,) in p.legal("barrier")}


def test_barriers_come_before_the_first_turn() -> None:
    """Event Horizon, lines 897-898: while the game is set up, with the turn order known."""
    p = Position(players=3, modules=("M9",))
    assert (p.decision, p.g.stage, p.g.turn) == ("barrier", frames.SETUP, 1)
    assert sorted(places(p)) == [0, 1, 2]
    while p.decision == "barrier":
        p.default()
    assert p.g.stage != frames.SETUP


def test_without_the_module_there_are_no_barriers() -> None:
    """Event Horizon, lines 881-898: they belong to the module."""
    p = Position(players=3)
    assert p.t.barriers == 0
    assert barriers(p) == []
    assert p.decision != "barrier"


def row_content(folder: Path) -> str:
    """The map in a row."""
    (folder / "maps.toml").write_text(ROW)
    return str(folder)


@pytest.mark.parametrize("random", [False, True])
def test_a_barrier_without_a_place_is_left_out(random: bool, tmp_path: Path) -> None:
    """our ruling on Event Horizon, lines 900-908: where the rules leave no border, nothing is placed."""
    content = row_content(tmp_path)
    p = Position(players=2, modules=("M9",), map="minimal", content=content, random_barriers=random)
    assert p.t.hexes == 7
    if not random:
        assert (p.decision, p.actor) == ("barrier", places(p)[-1])
        assert len(p.legal()) == 2
        p.default()
    assert p.decision != "barrier"
    assert len(barriers(p)) == 1
    assert allowed(p) == set()
    assert_well_placed(p)
    assert p.g.stage != frames.SETUP


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_barriers_never_move(movement: str) -> None:
    """Event Horizon, line 910: what was placed is there until the end."""
    p = Position(2, players=3, modules=("M9",), movement=movement, turns=2)
    while p.decision == "barrier":
        p.default()
    placed = p.g.barrier.copy()
    assert len(barriers(p)) == 3
    p.play_out(1)
    assert p.g.over == 1
    assert (p.g.barrier == placed).all()
    assert_cubes_kept(p)


# Placing at random ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("layout", MAPS)
def test_random_barriers_follow_the_same_rules(players: int, layout: str) -> None:
    """Event Horizon, lines 921-941: one for each player, nobody is asked, and all placement rules hold."""
    seen = set()
    for seed in range(10):
        p = Position(seed, players=players, modules=("M9",), map=layout, random_barriers=True)
        assert p.t.barriers == 2
        assert p.decision != "barrier" and p.g.stage != frames.SETUP
        assert len(barriers(p)) == players
        assert_well_placed(p)
        seen.add(frozenset(barriers(p)))
    assert len(seen) > 4, "at random"


def test_random_barriers_are_the_same_for_the_same_seed() -> None:
    """Event Horizon, lines 921-923: chance is that of the game."""
    settings: dict[str, Any] = {"players": 4, "modules": ("M9",), "random_barriers": True, "turns": 3}
    one, two = Position(7, **settings), Position(7, **settings)
    assert (one.g.barrier == two.g.barrier).all()


def count(p: Position, here: int, way: int) -> int:
    """One space on; off the board the count goes on from the other end of the line."""
    beyond = int(p.t.flight[here, way])
    if beyond >= 0:
        return beyond
    while p.t.flight[here, (way + 3) % 6] >= 0:
        here = int(p.t.flight[here, (way + 3) % 6])
    return here


def border(p: Position, here: int, way: int) -> int | None:
    """The edge of a hex in a direction, unless it is the outer edge."""
    beyond = int(p.t.flight[here, way])
    return None if beyond < 0 else edge(p, here, beyond)


def walk(p: Position, dice: Sequence[int], number: int) -> tuple[list[int], int] | None:
    """Barriers the text's steps lead to with these dice, and how many dice that takes; None where they run out."""
    rolls = iter(dice)
    used, found = 0, []
    try:
        for _ in range(number):
            here = CENTRE
            for _ in range(2):
                here = count(p, here, next(rolls) - 1)
                used += 1
            while True:
                way = next(rolls) - 1
                used += 1
                place = border(p, here, way)
                if place is not None and place in allowed(p, found):
                    found.append(place)
                    break
                here = count(p, here, way)
    except StopIteration:
        return None
    return found, used


def cast(p: Position, *dice: int) -> list[int]:
    """Set up again with these dice for the barriers; tells them sorted."""
    p.g.barrier[:] = -1
    p.dice(*dice).jump(frames.SETTING_UP)
    return sorted(barriers(p))


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("layout", MAPS)
def test_random_barriers_take_the_walk_of_the_text(players: int, layout: str) -> None:
    """Event Horizon, lines 925-941: from the centre two spaces by dice, a third die for the edge.

    A roll that breaks a rule becomes a step, and a new die shows the edge; off the board one comes in opposite.
    """
    rng = np.random.default_rng(players)
    compared = retried = 0
    for _ in range(15):
        p = Position(1, players=players, modules=("M9",), map=layout, random_barriers=True)
        dice = [int(x) for x in rng.integers(1, 7, 32)]
        expected = walk(p, dice, players)
        if expected is None:
            continue
        found, used = expected
        assert cast(p, *dice) == sorted(found), dice
        assert p.g.scripted_count == 32 - used
        compared += 1
        retried += used > 3 * players
    assert compared > 3
    assert retried > 2


def test_off_the_board_the_count_goes_on_from_the_opposite_side() -> None:
    """Event Horizon, lines 931-932: on the small map straight out of the board, and in again where the line begins."""
    p = Position(1, players=2, modules=("M9",), random_barriers=True)
    way = next(d for d in range(6) if p.t.flight[p.t.flight[CENTRE, d], d] < 0)
    near = int(p.t.flight[CENTRE, way])
    opposite = int(p.t.flight[CENTRE, (way + 3) % 6])
    assert count(p, near, way) == opposite
    back = edge(p, opposite, CENTRE)
    # Two spaces that way lead around to the opposite hex; from there the edge towards the centre.
    second = walk(p, [way + 1, way + 1, way + 1, *[1, 2, 3, 4, 5, 6] * 4], 2)
    assert second is not None
    placed = cast(p, way + 1, way + 1, way + 1, *[1, 2, 3, 4, 5, 6] * 4)
    assert back in placed
    assert placed == sorted(second[0])


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_random_barriers_can_lie_anywhere_near_the_centre(players: int) -> None:
    """Event Horizon, lines 925-929: two spaces and an edge; all borders the first steps can reach come up."""
    p = Position(1, players=players, modules=("M9",), random_barriers=True)
    seen: set[int] = set()
    for first in range(1, 7):
        found = cast(p, first, 1 + (first + 2) % 6, first, *np.random.default_rng(first).integers(1, 7, 29).tolist())
        seen |= set(found)
        # There and back: the edge of the centre in that direction.
        assert edge(p, CENTRE, int(p.t.flight[CENTRE, first - 1])) in found
    assert len(seen) > 6


# Ships ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("ship_class", [FIGHTER, WAR_CRUISER, BATTLE_CARRIER])
@pytest.mark.parametrize("back", [False, True])
def test_a_ship_that_crosses_suffers_one_damage(movement: str, ship_class: int, back: bool) -> None:
    """Event Horizon, lines 913-914: each ship, from either side, in every system of movement."""
    p = system(movement=movement)
    near = neighbours(p, CENTRE)[1]
    source, target = (near, CENTRE) if back else (CENTRE, near)
    block(p, (CENTRE, near))
    p.equip(0, ship_class, SHIELD)
    ship = p.place_ship(0, ship_class, source)
    travel(p, ship, source, target)
    assert p.t.barrier_damage == 1
    assert (p.g.ship_hex[0, ship], p.g.ship_damage[0, ship]) == (target, 1)


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_every_edge_of_a_hex_can_be_a_barrier(movement: str) -> None:
    """Event Horizon, lines 913-914: damage in that direction alone, whichever it is."""
    p = system(movement=movement)
    for barred in neighbours(p, CENTRE):
        for target in neighbours(p, CENTRE):
            p.remove_ships()
            block(p, (CENTRE, barred)).equip(0, FIGHTER, SHIELD)
            ship = p.place_ship(0, FIGHTER, CENTRE)
            travel(p, ship, CENTRE, target)
            assert p.g.ship_damage[0, ship] == (target == barred)


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("back", [False, True])
def test_dark_raiders_take_no_damage(movement: str, back: bool) -> None:
    """Event Horizon, line 916: they pass freely, without any shield."""
    p = system(movement=movement)
    near = neighbours(p, CENTRE)[1]
    source, target = (near, CENTRE) if back else (CENTRE, near)
    block(p, (CENTRE, near)).equip(0, DARK_RAIDER)
    ship = p.place_ship(0, DARK_RAIDER, source)
    travel(p, ship, source, target)
    assert (p.g.ship_hex[0, ship], p.g.ship_damage[0, ship]) == (target, 0)


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("way_through", [True, False])
def test_a_way_around_does_no_harm(movement: str, way_through: bool) -> None:
    """Event Horizon, line 914: only passing through counts, not where the ship comes from and goes to."""
    p = system(movement=movement)
    near, beside = next((a, b) for a in neighbours(p, CENTRE) for b in neighbours(p, CENTRE) if b in neighbours(p, a))
    block(p, (CENTRE, near)).equip(0, FIGHTER, SHIELD, *DRIVES[2])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    travel(p, ship, CENTRE, near, beside) if way_through else travel(p, ship, CENTRE, beside, near)
    assert p.g.ship_damage[0, ship] == way_through


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("shields", [1, 2])
def test_each_crossing_counts(movement: str, shields: int) -> None:
    """Event Horizon, line 914: there and back are two damages; more than the shield destroys the ship."""
    p = system(movement=movement)
    near = neighbours(p, CENTRE)[0]
    block(p, (CENTRE, near)).equip(0, WAR_CRUISER, *[SHIELD] * shields, *DRIVES[2])
    ship = p.place_ship(0, WAR_CRUISER, CENTRE)
    travel(p, ship, CENTRE, near, CENTRE)
    assert p.g.ship_hex[0, ship] == (CENTRE if shields == 2 else -1)
    assert p.g.ship_damage[0, ship] == (2 if shields == 2 else 0)


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_each_barrier_on_the_way_counts(movement: str) -> None:
    """Event Horizon, line 914: two barriers in a row, two damages."""
    p = system(6, movement=movement)
    a, b, c, d = line(p, 3)
    block(p, (a, b), (c, d)).equip(0, WAR_CRUISER, SHIELD, SHIELD, *DRIVES[3])
    ship = p.place_ship(0, WAR_CRUISER, a)
    travel(p, ship, a, b, c, d)
    assert (p.g.ship_hex[0, ship], p.g.ship_damage[0, ship]) == (d, 2)


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize(("shields", "damage", "lost"), [(0, 0, True), (1, 0, False), (1, 1, True), (2, 1, False)])
def test_damage_beyond_the_shield_destroys_the_ship(movement: str, shields: int, damage: int, lost: bool) -> None:
    """Event Horizon, line 914 with base rules, line 277: damage adds up; the cubes on board return to the supply."""
    p = system(movement=movement)
    near = neighbours(p, CENTRE)[0]
    block(p, (CENTRE, near)).equip(0, BATTLE_CARRIER, *[SHIELD] * shields)
    ship = p.place_ship(0, BATTLE_CARRIER, CENTRE, damage=damage, cargo=2)
    supply = int(p.g.supply[0])
    travel(p, ship, CENTRE, near)
    assert p.g.ship_hex[0, ship] == (-1 if lost else near)
    assert p.g.ship_damage[0, ship] == (0 if lost else damage + 1)
    assert p.g.ship_cargo[0, ship] == (0 if lost else 2)
    assert p.g.supply[0] == supply + (2 if lost else 0)
    assert_cubes_kept(p)


def test_a_crossing_that_destroys_the_ship_is_allowed() -> None:
    """Event Horizon, lines 913-914: a barrier is an obstacle, not a wall."""
    p = system()
    near = neighbours(p, CENTRE)[0]
    block(p, (CENTRE, near)).equip(0, FIGHTER)
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.MOVEMENT)
    assert p.legal("move") == {(ship, d) for d in range(6)}


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_a_destroyed_ship_goes_no_farther(movement: str) -> None:
    """Event Horizon, line 914: with movement left, or orders given, it is gone all the same, and nobody gets VP."""
    for way in range(6):
        p = system(6, movement=movement, map="large", random_barriers=True)
        path = [CENTRE]
        for _ in range(3):
            path.append(int(p.t.flight[path[-1], way]))
        block(p, (path[0], path[1])).equip(0, FIGHTER, *DRIVES[3])
        ship = p.place_ship(0, FIGHTER, CENTRE)
        travel(p, ship, *(path if movement == "simultaneous" else path[:2]))
        assert p.finished
        assert ships_on_map(p, 0) == 0
        assert not p.g.moved.any() and not p.g.path.any()
        assert not p.g.resource[:6, VP].any()


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_ships_of_all_players_suffer(movement: str) -> None:
    """Event Horizon, line 914: a barrier belongs to nobody, and two ships of a player suffer each for itself."""
    p = system(3, movement=movement)
    near = neighbours(p, CENTRE)[0]
    block(p, (CENTRE, near))
    way = direction(p, CENTRE, near)
    for player in range(3):
        p.equip(player, FIGHTER, SHIELD)
        for _ in range(2):
            p.place_ship(player, FIGHTER, CENTRE)
    p.jump(frames.MOVEMENT)
    while not p.finished:
        ships = sorted(s for s, d in p.legal("move") if d == way)
        p.do("move", ships[0], way) if ships else p.decline()
    for player in range(3):
        assert (p.g.ship_hex[player] == near).sum() == 2
        assert p.g.ship_damage[player].sum() == 2
        assert p.g.ship_damage[player].max() == 1


def test_cloaking_does_not_help() -> None:
    """Event Horizon, lines 914-916: Dark Raiders are the only exception."""
    p = system()
    near = neighbours(p, CENTRE)[0]
    block(p, (CENTRE, near)).learn(0, "cloaking").equip(0, FIGHTER, SHIELD)
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.CONQUEST).do("move", ship, direction(p, CENTRE, near))
    finish(p)
    assert p.g.ship_damage[0, ship] == 1


def test_damage_of_a_barrier_is_there_in_the_combat_that_follows() -> None:
    """Event Horizon, line 914: it is damage like any other, so one hit more breaks a shield of 1."""
    p = system()
    first, last = places(p)
    near = neighbours(p, CENTRE)[0]
    block(p, (CENTRE, near)).equip(first, FIGHTER, "laser_cannon")
    p.place_ship(first, FIGHTER, near)
    p.equip(last, WAR_CRUISER, SHIELD)
    ship = p.place_ship(last, WAR_CRUISER, CENTRE)
    p.dice(HIT, HIT).jump(frames.CONQUEST)
    while p.decision == "move":
        p.do("move", ship, direction(p, CENTRE, near)) if p.actor == last else p.decline()
    finish(p)
    assert ships_on_map(p, last) == 0
    assert p.g.scripted_count == 1, "one hit was enough"


def test_a_wormhole_leads_past_the_barrier() -> None:
    """our ruling on Event Horizon, lines 508-513 and 913-914: a move through it crosses no border (M4)."""
    for way, damage in ((None, 1), (6, 0)):
        p = system(2, "M4")
        near = neighbours(p, CENTRE)[0]
        p.g.face_down[:] = 0
        p.g.wormhole[:] = CENTRE, near
        block(p, (CENTRE, near)).equip(0, FIGHTER, SHIELD)
        ship = p.place_ship(0, FIGHTER, CENTRE)
        p.jump(frames.MOVEMENT).do("move", ship, direction(p, CENTRE, near) if way is None else way)
        assert (p.g.ship_hex[0, ship], p.g.ship_damage[0, ship]) == (near, damage)


# Rockets --------------------------------------------------------------------------------------------------------------


def distances(p: Position, source: int) -> dict[int, int]:
    """How far every hex is for a rocket: a hex a step, and one more through a barrier, by the best way."""
    barred = {frozenset(borders(p)[b]) for b in barriers(p)}
    best = {source: 0}
    queue = [(0, source)]
    while queue:
        far, here = heappop(queue)
        if far > best[here]:
            continue
        for beyond in (int(h) for h in p.t.flight[here] if h >= 0):
            cost = far + 1 + (frozenset((here, beyond)) in barred)
            if cost < best.get(beyond, 999):
                best[beyond] = cost
                heappush(queue, (cost, beyond))
    return best


def arm(p: Position, source: int) -> Position:
    """A Hypersonic rocket of player 0 on a planet."""
    p.settle(source, 0, max(1, int(p.g.population[source, 0])))
    p.g.rocket[source, 0] = HYPERSONIC + 1
    return p


def arrives(p: Position, source: int, target: int, roll: int) -> bool:
    """Whether a rocket reaches its target with a distance roll."""
    arm(p, source)
    p.g.counter[target] = 5
    p.jump(frames.WMD).dice(roll, *[HIT] * 5)
    assert int(p.g.focus_hex) == source
    p.do("hex", target)
    finish(p)
    return bool(p.g.counter[target] < 5)


def measured(p: Position, source: int, target: int) -> int:
    """The distance as the distance roll tells it: one less than the lowest roll that arrives."""
    return next(roll for roll in range(1, 7) if arrives(p, source, target, roll)) - 1


@pytest.mark.parametrize("first", [True, False])
def test_a_barrier_on_the_only_short_way_adds_one(first: bool) -> None:
    """Event Horizon, lines 918-919: straight over two hexes there is one way of two; through a barrier it is three."""
    p = system(6)
    a, b, c = line(p, 2)
    assert measured(p, a, c) == 2
    block(p, (a, b) if first else (b, c))
    assert measured(p, a, c) == measured(p, c, a) == 3


def test_a_barrier_beside_an_equally_short_way_adds_nothing() -> None:
    """Event Horizon, lines 918-919: it need not be passed where another way is as short."""
    p = system(6)
    planets = ordinary_planets(p)
    a, b, c = next(
        (a, b, c)
        for a in planets
        for c in planets
        if p.t.distance[a, c] == 2
        for b in range(p.t.hexes)
        if b != CENTRE and p.t.distance[a, b] == p.t.distance[b, c] == 1
        if sum(p.t.distance[a, h] == p.t.distance[h, c] == 1 for h in range(p.t.hexes)) == 2
    )
    block(p, (a, b))
    assert measured(p, a, c) == 2


def test_a_barrier_between_neighbours_adds_one_and_no_more() -> None:
    """Event Horizon, lines 918-919: through it or around it, the next hex is two away."""
    p = system(6)
    a, b = line(p, 1)
    assert measured(p, a, b) == 1
    block(p, (a, b))
    assert measured(p, a, b) == measured(p, b, a) == 2


def test_a_way_around_can_be_shorter_than_two_barriers() -> None:
    """our ruling on Event Horizon, lines 918-919: only what must be passed counts, so the shortest way is taken."""
    p = system(6)
    a, b, c, d = line(p, 3)
    block(p, (a, b), (c, d))
    assert distances(p, a)[d] in (4, 5)
    assert measured(p, a, d) == distances(p, a)[d]


def test_a_barrier_elsewhere_changes_nothing() -> None:
    """Event Horizon, lines 918-919: it must lie on the way."""
    p = system(6)
    a, b, c = line(p, 2)
    aside = next(
        pair for pair in borders(p).values()
        if not {a, b, c} & set(pair) and all(p.t.distance[a, h] > 2 for h in pair)
    )  # fmt: skip
    block(p, aside)
    assert measured(p, a, c) == 2


def test_in_a_row_there_is_no_way_around(tmp_path: Path) -> None:
    """Event Horizon, lines 918-919: every rocket along a map without detours passes the barrier."""
    p = system(2, map="minimal", content=row_content(tmp_path))
    west, east = (h for h in neighbours(p, CENTRE))
    assert measured(p, west, east) == 2
    block(p, (CENTRE, east))
    assert measured(p, west, east) == measured(p, east, west) == 3


@pytest.mark.parametrize("modules", [(), ("M6",)])
def test_every_distance_counts_the_barriers_that_must_be_passed(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 918-919: random barriers, random pairs; flying over the closed centre is no matter (M6)."""
    rng = np.random.default_rng(5)
    longer = 0
    for _ in range(5):
        p = system(6, *modules)
        for i in range(6):
            p.g.barrier[i] = int(rng.choice(sorted(allowed(p))))
        assert_well_placed(p)
        for _ in range(3):
            source, target = (int(h) for h in rng.choice(ordinary_planets(p), 2, replace=False))
            far = distances(p, source)[target]
            if far <= 5:
                assert not arrives(p, source, target, far)
                assert arrives(p, source, target, far + 1)
                longer += far > p.t.distance[source, target]
    assert longer > 0


def test_barriers_shorten_what_can_be_aimed_at() -> None:
    """Event Horizon, lines 918-919 with base rules, line 183: six hexes with barriers counted."""
    rng = np.random.default_rng(3)
    fewer = 0
    for source_number in range(8):
        p = system(6, map="large", random_barriers=True)
        for i in range(6):
            p.g.barrier[i] = int(rng.choice(sorted(allowed(p))))
        source = ordinary_planets(p)[-1 - source_number]
        arm(p, source).jump(frames.WMD)
        assert int(p.g.focus_hex) == source
        far = distances(p, source)
        aimed = {h for (h,) in p.legal("hex")}
        assert aimed == {h for h in ordinary_planets(p) if 1 <= far[h] <= RANGE}
        fewer += aimed != {h for h in ordinary_planets(p) if 1 <= p.t.distance[source, h] <= RANGE}
    assert fewer > 0


def test_radar_helps_against_the_longer_way() -> None:
    """Event Horizon, lines 918-919: what adds to the roll adds to it as ever."""
    p = system(6)
    a, b, c = line(p, 2)
    block(p, (a, b)).learn(0, "radar")
    assert measured(p, a, c) == 3 - 1


def test_a_rocket_that_passes_a_barrier_hits_as_ever() -> None:
    """Event Horizon, lines 913-919: barriers harm ships alone; a rocket that arrives rolls all its dice."""
    p = system(6)
    a, b, c = line(p, 2)
    block(p, (a, b))
    arm(p, a)
    p.g.counter[c] = 5
    p.jump(frames.WMD).dice(4, *[HIT] * 5).do("hex", c)
    finish(p)
    assert p.g.counter[c] == 0
