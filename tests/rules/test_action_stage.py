"""III. Action: cards, reactions, third action, bonus action."""

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, log
from tests.position import FIXED_VALUES, Position
from tests.rules.early import (
    PLAYER_COUNTS,
    all_cubes,
    at_home,
    card,
    cp,
    cubes,
    enact,
    finish,
    home,
    order,
    own,
    planets,
    play_cards,
    seat,
    stack_deck,
)


def stage(p: Position | None = None, players: int = 3, bonus: str | None = None) -> Position:
    """An Action Stage with seats 0, 1, 2 ... in turn order."""
    p = p or Position(players=players, content=FIXED_VALUES)
    seat(p, *range(p.t.players))
    if bonus is not None:
        p.g.bonus = p.index("bonus_cards", bonus)
    return p.jump(frames.ACTION_STAGE)


def banked(*learned: str, player: int = 0, players: int = 3) -> Position:
    """The first round up to the reactions: everybody has played Bank."""
    p = Position(players=players).learn(player, *learned)
    return play_cards(stage(p), *["bank"] * players)


def react(p: Position, player: int, owner: int) -> Position:
    """A player reacts to somebody's card and declines what the reaction offers."""
    assert (p.decision, p.actor) == ("react", player)
    p.do("react", (owner - player) % p.t.players)
    while p.decision == "research" and p.actor == player:
        p.decline()
    return p


def reactors(p: Position) -> list[int]:
    """Who is asked for a reaction from here to the end of the round, all declining."""
    asked = []
    while p.decision == "react":
        asked.append(p.actor)
        p.decline()
    return asked


# First and second card ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_first_and_second_card_are_mandatory(players: int) -> None:
    """base rules, lines 106-108 and 115: everybody plays a card in both rounds, nobody may pass."""
    p = stage(players=players)
    for cards in ("bank", "mining"):
        for player in range(players):
            assert (p.decision, p.actor) == ("action_card", player)
            assert ("pass",) not in p.legal()
            p.do("action_card", card(p, cards))
        while not p.finished and p.decision != "action_card":
            p.default()
    finish(p)
    assert not p.g.spent.any()


def test_cards_are_chosen_in_secret_and_shown_together() -> None:
    """base rules, line 107: a chosen card lies face down until everybody has chosen."""
    seen = []
    for name in ("bank", "trade"):
        p = stage().do("action_card", card(Position(players=3), name))
        assert (p.decision, p.actor) == ("action_card", 1)
        assert set(p.g.shown[:3]) == {-1}
        assert not p.g.spent.any()
        rows = np.zeros((2, p.rules.observations.size), dtype=np.float32)
        core.ENTRIES.observe_as(np.repeat(p.games, 2), 1, p.rules.tables, 1, rows)
        seen.append(rows)
    assert np.array_equal(seen[0], seen[1])
    play = play_cards(stage(), "research", "bank", "trade")
    assert play.g.shown[:3].tolist() == [card(play, x) for x in ("research", "bank", "trade")]


def test_primary_actions_come_in_turn_order() -> None:
    """base rules, line 108: the upper halves are performed from the Chancellor down, before any reaction."""
    p = Position(players=3)
    for player in range(3):
        own(p, player, 30, 5, 5)
    seat(p, 2, 0, 1).jump(frames.ACTION_STAGE)
    play_cards(p, "build", "research", "upgrade")
    done = []
    while p.decision != "react":
        done.append((p.decision, p.actor))
        p.decline()
    assert done == [("build", 2), ("research", 0), ("upgrade", 1)]


def test_a_card_played_is_not_played_again_this_turn() -> None:
    """base rules, line 115: the second card is another than the first, for each player the own one."""
    p = play_cards(stage(), "bank", "mining", "bank").until("action_card")
    for name in ("bank", "mining", "bank"):
        hand = {(x,) for x in range(p.t.action_cards)} - {(card(p, name),)}
        assert p.legal("action_card") == hand
        p.do("action_card", card(p, "trade"))


def test_basic_politics_returns_the_first_card() -> None:
    """base rules, line 114: its owner may play the first card again, only that player."""
    p = banked("basic_politics", player=1).until("action_card")
    assert (card(p, "bank"),) not in p.legal("action_card")
    p.do("action_card", card(p, "mining"))
    assert p.actor == 1
    assert (card(p, "bank"),) in p.legal("action_card")


