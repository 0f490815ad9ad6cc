"""Scoring at the end of the game, final ranks and the utility made of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from exodus_env.exodus.rules.assets import (
    SCORE_CARDS,
    SCORE_COMBAT,
    SCORE_COUNCIL,
    SCORE_HEXES,
    SCORE_OFFICE,
    SCORE_PLANETS,
    SCORE_RESISTANCE,
)
from tests.position import Position
from tests.rules.scenes import (
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    empty_space,
    end_game,
    neighbours,
    ordinary_planets,
    places,
)


def nobody_home(**config: int) -> Position:
    """A game in which nobody has Population or ships, but one ship at the first player's home to have a last move."""
    p = empty_space(**config)
    for player in range(p.t.players):
        p.settle(int(p.t.home_hex[player]), player, 0)
    return p


def totals(p: Position) -> list[int]:
    """Final VP of all players."""
    return [int(p.g.score[player].sum()) for player in range(p.t.players)]


# Planets --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_most_population_scores_the_planet(players: int) -> None:
    """Base rules, line 335: the player with most cubes gets the planet's VP, the others nothing."""
    p = nobody_home(players=players)
    expected = [0] * players
    for winner, hexagon in enumerate(ordinary_planets(p)[:players]):
        for player in range(players):
            p.settle(hexagon, player, 2 if player == winner else 1)
        expected[winner] += int(p.t.planet_vp[p.g.planet[hexagon]])
    end_game(p)
    assert [int(p.g.score[player, SCORE_PLANETS]) for player in range(players)] == expected


