"""V. Conquest: combat with the Centaurian Resistance."""

from __future__ import annotations

import pytest

from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.assets import SCORE_RESISTANCE
from tests.effort import EVERY_MODE
from tests.position import FIXED_VALUES, Position
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
    places,
    ships_on_map,
)

pytestmark = EVERY_MODE

GUN = "laser_cannon"  # one die
HIT, MISS = 5, 1
LEVELS = (1, 2, 3)


def frontier(level: int = 1, players: int = 2) -> tuple[Position, int]:
    """A hex with a Resistance ship."""
    p = empty_space(players=players, content=FIXED_VALUES)
    hexagon = neighbours(p, CENTRE)[0]
    p.g.resistance[hexagon] = level
    return p, hexagon


def top_card(p: Position, level: int) -> int:
    """The next card of a Resistance deck."""
    return int(p.g.resistance_deck[level - 1, p.g.resistance_left[level - 1] - 1])


def put_on_top(p: Position, level: int, dice: int, shield: int) -> int:
    """Bring a card with these values to the top of its deck."""
    t, deck, left = p.t, p.g.resistance_deck[level - 1], int(p.g.resistance_left[level - 1])
    for i in range(left - 1, -1, -1):
        if t.resistance_dice[deck[i]] == dice and t.resistance_shield[deck[i]] == shield:
            deck[i], deck[left - 1] = int(deck[left - 1]), int(deck[i])
            return top_card(p, level)
    raise AssertionError("no such card")


def fight(p: Position, hexagon: int, player: int, *dice: int) -> Position:
    """Begin the combat of a player with the Resistance; the player's dice come first."""
    return p.dice(*dice).jump(frames.COMBAT, hex=hexagon, lone=player)


def won_cards(p: Position, player: int) -> list[int]:
    """Resistance cards a player holds."""
    return [card for card in range(p.t.resistance_cards) if p.g.resistance_owner[card] == player]


@pytest.mark.parametrize("level", LEVELS)
def test_the_top_card_of_the_ships_deck_is_revealed(level: int) -> None:
    """Base rules, line 289: the card comes from the deck of the ship's level and gives its dice and shield."""
    p, hexagon = frontier(level)
    card = top_card(p, level)
    left = [int(n) for n in p.g.resistance_left]
    p.equip(0, WAR_CRUISER, *["antimatter_cannon"] * 2).place_ship(0, WAR_CRUISER, hexagon)
    shield, dice = int(p.t.resistance_shield[card]), int(p.t.resistance_dice[card])
    fight(p, hexagon, 0, *[HIT] * (shield + 1), *[MISS] * (11 - shield), *[MISS] * dice, 3)
    assert p.finished
    assert p.g.scripted_count == 1, "the card's dice were rolled, no more"
    assert won_cards(p, 0) == [card]
    assert [int(n) for n in p.g.resistance_left] == [n - (i == level - 1) for i, n in enumerate(left)]


@pytest.mark.parametrize("enough", [True, False])
def test_its_damage_must_exceed_its_shield(enough: bool) -> None:
    """Base rules, lines 277 and 293: as in Player Combat, as many hits as shield are not enough."""
    p, hexagon = frontier(2)
    put_on_top(p, 2, 2, 1)
    p.equip(0, FIGHTER, GUN, GUN, "singularity_shield").place_ship(0, FIGHTER, hexagon)
    fight(p, hexagon, 0, HIT, HIT if enough else MISS, MISS, MISS, *(() if enough else (HIT, MISS, HIT, HIT)))
    assert p.finished
    assert won_cards(p, 0) != []
    assert p.g.scripted_count == 0
    assert p.g.ship_damage[0].sum() == (0 if enough else 2), "damage of the second round stays on the ship"


def test_the_winner_keeps_the_card_and_the_ship_is_gone() -> None:
    """Base rules, lines 295-299: the ship leaves the game, the card goes to the player and counts at the end."""
    p, hexagon = frontier(1)
    card = put_on_top(p, 1, 1, 0)
    p.equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, hexagon)
    fight(p, hexagon, 0, HIT, MISS)
    assert p.finished
    assert p.g.resistance[hexagon] == 0
    assert p.g.resistance_owner[card] == 0
    assert p.g.resource[0, 3] == 0, "no VP before the end"
    assert end_game(p).g.score[0, SCORE_RESISTANCE] == p.t.resistance_vp[card] > 0


