"""Frames that begin with something in them, for whoever pushes them: no rules here."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.frames import (
    AVATARS,
    AVATARS_AIM,
    EFFECTS,
    EFFECTS_ROW,
    EFFECTS_ROWS,
    EFFECTS_SHIP,
    EFFECTS_SOURCE,
)
from exodus_env.kit.flow import push, put
from exodus_env.kit.kernel import Numbers, kernel

# What the rows of EFFECTS are of. It says whom they concern: of a CARD or SIGNAL the ships marked in `g.taker`, of an
# ABILITY those of the fight, in the END_PHASE those in the Signal's system (marked in `g.taker`, too); and whether
# anybody can be asked: in the END_PHASE nobody is.
EQUIPMENT: Final = 0
CARD: Final = 1
SERVICE: Final = 2
ABILITY: Final = 3
END_PHASE: Final = 4


@kernel
def begin_effects(g: Game, rows: Numbers, ship: int, source: int) -> None:
    """Carry out rows (the first, and how many there are) for a ship, one after the other."""
    if rows[1] > 0:
        begin_rows(g, int(rows[0]), int(rows[1]), ship, source)


@kernel
def begin_rows(g: Game, first: int, rows: int, ship: int, source: int) -> None:
    """Carry out some rows from one on."""
    push(g, EFFECTS)
    put(g, EFFECTS_ROW, first)
    put(g, EFFECTS_ROWS, rows)
    put(g, EFFECTS_SHIP, ship)
    put(g, EFFECTS_SOURCE, source)


@kernel
def begin_avatars(g: Game, aim: int) -> None:
    """All Avatars move: to a system, or (-1) after ships."""
    push(g, AVATARS)
    put(g, AVATARS_AIM, aim + 1)
