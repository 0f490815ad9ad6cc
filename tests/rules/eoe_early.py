"""Positions with Edge of Extinction, and rules changed for one position alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.early import row, seat


def expansion(*factions: str, players: int = 2, **config: Any) -> Position:
    """A game with Edge of Extinction that has begun, seats 0, 1, 2 ... in turn order, nobody with a technology.

    Factions by seat where they are named. Population is at home alone, wherever the second starting hex is.
    """
    if factions:
        config["factions"] = factions
        players = len(factions)
    p = Position(players=players, edge_of_extinction=True, **config)
    while p.g.stage == frames.SETUP:
        p.default()
    for player in range(players):
        for hexagon in range(p.t.hexes):
            if hexagon != p.t.home_hex[player]:
                p.settle(hexagon, player, 0)
    return seat(p, *range(players))


def own_tables(p: Position) -> Any:
    """The tables of this position alone, open to changes."""
    tables = p.rules.tables.copy()
    tables.flags.writeable = True
    p.rules = replace(p.rules, tables=tables)
    p.t = p.rules.t
    return p.t


def add_rows(p: Position, *rows: tuple[int, ...]) -> tuple[int, int]:
    """Effect rows of a card that is not in the box: the first and how many."""
    t = own_tables(p)
    first = int(t.effects)
    for i, values in enumerate(rows):
        t.effect[first + i] = values
    t.effects = first + len(rows)
    return first, len(rows)


def modify_row(modifier: str, value: int, target: str = "each") -> tuple[int, ...]:
    """A row that sets a lasting value."""
    return row("modify", target, v.MODIFIER_NAMES.index(modifier), 1, value)


def grant(p: Position, player: int, modifier: str, value: int) -> Position:
    """A lasting value for one player until the end of the turn."""
    first, _ = add_rows(p, row("modify_turn", "owner", v.MODIFIER_NAMES.index(modifier), 1, value))
    p.g.lasting[p.g.lastings] = first, player
    p.g.lastings += 1
    return p


def events_of(p: Position, kind: int) -> list[list[int]]:
    """The arguments of all events of a kind since the last decision."""
    return [[int(x) for x in event[1:5]] for event in p.g.log[: p.g.log_count] if event[0] == kind]


def colony(p: Position, player: int, cubes: int = 2, which: int = 0) -> int:
    """A planet that is nobody's home, with Population of one player alone; returns its hex."""
    hexes = [h for h in range(p.t.hexes) if p.g.planet[h] >= 0 and p.t.home_of[h] < 0]
    hexagon = hexes[which]
    for other in range(p.t.players):
        p.settle(hexagon, other, cubes if other == player else 0)
    return hexagon
