"""V. Conquest: Population moved by Civilian Ships."""

from __future__ import annotations

import pytest

from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.scenes import (
    CENTRE,
    EVERY_COUNT,
    FIGHTER,
    assert_cubes_kept,
    empty_space,
    finish,
    go,
    neighbours,
    ordinary_planets,
    places,
)


def colonies(*counts: int, players: int = 2) -> tuple[Position, list[int]]:
    """Player 0 with Civilian Ships and so many cubes on ordinary planets; none at home."""
    p = empty_space(players=players).learn(0, "civilian_ships")
    hexes = ordinary_planets(p)[: len(counts)]
    p.settle(int(p.t.home_hex[0]), 0, 0)
    for hexagon, count in zip(hexes, counts):
        p.settle(hexagon, 0, count)
    return p, hexes


def ship_cube(p: Position, source: int, target: int) -> Position:
    """One cube from planet to planet; the landing place is asked where there is a choice."""
    p.do("hex", source)
    if p.decision == "civilian_to":
        p.do("hex", target)
    return p


def test_civilian_ships_come_after_movement() -> None:
    """Movement and combat text, lines 237-241: mount, move ships, then Civilian Ships (base rules, line 219)."""
    p, _ = colonies(2, 2)
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.CONQUEST)
    assert p.decision == "move"
    go(p, ship, neighbours(p, CENTRE)[0])
    assert (p.decision, p.actor) == ("civilian_from", 0)


def test_only_players_with_civilian_ships_move_population_so() -> None:
    """Base rules, line 219: it takes the technology."""
    p = empty_space(players=2)
    for hexagon in ordinary_planets(p)[:3]:
        p.settle(hexagon, 0, 2)
    p.jump(frames.CONQUEST)
    assert p.finished


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_cubes_move_between_planets_with_own_population_at_any_distance(players: int) -> None:
    """Base rules, line 219: from and to planets that hold the player's Population, and to no others."""
    p, hexes = colonies(1, 2, 1, players=players)
    p.settle(ordinary_planets(p)[4], 1, 3)
    p.jump(frames.CONQUEST)
    assert p.legal("hex") == {(h,) for h in hexes}
    p.do("hex", hexes[1])
    assert p.legal("hex") == {(hexes[0],), (hexes[2],)}
    p.do("hex", hexes[2])
    assert [int(p.g.population[h, 0]) for h in hexes] == [1, 1, 2]
    assert_cubes_kept(p)


def test_an_abandoned_planet_cannot_be_settled_again() -> None:
    """Base rules, line 219: once the last cube has left, the planet holds no Population to fly to."""
    p, hexes = colonies(1, 2, 2)
    p.jump(frames.CONQUEST)
    ship_cube(p, hexes[0], hexes[1])
    p.do("hex", hexes[2])
    if p.decision == "civilian_to":
        assert (hexes[0],) not in p.legal("hex")
    finish(p)
    assert p.g.population[hexes[0], 0] == 0


def test_moving_cubes_is_optional_and_may_stop_at_any_time() -> None:
    """Base rules, line 219: players can, but need not."""
    p, hexes = colonies(3, 3)
    p.jump(frames.CONQUEST)
    assert ("pass",) in p.legal()
    ship_cube(p, hexes[0], hexes[1])
    assert ("pass",) in p.legal()
    p.decline()
    assert p.finished
    assert [int(p.g.population[h, 0]) for h in hexes] == [2, 4]


def test_any_number_of_cubes_may_move() -> None:
    """Base rules, line 219: no limit is named."""
    p, hexes = colonies(5, 1)
    p.jump(frames.CONQUEST)
    for _ in range(5):
        ship_cube(p, *hexes)
    assert [int(p.g.population[h, 0]) for h in hexes] == [0, 6]
    assert_cubes_kept(p)


def test_each_cube_moves_once() -> None:
    """Base rules, line 219, our reading: a cube that arrived does not fly on in the same Conquest Stage."""
    p, hexes = colonies(1, 1, 1)
    p.jump(frames.CONQUEST)
    ship_cube(p, hexes[0], hexes[1])
    assert p.legal("hex") == {(hexes[1],), (hexes[2],)}, "one of the two cubes there has not moved"
    ship_cube(p, hexes[1], hexes[2])
    assert (hexes[1],) not in p.legal("hex")


def test_one_planet_alone_leaves_nowhere_to_go() -> None:
    """Base rules, line 219: it takes two planets with own Population."""
    p, _ = colonies(4)
    p.jump(frames.CONQUEST)
    assert p.finished


def test_the_home_planet_counts_like_any_other() -> None:
    """Base rules, line 219: home Population can leave, and cubes can come home."""
    p, hexes = colonies(2)
    home = int(p.t.home_hex[0])
    p.settle(home, 0, 2)
    p.jump(frames.CONQUEST)
    ship_cube(p, home, hexes[0])
    ship_cube(p, hexes[0], home)
    assert (p.g.population[home, 0], p.g.population[hexes[0], 0]) == (2, 2)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_everybody_with_the_technology_gets_a_turn(players: int) -> None:
    """Base rules, line 219; we ask in turn order."""
    p = empty_space(players=players)
    for player in range(players):
        p.learn(player, "civilian_ships").settle(ordinary_planets(p)[player], player, 1)
    p.jump(frames.CONQUEST)
    asked = []
    while not p.finished:
        asked.append(p.actor)
        p.decline()
    assert asked == places(p)