def test_where_the_resistance_wins_it_is_as_new_and_the_card_goes_under_the_deck() -> None:
    """Base rules, lines 301-303: its ship stays without damage; the next fight shows the next card."""
    p, hexagon = frontier(1)
    card = put_on_top(p, 1, 1, 1)
    left = int(p.g.resistance_left[0])
    p.equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, hexagon)
    fight(p, hexagon, 0, HIT, HIT)
    assert p.finished
    assert ships_on_map(p, 0) == 0
    assert p.g.resistance[hexagon] == 1
    assert p.g.resistance_left[0] == left
    assert p.g.resistance_deck[0, 0] == card
    assert won_cards(p, 0) == []
    assert not p.g.foe_damage.any()
    again = put_on_top(p, 1, 1, 1)
    assert again != card, "the deck has others like it"
    p.place_ship(0, FIGHTER, hexagon)
    fight(p, hexagon, 0, HIT, MISS, MISS, HIT)
    assert p.g.resistance[hexagon] == 1, "one hit is not enough: the damage of the first fight is gone"


def test_both_can_die_and_then_nobody_gets_the_card() -> None:
    """Base rules, lines 276 and 293-303, our reading: the Resistance ship is gone, and without a winner so is the card.

    Damage counts at once as in Player Combat; the card goes back under its deck.
    """
    p, hexagon = frontier(1)
    card = put_on_top(p, 1, 1, 0)
    p.equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, hexagon)
    fight(p, hexagon, 0, HIT, HIT)
    assert p.finished
    assert ships_on_map(p, 0) == 0
    assert p.g.resistance[hexagon] == 0
    assert won_cards(p, 0) == []
    assert p.g.resistance_deck[0, 0] == card


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_player_to_the_left_assigns_its_hits(players: int) -> None:
    """Base rules, line 291: whoever sits left of the attacker plays the Resistance, in any turn order."""
    for attacker in {0, players - 1}:
        p, hexagon = frontier(1, players)
        put_on_top(p, 1, 1, 0)
        p.equip(attacker, WAR_CRUISER, GUN)
        cruiser = p.place_ship(attacker, WAR_CRUISER, hexagon)
        raider = p.place_ship(attacker, DARK_RAIDER, hexagon)
        fight(p, hexagon, attacker, HIT, HIT)
        left = (attacker + 1) % players
        assert (p.decision, p.actor) == ("hit", left)
        relative = (attacker - left) % players
        assert p.legal() == {("hit", relative, cruiser), ("hit", relative, raider)}
        p.do("hit", relative, raider)
        assert p.finished
        assert p.g.ship_hex[attacker, cruiser] == hexagon
        assert p.g.ship_hex[attacker, raider] == -1


def test_cargo_lost_to_the_resistance_returns_to_the_supply() -> None:
    """Base rules, line 293: ships are destroyed as in Player Combat."""
    p, hexagon = frontier(1)
    put_on_top(p, 1, 1, 0)
    p.equip(0, BATTLE_CARRIER)
    p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=3)
    fight(p, hexagon, 0, HIT)
    assert p.finished
    assert ships_on_map(p, 0) == 0
    assert_cubes_kept(p)


def test_quantum_scanner_works_against_the_resistance_too() -> None:
    """Base rules, lines 268 and 293: the combat is as one between players, with the technologies that apply there."""
    p, hexagon = frontier(1)
    put_on_top(p, 1, 1, 0)
    p.learn(0, "quantum_scanner").equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, hexagon)
    fight(p, hexagon, 0, 4, 4)
    assert p.finished
    assert (p.g.resistance[hexagon], ships_on_map(p, 0)) == (0, 1)


# In the Conquest Stage ------------------------------------------------------------------------------------------------


