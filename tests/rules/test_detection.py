"""V. Conquest: cloaked ships, uncloaking and Radar."""

from __future__ import annotations

import pytest

from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.scenes import (
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    empty_space,
    finish,
    last_conquest,
    neighbours,
    ships_on_map,
)

ARMED = "antimatter_cannon"
DETECTION = ("uncloak", "force_uncloak")


def meeting(*cloaked: int, players: int = 2, hexagon: int = CENTRE, armed: bool = True, seed: int = 1) -> Position:
    """A ship of players 0 and 1 in one hex; those named have Cloaking."""
    p = empty_space(seed, players=players)
    for player in cloaked:
        p.learn(player, "cloaking")
    for player in (0, 1):
        p.place_ship(player, FIGHTER, hexagon)
        if armed:
            p.equip(player, FIGHTER, ARMED)
    return p


def to_detection(p: Position) -> Position:
    """Nobody moves, until the first question about detection, a battle, or the end."""
    p.jump(frames.CONQUEST)
    while not p.finished and p.decision in ("mount", "move", "order"):
        p.decline()
    return p


def fought(p: Position) -> bool:
    """Whether somebody lost a ship; two ships full of cannons never both survive a battle."""
    finish(p)
    return ships_on_map(p, 0) + ships_on_map(p, 1) < 2


def test_ships_without_cloaking_are_visible_and_fight() -> None:
    """Base rules, lines 235-251: only the technology hides ships."""
    p = to_detection(meeting())
    assert p.decision not in DETECTION
    assert fought(p)


def test_cloaked_ships_may_uncloak_where_visible_enemies_are() -> None:
    """Base rules, line 237: their owner chooses."""
    p = to_detection(meeting(0))
    assert (p.decision, p.actor, int(p.g.focus_hex)) == ("uncloak", 0, CENTRE)
    assert p.legal() == {("uncloak",), ("pass",)}
    assert fought(p.do("uncloak"))


def test_ships_that_stay_cloaked_do_not_fight_players() -> None:
    """Base rules, line 251: only visible players battle."""
    assert not fought(to_detection(meeting(0)).decline())


def test_where_all_are_cloaked_nobody_uncloaks_or_fights() -> None:
    """Base rules, line 237: uncloaking needs a visible enemy."""
    p = to_detection(meeting(0, 1))
    assert p.finished
    assert not fought(p)


@pytest.mark.parametrize("force", [True, False])
def test_radar_may_force_ships_in_the_same_hex_to_uncloak(force: bool) -> None:
    """Base rules, line 239: who has Radar and a ship there may make them visible, and need not."""
    p = to_detection(meeting(0).learn(1, "radar"))
    assert (p.decision, p.actor) == ("uncloak", 0)
    p.decline()
    assert (p.decision, p.actor, int(p.g.focus_player), int(p.g.focus_hex)) == ("force_uncloak", 1, 0, CENTRE)
    assert p.legal() == {("uncloak",), ("pass",)}
    assert fought(p.do("uncloak") if force else p.decline()) == force


def test_radar_does_not_reach_other_hexes() -> None:
    """Base rules, line 239: ships in the same hex only."""
    p = empty_space(players=2).learn(0, "cloaking").learn(1, "radar")
    p.place_ship(0, FIGHTER, CENTRE)
    p.place_ship(1, FIGHTER, neighbours(p, CENTRE)[0])
    assert to_detection(p).finished


def test_cloaked_ships_can_force_cloaked_ships() -> None:
    """Base rules, line 239: Radar asks for no more than a ship in the hex; its own owner stays cloaked."""
    p = to_detection(meeting(0, 1).learn(1, "radar"))
    assert (p.decision, p.actor) == ("force_uncloak", 1)
    p.do("uncloak")
    assert p.g.cloaked[0, CENTRE] == 0
    assert not fought(p), "the one with Radar is still unseen"


