"""Which records are positions of Beacon: a saved game, or one changed by hand, is looked at before kernels see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from exodus_env.kit.flow import KIND, STEP
from tests.toy.core import MOST_DECISIONS
from tests.toy.declarations import DECISIONS, FRAMES, HOUR
from tests.toy.numbers import NIGHT
from tests.toy.record import SCHEMA
from tests.toy.rules import LOST, MOST_STORMS, WON
from tests.toy.tables import CARDS, COPIES, LAMPS, Tables


def guard(games: Any, t: Tables) -> Iterator[str]:
    """What kernels must not see: numbers that would be wrong indices."""
    if games.dtype != SCHEMA.dtype:
        yield "the record has another type"
        return
    g = games[0]
    most = {
        "depth": len(g.stack), "actor": t.players - 1, "decision": len(DECISIONS) - 1, "over": 1, "hour": t.hours,
        "lit": LAMPS, "storms": MOST_STORMS, "first": t.players - 1, "left": CARDS, "outcome": LOST,
        "spent": COPIES, "decisions": MOST_DECISIONS, "scripted_count": len(g.scripted),
    }  # fmt: skip
    for name, highest in most.items():
        lowest = -1 if name == "actor" else 0
        if np.min(g[name]) < lowest or np.max(g[name]) > highest:
            yield f"{name} is out of bounds"
            return
    hands = g.hand[: t.players]
    if hands.min() < 0 or hands.max() >= LAMPS or (g.hand[t.players :] != -1).any():
        yield "a hand is out of bounds"
    if not -1 <= g.deck.min() <= g.deck.max() < LAMPS:
        yield "the deck is out of bounds"
    if not all(is_frame(g, t, i) for i in range(g.depth)) or g.stack[g.depth :].any():
        yield "the stack is not one of this game"
    if not ((g.scripted >= 0) & (g.scripted <= 6)).all():
        yield "a die is out of bounds"


def is_frame(g: Any, t: Tables, i: int) -> bool:
    """Whether a row of the stack is a frame as declared, on one that pushes it."""
    kind, step, *numbers = (int(number) for number in g.stack[i])
    if not 0 <= kind < len(FRAMES) or not 0 <= step <= int(FRAMES[kind].last_step):
        return False
    columns = FRAMES[kind].columns
    begins = kind == NIGHT if i == 0 else FRAMES[kind].name in FRAMES[g.stack[i - 1, KIND]].pushes
    inside = all(column.least <= number <= t[column.most] for number, column in zip(numbers, columns, strict=False))
    return begins and inside and not any(numbers[len(columns) :])


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
    if g.over == 1 and (g.outcome != ended or ended == 0 or (g.depth, g.decision, g.actor) != (0, 0, -1)):
        yield "the game has not ended like this"
    if g.over == 0 and (g.outcome != 0 or not is_asked(g, t) or (ended != 0 and g.depth == 1)):
        yield "it is not this keeper's decision"


def is_asked(g: Any, t: Tables) -> bool:
    """Whether the pending decision is asked by the top frame, of whom it is declared to be."""
    if g.depth == 0 or g.decision == 0:
        return False
    decision, top = DECISIONS[g.decision], g.stack[g.depth - 1]
    frame = FRAMES[top[KIND]]
    if (frame.name, int(top[STEP])) not in decision.asked_by:
        return False
    hour = int(g.first + g.hour) % int(t.players)
    return bool(g.actor == (hour if decision.of == HOUR else top[frame.column(decision.of)] - 1))
