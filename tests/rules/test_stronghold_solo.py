"""Centaurian Stronghold alone: the co-operative rules on a map of eight hexes, one player in both offices."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, turn
from tests.position import Position
from tests.rules.early import order, own, perform, resource_row, run_effects, stack_deck
from tests.rules.scenes import (
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    close_windows,
    finish,
    from_stage,
    neighbours,
    ordinary_planets,
    ships_on_map,
)

HIT, MISS, UNUSED = 5, 1, 3
GUN, SIX, ARMOUR = "laser_cannon", "antimatter_cannon", "singularity_shield"  # one die, six dice, 3 damage
SETUP = ("planet_type", "planet_space", "barrier", "look", "leader", "start_technology")
POOLS = ("home", "cp", "axinium", "phasium", "new")
REMOVED = {"celebrities", "diplomat", "politician", "strategist"}
REGULAR = 1
MODULES = (
    (),
    ("M1",),
    ("M4",),
    ("M5",),
    ("M7", "M8"),
    ("M9", "M10"),
    ("M1", "M4", "M5", "M7", "M8", "M9", "M10"),
)


def solo(modules: tuple[str, ...] = (), seed: int = 1, **config: Any) -> Position:
    """A game for one player, from its first decision."""
    return Position(seed, players=1, modules=modules, scenario="stronghold", mode="solo", **config)


def begun(modules: tuple[str, ...] = (), seed: int = 1, **config: Any) -> Position:
    """The same, with setup over."""
    p = solo(modules, seed, **config)
    while p.decision in SETUP:
        p.default()
    return p


def alone(modules: tuple[str, ...] = (), **config: Any) -> Position:
    """The same, on an empty map."""
    p = begun(modules, **config)
    p.remove_ships()
    p.g.resistance[:] = 0
    return p


def dealt(p: Position) -> Counter[str]:
    """Planets on the map, by pool."""
    return Counter(POOLS[p.t.planet_pool[p.g.planet[h]]] for h in range(p.t.hexes) if p.g.planet[h] >= 0)


# Setup ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [(), ("M4",)])
def test_eight_hexes_with_two_planets_of_each_kind(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 1511-1518: Stronghold, home, and 2 CP, 2 Axinium and 2 Phasium planets."""
    layouts = set()
    for seed in range(8):
        p = begun(modules, seed)
        assert p.t.hexes == 8
        assert dealt(p) == {"home": 1, "cp": 2, "axinium": 2, "phasium": 2}
        assert p.g.planet[CENTRE] == -1
        layouts.add(tuple(int(x) for x in p.g.planet[:8]))
    assert len(layouts) > 1, "the planets are shuffled"


