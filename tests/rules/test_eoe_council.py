"""Edge of Extinction, the Council: Corrupt and Visionary Politics, elections by choice, hands of combat cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.config import FACTIONS
from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.early import PLAYER_COUNTS, at_home, cp, elect, enact, modifier, order, own, seat, stack_deck, vote

LAWS = ("open_academies", "common_parts", "border_patrols")
PLACES = {2: [1, 1], 3: [1, 2, 2], 4: [1, 1, 2, 2], 5: [1, 1, 2, 2, 3], 6: [1, 1, 2, 2, 3, 3]}
LIMIT = 6


# Scenes ---------------------------------------------------------------------------------------------------------------


def table(players: int = 3, stock: int = 9, **config: Any) -> Position:
    """A game with the expansion, seats 0, 1, 2 ... in turn order, everybody with the same CP and no technology."""
    config = {"factions": FACTIONS[:players], **config}
    p = seat(Position(players=players, edge_of_extinction=True, **config), *range(players))
    for player in range(players):
        own(p, player, stock)
    return p


def council(p: Position, *cards: str) -> Position:
    """A Council with these cards revealed."""
    return stack_deck(p, *cards).jump(frames.COUNCIL)


def card(p: Position, name: str) -> int:
    """Number of a political card."""
    return p.index("political_cards", name)


def to_election(p: Position) -> Position:
    """On to the bids for turn order; nobody takes a bonus action."""
    while not p.finished and not p.decision.startswith("election"):
        p.default()
    return p


def to_end(p: Position) -> Position:
    """Default choices to the end of the Council."""
    while not p.finished:
        p.default()
    return p


def hold(p: Position, player: int, count: int) -> Position:
    """So many of the deck's next cards in a player's hand."""
    g = p.g
    for _ in range(count):
        g.combat_left -= 1
        g.combat_hand[player, g.combat_deck[g.combat_left]] += 1
        g.combat_deck[g.combat_left] = -1
    g.combat_held[player] += count
    return p


def in_hand(p: Position, player: int) -> int:
    """Combat cards in a player's hand."""
    return int(p.g.combat_hand[player].sum())


def everywhere(p: Position) -> list[int]:
    """Combat cards of each kind, wherever they are."""
    g = p.g
    deck = np.bincount(g.combat_deck[: g.combat_left], minlength=len(g.combat_discard))
    return (deck + g.combat_hand.sum(axis=0) + g.combat_discard + g.combat_removed).tolist()


def worlds(p: Position, viewer: int, count: int = 10) -> list[Any]:
    """Records a viewer cannot tell from the game."""
    found = []
    for seed in range(count):
        world = p.games.copy()
        core.ENTRIES.redeal_as(world, p.rules.tables, np.array([viewer]), np.array([seed]))
        found.append(world[0])
    return found


# Corrupt Politics -----------------------------------------------------------------------------------------------------


def test_corrupt_politics_moves_vote_and_bid_before_the_count() -> None:
    """Edge of Extinction, line 166: once votes are shown, the token and its CP can go to another card."""
    p = council(table().learn(1, "corrupt_politics"), *LAWS)
    vote(p, {0: (0, 3), 1: (1, 5), 2: (2, 4)})
    assert (p.decision, p.actor) == ("corrupt", 1)
    assert p.legal() == {("pass",), ("political_card", 0), ("political_card", 2)}
    assert [cp(p, x) for x in range(3)] == [6, 4, 5], "all bids are shown and paid"
    p.do("political_card", 2)  # 1 + 5 + 1 + 4 against 1 + 3
    assert p.g.law[: p.g.laws].tolist() == [card(p, "border_patrols")]
    assert [cp(p, x) for x in range(3)] == [6, 4, 5], "moving a vote costs nothing"


def test_the_vote_can_stay_where_it_is() -> None:
    """Edge of Extinction, line 166: the player may, and need not."""
    p = council(table().learn(1, "corrupt_politics"), *LAWS)
    vote(p, {0: (0, 3), 1: (1, 5), 2: (2, 4)})
    p.decline()
    assert p.g.law[: p.g.laws].tolist() == [card(p, "common_parts")]


def test_who_abstained_has_no_vote_to_move() -> None:
    """Edge of Extinction, line 166, with base rules, line 361: CP without a token are no vote."""
    p = council(table().learn(1, "corrupt_politics"), *LAWS)
    vote(p, {0: (0, 3), 1: (None, 5), 2: (2, 2)})
    assert p.decision == "propose_bonus", "nobody is asked"
    assert p.g.law[: p.g.laws].tolist() == [card(p, "open_academies")]
    assert [cp(p, x) for x in range(3)] == [6, 4, 7]


