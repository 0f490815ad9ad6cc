"""IV. Fire WMD Stage."""

from __future__ import annotations

import pytest

from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.scenes import EVERY_COUNT, assert_cubes_kept, end_game, finish, ordinary_planets, places

ROCKETS = ("hypersonic", "biochemical", "graviton")
HYPERSONIC, BIOCHEMICAL, GRAVITON = range(3)
RANGE = 6


def wide_map() -> Position:
    """The map with the longest distances."""
    return Position(1, players=6, map="large")


def arm(p: Position, player: int, hexagon: int, rocket: int, space: int = 0) -> None:
    """A rocket on a planet where the player has the most Population."""
    p.settle(hexagon, player, max(1, int(p.g.population[hexagon, player])))
    p.g.rocket[hexagon, space] = rocket + 1


def pair_at(p: Position, distance: int) -> tuple[int, int]:
    """Two ordinary planets so many hexes apart."""
    hexes = ordinary_planets(p)
    return next((a, b) for a in hexes for b in hexes if p.t.distance[a, b] == distance)


def fire(rocket: int, distance: int = 1, *dice: int, radar: bool = False, counter: int = 6) -> tuple[Position, int]:
    """One rocket fired over a distance with these dice; the position after the stage, and the target."""
    p = wide_map() if distance > 4 else Position(1)
    source, target = pair_at(p, distance)
    arm(p, 0, source, rocket)
    if radar:
        p.learn(0, "radar")
    p.g.counter[target] = counter
    p.jump(frames.WMD).dice(*dice).do("hex", target)
    return finish(p), target


def test_the_rockets_are_the_three_of_the_text() -> None:
    """Base rules, lines 201-205: hypersonic 5 dice, biochemical 3 dice, graviton 2 dice; each 5 or 6 is a hit."""
    p = Position(1)
    assert tuple(r.id for r in p.rules.content.rockets) == ROCKETS
    assert [int(d) for d in p.t.rocket_dice] == [5, 3, 2]
    assert p.t.rocket_hit == 5


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_targets_are_assigned_in_reverse_turn_order(players: int) -> None:
    """Base rules, line 181: whoever is last in turn order aims first, the Chancellor last."""
    p = Position(2, players=players)
    for player, hexagon in zip(range(players), ordinary_planets(p)):
        arm(p, player, hexagon, HYPERSONIC)
    p.jump(frames.WMD)
    asked = []
    while not p.finished:
        asked.append(p.actor)
        p.decline()
    assert asked == places(p)[::-1]


def test_firing_is_optional_and_a_kept_rocket_stays() -> None:
    """Base rules, lines 181-183: a rocket need not be fired, and then it is still there."""
    p = Position(1)
    source, target = pair_at(p, 1)
    arm(p, 0, source, HYPERSONIC)
    before = int(p.g.counter[target])
    p.jump(frames.WMD)
    assert p.decision == "fire" and ("pass",) in p.legal()
    finish(p.decline())
    assert p.g.rocket[source, 0] == HYPERSONIC + 1
    assert p.g.counter[target] == before


def test_a_rocket_reaches_six_hexes() -> None:
    """Base rules, line 183: every planet up to 6 hexes away can be aimed at, nothing beyond."""
    p = wide_map()
    source, far = pair_at(p, RANGE + 1)
    arm(p, 0, source, HYPERSONIC)
    p.jump(frames.WMD)
    aimed = {target for (target,) in p.legal("hex")}
    assert far not in aimed
    assert aimed == {h for h in ordinary_planets(p) if 1 <= p.t.distance[source, h] <= RANGE}
    assert any(p.t.distance[source, h] == RANGE for h in aimed)


def test_a_rocket_is_not_fired_at_its_own_planet() -> None:
    """our ruling on base rules, lines 183-195: a rocket flies to another planet, and without any it stays."""
    p = Position(1)
    source, target = pair_at(p, 1)
    arm(p, 0, source, HYPERSONIC)
    p.jump(frames.WMD)
    assert (target,) in p.legal("hex")
    assert (source,) not in p.legal("hex")
    p.g.destroyed[[h for h in ordinary_planets(p) if h != source]] = 1
    p.jump(frames.WMD)
    assert p.finished, "there is nothing to ask"
    assert p.g.rocket[source, 0] == HYPERSONIC + 1


