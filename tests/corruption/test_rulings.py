"""What the text leaves open [298, 363, 502, 560, 875, 922, 968], played as docs/RULES_CORRUPTION.md rules it."""

from __future__ import annotations

import pytest

from exodus_env.corruption import capacity as c
from exodus_env.corruption.rules import frames, phases, turn
from exodus_env.corruption.rules.result import ACTIVATED, ALL_DEFEATED, ON_SHIP
from tests.corruption.position import Position
from tests.corruption.test_avatars import DEVOURER, THREE, with_keys_at_the_rift
from tests.corruption.test_combat import fight, plain
from tests.corruption.test_detection import here
from tests.corruption.test_equipment_in_fights import against, team

pytestmark = pytest.mark.uncompiled


def test_keys_on_the_main_rift_do_not_win_once_all_ships_are_defeated_43_742() -> None:
    p, _slots, rift = with_keys_at_the_rift()
    p.g.key_state[:], p.g.key_ship[:], p.g.key_slot[:] = ACTIVATED, -1, rift
    p.g.alive[1:4] = p.g.health[1:4] = 0
    p.g.played[:4] = 1
    p.g.health[0] = 1
    p.g.mod[:] = 4
    p.fight("mirror").roll((0, "mm")).do("offense")
    assert p.g.over and p.g.outcome == ALL_DEFEATED


def test_who_waits_is_asked_again_when_another_has_played_298() -> None:
    p = Position(order="volunteer").plain()
    p.decline()
    assert (p.decision, p.asked) == ("volunteer", 1)
    p.decline().do("go").until("volunteer")
    assert p.g.played.tolist() == [1, 0, 1, 0]
    assert p.asked == 1


def test_exploring_takes_the_marker_and_an_action_363_366() -> None:
    p = plain()
    p.g.exploration[0] = 1
    p.g.played[:] = 1
    p.turn_of(0)
    actions, left = int(p.g.actions_left), int(p.g.exploration_left)
    p.do("explore")
    assert (p.g.exploration[0], p.g.actions_left, p.g.exploration_left) == (0, actions - 1, left - 1)


def test_where_a_key_has_been_taken_nothing_is_left_to_explore_718() -> None:
    p = plain().signal("derelict_ship", 0, 0, face_up=False)
    assert ("explore",) in p.turn_of(0).legal()
    p.carry(0, 0)
    assert ("explore",) not in p.turn_of(0).legal()


def test_a_rush_of_a_fleet_costs_what_its_slowest_ship_needs_330() -> None:
    p = plain()
    p.add("haven", 0)
    p.damage(1, "crippled_drive").refresh()
    p.turn_of(0, 1, actions=2)
    assert ("rush",) not in p.legal()
    assert ("rush",) in p.turn_of(0, 1, actions=3).legal()


def test_the_main_rift_is_no_corrupt_system_for_avatars_560() -> None:
    p = plain()
    rift = p.add("main_rift", 0)
    sore = p.add("sore_1", 3)
    assert p.g.rift[[rift, sore]].tolist() == [0, 1]


def test_the_reserve_gives_its_next_card_when_deck_and_discards_are_empty_502() -> None:
    p = plain()
    p.add("cold_chapel", 0)
    p.g.enemy_left = 0
    p.g.enemy_deck[:] = -1
    p.g.played[:] = 1
    top = int(p.g.reserve[p.g.reserve_left - 1])
    p.turn_of(0).do("jump", 1).do("fight")
    assert here(p) == [top]


def test_a_system_has_room_for_three_enemies_518() -> None:
    p = fight("cult_raider", "swarm_drones", "brood_carrier")
    assert len(here(p, 0)) == c.ENEMIES_HERE == 3
    left = int(p.g.enemy_left)
    p.do("enemy", 0)
    assert (len(here(p, 0)), p.g.enemy_left) == (3, left)


def test_a_ship_that_falls_draws_no_damaged_card_875_934() -> None:
    p = fight("watch_frigate", members=(1,))
    p.g.health[0] = 1
    cards = int(p.g.damaged_left)
    p.roll((0, "mm"), (1, "hs")).do("offense").do("offense")
    assert (p.g.alive[0], p.g.damaged_left, p.g.damaged_discard.sum()) == (0, cards, 0)


