"""Event Horizon, module M10: Leaders."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.vocabulary import AXINIUM, CP, MODIFIER_NAMES, PHASIUM, TYPES
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.assets import SCORE_PLANETS
from tests.position import Position
from tests.rules.early import (
    CARRIER,
    FIGHTER,
    PLAYER_COUNTS,
    RAIDER,
    all_cubes,
    bid,
    cp,
    cubes,
    elect,
    enact,
    home,
    modifier,
    order,
    own,
    perform,
    seat,
    stack_deck,
    technology,
    vote,
)
from tests.rules.scenes import end_game, finish, ordinary_planets, ships_on_map

NAMED = {
    "merchant", "politician", "engineer", "scientist", "visionary", "celebrities", "diplomat", "strategist",
    "admiral", "commander", "governor",
}  # fmt: skip
ALL = 18
BY_TYPE = ("admiral", "commander", "governor")
STARTERS = ("engineer", "scientist", "visionary")
QUIET = (*BY_TYPE, "diplomat", "strategist", "politician")  # nothing at the start, nothing in the first Upkeep
BIDS = ((0, 0), (1, 2), (2, 4), (3, 6), (4, 8), (5, 10), (6, 11), (7, 12), (9, 14), (12, 17), (20, 25))


def leader(p: Position, name: str) -> int:
    """Number of a Leader."""
    return p.index("leaders", name)


def led(players: int = 2, *more: str, leaders: dict[int, str] | None = None, **config: Any) -> Position:
    """A game that has begun, with these Leaders by player and none for the others."""
    p = Position(players=players, modules=("M10", *more), **config)
    while p.g.stage == frames.SETUP:
        p.default()
    p.g.leader[:] = -1
    p.g.leader_offer[:] = -1
    for player, name in (leaders or {}).items():
        p.g.leader[player] = leader(p, name)
    return p.refresh()


def choose(p: Position, wanted: dict[int, str]) -> Position:
    """All choose Leaders freely, in turn order: the wanted ones, the others some that do nothing for now."""
    quiet = [leader(p, name) for name in QUIET if name not in wanted.values()]
    for player in order(p):
        assert (p.decision, p.actor) == ("leader", player)
        p.do("leader", leader(p, wanted[player]) if player in wanted else quiet.pop())
    return p


def table(players: int = 2, *more: str, wanted: dict[int, str], seed: int = 1, **config: Any) -> Position:
    """A new game in which players have chosen Leaders; stops at the first decision after that."""
    p = Position(seed, players=players, modules=("M10", *more), free_leaders=True, **config)
    while p.decision != "leader":
        p.default()
    return choose(p, wanted)


def seen_by(p: Position, viewer: int) -> np.ndarray:
    """What a player can see."""
    rows = np.zeros((1, p.rules.observations.size), dtype=np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, viewer, rows)
    return rows[0]


# The cards and the deal -----------------------------------------------------------------------------------------------


def test_there_are_eighteen_leaders() -> None:
    """Event Horizon, lines 955-956: 18 cards, among them those the text names, each with something to give."""
    p = Position(players=2, modules=("M10",))
    deck = p.rules.content.leaders
    assert len(deck) == p.t.leaders == ALL
    assert len({x.id for x in deck}) == len({x.name for x in deck}) == ALL
    assert {x.id for x in deck} >= NAMED
    assert all(x.effects or x.start for x in deck)
    assert len({(x.effects, x.start) for x in deck}) == ALL, "every benefit is unique"


def test_without_the_module_there_are_no_leaders() -> None:
    """Event Horizon, lines 947-963: they belong to the module."""
    p = Position(players=3)
    assert p.t.leaders == 0
    assert set(p.g.leader.tolist()) == {-1}
    assert p.decision != "leader"


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_two_are_dealt_to_each_and_one_is_kept(players: int) -> None:
    """Event Horizon, lines 959-961 and 1792-1794: two random cards, no card twice; players choose in turn order."""
    for seed in range(6):
        p = Position(seed, players=players, modules=("M10",))
        offers = p.g.leader_offer[:players].copy()
        dealt = [int(x) for x in offers.ravel()]
        assert min(dealt) >= 0 and max(dealt) < ALL
        assert len(set(dealt)) == 2 * players
        asked = []
        while p.decision == "leader":
            player = p.actor
            asked.append(player)
            assert p.legal() == {("leader", int(x)) for x in offers[player]}
            assert p.g.leader[player] == -1
            keep = int(offers[player, seed % 2])
            p.do("leader", keep)
            assert p.g.leader[player] == keep
            assert set(p.g.leader_offer[player].tolist()) == {-1}
        assert asked == order(p)
        assert [int(p.g.leader[x]) for x in range(players)] == [int(offers[x, seed % 2]) for x in range(players)]
        assert set(p.g.leader[players:].tolist()) <= {-1}


def test_every_leader_can_be_dealt_to_anybody() -> None:
    """Event Horizon, line 959: at random."""
    seen: list[set[int]] = [set() for _ in range(6)]
    for seed in range(40):
        p = Position(seed, players=6, modules=("M10",))
        for player in range(6):
            seen[player] |= {int(x) for x in p.g.leader_offer[player]}
    assert set.union(*seen) == set(range(ALL))
    assert min(len(s) for s in seen) > ALL // 2


def test_leaders_are_chosen_while_the_game_is_set_up() -> None:
    """Event Horizon, lines 958-961: before the first turn; nothing has been produced or grown."""
    p = Position(players=3, modules=("M10",))
    assert (p.decision, p.g.stage, p.g.turn) == ("leader", frames.SETUP, 1)
    assert p.g.resource[:3].tolist() == [p.t.start_resource.tolist()] * 3


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_any_leader_may_be_chosen_freely_where_that_is_agreed(players: int) -> None:
    """Event Horizon, lines 1503-1504, our setting: in turn order any Leader that nobody has taken."""
    p = Position(players=players, modules=("M10",), free_leaders=True)
    assert set(p.g.leader_offer.ravel().tolist()) == {-1}
    taken: set[int] = set()
    asked = []
    while p.decision == "leader":
        asked.append(p.actor)
        assert p.legal() == {("leader", i) for i in range(ALL) if i not in taken}
        pick = max(i for i in range(ALL) if i not in taken)
        p.do("leader", pick)
        taken.add(pick)
        assert p.g.leader[asked[-1]] == pick
    assert asked == order(p)
    assert len(taken) == players


def test_the_offer_is_secret() -> None:
    """Event Horizon, lines 959-961: only the chosen card is laid open, so nobody sees what another chooses from."""
    kinds = {name: who for name, _, _, who, _ in FIELDS}
    assert (kinds["leader"], kinds["leader_offer"]) == ("public", "own")
    p = Position(players=3, modules=("M10",))
    dealt = set(p.g.leader_offer[:3].ravel().tolist())
    spare = [i for i in range(ALL) if i not in dealt]
    for player in range(3):
        before = [seen_by(p, viewer) for viewer in range(3)]
        kept = p.g.leader_offer[player].copy()
        p.g.leader_offer[player] = spare[:2]
        for viewer in range(3):
            assert np.array_equal(before[viewer], seen_by(p, viewer)) == (viewer != player)
        p.g.leader_offer[player] = kept


def test_the_leader_not_kept_stays_unknown() -> None:
    """Event Horizon, lines 959-961 and 1793: it goes back to the box; who sees the kept one learns nothing more."""
    views = []
    for rejected in range(2):
        p = Position(players=3, modules=("M10",))
        first, *others = order(p)
        dealt = set(p.g.leader_offer[:3].ravel().tolist())
        spare = [i for i in range(ALL) if i not in dealt]
        keep = int(p.g.leader_offer[first, 0])
        p.g.leader_offer[first, 1] = spare[rejected]
        p.refresh().do("leader", keep)
        assert p.actor == others[0]
        views.append([seen_by(p, viewer).tolist() for viewer in others])
    assert views[0] == views[1]


def test_offers_are_dealt_anew_in_possible_worlds() -> None:
    """Event Horizon, line 959: another's offer may be any two cards that are not known to be elsewhere."""
    p = Position(players=3, modules=("M10",))
    first, second, third = order(p)
    p.do("leader", int(p.g.leader_offer[first, 0]))
    mine, known = p.g.leader_offer[second].tolist(), int(p.g.leader[first])
    seen = set()
    for seed in range(60):
        world = p.games.copy()
        core.ENTRIES.redeal_as(world, p.rules.tables, np.array([second]), np.array([seed]))
        g = world[0]
        assert g.leader_offer[second].tolist() == mine
        assert g.leader.tolist() == p.g.leader.tolist()
        other = [int(x) for x in g.leader_offer[third]]
        assert len(set(other)) == 2
        assert not set(other) & {*mine, known}
        seen |= set(other)
    assert len(seen) > ALL // 2


