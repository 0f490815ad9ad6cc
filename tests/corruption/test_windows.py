"""When equipment can be used [764-778, 911-934]: windows, conditions, Energy, dice that are used up, once an attack."""

import pytest

from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import dice, frames, words
from exodus_env.corruption.rules.modules import LOST
from tests.corruption.position import Position
from tests.corruption.test_equipment_in_fights import against, health, lost, team
from tests.corruption.test_rolls import fleet, roll

pytestmark = pytest.mark.uncompiled


def on_top(p: Position, tile: str) -> None:
    """The next system to be revealed."""
    number, left = p.index("tiles", tile), int(p.g.tiles_left)
    others = [int(other) for other in p.g.tiles[:left] if other != number]
    p.g.tiles[:left] = [*others, number]


def probe(p: Position) -> None:
    """Send a probe east; the system lies there however it can."""
    p.do("probe", 0)
    if p.decision == "rotate":
        p.default()


# The menu -------------------------------------------------------------------------------------------------------------


def test_the_lead_uses_equipment_from_the_menu_once_an_action_913() -> None:
    p = team("drone_specialist").mod(0, 1, 0)
    p.g.health[0] -= 3
    p.turn_of(0)
    p.do("use_mod", 0)
    assert (lost(p), p.g.ready[0]) == (2, 3)
    assert ("use_mod", 0) not in p.legal()
    p.do("scavenge")
    assert ("use_mod", 0) in p.legal()  # a new Action


def test_other_ships_of_the_fleet_are_asked_between_actions_905() -> None:
    p = team("warship", "drone_specialist").mod(1, 1, 0)
    p.g.health[0] -= 3
    p.turn_of(0, 1)
    assert (p.decision, p.asked, p.legal()) == ("window", 1, {("use_mod", 0), ("pass",)})
    p.do("use_mod", 0)
    assert (p.decision, p.asked, lost(p)) == ("menu", 0, 2)
    p.do("scavenge")
    assert (p.decision, p.asked) == ("window", 1)


def test_equipment_of_ships_outside_the_fleet_is_not_used_905() -> None:
    p = team("warship", "drone_specialist").mod(1, 1, 0)
    p.g.health[0] -= 3
    assert p.turn_of(0).decision == "menu"


def test_what_is_for_others_is_offered_only_where_it_would_do_something_915() -> None:
    p = team("drone_specialist").mod(0, 1, 0)
    assert ("use_mod", 0) not in p.turn_of(0).legal()
    p.g.slot[1], p.g.health[1] = 0, 1
    assert ("use_mod", 0) in p.refresh().legal()  # another ship in the system, in no Fleet


def test_consumables_are_discarded_after_use_770() -> None:
    p = team("warship").equip(0, "repair_kit")
    p.g.health[0] -= 3
    p.turn_of(0).do("use_module", 0)
    assert (lost(p), p.g.module[0].sum(), p.g.ready[0]) == (1, 0, 4)


# Conditions -----------------------------------------------------------------------------------------------------------


def test_a_spotter_is_paid_for_enemy_systems_alone_930() -> None:
    for tile, paid in (("cold_chapel", 1), ("haven", 0)):
        p = team("explorer").mod(0, 2, 1)
        on_top(p, tile)
        probe(p.turn_of(0))
        assert (p.decision == "window") == bool(paid)
        if paid:
            p.do("use_mod", 1)
        assert (p.decision, p.g.scraps[0]) == ("menu", 1 + paid)


def test_a_reveal_of_another_ship_of_the_fleet_counts_as_well_905() -> None:
    p = team("warship", "explorer").mod(1, 2, 1)
    on_top(p, "cold_chapel")
    probe(p.turn_of(0, 1))
    assert (p.decision, p.asked) == ("window", 1)


def test_deep_scan_is_offered_when_an_exploration_is_turned_up_930() -> None:
    p = team("explorer").mod(0, 3, 1)
    p.g.exploration[0] = 1
    p.turn_of(0).do("explore")
    first = int(p.g.card)
    assert (p.decision, p.legal()) == ("window", {("use_mod", 2), ("pass",)})
    p.do("use_mod", 2)
    assert p.g.card != first


def test_a_rift_sealer_needs_a_corrupt_system_or_an_opened_rift_930() -> None:
    p = team("warship").equip(0, "rift_sealer")
    assert ("use_module", 0) not in p.turn_of(0).legal()
    p.g.rift[0] = 1
    assert ("use_module", 0) in p.refresh().legal()
    p = team("warship").equip(0, "rift_sealer")
    p.g.slot[0] = p.add("sore_1" if p.g.tile[0] != p.index("tiles", "sore_1") else "sore_2", 0)
    assert ("use_module", 0) in p.turn_of(0).legal()