def test_of_equal_dice_only_the_first_is_offered_918() -> None:
    p = against(team("warship").mod(0, 3, 1), "watch_frigate")
    p.roll((0, "mm")).do("offense").do("use_mod", 2)
    assert p.legal("die") == {(0,)}
    p = against(team("warship").mod(0, 3, 1), "watch_frigate")
    p.roll((0, "ms")).do("offense").do("use_mod", 2)
    assert p.legal("die") == {(0,), (1,)}


def test_energy_taken_for_good_can_be_bought_again_415_981() -> None:
    p = plain()
    p.g.energy[0] = p.g.ready[0] = 0
    p.g.scraps[0] = 9
    p.turn_of(0).do("maintain")  # nothing else is to be done, so nothing is asked
    assert (p.g.energy[0], p.g.ready[0]) == (1, 1)


def test_ships_that_leave_an_avatar_one_after_the_other_give_ground_once_a_turn_968() -> None:
    p = fight("devourer")
    before = int(p.g.corruption)
    p.g.engaged[1] = 1
    p.roll((0, "hh")).do("disengage").do("hide")
    assert p.g.corruption == before + 1
    p.turn_of(1).roll((1, "hh")).do("disengage").do("hide")
    assert p.g.corruption == before + 1
    p.g.engaged[2] = 1
    p.jump(frames.GAME, turn.ACTIONS)  # a new turn
    p.turn_of(2).roll((2, "hh")).do("disengage")
    assert p.g.corruption == before + 2


def test_a_veiled_flight_leaves_the_ground_to_be_given_by_others_968() -> None:
    p = fight("devourer")
    before = int(p.g.corruption)
    p.g.engaged[1] = 1
    p.g.veiled = 1
    p.roll((0, "hh")).do("disengage").do("hide")
    assert p.g.corruption == before
    p.turn_of(1).roll((1, "hh")).do("disengage")
    assert p.g.corruption == before + 1


@pytest.mark.parametrize(("phase", "rolls"), [(phases.IN_CORRUPTION_PHASE, True), (phases.IN_ACTION_PHASE, False)])
def test_an_avatar_that_comes_into_play_where_ships_are_engages_them_994(phase: int, rolls: bool) -> None:
    p = Position()  # a Corrupt system
    p.g.mod[:] = 4
    p.g.corruption = p.t.box[0] - 1
    avatar = int(p.g.box_avatar[0])
    p.g.slot[1:4] = p.add("haven", 0) if p.t.tile_sides[p.g.tile[0], 0] else 0
    if phase == phases.IN_ACTION_PHASE:
        other = next(other for other in range(4) if other != avatar)
        p.fight(p.content.avatars[other].id)
        p.g.box_avatar[0] = avatar
        p.roll((0, "hh")).do("disengage")
    else:
        p.g.phase = phase
        p.dice(1, p.number(int(p.t.mat_dice[p.g.mat[0]]), "m"), p.number(int(p.t.mat_dice[p.g.mat[0]]), "h"))
        p.jump(frames.CORRUPTION)
    assert p.g.foe_slot[c.ENEMIES + avatar] == 0
    assert p.g.engaged[0] == 1
    assert (p.g.health[0] < p.g.markers[0]) == rolls


def test_an_avatar_that_is_pinned_does_not_join_the_final_rush_738() -> None:
    p, slots, _rift = with_keys_at_the_rift()
    p.foe("devourer", slots[1])
    p.g.pinned[DEVOURER - c.ENEMIES] = 1
    p.turn_of(0).dice(THREE).do("explore")
    assert p.g.foe_slot[DEVOURER] == slots[1]


def test_the_lead_takes_all_keys_of_a_wreck_877() -> None:
    p = plain().carry(3, 0, 1)
    p.g.alive[3] = p.g.health[3] = 0
    p.turn_of(1, 2).do("gather")
    assert p.g.key_ship[:2].tolist() == [1, 1] and p.g.key_state[0] == ON_SHIP
    assert p.g.scavenged[1:3].tolist() == [1, 1]
