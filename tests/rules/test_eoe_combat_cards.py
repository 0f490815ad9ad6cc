"""Edge of Extinction: combat cards, those of players and those of the Resistance."""

from __future__ import annotations

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, log
from exodus_env.exodus.rules.assets import SCORE_COMBAT
from exodus_env.exodus.rules.combat.sides import CENTAURIANS
from tests.position import Position
from tests.rules.eoe_scenes import (
    GUN,
    HIT,
    MISS,
    SHIELD,
    change_tables,
    edge_of_space,
    fight,
    frontier,
    hold,
    no_foe_cards,
    put_on_top,
    stack_foe_cards,
    told,
    write_card,
    write_foe_card,
)
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    finish,
    ships_on_map,
)

FIRST, LAST = 0, 1  # players of a combat of two, by place in turn order
ONE, TWO, THREE = 0, 1, 2  # kinds of card the tests write on
CLASSES = (DARK_RAIDER, FIGHTER, WAR_CRUISER, BATTLE_CARRIER)


def duel(players: int = 2, shield: str = "singularity_shield") -> Position:
    """Each player has a War Cruiser with one die and a shield in the centre."""
    p = edge_of_space(players)
    for player in range(players):
        p.equip(player, WAR_CRUISER, GUN, shield)
        p.place_ship(player, WAR_CRUISER, CENTRE)
    return p


def siege(dice: int = 1, shield: int = 1) -> tuple[Position, int]:
    """The first player's War Cruiser with one die and a shield of three meets a Resistance ship."""
    p = edge_of_space()
    hexagon = frontier(p)
    put_on_top(p, 2, dice, shield)
    p.g.resistance[hexagon] = 2
    p.equip(FIRST, WAR_CRUISER, GUN, "singularity_shield").place_ship(FIRST, WAR_CRUISER, hexagon)
    return no_foe_cards(p), hexagon


def cruiser(p: Position) -> int:
    """The slot of everybody's first War Cruiser."""
    return next(s for s in range(p.t.ships) if p.t.ship_class[s] == WAR_CRUISER)


def damage(p: Position, player: int) -> int:
    """Damage on a player's War Cruiser."""
    return int(p.g.ship_damage[player, cruiser(p)])


def rolled(p: Position, side: int) -> tuple[int, int]:
    """Dice and hits of a side's first roll since the last decision."""
    return next((row[1], row[2]) for row in told(p, log.E_ROLLED) if row[0] == side)


def works(p: Position) -> list[tuple[int, int]]:
    """Sides whose cards were resolved since the last decision, in order, and whether they took effect."""
    return [(row[0], row[2]) for row in told(p, log.E_COMBAT_CARD_SHOWN)]


def one_round(p: Position, *dice: int) -> Position:
    """Fight a round in which the first player plays card ONE and nobody else any; dice after that miss."""
    return hold(p, FIRST, ONE, THREE).jump(frames.COMBAT, hex=CENTRE, lone=-1).dice(*dice).do("combat_card", ONE)


# Playing --------------------------------------------------------------------------------------------------------------


def test_cards_are_played_in_reverse_turn_order_each_round() -> None:
    """Movement and combat text, lines 303-306 and 404: one card or none, face down, in every round."""
    p = duel(3)
    for player in range(3):
        hold(p, player, ONE, ONE, TWO)
    write_card(p, ONE, ("draw", "own", 0))
    fight(p, *[MISS] * 3)
    for _ in range(2):
        asked = []
        for _ in range(3):
            assert p.decision == "combat_card"
            assert ("pass",) in p.legal() and ("combat_card", ONE) in p.legal()
            asked.append(p.actor)
            p.dice(*[MISS] * 3).do("combat_card", ONE)
        assert asked == [2, 1, 0]
    assert p.legal() == {("pass",), ("combat_card", TWO)}


def test_who_holds_no_card_is_not_asked() -> None:
    """Ours: that somebody holds none is known."""
    p = duel()
    hold(p, FIRST, ONE)
    fight(p)
    assert (p.decision, p.actor) == ("combat_card", FIRST)


def test_a_card_is_secret_until_all_are_shown() -> None:
    """Movement and combat text, lines 303-311: cards lie face down and are revealed together."""
    p = duel()
    hold(p, LAST, ONE)
    hold(p, FIRST, TWO)
    fight(p).do("combat_card", ONE)
    g = p.g
    assert g.combat_chosen[LAST] == ONE and g.combat_hand[LAST, ONE] == 0
    assert g.combat_held[LAST] == 1, "others count it still"
    assert (g.combat_shown == -1).all() and not g.edge.any()
    p.equip(FIRST, WAR_CRUISER, "singularity_shield")
    p.dice(MISS, MISS).decline()
    assert g.combat_held[LAST] == 0 and g.combat_chosen[LAST] == -1


def test_a_played_card_is_discarded_after_the_round() -> None:
    """Movement and combat text, lines 400-402."""
    p = duel()
    write_card(p, ONE, ("aim", "own", 1))
    before = int(p.g.combat_discard[ONE])
    one_round(p, MISS, MISS)
    assert p.decision == "combat_card", "the next round"
    assert p.g.combat_discard[ONE] == before + 1
    assert not p.g.edge.any() and (p.g.combat_shown == -1).all()


def test_a_card_for_once_in_a_game_is_removed() -> None:
    """Movement and combat text, lines 662-667: it is out of the game once it was used."""
    p = duel()
    write_card(p, ONE, ("aim", "own", 1), once=1)
    before = int(p.g.combat_discard[ONE])
    one_round(p, MISS, MISS)
    assert p.g.combat_removed[ONE] == 1 and p.g.combat_discard[ONE] == before


