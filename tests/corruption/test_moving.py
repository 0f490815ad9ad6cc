"""Revealing and moving [304-338], lanes and wormholes [437, 457, 530-532], Scavenge [371-375], help in fights [946]."""

from __future__ import annotations

import numpy as np
import pytest

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules.modules import LOST
from exodus_env.corruption.rules.result import ON_SHIP, ON_SYSTEM, RISEN
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled


def start(tile: str = "crossways", **config: object) -> Position:
    """Ships without Mods in the middle of the map; only ship 0 has still to play."""
    p = Position(**config).open_start(tile)
    p.g.mod[:] = LOST
    p.g.played[:] = 1
    return p.turn_of(0)


def row(*tiles: str, **config: object) -> Position:
    """These systems in a row to the east of the one in the middle; slots follow that order."""
    p = start(**config)
    for slot, tile in enumerate(tiles):
        p.add(tile, 0, slot)
    return p.turn_of(0)


def on_top(p: Position, tile: str) -> Position:
    """A tile lies on top of the System stack."""
    number = p.index("tiles", tile)
    left = [int(other) for other in p.g.tiles[: p.g.tiles_left] if other != number]
    p.g.tiles[: p.g.tiles_left] = [*left, number]
    return p


def lanes(p: Position, slot: int) -> set[int]:
    """The directions in which a turned tile is open."""
    sides = p.t.tile_sides[p.g.tile[slot]]
    return {direction for direction in range(c.SIDES) if sides[(direction - p.g.turned[slot]) % c.SIDES]}


# Probes ---------------------------------------------------------------------------------------------------------------


def test_a_probe_goes_to_an_empty_space_that_a_lane_leads_to_310_312() -> None:
    p = start("brokenstone")
    assert p.legal("probe") == p.legal("blind") == {(direction,) for direction in lanes(p, 0)}
    p.add("haven", 1)
    assert p.turn_of(0).legal("probe") == {(0,), (2,)}


def test_the_space_is_named_before_the_tile_is_seen_316() -> None:
    offers = [on_top(start(), tile).turn_of(0).legal() for tile in ("haven", "sore_6", "black_gate")]
    assert offers[0] == offers[1] == offers[2]
    p = on_top(start(), "brokenstone").do("probe", 3)
    assert p.decision == "rotate"
    p.default()
    assert p.g.around[0, 3] == 1


def test_a_probe_costs_an_action_and_moves_nobody_308() -> None:
    p = on_top(start(), "haven")
    actions, left = int(p.g.actions_left), int(p.g.tiles_left)
    p.do("probe", 0)
    assert (p.g.actions_left, p.g.tiles_left, p.g.systems, p.g.slot[0]) == (actions - 1, left - 1, 2, 0)
    assert p.g.tile[1] == p.index("tiles", "haven")


@pytest.mark.parametrize("direction", range(c.SIDES))
def test_the_tile_can_be_turned_any_way_that_leaves_a_lane_back_312(direction: int) -> None:
    turns = set()
    for turned in range(c.SIDES):
        p = on_top(start(), "ashfall").do("probe", direction)
        back = (direction + 3) % c.SIDES
        open_to_us = p.t.tile_sides[p.index("tiles", "ashfall"), (back - turned) % c.SIDES]
        assert ((turned,) in p.legal("rotate")) == bool(open_to_us)
        if open_to_us:
            p.do("rotate", turned)
            assert p.g.beside[0, direction] == 1 and p.g.beside[1, back] == 0
            turns.add(int(p.g.turned[1]))
    assert len(turns) == 3


def test_turns_that_look_the_same_are_one_choice_ours() -> None:
    p = on_top(start(), "needle")  # 110101
    p.do("probe", 0)
    assert len(p.legal("rotate")) == 4
    p = on_top(start(), "haven")  # open everywhere, so nothing is asked
    p.do("probe", 0)
    assert p.decision == "menu"


