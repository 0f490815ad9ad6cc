"""Centaurian Stronghold, semi-co-operative: competition as ever, against an enemy all can lose to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, turn
from exodus_env.exodus.rules.assets import SCORE_COMBAT, SCORE_START
from tests.position import Position
from tests.rules.early import elect, order, own, resource_row, run_effects, seat, stack_deck, vote
from tests.rules.scenes import (
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    finish,
    from_stage,
    ordinary_planets,
    ships_on_map,
)

HIT, MISS, UNUSED = 5, 1, 3
GUN, SIX, ARMOUR = "laser_cannon", "antimatter_cannon", "singularity_shield"  # one die, six dice, 3 damage
REGULAR = 1
WON, LOST = 1, 2


def semi(players: int = 3, modules: tuple[str, ...] = (), seed: int = 1, **config: Any) -> Position:
    """A semi-co-operative game without ships, seats 0, 1, ... in turn order."""
    p = Position(seed, players=players, modules=modules, scenario="stronghold", mode="semi_coop", **config)
    p.remove_ships()
    p.g.resistance[:] = 0
    return seat(p, *range(players))


def inner(p: Position) -> list[int]:
    """The hexes next to the centre, for whoever may enter them."""
    return [h for h in range(p.t.hexes) if p.t.distance[CENTRE, h] == 1]


# Setup ----------------------------------------------------------------------------------------------------------------


def test_turn_order_is_dealt_at_random() -> None:
    """Event Horizon, lines 1051-1084 and 1645: the clockwise deal is co-operative only."""
    orders = {tuple(order(Position(s, players=3, scenario="stronghold", mode="semi_coop"))) for s in range(40)}
    assert len(orders) == 6


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_everybody_starts_with_five_vp(players: int) -> None:
    """Event Horizon, lines 1740-1743: 5 VP at the start, and no more for M3 or M4 being in the game too."""
    for modules in ((), ("M4",)):
        p = semi(players, modules)
        assert p.g.resource[:players, v.VP].tolist() == [5] * players
        assert p.g.score[:players, SCORE_START].tolist() == [5] * players


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_tokens_are_those_of_both_modes(players: int) -> None:
    """Event Horizon, lines 1015-1017: a level and three squadrons a player."""
    p = semi(players)
    assert (p.g.stronghold, p.g.squadron_supply) == (players, 3 * players)


def test_cards_and_technologies_are_all_there_but_for_the_high_council() -> None:
    """Event Horizon, lines 1033-1035: rockets are used; only cards about the High Council hex are replaced."""
    base, p = Position(players=3, modules=("M2", "M3", "M10")), semi(3, ("M10",))
    council = {c.id for c in base.rules.content.political_cards if "high_council" in c.tags}
    assert council
    assert {c.id for c in p.rules.content.political_cards} == {
        c.id for c in base.rules.content.political_cards
    } - council
    assert {x.id for x in p.rules.content.leaders} == {x.id for x in base.rules.content.leaders}
    assert p.t.technology_open[: p.t.technologies].tolist() == [1] * int(p.t.technologies)


# The turn -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_votes_and_elections_are_as_ever(players: int) -> None:
    """Event Horizon, lines 1155-1160: only the Activation Stage and combat with squadrons are new."""
    p = stack_deck(semi(players), "open_academies", "common_parts", "border_patrols")
    for player in range(players):
        own(p, player, 9)
    p.jump(frames.COUNCIL)
    shown = 2 if players == 2 else 3
    assert p.legal() == {("pass",), *(("political_card", slot) for slot in range(shown))}
    vote(p, {player: (0, 1) for player in range(players)})
    asked = set()
    while not p.finished and not p.decision.startswith("election"):
        asked.add(p.decision)
        p.default()
    assert "propose_bonus" in asked
    assert not p.finished
    for player in range(players):
        own(p, player, 9)
    elect(p, {player: player for player in range(players)})
    assert p.finished
    assert order(p) == list(range(players))[::-1]


def test_votes_are_bought_with_cp() -> None:
    """Event Horizon, lines 1155-1160: no rule takes the CP tokens away here."""
    p = own(own(semi(2), 0, 9), 1, 9)
    p.jump(frames.COUNCIL)
    p.do("political_card", 0)
    assert (p.decision, p.actor) in (("vote_fifties", 0), ("vote_bid", 0))


def test_no_turn_order_card_is_passed_on() -> None:
    """Event Horizon, lines 1091-1093 and 1155: the offices change by election only."""
    p = semi(4)
    p.g.turn = 4
    assert order(p.jump(frames.UPKEEP)) == [0, 1, 2, 3]


def test_rockets_are_fired_before_the_stronghold_activates() -> None:
    """Event Horizon, lines 1157-1160: the new stage comes right after that of the rockets."""
    p = semi(2)
    hexagon = int(p.t.home_hex[0])
    p.g.rocket[hexagon, 0] = 1
    p.g.turn = 4
    from_stage(p, turn.WMD)
    assert (p.decision, p.actor) == ("fire", 0)
    assert p.g.squadron.sum() == 0
    p.decline()
    assert p.g.squadron.sum() == 2
    assert p.g.activations == 1


@pytest.mark.parametrize(("number", "active"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (7, 1)])
def test_the_stronghold_activates_from_turn_four(number: int, active: int) -> None:
    """Event Horizon, lines 1157-1160 and 1452-1487: a turn later than in the co-operative game."""
    p = semi(3)
    p.g.turn = number
    from_stage(p, turn.WMD)
    assert p.g.activations == active
    assert p.g.squadron.sum() == 3 * active


def test_squadrons_choose_by_chance_and_nobody_is_asked() -> None:
    """Event Horizon, lines 1168-1169: equally close and equally many ships: choose randomly."""
    ways: set[int] = set()
    for seed in range(30):
        p = semi(2, seed=seed)
        one, other = next(
            (a, b) for a in ordinary_planets(p) for b in ordinary_planets(p)
            if p.t.distance[CENTRE, a] == p.t.distance[CENTRE, b] == 1 and p.t.distance[a, b] == 2
        )  # fmt: skip
        p.place_ship(0, FIGHTER, one)
        p.place_ship(1, FIGHTER, other)
        p.g.turn = 4
        p.jump(frames.ACTIVATION)
        assert p.decision != "march"
        ways |= {h for h in (one, other) if p.g.ship_hex[int(h == other)].max() < 0 or p.g.squadron[h]}
        assert p.g.squadron[CENTRE] == 0
    assert len(ways) == 2


# Combat ---------------------------------------------------------------------------------------------------------------


def test_players_fight_each_other() -> None:
    """Event Horizon, lines 1155-1182: Player Combat is not changed, its VP neither."""
    p = semi(2)
    hexagon = ordinary_planets(p)[0]
    for player in range(2):
        p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, hexagon)
    p.dice(HIT, MISS).jump(frames.CONQUEST)
    finish(p)
    assert (ships_on_map(p, 0), ships_on_map(p, 1)) == (1, 0)
    assert p.g.score[0, SCORE_COMBAT] == p.t.class_vp[FIGHTER] > 0


def test_player_combat_comes_before_the_squadrons() -> None:
    """Event Horizon, lines 1179-1182: squadrons after Resistance battles, and those after Player Combat."""
    p = semi(2)
    hexagon = ordinary_planets(p)[0]
    for player in range(2):
        p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, hexagon)
    p.g.squadron[hexagon] = 1
    p.g.squadron_supply -= 1
    p.g.turn = 4
    p.dice(HIT, MISS).jump(frames.CONQUEST)
    while p.g.score[0, SCORE_COMBAT] == 0 and not p.finished:
        p.default()
    assert p.g.score[0, SCORE_COMBAT] == p.t.class_vp[FIGHTER]
    assert ships_on_map(p, 1) == 0


def resistance_battle(players: int = 3) -> tuple[Position, int]:
    """A Resistance fleet with one card of one die, and a player's two ships beside it."""
    p = semi(players)
    hexagon = ordinary_planets(p)[0]
    p.g.resistance[hexagon] = REGULAR
    p.g.turn = 1
    for ship_class in (FIGHTER, WAR_CRUISER):
        p.equip(1, ship_class, GUN).place_ship(1, ship_class, hexagon)
    return p, hexagon


