"""Card effects: what each word of the vocabulary does, to whom, and when."""

import itertools
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from tests.effort import EVERY_MODE
from tests.position import FIXED_VALUES, Position
from tests.rules.early import (
    CARRIER,
    FIGHTER,
    RAIDER,
    all_cubes,
    at_home,
    barren,
    cp,
    cubes,
    empty_supply,
    enact,
    finish,
    home,
    modifier,
    own,
    planets,
    resource_row,
    row,
    run_effects,
    seat,
    ship,
    technology,
    upgrade,
)

pytestmark = EVERY_MODE

# The texts know kinds of card (base rules, lines 69-73 and 299) but print no card, so the cards are ours. What a word
# means is fixed in content/vocabulary.py; the lines named below are those whose rules the effects must respect.
SEATS = tuple(itertools.permutations(range(3)))


def table(players: int = 3, **config: Any) -> Position:
    """A game with seats 0, 1, 2 ... in turn order."""
    return seat(Position(players=players, **config), *range(players))


# Gaining and losing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("resource", v.RESOURCES)
def test_gain(resource: str) -> None:
    """base rules, line 73: everybody concerned gains so much; VP are booked as VP from cards."""
    p = table()
    before = p.g.resource[:3].copy()
    run_effects(p, resource_row("gain", "each", resource, 3))
    assert p.finished
    change = p.g.resource[:3] - before
    assert change.tolist() == [[3 * (r == resource) for r in v.RESOURCES]] * 3
    assert p.g.score[:3].sum() == (9 if resource == "vp" else 0)


@pytest.mark.parametrize("resource", ["axinium", "phasium"])
def test_gain_ends_where_the_track_does(resource: str) -> None:
    """public: nobody holds more than 10 of a mineral, whatever a card gives."""
    p = table()
    number = v.RESOURCES.index(resource)
    p.g.resource[0, number] = 8
    run_effects(p, resource_row("gain", "each", resource, 5))
    assert p.g.resource[0, number] == 10


def test_cards_do_not_lift_cp_above_two_hundred() -> None:
    """our ruling: CP beyond 200 are lost, those paid by others as well."""
    p = own(table(), 0, 197)
    own(p, 1, 5), own(p, 2, 5)
    run_effects(p, resource_row("gain", "chancellor", "cp", 2))
    assert cp(p, 0) == 199
    run_effects(p, resource_row("tribute", "chancellor", "cp", 2))
    assert [cp(p, x) for x in range(3)] == [200, 3, 3]


@pytest.mark.parametrize("resource", v.RESOURCES)
def test_lose_takes_only_what_there_is(resource: str) -> None:
    """base rules, line 73: a loss never goes below zero."""
    p = table()
    number = v.RESOURCES.index(resource)
    p.g.resource[:3, number] = 0, 2, 7
    run_effects(p, resource_row("lose", "each", resource, 3))
    assert p.g.resource[:3, number].tolist() == [0, 0, 4]


def test_tribute_moves_what_the_others_have() -> None:
    """base rules, line 73: every other player pays as far as able; nothing is made or lost."""
    p = table()
    for player, stock in enumerate((5, 1, 9)):
        own(p, player, stock)
    run_effects(p, resource_row("tribute", "chancellor", "cp", 2))
    assert [cp(p, x) for x in range(3)] == [5 + 1 + 2, 0, 7]


# Population -----------------------------------------------------------------------------------------------------------


def test_grow_takes_cubes_from_the_supply() -> None:
    """FAQ: growth by a card, too, ends with the cubes."""
    p = empty_supply(table(), 0, left=1)
    before = [at_home(p, x) for x in range(3)]
    run_effects(p, row("grow", a=3))
    assert [at_home(p, x) - before[x] for x in range(3)] == [1, 3, 3]
    assert all(cubes(p, x) == all_cubes(p) for x in range(3))


def test_shrink_returns_cubes_from_home() -> None:
    """base rules, line 73: Population lost at home goes back to the supply; other planets are spared."""
    p = table()
    planet = planets(p, "cp")[0]
    p.settle(home(p, 0), 0, 1).settle(planet, 0, 4)
    before = at_home(p, 1)
    run_effects(p, row("shrink", a=2))
    assert (at_home(p, 0), at_home(p, 1), p.g.population[planet, 0]) == (0, before - 2, 4)
    assert all(cubes(p, x) == all_cubes(p) for x in range(3))


