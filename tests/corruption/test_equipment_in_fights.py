"""Every Mod and module whose effect lives in fights [786-796, 911-934], played in a position made for it."""

import re
from pathlib import Path

import pytest

from exodus_env.corruption.capacity import ENEMIES
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules.modules import LOST
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled


def team(*mats: str, energy: int = 4) -> Position:
    """Ships without Mods but with Energy, the first of them with these mats, on an open map."""
    others = [mat for mat in v.SHIPS if mat not in mats]
    p = Position(mats=(*mats, *others)[:4]).open_start()
    p.g.mod[:] = LOST
    p.g.energy[:] = p.g.ready[:] = energy
    return p


def against(p: Position, foe: str, health: int = 9, members: tuple[int, ...] = ()) -> Position:
    """Ship 0, or its Fleet, is about to fight a foe that will not fall soon."""
    p.fight(foe, members=members)
    p.g.foe_health[card_of(p, foe)] = health
    return p


def card_of(p: Position, foe: str) -> int:
    avatars = [entry.id for entry in p.content.avatars]
    return ENEMIES + avatars.index(foe) if foe in avatars else p.index("enemies", foe)


def health(p: Position, foe: str) -> int:
    return int(p.g.foe_health[card_of(p, foe)])


def lost(p: Position, ship: int = 0) -> int:
    """Health a ship has lost."""
    return int(p.g.markers[ship] - p.g.health[ship])


# Warship --------------------------------------------------------------------------------------------------------------


def test_aimed_salvo_turns_a_miss_into_a_hit() -> None:
    p = against(team("warship").mod(0, 1, 0), "watch_frigate")
    p.roll((0, "hm")).do("offense")
    assert p.legal() == {("use_mod", 0), ("pass",)}
    p.do("use_mod", 0).do("die", 1)
    assert (health(p, "watch_frigate"), lost(p), p.g.ready[0]) == (7, 0, 3)


def test_overcharged_guns_add_a_red_die_and_pierce() -> None:
    p = against(team("warship").mod(0, 1, 1), "dread_lance")
    p.do("offense").roll((0, "hhh")).do("use_mod", 0)
    assert health(p, "dread_lance") == 6
    p.do("defense", 1).roll((0, "hh")).do("use_mod", 0)
    assert health(p, "dread_lance") == 4


def test_twin_sights_spend_a_special_for_a_hit_924() -> None:
    p = against(team("warship").mod(0, 2, 1), "watch_frigate")
    p.roll((0, "hs")).do("offense").do("use_mod", 1)
    assert (health(p, "watch_frigate"), p.g.ready[0]) == (7, 4)
    p.roll((0, "hm")).do("offense")
    assert (p.decision, health(p, "watch_frigate")) == ("manoeuvre", 6)  # without a special it cannot be used


def test_shield_lance_pierces_two_shields() -> None:
    p = against(team("warship").mod(0, 3, 0), "hollow_colossus")
    p.do("offense").roll((0, "hh")).do("use_mod", 2)
    assert health(p, "hollow_colossus") == 8


def test_second_volley_rolls_dice_again_each_once_918() -> None:
    p = against(team("warship").mod(0, 3, 1), "watch_frigate")
    p.roll((0, "mm")).do("offense")
    p.roll((0, "mh")).do("use_mod", 2).do("die", 0)
    assert p.legal("die") == {(1,)}  # the first one lies there for good, though it shows a miss again
    p.do("die", 1)
    assert (health(p, "watch_frigate"), lost(p)) == (8, 1)


def test_reactive_plating_keeps_one_health_off_each_retaliation() -> None:
    p = against(team("warship").mod(0, 4, 0), "watch_frigate")
    p.roll((0, "mm")).do("offense")
    assert lost(p) == 1


def test_momentum_gives_an_action_for_a_kill() -> None:
    p = against(team("warship").mod(0, 4, 1), "cult_raider", health=1)
    actions = int(p.g.actions_left)
    p.roll((0, "hs")).do("offense")
    assert p.legal() == {("use_mod", 3), ("pass",)}
    p.do("use_mod", 3)
    assert (p.decision, p.g.actions_left) == ("menu", actions + 1)


