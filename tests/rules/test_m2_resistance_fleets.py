"""Event Horizon, module M2: Resistance fleets that grow with the game and come back."""

from __future__ import annotations

import pytest

from exodus_env.exodus.rules import frames
from tests.position import FIXED_VALUES, Position
from tests.rules.scenes import (
    CENTRE,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    empty_space,
    finish,
    neighbours,
    places,
    ships_on_map,
)

HIT, MISS = 5, 1
REGULAR, STRONG = 1, 3
SIX = "antimatter_cannon"  # six dice
USED = -2


def frontier(turn: int = 1, kind: int = REGULAR, players: int = 2, variant: str = "standard") -> tuple[Position, int]:
    """A hex with a Resistance fleet, in a turn of the game."""
    p = empty_space(players=players, modules=("M2",), variant=variant, content=FIXED_VALUES)
    hexagon = neighbours(p, CENTRE)[0]
    p.g.resistance[hexagon] = kind
    p.g.turn = turn
    return p, hexagon


def fight(p: Position, hexagon: int, player: int, *dice: int) -> Position:
    """Begin the combat of a player with the fleet; the player's dice come first."""
    return p.dice(*dice).jump(frames.COMBAT, hex=hexagon, lone=player)


def shown(p: Position) -> list[int]:
    """Cards of the fleet in combat."""
    return [int(card) for card in p.g.foe_card if card >= 0]


def decks(p: Position) -> tuple[int, ...]:
    """How many cards the three decks hold."""
    return tuple(int(n) for n in p.g.resistance_left)


def won_cards(p: Position, player: int) -> set[int]:
    """Resistance cards a player holds."""
    return {card for card in range(p.t.resistance_cards) if p.g.resistance_owner[card] == player}


def chart(p: Position, level: int) -> tuple[int, ...]:
    """Cards of decks I, II and III at a level."""
    return tuple(p.rules.content.fleets[level - 1].cards)


def reveal(p: Position, hexagon: int) -> tuple[int, ...]:
    """Attack, and tell the cards that are shown, by deck."""
    p.equip(0, WAR_CRUISER, SIX, SIX).place_ship(0, WAR_CRUISER, hexagon)
    fight(p, hexagon, 0, *[HIT] * 12, *[MISS] * 14)
    assert p.decision in ("hit", "hit_foe") or p.finished
    found = [0, 0, 0]
    for card in shown(p) or won_cards(p, 0):
        found[p.t.resistance_level[card] - 1] += 1
    return tuple(found)


def stack(p: Position, *levels: int) -> list[int]:
    """On top of each deck named its weakest cards (by shield); tells the cards."""
    found: list[int] = []
    for level in sorted(set(levels)):
        deck, left = p.g.resistance_deck[level - 1], int(p.g.resistance_left[level - 1])
        cards = sorted((int(x) for x in deck[:left]), key=lambda x: -int(p.t.resistance_shield[x]))
        deck[:left] = cards
        found += cards[::-1][: levels.count(level)]
    return found


def assign(p: Position, *targets: int) -> Position:
    """Assign hits to ships of the fleet, as often as it is asked."""
    for target in targets:
        p.do("hit_foe", target)
    return p