def test_who_abstained_may_still_have_a_vision() -> None:
    """Edge of Extinction, line 166: Visionary Politics looks at the cards that did not pass, not at votes."""
    p = council(table().learn(1, "visionary_politics"), *LAWS)
    vote(p, {0: (0, 3), 1: (None, 0), 2: (2, 2)})
    assert (p.decision, p.actor) == ("vision", 1)
    assert p.legal("political_card") == {(1,), (2,)}


def test_nobody_else_moves_a_vote() -> None:
    """Edge of Extinction, line 166: it takes the technology."""
    p = council(table(), *LAWS)
    vote(p, {0: (0, 3), 1: (1, 5), 2: (2, 4)})
    assert p.g.law[: p.g.laws].tolist() == [card(p, "common_parts")]
    assert p.decision == "propose_bonus"


def test_a_tie_made_by_a_moved_vote_is_the_chancellors() -> None:
    """Edge of Extinction, line 166, and base rules, line 365: votes are counted after the move."""
    p = council(table().learn(2, "corrupt_politics"), *LAWS)
    vote(p, {0: (0, 4), 1: (1, 2), 2: (2, 1)})
    p.do("political_card", 1)  # 1 + 2 + 1 + 1 and 1 + 4
    assert (p.decision, p.actor) == ("vote_tie", 0)
    assert p.legal("political_card") == {(0,), (1,)}
    p.do("political_card", 1)
    assert p.g.law[: p.g.laws].tolist() == [card(p, "common_parts")]
    assert set(p.g.vote) == {-1}
    assert not p.g.bid.any()


def test_several_move_their_votes_in_turn_order() -> None:
    """Our ruling on Edge of Extinction, line 166: one after another, in turn order, each once."""
    p = table().learn(0, "corrupt_politics").learn(2, "corrupt_politics")
    council(seat(p, 2, 1, 0), *LAWS)
    vote(p, {0: (0, 0), 1: (1, 0), 2: (2, 0)})
    assert (p.decision, p.actor) == ("corrupt", 2)
    p.do("political_card", 0)
    assert (p.decision, p.actor) == ("corrupt", 0)
    p.do("political_card", 1)
    assert (p.decision, p.actor) == ("vote_tie", 2) or p.g.laws == 1


# Visionary Politics ---------------------------------------------------------------------------------------------------


def test_a_law_can_be_had_for_oneself() -> None:
    """Edge of Extinction, line 167: after a card has passed, another one of those revealed, for this player alone."""
    p = council(table().learn(1, "visionary_politics"), *LAWS)
    before = modifier(p, 1, "upgrade_cp")
    vote(p, {x: (0, 0) for x in range(3)})
    assert p.g.law[: p.g.laws].tolist() == [card(p, "open_academies")], "what passed is in force first"
    assert (p.decision, p.actor) == ("vision", 1)
    assert p.legal() == {("pass",), ("political_card", 1), ("political_card", 2)}
    p.do("political_card", 1)
    assert p.g.vision.tolist()[:3] == [-1, card(p, "common_parts"), -1]
    assert [modifier(p, x, "upgrade_cp") for x in range(3)] == [before, before - 1, before]
    assert p.g.law[: p.g.laws].tolist() == [card(p, "open_academies")], "it is no law of the others"
    assert set(p.g.revealed) == {-1}


def test_the_vision_ends_with_the_resolutions() -> None:
    """Our ruling on Edge of Extinction, line 167: a law had for oneself lasts until resolutions end."""
    p = council(table().learn(1, "visionary_politics"), *LAWS)
    before = modifier(p, 1, "upgrade_cp")
    vote(p, {x: (0, 0) for x in range(3)}).do("political_card", 1)
    to_end(p)
    assert p.g.vision[1] == card(p, "common_parts")
    p.jump(frames.COUNCIL)
    assert p.g.vision[1] == -1
    assert modifier(p, 1, "upgrade_cp") == before
    assert p.g.law[: p.g.laws].tolist() == [card(p, "open_academies")]


