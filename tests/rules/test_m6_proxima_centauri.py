"""Event Horizon, module M6: the star in the centre and its Solar Wind."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.exodus.content.vocabulary import TYPES
from exodus_env.exodus.rules import frames
from tests.position import FIXED_VALUES, Position
from tests.rules.scenes import (
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
MOVEMENTS = ("drive_power", "reverse_turn_order", "simultaneous")
CANNON, SHIELD = "solar_cannon_booster", "solar_shield_booster"


def system(players: int = 2, **config: Any) -> Position:
    """An empty map around Proxima Centauri."""
    return empty_space(players=players, modules=("M6",), **config)


def inner(p: Position) -> list[int]:
    """The hexes next to the centre."""
    return [h for h in range(p.t.hexes) if p.t.distance[CENTRE, h] == 1]


def outer(p: Position) -> int:
    """A hex farther out, nobody's home."""
    return next(h for h in ordinary_planets(p) if p.t.distance[CENTRE, h] > 1)


def fight(p: Position, hexagon: int, *dice: int, player: int = -1) -> Position:
    """Begin the combat of a hex with these dice; with a player that against the Resistance."""
    return p.dice(*dice).jump(frames.COMBAT, hex=hexagon, lone=player)


# The centre -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_no_ship_enters_the_centre(movement: str) -> None:
    """Event Horizon, lines 742-744: whatever the system of movement, that direction is closed."""
    p = system(movement=movement)
    start = inner(p)[0]
    p.equip(0, FIGHTER, "antigravity_drive")
    ship = p.place_ship(0, FIGHTER, start)
    p.jump(frames.CONQUEST)
    open_ways = {d for s, d in p.legal("move") if s == ship}
    base = empty_space(players=2)
    closed = [int(h) for h in base.t.neighbour[start]].index(CENTRE)
    assert open_ways == {d for d in range(6) if base.t.neighbour[start, d] >= 0} - {closed}
    while not p.finished:
        ways = p.legal("move")
        p.do("move", *min(ways)) if ways else p.default()
        assert p.g.ship_hex[0, ship] != CENTRE


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_the_way_leads_around_the_star(movement: str) -> None:
    """Event Horizon, lines 729-731 and 744: with two steps a ship no longer reaches the other side, with three it does.

    The way round is three hexes.
    """
    for drive, reached in (("fusion_drive", False), ("antigravity_drive", True)):
        p = system(movement=movement)
        start = inner(p)[0]
        far = next(
            h
            for h in inner(p)
            if p.t.distance[start, h] == 2 and not set(neighbours(p, h)) & set(neighbours(p, start)) & set(inner(p))
        )
        p.equip(0, FIGHTER, drive)
        p.place_ship(0, FIGHTER, start)
        steps = int(p.t.upgrade_strength[p.index("upgrades", drive)])
        found = {start}
        for _ in range(steps):
            found |= {n for h in found for n in neighbours(p, h)}
        assert (far in found) == reached
        assert CENTRE not in found


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_nothing_lies_next_to_the_centre_for_ships(players: int) -> None:
    """Event Horizon, line 744: no hex of any map leads into it."""
    for size in ("standard", "minimal", "large"):
        p = Position(players=players, modules=("M6",), map=size)
        assert all(CENTRE not in neighbours(p, h) for h in range(p.t.hexes))
        assert neighbours(p, CENTRE) == []


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_centre_has_no_planet(players: int) -> None:
    """Event Horizon, lines 735-742: a star takes the place of the High Council; all else is dealt as ever."""
    p, base = Position(players=players, modules=("M6",)), Position(players=players)
    assert p.g.planet[CENTRE] == -1
    assert p.t.council_hex == -1
    assert sum(p.g.planet >= 0) == sum(base.g.planet >= 0)
    assert [int(x) for x in p.t.home_hex] == [int(x) for x in base.t.home_hex]


def test_the_centre_gives_no_victory_points() -> None:
    """Event Horizon, lines 744-745: what the rules say of the High Council hex no longer counts."""
    totals = []
    for modules in ((), ("M6",)):
        p = empty_space(players=2, modules=modules)
        p.place_ship(0, DARK_RAIDER, CENTRE)
        totals.append(int(end_game(p).g.score[0].sum() - p.g.score[1].sum()))
    assert totals[0] - totals[1] == 5


def test_no_political_card_is_about_the_high_council() -> None:
    """Event Horizon, lines 745-746: such a card gives way to another, so none is ever voted on."""
    base, p = Position(players=3), Position(players=3, modules=("M6",))
    about = {c.id for c in base.rules.content.political_cards if "high_council" in c.tags}
    left = {c.id for c in p.rules.content.political_cards}
    assert about and not about & left
    assert left == {c.id for c in base.rules.content.political_cards} - about
    assert p.g.political_left + sum(p.g.revealed >= 0) == len(left)


