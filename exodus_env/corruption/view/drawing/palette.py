"""Colours of this game. A letter or a word always stands beside them."""

from __future__ import annotations

from typing import Final

# Ships by number, Okabe and Ito's, which colour-blind people can tell apart.
SHIPS: Final = ("#e69f00", "#56b4e9", "#18b88a", "#d98cc0")
# Kinds of systems: the ground and the border.
SYSTEMS: Final = {
    "allied": ("#14284a", "#4f8fe0"),
    "enemy": ("#3a2412", "#e08a3a"),
    "corrupt": ("#3a1420", "#d0435a"),
    "rift": ("#2c1846", "#b07cff"),
}
LANE: Final = "#8fa3cc"
FOE: Final = "#b3202c"
AVATAR: Final = "#7a1fa8"
FOE_EDGE: Final = "#ff8f8f"
AVATAR_EDGE: Final = "#e0b0ff"
GREEN: Final = "#3fbf6f"
WORMHOLE: Final = "#6ee0e8"
RIFT: Final = "#ff5a78"
DICE: Final = {"red": "#e2564a", "blue": "#4f8fe0", "yellow": "#e8c83c"}
LEVELS: Final = {"hazardous": "#4f8fe0", "perilous": "#e8c83c", "lethal": "#e2564a"}
