"""Edge of Extinction: space combat in nine steps, but for the combat cards."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.exodus.content.vocabulary import MODIFIER_NAMES, VP
from exodus_env.exodus.rules import frames, log
from exodus_env.exodus.rules.combat.resistance_deck import DISCARDED
from tests.effort import EVERY_MODE
from tests.position import Position
from tests.rules.eoe_scenes import (
    GUN,
    HIT,
    MISS,
    SHIELD,
    change_tables,
    edge_of_space,
    fight,
    frontier,
    hold,
    no_foe_cards,
    put_on_top,
    told,
    write_card,
)
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    finish,
    ships_on_map,
)

pytestmark = EVERY_MODE

FIRST, LAST = 0, 1  # players of a combat of two, by place in turn order
COMBAT_SCRATCH = ("fighting", "hits", "foe_damage", "foe_hits", "rolled", "wreck_vp", "wrecks", "dealt", "edge")
ABSENT_SCRATCH = ("foe_card", "combat_chosen", "combat_shown", "foe_offer", "foe_chosen", "decoy")


def arena(players: int = 2, **config: object) -> Position:
    """Everybody's guns on Fighters: one die, no shield."""
    p = edge_of_space(players, **config)
    for player in range(players):
        p.equip(player, FIGHTER, GUN)
    return p


def won(p: Position, player: int) -> int:
    """VP a player has scored."""
    return int(p.g.resource[player, VP])


def assert_nothing_left(p: Position) -> None:
    """A combat leaves nothing behind."""
    for name in COMBAT_SCRATCH:
        assert not getattr(p.g, name).any(), name
    for name in ABSENT_SCRATCH:
        assert (getattr(p.g, name) == -1).all(), name


# The course of a combat -----------------------------------------------------------------------------------------------


def test_without_tactics_and_cards_a_combat_is_the_one_of_the_base_game() -> None:
    """Movement and combat text, lines 379-411: dice, hits, damage and VP are as they were."""
    p = arena()
    p.place_ship(FIRST, FIGHTER, CENTRE)
    p.place_ship(LAST, DARK_RAIDER, CENTRE)
    fight(p, MISS, HIT)
    assert p.finished and p.g.scripted_count == 0
    assert ships_on_map(p, LAST) == 0
    assert won(p, FIRST) == p.t.class_vp[DARK_RAIDER]
    assert_nothing_left(p)


def test_a_combat_without_cannons_ends_undecided() -> None:
    """Ours: where nobody can do harm there is no next round, though there are cards in hand."""
    p = edge_of_space()
    write_card(p, 0, ("repair", "own", 1))
    hold(p, FIRST, 0)
    for player in (FIRST, LAST):
        p.place_ship(player, FIGHTER, CENTRE)
    fight(p)
    assert (p.decision, p.actor) == ("combat_card", FIRST)
    p.decline()
    assert p.finished
    assert told(p, log.E_COMBAT_UNDECIDED)
    assert ships_on_map(p, FIRST) == ships_on_map(p, LAST) == 1
    assert p.g.combat_held[FIRST] == 1


# Aiming better: EMP Cannons, scanners, Solar Wind ---------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "hits"), [(3, 0), (4, 1), (5, 1)])
def test_the_dice_of_an_emp_cannon_need_one_less(roll: int, hits: int) -> None:
    """Movement and combat text, lines 382-383: EMP Cannons change the score that hits."""
    p = edge_of_space()
    p.equip(FIRST, FIGHTER, "emp_cannon").place_ship(FIRST, FIGHTER, CENTRE)
    strength = int(p.t.upgrade_strength[p.index("upgrades", "emp_cannon")])
    p.equip(LAST, WAR_CRUISER, "singularity_shield").place_ship(LAST, WAR_CRUISER, CENTRE)
    p.place_ship(LAST, DARK_RAIDER, CENTRE)
    fight(p, roll, *[MISS] * (strength - 1))
    assert [row[2] for row in told(p, log.E_ROLLED)][:1] == [hits]


def test_other_dice_of_a_ship_with_an_emp_cannon_are_ordinary_and_rolled_first() -> None:
    """Ours: each cannon's dice for themselves."""
    p = edge_of_space()
    p.equip(FIRST, FIGHTER, GUN, "emp_cannon").place_ship(FIRST, FIGHTER, CENTRE)
    p.equip(LAST, WAR_CRUISER, "singularity_shield").place_ship(LAST, WAR_CRUISER, CENTRE)
    p.place_ship(LAST, DARK_RAIDER, CENTRE)
    fight(p, 4, 4, MISS, MISS, MISS)
    assert told(p, log.E_ROLLED)[0] == (FIRST, 5, 1, 0)


@pytest.mark.parametrize(("roll", "survives"), [(3, True), (4, False)])
def test_a_resistance_ship_with_emp_cannons_needs_one_less(roll: int, survives: bool) -> None:
    """Public: a Resistance ship of level III carries EMP Cannons."""
    p = no_foe_cards(edge_of_space())
    hexagon = frontier(p)
    card = put_on_top(p, 1, dice=1, shield=0)
    change_tables(p, lambda t: t.resistance_aim.__setitem__(card, 1))
    p.equip(FIRST, FIGHTER, GUN).place_ship(FIRST, FIGHTER, hexagon)
    p.dice(HIT, roll).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert p.finished
    assert (ships_on_map(p, FIRST) == 1) == survives