def test_rockets_still_fly_across_the_centre() -> None:
    """Event Horizon, line 744: travel of ships is barred; distances for rockets are as ever."""
    p, base = Position(players=4, modules=("M6",)), Position(players=4)
    n = p.t.hexes
    assert (p.t.distance[:n, :n] == base.t.distance[:n, :n]).all()
    source = inner(p)[0]
    target = next(h for h in inner(p) if p.t.distance[source, h] == 2 and p.t.distance[CENTRE, h] == 1)
    p.settle(source, 0, 1)
    p.g.rocket[source, 0] = 1
    p.g.counter[target] = 5
    p.jump(frames.WMD).dice(3, HIT, MISS, MISS, MISS, MISS).do("hex", target)
    finish(p)
    assert p.g.counter[target] == 4


# Solar Wind -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_solar_wind_blows_in_the_six_inner_hexes(players: int) -> None:
    """Event Horizon, lines 748-754: next to the star, nowhere else."""
    for size in ("standard", "minimal", "large"):
        p = Position(players=players, modules=("M6",), map=size)
        windy = [h for h in range(p.t.hexes) if p.g.solar_wind[h]]
        assert windy == inner(p)
        assert len(windy) == 6
    assert not Position(players=players).g.solar_wind.any()


def test_the_boosters_are_military_technologies_of_the_module() -> None:
    """Event Horizon, lines 738-739 and 1614-1615: two technologies for 17 and 23 CP, only with the module."""
    known = {x.id: x for x in Position(players=3, modules=("M6",)).rules.content.technologies}
    assert (known[CANNON].cost, known[SHIELD].cost) == (17, 23)
    assert known[CANNON].type == known[SHIELD].type == "military"
    assert "military" in TYPES
    assert set(known) - {x.id for x in Position(players=3).rules.content.technologies} == {CANNON, SHIELD}


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("windy", [True, False])
def test_the_cannon_booster_hits_on_a_four_in_solar_wind(roll: int, windy: bool) -> None:
    """Event Horizon, lines 752-753 and 764-770: from 4 on there, else from 5 on."""
    p = system()
    hexagon = inner(p)[0] if windy else outer(p)
    first, last = places(p)
    p.learn(first, CANNON).equip(first, FIGHTER, GUN).place_ship(first, FIGHTER, hexagon)
    p.place_ship(last, DARK_RAIDER, hexagon)
    fight(p, hexagon, roll, HIT)
    assert p.finished
    assert p.g.scripted_count == (1 if roll >= (4 if windy else 5) else 0)


def test_the_cannon_booster_helps_its_owner_only() -> None:
    """Event Horizon, lines 752-753: the other side, in the same wind, needs a 5."""
    p = system()
    hexagon = inner(p)[0]
    first, last = places(p)
    p.learn(first, CANNON)
    for player in (first, last):
        p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, hexagon)
    fight(p, hexagon, 4, 4)
    assert p.finished
    assert (ships_on_map(p, first), ships_on_map(p, last)) == (1, 0)


def test_the_cannon_booster_works_in_every_round() -> None:
    """Event Horizon, lines 764-770: not in the first round only."""
    p = system()
    hexagon = inner(p)[0]
    first, last = places(p)
    p.learn(first, CANNON).equip(first, FIGHTER, GUN).place_ship(first, FIGHTER, hexagon)
    p.place_ship(last, DARK_RAIDER, hexagon)
    fight(p, hexagon, MISS, MISS, 4, 3)
    assert p.finished
    assert p.g.scripted_count == 1


@pytest.mark.parametrize("windy", [True, False])
def test_the_cannon_booster_works_against_the_resistance(windy: bool) -> None:
    """Event Horizon, lines 764-770: there too; the Resistance itself has no use of the wind."""
    p = system()
    hexagon = inner(p)[0] if windy else outer(p)
    p.g.resistance[hexagon] = 1
    deck, left = p.g.resistance_deck[0], int(p.g.resistance_left[0])
    deck[:left] = sorted((int(x) for x in deck[:left]), key=lambda x: -int(p.t.resistance_shield[x]))
    card = int(deck[left - 1])
    shield, dice = int(p.t.resistance_shield[card]), int(p.t.resistance_dice[card])
    p.learn(0, CANNON).equip(0, WAR_CRUISER, "antimatter_cannon").place_ship(0, WAR_CRUISER, hexagon)
    fight(p, hexagon, *[4] * (shield + 1), *[MISS] * (5 - shield), *[4] * dice, *[HIT] * 6, *[MISS] * dice, player=0)
    assert p.finished
    assert ships_on_map(p, 0) == 1, "a 4 of the Resistance is a miss"
    assert p.g.scripted_count == (6 + dice if windy else 0)


