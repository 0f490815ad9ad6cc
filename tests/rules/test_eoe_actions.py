"""Edge of Extinction: action cards of factions, reactions, and what new technologies make of the actions."""

from __future__ import annotations

import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, log
from exodus_env.exodus.rules.assets import SCORE_CARDS
from exodus_env.exodus.rules.begin import BY_COMBAT, BY_LANDING
from exodus_env.exodus.rules.cards.effects import SOURCE_BONUS, SOURCE_CARD, SOURCE_EFFECT, SOURCE_REACTION
from tests.effort import EVERY_MODE
from tests.position import Position
from tests.rules.early import (
    all_cubes,
    at_home,
    cp,
    cubes,
    empty_supply,
    finish,
    home,
    modifier,
    order,
    own,
    perform,
    resource_row,
    row,
    run_effects,
    seat,
    technology,
)
from tests.rules.eoe_early import add_rows, colony, events_of, expansion, grant, modify_row, own_tables
from tests.rules.scenes import finish as finish_frame

pytestmark = EVERY_MODE

VP = v.VP
BANK, TRADE = v.ACTIONS.index("bank"), v.ACTIONS.index("trade")


def give_cards(
    p: Position, player: int, primary: tuple[int, ...], reaction: tuple[int, ...], once: int = 0
) -> Position:
    """All action cards of a player's faction say the same."""
    upper, lower = add_rows(p, primary), add_rows(p, reaction)
    t = own_tables(p)
    faction = p.g.faction[player]
    t.faction_card_effect[faction, :] = upper
    t.faction_card_reaction[faction, :] = lower
    t.faction_card_once[faction, :] = once
    return p


def hands(p: Position | None = None, once: int = 0) -> Position:
    """An Action Stage: cards of player 0 give CP, 3 and 1 by reaction; those of player 1 give 5 and 2."""
    p = p or expansion("titan", "solaris")
    give_cards(p, 0, resource_row("gain", "owner", "cp", 3), resource_row("gain", "owner", "cp", 1), once)
    give_cards(p, 1, resource_row("gain", "owner", "cp", 5), resource_row("gain", "owner", "cp", 2))
    for player in order(p):
        own(p, player)
    return p.jump(frames.ACTION_STAGE)


def play(p: Position, *cards: int) -> Position:
    """Action cards of a round by place in turn order."""
    for player, card in zip(order(p), cards, strict=True):
        assert (p.decision, p.actor) == ("action_card", player)
        p.do("action_card", card)
    return p


# Cards of factions ----------------------------------------------------------------------------------------------------


def test_everybody_performs_what_the_own_faction_prints() -> None:
    """Edge of Extinction, lines 95-96 and 211-213: the cards of each faction are its own."""
    p = play(hands(), 0, 0)
    assert [cp(p, 0), cp(p, 1)] == [3, 5]
    assert p.decision == "react"


def test_a_reaction_is_what_the_owner_of_the_card_has_printed() -> None:
    """base rules, lines 109-111: the lower half of somebody's card, for the player who reacts."""
    p = play(hands(), 0, 0).do("react", 1).do("react", 1)
    assert [cp(p, 0), cp(p, 1)] == [3 + 2, 5 + 1]
    assert p.decision == "action_card"


def test_an_action_on_a_card_is_told_as_played_or_as_a_reaction() -> None:
    """base rules, lines 107-111: who performs an action by a card's upper or lower half, or by another effect."""
    p = expansion("titan", "solaris")
    for player in range(2):
        give_cards(p, player, row("act", "owner", BANK), row("act", "owner", BANK))
    play(p.jump(frames.ACTION_STAGE), 0, 0)
    assert events_of(p, log.E_ACTION) == [[x, BANK, SOURCE_CARD, 0] for x in range(2)]
    assert not events_of(p, log.E_EFFECT)
    p.do("react", 0)
    assert events_of(p, log.E_ACTION) == [[0, BANK, SOURCE_REACTION, 0]]
    run_effects(p, row("act", "owner", BANK), owner=0)
    assert events_of(p, log.E_ACTION) == [[0, BANK, SOURCE_EFFECT, 0]]
    assert len(events_of(p, log.E_EFFECT)) == 1
    assert SOURCE_BONUS not in (SOURCE_CARD, SOURCE_REACTION, SOURCE_EFFECT)


