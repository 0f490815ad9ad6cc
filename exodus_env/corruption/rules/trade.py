"""Trade [387-399, 484-494]: Allies and what they sell, gifts between ships, services."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log
from exodus_env.corruption.rules.choices import PASS
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import draw_module
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow
from exodus_env.kit.decks import take
from exodus_env.kit.flow import pop
from exodus_env.kit.kernel import Mask, kernel

# Steps of TRADE.
BUY: Final = 0
BUYER: Final = 1
CONSENT: Final = 2
GIVE: Final = 3
GIVE_TO: Final = 4
LAST_STEP: Final = GIVE_TO


@kernel
def meet_ally(g: Game, t: Tables, slot: int) -> None:
    """On the first visit to an Ally's system its card is turned up and its modules are laid out [488]."""
    if t.tile_ally[g.tile[slot]] == 0 or g.ally[slot] > 0 or g.ally_left == 0:
        return
    g.ally_left -= 1
    ally = take(g.ally_deck, g.ally_left)
    g.ally[slot] = ally + 1
    note(g, log.E_ALLY, slot, ally, 0, 0)
    for place in range(t.ally_modules[ally] + t.ally_precursors[ally]):
        g.display[ally, place] = 1 + draw_module(g, place >= t.ally_modules[ally])


@kernel
def can_trade(g: Game, t: Tables) -> bool:
    """Whether a Trade of the active Fleet could do anything: buy something, or give something to a ship here."""
    return False


@kernel
def can_serve(g: Game, t: Tables) -> bool:
    """Whether the lead can use the service of the Ally here: once a turn, paid for, and it would do something."""
    return False


@kernel
def use_service(g: Game, t: Tables) -> None:
    """The lead pays, and a frame EFFECTS carries out the rows of the service."""


@kernel
def begin_trade(g: Game, t: Tables) -> None:
    """Push frame TRADE, with nothing moved yet."""


@kernel
def run_trade(g: Game, t: Tables) -> None:
    """Buying first, then gifts: the active Fleet, then every other ship here."""
    pop(g)


@kernel
def legal_buy(g: Game, t: Tables, mask: Mask) -> None:
    """What is on offer and can be paid for by some ship, with the help of the others."""
    allow(t, mask, PASS, 0)


@kernel
def choose_buy(g: Game, t: Tables, action: int) -> None:
    """Ask who gets it, or go on to gifts."""


@kernel
def legal_buyer(g: Game, t: Tables, mask: Mask) -> None:
    """The ships of the Fleet for which the price can be paid."""


@kernel
def choose_buyer(g: Game, t: Tables, action: int) -> None:
    """It pays first, then the richest others; captains of others are asked."""


@kernel
def legal_consent(g: Game, t: Tables, mask: Mask) -> None:
    """Help to pay, or not."""
    allow(t, mask, PASS, 0)


@kernel
def choose_consent(g: Game, t: Tables, action: int) -> None:
    """What has been agreed is paid, or the purchase comes to nothing."""


@kernel
def legal_give(g: Game, t: Tables, mask: Mask) -> None:
    """What has not moved in this Trade can be given away."""
    allow(t, mask, PASS, 0)


@kernel
def choose_give(g: Game, t: Tables, action: int) -> None:
    """It changes hands."""


@kernel
def legal_give_to(g: Game, t: Tables, mask: Mask) -> None:
    """Any other ship here."""


@kernel
def choose_give_to(g: Game, t: Tables, action: int) -> None:
    """The module changes hands."""
