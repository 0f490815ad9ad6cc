"""Abilities of Enemies and Avatars [808, 839, 978], each card played in a position made for it, and each trigger."""

import pytest

from exodus_env.corruption.capacity import ENEMIES
from exodus_env.corruption.rules.modules import LOST
from tests.corruption.position import Position
from tests.corruption.test_equipment_in_fights import against, card_of, health, lost, team

pytestmark = pytest.mark.uncompiled


def bare(foe: str, health: int = 9, members: tuple[int, ...] = ()) -> Position:
    """Warship and Battlecruiser, with Energy but nothing to use it for."""
    return against(team("warship", "battlecruiser"), foe, health, members)


# Enemies --------------------------------------------------------------------------------------------------------------


def test_cult_raider_takes_scraps_for_a_miss() -> None:
    p = bare("cult_raider", members=(1,))
    p.roll((0, "mm"), (1, "hs")).do("offense").do("offense")
    assert p.g.scraps[:2].tolist() == [0, 1]


def test_swarm_drones_sting_who_does_not_hit_them() -> None:
    p = bare("swarm_drones", members=(1,))
    p.roll((0, "ss"), (1, "hs")).do("offense").do("offense")
    assert (lost(p, 0), lost(p, 1)) == (1, 0)


def test_watch_frigate_shoots_at_each_ship_that_disengages_885() -> None:
    p = bare("watch_frigate", members=(1,))
    p.roll((0, "hh"), (1, "hh")).do("disengage").do("join")
    assert (lost(p, 0), lost(p, 1)) == (1, 1)


def test_leech_pod_drains_energy_for_specials_that_are_not_spent() -> None:
    p = bare("leech_pod")
    p.roll((0, "hs")).do("offense")
    assert p.g.ready[0] == 3
    p = against(team("warship").mod(0, 2, 1), "leech_pod")
    p.roll((0, "hs")).do("offense").do("use_mod", 1)
    assert p.g.ready[0] == 4


def test_torch_cruiser_burns_ships_in_defense() -> None:
    p = bare("torch_cruiser", members=(1,))
    p.roll((0, "h"), (1, "hs")).do("defense", 0).do("offense")
    assert (lost(p, 0), lost(p, 1)) == (1, 0)


def test_veil_stalker_strikes_all_once_when_the_fight_begins() -> None:
    p = team("warship", "battlecruiser").fight("veil_stalker", members=(1,))
    assert (lost(p, 0), lost(p, 1)) == (1, 1)
    p.roll((0, "ss"), (1, "ss")).do("offense").do("offense")
    assert (lost(p, 0), lost(p, 1)) == (1, 1)


def test_grave_tender_grows_back_when_left_unhurt() -> None:
    p = bare("grave_tender", health=1)
    p.roll((0, "ss")).do("offense")
    assert health(p, "grave_tender") == 3
    p.roll((0, "ss")).do("offense")
    assert health(p, "grave_tender") == 4  # what its card says
    p.roll((0, "hs")).do("offense")
    assert health(p, "grave_tender") == 3


def test_choir_relay_spurs_the_avatars_when_it_falls() -> None:
    p = bare("choir_relay", health=1)
    p.roll((0, "hh")).do("offense")
    assert (p.decision, p.g.avatar_moves) == ("menu", 1)


def test_iron_pilgrim_has_a_shield_more_against_one_ship() -> None:
    p = bare("iron_pilgrim")
    p.g.power = 3
    p.roll((0, "hs")).do("offense")
    assert health(p, "iron_pilgrim") == 8
    p = bare("iron_pilgrim", members=(1,))
    p.roll((0, "hh"), (1, "hs")).do("offense").do("offense")
    assert health(p, "iron_pilgrim") == 8


def test_dread_lance_answers_misses_with_more() -> None:
    p = bare("dread_lance", members=(1,))
    p.roll((0, "mm"), (1, "ss")).do("offense").do("offense")
    assert (lost(p, 0), lost(p, 1)) == (3, 0)