def test_a_card_holds_for_one_round() -> None:
    """Movement and combat text, lines 320-323: effects last until the end of the round."""
    p = duel()
    write_card(p, ONE, ("dice", "own", 3))
    one_round(p, *[MISS] * 5)
    p.dice(MISS, MISS, MISS, MISS).decline()
    assert rolled(p, FIRST)[0] == 1


# Order ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("orders", "expected"), [((5, 3, 4), [1, 2, 0]), ((7, 7, 7), [0, 1, 2]), ((2, 1, 1), [1, 2, 0])]
)
def test_cards_are_resolved_by_number_then_in_turn_order(orders: tuple[int, ...], expected: list[int]) -> None:
    """Movement and combat text, lines 308-313."""
    p = duel(3)
    for player, (kind, number) in enumerate(zip((ONE, TWO, THREE), orders, strict=True)):
        write_card(p, kind, ("aim", "own", 1), order=number)
        hold(p, player, kind)
    fight(p).do("combat_card", THREE).do("combat_card", TWO)
    p.dice(*[MISS] * 3).do("combat_card", ONE)
    assert [side for side, _ in works(p)] == expected


def test_the_card_of_the_resistance_is_the_last_among_equals() -> None:
    """Ours: the Resistance comes after the players."""
    p, hexagon = siege()
    write_card(p, ONE, ("aim", "own", 0), order=9)
    write_foe_card(p, ONE, ("aim", "own", 0), order=9)
    hold(stack_foe_cards(p, ONE), FIRST, ONE)
    p.jump(frames.COMBAT, hex=hexagon, lone=FIRST).dice(MISS, MISS).do("combat_card", ONE)
    assert [side for side, _ in works(p)] == [FIRST, CENTAURIANS]


# Effects at the start -------------------------------------------------------------------------------------------------


def test_silence_stops_cards_not_resolved_yet() -> None:
    """Ours: a card that silences the enemies comes too late for lower numbers."""
    p = duel(3)
    write_card(p, ONE, ("silence", "enemies", 1), order=5)
    write_card(p, TWO, ("aim", "own", 1), order=4)
    write_card(p, THREE, ("aim", "own", 1), order=6)
    for player, kind in enumerate((ONE, TWO, THREE)):
        hold(p, player, kind)
    fight(p).do("combat_card", THREE).do("combat_card", TWO)
    p.dice(*[MISS] * 3).do("combat_card", ONE)
    assert works(p) == [(1, 1), (0, 1), (2, 0)]


def test_own_ships_retreat_home_with_all_on_board() -> None:
    """Ours: they are neither beaten nor destroyed; the one who is left scores for what was destroyed before."""
    p = duel(shield=SHIELD)
    write_card(p, ONE, ("retreat", "own", 1))
    raider = p.place_ship(FIRST, DARK_RAIDER, CENTRE)
    p.g.ship_cargo[FIRST, cruiser(p)] = 1
    p.g.supply[FIRST] -= 1
    hold(p, FIRST, ONE)
    fight(p, MISS, HIT).decline()
    assert (p.decision, p.actor) == ("hit", LAST)
    p.do("hit", 1, raider).do("combat_card", ONE)
    assert p.finished
    assert p.g.ship_hex[FIRST, cruiser(p)] == p.t.home_hex[FIRST] and p.g.ship_cargo[FIRST, cruiser(p)] == 1
    assert p.g.ship_hex[LAST, cruiser(p)] == CENTRE
    assert p.g.score[LAST, SCORE_COMBAT] == p.t.class_vp[DARK_RAIDER]
    assert told(p, log.E_RETREATED) == [(FIRST, 1, 0, 0)]
    assert not told(p, log.E_ROLLED), "there is nobody left to roll against"
    assert_cubes_kept(p)


def test_others_fight_on_when_one_retreats() -> None:
    """Ours: the combat goes on while there are two sides."""
    p = duel(3)
    write_card(p, ONE, ("retreat", "own", 1))
    hold(p, FIRST, ONE)
    fight(p).dice(HIT, MISS, HIT, HIT, HIT, HIT, HIT, HIT).do("combat_card", ONE)
    finish(p)
    assert ships_on_map(p, FIRST) == 1 and p.g.ship_hex[FIRST, cruiser(p)] == p.t.home_hex[FIRST]
    assert ships_on_map(p, 1) + ships_on_map(p, 2) <= 1


def test_a_lone_player_retreats_from_the_resistance() -> None:
    """Ours: the Resistance stays as it was."""
    p, hexagon = siege()
    write_card(p, ONE, ("retreat", "own", 1))
    hold(p, FIRST, ONE).jump(frames.COMBAT, hex=hexagon, lone=FIRST).do("combat_card", ONE)
    assert p.finished
    assert p.g.resistance[hexagon] == 2 and (p.g.resistance_owner[: p.t.resistance_cards] == -1).all()
    assert p.g.ship_hex[FIRST, cruiser(p)] == p.t.home_hex[FIRST]


def test_the_resistance_never_retreats() -> None:
    """Ours: it has nowhere to go."""
    p, hexagon = siege()
    write_card(p, ONE, ("retreat", "enemies", 1))
    hold(p, FIRST, ONE).jump(frames.COMBAT, hex=hexagon, lone=FIRST).dice(HIT, MISS, HIT, MISS).do("combat_card", ONE)
    assert finish(p).g.resistance[hexagon] == 0


