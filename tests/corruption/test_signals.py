"""Precursor Signals and the Keys [696-742]: every Signal played to its Key, every kind of instruction."""

from __future__ import annotations

import pytest

from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import frames
from exodus_env.corruption.rules.modules import LOST
from exodus_env.corruption.rules.result import ACTIVATED, ON_SHIP, ON_SYSTEM
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled

FACE_UP, SOLVED = 1, 2


def scene(card: str, *members: int, ship: int = 0, players: int = 1, face_up: bool = True) -> Position:
    """The Signal lies in the middle, and it is the turn of a ship there, or of a Fleet it leads."""
    p = Position(players=players, ships=4).open_start("green_expanse")
    p.add("haven", 0)
    g = p.g
    g.mod[:] = LOST
    g.scraps[:] = 9
    g.energy[:], g.ready[:] = 5, 5
    p.signal(card, face_up=face_up).refresh()
    g.slot[[other for other in range(4) if other not in (ship, *members)]] = 1
    return p.turn_of(ship, *members, actions=6)


def markers(p: Position) -> int:
    return int(p.g.signal_markers[0])


def taken(p: Position, ship: int) -> bool:
    return bool(p.g.key_state[0] == ON_SHIP and p.g.key_ship[0] == ship and p.g.signal_state[0] == SOLVED)


@pytest.mark.parametrize("card", [card.id for card in Position().content.signals])
def test_exploring_turns_the_signal_up_with_its_markers_and_the_key_stays_463_700(card: str) -> None:
    p = scene(card, face_up=False).do("explore")
    assert p.g.signal_state[0] == FACE_UP
    assert markers(p) == p.content.signals[p.index("signals", card)].markers
    assert p.g.key_state[0] == ON_SYSTEM and p.g.key_slot[0] == 0
    assert p.g.actions_left == 5
    assert p.decision == "menu"
    assert ("explore",) not in p.legal()  # only instructions go on with it [702]
    assert p.legal("interact")


# Instructions ---------------------------------------------------------------------------------------------------------


def test_derelict_ship_is_repaired_marker_by_marker_as_in_the_example_726_732() -> None:
    p = scene("derelict_ship", 2)
    assert markers(p) == 5
    p.g.fleet[2] = 2
    p.g.slot[2] = 1
    p.turn_of(0, actions=1).do("interact", 0)
    assert markers(p) == 4 and p.g.scraps[0] == 8 and p.g.actions_left == 0
    p.turn_of(2, 3, actions=2)
    p.g.slot[[2, 3]] = 0
    p.turn_of(2, 3, actions=2)
    for _ in range(2):
        p.do("interact", 0)
        assert (p.decision, p.asked) == ("assist", 3)
        p.do("join")
    assert p.g.actions_left == 0 and p.g.scraps[[2, 3]].tolist() == [7, 7]
    assert p.decision == "carrier"  # for no Action [722]
    assert p.legal("ship") == {(2,), (3,)}
    p.do("ship", 2)
    assert taken(p, 2)


def test_a_repair_that_recovers_more_takes_off_more_markers_and_is_what_repair_ships_learn_from() -> None:
    p = scene("derelict_ship")
    p.g.mat[0] = v.SHIPS.index("drone_specialist")
    p.g.mod[0, 1] = 2  # Nano-Welders
    p.refresh().turn_of(0, actions=3)
    xp = int(p.g.xp[0])
    p.do("interact", 0)
    assert markers(p) == 3
    assert p.g.xp[0] == xp + 1


def test_an_instruction_takes_an_action_and_what_it_asks_for_702() -> None:
    p = scene("toll_keepers")
    p.do("interact", 0)
    assert (p.g.actions_left, p.g.scraps[0], markers(p)) == (5, 7, 2)
    p.g.scraps[0] = 1
    p.refresh()
    assert (0,) not in p.legal("interact")
    p.g.actions_left = 0
    p.refresh()
    assert not p.legal("interact")


def test_power_turns_energy_markers_and_each_member_may_do_it_for_the_same_action() -> None:
    p = scene("starving_beacon", 1, players=4).do("interact", 0)
    assert (p.decision, p.asked) == ("assist", 1)
    p.do("join")
    assert p.g.ready[[0, 1]].tolist() == [4, 4] and markers(p) == 2
    p.do("interact", 0).decline()
    assert p.g.ready[[0, 1]].tolist() == [3, 4] and markers(p) == 1
    assert p.g.actions_left == 4
    p.do("interact", 0)
    assert p.decision == "carrier"  # no marker is left for the other ship


