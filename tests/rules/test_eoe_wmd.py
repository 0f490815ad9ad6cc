"""Edge of Extinction: rockets at home planets, Space Defense Systems, Strategic Bombers, Interceptors."""

from __future__ import annotations

import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.vocabulary import ASDS, SDS
from exodus_env.exodus.rules import frames, log
from tests.position import Position
from tests.rules.eoe_scenes import edge_of_space, told
from tests.rules.scenes import CENTRE, DARK_RAIDER, assert_cubes_kept, finish, neighbours, ordinary_planets

HYPERSONIC, BIOCHEMICAL, GRAVITON = range(3)
FAR, HIT, MISS = 6, 5, 1
OWNER, DEFENDER = 0, 1


def sky(players: int = 2, **config: object) -> tuple[Position, int, int]:
    """A planet of the first player, and next to it one of the second."""
    p = edge_of_space(players, **config)
    planets = ordinary_planets(p)
    source, target = next((a, b) for a in planets for b in planets if p.t.distance[a, b] == 1)
    for hexagon in planets:
        for player in range(players):
            p.settle(hexagon, player, 0)
    p.settle(source, OWNER, 1).settle(target, DEFENDER, 3)
    return p, source, target


def shoot(p: Position, source: int, target: int, rocket: int, *dice: int) -> Position:
    """Fire a rocket; the first die is for the distance."""
    p.g.rocket[source, 0] = rocket + 1
    return p.jump(frames.WMD).dice(*dice).do("hex", target)


def dice_rolled(p: Position, source: int, target: int) -> int:
    """How many dice a Biochemical rocket rolls at a planet, all of them misses."""
    p.g.rocket[source, 0] = BIOCHEMICAL + 1
    p.jump(frames.WMD).dice(FAR, *[MISS] * 20).do("hex", target)
    rolled = 20 - int(p.g.scripted_count)
    p.g.scripted_count = 0
    return rolled


# Home planets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rocket", [HYPERSONIC, BIOCHEMICAL, GRAVITON])
def test_home_planets_are_targets_of_all_rockets_that_do_not_destroy_them(rocket: int) -> None:
    """Movement and combat text, lines 218-219: home planets can be targeted, but not by Graviton Rockets."""
    p, source, target = sky()
    homes = {int(h) for h in p.t.home_hex[:2] if p.t.distance[source, h] <= 6}
    assert homes
    p.g.rocket[source, 0] = rocket + 1
    p.jump(frames.WMD)
    targets = {h for (h,) in p.legal("hex")}
    assert target in targets
    assert targets & homes == (set() if rocket == GRAVITON else homes)


def test_each_rocket_on_a_planet_has_targets_of_its_own() -> None:
    """Movement and combat text, lines 218-219: a planet may hold rockets of two kinds."""
    p, source, _ = sky()
    home = int(p.t.home_hex[DEFENDER])
    p.g.rocket[source] = GRAVITON + 1, HYPERSONIC + 1
    p.jump(frames.WMD)
    assert (home,) not in p.legal("hex")
    p.decline()
    assert (home,) in p.legal("hex")


def test_population_at_home_dies_like_any_other() -> None:
    """Movement and combat text, line 218; base rules, line 203."""
    p, source, _ = sky()
    home = int(p.t.home_hex[DEFENDER])
    before = int(p.g.population[home, DEFENDER])
    shoot(p, source, home, BIOCHEMICAL, FAR, HIT, HIT, MISS)
    assert finish(p).g.population[home, DEFENDER] == before - 2
    assert p.g.destroyed[home] == 0
    assert_cubes_kept(p)


def test_without_the_expansion_homes_are_safe() -> None:
    """Base rules, line 185."""
    p = Position(1, players=2)
    source = ordinary_planets(p)[0]
    p.settle(source, 0, 1)
    p.g.rocket[source, 0] = HYPERSONIC + 1
    p.jump(frames.WMD)
    assert not {h for (h,) in p.legal("hex")} & {int(h) for h in p.t.home_hex[:2]}


# Space Defense Systems ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_a_space_defense_system_destroys_a_rocket_by_a_roll(roll: int) -> None:
    """Public: a die for each rocket; four or more destroys it."""
    p, source, target = sky()
    p.g.planetary[target, SDS] = DEFENDER + 1
    shoot(p, source, target, GRAVITON, FAR, roll, HIT, HIT)
    stopped = roll >= p.t.sds_roll
    assert told(p, log.E_ROCKET_STOPPED) == ([(OWNER, GRAVITON, target, target)] if stopped else [])
    assert p.g.destroyed[target] == (0 if stopped else 1)
    assert not p.g.rocket[source].any(), "the rocket is gone either way"
    assert p.g.scripted_count == (2 if stopped else 0)


