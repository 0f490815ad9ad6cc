"""Event Horizon, module M8: Communication Satellites."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.assets import SCORE_COUNCIL, SCORE_HEXES
from tests.position import Position
from tests.rules.early import card, enact, home, own, perform, resource_row, row, run_effects, seat
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
    neighbours,
    ordinary_planets,
    places,
    ships_on_map,
)

GUN = "laser_cannon"  # one die
HIT, MISS = 5, 1
HYPERSONIC, GRAVITON = 0, 2
RANGE = 6
RICH = {"cp": 90, "axinium": 10}
MAPS = ("standard", "minimal", "large")


def space(players: int = 2, *more: str, **config: Any) -> Position:
    """An empty map in a game with Satellites."""
    p = empty_space(players=players, modules=("M8", *more), **config)
    while p.g.stage == frames.SETUP:
        p.default()
    p.remove_ships()
    return p


def satellites(p: Position, player: int) -> list[int]:
    """Hexes of a player's Satellites."""
    return [int(h) for h in p.g.satellite[player] if h >= 0]


def put_satellite(p: Position, player: int, *hexes: int) -> Position:
    """Satellites by hand, after those there are."""
    for hexagon in hexes:
        p.g.satellite[player, len(satellites(p, player))] = hexagon
    return p


def build(p: Position, player: int = 0) -> Position:
    """A Build action."""
    return perform(p, player, v.BUILD)


def around(p: Position, *hexes: int) -> set[tuple[int]]:
    """The hexes next to some, without them, as choices."""
    return {(n,) for h in hexes for n in neighbours(p, h) if n not in hexes}


# Building -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_six_satellites_a_player(players: int) -> None:
    """Event Horizon, lines 834-836 and 1598: six each, none of them placed at the start."""
    p = Position(players=players, modules=("M8",))
    assert p.t.satellites == 6
    assert p.g.satellite.shape[1] == 6
    assert (p.g.satellite == -1).all()


def test_without_the_module_there_are_no_satellites() -> None:
    """Event Horizon, lines 826-836: they belong to the module."""
    p = own(Position(players=2), 0, **RICH)
    assert p.t.satellites == 0
    build(p)
    assert p.decision == "build"
    assert not any(family == "satellite" for family, *_ in p.legal())


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_first_satellite_goes_home(players: int) -> None:
    """Event Horizon, lines 867-868: there and nowhere else, wherever ships are, and it needs no ship."""
    for player in range(players):
        p = own(space(players), player, **RICH)
        build(p, player)
        assert p.legal("satellite") == {(home(p, player),)}
        for hexagon in ordinary_planets(p)[:2]:
            p.place_ship(player, FIGHTER, hexagon)
        build(p, player)
        assert p.legal("satellite") == {(home(p, player),)}
        p.do("satellite", home(p, player))
        assert satellites(p, player) == [home(p, player)]
        assert sum(len(satellites(p, x)) for x in range(players)) == 1


def test_a_satellite_costs_what_the_blueprint_says() -> None:
    """Event Horizon, lines 836 and 1632-1633: CP and Axinium; one short of either and there is none."""
    p = space()
    cp, axinium = int(p.t.satellite_cp), int(p.t.satellite_axinium)
    assert cp > 0
    for less_cp, less_axinium, can in ((0, 0, True), (1, 0, False), (0, 1, axinium == 0)):
        own(p, 0, cp - less_cp, max(0, axinium - less_axinium))
        build(p)
        assert ((home(p, 0),) in p.legal("satellite")) == can
    own(p, 0, cp + 7, axinium + 2)
    build(p).do("satellite", home(p, 0))
    assert p.g.resource[0, :2].tolist() == [7, 2]


def test_laws_on_ships_do_not_change_the_price_of_a_satellite() -> None:
    """our ruling on Event Horizon, lines 840-842: a Satellite is no ship, so what ships cost is another matter."""
    p = enact(own(space(), 0, **RICH), "light_hull_standard")
    build(p).do("satellite", home(p, 0))
    assert p.g.resource[0, :2].tolist() == [90 - p.t.satellite_cp, 10 - p.t.satellite_axinium]