def test_repair_takes_damage_off_each_own_ship_in_the_combat() -> None:
    """Ours: no more than there is."""
    p = duel()
    write_card(p, ONE, ("repair", "own", 2))
    carrier = p.equip(FIRST, BATTLE_CARRIER, SHIELD).place_ship(FIRST, BATTLE_CARRIER, CENTRE, damage=1)
    away = p.place_ship(FIRST, BATTLE_CARRIER, int(p.t.home_hex[FIRST]), damage=1)
    p.g.ship_damage[:2, cruiser(p)] = 3
    one_round(p, MISS, MISS)
    assert [int(p.g.ship_damage[FIRST, s]) for s in (cruiser(p), carrier, away)] == [1, 0, 1]
    assert damage(p, LAST) == 3


def test_repair_for_the_resistance() -> None:
    """Ours: a ship that is beaten stays so."""
    p, hexagon = siege(dice=1, shield=1)
    write_foe_card(p, ONE, ("repair", "own", 2))
    write_card(p, ONE, ("hits", "own", 1))
    hold(stack_foe_cards(p, ONE), FIRST, TWO).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    p.g.foe_damage[0] = 1
    p.dice(HIT, MISS).decline()
    assert p.decision == "combat_card", "one hit was not enough after the repair"
    assert p.g.foe_damage[0] == 1


def test_cards_are_drawn_and_a_hand_that_is_too_large_is_discarded_down() -> None:
    """Movement and combat text, lines 187-189: the limit holds at once."""
    p = duel()
    write_card(p, ONE, ("draw", "own", 2))
    hold(p, FIRST, ONE, *[TWO] * int(p.t.combat_limit - 1))
    left = int(p.g.combat_left)
    fight(p).do("combat_card", ONE)
    assert (p.decision, p.actor) == ("discard", FIRST)
    assert p.g.combat_left == left - 2 and p.g.combat_held[FIRST] == p.t.combat_limit + 1
    p.dice(MISS, MISS).do("combat_card", TWO)
    assert p.decision == "combat_card", "the round went on"
    assert p.g.combat_held[FIRST] == p.t.combat_limit == p.g.combat_hand[FIRST].sum()


def test_enemies_discard_at_random() -> None:
    """Ours: as many as they have; a card that is played is not in the hand."""
    p = duel()
    write_card(p, ONE, ("discard", "enemies", 2), order=1)
    write_card(p, TWO, ("aim", "own", 1), order=2)
    hold(p, FIRST, ONE)
    hold(p, LAST, TWO, THREE)
    fight(p).do("combat_card", TWO)
    p.dice(MISS, MISS).do("combat_card", ONE)
    assert works(p)[:2] == [(FIRST, 1), (LAST, 1)]
    assert p.g.combat_held[LAST] == 0 == p.g.combat_hand[LAST].sum()


# Effects on dice, hits and damage -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("aim", "roll", "hits"), [(0, 4, 0), (1, 4, 1), (9, 1, 0), (9, 2, 1), (-1, 5, 0), (-9, 6, 1)])
def test_aim_changes_the_roll_that_hits_but_a_one_never_and_a_six_always_does(aim: int, roll: int, hits: int) -> None:
    """Movement and combat text, lines 381-383: cards change the score that hits."""
    p = duel()
    write_card(p, ONE, ("aim", "own", aim))
    one_round(p, roll, MISS)
    assert rolled(p, FIRST) == (1, hits)
    assert damage(p, LAST) == hits


def test_the_enemies_aim_worse() -> None:
    """Ours: an effect on enemies holds for each of them, and not for oneself."""
    p = duel(3)
    write_card(p, ONE, ("aim", "enemies", -1))
    one_round(p, 5, 5, 5)
    assert [rolled(p, player)[1] for player in range(3)] == [1, 0, 0]


@pytest.mark.parametrize(("extra", "dice"), [(2, 3), (0, 1), (-1, 0), (-5, 0)])
def test_dice_are_added_or_taken_away_but_never_below_none(extra: int, dice: int) -> None:
    """Ours: there are no fewer dice than none."""
    p = duel()
    write_card(p, ONE, ("dice", "own", extra))
    one_round(p, *[MISS] * (dice + 1))
    found = [row for row in told(p, log.E_ROLLED) if row[0] == FIRST]
    assert found[:1] == ([(FIRST, dice, 0, 0)] if dice else [])


def test_dice_of_a_card_need_no_cannon() -> None:
    """Ours: a card can stand for a cannon, for its round."""
    p = duel().equip(FIRST, WAR_CRUISER, "singularity_shield").equip(LAST, WAR_CRUISER, SHIELD)
    write_card(p, ONE, ("dice", "own", 2))
    hold(p, FIRST, ONE)
    fight(p).dice(HIT, HIT).do("combat_card", ONE)
    assert p.finished and ships_on_map(p, LAST) == 0


def test_dice_taken_away_are_ordinary_ones_first() -> None:
    """Ours: the better dice of EMP Cannons stay."""
    p = duel().equip(FIRST, WAR_CRUISER, GUN, "emp_cannon", "singularity_shield")
    write_card(p, ONE, ("dice", "own", -2))
    one_round(p, 4, MISS, MISS, MISS)
    assert rolled(p, FIRST) == (3, 1)


def test_failed_dice_are_rolled_again_once() -> None:
    """Ours: those that hit stay as they are."""
    p = duel().equip(FIRST, WAR_CRUISER, GUN, GUN, "singularity_shield")
    write_card(p, ONE, ("reroll", "own", 1))
    one_round(p, HIT, MISS, HIT, MISS)
    assert rolled(p, FIRST) == (2, 2)


@pytest.mark.parametrize(("extra", "roll", "hits"), [(1, MISS, 1), (2, HIT, 3), (-1, HIT, 0), (-1, MISS, 0)])
def test_hits_are_added_to_those_rolled(extra: int, roll: int, hits: int) -> None:
    """Movement and combat text, lines 387-389: cards change hits."""
    p = duel()
    write_card(p, ONE, ("hits", "own", extra))
    one_round(p, roll, MISS)
    assert rolled(p, FIRST) == (1, hits)
    assert damage(p, LAST) == hits