def test_torpedo_run_wounds_whatever_the_shields() -> None:
    p = against(team("warship").mod(0, 5, 0), "hollow_colossus")
    p.roll((0, "ss")).do("offense").do("use_mod", 4)
    assert health(p, "hollow_colossus") == 7


def test_who_is_struck_down_before_the_retaliation_does_not_retaliate_869() -> None:
    p = against(team("warship").mod(0, 5, 0), "hollow_colossus", health=2)
    p.roll((0, "ms")).do("offense").do("use_mod", 4)
    assert (p.decision, lost(p), p.g.scraps[0]) == ("menu", 0, 1 + 4)


def test_alpha_strike_is_for_offense_in_the_first_round() -> None:
    p = against(team("warship").mod(0, 5, 1), "watch_frigate")
    p.roll((0, "s")).do("defense", 0)
    assert p.decision == "manoeuvre"
    p.roll((0, "ss")).do("offense")
    assert p.decision == "manoeuvre"  # it is the second round
    p = against(team("warship").mod(0, 5, 1), "watch_frigate")
    p.do("offense").roll((0, "ss")).do("use_mod", 4)
    assert health(p, "watch_frigate") == 5


def test_sunfire_turns_each_special_into_four_hits_924() -> None:
    p = against(team("warship").mod(0, 6, 0), "hollow_colossus")
    p.roll((0, "ss")).do("offense").do("use_mod", 5)
    assert health(p, "hollow_colossus") == 9 - (8 - 3)


def test_executioner_pierces_and_hits_avatars() -> None:
    p = against(team("warship").mod(0, 6, 1), "herald")
    p.g.pierce = 2
    p.roll((0, "hs")).do("offense")
    assert health(p, "herald") == 9 - (2 - (4 - 3))


# Battlecruiser --------------------------------------------------------------------------------------------------------


def test_covering_fire_ignores_a_miss_of_a_companion_920() -> None:
    p = against(team("battlecruiser", "warship").mod(0, 1, 0), "dread_lance", members=(1,))
    p.roll((0, "ms"), (1, "ms")).do("offense").do("offense").do("use_mod", 0)
    assert p.legal("ship") == {(0,), (1,)}
    p.do("ship", 1).do("die", 0)
    assert (lost(p, 0), lost(p, 1)) == (2, 0)  # an ignored miss triggers no ability either


def test_broadside_needs_a_second_ship() -> None:
    p = against(team("battlecruiser", "warship").mod(0, 1, 1), "watch_frigate")
    assert p.roll((0, "ss")).do("offense").decision == "manoeuvre"
    p = against(team("battlecruiser", "warship").mod(0, 1, 1), "watch_frigate", members=(1,))
    p.do("offense").do("offense").roll((0, "ss"), (1, "ss")).do("use_mod", 0)
    assert health(p, "watch_frigate") == 7


def test_thick_hull_is_larger_and_draws_no_damaged_card() -> None:
    p = team("battlecruiser")
    before = int(p.g.markers[0])
    against(p.mod(0, 2, 0), "watch_frigate")
    assert p.g.markers[0] == p.g.health[0] == before + 1
    p.roll((0, "mm")).do("offense")
    assert (lost(p), p.g.damaged[0].sum()) == (2, 0)


def test_ranging_shots_spend_a_special_to_pierce() -> None:
    p = against(team("battlecruiser").mod(0, 2, 1), "black_choir")
    p.roll((0, "hs")).do("offense").do("use_mod", 1)
    assert health(p, "black_choir") == 8
    assert p.g.damaged[0].sum() == 0  # the special was spent, so the Enemy's ability does not see it


def test_steel_curtain_keeps_one_health_off_everybody() -> None:
    p = against(team("battlecruiser", "warship").mod(0, 3, 0), "watch_frigate", members=(1,))
    p.roll((0, "ms"), (1, "mm")).do("offense").do("offense").do("use_mod", 2)
    assert (lost(p, 0), lost(p, 1)) == (0, 1)


def test_focused_barrage_turns_specials_of_a_companion_into_hits() -> None:
    p = against(team("battlecruiser", "explorer").mod(0, 3, 1), "watch_frigate", members=(1,))
    p.roll((0, "ms"), (1, "ss")).do("offense").do("offense")
    p.do("use_mod", 2).do("ship", 1).do("die", 0).do("die", 1)
    assert health(p, "watch_frigate") == 7


