"""Avatars: how they come into play, move, engage and escape [936-1032]."""

from __future__ import annotations

import pytest

from exodus_env.corruption import capacity as c
from exodus_env.corruption.rules import combat, frames, phases
from exodus_env.corruption.rules.result import ACTIVATED
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled

DEVOURER, KING, MIRROR = (c.ENEMIES + number for number in range(3))
ONE, TWO, THREE, TWO_BY_WORMHOLE = 1, 2, 4, 6  # faces of the Avatar die


def line(systems: int = 5, **config: object) -> tuple[Position, list[int]]:
    """A line of systems to the east of the Starting System, which is open; ships are at its far end."""
    p = Position(**config).open_start()
    slots = [0]
    for tile in ("haven", "marrow", "quiet_sun", "green_expanse")[: systems - 1]:
        slots.append(p.add(tile, 0, slots[-1]))
    p.g.slot[: p.t.ships] = slots[-1]
    p.g.gate[:] = 0
    p.g.rift[:] = 0
    return p, slots


def corruption_moves(p: Position, *dice: int) -> Position:
    """The Avatars move in the Corruption phase, by these dice of theirs and, after those, of ships."""
    p.g.phase = phases.IN_CORRUPTION_PHASE
    return p.dice(*dice).jump(frames.AVATARS)


def test_the_die_of_avatars_has_a_3_and_a_wormhole_1002_1006() -> None:
    t = Position().t
    assert [int(t.avatar_steps[face - 1]) for face in (ONE, TWO, THREE, TWO_BY_WORMHOLE)] == [1, 2, 3, 2]
    assert [int(x) for x in t.avatar_wormhole] == [0, 0, 0, 0, 0, 1]


def test_an_avatar_goes_as_far_as_its_die_says_1002() -> None:
    for face, moves in ((ONE, 1), (TWO, 2), (THREE, 3)):
        p, slots = line()
        p.foe("devourer", 0)
        corruption_moves(p, face)
        assert p.g.foe_slot[DEVOURER] == slots[moves]


def test_avatars_move_by_their_numbers_1002() -> None:
    p, slots = line()
    p.foe("mirror", 0)
    p.foe("devourer", 0)
    corruption_moves(p, THREE, ONE)
    assert (p.g.foe_slot[DEVOURER], p.g.foe_slot[MIRROR]) == (slots[3], slots[1])


def test_what_slows_or_spurs_avatars_changes_each_move_and_never_below_0_652_680() -> None:
    for more, end in ((-1, 1), (-2, 0), (-3, 0), (1, 3)):
        p, slots = line()
        p.foe("devourer", 0)
        p.g.avatar_moves = more
        corruption_moves(p, TWO)
        assert p.g.foe_slot[DEVOURER] == slots[end]


def test_the_nightmare_adds_one_to_every_move_1111() -> None:
    p, slots = line(nightmare=True)
    p.foe("devourer", 0)
    corruption_moves(p, ONE)
    assert p.g.foe_slot[DEVOURER] == slots[2]


def test_wormholes_are_for_avatars_only_if_their_die_says_so_459_1002() -> None:
    for face, end in ((TWO, 2), (TWO_BY_WORMHOLE, 4)):
        p, slots = line()
        p.g.gate[[slots[0], slots[3]]] = 1
        p.foe("devourer", 0)
        p.dice(face)
        corruption_moves(p, face)
        assert p.g.foe_slot[DEVOURER] == slots[end]


def test_corrupt_systems_are_adjacent_for_avatars_but_not_for_ships_560() -> None:
    p, slots = line()
    p.g.rift[[slots[0], slots[3]]] = 1
    p.foe("devourer", 0)
    p.g.slot[0] = 0
    assert (slots[3],) not in p.turn_of(0).legal("jump")
    p.g.slot[0] = slots[4]
    p.g.engaged[:] = 0
    corruption_moves(p, TWO)
    assert p.g.foe_slot[DEVOURER] == slots[4]


