"""Cards by what they do: their numbers in a row or a mask, turned into the features of `Definition.cards`.

A block of the observation with a number for each card becomes the sum of the features of these cards, weighted by the
numbers; so does the part of the mask that allows playing them. With `card_identity` the numbers themselves are kept
as well, and a card can be told from all others; without it, a card is what it does, and a policy can play with others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.layout import ActionLayout, Block, CardTable

IDENTITY: Final = "identity"  # the axis of a block that identifies a card in another way than by a number for each


@dataclass(frozen=True)
class CardPlaces:
    """Which parts of a row or a mask identify cards, and what these cards do."""

    numbers: int  # of the row or the mask
    kept: Array  # the numbers that a network reads as they are: all, or all that do not identify cards
    places: tuple[tuple[str, int, int], ...]  # axis, first number and size of each part with a number for each card
    tables: dict[str, Array]  # by axis: the features of each card

    @property
    def size(self) -> int:
        """How many numbers a network reads."""
        deeds = (count // len(self.tables[axis]) * self.tables[axis].shape[1] for axis, _, count in self.places)
        return int(len(self.kept) + sum(deeds))

    def reading(self) -> tuple[Array, Array, Array]:
        """What a network reads as a linear map: number of the row or the mask, number that is read, and its weight."""
        parts = [(self.kept, np.arange(len(self.kept)), np.ones(len(self.kept), dtype=np.float32))]
        at = len(self.kept)
        for axis, start, count in self.places:
            table = self.tables[axis]
            cards, features = np.nonzero(table)
            for group in range(start, start + count, len(table)):
                parts.append((group + cards, at + features, table[cards, features]))
                at += table.shape[1]
        numbers, read, weights = (np.concatenate(each) for each in zip(*parts, strict=True))
        return numbers, read, weights


def card_places(
    numbers: int, places: list[tuple[str, int, int]], tables: dict[str, CardTable], identity: bool
) -> CardPlaces:
    """`places`: axis, first number and size of each part that identifies cards."""
    kept = np.ones(numbers, dtype=bool)
    for _, start, count in places:
        kept[start : start + count] = identity
    by_number = tuple(place for place in places if place[0] in tables)
    found = {axis: tables[axis].rows for axis in dict.fromkeys(axis for axis, _, _ in by_number)}
    return CardPlaces(numbers, np.flatnonzero(kept), by_number, found)


def tells_cards(block: Block, tables: dict[str, CardTable]) -> bool:
    """Whether a block identifies cards: by a number for each, or in another way."""
    return block.axes[-1:] == (IDENTITY,) or (bool(block.axes) and block.axes[-1] in tables)


def row_places(rules: Definition, identity: bool) -> CardPlaces:
    """Of observations."""
    blocks = [block for block in rules.observations.blocks if tells_cards(block, rules.cards)]
    places = [(block.axes[-1], block.start, block.size) for block in blocks]
    return card_places(rules.observations.size, places, rules.cards, identity)


def mask_places(rules: Definition, identity: bool) -> CardPlaces:
    """Of masks: every family whose choices are each a card."""
    families = [family for family in rules.actions.families if family.size and len(family.factors) == 1]
    places = [(f.factors[0], f.start, f.size) for f in families if f.factors[0] in rules.cards]
    return card_places(rules.actions.size, places, rules.cards, identity)


def deeds_of_actions(actions: ActionLayout, tables: dict[str, CardTable]) -> tuple[Array, Array]:
    """(actions, features of all tables beside each other): what the card of an action does; and which actions have a
    card."""
    starts = dict(zip(tables, np.cumsum([0, *(len(table.names) for table in tables.values())])))
    width = sum(len(table.names) for table in tables.values())
    found = np.zeros((actions.size, width), dtype=np.float32)
    has_card = np.zeros(actions.size, dtype=bool)
    for family in actions.families:
        for place, factor in enumerate(family.factors, start=1):
            if factor in tables and family.size:
                rows = slice(family.start, family.start + family.size)
                table, start = tables[factor], starts[factor]
                found[rows, start : start + len(table.names)] = table.rows[actions.decode[rows, place]]
                has_card[rows] = True
    return found, has_card
