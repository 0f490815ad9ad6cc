"""Which records are positions of Beacon: a saved game, or one changed by hand, is looked at before kernels see it."""

from __future__ import annotations

from functools import partial

import numpy as np

from exodus_env.kit.bounds import MOST, Bounds, Wide, base_bounds
from exodus_env.kit.check import Checker
from exodus_env.kit.facts import Problems, column_ranges, declared, filled, stack_problems
from exodus_env.kit.flow import KIND, STEP
from tests.toy.declarations import DECISIONS, FRAMES, HOUR
from tests.toy.numbers import NIGHT
from tests.toy.record import SCHEMA
from tests.toy.rules import LOST, MOST_STORMS, WON
from tests.toy.tables import CARDS, COPIES, LAMPS

BOUNDS = Bounds(
    SCHEMA,
    {
        **base_bounds(SCHEMA, decisions=len(DECISIONS)),
        # the part of each axis that is in use, what the rest holds, the lowest value, the highest one or how many
        "first": ((), 0, 0, "players"),
        "hour": ((), 0, 0, MOST),
        "lit": ((), 0, 0, LAMPS),
        "storms": ((), 0, 0, MOST_STORMS),
        "hand": (("players",), -1, 0, LAMPS - 1),
        "deck": (("",), -1, -1, LAMPS - 1),
        "left": ((), 0, 0, CARDS),
        "spent": (("",), 0, 0, COPIES),
        "outcome": ((), 0, 0, LOST),
    },
)
LAST_STEPS = [int(frame.last_step) for frame in FRAMES]


def stack(s: Wide) -> Problems:
    """Frames are as they are declared, and each lies on one that pushes it."""
    ranges = column_ranges(FRAMES, s.g.stack.shape[1], partial(declared, package=__package__, t=s.t))
    yield from stack_problems(FRAMES, s.g.stack[: s.g.depth].tolist(), NIGHT, LAST_STEPS, ranges)
    if s.g.stack[s.g.depth :].any():
        yield "something lies above the top frame"


def cards(s: Wide) -> Problems:
    """Every card is in the deck, in a hand, spent, or was used to light a lamp."""
    yield from filled("deck", s.g.deck, s.g.left)
    held = [*s.g.deck[: s.g.left], *s.g.hand[: s.t.players]]
    there = np.bincount([card for card in held if card >= 0], minlength=LAMPS) + s.g.spent
    if (there + (np.arange(LAMPS) < s.g.lit) != COPIES).any():
        yield "a card is missing or there twice"


def end(s: Wide) -> Problems:
    """The game is over when all lamps burn, at the last storm and at dawn; no keeper decides anything then."""
    g = s.g
    ended = WON if g.lit == LAMPS else LOST if g.storms == MOST_STORMS or g.hour == s.t.hours else 0
    if g.hour > s.t.hours:
        yield "dawn has passed"
    if g.over == 1 and (g.outcome != ended or ended == 0 or (g.depth, g.decision, g.actor) != (0, 0, -1)):
        yield "the game has not ended like this"
    if g.over == 0 and (g.outcome != 0 or (ended != 0 and g.depth == 1)):
        yield "the game has ended"


def asked(s: Wide) -> Problems:
    """The pending decision is one that the top frame asks, of whom it is declared to be."""
    g = s.g
    if g.over == 1:
        return
    if g.depth == 0 or g.decision == 0:
        yield "nobody is asked"
        return
    decision, top = DECISIONS[g.decision], g.stack[g.depth - 1]
    frame = FRAMES[top[KIND]]
    if (frame.name, int(top[STEP])) not in decision.asked_by:
        yield f"frame {frame.name} does not ask {decision.name}"
    elif g.actor != ((g.first + g.hour) % s.t.players if decision.of == HOUR else top[frame.column(decision.of)] - 1):
        yield f"player {g.actor} is asked"


CHECKER = Checker(
    schema=BOUNDS.form,
    invariants=((2, "bounds", BOUNDS.problems), (3, "stack", stack), (4, "cards", cards), (5, "end", end)),
    legal=(6, "decision", asked),
    guard=3,
)