def test_an_advanced_system_never_fails_in_its_own_hex() -> None:
    """Public: rockets at its own hex are destroyed without a roll."""
    p, source, target = sky()
    p.g.planetary[target, ASDS] = DEFENDER + 1
    shoot(p, source, target, GRAVITON, FAR, HIT, HIT)
    assert told(p, log.E_ROCKET_STOPPED) == [(OWNER, GRAVITON, target, target)]
    assert p.g.destroyed[target] == 0 and p.g.scripted_count == 2


def shielded_neighbour(p: Position, source: int, target: int) -> int:
    """A planet of the defender next to the target, with an Advanced Space Defense System."""
    beside = next(h for h in ordinary_planets(p) if p.t.distance[h, target] == 1 and h != source)
    p.settle(beside, DEFENDER, 1)
    p.g.planetary[beside, ASDS] = DEFENDER + 1
    return beside


@pytest.mark.parametrize("roll", [3, 4])
def test_an_advanced_system_protects_hexes_next_to_it_by_a_roll(roll: int) -> None:
    """Public: four or more on the adjacent hexes."""
    p, source, target = sky(3)
    beside = shielded_neighbour(p, source, target)
    shoot(p, source, target, GRAVITON, FAR, roll, HIT, HIT)
    stopped = roll >= p.t.sds_roll
    assert told(p, log.E_ROCKET_STOPPED) == ([(OWNER, GRAVITON, target, beside)] if stopped else [])
    assert p.g.destroyed[target] == (0 if stopped else 1)


def test_a_system_in_the_hex_is_tried_before_those_next_to_it() -> None:
    """Ours: each has a roll."""
    p, source, target = sky(3)
    beside = shielded_neighbour(p, source, target)
    p.g.planetary[target, SDS] = DEFENDER + 1
    shoot(p, source, target, GRAVITON, FAR, MISS, FAR, HIT, HIT)
    assert told(p, log.E_ROCKET_STOPPED) == [(OWNER, GRAVITON, target, beside)]


def test_a_system_serves_who_controls_its_planet() -> None:
    """Movement and combat text, lines 466-472: control goes by Population, whoever bought it, and a tie gives none."""
    for cubes, serves in ((2, True), (3, False), (4, False)):
        p, source, target = sky(3)
        p.g.planetary[target, ASDS] = 2 + 1
        p.settle(target, OWNER, cubes)
        shoot(p, source, target, HYPERSONIC, FAR, *[MISS] * 5)
        assert bool(told(p, log.E_ROCKET_STOPPED)) == serves, f"{cubes} cubes of the owner of the rocket against 3"


def test_a_system_next_door_serves_its_own_controller_alone() -> None:
    """Ours: a planet of another player is not its concern."""
    p, source, target = sky(3)
    beside = shielded_neighbour(p, source, target)
    p.settle(beside, DEFENDER, 0).settle(beside, 2, 1)
    shoot(p, source, target, GRAVITON, FAR, HIT, HIT)
    assert not told(p, log.E_ROCKET_STOPPED) and p.g.destroyed[target] == 1


def two_rockets(p: Position, first: int, second: int, target: int, *dice: int) -> Position:
    """Two Biochemical rockets of the first player at a planet, from these hexes; the lower number lands first."""
    for source in (first, second):
        p.settle(source, OWNER, 1)
        p.g.rocket[source, 0] = BIOCHEMICAL + 1
    p.jump(frames.WMD)
    assert (p.g.defender == -1).all(), "not before all targets are named"
    p.do("hex", target).dice(*dice).do("hex", target)
    return p


@pytest.mark.parametrize("cubes", [0, 2, 3])
def test_who_controls_a_planet_before_the_first_rocket_defends_it_to_the_last(cubes: int) -> None:
    """Base rules, line 173: all rockets land at the same time, so what one does changes nothing for the next."""
    p, source, target = sky()
    other = next(h for h in ordinary_planets(p) if h not in (source, target) and p.t.distance[h, target] <= 5)
    p.settle(target, OWNER, cubes)
    p.g.planetary[target, SDS] = DEFENDER + 1
    dice = int(p.t.rocket_dice[BIOCHEMICAL])
    defended = cubes < 3
    rolls = (FAR, MISS, *[HIT] * dice, FAR, FAR) if defended else (FAR, *[HIT] * dice, FAR, *[MISS] * dice)
    two_rockets(p, source, other, target, *rolls)
    while p.decision == "strike":
        assert p.g.defender[target] == (DEFENDER if defended else -1)
        p.do("player", 1)
    assert p.finished
    assert p.g.population[target, DEFENDER] == 0, "the first rocket killed all that lived there"
    assert bool(told(p, log.E_ROCKET_STOPPED)) == defended
    assert p.g.scripted_count == 0
    assert (p.g.defender == -1).all()


