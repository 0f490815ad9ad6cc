"""Small things: ships, tokens, chips, icons, panels."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from exodus_env.exodus.view.drawing import palette
from exodus_env.kit.drawing import number
from exodus_env.kit.panels import block as block
from exodus_env.kit.panels import chip as chip
from exodus_env.kit.panels import chip_width as chip_width
from exodus_env.kit.panels import dot as dot
from exodus_env.kit.panels import panel as panel
from exodus_env.kit.panels import title as title

# Outlines of the classes, nose to the right, about 16 wide and 10 high.
SHIPS: Final = {
    "dark_raider": "M8 0L-5 5L-2 0L-5-5Z",
    "fighter": "M7 0L0 1.6L-3 5H-5L-4 1.4L-6.5 0L-4-1.4L-5-5H-3L0-1.6Z",
    "war_cruiser": "M8 0L4 3.4H-1L-2.5 5H-5L-5 3.4H-7V-3.4H-5L-5-5H-2.5L-1-3.4H4Z",
    "battle_carrier": "M8.5 0L6 4.8H-4L-5.5 3H-8.5V-3H-5.5L-4-4.8H6ZM4-1.6V1.6H-3V-1.6Z",
}
SHIP_LENGTH: Final = 16.0
STAR: Final = "M0-6L1.6-2.1L5.7-1.9L2.5.8L3.5 4.9L0 2.6L-3.5 4.9L-2.5.8L-5.7-1.9L-1.6-2.1Z"
ICONS: Final = {
    "star": STAR,
    "rocket": "M0-7Q3-4 3 0V3L5 6H-5L-3 3V0Q-3-4 0-7Z",
    "die": "M-4-5.5H4Q5.5-5.5 5.5-4V4Q5.5 5.5 4 5.5H-4Q-5.5 5.5-5.5 4V-4Q-5.5-5.5-4-5.5ZM-3.6-3.6V-1.2H-1.2V-3.6Z"
    "M1.2 1.2V3.6H3.6V1.2ZM-1.2-1.2V1.2H1.2V-1.2Z",
    "shield": "M0-6L5-4.2V0Q5 4.4 0 6.4Q-5 4.4-5 0V-4.2Z",
    "drive": "M-6-5L0 0L-6 5V2L-2.5 0L-6-2ZM0-5L6 0L0 5V2L3.5 0L0-2Z",
    "cube": "M0-6L5.4-3V3L0 6L-5.4 3V-3ZM0-3.6L-2.4-2.3L0-1L2.4-2.3Z",
}


def definitions() -> str:
    """Shapes that other fragments use by id."""
    shapes = "".join(f'<path id="x-{name}" d="{path}" fill-rule="evenodd"/>' for name, path in (SHIPS | ICONS).items())
    planets = "".join(
        f'<radialGradient id="x-{kind}" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="{light}"/>'
        f'<stop offset="1" stop-color="{dark}"/></radialGradient>'
        for kind, (light, dark) in palette.PLANETS.items()
    )
    return f"<defs>{shapes}{planets}</defs>"


@lru_cache(maxsize=32768)
def use(shape: str, x: float, y: float, scale: float, fill: str, more: str = "") -> str:
    """A shape of the definitions."""
    place = f"translate({number(x)} {number(y)}) scale({scale:.2f})"
    return f'<use href="#x-{shape}" transform="{place}" fill="{fill}"{f" {more}" if more else ""}/>'


def ship(at: str, x: float, y: float, scale: float, kind: str, colour: str, looks: dict[str, int | bool]) -> str:
    """A ship with its damage and the cubes on board; hollow if it is cloaked."""
    if looks["cloaked"]:
        shape = use(kind, x, y, scale, "none", f'stroke="{colour}" stroke-width="1.3" stroke-dasharray="2 1.4"')
    else:
        shape = use(kind, x, y, scale, colour, f'stroke="{palette.DARK}" stroke-width="0.8"')
    marks = ""
    if looks["damage"]:
        marks += dot(x + 4.5 * scale, y - 5.5 * scale, 3.8 * scale + 0.9, str(looks["damage"]), palette.DAMAGE, "#fff")
    if looks["cargo"]:
        marks += dot(x - 4.5 * scale, y + 5.5 * scale, 3.5 * scale + 0.9, str(looks["cargo"]), palette.DARK, colour)
    return f'<g data-at="{at}">{shape}{marks}</g>' if at else shape + marks
