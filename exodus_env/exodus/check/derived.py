"""Invariants 9 to 11, 26 and 35: what follows from technologies, cards in force and upgrades, derived from content."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.facts import Array, Facts, Problems, empty, pick, unequal
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.flow import A

LASTING: Final = [v.MODIFIER_NAMES.index(name) for name in ("shield_bonus", "movement")]


def modifiers(s: Facts) -> Problems:
    """The lasting values are those of the base, the best technology, the Leader, and the cards in force in turn."""
    wanted = np.zeros_like(s.g.modifier)
    for player in s.players:
        values = lasting_values(s, player)
        wanted[player, : len(values)] = values
    yield from unequal("modifier", s.g.modifier, wanted)


def lasting_values(s: Facts, player: int, learned: bool = True) -> list[int]:
    """A player's lasting values, from content; without technologies where `learned` is false."""
    known = tuple(np.flatnonzero(s.g.technology[player]).tolist()) if learned else ()
    cards = (*s.g.law[: s.g.laws].tolist(), *s.g.resolution[: s.g.resolutions].tolist())
    order = s.g.order[: s.t.players].tolist()
    place = order.index(player) if player in order else -1
    values = list(_lasting_values(s.rules, known, int(s.g.leader[player]), cards, place))
    for row, owner in s.g.lasting[: s.g.lastings].tolist():
        if owner == player and 0 <= row < s.t.effects:
            _, _, modifier, absolute, value = s.t.effect[row, :5].tolist()
            values[modifier] = value + (0 if absolute == 1 else values[modifier])
    return values


@lru_cache(maxsize=128)
def _lasting_values(
    rules: Ruleset, known: tuple[int, ...], leader: int, cards: tuple[int, ...], place: int
) -> list[int]:
    """The lasting values with these technologies, this Leader and these cards, for the player at a place in order."""
    content = rules.content
    values = {name: [modifier.value] for (name, _, _), modifier in zip(v.MODIFIERS, content.modifiers)}
    for technology in known:
        for name, value in content.technologies[technology].effects:
            values[name].append(value)
    best = [min(values[name]) if better == "low" else max(values[name]) for name, better, _ in v.MODIFIERS]
    for effect in content.leaders[leader].effects if leader >= 0 else ():
        best[effect.a] = effect.c + (0 if effect.b == 1 else best[effect.a])
    for card in cards:
        for effect in content.political_cards[card].effects:
            if effect.do == "modify" and _is_concerned(place, effect.target, min(1, rules.config.players - 1)):
                best[effect.a] = effect.c + (0 if effect.b == 1 else best[effect.a])
    return best


def _is_concerned(place: int, target: str, vice: int) -> bool:
    """Whether a lasting effect on an office, or on everybody, holds for the player at a place in turn order."""
    return {"chancellor": place == 0, "vice_chancellor": place == vice, "others": place != 0}.get(target, True)


def blueprints(s: Facts) -> Problems:
    """Blueprints have room for what lies on them, one drive at most, and nothing the player could not have."""
    content, t, blueprint = s.rules.content, s.t, s.g.blueprint[:, :, : s.t.upgrades]
    for player, number in np.argwhere(blueprint.sum(axis=2) > t.class_slots):
        where = f"the {content.ships[number].id} of player {player}"
        yield f"{int(blueprint[player, number].sum())} upgrades on {where}, which has {t.class_slots[number]} slots"
    drives = blueprint[:, :, [upgrade.sort == "drive" for upgrade in content.upgrades]].sum(axis=2)
    for player, number in np.argwhere(drives > 1):
        yield f"{int(drives[player, number])} drives on the {content.ships[number].id} of player {player}"
    technology = t.upgrade_technology[: t.upgrades]
    unknown = (technology >= 0) & (s.g.technology[:, technology] == 0)
    start = t.start_upgrades.sum(axis=0)[: t.upgrades]
    for player, number in np.argwhere((blueprint.sum(axis=1) > start) & unknown):
        yield f"player {player} has {content.upgrades[number].id} without its technology"


def fittings(s: Facts) -> Problems:
    """Dice, shield and drive follow from the upgrades and the lasting values."""
    wanted = np.zeros((3, *s.g.dice.shape), dtype=np.int64)
    blueprint = s.g.blueprint[:, :, : s.t.upgrades].tolist()
    lasting = s.g.modifier[:, LASTING].tolist()
    for player in s.players:
        fitted = [_fittings(s.rules, tuple(laid), *lasting[player]) for laid in blueprint[player]]
        wanted[:, player] = np.transpose(fitted)
    for name, array in zip(("dice", "shield", "drive"), wanted):
        yield from unequal(name, getattr(s.g, name), array)


@lru_cache(maxsize=128)
def _fittings(rules: Ruleset, laid: tuple[int, ...], bonus: int, faster: int) -> tuple[int, int, int]:
    """Dice, shield and drive of a ship class, from its upgrades and the lasting values for shields and movement."""
    power = {"cannon": 0, "shield": bonus, "drive": int(rules.t.basic_drive)}
    for upgrade, count in zip(rules.content.upgrades, laid):
        if upgrade.sort == "drive":
            power["drive"] = max(power["drive"], upgrade.strength if count else 0)
        else:
            power[upgrade.sort] += count * upgrade.strength
    return power["cannon"], max(0, power["shield"]), min(c.LONGEST_PATH, max(0, power["drive"] + faster))


def shields_now(s: Facts) -> Array:
    """The damage each ship bears now: its shield; in a combat in Solar Wind each shield on a fighting ship may add."""
    ships, classes = s.t.ships, s.t.ship_class[: s.t.ships]
    shield: Array = s.g.shield[:, classes]
    frame = s.frame(frames.COMBAT)
    if frame is None or pick(s.g.solar_wind, frame[A]) != 1:
        return shield
    laid = s.g.blueprint[:, :, : s.t.upgrades][:, :, [upgrade.sort == "shield" for upgrade in s.rules.content.upgrades]]
    stronger = s.g.modifier[:, v.MODIFIER_NAMES.index("solar_shield")]
    shield = shield + s.g.fighting[:, :ships] * laid.sum(axis=2)[:, classes] * stronger[:, None]
    return shield


def technologies(s: Facts) -> Problems:
    """Nobody knows a technology that is not in this game."""
    for player, technology in np.argwhere(s.g.technology > s.t.technology_open):
        yield f"player {player} knows technology {technology}, which is not in this game"


def turns_effects(s: Facts) -> Problems:
    """What lasts until the end of the turn is a change of a modifier, of a player; the rest of the page is empty."""
    g, t = s.g, s.t
    yield from empty("lasting", g.lasting[g.lastings :], -1, "beyond its count")
    for row, player in g.lasting[: g.lastings].tolist():
        if not 0 <= player < t.players or row < 0 or t.effect[row, 0] != v.OPCODE_NAMES.index("modify_turn"):
            yield f"lasting holds row {row} of player {player}"