def test_a_lane_needs_an_opening_on_both_tiles_437() -> None:
    """A tile that touches two others is joined to each only where both are open; it may show walls to one of them."""
    joined = set()
    for turned in range(c.SIDES):
        p = start()
        p.add("haven", 0)
        on_top(p, "cold_chapel").turn_of(0).do("probe", 1)
        if p.decision == "rotate":
            if (turned,) not in p.legal("rotate"):
                continue
            p.do("rotate", turned)
        side = int(np.flatnonzero(p.g.around[2] == 1)[0])
        assert (p.g.beside[2, side] == 1) == (side in lanes(p, 2))
        assert ((2,) in p.turn_of(0).legal("jump")) and p.g.around[1, (side + 3) % c.SIDES] == 2
        p.g.slot[0] = 1
        assert ((2,) in p.turn_of(0).legal("jump")) == (side in lanes(p, 2))
        joined.add(side in lanes(p, 2))
    assert joined == {False}  # its lanes are at every second side


def test_two_tiles_that_face_each_other_with_lanes_are_joined_437() -> None:
    p = start()
    p.add("haven", 0)
    p.add("green_expanse", 1, turned=1)
    side = int(np.flatnonzero(p.g.around[2] == 1)[0])
    assert side in lanes(p, 2) and p.g.beside[2, side] == 1


def test_a_revealed_system_gets_its_exploration_marker_or_the_key_of_its_signal_314_463() -> None:
    p = start()
    haven, lumen, sore = p.add("haven", 0), p.add("lumen", 1), p.add("sore_1", 2)
    assert p.g.exploration[[haven, lumen, sore]].tolist() == [1, 0, 0]
    assert (p.g.key_state[0], p.g.key_slot[0]) == (ON_SYSTEM, lumen)
    assert (p.g.key_state[1:] == 0).all()


def test_without_tiles_nothing_can_be_revealed_and_the_game_goes_on_ours() -> None:
    p = start()
    p.g.tiles[:] = -1
    p.g.tiles_left = 0
    p.turn_of(0)
    assert not p.legal("probe") and not p.legal("blind")
    p.decline()
    assert not p.g.over


# Jumps ----------------------------------------------------------------------------------------------------------------


def test_a_jump_costs_an_action_and_leads_along_a_lane_322() -> None:
    p = row("haven", "marrow")
    actions = int(p.g.actions_left)
    assert p.legal("jump") == {(1,)}
    p.do("jump", 1)
    assert (p.g.slot[0], p.g.actions_left) == (1, actions - 1)
    assert {(0,), (2,)} <= p.legal("jump")


def test_a_blind_jump_is_a_probe_and_a_jump_for_one_action_328() -> None:
    p = on_top(start(), "green_expanse")
    actions = int(p.g.actions_left)
    p.do("blind", 0)
    assert p.decision == "rotate"
    p.default()
    assert (p.g.slot[0], p.g.systems, p.g.actions_left) == (1, 2, actions - 1)


def test_a_blind_jump_into_an_enemy_system_takes_detection_328_500() -> None:
    p = on_top(start(), "ashfall").do("blind", 0)
    p.default()
    assert (p.decision, p.g.slot[0]) == ("detection", 1)


def test_allied_systems_take_no_detection_443() -> None:
    p = row("green_expanse").do("jump", 1)
    assert (p.decision, p.g.engaged[0]) == ("menu", 0)
    assert p.g.scripted_count == 0 and (p.g.foe_slot == -1).all()


def test_systems_with_a_wormhole_are_adjacent_for_ships_457() -> None:
    p = row("haven", "marrow", "needle")
    assert p.g.gate[[0, 3]].tolist() == [1, 1]
    assert p.legal("jump") == {(1,), (3,)}
    p.do("jump", 3)
    assert p.g.slot[0] == 3


def test_a_wormhole_into_an_enemy_system_takes_detection_532() -> None:
    p = row("haven", "marrow", "black_gate").do("jump", 3)
    assert (p.decision, p.g.slot[0]) == ("detection", 3)


def test_corrupt_systems_and_the_main_rift_without_keys_cannot_be_explored_556() -> None:
    p = start("sore_4")
    assert ("explore",) not in p.legal()
    p = row("main_rift").do("jump", 1)
    assert ("explore",) not in p.legal()


