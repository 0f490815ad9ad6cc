"""Edge of Extinction: planetary upgrades and what they do, repairs, and upgrades of ships that are limited."""

from __future__ import annotations

import pytest

from exodus_env.exodus.capacity import LONGEST_PATH
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, log
from tests.effort import EVERY_MODE
from tests.position import Position
from tests.rules.early import (
    CARRIER,
    CRUISER,
    FIGHTER,
    RAIDER,
    all_cubes,
    at_home,
    cp,
    cubes,
    empty_supply,
    finish,
    home,
    modifier,
    own,
    perform,
    planets,
    row,
    run_effects,
    ship,
    upgrade,
    upkeep,
)
from tests.rules.eoe_early import colony, events_of, expansion, grant, own_tables

pytestmark = EVERY_MODE

ALL_FOUR = ("sds", "asds", "clone_factory", "space_port")
KINDS = (v.SDS, v.ASDS, v.CLONE_FACTORY, v.SPACE_PORT)


def builder(*technologies: str, players: int = 2) -> Position:
    """A game in which player 0 is rich and knows these technologies."""
    return own(expansion(players=players).learn(0, *technologies), 0, 100, 10, 10)


def offered(p: Position, kind: int) -> set[int]:
    """Hexes on which a planetary upgrade can be put now."""
    return {hexagon for which, hexagon in p.legal("planetary") if which == kind}


def fortified(p: Position, hexagon: int) -> list[int]:
    """Who bought the upgrades of a planet, by kind."""
    return [int(x) for x in p.g.planetary[hexagon]]


# Buying ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_planetary_upgrade_needs_its_technology(kind: int) -> None:
    """Edge of Extinction, lines 475-477: no upgrade without the technology that gives access to it."""
    p = builder(*(name for i, name in enumerate(ALL_FOUR) if i != kind))
    colony(p, 0)
    perform(p, 0, v.UPGRADE)
    assert {which for which, _ in p.legal("planetary")} == set(KINDS) - {kind}


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_paid_and_placed_at_once(kind: int) -> None:
    """Edge of Extinction, lines 443-448: CP and Phasium for a token on the hex."""
    p = builder(*ALL_FOUR)
    hexagon = colony(p, 0)
    perform(p, 0, v.UPGRADE).do("planetary", kind, hexagon)
    assert fortified(p, hexagon) == [1 if which == kind else 0 for which in KINDS]
    assert cp(p, 0) == 100 - p.t.planetary_cp[kind]
    assert p.g.resource[0, v.PHASIUM] == 10 - p.t.planetary_phasium[kind]
    assert events_of(p, log.E_PLANETARY_BUILT) == [[0, kind, hexagon, 0]]
    assert p.decision == "upgrade"


def test_who_cannot_pay_is_not_offered_it() -> None:
    """Edge of Extinction, lines 443-448: an upgrade is bought."""
    p = builder(*ALL_FOUR)
    hexagon = colony(p, 0)
    own_tables(p).planetary_cp[:] = 4
    p.t.planetary_phasium[:] = 2
    for stock, rich in (((4, 0, 2), True), ((3, 0, 2), False), ((4, 0, 1), False)):
        perform(own(p, 0, *stock), 0, v.UPGRADE)
        assert ((v.SDS, hexagon) in p.legal("planetary")) == rich


def test_what_makes_upgrades_cheaper_makes_these_cheaper_and_never_free() -> None:
    """our ruling: planetary upgrades are upgrades; a price never falls to nothing, so that buying ends."""
    p = grant(grant(builder(*ALL_FOUR), 0, "upgrade_cp", -50), 0, "upgrade_phasium", -50)
    hexagon = colony(p, 0)
    perform(p, 0, v.UPGRADE).do("planetary", v.SDS, hexagon)
    assert cp(p, 0) == 99
    assert p.g.resource[0, v.PHASIUM] == 10


def test_only_planets_the_player_controls_take_one() -> None:
    """Edge of Extinction, lines 466-471: control is the most Population, and no tie."""
    p = builder("sds")
    hexagon = colony(p, 0)
    for own_cubes, other_cubes, allowed in ((2, 1, True), (2, 2, False), (1, 2, False), (0, 0, False)):
        p.settle(hexagon, 0, own_cubes).settle(hexagon, 1, other_cubes)
        perform(p, 0, v.UPGRADE)
        assert (hexagon in offered(p, v.SDS)) == allowed


