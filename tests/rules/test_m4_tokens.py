"""Event Horizon, module M4: the tokens of four Events: wormhole, Bounty, No Combat, Planet of Interest."""

from __future__ import annotations

import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.assets import SCORE_HEXES
from tests.position import Position
from tests.rules.early import own, resource_row, seat
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    direction,
    end_game,
    finish,
    neighbours,
    ordinary_planets,
    ships_on_map,
)
from tests.rules.test_m4_exploration import (
    DRIVES,
    HIT,
    MISS,
    MOVEMENTS,
    TOKENS,
    UNUSED,
    explore,
    fly,
    halt,
    hidden,
    known_space,
    no_events,
    top,
    twin,
    unknown_space,
    write_event,
)

pytestmark = pytest.mark.bounds

THROUGH = 6  # the direction through the wormhole
GUN, BATTERY, ARMOUR = "laser_cannon", "antimatter_cannon", "singularity_shield"  # one die, six dice, 3 damage
HYPERSONIC, GRAVITON = 0, 2
RANGE = 6


# Scenes ---------------------------------------------------------------------------------------------------------------


def event(p: Position, name: str) -> Position:
    """An Event of the box, by its name, on top of the deck."""
    return top(p, next(i for i, card in enumerate(p.rules.content.events) if card.name == name))


def mouths(p: Position, apart: int = 3) -> tuple[int, int]:
    """Two ordinary planets at least so far apart."""
    hexes = ordinary_planets(p)
    return next((a, b) for a in hexes for b in hexes if p.t.distance[a, b] >= apart)


def tunnel(
    players: int = 4, modules: tuple[str, ...] = ("M4",), apart: int = 3, **config: str
) -> tuple[Position, int, int]:
    """A known map with a wormhole between two hexes far apart."""
    p = known_space(players, modules, **config)
    one, two = mouths(p, apart)
    p.g.wormhole[:] = one, two
    return p, one, two


def arm(p: Position, player: int, hexagon: int, rocket: int) -> None:
    """A rocket on a planet where the player has the most Population."""
    p.settle(hexagon, player, max(1, int(p.g.population[hexagon, player])))
    p.g.rocket[hexagon, 0] = rocket + 1


def strike(p: Position, source: int, target: int) -> Position:
    """A Graviton Rocket of player 0 destroys a planet."""
    arm(p, 0, source, GRAVITON)
    p.jump(frames.WMD).dice(6, HIT, HIT).do("hex", target)
    assert p.finished and p.g.destroyed[target] == 1
    return p


def vp(p: Position) -> list[int]:
    """VP scored so far."""
    return [int(x) for x in p.g.resource[: p.t.players, v.VP]]


def quiet(p: Position) -> Position:
    """Nobody has Population anywhere."""
    for player in range(p.t.players):
        for hexagon in range(p.t.hexes):
            p.settle(hexagon, player, 0)
    return p


def totals(p: Position) -> list[int]:
    """Final VP of all players."""
    end_game(p)
    return [int(p.g.score[player].sum()) for player in range(p.t.players)]


