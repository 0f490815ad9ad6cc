"""Event Horizon, module M7: Jump Gates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.assets import SCORE_COUNCIL, SCORE_HEXES
from tests.position import Position
from tests.rules.early import card, enact, home, own, perform, resource_row, row, run_effects, seat, stack_deck
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    empty_space,
    end_game,
    finish,
    last_conquest,
    neighbours,
    ordinary_planets,
    places,
    ships_on_map,
)

GUN = "laser_cannon"  # one die
HIT, MISS = 5, 1
GRAVITON = 2
MOVEMENTS = ("drive_power", "reverse_turn_order", "simultaneous")
RICH = {"cp": 90, "axinium": 10}


def space(players: int = 2, *more: str, **config: Any) -> Position:
    """An empty map in a game with Jump Gates."""
    return empty_space(players=players, modules=("M7", *more), **config)


def gates(p: Position, player: int) -> set[int]:
    """Hexes of a player's gates."""
    return {int(h) for h in p.g.gate[player] if h >= 0}


def put_gate(p: Position, player: int, hexagon: int, slot: int = 0) -> Position:
    """A gate by hand."""
    p.g.gate[player, slot] = hexagon
    return p


def build(p: Position, player: int = 0) -> Position:
    """A Build action."""
    return perform(p, player, v.BUILD)


def price(p: Position) -> tuple[int, int]:
    """CP and Axinium of a gate."""
    return int(p.t.gate_cp), int(p.t.gate_axinium)


def line_up(players: int = 2, **config: Any) -> tuple[Position, list[int]]:
    """Everybody has a gate at home and a Fighter on a planet of their own; players and their Fighter's hexes."""
    p = space(players, **config)
    for player, hexagon in zip(range(players), ordinary_planets(p)):
        put_gate(p, player, home(p, player)).place_ship(player, FIGHTER, hexagon)
    return p, ordinary_planets(p)[:players]


# Building -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_two_gates_a_player(players: int) -> None:
    """Event Horizon, lines 790-792 and 1597: two each, all in the supply at the start."""
    p = Position(players=players, modules=("M7",))
    assert p.t.gates == 2
    assert p.g.gate.shape[1] == 2
    assert (p.g.gate == -1).all()


def test_without_the_module_there_are_no_gates() -> None:
    """Event Horizon, lines 782-792: they belong to the module."""
    p = own(Position(players=2), 0, **RICH)
    assert p.t.gates == 0
    build(p)
    assert p.decision == "build"
    assert not any(family == "gate" for family, *_ in p.legal())


def test_a_gate_is_built_with_a_build_action() -> None:
    """Event Horizon, lines 795-796: one of the choices of Build Ships, paid with CP and Axinium."""
    p = own(space(), 0, **RICH)
    cp, axinium = price(p)
    assert cp > 0
    build(p).do("gate", home(p, 0))
    assert gates(p, 0) == {home(p, 0)}
    assert gates(p, 1) == set()
    assert p.g.resource[0, :2].tolist() == [90 - cp, 10 - axinium]


def test_a_gate_costs_what_the_blueprint_says() -> None:
    """Event Horizon, lines 793 and 1632: one CP or one Axinium short and there is no gate."""
    p = space()
    cp, axinium = price(p)
    for less_cp, less_axinium, can in ((0, 0, True), (1, 0, False), (0, 1, axinium == 0)):
        own(p, 0, cp - less_cp, max(0, axinium - less_axinium))
        build(p)
        assert ((home(p, 0),) in p.legal("gate")) == can


def test_laws_on_ships_do_not_change_the_price_of_a_gate() -> None:
    """our ruling on Event Horizon, lines 797-798: a gate is no ship, so what ships cost is another matter."""
    p = enact(own(space(), 0, **RICH), "light_hull_standard")
    cp, axinium = price(p)
    build(p).do("gate", home(p, 0))
    assert p.g.resource[0, :2].tolist() == [90 - cp, 10 - axinium]


