"""V. Conquest: combat between players."""

from __future__ import annotations

import numpy as np
import pytest

from exodus_env.exodus.content.vocabulary import VP
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.assets import SCORE_COMBAT
from tests.position import Position
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    empty_space,
    finish,
    neighbours,
    places,
    ships_on_map,
)

GUN = "laser_cannon"  # one die
HIT = 5
MISS = 1


def arena(players: int = 2) -> Position:
    """An empty map with everybody's guns on Fighters: one die, no shield."""
    p = empty_space(players=players)
    assert p.t.upgrade_strength[p.index("upgrades", GUN)] == 1
    for player in range(players):
        p.equip(player, FIGHTER, GUN)
    return p


def fight(p: Position, *dice: int) -> Position:
    """Begin the combat in the centre with these dice; sides roll in turn order."""
    return p.dice(*dice).jump(frames.COMBAT, hex=CENTRE, lone=-1)


def won(p: Position, player: int) -> int:
    """VP a player has from combat."""
    assert p.g.resource[player, VP] == p.g.score[player, SCORE_COMBAT]
    return int(p.g.score[player, SCORE_COMBAT])


# Dice and hits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_a_five_or_six_hits(roll: int) -> None:
    """Base rules, line 268: each 5 or 6 is a hit, less is none."""
    p = arena()
    first, last = places(p)
    p.place_ship(first, FIGHTER, CENTRE)
    p.place_ship(last, DARK_RAIDER, CENTRE)
    fight(p, roll, HIT)
    hit = roll >= HIT
    assert p.finished
    assert ships_on_map(p, last) == 0
    assert p.g.scripted_count == (1 if hit else 0), "after a miss there is another round"


def test_each_ship_rolls_the_dice_of_all_its_cannons() -> None:
    """Base rules, line 267: the dice of a side are those of every cannon on every ship in the combat."""
    p = arena()
    first, last = places(p)
    p.equip(first, FIGHTER, GUN, "ion_cannon").equip(first, WAR_CRUISER, "plasma_cannon")
    strength = [int(p.t.upgrade_strength[p.index("upgrades", u)]) for u in (GUN, "ion_cannon", "plasma_cannon")]
    for ship_class in (FIGHTER, FIGHTER, WAR_CRUISER, DARK_RAIDER):
        p.place_ship(first, ship_class, CENTRE)
    p.place_ship(last, DARK_RAIDER, CENTRE)
    dice = 2 * (strength[0] + strength[1]) + strength[2]
    fight(p, *[MISS] * (dice - 1), HIT, MISS)
    assert p.finished
    assert p.g.scripted_count == 1


def test_ships_elsewhere_take_no_part() -> None:
    """Base rules, line 251: a battle is that of one hex."""
    p = arena()
    first, last = places(p)
    p.place_ship(first, FIGHTER, CENTRE)
    p.place_ship(last, DARK_RAIDER, CENTRE)
    away = neighbours(p, CENTRE)[0]
    p.place_ship(first, FIGHTER, away)
    p.place_ship(last, DARK_RAIDER, away)
    fight(p, HIT)
    assert p.finished
    assert ships_on_map(p, last) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hits_are_assigned_in_reverse_turn_order_to_ships_of_opponents(players: int) -> None:
    """Base rules, line 269: the last in turn order assigns first; any enemy ship there can be hit, an own one never."""
    p = arena(players)
    for player in range(players):
        p.place_ship(player, FIGHTER, CENTRE)
        p.place_ship(player, WAR_CRUISER, CENTRE)
        p.equip(player, WAR_CRUISER, "singularity_shield")
    fight(p, *[HIT] * players)
    asked = []
    for _ in range(players):
        asked.append(p.actor)
        assert p.decision == "hit"
        targets = p.legal("hit")
        assert {relative for relative, _ in targets} == set(range(1, players))
        p.do("hit", *max(targets))
    assert asked == places(p)[::-1]


def test_a_side_with_several_hits_spreads_them_as_it_likes() -> None:
    """Base rules, line 269: each hit is assigned to a ship of the attacker's choice."""
    p = arena()
    first, last = places(p)
    p.equip(first, FIGHTER, GUN, GUN).place_ship(first, FIGHTER, CENTRE)
    for ship_class in (WAR_CRUISER, DARK_RAIDER):
        p.equip(last, ship_class, "electromagnetic_shield")
    one = p.place_ship(last, WAR_CRUISER, CENTRE)
    two = p.place_ship(last, DARK_RAIDER, CENTRE)
    fight(p, HIT, HIT)
    for target in (one, two):
        assert (p.decision, p.actor) == ("hit", first)
        assert p.legal("hit") == {(1, one), (1, two)}
        p.dice(HIT, MISS).do("hit", 1, target)
    assert [int(d) for d in p.g.ship_damage[last, [one, two]]] == [1, 1]