@pytest.mark.parametrize(
    ("technologies", "wind", "emp", "needed"),
    [
        ((), False, True, 4),
        (("quantum_scanner",), False, False, 4),
        (("quantum_scanner",), False, True, 4),
        (("solar_cannon_booster",), True, True, 4),
        (("quantum_scanner", "solar_cannon_booster"), True, True, 4),
        (("quantum_scanner", "solar_cannon_booster"), True, False, 4),
    ],
)
def test_technologies_that_aim_better_do_not_add_up(
    technologies: tuple[str, ...], wind: bool, emp: bool, needed: int
) -> None:
    """Edge of Extinction, lines 533-536: the best of them counts for each die."""
    for roll in (needed - 1, needed):
        p = edge_of_space(factions=("titan", "arctic"), modules=("M6",)).learn(FIRST, *technologies)
        p.g.solar_wind[CENTRE] = int(wind)
        p.equip(FIRST, FIGHTER, "emp_cannon" if emp else GUN).place_ship(FIRST, FIGHTER, CENTRE)
        strength = int(p.t.upgrade_strength[p.index("upgrades", "emp_cannon")]) if emp else 1
        p.equip(LAST, WAR_CRUISER, "singularity_shield", "singularity_shield").place_ship(LAST, WAR_CRUISER, CENTRE)
        fight(p, roll, *[MISS] * (strength - 1))
        assert told(p, log.E_ROLLED)[0] == (FIRST, strength, int(roll >= needed), 0)


def test_the_better_of_two_technologies_aims() -> None:
    """Edge of Extinction, lines 533-536: where one is better than the other, that one, after the first round too."""
    for value, first, second in ((3, 3, 4), (5, 4, 4)):
        p = edge_of_space(factions=("titan", "arctic")).learn(FIRST, "quantum_scanner")
        p.equip(FIRST, FIGHTER, "emp_cannon").place_ship(FIRST, FIGHTER, CENTRE)
        strength = int(p.t.upgrade_strength[p.index("upgrades", "emp_cannon")])
        p.equip(LAST, WAR_CRUISER, *["singularity_shield"] * 3).place_ship(LAST, WAR_CRUISER, CENTRE)
        number = p.index("technologies", "quantum_scanner")

        def write(t: Any, number: int = number, value: int = value) -> None:
            t.technology_value[number, 0] = value

        change_tables(p, write)
        misses = [MISS] * (strength - 2)
        fight(p, first - 1, first, *misses, second - 1, second, *misses)
        assert [row[2] for row in told(p, log.E_ROLLED)][:2] == [1, 1]


@pytest.mark.parametrize(("roll", "hits"), [(2, 0), (3, 1)])
def test_combat_cards_come_on_top_of_technologies(roll: int, hits: int) -> None:
    """Edge of Extinction, lines 533-536: only technologies do not add up."""
    p = edge_of_space(factions=("titan", "arctic")).learn(FIRST, "quantum_scanner")
    p.equip(FIRST, FIGHTER, "emp_cannon").place_ship(FIRST, FIGHTER, CENTRE)
    strength = int(p.t.upgrade_strength[p.index("upgrades", "emp_cannon")])
    p.equip(LAST, WAR_CRUISER, "singularity_shield").place_ship(LAST, WAR_CRUISER, CENTRE)
    hold(write_card(p, 0, ("aim", "own", 1)), FIRST, 0)
    fight(p).dice(roll, *[MISS] * (strength - 1)).do("combat_card", 0)
    assert told(p, log.E_ROLLED)[0] == (FIRST, strength, hits, 0)