# Ships ----------------------------------------------------------------------------------------------------------------


def test_repair_and_damage_everywhere() -> None:
    """base rules, line 277: damage by a card stops at the shield, so it never destroys a ship; repair stops at none."""
    p = table().equip(0, CARRIER, "electromagnetic_shield", "electromagnetic_shield", "electromagnetic_shield")
    carrier, raider = ship(p, 0, CARRIER), ship(p, 0, RAIDER)
    run_effects(p, row("damage", a=2, b=1))
    assert (p.g.ship_damage[0, carrier], p.g.ship_damage[0, raider]) == (2, 0)
    run_effects(p, row("damage", a=2, b=1))
    assert p.g.ship_damage[0, carrier] == 3
    assert p.g.ship_hex[0, [carrier, raider]].tolist() == [home(p, 0)] * 2
    run_effects(p, row("repair", a=2))
    assert p.g.ship_damage[0, carrier] == 1
    run_effects(p, row("repair", a=2))
    assert not p.g.ship_damage.any()


def test_damage_in_the_high_council_hex_only() -> None:
    """base rules, line 73: a riot in the Council touches the ships that are there."""
    p = table()
    here = ship(p, 0, CARRIER)
    p.g.ship_hex[0, here] = p.t.council_hex
    run_effects(p, row("damage", a=1, b=0))
    assert p.g.ship_damage.sum() == p.g.ship_damage[0, here] == 1


@pytest.mark.parametrize("which", ["any", "fighter"])
def test_build_gives_a_ship_at_home_without_paying(which: str) -> None:
    """base rules, lines 17 and 138: of the supply, of the class named, to the home planet; it may be declined."""
    p = own(table(), 0)
    run_effects(p, row("build", "chancellor", -1 if which == "any" else FIGHTER))
    assert (p.decision, p.actor) == ("free_ship", 0)
    allowed = {(x,) for x in range(4)} if which == "any" else {(FIGHTER,)}
    assert p.legal("ship_class") == allowed
    assert ("pass",) in p.legal()
    p.do("ship_class", FIGHTER)
    assert p.finished
    assert p.g.ship_hex[0, ship(p, 0, FIGHTER)] == home(p, 0)
    assert p.g.resource[0].tolist() == [0, 0, 0, 0]


def test_build_stops_at_the_supply() -> None:
    """base rules, line 17: with both ships of the class on the map there is nothing to give."""
    p = table()
    p.place_ship(0, RAIDER, home(p, 0))
    run_effects(p, row("build", "chancellor", RAIDER))
    assert p.finished


def test_equip_gives_an_upgrade_with_a_known_technology() -> None:
    """base rules, line 143: without paying, but not without the technology; slots and drives count as ever."""
    p = own(table(), 0).learn(0, "fusion_drive").equip(0, FIGHTER, "fusion_drive")
    run_effects(p, row("equip", "chancellor"))
    assert (p.decision, p.actor) == ("free_upgrade", 0)
    assert {x for x, _ in p.legal("upgrade")} == {upgrade(p, "laser_cannon"), upgrade(p, "fusion_drive")}
    assert (upgrade(p, "fusion_drive"), FIGHTER) not in p.legal("upgrade")
    p.do("upgrade", upgrade(p, "fusion_drive"), RAIDER)
    assert p.finished
    assert p.g.drive[0, RAIDER] == 2
    assert p.g.resource[0].tolist() == [0, 0, 0, 0]


def test_equip_may_replace_and_may_be_declined() -> None:
    """base rules, line 144: on a full blueprint something gives way; nobody has to take the upgrade."""
    p = table(content=FIXED_VALUES).learn(0, "ion_cannon")
    p.equip(0, RAIDER, "laser_cannon", "electromagnetic_shield")
    run_effects(p, row("equip", "chancellor")).do("upgrade", upgrade(p, "ion_cannon"), RAIDER)
    assert p.decision == "replace"
    p.do("replace", upgrade(p, "laser_cannon"))
    assert p.g.dice[0, RAIDER] == 2
    run_effects(p, row("equip", "chancellor")).decline()
    assert p.finished