def test_a_courier_drive_needs_a_key_930() -> None:
    p = team("warship").equip(0, "courier_drive")
    p.add("haven", 0)
    assert ("use_module", 0) not in p.turn_of(0).legal()
    p.g.key_state[0], p.g.key_ship[0] = 2, 0
    assert ("use_module", 0) in p.refresh().legal()


# Energy ---------------------------------------------------------------------------------------------------------------


def test_effects_for_energy_need_a_marker_that_is_ready_774() -> None:
    p = team("warship", energy=1).mod(0, 1, 0)
    against(p, "watch_frigate").roll((0, "hm")).do("offense").do("use_mod", 0).do("die", 1)
    assert p.g.ready[0] == 0
    assert p.roll((0, "hm")).do("offense").decision == "manoeuvre"


def test_an_idle_marker_cannot_be_used_934() -> None:
    p = team("warship", energy=1).mod(0, 1, 0).damage(0, "cut_conduit")
    assert against(p, "watch_frigate").roll((0, "hm")).do("offense").decision == "manoeuvre"


def test_stasis_takes_two_markers_774() -> None:
    for energy, legal in ((1, False), (2, True)):
        p = team("proto_ship", energy=energy).mod(0, 5, 0)
        assert (("use_mod", 4) in p.turn_of(0).legal()) == legal


def test_energy_that_is_turned_moves_the_marker_of_the_proto_ship_786() -> None:
    p = against(team("proto_ship").mod(0, 3, 0), "black_choir")
    before = int(p.g.xp[0])
    p.do("offense").roll((0, "hh")).do("use_mod", 2)
    assert p.g.xp[0] == before + 1


# Dice -----------------------------------------------------------------------------------------------------------------


def test_a_die_that_was_rolled_again_is_not_rolled_again_918() -> None:
    p = against(team("proto_ship").mod(0, 1, 1).equip(0, "targeting_computer"), "watch_frigate")
    p.roll((0, "mm")).do("offense").roll((0, "m")).do("use_mod", 0)
    p.do("die", 0).decline()
    p.do("use_module", 0)
    assert p.legal("die") == {(1,)}


def test_a_die_that_triggered_something_is_not_rolled_again_922() -> None:
    p = against(team("warship").mod(0, 2, 1).equip(0, "targeting_computer"), "watch_frigate")
    p.roll((0, "sm")).do("offense").do("use_mod", 1).do("use_module", 0)
    assert p.legal("die") == {(1,)}


def test_a_turned_die_stays_as_it_is_and_counts_922() -> None:
    p = against(team("warship").mod(0, 1, 0).equip(0, "targeting_computer"), "watch_frigate")
    p.roll((0, "mm")).do("offense").do("use_mod", 0).do("die", 0).do("use_module", 0)
    assert p.legal("die") == {(1,)}
    p.decline()
    assert (health(p, "watch_frigate"), lost(p), p.g.damaged[0].sum()) == (8, 1, 0)


def test_an_ignored_miss_is_not_rolled_again_and_is_no_critical_miss_920_922() -> None:
    p = against(team("battlecruiser").mod(0, 1, 0).equip(0, "targeting_computer"), "watch_frigate")
    p.roll((0, "mm")).do("offense").do("use_mod", 0)
    p.do("die", 0).do("use_module", 0)
    assert p.legal("die") == {(1,)}
    p.decline()
    assert (lost(p), p.g.damaged[0].sum()) == (1, 0)


def test_dice_that_could_not_be_rolled_again_anyway_are_used_up_first_922() -> None:
    p = team("pirate_ship").mod(0, 4, 1).equip(0, "targeting_computer", "targeting_computer")
    against(p, "watch_frigate").roll((0, "sm")).do("offense")
    p.roll((0, "s")).do("use_module", 0).do("die", 1).decline().do("use_mod", 3)
    assert p.g.die_spent[0].tolist() == [0, dice.SPENT, 0]
    assert p.legal() == {("use_module", 1), ("pass",)}  # for the other die


def test_specials_of_a_blind_ship_trigger_nothing_922() -> None:
    p = against(team("warship").mod(0, 2, 1).damage(0, "blind_sensors"), "watch_frigate")
    assert p.roll((0, "ss")).do("offense").decision == "manoeuvre"


