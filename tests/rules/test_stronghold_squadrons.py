"""Centaurian Stronghold: combat against Warship Squadrons, and scenes for the other files of the scenario."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.exodus.content.vocabulary import VP
from exodus_env.exodus.rules import frames
from tests.position import FIXED_VALUES, Position
from tests.rules.early import enact, seat
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    empty_space,
    finish,
    ordinary_planets,
    ships_on_map,
)
from tests.rules.test_m2_resistance_fleets import REGULAR, chart, decks, shown, stack, won_cards

HIT, MISS, SIX = 5, 4, 6
SENTINELS = (2, 2, 2)  # dice nobody must roll
CANNONS = {
    6: "antimatter_cannon",
    4: "neutron_cannon",
    3: "plasma_cannon",
    2: "ion_cannon",
    1: "laser_cannon",
}  # fmt: skip
SHIELDS = {3: "singularity_shield", 2: "deflector_shield", 1: "electromagnetic_shield"}
MODES = ("coop", "semi_coop")
PLAYERS_AND_MODE = [(1, "solo"), *[(n, mode) for mode in MODES for n in (2, 3, 4, 5, 6)]]
DIFFICULTY = {"beginner": -2, "easy": -1, "standard": 0, "hard": 1, "extreme": 2}
HIGHEST = 9
PRICE = 7  # VP for a squadron

# The two charts of the rulebook: game turn, turn with Edge of Extinction, shield bonus. The pictures of the cards are
# lost; "the strength is 2 higher than the current Resistance Level" names the line, by the level of a regular fleet of
# module M2 in that turn.
RESISTANCE_LEVEL = {1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7, 9: 8}
COOP_CHART = [(3, 1, 4), (4, 2, 5), (5, 3, 6), (6, 4, 7), (7, 5, 8)]
SEMI_CHART = [(4, 2, 2), (5, 3, 3), (6, 4, 4), (7, 5, 5)]
CHARTS = [("coop", *line) for line in COOP_CHART] + [("semi_coop", *line) for line in SEMI_CHART]


# Scenes ---------------------------------------------------------------------------------------------------------------


def squadron_chart(p: Position, level: int) -> tuple[int, ...]:
    """Cards of decks I, II and III that squadrons of a level reveal."""
    return tuple(p.rules.content.fleets[level - 1].squadron)


def together(mode: str) -> bool:
    """Whether it is one of the co-operative modes."""
    return mode != "semi_coop"


def siege(players: int = 2, mode: str = "coop", turn: int = 0, seed: int = 1, **config: Any) -> Position:
    """Empty space, everything explored; the Stronghold has activated, and no squadron is on the board.

    The players sit in turn order. Without a turn it is the first of the activations.
    """
    config.setdefault("content", FIXED_VALUES)
    p = empty_space(seed, players=players, scenario="stronghold", mode=mode, **config)
    while p.g.stage == frames.SETUP:
        p.default()
    p.remove_ships()
    p.g.face_down[:] = 0
    p.g.barrier[:] = -1
    p.g.turn = turn or (3 if together(mode) else 4)
    p.g.activations = 1
    return seat(p, *range(players))


def ring(p: Position) -> list[int]:
    """The six hexes around the Stronghold."""
    near = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    return [h for h, where in enumerate(p.rules.coordinates) if where in near]


def outer(p: Position) -> list[int]:
    """Hexes that neither are homes nor touch the Stronghold; alone there are none, and the ring must do."""
    return [h for h in range(p.t.hexes) if p.t.home_of[h] < 0 and h not in (CENTRE, *ring(p))] or ring(p)


def parts(strengths: dict[int, str], total: int) -> list[str]:
    """The fewest upgrades of a sort with a strength in all."""
    found = []
    for strength, name in strengths.items():
        while total >= strength:
            found.append(name)
            total -= strength
    assert total == 0
    return found


def warship(
    p: Position,
    player: int,
    hexagon: int,
    dice: int = 0,
    shield: int = 0,
    kind: int = WAR_CRUISER,
    damage: int = 0,
    cargo: int = 0,
) -> int:
    """A ship with so many dice and such a shield; all ships of the class are like it."""
    upgrades = parts(CANNONS, dice) + parts(SHIELDS, shield)
    assert len(upgrades) <= p.t.class_slots[kind]
    p.equip(player, kind, *upgrades)
    return p.place_ship(player, kind, hexagon, damage, cargo)


def bonus(p: Position) -> int:
    """The shield bonus by the rule of thumb, and the difficulty."""
    config = p.rules.config
    return int(p.g.turn) + (1 if together(str(config.mode)) else -2) + DIFFICULTY[str(config.difficulty)]


def level(p: Position) -> int:
    """The level of a squadron by the rule of thumb."""
    return min(HIGHEST, int(p.g.turn) + 1)


def wave(p: Position, hexagon: int, count: int = 1) -> tuple[int, int]:
    """Squadrons in a hex, the weakest cards on top of the decks; tells the dice and the shield they bring."""
    p.g.squadron[hexagon] += count
    p.g.squadron_supply -= count
    cards = stack(p, *[deck + 1 for deck, n in enumerate(squadron_chart(p, level(p))) for _ in range(n)])
    shield = sum(int(p.t.resistance_shield[card]) for card in cards)
    return sum(int(p.t.resistance_dice[card]) for card in cards), shield + bonus(p)


def fight(p: Position, hexagon: int, *dice: int) -> Position:
    """Begin the combat in a hex; the dice of players come first, in turn order."""
    return p.dice(*dice).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.AGAINST_SQUADRONS)


def roll(hits: int, dice: int, value: int = HIT) -> list[int]:
    """So many dice, of which some hit."""
    assert 0 <= hits <= dice
    return [value] * hits + [MISS] * (dice - hits)


def vp(p: Position) -> list[int]:
    """VP of the players."""
    return [int(x) for x in p.g.resource[: p.t.players, VP]]


def on_board(p: Position) -> int:
    """Squadrons on the board."""
    return int(p.g.squadron.sum())


def damage(p: Position, player: int, ship: int) -> int | None:
    """Damage of a ship, None if it is lost."""
    return int(p.g.ship_damage[player, ship]) if p.g.ship_hex[player, ship] >= 0 else None


def against(p: Position) -> int:
    """Who is fought in the combat under way."""
    return int(p.g.stack[p.g.depth - 1, frames.COMBAT_KIND])


# Strength -------------------------------------------------------------------------------------------------------------


def revealed(p: Position, count: int = 1) -> tuple[int, ...]:
    """Attack squadrons, and tell the cards of decks I, II and III that are shown."""
    hexagon = outer(p)[0]
    wave(p, hexagon, count)
    warship(p, 0, hexagon, 6)
    fight(p, hexagon, *[HIT] * 6)
    assert p.decision == "hit"
    levels = [int(p.t.resistance_level[card]) for card in shown(p)]
    return tuple(levels.count(deck) for deck in (1, 2, 3))


@pytest.mark.parametrize(("mode", "turn", "extinction", "shield"), CHARTS)
def test_cards_follow_the_chart(mode: str, turn: int, extinction: int, shield: int) -> None:
    """Event Horizon, lines 1143-1153, 1184-1194, 1381-1419, 1452-1487: two levels above the Resistance of the turn."""
    p = siege(mode=mode, turn=turn, ask_forced=True)
    found = revealed(p)
    assert found == squadron_chart(p, RESISTANCE_LEVEL[turn] + 2) == squadron_chart(p, turn + 1)
    # With Edge of Extinction the same line stands two turns earlier, and 2 is added to both numbers.
    assert (extinction + 1 + 2, extinction + 2 + (1 if mode == "coop" else -2)) == (turn + 1, shield)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("turn", "line"), [(7, 8), (8, 9), (9, 9)])
def test_longer_games_go_on_to_level_nine(mode: str, turn: int, line: int) -> None:
    """Event Horizon, lines 191-192, 1147 and 1188: by the rule of thumb, and never above level 9."""
    p = siege(mode=mode, turn=turn, variant="long", ask_forced=True)
    assert revealed(p) == squadron_chart(p, line)


def test_solo_squadrons_are_those_of_the_cooperative_game() -> None:
    """Event Horizon, lines 1496-1497 with 1147-1148."""
    for turn in (3, 7):
        p = siege(1, "solo", turn, ask_forced=True)
        assert revealed(p) == squadron_chart(p, turn + 1)
        assert_shield(turn + 1, players=1, mode="solo", turn=turn)


def assert_shield(expected: int, **config: Any) -> None:
    """The cards' shield and this bonus: so much damage is borne, one more is not."""
    for extra, left in ((0, 1), (1, 0)):
        p = siege(**config)
        hexagon = outer(p)[0]
        wave(p, hexagon)
        cards = stack(p, *[deck + 1 for deck, n in enumerate(squadron_chart(p, level(p))) for _ in range(n)])
        total = sum(int(p.t.resistance_shield[card]) for card in cards) + expected + extra
        warship(p, 0, hexagon, total)
        fight(p, hexagon, *[HIT] * total)
        assert p.finished and ships_on_map(p, 0) == 0, "a ship without a shield fights one round"
        assert p.g.squadron[hexagon] == left, f"{total} damage, bonus {expected}"