def test_hits_are_cancelled_when_damage_counts() -> None:
    """Edge of Extinction, lines 393-398: cards cancel hits, of those who play them."""
    p = duel().equip(LAST, WAR_CRUISER, GUN, GUN, "singularity_shield")
    write_card(p, ONE, ("absorb", "own", 1))
    one_round(p, HIT, HIT, HIT)
    assert damage(p, FIRST) == 1 and damage(p, LAST) == 1


def test_all_hits_are_assigned_before_any_is_cancelled() -> None:
    """Edge of Extinction, lines 387-398: who assigns first loses no hit against another side."""
    p = duel(3)
    write_card(p, ONE, ("absorb", "own", 1))
    hold(p, FIRST, ONE, THREE)
    fight(p).dice(HIT, HIT, HIT).do("combat_card", ONE)
    asked = []
    for target in (FIRST, LAST, LAST):
        assert p.decision == "hit"
        asked.append(p.actor)
        p.do("hit", (target - p.actor) % 3 if target != p.actor else (2 - p.actor) % 3, cruiser(p))
    assert asked == [2, 1, 0], "everybody, in reverse turn order"
    assert [damage(p, player) for player in range(3)] == [0, 1, 1]


@pytest.mark.parametrize(("hits", "lost"), [(1, False), (2, True), (4, True)])
def test_hits_beyond_what_destroys_a_ship_are_assigned_before_any_is_cancelled(hits: int, lost: bool) -> None:
    """Edge of Extinction, lines 385-398: one cancelled hit saves no ship that took two more than it can bear."""
    p = edge_of_space().equip(FIRST, WAR_CRUISER, GUN).equip(LAST, WAR_CRUISER, *[GUN] * 4)
    for player in (FIRST, LAST):
        p.place_ship(player, WAR_CRUISER, CENTRE)
    write_card(p, ONE, ("absorb", "own", 1))
    one_round(p, MISS, *[HIT] * hits, *[MISS] * (4 - hits))
    assert (ships_on_map(p, FIRST) == 0) == lost


def test_a_doomed_ship_is_hit_again_while_a_card_could_save_it() -> None:
    """Edge of Extinction, lines 385-398: hits are assigned in full, and the attacker makes sure of a ship or not."""
    p, (_, fighter, raider) = under_fire(edge_of_space(), absorbed=1, hits=4)
    p.do("hit", 1, raider)
    assert ("hit", 1, raider) in p.legal(), "one hit too many could be cancelled"
    p.do("hit", 1, raider)
    assert ("hit", 1, raider) not in p.legal(), "two could not"
    p.do("hit", 1, fighter).do("hit", 1, fighter)
    assert (p.decision, p.actor) == ("cancel_hit", FIRST)
    p.do("ship", raider)
    assert p.g.ship_hex[FIRST, raider] < 0 and p.g.ship_hex[FIRST, fighter] < 0, "one hit less saves neither"


def test_a_doomed_ship_is_no_target_where_no_hit_can_be_undone() -> None:
    """Ours: further hits would change nothing, so there is no question about them."""
    p, (_, fighter, raider) = under_fire(edge_of_space(), absorbed=0, hits=4)
    p.do("hit", 1, raider)
    assert ("hit", 1, raider) not in p.legal() and ("hit", 1, fighter) in p.legal()


def test_hits_that_nothing_can_undo_any_more_are_not_asked_for() -> None:
    """Ours: the only ship takes two hits and is lost for sure; the others need no question."""
    p = edge_of_space().equip(FIRST, WAR_CRUISER).equip(LAST, WAR_CRUISER, *[GUN] * 9)
    for player in (FIRST, LAST):
        p.place_ship(player, WAR_CRUISER, CENTRE)
    write_card(p, ONE, ("absorb", "own", 1))
    one_round(p, *[HIT] * 9)
    assert p.finished and ships_on_map(p, FIRST) == 0
    assert not p.g.hits.any() and not p.g.rolled.any()


def under_fire(p: Position, absorbed: int, hits: int) -> tuple[Position, list[int]]:
    """The first player absorbs an amount of hits; the other one is about to assign some on three ships.

    A War Cruiser has a shield of three, a Fighter of one, a Dark Raider none.
    """
    p.equip(FIRST, FIGHTER, SHIELD).equip(FIRST, DARK_RAIDER).equip(FIRST, WAR_CRUISER, "singularity_shield")
    ships = [p.place_ship(FIRST, c, CENTRE) for c in (WAR_CRUISER, FIGHTER, DARK_RAIDER)]
    p.equip(LAST, WAR_CRUISER, *[GUN] * hits).place_ship(LAST, WAR_CRUISER, CENTRE)
    write_card(p, ONE, ("absorb", "own", absorbed))
    hold(p, FIRST, ONE, THREE).jump(frames.COMBAT, hex=CENTRE, lone=-1).dice(*[HIT] * hits).do("combat_card", ONE)
    return p, ships


def cancelled(absorbed: int, hits: tuple[int, ...], *choices: int) -> tuple[int | None, ...]:
    """Damage on the three ships (None: lost) when these hits are assigned and those on these ships are cancelled."""
    p, ships = under_fire(edge_of_space(), absorbed, sum(hits))
    for ship, count in zip(ships, hits, strict=True):
        for _ in range(count):
            if p.decision == "hit":
                p.do("hit", 1, ship)
    for choice in choices:
        assert (p.decision, p.actor) == ("cancel_hit", FIRST)
        assert p.legal() == {("ship", s) for s in ships if p.g.hits[FIRST, s] > 0}
        p.do("ship", ships[choice])
    assert p.decision != "cancel_hit"
    return tuple(int(p.g.ship_damage[FIRST, s]) if p.g.ship_hex[FIRST, s] >= 0 else None for s in ships)


