"""Event Horizon, module M4: face-down hexes, the Events of those who explore them, and Planet Debris."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.log import E_SHIP_LOST
from tests.position import Position
from tests.rules.early import own, resource_row, row, seat
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    direction,
    empty_space,
    end_game,
    finish,
    neighbours,
    places,
    ships_on_map,
)

HIT, MISS, UNUSED = 5, 1, 3
MOVEMENTS = ("drive_power", "reverse_turn_order", "simultaneous")
MAPS = ("standard", "minimal", "large")
DRIVES = {1: (), 2: ("fusion_drive",), 3: ("antigravity_drive",)}
SCAN = "sector_scan"
SETUP = ("planet_type", "planet_space", "barrier", "look", "leader")
HERE = 2  # where a card's damage falls: the explored hex
GRAVITON = 2
TOKENS = {  # Events named by the text, and the token each of them brings
    "Space and Time": v.WORMHOLE,
    "Bounty": v.BOUNTY,
    "Electromagnetic Field": v.NO_COMBAT,
    "Planet of Interest": v.INTEREST,
}


# Scenes ---------------------------------------------------------------------------------------------------------------


def set_up(p: Position) -> Position:
    """Everybody takes the default choice to the end of setup."""
    while p.decision in SETUP:
        p.default()
    return p


def unknown_space(players: int = 2, modules: tuple[str, ...] = ("M4",), seed: int = 1, **config: Any) -> Position:
    """An unexplored map without ships; seats 0, 1, ... in turn order."""
    p = set_up(Position(seed, players=players, modules=modules, **config))
    p.remove_ships()
    p.g.resistance[:] = 0
    return seat(p, *range(players))


def known_space(players: int = 2, modules: tuple[str, ...] = ("M4",), seed: int = 1, **config: Any) -> Position:
    """The same, but everything lies face up."""
    p = unknown_space(players, modules, seed, **config)
    for hexagon in hidden(p):
        p.g.face_down[hexagon] = 0
        p.g.counter[hexagon] = p.t.planet_amount[p.g.planet[hexagon]]
    return p


def hidden(p: Position) -> list[int]:
    """Face-down hexes."""
    return [h for h in range(p.t.hexes) if p.g.face_down[h] == 1]


def top(p: Position, *kinds: int) -> Position:
    """Event cards of these kinds on top of the deck, the first to be drawn first."""
    deck, left = p.g.event_deck, int(p.g.event_left)
    for depth, kind in enumerate(kinds, start=1):
        place = left - depth
        found = [i for i in range(place + 1) if deck[i] == kind]
        if found:
            deck[found[-1]] = deck[place]
        deck[place] = kind
    return p


def write_event(p: Position, *rows: tuple[int, ...], sort: int = v.NEUTRAL, kind: int = 0) -> Position:
    """An Event that is not in the box, on top of the deck."""
    tables = p.rules.tables.copy()
    tables.flags.writeable = True
    first = int(tables[0].effects)
    for i, values in enumerate(rows):
        tables[0].effect[first + i] = values
    tables[0].effects = first + len(rows)
    tables[0].event_effect[kind] = first, len(rows)
    tables[0].event_sort[kind] = sort
    tables.flags.writeable = p.rules.tables.flags.writeable
    p.rules = replace(p.rules, tables=tables)
    p.t = p.rules.t
    return top(p, kind)


def no_events(p: Position) -> Position:
    """The Event deck has run out."""
    p.g.event_left = 0
    p.g.event_deck[:] = -1
    return p


def explore(p: Position, hexagon: int, *players: int) -> Position:
    """A ship of each player in the hex, and movement is over."""
    for player in players:
        p.place_ship(player, DARK_RAIDER, hexagon)
    return p.jump(frames.EXPLORATION)


def fly(p: Position, ship: int, source: int, *path: int) -> Position:
    """The actor moves a ship, or orders it to move, along hexes."""
    for target in path:
        p.do("move", ship, direction(p, source, target))
        source = target
    return p


def halt(p: Position) -> Position:
    """Nobody moves any farther."""
    while p.decision in ("move", "order"):
        p.decline()
    return p


def twin(p: Position) -> Position:
    """The same position once more."""
    q = copy.copy(p)
    q.games, q.masks = p.games.copy(), p.masks.copy()
    return q


def swapped(p: Position, one: int, other: int) -> Position:
    """The same position with the planets of two hexes exchanged."""
    q = twin(p)
    q.g.planet[[one, other]] = p.g.planet[[other, one]]
    return q


def seen_by(p: Position, viewer: int) -> np.ndarray:
    """What a player can see."""
    rows = np.zeros((1, p.rules.observations.size), dtype=np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, viewer, rows)
    return rows[0]


def unlike(p: Position, hexagon: int) -> int:
    """A face-down hex whose planet has another resource, and at which nobody looked."""
    known = {int(x) for x in p.g.look}
    kinds = p.t.planet_resource
    return next(
        h for h in hidden(p) if h != hexagon and h not in known and kinds[p.g.planet[h]] != kinds[p.g.planet[hexagon]]
    )


def belongings(p: Position, player: int) -> list[Any]:
    """All a player has."""
    g = p.g
    fields = (g.resource, g.supply, g.technology, g.blueprint, g.modifier, g.ship_hex, g.ship_damage, g.ship_cargo)
    return [np.asarray(field[player]).tolist() for field in fields] + [g.population[:, player].tolist()]


def events(p: Position) -> range:
    """Kinds of Event in the box."""
    return range(int(p.t.events))


def way_out(p: Position) -> tuple[int, int]:
    """A hex next to the centre and one behind it, neither of them anybody's home."""
    for near in neighbours(p, CENTRE):
        for far in neighbours(p, near):
            if p.t.home_of[near] < 0 and p.t.home_of[far] < 0 and p.t.distance[CENTRE, far] == 2:
                return near, far
    raise AssertionError("no such way")


# Cards and technology -------------------------------------------------------------------------------------------------


def test_there_are_thirty_three_event_cards_of_all_kinds() -> None:
    """Event Horizon, lines 431 and 474-475: 33 cards; some are neutral, some banes, some boons."""
    p = Position(players=3, modules=("M4",))
    content = p.rules.content.events
    assert sum(card.copies for card in content) == 33
    assert {card.kind for card in content if card.copies} == {"neutral", "bane", "boon"}
    assert [v.EVENT_KINDS[p.t.event_sort[kind]] for kind in events(p)] == [card.kind for card in content]
    assert [int(p.t.event_copies[kind]) for kind in events(p)] == [card.copies for card in content]


def test_the_deck_holds_every_card_and_is_shuffled() -> None:
    """Event Horizon, lines 1762-1763: all cards, face down, in an order that differs from game to game."""
    orders = set()
    for seed in range(4):
        p = Position(seed, players=2, modules=("M4",))
        assert p.g.event_left == 33
        deck = [int(kind) for kind in p.g.event_deck[:33]]
        assert sorted(deck) == [kind for kind in events(p) for _ in range(p.t.event_copies[kind])]
        assert not p.g.event_seen.any()
        orders.add(tuple(deck))
    assert len(orders) == 4


@pytest.mark.parametrize("name", TOKENS)
def test_each_token_has_its_event(name: str) -> None:
    """Event Horizon, lines 427-430, 509, 541, 554 and 573: one card each, and it brings the token of its name."""
    cards = [card for card in Position(players=2, modules=("M4",)).rules.content.events if card.name == name]
    assert [card.copies for card in cards] == [1]
    assert [effect.a for effect in cards[0].effects if effect.do == "token"] == [TOKENS[name]]


def test_without_the_module_there_is_nothing_to_explore() -> None:
    """Event Horizon, lines 415-444: Events, face-down hexes and looks belong to the module."""
    p = Position(players=3)
    assert not p.g.face_down.any()
    assert p.g.event_left == 0
    assert p.t.exploration == 0
    assert p.decision != "look"


def test_sector_scan_is_the_technology_of_the_module() -> None:
    """Event Horizon, lines 434-435, 1623-1624 and 1860-1864: military, 2 CP, only with the module."""
    base = {x.id for x in Position(players=3).rules.content.technologies}
    known = {x.id: x for x in Position(players=3, modules=("M4",)).rules.content.technologies}
    assert set(known) - base == {SCAN}
    assert (known[SCAN].cost, known[SCAN].type) == (2, "military")


