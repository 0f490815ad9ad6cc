"""V. Conquest: mounting Population on ships, and deploying it."""

from __future__ import annotations

import pytest

from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    empty_space,
    finish,
    go,
    neighbours,
    ordinary_planets,
    places,
    planet_with,
)

# Mount ----------------------------------------------------------------------------------------------------------------


def test_capacities_are_those_of_the_text() -> None:
    """Base rules, lines 215-217: a War Cruiser carries 1 Population, a Battle Carrier 3; the small ships none."""
    capacity = Position(1).t.class_capacity
    assert [int(capacity[c]) for c in (DARK_RAIDER, FIGHTER, WAR_CRUISER, BATTLE_CARRIER)] == [0, 0, 1, 3]


@pytest.mark.parametrize(("ship_class", "room"), [(WAR_CRUISER, 1), (BATTLE_CARRIER, 3)])
def test_a_ship_mounts_no_more_than_it_carries(ship_class: int, room: int) -> None:
    """Base rules, lines 213-217: cubes go from the planet onto the ship until it is full."""
    p = empty_space(players=2)
    home = int(p.t.home_hex[0])
    p.settle(home, 0, 5)
    ship = p.place_ship(0, ship_class, home)
    p.jump(frames.CONQUEST)
    assert (p.decision, p.actor) == ("mount", 0)
    assert p.legal("mount") == {(ship, more) for more in range(room)}
    p.do("mount", ship, room - 1)
    assert p.decision != "mount"
    assert p.g.ship_cargo[0, ship] == room
    assert p.g.population[home, 0] == 5 - room
    assert_cubes_kept(p)


@pytest.mark.parametrize("cubes", [1, 2, 3])
def test_several_cubes_board_at_once(cubes: int) -> None:
    """Base rules, lines 213-217: as many as there is room for, in one choice."""
    p = empty_space(players=2)
    home = int(p.t.home_hex[0])
    p.settle(home, 0, 5)
    ship = p.place_ship(0, BATTLE_CARRIER, home)
    p.jump(frames.CONQUEST).do("mount", ship, cubes - 1)
    assert (p.g.ship_cargo[0, ship], p.g.population[home, 0]) == (cubes, 5 - cubes)
    assert p.decision != "mount", "a ship is asked about once"


@pytest.mark.parametrize("population", [1, 2, 3])
def test_ships_that_are_alike_are_loaded_together(population: int) -> None:
    """Base rules, lines 213-217: a cube onto each, or onto one alone, as far as the planet has any."""
    p = empty_space(players=2)
    home = int(p.t.home_hex[0])
    p.settle(home, 0, population)
    one, two = (p.place_ship(0, WAR_CRUISER, home) for _ in range(2))
    p.jump(frames.CONQUEST)
    assert p.legal("mount") == ({(one, 0)} if population == 1 else {(one, 0), (two, 0)})
    p.do("mount", max(ship for ship, _ in p.legal("mount")))
    assert p.g.ship_cargo[0, [one, two]].tolist() == [1, int(population > 1)]
    assert_cubes_kept(p)


def test_a_ship_mounts_no_more_than_the_planet_has() -> None:
    """Base rules, line 213: the cubes come from the planet, down to the last one."""
    p = empty_space(players=2)
    home = int(p.t.home_hex[0])
    p.settle(home, 0, 2)
    ship = p.place_ship(0, BATTLE_CARRIER, home)
    p.jump(frames.CONQUEST)
    assert p.legal("mount") == {(ship, 0), (ship, 1)}
    p.do("mount", ship, 1)
    assert p.decision != "mount"
    assert p.g.population[home, 0] == 0


@pytest.mark.parametrize("ship_class", [DARK_RAIDER, FIGHTER])
def test_small_ships_mount_nothing(ship_class: int) -> None:
    """Base rules, lines 215-217: only War Cruisers and Battle Carriers are named as carriers."""
    p = empty_space(players=2)
    p.place_ship(0, ship_class, int(p.t.home_hex[0]))
    p.jump(frames.CONQUEST)
    assert p.decision == "move"


def test_mounting_is_optional() -> None:
    """Base rules, line 211: a player may leave all Population where it is, or stop at any number."""
    p = empty_space(players=2)
    ship = p.place_ship(0, BATTLE_CARRIER, int(p.t.home_hex[0]))
    p.jump(frames.CONQUEST)
    assert ("pass",) in p.legal()
    p.do("mount", ship)
    assert p.decision == "move"
    assert p.g.ship_cargo[0, ship] == 1


def test_ships_of_several_kinds_are_loaded_one_after_another() -> None:
    """Base rules, lines 211-217: in any order, each with its own number of cubes, until the player is done."""
    p = empty_space(players=2)
    home = int(p.t.home_hex[0])
    p.settle(home, 0, 5)
    cruiser, carrier = p.place_ship(0, WAR_CRUISER, home), p.place_ship(0, BATTLE_CARRIER, home)
    p.jump(frames.CONQUEST).do("mount", carrier, 1)
    assert p.legal() == {("pass",), ("mount", cruiser, 0)} and p.g.boarded[0, carrier] == 1
    p.decline()
    assert p.g.ship_cargo[0, [cruiser, carrier]].tolist() == [0, 2] and not p.g.boarded.any()


def test_population_is_mounted_in_the_same_hex_only() -> None:
    """Base rules, line 213: the planet must be in the ship's hex and hold Population of the ship's owner."""
    p = empty_space(players=2)
    here, elsewhere = ordinary_planets(p)[:2]
    p.settle(elsewhere, 0, 2).settle(here, 1, 2)
    p.place_ship(0, BATTLE_CARRIER, here)
    p.jump(frames.CONQUEST)
    assert p.decision == "move"


