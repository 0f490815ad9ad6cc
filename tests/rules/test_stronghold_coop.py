"""Centaurian Stronghold, fully co-operative: what is left out, what is decided together, VP turned into resources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.check import broken
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, turn
from exodus_env.exodus.rules.assets import SCORE_COUNCIL
from tests.effort import EVERY_MODE
from tests.position import FIXED_VALUES, Position
from tests.rules.early import enact, modifier, order, own, perform, resource_row, run_effects, seat, stack_deck
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    finish,
    from_stage,
    neighbours,
    ordinary_planets,
    ships_on_map,
)

HIT, MISS, UNUSED = 5, 1, 3
GUN, SIX, ARMOUR = "laser_cannon", "antimatter_cannon", "singularity_shield"  # one die, six dice, 3 damage
CP, AXINIUM, PHASIUM = range(3)
LOSS = {CP: 5, AXINIUM: 2, PHASIUM: 2}
GAIN = {CP: 3, AXINIUM: 1, PHASIUM: 1}
REMOVED = {"celebrities", "diplomat", "politician", "strategist"}
SETUP = ("planet_type", "planet_space", "barrier", "look", "leader", "start_technology")
MOVEMENTS = ("drive_power", "reverse_turn_order", "simultaneous")
REGULAR = 1


# Scenes ---------------------------------------------------------------------------------------------------------------


def coop(players: int = 3, seed: int = 1, modules: tuple[str, ...] = (), **config: Any) -> Position:
    """A co-operative game whose setup is over."""
    p = Position(seed, players=players, modules=modules, scenario="stronghold", **config)
    while p.decision in SETUP:
        p.default()
    return p


def table(players: int = 3, modules: tuple[str, ...] = (), **config: Any) -> Position:
    """The same without any ship, with seats 0, 1, ... in turn order."""
    p = coop(players, modules=modules, **config)
    p.remove_ships()
    p.g.resistance[:] = 0
    return seat(p, *range(players))


def inner(p: Position) -> list[int]:
    """The hexes next to the centre, for whoever may enter them."""
    return [h for h in range(p.t.hexes) if p.t.distance[CENTRE, h] == 1]


def decisions_of(p: Position, seed: int = 0, limit: int = 100_000) -> set[str]:
    """Names of all decisions of a game played at random to its end."""
    rng = np.random.default_rng(seed)
    asked = set()
    for _ in range(limit):
        if p.g.over:
            return asked
        asked.add(p.decision)
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
    raise AssertionError("the game does not end")


def on_top(p: Position, level: int, shield: int = 0) -> int:
    """A Resistance card with this shield on top of its deck."""
    deck, left = p.g.resistance_deck[level - 1], int(p.g.resistance_left[level - 1])
    for i in range(left - 1, -1, -1):
        if p.t.resistance_shield[deck[i]] == shield:
            deck[i], deck[left - 1] = int(deck[left - 1]), int(deck[i])
            return int(deck[left - 1])
    raise AssertionError("no such card")


def fleet(p: Position, hexagon: int, turn: int = 1) -> list[int]:
    """A regular Resistance fleet in a hex; tells the cards that will be revealed for it."""
    p.g.resistance[hexagon] = REGULAR
    p.g.dormant[hexagon] = 0
    p.g.turn = turn
    level = int(p.t.fleet_level[turn])
    cards = []
    for deck in range(3):
        left = int(p.g.resistance_left[deck])
        cards += [int(p.g.resistance_deck[deck, left - 1 - i]) for i in range(int(p.t.fleet_cards[level, deck]))]
    return cards


def together(p: Position, hexagon: int, *dice: int) -> Position:
    """The joint battle of a hex with its Resistance; players roll in turn order, then the Resistance."""
    return p.dice(*dice).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.TOGETHER)


def foe_dice(p: Position, cards: list[int]) -> int:
    """Dice of these Resistance cards."""
    return sum(int(p.t.resistance_dice[card]) for card in cards)


def strike_down(p: Position) -> Position:
    """Assign hits of players to whatever foe is open, until something else is asked."""
    while p.decision == "hit" and p.legal("hit_foe"):
        p.do("hit_foe", *min(p.legal("hit_foe")))
    return p


def won(p: Position, player: int) -> set[int]:
    """Resistance cards a player holds."""
    return {card for card in range(p.t.resistance_cards) if p.g.resistance_owner[card] == player}


# Setup ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_a_random_chancellor_and_the_others_clockwise(players: int) -> None:
    """Event Horizon, lines 1052-1054 and 1640-1643: only the first card is dealt at random."""
    chancellors = set()
    for seed in range(12 * players):
        p = Position(seed, players=players, scenario="stronghold")
        first = order(p)[0]
        assert order(p) == [(first + place) % players for place in range(players)]
        chancellors.add(first)
    assert chancellors == set(range(players))


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_a_level_and_three_squadrons_for_each_player(players: int) -> None:
    """Event Horizon, lines 1015-1017 and 1030-1031: as many levels as players, three times as many squadrons."""
    p = Position(players=players, scenario="stronghold")
    assert (p.g.stronghold, p.g.squadron_supply) == (players, 3 * players)
    assert not p.g.squadron.any()
    assert (p.g.activations, p.g.outcome) == (0, 0)
    assert p.g.planet[CENTRE] == -1


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_board_is_that_of_the_base_game_with_fleets_and_outposts(players: int) -> None:
    """Event Horizon, lines 1019-1028 and 1671-1681: the same layout; M2 and M3 are in the game."""
    p, base = coop(players), Position(players=players, modules=("M2", "M3"))
    assert [int(h) for h in p.t.home_hex] == [int(h) for h in base.t.home_hex]
    assert p.g.resistance.tolist() == base.g.resistance.tolist()
    assert p.t.fleets == p.t.outposts == 1
    homes = {int(h) for h in p.t.home_hex[:players]}
    assert {h for h in range(p.t.hexes) if p.g.outpost_there[h]} == set(range(p.t.hexes)) - homes - {CENTRE}


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_no_political_card_is_about_rockets_or_the_high_council(players: int) -> None:
    """Event Horizon, lines 1033-1035 and 1058-1060: such a card gives way to another, as by a deck without it."""
    base, p = Position(players=players), coop(players)
    about = {c.id for c in base.rules.content.political_cards if {"wmd", "high_council"} & set(c.tags)}
    kinds = {tag for c in base.rules.content.political_cards for tag in c.tags}
    left = {c.id for c in p.rules.content.political_cards}
    assert {"wmd", "high_council"} <= kinds
    assert left == {c.id for c in base.rules.content.political_cards} - about
    assert p.g.political_left + sum(p.g.revealed >= 0) == len(left)


def test_four_leaders_are_removed() -> None:
    """Event Horizon, lines 1070-1071 and 1788-1790: Celebrities, Diplomat, Politician and Strategist."""
    base, p = Position(players=2, modules=("M10",)), coop(2, modules=("M10",))
    everybody = {leader.id for leader in base.rules.content.leaders}
    assert everybody > REMOVED
    assert {leader.id for leader in p.rules.content.leaders} == everybody - REMOVED
    assert p.t.leaders == len(everybody) - 4


def test_no_removed_leader_is_ever_dealt() -> None:
    """Event Horizon, lines 1070-1071 and 1792-1794: two of the others for each player, no Leader twice."""
    for seed in range(10):
        p = Position(seed, players=6, modules=("M10",), scenario="stronghold")
        dealt = [p.rules.content.leaders[x].id for x in p.g.leader_offer.ravel()]
        assert len(dealt) == len(set(dealt)) == 12
        assert not REMOVED & set(dealt)
    p = Position(players=2, modules=("M10",), free_leaders=True, scenario="stronghold")
    offered = {p.rules.content.leaders[x].id for (x,) in p.legal("leader")}
    assert p.decision == "leader" and len(offered) == p.t.leaders and not REMOVED & offered


@pytest.mark.parametrize("mode", ["coop", "semi_coop"])
def test_setup_follows_the_checklist(mode: str) -> None:
    """Event Horizon, lines 1657-1731 and 1788-1813: planets, looks, barriers backwards, Leaders, technologies."""
    modules = ("M4", "M5", "M9", "M10")
    p = Position(players=3, modules=modules, variant="combat", scenario="stronghold", mode=mode)
    turn_order, asked, placers = order(p), [], []
    while p.decision in SETUP:
        if not asked or asked[-1] != p.decision:
            asked.append(p.decision)
        if p.decision == "barrier":
            placers.append(p.actor)
        p.default()
    assert asked == ["planet_type", "look", "barrier", "leader", "start_technology"]
    assert placers == turn_order[::-1]
    assert p.g.resource[:3, v.VP].tolist() == [5, 5, 5]


# Technologies ---------------------------------------------------------------------------------------------------------


def closed(p: Position) -> set[str]:
    """Technologies nobody can learn in this game."""
    return {x.id for i, x in enumerate(p.rules.content.technologies) if not p.t.technology_open[i]}


def offered(p: Position) -> set[str]:
    """Technologies the actor can learn now."""
    return {p.rules.content.technologies[i].id for (i,) in p.legal("technology")}


def test_rocket_technologies_are_covered_and_radar_is_not() -> None:
    """Event Horizon, lines 1058-1060, 1073-1077 and 1626-1629: rockets are out; Radar and Cloaking have other uses."""
    rockets = {"hypersonic_rockets", "biochemical_rockets", "graviton_rockets"}
    assert closed(coop(3)) == rockets
    assert closed(Position(players=3)) == set()
    tagged = {x.id for x in coop(3).rules.content.technologies if {"wmd", "player_combat", "end_vp"} & set(x.tags)}
    assert tagged == rockets


def test_no_research_brings_a_covered_technology() -> None:
    """Event Horizon, lines 1058-1060: neither bought, nor from a card, nor chosen before the first turn."""
    p = own(table(3), 0, 200, 10, 10)
    for x in p.rules.content.technologies:
        if x.id not in closed(p) | {"cloaking", "radar"}:
            p.learn(0, x.id)
    p.g.supply[0] = 5
    p.jump(frames.PERFORM, player=0, action=v.RESEARCH, source=0)
    assert offered(p) == {"cloaking", "radar"}
    p.jump(frames.LEARN_FREE, player=0, cost=40)
    assert offered(p) == {"cloaking", "radar"}
    start = Position(players=3, scenario="stronghold", variant="combat")
    assert start.decision == "start_technology"
    assert "hypersonic_rockets" not in offered(start)
    base = Position(players=3, variant="combat")
    assert "hypersonic_rockets" in offered(base.until("start_technology"))


def test_no_rocket_can_be_bought() -> None:
    """Event Horizon, lines 1058-1060: upgrades about WMDs are not used, however rich the player."""
    p = own(table(2), 0, 200, 10, 10)
    for x in p.rules.content.technologies:
        if x.id not in closed(p):
            p.learn(0, x.id)
    p.jump(frames.PERFORM, player=0, action=v.UPGRADE, source=0)
    assert p.decision == "upgrade" and p.legal("upgrade")
    assert not p.legal("rocket")


def test_no_rocket_of_a_users_content_can_be_bought(tmp_path: Path) -> None:
    """Event Horizon, line 1058: not even one that needs another technology than ours do."""
    (tmp_path / "rockets.toml").write_text('[[rocket]]\nid = "hypersonic"\ntechnology = "radar"\n')
    for scenario, bought in (({}, True), ({"scenario": "stronghold"}, False)):
        p = Position(players=2, content=str(tmp_path), **scenario)
        own(p, 0, 100, 10, 10).learn(0, "radar", "ion_cannon")
        p.jump(frames.PERFORM, player=0, action=v.UPGRADE, source=0)
        assert p.decision == "upgrade"
        assert bool(p.legal("rocket")) == bought


@pytest.mark.parametrize("tag", ["wmd", "player_combat", "end_vp"])
def test_content_of_a_user_is_covered_by_its_tags(tag: str, tmp_path: Path) -> None:
    """Event Horizon, lines 1073-1077: any technology about these, whichever it is; elsewhere it is open."""
    (tmp_path / "technologies.toml").write_text(f'[[technology]]\nid = "basic_repairs"\ntags = ["{tag}"]\n')
    p = coop(2, content=str(tmp_path))
    assert "basic_repairs" in closed(p)
    own(p, 0, 200).jump(frames.PERFORM, player=0, action=v.RESEARCH, source=0)
    assert offered(p) and "basic_repairs" not in offered(p)
    for others in ({"scenario": "stronghold", "mode": "semi_coop"}, {}):
        assert not closed(Position(players=2, content=str(tmp_path), **others))


# The course of a turn -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_turn_order_cards_pass_to_the_right_from_turn_two(players: int) -> None:
    """Event Horizon, lines 1091-1093: in Upkeep each card goes to the player on the right; not in turn 1."""
    p = coop(players)
    before = order(p)
    p.g.turn = 1
    assert order(p.jump(frames.UPKEEP)) == before
    for number in range(2, 8):
        p.g.turn = number
        p.jump(frames.UPKEEP)
        right = [(player - 1) % players for player in before]  # the players sit clockwise
        assert order(p) == right
        before = right


def test_the_offices_change_with_the_cards() -> None:
    """Event Horizon, lines 1091-1093: what a law gives the Chancellor is the new Chancellor's from Upkeep on."""
    p = table(3)
    p.g.law[0] = p.index("political_cards", "tyranny")
    p.g.laws = 1
    p.g.turn = 2
    p.jump(frames.UPKEEP)
    assert order(p) == [2, 0, 1]
    assert [modifier(p, player, "votes") for player in range(3)] == [1, 1, 3]