def test_home_takes_a_defense_but_neither_factory_nor_port() -> None:
    """Edge of Extinction, lines 451-459: factory and port are not for the owner's home."""
    p = builder(*ALL_FOUR)
    perform(p, 0, v.UPGRADE)
    assert p.legal("planetary") == {(v.SDS, home(p, 0)), (v.ASDS, home(p, 0))}
    p.settle(home(p, 1), 0, at_home(p, 1) + 1)
    perform(p, 0, v.UPGRADE)
    assert {(kind, home(p, 1)) for kind in KINDS} <= p.legal("planetary")


def test_one_defense_of_either_kind_on_a_hex() -> None:
    """Edge of Extinction, lines 451-452: either system excludes both."""
    for first in (v.SDS, v.ASDS):
        p = builder(*ALL_FOUR)
        hexagon = colony(p, 0)
        perform(p, 0, v.UPGRADE).do("planetary", first, hexagon)
        assert {which for which, where in p.legal("planetary") if where == hexagon} == {v.CLONE_FACTORY, v.SPACE_PORT}


@pytest.mark.parametrize("kind", [v.CLONE_FACTORY, v.SPACE_PORT])
def test_one_factory_and_one_port_on_a_hex_whoever_bought_it(kind: int) -> None:
    """Edge of Extinction, lines 454-459: one on any single hex."""
    p = builder(*ALL_FOUR)
    hexagon = colony(p, 0)
    p.g.planetary[hexagon, kind] = 2
    perform(p, 0, v.UPGRADE)
    assert hexagon not in offered(p, kind)


def test_tokens_are_limited_and_counted_by_who_bought_them() -> None:
    """Edge of Extinction, lines 461-462: as many as there are in the box, wherever they stand."""
    p = builder("sds")
    limit = int(p.t.planetary_limit[v.SDS])
    for which in range(limit):
        p.g.planetary[colony(p, 1, which=which), v.SDS] = 1  # bought by player 0, controlled by player 1
    perform(p, 0, v.UPGRADE)
    assert not p.legal("planetary")
    p.g.planetary[colony(p, 1), v.SDS] = 2
    perform(p, 0, v.UPGRADE)
    assert offered(p, v.SDS) == {home(p, 0)}


def test_a_destroyed_planet_loses_its_upgrades() -> None:
    """our ruling: what stands on a planet goes with it, and its tokens can be bought again."""
    p = builder("sds")
    hexagon = colony(p, 0)
    p.g.planetary[hexagon] = 1
    p.g.exploring = hexagon
    run_effects(p, row("shatter", "owner"), owner=0)
    assert p.g.destroyed[hexagon] == 1
    assert fortified(p, hexagon) == [0, 0, 0, 0]


def test_a_card_gives_a_planetary_upgrade_without_paying() -> None:
    """Edge of Extinction, lines 475-477: free, yet only with its technology; it may be declined."""
    p = own(builder("sds"), 0)
    hexagon = colony(p, 0)
    run_effects(p, row("fortify", "owner"), owner=0)
    assert p.decision == "fortify"
    assert p.legal() == {("pass",), ("planetary", v.SDS, hexagon), ("planetary", v.SDS, home(p, 0))}
    p.do("planetary", v.SDS, hexagon)
    assert p.finished
    assert fortified(p, hexagon) == [1, 0, 0, 0]
    assert cp(p, 0) == 0
    assert run_effects(expansion(), row("fortify", "owner"), owner=0).finished  # nothing to choose from


# Clone Factories ------------------------------------------------------------------------------------------------------


def test_a_clone_factory_grows_its_planet_after_home() -> None:
    """Edge of Extinction, lines 148-151: one cube more on the planet, from the supply, home first."""
    p = expansion()
    hexagon = colony(p, 0)
    p.g.planetary[hexagon, v.CLONE_FACTORY] = 1
    before = at_home(p, 0)
    upkeep(p)
    assert p.g.population[hexagon, 0] == 2 + p.t.clone_growth
    assert at_home(p, 0) == before + modifier(p, 0, "growth")
    assert cubes(p, 0) == all_cubes(p)


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_growth_ends_with_the_cubes(left: int) -> None:
    """Edge of Extinction, lines 489-506: home is served first, then the planets in their order."""
    p = expansion()
    first, second = colony(p, 0), colony(p, 0, which=1)
    p.g.planetary[[first, second], v.CLONE_FACTORY] = 1
    before = at_home(empty_supply(p, 0, left), 0)
    upkeep(p)
    assert at_home(p, 0) - before == min(2, left)
    assert p.g.population[first, 0] == 2 + (left == 3)
    assert p.g.population[second, 0] == 2