# Setup ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [("M4",), ("M3", "M4"), ("M3",)])
def test_everybody_begins_with_five_victory_points(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 303, 439 and 1740-1742: 5 VP, once, whichever of the two modules asks for it."""
    p = Position(players=4, modules=modules)
    assert p.g.resource[:4, v.VP].tolist() == [5] * 4
    assert Position(players=4).g.resource[:4, v.VP].tolist() == [0] * 4


def test_the_first_victory_points_count_at_the_end() -> None:
    """Event Horizon, line 439: who gained nothing else has them still, and the office."""
    p = known_space(3)
    for player in range(3):
        p.settle(int(p.t.home_hex[player]), player, 0)
    end_game(p)
    assert [int(p.g.score[x].sum()) for x in range(3)] == [5 + int(p.t.office_vp[places(p).index(x)]) for x in range(3)]


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("size", MAPS)
def test_only_the_centre_and_homes_lie_face_up(players: int, size: str) -> None:
    """Event Horizon, lines 441-442: every other hex is face down."""
    p = Position(players=players, modules=("M4",), map=size)
    homes = {int(h) for h in p.t.home_hex[:players]}
    assert set(hidden(p)) == set(range(p.t.hexes)) - homes - {CENTRE}


def test_the_star_in_the_centre_lies_face_up_too() -> None:
    """Event Horizon, lines 441-442 and 742: with M6 the central hex is another, but still the central hex."""
    p = Position(players=3, modules=("M4", "M6"))
    assert p.g.face_down[CENTRE] == 0
    assert len(hidden(p)) == p.t.hexes - 4


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_same_planets_are_dealt_as_ever(players: int) -> None:
    """Event Horizon, lines 1662-1665: the module turns the planets over, it takes none away."""
    p, base = Position(players=players, modules=("M4",)), Position(players=players)
    counts = [
        sorted(int(q.t.planet_resource[q.g.planet[h]]) for h in range(q.t.hexes) if q.g.planet[h] >= 0)
        for q in (p, base)
    ]
    assert counts[0] == counts[1]


def test_counters_lie_on_face_up_planets_only() -> None:
    """Event Horizon, lines 1700-1701 and 1719-1722: at home as ever, on face-down hexes not yet."""
    p = Position(players=4, modules=("M4",))
    assert not p.g.counter[hidden(p)].any()
    for player in range(4):
        home = int(p.t.home_hex[player])
        assert p.g.counter[home] == p.t.planet_amount[p.g.planet[home]] > 0


def test_no_outpost_is_placed_before_its_planet_is_face_up() -> None:
    """Event Horizon, lines 452-453 and 1715-1722: all tokens wait beside the board."""
    p = set_up(Position(players=3, modules=("M3", "M4")))
    assert not p.g.outpost_there.any()
    assert not p.g.outpost.any()
    assert p.g.outpost_pile_left == 36


def test_the_chosen_planet_of_new_planets_lies_face_up() -> None:
    """Event Horizon, lines 622, 1667-1669 and 1700: it is seen, it has its counters, and it is no secret to look at."""
    p = Position(players=2, modules=("M4", "M5"))
    chosen = set()
    while p.decision in ("planet_type", "planet_space"):
        if p.decision == "planet_type":
            p.do("planet_type", *min(p.legal("planet_type")))
        else:
            (hexagon,) = min(p.legal("planet_space"))
            chosen.add(hexagon)
            p.do("planet_space", hexagon)
    homes = {int(h) for h in p.t.home_hex[:2]}
    assert len(chosen) == 2
    assert set(hidden(p)) == set(range(p.t.hexes)) - homes - chosen - {CENTRE}
    for hexagon in chosen:
        assert p.g.counter[hexagon] == p.t.planet_amount[p.g.planet[hexagon]] > 0
    while p.decision == "look":
        assert p.legal("look") and not {h for (h,) in p.legal("look")} & chosen
        p.decline()


def setup_order(*modules: str) -> list[str]:
    """The decisions of setup in the order they come up."""
    p = Position(players=2, modules=modules, variant="combat")
    asked: list[str] = []
    while p.decision in (*SETUP, "start_technology"):
        if p.decision not in asked:
            asked.append(p.decision)
        if p.decision == "planet_type":
            p.do("planet_type", 0)
        else:
            p.default()
    return asked


def test_setup_goes_in_the_order_of_the_list() -> None:
    """Event Horizon, lines 1657-1813: the planet beside home, the look, Leaders, starting technologies."""
    asked = setup_order("M4", "M5", "M10")
    assert asked == ["planet_type", "planet_space", "look", "leader", "start_technology"]


def test_players_look_before_they_place_barriers() -> None:
    """Event Horizon, lines 1683-1684 and 1723-1727: in the list the look stands before the Energy Barriers."""
    asked = setup_order("M4", "M9")
    assert asked == ["look", "barrier", "start_technology"]


# The look -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("size", MAPS)
def test_everybody_may_look_at_one_hex_next_to_home(players: int, size: str) -> None:
    """Event Horizon, lines 444-445 and 1683-1684: once, at a face-down neighbour of the own home; or not at all.

    In turn order, which is our ruling.
    """
    p = Position(2, players=players, modules=("M4",), map=size)
    asked = []
    while p.decision == "look":
        asked.append(p.actor)
        near = {h for h in range(p.t.hexes) if p.t.distance[p.t.home_hex[p.actor], h] == 1}
        assert p.legal() == {("pass",)} | {("look", h) for h in near & set(hidden(p))}
        p.decline()
    assert asked == places(p)
    assert (p.g.look[:players] == -1).all()


def test_the_hex_looked_at_lies_face_down_again() -> None:
    """Event Horizon, lines 444-445: it goes back face down; which one it was, everybody saw."""
    p = Position(players=3, modules=("M4",))
    before = hidden(p)
    looked = {}
    while p.decision == "look":
        (hexagon,) = max(p.legal("look"))
        looked[p.actor] = hexagon
        p.do("look", hexagon)
    assert [int(p.g.look[player]) for player in range(3)] == [looked[player] for player in range(3)]
    assert hidden(p) == before
    assert not p.g.counter[before].any()
    assert p.g.event_left == 33, "a look is no exploration"


@pytest.mark.parametrize("players", [2, 4])
def test_only_the_looker_knows_what_lies_there(players: int) -> None:
    """Event Horizon, lines 444-445: the planet shows in the looker's observation, in nobody else's."""
    p = Position(players=players, modules=("M4",))
    looker = p.actor
    (hexagon,) = min(p.legal("look"))
    other = unlike(p, hexagon)
    q = swapped(p, hexagon, other)
    for viewer in range(players):
        assert np.array_equal(seen_by(p, viewer), seen_by(q, viewer)), "nobody knows before"
    for world in (p, q):
        world.do("look", hexagon)
        while world.decision == "look":
            world.decline()
    assert p.decision == q.decision
    for viewer in range(players):
        same = np.array_equal(seen_by(p, viewer), seen_by(q, viewer))
        assert same == (viewer != looker), f"player {viewer}"


def test_a_look_tells_nothing_of_other_hexes() -> None:
    """Event Horizon, lines 444-445: one hex, and that one only."""
    p = Position(players=2, modules=("M4",))
    looker = p.actor
    p.do("look", *min(p.legal("look")))
    looked = int(p.g.look[looker])
    one = next(h for h in hidden(p) if h != looked)
    q = swapped(p, one, next(h for h in hidden(p) if h not in (one, looked) and p.g.planet[h] != p.g.planet[one]))
    assert np.array_equal(seen_by(p, looker), seen_by(q, looker))


def test_what_lies_face_up_is_seen_by_everybody() -> None:
    """Event Horizon, lines 497-498: a revealed hex is no secret any more."""
    p = no_events(unknown_space(3))
    hexagon = hidden(p)[0]
    q = swapped(p, hexagon, unlike(p, hexagon))
    for world in (p, q):
        explore(world, hexagon, 0)
    for viewer in range(3):
        assert not np.array_equal(seen_by(p, viewer), seen_by(q, viewer))


# What nobody knows ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("players", "movement", "modules"),
    [
        (2, "drive_power", ("M4",)),
        (2, "reverse_turn_order", ("M3", "M4", "M7", "M8")),
        (3, "simultaneous", ("M4", "M6")),
        (3, "drive_power", tuple(f"M{number}" for number in range(1, 11))),
    ],
)
def test_nothing_depends_on_what_lies_under_face_down_hexes(
    players: int, movement: str, modules: tuple[str, ...], seed: int
) -> None:
    """Event Horizon, lines 441-445: with two unknown planets exchanged, choices and views are the same all the way."""
    p = Position(seed, players=players, modules=modules, movement=movement, turns=2)
    while not p.g.face_down.any():
        p.default()
    start, unknown = twin(p), hidden(p)
    rng = np.random.default_rng(seed)
    trace: list[int] = []
    turned: dict[int, int] = {}
    while not p.g.over:
        trace.append(int(rng.choice(np.flatnonzero(p.masks[0]))))
        p._play(trace[-1])
        for hexagon in unknown:
            if p.g.face_down[hexagon] == 0:
                turned.setdefault(hexagon, len(trace) - 1)
    looked = {int(x) for x in p.g.look}
    late = sorted((h for h in unknown if h not in looked), key=lambda h: -turned.get(h, len(trace)))
    one = late[0]
    other = next(h for h in late[1:] if start.g.planet[h] != start.g.planet[one])
    p, q = twin(start), swapped(start, one, other)
    met: set[str] = set()
    for action in trace[: turned.get(other, len(trace))]:
        met.add(p.decision)
        assert (p.decision, p.actor) == (q.decision, q.actor)
        assert np.array_equal(p.masks, q.masks), p.decision
        assert np.array_equal(seen_by(p, p.actor), seen_by(q, q.actor)), p.decision
        p._play(action)
        q._play(action)
    assert {"vote", "action_card", "order" if movement == "simultaneous" else "move"} <= met, "a stretch of play"


def test_rockets_are_not_aimed_at_face_down_hexes() -> None:
    """our ruling on Event Horizon, lines 441-460: nobody aims at what nobody has seen."""
    p = unknown_space(4)
    home = int(p.t.home_hex[0])
    p.g.rocket[home, 0] = GRAVITON + 1
    p.jump(frames.WMD)
    assert p.finished, "there is no target"
    assert p.g.rocket[home, 0] == GRAVITON + 1
    seen = hidden(p)[:2]
    p.g.face_down[seen] = 0
    p.jump(frames.WMD)
    assert (p.decision, p.actor) == ("fire", 0)
    assert p.legal("hex") == {(h,) for h in seen}


# Exploring ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_ships_reveal_the_hex_where_their_movement_ends(movement: str) -> None:
    """Event Horizon, lines 497-498 and 503: that hex, with its resource die; nothing else is turned."""
    p = no_events(unknown_space(movement=movement))
    near, _ = way_out(p)
    ship = p.place_ship(0, FIGHTER, CENTRE)
    before = set(hidden(p))
    fly(p.jump(frames.CONQUEST), ship, CENTRE, near)
    finish(p)
    assert set(hidden(p)) == before - {near}
    assert p.g.counter[near] == p.t.planet_amount[p.g.planet[near]]


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_passing_through_reveals_nothing(movement: str) -> None:
    """Event Horizon, lines 497-498: only where a ship ends its movement."""
    p = unknown_space(movement=movement)
    write_event(p, resource_row("gain", "owner", "cp", 1))
    near, far = way_out(p)
    p.equip(0, FIGHTER, *DRIVES[2])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    before = set(hidden(p))
    finish(fly(p.jump(frames.CONQUEST), ship, CENTRE, near, far))
    assert p.g.ship_hex[0, ship] == far
    assert set(hidden(p)) == before - {far}
    assert p.g.event_left == 32


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_going_out_and_back_reveals_nothing(movement: str) -> None:
    """Event Horizon, lines 497-498: a ship that ends in a known hex explores none."""
    p = unknown_space(movement=movement)
    near, _ = way_out(p)
    p.equip(0, FIGHTER, *DRIVES[2])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    before = hidden(p)
    finish(fly(p.jump(frames.CONQUEST), ship, CENTRE, near, CENTRE))
    assert hidden(p) == before
    assert p.g.event_left == 33


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_nothing_is_revealed_before_everybody_has_moved(movement: str) -> None:
    """Event Horizon, lines 491-500: several players may end in a hex, so all movement comes first."""
    p = no_events(unknown_space(3, movement=movement))
    near, far = way_out(p)
    ships = [p.place_ship(player, FIGHTER, CENTRE) for player in range(3)]
    for player in range(3):
        p.equip(player, FIGHTER, *DRIVES[2])
    p.jump(frames.CONQUEST)
    moves = 0
    gone: set[int] = set()
    while p.decision in ("move", "order"):
        assert p.g.face_down[near] == 1 and p.g.face_down[far] == 1
        if p.actor not in gone:
            gone.add(p.actor)
            fly(p, ships[p.actor], CENTRE, near)
            moves += 1
        else:
            p.decline()
    assert moves == 3
    finish(p)
    assert (p.g.face_down[near], p.g.face_down[far]) == (0, 1)


def test_a_fast_ship_leaves_an_unknown_hex_before_it_is_revealed() -> None:
    """Event Horizon, lines 497-498, our reading: the steps of Drive Power are one movement."""
    p = no_events(unknown_space(movement="drive_power"))
    near, far = way_out(p)
    p.equip(0, FIGHTER, *DRIVES[2])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.CONQUEST)
    fly(p, ship, CENTRE, near)
    assert p.decision == "move" and p.g.face_down[near] == 1
    fly(p, ship, near, far)
    finish(p)
    assert (p.g.face_down[near], p.g.face_down[far]) == (1, 0)


def test_the_event_comes_from_the_top_of_the_deck() -> None:
    """Event Horizon, line 498: one card, drawn and gone; everybody sees which."""
    p = unknown_space()
    write_event(p, resource_row("gain", "owner", "cp", 3))
    before = int(p.g.resource[0, v.CP])
    below = [int(kind) for kind in p.g.event_deck[:32]]
    explore(p, hidden(p)[0], 0)
    assert p.finished
    assert p.g.resource[0, v.CP] == before + 3
    assert p.g.event_left == 32
    assert [int(kind) for kind in p.g.event_deck[:32]] == below
    assert p.g.event_seen[0] == 1 and p.g.event_seen.sum() == 1
    assert (p.g.exploring, p.g.event) == (-1, -1)


def test_a_known_hex_brings_no_event() -> None:
    """Event Horizon, lines 497-498: only a face-down hex; not the centre, not a home, not one explored before."""
    p = unknown_space()
    explored = hidden(p)[0]
    p.g.face_down[explored] = 0
    for hexagon in (CENTRE, int(p.t.home_hex[0]), explored):
        explore(p.remove_ships(), hexagon, 0)
        assert p.finished
        assert p.g.event_left == 33


def test_without_ships_nothing_is_explored() -> None:
    """Event Horizon, line 497: one or more ships are needed."""
    p = unknown_space()
    before = hidden(p)
    p.jump(frames.EXPLORATION)
    assert p.finished and hidden(p) == before and p.g.event_left == 33


def test_one_event_for_all_players_in_the_hex() -> None:
    """Event Horizon, lines 498-500: a single card, and it concerns everybody who is there, nobody else."""
    p = unknown_space(4)
    write_event(p, resource_row("gain", "owner", "cp", 2))
    p.place_ship(3, DARK_RAIDER, CENTRE)
    before = p.g.resource[:4, v.CP].copy()
    explore(p, hidden(p)[0], 0, 2)
    assert p.finished
    assert (p.g.resource[:4, v.CP] - before).tolist() == [2, 0, 2, 0]
    assert p.g.event_left == 32


def test_several_ships_of_a_player_bring_one_event() -> None:
    """Event Horizon, lines 497-500: it affects a player, not each ship."""
    p = unknown_space()
    write_event(p, resource_row("gain", "owner", "cp", 2))
    hexagon = hidden(p)[0]
    before = int(p.g.resource[0, v.CP])
    p.place_ship(0, FIGHTER, hexagon)
    explore(p, hexagon, 0)
    assert p.g.resource[0, v.CP] == before + 2
    assert p.g.event_left == 32


def test_each_hex_has_its_own_event() -> None:
    """Event Horizon, lines 497-498, our ruling: hex by hex, each with the next card."""
    p = unknown_space()
    write_event(p, resource_row("gain", "owner", "axinium", 2), kind=1)
    write_event(p, resource_row("gain", "owner", "cp", 3), kind=0)
    top(p, 0, 1)
    low, high = hidden(p)[0], hidden(p)[3]
    before = p.g.resource[:2].copy()
    p.place_ship(1, DARK_RAIDER, high)
    explore(p, low, 0)
    assert p.finished
    assert (p.g.resource[:2] - before).tolist() == [[3, 0, 0, 0], [0, 2, 0, 0]]
    assert (p.g.face_down[low], p.g.face_down[high], p.g.event_left) == (0, 0, 31)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_the_event_is_resolved_for_one_player_after_another(order: tuple[int, ...]) -> None:
    """Event Horizon, lines 498-500, our ruling: individually, in turn order."""
    p = seat(unknown_space(3), *order)
    write_event(p, resource_row("lose", "owner", "cp", 2), sort=v.BANE)
    for player in range(3):
        p.learn(player, SCAN)
        own(p, player, cp=9)
    explore(p, hidden(p)[0], 0, 1, 2)
    asked = []
    while not p.finished:
        assert p.decision == "ignore_event"
        asked.append(p.actor)
        p.do("ignore", 0) if p.actor == 0 else p.decline()
    assert tuple(asked) == order
    assert p.g.resource[:3, v.CP].tolist() == [9, 7, 7]


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_cloaked_ships_explore_too(movement: str) -> None:
    """our ruling on Event Horizon, line 497: any ship of a player counts, seen or not."""
    p = unknown_space(movement=movement).learn(0, "cloaking")
    write_event(p, resource_row("gain", "owner", "cp", 2))
    near, _ = way_out(p)
    ship = p.place_ship(0, FIGHTER, CENTRE)
    before = int(p.g.resource[0, v.CP])
    fly(p.jump(frames.CONQUEST), ship, CENTRE, near)
    finish(p)
    assert p.g.face_down[near] == 0
    assert p.g.resource[0, v.CP] == before + 2
    assert p.g.cloaked[0, near] == 1, "nobody has to show himself for it"


def test_dice_and_tokens_come_after_the_event() -> None:
    """Event Horizon, lines 497-504: first the hex is turned, then the Event, then the die and the Outpost token."""
    p = unknown_space(modules=("M3", "M4")).learn(0, SCAN)
    write_event(p, resource_row("lose", "owner", "cp", 1), sort=v.BANE)
    hexagon = hidden(p)[0]
    token = int(p.g.outpost_pile[p.g.outpost_pile_left - 1])
    explore(p, hexagon, 0)
    assert p.decision == "ignore_event"
    assert (p.g.exploring, p.g.event) == (hexagon, 0)
    assert (p.g.face_down[hexagon], p.g.counter[hexagon], p.g.outpost_there[hexagon]) == (0, 0, 0)
    p.decline()
    assert p.finished
    assert p.g.counter[hexagon] == p.t.planet_amount[p.g.planet[hexagon]] > 0
    assert (p.g.outpost_there[hexagon], p.g.outpost_up[hexagon], p.g.outpost[hexagon]) == (1, 0, token)
    assert p.g.outpost_pile_left == 35
    assert p.g.outpost_there.sum() == 1


def test_a_revealed_dual_planet_has_two_dice() -> None:
    """Event Horizon, lines 503, 708-710 and 1703-1707: two on a dual planet, none on a barren one."""
    p = no_events(unknown_space(modules=("M4", "M5")))
    planets = range(int(p.t.planets))
    dual = next(i for i in planets if p.t.planet_second[i] > 0)
    barren = next(i for i in planets if p.t.planet_barren[i] > 0)
    one, two = hidden(p)[:2]
    p.g.planet[one], p.g.planet[two] = dual, barren
    p.place_ship(1, DARK_RAIDER, two)
    explore(p, one, 0)
    assert (p.g.counter[one], p.g.second_counter[one]) == (p.t.planet_amount[dual], p.t.planet_second_amount[dual])
    assert p.g.second_counter[one] > 0
    assert (p.g.counter[two], p.g.second_counter[two]) == (0, 0)


def test_a_revealed_peaceful_planet_has_no_outpost() -> None:
    """Event Horizon, lines 503-504 and 712-713: as applicable, and there it is not."""
    p = no_events(unknown_space(modules=("M3", "M4", "M5")))
    peaceful = next(i for i in range(int(p.t.planets)) if p.t.planet_peaceful[i] > 0)
    hexagon, left = hidden(p)[0], int(p.g.outpost_pile_left)
    p.g.planet[hexagon] = peaceful
    explore(p, hexagon, 0)
    assert p.g.face_down[hexagon] == 0
    assert (p.g.outpost_there[hexagon], p.g.outpost_pile_left) == (0, left)


def test_where_outposts_run_out_a_planet_has_none() -> None:
    """Event Horizon, lines 290 and 503-504: as applicable, while there are tokens."""
    p = no_events(unknown_space(modules=("M3", "M4")))
    p.g.outpost_pile_left = 0
    p.g.outpost_pile[:] = 0
    hexagon = hidden(p)[0]
    explore(p, hexagon, 0)
    assert p.finished
    assert p.g.counter[hexagon] > 0
    assert (p.g.outpost_there[hexagon], p.g.outpost_pile_left) == (0, 0)


def test_exploring_comes_right_after_movement() -> None:
    """Event Horizon, lines 480-498: part of Perform Ship Movement, so before Civilian Ships and Detection."""
    p = unknown_space().learn(0, SCAN, "cloaking", "civilian_ships")
    write_event(p, resource_row("lose", "owner", "cp", 1), sort=v.BANE)
    hexagon, known = hidden(p)[0], hidden(p)[1]
    p.g.face_down[known] = 0
    p.settle(known, 0, 2)
    p.g.resistance[hexagon] = 1
    p.place_ship(0, DARK_RAIDER, hexagon)
    asked: list[str] = []
    p.jump(frames.CONQUEST)
    while not p.finished:
        asked.append(p.decision)
        p.decline()
    assert asked == ["move", "ignore_event", "civilian_from", "uncloak"]


def test_battles_come_after_the_event() -> None:
    """Event Horizon, lines 483-498: those who meet in an unknown hex explore it first, then they fight."""
    p = unknown_space()
    write_event(p, row("recall", "owner"))
    near, _ = way_out(p)
    for player in range(2):
        p.equip(player, FIGHTER, "laser_cannon").place_ship(player, FIGHTER, near)
    halt(p.dice(UNUSED).jump(frames.CONQUEST))
    finish(p)
    assert p.g.scripted_count == 1, "both were sent home, so nobody fired"
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 1


def test_population_can_land_on_a_planet_just_explored() -> None:
    """Event Horizon, lines 483-489: Deploy Population is as ever, and the planet is known by then."""
    p = no_events(unknown_space())
    near = next(h for h in neighbours(p, CENTRE) if p.t.planet_moons[p.g.planet[h]] == 0)
    ship = p.place_ship(0, BATTLE_CARRIER, CENTRE, cargo=2)
    fly(p.jump(frames.CONQUEST), ship, CENTRE, near)
    assert p.decision == "deploy"
    p.do("deploy", ship)
    assert p.g.population[near, 0] == 1
    assert_cubes_kept(p)


@pytest.mark.parametrize("modules", [("M4",), ("M3", "M4")])
def test_an_empty_deck_brings_no_more_events(modules: tuple[str, ...]) -> None:
    """Event Horizon, line 506: the hex is revealed all the same, with what belongs on it."""
    p = no_events(unknown_space(modules=modules))
    p.learn(0, SCAN)
    hexagon = hidden(p)[0]
    mine = belongings(p.refresh(), 0)
    explore(p, hexagon, 0)
    assert p.finished
    p.remove_ships()
    assert belongings(p, 0) == mine
    assert p.g.face_down[hexagon] == 0
    assert p.g.counter[hexagon] == p.t.planet_amount[p.g.planet[hexagon]]
    assert p.g.outpost_there[hexagon] == (1 if "M3" in modules else 0)
    assert p.g.event_left == 0 and not p.g.event_seen.any()


def test_the_last_card_is_drawn() -> None:
    """Event Horizon, line 506: with one card left the first hex has an Event, the second none."""
    p = unknown_space()
    write_event(p, resource_row("gain", "owner", "cp", 3))
    p.g.event_deck[0] = 0
    p.g.event_deck[1:] = -1
    p.g.event_left = 1
    one, two = hidden(p)[:2]
    before = p.g.resource[:2, v.CP].copy()
    p.place_ship(1, DARK_RAIDER, two)
    explore(p, one, 0)
    assert p.finished
    assert (p.g.resource[:2, v.CP] - before).tolist() == [3, 0]
    assert (p.g.event_left, p.g.face_down[one], p.g.face_down[two]) == (0, 0, 0)


# Sector Scan ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ignored", [True, False])
def test_sector_scan_lets_a_player_ignore_a_bane(ignored: bool) -> None:
    """Event Horizon, lines 500-501 and 603: the player may, and need not."""
    p = own(unknown_space().learn(0, SCAN), 0, cp=9)
    write_event(p, resource_row("lose", "owner", "cp", 4), sort=v.BANE)
    explore(p, hidden(p)[0], 0)
    assert (p.decision, p.actor) == ("ignore_event", 0)
    assert p.legal() == {("ignore", 0), ("pass",)}
    p.do("ignore", 0) if ignored else p.decline()
    assert p.finished
    assert p.g.resource[0, v.CP] == (9 if ignored else 5)
    assert p.g.event_left == 32, "the card is drawn either way"


def test_without_sector_scan_a_bane_is_suffered() -> None:
    """Event Horizon, lines 498-501: nobody else is asked, and another player's scan does not help."""
    p = own(unknown_space().learn(1, SCAN), 0, cp=9)
    write_event(p, resource_row("lose", "owner", "cp", 4), sort=v.BANE)
    explore(p, hidden(p)[0], 0)
    assert p.finished
    assert p.g.resource[0, v.CP] == 5


@pytest.mark.parametrize("sort", [v.NEUTRAL, v.BOON])
def test_sector_scan_does_not_ask_about_other_events(sort: int) -> None:
    """Event Horizon, lines 601-604, our ruling: the technology is about banes; all else happens."""
    p = own(unknown_space().learn(0, SCAN), 0, cp=9)
    write_event(p, resource_row("gain", "owner", "cp", 4), sort=sort)
    explore(p, hidden(p)[0], 0)
    assert p.finished
    assert p.g.resource[0, v.CP] == 13


def rich(p: Position, *players: int) -> Position:
    """Players who have something to lose: stock, ships with cargo and damage, Population."""
    for player in players:
        own(p, player, cp=20, axinium=5, phasium=5)
        p.equip(player, BATTLE_CARRIER, "deflector_shield", "deflector_shield")
        p.settle(int(p.t.home_hex[player]), player, 6)
    return p


def test_an_ignored_bane_changes_nothing() -> None:
    """Event Horizon, lines 500-501: of no bane in the box to one who ignores it; to suffer is as without the scan."""
    banes = 0
    for kind in events(Position(players=2, modules=("M4",))):
        p = rich(unknown_space(), 0)
        if p.t.event_sort[kind] != v.BANE:
            continue
        banes += 1
        hexagon = hidden(p)[0]
        top(p, kind).place_ship(0, BATTLE_CARRIER, hexagon, cargo=2)
        bare = twin(p)
        p.learn(0, SCAN).jump(frames.EXPLORATION)
        assert p.decision == "ignore_event", p.rules.content.events[kind].id
        suffering, mine = twin(p), belongings(p, 0)
        p.do("ignore", 0)
        assert p.finished and belongings(p, 0) == mine
        assert p.g.destroyed[hexagon] == 0
        finish(suffering.decline())
        finish(bare.jump(frames.EXPLORATION))
        assert (suffering.g.ship_hex == bare.g.ship_hex).all() and (suffering.g.resource == bare.g.resource).all()
        assert (suffering.g.population == bare.g.population).all()
    assert banes > 0


# What Events do -------------------------------------------------------------------------------------------------------


def test_damage_strikes_own_ships_in_the_explored_hex() -> None:
    """our ruling on Event Horizon, lines 498-500: here, not elsewhere; as by any card, up to what the shield bears."""
    p = unknown_space()
    write_event(p, row("damage", "owner", a=2, b=HERE))
    hexagon = hidden(p)[0]
    p.equip(0, WAR_CRUISER, "singularity_shield").equip(0, BATTLE_CARRIER, "electromagnetic_shield")
    p.equip(1, WAR_CRUISER, "singularity_shield")
    strong, weak = p.place_ship(0, WAR_CRUISER, hexagon), p.place_ship(0, BATTLE_CARRIER, hexagon)
    away, foreign = p.place_ship(0, WAR_CRUISER, CENTRE), p.place_ship(1, WAR_CRUISER, CENTRE)
    p.jump(frames.EXPLORATION)
    assert p.finished
    assert p.g.ship_damage[0, [strong, weak, away]].tolist() == [2, 1, 0]
    assert p.g.ship_damage[1, foreign] == 0
    assert ships_on_map(p, 0) == 3


def test_damage_strikes_every_player_in_the_hex_once() -> None:
    """Event Horizon, lines 498-500: resolved for each of them, not again and again for all."""
    p = unknown_space()
    write_event(p, row("damage", "owner", a=1, b=HERE))
    hexagon = hidden(p)[0]
    ships = []
    for player in range(2):
        p.equip(player, WAR_CRUISER, "singularity_shield")
        ships.append(p.place_ship(player, WAR_CRUISER, hexagon))
    p.jump(frames.EXPLORATION)
    assert [int(p.g.ship_damage[player, ships[player]]) for player in range(2)] == [1, 1]


def test_recall_brings_ships_home() -> None:
    """our ruling on Event Horizon, lines 498-500: own ships of the hex, with what they carry; the hex is explored."""
    p = unknown_space()
    write_event(p, row("recall", "owner"))
    hexagon = hidden(p)[0]
    carrier = p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=2)
    away = p.place_ship(0, FIGHTER, CENTRE)
    other = p.place_ship(1, FIGHTER, CENTRE)
    p.jump(frames.EXPLORATION)
    assert p.finished
    assert (p.g.ship_hex[0, carrier], p.g.ship_cargo[0, carrier]) == (p.t.home_hex[0], 2)
    assert (p.g.ship_hex[0, away], p.g.ship_hex[1, other]) == (CENTRE, CENTRE)
    assert p.g.face_down[hexagon] == 0 and p.g.counter[hexagon] > 0


