"""The engine of X-ODUS (kit/engine.py): between two steps modules find their place, and forced choices are skipped."""

from __future__ import annotations

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import dispatch
from exodus_env.corruption.rules.modules import begin_installing
from exodus_env.corruption.rules.result import finish
from exodus_env.corruption.tables import Tables
from exodus_env.kit.engine import make_engine
from exodus_env.kit.kernel import Mask, kernel


@kernel
def run(g: Game, t: Tables, kind: int) -> bool:
    """Let the top frame do its next step, unless the game has ended.

    Between two steps a new Mod's effect is chosen, and a module that has no room finds its place.
    """
    if g.outcome != 0:
        finish(g)
        forget_ways(g)
        return True
    return begin_installing(g, t) or dispatch.run(g, t, kind)


@kernel
def legal_and_forget(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision."""
    known = dispatch.legal(g, t, decision, mask)
    forget_ways(g)
    return known


@kernel
def forget_ways(g: Game) -> None:
    """What was measured within a step is no part of a position."""
    g.measured[:] = 0
    g.passable[:] = 0


@kernel
def must_ask(g: Game, t: Tables) -> bool:
    """A decision with one legal choice is asked for debugging only: nothing is private, so everybody knows that there
    was one."""
    return bool(t.ask_forced == 1)


ENGINE = make_engine(__name__, run=run, legal=legal_and_forget, choose=dispatch.choose, must_ask=must_ask)
legal, choose, advance = ENGINE
