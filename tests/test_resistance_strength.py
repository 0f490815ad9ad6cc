"""How strong the Resistance is: a threat that grows with its level, for fleets as they are at the start and late."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content.entries import Content, ResistanceCard
from exodus_env.exodus.content.load import load_content
from exodus_env.exodus.content.making import EOE

FIGHTS = 6000
HIT_CHANCE = 1 / 3
BUDGET = 7  # CP for lasers, which fill every slot of the two ships everybody starts with
BEATEN = {1: (0.60, 0.85), 2: (0.20, 0.45), 3: (0.0, 0.12)}  # how often that fleet beats a ship of each level
CONTENT = load_content()

Ship = tuple[int, int]  # dice and hull: the damage that destroys it


def deck(level: int, eoe: bool) -> list[ResistanceCard]:
    """The cards of a level, in the base game or with Edge of Extinction."""
    return [card for card in CONTENT.resistance_cards if card.level == level and (eoe or card.module != EOE)]


def strength(upgrades: Sequence[str], sort: str) -> int:
    """What the upgrades of a sort are worth together."""
    return sum(upgrades.count(part.id) * part.strength for part in CONTENT.upgrades if part.sort == sort)


def starting_fleet() -> list[Ship]:
    """A Dark Raider and a Battle Carrier with its Electromagnetic Shield; lasers for 7 CP in the slots left."""
    (laser,) = (upgrade for upgrade in CONTENT.upgrades if not upgrade.technology)
    left = BUDGET // laser.cp
    fleet = []
    for ship in CONTENT.ships:
        lasers = min(left, ship.slots - len(ship.start_upgrades)) if ship.start else 0
        left -= lasers
        placed = [*ship.start_upgrades, *[laser.id] * lasers]
        fleet += [(strength(placed, "cannon"), strength(placed, "shield") + 1)] * ship.start
    return fleet


def late_fleet() -> list[Ship]:
    """Both ships of the three larger classes, with a Plasma Cannon and a Deflector Shield on each."""
    fleet = []
    for ship in sorted(CONTENT.ships, key=lambda ship: ship.slots)[1:]:
        placed = [*ship.start_upgrades, "plasma_cannon", "deflector_shield"]
        fleet += [(strength(placed, "cannon"), strength(placed, "shield") + 1)] * ship.count
    return fleet


def share_beaten(fleet: Sequence[Ship], foes: Any, seed: int) -> float:
    """How often a fleet is left and the foes, a row of (dice, hull) for each fight, are not.

    Both sides strike first where a hit takes most dice away, and go on with a ship until it is destroyed.
    """
    rng = np.random.default_rng(seed)
    foes = np.take_along_axis(foes, np.argsort(-foes[..., :1] / foes[..., 1:], axis=1), axis=1)
    own = np.array(sorted(fleet, key=lambda ship: -ship[0] / ship[1]))
    ends, foe_ends = own[:, 1].cumsum(), foes[..., 1].cumsum(axis=1)
    damage, foe_damage = np.zeros(len(foes), dtype=int), np.zeros(len(foes), dtype=int)
    under_way = np.ones(len(foes), dtype=bool)
    while under_way.any():
        dice = (own[:, 0] * (damage[:, None] < ends)).sum(axis=1)
        foe_dice = (foes[..., 0] * (foe_damage[:, None] < foe_ends)).sum(axis=1)
        foe_damage += rng.binomial(dice, HIT_CHANCE) * under_way
        damage += rng.binomial(foe_dice, HIT_CHANCE) * under_way
        under_way = (damage < ends[-1]) & (foe_damage < foe_ends[:, -1])
    return float(((damage < ends[-1]) & (foe_damage >= foe_ends[:, -1])).mean())


def drawn(cards: Sequence[int], eoe: bool, seed: int) -> Any:
    """Fleets with these numbers of cards of decks I, II and III, drawn again for every fight."""
    rng = np.random.default_rng(seed)
    rows = []
    for level, count in enumerate(cards, start=1):
        values = np.array([(card.dice, card.shield + 1) for card in deck(level, eoe)])
        order = rng.random((FIGHTS, len(values))).argsort(axis=1)[:, :count]
        rows.append(values[order])
    return np.concatenate(rows, axis=1)


def means(level: int, eoe: bool) -> tuple[float, ...]:
    """Mean dice, shield and VP of a level."""
    rows = [(card.dice, card.shield, card.vp) for card in deck(level, eoe)]
    return tuple(float(x) for x in np.array(rows).mean(axis=0))


# Single ships -------------------------------------------------------------------------------------------------------


def test_the_fleet_everybody_starts_with_and_lasers_for_seven_cp() -> None:
    assert starting_fleet() == [(3, 1), (4, 2)]


@pytest.mark.parametrize("eoe", [False, True])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_how_often_a_starting_fleet_with_lasers_beats_a_ship(level: int, eoe: bool) -> None:
    cards = tuple(int(level == number) for number in (1, 2, 3))
    least, most = BEATEN[level]
    assert least <= share_beaten(starting_fleet(), drawn(cards, eoe, level), level) <= most


@pytest.mark.parametrize("eoe", [False, True])
def test_each_level_is_stronger_and_brings_more(eoe: bool) -> None:
    for weak, strong in pairwise(means(level, eoe) for level in (1, 2, 3)):
        assert all(less < more for less, more in zip(weak, strong, strict=True))


@pytest.mark.parametrize("eoe", [False, True])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_cards_of_a_level_differ(level: int, eoe: bool) -> None:
    assert len({(card.dice, card.shield) for card in deck(level, eoe)}) >= 4
    assert len({card.vp for card in deck(level, eoe)}) >= 2


# Fleets (M2) --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("eoe", [False, True])
def test_fleets_grow_in_dice_and_shields_with_every_level(eoe: bool) -> None:
    totals = []
    for fleet in CONTENT.fleets:
        rows = [count * np.array(means(level, eoe)) for level, count in enumerate(fleet.cards, start=1)]
        totals.append(sum(rows)[:2])
    for weak, strong in pairwise(totals):
        assert (weak < strong).all()


@pytest.mark.parametrize("eoe", [False, True])
def test_a_fleet_of_level_nine_is_a_match_for_a_strong_late_fleet(eoe: bool) -> None:
    assert 0.35 <= share_beaten(late_fleet(), drawn(CONTENT.fleets[8].cards, eoe, 9), 9) <= 0.65


# Squadrons ----------------------------------------------------------------------------------------------------------


def test_squadrons_never_get_weaker_with_the_level() -> None:
    cards = [np.array(fleet.squadron) for fleet in CONTENT.fleets]
    totals = [sum(row[i] * np.array(means(i + 1, False))[:2] for i in range(3)) for row in cards]
    for weak, strong in pairwise(totals):
        assert (weak <= strong).all()


# Prices -------------------------------------------------------------------------------------------------------------


def worth(cp: int, mineral: int) -> int:
    """A price in CP; a mineral costs about five on the market."""
    return cp + 5 * mineral


def test_a_better_part_is_dearer(content: Content = CONTENT) -> None:
    for sort in ("cannon", "shield", "drive", "module"):
        parts = [part for part in content.upgrades if part.sort == sort]
        parts.sort(key=lambda part: part.strength + part.aim)
        for weak, strong in pairwise(parts):
            assert (weak.cp, weak.phasium) < (strong.cp, strong.phasium), strong.id
            assert weak.phasium <= strong.phasium, strong.id


def test_the_strongest_cannon_is_not_nearly_free(content: Content = CONTENT) -> None:
    cannons = {part.strength: part for part in content.upgrades if part.sort == "cannon" and not part.module}
    strongest = cannons[max(cannons)]
    price = next(entry.cost for entry in content.technologies if entry.id == strongest.technology)
    assert strongest.cp >= cannons[1].cp * strongest.strength
    assert worth(strongest.cp, strongest.phasium) >= price / 2


def test_ship_classes_cost_different_amounts_of_axinium(content: Content = CONTENT) -> None:
    by_slots = sorted(content.ships, key=lambda ship: ship.slots)
    assert all(weak.cp < strong.cp and weak.axinium <= strong.axinium for weak, strong in pairwise(by_slots))
    assert len({ship.axinium for ship in content.ships}) > 1
