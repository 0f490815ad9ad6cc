"""The engine: it runs the top frame until somebody must decide, says what is legal, and carries out a choice.

A game's generated dispatch (kit/declare.py) knows what runs a frame, what is legal in a decision and what a choice
does. `make_engine` makes the engine of these three; a game whose rules come between passes functions of its own that
call the dispatch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from exodus_env.kit.flow import KIND, NO_DECISION, NoLegalChoice, UnknownDecision, UnknownFrame, get
from exodus_env.kit.kernel import Mask, kernel, made_for
from exodus_env.kit.stepping import legal_among, nth_legal

Game: TypeAlias = Any
Tables: TypeAlias = Any
Rule: TypeAlias = Callable[..., Any]  # a kernel of the game


class Engine(NamedTuple):
    """The kernels of an engine."""

    legal: Rule  # g, t, mask: write what is legal in the pending decision; returns how many choices are
    choose: Rule  # g, t, action: carry out a legal choice; `advance` continues from there
    advance: Rule  # g, t, mask: run until somebody must decide, and write what is legal


@kernel
def ask_always(g: Game, t: Tables) -> bool:
    """A decision with one legal choice is asked as well, so nobody learns from a skipped one that it had only one."""
    return True


@kernel
def nothing_else(g: Game, t: Tables, mask: Mask, own: int) -> int:
    """Nothing may come before a decision."""
    return 0


@kernel
def keep_nothing(g: Game, t: Tables, mask: Mask) -> None:
    """Nothing changes when somebody is asked."""


def make_engine(
    module: str,
    *,
    run: Rule,  # g, t, kind: let the top frame do its next step; False if it is unknown
    legal: Rule,  # g, t, decision, mask: write what is legal in a decision; False if it is unknown
    choose: Rule,  # g, t, decision, action: carry out a choice of a decision; False if it is unknown
    must_ask: Rule = ask_always,  # g, t: whether the pending decision is asked even if only one choice is legal
    asides: Rule = nothing_else,  # g, t, mask, own: add what may come before the decision; returns how many choices
    asked: Rule = keep_nothing,  # g, t, mask: note that somebody is asked
) -> Engine:
    """The engine of a game, which belongs to the module that asks for it."""

    @kernel
    @made_for(module)
    def legal_choices(g: Game, t: Tables, mask: Mask) -> int:
        """Write the mask of the pending decision; returns how many choices are legal."""
        mask[:] = 0
        if not legal(g, t, int(g.decision), mask):
            raise UnknownDecision("a decision is pending that the rules do not know")
        own = legal_among(mask, 0, len(mask))
        return 0 if own == 0 else own + asides(g, t, mask, own)

    @kernel
    @made_for(module)
    def carry_out(g: Game, t: Tables, action: int) -> None:
        """Carry out a legal choice of the pending decision; `advance` continues from there."""
        decision = int(g.decision)
        g.decision = NO_DECISION
        if not choose(g, t, decision, action):
            raise UnknownDecision("a choice is made in a decision that the rules do not know")

    @kernel
    @made_for(module)
    def advance(g: Game, t: Tables, mask: Mask) -> None:
        """Run until somebody must decide, and write that decision's mask; at the end of the game the mask is empty.

        A decision with one legal choice is carried out at once, unless it must be asked. One with no legal choice is a
        fault of the rules: the game stops there, with the decision pending.
        """
        while True:
            while g.decision == NO_DECISION:
                if g.depth == 0:
                    mask[:] = 0
                    g.actor = -1
                    return
                if not run(g, t, get(g, KIND)):
                    raise UnknownFrame("the top frame is of a kind that the rules do not know")
            count = legal_choices(g, t, mask)
            if count == 0:
                raise NoLegalChoice("a decision is pending in which nothing is legal")
            if count > 1 or must_ask(g, t):
                asked(g, t, mask)
                return
            carry_out(g, t, nth_legal(mask, 0))

    return Engine(legal_choices, carry_out, advance)