@pytest.mark.parametrize(("mode", "turn", "extinction", "shield"), CHARTS)
def test_the_shield_bonus_follows_the_chart(mode: str, turn: int, extinction: int, shield: int) -> None:
    """Event Horizon, lines 1205-1207, 1216-1217, 1283-1285, 1381-1419, 1452-1487: damage in excess destroys."""
    assert_shield(shield, mode=mode, turn=turn)
    assert extinction == turn - 2


@pytest.mark.parametrize("difficulty", DIFFICULTY)
@pytest.mark.parametrize("mode", MODES)
def test_difficulty_changes_the_shield_of_squadrons(mode: str, difficulty: str) -> None:
    """Event Horizon, lines 1489-1493: -2, -1, 0, 1 or 2 on the bonus of every turn."""
    for turn, _, shield in COOP_CHART if mode == "coop" else SEMI_CHART:
        assert_shield(shield + DIFFICULTY[difficulty], mode=mode, turn=turn, difficulty=difficulty)


@pytest.mark.parametrize(("mode", "turn", "shield"), [("coop", 8, 9), ("coop", 9, 10), ("semi_coop", 9, 7)])
def test_the_shield_bonus_of_longer_games(mode: str, turn: int, shield: int) -> None:
    """Event Horizon, lines 1148 and 1189: the rule of thumb goes on."""
    assert_shield(shield, mode=mode, turn=turn, variant="long")


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("mode", MODES)
def test_one_set_of_cards_however_many_squadrons(mode: str, count: int) -> None:
    """Event Horizon, lines 1152-1153 and 1193-1194."""
    p = siege(mode=mode, ask_forced=True)
    assert revealed(p, count) == squadron_chart(p, level(p))