@pytest.mark.parametrize(
    ("absorbed", "hits", "choices", "left"),
    [
        (1, (4, 2, 0), (0,), (3, None, 0)),
        (1, (4, 2, 0), (1,), (None, 1, 0)),
        (1, (2, 0, 1), (0,), (1, 0, None)),  # a player may choose badly
        (2, (2, 0, 2), (2, 2), (2, 0, 0)),
        (2, (3, 1, 1), (0, 2), (2, 1, 0)),
        (1, (2, 0, 0), (), (1, 0, 0)),  # one ship was hit
        (9, (3, 2, 1), (), (0, 0, 0)),  # all hits are cancelled
    ],
)
def test_the_owner_decides_hit_by_hit_which_are_cancelled(
    absorbed: int, hits: tuple[int, ...], choices: tuple[int, ...], left: tuple[int | None, ...]
) -> None:
    """Edge of Extinction, lines 395-398: the player decides how such an effect is resolved, where it matters."""
    assert cancelled(absorbed, hits, *choices) == left


@pytest.mark.parametrize("seed", range(12))
def test_every_hit_rolled_is_cancelled_or_counts_unless_all_ships_are_lost(seed: int) -> None:
    """Edge of Extinction, lines 385-398: whatever is chosen; as many hits are cancelled as the card says."""
    rng = np.random.default_rng(seed)
    hits, absorbed = int(rng.integers(1, 9)), int(rng.integers(4))
    p, ships = under_fire(edge_of_space(), absorbed, hits)
    shields = dict(zip(ships, (3, 1, 0), strict=True))
    suffered, lost, cancels = dict.fromkeys(ships, 0), set(), 0
    while True:
        cancels += len(told(p, log.E_HIT_CANCELLED))
        for _, ship, count, _ in told(p, log.E_SHIP_HIT):
            suffered[ship] += count
        lost |= {ship for _, ship, *_ in told(p, log.E_SHIP_DESTROYED)}
        if p.decision not in ("hit", "cancel_hit"):
            break
        p.do(*sorted(p.legal())[rng.integers(len(p.legal()))])
    assert lost == {ship for ship in ships if suffered[ship] > shields[ship]}
    assert cancels == min(absorbed, hits)
    assert sum(suffered.values()) + cancels == hits or len(lost) == len(ships)


def test_hits_are_cancelled_in_reverse_turn_order() -> None:
    """Edge of Extinction, lines 397-398: everybody once all hits are assigned, the last in turn order first."""
    p = edge_of_space()
    write_card(p, ONE, ("absorb", "own", 1))
    for player in (FIRST, LAST):
        p.equip(player, WAR_CRUISER, GUN, GUN, SHIELD).equip(player, FIGHTER)
        for ship_class in (WAR_CRUISER, FIGHTER):
            p.place_ship(player, ship_class, CENTRE)
        hold(p, player, ONE, THREE)
    fight(p).do("combat_card", ONE).dice(*[HIT] * 4).do("combat_card", ONE)
    fighter = next(s for s in range(p.t.ships) if p.t.ship_class[s] == FIGHTER)
    for ship in (cruiser(p), fighter) * 2:
        p.do("hit", 1, ship)
    asked = []
    while p.decision == "cancel_hit":
        asked.append(p.actor)
        p.do("ship", fighter)
    assert asked == [LAST, FIRST]
    assert [damage(p, player) for player in (FIRST, LAST)] == [1, 1] and ships_on_map(p, FIRST) == 2


def test_who_acts_for_the_resistance_decides_which_hits_on_its_ships_are_cancelled() -> None:
    """Base rules, line 291; Edge of Extinction, lines 395-398: as with all it decides."""
    p = edge_of_space(modules=("M2",))
    hexagon = frontier(p)
    write_foe_card(p, ONE, ("absorb", "own", 1))
    change_tables(p, lambda t: t.fleet_cards.__setitem__(slice(None), [2, 0, 0]))
    change_tables(p, lambda t: t.resistance_shield.__setitem__(slice(None), 0))
    p.equip(FIRST, WAR_CRUISER, GUN, GUN).place_ship(FIRST, WAR_CRUISER, hexagon)
    hold(stack_foe_cards(p, ONE), FIRST, TWO).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    p.dice(HIT, HIT, *[MISS] * 4).decline()
    p.do("hit_foe", 0).do("hit_foe", 1)
    assert (p.decision, p.actor) == ("cancel_hit", LAST)
    assert p.legal() == {("cancel_foe_hit", 0), ("cancel_foe_hit", 1)}
    p.do("cancel_foe_hit", 1)
    assert p.g.foe_damage[0] > 0 == p.g.foe_damage[1]


def test_the_resistance_absorbs_hits() -> None:
    """Ours: its cards do what those of players do."""
    p, hexagon = siege(shield=0, dice=1)
    write_foe_card(p, ONE, ("absorb", "own", 1))
    hold(stack_foe_cards(p, ONE), FIRST, ONE).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    p.dice(HIT, MISS).decline()
    assert p.decision == "combat_card" and p.g.foe_damage[0] == 0


