"""The six standard actions."""

import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import choices
from tests.position import FIXED_VALUES, Position
from tests.rules.early import (
    CARRIER,
    CRUISER,
    FIGHTER,
    PLAYER_COUNTS,
    RAIDER,
    all_cubes,
    barren,
    cp,
    cubes,
    empty_supply,
    enact,
    home,
    own,
    perform,
    planets,
    technology,
    upgrade,
)

CLASSES = (RAIDER, FIGHTER, CRUISER, CARRIER)
MINERALS = (v.AXINIUM, v.PHASIUM)


def printed(p: Position, name: str) -> int:
    """Printed cost of a technology."""
    return int(p.rules.content.technologies[technology(p, name)].cost)


# Research -------------------------------------------------------------------------------------------------------------


def price(p: Position, player: int, name: str) -> int:
    """The least CP with which a technology can be researched, which must be what it then costs."""
    for stock in range(60):
        own(p, player, stock)
        perform(p, player, v.RESEARCH)
        if (technology(p, name),) in p.legal("technology"):
            p.do("technology", technology(p, name))
            assert cp(p, player) == 0
            return stock
    raise AssertionError("cannot be researched")


@pytest.mark.parametrize("name", ["ion_cannon", "cloaking", "master_politics", "radar", "graviton_rockets"])
def test_the_first_technology_costs_what_is_printed(name: str) -> None:
    """base rules, line 127: without earlier technologies there is no discount."""
    p = Position(players=2)
    assert price(p, 0, name) == printed(p, name)
    assert p.g.technology[0].sum() == 1


def test_research_is_one_cp_cheaper_for_each_technology_of_its_type() -> None:
    """base rules, line 127: two known Military technologies of other colours take 2 CP off a Military one."""
    p = Position(players=2).learn(0, "ion_cannon", "plasma_cannon")  # orange, grey
    assert price(p, 0, "neutron_cannon") == printed(p, "neutron_cannon") - 2  # brown


def test_research_is_one_cp_cheaper_for_each_technology_of_its_colour() -> None:
    """base rules, line 127: two known brown technologies of other types take 2 CP off a brown one."""
    p = Position(players=2).learn(0, "basic_repairs", "basic_politics")  # transport, civilian
    assert price(p, 0, "neutron_cannon") == printed(p, "neutron_cannon") - 2


def test_discounts_of_type_and_colour_add_up() -> None:
    """base rules, line 127: a technology alike in both counts twice, one alike in neither not at all."""
    p = Position(players=2).learn(0, "ion_cannon", "electromagnetic_shield", "civilian_ships")
    assert price(p, 0, "graviton_rockets") == printed(p, "graviton_rockets") - 2 * 2


@pytest.mark.parametrize("name", ["neutron_cannon", "cp_mining", "civilian_ships"])
def test_basic_research_takes_one_off_every_type(name: str) -> None:
    """base rules, line 128: 1 CP less for Military, Civilian and Transport technologies alike."""
    known = ["basic_research"]
    p = Position(players=2).learn(0, *known)
    decks = p.rules.content.technologies
    here, basic = decks[technology(p, name)], decks[technology(p, "basic_research")]
    alike = (here.colour == basic.colour) + (here.type == basic.type)
    assert price(p, 0, name) == printed(p, name) - alike - 1


def test_every_price_follows_the_same_sum() -> None:
    """base rules, lines 127-128: printed cost less 1 for each like type, each like colour and Basic Research."""
    known = ("basic_research", "ion_cannon", "radar", "cp_mining", "expert_politics", "antimatter_cannon")
    p = Position(players=2).learn(0, *known)
    deck = p.rules.content.technologies
    have = [deck[technology(p, x)] for x in known]
    costs = {}
    for i, x in enumerate(deck):
        if x.id not in known:
            off = sum(k.type == x.type for k in have) + sum(k.colour == x.colour for k in have) + 1
            costs[i] = max(0, x.cost - off)
    for stock in (0, 3, 8, 13, 40):
        own(p, 0, stock)
        perform(p, 0, v.RESEARCH)
        assert p.legal("technology") == {(i,) for i, cost in costs.items() if cost <= stock}


def test_discounts_end_at_nothing() -> None:
    """base rules, line 127: a technology never pays its player."""
    p = Position(players=2).learn(0, "ion_cannon", "plasma_cannon", "neutron_cannon", "deflector_shield")
    own(p, 0, 0)
    perform(p, 0, v.RESEARCH)
    p.do("technology", technology(p, "hypersonic_rockets"))
    assert cp(p, 0) == 0