def test_recall_sends_each_player_to_the_own_home() -> None:
    """Event Horizon, lines 498-500: it affects each player there, although the first has left by then."""
    p = unknown_space(3)
    write_event(p, row("recall", "owner"))
    explore(p, hidden(p)[0], 0, 1, 2)
    assert p.finished
    for player in range(3):
        assert p.g.ship_hex[player].max() == p.t.home_hex[player]


@pytest.mark.parametrize(("amount", "left"), [(1, 2), (2, 1), (3, 0), (9, 0)])
def test_jettison_takes_population_off_the_ships(amount: int, left: int) -> None:
    """our ruling on Event Horizon, lines 498-500: cubes on board return to the supply; other ships keep theirs."""
    p = unknown_space()
    write_event(p, row("jettison", "owner", a=amount))
    ship = p.place_ship(0, BATTLE_CARRIER, hidden(p)[0], cargo=3)
    away = p.place_ship(0, BATTLE_CARRIER, CENTRE, cargo=3)
    p.place_ship(1, BATTLE_CARRIER, CENTRE, cargo=3)
    p.jump(frames.EXPLORATION)
    assert p.finished
    assert p.g.ship_cargo[0, [ship, away]].tolist() == [left, 3]
    assert p.g.ship_cargo[1].sum() == 3
    assert_cubes_kept(p)