@pytest.mark.parametrize("mode", MODES)
def test_a_squadron_fights_without_any_card_with_the_bonus_as_its_shield(mode: str) -> None:
    """Ruling 166: somebody has won every Resistance card there is."""
    for extra, left in ((0, 1), (1, 0)):
        p = siege(mode=mode)
        hexagon = outer(p)[0]
        p.g.resistance_deck[:] = -1
        p.g.resistance_left[:] = 0
        p.g.resistance_owner[: p.t.resistance_cards] = 1
        p.g.squadron[hexagon] = 1
        p.g.squadron_supply -= 1
        total = bonus(p) + extra
        warship(p, 0, hexagon, total)
        fight(p, hexagon, *[HIT] * total)
        assert p.finished and ships_on_map(p, 0) == 0, "a ship without a shield fights one round"
        assert p.g.squadron[hexagon] == left
        assert (p.g.resistance_owner[: p.t.resistance_cards] == 1).all()


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("mode", MODES)
def test_squadrons_roll_the_dice_of_all_cards_once(mode: str, count: int) -> None:
    """Event Horizon, lines 1198-1200 and 1277-1279: the cards are the cannon strength of the whole."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    dice, _ = wave(p, hexagon, count)
    warship(p, 0, hexagon, 1)
    fight(p, hexagon, MISS, *[MISS] * dice, *SENTINELS)
    assert p.finished and ships_on_map(p, 0) == 0
    assert p.g.scripted_count == len(SENTINELS)


@pytest.mark.parametrize("mode", MODES)
def test_no_card_can_be_shot_alone(mode: str) -> None:
    """Event Horizon, lines 1198-1200 and 1277-1279: there is one enemy, and it rolls all its dice to the end."""
    p = siege(mode=mode, ask_forced=True)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    warship(p, 0, hexagon, shield, 6)
    fight(p, hexagon, *[HIT] * shield, *[MISS] * dice, *roll(1, shield), *[MISS] * dice, *SENTINELS)
    for _ in range(shield):
        assert p.legal() == {("hit_foe", 0)}
        p.default()
    assert p.g.squadron[hexagon] == 1, "more damage than any card's own shield does nothing yet"
    finish(p)
    assert p.g.squadron[hexagon] == 0
    assert p.g.scripted_count == len(SENTINELS)


@pytest.mark.parametrize("mode", MODES)
def test_squadrons_hit_like_everybody(mode: str) -> None:
    """Event Horizon, lines 1153 and 1194: by the normal rules on 5 and 6."""
    for value, hits in ((4, 0), (5, 1), (6, 1)):
        p = siege(mode=mode)
        hexagon = outer(p)[0]
        dice, shield = wave(p, hexagon)
        ship = warship(p, 0, hexagon, shield + 1, 9, kind=WAR_CRUISER)
        fight(p, hexagon, *[HIT] * (shield + 1), *[value] * dice)
        assert p.finished and p.g.squadron[hexagon] == 0
        assert damage(p, 0, ship) == 1 + hits * dice, "and one more, dice or not"


@pytest.mark.parametrize("mode", MODES)
def test_technologies_of_combat_help_against_squadrons(mode: str) -> None:
    """Event Horizon, lines 1153 and 1194: normal rules; with the Quantum Scanner 4 hits in the first round."""
    for learned, left in (((), 1), (("quantum_scanner",), 0)):
        p = siege(mode=mode)
        hexagon = outer(p)[0]
        _, shield = wave(p, hexagon)
        p.learn(0, *learned)
        warship(p, 0, hexagon, shield + 1)
        fight(p, hexagon, *[4] * (shield + 1))
        assert p.finished
        assert p.g.squadron[hexagon] == left


# Rounds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_one_squadron_a_round(mode: str) -> None:
    """Event Horizon, lines 1209-1211 and 1287-1289: however much damage there is."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    _, shield = wave(p, hexagon, 3)
    warship(p, 0, hexagon, 24)
    assert 2 * (shield + 1) <= 24
    fight(p, hexagon, *[HIT] * 24)
    assert p.finished and ships_on_map(p, 0) == 0
    assert p.g.squadron[hexagon] == 2


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("second", "left"), [(0, 1), (1, 0)])
def test_extra_damage_does_not_carry_over(mode: str, second: int, left: int) -> None:
    """Event Horizon, lines 1209-1211 and 1287-1289: the next squadron has no damage."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon, 2)
    guns = shield + 3
    toll = 2 if mode == "coop" else 2 + 1  # what the squadrons do in two rounds besides their dice
    ship = warship(p, 0, hexagon, guns, toll - 1)
    fight(p, hexagon, *[HIT] * guns, *[MISS] * dice, *roll(shield + second, guns))
    assert p.finished
    assert damage(p, 0, ship) is None
    assert p.g.squadron[hexagon] == left


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("first", [0, 1])
def test_damage_stays_from_round_to_round(mode: str, first: int) -> None:
    """Event Horizon, lines 1153, 1216-1217 and 1294-1295: it adds up until the squadron is destroyed."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    warship(p, 0, hexagon, shield, 1)  # both modes: one damage a round besides the dice
    fight(p, hexagon, *roll(shield - 1 + first, shield), *[MISS] * dice, *roll(1, shield), *[MISS] * dice)
    assert p.finished and ships_on_map(p, 0) == 0
    assert p.g.squadron[hexagon] == 1 - first