def test_an_option_of_a_card_is_still_its_half() -> None:
    """base rules, lines 107-108: what is chosen from a card belongs to the card."""
    p = expansion("titan", "solaris")
    give_cards(p, 1, resource_row("gain", "owner", "cp", 1), resource_row("gain", "owner", "cp", 1))
    rows = add_rows(
        p,
        row("choose", "owner", 2),
        row("act", "owner", BANK, option=1),
        resource_row("gain", "owner", "axinium", 1, option=2),
    )
    own_tables(p).faction_card_effect[p.g.faction[0], :] = rows
    play(p.jump(frames.ACTION_STAGE), 0, 0)
    assert (p.decision, p.actor) == ("option", 0)
    p.do("option", 0)
    assert events_of(p, log.E_ACTION) == [[0, BANK, SOURCE_CARD, 0]]


def test_a_card_for_once_leaves_the_game_with_its_round() -> None:
    """Edge of Extinction, lines 213-214 and 661-667: others can react to it, then it is gone for all turns."""
    p = play(hands(once=1), 4, 4)
    assert not p.g.removed.any()
    p.do("react", 0)
    assert cp(p, 0) == 3 + 1
    p.until("action_card", 0)
    assert p.g.removed[0].tolist() == [1 if card == 4 else 0 for card in range(8)]
    assert not p.g.removed[1].any()
    assert p.legal("action_card") == {(card,) for card in range(6) if card != 4}
    p.do("action_card", 2)
    assert p.legal("action_card") == {(card,) for card in range(6) if card != 4}  # played, but not for once
    finish_frame(p.do("action_card", 2))
    assert not p.g.spent.any()
    p.jump(frames.ACTION_STAGE)
    assert p.legal("action_card") == {(card,) for card in range(6) if card not in (2, 4)}


def test_nothing_brings_such_a_card_back() -> None:
    """Edge of Extinction, lines 666-667: neither does what returns the first card."""
    for once, hand in ((0, range(6)), (1, range(5))):
        p = play(hands(expansion("titan", "solaris").learn(0, "basic_politics"), once), 5, 0)
        p.until("action_card", 0)
        assert p.legal("action_card") == {(card,) for card in hand}


def test_who_has_no_card_left_passes() -> None:
    """our ruling: with all cards gone there is nothing to play."""
    p = expansion("titan", "solaris")
    p.g.removed[0, :6] = 1
    p.jump(frames.ACTION_STAGE)
    assert (p.decision, p.actor) == ("action_card", 1)


# Reactions from anywhere ----------------------------------------------------------------------------------------------


def zealots(population: int, elsewhere: int) -> tuple[Position, int]:
    """Reactions of player 0, who may pay from anywhere, with so much Population at home and on a planet."""
    p = grant(expansion("titan", "solaris"), 0, "react_anywhere", 1)
    hexagon = colony(p, 0, elsewhere)
    p.settle(home(p, 0), 0, population)
    return play(hands(p), 0, 0), hexagon


def test_sirius_pays_reactions_from_any_planet() -> None:
    """base rules, lines 110-111: cube by cube, from wherever it has Population."""
    p, hexagon = zealots(2, 2)
    p.do("react", 1)
    assert (p.decision, p.actor, p.g.focus_player) == ("pay_from", 0, 1)
    assert p.legal() == {("hex", home(p, 0)), ("hex", hexagon)}
    p.do("hex", hexagon).do("hex", home(p, 0))
    assert (at_home(p, 0), p.g.population[hexagon, 0]) == (1, 1)
    assert (p.g.card_cubes[1], p.g.reaction_cubes[0]) == (2, 2)
    assert cp(p, 0) == 3 + 2
    assert cubes(p, 0) == all_cubes(p)
    assert p.actor == 1


def test_population_elsewhere_is_enough() -> None:
    """base rules, lines 110-111: nothing at home is needed; one planet leaves no choice."""
    p, hexagon = zealots(0, 2)
    p.do("react", 1)
    assert cp(p, 0) == 3 + 2
    assert p.g.population[hexagon, 0] == 0
    q, _ = zealots(1, 1)
    q.do("react", 1).do("hex", home(q, 0))  # the second cube can only come from the planet
    assert q.actor == 1
    assert q.g.population[:, 0].sum() == 0
    r, _ = zealots(0, 1)
    assert r.legal() == {("pass",), ("react", 0)}