def test_leaders_lie_face_up() -> None:
    """Event Horizon, lines 960-961: everybody sees who leads whom."""
    p = led(3)
    before = [seen_by(p, viewer) for viewer in range(3)]
    p.g.leader[1] = leader(p, "engineer")
    for viewer in range(3):
        assert not np.array_equal(before[viewer], seen_by(p, viewer))


@pytest.mark.parametrize("players", [2, 5])
def test_a_leader_stays_all_game_long(players: int) -> None:
    """Event Horizon, lines 961-963: the card lies there and gives its benefit until the end."""
    p = Position(2, players=players, modules=("M10",), turns=2)
    rng = np.random.default_rng(1)
    leaders: list[int] | None = None
    while not p.g.over:
        if leaders is None and p.g.stage != frames.SETUP:
            leaders = p.g.leader.tolist()
            assert min(leaders[:players]) >= 0
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
    assert p.g.leader.tolist() == leaders
    for player in range(players):
        assert cubes(p, player) == all_cubes(p)


# Lasting benefits -----------------------------------------------------------------------------------------------------


def apply(values: np.ndarray, effects: Any) -> np.ndarray:
    """Lasting values with changes on top."""
    values = values.copy()
    for effect in effects:
        assert effect.do == "modify"
        values[effect.a] = effect.c if effect.b == 1 else values[effect.a] + effect.c
    return values