def test_equip_gives_upgrades_of_ships_alone_unless_a_card_says_any() -> None:
    """base rules, line 171: rockets are upgrades too, but a ship's upgrade is one of ships."""
    for kind, rockets in ((0, set()), (1, {(0, 0)})):
        p = table().learn(0, "hypersonic_rockets")
        run_effects(p, row("equip", "chancellor", kind))
        assert (p.decision, p.actor) == ("free_upgrade", 0)
        assert p.legal("rocket") == {(rocket, home(p, 0)) for rocket, _ in rockets}
        assert p.legal("upgrade") and not p.legal("planetary")
    p.do("rocket", 0, home(p, 0))
    assert p.finished and p.g.rocket[home(p, 0), 0] == 1


# Planets --------------------------------------------------------------------------------------------------------------


def test_replenish_and_deplete_planets_with_own_population() -> None:
    """base rules, line 151: counters rise to the planet's maximum at most and fall to zero at least."""
    p = barren(table())
    low, high, foreign = planets(p, "cp")[0], planets(p, "axinium")[0], planets(p, "phasium")[0]
    p.settle(low, 0, 1).settle(high, 0, 1).settle(foreign, 1, 1)
    top = int(p.t.planet_maximum[p.g.planet[high]])
    p.g.counter[high] = top - 1
    run_effects(p, row("replenish", "chancellor", 2))
    assert p.g.counter[[low, high, foreign, home(p, 0)]].tolist() == [2, top, 0, 2]
    run_effects(p, row("deplete", "chancellor", 3))
    assert p.g.counter[[low, high, foreign, home(p, 0)]].tolist() == [0, top - 3 if top > 3 else 0, 0, 0]


def test_disarm_takes_rockets_off_planets_the_player_controls() -> None:
    """base rules, line 175: who has the most Population has the rockets, so those are the ones given up."""
    p = table()
    mine, foreign = planets(p, "cp")[0], planets(p, "axinium")[0]
    p.settle(mine, 0, 2).settle(mine, 1, 1).settle(foreign, 0, 1).settle(foreign, 1, 2)
    p.g.rocket[mine], p.g.rocket[foreign], p.g.rocket[home(p, 0), 0] = (1, 2), (3, 0), 1
    run_effects(p, row("disarm", "chancellor", 1))
    assert [(p.g.rocket[h] > 0).sum() for h in (mine, foreign, home(p, 0))] == [1, 1, 0]


# Learning, acting, laws -----------------------------------------------------------------------------------------------


def test_learn_up_to_a_printed_cost() -> None:
    """base rules, line 127: no CP are paid, but a cube is needed; the printed cost counts, whatever the discounts."""
    p = own(table(), 0).learn(0, "ion_cannon", "plasma_cannon", "neutron_cannon")
    run_effects(p, row("learn", "chancellor", 3))
    assert (p.decision, p.actor) == ("free_technology", 0)
    deck = p.rules.content.technologies
    assert p.legal("technology") == {(i,) for i, x in enumerate(deck) if x.cost <= 3 and x.id != "ion_cannon"}
    assert ("pass",) in p.legal()
    supply = int(p.g.supply[0])
    p.do("technology", technology(p, "basic_repairs"))
    assert p.finished
    assert (p.g.supply[0], cp(p, 0)) == (supply - 1, 0)
    assert modifier(p, 0, "repair") == 1
    run_effects(empty_supply(p, 0), row("learn", "chancellor", 23))
    assert p.finished


def test_a_change_until_the_end_of_the_turn_ends_with_the_next_upkeep() -> None:
    """our ruling on base rules, line 73: a card that does not stay can change a value until the turn is over."""
    p = table()
    growth = v.MODIFIER_NAMES.index("growth")
    run_effects(p, row("modify_turn", "others", growth, 0, 3), row("modify_turn", "vice_chancellor", growth, 1, 1))
    assert [modifier(p, x, "growth") for x in range(3)] == [2, 1, 5], "the later one sets what the earlier one added to"
    p.g.order[:3] = 1, 0, 2
    p.refresh()
    assert [modifier(p, x, "growth") for x in range(3)] == [2, 1, 5], "it stays with the player, not the office"
    p.jump(frames.UPKEEP)
    assert p.g.lastings == 0
    assert [modifier(p, x, "growth") for x in range(3)] == [2, 2, 2]