def test_at_most_one_satellite_a_build_action() -> None:
    """Event Horizon, lines 839-840: after one no other; ships may follow, and the next action may add one."""
    p = own(space(), 0, **RICH)
    build(p).do("satellite", home(p, 0))
    assert p.decision == "build"
    assert p.legal("satellite") == set()
    p.do("ship_class", FIGHTER)
    assert p.legal("satellite") == set()
    p.decline()
    assert p.finished
    build(p)
    assert p.legal("satellite") == around(p, home(p, 0))


def test_ships_may_come_before_the_satellite() -> None:
    """Event Horizon, lines 838-840: one of the choices of Build Ships at any time of the action."""
    p = own(space(), 0, **RICH)
    build(p).do("ship_class", FIGHTER).do("ship_class", DARK_RAIDER).do("satellite", home(p, 0))
    assert satellites(p, 0) == [home(p, 0)]
    assert ships_on_map(p, 0) == 2


def test_a_gate_and_a_satellite_in_one_build_action() -> None:
    """Event Horizon, lines 796-797 and 839-840: each has its own limit of one (M7)."""
    for order in (("gate", "satellite"), ("satellite", "gate")):
        p = own(space(2, "M7"), 0, **RICH)
        build(p)
        for family in order:
            p.do(family, home(p, 0))
        assert p.decision == "build"
        assert p.legal("gate") == p.legal("satellite") == set()
        assert satellites(p, 0) == [home(p, 0)]
        assert home(p, 0) in p.g.gate[0]
        assert p.g.resource[0, CP] == 90 - p.t.gate_cp - p.t.satellite_cp


def test_no_seventh_satellite() -> None:
    """Event Horizon, line 835: six are all there are."""
    p = own(space(6), 0, **RICH)
    chain = [home(p, 0)]
    while len(chain) < 6:
        build(p)
        if len(satellites(p, 0)) < len(chain):
            p.do("satellite", chain[-1])
            finish(p)
            own(p, 0, **RICH)
            continue
        chain.append(max(p.legal("satellite"))[0])
    own(p, 0, **RICH)
    build(p).do("satellite", chain[-1])
    finish(p)
    assert satellites(p, 0) == chain
    own(p, 0, **RICH)
    build(p)
    assert p.decision == "build"
    assert p.legal("satellite") == set()


def test_every_source_of_a_build_action_allows_a_satellite() -> None:
    """Event Horizon, lines 844-846: whatever lets a player build ships, here an action for everybody."""
    p = seat(space(), 0, 1)
    for player in range(2):
        own(p, player, **RICH)
    run_effects(p, row("act", a=v.BUILD))
    for player in range(2):
        assert (p.decision, p.actor) == ("build", player)
        p.do("satellite", home(p, player)).decline()
    assert [satellites(p, player) for player in range(2)] == [[home(p, 0)], [home(p, 1)]]


# Where ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("layout", MAPS)
def test_satellites_form_a_chain_of_adjacent_hexes(players: int, layout: str) -> None:
    """Event Horizon, lines 868-871: each next one beside any of one's own, never twice in a hex, ship or no ship."""
    p = space(players, map=layout)
    rng = np.random.default_rng(players)
    put_satellite(p, 0, home(p, 0))
    for _ in range(5):
        own(p, 0, **RICH)
        build(p)
        mine = satellites(p, 0)
        assert p.legal("satellite") == around(p, *mine)
        ways = sorted(p.legal("satellite"))
        p.do("satellite", *ways[rng.integers(len(ways))])
        finish(p)
        assert satellites(p, 0)[:-1] == mine
    assert len(set(satellites(p, 0))) == 6


def test_another_players_satellites_make_no_chain() -> None:
    """Event Horizon, lines 868-869: only the own ones are links."""
    p = own(space(), 0, **RICH)
    put_satellite(p, 1, home(p, 1), neighbours(p, home(p, 1))[0], CENTRE)
    build(p)
    assert p.legal("satellite") == {(home(p, 0),)}


def test_satellites_of_several_players_share_a_hex() -> None:
    """Event Horizon, lines 871-872: another's Satellite is no hindrance, even at one's home."""
    p = own(space(3), 0, **RICH)
    near = neighbours(p, home(p, 0))[0]
    put_satellite(p, 1, home(p, 1), near, home(p, 0))
    put_satellite(p, 2, home(p, 2), near)
    build(p).do("satellite", home(p, 0))
    finish(p)
    own(p, 0, **RICH)
    build(p).do("satellite", near)
    assert all(near in satellites(p, player) for player in range(3))


