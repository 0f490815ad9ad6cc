"""Centaurian Stronghold: the attack on the Stronghold, and how the game is won and lost."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.exodus.content.vocabulary import VP
from exodus_env.exodus.rules import frames, turn
from exodus_env.exodus.rules.assets import SCORE_CARDS
from tests.position import Position
from tests.rules.early import enact, seat
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    finish,
    last_conquest,
    ordinary_planets,
    ships_on_map,
)
from tests.rules.test_m2_resistance_fleets import decks
from tests.rules.test_stronghold_activation import FIRST, LOST, activate, stage
from tests.rules.test_stronghold_squadrons import (
    COOP_CHART,
    DIFFICULTY,
    HIT,
    MISS,
    MODES,
    PLAYERS_AND_MODE,
    SEMI_CHART,
    SENTINELS,
    SIX,
    bonus,
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

WON = 1
CANNON, SHIELD = 8, 8
EASIEST: dict[str, Any] = {"mode": "semi_coop", "turn": 4, "difficulty": "beginner"}  # the bonus is 0


def join_all(p: Position) -> Position:
    """Everybody who is asked joins the attack."""
    while p.decision == "join":
        p.do("join", min(p.legal("join"))[0])
    return p


def storm(p: Position, *dice: int) -> Position:
    """Attack the Stronghold with all ships that can; the dice of players come first, in turn order."""
    p.dice(*dice).jump(frames.ASSAULT)
    assert p.decision == "join"
    return join_all(p)


def asked(p: Position) -> list[tuple[int, int]]:
    """Who is asked, with ships of which hexes, twins once; nobody joins."""
    found = []
    while p.decision == "join":
        assert ("pass",) in p.legal()
        found += sorted((p.actor, int(p.g.ship_hex[p.actor, ship])) for (ship,) in p.legal("join"))
        p.decline()
    return found


def met(p: Position) -> set[str]:
    """Decisions of the frame under way, all answered by default."""
    found = set()
    while not p.finished:
        found.add(p.decision)
        p.default()
    return found


# Whether --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "mode"), PLAYERS_AND_MODE)
def test_the_stronghold_has_a_level_for_each_player(players: int, mode: str) -> None:
    """Event Horizon, lines 1015 and 1030-1031."""
    assert Position(players=players, scenario="stronghold", mode=mode).g.stronghold == players


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("activations", "count", "open_"), [(1, 0, True), (3, 0, True), (0, 0, False), (1, 1, False)])
def test_when_the_stronghold_can_be_attacked(mode: str, activations: int, count: int, open_: bool) -> None:
    """Event Horizon, lines 1250-1252 and 1324-1326: after an activation, and with no squadron anywhere on the board."""
    p = siege(mode=mode)
    p.g.activations = activations
    p.g.squadron[outer(p)[0]] = count
    p.g.squadron_supply -= count
    warship(p, 0, ring(p)[0], 6)
    p.jump(frames.CONQUEST)
    assert ("join" in met(p)) == open_


@pytest.mark.parametrize("mode", MODES)
def test_a_squadron_on_the_stronghold_is_on_the_board(mode: str) -> None:
    """Event Horizon, lines 1251-1252 and 1325-1326."""
    p = siege(mode=mode)
    p.g.squadron[CENTRE] = 1
    p.g.squadron_supply -= 1
    warship(p, 0, ring(p)[0], 6)
    p.jump(frames.SQUADRONS)
    assert p.finished


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("elsewhere", [0, 1])
def test_the_attack_follows_the_last_squadron(mode: str, elsewhere: int) -> None:
    """Event Horizon, lines 1229-1232 and 1307-1310: in the same stage, once no token is left anywhere."""
    p = siege(mode=mode)
    near = ring(p)[0]
    if elsewhere:
        wave(p, outer(p)[0])
    dice, shield = wave(p, near)
    warship(p, 0, near, shield + 1, 3)
    p.jump(frames.CONQUEST).dice(*[HIT] * (shield + 1), *[MISS] * dice)
    assert ("join" in met(p)) == (elsewhere == 0)
    assert on_board(p) == elsewhere


@pytest.mark.parametrize("mode", MODES)
def test_the_attack_can_follow_the_activation(mode: str) -> None:
    """Event Horizon, lines 1119-1121 and 1229-1232, our ruling S5: also in the Activation Stage."""
    p = siege(mode=mode)
    near = ring(p)[0]
    dice, shield = wave(p, near, 0)
    warship(p, 0, near, shield + 1, 6)
    p.dice(*([*[HIT] * (shield + 1), *[MISS] * dice] * 2))
    activate(p)
    assert (p.decision, p.actor) == ("join", 0)
    assert on_board(p) == 0


@pytest.mark.parametrize("mode", MODES)
def test_the_attack_comes_before_deployment(mode: str) -> None:
    """Event Horizon, lines 1138-1141 with 183-187: it belongs to the combat with squadrons."""
    p = siege(mode=mode)
    near = next(h for h in ring(p) if h in ordinary_planets(p))
    warship(p, 0, near, 6, 3, cargo=1)
    p.jump(frames.CONQUEST)
    order = []
    while not p.finished:
        order.append(p.decision)
        p.default()
    assert order.index("join") < order.index("deploy")


# Who ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_each_player_is_asked_about_all_ships_beside_the_stronghold(mode: str, order: tuple[int, ...]) -> None:
    """Event Horizon, lines 1231-1232 and 1252-1253: any of them may take part; twins are one choice."""
    p = seat(siege(3, mode), *order)
    one, two, three = ring(p)[:3]
    for player, hexagon in ((0, one), (0, one), (0, three), (1, three), (2, two), (2, outer(p)[0])):
        p.place_ship(player, FIGHTER if hexagon != three else DARK_RAIDER, hexagon)
    p.place_ship(1, FIGHTER, int(p.t.home_hex[1]))
    expected = {0: [one, three], 1: [three], 2: [two]}
    p.dice(*SENTINELS).jump(frames.ASSAULT)
    found = asked(p)
    assert [player for player, _ in found] == [player for player in order for _ in expected[player]]
    assert sorted(found) == sorted((player, h) for player, hexes in expected.items() for h in hexes)
    assert p.finished and p.g.scripted_count == len(SENTINELS), "nobody joins, nobody fights"
    assert p.g.stronghold == 3


@pytest.mark.parametrize("hexagon", range(6))
def test_every_hex_around_the_stronghold_is_adjacent(hexagon: int) -> None:
    """Event Horizon, lines 1252-1253: any hex adjacent to the Stronghold hex."""
    p = siege()
    near = ring(p)[hexagon]
    p.place_ship(1, BATTLE_CARRIER, near)
    assert asked(p.jump(frames.ASSAULT)) == [(1, near)]


@pytest.mark.parametrize("mode", MODES)
def test_only_who_joins_fights(mode: str) -> None:
    """Event Horizon, lines 1231-1232: ships may participate; those that do not, have no part in it."""
    p = siege(mode=mode)
    one, two, three = ring(p)[:3]
    inside = [(0, warship(p, 0, one, 3, 6)), (1, warship(p, 1, three, 2, 9))]
    outside = [(0, p.place_ship(0, WAR_CRUISER, two)), (1, p.place_ship(1, WAR_CRUISER, two))]
    p.g.stronghold = 1
    needed = SHIELD + bonus(p) + 1
    p.dice(*[SIX] * 5, *[MISS] * CANNON, *[SIX] * 5, *[MISS] * CANNON, *[SIX] * (needed - 10)).jump(frames.ASSAULT)
    while p.decision == "join":
        joining = {ship for (ship,) in p.legal("join")} & {ship for player, ship in inside if player == p.actor}
        p.do("join", min(joining)) if joining else p.decline()
    assert p.g.over == 1 and p.g.stronghold == 0
    assert [damage(p, *ship) for ship in outside] == [0, 0]
    assert all(damage(p, *ship) in (None, *range(3, 12)) for ship in inside), "three rounds"


@pytest.mark.parametrize("mode", MODES)
def test_each_ship_joins_or_stays_by_its_owners_choice(mode: str) -> None:
    """Event Horizon, lines 1231-1232: of three ships in one hex one attacks, and two wait unharmed."""
    p = siege(mode=mode)
    near = ring(p)[0]
    cruiser = warship(p, 0, near, 1)
    others = [p.place_ship(0, ship_class, near) for ship_class in (FIGHTER, BATTLE_CARRIER)]
    p.jump(frames.ASSAULT)
    assert p.legal() == {("pass",), *(("join", ship) for ship in (cruiser, *others))}
    p.do("join", cruiser)
    assert p.legal() == {("pass",), *(("join", ship) for ship in others)}
    p.decline()
    finish(p)
    assert damage(p, 0, cruiser) is None
    assert [damage(p, 0, ship) for ship in others] == [0, 0]


def test_of_ships_that_are_alike_one_is_offered() -> None:
    """Ours: twins are one choice; each of them can join or stay."""
    p = siege()
    ships = [p.place_ship(0, FIGHTER, ring(p)[0]) for _ in range(2)]
    p.jump(frames.ASSAULT)
    for ship in ships:
        assert p.legal("join") == {(ship,)}
        p.do("join", ship)
    assert p.finished and ships_on_map(p, 0) == 0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("extra", [0, 1])
def test_ships_of_several_hexes_and_players_attack_together(mode: str, extra: int) -> None:
    """Event Horizon, lines 1231-1232 and 1252-1253: their damage adds up in one combat."""
    p = siege(3, mode)
    total = SHIELD + bonus(p) + extra
    one, two, three = ring(p)[:3]
    warship(p, 0, one, 3)
    warship(p, 0, two, 2, kind=FIGHTER)
    warship(p, 1, two, 1)
    warship(p, 2, three, total - 6)
    storm(p, *[SIX] * total, *[MISS] * CANNON, *SENTINELS)
    assert p.finished and p.g.scripted_count == len(SENTINELS)
    assert [ships_on_map(p, player) for player in range(3)] == [0, 0, 0]
    assert p.g.stronghold == 3 - extra


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("mode", MODES)
def test_the_stronghold_can_be_attacked_through_a_wormhole(mode: str, end: int) -> None:
    """Event Horizon, lines 530-532: from the hex at the other end, where a token lies on the Stronghold."""
    p = siege(mode=mode, modules=("M4",))
    mouth = outer(p)[0]
    p.g.wormhole[end], p.g.wormhole[1 - end] = CENTRE, mouth
    total = SHIELD + bonus(p) + 1
    warship(p, 0, mouth, total)
    p.place_ship(1, FIGHTER, outer(p)[1])
    p.dice(*[SIX] * total).jump(frames.ASSAULT)
    assert (p.decision, p.actor) == ("join", 0)
    join_all(p)
    assert p.finished and p.g.stronghold == 1
    assert ships_on_map(p, 0) == 0


@pytest.mark.parametrize("mode", MODES)
def test_a_wormhole_does_not_let_players_into_the_stronghold(mode: str) -> None:
    """Event Horizon, lines 532-534 and 1033: neither through it nor from the hexes around."""
    for source in (0, 1):
        p = siege(mode=mode, modules=("M4",))
        p.g.wormhole[:] = CENTRE, outer(p)[0]
        start = (outer(p)[0], ring(p)[0])[source]
        ship = p.place_ship(0, FIGHTER, start)
        p.jump(frames.CONQUEST)
        assert p.decision == "move"
        ways = {way for moved, way in p.legal("move") if moved == ship}
        around = {way for way in range(6) if p.t.flight[start, way] not in (-1, CENTRE)}
        assert ways == around


def test_a_wormhole_elsewhere_leads_to_no_attack() -> None:
    """Event Horizon, lines 530-532: its end must be on the Stronghold itself."""
    p = siege(modules=("M4",))
    p.g.wormhole[:] = ring(p)[0], outer(p)[0]
    p.place_ship(0, FIGHTER, outer(p)[0])
    p.jump(frames.ASSAULT)
    assert p.finished


def test_a_wormhole_beside_the_stronghold_asks_once() -> None:
    """Event Horizon, lines 530-532 and 1252-1253: a hex is adjacent or not, not twice."""
    p = siege(modules=("M4",))
    near = ring(p)[2]
    p.g.wormhole[:] = near, CENTRE
    p.place_ship(0, FIGHTER, near)
    join_all(p.jump(frames.ASSAULT))
    assert p.finished and ships_on_map(p, 0) == 0


@pytest.mark.parametrize("mode", MODES)
def test_no_attack_from_the_no_combat_hex(mode: str) -> None:
    """Event Horizon, lines 569-570: even if it is adjacent, by the map or by a wormhole."""
    p = siege(mode=mode, modules=("M4",))
    one, two = ring(p)[:2]
    p.g.no_combat = one
    for player in (0, 1):
        p.place_ship(player, FIGHTER, one)
    p.place_ship(1, FIGHTER, two)
    assert asked(p.jump(frames.ASSAULT)) == [(1, two)]
    mouth = outer(p)[0]
    p.g.no_combat = mouth
    p.g.wormhole[:] = CENTRE, mouth
    p.remove_ships().place_ship(0, FIGHTER, mouth)
    p.jump(frames.ASSAULT)
    assert p.finished


# Strength -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_the_stronghold_rolls_eight_dice_and_no_card(mode: str) -> None:
    """Event Horizon, lines 1256-1257 and 1330-1331: the same however many levels are left."""
    for players in (2, 5):
        p = siege(players, mode)
        before = decks(p)
        warship(p, 0, ring(p)[0], 1)
        storm(p, MISS, *[MISS] * CANNON, *SENTINELS)
        assert p.finished and p.g.scripted_count == len(SENTINELS)
        assert decks(p) == before and not (p.g.resistance_owner != -1)[: p.t.resistance_cards].any()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("value", "hits"), [(4, 0), (5, 1), (6, 1)])
def test_the_stronghold_hits_like_everybody(mode: str, value: int, hits: int) -> None:
    """Event Horizon, lines 1253-1254: by the normal rules on 5 and 6; only players need a 6."""
    p = siege(mode=mode)
    p.g.stronghold = 1
    needed = SHIELD + bonus(p) + 1
    ship = warship(p, 0, ring(p)[0], needed, 6)
    target = warship(p, 1, ring(p)[1], 0, 12, kind=BATTLE_CARRIER)
    storm(p, *[SIX] * needed, *[value] * CANNON)
    assert p.g.over == 1
    taken = 1 + hits * CANNON
    assert damage(p, 0, ship) == (None if taken > 6 else taken)
    assert damage(p, 1, target) == 1 + max(0, taken - 7), "hits go on when the first ship is lost"


def assert_shield(expected: int, **config: Any) -> None:
    """So much damage a level bears, and one more it does not."""
    for extra in (0, 1):
        p = siege(**config)
        levels = int(p.g.stronghold)
        warship(p, 0, ring(p)[0], expected + extra)
        storm(p, *[SIX] * (expected + extra))
        assert ships_on_map(p, 0) == 0, "a ship without a shield fights one round"
        assert p.g.stronghold == levels - extra, f"{expected + extra} damage"


@pytest.mark.parametrize("difficulty", DIFFICULTY)
@pytest.mark.parametrize("mode", MODES)
def test_the_shield_of_a_level_follows_turn_and_difficulty(mode: str, difficulty: str) -> None:
    """Event Horizon, lines 1256-1258, 1330-1332, 1381-1419, 1452-1493: 8, the bonus of the chart, the difficulty."""
    for now, _, shield in COOP_CHART if mode == "coop" else SEMI_CHART:
        assert_shield(SHIELD + shield + DIFFICULTY[difficulty], mode=mode, turn=now, difficulty=difficulty)


@pytest.mark.parametrize(("mode", "now", "shield"), [("coop", 8, 9), ("coop", 9, 10), ("semi_coop", 9, 7)])
def test_the_shield_of_a_level_in_longer_games(mode: str, now: int, shield: int) -> None:
    """Event Horizon, lines 1148 and 1189: the bonus goes on by the rule of thumb."""
    assert_shield(SHIELD + shield, mode=mode, turn=now, variant="long")


@pytest.mark.parametrize("players", [3, 6])
def test_the_shield_of_a_level_is_the_same_for_every_count(players: int) -> None:
    """Event Horizon, lines 1256-1258: only the number of levels depends on the players."""
    assert_shield(SHIELD + 4, players=players, turn=3)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("learned", [(), ("quantum_scanner",)])
def test_players_hit_the_stronghold_on_a_six_only(mode: str, learned: tuple[str, ...]) -> None:
    """Event Horizon, lines 1263 and 1337: whatever technologies say, in the first round too."""
    for value, levels in ((5, 2), (6, 1)):
        p = siege(mode=mode)
        p.learn(0, *learned)
        total = SHIELD + bonus(p) + 1
        warship(p, 0, ring(p)[0], total)
        storm(p, *[value] * total)
        assert p.finished and p.g.stronghold == levels


# Rounds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_every_ship_takes_one_damage_each_round(mode: str) -> None:
    """Event Horizon, lines 1260-1261 and 1334-1335: every ship in the combat, not only one of each player."""
    p = siege(3, mode)
    one, two, away = ring(p)[0], ring(p)[1], outer(p)[0]
    ships = [
        (0, warship(p, 0, one, 7, 9)),
        (0, warship(p, 0, two, 0, 3, FIGHTER)),
        (0, p.place_ship(0, FIGHTER, two)),
        (1, warship(p, 1, one, 0, 2, DARK_RAIDER)),
    ]
    spared = (2, warship(p, 2, away, 0, 3))
    p.g.stronghold = 1
    needed = SHIELD + bonus(p) + 1
    storm(p, *[SIX] * 7, *[MISS] * CANNON, *roll(needed - 7, 7, SIX), *[MISS] * CANNON)
    assert p.g.over == 1
    assert [damage(p, *ship) for ship in ships] == [2, 2, 2, 2]
    assert damage(p, *spared) == 0


@pytest.mark.parametrize("mode", MODES)
def test_the_damage_comes_before_the_hits(mode: str) -> None:
    """Event Horizon, lines 1260-1261 and 1334-1335: a ship it destroys is no target any more."""
    p = siege(mode=mode)
    p.g.stronghold = 1
    needed = SHIELD + bonus(p) + 1
    strong = warship(p, 0, ring(p)[0], needed)
    weak = warship(p, 1, ring(p)[1], 0, 9)
    storm(p, *[SIX] * needed, *roll(3, CANNON))
    assert p.g.over == 1
    assert damage(p, 0, strong) is None
    assert damage(p, 1, weak) == 4, "one before, and all three hits"


@pytest.mark.parametrize("mode", MODES)
def test_one_level_a_round(mode: str) -> None:
    """Event Horizon, lines 1267-1270 and 1341-1344: however much damage there is."""
    p = siege(3, mode)
    total = 2 * (SHIELD + bonus(p) + 1)
    assert total <= 30
    warship(p, 0, ring(p)[0], total)
    storm(p, *[SIX] * total)
    assert p.finished and p.g.stronghold == 2


@pytest.mark.parametrize(("second", "levels"), [(SHIELD, 1), (SHIELD + 1, 0)])
def test_extra_damage_does_not_carry_over_to_the_next_level(second: int, levels: int) -> None:
    """Event Horizon, lines 1267-1270 and 1341-1344: the next level has no damage."""
    p = siege(**EASIEST)
    warship(p, 0, ring(p)[0], 12, 1)
    storm(p, *[SIX] * 12, *[MISS] * CANNON, *roll(second, 12, SIX))
    assert ships_on_map(p, 0) == 0
    assert (p.g.stronghold, p.g.over) == (levels, levels == 0)


@pytest.mark.parametrize(("first", "levels"), [(SHIELD - 1, 2), (SHIELD, 1)])
def test_damage_on_a_level_stays_from_round_to_round(first: int, levels: int) -> None:
    """Event Horizon, lines 1253-1254 with 1216-1217: until it is in excess of the shield."""
    p = siege(**EASIEST)
    warship(p, 0, ring(p)[0], SHIELD, 1)
    storm(p, *roll(first, SHIELD, SIX), *[MISS] * CANNON, *roll(1, SHIELD, SIX))
    assert p.finished and ships_on_map(p, 0) == 0
    assert p.g.stronghold == levels


@pytest.mark.parametrize("mode", MODES)
def test_a_failed_attack_leaves_no_damage(mode: str) -> None:
    """Event Horizon, lines 1353-1355 and 1424-1426: the next one begins anew."""
    p = siege(mode=mode)
    shield = SHIELD + bonus(p)
    for _ in range(2):
        warship(p, 0, ring(p)[0], shield)
        storm(p, *[SIX] * shield)
        assert p.finished and ships_on_map(p, 0) == 0
        assert p.g.stronghold == 2 and not p.g.foe_damage.any()


@pytest.mark.parametrize("mode", MODES)
def test_levels_once_lost_stay_lost(mode: str) -> None:
    """Event Horizon, lines 1271-1275, 1345-1355: a defeat leaves only the levels that remain."""
    p = siege(3, mode)
    total = SHIELD + bonus(p) + 1
    for levels in (2, 1):
        warship(p, 0, ring(p)[0], total)
        storm(p, *[SIX] * total)
        assert p.finished and ships_on_map(p, 0) == 0
        assert (p.g.stronghold, p.g.over) == (levels, 0)


def test_the_attack_goes_on_until_all_ships_are_lost() -> None:
    """Event Horizon, lines 1245-1246 with 1253-1254: those who are left fight on."""
    p = siege()
    warship(p, 0, ring(p)[0], 1)
    warship(p, 1, ring(p)[1], 1, 2)
    storm(p, *[MISS] * (2 + CANNON), *[MISS] * (1 + CANNON), *[MISS] * (1 + CANNON), *SENTINELS)
    assert p.finished
    assert (ships_on_map(p, 0), ships_on_map(p, 1), p.g.stronghold) == (0, 0, 2)
    assert p.g.scripted_count == len(SENTINELS), "three rounds"


@pytest.mark.parametrize("mode", MODES)
def test_attackers_do_not_hit_each_other(mode: str) -> None:
    """Event Horizon, lines 1253-1254: they fight the Stronghold."""
    p = siege(mode=mode, ask_forced=True)
    for player in (0, 1):
        warship(p, player, ring(p)[0], 3, 6)
    storm(p, *[SIX] * 6, *[MISS] * CANNON)
    players = set()
    for _ in range(6):
        assert p.decision == "hit" and p.legal() == {("hit_foe", 0)}
        players.add(p.actor)
        p.default()
    assert players == {0, 1}


def test_a_level_brings_no_reward() -> None:
    """Event Horizon, lines 1345-1347: neither VP nor cards, and nothing for lost ships."""
    p = siege(mode="semi_coop")
    before = vp(p)
    total = SHIELD + bonus(p) + 1
    warship(p, 0, ring(p)[0], total)
    storm(p, *[SIX] * total)
    assert p.finished and p.g.stronghold == 1
    assert vp(p) == before


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("radar", "there", "levels"), [(False, True, 2), (True, True, 1), (True, False, 2)])
def test_satellites_need_radar_against_the_stronghold(mode: str, radar: bool, there: bool, levels: int) -> None:
    """Event Horizon, lines 1043-1045; our ruling S5: the Satellite is in the hex of a ship that attacks."""
    p = siege(mode=mode, modules=("M8",))
    near, other = ring(p)[:2]
    p.g.satellite[0, :2] = p.t.home_hex[0], near if there else other
    if radar:
        p.learn(0, "radar")
    total = SHIELD + bonus(p)
    warship(p, 0, near, total)
    storm(p, *[SIX] * total)
    assert p.finished and ships_on_map(p, 0) == 0
    assert p.g.stronghold == levels


def test_political_cards_do_not_help_against_the_stronghold() -> None:
    """Event Horizon, lines 1263 and 1337: one that lets players hit more easily does so with squadrons only."""
    p = siege()
    enact(p, "live_ammunition")
    hexagon = outer(p)[0]
    _, shield = wave(p, hexagon)
    warship(p, 0, hexagon, shield + 1)
    p.dice(*[4] * (shield + 1)).jump(frames.SQUADRONS)
    assert p.finished and on_board(p) == 0
    total = SHIELD + bonus(p) + 1
    warship(p, 0, ring(p)[0], total)
    storm(p, *[5] * total)
    assert p.finished and p.g.stronghold == 2


# The win --------------------------------------------------------------------------------------------------------------


def victory(players: int, mode: str, shield: int = 3, **config: Any) -> Position:
    """The last level falls to player 0 in one round."""
    p = siege(players, mode, **config)
    p.g.stronghold = 1
    total = SHIELD + bonus(p) + 1
    warship(p, 0, ring(p)[0], total, shield)
    return storm(p, *[SIX] * total, *[MISS] * CANNON)


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_the_fall_of_the_stronghold_is_a_win_for_all(players: int) -> None:
    """Event Horizon, lines 1350-1351 and 1374-1375: 1 for everybody, also for those who did not attack."""
    p = victory(players, "solo" if players == 1 else "coop")
    assert (p.g.over, p.g.outcome, p.g.stronghold) == (1, WON, 0)
    assert p.rewards == [1.0] * players
    assert p.finished and p.legal() == set()


@pytest.mark.parametrize("mode", MODES)
def test_a_win_with_the_last_ship_is_a_win(mode: str) -> None:
    """Event Horizon, lines 1351 and 1374: the Stronghold is defeated, whoever is left."""
    p = victory(2, mode, 0)
    assert ships_on_map(p, 0) == 0
    assert (p.g.over, p.g.outcome) == (1, WON)
    assert max(p.rewards) > 0


@pytest.mark.parametrize("mode", MODES)
def test_all_levels_in_one_attack(mode: str) -> None:
    """Event Horizon, lines 1350-1351: the battle goes on until no level is left."""
    p = siege(2, mode, turn=FIRST[mode], difficulty="beginner")
    needed = SHIELD + bonus(p) + 1
    warship(p, 0, ring(p)[0], needed, 6)
    assert p.g.stronghold == 2
    storm(p, *[SIX] * needed, *[MISS] * CANNON, *[SIX] * needed)
    assert (p.g.over, p.g.outcome, p.g.stronghold) == (1, WON, 0)


@pytest.mark.parametrize("mode", MODES)
def test_the_win_ends_the_game_at_once(mode: str) -> None:
    """Event Horizon, lines 1351, 1374 and 1445: in the middle of a Conquest Stage, and of the game."""
    p = siege(mode=mode)
    p.g.stronghold = 1
    near = next(h for h in ring(p) if h in ordinary_planets(p))
    total = SHIELD + bonus(p) + 1
    warship(p, 0, near, total, 3, cargo=1)
    p.place_ship(1, FIGHTER, int(p.t.home_hex[1]))
    now = int(p.g.turn)
    stage(p, turn.CONQUEST)
    while p.decision != "join":
        p.default()
    assert p.g.conquest == 1
    join_all(p.dice(*[SIX] * total, *[MISS] * CANNON))
    assert (p.g.over, p.g.outcome, p.g.turn) == (1, WON, now)
    assert p.g.ship_cargo[0].sum() == 1, "nobody lands any more"


@pytest.mark.parametrize("mode", MODES)
def test_the_win_can_come_in_the_activation_stage(mode: str) -> None:
    """Event Horizon, lines 1119-1121, 1229-1232 and 1374, our ruling S5."""
    p = siege(mode=mode)
    near = ring(p)[0]
    dice, shield = wave(p, near, 0)
    p.g.stronghold = 1
    total = SHIELD + bonus(p) + 1
    warship(p, 0, near, total, 6)
    p.dice(*([*roll(shield + 1, total), *[MISS] * dice] * 2)[:32])
    activate(p)
    assert p.decision == "join" and p.g.stage == frames.ACTIVATION_STAGE
    join_all(p.dice(*[SIX] * total))
    assert (p.g.over, p.g.outcome, p.g.conquest) == (1, WON, 0)


# Half together: scored ------------------------------------------------------------------------------------------------


def give_vp(p: Position, player: int, amount: int) -> None:
    """VP of a player by some card."""
    p.g.score[player, SCORE_CARDS] += amount
    p.g.resource[player, VP] += amount


@pytest.mark.parametrize(
    ("players", "rewards"),
    [(2, [1.0, -0.5]), (3, [1.0, 0.25, -0.5]), (4, [1.0, 0.5, 0.0, -0.5])],
)
def test_half_together_the_game_is_scored(players: int, rewards: list[float]) -> None:
    """Event Horizon, lines 1445-1446: most VP wins, whoever brought the Stronghold down."""
    p = siege(players, "semi_coop")
    p.g.stronghold = 1
    total = SHIELD + bonus(p) + 1
    warship(p, 0, ring(p)[0], total, 3)
    for player in range(players):
        give_vp(p, player, 40 * player)
    storm(p, *[SIX] * total, *[MISS] * CANNON)
    assert (p.g.over, p.g.outcome) == (1, WON)
    totals = [int(p.g.score[player].sum()) for player in range(players)]
    assert sorted(totals) == totals and len(set(totals)) == players
    assert p.rewards == pytest.approx(rewards[::-1])
    assert [int(r) for r in p.g.rank[:players]] == list(range(players, 0, -1))


def test_half_together_equal_players_share_the_reward() -> None:
    """Event Horizon, lines 1445-1446 and S9: utility by rank within -0.5 and 1, always above a loss."""
    p = victory(4, "semi_coop")
    assert all(-0.5 <= reward <= 1.0 for reward in p.rewards)
    assert sum(p.rewards) == pytest.approx(1.0), "the average is 0.25"


def test_half_together_squadrons_count_in_the_score() -> None:
    """Event Horizon, lines 1298 and 1446: the 7 VP are part of the final score."""
    scores = []
    for fought in (False, True):
        p = siege(2, "semi_coop")
        hexagon = outer(p)[0]
        dice, shield = wave(p, hexagon)
        warship(p, 1, hexagon, shield + 1, 6)
        if fought:
            p.dice(*[HIT] * (shield + 1), *[MISS] * dice).jump(frames.SQUADRONS)
            finish(p)
        else:
            p.g.squadron[hexagon] = 0
            p.g.squadron_supply += 1
        p.g.stronghold = 1
        total = SHIELD + bonus(p) + 1
        warship(p, 0, ring(p)[0], total, 3)
        storm(p, *[SIX] * total, *[MISS] * CANNON)
        assert p.g.over == 1
        scores.append([int(p.g.score[player].sum()) for player in (0, 1)])
    assert scores[1] == [scores[0][0], scores[0][1] + 7]


# The loss at the end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "mode", "config"),
    [
        (1, "solo", {}),
        (2, "coop", {}),
        (4, "coop", {"turns": 5}),
        (2, "coop", {"variant": "long"}),
        (2, "semi_coop", {}),
        (5, "semi_coop", {"turns": 4}),
        (3, "semi_coop", {"variant": "combat"}),
    ],
)
def test_an_undefeated_stronghold_is_a_loss_for_all(players: int, mode: str, config: dict[str, Any]) -> None:
    """Event Horizon, lines 1378-1379 and 1449-1450: at the end of the final turn, whatever the VP and the levels."""
    p = siege(players, mode, **config)
    p.g.stronghold = 1
    give_vp(p, 0, 60)
    p.place_ship(0, FIGHTER, int(p.t.home_hex[0]))
    last_conquest(p)
    assert p.g.over == 0 and p.g.turn == p.t.turns
    finish(p)
    assert (p.g.over, p.g.outcome) == (1, LOST)
    assert p.rewards == [-1.0] * players


@pytest.mark.parametrize("mode", MODES)
def test_the_game_goes_on_before_the_final_turn(mode: str) -> None:
    """Event Horizon, lines 1049 and 1378-1379: the number of turns is unchanged."""
    p = siege(mode=mode)
    assert p.t.turns == 7
    p.place_ship(0, FIGHTER, int(p.t.home_hex[0]))
    p.g.turn = 6
    stage(p, turn.CONQUEST)
    while p.g.turn == 6:
        assert not p.g.over
        p.default()
    assert (p.g.turn, p.g.over, p.g.outcome) == (7, 0, 0)


@pytest.mark.parametrize("mode", MODES)
def test_the_last_attack_of_the_game_can_win(mode: str) -> None:
    """Event Horizon, lines 1374-1379: before the end of the final turn is early enough."""
    p = siege(mode=mode)
    p.g.stronghold = 1
    p.g.turn = p.t.turns
    total = SHIELD + bonus(p) + 1
    warship(p, 0, ring(p)[0], total, 3)
    last_conquest(p)
    while p.decision != "join":
        p.default()
    join_all(p.dice(*[SIX] * total, *[MISS] * CANNON))
    assert (p.g.over, p.g.outcome) == (1, WON)
    assert max(p.rewards) == 1.0 and min(p.rewards) >= -0.5


@pytest.mark.parametrize(
    ("players", "mode"), [(1, "solo"), (2, "coop"), (2, "semi_coop"), (3, "coop"), (4, "semi_coop")]
)
def test_whole_games_end_won_or_lost(players: int, mode: str) -> None:
    """Event Horizon, lines 1373-1379 and 1444-1450: every game has one of the two ends, and rewards that fit."""
    p = Position(3, players=players, scenario="stronghold", mode=mode).play_out(players)
    assert p.g.outcome in (WON, LOST)
    if p.g.outcome == LOST:
        assert p.rewards == [-1.0] * players
        assert p.g.squadron_supply == 0 or p.g.turn == p.t.turns
    else:
        assert p.g.stronghold == 0
        assert p.rewards == [1.0] * players if mode != "semi_coop" else min(p.rewards) >= -0.5
    assert on_board(p) + p.g.squadron_supply == 3 * players
