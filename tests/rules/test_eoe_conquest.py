"""Edge of Extinction: what is new in Conquest besides movement and combat."""

from __future__ import annotations

import pytest

from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.rules import frames, log
from exodus_env.exodus.rules.stages import conquest
from exodus_env.kit.flow import KIND, STEP
from tests.effort import EVERY_MODE
from tests.position import Position
from tests.rules.eoe_scenes import edge_of_space, no_foe_cards, told
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    empty_space,
    finish,
    last_conquest,
    ordinary_planets,
    planet_with,
)

pytestmark = EVERY_MODE

KILL, FAIL = 6, 1


def deploy(p: Position) -> Position:
    """Go to the step in which Population is deployed."""
    g = p.g
    g.stack[:] = 0
    g.depth = 1
    g.stack[0, KIND] = frames.CONQUEST
    g.stack[0, STEP] = conquest.DEPLOY
    g.stage = frames.CONQUEST_STAGE
    g.decision = 0
    g.log_count = 0
    return p.refresh()


def landing(players: int = 2, cargo: int = 3, **config: object) -> tuple[Position, int, int]:
    """A Battle Carrier of the first player above a planet where the second lives."""
    p = edge_of_space(players, **config)
    hexagon = planet_with(p, moons=False)
    for player in range(players):
        p.settle(hexagon, player, 0)
    p.settle(hexagon, 1, 2)
    return p, hexagon, p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=cargo)


# Transport modules ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ship_class", "modules", "room"),
    [
        (WAR_CRUISER, (), 1),
        (WAR_CRUISER, ("t_module",), 2),
        (BATTLE_CARRIER, ("advanced_t_module",), 5),
        (FIGHTER, ("t_module",), 1),
    ],
)
def test_a_module_makes_room_for_population(ship_class: int, modules: tuple[str, ...], room: int) -> None:
    """Movement and combat text, lines 461-475: T-Modules are upgrades of ships."""
    p = edge_of_space().equip(0, ship_class, *modules)
    home = int(p.t.home_hex[0])
    p.settle(home, 0, 9)
    ship = p.place_ship(0, ship_class, home)
    p.jump(frames.CONQUEST)
    while p.decision == "mount":
        p.do("mount", *max(p.legal("mount")))
    assert p.g.ship_cargo[0, ship] == room
    assert_cubes_kept(p)


# Advanced Cloaking ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("technology", "forced"), [("cloaking", True), ("advanced_cloaking", False)])
def test_radar_does_not_force_advanced_cloaking(technology: str, forced: bool) -> None:
    """Movement and combat text, lines 244-248."""
    p = edge_of_space().learn(0, "radar").learn(1, technology)
    p.place_ship(0, FIGHTER, CENTRE)
    p.place_ship(1, FIGHTER, CENTRE)
    p.jump(frames.CONQUEST)
    seen = []
    while not p.finished and p.decision != "combat_card":
        seen.append(p.decision)
        p.default()
    assert ("force_uncloak" in seen) == forced
    assert ("uncloak" in seen) is True, "to uncloak by choice is possible with either"


def detection(p: Position) -> list[tuple[str, int]]:
    """What is asked of whom in Detection, where everybody takes the default."""
    p.jump(frames.CONQUEST)
    asked = []
    while not p.finished:
        if p.decision in ("uncloak", "force_uncloak"):
            asked.append((p.decision, p.actor))
        p.default()
    return asked


def test_advanced_cloaking_uncloaks_after_radar() -> None:
    """Edge of Extinction, lines 243-248: first those with Cloaking, then Radar, then those with Advanced Cloaking."""
    p = edge_of_space(4)
    p.learn(0, "advanced_cloaking").learn(1, "cloaking").learn(2, "radar")
    for player in range(3):
        p.place_ship(player, FIGHTER, CENTRE)
    assert detection(p) == [("uncloak", 1), ("force_uncloak", 2), ("uncloak", 0)]