def test_at_most_one_gate_a_build_action() -> None:
    """Event Horizon, lines 796-797: after one no other, though there is money, a ship and a gate left."""
    p = own(space(), 0, **RICH)
    away = ordinary_planets(p)[0]
    p.place_ship(0, FIGHTER, away)
    build(p)
    assert p.legal("gate") == {(home(p, 0),), (away,)}
    p.do("gate", away)
    assert p.decision == "build"
    assert p.legal("gate") == set()
    p.do("ship_class", FIGHTER)
    assert p.legal("gate") == set(), "not after a ship either"
    assert p.g.gate[0].tolist().count(-1) == 1


def test_the_next_build_action_may_add_the_second_gate_and_then_there_is_none_left() -> None:
    """Event Horizon, lines 792 and 796-797: one an action, two in all."""
    p = own(space(), 0, **RICH)
    near, far = ordinary_planets(p)[:2]
    for hexagon in (near, far):
        p.place_ship(0, FIGHTER, hexagon)
    for hexagon in (near, far):
        build(p).do("gate", hexagon)
        finish(p)
    assert gates(p, 0) == {near, far}
    own(p, 0, **RICH)
    build(p)
    assert p.decision == "build"
    assert p.legal("gate") == set()


@pytest.mark.parametrize("first", ["gate", "ship_class"])
def test_ships_are_built_beside_the_gate(first: str) -> None:
    """Event Horizon, lines 795-797: only gates are limited; ships come before or after, as many as one can pay."""
    p = own(space(), 0, **RICH)
    build(p)
    steps = [("gate", home(p, 0)), ("ship_class", FIGHTER), ("ship_class", DARK_RAIDER)]
    for family, factor in steps if first == "gate" else [*steps[1:], steps[0]]:
        p.do(family, factor)
    assert gates(p, 0) == {home(p, 0)}
    assert ships_on_map(p, 0) == 2


def test_a_gate_can_be_all_that_is_built() -> None:
    """Event Horizon, lines 795-797: no ship need be built with it."""
    p = own(space(), 0, **RICH)
    build(p).do("gate", home(p, 0)).decline()
    assert p.finished
    assert ships_on_map(p, 0) == 0


def test_every_source_of_a_build_action_allows_a_gate() -> None:
    """Event Horizon, lines 800-802: whatever lets a player build ships, here the bonus action for everybody."""
    p = seat(space(), 0, 1)
    for player in range(2):
        own(p, player, **RICH)
    run_effects(p, row("act", a=v.BUILD))
    for player in range(2):
        assert (p.decision, p.actor) == ("build", player)
        p.do("gate", home(p, player)).decline()
    assert [gates(p, player) for player in range(2)] == [{home(p, 0)}, {home(p, 1)}]


# Where ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_a_gate_goes_home_or_where_an_own_ship_is(players: int) -> None:
    """Event Horizon, lines 809-811: those hexes and no other, wherever the ships are, and home even without any."""
    p = own(space(players), 0, **RICH)
    spots = [*ordinary_planets(p)[:3], CENTRE]
    for ship_class, hexagon in enumerate(spots):
        p.place_ship(0, ship_class, hexagon)
    for ship_class, hexagon in enumerate(ordinary_planets(p)[3:6]):
        p.place_ship(1, ship_class, hexagon)
    p.settle(ordinary_planets(p)[4], 0, 2)
    build(p)
    assert p.legal("gate") == {(h,) for h in (*spots, home(p, 0))}
    p.remove_ships()
    build(p)
    assert p.legal("gate") == {(home(p, 0),)}


def test_a_gate_can_stand_on_the_home_planet_of_another() -> None:
    """Event Horizon, lines 809-811: any hex with an own ship, enemies or not."""
    p = own(space(), 0, **RICH)
    p.place_ship(0, FIGHTER, home(p, 1))
    p.place_ship(1, FIGHTER, home(p, 1))
    build(p).do("gate", home(p, 1))
    assert gates(p, 0) == {home(p, 1)}


