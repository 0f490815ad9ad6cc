"""How a game ends: the Main Rift sealed, all ships defeated, or the Corruption risen [37-43, 742, 998]."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import AVATARS, ENEMIES
from exodus_env.corruption.content.vocabulary import RIFT
from exodus_env.corruption.record import Game
from exodus_env.corruption.tables import Tables
from exodus_env.kit.flow import NO_DECISION
from exodus_env.kit.kernel import kernel
from exodus_env.kit.rewards import WON as WON

# `outcome` of a game that is lost.
ALL_DEFEATED: Final = 2
RISEN: Final = 3

# Where a Key is.
ON_MAT: Final = 0
ON_SYSTEM: Final = 1
ON_SHIP: Final = 2
ACTIVATED: Final = 3


@kernel
def finish(g: Game) -> None:
    """The game is over: nothing is under way any more."""
    g.over = 1
    g.decision = NO_DECISION
    g.actor = -1
    g.asked = -1
    g.depth = 0
    g.stack[:] = 0


@kernel
def main_rift(g: Game, t: Tables) -> int:
    """The slot of the Main Rift, -1 while nobody has found it."""
    for slot in range(g.systems):
        if t.tile_kind[g.tile[slot]] == RIFT:
            return slot
    return -1


@kernel
def activated_keys(g: Game, t: Tables) -> int:
    """How many Keys lie on the Main Rift."""
    keys = 0
    for key in range(t.keys):
        if g.key_state[key] == ACTIVATED:
            keys += 1
    return keys


@kernel
def seal_rift(g: Game, t: Tables) -> None:
    """At the end of an Action phase: won, if all Keys are on the Main Rift and no Avatar is there [742]."""
    if activated_keys(g, t) < t.keys:
        return
    rift = main_rift(g, t)
    for avatar in range(AVATARS):
        if g.foe_slot[ENEMIES + avatar] == rift:
            return
    g.outcome = WON