def test_a_factory_serves_who_controls_the_planet() -> None:
    """Edge of Extinction, lines 466-471: whoever bought it; nobody where players are tied."""
    p = expansion()
    hexagon = colony(p, 1, 3)
    p.g.planetary[hexagon, v.CLONE_FACTORY] = 1
    p.settle(hexagon, 0, 2)
    upkeep(p)
    assert p.g.population[hexagon, :2].tolist() == [2, 4]
    p.settle(hexagon, 0, 4)
    upkeep(p)
    assert p.g.population[hexagon, :2].tolist() == [4, 4]


# Repairs --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("learned", "repaired"), [((), 0), (("basic_repairs",), 1), (("advanced_repairs",), 3)])
def test_repairs_by_technology(learned: tuple[str, ...], repaired: int) -> None:
    """Edge of Extinction, lines 153-158: one by Basic Repairs, three by Advanced Repairs."""
    assert damage_left(*learned) == 6 - repaired


def test_basic_and_advanced_repairs_add_up() -> None:
    """Edge of Extinction, lines 156-158 and 179-183: both apply, four in all."""
    assert damage_left("basic_repairs", "advanced_repairs") == 2


def damage_left(*learned: str) -> int:
    """What is left of 6 damage on a Battle Carrier after Upkeep."""
    p = expansion().learn(0, *learned)
    p.equip(0, CARRIER, "electromagnetic_shield", "dark_energy_shield", "dark_energy_shield")
    carrier = ship(p, 0, CARRIER)
    p.g.ship_damage[0, carrier] = 6
    upkeep(p)
    return int(p.g.ship_damage[0, carrier])


# Space Ports ----------------------------------------------------------------------------------------------------------


def port(p: Position, player: int = 0, which: int = 0) -> int:
    """A planet with a Space Port that a player controls."""
    hexagon = colony(p, player, which=which)
    p.g.planetary[hexagon, v.SPACE_PORT] = 1
    return hexagon


def test_a_space_port_lets_the_player_say_where_a_ship_is_built() -> None:
    """Edge of Extinction, lines 458-471, base rules, line 138: at home or at a port, ship by ship."""
    p = builder()
    first, second = port(p), port(p, which=1)
    before = p.g.ship_hex[0].tolist()
    perform(p, 0, v.BUILD).do("ship_class", FIGHTER)
    assert p.decision == "build_at"
    assert p.g.focus_card == FIGHTER
    assert p.legal() == {("hex", hexagon) for hexagon in (home(p, 0), first, second)}
    p.do("hex", second)
    assert events_of(p, log.E_BUILT) == [[0, FIGHTER, second, 0]]
    assert p.decision == "build"
    p.do("ship_class", CRUISER).do("hex", home(p, 0))
    assert events_of(p, log.E_BUILT) == [[0, CRUISER, 0, 0]]
    new = [int(h) for h, old in zip(p.g.ship_hex[0], before, strict=True) if h != old]
    assert new == [second, home(p, 0)]
    assert cp(p, 0) == 100 - p.t.class_cp[FIGHTER] - p.t.class_cp[CRUISER]
    p.decline()
    assert p.finished


def test_a_port_serves_who_controls_the_planet() -> None:
    """Edge of Extinction, lines 466-471: whoever bought it; nobody where players are tied."""
    p = builder()
    hexagon = port(p, player=1)
    perform(p, 0, v.BUILD).do("ship_class", FIGHTER)
    assert p.decision == "build"
    assert p.g.ship_hex[0, ship(p, 0, FIGHTER)] == home(p, 0)
    own(p, 1, 100, 10, 10)
    perform(p, 1, v.BUILD).do("ship_class", FIGHTER).do("hex", hexagon)
    assert p.g.ship_hex[1, ship(p, 1, FIGHTER)] == hexagon
    p.settle(hexagon, 0, 2)
    perform(p, 1, v.BUILD).do("ship_class", FIGHTER)
    assert p.decision == "build"


def test_a_ship_that_a_card_gives_can_go_to_a_port() -> None:
    """base rules, line 138, our ruling: a free ship is built like another."""
    p = own(expansion(), 0)
    hexagon = port(p)
    run_effects(p, row("build", "owner", FIGHTER), owner=0)
    p.do("ship_class", FIGHTER).do("hex", hexagon)
    assert p.finished
    assert p.g.ship_hex[0, ship(p, 0, FIGHTER)] == hexagon