def test_a_ship_just_built_is_at_home_and_opens_no_other_hex() -> None:
    """Event Horizon, lines 809-811: ships as they are now; new ones stand at home."""
    p = own(space(), 0, **RICH)
    build(p).do("ship_class", FIGHTER)
    assert p.legal("gate") == {(home(p, 0),)}


def test_no_second_gate_of_a_player_in_a_hex() -> None:
    """Event Horizon, lines 813-814: where one's gate stands, another cannot be built, at home or elsewhere."""
    p = own(space(), 0, **RICH)
    away, other = ordinary_planets(p)[:2]
    p.place_ship(0, FIGHTER, away)
    p.place_ship(0, FIGHTER, other)
    for occupied in (home(p, 0), away):
        p.g.gate[0] = -1
        put_gate(p, 0, occupied)
        build(p)
        assert p.legal("gate") == {(h,) for h in (home(p, 0), away, other) if h != occupied}


def test_gates_of_several_players_share_a_hex() -> None:
    """Event Horizon, line 814: another's gate is no hindrance."""
    p = own(space(3), 0, **RICH)
    away = ordinary_planets(p)[0]
    p.place_ship(0, FIGHTER, away)
    put_gate(put_gate(p, 1, away), 2, away)
    put_gate(p, 1, home(p, 0), 1)
    build(p)
    assert p.legal("gate") == {(away,), (home(p, 0),)}
    p.do("gate", away)
    assert all(away in gates(p, player) for player in range(3))


def test_a_gate_stays_when_the_ship_has_left() -> None:
    """Event Horizon, lines 809-811: the ship is needed while building; the gate never moves."""
    p = own(space(), 0, **RICH)
    away = ordinary_planets(p)[0]
    ship = p.place_ship(0, FIGHTER, away)
    build(p).do("gate", away)
    finish(p)
    p.jump(frames.MOVEMENT)
    p.do("move", *min(p.legal("move")))
    assert p.g.ship_hex[0, ship] != away
    finish(p)
    assert gates(p, 0) == {away}


# Instead of a ship ----------------------------------------------------------------------------------------------------


def test_a_card_that_gives_any_ship_may_give_a_gate() -> None:
    """Event Horizon, lines 800-802: in the place of the ship, and as free as the ship."""
    p = own(space(), 0)
    away = ordinary_planets(p)[0]
    p.place_ship(0, FIGHTER, away)
    p.jump(frames.BUILD_FREE, player=0, given=-1)
    assert p.decision == "free_ship"
    assert p.legal("gate") == {(home(p, 0),), (away,)}
    assert p.legal("ship_class"), "ships still can be taken"
    p.do("gate", away)
    assert p.finished, "instead of the ship, not besides"
    assert gates(p, 0) == {away}
    assert ships_on_map(p, 0) == 1
    assert p.g.resource[0, :2].tolist() == [0, 0]


@pytest.mark.parametrize("ship_class", [DARK_RAIDER, FIGHTER, WAR_CRUISER, BATTLE_CARRIER])
def test_a_card_that_names_the_class_gives_no_gate(ship_class: int) -> None:
    """Event Horizon, lines 801-802: where the type of ship is said, it is that ship."""
    p = own(space(), 0, **RICH)
    p.jump(frames.BUILD_FREE, player=0, given=ship_class)
    assert p.decision == "free_ship"
    assert p.legal("gate") == set()
    assert p.legal("ship_class") == {(ship_class,)}


