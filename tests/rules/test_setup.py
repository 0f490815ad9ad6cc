"""Setup."""

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from tests.position import Position
from tests.rules.early import CARRIER, PLAYER_COUNTS, RAIDER, all_cubes, cubes, home, order, upgrade

MAPS = ("standard", "minimal", "large")
# The first decision comes after the growth and income of turn 1; starting pieces are looked at before it.


def start(seed: int = 1, **config: object) -> Position:
    """A game as set up, with what the first Upkeep did taken back."""
    p = Position(seed, **config)
    for player in range(p.t.players):
        p.settle(home(p, player), player, int(p.t.start_population))
        p.g.resource[player] = p.t.start_resource
        p.g.counter[home(p, player)] = p.t.planet_amount[p.t.home_planet[player]]
    return p


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_high_council_is_in_the_center(players: int) -> None:
    """base rules, line 11: the High Council takes the middle of the map; no planet lies there."""
    p = Position(players=players)
    assert p.rules.coordinates[p.t.council_hex] == (0, 0)
    assert p.g.planet[p.t.council_hex] == -1


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("layout", MAPS)
def test_planets_are_dealt_as_the_layout_says(players: int, layout: str) -> None:
    """base rules, lines 11 and 476-478: every other hex gets a planet, so many of each colour, none twice."""
    p = Position(seed=players, players=players, map=layout)
    dealt = [int(p.g.planet[h]) for h in range(p.t.hexes) if h != p.t.council_hex and p.t.home_of[h] < 0]
    assert min(dealt) >= 0
    assert len(set(dealt)) == len(dealt)
    for resource in range(1, len(v.PLANET_RESOURCES)):
        assert sum(p.t.planet_resource[x] == resource for x in dealt) == p.t.map_planets[resource]
        assert sum(p.t.planet_pool[x] == resource for x in dealt) == p.t.map_planets[resource]
    assert not any(p.t.planet_pool[x] == 0 for x in dealt), "no home planet"


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_every_player_has_an_own_home_planet(players: int) -> None:
    """base rules, line 25: each player begins on a home planet of their own."""
    p = Position(players=players)
    homes = [home(p, x) for x in range(players)]
    assert len(set(homes)) == players
    assert [int(p.g.planet[h]) for h in homes] == [int(p.t.home_planet[x]) for x in range(players)]


def test_planets_carry_their_printed_resources() -> None:
    """base rules, line 11: the counters show what is printed on the planets."""
    p = Position(players=6)
    for h in range(p.t.hexes):
        if p.g.planet[h] >= 0 and p.t.home_of[h] < 0:
            assert p.g.counter[h] == p.t.planet_amount[p.g.planet[h]]
            assert p.g.counter[h] <= p.t.planet_maximum[p.g.planet[h]]


def test_planets_are_dealt_at_random() -> None:
    """base rules, line 11: another shuffle gives another map, the same one the same."""
    maps = {tuple(Position(seed).g.planet) for seed in range(8)}
    assert len(maps) == 8
    assert tuple(Position(3).g.planet) == tuple(Position(3).g.planet)


def test_every_planet_can_come_up_and_go_anywhere() -> None:
    """base rules, line 11: no planet is left out of the deal for good, none is tied to a hex."""
    seen: dict[int, set[int]] = {}
    for seed in range(50):
        p = Position(seed, players=2)
        for h in range(p.t.hexes):
            if p.t.home_of[h] < 0 and h != p.t.council_hex:
                seen.setdefault(int(p.g.planet[h]), set()).add(h)
    assert len(seen) == sum(not x.home for x in p.rules.content.planets)
    assert min(len(hexes) for hexes in seen.values()) > 1


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_starting_stock(players: int) -> None:
    """base rules, line 23: 5 CP, 1 Axinium, no Phasium; and no VP."""
    p = Position(players=players)
    assert p.t.start_resource.tolist() == [5, 1, 0, 0]
    # By the first decision the home planet has produced once.
    income = int(p.t.unit_value[v.CP_PRODUCED])
    assert p.g.resource[:players].tolist() == [[5 + income, 1, 0, 0]] * players


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_starting_pieces_at_home(players: int) -> None:
    """base rules, lines 17 and 25: 3 Population, a Dark Raider and a Battle Carrier at home; 8 ships, two a class."""
    p = start(players=players)
    assert p.t.ships == 8
    assert [int((p.t.ship_class[:8] == c).sum()) for c in range(4)] == [2, 2, 2, 2]
    assert p.t.start_population == 3
    for player in range(players):
        assert p.g.population[:, player].sum() == p.g.population[home(p, player), player] == 3
        placed = [int(p.t.ship_class[s]) for s in range(8) if p.g.ship_hex[player, s] >= 0]
        assert sorted(placed) == [RAIDER, CARRIER]
        assert set(p.g.ship_hex[player]) == {-1, home(p, player)}
        assert not p.g.ship_damage[player].any()
        assert not p.g.ship_cargo[player].any()