def test_flagship_hits_with_others_and_point_defence_covers_them() -> None:
    p = against(team("battlecruiser", "warship").mod(0, 4, 0), "watch_frigate", members=(1,))
    p.roll((0, "ss"), (1, "ss")).do("offense").do("offense")
    assert health(p, "watch_frigate") == 8
    p = against(team("battlecruiser", "warship").mod(0, 4, 1), "watch_frigate", members=(1,))
    p.roll((0, "ms"), (1, "ms")).do("offense").do("offense")
    assert (lost(p, 0), lost(p, 1)) == (1, 0)


def test_all_batteries_give_each_ship_a_red_die() -> None:
    p = against(team("battlecruiser", "proto_ship").mod(0, 5, 0), "watch_frigate", members=(1,))
    p.do("offense").do("offense")
    red, blue = p.number(v.RED, "h"), p.number(v.BLUE, "s")
    p.dice(p.number(v.RED, "s"), p.number(v.RED, "s"), red, blue, blue, red).do("use_mod", 4)
    assert health(p, "watch_frigate") == 7


def test_hold_the_line_silences_the_enemy_and_covers_all() -> None:
    p = against(team("battlecruiser").mod(0, 5, 1), "dread_lance")
    p.do("offense").roll((0, "ms")).do("use_mod", 4)
    assert lost(p) == 0
    p.do("offense").roll((0, "ms")).decline()
    assert lost(p) == 2


def test_siege_guns_hit_and_pierce_for_one_special() -> None:
    p = against(team("battlecruiser").mod(0, 6, 0), "hollow_colossus")
    p.roll((0, "ss")).do("offense").do("use_mod", 5)
    assert health(p, "hollow_colossus") == 9 - (2 - 1)


def test_iron_bulwark_guards_in_fights_and_damage_rolls() -> None:
    p = against(team("battlecruiser").mod(0, 6, 1), "watch_frigate")
    p.roll((0, "ms")).do("offense")
    assert lost(p) == 0
    p.roll((0, "mh")).do("disengage")
    assert lost(p) == 1  # the Frigate's ability alone


# Proto-Ship -----------------------------------------------------------------------------------------------------------


def test_energy_link_gives_another_ship_energy_that_it_can_use_at_once() -> None:
    p = team("proto_ship", "warship").mod(0, 1, 0).mod(1, 3, 0)
    p.g.ready[1] = 0
    against(p, "watch_frigate", members=(1,))
    p.do("offense").do("offense")
    assert (p.asked, p.legal()) == (0, {("use_mod", 0), ("pass",)})
    p.do("use_mod", 0)
    assert (p.g.ready[0], p.g.ready[1]) == (3, 2)
    assert (p.asked, p.legal()) == (1, {("use_mod", 2), ("pass",)})


def test_phase_scan_rolls_dice_of_a_companion_again() -> None:
    p = against(team("proto_ship", "warship").mod(0, 1, 1), "watch_frigate", members=(1,))
    p.roll((0, "ss"), (1, "ms")).do("offense").do("offense").do("use_mod", 0).do("ship", 1)
    p.roll((1, "h")).do("die", 0).decline()
    assert (health(p, "watch_frigate"), lost(p, 1)) == (8, 0)


def test_resonance_turns_a_special_into_energy() -> None:
    p = team("proto_ship").mod(0, 2, 1)
    p.g.ready[0] = 1
    against(p, "watch_frigate")
    p.roll((0, "hs")).do("offense").do("use_mod", 1)
    assert p.g.ready[0] == 2


def test_disruptor_silences_and_pierces() -> None:
    p = against(team("proto_ship").mod(0, 3, 0), "black_choir")
    p.do("offense").roll((0, "hs")).do("use_mod", 2)
    assert (health(p, "black_choir"), p.g.damaged[0].sum()) == (9, 0)
    p.do("offense").roll((0, "hh")).do("use_mod", 2)
    assert health(p, "black_choir") == 8