def test_the_same_rules_of_place_and_number_hold_for_a_free_gate() -> None:
    """Event Horizon, lines 792 and 809-814: no third gate, no second one in a hex."""
    p = space()
    put_gate(p, 0, home(p, 0))
    p.jump(frames.BUILD_FREE, player=0, given=-1)
    assert p.legal("gate") == set()
    put_gate(p, 0, CENTRE, 1).place_ship(0, FIGHTER, ordinary_planets(p)[0])
    p.jump(frames.BUILD_FREE, player=0, given=-1)
    assert p.decision == "free_ship"
    assert p.legal("gate") == set()


def test_a_gate_can_be_taken_when_all_ships_are_built() -> None:
    """Event Horizon, lines 800-802: it does not need a ship in the supply."""
    p = space()
    for ship_class in range(4):
        for _ in range(2):
            p.place_ship(0, ship_class, home(p, 0))
    p.jump(frames.BUILD_FREE, player=0, given=-1)
    assert p.legal() == {("pass",), ("gate", home(p, 0))}


def test_a_card_of_the_game_with_any_ship_can_bring_a_gate() -> None:
    """Event Horizon, lines 800-802: as an effect row of a card, which players carry out in turn order."""
    p = run_effects(space(), row("build", "owner", a=-1), owner=1)
    assert (p.decision, p.actor) == ("free_ship", 1)
    assert p.legal("gate") == {(home(p, 1),)}


# No ships -------------------------------------------------------------------------------------------------------------


def test_gates_score_no_vp() -> None:
    """Event Horizon, lines 797-798: hexes with gates are not hexes with ships, nor is the High Council hex."""
    p = space()
    put_gate(put_gate(p, 0, CENTRE), 0, ordinary_planets(p)[0], 1)
    end_game(p)
    assert p.g.score[0, SCORE_HEXES] == 0
    assert p.g.score[0, SCORE_COUNCIL] == 0


def test_gates_are_not_counted_among_ships() -> None:
    """Event Horizon, lines 797-798: what is gained by the number of ships is not gained by gates."""
    p = own(own(space(), 0), 1)
    put_gate(put_gate(p, 0, CENTRE), 0, home(p, 0), 1)
    p.place_ship(1, FIGHTER, CENTRE)
    run_effects(p, resource_row("gain", "each", "cp", 3, per="ships"))
    finish(p)
    assert p.g.resource[:2, CP].tolist() == [0, 3]
    own(own(p, 0), 1)
    run_effects(p, resource_row("gain", "each", "cp", 3, per="council_ships"))
    finish(p)
    assert p.g.resource[:2, CP].tolist() == [0, 3]


def test_a_gate_is_nobody_to_fight() -> None:
    """Event Horizon, lines 797-798 and 809: enemies beside a gate have no battle, and it cannot be destroyed."""
    p = space()
    hexagon = ordinary_planets(p)[0]
    put_gate(p, 0, hexagon)
    p.equip(1, FIGHTER, GUN).place_ship(1, FIGHTER, hexagon)
    p.jump(frames.CONQUEST).dice(HIT)
    finish(p)
    assert p.g.scripted_count == 1, "no dice"
    assert gates(p, 0) == {hexagon}
    assert ships_on_map(p, 1) == 1


def test_a_gate_takes_no_part_in_a_combat_around_it() -> None:
    """Event Horizon, lines 797-798 and 809: hits go to ships only, and a loser's gate remains."""
    p = space()
    first, last = places(p)
    put_gate(put_gate(p, first, CENTRE), last, CENTRE)
    p.equip(first, FIGHTER, GUN).place_ship(first, FIGHTER, CENTRE)
    p.place_ship(last, DARK_RAIDER, CENTRE)
    p.dice(HIT).jump(frames.COMBAT, hex=CENTRE, lone=-1)
    assert p.finished, "one target, so nothing to ask"
    assert (ships_on_map(p, first), ships_on_map(p, last)) == (1, 0)
    assert gates(p, first) == gates(p, last) == {CENTRE}


