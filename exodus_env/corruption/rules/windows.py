"""Windows: the moments when captains may use equipment [824-865, 911-930], ship by ship, until each has passed."""

from __future__ import annotations

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.choices import PASS
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow
from exodus_env.kit.flow import pop
from exodus_env.kit.kernel import Mask, kernel


@kernel
def begin_action(g: Game) -> None:
    """A new attack, roll or Action: all equipment can be used again [913]."""
    g.used[:] = 0


@kernel
def can_use(g: Game, t: Tables, ship: int, place: int, window: int) -> bool:
    """Whether a ship can use the equipment in a place in a window: its Energy, dice and conditions are there."""
    return False


@kernel
def open_window(g: Game, t: Tables, window: int, lead: int) -> None:
    """Let the ships of a Fleet use equipment in a window, where any can."""


@kernel
def use(g: Game, t: Tables, ship: int, place: int) -> None:
    """A ship uses the equipment in a place: it pays, and a frame carries the rows out."""


@kernel
def run_window(g: Game, t: Tables) -> None:
    """Ask ship by ship, each until it passes."""
    pop(g)


@kernel
def legal_window(g: Game, t: Tables, mask: Mask) -> None:
    """All equipment that can be used now, or none."""
    allow(t, mask, PASS, 0)


@kernel
def choose_window(g: Game, t: Tables, action: int) -> None:
    """The equipment is used."""