def test_others_pay_from_home_alone() -> None:
    """base rules, lines 110-111: Population elsewhere does not help them."""
    p = expansion("titan", "solaris")
    p.settle(home(p, 0), 0, 0)
    colony(p, 0, 5)
    play(hands(p), 0, 0)
    assert p.actor == 1


def test_a_free_reaction_asks_for_no_cube() -> None:
    """base rules, line 112: with Expert Politics a reaction to the own card is free."""
    p = grant(grant(expansion("titan", "solaris"), 0, "react_anywhere", 1), 0, "reaction_discount", 1)
    colony(p, 0, 2)
    play(hands(p), 0, 0).do("react", 0)
    assert cp(p, 0) == 3 + 1
    assert p.actor == 1


def test_sirius_has_that_ability() -> None:
    """base rules, lines 110-111: Sirius and nobody else."""
    p = expansion("sirius", "arctic", "han_xia", "titan", "solaris", "blackwater")
    assert [modifier(p, x, "react_anywhere") for x in range(6)] == [1, 0, 0, 0, 0, 0]


# Lasting values -------------------------------------------------------------------------------------------------------


def test_abilities_come_after_technologies_and_before_laws() -> None:
    """Edge of Extinction, lines 425-436: an ability beats a technology, a card beats both."""
    p = expansion("titan", "solaris").learn(0, "advanced_banking")
    bank = v.MODIFIER_NAMES.index("bank")
    rows = add_rows(p, row("modify", "owner", bank, 0, 3))
    own_tables(p).faction_effect[p.g.faction[0]] = rows
    p.refresh()
    assert modifier(p, 0, "bank") == p.t.technology_value[technology(p, "advanced_banking"), 0] + 3
    law = add_rows(p, modify_row("bank", 1))
    own_tables(p).political_effect[0] = law
    p.g.law[0], p.g.laws = 0, 1
    p.refresh()
    assert [modifier(p, x, "bank") for x in range(2)] == [1, 1]


@pytest.mark.parametrize(("target", "holds"), [("each", True), ("chancellor", False), ("others", True)])
def test_a_card_of_visionary_politics_holds_for_its_player_alone(target: str, holds: bool) -> None:
    """Edge of Extinction, line 167, our ruling: as far as the card would concern that player, and nobody else."""
    p = expansion(players=3)
    rows = add_rows(p, modify_row("bank", 17, target))
    own_tables(p).political_effect[0] = rows
    before = modifier(p, 0, "bank")
    p.g.vision[1] = 0
    p.refresh()
    assert [modifier(p, x, "bank") for x in range(3)] == [before, 17 if holds else before, before]


def vision(p: Position, player: int, *rows: tuple[int, ...]) -> Position:
    """An executive decision for one player alone."""
    first, count = add_rows(p, *rows)
    return p.jump(frames.EFFECTS, row=first, rows=count, owner=order(p)[0], only=player + 1)


@pytest.mark.parametrize(("target", "gained"), [("each", 4), ("chancellor", 0), ("others", 4), ("owner", 0)])
def test_an_executive_decision_for_one_player(target: str, gained: int) -> None:
    """Edge of Extinction, line 167, our ruling: rows that name the player are carried out for that player."""
    p = expansion(players=3)
    for player in range(3):
        own(p, player)
    vision(p, 1, resource_row("gain", target, "cp", 4))
    assert p.finished
    assert [cp(p, x) for x in range(3)] == [0, gained, 0]


def test_the_chancellor_names_nobody_for_it() -> None:
    """our ruling: the player is the one the card is about."""
    p = own(expansion(players=3), 1)
    vision(p, 1, resource_row("gain", "chosen", "cp", 4), resource_row("gain", "chosen", "cp", 2))
    assert p.finished
    assert cp(p, 1) == 6


def test_an_option_of_it_concerns_nobody_else_either() -> None:
    """our ruling: what is chosen from the card keeps to the player."""
    p = own(own(expansion(), 0), 1)
    vision(
        p,
        0,
        row("choose", "chancellor", 2),
        resource_row("gain", "each", "cp", 4, option=1),
        resource_row("gain", "owner", "cp", 1, option=2),
    )
    p.do("option", 0)
    assert p.finished
    assert [cp(p, 0), cp(p, 1)] == [4, 0]