def test_a_gate_does_not_keep_a_beaten_fleet_down() -> None:
    """Event Horizon, lines 797-798 with 173-175: only ships do (M2)."""
    p = space(2, "M2")
    hexagon = neighbours(p, CENTRE)[0]
    p.g.resistance[hexagon] = 1
    p.g.dormant[hexagon] = 1
    put_gate(p, 0, hexagon)
    finish(p.jump(frames.UPKEEP))
    assert p.g.dormant[hexagon] == 0


def test_gates_never_block_movement() -> None:
    """Event Horizon, lines 797-798: with ship blocking a gate holds nobody."""
    p = space(ship_blocking=True)
    hexagon = ordinary_planets(p)[0]
    put_gate(p, 1, hexagon)
    ship = p.place_ship(0, FIGHTER, hexagon)
    p.jump(frames.MOVEMENT)
    assert {s for s, _ in p.legal("move")} == {ship}


# Activation -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_players_activate_in_reverse_turn_order(players: int) -> None:
    """Event Horizon, lines 804-806: from the last in turn order to the Chancellor, once each; it is optional."""
    p, spots = line_up(players)
    p.jump(frames.JUMPS)
    asked = []
    while not p.finished:
        assert p.decision == "jump"
        assert p.legal() == {("pass",), ("jump", 0, spots[p.actor])}
        asked.append(p.actor)
        p.decline()
    assert asked == places(p)[::-1]
    assert [int(p.g.ship_hex[x].max()) for x in range(players)] == spots


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_ships_of_a_hex_come_to_the_gate(players: int) -> None:
    """Event Horizon, lines 804-806: any distance at once; each player's jump is over before the next one's."""
    p, spots = line_up(players)
    p.jump(frames.JUMPS)
    done = []
    while not p.finished:
        actor = p.actor
        p.do("jump", 0, spots[actor])
        done.append(actor)
        for player in range(players):
            where = home(p, player) if player in done else spots[player]
            assert p.g.ship_hex[player].max() == where
    assert done == places(p)[::-1]


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_the_jump_is_the_end_of_every_conquest_stage(movement: str) -> None:
    """Event Horizon, line 804: after movement, combat and deployment; in each of the Stages."""
    p = space(movement=movement)
    first, last = places(p)
    hexagon, target = ordinary_planets(p)[:2]
    put_gate(p, first, target)
    p.equip(first, FIGHTER, GUN).place_ship(first, FIGHTER, hexagon)
    p.place_ship(first, BATTLE_CARRIER, hexagon, cargo=1)
    p.place_ship(last, DARK_RAIDER, hexagon)
    seen: list[str] = []
    p.dice(HIT).jump(frames.CONQUEST)
    while not p.finished:
        if p.decision == "jump":
            assert ships_on_map(p, last) == 0, "the battle is over"
        if not seen or seen[-1] != p.decision:
            seen.append(p.decision)
        p.default()
    assert seen[-1] == "jump"
    assert seen.index("deploy") < seen.index("jump")
    assert seen.count("jump") == 1


@pytest.mark.parametrize("extra", [False, True])
def test_one_jump_in_each_conquest_stage_of_a_turn(extra: bool) -> None:
    """Event Horizon, line 804: two Stages, two activations; with an extra Stage three."""
    p = seat(Position(players=2, modules=("M7",), turns=1), 0, 1)
    put_gate(p, 0, CENTRE)
    for player in range(2):
        own(p, player)
    move = p.index("bonus_cards", "move")
    stack_deck(p, "open_academies", "common_parts").refresh()
    seen = []
    while not p.g.over:
        if extra and (move,) in p.legal("bonus_action"):
            p.do("bonus_action", move)
            continue
        if p.decision == "jump":
            assert p.actor == 0
            seen.append(int(p.g.conquest))
        p.default()
    assert seen == ([1, 2, 3] if extra else [1, 2])