def test_two_rockets_of_a_planet_are_aimed_one_by_one_and_may_share_a_target() -> None:
    """Base rules, line 189: a planet can be the target of several rockets, and each does its damage."""
    p = Position(1)
    source, target = pair_at(p, 1)
    arm(p, 0, source, HYPERSONIC)
    arm(p, 0, source, HYPERSONIC, space=1)
    p.g.counter[target] = 6
    p.jump(frames.WMD).do("hex", target).dice(6, 5, 5, 1, 1, 1, 6, 5, 1, 1, 1, 1).do("hex", target)
    finish(p)
    assert p.g.counter[target] == 3


@pytest.mark.parametrize("rocket", [HYPERSONIC, BIOCHEMICAL, GRAVITON])
@pytest.mark.parametrize("players", EVERY_COUNT)
def test_home_planets_are_never_targets(players: int, rocket: int) -> None:
    """Base rules, line 183: nobody's home planet can be aimed at with any rocket, not even from next to it."""
    p = Position(1, players=players)
    for hexagon in ordinary_planets(p):
        p.g.rocket[hexagon, 0] = rocket + 1
        p.settle(hexagon, 0, 1)
    p.jump(frames.WMD)
    homes = {int(h) for h in p.t.home_hex[:players]}
    while not p.finished:
        assert not homes & {target for (target,) in p.legal("hex")}
        p.decline()


def test_rockets_can_stand_on_a_home_planet_and_be_fired_from_there() -> None:
    """Base rules, lines 171 and 183: home planets are spared as targets only."""
    p = Position(1)
    home = int(p.t.home_hex[0])
    p.g.rocket[home, 0] = HYPERSONIC + 1
    p.jump(frames.WMD)
    assert (p.decision, p.actor, int(p.g.focus_hex)) == ("fire", 0, home)


@pytest.mark.parametrize("distance", [1, 2, 3, 4, 5])
def test_a_rocket_must_roll_more_than_the_distance(distance: int) -> None:
    """Base rules, lines 193-195: the roll must beat the distance; an equal roll fails."""
    p, target = fire(HYPERSONIC, distance, distance, 6, 6, 6, 6, 6)
    assert p.g.counter[target] == 6 and p.g.scripted_count == 5, "an equal roll fails, and no damage is rolled"
    p, target = fire(HYPERSONIC, distance, distance + 1, 6, 6, 6, 6, 6)
    assert p.g.counter[target] == 1 and p.g.scripted_count == 0


def test_radar_adds_one_to_the_distance_roll() -> None:
    """Base rules, line 193: with Radar a 6 beats distance 6, which nobody does without it; a 5 does not."""
    assert fire(HYPERSONIC, RANGE, 6, 6)[0].g.scripted_count == 1
    assert fire(HYPERSONIC, RANGE, 5, 6, radar=True)[0].g.scripted_count == 1
    p, target = fire(HYPERSONIC, RANGE, 6, 6, 6, 1, 1, 1, radar=True)
    assert p.g.counter[target] == 4


@pytest.mark.parametrize("hits", range(6))
def test_a_hypersonic_rocket_destroys_a_resource_a_hit(hits: int) -> None:
    """Base rules, line 201: five dice, one resource off the planet for each 5 or 6."""
    p, target = fire(HYPERSONIC, 1, 6, *([5, 6, 5, 6, 5][:hits] + [4, 1, 2, 3, 4][hits:]))
    assert p.g.counter[target] == 6 - hits


def test_no_more_resources_are_destroyed_than_there_are() -> None:
    """Base rules, line 201: hits beyond the last resource do nothing."""
    p, target = fire(HYPERSONIC, 1, 6, 6, 6, 6, 6, 6, counter=2)
    assert p.g.counter[target] == 0
    assert p.g.destroyed[target] == 0