def test_satellites_reach_homes_of_others_and_the_high_council() -> None:
    """Event Horizon, lines 868-869: adjacent is all that is asked."""
    p = own(space(), 0, **RICH)
    ring = neighbours(p, CENTRE)
    assert set(ring) & set(neighbours(p, home(p, 1)))
    link = next(h for h in ring if h in neighbours(p, home(p, 1)))
    put_satellite(p, 0, home(p, 0), link)
    build(p)
    assert {(CENTRE,), (home(p, 1),)} <= p.legal("satellite")


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_no_satellite_in_the_closed_centre(players: int) -> None:
    """our ruling on Event Horizon, lines 742-746 and 868-869: nothing is built in the star, nor across it (M6)."""
    p = own(space(players, "M6"), 0, **RICH)
    inner = [h for h in range(p.t.hexes) if p.t.distance[CENTRE, h] == 1]
    put_satellite(p, 0, home(p, 0), inner[0])
    build(p)
    assert (CENTRE,) not in p.legal("satellite")
    assert p.legal("satellite") == around(p, home(p, 0), inner[0])
    p = own(space(players, "M6"), 0, **RICH)
    put_satellite(p, 0, home(p, 0), *inner[:5])
    p.g.satellite[0, 5] = -1
    p.jump(frames.BUILD_FREE, player=0, given=-1)
    assert (CENTRE,) not in p.legal("satellite")


def test_satellites_connect_through_the_wormhole() -> None:
    """Event Horizon, lines 523-526: its two ends are adjacent, one way and the other (M4)."""
    p = own(space(4, "M4"), 0, **RICH)
    p.g.face_down[:] = 0
    start = home(p, 0)
    near = neighbours(p, start)[0]
    far = max(ordinary_planets(p), key=lambda h: int(p.t.distance[near, h]))
    put_satellite(p, 0, start, near)
    build(p)
    assert (far,) not in p.legal("satellite")
    for ends in ((near, far), (far, near)):
        p.g.wormhole[:] = ends
        build(p)
        assert p.legal("satellite") == around(p, start, near) | {(far,)}
    put_satellite(p, 0, far)
    build(p)
    assert p.legal("satellite") == around(p, start, near, far)


def test_no_satellite_in_the_closed_centre_through_the_wormhole() -> None:
    """our ruling on Event Horizon, lines 518-526 and 742-744: a wormhole into the star opens it for nothing built."""
    p = own(space(4, "M4", "M6"), 0, **RICH)
    p.g.face_down[:] = 0
    near = neighbours(p, home(p, 0))[0]
    put_satellite(p, 0, home(p, 0), near)
    p.g.wormhole[:] = near, CENTRE
    build(p)
    assert p.legal("satellite") == around(p, home(p, 0), near)


# Instead of a ship ----------------------------------------------------------------------------------------------------


def test_a_card_that_gives_any_ship_may_give_a_satellite() -> None:
    """Event Horizon, lines 844-846: in the place of the ship, and as free as the ship."""
    p = own(space(), 0)
    p.jump(frames.BUILD_FREE, player=0, given=-1)
    assert p.decision == "free_ship"
    assert p.legal("satellite") == {(home(p, 0),)}
    assert p.legal("ship_class")
    p.do("satellite", home(p, 0))
    assert p.finished, "instead of the ship, not besides"
    assert satellites(p, 0) == [home(p, 0)]
    assert ships_on_map(p, 0) == 0
    assert p.g.resource[0, :2].tolist() == [0, 0]
    p.jump(frames.BUILD_FREE, player=0, given=-1)
    assert p.legal("satellite") == around(p, home(p, 0)), "the rules of place hold"


@pytest.mark.parametrize("ship_class", [DARK_RAIDER, FIGHTER, WAR_CRUISER, BATTLE_CARRIER])
def test_a_card_that_names_the_class_gives_no_satellite(ship_class: int) -> None:
    """Event Horizon, lines 845-846: where the type of ship is said, it is that ship."""
    p = own(space(), 0, **RICH)
    p.jump(frames.BUILD_FREE, player=0, given=ship_class)
    assert p.decision == "free_ship"
    assert p.legal() == {("pass",), ("ship_class", ship_class)}


# No ships -------------------------------------------------------------------------------------------------------------