@pytest.mark.bounds
@pytest.mark.uncompiled
def test_jettison_counts_cubes_not_ships() -> None:
    """our ruling on Event Horizon, lines 498-500: so many cubes of the player in all, on whatever ship."""
    p = unknown_space()
    write_event(p, row("jettison", "owner", a=4))
    for _ in range(2):
        p.place_ship(0, BATTLE_CARRIER, hidden(p)[0], cargo=3)
    p.jump(frames.EXPLORATION)
    assert p.finished
    assert p.g.ship_cargo[0].sum() == 2
    assert_cubes_kept(p)


@pytest.mark.parametrize(("supply", "landed"), [(20, 2), (1, 1), (0, 0)])
def test_colonise_brings_population_onto_the_planet(supply: int, landed: int) -> None:
    """our ruling on Event Horizon, lines 498-500: from the supply, as far as it goes, onto the explored planet."""
    p = unknown_space()
    write_event(p, row("colonise", "owner", a=2))
    hexagon, home = hidden(p)[0], int(p.t.home_hex[0])
    p.settle(home, 0, int(p.g.population[home, 0] + p.g.supply[0]) - supply)
    explore(p, hexagon, 0)
    assert p.finished
    assert p.g.population[hexagon].tolist() == [landed, 0, 0, 0, 0, 0]
    assert_cubes_kept(p)