def conquer(p: Position, *dice: int) -> Position:
    """A Conquest Stage in which nobody moves or cloaks off, with these dice."""
    p.jump(frames.CONQUEST).dice(*dice)
    return finish(p)


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_every_fleet_beside_the_resistance_must_fight(players: int) -> None:
    """Base rules, lines 285-287: each hex with ships and a Resistance ship sees a battle, asked or not."""
    p = empty_space(players=players)
    hexes = [h for h in range(p.t.hexes) if p.t.home_of[h] < 0 and h != p.t.council_hex][:players]
    for player, hexagon in enumerate(hexes):
        p.g.resistance[hexagon] = 1
        p.equip(player, WAR_CRUISER, *["antimatter_cannon"] * 3, *["singularity_shield"] * 2)
        p.place_ship(player, WAR_CRUISER, hexagon)
    conquer(p)
    for player, hexagon in enumerate(hexes):
        assert p.g.resistance[hexagon] == 0 or ships_on_map(p, player) == 0
        assert len(won_cards(p, player)) == ships_on_map(p, player)


def test_the_resistance_does_not_fight_players_who_are_not_there() -> None:
    """Base rules, line 287: only ships in its hex."""
    p, hexagon = frontier(3)
    p.place_ship(0, FIGHTER, CENTRE)
    conquer(p)
    assert ships_on_map(p, 0) == 1
    assert p.g.resistance[hexagon] == 3


def test_the_resistance_is_fought_after_the_players_fought() -> None:
    """Base rules, line 287: first the players among themselves, then the survivor, damaged as it is, the Resistance."""
    p, hexagon = frontier(1)
    card = put_on_top(p, 1, 1, 0)
    first, last = places(p)
    p.equip(first, FIGHTER, GUN, "electromagnetic_shield").equip(last, FIGHTER, GUN)
    p.place_ship(first, FIGHTER, hexagon)
    p.place_ship(last, FIGHTER, hexagon)
    conquer(p, HIT, HIT, MISS, HIT)
    assert ships_on_map(p, last) == 0, "beaten by the other player"
    assert ships_on_map(p, first) == 0, "one damage from the player, one from the Resistance"
    assert p.g.resistance[hexagon] == 1
    assert p.g.resistance_deck[0, 0] == card


def test_where_the_players_destroyed_each_other_the_resistance_has_nobody_to_fight() -> None:
    """Base rules, line 287: it takes ships that are left after Player Combat."""
    p, hexagon = frontier(1)
    left = int(p.g.resistance_left[0])
    for player in range(2):
        p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, hexagon)
    conquer(p, HIT, HIT, 3)
    assert p.g.scripted_count == 1
    assert p.g.resistance[hexagon] == 1
    assert p.g.resistance_left[0] == left


def test_cloaked_ships_are_left_out() -> None:
    """Base rules, lines 237 and 251: who stays unseen is fought by nobody, beside a visible fleet too."""
    p, hexagon = frontier(1)
    put_on_top(p, 1, 1, 0)
    hidden, seen = places(p)
    p.learn(hidden, "cloaking").equip(seen, FIGHTER, GUN)
    ship = p.place_ship(hidden, DARK_RAIDER, hexagon)
    p.place_ship(seen, FIGHTER, hexagon)
    conquer(p, HIT, MISS, 3)
    assert p.g.scripted_count == 1
    assert won_cards(p, seen) != [] and won_cards(p, hidden) == []
    assert p.g.ship_hex[hidden, ship] == hexagon


def test_two_fleets_that_could_not_fight_each_other_meet_it_one_after_the_other() -> None:
    """Base rules, lines 285-287, our reading: in turn order, until the Resistance ship is gone."""
    p, hexagon = frontier(1)
    first, last = places(p)
    put_on_top(p, 1, 1, 0)
    for player in (first, last):
        p.equip(player, FIGHTER).place_ship(player, FIGHTER, hexagon)
    conquer(p, HIT, HIT)
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 0
    assert p.g.resistance[hexagon] == 1