def test_null_weaver_lets_no_energy_flow() -> None:
    p = against(team("warship").mod(0, 1, 0).mod(0, 2, 1), "null_weaver")
    p.roll((0, "ms")).do("offense")
    assert p.legal() == {("use_mod", 1), ("pass",)}  # what takes no Energy still works


def test_energy_flows_again_when_the_null_weaver_is_gone() -> None:
    p = team("explorer").mod(0, 1, 0)
    p.add("haven", 0)
    against(p, "null_weaver", health=1)
    p.roll((0, "hh")).do("offense")
    assert p.decision == "menu"
    assert ("use_mod", 0) in p.legal()


def test_brood_carrier_does_not_come_alone() -> None:
    p = team("warship").fight("brood_carrier")
    assert sum(p.g.foe_slot[:ENEMIES] == 0) == 2
    assert p.decision == "enemy"


def test_what_is_summoned_begins_its_fight_too() -> None:
    p = team("warship")
    stalker = card_of(p, "veil_stalker")
    left = int(p.g.enemy_left)
    p.g.reserve[: p.g.reserve_left][p.g.reserve[: p.g.reserve_left] == stalker] = p.g.enemy_deck[left - 1]
    p.g.enemy_deck[left - 1] = stalker
    p.fight("brood_carrier")
    assert lost(p) == 1


def test_hollow_colossus_splinters_when_it_is_hit_and_lives() -> None:
    p = bare("hollow_colossus", members=(1,))
    p.g.pierce = 3
    p.roll((0, "hs"), (1, "ss")).do("offense").do("offense")
    assert (lost(p, 0), lost(p, 1)) == (1, 1)
    p.roll((0, "hs"), (1, "ss")).do("offense").do("offense")
    assert (lost(p, 0), lost(p, 1)) == (1, 1)


def test_black_choir_tears_ships_for_specials() -> None:
    p = bare("black_choir")
    p.roll((0, "hs")).do("offense")
    assert p.g.damaged[0].sum() == 1


def test_star_flayer_drinks_energy_of_ships_in_offense() -> None:
    p = bare("star_flayer", members=(1,))
    p.roll((0, "ss"), (1, "s")).do("offense").do("defense", 0)
    assert p.g.ready[:2].tolist() == [3, 4]


def test_world_ender_dies_in_a_blaze() -> None:
    p = bare("world_ender", health=1, members=(1,))
    p.g.pierce = 2
    p.roll((0, "hs"), (1, "ss")).do("offense").do("offense")
    assert (p.decision, lost(p, 0), lost(p, 1)) == ("menu", 2, 2)
    assert p.g.scraps[:2].tolist() == [5, 5]


def test_a_blaze_that_takes_the_last_ship_leaves_no_enemy_behind_869_875() -> None:
    p = bare("world_ender", health=1)
    p.g.health[0] = 2
    p.g.pierce = 2
    p.roll((0, "hs")).do("offense")
    assert p.g.alive[0] == 0
    assert p.g.enemy_discarded[card_of(p, "world_ender")] == 1
    assert p.g.foe_slot[card_of(p, "world_ender")] == -1


def test_silence_keeps_the_last_ability_down_too() -> None:
    p = against(team("battlecruiser").mod(0, 5, 1), "world_ender", health=1)
    p.do("offense")
    p.g.pierce = 2
    p.roll((0, "hs")).do("use_mod", 4)
    assert (p.decision, lost(p)) == ("menu", 0)


# Avatars --------------------------------------------------------------------------------------------------------------


def test_the_devourer_eats_equipment_of_choice_for_good_982() -> None:
    p = team("warship").mod(0, 2, 0).equip(0, "deflector").refresh()
    p.g.ready[0] = 0
    against(p, "devourer")
    p.roll((0, "mm")).do("offense")
    assert p.legal() == {("lose_mod", 1), ("lose_module", 0)}
    p.do("lose_mod", 1)
    assert p.g.mod[0, 1] == LOST
    assert p.g.module[0, 0] > 0


def test_the_devourer_takes_cargo_of_those_who_flee_885() -> None:
    p = bare("devourer")
    p.g.scraps[0] = 3
    p.roll((0, "hh")).do("disengage")
    assert p.g.scraps[0] == 1