# The tokens at the start ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [(), ("M4",)])
def test_no_token_lies_anywhere_at_first(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 509, 541, 554 and 573: each comes with its Event."""
    p = Position(players=3, modules=modules)
    assert p.g.wormhole.tolist() == [-1, -1]
    assert (p.g.bounty, p.g.no_combat, p.g.interest) == (-1, -1, -1)


def test_each_event_brings_its_own_token_only() -> None:
    """Event Horizon, lines 509, 541, 554 and 573: and the card itself does nothing more."""
    for name in TOKENS:
        p = unknown_space(3)
        stock = p.g.resource.tolist()
        hexagon = hidden(p)[0]
        explore(event(p, name), hexagon, 0)
        finish(p)
        lying = [p.g.wormhole[0] >= 0, p.g.bounty >= 0, p.g.no_combat >= 0, p.g.interest >= 0]
        assert lying == [TOKENS[name] == token for token in range(4)]
        assert p.g.resource.tolist() == stock
        assert p.g.face_down[hexagon] == 0 and p.g.counter[hexagon] > 0


# Space and Time -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_wormhole_leads_anywhere_but_to_a_home(players: int) -> None:
    """Event Horizon, lines 509-510, our ruling: one token here, one in any other hex, known or not, but no home."""
    p = unknown_space(players)
    here = hidden(p)[1]
    explore(event(p, "Space and Time"), here, 1)
    assert (p.decision, p.actor) == ("wormhole", 1)
    homes = {int(h) for h in p.t.home_hex[:players]}
    assert p.legal() == {("wormhole", h) for h in set(range(p.t.hexes)) - homes - {here}}
    there = max(p.legal("wormhole"))[0]
    p.do("wormhole", there)
    assert p.finished
    assert p.g.wormhole.tolist() == [here, there]
    assert p.g.face_down[there] == 1, "the token turns nothing over"


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_first_in_turn_order_says_where_the_wormhole_leads(order: tuple[int, ...]) -> None:
    """Event Horizon, lines 427 and 509, our ruling: there are two tokens, so only one of the explorers chooses."""
    p = seat(unknown_space(3), *order)
    here = hidden(p)[0]
    explore(event(p, "Space and Time"), here, 0, 2)
    assert (p.decision, p.actor) == ("wormhole", next(x for x in order if x in (0, 2)))
    p.do("wormhole", CENTRE)
    assert p.finished
    assert p.g.wormhole.tolist() == [here, CENTRE]


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("back", [False, True])
def test_ships_go_through_the_wormhole_both_ways(movement: str, back: bool) -> None:
    """Event Horizon, lines 510-512: the hexes are neighbours, so a drive of 1 is enough."""
    p, one, two = tunnel(movement=movement)
    source, target = (two, one) if back else (one, two)
    ship = p.place_ship(0, FIGHTER, source)
    p.jump(frames.CONQUEST)
    assert (ship, THROUGH) in p.legal("move")
    assert {d for _, d in p.legal("move")} == {d for d in range(6) if p.t.neighbour[source, d] >= 0} | {THROUGH}
    p.do("move", ship, THROUGH)
    assert p.decision not in ("move", "order"), "that was its one hex"
    assert p.g.ship_hex[0, ship] == target


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_the_way_through_counts_as_one_hex(movement: str) -> None:
    """Event Horizon, lines 510-512: in, through and out again with a drive of 3, not farther."""
    p, one, two = tunnel(movement=movement)
    start = next(h for h in neighbours(p, one) if p.t.home_of[h] < 0 and h != two)
    end = next(h for h in neighbours(p, two) if h not in (one, start))
    p.equip(0, FIGHTER, *DRIVES[3])
    ship = p.place_ship(0, FIGHTER, start)
    fly(p.jump(frames.CONQUEST), ship, start, one)
    p.do("move", ship, THROUGH)
    fly(p, ship, two, end)
    assert p.decision not in ("move", "order")
    assert p.g.ship_hex[0, ship] == end


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_a_ship_can_come_back_through_the_wormhole(movement: str) -> None:
    """Event Horizon, lines 510-512: freely, there and back in one movement."""
    p, one, _ = tunnel(movement=movement)
    p.equip(0, FIGHTER, *DRIVES[2])
    ship = p.place_ship(0, FIGHTER, one)
    p.jump(frames.CONQUEST).do("move", ship, THROUGH).do("move", ship, THROUGH)
    assert p.decision not in ("move", "order")
    assert p.g.ship_hex[0, ship] == one


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("open_", [True, False])
def test_the_wormhole_begins_in_its_two_hexes_only(movement: str, open_: bool) -> None:
    """Event Horizon, lines 509-511: from no other hex, and nowhere before the Event."""
    p, one, two = tunnel(movement=movement)
    if not open_:
        p.g.wormhole[:] = -1
    for hexagon in range(p.t.hexes):
        ship = p.remove_ships().place_ship(0, FIGHTER, hexagon)
        p.jump(frames.CONQUEST)
        assert ((ship, THROUGH) in p.legal("move")) == (open_ and hexagon in (one, two))


def test_everybody_may_use_the_wormhole() -> None:
    """Event Horizon, lines 510-512: players, not only the one who found it."""
    p, one, two = tunnel()
    ships = [p.place_ship(player, DARK_RAIDER, one) for player in range(4)]
    p.jump(frames.CONQUEST)
    while p.decision == "move":
        p.do("move", ships[p.actor], THROUGH)
    assert all(p.g.ship_hex[player, ships[player]] == two for player in range(4))


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_who_comes_through_the_wormhole_explores_the_other_hex(movement: str) -> None:
    """Event Horizon, lines 497-498 and 510-512: a movement like any other."""
    p, one, two = tunnel(movement=movement)
    write_event(p, resource_row("gain", "owner", "cp", 2))
    p.g.face_down[two], p.g.counter[two] = 1, 0
    ship = p.place_ship(0, FIGHTER, one)
    before = int(p.g.resource[0, v.CP])
    finish(p.jump(frames.CONQUEST).do("move", ship, THROUGH))
    assert p.g.face_down[two] == 0
    assert p.g.resource[0, v.CP] == before + 2


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("roll", [HIT, MISS])
def test_debris_behind_the_wormhole_strikes(movement: str, roll: int) -> None:
    """Event Horizon, lines 492-495 and 510-512: the ship enters the hex, wherever it comes from."""
    p, one, two = tunnel(movement=movement)
    p.g.destroyed[two] = 1
    ship = p.place_ship(0, FIGHTER, one)
    finish(p.dice(roll, UNUSED).jump(frames.CONQUEST).do("move", ship, THROUGH))
    assert p.g.scripted_count == 1
    assert ships_on_map(p, 0) == (0 if roll == HIT else 1)


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_debris_before_the_wormhole_strikes(movement: str) -> None:
    """Event Horizon, lines 492-495 and 510-512: a ship that goes on through the wormhole has passed it all the same."""
    p, one, two = tunnel(movement=movement)
    p.g.destroyed[one] = 1
    start = next(h for h in neighbours(p, one) if p.t.home_of[h] < 0)
    p.equip(0, FIGHTER, *DRIVES[2], ARMOUR)
    ship = p.place_ship(0, FIGHTER, start)
    fly(p.dice(HIT, UNUSED).jump(frames.CONQUEST), ship, start, one)
    finish(p.do("move", ship, THROUGH))
    assert p.g.scripted_count == 1
    assert (p.g.ship_hex[0, ship], p.g.ship_damage[0, ship]) == (two, 1)


def test_rockets_fly_through_the_wormhole() -> None:
    """Event Horizon, lines 510-513: from one end to the other is a distance of 1, in both directions."""
    for roll, lands in ((1, False), (2, True)):
        p, one, two = tunnel()
        for source, target in ((one, two), (two, one)):
            arm(p, 0, source, HYPERSONIC)
            p.g.counter[target] = 6
            p.jump(frames.WMD).dice(roll, *[HIT] * 5).do("hex", target)
            finish(p)
            assert p.g.counter[target] == (1 if lands else 6)


def test_rockets_take_the_shortest_way() -> None:
    """Event Horizon, lines 510-513: through the wormhole where that is shorter, and else as ever."""
    p, one, two = tunnel(6, map="large")
    source = next(h for h in neighbours(p, one) if p.t.home_of[h] < 0)
    arm(p, 0, source, HYPERSONIC)
    d = p.t.distance
    way = {
        h: int(min(d[source, h], d[source, one] + 1 + d[two, h], d[source, two] + 1 + d[one, h]))
        for h in ordinary_planets(p)
        if h != source
    }
    shorter = [h for h in way if way[h] < d[source, h]]
    assert shorter and len(shorter) < len(way)
    for target in (*shorter[:3], *[h for h in way if h not in shorter][:3]):
        if way[target] >= RANGE:
            continue
        for roll in (way[target], way[target] + 1):
            q = twin(p)
            q.g.counter[target] = 6
            q.jump(frames.WMD).dice(roll, *[HIT] * 5).do("hex", target)
            finish(q)
            assert q.g.counter[target] == (1 if roll > way[target] else 6), (target, roll)


def test_the_wormhole_brings_far_planets_into_reach() -> None:
    """Event Horizon, lines 510-513: six hexes on the shortest way."""
    p, one, two = tunnel(6, map="large", apart=RANGE + 1)
    arm(p, 0, one, HYPERSONIC)
    d = p.t.distance
    near = {(h,) for h in ordinary_planets(p) if h != one and d[one, h] <= RANGE}
    more = {(h,) for h in ordinary_planets(p) if h != one and 1 + d[two, h] <= RANGE}
    assert (two,) in more - near
    p.jump(frames.WMD)
    assert p.legal("hex") == near | more
    p.g.wormhole[:] = -1
    p.jump(frames.WMD)
    assert p.legal("hex") == near


def test_the_wormhole_outlives_its_planet() -> None:
    """Event Horizon, lines 515-516: after a Graviton Rocket the token is still there, and ships go through."""
    p, one, two = tunnel()
    strike(p, one, two)
    assert p.g.wormhole.tolist() == [one, two]
    ship = p.place_ship(0, FIGHTER, two)
    p.jump(frames.CONQUEST).do("move", ship, THROUGH)
    assert p.g.ship_hex[0, ship] == one


# Space and Time and other modules -------------------------------------------------------------------------------------


def outer(p: Position) -> int:
    """A face-down hex that does not lie next to the centre."""
    return next(h for h in hidden(p) if p.t.distance[CENTRE, h] > 1)


def to_the_star(second: int = CENTRE) -> tuple[Position, int]:
    """Space and Time far from Proxima Centauri; the second token in a hex, the star if nothing else is said."""
    p = unknown_space(4, ("M4", "M6"))
    here = outer(p)
    explore(event(p, "Space and Time"), here, 0)
    p.do("wormhole", second)
    p.remove_ships()
    return p, here


def test_solar_wind_blows_through_the_wormhole() -> None:
    """Event Horizon, lines 518-520: with the second token on the star, in the new hex too, and nowhere else."""
    p, here = to_the_star()
    inner = {h for h in range(p.t.hexes) if p.t.distance[CENTRE, h] == 1}
    assert here not in inner
    assert {h for h in range(p.t.hexes) if p.g.solar_wind[h]} == inner | {here}


def test_solar_wind_comes_from_the_star_itself_only() -> None:
    """Event Horizon, lines 518-520: a wormhole to a hex beside the star brings no wind."""
    p, here = to_the_star(second=1)
    assert p.t.distance[CENTRE, 1] == 1
    assert p.g.wormhole.tolist() == [here, 1]
    assert p.g.solar_wind[here] == 0


@pytest.mark.parametrize("windy", [True, False])
def test_boosters_work_at_the_end_of_the_wormhole(windy: bool) -> None:
    """Event Horizon, lines 518-520 and 764-770: a 4 hits there."""
    p, here = to_the_star(CENTRE if windy else 1)
    p.learn(0, "solar_cannon_booster").equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, here)
    p.place_ship(1, DARK_RAIDER, here)
    p.dice(4, HIT).jump(frames.COMBAT, hex=here, lone=-1)
    assert p.finished
    assert p.g.scripted_count == (1 if windy else 0)


def test_the_wormhole_does_not_open_the_star() -> None:
    """Event Horizon, lines 520-521: no ship enters Proxima Centauri, so none comes out on its other side."""
    p, here = to_the_star()
    p.g.face_down[:] = 0
    for hexagon in (here, 1):
        ship = p.remove_ships().place_ship(0, FIGHTER, hexagon)
        p.jump(frames.CONQUEST)
        assert p.legal("move") == {(ship, d) for d in range(6) if p.t.neighbour[hexagon, d] >= 0}
        assert CENTRE not in neighbours(p, hexagon)


def test_rockets_fly_through_a_wormhole_in_the_star() -> None:
    """our ruling on Event Horizon, lines 512-521: only ships are barred; beyond the star lies a distance of 2."""
    p, here = to_the_star()
    p.g.face_down[:] = 0
    target = max((h for h in range(p.t.hexes) if p.t.distance[CENTRE, h] == 1), key=lambda h: p.t.distance[here, h])
    assert p.t.distance[here, target] > 2
    arm(p, 0, here, HYPERSONIC)
    for roll, lands in ((2, False), (3, True)):
        q = twin(p)
        q.g.counter[target] = 6
        finish(q.jump(frames.WMD).dice(roll, *[HIT] * 5).do("hex", target))
        assert q.g.counter[target] == (1 if lands else 6)


@pytest.mark.parametrize("open_", [True, False])
def test_satellites_connect_through_the_wormhole(open_: bool) -> None:
    """Event Horizon, lines 523-526: the other end counts as next to a hex with an own Satellite."""
    p, one, two = tunnel(modules=("M4", "M8"))
    if not open_:
        p.g.wormhole[:] = -1
    home = int(p.t.home_hex[0])
    p.g.satellite[0, :2] = home, one
    own(p, 0, cp=50, axinium=10, phasium=10)
    p.jump(frames.PERFORM, player=0, action=v.BUILD, source=0)
    near = {h for source in (home, one) for h in neighbours(p, source)} - {home, one}
    assert two not in near
    assert p.legal("satellite") == {(h,) for h in (near | {two} if open_ else near)}


def test_satellites_do_not_connect_from_elsewhere() -> None:
    """Event Horizon, lines 523-526: without a Satellite at one end the wormhole is no help."""
    p, one, two = tunnel(modules=("M4", "M8"))
    home = int(p.t.home_hex[0])
    p.g.satellite[0, 0] = home
    own(p, 0, cp=50, axinium=10, phasium=10)
    p.jump(frames.PERFORM, player=0, action=v.BUILD, source=0)
    assert p.legal("satellite") == {(h,) for h in neighbours(p, home)}
    assert {one, two} - set(neighbours(p, home))


def test_no_satellite_comes_through_the_wormhole_into_the_star() -> None:
    """our ruling on Event Horizon, lines 520-526 and 744: the closed centre has room for nothing."""
    p = known_space(4, ("M4", "M6", "M8"))
    here = next(h for h in ordinary_planets(p) if p.t.distance[CENTRE, h] > 1)
    p.g.wormhole[:] = here, CENTRE
    p.g.satellite[0, :2] = int(p.t.home_hex[0]), here
    own(p, 0, cp=50, axinium=10, phasium=10)
    p.jump(frames.PERFORM, player=0, action=v.BUILD, source=0)
    assert p.legal("satellite") and (CENTRE,) not in p.legal("satellite")


def barred_tunnel(movement: str = "drive_power") -> tuple[Position, int, int]:
    """A wormhole between two neighbours with the only Energy Barrier on the border between them."""
    p = known_space(4, ("M4", "M9"), movement=movement)
    one, two = next((a, b) for a in ordinary_planets(p) for b in ordinary_planets(p) if p.t.distance[a, b] == 1)
    way = direction(p, one, two)
    p.g.barrier[:] = -1
    p.g.barrier[0] = one * 3 + way if way < 3 else two * 3 + way - 3
    p.g.wormhole[:] = one, two
    p.equip(0, WAR_CRUISER, ARMOUR)
    return p, one, two


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_no_barrier_lies_in_the_wormhole(movement: str) -> None:
    """our ruling on Event Horizon, lines 510-512 and 912-914: it crosses no border; the way beside it does."""
    for through in (True, False):
        p, one, two = barred_tunnel(movement)
        ship = p.place_ship(0, WAR_CRUISER, one)
        p.jump(frames.CONQUEST).do("move", ship, THROUGH if through else direction(p, one, two))
        finish(p)
        assert p.g.ship_hex[0, ship] == two
        assert p.g.ship_damage[0, ship] == (0 if through else 1)


def test_rockets_in_the_wormhole_meet_no_barrier() -> None:
    """our ruling on Event Horizon, lines 512-513 and 918-919: a distance of 1 there, of 2 across the Barrier."""
    for open_ in (True, False):
        p, one, two = barred_tunnel()
        if not open_:
            p.g.wormhole[:] = -1
        arm(p, 0, one, HYPERSONIC)
        p.g.counter[two] = 6
        finish(p.jump(frames.WMD).dice(2, *[HIT] * 5).do("hex", two))
        assert p.g.counter[two] == (1 if open_ else 6)


# Bounty ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_explorer_names_another_player(players: int) -> None:
    """Event Horizon, lines 541-542, our ruling: the Bounty goes to one of the others."""
    p = unknown_space(players)
    explore(event(p, "Bounty"), hidden(p)[0], 1)
    assert (p.decision, p.actor) == ("bounty", 1)
    assert p.legal() == {("player", seat_) for seat_ in range(1, players)}
    p.do("player", players - 1)
    assert p.finished
    assert p.g.bounty == 0, "as many seats clockwise"


def test_the_first_in_turn_order_names_the_player() -> None:
    """Event Horizon, lines 428 and 541, our ruling: there is one token, so only one of the explorers names."""
    p = seat(unknown_space(3), 2, 0, 1)
    explore(event(p, "Bounty"), hidden(p)[0], 0, 1)
    assert (p.decision, p.actor) == ("bounty", 0)
    p.do("player", 2)
    assert p.finished
    assert p.g.bounty == 2


def test_of_two_players_the_other_has_the_bounty() -> None:
    """Event Horizon, line 541, our ruling: there is nobody else to name."""
    p = unknown_space(2)
    explore(event(p, "Bounty"), hidden(p)[0], 0)
    assert p.finished
    assert p.g.bounty == 1


def arena(players: int = 2, bounty: int = 1, modules: tuple[str, ...] = ("M4",)) -> tuple[Position, int]:
    """An empty hex, and a player with the Bounty."""
    p = known_space(players, modules)
    p.g.bounty = bounty
    return p, neighbours(p, CENTRE)[0]


def gunner(p: Position, player: int, hexagon: int, gun: str = GUN) -> int:
    """A Fighter with a cannon."""
    return p.equip(player, FIGHTER, gun).place_ship(player, FIGHTER, hexagon)


@pytest.mark.uncompiled
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("bounty", [0, 1])
def test_the_winner_scores_the_bounty(winner: int, bounty: int) -> None:
    """Event Horizon, lines 542-546: 2 VP at once on top of the ships, even for the player who has the Bounty."""
    p, hexagon = arena(bounty=bounty)
    for player in range(2):
        gunner(p, player, hexagon)
    before = vp(p)
    p.dice(*[HIT if player == winner else MISS for player in range(2)]).jump(frames.COMBAT, hex=hexagon, lone=-1)
    assert p.finished
    assert ships_on_map(p, winner) == 1
    gained = [after - x for after, x in zip(vp(p), before)]
    assert gained[winner] == p.t.class_vp[FIGHTER] + 2
    assert gained[1 - winner] == 0
    assert p.g.bounty == -1, "resolved and gone"


def test_the_bounty_counts_in_the_final_score() -> None:
    """Event Horizon, lines 545-546: VP like any other."""
    finals = []
    for bounty in (1, -1):
        p, hexagon = arena(bounty=bounty)
        for player in range(2):
            gunner(p, player, hexagon)
        p.dice(HIT, MISS).jump(frames.COMBAT, hex=hexagon, lone=-1)
        finals.append(totals(p))
    assert [a - b for a, b in zip(*finals)] == [2, 0]


def test_the_bounty_is_paid_once() -> None:
    """Event Horizon, lines 542-543: the next combat resolves it, later ones do not."""
    p, hexagon = arena()
    for expected in (2, 0):
        p.remove_ships()
        for player in range(2):
            gunner(p, player, hexagon)
        before = vp(p)
        p.dice(HIT, MISS).jump(frames.COMBAT, hex=hexagon, lone=-1)
        assert vp(p)[0] - before[0] == p.t.class_vp[FIGHTER] + expected


def test_a_third_player_may_win_the_bounty() -> None:
    """Event Horizon, lines 542-546: the winner of the combat, whoever shot the player with the Bounty."""
    p, hexagon = arena(3)
    for player in range(2):
        gunner(p, player, hexagon)
    p.equip(2, FIGHTER, GUN, ARMOUR).place_ship(2, FIGHTER, hexagon)
    before = vp(p)
    first = (HIT, MISS, MISS)  # player 0 strikes player 1 in the first round
    p.dice(*first, MISS, HIT).jump(frames.COMBAT, hex=hexagon, lone=-1)
    assert (p.decision, p.actor) == ("hit", 0)
    p.do("hit", 1, next(s for s in range(p.t.ships) if p.g.ship_hex[1, s] == hexagon))
    assert p.finished
    assert [ships_on_map(p, player) for player in range(3)] == [0, 0, 1]
    assert [after - x for after, x in zip(vp(p), before)] == [0, 0, 2 * p.t.class_vp[FIGHTER] + 2]
    assert p.g.bounty == -1


def test_a_combat_of_others_leaves_the_bounty() -> None:
    """Event Horizon, lines 542-543: the player must take part; far away, or cloaked in the same hex, is not enough."""
    for cloaked in (False, True):
        p, hexagon = arena(3, bounty=2)
        for player in range(2):
            gunner(p, player, hexagon)
        gunner(p, 2, hexagon if cloaked else CENTRE)
        p.g.cloaked[2, hexagon] = 1
        before = vp(p)
        p.dice(HIT, MISS).jump(frames.COMBAT, hex=hexagon, lone=-1)
        assert p.finished
        assert vp(p)[0] - before[0] == p.t.class_vp[FIGHTER]
        assert p.g.bounty == 2


def test_without_a_winner_the_bounty_is_discarded() -> None:
    """Event Horizon, lines 546-547: all ships destroyed, nobody scores, the token is gone."""
    p, hexagon = arena()
    for player in range(2):
        gunner(p, player, hexagon)
    before = vp(p)
    p.dice(HIT, HIT).jump(frames.COMBAT, hex=hexagon, lone=-1)
    assert p.finished
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 0
    assert vp(p) == before
    assert p.g.bounty == -1


def test_an_undecided_combat_leaves_the_bounty() -> None:
    """our ruling on Event Horizon, lines 545-551: neither won nor lost, so it is kept."""
    p, hexagon = arena()
    for player in range(2):
        p.place_ship(player, DARK_RAIDER, hexagon)
    before = vp(p)
    p.jump(frames.COMBAT, hex=hexagon, lone=-1)
    assert p.finished
    assert vp(p) == before
    assert p.g.bounty == 1


@pytest.mark.parametrize("wins", [True, False])
@pytest.mark.parametrize("fighter", [0, 1])
def test_the_resistance_has_nothing_to_do_with_the_bounty(wins: bool, fighter: int) -> None:
    """Event Horizon, lines 549-551: won or lost against the Resistance, with another player watching, it stays."""
    p, hexagon = arena()
    p.g.resistance[hexagon] = 1
    deck, left = p.g.resistance_deck[0], int(p.g.resistance_left[0])
    card = int(deck[left - 1])
    need, dice = int(p.t.resistance_shield[card]) + 1, int(p.t.resistance_dice[card])
    gunner(p, fighter, hexagon, BATTERY)
    gunner(p, 1 - fighter, hexagon)
    p.g.cloaked[1 - fighter, hexagon] = 1
    before = vp(p)
    assert need <= 6
    mine = [HIT] * need + [MISS] * (6 - need) if wins else [MISS] * 6
    theirs = [MISS] * dice if wins else [HIT] * dice
    p.dice(*mine, *theirs).jump(frames.COMBAT, hex=hexagon, lone=fighter)
    finish(p)
    assert ships_on_map(p, fighter) == (1 if wins else 0)
    assert vp(p) == before
    assert p.g.bounty == 1


def test_debris_does_not_win_the_bounty() -> None:
    """Event Horizon, lines 549-551: defeated outside of Player Combat the player keeps the token."""
    p, hexagon = arena(bounty=0)
    p.g.destroyed[hexagon] = 1
    gunner(p, 1, hexagon)
    ship = gunner(p, 0, CENTRE)
    before = vp(p)
    p.dice(HIT).jump(frames.CONQUEST)
    while p.actor != 0:
        p.decline()
    fly(p, ship, CENTRE, hexagon)
    finish(p)
    assert ships_on_map(p, 0) == 0
    assert vp(p) == before
    assert p.g.bounty == 0


# No Combat ------------------------------------------------------------------------------------------------------------


def test_the_electromagnetic_field_lies_where_it_was_found() -> None:
    """Event Horizon, lines 554-555, our ruling: the token comes into this hex."""
    p = unknown_space()
    hexagon = hidden(p)[2]
    explore(event(p, "Electromagnetic Field"), hexagon, 0, 1)
    assert p.finished
    assert p.g.no_combat == hexagon


def field(players: int = 2, modules: tuple[str, ...] = ("M4",), token: bool = True) -> tuple[Position, int]:
    """A known map with the No Combat token, or without it, and its hex."""
    p = known_space(players, modules)
    hexagon = neighbours(p, CENTRE)[0]
    if token:
        p.g.no_combat = hexagon
    return p, hexagon


@pytest.mark.parametrize("token", [True, False])
def test_players_do_not_fight_in_the_field(token: bool) -> None:
    """Event Horizon, lines 555-557: visible ships of two players stay in the hex side by side."""
    p, hexagon = field(token=token)
    for player in range(2):
        gunner(p, player, hexagon)
    finish(p.dice(HIT, MISS, UNUSED).jump(frames.CONQUEST))
    assert ships_on_map(p, 0) == 1
    assert ships_on_map(p, 1) == (1 if token else 0)
    assert p.g.scripted_count == (3 if token else 1)


def test_the_field_covers_one_hex() -> None:
    """Event Horizon, lines 555-557: elsewhere players fight as ever."""
    p, hexagon = field()
    other = neighbours(p, CENTRE)[2]
    for player in range(2):
        gunner(p, player, hexagon)
        gunner(p, player, other)
    halt(p.dice(HIT, MISS).jump(frames.CONQUEST))
    finish(p)
    assert p.g.scripted_count == 0
    assert [int((p.g.ship_hex[player] == hexagon).sum()) for player in range(2)] == [1, 1]
    assert [int((p.g.ship_hex[player] == other).sum()) for player in range(2)] == [1, 0]


@pytest.mark.parametrize("modules", [("M4",), ("M2", "M4")])
@pytest.mark.parametrize("token", [True, False])
def test_the_resistance_does_not_fight_in_the_field(modules: tuple[str, ...], token: bool) -> None:
    """Event Horizon, lines 555-556: no combat with it either; ship or fleet stays where it is."""
    p, hexagon = field(modules=modules, token=token)
    p.g.resistance[hexagon] = 1
    gunner(p, 0, hexagon, BATTERY)
    finish(p.dice(*[UNUSED] * 30).jump(frames.CONQUEST)) if token else halt(p.dice(HIT).jump(frames.CONQUEST))
    if token:
        assert p.g.scripted_count == 30
        assert (p.g.resistance[hexagon], p.g.dormant[hexagon]) == (1, 0)
        assert ships_on_map(p, 0) == 1
    else:
        assert p.g.scripted_count == 0


@pytest.mark.parametrize("enemy", ["player", "resistance"])
@pytest.mark.parametrize("token", [True, False])
def test_nobody_uncloaks_for_a_field_without_combat(enemy: str, token: bool) -> None:
    """our ruling on Event Horizon, lines 555-557: without anybody to fight there is no such question."""
    p, hexagon = field(token=token)
    p.learn(0, "cloaking")
    gunner(p, 0, hexagon)
    if enemy == "player":
        p.place_ship(1, DARK_RAIDER, hexagon)
    else:
        p.g.resistance[hexagon] = 1
    asked = set()
    p.jump(frames.CONQUEST)
    while not p.finished:
        asked.add(p.decision)
        p.default()
    assert ("uncloak" in asked) == (not token)


def test_the_last_conquest_brings_no_combat_into_the_field() -> None:
    """Event Horizon, lines 555-557: for the rest of the game, also when everything becomes visible."""
    p, hexagon = field()
    for player in range(2):
        p.learn(player, "cloaking")
        gunner(p, player, hexagon)
    end_game(p.dice(HIT, HIT))
    assert p.g.scripted_count == 2
    assert ships_on_map(p, 0) == ships_on_map(p, 1) == 1


@pytest.mark.parametrize("token", [True, False])
def test_ships_in_the_field_are_worth_nothing(token: bool) -> None:
    """Event Horizon, line 559: no VP for that hex; for others there are."""
    p, hexagon = field(token=token)
    p.place_ship(0, DARK_RAIDER, hexagon)
    p.place_ship(0, FIGHTER, neighbours(p, CENTRE)[3])
    end_game(p)
    assert p.g.score[0, SCORE_HEXES] == (2 if token else 4)


def test_a_planet_in_the_field_is_worth_what_it_was() -> None:
    """Event Horizon, lines 555-559: only ships are meant."""
    worth = []
    for token in (True, False):
        p, hexagon = field(token=token)
        quiet(p).settle(hexagon, 0, 2)
        worth.append(totals(p))
    assert worth[0] == worth[1]


def test_the_field_outlives_its_planet() -> None:
    """Event Horizon, lines 561-562: after a Graviton Rocket still no combat, and still no VP."""
    p, hexagon = field()
    strike(p, int(p.t.home_hex[0]), hexagon)
    assert p.g.no_combat == hexagon
    for player in range(2):
        gunner(p, player, hexagon)
    finish(p.dice(HIT, HIT).jump(frames.CONQUEST))
    assert p.g.scripted_count == 2
    end_game(p)
    assert p.g.score[:2, SCORE_HEXES].tolist() == [0, 0]


def outpost(p: Position, hexagon: int, level: int) -> Position:
    """A face-up Outpost."""
    p.g.outpost[hexagon] = level + 1
    p.g.outpost_there[hexagon] = p.g.outpost_up[hexagon] = 1
    return p


@pytest.mark.parametrize("hits", [0, 1])
def test_outposts_are_attacked_in_the_field(hits: int) -> None:
    """Event Horizon, lines 564-566: on the planet players may attack as ever; 1 die and 1 a Population."""
    p, hexagon = field(modules=("M3", "M4"))
    outpost(p, hexagon, 1).settle(hexagon, 0, 2)
    p.jump(frames.OUTPOSTS)
    assert (p.decision, p.actor) == ("outpost", 0)
    p.dice(*[HIT] * hits, *[MISS] * (3 - hits), *[MISS] * 2).do("attack", 0)
    assert p.finished
    assert p.g.scripted_count == (2 if hits else 0)
    assert p.g.outpost_there[hexagon] == 1 - hits
    assert p.g.outpost_held[0].sum() == hits


def test_outposts_attack_in_the_field() -> None:
    """Event Horizon, lines 564-566: players defend there, too."""
    p, hexagon = field(modules=("M3", "M4"))
    outpost(p, hexagon, 1).settle(hexagon, 0, 3)
    p.dice(HIT, MISS).jump(frames.OUTPOSTS).decline()
    assert p.finished
    assert p.g.population[hexagon, 0] == 2


def test_who_lands_in_the_field_may_attack_the_outpost() -> None:
    """Event Horizon, lines 564-566: after deploying onto a planet with a face-up token, in the same stage."""
    p, _ = field(modules=("M3", "M4"))
    hexagon = next(h for h in ordinary_planets(p) if p.t.planet_moons[p.g.planet[h]] == 0)
    p.g.no_combat = hexagon
    outpost(p, hexagon, 2)
    ship = p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=1)
    halt(p.jump(frames.CONQUEST))
    assert p.decision == "deploy"
    p.do("deploy", ship)
    assert (p.decision, p.actor) == ("outpost", 0)
    p.dice(HIT, HIT).do("attack", 0)
    assert p.g.outpost_there[hexagon] == 0


# Planet of Interest ---------------------------------------------------------------------------------------------------


def test_the_planet_of_interest_is_the_explored_one() -> None:
    """Event Horizon, lines 573-574: the token lies where the Event was triggered."""
    p = unknown_space()
    hexagon = hidden(p)[4]
    explore(event(p, "Planet of Interest"), hexagon, 1, 0)
    assert p.finished
    assert p.g.interest == hexagon


def attraction(players: int = 3, modules: tuple[str, ...] = ("M4",)) -> tuple[Position, int]:
    """A deserted map with the Planet of Interest."""
    p = quiet(known_space(players, modules))
    hexagon = neighbours(p, CENTRE)[0]
    p.g.interest = hexagon
    return p, hexagon


def worth_of_token(p: Position) -> list[int]:
    """What each player scores because of the token."""
    q = twin(p)
    q.g.interest = -1
    return [a - b for a, b in zip(totals(p), totals(q))]


def test_the_planet_of_interest_is_worth_two_more() -> None:
    """Event Horizon, lines 576-578: on top of the printed VP, for the most Population there."""
    p, hexagon = attraction()
    p.settle(hexagon, 0, 1).settle(hexagon, 1, 3).settle(hexagon, 2, 2)
    assert worth_of_token(p) == [0, 2, 0]


def test_nobody_scores_a_deserted_planet_of_interest() -> None:
    """Event Horizon, lines 576-578 with base rules, line 335: ships in the hex are not Population."""
    p, hexagon = attraction()
    p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=2)
    assert worth_of_token(p) == [0, 0, 0]


@pytest.mark.parametrize(("tied", "printed"), [(2, 1), (2, 4), (3, 4), (3, 1), (3, 5), (4, 2)])
def test_tied_players_split_all_the_planet_is_worth(tied: int, printed: int) -> None:
    """Event Horizon, lines 576-578 with base rules, line 337: printed VP and token together, rounded down."""
    scores = []
    for interest in (True, False):
        p, hexagon = attraction(4)
        p.g.planet[hexagon] = next(i for i in range(p.t.planets) if p.t.planet_vp[i] == printed)
        if not interest:
            p.g.interest = -1
        for player in range(4):
            p.settle(hexagon, player, 3 if player < tied else 1)
        scores.append(totals(p))
    more = (printed + 2) // tied - printed // tied
    assert [a - b for a, b in zip(*scores)] == [more] * tied + [0] * (4 - tied)


def test_a_destroyed_planet_is_of_no_interest() -> None:
    """Event Horizon, lines 584-586: the token is discarded with the planet."""
    p, hexagon = attraction(2)
    p.settle(hexagon, 1, 2)
    strike(p, int(p.t.home_hex[0]), hexagon)
    assert p.g.interest == -1
    p, hexagon = attraction(2)
    other = neighbours(p, CENTRE)[3]
    strike(p, int(p.t.home_hex[0]), other)
    assert p.g.interest == hexagon, "another planet's end does not matter"


def test_a_dual_planet_of_interest_is_worth_exactly_two() -> None:
    """Event Horizon, lines 580-582: dual planets have no printed VP."""
    p, hexagon = attraction(2, ("M4", "M5"))
    dual = next(i for i in range(int(p.t.planets)) if p.t.planet_second[i] > 0)
    p.g.planet[hexagon] = dual
    empty = totals(twin(p))
    p.settle(hexagon, 0, 2)
    assert p.t.planet_vp[dual] == 0
    assert [a - b for a, b in zip(totals(p), empty)] == [2, 0]


def test_tokens_stay_for_the_rest_of_the_game() -> None:
    """Event Horizon, lines 510, 542 and 555: stages and turns go by, the tokens lie where they lay."""
    p, one, two = tunnel(2, apart=2)
    no_events(p)
    p.g.bounty, p.g.no_combat, p.g.interest = 1, one, two
    for frame in (frames.UPKEEP, frames.WMD, frames.CONQUEST):
        finish(p.jump(frame))
    assert p.g.wormhole.tolist() == [one, two]
    assert (p.g.bounty, p.g.no_combat, p.g.interest) == (1, one, two)
