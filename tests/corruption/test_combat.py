"""Combat [802-907, 1152-1166]: rounds, several foes, Fleets, disengaging; nobody has Mods or Energy here."""

import pytest

from exodus_env.corruption.capacity import ENEMIES
from exodus_env.corruption.content.vocabulary import MODIFIER_NAMES
from exodus_env.corruption.rules.modules import LOST
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled


def fight(*foes: str, members: tuple[int, ...] = (), **config: object) -> Position:
    """Ship 0, or a Fleet it leads, against foes in the middle of the map."""
    return plain(**config).fight(*foes, members=members)


def plain(**config: object) -> Position:
    """The start of a game without Mods and Energy."""
    p = Position(**config).open_start()
    p.g.mod[:] = LOST
    p.g.ready[:] = 0
    return p


def finish(p: Position, card: int, ship: int = 0) -> None:
    """A ship takes the last Health of a foe, in Offense, whatever its Shields."""
    p.g.foe_health[card] = 1
    p.g.pierce = 9
    p.roll((ship, "hs")).do("offense")


def foe_health(p: Position, foe: str) -> int:
    return int(p.g.foe_health[p.index("enemies", foe)])


# Rounds ---------------------------------------------------------------------------------------------------------------


def test_an_engaged_ship_can_do_nothing_but_fight_804() -> None:
    p = fight("watch_frigate")
    assert p.decision == "manoeuvre"
    assert {family for family, *_ in p.legal()} == {"offense", "defense", "disengage"}


def test_combat_takes_no_actions_806() -> None:
    p = fight("cult_raider")
    actions = int(p.g.actions_left)
    p.roll((0, "hh")).do("offense")
    assert p.decision == "menu"
    assert p.g.actions_left == actions


def test_hits_take_health_off_and_misses_come_back_839_860() -> None:
    p = fight("watch_frigate")
    p.roll((0, "hm")).do("offense")
    assert foe_health(p, "watch_frigate") == 2
    assert p.g.health[0] == p.g.markers[0] - 1
    assert p.decision == "manoeuvre"


def test_defense_rolls_one_die_of_choice_815() -> None:
    for number in (0, 1):
        p = fight("watch_frigate")
        assert p.legal("defense") == {(0,), (1,)}
        p.roll((0, "h")).do("defense", number)
        assert foe_health(p, "watch_frigate") == 2
        assert p.g.health[0] == p.g.markers[0]
        assert p.g.scripted_count == 0


def test_defense_cannot_be_a_critical_miss_815() -> None:
    p = fight("watch_frigate")
    p.roll((0, "m")).do("defense", 0)
    assert p.g.health[0] == p.g.markers[0] - 1
    assert p.g.damaged[0].sum() == 0


def test_a_miss_of_all_dice_is_a_critical_miss_and_damages_934() -> None:
    p = fight("watch_frigate")
    p.roll((0, "mm")).do("offense")
    assert p.g.damaged[0].sum() == 1


def test_shields_are_taken_off_every_attack_and_do_not_wear_847() -> None:
    p = fight("torch_cruiser")  # Health 3, Shield 1
    p.roll((0, "hh")).do("offense")
    assert foe_health(p, "torch_cruiser") == 2
    p.roll((0, "hs")).do("offense")
    assert foe_health(p, "torch_cruiser") == 2
    p.roll((0, "hh")).do("offense")
    assert foe_health(p, "torch_cruiser") == 1


def test_hits_of_a_fleet_are_added_up_against_shields_taken_off_once_843_847() -> None:
    p = fight("dread_lance", members=(2,))  # Health 3, Shield 1
    p.roll((0, "hs"), (2, "hh")).do("offense").do("offense")
    assert foe_health(p, "dread_lance") == 1


def test_retaliation_is_individual_903() -> None:
    p = fight("watch_frigate", members=(2,))
    p.roll((0, "ss"), (2, "ms")).do("offense").do("offense")
    assert p.g.health[0] == p.g.markers[0]
    assert p.g.health[2] == p.g.markers[2] - 1