def bears(*shields: str, windy: bool = True, booster: bool = True, owner: bool = True) -> int:
    """Hits a War Cruiser with these shields survives in one round."""
    p = system()
    hexagon = inner(p)[0] if windy else outer(p)
    first, last = places(p)
    p.equip(first, FIGHTER, "antimatter_cannon", "antimatter_cannon").place_ship(first, FIGHTER, hexagon)
    if booster:
        p.learn(last if owner else first, SHIELD)
    p.equip(last, WAR_CRUISER, *shields).place_ship(last, WAR_CRUISER, hexagon)
    dice = int(p.t.upgrade_strength[p.index("upgrades", "antimatter_cannon")]) * 2
    for hits in range(1, dice + 1):
        q = Position(players=2, modules=("M6",))
        q.games[:] = p.games
        q.dice(*[HIT] * hits, *[MISS] * (dice - hits), *[HIT] * dice).jump(frames.COMBAT, hex=hexagon, lone=-1)
        if q.g.scripted_count == dice:
            return hits - 1
    raise AssertionError("it survives everything")


@pytest.mark.parametrize(
    ("shields", "plain"),
    [
        ((), 0),
        (("electromagnetic_shield",), 1),
        (("electromagnetic_shield", "electromagnetic_shield"), 2),
        (("deflector_shield", "singularity_shield"), 5),
    ],
)
def test_the_shield_booster_strengthens_each_shield(shields: tuple[str, ...], plain: int) -> None:
    """Event Horizon, lines 752-762: one more for every shield aboard, in Solar Wind and for the owner only."""
    assert bears(*shields) == plain + len(shields)
    assert bears(*shields, windy=False) == plain
    assert bears(*shields, owner=False) == plain
    assert bears(*shields, booster=False) == plain


def test_the_shield_booster_works_against_the_resistance() -> None:
    """Event Horizon, lines 756-762: in Centaurian combat as well."""
    for windy in (True, False):
        p = system(content=FIXED_VALUES)
        hexagon = inner(p)[0] if windy else outer(p)
        p.g.resistance[hexagon] = 1
        deck, left = p.g.resistance_deck[0], int(p.g.resistance_left[0])
        deck[:left] = sorted((int(x) for x in deck[:left]), key=lambda x: -int(p.t.resistance_dice[x]))
        card = int(deck[left - 1])
        assert p.t.resistance_dice[card] == 1
        p.learn(0, SHIELD).equip(0, WAR_CRUISER, "electromagnetic_shield", "antimatter_cannon")
        p.place_ship(0, WAR_CRUISER, hexagon)
        fight(p, hexagon, *[MISS] * 6, HIT, *[MISS] * 6, HIT, *[HIT] * 6, MISS, player=0)
        assert p.finished
        assert ships_on_map(p, 0) == (1 if windy else 0)


def test_damage_borne_in_solar_wind_does_not_destroy_the_ship_afterwards() -> None:
    """our ruling on Event Horizon, lines 756-762: after the combat damage is cut to what the ship bears by itself."""
    p = system()
    hexagon, away = inner(p)[0], outer(p)
    first, last = places(p)
    p.learn(first, SHIELD).equip(first, WAR_CRUISER, "electromagnetic_shield", "antimatter_cannon")
    ship = p.place_ship(first, WAR_CRUISER, hexagon)
    p.equip(last, FIGHTER, "ion_cannon").place_ship(last, FIGHTER, hexagon)
    fight(p, hexagon, *[HIT] * 6, HIT, HIT)
    assert p.finished
    assert (ships_on_map(p, first), ships_on_map(p, last)) == (1, 0)
    assert p.g.ship_damage[first, ship] == 1
    p.g.ship_hex[first, ship] = away
    p.jump(frames.UPKEEP)
    finish(p)
    assert ships_on_map(p, first) == 1


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_whole_games_around_proxima_centauri(movement: str) -> None:
    """Event Horizon, lines 725-754: games come to their end, and no ship was ever in the centre."""
    p = Position(2, players=3, modules=("M6",), movement=movement, turns=2).play_out(1)
    assert p.g.over == 1
    assert_cubes_kept(p)
    assert not (p.g.ship_hex == CENTRE).any()