@pytest.mark.parametrize("hits", range(4))
def test_a_biochemical_rocket_destroys_a_population_a_hit(hits: int) -> None:
    """Base rules, line 203: three dice, one Population for each 5 or 6; the cubes go back to their supply."""
    p = Position(1)
    source, target = pair_at(p, 1)
    arm(p, 0, source, BIOCHEMICAL)
    p.settle(target, 1, 5)
    supply = int(p.g.supply[1])
    p.jump(frames.WMD).dice(2, *([5, 6, 5][:hits] + [4, 1, 4][hits:])).do("hex", target)
    finish(p)
    assert p.g.population[target, 1] == 5 - hits
    assert p.g.supply[1] == supply + hits
    assert_cubes_kept(p)


def test_no_more_population_is_destroyed_than_there_is() -> None:
    """Base rules, line 203: hits beyond the last Population do nothing."""
    p = Position(1)
    source, target = pair_at(p, 1)
    arm(p, 0, source, BIOCHEMICAL)
    p.settle(target, 1, 1)
    p.jump(frames.WMD).dice(2, 6, 6, 6).do("hex", target)
    finish(p)
    assert p.g.population[target].sum() == 0
    assert_cubes_kept(p)


def test_who_fired_says_whose_population_dies() -> None:
    """Base rules, line 203, our reading: where several players live there, the rocket's owner picks each cube."""
    p = Position(1)
    source, target = pair_at(p, 1)
    arm(p, 0, source, BIOCHEMICAL)
    p.settle(target, 1, 2).settle(target, 2, 2)
    p.jump(frames.WMD).dice(2, 6, 6, 1).do("hex", target)
    assert (p.decision, p.actor) == ("strike", 0)
    assert p.legal("player") == {(1,), (2,)}
    p.do("player", 2).do("player", 2)
    assert p.finished
    assert [int(c) for c in p.g.population[target, 1:3]] == [2, 0]


@pytest.mark.parametrize(("dice", "falls"), [((4, 4), False), ((5, 1), True), ((1, 6), True), ((6, 6), True)])
def test_one_hit_of_a_graviton_rocket_destroys_the_planet(dice: tuple[int, int], falls: bool) -> None:
    """Base rules, line 205: two dice; a single 5 or 6 destroys the planet with resources, Population and rockets."""
    p = Position(1)
    source, target = pair_at(p, 1)
    arm(p, 0, source, GRAVITON)
    p.settle(target, 1, 3).settle(target, 2, 1)
    p.g.rocket[target] = HYPERSONIC + 1
    p.g.counter[target] = 3
    p.jump(frames.WMD).dice(2, *dice)
    while p.decision == "fire":
        if p.actor == 0:
            p.do("hex", target)
        else:
            p.decline()
    assert p.finished
    assert p.g.destroyed[target] == int(falls)
    assert p.g.counter[target] == (0 if falls else 3)
    assert [int(c) for c in p.g.population[target, 1:3]] == ([0, 0] if falls else [3, 1])
    assert bool((p.g.rocket[target] == 0).all()) == falls
    assert_cubes_kept(p)


def test_a_destroyed_planet_is_no_target_any_more() -> None:
    """Base rules, line 205: where there is no planet there is nothing to aim at."""
    p = Position(1)
    source, target = pair_at(p, 1)
    arm(p, 0, source, GRAVITON)
    arm(p, 0, source, GRAVITON, space=1)
    p.jump(frames.WMD).dice(6, 6, 6).do("hex", target).decline()
    finish(p)
    p.jump(frames.WMD)
    assert p.decision == "fire"
    assert (target,) not in p.legal("hex")