def test_ships_of_a_fleet_choose_manoeuvres_separately_903() -> None:
    p = fight("watch_frigate", members=(2,))
    p.roll((0, "hs"), (2, "h")).do("offense")
    assert p.asked == 2
    p.do("defense", 1)
    assert foe_health(p, "watch_frigate") == 1


def test_a_ship_that_has_its_last_health_taken_is_defeated_and_the_others_fight_on_875_903() -> None:
    p = fight("watch_frigate", members=(2,))
    p.g.health[0], p.g.scraps[0] = 1, 3
    p.roll((0, "ms"), (2, "hs")).do("offense").do("offense")
    assert p.g.alive[0] == 0
    assert p.g.scraps[0] == p.g.energy[0] == p.g.mod[0].sum() == 0
    assert (p.decision, p.asked) == ("manoeuvre", 2)
    p.roll((2, "hh")).do("offense")
    assert p.decision == "menu"
    assert p.g.scraps.tolist() == [0, 1, 2, 1]


# An Enemy's defeat ----------------------------------------------------------------------------------------------------


def test_a_beaten_enemy_does_not_retaliate_and_brings_scraps_to_each_ship_869_907() -> None:
    p = fight("cult_raider", members=(2,))
    p.g.foe_health[p.index("enemies", "cult_raider")] = 1
    before = p.g.health.copy()
    p.roll((0, "hs"), (2, "sh")).do("offense").do("offense")
    assert p.g.scraps.tolist() == [2, 1, 2, 1]
    assert p.g.health.tolist() == before.tolist()
    assert p.g.engaged.tolist() == [0, 0, 0, 0]
    card = p.index("enemies", "cult_raider")
    assert (p.g.foe_slot[card], p.g.enemy_discarded[card]) == (-1, 1)


def test_scraps_are_one_for_each_level_869() -> None:
    for foe, level in (("cult_raider", 1), ("choir_relay", 2), ("dread_lance", 3), ("black_choir", 4)):
        p = fight(foe)
        finish(p, p.index("enemies", foe))
        assert p.g.scraps[0] == 1 + level, foe


def test_a_critical_miss_damages_even_when_another_ship_has_beaten_the_enemy_869_934() -> None:
    p = fight("watch_frigate", members=(2,))
    p.g.foe_health[p.index("enemies", "watch_frigate")] = 1
    p.roll((0, "hh"), (2, "mm")).do("offense").do("offense")
    assert p.g.health[2] == p.g.markers[2]
    assert p.g.damaged[2].sum() == 1


def test_beating_the_enemies_of_a_system_pacifies_it_506() -> None:
    p = plain()
    slot = p.add(enemy_tile(p), 0)
    p.g.slot[0] = slot
    p.fight("cult_raider")
    p.roll((0, "hh")).do("offense")
    assert p.g.pacified[slot] == 2


def enemy_tile(p: Position) -> str:
    """An Enemy system with one Enemy, without surveillance, that is in the stack."""
    return next(
        tile.id for tile in p.content.tiles if tile.kind == "enemy" and tile.enemies == 1 and not tile.surveillance
    )


def test_an_avatar_beaten_in_an_enemy_system_does_not_pacify_it_506() -> None:
    p = plain()
    slot = p.add(enemy_tile(p), 0)
    p.g.slot[0] = slot
    p.fight("devourer")
    finish(p, ENEMIES)
    assert p.g.returns[0] > 0
    assert p.g.pacified[slot] == 0


# Several Enemies ------------------------------------------------------------------------------------------------------