def test_without_a_port_nothing_is_asked() -> None:
    """base rules, line 138: at home."""
    p = perform(builder(), 0, v.BUILD).do("ship_class", FIGHTER)
    assert p.decision == "build"
    assert p.g.ship_hex[0, ship(p, 0, FIGHTER)] == home(p, 0)


# Rockets and Population that cards give -------------------------------------------------------------------------------


def test_a_card_gives_a_rocket_without_paying() -> None:
    """Edge of Extinction, lines 475-477: with its technology, onto a planet with the majority and a free space."""
    p = own(expansion().learn(0, "hypersonic_rockets"), 0)
    hexagon, lost = colony(p, 0), colony(p, 1, which=1)
    p.settle(lost, 0, 1)
    p.g.rocket[home(p, 0), : p.t.rocket_limit] = 1
    run_effects(p, row("arm", "owner"), owner=0)
    assert p.decision == "arm"
    assert p.legal() == {("pass",), ("rocket", 0, hexagon)}
    p.do("rocket", 0, hexagon)
    assert p.finished
    assert p.g.rocket[hexagon, 0] == 1
    assert events_of(p, log.E_ROCKET_PLACED) == [[0, 0, hexagon, 0]]


def test_a_card_settles_population() -> None:
    """our ruling: cube by cube onto planets with own Population, home among them, as far as cubes go."""
    p = expansion()
    hexagon = colony(p, 0, 1)
    before = at_home(p, 0)
    run_effects(p, row("settle", "owner", 3), owner=0)
    assert p.decision == "settle"
    assert p.legal() == {("hex", home(p, 0)), ("hex", hexagon)}
    p.do("hex", hexagon).do("hex", hexagon).do("hex", home(p, 0))
    assert p.finished
    assert (p.g.population[hexagon, 0], at_home(p, 0)) == (3, before + 1)
    assert cubes(p, 0) == all_cubes(p)
    empty_supply(p, 0, 1)
    finish(run_effects(p, row("settle", "owner", 3), owner=0))
    assert p.g.supply[0] == 0
    assert cubes(p, 0) == all_cubes(p)


# Ship upgrades --------------------------------------------------------------------------------------------------------


def test_what_upgrades_make_of_a_class() -> None:
    """Edge of Extinction, lines 278-281 and 381-384: dice, those of EMP Cannons, drive, and room for Population."""
    p = expansion()
    p.equip(0, CARRIER, "laser_cannon", "emp_cannon", "hyperspace_drive", "t_module").refresh()
    emp = upgrade(p, "emp_cannon")
    assert p.g.emp_dice[0, CARRIER] == p.t.upgrade_strength[emp]
    assert p.g.dice[0, CARRIER] == p.t.upgrade_strength[emp] + p.t.upgrade_strength[upgrade(p, "laser_cannon")]
    assert (p.g.drive[0, CARRIER], p.g.hyperspace[0, CARRIER]) == (LONGEST_PATH, 1)
    assert p.g.room[0, CARRIER] == p.t.class_capacity[CARRIER] + p.t.upgrade_strength[upgrade(p, "t_module")]
    assert p.g.room[0, RAIDER] == p.t.class_capacity[RAIDER]
    assert (p.g.emp_dice[0, RAIDER], p.g.hyperspace[0, RAIDER]) == (0, 0)


def test_slower_ships_by_law_do_not_slow_a_hyperspace_drive() -> None:
    """Edge of Extinction, line 278: it moves anywhere, so nothing is taken off."""
    p = grant(expansion().equip(0, FIGHTER, "hyperspace_drive"), 0, "movement", -2).refresh()
    assert p.g.drive[0, FIGHTER] == LONGEST_PATH


def test_the_room_of_a_class_is_there_without_the_expansion() -> None:
    """base rules, lines 215-217: what each class carries."""
    p = Position(players=2)
    assert p.g.room[0].tolist() == p.t.class_capacity.tolist()


def replaced(p: Position, ship_class: int, name: str) -> set[int]:
    """What can give way to an upgrade on a full or ill-matched blueprint."""
    p.do("upgrade", upgrade(p, name), ship_class)
    assert p.decision in ("replace", "upgrade")
    return {going for (going,) in p.legal("replace")}