def test_turn_order_in_a_whole_game() -> None:
    """Event Horizon, lines 1091-1093 and 1099-1100: nothing else ever changes it."""
    p = Position(3, players=3, scenario="stronghold", turns=4)
    first = order(p)[0]
    rng = np.random.default_rng(5)
    turns = set()
    while not p.g.over:
        chancellor = (first - (int(p.g.turn) - 1)) % 3
        assert order(p) == [(chancellor + place) % 3 for place in range(3)]
        turns.add(int(p.g.turn))
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
    assert len(turns) >= 3


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_two_political_cards_are_revealed_and_voted_on_with_a_and_b(players: int) -> None:
    """Event Horizon, lines 1056, 1095-1097: the top two; only tokens A and B, and no CP are bid."""
    p = table(players)
    for player in range(players):
        own(p, player, 50)
    left = int(p.g.political_left)
    top = [int(x) for x in p.g.political_deck[left - 2 : left][::-1]]
    p.jump(frames.COUNCIL)
    assert p.g.revealed.tolist() == [*top, -1]
    assert p.g.political_left == left - 2
    for player in range(players):
        assert (p.decision, p.actor) == ("vote", player)
        assert p.legal() == {("pass",), ("political_card", 0), ("political_card", 1)}
        p.do("political_card", 1)
    passed = [*p.g.law[: p.g.laws], *p.g.resolution[: p.g.resolutions]]
    if p.t.political_kind[top[1]] != v.EXECUTIVE:
        assert passed == [top[1]]
        assert p.g.resource[:players, CP].tolist() == [50] * players, "a vote costs nothing"