def test_a_rivals_technologies_give_no_discount() -> None:
    """base rules, line 127: only the own technologies count."""
    p = Position(players=2).learn(1, "ion_cannon", "plasma_cannon", "basic_research")
    assert price(p, 0, "neutron_cannon") == printed(p, "neutron_cannon")


def test_a_technology_takes_a_cube_from_the_supply() -> None:
    """base rules, line 127: the cube marks the technology; without one nothing can be learned."""
    p = own(Position(players=2), 0, 40)
    supply = int(p.g.supply[0])
    perform(p, 0, v.RESEARCH).do("technology", technology(p, "radar"))
    assert p.g.supply[0] == supply - 1
    assert cubes(p, 0) == all_cubes(p)
    empty_supply(own(p, 0, 40), 0)
    perform(p, 0, v.RESEARCH)
    assert p.legal("technology") == set()
    assert p.finished


def test_research_learns_one_technology() -> None:
    """base rules, lines 125-127: once an action, and none twice."""
    p = own(Position(players=2), 0, 60)
    perform(p, 0, v.RESEARCH).do("technology", technology(p, "radar"))
    assert p.finished
    perform(p, 0, v.RESEARCH)
    assert (technology(p, "radar"),) not in p.legal("technology")


def test_laws_make_technologies_cheaper() -> None:
    """base rules, line 69: discounts by law join the others, by type where they name one."""
    p = enact(Position(players=2), "open_academies", "weapons_program")
    assert price(p, 0, "neutron_cannon") == printed(p, "neutron_cannon") - 1 - 2
    p = enact(Position(players=2), "open_academies", "weapons_program")
    assert price(p, 0, "cp_mining") == printed(p, "cp_mining") - 1


def test_a_technology_works_at_once() -> None:
    """base rules, lines 125-133: what a technology improves is better from then on."""
    p = own(Position(players=2), 0, 8)
    perform(p, 0, v.RESEARCH).do("technology", technology(p, "advanced_banking"))
    perform(p, 0, v.BANK)
    assert cp(p, 0) == 8


# Bank -----------------------------------------------------------------------------------------------------------------


def test_bank_brings_four_and_eight_with_advanced_banking() -> None:
    """base rules, line 133: 4 CP, or 8 with the technology, for the one who banks."""
    p = own(own(Position(players=2), 0, 1), 1, 1).learn(1, "advanced_banking")
    perform(p, 0, v.BANK)
    assert p.finished
    perform(p, 1, v.BANK)
    assert [cp(p, 0), cp(p, 1)] == [1 + 4, 1 + 8]


def test_cp_stop_at_two_hundred() -> None:
    """our ruling: the track of CP ends at 200; what Bank or a sale would bring beyond it is lost."""
    p = own(Position(players=2), 0, 198, 1)
    assert p.t.resource_cap[v.CP] == 200
    perform(p, 0, v.BANK)
    assert cp(p, 0) == 200
    perform(p, 0, v.TRADE).do("exchange", choices.SELL_AXINIUM)
    assert p.g.resource[0, :2].tolist() == [200, 0]


def test_a_law_adds_to_the_bank() -> None:
    """base rules, line 69: a charter for the bank adds its CP on top of 4 or 8."""
    p = enact(own(own(Position(players=2), 0), 1), "central_bank_charter").learn(1, "advanced_banking")
    perform(p, 0, v.BANK)
    perform(p, 1, v.BANK)
    assert [cp(p, 0), cp(p, 1)] == [4 + 2, 8 + 2]


# Build ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ship_class", CLASSES)
def test_a_ship_costs_its_cp_and_axinium_and_stands_at_home(ship_class: int) -> None:
    """base rules, lines 137-138, and FAQ: the blueprint's price in CP and Axinium; the ship comes to the home."""
    p = own(Position(players=2).remove_ships(0), 0, 30, 9)
    ship = p.rules.content.ships[ship_class]
    assert ship.axinium > 0
    perform(p, 0, v.BUILD).do("ship_class", ship_class)
    assert p.g.resource[0, :2].tolist() == [30 - ship.cp, 9 - ship.axinium]
    built = [s for s in range(p.t.ships) if p.g.ship_hex[0, s] >= 0]
    assert [p.t.ship_class[s] for s in built] == [ship_class]
    assert p.g.ship_hex[0, built[0]] == home(p, 0)


