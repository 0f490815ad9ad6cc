"""What cards and technologies do, as numbers: a row for each, so that a player can know them by more than their number.

Blocks of the observation and factors of actions count cards; the table of the same name says what those cards do. It
never changes within a configuration, so it takes no room in the observation. All numbers come from the tables that the
rules use: an effect that is not in them does not exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from exodus_env.exodus.content.vocabulary import (
    COLOURS,
    COMBAT_EFFECT_NAMES,
    EVENT_KINDS,
    POLITICAL_KINDS,
    REQUIREMENTS,
    TYPES,
)
from exodus_env.exodus.content.vocabulary import UPGRADE_SORTS as SORTS
from exodus_env.exodus.encoding.blocks import MODIFY_TURN, THOUSANDTH, effect_features, modifier_feature
from exodus_env.exodus.rules.cards.modifiers import ARG_A, ARG_B, ARG_C, IN_OPTION, MODIFY, OPCODE
from exodus_env.exodus.tables import Tables
from exodus_env.kit.layout import CardTable

Named = dict[str, float]

LEVELS: Final = ("I", "II", "III")


def card_tables(t: Tables) -> dict[str, CardTable]:
    """What the cards of a configuration do, by the axis of blocks and the factor of actions that count them."""
    lasting = [card for card in range(t.political_cards) if t.lasting_place[card] >= 0]
    found = {
        "technology": [_technology(t, i) for i in range(t.technologies)],
        "political": [_political(t, i) for i in range(t.political_cards)],
        "lasting": [_political(t, i) for i in lasting],
        "bonus": [_bonus(t, i) for i in range(t.bonus_cards)],
        "resistance_card": [_resistance(t, i) for i in range(t.resistance_cards)],
        "outpost_card": [_outpost(t, i) for i in range(t.outpost_cards)],
        "event": [_event(t, i) for i in range(t.events)],
        "leader": [_leader(t, i) for i in range(t.leaders)],
        "combat_card": [_combat(t, i) for i in range(t.combat_cards)],
        "foe_card": [_foe(t, i) for i in range(t.foe_cards)],
    }
    return {axis: _table(cards) for axis, cards in found.items() if cards}


def _table(cards: Sequence[Named]) -> CardTable:
    """One column for each property that some card has."""
    names = tuple(dict.fromkeys(name for card in cards for name, value in card.items() if value))
    rows = np.array([[card.get(name, 0.0) for name in names] for card in cards], dtype=np.float32)
    return CardTable(names, rows.reshape(len(cards), len(names)))


def _in_units(name: str, value: Any, unit: int) -> Named:
    """A number divided by its unit, a large value of its kind."""
    return {f"{name} / {unit}": float(value) / unit}


# Of one card ----------------------------------------------------------------------------------------------------------


def _technology(t: Tables, number: int) -> Named:
    found = {
        **_in_units("cost", t.technology_cost[number], 16),
        f"colour {COLOURS[t.technology_colour[number]]}": 1.0,
        f"type {TYPES[t.technology_type[number]]}": 1.0,
        "may be a starting technology": float(t.technology_start[number]),
    }
    for modifier, value in zip(t.technology_modifier[number], t.technology_value[number]):
        if modifier >= 0:
            found |= _change(t, int(modifier), int(value) - int(t.modifier_base[modifier]))
    for upgrade in np.flatnonzero(t.upgrade_technology[: t.upgrades] == number):
        brings = f"brings a {SORTS[t.upgrade_sort[upgrade]]}"
        found |= _in_units(f"{brings}: strength", t.upgrade_strength[upgrade], 6)
        found |= _in_units(f"{brings}: CP", t.upgrade_cp[upgrade], 8)
        found |= _in_units(f"{brings}: Phasium", t.upgrade_phasium[upgrade], 4)
        found[f"{brings}: help to aim"] = float(t.upgrade_aim[upgrade])
    for rocket in np.flatnonzero(t.rocket_technology == number):
        found |= _in_units("brings a rocket: dice", t.rocket_dice[rocket], 6)
        found |= _in_units("brings a rocket: damage", t.rocket_damage[rocket], 4)
        found |= _in_units("brings a rocket: CP", t.rocket_cp[rocket], 8)
        found |= _in_units("brings a rocket: Phasium", t.rocket_phasium[rocket], 4)
    return found


def _political(t: Tables, card: int) -> Named:
    return {POLITICAL_KINDS[t.political_kind[card]]: 1.0, **_effects(t, t.political_effect[card])}


def _bonus(t: Tables, card: int) -> Named:
    return {
        "happens at once": float(t.bonus_immediate[card]),
        "once in a game": float(t.bonus_once[card]),
        **_effects(t, t.bonus_effect[card]),
    }


def _resistance(t: Tables, card: int) -> Named:
    return {
        f"level {LEVELS[t.resistance_level[card] - 1]}": 1.0,
        **_in_units("dice", t.resistance_dice[card], 6),
        **_in_units("shield", t.resistance_shield[card], 8),
        "help to aim": float(t.resistance_aim[card]),
        **_in_units("VP", t.resistance_vp[card], 4),
        **_effects(t, t.resistance_effect[card]),
    }


def _outpost(t: Tables, kind: int) -> Named:
    return {
        f"level {t.outpost_level[kind]}": 1.0,
        **_in_units("VP", t.outpost_vp[kind], 4),
        **_in_units("copies", t.outpost_copies[kind], 4),
        **_effects(t, t.outpost_effect[kind]),
    }


def _event(t: Tables, kind: int) -> Named:
    return {
        EVENT_KINDS[t.event_sort[kind]]: 1.0,
        **_in_units("copies", t.event_copies[kind], 4),
        **_effects(t, t.event_effect[kind]),
    }


def _leader(t: Tables, leader: int) -> Named:
    start = {f"as the game begins: {name}": value for name, value in _effects(t, t.leader_start[leader]).items()}
    return {**_effects(t, t.leader_effect[leader]), **start}


def _combat(t: Tables, kind: int) -> Named:
    return {
        **_in_combat(t, "combat", kind),
        **_in_units("Population on board it takes", t.combat_cost[kind], 2),
        "once in a game": float(t.combat_once[kind]),
    }


def _foe(t: Tables, kind: int) -> Named:
    return _in_combat(t, "foe", kind)


def _in_combat(t: Tables, deck: str, kind: int) -> Named:
    """What combat cards of players and of the Resistance have in common: when they apply, and what they do to whom."""
    found: Named = {
        **_in_units("copies", t[f"{deck}_copies"][kind], 4),
        **_in_units("order", t[f"{deck}_order"][kind], 90),
        f"needs {REQUIREMENTS[t[f'{deck}_need'][kind]]}": 1.0,
        **_in_units("amount it needs", t[f"{deck}_need_amount"][kind], 4),
    }
    for effect, enemies, amount in t[f"{deck}_row"][kind]:
        if effect >= 0:
            side = "to the enemies" if enemies else "to its own side"
            found |= _in_units(f"{COMBAT_EFFECT_NAMES[effect]} {side}", amount, 3)
    return found


def _effects(t: Tables, span: Any) -> Named:
    """What rows of effects do: their features as in the observation, and each modifier they change."""
    first, count = int(span[0]), int(span[1])
    if count == 0:
        return {}
    names = [feature.label for feature in effect_features(t)]
    found: Named = {}
    options = t.effect[first : first + count, IN_OPTION]
    for option in np.unique(options):
        where = f"option {option}: " if option else ""
        row = first + int(np.flatnonzero(options == option)[0])
        for name, value in zip(names, t.effect_seen[row, : len(names)] * THOUSANDTH):
            found[f"{where}{name}"] = float(value)
    for row in t.effect[first : first + count]:
        if row[OPCODE] in (MODIFY, MODIFY_TURN):
            change = int(row[ARG_C]) - int(t.modifier_base[row[ARG_A]]) * int(row[ARG_B])
            lasts = " until the turn ends" if row[OPCODE] == MODIFY_TURN else ""
            for name, value in _change(t, int(row[ARG_A]), change).items():
                found[f"{name}{lasts}"] = found.get(f"{name}{lasts}", 0.0) + value
    return found


def _change(t: Tables, modifier: int, change: int) -> Named:
    feature = modifier_feature(modifier, int(t.modifier_unit[modifier]))
    return {feature.label: change / feature.unit}