def council(players: int, *votes: int | None) -> Position:
    """A Council about two laws in which players vote so or abstain, in turn order; stops after the vote."""
    p = stack_deck(table(players), "open_academies", "common_parts")
    p.jump(frames.COUNCIL)
    for slot in votes:
        assert p.decision == "vote"
        p.decline() if slot is None else p.do("political_card", slot)
    return p


def enacted(p: Position) -> list[str]:
    """Laws in force."""
    return [p.rules.content.political_cards[int(x)].id for x in p.g.law[: p.g.laws]]


@pytest.mark.parametrize(
    ("votes", "winner"),
    [((0, 1, 1), "common_parts"), ((1, 0, 0), "open_academies"), ((None, None, 1), "common_parts")],
)
def test_the_card_with_more_tokens_wins(votes: tuple[int | None, ...], winner: str) -> None:
    """Event Horizon, lines 1095-1097: a token a player, and the Chancellor's counts no more than another's.

    Base rules, line 361: who abstains has none.
    """
    p = council(3, *votes)
    assert p.decision != "vote_tie"
    assert enacted(p) == [winner]


@pytest.mark.parametrize("word", [0, 1])
@pytest.mark.parametrize("votes", [(0, 1), (0, 1, 1, 0), (1, 1, 0, 0, 1, 0), (None, None), (None, 1, 0)])
def test_the_chancellor_breaks_ties(votes: tuple[int | None, ...], word: int) -> None:
    """Event Horizon, lines 1096-1097: either card, whatever the Chancellor backed before."""
    p = council(len(votes), *votes)
    assert (p.decision, p.actor) == ("vote_tie", 0)
    assert p.legal() == {("political_card", 0), ("political_card", 1)}
    p.do("political_card", word)
    assert enacted(p) == [("open_academies", "common_parts")[word]]


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_there_are_no_elections(players: int) -> None:
    """Event Horizon, lines 1099-1100: after the bonus action the Council is over."""
    p = council(players, *[0] * players)
    for player in range(players):
        own(p, player, 30)
    assert (p.decision, p.actor) == ("propose_bonus", 1)
    asked = set()
    while not p.finished:
        asked.add(p.decision)
        p.default()
    assert asked == {"propose_bonus", "take_bonus"}
    assert order(p) == list(range(players))


def test_the_bonus_action_is_chosen_as_ever() -> None:
    """Event Horizon, lines 1090-1100: only voting and elections change; the Vice-Chancellor still proposes."""
    p, base = council(4, 0, 0, 0, 0), seat(Position(players=4), 0, 1, 2, 3)
    base.jump(frames.COUNCIL).until("propose_bonus")
    assert p.t.bonus_proposals == base.t.bonus_proposals
    assert p.legal() == base.legal()
    while p.decision == "propose_bonus":
        p.do("bonus_action", *min(p.legal("bonus_action")))
    assert (p.decision, p.actor) == ("take_bonus", 0)
    p.do("bonus_action", *max(p.legal("bonus_action")))
    assert p.finished and p.g.bonus >= 0


def test_the_stage_of_rockets_is_skipped() -> None:
    """Event Horizon, lines 1102-1103: not even rockets that lie on planets are fired."""
    for scenario, fired in (({}, True), ({"scenario": "stronghold"}, False)):
        p = Position(players=2, **scenario)
        p.remove_ships()
        hexagon = int(p.t.home_hex[0])
        p.g.rocket[hexagon, 0] = 1
        from_stage(p, turn.WMD)
        assert (p.decision == "fire") == fired
        assert (p.g.stage == frames.WMD_STAGE) == fired
        if not fired:
            assert p.g.rocket[hexagon, 0] == 1


@pytest.mark.parametrize(("number", "active"), [(1, False), (2, False), (3, True), (4, True)])
def test_the_stronghold_activates_from_turn_three(number: int, active: bool) -> None:
    """Event Horizon, lines 1106-1111 and 1381-1419: one squadron a player onto the board, not before turn 3."""
    p = table(2)
    p.g.turn = number
    from_stage(p, turn.WMD)
    assert p.g.activations == int(active)
    assert p.g.squadron.sum() == (2 if active else 0)
    assert p.g.squadron_supply == 6 - p.g.squadron.sum()


NEVER = {
    "vote_fifties", "vote_bid", "election_fifties", "election_bid", "election_tie", "fire", "strike", "battle",
}  # fmt: skip


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_nobody_bids_fires_rockets_or_fights_another_in_a_whole_game(players: int) -> None:
    """Event Horizon, lines 1056 and 1095-1103, 1127-1129: these decisions never come up."""
    p = Position(players, players=players, scenario="stronghold")
    asked = decisions_of(p, players)
    assert not NEVER & asked
    assert {"vote", "action_card", "move"} <= asked
    assert p.g.outcome > 0
    assert_cubes_kept(p)


# VP that cards take ---------------------------------------------------------------------------------------------------


def vp(p: Position, player: int) -> int:
    """VP of a player so far."""
    return int(p.g.resource[player, v.VP])


def stock(p: Position, player: int) -> list[int]:
    """CP, Axinium and Phasium of a player."""
    return [int(x) for x in p.g.resource[player, :3]]


def loses(p: Position, amount: int, target: str = "chancellor") -> Position:
    """A card takes VP."""
    return run_effects(p, resource_row("lose", target, "vp", amount))


def gains(p: Position, amount: int, target: str = "chancellor") -> Position:
    """A card gives VP."""
    return run_effects(p, resource_row("gain", target, "vp", amount))