@pytest.mark.parametrize("ship_class", CLASSES)
def test_a_ship_needs_both_cp_and_axinium(ship_class: int) -> None:
    """base rules, line 137, and FAQ: one CP or one Axinium short and the ship is not built."""
    p = Position(players=2).remove_ships(0)
    ship = p.rules.content.ships[ship_class]
    for stock, can in (((0, 0), True), ((1, 0), False), ((0, 1), False)):
        own(p, 0, ship.cp - stock[0], ship.axinium - stock[1])
        perform(p, 0, v.BUILD)
        assert ((ship_class,) in p.legal("ship_class")) == can


def test_any_number_of_ships_as_far_as_the_supply_goes() -> None:
    """base rules, lines 17 and 135: two ships of a class are all there are."""
    p = own(Position(players=2).remove_ships(0), 0, 90, 10)
    perform(p, 0, v.BUILD)
    p.do("ship_class", RAIDER).do("ship_class", FIGHTER).do("ship_class", RAIDER)
    assert (RAIDER,) not in p.legal("ship_class")
    assert (FIGHTER,) in p.legal("ship_class")
    p.decline()
    assert p.finished
    assert (p.g.ship_hex[0] >= 0).sum() == 3


def test_building_may_stop_or_not_begin() -> None:
    """base rules, line 135: any number of ships includes none."""
    p = own(Position(players=2), 0, 90, 10)
    perform(p, 0, v.BUILD).decline()
    assert p.finished
    assert cp(p, 0) == 90


def test_a_law_changes_the_price_of_ships() -> None:
    """base rules, line 69: lighter hulls take one Axinium less, never less than none, and 2 CP more."""
    p = enact(own(Position(players=2), 0, 30, 5), "light_hull_standard")
    perform(p, 0, v.BUILD).do("ship_class", RAIDER)
    raider = p.rules.content.ships[RAIDER]
    assert p.g.resource[0, :2].tolist() == [30 - raider.cp - 2, 5 - max(0, raider.axinium - 1)]


# Buy Upgrades ---------------------------------------------------------------------------------------------------------


def test_upgrades_need_their_technology() -> None:
    """base rules, line 143: cannon 1 is free to all; cannons 2-5, drives, shields and rockets want their technology."""
    p = own(Position(players=2), 0, 99, 0, 10)
    perform(p, 0, v.UPGRADE)
    assert {x for x, _ in p.legal("upgrade")} == {upgrade(p, "laser_cannon")}
    assert p.legal("rocket") == set()
    for i, x in enumerate(p.rules.content.upgrades):
        assert (x.technology == "") == (x.id == "laser_cannon")
        if x.technology:
            q = own(Position(players=2), 0, 99, 0, 10).learn(0, x.technology)
            perform(q, 0, v.UPGRADE)
            assert {y for y, _ in q.legal("upgrade")} == {upgrade(p, "laser_cannon"), i}


def test_a_technology_of_a_stronger_upgrade_does_not_allow_the_weaker() -> None:
    """base rules, line 143: each upgrade has its own technology."""
    p = own(Position(players=2), 0, 99, 0, 10).learn(0, "antimatter_cannon")
    perform(p, 0, v.UPGRADE)
    assert (upgrade(p, "ion_cannon"), FIGHTER) not in p.legal("upgrade")


@pytest.mark.parametrize("name", ["laser_cannon", "ion_cannon", "singularity_shield", "fusion_drive"])
def test_an_upgrade_costs_cp_and_phasium_and_is_placed_at_once(name: str) -> None:
    """base rules, lines 142-144, and FAQ: paid in CP and Phasium, it works for all ships of the class immediately."""
    p = own(Position(players=2), 0, 20, 0, 9)
    entry = p.rules.content.upgrades[upgrade(p, name)]
    if entry.technology:
        p.learn(0, entry.technology)
    perform(p, 0, v.UPGRADE).do("upgrade", upgrade(p, name), FIGHTER)
    assert p.g.resource[0, :3].tolist() == [20 - entry.cp, 0, 9 - entry.phasium]
    assert p.g.blueprint[0, FIGHTER, upgrade(p, name)] == 1
    values = {"cannon": p.g.dice, "shield": p.g.shield, "drive": p.g.drive}[entry.sort]
    assert values[0, FIGHTER] == entry.strength
    assert values[1, FIGHTER] != entry.strength