@pytest.mark.parametrize("number", range(ALL))
@pytest.mark.parametrize("known", [(), ("expert_cloning", "advanced_mining", "basic_politics", "advanced_trading")])
def test_lasting_benefits_are_on_top_of_technologies(number: int, known: tuple[str, ...]) -> None:
    """Event Horizon, lines 962-963: what the card says holds for its owner alone, with any technology."""
    p = led(3).learn(1, *known).refresh()
    plain = p.g.modifier.copy()
    p.g.leader[1] = number
    p.refresh()
    entry = p.rules.content.leaders[number]
    assert (p.g.modifier[1] == apply(plain[1], entry.effects)).all()
    assert (p.g.modifier[1] != plain[1]).any() == bool(entry.effects)
    for other in (0, 2):
        assert (p.g.modifier[other] == plain[other]).all()


@pytest.mark.parametrize("number", range(ALL))
def test_lasting_benefits_show_as_soon_as_the_leader_is_chosen(number: int) -> None:
    """Event Horizon, lines 960-963: at the end of setup the benefit is there."""
    p = Position(players=2, modules=("M10",), free_leaders=True)
    plain = p.g.modifier[order(p)[0]].copy()
    first = p.actor
    p.do("leader", number)
    while p.g.stage == frames.SETUP:
        if p.decision == "free_technology":
            p.decline()
            continue
        p.default()
    assert p.g.leader[first] == number
    assert (p.g.modifier[first] == apply(plain, p.rules.content.leaders[number].effects)).all()


def test_laws_come_after_leaders() -> None:
    """our ruling on Event Horizon, lines 962-963: a law adds to what the Leader gives, or sets it aside."""
    p = led(2)
    laws = [x for x in p.rules.content.political_cards if x.kind == "law"]
    assert laws
    for entry in p.rules.content.leaders:
        for law in laws:
            rows = [x for x in law.effects if x.target == "each"]
            if len(rows) != len(law.effects) or not {x.a for x in rows} & {x.a for x in entry.effects}:
                continue
            q = led(2, leaders={0: entry.id})
            expected = apply(q.g.modifier[0], rows)
            enact(q, law.id).refresh()
            assert (q.g.modifier[0] == expected).all(), (entry.id, law.id)


@pytest.mark.parametrize("name", BY_TYPE)
def test_commanders_make_technologies_of_a_type_cheaper(name: str) -> None:
    """Event Horizon, lines 962-963, and the publisher's preview: 2 CP off every technology of one type."""
    p = led(2, leaders={0: name})
    off = {t: modifier(p, 0, f"{t}_discount") for t in TYPES}
    assert sorted(off.values()) == [0, 0, 2]
    deck = p.rules.content.technologies
    for stock in range(25):
        own(p, 0, stock)
        own(p, 1, stock)
        perform(p, 0, v.RESEARCH)
        assert p.legal("technology") == {(i,) for i, x in enumerate(deck) if max(0, x.cost - off[x.type]) <= stock}
        perform(p, 1, v.RESEARCH)
        assert p.legal("technology") == {(i,) for i, x in enumerate(deck) if x.cost <= stock}