def test_satellites_score_no_vp() -> None:
    """Event Horizon, lines 840-842: hexes with Satellites are not hexes with ships."""
    p = space()
    put_satellite(p, 0, home(p, 0), *neighbours(p, home(p, 0))[:2], CENTRE)
    end_game(p)
    assert p.g.score[0, SCORE_HEXES] == 0
    assert p.g.score[0, SCORE_COUNCIL] == 0


def test_satellites_are_not_counted_among_ships() -> None:
    """Event Horizon, lines 840-842: what is gained by the number of ships is not gained by Satellites."""
    p = own(own(space(), 0), 1)
    put_satellite(p, 0, home(p, 0), CENTRE)
    p.place_ship(1, FIGHTER, CENTRE)
    for quantity in ("ships", "council_ships"):
        own(own(p, 0), 1)
        finish(run_effects(p, resource_row("gain", "each", "cp", 3, per=quantity)))
        assert p.g.resource[:2, CP].tolist() == [0, 3]


def test_a_satellite_alone_is_nobody_to_fight() -> None:
    """Event Horizon, lines 840-842, 848 and 867: enemies beside it have no battle, take no harm and do it none."""
    p = space()
    hexagon = ordinary_planets(p)[0]
    put_satellite(p, 0, hexagon)
    p.equip(1, FIGHTER, GUN).place_ship(1, FIGHTER, hexagon)
    p.jump(frames.CONQUEST).dice(HIT)
    finish(p)
    assert p.g.scripted_count == 1
    assert ships_on_map(p, 1) == 1
    assert satellites(p, 0) == [hexagon]


def test_satellites_do_not_move() -> None:
    """Event Horizon, line 867: in movement there are only ships."""
    p = space()
    put_satellite(p, 0, home(p, 0))
    p.jump(frames.MOVEMENT)
    assert p.finished


# Damage ---------------------------------------------------------------------------------------------------------------


def duel(*dice: int, guns: bool = False, owner: int = 0, hexagon: int = CENTRE, shields: int = 0) -> Position:
    """A Fighter of the first player against a War Cruiser of the second; who of them has the Satellite."""
    p = space()
    order = places(p)
    put_satellite(p, order[owner], hexagon)
    p.equip(order[0], FIGHTER, *[GUN] * guns).place_ship(order[0], FIGHTER, CENTRE)
    p.equip(order[1], WAR_CRUISER, *["electromagnetic_shield"] * shields).place_ship(order[1], WAR_CRUISER, CENTRE)
    return p.dice(*dice).jump(frames.COMBAT, hex=CENTRE, lone=-1)


def test_a_satellite_adds_a_damage() -> None:
    """Event Horizon, lines 848 and 864: one more in the round, whatever the dice say."""
    p = duel(MISS, HIT, guns=True)
    assert p.t.satellite_damage == 1
    assert p.finished
    assert ships_on_map(p, places(p)[1]) == 0
    assert p.g.scripted_count == 1, "one round, in which the die missed"


def test_damage_of_a_satellite_adds_to_hits() -> None:
    """Event Horizon, lines 848 and 864: a hit and the Satellite break a shield of 1 in one round."""
    p = duel(HIT, HIT, guns=True, shields=1)
    assert p.finished
    assert ships_on_map(p, places(p)[1]) == 0
    assert p.g.scripted_count == 1
    p = duel(HIT, HIT, guns=True, shields=1, hexagon=neighbours(space(), CENTRE)[0])
    assert p.finished
    assert p.g.scripted_count == 0, "without it there is a second round"


@pytest.mark.parametrize("shields", [0, 1, 2])
def test_a_satellite_works_in_every_round_and_without_cannons(shields: int) -> None:
    """Event Horizon, lines 848 and 864, our ruling: each round one damage, with no die rolled at all."""
    p = duel(HIT, shields=shields)
    assert p.finished
    first, last = places(p)
    assert (ships_on_map(p, first), ships_on_map(p, last)) == (1, 0)
    assert p.g.scripted_count == 1
    p = duel(*[MISS] * 3, guns=True, shields=shields)
    assert p.g.scripted_count == 3 - (shields + 1), "one round for each damage"


def test_damage_of_a_satellite_counts_with_all_other_of_the_round() -> None:
    """Event Horizon, line 848 with base rules, line 277: ships that destroy each other both go."""
    p = space()
    first, last = places(p)
    put_satellite(p, first, CENTRE)
    p.place_ship(first, DARK_RAIDER, CENTRE)
    p.equip(last, FIGHTER, GUN).place_ship(last, FIGHTER, CENTRE)
    p.dice(HIT).jump(frames.COMBAT, hex=CENTRE, lone=-1)
    assert p.finished
    assert (ships_on_map(p, first), ships_on_map(p, last)) == (0, 0)


