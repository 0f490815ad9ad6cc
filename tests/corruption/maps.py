"""Random maps and crowds for tests of X-ODUS."""

from __future__ import annotations

from typing import Any

import numpy as np

from exodus_env.corruption import capacity as c
from tests.corruption.position import Position


def grow(p: Position, rng: np.random.Generator, systems: int) -> Position:
    """Tiles of the stack join the map in random places until there are so many systems, or none fits any more."""
    while p.g.systems < systems:
        spaces = [
            (slot, direction)
            for slot in range(p.g.systems)
            for direction in range(c.SIDES)
            if p.g.around[slot, direction] < 0
            and p.t.tile_sides[p.g.tile[slot], (direction - p.g.turned[slot]) % c.SIDES] == 1
        ]
        if not spaces:
            break
        slot, direction = spaces[rng.integers(len(spaces))]
        tile = p.content.tiles[int(rng.choice(p.g.tiles[: p.g.tiles_left]))].id
        p.add(tile, direction, slot)
    return p


def scatter(p: Position, rng: np.random.Generator) -> None:
    """Ships are anywhere, some in Fleets, some hurt, some carry Keys."""
    g: Any = p.g
    ships = int(p.t.ships)
    for ship in range(ships):
        g.slot[ship] = rng.integers(g.systems)
        g.fleet[ship] = ship
        g.health[ship] = rng.integers(3, g.markers[ship] + 1)
        if ship and rng.random() < 0.4:
            other = int(rng.integers(ship))
            g.fleet[ship] = g.fleet[other]
            g.slot[ship] = g.slot[other]
    for key in range(p.t.keys):
        if rng.random() < 0.3:
            g.key_state[key], g.key_ship[key] = 2, rng.integers(ships)
            g.signal_state[key] = 2
