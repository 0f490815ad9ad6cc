"""Enemy systems and Detection [379-383, 498-550]: who is met, which cards are drawn, what becomes of them."""

import pytest

from exodus_env.corruption.capacity import ENEMIES
from exodus_env.corruption.rules import frames
from tests.corruption.position import Position
from tests.corruption.test_combat import plain

pytestmark = pytest.mark.uncompiled


def enter(tile: str, *members: int, foe: str | None = None) -> Position:
    """Ship 0, or a Fleet it leads, enters an Enemy system beside the Starting System, which has no Enemies yet."""
    p = plain()
    p.add(tile, 0)
    if foe is not None:
        p.foe(foe, 1)
    p.turn_of(0, *members)
    for ship in range(4):  # nobody is left behind who could be invited
        p.g.played[ship] = 1
    p.refresh()
    return p.do("jump", 1)


def here(p: Position, slot: int = 1) -> list[int]:
    """The Enemies in a system."""
    return [card for card in range(ENEMIES) if p.g.foe_slot[card] == slot]


def test_entering_a_hostile_system_takes_a_detection_roll_or_a_fight_500_504() -> None:
    p = enter("cold_chapel")
    assert (p.decision, p.legal()) == ("detection", {("roll",), ("fight",)})


def test_who_stays_unseen_is_free_to_act_500() -> None:
    p = enter("cold_chapel").roll((0, "hs")).do("roll")
    assert (p.decision, here(p)) == ("menu", [])
    assert {("explore",), ("pacify",)} <= p.legal()


def test_who_is_detected_draws_the_enemy_of_the_tile_and_is_engaged_500() -> None:
    p = enter("cold_chapel")
    top = int(p.g.enemy_deck[p.g.enemy_left - 1])
    p.roll((0, "hm")).do("roll")
    assert here(p) == [top]
    assert p.g.engaged[0] == 1
    assert p.decision in ("manoeuvre", "window")


def test_the_roll_can_be_waived_504_1068() -> None:
    p = enter("cold_chapel").do("fight")
    assert (len(here(p)), p.g.engaged[0], p.g.scripted_count) == (1, 1, 0)


def test_a_patrol_of_two_is_drawn_at_once_518_881() -> None:
    p = enter("twin_furnaces").do("fight")
    assert len(here(p)) == 2
    assert p.decision == "enemy"


def test_under_surveillance_nobody_rolls_522() -> None:
    p = enter("watchtower")
    assert (len(here(p)), p.g.engaged[0]) == (1, 1)


def test_stronger_enemies_come_from_the_reserve_526() -> None:
    p = enter("iron_synod")
    top, left = int(p.g.reserve[p.g.reserve_left - 1]), int(p.g.enemy_left)
    p.do("fight")
    assert here(p) == [top]
    assert p.g.enemy_left == left


def test_cards_already_lying_there_are_met_instead_of_new_ones_500() -> None:
    p = enter("cold_chapel", foe="leech_pod")
    left = int(p.g.enemy_left)
    p.do("fight")
    assert here(p) == [p.index("enemies", "leech_pod")]
    assert p.g.enemy_left == left


def test_the_wounds_of_an_enemy_that_was_left_stay_500() -> None:
    p = plain()
    p.add("cold_chapel", 0)
    card = p.foe("watch_frigate", 1, health=1)
    p.turn_of(0)
    p.g.played[:] = 1
    p.refresh().do("jump", 1).do("fight")
    assert p.g.foe_health[card] == 1


def test_an_empty_enemy_deck_is_made_of_the_discards_502() -> None:
    p = enter("cold_chapel")
    discarded = [int(card) for card in p.g.enemy_deck[: p.g.enemy_left]]
    p.g.enemy_discarded[discarded] = 1
    p.g.enemy_left = 0
    p.g.enemy_deck[:] = -1
    p.do("fight")
    assert here(p)[0] in discarded
    assert p.g.enemy_left == len(discarded) - 1
    assert p.g.enemy_discarded.sum() == 0


def test_an_enemy_of_the_reserve_leaves_an_empty_deck_alone_502_526() -> None:
    p = enter("iron_synod")
    discarded = [int(card) for card in p.g.enemy_deck[: p.g.enemy_left]]
    p.g.enemy_discarded[discarded] = 1
    p.g.enemy_left = 0
    p.g.enemy_deck[:] = -1
    p.do("fight")
    assert p.g.enemy_discarded.sum() == len(discarded)


def test_beaten_enemies_of_the_reserve_go_to_the_common_discards_526_869() -> None:
    p = enter("iron_synod").do("fight")
    card = here(p)[0]
    p.g.foe_health[card], p.g.pierce = 1, 9
    p.roll((0, "hs")).do("offense")
    assert p.g.enemy_discarded[card] == 1
    assert p.g.pacified[1] == 2


def test_a_fleet_is_detected_together_550() -> None:
    p = enter("cold_chapel", 2).roll((0, "hh"), (2, "hm")).do("roll")
    assert p.g.engaged.tolist() == [1, 0, 1, 0]


def test_a_pacified_system_takes_no_roll_540() -> None:
    p = plain()
    p.add("watchtower", 0)
    p.g.pacified[1] = 1
    p.turn_of(0)
    p.g.played[:] = 1
    p.refresh().do("jump", 1)
    assert (p.decision, here(p)) == ("menu", [])


def test_a_turn_that_begins_in_a_hostile_system_begins_with_detection_500() -> None:
    p = plain()
    p.add("cold_chapel", 0)
    p.g.slot[0] = 1
    p.g.played[1:] = 1
    p.g.played[0] = 0
    p.jump(frames.ACTION_PHASE)
    assert (p.decision, p.asked) == ("detection", 0)


def test_pacify_draws_what_the_tile_shows_and_victory_pacifies_383_506() -> None:
    p = plain()
    p.add("twin_furnaces", 0)
    p.g.slot[0] = 1
    p.turn_of(0)
    actions = int(p.g.actions_left)
    p.do("pacify")
    assert len(here(p)) == 2
    for _ in range(2):
        if p.decision == "enemy":
            p.do("enemy", 0)
        card = next(card for card in here(p))
        p.g.foe_health[here(p)] = 1
        p.g.pierce = 9
        p.roll((0, "hs")).do("offense")
        assert p.g.foe_slot[card] == -1
    assert (p.g.pacified[1], p.decision, p.g.actions_left) == (2, "menu", actions - 1)
    assert ("pacify",) not in p.legal()


def test_arriving_in_a_system_with_an_avatar_engages_without_a_roll_1063() -> None:
    p = plain()
    p.add("haven", 0)
    p.foe("mirror", 1)
    p.turn_of(0)
    p.g.played[:] = 1
    p.refresh().do("jump", 1)
    assert (p.g.engaged[0], p.g.health[0]) == (1, p.g.markers[0])


def test_an_unseen_ship_is_engaged_by_an_avatar_alone_500_1063() -> None:
    p = plain()
    p.add("cold_chapel", 0)
    p.foe("mirror", 1)
    p.turn_of(0)
    p.g.played[:] = 1
    p.refresh().do("jump", 1).roll((0, "hh")).do("roll")
    assert p.g.engaged[0] == 1
    assert here(p) == []


def test_where_no_enemy_is_left_nobody_is_met_502_ours() -> None:
    p = enter("cold_chapel")
    p.g.enemy_left = p.g.reserve_left = 0
    p.g.enemy_deck[:] = p.g.reserve[:] = -1
    p.do("fight")
    assert (p.decision, p.g.engaged[0]) == ("menu", 0)
