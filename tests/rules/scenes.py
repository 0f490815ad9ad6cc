"""Scenes the tests of the later stages start from, and the few questions they all ask."""

from __future__ import annotations

from typing import Any

from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.rules import frames, turn
from exodus_env.kit.flow import KIND, STEP
from tests.position import Position

DARK_RAIDER = SHIP_CLASSES.index("dark_raider")
FIGHTER = SHIP_CLASSES.index("fighter")
WAR_CRUISER = SHIP_CLASSES.index("war_cruiser")
BATTLE_CARRIER = SHIP_CLASSES.index("battle_carrier")

CENTRE = 0  # the High Council hex of every map
EVERY_COUNT = (2, 3, 4, 5, 6)


def empty_space(seed: int = 1, **config: Any) -> Position:
    """A new game without ships, neither of players nor of the Resistance."""
    p = Position(seed, **config)
    p.remove_ships()
    p.g.resistance[:] = 0
    return p


def places(p: Position) -> list[int]:
    """The players in turn order."""
    return [int(p.g.order[place]) for place in range(p.t.players)]


def ordinary_planets(p: Position) -> list[int]:
    """Hexes with a planet that is nobody's home."""
    return [h for h in range(p.t.hexes) if p.g.planet[h] >= 0 and p.t.home_of[h] < 0]


def planet_with(p: Position, moons: bool) -> int:
    """A hex with an ordinary planet that has moons, or has none."""
    return next(h for h in ordinary_planets(p) if (p.t.planet_moons[p.g.planet[h]] > 0) == moons)


def neighbours(p: Position, hexagon: int) -> list[int]:
    """The hexes next to one."""
    return [int(h) for h in p.t.neighbour[hexagon] if h >= 0]


def direction(p: Position, source: int, target: int) -> int:
    """The way from a hex to one next to it."""
    return [int(h) for h in p.t.neighbour[source]].index(target)


def go(p: Position, ship: int, *path: int) -> Position:
    """Let the actor move a ship along hexes."""
    for target in path:
        p.do("move", ship, direction(p, int(p.g.ship_hex[p.actor, ship]), target))
    return p


def movers(p: Position) -> set[int]:
    """Ships the actor can move now."""
    return {ship for ship, _ in p.legal("move")}


def finish(p: Position) -> Position:
    """Everybody takes the default choice until the frame jumped to, or the game, has ended."""
    while not p.finished:
        p.default()
    return p


def close_windows(p: Position) -> Position:
    """Everybody leaves windows that are open as they are."""
    while p.decision == "window":
        p.decline()
    return p


def last_conquest(p: Position) -> Position:
    """Go to the last Conquest Stage of the last turn, after which the game is scored."""
    g = p.g
    g.turn = p.t.turns
    g.conquests = p.t.conquests
    g.conquest = p.t.conquests - 1
    g.stack[:] = 0
    g.depth = 1
    g.stack[0, KIND] = frames.GAME
    g.stack[0, STEP] = turn.CONQUEST
    g.decision = 0
    g.log_count = 0
    return p.refresh()


def end_game(p: Position) -> Position:
    """Play the last Conquest Stage with default choices, and score."""
    finish(last_conquest(p))
    assert p.g.over == 1
    return p


def ships_on_map(p: Position, player: int) -> int:
    """How many ships of a player are on the map."""
    return int((p.g.ship_hex[player, : p.t.ships] >= 0).sum())


def cubes(p: Position, player: int) -> int:
    """All cubes of a player that are not markers, wherever they lie."""
    g = p.g
    return int(
        g.supply[player]
        + g.population[:, player].sum()
        + g.ship_cargo[player].sum()
        + g.technology[player].sum()
        + g.reaction_cubes[player]
        + (g.market[: g.traders] == player).sum()
    )


def assert_cubes_kept(p: Position) -> None:
    """No cube is ever made or lost."""
    for player in range(p.t.players):
        assert cubes(p, player) == p.t.cubes - p.t.marker_cubes, f"cubes of player {player}"


def from_stage(p: Position, step: int) -> Position:
    """Go on with the game at a stage of the turn."""
    g = p.g
    g.stack[:] = 0
    g.depth = 1
    g.stack[0, KIND] = frames.GAME
    g.stack[0, STEP] = step
    g.decision = 0
    g.log_count = 0
    return p.refresh()