@pytest.mark.parametrize("resource", LOSS)
def test_a_lost_vp_is_paid_in_one_resource(resource: int) -> None:
    """Event Horizon, lines 1062-1064: 5 CP, 2 Axinium or 2 Phasium for each, and the VP stay."""
    p = loses(own(table(2), 0, 9, 9, 9), 1)
    assert (p.decision, p.actor) == ("pay_vp", 0)
    assert p.legal() == {("convert", CP), ("convert", AXINIUM), ("convert", PHASIUM)}
    before = vp(p, 0)
    p.do("convert", resource)
    assert p.finished
    assert stock(p, 0) == [9 - LOSS[resource] if i == resource else 9 for i in range(3)]
    assert vp(p, 0) == before


def test_each_lost_vp_is_paid_as_the_player_likes() -> None:
    """Event Horizon, lines 1062-1064: for each VP another choice."""
    p = loses(own(table(2), 0, 11, 4, 3), 4)
    for resource in (PHASIUM, CP, AXINIUM, CP):
        assert p.decision == "pay_vp"
        p.do("convert", resource)
    assert p.finished
    assert stock(p, 0) == [1, 2, 1]


def test_only_what_the_player_has_enough_of_can_pay() -> None:
    """Event Horizon, lines 1062-1064: 4 CP, 1 Axinium or 1 Phasium are too little."""
    p = loses(own(table(2), 0, 4, 2, 9), 1)
    assert p.legal() == {("convert", AXINIUM), ("convert", PHASIUM)}
    p = loses(own(table(2, ask_forced=True), 0, 5, 1, 1), 1)
    assert p.legal() == {("convert", CP)}
    p.do("convert", CP)
    assert p.finished
    assert stock(p, 0) == [0, 1, 1]


def test_who_can_pay_must_pay() -> None:
    """Event Horizon, line 1064: there is no way out, VP of one's own are none."""
    p = loses(own(table(2), 0, 60, 10, 10), 3)
    for _ in range(3):
        assert p.decision == "pay_vp" and not p.legal("pass")
        p.default()
    assert p.finished


def test_who_has_nothing_pays_nothing() -> None:
    """Event Horizon, line 1064: resources are lost if that is possible; VP are not lost either."""
    p = own(table(2), 0, 0, 0, 0)
    before = vp(p, 0)
    loses(p, 2)
    assert p.finished
    assert stock(p, 0) == [0, 0, 0]
    assert vp(p, 0) == before


@pytest.mark.parametrize(("have", "offered"), [((4, 1, 1), (CP, AXINIUM, PHASIUM)), ((4, 0, 1), (CP, PHASIUM))])
def test_who_cannot_pay_in_full_pays_what_there_is(have: tuple[int, int, int], offered: tuple[int, ...]) -> None:
    """Event Horizon, line 1064: all there is of a resource, at the player's choice."""
    for resource in offered:
        p = loses(own(table(2), 0, *have), 1)
        assert p.legal() == {("convert", other) for other in offered}
        p.do("convert", resource)
        assert p.finished
        assert stock(p, 0) == [0 if other == resource else x for other, x in enumerate(have)]


def test_payment_goes_as_far_as_it_can() -> None:
    """Event Horizon, lines 1062-1064: two VP are paid in full, three more in part, and then nothing more is there."""
    p = loses(own(table(2, ask_forced=True), 0, 8, 3, 1), 9)
    paid = []
    while not p.finished:
        before = stock(p, 0)
        p.default()
        paid.append([x - y for x, y in zip(before, stock(p, 0))])
    assert stock(p, 0) == [0, 0, 0]
    assert paid[:2] == [[5, 0, 0], [0, 2, 0]]


def test_vp_that_nobody_has_are_paid_all_the_same() -> None:
    """Event Horizon, lines 1062-1063: what counts is what the card says, not what the player could lose."""
    p = own(table(2), 0, 20)
    p.g.resource[0, v.VP] = 0
    loses(p, 2)
    while not p.finished:
        p.default()
    assert stock(p, 0) == [10, 0, 0]
    assert vp(p, 0) == 0


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_everybody_who_loses_vp_pays_in_turn_order(players: int) -> None:
    """Event Horizon, lines 1062-1064: each player chooses for oneself."""
    p = table(players)
    for player in range(players):
        own(p, player, 12, 9, 9)
    loses(p, 2, "each")
    for player in range(players):
        for _ in range(2):
            assert (p.decision, p.actor) == ("pay_vp", player)
            p.do("convert", player % 3)
    assert p.finished
    for player in range(players):
        paid = player % 3
        start = [12, 9, 9]
        assert stock(p, player) == [start[i] - 2 * LOSS[i] if i == paid else start[i] for i in range(3)]


def test_losses_by_a_count_are_paid_one_by_one() -> None:
    """Event Horizon, lines 1062-1064: also where a card takes VP for each of something."""
    p = own(table(2), 0, 40)
    p.g.laws = 3
    p.g.law[:3] = [p.index("political_cards", x) for x in ("open_academies", "common_parts", "public_science")]
    run_effects(p, resource_row("lose", "chancellor", "vp", 1, "laws"))
    while not p.finished:
        assert p.decision == "pay_vp"
        p.do("convert", CP)
    assert stock(p, 0) == [25, 0, 0]


def test_censure_costs_resources() -> None:
    """Event Horizon, lines 1062-1064: a political card of the box."""
    p = stack_deck(own(table(2), 0, 7, 4, 4), "censure")
    p.g.resource[:2, v.VP] = (9, 5)
    p.jump(frames.COUNCIL).do("political_card", 0).do("political_card", 0)
    assert (p.decision, p.actor) == ("pay_vp", 0)
    p.do("convert", AXINIUM)
    assert stock(p, 0) == [7, 2, 4]
    assert vp(p, 0) == 9
    assert p.decision == "name_player"


def test_other_losses_are_as_ever() -> None:
    """Event Horizon, line 1062: only VP are turned into resources."""
    p = own(table(2), 0, 7, 4, 4)
    run_effects(p, resource_row("lose", "chancellor", "cp", 3), resource_row("gain", "chancellor", "phasium", 2))
    assert p.finished
    assert stock(p, 0) == [4, 4, 6]


# VP that cards give ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("resource", [pytest.param(resource, marks=EVERY_MODE) for resource in GAIN])
def test_a_vp_won_may_be_a_resource_instead(resource: int) -> None:
    """Event Horizon, lines 1066-1068: 3 CP, 1 Axinium or 1 Phasium, and no VP then."""
    p = own(table(2), 0, 2, 2, 2)
    before = vp(p, 0)
    gains(p, 1)
    assert (p.decision, p.actor) == ("gain_vp", 0)
    assert p.legal() == {("pass",), ("convert", CP), ("convert", AXINIUM), ("convert", PHASIUM)}
    p.do("convert", resource)
    assert p.finished
    assert stock(p, 0) == [2 + GAIN[resource] if i == resource else 2 for i in range(3)]
    assert vp(p, 0) == before


