"""What a solitaire player sees of the mission: the kernels that write the blocks of solitaire play."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import RESISTANCE_LEVELS, VICTORY
from exodus_env.exodus.encoding import places as b
from exodus_env.exodus.encoding.blocks import MISSION_FEATURES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules.scenarios import solitaire
from exodus_env.exodus.rules.stages.council import choice_price
from exodus_env.exodus.tables import Tables
from exodus_env.kit.encode import mark, put, put_amount
from exodus_env.kit.kernel import Row, kernel

# The factor for each need, in the order of the conditions of a victory; the first is the turn.
SCALES: Final = tuple(1 / feature.unit for feature in MISSION_FEATURES[:VICTORY])


@kernel
def write_mission(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write everything that solitaire play adds."""
    if t.first_office >= 0:
        n = mark(t, out, n, b.O_OFFICE, int(g.office))
    for hexagon in range(t.hexes):
        at = int(t.block_start[b.O_RESISTANCE_SHIPS]) + t.turned_hex[viewer, hexagon] * RESISTANCE_LEVELS
        for level in range(RESISTANCE_LEVELS):
            n = put_amount(out, n, at + level, int(g.resistance_ships[hexagon, level]), b.RESISTANCE_SHIPS_SCALE)
    n = write_needs(g, t, out, n)
    return n


@kernel
def write_needs(g: Game, t: Tables, out: Row, n: int) -> int:
    """Write what is missing for either victory, what another political card costs, and what the NPC does this turn."""
    at = int(t.block_start[b.O_MISSION])
    for which in range(len(t.victory)):
        for column in range(VICTORY):
            need = max(0, need_of(g, t, which, column))
            n = put(out, n, at + which * VICTORY + column, min(2.0, need * SCALES[column]))
    for slot in range(1, len(t.choice_price)):
        price = choice_price(g, t, solitaire.ALONE, slot)
        n = put(out, n, at + b.MISSION_PRICE + slot - 1, min(1.0, price * b.MISSION_PRICE_SCALE))
    for level in range(RESISTANCE_LEVELS):
        n = put(out, n, at + b.MISSION_ENTER + level, t.npc_ships[g.turn, level] * b.MISSION_ENTER_SCALE)
    n = put(out, n, at + b.MISSION_ROCKET, 1.0 if t.npc_rocket[g.turn] > 0 else 0.0)
    return n


@kernel
def need_of(g: Game, t: Tables, which: int, column: int) -> int:
    """How much is missing for a condition of a victory; for the turn, how many are left."""
    goal = int(t.victory[which, column])
    if column == solitaire.BY_TURN:
        return goal + 1 - int(g.turn)
    if column == solitaire.EMPTY_PLANETS:
        return solitaire.empty_planets(g, t) - goal
    if column == solitaire.SHIPS_LEFT:
        return solitaire.resistance_ships(g, t) - goal
    return goal - int(g.resource[solitaire.ALONE, column - solitaire.LEAST_CP])
