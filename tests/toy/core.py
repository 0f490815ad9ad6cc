"""What Python calls of Beacon, made of its rules."""

from __future__ import annotations

from exodus_env.kit.entries import make_entries
from exodus_env.kit.kernel import Floats, kernel
from tests.toy import rules
from tests.toy.encoding import observe, redeal
from tests.toy.engine import advance, choose
from tests.toy.record import Game
from tests.toy.rules import WON
from tests.toy.tables import Tables

MOST_DECISIONS = 100  # two an hour, and a few to spare


@kernel
def set_up(g: Game, t: Tables, high: int, low: int) -> None:
    """An empty record becomes the first hour of a game."""
    g.depth, g.decision, g.actor, g.over, g.decisions = 0, 0, -1, 0, 0
    g.stack[:] = 0
    g.scripted_count = 0
    g.hour, g.lit, g.storms, g.outcome = 0, 0, 0, 0
    g.spent[:] = 0
    rules.set_up(g, t, high, low)


@kernel
def leave_position(g: Game, t: Tables, rewards: Floats) -> None:
    """A step pays nothing, unless it ends the game."""
    rewards[:] = 0.0


@kernel
def enter_position(g: Game, t: Tables, rewards: Floats) -> None:
    """At the end everybody is paid: 1 if the game is won, -1 if it is lost."""
    if g.over == 1:
        rewards[:] = 1.0 if g.outcome == WON else -1.0


@kernel
def score(g: Game, t: Tables, player: int) -> int:
    """Lamps that burn."""
    return int(g.lit)


ENTRIES = make_entries(
    __name__,
    set_up=set_up,
    choose=choose,
    advance=advance,
    observe=observe,
    redeal=redeal,
    leave_position=leave_position,
    enter_position=enter_position,
    score=score,
    most_decisions=MOST_DECISIONS,
)