def test_the_player_to_the_left_assigns_the_hits_of_the_resistance() -> None:
    """Event Horizon, lines 1428-1430: the targeting rules are those of squadrons and Stronghold only."""
    p, hexagon = resistance_battle()
    p.dice(MISS, MISS, HIT, HIT, HIT, HIT).jump(frames.COMBAT, hex=hexagon, lone=1)
    assert (p.decision, p.actor) == ("hit", 2)
    assert len(p.legal("hit")) == 2


def test_several_players_fight_the_resistance_one_after_another() -> None:
    """Event Horizon, lines 1131-1135 and 1155: battles together are co-operative only; nobody distributes cards."""
    p = semi(3)
    hexagon = ordinary_planets(p)[0]
    p.g.resistance[hexagon] = REGULAR
    p.g.turn = 1
    deck, left = p.g.resistance_deck, p.g.resistance_left
    level = int(np.flatnonzero(p.t.fleet_cards[p.t.fleet_level[1]])[0])
    cards = sorted((int(x) for x in deck[level, : left[level]]), key=lambda x: -int(p.t.resistance_shield[x]))
    deck[level, : left[level]] = cards
    assert p.t.resistance_shield[cards[-1]] == 0
    p.g.resolution[0] = p.index("political_cards", "peacekeeping")
    p.g.resolutions = 1
    for player in (0, 2):
        p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, hexagon)
    dice = int(p.t.resistance_dice[cards[-1]])
    p.dice(HIT, *[MISS] * dice, UNUSED).jump(frames.CONQUEST)
    asked = set()
    while not p.finished:
        asked.add(p.decision)
        p.default()
    assert "reward" not in asked
    assert p.g.resistance_owner[cards[-1]] == 0, "the first in turn order fought alone and keeps the card"
    assert p.g.scripted_count == 1