# Damage ---------------------------------------------------------------------------------------------------------------


def test_damage_counts_only_when_all_hits_are_assigned() -> None:
    """Movement and combat text, lines 393-395: no ship goes before all have assigned, so two can kill each other."""
    p = arena()
    for player in range(2):
        p.equip(player, WAR_CRUISER, GUN)
        p.place_ship(player, FIGHTER, CENTRE)
        p.place_ship(player, WAR_CRUISER, CENTRE)
    fight(p, HIT, HIT, HIT, HIT)
    first, last = places(p)
    assert p.actor == last
    p.do("hit", *min(p.legal("hit")))
    assert p.actor == first, "the last player's second hit can only go to the ship not yet doomed"
    assert ships_on_map(p, first) == 2, "nothing is gone yet"
    p.do("hit", *min(p.legal("hit")))
    assert p.finished
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 0


def test_both_sides_can_die_and_then_nobody_scores() -> None:
    """Base rules, lines 276 and 281: damage counts at once; without a survivor there is no victor."""
    p = arena()
    p.place_ship(0, FIGHTER, CENTRE)
    p.place_ship(1, FIGHTER, CENTRE)
    fight(p, HIT, HIT)
    assert p.finished
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 0
    assert won(p, 0) == won(p, 1) == 0


@pytest.mark.parametrize("shields", [(), ("electromagnetic_shield",), ("deflector_shield",), ("singularity_shield",)])
def test_damage_must_exceed_the_shield(shields: tuple[str, ...]) -> None:
    """Base rules, line 277: as much damage as shield is survived, one more destroys."""
    p = arena()
    shield = sum(int(p.t.upgrade_strength[p.index("upgrades", name)]) for name in shields)
    for damage in (shield, shield + 1):
        p = arena()
        first, last = places(p)
        p.equip(first, WAR_CRUISER, *[GUN] * 4).place_ship(first, WAR_CRUISER, CENTRE)
        p.equip(last, WAR_CRUISER, *shields)
        target = p.place_ship(last, WAR_CRUISER, CENTRE)
        p.equip(last, DARK_RAIDER, "singularity_shield")
        p.place_ship(last, DARK_RAIDER, CENTRE)
        fight(p, *[HIT] * damage + [MISS] * (4 - damage), *[MISS] * 4)
        for _ in range(damage):
            p.do("hit", 1, target)
        assert (p.g.ship_hex[last, target] == CENTRE) == (damage == shield)


def test_damage_adds_up_over_rounds_and_stays_after_the_combat() -> None:
    """Base rules, lines 261 and 276-277: damage of earlier rounds counts, and survivors keep theirs."""
    p = arena()
    first, last = places(p)
    p.equip(first, FIGHTER, GUN, "deflector_shield").equip(last, WAR_CRUISER, GUN, "electromagnetic_shield")
    hurt = p.place_ship(first, FIGHTER, CENTRE)
    p.place_ship(last, WAR_CRUISER, CENTRE)
    fight(p, HIT, HIT, MISS, MISS, HIT, HIT)
    assert p.finished
    assert ships_on_map(p, last) == 0
    assert p.g.ship_damage[first, hurt] == 2
    assert won(p, first) == p.t.class_vp[WAR_CRUISER]


def test_damage_from_before_the_combat_counts() -> None:
    """Base rules, line 277: all damage on a ship is compared with its shield."""
    p = arena()
    first, last = places(p)
    p.place_ship(first, FIGHTER, CENTRE)
    p.equip(last, WAR_CRUISER, "deflector_shield")
    p.place_ship(last, WAR_CRUISER, CENTRE, damage=2)
    fight(p, HIT)
    assert p.finished
    assert ships_on_map(p, last) == 0


def test_a_destroyed_ship_returns_to_the_supply_with_the_cubes_it_carried() -> None:
    """Movement and combat text, lines 394-396: it goes back to its owner, and so does the Population on board."""
    p = arena()
    first, last = places(p)
    p.place_ship(first, FIGHTER, CENTRE)
    ship = p.place_ship(last, BATTLE_CARRIER, CENTRE, cargo=3)
    p.equip(last, BATTLE_CARRIER)
    supply = int(p.g.supply[last])
    fight(p, HIT)
    assert p.g.supply[last] == supply + 3
    assert (p.g.ship_hex[last, ship], p.g.ship_cargo[last, ship], p.g.ship_damage[last, ship]) == (-1, 0, 0)
    assert_cubes_kept(p)