@pytest.mark.parametrize("action", range(6))
def test_act_performs_a_standard_action(action: int) -> None:
    """base rules, line 120: everybody concerned performs the action as a card would, in turn order."""
    p = seat(Position(players=3), 1, 2, 0)
    for player in range(3):
        own(p, player, 20, 5, 5)
    p.g.counter[:] = 0
    run_effects(p, row("act", a=action))
    if action == v.BANK:
        assert p.finished
        assert [cp(p, x) for x in range(3)] == [24] * 3
        return
    asked = []
    while not p.finished:
        if not asked or asked[-1] != p.actor:
            asked.append(p.actor)
        assert p.decision == {v.MINING: "mine"}.get(action, v.ACTIONS[action])
        p.default()
    assert asked == ([1, 2, 0] if action != v.MINING else [])  # a lone planet is mined without asking
    if action == v.MINING:
        assert p.g.counter[[home(p, x) for x in range(3)]].tolist() == [4] * 3


def test_cancel_one_law_or_all() -> None:
    """base rules, line 69: the player concerned chooses the law; with no law in force nothing is asked."""
    p = enact(table(), "mineral_levy", "central_bank_charter", "tyranny")
    run_effects(p, row("cancel_law", "vice_chancellor", 0))
    assert (p.decision, p.actor) == ("cancel_law", 1)
    assert p.legal("law") == {(0,), (1,), (2,)}
    p.do("law", 0)
    assert (modifier(p, 0, "tax"), modifier(p, 0, "bank"), p.g.laws) == (1, 6, 2)
    run_effects(p, row("cancel_law", "chancellor", 1))
    assert (p.g.laws, modifier(p, 0, "bank"), modifier(p, 0, "votes")) == (0, 4, 1)
    run_effects(p, row("cancel_law", "chancellor", 0))
    assert p.finished


def test_modify_rows_change_nothing_when_executed() -> None:
    """base rules, lines 69-73: lasting changes belong to laws and resolutions; executing such a row does nothing."""
    p = table()
    before = p.g.modifier.copy()
    run_effects(p, row("modify", "each", 0, 1, 5))
    assert np.array_equal(p.g.modifier, before)


@pytest.mark.parametrize("target", ["each", "chancellor", "vice_chancellor", "others"])
def test_an_extra_conquest_is_added_once(target: str) -> None:
    """base rules, lines 121 and 209: one Conquest Stage more for all, whoever the card names."""
    p = table()
    p.g.conquests = 2
    run_effects(p, row("extra_conquest", target))
    assert p.g.conquests == 3


# Options --------------------------------------------------------------------------------------------------------------


def test_each_player_chooses_an_option_and_gets_only_that() -> None:
    """base rules, line 73: options are chosen in turn order; rows after them are for everybody again."""
    p = seat(Position(players=3), 2, 1, 0)
    for player in range(3):
        own(p, player)
    run_effects(
        p,
        row("choose", "each", 2),
        resource_row("gain", "owner", "axinium", 2, option=1),
        resource_row("gain", "owner", "cp", 1, option=1),
        resource_row("gain", "owner", "phasium", 3, option=2),
        resource_row("gain", "each", "vp", 1),
    )
    for player, option in ((2, 0), (1, 1), (0, 0)):
        assert (p.decision, p.actor) == ("option", player)
        assert p.legal("option") == {(0,), (1,)}
        p.do("option", option)
    assert p.finished
    assert p.g.resource[:3].tolist() == [[1, 2, 0, 1], [0, 0, 3, 1], [1, 2, 0, 1]]


def test_the_chancellor_can_choose_for_all() -> None:
    """base rules, line 73: an option may concern others than the one who chose it."""
    p = table()
    for player in range(3):
        own(p, player)
    run_effects(
        p,
        row("choose", "chancellor", 2),
        resource_row("gain", "each", "cp", 4, option=1),
        resource_row("gain", "each", "axinium", 4, option=2),
    )
    p.do("option", 1)
    assert p.finished
    assert p.g.resource[:3, :2].tolist() == [[0, 4]] * 3