def test_each_type_has_its_commander() -> None:
    """The publisher's preview: three Leaders for Military, Civilian and Transport technologies."""
    types = {t for name in BY_TYPE for t in TYPES if modifier(led(2, leaders={0: name}), 0, f"{t}_discount")}
    assert types == set(TYPES)


def test_the_discount_of_a_commander_joins_the_others() -> None:
    """Event Horizon, lines 962-963 with base rules, lines 127-128: type, colour and Basic Research as ever."""
    name = next(x for x in BY_TYPE if modifier(led(2, leaders={0: x}), 0, "military_discount"))
    p = own(led(2, leaders={0: name}), 0, 50).learn(0, "ion_cannon", "plasma_cannon", "basic_research")
    deck = p.rules.content.technologies
    target = deck[technology(p, "neutron_cannon")]
    have = [deck[technology(p, x)] for x in ("ion_cannon", "plasma_cannon", "basic_research")]
    off = sum(x.type == target.type for x in have) + sum(x.colour == target.colour for x in have) + 1 + 2
    perform(p, 0, v.RESEARCH).do("technology", technology(p, "neutron_cannon"))
    assert cp(p, 0) == 50 - (target.cost - off)


@pytest.mark.parametrize("planets", [0, 1, 3])
def test_vp_for_controlled_planets_count_at_the_end(planets: int) -> None:
    """Event Horizon, lines 962-963: a Leader that adds VP for planets does so for each one its owner controls."""
    totals = []
    worth = modifier(led(3, leaders={0: "celebrities"}), 0, "controlled_vp")
    assert worth > 0
    for leaders in ({}, {0: "celebrities"}):
        p = led(3, leaders=leaders)
        p.remove_ships()
        p.g.resistance[:] = 0
        for hexagon in ordinary_planets(p)[:planets]:
            p.settle(hexagon, 0, 2).settle(hexagon, 1, 1)
        tied = ordinary_planets(p)[planets]
        p.settle(tied, 0, 1).settle(tied, 1, 1)
        end_game(p)
        totals.append([int(p.g.score[x].sum()) for x in range(3)])
        assert p.g.score[2, SCORE_PLANETS] >= 0
    gained = [b - a for a, b in zip(*totals)]
    assert gained == [worth * (planets + 1), 0, 0], "home too, but not where another is as strong"


# The Politician -------------------------------------------------------------------------------------------------------


def council(leaders: dict[int, str], players: int = 2, stock: int = 60) -> Position:
    """A Council about two laws; players sit in turn order."""
    p = seat(led(players, leaders=leaders), *range(players))
    for player in range(players):
        own(p, player, stock)
    stack_deck(p, "open_academies", "common_parts", "border_patrols")
    return p.refresh().jump(frames.COUNCIL)


@pytest.mark.parametrize(("amount", "worth"), BIDS)
@pytest.mark.parametrize("politician", [0, 1])
def test_bids_of_the_politician_in_the_vote(amount: int, worth: int, politician: int) -> None:
    """Event Horizon, line 969: 1 CP counts as 2, 3 as 6, 5 as 10, 6 as 11 and so on; what is paid is the bid."""
    other = 1 - politician
    for against in (worth - 1, worth, worth + 1):
        if against < 0:
            continue
        p = council({politician: "politician"})
        vote(p, {politician: (0, amount), other: (1, against)})
        if against == worth:
            assert (p.decision, p.actor) == ("vote_tie", 0)
            continue
        wins = "open_academies" if against < worth else "common_parts"
        assert p.g.law[: p.g.laws].tolist() == [p.index("political_cards", wins)]
        assert (cp(p, politician), cp(p, other)) == (60 - amount, 60 - against)


def to_election(p: Position) -> Position:
    """On to the bids for turn order; nobody takes a bonus action."""
    while not p.finished and not p.decision.startswith("election"):
        p.default()
    return p


