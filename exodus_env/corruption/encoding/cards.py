"""What cards, ships and tiles do, as numbers: a row for each, so that a player can know them by more than their number.

Blocks of the observation and factors of actions count cards; the table of the same name says what those cards do. It
never changes while a configuration is played, so it takes no room in the observation. All numbers come from the tables
the rules play by: an effect that is not in them does not exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.tables import Tables
from exodus_env.kit.layout import CardTable

Named = dict[str, float]

MUCH: Final = 3  # of what a row does, and of a lasting value


def card_tables(t: Tables) -> dict[str, CardTable]:
    """What the cards of a configuration do, by the axis of blocks and the factor of actions that counts them."""
    modules = range(c.MODS * c.MOD_EFFECTS, c.EFFECTS)
    found = {
        "mat": [_mat(t, i) for i in range(c.MATS)],
        "effect": [_effect(t, i) for i in range(c.EFFECTS)],
        "module": [_effect(t, i) | _value(t, kind) for kind, i in enumerate(modules)],
        "damaged": [_lasting(t.damaged_modifier[i]) for i in range(c.DAMAGED_KINDS)],
        "tile_card": [_tile(t, i) for i in range(c.TILES)],
        "signal_card": [_signal(t, i) for i in range(c.SIGNALS)],
        "foe_card": [_foe(t, i) for i in range(c.FOE_CARDS)],
        "exploration_card": [_exploration(t, i) for i in range(c.EXPLORATIONS)],
        "ally_card": [_ally(t, i) for i in range(c.ALLIES)],
    }
    return {axis: _table(cards) for axis, cards in found.items()}


def _table(cards: Sequence[Named]) -> CardTable:
    """A column for everything that some card has; what no card has takes no room."""
    names = tuple(dict.fromkeys(name for card in cards for name, value in card.items() if value))
    rows = np.array([[card.get(name, 0.0) for name in names] for card in cards], dtype=np.float32)
    return CardTable(names, rows.reshape(len(cards), len(names)))


def _in_units(name: str, value: Any, unit: int) -> Named:
    """A number in units of what is much of it."""
    return {f"{name} / {unit}": float(value) / unit}


# Rows -----------------------------------------------------------------------------------------------------------------


def _rows(t: Tables, span: Any, prefix: str = "") -> Named:
    """What rows of effects do: each operation with its amount, and whom it concerns."""
    found: Named = {}
    for number in range(int(span[0]), int(span[0]) + int(span[1])):
        row = dict(zip(v.ROW_COLUMNS, t.row[number].tolist(), strict=True))
        trigger = f"{v.TRIGGER_NAMES[row['trigger']]}: " if row["trigger"] >= 0 else ""
        name = f"{prefix}{trigger}{v.OPERATION_NAMES[row['operation']]}{_way(row)}"
        found[f"{name} / {MUCH}"] = found.get(f"{name} / {MUCH}", 0.0) + max(1, row["amount"]) / MUCH
        if trigger and row["least"]:
            found[f"{prefix}{trigger}at least / {MUCH}"] = row["least"] / MUCH
        target = v.TARGET_NAMES[row["target"]]
        if target != "none":
            found[f"{prefix}concerns {target}"] = 1.0
    return found


def _way(row: dict[str, int]) -> str:
    """What an operation names besides its amount: a symbol, a colour or a way."""
    words = {"die": v.COLOURS, "jump": v.WAY_NAMES}.get(v.OPERATION_NAMES[row["operation"]], v.SYMBOLS)
    named = f" {words[row['of']]}" if row["of"] >= 0 else ""
    return f"{named} into {v.SYMBOLS[row['into']]}" if row["into"] >= 0 else named


def _lasting(added: Any) -> Named:
    """Changes of lasting values."""
    return {f"{name} / {MUCH}": float(added[i]) / MUCH for i, name in enumerate(v.MODIFIER_NAMES) if added[i]}


# Of one card ----------------------------------------------------------------------------------------------------------


def _mat(t: Tables, mat: int) -> Named:
    found = {
        f"class {v.CLASSES[t.mat_class[mat]]}": 1.0,
        f"dice {v.COLOURS[t.mat_dice[mat]]}": 1.0,
        f"XP for {v.XP_EVENT_NAMES[t.mat_xp[mat]]}": 1.0,
        **_in_units("Actions", t.mat_actions[mat], 4),
        **_in_units("Health", t.mat_health[mat], 6),
        **_in_units("Energy markers", t.mat_energy[mat], c.ENERGY),
    }
    for level in range(1, c.LEVELS):
        found |= _in_units(f"XP of level {level + 1}", t.mat_level[mat, level], 20)
    for marker in range(1, int(t.mat_energy[mat])):
        found |= _in_units(f"Scraps for Energy marker {marker + 1}", t.mat_energy_cost[mat, marker], 6)
    return found


def _effect(t: Tables, effect: int) -> Named:
    """An effect of equipment: when, at which price, on which condition, and what it does."""
    columns = dict(zip(v.EFFECT_COLUMNS, t.effect[effect].tolist(), strict=True))
    found = {
        **_rows(t, t.effect_rows[effect]),
        **_lasting(t.effect_modifier[effect]),
        v.ACTIVATIONS[columns["activation"]]: 1.0,
        f"window {v.WINDOW_NAMES[columns['window']]}": 1.0,
        **_in_units("Energy", columns["energy"], 2),
    }
    if columns["spends"] >= 0:
        found[f"uses up {v.SYMBOLS[columns['spends']]} dice / 2"] = max(1, columns["dice"]) / 2
        found["for each of them"] = float(columns["each"])
    for need, amount in (("need", "need_amount"), ("second_need", "second_amount")):
        if columns[need]:
            found[f"needs {v.NEED_NAMES[columns[need]]} / {MUCH}"] = max(1, columns[amount]) / MUCH
    return found


def _value(t: Tables, kind: int) -> Named:
    return {
        **_in_units("value in Scraps", t.module_value[kind], 4),
        **_in_units("copies", t.module_copies[kind], 2),
        "Precursor": float(kind >= c.MODULE_KINDS),
    }


def _tile(t: Tables, tile: int) -> Named:
    symbols = ("exploration", "ally", "wormhole", "surveillance", "reserve")
    return {
        "in the game": float(t.tile_used[tile]),
        v.TILE_KINDS[t.tile_kind[tile]]: 1.0,
        **_in_units("lanes", t.tile_sides[tile].sum(), c.SIDES),
        **{symbol: float(t[f"tile_{symbol}"][tile]) for symbol in symbols},
        "signal": float(t.tile_signal[tile] > 0),
        **_in_units("Enemies", t.tile_enemies[tile], 2),
    }


def _signal(t: Tables, card: int) -> Named:
    if card >= t.signals:
        return {}
    found = {
        v.SIGNAL_LEVELS[t.signal_level[card]]: 1.0,
        **_in_units("markers", t.signal_markers[card], 5),
        **_in_units("ships", t.signal_ships[card], 3),
        **_rows(t, t.on_reveal[card], "turned up: "),
        **_rows(t, t.each_turn[card], "each turn: "),
        **_rows(t, t.on_solved[card], "solved: "),
    }
    for place in range(int(t.instructions[card])):
        columns = dict(zip(v.INSTRUCTION_COLUMNS, t.instruction[card, place].tolist(), strict=True))
        prefix = f"instruction {place + 1}: "
        found[f"{prefix}{v.INSTRUCTION_NAMES[columns['kind']]} / {MUCH}"] = max(1, columns["amount"]) / MUCH
        found |= _in_units(f"{prefix}removes", columns["removes"], MUCH)
        found |= _rows(t, t.instruction_failure[card, place], f"{prefix}failure: ")
        if columns["of"] >= 0:
            skill = v.INSTRUCTION_NAMES[columns["kind"]] == "skill"
            found[f"{prefix}{(v.SYMBOLS if skill else v.SOURCES)[columns['of']]}"] = 1.0
        if columns["ship_class"] >= 0:
            found[f"{prefix}needs a {v.CLASSES[columns['ship_class']]}"] = 1.0
    return found


def _foe(t: Tables, card: int) -> Named:
    avatar = card >= c.ENEMIES
    if card - c.ENEMIES * avatar >= (t.avatars if avatar else t.enemies):
        return {}
    return {
        "Avatar": float(avatar),
        **_in_units("level", t.foe_level[card], c.ENEMY_LEVELS),
        **_in_units("Health", t.foe_health[card], 6),
        **_in_units("Shield", t.foe_shield[card], 4),
        **_rows(t, t.foe_rows[card]),
    }


def _exploration(t: Tables, card: int) -> Named:
    if card >= t.explorations:
        return {}
    found: Named = {v.EXPLORATION_KINDS[t.exploration_kind[card]]: 1.0}
    for place in range(c.OPTIONS):
        columns = dict(zip(v.OPTION_COLUMNS, t.option[card, place].tolist(), strict=True))
        prefix = f"option {place + 1}: "
        found |= _rows(t, t.option_rows[card, place], prefix)
        found |= _rows(t, t.option_failure[card, place], f"{prefix}failure: ")
        if columns["ship_class"] >= 0 and t.option_rows[card, place, 1]:
            found[f"{prefix}needs a {v.CLASSES[columns['ship_class']]}"] = 1.0
        if columns["skill"] >= 0:
            found |= _in_units(f"{prefix}roll for {v.SYMBOLS[columns['skill']]}", columns["count"], MUCH)
    return found


def _ally(t: Tables, ally: int) -> Named:
    if ally >= t.allies:
        return {}
    return {
        **_in_units("Ship Modules", t.ally_modules[ally], MUCH),
        **_in_units("Precursor Ship Modules", t.ally_precursors[ally], MUCH),
        **_in_units("added to prices", t.ally_price[ally], MUCH),
        **_in_units("Scraps for the service", t.ally_cost[ally], MUCH),
        **_rows(t, t.ally_rows[ally], "service: "),
    }