def test_colonists_do_not_turn_the_outpost_over() -> None:
    """Event Horizon, lines 345-346 and 503-504: the token comes after them, face down."""
    p = unknown_space(modules=("M3", "M4"))
    write_event(p, row("colonise", "owner", a=2))
    hexagon = hidden(p)[0]
    explore(p, hexagon, 0)
    assert p.g.population[hexagon, 0] == 2
    assert (p.g.outpost_there[hexagon], p.g.outpost_up[hexagon]) == (1, 0)


@pytest.mark.parametrize("explorers", [(0,), (0, 1)])
def test_shatter_destroys_the_planet(explorers: tuple[int, ...]) -> None:
    """our ruling on Event Horizon, lines 478 and 503-504: debris is left, without die or token; ships stay.

    They have entered before, so they roll no dice.
    """
    p = unknown_space(modules=("M3", "M4"))
    write_event(p, row("shatter", "owner"))
    hexagon = hidden(p)[0]
    explore(p.dice(HIT, HIT), hexagon, *explorers)
    assert p.finished
    assert (p.g.destroyed[hexagon], p.g.face_down[hexagon]) == (1, 0)
    assert (p.g.counter[hexagon], p.g.outpost_there[hexagon], p.g.outpost_pile_left) == (0, 0, 36)
    assert p.g.scripted_count == 2
    assert all(ships_on_map(p, player) == 1 for player in explorers)


