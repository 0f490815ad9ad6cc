"""Face-down decks: an array of cards, the next one last, -1 beyond them; how many are left is a number beside it.

Cards at the bottom that everybody saw go there are known: they keep their places when the rest is shuffled.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from exodus_env.kit.chance import below
from exodus_env.kit.kernel import Numbers, kernel

Game: TypeAlias = Any


@kernel
def shuffle(g: Game, deck: Numbers, left: int, known: int, stream: int) -> None:
    """Shuffle the cards left in a deck above those at its bottom that everybody knows."""
    for i in range(left - 1, known, -1):
        j = known + below(g, stream, i + 1 - known)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card


@kernel
def fill_copies(g: Game, deck: Numbers, copies: Numbers, stream: int) -> int:
    """Fill an empty deck with some copies of each kind of card, and shuffle it; returns how many cards there are."""
    cards = 0
    for kind in range(len(copies)):
        for _ in range(copies[kind]):
            deck[cards] = kind
            cards += 1
    shuffle(g, deck, cards, 0, stream)
    return cards


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


@kernel
def take(deck: Numbers, place: int) -> int:
    """Take the card at a place: the top one, where that is how many are left without it."""
    card = int(deck[place])
    deck[place] = -1
    return card


@kernel
def put_under(deck: Numbers, left: int, card: int) -> None:
    """Put a card under those left in a deck."""
    for i in range(left, 0, -1):
        deck[i] = deck[i - 1]
    deck[0] = card