def test_both_kinds_of_cloaking_uncloak_once_and_late() -> None:
    """Edge of Extinction, lines 243-248: who knows both is asked like those with the better one."""
    p = edge_of_space(3).learn(0, "cloaking", "advanced_cloaking").learn(1, "radar")
    p.place_ship(0, FIGHTER, CENTRE)
    p.place_ship(1, FIGHTER, CENTRE)
    assert detection(p) == [("uncloak", 0)]


def test_advanced_cloaking_sees_what_radar_has_shown() -> None:
    """Edge of Extinction, lines 243-248: somebody to fight may be there only then."""
    p = edge_of_space(3)
    p.learn(0, "radar", "cloaking").learn(1, "advanced_cloaking").learn(2, "cloaking")
    ships = [p.place_ship(player, FIGHTER, CENTRE) for player in range(3)]
    p.equip(1, FIGHTER, "laser_cannon")
    p.jump(frames.CONQUEST)
    while p.decision == "move":
        p.decline()
    assert (p.decision, p.actor) == ("force_uncloak", 0), "all are hidden, so nobody was asked to uncloak"
    p.do("uncloak")
    assert (p.decision, p.actor) == ("uncloak", 1)
    p.dice(6).do("uncloak")
    assert p.g.ship_hex[2, ships[2]] < 0 and p.g.ship_hex[0, ships[0]] == CENTRE


# The Resistance -------------------------------------------------------------------------------------------------------


def two_fronts(p: Position, player: int = 1) -> tuple[Position, list[int]]:
    """A player's armed ships meet the Resistance in two hexes, where it does no harm; tells the hexes."""
    hexes = sorted(h for h in range(p.t.hexes) if p.t.distance[CENTRE, h] == 1 and p.t.home_of[h] < 0)[:2]
    p.equip(player, FIGHTER, "antimatter_cannon")
    for hexagon in hexes:
        p.g.resistance[hexagon] = 1
        p.place_ship(player, FIGHTER, hexagon)
    p.jump(frames.CONQUEST)
    while p.decision == "move":
        p.decline()
    return p, hexes


def fought(p: Position) -> list[int]:
    """The hexes whose combats began since the last decision."""
    return [hexagon for hexagon, *_ in told(p, log.E_COMBAT_BEGINS)]


@pytest.mark.parametrize("which", [0, 1])
def test_the_chancellor_decides_the_order_of_resistance_battles(which: int) -> None:
    """Edge of Extinction, line 293; base rules, line 253: also where the Chancellor takes no part."""
    p, hexes = two_fronts(no_foe_cards(edge_of_space(3)))
    assert (p.decision, p.actor) == ("battle", 0)
    assert p.legal() == {("hex", h) for h in hexes}
    p.do("hex", hexes[which])
    while not p.finished:
        assert p.decision != "battle", "of one hex there is nothing to ask"
        assert fought(p)[:1] in ([hexes[which]], [])
        p.default()
    assert not p.g.fought.any()


def test_resistance_battles_follow_the_chosen_order() -> None:
    """Edge of Extinction, line 293: one after the other, each hex once."""
    p, hexes = two_fronts(no_foe_cards(edge_of_space(3)))
    order = fought(p.do("hex", hexes[1]))
    while not p.finished:
        p.default()
        order += fought(p)
    assert order == [hexes[1], hexes[0]]


def test_one_hex_with_the_resistance_is_no_question() -> None:
    """Ours: there is nothing to decide."""
    p = no_foe_cards(edge_of_space(3))
    hexagon = int(p.t.flight[CENTRE, 0])
    p.g.resistance[hexagon] = 1
    p.place_ship(1, FIGHTER, hexagon)
    p.jump(frames.CONQUEST)
    seen = set()
    while not p.finished:
        seen.add(p.decision)
        p.default()
    assert "battle" not in seen and p.g.ship_hex[1].max() < 0


