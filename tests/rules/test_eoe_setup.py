"""Edge of Extinction, setup: factions, second starting hexes, starting technologies, decks of combat cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.config import FACTIONS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.early import CARRIER, PLAYER_COUNTS, RAIDER, all_cubes, cubes, home, order, technology
from tests.rules.scenes import neighbours

MAPS = ("standard", "minimal", "large")


# Scenes ---------------------------------------------------------------------------------------------------------------


def new_game(seed: int = 1, *modules: str, **config: Any) -> Position:
    """A new game with the expansion; stops at its first decision."""
    return Position(seed, edge_of_extinction=True, modules=modules, **{"players": 3, **config})


def to_technologies(p: Position) -> Position:
    """Everybody takes the default choice until starting technologies are chosen."""
    return p.until("start_technology")


def beside_home(p: Position, player: int) -> set[int]:
    """Hexes beside a player's home that are nobody's home."""
    return {h for h in neighbours(p, home(p, player)) if p.t.home_of[h] < 0}


def ships(p: Position, player: int, hexagon: int) -> list[int]:
    """Classes of a player's ships in a hex."""
    return sorted(int(p.t.ship_class[s]) for s in range(p.t.ships) if p.g.ship_hex[player, s] == hexagon)


def faction_number(p: Position, name: str) -> int:
    """Number of a faction."""
    return p.index("factions", name)


def assert_has_start_of(p: Position, player: int, faction: int) -> None:
    """The player's home and stock are those of a faction."""
    planet = int(p.g.planet[home(p, player)])
    assert p.g.faction[player] == faction
    assert planet == p.t.faction_home[faction]
    assert p.g.counter[home(p, player)] == p.t.planet_amount[planet]
    assert p.g.resource[player, :3].tolist() == p.t.faction_resource[faction].tolist()


def worlds(p: Position, viewer: int, count: int = 12) -> list[Any]:
    """Records a viewer cannot tell from the game."""
    found = []
    for seed in range(count):
        world = p.games.copy()
        core.ENTRIES.redeal_as(world, p.rules.tables, np.array([viewer]), np.array([seed]))
        found.append(world[0])
    return found


# Factions -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_factions_are_dealt_at_random_and_none_twice(players: int) -> None:
    """Edge of Extinction, line 73: factions are assigned at random where nobody chooses."""
    deals = set()
    for seed in range(6):
        p = new_game(seed, players=players)
        dealt = tuple(int(x) for x in p.g.faction[:players])
        assert len(set(dealt)) == players
        assert all(0 <= x < len(FACTIONS) for x in dealt)
        assert set(p.g.faction[players:]) <= {-1}
        deals.add(dealt)
    assert len(deals) > 1


def test_every_faction_can_come_up_on_every_seat() -> None:
    """Edge of Extinction, line 73: no seat is tied to a faction."""
    dealt = [new_game(seed, players=2).g.faction[:2] for seed in range(60)]
    for seat in range(2):
        assert {int(x[seat]) for x in dealt} == set(range(len(FACTIONS)))


def test_factions_can_be_given_seat_by_seat() -> None:
    """Edge of Extinction, line 73: who plays what may be settled before."""
    p = new_game(factions=("titan", "sirius", "blackwater"))
    for player, name in enumerate(("titan", "sirius", "blackwater")):
        assert_has_start_of(p, player, faction_number(p, name))


def test_factions_are_chosen_in_turn_order_before_everything_else() -> None:
    """Edge of Extinction, line 73, and Event Horizon, line 1586: choosing is the first thing done; none twice."""
    p = new_game(1, "M4", "M5", "M9", "M10", factions="chosen")
    taken: set[int] = set()
    for place, player in enumerate(order(p)):
        assert (p.decision, p.actor) == ("faction", player)
        assert p.legal() == {("faction", x) for x in range(len(FACTIONS)) if x not in taken}
        assert p.g.planet[home(p, player)] == -1, "no home before the faction"
        p.do("faction", len(FACTIONS) - 1 - place)
        taken.add(len(FACTIONS) - 1 - place)
        assert_has_start_of(p, player, len(FACTIONS) - 1 - place)
    assert p.decision == "planet_type"


