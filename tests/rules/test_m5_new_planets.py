"""Event Horizon, module M5: New Planets and the planet everybody may choose."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.assets import SCORE_PLANETS
from tests.position import Position
from tests.rules.early import cp, home, order, own, perform, row, run_effects, seat, technology, upkeep
from tests.rules.scenes import (
    CENTRE,
    EVERY_COUNT,
    FIGHTER,
    assert_cubes_kept,
    end_game,
    finish,
    neighbours,
    ordinary_planets,
    ships_on_map,
)

OURS = ("M5",)
NEW = 4  # the pool of the new planets; 1 to 3 are the basic ones of CP, Axinium, Phasium
MAPS = ("standard", "minimal", "large")
SETUP = {"planet_type", "planet_space", "look", "barrier", "leader", "start_technology"}
DISTRIBUTION = {2: [4, 2, 2, 2], 3: [5, 4, 3, 3], 4: [6, 5, 4, 5], 5: [8, 6, 5, 6], 6: [9, 8, 6, 7]}
EXTRACTION = {
    v.CP_PRODUCED: "cp_mining",
    v.AXINIUM_PRODUCED: "axinium_refinery",
    v.PHASIUM_PRODUCED: "phasium_refinery",
}
HIT, MISS = 5, 1
HYPERSONIC, BIOCHEMICAL, GRAVITON = range(3)


# Scenes ---------------------------------------------------------------------------------------------------------------


def choose(p: Position, kind: int | None, second_space: bool = False) -> list[tuple[str, int]]:
    """Setup with everybody choosing a planet of one kind (None: declining); tells what was asked of whom."""
    asked = []
    while p.decision in SETUP:
        asked.append((p.decision, p.actor))
        if p.decision == "planet_type" and kind is not None and (kind,) in p.legal("planet_type"):
            p.do("planet_type", kind)
        elif p.decision == "planet_space":
            p.do("planet_space", int(p.t.start_space[p.actor, int(second_space)]))
        else:
            p.default()
    return asked


def begun(seed: int = 1, modules: tuple[str, ...] = OURS, **config: Any) -> Position:
    """A game whose setup is over; nobody chose a planet."""
    p = Position(seed, modules=modules, **config)
    choose(p, None)
    return p


def world(players: int = 2, modules: tuple[str, ...] = OURS, **config: Any) -> Position:
    """A map without ships, where no planet has anything to give; players sit in the order of their numbers."""
    p = begun(players=players, modules=modules, **config)
    p.remove_ships()
    p.g.resistance[:] = 0
    p.g.counter[:] = 0
    p.g.second_counter[:] = 0
    p.g.face_down[:] = 0
    return seat(p, *range(players))


def put(p: Position, planet: int, counter: int = 0, second: int = 0, place: int = 0) -> int:
    """A planet into a hex, with so many units on its counters; tells the hex."""
    hexagon = ordinary_planets(p)[place]
    p.g.planet[hexagon] = planet
    p.g.counter[hexagon] = counter
    p.g.second_counter[hexagon] = second
    return hexagon


def kinds(p: Position) -> dict[str, list[int]]:
    """The new planets by badge."""
    t = p.t
    new = [i for i in range(t.planets) if t.planet_pool[i] == NEW]
    return {
        "all": new,
        "unproductive": [i for i in new if t.planet_resource[i] == v.NONE_PRODUCED],
        "finite": [i for i in new if t.planet_finite[i]],
        "barren": [i for i in new if t.planet_barren[i]],
        "advanced": [i for i in new if t.planet_advanced[i] >= 0],
        "peaceful": [i for i in new if t.planet_peaceful[i]],
        "dual": [i for i in new if t.planet_second[i]],
    }


def dual(p: Position, *resources: int) -> int:
    """A dual planet whose counters can be mined, with these resources if any are named."""
    for i in kinds(p)["dual"]:
        both = {int(p.t.planet_resource[i]), int(p.t.planet_second[i])}
        if not p.t.planet_finite[i] and (not resources or both == set(resources)):
            return i
    pytest.skip("no such dual planet in the box")


def stock(p: Position, player: int) -> list[int]:
    """CP, Axinium and Phasium of a player."""
    return [int(x) for x in p.g.resource[player, :3]]


def income(*produced: tuple[int, int], tax: int = 1) -> list[int]:
    """What units of planet resources bring: 5 CP a unit, minerals as they are, less 1 CP of tax for each."""
    change = [0, 0, 0]
    for resource, units in produced:
        if resource == v.CP_PRODUCED:
            change[0] += 5 * units
        elif resource != v.NONE_PRODUCED:
            change[resource - 1] += units
            change[0] -= tax * units
    return change


def earned(p: Position, player: int = 0, start: int = 9) -> list[int]:
    """What a player's Upkeep brings, beginning with some CP and no minerals."""
    own(p, player, start)
    upkeep(p)
    assert p.finished
    found = stock(p, player)
    found[0] -= start
    return found


def minable(p: Position, player: int = 0) -> set[tuple[Any, ...]]:
    """What a player can choose first in a Mining action."""
    perform(p, player, v.MINING)
    return set() if p.finished else p.legal()


# Components -----------------------------------------------------------------------------------------------------------


def test_twenty_three_new_planets() -> None:
    """Event Horizon, line 615: so many hexes, none without the module."""
    p = Position(modules=OURS)
    assert len(kinds(p)["all"]) == 23
    ours = {p.rules.content.planets[i].id for i in kinds(p)["all"]}
    assert not ours & {planet.id for planet in Position().rules.content.planets}
    assert all(planet.module == "M5" for planet in p.rules.content.planets if planet.id in ours)


@pytest.mark.parametrize("badge", ["unproductive", "finite", "barren", "advanced", "peaceful", "dual"])
def test_each_badge_is_on_some_planet(badge: str) -> None:
    """Event Horizon, lines 687-710: the legend has six entries, and each is used."""
    assert kinds(Position(modules=OURS))[badge]


