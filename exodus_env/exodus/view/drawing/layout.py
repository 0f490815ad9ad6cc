"""Where things are drawn: a page for each configuration, with the middle of every hex and a box for every panel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from exodus_env.exodus.ruleset import Ruleset

SMALL: Final = (1200, 800)
LARGE: Final = (1440, 960)  # from five players on
MARGIN: Final = 8
HEADING: Final = 38
QUESTION: Final = 38
SCORE: Final = 30
TABLE: Final = 152  # politics, market and decks, at least
STAGE: Final = 150  # combat, Event or scenario, at least
LARGEST_HEX: Final = 76.0  # from the middle to a corner
LEAST_MAP: Final = 560
HIGHEST_BOARD: Final = 214


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


@dataclass(frozen=True)
class Page:
    """Everything that has a place of its own."""

    width: int
    height: int
    hex_size: float  # from the middle to a corner
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
    """The page of a configuration."""
    width, height = SMALL if rules.config.players <= 4 else LARGE
    halves = [2 * q + r for q, r in rules.coordinates]
    rows = [r for _, r in rules.coordinates]
    across = (max(halves) - min(halves) + 2) * sqrt(3) / 2  # in sizes of a hex
    down = (max(rows) - min(rows)) * 1.5 + 2
    top = MARGIN + HEADING + QUESTION + 12
    room = height - top - SCORE - TABLE - 3 * MARGIN
    size = min(LARGEST_HEX, room / down, (width * 0.625 - 2 * MARGIN) / across)
    left = max(across * size + 2 * MARGIN, LEAST_MAP)
    area = Box(MARGIN, top, left - MARGIN, max(down * size, room * 0.9))
    shift_x = area.x + (area.width - across * size) / 2
    shift_y = area.y + (area.height - down * size) / 2
    middles = tuple(
        (
            round(shift_x + (half - min(halves) + 1) * size * sqrt(3) / 2, 1),
            round(shift_y + (row - min(rows)) * size * 1.5 + size, 1),
        )
        for half, row in zip(halves, rows)
    )
    score = Box(MARGIN, area.bottom + 4, left - MARGIN, SCORE)
    table = Box(MARGIN, score.bottom + 6, left - MARGIN, height - MARGIN - score.bottom - 6)
    politics, market, decks = _columns(table, (0.52, 0.25, 0.23))
    boards, stage = _right_side(rules.config.players, Box(left + 6, MARGIN, width - left - 6 - MARGIN, height))
    return Page(
        width,
        height,
        size,
        middles,
        area,
        Box(MARGIN, MARGIN, left - MARGIN, HEADING),
        Box(MARGIN, MARGIN + HEADING + 4, left - MARGIN, QUESTION),
        score,
        politics,
        market,
        decks,
        boards,
        stage,
    )


def _columns(box: Box, shares: tuple[float, ...]) -> list[Box]:
    """A box cut into columns with a gap between them."""
    room = box.width - 6 * (len(shares) - 1)
    columns, x = [], box.x
    for share in shares:
        columns.append(Box(x, box.y, room * share, box.height))
        x += room * share + 6
    return columns


def _right_side(players: int, box: Box) -> tuple[tuple[Box, ...], Box]:
    """Boards of the players above each other, and what is happening below them."""
    room = box.height - 2 * MARGIN
    tall = min(HIGHEST_BOARD + 40 * (players < 3), (room - STAGE - 6 * players) / players)
    boards = tuple(Box(box.x, box.y + (tall + 6) * seat, box.width, tall) for seat in range(players))
    top = boards[-1].bottom + 6
    return boards, Box(box.x, top, box.width, box.y + room - top)