@pytest.mark.parametrize(("amount", "worth"), BIDS)
def test_bids_of_the_politician_in_the_election(amount: int, worth: int) -> None:
    """Event Horizon, line 969: for turn order as well."""
    for against in (worth - 1, worth, worth + 1):
        if against < 0:
            continue
        p = to_election(council({2: "politician"}, players=3))
        before = [cp(p, x) for x in range(3)]
        elect(p, {0: 0, 1: against, 2: amount})
        if against == worth:
            assert (p.decision, p.actor) == ("election_tie", 0)
            assert {x for (x,) in p.legal("player")} >= {1, 2}
            continue
        assert p.finished or p.decision == "election_tie"
        finish(p)
        assert order(p).index(2) == (order(p).index(1) + 1 if against > worth else order(p).index(1) - 1)
        assert [b - cp(p, x) for x, b in enumerate(before)] == [0, against, amount]


def test_every_bid_of_the_politician_is_doubled_anew() -> None:
    """Event Horizon, line 969: each bid for itself, in the vote and then in the election."""
    p = council({0: "politician"})
    vote(p, {0: (0, 5), 1: (1, 9)})
    assert p.g.law[0] == p.index("political_cards", "open_academies")
    elect(to_election(p), {0: 5, 1: 9})
    assert order(p) == [0, 1]


def test_others_bids_count_once() -> None:
    """Event Horizon, line 969: another Leader doubles nothing."""
    p = council({0: "governor", 1: "engineer"})
    vote(p, {0: (0, 3), 1: (1, 4)})
    assert p.g.law[0] == p.index("political_cards", "common_parts")


def test_the_politician_bids_no_more_than_there_is() -> None:
    """Event Horizon, line 969: what is doubled is the weight of a bid, not the CP in hand."""
    p = council({0: "politician"}, stock=3).do("political_card", 0)
    assert p.legal() == {("bid", cp) for cp in range(4)}
    bid(p, "vote", 0, 3)
    assert p.actor == 1


# The Merchant ---------------------------------------------------------------------------------------------------------


def market(p: Position, player: int = 0) -> Position:
    """A Trade action of a rich player."""
    own(p, player, 60, 5, 5)
    return perform(p, player, v.TRADE)


def test_the_merchant_trades_better_than_others() -> None:
    """Event Horizon, lines 962-967: something of Trade is improved."""
    p = led(2, leaders={0: "merchant"})
    assert p.rules.content.leaders[leader(p, "merchant")].effects
    assert (p.g.modifier[0] != p.g.modifier[1]).any()


@pytest.mark.parametrize("exchange", range(4))
def test_the_merchant_cannot_buy_and_sell_without_advanced_trading(exchange: int) -> None:
    """Event Horizon, line 966: both in one action need the technology."""
    buying = exchange < choices.SELL_AXINIUM
    ways = {(choices.BUY_AXINIUM,), (choices.BUY_PHASIUM,)}, {(choices.SELL_AXINIUM,), (choices.SELL_PHASIUM,)}
    for known in (False, True):
        p = led(2, leaders={0: "merchant"})
        if known:
            p.learn(0, "advanced_trading")
        market(p)
        assert p.legal("exchange") == ways[0] | ways[1]
        p.do("exchange", exchange)
        assert p.legal("exchange") == (ways[0] | ways[1] if known else ways[0 if buying else 1])


@pytest.mark.parametrize("exchange", range(4))
def test_the_merchant_needs_advanced_trading_for_the_better_rates(exchange: int) -> None:
    """Event Horizon, lines 966-967: without the technology the ordinary rates hold on every market space."""
    p = led(6, leaders={0: "merchant"})
    for space, entry in enumerate(p.rules.content.market):
        rates = (entry.buy_axinium, entry.buy_phasium, entry.sell_axinium, entry.sell_phasium)[exchange]
        p = led(6, leaders={0: "merchant"})
        for trader in range(space):
            p.g.market[trader] = 1
            p.g.supply[1] -= 1
        p.g.traders = space
        market(p).do("exchange", exchange)
        assert abs(60 - cp(p, 0)) == rates[0], f"space {space + 1}"