@pytest.mark.parametrize(("tied", "vp"), [(2, 1), (2, 4), (2, 5), (3, 4), (4, 3), (5, 5), (6, 5)])
def test_tied_players_split_the_planet_rounded_down(tied: int, vp: int) -> None:
    """Base rules, line 337: each of the tied gets the planet's VP divided by their number, fractions lost."""
    p = nobody_home(players=6)
    hexagon = ordinary_planets(p)[0]
    p.g.planet[hexagon] = next(i for i in range(p.t.planets) if p.t.planet_vp[i] == vp)
    for player in range(6):
        p.settle(hexagon, player, 3 if player < tied else 2)
    end_game(p)
    assert [int(s) for s in p.g.score[:6, SCORE_PLANETS]] == [vp // tied] * tied + [0] * (6 - tied)


def test_a_single_cube_is_enough_where_nobody_else_lives() -> None:
    """Base rules, line 335: the most is the most, however few."""
    p = nobody_home(players=3)
    hexagon = ordinary_planets(p)[0]
    p.settle(hexagon, 2, 1)
    end_game(p)
    assert p.g.score[2, SCORE_PLANETS] == p.t.planet_vp[p.g.planet[hexagon]]


def test_an_empty_planet_scores_nobody() -> None:
    """Base rules, line 335: without cubes there is nobody with the most."""
    assert not end_game(nobody_home(players=4)).g.score[:, SCORE_PLANETS].any()


@pytest.mark.parametrize("owner_stays", [True, False])
def test_home_planets_score_like_any_other(owner_stays: bool) -> None:
    """Base rules, line 335: whoever has the most cubes there, the owner or an invader."""
    p = nobody_home(players=2)
    home = int(p.t.home_hex[0])
    p.settle(home, 0, 3).settle(home, 1, 1 if owner_stays else 4)
    end_game(p)
    worth = int(p.t.planet_vp[p.g.planet[home]])
    assert [int(s) for s in p.g.score[:2, SCORE_PLANETS]] == ([worth, 0] if owner_stays else [0, worth])


def test_population_on_ships_does_not_count_for_a_planet() -> None:
    """Base rules, line 335: cubes on the planet count."""
    p = nobody_home(players=2)
    hexagon = ordinary_planets(p)[0]
    p.settle(hexagon, 0, 1)
    p.place_ship(1, 3, hexagon, cargo=3)
    end_game(p)
    assert p.g.score[1, SCORE_PLANETS] == 0
    assert p.g.score[0, SCORE_PLANETS] > 0


# Ships ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hexes", [0, 1, 3, 5])
def test_two_vp_for_each_hex_with_an_own_ship(hexes: int) -> None:
    """Base rules, line 339: 2 VP a hex, however many ships are there."""
    p = nobody_home(players=4)
    for hexagon in ordinary_planets(p)[:hexes]:
        p.place_ship(0, next(s for s in range(4) if (p.g.ship_hex[0, 2 * s : 2 * s + 2] < 0).any()), hexagon)
    if hexes:
        free = next(s for s in range(p.t.ships) if p.g.ship_hex[0, s] < 0)
        p.g.ship_hex[0, free] = ordinary_planets(p)[0]
    end_game(p)
    assert p.g.score[0, SCORE_HEXES] == 2 * hexes
    assert p.g.score[0, SCORE_COUNCIL] == 0


def test_the_high_council_is_worth_five_more() -> None:
    """Base rules, lines 339-341: 5 VP on top of the 2 for the hex, once for all ships there."""
    p = nobody_home(players=3)
    p.place_ship(1, FIGHTER, CENTRE)
    p.place_ship(1, WAR_CRUISER, CENTRE)
    assert p.t.council_hex == CENTRE
    end_game(p)
    assert [int(s) for s in p.g.score[:3, SCORE_HEXES]] == [0, 2, 0]
    assert [int(s) for s in p.g.score[:3, SCORE_COUNCIL]] == [0, 5, 0]


def test_only_the_survivor_of_a_last_battle_holds_the_high_council() -> None:
    """Base rules, lines 245-251 and 341: in the last Conquest Stage all is visible, so one player is left there."""
    p = nobody_home(players=2)
    for player in range(2):
        p.learn(player, "cloaking").equip(player, FIGHTER, "laser_cannon").place_ship(player, FIGHTER, CENTRE)
    first, last = places(p)
    p.dice(5, 1)
    end_game(p)
    assert p.g.score[first, SCORE_COUNCIL] == 5
    assert p.g.score[last, SCORE_COUNCIL] == 0
    assert p.g.score[first, SCORE_COMBAT] == p.t.class_vp[FIGHTER]


# Cards and offices ----------------------------------------------------------------------------------------------------


def test_unused_resistance_cards_score_their_vp() -> None:
    """Base rules, lines 299 and 343: cards still held count; used ones and those in the decks do not."""
    p = nobody_home(players=3)
    p.g.resistance_owner[:3] = [0, 0, 2]
    p.g.resistance_owner[3] = -2
    end_game(p)
    vp = p.t.resistance_vp
    assert [int(s) for s in p.g.score[:3, SCORE_RESISTANCE]] == [int(vp[0] + vp[1]), 0, int(vp[2])]


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_offices_score_five_three_and_one(players: int) -> None:
    """Base rules, lines 345-349: Chancellor 5, Vice-Chancellor 3, Senator 1, by the turn order of the last turn."""
    p = end_game(nobody_home(players=players))
    assert [int(p.g.score[player, SCORE_OFFICE]) for player in places(p)] == [5, 3, 1, 0, 0, 0][:players]


def test_vp_won_in_combat_and_by_cards_are_part_of_the_total() -> None:
    """Base rules, line 333: VP scored during the game are kept and added."""
    p = nobody_home(players=2)
    p.g.score[0, SCORE_COMBAT], p.g.score[1, SCORE_CARDS] = 7, 4
    end_game(p)
    assert p.g.score[0, SCORE_COMBAT] == 7 and p.g.score[1, SCORE_CARDS] == 4
    assert totals(p) == [7 + p.g.score[0, SCORE_OFFICE], 4 + p.g.score[1, SCORE_OFFICE]]


def test_minerals_and_cp_are_worth_nothing() -> None:
    """Base rules, lines 331-349: no line of the score names resources in stock."""
    poor, rich = nobody_home(players=2), nobody_home(players=2)
    rich.g.resource[:2, :3] = 10
    assert totals(end_game(poor)) == totals(end_game(rich))


# Ranks and utility ----------------------------------------------------------------------------------------------------


def ended(*vp: int) -> Position:
    """A game that ended with these totals."""
    base = totals(end_game(with_a_last_move(len(vp))))
    p = with_a_last_move(len(vp))
    for player, total in enumerate(vp):
        p.g.score[player, SCORE_CARDS] = total - base[player]
    end_game(p)
    assert totals(p) == list(vp)
    return p


def with_a_last_move(players: int) -> Position:
    """Ships, so that the last decision is a player's and brings rewards."""
    p = nobody_home(players=players)
    p.place_ship(0, DARK_RAIDER, neighbours(p, CENTRE)[0])
    return p


@pytest.mark.parametrize(
    ("vp", "ranks"),
    [
        ((9, 5), (1, 2)),
        ((5, 5), (1, 1)),
        ((5, 9, 5), (2, 1, 2)),
        ((9, 9, 5), (1, 1, 3)),
        ((10, 20, 30, 40), (4, 3, 2, 1)),
        ((7, 7, 7, 7), (1, 1, 1, 1)),
        ((8, 3, 8, 3, 1), (1, 3, 1, 3, 5)),
        ((6, 5, 5, 5, 2, 2), (1, 2, 2, 2, 5, 5)),
    ],
)
def test_equal_vp_share_the_better_rank(vp: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    """Base rules, lines 331-355: the most VP win; no tie-break is named, so equals share a rank."""
    assert tuple(int(r) for r in ended(*vp).g.rank[: len(vp)]) == ranks


@pytest.mark.parametrize(
    "vp",
    [
        (9, 5),
        (5, 5),
        (3, 2, 1),
        (9, 9, 5),
        (5, 9, 5),
        (1, 2, 3, 4),
        (1, 1, 3, 3),
        (8, 3, 8, 3, 1),
        (6, 5, 5, 5, 2, 2),
        (1, 2, 3, 4, 5, 6),
    ],
)
def test_utility_is_zero_sum_from_one_to_minus_one(vp: tuple[int, ...]) -> None:
    """Our reward: ranks spread evenly from 1 to -1, tied players get the average of the places they share."""
    p = ended(*vp)
    rewards = p.rewards
    assert sum(rewards) == pytest.approx(0, abs=1e-6)
    assert all(-1 <= r <= 1 for r in rewards)
    players = len(vp)
    by_place = [1 - 2 * place / (players - 1) for place in range(players)]
    for player in range(players):
        better = sum(other > vp[player] for other in vp)
        shared = by_place[better : better + sum(other == vp[player] for other in vp)]
        assert rewards[player] == pytest.approx(sum(shared) / len(shared), abs=1e-6)


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_utility_of_a_game_without_ties_runs_from_one_to_minus_one_in_even_steps(players: int) -> None:
    """Our reward: the winner gets 1, the last -1, and every place between is as far from the next."""
    rewards = ended(*range(players, 0, -1)).rewards
    assert rewards[0] == 1 and rewards[-1] == -1
    steps = [a - b for a, b in pairwise(rewards)]
    assert all(step == pytest.approx(2 / (players - 1), abs=1e-6) for step in steps)


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_where_everybody_is_tied_everybody_gets_nothing(players: int) -> None:
    """Our reward: the average of all places is 0."""
    assert ended(*[11] * players).rewards == [0.0] * players


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_no_reward_comes_before_the_end(players: int) -> None:
    """Our reward: only the final rank counts."""
    p = with_a_last_move(players)
    for _ in range(20):
        p.default()
        if p.g.over:
            break
        assert not any(p.rewards)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_game_played_out_at_random_is_scored_zero_sum(players: int) -> None:
    """Our reward: on games as they come, and every line of the score is in the total the ranks compare."""
    p = Position(players, players=players, turns=1).play_out(players)
    assert sum(p.rewards) == pytest.approx(0, abs=1e-6)
    order = sorted(range(players), key=lambda player: -totals(p)[player])
    for better, worse in pairwise(order):
        assert p.g.rank[better] <= p.g.rank[worse]
        assert (p.g.rank[better] == p.g.rank[worse]) == (totals(p)[better] == totals(p)[worse])