def test_the_owner_says_which_ship_the_satellite_damages() -> None:
    """Event Horizon, line 848 with base rules, line 269: it is assigned like a hit."""
    p = space()
    first, last = places(p)
    put_satellite(p, first, CENTRE)
    p.place_ship(first, FIGHTER, CENTRE)
    raider, cruiser = p.place_ship(last, DARK_RAIDER, CENTRE), p.place_ship(last, WAR_CRUISER, CENTRE)
    p.jump(frames.COMBAT, hex=CENTRE, lone=-1)
    assert (p.decision, p.actor) == ("hit", first)
    relative = (last - first) % 2
    assert p.legal("hit") == {(relative, raider), (relative, cruiser)}
    p.do("hit", relative, cruiser)
    assert p.finished, "and in the second round the other one"
    assert ships_on_map(p, last) == 0


@pytest.mark.parametrize("owner", [0, 1])
def test_a_satellite_serves_its_owner_only(owner: int) -> None:
    """Event Horizon, line 848: the side without one has its dice alone."""
    p = duel(MISS, HIT, guns=True, owner=owner)
    first, last = places(p)
    assert p.finished
    assert (ships_on_map(p, first), ships_on_map(p, last)) == ((1, 0) if owner == 0 else (0, 1))
    assert p.g.scripted_count == 1


def test_both_sides_may_have_a_satellite() -> None:
    """Event Horizon, lines 848 and 872: each deals its own damage."""
    p = space()
    for player in range(2):
        put_satellite(p, player, CENTRE)
        p.place_ship(player, FIGHTER, CENTRE)
    p.jump(frames.COMBAT, hex=CENTRE, lone=-1)
    assert p.finished
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 0


def test_a_satellite_of_another_hex_does_nothing() -> None:
    """Event Horizon, lines 848 and 864: the combat must take place in its hex."""
    p = duel(HIT, hexagon=neighbours(space(), CENTRE)[0])
    assert p.finished
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 1, "nobody has a cannon: undecided"
    assert p.g.scripted_count == 1


def test_a_satellite_without_a_ship_in_the_combat_does_nothing() -> None:
    """Event Horizon, line 848: its owner must be involved; cloaked ships are not."""
    for cloaked in (False, True):
        p = space(3)
        put_satellite(p, 2, CENTRE)
        p.place_ship(0, FIGHTER, CENTRE)
        p.place_ship(1, FIGHTER, CENTRE)
        if cloaked:
            p.place_ship(2, FIGHTER, CENTRE)
            p.g.cloaked[2, CENTRE] = 1
        p.jump(frames.COMBAT, hex=CENTRE, lone=-1)
        assert p.finished
        assert ships_on_map(p, 0) == ships_on_map(p, 1) == 1


def test_a_satellite_falls_silent_when_the_last_ship_of_its_owner_is_gone() -> None:
    """Event Horizon, line 848: from then on its owner is no longer involved, though others fight on."""
    p = seat(space(3), 0, 1, 2)
    put_satellite(p, 2, CENTRE)
    p.equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, CENTRE)
    p.equip(1, WAR_CRUISER, GUN, "electromagnetic_shield").place_ship(1, WAR_CRUISER, CENTRE)
    p.place_ship(2, DARK_RAIDER, CENTRE)
    cruiser = int(np.flatnonzero(p.g.ship_hex[1] == CENTRE)[0])
    raider = int(np.flatnonzero(p.g.ship_hex[2] == CENTRE)[0])
    p.dice(HIT, MISS, MISS, MISS, MISS, HIT).jump(frames.COMBAT, hex=CENTRE, lone=-1)
    assert (p.decision, p.actor) == ("hit", 2)
    p.do("hit", 2, cruiser)
    assert (p.decision, p.actor) == ("hit", 0)
    p.do("hit", 2, raider)
    assert p.finished, "two more rounds without a further question"
    assert [ships_on_map(p, x) for x in range(3)] == [0, 1, 0]
    assert p.g.ship_damage[1, cruiser] == 1
    assert p.g.scripted_count == 0


