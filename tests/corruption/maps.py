"""Random maps and crowds for tests of X-ODUS."""

from __future__ import annotations

from typing import Any

import numpy as np

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from tests.corruption.position import Position


def grow(p: Position, rng: np.random.Generator, systems: int, in_order: bool = False) -> Position:
    """Tiles of the stack join the map in random places until there are so many systems, or none fits any more.

    They are random ones, or the next ones of the stack.
    """
    while p.g.systems < systems and p.g.tiles_left > 0:
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
        left = p.g.tiles[: p.g.tiles_left]
        tile = p.content.tiles[int(left[-1] if in_order else rng.choice(left))].id
        p.add(tile, direction, slot)
    return p


def equip(p: Position, rng: np.random.Generator) -> None:
    """Ships are rich: Scraps, Energy, Mods of higher levels, modules and Damaged cards of their decks."""
    g, t = p.g, p.t
    for ship in range(t.ships):
        g.scraps[ship] = rng.integers(5, 40)
        g.energy[ship] = g.ready[ship] = t.mat_energy[g.mat[ship]]
        levels = t.mat_level[g.mat[ship]]
        g.xp[ship] = levels[rng.integers(len(levels))]
        g.mod[ship] = np.where(levels <= g.xp[ship], rng.integers(1, 3, len(levels)), 0)
        for slot in range(int(rng.integers(c.MODULE_SLOTS + 1))):
            deck = "precursor" if rng.random() < 0.3 else "module"
            if g[f"{deck}_left"] > 0:
                g[f"{deck}_left"] -= 1
                place = int(g[f"{deck}_left"])
                g.module[ship, slot] = 1 + int(g[f"{deck}_deck"][place]) + c.MODULE_KINDS * (deck == "precursor")
                g[f"{deck}_deck"][place] = -1
        if rng.random() < 0.3:
            g.damaged_left -= 1
            g.damaged[ship, g.damaged_deck[g.damaged_left]] += 1
            g.damaged_deck[g.damaged_left] = -1
    p.refresh()
    g.health[: t.ships] = g.markers[: t.ships]
    p.refresh()


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


def late(p: Position, rng: np.random.Generator) -> None:
    """Some turns have gone by: the marker is further on, with the Avatars and Enemies it has brought."""
    g, t = p.g, p.t
    g.corruption = rng.integers(2, t.spaces)
    while g.boxes_open < t.boxes and t.box[g.boxes_open] <= g.corruption:
        card = c.ENEMIES + int(g.box_avatar[g.boxes_open])
        g.boxes_open += 1
        g.foe_slot[card], g.foe_seen[card] = rng.integers(g.systems), 1
        g.foe_health[card] = t.foe_health[card]
        for _ in range(int(t.box_enemies)):
            g.reserve_left -= 1
            g.enemy_deck[g.enemy_left] = g.reserve[g.reserve_left]
            g.reserve[g.reserve_left] = -1
            g.enemy_left += 1
    for ship in range(t.ships):
        g.engaged[ship] = (g.foe_slot[c.ENEMIES :] == g.slot[ship]).any()


def near_the_end(p: Position, rng: np.random.Generator) -> None:
    """Keys whose systems are found were taken, most of them lie on the Main Rift, if it is found; ships are near it."""
    g, t = p.g, p.t
    rift = np.flatnonzero(t.tile_kind[g.tile[: g.systems]] == v.RIFT)
    for key in range(t.keys):
        if g.key_state[key] == 1:
            g.signal_state[key] = 2
            g.key_state[key], g.key_ship[key] = 2, rng.integers(t.ships)
            if len(rift) and rng.random() < 0.6:
                g.key_state[key], g.key_ship[key], g.key_slot[key] = 3, -1, rift[0]
    if len(rift):
        near = [rift[0], *(slot for slot in g.beside[rift[0]] if slot >= 0)]
        g.slot[: t.ships] = rng.choice(near, int(t.ships))
    if (g.key_state[: t.keys] == 3).all():
        g.key_state[0], g.key_ship[0] = 2, 0
        g.key_slot[0] = np.flatnonzero(t.tile_signal[g.tile[: g.systems]] == 1)[0]