def test_what_concerns_the_table_does_nothing_for_one_player() -> None:
    """our ruling: nobody pays tribute, no law falls, the turn does not change for the others."""
    p = own(own(expansion(), 0, 5), 1, 5)
    p.g.law[0], p.g.laws = 0, 1
    p.g.conquests = 2
    vision(
        p,
        0,
        resource_row("tribute", "each", "cp", 3),
        row("cancel_law", "each", 1),
        row("cancel_law", "each", 0),
        row("extra_conquest", "each"),
        row("extra_action", "each"),
    )
    assert p.finished
    assert [cp(p, 0), cp(p, 1)] == [5, 5]
    assert (p.g.laws, p.g.conquests, p.g.extra_actions, p.g.reactions_off) == (1, 2, 0, 0)


# Research -------------------------------------------------------------------------------------------------------------


def on_boards(p: Position, player: int) -> set[tuple[int]]:
    """Technologies of a player's boards."""
    faction = p.g.faction[player]
    return {(x,) for x in range(p.t.technologies) if p.t.faction_technology[faction, x]}


def test_only_technologies_of_the_own_boards_are_researched() -> None:
    """Edge of Extinction, lines 521-531: those of all players, and those of the faction."""
    p = own(own(expansion("titan", "blackwater"), 0, 100), 1, 100)
    offers = [perform(p, player, v.RESEARCH).legal("technology") for player in range(2)]
    assert offers == [on_boards(p, 0), on_boards(p, 1)]
    assert offers[0] != offers[1]
    assert len(offers[0]) < p.t.technologies
    run_effects(p, row("learn", "owner", 99), owner=1)
    assert p.legal("technology") == offers[1]


def scholar(each: int = 2) -> Position:
    """Player 0 is rich and learns so many technologies in a Research."""
    return grant(own(expansion("arctic", "titan"), 0, 100), 0, "technologies_each", each)


def test_master_research_brings_two_technologies() -> None:
    """base rules, line 127: two in one Research, the second may be left out."""
    p = perform(scholar(), 0, v.RESEARCH).do("technology", technology(p0(), "radar"))
    assert p.decision == "research"
    p.do("technology", technology(p, "cloaking"))
    assert p.finished
    assert p.g.technology[0].sum() == 2
    q = perform(scholar(), 0, v.RESEARCH).do("technology", technology(p, "radar")).decline()
    assert q.finished
    assert q.g.technology[0].sum() == 1


def p0() -> Position:
    """A position to look numbers up in."""
    return expansion("arctic", "titan")


def test_nothing_is_taken_off_the_second_technology() -> None:
    """base rules, line 129: its printed cost, whatever the first one and others would take off."""
    p = scholar().learn(0, "ion_cannon", "plasma_cannon", "basic_research")
    radar, other = technology(p, "neutron_cannon"), technology(p, "antimatter_cannon")
    perform(p, 0, v.RESEARCH).do("technology", radar)
    paid = 100 - cp(p, 0)
    assert paid < p.t.technology_cost[radar]
    own(p, 0, int(p.t.technology_cost[other]) - 1).refresh()
    assert (other,) not in p.legal("technology")
    own(p, 0, int(p.t.technology_cost[other])).refresh()
    p.do("technology", other)
    assert cp(p, 0) == 0


def test_others_learn_one_technology() -> None:
    """base rules, line 127: one without Master Research."""
    p = own(expansion("arctic", "titan"), 0, 100)
    perform(p, 0, v.RESEARCH).do("technology", technology(p, "radar"))
    assert p.finished


def test_titan_scores_what_it_researches() -> None:
    """public: each technology learned by Research is worth VP at once, for that faction."""
    p = grant(scholar(), 0, "learned_vp", 2)
    before = int(p.g.resource[0, VP])
    perform(p, 0, v.RESEARCH).do("technology", technology(p, "radar"))
    assert p.g.resource[0, VP] == before + 2
    p.do("technology", technology(p, "cloaking"))
    assert p.g.resource[0, VP] == before + 4
    assert p.g.score[0, SCORE_CARDS] == 4
    run_effects(p, row("learn", "owner", 99), owner=0).do("technology", technology(p, "basic_repairs"))
    assert p.g.score[0, SCORE_CARDS] == 4  # not by Research
    q = expansion("titan", "arctic")
    assert [modifier(q, x, "learned_vp") > 0 for x in range(2)] == [True, False]


