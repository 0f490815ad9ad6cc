"""Cards by what they do: their numbers in a row or a mask, turned into the features of `Definition.cards`.

A block of the observation with a number for each card becomes the sum of the features of these cards, weighted by the
numbers; so does the part of the mask that allows playing them. With `card_identity` the numbers themselves are kept
as well, and a card can be told from all others; without it, a card is what it does, and a policy can play with others.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from exodus_env.kit.definition import Definition
from exodus_env.kit.layout import ActionLayout, Block, CardTable

IDENTITY: Final = "identity"  # the axis of a block that tells a card in another way than by a number for each


class CardReader(nn.Module):
    """What a network reads of a row or a mask: all of it, or all except which cards, and what the cards do."""

    def __init__(
        self, size: int, places: list[tuple[str, int, int]], tables: dict[str, CardTable], identity: bool
    ) -> None:
        """`places`: axis, first number and how many, of each part that tells which cards."""
        super().__init__()
        kept = np.ones(size, dtype=bool)
        for _, start, count in places:
            kept[start : start + count] = identity
        places = [place for place in places if place[0] in tables]
        self.places = places
        self.register_buffer("kept", torch.from_numpy(np.flatnonzero(kept)), persistent=False)
        self.whole = identity
        for axis in {axis for axis, _, _ in places}:
            self.register_buffer(f"of_{axis}", torch.from_numpy(tables[axis].rows), persistent=False)
        deeds = sum(count // len(tables[axis].rows) * len(tables[axis].names) for axis, _, count in places)
        self.size = int(kept.sum()) + deeds

    def forward(self, rows: Tensor) -> Tensor:
        """(B, size)."""
        kept: Any = self.kept
        parts = [rows if self.whole else rows.index_select(1, kept)]
        for axis, start, count in self.places:
            table = getattr(self, f"of_{axis}")
            cards = rows[:, start : start + count].reshape(len(rows), -1, len(table))
            parts.append((cards @ table.to(rows.dtype)).flatten(1))
        return torch.cat(parts, dim=1)


def tells_cards(block: Block, tables: dict[str, CardTable]) -> bool:
    """Whether a block tells which cards there are: by a number for each, or in another way."""
    return block.axes[-1:] == (IDENTITY,) or (bool(block.axes) and block.axes[-1] in tables)


def read_rows(rules: Definition, identity: bool) -> CardReader:
    """Reads observations."""
    blocks = [block for block in rules.observations.blocks if tells_cards(block, rules.cards)]
    places = [(block.axes[-1], block.start, block.size) for block in blocks]
    return CardReader(rules.observations.size, places, rules.cards, identity)


def read_masks(rules: Definition, identity: bool) -> CardReader:
    """Reads masks: every family of which each choice is a card."""
    families = [family for family in rules.actions.families if family.size and len(family.factors) == 1]
    places = [(f.factors[0], f.start, f.size) for f in families if f.factors[0] in rules.cards]
    return CardReader(rules.actions.size, places, rules.cards, identity)


def deeds_of_actions(
    actions: ActionLayout, tables: dict[str, CardTable]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """(actions, features of all tables beside each other): what the card of an action does; and which have a card."""
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
