"""The engine of Exodus (kit/engine.py): ids are counted from the actor's home, something may come before a decision,
and forced choices are skipped."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, dispatch
from exodus_env.exodus.rules.choices import PRIVATE_OPTIONS
from exodus_env.exodus.rules.stages import window
from exodus_env.exodus.tables import Tables
from exodus_env.kit.engine import make_engine
from exodus_env.kit.kernel import Mask, kernel


@kernel
def turned_legal(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, with hexes and directions counted from the actor's home."""
    known = dispatch.legal(g, t, decision, mask)
    choices.turn_mask(g, t, mask)
    return known


@kernel
def choose_or_interrupt(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, or what comes before it."""
    action = choices.printed(g, t, action)
    if window.interrupts(t, decision, action):
        window.interrupt(g, t, decision, action)
        return True
    return dispatch.choose(g, t, decision, action)


@kernel
def would_tell(g: Game, t: Tables) -> bool:
    """Whether skipping a forced choice would tell others what they may not know: that there was only one."""
    return bool(t.players > 1 and g.decision in PRIVATE_OPTIONS)


@kernel
def must_ask(g: Game, t: Tables) -> bool:
    """Whether the pending decision is asked even if only one choice is legal."""
    return bool(t.ask_forced == 1 or would_tell(g, t))


ENGINE = make_engine(
    __name__,
    run=dispatch.run,
    legal=turned_legal,
    choose=choose_or_interrupt,
    must_ask=must_ask,
    asides=window.legal_asides,
    asked=window.keep_offer,
)
legal, choose, advance = ENGINE