def test_several_enemies_are_fought_in_the_order_of_choice_881() -> None:
    p = fight("cult_raider", "watch_frigate")
    assert p.decision == "enemy"
    cards = sorted(p.index("enemies", foe) for foe in ("cult_raider", "watch_frigate"))
    p.do("enemy", cards.index(p.index("enemies", "watch_frigate")))
    p.roll((0, "hh")).do("offense")
    assert foe_health(p, "watch_frigate") == 1
    assert foe_health(p, "cult_raider") == 2
    assert p.decision == "manoeuvre"  # who was chosen is fought until it falls
    p.roll((0, "hs")).do("offense")
    p.roll((0, "hh")).do("offense")
    assert p.decision == "menu"
    assert p.g.scraps[0] == 3


def test_only_the_enemy_that_is_fought_retaliates_518_881() -> None:
    p = fight("cult_raider", "watch_frigate").do("enemy", 0)
    p.roll((0, "ms")).do("offense")
    assert p.g.health[0] == p.g.markers[0] - 1


# Disengaging ----------------------------------------------------------------------------------------------------------


def test_disengaging_takes_a_damage_roll_for_each_enemy_885_895() -> None:
    p = fight("cult_raider", "leech_pod").do("enemy", 0)
    p.roll((0, "mh"), (0, "mm")).do("disengage")
    assert p.decision == "escape"
    assert p.g.health[0] == p.g.markers[0] - 3
    assert p.g.damaged[0].sum() == 1
    assert p.g.engaged[0] == 0


def test_who_disengages_goes_away_at_the_normal_costs_895() -> None:
    p = plain()
    p.add("haven", 0)
    p.fight("cult_raider")
    p.roll((0, "hh")).do("disengage")
    assert {"jump", "blind", "hide"} <= {family for family, *_ in p.legal()}
    actions = int(p.g.actions_left)
    p.do("jump", 1)
    assert p.g.slot[0] == 1
    assert p.g.actions_left == actions - 1


def test_without_actions_only_hiding_is_left_895_897() -> None:
    p = fight("cult_raider")
    p.g.actions_left = 0
    p.roll((0, "hh")).do("disengage")
    assert p.g.hidden[0] == 1
    assert p.g.active != 0


def test_hiding_ends_the_turn_897() -> None:
    p = fight("cult_raider")
    p.roll((0, "hh")).do("disengage").do("hide")
    assert p.g.hidden[0] == 1
    assert p.g.active != 0
    assert p.g.foe_slot[p.index("enemies", "cult_raider")] == 0  # it stays, and waits for the next ship


def test_a_fleet_disengages_only_if_all_agree_899() -> None:
    p = fight("cult_raider", members=(2,)).do("disengage")
    assert (p.decision, p.asked) == ("agree", 2)
    p.decline()
    assert (p.decision, p.asked) == ("manoeuvre", 0)
    assert not p.legal("disengage")  # a proposal may be made once a round
    p.roll((0, "ss"), (2, "ss")).do("offense").do("offense").do("disengage")
    p.roll((0, "hh"), (2, "hm")).do("join")
    assert p.decision == "escape"
    assert p.g.health[2] == p.g.markers[2] - 1


def test_ships_of_one_captain_need_not_agree_with_themselves_899() -> None:
    p = fight("cult_raider", members=(1,), players=1)
    p.roll((0, "hh"), (1, "hh")).do("disengage")
    assert p.decision == "escape"


def test_disengaging_from_avatars_advances_the_corruption_once_960_968() -> None:
    p = fight("devourer", "herald", members=(2,)).do("enemy", 0).do("disengage")
    before = int(p.g.corruption)
    p.roll((0, "hh"), (0, "hh"), (2, "hh"), (2, "hh")).do("join")
    assert p.g.corruption == before + 1
    assert p.g.engaged.tolist() == [0, 0, 0, 0]


def test_ships_that_leave_separate_avatars_advance_it_twice_970() -> None:
    p = fight("devourer")
    before = int(p.g.corruption)
    p.roll((0, "hh")).do("disengage").do("hide")
    p.g.slot[2] = p.add("sore_1", 0)
    p.fight("herald", ship=2)
    p.roll((2, "hh")).do("disengage")
    assert p.g.corruption == before + 2