def test_enemy_systems_can_be_explored_by_ships_that_are_not_engaged_508() -> None:
    p = row("ashfall").do("jump", 1).roll((0, "hh")).do("roll")
    assert p.decision == "menu" and ("explore",) in p.legal()


# Hyperspace Rush ------------------------------------------------------------------------------------------------------


def test_a_rush_is_three_jumps_for_two_actions_330_332() -> None:
    p = row("green_expanse", "old_garrison", "haven", ask_forced=True)
    actions = int(p.g.actions_left)
    p.do("rush")
    assert (p.decision, p.legal("jump")) == ("rush", {(1,)})
    p.do("jump", 1).do("jump", 2).do("jump", 3)
    assert (p.decision, p.g.slot[0], p.g.actions_left) == ("menu", 3, actions - 2)
    assert ("rush",) not in p.turn_of(0, actions=1).legal()


def test_a_rush_needs_a_way_of_three_jumps_332() -> None:
    p = start()
    assert ("rush",) not in p.legal()
    p.add("haven", 0)
    assert ("rush",) in p.turn_of(0).legal()  # there, back, and there again


def test_systems_that_are_passed_in_a_rush_are_not_entered_334() -> None:
    p = row("throne_of_glass", "haven", "green_expanse", ask_forced=True).do("rush")
    p.do("jump", 1).do("jump", 2)
    assert (p.decision, p.g.engaged[0], p.g.ally[2]) == ("rush", 0, 0)
    p.do("jump", 3)
    assert p.decision == "menu" and (p.g.foe_slot == -1).all()


def test_detection_applies_in_the_last_system_of_a_rush_336() -> None:
    p = row("haven", "green_expanse", "ashfall", ask_forced=True).do("rush").do("jump", 1).do("jump", 2)
    p.do("jump", 3)
    assert p.decision == "detection"


def test_nobody_rushes_past_an_avatar_338() -> None:
    p = row("haven", "green_expanse", "marrow", "quiet_sun", ask_forced=True)
    p.foe("mirror", 2)
    p.turn_of(0).do("rush")
    assert p.legal("jump") == {(1,)}
    p.do("jump", 1)
    assert p.legal("jump") == {(0,)}  # from system 2 no second jump may follow
    p.do("jump", 0)
    p.foe("mirror", 3)
    p.turn_of(0).do("rush").do("jump", 1).do("jump", 2)
    assert (3,) in p.legal("jump")
    p.do("jump", 3)
    assert p.g.engaged[0] == 1


# Fleets ---------------------------------------------------------------------------------------------------------------


def test_a_fleet_moves_together_342() -> None:
    p = row("haven")
    p.turn_of(0, 1).do("jump", 1)
    assert p.g.slot.tolist() == [1, 1, 0, 0]


def test_members_of_a_fleet_have_played_when_its_turn_is_over_300_346() -> None:
    p = Position(players=1, ships=4, mats=("warship", "explorer", "proto_ship", "battlecruiser"))
    p.open_start().turn_of(0, 1).until("next_ship")
    assert p.g.played.tolist() == [1, 1, 0, 0]
    assert p.legal("ship") == {(2,), (3,)}


def test_whoever_gives_the_rest_of_its_actions_up_ends_its_turn_ours() -> None:
    p = Position()
    assert p.g.actions_left > 0 and ("pass",) in p.legal()
    p.decline()
    assert p.g.active != 0 and p.g.played[0] == 1


def test_a_ship_on_its_own_turn_is_asked_before_its_first_action_1060() -> None:
    p = Position()
    p.decline().do("ship", 1)
    assert (p.decision, p.legal("invite")) == ("invite", {(2,), (3,)})


def test_others_come_to_help_and_form_a_fleet_before_the_fight_946() -> None:
    p = row("haven")
    p.foe("mirror", 1)
    p.g.slot[1], p.g.engaged[1], p.g.played[1] = 1, 1, 0
    p.turn_of(0).do("jump", 1)
    assert (p.decision, p.legal("invite")) == ("invite", {(1,)})
    p.do("invite", 1)
    assert (p.decision, p.asked) == ("join", 1)
    p.do("join")
    assert p.g.engaged.tolist() == [1, 1, 0, 0]
    assert p.decision == "manoeuvre" and p.g.fleet[1] == 0
    assert p.g.health[0] == p.g.markers[0]