def test_where_players_win_together_research_scores_nothing() -> None:
    """Event Horizon, lines 1066-1077, our ruling: there are no VP to win."""
    p = grant(scholar(), 0, "learned_vp", 2)
    own_tables(p).coop = 1
    before = int(p.g.resource[0, VP])
    perform(p, 0, v.RESEARCH).do("technology", technology(p, "radar"))
    assert p.g.resource[0, VP] == before


# Technologies of others -----------------------------------------------------------------------------------------------


def test_advanced_research_copies_a_technology_of_an_opponent() -> None:
    """Edge of Extinction, lines 413-419: free, up to a cost, known to another, on the own boards, or none."""
    p = (
        own(expansion("blackwater", "titan"), 0)
        .learn(0, "ion_cannon")
        .learn(1, "ion_cannon", "radar", "master_research")
    )
    dear, cheap = technology(p, "master_politics"), technology(p, "radar")
    p.learn(1, "master_politics")
    t = own_tables(p)
    t.technology_cost[dear], t.technology_cost[cheap] = 10, 9
    p.jump(frames.LEARN_FREE, player=0, cost=9, source=BY_COMBAT)
    assert (p.decision, p.actor) == ("copy_technology", 0)
    assert p.legal() == {("pass",), ("technology", cheap)}
    p.do("technology", cheap)
    assert p.finished
    assert p.g.technology[0, cheap] == 1
    assert cp(p, 0) == 0
    assert cubes(p, 0) == all_cubes(p)


def test_without_a_cube_nothing_is_copied() -> None:
    """Edge of Extinction, lines 417-419: what cannot be marked cannot be learned."""
    p = empty_supply(expansion("blackwater", "titan").learn(1, "radar"), 0)
    assert p.jump(frames.LEARN_FREE, player=0, cost=99, source=BY_COMBAT).finished


def test_expert_research_learns_from_inhabitants_for_cp() -> None:
    """Edge of Extinction, line 262, our ruling: what others on the planet know, at the usual cost."""
    p = expansion("blackwater", "titan", "solaris").learn(0, "ion_cannon").learn(1, "plasma_cannon").learn(2, "radar")
    hexagon = colony(p, 0)
    p.settle(hexagon, 1, 1)
    plasma = technology(p, "plasma_cannon")
    price = int(p.t.technology_cost[plasma]) - 1  # another Military technology is known
    own(p, 0, price - 1)
    assert p.jump(frames.LEARN_FREE, player=0, cost=0, source=BY_LANDING, hex=hexagon).finished
    own(p, 0, price).jump(frames.LEARN_FREE, player=0, cost=0, source=BY_LANDING, hex=hexagon)
    assert (p.decision, p.g.focus_hex) == ("copy_technology", hexagon)
    assert p.legal() == {("pass",), ("technology", plasma)}
    p.do("technology", plasma)
    assert p.finished
    assert cp(p, 0) == 0
    assert p.g.technology[0, plasma] == 1


# Trade ----------------------------------------------------------------------------------------------------------------


def merchant(**modifiers: int) -> Position:
    """Player 0 with these lasting values and 50 CP."""
    p = own(expansion("titan", "solaris"), 0, 50, 3, 3)
    for name, value in modifiers.items():
        grant(p, 0, name, value)
    return p


def test_expert_trading_takes_the_first_space_without_a_cube() -> None:
    """base rules, line 162: even when cubes lie on all spaces or none is in the supply."""
    p = merchant(leftmost_space=1)
    p.g.market[:2] = 1
    p.g.supply[1] -= 2
    p.g.traders = 2
    empty_supply(p, 0)
    perform(p, 0, v.TRADE)
    assert p.decision == "trade"
    assert p.g.focus_card == 0
    assert (p.g.traders, p.g.supply[0]) == (2, 0)
    p.do("exchange", 0)
    assert cp(p, 0) == 50 - p.t.buy_price[0, 0, 0]
    finish(p)
    assert cubes(p, 0) == all_cubes(p)
    own(p, 1, 50)
    perform(p, 1, v.TRADE)
    assert p.finished  # nobody else has a space left