def test_a_shattered_planet_is_debris_for_those_who_come_later() -> None:
    """Event Horizon, lines 478 and 492-495: entering it costs a die."""
    p = unknown_space()
    write_event(p, row("shatter", "owner"))
    near, _ = way_out(p)
    explore(p, near, 0)
    ship = p.remove_ships().place_ship(1, FIGHTER, CENTRE)
    fly(p.dice(HIT, UNUSED).jump(frames.CONQUEST), ship, CENTRE, near)
    finish(p)
    assert ships_on_map(p, 1) == 0
    assert p.g.scripted_count == 1


def test_events_concern_nobody_who_is_not_there() -> None:
    """Event Horizon, lines 498-500: every Event of the box, explored by two of three; the third has what he had."""
    for kind in events(Position(players=3, modules=("M4",))):
        p = rich(unknown_space(3), 0, 1, 2)
        hexagon = hidden(p)[0]
        for player in range(2):
            p.place_ship(player, BATTLE_CARRIER, hexagon, cargo=2)
        p.place_ship(2, BATTLE_CARRIER, CENTRE, damage=1, cargo=1)
        p.settle(hidden(p)[1], 2, 0)
        p.refresh()
        before = belongings(p, 2)
        top(p, kind).jump(frames.EXPLORATION)
        while not p.finished:
            assert p.actor != 2, p.rules.content.events[kind].id
            p.default()
        assert belongings(p, 2) == before, p.rules.content.events[kind].id
        assert p.g.face_down[hexagon] == 0
        assert_cubes_kept(p)


def test_every_event_does_something() -> None:
    """Event Horizon, lines 474-475 and 498: boons are worth having, banes are not, for one who can win and lose."""
    for kind in events(Position(players=2, modules=("M4",))):
        p = rich(unknown_space(), 0, 1)
        hexagon = hidden(p)[0]
        p.place_ship(0, BATTLE_CARRIER, hexagon, damage=1, cargo=2)
        p.refresh()
        tokens = [int(p.g.bounty), int(p.g.no_combat), int(p.g.interest), *p.g.wormhole.tolist()]
        before = (belongings(p, 0), p.g.counter.tolist(), int(p.g.destroyed[hexagon]), int(p.g.conquests), tokens)
        empty = finish(no_events(twin(p)).jump(frames.EXPLORATION))
        top(p, kind).jump(frames.EXPLORATION)
        while not p.finished:
            p.do(*max(p.legal()))
        tokens = [int(p.g.bounty), int(p.g.no_combat), int(p.g.interest), *p.g.wormhole.tolist()]
        after = (belongings(p, 0), p.g.counter.tolist(), int(p.g.destroyed[hexagon]), int(p.g.conquests), tokens)
        nothing = (before[0], empty.g.counter.tolist(), *before[2:])
        assert after != nothing, p.rules.content.events[kind].id


# Cards in Conquest ----------------------------------------------------------------------------------------------------


def card_holder(p: Position, player: int) -> Position:
    """A player with every card that can be won, and the means to do anything."""
    for card in range(p.t.resistance_cards):
        p.g.resistance_owner[card] = player
    for kind in range(int(p.t.outpost_cards)):
        p.g.outpost_held[player, kind] = 1
    return own(p, player, cp=60, axinium=9, phasium=9)


def cards_offered(p: Position) -> set[tuple[Any, ...]]:
    """Cards the actor could use now."""
    return {(family, *factors) for family in ("resistance_card", "outpost_card") for factors in p.legal(family)}


@pytest.mark.parametrize("action", ["research", "build", "upgrade", "trade"])
def test_an_action_from_an_event_opens_no_cards(action: str) -> None:
    """Event Horizon, lines 371-372 with base rules, lines 297-299: cards are for the time outside a Conquest Stage.

    The same action at another time does open them.
    """
    p = card_holder(unknown_space(modules=("M3", "M4")), 0)
    p.jump(frames.PERFORM, player=0, action=v.ACTIONS.index(action), source=0)
    assert {name for name, _ in cards_offered(p)} == {"resistance_card", "outpost_card"}
    write_event(p, row("act", "owner", a=v.ACTIONS.index(action)))
    p.place_ship(0, DARK_RAIDER, hidden(p)[0])
    halt(p.jump(frames.CONQUEST))
    assert p.decision == action
    while not p.finished:
        assert not cards_offered(p), p.decision
        p.default()


def test_no_event_opens_cards() -> None:
    """Event Horizon, lines 371-372 with base rules, lines 297-299: of all Events in the box none does."""
    for kind in events(Position(players=2, modules=("M3", "M4"))):
        p = card_holder(unknown_space(modules=("M3", "M4")), 0)
        p.learn(0, SCAN)
        top(p, kind).place_ship(0, DARK_RAIDER, hidden(p)[0])
        halt(p.jump(frames.CONQUEST))
        for _ in range(30):
            if p.finished:
                break
            assert not cards_offered(p), (p.rules.content.events[kind].id, p.decision)
            p.do(*max(p.legal(), key=lambda choice: (choice[0] != "pass", choice)))


# Planet Debris --------------------------------------------------------------------------------------------------------


def ruins(movement: str, players: int = 2, modules: tuple[str, ...] = ("M4",)) -> tuple[Position, int, int]:
    """A known map with debris next to the centre; the debris, and a whole planet behind it."""
    p = known_space(players, modules, movement=movement)
    near, far = way_out(p)
    p.g.destroyed[near] = 1
    p.g.counter[near] = 0
    return p, near, far


def armoured(p: Position, player: int, *classes: int) -> list[int]:
    """Ships in the centre that bear a good deal."""
    for ship_class in classes:
        p.equip(player, ship_class, "singularity_shield")
    return [p.place_ship(player, ship_class, CENTRE) for ship_class in classes]


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_die_for_every_ship_that_enters_debris(movement: str, count: int) -> None:
    """Event Horizon, lines 492-495: as many dice as ships of the player that enter; a miss does nothing."""
    p, near, _ = ruins(movement)
    ships = armoured(p, 0, *(DARK_RAIDER, FIGHTER, WAR_CRUISER)[:count])
    armoured(p, 0, BATTLE_CARRIER)
    p.dice(*[MISS] * count, UNUSED, UNUSED).jump(frames.CONQUEST)
    for ship in ships:
        fly(p, ship, CENTRE, near)
    finish(p)
    assert p.g.scripted_count == 2
    assert not p.g.ship_damage.any()


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_debris_strikes_on_a_five(movement: str, roll: int) -> None:
    """Event Horizon, lines 494-495: 5 and 6 are 1 damage, which a ship without shield does not bear."""
    p, near, _ = ruins(movement)
    ship = p.place_ship(0, FIGHTER, CENTRE)
    fly(p.dice(roll).jump(frames.CONQUEST), ship, CENTRE, near)
    finish(p)
    assert ships_on_map(p, 0) == (0 if roll >= 5 else 1)


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_the_owner_says_which_ship_is_struck(movement: str) -> None:
    """Event Horizon, lines 494-495: any of the ships that entered; none that was there, none that is elsewhere."""
    p, near, _ = ruins(movement)
    raider, cruiser, fighter = armoured(p, 0, DARK_RAIDER, WAR_CRUISER, FIGHTER)
    p.g.ship_hex[0, fighter] = near
    armoured(p, 0, BATTLE_CARRIER)
    p.place_ship(1, FIGHTER, near)
    p.dice(HIT, MISS).jump(frames.CONQUEST)
    while p.actor != 0:
        p.decline()
    fly(p, raider, CENTRE, near)
    fly(p, cruiser, CENTRE, near)
    halt(p)
    assert (p.decision, p.actor) == ("debris", 0)
    assert p.legal() == {("hit", 0, raider), ("hit", 0, cruiser)}
    p.do("hit", 0, cruiser)
    assert p.decision != "debris"
    assert p.g.ship_damage[0, [raider, cruiser, fighter]].tolist() == [0, 1, 0]
    assert p.g.ship_damage.sum() == 1


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_every_hit_is_assigned_by_itself(movement: str) -> None:
    """Event Horizon, lines 494-495: two hits may strike one ship, or two."""
    for targets in ((0, 0), (0, 1), (1, 1)):
        p, near, _ = ruins(movement)
        ships = armoured(p, 0, DARK_RAIDER, WAR_CRUISER)
        p.dice(HIT, 6).jump(frames.CONQUEST)
        for ship in ships:
            fly(p, ship, CENTRE, near)
        for target in targets:
            assert p.decision == "debris"
            p.do("hit", 0, ships[target])
        assert p.decision != "debris"
        assert p.g.ship_damage[0, ships].tolist() == [targets.count(0), targets.count(1)]


