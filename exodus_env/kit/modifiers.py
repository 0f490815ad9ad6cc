"""Lasting values: numbers of a player that cards change, computed from scratch when one of them changes.

A game stores a row of them for each player. It starts with their base values, lets the best of some sources apply, and
then adds or sets what cards in force say, in their order.
"""

from __future__ import annotations

from exodus_env.kit.kernel import NumberRows, Numbers, kernel


@kernel
def take_better(values: Numbers, which: int, value: int, lower: bool) -> None:
    """Of two values the better one applies: the higher, or with `lower` the lower."""
    if (value < values[which]) == lower:
        values[which] = value


@kernel
def change(values: Numbers, which: int, absolute: int, value: int) -> None:
    """Add to a value, or set it."""
    if absolute == 1:
        values[which] = value
    else:
        values[which] += value


@kernel
def change_by_row(values: Numbers, rows: NumberRows, row: int, column: int) -> None:
    """Apply a row of three columns: which value, whether it is set, and the number."""
    change(values, rows[row, column], rows[row, column + 1], rows[row, column + 2])


@kernel
def change_by_card(values: Numbers, rows: NumberRows, card: Numbers, column: int) -> None:
    """Apply all rows of a card, given its first row and their number."""
    for row in range(card[0], card[0] + card[1]):
        change_by_row(values, rows, row, column)