def test_a_vp_won_may_be_kept() -> None:
    """Event Horizon, line 1067: may, not must."""
    p = own(table(2), 0, 2, 2, 2)
    before = vp(p, 0)
    gains(p, 1).decline()
    assert p.finished
    assert stock(p, 0) == [2, 2, 2]
    assert vp(p, 0) == before + 1


def test_each_vp_won_is_turned_as_the_player_likes() -> None:
    """Event Horizon, lines 1066-1068: some into this, some into that, the rest kept."""
    p = own(table(2), 0)
    before = vp(p, 0)
    gains(p, 5)
    for resource in (CP, PHASIUM, AXINIUM):
        p.do("convert", resource)
    assert p.decision == "gain_vp"
    p.decline()
    while not p.finished:
        p.decline()
    assert stock(p, 0) == [3, 1, 1]
    assert vp(p, 0) == before + 2


@pytest.mark.parametrize("players", [2, 4, 6])
def test_everybody_who_gains_vp_chooses_in_turn_order(players: int) -> None:
    """Event Horizon, lines 1066-1068: each player for oneself."""
    p = table(players)
    for player in range(players):
        own(p, player)
    gains(p, 1, "each")
    for player in range(players):
        assert (p.decision, p.actor) == ("gain_vp", player)
        p.do("convert", player % 3)
    assert p.finished
    for player in range(players):
        assert stock(p, player) == [GAIN[i] if i == player % 3 else 0 for i in range(3)]


def scholar(faction: str, *cards: str) -> Position:
    """A co-operative game with Edge of Extinction in which the first player, of a faction, does Research."""
    p = table(2, edge_of_extinction=True, factions=(faction, "arctic"))
    enact(own(p, 0, 40), *cards)
    return perform(p, 0, v.RESEARCH)


def study(p: Position) -> Position:
    """Learn the first technology on offer."""
    return p.do("technology", *min(p.legal("technology")))


def test_vp_of_a_political_card_for_a_technology_may_be_resources() -> None:
    """Event Horizon, lines 1066-1068: a resolution that gives VP for Research is a political card."""
    p = scholar("sirius", "year_of_science")
    before, stock_before = vp(p, 0), stock(p, 0)
    study(p)
    assert (p.decision, p.actor) == ("gain_vp", 0)
    refused = f"frame {frames.CONVERSION} on frame {frames.PERFORM}"
    assert not any(refused in problem for problem in broken(p.games, p.rules.config))
    assert p.legal() == {("pass",), ("convert", CP), ("convert", AXINIUM), ("convert", PHASIUM)}
    p.do("convert", AXINIUM)
    assert p.decision != "gain_vp"
    assert stock(p, 0)[1:] == [stock_before[1] + 1, stock_before[2]]
    assert vp(p, 0) == before


def test_vp_of_a_political_card_for_a_technology_may_be_kept() -> None:
    """Event Horizon, line 1067: may, not must."""
    p = scholar("sirius", "year_of_science")
    before = vp(p, 0)
    assert vp(study(p).decline(), 0) == before + 1


def test_each_technology_of_a_research_brings_the_vp_of_the_card() -> None:
    """Event Horizon, lines 1066-1068: one exchange after the other, where more than one is learned."""
    p = scholar("sirius", "year_of_science", "joint_research")
    assert modifier(p, 1, "technologies_each") == 2
    perform(own(p, 1, 40), 1, v.RESEARCH)
    for _ in range(modifier(p, 1, "technologies_each")):
        assert (p.decision, p.actor) == ("research", 1)
        study(p)
        assert (p.decision, p.actor) == ("gain_vp", 1)
        p.do("convert", PHASIUM)
    assert p.finished


def test_vp_of_a_faction_for_a_technology_are_none() -> None:
    """Event Horizon, lines 1066-1068: no card gives them, and where players win together abilities bring no VP."""
    p = scholar("titan")
    assert modifier(p, 0, "learned_vp") == 1
    before = vp(p, 0)
    study(p)
    assert p.decision != "gain_vp" and vp(p, 0) == before
    p = scholar("titan", "year_of_science")
    assert modifier(p, 0, "learned_vp") == 2
    study(p).do("convert", CP)
    assert p.decision != "gain_vp", "only that of the card"


def explored(name: str, *have: int) -> Position:
    """A ship explores a hex, and this Event is drawn."""
    p = table(2, ("M4",))
    own(p, 0, *have)
    kind = next(i for i, card in enumerate(p.rules.content.events) if card.id == name)
    left = int(p.g.event_left)
    at = next(i for i in range(left) if p.g.event_deck[i] == kind)
    p.g.event_deck[at], p.g.event_deck[left - 1] = int(p.g.event_deck[left - 1]), kind
    hexagon = next(h for h in range(p.t.hexes) if p.g.face_down[h])
    p.place_ship(0, DARK_RAIDER, hexagon)
    return p.jump(frames.EXPLORATION)


def test_an_event_that_takes_a_vp_costs_resources() -> None:
    """Event Horizon, lines 1062-1064: any card or effect (M4)."""
    p = explored("bad_press", 5, 2, 0)
    before = vp(p, 0)
    assert (p.decision, p.actor) == ("pay_vp", 0)
    p.do("convert", AXINIUM)
    assert stock(p, 0) == [5, 0, 0]
    assert vp(p, 0) == before


def test_an_event_that_gives_a_vp_may_give_resources() -> None:
    """Event Horizon, lines 1066-1068: a political card or an Event (M4)."""
    p = explored("first_footprints", 1, 1, 1)
    before = vp(p, 0)
    assert (p.decision, p.actor) == ("gain_vp", 0)
    p.do("convert", CP)
    assert stock(p, 0) == [4, 1, 1]
    assert vp(p, 0) == before


# Conquest -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("players", [2, 4])
def test_players_do_not_fight_each_other(players: int, last: bool) -> None:
    """Event Horizon, lines 1127-1129: armed ships of several players rest in one hex, in the last turn too."""
    for scenario in ({"scenario": "stronghold"}, {"modules": ("M2", "M3")}):
        p = Position(players=players, **scenario)
        p.remove_ships()
        p.g.resistance[:] = 0
        hexagon = ordinary_planets(p)[0]
        for player in range(players):
            p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, hexagon)
        p.g.turn = p.t.turns if last else 1
        p.g.conquest = p.g.conquests
        finish(p.dice(*[HIT] * players).jump(frames.CONQUEST))
        left = [ships_on_map(p, player) for player in range(players)]
        if p.t.coop:
            assert left == [1] * players
            assert p.g.scripted_count == players, "nobody rolled"
        else:
            assert sum(left) < players


def test_all_players_in_a_hex_fight_the_resistance_at_once() -> None:
    """Event Horizon, lines 1131-1135: one combat, one set of cards, dice of all who are there."""
    p = table(3)
    hexagon = ordinary_planets(p)[0]
    for player in (0, 2):
        p.equip(player, WAR_CRUISER, GUN).place_ship(player, WAR_CRUISER, hexagon)
    on_top(p, 1, 0)
    cards = fleet(p, hexagon)
    assert len(cards) == 1
    p.dice(MISS, HIT, *[MISS] * foe_dice(p, cards), UNUSED).jump(frames.CONQUEST)
    while p.decision == "move":
        p.decline()
    strike_down(p)
    assert (p.decision, p.actor) == ("reward", 0)
    assert p.g.scripted_count == 1
    p.do("player", 2)
    finish(p)
    assert won(p, 2) == set(cards)
    assert p.g.dormant[hexagon] == 1
    assert [ships_on_map(p, player) for player in range(3)] == [1, 0, 1]