def test_basic_politics_returns_the_card_of_the_first_action_only() -> None:
    """base rules, line 114: the second card stays on the table even with Basic Politics."""
    p = banked("basic_politics", "master_politics").until("action_card")
    play_cards(p, "trade", "mining", "mining").until("third_card")
    assert (card(p, "bank"),) in p.legal("action_card")
    assert (card(p, "trade"),) not in p.legal("action_card")


def researched(name: str, first: str, second: str) -> Position:
    """Player 0 plays Research in one of two rounds and learns this; everybody reacts to nothing."""
    p = own(Position(players=2), 0, 40)
    stage(p)
    for mine, other in ((first, "bank"), (second, "mining")):
        play_cards(p, mine, other)
        if p.decision == "research":
            p.do("technology", p.index("technologies", name))
        reactors(p)
        while p.decision in ("mine", "trade"):
            p.default()
        if mine == "research":
            break
    return p


def test_basic_politics_learned_in_the_first_round_returns_its_card() -> None:
    """our ruling on base rules, line 114: it is looked at when the round ends, so Research itself comes back."""
    p = researched("basic_politics", "research", "bank")
    assert (p.decision, p.actor) == ("action_card", 0)
    assert len(p.legal("action_card")) == p.t.action_cards


def test_basic_politics_learned_in_the_second_round_comes_too_late() -> None:
    """our ruling on base rules, line 114: the first card has been left on the table by then."""
    p = own(Position(players=2), 0, 40).learn(0, "master_politics")
    play_cards(stage(p), "bank", "bank")
    reactors(p)
    play_cards(p, "research", "mining").do("technology", p.index("technologies", "basic_politics"))
    p.until("third_card", 0)
    hand = {(x,) for x in range(p.t.action_cards)} - {(card(p, "bank"),), (card(p, "research"),)}
    assert p.legal("action_card") == hand


def test_master_politics_learned_with_the_second_card_gives_a_third() -> None:
    """our ruling on base rules, line 117: it is looked at when third cards are chosen."""
    p = researched("master_politics", "bank", "research")
    assert (p.decision, p.actor) == ("third_card", 0)


def test_cards_are_back_in_hand_next_turn() -> None:
    """base rules, line 107: every turn begins with the whole hand."""
    p = banked()
    finish(p)
    p.jump(frames.ACTION_STAGE)
    assert len(p.legal("action_card")) == p.t.action_cards


# Reactions ------------------------------------------------------------------------------------------------------------


def test_reactions_are_asked_in_turn_order_and_are_optional() -> None:
    """base rules, line 109: each may react once a round, from the Chancellor down, or leave it."""
    p = banked()
    assert p.decision == "react"
    assert ("pass",) in p.legal()
    assert reactors(p) == [0, 1, 2]
    assert p.decision == "action_card"


def test_one_reaction_a_round_each() -> None:
    """base rules, line 109: who has reacted is not asked again in this round, but again in the next."""
    p = react(banked(), 0, 1)
    assert reactors(p) == [1, 2]
    play_cards(p, "mining", "mining", "mining").until("react")
    assert p.actor == 0


@pytest.mark.parametrize(("owner", "cost"), [(0, 1), (1, 2), (2, 2)])
def test_a_reaction_costs_one_on_an_own_card_and_two_on_another(owner: int, cost: int) -> None:
    """base rules, lines 110-111: the cubes come from the home planet."""
    p = banked()
    assert (p.t.reaction_cost_own, p.t.reaction_cost_other) == (1, 2)
    before, supply = at_home(p, 0), int(p.g.supply[0])
    react(p, 0, owner)
    assert at_home(p, 0) == before - cost
    assert p.g.supply[0] == supply
    assert p.g.card_cubes[owner] == cost
    assert cubes(p, 0) == all_cubes(p)


