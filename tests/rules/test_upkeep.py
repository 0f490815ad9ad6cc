"""I. Upkeep."""

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.early import (
    CARRIER,
    PLAYER_COUNTS,
    all_cubes,
    at_home,
    barren,
    cp,
    cubes,
    empty_supply,
    enact,
    finish,
    home,
    order,
    own,
    planets,
    seat,
    upkeep,
)

MINERALS = {"axinium": (v.AXINIUM, "axinium_refinery"), "phasium": (v.PHASIUM, "phasium_refinery")}


def test_a_turn_goes_through_its_stages_in_order() -> None:
    """base rules, lines 35-209: Upkeep, Council, Action, WMD, Conquest, then the next turn."""
    p = Position(players=3, turns=3)
    rng = np.random.default_rng(0)
    seen = []
    while not p.g.over:
        seen.append((int(p.g.turn), int(p.g.stage)))
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
    assert seen == sorted(seen)
    assert {turn for turn, _ in seen} == {1, 2, 3}
    assert {stage for _, stage in seen} >= {1, 2, 3, 5}


# Market and growth ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_cubes_on_the_market_return(players: int) -> None:
    """base rules, line 39: Upkeep clears the market and gives everybody the cubes back."""
    p = Position(players=players)
    p.g.market[:players] = order(p)
    p.g.traders = players
    p.g.supply[:players] -= 1
    upkeep(p)
    assert p.g.traders == 0
    assert set(p.g.market) == {-1}
    assert all(cubes(p, x) == all_cubes(p) for x in range(players))


def test_a_cube_back_from_the_market_can_grow_at_once() -> None:
    """base rules, lines 39-41: the market is cleared before Population grows."""
    p = Position(players=2)
    empty_supply(p, 0, left=1)
    p.g.market[0], p.g.traders = 0, 1
    p.g.supply[0] -= 1
    before = at_home(p, 0)
    upkeep(p)
    assert at_home(p, 0) == before + 1


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_every_home_planet_grows_by_two(players: int) -> None:
    """base rules, line 41: two Population from the supply onto each home planet, nobody is asked."""
    p = Position(players=players)
    before = [at_home(p, x) for x in range(players)]
    supply = p.g.supply.copy()
    upkeep(p)
    assert [at_home(p, x) for x in range(players)] == [x + 2 for x in before]
    assert [int(x) for x in p.g.supply[:players]] == [int(x) - 2 for x in supply[:players]]


def test_expert_cloning_grows_one_more() -> None:
    """base rules, line 41: a player with Expert Cloning grows by three, the others by two."""
    p = Position(players=3).learn(1, "expert_cloning")
    before = [at_home(p, x) for x in range(3)]
    upkeep(p)
    assert [at_home(p, x) - before[x] for x in range(3)] == [2, 3, 2]


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_population_growth_is_limited_by_the_cube_supply(left: int) -> None:
    """FAQ: without cubes in the supply nothing grows."""
    p = Position(players=2).learn(0, "expert_cloning")
    empty_supply(p, 0, left)
    before = at_home(p, 0)
    upkeep(p)
    assert at_home(p, 0) == before + min(left, 3)
    assert p.g.supply[0] == left - min(left, 3)


def test_a_wiped_out_player_still_grows() -> None:
    """FAQ: without any Population or ship a player goes on; the home planet makes two Population."""
    p = Position(players=2).remove_ships(0)
    p.settle(home(p, 0), 0, 0)
    upkeep(p)
    assert at_home(p, 0) == 2


def test_growth_comes_before_income() -> None:
    """base rules, lines 41-49: Population that has just grown already earns the home planet's income."""
    p = barren(Position(players=2))
    p.g.counter[home(p, 0)] = 1
    p.settle(home(p, 0), 0, 0)
    own(p, 0)
    upkeep(p)
    assert cp(p, 0) == 5


# Income ---------------------------------------------------------------------------------------------------------------


def test_cp_planet_brings_five() -> None:
    """base rules, line 51: 5 CP from each CP planet with own Population; its counter drops by one."""
    p = barren(own(Position(players=2), 0, 3))
    first, second, _, _ = planets(p, "cp")
    p.g.counter[[first, second]] = 3
    p.settle(first, 0, 1).settle(second, 0, 4)
    upkeep(p)
    assert cp(p, 0) == 3 + 5 + 5
    assert p.g.counter[[first, second]].tolist() == [2, 2]