def test_all_ships_of_a_player_in_a_hex_share_one_state() -> None:
    """Base rules, line 243: they uncloak together, so all of them fight."""
    p = meeting(0)
    p.equip(0, FIGHTER)
    p.place_ship(0, DARK_RAIDER, CENTRE)
    p.place_ship(0, WAR_CRUISER, CENTRE)
    to_detection(p).dice(*[6] * 12).do("uncloak")
    finish(p)
    assert ships_on_map(p, 0) == 0


def test_hexes_are_decided_one_by_one() -> None:
    """Base rules, line 243: the state is that of a hex; ships elsewhere may be in the other one."""
    p = meeting(0)
    there = neighbours(p, CENTRE)[0]
    mine, yours = p.place_ship(0, FIGHTER, there), p.place_ship(1, FIGHTER, there)
    to_detection(p)
    asked = {}
    while p.decision == "uncloak":
        hexagon = int(p.g.focus_hex)
        asked[hexagon] = p.actor
        p.do("uncloak") if hexagon == CENTRE else p.decline()
    assert asked == {CENTRE: 0, there: 0}
    finish(p)
    assert (p.g.ship_hex[0, mine], p.g.ship_hex[1, yours]) == (there, there)
    assert ships_on_map(p, 0) + ships_on_map(p, 1) < 4


@pytest.mark.parametrize("show", [True, False])
def test_cloaked_ships_meet_no_resistance(show: bool) -> None:
    """Base rules, lines 237, 251 and 287: unseen ships are not fought; they may show themselves to fight."""
    p = empty_space(players=2).learn(0, "cloaking")
    p.equip(0, FIGHTER, ARMED, ARMED)
    hexagon = neighbours(p, CENTRE)[0]
    p.place_ship(0, FIGHTER, hexagon)
    p.g.resistance[hexagon] = 1
    to_detection(p)
    assert (p.decision, p.actor) == ("uncloak", 0)
    p.dice(*[6] * 12 + [1] * 6)
    finish(p.do("uncloak") if show else p.decline())
    assert p.g.resistance[hexagon] == (0 if show else 1)


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_in_the_last_conquest_of_the_last_turn_everything_is_visible(players: int) -> None:
    """Base rules, line 245, and movement and combat text, lines 249-250: then nobody can hide."""
    p = last_conquest(meeting(0, 1, players=players))
    finish(p)
    assert ships_on_map(p, 0) + ships_on_map(p, 1) < 2
    assert p.g.over == 1


@pytest.mark.parametrize(("turns_to_go", "conquests_to_go"), [(0, 1), (1, 0), (1, 1)])
def test_before_that_ships_stay_cloaked(turns_to_go: int, conquests_to_go: int) -> None:
    """Base rules, line 245: not in the last turn's first Conquest Stage, nor in the last one of an earlier turn."""
    p = meeting(0, 1)
    p.g.turn = p.t.turns - turns_to_go
    p.g.conquests = p.t.conquests
    p.g.conquest = p.t.conquests - conquests_to_go
    assert not fought(to_detection(p))


def test_an_added_conquest_stage_is_the_last_one() -> None:
    """Base rules, lines 209 and 245: with the Move bonus the third Stage, not the second, shows everything."""
    for conquest in (2, 3):
        p = meeting(0, 1)
        p.g.turn, p.g.conquests, p.g.conquest = p.t.turns, 3, conquest
        assert fought(to_detection(p)) == (conquest == 3)


def test_ships_are_cloaked_again_in_the_next_conquest_stage() -> None:
    """Base rules, lines 235-243, our reading: uncloaking holds for one Conquest Stage."""
    p = finish(to_detection(meeting(0, armed=False)).do("uncloak"))
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 1, "nobody has a cannon"
    assert to_detection(p).decision == "uncloak"


def test_a_cloaked_third_player_watches_the_others_fight() -> None:
    """Base rules, line 251: only visible players battle; the survivor then shares the hex with the third."""
    p = meeting(players=3).learn(2, "cloaking")
    ship = p.place_ship(2, FIGHTER, CENTRE)
    finish(to_detection(p))
    assert p.g.ship_hex[2, ship] == CENTRE
    assert ships_on_map(p, 0) + ships_on_map(p, 1) < 2