@pytest.mark.parametrize(("owner", "cost"), [(0, 0), (1, 1)])
def test_expert_politics_saves_one(owner: int, cost: int) -> None:
    """base rules, line 112: one Population less, so nothing on an own card and one on another's."""
    p = banked("expert_politics")
    before = at_home(p, 0)
    react(p, 0, owner)
    assert at_home(p, 0) == before - cost


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_a_reaction_performs_the_lower_half(owner: int) -> None:
    """base rules, line 109: the reactor, not the owner, performs what stands below on the card reacted to."""
    names = ("bank", "upgrade", "mining")
    p = Position(players=3)
    for player in range(3):
        own(p, player, 20, 5, 5)
    p = play_cards(stage(p), *names).until("react")
    stock = cp(p, 0)
    p.do("react", owner)
    reaction = int(p.t.card_reaction[card(p, names[owner])])
    assert reaction == [v.RESEARCH, v.BANK, v.BUILD][owner]
    if reaction == v.BANK:
        assert cp(p, 0) == stock + 4
    else:
        assert (p.decision, p.actor) == (v.ACTIONS[reaction], 0)


def test_a_card_with_a_cube_is_closed() -> None:
    """base rules, line 109: only cards without Population on them can be reacted to."""
    p = react(banked(), 0, 1)
    assert p.legal("react") == {(1,), (2,)}  # player 1 sees the cards of 2 and 0, no longer the own one
    react(p, 1, 2)
    assert p.legal("react") == {(1,)}  # player 2: only the card of 0 is left
    react(p, 2, 0)
    assert p.decision == "action_card"


def test_a_free_reaction_leaves_the_card_open() -> None:
    """base rules, lines 109-112: a reaction that costs nothing puts no cube on the card."""
    p = react(banked("expert_politics"), 0, 0)
    assert p.g.card_cubes[0] == 0
    assert (2,) in p.legal("react")
    react(p, 1, 0)
    assert p.g.card_cubes[0] == 2


def test_without_enough_population_at_home_there_is_no_reaction() -> None:
    """base rules, lines 110-111: Population elsewhere does not pay; one cube pays for the own card alone."""
    p = Position(players=3)
    p.settle(home(p, 0), 0, 0).settle(home(p, 1), 1, 1)
    p.settle(home(p, 2), 0, 5)
    p = play_cards(stage(p), "bank", "bank", "bank")
    assert (p.decision, p.actor) == ("react", 1)
    assert p.legal() == {("pass",), ("react", 0)}


def test_a_free_reaction_needs_no_population() -> None:
    """base rules, line 112: what costs nothing can be done with an empty home."""
    p = Position(players=3).learn(0, "expert_politics")
    p.settle(home(p, 0), 0, 0)
    p = play_cards(stage(p), "bank", "bank", "bank")
    assert (p.decision, p.actor) == ("react", 0)
    assert p.legal("react") == {(0,)}


def test_cubes_paid_for_reactions_come_back_at_the_end_of_the_stage() -> None:
    """base rules, lines 109-111: the cubes lie on the cards for the stage, then return to the supply, not home."""
    p = Position(players=3)
    supply = p.g.supply[:3].copy()
    population = [at_home(p, x) for x in range(3)]
    p = play_cards(stage(p), "bank", "bank", "bank")
    react(p, 0, 1)
    p.decline()
    react(p, 2, 2)
    assert p.g.reaction_cubes[:3].tolist() == [2, 0, 1]
    play_cards(p, "mining", "mining", "mining").until("react")
    assert p.g.supply[:3].tolist() == supply.tolist()
    finish(p)
    assert p.g.reaction_cubes[:3].tolist() == [0, 0, 0]
    assert (p.g.supply[:3] - supply).tolist() == [2, 0, 1]
    assert [at_home(p, x) for x in range(3)] == [population[0] - 2, population[1], population[2] - 1]


def test_cubes_of_the_first_round_do_not_close_cards_of_the_second() -> None:
    """base rules, lines 109 and 115: each round has its own cards."""
    p = react(banked(), 0, 1)
    reactors(p)
    play_cards(p, "mining", "mining", "mining").until("react")
    assert p.legal("react") == {(0,), (1,), (2,)}


def test_reactions_can_be_barred() -> None:
    """base rules, line 71: under a resolution that bars them nobody is asked for a reaction."""
    p = play_cards(stage(enact(Position(players=3), "martial_law")), "bank", "bank", "bank")
    assert p.decision == "action_card"