def test_without_the_expansion_the_resistance_is_fought_by_hex_number() -> None:
    """Ours: there no battle changes another."""
    p, hexes = two_fronts(empty_space(players=3))
    assert p.decision != "battle"
    order = fought(p)
    while not p.finished:
        assert p.decision != "battle"
        p.default()
        order += fought(p)
    assert order == hexes


def test_in_the_last_conquest_everything_uncloaks() -> None:
    """Movement and combat text, lines 249-250: whatever the technologies."""
    p = edge_of_space().learn(1, "advanced_cloaking")
    p.equip(0, FIGHTER, "laser_cannon")
    p.place_ship(0, FIGHTER, CENTRE)
    p.place_ship(1, FIGHTER, CENTRE)
    last_conquest(p)
    begun = False
    while not p.g.over:
        begun |= bool(told(p, log.E_COMBAT_BEGINS))
        p.default()
    assert begun or (p.g.ship_hex[1] < 0).all()


# Commandos ------------------------------------------------------------------------------------------------------------


def test_commandos_attack_instead_of_landing() -> None:
    """Movement and combat text, line 261; ours how: the cube is used up, and a good roll kills another."""
    p, hexagon, ship = landing()
    supply = p.g.supply.copy()
    deploy(p.learn(0, "commandos"))
    supply[0] -= 1
    assert (p.decision, p.actor) == ("deploy", 0)
    assert p.legal() == {("pass",), *(("deploy", ship, more) for more in range(3)), ("ship", ship)}
    p.dice(int(p.t.commando_roll)).do("ship", ship)
    assert told(p, log.E_COMMANDO) == [(0, hexagon, 1, 0)]
    assert p.g.population[hexagon].tolist()[:2] == [0, 1] and p.g.ship_cargo[0, ship] == 2
    p.dice(int(p.t.commando_roll) - 1).do("ship", ship)
    assert told(p, log.E_COMMANDO) == [(0, hexagon, 0, 0)]
    assert p.g.population[hexagon].tolist()[:2] == [0, 1] and p.g.ship_cargo[0, ship] == 1
    assert p.g.supply[:2].tolist() == [supply[0] + 2, supply[1] + 1]
    assert_cubes_kept(p)


def test_of_several_inhabitants_one_is_named() -> None:
    """Ours: any other player there."""
    p, hexagon, ship = landing(3)
    p.settle(hexagon, 2, 1).settle(hexagon, 0, 1)
    deploy(p.learn(0, "commandos")).dice(KILL).do("ship", ship)
    assert (p.decision, p.actor, p.g.focus_hex) == ("commando_target", 0, hexagon)
    assert p.legal() == {("player", 1), ("player", 2)}
    p.do("player", 2)
    assert p.g.population[hexagon, :3].tolist() == [1, 2, 0]
    assert p.legal("ship") == {(ship,)}
    p.dice(KILL).do("ship", ship)
    assert p.g.population[hexagon, :3].tolist() == [1, 1, 0], "of one there is nothing to ask"
    assert_cubes_kept(p)


def test_commandos_need_the_technology_and_somebody_to_attack() -> None:
    """Ours: own Population is no enemy."""
    p, hexagon, ship = landing()
    assert deploy(p).legal() == {("pass",), *(("deploy", ship, more) for more in range(3))}
    p.settle(hexagon, 1, 0).settle(hexagon, 0, 1)
    assert deploy(p.learn(0, "commandos")).legal() == {("pass",), *(("deploy", ship, more) for more in range(3))}


def test_commandos_attack_nobody_on_a_peaceful_planet() -> None:
    """Event Horizon, lines 711-716."""
    p, hexagon, ship = landing(modules=("M5",))
    peaceful = next(i for i in range(p.t.planets) if p.t.planet_peaceful[i] == 1)
    p.g.planet[hexagon] = peaceful
    assert deploy(p.learn(0, "commandos")).legal() == {("pass",), *(("deploy", ship, more) for more in range(3))}


