"""Invariants 9 to 11, 26 and 35: what follows from technologies, cards in force and upgrades, derived from content."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.facts import Facts
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.limits import EOE_MODIFIERS, MODIFIER_RANGES
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.combat import rounds
from exodus_env.exodus.rules.frames import COMBAT_HEX
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.facts import Array, Problems, empty, pick, unequal
from exodus_env.kit.flow import STEP

RETREAT, SHIELD = (v.COMBAT_EFFECT_NAMES.index(name) for name in ("retreat", "shield"))
FITTED: Final = ("dice", "shield", "drive", "emp_dice", "hyperspace", "room")
SINGLE: Final = {"drives": ("drive", "hyperspace"), "modules": ("module",)}  # a class has at most one of these
LASTING: Final = [v.MODIFIER_NAMES.index(name) for name in ("shield_bonus", "movement")]


def modifiers(s: Facts) -> Problems:
    """The lasting values follow from the base, the best technology, faction, Leader and the cards in force, in that
    order."""
    wanted = np.zeros_like(s.g.modifier)
    for player in s.players:
        values = lasting_values(s, player)
        wanted[player, : len(values)] = values
    yield from unequal("modifier", s.g.modifier, wanted)


def lasting_values(s: Facts, player: int, learned: bool = True) -> list[int]:
    """A player's lasting values, from content; without technologies if `learned` is false."""
    known = tuple(np.flatnonzero(s.g.technology[player]).tolist()) if learned else ()
    cards = [*s.g.law[: s.g.laws].tolist(), *s.g.resolution[: s.g.resolutions].tolist()]
    vision, place = int(s.g.vision[player]), office_of(s, player)
    values = list(
        _lasting_values(s.rules, known, int(s.g.faction[player]), int(s.g.leader[player]), tuple(cards), vision, place)
    )
    for row, owner in s.g.lasting[: s.g.lastings].tolist():
        if owner == player and 0 <= row < s.t.effects:
            _, _, modifier, absolute, value = s.t.effect[row, :5].tolist()
            values[modifier] = value + (0 if absolute == 1 else values[modifier])
    return values


def office_of(s: Facts, player: int) -> int:
    """A player's place in turn order; in solitaire play with turn-order cards, that of the card."""
    order = s.g.order[: s.t.players].tolist()
    if s.t.first_office >= 0:
        return int(s.g.office)
    return order.index(player) if player in order else -1


def _vice_chancellor(rules: Ruleset) -> int:
    """The place of the Vice-Chancellor; a single player holds both offices, unless turn-order cards are bought."""
    return min(1, max(rules.config.players - 1, int(rules.t.first_office)))


@lru_cache(maxsize=128)
def _lasting_values(
    rules: Ruleset, known: tuple[int, ...], faction: int, leader: int, cards: tuple[int, ...], vision: int, place: int
) -> list[int]:
    """The lasting values with these technologies, abilities and cards, for the player at a place in turn order."""
    content = rules.content
    values = {name: [base_value(rules, number)] for number, (name, _, _) in enumerate(v.MODIFIERS)}
    for technology in known:
        for name, value in content.technologies[technology].effects:
            values[name].append(value)
    best = [min(values[name]) if better == "low" else max(values[name]) for name, better, _ in v.MODIFIERS]
    abilities = (*content.factions[faction].effects,) if faction >= 0 else ()
    abilities += (*content.leaders[leader].effects,) if leader >= 0 else ()
    for effect in abilities:
        best[effect.a] = effect.c + (0 if effect.b == 1 else best[effect.a])
    for number, card in enumerate((*cards, vision)):
        for effect in content.political_cards[card].effects if card >= 0 else ():
            if number == len(cards) and v.MODIFIER_NAMES[effect.a] == "elections_barred":
                continue  # a card that one player has alone bars nobody's election
            if effect.do == "modify" and _is_concerned(place, effect.target, _vice_chancellor(rules)):
                best[effect.a] = effect.c + (0 if effect.b == 1 else best[effect.a])
    return best


def base_value(rules: Ruleset, modifier: int) -> int:
    """A lasting value before anything changes it; values of Edge of Extinction do nothing in games without it."""
    entry = rules.content.modifiers[modifier]
    idle = entry.id in EOE_MODIFIERS and not rules.config.edge_of_extinction
    return MODIFIER_RANGES[entry.id][0] if idle else entry.value


def _is_concerned(place: int, target: str, vice: int) -> bool:
    """Whether a lasting effect on an office, or on everybody, applies to the player at a place in turn order."""
    return {"chancellor": place == 0, "vice_chancellor": place == vice, "others": place != 0}.get(target, True)