@pytest.mark.parametrize(("shields", "damage", "alive"), [(0, 0, False), (1, 0, True), (1, 1, False), (3, 2, True)])
def test_a_ship_with_more_damage_than_shield_is_lost(shields: int, damage: int, alive: bool) -> None:
    """Event Horizon, lines 494-495 with base rules, line 277: damage it had before counts; nobody scores for it."""
    p, near, _ = ruins("drive_power")
    p.equip(0, WAR_CRUISER, *["electromagnetic_shield"] * shields)
    ship = p.place_ship(0, WAR_CRUISER, CENTRE, damage=damage, cargo=1)
    vp = p.g.resource[:2, v.VP].tolist()
    p.dice(HIT).jump(frames.CONQUEST)
    if p.decision == "mount":
        p.decline()
    fly(p, ship, CENTRE, near)
    assert p.g.ship_hex[0, ship] == (near if alive else -1)
    assert p.g.ship_damage[0, ship] == (damage + 1 if alive else 0)
    assert p.g.ship_cargo[0, ship] == (1 if alive else 0)
    assert p.g.resource[:2, v.VP].tolist() == vp
    assert_cubes_kept(p)


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("roll", [HIT, MISS])
def test_passing_through_debris_counts(movement: str, roll: int) -> None:
    """Event Horizon, lines 492-494: into or through, so the ship may never arrive behind it."""
    p, near, far = ruins(movement)
    p.equip(0, FIGHTER, *DRIVES[2])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.dice(roll, UNUSED).jump(frames.CONQUEST)
    fly(p, ship, CENTRE, near)
    if p.decision in ("move", "order"):
        fly(p, ship, near, far)
    finish(p)
    assert p.g.scripted_count == 1, "one die, for the way in"
    assert p.g.ship_hex[0, ship] == (-1 if roll == HIT else far)


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_every_debris_hex_on_the_way_costs_a_die(movement: str) -> None:
    """Event Horizon, lines 492-494: each sector with debris, one after the other."""
    p, near, far = ruins(movement)
    p.g.destroyed[far] = 1
    p.equip(0, FIGHTER, *DRIVES[2], "singularity_shield")
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.dice(HIT, HIT, UNUSED).jump(frames.CONQUEST)
    fly(p, ship, CENTRE, near, far)
    finish(p)
    assert p.g.scripted_count == 1
    assert p.g.ship_damage[0, ship] == 2


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_ships_in_different_debris_are_different_groups(movement: str) -> None:
    """Event Horizon, lines 493-495: a hit in one hex strikes a ship of that hex, so here there is nothing to choose."""
    p, near, _ = ruins(movement)
    other = next(h for h in neighbours(p, CENTRE) if h != near and p.t.home_of[h] < 0)
    p.g.destroyed[other] = 1
    raider, cruiser = armoured(p, 0, DARK_RAIDER, WAR_CRUISER)
    p.dice(HIT, HIT).jump(frames.CONQUEST)
    fly(p, raider, CENTRE, near)
    if movement != "simultaneous":
        assert p.decline().g.scripted_count == 1, "the Cruiser does not follow"
    fly(p, cruiser, CENTRE, other)
    while not p.finished:
        assert p.decision != "debris"
        p.default()
    assert p.g.ship_damage[0, [raider, cruiser]].tolist() == [1, 1]


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_of_two_equal_ships_the_one_that_passed_debris_is_struck(movement: str) -> None:
    """Event Horizon, lines 492-495: both end in the same hex after two hexes, but only one came through debris."""
    p = known_space(movement=movement)
    far, near, clear = next(
        (far, *sorted(between))
        for far in range(p.t.hexes)
        if len(between := set(neighbours(p, far)) & set(neighbours(p, CENTRE))) == 2 and p.t.distance[CENTRE, far] == 2
    )
    p.g.destroyed[near] = 1
    p.equip(0, FIGHTER, *DRIVES[2], "singularity_shield")
    one, two = (p.place_ship(0, FIGHTER, CENTRE) for _ in range(2))
    p.dice(HIT, UNUSED).jump(frames.CONQUEST)
    if movement == "drive_power":
        fly(fly(p, one, CENTRE, clear), two, CENTRE, near)
        fly(fly(p, one, clear, far), two, near, far)
    else:
        fly(fly(p, one, CENTRE, clear, far), two, CENTRE, near, far)
    finish(p)
    assert p.g.ship_hex[0, [one, two]].tolist() == [far, far]
    assert p.g.ship_damage[0, [one, two]].tolist() == [0, 1]
    assert p.g.scripted_count == 1


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("leaves", [True, False])
def test_staying_in_debris_or_leaving_it_costs_nothing(movement: str, leaves: bool) -> None:
    """Event Horizon, lines 492-494: only the way in."""
    p, near, _ = ruins(movement)
    ship = p.place_ship(0, FIGHTER, near)
    p.dice(HIT).jump(frames.CONQUEST)
    if leaves:
        fly(p, ship, near, CENTRE)
    finish(p)
    assert p.g.scripted_count == 1
    assert ships_on_map(p, 0) == 1


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_sector_scan_makes_debris_harmless(movement: str) -> None:
    """Event Horizon, lines 492-493 and 603-604: no dice for the owner; the other player rolls."""
    p, near, _ = ruins(movement)
    p.learn(0, SCAN)
    ships = [p.place_ship(player, FIGHTER, CENTRE) for player in range(2)]
    p.g.cloaked[:] = 0
    p.dice(HIT, UNUSED).jump(frames.CONQUEST)
    while p.decision in ("move", "order"):
        fly(p, ships[p.actor], CENTRE, near)
    finish(p)
    assert p.g.scripted_count == 1
    assert (ships_on_map(p, 0), ships_on_map(p, 1)) == (1, 0)


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_players_roll_for_their_own_ships(movement: str) -> None:
    """Event Horizon, lines 493-495: two players in one debris hex are two groups."""
    p, near, _ = ruins(movement)
    ships = [armoured(p, player, WAR_CRUISER)[0] for player in range(2)]
    p.dice(HIT, HIT, UNUSED).jump(frames.CONQUEST)
    while p.decision in ("move", "order"):
        fly(p, ships[p.actor], CENTRE, near)
    assert p.decision != "debris", "each has one ship that can be struck"
    assert p.g.scripted_count == 1
    assert [int(p.g.ship_damage[player, ships[player]]) for player in range(2)] == [1, 1]


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_a_ship_that_enters_the_same_debris_twice_rolls_twice(movement: str) -> None:
    """Event Horizon, lines 492-494: dice for every time ships move into the sector."""
    p, near, _ = ruins(movement)
    p.equip(0, FIGHTER, *DRIVES[3], "electromagnetic_shield")
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.dice(MISS, HIT, UNUSED).jump(frames.CONQUEST)
    fly(p, ship, CENTRE, near, CENTRE, near)
    finish(p)
    assert p.g.scripted_count == 1
    assert p.g.ship_damage[0, ship] == 1


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_debris_strikes_before_a_ship_moves_on(movement: str) -> None:
    """Event Horizon, lines 492-495: the dice are for entering, so a ship that is lost is lost there."""
    p, near, far = ruins(movement)
    p.equip(0, FIGHTER, *DRIVES[2])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.dice(HIT).jump(frames.CONQUEST)
    fly(p, ship, CENTRE, near)
    if movement == "simultaneous":
        fly(p, ship, near, far)
        while p.decision == "order":
            p.decline()
    assert ships_on_map(p, 0) == 0
    lost = [event[1:4].tolist() for event in p.g.log[: p.g.log_count] if event[0] == E_SHIP_LOST]
    assert lost == [[0, ship, near]]


