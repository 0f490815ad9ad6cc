"""Face-down decks: shuffled at setup, when a deck is made from its discards, and when a world is dealt anew."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.kit.chance import below
from exodus_env.kit.kernel import kernel


@kernel
def shuffle_political(g: Game, stream: int) -> None:
    """Shuffle the political deck."""
    for i in range(g.political_left - 1, 0, -1):
        j = below(g, stream, i + 1)
        card = g.political_deck[i]
        g.political_deck[i] = g.political_deck[j]
        g.political_deck[j] = card


@kernel
def shuffle_resistance(g: Game, level: int, known: int, stream: int) -> None:
    """Shuffle a Resistance deck above the cards at its bottom that everybody knows."""
    for i in range(g.resistance_left[level] - 1, known, -1):
        j = known + below(g, stream, i + 1 - known)
        card = g.resistance_deck[level, i]
        g.resistance_deck[level, i] = g.resistance_deck[level, j]
        g.resistance_deck[level, j] = card
