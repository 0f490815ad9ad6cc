"""Solitaire play, the NPC Action Stage: raids, a rocket, fleets that move towards the player, ships that enter."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.vocabulary import ASDS, SDS
from exodus_env.exodus.rules import frames, log, turn
from exodus_env.kit.chance import PLAY
from tests.position import Position
from tests.rules.early import at_home, enact
from tests.rules.eoe_scenes import change_tables, told
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    assert_cubes_kept,
    from_stage,
    neighbours,
    ships_on_map,
)
from tests.rules.solitaire_scenes import (
    BIOCHEMICAL,
    BORDERS,
    ENTERING,
    GRAVITON,
    HIT,
    HYPERSONIC,
    MISS,
    MOST,
    ROCKETS,
    UNUSED,
    VOID,
    base_hex,
    empty,
    end_turn,
    entry_hexes,
    fleets,
    guard,
    guards,
    home,
    npc_acts,
    planet_at,
    planet_hexes,
    solitaire,
)

FAR = 6  # a distance roll that reaches everything
QUIET, ROCKET = 1, {HYPERSONIC: 2, BIOCHEMICAL: 3, GRAVITON: 5}  # turns without a rocket and with each kind


def outpost(cubes: int = 5, name: str = "lyra", **config: Any) -> tuple[Position, int]:
    """Population on a planet, and nothing else on the map."""
    p = empty(VOID, **config)
    hexagon = planet_at(p, name)
    p.settle(hexagon, 0, cubes)
    return p, hexagon


def peaceful(p: Position) -> Position:
    """No ship enters and no rocket is fired, whatever the turn."""

    def calm(t: Any) -> None:
        t.npc_ships[:] = 0
        t.npc_rocket[:] = 0

    return change_tables(p, calm)


# The stage ------------------------------------------------------------------------------------------------------------


def test_the_npc_acts_after_conquest() -> None:
    """Edge of Extinction, lines 801-804: at the end of the turn, when all combat is over."""
    p = empty(VOID)
    p.settle(home(p), 0, 3)
    p.place_ship(0, DARK_RAIDER, home(p))
    p.g.turn = 1
    from_stage(p, turn.CONQUEST)
    while p.decision in ("mount", "move"):
        assert fleets(p) == {}
        p.default()
    assert p.g.turn == 2, "the next turn has begun"
    assert fleets(p) == {entry_hexes(p)[0]: [1]}


def test_the_npc_acts_once_in_every_turn() -> None:
    """Edge of Extinction, lines 801-804: in the last one, too."""
    p = peaceful(empty(VOID))
    p.settle(home(p), 0, 20)
    for number in (1, 2, 3, 4, 5):
        guard(p, home(p), 1)
        before = at_home(p, 0)
        end_turn(p, number)
        assert told(p, log.E_NPC_RAIDS) == [(home(p), 1, 0, 0)]
        assert at_home(p, 0) == before - 1 + (2 if number < 5 else 0), "a cube is lost; two grow in the next turn"
    assert p.g.over == 1


def test_raids_come_before_the_rocket() -> None:
    """our ruling on Edge of Extinction, lines 802-804: the rocket looks for the most Population that is left."""
    p, lyra = outpost(5)
    getica = planet_at(p, "getica")
    p.settle(getica, 0, 4)
    guard(p, lyra, 1, 1)
    p.dice(FAR, MISS, MISS, MISS)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert told(p, log.E_ROCKET_FIRED) == [(-1, BIOCHEMICAL, base_hex(p), getica)]


def test_ships_move_before_others_enter() -> None:
    """our ruling on Edge of Extinction, lines 802-804: an entry that ships have left has room again."""
    p, _ = outpost()
    first, second = entry_hexes(p)
    guard(p, first, *[1] * MOST)
    guard(p, second, *[1] * MOST)
    npc_acts(p, 1)
    assert guards(p, first) == [1], "the new one stays where it has entered"


def test_secure_the_borders_has_no_npc_stage() -> None:
    """Edge of Extinction, lines 863-865: nothing enters, nothing moves, nobody is raided in any turn."""
    for number in (1, 2, 3, 4, 5):
        p = solitaire(BORDERS)
        p.remove_ships()
        guard(p, planet_at(p, "lyra"), 2)
        before, cubes = fleets(p), p.g.population.copy()
        npc_acts(p, number)
        assert fleets(p) == before
        assert (p.g.population == cubes).all()
        for kind in (log.E_NPC_RAIDS, log.E_NPC_MOVES, log.E_NPC_ENTERS, log.E_ROCKET_FIRED):
            assert told(p, kind) == []


# Raids ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", [(1,), (3,), (1, 2), (1, 2, 3), (2, 2, 2, 2)])
def test_each_ship_kills_a_population(levels: tuple[int, ...]) -> None:
    """Ours, after Edge of Extinction, lines 802-804: one for each ship, of whatever level."""
    p, lyra = outpost(6)
    guard(p, lyra, *levels)
    npc_acts(p)
    assert p.g.population[lyra, 0] == 6 - len(levels)
    assert told(p, log.E_NPC_RAIDS) == [(lyra, len(levels), 0, 0)]
    assert guards(p, lyra) == list(levels)
    assert_cubes_kept(p)


def test_no_more_die_than_live_there() -> None:
    """Ours: cubes go back to the supply, as far as there are any."""
    p, lyra = outpost(2)
    supply = int(p.g.supply[0])
    guard(p, lyra, 1, 1, 1)
    npc_acts(p)
    assert (p.g.population[lyra, 0], p.g.supply[0]) == (0, supply + 2)


@pytest.mark.parametrize("ship_class", [DARK_RAIDER, FIGHTER, BATTLE_CARRIER])
def test_a_ship_defends_the_planet_in_its_hex(ship_class: int) -> None:
    """Ours: where a ship of the player's is, nobody dies, be it armed or not."""
    p, lyra = outpost(3)
    guard(p, lyra, 1, 2)
    p.equip(0, ship_class).place_ship(0, ship_class, lyra)
    npc_acts(p)
    assert p.g.population[lyra, 0] == 3
    assert told(p, log.E_NPC_RAIDS) == []