@pytest.mark.parametrize("mode", MODES)
def test_a_lost_battle_leaves_no_damage(mode: str) -> None:
    """Event Horizon, lines 1234-1237 and 1313-1315: the next attacker meets a squadron without damage."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    _, shield = wave(p, hexagon)
    for _ in range(2):
        p.remove_ships()
        stack(p, 1, 2, 3)
        warship(p, 0, hexagon, shield)
        fight(p, hexagon, *[HIT] * shield)
        assert p.finished and ships_on_map(p, 0) == 0
        assert p.g.squadron[hexagon] == 1
        assert not p.g.foe_damage.any()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", [1, 3])
def test_defeat_leaves_the_tokens(mode: str, count: int) -> None:
    """Event Horizon, lines 1241-1243 and 1319-1321: what was not destroyed stays."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    _, shield = wave(p, hexagon, count)
    supply = int(p.g.squadron_supply)
    warship(p, 0, hexagon, shield + 1)
    fight(p, hexagon, *roll(0 if count == 1 else shield + 1, shield + 1))
    assert p.finished and ships_on_map(p, 0) == 0
    gone = 0 if count == 1 else 1
    assert p.g.squadron[hexagon] == count - gone
    assert p.g.squadron_supply == supply + gone


@pytest.mark.parametrize("mode", MODES)
def test_a_destroyed_squadron_goes_back_to_the_supply(mode: str) -> None:
    """Event Horizon, lines 1221 and 1299: one token each, and the others stay where they are."""
    p = siege(mode=mode)
    hexagon, elsewhere = outer(p)[:2]
    wave(p, elsewhere)
    dice, shield = wave(p, hexagon, 2)
    assert p.g.squadron_supply == 3
    warship(p, 0, hexagon, shield + 1, 6)
    fight(p, hexagon, *[HIT] * (shield + 1), *[MISS] * dice, *[HIT] * (shield + 1), *[MISS] * dice, *SENTINELS)
    assert p.finished
    assert (p.g.squadron[hexagon], p.g.squadron[elsewhere], p.g.squadron_supply) == (0, 1, 5)
    assert p.g.scripted_count == len(SENTINELS), "two squadrons, two rounds"


# What squadrons do besides their dice ---------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_each_player_suffers_one_damage_a_round(players: int, count: int) -> None:
    """Event Horizon, lines 1202-1203: each player in the combat, whatever the number of squadrons."""
    p = siege(players)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon, count)
    ships = [warship(p, player, hexagon, 0 if player else shield + 1, 6) for player in range(players)]
    fight(p, hexagon, *([*[HIT] * (shield + 1), *[MISS] * dice] * count))
    assert p.finished and p.g.squadron[hexagon] == 0
    assert [damage(p, player, ship) for player, ship in enumerate(ships)] == [count] * players


def test_the_damage_is_one_for_all_ships_of_a_player() -> None:
    """Event Horizon, lines 1202-1203, our ruling S3: one ship suffers it, the one the targeting rules name."""
    p = siege()
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    strong = warship(p, 0, hexagon, shield + 1, 6)
    weak = warship(p, 0, hexagon, 1, 1, FIGHTER)
    armed = warship(p, 1, hexagon, 2, 1, FIGHTER)
    plain = warship(p, 1, hexagon, 1, 2, BATTLE_CARRIER)
    fight(p, hexagon, *roll(shield + 1, shield + 2), *[MISS] * 3, *[MISS] * dice)
    assert p.finished and p.g.squadron[hexagon] == 0
    assert [damage(p, 0, strong), damage(p, 0, weak)] == [1, 0]
    assert [damage(p, 1, armed), damage(p, 1, plain)] == [1, 0]


def test_the_damage_comes_before_the_hits() -> None:
    """Event Horizon, lines 1202-1203: hits are assigned to ships that bear it already."""
    p = siege()
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    first = warship(p, 0, hexagon, shield + 1, 1)
    second = warship(p, 1, hexagon, 0, 6)
    fight(p, hexagon, *[HIT] * (shield + 1), *roll(2, dice))
    assert p.finished and p.g.squadron[hexagon] == 0
    assert damage(p, 0, first) is None, "one before, one of the two hits"
    assert damage(p, 1, second) == 2, "one before, the other hit"