def test_a_disabled_rift_is_adjacent_to_no_other_672() -> None:
    p, slots = line()
    p.g.rift[slots[3]] = 1
    p.foe("devourer", 0)
    corruption_moves(p, TWO)
    assert p.g.foe_slot[DEVOURER] == slots[2]


def test_an_avatar_stops_where_ships_are_and_engages_them_all_1012() -> None:
    p, slots = line()
    p.g.slot[0] = p.g.slot[3] = slots[1]
    p.foe("devourer", 0)
    corruption_moves(p, THREE)
    assert p.g.foe_slot[DEVOURER] == slots[1]
    assert p.g.engaged.tolist() == [1, 0, 0, 1]


def test_in_the_corruption_phase_each_ship_engaged_makes_a_damage_roll_942_1012() -> None:
    p, slots = line(mats=("warship", "battlecruiser", "proto_ship", "explorer"))
    p.g.slot[0] = p.g.slot[3] = slots[1]
    p.foe("devourer", 0)
    dice = [p.number(int(p.t.mat_dice[p.g.mat[ship]]), letter) for ship, letter in ((0, "m"), (0, "h"), (3, "m"))]
    dice.append(p.number(int(p.t.mat_dice[p.g.mat[3]]), "m"))
    before = p.g.health.copy()
    corruption_moves(p, THREE, *dice)
    while p.decision == "window":
        p.decline()
    assert (before - p.g.health).tolist() == [1, 0, 0, 2]
    assert p.g.damaged[3].sum() == 1 and p.g.damaged[0].sum() == 0


def test_in_an_action_phase_there_is_no_damage_roll_738_1063() -> None:
    p, slots = line()
    p.g.slot[0] = slots[1]
    p.foe("devourer", 0)
    p.g.phase = phases.IN_ACTION_PHASE
    before = p.g.health.copy()
    p.dice(THREE, *[p.number(0, "m")] * 8).jump(frames.AVATARS, aim=slots[4] + 1)
    assert p.g.engaged[0] == 1 and p.g.health.tolist() == before.tolist()


def test_an_engaged_avatar_does_not_move_1002() -> None:
    p, slots = line()
    p.foe("devourer", slots[1])
    p.g.slot[0] = slots[1]
    p.g.engaged[0] = 1
    corruption_moves(p, THREE)
    assert p.g.foe_slot[DEVOURER] == slots[1]
    assert p.g.scripted_count == 1  # nor does it roll


def test_the_nearest_ship_is_hunted_1010() -> None:
    p, slots = line()
    p.foe("devourer", slots[2])
    p.g.slot[:4] = [slots[0], slots[0], slots[3], slots[0]]
    p.g.health[0] = 1
    corruption_moves(p, ONE)
    assert p.g.foe_slot[DEVOURER] == slots[3]


def test_of_ships_equally_far_the_one_with_the_least_health_is_hunted_1016() -> None:
    p, slots = line()
    p.foe("devourer", slots[2])
    p.g.slot[:4] = [slots[0], slots[4], slots[0], slots[0]]
    p.g.health[:4] = [4, 3, 4, 4]
    corruption_moves(p, ONE)
    assert p.g.foe_slot[DEVOURER] == slots[3]


def test_then_the_one_with_the_least_health_in_all_1017() -> None:
    p, slots = line()
    p.foe("devourer", slots[2])
    p.g.slot[:4] = [slots[0], slots[4], slots[0], slots[0]]
    p.g.health_gone[1] = p.g.markers[1] - 3
    p.refresh()
    p.g.health[:4] = 3
    assert p.g.markers[1] < min(p.g.markers[[0, 2, 3]])
    corruption_moves(p, ONE)
    assert p.g.foe_slot[DEVOURER] == slots[3]