def test_a_ship_next_door_does_not() -> None:
    """Ours: it must be in the hex."""
    p, lyra = outpost(3)
    guard(p, lyra, 1)
    p.place_ship(0, FIGHTER, neighbours(p, lyra)[0])
    npc_acts(p)
    assert p.g.population[lyra, 0] == 2


def test_planets_without_the_resistance_are_safe() -> None:
    """Ours: only where its ships are, the home planet no less than others."""
    p, lyra = outpost(3)
    p.settle(home(p), 0, 3).settle(planet_at(p, "getica"), 0, 3)
    guard(p, home(p), 1)
    guard(p, lyra, 2)
    npc_acts(p)
    assert [int(p.g.population[h, 0]) for h in (lyra, home(p), planet_at(p, "getica"))] == [2, 2, 3]


def test_ships_that_arrive_raid_in_the_next_turn() -> None:
    """our ruling: raids come before movement."""
    p, lyra = outpost(3)
    start = next(h for h in neighbours(p, lyra) if h != home(p))
    guard(p, start, 1)
    npc_acts(p)
    assert guards(p, lyra) == [1]
    assert p.g.population[lyra, 0] == 3


def test_how_many_a_ship_kills_is_the_scenarios() -> None:
    """Edge of Extinction, lines 802-803: rules of the NPC belong to the scenario."""
    p, lyra = outpost(9)

    def fiercer(t: Any) -> None:
        t.npc_raid = 3

    change_tables(p, fiercer)
    guard(p, lyra, 1, 1)
    npc_acts(p)
    assert p.g.population[lyra, 0] == 3


# Rockets --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "rocket"), ROCKETS.items())
def test_the_rocket_of_each_turn(number: int, rocket: int | None) -> None:
    """Ours, after Edge of Extinction, lines 802-803: which is fired when is the scenario's."""
    p, lyra = outpost(3)
    p.dice(1)
    npc_acts(p, number)
    fired = [] if rocket is None else [(-1, rocket, base_hex(p), lyra)]
    assert told(p, log.E_ROCKET_FIRED) == fired