def test_failed_dice_of_the_first_round_are_rolled_again_with_the_tachyon_scanner() -> None:
    """Public: in the first round of a combat only, and once."""
    p = arena().learn(FIRST, "tachyon_scanner")
    p.equip(FIRST, FIGHTER, GUN, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    p.equip(LAST, WAR_CRUISER, "singularity_shield").place_ship(LAST, WAR_CRUISER, CENTRE)
    p.equip(LAST, DARK_RAIDER, "singularity_shield").place_ship(LAST, DARK_RAIDER, CENTRE)
    fight(p, HIT, MISS, MISS)
    assert (p.decision, p.actor) == ("hit", FIRST)
    assert p.g.scripted_count == 0, "the die that failed was rolled again"
    p.dice(HIT, MISS, HIT, HIT, MISS).do("hit", *min(p.legal("hit")))
    assert p.g.scripted_count == 3, "in the second round it is not"


# Basic Tactics --------------------------------------------------------------------------------------------------------


def with_decoys(players: int = 2) -> Position:
    """Everybody has Basic Tactics, two Fighters, and a War Cruiser with one shield."""
    p = arena(players)
    for player in range(players):
        p.learn(player, "basic_tactics")
        p.equip(player, WAR_CRUISER, SHIELD)
        p.place_ship(player, FIGHTER, CENTRE)
        p.place_ship(player, FIGHTER, CENTRE)
        p.place_ship(player, WAR_CRUISER, CENTRE)
    return p


def ship_at(p: Position, player: int, ship_class: int, hexagon: int) -> int:
    """A player's first ship of a class in a hex."""
    return next(s for s in range(p.t.ships) if p.t.ship_class[s] == ship_class and p.g.ship_hex[player, s] == hexagon)


def ship_of(p: Position, player: int, ship_class: int) -> int:
    """A player's first ship of a class in the centre."""
    return ship_at(p, player, ship_class, CENTRE)


def test_decoys_are_named_in_reverse_turn_order_once_a_combat() -> None:
    """Public: before the combat a player with Basic Tactics may name a ship, not in each round."""
    p = with_decoys(3)
    fight(p, *[MISS] * 6)
    asked = []
    while p.decision == "decoy":
        asked.append(p.actor)
        fighter, cruiser = ship_of(p, p.actor, FIGHTER), ship_of(p, p.actor, WAR_CRUISER)
        assert p.legal() == {("pass",), ("ship", fighter), ("ship", cruiser)}, "of two like ships one"
        if p.actor == 0:
            p.dice(*[MISS] * 6, *[HIT] * 6).decline()
        else:
            p.do("ship", cruiser)
    assert asked == [2, 1, 0]
    assert p.decision == "hit", "the second round came without a question"


def test_hits_go_to_the_decoy_until_it_is_doomed() -> None:
    """Public: the decoy absorbs all hits until it is destroyed; then others are hit."""
    p = with_decoys().equip(FIRST, FIGHTER, GUN, GUN)
    p.place_ship(LAST, DARK_RAIDER, CENTRE)
    cruiser = ship_of(p, LAST, WAR_CRUISER)
    fight(p, HIT, HIT, HIT, MISS, MISS, MISS).do("ship", cruiser).decline()
    assert (p.decision, p.actor) == ("hit", FIRST)
    assert p.g.hits[LAST, cruiser] == 2, "two hits on the decoy were no choice; the third is free"
    assert p.legal("hit") == {(1, ship_of(p, LAST, FIGHTER)), (1, ship_of(p, LAST, DARK_RAIDER))}
    p.dice(*[MISS] * 6).do("hit", 1, ship_of(p, LAST, DARK_RAIDER))
    assert ships_on_map(p, LAST) == 2 and p.g.decoy[LAST] == -1


def test_a_decoy_binds_whoever_acts_for_the_resistance() -> None:
    """Ours: hits of the Resistance are hits as well."""
    p = no_foe_cards(edge_of_space()).learn(FIRST, "basic_tactics")
    hexagon = frontier(p)
    put_on_top(p, 1, dice=1, shield=1)
    p.equip(FIRST, FIGHTER, GUN).place_ship(FIRST, FIGHTER, hexagon)
    raider = p.place_ship(FIRST, DARK_RAIDER, hexagon)
    p.dice(MISS, HIT, HIT, MISS, HIT, MISS).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert (p.decision, p.actor) == ("decoy", FIRST)
    p.do("ship", raider)
    assert p.g.ship_hex[FIRST, raider] < 0, "the decoy is hit without a question"


def test_a_player_with_one_ship_needs_no_decoy() -> None:
    """Ours: there is nothing to choose."""
    p = arena().learn(FIRST, "basic_tactics")
    p.place_ship(FIRST, FIGHTER, CENTRE)
    p.place_ship(LAST, FIGHTER, CENTRE)
    assert fight(p, HIT, MISS).finished


# Advanced Tactics -----------------------------------------------------------------------------------------------------


def with_sacrifice(shields: int = 2, players: int = 2) -> tuple[Position, int]:
    """The first player has Advanced Tactics and a Dark Raider with shields, beside a Fighter."""
    p = arena(players).learn(FIRST, "advanced_tactics")
    p.equip(FIRST, DARK_RAIDER, *[SHIELD] * shields)
    raider = p.place_ship(FIRST, DARK_RAIDER, CENTRE)
    p.place_ship(FIRST, FIGHTER, CENTRE)
    return p, raider


def test_a_sacrificed_dark_raider_does_damage_by_its_shield_at_once() -> None:
    """Public: damage to one enemy ship like the Raider's shields; nobody gets VP for the Raider."""
    p, raider = with_sacrifice()
    p.equip(LAST, WAR_CRUISER, "singularity_shield", SHIELD, GUN)
    cruiser = p.place_ship(LAST, WAR_CRUISER, CENTRE)
    fighter = p.place_ship(LAST, FIGHTER, CENTRE)
    fight(p, MISS, MISS, MISS, HIT, HIT, HIT)
    assert (p.decision, p.actor) == ("sacrifice", FIRST)
    assert p.legal() == {("pass",), ("ship", raider)}
    p.do("ship", raider)
    assert (p.decision, p.actor) == ("sacrifice_target", FIRST)
    assert p.legal() == {("hit", 1, cruiser), ("hit", 1, fighter)}
    assert p.g.ship_hex[FIRST, raider] < 0
    p.do("hit", 1, cruiser)
    assert p.g.ship_damage[LAST, cruiser] == 2
    assert told(p, log.E_ROLLED)[0][1] == 1, "and the combat begins"
    finish(p)
    assert won(p, LAST) == p.t.class_vp[FIGHTER], "the Fighter counts, the Raider does not"
    assert_cubes_kept(p)
    assert_nothing_left(p)


def test_a_sacrifice_can_end_the_combat() -> None:
    """Ours: the ship it destroys counts as destroyed in the combat."""
    p, raider = with_sacrifice()
    p.equip(LAST, WAR_CRUISER, SHIELD).place_ship(LAST, WAR_CRUISER, CENTRE)
    fight(p).do("ship", raider)
    assert p.finished
    assert ships_on_map(p, LAST) == 0
    assert won(p, FIRST) == p.t.class_vp[WAR_CRUISER]


def test_the_last_ship_can_be_sacrificed() -> None:
    """Ours: then there is no survivor on that side."""
    p, raider = with_sacrifice()
    p.g.ship_hex[FIRST, ship_of(p, FIRST, FIGHTER)] = -1
    p.place_ship(LAST, WAR_CRUISER, CENTRE)
    p.place_ship(LAST, FIGHTER, CENTRE)
    fight(p).do("ship", raider)
    assert p.decision == "sacrifice_target", "it is chosen before anything else ends"
    p.do("hit", *min(p.legal("hit")))
    assert p.finished
    assert ships_on_map(p, LAST) == 1 and ships_on_map(p, FIRST) == 0
    assert won(p, LAST) == 0


def test_only_a_dark_raider_with_a_shield_is_worth_a_sacrifice() -> None:
    """Ours: without a shield it would do nothing."""
    p, _ = with_sacrifice(shields=0)
    p.place_ship(LAST, DARK_RAIDER, CENTRE)
    assert fight(p, HIT, MISS).finished


def test_sacrifices_are_offered_in_reverse_turn_order_after_decoys_and_never_bound_by_them() -> None:
    """Ours: damage of a sacrifice is no hit that is assigned."""
    p = arena(3)
    for player in range(3):
        p.learn(player, "basic_tactics", "advanced_tactics")
        p.equip(player, DARK_RAIDER, SHIELD).place_ship(player, DARK_RAIDER, CENTRE)
        p.place_ship(player, FIGHTER, CENTRE)
    fight(p, *[MISS] * 6)
    asked = []
    while p.decision == "decoy":
        asked.append(p.actor)
        p.do("ship", ship_of(p, p.actor, DARK_RAIDER))
    assert asked == [2, 1, 0]
    assert (p.decision, p.actor) == ("sacrifice", 2)
    p.do("ship", ship_of(p, 2, DARK_RAIDER))
    assert p.legal("hit") == {(other - 2 + 3, ship_of(p, other, c)) for other in (0, 1) for c in (DARK_RAIDER, FIGHTER)}
    p.do("hit", 1, ship_of(p, 0, FIGHTER))
    assert (p.decision, p.actor) == ("sacrifice", 1)
    assert ships_on_map(p, 0) == 1


def test_a_sacrifice_can_beat_the_resistance() -> None:
    """Movement and combat text, lines 421-425: Resistance Combat goes by the same rules."""
    p, _ = with_sacrifice()
    hexagon = frontier(p)
    put_on_top(p, 1, dice=1, shield=1)
    p.g.ship_hex[FIRST, :] = [hexagon if h == CENTRE else h for h in p.g.ship_hex[FIRST]]
    no_foe_cards(p).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    p.do("ship", *min(p.legal("ship")))
    assert p.finished
    assert p.g.resistance[hexagon] == 0
    assert (p.g.resistance_owner == FIRST).sum() == 1
    assert_nothing_left(p)


def test_damage_that_does_not_beat_a_resistance_ship_stays_on_it() -> None:
    """Ours: as with any other ship."""
    p, _ = with_sacrifice(shields=1)
    hexagon = frontier(p)
    put_on_top(p, 1, dice=2, shield=1)
    p.g.ship_hex[FIRST, :] = [hexagon if h == CENTRE else h for h in p.g.ship_hex[FIRST]]
    no_foe_cards(p).dice(HIT, MISS, MISS).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    p.do("ship", *min(p.legal("ship")))
    assert p.finished and p.g.resistance[hexagon] == 0, "one hit was enough"


# Fringe Tactics -------------------------------------------------------------------------------------------------------


def with_fringe_tactics() -> tuple[Position, int, int]:
    """The last player has Fringe Tactics, a Fighter without and a War Cruiser with a shield, and is hit once."""
    p = arena().learn(LAST, "fringe_tactics")
    p.place_ship(FIRST, FIGHTER, CENTRE)
    fighter = p.place_ship(LAST, FIGHTER, CENTRE)
    p.equip(LAST, WAR_CRUISER, "singularity_shield")
    cruiser = p.place_ship(LAST, WAR_CRUISER, CENTRE)
    return fight(p, HIT, MISS), fighter, cruiser


def test_a_hit_can_be_moved_to_another_own_ship_before_damage_counts() -> None:
    """Movement and combat text, lines 387-398: Fringe Tactics changes where hits go; once a round."""
    p, fighter, cruiser = with_fringe_tactics()
    p.do("hit", 1, fighter)
    assert (p.decision, p.actor) == ("deflect", LAST)
    assert p.legal() == {("pass",), ("ship", fighter)}
    p.dice(HIT, MISS).do("ship", fighter)
    assert p.g.ship_damage[LAST, cruiser] == 1, "the only other ship takes it without a question"
    assert p.g.ship_hex[LAST, fighter] == CENTRE
    assert p.decision == "hit", "the second round"
    p.dice(MISS, HIT).do("hit", 1, fighter)
    assert p.decision == "deflect", "and it can be done again"


def test_a_hit_need_not_be_moved() -> None:
    """Ours: it is a choice."""
    p, fighter, _ = with_fringe_tactics()
    p.do("hit", 1, fighter).decline()
    assert p.g.ship_hex[LAST, fighter] < 0


def test_a_hit_can_be_moved_to_a_ship_that_is_doomed_already() -> None:
    """Edge of Extinction, lines 385-398: hits are assigned in full, so one too many for a ship can save another."""
    p = arena().learn(LAST, "fringe_tactics")
    p.equip(FIRST, FIGHTER, GUN, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    fighter, cruiser = (p.place_ship(LAST, c, CENTRE) for c in (FIGHTER, WAR_CRUISER))
    write_card(p, 0, ("repair", "own", 1))
    hold(p, LAST, 0)
    fight(p).dice(HIT, HIT, MISS).decline().do("hit", 1, fighter).do("hit", 1, cruiser)
    assert (p.decision, p.actor) == ("deflect", LAST)
    assert p.legal() == {("pass",), ("ship", fighter), ("ship", cruiser)}
    p.do("ship", cruiser)
    assert p.g.ship_hex[LAST, fighter] < 0 and p.g.ship_hex[LAST, cruiser] == CENTRE


def test_a_ship_can_be_hit_once_more_so_that_a_moved_hit_does_not_save_it() -> None:
    """Edge of Extinction, lines 385-398: one hit too many for a single hit moved; a third is not asked for."""
    p = arena().learn(LAST, "fringe_tactics")
    p.equip(FIRST, FIGHTER, GUN, GUN, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    fighter, cruiser = (p.place_ship(LAST, c, CENTRE) for c in (FIGHTER, WAR_CRUISER))
    p.equip(LAST, WAR_CRUISER, "singularity_shield")
    fight(p, HIT, HIT, HIT, MISS).do("hit", 1, fighter)
    assert ("hit", 1, fighter) in p.legal()
    p.do("hit", 1, fighter)
    assert p.decision == "deflect", "the third hit can only go to the War Cruiser"
    assert p.g.hits[LAST, [fighter, cruiser]].tolist() == [2, 1]
    p.do("ship", fighter)
    assert p.g.ship_hex[LAST, fighter] < 0


def test_a_hit_that_cannot_save_anything_is_not_asked_about() -> None:
    """Ours: both ships are lost, wherever one hit goes."""
    p = arena().learn(LAST, "fringe_tactics")
    p.equip(FIRST, FIGHTER, *[GUN] * 4).place_ship(FIRST, FIGHTER, CENTRE)
    for _ in range(2):
        p.place_ship(LAST, FIGHTER, CENTRE)
    fight(p, *[HIT] * 4, MISS, MISS)
    while p.decision == "hit":
        p.do("hit", 1, min(p.legal("hit"))[1])
    assert p.finished and ships_on_map(p, LAST) == 0


def test_a_doomed_decoy_no_longer_draws_all_hits_but_can_be_hit_again() -> None:
    """Public, Basic Tactics; Edge of Extinction, lines 385-398: a card may cancel hits on the decoy."""
    p = arena().learn(LAST, "basic_tactics")
    write_card(p, 0, ("absorb", "own", 1))
    hold(p, LAST, 0)
    p.equip(FIRST, FIGHTER, GUN, GUN, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    fighter, cruiser = (p.place_ship(LAST, c, CENTRE) for c in (FIGHTER, WAR_CRUISER))
    fight(p).do("ship", fighter).dice(HIT, HIT, HIT, MISS).do("combat_card", 0)
    assert p.g.hits[LAST, [fighter, cruiser]].tolist() == [1, 0], "the first hit had to go to the decoy"
    assert p.legal() == {("hit", 1, fighter), ("hit", 1, cruiser)}


def test_the_ship_that_takes_the_hit_is_chosen() -> None:
    """Ours: any other own ship in the combat."""
    p, fighter, cruiser = with_fringe_tactics()
    carrier = p.place_ship(LAST, BATTLE_CARRIER, CENTRE)
    p.equip(LAST, BATTLE_CARRIER, SHIELD)
    fight(p, HIT, MISS).do("hit", 1, fighter).do("ship", fighter)
    assert (p.decision, p.actor) == ("deflect_to", LAST)
    assert p.legal() == {("ship", cruiser), ("ship", carrier)}
    p.dice(HIT, MISS).do("ship", carrier)
    assert p.g.ship_damage[LAST, carrier] == 1


# Advanced Research ----------------------------------------------------------------------------------------------------


def test_everybody_who_took_part_may_copy_a_technology_whatever_the_outcome() -> None:
    """Movement and combat text, lines 413-419: one that an opponent knows, up to a cost, free; in turn order."""
    p = arena(3)
    for player in range(3):
        p.learn(player, "advanced_research")
    p.learn(2, "basic_repairs")
    p.place_ship(0, FIGHTER, CENTRE)
    p.place_ship(1, DARK_RAIDER, CENTRE)
    fight(p, HIT)
    assert p.g.modifier[0, MODIFIER_NAMES.index("copy_cost")] > 0
    asked = []
    while not p.finished:
        assert p.decision == "copy_technology"
        assert_nothing_left(p)
        asked.append(p.actor)
        p.do("technology", *min(p.legal("technology")))
    assert asked == [0, 1], "the destroyed one too, but not who stood by"
    assert_cubes_kept(p)


def test_a_technology_is_copied_after_resistance_combat_as_well() -> None:
    """Movement and combat text, lines 413-425: Resistance Combat has the same steps."""
    p = no_foe_cards(arena()).learn(FIRST, "advanced_research").learn(LAST, "basic_repairs")
    hexagon = frontier(p)
    put_on_top(p, 1, dice=1, shield=0)
    p.place_ship(FIRST, FIGHTER, hexagon)
    p.dice(MISS, HIT).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert (p.decision, p.actor) == ("copy_technology", FIRST)
    assert p.legal("technology") == {(p.index("technologies", "basic_repairs"),)}
    assert p.decline().finished


def test_there_is_nothing_to_copy_for_others() -> None:
    """Ours: without Advanced Research nobody is asked."""
    p = arena().learn(LAST, "basic_repairs")
    p.place_ship(FIRST, FIGHTER, CENTRE)
    p.place_ship(LAST, DARK_RAIDER, CENTRE)
    assert fight(p, HIT).finished


# Resistance decks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("used", [0, 1, 3])
def test_a_resistance_deck_is_renewed_as_soon_as_it_is_empty(used: int) -> None:
    """Edge of Extinction, lines 518-519: used cards are shuffled into a new deck when the last card is drawn."""
    p = no_foe_cards(edge_of_space())
    hexagon = frontier(p)
    last = put_on_top(p, 1, dice=1, shield=1)
    others = [card for card in range(p.t.resistance_cards) if p.t.resistance_level[card] == 1 and card != last]
    p.g.resistance_deck[0] = -1
    p.g.resistance_deck[0, 0] = last
    p.g.resistance_left[0] = 1
    p.g.resistance_known[0] = 0
    for i, card in enumerate(others):
        p.g.resistance_owner[card] = DISCARDED if i < used else LAST
    p.equip(FIRST, FIGHTER, GUN).place_ship(FIRST, FIGHTER, hexagon)
    p.place_ship(FIRST, DARK_RAIDER, hexagon)
    p.dice(HIT, HIT).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert p.decision == "hit", "the combat is under way"
    assert p.g.foe_card[0] == last
    assert p.g.resistance_left[0] == used
    assert sorted(int(card) for card in p.g.resistance_deck[0, :used]) == others[:used]
    assert (p.g.resistance_owner[others[:used]] == -1).all() and p.g.resistance_known[0] == 0


def test_a_card_that_nobody_won_goes_under_the_renewed_deck() -> None:
    """Edge of Extinction, lines 518-519; base rules, lines 301-303: it is known to lie there."""
    p = no_foe_cards(edge_of_space())
    hexagon = frontier(p)
    last = put_on_top(p, 1, dice=1, shield=1)
    others = [card for card in range(p.t.resistance_cards) if p.t.resistance_level[card] == 1 and card != last]
    p.g.resistance_deck[0] = -1
    p.g.resistance_deck[0, 0] = last
    p.g.resistance_left[0] = 1
    p.g.resistance_owner[others] = DISCARDED
    p.place_ship(FIRST, DARK_RAIDER, hexagon)
    p.dice(HIT).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert p.finished
    assert p.g.resistance_deck[0, 0] == last
    assert (p.g.resistance_left[0], p.g.resistance_known[0]) == (len(others) + 1, 1)


# Squadrons and the Stronghold -----------------------------------------------------------------------------------------


ARMOUR = "singularity_shield"  # absorbs three damage


def against_squadron(shield: int, mode: str = "semi_coop", players: int = 2, count: int = 1) -> tuple[Position, int]:
    """A hex with squadrons of a shield, that come without cannons."""
    p = edge_of_space(players, scenario="stronghold", mode=mode)
    hexagon = frontier(p, 0)
    p.g.squadron[hexagon] = count
    p.g.squadron_supply -= count

    def write(t: Any) -> None:
        t.squadron_cards[:] = 0
        t.squadron_shield = shield - int(p.g.turn)
        t.squadron_damage = 0

    return change_tables(p, write), hexagon


def attack(p: Position, hexagon: int, *dice: int) -> Position:
    """Begin the combat with the squadrons of a hex; the dice of players come first, in turn order."""
    return p.dice(*dice).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.AGAINST_SQUADRONS)


def storm(p: Position, *dice: int) -> Position:
    """Attack the Stronghold with all ships beside it, with these dice."""
    p.g.activations = 1
    p.dice(*dice).jump(frames.ASSAULT)
    while p.decision == "join":
        p.do("join", min(p.legal("join"))[0])
    return p


def raiders(p: Position, hexagon: int, *players: int, shields: int = 1) -> list[int]:
    """A shielded Dark Raider and an armed Fighter of each player, who may sacrifice the Raider; tells the Raiders."""
    placed = []
    for player in players:
        p.learn(player, "advanced_tactics")
        p.equip(player, DARK_RAIDER, *[SHIELD] * shields).equip(player, FIGHTER, GUN)
        placed.append(p.place_ship(player, DARK_RAIDER, hexagon))
        p.place_ship(player, FIGHTER, hexagon)
    return placed


@pytest.mark.parametrize("mode", ["coop", "semi_coop"])
def test_there_are_no_cards_against_squadrons_and_stronghold(mode: str) -> None:
    """Event Horizon, lines 1213-1214 and 1291-1292: combat cards cannot be used there."""
    for target in ("squadron", "stronghold"):
        p, hexagon = against_squadron(0, mode)
        write_card(p, 0, ("hits", "own", 3))
        for player in range(2):
            hold(p, player, 0).equip(player, FIGHTER, GUN, SHIELD).place_ship(player, FIGHTER, hexagon)
        if target == "squadron":
            attack(p, hexagon)
        else:
            p.g.squadron[:] = 0
            storm(p)
        while not p.finished:
            assert p.decision == "hit"
            p.default()
        assert p.g.combat_held[:2].tolist() == [1, 1]
        assert_nothing_left(p)


def rounds_until(p: Position, kind: int) -> int:
    """How often the first player has rolled since the last decision, before something happened."""
    rows = [(int(row[0]), int(row[1])) for row in p.g.log[: p.g.log_count]]
    before = rows[: next(i for i, row in enumerate(rows) if row[0] == kind)]
    return before.count((log.E_ROLLED, FIRST))


@pytest.mark.parametrize(("roll", "rounds"), [(HIT, 1), (MISS, 2)])
def test_a_sacrifice_counts_with_the_hits_of_the_first_round_against_a_squadron(roll: int, rounds: int) -> None:
    """Event Horizon, lines 1153-1214, 1280-1294: the battle goes by the usual rules, but for combat cards."""
    p, hexagon = against_squadron(2)
    (raider,) = raiders(p, hexagon, FIRST, shields=2)
    attack(p, hexagon, roll, HIT)
    assert (p.decision, p.actor) == ("sacrifice", FIRST)
    p.do("ship", raider)
    assert p.finished and p.g.squadron[hexagon] == 0
    assert rounds_until(p, log.E_SQUADRON_DESTROYED) == rounds, "two damage and a hit beat a shield of two"
    assert p.g.ship_hex[FIRST, raider] < 0
    assert_cubes_kept(p)


def test_a_sacrifice_destroys_no_more_than_one_squadron() -> None:
    """Event Horizon, lines 1209-1211 and 1287-1289: too much damage is lost, and one falls in a round."""
    p, hexagon = against_squadron(0, count=2)
    (raider,) = raiders(p, hexagon, FIRST, shields=2)
    attack(p, hexagon, HIT, HIT).do("ship", raider)
    assert p.finished and p.g.squadron[hexagon] == 0
    assert rounds_until(p, log.E_SQUADRON_DESTROYED) == 1
    assert p.g.scripted_count == 0, "the second one took a round of its own"


def test_a_sacrifice_is_damage_dealt_to_the_squadron() -> None:
    """Event Horizon, lines 1296-1301: who dealt most damage scores it, the sacrificed Raider's included."""
    p, hexagon = against_squadron(2)
    (raider,) = raiders(p, hexagon, LAST, shields=2)
    p.g.ship_hex[LAST, ship_at(p, LAST, FIGHTER, hexagon)] = -1
    p.equip(FIRST, FIGHTER, GUN).place_ship(FIRST, FIGHTER, hexagon)
    attack(p, hexagon, HIT)
    before = won(p, FIRST), won(p, LAST)
    p.do("ship", raider)
    assert p.finished and p.g.squadron[hexagon] == 0
    assert (won(p, FIRST), won(p, LAST)) == (before[0], before[1] + p.t.squadron_vp)


@pytest.mark.parametrize(("shield", "left"), [(1, 1), (2, 2)])
def test_the_last_ship_sacrificed_does_its_damage_at_once(shield: int, left: int) -> None:
    """Ours: nobody is left to fight a round; no more than one squadron falls."""
    p, hexagon = against_squadron(shield, count=2)
    (raider,) = raiders(p, hexagon, FIRST, shields=2)
    p.g.ship_hex[FIRST, ship_at(p, FIRST, FIGHTER, hexagon)] = -1
    attack(p, hexagon).do("ship", raider)
    assert p.finished
    assert p.g.squadron[hexagon] == left
    assert ships_on_map(p, FIRST) == 0
    assert_nothing_left(p)


def test_nobody_sacrifices_a_raider_to_a_squadron_that_is_lost_already() -> None:
    """Ours: one squadron falls in a round, whatever is too much."""
    for shield, asked in ((1, False), (2, True)):
        p, hexagon = against_squadron(shield, count=2)
        _, raider = raiders(p, hexagon, FIRST, LAST, shields=2)
        attack(p, hexagon, MISS, MISS)
        assert (p.decision, p.actor) == ("sacrifice", LAST)
        p.do("ship", raider)
        assert ((p.decision, p.actor) == ("sacrifice", FIRST)) == asked


@pytest.mark.parametrize("mode", ["coop", "semi_coop"])
def test_hits_of_squadrons_fall_on_the_decoy_first(mode: str) -> None:
    """Edge of Extinction, lines 430-432; Event Horizon, lines 1153-1214: a technology goes before targeting rules."""
    for named in (False, True):
        p, hexagon = against_squadron(9, mode)
        change_tables(p, lambda t: setattr(t, "squadron_damage", 1))
        p.learn(FIRST, "basic_tactics").equip(FIRST, FIGHTER, GUN, SHIELD).equip(FIRST, BATTLE_CARRIER, SHIELD)
        fighter = p.place_ship(FIRST, FIGHTER, hexagon)
        carrier = p.place_ship(FIRST, BATTLE_CARRIER, hexagon)
        attack(p, hexagon, MISS)
        assert (p.decision, p.actor) == ("decoy", FIRST)
        p.dice(*[MISS] * 8)
        if named:
            p.do("ship", carrier)
        else:
            p.decline()
        lost = [ship for _, ship, *_ in told(p, log.E_SHIP_DESTROYED)]
        assert lost == ([carrier, fighter] if named else [fighter, carrier])


def test_a_hit_of_a_squadron_can_be_moved() -> None:
    """Edge of Extinction, lines 387-398; Event Horizon, lines 1153-1214: Fringe Tactics holds there as elsewhere."""
    p, hexagon = against_squadron(9)
    change_tables(p, lambda t: setattr(t, "squadron_damage", 1))
    p.learn(FIRST, "fringe_tactics").equip(FIRST, FIGHTER, GUN).equip(FIRST, WAR_CRUISER, ARMOUR)
    fighter, cruiser = (p.place_ship(FIRST, c, hexagon) for c in (FIGHTER, WAR_CRUISER))
    attack(p, hexagon, MISS)
    assert (p.decision, p.actor) == ("deflect", FIRST)
    p.dice(MISS).do("ship", fighter)
    assert p.g.ship_damage[FIRST, cruiser] == 1 and p.g.ship_hex[FIRST, fighter] == hexagon


@pytest.mark.parametrize("mode", ["semi_coop"])
def test_a_technology_is_copied_after_a_battle_with_squadrons(mode: str) -> None:
    """Edge of Extinction, lines 413-419: by everybody who took part, whatever the outcome."""
    p, hexagon = against_squadron(0, mode, players=3)
    p.learn(0, "advanced_research").learn(1, "advanced_research").learn(2, "basic_repairs", "advanced_research")
    p.equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, hexagon)
    attack(p, hexagon, HIT)
    assert p.g.squadron[hexagon] == 0
    assert (p.decision, p.actor) == ("copy_technology", 0)
    assert p.legal("technology") == {(p.index("technologies", "basic_repairs"),)}
    assert p.decline().finished, "the others took no part"


def test_tactics_hold_against_the_stronghold() -> None:
    """Event Horizon, lines 1249-1270 and 1323-1344: a decoy, a sacrifice, a hit moved, a technology copied."""
    p = edge_of_space(2, scenario="stronghold", mode="semi_coop")
    near = frontier(p, 0)

    def write(t: Any) -> None:
        t.stronghold_dice, t.stronghold_shield, t.squadron_shield = 1, 2, -int(p.g.turn)

    change_tables(p, write)
    (raider,) = raiders(p, near, FIRST, shields=2)
    p.learn(FIRST, "basic_tactics", "fringe_tactics", "advanced_research").learn(LAST, "basic_repairs")
    p.equip(FIRST, WAR_CRUISER, ARMOUR, ARMOUR, GUN).equip(FIRST, FIGHTER, SHIELD)
    cruiser, fighter = p.place_ship(FIRST, WAR_CRUISER, near), ship_at(p, FIRST, FIGHTER, near)
    levels = int(p.g.stronghold)
    storm(p)
    assert (p.decision, p.actor) == ("decoy", FIRST)
    p.do("ship", cruiser)
    assert (p.decision, p.actor) == ("sacrifice", FIRST)
    p.dice(6, HIT).do("ship", raider)
    assert p.decision == "deflect", "the first round is over but for the damage"
    assert p.g.hits[FIRST, [cruiser, fighter]].tolist() == [2, 1], "one for each ship; the roll hit the decoy"
    p.dice(6, MISS).do("ship", fighter)
    assert p.g.stronghold == levels - 1, "two damage and a hit against a shield of two"
    assert p.g.ship_damage[FIRST, [cruiser, fighter]].tolist() == [3, 0]
    while p.decision == "deflect":
        p.dice(MISS, MISS).decline()
    assert ships_on_map(p, FIRST) == 0
    assert (p.decision, p.actor) == ("copy_technology", FIRST), "whatever the outcome"


def test_players_who_stand_together_name_decoys() -> None:
    """Edge of Extinction, lines 430-432: where targeting rules say whom the Resistance hits, decoys come before them.

    Of those that may be hit, the targeting rules choose: the decoy of one player or any ship of another.
    """
    for named in (False, True):
        p = no_foe_cards(edge_of_space(2, scenario="stronghold"))
        hexagon = frontier(p)
        put_on_top(p, 1, dice=1, shield=1)
        p.learn(FIRST, "basic_tactics").equip(FIRST, FIGHTER, GUN, GUN).equip(FIRST, BATTLE_CARRIER)
        p.equip(LAST, FIGHTER, GUN).place_ship(LAST, FIGHTER, hexagon)
        strong, carrier = (p.place_ship(FIRST, c, hexagon) for c in (FIGHTER, BATTLE_CARRIER))
        p.jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.TOGETHER)
        assert (p.decision, p.actor) == ("decoy", FIRST)
        change_tables(p, lambda t: t.resistance_dice.__setitem__(slice(None), 1))
        p.dice(MISS, MISS, MISS, HIT, *[MISS] * (2 if named else 1), HIT)
        if named:
            p.do("ship", carrier)
        else:
            p.decline()
        lost = [(player, ship) for player, ship, *_ in told(p, log.E_SHIP_DESTROYED)]
        weak = (LAST, strong)
        assert lost[0] == (weak if named else (FIRST, strong)), "the most dice, behind the decoy the other player's"
        assert lost[1] == ((FIRST, carrier) if named else weak)
