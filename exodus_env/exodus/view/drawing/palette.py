"""Colours.

Those of players are Okabe and Ito's, which colour-blind people can distinguish, brightened for a dark background. There
is always a letter beside them.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.view.text import PLAYER_NAMES
from exodus_env.kit.panels import DAMAGE as DAMAGE
from exodus_env.kit.panels import DARK as DARK
from exodus_env.kit.panels import FAINT as FAINT
from exodus_env.kit.panels import GOLD as GOLD
from exodus_env.kit.panels import INK as INK
from exodus_env.kit.panels import INSET as INSET
from exodus_env.kit.panels import LIGHT as LIGHT
from exodus_env.kit.panels import PALE as PALE
from exodus_env.kit.panels import PANEL as PANEL
from exodus_env.kit.panels import PANEL_EDGE as PANEL_EDGE
from exodus_env.kit.panels import SPACE as SPACE

HEX: Final = "#131d33"
HEX_EMPTY: Final = "#0c1324"
HEX_EDGE: Final = "#33456b"
UNEXPLORED: Final = "#1b2130"
HEAT: Final = "#4a1d16"
WIND: Final = "#3a3314"
FOE: Final = "#b3202c"
FOE_EDGE: Final = "#ff8f8f"
SECRET: Final = "#9fe8c8"

PLAYERS: Final = ("#f4f4f0", "#f0702c", "#18b88a", "#d98cc0", "#f2e44c", "#4fb0f0")
LETTERS: Final = tuple(name[0] for name in PLAYER_NAMES)

# By what a planet produces
PLANETS: Final = {
    "none": ("#8a94a8", "#3b4356"),
    "cp": ("#f6c667", "#8a5a12"),
    "axinium": ("#8fb8ff", "#234a9c"),
    "phasium": ("#d3a6ff", "#5b2c94"),
}
RESOURCES: Final = {"CP": "#f6c667", "Axinium": "#8fb8ff", "Phasium": "#d3a6ff"}
STOCK_LETTERS: Final = {"CP": "C", "Axinium": "A", "Phasium": "P"}
SORTS: Final = {  # of ship upgrades
    "cannon": "#ff9d7a",
    "shield": "#8fc7ff",
    "drive": "#9be3b4",
    "hyperspace": "#9be3b4",
    "module": "#e3d59b",
}
TECHNOLOGIES: Final = {"blue": "#8fc7ff", "orange": "#ffb066", "grey": "#c3cad8", "brown": "#d9a77c"}
KINDS: Final = {"law": "#f6c667", "resolution": "#8fc7ff", "executive": "#ff9d7a"}