def test_a_law_can_make_reactions_dearer() -> None:
    """base rules, line 69: with one Population more an own card costs 2 and another's 3, for those the law names."""
    p = play_cards(stage(enact(Position(players=3), "tyranny")), "bank", "bank", "bank")
    for player, cost in ((0, 1), (1, 2), (2, 2)):
        before = at_home(p, player)
        react(p, player, player)
        assert at_home(p, player) == before - cost


# Third action ---------------------------------------------------------------------------------------------------------


def test_the_third_action_takes_master_politics() -> None:
    """base rules, line 117: only its owner is asked for a third card, and may decline it."""
    p = banked("master_politics", player=1).until("action_card")
    play_cards(p, "mining", "mining", "mining").until("third_card")
    assert p.actor == 1
    assert p.legal("action_card") == {(x,) for x in range(6)} - {(card(p, "bank"),), (card(p, "mining"),)}
    assert ("pass",) in p.legal()
    p.decline()
    assert p.decision not in ("third_card", "react", "action_card")


def test_nobody_without_master_politics_plays_a_third_card() -> None:
    """base rules, line 117: two cards are all there is."""
    p = banked()
    while not p.finished:
        assert p.decision != "third_card"
        p.default()


def test_there_is_no_reaction_to_the_third_action() -> None:
    """base rules, line 118: the third card is performed and that is all, for everybody."""
    p = banked("master_politics").until("third_card")
    stock = cp(p, 0)
    p.do("action_card", card(p, "trade"))
    assert (p.decision, p.actor) == ("trade", 0)
    p.decline()
    while not p.finished:
        assert p.decision != "react"
        p.default()
    assert cp(p, 0) == stock


# Bonus action ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_bonus_action_is_for_everybody(players: int) -> None:
    """base rules, lines 119-120: after the cards each player performs the bonus action once, without reactions."""
    p = Position(players=players, content=FIXED_VALUES)
    stage(p, bonus="research")
    for player in range(players):
        own(p, player, 40)
    play_cards(p, *["bank"] * players).until("action_card")
    play_cards(p, *["mining"] * players).until("research", 0)
    for player in range(players):
        assert (p.decision, p.actor) == ("research", player)
        p.do("technology", p.index("technologies", "ion_cannon"))
    while not p.finished:
        assert p.finished
        p.default()
    assert p.g.technology[:players, p.index("technologies", "ion_cannon")].tolist() == [1] * players


def test_the_bonus_action_may_be_left_out() -> None:
    """base rules, line 119: a player who does not want the bonus action declines it."""
    p = stage(bonus="research")
    while not p.finished:
        p.default()
    assert not p.g.technology.any()


def to_bonus(bonus: str, content: str | None = FIXED_VALUES, **config: Any) -> Position:
    """A rich table at the first decision of a bonus action; everybody has played Build and Buy Upgrades for nothing."""
    p = Position(players=3, content=content, **config)
    p.g.counter[:] = 0
    for player in range(3):
        p.settle(planets(p, "cp")[0], player, 1)
        own(p, player, 40, 5, 5)
    stage(p, bonus=bonus)
    for name in ("build", "upgrade"):
        play_cards(p, name, name, name)
        while (p.g.shown[:3] >= 0).any():
            p.decline()
    return p


BELONGINGS = ("resource", "supply", "counter", "market", "traders", "population", "technology", "blueprint", "ship_hex")


@pytest.mark.parametrize("bonus", ["bank", "mining", "trade"])
def test_who_declines_the_bonus_action_takes_no_part_in_it(bonus: str) -> None:
    """base rules, line 119: the bonus action is optional; declined, it neither gives anything nor costs a cube."""
    p = to_bonus(bonus)
    before = {name: p.g[name].copy() for name in BELONGINGS}
    for player in range(3):
        assert (p.decision, p.actor) == ("take_part", player)
        assert p.legal() == {("pass",), ("bonus_action", p.index("bonus_cards", bonus))}
        p.decline()
    assert p.finished
    assert all(np.array_equal(p.g[name], value) for name, value in before.items())


