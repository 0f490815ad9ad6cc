"""The engine: it runs the top frame until somebody must decide, says what is legal, and carries out a choice."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, dispatch
from exodus_env.exodus.rules.choices import PRIVATE_OPTIONS
from exodus_env.exodus.rules.stages import window
from exodus_env.exodus.tables import Tables
from exodus_env.kit.flow import KIND, NO_DECISION, NoLegalChoice, UnknownDecision, UnknownFrame, get
from exodus_env.kit.kernel import Mask, kernel
from exodus_env.kit.stepping import legal_among, nth_legal


@kernel
def run_top_frame(g: Game, t: Tables) -> None:
    """Let the top frame do its next step."""
    if not dispatch.run(g, t, get(g, KIND)):
        raise UnknownFrame("the top frame is of a kind that the rules do not know")


@kernel
def legal(g: Game, t: Tables, mask: Mask) -> int:
    """Write the mask of the pending decision, including what may come before it; returns how many choices are legal."""
    mask[:] = 0
    if not dispatch.legal(g, t, int(g.decision), mask):
        raise UnknownDecision("a decision is pending that the rules do not know")
    choices.turn_mask(g, t, mask)
    own = legal_among(mask, 0, len(mask))
    return 0 if own == 0 else own + window.legal_asides(g, t, mask, own)


@kernel
def choose(g: Game, t: Tables, action: int) -> None:
    """Carry out a legal choice of the pending decision; `advance` continues from there."""
    decision = int(g.decision)
    action = choices.printed(g, t, action)
    g.decision = NO_DECISION
    if window.interrupts(t, decision, action):
        window.interrupt(g, t, decision, action)
    elif not dispatch.choose(g, t, decision, action):
        raise UnknownDecision("a choice is made in a decision that the rules do not know")


@kernel
def would_tell(g: Game, t: Tables) -> bool:
    """Whether skipping a forced choice would tell others what they may not know: that there was only one."""
    return bool(t.players > 1 and g.decision in PRIVATE_OPTIONS)


@kernel
def advance(g: Game, t: Tables, mask: Mask) -> None:
    """Run until somebody must decide, and write that decision's mask; at the end of the game the mask is empty.

    A decision with one legal choice is skipped, unless that would tell the others something. One with no legal choice
    is a fault of the rules: the game stops there, with the decision pending.
    """
    while True:
        while g.decision == NO_DECISION:
            if g.depth == 0:
                mask[:] = 0
                g.actor = -1
                return
            run_top_frame(g, t)
        count = legal(g, t, mask)
        if count == 0:
            raise NoLegalChoice("a decision is pending in which nothing is legal")
        if count > 1 or t.ask_forced == 1 or would_tell(g, t):
            window.keep_offer(g, t, mask)
            return
        choose(g, t, nth_legal(mask, 0))
