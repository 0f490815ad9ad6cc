"""What a seat sees: the kernels that write the blocks of blocks.py.

Ships are counted from the ship that is asked, for everybody, so that all seats see the same but for who they are.
"""

from __future__ import annotations

from exodus_env.corruption.encoding import places as b
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.choices import first_ship
from exodus_env.corruption.tables import Tables
from exodus_env.kit.encode import amount
from exodus_env.kit.kernel import Floats, kernel


@kernel
def observe(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Write everything a seat sees."""
    out[:] = 0.0
    write_course(g, t, out)
    for relative in range(t.ships):
        write_ship(g, t, viewer, relative, out)
    for slot in range(g.systems):
        write_system(g, t, slot, out)


@kernel
def write_course(g: Game, t: Tables, out: Floats) -> None:
    """Turn, marker, Actions, pending decision."""
    at = int(t.block_start[b.O_COURSE])
    out[at + b.C_TURN] = amount(int(g.turn), b.C_TURN_SCALE)
    out[at + b.C_CORRUPTION] = amount(int(g.corruption), b.C_CORRUPTION_SCALE)
    out[at + b.C_ACTIONS] = amount(int(g.actions_left), b.C_ACTIONS_SCALE)
    out[at + b.C_TILES] = amount(int(g.tiles_left), b.C_TILES_SCALE)
    out[int(t.block_start[b.O_DECISION]) + int(g.decision)] = 1.0


@kernel
def write_ship(g: Game, t: Tables, viewer: int, relative: int, out: Floats) -> None:
    """A ship, counted from the one that is asked."""
    ship = (max(0, first_ship(g)) + relative) % t.ships
    at = int(t.block_start[b.O_SHIP]) + relative * b.S_WIDTH
    out[at + b.S_OWN] = 1.0 if g.captain[ship] == viewer else 0.0
    out[at + b.S_ALIVE] = g.alive[ship]
    out[at + b.S_PLAYED] = g.played[ship]
    out[at + b.S_ENGAGED] = g.engaged[ship]
    out[at + b.S_HEALTH] = amount(int(g.health[ship]), b.S_HEALTH_SCALE)
    out[at + b.S_ENERGY] = amount(int(g.ready[ship]), b.S_ENERGY_SCALE)
    out[at + b.S_SCRAPS] = amount(int(g.scraps[ship]), b.S_SCRAPS_SCALE)


@kernel
def write_system(g: Game, t: Tables, slot: int, out: Floats) -> None:
    """A system."""
    at = int(t.block_start[b.O_SYSTEM]) + slot * b.H_WIDTH
    out[at + b.H_REVEALED] = 1.0
    out[at + b.H_EXPLORATION] = g.exploration[slot]
    out[at + b.H_PACIFIED] = amount(int(g.pacified[slot]), b.H_PACIFIED_SCALE)
    out[at + b.H_GATE] = g.gate[slot]
    out[at + b.H_RIFT] = g.rift[slot]
    out[at + b.H_Q] = amount(int(g.place[slot, 0]), b.H_Q_SCALE)
    out[at + b.H_R] = amount(int(g.place[slot, 1]), b.H_R_SCALE)
