"""The growing map: what systems are [437-560], how they are joined, distances.

Systems are slots in the order they are revealed. `g.around` says what lies beside a system, `g.beside` where a lane
leads; both grow with the map.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import ENEMIES, FOE_CARDS, SIDES
from exodus_env.corruption.content.vocabulary import CORRUPT, ENEMY
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.result import ON_MAT, ON_SYSTEM
from exodus_env.corruption.tables import Tables
from exodus_env.kit import hexes
from exodus_env.kit.kernel import kernel
from exodus_env.kit.ways import come_nearer, spread, start_from

QS: Final = tuple(q for q, _ in hexes.DIRECTIONS)
RS: Final = tuple(r for _, r in hexes.DIRECTIONS)

# What systems are -----------------------------------------------------------------------------------------------------


@kernel
def kind_of(g: Game, t: Tables, slot: int) -> int:
    """The kind of a system: ALLIED, ENEMY, CORRUPT or RIFT."""
    return int(t.tile_kind[g.tile[slot]])


@kernel
def is_hostile(g: Game, t: Tables, slot: int) -> bool:
    """Whether a system is an Enemy system that is not pacified."""
    return bool(kind_of(g, t, slot) == ENEMY and g.pacified[slot] == 0)


@kernel
def pacify(g: Game, t: Tables, slot: int) -> None:
    """A Pacified marker on a system, green side up [538]."""
    g.pacified[slot] = t.pacified_turns
    note(g, log.E_PACIFIED, slot, 0, 0, 0)


@kernel
def foes_in(g: Game, slot: int) -> int:
    """How many Enemies and Avatars there are in a system."""
    foes = 0
    for card in range(FOE_CARDS):
        if g.foe_slot[card] == slot:
            foes += 1
    return foes


@kernel
def enemies_in(g: Game, slot: int) -> int:
    """How many Enemies lie in a system."""
    enemies = 0
    for card in range(ENEMIES):
        if g.foe_slot[card] == slot:
            enemies += 1
    return enemies


@kernel
def has_avatar(g: Game, slot: int) -> bool:
    """Whether an Avatar is in a system."""
    return foes_in(g, slot) > enemies_in(g, slot)


# The map --------------------------------------------------------------------------------------------------------------


@kernel
def is_open(t: Tables, tile: int, turned: int, direction: int) -> bool:
    """Whether a turned tile has a lane in a direction: side i faces direction i before it is turned."""
    return bool(t.tile_sides[tile, (direction - turned) % SIDES] == 1)


@kernel
def opposite(direction: int) -> int:
    """The direction back."""
    return (direction + SIDES // 2) % SIDES


@kernel
def can_reveal(g: Game, t: Tables, slot: int, direction: int) -> bool:
    """Whether a new system can be joined to one in a direction: a lane leads to an empty space, and tiles are left."""
    empty = g.around[slot, direction] < 0 and g.tiles_left > 0
    return bool(empty and is_open(t, int(g.tile[slot]), int(g.turned[slot]), direction))


@kernel
def put_system(g: Game, t: Tables, slot: int, direction: int, tile: int, turned: int) -> int:
    """A tile joins the map beside a system (-1: it is the first); returns its slot."""
    new = int(g.systems)
    g.systems += 1
    g.tile[new] = tile
    g.turned[new] = turned
    if slot >= 0:
        g.place[new, 0] = g.place[slot, 0] + QS[direction]
        g.place[new, 1] = g.place[slot, 1] + RS[direction]
    for side in range(SIDES):
        other = system_at(g, int(g.place[new, 0]) + QS[side], int(g.place[new, 1]) + RS[side])
        if other >= 0:
            join(g, t, new, other, side)
    g.exploration[new] = t.tile_exploration[tile]
    g.gate[new] = t.tile_wormhole[tile]
    g.rift[new] = int(t.tile_kind[tile] == CORRUPT)
    key = int(t.tile_signal[tile]) - 1
    if 0 <= key < t.keys and g.key_state[key] == ON_MAT:
        g.key_state[key] = ON_SYSTEM
        g.key_slot[key] = new
    return new


@kernel
def system_at(g: Game, q: int, r: int) -> int:
    """The slot of the system at coordinates, -1 where there is none."""
    for slot in range(int(g.systems) - 1):
        if g.place[slot, 0] == q and g.place[slot, 1] == r:
            return slot
    return -1


@kernel
def join(g: Game, t: Tables, slot: int, other: int, direction: int) -> None:
    """Two systems lie side by side; a lane joins them if both have one there."""
    back = opposite(direction)
    g.around[slot, direction] = other
    g.around[other, back] = slot
    out = is_open(t, int(g.tile[slot]), int(g.turned[slot]), direction)
    if out and is_open(t, int(g.tile[other]), int(g.turned[other]), back):
        g.beside[slot, direction] = other
        g.beside[other, back] = slot


@kernel
def has_lane(g: Game, slot: int, other: int) -> bool:
    """Whether a lane joins two systems."""
    for direction in range(SIDES):
        if g.beside[slot, direction] == other:
            return True
    return False


@kernel
def measure(g: Game, start: int, rifts: bool, gates: bool) -> None:
    """How far every system is from one, into `g.measured`: over lanes, and over Rifts and wormholes where they count.

    All systems with a Rift are adjacent to each other, and so are all with a wormhole [457, 560].
    """
    systems = int(g.systems)
    start_from(g.measured, systems, start)
    nearer = True
    while nearer:
        spread(g.measured, g.beside, systems)
        nearer = False
        for slot in range(systems):
            if rifts and g.rift[slot] == 1:
                for other in range(systems):
                    if g.rift[other] == 1 and come_nearer(g.measured, slot, other, 1):
                        nearer = True
            if gates and g.gate[slot] == 1:
                for other in range(systems):
                    if g.gate[other] == 1 and come_nearer(g.measured, slot, other, 1):
                        nearer = True