@pytest.mark.parametrize("factions", ["dealt", "chosen"])
def test_home_and_stock_are_those_of_the_faction(factions: str) -> None:
    """Edge of Extinction, lines 73-76, 118 and 131: what a player starts with is on the aid of the faction."""
    p = new_game(players=6, factions=factions)
    while p.decision == "faction":
        p.default()
    for player in range(6):
        assert_has_start_of(p, player, int(p.g.faction[player]))
    assert len({int(p.g.planet[home(p, x)]) for x in range(6)}) == 6


def test_abilities_of_a_faction_hold_from_the_start() -> None:
    """Edge of Extinction, line 73: a lasting ability changes the values of its player."""
    p = new_game(factions=("sirius", "titan", "arctic"))
    assert p.g.modifier[0, v.MODIFIER_NAMES.index("react_anywhere")] == 1
    assert p.g.modifier[1, v.MODIFIER_NAMES.index("react_anywhere")] == 0


def test_chosen_factions_give_the_same_abilities() -> None:
    """Edge of Extinction, line 73: choosing comes to the same as being dealt it."""
    p = new_game(factions="chosen")
    player = p.actor
    p.do("faction", faction_number(p, "sirius"))
    assert p.g.modifier[player, v.MODIFIER_NAMES.index("react_anywhere")] == 1


# Pieces ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_two_battle_carriers_and_a_dark_raider_at_home(players: int) -> None:
    """Edge of Extinction, lines 83-86: with 3 Population; cubes are 36."""
    p = new_game(players=players)
    assert p.t.cubes == 36
    for player in range(players):
        assert ships(p, player, home(p, player)) == [RAIDER, CARRIER, CARRIER]
        assert p.g.population[home(p, player), player] == 3
        assert cubes(p, player) == all_cubes(p)


def test_without_the_expansion_there_is_none_of_it() -> None:
    """Our design: a game without Edge of Extinction has no factions, second hexes or combat cards."""
    g = Position(players=3, modules=("M4", "M5")).until("vote").g
    for name in ("faction", "second_start", "look_second", "vision", "combat_deck", "foe_deck"):
        assert set(np.asarray(g[name]).reshape(-1).tolist()) == {-1}, name
    for name in ("removed", "combat_hand", "combat_held", "combat_left", "foe_left", "planetary"):
        assert not np.asarray(g[name]).any(), name


# Second starting hexes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", MAPS)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_second_hex_is_any_beside_home_in_reverse_turn_order(players: int, layout: str) -> None:
    """Edge of Extinction, lines 88-93: one hex next to the home planet; those later in turn order place first."""
    p = new_game(players=players, map=layout)
    for player in reversed(order(p)):
        assert (p.decision, p.actor) == ("start_hex", player)
        assert p.legal() == {("hex", h) for h in beside_home(p, player)}
        hexagon = max(beside_home(p, player))
        p.do("hex", hexagon)
        assert p.g.second_start[player] == hexagon
    assert p.decision == "start_technology"


def test_a_cube_and_a_dark_raider_begin_on_the_second_hex() -> None:
    """Edge of Extinction, lines 88-89: both in the same hex, the cube from the supply."""
    p = new_game()
    player = p.actor
    supply = int(p.g.supply[player])
    hexagon = min(beside_home(p, player))
    p.do("hex", hexagon)
    assert ships(p, player, hexagon) == [RAIDER]
    assert p.g.population[hexagon, player] == 1
    assert p.g.supply[player] == supply - 1
    assert cubes(p, player) == all_cubes(p)
    assert p.g.counter[hexagon] == p.t.planet_amount[p.g.planet[hexagon]]


def test_two_players_can_begin_on_the_same_hex() -> None:
    """Our ruling on Edge of Extinction, line 89: any hex beside home, whoever is there already."""
    p = new_game(players=4, map="minimal")
    shared = {h for x in range(4) for y in range(x) for h in beside_home(p, x) & beside_home(p, y)}
    while p.decision == "start_hex":
        p.do("hex", min(beside_home(p, p.actor) & shared))
    starts = [int(h) for h in p.g.second_start[:4]]
    assert len(set(starts)) == 2
    assert all(p.g.population[h].sum() == 2 for h in starts)
    assert all(ships(p, x, starts[x]) == [RAIDER] for x in range(4))


