"""Edge of Extinction: ships with a Hyperspace Drive."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.exodus.capacity import LONGEST_PATH
from exodus_env.exodus.rules import frames, log
from tests.effort import EVERY_MODE
from tests.position import Position
from tests.rules.eoe_scenes import HIT, MISS, edge_of_space, told
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    finish,
    go,
    movers,
    neighbours,
)

pytestmark = EVERY_MODE

HYPERSPACE = "hyperspace_drive"
MOVEMENTS = ("drive_power", "reverse_turn_order", "simultaneous")


def with_hyperspace(players: int = 2, **config: Any) -> Position:
    """Everybody's Dark Raiders have a Hyperspace Drive."""
    p = edge_of_space(players, **config)
    for player in range(players):
        p.equip(player, DARK_RAIDER, HYPERSPACE)
    return p


def hexes(p: Position) -> set[int]:
    """Every hex a ship can be in."""
    return {h for h in range(p.t.hexes) if not (h == p.t.centre_hex and p.t.council_hex < 0)}


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_ships_with_a_hyperspace_drive_move_when_all_others_have(movement: str) -> None:
    """Movement and combat text, lines 274-280 and 349-350: anywhere, after everybody else, in reverse turn order."""
    p = with_hyperspace(movement=movement)
    edge = neighbours(p, CENTRE)[0]
    raiders = [p.place_ship(player, DARK_RAIDER, edge) for player in range(2)]
    fighter = p.place_ship(0, FIGHTER, edge)
    p.jump(frames.MOVEMENT)
    assert p.decision == ("order" if movement == "simultaneous" else "move")
    assert p.actor == 0, "player 1 has no other ship"
    assert movers(p) == {fighter}
    p.decline()
    target = max(hexes(p), key=lambda h: int(p.t.distance[edge, h]))
    for player in (1, 0):
        assert (p.decision, p.actor) == ("hyperspace", player)
        assert p.legal() == {("pass",), ("ship", raiders[player])}
        p.do("ship", raiders[player])
        assert (p.decision, p.g.focus_hex) == ("hyperspace_to", edge)
        assert p.legal() == {("hex", h) for h in hexes(p) - {edge}}
        p.do("hex", target)
        assert told(p, log.E_HYPERSPACE) == [(player, raiders[player], edge, target)]
    assert p.finished
    assert all(p.g.ship_hex[player, raiders[player]] == target for player in range(2))
    assert not p.g.moved.any()


def test_each_ship_goes_once_or_stays() -> None:
    """Ours: one move, or none."""
    p = with_hyperspace()
    home = int(p.t.home_hex[0])
    ships = [p.place_ship(0, DARK_RAIDER, home) for _ in range(3)]
    p.jump(frames.MOVEMENT)
    assert p.legal("ship") == {(ships[0],)}, "of ships that are alike one will do"
    p.do("ship", ships[0]).do("hex", CENTRE)
    assert p.legal("ship") == {(ships[1],)}
    p.do("ship", ships[1]).do("hex", CENTRE)
    assert p.decline().finished
    assert [int(p.g.ship_hex[0, s]) for s in ships] == [CENTRE, CENTRE, home]


def test_there_is_no_longer_way_for_other_ships() -> None:
    """Movement and combat text, lines 282-350: Drive Power has as many steps as the fastest other ship has hexes."""
    p = with_hyperspace()
    edge = neighbours(p, CENTRE)[0]
    p.equip(0, FIGHTER, "fusion_drive")
    p.place_ship(0, DARK_RAIDER, edge)
    fighter = p.place_ship(0, FIGHTER, edge)
    p.jump(frames.MOVEMENT)
    for _ in range(2):
        assert movers(p) == {fighter}
        p.decline()
    assert p.decision == "hyperspace"


def test_the_example_of_the_text() -> None:
    """Movement and combat text, lines 352-360: Jan's Raider goes last, four spaces away."""
    p = with_hyperspace(4)
    p.equip(0, FIGHTER, "antigravity_drive").equip(0, WAR_CRUISER, "fusion_drive")
    home = int(p.t.home_hex[0])
    raider, fighter, cruiser = (p.place_ship(0, c, home) for c in (DARK_RAIDER, FIGHTER, WAR_CRUISER))
    one = neighbours(p, home)[0]
    two = next(h for h in neighbours(p, one) if h != home)
    p.jump(frames.MOVEMENT)
    assert movers(p) == {fighter, cruiser}
    go(p, cruiser, one).decline()
    assert movers(p) == {fighter, cruiser}
    go(p, fighter, one)
    go(p, cruiser, two)
    assert movers(p) == {fighter}, "the third step"
    go(p, fighter, two)
    far = next(h for h in range(p.t.hexes) if p.t.distance[home, h] == 4)
    p.do("ship", raider).do("hex", far)
    assert p.finished
    assert p.g.ship_hex[0, raider] == far


def test_no_ship_goes_to_a_closed_centre() -> None:
    """Ours: an impassable hex stays one."""
    p = with_hyperspace(modules=("M6",))
    assert p.t.council_hex < 0
    p.place_ship(0, DARK_RAIDER, int(p.t.home_hex[0]))
    p.jump(frames.MOVEMENT).do("ship", 0)
    assert (int(p.t.centre_hex),) not in p.legal("hex")
    assert len(p.legal("hex")) == p.t.hexes - 2


# Ship blocking --------------------------------------------------------------------------------------------------------


