"""Action ids: the families of decision_declarations.py with the sizes of their factors, and how to say a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content.entries import Content
from exodus_env.corruption.encoding.blocks import systems
from exodus_env.corruption.rules.choices import FAMILIES
from exodus_env.corruption.tables import Tables
from exodus_env.kit.hexes import DIRECTIONS
from exodus_env.kit.layout import ActionLayout, lay_out_actions
from exodus_env.kit.record import fill_actions

DIRECTION_NAMES: Final = (
    "to the east",
    "to the north-east",
    "to the north-west",
    "to the west",
    "to the south-west",
    "to the south-east",
)

# Sizes that are the same in every configuration.
SIZES: Final = {
    "mat": c.MATS,
    "option": c.OPTIONS,
    "direction": len(DIRECTIONS),
    "rotation": c.SIDES,
    "instruction": c.INSTRUCTIONS,
    "level": c.LEVELS,
    "slot": c.MODULE_SLOTS,
    "damaged": c.DAMAGED_KINDS,
    "display": c.DISPLAY,
    "avatar": c.AVATARS,
    "foe": c.FOES,
    "own_die": c.OWN_DICE,
    "die": c.DICE,
}


def action_layout(t: Tables, content: Content) -> ActionLayout:
    """The ids of a configuration."""
    return lay_out_actions(FAMILIES, {**SIZES, "ship": int(t.ships), "hex": systems(t)}, _words(content))


def fill_action_layout(tables: np.ndarray[Any, Any], layout: ActionLayout) -> None:
    """Tell the kernels what each id means."""
    fill_actions(tables, layout)
    tables[0].actions = layout.size


def _words(content: Content) -> Callable[[str, int, int | None], str]:
    names: dict[str, tuple[str, ...]] = {
        "mat": tuple(ship.name for ship in content.ships),
        "direction": DIRECTION_NAMES,
        "damaged": tuple(card.name for card in content.damaged),
        "avatar": tuple(str(number + 1) for number in range(c.AVATARS)),
    }

    def words(factor: str, value: int, seat: int | None) -> str:
        if factor == "ship":
            return "this ship" if value == 0 else f"the ship {value} after this one"
        if factor == "hex":
            return f"system {value}"
        if factor == "rotation":
            return str(value)
        if factor in names and value < len(names[factor]):
            return names[factor][value]
        return str(value + 1)

    return words