def test_a_player_outside_the_combat_suffers_nothing() -> None:
    """Event Horizon, lines 1139-1140 and 1202-1203: each hex has its own combat."""
    p = siege()
    hexagon, elsewhere = outer(p)[:2]
    dice, shield = wave(p, hexagon)
    wave(p, elsewhere)
    warship(p, 0, hexagon, shield + 1, 3)
    other = warship(p, 1, elsewhere, 0, 3)
    fight(p, hexagon, *[HIT] * (shield + 1), *[HIT] * dice)
    assert p.finished
    assert (p.g.squadron[hexagon], p.g.squadron[elsewhere]) == (0, 1)
    assert damage(p, 1, other) == 0


@pytest.mark.parametrize("count", [1, 2])
def test_half_together_each_squadron_deals_one_more_damage(count: int) -> None:
    """Event Horizon, line 1281: so many hits more each round, none for each player."""
    p = siege(3, "semi_coop")
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon, count)
    first = warship(p, 0, hexagon, shield + 1, 9)
    others = [warship(p, player, hexagon, 0, 3) for player in (1, 2)]
    fight(p, hexagon, *([*[HIT] * (shield + 1), *[MISS] * dice] * count))
    assert p.finished and p.g.squadron[hexagon] == 0
    assert damage(p, 0, first) == count * (count + 1) // 2, "a destroyed squadron deals none any more"
    assert [damage(p, player, ship) for player, ship in enumerate(others, start=1)] == [0, 0]


def test_half_together_three_squadrons_deal_three() -> None:
    """Event Horizon, line 1281: in one round, beside the dice."""
    for shield_of_ship, survives in ((2, False), (3, True)):
        p = siege(2, "semi_coop", ask_forced=True)
        hexagon = outer(p)[0]
        dice, shield = wave(p, hexagon, 3)
        ship = warship(p, 0, hexagon, shield + 1, shield_of_ship)
        fight(p, hexagon, *roll(1, shield + 1), *[MISS] * dice, *roll(1, shield + 1))
        p.default()
        assert (damage(p, 0, ship) == 3) == survives
        assert p.finished != survives
        assert p.g.squadron[hexagon] == 3


# Cards ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("victory", [True, False])
def test_cards_go_under_their_decks_and_nobody_gets_one(mode: str, victory: bool) -> None:
    """Event Horizon, lines 1226-1228, 1238-1240, 1304-1306 and 1316-1318: after victory and defeat alike."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    before = decks(p)
    needed = squadron_chart(p, level(p))
    tops = [int(p.g.resistance_deck[deck, before[deck] - 1]) for deck in range(3) if needed[deck]]
    warship(p, 0, hexagon, shield + 1, 3 if victory else 0)
    fight(p, hexagon, *roll((shield + 1) * victory, shield + 1), *[MISS] * dice)
    assert p.finished and (p.g.squadron[hexagon] == 0) == victory
    assert decks(p) == before
    assert [int(p.g.resistance_deck[deck, 0]) for deck in range(3) if needed[deck]] == tops
    assert all(p.g.resistance_owner[card] == -1 for card in range(p.t.resistance_cards))
    assert shown(p) == []


def test_the_same_cards_last_for_all_squadrons_of_a_hex() -> None:
    """Event Horizon, lines 1225-1228: the cards go back only when the last squadron of the hex is destroyed."""
    p = siege(ask_forced=True)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon, 2)
    warship(p, 0, hexagon, shield + 1, 6)
    fight(p, hexagon, *[HIT] * (shield + 1), *[MISS] * dice, *[HIT] * (shield + 1), *[MISS] * dice)
    cards = shown(p)
    while p.g.squadron[hexagon] == 2:
        p.default()
    assert p.decision == "hit" and shown(p) == cards
    finish(p)
    assert p.g.squadron[hexagon] == 0
    assert all(p.g.resistance_owner[card] == -1 for card in cards)


# Several players ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_players_fight_squadrons_together(mode: str) -> None:
    """Event Horizon, lines 1140-1141; half together our reading of lines 1119-1121: their damage adds up."""
    for extra, left in ((0, 1), (1, 0)):
        p = siege(3, mode)
        hexagon = outer(p)[0]
        strength, shield = wave(p, hexagon)
        for player, dice in enumerate((2, 2, shield - 4 + extra)):
            warship(p, player, hexagon, dice)
        fight(p, hexagon, *[HIT] * (shield + extra), *[HIT] * strength)
        assert p.finished and [ships_on_map(p, player) for player in range(3)] == [0, 0, 0]
        assert p.g.squadron[hexagon] == left


@pytest.mark.parametrize("mode", MODES)
def test_players_do_not_hit_each_other_in_the_combat(mode: str) -> None:
    """Event Horizon, lines 1140-1141, our reading half together: the squadron is the only target."""
    p = siege(mode=mode, ask_forced=True)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    for player in (0, 1):
        warship(p, player, hexagon, 3, 6)
    fight(p, hexagon, *[HIT] * 6, *[MISS] * dice)
    assert shield + 1 <= 6
    asked = set()
    while not p.finished:
        asked.add(p.actor)
        assert p.decision == "hit" and p.legal() == {("hit_foe", 0)}
        p.default()
    assert asked == {0, 1}
    assert p.g.squadron[hexagon] == 0


def test_half_together_the_battle_goes_on_for_those_who_are_left() -> None:
    """Event Horizon, lines 1216-1225, our reading half together: one player's loss is not the defeat of all."""
    p = siege(mode="semi_coop")
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    assert (dice, shield) == (6, 5)
    warship(p, 0, hexagon, 6, 0)
    last = warship(p, 1, hexagon, 3, 9)
    fight(p, hexagon, *[MISS] * (9 + dice), *[HIT] * 3, *[MISS] * dice, *[HIT] * 3, *[MISS] * (dice - 1))
    assert p.finished
    assert (ships_on_map(p, 0), ships_on_map(p, 1)) == (0, 1)
    assert p.g.squadron[hexagon] == 0
    assert damage(p, 1, last) in (2, 3), "in the second and third round it was alone"