def test_shared_reactor_gives_the_fleet_energy_for_a_kill() -> None:
    p = team("proto_ship", "warship").mod(0, 4, 0)
    p.g.ready[:] = 0
    against(p, "cult_raider", health=1, members=(1,))
    p.roll((0, "hh"), (1, "ss")).do("offense").do("offense").do("use_mod", 3)
    assert p.g.ready.tolist() == [1, 1, 0, 0]


def test_overload_turns_two_misses_of_a_companion_into_hits() -> None:
    p = against(team("proto_ship", "warship").mod(0, 5, 1), "watch_frigate", members=(1,))
    p.roll((0, "ms"), (1, "mm")).do("offense").do("offense")
    p.do("use_mod", 4).do("ship", 1).do("die", 0).do("die", 1)
    assert (health(p, "watch_frigate"), lost(p, 1), p.g.damaged[1].sum()) == (7, 0, 0)


def test_living_core_hits_and_recharges_for_each_special() -> None:
    p = team("proto_ship").mod(0, 6, 0)
    p.g.ready[0] = 0
    against(p, "watch_frigate")
    p.roll((0, "ss")).do("offense").do("use_mod", 5)
    assert (health(p, "watch_frigate"), p.g.ready[0]) == (7, 2)


def test_open_channels_spare_an_energy_marker_each_turn() -> None:
    p = team("proto_ship", energy=1).mod(0, 6, 1).mod(0, 3, 0)
    against(p, "black_choir")
    for ready in (1, 0):
        p.do("offense").roll((0, "hh")).do("use_mod", 2)
        assert p.g.ready[0] == ready
    p.roll((0, "hh")).do("offense")
    assert p.decision == "manoeuvre"  # no Energy is left


# Drone Specialist -----------------------------------------------------------------------------------------------------


def test_screen_drones_keep_two_health_off_a_companion() -> None:
    p = against(team("drone_specialist", "warship").mod(0, 1, 1), "watch_frigate", members=(1,))
    p.roll((0, "ss"), (1, "mm")).do("offense").do("offense")
    p.do("use_mod", 0).do("ship", 1)
    assert lost(p, 1) == 0


def test_screen_drones_are_not_offered_without_retaliation_851() -> None:
    p = against(team("drone_specialist").mod(0, 1, 1), "watch_frigate")
    assert p.roll((0, "hs")).do("offense").decision == "manoeuvre"
    p = against(team("drone_specialist").mod(0, 1, 1), "cult_raider", health=1)
    assert p.roll((0, "hm")).do("offense").decision == "menu"


def test_shock_drones_sting_from_defense_alone() -> None:
    p = against(team("drone_specialist").mod(0, 3, 0), "dread_lance")
    p.roll((0, "m")).do("defense", 0).do("use_mod", 2)
    assert (health(p, "dread_lance"), lost(p)) == (7, 1)
    assert p.roll((0, "ss")).do("offense").decision == "manoeuvre"


def test_fortress_protocol_covers_all_for_a_round() -> None:
    p = against(team("drone_specialist", "warship").mod(0, 5, 0), "watch_frigate", members=(1,))
    p.do("offense").do("offense").roll((0, "mm"), (1, "ms")).do("use_mod", 4)
    assert (lost(p, 0), lost(p, 1)) == (0, 0)


def test_drone_tide_ignores_a_miss_and_hits() -> None:
    p = against(team("drone_specialist", "warship").mod(0, 5, 1), "watch_frigate", members=(1,))
    p.roll((0, "ms"), (1, "ms")).do("offense").do("offense")
    p.do("use_mod", 4).do("ship", 1).do("die", 0)
    assert (health(p, "watch_frigate"), lost(p, 0), lost(p, 1)) == (7, 1, 0)


def test_maintenance_fleet_heals_all_for_a_special() -> None:
    p = team("drone_specialist", "warship").mod(0, 6, 0)
    p.g.health[:2] -= 2
    against(p, "watch_frigate", members=(1,))
    p.roll((0, "ss"), (1, "ss")).do("offense").do("offense").do("use_mod", 5)
    assert (health(p, "watch_frigate"), lost(p, 0), lost(p, 1)) == (8, 1, 1)