def test_master_trading_buys_vp() -> None:
    """base rules, line 161: CP for VP, so many in one action, each of them an exchange."""
    p = merchant(vp_trades=2, exchanges=4)
    before = int(p.g.resource[0, VP])
    perform(p, 0, v.TRADE).do("buy_vp", 0)
    assert events_of(p, log.E_VP_BOUGHT) == [[0, p.t.vp_price, 0, 0]]
    p.do("exchange", 2).do("buy_vp", 0)
    assert ("buy_vp", 0) not in p.legal()
    assert p.legal("exchange") == {(2,), (3,)}  # selling goes on
    p.do("exchange", 3)
    assert p.finished
    assert p.g.resource[0, VP] == before + 2
    assert p.g.score[0, SCORE_CARDS] == 2
    sold = int(p.t.sell_price[0, 0, 0]) + int(p.t.sell_price[0, 1, 0])
    assert cp(p, 0) == 50 - 2 * p.t.vp_price + sold


def test_vp_are_exchanges_like_others() -> None:
    """base rules, lines 156 and 161: no more of them than exchanges, and only for enough CP."""
    p = perform(merchant(vp_trades=5, exchanges=2), 0, v.TRADE).do("buy_vp", 0).do("buy_vp", 0)
    assert p.finished
    q = merchant(vp_trades=5)
    own(q, 0, int(q.t.vp_price) - 1, 1)
    assert ("buy_vp", 0) not in perform(q, 0, v.TRADE).legal()


def test_no_vp_are_bought_without_master_trading_or_where_players_win_together() -> None:
    """base rules, line 161; Event Horizon, lines 1066-1077: it needs the technology, and VP that count."""
    assert ("buy_vp", 0) not in perform(merchant(), 0, v.TRADE).legal()
    p = merchant(vp_trades=5)
    own_tables(p).coop = 1
    assert ("buy_vp", 0) not in perform(p, 0, v.TRADE).legal()


# Cards ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reflects", "coop", "scores"), [(0, 0, False), (1, 0, True), (1, 1, False)])
def test_quantum_reflection_scores_a_card_that_is_used(reflects: int, coop: int, scores: bool) -> None:
    """base rules, line 299: bonus and VP of a Resistance card, where VP count."""
    p = grant(expansion(), 0, "quantum_reflection", reflects)
    card = next(i for i in range(p.t.resistance_cards) if p.t.resistance_vp[i] > 0)
    p.g.resistance_owner[card] = 0
    rows = add_rows(p, resource_row("gain", "owner", "axinium", 1))
    t = own_tables(p)
    t.resistance_effect[card] = rows
    t.coop = coop
    own(p, 0)
    p.jump(frames.WINDOW, player=0).do("resistance_card", card)
    assert p.g.resource[0, v.AXINIUM] == 1
    assert p.g.score[0, SCORE_CARDS] == (p.t.resistance_vp[card] if scores else 0)
    assert p.g.resource[0, VP] == p.g.score[0].sum()


def test_a_card_draws_combat_cards() -> None:
    """Edge of Extinction, lines 185-190: into the hand, which has a limit."""
    p = expansion()
    held = int(p.g.combat_held[0])
    run_effects(p, row("draw_combat", "owner", 2), owner=0)
    assert p.finished
    assert p.g.combat_held[0] == held + 2
    p = run_effects(p, row("draw_combat", "owner", int(p.t.combat_limit)), owner=0)
    finish(p)
    assert p.g.combat_held[0] == p.t.combat_limit


def test_a_game_without_the_expansion_knows_no_factions() -> None:
    """base rules, lines 106-111: everybody has the same six cards and boards."""
    p = seat(Position(players=2), 0, 1)
    assert p.g.faction.tolist() == [-1] * 6
    p.jump(frames.ACTION_STAGE)
    assert p.legal("action_card") == {(card,) for card in range(p.t.action_cards)}
    own(p, 0, 100)
    perform(p, 0, v.RESEARCH)
    assert p.legal("technology") == {(x,) for x in range(p.t.technologies) if p.t.technology_open[x]}