def test_a_single_ship_is_hunted_before_a_fleet_and_a_small_fleet_before_a_larger_one_1016_1018() -> None:
    p, slots = line()
    p.foe("devourer", slots[2])
    p.g.slot[:4] = [slots[0], slots[0], slots[4], slots[4]]
    p.g.fleet[:4] = [0, 0, 2, 3]
    p.g.health[:4] = [1, 1, 5, 5]
    corruption_moves(p, ONE)
    assert p.g.foe_slot[DEVOURER] == slots[3]
    p, slots = line()
    p.foe("devourer", slots[2])
    p.g.slot[:4] = [slots[0], slots[0], slots[0], slots[4]]
    p.g.alive[3] = 0
    p.g.slot[2] = slots[4]
    p.g.fleet[:4] = [0, 0, 2, 3]
    corruption_moves(p, ONE)
    assert p.g.foe_slot[DEVOURER] == slots[3]


def test_of_fleets_as_large_the_one_with_less_health_in_sum_is_hunted_1019() -> None:
    p, slots = line()
    p.foe("devourer", slots[2])
    p.g.slot[:4] = [slots[0], slots[0], slots[4], slots[4]]
    p.g.fleet[:4] = [0, 0, 2, 2]
    p.g.health[:4] = [2, 5, 3, 3]
    corruption_moves(p, ONE)
    assert p.g.foe_slot[DEVOURER] == slots[3]


def test_in_a_pure_tie_the_ship_with_a_key_is_hunted_1032() -> None:
    for carrier, end in ((0, 1), (1, 3)):
        p, slots = line(mats=("warship", "battlecruiser", "proto_ship", "explorer"))
        p.foe("devourer", slots[2])
        p.g.slot[:4] = [slots[0], slots[4], slots[0], slots[0]]
        p.g.key_state[0], p.g.key_ship[0] = 2, carrier
        p.g.health_gone[:2] = p.g.markers[:2] - 5
        p.refresh()
        p.g.health[:4] = [2, 2, 5, 5]
        assert p.g.markers[0] == p.g.markers[1]
        corruption_moves(p, ONE)
        assert p.g.foe_slot[DEVOURER] == slots[end]


def test_ships_engaged_with_another_avatar_are_passed_and_their_system_costs_nothing_1010_1024() -> None:
    p, slots = line()
    p.foe("devourer", slots[1])
    p.foe("hollow_king", slots[0])
    p.g.slot[0] = slots[1]
    p.g.engaged[0] = 1
    corruption_moves(p, TWO)
    assert p.g.foe_slot[DEVOURER] == slots[1]
    assert p.g.foe_slot[KING] == slots[3]


def test_if_all_are_engaged_an_avatar_joins_the_nearest_fight_1026() -> None:
    p, slots = line()
    p.foe("devourer", slots[4])
    p.foe("hollow_king", slots[2])
    p.g.engaged[:4] = 1
    corruption_moves(p, TWO, *[p.number(0, "h")] * 8)
    assert p.g.foe_slot[KING] == slots[4]


def test_a_ship_that_hides_is_engaged_again_unless_avatars_do_not_see_it_897_1002() -> None:
    p, slots = line()
    p.g.slot[0] = slots[1]
    p.g.hidden[0] = 1
    p.foe("devourer", slots[1])
    corruption_moves(p, ONE)
    assert (p.g.foe_slot[DEVOURER], p.g.engaged[0], p.g.hidden[0]) == (slots[1], 1, 0)
    p, slots = line(hidden_from_avatars=True)
    p.g.slot[0] = slots[1]
    p.g.hidden[0] = 1
    p.foe("devourer", slots[1])
    corruption_moves(p, ONE)
    assert (p.g.foe_slot[DEVOURER], p.g.engaged[0], p.g.hidden[0]) == (slots[2], 0, 1)


def test_a_pinned_avatar_stays_for_one_corruption_phase() -> None:
    p, slots = line()
    p.foe("devourer", 0)
    p.g.pinned[0] = 1
    corruption_moves(p, THREE)
    assert p.g.foe_slot[DEVOURER] == slots[0]