def test_the_hollow_king_drinks_energy_the_last_marker_first_981() -> None:
    p = bare("hollow_king")
    p.roll((0, "ss")).do("offense")
    assert (p.g.energy[0], p.g.ready[0]) == (3, 3)  # one turned, then one of four taken
    p.roll((0, "hs")).do("offense")
    assert (p.g.energy[0], p.g.ready[0]) == (3, 2)


def test_the_mirror_gives_hits_back_and_breaks_hulls_for_good_980() -> None:
    p = bare("mirror")
    markers = int(p.g.markers[0])
    p.roll((0, "hh")).do("offense")
    assert (p.g.markers[0], lost(p)) == (markers, 1)
    p.roll((0, "mm")).do("offense")
    assert p.g.markers[0] == markers - 1
    assert p.g.health[0] == markers - 1 - 2  # the marker that was lost already goes first


def test_the_herald_scatters_great_fleets_and_calls_the_others() -> None:
    p = against(team("warship", "battlecruiser"), "herald", members=(1, 2))
    p.g.pierce = 4
    p.roll((0, "hh"), (1, "ss"), (2, "ss")).do("offense").do("offense").do("offense")
    assert (health(p, "herald"), p.g.avatar_moves) == (8, 0)
    p.roll((0, "hh"), (1, "ss"), (2, "ss")).do("offense").do("offense").do("offense")
    assert (health(p, "herald"), p.g.avatar_moves) == (8, 1)


# Who is meant ---------------------------------------------------------------------------------------------------------


def test_an_enemy_struck_down_before_its_abilities_does_nothing_869() -> None:
    p = against(team("warship").mod(0, 5, 0), "black_choir", health=2)
    p.roll((0, "ss")).do("offense").do("use_mod", 4)
    assert (p.decision, p.g.damaged[0].sum()) == ("menu", 0)


def test_only_the_enemy_that_is_fought_uses_abilities_of_the_round_881() -> None:
    p = team("warship").mod(0, 1, 0).fight("cult_raider", "null_weaver")
    p.do("enemy", sorted((card_of(p, "cult_raider"), card_of(p, "null_weaver"))).index(card_of(p, "cult_raider")))
    p.roll((0, "ms")).do("offense")
    assert ("use_mod", 0) in p.legal()


def test_all_enemies_of_a_system_act_on_those_who_disengage_885() -> None:
    p = team("warship").fight("watch_frigate", "devourer").do("enemy", 0)
    p.g.scraps[0] = 5
    p.roll((0, "hh"), (0, "hh")).do("disengage")
    assert (lost(p), p.g.scraps[0]) == (1, 3)


def test_abilities_fell_ships_and_the_fleet_fights_on_903() -> None:
    p = bare("swarm_drones", members=(1,))
    p.g.health[0] = 1
    p.roll((0, "ss"), (1, "hs")).do("offense").do("offense")
    assert p.g.alive[0] == 0
    assert (p.decision, p.asked) == ("manoeuvre", 1)


@pytest.mark.parametrize("foe", ["veil_stalker", "watch_frigate", "swarm_drones", "hollow_colossus"])
def test_a_lone_ship_felled_by_an_ability_ends_its_turn_875(foe: str) -> None:
    p = team("warship")
    p.g.health[0] = 1
    p.fight(foe)
    if p.decision == "manoeuvre":
        p.g.pierce = 9
        p.roll((0, "ss" if foe == "swarm_drones" else "hs"), (0, "hh"))
        p.do("disengage" if foe == "watch_frigate" else "offense")
    assert p.g.alive[0] == 0
    assert p.g.active != 0


def test_however_long_a_fight_lasts_avatars_gain_no_more_than_the_longest_way_680() -> None:
    p = bare("herald", members=(1,))
    p.g.avatar_moves = 30
    for _ in range(3):
        p.roll((0, "ss"), (1, "ss")).do("offense").do("offense")
    assert p.g.avatar_moves == 31