def test_one_gate_a_player_and_stage() -> None:
    """Event Horizon, lines 804-805: after a jump through one gate the other rests."""
    p = space()
    one, two, start, other = ordinary_planets(p)[:4]
    put_gate(put_gate(p, 0, one), 0, two, 1)
    p.place_ship(0, FIGHTER, start)
    p.place_ship(0, WAR_CRUISER, other)
    p.jump(frames.JUMPS)
    assert p.legal() == {("pass",), *(("jump", slot, h) for slot in range(2) for h in (start, other))}
    p.do("jump", 1, start)
    assert p.finished
    assert sorted(int(h) for h in p.g.ship_hex[0] if h >= 0) == sorted([two, other])


def test_the_hex_of_a_gate_can_be_left_through_the_other_gate() -> None:
    """Event Horizon, lines 804-806: any hex but that of the gate itself, so gates are ways to each other."""
    p = space()
    one, two = ordinary_planets(p)[:2]
    put_gate(put_gate(p, 0, one), 0, two, 1)
    ship = p.place_ship(0, FIGHTER, one)
    p.jump(frames.JUMPS)
    assert p.legal() == {("pass",), ("jump", 1, one)}
    p.do("jump", 1, one)
    assert p.g.ship_hex[0, ship] == two


def test_ships_come_from_a_single_hex() -> None:
    """Event Horizon, lines 804-806: one or more of the ships there, never of a second hex."""
    p = space()
    gate, start, other = ordinary_planets(p)[:3]
    put_gate(p, 0, gate)
    ships = [p.place_ship(0, c, start) for c in (FIGHTER, WAR_CRUISER, BATTLE_CARRIER)]
    away = p.place_ship(0, DARK_RAIDER, other)
    p.jump(frames.JUMPS).do("jump", 0, start)
    assert p.decision == "jump_ship"
    assert p.legal() == {("jump_ship", s) for s in ships}, "at least one ship, so no pass yet"
    p.do("jump_ship", ships[1])
    assert p.legal() == {("pass",), ("jump_ship", ships[0]), ("jump_ship", ships[2])}
    p.do("jump_ship", ships[2])
    assert p.legal() == {("pass",), ("jump_ship", ships[0])}
    p.decline()
    assert p.finished
    assert [int(p.g.ship_hex[0, s]) for s in (*ships, away)] == [start, gate, gate, other]


def test_all_ships_of_the_hex_may_jump() -> None:
    """Event Horizon, line 805: as many as there are, two of a class too."""
    p = space()
    gate, start = ordinary_planets(p)[:2]
    put_gate(p, 0, gate)
    for ship_class in (FIGHTER, FIGHTER, WAR_CRUISER):
        p.place_ship(0, ship_class, start)
    p.jump(frames.JUMPS).do("jump", 0, start)
    while not p.finished:
        p.do("jump_ship", *min(p.legal("jump_ship")))
    assert (p.g.ship_hex[0] == gate).sum() == 3


def test_one_of_two_ships_alike_may_stay() -> None:
    """Event Horizon, line 805: one or more, so two Fighters can part."""
    p = space()
    gate, start = ordinary_planets(p)[:2]
    put_gate(p, 0, gate)
    for _ in range(2):
        p.place_ship(0, FIGHTER, start)
    p.jump(frames.JUMPS).do("jump", 0, start)
    if p.legal("jump_ship") and ("pass",) not in p.legal():
        p.do("jump_ship", *min(p.legal("jump_ship")))
    p.decline()
    assert p.finished
    assert sorted(int(h) for h in p.g.ship_hex[0] if h >= 0) == sorted([gate, start])


def test_cubes_and_damage_come_along() -> None:
    """Event Horizon, lines 804-806: the ship moves with all that is on it."""
    p = space()
    gate, start = ordinary_planets(p)[:2]
    put_gate(p, 0, gate)
    p.equip(0, BATTLE_CARRIER, "electromagnetic_shield")
    ship = p.place_ship(0, BATTLE_CARRIER, start, damage=1, cargo=2)
    p.jump(frames.JUMPS).do("jump", 0, start)
    assert p.finished
    assert (p.g.ship_hex[0, ship], p.g.ship_damage[0, ship], p.g.ship_cargo[0, ship]) == (gate, 1, 2)
    assert_cubes_kept(p)


