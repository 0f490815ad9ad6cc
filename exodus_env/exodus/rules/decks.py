"""Face-down decks: shuffled at setup, when a deck is made from its discards, and when a world is dealt anew."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.kit.chance import below
from exodus_env.kit.kernel import Numbers, kernel


@kernel
def shuffle(g: Game, deck: Numbers, left: int, known: int, stream: int) -> None:
    """Shuffle the cards left in a deck above those at its bottom that everybody knows."""
    for i in range(left - 1, known, -1):
        j = known + below(g, stream, i + 1 - known)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card


@kernel
def reshuffle(g: Game, deck: Numbers, left: int, known: int, stream: int) -> None:
    """Shuffle as `shuffle` does, but whatever the order before: the same cards and chance give the same deck."""
    for i in range(known + 1, left):
        card = deck[i]
        j = i
        while j > known and deck[j - 1] > card:
            deck[j] = deck[j - 1]
            j -= 1
        deck[j] = card
    shuffle(g, deck, left, known, stream)