def test_the_one_who_is_left_wins() -> None:
    """Event Horizon, lines 1245-1247: and the squadron is destroyed with the damage of all rounds."""
    p = siege()
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    warship(p, 0, hexagon, 3, 0)
    last = warship(p, 1, hexagon, 2, 9)
    assert shield == 5
    fight(p, hexagon, *[HIT] * 3, *[MISS] * 2, *[MISS] * dice, HIT, HIT, *[MISS] * dice, HIT, MISS, *[MISS] * dice)
    assert p.finished
    assert (ships_on_map(p, 0), ships_on_map(p, 1)) == (0, 1)
    assert p.g.squadron[hexagon] == 0
    assert damage(p, 1, last) == 3, "three rounds"


def test_all_ships_lost_is_a_defeat_together() -> None:
    """Event Horizon, lines 1234-1247: the token stays."""
    p = siege(3)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    for player, strength in enumerate((0, 1, 2)):
        warship(p, player, hexagon, 1, strength)
    fight(p, hexagon, *[MISS] * (3 + dice), *[MISS] * (2 + dice), *[MISS] * (1 + dice), *SENTINELS)
    assert p.finished
    assert [ships_on_map(p, player) for player in range(3)] == [0, 0, 0]
    assert p.g.squadron[hexagon] == 1
    assert p.g.scripted_count == len(SENTINELS), "each round one of them"
    assert shield > 0


# VP -------------------------------------------------------------------------------------------------------------------


def contest(*hits: tuple[int, int], order: tuple[int, int] = (0, 1), count: int = 1) -> list[int]:
    """Two players with four dice each fight squadrons in these rounds; tells the VP they gain."""
    p = siege(2, "semi_coop")
    seat(p, *order)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon, count)
    assert (dice, shield) == (6, 5)
    for player in (0, 1):
        warship(p, player, hexagon, 4, 12)
    rolled: list[int] = []
    for both in hits:
        for player in order:
            rolled += roll(both[player], 4)
        rolled += [MISS] * dice
    before = vp(p)
    fight(p, hexagon, *rolled)
    assert p.finished and p.g.squadron[hexagon] == 0
    return [after - vp for after, vp in zip(vp(p), before)]


def test_a_squadron_is_worth_seven_vp() -> None:
    """Event Horizon, line 1298: to the player who destroys it, at once, and each squadron again."""
    p = siege(2, "semi_coop")
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon, 2)
    before = vp(p)
    warship(p, 1, hexagon, shield + 1, 6)
    fight(p, hexagon, *[HIT] * (shield + 1), *[MISS] * dice, *[HIT] * (shield + 1), *[MISS] * dice)
    assert p.finished and p.g.squadron[hexagon] == 0
    assert vp(p) == [before[0], before[1] + 2 * PRICE]


@pytest.mark.parametrize(
    ("hits", "order", "winner"),
    [
        ((4, 2), (0, 1), 0),
        ((2, 4), (0, 1), 1),
        ((4, 2), (1, 0), 0),
        ((2, 4), (1, 0), 1),
        ((3, 3), (0, 1), 0),
        ((3, 3), (1, 0), 1),
        ((4, 4), (0, 1), 0),
        ((4, 4), (1, 0), 1),
        ((3, 4), (0, 1), 1),
        ((4, 3), (1, 0), 0),
    ],
)
def test_who_hits_most_scores_the_squadron(hits: tuple[int, int], order: tuple[int, int], winner: int) -> None:
    """our ruling S4 on Event Horizon, line 1298: hits that were not needed count; of equal ones the first in order."""
    assert contest(hits, order=order) == [PRICE * (player == winner) for player in (0, 1)]


def test_hits_of_all_rounds_count() -> None:
    """our ruling S4 on Event Horizon, line 1298: not the last blow, but all damage since the last squadron fell."""
    assert contest((4, 0), (0, 2)) == [PRICE, 0]
    assert contest((2, 0), (0, 4)) == [0, PRICE]


def test_each_squadron_is_scored_on_its_own() -> None:
    """our ruling S4 on Event Horizon, line 1298: hits on the first do not count for the second."""
    assert contest((4, 2), (2, 4), count=2) == [PRICE, PRICE]
    assert contest((4, 2), (2, 4), order=(1, 0), count=2) == [PRICE, PRICE]


def test_a_lost_ship_still_scores() -> None:
    """Event Horizon, line 1298, our reading: damage counts at once on both sides, so the squadron was destroyed."""
    p = siege(2, "semi_coop")
    hexagon = outer(p)[0]
    _, shield = wave(p, hexagon)
    before = vp(p)
    warship(p, 0, hexagon, shield + 1)
    fight(p, hexagon, *[HIT] * (shield + 1))
    assert p.finished and ships_on_map(p, 0) == 0
    assert vp(p) == [before[0] + PRICE, before[1]]