def test_shields_are_stronger_for_the_round_and_what_they_bore_does_not_destroy_later() -> None:
    """Ours: as with Solar Wind, damage beyond the shield is forgotten."""
    p = duel(shield=SHIELD)
    write_card(p, ONE, ("shield", "own", 2))
    p.equip(LAST, WAR_CRUISER, GUN, GUN, GUN, SHIELD)
    one_round(p, MISS, HIT, HIT, HIT)
    assert p.decision == "combat_card", "three hits were borne"
    assert damage(p, FIRST) == 1
    p.dice(MISS, HIT, MISS, MISS).decline()
    assert ships_on_map(p, FIRST) == 0


def test_weaker_shields_destroy_what_is_damaged_but_nothing_whole() -> None:
    """Ours: a shield is no less than none."""
    p = duel()
    write_card(p, ONE, ("shield", "enemies", -9))
    one_round(p, MISS, MISS)
    assert ships_on_map(p, LAST) == 1, "without damage nothing happens"
    p = duel()
    write_card(p, ONE, ("shield", "enemies", -2))
    p.g.ship_damage[LAST, cruiser(p)] = 2
    one_round(p, MISS, MISS)
    assert p.finished and ships_on_map(p, LAST) == 0


@pytest.mark.parametrize(("bonus", "hits", "beaten"), [(1, 1, False), (1, 2, True), (-1, 1, True), (0, 1, True)])
def test_shields_of_the_resistance(bonus: int, hits: int, beaten: bool) -> None:
    """Ours: what only the card let it bear is forgotten, and what is beaten stays so."""
    p, hexagon = siege(shield=0, dice=1)
    p.equip(FIRST, WAR_CRUISER, GUN, GUN, "singularity_shield")
    write_foe_card(p, ONE, ("shield", "own", bonus))
    hold(stack_foe_cards(p, ONE), FIRST, ONE).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    p.dice(*[HIT] * hits, *[MISS] * (3 - hits)).decline()
    assert p.finished == beaten
    assert p.g.resistance[hexagon] == (0 if beaten else 2)
    if not beaten:
        assert p.g.foe_damage[0] == 0
        assert p.dice(HIT, MISS, MISS).decline().finished


def test_a_bounty_is_paid_for_each_enemy_ship_destroyed_in_the_round() -> None:
    """Ours: whoever destroys it, besides the VP of the combat."""
    p = duel(3, shield=SHIELD)
    p.equip(0, WAR_CRUISER, SHIELD).place_ship(1, DARK_RAIDER, CENTRE)
    p.g.ship_damage[2, cruiser(p)] = 1
    write_card(p, ONE, ("bounty", "own", 2))
    hold(p, 0, ONE, THREE)
    fight(p).dice(HIT, HIT).do("combat_card", ONE)
    raider = next(s for s in range(p.t.ships) if p.g.ship_hex[1, s] == CENTRE and p.t.ship_class[s] == DARK_RAIDER)
    assert (p.decision, p.actor) == ("hit", 2)
    p.do("hit", 2, raider).dice(MISS).do("hit", 1, cruiser(p))
    assert p.g.score[0, SCORE_COMBAT] == 4
    assert p.g.score[1, SCORE_COMBAT] == p.g.score[2, SCORE_COMBAT] == 0


def test_a_bounty_is_paid_for_ships_of_the_resistance() -> None:
    """Ours: they are enemies as well."""
    p, hexagon = siege(shield=0)
    write_card(p, ONE, ("bounty", "own", 1))
    hold(p, FIRST, ONE).jump(frames.COMBAT, hex=hexagon, lone=FIRST).dice(HIT, MISS).do("combat_card", ONE)
    assert p.finished and p.g.score[FIRST, SCORE_COMBAT] == 1


# Requirements and costs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ship_class", CLASSES)
@pytest.mark.parametrize("there", [True, False])
def test_a_card_that_requires_a_ship_of_a_class(ship_class: int, there: bool) -> None:
    """Movement and combat text, lines 370-376: cards have requirements."""
    p = edge_of_space()
    write_card(p, ONE, ("dice", "own", 1), need=v.SHIP_CLASSES[ship_class])
    other = CLASSES[(ship_class + 1) % len(CLASSES)]
    p.place_ship(FIRST, ship_class if there else other, CENTRE)
    p.place_ship(FIRST, ship_class, int(p.t.home_hex[FIRST]))
    p.equip(LAST, WAR_CRUISER, "singularity_shield", GUN).place_ship(LAST, WAR_CRUISER, CENTRE)
    one_round(p, MISS, MISS)
    assert works(p) == [(FIRST, int(there))]


@pytest.mark.parametrize(("on_board", "effect"), [(1, 0), (2, 1), (3, 1)])
def test_a_card_that_requires_population_on_board(on_board: int, effect: int) -> None:
    """Ours: of all ships in the combat together."""
    p = edge_of_space()
    write_card(p, ONE, ("dice", "own", 1), need="population", amount=2)
    p.place_ship(FIRST, WAR_CRUISER, CENTRE, cargo=1)
    p.place_ship(FIRST, BATTLE_CARRIER, CENTRE, cargo=on_board - 1)
    p.place_ship(FIRST, BATTLE_CARRIER, int(p.t.home_hex[FIRST]), cargo=3)
    p.equip(LAST, WAR_CRUISER, "singularity_shield", GUN).place_ship(LAST, WAR_CRUISER, CENTRE)
    one_round(p, MISS, MISS)
    assert works(p) == [(FIRST, effect)]
    assert p.g.ship_cargo[FIRST].sum() == on_board + 3, "nothing is paid"


@pytest.mark.parametrize(("ships", "effect"), [(1, 0), (2, 1), (3, 1)])
def test_a_card_that_requires_ships(ships: int, effect: int) -> None:
    """Ours: at least so many in the combat."""
    p = duel()
    write_card(p, ONE, ("dice", "own", 1), need="ships", amount=2)
    for _ in range(ships - 1):
        p.place_ship(FIRST, DARK_RAIDER, CENTRE)
    one_round(p, MISS, MISS, MISS)
    assert works(p) == [(FIRST, effect)]