# Targets --------------------------------------------------------------------------------------------------------------

TARGETS = {
    "each": {0, 1, 2, 3},
    "owner": {3},
    "chancellor": {2},
    "vice_chancellor": {0},
    "others": {0, 1, 3},
    "leaders": {1, 3},
    "trailing": {0},
    "richest": {2},
    "poorest": {0, 3},
}


@pytest.mark.parametrize("target", TARGETS)
def test_targets(target: str) -> None:
    """base rules, line 85, and content/vocabulary.py: offices by turn order; the most or fewest VP or CP, ties all."""
    p = seat(Position(players=4), 2, 0, 1, 3)
    for player, (stock, points) in enumerate(((1, 0), (5, 4), (9, 2), (1, 4))):
        own(p, player, stock)
        p.g.resource[player, v.VP] = points
    run_effects(p, resource_row("gain", target, "phasium", 1), owner=3)
    assert {x for x in range(4) if p.g.resource[x, v.PHASIUM]} == TARGETS[target]


@pytest.mark.parametrize("named", [0, 1, 2, 3])
def test_the_chancellor_names_a_player(named: int) -> None:
    """base rules, line 81, and content/vocabulary.py: anybody can be named, the Chancellor included."""
    p = seat(Position(players=4), 2, 0, 1, 3)
    for player in range(4):
        own(p, player, 5)
    run_effects(p, resource_row("lose", "chosen", "cp", 3))
    assert (p.decision, p.actor) == ("name_player", 2)
    assert p.legal("player") == {(0,), (1,), (2,), (3,)}
    p.do("player", (named - 2) % 4)
    assert p.finished
    assert [cp(p, x) for x in range(4)] == [2 if x == named else 5 for x in range(4)]


def test_each_row_names_its_own_player() -> None:
    """content/vocabulary.py: two rows for a named player ask twice."""
    p = table()
    for player in range(3):
        own(p, player)
    run_effects(p, resource_row("gain", "chosen", "cp", 1), resource_row("gain", "chosen", "cp", 2))
    p.do("player", 1).do("player", 2)
    assert [cp(p, x) for x in range(3)] == [0, 1, 2]


def test_all_targets_are_tested() -> None:
    """Every target word has a test above."""
    assert {*TARGETS, "chosen"} == set(v.TARGETS)


@pytest.mark.parametrize("seats", SEATS)
def test_whom_a_row_concerns_is_settled_before_it_begins(seats: tuple[int, ...]) -> None:
    """content/vocabulary.py: the poorest gain, and whoever is poorest after that does not gain as well."""
    p = seat(Position(players=3), *seats)
    for player, stock in enumerate((0, 2, 4)):
        own(p, player, stock)
    run_effects(p, resource_row("gain", "poorest", "cp", 5))
    assert [cp(p, x) for x in range(3)] == [5, 2, 4]
    run_effects(p, resource_row("lose", "richest", "cp", 4))
    assert [cp(p, x) for x in range(3)] == [1, 2, 4]


@pytest.mark.parametrize("seats", SEATS)
def test_leaders_and_trailing_do_not_chain_either(seats: tuple[int, ...]) -> None:
    """content/vocabulary.py: who leads and who trails is looked up once a row."""
    p = seat(Position(players=3), *seats)
    p.g.resource[:3, v.VP] = 6, 5, 1
    run_effects(p, resource_row("lose", "leaders", "vp", 3))
    assert p.g.resource[:3, v.VP].tolist() == [3, 5, 1]
    run_effects(p, resource_row("gain", "trailing", "vp", 4))
    assert p.g.resource[:3, v.VP].tolist() == [3, 5, 5]


@pytest.mark.parametrize("seats", SEATS)
def test_conditions_are_settled_before_the_row_begins(seats: tuple[int, ...]) -> None:
    """content/vocabulary.py: a tribute to everybody above 4 CP is not stopped by the first payment of the row."""
    p = seat(Position(players=3), *seats)
    for player, stock in enumerate((5, 5, 5)):
        own(p, player, stock)
    run_effects(p, resource_row("tribute", "each", "cp", 1, when=("at_least", "cp", 5)))
    assert [cp(p, x) for x in range(3)] == [5, 5, 5]