def test_a_resolution_can_be_had_for_oneself() -> None:
    """Edge of Extinction, line 167: a resolution that failed holds for one player."""
    p = council(table().learn(2, "visionary_politics"), "open_academies", "family_bonus", "border_patrols")
    before = [modifier(p, x, "growth") for x in range(3)]
    vote(p, {x: (0, 0) for x in range(3)}).do("political_card", 1)
    assert [modifier(p, x, "growth") for x in range(3)] == [*before[:2], before[2] + 1]
    assert p.g.resolutions == 0


def test_an_executive_decision_can_be_had_for_oneself() -> None:
    """Edge of Extinction, line 167: its effects come at once, and concern nobody else."""
    p = council(table().learn(1, "visionary_politics"), "open_academies", "settlement_drive", "border_patrols")
    before = [at_home(p, x) for x in range(3)]
    vote(p, {x: (0, 0) for x in range(3)}).do("political_card", 1)
    gained = [at_home(p, x) - before[x] for x in range(3)]
    assert gained[1] > 0
    assert gained[0] == gained[2] == 0
    assert p.g.vision[1] == -1
    assert p.decision == "propose_bonus"


def test_a_choice_on_the_card_is_the_players() -> None:
    """Edge of Extinction, line 167: where the card offers options, only this player is asked."""
    p = council(table().learn(1, "visionary_politics"), "open_academies", "mineral_grant", "border_patrols")
    vote(p, {x: (0, 0) for x in range(3)}).do("political_card", 1)
    assert (p.decision, p.actor) == ("option", 1)
    p.do("option", 2)
    assert [cp(p, x) for x in range(3)] == [9, 12, 9]
    assert p.decision == "propose_bonus"


def test_a_card_about_others_does_nothing_for_the_visionary() -> None:
    """Our ruling on Edge of Extinction, line 167: a row counts only if its target would include the player."""
    p = own(table(), 0, 2).learn(1, "visionary_politics")
    council(own(p, 1, 5), "open_academies", "relief_fund", "border_patrols")
    vote(p, {x: (0, 0) for x in range(3)}).do("political_card", 1)
    assert [cp(p, x) for x in range(3)] == [2, 5, 9], "player 1 is neither the poorest nor the richest"


def test_an_election_cannot_be_barred_for_oneself() -> None:
    """Ours: an election concerns everybody, so a Chancellor who has such a card alone bars none."""
    p = council(table().learn(0, "visionary_politics"), "open_academies", "dictatorship", "common_parts")
    assert int(p.g.order[0]) == 0
    vote(p, {x: (0, 0) for x in range(3)})
    assert (p.decision, p.actor) == ("vision", 0)
    p.do("political_card", 1)
    assert p.g.vision[0] == card(p, "dictatorship")
    assert modifier(p, 0, "elections_barred") == 0


def test_the_vision_can_be_declined() -> None:
    """Edge of Extinction, line 167: the player may; the cards that did not pass leave the game all the same."""
    p = council(table().learn(1, "visionary_politics"), *LAWS)
    vote(p, {x: (0, 0) for x in range(3)}).decline()
    assert set(p.g.vision) == {-1}
    assert set(p.g.revealed) == {-1}
    assert p.decision == "propose_bonus"


def test_without_the_technology_the_other_cards_leave_at_once() -> None:
    """Base rules, line 75: nobody is asked."""
    p = council(table(), *LAWS)
    vote(p, {x: (0, 0) for x in range(3)})
    assert p.decision == "propose_bonus"
    assert set(p.g.revealed) == {-1}
    assert p.g.political_left == p.t.political_cards - 3


def test_the_vision_comes_after_what_the_card_that_passed_asks() -> None:
    """Edge of Extinction, lines 165-167: first the card that passed has taken effect."""
    p = council(table().learn(1, "visionary_politics"), "mineral_grant", "common_parts", "border_patrols")
    vote(p, {x: (0, 0) for x in range(3)})
    for player in range(3):
        assert (p.decision, p.actor) == ("option", player)
        p.do("option", 2)
    assert (p.decision, p.actor) == ("vision", 1)
    assert p.legal("political_card") == {(1,), (2,)}


# Elections ------------------------------------------------------------------------------------------------------------