def test_one_special_serves_one_effect_922() -> None:
    p = against(team("pirate_ship").mod(0, 4, 1).mod(0, 3, 0), "watch_frigate")
    p.roll((0, "hs")).do("offense").do("use_mod", 3)
    assert p.decision == "manoeuvre"  # no special is left for the Raid


def test_a_ship_has_room_for_three_dice_829() -> None:
    p = against(team("battlecruiser", "warship").mod(0, 5, 0).mod(1, 1, 1), "watch_frigate", members=(1,))
    p.do("offense").do("offense").do("use_mod", 4)
    assert p.g.colour[1].tolist() == [-1, -1, v.RED]
    assert ("use_mod", 0) in p.legal()  # for the Shields: no room is left for its die
    p.roll((0, "hss"), (1, "hss")).do("use_mod", 0)
    assert (p.g.scripted_count, health(p, "watch_frigate")) == (0, 7)


# Who is asked, and when -----------------------------------------------------------------------------------------------


def test_ships_are_asked_one_after_the_other_until_each_has_passed_916() -> None:
    p = team("warship", "battlecruiser", "proto_ship")
    p.equip(0, "targeting_computer").equip(1, "targeting_computer").equip(2, "targeting_computer")
    against(p, "watch_frigate", members=(1, 2))
    p.roll((0, "ms"), (1, "ms"), (2, "ms")).do("offense").do("offense").do("offense")
    asked = []
    while p.decision == "window":
        asked.append(p.asked)
        p.decline()
    assert asked == [0, 1, 2]


def test_the_lead_is_asked_first_916() -> None:
    p = team("warship", "battlecruiser").equip(0, "targeting_computer").equip(1, "targeting_computer")
    p.fight("watch_frigate", ship=1, members=(0,))
    p.roll((1, "ms"), (0, "ms")).do("offense").do("offense")
    assert (p.decision, p.asked) == ("window", 1)


def test_beneficial_effects_can_be_declined_915() -> None:
    p = against(team("warship").mod(0, 1, 0), "watch_frigate")
    p.roll((0, "mh")).do("offense").decline()
    assert (lost(p), p.g.ready[0]) == (1, 4)


def test_a_wreck_uses_nothing_875() -> None:
    p = team("warship", "drone_specialist").mod(1, 3, 0).mod(0, 5, 0)
    p.g.health[1] = 1
    against(p, "swarm_drones", members=(1,))
    p.roll((0, "hs"), (1, "mm")).do("offense").do("offense").decline()
    assert p.g.alive[1] == 0
    p.roll((0, "hs")).do("offense")
    assert (p.decision, p.asked, p.legal()) == ("window", 0, {("use_mod", 4), ("pass",)})


def test_equipment_gained_in_an_attack_waits_for_its_next_condition_790() -> None:
    p = team("warship", "battlecruiser")
    p.g.mod[0] = [LOST, LOST, LOST, 0, LOST, LOST]
    p.g.xp[0] = p.t.mat_level[p.g.mat[0], 3] - 1
    against(p, "cult_raider", health=1)
    p.roll((0, "hs")).do("offense")
    assert p.decision == "mod"
    p.do("option", 1)  # Momentum: an Action for a kill, and this one opens its window
    assert (p.decision, p.legal()) == ("window", {("use_mod", 3), ("pass",)})


@pytest.mark.parametrize("kind", [words.W_DETECTION, words.W_SKILL, words.W_DAMAGE])
def test_nothing_is_asked_in_rolls_where_nobody_has_anything_930(kind: int) -> None:
    p = fleet(team("warship", "battlecruiser"), 0, 1)
    assert roll(p, kind, (0, "mm"), (1, "mm"), symbol=v.HIT, count=1).finished


def test_content_uses_every_window_and_condition_930() -> None:
    """So the tests of equipment, which play all of it, play them all."""
    p = team("warship")
    assert set(p.t.effect[:, words.EFFECT_WINDOW].tolist()) == set(range(len(v.WINDOWS)))
    needs = set(p.t.effect[:, [words.EFFECT_NEED, words.EFFECT_SECOND_NEED]].ravel().tolist())
    assert needs == set(range(len(v.NEEDS)))


def test_a_window_stands_on_the_frame_that_opened_it_930() -> None:
    p = against(team("warship").mod(0, 1, 0), "watch_frigate")
    p.roll((0, "mh")).do("offense")
    kinds = [int(row[0]) for row in p.g.stack[: p.g.depth]]
    assert kinds[-2:] == [frames.COMBAT, frames.WINDOW]
    assert p.g.focus_card == words.W_AFTER_ATTACK