# The final rush -------------------------------------------------------------------------------------------------------


def with_keys_at_the_rift(**config: object) -> tuple[Position, list[int], int]:
    """All Keys but one lie on the Main Rift, at the end of the line; ship 0 is there with the last."""
    p, slots = line(4, **config)
    rift = p.add("main_rift", 0, slots[-1])
    p.g.slot[:4] = [rift, slots[0], slots[0], slots[0]]
    p.g.signal_state[:] = 2
    p.g.key_state[:], p.g.key_slot[:] = ACTIVATED, rift
    p.g.key_state[0], p.g.key_ship[0] = 2, 0
    return p, slots, rift


def test_with_the_last_key_all_avatars_move_at_once_towards_the_rift_738() -> None:
    p, slots, rift = with_keys_at_the_rift()
    p.foe("devourer", slots[1])
    p.foe("mirror", slots[2])
    p.turn_of(0).dice(TWO, TWO).do("explore")
    assert p.g.final_rush == 1
    assert p.g.foe_slot[DEVOURER] == slots[3]
    assert p.g.foe_slot[MIRROR] == rift
    assert p.g.engaged[0] == 1 and p.g.health[0] == p.g.markers[0]


def test_on_their_way_to_the_rift_avatars_stop_at_any_ship_740() -> None:
    p, slots, _rift = with_keys_at_the_rift()
    p.g.slot[1] = slots[2]
    p.foe("devourer", slots[1])
    p.turn_of(0).dice(THREE).do("explore")
    assert p.g.foe_slot[DEVOURER] == slots[2]
    assert p.g.engaged.tolist() == [0, 1, 0, 0]


def test_of_ways_as_short_an_avatar_takes_the_one_that_ends_at_a_ship_1032() -> None:
    for side in (0, 1):
        for seed in range(6):
            p = Position(seed).open_start()
            ways = [p.add("haven", 0), p.add("marrow", 1)]
            aim = p.add("green_expanse", 1, ways[0], turned=0)
            assert set(ways) <= set(p.g.beside[aim].tolist())
            beyond = p.add("quiet_sun", 0, aim)
            p.g.slot[:4] = beyond
            p.g.slot[2] = ways[side]
            p.foe("devourer", 0)
            p.dice(ONE).jump(frames.AVATARS, aim=aim + 1)
            assert p.g.foe_slot[DEVOURER] == ways[side] and p.g.engaged[2] == 1


def test_all_keys_and_no_avatar_at_the_end_of_the_action_phase_is_won_742() -> None:
    for avatar, won in ((False, True), (True, False)):
        p, _slots, rift = with_keys_at_the_rift()
        p.g.played[:4] = 1
        p.turn_of(0).do("explore")
        assert not p.g.over
        if avatar:
            p.foe("devourer", rift)
        p.decline()
        assert bool(p.g.outcome == 1) == won


# Coming into play -----------------------------------------------------------------------------------------------------


def test_an_avatar_comes_to_the_corrupt_system_nearest_to_a_ship_994() -> None:
    p, slots = line()
    near = p.add("sore_1", 1, slots[3])
    p.g.corruption = p.t.box[0] - 1
    p.g.slot[:4] = slots[4]
    p.g.hold = 0
    avatar = int(p.g.box_avatar[0])
    p.g.pinned[avatar] = 1
    p.g.phase = phases.IN_CORRUPTION_PHASE
    p.jump(frames.CORRUPTION)
    assert p.g.foe_slot[c.ENEMIES + avatar] == near
    assert p.g.foe_health[c.ENEMIES + avatar] == p.t.foe_health[c.ENEMIES + avatar]