@pytest.mark.parametrize("mode", MODES)
def test_only_destroyed_squadrons_bring_vp(mode: str) -> None:
    """Event Horizon, lines 1219-1243 and 1296-1321: nothing for damage, nothing to anybody for lost ships."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    _, shield = wave(p, hexagon)
    before = vp(p)
    for player in (0, 1):
        warship(p, player, hexagon, 1)
    fight(p, hexagon, HIT, HIT)
    finish(p)
    assert p.g.squadron[hexagon] == 1 and shield > 2
    assert vp(p) == before


@pytest.mark.parametrize(("players", "mode"), [(1, "solo"), (2, "coop"), (4, "coop")])
def test_no_vp_for_squadrons_together(players: int, mode: str) -> None:
    """Event Horizon, lines 1219-1228: the co-operative text names none."""
    p = siege(players, mode)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    before = vp(p)
    warship(p, 0, hexagon, shield + 1, 3)
    fight(p, hexagon, *[HIT] * (shield + 1), *[MISS] * dice)
    assert p.finished and p.g.squadron[hexagon] == 0
    assert vp(p) == before


# Satellites -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("radar", "there", "left"), [(False, True, 1), (True, True, 0), (True, False, 1)])
def test_satellites_need_radar_against_squadrons(mode: str, radar: bool, there: bool, left: int) -> None:
    """Event Horizon, lines 1043-1045: the one more damage of a Satellite in the hex only with Radar."""
    p = siege(mode=mode, modules=("M8",))
    hexagon = outer(p)[0]
    p.g.satellite[0, 0] = p.t.home_hex[0]
    p.g.satellite[0, 1] = hexagon if there else outer(p)[1]
    if radar:
        p.learn(0, "radar")
    _, shield = wave(p, hexagon)
    warship(p, 0, hexagon, shield)
    fight(p, hexagon, *[HIT] * shield)
    finish(p)
    assert ships_on_map(p, 0) == 0
    assert p.g.squadron[hexagon] == left


@pytest.mark.parametrize("mode", MODES)
def test_a_law_that_acts_like_radar_does_not_help_a_satellite(mode: str) -> None:
    """Event Horizon, lines 1043-1045: the technology must be researched; Sensor Network only finds ships."""
    p = enact(siege(mode=mode, modules=("M8",)), "sensor_network")
    hexagon = outer(p)[0]
    p.g.satellite[0, :2] = p.t.home_hex[0], hexagon
    _, shield = wave(p, hexagon)
    warship(p, 0, hexagon, shield)
    fight(p, hexagon, *[HIT] * shield)
    finish(p)
    assert p.g.squadron[hexagon] == 1


def test_radar_of_another_does_not_help_a_satellite() -> None:
    """Event Horizon, lines 1043-1045: the player with the Satellite must have it."""
    p = siege(modules=("M8",))
    hexagon = outer(p)[0]
    p.g.satellite[0, :2] = p.t.home_hex[0], hexagon
    p.learn(1, "radar")
    _, shield = wave(p, hexagon)
    warship(p, 0, hexagon, shield - 1)
    warship(p, 1, hexagon, 1)
    fight(p, hexagon, *[HIT] * shield)
    finish(p)
    assert p.g.squadron[hexagon] == 1


# No Combat ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("frame", [frames.SQUADRONS, frames.CONQUEST])
def test_no_battle_with_squadrons_in_the_no_combat_hex(mode: str, frame: int) -> None:
    """Event Horizon, lines 568-569: players neither attack nor are attacked there."""
    p = siege(mode=mode, modules=("M4",))
    hexagon, elsewhere = outer(p)[:2]
    p.g.no_combat = hexagon
    dice, shield = wave(p, hexagon)
    wave(p, elsewhere)
    here = warship(p, 0, hexagon, shield + 1, 6)
    there = p.place_ship(0, WAR_CRUISER, elsewhere)
    p.dice(*[HIT] * (shield + 1), *[MISS] * dice, *SENTINELS).jump(frame)
    finish(p)
    assert (p.g.squadron[hexagon], p.g.squadron[elsewhere]) == (1, 0), "elsewhere they fight"
    assert (damage(p, 0, here), damage(p, 0, there)) == (0, 1)
    assert p.g.scripted_count == len(SENTINELS)


# The place in the Conquest Stage --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_squadrons_are_fought_after_the_resistance(mode: str) -> None:
    """Event Horizon, lines 1138-1139 and 1180-1181: first all battles with the Resistance."""
    p = siege(mode=mode, ask_forced=True)
    one, two = outer(p)[:2]
    for hexagon, player in ((one, 0), (two, 1)):
        wave(p, hexagon)
        p.g.resistance[hexagon] = REGULAR
        warship(p, player, hexagon, 12, 9)
    p.jump(frames.CONQUEST)
    fought: list[tuple[bool, int]] = []
    while not p.finished:
        if p.decision in ("hit", "reward"):
            now = (against(p) == frames.AGAINST_SQUADRONS, int(p.g.stack[p.g.depth - 1, frames.COMBAT_HEX]))
            if not fought or fought[-1] != now:
                fought.append(now)
        p.default()
    assert fought == [(False, one), (False, two), (True, one), (True, two)]


@pytest.mark.parametrize("mode", MODES)
def test_who_falls_to_the_resistance_does_not_meet_the_squadrons(mode: str) -> None:
    """Event Horizon, lines 1138-1139 and 1180-1181: no ship is left for the second battle."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    wave(p, hexagon)
    p.g.resistance[hexagon] = REGULAR
    warship(p, 0, hexagon, 1)
    p.jump(frames.CONQUEST)
    while p.decision != "move":
        p.default()
    p.dice(MISS, *[HIT] * 6, *[MISS] * 20).decline()
    finish(p)
    assert ships_on_map(p, 0) == 0
    assert p.g.squadron[hexagon] == 1
    used = 1 + 6 + 20 - int(p.g.scripted_count)
    deck = chart(p, RESISTANCE_LEVEL[int(p.g.turn)]).index(1)
    foe = int(p.t.resistance_dice[int(p.g.resistance_deck[deck, 0])])
    assert used == 1 + foe, "one round with the one ship of the fleet"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("victory", [True, False])