def test_one_drive_of_either_sort() -> None:
    """base rules, line 144: a ship has one drive, and a Hyperspace Drive is one."""
    p = builder("hyperspace_drive", "fusion_drive", "antigravity_drive")
    p.equip(0, CARRIER, "laser_cannon", "fusion_drive")
    perform(p, 0, v.UPGRADE).do("upgrade", upgrade(p, "hyperspace_drive"), CARRIER)  # only the drive can give way
    assert p.g.blueprint[0, CARRIER, upgrade(p, "fusion_drive")] == 0
    assert p.g.hyperspace[0, CARRIER] == 1
    p.do("upgrade", upgrade(p, "antigravity_drive"), CARRIER)
    assert p.g.hyperspace[0, CARRIER] == 0
    assert p.g.blueprint[0, CARRIER, upgrade(p, "laser_cannon")] == 1


def test_one_module_of_either_kind_a_class() -> None:
    """Edge of Extinction, line 473: another takes its place."""
    p = builder("t_modules", "advanced_t_modules")
    p.equip(0, CARRIER, "t_module", "laser_cannon")
    perform(p, 0, v.UPGRADE)
    assert (upgrade(p, "t_module"), CARRIER) not in p.legal("upgrade")
    p.do("upgrade", upgrade(p, "advanced_t_module"), CARRIER)
    assert p.g.blueprint[0, CARRIER, upgrade(p, "t_module")] == 0
    assert p.g.blueprint[0, CARRIER, upgrade(p, "advanced_t_module")] == 1
    assert p.g.blueprint[0, CARRIER, upgrade(p, "laser_cannon")] == 1


def test_a_module_stays_while_it_is_needed() -> None:
    """our ruling: nothing is thrown overboard by taking a module away."""
    p = builder("t_modules", "advanced_t_modules")
    p.equip(0, CARRIER, "advanced_t_module").equip(0, CRUISER)
    carrier = ship(p, 0, CARRIER)
    room = int(p.t.class_capacity[CARRIER])
    small = upgrade(p, "t_module")
    for cargo, leaves, shrinks in ((room, True, True), (room + 1, False, True), (room + 2, False, False)):
        p.g.supply[0] -= cargo - p.g.ship_cargo[0, carrier]
        p.g.ship_cargo[0, carrier] = cargo
        p.jump(frames.WINDOW, player=0)
        assert bool(p.legal("move_upgrade")) == leaves
        perform(p, 0, v.UPGRADE)
        assert ((small, CARRIER) in p.legal("upgrade")) == shrinks


def test_some_upgrades_are_limited_by_their_tokens() -> None:
    """Edge of Extinction, lines 462-464: over all classes of a player; others are unlimited."""
    p = builder("emp_cannons")
    emp, laser = upgrade(p, "emp_cannon"), upgrade(p, "laser_cannon")
    own_tables(p).upgrade_limit[emp] = 2
    p.equip(0, CARRIER, "emp_cannon").equip(0, CRUISER, "emp_cannon")
    perform(p, 0, v.UPGRADE)
    assert emp not in {which for which, _ in p.legal("upgrade")}
    assert laser in {which for which, _ in p.legal("upgrade")}
    p.equip(0, CRUISER)
    perform(p, 0, v.UPGRADE)
    assert emp in {which for which, _ in p.legal("upgrade")}


def test_the_last_token_can_still_be_moved_to_another_class() -> None:
    """Edge of Extinction, lines 609-612: rearranging takes no further token, alone or in exchange."""
    p = expansion()
    emp = upgrade(p, "emp_cannon")
    own_tables(p).upgrade_limit[emp] = 1
    for ship_class in range(4):
        p.equip(0, ship_class)
    p.equip(0, CARRIER, "emp_cannon")
    p.jump(frames.WINDOW, player=0).do("move_upgrade", emp, CRUISER)
    assert (p.g.blueprint[0, CARRIER, emp], p.g.blueprint[0, CRUISER, emp]) == (0, 1)
    assert p.g.emp_dice[0, CRUISER] == p.t.upgrade_strength[emp]


def test_planets_have_no_upgrades_without_the_expansion() -> None:
    """Edge of Extinction, lines 443-448: they come with it."""
    p = Position(players=2)
    own(p, 0, 100, 10, 10)
    perform(p, 0, v.UPGRADE)
    assert not p.legal("planetary")
    assert planets(p, "cp")