@pytest.mark.parametrize(("own", "effect"), [(1, 1), (2, 0), (3, 0)])
def test_a_card_that_requires_fewer_ships_than_the_enemies_together(own: int, effect: int) -> None:
    """Ours: two enemies with one ship each are two ships."""
    p = duel(3)
    write_card(p, ONE, ("dice", "own", 1), need="fewer_ships")
    for _ in range(own - 1):
        p.place_ship(FIRST, DARK_RAIDER, CENTRE)
    one_round(p, *[MISS] * 4)
    assert works(p) == [(FIRST, effect)]


@pytest.mark.parametrize("need", ["first_round", "later_round"])
def test_a_card_that_requires_a_round(need: str) -> None:
    """Ours: the first, or another."""
    p = duel()
    write_card(p, ONE, ("dice", "own", 1), need=need)
    hold(p, FIRST, ONE, ONE)
    fight(p).dice(*[MISS] * 3).do("combat_card", ONE)
    assert works(p) == [(FIRST, int(need == "first_round"))]
    p.dice(*[MISS] * 3, HIT, HIT, HIT, HIT).do("combat_card", ONE)
    assert works(p) == [(FIRST, int(need == "later_round"))]


def test_a_card_whose_requirement_fails_is_used_up_all_the_same() -> None:
    """Ours: it was played."""
    p = duel()
    write_card(p, ONE, ("dice", "own", 1), need="fighter")
    before = int(p.g.combat_discard[ONE])
    one_round(p, MISS, MISS)
    assert rolled(p, FIRST)[0] == 1
    assert p.g.combat_discard[ONE] == before + 1


def test_the_player_decides_which_population_pays_for_a_card() -> None:
    """Public: Combat Training sacrifices Population; Edge of Extinction, lines 397-398: players decide such things."""
    p = duel()
    write_card(p, ONE, ("aim", "own", 1), cost=2)
    ships = [p.place_ship(FIRST, BATTLE_CARRIER, CENTRE, cargo=cubes) for cubes in (1, 3)]
    away = p.place_ship(FIRST, BATTLE_CARRIER, int(p.t.home_hex[FIRST]), cargo=3)
    supply = int(p.g.supply[FIRST])
    one_round(p, 4, MISS)
    assert (p.decision, p.actor) == ("pay_aboard", FIRST)
    assert works(p) == [(FIRST, 1)] and not p.g.edge.any(), "it works once it is paid"
    assert p.legal() == {("ship", ship) for ship in ships}
    p.do("ship", ships[0])
    assert rolled(p, FIRST) == (1, 1), "the other ship pays the rest without a question"
    assert [int(p.g.ship_cargo[FIRST, s]) for s in (*ships, away)] == [0, 2, 3]
    assert p.g.supply[FIRST] == supply + 2
    assert_cubes_kept(p)


def test_where_all_population_on_board_pays_for_a_card_there_is_no_question() -> None:
    """Ours: on the ships in the combat."""
    p = duel()
    write_card(p, ONE, ("aim", "own", 1), cost=3)
    ships = [p.place_ship(FIRST, BATTLE_CARRIER, CENTRE, cargo=cubes) for cubes in (1, 2)]
    one_round(p, 4, MISS)
    assert rolled(p, FIRST) == (1, 1)
    assert not p.g.ship_cargo[FIRST, ships].any()
    assert_cubes_kept(p)


def test_cards_after_one_that_is_paid_for_are_resolved_as_ever() -> None:
    """Edge of Extinction, lines 308-313: by their number; one that silences later ones does so once it is paid."""
    p = duel()
    write_card(p, ONE, ("silence", "enemies", 1), order=1, cost=1)
    write_card(p, TWO, ("hits", "own", 3), order=2)
    for cubes in (1, 2):
        p.place_ship(FIRST, BATTLE_CARRIER, CENTRE, cargo=cubes)
    hold(hold(p, FIRST, ONE, THREE), LAST, TWO).jump(frames.COMBAT, hex=CENTRE, lone=-1)
    p.do("combat_card", TWO).dice(MISS, MISS).do("combat_card", ONE)
    p.do("ship", *min(p.legal("ship")))
    assert works(p) == [(LAST, 0)] and rolled(p, LAST) == (1, 0)


def test_a_card_that_cannot_be_paid_has_no_effect() -> None:
    """Ours: and nothing is paid."""
    p = duel()
    write_card(p, ONE, ("aim", "own", 1), cost=2)
    carrier = p.place_ship(FIRST, BATTLE_CARRIER, CENTRE, cargo=1)
    one_round(p, 4, MISS)
    assert works(p) == [(FIRST, 0)] and rolled(p, FIRST) == (1, 0)
    assert p.g.ship_cargo[FIRST, carrier] == 1


def test_a_side_that_has_left_resolves_no_card() -> None:
    """Ours: its ships are not there any longer."""
    p = duel(3)
    write_card(p, ONE, ("retreat", "enemies", 1), order=1)
    write_card(p, TWO, ("bounty", "own", 5), order=2)
    hold(p, 0, ONE)
    hold(p, 1, TWO)
    fight(p).do("combat_card", TWO).do("combat_card", ONE)
    assert p.finished
    assert works(p) == [(0, 1), (1, 0)]
    assert [int(p.g.ship_hex[player, cruiser(p)]) for player in (1, 2)] == [int(p.t.home_hex[x]) for x in (1, 2)]


# The cards of the Resistance ------------------------------------------------------------------------------------------