def test_only_own_gates() -> None:
    """Event Horizon, lines 806-807: another's gate is of no use, whoever's ships are in its hex."""
    p = space(3)
    gate, start = ordinary_planets(p)[:2]
    put_gate(p, 1, gate)
    p.place_ship(0, FIGHTER, start)
    p.place_ship(0, WAR_CRUISER, gate)
    p.jump(frames.JUMPS)
    assert p.finished, "the owner has no ship, the others have no gate"
    p.place_ship(1, FIGHTER, start)
    p.jump(frames.JUMPS)
    assert (p.decision, p.actor) == ("jump", 1)
    p.do("jump", 0, start)
    assert p.finished
    assert (p.g.ship_hex[0] == start).sum() == 1, "and only the own ships jump"


def test_nothing_is_asked_without_a_gate_or_without_ships_elsewhere() -> None:
    """Event Horizon, lines 804-806: there must be a gate and a ship for it."""
    p = space()
    p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.JUMPS)
    assert p.finished
    put_gate(p, 0, CENTRE)
    p.jump(frames.JUMPS)
    assert p.finished, "it is there already"


def test_neither_drive_nor_movement_of_the_stage_limits_a_jump() -> None:
    """Event Horizon, lines 804-806: anywhere on the board, though the ship has moved all its way."""
    p = space(6, map="large")
    start = home(p, 0)
    gate = max(range(p.t.hexes), key=lambda h: int(p.t.distance[start, h]))
    assert p.t.distance[start, gate] > 6
    put_gate(p, 0, gate)
    ship = p.place_ship(0, FIGHTER, start)
    p.jump(frames.CONQUEST)
    p.do("move", *min(p.legal("move")))
    here = int(p.g.ship_hex[0, ship])
    while p.decision != "jump":
        p.default()
    p.do("jump", 0, here)
    assert p.g.ship_hex[0, ship] == gate


def test_enemies_do_not_hold_ships_back_from_a_jump() -> None:
    """Event Horizon, lines 804-806: with ship blocking too, a jump is no movement of the drive."""
    p = space(ship_blocking=True)
    gate, start = ordinary_planets(p)[:2]
    put_gate(p, 0, gate)
    ship = p.place_ship(0, FIGHTER, start)
    p.equip(1, FIGHTER, "antigravity_drive").place_ship(1, FIGHTER, start)
    p.jump(frames.JUMPS).do("jump", 0, start)
    assert p.g.ship_hex[0, ship] == gate


def test_a_jump_into_enemies_is_fought_in_the_next_stage() -> None:
    """Event Horizon, line 804: combat of this Stage is over when ships jump."""
    p = space()
    first, last = places(p)
    gate, start = ordinary_planets(p)[:2]
    put_gate(p, first, gate)
    p.equip(first, FIGHTER, GUN).place_ship(first, FIGHTER, start)
    p.place_ship(last, DARK_RAIDER, gate)
    p.jump(frames.CONQUEST).dice(HIT)
    while p.decision != "jump":
        p.default()
    p.do("jump", 0, start)
    finish(p)
    assert (ships_on_map(p, first), ships_on_map(p, last)) == (1, 1)
    assert p.g.scripted_count == 1
    p.jump(frames.CONQUEST).dice(HIT)
    finish(p)
    assert (ships_on_map(p, first), ships_on_map(p, last)) == (1, 0)