def test_only_one_battle_a_hex() -> None:
    """Event Horizon, lines 1131-1135: the others do not come a second time after the first defeat."""
    p = table(2, content=FIXED_VALUES)
    hexagon = ordinary_planets(p)[0]
    for player in range(2):
        p.equip(player, FIGHTER).place_ship(player, FIGHTER, hexagon)
    cards = fleet(p, hexagon)
    dice = foe_dice(p, cards)
    left = p.g.resistance_left.tolist()
    # The Resistance needs two hits; nobody else has dice.
    p.dice(*[HIT] * (2 * dice), UNUSED).jump(frames.CONQUEST)
    finish(p)
    assert ships_on_map(p, 0) + ships_on_map(p, 1) == 0
    assert p.g.resistance_left.tolist() == left, "the cards went back under their decks"
    assert p.g.scripted_count == (1 if dice == 1 else 1 + 2 * dice - 2)
    assert p.g.resistance[hexagon] == REGULAR and p.g.dormant[hexagon] == 0


def test_the_chancellor_gives_each_reward_card_to_a_participant() -> None:
    """Event Horizon, lines 1134-1135: freely, card by card; the Chancellor's agent decides for the players."""
    p = table(4)
    hexagon = ordinary_planets(p)[0]
    seat(p, 1, 2, 3, 0)
    for player in (0, 2, 3):
        p.equip(player, WAR_CRUISER, SIX).place_ship(player, WAR_CRUISER, hexagon)
    cards = fleet(p, hexagon, turn=7)
    assert len(cards) >= 2
    together(p, hexagon, *[HIT] * 18, *[MISS] * foe_dice(p, cards))
    strike_down(p)
    takers = [0, 3, 2, 0]
    for taker in takers[: len(cards)]:
        assert (p.decision, p.actor) == ("reward", 1), "the Chancellor, though without a ship there"
        assert p.legal() == {("player", 1), ("player", 2), ("player", 3)}
        p.do("player", (taker - 1) % 4)
    assert p.finished
    assert sum(len(won(p, player)) for player in range(4)) == len(cards)
    for taker in set(takers[: len(cards)]):
        assert len(won(p, taker)) == takers[: len(cards)].count(taker)
    assert won(p, 1) == set()
    assert set().union(*(won(p, player) for player in range(4))) == set(cards)


def test_all_reward_cards_may_go_to_one_player() -> None:
    """Event Horizon, lines 1134-1135: freely means freely."""
    p = table(2)
    hexagon = ordinary_planets(p)[0]
    for player in range(2):
        p.equip(player, WAR_CRUISER, SIX, GUN, GUN).place_ship(player, WAR_CRUISER, hexagon)
    cards = fleet(p, hexagon, turn=7)
    together(p, hexagon, *[HIT] * 16, *[MISS] * foe_dice(p, cards))
    strike_down(p)
    for _ in cards:
        assert p.legal() == {("player", 0), ("player", 1)}
        p.do("player", 1)
    assert p.finished
    assert (won(p, 0), won(p, 1)) == (set(), set(cards))


def test_a_player_whose_ships_were_destroyed_receives_no_reward() -> None:
    """Event Horizon, lines 1245-1247: not eligible, even where the others win."""
    p = table(3)
    hexagon = ordinary_planets(p)[0]
    p.equip(0, WAR_CRUISER, GUN, GUN).place_ship(0, WAR_CRUISER, hexagon)  # two dice: the Resistance's first target
    p.equip(1, FIGHTER, GUN).place_ship(1, FIGHTER, hexagon)
    p.equip(2, FIGHTER, GUN).place_ship(2, FIGHTER, hexagon)
    on_top(p, 1, 0)
    cards = fleet(p, hexagon)
    dice = foe_dice(p, cards)
    together(p, hexagon, MISS, MISS, MISS, MISS, HIT, *[MISS] * (dice - 1), HIT, MISS, *[MISS] * dice)
    strike_down(p)
    assert ships_on_map(p, 0) == 0
    assert (p.decision, p.actor) == ("reward", 0), "the Chancellor decides, though beaten"
    assert p.legal() == {("player", 1), ("player", 2)}
    p.do("player", 1)
    assert p.finished
    assert won(p, 1) == set(cards)


def test_a_lone_survivor_keeps_the_cards() -> None:
    """Event Horizon, lines 1245-1247: with one player left there is nothing to choose."""
    p = table(2)
    hexagon = ordinary_planets(p)[0]
    p.equip(0, WAR_CRUISER, GUN, GUN).place_ship(0, WAR_CRUISER, hexagon)
    p.equip(1, FIGHTER, GUN).place_ship(1, FIGHTER, hexagon)
    on_top(p, 1, 0)
    cards = fleet(p, hexagon)
    dice = foe_dice(p, cards)
    together(p, hexagon, MISS, MISS, HIT, HIT, *[MISS] * (dice - 1))
    strike_down(p)
    while not p.finished:
        assert p.legal() == {("player", 1)}
        p.default()
    assert won(p, 1) == set(cards)


def test_where_nobody_is_left_the_cards_go_back() -> None:
    """Event Horizon, lines 1234-1247: both sides fall in one round; no player is eligible."""
    p = table(2)
    hexagon = ordinary_planets(p)[0]
    p.equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, hexagon)
    on_top(p, 1, 0)
    cards = fleet(p, hexagon)
    left = p.g.resistance_left.tolist()
    together(p, hexagon, HIT, *[HIT] * foe_dice(p, cards))
    strike_down(p)
    assert p.finished
    assert ships_on_map(p, 0) == 0
    assert won(p, 0) == won(p, 1) == set()
    assert p.g.resistance_left.tolist() == left
    assert p.g.resistance_deck[0, 0] == cards[0], "under the deck"


def test_the_battle_goes_on_until_all_players_are_destroyed() -> None:
    """Event Horizon, lines 1245-1246: the loss of one player is not the end."""
    p = table(2)
    hexagon = ordinary_planets(p)[0]
    p.equip(0, FIGHTER, GUN, GUN).place_ship(0, FIGHTER, hexagon)
    p.equip(1, FIGHTER, GUN).place_ship(1, FIGHTER, hexagon)
    on_top(p, 1, 0)
    cards = fleet(p, hexagon)
    dice = foe_dice(p, cards)
    rounds = [MISS, MISS, MISS, HIT, *[MISS] * (dice - 1)]  # the ship with two dice falls
    rounds += [MISS, *[MISS] * dice] * 2
    rounds += [HIT, *[MISS] * dice]
    together(p, hexagon, *rounds, UNUSED)
    strike_down(p)
    while not p.finished:
        p.default()
    assert p.g.scripted_count == 1
    assert (ships_on_map(p, 0), ships_on_map(p, 1)) == (0, 1)
    assert won(p, 1) == set(cards)