@pytest.mark.parametrize("bonus", ["bank", "mining", "trade"])
def test_who_takes_part_in_the_bonus_action_performs_it(bonus: str) -> None:
    """base rules, lines 119-120: each decides alone; here the second in turn order takes part, the others do not."""
    p = to_bonus(bonus)
    stock, supply = [cp(p, x) for x in range(3)], p.g.supply[:3].tolist()
    p.decline().do("bonus_action", p.index("bonus_cards", bonus))
    placed = 0
    while p.decision == "mine":
        assert p.actor == 1
        p.default()
        placed += 1
    if bonus == "trade":
        assert (p.decision, p.actor) == ("trade", 1)
        assert (p.g.traders, p.g.market[0]) == (1, 1)
        p.decline()
    assert (p.decision, p.actor) == ("take_part", 2)
    finish(p.decline())
    assert [cp(p, x) for x in range(3)] == [stock[x] + 4 * (x == 1 and bonus == "bank") for x in range(3)]
    assert p.g.supply[:3].tolist() == [supply[x] - (x == 1 and bonus == "trade") for x in range(3)]
    assert p.g.counter.sum() == (4 if bonus == "mining" else 0)
    assert placed <= 4


@pytest.mark.parametrize("bonus", ["research", "build", "upgrade"])
def test_a_bonus_action_that_spends_is_declined_as_it_goes_along(bonus: str) -> None:
    """base rules, line 119: Research, Build and Buy Upgrades are left by passing; there is no question before."""
    p = to_bonus(bonus)
    before = {name: p.g[name].copy() for name in BELONGINGS}
    for player in range(3):
        assert (p.decision, p.actor) == (bonus, player)
        p.decline()
    assert p.finished
    assert all(np.array_equal(p.g[name], value) for name, value in before.items())


@pytest.mark.parametrize(("bonus", "option"), [("bank", "bank_dice"), ("mining", "mining_dice")])
def test_taking_part_comes_before_the_dice(bonus: str, option: str) -> None:
    """base rules, lines 119 and 435-449: in the dice variant safe amount or dice is asked of those who take part."""
    p = to_bonus(bonus, dice_variant=True)
    assert (p.decision, p.actor) == ("take_part", 0)
    p.decline().do("bonus_action", p.index("bonus_cards", bonus))
    assert (p.decision, p.actor) == (option, 1)


def test_an_action_by_a_card_within_the_bonus_action_is_not_asked_twice() -> None:
    """base rules, lines 119 and 299: Mining by a Resistance card was chosen already; only the bonus is asked."""
    p = to_bonus("research")
    number = p.index("resistance_cards", "watcher")
    p.g.resistance_owner[number] = 0
    p.refresh().do("resistance_card", number)
    assert (p.decision, p.actor) == ("mine", 0)


def test_a_bonus_action_can_offer_a_choice_to_each_player() -> None:
    """base rules, lines 119-120, our card: each decides in turn order between two actions, or neither."""
    p = to_bonus("market_day", content=None)
    stock = [cp(p, x) for x in range(3)]
    bonus = p.index("bonus_cards", "market_day")
    for player, option in enumerate((0, 1, 0)):
        assert (p.decision, p.actor) == ("option", player)
        assert p.legal() == {("option", 0), ("option", 1)}
        p.do("option", option)
        assert (p.decision, p.actor) == ("take_part", player)
        if player == 2:
            p.decline()
            break
        p.do("bonus_action", bonus)
        if option == 1:
            assert (p.decision, p.actor) == ("trade", 1)
            p.decline()
    assert p.finished
    assert [cp(p, x) for x in range(3)] == [stock[0] + 4, stock[1], stock[2]]
    assert p.g.market[: p.g.traders].tolist() == [1]


def test_a_bonus_action_can_favour_those_in_office() -> None:
    """base rules, lines 79-85 and 120, our card: Orders of State are for the offices after the election."""
    p = Position(players=3)
    for player in range(3):
        own(p, player, 40, 5, 5)
    p.g.bonus = p.index("bonus_cards", "orders_of_state")
    seat(p, 2, 0, 1).jump(frames.ACTION_STAGE)
    for name in ("build", "upgrade"):
        play_cards(p, name, name, name)
        while (p.g.shown[:3] >= 0).any():
            p.decline()
    assert (p.decision, p.actor) == ("build", 2)
    assert [cp(p, x) for x in range(3)] == [43, 43, 42]
    p.decline()
    assert (p.decision, p.actor) == ("upgrade", 0)
    assert p.decline().finished


