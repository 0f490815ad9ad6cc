"""Positions with all ten modules of Event Horizon, sound in every respect, by what is going on in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from exodus_env.exodus.config import GameConfig
from tests.position import Position

TEN = frozenset(f"M{number}" for number in range(1, 11))
SETTINGS: dict[str, Any] = {"players": 3, "map": "minimal", "turns": 2, "ask_forced": True, "modules": TEN}
SCENES = frozenset(
    (
        *("space", "types", "look", "barrier", "leader", "visionary", "early", "built", "fired", "income", "over"),
        *("entered", "debris", "revealed", "ignore", "option", "bounty", "hunted", "wormhole", "windy"),
        *("combat", "outpost", "jump", "jumped"),
    )
)
LEVEL_1 = 2  # a token
NEW = 4  # a pool of planets


def config_of(scene: str) -> GameConfig:
    """The configuration of a scene."""
    return GameConfig(movement="simultaneous" if scene == "revealed" else "drive_power", **SETTINGS)


@cache
def scenes() -> dict[str, Any]:
    """The records of all scenes."""
    return {name: p.games.copy() for part in PARTS for name, p in part()}


# What happened before -------------------------------------------------------------------------------------------------


def to_top(g: Any, kind: int) -> None:
    """An Event to the top of its deck."""
    top, place = int(g.event_left) - 1, int(np.flatnonzero(g.event_deck == kind)[0])
    g.event_deck[place], g.event_deck[top] = int(g.event_deck[top]), kind


def explore(p: Position, hexagon: int, event: str | None = None, wreck: bool = False) -> None:
    """A hex that was explored at some time, with an Event that is over; its planet is perhaps debris."""
    g, t = p.g, p.t
    if g.face_down[hexagon]:
        if event is not None:
            to_top(g, p.index("events", event))
        g.event_left -= 1
        g.event_seen[g.event_deck[g.event_left]] += 1
        g.event_deck[g.event_left] = -1
        g.face_down[hexagon] = 0
        g.counter[hexagon] = t.planet_amount[g.planet[hexagon]]
        g.second_counter[hexagon] = t.planet_second_amount[g.planet[hexagon]]
        if g.outpost_pile_left and t.planet_peaceful[g.planet[hexagon]] == 0:
            put_outpost(g, hexagon)
    if wreck:
        g.destroyed[hexagon] = 1
        g.counter[hexagon] = g.second_counter[hexagon] = 0
        g.outpost[hexagon] = g.outpost_there[hexagon] = 0


def put_outpost(g: Any, hexagon: int) -> None:
    """The next token of the pile, face down."""
    g.outpost_pile_left -= 1
    g.outpost[hexagon] = g.outpost_pile[g.outpost_pile_left]
    g.outpost_there[hexagon] = 1
    g.outpost_pile[g.outpost_pile_left] = 0


def turn_up(g: Any, hexagon: int, token: int) -> None:
    """The Outpost in a hex is one of a kind, and face up; what it was is in the pile."""
    place = int(np.flatnonzero(g.outpost_pile == token)[0])
    g.outpost_pile[place], g.outpost[hexagon] = int(g.outpost[hexagon]), token
    g.outpost_up[hexagon] = 1


def change_planet(p: Position, hexagon: int, planet: str) -> None:
    """Another planet in a hex, of the same pool."""
    number = p.index("planets", planet)
    assert p.t.planet_pool[number] == p.t.planet_pool[p.g.planet[hexagon]]
    elsewhere = np.flatnonzero(p.g.planet == number)
    p.g.planet[elsewhere] = p.g.planet[hexagon]
    p.g.planet[hexagon] = number


def beside_home(p: Position, player: int) -> list[int]:
    """Hexes beside a home where ships can go and nobody is at home, those that are face down first."""
    found = (int(h) for h in p.t.neighbour[p.t.home_hex[player]] if h >= 0 and p.t.home_of[h] < 0)
    return sorted(found, key=lambda h: -p.g.face_down[h])


def sail(p: Position, hexagon: int) -> Position:
    """The actor's first ship at home leaves for a hex beside it."""
    home = int(p.t.home_hex[p.actor])
    ship = int(np.flatnonzero(p.g.ship_hex[p.actor] == home)[0])
    return p.do("move", ship, p.t.neighbour[home].tolist().index(hexagon))


def gather(p: Position, hexagon: int, *players: int) -> None:
    """A ship of each of these players is in a hex."""
    for player in players:
        p.g.ship_hex[player, np.flatnonzero(p.g.ship_hex[player] >= 0)[0]] = hexagon


def moving(movement: str = "drive_power") -> Position:
    """The first movement of a game; nobody has Sector Scan."""
    p = Position(1, movement=movement, **SETTINGS)
    p.until("order" if movement == "simultaneous" else "move")
    assert p.g.technology[:, p.index("technologies", "sector_scan")].sum() == 0
    return p


def meeting(event: str, *learned: str) -> Position:
    """Two players have come to a hex far from the centre that was face down, and an Event is being resolved."""
    p = moving()
    hexagon = int(np.flatnonzero(p.g.face_down)[-1])
    for player in p.g.order[1:3].tolist():
        p.learn(player, *learned)
        gather(p, hexagon, player)
    to_top(p.g, p.index("events", event))
    p.refresh()
    while p.g.exploring < 0:
        p.default()
    return p