def test_a_destroyed_planet_scores_nothing() -> None:
    """Base rules, lines 205 and 335: a planet that is gone gives no VP."""
    worth = {}
    for destroyed in (0, 1):
        p = Position(1)
        hexagon = ordinary_planets(p)[0]
        p.settle(hexagon, 0, 4)
        p.g.destroyed[hexagon] = destroyed
        worth[destroyed] = int(end_game(p).g.score[0].sum())
    assert worth[0] - worth[1] == p.t.planet_vp[p.g.planet[hexagon]] > 0


@pytest.mark.parametrize("rocket", range(3))
@pytest.mark.parametrize("lands", [False, True])
def test_each_rocket_is_fired_once(rocket: int, lands: bool) -> None:
    """Base rules, lines 177 and 183: a fired rocket is spent, whether it got there or not."""
    p, _ = fire(rocket, 1, 6 if lands else 1, 6, 6, 6, 6, 6)
    assert not p.g.rocket.any()
    assert (p.g.rocket_target == -1).all()
    p.jump(frames.WMD)
    assert p.finished, "nobody is asked again"


def test_graviton_rockets_can_destroy_each_others_planets() -> None:
    """Base rules, line 173: everything fired lands together, also from planets that fall in the same stage."""
    p = Position(1)
    one, other = pair_at(p, 1)
    arm(p, 0, one, GRAVITON)
    arm(p, 1, other, GRAVITON)
    p.jump(frames.WMD)
    while p.decision == "fire":
        target = other if p.actor == 0 else one
        p.dice(6, 6, 6, 6, 6, 6).do("hex", target)
    assert p.finished
    assert p.g.destroyed[one] == 1 and p.g.destroyed[other] == 1
    assert_cubes_kept(p)


def test_a_rocket_lands_although_its_crew_died_in_the_same_stage() -> None:
    """Base rules, line 173: targets are set before anything lands, so a rocket flies on without its Population."""
    p = Position(1)
    one, other = sorted(pair_at(p, 1))
    arm(p, 0, one, BIOCHEMICAL)
    arm(p, 1, other, HYPERSONIC)
    p.g.counter[one] = 6
    p.jump(frames.WMD)
    while p.decision == "fire":
        p.dice(6, 6, 6, 6, 6, 6, 6, 6, 6, 6).do("hex", other if p.actor == 0 else one)
    finish(p)
    assert p.g.population[other, 1] == 0
    assert p.g.counter[one] == 1


def test_rockets_not_fired_are_lost_with_the_planet() -> None:
    """Base rules, line 205: rockets still standing on a destroyed planet go with it."""
    p = Position(1)
    one, other = pair_at(p, 1)
    arm(p, 0, one, GRAVITON)
    arm(p, 1, other, GRAVITON)
    p.jump(frames.WMD)
    while p.decision == "fire":
        if p.actor == 1:
            p.decline()
        else:
            p.dice(6, 6, 6).do("hex", other)
    assert not p.g.rocket[other].any()


@pytest.mark.parametrize(
    ("population", "controller"), [((2, 1), 0), ((1, 2), 1), ((2, 2), None), ((1, 1), None), ((0, 1), 1)]
)
def test_the_largest_population_controls_the_rockets(population: tuple[int, int], controller: int | None) -> None:
    """Base rules, lines 171 and 175: who has more Population than anybody else fires; with a tie nobody does."""
    p = Position(1)
    source, _ = pair_at(p, 1)
    p.g.rocket[source, 0] = HYPERSONIC + 1
    for player, count in enumerate(population):
        p.settle(source, player, count)
    p.jump(frames.WMD)
    if controller is None:
        assert p.finished
        assert p.g.rocket[source, 0] == HYPERSONIC + 1
    else:
        assert (p.decision, p.actor) == ("fire", controller)


def test_a_tie_of_two_does_not_shut_out_a_third_with_more() -> None:
    """Base rules, line 175: only a tie for the most Population counts."""
    p = Position(1)
    source, _ = pair_at(p, 1)
    p.g.rocket[source, 0] = HYPERSONIC + 1
    for player, count in enumerate((2, 2, 3, 1)):
        p.settle(source, player, count)
    p.jump(frames.WMD)
    assert p.actor == 2