def test_the_player_to_the_left_plays_one_of_two_cards_for_the_resistance() -> None:
    """Movement and combat text, lines 421-425: two are drawn for the first round, the other is discarded."""
    p, hexagon = siege(shield=3, dice=2)
    write_foe_card(p, ONE, ("hits", "own", 2))
    write_foe_card(p, TWO, ("aim", "own", 1))
    hold(stack_foe_cards(p, TWO, ONE, THREE), FIRST, ONE).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert (p.decision, p.actor) == ("foe_card", LAST)
    assert p.legal() == {("foe_card", ONE), ("foe_card", TWO)}
    p.do("foe_card", ONE)
    assert p.g.foe_discard[[ONE, TWO, THREE]].tolist() == [0, 1, 0]
    p.dice(MISS, MISS, MISS).decline()
    assert rolled(p, CENTAURIANS) == (2, 2)
    assert damage(p, FIRST) == 2
    finish(p)
    assert p.g.foe_left == 1 and p.g.foe_discard[ONE] == 1, "one card a combat, discarded after its round"


def test_the_card_of_the_resistance_stays_hidden_until_cards_are_shown() -> None:
    """Ours: the player who fights chooses without knowing it."""
    p, hexagon = siege()
    hold(stack_foe_cards(p, ONE, TWO, THREE), FIRST, ONE).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    p.do("foe_card", TWO)
    assert (p.decision, p.actor) == ("combat_card", FIRST)
    assert p.g.foe_chosen == TWO and (p.g.combat_shown == -1).all() and (p.g.foe_offer == -1).all()


def test_two_cards_alike_are_chosen_from_as_well() -> None:
    """Ours: were the question left out, the player who fights could tell what was drawn."""
    p, hexagon = siege()
    hold(stack_foe_cards(p, ONE, ONE, TWO), FIRST, ONE).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert (p.decision, p.actor) == ("foe_card", LAST)
    assert p.legal() == {("foe_card", ONE)}
    p.do("foe_card", ONE)
    assert p.g.foe_chosen == ONE and p.g.foe_discard[ONE] == 1
    assert (p.decision, p.actor) == ("combat_card", FIRST)


def test_no_card_is_drawn_in_player_combat() -> None:
    """Ours: there is no Resistance."""
    p = duel()
    left = int(p.g.foe_left)
    fight(p, *[MISS] * 2, *[HIT] * 12)
    finish(p)
    assert p.g.foe_left == left


def test_an_empty_deck_is_made_of_the_discards() -> None:
    """Movement and combat text, lines 520-521."""
    p, hexagon = siege()
    stack_foe_cards(p, ONE)
    p.g.foe_discard[TWO] = 1
    p.jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert p.legal() == {("foe_card", ONE), ("foe_card", TWO)}


@pytest.mark.parametrize(("ships", "effect"), [(1, 0), (2, 1)])
def test_requirements_of_the_resistance(ships: int, effect: int) -> None:
    """Ours: fewer ships than the players; of ship classes and Population it has none."""
    p, hexagon = siege()
    write_foe_card(p, ONE, ("dice", "own", 1), need="fewer_ships")
    for _ in range(ships - 1):
        p.place_ship(FIRST, DARK_RAIDER, hexagon)
    stack_foe_cards(p, ONE).dice(HIT, MISS, HIT, MISS).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert works(p) == [(CENTAURIANS, effect)]


def test_silence_stops_the_card_of_the_resistance() -> None:
    """Ours: it is an enemy's card as well."""
    p, hexagon = siege()
    write_foe_card(p, ONE, ("hits", "own", 3), order=9)
    write_card(p, ONE, ("silence", "enemies", 1), order=1)
    hold(stack_foe_cards(p, ONE), FIRST, ONE).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    p.dice(HIT, MISS, HIT, MISS).do("combat_card", ONE)
    assert works(p) == [(FIRST, 1), (CENTAURIANS, 0)]
    assert damage(p, FIRST) == 0


def test_where_players_win_together_the_first_card_drawn_is_played() -> None:
    """Ours: nobody acts for the Resistance there."""
    p = edge_of_space(2, scenario="stronghold")
    hexagon = frontier(p)
    write_foe_card(p, ONE, ("dice", "own", 1))
    for player in range(2):
        p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, hexagon)
        hold(p, player, ONE)
    stack_foe_cards(p, ONE, TWO).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.TOGETHER)
    assert (p.decision, p.actor) == ("combat_card", 1)
    assert p.g.foe_chosen == ONE and p.g.foe_left == 1


# All cards of the box -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_combats_with_many_cards_end_and_keep_every_cube_and_card(seed: int) -> None:
    """Ours: whatever is played, combats end, and no card is lost."""
    rng = np.random.default_rng(seed)
    p = edge_of_space(3, seed=seed)
    for player in range(3):
        for ship_class in CLASSES:
            p.equip(player, ship_class, GUN, SHIELD)
            p.place_ship(player, ship_class, CENTRE)
        p.learn(player, "basic_tactics", "advanced_tactics", "fringe_tactics", "tachyon_scanner")
        for _ in range(p.t.combat_limit):
            p.g.combat_left -= 1
            hold(p, player, int(p.g.combat_deck[p.g.combat_left]))
            p.g.combat_deck[p.g.combat_left] = -1

    def cards() -> int:
        g = p.g
        return int(g.combat_left + g.combat_discard.sum() + g.combat_removed.sum() + g.combat_held.sum())

    before = cards()
    fight(p)
    steps = 0
    while not p.finished:
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        steps += 1
    assert 0 < steps < 500
    assert cards() == before
    assert p.g.combat_held.tolist() == p.g.combat_hand.sum(axis=1).tolist()
    assert_cubes_kept(p)