def test_without_a_bonus_action_there_is_none() -> None:
    """base rules, line 119: it happens only where the Council has taken one."""
    p = stage()
    finish(p)
    assert p.g.bonus == -1
    assert p.g.conquests == p.t.conquests == 2


def test_move_adds_a_conquest_stage() -> None:
    """base rules, lines 121 and 209: two Conquest Stages a turn, three with the bonus action Move."""
    for bonus, wanted in ((None, 2), ("move", 3)):
        p = Position(players=2, turns=2)
        p.until("action_card")
        p.g.bonus = -1 if bonus is None else p.index("bonus_cards", bonus)
        held = set()
        while p.g.turn == 1:
            p.default()
            if p.g.turn == 1:
                held.add(int(p.g.conquest))
        assert max(held) == wanted


def test_an_executive_decision_adds_a_conquest_stage() -> None:
    """base rules, line 73, on a card of ours: a Conquest Stage given in the Council outlasts the actions."""
    p = Position(players=2, turns=2)
    stack_deck(p, "sudden_offensive").until("action_card")
    held = set()
    while p.g.turn == 1:
        p.default()
        if p.g.turn == 1:
            held.add(int(p.g.conquest))
    assert max(held) == 3


def test_an_extra_conquest_lasts_one_turn() -> None:
    """base rules, line 209: the next turn has two Conquest Stages again."""
    p = stage(players=2, bonus="move")
    finish(p)
    assert p.g.conquests == 3
    p.jump(frames.UPKEEP)
    assert p.g.conquests == 2


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_cubes_are_conserved_through_whole_turns(players: int) -> None:
    """base rules, line 17: whatever is played, a player's cubes are somewhere, and no stock goes below zero."""
    p = Position(seed=players, players=players, turns=2)
    rng = np.random.default_rng(players)
    while not p.g.over:
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        assert all(cubes(p, x) == all_cubes(p) for x in range(players))
        assert p.g.resource[:players].min() >= 0
        assert p.g.supply[:players].min() >= 0
        assert sorted(order(p)) == list(range(players))


def test_cubes_on_technologies_stay() -> None:
    """movement and combat text, lines 492-493: a technology once marked stays marked to the end of the game."""
    p = Position(seed=3, players=3, turns=3)
    for player in range(3):
        own(p, player, 60).learn(player, "radar", "cloaking")
    rng = np.random.default_rng(3)
    known = p.g.technology.copy()
    while not p.g.over:
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        assert (p.g.technology >= known).all()
        known = p.g.technology.copy()
    assert known.sum() > 3 * 2


LOSSES = {log.E_SHIP_DESTROYED, log.E_ROCKET_HITS, log.E_PLANET_DESTROYED}


def shrunk(p: Position, player: int) -> bool:
    """Whether a card took Population of a player since the last decision."""
    happened = p.g.log[: p.g.log_count]
    return any(e[0] == log.E_EFFECT and e[1] == player and e[2] == v.OPCODE_NAMES.index("shrink") for e in happened)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_population_never_returns_to_the_supply_by_choice(seed: int) -> None:
    """movement and combat text, lines 497-498: no decision takes it off planets and ships, apart from reactions.

    Whatever else is chosen, fewer cubes are out there only after a loss: in combat, by a rocket or by a card. What is
    paid for a reaction lies on the card first.
    """
    p = Position(seed=seed, players=3, turns=3)
    rng = np.random.default_rng(seed)
    out = p.g.population.sum(axis=0) + p.g.ship_cargo.sum(axis=1)
    while not p.g.over:
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        before, out = out, p.g.population.sum(axis=0) + p.g.ship_cargo.sum(axis=1)
        happened = p.g.log[: p.g.log_count]
        paid = {int(e[1]): int(e[3]) for e in happened if e[0] == log.E_REACTION}
        if LOSSES & {int(e[0]) for e in happened}:
            continue
        for player in range(3):
            assert out[player] >= before[player] - paid.get(player, 0) or shrunk(p, player)