def garrison(*dice: int, satellite: bool = True, guns: bool = False) -> tuple[Position, int, int]:
    """A War Cruiser of player 0 against the weakest Resistance ship; hex and its card."""
    p = space()
    hexagon = neighbours(p, CENTRE)[0]
    p.g.resistance[hexagon] = 1
    deck, left = p.g.resistance_deck[0], int(p.g.resistance_left[0])
    deck[:left] = sorted((int(x) for x in deck[:left]), key=lambda x: -int(p.t.resistance_shield[x]))
    card = int(deck[left - 1])
    if satellite:
        put_satellite(p, 0, hexagon)
    p.equip(0, WAR_CRUISER, *[GUN] * guns, "singularity_shield").place_ship(0, WAR_CRUISER, hexagon)
    p.dice(*dice).jump(frames.COMBAT, hex=hexagon, lone=0)
    return p, hexagon, card


@pytest.mark.parametrize("guns", [False, True])
def test_a_satellite_works_against_the_resistance(guns: bool) -> None:
    """Event Horizon, lines 848 and 864: space combat of every kind, and one damage in each round."""
    p, hexagon, card = garrison(guns=guns)
    rounds = int(p.t.resistance_shield[card]) + 1
    dice = rounds * (int(p.t.resistance_dice[card]) + guns)
    p, hexagon, card = garrison(*[MISS] * dice, MISS, guns=guns)
    finish(p)
    assert p.g.scripted_count == 1
    assert p.g.resistance_owner[card] == 0
    assert p.g.resistance[hexagon] == 0


def test_the_satellite_of_another_does_not_help_the_resistance() -> None:
    """Event Horizon, line 848: the Resistance owns none, and bystanders are not involved."""
    p = space()
    hexagon = neighbours(p, CENTRE)[0]
    p.g.resistance[hexagon] = 1
    put_satellite(p, 1, hexagon)
    p.place_ship(1, DARK_RAIDER, CENTRE)
    deck, left = p.g.resistance_deck[0], int(p.g.resistance_left[0])
    deck[:left] = sorted((int(x) for x in deck[:left]), key=lambda x: -int(p.t.resistance_shield[x]))
    card = int(deck[left - 1])
    shield, strength = int(p.t.resistance_shield[card]), int(p.t.resistance_dice[card])
    assert shield + 1 <= 6
    ship = p.equip(0, WAR_CRUISER, "antimatter_cannon").place_ship(0, WAR_CRUISER, hexagon)
    p.dice(*[HIT] * (shield + 1), *[MISS] * (5 - shield), *[MISS] * strength, 3)
    p.jump(frames.COMBAT, hex=hexagon, lone=0)
    finish(p)
    assert p.g.scripted_count == 1
    assert (p.g.ship_hex[0, ship], p.g.ship_damage[0, ship]) == (hexagon, 0)
    assert p.g.resistance_owner[card] == 0


# Range ----------------------------------------------------------------------------------------------------------------


def battery(distance: int, rocket: int = HYPERSONIC) -> tuple[Position, int, int]:
    """A rocket of player 0 on the widest map and a planet so many hexes away."""
    p = space(6, map="large")
    hexes = ordinary_planets(p)
    source, target = next((a, b) for a in hexes for b in hexes if p.t.distance[a, b] == distance)
    p.settle(source, 0, 1)
    p.g.rocket[source, 0] = rocket + 1
    p.g.counter[target] = 5
    return p, source, target


def aimed(p: Position, source: int) -> None:
    """The next rocket to be aimed is that of a hex."""
    assert (p.decision, int(p.g.focus_hex)) == ("fire", source)


@pytest.mark.parametrize("rocket", [0, 1, 2])
def test_a_satellite_lets_rockets_reach_one_hex_farther(rocket: int) -> None:
    """Event Horizon, lines 864-865: any rocket fired from its hex by its owner may be aimed 7 hexes away."""
    for with_satellite in (False, True):
        p, source, far = battery(RANGE + 1, rocket)
        if with_satellite:
            put_satellite(p, 0, source)
        p.jump(frames.WMD)
        aimed(p, source)
        reach = RANGE + (1 if with_satellite else 0)
        assert p.legal("hex") == {(h,) for h in ordinary_planets(p) if 1 <= p.t.distance[source, h] <= reach}
        assert ((far,) in p.legal("hex")) == with_satellite
    assert p.t.satellite_range == 1


