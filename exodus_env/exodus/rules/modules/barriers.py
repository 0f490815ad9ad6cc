"""Energy Barriers (M9): where they may stand, and random placement.

A border between two hexes is an edge: hex * EDGES + direction, seen from the hex for which the direction is 0 to 2.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import DIRECTIONS, EDGES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.frames import SETTING_UP_PLACE
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import die
from exodus_env.kit.choices import allow, first_factor
from exodus_env.kit.flow import add
from exodus_env.kit.kernel import Mask, kernel

PLACED_BY_PLAYERS: Final = 1


@kernel
def edge_between(t: Tables, hexagon: int, direction: int) -> int:
    """The border that a direction out of a hex crosses."""
    if direction < EDGES:
        return hexagon * EDGES + direction
    return int(t.flight[hexagon, direction]) * EDGES + direction - EDGES


@kernel
def has_barrier(g: Game, t: Tables, hexagon: int, direction: int) -> bool:
    """Whether a barrier stands in a direction out of a hex."""
    if t.barriers == 0 or direction >= DIRECTIONS or t.flight[hexagon, direction] < 0:
        return False
    edge = edge_between(t, hexagon, direction)
    for player in range(t.players):
        if g.barrier[player] == edge:
            return True
    return False


# Placement ----------------------------------------------------------------------------------------------------------


@kernel
def is_bordered(g: Game, t: Tables, hexagon: int) -> bool:
    """Whether a hex has a barrier on one of its borders."""
    for direction in range(DIRECTIONS):
        if has_barrier(g, t, hexagon, direction):
            return True
    return False


@kernel
def may_stand(g: Game, t: Tables, hexagon: int, direction: int) -> bool:
    """Whether a barrier may be placed: on the board, not beside a home, no second barrier beside either hex."""
    other = int(t.flight[hexagon, direction])
    if other < 0 or t.home_of[hexagon] >= 0 or t.home_of[other] >= 0:
        return False
    return not is_bordered(g, t, hexagon) and not is_bordered(g, t, other)


@kernel
def can_place_barrier(g: Game, t: Tables) -> bool:
    """Whether there is a place left for a barrier."""
    for hexagon in range(t.hexes):
        for direction in range(EDGES):
            if may_stand(g, t, hexagon, direction):
                return True
    return False


@kernel
def legal_barrier(g: Game, t: Tables, mask: Mask) -> None:
    """Every border where a barrier may stand."""
    for hexagon in range(t.hexes):
        for direction in range(EDGES):
            if may_stand(g, t, hexagon, direction):
                allow(t, mask, choices.BARRIER, hexagon * EDGES + direction)


@kernel
def choose_barrier(g: Game, t: Tables, action: int) -> None:
    """Place the barrier; the previous player in turn order is next."""
    edge = first_factor(t, action)
    g.barrier[g.actor] = edge
    note(g, log.E_BARRIER_PLACED, g.actor, edge // EDGES, edge % EDGES, 0)
    add(g, SETTING_UP_PLACE, -1)


@kernel
def step_or_wrap(t: Tables, hexagon: int, direction: int) -> int:
    """Move one space; a step off the board leads to the far end of the same line."""
    beside = int(t.flight[hexagon, direction])
    if beside >= 0:
        return beside
    back = (direction + DIRECTIONS // 2) % DIRECTIONS
    while t.flight[hexagon, back] >= 0:
        hexagon = int(t.flight[hexagon, back])
    return hexagon


@kernel
def place_barrier_at_random(g: Game, t: Tables, player: int) -> None:
    """Roll for two spaces from the centre, then for an edge; if it is not allowed, move one space on and roll again."""
    hexagon = int(t.centre_hex)
    for _ in range(2):
        hexagon = step_or_wrap(t, hexagon, die(g) - 1)
    direction = die(g) - 1
    while not may_stand(g, t, hexagon, direction):
        hexagon = step_or_wrap(t, hexagon, direction)
        direction = die(g) - 1
    edge = edge_between(t, hexagon, direction)
    g.barrier[player] = edge
    note(g, log.E_BARRIER_PLACED, -1, edge // EDGES, edge % EDGES, 0)