@pytest.mark.parametrize("name", ["lyra", "borea", "opaline", "orcus"])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_rocket_must_roll_more_than_its_distance(name: str, die: int) -> None:
    """Edge of Extinction, lines 741 and 802-803: as any rocket, with Radar of its own; the player's does not help."""
    p, target = outpost(3, name)
    p.learn(0, "radar").refresh()
    distance = int(p.t.distance[base_hex(p), target])
    p.dice(die, HIT, MISS, MISS)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    reaches = die + 1 > distance
    assert p.g.population[target, 0] == (2 if reaches else 3)
    assert len(told(p, log.E_ROCKET_MISSED)) == (0 if reaches else 1)


@pytest.mark.parametrize("radar", [0, 1])
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_radar_of_the_npc_adds_to_the_distance_roll(radar: int, die: int) -> None:
    """Edge of Extinction, lines 741 and 762-767, and base rules, line 193: one more, as for anybody with Radar."""
    assert solitaire(VOID).t.npc_distance == Position(players=1, scenario=VOID).t.npc_distance == 1, "it has Radar"
    assert Position(players=1, scenario=BORDERS).t.npc_distance == 0
    p, target = outpost(3, "borea")
    change_tables(p, lambda t: setattr(t, "npc_distance", radar))
    p.dice(die, HIT, MISS, MISS)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert bool(told(p, log.E_ROCKET_MISSED)) == (die + radar <= p.t.distance[base_hex(p), target])


def test_a_law_that_bars_rockets_binds_the_npc() -> None:
    """Edge of Extinction, lines 436-437 and 802-803: laws and resolutions for everybody are for the NPC too."""
    p, lyra = outpost(3)
    enact(p, "rocket_treaty").refresh()
    p.dice(FAR, HIT, HIT, HIT)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert told(p, log.E_ROCKET_FIRED) == [] and p.g.population[lyra, 0] == 3


def test_a_law_about_their_range_binds_the_npc() -> None:
    """Edge of Extinction, lines 436-437 and 802-803: what is too far is no target, however many live there."""
    for cards in ((), ("short_range_accord",)):
        p = empty(VOID)
        reach = 3 if cards else 6
        near = min(planet_hexes(p), key=lambda h: int(p.t.distance[base_hex(p), h]) or 9)
        far = max(planet_hexes(p), key=lambda h: int(p.t.distance[base_hex(p), h]))
        assert p.t.distance[base_hex(p), near] <= 3 < p.t.distance[base_hex(p), far]
        enact(p, *cards).settle(near, 0, 1).settle(far, 0, 5).refresh()
        p.dice(1)
        npc_acts(p, ROCKET[BIOCHEMICAL])
        target = far if p.t.distance[base_hex(p), far] <= reach else near
        assert told(p, log.E_ROCKET_FIRED) == [(-1, BIOCHEMICAL, base_hex(p), target)]


@pytest.mark.parametrize("cards", [(), ("guidance_standard",)])
def test_a_law_about_the_distance_roll_binds_the_npc(cards: tuple[str, ...]) -> None:
    """Edge of Extinction, lines 436-437 and 802-803: on top of its Radar."""
    p, target = outpost(3, "lyra")
    distance = int(p.t.distance[base_hex(p), target])
    enact(p, *cards).refresh()
    p.dice(distance - 1, MISS, MISS, MISS)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert bool(told(p, log.E_ROCKET_MISSED)) == (not cards)


def test_a_card_for_an_office_does_not_bind_the_npc() -> None:
    """Ours: it holds none."""
    for target, barred in (("chancellor", False), ("others", False), ("each", True)):
        p, _ = outpost(3)
        first = int(p.t.political_effect[p.index("political_cards", "rocket_treaty"), 0])

        def write(t: Any, first: int = first, target: str = target) -> None:
            t.effect[first, v.EFFECT_COLUMNS.index("target")] = v.TARGETS.index(target)

        enact(change_tables(p, write), "rocket_treaty").refresh()
        p.dice(1)
        npc_acts(p, ROCKET[BIOCHEMICAL])
        assert bool(told(p, log.E_ROCKET_FIRED)) != barred


