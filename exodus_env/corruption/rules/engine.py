"""The engine: runs the top frame until somebody must decide, says what is legal, and carries out a choice."""

from __future__ import annotations

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import dispatch
from exodus_env.corruption.rules.modules import begin_installing
from exodus_env.corruption.rules.result import finish
from exodus_env.corruption.tables import Tables
from exodus_env.kit.flow import KIND, NO_DECISION, NoLegalChoice, UnknownDecision, UnknownFrame, get
from exodus_env.kit.kernel import Mask, kernel
from exodus_env.kit.stepping import legal_among, nth_legal


@kernel
def legal(g: Game, t: Tables, mask: Mask) -> int:
    """Write the mask of the pending decision; returns how many choices are legal."""
    mask[:] = 0
    if not dispatch.legal(g, t, int(g.decision), mask):
        raise UnknownDecision("a decision is pending that the rules do not know")
    return legal_among(mask, 0, len(mask))


@kernel
def choose(g: Game, t: Tables, action: int) -> None:
    """Carry out a legal choice of the pending decision; `advance` goes on from there."""
    decision = int(g.decision)
    g.decision = NO_DECISION
    if not dispatch.choose(g, t, decision, action):
        raise UnknownDecision("a choice is made in a decision that the rules do not know")


@kernel
def run_on(g: Game, t: Tables) -> None:
    """Run frames until one asks something, or the game has ended.

    Between two steps a new Mod's effect is chosen, and a module that has no room finds its place.
    """
    while g.decision == NO_DECISION and g.depth > 0:
        if g.outcome != 0:
            finish(g)
        elif not begin_installing(g, t) and not dispatch.run(g, t, get(g, KIND)):
            raise UnknownFrame("the top frame is of a kind that the rules do not know")


@kernel
def forget_ways(g: Game) -> None:
    """What was measured within a step is no part of a position."""
    g.measured[:] = 0
    g.passable[:] = 0


@kernel
def advance(g: Game, t: Tables, mask: Mask) -> None:
    """Run until somebody must decide, and write that decision's mask; at the end of the game the mask is empty.

    A decision with one legal choice is not asked: nothing is private here, so everybody knows that there was one.
    """
    while True:
        run_on(g, t)
        if g.decision == NO_DECISION:
            mask[:] = 0
            g.actor = -1
            g.asked = -1
            forget_ways(g)
            return
        count = legal(g, t, mask)
        forget_ways(g)
        if count == 0:
            raise NoLegalChoice("a decision is pending in which nothing is legal")
        if count > 1 or t.ask_forced == 1:
            return
        choose(g, t, nth_legal(mask, 0))