def test_mounted_population_travels_with_the_ship() -> None:
    """Base rules, lines 213 and 313: what is mounted moves along and can be landed where the ship ends."""
    p = empty_space(players=2)
    home = int(p.t.home_hex[0])
    ship = p.place_ship(0, BATTLE_CARRIER, home)
    target = next(h for h in neighbours(p, home) if h != CENTRE)
    p.g.planet[target] = p.g.planet[planet_with(p, moons=False)]
    p.jump(frames.CONQUEST).do("mount", ship, 1)
    go(p, ship, target)
    p.until("deploy").do("deploy", ship)
    assert p.g.population[target, 0] == 1
    finish(p)
    assert p.g.ship_cargo[0, ship] == 1
    assert_cubes_kept(p)


# Deploy ---------------------------------------------------------------------------------------------------------------


def over(p: Position, hexagon: int, cargo: int) -> int:
    """A loaded Battle Carrier of player 0 over a hex, at the deploy step."""
    ship = p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=cargo)
    p.jump(frames.CONQUEST)
    while not p.finished and p.decision != "deploy":
        p.default()
    return ship


def test_deploying_is_optional_and_any_number_may_land() -> None:
    """Base rules, lines 311-313: none, some or all of the cubes on board are put on the planet."""
    for landed in range(4):
        p = empty_space(players=2)
        hexagon = planet_with(p, moons=False)
        ship = over(p, hexagon, 3)
        for _ in range(landed):
            p.do("deploy", ship)
        finish(p)
        assert p.g.population[hexagon, 0] == landed
        assert p.g.ship_cargo[0, ship] == 3 - landed
        assert_cubes_kept(p)


def test_a_planet_without_moons_needs_no_roll() -> None:
    """Base rules, line 315: there a cube always lands, and no die is rolled."""
    p = empty_space(players=2)
    hexagon = planet_with(p, moons=False)
    ship = over(p, hexagon, 1)
    p.dice(1).do("deploy", ship)
    assert p.g.population[hexagon, 0] == 1
    assert p.g.scripted_count == 1


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_moons_let_a_cube_land_on_four_to_six(roll: int) -> None:
    """Base rules, line 317: on a planet with moons a cube lands with 4 to 6 and stays on board with 1 to 3."""
    p = empty_space(players=2)
    hexagon = planet_with(p, moons=True)
    ship = over(p, hexagon, 1)
    finish(p.dice(roll).do("deploy", ship))
    landed = roll >= 4
    assert p.g.population[hexagon, 0] == int(landed)
    assert p.g.ship_cargo[0, ship] == 1 - int(landed)
    assert_cubes_kept(p)


def test_each_cube_rolls_once() -> None:
    """Base rules, line 317: one die for each cube; a cube that failed does not try again in this Conquest Stage."""
    p = empty_space(players=2)
    hexagon = planet_with(p, moons=True)
    ship = over(p, hexagon, 3)
    p.dice(3, 4, 1, 6)
    for _ in range(3):
        p.do("deploy", ship)
    assert p.decision != "deploy"
    assert p.g.scripted_count == 1
    assert (p.g.population[hexagon, 0], p.g.ship_cargo[0, ship]) == (1, 2)


def test_a_cube_that_stayed_on_board_may_try_in_the_next_conquest_stage() -> None:
    """Base rules, line 317: it remains on the ship, from where it can be deployed later."""
    p = empty_space(players=2)
    hexagon = planet_with(p, moons=True)
    ship = over(p, hexagon, 1)
    finish(p.dice(3).do("deploy", ship))
    p.jump(frames.CONQUEST).until("deploy").dice(4).do("deploy", ship)
    assert p.g.population[hexagon, 0] == 1


@pytest.mark.parametrize("roll", [1, 3, 6])
def test_landing_maneuvers_need_no_roll(roll: int) -> None:
    """Base rules, line 315: with that technology moons do not matter."""
    p = empty_space(players=2).learn(0, "landing_maneuvers")
    hexagon = planet_with(p, moons=True)
    ship = over(p, hexagon, 2)
    p.dice(roll).do("deploy", ship).do("deploy", ship)
    assert p.g.population[hexagon, 0] == 2
    assert p.g.scripted_count == 1


def test_nothing_is_deployed_where_the_planet_is_destroyed() -> None:
    """Base rules, lines 205 and 313: cubes land on planets, and a destroyed one is none."""
    p = empty_space(players=2)
    hexagon = planet_with(p, moons=False)
    p.g.destroyed[hexagon] = 1
    over(p, hexagon, 3)
    assert p.finished


def test_nothing_is_deployed_on_the_high_council() -> None:
    """Base rules, lines 11 and 313: the centre holds the High Council and no planet."""
    p = empty_space(players=2)
    over(p, CENTRE, 3)
    assert p.finished


def test_population_of_several_players_can_share_a_planet() -> None:
    """FAQ: a planet that others live on can be landed on as well."""
    p = empty_space(players=2)
    hexagon = planet_with(p, moons=False)
    p.settle(hexagon, 1, 2)
    ship = over(p, hexagon, 1)
    p.do("deploy", ship)
    assert [int(c) for c in p.g.population[hexagon, :2]] == [1, 2]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_everybody_with_loaded_ships_may_deploy(players: int) -> None:
    """Base rules, lines 311-313: each player once; we ask in turn order."""
    p = empty_space(players=players)
    for player, hexagon in enumerate(ordinary_planets(p)[:players]):
        p.place_ship(player, BATTLE_CARRIER, hexagon, cargo=1)
    p.jump(frames.CONQUEST)
    asked = []
    while not p.finished:
        if p.decision == "deploy":
            asked.append(p.actor)
        p.default()
    assert asked == places(p)
