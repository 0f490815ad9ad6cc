"""Centaurian Stronghold: the Activation Stage. Squadrons are deployed, march and fight; the last one loses the game."""

from __future__ import annotations

from collections import deque
from functools import cache

import numpy as np
import pytest

from exodus_env.exodus.rules import frames, log, turn
from exodus_env.kit.chance import PLAY
from tests.position import Position
from tests.rules.early import seat
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    close_windows,
    finish,
    from_stage,
    ships_on_map,
)
from tests.rules.test_m2_resistance_fleets import REGULAR, won_cards
from tests.rules.test_m9_barriers import block
from tests.rules.test_stronghold_squadrons import (
    HIT,
    MISS,
    MODES,
    PLAYERS_AND_MODE,
    SENTINELS,
    against,
    damage,
    on_board,
    outer,
    ring,
    roll,
    siege,
    vp,
    warship,
    wave,
)

FIRST = {"coop": 3, "solo": 3, "semi_coop": 4}
LOST = 2
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def at(p: Position, x: int, y: int) -> int:
    """The hex at a place of the map; the Stronghold is at 0, 0."""
    return p.rules.coordinates.index((x, y))


def stage(p: Position, step: int) -> Position:
    """Play the game from a stage of the turn on, up to the next decision."""
    p.g.conquests, p.g.conquest = p.t.conquests, 0
    return from_stage(p, step)


def activate(p: Position) -> Position:
    """An Activation Stage, up to its first decision."""
    return p.jump(frames.ACTIVATION)


def squadrons(p: Position) -> dict[int, int]:
    """Squadrons by hex."""
    return {h: int(p.g.squadron[h]) for h in range(p.t.hexes) if p.g.squadron[h] > 0}


def on_the_march(p: Position, hexagon: int, count: int = 1) -> None:
    """Squadrons from the supply in a hex."""
    p.g.squadron[hexagon] += count
    p.g.squadron_supply -= count


# When and how many ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "mode"), PLAYERS_AND_MODE)
def test_three_squadrons_a_player(players: int, mode: str) -> None:
    """Event Horizon, line 1017: all in the supply at first."""
    p = Position(players=players, scenario="stronghold", mode=mode)
    assert p.g.squadron_supply == 3 * players
    assert on_board(p) == 0 and p.g.activations == 0


@pytest.mark.parametrize("now", range(1, 8))
@pytest.mark.parametrize(("players", "mode"), [(1, "solo"), (2, "coop"), (2, "semi_coop")])
def test_the_turn_of_the_first_activation(players: int, mode: str, now: int) -> None:
    """Event Horizon, lines 1106-1108 and 1158-1160: from turn 3 on, half together from turn 4."""
    p = siege(players, mode, now)
    p.g.activations = 0
    stage(p, turn.ACTIVATION)
    assert p.g.activations == (1 if now >= FIRST[mode] else 0)
    assert squadrons(p) == ({CENTRE: players} if now >= FIRST[mode] else {})


@pytest.mark.parametrize("mode", MODES)
def test_one_activation_a_turn(mode: str) -> None:
    """Event Horizon, lines 1106-1107 and 1158-1159: a stage of the turn, before its two Conquest Stages."""
    p = siege(mode=mode)
    p.g.activations = 0
    p.place_ship(0, FIGHTER, int(p.t.home_hex[0]))
    now = int(p.g.turn)
    stage(p, turn.ACTIVATION)
    while p.decision in ("march", "window"):
        p.default()
    assert (p.g.stage, p.g.conquest, p.g.activations) == (frames.CONQUEST_STAGE, 1, 1)
    while p.g.turn == now:
        assert p.g.activations == 1
        p.default()
    assert p.t.conquests == 2


def test_the_stronghold_activates_after_the_wmd() -> None:
    """Event Horizon, lines 1158-1159: immediately after the Launch WMDs Stage."""
    p = siege(mode="semi_coop")
    p.g.activations = 0
    home = int(p.t.home_hex[0])
    p.g.rocket[home, 0] = 1
    p.place_ship(1, FIGHTER, int(p.t.home_hex[1]))
    stage(p, turn.WMD)
    assert (p.decision, p.g.activations, on_board(p)) == ("fire", 0, 0)
    close_windows(p.decline())
    assert (p.g.activations, on_board(p), p.g.stage) == (1, 2, frames.CONQUEST_STAGE)