@pytest.mark.parametrize("modules", [("M5",), ("M4", "M5")])
def test_with_new_planets_one_of_them_takes_a_phasium_planets_place(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 1520-1527: 2 CP, 2 Axinium, 1 Phasium and 1 random new planet."""
    new = set()
    for seed in range(12):
        p = begun(modules, seed)
        assert p.t.hexes == 8
        assert dealt(p) == {"home": 1, "cp": 2, "axinium": 2, "phasium": 1, "new": 1}
        new |= {int(x) for x in p.g.planet[:8] if x >= 0 and p.t.planet_pool[x] == POOLS.index("new")}
    assert len(new) > 2, "a random one"


def test_the_six_planets_lie_around_the_stronghold() -> None:
    """our ruling on Event Horizon, lines 1511-1518: the picture is lost; the six planets are the ring, home beyond."""
    p = solo()
    home = int(p.t.home_hex[0])
    assert p.t.distance[CENTRE, home] == 2
    assert [h for h in range(8) if p.t.distance[CENTRE, h] == 1] == ordinary_planets(p)
    assert neighbours(p, home)


def test_a_planet_may_be_chosen_for_one_of_two_spaces_beside_home() -> None:
    """Event Horizon, lines 1657-1669: with M5 the player alone chooses as everybody does."""
    p = solo(("M5",))
    assert p.decision == "planet_type"
    p.do("planet_type", 1)
    assert p.decision == "planet_space"
    spaces = [h for (h,) in p.legal("planet_space")]
    assert len(spaces) == 2
    assert all(h in neighbours(p, int(p.t.home_hex[0])) for h in spaces)
    p.do("planet_space", spaces[0])
    assert POOLS[p.t.planet_pool[p.g.planet[spaces[0]]]] == "axinium"
    assert dealt(p) == {"home": 1, "cp": 2, "axinium": 2, "phasium": 1, "new": 1}


def test_one_level_and_three_squadrons() -> None:
    """Event Horizon, lines 1015-1017 and 1496-1497: by the number of players, which is one."""
    p = solo()
    assert (p.g.stronghold, p.g.squadron_supply) == (1, 3)
    assert p.t.coop == 1


def test_the_start_is_that_of_any_game() -> None:
    """Event Horizon, lines 1496-1499: everything else stays the same."""
    p, base = solo(), Position(players=2, modules=("M2", "M3"))
    assert p.g.resource[0, :3].tolist() == base.g.resource[0, :3].tolist()
    assert p.g.supply[0] == base.g.supply[0]
    assert ships_on_map(p, 0) == ships_on_map(base, 0)
    assert p.t.turns == 7
    assert p.t.technology_open[p.index("technologies", "hypersonic_rockets")] == 0
    assert not {tag for card in p.rules.content.political_cards for tag in card.tags} & {"wmd", "high_council"}


def test_leaders_are_dealt_two_or_chosen_freely() -> None:
    """Event Horizon, lines 1503-1504: deal 2, pick 1, or any at all but the four that were removed."""
    p = solo(("M10",))
    assert p.decision == "leader" and len(p.legal("leader")) == 2
    p = solo(("M10",), free_leaders=True)
    names = {p.rules.content.leaders[i].id for (i,) in p.legal("leader")}
    assert len(names) == p.t.leaders and not names & REMOVED
    p.do("leader", p.index("leaders", "physician"))
    assert p.g.leader[0] == p.index("leaders", "physician")


# The turn -------------------------------------------------------------------------------------------------------------


def test_one_player_holds_both_offices() -> None:
    """our ruling on Event Horizon, lines 1494-1499: proposes as Vice-Chancellor, then takes as Chancellor."""
    p = stack_deck(begun(), "open_academies", "common_parts").jump(frames.COUNCIL)
    assert (p.decision, p.actor) == ("vote", 0)
    p.do("political_card", 1)
    assert p.g.law[: p.g.laws].tolist() == [p.index("political_cards", "common_parts")]
    proposals = []
    while p.decision == "propose_bonus":
        assert p.actor == 0
        proposals.append(max(p.legal("bonus_action"))[0])
        p.do("bonus_action", proposals[-1])
    assert len(proposals) == Position(players=2).t.bonus_proposals, "as many as with two players"
    assert (p.decision, p.actor) == ("take_bonus", 0)
    assert p.legal() == {("pass",)} | {("bonus_action", card) for card in proposals}
    p.do("bonus_action", proposals[0])
    assert p.finished
    assert order(p) == [0]


def test_cards_about_either_office_concern_the_player() -> None:
    """our ruling on Event Horizon, lines 1494-1499: a player alone is both, and is never among the others."""
    p = own(begun(), 0)
    run_effects(
        p,
        resource_row("gain", "chancellor", "cp", 1),
        resource_row("gain", "vice_chancellor", "axinium", 2),
        resource_row("gain", "others", "phasium", 3),
    )
    assert p.finished
    assert p.g.resource[0, :3].tolist() == [1, 2, 0]


def test_two_political_cards_and_the_only_vote_decides() -> None:
    """Event Horizon, lines 1095-1097 and 1496: A or B; there can be no tie, unless the player abstains."""
    for slot in range(2):
        p = stack_deck(begun(), "open_academies", "common_parts").jump(frames.COUNCIL)
        assert p.legal() == {("pass",), ("political_card", 0), ("political_card", 1)}
        p.do("political_card", slot)
        assert p.decision not in ("vote_tie", "vote_fifties", "vote_bid")
        assert p.g.law[0] == p.index("political_cards", ("open_academies", "common_parts")[slot])


def test_the_turn_order_card_stays() -> None:
    """Event Horizon, lines 1091-1093 and 1496: there is nobody to pass it to."""
    p = begun()
    for number in (1, 2, 5):
        p.g.turn = number
        assert order(p.jump(frames.UPKEEP)) == [0]


def test_two_market_spaces() -> None:
    """our ruling on Event Horizon, lines 1494-1499: two Trades a turn, the second at the prices of the second space."""
    p = own(alone(), 0, 100)
    assert p.t.market_spaces == 2
    supply = int(p.g.supply[0])
    prices = []
    for trade in range(2):
        perform(p, 0, v.TRADE)
        assert p.decision == "trade"
        before = int(p.g.resource[0, v.CP])
        p.do("exchange", 0)
        prices.append(before - int(p.g.resource[0, v.CP]))
        finish(p)
        assert p.g.traders == trade + 1
        assert p.g.supply[0] == supply - trade - 1
    perform(p, 0, v.TRADE)
    assert p.finished, "no third space"
    assert p.g.supply[0] == supply - 2
    assert prices == [int(p.t.buy_price[space, 0, 0]) for space in range(2)]
    p.jump(frames.UPKEEP)
    assert p.g.traders == 0
    perform(own(p, 0, 100), 0, v.TRADE)
    assert p.decision == "trade"


def test_reactions_to_the_own_card() -> None:
    """our ruling on Event Horizon, lines 1494-1499: the player alone can react to the own card as in any game."""
    p = begun()
    p.jump(frames.ACTION_STAGE)
    rounds = 0
    reactions = set()
    while not p.finished:
        assert p.actor == 0
        rounds += p.decision == "action_card"
        if p.decision == "react":
            reactions |= p.legal("react")
        p.default()
    assert rounds == p.t.action_rounds
    assert reactions == {(0,)}


def test_vp_of_cards_are_resources_alone_too() -> None:
    """Event Horizon, lines 1062-1068 and 1496: the co-operative rules hold."""
    p = own(begun(), 0, 9, 9, 9)
    run_effects(p, resource_row("lose", "each", "vp", 1), resource_row("gain", "each", "vp", 1))
    assert p.decision == "pay_vp"
    p.do("convert", 2)
    assert p.decision == "gain_vp"
    p.do("convert", 0)
    assert p.finished
    assert p.g.resource[0, :3].tolist() == [12, 9, 7]


def test_activation_from_turn_three_with_one_squadron() -> None:
    """Event Horizon, lines 1106-1111 and 1496: one squadron a turn; the third on the board loses."""
    p = alone()
    p.g.turn = 2
    from_stage(p, turn.WMD)
    assert p.g.squadron.sum() == 0
    for number, left in ((3, 2), (4, 1)):
        p.g.turn = number
        from_stage(p, turn.WMD)
        assert (p.g.squadron.sum(), p.g.squadron_supply, p.g.over) == (3 - left, left, 0)
    p.g.turn = 5
    from_stage(p, turn.WMD)
    assert (p.g.over, p.g.outcome) == (1, 2)
    assert p.rewards == [-1]


def test_the_chancellor_chooses_the_squadrons_way() -> None:
    """Event Horizon, lines 1116-1117 and 1496: where it is equally far the player alone decides."""
    p = alone()
    p.place_ship(0, FIGHTER, int(p.t.home_hex[0]))
    p.g.turn = 3
    p.jump(frames.ACTIVATION)
    ways = set(neighbours(p, int(p.t.home_hex[0]))) & set(ordinary_planets(p))
    assert (p.decision, p.actor) == ("march", 0)
    assert p.legal("march") == {(h,) for h in ways}
    p.do("march", min(ways))
    assert p.g.squadron[min(ways)] == 1
    assert close_windows(p).finished


def test_hits_of_the_resistance_fall_by_the_targeting_rules() -> None:
    """Event Horizon, lines 1357-1371 and 1496: nobody sits to the left; the most cannons are struck first."""
    p = alone()
    hexagon = ordinary_planets(p)[0]
    p.g.resistance[hexagon] = REGULAR
    p.g.turn = 1
    deck, left = p.g.resistance_deck[0], int(p.g.resistance_left[0])
    deck[:left] = sorted((int(x) for x in deck[:left]), key=lambda x: -int(p.t.resistance_shield[x]))
    card = int(deck[left - 1])
    strong = p.equip(0, FIGHTER, GUN, GUN).place_ship(0, FIGHTER, hexagon)
    weak = p.equip(0, WAR_CRUISER, GUN).place_ship(0, WAR_CRUISER, hexagon)
    p.dice(HIT, HIT, HIT, HIT, *[MISS] * (int(p.t.resistance_dice[card]) - 1), UNUSED).jump(frames.CONQUEST)
    while p.decision == "move":
        p.decline()
    finish(p)
    assert p.g.scripted_count == 1
    assert (p.g.ship_hex[0, strong], p.g.ship_hex[0, weak]) == (-1, hexagon)
    assert p.g.resistance_owner[card] == 0, "the only survivor keeps the card"


def test_a_victory_alone() -> None:
    """Event Horizon, lines 1374-1375 and 1499: the same condition; worth 1."""
    p = alone()
    p.g.turn = 3
    p.g.activations = 1
    p.equip(0, WAR_CRUISER, SIX, SIX, SIX, ARMOUR, ARMOUR).place_ship(0, WAR_CRUISER, ordinary_planets(p)[0])
    p.dice(*[6] * 18, *[MISS] * 8).jump(frames.ASSAULT)
    assert p.decision == "join"
    p.do("join", min(p.legal("join"))[0])
    while not p.g.over:
        p.default()
    assert p.g.outcome == 1
    assert p.rewards == [1]


def test_the_end_of_the_last_turn_alone() -> None:
    """Event Horizon, lines 1377-1379 and 1499: the number of turns remains the same."""
    p = alone()
    p.place_ship(0, DARK_RAIDER, int(p.t.home_hex[0]))
    p.g.turn = 7
    from_stage(p, turn.NEXT_TURN)
    assert (p.g.over, p.g.outcome) == (1, 2)


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", MODULES)
def test_whole_games_alone_end(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 1494-1509: with whatever modules, every game is won or lost, and one player acts."""
    for seed in range(2):
        p = solo(modules, seed).play_out(seed)
        assert p.g.over == 1
        assert p.g.outcome in (1, 2)
        assert p.rewards == [1 if p.g.outcome == 1 else -1]
        assert_cubes_kept(p)
        assert not (p.g.ship_hex[0] == CENTRE).any()


@pytest.mark.parametrize("movement", ["drive_power", "reverse_turn_order", "simultaneous"])
@pytest.mark.parametrize("difficulty", ["beginner", "extreme"])
def test_whole_games_alone_end_with_every_movement(movement: str, difficulty: str) -> None:
    """Event Horizon, lines 1489-1493 and 1501-1504: complete freedom of difficulty and rules."""
    p = solo(("M4",), 3, movement=movement, difficulty=difficulty).play_out(3)
    assert p.g.over == 1 and p.g.outcome in (1, 2)
    assert_cubes_kept(p)


def test_alone_nobody_is_named_for_the_bounty() -> None:
    """Event Horizon, lines 541-543: the token is for another player, and there is none; the Event has no effect."""
    p = begun(("M4",), ask_forced=True)
    p.remove_ships()
    hexagon = int(p.g.face_down.argmax())
    p.place_ship(0, DARK_RAIDER, hexagon)
    kind = p.index("events", "bounty")
    p.g.event_deck[p.g.event_deck.tolist().index(kind)] = p.g.event_deck[p.g.event_left - 1]
    p.g.event_deck[p.g.event_left - 1] = kind
    p.jump(frames.EXPLORATION)
    assert p.finished and p.g.event_seen[kind] == 1 and p.g.face_down[hexagon] == 0
    assert p.g.bounty == -1


@pytest.mark.parametrize("seed", range(3))
def test_alone_something_is_legal_in_every_decision(seed: int) -> None:
    """Our protocol: whatever is asked has an answer, also where all forced choices are asked."""
    assert solo(("M4",), seed, ask_forced=True).play_out(seed).g.over == 1