def test_after_a_victory_population_can_land() -> None:
    """Base rules, lines 285-313: deploying comes after the combat, from ships that are still there."""
    p, hexagon = frontier(1)
    put_on_top(p, 1, 1, 0)
    p.equip(0, BATTLE_CARRIER, GUN)
    ship = p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=2)
    p.learn(0, "landing_maneuvers").jump(frames.CONQUEST).dice(HIT, MISS)
    p.until("deploy").do("deploy", ship)
    assert p.g.population[hexagon, 0] == 1
    assert p.g.resistance[hexagon] == 0


def test_won_cards_and_upgrades_rest_during_conquest() -> None:
    """Base rules, lines 145 and 299: won cards are used and upgrades rearranged outside the Conquest Stage."""
    p, hexagon = frontier(1)
    p.g.resistance_owner[0] = 0
    p.equip(0, BATTLE_CARRIER, GUN, "electromagnetic_shield")
    p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=2)
    p.jump(frames.CONQUEST)
    while not p.finished:
        assert not p.legal("resistance_card") and not p.legal("move_upgrade")
        p.default()


# Running out of cards -------------------------------------------------------------------------------------------------

USED = -2


def deal_out(p: Position, *used: int) -> Position:
    """No card in the deck of level I: these were used for their bonus, the others belong to the last player."""
    for card in range(p.t.resistance_cards):
        if p.t.resistance_level[card] == 1:
            p.g.resistance_owner[card] = USED if card in used else p.t.players - 1
    p.g.resistance_left[0] = p.g.resistance_known[0] = 0
    p.g.resistance_deck[0] = -1
    return p


def test_an_empty_deck_is_made_anew_from_used_cards() -> None:
    """our ruling on base rules, line 289: used cards of the level are shuffled into a new deck."""
    first = set()
    for seed in range(8):
        p = empty_space(seed, players=2)
        hexagon = neighbours(p, CENTRE)[0]
        p.g.resistance[hexagon] = 1
        used = {card for card in range(p.t.resistance_cards) if p.t.resistance_level[card] == 1}
        used = set(sorted(used, key=lambda card: int(p.t.resistance_shield[card]))[:3])
        deal_out(p, *used).equip(0, WAR_CRUISER, "antimatter_cannon", "antimatter_cannon")
        p.place_ship(0, WAR_CRUISER, hexagon)
        conquer(p, *[HIT] * 12, *[MISS] * 4)
        (card,) = won_cards(p, 0)
        assert p.g.resistance[hexagon] == 0
        assert p.g.resistance_left[0] == 2
        assert {card, *(int(x) for x in p.g.resistance_deck[0, :2])} == used
        assert all(p.g.resistance_owner[x] == -1 for x in used - {card})
        first.add(card)
    assert len(first) > 1, "shuffled"


def test_an_empty_deck_stays_empty_until_a_card_is_needed() -> None:
    """our ruling on base rules, line 289: used cards wait, without Edge of Extinction."""
    p, hexagon = frontier(1)
    card = put_on_top(p, 1, 1, 0)
    used = [x for x in range(p.t.resistance_cards) if p.t.resistance_level[x] == 1 and x != card]
    deal_out(p, *used).g.resistance_owner[card] = -1
    p.g.resistance_deck[0, 0] = card
    p.g.resistance_left[0] = 1
    p.equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, hexagon)
    fight(p, hexagon, 0, HIT, MISS)
    assert p.finished and won_cards(p, 0) == [card]
    assert p.g.resistance_left[0] == 0
    assert (p.g.resistance_owner[used] == USED).all()


def test_without_any_card_there_is_no_battle() -> None:
    """our ruling on base rules, line 289: with neither deck nor used cards of its level the Resistance ship stays."""
    p, hexagon = frontier(1)
    deal_out(p)
    other = next(card for card in range(p.t.resistance_cards) if p.t.resistance_level[card] == 2)
    p.g.resistance_deck[1, p.g.resistance_deck[1] == other] = p.g.resistance_deck[1, p.g.resistance_left[1] - 1]
    p.g.resistance_left[1] -= 1
    p.g.resistance_owner[other] = USED
    p.equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, hexagon)
    conquer(p, 3)
    assert p.g.scripted_count == 1, "nobody rolled a die"
    assert p.g.resistance[hexagon] == 1
    assert ships_on_map(p, 0) == 1
    assert p.g.resistance_owner[other] == USED
