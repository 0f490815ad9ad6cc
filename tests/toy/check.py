"""Which records are positions of Beacon: a saved game, or one changed by hand, is looked at before kernels see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.toy.core import MOST_DECISIONS
from tests.toy.record import SCHEMA
from tests.toy.rules import ANSWER, CALLED, KEEPER, LOST, MOST_STORMS, NIGHT, TURN, WON
from tests.toy.tables import CARDS, COPIES, LAMPS, Tables


def guard(games: Any, t: Tables) -> Iterator[str]:
    """What kernels must not see: numbers that would be wrong indices."""
    if games.dtype != SCHEMA.dtype:
        yield "the record has another type"
        return
    g = games[0]
    most = {
        "depth": 2, "actor": t.players - 1, "decision": ANSWER, "over": 1, "hour": t.hours, "lit": LAMPS,
        "storms": MOST_STORMS, "first": t.players - 1, "left": CARDS, "outcome": LOST,
        "spent": COPIES, "decisions": MOST_DECISIONS, "scripted_count": len(g.scripted),
    }  # fmt: skip
    for name, highest in most.items():
        lowest = -1 if name == "actor" else 0
        if np.min(g[name]) < lowest or np.max(g[name]) > highest:
            yield f"{name} is out of bounds"
    hands, kinds = g.hand[: t.players], g.stack[:, 0]
    if hands.min() < 0 or hands.max() >= LAMPS or (g.hand[t.players :] != -1).any():
        yield "a hand is out of bounds"
    if not -1 <= g.deck.min() <= g.deck.max() < LAMPS:
        yield "the deck is out of bounds"
    if list(kinds) not in ([0, 0], [NIGHT, 0], [NIGHT, CALLED]) or g.depth != np.count_nonzero(kinds):
        yield "the stack is not one of this game"
    if not 0 <= g.stack[1, KEEPER] < t.players or g.stack[:, 1].any() or g.stack[0, 2:].any():
        yield "a frame is out of bounds"
    if not ((g.scripted >= 0) & (g.scripted <= 6)).all():
        yield "a die is out of bounds"


def failures(games: Any, t: Tables) -> Iterator[str]:
    """What is wrong with a position; where a number is out of bounds, that alone."""
    found = list(guard(games, t))
    yield from found
    if found:
        return
    g = games[0]
    if (g.deck[: g.left] < 0).any() or (g.deck[g.left :] != -1).any():
        yield "the deck has gaps"
    else:
        cards = np.bincount([*g.deck[: g.left], *g.hand[: t.players]], minlength=LAMPS) + g.spent
        if (cards + (np.arange(LAMPS) < g.lit) != COPIES).any():
            yield "a card is missing or there twice"
    ended = WON if g.lit == LAMPS else LOST if g.storms == MOST_STORMS or g.hour == t.hours else 0
    pending = (int(g.depth), int(g.decision), int(g.actor))
    if g.over == 1 and (g.outcome != ended or ended == 0 or pending != (0, 0, -1)):
        yield "the game has not ended like this"
    turn = (1, TURN, int(g.first + g.hour) % int(t.players))
    answer = (2, ANSWER, int(g.stack[1, KEEPER]))
    if g.over == 0 and (g.outcome != 0 or pending not in (turn, answer) or (ended != 0 and pending != answer)):
        yield "it is not this keeper's decision"