def test_no_drive_is_faster_so_nothing_holds_the_ship_and_it_holds_others() -> None:
    """Movement and combat text, lines 328-343: the fastest can leave, and each of them holds one slower ship."""
    p = with_hyperspace(ship_blocking=True)
    p.equip(1, FIGHTER, "antigravity_drive")
    raider = p.place_ship(0, DARK_RAIDER, CENTRE)
    fighters = [p.place_ship(1, FIGHTER, CENTRE) for _ in range(2)]
    other = p.place_ship(1, DARK_RAIDER, CENTRE)
    p.jump(frames.MOVEMENT)
    assert p.g.drive[0, DARK_RAIDER] == LONGEST_PATH
    assert (p.decision, p.actor) == ("move", 1)
    go(p, min(movers(p)), neighbours(p, CENTRE)[0])
    while p.decision == "move":
        assert fighters[1] not in movers(p), "one Fighter is held by the Raider"
        p.decline()
    for player, ship in ((1, other), (0, raider)):
        assert (p.decision, p.actor) == ("hyperspace", player)
        assert p.legal("ship") == {(ship,)}
        assert not p.g.held.any() and not p.g.staying.any()
        p.decline()
    assert p.finished


# What ships meet ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_debris_takes_its_toll_on_arrival(movement: str) -> None:
    """Event Horizon, lines 401-412: whoever enters debris rolls a die for each ship."""
    p = with_hyperspace(modules=("M4",), movement=movement)
    p.equip(1, DARK_RAIDER, HYPERSPACE, "electromagnetic_shield")
    p.g.face_down[:] = 0
    target = neighbours(p, CENTRE)[0]
    p.g.destroyed[target] = 1
    ships = [p.place_ship(1, c, int(p.t.home_hex[1])) for c in (DARK_RAIDER, DARK_RAIDER)]
    waiting = p.place_ship(0, DARK_RAIDER, int(p.t.home_hex[0]))
    p.jump(frames.MOVEMENT)
    p.dice(HIT, MISS).do("ship", ships[0]).do("hex", target)
    assert (p.decision, p.actor, int(p.g.focus_hex), p.g.scripted_count) == ("hyperspace", 1, target, 2)
    p.do("ship", ships[1])  # it follows, and they roll together
    assert [int(x) for x in p.g.ship_damage[1, ships]] == [1, 0], "of ships that are alike the first"
    assert (p.decision, p.actor) == ("hyperspace", 0)
    assert p.legal("ship") == {(waiting,)}
    assert p.decline().finished
    assert not p.g.entered.any()
    assert_cubes_kept(p)


def test_who_does_not_follow_into_debris_may_go_elsewhere() -> None:
    """Event Horizon, lines 492-495: dice are rolled when a ship arrives; then the next one goes where it likes."""
    p = with_hyperspace(modules=("M4",))
    p.equip(1, DARK_RAIDER, HYPERSPACE, "electromagnetic_shield")
    p.g.face_down[:] = 0
    target = neighbours(p, CENTRE)[0]
    p.g.destroyed[target] = 1
    one, two = (p.place_ship(1, DARK_RAIDER, int(p.t.home_hex[1])) for _ in range(2))
    p.jump(frames.MOVEMENT).dice(HIT).do("ship", one).do("hex", target).decline()
    assert (p.g.scripted_count, int(p.g.ship_damage[1, one])) == (0, 1)
    assert (p.decision, int(p.g.focus_hex), p.legal("ship")) == ("hyperspace", -1, {(two,)})
    assert len(p.do("ship", two).legal("hex")) > 1
    assert p.do("hex", CENTRE).finished


def test_a_ship_lost_in_debris_is_gone() -> None:
    """Event Horizon, lines 401-412: damage beyond the shield destroys."""
    p = with_hyperspace(modules=("M4",))
    p.g.face_down[:] = 0
    target = neighbours(p, CENTRE)[0]
    p.g.destroyed[target] = 1
    ship = p.place_ship(1, DARK_RAIDER, int(p.t.home_hex[1]))
    p.jump(frames.MOVEMENT).dice(HIT).do("ship", ship).do("hex", target)
    assert p.finished and p.g.ship_hex[1, ship] < 0


def test_no_barrier_is_in_the_way() -> None:
    """Ours: what goes through hyperspace crosses no border."""
    p = with_hyperspace(modules=("M9",)).equip(0, BATTLE_CARRIER, HYPERSPACE)
    home = int(p.t.home_hex[0])
    p.g.barrier[:2] = [h * 3 + d for h, d in ((neighbours(p, CENTRE)[0], 0), (neighbours(p, CENTRE)[2], 1))]
    ship = p.place_ship(0, BATTLE_CARRIER, home)
    p.jump(frames.MOVEMENT).do("ship", ship).do("hex", CENTRE)
    assert p.finished and p.g.ship_hex[0, ship] == CENTRE and p.g.ship_damage[0, ship] == 0


def test_a_face_down_hex_is_explored() -> None:
    """Event Horizon, lines 375-390: hexes are explored where ships end their movement."""
    p = with_hyperspace(modules=("M4",))
    hidden = next(h for h in range(p.t.hexes) if p.g.face_down[h] == 1)
    p.place_ship(0, DARK_RAIDER, int(p.t.home_hex[0]))
    p.jump(frames.CONQUEST).until("hyperspace").do("ship", 0).do("hex", hidden)
    assert p.g.face_down[hidden] == 0
    finish(p)


def test_population_travels_along() -> None:
    """Movement and combat text, lines 274-280: it is a movement like any other."""
    p = edge_of_space().equip(0, BATTLE_CARRIER, HYPERSPACE)
    ship = p.place_ship(0, BATTLE_CARRIER, int(p.t.home_hex[0]), cargo=2)
    p.jump(frames.MOVEMENT).do("ship", ship).do("hex", CENTRE)
    assert p.g.ship_cargo[0, ship] == 2
    assert_cubes_kept(p)