# Who wins -------------------------------------------------------------------------------------------------------------


def test_rounds_go_on_until_one_player_is_left() -> None:
    """Base rules, lines 251 and 261: misses only mean another round."""
    p = arena()
    first, last = places(p)
    p.place_ship(first, FIGHTER, CENTRE)
    p.place_ship(last, FIGHTER, CENTRE)
    fight(p, *[MISS, MISS] * 7, MISS, HIT)
    assert p.finished
    assert (ships_on_map(p, first), ships_on_map(p, last)) == (0, 1)


def test_the_survivor_scores_all_enemy_ships_whoever_destroyed_them() -> None:
    """Base rules, lines 281 and 333: two others kill each other, the third, who hit nothing, scores both."""
    p = arena(3)
    one, two, three = places(p)
    p.place_ship(one, WAR_CRUISER, CENTRE)
    p.place_ship(two, FIGHTER, CENTRE)
    p.equip(three, BATTLE_CARRIER, GUN)
    p.place_ship(three, BATTLE_CARRIER, CENTRE)
    ship = {two: FIGHTER, three: BATTLE_CARRIER}
    fight(p, HIT, HIT)
    while p.decision == "hit":
        victim = two if p.actor == three else three
        slot = next(s for s in range(p.t.ships) if p.t.ship_class[s] == ship[victim])
        p.do("hit", (victim - p.actor) % 3, slot)
    assert p.finished
    assert ships_on_map(p, one) == 1
    assert [won(p, player) for player in (one, two, three)] == [
        p.t.class_vp[FIGHTER] + p.t.class_vp[BATTLE_CARRIER],
        0,
        0,
    ]


def test_the_survivor_scores_nothing_for_own_losses() -> None:
    """Base rules, line 281: VP come for ships of opponents."""
    p = arena()
    first, last = places(p)
    p.place_ship(first, FIGHTER, CENTRE)
    p.place_ship(first, FIGHTER, CENTRE)
    p.place_ship(last, FIGHTER, CENTRE)
    fight(p, HIT, MISS, HIT)
    assert p.finished
    assert ships_on_map(p, first) == 1
    assert won(p, first) == p.t.class_vp[FIGHTER]


def test_ships_lost_by_a_player_who_fights_on_and_loses_count_too() -> None:
    """Base rules, line 281: everything destroyed in the combat, over all its rounds."""
    p = arena()
    first, last = places(p)
    p.place_ship(first, FIGHTER, CENTRE)
    p.place_ship(last, DARK_RAIDER, CENTRE)
    p.place_ship(last, DARK_RAIDER, CENTRE)
    fight(p, HIT, MISS, HIT)
    finish(p)
    assert won(p, first) == 2 * p.t.class_vp[DARK_RAIDER]


def test_without_cannons_a_combat_ends_undecided() -> None:
    """Base rules, lines 261-267, our reading: where nobody can roll, all ships stay and nobody scores."""
    p = empty_space(players=3)
    for player in range(3):
        p.place_ship(player, DARK_RAIDER, CENTRE)
    fight(p)
    assert p.finished
    assert [ships_on_map(p, player) for player in range(3)] == [1, 1, 1]
    assert [won(p, player) for player in range(3)] == [0, 0, 0]