@pytest.mark.parametrize(("less_cp", "less_phasium"), [(1, 0), (0, 1)])
def test_an_upgrade_needs_both_cp_and_phasium(less_cp: int, less_phasium: int) -> None:
    """base rules, line 142, and FAQ: one CP or one Phasium short and the upgrade is not bought."""
    p = Position(players=2).learn(0, "plasma_cannon")
    entry = p.rules.content.upgrades[upgrade(p, "plasma_cannon")]
    own(p, 0, entry.cp - less_cp, 0, entry.phasium - less_phasium)
    perform(p, 0, v.UPGRADE)
    assert (upgrade(p, "plasma_cannon"), FIGHTER) not in p.legal("upgrade")


def test_upgrades_fill_the_slots_and_then_replace() -> None:
    """base rules, line 144: a full blueprint takes another upgrade only in place of one, which is lost."""
    p = own(Position(players=2), 0, 99, 0, 10).learn(0, "ion_cannon")
    laser, ion = upgrade(p, "laser_cannon"), upgrade(p, "ion_cannon")
    slots = int(p.t.class_slots[RAIDER])
    p.equip(0, RAIDER, *["laser_cannon"] * slots)
    perform(p, 0, v.UPGRADE)
    assert (laser, RAIDER) not in p.legal("upgrade")  # the same for the same would be nothing
    p.do("upgrade", ion, RAIDER)
    if p.decision == "replace":
        p.do("replace", laser)
    assert p.g.blueprint[0, RAIDER, [laser, ion]].tolist() == [slots - 1, 1]
    assert p.g.blueprint[0, RAIDER].sum() == slots
    assert p.g.dice[0, RAIDER] == slots - 1 + 2