def test_an_engaged_ship_need_not_play_first_946() -> None:
    p = Position(players=1, ships=4).open_start()
    p.add("haven", 0)
    p.foe("mirror", 1)
    p.g.slot[1], p.g.engaged[1] = 1, 1
    p.turn_of(0).decline()
    assert p.legal("ship") == {(1,), (2,), (3,)}
    p.do("ship", 2)
    assert p.g.engaged.tolist() == [0, 1, 0, 0] and p.decision != "manoeuvre"


# Scavenge -------------------------------------------------------------------------------------------------------------


def test_scavenging_brings_a_scrap_once_a_turn_375() -> None:
    p = start("sore_4")
    p.do("scavenge")
    assert (p.g.scraps[0], p.g.scavenged[0]) == (2, 1)
    assert ("scavenge",) not in p.legal()


def test_each_ship_of_a_fleet_scavenges_for_the_same_action_375() -> None:
    p = start().turn_of(0, 1)
    p.g.scavenged[1] = 1
    p.refresh().do("scavenge")
    assert p.g.scraps.tolist() == [2, 1, 1, 1]
    p = start().turn_of(0, 1).do("scavenge")
    assert p.g.scraps.tolist() == [2, 2, 1, 1]
    assert ("scavenge",) not in p.legal()


def test_keys_of_a_defeated_ship_are_gathered_instead_of_a_scrap_375_877() -> None:
    p = start()
    p.carry(3, 0, 2)
    p.g.alive[3] = p.g.health[3] = 0
    p.turn_of(0, 1)
    assert {("scavenge",), ("gather",)} <= p.legal()
    p.do("gather")
    assert p.g.key_ship[[0, 2]].tolist() == [0, 0] and (p.g.key_state[[0, 2]] == ON_SHIP).all()
    assert p.g.scraps[:2].tolist() == [1, 2]


def test_keys_of_a_wreck_elsewhere_cannot_be_gathered_877() -> None:
    p = row("haven").carry(3, 0)
    p.g.slot[3] = 1
    p.g.alive[3] = p.g.health[3] = 0
    assert ("gather",) not in p.turn_of(0).legal()


def test_a_defeated_ship_loses_all_but_its_token_and_keys_875_877() -> None:
    p = start().equip(0, "repair_kit").damage(0, "fried_guns").carry(0, 1)
    p.g.scraps[0], p.g.health[0] = 5, 1
    p.fight("watch_frigate").roll((0, "mm")).do("offense")
    g = p.g
    assert (g.alive[0], g.health[0], g.energy[0], g.scraps[0]) == (0, 0, 0, 0)
    assert not g.mod[0].any() and not g.module[0].any() and not g.damaged[0].any()
    assert (g.slot[0], g.key_ship[1], g.key_state[1]) == (0, 0, ON_SHIP)


# The end --------------------------------------------------------------------------------------------------------------


def test_fleeing_from_an_avatar_on_the_rise_loses_in_the_action_phase_964_998() -> None:
    p = start()
    p.g.corruption = p.t.spaces
    p.g.boxes_open = p.t.boxes
    p.fight("mirror").roll((0, "hh")).do("disengage")
    assert p.g.over and p.g.outcome == RISEN


def test_what_the_kinds_of_tiles_show_449_560() -> None:
    t = Position().t
    kinds = t.tile_kind
    assert not t.tile_enemies[kinds != v.ENEMY].any() and (t.tile_enemies[kinds == v.ENEMY] > 0).all()
    for shown in (t.tile_exploration, t.tile_wormhole, t.tile_signal, t.tile_ally):
        assert not shown[kinds == v.CORRUPT].any() and not shown[kinds == v.RIFT].any()
    assert not t.tile_signal[kinds == v.ENEMY].any() and not t.tile_ally[kinds == v.ENEMY].any()
    assert sorted(t.tile_signal[t.tile_signal > 0].tolist()) == [1, 2, 3, 4]
    assert not (t.tile_exploration & (t.tile_signal > 0)).any()