def test_squadrons_are_fought_before_deployment(mode: str, victory: bool) -> None:
    """Event Horizon, lines 183-187 and 1138: a ship lost in the battle lands nobody."""
    p = siege(mode=mode)
    hexagon = next(h for h in outer(p) if h in ordinary_planets(p))
    dice, shield = wave(p, hexagon)
    warship(p, 0, hexagon, shield + 1, 3 if victory else 0, cargo=1)
    p.jump(frames.CONQUEST)
    p.dice(*roll((shield + 1) * victory, shield + 1), *[MISS] * dice)
    asked = []
    while not p.finished:
        asked.append(p.decision)
        p.default()
    assert ("deploy" in asked) == victory
    assert (p.g.squadron[hexagon] == 0) == victory
    assert_cubes_kept(p)


@pytest.mark.parametrize("mode", MODES)
def test_each_hex_has_its_own_battle(mode: str) -> None:
    """Event Horizon, lines 1139-1140 and 1181-1182: with cards of its own, and its own defeat or victory."""
    p = siege(mode=mode)
    one, two = outer(p)[:2]
    wave(p, two)
    dice, shield = wave(p, one)
    warship(p, 0, one, shield + 1, 3)
    warship(p, 1, two, 1)
    p.dice(*[HIT] * (shield + 1), *[MISS] * dice, MISS).jump(frames.SQUADRONS)
    finish(p)
    assert (p.g.squadron[one], p.g.squadron[two]) == (0, 1)
    assert (ships_on_map(p, 0), ships_on_map(p, 1)) == (1, 0)


def test_ships_and_squadrons_apart_do_not_fight() -> None:
    """Event Horizon, lines 1138-1139: only where they share a hex."""
    p = siege()
    one, two = outer(p)[:2]
    wave(p, one)
    ship = warship(p, 0, two, 6)
    p.dice(*SENTINELS).jump(frames.SQUADRONS)
    assert p.finished and p.g.scripted_count == len(SENTINELS)
    assert damage(p, 0, ship) == 0 and on_board(p) == 1


# Not the Resistance ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_a_battle_with_squadrons_does_nothing_to_a_fleet(mode: str) -> None:
    """Event Horizon, lines 1037-1039: the token of the Resistance in the hex is not turned over, no card is won."""
    p = siege(mode=mode)
    hexagon = outer(p)[0]
    dice, shield = wave(p, hexagon)
    p.g.resistance[hexagon] = REGULAR
    warship(p, 0, hexagon, shield + 1, 3)
    fight(p, hexagon, *[HIT] * (shield + 1), *[MISS] * dice)
    assert p.finished and p.g.squadron[hexagon] == 0
    assert (p.g.resistance[hexagon], p.g.dormant[hexagon]) == (REGULAR, 0)
    assert won_cards(p, 0) == set()


@pytest.mark.parametrize("mode", MODES)
def test_squadrons_do_not_come_back_in_upkeep(mode: str) -> None:
    """Event Horizon, lines 173-175 and 1037-1039: only beaten fleets of the Resistance do."""
    p = siege(mode=mode)
    hexagon, away = outer(p)[:2]
    dice, shield = wave(p, hexagon)
    wave(p, away)
    warship(p, 0, hexagon, shield + 1, 3)
    fight(p, hexagon, *[HIT] * (shield + 1), *[MISS] * dice)
    p.remove_ships().jump(frames.UPKEEP)
    finish(p)
    assert (p.g.squadron[hexagon], p.g.squadron[away], on_board(p)) == (0, 1, 1)


@pytest.mark.parametrize("mode", MODES)
def test_dark_raiders_are_ships_like_others(mode: str) -> None:
    """Event Horizon, lines 1113-1121: squadrons fight every ship, of whatever type."""
    for kind in (DARK_RAIDER, FIGHTER, WAR_CRUISER, BATTLE_CARRIER):
        p = siege(mode=mode)
        hexagon = outer(p)[0]
        wave(p, hexagon)
        p.equip(0, kind).place_ship(0, kind, hexagon)
        p.jump(frames.SQUADRONS)
        finish(p)
        assert ships_on_map(p, 0) == 0
        assert p.g.squadron[hexagon] == 1
