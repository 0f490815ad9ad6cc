"""Explorations [562-624]: Analyses, Warnings and Dangers."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.choices import OPTION, PASS
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow
from exodus_env.kit.flow import pop
from exodus_env.kit.kernel import Mask, kernel

# Steps of EXPLORATION.
TURN_UP: Final = 0
BEGUN: Final = 1
ANALYSE: Final = 2
SHARED: Final = 3
FURTHER: Final = 4
WARN: Final = 5
ROLLED: Final = 6
DONE: Final = 7
LAST_STEP: Final = DONE


@kernel
def begin_exploration(g: Game, t: Tables) -> None:
    """Push frame EXPLORATION: a card is turned up, and the window W_EXPLORE opens; the marker is gone already."""


@kernel
def run_exploration(g: Game, t: Tables) -> None:
    """By the kind of the card: options, rolls, rows; at the end `g.card` is -1 again."""
    pop(g)


@kernel
def legal_analysis(g: Game, t: Tables, mask: Mask) -> None:
    """Options that are left and whose class is there."""
    allow(t, mask, PASS, 0)


@kernel
def choose_analysis(g: Game, t: Tables, action: int) -> None:
    """A member has its option."""


@kernel
def legal_share_option(g: Game, t: Tables, mask: Mask) -> None:
    """Join, or choose another."""
    allow(t, mask, PASS, 0)


@kernel
def choose_share_option(g: Game, t: Tables, action: int) -> None:
    """A member takes part in the option."""


@kernel
def legal_further(g: Game, t: Tables, mask: Mask) -> None:
    """Options that are left, for an Action each; Strain for one more Action."""
    allow(t, mask, PASS, 0)


@kernel
def choose_further(g: Game, t: Tables, action: int) -> None:
    """All members take part in it."""


@kernel
def legal_warning(g: Game, t: Tables, mask: Mask) -> None:
    """One of the three, if its class is there."""
    allow(t, mask, OPTION, 0)


@kernel
def choose_warning(g: Game, t: Tables, action: int) -> None:
    """All take part in it."""