def test_hypersonic_rockets_destroy_resources() -> None:
    """Edge of Extinction, lines 802-803, and base rules, line 201: five dice, a resource for each hit."""
    p, lyra = outpost(3)
    p.g.counter[lyra] = 3
    p.dice(FAR, HIT, HIT, MISS, MISS, MISS, UNUSED)
    npc_acts(p, ROCKET[HYPERSONIC])
    assert (p.g.counter[lyra], p.g.population[lyra, 0]) == (1, 3)
    assert p.g.scripted_count == 1


def test_biochemical_rockets_kill_population() -> None:
    """Edge of Extinction, lines 802-803, and base rules, line 203: three dice, a cube for each hit."""
    p, lyra = outpost(3)
    p.dice(FAR, HIT, MISS, HIT, UNUSED)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert p.g.population[lyra, 0] == 1
    assert p.g.scripted_count == 1
    assert_cubes_kept(p)


@pytest.mark.parametrize("at_home_hex", [False, True])
def test_graviton_rockets_destroy_the_planet(at_home_hex: bool) -> None:
    """Edge of Extinction, lines 744 and 802-803: two dice, one hit is enough, and the home planet falls as well."""
    p = empty(VOID)
    target = home(p) if at_home_hex else planet_at(p, "lyra")
    p.settle(target, 0, 4)
    p.place_ship(0, FIGHTER, target)
    p.dice(FAR, MISS, HIT, UNUSED)
    npc_acts(p, ROCKET[GRAVITON])
    assert p.g.destroyed[target] == 1
    assert p.g.population[target, 0] == 0
    assert ships_on_map(p, 0) == 1, "what is in space stays"
    assert p.g.scripted_count == 1
    assert_cubes_kept(p)


def test_a_graviton_rocket_without_a_hit() -> None:
    """Edge of Extinction, lines 802-803: the damage roll may fail."""
    p, lyra = outpost(4)
    p.dice(FAR, MISS, MISS)
    npc_acts(p, ROCKET[GRAVITON])
    assert (p.g.destroyed[lyra], p.g.population[lyra, 0]) == (0, 4)


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_a_space_defense_system_may_stop_it(roll: int) -> None:
    """Edge of Extinction, lines 222-223 and 741: four or more destroys the rocket."""
    p, lyra = outpost(4)
    p.g.planetary[lyra, SDS] = 1
    p.dice(FAR, roll, HIT, HIT, HIT)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert p.g.population[lyra, 0] == (4 if roll >= 4 else 1)
    assert told(p, log.E_ROCKET_STOPPED) == ([(-1, BIOCHEMICAL, lyra, lyra)] if roll >= 4 else [])


def test_an_advanced_system_stops_it_for_certain() -> None:
    """Edge of Extinction, lines 222-223 and 741: without a roll on its own planet."""
    p, lyra = outpost(4)
    p.g.planetary[lyra, ASDS] = 1
    p.dice(FAR, HIT, HIT, HIT, UNUSED)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert p.g.population[lyra, 0] == 4
    assert told(p, log.E_ROCKET_STOPPED) == [(-1, BIOCHEMICAL, lyra, lyra)]
    assert p.g.scripted_count == 4


@pytest.mark.parametrize(("roll", "stopped"), [(3, False), (4, True)])
def test_an_advanced_system_next_door_may_stop_it(roll: int, stopped: bool) -> None:
    """Edge of Extinction, lines 222-223 and 741: by a roll, for the planets beside its own."""
    p, lyra = outpost(4)
    p.settle(home(p), 0, 1)
    p.g.planetary[home(p), ASDS] = 1
    p.dice(FAR, roll, HIT, HIT, HIT)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert p.g.population[lyra, 0] == (4 if stopped else 1)


@pytest.mark.parametrize(("rocket", "dice"), [(HYPERSONIC, 5), (BIOCHEMICAL, 3), (GRAVITON, 2)])
@pytest.mark.parametrize("intercepted", [False, True])
def test_interceptors_take_dice_away(rocket: int, dice: int, intercepted: bool) -> None:
    """Edge of Extinction, lines 222-223 and 741: two dice fewer at planets of whoever has them."""
    p, _ = outpost(4)
    if intercepted:
        p.learn(0, "interceptors").refresh()
        dice = max(0, dice - 2)
    p.dice(FAR, *[MISS] * dice, UNUSED)
    npc_acts(p, ROCKET[rocket])
    assert p.g.scripted_count == 1


