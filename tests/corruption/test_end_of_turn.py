"""The Corruption marker [984-998] and the End phase [1034-1054]; how a game is lost."""

from __future__ import annotations

import pytest

from exodus_env.corruption import capacity as c
from exodus_env.corruption.rules import frames, phases
from exodus_env.corruption.rules.result import ALL_DEFEATED, RISEN
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled


def end_phase(p: Position) -> Position:
    """Only the End phase."""
    p.g.phase = phases.IN_END_PHASE
    p.g.active = p.g.lead = -1
    return p.jump(frames.END_PHASE)


def corruption_phase(p: Position) -> Position:
    """Only the Corruption phase."""
    p.g.phase = phases.IN_CORRUPTION_PHASE
    p.g.active = p.g.lead = -1
    return p.jump(frames.CORRUPTION)


# The marker -----------------------------------------------------------------------------------------------------------


def test_the_marker_advances_by_one_each_turn_990() -> None:
    p = corruption_phase(Position())
    assert p.g.corruption == 2


def test_what_holds_the_marker_holds_it_once() -> None:
    p = Position()
    p.g.hold = 1
    corruption_phase(p)
    assert (p.g.corruption, p.g.hold) == (1, 0)
    corruption_phase(p)
    assert p.g.corruption == 2


def test_what_slows_or_pins_avatars_ends_with_the_corruption_phase_652() -> None:
    p = Position()
    p.g.avatar_moves, p.g.pinned[0] = -2, 1
    corruption_phase(p)
    assert p.g.avatar_moves == 0 and not p.g.pinned.any()


def test_on_the_rise_the_marker_can_stand_but_not_advance_998() -> None:
    p = Position()
    p.g.boxes_open = p.t.boxes
    p.g.corruption = p.t.spaces - 1
    corruption_phase(p)
    assert p.g.corruption == p.t.spaces and not p.g.over
    corruption_phase(p)
    assert p.g.outcome == RISEN and p.g.over


def test_both_sides_of_the_mat_have_the_same_length_and_three_ships_meet_an_avatar_and_a_key_fewer_1083() -> None:
    four, three = Position().t, Position(players=3).t
    assert four.spaces == three.spaces
    assert (four.boxes - three.boxes, four.keys - three.keys) == (1, 1)


def test_all_ships_defeated_is_lost_at_once_43() -> None:
    p = Position(players=3)
    p.g.alive[1:] = 0
    p.g.health[0] = 1
    p.fight("world_ender")
    p.roll((0, "mm")).do("offense")
    for _ in range(20):
        if p.g.over:
            break
        p.default()
    assert p.g.outcome == ALL_DEFEATED


# The End phase --------------------------------------------------------------------------------------------------------


def test_pacified_markers_turn_red_then_go_538_1038() -> None:
    p = Position()
    slot = p.open_start().add("ashfall", 0)
    p.g.pacified[slot] = p.t.pacified_turns
    end_phase(p)
    assert p.g.pacified[slot] == 1
    end_phase(p)
    assert p.g.pacified[slot] == 0


def test_fleets_are_disbanded_1042() -> None:
    p = Position()
    p.g.fleet[:4] = 2
    p.g.played[:4] = 1
    end_phase(p)
    assert p.g.fleet.tolist() == [0, 1, 2, 3]


def test_all_energy_is_recovered_1046() -> None:
    p = Position()
    p.g.energy[:4], p.g.ready[:4] = 3, 0
    end_phase(p)
    assert p.g.ready.tolist() == [3] * 4


def test_enemies_go_back_into_the_deck_healed_unless_a_ship_is_there_1050() -> None:
    p = Position()
    here, there = p.open_start().add("ashfall", 0), p.add("cold_chapel", 2)
    near, far = p.foe("watch_frigate", here, 1), p.foe("cult_raider", there, 1)
    p.g.slot[3] = here
    left = int(p.g.enemy_left)
    end_phase(p)
    assert (p.g.foe_slot[near], p.g.foe_health[near]) == (here, 1)
    assert p.g.foe_slot[far] == -1 and far in p.g.enemy_deck[: p.g.enemy_left]
    assert p.g.enemy_left == left + 1


def test_a_wreck_keeps_no_enemies_and_avatars_stay_anyway_1050() -> None:
    p = Position()
    here = p.open_start().add("ashfall", 0)
    enemy, avatar = p.foe("watch_frigate", here), p.foe("mirror", here)
    p.g.slot[3], p.g.alive[3], p.g.health[3] = here, 0, 0
    end_phase(p)
    assert p.g.foe_slot[enemy] == -1
    assert p.g.foe_slot[avatar] == here


def test_discards_stay_where_they_are_in_the_end_phase_1050() -> None:
    p = Position()
    slot = p.open_start().add("ashfall", 0)
    card = p.foe("watch_frigate", slot)
    p.g.foe_slot[card], p.g.foe_health[card], p.g.enemy_discarded[card] = -1, 0, 1
    end_phase(p)
    assert p.g.enemy_discarded[card] == 1 and card not in p.g.enemy_deck[: p.g.enemy_left]


def test_a_new_turn_lets_all_ships_play_again_with_another_leader_1054() -> None:
    p = Position()
    p.g.played[:4] = 1
    leader = int(p.g.leader)
    p.decline()
    while p.decision != "next_ship":
        p.default()
    assert p.g.turn == 2 and not p.g.played.any()
    assert p.g.leader == (leader + 1) % 4


def test_an_open_signal_troubles_those_in_its_system_each_turn_716() -> None:
    p = Position(difficulty="hardened")
    slot = p.open_start().add("lumen", 0)
    p.g.signal[0] = p.index("signals", "collapsing_station")
    p.g.signal_state[0], p.g.signal_markers[0] = 1, 2
    p.g.slot[1] = slot
    before = p.g.health.copy()
    end_phase(p)
    assert p.g.signal_markers[0] == 3
    assert (before - p.g.health).tolist() == [0, 1, 0, 0]
    assert p.g.foe_slot[: c.ENEMIES].max() == -1