def test_guardian_matrix_covers_others_and_its_own_damage_rolls() -> None:
    p = against(team("drone_specialist", "warship").mod(0, 6, 1), "cult_raider", members=(1,))
    p.roll((0, "ms"), (1, "ms")).do("offense").do("offense")
    assert (lost(p, 0), lost(p, 1)) == (1, 0)
    p.roll((0, "ms"), (1, "ms")).do("disengage").do("join")
    assert (lost(p, 0), lost(p, 1)) == (1, 1)


# Explorer and Pirate Ship ---------------------------------------------------------------------------------------------


def test_evasive_burn_leaves_a_fight_without_damage_rolls_891() -> None:
    p = against(team("explorer", "warship").mod(0, 3, 0), "cult_raider", members=(1,))
    p.do("disengage").do("join")
    assert p.legal() == {("use_mod", 2), ("pass",)}
    p.roll((1, "mh")).do("use_mod", 2)
    assert (p.decision, lost(p, 0), lost(p, 1)) == ("escape", 0, 1)  # it is the Explorer's own way out


def test_opportunist_hits_for_each_special() -> None:
    p = against(team("explorer").mod(0, 6, 0), "watch_frigate")
    p.roll((0, "ss")).do("offense").do("use_mod", 5)
    assert health(p, "watch_frigate") == 7


def test_boarding_hooks_rob_what_falls() -> None:
    p = against(team("pirate_ship").mod(0, 1, 0), "cult_raider", health=1)
    p.roll((0, "hs")).do("offense").do("use_mod", 0)
    assert p.g.scraps[0] == 1 + 1 + 2


def test_raid_turns_specials_into_hits() -> None:
    p = against(team("pirate_ship").mod(0, 3, 0), "watch_frigate")
    p.roll((0, "ss")).do("offense").do("use_mod", 2).do("die", 0).do("die", 1)
    assert health(p, "watch_frigate") == 7


def test_hit_and_run_leaves_unhurt_with_an_action_more() -> None:
    p = against(team("pirate_ship").mod(0, 3, 1), "cult_raider")
    actions = int(p.g.actions_left)
    p.do("disengage").do("use_mod", 2)
    assert (p.decision, lost(p), p.g.actions_left) == ("escape", 0, actions + 1)


def test_plunder_makes_scraps_of_specials() -> None:
    p = against(team("pirate_ship").mod(0, 4, 0), "watch_frigate")
    p.roll((0, "ss")).do("offense").do("use_mod", 3)
    assert p.g.scraps[0] == 2
    assert p.decision == "manoeuvre"  # once an attack, though another special lies there [913]


def test_dirty_tricks_hit_and_pierce() -> None:
    p = against(team("pirate_ship").mod(0, 4, 1), "dread_lance")
    p.roll((0, "hs")).do("offense").do("use_mod", 3)
    assert health(p, "dread_lance") == 7


def test_sabotage_strikes_an_enemy_of_choice_before_the_fight() -> None:
    p = team("pirate_ship").mod(0, 5, 1)
    p.fight("cult_raider", "hollow_colossus")
    assert (p.decision, p.legal()) == ("window", {("use_mod", 4), ("pass",)})
    p.do("use_mod", 4)
    cards = sorted(card_of(p, foe) for foe in ("cult_raider", "hollow_colossus"))
    p.do("enemy", cards.index(card_of(p, "hollow_colossus")))
    assert (p.decision, health(p, "hollow_colossus"), health(p, "cult_raider")) == ("enemy", 1, 2)


def test_sabotage_can_end_a_fight_before_it_begins_869() -> None:
    p = team("pirate_ship").mod(0, 5, 1)
    p.fight("cult_raider").do("use_mod", 4)
    assert (p.decision, p.g.scraps[0]) == ("menu", 2)


def test_grand_heist_draws_a_module_for_a_kill() -> None:
    p = against(team("pirate_ship").mod(0, 6, 0), "cult_raider", health=1)
    p.roll((0, "hs")).do("offense").do("use_mod", 5)
    assert (p.g.module[0] > 0).sum() == 1


def test_ghost_ship_hits_harder() -> None:
    p = against(team("pirate_ship").mod(0, 6, 1), "watch_frigate")
    p.roll((0, "hs")).do("offense")
    assert health(p, "watch_frigate") == 7


