"""Signals and Keys [696-742]: Signals turned up, their instructions, Keys taken and put on the Main Rift."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log
from exodus_env.corruption.rules.choices import PASS
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.result import ACTIVATED, ON_SHIP, activated_keys, main_rift
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow
from exodus_env.kit.flow import pop
from exodus_env.kit.kernel import Mask, kernel

# Steps of SIGNAL.
TURN_UP: Final = 0
ASSIST: Final = 1
DISCARD: Final = 2
ROLLED: Final = 3
FOUGHT: Final = 4
SOLVE: Final = 5
CARRIER: Final = 6
LAST_STEP: Final = CARRIER


@kernel
def reveal_signal(g: Game, t: Tables, slot: int) -> None:
    """Push frame SIGNAL: the Signal of the Key here is turned up and set up, and its rows `on_reveal` work."""


@kernel
def allow_instructions(g: Game, t: Tables, mask: Mask) -> None:
    """The instructions of an open Signal here that can be followed; the class and what they take must be there."""


@kernel
def begin_instruction(g: Game, t: Tables, instruction: int) -> None:
    """Push frame SIGNAL for an instruction; its Action is paid for."""


@kernel
def activate_keys(g: Game, t: Tables) -> None:
    """All Keys of the active Fleet go onto the Main Rift [736]; with the last one the Avatars move at once [738]."""
    rift = main_rift(g, t)
    for key in range(t.keys):
        ship = int(g.key_ship[key])
        if g.key_state[key] == ON_SHIP and is_with(g, int(g.lead), ship):
            g.key_state[key] = ACTIVATED
            g.key_ship[key] = -1
            g.key_slot[key] = rift
            note(g, log.E_ACTIVATED, ship, activated_keys(g, t), 0, 0)


@kernel
def run_signal(g: Game, t: Tables) -> None:
    """An instruction is followed; when the Signal is solved, its rows `on_solved` work and the Key is taken."""
    pop(g)


@kernel
def legal_assist(g: Game, t: Tables, mask: Mask) -> None:
    """Follow the instruction as well, or not."""
    allow(t, mask, PASS, 0)


@kernel
def choose_assist(g: Game, t: Tables, action: int) -> None:
    """The ship does so, or not."""


@kernel
def legal_discard(g: Game, t: Tables, mask: Mask) -> None:
    """The modules that are worth enough."""


@kernel
def choose_discard(g: Game, t: Tables, action: int) -> None:
    """The module is gone."""


@kernel
def legal_carrier(g: Game, t: Tables, mask: Mask) -> None:
    """Any ship of the active Fleet."""


@kernel
def choose_carrier(g: Game, t: Tables, action: int) -> None:
    """It carries the Key [710, 732]."""
