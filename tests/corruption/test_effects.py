"""What rows do [638-694, 744-796, 911-930, 976-982]: every operation, target, way and lasting value outside of fights.

Every Mod and module that works outside of fights is used here in a position made for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import frames
from exodus_env.corruption.rules.begin import ABILITY
from exodus_env.corruption.rules.modules import LOST
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled

MODIFIERS = {name: number for number, name in enumerate(v.MODIFIER_NAMES)}


def scene(ship: str = "warship", *members: int, players: int = 1) -> Position:
    """Ship 0 is of a kind, in the middle of the map with some others; no Mods, three Energy markers."""
    mats = (ship, *[other for other in v.SHIPS if other != ship][:3])
    p = Position(players=players, ships=4, mats=mats).open_start("green_expanse")
    p.g.energy[:] = p.g.ready[:] = 3
    away = p.add("haven", 0)
    p.plain()
    p.g.slot[[other for other in range(1, 4) if other not in members]] = away
    return p


def use(p: Position, place: int = 0, module: bool = True) -> Position:
    """Ship 0 uses equipment from its menu."""
    return p.turn_of(0).do("use_module" if module else "use_mod", place)


# Equipment used from the menu -----------------------------------------------------------------------------------------


def test_repair_drones_recover_a_health_of_a_ship_here_for_energy_and_teach_their_ship() -> None:
    p = scene("drone_specialist", 1).mod(0, 1, 0)
    p.g.health[:] = 2
    xp = int(p.g.xp[0])
    use(p, module=False)
    assert p.decision == "target"
    assert p.legal("ship") == {(0,), (1,)}  # the others are elsewhere
    p.do("ship", 1)
    assert p.g.health.tolist() == [2, 3, 2, 2]
    assert (p.g.ready[0], p.g.xp[0]) == (2, xp + 1)
    assert p.g.actions_left == 3
    assert ("use_mod", 0) not in p.legal()  # once an Action [913]
    p.g.scraps[0] = 5
    p.refresh().do("maintain").do("energy")
    assert ("use_mod", 0) in p.legal()


def test_an_effect_is_not_offered_to_ships_for_which_it_does_nothing() -> None:
    p = scene("drone_specialist", 1).mod(0, 1, 0)
    assert ("use_mod", 0) not in p.turn_of(0).legal()
    p.g.health[1] = 1
    use(p, module=False)
    assert p.g.health[1] == 2  # nobody else is hurt


def test_emergency_crew_removes_a_damaged_card_of_choice() -> None:
    p = scene("drone_specialist", 1, players=4).mod(0, 3, 1).damage(1, "fried_guns", "cut_conduit").refresh()
    use(p, 2, module=False)
    assert (p.decision, p.asked) == ("mend", 1)
    p.do("damaged", p.index("damaged", "cut_conduit"))
    assert p.g.damaged[1].sum() == 1 and p.g.damaged[1, p.index("damaged", "fried_guns")] == 1


def test_a_repair_kit_is_discarded_after_use_770() -> None:
    p = scene().equip(0, "repair_kit").refresh()
    p.g.health[0] = 2
    use(p)
    assert p.g.health[0] == 4 and p.g.module[0, 0] == 0


def test_a_stasis_wave_slows_all_avatars_for_two_energy() -> None:
    p = scene("proto_ship").mod(0, 5, 0)
    use(p, 4, module=False)
    assert p.g.avatar_moves == -1 and p.g.ready[0] == 1


def test_a_survey_probe_reveals_a_system_anywhere_joined_to_one_664() -> None:
    p = scene("explorer").mod(0, 1, 0)
    use(p, module=False)
    assert p.decision == "reveal_from" and p.legal("system") == {(0,), (1,)}
    p.do("system", 1)
    assert p.decision == "reveal_at" and p.g.focus_hex == 1
    free = {(direction,) for direction in range(6) if p.g.around[1, direction] < 0}
    assert p.legal("direction") == free
    p.do("direction", min(free)[0])
    if p.decision == "rotate":
        p.default()
    assert p.g.systems == 3 and p.g.beside[1, min(free)[0]] == 2
    assert p.g.actions_left == 4


def test_a_slipstream_jumps_once_without_an_action_and_arrives_as_any_jump() -> None:
    p = scene("explorer").mod(0, 1, 1)
    ashfall = p.add("ashfall", 2)
    use(p, module=False)
    assert p.decision == "jump_to" and p.legal("system") == {(1,), (ashfall,)}
    p.do("system", ashfall)
    assert p.decision == "detection" and p.g.actions_left == 4


def test_a_fold_drive_leads_three_jumps_far_but_never_past_an_avatar() -> None:
    p = scene("explorer").mod(0, 5, 0)
    slots = [1]
    for tile in ("marrow", "crossways", "last_harbour"):
        slots.append(p.add(tile, next(d for d in range(6) if lane(p, slots[-1], d)), slots[-1]))
    use(p, 4, module=False)
    assert p.legal("system") == {(slot,) for slot in slots[:3]}
    p = p.turn_of(0)
    p.g.used[:] = 0
    p.foe("herald", slots[1])
    use(p.refresh(), 4, module=False)
    assert p.legal("system") == {(slot,) for slot in slots[:2]}


def lane(p: Position, slot: int, direction: int) -> bool:
    """Whether a lane leads from a system to an empty space."""
    side = (direction - int(p.g.turned[slot])) % 6
    return bool(p.g.around[slot, direction] < 0 and p.t.tile_sides[p.g.tile[slot], side])


def test_a_jump_takes_the_fleet_along() -> None:
    p = scene("explorer", 2).mod(0, 1, 1)
    p.turn_of(0, 2).do("use_mod", 0)
    assert p.g.slot[[0, 2]].tolist() == [1, 1]


def test_a_corridor_opens_a_wormhole_for_the_rest_of_the_game() -> None:
    p = scene("explorer").mod(0, 5, 1)
    needle = p.add("needle", 2)
    far = p.add("crossways", next(d for d in range(6) if lane(p, needle, d)), needle)
    use(p, 4, module=False)
    assert p.g.gate[0] == 1
    assert {(needle,), (far,)} <= p.legal("jump")
    p.jump(frames.END_PHASE)
    assert p.g.gate[0] == 1


def test_smugglers_lane_leads_to_any_wormhole_from_anywhere() -> None:
    p = scene("pirate_ship").mod(0, 5, 0)
    p.add("needle", 2)
    far = p.add("crossways", next(d for d in range(6) if lane(p, 1, d)), 1)
    use(p, 4, module=False)
    assert p.legal("system") == {(2,), (far,)}
    p.do("system", far)
    assert p.g.slot[0] == far


def test_a_rendezvous_drive_leads_to_another_ship_that_is_not_engaged() -> None:
    p = scene().equip(0, "rendezvous_drive").refresh()
    far = p.add("marrow", next(d for d in range(6) if lane(p, 1, d)), 1)
    p.g.slot[2] = far
    p.turn_of(0)
    p.g.engaged[3] = p.g.engaged[1] = 1
    p.refresh().do("use_module", 0)
    assert p.g.slot[0] == far and p.g.module[0, 0] == 0
    p = scene().equip(0, "rendezvous_drive").refresh()
    p.g.engaged[1:] = 1
    assert ("use_module", 0) not in p.turn_of(0).legal()


def test_a_courier_drive_needs_a_key() -> None:
    p = scene().equip(0, "courier_drive").refresh()
    far = p.add("marrow", next(d for d in range(6) if lane(p, 1, d)), 1)
    assert ("use_module", 0) not in p.turn_of(0).legal()
    p.carry(0, 1).refresh().do("use_module", 0)
    assert p.legal("system") == {(1,), (far,)}


def test_a_warp_beacon_calls_a_ship_that_is_near_enough_out_of_its_fleet() -> None:
    p = scene().equip(0, "warp_beacon").refresh()
    p.g.fleet[[1, 2]] = 1
    p.g.engaged[3] = 1
    p.turn_of(0).do("use_module", 0)
    assert p.decision == "call" and p.legal("ship") == {(1,), (2,)}
    p.do("ship", 1)
    assert p.g.slot.tolist() == [0, 0, 1, 1]
    assert p.g.fleet[1] == 1 and p.g.fleet[2] == 2
    assert p.decision == "menu" and p.g.engaged[0] == 0


def test_a_warp_beacon_reaches_three_jumps() -> None:
    p = scene().equip(0, "warp_beacon").refresh()
    slots = [1]
    for tile in ("marrow", "tallow", "old_garrison"):
        slots.append(p.add(tile, next(d for d in range(6) if lane(p, slots[-1], d)), slots[-1]))
    p.g.slot[1:] = slots[3]
    assert p.g.gate.sum() == 0
    assert ("use_module", 0) not in p.turn_of(0).legal()
    p.g.slot[2] = slots[2]
    p.refresh().do("use_module", 0)
    assert p.g.slot.tolist() == [0, slots[3], 0, slots[3]]


def test_a_temporal_anchor_holds_the_corruption_marker_once() -> None:
    p = scene().equip(0, "temporal_anchor").refresh()
    use(p)
    assert p.g.hold == 1 and p.g.module[0, 0] == 0
    p.jump(frames.CORRUPTION)
    assert p.g.corruption == 1 and p.g.hold == 0
    p.jump(frames.CORRUPTION)
    assert p.g.corruption == 2


def test_a_rift_sealer_works_in_corrupt_systems_672() -> None:
    p = scene().equip(0, "rift_sealer").refresh()
    assert ("use_module", 0) not in p.turn_of(0).legal()
    p = Position(players=1, ships=4)  # in the Starting System, which is Corrupt
    p.plain().equip(0, "rift_sealer").refresh()
    use(p)
    assert p.g.rift[0] == 0 and p.g.avatar_moves == -1


def test_a_stasis_projector_pins_an_avatar_that_is_not_engaged() -> None:
    p = scene().equip(0, "stasis_projector").refresh()
    assert ("use_module", 0) not in p.turn_of(0).legal()
    p.foe("herald", 1)
    p.foe("mirror", 1)
    p.refresh().do("use_module", 0)
    assert p.legal("avatar") == {(2,), (3,)}
    p.do("avatar", 3)
    assert p.g.pinned.tolist() == [0, 0, 0, 1] and p.g.ready[0] == 1
    p.g.used[:] = 0
    p.g.ready[0] = 3
    p.g.engaged[1] = 1  # by the other one
    assert ("use_module", 0) not in p.refresh().legal()


def test_other_ships_of_the_fleet_use_theirs_between_actions_930() -> None:
    p = scene("warship", 1, players=4)
    p.equip(1, "repair_kit").refresh()
    p.g.health[0] = 2
    p.turn_of(0, 1)
    assert (p.decision, p.asked) == ("window", 1)
    p.do("use_module", 0)
    assert p.g.health[0] == 4 and p.decision == "menu"


# Equipment used in windows outside of fights --------------------------------------------------------------------------


def test_spotters_fee_is_paid_for_enemy_systems_only() -> None:
    for tile, gained in (("ashfall", 1), ("marrow", 0)):
        p = scene("explorer").mod(0, 2, 1).refresh()
        number, left = p.index("tiles", tile), int(p.g.tiles_left)
        others = [int(other) for other in p.g.tiles[:left] if other != number]
        p.g.tiles[:left] = [*others, number]
        p.turn_of(0).do("probe", 2)
        while p.decision != "menu":
            p.do("use_mod", 1) if p.decision == "window" else p.default()
        assert p.g.scraps[0] == 1 + gained


def test_foresight_adds_two_to_a_skill_roll_that_has_failed_so_far_608() -> None:
    p = scene("proto_ship").mod(0, 3, 1).refresh()
    health = int(p.g.health[0])
    p.roll((0, "ms")).explore("dormant_swarm")
    assert p.decision == "window"
    p.do("use_mod", 2)
    assert p.g.health[0] == health and p.g.ready[0] == 2
    p.roll((0, "hh")).explore("hunters_beacon")
    assert p.decision == "menu"  # nothing to help with


def test_smoke_screen_ignores_a_miss_of_a_detection_roll_548() -> None:
    p = scene("pirate_ship").mod(0, 1, 1)
    ashfall = p.add("ashfall", 2)
    p.turn_of(0).do("jump", ashfall).roll((0, "mh")).do("roll")
    p.do("use_mod", 0)
    while p.decision == "die":
        p.do("die", 0)
    assert p.g.engaged[0] == 0 and p.decision == "menu"


def test_a_decoy_flare_hides_a_lone_ship() -> None:
    p = scene("warship", 1).equip(0, "decoy_flare")
    ashfall = p.add("ashfall", 2)
    p.turn_of(0).do("jump", ashfall).roll((0, "mm")).do("roll").do("use_module", 0)
    assert p.g.engaged[0] == 0 and p.g.module[0, 0] == 0
    p = scene("warship", 1).equip(0, "decoy_flare")
    ashfall = p.add("ashfall", 2)
    p.turn_of(0, 1).do("jump", ashfall).roll((0, "mm"), (1, "hh")).do("roll")
    assert p.g.engaged[0] == 1


def test_stealth_leaves_out_misses_of_detection_rolls() -> None:
    for ship, level, choice in (("explorer", 2, 0), ("drone_specialist", 4, 0), ("pirate_ship", 6, 1)):
        p = scene(ship).mod(0, level, choice)
        ashfall = p.add("ashfall", 2)
        p.turn_of(0).do("jump", ashfall).roll((0, "mh")).do("roll").until("menu")
        assert p.g.engaged[0] == 0


def test_crash_foam_keeps_off_what_a_damage_roll_takes_632() -> None:
    p = scene().equip(0, "crash_foam").refresh()
    health = int(p.g.health[0])
    p.g.strained[0] = 1
    p.turn_of(0).roll((0, "mm")).do("pass")
    assert p.decision == "window"
    p.do("use_module", 0)
    assert p.g.health[0] == health and p.g.damaged[0].sum() == 1


def test_armour_leaves_out_misses_of_damage_rolls() -> None:
    for ship in ("battlecruiser", "drone_specialist"):
        p = scene(ship).mod(0, 6, 1).refresh()
        p.g.strained[0] = 1
        health = int(p.g.health[0])
        p.turn_of(0).roll((0, "mm")).do("pass").until("next_ship")
        assert p.g.health[0] == health - 1 and p.g.damaged[0].sum() == 0


# Lasting values -------------------------------------------------------------------------------------------------------


def test_a_pathfinder_has_an_action_more() -> None:
    p = scene("explorer").mod(0, 6, 1)
    p.refresh().turn_of(1)
    p.g.played[0] = 0
    p.do("pass").do("ship", 0).until("menu", 0)
    assert p.g.actions_left == 5


def test_scout_wing_sends_a_probe_each_turn_for_nothing() -> None:
    p = scene("explorer").mod(0, 4, 0).refresh().turn_of(0)
    p.do("probe", 2).until("menu")
    assert p.g.actions_left == 4
    p.do("probe", 3).until("menu")
    assert p.g.actions_left == 3


def test_a_scavenger_crew_finds_a_scrap_more_375() -> None:
    p = scene("pirate_ship").mod(0, 2, 0).refresh().turn_of(0).do("scavenge")
    assert p.g.scraps[0] == 3


def test_open_channels_leave_one_marker_a_turn_unturned() -> None:
    p = scene("proto_ship").mod(0, 6, 1).mod(0, 5, 0).refresh()
    use(p, 4, module=False)
    assert p.g.ready[0] == 2  # one of the two was for nothing
    assert p.g.energy_saved[0] == 1


def test_new_health_markers_come_unhurt() -> None:
    p = scene()
    p.g.health[0] = 2
    markers = int(p.g.markers[0])
    p.equip(0, "regenerator").refresh()
    assert (p.g.markers[0], p.g.health[0]) == (markers + 1, 3)


def test_false_colours_are_of_every_class_and_add_a_special() -> None:
    p = scene().equip(0, "false_colours").refresh()
    health = int(p.g.health[0])
    p.roll((0, "mm")).explore("bleeding_sky")
    assert p.g.health[0] == health and p.g.rift[0] == 0


# XP [786-790] ---------------------------------------------------------------------------------------------------------


def test_a_new_level_lets_its_ship_choose_one_of_two_effects_for_good_790() -> None:
    p = Position(players=4, ships=4, mats=("explorer", "warship", "proto_ship", "battlecruiser"))
    p.open_start("green_expanse")
    p.g.xp[0] = p.t.mat_level[p.g.mat[0], 1] - 1
    p.turn_of(0).do("probe", 0)
    while p.decision == "rotate":
        p.default()
    assert (p.decision, p.asked) == ("mod", 0) and p.g.focus_card == 1
    p.do("option", 1)
    assert p.g.mod[0].tolist() == [1, 2, 0, 0, 0, 0]


def test_scraps_gained_count_once_however_many_for_a_pirate() -> None:
    p = scene("pirate_ship").turn_of(0).do("scavenge")
    assert p.g.xp[0] == 1
    p.explore("drifting_shipyard").do("option", 1)
    assert p.g.xp[0] == 2 and p.g.scraps[0] == 5


def test_energy_turned_is_what_a_proto_ship_learns_from() -> None:
    p = scene("proto_ship").mod(0, 5, 0).refresh()
    xp = int(p.g.xp[0])
    use(p, 4, module=False)
    assert p.g.xp[0] == xp + 1


def test_each_ship_of_a_fleet_learns_from_what_it_reveals() -> None:
    p = scene("explorer", 1)
    p.g.mat[1] = p.g.mat[0]
    p.turn_of(0, 1).do("probe", 2).until("menu")
    assert p.g.xp[:2].tolist() == [1, 1]


# Slots ----------------------------------------------------------------------------------------------------------------


def test_a_ninth_module_replaces_another_one_or_is_left() -> None:
    for choice in (("lose_module", 3), ("pass",)):
        p = scene().equip(0, *["repair_kit"] * 8).refresh()
        kind = p.kind("deflector")
        p.g.module_deck[: p.g.module_left] = kind
        p.explore("system_exodus").do("option", 1)
        assert p.decision == "replace" and p.g.focus_card == kind
        p.do(*choice)
        assert p.g.module[0, 3] == (kind + 1 if choice[0] == "lose_module" else p.kind("repair_kit") + 1)
        assert p.g.waiting[0] == 0


def test_two_modules_that_have_no_room_are_settled_one_after_the_other() -> None:
    p = scene().equip(0, *["repair_kit"] * 8).refresh()
    p.g.module_deck[: p.g.module_left] = p.kind("deflector")
    p.explore("field_of_wrecks").do("option", 0).do("lose_module", 0)
    assert p.decision == "replace"
    p.do("lose_module", 1)
    assert (p.g.module[0] == p.kind("deflector") + 1).sum() == 2


def test_an_empty_deck_of_modules_gives_none() -> None:
    p = scene()
    p.g.module_deck[:], p.g.module_left = -1, 0
    p.explore("system_exodus").do("option", 1)
    assert not p.g.module[0].any() and p.decision == "further"


# Rows one by one ------------------------------------------------------------------------------------------------------


def row_of(p: Position, operation: str, **columns: int) -> int:
    """A row of content with an operation, and these values in its columns."""
    for number in range(int(p.t.rows)):
        row = p.t.row[number]
        fits = all(row[v.ROW_COLUMNS.index(name)] == value for name, value in columns.items())
        if row[0] == v.OPERATION_NAMES.index(operation) and fits:
            return number
    raise AssertionError(f"no row of content does {operation} with {columns}")


def suffer(p: Position, operation: str, target: str = "self", ship: int = 0) -> Position:
    """An ability with this row works on a ship, or on its Fleet."""
    row = row_of(p, operation, target=v.TARGET_NAMES.index(target))
    return p.jump(frames.EFFECTS, row=row, rows=1, ship=ship, source=ABILITY)


def test_an_avatar_takes_a_mod_or_module_of_choice_for_good_982() -> None:
    p = scene().mod(0, 1, 0).equip(0, "deflector", "regenerator").refresh()
    markers = int(p.g.markers[0])
    suffer(p, "take_module")
    assert p.decision == "lose"
    assert p.legal() == {("lose_mod", 0), ("lose_module", 0), ("lose_module", 1)}
    p.do("lose_module", 1)
    assert p.finished and p.g.module[0, 1] == 0 and p.g.markers[0] == markers - 1
    suffer(p, "take_module").do("lose_mod", 0)
    assert p.g.mod[0, 0] == LOST
    suffer(p, "take_module")
    assert p.g.module[0, 0] == 0  # there was nothing else
    suffer(p, "take_module")
    assert p.finished


def test_a_mod_lost_for_good_is_not_unlocked_again_982() -> None:
    p = scene("explorer").mod(0, 1, 0)
    suffer(p, "take_module")
    p.turn_of(0).do("probe", 2)
    while p.decision == "rotate":
        p.default()
    assert p.g.mod[0, 0] == LOST and p.decision == "menu"


def test_an_avatar_takes_the_last_energy_marker_for_good_981() -> None:
    p = scene()
    p.g.ready[0] = 1
    suffer(p, "take_energy")
    assert (p.g.energy[0], p.g.ready[0]) == (2, 1)
    p.g.ready[0] = 2
    suffer(p, "take_energy")
    assert (p.g.energy[0], p.g.ready[0]) == (1, 1)
    for _ in range(2):
        suffer(p, "take_energy")
    assert (p.g.energy[0], p.g.ready[0]) == (0, 0)


def test_an_avatar_takes_health_markers_those_without_health_first_980() -> None:
    p = scene()
    markers = int(p.g.markers[0])
    p.g.health[0] = markers - 1
    suffer(p, "take_health")
    assert (p.g.markers[0], p.g.health[0]) == (markers - 1, markers - 1)
    suffer(p, "take_health")
    assert (p.g.markers[0], p.g.health[0]) == (markers - 2, markers - 2)
    for _ in range(10):
        suffer(p, "take_health")
    assert (p.g.markers[0], p.g.health[0]) == (1, 1)
    p.jump(frames.END_PHASE)
    assert p.g.markers[0] == 1


def test_an_ability_on_the_whole_fight_is_for_the_fleet_alone() -> None:
    p = scene("warship", 1, 2)
    p.g.fleet[1] = 0
    health = p.g.health.copy()
    suffer(p, "hurt", "fleet")
    amount = int(p.t.row[row_of(p, "hurt", target=v.TARGET_NAMES.index("fleet")), v.ROW_COLUMNS.index("amount")])
    assert (health - p.g.health).tolist() == [amount, amount, 0, 0]


def test_whoever_falls_by_a_row_concerns_no_other_ship() -> None:
    p = scene("warship", 1)
    p.g.fleet[1] = 0
    p.g.health[0] = 1
    health = int(p.g.health[1])
    suffer(p, "hurt")
    assert p.g.alive[0] == 0 and p.g.health[1] == health


HARM: list[tuple[str, Callable[[Any], int]]] = [
    ("hurt", lambda g: -int(g.health[0])),
    ("damaged", lambda g: int(g.damaged[0].sum())),
    ("drain", lambda g: -int(g.ready[0])),
    ("steal", lambda g: -int(g.scraps[0])),
]


@pytest.mark.parametrize(("operation", "measured"), HARM, ids=[name for name, _ in HARM])
def test_harm_takes_its_amount_as_far_as_there_is_any_684(operation: str, measured: Callable[[Any], int]) -> None:
    p = scene()
    p.g.scraps[0] = 9
    amount = int(p.t.row[row_of(p, operation, target=v.TARGET_NAMES.index("self")), v.ROW_COLUMNS.index("amount")])
    before = measured(p.g)
    suffer(p, operation)
    assert measured(p.g) == before + amount
    p.g.ready[0] = p.g.scraps[0] = 0
    suffer(p, operation)
    assert p.g.ready[0] >= 0 and p.g.scraps[0] >= 0


def test_lasting_values_follow_from_equipment_and_damaged_cards_within_their_bounds() -> None:
    p = scene().equip(0, "auxiliary_cannon", "auxiliary_cannon").damage(0, "fried_guns").refresh()
    assert p.g.modifier[0, MODIFIERS["hits"]] == 1
    p.equip(0, "false_colours", "false_colours").refresh()
    assert p.g.modifier[0, MODIFIERS["any_class"]] == 1


# Effects of equipment that work outside of fights, by name; each has a test here, or in test_explorations.py.
PLAYED = {
    *("Repair Drones", "Emergency Crew", "Patch Up", "Stasis Wave", "Survey Probe", "Slipstream", "Fold Drive"),
    *("Corridor", "Smugglers' Lane", "Join Up", "Delivery", "Beckon", "Stop the Clock", "Cauterise", "Stasis"),
    *("Spotter's Fee", "Deep Scan", "Foresight", "Smoke Screen", "False Trail", "Foam Burst"),
}


def test_every_effect_that_works_outside_of_fights_has_been_used() -> None:
    content = Position().content
    effects = [effect for mod in content.mods for effect in mod.effects]
    effects += [module.effect for module in (*content.modules, *content.precursors)]
    windows = ("menu", "reveal", "explore", "skill", "detection", "damage")
    assert {effect.name for effect in effects if effect.window in windows} == PLAYED