# Modules --------------------------------------------------------------------------------------------------------------


def test_auxiliary_cannon_adds_a_hit() -> None:
    p = team("warship").equip(0, "auxiliary_cannon")
    against(p.refresh(), "watch_frigate").roll((0, "hs")).do("offense")
    assert health(p, "watch_frigate") == 7


def test_spare_battery_is_used_up_770() -> None:
    p = team("warship").equip(0, "spare_battery").mod(0, 3, 0)
    p.g.ready[0] = 0
    against(p.refresh(), "hollow_colossus").do("offense")
    assert p.legal() == {("use_module", 0), ("pass",)}
    p.do("use_module", 0)
    assert (p.g.ready[0], p.g.module[0].sum()) == (2, 0)
    assert p.legal() == {("use_mod", 2), ("pass",)}


def test_bulkheads_close_when_little_health_is_left() -> None:
    for left, asked in ((3, False), (2, True)):
        p = team("warship").equip(0, "bulkheads").refresh()
        p.g.health[0] = left
        against(p, "watch_frigate").roll((0, "ms")).do("offense")
        assert (p.decision == "window") == asked
        if asked:
            assert p.do("use_module", 0).g.health[0] == left


def test_targeting_computer_rolls_two_dice_again() -> None:
    p = against(team("warship").equip(0, "targeting_computer").refresh(), "watch_frigate")
    p.roll((0, "mm")).do("offense").roll((0, "hh")).do("use_module", 0).do("die", 0).do("die", 1)
    assert health(p, "watch_frigate") == 7


def test_deflector_bends_two_health_off() -> None:
    p = against(team("warship").equip(0, "deflector").refresh(), "watch_frigate")
    p.roll((0, "mm")).do("offense").do("use_module", 0)
    assert (lost(p), p.g.damaged[0].sum()) == (0, 1)  # a critical miss all the same [934]


def test_phase_lance_pierces_three_shields() -> None:
    p = against(team("warship").equip(0, "phase_lance").refresh(), "hollow_colossus")
    p.do("offense").roll((0, "hs")).do("use_module", 0)
    assert health(p, "hollow_colossus") == 8


def test_singularity_mine_is_for_avatars_and_used_up() -> None:
    p = team("warship").equip(0, "singularity_mine").refresh()
    assert p.fight("cult_raider").decision == "manoeuvre"
    p = team("warship").equip(0, "singularity_mine").refresh().fight("devourer").do("use_module", 0)
    assert (health(p, "devourer"), p.g.module[0].sum()) == (1, 0)


def test_veil_projector_leaves_no_trace_960() -> None:
    p = team("warship").equip(0, "veil_projector").refresh()
    before = int(p.g.corruption)
    against(p, "mirror").do("disengage").do("use_module", 0)
    assert (p.decision, lost(p), p.g.corruption) == ("escape", 0, before)


# Two of a kind --------------------------------------------------------------------------------------------------------


def test_two_modules_of_a_kind_are_each_used_once_an_attack_913() -> None:
    p = against(team("warship").equip(0, "targeting_computer", "targeting_computer").refresh(), "watch_frigate")
    p.roll((0, "mm")).do("offense")
    assert p.legal("use_module") == {(0,), (1,)}
    p.roll((0, "m")).do("use_module", 0).do("die", 0).decline()
    assert p.legal("use_module") == {(1,)}
    p.roll((0, "m")).do("use_module", 1).do("die", 1)
    assert p.decision == "manoeuvre"  # all dice have been rolled again
    p.roll((0, "mm")).do("offense")
    assert p.legal("use_module") == {(0,), (1,)}  # a new attack


# All of them ----------------------------------------------------------------------------------------------------------


def test_every_effect_of_a_mod_and_every_module_is_played_by_a_test() -> None:
    content = Position().content
    tests = "\n".join(path.read_text() for path in sorted(Path(__file__).parent.glob("test_*.py")))
    mods = {
        re.sub("[^a-z]+", "_", effect.name.lower().replace("'", "")) for mod in content.mods for effect in mod.effects
    }
    modules = {f'"{module.id}"' for module in (*content.modules, *content.precursors)}
    assert len(mods) == 72
    assert {name for name in mods | modules if name not in tests} == set()