@pytest.mark.parametrize(("players", "mode"), PLAYERS_AND_MODE)
def test_one_squadron_a_player_on_the_centre(players: int, mode: str) -> None:
    """Event Horizon, lines 1110-1111 and 1162-1163: from the supply, each time."""
    p = siege(players, mode)
    activate(p)
    assert close_windows(p).finished
    assert squadrons(p) == {CENTRE: players}
    assert p.g.squadron_supply == 2 * players
    activate(p)
    assert close_windows(p).finished and not p.g.over
    assert squadrons(p) == {CENTRE: 2 * players}
    assert p.g.squadron_supply == players


# The last token -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "mode"), PLAYERS_AND_MODE)
def test_the_third_wave_loses_the_game_if_no_squadron_was_destroyed(players: int, mode: str) -> None:
    """Event Horizon, lines 1377-1378 and 1448-1449: the last token is on the board."""
    p = siege(players, mode)
    for count in (1, 2):
        assert not activate(p).g.over
        assert on_board(p) == count * players
    activate(p)
    assert (p.g.over, p.g.outcome, p.g.squadron_supply) == (1, LOST, 0)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("left", "over"), [(4, 0), (3, 1), (2, 1), (1, 1)])
def test_only_the_last_token_loses_the_game(mode: str, left: int, over: int) -> None:
    """Event Horizon, lines 1377-1378 and 1448-1449: one that stays in the supply saves the players."""
    p = siege(3, mode)
    on_the_march(p, outer(p)[0], 9 - left)
    activate(p)
    assert p.g.over == over
    assert on_board(p) == 9 - max(0, left - 3)