@pytest.mark.parametrize(("stock", "phasium"), [(99, 10), (9, 10), (99, 3), (3, 10), (99, 1)])
def test_several_of_an_upgrade_are_bought_at_once(stock: int, phasium: int) -> None:
    """base rules, lines 142-144: as many as there are free slots and can be paid, each at its price."""
    p = own(Position(players=2, content=FIXED_VALUES), 0, stock, 0, phasium).learn(0, "ion_cannon").equip(0, FIGHTER)
    ion = upgrade(p, "ion_cannon")
    entry = p.rules.content.upgrades[ion]
    slots = int(p.t.class_slots[FIGHTER])
    count = min(slots, stock // entry.cp, phasium // entry.phasium if entry.phasium else slots)
    perform(p, 0, v.UPGRADE)
    assert ((ion, FIGHTER) in p.legal("upgrades")) == (count > 1)
    if count > 1:
        p.do("upgrades", ion, FIGHTER)
        assert p.g.blueprint[0, FIGHTER, ion] == count
        assert p.g.resource[0, :3].tolist() == [stock - count * entry.cp, 0, phasium - count * entry.phasium]


def test_of_a_drive_there_is_one() -> None:
    """base rules, line 144: one drive a class, so several are not bought at once."""
    p = own(Position(players=2), 0, 99, 0, 10).learn(0, "fusion_drive").equip(0, FIGHTER)
    perform(p, 0, v.UPGRADE)
    assert (upgrade(p, "fusion_drive"), FIGHTER) in p.legal("upgrade") - p.legal("upgrades")


def test_the_player_chooses_what_gives_way() -> None:
    """base rules, line 144: any upgrade on the full blueprint may make room."""
    p = own(Position(players=2, content=FIXED_VALUES), 0, 99, 0, 10).learn(0, "ion_cannon")
    p.equip(0, RAIDER, "laser_cannon", "electromagnetic_shield")
    perform(p, 0, v.UPGRADE).do("upgrade", upgrade(p, "ion_cannon"), RAIDER)
    assert p.decision == "replace"
    wanted = {(upgrade(p, "laser_cannon"),), (upgrade(p, "electromagnetic_shield"),)}
    assert p.legal("replace") == wanted
    p.do("replace", upgrade(p, "electromagnetic_shield"))
    assert (p.g.dice[0, RAIDER], p.g.shield[0, RAIDER]) == (3, 0)
    assert p.decision == "upgrade"


def test_one_drive_a_class() -> None:
    """base rules, line 144: a second drive can only take the place of the first, whatever room there is."""
    p = own(Position(players=2), 0, 99, 0, 10).learn(0, "fusion_drive", "antigravity_drive")
    fusion, gravity = upgrade(p, "fusion_drive"), upgrade(p, "antigravity_drive")
    p.equip(0, CRUISER, "fusion_drive", "laser_cannon")
    perform(p, 0, v.UPGRADE)
    assert (fusion, CRUISER) not in p.legal("upgrade")
    p.do("upgrade", gravity, CRUISER)
    if p.decision == "replace":
        assert p.legal("replace") == {(fusion,)}
        p.do("replace", fusion)
    assert p.g.blueprint[0, CRUISER, [fusion, gravity, upgrade(p, "laser_cannon")]].tolist() == [0, 1, 1]
    assert p.g.drive[0, CRUISER] == 3


def test_an_upgrade_never_replaces_a_shield_that_keeps_a_ship_alive() -> None:
    """base rules, lines 144 and 277: a shield that holds damage off a ship cannot be given up."""
    p = own(Position(players=2, content=FIXED_VALUES), 0, 99, 0, 10).learn(0, "ion_cannon")
    p.equip(0, RAIDER, "laser_cannon", "electromagnetic_shield")
    p.g.ship_damage[0, [s for s in range(p.t.ships) if p.t.ship_class[s] == RAIDER and p.g.ship_hex[0, s] >= 0]] = 1
    perform(p, 0, v.UPGRADE).do("upgrade", upgrade(p, "ion_cannon"), RAIDER)
    assert p.g.blueprint[0, RAIDER, upgrade(p, "electromagnetic_shield")] == 1
    assert p.g.blueprint[0, RAIDER, upgrade(p, "laser_cannon")] == 0


def test_any_number_of_upgrades_in_one_action() -> None:
    """base rules, line 140: buying goes on until the player is done or out of means."""
    p = own(Position(players=2, content=FIXED_VALUES), 0, 5)
    laser = upgrade(p, "laser_cannon")
    perform(p, 0, v.UPGRADE).do("upgrade", laser, FIGHTER).do("upgrade", laser, RAIDER)
    assert p.finished  # 1 CP left buys nothing
    assert cp(p, 0) == 5 - 2 * p.rules.content.upgrades[laser].cp


def test_rockets_need_the_majority() -> None:
    """base rules, line 146: a rocket goes where the buyer has more Population than anybody else, not the same."""
    p = own(Position(players=3), 0, 50, 0, 10).learn(0, "hypersonic_rockets")
    lead, tie, less, alone, other = (planets(p, "cp") + planets(p, "axinium"))[:5]
    p.settle(lead, 0, 3).settle(lead, 1, 2).settle(tie, 0, 2).settle(tie, 2, 2)
    p.settle(less, 0, 1).settle(less, 1, 2).settle(alone, 0, 1).settle(other, 1, 1)
    perform(p, 0, v.UPGRADE)
    hypersonic = p.index("rockets", "hypersonic")
    assert p.legal("rocket") == {(hypersonic, lead), (hypersonic, alone), (hypersonic, home(p, 0))}


def test_two_rockets_a_planet() -> None:
    """base rules, line 146: the third rocket finds no room, though another planet still has some."""
    p = own(Position(players=2), 0, 50, 0, 10).learn(0, "hypersonic_rockets", "biochemical_rockets")
    planet = planets(p, "cp")[0]
    p.settle(planet, 0, 1)
    perform(p, 0, v.UPGRADE).do("rocket", 0, planet).do("rocket", 1, planet)
    assert p.t.rocket_limit == 2
    assert sorted(p.g.rocket[planet]) == [1, 2]
    assert {h for _, h in p.legal("rocket")} == {home(p, 0)}


@pytest.mark.parametrize("rocket", [0, 1, 2])
def test_a_rocket_costs_cp_and_phasium_and_needs_its_technology(rocket: int) -> None:
    """base rules, lines 142-143, and FAQ: each kind of rocket has its technology and its price in CP and Phasium."""
    p = Position(players=2)
    entry = p.rules.content.rockets[rocket]
    own(p.learn(0, entry.technology), 0, entry.cp, 0, entry.phasium)
    perform(p, 0, v.UPGRADE)
    assert {x for x, _ in p.legal("rocket")} == {rocket}
    p.do("rocket", rocket, home(p, 0))
    assert p.g.resource[0, :3].tolist() == [0, 0, 0]
    for less in ((1, 0), (0, 1)):
        own(p, 0, entry.cp - less[0], 0, entry.phasium - less[1])
        perform(p, 0, v.UPGRADE)
        assert p.legal("rocket") == set()


# Mining ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("known", "amount"), [((), 4), (("advanced_mining",), 8)])
def test_mining_adds_four_or_eight_resources(known: tuple[str, ...], amount: int) -> None:
    """base rules, line 150: 4 resources, 8 with Advanced Mining, onto planets with own Population."""
    p = barren(Position(players=6)).learn(0, *known)
    for h in planets(p, "cp")[:3] + planets(p, "axinium")[:3]:
        p.settle(h, 0, 1)
    perform(p, 0, v.MINING)
    placed = 0
    while not p.finished:
        p.default()
        placed += 1
    assert placed == p.g.counter.sum() == amount


def test_mined_resources_are_spread_as_the_player_likes() -> None:
    """base rules, line 151: one here, three there; planets without own Population are left out."""
    p = barren(Position(players=2))
    here, there = planets(p, "cp")[0], planets(p, "phasium")[0]
    foreign = planets(p, "axinium")[0]
    p.settle(here, 0, 1).settle(there, 0, 1).settle(there, 1, 3).settle(foreign, 1, 1)
    perform(p, 0, v.MINING)
    assert p.legal("mine") == {(here,), (there,), (home(p, 0),)}
    p.do("mine", there).do("mine", here).do("mine", home(p, 0)).do("mine", home(p, 0))
    assert p.finished
    assert p.g.counter[[here, there, home(p, 0), foreign]].tolist() == [1, 1, 2, 0]


@pytest.mark.parametrize("first", [None, 0, 1, 2])
def test_mined_resources_are_placed_evenly_at_once(first: int | None) -> None:
    """base rules, line 151: one after another onto the planet with the fewest, all or what is left."""
    p = barren(Position(players=2))
    places = [planets(p, "cp")[0], planets(p, "phasium")[0], home(p, 0)]
    p.settle(places[0], 0, 1).settle(places[1], 0, 1)
    p.g.counter[places] = 0, 2, 1
    perform(p, 0, v.MINING)
    if first is not None:
        p.do("mine", places[first])
    assert p.legal("mine_evenly")
    assert p.do("mine_evenly").finished
    after = p.g.counter[places].tolist()
    assert max(after) - min(after) == 1 and sum(after) == p.g.counter.sum() == 7


def test_the_last_resource_has_its_planet() -> None:
    """base rules, line 151: one resource is placed on a planet, and there is no other way to say so."""
    p = barren(Position(players=2))
    p.settle(planets(p, "cp")[0], 0, 1)
    perform(p, 0, v.MINING)
    while p.decision == "mine":
        assert bool(p.legal("mine_evenly")) == (p.g.counter.sum() < 3)
        p.do("mine", home(p, 0))
    assert p.g.counter.sum() == 4


def test_mining_obeys_the_maximum_of_each_planet() -> None:
    """base rules, line 151: a full planet takes no more; when all are full the rest is lost."""
    p = Position(players=2)
    planet = planets(p, "cp")[0]
    p.settle(planet, 0, 1)
    top = p.t.planet_maximum[p.g.planet[planet]]
    p.g.counter[planet] = top - 1
    p.g.counter[home(p, 0)] = p.t.planet_maximum[p.g.planet[home(p, 0)]] - 1
    assert perform(p, 0, v.MINING).finished  # there is room for no more than two, so there is nothing to choose
    assert p.g.counter[planet] == top
    assert p.g.counter[home(p, 0)] == p.t.planet_maximum[p.g.planet[home(p, 0)]]


def test_mining_without_population_does_nothing() -> None:
    """base rules, line 150: no planet with own Population, no resource placed."""
    p = barren(Position(players=2))
    p.settle(home(p, 0), 0, 0)
    perform(p, 0, v.MINING)
    assert p.finished
    assert p.g.counter.sum() == 0


# Trade ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_market_has_as_many_spaces_as_players_filled_from_the_left(players: int) -> None:
    """base rules, line 155: each Trade takes the leftmost free space with a cube; when all are taken none trades."""
    p = Position(players=players)
    assert p.t.market_spaces == players
    supply = int(p.g.supply[0])
    for space in range(players):
        own(p, 0, 30, 2)
        perform(p, 0, v.TRADE)
        assert p.decision == "trade"
        p.decline()
        assert p.g.market[: space + 1].tolist() == [0] * (space + 1)
        assert p.g.supply[0] == supply - space - 1
    perform(p, 0, v.TRADE)
    assert p.finished
    assert p.g.traders == players
    assert cubes(p, 0) == all_cubes(p)


def test_trade_needs_a_cube() -> None:
    """base rules, line 155: without a cube in the supply there is no Trade."""
    p = empty_supply(own(Position(players=2), 0, 30, 3), 0)
    perform(p, 0, v.TRADE)
    assert p.finished
    assert p.g.traders == 0


@pytest.mark.parametrize("space", range(6))
@pytest.mark.parametrize("better", [0, 1])
def test_prices_are_those_of_the_space(space: int, better: int) -> None:
    """base rules, lines 157-160: buying pays the upper line, selling earns the lower; Advanced Trading has its own."""
    p = Position(players=6)
    if better:
        p.learn(0, "advanced_trading")
    row = p.rules.content.market[space]
    lines = (row.buy_axinium, row.buy_phasium, row.sell_axinium, row.sell_phasium)
    for exchange in range(4):
        p.g.market[:space], p.g.traders = 1, space
        own(p, 0, 30, 3, 3)
        perform(p, 0, v.TRADE).do("exchange", exchange)
        change = 1 if exchange < choices.SELL_AXINIUM else -1
        assert cp(p, 0) == 30 - change * lines[exchange][better]
        assert p.g.resource[0, MINERALS[exchange % 2]] == 3 + change
        assert p.g.resource[0, MINERALS[1 - exchange % 2]] == 3


def test_later_spaces_are_never_better_and_advanced_trading_never_worse() -> None:
    """base rules, lines 155-160: the market gets worse to the right, and the red numbers are the better ones."""
    market = Position(players=6).rules.content.market
    for line in ("buy_axinium", "buy_phasium", "sell_axinium", "sell_phasium"):
        sign = 1 if line.startswith("buy") else -1
        for rate in range(2):
            prices = [sign * getattr(x, line)[rate] for x in market]
            assert prices == sorted(prices)
        assert all(sign * getattr(x, line)[1] < sign * getattr(x, line)[0] for x in market)


def test_four_exchanges() -> None:
    """base rules, line 156: after the fourth exchange the Trade is over."""
    p = own(Position(players=2), 0, 90)
    perform(p, 0, v.TRADE)
    for _ in range(4):
        assert p.decision == "trade"
        p.do("exchange", choices.BUY_AXINIUM)
    assert p.finished
    assert p.g.resource[0, v.AXINIUM] == 4


def test_up_to_four_exchanges() -> None:
    """base rules, line 156: a Trade may end earlier."""
    p = own(Position(players=2), 0, 90)
    perform(p, 0, v.TRADE).do("exchange", choices.BUY_PHASIUM).decline()
    assert p.finished
    assert p.g.resource[0, v.PHASIUM] == 1


def test_a_trade_without_exchange_takes_its_space_and_cube() -> None:
    """our ruling on base rules, line 155: the cube is placed before the exchanges, whether any follows or not."""
    p = own(Position(players=3), 0, 50, 3, 3)
    supply, stock = int(p.g.supply[0]), p.g.resource[0].tolist()
    perform(p, 0, v.TRADE).decline()
    assert p.finished
    assert (p.g.traders, p.g.market[0], p.g.supply[0]) == (1, 0, supply - 1)
    assert p.g.resource[0].tolist() == stock
    perform(own(p, 1, 50), 1, v.TRADE)
    assert p.g.market[1] == 1, "the next trader has the next space"


@pytest.mark.parametrize("first", range(4))
def test_without_advanced_trading_one_trade_buys_or_sells(first: int) -> None:
    """base rules, line 157: the first exchange settles the direction; both minerals stay open."""
    p = own(Position(players=2), 0, 50, 3, 3)
    perform(p, 0, v.TRADE)
    assert p.legal("exchange") == {(0,), (1,), (2,), (3,)}
    p.do("exchange", first)
    same = {(0,), (1,)} if first < choices.SELL_AXINIUM else {(2,), (3,)}
    assert p.legal("exchange") == same


@pytest.mark.parametrize("first", range(4))
def test_with_advanced_trading_one_trade_does_both(first: int) -> None:
    """base rules, line 158: buying and selling in any order."""
    p = own(Position(players=2), 0, 50, 3, 3).learn(0, "advanced_trading")
    perform(p, 0, v.TRADE).do("exchange", first)
    assert p.legal("exchange") == {(0,), (1,), (2,), (3,)}


def test_exchanges_need_means_and_room() -> None:
    """base rules, lines 159-160: no selling without the mineral, no buying without CP or beyond 10 in stock."""
    p = own(Position(players=2), 0, 0, 1, 0)
    perform(p, 0, v.TRADE)
    assert p.legal("exchange") == {(choices.SELL_AXINIUM,)}
    q = own(Position(players=2), 0, 50, 10, 0)
    perform(q, 0, v.TRADE)
    assert q.legal("exchange") == {(choices.BUY_PHASIUM,), (choices.SELL_AXINIUM,)}


def test_trading_in_circles_earns_nothing() -> None:
    """base rules, lines 159-160: even with the better rates and a law, selling never brings more than buying costs."""
    p = enact(own(Position(players=6), 0, 50, 5, 5).learn(0, "advanced_trading"), "fair_price_act", "open_market")
    for exchange in (0, 1):
        own(p, 0, 50, 5, 5)
        p.g.traders = 0
        perform(p, 0, v.TRADE).do("exchange", exchange).do("exchange", exchange + 2)
        assert cp(p, 0) <= 50


def test_a_resolution_gives_more_exchanges_both_ways() -> None:
    """base rules, line 71: Trade can be widened for a turn: both directions and two exchanges more than 4."""
    p = enact(own(Position(players=2), 0, 90, 5, 5), "open_market")
    perform(p, 0, v.TRADE)
    for exchange in (0, 2, 1, 3, 0, 2):
        p.do("exchange", exchange)
    assert p.finished


# Dice variant ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", [1, 4, 6])
@pytest.mark.parametrize("action", [v.BANK, v.MINING])
def test_the_dice_variant_without_the_technology(action: int, roll: int) -> None:
    """base rules, lines 435-446: take 3, or roll a die and take as many."""
    for option, amount in ((0, 3), (1, roll)):
        assert amount_of(action, (), option, (roll,)) == amount


@pytest.mark.parametrize("rolls", [(1, 1), (2, 5), (6, 6)])
@pytest.mark.parametrize("action", [v.BANK, v.MINING])
def test_the_dice_variant_with_the_technology(action: int, rolls: tuple[int, int]) -> None:
    """base rules, lines 439-449: 7, and either 3 and a die or two dice."""
    known = ("advanced_banking", "advanced_mining")
    assert amount_of(action, known, 0, rolls) == 7 + 3 + rolls[0]
    assert amount_of(action, known, 1, rolls) == 7 + sum(rolls)


def amount_of(action: int, known: tuple[str, ...], option: int, rolls: tuple[int, ...]) -> int:
    """CP banked or resources mined in the dice variant."""
    p = barren(own(Position(players=6, dice_variant=True), 0)).learn(0, *known)
    for resource in ("cp", "axinium", "phasium"):
        for h in planets(p, resource)[:4]:
            p.settle(h, 0, 1)
    perform(p, 0, action)
    assert p.decision == ("bank_dice" if action == v.BANK else "mining_dice")
    assert p.legal() == {("option", 0), ("option", 1)}
    p.dice(*rolls).do("option", option)
    while not p.finished:
        p.default()
    return cp(p, 0) if action == v.BANK else int(p.g.counter.sum())


@pytest.mark.parametrize("exchange", range(4))
@pytest.mark.parametrize(("stock", "minerals"), [(99, 5), (4, 1), (99, 9), (0, 0)])
def test_an_exchange_is_made_as_often_as_possible(exchange: int, stock: int, minerals: int) -> None:
    """base rules, lines 155-165: the same as one by one, up to the number of exchanges, the CP and the stock."""
    p = own(Position(players=2), 0, stock, minerals, minerals)
    q = perform(own(Position(players=2), 0, stock, minerals, minerals), 0, v.TRADE)
    times = 0
    while (exchange,) in q.legal("exchange"):
        q.do("exchange", exchange)
        times += 1
    perform(p, 0, v.TRADE)
    assert ((exchange,) in p.legal("exchanges")) == (times > 1)
    if times > 1:
        p.do("exchanges", exchange)
        assert p.g.resource[0].tolist() == q.g.resource[0].tolist()