@pytest.mark.parametrize("layout", MAPS)
def test_nobody_begins_in_a_closed_centre(layout: str) -> None:
    """Our ruling on Edge of Extinction, line 89: where no ship can be, none begins."""
    p = new_game(1, "M6", players=2, map=layout)
    assert p.t.council_hex < 0
    while p.decision == "start_hex":
        assert (p.t.centre_hex,) not in p.legal("hex")
        p.default()


def test_the_chosen_planet_is_the_second_hex() -> None:
    """Event Horizon, lines 1657-1661: with New Planets nobody is asked; the planet chosen becomes it."""
    p = new_game(1, "M5")
    chosen = {}
    for player in order(p):
        assert (p.decision, p.actor) == ("planet_type", player)
        p.do("planet_type", 0)
    for player in order(p):
        chosen[player] = int(p.t.start_space[player, 1])
        p.do("planet_space", chosen[player])
    assert p.decision == "start_technology"
    for player, hexagon in chosen.items():
        assert p.g.second_start[player] == hexagon
        assert ships(p, player, hexagon) == [RAIDER]
        assert p.g.population[hexagon, player] == 1


@pytest.mark.parametrize("modules", [("M5",), ("M4", "M5")])
def test_who_chose_no_planet_begins_on_any_hex_beside_home(modules: tuple[str, ...]) -> None:
    """Our ruling on Event Horizon, lines 1657-1661: in reverse turn order; a face-down hex is flipped, no Event."""
    p = new_game(1, *modules)
    first = p.actor
    p.do("planet_type", 1).until("planet_space", first).do("planet_space", int(p.t.start_space[first, 0]))
    while p.decision != "start_hex":
        p.default()
    events = int(p.g.event_left)
    for player in reversed(order(p)[1:]):
        assert (p.decision, p.actor) == ("start_hex", player)
        assert p.legal("hex") == {(h,) for h in beside_home(p, player)}
        hexagon = next((h for h in sorted(beside_home(p, player)) if p.g.face_down[h]), min(beside_home(p, player)))
        assert bool(p.g.face_down[hexagon]) == ("M4" in modules)
        p.do("hex", hexagon)
        assert p.g.face_down[hexagon] == 0
        assert p.g.population[hexagon, player] == 1
        assert p.g.counter[hexagon] == p.t.planet_amount[p.g.planet[hexagon]]
        assert p.g.second_counter[hexagon] == p.t.planet_second_amount[p.g.planet[hexagon]]
    assert p.g.event_left == events
    assert p.g.second_start[first] == p.t.start_space[first, 0]


def test_with_exploration_players_look_at_two_and_flip_one() -> None:
    """Event Horizon, lines 447-450 and 1683-1690: up to two face-down hexes beside home; one is flipped."""
    p = new_game(1, "M4")
    looked = {}
    for player in order(p):
        assert (p.decision, p.actor) == ("look", player)
        first, second = sorted(beside_home(p, player))[:2]
        assert p.legal("look") == {(h,) for h in beside_home(p, player)}
        p.do("look", first)
        assert (p.decision, p.actor) == ("second_look", player)
        assert p.legal() == {("look", h) for h in beside_home(p, player) - {first}} | {("pass",)}
        p.do("look", second)
        looked[player] = first, second
    events = int(p.g.event_left)
    for player in order(p):
        assert (p.decision, p.actor) == ("start_hex", player), "in turn order, as they looked"
        first, second = looked[player]
        assert (p.g.look[player], p.g.look_second[player]) == (first, second)
        assert p.legal() == {("hex", first), ("hex", second)}
        planet = int(p.g.planet[second])
        p.do("hex", second)
        assert (p.g.face_down[second], p.g.face_down[first]) == (0, 1)
        assert p.g.planet[second] == planet
        assert p.g.counter[second] == p.t.planet_amount[planet]
        assert p.g.second_counter[second] == p.t.planet_second_amount[planet]
        assert p.g.population[second, player] == 1
        assert ships(p, player, second) == [RAIDER]
    assert p.g.event_left == events, "no Event"
    assert not p.g.event_seen.any()


def test_a_single_look_leaves_no_choice() -> None:
    """Event Horizon, lines 447-450 and 1683-1690: who looks at one hex alone begins there."""
    p = new_game(1, "M4")
    player = p.actor
    hexagon = max(beside_home(p, player))
    p.do("look", hexagon).decline()
    while p.decision in ("look", "second_look"):
        p.default()
    assert p.g.second_start[player] == hexagon
    assert p.g.look_second[player] == -1


