"""Ship Maintenance [401-423], and Damaged cards as far as they work outside of fights [934]."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import frames
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled

MODIFIERS = {name: number for number, name in enumerate(v.MODIFIER_NAMES)}


def scene(players: int = 1, members: tuple[int, ...] = (), **config: Any) -> Position:
    """Ships with five Scraps each; only some are in the middle of the map."""
    p = Position(players=players, ships=4, **config).open_start("green_expanse")
    p.g.scraps[:] = 5
    away = p.add("haven", 0)
    p.plain()
    p.g.slot[[ship for ship in range(1, 4) if ship not in members]] = away
    return p


def test_a_repair_costs_a_scrap_and_recovers_one_health_407() -> None:
    p = scene(members=(1,))
    p.g.health[:2] = 2
    p.turn_of(0).do("maintain")
    assert p.legal("repair") == {(0,), (1,)}  # its own, or another ship here
    p.do("repair", 1)
    assert p.g.health[:2].tolist() == [2, 3] and p.g.scraps[:2].tolist() == [4, 5]
    assert p.g.actions_left == 2 and p.decision == "menu"


def test_a_ship_without_damage_is_not_repaired_and_one_elsewhere_neither_407() -> None:
    p = scene(members=(2,)).equip(0, "phase_lance").refresh()
    p.g.health[1] = 2
    assert p.turn_of(0).do("maintain").legal() == {("energy",), ("salvage", 0)}


def test_removing_a_damaged_card_costs_three_scraps_and_is_no_repair_411() -> None:
    p = scene(members=(1,), mats=("drone_specialist", "warship", "proto_ship", "explorer"))
    p.damage(1, "fried_guns", "cut_conduit").turn_of(0).do("maintain").do("mend", 1)
    assert p.decision == "damaged"
    p.do("damaged", p.index("damaged", "fried_guns"))
    assert p.g.scraps[:2].tolist() == [2, 5]
    assert p.g.damaged[1].sum() == 1 and p.g.damaged_discard[p.index("damaged", "fried_guns")] == 1
    assert p.g.xp[0] == 0


def test_energy_markers_are_bought_at_the_cost_printed_and_are_ready_415_778() -> None:
    p = scene()
    costs = p.content.ships[p.g.mat[0]].energy_costs
    p.g.scraps[0] = sum(costs)
    p.turn_of(0, actions=9)
    for number, cost in enumerate(costs):
        before = int(p.g.scraps[0])
        p.do("maintain")
        p.do("energy") if p.decision == "maintenance" else None
        assert p.g.scraps[0] == before - cost
        assert p.g.energy[0] == p.g.ready[0] == number + 2
    p.g.scraps[0] = 9
    assert ("maintain",) not in p.refresh().legal()  # no room for more


def test_salvaging_gains_the_value_of_a_module_less_one_419() -> None:
    p = scene().equip(0, "phase_lance", "repair_kit").refresh()
    p.turn_of(0).do("maintain")
    assert p.legal("salvage") == {(0,)}  # the kit would bring nothing
    p.do("salvage", 0)
    assert p.g.scraps[0] == 9 and p.g.module[0, 0] == 0


def test_members_of_a_fleet_do_different_things_for_the_same_action_423() -> None:
    p = scene(4, members=(1, 2)).damage(2, "jammed_rudders").refresh()
    p.g.health[0] = 2
    p.turn_of(0, 1, 2).do("maintain")
    assert (p.decision, p.asked) == ("maintenance", 0)
    p.do("repair", 0)
    assert p.asked == 1
    p.do("energy")
    assert p.asked == 2
    p.do("mend", 2)
    assert p.decision == "menu" and p.g.actions_left == 2
    assert p.g.health[0] == 3 and p.g.energy[1] == 2 and p.g.damaged[2].sum() == 0


def test_each_member_does_one_thing_or_leaves_it_405() -> None:
    p = scene(4, members=(1,))
    p.turn_of(0, 1).do("maintain").do("energy")
    assert (p.decision, p.asked) == ("maintenance", 1)
    p.decline()
    assert p.decision == "menu" and p.g.energy[:2].tolist() == [2, 1]


# Equipment that changes it --------------------------------------------------------------------------------------------


def test_field_workshop_repairs_for_nothing_and_nano_welders_recover_two() -> None:
    for choice, cost, health in ((0, 0, 3), (1, 1, 4)):
        p = scene(mats=("drone_specialist", "warship", "proto_ship", "explorer")).mod(0, 2, choice).refresh()
        p.g.health[0] = 2
        xp = int(p.g.xp[0])
        p.turn_of(0).do("maintain").do("repair", 0)
        assert p.g.scraps[0] == 5 - cost and p.g.health[0] == health
        assert p.g.xp[0] == xp + 1


def test_capacitors_make_energy_markers_cheaper() -> None:
    p = scene(mats=("proto_ship", "warship", "explorer", "battlecruiser")).mod(0, 2, 0).refresh()
    p.turn_of(0).do("maintain").until("menu")
    assert p.g.energy[0] == 2 and p.g.scraps[0] == 5


def test_a_maintenance_bay_mends_and_salvages_for_more() -> None:
    p = scene().equip(0, "maintenance_bay", "repair_kit").damage(0, "fried_guns").refresh()
    p.turn_of(0).do("maintain").do("salvage", 1)
    assert p.g.scraps[0] == 6
    p.do("maintain").do("mend", 0)
    assert p.g.scraps[0] == 5


# Damaged cards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", Position().content.damaged, ids=lambda card: card.id)
def test_a_damaged_card_changes_what_it_says_until_it_is_removed_934(card: Any) -> None:
    p = scene()
    before = p.g.modifier[0].copy()
    p.damage(0, card.id).refresh()
    for name, add in card.modifiers:
        assert p.g.modifier[0, MODIFIERS[name]] == before[MODIFIERS[name]] + add
    p.turn_of(0).do("maintain").do("mend", 0)
    assert (p.g.modifier[0] == before).all()


def test_a_breached_hull_takes_a_marker_and_makes_repairs_dearer() -> None:
    p = scene()
    markers, health = int(p.g.markers[0]), int(p.g.health[0])
    p.damage(0, "breached_hull").refresh()
    assert (p.g.markers[0], p.g.health[0]) == (markers - 1, health - 1)
    p.g.health[0] = 2
    p.turn_of(0).do("maintain").do("repair", 0)
    assert p.g.scraps[0] == 3


def test_a_crippled_drive_cannot_strain_and_rushes_for_three() -> None:
    p = scene(players=4)
    far = p.add("marrow", 0, 1)
    p.add("crossways", 0, far)
    assert {("strain",), ("rush",)} <= p.turn_of(0, actions=3).legal()
    p.damage(0, "crippled_drive").refresh()
    assert ("strain",) not in p.legal()
    p.g.actions_left = 2
    assert ("rush",) not in p.refresh().legal()


def test_blind_sensors_count_no_specials_in_skill_rolls() -> None:
    p = scene(mats=("explorer", "warship", "proto_ship", "battlecruiser")).damage(0, "blind_sensors").refresh()
    health = int(p.g.health[0])
    p.roll((0, "ss")).explore("bleeding_sky")
    assert p.g.health[0] == health - 1


def test_a_cut_conduit_leaves_a_marker_idle() -> None:
    p = scene(mats=("drone_specialist", "warship", "proto_ship", "explorer")).mod(0, 1, 0)
    p.g.health[0] = 2
    p.turn_of(0)
    assert ("use_mod", 0) in p.legal()
    p.damage(0, "cut_conduit").refresh()
    assert ("use_mod", 0) not in p.legal()


def test_a_burning_trail_adds_a_miss_to_detection_rolls_548() -> None:
    p = scene()
    ashfall = p.add("ashfall", 2)
    p.turn_of(0).do("jump", ashfall).roll((0, "hh")).do("roll")
    assert p.g.engaged[0] == 0
    p = scene().damage(0, "burning_trail")
    ashfall = p.add("ashfall", 2)
    p.turn_of(0).do("jump", ashfall).roll((0, "hh")).do("roll")
    assert p.g.engaged[0] == 1


def test_damaged_cards_that_were_removed_make_a_new_deck() -> None:
    p = scene()
    p.g.damaged_left = 0
    p.g.damaged_deck[:] = -1
    p.g.damaged_discard[2] = 1
    p.g.strained[0] = 1
    p.turn_of(0).roll((0, "mm")).do("pass")
    assert p.g.damaged[0, 2] == 1 and p.g.damaged_discard[2] == 0


def test_regrowth_and_self_repair_recover_health_in_the_end_phase() -> None:
    others = ("proto_ship", "explorer", "battlecruiser")
    for p in (scene(mats=("warship", *others)).equip(0, "regenerator"), scene(mats=("drone_specialist", *others))):
        if p.g.module[0, 0] == 0:
            p.mod(0, 4, 1)
        p.refresh().g.health[0] = 2
        p.jump(frames.END_PHASE)
        assert p.g.health[0] == 3
