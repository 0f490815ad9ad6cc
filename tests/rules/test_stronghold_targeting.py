"""Centaurian Stronghold: the targeting rules, step by step and against a plain version of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.rules import frames
from exodus_env.kit.chance import PLAY
from tests.position import Position
from tests.rules.scenes import BATTLE_CARRIER, DARK_RAIDER, FIGHTER, WAR_CRUISER, finish, ships_on_map
from tests.rules.test_m2_resistance_fleets import REGULAR, STRONG
from tests.rules.test_stronghold_assault import CANNON, SHIELD, storm
from tests.rules.test_stronghold_squadrons import (
    HIT,
    MISS,
    MODES,
    SIX,
    against,
    bonus,
    damage,
    fight,
    outer,
    ring,
    roll,
    siege,
    warship,
    wave,
)

ALL = (DARK_RAIDER, FIGHTER, WAR_CRUISER, BATTLE_CARRIER)
NAMES_BY_STEP_4 = ("war_cruiser", "fighter", "battle_carrier", "dark_raider")


# A plain version ------------------------------------------------------------------------------------------------------


@dataclass
class Ship:
    """A ship as the targeting rules see it."""

    player: int
    cannon: int
    needs: int  # damage before it is destroyed
    population: int
    name: str

    @property
    def lost(self) -> bool:
        return self.needs <= 0

    def told(self) -> tuple[int, int, int, str]:
        """What can be told of a ship after the round; two that are tied are the same."""
        return (self.cannon, max(0, self.needs), self.population, self.name)


def the_target(fleet: list[Ship]) -> Ship | None:
    """Step by step, the ship the next hit is assigned to; of those still tied the first, for it makes no difference."""
    left = [ship for ship in fleet if not ship.lost]
    if not left:
        return None
    most_cannons = max(ship.cannon for ship in left)
    left = [ship for ship in left if ship.cannon == most_cannons]
    least_damage = min(ship.needs for ship in left)
    left = [ship for ship in left if ship.needs == least_damage]
    most_population = max(ship.population for ship in left)
    left = [ship for ship in left if ship.population == most_population]
    for name in NAMES_BY_STEP_4:
        named = [ship for ship in left if ship.name == name]
        if named:
            return named[0]
    raise AssertionError("a ship without a class")


def suffer(fleet: list[Ship], hits: int) -> None:
    """Hits, each where the rules say."""
    for _ in range(hits):
        target = the_target(fleet)
        if target is not None:
            target.needs -= 1


# Random fleets --------------------------------------------------------------------------------------------------------

BLUEPRINTS = {
    DARK_RAIDER: [(), ("laser_cannon",), ("electromagnetic_shield",), ("laser_cannon", "electromagnetic_shield")],
    FIGHTER: [(), ("ion_cannon",), ("laser_cannon", "deflector_shield"), ("ion_cannon", "electromagnetic_shield")],
    WAR_CRUISER: [
        ("laser_cannon", "electromagnetic_shield"),
        ("ion_cannon", "deflector_shield"),
        ("plasma_cannon", "singularity_shield"),
        ("ion_cannon", "laser_cannon", "singularity_shield", "singularity_shield"),
    ],
    BATTLE_CARRIER: [(), ("laser_cannon", "deflector_shield"), ("ion_cannon",), ("electromagnetic_shield",) * 2],
}


def muster(p: Position, rng: np.random.Generator, hexagon: int) -> None:
    """Ships of all players, with blueprints, damage and Population by chance."""
    for player in range(p.t.players):
        for kind in ALL:
            choice = BLUEPRINTS[kind][rng.integers(4)]
            p.equip(player, kind, *choice)
            strength = sum(int(p.t.upgrade_strength[p.index("upgrades", n)]) for n in choice if "shield" in n)
            for _ in range(rng.integers(3)):
                hurt = int(rng.integers(strength + 1))
                cargo = int(rng.integers(p.t.class_capacity[kind] + 1))
                p.place_ship(player, kind, hexagon, hurt, cargo)
    p.refresh()


def ship_at(p: Position, player: int, slot: int) -> Ship:
    """A ship of the record; its cannons and shield are counted from the blueprint."""
    kind = int(p.t.ship_class[slot])
    strength = {"cannon": 0, "shield": 0, "drive": 0}
    for number, upgrade in enumerate(p.rules.content.upgrades):
        strength[upgrade.sort] += int(p.g.blueprint[player, kind, number]) * upgrade.strength
    needs = strength["shield"] - int(p.g.ship_damage[player, slot]) + 1
    return Ship(player, strength["cannon"], needs, int(p.g.ship_cargo[player, slot]), SHIP_CLASSES[kind])


def armada(p: Position) -> dict[tuple[int, int], Ship]:
    """All ships on the map, by player and slot."""
    return {
        (player, slot): ship_at(p, player, slot)
        for player in range(p.t.players)
        for slot in range(p.t.ships)
        if p.g.ship_hex[player, slot] >= 0
    }


def assert_as_told(p: Position, before: dict[tuple[int, int], Ship]) -> None:
    """The ships on the map are those of the plain version; which of several tied ones was hit does not matter."""
    after = armada(p)
    expected = Counter(ship.told() for ship in before.values())
    found = Counter(after[key].told() if key in after else (ship.cannon, 0, ship.population, ship.name)
                    for key, ship in before.items())  # fmt: skip
    assert found == expected


def guns(p: Position) -> int:
    """Dice of all ships on the map."""
    return sum(ship.cannon for ship in armada(p).values())


def cases(count: int, least: int, most: int, players: int, **config: Any) -> Iterator[tuple[Position, Any]]:
    """Positions with random fleets in one hex whose dice are not too few nor too many."""
    rng = np.random.default_rng(count)
    found = 0
    while found < count:
        p = siege(players, **config)
        muster(p, rng, outer(p)[0])
        if least <= guns(p) <= most:
            found += 1
            p.g.rng_counter[PLAY] += 1000 * found
            yield p, rng


# Against a plain version ----------------------------------------------------------------------------------------------


def test_hits_of_squadrons_half_together_against_a_plain_version() -> None:
    """Event Horizon, lines 1281 and 1428-1442: all hits of a round, on fleets of three players, 150 of them."""
    lost = 0
    for p, rng in cases(150, 4, 20, 3, mode="semi_coop", difficulty="beginner"):
        hexagon = outer(p)[0]
        dice, shield = wave(p, hexagon)
        assert shield == 3
        hits = int(rng.integers(dice + 1))
        before = armada(p)
        suffer(list(before.values()), hits + 1)
        fight(p, hexagon, *roll(shield + 1, guns(p)), *roll(hits, dice))
        finish(p)
        assert p.g.squadron[hexagon] == 0, "one round"
        assert_as_told(p, before)
        lost += sum(ship.lost for ship in before.values())
    assert lost > 150


def test_hits_of_squadrons_together_against_a_plain_version() -> None:
    """Event Horizon, lines 1202-1203 and 1357-1371: first one damage to each player, by the same rules."""
    for p, rng in cases(150, 5, 24, 3, mode="coop", difficulty="beginner"):
        hexagon = outer(p)[0]
        dice, shield = wave(p, hexagon)
        hits = int(rng.integers(dice + 1))
        before = armada(p)
        for player in range(3):
            suffer([ship for ship in before.values() if ship.player == player], 1)
        suffer(list(before.values()), hits)
        fight(p, hexagon, *roll(shield + 1, guns(p)), *roll(hits, dice))
        finish(p)
        assert p.g.squadron[hexagon] == 0, "one round"
        assert_as_told(p, before)


@pytest.mark.parametrize("mode", MODES)
def test_hits_of_the_stronghold_against_a_plain_version(mode: str) -> None:
    """Event Horizon, lines 1260-1261, 1334-1335, 1357-1371 and 1428-1442: one damage a ship, then the hits."""
    for p, rng in cases(100, 11, 24, 4, mode=mode, difficulty="beginner"):
        for ship in armada(p):
            p.g.ship_hex[ship] = ring(p)[rng.integers(3)]
        p.g.stronghold = 1
        hits = int(rng.integers(CANNON + 1))
        before = armada(p)
        for target in before.values():
            target.needs -= 1
        suffer(list(before.values()), hits)
        storm(p, *roll(SHIELD + bonus(p) + 1, guns(p), SIX), *roll(hits, CANNON))
        assert p.g.over == 1, "one round"
        assert_as_told(p, before)


def test_hits_of_the_resistance_together_against_a_plain_version() -> None:
    """Event Horizon, lines 1357-1371: the Resistance follows the same rules in the co-operative game."""
    tried = 0
    for p, rng in cases(100, 8, 22, 3, mode="coop", turn=4):
        hexagon = outer(p)[0]
        p.g.resistance[hexagon] = STRONG
        cards = [int(p.g.resistance_deck[deck, int(p.g.resistance_left[deck]) - 1]) for deck in (0, 1)]
        dice = sum(int(p.t.resistance_dice[card]) for card in cards)
        needed = sum(int(p.t.resistance_shield[card]) + 1 for card in cards)
        if needed > guns(p) or guns(p) + dice > 32:
            continue
        tried += 1
        hits = int(rng.integers(dice + 1))
        before = armada(p)
        suffer(list(before.values()), hits)
        p.dice(*roll(needed, guns(p)), *roll(hits, dice)).jump(
            frames.COMBAT, hex=hexagon, lone=-1, kind=frames.TOGETHER
        )
        while not p.finished:
            assert p.legal("hit") == set(), "nobody assigns hits of the Resistance"
            p.default()
        assert p.g.dormant[hexagon] == 1, "one round"
        assert_as_told(p, before)
    assert tried > 80


# Step by step ---------------------------------------------------------------------------------------------------------


def struck(p: Position, hits: int = 1) -> Counter[tuple[int, int]]:
    """Squadrons score some hits in one round and are destroyed; tells what each ship suffered (a lost one: 99)."""
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    before = p.g.ship_damage.copy()
    there = [(player, slot) for player in range(p.t.players) for slot in range(p.t.ships)
             if p.g.ship_hex[player, slot] >= 0]  # fmt: skip
    total = guns(p.refresh())
    assert total > shield
    fight(p, hexagon, *roll(shield + 1, total), *roll(hits - 1, dice))
    finish(p)
    assert p.g.squadron[hexagon] == 0
    found: Counter[tuple[int, int]] = Counter()
    for ship in there:
        taken = damage(p, *ship)
        change = 99 if taken is None else taken - int(before[ship])
        if change:
            found[ship] = change
    return found


def arena() -> tuple[Position, int]:
    """A game where squadrons deal one hit and those of their dice; a hex for the battle."""
    p = siege(2, "semi_coop", difficulty="beginner")
    return p, outer(p)[0]


def test_the_highest_cannon_strength_comes_first() -> None:
    """Event Horizon, lines 1361 and 1432: before damage, Population and class."""
    p, hexagon = arena()
    weak = warship(p, 0, hexagon, 3, 2, damage=2, cargo=1)
    strong = warship(p, 1, hexagon, 4, 1, kind=DARK_RAIDER)
    assert struck(p) == {(1, strong): 1}
    assert damage(p, 0, weak) == 2


def test_cannon_strength_is_that_of_all_cannons_of_a_ship() -> None:
    """Event Horizon, line 1361: three cannons of one die are more than one of two."""
    p, hexagon = arena()
    p.equip(0, FIGHTER, "laser_cannon", "laser_cannon", "laser_cannon")
    many = p.place_ship(0, FIGHTER, hexagon)
    warship(p, 1, hexagon, 2, 3)
    assert struck(p) == {(0, many): 99}


def test_then_the_ship_that_needs_least_damage() -> None:
    """Event Horizon, lines 1362-1364: what is left counts, not the shield; before Population and class."""
    p, hexagon = arena()
    warship(p, 0, hexagon, 3, 3, damage=1, cargo=1)  # three more destroy it
    near = warship(p, 1, hexagon, 3, 6, kind=BATTLE_CARRIER, damage=5)  # two more
    assert struck(p) == {(1, near): 1}


def test_then_the_ship_with_most_population() -> None:
    """Event Horizon, lines 1365-1367: before the class."""
    p, hexagon = arena()
    warship(p, 0, hexagon, 3, 2, cargo=1)
    loaded = warship(p, 1, hexagon, 3, 2, kind=BATTLE_CARRIER, cargo=2)
    assert struck(p) == {(1, loaded): 1}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_then_by_class(first: int) -> None:
    """Event Horizon, lines 1368-1370: War Cruisers, Fighters, Battle Carriers, Dark Raiders."""
    p, hexagon = arena()
    order = (WAR_CRUISER, FIGHTER, BATTLE_CARRIER, DARK_RAIDER)[first:]
    ships = [warship(p, i % 2, hexagon, 2, 1, kind=kind) for i, kind in enumerate(order)]
    if first == 2:
        warship(p, 0, hexagon, 1, 0, kind=FIGHTER)
    assert struck(p) == {(0, ships[0]): 1}


def test_then_by_chance() -> None:
    """Event Horizon, line 1371: each of the tied ships, whosesoever, as often as another."""
    counts: Counter[tuple[int, int]] = Counter()
    for i in range(240):
        p, hexagon = arena()
        p.g.rng_counter[PLAY] += 500 * i
        for player, count in ((0, 2), (1, 1)):
            for _ in range(count):
                warship(p, player, hexagon, 2, 1)
        found = struck(p)
        assert len(found) == 1 and set(found.values()) == {1}
        counts.update(found.keys())
    assert len(counts) == 3
    assert all(55 <= times <= 105 for times in counts.values())


def test_each_hit_is_assigned_anew() -> None:
    """Event Horizon, lines 1358-1364: a ship that was hit needs less, and is hit again until it is lost."""
    p, hexagon = arena()
    one, two = warship(p, 0, hexagon, 3, 2), p.place_ship(0, WAR_CRUISER, hexagon)
    last = warship(p, 1, hexagon, 1, 3)
    found = struck(p, 5)
    assert sorted(found.values()) == [2, 99]
    assert set(found) == {(0, one), (0, two)}
    assert damage(p, 1, last) == 0


def test_no_hit_is_wasted_on_a_lost_ship() -> None:
    """Event Horizon, lines 1361-1364: when the strongest is lost the next one suffers the rest."""
    p, hexagon = arena()
    strong = warship(p, 0, hexagon, 6, 1)
    weak = warship(p, 1, hexagon, 1, 9)
    assert struck(p, 5) == {(0, strong): 99, (1, weak): 3}


def test_unarmed_ships_are_struck_last() -> None:
    """Event Horizon, line 1361: no cannon is the lowest strength."""
    p, hexagon = arena()
    armed = warship(p, 0, hexagon, 6, 2)
    loaded = warship(p, 0, hexagon, 0, 0, kind=BATTLE_CARRIER, cargo=3)
    assert struck(p, 4) == {(0, armed): 99, (0, loaded): 99}
    p, hexagon = arena()
    armed = warship(p, 0, hexagon, 6, 3)
    warship(p, 0, hexagon, 0, 0, kind=BATTLE_CARRIER, cargo=3)
    assert struck(p, 3) == {(0, armed): 3}


# Who assigns ----------------------------------------------------------------------------------------------------------


def resistance(mode: str, fighter: int, players: int = 3) -> Position:
    """A player with a strong and a weak ship meets a fleet of the Resistance that scores a hit."""
    p = siege(players, mode)
    hexagon = outer(p)[0]
    p.g.resistance[hexagon] = REGULAR
    warship(p, fighter, hexagon, 3, 6)
    warship(p, fighter, hexagon, 1, 3, kind=FIGHTER)
    p.jump(frames.CONQUEST)
    while p.decision != "move":
        p.default()
    p.dice(*[MISS] * 4, HIT, *[MISS] * 20)
    while p.decision == "move":
        p.decline()
    return p


@pytest.mark.parametrize("fighter", [0, 1, 2])
def test_half_together_the_player_to_the_left_plays_the_resistance(fighter: int) -> None:
    """Event Horizon, lines 1428-1430: the targeting rules name squadrons and Stronghold only; base rules, line 291."""
    p = resistance("semi_coop", fighter)
    assert (p.decision, p.actor) == ("hit", (fighter + 1) % 3)
    assert against(p) == frames.ORDINARY
    assert len(p.legal("hit")) == 2 and p.legal("hit_foe") == set(), "either ship, as the other player likes"


@pytest.mark.parametrize("fighter", [0, 1, 2])
def test_together_nobody_plays_the_resistance(fighter: int) -> None:
    """Event Horizon, lines 1357-1359: the hit goes to the ship with most cannons."""
    p = resistance("coop", fighter)
    while not p.finished:
        assert p.legal("hit") == set()
        p.default()
    assert p.g.scripted_count < 20


def test_together_the_resistance_hits_the_strongest_ship_of_all_players() -> None:
    """Event Horizon, lines 1131-1135 and 1357-1361: in the joint battle of a hex."""
    p = siege(3)
    hexagon = outer(p)[0]
    p.g.resistance[hexagon] = REGULAR
    deck = 1  # level 2 in turn 3
    card = int(p.g.resistance_deck[deck, int(p.g.resistance_left[deck]) - 1])
    dice, needed = int(p.t.resistance_dice[card]), int(p.t.resistance_shield[card]) + 1
    ships = [warship(p, player, hexagon, cannons, 9) for player, cannons in enumerate((1, 6, 2))]
    p.dice(*roll(needed, 9), *[HIT] * dice).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.TOGETHER)
    finish(p)
    assert p.g.dormant[hexagon] == 1
    assert [damage(p, player, ship) for player, ship in enumerate(ships)] == [0, dice, 0]


@pytest.mark.parametrize("mode", MODES)
def test_nobody_assigns_hits_of_squadrons_and_stronghold(mode: str) -> None:
    """Event Horizon, lines 1357-1359 and 1428-1430: no decision comes up."""
    for storming in (False, True):
        p = siege(3, mode)
        hexagon = ring(p)[0]
        for player in range(3):
            warship(p, player, hexagon, 1, 3)
            warship(p, player, hexagon, 1, 3, kind=BATTLE_CARRIER)
        if storming:
            storm(p, *[MISS] * 6, *[HIT] * CANNON)
        else:
            dice, _ = wave(p, hexagon)
            fight(p, hexagon, *[MISS] * 6, *[HIT] * dice)
        assert p.finished or p.g.over, "players hit the one enemy, and are asked nothing"
        assert sum(ships_on_map(p, player) for player in range(3)) < 6


def test_the_targeting_rules_are_not_for_combat_between_players() -> None:
    """Event Horizon, lines 1428-1430: half together, players assign their own hits on each other."""
    p = siege(2, "semi_coop")
    hexagon = outer(p)[0]
    warship(p, 0, hexagon, 3, 3)
    warship(p, 1, hexagon, 3, 3)
    warship(p, 1, hexagon, 1, 3, kind=FIGHTER)
    p.dice(*[HIT] * 3, *[MISS] * 4).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.ORDINARY)
    assert (p.decision, p.actor) == ("hit", 0)
    assert len(p.legal("hit")) == 2
