"""What rows do: equipment, options of Explorations, Signals, services of Allies, abilities of Enemies.

A frame EFFECTS carries its rows out one after the other, and asks for what has to be chosen. Operations on dice and the
attack stand in attack_effects.py.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.choices import PASS
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow
from exodus_env.kit.flow import pop
from exodus_env.kit.kernel import Mask, kernel

# Steps of EFFECTS: what is asked, if anything.
NEXT_ROW: Final = 0
TARGET: Final = 1
DIE: Final = 2
STRIKE: Final = 3
MEND: Final = 4
SHARE: Final = 5
REVEAL_FROM: Final = 6
REVEAL_AT: Final = 7
PACIFY: Final = 8
JUMP_TO: Final = 9
CALL: Final = 10
PIN: Final = 11
LOSE: Final = 12
LAST_STEP: Final = LOSE


@kernel
def run_effects(g: Game, t: Tables) -> None:
    """The next row, or what is left of one."""
    pop(g)


@kernel
def legal_target(g: Game, t: Tables, mask: Mask) -> None:
    """The ships the row can be for."""
    allow(t, mask, PASS, 0)


@kernel
def choose_target(g: Game, t: Tables, action: int) -> None:
    """It is for that ship."""


@kernel
def legal_die(g: Game, t: Tables, mask: Mask) -> None:
    """The dice the operation can change, or none."""
    allow(t, mask, PASS, 0)


@kernel
def choose_die(g: Game, t: Tables, action: int) -> None:
    """The die is rolled again, ignored or turned."""


@kernel
def legal_strike(g: Game, t: Tables, mask: Mask) -> None:
    """The Enemies and Avatars of the fight."""
    allow(t, mask, PASS, 0)


@kernel
def choose_strike(g: Game, t: Tables, action: int) -> None:
    """It loses Health at once."""


@kernel
def legal_mend(g: Game, t: Tables, mask: Mask) -> None:
    """The kinds of Damaged card the ship has."""
    allow(t, mask, PASS, 0)


@kernel
def choose_mend(g: Game, t: Tables, action: int) -> None:
    """The card is removed."""


@kernel
def legal_share(g: Game, t: Tables, mask: Mask) -> None:
    """The ships that share it out."""
    allow(t, mask, PASS, 0)


@kernel
def choose_share(g: Game, t: Tables, action: int) -> None:
    """The ship gets one piece of it."""


@kernel
def legal_reveal_from(g: Game, t: Tables, mask: Mask) -> None:
    """The systems that a new one can be joined to."""
    allow(t, mask, PASS, 0)


@kernel
def choose_reveal_from(g: Game, t: Tables, action: int) -> None:
    """The space beside it is asked next."""


@kernel
def legal_reveal_at(g: Game, t: Tables, mask: Mask) -> None:
    """The spaces beside the system where a lane leads."""
    allow(t, mask, PASS, 0)


@kernel
def choose_reveal_at(g: Game, t: Tables, action: int) -> None:
    """The system is revealed there."""


@kernel
def legal_pacify(g: Game, t: Tables, mask: Mask) -> None:
    """Enemy systems that are not pacified, where nobody is engaged."""
    allow(t, mask, PASS, 0)


@kernel
def choose_pacify(g: Game, t: Tables, action: int) -> None:
    """It is pacified."""


@kernel
def legal_jump_to(g: Game, t: Tables, mask: Mask) -> None:
    """The systems its way leads to."""
    allow(t, mask, PASS, 0)


@kernel
def choose_jump_to(g: Game, t: Tables, action: int) -> None:
    """The Fleet of the ship goes there."""


@kernel
def legal_call(g: Game, t: Tables, mask: Mask) -> None:
    """The ships that can come."""
    allow(t, mask, PASS, 0)


@kernel
def choose_call(g: Game, t: Tables, action: int) -> None:
    """It comes here."""


@kernel
def legal_pin(g: Game, t: Tables, mask: Mask) -> None:
    """Avatars that are not engaged, and not pinned."""
    allow(t, mask, PASS, 0)


@kernel
def choose_pin(g: Game, t: Tables, action: int) -> None:
    """It does not move in the next Corruption phase."""


@kernel
def legal_lose(g: Game, t: Tables, mask: Mask) -> None:
    """All Mods and modules of the ship."""
    allow(t, mask, PASS, 0)


@kernel
def choose_lose(g: Game, t: Tables, action: int) -> None:
    """It is lost for good."""