def test_a_module_of_enough_value_is_discarded_for_two_markers() -> None:
    p = scene("price_of_passage").equip(0, "repair_kit", "deflector", "bulkheads").refresh()
    p.do("interact", 0)
    assert p.decision == "discard"
    assert p.legal("lose_module") == {(1,), (2,)}  # the kit is worth 1
    p.do("lose_module", 1)
    assert markers(p) == 2 and p.g.module[0, 1] == 0 and p.decision == "menu"


def test_suffering_is_for_ships_with_more_health_than_it_takes() -> None:
    p = scene("blood_lock")
    health = int(p.g.health[0])
    p.do("interact", 0)
    assert p.g.health[0] == health - 2 and markers(p) == 2
    p.g.health[0] = 2
    p.refresh()
    assert p.legal("interact") == {(1,)}


def test_waiting_ends_the_turn() -> None:
    p = scene("blood_lock")
    p.do("interact", 1)
    assert markers(p) == 2
    assert p.g.lead != 0 and p.g.played[0] == 1


def test_searching_is_an_action() -> None:
    p = scene("collapsing_station").do("interact", 0)
    assert markers(p) == 3 and p.g.actions_left == 5


def test_a_skill_roll_takes_markers_off_or_has_its_price_604() -> None:
    p = scene("sealed_vault")
    p.roll((0, "hh")).do("interact", 0)
    assert markers(p) == 1 and p.g.ready[0] == 5
    p.roll((0, "hm")).do("interact", 0)
    assert markers(p) == 1 and p.g.ready[0] == 4


def test_a_failure_is_for_the_whole_fleet() -> None:
    p = scene("bound_minds", 1)
    p.roll((0, "mm"), (1, "ss")).do("interact", 0)
    assert markers(p) == 1  # two specials are enough
    p.roll((0, "mm"), (1, "sm")).do("interact", 0)
    assert p.g.damaged.sum(axis=1).tolist() == [1, 1, 0, 0]


def test_instructions_are_locked_without_their_class() -> None:
    assert scene("collapsing_station").legal("interact") == {(0,)}
    p = scene("collapsing_station", ship=1)  # the Proto-Ship
    assert p.legal("interact") == {(0,), (1,)}
    p.roll((1, "hm")).do("interact", 1)
    assert markers(p) == 2


def test_all_enemies_of_a_fight_must_be_beaten() -> None:
    p = scene("guarded_reliquary", 2).do("interact", 0)
    lying = [card for card in range(16) if p.g.foe_slot[card] == 0]
    assert len(lying) == 2 and p.g.engaged[[0, 2]].tolist() == [1, 1]
    p.g.foe_health[lying] = 1
    p.g.foe_roused[lying] = 1
    p.until("manoeuvre")
    while p.decision != "menu":
        p.roll((0, "hh"), (2, "hs"))
        p.do("offense") if p.decision == "manoeuvre" else p.default()
    assert taken(p, 0)
    assert p.g.scraps[[0, 2]].tolist() == [11, 11]


def test_whoever_flees_from_the_fight_has_to_beat_those_that_are_left() -> None:
    p = scene("guarded_reliquary").do("interact", 0)
    p.until("manoeuvre").roll((0, "ss"), (0, "ss")).do("disengage").until("escape").do("jump", 1)
    assert markers(p) == 1 and p.g.key_state[0] == ON_SYSTEM
    p.until("menu").do("jump", 0).until("menu").do("interact", 0)
    assert sum(p.g.foe_slot[:16] == 0) == 2  # nobody was drawn besides


def test_the_fight_at_the_shrine_is_against_the_reserve_526() -> None:
    p = scene("avatars_shrine")
    enemy = int(p.g.reserve[p.g.reserve_left - 1])
    p.do("interact", 0)
    assert p.g.foe_slot[enemy] == 0 and p.t.foe_level[enemy] == 2


# What Signals do by themselves ----------------------------------------------------------------------------------------


def test_guarded_reliquary_spurs_the_avatars_on_680() -> None:
    assert scene("guarded_reliquary", face_up=False).do("explore").g.avatar_moves == 1


def test_living_rift_opens_a_rift_and_closes_it_in_the_end_672_692() -> None:
    p = scene("living_rift", face_up=False).do("explore")
    assert p.g.rift[0] == 1
    for _ in range(3):
        p.g.ready[0] = 5
        p.refresh().do("interact", 0)
    assert taken(p, 0)
    assert p.g.rift[0] == 0
    assert p.g.ready[0] == 1  # two for the instruction, two drained


def test_doomsday_archive_advances_the_corruption_at_once() -> None:
    p = scene("doomsday_archive", face_up=False).do("explore")
    assert p.g.corruption == 2