def drop(p: Position, hexagon: int, dice: int = 6, shields: int = 0) -> int:
    """A War Cruiser of player 0 with six dice (or none) beside the fleet."""
    p.equip(0, WAR_CRUISER, *[SIX] * (dice // 6), *["singularity_shield"] * shields)
    return p.place_ship(0, WAR_CRUISER, hexagon)


# Levels ---------------------------------------------------------------------------------------------------------------


def test_the_chart_has_nine_levels() -> None:
    """Event Horizon, lines 216-265: levels 1 to 9, each with cards of at least one deck, never weaker upward."""
    p, _ = frontier()
    levels = [chart(p, level) for level in range(1, 10)]
    assert len(p.rules.content.fleets) == 9
    assert [sum(cards) for cards in levels] == [1, 1, 1, 2, 2, 3, 3, 3, 3]
    assert all(entry.provenance == "reconstructed" and entry.module == "M2" for entry in p.rules.content.fleets)
    worth = [sum((deck + 1) * n for deck, n in enumerate(cards)) for cards in levels]
    assert worth == sorted(worth)


@pytest.mark.parametrize(
    ("turn", "level"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7), (9, 8)]
)  # fmt: skip
def test_the_level_of_a_fleet_follows_the_turn(turn: int, level: int) -> None:
    """Event Horizon, lines 189-198 and 216-262: a turn behind, from 1; a strong one is one level higher."""
    p, hexagon = frontier(turn, variant="long")
    assert reveal(p, hexagon) == chart(p, level)
    p, hexagon = frontier(turn, STRONG, variant="long")
    assert reveal(p, hexagon) == chart(p, level + 1)


def test_a_strong_fleet_of_turn_one_follows_the_chart() -> None:
    """Event Horizon, lines 191-197 and 223: the chart gives level 2, and it goes before the rule of thumb."""
    p, hexagon = frontier(1, STRONG)
    assert reveal(p, hexagon) == chart(p, 2) == (0, 1, 0)


def test_no_fleet_is_above_level_nine() -> None:
    """Event Horizon, lines 191-192: a strong fleet in the ninth turn is at the end of the chart."""
    p, hexagon = frontier(9, STRONG, variant="long")
    assert reveal(p, hexagon) == chart(p, 9)


@pytest.mark.parametrize(("kind", "level"), [(1, 3), (2, 3), (3, 4)])
def test_fleets_stand_for_the_ships_of_the_layout(kind: int, level: int) -> None:
    """Event Horizon, lines 158-159: regular fleets for ships I and II, strong ones for ships III."""
    p, hexagon = frontier(4, kind)
    assert reveal(p, hexagon) == chart(p, level)


def test_setup_places_active_fleets_where_the_layout_has_ships() -> None:
    """Event Horizon, lines 155-161: same places, active side up."""
    for players in (2, 4, 6):
        p = Position(players=players, modules=("M2",))
        assert [bool(x) for x in p.g.resistance] == [bool(x) for x in Position(players=players).g.resistance]
        assert not p.g.dormant.any()


def test_without_the_module_one_card_of_the_ships_level_is_shown() -> None:
    """Event Horizon, lines 189-193: only the module looks at the turn."""
    p = empty_space(players=2, turns=9)
    hexagon = neighbours(p, CENTRE)[0]
    p.g.resistance[hexagon] = 1
    p.g.turn = 9
    assert reveal(p, hexagon) == (1, 0, 0)


# The combat -----------------------------------------------------------------------------------------------------------


def test_all_ships_of_a_fleet_must_be_destroyed() -> None:
    """Event Horizon, line 202: the first wreck is no victory."""
    p, hexagon = frontier(5)
    one, two = stack(p, 1, 2)
    drop(p, hexagon, shields=2)
    shield = int(p.t.resistance_shield[one])
    fight(p, hexagon, 0, *[HIT] * (shield + 1), *[MISS] * (5 - shield), *[MISS] * 12)
    assert shown(p) == [one, two]
    assert p.legal() == {("hit_foe", 0), ("hit_foe", 1)}
    assign(p, *[0] * (shield + 1))
    assert not p.finished or won_cards(p, 0) == {one, two}
    while not p.finished:
        assert p.legal("hit_foe") == {(1,)}, "the other one still fights, the wreck is no target"
        assert won_cards(p, 0) == set()
        p.default()


def test_beaten_ships_roll_no_more_dice() -> None:
    """Event Horizon, lines 201-202 with base rules, line 293: a destroyed ship is out, its cannons too."""
    p, hexagon = frontier(5)
    one, two = stack(p, 1, 2)
    first, second = (int(p.t.resistance_dice[card]) for card in (one, two))
    need, more = (int(p.t.resistance_shield[card]) + 1 for card in (one, two))
    drop(p, hexagon, shields=2)
    round_1 = [*[HIT] * need, *[MISS] * (6 - need), *[MISS] * (first + second)]
    round_2 = [*[HIT] * more, *[MISS] * (6 - more), *[MISS] * second]
    fight(p, hexagon, 0, *round_1, *round_2, 3, 3)
    assign(p, *[0] * need)
    while not p.finished:
        p.do("hit_foe", 1)
    assert p.g.scripted_count == 2
    assert won_cards(p, 0) == {one, two}


def test_hits_are_spread_among_the_ships_of_a_fleet() -> None:
    """Event Horizon, line 201 with base rules, line 269: the attacker says which ship each hit strikes."""
    p, hexagon = frontier(7)
    cards = stack(p, 1, 2, 3)
    drop(p, hexagon, shields=2)
    dice = sum(int(p.t.resistance_dice[card]) for card in cards)
    fight(p, hexagon, 0, HIT, HIT, *[MISS] * 4, *[MISS] * dice, *[MISS] * 6, *[MISS] * dice)
    assert p.legal("hit_foe") == {(0,), (1,), (2,)}
    p.do("hit_foe", 2)
    assert (2,) in p.legal("hit_foe") or p.t.resistance_shield[cards[2]] == 0
    assert not p.g.foe_damage.any(), "damage counts when all hits are assigned"


def test_the_left_neighbour_assigns_the_hits_of_the_whole_fleet() -> None:
    """Event Horizon, line 201 with base rules, line 291: one player plays all ships of the fleet."""
    p, hexagon = frontier(5, players=3)
    stack(p, 1, 2)
    p.equip(1, WAR_CRUISER, "singularity_shield").equip(1, FIGHTER, "singularity_shield")
    p.place_ship(1, WAR_CRUISER, hexagon)
    p.place_ship(1, FIGHTER, hexagon)
    dice = sum(int(p.t.resistance_dice[card]) for card in stack(p, 1, 2))
    fight(p, hexagon, 1, *[HIT] * dice)
    assert (p.decision, p.actor) == ("hit", 2)


def victory(kind: int = REGULAR) -> tuple[Position, int, list[int]]:
    """A fleet of two is beaten in one round by player 0."""
    p, hexagon = frontier(5, kind)
    cards = stack(p, 1, 2) if kind == REGULAR else stack(p, 2, 3)
    p.equip(0, WAR_CRUISER, SIX, SIX).place_ship(0, WAR_CRUISER, hexagon)
    need = [int(p.t.resistance_shield[card]) + 1 for card in cards]
    dice = sum(int(p.t.resistance_dice[card]) for card in cards)
    fight(p, hexagon, 0, *[HIT] * sum(need), *[MISS] * (12 - sum(need)), *[MISS] * dice)
    for foe, hits in enumerate(need):
        for _ in range(hits):
            if not p.finished:
                p.do("hit_foe", foe)
    assert p.finished
    return p, hexagon, cards


@pytest.mark.parametrize("kind", [REGULAR, STRONG])
def test_all_cards_of_a_beaten_fleet_are_the_reward(kind: int) -> None:
    """Event Horizon, lines 204-206: the winner keeps every card, and the token turns over but stays."""
    p, hexagon, cards = victory(kind)
    assert won_cards(p, 0) == set(cards)
    assert p.g.dormant[hexagon] == 1
    assert p.g.resistance[hexagon] == kind


def test_no_battle_with_a_beaten_fleet() -> None:
    """Event Horizon, lines 152-153 and 206: the turned token is no enemy."""
    p, _, _ = victory()
    before = decks(p)
    p.jump(frames.CONQUEST).dice(3)
    finish(p)
    assert p.g.scripted_count == 1, "no dice"
    assert decks(p) == before
    assert ships_on_map(p, 0) == 1


def test_defeat_gives_no_reward_and_the_cards_go_back() -> None:
    """Event Horizon, lines 208-214: all cards go under their decks, of destroyed ships too; the fleet stays active."""
    p, hexagon = frontier(5)
    one, two = stack(p, 1, 2)
    before = decks(p)
    drop(p, hexagon)
    need = int(p.t.resistance_shield[one]) + 1
    dice = int(p.t.resistance_dice[one]) + int(p.t.resistance_dice[two])
    fight(p, hexagon, 0, *[HIT] * need, *[MISS] * (6 - need), *[HIT] * dice)
    assign(p, *[0] * need)
    assert p.finished
    assert ships_on_map(p, 0) == 0
    assert won_cards(p, 0) == set()
    assert decks(p) == before
    assert (p.g.resistance_deck[0, 0], p.g.resistance_deck[1, 0]) == (one, two)
    assert (p.g.resistance[hexagon], p.g.dormant[hexagon]) == (REGULAR, 0)
    assert not p.g.foe_damage.any() and shown(p) == []


def test_after_a_defeat_the_next_attacker_meets_a_fresh_fleet() -> None:
    """Event Horizon, lines 200 and 208-214: new cards, no damage left over."""
    p, hexagon = frontier(5)
    one, two = stack(p, 1, 2)
    drop(p, hexagon)
    need = int(p.t.resistance_shield[one]) + 1
    dice = int(p.t.resistance_dice[one]) + int(p.t.resistance_dice[two])
    fight(p, hexagon, 0, *[HIT] * need, *[MISS] * (6 - need), *[HIT] * dice)
    assign(p, *[0] * need)
    drop(p, hexagon)
    fight(p, hexagon, 0, *[HIT] * 6)
    assert len(shown(p)) == 2 and not {one, two} & set(shown(p))
    assert not p.g.foe_damage.any()


def test_where_all_die_the_fleet_is_beaten_and_nobody_is_rewarded() -> None:
    """Event Horizon, lines 202-214, our reading: no ship of it is left, and no player to take the cards."""
    p, hexagon = frontier(5)
    cards = stack(p, 1, 2)
    before = decks(p)
    p.equip(0, WAR_CRUISER, SIX, SIX).place_ship(0, WAR_CRUISER, hexagon)
    need = [int(p.t.resistance_shield[card]) + 1 for card in cards]
    dice = sum(int(p.t.resistance_dice[card]) for card in cards)
    fight(p, hexagon, 0, *[HIT] * sum(need), *[MISS] * (12 - sum(need)), *[HIT] * dice)
    while not p.finished:
        p.do("hit_foe", *min(p.legal("hit_foe")))
    assert ships_on_map(p, 0) == 0
    assert won_cards(p, 0) == set()
    assert p.g.dormant[hexagon] == 1
    assert decks(p) == before


def test_the_second_of_two_players_meets_the_fleet_only_if_the_first_lost() -> None:
    """Event Horizon, lines 204-214, our reading: one after the other in turn order, until it is beaten."""
    p, hexagon = frontier(1)
    first, last = places(p)
    (card,) = stack(p, 1)
    for player in (first, last):
        p.equip(player, WAR_CRUISER, SIX).place_ship(player, WAR_CRUISER, hexagon)
        p.learn(player, "cloaking")
    p.g.dormant[hexagon] = 0
    p.jump(frames.CONQUEST)
    while p.decision != "uncloak":
        p.default()
    p.do("uncloak")
    p.dice(*[HIT] * 6, *[MISS] * int(p.t.resistance_dice[card]))
    finish(p)
    assert p.g.dormant[hexagon] == 1
    assert won_cards(p, first) == {card} and won_cards(p, last) == set()


# Dormant fleets -------------------------------------------------------------------------------------------------------


def test_a_beaten_fleet_comes_back_in_upkeep_where_nobody_is() -> None:
    """Event Horizon, lines 173-175: with the repairs of the next Upkeep, in hexes without ships of players."""
    p, hexagon = frontier()
    away = neighbours(p, CENTRE)[2]
    p.g.resistance[away] = STRONG
    p.g.dormant[[hexagon, away]] = 1
    p.place_ship(1, FIGHTER, away)
    p.jump(frames.UPKEEP)
    finish(p)
    assert (p.g.dormant[hexagon], p.g.dormant[away]) == (0, 1)
    assert (p.g.resistance[hexagon], p.g.resistance[away]) == (REGULAR, STRONG)
    p.remove_ships().jump(frames.UPKEEP)
    finish(p)
    assert p.g.dormant[away] == 0


def test_a_cloaked_ship_keeps_a_beaten_fleet_down() -> None:
    """Event Horizon, lines 173-175: any ship of a player counts."""
    p, hexagon = frontier()
    p.g.dormant[hexagon] = 1
    p.learn(0, "cloaking").place_ship(0, FIGHTER, hexagon)
    p.jump(frames.UPKEEP)
    finish(p)
    assert p.g.dormant[hexagon] == 1


def test_fleets_do_not_come_back_in_a_conquest_stage() -> None:
    """Event Horizon, lines 163-175: only Upkeep turns tokens back."""
    p, hexagon = frontier()
    p.g.dormant[hexagon] = 1
    p.jump(frames.CONQUEST)
    finish(p)
    assert p.g.dormant[hexagon] == 1


@pytest.mark.parametrize("dormant", [0, 1])
def test_cloaked_ships_can_uncloak_for_an_active_fleet_only(dormant: int) -> None:
    """Event Horizon, lines 152-153 with base rules, line 237: a beaten fleet is nobody to show oneself to."""
    p, hexagon = frontier()
    p.g.dormant[hexagon] = dormant
    p.learn(0, "cloaking").place_ship(0, FIGHTER, hexagon)
    p.jump(frames.CONQUEST)
    asked = set()
    while not p.finished:
        asked.add(p.decision)
        p.default()
    assert ("uncloak" in asked) == (dormant == 0)


# Few cards ------------------------------------------------------------------------------------------------------------


def keep(p: Position, level: int, left: int) -> None:
    """Only so many cards in a deck; the others belong to the last player."""
    deck = p.g.resistance_deck[level - 1]
    for card in deck[left : p.g.resistance_left[level - 1]]:
        p.g.resistance_owner[card] = p.t.players - 1
    deck[left:] = -1
    p.g.resistance_left[level - 1] = left
    p.g.resistance_known[level - 1] = min(int(p.g.resistance_known[level - 1]), left)


def test_a_fleet_shows_as_many_cards_as_there_are() -> None:
    """our ruling on Event Horizon, line 200: what a deck lacks is left out."""
    p, hexagon = frontier(8)
    assert chart(p, 7) == (0, 2, 1)
    keep(p, 2, 1)
    assert reveal(p, hexagon) == (0, 1, 1)
    p, hexagon = frontier(8)
    keep(p, 2, 0)
    assert reveal(p, hexagon) == (0, 0, 1)


def test_used_cards_are_shuffled_in_for_a_fleet() -> None:
    """our ruling on Event Horizon, line 200: an empty deck is made anew of used cards of its level."""
    p, hexagon = frontier(8)
    keep(p, 2, 0)
    for card in [c for c in range(p.t.resistance_cards) if p.t.resistance_level[c] == 2][:2]:
        p.g.resistance_owner[card] = USED
    assert reveal(p, hexagon) == (0, 2, 1)


def test_without_any_card_of_its_decks_a_fleet_does_not_fight() -> None:
    """our ruling on Event Horizon, line 200: no card, no battle; the fleet stays active."""
    p, hexagon = frontier(1)
    keep(p, 1, 0)
    drop(p, hexagon)
    p.jump(frames.CONQUEST).dice(3)
    finish(p)
    assert p.g.scripted_count == 1
    assert (p.g.resistance[hexagon], p.g.dormant[hexagon]) == (REGULAR, 0)


@pytest.mark.parametrize("players", [2, 5])
def test_whole_games_with_fleets(players: int) -> None:
    """Event Horizon, lines 133-265: games come to their end; every card is in one place, no cube is lost."""
    p = Position(2, players=players, modules=("M2",), turns=3).play_out(1)
    assert p.g.over == 1
    assert_cubes_kept(p)
    owned = sum(1 for card in range(p.t.resistance_cards) if p.g.resistance_owner[card] != -1)
    assert owned + sum(decks(p)) == p.t.resistance_cards
