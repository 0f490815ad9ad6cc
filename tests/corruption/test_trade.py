"""Trade [387-399, 484-494]: Allies, what they sell, pooled Scraps, gifts; services."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.corruption.capacity import SCRAPS
from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled


def scene(players: int = 1, members: tuple[int, ...] = (1, 2, 3), **config: Any) -> Position:
    """Ships with five Scraps each in the port of Haven; some belong to no Fleet yet."""
    p = Position(players=players, ships=4, **config).open_start("haven")
    p.g.scraps[:] = 5
    p.g.ally[:] = 0
    p.plain()
    away = p.add("green_expanse", 0)
    p.g.slot[[ship for ship in range(1, 4) if ship not in members]] = away
    return p


# Allies ---------------------------------------------------------------------------------------------------------------


def test_an_ally_is_met_on_the_first_visit_with_what_its_card_asks_for_467_488() -> None:
    p = Position(players=1, ships=4).open_start("green_expanse")
    haven = p.add("haven", 0)
    ally = int(p.g.ally_deck[p.g.ally_left - 1])
    modules, precursors, left = int(p.g.module_left), int(p.g.precursor_left), int(p.g.ally_left)
    p.turn_of(0).do("jump", haven).until("menu")
    assert p.g.ally[haven] == ally + 1 and p.g.ally_left == left - 1
    entry = p.content.allies[ally]
    offered = p.g.display[ally][p.g.display[ally] > 0] - 1
    assert [kind >= 16 for kind in offered] == [False] * entry.modules + [True] * entry.precursors
    assert p.g.module_left == modules - entry.modules and p.g.precursor_left == precursors - entry.precursors
    before = p.g.display.copy()
    p.turn_of(0).do("jump", 0).until("menu").do("jump", haven).until("menu")
    assert p.g.ally_left == left - 1 and (p.g.display == before).all()


def test_any_number_of_modules_are_bought_for_one_action_395_490() -> None:
    p = scene(members=()).ally("engineer", "crash_foam", "repair_kit", "phase_lance")
    p.g.scraps[0] = 2
    p.turn_of(0).do("trade")
    assert p.decision == "buy"
    assert p.legal("buy") == {(0,), (1,)}
    p.do("buy", 1).do("buy", 0)
    assert p.decision == "menu"  # there is nothing left to pay with, and nobody to give anything to
    assert p.g.scraps[0] == 0 and p.g.actions_left == 2
    assert sorted(p.g.module[0][p.g.module[0] > 0] - 1) == sorted([p.kind("crash_foam"), p.kind("repair_kit")])
    assert p.g.display[p.index("allies", "engineer")].tolist()[:3] == [0, 0, p.kind("phase_lance") + 1]


def test_the_merchant_sells_for_less_494() -> None:
    p = scene(members=()).ally("merchant", "auxiliary_cannon")
    p.turn_of(0).do("trade").do("buy", 0)
    assert p.g.scraps[0] == 5 - 3


def test_black_market_lowers_prices_for_its_own_ship() -> None:
    p = scene(members=(1,), mats=("pirate_ship", "warship", "proto_ship", "battlecruiser"))
    p.ally("engineer", "auxiliary_cannon", "auxiliary_cannon").mod(0, 2, 1).refresh()
    p.turn_of(0, 1).do("trade").do("buy", 0)
    assert p.decision == "buyer"
    p.do("ship", 0)
    assert p.g.scraps[:2].tolist() == [2, 5]
    p.do("buy", 1).do("ship", 1)
    assert p.g.scraps[:2].tolist() == [2, 1]


def test_a_trade_needs_somebody_to_trade_with() -> None:
    p = scene(members=())
    assert ("trade",) not in p.turn_of(0).legal()
    p.ally("engineer", "phase_lance").g.scraps[0] = 4
    assert ("trade",) not in p.refresh().legal()
    p.g.scraps[0] = 5
    assert ("trade",) in p.refresh().legal()


# Pooled Scraps --------------------------------------------------------------------------------------------------------


def test_a_fleet_pools_its_scraps_and_says_who_gets_the_module_399_492() -> None:
    p = scene(members=(1, 2)).ally("mercenary", "temporal_anchor", "stasis_projector")
    p.g.scraps[:3] = (2, 1, 4)
    p.turn_of(0, 1, 2).do("trade").do("buy", 0)
    assert p.legal("ship") == {(0,), (1,), (2,)}
    p.do("ship", 1)
    assert p.g.scraps[:3].tolist() == [1, 0, 0]  # who gets it pays first, then the richest
    assert p.g.module[1, 0] == p.kind("temporal_anchor") + 1


def test_ships_outside_of_the_fleet_do_not_pay_492() -> None:
    p = scene(members=(1,)).ally("mercenary", "temporal_anchor")
    p.turn_of(0).do("trade")
    assert p.decision == "give"


def test_another_captain_is_asked_before_its_scraps_are_spent() -> None:
    p = scene(4, members=(1, 2)).ally("mercenary", "temporal_anchor")
    p.g.scraps[:3] = (2, 3, 4)
    p.turn_of(0, 1, 2).do("trade").do("buy", 0).do("ship", 0)
    assert (p.decision, p.asked) == ("consent", 2)
    assert p.g.focus_card == p.kind("temporal_anchor")
    p.do("join")
    assert p.g.scraps[:3].tolist() == [0, 3, 0]
    assert p.g.module[0, 0] == p.kind("temporal_anchor") + 1


def test_where_one_captain_refuses_the_others_pay_or_nothing_is_bought() -> None:
    p = scene(4, members=(1, 2)).ally("mercenary", "deflector", "temporal_anchor")
    p.g.scraps[:3] = (2, 2, 4)
    p.turn_of(0, 1, 2).do("trade").do("buy", 0).do("ship", 0)
    assert (p.decision, p.asked) == ("consent", 2)
    p.decline()
    assert (p.decision, p.asked) == ("consent", 1)
    p.do("join")
    assert p.g.scraps[:3].tolist() == [0, 1, 4]
    assert p.decision == "give"  # what ships 0 and 1 have is not enough for the other one

    p = scene(4, members=(1, 2)).ally("mercenary", "deflector", "temporal_anchor")
    p.g.scraps[:3] = (2, 0, 4)
    p.turn_of(0, 1, 2).do("trade").do("buy", 1).do("ship", 0).decline()
    assert p.g.scraps[:3].tolist() == [2, 0, 4]
    assert not p.g.module[:3].any()
    assert p.decision == "give"


# Gifts ----------------------------------------------------------------------------------------------------------------


def test_ships_here_give_each_other_scraps_modules_and_keys_387_391() -> None:
    p = scene(4, members=(1,)).equip(0, "deflector").carry(0, 2).refresh()
    p.turn_of(0).do("trade")
    assert (p.decision, p.asked) == ("give", 0)
    assert p.legal() == {("give_scrap", 1), ("give_module", 0), ("give_key", 1), ("pass",)}
    p.do("give_scrap", 1).do("give_key", 1).do("give_module", 0)
    assert p.g.scraps[:2].tolist() == [4, 6]
    assert p.g.key_ship[2] == 1
    assert p.g.module[1, 0] == p.kind("deflector") + 1 and not p.g.module[0].any()
    p.decline()
    assert (p.decision, p.asked) == ("give", 1)


def test_the_other_ship_gives_even_if_it_has_played_but_pays_no_action_397() -> None:
    p = scene(4, members=(1,))
    p.g.played[1] = 1
    p.turn_of(0).do("trade").decline()
    assert (p.decision, p.asked) == ("give", 1)
    p.do("give_scrap", 0).decline()
    assert p.g.scraps[:2].tolist() == [6, 4]
    assert p.decision == "menu" and p.g.actions_left == 2


def test_nothing_moves_twice_in_a_trade() -> None:
    p = scene(4, members=(1,)).equip(0, "deflector").carry(0, 2).refresh()
    p.g.scraps[:2] = (1, 0)
    p.turn_of(0).do("trade").do("give_scrap", 1).do("give_key", 1).do("give_module", 0)
    assert p.decision == "menu"  # the other ship has only what it was given
    assert p.g.scraps[:2].tolist() == [0, 1] and p.g.key_ship[2] == 1
    assert not p.g.moved_scraps.any() and not p.g.moved_module.any() and not p.g.moved_key.any()
    assert ("trade",) in p.legal()


def test_scraps_from_another_ship_are_not_what_a_pirate_lives_on() -> None:
    p = scene(members=(1,), mats=("warship", "pirate_ship", "proto_ship", "explorer"))
    p.turn_of(0).do("trade").do("give_scrap", 1)
    assert p.g.scraps[1] == 6 and p.g.xp[1] == 0


def test_a_ship_without_a_free_slot_is_given_no_module() -> None:
    p = scene(members=(1,)).equip(0, "deflector").equip(1, *["repair_kit"] * 8).refresh()
    p.turn_of(0).do("trade")
    assert not p.legal("give_module")


def test_scraps_beyond_what_the_record_holds_are_not_given() -> None:
    p = scene(4, members=(1, 2))
    p.g.scraps[1] = SCRAPS
    p.turn_of(0).do("trade")
    assert p.legal() == {("give_scrap", 2), ("pass",)}


def test_engaged_ships_take_no_part_804() -> None:
    p = scene(members=(1,))
    p.g.engaged[1] = 1
    assert ("trade",) not in p.turn_of(0).legal()


# Services -------------------------------------------------------------------------------------------------------------


def test_the_cartographer_reveals_systems_for_a_scrap_once_a_turn_494_1066() -> None:
    p = scene(members=()).ally("cartographer")
    p.turn_of(0).do("service")
    assert p.g.scraps[0] == 4
    systems = int(p.g.systems)
    while p.decision != "menu":
        p.default()
    assert p.g.systems == systems + 2
    assert p.g.actions_left == 3  # no Action
    assert ("service",) not in p.legal()
    assert not p.g.taker.any()


def test_the_engineer_repairs_and_mends_the_whole_fleet() -> None:
    p = scene(members=(1,)).ally("engineer").damage(0, "fried_guns").damage(1, "cut_conduit", "fried_guns").refresh()
    p.g.health[:2] = 1
    p.turn_of(0, 1).do("service")
    assert (p.decision, p.asked) == ("mend", 1)
    p.do("damaged", p.index("damaged", "cut_conduit"))
    assert p.g.health[:2].tolist() == [3, 3]
    assert p.g.damaged[:2].sum(axis=1).tolist() == [0, 1]
    assert p.g.scraps[:2].tolist() == [3, 5] and p.g.served[:2].tolist() == [1, 1]


def test_the_mercenary_pacifies_a_system_anywhere() -> None:
    p = scene(members=()).ally("mercenary")
    assert ("service",) not in p.turn_of(0).legal()  # there is none to pacify
    ashfall = p.add("ashfall", 2)
    p.refresh().do("service")
    assert p.g.pacified[ashfall] == 2
    assert ("service",) not in p.legal()


def test_a_service_is_for_those_who_are_there_and_can_pay_494() -> None:
    p = scene(members=()).ally("engineer")
    p.g.health[0] = 1
    assert ("service",) in p.turn_of(0).legal()
    p.g.scraps[0] = 1
    assert ("service",) not in p.refresh().legal()
    p.g.scraps[0] = 5
    p.g.slot[0] = 1
    assert ("service",) not in p.refresh().legal()
    p.g.slot[0], p.g.health[0] = 0, p.g.markers[0]
    assert ("service",) not in p.refresh().legal()


def test_the_merchant_has_no_service() -> None:
    p = scene(members=()).ally("merchant")
    p.g.health[0] = 1
    assert ("service",) not in p.turn_of(0).legal()