# Scenes ---------------------------------------------------------------------------------------------------------------


def setting_up() -> Iterator[tuple[str, Position]]:
    """What players decide before turn 1, each when somebody has decided already."""
    p = Position(1, movement="drive_power", **SETTINGS)
    p.do("planet_type", 0)
    yield "types", p
    p.do("planet_type", 1).until("planet_space")
    yield "space", p
    for name in ("look", "barrier"):
        p.until(name)
        p._play(int(np.flatnonzero(p.masks[0])[-1]))
        yield name, p
    p.until("leader")
    visionary = p.index("leaders", "visionary")
    p.g.leader_offer[p.g.leader_offer == visionary] = p.g.leader_offer[p.actor, 0]
    p.g.leader_offer[p.actor, 0] = visionary
    yield "leader", p.refresh().do("leader", visionary)
    yield "visionary", p.until("option", int(p.g.order[0]))
    yield "early", p.until("vote")


def before_conquest() -> Iterator[tuple[str, Position]]:
    """A Build action that has built structures, and rockets that are fired."""
    p = Position(2, movement="drive_power", **SETTINGS).until("action_card")
    p.g.resource[:3, :3] = 50, 9, 9
    build = next(i for i, card in enumerate(p.rules.content.action_cards) if card.action == "build")
    while p.g.shown[0] < 0:
        p.do("action_card", build)
    home = int(p.t.home_hex[p.actor])
    yield "built", p.do("gate", home).do("satellite", home)
    p.until("action_card")
    for hexagon in np.flatnonzero(p.g.face_down):
        explore(p, int(hexagon))
    p.g.rocket[p.t.home_hex[:3], :2] = 1
    p.until("fire")
    yield "fired", p.do("hex", min(p.legal("hex"))[0])


def in_debris() -> Iterator[tuple[str, Position]]:
    """Ships in debris before and after the dice; the same with orders that are carried out."""
    p = moving()
    hexagon = beside_home(p, p.actor)[0]
    explore(p, hexagon, wreck=True)
    yield "entered", sail(p, hexagon)
    yield "debris", p.dice(5).decline()
    p = moving("simultaneous")
    for player in p.g.order[:2].tolist():
        hexagon = beside_home(p, player)[0]
        explore(p, hexagon, wreck=True)
        sail(p.until("order", player), hexagon).decline()
    yield "revealed", p.dice(5).until("debris")


def in_the_unknown() -> Iterator[tuple[str, Position]]:
    """Events that ask something, and what is left of them."""
    yield "ignore", meeting("nimble_thieves", "sector_scan")
    yield "option", meeting("ring_of_mines")
    p = meeting("bounty")
    yield "bounty", p
    yield "hunted", p.do("player", 1).until("mount")
    p = meeting("space_and_time")
    yield "wormhole", p
    yield "windy", p.do("wormhole", int(p.t.centre_hex)).until("mount")


def after_movement() -> Iterator[tuple[str, Position]]:
    """A combat, an Outpost, jumps, and the income of barren and dual planets."""
    p = moving()
    player = p.actor
    hexagon = beside_home(p, player)[0]
    explore(p, hexagon, "electromagnetic_field")
    turn_up(p.g, hexagon, LEVEL_1)
    gather(p, hexagon, 0, 1, 2)
    for other in range(3):
        p.settle(hexagon, other, 2)
        p.g.satellite[other, 0] = p.t.home_hex[other]
        p.g.gate[other, 0] = p.t.home_hex[other]
        p.place_ship(other, int(np.argmax(p.t.class_slots)), hexagon)
        p.equip(other, int(np.argmax(p.t.class_slots)), "laser_cannon")
    p.g.satellite[player, 1] = hexagon
    p.g.gate[player, 1] = hexagon
    p.refresh()
    yield "combat", p.until("hit")
    p.until("outpost").dice(*[1] * 8).do("attack", 0)
    yield "outpost", p
    p.until("jump")
    for ship in range(2):
        p.g.ship_hex[p.actor, ship] = hexagon
    yield "jump", p.refresh()
    yield "jumped", p.do("jump", 0, hexagon).do("jump_ship", 0)


def in_turn_2() -> Iterator[tuple[str, Position]]:
    """The income of a player too poor to pay tax for all minerals of a barren and a dual planet; and the end."""
    p = moving().until("mount")
    player = int(p.g.order[0])
    hexes = [int(h) for h in np.flatnonzero(p.g.planet >= 0) if p.t.planet_pool[p.g.planet[h]] == NEW]
    for hexagon, planet in zip(hexes, ("rustmoor", "tandem")):
        change_planet(p, hexagon, planet)
        explore(p, hexagon)
        p.settle(hexagon, player, 2)
    p.g.resource[player, :3] = 1, 0, 0
    p.g.counter[p.t.home_hex[:3]] = 0
    p.refresh()
    before = p.games.copy()
    while p.g.turn == 1:
        before[:] = p.games
        masks = p.masks.copy()
        p.default()
    p.games[:], p.masks[:] = before, masks
    p.dice(*[6] * 6).default()
    yield "income", p.until("mineral")
    while not p.g.over:
        p.default()
    yield "over", p


PARTS = (setting_up, before_conquest, in_debris, in_the_unknown, after_movement, in_turn_2)
