"""Invariants 9 to 11 and 26: what follows from technologies, cards in force and upgrades, derived from content."""

from __future__ import annotations

import numpy as np

from exodus_env.exodus.check.facts import Facts, Problems, unequal
from exodus_env.exodus.content import vocabulary as v


def modifiers(s: Facts) -> Problems:
    """The lasting values are those of the base, the best technology, and the cards in force, oldest first."""
    wanted = np.zeros_like(s.g.modifier)
    for player in s.players:
        for number, value in enumerate(lasting_values(s, player)):
            wanted[player, number] = value
    yield from unequal("modifier", s.g.modifier, wanted)


def lasting_values(s: Facts, player: int, learned: bool = True) -> list[int]:
    """A player's lasting values, from content; without technologies where `learned` is false."""
    content = s.rules.content
    values = {name: [modifier.value] for (name, _, _), modifier in zip(v.MODIFIERS, content.modifiers)}
    for known, technology in zip(s.g.technology[player], content.technologies):
        for name, value in technology.effects if known and learned else ():
            values[name].append(value)
    best = [min(values[name]) if better == "low" else max(values[name]) for name, better, _ in v.MODIFIERS]
    for card in (*s.g.law[: s.g.laws], *s.g.resolution[: s.g.resolutions]):
        for effect in content.political_cards[card].effects:
            if effect.do == "modify" and _is_concerned(s, player, effect.target):
                best[effect.a] = effect.c + (0 if effect.b == 1 else best[effect.a])
    return best


def _is_concerned(s: Facts, player: int, target: str) -> bool:
    """Whether a lasting effect on an office, or on everybody, holds for a player."""
    place = list(s.g.order[: s.t.players]).index(player) if player in s.g.order else -1
    return {"chancellor": place == 0, "vice_chancellor": place == 1, "others": place != 0}.get(target, True)


def blueprints(s: Facts) -> Problems:
    """Blueprints have room for what lies on them, one drive at most, and nothing the player could not have."""
    content, start = s.rules.content, s.t.start_upgrades.sum(axis=0)
    drives = np.array([upgrade.sort == "drive" for upgrade in content.upgrades])
    for player in s.players:
        for number, ship in enumerate(content.ships):
            laid = s.g.blueprint[player, number, : s.t.upgrades]
            where = f"the {ship.id} of player {player}"
            if laid.sum() > ship.slots:
                yield f"{int(laid.sum())} upgrades on {where}, which has {ship.slots} slots"
            if laid[drives].sum() > 1:
                yield f"{int(laid[drives].sum())} drives on {where}"
        for number, laid in enumerate(s.g.blueprint[player].sum(axis=0)[: s.t.upgrades]):
            technology = s.t.upgrade_technology[number]
            if laid > start[number] and technology >= 0 and not s.g.technology[player, technology]:
                yield f"player {player} has {content.upgrades[number].id} without its technology"


def fittings(s: Facts) -> Problems:
    """Dice, shield and drive follow from the upgrades and the lasting values."""
    wanted = {name: np.zeros_like(getattr(s.g, name)) for name in ("dice", "shield", "drive")}
    for player in s.players:
        for number in range(len(s.rules.content.ships)):
            values = _fittings_of(s, player, number)
            for name, value in zip(wanted, values):
                wanted[name][player, number] = value
    for name, array in wanted.items():
        yield from unequal(name, getattr(s.g, name), array)


def _fittings_of(s: Facts, player: int, ship_class: int) -> tuple[int, int, int]:
    """Dice, shield and drive of a ship class."""
    power = {"cannon": 0, "shield": 0, "drive": s.t.basic_drive}
    for upgrade, count in zip(s.rules.content.upgrades, s.g.blueprint[player, ship_class]):
        if upgrade.sort == "drive":
            power["drive"] = max(power["drive"], upgrade.strength if count else 0)
        else:
            power[upgrade.sort] += int(count) * upgrade.strength
    bonus = s.g.modifier[player, v.MODIFIER_NAMES.index("shield_bonus")]
    faster = s.g.modifier[player, v.MODIFIER_NAMES.index("movement")]
    return power["cannon"], max(0, power["shield"] + int(bonus)), power["drive"] + int(faster)


def technologies(s: Facts) -> Problems:
    """Nobody knows a technology that is not in this game."""
    for player, technology in np.argwhere(s.g.technology > s.t.technology_open):
        yield f"player {player} knows technology {technology}, which is not in this game"