def test_one_electromagnetic_shield_on_the_battle_carrier() -> None:
    """base rules, line 23: the only upgrade at the start is that shield; its technology is not known for it."""
    p = Position(players=3)
    for player in range(3):
        assert p.g.blueprint[player].sum() == 1
        assert p.g.blueprint[player, CARRIER, upgrade(p, "electromagnetic_shield")] == 1
        assert p.g.technology[player].sum() == 0
        assert p.g.shield[player, CARRIER] == p.t.upgrade_strength[upgrade(p, "electromagnetic_shield")]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_thirty_cubes_with_those_on_the_tracks(players: int) -> None:
    """base rules, line 17: a player owns 30 cubes, of which three mark resources and one VP."""
    p = start(players=players)
    assert p.t.cubes == 30
    assert p.t.marker_cubes == 3 + 1
    for player in range(players):
        assert cubes(p, player) == all_cubes(p) == 26
        assert p.g.supply[player] == 30 - 4 - 3


def test_six_action_cards_in_hand() -> None:
    """base rules, line 19: everybody holds all six cards, one for each action."""
    p = Position()
    assert p.t.action_cards == 6
    assert sorted(p.t.card_action[:6]) == list(range(6))
    assert not p.g.spent.any()


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_turn_order_cards_one_to_n(players: int) -> None:
    """base rules, line 19, and FAQ: the cards 1 to N are dealt at random, one to each player."""
    chancellors = set()
    for seed in range(15):
        p = Position(seed, players=players)
        assert sorted(order(p)) == list(range(players))
        assert set(p.g.order[players:]) <= {-1}
        chancellors.add(order(p)[0])
    assert len(chancellors) > players // 2


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_decks_are_complete(players: int) -> None:
    """base rules, line 29: every political card and every Resistance card is in its deck, once."""
    p = Position(players=players)
    assert sorted(p.g.political_deck[: p.g.political_left]) == list(range(p.t.political_cards))
    for level in range(3):
        deck = p.g.resistance_deck[level, : p.g.resistance_left[level]]
        assert sorted(deck) == [x for x in range(p.t.resistance_cards) if p.t.resistance_level[x] == level + 1]
    assert set(p.g.resistance_owner[: p.t.resistance_cards]) == {-1}


def test_decks_are_shuffled() -> None:
    """base rules, line 29: the order of the cards is another in another game."""
    decks = [Position(seed).g for seed in range(6)]
    assert len({tuple(g.political_deck) for g in decks}) == 6
    for level in range(3):
        assert len({tuple(g.resistance_deck[level]) for g in decks}) == 6


def test_any_political_card_can_come_first() -> None:
    """base rules, line 29: the shuffle leaves no card at a fixed end of the deck."""
    decks = [Position(seed, players=2).g for seed in range(60)]
    assert len({int(g.political_deck[g.political_left - 1]) for g in decks}) > decks[0].political_left // 3


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("layout", MAPS)
def test_resistance_ships_stand_where_the_layout_says(players: int, layout: str) -> None:
    """base rules, lines 11 and 473-475: each Resistance ship guards its hex, never a home or the High Council."""
    p = Position(players=players, map=layout)
    assert np.array_equal(p.g.resistance, p.t.garrison)
    assert p.g.resistance[p.t.council_hex] == 0
    assert not any(p.g.resistance[home(p, x)] for x in range(players))


def test_nothing_else_is_on_the_table() -> None:
    """base rules, lines 9-29: no laws, market cubes, rockets, reactions or won cards at the start."""
    g = Position().g
    assert (g.laws, g.resolutions, g.traders, g.bonus, g.turn) == (0, 0, 0, -1, 1)
    assert not g.rocket.any()
    assert not g.score.any()