def test_basic_planets_have_no_badge() -> None:
    """Event Horizon, lines 618 and 687-710: badges are of the new planets only."""
    t = Position(modules=OURS).t
    for i in range(t.planets):
        if t.planet_pool[i] != NEW:
            badges = (t.planet_finite[i], t.planet_barren[i], t.planet_peaceful[i], t.planet_second[i])
            assert badges == (0, 0, 0, 0) and t.planet_advanced[i] == -1
            assert t.planet_resource[i] != v.NONE_PRODUCED


def test_dual_planets_have_two_resources_and_no_vp() -> None:
    """Event Horizon, lines 580 and 708: two different ones, each with a die of its own; no VP are printed."""
    p = Position(modules=OURS)
    for i in kinds(p)["dual"]:
        assert v.NONE_PRODUCED != p.t.planet_resource[i] != p.t.planet_second[i]
        assert 0 < p.t.planet_amount[i] <= p.t.planet_maximum[i] <= 6
        assert 0 < p.t.planet_second_amount[i] <= p.t.planet_second_maximum[i] <= 6
        assert p.t.planet_vp[i] == 0


def test_advanced_planets_name_a_type_of_research() -> None:
    """Event Horizon, lines 700-702: Military, Civilian or Transport."""
    p = Position(modules=OURS)
    assert {int(p.t.planet_advanced[i]) for i in kinds(p)["advanced"]} <= set(range(len(v.TYPES)))


# Setup: the choice ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_everybody_may_choose_a_planet(players: int) -> None:
    """Event Horizon, lines 618-620 and 1657-1669: CP, Axinium or Phasium, or none; then one of two spaces."""
    p = Position(players=players, modules=OURS)
    asked = []
    while p.decision in SETUP:
        asked.append((p.decision, p.actor))
        if p.decision == "planet_type":
            assert p.legal() == {("pass",), ("planet_type", 0), ("planet_type", 1), ("planet_type", 2)}
            p.do("planet_type", len(asked) % 3)
        else:
            assert p.decision == "planet_space"
            spaces = {(int(h),) for h in p.t.start_space[p.actor]}
            assert p.legal("planet_space") == spaces and p.legal() == {("planet_space", *s) for s in spaces}
            p.default()
    assert [actor for decision, actor in asked if decision == "planet_type"] == order(p)
    assert [actor for decision, actor in asked if decision == "planet_space"] == order(p)


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("size", MAPS)
def test_the_two_spaces_lie_next_to_the_home(players: int, size: str) -> None:
    """Event Horizon, lines 618-619 and 1667-1668: two hexes beside it, neither the centre nor anybody's home."""
    p = Position(players=players, modules=OURS, map=size)
    assert len(set(p.t.start_space[:players].ravel())) == 2 * players, "nobody takes another's space"
    for player in range(players):
        one, two = (int(h) for h in p.t.start_space[player])
        assert {one, two} <= set(neighbours(p, home(p, player)))
        assert CENTRE not in (one, two)
        assert p.t.home_of[one] < 0 and p.t.home_of[two] < 0


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("kind", range(3))
@pytest.mark.parametrize("second_space", [False, True])
def test_a_basic_planet_of_that_type_lies_on_that_space(players: int, kind: int, second_space: bool) -> None:
    """Event Horizon, lines 618-620 and 1657-1669: of the chosen type, never a new one, with its counter."""
    p = Position(players=players, modules=OURS)
    choose(p, kind, second_space)
    for player in range(players):
        planet = int(p.g.planet[p.t.start_space[player, int(second_space)]])
        assert p.t.planet_pool[planet] == kind + 1
        assert p.t.planet_resource[planet] == kind + 1
        assert p.g.counter[p.t.start_space[player, int(second_space)]] == p.t.planet_amount[planet]


def test_no_more_planets_of_a_type_than_there_are() -> None:
    """our ruling on Event Horizon, lines 618-620: on small maps a type runs out, and the others are left to choose."""
    p = Position(players=6, modules=OURS, map="minimal")
    phasium = int(p.t.map_planets[3])
    assert phasium < 6
    for place in range(6):
        assert p.decision == "planet_type"
        assert ((2,) in p.legal("planet_type")) == (place < phasium)
        assert {(0,), (1,)} <= p.legal("planet_type") and ("pass",) in p.legal()
        if place < phasium:
            p.do("planet_type", 2)
        else:
            p.decline()
    p.until("vote")
    assert sum(p.t.planet_pool[p.g.planet[h]] == 3 for h in ordinary_planets(p)) == phasium


