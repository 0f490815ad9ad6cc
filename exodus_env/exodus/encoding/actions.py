"""Action ids: the families of rules/choices.py laid out for a configuration."""

from __future__ import annotations

from typing import Any

import numpy as np

from exodus_env.exodus.capacity import EDGES, PLANETARY, PLAYERS, ROCKETS
from exodus_env.exodus.content.entries import Content
from exodus_env.exodus.rules.choices import (
    AGAIN,
    ASKED_AGAIN,
    DECISIONS,
    FAMILIES,
    FIXED_SIZES,
    RESUME,
    RESUMED,
    families_of,
)
from exodus_env.exodus.rules.setup.new_game import CHOSEN
from exodus_env.exodus.tables import STRONGHOLD, Tables
from exodus_env.kit.layout import ActionLayout, lay_out_actions
from exodus_env.kit.record import fill_actions

DIRECTION_NAMES = ("east", "north-east", "north-west", "west", "south-west", "south-east", "through the wormhole")
HAND = ("first", "second", "third", "fourth", "fifth", "sixth")  # a faction's action cards, in the order of its board
EXCHANGE_NAMES = ("buy Axinium", "buy Phasium", "sell Axinium", "sell Phasium")


def action_layout(t: Tables, content: Content) -> ActionLayout:
    """The action ids of a configuration."""
    sizes = {
        **FIXED_SIZES,
        "player": int(t.players),
        "hex": int(t.hexes),
        "ship": int(t.ships),
        "class": len(content.ships),
        "upgrade": int(t.upgrades),
        "rocket": ROCKETS,
        "technology": int(t.technologies),
        "direction": int(t.directions),
        "bonus": int(t.bonus_cards),
        "action_card": int(t.action_cards),
        "resistance_card": int(t.resistance_cards),
        "foe": int(t.foes),
        **module_sizes(t),
    }
    return lay_out_actions(FAMILIES, sizes, _words(t, content))


def module_sizes(t: Tables) -> dict[str, int]:
    """Sizes of what modules bring; 0 for a module that is not in the game."""
    hexes = int(t.hexes)
    return {
        "outpost_card": int(t.outpost_cards),
        "m3": int(t.outposts),
        "m4": int(t.exploration),
        "hex_m4": hexes * int(t.exploration),
        "planet_type": 3 * int(t.new_planets),
        "hex_m5": hexes * int(t.new_planets),
        "gate": int(t.gates),
        "hex_m7": hexes * int(t.gates > 0),
        "ship_m7": int(t.ships) * int(t.gates > 0),
        "hex_m8": hexes * int(t.satellites > 0),
        "edge": hexes * EDGES * int(t.barriers > 0),
        "leader": int(t.leaders),
        "stronghold": int(t.scenario == STRONGHOLD),
        "ship_stronghold": int(t.ships) * int(t.scenario == STRONGHOLD),
        "hex_stronghold": hexes * int(t.scenario == STRONGHOLD and t.coop == 1),
        "resource_coop": 3 * int(t.coop),
        "faction": int(t.factions) * int(t.faction_mode == CHOSEN),
        "hex_eoe": hexes * int(t.eoe),
        "ship_eoe": int(t.ships) * int(t.eoe),
        "foe_eoe": int(t.foes) * int(t.eoe),
        "office": PLAYERS if t.first_office >= 0 else int(t.players) * int(t.eoe),
        "combat_card": int(t.combat_cards),
        "foe_card": int(t.foe_cards),
        "planetary": PLANETARY * int(t.eoe),
        "vp_trade": int(t.eoe == 1 and t.coop == 0),
    }


def fill_action_layout(tables: np.ndarray[Any, Any], layout: ActionLayout) -> None:
    """Tell the kernels what each id means, and which ids are numbered from a player's home."""
    fill_actions(tables, layout)
    t = tables[0]
    t.actions = layout.size
    t.interruption[list(ASKED_AGAIN)] = AGAIN
    t.interruption[list(RESUMED)] = RESUME
    for seat in range(t.players):
        t.turned_action[seat, : layout.size] = turned = _turned(t, layout, seat)
        t.printed_action[seat, turned] = np.arange(layout.size)
    for decision in range(len(DECISIONS)):
        offered = [layout.families[number] for number in families_of(decision)]
        turning = [family for family in offered if family.size and any(map(turns, family.factors))]
        if len(turning) > len(t.turned_range[decision]):
            raise ValueError(f"{len(turning)} families with hexes in one decision; the tables have room for fewer")
        for place, family in enumerate(turning):
            t.turned_range[decision, place] = family.start, family.start + family.size


