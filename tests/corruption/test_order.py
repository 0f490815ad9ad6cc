"""The course of a turn, the order of play and Fleets [288-346]."""

import pytest

from tests.corruption.position import Position

pytestmark = pytest.mark.uncompiled


def test_every_ship_plays_once_a_turn_in_an_order_of_choice_298() -> None:
    p = Position(players=2, order="leader")
    p.decline()
    assert p.decision == "next_ship"
    assert p.legal("ship") == {(1,), (2,), (3,)}
    p.do("ship", 2).until("menu").decline()
    assert p.legal("ship") == {(1,), (3,)}


def test_volunteers_are_asked_until_the_last_one_must_go_298() -> None:
    p = Position(order="volunteer")
    p.decline()
    assert (p.decision, p.asked) == ("volunteer", 1)
    p.decline()
    assert (p.decision, p.asked) == ("volunteer", 2)
    p.decline()  # the fourth ship must go
    assert p.g.lead == 3


def test_a_fleet_has_the_actions_of_the_ship_with_the_fewest_344() -> None:
    p = Position(players=1, ships=4, mats=("explorer", "warship", "proto_ship", "battlecruiser"))
    assert p.g.actions_left == 4
    p.do("invite", 1)
    assert p.g.actions_left == 3
    assert p.g.fleet[1] == 0 and p.g.played[1] == 1


def test_whoever_joins_later_has_what_the_fleet_has_left_346() -> None:
    p = Position(players=1, ships=4, mats=("warship", "battlecruiser", "explorer", "proto_ship"))
    slot = p.open_start().add("haven", 0)
    p.g.slot[2] = slot
    p.g.played[3] = 1
    p.turn_of(0, 1).do("jump", slot)
    assert p.decision == "invite"
    p.do("invite", 2)
    assert p.g.actions_left == 2


def test_an_invitation_refused_is_repeated_only_elsewhere() -> None:
    p = Position()
    p.open_start().add("haven", 0)
    p.g.slot[1:] = 0
    p.turn_of(0).do("invite", 1)
    assert (p.decision, p.asked) == ("join", 1)
    p.decline()
    assert (1,) not in p.until("menu").legal("invite")