@pytest.mark.parametrize("ship_class", [DARK_RAIDER, FIGHTER])
def test_no_rocket_is_fired_while_a_ship_is_at_the_base(ship_class: int) -> None:
    """our ruling: any ship of the player's in the hex it is fired from holds it back."""
    p, lyra = outpost(4)
    p.place_ship(0, ship_class, base_hex(p))
    p.dice(FAR, HIT, HIT, HIT)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert told(p, log.E_ROCKET_FIRED) == []
    assert p.g.population[lyra, 0] == 4


def test_a_ship_beside_the_base_does_not_hold_it_back() -> None:
    """our ruling: it must be in the hex."""
    p, lyra = outpost(4)
    p.place_ship(0, FIGHTER, neighbours(p, base_hex(p))[0])
    p.dice(FAR, HIT, HIT, HIT)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert p.g.population[lyra, 0] == 1


def target_of(**cubes: int) -> str | None:
    """The planet a rocket is fired at, where so many live on these."""
    p = empty(VOID)
    for name, amount in cubes.items():
        p.settle(home(p) if name == "home" else planet_at(p, name), 0, amount)
    p.dice(1)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    fired = told(p, log.E_ROCKET_FIRED)
    if not fired:
        return None
    hexagon = fired[0][3]
    return "home" if hexagon == home(p) else p.rules.content.planets[int(p.g.planet[hexagon])].id


def test_the_rocket_is_fired_at_the_most_populated_planet() -> None:
    """our ruling: however far it is, and home no less than another."""
    assert target_of(lyra=4, opaline=3, orcus=3) == "lyra"
    assert target_of(home=5, orcus=4) == "home"
    assert target_of(home=4, orcus=5) == "orcus"


def test_the_hex_of_the_base_is_no_target() -> None:
    """Base rules, line 185: a rocket is not fired at the hex it comes from, however many live there."""
    p, lyra = outpost(1)
    if p.g.planet[base_hex(p)] < 0:
        p.g.planet[base_hex(p)] = p.g.planet[lyra]
    p.settle(base_hex(p), 0, 5)
    p.dice(1)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert told(p, log.E_ROCKET_FIRED) == [(-1, BIOCHEMICAL, base_hex(p), lyra)]
    p.settle(lyra, 0, 0)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert told(p, log.E_ROCKET_FIRED) == []


def test_of_equals_the_nearest_to_the_base_is_the_target() -> None:
    """our ruling: the distance decides, then the number of the hex."""
    assert target_of(lyra=3, opaline=3, orcus=3) == "orcus"
    assert target_of(lyra=3, opaline=3) == "opaline"
    p = empty(VOID)
    pair = [planet_at(p, name) for name in ("ixion", "opaline")]
    assert p.t.distance[base_hex(p), pair[0]] == p.t.distance[base_hex(p), pair[1]]
    assert target_of(ixion=3, opaline=3) == ("ixion" if pair[0] < pair[1] else "opaline")


def test_without_population_there_is_no_target() -> None:
    """our ruling: nothing is fired then."""
    assert target_of() is None


def test_the_npc_never_runs_out_of_rockets_and_needs_no_planet_of_its_own() -> None:
    """our ruling: the row of the turn says what is fired, whatever lies at the base."""
    p, lyra = outpost(4)
    p.g.destroyed[base_hex(p)] = 1
    p.dice(FAR, HIT, MISS, MISS)
    npc_acts(p, ROCKET[BIOCHEMICAL])
    assert p.g.population[lyra, 0] == 3
    assert not p.g.rocket.any()


# Movement -------------------------------------------------------------------------------------------------------------


def moved(p: Position) -> dict[int, list[int]]:
    """Where the Resistance ships are after a turn in which none enters and no rocket flies."""
    return fleets(npc_acts(peaceful(p)))


def test_ships_move_a_hex_towards_the_player() -> None:
    """Ours, after Edge of Extinction, line 804: by the shortest way, one hex a turn."""
    p, lyra = outpost()
    guard(p, planet_at(p, "ixion"), 2)
    assert moved(p) == {planet_at(p, "auriga"): [2]}
    assert moved(p) == {lyra: [2]}
    assert moved(p) == {lyra: [2]}, "there it stays"


