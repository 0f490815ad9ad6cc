"""Won cards and upgrades at any time outside Conquest: before whatever their owner decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.check import check
from exodus_env.exodus.check.decisions import FLOW
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import choices, frames, turn
from tests.position import DECISION_NAMES, FIXED_VALUES, Position
from tests.rules.early import (
    CARRIER,
    FIGHTER,
    RAIDER,
    at_home,
    bid,
    card,
    cp,
    finish,
    home,
    order,
    own,
    perform,
    planets,
    play_cards,
    seat,
    upgrade,
)
from tests.rules.scenes import from_stage, ordinary_planets
from tests.rules.solitaire_scenes import BORDERS, solitaire
from tests.rules.test_stronghold_squadrons import siege
from tests.test_random_play import decorate

SHIELD = "electromagnetic_shield"
CP_OF_SCOUT = 4  # with the values of the tests


def won(p: Position, player: int, *names: str) -> Position:
    """Resistance cards a player has won."""
    p.g.resistance_owner[[p.index("resistance_cards", name) for name in names]] = player
    return p


def use(p: Position, name: str) -> Position:
    """Use a Resistance card."""
    return p.do("resistance_card", p.index("resistance_cards", name))


def table(players: int = 3, stock: int = 0, **config: Any) -> Position:
    """Everybody with the same CP, seats 0, 1, 2 ... in turn order."""
    p = seat(Position(players=players, content=FIXED_VALUES, **config), *range(players))
    for player in range(players):
        own(p, player, stock)
    return p


def moves(p: Position) -> set[tuple[int, ...]]:
    """Upgrades that can be taken in hand."""
    return p.legal("move_upgrade")


def rearrange(p: Position, source: int, target: int) -> Position:
    """Move a shield."""
    p.do("move_upgrade", upgrade(p, SHIELD), target)
    return p.do("upgrade_from", source) if p.decision == "upgrade_from" else p


# Council --------------------------------------------------------------------------------------------------------------


def test_cp_of_a_card_are_bid_in_the_vote() -> None:
    """base rules, line 299: used at any time outside Conquest, so also when the card is voted for and CP are bid."""
    p = won(table(), 0, "scout").jump(frames.COUNCIL)
    assert (p.decision, p.actor) == ("vote", 0) and p.legal("resistance_card")
    p.do("political_card", 0)
    assert (p.decision, p.actor) == ("vote_bid", 0), "without CP asked all the same, since a card can bring some"
    use(p, "scout")
    assert (p.decision, p.actor) == ("vote_bid", 0)
    assert p.legal("bid") == {(x,) for x in range(CP_OF_SCOUT + 1)}
    p.do("bid", CP_OF_SCOUT)
    while p.decision.startswith("vote"):
        p.default()
    assert cp(p, 0) == 0


def test_a_vote_goes_on_after_a_card() -> None:
    """base rules, lines 69-77 and 299: the same player is asked the same once more, and nothing was committed."""
    p = won(table(stock=9), 0, "scout").jump(frames.COUNCIL)
    own_choices = p.legal()
    use(p, "scout")
    assert (p.decision, p.actor, p.legal()) == ("vote", 0, own_choices)
    assert p.g.vote[0] == -1 and cp(p, 0) == 9 + CP_OF_SCOUT
    assert p.legal("resistance_card") == set()


def test_cp_gained_between_vote_and_election_are_bid() -> None:
    """base rules, lines 95-99 and 299: who had nothing left for the election has what a card gives."""
    p = won(table(), 2, "scout").jump(frames.COUNCIL)
    p.until("election_bid", 2)
    use(p, "scout")
    bid(p, "election", 2, CP_OF_SCOUT)
    finish(p)
    assert order(p)[0] == 2 and cp(p, 2) == 0


@pytest.mark.parametrize("fifties", [0, 1])
def test_both_parts_are_one_bid(fifties: int) -> None:
    """our ruling on base rules, line 299: between the parts of a bid nothing can be used."""
    p = won(table(stock=choices.BID_STEP), 0, "scout").jump(frames.COUNCIL)
    p.do("political_card", 0)
    assert p.decision == "vote_fifties" and p.legal("resistance_card") and moves(p)
    p.do("bid_fifties", fifties)
    assert p.decision == "vote_bid"
    assert not p.legal("resistance_card") and not moves(p)


def test_a_card_can_bring_the_cp_of_a_higher_bid() -> None:
    """base rules, lines 73 and 299: with CP of a card, more can be bid than before."""
    p = won(table(stock=choices.BID_STEP - 1), 0, "scout").jump(frames.COUNCIL)
    p.do("political_card", 0)
    assert p.decision == "vote_bid"
    use(p, "scout")
    assert (p.decision, p.actor) == ("vote_fifties", 0)


def test_a_bid_counts_what_can_still_be_paid() -> None:
    """our ruling on base rules, lines 73 and 299: CP that a card of somebody else takes are not paid a second time."""
    p = won(table(stock=3), 1, "privateer").jump(frames.COUNCIL)
    p.do("political_card", 0)
    bid(p, "vote", 0, 3)
    use(p, "privateer")
    lost = 3 - cp(p, 0)
    assert lost > 0
    while p.decision.startswith("vote") and p.decision != "vote_tie":
        p.default()
    assert (cp(p, 0), p.g.bid_shown[0]) == (0, 3 - lost)


def test_upgrades_are_moved_in_the_council() -> None:
    """Edge of Extinction, lines 613-614: at any time of the turn, here before the vote."""
    p = table(stock=9).jump(frames.COUNCIL)
    assert (upgrade(p, SHIELD), FIGHTER) in moves(p)
    rearrange(p, CARRIER, FIGHTER)
    assert (p.decision, p.actor) == ("vote", 0)
    assert p.g.shield[0, [CARRIER, FIGHTER]].tolist() == [0, 1]


def test_nobody_is_asked_for_the_sake_of_upgrades() -> None:
    """base rules, line 145: a decision without a choice is not asked though upgrades could be moved."""
    p = table().jump(frames.COUNCIL)
    p.do("political_card", 0)
    assert (p.decision, p.actor) == ("vote", 1), "without CP and cards there is nothing to bid"


@pytest.mark.parametrize("decision", ["propose_bonus", "take_bonus"])
def test_a_card_is_used_before_a_bonus_action(decision: str) -> None:
    """base rules, lines 88-90 and 299: Chancellor and Vice-Chancellor decide, and may use a card first."""
    p = won(won(table(stock=9), 0, "scout"), 1, "courier").jump(frames.COUNCIL).until(decision)
    asked, offered = (p.decision, p.actor), p.legal()
    use(p, "courier" if p.actor else "scout")
    assert ((p.decision, p.actor), p.legal()) == (asked, offered)


def test_who_is_alone_uses_a_card_before_a_choice() -> None:
    """solitaire rules and base rules, line 299: CP of a card pay for another political card."""
    p = won(own(solitaire(BORDERS, content=FIXED_VALUES), 0), 0, "scout").jump(frames.COUNCIL)
    assert p.decision == "political_choice", "asked though only one card can be paid for"
    assert len(p.legal()) == 1
    use(p, "scout")
    assert p.decision == "political_choice" and len(p.legal()) > 1


# Action ---------------------------------------------------------------------------------------------------------------


def test_a_card_is_used_while_action_cards_are_chosen() -> None:
    """base rules, line 299: the choice of an action card is still to be made then, with all cards in hand."""
    p = won(table(stock=9), 1, "scout").jump(frames.ACTION_STAGE)
    p.do("action_card", card(p, "bank"))
    assert (p.decision, p.actor) == ("action_card", 1)
    hand = p.legal()
    use(p, "scout")
    assert (p.decision, p.actor, p.legal()) == ("action_card", 1, hand)
    assert p.g.chosen[1] == -1 and cp(p, 1) == 9 + CP_OF_SCOUT


def to_reactions(p: Position, population: int) -> Position:
    """Everybody has played Bank; player 1 has this much Population at home, the others none."""
    for player in range(3):
        p.settle(home(p, player), player, population if player == 1 else 0)
    return play_cards(p.jump(frames.ACTION_STAGE), "bank", "bank", "bank")


def test_population_of_a_card_pays_a_reaction() -> None:
    """base rules, lines 110-113 and 299: who lacks a cube for a reaction may gain it by a card."""
    p = to_reactions(won(table(), 1, "hauler"), 0)
    assert (p.decision, p.actor, p.legal("react")) == ("react", 1, set())
    use(p, "hauler")
    gained = at_home(p, 1)
    assert (p.decision, p.actor) == ("react", 1) and (0,) in p.legal("react")
    p.do("react", 0)
    assert p.g.card_cubes[1] == p.t.reaction_cost_own == gained - at_home(p, 1)


def test_who_can_neither_pay_nor_gain_is_not_asked_to_react() -> None:
    """base rules, lines 110-113: without Population and without a card there is no question."""
    p = to_reactions(table(), 0)
    assert p.decision != "react"


def test_no_card_reopens_a_reaction() -> None:
    """base rules, line 111: where every card has a cube on it nobody can react, whatever a card would bring."""
    p = won(table(players=2), 1, "hauler")
    p.settle(home(p, 1), 1, 0)
    play_cards(p.jump(frames.ACTION_STAGE), "bank", "bank")
    assert (p.decision, p.actor) == ("react", 0)
    p.g.card_cubes[1] = 1
    p.do("react", 0)
    while p.decision == "research":
        p.decline()
    assert p.decision == "action_card"


def test_upgrades_are_moved_while_buying() -> None:
    """Edge of Extinction, lines 613-614: also within Buy Upgrades, which goes on then."""
    p = own(Position(players=2), 0, 20, 3, 3)
    perform(p, 0, v.UPGRADE)
    rearrange(p, CARRIER, RAIDER)
    assert (p.decision, p.actor) == ("upgrade", 0)
    assert p.g.shield[0, RAIDER] == 1


def test_mining_has_nothing_left_to_place_after_a_card() -> None:
    """base rules, lines 148-150 and 299: a card that fills the planets in the middle of Mining ends it."""
    p = won(table(), 0, "prospector")
    p.g.counter[:] = 20
    for hexagon in np.flatnonzero(p.g.population[:, 0]):
        p.g.counter[hexagon] = p.t.planet_maximum[p.g.planet[hexagon]]
    planet = planets(p, "cp")[0]
    p.settle(planet, 0, 1)
    p.g.counter[planet] = p.t.planet_maximum[p.g.planet[planet]] - 1
    perform(p, 0, v.MINING)
    assert p.decision == "mine", "asked, since a card could be used first"
    use(p, "prospector")
    assert p.finished


# Fire WMD, Activation, Conquest ---------------------------------------------------------------------------------------


def test_a_card_is_used_before_a_rocket_is_fired() -> None:
    """base rules, lines 181 and 299: before each rocket; the same rocket is asked about again."""
    p = won(table(), 0, "scout")
    source, target = ordinary_planets(p)[:2]
    p.settle(source, 0, 1)
    p.g.rocket[source, 0] = 1
    p.jump(frames.WMD)
    assert (p.decision, p.g.focus_hex) == ("fire", source) and moves(p)
    use(p, "scout")
    assert (p.decision, p.actor, p.g.focus_hex) == ("fire", 0, source)
    p.do("hex", target)
    assert p.g.rocket[source, 0] == 0 or p.finished


@pytest.mark.parametrize("mode", ["coop", "semi_coop"])
def test_a_window_opens_between_activation_and_conquest(mode: str) -> None:
    """Event Horizon, lines 1106-1121, base rules, line 299: what the battles there won can be used at once."""
    p = won(siege(2, mode), 1, "scout")
    p.place_ship(1, FIGHTER, int(p.t.home_hex[1]))
    p.g.conquests, p.g.conquest = p.t.conquests, 0
    from_stage(p, turn.ACTIVATION)
    while p.decision == "march" or (p.decision, p.actor) == ("window", 0):
        p.default()
    assert (p.decision, p.actor, p.g.stage) == ("window", 1, frames.ACTIVATION_STAGE)
    before = cp(p, 1)
    use(p, "scout")
    assert cp(p, 1) == before + CP_OF_SCOUT
    while p.decision == "window":
        p.decline()
    assert p.g.stage == frames.CONQUEST_STAGE


def test_no_window_opens_where_the_stronghold_is_not_active() -> None:
    """Event Horizon, lines 1106-1108: without an Activation the window of the Action Stage was the last one."""
    p = won(siege(2, "coop", turn=1), 1, "scout")
    p.place_ship(1, FIGHTER, int(p.t.home_hex[1]))
    p.g.conquests, p.g.conquest = p.t.conquests, 0
    from_stage(p, turn.ACTIVATION)
    assert p.g.stage == frames.CONQUEST_STAGE and p.decision != "window"


def test_a_card_is_carried_out_before_the_next_is_used() -> None:
    """our ruling on base rules, line 299: whoever wants the second bonus first uses the second card first."""
    p = Position(players=2)
    won(p, p.actor, "skirmisher", "frigate")
    use(p.refresh(), "skirmisher")
    assert p.decision == "free_ship" and p.legal("ship_class")
    assert not p.legal("resistance_card") and not moves(p)
    p.do("pass")
    assert p.decision == "window" and p.legal("resistance_card") == {(p.index("resistance_cards", "frigate"),)}


def test_nothing_is_offered_in_conquest_or_setup() -> None:
    """Edge of Extinction, lines 616-617, base rules, line 299: once Conquest has begun it is too late."""
    p = Position(seed=3, players=2, turns=1, modules=("M3", "M10"))
    rng = np.random.default_rng(3)
    won(p, 0, "scout", "raider").g.outpost_held[1, 0] = 1
    stages = set()
    while not p.g.over:
        offered = bool(moves(p) or p.legal("resistance_card") or p.legal("outpost_card"))
        assert not (offered and p.g.stage in (frames.SETUP, frames.CONQUEST_STAGE))
        stages.add((int(p.g.stage), offered))
        p._play(int(rng.choice([a for a in np.flatnonzero(p.masks[0]) if not p.is_aside(a)])))
    assert {(frames.COUNCIL_STAGE, True), (frames.ACTIONS_STAGE, True)} <= stages


# Bounds ---------------------------------------------------------------------------------------------------------------


def test_upgrades_are_moved_only_so_often_in_a_stage() -> None:
    """our bound on base rules, line 145: counted over all decisions of the stage, and again in the next."""
    p = table(stock=15).jump(frames.COUNCIL)
    places = [CARRIER, RAIDER]
    for move in range(p.t.rearrangements):
        if move == 2:
            p.do("political_card", 0)
        rearrange(p, places[move % 2], places[1 - move % 2])
    assert (p.decision, p.actor, moves(p)) == ("vote_bid", 0, set())
    assert moves(p.until("vote", 1)), "everybody has moves of their own"
    assert not moves(p.until("election_bid", 0))
    p.jump(frames.ACTION_STAGE)
    assert (p.decision, p.actor) == ("action_card", 0) and moves(p)


# Decisions in the Council, the Action Stage and before rockets that are parts of something that has begun.
PARTS = {
    *("upgrade_from", "exchange_upgrade", "replace", "build_at", "pay_from"),
    *("pay_vp", "gain_vp", "discard", "strike"),
}
# Frames of those stages, and of what cards cause in them.
INTERRUPTED = {
    *(frames.COUNCIL, frames.ACTION_STAGE, frames.PERFORM, frames.EFFECTS, frames.WINDOW, frames.REARRANGE, frames.WMD),
    *(frames.LEARN_FREE, frames.BUILD_FREE, frames.EQUIP_FREE, frames.FORTIFY, frames.ARM, frames.SETTLE),
    *(frames.CONVERSION, frames.DISCARD),
}
IN_CONQUEST = {"wormhole", "bounty", "copy_technology"}  # asked by such frames, but only there


def test_every_decision_can_be_interrupted_but_parts_of_another() -> None:
    """base rules, lines 145 and 299: whatever is decided in Council, Action Stage and before rockets are fired."""
    asked = {
        name for d, name in enumerate(DECISION_NAMES) if any(frame in INTERRUPTED for frame, _ in FLOW.asked_by(d))
    }
    interrupted = {DECISION_NAMES[d] for d in (*choices.ASKED_AGAIN, *choices.RESUMED)}
    assert not interrupted & PARTS
    assert interrupted | PARTS == asked - IN_CONQUEST


# Whatever happens -----------------------------------------------------------------------------------------------------

GAMES: list[dict[str, Any]] = [
    {"players": 3, "modules": ("M3",)},
    {"players": 2, "dice_variant": True, "modules": ("M1", "M5", "M7", "M8", "M10")},
    {"players": 2, "scenario": "stronghold", "modules": ("M3",)},
    {"players": 2, "edge_of_extinction": True, "modules": ("M3",)},
    {"players": 1, "scenario": BORDERS},
]


def interrupted(p: Position) -> Iterator[tuple[int, ...]]:
    """What is put off: depth, decision, player and what it is about, the lowest first."""
    for level, (kind, _, *row) in enumerate(p.g.stack[: p.g.depth].tolist()):
        if kind == frames.INTERRUPTED:
            yield level, row[1], row[0], *row[2:5]


@pytest.mark.parametrize("config", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_after_an_interruption_the_same_is_asked_again(config: dict[str, Any], seed: int) -> None:
    """base rules, lines 145 and 299: a card or an upgrade comes between, and takes nothing off the decision itself.

    Every position on the way passes the checker.
    """
    p = Position(seed, ask_forced=True, **config)
    rng = np.random.default_rng(seed)
    while p.g.stage == frames.SETUP:
        p.default()
    decorate(p)
    p.g.resistance_ships[p.g.resistance == 0] = 0
    g = p.refresh().g
    met = set()
    while g.stage != frames.CONQUEST_STAGE:
        check(p.games, p.rules.config)
        legal = np.flatnonzero(p.masks[0])
        asides = [a for a in legal if p.rules.actions.decode[a][0] in choices.ASIDES]
        rest = [a for a in legal if a not in asides]
        assert rest, f"{p.decision} has no choice of its own"
        waiting = list(interrupted(p))
        if asides and rng.random() < 0.3:
            about = int(g.focus_hex), int(g.focus_player), int(g.focus_card)
            waiting.append((int(g.depth), int(g.decision), p.actor, *about))
            met.add(p.decision)
            p._play(int(rng.choice(asides)))
        else:
            p._play(int(rng.choice(rest)))
        left = list(interrupted(p))
        assert left == waiting[: len(left)]
        for depth, decision, *about in waiting[len(left) : len(left) + 1]:
            if decision in choices.ASKED_AGAIN:
                now = (g.depth, g.decision, g.actor, g.focus_hex, g.focus_player, g.focus_card)
                assert tuple(map(int, now)) == (depth, decision, *about)
    assert len(met) > 1, f"only {met} were interrupted"