def test_who_does_not_look_begins_on_any_hex_beside_home() -> None:
    """Our ruling on Event Horizon, lines 1683-1690 (players *may* look): without a look any neighbour is flipped."""
    p = new_game(1, "M4")
    player = p.actor
    for _ in range(3):
        assert p.decision == "look"
        p.decline()
    assert (p.decision, p.actor) == ("start_hex", player)
    assert p.legal("hex") == {(h,) for h in beside_home(p, player)}
    hexagon = min(beside_home(p, player))
    p.do("hex", hexagon)
    assert p.g.face_down[hexagon] == 0
    assert p.g.population[hexagon, player] == 1


def test_with_new_planets_there_is_one_look() -> None:
    """Event Horizon, lines 447-450 and 1686-1690: the second look is for games without New Planets."""
    p = new_game(1, "M4", "M5")
    p.until("look")
    players = order(p)
    for player in players:
        assert (p.decision, p.actor) == ("look", player)
        p.do("look", next(iter(sorted(p.legal("look"))))[0])
    assert p.decision == "start_hex"
    assert set(p.g.look_second) == {-1}


def test_the_flipped_hexes_are_the_only_ones_face_up() -> None:
    """Event Horizon, lines 1662-1690: everything else but homes stays face down."""
    p = to_technologies(new_game(2, "M4", players=4))
    up = {h for h in range(p.t.hexes) if p.g.face_down[h] == 0}
    homes = {home(p, x) for x in range(4)}
    assert up == homes | {int(h) for h in p.g.second_start[:4]} | {int(p.t.centre_hex)}


def test_a_second_look_is_as_secret_as_the_first() -> None:
    """Event Horizon, lines 447-450 and 1683-1690: what was seen and left face down is known to one player."""
    p = new_game(1, "M4")
    player = p.actor
    first, second, third = sorted(beside_home(p, player))[:3]
    p.do("look", first).do("look", second)
    for hexagon, known in ((first, True), (second, True), (third, False)):
        planets = {int(world.planet[hexagon]) for world in worlds(p, player, 20)}
        assert (planets == {int(p.g.planet[hexagon])}) == known
    other = order(p)[1]
    assert len({int(world.planet[second]) for world in worlds(p, other, 20)}) > 1
    assert all(world.look_second[player] == second for world in worlds(p, other)), "which hex it was is no secret"


# Outposts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 6])
def test_no_outpost_where_players_start(players: int) -> None:
    """Event Horizon, lines 1709-1714: a token on each planet, but not on those where players begin."""
    p = new_game(players, "M3", players=players)
    assert not p.g.outpost_there.any(), "they wait for the second hexes"
    to_technologies(p)
    starts = {int(h) for h in p.g.second_start[:players]} | {home(p, x) for x in range(players)}
    planets = [h for h in range(p.t.hexes) if p.g.planet[h] >= 0 and h not in starts]
    tokens = int(p.t.outpost_tokens.sum())
    assert not any(p.g.outpost_there[h] for h in starts)
    assert sum(int(p.g.outpost_there[h]) for h in planets) == min(tokens, len(planets))
    assert p.g.outpost_pile_left == tokens - p.g.outpost_there.sum()


def test_a_flipped_hex_gets_no_outpost_either() -> None:
    """Event Horizon, lines 1709-1721: with Exploration tokens come with hexes explored, not with these."""
    p = to_technologies(new_game(1, "M3", "M4"))
    assert not p.g.outpost_there.any()
    assert p.g.outpost_pile_left == p.t.outpost_tokens.sum()