def test_cubes_that_jumped_land_in_the_next_stage() -> None:
    """Event Horizon, line 804: deployment of this Stage is over when ships jump."""
    p = space()
    gate = next(h for h in ordinary_planets(p) if p.t.planet_moons[p.g.planet[h]] == 0)
    put_gate(p, 0, gate)
    p.place_ship(0, BATTLE_CARRIER, CENTRE, cargo=1)
    p.jump(frames.CONQUEST)
    while p.decision != "jump":
        p.default()
    p.do("jump", 0, CENTRE)
    assert p.finished
    assert p.g.population[gate, 0] == 0


def test_the_last_jump_counts_for_the_score() -> None:
    """Event Horizon, line 804 with base rules, line 339: the last Stage has its jump too, before the score."""
    for jumps, council in ((True, 5), (False, 0)):
        p = space()
        put_gate(p, 0, CENTRE)
        start = ordinary_planets(p)[0]
        p.place_ship(0, FIGHTER, start)
        last_conquest(p)
        while p.decision != "jump":
            p.default()
        if jumps:
            p.do("jump", 0, start)
        finish(p)
        assert p.g.over == 1
        assert p.g.score[0, SCORE_COUNCIL] == council
        assert p.g.score[0, SCORE_HEXES] == 2


def test_a_gate_survives_a_graviton_rocket() -> None:
    """Event Horizon, lines 816-817: the planet is gone, the gate stands and works."""
    p = space()
    source, target = next((a, b) for a in ordinary_planets(p) for b in ordinary_planets(p) if p.t.distance[a, b] == 1)
    put_gate(put_gate(p, 0, target), 1, target)
    p.settle(source, 1, 1)
    p.g.rocket[source, 0] = GRAVITON + 1
    p.jump(frames.WMD).dice(6, HIT, HIT).do("hex", target)
    finish(p)
    assert p.g.destroyed[target] == 1
    assert gates(p, 0) == gates(p, 1) == {target}
    ship = p.place_ship(0, FIGHTER, source)
    p.jump(frames.JUMPS).do("jump", 0, source)
    assert p.g.ship_hex[0, ship] == target


def test_a_jump_crosses_no_barrier() -> None:
    """our ruling on Event Horizon, lines 804-806 and 913-914: a jump passes through nothing (M9)."""
    p = Position(players=2, modules=("M7", "M9"))
    while p.g.stage == frames.SETUP:
        p.default()
    p.remove_ships()
    p.g.barrier[:] = -1
    start, gate = CENTRE, neighbours(p, CENTRE)[0]
    p.g.barrier[0] = CENTRE * 3 + [int(h) for h in p.t.flight[CENTRE]].index(gate)
    put_gate(p, 0, gate)
    ship = p.place_ship(0, FIGHTER, start)
    p.jump(frames.JUMPS).do("jump", 0, start)
    assert (p.g.ship_hex[0, ship], p.g.ship_damage[0, ship]) == (gate, 0)


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_whole_games_with_jump_gates(movement: str) -> None:
    """Event Horizon, lines 782-817: games end, a gate once built stays, and nobody has two in a hex."""
    p = Position(2, players=3, modules=("M7",), movement=movement, turns=2)
    rng = np.random.default_rng(1)
    build = (card(p, "build"),)
    before = p.g.gate.copy()
    built = jumped = 0
    while not p.g.over:
        p.g.resource[:3, :2] = 60, 9
        ways = sorted(p.legal("gate")) or sorted(p.legal("jump"))
        if ways:
            jumped += p.decision == "jump"
            p.do("jump" if p.decision == "jump" else "gate", *ways[-1])
        elif build in p.legal("action_card"):
            p.do("action_card", *build)
        else:
            p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        kept = before[:3] >= 0
        assert (p.g.gate[:3][kept] == before[:3][kept]).all()
        built += int((p.g.gate >= 0).sum() - (before >= 0).sum())
        before = p.g.gate.copy()
        for player in range(3):
            assert len(gates(p, player)) == (p.g.gate[player] >= 0).sum()
    assert built > 2 and jumped > 2
    assert_cubes_kept(p)