def test_the_highest_bidder_chooses_any_turn_order_card() -> None:
    """Edge of Extinction, lines 171-176: from the highest bid down everybody takes one of those left."""
    p = to_election(council(table(), *LAWS))
    elect(p, {0: 2, 1: 7, 2: 4})
    assert (p.decision, p.actor) == ("office", 1)
    assert p.legal() == {("office", 0), ("office", 1), ("office", 2)}
    p.do("office", 2)
    assert (p.decision, p.actor) == ("office", 2)
    assert p.legal() == {("office", 0), ("office", 1)}
    p.do("office", 1)
    assert p.finished, "the last card is no choice"
    assert order(p) == [0, 2, 1]
    assert [cp(p, x) for x in range(3)] == [7, 2, 5]


def test_ties_are_the_chancellors_but_never_in_the_own_favour() -> None:
    """Edge of Extinction, line 172: bids and ties are those of the base game; the word gives the choice, not a seat."""
    p = to_election(council(table(4), *LAWS))
    elect(p, {0: 5, 1: 5, 2: 5, 3: 1})
    assert (p.decision, p.actor) == ("election_tie", 0)
    assert p.legal("player") == {(1,), (2,)}
    p.do("player", 2)
    assert (p.decision, p.actor) == ("office", 2)
    p.do("office", 3)
    assert (p.decision, p.actor) == ("office", 1)
    p.do("office", 0)
    assert (p.decision, p.actor) == ("office", 0)
    p.do("office", 2)
    assert order(p) == [1, 3, 0, 2]


def test_offices_change_at_once() -> None:
    """Edge of Extinction, lines 171-176: laws about an office follow it."""
    p = to_election(council(enact(table(), "tyranny"), *LAWS))
    votes = modifier(p, 0, "votes")
    elect(p, {0: 0, 1: 1, 2: 2})
    p.do("office", 0).do("office", 2)
    assert order(p) == [2, 0, 1]
    assert [modifier(p, x, "votes") for x in (2, 0)] == [votes, votes - 2]
    assert set(p.g.new_place) == {-1}


# Combat cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_combat_cards_are_dealt_by_place(players: int) -> None:
    """Edge of Extinction, lines 178 and 185-209: by the turn order just elected."""
    p = to_election(council(table(players), *LAWS[: 2 if players == 2 else 3]))
    wanted = everywhere(p)
    elect(p, {x: x for x in range(players)})
    to_end(p)
    assert order(p) == list(reversed(range(players)))
    for place, player in enumerate(order(p)):
        extra = modifier(p, player, "combat_draw")
        assert in_hand(p, player) == p.g.combat_held[player] == PLACES[players][place] + extra
    assert everywhere(p) == wanted


def test_combat_cards_are_dealt_where_no_election_is_held() -> None:
    """Edge of Extinction, line 178: dealing is a step of its own."""
    p = council(table(), "dictatorship", "common_parts", "border_patrols")
    vote(p, {x: (0, 0) for x in range(3)})
    to_end(p)
    assert order(p) == [0, 1, 2]
    assert [in_hand(p, x) - modifier(p, x, "combat_draw") for x in range(3)] == PLACES[3]


def test_combat_cards_are_dealt_where_players_win_together() -> None:
    """Our ruling on Edge of Extinction, line 178: without elections cards are dealt all the same."""
    p = table(scenario="stronghold").jump(frames.COUNCIL)
    to_end(p)
    assert [in_hand(p, x) - modifier(p, x, "combat_draw") for x in order(p)] == PLACES[3]


def test_the_hand_limit_holds_at_once() -> None:
    """Edge of Extinction, lines 187-189: more than six cards, and the player discards down to six."""
    p = table()
    for player in range(3):
        hold(p, player, LIMIT)
    wanted = everywhere(p)
    to_election(council(p, *LAWS))
    elect(p, {0: 0, 1: 1, 2: 2})
    p.do("office", 0).do("office", 1)
    left, thrown = int(p.g.combat_left), 0
    while not p.finished:
        player = p.actor
        assert p.decision == "discard"
        assert in_hand(p, player) > LIMIT
        assert p.legal() == {("combat_card", int(x)) for x in np.flatnonzero(p.g.combat_hand[player])}
        kind = max(x for (x,) in p.legal("combat_card"))
        before = int(p.g.combat_discard[kind])
        p.do("combat_card", kind)
        thrown += 1
        assert p.g.combat_discard[kind] == before + 1
    assert thrown == sum(PLACES[3]) + sum(modifier(p, x, "combat_draw") for x in range(3))
    assert [in_hand(p, x) for x in range(3)] == p.g.combat_held[:3].tolist() == [LIMIT] * 3
    assert p.g.combat_left < left
    assert everywhere(p) == wanted