# Starting technologies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "count", "budget", "turns"), [("standard", 5, 19, 5), ("extended", 3, 12, 6)])
def test_starting_technologies(length: str, count: int, budget: int, turns: int) -> None:
    """Edge of Extinction, lines 107-129: so many for so much, none above 13 CP; Event Horizon, line 1806: up to."""
    p = to_technologies(new_game(length=length))
    assert p.t.turns == turns
    for player in order(p):
        spent, learned = 0, 0
        stock = p.g.resource[player].tolist()
        while (p.decision, p.actor) == ("start_technology", player):
            for (x,) in p.legal("technology"):
                assert p.t.technology_cost[x] <= min(13, budget - spent)
                assert p.t.faction_technology[p.g.faction[player], x] == 1
            assert ("pass",) in p.legal()
            cheapest = min((x for (x,) in p.legal("technology")), key=lambda x: int(p.t.technology_cost[x]))
            spent += int(p.t.technology_cost[cheapest])
            learned += 1
            p.do("technology", cheapest)
            if learned < count and p.actor == player:
                assert p.g.resource[player].tolist() == stock, "the budget is not the stock"
        assert learned == p.g.technology[player].sum() <= count
    assert p.g.stage != frames.SETUP


def test_no_starting_technology_above_thirteen() -> None:
    """Edge of Extinction, lines 115-116: though the budget would reach for it."""
    p = to_technologies(new_game(length="standard"))
    legal = {x for (x,) in p.legal("technology")}
    closed = [
        x for x in range(p.t.technologies)
        if 13 < p.t.technology_cost[x] <= 19 and p.t.faction_technology[p.g.faction[p.actor], x]
    ]  # fmt: skip
    assert closed
    assert not legal & set(closed)


def test_only_technologies_of_the_own_boards() -> None:
    """Edge of Extinction, lines 522-523: a technology that is not on the player's boards is not for that player."""
    p = to_technologies(new_game(players=6))
    seen = []
    for player in order(p):
        assert p.actor == player
        seen.append({x for (x,) in p.legal("technology")})
        p.decline()
    assert len({frozenset(x) for x in seen}) > 1
    base = technology(p, "basic_repairs")
    assert all(base in x for x in seen)


def test_a_player_can_do_without_starting_technologies() -> None:
    """Event Horizon, line 1806: up to so many, none included; what is not spent is lost."""
    p = to_technologies(new_game())
    player = p.actor
    stock = p.g.resource[player].tolist()
    p.decline()
    assert p.actor != player
    assert p.g.technology[player].sum() == 0
    assert p.g.resource[player].tolist() == stock


# Decks ----------------------------------------------------------------------------------------------------------------


def test_both_decks_of_combat_cards_are_complete_and_shuffled() -> None:
    """Edge of Extinction, lines 101-102: all combat cards in one deck, those of the Resistance in another."""
    games = [new_game(seed) for seed in range(5)]
    p = games[0]
    cards = np.repeat(np.arange(p.t.combat_cards), p.t.combat_copies[: p.t.combat_cards]).tolist()
    foes = np.repeat(np.arange(p.t.foe_cards), p.t.foe_copies[: p.t.foe_cards]).tolist()
    assert cards
    assert foes
    for game in games:
        assert sorted(game.g.combat_deck[: game.g.combat_left].tolist()) == cards
        assert sorted(game.g.foe_deck[: game.g.foe_left].tolist()) == foes
    assert len({tuple(game.g.combat_deck) for game in games}) == 5
    assert len({tuple(game.g.foe_deck) for game in games}) == 5
    assert not any(game.g.combat_hand.any() for game in games), "the first cards come in the Council"


def test_the_order_of_setup() -> None:
    """Event Horizon, lines 1584-1813: the list, with everything in play."""
    p = new_game(1, *(f"M{n}" for n in range(1, 11)), factions="chosen")
    asked: list[str] = []
    while p.g.stage == frames.SETUP:
        if p.decision not in asked:
            asked.append(p.decision)
        if p.decision == "look":
            p.do(*next(iter(sorted(p.legal() - {("pass",)}))))
        else:
            p.default()
    wanted = ["faction", "planet_type", "look", "start_hex", "barrier", "leader", "start_technology"]
    assert [name for name in asked if name in wanted] == wanted


def test_no_faction_has_both_scanners() -> None:
    """Public: the Tachyon Scanner stands where others have the Quantum Scanner."""
    p = Position(players=2, edge_of_extinction=True)
    boards = p.t.faction_technology[: len(p.rules.content.factions)]
    quantum, tachyon = (boards[:, p.index("technologies", name)] for name in ("quantum_scanner", "tachyon_scanner"))
    assert quantum.any() and tachyon.any()
    assert not (quantum & tachyon).any()