def test_ships_are_sought_as_planets_are() -> None:
    """Ours: whichever is closer."""
    p, _ = outpost()
    ixion, juniper = planet_at(p, "ixion"), planet_at(p, "juniper")
    p.place_ship(0, DARK_RAIDER, juniper)
    guard(p, ixion, 1)
    assert moved(p) == {juniper: [1]}
    p, lyra = outpost()
    p.place_ship(0, DARK_RAIDER, base_hex(p))
    guard(p, planet_at(p, "auriga"), 1)
    assert moved(p) == {lyra: [1]}


def test_without_anything_to_seek_ships_stay() -> None:
    """Ours: nobody to move towards."""
    p = empty(VOID)
    guard(p, planet_at(p, "ixion"), 1)
    assert moved(p) == {planet_at(p, "ixion"): [1]}


def test_ships_of_a_hex_move_together() -> None:
    """Ours: all of them, one way."""
    p, _ = outpost()
    guard(p, planet_at(p, "ixion"), 1, 1, 2, 3)
    assert moved(p) == {planet_at(p, "auriga"): [1, 1, 2, 3]}


def test_fleets_that_meet_join() -> None:
    """Edge of Extinction, lines 793-794: several ships may share a hex."""
    p, _ = outpost()
    guard(p, planet_at(p, "ixion"), 1)
    guard(p, CENTRE, 2)
    p.g.rng_counter[PLAY] += 1
    p.place_ship(0, FIGHTER, planet_at(p, "auriga"))
    assert moved(p) == {planet_at(p, "auriga"): [1, 2]}


def test_those_in_front_move_first() -> None:
    """Ours: so that a full hex is free for those behind it."""
    p, lyra = outpost(9)
    auriga, ixion = planet_at(p, "auriga"), planet_at(p, "ixion")
    guard(p, auriga, *[1] * MOST)
    guard(p, ixion, *[2] * MOST)
    assert moved(p) == {lyra: [1] * MOST, auriga: [2] * MOST}


def test_nobody_moves_twice() -> None:
    """Ours: a ship that comes into a hex from behind does not go on from there."""
    p, lyra = outpost(9)
    auriga, ixion = planet_at(p, "auriga"), planet_at(p, "ixion")
    guard(p, auriga, 1)
    guard(p, ixion, 2)
    assert moved(p) == {lyra: [1], auriga: [2]}


@pytest.mark.parametrize("there", range(MOST + 1))
def test_only_so_many_fit_into_a_hex(there: int) -> None:
    """Ours: four; the strongest go first, the rest wait."""
    p, lyra = outpost(20)
    auriga = planet_at(p, "auriga")
    guard(p, lyra, *[1] * there)
    guard(p, auriga, 1, 2, 2, 3)
    room = MOST - there
    queue = [3, 2, 2, 1]
    found = moved(p)
    assert found[lyra] == sorted([1] * there + queue[:room])
    assert found.get(auriga, []) == sorted(queue[room:])


def test_chance_decides_between_equal_ways() -> None:
    """Ours: each of them is taken as often as another."""
    counts: Counter[int] = Counter()
    for number in range(60):
        p, _ = outpost()
        p.settle(planet_at(p, "lyra"), 0, 0).settle(home(p), 0, 3)
        p.g.rng_counter[PLAY] += 100 * number
        guard(p, CENTRE, 1, 2)
        (place,) = moved(p)
        counts[place] += 1
    assert set(counts) == {planet_at(p, "auriga"), planet_at(p, "borea")}
    assert all(18 <= times <= 42 for times in counts.values())


@pytest.mark.parametrize("both", [False, True])
def test_a_way_that_is_full_is_none(both: bool) -> None:
    """Ours: of two ways they take the one with room, whatever chance says; where neither has any they stay."""
    for number in range(8):
        p = empty(VOID)
        p.settle(home(p), 0, 20)
        p.g.rng_counter[PLAY] += 100 * number
        ways = [planet_at(p, "auriga"), planet_at(p, "borea")]
        full, free = ways if number % 2 else ways[::-1]
        crowd = [1] * MOST
        for hexagon in (home(p), full, *([free] if both else [])):
            guard(p, hexagon, *crowd)
        guard(p, CENTRE, 2, 3)
        there = {home(p): crowd, full: crowd}
        assert moved(p) == {**there, **({free: crowd, CENTRE: [2, 3]} if both else {free: [2, 3]})}


