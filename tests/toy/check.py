"""Which records are positions of Beacon: a saved game, or one changed by hand, is looked at before kernels see it."""

from __future__ import annotations

import numpy as np

from exodus_env.kit.bounds import MOST, Bounds, base_bounds
from exodus_env.kit.check import declared_checker
from exodus_env.kit.declared_flow import DeclaredFlow
from exodus_env.kit.facts import Problems, Wide, filled
from exodus_env.kit.rewards import WON
from tests.toy.declarations import DECISIONS, FRAMES, HOUR
from tests.toy.record import CARDS, COPIES, LAMPS, SCHEMA
from tests.toy.rules import LOST, MOST_STORMS

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
FLOW = DeclaredFlow(__package__, FRAMES, DECISIONS, {HOUR: lambda s: (s.g.first + s.g.hour) % s.t.players})


def cards(s: Wide) -> Problems:
    """Every card is in the deck, in a hand, spent, or was used to light a lamp."""
    yield from filled("deck", s.g.deck, s.g.left)
    held = [*s.g.deck[: s.g.left], *s.g.hand[: s.t.players]]
    there = np.bincount([card for card in held if card >= 0], minlength=LAMPS) + s.g.spent
    if (there + (np.arange(LAMPS) < s.g.lit) != COPIES).any():
        yield "a card is missing or there twice"


def end(s: Wide) -> Problems:
    """The game is over when all lamps burn, at the last storm and at dawn."""
    g = s.g
    ended = WON if g.lit == LAMPS else LOST if g.storms == MOST_STORMS or g.hour >= s.t.hours else 0
    if g.outcome != (ended if g.over else 0) or (g.over and not ended) or g.hour > s.t.hours:
        yield f"outcome {g.outcome} at hour {g.hour}, over {g.over}"
    if ended and not g.over and g.depth == 1:
        yield "the game has ended"


CHECKER = declared_checker(BOUNDS, FLOW, [("cards", cards), ("end", end)])
