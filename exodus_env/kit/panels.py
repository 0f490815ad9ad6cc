"""Small things that drawings of games share: boxes, panels, chips, marks, and the colours of a dark ground."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from exodus_env.kit.drawing import fitted, number, text_width, write

SPACE: Final = "#070b18"
PANEL: Final = "#101829"
PANEL_EDGE: Final = "#26324d"
INSET: Final = "#1a2439"
INK: Final = "#eef2fb"
PALE: Final = "#a9b6d3"
FAINT: Final = "#6b7a9c"
DARK: Final = "#0a0f1d"
GOLD: Final = "#ffd166"
DAMAGE: Final = "#ff4d4d"
LIGHT: Final = "#7fd1ff"


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


def panel(box: Box, edge: str = PANEL_EDGE) -> str:
    """The ground of a panel."""
    return (
        f'<rect x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}" '
        f'rx="6" fill="{PANEL}" stroke="{edge}"/>'
    )


@lru_cache(maxsize=32768)
def block(x: float, y: float, width: float, height: float, fill: str, more: str = "", radius: float = 2) -> str:
    """A filled rectangle."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(radius)}" fill="{fill}"{f" {more}" if more else ""}/>'
    )


def chip(x: float, y: float, words: str, size: float, fill: str, ink: str = DARK, more: str = "") -> str:
    """Words on a coloured ground; x, y is the upper left corner."""
    width = chip_width(words, size)
    ground = block(x, y, width, size * 1.36, fill, more, size * 0.3)
    return ground + write(x + width / 2, y + size * 1.05, words, size, ink, anchor="middle", bold=True)


def chip_width(words: str, size: float) -> float:
    """How wide a chip is."""
    return text_width(words, size, bold=True) + size * 0.6


def title(box: Box, words: str, more: str = "") -> str:
    """The title of a panel, and something faint beside it."""
    head = write(box.x + 8, box.y + 14, words.upper(), 9, LIGHT, bold=True, more='letter-spacing="0.6"')
    if not more:
        return head
    x = box.x + 18 + text_width(words.upper(), 9, bold=True) + len(words) * 0.6
    return head + write(x, box.y + 14, fitted(more, 8.5, box.right - x - 4), 8.5, FAINT)


def dot(x: float, y: float, radius: float, words: str, fill: str, ink: str) -> str:
    """A round mark with a number."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"/>' + write(
        x, y + radius * 0.68, words, radius * 1.8, ink, anchor="middle", bold=True
    )