def test_cloaked_ships_keep_out_of_the_battle_and_of_the_reward() -> None:
    """Event Horizon, lines 1131-1135: uncloaked ships battle; whoever stays unseen takes no part."""
    p = table(3)
    hexagon = ordinary_planets(p)[0]
    for player in range(3):
        p.equip(player, FIGHTER, GUN, GUN).place_ship(player, FIGHTER, hexagon)
    p.learn(0, "cloaking")
    on_top(p, 1, 0)
    cards = fleet(p, hexagon)
    dice = foe_dice(p, cards)
    p.dice(HIT, MISS, MISS, MISS, *[MISS] * dice, UNUSED).jump(frames.CONQUEST)
    while p.decision in ("move", "uncloak"):
        p.decline()
    strike_down(p)
    assert (p.decision, p.actor) == ("reward", 0)
    assert p.legal() == {("player", 1), ("player", 2)}
    assert p.g.scripted_count == 1
    p.do("player", 2)
    finish(p)
    assert won(p, 2) == set(cards)


def meeting_of_allies(mode: str, **config: Any) -> tuple[Position, int]:
    """Player 0 with Cloaking, player 1 without, player 2 with Cloaking and Radar, all with a ship in one hex."""
    p = table(mode=mode, **config)
    hexagon = inner(p)[0]
    p.learn(0, "cloaking").learn(2, "cloaking", "radar")
    for player, ship_class in enumerate((DARK_RAIDER, FIGHTER, DARK_RAIDER)):
        p.equip(player, ship_class, "antigravity_drive" if ship_class == DARK_RAIDER else "fusion_drive")
        p.place_ship(player, ship_class, hexagon)
    return p.jump(frames.CONQUEST), hexagon


def test_allies_do_not_uncloak_or_detect_each_other() -> None:
    """Event Horizon, lines 1127-1129; issue 18: there is nobody to fight, so nobody is asked to show ships."""
    for mode, asked in (("coop", set()), ("semi_coop", {"uncloak", "force_uncloak"})):
        p, _ = meeting_of_allies(mode)
        seen = set()
        while not p.finished:
            seen.add(p.decision)
            p.default()
        assert seen & {"uncloak", "force_uncloak"} == asked


def test_allies_may_still_uncloak_to_fight_the_resistance() -> None:
    """Event Horizon, lines 1131-1133: uncloaked ships battle it, and whether they do is their owner's choice."""
    p, hexagon = meeting_of_allies("coop")
    p.g.resistance[hexagon] = REGULAR
    p.until("uncloak", 0)
    p.decline()
    assert (p.decision, p.actor) == ("uncloak", 2)


def test_allies_do_not_block_each_other() -> None:
    """Issue 18: the Raiders (3) hold the Fighter (2) of another only where players are enemies."""
    for mode, asked in (("coop", "move"), ("semi_coop", "travel")):
        p, _ = meeting_of_allies(mode, ship_blocking=True)
        assert p.decision == asked
        if asked == "travel":
            p.do("uncloak")
        p.until("move")
        while p.actor != 1 and p.decision == "move":
            p.decline()
        assert (p.decision == "move" and p.actor == 1) == (mode == "coop")


def test_cloaked_ships_are_not_hit_by_the_resistance() -> None:
    """Event Horizon, lines 1131-1135 and 1357-1361: the strongest ship of the hex, but it takes no part."""
    p = table(2)
    hexagon = ordinary_planets(p)[0]
    p.learn(0, "cloaking").equip(0, WAR_CRUISER, SIX).place_ship(0, WAR_CRUISER, hexagon)
    p.equip(1, FIGHTER, GUN).place_ship(1, FIGHTER, hexagon)
    on_top(p, 1, 0)
    cards = fleet(p, hexagon)
    p.dice(HIT, *[HIT] * foe_dice(p, cards), UNUSED).jump(frames.CONQUEST)
    while p.decision in ("move", "uncloak"):
        p.decline()
    finish(p)
    assert p.g.scripted_count == 1
    assert (ships_on_map(p, 0), ships_on_map(p, 1)) == (1, 0)
    assert not p.g.ship_damage.any()


def test_no_joint_battle_in_the_no_combat_hex() -> None:
    """Event Horizon, lines 554-557: no combat with the Resistance there either (M4)."""
    p = table(2, ("M4",))
    hexagon = ordinary_planets(p)[0]
    p.g.face_down[:] = 0
    p.g.no_combat = hexagon
    for player in range(2):
        p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, hexagon)
    fleet(p, hexagon)
    finish(p.dice(*[HIT] * 4).jump(frames.CONQUEST))
    assert p.g.scripted_count == 4
    assert (ships_on_map(p, 0), ships_on_map(p, 1), p.g.dormant[hexagon]) == (1, 1, 0)


def test_players_cannot_hit_each_other_in_a_joint_battle() -> None:
    """Event Horizon, lines 1127-1135: their hits go to the Resistance alone."""
    p = table(2)
    hexagon = ordinary_planets(p)[0]
    for player in range(2):
        p.equip(player, WAR_CRUISER, GUN).place_ship(player, WAR_CRUISER, hexagon)
    cards = fleet(p, hexagon, turn=7)
    assert len(cards) >= 2
    together(p, hexagon, HIT, HIT, *[MISS] * foe_dice(p, cards))
    for _ in range(2):
        assert p.decision == "hit"
        assert not p.legal("hit") and p.legal("hit_foe")
        p.do("hit_foe", *min(p.legal("hit_foe")))
    assert [ships_on_map(p, player) for player in range(2)] == [1, 1]


TARGETS = [
    # two ships (class, upgrades, damage, cargo); the first is struck
    ((FIGHTER, (GUN, GUN), 0, 0), (WAR_CRUISER, (GUN,), 0, 0)),  # the most cannons
    ((FIGHTER, (GUN,), 0, 0), (WAR_CRUISER, (GUN, ARMOUR), 0, 0)),  # the least damage needed
    ((FIGHTER, (GUN,), 0, 0), (WAR_CRUISER, (GUN, ARMOUR), 2, 0)),
    ((WAR_CRUISER, (GUN, ARMOUR), 3, 0), (FIGHTER, (GUN, "electromagnetic_shield"), 0, 0)),
    ((BATTLE_CARRIER, (GUN,), 0, 2), (WAR_CRUISER, (GUN,), 0, 1)),  # the most Population
    ((BATTLE_CARRIER, (GUN,), 0, 1), (FIGHTER, (GUN,), 0, 0)),
    ((WAR_CRUISER, (GUN,), 0, 0), (FIGHTER, (GUN,), 0, 0)),  # by class
    ((FIGHTER, (GUN,), 0, 0), (BATTLE_CARRIER, (GUN,), 0, 0)),
    ((BATTLE_CARRIER, (GUN,), 0, 0), (DARK_RAIDER, (GUN,), 0, 0)),
]


