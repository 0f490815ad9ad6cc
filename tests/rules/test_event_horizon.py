"""Event Horizon, the scenario: the star ages at the end of each turn, burns ships, evolves twice, ends the game."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, turn
from exodus_env.exodus.rules.assets import SCORE_COMBAT, SCORE_HEXES
from exodus_env.kit.flow import KIND, STEP
from tests.position import Position
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    neighbours,
    ordinary_planets,
    places,
    ships_on_map,
)

HIT, MISS, UNUSED = 5, 1, 3
GUN, ARMOUR = "laser_cannon", "singularity_shield"  # one die, 3 damage
CANNON, SHIELD = "solar_cannon_booster", "solar_shield_booster"
MAPS = ("standard", "minimal", "large")
FACES = range(1, 7)


def system(players: int = 2, seed: int = 1, modules: tuple[str, ...] = (), **config: Any) -> Position:
    """An empty map around the star."""
    p = Position(seed, players=players, modules=modules, scenario="event_horizon", **config)
    p.remove_ships()
    p.g.resistance[:] = 0
    return p


def inner(p: Position) -> list[int]:
    """The six hexes next to the star."""
    return [h for h in range(p.t.hexes) if p.t.distance[CENTRE, h] == 1]


def beyond(p: Position, rings: int) -> list[int]:
    """Hexes so far from the star."""
    return [h for h in range(p.t.hexes) if p.t.distance[CENTRE, h] == rings]


def hot(p: Position) -> list[int]:
    """Hexes with an Increased Heat token."""
    return [h for h in range(p.t.hexes) if p.g.heat[h]]


def windy(p: Position) -> list[int]:
    """Hexes in Solar Wind."""
    return [h for h in range(p.t.hexes) if p.g.solar_wind[h]]


def end_turn(p: Position, *dice: int, tokens: int | None = None, evolutions: int | None = None) -> Position:
    """The end of the turn, with this die; by hand the tokens before it and how often the star has evolved."""
    g = p.g
    if tokens is not None:
        g.star_tokens = tokens
    if evolutions is not None:
        g.evolutions = evolutions
    g.stack[:] = 0
    g.depth = 1
    g.stack[0, KIND] = frames.GAME
    g.stack[0, STEP] = turn.NEXT_TURN
    g.decision = 0
    g.log_count = 0
    return p.dice(*dice).refresh()


def evolved(players: int = 2, modules: tuple[str, ...] = (), **config: Any) -> Position:
    """A star that has just evolved for the first time, at two tokens."""
    return end_turn(system(players, modules=modules, **config), 2, tokens=1)


# Setup ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_scenario_is_the_star_of_m6_and_no_token_yet(players: int) -> None:
    """Event Horizon, lines 1545-1553: all of M6; tokens come with the turns."""
    p, base = Position(players=players, scenario="event_horizon"), Position(players=players, modules=("M6",))
    assert (p.g.star_tokens, p.g.evolutions, p.g.over) == (0, 0, 0)
    assert hot(p) == []
    assert p.g.solar_wind.tolist() == base.g.solar_wind.tolist()
    assert p.g.planet.tolist() == base.g.planet.tolist(), "setup is otherwise the same"
    assert [c.id for c in p.rules.content.political_cards] == [c.id for c in base.rules.content.political_cards]
    assert neighbours(p, CENTRE) == []
    assert p.t.turns == base.t.turns == 7


def test_without_the_scenario_no_star_ages() -> None:
    """Event Horizon, lines 1559-1579: M6 alone brings no tokens."""
    p = Position(players=2, modules=("M6",), turns=2).play_out(0)
    assert (p.g.star_tokens, p.g.evolutions, p.g.turn) == (0, 0, 2)


# Tokens and the die ---------------------------------------------------------------------------------------------------


def test_a_token_at_the_end_of_the_first_turn_and_no_die() -> None:
    """Event Horizon, lines 1560-1562: one token is not two, so nothing is rolled."""
    p = end_turn(system(), 1)
    assert p.g.star_tokens == 1
    assert p.g.scripted_count == 1
    assert (p.g.turn, p.g.evolutions, p.g.over) == (2, 0, 0)


def test_no_token_before_the_end_of_the_turn() -> None:
    """Event Horizon, line 1560: the whole first turn passes without one."""
    p = Position(players=2, scenario="event_horizon")
    while p.g.turn == 1:
        assert p.g.star_tokens == 0
        p.default()
    assert p.g.star_tokens == 1
    while p.g.turn == 2:
        assert p.g.star_tokens == 1
        p.default()
    assert p.g.star_tokens + p.g.evolutions == 2


@pytest.mark.parametrize("roll", FACES)
@pytest.mark.parametrize("tokens", [2, 3, 4, 5, 6])
def test_the_star_evolves_when_the_roll_is_at_most_the_tokens(tokens: int, roll: int) -> None:
    """Event Horizon, lines 1562-1563: equal is enough; the new token counts."""
    p = end_turn(system(), roll, tokens=tokens - 1)
    assert p.g.scripted_count == 0
    assert p.g.evolutions == int(roll <= tokens)
    assert p.g.star_tokens == (tokens - 1 if roll <= tokens else tokens), "one token is returned by the first evolution"
    assert p.g.over == 0
    assert p.g.turn == 2


@pytest.mark.parametrize("roll", FACES)
@pytest.mark.parametrize("tokens", [2, 3, 4, 5, 6])
def test_the_second_evolution_ends_the_game(tokens: int, roll: int) -> None:
    """Event Horizon, lines 1562-1563 and 1577-1579: by the same roll; else the game goes on."""
    p = end_turn(system(), roll, tokens=tokens - 1, evolutions=1)
    assert p.g.over == int(roll <= tokens)
    assert p.g.evolutions == 1 + int(roll <= tokens)
    assert p.g.turn == (1 if roll <= tokens else 2)


def test_tokens_gather_again_after_the_first_evolution() -> None:
    """Event Horizon, lines 1560 and 1567-1568: one was returned, so the turn adds none in effect; then one each."""
    p = evolved()
    assert (p.g.star_tokens, p.g.evolutions) == (1, 1)
    end_turn(p, 6)
    assert (p.g.star_tokens, p.g.evolutions) == (2, 1)
    end_turn(p, 6)
    assert (p.g.star_tokens, p.g.evolutions) == (3, 1)
    end_turn(p, 4)
    assert (p.g.over, p.g.evolutions) == (1, 2)


# The first evolution --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("size", MAPS)
def test_heat_in_the_six_inner_hexes_and_wind_one_ring_farther(players: int, size: str) -> None:
    """Event Horizon, lines 1569-1575: heat next to the star; Solar Wind in every hex next to a hot one."""
    p = system(players, map=size)
    base = windy(p)
    assert base == inner(p)
    end_turn(p, 2, tokens=1)
    assert hot(p) == inner(p)
    assert len(hot(p)) == 6
    ring = [h for h in range(p.t.hexes) if 1 <= p.t.distance[CENTRE, h] <= 2]
    assert windy(p) == ring
    assert p.g.solar_wind[CENTRE] == 0 and p.g.heat[CENTRE] == 0


def test_no_heat_and_no_more_wind_before_the_star_evolves() -> None:
    """Event Horizon, lines 1563-1575: a failed roll changes nothing on the map."""
    p = system()
    before = windy(p)
    end_turn(p, 6, tokens=1)
    assert (hot(p), windy(p)) == ([], before)


@pytest.mark.parametrize("far", [True, False])
def test_heat_does_not_go_through_a_wormhole(far: bool) -> None:
    """Event Horizon, lines 536-538: only hexes physically adjacent; neither from the star nor from a hot hex (M4)."""
    p = system(4, modules=("M4",), map="large")
    while p.g.stage == frames.SETUP:
        p.default()
    outside = beyond(p, 3)[0]
    p.g.face_down[:] = 0
    p.g.wormhole[:] = outside, (CENTRE if far else inner(p)[0])
    wind = set(windy(p))
    end_turn(p, 2, tokens=1)
    assert hot(p) == inner(p)
    assert set(windy(p)) == {h for h in range(p.t.hexes) if 1 <= p.t.distance[CENTRE, h] <= 2} | wind
    assert outside not in hot(p)
    assert outside not in windy(p)


def test_wind_that_a_wormhole_brought_stays() -> None:
    """Event Horizon, lines 518-521 and 1572-1575: where Solar Wind blew from the star before, it still blows (M4)."""
    p = system(4, modules=("M4",), map="large")
    while p.g.stage == frames.SETUP:
        p.default()
    outside = beyond(p, 3)[0]
    p.g.wormhole[:] = outside, CENTRE
    p.g.solar_wind[outside] = 1
    end_turn(p, 2, tokens=1)
    assert outside in windy(p) and outside not in hot(p)
    beside = [h for h in neighbours(p, outside) if p.t.distance[CENTRE, h] > 2]
    assert beside and not set(beside) & set(windy(p))


def test_boosters_work_in_the_wider_wind() -> None:
    """Event Horizon, lines 1572-1575: a 4 hits in the second ring once the star has evolved, not before."""
    for after in (False, True):
        p = system(3, map="large")
        hexagon = next(h for h in beyond(p, 2) if p.t.home_of[h] < 0)
        if after:
            end_turn(p, 2, tokens=1)
        first, last = places(p)[:2]
        p.learn(first, CANNON).equip(first, FIGHTER, GUN).place_ship(first, FIGHTER, hexagon)
        p.place_ship(last, DARK_RAIDER, hexagon)
        p.dice(4, HIT, UNUSED).jump(frames.COMBAT, hex=hexagon, lone=-1)
        assert p.finished
        assert p.g.scripted_count == (2 if after else 1)


# Heat -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tokens", [2, 3, 4, 5])
def test_ships_in_the_heat_take_damage_for_every_token(tokens: int) -> None:
    """Event Horizon, lines 1563-1565: as much as there are tokens, the new one included, on each ship there."""
    p = evolved(3)
    p.equip(0, WAR_CRUISER, *[ARMOUR] * 3).equip(1, WAR_CRUISER, *[ARMOUR] * 3)
    here = [p.place_ship(0, WAR_CRUISER, inner(p)[0]), p.place_ship(0, WAR_CRUISER, inner(p)[3], damage=2)]
    other = p.place_ship(1, WAR_CRUISER, inner(p)[0])
    safe = p.place_ship(1, WAR_CRUISER, beyond(p, 2)[0])
    end_turn(p, 6, tokens=tokens - 1)
    assert [int(p.g.ship_damage[0, ship]) for ship in here] == [tokens, tokens + 2]
    assert (p.g.ship_damage[1, other], p.g.ship_damage[1, safe]) == (tokens, 0)


def test_no_damage_where_the_star_evolves() -> None:
    """Event Horizon, lines 1563-1565: otherwise means if it does not; not in the turn of the first evolution."""
    p = system()
    p.equip(0, WAR_CRUISER, ARMOUR).place_ship(0, WAR_CRUISER, inner(p)[0])
    end_turn(p, 1, tokens=1)
    assert p.g.evolutions == 1
    assert not p.g.ship_damage.any()
    end_turn(p, 1, tokens=1)
    assert p.g.over == 1
    assert not p.g.ship_damage.any()
    assert ships_on_map(p, 0) == 1


def test_no_damage_without_heat() -> None:
    """Event Horizon, lines 1563-1565: before the first evolution there are no Increased Heat tokens."""
    p = system()
    p.place_ship(0, DARK_RAIDER, inner(p)[0])
    end_turn(p, 6, tokens=4)
    assert p.g.evolutions == 0
    assert ships_on_map(p, 0) == 1


def test_damage_destroys_ships_with_their_population() -> None:
    """Event Horizon, lines 1563-1565, our ruling: more damage than shield destroys; cubes return to the supply."""
    p = evolved()
    p.equip(0, BATTLE_CARRIER, "electromagnetic_shield").equip(1, WAR_CRUISER, "electromagnetic_shield", ARMOUR)
    carrier = p.place_ship(0, BATTLE_CARRIER, inner(p)[1], cargo=2)
    cruiser = p.place_ship(1, WAR_CRUISER, inner(p)[1], damage=2)
    free = int(p.g.supply[0] + p.g.population[:, 0].sum())
    p.g.resource[:2, v.VP] = 4, 6
    end_turn(p, 6)
    assert p.g.star_tokens == 2
    assert p.g.ship_hex[0, carrier] == -1, "1 shield, 2 damage"
    assert p.g.ship_damage[0, carrier] == 0
    assert p.g.supply[0] + p.g.population[:, 0].sum() == free + 2
    assert p.g.ship_damage[1, cruiser] == 4, "4 shield: it bears as much"
    assert p.g.resource[:2, v.VP].tolist() == [4, 6], "nobody scores for it"
    assert_cubes_kept(p)


def test_solar_shield_booster_protects_all_ships_of_its_owner() -> None:
    """Event Horizon, lines 1564-1565: no damage at all; the others have none of it."""
    p = evolved(3)
    p.learn(0, SHIELD).learn(2, CANNON)
    for player in range(3):
        p.place_ship(player, DARK_RAIDER, inner(p)[2])
        p.place_ship(player, FIGHTER, inner(p)[4])
    p.refresh()
    end_turn(p, 6, tokens=3)
    assert [ships_on_map(p, player) for player in range(3)] == [2, 0, 0]
    assert not p.g.ship_damage.any()


def test_wider_wind_does_no_damage() -> None:
    """Event Horizon, lines 1563-1575: damage falls on hexes with a token, not on those only in Solar Wind."""
    p = evolved(4, map="large")
    hexagon = next(h for h in beyond(p, 2) if p.t.home_of[h] < 0)
    assert p.g.solar_wind[hexagon] == 1
    p.place_ship(0, DARK_RAIDER, hexagon)
    end_turn(p, 6, tokens=4)
    assert ships_on_map(p, 0) == 1


def test_cloaked_ships_burn_too() -> None:
    """Event Horizon, lines 1563-1565: each ship on the hex."""
    p = evolved()
    p.learn(0, "cloaking").place_ship(0, DARK_RAIDER, inner(p)[0])
    p.g.cloaked[0, : p.t.hexes] = 1
    p.refresh()
    end_turn(p, 6, tokens=3)
    assert ships_on_map(p, 0) == 0


def test_heat_in_the_no_combat_hex_and_on_destroyed_planets() -> None:
    """Event Horizon, lines 1563-1571: hexes next to the star, whatever became of them (M4)."""
    p = system(3, modules=("M4",))
    while p.g.stage == frames.SETUP:
        p.default()
    p.remove_ships()
    one, two = inner(p)[:2]
    p.g.face_down[:] = 0
    p.g.no_combat = one
    p.g.destroyed[two] = 1
    end_turn(p, 1, tokens=1)
    assert hot(p) == inner(p)
    p.place_ship(0, DARK_RAIDER, one)
    p.place_ship(1, DARK_RAIDER, two)
    end_turn(p, 6)
    assert (ships_on_map(p, 0), ships_on_map(p, 1)) == (0, 0)


# The end --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 3, 7])
def test_the_second_evolution_scores_at_once(number: int) -> None:
    """Event Horizon, lines 1577-1579: in whatever turn; the most VP win, as normal."""
    p = evolved(3)
    p.g.turn = number
    for player, points in enumerate((10, 30, 20)):
        p.settle(int(p.t.home_hex[player]), player, 0)
        p.g.score[player, SCORE_COMBAT] = points
    p.place_ship(0, DARK_RAIDER, ordinary_planets(p)[0])
    end_turn(p, 1)
    assert (p.g.over, p.g.turn, p.g.stage) == (1, number, frames.SCORING)
    assert p.g.score[0, SCORE_HEXES] == p.t.modifier_base[v.MODIFIER_NAMES.index("hex_vp")] > 0
    assert p.g.rank[:3].tolist() == [3, 1, 2]
    assert p.rewards == [-1, 1, 0]


def test_the_last_turn_has_its_token_before_scoring() -> None:
    """Event Horizon, lines 1560-1565: the last turn has an end too; ships burn before VP are counted."""
    for roll, left in ((6, 0), (1, 1)):
        p = evolved()
        p.g.turn = p.t.turns
        hexagon = inner(p)[0]
        p.place_ship(0, DARK_RAIDER, hexagon)
        p.settle(hexagon, 1, 0)
        end_turn(p, roll)
        assert p.g.over == 1
        assert p.g.evolutions == (1 if roll == 6 else 2)
        assert p.g.star_tokens == (2 if roll == 6 else p.g.star_tokens)
        assert ships_on_map(p, 0) == left
        assert (p.g.score[0, SCORE_HEXES] > 0) == bool(left)


def test_the_last_turn_ends_the_game_without_an_evolution() -> None:
    """Event Horizon, lines 1556-1557: the number of turns remains unchanged."""
    p = system()
    p.g.turn = p.t.turns
    end_turn(p, 6, tokens=1)
    assert (p.g.over, p.g.evolutions, p.g.star_tokens) == (1, 0, 2)


def test_the_token_comes_after_the_last_conquest() -> None:
    """Event Horizon, line 1560: at the end of the turn, so after everything else of it."""
    p = system()
    g = p.g
    g.turn, g.star_tokens, g.conquest = 3, 2, int(g.conquests) - 1
    g.stack[:] = 0
    g.depth = 1
    g.stack[0, KIND], g.stack[0, STEP] = frames.GAME, turn.CONQUEST
    g.decision = 0
    p.place_ship(0, DARK_RAIDER, inner(p)[0])
    p.dice(1).refresh()
    assert p.decision == "move" and p.g.star_tokens == 2
    while p.g.turn == 3:
        p.default()
    assert p.g.evolutions == 1
    assert p.g.turn == 4


# The course of the star -----------------------------------------------------------------------------------------------

# A state is (turn, tokens, evolutions); the turn in which the game ends is the result.


@cache
def by_the_rules(turns: int) -> dict[tuple[int, int], Fraction]:
    """Probabilities of (last turn, evolutions) from all sequences of dice, by the text alone."""
    found: Counter[tuple[int, int]] = Counter()
    for dice in product(FACES, repeat=turns - 1):
        tokens = evolutions = 0
        rolls = iter(dice)
        last = turns
        for number in range(1, turns + 1):
            tokens += 1
            if tokens >= 2 and next(rolls) <= tokens:
                evolutions += 1
                if evolutions == 2:
                    last = number
                    break
                tokens -= 1
        found[last, evolutions] += 1
    return {end: Fraction(count, 6 ** (turns - 1)) for end, count in found.items()}


def by_the_engine(p: Position, turns: int) -> dict[tuple[int, int], Fraction]:
    """The same from the engine: every face of the die in every state it comes to."""
    start = p.games.copy()
    states = {(0, 0): Fraction(1)}
    ends: dict[tuple[int, int], Fraction] = {}
    for number in range(1, turns + 1):
        following: dict[tuple[int, int], Fraction] = {}
        for (tokens, evolutions), chance in states.items():
            for face in FACES:
                p.games[:] = start
                p.g.turn = number
                end_turn(p, face, tokens=tokens, evolutions=evolutions)
                share = chance / 6
                if p.g.over:
                    end = number, int(p.g.evolutions)
                    ends[end] = ends.get(end, Fraction(0)) + share
                else:
                    state = int(p.g.star_tokens), int(p.g.evolutions)
                    following[state] = following.get(state, Fraction(0)) + share
        states = following
    assert not states, "every game has ended"
    return ends


@pytest.mark.parametrize("turns", [5, 7])
def test_the_course_of_the_star_has_the_probabilities_of_the_rules(turns: int) -> None:
    """Event Horizon, lines 1559-1579: last turn and evolutions over whole games, by enumeration of all dice."""
    p = system(2, turns=turns) if turns == 7 else system(2, variant="combat")
    while p.g.stage == frames.SETUP:
        p.default()
    p.remove_ships()
    assert p.t.turns == turns
    engine = by_the_engine(p, turns)
    assert sum(engine.values()) == 1
    assert engine == by_the_rules(turns)


def test_known_probabilities() -> None:
    """Event Horizon, lines 1559-1579: a few by hand. No game ends before turn 3; none lasts longer than turn 7."""
    rules = by_the_rules(7)
    assert min(number for number, _ in rules) == 3
    # Turn 2 at two tokens, turn 3 again at two tokens: a third each.
    assert rules[3, 2] == Fraction(1, 3) * Fraction(1, 3)
    # Turn 2 fails (2/3), turn 3 evolves at three (1/2), turn 4 at three again (1/2); or turn 2, not turn 3, turn 4.
    assert rules[4, 2] == Fraction(2, 3) * Fraction(1, 4) + Fraction(1, 3) * Fraction(2, 3) * Fraction(1, 2)
    assert {end for end in rules if end[0] == 7} == {(7, 2)}, "at the latest in turn 7 the star has evolved twice"
    assert sum(rules.values()) == 1


def test_a_longer_game_ends_in_turn_seven_at_the_latest() -> None:
    """Event Horizon, lines 1542-1543 and 1559-1579: with nine turns the star leaves only seven; six tokens suffice."""
    p = system(2, variant="long")
    assert p.t.turns == 9
    start = p.games.copy()
    most = 0
    for rolls in ([6] * 6, [6, 6, 6, 6, 6, 1], [6, 1, 6, 6, 6, 6]):
        p.games[:] = start
        dice = iter(rolls)
        number = 0
        while not p.g.over:
            number += 1
            p.g.turn = number
            end_turn(p, next(dice, 6) if p.g.star_tokens else 6)
            most = max(most, int(p.g.star_tokens))
            assert number <= 7
    assert most <= 6, "there are six tokens"


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_whole_games_end_and_are_ranked(players: int) -> None:
    """Event Horizon, lines 1531-1579: competitive, for two to six players; rewards are zero-sum by rank."""
    p = Position(players, players=players, scenario="event_horizon").play_out(players)
    assert p.g.over == 1
    assert p.g.turn <= 7 and (p.g.turn == 7 or p.g.evolutions == 2)
    assert sum(p.rewards) == pytest.approx(0, abs=1e-6)
    assert max(p.rewards) <= 1 and min(p.rewards) >= -1
    best = int(np.argmin(p.g.rank[:players]))
    assert p.rewards[best] == max(p.rewards)
    assert_cubes_kept(p)


@pytest.mark.parametrize(
    "modules", [("M1", "M2", "M3"), ("M4", "M5"), ("M7", "M8", "M9", "M10"), tuple(f"M{i}" for i in range(1, 11))]
)
def test_whole_games_with_other_modules_end(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 1545-1548: any of the other modules may be in the game."""
    p = Position(4, players=3, modules=modules, scenario="event_horizon").play_out(2)
    assert p.g.over == 1
    assert_cubes_kept(p)
    assert not (p.g.ship_hex == CENTRE).any()