@pytest.mark.parametrize("modules", [OURS, ("M4", "M5")])
def test_a_known_planet_is_placed_when_the_rest_is_laid_out(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 1657-1669: first everybody gets a planet, then comes the map, then those planets."""
    p = Position(players=3, modules=modules)
    given = {}
    for player in order(p):
        assert (p.decision, p.actor) == ("planet_type", player)
        assert all(p.g.planet[h] < 0 for h in ordinary_planets_to_be(p)), "the map is not laid out yet"
        p.do("planet_type", player)
        given[player] = int(p.g.given_planet[player])
        assert p.t.planet_pool[given[player]] == player + 1, "the planet is known before it is placed"
    free = set(p.t.start_space[:3].reshape(-1).tolist())
    for player in order(p):
        assert (p.decision, p.actor) == ("planet_space", player)
        empty = {h for h in ordinary_planets_to_be(p) if p.g.planet[h] < 0}
        assert empty == free, "everything else lies there, and both spaces are free"
        if "M4" in modules:
            assert all(p.g.face_down[h] for h in ordinary_planets_to_be(p) if h not in p.t.start_space[:3])
        chosen, other = (int(h) for h in p.t.start_space[player])
        p.do("planet_space", chosen)
        free -= {chosen, other}
        assert p.g.planet[chosen] == given[player] and p.g.face_down[chosen] == 0
        assert p.g.planet[other] >= 0 and p.g.face_down[other] == int("M4" in modules)
    assert (p.g.given_planet == -1).all()


def ordinary_planets_to_be(p: Position) -> list[int]:
    """All hexes that are dealt a planet."""
    return [h for h in range(p.t.hexes) if h != CENTRE and p.t.home_of[h] < 0]


def test_the_hex_beside_the_chosen_planet_is_left_to_chance() -> None:
    """Event Horizon, lines 1662-1669: it gets any of the planets that are left, new ones as well."""
    seen = set()
    for seed in range(25):
        p = Position(seed, players=2, modules=OURS)
        choose(p, 0)
        seen.add(int(p.t.planet_pool[p.g.planet[p.t.start_space[0, 1]]]))
    assert seen == {1, 2, 3, NEW}


def test_the_chosen_planet_is_a_random_one() -> None:
    """Event Horizon, lines 619-620: the type is chosen, not the planet."""
    seen = set()
    for seed in range(12):
        p = Position(seed, players=2, modules=OURS)
        choose(p, 0)
        seen.add(int(p.g.planet[p.t.start_space[0, 0]]))
    assert len(seen) > 3


def test_declining_leaves_the_space_to_chance() -> None:
    """Event Horizon, line 618: players may choose; who does not is not asked for a space."""
    seen = set()
    for seed in range(20):
        p = Position(seed, players=2, modules=OURS)
        assert choose(p, None) == [("planet_type", player) for player in order(p)]
        seen.add(int(p.t.planet_pool[p.g.planet[p.t.start_space[0, 0]]]))
    assert len(seen) > 2


def test_one_may_choose_where_another_declines() -> None:
    """Event Horizon, line 618: everybody for themselves."""
    p = Position(players=2, modules=OURS)
    first, last = order(p)
    p.decline()
    assert (p.decision, p.actor) == ("planet_type", last)
    p.do("planet_type", 2).do("planet_space", int(p.t.start_space[last, 1]))
    assert p.decision not in SETUP
    assert p.t.planet_pool[p.g.planet[p.t.start_space[last, 1]]] == 3
    assert first != last


def test_without_the_module_nobody_is_asked() -> None:
    """Event Horizon, lines 617-620: the choice belongs to the module."""
    p = Position(players=3)
    assert p.decision not in SETUP
    assert all(p.t.planet_pool[p.g.planet[h]] in (1, 2, 3) for h in ordinary_planets(p))


# Setup: the deal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("kind", [None, 0, 1, 2])
def test_the_distribution_of_planets(players: int, kind: int | None) -> None:
    """Event Horizon, lines 630-685: so many CP, Axinium, Phasium and new ones, the chosen planets among them."""
    p = Position(players, players=players, modules=OURS)
    choose(p, kind)
    dealt = [int(p.g.planet[h]) for h in ordinary_planets(p)]
    assert [sum(p.t.planet_pool[i] == pool for i in dealt) for pool in range(1, 5)] == DISTRIBUTION[players]
    assert len(set(dealt)) == len(dealt)
    assert len(dealt) == p.t.hexes - 1 - players
    assert [int(p.g.planet[home(p, x)]) for x in range(players)] == [int(p.t.home_planet[x]) for x in range(players)]


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("size", ["minimal", "large"])
def test_other_maps_are_full_too(players: int, size: str) -> None:
    """our numbers for Event Horizon, lines 630-685: every hex has a planet, none twice, new ones among them."""
    p = Position(players=players, modules=OURS, map=size)
    choose(p, 1)
    dealt = [int(p.g.planet[h]) for h in range(p.t.hexes) if h != CENTRE and p.t.home_of[h] < 0]
    assert min(dealt) >= 0 and len(set(dealt)) == len(dealt)
    counts = [sum(p.t.planet_pool[i] == pool for i in dealt) for pool in range(5)]
    assert counts == [int(x) for x in p.t.map_planets]
    assert counts[0] == 0 < counts[NEW]


def test_every_new_planet_can_come_up() -> None:
    """Event Horizon, lines 641-685: they are drawn at random."""
    seen: dict[int, set[int]] = {}
    for seed in range(30):
        p = begun(seed, players=6)
        for h in ordinary_planets(p):
            if p.t.planet_pool[p.g.planet[h]] == NEW:
                seen.setdefault(int(p.g.planet[h]), set()).add(h)
    assert len(seen) == 23
    assert min(len(hexes) for hexes in seen.values()) > 1


def test_counters_are_placed_as_printed() -> None:
    """Event Horizon, lines 1700-1707: two on dual planets, none on barren ones and where nothing is produced."""
    seen = set()
    for seed in range(8):
        p = begun(seed, players=6)
        for h in ordinary_planets(p):
            planet = int(p.g.planet[h])
            if p.t.planet_barren[planet] or p.t.planet_resource[planet] == v.NONE_PRODUCED:
                assert (p.g.counter[h], p.g.second_counter[h]) == (0, 0)
                seen.add("none")
            else:
                assert p.g.counter[h] == p.t.planet_amount[planet] > 0
                assert p.g.second_counter[h] == p.t.planet_second_amount[planet]
                seen.add("dual" if p.g.second_counter[h] else "one")
    assert seen == {"none", "one", "dual"}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_with_exploration_the_chosen_planets_are_face_up(players: int) -> None:
    """Event Horizon, lines 622 and 1667-1669: these alone; where nobody chose, all is face down."""
    p = Position(players=players, modules=("M4", "M5"))
    choose(p, 0)
    chosen = {int(p.t.start_space[player, 0]) for player in range(players)}
    assert {h for h in ordinary_planets(p) if not p.g.face_down[h]} == chosen
    assert all(p.g.counter[h] > 0 for h in chosen)
    p = begun(players=players, modules=("M4", "M5"))
    assert all(p.g.face_down[h] for h in ordinary_planets(p))


def test_players_look_at_planets_that_are_still_face_down() -> None:
    """Event Horizon, lines 627-628 and 1683-1684: next to the home, the chosen planet apart."""
    p = Position(players=3, modules=("M4", "M5"))
    looked = []
    while p.decision in SETUP:
        if p.decision == "planet_type":
            assert not looked, "planets are chosen before anybody looks"
            p.do("planet_type", 0)
        elif p.decision == "planet_space":
            p.do("planet_space", int(p.t.start_space[p.actor, 0]))
        else:
            assert p.decision == "look"
            looked.append(p.actor)
            beside = {h for h in neighbours(p, home(p, p.actor)) if h != CENTRE and p.t.home_of[h] < 0}
            assert p.legal("look") == {(h,) for h in beside if h not in p.t.start_space[:3, 0]}
            p.default()
    assert looked == order(p)


# No production --------------------------------------------------------------------------------------------------------


def test_unproductive_planets_produce_nothing() -> None:
    """Event Horizon, line 689: no income, nothing to mine; Population can live there."""
    p = world()
    for planet in kinds(p)["unproductive"]:
        h = put(p, planet)
        p.settle(h, 0, 3).settle(home(p, 0), 0, 0)
        assert minable(p) == set()
        assert earned(p, 0) == [0, 0, 0]
        assert p.g.population[h, 0] == 3
        assert (p.g.counter[h], p.g.second_counter[h]) == (0, 0)


# Finite ---------------------------------------------------------------------------------------------------------------


def finite(p: Position) -> list[int]:
    """Finite planets with one resource."""
    found = [i for i in kinds(p)["finite"] if p.t.planet_resource[i] and not p.t.planet_second[i]]
    assert found
    return found


def test_finite_planets_produce_until_they_are_empty() -> None:
    """Event Horizon, line 691: their income is that of any planet of the resource."""
    p = world()
    for planet in finite(p):
        resource = int(p.t.planet_resource[planet])
        h = put(p, planet, counter=2)
        p.settle(h, 0, 1)
        for left in (1, 0):
            assert earned(p) == income((resource, 1))
            assert p.g.counter[h] == left
        assert earned(p) == [0, 0, 0]


@pytest.mark.parametrize("dice", [False, True])
def test_mining_has_no_effect_on_finite_planets(dice: bool) -> None:
    """Event Horizon, line 691: no unit goes there, however empty it is."""
    p = world(dice_variant=dice)
    for planet in finite(p):
        h = put(p, planet)
        p.settle(h, 0, 2).settle(home(p, 0), 0, 0)
        finish(perform(p, 0, v.MINING))
        assert p.g.counter[h] == 0
        p.settle(home(p, 0), 0, 1)
        finish(perform(p, 0, v.MINING))
        assert p.g.counter[h] == 0 < p.g.counter[home(p, 0)]
        p.g.counter[home(p, 0)] = 0


# Barren ---------------------------------------------------------------------------------------------------------------


def barren(p: Position) -> list[int]:
    """Barren planets."""
    found = kinds(p)["barren"]
    assert all(p.t.planet_resource[i] for i in found)
    return found


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_barren_planets_produce_on_a_four(roll: int) -> None:
    """Event Horizon, lines 693-695: one die; from 4 on the ordinary income of the resource, else none."""
    p = world()
    for planet in barren(p):
        h = put(p, planet)
        p.settle(h, 0, 3).dice(roll, 6, 6)
        assert earned(p) == (income((int(p.t.planet_resource[planet]), 1)) if roll >= 4 else [0, 0, 0])
        assert p.g.scripted_count == 2, "one die, whatever the Population"


def test_technologies_raise_what_a_barren_planet_yields() -> None:
    """Event Horizon, line 694: it produces normally, so with the technology of the resource twice as much."""
    for planet in barren(world()):
        p = world()
        resource = int(p.t.planet_resource[planet])
        p.learn(0, EXTRACTION[resource]).settle(put(p, planet), 0, 1).dice(4)
        assert earned(p) == income((resource, 2))


def test_each_player_rolls_for_a_barren_planet() -> None:
    """Event Horizon, lines 695-697: one after the other, each for the own income."""
    p = world(players=3)
    planet = barren(p)[0]
    one = income((int(p.t.planet_resource[planet]), 1))
    h = put(p, planet)
    for player in range(3):
        p.settle(h, player, 1)
        own(p, player, 9)
    p.dice(4, 3, 6, 2)
    upkeep(p)
    assert p.g.scripted_count == 1
    assert [stock(p, player) for player in range(3)] == [[9 + one[0], *one[1:]], [9, 0, 0], [9 + one[0], *one[1:]]]


def test_each_barren_planet_has_a_roll_of_its_own() -> None:
    """Event Horizon, lines 693-695: the die is rolled for the planet."""
    p = world()
    planet = barren(p)[0]
    for place in (0, 1, 2):
        p.settle(put(p, planet, place=place), 0, 1)
    p.dice(6, 1, 4, 6)
    assert earned(p) == income((int(p.t.planet_resource[planet]), 2))
    assert p.g.scripted_count == 1


def test_nobody_rolls_for_a_barren_planet_without_population() -> None:
    """Event Horizon, lines 693-697: players who occupy it roll."""
    p = world()
    put(p, barren(p)[0])
    p.dice(6, 6)
    assert earned(p) == [0, 0, 0]
    assert p.g.scripted_count == 2


def test_barren_planets_are_never_depleted() -> None:
    """Event Horizon, line 698: they yield as often as the dice say."""
    p = world()
    for planet in barren(p):
        p.settle(put(p, planet), 0, 1)
        for _ in range(9):
            p.dice(4)
            assert earned(p) == income((int(p.t.planet_resource[planet]), 1))


def test_mining_has_no_effect_on_barren_planets() -> None:
    """Event Horizon, lines 697-698: there is nothing to add to."""
    p = world()
    for planet in barren(p):
        h = put(p, planet)
        p.settle(h, 0, 2).settle(home(p, 0), 0, 0)
        assert minable(p) == set()
        assert p.g.counter[h] == 0


def test_minerals_of_a_barren_planet_are_taxed() -> None:
    """Event Horizon, lines 693-694, with base rules, lines 57-59: what cannot be paid is not received."""
    p = world()
    minerals = [i for i in barren(p) if p.t.planet_resource[i] != v.CP_PRODUCED]
    for planet in minerals:
        resource = int(p.t.planet_resource[planet])
        p.settle(put(p, planet), 0, 1)
        for start, units in ((0, 0), (1, 1)):
            p.dice(6)
            assert earned(p, start=start) == income((resource, units))


def test_what_a_barren_planet_yields_does_not_stay_there() -> None:
    """Event Horizon, lines 694-698: a yield that was not paid for is lost, to the next player and the next turn."""
    p = world()
    for planet in [i for i in barren(p) if p.t.planet_resource[i] != v.CP_PRODUCED]:
        h = put(p, planet)
        p.settle(h, 0, 1).settle(h, 1, 1)
        own(p, 0, 0)
        p.dice(6, 3)
        assert earned(p, 1) == [0, 0, 0]
        assert stock(p, 0) == [0, 0, 0]
        own(p, 1, 9)
        p.dice(3, 3)
        assert earned(p, 0) == [0, 0, 0]
        assert p.g.counter[h] == 0


def test_the_first_roll_decides() -> None:
    """Event Horizon, lines 693-695: a failed roll is not made again, a good one yields once."""
    for roll, units in ((3, 0), (4, 1)):
        p = world()
        planet = barren(p)[0]
        p.settle(put(p, planet), 0, 1).dice(roll, 6, 6, 6)
        assert earned(p) == income((int(p.t.planet_resource[planet]), units))
        assert p.g.scripted_count == 3


# Advanced -------------------------------------------------------------------------------------------------------------


def price(p: Position, player: int, name: str) -> int:
    """What a technology costs a player, who must have as much and no more; it is not kept."""
    number = technology(p, name)
    perform(own(p, player, 60), player, v.RESEARCH).do("technology", number)
    cost = 60 - cp(p, player)
    p.g.technology[player, number] = 0
    p.g.supply[player] += 1
    for cash in range(max(0, cost - 1), cost + 1):
        perform(own(p, player, cash), player, v.RESEARCH)
        assert ((number,) in p.legal("technology")) == (cash == cost)
    return cost


EXAMPLES = {"military": "neutron_cannon", "civilian": "cp_mining", "transport": "civilian_ships"}


def discounts(p: Position, player: int = 0) -> list[int]:
    """CP off a technology of each type, for a player who knows none."""
    found = []
    for name in v.TYPES:
        entry = p.rules.content.technologies[technology(p, EXAMPLES[name])]
        assert entry.type == name
        found.append(entry.cost - price(p, player, EXAMPLES[name]))
    return found


def one_hot(kind: int, amount: int) -> list[int]:
    """A list with an amount at the place of a type."""
    return [amount if x == kind else 0 for x in range(len(v.TYPES))]


@pytest.mark.parametrize("cubes", [0, 1, 4])
def test_advanced_planets_make_research_of_their_type_cheaper(cubes: int) -> None:
    """Event Horizon, lines 700-702: 1 CP off for who lives there, however many; other types cost what they cost."""
    for planet in kinds(world())["advanced"]:
        p = world()
        p.settle(put(p, planet), 0, cubes)
        assert discounts(p) == one_hot(int(p.t.planet_advanced[planet]), 1 if cubes else 0)


def test_everybody_on_an_advanced_planet_has_the_discount() -> None:
    """Event Horizon, lines 700-701: each player with Population, no majority needed, and nobody else."""
    p = world(players=3)
    planet = kinds(p)["advanced"][0]
    h = put(p, planet)
    p.settle(h, 0, 1).settle(h, 1, 5)
    kind = int(p.t.planet_advanced[planet])
    assert [discounts(p, x) for x in range(3)] == [one_hot(kind, 1), one_hot(kind, 1), one_hot(kind, 0)]


def test_discounts_of_advanced_planets_add_up() -> None:
    """our ruling on Event Horizon, lines 700-702: each such planet gives its own CP."""
    p = world()
    planet = kinds(p)["advanced"][0]
    for place in (0, 1, 2):
        p.settle(put(p, planet, place=place), 0, 1)
    assert discounts(p) == one_hot(int(p.t.planet_advanced[planet]), 3)


def test_the_discount_joins_those_of_technologies_and_ends_at_nothing() -> None:
    """Event Horizon, lines 700-702, with base rules, line 127: on top of the others, never below no cost."""
    p = world()
    planet = kinds(p)["advanced"][0]
    kind = int(p.t.planet_advanced[planet])
    names = [x for x in p.rules.content.technologies if x.type == v.TYPES[kind] and x.id != "basic_research"]
    known, wanted = next((a, b) for a in names for b in names if a.colour != b.colour and b.cost > 3)
    p.learn(0, known.id).settle(put(p, planet), 0, 1)
    assert price(p, 0, wanted.id) == wanted.cost - 2
    cheapest = min((x for x in names if x != known), key=lambda x: x.cost)
    for place in range(1, cheapest.cost + 2):
        p.settle(put(p, planet, place=place), 0, 1)
    assert price(p, 0, cheapest.id) == 0


def test_a_destroyed_advanced_planet_gives_nothing() -> None:
    """Event Horizon, lines 700-702, with base rules, line 205: the planet is gone, and its Population."""
    p = world(players=4)
    planet = next(i for i in kinds(p)["advanced"] if not p.t.planet_peaceful[i])
    h = put(p, planet)
    source = next(x for x in ordinary_planets(p) if p.t.distance[h, x] == 1)
    p.settle(h, 0, 2).settle(source, 1, 1)
    p.g.rocket[source, 0] = GRAVITON + 1
    finish(p.jump(frames.WMD).dice(6, HIT, HIT).do("hex", h))
    assert p.g.destroyed[h] == 1
    assert discounts(p) == [0, 0, 0]


# Peaceful -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rocket", [HYPERSONIC, BIOCHEMICAL, GRAVITON])
def test_peaceful_planets_are_no_targets(rocket: int) -> None:
    """Event Horizon, lines 704-705: no rocket of any kind can be aimed there."""
    p = world(players=4)
    for planet in kinds(p)["peaceful"]:
        h = put(p, planet)
        source = next(x for x in ordinary_planets(p) if p.t.distance[h, x] == 1)
        p.settle(source, 0, 1).settle(h, 1, 2)
        p.g.rocket[source, 0] = rocket + 1
        p.jump(frames.WMD)
        targets = {target for (target,) in p.legal("hex")}
        assert h not in targets
        open_to = [x for x in ordinary_planets(p) if not p.t.planet_peaceful[p.g.planet[x]] and x != source]
        assert targets == set(open_to)


def test_with_peaceful_planets_alone_a_rocket_stays() -> None:
    """Event Horizon, lines 704-705: nobody is asked where there is no target."""
    p = world(players=2)
    planet = kinds(p)["peaceful"][0]
    for place in range(len(ordinary_planets(p))):
        put(p, planet, place=place)
    source = ordinary_planets(p)[0]
    p.settle(source, 0, 1)
    p.g.rocket[source, 0] = GRAVITON + 1
    assert p.jump(frames.WMD).finished
    assert p.g.rocket[source, 0] == GRAVITON + 1


def test_rockets_start_from_peaceful_planets() -> None:
    """Event Horizon, lines 704-705: it cannot be a target; it can be a base."""
    p = world(players=4)
    h = put(p, kinds(p)["peaceful"][0])
    target = next(x for x in ordinary_planets(p) if p.t.distance[h, x] == 1)
    put(p, next(i for i in range(p.t.planets) if p.t.planet_pool[i] == 1), place=ordinary_planets(p).index(target))
    p.settle(h, 0, 1)
    p.g.rocket[h, 0] = HYPERSONIC + 1
    p.g.counter[target] = 4
    finish(p.jump(frames.WMD).dice(6, HIT, HIT, MISS, MISS, MISS).do("hex", target))
    assert p.g.counter[target] == 2


def test_ships_fight_over_a_peaceful_planet() -> None:
    """Event Horizon, lines 705-706: combat in space goes on there."""
    p = world()
    h = put(p, kinds(p)["peaceful"][0])
    for player in range(2):
        p.equip(player, FIGHTER, "laser_cannon").place_ship(player, FIGHTER, h)
    p.jump(frames.CONQUEST)
    p.dice(HIT, MISS)
    finish(p)
    assert p.g.scripted_count == 0
    assert [ships_on_map(p, player) for player in range(2)] == [1, 0]


@pytest.mark.parametrize("modules", [("M3", "M5"), ("M3", "M4", "M5")])
def test_peaceful_planets_are_no_targets_with_outposts_either(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 704-713: neither rockets nor Outposts come there."""
    p = world(players=4, modules=modules)
    h = put(p, kinds(p)["peaceful"][0])
    for field in (p.g.outpost, p.g.outpost_there, p.g.outpost_up):
        field[h] = 0
    source = next(x for x in ordinary_planets(p) if p.t.distance[h, x] == 1)
    p.settle(source, 0, 1).settle(h, 0, 1)
    p.g.rocket[source, 0] = GRAVITON + 1
    p.jump(frames.WMD)
    assert p.decision == "fire" and (h,) not in p.legal("hex")
    p.jump(frames.OUTPOSTS)
    assert p.finished or p.g.focus_hex != h


# Dual resources -------------------------------------------------------------------------------------------------------


def both(p: Position, planet: int) -> tuple[int, int]:
    """The two resources of a dual planet."""
    return int(p.t.planet_resource[planet]), int(p.t.planet_second[planet])


def counters(p: Position, hexagon: int) -> tuple[int, int]:
    """Units on the two counters of a planet."""
    return int(p.g.counter[hexagon]), int(p.g.second_counter[hexagon])


def test_dual_planets_produce_both_resources() -> None:
    """Event Horizon, lines 708-710: both are gained in one Upkeep, each from its own counter, taxed as usual."""
    p = world()
    for planet in kinds(p)["dual"]:
        one, two = both(p, planet)
        h = put(p, planet, 2, 3)
        p.settle(h, 0, 2)
        for left in ((1, 2), (0, 1)):
            assert earned(p) == income((one, 1), (two, 1))
            assert counters(p, h) == left
        assert earned(p) == income((two, 1)), "the other one is exhausted"
        assert counters(p, h) == (0, 0)
        assert earned(p) == [0, 0, 0]


def test_the_first_counter_goes_on_where_the_second_is_empty() -> None:
    """Event Horizon, lines 709-710: tracked separately."""
    p = world()
    for planet in kinds(p)["dual"]:
        h = put(p, planet, 1, 0)
        p.settle(h, 0, 1)
        assert earned(p) == income((both(p, planet)[0], 1))
        assert counters(p, h) == (0, 0)


def test_technologies_raise_their_own_resource_of_a_dual_planet() -> None:
    """Event Horizon, lines 709-710, with base rules, lines 51-55: two units where the technology is known."""
    for planet in kinds(world())["dual"]:
        one, two = both(world(), planet)
        for known, units in ((one, (2, 1)), (two, (1, 2))):
            p = world().learn(0, EXTRACTION[known])
            h = put(p, planet, 3, 3)
            p.settle(h, 0, 1)
            assert earned(p) == income((one, units[0]), (two, units[1]))
            assert counters(p, h) == (3 - units[0], 3 - units[1])


def test_a_shared_dual_planet_serves_in_turn_order() -> None:
    """Event Horizon, lines 708-710, with the FAQ: the last units of either counter go to the earlier player."""
    p = world()
    planet = kinds(p)["dual"][0]
    one, two = both(p, planet)
    h = put(p, planet, 1, 2)
    for player in range(2):
        p.settle(h, player, 1)
        own(p, player, 9)
    upkeep(p)
    gained = [[x - y for x, y in zip(stock(p, player), (9, 0, 0))] for player in range(2)]
    assert gained == [income((one, 1), (two, 1)), income((two, 1))]
    assert counters(p, h) == (0, 0)


@pytest.mark.parametrize("choice", [0, 1])
def test_tax_for_two_minerals_of_one_planet(choice: int) -> None:
    """Event Horizon, lines 709-710, with base rules, line 59: short of CP the player says which; the rest stays."""
    p = world()
    planet = dual(p, v.AXINIUM_PRODUCED, v.PHASIUM_PRODUCED)
    h = put(p, planet, 2, 2)
    own(p.settle(h, 0, 1), 0, 1)
    upkeep(p)
    assert (p.decision, p.actor) == ("mineral", 0)
    assert p.legal() == {("pass",), ("mineral", h), ("mineral_second", h)}
    taken = both(p, planet).index(choice + v.AXINIUM_PRODUCED)
    finish(p.do(("mineral", "mineral_second")[taken], h))
    assert stock(p, 0) == [0, 1 - choice, choice]
    assert counters(p, h) == ((1, 2) if taken == 0 else (2, 1))


def test_cp_of_a_dual_planet_pay_the_tax_for_its_mineral() -> None:
    """Event Horizon, lines 709-710, with base rules, lines 51-59: CP come in first."""
    p = world()
    found = [i for i in kinds(p)["dual"] if v.CP_PRODUCED in both(p, i)]
    assert found
    for planet in found:
        one, two = both(p, planet)
        h = put(p, planet, 1, 1)
        p.settle(h, 0, 1)
        assert earned(p, start=0) == income((one, 1), (two, 1))
        assert counters(p, h) == (0, 0)


def test_unpaid_minerals_of_a_dual_planet_stay() -> None:
    """Event Horizon, lines 709-710, with base rules, line 59: without CP nothing leaves either counter."""
    p = world()
    planet = dual(p, v.AXINIUM_PRODUCED, v.PHASIUM_PRODUCED)
    h = put(p, planet, 2, 2)
    p.settle(h, 0, 1)
    assert earned(p, start=0) == [0, 0, 0]
    assert counters(p, h) == (2, 2)


@pytest.mark.parametrize("second", [False, True])
def test_either_mineral_of_a_dual_planet_can_be_taken_alone(second: bool) -> None:
    """Event Horizon, lines 708-710, with base rules, line 57: each counter is a mineral to pay for or to leave."""
    p = world()
    h = put(p, dual(p, v.AXINIUM_PRODUCED, v.PHASIUM_PRODUCED), 2, 2)
    own(p.settle(h, 0, 1), 0, 9).jump(frames.UPKEEP)
    assert p.legal() == {("pass",), ("take_all",), ("mineral", h), ("mineral_second", h)}
    p.do("mineral_second" if second else "mineral", h)
    assert p.legal() == {("pass",), ("take_all",)}
    p.decline()
    assert sum(stock(p, 0)) == 9 and stock(p, 0)[0] == 8
    assert counters(p, h) == ((2, 1) if second else (1, 2))


def test_the_tax_of_dual_minerals_in_full() -> None:
    """Event Horizon, lines 709-710, with base rules, line 57: 1 CP for each; none with Advanced Politics."""
    for known, tax in (((), 1), (("advanced_politics",), 0)):
        p = world().learn(0, *known)
        planet = dual(p, v.AXINIUM_PRODUCED, v.PHASIUM_PRODUCED)
        p.settle(put(p, planet, 2, 2), 0, 1)
        assert earned(p) == [-2 * tax, 1, 1]


def test_mining_fills_each_counter_of_a_dual_planet() -> None:
    """Event Horizon, lines 708-710, with base rules, lines 150-151: unit by unit, either one, up to its maximum."""
    p = world()
    for planet in [i for i in kinds(p)["dual"] if not p.t.planet_finite[i]]:
        top = int(p.t.planet_maximum[planet]), int(p.t.planet_second_maximum[planet])
        h = put(p, planet, top[0] - 1, top[1] - 1)
        p.settle(h, 0, 1).settle(home(p, 0), 0, 0)
        for family, filled in (("mine", (top[0], top[1] - 2)), ("mine_second", (top[0] - 2, top[1]))):
            p.g.counter[h], p.g.second_counter[h] = top[0] - 3, top[1] - 3
            assert minable(p) == {("mine", h), ("mine_second", h), ("mine_evenly",)}
            p.do(family, h).do(family, h).do(family, h)
            assert p.finished and counters(p, h) == filled, "the last unit has one counter to go to"
        for start in ((0, top[1]), (top[0], 0)):
            p.g.counter[h], p.g.second_counter[h] = start
            finish(perform(p, 0, v.MINING))
            assert counters(p, h) == (min(top[0], start[0] + 4), min(top[1], start[1] + 4))


def test_mined_units_go_where_the_player_says() -> None:
    """Event Horizon, lines 708-710, with base rules, line 151: one to this counter, three to that."""
    p = world().learn(0, "advanced_mining")
    planet = max(
        (i for i in kinds(p)["dual"] if not p.t.planet_finite[i]), key=lambda i: int(p.t.planet_second_maximum[i])
    )
    h = put(p, planet)
    p.settle(h, 0, 1)
    other = home(p, 0)
    perform(p, 0, v.MINING)
    assert p.legal() == {("mine", h), ("mine_second", h), ("mine", other), ("mine_evenly",)}
    p.do("mine", h).do("mine_second", h).do("mine_second", h).do("mine", other)
    assert counters(p, h) == (1, 2)
    assert p.g.counter[other] == 1


def test_only_dual_planets_have_a_second_counter_to_mine() -> None:
    """Event Horizon, lines 708-710: on all others there is one."""
    p = world(players=6)
    for h in ordinary_planets(p)[:24]:
        p.settle(h, 0, 1)
    choices = minable(p) - {("mine_evenly",)}
    seconds = {h for family, h in choices if family == "mine_second"}
    assert seconds == {
        h for h in ordinary_planets(p)[:24] if p.t.planet_second[p.g.planet[h]] and not p.t.planet_finite[p.g.planet[h]]
    }


@pytest.mark.parametrize("hits", range(6))
def test_hypersonic_rockets_take_from_the_fuller_counter(hits: int) -> None:
    """our ruling on Event Horizon, lines 708-710: a unit a hit, each from the counter that has more."""
    p = world(players=4)
    planet = next(i for i in kinds(p)["dual"] if not p.t.planet_peaceful[i])
    h = put(p, planet, 1, 4)
    source = next(x for x in ordinary_planets(p) if p.t.distance[h, x] == 1)
    p.settle(source, 0, 1)
    p.g.rocket[source, 0] = HYPERSONIC + 1
    finish(p.jump(frames.WMD).dice(6, *[HIT] * hits, *[MISS] * (5 - hits)).do("hex", h))
    assert sum(counters(p, h)) == 5 - hits
    if hits <= 3:
        assert counters(p, h) == (1, 4 - hits)


def test_a_destroyed_dual_planet_loses_both() -> None:
    """Event Horizon, lines 708-710, with base rules, line 205: all its resources are gone."""
    p = world(players=4)
    planet = next(i for i in kinds(p)["dual"] if not p.t.planet_peaceful[i])
    h = put(p, planet, 3, 3)
    source = next(x for x in ordinary_planets(p) if p.t.distance[h, x] == 1)
    p.settle(source, 0, 1).settle(h, 1, 2)
    p.g.rocket[source, 0] = GRAVITON + 1
    finish(p.jump(frames.WMD).dice(6, HIT, HIT).do("hex", h))
    assert p.g.destroyed[h] == 1
    assert counters(p, h) == (0, 0)
    p.settle(h, 1, 1)
    assert minable(p, 1) in ({("mine", home(p, 1))}, set())
    assert earned(p, 1)[1:] == [0, 0]


@pytest.mark.parametrize(("do", "change"), [("replenish", 1), ("deplete", -1)])
def test_effects_on_resources_concern_both_counters(do: str, change: int) -> None:
    """our ruling on Event Horizon, lines 708-710: what fills or empties planets does so with each counter."""
    p = world()
    planet = dual(p)
    h = put(p, planet, 1, 1)
    p.settle(h, 0, 1)
    top = int(p.t.planet_maximum[planet]), int(p.t.planet_second_maximum[planet])
    finish(run_effects(p, row(do, a=1)))
    assert counters(p, h) == (min(top[0], 1 + change), min(top[1], 1 + change))


def test_effects_give_a_barren_planet_no_counter() -> None:
    """our ruling on Event Horizon, lines 697-698 and 1706-1707: there is none to fill."""
    p = world()
    h = put(p, barren(p)[0])
    p.settle(h, 0, 1)
    finish(run_effects(p, row("replenish", a=2)))
    assert counters(p, h) == (0, 0)


# Scoring --------------------------------------------------------------------------------------------------------------


def planet_vp(p: Position) -> list[int]:
    """VP of planets at the end, with nobody at home."""
    for player in range(p.t.players):
        p.settle(home(p, player), player, 0)
    end_game(p)
    return [int(x) for x in p.g.score[: p.t.players, SCORE_PLANETS]]


def test_new_planets_score_what_is_printed() -> None:
    """Event Horizon, lines 580 and 718-719: their VP by majority; dual planets have none."""
    for planet in kinds(world())["all"]:
        p = world()
        h = put(p, planet)
        p.settle(h, 0, 2).settle(h, 1, 1)
        worth = int(p.t.planet_vp[planet])
        assert planet_vp(p) == [worth, 0]
        assert not (worth and p.t.planet_second[planet])


@pytest.mark.parametrize(("cubes", "shares"), [((2, 1), [2, 0]), ((1, 2), [0, 2]), ((2, 2), [1, 1]), ((0, 0), [0, 0])])
def test_a_dual_planet_of_interest_is_worth_two(cubes: tuple[int, int], shares: list[int]) -> None:
    """Event Horizon, lines 576-582: 2 VP in all, to the majority as ever."""
    p = world(modules=("M4", "M5"))
    h = put(p, kinds(p)["dual"][0])
    p.settle(h, 0, cubes[0]).settle(h, 1, cubes[1])
    p.g.interest = h
    assert planet_vp(p) == shares


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [OURS, ("M4", "M5"), ("M3", "M5", "M6")])
def test_whole_games_with_new_planets(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 605-716: counters keep their bounds at every decision of a game."""
    p = Position(2, players=4, modules=modules, turns=2)
    rng = np.random.default_rng(3)
    t = p.t
    while not p.g.over:
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        if p.decision in SETUP or p.decision == "mineral":  # while minerals are chosen a barren planet shows its yield
            continue
        g = p.g
        for h in range(t.hexes):
            planet = int(g.planet[h])
            if planet < 0:
                continue
            bare = t.planet_barren[planet] or t.planet_resource[planet] == v.NONE_PRODUCED
            assert 0 <= g.counter[h] <= (0 if bare else t.planet_maximum[planet])
            assert 0 <= g.second_counter[h] <= t.planet_second_maximum[planet]
    assert_cubes_kept(p)