def turns(factor: str) -> bool:
    """Whether the values of a factor are numbered from the actor's home."""
    return factor in ("direction", "edge") or factor.startswith("hex")


def _turned(t: Tables, layout: ActionLayout, seat: int) -> np.ndarray[Any, Any]:
    """The id that each choice has for a player, indexed by its id in printed numbers."""
    ids = np.arange(layout.size)
    for family in layout.families:
        if family.size and any(map(turns, family.factors)):
            rows = layout.decode[family.start : family.start + family.size, 1:]
            values = [_numbers(t, seat, factor)[rows[:, place]] for place, factor in enumerate(family.factors)]
            ids[family.start : family.start + family.size] = family.start + np.ravel_multi_index(values, family.sizes)
    return ids


def _numbers(t: Tables, seat: int, factor: str) -> np.ndarray[Any, Any]:
    """The numbers that the printed values of a factor have for a player."""
    if factor == "direction":
        numbers = t.turned_direction[seat]
    elif factor == "edge":
        numbers = t.turned_edge[seat]
    elif turns(factor):
        numbers = t.turned_hex[seat]
    else:
        numbers = np.arange(len(t.action_family))
    found: np.ndarray[Any, Any] = np.asarray(numbers)
    return found


def ship_name(t: Tables, content: Content, ship: int) -> str:
    """A ship slot in words: its class, numbered if there are several of the class."""
    ship_class = int(t.ship_class[ship])
    number = ship - next(i for i in range(t.ships) if t.ship_class[i] == ship_class) + 1
    return f"{content.ships[ship_class].name} {number}"


def _words(t: Tables, content: Content) -> Any:
    names: dict[str, tuple[str, ...]] = {
        "slot": ("A", "B", "C"),
        "exchange": EXCHANGE_NAMES,
        "class": tuple(entry.name for entry in content.ships),
        "upgrade": tuple(entry.name for entry in content.upgrades),
        "rocket": tuple(entry.name for entry in content.rockets),
        "technology": tuple(entry.name for entry in content.technologies),
        "bonus": tuple(entry.name for entry in content.bonus_cards),
        "action_card": HAND if t.eoe == 1 else tuple(entry.name for entry in content.action_cards),
        "resistance_card": tuple(f"{entry.name} #{i + 1}" for i, entry in enumerate(content.resistance_cards)),
        "outpost_card": tuple(entry.name for entry in content.outpost_cards),
        "leader": tuple(entry.name for entry in content.leaders),
        "planet_type": ("CP", "Axinium", "Phasium"),
        "resource_coop": ("CP", "Axinium", "Phasium"),
        "faction": tuple(entry.name for entry in content.factions),
        "combat_card": tuple(entry.name for entry in content.combat_cards),
        "foe_card": tuple(entry.name for entry in content.foe_cards),
        "planetary": tuple(entry.name for entry in content.planetary),
        "ship": tuple(ship_name(t, content, ship) for ship in range(t.ships)),
    }

    def words(factor: str, value: int, seat: int | None) -> str:
        if turns(factor):
            own = place_words(factor, value)
            if seat is None:
                return f"{own}, seen from home"
            printed = int(np.flatnonzero(_numbers(t, seat, factor) == value)[0])
            return f"{place_words(factor, printed)} ({own}, seen from home)"
        if factor in names:
            return names[factor][value]
        if factor.startswith("ship_"):
            return names["ship"][value]
        if factor == "player":
            return "myself" if value == 0 else f"the player {value} to the left"
        if factor in ("fifties", "cp"):
            return str(value)
        return str(value + 1)

    return words


def place_words(factor: str, value: int) -> str:
    """A hex, a direction or a border by its number."""
    if factor == "direction":
        return DIRECTION_NAMES[value]
    return f"{DIRECTION_NAMES[value % EDGES]} of hex {value // EDGES}" if factor == "edge" else f"hex {value}"
