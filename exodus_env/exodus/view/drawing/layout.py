"""Where things are drawn: a page for each configuration, with the centre of every hex and a box for every panel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.panels import Box

SMALL: Final = (1200, 800)
LARGE: Final = (1440, 960)  # from five players upward
MARGIN: Final = 8
GAP: Final = 6
HEADING: Final = 38
QUESTION: Final = 38
SCORE: Final = 30
TABLE: Final = 152  # politics, market and decks, at least
MARKET: Final = 140
DECKS: Final = 113
HIGHEST_TABLE: Final = 205
STAGE: Final = 136  # combat, Event or scenario, at least
LARGEST_HEX: Final = 84.0  # from the centre to a corner
LEAST_MAP: Final = 560
WIDEST_MAP: Final = 0.66  # of the page
HIGHEST_BOARD: Final = 180


@dataclass(frozen=True)
class Page:
    """Everything that has a place on the page."""

    width: int
    height: int
    hex_size: float  # from the centre to a corner
    middles: tuple[tuple[float, float], ...]  # of the hexes
    map: Box
    heading: Box
    question: Box
    score: Box
    politics: Box
    market: Box
    decks: Box
    boards: tuple[Box, ...]  # by seat
    stage: Box


@lru_cache(maxsize=64)
def page(rules: Ruleset) -> Page:
    """The page of a configuration: the map on the left, boards on the right, politics, market and decks below one of
    them."""
    width, height = SMALL if rules.config.players <= 4 else LARGE
    across, down = _extent(rules)
    top = MARGIN + HEADING + GAP + QUESTION + GAP
    room = height - top - SCORE - MARGIN - GAP
    most = (width * WIDEST_MAP - 2 * MARGIN) / across
    below = min(LARGEST_HEX, (room - TABLE - GAP) / down, most)  # with the table below the map
    beside = min(LARGEST_HEX, room / down, most)
    on_right = rules.config.players <= 3 and beside > below
    size = beside if on_right else below
    left = max(across * size + MARGIN, LEAST_MAP)
    area = Box(MARGIN, top, left - MARGIN, room if on_right else down * size)
    score = Box(MARGIN, area.bottom + GAP, left - MARGIN, SCORE)
    right = Box(left + GAP, MARGIN, width - left - GAP - MARGIN, height - 2 * MARGIN)
    boards, rest = _boards(rules.config.players, right, STAGE + on_right * (TABLE + GAP))
    if on_right:
        table, stage = _rows(rest, min(HIGHEST_TABLE, rest.height - GAP - STAGE))
    else:
        table, stage = Box(MARGIN, score.bottom + GAP, left - MARGIN, height - MARGIN - score.bottom - GAP), rest
    politics, market, decks = _columns(table, max(MARKET, table.width * 0.22), DECKS)
    return Page(
        width,
        height,
        size,
        _middles(rules, area, size),
        area,
        Box(MARGIN, MARGIN, left - MARGIN, HEADING),
        Box(MARGIN, MARGIN + HEADING + GAP, left - MARGIN, QUESTION),
        score,
        politics,
        market,
        decks,
        boards,
        stage,
    )


def _extent(rules: Ruleset) -> tuple[float, float]:
    """Width and height of the map in units of the hex size."""
    halves = [2 * q + r for q, r in rules.coordinates]
    rows = [r for _, r in rules.coordinates]
    return (max(halves) - min(halves) + 2) * sqrt(3) / 2, (max(rows) - min(rows)) * 1.5 + 2


def _middles(rules: Ruleset, area: Box, size: float) -> tuple[tuple[float, float], ...]:
    """The centre of every hex, with the map in the middle of its area."""
    across, down = _extent(rules)
    x, y = area.x + (area.width - across * size) / 2, area.y + (area.height - down * size) / 2
    halves = [2 * q + r for q, r in rules.coordinates]
    rows = [r for _, r in rules.coordinates]
    return tuple(
        (
            round(x + (half - min(halves) + 1) * size * sqrt(3) / 2, 1),
            round(y + (row - min(rows)) * size * 1.5 + size, 1),
        )
        for half, row in zip(halves, rows)
    )


def _columns(box: Box, *last: float) -> list[Box]:
    """A box cut into columns with a gap between them; the last ones have these widths, the first takes the rest."""
    first = box.width - sum(last) - GAP * len(last)
    columns, x = [], box.x
    for width in (first, *last):
        columns.append(Box(x, box.y, width, box.height))
        x += width + GAP
    return columns


def _rows(box: Box, height: float) -> tuple[Box, Box]:
    """A box cut into two rows with a gap between them, the upper one with this height."""
    upper = Box(box.x, box.y, box.width, height)
    return upper, Box(box.x, upper.bottom + GAP, box.width, box.bottom - upper.bottom - GAP)


def _boards(players: int, box: Box, least: float) -> tuple[tuple[Box, ...], Box]:
    """The players' boards above each other, and the box left below them, with at least this height."""
    tall = min(HIGHEST_BOARD, (box.height - least) / players - GAP)
    boards = tuple(Box(box.x, box.y + (tall + GAP) * seat, box.width, tall) for seat in range(players))
    top = boards[-1].bottom + GAP
    return boards, Box(box.x, top, box.width, box.bottom - top)