def test_interceptors_too_serve_who_controlled_the_planet_at_first() -> None:
    """Base rules, line 173: the second rocket rolls as few dice as the first."""
    p, source, target = sky()
    other = next(h for h in ordinary_planets(p) if h not in (source, target) and p.t.distance[h, target] <= 5)
    p.learn(DEFENDER, "interceptors").settle(target, DEFENDER, 1)
    p.jump(frames.WMD)
    dice = int(p.t.rocket_dice[BIOCHEMICAL]) - p.g.modifier[DEFENDER, v.MODIFIER_NAMES.index("interceptor_dice")]
    two_rockets(p, source, other, target, FAR, *[HIT] * dice, FAR, *[MISS] * 9)
    assert p.finished and p.g.population[target, DEFENDER] == 0
    assert p.g.scripted_count == 9 - dice


def test_a_defence_is_not_taken_over_with_its_planet() -> None:
    """Base rules, line 173: who has the most Population only after the first rocket does not defend."""
    p, source, target = sky(3)
    other = next(h for h in ordinary_planets(p) if h not in (source, target) and p.t.distance[h, target] <= 5)
    p.settle(target, 2, 2)
    p.g.planetary[target, SDS] = DEFENDER + 1
    dice = int(p.t.rocket_dice[BIOCHEMICAL])
    p.learn(2, "interceptors")
    two_rockets(p, source, other, target, FAR, MISS, *[HIT] * dice, FAR, MISS, *[MISS] * dice)
    while p.decision == "strike":
        p.do("player", DEFENDER)
    assert p.finished and p.g.population[target, :3].tolist() == [0, 0, 2]
    assert p.g.scripted_count == 0, "the system was tried again, and Interceptors of the third player took no die away"


def test_without_the_expansion_nobody_is_posted() -> None:
    """Base rules, line 173: there is nothing to defend with."""
    p = Position(1, players=2)
    source, target = ordinary_planets(p)[:2]
    p.settle(source, 0, 1).settle(target, 1, 3)
    shoot(p, source, target, BIOCHEMICAL, FAR, MISS, MISS, MISS)
    assert (p.g.defender == -1).all()


def test_a_system_through_the_wormhole_is_next_door() -> None:
    """Ours: a wormhole makes two hexes adjacent, for rockets too."""
    p, source, target = sky(3, modules=("M4",))
    p.g.face_down[:] = 0
    beside = next(h for h in ordinary_planets(p) if p.t.distance[h, target] > 1 and h != source)
    p.settle(beside, DEFENDER, 1)
    p.g.planetary[beside, ASDS] = DEFENDER + 1
    p.g.wormhole[:] = target, beside
    shoot(p, source, target, GRAVITON, FAR, FAR, HIT, HIT)
    assert told(p, log.E_ROCKET_STOPPED) == [(OWNER, GRAVITON, target, beside)]


def test_a_rocket_that_misses_needs_no_defence() -> None:
    """Ours: the distance comes first."""
    p, source, target = sky()
    p.g.planetary[target, SDS] = DEFENDER + 1
    shoot(p, source, target, GRAVITON, 1, FAR)
    assert told(p, log.E_ROCKET_MISSED) and p.g.scripted_count == 1


# Bombers and Interceptors ---------------------------------------------------------------------------------------------


def test_the_better_of_radar_and_target_scanner_helps_with_the_distance() -> None:
    """Base rules, line 193: one more with Radar, or two more with the Target Scanner."""
    p, source, _ = sky()
    p.learn(OWNER, "radar", "target_scanner")
    far = next(h for h in range(p.t.hexes) if p.t.distance[source, h] == 3 and p.g.planet[h] >= 0)
    shoot(p, source, far, HYPERSONIC, 2, *[MISS] * 5)
    assert not told(p, log.E_ROCKET_MISSED)


def test_strategic_bombers_add_dice_where_an_own_ship_is() -> None:
    """Movement and combat text, lines 222-223: damage rolls change."""
    p, source, target = sky()
    base = int(p.t.rocket_dice[BIOCHEMICAL])
    p.learn(OWNER, "strategic_bombers")
    p.place_ship(OWNER, DARK_RAIDER, CENTRE if target != CENTRE else neighbours(p, CENTRE)[0])
    assert dice_rolled(p, source, target) == base
    p.place_ship(OWNER, DARK_RAIDER, target)
    more = dice_rolled(p, source, target) - base
    assert more > 0


def test_interceptors_take_dice_off_rockets_of_others() -> None:
    """Movement and combat text, lines 222-223: at planets the defender controls, and never below none."""
    p, source, target = sky()
    base = int(p.t.rocket_dice[BIOCHEMICAL])
    p.learn(DEFENDER, "interceptors").learn(OWNER, "interceptors")
    fewer = base - dice_rolled(p, source, target)
    assert 0 < fewer <= base
    p.settle(target, OWNER, 4)
    assert dice_rolled(p, source, target) == base, "the own planet is not defended against oneself"
    p.settle(target, OWNER, 3)
    assert dice_rolled(p, source, target) == base, "nobody controls it"


def test_a_faction_may_roll_more() -> None:
    """Ours: the Solaris Confederation."""
    p, source, target = sky(factions=("solaris", "titan"))
    assert dice_rolled(p, source, target) == p.t.rocket_dice[BIOCHEMICAL] + 1