# Expert Research ------------------------------------------------------------------------------------------------------


def scholars(*technologies: str, cp: int = 40) -> tuple[Position, int, int]:
    """The first player has Expert Research, the second knows something."""
    p, hexagon, ship = landing()
    p.learn(0, "expert_research").learn(1, *technologies)
    p.g.resource[0, CP] = cp
    return p, hexagon, ship


def test_after_landing_among_others_one_may_research_what_they_know() -> None:
    """Movement and combat text, line 262; ours how: at the usual price, when all have landed."""
    p, hexagon, ship = scholars("basic_repairs", "radar")
    deploy(p).do("deploy", ship, 0).do("deploy", ship, 0).decline()
    assert (p.decision, p.actor, p.g.focus_hex) == ("copy_technology", 0, hexagon)
    known = {(p.index("technologies", name),) for name in ("basic_repairs", "radar")}
    assert p.legal("technology") == known
    p.do("technology", *min(known))
    assert p.g.technology[0, min(known)[0]] == 1 and p.g.resource[0, CP] < 40
    assert p.g.population[hexagon, 0] == 2 and not p.g.landed.any()
    assert p.decision != "copy_technology"
    assert_cubes_kept(p)


def test_expert_research_is_once_a_conquest_stage() -> None:
    """Ours: hex by hex it is offered until something is learned."""
    p, hexagon, ship = scholars("basic_repairs", "radar")
    other = next(h for h in ordinary_planets(p) if h != hexagon and p.t.planet_moons[p.g.planet[h]] == 0)
    p.settle(other, 0, 0).settle(other, 1, 1)
    second = p.place_ship(0, BATTLE_CARRIER, other, cargo=1)
    deploy(p).do("deploy", ship, 0).do("deploy", second).decline()
    first, last = sorted((hexagon, other))
    assert (p.decision, p.g.focus_hex) == ("copy_technology", first)
    p.decline()
    assert (p.decision, p.g.focus_hex) == ("copy_technology", last)
    p.do("technology", *min(p.legal("technology")))
    finish(p)
    p, hexagon, ship = scholars("basic_repairs", "radar")
    p.settle(other, 0, 0).settle(other, 1, 1)
    second = p.place_ship(0, BATTLE_CARRIER, other, cargo=1)
    deploy(p).do("deploy", ship, 0).do("deploy", second).decline()
    p.do("technology", *min(p.legal("technology")))
    assert p.decision != "copy_technology", "once is enough"
    assert not p.g.landed.any()


@pytest.mark.parametrize("case", ["nobody there", "no landing", "no technology", "no CP"])
def test_there_is_no_expert_research_without_a_landing_a_teacher_and_the_price(case: str) -> None:
    """Ours: those who live there teach."""
    p, hexagon, ship = scholars("basic_repairs", cp=0 if case == "no CP" else 40)
    if case == "nobody there":
        p.settle(hexagon, 1, 0)
    if case == "no technology":
        p.g.supply[0] += 1
        p.g.technology[0] = 0
    deploy(p)
    if case != "no landing":
        p.do("deploy", ship, 0)
    p.decline()
    assert p.decision != "copy_technology"
    finish(p)


def test_landing_without_expert_research_leaves_no_mark() -> None:
    """Ours: nothing is noted that nobody needs."""
    p, _, ship = landing()
    deploy(p).do("deploy", ship, 0)
    assert not p.g.landed.any()


def test_a_raider_with_a_module_lands_too() -> None:
    """Ours: whatever has Population on board can deploy it."""
    p, hexagon, _ = landing(cargo=0)
    p.equip(0, DARK_RAIDER, "t_module")
    raider = p.place_ship(0, DARK_RAIDER, hexagon, cargo=1)
    deploy(p).do("deploy", raider)
    assert p.g.population[hexagon, 0] == 1
