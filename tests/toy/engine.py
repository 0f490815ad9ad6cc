"""Runs frames until a keeper must decide, says what is legal, and carries out a choice."""

from __future__ import annotations

from exodus_env.kit.flow import KIND, NO_DECISION, UnknownDecision, UnknownFrame, get
from exodus_env.kit.kernel import Mask, kernel
from tests.toy import dispatch
from tests.toy.record import Game
from tests.toy.tables import Tables


@kernel
def choose(g: Game, t: Tables, action: int) -> None:
    """Carry out a choice of the pending decision."""
    decision = int(g.decision)
    g.decision = NO_DECISION
    if not dispatch.choose(g, t, decision, action):
        raise UnknownDecision("a choice is made in a decision that the rules do not know")


@kernel
def advance(g: Game, t: Tables, mask: Mask) -> None:
    """Run until somebody must decide, and write that decision's mask; at the end of the game the mask is empty."""
    while g.decision == NO_DECISION and g.depth > 0:
        if not dispatch.run(g, t, get(g, KIND)):
            raise UnknownFrame("the top frame is of a kind that the rules do not know")
    mask[:] = 0
    if g.over == 1:
        g.actor = -1
    elif not dispatch.legal(g, t, int(g.decision), mask):
        raise UnknownDecision("a decision is pending that the rules do not know")