@pytest.mark.parametrize("mode", MODES)
def test_a_destroyed_squadron_puts_the_loss_off(mode: str) -> None:
    """Event Horizon, lines 1221, 1299 and 1377-1378: its token is in the supply again."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    on_the_march(p, CENTRE, 3)
    dice, shield = wave(p, hexagon)
    assert p.g.squadron_supply == 2
    warship(p, 0, hexagon, shield + 1, 3)
    p.dice(*[HIT] * (shield + 1), *[MISS] * dice).jump(frames.SQUADRONS)
    finish(p)
    p.remove_ships()
    assert not activate(p).g.over
    assert on_board(p) == 5


@pytest.mark.parametrize("mode", MODES)
def test_the_loss_comes_before_anything_moves(mode: str) -> None:
    """Event Horizon, lines 1377-1378 and 1448-1449, our ruling S6: placing the token is enough."""
    p = siege(mode=mode)
    near, far = ring(p)[0], outer(p)[-1]
    on_the_march(p, far, 4)
    ship = warship(p, 0, near, 6)
    p.dice(*SENTINELS)
    activate(p)
    assert p.g.over == 1
    assert squadrons(p) == {CENTRE: 2, far: 4}
    assert damage(p, 0, ship) == 0 and p.g.scripted_count == len(SENTINELS)


@pytest.mark.parametrize(
    ("players", "mode"), [(1, "solo"), (2, "coop"), (5, "coop"), (2, "semi_coop"), (4, "semi_coop")]
)
def test_the_last_token_is_a_loss_for_all(players: int, mode: str) -> None:
    """Event Horizon, lines 1377-1378 and 1448-1449: -1 for everybody, whatever the VP; the turn does not go on."""
    p = siege(players, mode, FIRST[mode] + 2)
    on_the_march(p, outer(p)[0], 2 * players)
    p.g.resource[0, 3] += 50
    now = int(p.g.turn)
    stage(p, turn.ACTION)
    while not p.g.over:
        assert p.g.outcome == 0
        p.default()
    assert p.rewards == [-1.0] * players
    assert (p.g.outcome, p.g.turn, p.g.conquest) == (LOST, now, 0)


# The march ------------------------------------------------------------------------------------------------------------


def march(*ships: tuple[int, int], mode: str = "coop", squadron: tuple[int, int] | None = None) -> Position:
    """A map for four with a Fighter at each place, perhaps a squadron; the Stronghold activates."""
    p = siege(4, mode)
    crowd(p, *ships)
    if squadron is not None:
        on_the_march(p, at(p, *squadron))
    return activate(p)


def crowd(p: Position, *ships: tuple[int, int]) -> None:
    """Unarmed Fighters, of the players in turn."""
    for i, where in enumerate(ships):
        p.place_ship(i % p.t.players, FIGHTER, at(p, *where))


@pytest.mark.parametrize("mode", MODES)
def test_squadrons_move_one_hex_towards_the_closest_ship(mode: str) -> None:
    """Event Horizon, lines 1113-1114 and 1165-1166: all of them, one hex."""
    p = march((3, 0), mode=mode)
    assert close_windows(p).finished and squadrons(p) == {at(p, 1, 0): 4}


@pytest.mark.parametrize("mode", MODES)
def test_squadrons_of_earlier_turns_move_too(mode: str) -> None:
    """Event Horizon, lines 1113-1116: each of them one hex, and through the centre if that is the way."""
    p = march((3, 0), mode=mode, squadron=(-1, 0))
    assert squadrons(p) == {CENTRE: 1, at(p, 1, 0): 4}, "none moves twice"
    on_the_march(p, at(p, -2, 0))
    p.g.squadron_supply += 4
    activate(p)
    assert squadrons(p) == {at(p, -1, 0): 1, at(p, 1, 0): 5, at(p, 2, 0): 4}


@pytest.mark.parametrize("kind", [DARK_RAIDER, FIGHTER, WAR_CRUISER, BATTLE_CARRIER])
def test_strength_and_type_of_ships_do_not_matter(kind: int) -> None:
    """Event Horizon, lines 1113-1114: the closest ship, however weak, and however many are a hex farther."""
    p = siege(4)
    p.place_ship(0, kind, at(p, 2, 0))
    for player in range(4):
        warship(p, player, at(p, -3, 0), 6)
    activate(p)
    assert close_windows(p).finished and squadrons(p) == {at(p, 1, 0): 4}


def test_each_squadron_has_its_own_closest_ship() -> None:
    """Event Horizon, line 1113: counted from where it is."""
    p = siege(4)
    crowd(p, (2, 0), (-3, 0))
    on_the_march(p, at(p, -1, 0))
    activate(p)
    assert squadrons(p) == {at(p, 1, 0): 4, at(p, -2, 0): 1}


@pytest.mark.parametrize("mode", MODES)
def test_of_equally_close_hexes_the_one_with_most_ships(mode: str) -> None:
    """Event Horizon, lines 1115-1116 and 1167-1168: ships of all players count."""
    assert squadrons(p := march((2, 0), (-2, 0), (-2, 0), mode=mode)) == {at(p, -1, 0): 4}
    p = siege(4, mode)
    for player in (0, 1):
        p.place_ship(player, FIGHTER, at(p, 2, 0))
    for kind in (FIGHTER, FIGHTER, DARK_RAIDER):
        p.place_ship(2, kind, at(p, -2, 0))
    assert squadrons(activate(p)) == {at(p, -1, 0): 4}, "three of one player are more than two of two"


def test_more_ships_do_not_make_up_for_distance() -> None:
    """Event Horizon, lines 1115-1116: the number counts only where the distance is equal."""
    assert squadrons(p := march((2, 0), (-3, 0), (-3, 0), (-3, 0))) == {at(p, 1, 0): 4}


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 3, 0, 1), (3, 2, 1, 0)])
def test_the_chancellor_decides_for_the_players(order: tuple[int, ...]) -> None:
    """Event Horizon, lines 1116-1117, our ruling S1: for each squadron, where hexes are still tied."""
    p = seat(siege(4), *order)
    crowd(p, (2, 0), (-2, 0))
    activate(p)
    here, there = at(p, 1, 0), at(p, -1, 0)
    for i in range(4):
        assert (p.decision, p.actor, p.g.focus_hex) == ("march", order[0], CENTRE)
        assert p.legal() == {("march", here), ("march", there)}
        p.do("march", there if i == 2 else here)
    assert close_windows(p).finished and squadrons(p) == {here: 3, there: 1}


def test_the_chancellor_alone_decides_solo() -> None:
    """Event Horizon, lines 1116-1117 with 1496-1497."""
    p = siege(1, "solo")
    p.place_ship(0, FIGHTER, ring(p)[0])
    p.place_ship(0, DARK_RAIDER, ring(p)[3])
    activate(p)
    assert (p.decision, p.actor) == ("march", 0)
    assert p.legal("march") == {(ring(p)[0],), (ring(p)[3],)}


def test_the_chancellor_decides_between_equal_ways() -> None:
    """Event Horizon, lines 1113-1117, our ruling S1: two hexes that are both one closer to the same ship."""
    p = march((1, 1))
    assert (p.decision, p.legal("march")) == ("march", {(at(p, 1, 0),), (at(p, 0, 1),)})


def test_fewer_ships_are_no_choice() -> None:
    """Event Horizon, lines 1115-1117: the players decide only between hexes with equally many ships."""
    p = march((2, 0), (2, 0), (-2, 0), (-2, 0), (0, 2))
    assert p.legal("march") == {(at(p, 1, 0),), (at(p, -1, 0),)}


def test_chance_decides_half_together() -> None:
    """Event Horizon, lines 1168-1169: nobody is asked, and each squadron goes its own way."""
    counts = np.zeros(2, dtype=int)
    mixed = 0
    for i in range(20):
        p = siege(4, "semi_coop")
        p.g.rng_counter[PLAY] += 100 * i
        crowd(p, (2, 0), (-2, 0))
        activate(p)
        assert close_windows(p).finished
        both = [int(p.g.squadron[at(p, x, 0)]) for x in (1, -1)]
        assert sum(both) == 4
        mixed += 0 < both[0] < 4
        counts += both
    assert 25 <= counts[0] <= 55
    assert mixed > 8


def test_a_squadron_among_ships_stays() -> None:
    """Event Horizon, line 1113: nothing is closer, however many ships are beside it."""
    p = siege(4)
    here = at(p, 2, 0)
    on_the_march(p, here)
    crowd(p, (2, 0), (3, 0), (3, 0), (3, 0), (2, -1), (2, -1))
    activate(p)
    finish(p)
    assert p.g.squadron[here] == 1
    assert p.g.squadron[at(p, 3, 0)] == p.g.squadron[at(p, 2, -1)] == 0


@pytest.mark.parametrize("mode", MODES)
def test_without_ships_squadrons_stay(mode: str) -> None:
    """Event Horizon, line 1113: there is nothing to move towards."""
    p = march(mode=mode, squadron=(2, 0))
    assert close_windows(p).finished and squadrons(p) == {CENTRE: 4, at(p, 2, 0): 1}


# Homes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_ships_at_home_draw_squadrons_next_to_it(mode: str) -> None:
    """Event Horizon, lines 1113-1115, our ruling S1: they come as near as they may, and stay there."""
    p = siege(4, mode)
    home = int(p.t.home_hex[0])
    assert p.rules.coordinates[home] == (1, 2)
    p.place_ship(0, FIGHTER, home)
    beside = [at(p, 0, 2), at(p, 1, 1)]
    on_the_march(p, beside[0])
    on_the_march(p, at(p, -1, 2))
    activate(p)
    while p.decision == "march":
        assert p.legal("march") == {(at(p, 1, 0),), (at(p, 0, 1),)}
        p.do("march", at(p, 0, 1))
    assert close_windows(p).finished
    assert p.g.squadron[home] == 0
    assert p.g.squadron[beside[0]] == 2, "one stays, one has come"
    assert p.g.squadron[at(p, 1, 0)] + p.g.squadron[at(p, 0, 1)] == 4
    assert ships_on_map(p, 0) == 1


def test_ships_at_home_can_be_the_closest() -> None:
    """Event Horizon, lines 1113-1115, our ruling S1: a squadron next to them leaves for nobody farther."""
    p = siege(4)
    source = at(p, 1, 1)
    p.place_ship(0, FIGHTER, int(p.t.home_hex[0]))
    crowd(p, (2, -1), (2, -1))
    on_the_march(p, source)
    assert (p.t.distance[source, p.t.home_hex[0]], p.t.distance[source, at(p, 2, -1)]) == (1, 2)
    assert source not in [start for start, _ in marched(p)]


@pytest.mark.parametrize(("ships", "stays"), [(2, True), (1, False)])
def test_more_ships_at_home_hold_a_squadron(ships: int, stays: bool) -> None:
    """Event Horizon, lines 1114-1116, our ruling S1: of two hexes beside it the one with most ships is closer."""
    p = siege(3)
    source, home, other = at(p, 2, -1), at(p, 2, 0), at(p, 2, -2)
    assert p.t.home_of[home] == 0
    for _ in range(ships):
        p.place_ship(0, FIGHTER, home)
    p.place_ship(1, FIGHTER, other)
    on_the_march(p, source)
    assert [target for start, target in marched(p) if start == source] == ([] if stays else [other])


def test_squadrons_go_around_homes() -> None:
    """Event Horizon, lines 1114-1115: the way through a home is none."""
    p = siege(3)
    source, home, goal = at(p, 2, -1), at(p, 2, 0), at(p, 1, 1)
    assert p.t.home_of[home] == 0 and {source, goal} <= set(links(p, home))
    p.place_ship(0, FIGHTER, goal)
    on_the_march(p, source)
    moved = marched(p)
    assert [target for start, target in moved if start == source] == [at(p, 1, 0)]
    assert all(p.t.home_of[target] < 0 for _, target in moved)


# Wormholes, barriers, what is hidden ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("there", [True, False])
def test_squadrons_move_through_the_wormhole(mode: str, there: bool) -> None:
    """Event Horizon, lines 528-530: its ends are neighbours, and make a ship the closest."""
    p = siege(4, mode, modules=("M4",))
    source, mouth, ship = at(p, -2, 0), at(p, 2, 0), at(p, 3, 0)
    if there:
        p.g.wormhole[:] = mouth, source
    p.place_ship(0, FIGHTER, ship)
    p.place_ship(1, FIGHTER, at(p, 1, -2))
    on_the_march(p, source)
    moved = [target for start, target in marched(p) if start == source]
    if there:
        assert moved == [mouth]
    else:
        assert set(moved) <= {at(p, -1, 0), at(p, -1, -1)} and p.t.distance[source, at(p, 1, -2)] == 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("end", [0, 1])
def test_squadrons_leave_the_stronghold_through_a_wormhole(mode: str, end: int) -> None:
    """Event Horizon, lines 528-532: where one token lies on the Stronghold."""
    p = siege(4, mode, modules=("M4",))
    mouth = at(p, 2, 0)
    p.g.wormhole[end], p.g.wormhole[1 - end] = CENTRE, mouth
    p.place_ship(0, FIGHTER, at(p, 3, 0))
    assert moves(activate(p)) == [(CENTRE, mouth)] * 4
    assert squadrons(p) == {mouth: 4}


@pytest.mark.parametrize("mode", MODES)
def test_barriers_do_nothing_to_squadrons(mode: str) -> None:
    """Event Horizon, lines 1039-1040: neither damage nor another way."""
    p = siege(4, mode, modules=("M9",))
    block(p, (CENTRE, at(p, 1, 0)), (at(p, -1, 0), at(p, -2, 0)))
    crowd(p, (3, 0))
    on_the_march(p, at(p, -2, 0))
    activate(p)
    assert close_windows(p).finished
    assert squadrons(p) == {at(p, 1, 0): 4, at(p, -1, 0): 1}
    assert p.g.squadron_supply == 12 - 5


def test_a_way_across_a_barrier_is_as_good_as_another() -> None:
    """Event Horizon, lines 1039-1040: a barrier does not break a tie."""
    p = siege(4, modules=("M9",))
    block(p, (CENTRE, at(p, 1, 0)))
    crowd(p, (1, 1))
    activate(p)
    assert p.legal("march") == {(at(p, 1, 0),), (at(p, 0, 1),)}


@pytest.mark.parametrize("mode", MODES)
def test_cloaked_ships_draw_squadrons(mode: str) -> None:
    """Event Horizon, line 1113, our ruling S1: any ship of a player."""
    p = siege(4, mode)
    p.learn(0, "cloaking").place_ship(0, FIGHTER, at(p, 2, 0))
    p.g.cloaked[0, :] = 1
    p.place_ship(1, FIGHTER, at(p, -3, 0))
    assert squadrons(activate(p)) == {at(p, 1, 0): 4}


@pytest.mark.parametrize("mode", MODES)
def test_squadrons_turn_nothing_over(mode: str) -> None:
    """Event Horizon, lines 422-427, our ruling S1: they enter face-down hexes, and explore nothing."""
    p = siege(4, mode, modules=("M4",))
    hexes = [at(p, 1, 0), at(p, 2, 0)]
    p.g.face_down[hexes] = 1
    left, outposts = int(p.g.event_left), p.g.outpost_there.tolist()
    crowd(p, (3, 0))
    activate(p)
    assert close_windows(p).finished and squadrons(p) == {hexes[0]: 4}
    assert p.g.face_down[hexes].tolist() == [1, 1]
    assert (p.g.event_left, p.g.outpost_there.tolist()) == (left, outposts)


# The march against a plain version ------------------------------------------------------------------------------------


def moves(p: Position) -> list[tuple[int, int]]:
    """Moves of squadrons since the last decision."""
    noted = p.g.log[: p.g.log_count]
    return [(int(e[1]), int(e[2])) for e in noted if e[0] == log.E_SQUADRON_MOVED]


def marched(p: Position) -> list[tuple[int, int]]:
    """All moves of an Activation Stage; where there is a choice, the first."""
    found = moves(activate(p))
    while p.decision == "march":
        found += moves(p.default())
    return found


@cache
def beside(places: tuple[tuple[int, int], ...], hexagon: int) -> tuple[int, ...]:
    """Hexes beside one on a map."""
    x, y = places[hexagon]
    return tuple(places.index((x + dx, y + dy)) for dx, dy in AROUND if (x + dx, y + dy) in places)


def links(p: Position, hexagon: int) -> tuple[int, ...]:
    """Hexes beside one, also through a wormhole."""
    ends = [int(h) for h in p.g.wormhole]
    far = (ends[1 - ends.index(hexagon)],) if hexagon in ends else ()
    return beside(p.rules.coordinates, hexagon) + far


def distances(p: Position, source: int) -> dict[int, int]:
    """How far every hex is from a squadron; homes can be reached, not passed."""
    found = {source: 0}
    queue = deque([source])
    while queue:
        hexagon = queue.popleft()
        if p.t.home_of[hexagon] < 0:
            for other in links(p, hexagon):
                if other not in found:
                    found[other] = found[hexagon] + 1
                    queue.append(other)
    return found


def ways(p: Position, source: int) -> set[int]:
    """Where a squadron may move, by the text and ruling S1."""
    far = distances(p, source)
    fleets = {h: int((p.g.ship_hex[: p.t.players, : p.t.ships] == h).sum()) for h in far}
    fleets = {h: n for h, n in fleets.items() if n > 0}
    if not fleets:
        return set()
    closest, most = min((far[h], -n) for h, n in fleets.items())
    goals = [h for h, n in fleets.items() if (far[h], -n) == (closest, most)]
    return {
        step
        for goal in goals
        for step in links(p, source)
        if p.t.home_of[step] < 0 and distances(p, step).get(goal) == closest - 1
    }


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("players", "trials", "card"), [(2, 40, "standard"), (3, 16, "standard"), (4, 10, "minimal"), (6, 4, "standard")]
)
def test_the_march_against_a_plain_version(players: int, trials: int, card: str, mode: str) -> None:
    """Event Horizon, lines 528-530 and 1113-1117: random ships, squadrons and wormholes."""
    rng = np.random.default_rng(players)
    asked = 0
    for trial in range(trials):
        p = siege(players, mode, modules=("M4",), map=card)
        p.g.rng_counter[PLAY] += trial
        open_hexes = [h for h in range(p.t.hexes) if p.t.home_of[h] < 0]
        if trial % 2:
            p.g.wormhole[:] = rng.choice(open_hexes, 2, replace=False)
        for _ in range(rng.integers(1, 2 * players)):
            on_the_march(p, int(rng.choice(open_hexes)))
        for _ in range(rng.integers(1, 6)):
            player, kind = int(rng.integers(players)), int(rng.integers(4))
            if any(p.g.ship_hex[player, s] < 0 and p.t.ship_class[s] == kind for s in range(p.t.ships)):
                p.place_ship(player, kind, int(rng.integers(1, p.t.hexes)))
        before = p.g.squadron.copy()
        before[CENTRE] += players
        expected = {h: ways(p, h) for h in range(p.t.hexes) if before[h] > 0}
        activate(p)
        moved = moves(p)
        while p.decision == "march":
            asked += 1
            assert mode == "coop" and p.actor == p.g.order[0]
            choices = {h for (h,) in p.legal("march")}
            assert choices == expected[int(p.g.focus_hex)] and len(choices) > 1
            p.do("march", int(rng.choice(sorted(choices))))
            moved += moves(p)
        for hexagon, targets in expected.items():
            gone = [target for source, target in moved if source == hexagon]
            assert set(gone) <= targets
            assert len(gone) == (before[hexagon] if targets else 0)
        assert {source for source, _ in moved} <= set(expected)
    assert (asked > 0) == (mode == "coop")


# Battles at once ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_battles_are_fought_at_once(mode: str) -> None:
    """Event Horizon, lines 1119-1121 and 1171-1173: before the Conquest Stage."""
    p = siege(mode=mode)
    near = ring(p)[0]
    p.place_ship(0, DARK_RAIDER, near)
    p.place_ship(1, FIGHTER, int(p.t.home_hex[1]))
    close_windows(stage(p, turn.ACTIVATION))
    assert (p.g.stage, p.g.conquest) == (frames.CONQUEST_STAGE, 1)
    assert (ships_on_map(p, 0), ships_on_map(p, 1)) == (0, 1)
    assert squadrons(p) == {near: 2}


@pytest.mark.parametrize("mode", MODES)
def test_squadrons_can_fall_in_the_activation_stage(mode: str) -> None:
    """Event Horizon, lines 1119-1121 and 1171-1173: a battle like any other, with what it brings."""
    p = siege(mode=mode)
    near = ring(p)[0]
    dice, shield = wave(p, near, 0)
    ship = warship(p, 0, near, shield + 1, 9)
    before = vp(p)
    p.dice(*([*[HIT] * (shield + 1), *[MISS] * dice] * 2))
    activate(p)
    assert (on_board(p), p.g.squadron_supply) == (0, 6)
    assert damage(p, 0, ship) == (2 if mode == "coop" else 3)
    assert vp(p) == [before[0] + (0 if mode == "coop" else 14), before[1]]


@pytest.mark.parametrize("mode", MODES)
def test_cloaked_ships_fight_in_the_activation_stage(mode: str) -> None:
    """Event Horizon, lines 1119-1121 and 1171-1173, our ruling S2: every ship that shares the hex."""
    p = siege(mode=mode)
    near = ring(p)[0]
    p.learn(0, "cloaking").place_ship(0, DARK_RAIDER, near)
    p.g.cloaked[0, :] = 1
    activate(p)
    finish(p)
    assert ships_on_map(p, 0) == 0
    assert squadrons(p) == {near: 2}
    assert (p.g.cloaked[0, near], p.g.cloaked[0, ring(p)[1]]) == (0, 1), "they were detected"


@pytest.mark.parametrize("mode", MODES)
def test_squadrons_from_several_hexes_fight_in_one_battle(mode: str) -> None:
    """Event Horizon, lines 1119-1121: battles come when all have moved."""
    p = siege(4, mode)
    there = at(p, 1, 0)
    on_the_march(p, at(p, 2, 0))
    dice, shield = wave(p, there, 0)
    warship(p, 0, there, shield + 1)
    p.dice(*roll(0, shield + 1), *[MISS] * dice, *SENTINELS)
    activate(p)
    finish(p)
    assert squadrons(p) == {there: 5}
    assert p.g.scripted_count == len(SENTINELS), "one battle, one set of cards"
    assert ships_on_map(p, 0) == 0


@pytest.mark.parametrize("mode", MODES)
def test_the_resistance_is_not_fought_in_the_activation_stage(mode: str) -> None:
    """Event Horizon, lines 1119-1121: only squadrons fight."""
    p = siege(mode=mode)
    near = ring(p)[0]
    p.g.resistance[near] = REGULAR
    dice, shield = wave(p, near, 0)
    warship(p, 0, near, shield + 1, 9)
    p.dice(*([*[HIT] * (shield + 1), *[MISS] * dice] * 2), *SENTINELS)
    activate(p)
    finish(p)
    assert on_board(p) == 0
    assert (p.g.dormant[near], won_cards(p, 0), p.g.scripted_count) == (0, set(), len(SENTINELS))


@pytest.mark.parametrize("mode", MODES)
def test_players_do_not_fight_each_other_in_the_activation_stage(mode: str) -> None:
    """Event Horizon, lines 1119-1121 and 1171-1173: ships far from squadrons have peace."""
    p = siege(4, mode)
    for player in (0, 1):
        warship(p, player, at(p, 3, 0), 6)
    p.dice(*SENTINELS)
    activate(p)
    assert close_windows(p).finished and p.g.scripted_count == len(SENTINELS)
    assert squadrons(p) == {at(p, 1, 0): 4}


@pytest.mark.parametrize("mode", MODES)
def test_no_battle_at_once_in_the_no_combat_hex(mode: str) -> None:
    """Event Horizon, lines 568-569: squadrons come, and there is no battle."""
    p = siege(mode=mode, modules=("M4",))
    near = ring(p)[0]
    p.g.no_combat = near
    ship = warship(p, 0, near, 6)
    p.dice(*SENTINELS)
    activate(p)
    finish(p)
    assert squadrons(p) == {near: 2}
    assert damage(p, 0, ship) == 0 and p.g.scripted_count == len(SENTINELS)


# Detection ------------------------------------------------------------------------------------------------------------


def cloaked_meeting(mode: str, count: int, resistance: int = 0) -> tuple[Position, int, set[int]]:
    """Cloaked ships of two players in a hex, perhaps with squadrons; tells who was fought in the Conquest Stage."""
    p = siege(mode=mode, ask_forced=True)
    hexagon, elsewhere = outer(p)[:2]
    if count:
        wave(p, hexagon, count)
    p.g.resistance[hexagon] = resistance
    for player in (0, 1):
        p.learn(player, "cloaking")
        warship(p, player, hexagon, 6, 9)
        p.place_ship(player, WAR_CRUISER, elsewhere)
    p.jump(frames.CONQUEST)
    fought = set()
    for _ in range(400):
        if p.finished:
            break
        if p.decision == "hit":
            fought.add(against(p))
        p.default()
    return p, hexagon, fought


@pytest.mark.parametrize("mode", MODES)
def test_squadrons_uncloak_all_ships_in_their_hex(mode: str) -> None:
    """Event Horizon, lines 1123-1125 and 1175-1177: there, and nowhere else."""
    p, hexagon, fought = cloaked_meeting(mode, 1)
    elsewhere = outer(p)[1]
    assert p.g.cloaked[:2, hexagon].tolist() == [0, 0]
    assert p.g.cloaked[:2, elsewhere].tolist() == [1, 1]
    assert frames.AGAINST_SQUADRONS in fought
    p, hexagon, fought = cloaked_meeting(mode, 0)
    assert p.g.cloaked[:2, hexagon].tolist() == [1, 1]
    assert fought == set()


def test_half_together_detected_ships_fight_each_other_first() -> None:
    """Event Horizon, lines 1175-1177: detection comes before Player Combat."""
    assert frames.ORDINARY in cloaked_meeting("semi_coop", 1)[2]
    assert frames.ORDINARY not in cloaked_meeting("coop", 1)[2]


@pytest.mark.parametrize(("count", "seen"), [(1, True), (0, False)])
def test_detected_ships_meet_the_resistance(count: int, seen: bool) -> None:
    """Event Horizon, lines 1123-1125 and 1132-1133: they are uncloaked for the whole stage."""
    p, hexagon, fought = cloaked_meeting("coop", count, REGULAR)
    assert (frames.TOGETHER in fought) == seen
    assert (p.g.dormant[hexagon] == 1) == seen