def test_disengaging_from_an_enemy_does_not_advance_it_960() -> None:
    p = fight("cult_raider")
    before = int(p.g.corruption)
    p.roll((0, "hh")).do("disengage")
    assert p.g.corruption == before


def test_a_ship_that_falls_while_fleeing_makes_no_further_rolls_875_885() -> None:
    p = fight("cult_raider", "leech_pod", members=(2,)).do("enemy", 0).do("disengage")
    p.g.health[0] = 1
    p.roll((0, "mh"), (2, "hh"), (2, "hh")).do("join")
    assert p.g.alive[0] == 0
    assert (p.decision, p.asked) == ("escape", 2)
    assert p.g.scripted_count == 0


def test_after_the_longest_fight_only_disengaging_is_left_ours() -> None:
    p = fight("watch_frigate", members=(2,))
    for _ in range(int(p.t.combat_rounds)):
        assert p.asked == 0
        p.roll((0, "ss"), (2, "ss")).do("offense").do("offense")
    assert p.decision == "escape"  # nothing else is legal, and nobody is asked


# Avatars --------------------------------------------------------------------------------------------------------------


def test_a_beaten_avatar_waits_two_spaces_ahead_and_brings_no_scraps_950_952() -> None:
    p = fight("mirror")
    finish(p, ENEMIES + 2)
    assert p.g.returns[2] == p.g.corruption + 2
    assert p.g.scraps[0] == 1
    assert p.g.foe_slot[ENEMIES + 2] == -1


def test_an_avatar_beaten_shortly_before_the_end_is_out_for_good_956() -> None:
    p = fight("mirror")
    p.g.corruption = p.t.spaces - 1
    finish(p, ENEMIES + 2)
    assert p.g.returns[2] == -1


def test_an_avatar_brought_by_fleeing_engages_at_once_964() -> None:
    p = Position()  # a Corrupt system, so Avatars come into play here
    p.g.mod[:] = LOST
    p.g.corruption = p.t.box[0] - 1
    p.g.box_avatar[0] = 3
    p.fight("devourer")
    p.g.box_avatar[0] = 3
    p.roll((0, "hh")).do("disengage")
    assert p.g.foe_slot[ENEMIES + 3] == 0
    assert (p.decision, p.g.engaged[0]) == ("enemy", 1)
    assert p.g.health[0] == p.g.markers[0]  # no Damage Roll outside the Corruption phase [738]


def test_an_attack_that_wounds_twice_moves_the_battlecruiser_once_786() -> None:
    p = plain().mod(0, 5, 0)
    p.g.ready[0] = 1
    p.fight("watch_frigate", members=(2,))
    before = int(p.g.xp[2])
    p.roll((0, "hs"), (2, "ss")).do("offense").do("offense").do("use_mod", 4)
    assert p.g.xp[2] == before + 1


def test_a_kill_moves_the_warship_and_an_attack_without_wounds_nobody_786() -> None:
    p = fight("cult_raider", members=(2,))
    before = p.g.xp.tolist()
    p.roll((0, "ss"), (2, "ss")).do("offense").do("offense")
    assert p.g.xp.tolist() == before
    p.roll((0, "hh"), (2, "ss")).do("offense").do("offense")
    assert p.g.xp.tolist() == [before[0] + 1, before[1], before[2] + 1, before[3]]


def test_nothing_of_a_fight_is_left_when_it_is_over_804() -> None:
    p = fight("cult_raider")
    p.roll((0, "hh")).do("offense")
    assert (p.g.face == -1).all()
    assert not p.g.manoeuvre.any()
    assert not any(p.g[name] for name in ("power", "pierce", "shield_up", "silenced", "struck"))


