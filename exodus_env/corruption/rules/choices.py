"""What captains can choose: families and decisions by number, who is asked, and ships as choices name them.

Both are declared in decision_declarations.py; encoding/actions.py lays the families out as action ids.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import decision_declarations
from exodus_env.corruption.rules.choice_numbers import *  # noqa: F403
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, first_factor
from exodus_env.kit.flow import ask
from exodus_env.kit.kernel import Mask, kernel

FAMILIES: Final = decision_declarations.FAMILIES
FAMILY_NAMES: Final = tuple(name for name, _, _ in FAMILIES)
DECLARED: Final = decision_declarations.DECISIONS
# Decision: name, families it may offer, text.
DECISIONS: Final = tuple(
    (decision.name, tuple(FAMILY_NAMES.index(name) for name in decision.families), decision.text)
    for decision in DECLARED
)


@kernel
def ask_ship(g: Game, ship: int, decision: int) -> None:
    """Ask the captain of a ship; ships are counted from it."""
    ask(g, int(g.captain[ship]), decision)
    g.asked = ship


@kernel
def ask_seat(g: Game, seat: int, decision: int) -> None:
    """Ask a seat as such; ships are counted from its first one."""
    ask(g, seat, decision)
    g.asked = -1


@kernel
def first_ship(g: Game) -> int:
    """The ship that choices count from: a seat's first ship has the seat's number."""
    return int(g.asked) if g.asked >= 0 else int(g.actor)


@kernel
def relative_ship(g: Game, t: Tables, ship: int) -> int:
    """A ship as choices name it."""
    return (ship - first_ship(g) + t.ships) % t.ships


@kernel
def allow_ship(g: Game, t: Tables, mask: Mask, family: int, ship: int) -> None:
    """Make a choice of a family whose factor is a ship legal."""
    allow(t, mask, family, relative_ship(g, t, ship))


@kernel
def named_ship(g: Game, t: Tables, action: int) -> int:
    """The ship that a choice names."""
    return (first_ship(g) + first_factor(t, action)) % t.ships
