"""What runs a frame, what is legal in a decision and what a choice does. Generated; do not edit."""

from __future__ import annotations

from exodus_env.kit.kernel import Mask, kernel
from tests.toy import numbers, rules
from tests.toy.record_types import Game, Tables


@kernel
def run_1(g: Game, t: Tables, kind: int) -> bool:
    """Let the top frame do its next step, from NIGHT to CALLED."""
    if kind == numbers.NIGHT:
        rules.run_night(g, t)
        return True
    if kind == numbers.CALLED:
        rules.run_called(g, t)
        return True
    return False


@kernel
def run(g: Game, t: Tables, kind: int) -> bool:
    """Let the top frame do its next step; False if it is unknown."""
    if kind <= numbers.CALLED:
        return run_1(g, t, kind)
    return False


@kernel
def legal_1(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_TURN to D_ANSWER."""
    if decision == numbers.D_TURN:
        rules.legal_turn(g, t, mask)
        return True
    if decision == numbers.D_ANSWER:
        rules.legal_answer(g, t, mask)
        return True
    return False


@kernel
def legal(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision; False if it is unknown."""
    if decision <= numbers.D_ANSWER:
        return legal_1(g, t, decision, mask)
    return False


@kernel
def choose_1(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_TURN to D_ANSWER."""
    if decision == numbers.D_TURN:
        rules.choose_turn(g, t, action)
        return True
    if decision == numbers.D_ANSWER:
        rules.choose_answer(g, t, action)
        return True
    return False


@kernel
def choose(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision; False if it is unknown."""
    if decision <= numbers.D_ANSWER:
        return choose_1(g, t, decision, action)
    return False