# Lasting values in fights ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modifier", "value", "manoeuvre", "power"),
    [("hits", 1, "offense", 2), ("hits", -1, "offense", 0), ("hits", 1, "defense", 1), ("fleet_hits", 1, "offense", 1)],
)
def test_lasting_hits_count_in_offense_alone_814(modifier: str, value: int, manoeuvre: str, power: int) -> None:
    p = fight("watch_frigate")
    set_modifier(p, 0, modifier, value)
    p.roll((0, "hs" if manoeuvre == "offense" else "h")).do(manoeuvre)
    assert foe_health(p, "watch_frigate") == 3 - power


def set_modifier(p: Position, ship: int, name: str, value: int) -> None:
    """A lasting value of a ship, until its equipment changes."""
    p.g.modifier[ship, MODIFIER_NAMES.index(name)] = value


def test_fleet_hits_count_with_other_ships_alone_903() -> None:
    p = fight("watch_frigate", members=(2,))
    set_modifier(p, 2, "fleet_hits", 1)
    p.roll((0, "ss"), (2, "ss")).do("offense").do("offense")
    assert foe_health(p, "watch_frigate") == 2


def test_avatar_hits_count_against_avatars_alone_938() -> None:
    for foe, lost in (("devourer", 1), ("watch_frigate", 0)):
        p = fight(foe)
        set_modifier(p, 0, "avatar_hits", 5)
        card = ENEMIES if lost else p.index("enemies", foe)
        before = int(p.g.foe_health[card])
        p.roll((0, "ss")).do("offense")
        assert before - p.g.foe_health[card] == lost, foe


def test_pierce_lowers_shields_whatever_the_manoeuvre_847() -> None:
    p = fight("dread_lance")
    set_modifier(p, 0, "pierce", 1)
    p.roll((0, "h")).do("defense", 0)
    assert foe_health(p, "dread_lance") == 2


def test_guard_and_fleet_guard_take_off_retaliation_855() -> None:
    p = fight("watch_frigate", members=(2,))
    set_modifier(p, 0, "guard", 1)
    set_modifier(p, 2, "fleet_guard", 1)
    p.roll((0, "mm"), (2, "ms")).do("offense").do("offense")
    assert p.g.health[0] == p.g.markers[0]
    assert p.g.health[2] == p.g.markers[2] - 1  # its cover is for others


def test_retaliation_that_takes_any_takes_more_from_an_exposed_core_860() -> None:
    p = fight("watch_frigate")
    p.damage(0, "exposed_core").refresh()
    p.roll((0, "ms")).do("offense")
    assert p.g.health[0] == p.g.markers[0] - 2
    p.roll((0, "ss")).do("offense")
    assert p.g.health[0] == p.g.markers[0] - 2
    set_modifier(p, 0, "guard", 1)
    p.roll((0, "ms")).do("offense")
    assert p.g.health[0] == p.g.markers[0] - 2


def test_a_steady_ship_draws_no_damaged_card_for_a_critical_miss_934() -> None:
    p = fight("watch_frigate")
    set_modifier(p, 0, "steady", 1)
    p.roll((0, "mm")).do("offense")
    assert p.g.health[0] == p.g.markers[0] - 2
    assert p.g.damaged[0].sum() == 0


def test_jammed_rudders_leave_no_defense_815() -> None:
    p = fight("watch_frigate")
    p.damage(0, "jammed_rudders").refresh()
    assert not p.legal("defense")


def test_fried_guns_cost_a_hit_843() -> None:
    p = fight("watch_frigate")
    p.damage(0, "fried_guns").refresh()
    p.roll((0, "hh")).do("offense")
    assert foe_health(p, "watch_frigate") == 2


def test_rewards_of_a_bounty_hunter_are_for_enemies_alone_869_952() -> None:
    p = fight("cult_raider")
    p.mod(0, 2, 0).refresh()
    p.roll((0, "hh")).do("offense")
    assert p.g.scraps[0] == 1 + 1 + 1
    p = fight("devourer")
    p.mod(0, 2, 0).refresh()
    finish(p, ENEMIES)
    assert p.g.scraps[0] == 1