def test_avatars_shrine_calls_the_avatars_here_738() -> None:
    p = scene("avatars_shrine", face_up=False)
    p.foe("herald", 1)
    p.g.slot[[1, 2, 3]] = 0
    p.refresh().dice(2).do("explore")
    assert p.g.foe_slot[19] == 0 and p.g.engaged[0] == 1


def test_price_of_passage_damages_when_it_is_solved() -> None:
    p = scene("price_of_passage")
    p.g.scraps[0] = 12
    for _ in range(4):
        p.refresh().do("interact", 2)
    assert taken(p, 0) and p.g.scraps[0] == 0
    assert p.g.damaged[0].sum() == 1


@pytest.mark.parametrize("card", ["collapsing_station", "living_rift"])
def test_an_open_signal_works_in_the_end_phase_on_ships_in_its_system(card: str) -> None:
    p = scene(card)
    p.g.signal_markers[0] = 1
    health = p.g.health.copy()
    p.jump(frames.END_PHASE)
    assert p.finished
    if card == "living_rift":
        assert p.g.avatar_moves == 1
    else:
        assert markers(p) == 2
        assert (health - p.g.health).tolist() == [1, 0, 0, 0]
        p.g.signal_markers[0] = 4
        p.jump(frames.END_PHASE)
        assert markers(p) == 4  # never more than it began with
        p.g.signal_state[0] = 0
        p.jump(frames.END_PHASE)
        assert health[0] - p.g.health[0] == 2  # a Signal that is face down does nothing


def test_the_last_instruction_ends_what_the_signal_does() -> None:
    p = scene("collapsing_station")
    p.g.signal_markers[0] = 1
    p.refresh().do("interact", 0)
    assert taken(p, 0)
    health = p.g.health.copy()
    p.jump(frames.END_PHASE)
    assert p.g.health.tolist() == health.tolist()


# Ships together, carriers ---------------------------------------------------------------------------------------------


def test_a_key_that_needs_two_ships_waits_for_the_second_and_is_taken_for_no_action_722() -> None:
    p = scene("bound_minds")
    for _ in range(2):
        p.roll((0, "ss")).do("interact", 0)
    assert markers(p) == 0 and p.g.key_state[0] == ON_SYSTEM
    assert not p.legal("interact")
    p.turn_of(2, actions=1).do("jump", 0)
    p.until("menu")
    assert taken(p, 2) and p.g.actions_left == 0


def test_when_fewer_ships_are_left_than_a_key_needs_those_are_enough() -> None:
    p = scene("bound_minds")
    p.g.alive[1:] = 0
    p.g.signal_markers[0] = 1
    p.refresh().roll((0, "ss")).do("interact", 0)
    assert taken(p, 0)


def test_any_ship_of_the_fleet_may_carry_the_key_710() -> None:
    p = scene("starving_beacon", 3)
    p.g.signal_markers[0] = 1
    p.refresh().do("interact", 0)
    assert p.decision == "carrier"
    p.do("ship", 3)
    assert taken(p, 3)
    assert ("explore",) not in p.legal() and not p.legal("interact")  # the system is empty


# The Main Rift --------------------------------------------------------------------------------------------------------


def rift_scene() -> Position:
    """Two ships of three with Keys in the Main Rift; an Avatar is beside it."""
    p = Position(players=1, ships=4).open_start()
    rift = p.add("main_rift", 0)
    far = p.add("haven", 3)
    p.g.slot[[0, 1]] = rift
    p.g.slot[[2, 3]] = far
    return p.plain()


def test_exploring_the_main_rift_puts_down_all_keys_of_the_fleet_736() -> None:
    p = rift_scene().carry(0, 0, 1).carry(1, 2)
    p.turn_of(0, 1).do("explore")
    assert p.g.key_state.tolist() == [ACTIVATED] * 3 + [0]
    assert p.g.actions_left == 2
    assert p.g.final_rush == 0
    assert ("explore",) not in p.legal()


def test_only_the_keys_of_the_fleet_are_put_down_736() -> None:
    p = rift_scene().carry(0, 0).carry(1, 1)
    p.turn_of(0).do("explore")
    assert p.g.key_state[:2].tolist() == [ACTIVATED, ON_SHIP]


def test_with_the_last_key_the_avatars_move_at_once_towards_the_rift_738() -> None:
    p = rift_scene().carry(0, 0, 1, 2, 3)
    p.foe("herald", 0)
    health = p.g.health.copy()
    p.turn_of(0, 1).dice(1).do("explore")
    assert p.g.final_rush == 1
    assert p.g.foe_slot[19] == p.g.slot[0]
    assert p.g.engaged[[0, 1]].tolist() == [1, 1]
    assert p.g.health.tolist() == health.tolist()  # no Damage Roll in the Action phase