def test_vp_of_cards_are_vp() -> None:
    """Event Horizon, lines 1062-1068: turning them into resources is co-operative only."""
    p = own(semi(2), 0, 20, 5, 5)
    run_effects(p, resource_row("lose", "chancellor", "vp", 2), resource_row("gain", "vice_chancellor", "vp", 3))
    assert p.finished
    assert p.g.resource[:2, v.VP].tolist() == [3, 8]
    assert p.g.resource[0, :3].tolist() == [20, 5, 5]


def test_nobody_marches_converts_or_rewards_in_a_whole_game() -> None:
    """Event Horizon, lines 1062-1068, 1113-1135 and 1168-1169: those decisions are co-operative only."""
    p = Position(3, players=3, scenario="stronghold", mode="semi_coop")
    rng = np.random.default_rng(0)
    asked = set()
    while not p.g.over:
        asked.add(p.decision)
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
    assert not {"march", "reward", "pay_vp", "gain_vp"} & asked
    assert "vote" in asked and {"election_fifties", "election_bid"} & asked
    assert p.g.outcome in (WON, LOST)
    assert_cubes_kept(p)


# The end --------------------------------------------------------------------------------------------------------------


def topple(p: Position, *fleets: int) -> Position:
    """The Stronghold with one level left falls to ships of the first player named; the others join too."""
    p.g.turn = 4
    p.g.activations = 1
    p.g.stronghold = 1
    near = inner(p)[0]
    for player in fleets:
        p.equip(player, WAR_CRUISER, SIX, SIX, *[ARMOUR] * 3).place_ship(player, WAR_CRUISER, near)
    p.dice(*[6] * (12 * len(fleets)), *[MISS] * 8).jump(frames.ASSAULT)
    while p.decision == "join":
        p.do("join", min(p.legal("join"))[0])
    while not p.g.over:
        p.default()
    assert p.g.outcome == WON
    return p


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_fall_of_the_stronghold_ends_the_game_and_it_is_scored(players: int) -> None:
    """Event Horizon, lines 1445-1446: at once; the most VP win."""
    p = semi(players)
    for player in range(players):
        p.g.resource[player, v.VP] = 5 + 10 * player
        p.g.score[player, SCORE_COMBAT] = 10 * player
    topple(p, 0, 1)
    assert p.g.over == 1
    assert p.g.rank[:players].tolist() == list(range(players, 0, -1))
    totals = p.g.score[:players].sum(axis=1)
    assert (np.diff(totals) > 0).all()
    step = 1.5 / (players - 1)
    assert p.rewards == pytest.approx([-0.5 + step * player for player in range(players)])