def test_a_later_row_sees_what_an_earlier_one_did() -> None:
    """base rules, line 73: rows are carried out one after another."""
    p = table()
    p.settle(home(p, 0), 0, 2).settle(home(p, 1), 1, 3)
    run_effects(p, row("grow", a=1), row("grow", a=1, when=("below", "home_population", 4)))
    assert (at_home(p, 0), at_home(p, 1)) == (4, 4)


# Quantities -----------------------------------------------------------------------------------------------------------

QUANTITIES = {
    "cp": 4,
    "axinium": 2,
    "phasium": 3,
    "vp": 6,
    "ships": 3,
    "planets": 4,
    "controlled_planets": 2,
    "technologies": 2,
    "home_population": 5,
    "population": 5 + 3 + 2 + 1,
    "council_ships": 1,
    "resistance_cards": 2,
    "rockets": 3,
    "laws": 2,
}


def counted() -> Position:
    """A position in which player 0 has the numbers above."""
    p = enact(own(table(), 0, 4, 2, 3), "border_patrols", "seat_of_power").learn(0, "radar", "cloaking")
    p.g.resource[0, v.VP] = 6
    p.place_ship(0, FIGHTER, int(p.t.council_hex))
    lead, tie, less = planets(p, "cp")[:3]
    p.settle(home(p, 0), 0, 5).settle(lead, 0, 3).settle(lead, 1, 2)
    p.settle(tie, 0, 2).settle(tie, 1, 2).settle(less, 0, 1).settle(less, 2, 2)
    p.g.rocket[lead], p.g.rocket[home(p, 0), 1], p.g.rocket[tie, 0], p.g.rocket[less, 0] = (1, 2), 3, 1, 1
    p.g.resistance_owner[[3, 7, 9]] = 0, 0, 1
    return p


def test_all_quantities_are_tested() -> None:
    """Every quantity word has a number above."""
    assert {"none", *QUANTITIES} == set(v.QUANTITIES)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_per_quantity(quantity: str) -> None:
    """content/vocabulary.py: so much for each of what is counted."""
    p = counted()
    number = QUANTITIES[quantity]
    run_effects(p, resource_row("gain", "chancellor", "cp", 2, per=quantity))
    assert cp(p, 0) == 4 + 2 * number


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize(
    ("condition", "beyond", "holds"),
    [("at_least", 0, True), ("at_least", 1, False), ("below", 1, True), ("below", 0, False)],
)
def test_conditions(quantity: str, condition: str, beyond: int, holds: bool) -> None:
    """content/vocabulary.py: a row with a condition concerns only those for whom it holds."""
    p = counted()
    when = (condition, quantity, QUANTITIES[quantity] + beyond)
    run_effects(p, resource_row("gain", "chancellor", "vp", 7, when=when))
    assert p.g.resource[0, v.VP] == 6 + (7 if holds else 0)


# The cards in the box -------------------------------------------------------------------------------------------------


def test_every_resistance_card_can_be_used() -> None:
    """base rules, line 299: each bonus is for the player who discards the card, and ends."""
    deck = Position(players=3).rules.content.resistance_cards
    for i, _ in enumerate(deck):
        p = table().learn(1, "ion_cannon", "fusion_drive")
        p.g.resistance_owner[i] = 1
        rng = np.random.default_rng(i)
        p.jump(frames.WINDOW, player=1)
        p.do("resistance_card", i)
        while not p.finished:
            assert p.actor == 1
            p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        assert p.g.resistance_owner[i] == -2
        assert p.g.resource[:3].min() >= 0
        assert all(cubes(p, x) == all_cubes(p) for x in range(3))


def test_every_bonus_action_ends_and_brings_everybody_something() -> None:
    """base rules, line 120: whatever bonus action was taken, it is played out and the turn goes on."""
    for i, bonus in enumerate(Position(players=3).rules.content.bonus_cards):
        assert {effect.target for effect in bonus.effects} & {"each", "others"}, bonus.id
        p = table()
        p.jump(frames.EFFECTS, row=int(p.t.bonus_effect[i, 0]), rows=int(p.t.bonus_effect[i, 1]), owner=0)
        finish(p)
        assert all(cubes(p, x) == all_cubes(p) for x in range(3))