# What happens at the start --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [RAIDER, FIGHTER, CARRIER])
def test_the_engineer_starts_with_two_more_ships(first: int) -> None:
    """Event Horizon, lines 1812-1813, and the publisher's preview: two ships of choice at home, not paid."""
    p = table(3, wanted={1: "engineer"})
    before = ships_on_map(p, 1)
    stock = p.g.resource[1].tolist()
    for ship_class in (first, FIGHTER):
        assert (p.decision, p.actor) == ("free_ship", 1)
        assert (ship_class,) in p.legal("ship_class")
        p.do("ship_class", ship_class)
    assert p.g.stage != frames.SETUP
    assert ships_on_map(p, 1) == before + 2
    assert set(p.g.ship_hex[1].tolist()) == {-1, home(p, 1)}
    assert p.g.resource[1, AXINIUM] == stock[AXINIUM]
    assert [ships_on_map(p, x) for x in (0, 2)] == [before, before]


def test_the_engineer_can_choose_any_class() -> None:
    """Event Horizon, lines 1812-1813: every class with a ship in the supply."""
    p = table(2, wanted={0: "engineer"})
    assert p.decision == "free_ship"
    assert p.legal("ship_class") == {(c,) for c in range(4)}
    p.do("ship_class", RAIDER)
    assert p.legal("ship_class") == {(c,) for c in range(4) if c != RAIDER}, "one was there from the start"


def test_the_engineer_can_start_with_a_gate_or_a_satellite() -> None:
    """Event Horizon, lines 800-802, 844-846 and 1812-1813: each in the place of a ship (M7, M8)."""
    p = table(2, "M7", "M8", wanted={0: "engineer"})
    assert p.decision == "free_ship"
    assert p.legal("gate") == p.legal("satellite") == {(home(p, 0),)}
    before = ships_on_map(p, 0)
    p.do("gate", home(p, 0))
    assert (p.decision, p.actor) == ("free_ship", 0)
    assert p.legal("gate") == set()
    p.do("satellite", home(p, 0))
    assert p.g.stage != frames.SETUP
    assert ships_on_map(p, 0) == before
    assert (int(p.g.gate[0, 0]), int(p.g.satellite[0, 0])) == (home(p, 0), home(p, 0))


def test_the_scientist_starts_with_a_small_technology_and_resources() -> None:
    """Event Horizon, lines 1812-1813, and the publisher's preview: a minor technology and resources of choice."""
    plain = table(2, wanted={})
    rows = plain.rules.content.leaders[leader(plain, "scientist")].start
    limit = next(x.a for x in rows if x.do == "learn")
    options = next(x.a for x in rows if x.do == "choose")
    assert 0 < limit <= 5 and options > 1
    for option in range(options):
        p = table(2, wanted={0: "scientist"})
        deck = p.rules.content.technologies
        assert (p.decision, p.actor) == ("free_technology", 0)
        assert p.legal("technology") == {(i,) for i, x in enumerate(deck) if x.cost <= limit}
        start, supply = p.g.resource[0, :3].copy(), int(p.g.supply[0])
        p.do("technology", min(p.legal("technology"))[0])
        assert p.g.technology[0].sum() == 1
        assert p.g.supply[0] == supply - 1
        assert (p.decision, p.actor) == ("option", 0)
        assert p.legal("option") == {(i,) for i in range(options)}
        assert (p.g.resource[0, :3] == start).all(), "the technology costs nothing"
        p.do("option", option)
        gained = {x.a: x.b for x in rows if x.option == option + 1}
        assert gained and sum(gained.values()) > 0
        # The first income comes before the first decision; it is the same as that of the plain game.
        income = plain.g.resource[0, :3] - plain.t.start_resource[:3]
        for resource in (CP, AXINIUM, PHASIUM):
            assert p.g.resource[0, resource] - income[resource] == start[resource] + gained.get(resource, 0)
        assert p.g.technology[1].sum() == 0


ACTION_DECISIONS = {v.RESEARCH: "research", v.BUILD: "build", v.UPGRADE: "upgrade", v.MINING: "mine", v.TRADE: "trade"}


def test_the_visionary_performs_an_action_before_the_game() -> None:
    """Event Horizon, lines 1812-1813, and the publisher's preview: one standard action, whichever, before turn 1."""
    p = table(3, wanted={2: "visionary"})
    assert (p.decision, p.actor, p.g.stage) == ("option", 2, frames.SETUP)
    assert p.legal("option") == {(i,) for i in range(6)}
    rows = [x for x in p.rules.content.leaders[leader(p, "visionary")].start if x.do == "act"]
    assert sorted(x.a for x in rows) == list(range(6)), "each of the six standard actions"
    for effect in rows:
        p = table(3, wanted={2: "visionary"})
        own(p, 2, 30, 5, 5)
        p.g.counter[home(p, 2)] = 0
        p.do("option", effect.option - 1)
        if effect.a == v.BANK:
            assert p.g.stage != frames.SETUP
            continue
        if effect.a == v.MINING and p.decision != "mine":
            continue  # one planet only, so nothing to ask
        assert (p.decision, p.actor, p.g.stage) == (ACTION_DECISIONS[effect.a], 2, frames.SETUP)
        while p.g.stage == frames.SETUP:
            p.default()
        assert p.actor >= 0