@pytest.mark.parametrize("owners", [(0, 0), (0, 1), (1, 0)])
@pytest.mark.parametrize(("struck", "spared"), TARGETS)
def test_the_resistance_hits_by_the_targeting_rules(struck: Any, spared: Any, owners: tuple[int, int]) -> None:
    """Event Horizon, lines 1357-1371: its hits fall by the algorithm, on whomever; nobody is asked."""
    p = table(2)
    hexagon = ordinary_planets(p)[0]
    ships = []
    for owner, (ship_class, upgrades, damage, cargo) in zip(owners, (struck, spared), strict=True):
        p.equip(owner, ship_class, *upgrades)
        ships.append((owner, p.place_ship(owner, ship_class, hexagon, damage, cargo)))
    on_top(p, 1, 0)
    cards = fleet(p, hexagon)
    total = sum(len([u for u in x[1] if u == GUN]) for x in (struck, spared))
    dice = foe_dice(p, cards)
    # One hit of the Resistance while the players destroy it, so that there is no second round.
    together(p, hexagon, *[HIT] * total, HIT, *[MISS] * (dice - 1))
    after = [int(p.g.ship_damage[ship]) if p.g.ship_hex[ship] >= 0 else -1 for ship in ships]
    before = [struck[2], spared[2]]
    assert after[0] != before[0], "hit, or destroyed"
    assert after[1] == before[1]
    assert p.decision == "reward" or p.finished


def test_a_hit_that_cannot_be_decided_is_left_to_chance() -> None:
    """Event Horizon, line 1371: among equal ships each is struck now and then."""
    found = set()
    for seed in range(30):
        p = Position(seed, players=2, scenario="stronghold")
        p.remove_ships()
        seat(p, 0, 1)
        hexagon = ordinary_planets(p)[0]
        for player in range(2):
            p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, hexagon)
        on_top(p, 1, 0)
        cards = fleet(p, hexagon)
        together(p, hexagon, HIT, HIT, HIT, *[MISS] * (foe_dice(p, cards) - 1))
        found.add(tuple(ships_on_map(p, player) for player in range(2)))
    assert found == {(1, 0), (0, 1)}


# The centre -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["coop", "semi_coop"])
@pytest.mark.parametrize("movement", MOVEMENTS)
def test_no_ship_enters_the_stronghold(movement: str, mode: str) -> None:
    """Event Horizon, line 1033: travel through the central hex is no longer possible, by no kind of movement."""
    p = Position(players=2, scenario="stronghold", mode=mode, movement=movement)
    p.remove_ships()
    p.g.resistance[:] = 0
    start = inner(p)[0]
    p.equip(0, FIGHTER, "antigravity_drive")
    ship = p.place_ship(0, FIGHTER, start)
    p.jump(frames.CONQUEST)
    base = Position(players=2)
    towards = [int(h) for h in base.t.neighbour[start]].index(CENTRE)
    assert {d for s, d in p.legal("move") if s == ship} == {
        d for d in range(6) if base.t.neighbour[start, d] >= 0 and d != towards
    }
    assert neighbours(p, CENTRE) == []
    assert all(CENTRE not in neighbours(p, h) for h in range(p.t.hexes))


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_no_ship_is_ever_in_the_stronghold(players: int) -> None:
    """Event Horizon, line 1033: on none of the maps does a way lead there."""
    for size in ("standard", "minimal", "large"):
        p = Position(players=players, scenario="stronghold", map=size)
        assert all(CENTRE not in neighbours(p, h) for h in range(p.t.hexes))


@pytest.mark.parametrize("mode", ["coop", "semi_coop"])
def test_the_centre_gives_no_vp(mode: str) -> None:
    """Event Horizon, lines 1033-1034: what is said of the High Council hex has no effect."""
    p = Position(players=2, scenario="stronghold", mode=mode)
    p.remove_ships()
    assert p.t.council_hex == -1
    p.place_ship(0, DARK_RAIDER, CENTRE)
    p.g.turn = p.t.turns
    from_stage(p, turn.NEXT_TURN)
    assert p.g.over == 1
    assert not p.g.score[:, SCORE_COUNCIL].any()


def test_nothing_is_built_in_the_stronghold() -> None:
    """our ruling on Event Horizon, lines 868-869 and 1033: neither Satellite nor Jump Gate (M7, M8)."""
    p = own(table(2, ("M7", "M8")), 0, 100, 10, 10)
    home = int(p.t.home_hex[0])
    near = inner(p)[0]
    p.g.satellite[0, :2] = home, near
    perform(p, 0, v.BUILD)
    assert p.legal("satellite") and (CENTRE,) not in p.legal("satellite")
    assert (CENTRE,) not in p.legal("gate")


# The end --------------------------------------------------------------------------------------------------------------


def test_the_last_turn_ends_in_defeat() -> None:
    """Event Horizon, lines 1377-1379: with the Stronghold undefeated at the end of the final turn all lose."""
    p = table(3)
    p.g.turn = p.t.turns
    p.g.resource[0, v.VP] = 99
    from_stage(p, turn.NEXT_TURN)
    assert (p.g.over, p.g.outcome) == (1, 2)
    assert p.rewards == [-1, -1, -1]


def test_before_the_last_turn_the_game_goes_on() -> None:
    """Event Horizon, lines 1048-1049: the number of turns is unchanged."""
    p = table(3)
    p.g.turn = p.t.turns - 1
    from_stage(p, turn.NEXT_TURN)
    assert p.g.over == 0
    assert p.g.turn == p.t.turns == 7


def test_the_last_squadron_on_the_board_ends_in_defeat() -> None:
    """Event Horizon, lines 1377-1378: at once, in whatever turn."""
    p = table(2)
    p.g.turn = 3
    p.g.squadron_supply = 2
    from_stage(p, turn.WMD)
    assert (p.g.over, p.g.outcome) == (1, 2)
    assert p.rewards == [-1, -1]


def test_the_fall_of_the_stronghold_is_a_common_victory() -> None:
    """Event Horizon, lines 1374-1375: at once, and for the player without a ship too."""
    p = table(3)
    p.g.turn = 3
    p.g.activations = 1
    p.g.stronghold = 1
    p.equip(0, WAR_CRUISER, SIX, SIX, *[ARMOUR] * 3).place_ship(0, WAR_CRUISER, inner(p)[0])
    assert 8 + p.g.turn + 1 == 12  # shield: as many hits of the first round are not enough, one more in the second is
    p.dice(*[6] * 12, *[MISS] * 8, 6, *[HIT] * 11).jump(frames.ASSAULT)
    assert (p.decision, p.actor) == ("join", 0)
    p.do("join", min(p.legal("join"))[0])
    while not p.g.over:
        p.default()
    assert p.g.scripted_count == 0, "two rounds were fought"
    assert (p.g.over, p.g.outcome) == (1, 1)
    assert p.rewards == [1, 1, 1]