def test_cp_mining_brings_ten() -> None:
    """base rules, line 51: with CP Mining a CP planet brings 10 CP and loses two units."""
    p = barren(own(Position(players=2), 0)).learn(0, "cp_mining")
    planet = planets(p, "cp")[0]
    p.g.counter[planet] = 3
    p.settle(planet, 0, 1)
    upkeep(p)
    assert (cp(p, 0), p.g.counter[planet]) == (10, 1)


@pytest.mark.parametrize("mineral", MINERALS)
@pytest.mark.parametrize("refined", [False, True])
def test_mineral_planets_bring_one_or_two(mineral: str, refined: bool) -> None:
    """base rules, lines 53-55: one unit of a mineral a planet, two with the refinery of that mineral."""
    number, technology = MINERALS[mineral]
    p = barren(own(Position(players=2), 0, 9))
    if refined:
        p.learn(0, technology)
    here, there, _ = planets(p, mineral)
    p.g.counter[[here, there]] = 3
    p.settle(here, 0, 1).settle(there, 0, 1)
    upkeep(p)
    units = 2 if refined else 1
    assert p.g.resource[0, number] == 2 * units
    assert p.g.counter[[here, there]].tolist() == [3 - units] * 2
    assert cp(p, 0) == 9 - 2 * units


def test_a_refinery_serves_its_own_mineral_only() -> None:
    """base rules, lines 51-55: each of the three technologies raises one kind of planet."""
    p = barren(own(Position(players=2), 0, 9)).learn(0, "axinium_refinery")
    for planet in (planets(p, "cp")[0], planets(p, "phasium")[0]):
        p.g.counter[planet] = 3
        p.settle(planet, 0, 1)
    upkeep(p)
    assert p.g.resource[0].tolist() == [9 + 5 - 1, 0, 1, 0]


def test_income_takes_no_majority() -> None:
    """base rules, line 49, and FAQ: a single cube beside a crowd earns the full income, the crowd no more."""
    p = barren(seat(Position(players=3), 0, 1, 2))
    planet = planets(p, "cp")[0]
    p.g.counter[planet] = 3
    p.settle(planet, 0, 1).settle(planet, 1, 5)
    for player in range(3):
        own(p, player)
    upkeep(p)
    assert [cp(p, x) for x in range(3)] == [5, 5, 0]
    assert p.g.counter[planet] == 1