def test_who_holds_one_kind_of_card_alone_is_asked_what_to_discard() -> None:
    """Ours: were the question left out, everybody would know the whole hand."""
    p = table()
    g, kind = p.g, 3
    g.combat_hand[1, kind] = g.combat_held[1] = LIMIT + 2
    p.jump(frames.DISCARD, player=1)
    for _ in range(2):
        assert (p.decision, p.actor) == ("discard", 1)
        assert p.legal() == {("combat_card", kind)}
        p.do("combat_card", kind)
    assert p.finished and in_hand(p, 1) == LIMIT


def test_an_empty_deck_is_made_of_the_discards() -> None:
    """Edge of Extinction, lines 518-519: as soon as it is empty the discards are shuffled."""
    p = table()
    g = p.g
    for kind in g.combat_deck[2 : g.combat_left]:
        g.combat_discard[kind] += 1
    g.combat_deck[2:] = -1
    g.combat_left = 2
    wanted, thrown = everywhere(p), int(g.combat_discard.sum())
    to_end(council(p, *LAWS))
    assert everywhere(p) == wanted
    drawn = sum(in_hand(p, x) for x in range(3))
    assert drawn == sum(PLACES[3]) + sum(modifier(p, x, "combat_draw") for x in range(3))
    assert p.g.combat_left == thrown + 2 - drawn
    assert not p.g.combat_discard.any()


def test_without_any_card_left_nobody_draws() -> None:
    """Our ruling on Edge of Extinction, lines 518-519: with deck and discards empty players go without."""
    p = table()
    g = p.g
    for kind in g.combat_deck[3 : g.combat_left]:
        g.combat_removed[kind] += 1
    g.combat_deck[3:] = -1
    g.combat_left = 3
    to_end(council(p, *LAWS))
    assert sum(in_hand(p, x) for x in range(3)) == 3
    assert p.g.combat_left == 0


# Hidden information ---------------------------------------------------------------------------------------------------


def test_hands_of_others_are_secret() -> None:
    """Edge of Extinction, lines 185-189: cards are held in hand; how many is seen, which is not."""
    p = table()
    for player in range(3):
        hold(p, player, 4)
    g = p.g
    for kind in g.combat_deck[g.combat_left - 5 : g.combat_left]:
        g.combat_discard[kind] += 1
    g.combat_deck[g.combat_left - 5 : g.combat_left] = -1
    g.combat_left -= 5
    wanted = everywhere(p)
    found = worlds(p, 1)
    for world in found:
        assert np.array_equal(world.combat_hand[1], g.combat_hand[1])
        assert world.combat_hand.sum(axis=1)[:3].tolist() == [4, 4, 4]
        for name in ("combat_held", "combat_left", "combat_discard", "combat_removed"):
            assert np.array_equal(world[name], g[name]), name
        deck = np.bincount(world.combat_deck[: world.combat_left], minlength=len(g.combat_discard))
        assert (deck + world.combat_hand.sum(axis=0) + world.combat_discard).tolist() == wanted
        assert set(world.combat_deck[world.combat_left :].tolist()) == {-1}
    assert len({world.combat_hand[0].tobytes() for world in found}) > 1
    assert len({world.combat_deck.tobytes() for world in found}) > 1


def test_worlds_follow_from_what_a_player_may_know() -> None:
    """Our design: two games that look the same to a player give the player the same worlds."""
    p = table()
    for player in range(3):
        hold(p, player, 3)
    p.g.combat_chosen[2] = np.flatnonzero(p.g.combat_hand[2])[0]
    p.g.combat_hand[2, p.g.combat_chosen[2]] -= 1
    ours = [world.tobytes() for world in worlds(p, 0)]
    chosen = {int(world.combat_chosen[2]) for world in worlds(p, 0)}
    assert -1 not in chosen, "that a card lies face down is seen"
    assert len(chosen) > 1
    core.ENTRIES.redeal_as(p.games, p.rules.tables, np.array([0]), np.array([77]))
    assert [world.tobytes() for world in worlds(p, 0)] == ours


def test_the_decks_of_the_resistance_are_secret() -> None:
    """Edge of Extinction, line 102: nobody knows the order of its combat cards."""
    p = table()
    found = worlds(p, 0)
    assert len({world.foe_deck.tobytes() for world in found}) > 1
    for world in found:
        assert sorted(world.foe_deck.tolist()) == sorted(p.g.foe_deck.tolist())