def test_a_combat_that_runs_out_of_cannons_scores_nobody() -> None:
    """Base rules, line 281, our reading: with two players left there is no victor, whatever was destroyed before."""
    p = arena(3)
    one, two, three = places(p)
    p.place_ship(one, FIGHTER, CENTRE)
    p.place_ship(two, FIGHTER, CENTRE)
    p.place_ship(three, DARK_RAIDER, CENTRE)
    p.place_ship(one, DARK_RAIDER, CENTRE)
    fight(p, HIT, HIT)
    while p.decision == "hit":
        victim = two if p.actor == one else one
        p.do("hit", (victim - p.actor) % 3, 2)
    assert p.finished
    assert [ships_on_map(p, player) for player in (one, two, three)] == [1, 0, 1]
    assert [won(p, player) for player in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("seed", range(3))
def test_every_battle_of_armed_fleets_keeps_the_books(players: int, seed: int) -> None:
    """Base rules, lines 261-281: at most one survives, who scores exactly the wrecks of all others; cubes are kept."""
    p = empty_space(seed, players=players)
    rng = np.random.default_rng(100 * players + seed)
    for player in range(players):
        for ship_class in range(4):
            p.equip(player, ship_class, GUN, *rng.choice(["electromagnetic_shield", "ion_cannon"], rng.integers(0, 2)))
            for _ in range(rng.integers(0, 3)):
                p.place_ship(player, ship_class, CENTRE, cargo=int(rng.integers(0, p.t.class_capacity[ship_class] + 1)))
        if ships_on_map(p, player) == 0:
            p.place_ship(player, DARK_RAIDER, CENTRE)
    before = p.g.ship_hex[:players, : p.t.ships].copy()
    fight(p)
    while not p.finished:
        ways = sorted(p.legal())
        p.do(*ways[rng.integers(len(ways))])
    left = [player for player in range(players) if ships_on_map(p, player) > 0]
    assert len(left) <= 1
    lost = (before >= 0) & (p.g.ship_hex[:players, : p.t.ships] < 0)
    worth = [int(p.t.class_vp[p.t.ship_class[: p.t.ships]][lost[player]].sum()) for player in range(players)]
    for player in range(players):
        assert won(p, player) == (sum(worth) - worth[player] if player in left else 0)
    assert_cubes_kept(p)


# Which battles --------------------------------------------------------------------------------------------------------


def two_battles(players: int) -> tuple[Position, set[int]]:
    """Fighters of the last two players in turn order face each other in two hexes."""
    p = arena(players)
    there = neighbours(p, CENTRE)[0]
    for player in places(p)[-2:]:
        p.place_ship(player, FIGHTER, CENTRE)
        p.place_ship(player, FIGHTER, there)
    p.jump(frames.CONQUEST)
    while p.decision == "move":
        p.decline()
    return p, {CENTRE, there}


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_chancellor_chooses_the_order_of_battles(players: int) -> None:
    """Base rules, line 253: also where the Chancellor takes no part; every hex is fought once."""
    p, hexes = two_battles(players)
    assert (p.decision, p.actor) == ("battle", places(p)[0])
    assert p.legal() == {("hex", h) for h in hexes}


@pytest.mark.parametrize("which", [0, 1])
def test_the_chosen_battle_is_fought_first(which: int) -> None:
    """Base rules, line 253: the first dice are those of the hex the Chancellor named."""
    p, hexes = two_battles(3)
    chosen = sorted(hexes)[which]
    other = next(iter(hexes - {chosen}))
    one, two = places(p)[-2:]
    p.dice(HIT, MISS, MISS, HIT).do("hex", chosen)
    assert p.finished
    assert [int(h) for h in p.g.ship_hex[one] if h >= 0] == [chosen]
    assert [int(h) for h in p.g.ship_hex[two] if h >= 0] == [other]


def test_combat_is_mandatory() -> None:
    """Base rules, line 247: visible ships of two players in a hex fight without being asked."""
    p = arena()
    p.place_ship(0, FIGHTER, CENTRE)
    p.place_ship(1, FIGHTER, CENTRE)
    p.jump(frames.CONQUEST)
    p.dice(HIT, MISS)
    while not p.finished:
        assert p.decision == "move"
        p.decline()
    assert ships_on_map(p, 0) + ships_on_map(p, 1) == 1


# Quantum Scanner ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scanner", [True, False])
def test_quantum_scanner_hits_with_a_four_in_the_first_round(scanner: bool) -> None:
    """Base rules, line 268: a technology may change what hits; here a 4, in the first round, for its owner."""
    p = arena()
    first, last = places(p)
    if scanner:
        p.learn(first, "quantum_scanner")
    p.equip(last, WAR_CRUISER, "electromagnetic_shield")
    p.place_ship(first, FIGHTER, CENTRE)
    p.place_ship(last, WAR_CRUISER, CENTRE)
    rounds = (4, 4, HIT, HIT) if not scanner else (4, 4, 4, HIT)
    fight(p, *rounds)
    assert p.finished
    assert p.g.scripted_count == 0
    assert ships_on_map(p, last) == 0


def test_quantum_scanner_does_not_help_the_enemy() -> None:
    """Base rules, line 268: the other side's 4 misses."""
    p = arena()
    first, last = places(p)
    p.learn(first, "quantum_scanner")
    p.place_ship(first, FIGHTER, CENTRE)
    p.place_ship(last, FIGHTER, CENTRE)
    fight(p, 4, 4)
    assert p.finished
    assert (ships_on_map(p, first), ships_on_map(p, last)) == (1, 0)