@pytest.mark.parametrize("seats", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_a_shared_planet_running_short_serves_in_turn_order(seats: tuple[int, ...]) -> None:
    """FAQ: where units run short the earlier in turn order takes them; the number of cubes does not matter."""
    p = barren(seat(Position(players=3), *seats))
    planet = planets(p, "cp")[0]
    p.g.counter[planet] = 2
    for place, player in enumerate(seats):
        own(p, player)
        p.settle(planet, player, 1 + place)
    upkeep(p)
    assert [cp(p, x) for x in seats] == [5, 5, 0]
    assert p.g.counter[planet] == 0


def test_a_technology_takes_no_more_than_there_is() -> None:
    """base rules, line 51: one unit left on a CP planet brings 5 CP even with CP Mining; the next gets nothing."""
    p = barren(seat(Position(players=2), 1, 0)).learn(1, "cp_mining")
    planet = planets(p, "cp")[0]
    p.g.counter[planet] = 1
    for player in range(2):
        own(p, player)
        p.settle(planet, player, 1)
    upkeep(p)
    assert [cp(p, 0), cp(p, 1)] == [0, 5]


def test_no_population_no_income() -> None:
    """base rules, line 49: planets without own Population bring nothing and keep their units."""
    p = barren(own(Position(players=2), 0))
    for resource in ("cp", "axinium", "phasium"):
        p.g.counter[planets(p, resource)] = 2
    upkeep(p)
    assert p.g.resource[0].tolist() == [0, 0, 0, 0]
    assert all(p.g.counter[h] == 2 for r in ("cp", "axinium", "phasium") for h in planets(p, r))


def test_exhausted_planets_bring_nothing() -> None:
    """base rules, lines 49-55: a counter at zero gives no income."""
    p = barren(own(Position(players=2), 0, 4))
    for resource in ("cp", "axinium", "phasium"):
        p.settle(planets(p, resource)[0], 0, 2)
    upkeep(p)
    assert p.g.resource[0].tolist() == [4, 0, 0, 0]


def test_destroyed_planets_bring_nothing() -> None:
    """base rules, line 205: a destroyed planet has lost its resources for good."""
    p = barren(own(Position(players=2), 0))
    planet = planets(p, "cp")[0]
    p.g.counter[planet], p.g.destroyed[planet] = 2, 1
    p.settle(planet, 0, 1)
    upkeep(p)
    assert cp(p, 0) == 0


# Tax ------------------------------------------------------------------------------------------------------------------


def test_one_cp_of_tax_for_each_mineral() -> None:
    """base rules, line 57: every Axinium and Phasium received costs 1 CP."""
    p = barren(own(Position(players=2), 0, 7)).learn(0, "axinium_refinery")
    ax, ph = planets(p, "axinium")[0], planets(p, "phasium")[0]
    p.g.counter[[ax, ph]] = 3
    p.settle(ax, 0, 1).settle(ph, 0, 1)
    upkeep(p)
    assert p.g.resource[0].tolist() == [7 - 3, 2, 1, 0]


def test_stock_is_never_taxed() -> None:
    """FAQ: tax falls on this turn's income alone."""
    p = barren(own(Position(players=2), 0, 5, axinium=8, phasium=9))
    upkeep(p)
    assert p.g.resource[0].tolist() == [5, 8, 9, 0]


def test_cp_income_is_not_taxed_and_can_pay_the_tax() -> None:
    """base rules, lines 51-59: CP come free, and those of this income already pay for its minerals."""
    p = barren(own(Position(players=2), 0))
    pair = [planets(p, "cp")[0], planets(p, "axinium")[0]]
    p.g.counter[pair] = 1
    p.settle(pair[0], 0, 1).settle(pair[1], 0, 1)
    upkeep(p)
    assert p.g.resource[0].tolist() == [5 - 1, 1, 0, 0]


def test_advanced_politics_pays_no_tax() -> None:
    """base rules, line 57: with Advanced Politics minerals come free, for that player alone."""
    p = barren(Position(players=2)).learn(0, "advanced_politics")
    planet = planets(p, "axinium")[0]
    p.g.counter[planet] = 4
    for player in range(2):
        own(p, player, 1)
        p.settle(planet, player, 1)
    upkeep(p)
    assert p.g.resource[0, :2].tolist() == [1, 1]
    assert p.g.resource[1, :2].tolist() == [0, 1]


def test_advanced_politics_takes_minerals_without_any_cp() -> None:
    """base rules, line 57: who owes no tax needs no CP."""
    p = barren(own(Position(players=2), 0)).learn(0, "advanced_politics")
    planet = planets(p, "phasium")[0]
    p.g.counter[planet] = 1
    p.settle(planet, 0, 1)
    upkeep(p)
    assert p.g.resource[0].tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("choice", [0, 1])
def test_short_of_cp_the_player_chooses_the_minerals(choice: int) -> None:
    """base rules, line 59: only what can be paid is taken, the player says which; the rest stays on the planets."""
    p = barren(own(seat(Position(players=2), 0, 1), 0, 1))
    pair = [planets(p, "axinium")[0], planets(p, "phasium")[0]]
    p.g.counter[pair] = 2
    p.settle(pair[0], 0, 1).settle(pair[1], 0, 1)
    upkeep(p)
    assert (p.decision, p.actor) == ("mineral", 0)
    assert p.legal() == {("pass",), ("mineral", pair[0]), ("mineral", pair[1])}
    finish(p.do("mineral", pair[choice]))
    assert p.g.resource[0].tolist() == [0, 1 - choice, choice, 0]
    assert p.g.counter[pair].tolist() == [2 - (1 - choice), 2 - choice]


def test_nothing_is_taken_that_is_not_paid() -> None:
    """base rules, line 59: without CP no mineral comes in and no counter drops."""
    p = barren(own(Position(players=2), 0, 0, axinium=2))
    pair = [planets(p, "axinium")[0], planets(p, "phasium")[0]]
    p.g.counter[pair] = 3
    p.settle(pair[0], 0, 2).settle(pair[1], 0, 2)
    upkeep(p)
    assert p.finished
    assert p.g.resource[0].tolist() == [0, 2, 0, 0]
    assert p.g.counter[pair].tolist() == [3, 3]


def test_what_one_player_cannot_pay_is_left_for_the_next() -> None:
    """base rules, line 59, and FAQ: units not taken stay for those later in turn order."""
    p = barren(seat(Position(players=2), 0, 1))
    planet = planets(p, "axinium")[0]
    p.g.counter[planet] = 1
    own(p, 0, 0).settle(planet, 0, 1)
    own(p, 1, 1).settle(planet, 1, 1)
    upkeep(p)
    assert p.g.resource[:2, v.AXINIUM].tolist() == [0, 1]


def rich_in_minerals(units: int = 2, stock: int = 9, shared: bool = False, **config: Any) -> tuple[Position, list[int]]:
    """Player 0, who is first, lives on two Axinium planets and a Phasium planet with so many units each."""
    p = barren(own(seat(Position(players=2, **config), 0, 1), 0, stock))
    three = [*planets(p, "axinium")[:2], planets(p, "phasium")[0]]
    p.g.counter[three] = units
    for planet in three:
        p.settle(planet, 0, 1).settle(planet, 1, int(shared))
    own(p, 1, stock)
    return p, three


def test_taxed_minerals_are_taken_with_one_choice() -> None:
    """base rules, lines 57-59: each player is asked once whether to pay for everything."""
    p, three = rich_in_minerals()
    p.jump(frames.UPKEEP)
    assert (p.decision, p.actor) == ("mineral", 0)
    assert p.legal() == {("pass",), ("take_all",), *(("mineral", planet) for planet in three)}
    p.do("take_all")
    assert p.decision != "mineral"
    assert p.g.resource[0].tolist() == [9 - 3, 2, 1, 0]
    assert p.g.counter[three].tolist() == [1, 1, 1]


def test_minerals_that_could_be_paid_may_be_declined() -> None:
    """base rules, line 57: whoever does not pay the tax does not receive the mineral, and keeps the CP."""
    p, three = rich_in_minerals()
    p.jump(frames.UPKEEP).decline()
    assert p.decision != "mineral"
    assert p.g.resource[0].tolist() == [9, 0, 0, 0]
    assert p.g.counter[three].tolist() == [2, 2, 2]


def test_some_minerals_may_be_taken_and_others_left() -> None:
    """base rules, line 57: tax is paid for each mineral, so each can be taken or not; the player says from where."""
    p, three = rich_in_minerals()
    p.jump(frames.UPKEEP).do("mineral", three[1])
    assert (p.decision, p.actor) == ("mineral", 0)
    assert p.legal() == {("pass",), ("take_all",), ("mineral", three[0]), ("mineral", three[2])}
    p.decline()
    assert p.g.resource[0].tolist() == [9 - 1, 1, 0, 0]
    assert p.g.counter[three].tolist() == [2, 1, 2]


def test_the_rest_can_be_taken_at_once() -> None:
    """base rules, line 57: one by one or all together comes to the same in the end."""
    p, three = rich_in_minerals()
    p.jump(frames.UPKEEP).do("mineral", three[2]).do("take_all")
    assert p.decision != "mineral"
    assert p.g.resource[0].tolist() == [9 - 3, 2, 1, 0]


def test_the_last_mineral_is_taken_or_not() -> None:
    """base rules, line 57: where one unit is left there are two choices, not two names for the same one."""
    p, three = rich_in_minerals()
    p.g.counter[three[1:]] = 0
    p.jump(frames.UPKEEP)
    assert p.legal() == {("pass",), ("take_all",)}


def test_a_refinery_planet_can_be_used_for_one_unit_only() -> None:
    """base rules, lines 53-57: a second unit is a mineral of its own with a tax of its own."""
    p, three = rich_in_minerals()
    p.g.counter[three[1:]] = 0
    p.learn(0, "axinium_refinery").jump(frames.UPKEEP)
    assert p.legal() == {("pass",), ("take_all",), ("mineral", three[0])}
    p.do("mineral", three[0])
    assert p.legal() == {("pass",), ("take_all",)}
    p.decline()
    assert (p.g.resource[0, v.AXINIUM], p.g.counter[three[0]]) == (1, 1)


def test_declined_minerals_are_there_for_the_next_player() -> None:
    """base rules, line 57, and FAQ: units that nobody paid for stay on the planet."""
    p, three = rich_in_minerals(units=1, shared=True)
    p.jump(frames.UPKEEP).do("mineral", three[0]).decline()
    assert (p.decision, p.actor) == ("mineral", 1)
    assert p.legal() == {("pass",), ("take_all",), ("mineral", three[1]), ("mineral", three[2])}
    p.do("take_all")
    assert p.g.resource[:2, 1:3].tolist() == [[1, 0], [1, 1]]


@pytest.mark.parametrize("chosen", [0, 1])
@pytest.mark.parametrize("free", [False, True])
def test_where_stock_has_room_for_some_the_player_says_which_planet(chosen: int, free: bool) -> None:
    """public, with base rules, line 57: one Axinium fits; it comes from either planet, the Phasium comes besides."""
    p, three = rich_in_minerals()
    p.g.resource[0, v.AXINIUM] = 9
    if free:
        p.learn(0, "advanced_politics")
    p.jump(frames.UPKEEP)
    planets_of_both = {("mineral", planet) for planet in three[: 2 if free else 3]}
    assert p.legal() == (planets_of_both if free else {("pass",), *planets_of_both}), "all of it does not fit"
    p.do("mineral", three[chosen])
    if not free:
        p.do("take_all")
    assert p.decision != "mineral"
    assert p.g.resource[0].tolist() == [9 if free else 7, 10, 1, 0]
    assert p.g.counter[three].tolist() == [1 + chosen, 2 - chosen, 1]


def test_a_full_stock_leaves_no_choice_between_planets() -> None:
    """public: a mineral that does not fit at all is not offered, the other one is taken as ever."""
    p, three = rich_in_minerals()
    p.g.resource[0, v.AXINIUM] = 10
    p.jump(frames.UPKEEP)
    assert p.legal() == {("pass",), ("take_all",)}
    p.do("take_all")
    assert p.g.resource[0].tolist() == [8, 10, 1, 0]
    assert p.g.counter[three].tolist() == [2, 2, 1]


@pytest.mark.parametrize("why", ["advanced_politics", "short"])
def test_minerals_without_tax_come_without_a_question(why: str) -> None:
    """base rules, lines 53-59, our ruling: declining is not paying, so there is nothing to decline without a tax."""
    p, three = rich_in_minerals(**({"variant": "short"} if why == "short" else {}))
    if why == "advanced_politics":
        p.learn(0, "advanced_politics")
    p.jump(frames.UPKEEP)
    assert p.decision != "mineral"
    assert p.g.resource[0].tolist() == [9, 2, 1, 0]
    assert p.g.counter[three].tolist() == [1, 1, 1]


def test_nobody_is_asked_without_minerals_or_without_cp() -> None:
    """base rules, lines 57-59: a question only where something can be taken."""
    p, three = rich_in_minerals(stock=0)
    p.jump(frames.UPKEEP)
    assert p.decision != "mineral"
    p, three = rich_in_minerals()
    p.g.counter[three] = 0
    p.jump(frames.UPKEEP)
    assert p.decision != "mineral"


def test_whatever_is_chosen_income_adds_up() -> None:
    """base rules, lines 53-59: units gone are minerals received, each paid for, within every limit; and it ends."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        p = Position(seed, players=4, modules=("M5",)).learn(1, "axinium_refinery").learn(2, "phasium_refinery")
        for h in np.flatnonzero(p.g.planet >= 0):
            p.settle(int(h), int(rng.integers(4)), 1)
        p.g.counter[p.t.home_hex[:4]] = 0
        for player in range(4):
            own(p, player, int(rng.integers(6)), 8, 8)
        p.jump(frames.UPKEEP)
        while p.decision == "mineral":
            player, before = p.actor, p.g.copy()
            p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
            taken = p.g.resource[player, 1:3].sum() - before.resource[player, 1:3].sum()
            assert taken == before.resource[player, v.CP] - p.g.resource[player, v.CP]
            assert p.g.resource[player, v.CP] >= 0 and p.g.resource[player, 1:3].max() <= 10
            lost = before.counter.sum() + before.second_counter.sum() - p.g.counter.sum() - p.g.second_counter.sum()
            assert p.actor != player or p.decision != "mineral" or lost == taken


def test_laws_change_the_tax() -> None:
    """base rules, line 69: laws in force change the rule they speak of; here a levy on top of the tax of 1."""
    p = enact(barren(own(Position(players=2), 0, 5)), "mineral_levy")
    planet = planets(p, "axinium")[0]
    p.g.counter[planet] = 1
    p.settle(planet, 0, 1)
    upkeep(p)
    assert cp(p, 0) == 5 - 2


@pytest.mark.parametrize("mineral", MINERALS)
def test_stock_of_a_mineral_ends_at_ten(mineral: str) -> None:
    """public: no more than 10 of a mineral; what does not fit is neither taken nor taxed."""
    number, technology = MINERALS[mineral]
    assert Position(players=2).t.resource_cap[number] == 10
    p = barren(own(Position(players=2), 0, 5)).learn(0, technology)
    p.g.resource[0, number] = 9
    planet = planets(p, mineral)[0]
    p.g.counter[planet] = 3
    p.settle(planet, 0, 1)
    upkeep(p)
    assert (p.g.resource[0, number], p.g.counter[planet], cp(p, 0)) == (10, 2, 4)


def test_cp_income_beyond_two_hundred_is_lost() -> None:
    """our ruling on base rules, line 51: the planet gives its unit, the track holds no more than 200 CP."""
    p = barren(own(Position(players=2), 0, 197))
    p.g.counter[home(p, 0)] = 2
    upkeep(p)
    assert (cp(p, 0), p.g.counter[home(p, 0)]) == (200, 1)


def test_what_is_taken_is_what_the_counters_lose() -> None:
    """base rules, lines 49-59: over a whole map, CP / 5 and minerals received equal the units gone from the planets."""
    for seed in range(5):
        p = Position(seed, players=4).learn(1, "cp_mining", "axinium_refinery", "advanced_politics")
        rich = planets(p, "cp") + planets(p, "axinium") + planets(p, "phasium")
        for i, h in enumerate(rich):
            p.settle(h, i % 4, 1).settle(h, (i + seed) % 4, 1)
        for player in range(4):
            own(p, player, 20)
        before = p.g.counter.sum()
        upkeep(p)
        stock = p.g.resource[:4].sum(axis=0)
        taxed = int(p.g.resource[[0, 2, 3], 1:3].sum())
        assert (stock[0] - 80 + taxed) / 5 + stock[1] + stock[2] == before - p.g.counter.sum()
        assert p.g.counter.min() >= 0


# Repair ---------------------------------------------------------------------------------------------------------------


def test_basic_repairs_removes_one_damage_from_each_ship() -> None:
    """base rules, line 45: one damage off every ship of who knows Basic Repairs, nothing for the others."""
    p = Position(players=2).learn(0, "basic_repairs")
    for player in range(2):
        p.equip(player, CARRIER, "electromagnetic_shield", "electromagnetic_shield")
        p.place_ship(player, CARRIER, home(p, player))
        p.g.ship_damage[player, p.t.ship_class[: p.t.ships].tolist().index(CARRIER)] = 2
        p.g.ship_damage[player, p.t.ship_class[: p.t.ships].tolist().index(CARRIER) + 1] = 1
    upkeep(p)
    assert sorted(p.g.ship_damage[0]) == [0] * (len(p.g.ship_damage[0]) - 1) + [1]
    assert p.g.ship_damage[1].sum() == 3


def test_income_comes_before_repair() -> None:
    """base rules, lines 43-59, our ruling: income is taken first, then ships are repaired."""
    p = barren(own(seat(Position(players=2), 0, 1), 0, 1)).learn(0, "basic_repairs")
    pair = [planets(p, "axinium")[0], planets(p, "phasium")[0]]
    p.g.counter[pair] = 2
    p.settle(pair[0], 0, 1).settle(pair[1], 0, 1)
    carrier = next(s for s in range(p.t.ships) if p.t.ship_class[s] == CARRIER and p.g.ship_hex[0, s] >= 0)
    p.g.ship_damage[0, carrier] = 1
    p.jump(frames.UPKEEP)
    assert p.decision == "mineral"
    assert p.g.ship_damage[0, carrier] == 1
    finish(p.do("mineral", pair[0]))
    assert p.g.ship_damage[0, carrier] == 0


def test_resolutions_still_hold_in_the_next_upkeep() -> None:
    """base rules, line 71: a resolution stays until the next Council, so the Upkeep before it still feels it."""
    p = enact(Position(players=2), "family_bonus")
    before = at_home(p, 0)
    upkeep(p)
    assert at_home(p, 0) == before + 3
    assert p.g.resolutions == 1