def test_how_far_they_move_is_the_scenarios() -> None:
    """Edge of Extinction, lines 802-804: two hexes where it says so."""
    p, lyra = outpost()

    def faster(t: Any) -> None:
        t.npc_moves = 2

    change_tables(p, faster)
    guard(p, planet_at(p, "ixion"), 1)
    assert moved(p) == {lyra: [1]}


# New ships ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ENTERING)
def test_the_ships_of_each_turn_enter(number: int) -> None:
    """Ours, after Edge of Extinction, lines 803-804: the row of the turn, the strongest first, the entries in turn."""
    p = empty(VOID)
    npc_acts(p, number)
    first, second = entry_hexes(p)
    entered = [(hexagon, level) for hexagon, level, *_ in told(p, log.E_NPC_ENTERS)]
    assert entered == list(zip((first, second), ENTERING[number], strict=False))
    assert fleets(p) == {hexagon: [level] for hexagon, level in entered}


def test_ships_enter_where_the_fewest_are() -> None:
    """our ruling: of two entries the emptier one, of equals the first."""
    for in_first, in_second, entered in (
        ((), (), 0),
        ((1,), (), 1),
        ((1, 1), (3,), 1),
        ((3,), (1, 1), 0),
        ((2,), (2,), 0),
    ):
        p = empty(VOID)
        entries = entry_hexes(p)
        guard(p, entries[0], *in_first)
        guard(p, entries[1], *in_second)
        npc_acts(p, 1)
        assert [hexagon for hexagon, *_ in told(p, log.E_NPC_ENTERS)] == [entries[entered]]


def test_a_full_entry_takes_no_more() -> None:
    """our ruling: four ships in a hex; who finds no room does not enter, and the strongest come first."""
    p = empty(VOID)
    first, second = entry_hexes(p)
    guard(p, first, *[1] * MOST)
    guard(p, second, *[1] * (MOST - 1))
    npc_acts(p, 4)
    assert guards(p, first) == [1] * MOST
    assert guards(p, second) == [1, 1, 1, 3], "the one of level II stays out"


def test_where_all_entries_are_full_nothing_enters() -> None:
    """our ruling: ships that found no room are lost to the NPC."""
    p = empty(VOID)
    for hexagon in entry_hexes(p):
        guard(p, hexagon, *[2] * MOST)
    npc_acts(p, 4)
    assert told(p, log.E_NPC_ENTERS) == []
    assert fleets(p) == {hexagon: [2] * MOST for hexagon in entry_hexes(p)}


def test_ships_enter_where_the_player_is() -> None:
    """our ruling: Population or ships at an entry do not keep them out; what they do there comes in the next turn."""
    p = empty(VOID)
    first, second = entry_hexes(p)
    p.settle(first, 0, 3)
    fighter = p.place_ship(0, FIGHTER, second)
    p.dice(1)
    npc_acts(p, 2)
    assert (guards(p, first), guards(p, second)) == ([2], [1])
    assert (p.g.population[first, 0], p.g.ship_hex[0, fighter]) == (3, second)


def test_new_ships_fight_in_the_next_conquest() -> None:
    """Edge of Extinction, lines 770 and 801-804: they meet the player's ships like any other."""
    p = empty(VOID).equip(0, FIGHTER, "antimatter_cannon", "singularity_shield")
    p.settle(home(p), 0, 3)
    p.place_ship(0, FIGHTER, entry_hexes(p)[0])
    end_turn(p, 1)
    assert guards(p, entry_hexes(p)[0]) == [1]
    p.jump(frames.CONQUEST)
    while p.decision in ("mount", "move"):
        p.decline()
    assert told(p, log.E_COMBAT_BEGINS) == [(entry_hexes(p)[0], 1, 0, 0)]
    while not p.finished:
        p.default()
    assert ships_on_map(p, 0) == (1 if guards(p, entry_hexes(p)[0]) == [] else 0), "one side is left"