def test_of_corrupt_systems_as_near_the_one_near_the_weakest_ship_is_taken_1032() -> None:
    for weak in (0, 1):
        p, slots = line()
        left, right = p.add("sore_1", 1, slots[1]), p.add("sore_3", 1, slots[3])
        p.g.tile[0] = p.index("tiles", "haven")
        p.g.slot[:4] = [left, right, right, left]
        p.g.health[:4] = 5
        p.g.health[weak] = 1
        p.g.corruption = p.t.box[0] - 1
        avatar = int(p.g.box_avatar[0])
        p.g.pinned[avatar] = 1
        p.g.phase = phases.IN_CORRUPTION_PHASE
        p.jump(frames.CORRUPTION)
        assert p.g.foe_slot[c.ENEMIES + avatar] == (left, right)[weak]


def test_a_box_brings_four_enemies_of_the_reserve_into_the_deck_but_not_the_discards_994_1069() -> None:
    p, _slots = line()
    p.g.enemy_discarded[p.g.enemy_deck[3]] = 1
    p.g.enemy_deck[3], p.g.enemy_left = -1, 3
    p.g.corruption = p.t.box[0] - 1
    p.g.pinned[:] = 1
    p.g.phase = phases.IN_CORRUPTION_PHASE
    p.jump(frames.CORRUPTION)
    levels = sorted(p.t.foe_level[p.g.enemy_deck[: p.g.enemy_left]].tolist())
    assert levels == [1, 1, 1, 2, 2, 2, 2]
    assert p.g.enemy_discarded.sum() == 1


# Dimensional escape and harbinger -------------------------------------------------------------------------------------


def test_a_beaten_avatar_brings_no_scraps_and_waits_two_spaces_ahead_950_952() -> None:
    p = Position().fight("devourer")
    p.g.corruption = 5
    scraps = int(p.g.scraps[0])
    p.g.foe_health[DEVOURER] = 0
    p.jump(frames.COMBAT, combat.SPOILS, foe=DEVOURER + 1)
    assert p.g.returns[0] == 7 and p.g.foe_slot[DEVOURER] == -1
    assert p.g.scraps[0] == scraps


def test_an_avatar_returns_when_the_marker_gets_there_and_brings_no_enemies_950() -> None:
    p, _slots = line()
    p.g.box_avatar[p.g.box_avatar == 0] = -1
    p.g.foe_seen[DEVOURER] = 1
    p.g.corruption, p.g.returns[0] = 4, 5
    p.g.boxes_open = 1
    p.g.pinned[:] = 1
    p.g.phase = phases.IN_CORRUPTION_PHASE
    deck = int(p.g.enemy_left)
    p.jump(frames.CORRUPTION)
    assert p.g.corruption == 5
    assert p.g.foe_slot[DEVOURER] >= 0 and p.g.returns[0] == 0
    assert p.g.enemy_left == deck


def test_beyond_the_rise_an_avatar_is_out_for_good_956() -> None:
    p = Position().fight("devourer")
    p.g.corruption = p.t.spaces - 1
    p.g.foe_health[DEVOURER] = 0
    p.jump(frames.COMBAT, combat.SPOILS, foe=DEVOURER + 1)
    assert p.g.returns[0] == -1


def test_fleeing_from_avatars_advances_the_corruption_once_960_968() -> None:
    p = Position().fight("devourer", "mirror", members=(1,))
    p.g.corruption = 4
    p.g.foe_health[[DEVOURER, MIRROR]] = 6
    while p.decision != "manoeuvre":
        p.default()
    p.do("disengage")
    while p.decision in ("agree", "window"):
        p.do("join") if p.decision == "agree" else p.decline()
    assert p.g.corruption == 5


def test_an_avatar_that_comes_to_ships_in_an_action_phase_engages_them_at_once_964_1063() -> None:
    p = Position().fight("devourer")
    p.g.box_avatar[:3] = [1, 2, 3]
    p.g.corruption = p.t.box[0] - 1
    p.do("disengage")
    while p.decision == "window":
        p.decline()
    assert p.g.foe_slot[KING] == 0
    assert p.g.engaged.tolist() == [1, 1, 1, 1]
    assert p.decision == "enemy"  # the fight goes on, with both
