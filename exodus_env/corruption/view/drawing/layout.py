"""Where things are drawn: boxes that stay, and the middles of systems, which move as the map grows."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from exodus_env.kit.hexes import DIRECTIONS
from exodus_env.kit.panels import Box

WIDTH: Final = 1320
HEIGHT: Final = 900
MARGIN: Final = 8
GAP: Final = 6
LEFT: Final = 820  # width of the map and what lies below it
LARGEST: Final = 62.0  # from the middle of a system to a corner

HEADING: Final = Box(MARGIN, MARGIN, LEFT, 38)
QUESTION: Final = Box(MARGIN, HEADING.bottom + GAP, LEFT, 38)
MAP: Final = Box(MARGIN, QUESTION.bottom + GAP, LEFT, 540)
TRACK: Final = Box(MARGIN, MAP.bottom + GAP, LEFT, 44)
KEYS: Final = Box(MARGIN, TRACK.bottom + GAP, 400, HEIGHT - MARGIN - TRACK.bottom - GAP)
STAGE: Final = Box(KEYS.right + GAP, KEYS.y, LEFT - KEYS.width - GAP, KEYS.height)
RIGHT: Final = Box(MARGIN + LEFT + GAP, MARGIN, WIDTH - LEFT - 2 * MARGIN - GAP, HEIGHT - 2 * MARGIN)


def board(ship: int, ships: int) -> Box:
    """The box of a ship's board."""
    tall = (RIGHT.height - GAP * (ships - 1)) / ships
    return Box(RIGHT.x, RIGHT.y + (tall + GAP) * ship, RIGHT.width, tall)


@dataclass(frozen=True)
class Chart:
    """How the map lies in its area now: the size of systems, and where (0, 0) is."""

    size: float
    x: float
    y: float

    def middle(self, q: int, r: int) -> tuple[float, float]:
        """The middle of a place."""
        return round(self.x + (2 * q + r) * self.size * sqrt(3) / 2, 1), round(self.y + r * self.size * 1.5, 1)


def spaces(systems: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Empty spaces a lane leads to, where new systems can come."""
    found = {
        (system["q"] + q, system["r"] + r)
        for system in systems
        for (q, r), empty in zip(DIRECTIONS, system["empty"], strict=True)
        if empty
    }
    return sorted(found)


def chart(systems: list[dict[str, Any]], growing: bool) -> Chart:
    """The map as large as its area allows, with the spaces it can grow into."""
    places = [(system["q"], system["r"]) for system in systems] + (spaces(systems) if growing else [])
    halves = [2 * q + r for q, r in places] or [0]
    rows = [r for _, r in places] or [0]
    across = (max(halves) - min(halves) + 2) * sqrt(3) / 2
    down = (max(rows) - min(rows)) * 1.5 + 2
    size = min(LARGEST, (MAP.width - 20) / across, (MAP.height - 20) / down)
    x = MAP.x + (MAP.width - across * size) / 2 + (1 - min(halves)) * size * sqrt(3) / 2
    y = MAP.y + (MAP.height - down * size) / 2 + size - min(rows) * size * 1.5
    return Chart(round(size, 2), round(x, 1), round(y, 1))