def test_range_grows_only_in_the_hex_of_the_satellite_and_for_its_owner() -> None:
    """Event Horizon, lines 864-865: not beside it, not at the target, not by another's Satellite."""
    p, source, far = battery(RANGE + 1)
    put_satellite(p, 0, far, *[h for h in neighbours(p, source) if h != far][:3])
    put_satellite(p, 1, source)
    p.jump(frames.WMD)
    aimed(p, source)
    assert (far,) not in p.legal("hex")


def test_a_rocket_is_asked_for_where_only_the_satellite_gives_it_a_target() -> None:
    """Event Horizon, lines 864-865: with nothing else in reach the rocket can still be fired."""
    for with_satellite in (False, True):
        p, source, far = battery(RANGE + 1)
        p.g.destroyed[[h for h in ordinary_planets(p) if h not in (source, far)]] = 1
        if with_satellite:
            put_satellite(p, 0, source)
        p.jump(frames.WMD)
        assert p.finished == (not with_satellite)
        if with_satellite:
            assert p.legal() == {("pass",), ("hex", far)}


@pytest.mark.parametrize("distance", [1, 3, 5])
def test_a_satellite_adds_one_to_the_distance_roll(distance: int) -> None:
    """Event Horizon, lines 864-865 with base rules, lines 191-195: with it a roll that equals the distance is enough.

    Only the Satellite of who fires, and only where the rocket comes from.
    """
    for owner, at_source, helps in ((0, True, True), (0, False, False), (1, True, False)):
        for roll in (distance - 1, distance, distance + 1):
            p, source, target = battery(distance)
            put_satellite(p, owner, source if at_source else target)
            p.jump(frames.WMD).dice(max(1, roll), *[HIT] * 5).do("hex", target)
            finish(p)
            assert (p.g.counter[target] < 5) == (max(1, roll) + helps > distance)


def test_with_radar_and_a_satellite_a_rocket_reaches_what_only_the_satellite_lets_it_aim_at() -> None:
    """Event Horizon, lines 864-865: seven hexes away, a roll of 6 and one for each is more than the distance."""
    for radar, reached in ((True, True), (False, False)):
        p, source, target = battery(RANGE + 1)
        put_satellite(p, 0, source)
        if radar:
            p.learn(0, "radar")
        p.jump(frames.WMD).dice(6, *[HIT] * 5).do("hex", target)
        finish(p)
        assert (p.g.counter[target] < 5) == reached


def test_a_satellite_survives_a_graviton_rocket() -> None:
    """Event Horizon, lines 874-875: the planet is gone, the Satellite stays and fights."""
    p, _, target = battery(1, GRAVITON)
    put_satellite(put_satellite(p, 0, target), 1, target)
    p.jump(frames.WMD).dice(6, HIT, HIT).do("hex", target)
    finish(p)
    assert p.g.destroyed[target] == 1
    assert satellites(p, 0) == satellites(p, 1) == [target]
    p.place_ship(0, FIGHTER, target)
    p.place_ship(2, DARK_RAIDER, target)
    p.jump(frames.COMBAT, hex=target, lone=-1)
    assert (ships_on_map(p, 0), ships_on_map(p, 2)) == (1, 0)


@pytest.mark.parametrize("more", [(), ("M7",)])
def test_whole_games_with_satellites(more: tuple[str, ...]) -> None:
    """Event Horizon, lines 826-875: games end; each chain starts at home, is connected and only grows."""
    p = Position(2, players=3, modules=("M8", *more), turns=2)
    rng = np.random.default_rng(1)
    build = (card(p, "build"),)
    before = [satellites(p, player) for player in range(3)]
    while not p.g.over:
        p.g.resource[:3, :2] = 60, 9
        ways = sorted(p.legal("satellite"))
        if ways:
            p.do("satellite", *ways[-1])
        elif build in p.legal("action_card"):
            p.do("action_card", *build)
        else:
            p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        for player in range(3):
            mine = satellites(p, player)
            assert mine[: len(before[player])] == before[player]
            assert len(set(mine)) == len(mine)
            for i, hexagon in enumerate(mine):
                assert hexagon == home(p, player) if i == 0 else set(neighbours(p, hexagon)) & set(mine[:i])
            before[player] = mine
    assert max(len(mine) for mine in before) > 1
    assert_cubes_kept(p)
