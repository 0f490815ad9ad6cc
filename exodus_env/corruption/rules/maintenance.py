"""Ship Maintenance [401-423]: each ship of the Fleet repairs, removes a Damaged card, buys Energy or salvages."""

from __future__ import annotations

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.choices import PASS
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow
from exodus_env.kit.flow import pop
from exodus_env.kit.kernel import Mask, kernel


@kernel
def can_maintain(g: Game, t: Tables) -> bool:
    """Whether a ship of the active Fleet can do any of the four."""
    return False


@kernel
def begin_maintenance(g: Game, t: Tables) -> None:
    """Push frame MAINTENANCE: each ship of the active Fleet is asked once."""


@kernel
def run_maintenance(g: Game, t: Tables) -> None:
    """Ask ship by ship."""
    pop(g)


@kernel
def legal_maintenance(g: Game, t: Tables, mask: Mask) -> None:
    """What the ship can pay for."""
    allow(t, mask, PASS, 0)


@kernel
def choose_maintenance(g: Game, t: Tables, action: int) -> None:
    """The option is carried out."""


@kernel
def legal_damaged(g: Game, t: Tables, mask: Mask) -> None:
    """The kinds of Damaged card the ship has."""


@kernel
def choose_damaged(g: Game, t: Tables, action: int) -> None:
    """The card is removed."""