def test_equal_winners_share_their_utility() -> None:
    """Event Horizon, lines 1445-1446, our ruling: 0.25 and three quarters of the utility by rank."""
    p = semi(3)
    for player in range(3):
        p.g.score[player, :] = 0
        p.settle(int(p.t.home_hex[player]), player, 0)
    for player, points in enumerate((20, 20, 0)):
        p.g.score[player, SCORE_COMBAT] = points - int(p.t.office_vp[player])
    p.g.score[2, SCORE_COMBAT] = 0
    topple(p, 2)
    totals = p.g.score[:3].sum(axis=1).tolist()
    assert totals[0] == totals[1] > totals[2]
    assert p.rewards == pytest.approx([0.25 + 0.75 * 0.5, 0.25 + 0.75 * 0.5, -0.5])


def test_a_collective_loss_is_below_every_win() -> None:
    """Event Horizon, lines 1448-1450: with the Stronghold standing at the end all have lost, the leader too."""
    p = semi(4)
    p.g.turn = p.t.turns
    p.g.score[2, SCORE_COMBAT] = 90
    from_stage(p, turn.NEXT_TURN)
    assert (p.g.over, p.g.outcome) == (1, LOST)
    assert p.rewards == [-1.0] * 4


def test_the_last_squadron_on_the_board_is_a_collective_loss() -> None:
    """Event Horizon, lines 1448-1449: when the last token is placed."""
    p = semi(2)
    p.g.turn = 5
    p.g.squadron_supply = 2
    p.g.squadron[inner(p)[0]] = 4
    from_stage(p, turn.WMD)
    assert (p.g.over, p.g.outcome) == (1, LOST)
    assert p.rewards == [-1.0, -1.0]


def test_a_squadron_more_in_the_supply_is_no_loss() -> None:
    """Event Horizon, lines 1448-1449: not before the last one."""
    p = semi(2)
    p.g.turn = 5
    p.g.squadron_supply = 3
    p.g.squadron[inner(p)[0]] = 3
    p.place_ship(0, DARK_RAIDER, int(p.t.home_hex[0]))
    from_stage(p, turn.WMD)
    assert p.g.over == 0
    assert p.g.squadron_supply == 1


def squadron_battle(players: int, *gunners: int) -> tuple[Position, int]:
    """A squadron of turn 4 and ships of these players, each with six dice and room for damage."""
    p = semi(players)
    hexagon = ordinary_planets(p)[0]
    p.g.turn = 4
    p.g.squadron[hexagon] = 1
    p.g.squadron_supply -= 1
    for player in gunners:
        p.equip(player, WAR_CRUISER, SIX, ARMOUR, ARMOUR, ARMOUR).place_ship(player, WAR_CRUISER, hexagon)
    return p, hexagon


def test_a_destroyed_squadron_brings_seven_vp() -> None:
    """Event Horizon, lines 1297-1306: to the player who destroyed it, at once, and no card is won."""
    p, hexagon = squadron_battle(2, 1)
    before = p.g.resource[:2, v.VP].tolist()
    left = p.g.resistance_left.tolist()
    p.jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.AGAINST_SQUADRONS)
    for _ in range(200):
        if p.finished:
            break
        p.dice(*[6] * 6, *[MISS] * 20)
        p.default()
    assert p.g.squadron[hexagon] == 0
    assert p.g.squadron_supply == 6
    assert p.g.resource[:2, v.VP].tolist() == [before[0], before[1] + 7]
    assert p.g.score[1, SCORE_COMBAT] == 7
    assert p.g.resistance_left.tolist() == left
    assert not (p.g.resistance_owner >= 0).any()