@pytest.mark.parametrize("movement", ["drive_power", "reverse_turn_order"])
def test_ships_may_follow_into_debris_and_roll_together(movement: str) -> None:
    """Event Horizon, lines 493-495, our reading: ships that enter one after the other enter together."""
    p, near, _ = ruins(movement)
    raider, cruiser = armoured(p, 0, DARK_RAIDER, WAR_CRUISER)
    p.dice(HIT, MISS).jump(frames.CONQUEST)
    fly(p, raider, CENTRE, near)
    assert (p.decision, p.actor, int(p.g.focus_hex)) == ("move", 0, near)
    assert p.legal() == {("pass",), ("move", cruiser, direction(p, CENTRE, near))}
    assert p.g.scripted_count == 2
    q = twin(p).decline()
    assert (q.decision, q.g.scripted_count, int(q.g.ship_damage[0, raider])) == ("move", 1, 1)
    assert ("move", cruiser, direction(p, CENTRE, near)) in q.legal() and len(q.legal("move")) > 1
    fly(p, cruiser, CENTRE, near)
    assert (p.decision, p.g.scripted_count) == ("debris", 0)


def test_simultaneous_debris_is_rolled_hex_by_hex() -> None:
    """Event Horizon, lines 492-495: who enters with the first hex of the orders rolls before who does with the second.

    With the same hex it is in turn order.
    """
    for waits, struck in ((True, 1), (False, 0)):
        p, near, far = ruins("simultaneous")
        ships = {}
        for player, hexagon in zip(places(p), (far if waits else CENTRE, CENTRE), strict=True):
            p.equip(player, FIGHTER, *DRIVES[2], "electromagnetic_shield")
            ships[player] = p.place_ship(player, FIGHTER, hexagon)
        beside = next(h for h in neighbours(p, far) if h in neighbours(p, near))
        p.dice(HIT, MISS).jump(frames.CONQUEST)
        for player in places(p):
            path = (beside, near) if p.g.ship_hex[player, ships[player]] == far else (near,)
            fly(p, ships[player], int(p.g.ship_hex[player, ships[player]]), *path)
            if p.decision == "order" and p.actor == player:
                p.decline()
        assert p.g.scripted_count == 0
        damage = [int(p.g.ship_damage[player, ships[player]]) for player in places(p)]
        assert damage == [int(place == struck) for place in range(2)]


@pytest.mark.parametrize("movement", ["drive_power", "reverse_turn_order"])
def test_debris_strikes_before_the_next_player_moves(movement: str) -> None:
    """Event Horizon, lines 492-495: when the player's ships enter."""
    p, near, _ = ruins(movement)
    first, last = places(p)
    ships = armoured(p, last, DARK_RAIDER, WAR_CRUISER)
    armoured(p, first, FIGHTER)
    p.dice(HIT, MISS).jump(frames.CONQUEST)
    for ship in ships:
        assert (p.decision, p.actor) == ("move", last)
        fly(p, ship, CENTRE, near)
    assert (p.decision, p.actor) == ("debris", last)
    p.do("hit", 0, ships[0])
    assert (p.decision, p.actor) == ("move", first)


def test_in_drive_power_debris_strikes_after_the_step() -> None:
    """our ruling on Event Horizon, lines 492-495: a ship lost in the first step has no second one."""
    p, near, _ = ruins("drive_power")
    p.equip(0, FIGHTER, *DRIVES[2])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.dice(HIT).jump(frames.CONQUEST)
    fly(p, ship, CENTRE, near)
    assert p.finished
    assert ships_on_map(p, 0) == 0


def test_simultaneous_debris_waits_for_all_orders() -> None:
    """our ruling on Event Horizon, lines 492-495: no dice while orders are secret."""
    p, near, _ = ruins("simultaneous")
    ships = [p.place_ship(player, FIGHTER, CENTRE) for player in range(2)]
    p.dice(HIT, HIT).jump(frames.CONQUEST)
    fly(p, ships[p.actor], CENTRE, near)
    assert p.decision == "order" and p.g.scripted_count == 2
    fly(p, ships[p.actor], CENTRE, near)
    finish(p)
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 0


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_a_ship_lost_in_debris_explores_nothing(movement: str) -> None:
    """Event Horizon, lines 492-498: it does not end its movement anywhere."""
    p, near, far = ruins(movement)
    p.g.face_down[far] = 1
    p.equip(0, FIGHTER, *DRIVES[2])
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.dice(HIT).jump(frames.CONQUEST)
    fly(p, ship, CENTRE, near)
    if p.decision in ("move", "order"):
        fly(p, ship, near, far)
    finish(p)
    assert ships_on_map(p, 0) == 0
    assert p.g.face_down[far] == 1 and p.g.event_left == 33


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_without_the_module_a_destroyed_planet_is_no_debris(movement: str) -> None:
    """Event Horizon, lines 476-478: in the base game an empty hex is left."""
    p = empty_space(players=2, movement=movement)
    near, _ = way_out(p)
    p.g.destroyed[near] = 1
    ship = p.place_ship(0, FIGHTER, CENTRE)
    fly(p.dice(HIT).jump(frames.CONQUEST), ship, CENTRE, near)
    finish(p)
    assert p.g.scripted_count == 1
    assert ships_on_map(p, 0) == 1


def test_a_graviton_rocket_leaves_debris() -> None:
    """Event Horizon, lines 476-478 and 492-495: the planet is not turned face down again; nothing is explored twice."""
    p = known_space()
    near, _ = way_out(p)
    home = int(p.t.home_hex[0])
    p.g.rocket[home, 0] = GRAVITON + 1
    p.jump(frames.WMD).dice(6, 6, 6).do("hex", near)
    assert p.finished
    assert (p.g.destroyed[near], p.g.face_down[near]) == (1, 0)
    ship = p.place_ship(0, FIGHTER, CENTRE)
    fly(p.dice(MISS, UNUSED).jump(frames.CONQUEST), ship, CENTRE, near)
    finish(p)
    assert p.g.scripted_count == 1, "a die for the debris"
    assert p.g.event_left == 33, "no Event"
    assert ships_on_map(p, 0) == 1


def test_a_jump_into_debris_costs_nothing() -> None:
    """our ruling on Event Horizon, lines 492 and 804-806: who arrives by Jump Gate has not moved through space."""
    p, near, far = ruins("drive_power", modules=("M4", "M7"))
    p.g.gate[0, 0] = near
    ship = p.place_ship(0, FIGHTER, far)
    p.dice(HIT).jump(frames.JUMPS)
    assert ("jump", 0, far) in p.legal()
    p.do("jump", 0, far)
    if p.decision == "jump_ship":
        p.do("jump_ship", ship)
    finish(p)
    assert p.g.ship_hex[0, ship] == near
    assert p.g.scripted_count == 1
    assert p.g.ship_damage[0, ship] == 0


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("movement", "modules"),
    [
        ("drive_power", ("M4",)),
        ("reverse_turn_order", ("M3", "M4", "M5")),
        ("simultaneous", ("M4", "M6", "M7", "M9")),
        ("drive_power", tuple(f"M{number}" for number in range(1, 11))),
    ],
)
def test_whole_games_of_exploration(movement: str, modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 415-604: games end; cards and cubes are all there; what is face down is untouched."""
    p = Position(2, players=3, modules=modules, movement=movement, turns=2).play_out(1)
    assert p.g.over == 1
    assert_cubes_kept(p)
    assert p.g.event_left + p.g.event_seen.sum() == 33
    assert p.g.event_left < 33, "somebody explored"
    for hexagon in hidden(p):
        assert not (p.g.ship_hex == hexagon).any()
        assert not p.g.population[hexagon].any()
        assert (p.g.counter[hexagon], p.g.outpost_there[hexagon], p.g.destroyed[hexagon]) == (0, 0, 0)