def act_early(action: int, **config: Any) -> tuple[Position, Position]:
    """A game whose player 0 is a Visionary who has performed an action, and the same without a Visionary."""
    p = table(2, wanted={0: "visionary"}, **config)
    rows = p.rules.content.leaders[leader(p, "visionary")].start
    p.do("option", next(x.option for x in rows if x.do == "act" and x.a == action) - 1)
    return p, table(2, wanted={}, **config)


def test_the_bank_of_the_visionary_is_the_full_action() -> None:
    """Event Horizon, lines 1812-1813: 4 CP, once, for the Visionary alone."""
    p, plain = act_early(v.BANK)
    assert p.g.stage != frames.SETUP
    assert cp(p, 0) == cp(plain, 0) + 4
    assert cp(p, 1) == cp(plain, 1)


def test_the_visionary_mines_for_good() -> None:
    """Event Horizon, lines 1812-1813: the action's four resources lie on the planets when the game begins."""
    p = table(2, wanted={0: "visionary"})
    p.g.counter[home(p, 0)] = 1
    rows = p.rules.content.leaders[leader(p, "visionary")].start
    p.do("option", next(x.option for x in rows if x.do == "act" and x.a == v.MINING) - 1)
    while p.decision == "mine":
        p.default()
    assert p.g.stage != frames.SETUP
    most = int(p.t.planet_maximum[p.g.planet[home(p, 0)]])
    assert p.g.counter[home(p, 0)] == min(most, 1 + 4) - modifier(p, 0, "cp_extraction")


def test_the_visionary_trades_on_the_market() -> None:
    """Event Horizon, lines 1812-1813: paid and limited like any Trade action."""
    p, _ = act_early(v.TRADE)
    assert (p.decision, p.actor) == ("trade", 0)
    p.do("exchange", choices.SELL_AXINIUM)
    while p.g.stage == frames.SETUP:
        p.default()
    assert p.g.resource[0, AXINIUM] == p.t.start_resource[AXINIUM] - 1


def test_the_visionary_pays_for_what_is_built() -> None:
    """Event Horizon, lines 1812-1813: an action, not a gift."""
    p, plain = act_early(v.BUILD)
    assert (p.decision, p.actor) == ("build", 0)
    ways = p.legal("ship_class")
    price = {c: (int(p.t.class_cp[c]), int(p.t.class_axinium[c])) for c in range(4)}
    money = tuple(int(x) for x in p.t.start_resource[:2])
    assert ways == {(c,) for c in range(4) if price[c][0] <= money[0] and price[c][1] <= money[1]}
    if ways:
        (ship_class,) = min(ways)
        p.do("ship_class", ship_class)
        while p.g.stage == frames.SETUP:
            p.decline()
        assert plain.g.resource[0, AXINIUM] - p.g.resource[0, AXINIUM] == price[ship_class][1]
        assert ships_on_map(p, 0) == ships_on_map(plain, 0) + 1


def test_the_three_apply_in_turn_order() -> None:
    """Event Horizon, lines 1812-1813, our ruling: one player after the other, each to the end."""
    orders = set()
    for seed in range(1, 6):
        p = table(3, wanted=dict(enumerate(STARTERS)), seed=seed)
        asked: list[int] = []
        while p.g.stage == frames.SETUP:
            if not asked or asked[-1] != p.actor:
                asked.append(p.actor)
            p.default()
        assert asked == order(p)
        orders.add(tuple(asked))
    assert len(orders) > 1