def blueprints(s: Facts) -> Problems:
    """Blueprints have room for their upgrades, at most one drive and module, and nothing that the player cannot
    have."""
    content, t, blueprint = s.rules.content, s.t, s.g.blueprint[:, :, : s.t.upgrades]
    for player, number in np.argwhere(blueprint.sum(axis=2) > t.class_slots):
        where = f"the {content.ships[number].id} of player {player}"
        yield f"{int(blueprint[player, number].sum())} upgrades on {where}, which has {t.class_slots[number]} slots"
    for what, sorts in SINGLE.items():
        laid = blueprint[:, :, [upgrade.sort in sorts for upgrade in content.upgrades]].sum(axis=2)
        for player, number in np.argwhere(laid > 1):
            yield f"{int(laid[player, number])} {what} on the {content.ships[number].id} of player {player}"
    for player, number in np.argwhere((blueprint.sum(axis=1) > t.upgrade_limit[: t.upgrades]) & _limited(s)):
        tokens = f"{int(blueprint[player, :, number].sum())} tokens of {content.upgrades[number].id}"
        yield f"player {player} has {tokens}, there are {int(t.upgrade_limit[number])}"
    technology = t.upgrade_technology[: t.upgrades]
    unknown = (technology >= 0) & (s.g.technology[:, technology] == 0)
    start = t.start_upgrades.sum(axis=0)[: t.upgrades]
    for player, number in np.argwhere((blueprint.sum(axis=1) > start) & unknown):
        yield f"player {player} has {content.upgrades[number].id} without its technology"


def _limited(s: Facts) -> Array:
    """For each upgrade, whether a player has a limited number of tokens of it."""
    limited: Array = s.t.upgrade_limit[: s.t.upgrades] > 0
    return limited


def fittings(s: Facts) -> Problems:
    """What ships of a class can do follows from their upgrades and the lasting values."""
    wanted = np.zeros((len(FITTED), *s.g.dice.shape), dtype=np.int64)
    blueprint = s.g.blueprint[:, :, : s.t.upgrades].tolist()
    lasting = s.g.modifier[:, LASTING].tolist()
    for player in s.players:
        fitted = [_fittings(s.rules, i, tuple(laid), *lasting[player]) for i, laid in enumerate(blueprint[player])]
        wanted[:, player] = np.transpose(fitted)
    for name, array in zip(FITTED, wanted):
        yield from unequal(name, getattr(s.g, name), array)


@lru_cache(maxsize=256)
def _fittings(rules: Ruleset, ship: int, laid: tuple[int, ...], bonus: int, faster: int) -> tuple[int, ...]:
    """The numbers of FITTED of a ship class, from its upgrades and the lasting values for shields and movement."""
    power = {"cannon": 0, "shield": bonus, "drive": int(rules.t.basic_drive), "hyperspace": 0, "aimed": 0}
    power["module"] = rules.content.ships[ship].capacity
    for upgrade, count in zip(rules.content.upgrades, laid):
        if upgrade.sort == "drive":
            power["drive"] = max(power["drive"], upgrade.strength if count else 0)
        else:
            power[upgrade.sort] += count * upgrade.strength
        power["aimed"] += count * upgrade.strength if upgrade.aim else 0
    drive = c.LONGEST_PATH if power["hyperspace"] else min(c.LONGEST_PATH, max(0, power["drive"] + faster))
    shield, hyperspace = max(0, power["shield"]), int(power["hyperspace"] > 0)
    return power["cannon"], shield, drive, power["aimed"], hyperspace, power["module"]


def shields_now(s: Facts) -> Array:
    """The damage each ship can bear now: its shield; in Solar Wind, more for each shield of a fighting ship.

    Ships that a combat card sent home can bear what they could before until the combat is over.
    """
    ships, classes = s.t.ships, s.t.ship_class[: s.t.ships]
    shield: Array = s.g.shield[:, classes]
    frame = s.frame(frames.COMBAT)
    if frame is None or pick(s.g.solar_wind, frame[COMBAT_HEX]) != 1:
        return shield
    laid = s.g.blueprint[:, :, : s.t.upgrades][:, :, [upgrade.sort == "shield" for upgrade in s.rules.content.upgrades]]
    stronger = s.g.modifier[:, v.MODIFIER_NAMES.index("solar_shield")]
    there = s.g.fighting[:, :ships] == 1
    if frame[STEP] == rounds.RESOLVE:
        there |= s.g.edge[: c.PLAYERS, RETREAT, None] > 0
    shield = shield + there * laid.sum(axis=2)[:, classes] * stronger[:, None]
    return shield


def combat_shields(s: Facts) -> Array:
    """The shield of each ship in the current round of combat, including combat cards."""
    by_cards = s.g.edge[: c.PLAYERS, SHIELD, None] * s.g.fighting[:, : s.t.ships]
    shield: Array = np.maximum(0, shields_now(s) + by_cards)
    return shield


def technologies(s: Facts) -> Problems:
    """Nobody knows a technology that is not in this game, or not on a board of their faction."""
    for player, technology in np.argwhere(s.g.technology > s.t.technology_open):
        yield f"player {player} knows technology {technology}, which is not in this game"
    content = s.rules.content
    for player in s.players if content.factions else ():
        faction = content.factions[s.g.faction[player]].id if s.g.faction[player] >= 0 else ""
        for technology in np.flatnonzero(s.g.technology[player]):
            boards = content.technologies[technology].factions
            if boards and faction not in boards:
                yield f"player {player} knows technology {technology}, which is not on the boards of {faction!r}"


def turns_effects(s: Facts) -> Problems:
    """Each effect until the end of the turn changes a modifier of a player; the rest of the list is empty."""
    g, t = s.g, s.t
    yield from empty("lasting", g.lasting[g.lastings :], -1, "beyond its count")
    for row, player in g.lasting[: g.lastings].tolist():
        if not 0 <= player < t.players or row < 0 or t.effect[row, 0] != v.OPCODE_NAMES.index("modify_turn"):
            yield f"lasting holds row {row} of player {player}"