@pytest.mark.parametrize("name", STARTERS)
def test_the_three_apply_after_the_starting_technologies(name: str) -> None:
    """Event Horizon, lines 1807-1813: last of all in the game that begins with technologies."""
    p = table(2, wanted={0: name}, variant="combat")
    seen: list[str] = []
    while p.g.stage == frames.SETUP:
        if not seen or seen[-1] != p.decision:
            seen.append(p.decision)
        ways = p.legal("technology") if p.decision == "start_technology" else set()
        p.do("technology", *min(ways)) if ways else p.default()
    assert seen[0] == "start_technology"
    assert seen.count("start_technology") == 1
    assert len(seen) > 1 and seen[1] in ("free_ship", "free_technology", "option")


def test_the_visionary_uses_starting_technologies() -> None:
    """Event Horizon, lines 1807-1813: with Advanced Banking chosen before, the early Bank brings 8."""
    p = table(2, wanted={0: "visionary"}, variant="combat")
    while p.decision == "start_technology":
        wanted = technology(p, "advanced_banking")
        p.do("technology", wanted) if (wanted,) in p.legal("technology") and p.actor == 0 else p.decline()
    assert (p.decision, p.actor) == ("option", 0)
    rows = p.rules.content.leaders[leader(p, "visionary")].start
    before = cp(p, 0)
    p.do("option", next(x.option for x in rows if x.do == "act" and x.a == v.BANK) - 1)
    income = cp(p, 1) - int(p.t.start_resource[CP])
    assert cp(p, 0) == before + 8 + income


def test_the_scientist_cannot_take_a_starting_technology_again() -> None:
    """Event Horizon, lines 1807-1813: the gift comes after them and is one more."""
    p = table(2, wanted={0: "scientist"}, variant="combat")
    while p.decision == "start_technology":
        p.do("technology", *min(p.legal("technology"), key=lambda x: int(p.t.technology_cost[x[0]])))
    known = {i for i in range(p.t.technologies) if p.g.technology[0, i]}
    assert (p.decision, p.actor) == ("free_technology", 0)
    assert p.legal("technology") and not {i for (i,) in p.legal("technology")} & known
    p.do("technology", *min(p.legal("technology")))
    assert p.g.technology[0].sum() == p.t.start_technologies + 1


@pytest.mark.parametrize("name", BY_TYPE)
def test_no_discount_applies_to_starting_technologies(name: str) -> None:
    """Event Horizon, lines 1807-1809: printed costs count against the budget, whoever leads."""
    p = table(2, wanted={x: name if x == 0 else "shipwright" for x in range(2)}, variant="combat")
    cost = p.t.technology_cost
    while p.decision == "start_technology":
        mine = [i for i in range(p.t.technologies) if p.g.technology[p.actor, i]]
        left = int(p.t.start_technology_budget) - sum(int(cost[i]) for i in mine)
        can = {i for (i,) in p.legal("technology")}
        assert can == {
            i for i in range(p.t.technologies)
            if cost[i] <= left and i not in mine and p.t.technology_start[i] and p.t.technology_open[i]
        }  # fmt: skip
        p.do("technology", max(can, key=lambda i: int(cost[i]))) if can else p.decline()


@pytest.mark.parametrize("number", range(ALL))
def test_resources_leaders_give_at_the_start(number: int) -> None:
    """Event Horizon, lines 962-963: gains without a choice are in stock when the game begins, for the owner alone."""
    p = Position(players=2, modules=("M10",), free_leaders=True)
    name = p.rules.content.leaders[number].id
    p, plain = table(2, wanted={0: name}), table(2, wanted={})
    gained = {x.a: x.b for x in p.rules.content.leaders[number].start if x.do == "gain" and x.option == 0}
    if name not in STARTERS:
        assert p.g.stage != frames.SETUP, "nothing to ask"
    for resource in (AXINIUM, PHASIUM):
        assert p.g.resource[0, resource] == plain.g.resource[0, resource] + gained.get(resource, 0)
        assert p.g.resource[1, resource] == plain.g.resource[1, resource]


def test_all_lasting_values_of_leaders_have_names() -> None:
    """Event Horizon, lines 962-963: a benefit is a change of lasting values or happens at the start, nothing else."""
    p = Position(players=2, modules=("M10",))
    for entry in p.rules.content.leaders:
        for effect in entry.effects:
            assert effect.do == "modify"
            assert 0 <= effect.a < len(MODIFIER_NAMES)
        assert not any(effect.do == "modify" for effect in entry.start)
    doubled = [x.id for x in p.rules.content.leaders if any(MODIFIER_NAMES[e.a] == "bid_double" for e in x.effects)]
    assert doubled == ["politician"]
