"""II. Council: the political vote, the bonus action, the election."""

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.choices import BID_STEP
from tests.position import Position
from tests.rules.early import (
    CARRIER,
    PLAYER_COUNTS,
    RAIDER,
    all_cubes,
    at_home,
    bid,
    cp,
    cubes,
    elect,
    enact,
    finish,
    home,
    modifier,
    order,
    own,
    seat,
    ship,
    stack_deck,
    vote,
)


def council(players: int = 3, *cards: str, stock: int = 9, laws: tuple[str, ...] = ()) -> Position:
    """A Council with these cards revealed, everybody with the same CP, seats 0, 1, 2 ... in turn order."""
    p = seat(Position(players=players), *range(players))
    for player in range(players):
        own(p, player, stock)
    enact(stack_deck(p, *cards), *laws)
    return p.jump(frames.COUNCIL)


def pass_card(card: str, players: int = 3, laws: tuple[str, ...] = (), change: object = None) -> Position:
    """A Council in which everybody backs one card without CP; stops right after it takes effect."""
    p = seat(Position(players=players), *range(players))
    enact(stack_deck(p, card), *laws)
    if callable(change):
        change(p)
    p.jump(frames.COUNCIL)
    return vote(p, {x: (0, 0) for x in range(players)})


def to_election(p: Position) -> Position:
    """On to the bids for turn order; nobody takes a bonus action."""
    while not p.finished and not p.decision.startswith("election"):
        p.default()
    return p


# The cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_three_cards_are_revealed_and_two_in_a_two_player_game(players: int) -> None:
    """base rules, line 65: three political cards are laid out, two with two players, from the top of the deck."""
    p = seat(Position(players=players), *range(players))
    left = int(p.g.political_left)
    top = p.g.political_deck[:left][::-1].tolist()
    p.jump(frames.COUNCIL)
    count = 2 if players == 2 else 3
    assert p.decision == "vote"
    assert p.g.revealed.tolist() == top[:count] + [-1] * (3 - count)
    assert p.g.political_left == left - count
    assert p.legal("political_card") == {(slot,) for slot in range(count)}


def test_a_resolution_ends_in_the_next_council() -> None:
    """base rules, lines 63 and 71: last turn's resolution leaves the game before the new cards are voted on."""
    p = enact(Position(players=3), "family_bonus")
    p.jump(frames.COUNCIL)
    assert p.decision == "vote"
    assert p.g.resolutions == 0
    assert modifier(p, 0, "growth") == 2
    assert p.index("political_cards", "family_bonus") not in p.g.resolution


def test_a_law_stays_when_resolutions_end() -> None:
    """base rules, line 69: a law is permanent until something cancels it."""
    p = enact(Position(players=3), "central_bank_charter", "family_bonus")
    finish(p.jump(frames.COUNCIL))
    finish(p.jump(frames.COUNCIL))
    assert p.index("political_cards", "central_bank_charter") in p.g.law[: p.g.laws]
    assert modifier(p, 1, "bank") >= 4 + 2


def test_without_political_cards_there_is_no_vote() -> None:
    """our ruling on base rules, line 65: when the deck has run out, the Council goes on with the bonus action."""
    p = seat(enact(Position(players=3), "central_bank_charter", "family_bonus"), 0, 1, 2)
    p.g.political_left = 0
    p.g.political_deck[:] = -1
    p.jump(frames.COUNCIL)
    assert (p.decision, p.actor) == ("propose_bonus", 1)
    assert set(p.g.revealed) == {-1}
    assert (p.g.laws, p.g.resolutions) == (1, 0), "the law stays, the resolution has ended as always"
    p.do("bonus_action", 0).do("bonus_action", 1).do("bonus_action", 1)
    elect(p, {0: 0, 1: 1, 2: 2})
    assert p.finished
    assert order(p) == [2, 1, 0]


def test_the_last_political_cards_are_voted_on_though_they_are_few() -> None:
    """our ruling on base rules, line 65: where fewer cards are left than should be revealed, those are the vote."""
    p = stack_deck(seat(Position(players=3), 0, 1, 2), "open_academies", "common_parts")
    left = int(p.g.political_left)
    p.g.political_deck[:2], p.g.political_deck[2:] = p.g.political_deck[left - 2 : left].copy(), -1
    p.g.political_left = 2
    p.jump(frames.COUNCIL)
    assert p.legal("political_card") == {(0,), (1,)}
    vote(p, {0: (1, 0), 1: (1, 0), 2: (0, 0)})
    assert p.g.law[: p.g.laws].tolist() == [p.index("political_cards", "common_parts")]
    assert p.g.political_left == 0


# The vote -------------------------------------------------------------------------------------------------------------


def test_tokens_and_cp_of_all_backers_are_added_up() -> None:
    """base rules, line 365: a token counts 1 and each CP 1; the card with the highest sum over the players wins."""
    p = council(3, "open_academies", "common_parts", "border_patrols")
    vote(p, {0: (0, 2), 1: (1, 1), 2: (1, 1)})  # 1 + 2 against 1 + 1 + 1 + 1
    assert p.g.law[0] == p.index("political_cards", "common_parts")


def test_a_token_alone_is_a_vote() -> None:
    """base rules, line 365: two tokens without CP beat one token without CP."""
    p = council(3, "open_academies", "common_parts", "border_patrols")
    vote(p, {0: (0, 0), 1: (2, 0), 2: (2, 0)})
    assert p.g.law[0] == p.index("political_cards", "border_patrols")


def test_losing_bids_are_paid_too() -> None:
    """base rules, line 363: everybody pays the CP in the hand, whichever card wins."""
    p = council(3, "open_academies", "common_parts", "border_patrols")
    vote(p, {0: (0, 7), 1: (1, 4), 2: (2, 0)})
    assert [cp(p, x) for x in range(3)] == [9 - 7, 9 - 4, 9]
    assert p.g.law[0] == p.index("political_cards", "open_academies")


@pytest.mark.parametrize("stock", [0, 1, 9, 37, 49, 50, 51, 73, 99])
def test_a_bid_reaches_from_nothing_to_all_cp(stock: int) -> None:
    """base rules, line 359: any amount of one's own CP can be in the hand, never more."""
    possible = set()
    for fifties in range(2):
        p = council(2, stock=stock).do("political_card", 0)
        assert ((p.decision, p.actor) == ("vote_fifties", 0)) == (stock >= BID_STEP)
        if p.decision == "vote_fifties":
            p.do("bid_fifties", fifties)
        elif fifties > 0:
            continue
        rest = {x for (x,) in p.legal("bid")} if (p.decision, p.actor) == ("vote_bid", 0) else {0}
        possible |= {BID_STEP * fifties + x for x in rest}
    assert possible == set(range(stock + 1))


@pytest.mark.parametrize("kind", ["vote", "election"])
def test_no_bid_is_higher_than_ninety_nine(kind: str) -> None:
    """our ruling on base rules, line 359: 99 CP are the most, however many there are."""
    p = council(2, "open_academies", "common_parts", stock=150)
    if kind == "vote":
        p.do("political_card", 0)
    else:
        to_election(p)
    assert p.legal() == {("bid_fifties", 0), ("bid_fifties", 1)}
    p.do("bid_fifties", 1)
    assert p.legal() == {("bid", cp) for cp in range(99 - BID_STEP + 1)}
    p.do("bid", 99 - BID_STEP)
    while p.decision.startswith(kind):
        p.default()
    assert cp(p, 0) == 150 - 99


def test_bids_of_two_digits_count_in_full() -> None:
    """base rules, lines 363-365: a bid of 23 CP is worth 23 votes and costs 23 CP."""
    p = council(2, "open_academies", "common_parts", stock=40)
    vote(p, {0: (0, 22), 1: (1, 23)})
    assert p.g.law[0] == p.index("political_cards", "common_parts")
    assert [cp(p, 0), cp(p, 1)] == [18, 17]


@pytest.mark.parametrize("choice", [0, 2])
def test_the_chancellor_breaks_a_tie_between_cards(choice: int) -> None:
    """base rules, line 365: of the cards with the most votes the Chancellor says which wins, even the own one."""
    p = council(4, "open_academies", "common_parts", "border_patrols")
    vote(p, {0: (0, 3), 1: (2, 1), 2: (2, 1), 3: (1, 2)})
    assert (p.decision, p.actor) == ("vote_tie", 0)
    assert p.legal("political_card") == {(0,), (2,)}
    p.do("political_card", choice)
    assert p.g.law[0] == p.index("political_cards", ("open_academies", "", "border_patrols")[choice])
    assert [cp(p, x) for x in range(4)] == [6, 8, 8, 7]


def test_the_vote_is_secret_until_all_have_voted() -> None:
    """base rules, lines 359-361: nobody sees another's token or CP before all hands open."""
    seen = []
    for slot, amount in ((0, 0), (1, 5), (2, 9)):
        p = council(3).do("political_card", slot)
        bid(p, "vote", 0, amount)
        assert (p.decision, p.actor) == ("vote", 1)
        rows = np.zeros((3, p.rules.observations.size), dtype=np.float32)
        games = np.repeat(p.games, 3)
        for viewer in (1, 2):
            core.ENTRIES.observe_as(games, viewer, p.rules.tables, viewer, rows)
        seen.append(rows)
        assert cp(p, 0) == 9
    assert np.array_equal(seen[0], seen[1])
    assert np.array_equal(seen[0], seen[2])


def test_the_election_bid_is_secret_until_all_have_bid() -> None:
    """base rules, lines 359-361: bids for turn order are closed hands as well."""
    seen = []
    for amount in (0, 9):
        p = to_election(council(3, "open_academies"))
        bid(p, "election", 0, amount)
        rows = np.zeros((2, p.rules.observations.size), dtype=np.float32)
        core.ENTRIES.observe_as(np.repeat(p.games, 2), 1, p.rules.tables, 1, rows)
        seen.append(rows)
    assert np.array_equal(seen[0], seen[1])


@pytest.mark.parametrize("kind", ["vote", "election"])
def test_the_number_of_decisions_does_not_betray_a_bid(kind: str) -> None:
    """base rules, lines 359-361: a closed hand tells nothing, so every bid takes equally many decisions."""
    lengths = set()
    for amount in (0, 3, 10):
        p = council(3, "open_academies", stock=10)
        if kind == "vote":
            p.do("political_card", 0)
        else:
            to_election(p)
        before = int(p.g.decisions)
        bid(p, kind, 0, amount)
        assert p.actor == 1
        lengths.add(int(p.g.decisions) - before)
    assert len(lengths) == 1


def test_everybody_votes_in_turn_order() -> None:
    """base rules, line 65: every player bids once, the Chancellor first at our table."""
    p = seat(Position(players=4), 2, 0, 3, 1).jump(frames.COUNCIL)
    asked = []
    while p.decision.startswith("vote") and p.decision != "vote_tie":
        if p.decision == "vote":
            asked.append(p.actor)
        p.default()
    assert asked == [2, 0, 3, 1]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_everybody_may_abstain(players: int) -> None:
    """base rules, line 361: a hand without a voting token is an invalid vote, so a player may back no card."""
    p = council(players, stock=0)
    voters = []
    while p.decision == "vote":
        voters.append(p.actor)
        slots = 2 if players == 2 else 3
        assert p.legal() == {("pass",), *(("political_card", slot) for slot in range(slots))}
        p.do("political_card", 0) if p.actor == 1 else p.decline()
    assert voters == order(p) == list(range(players))


def test_cp_without_a_token_are_paid_and_count_for_no_card() -> None:
    """base rules, lines 361-365: an invalid vote costs its CP; one token alone beats it."""
    p = council(3, "open_academies", "common_parts", "border_patrols")
    vote(p, {0: (None, 8), 1: (None, 0), 2: (1, 0)})
    assert p.g.law[0] == p.index("political_cards", "common_parts")
    assert [cp(p, x) for x in range(3)] == [9 - 8, 9, 9]


@pytest.mark.parametrize("choice", [0, 1, 2])
def test_where_nobody_votes_the_chancellor_chooses_among_all_cards(choice: int) -> None:
    """base rules, lines 361-365: without a valid vote every card has none, which is a tie."""
    p = council(3, "open_academies", "common_parts", "border_patrols")
    vote(p, {0: (None, 0), 1: (None, 4), 2: (None, 0)})
    assert (p.decision, p.actor) == ("vote_tie", 0)
    assert p.legal("political_card") == {(0,), (1,), (2,)}
    p.do("political_card", choice)
    assert p.g.law[0] == p.index("political_cards", ("open_academies", "common_parts", "border_patrols")[choice])
    assert [cp(p, x) for x in range(3)] == [9, 5, 9]


@pytest.mark.parametrize("stock", [0, 9, 20])
def test_who_abstains_is_asked_like_everybody_else(stock: int) -> None:
    """base rules, lines 359-361: a closed hand may be empty; who is asked what, and what others see, is the same."""
    seen = []
    for slot in (None, 0, 2):
        p = council(3, "open_academies", "common_parts", "border_patrols", stock=stock)
        p.decline() if slot is None else p.do("political_card", slot)
        asked = []
        while True:
            rows = np.zeros((3, p.rules.observations.size), dtype=np.float32)
            for viewer in (1, 2):
                core.ENTRIES.observe_as(np.repeat(p.games, 3), viewer, p.rules.tables, viewer, rows)
            asked.append((p.actor, p.decision, int(p.g.decisions), p.masks.tobytes(), rows.tobytes()))
            if p.actor == 1:
                break
            p.default()
        seen.append(asked)
    assert seen[0] == seen[1] == seen[2]


def test_an_own_vote_is_in_the_own_observation_and_abstaining_is_no_vote() -> None:
    """base rules, line 359: who commits a hand knows what is in it."""
    seen = []
    for slot in (None, 0, 1):
        p = council(3, "open_academies", "common_parts", "border_patrols")
        p.decline() if slot is None else p.do("political_card", slot)
        rows = np.zeros((1, p.rules.observations.size), dtype=np.float32)
        core.ENTRIES.observe_as(p.games, 0, p.rules.tables, 0, rows)
        seen.append(p.rules.observations.views(rows[0])["own_vote"].tolist())
    assert seen == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


# What wins ------------------------------------------------------------------------------------------------------------


def test_cards_not_chosen_leave_the_game() -> None:
    """base rules, line 75: the losing cards are neither in force nor in the deck any more."""
    p = council(3, "open_academies", "common_parts", "border_patrols")
    vote(p, {x: (1, 0) for x in range(3)})
    for name in ("open_academies", "border_patrols"):
        number = p.index("political_cards", name)
        assert number not in p.g.political_deck
        assert number not in p.g.revealed
        assert number not in p.g.law
        assert number not in p.g.resolution


def test_a_law_works_from_the_moment_it_passes() -> None:
    """base rules, line 69: a law that has passed changes the rules at once and for everybody it names."""
    p = pass_card("central_bank_charter")
    assert p.g.law[: p.g.laws].tolist() == [p.index("political_cards", "central_bank_charter")]
    assert [modifier(p, x, "bank") for x in range(3)] == [4 + 2] * 3


def test_laws_pile_up() -> None:
    """base rules, line 69: a second law does not end the first."""
    p = pass_card("deep_core_licence", laws=("central_bank_charter",))
    assert p.g.laws == 2
    assert (modifier(p, 0, "bank"), modifier(p, 0, "mining")) == (6, 6)


def test_a_resolution_that_passes_is_in_force() -> None:
    """base rules, line 71: a resolution stays in effect until the next Council."""
    p = pass_card("martial_law")
    assert (p.g.laws, p.g.resolutions) == (0, 1)
    assert modifier(p, 2, "reactions_barred") == 1
    finish(p)
    assert modifier(p, 2, "reactions_barred") == 1


def test_an_executive_decision_is_carried_out_at_once_and_leaves() -> None:
    """base rules, line 73: its effect happens in this Council; the card does not stay."""
    before = at_home(Position(players=3), 1)
    p = pass_card("settlement_drive")
    assert at_home(p, 1) == before + 1
    assert (p.g.laws, p.g.resolutions) == (0, 0)
    assert p.index("political_cards", "settlement_drive") not in p.g.political_deck


def test_an_action_by_a_political_card_is_not_optional() -> None:
    """base rules, lines 73 and 119: only the bonus action is optional; a decision that makes all bank does so."""

    def with_bonus(p: Position) -> None:
        p.g.bonus = p.index("bonus_cards", "open_mines")
        for player in range(3):
            own(p, player, 5)

    p = pass_card("extraordinary_session", change=with_bonus)
    assert (p.decision, p.actor) == ("option", 0)
    p.do("option", 0)
    assert p.decision == "propose_bonus"
    assert [cp(p, x) for x in range(3)] == [5 + 4] * 3


def test_a_shield_that_ends_with_its_resolution_destroys_no_ship() -> None:
    """base rules, lines 63 and 277, our ruling: damage beyond the shield that is left is removed, the ship stays."""
    p = enact(Position(players=2).equip(0, CARRIER, "electromagnetic_shield"), "reinforced_hulls").refresh()
    carrier, raider = ship(p, 0, CARRIER), ship(p, 0, RAIDER)
    assert (p.g.shield[0, CARRIER], p.g.shield[0, RAIDER]) == (2, 1)
    p.g.ship_damage[0, [carrier, raider]] = 2, 1
    p.jump(frames.COUNCIL)
    assert p.g.resolutions == 0
    assert (p.g.shield[0, CARRIER], p.g.shield[0, RAIDER]) == (1, 0)
    assert p.g.ship_hex[0, [carrier, raider]].tolist() == [home(p, 0)] * 2
    assert p.g.ship_damage[0, [carrier, raider]].tolist() == [1, 0]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_law_can_be_cancelled(which: int) -> None:
    """base rules, line 69: a cancelled law is out of force at once, the others stay."""
    laws = ("central_bank_charter", "deep_core_licence", "border_patrols")
    p = pass_card("repeal", laws=laws)
    assert (p.decision, p.actor) == ("cancel_law", 0)
    p.do("law", which)
    left = [p.index("political_cards", x) for i, x in enumerate(laws) if i != which]
    assert p.g.law[: p.g.laws].tolist() == left
    values = [modifier(p, 1, x) for x in ("bank", "mining", "hex_vp")]
    assert values == [(6, 6, 3)[i] if i != which else (4, 4, 2)[i] for i in range(3)]


def test_the_vice_chancellor_can_be_the_one_who_cancels() -> None:
    """base rules, lines 69 and 85: a card that names the Vice-Chancellor asks the holder of that office."""
    p = pass_card("motion_of_the_deputy", laws=("central_bank_charter", "mineral_levy"))
    assert (p.decision, p.actor) == ("cancel_law", 1)


def test_all_laws_can_be_cancelled_together() -> None:
    """base rules, line 69: with every law cancelled the ordinary values hold again."""
    p = pass_card("clean_slate", laws=("central_bank_charter", "mineral_levy", "tyranny"))
    assert p.g.laws == 0
    assert (modifier(p, 0, "bank"), modifier(p, 0, "tax"), modifier(p, 0, "votes")) == (4, 1, 1)


def test_a_card_with_options_asks() -> None:
    """base rules, line 73: each player takes one of what the card offers."""

    def poor(p: Position) -> None:
        for player in range(3):
            own(p, player)

    p = pass_card("mineral_grant", change=poor)
    for player in range(3):
        assert (p.decision, p.actor) == ("option", player)
        p.do("option", player)
    assert [p.g.resource[x, :3].tolist() for x in range(3)] == [[0, 1, 0], [0, 0, 1], [3, 0, 0]]


def test_votes_can_be_worth_more_by_law() -> None:
    """base rules, line 69: under a law that strengthens the Chancellor's token it counts for more than one."""
    p = council(3, "open_academies", "common_parts", laws=("tyranny",))
    vote(p, {0: (0, 0), 1: (1, 0), 2: (1, 0)})
    assert p.index("political_cards", "open_academies") in p.g.law


@pytest.mark.parametrize("name", ["law", "resolution"])
def test_every_lasting_card_changes_what_it_says_and_nothing_stays_when_it_goes(name: str) -> None:
    """base rules, lines 69-71: each law and resolution changes its values for those it names while it is in force."""
    p = seat(Position(players=3), 2, 0, 1)
    concerned = {"each": {0, 1, 2}, "chancellor": {2}, "vice_chancellor": {0}, "others": {0, 1}}
    p.refresh()
    base = p.g.modifier[:3].copy()
    for card in (c for c in p.rules.content.political_cards if c.kind == name):
        wanted = base.copy()
        for effect in card.effects:
            assert effect.do == "modify"
            for player in concerned[effect.target]:
                wanted[player, effect.a] = effect.c if effect.b else wanted[player, effect.a] + effect.c
        enact(p, card.id).refresh()
        assert np.array_equal(p.g.modifier[:3], wanted), card.id
        assert not np.array_equal(wanted, base), card.id
        p.g.laws = p.g.resolutions = 0
        p.refresh()
        assert np.array_equal(p.g.modifier[:3], base)


def test_every_card_of_the_deck_can_pass() -> None:
    """base rules, lines 69-75: whatever card wins, the Council goes on to its end and nobody owes anything."""
    names = [c.id for c in Position(players=3).rules.content.political_cards]
    for i, name in enumerate(names):
        p = pass_card(name, laws=("central_bank_charter", "tyranny") if i % 2 else ())
        rng = np.random.default_rng(i)
        while not p.finished:
            p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        assert p.g.resource[:3].min() >= 0, name
        assert all(cubes(p, x) == all_cubes(p) for x in range(3)), name
        assert p.g.laws <= 3
        assert sorted(order(p)) == [0, 1, 2]


# Bonus action ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_vice_chancellor_proposes_two_and_three_in_a_two_player_game(players: int) -> None:
    """base rules, line 79: so many different bonus actions are proposed, all by the Vice-Chancellor."""
    p = seat(Position(players=players), *range(players))
    stack_deck(p, "open_academies").jump(frames.COUNCIL).until("propose_bonus")
    count = 3 if players == 2 else 2
    cards = {(x,) for x in range(p.t.bonus_cards)}
    for proposed in range(count):
        assert (p.decision, p.actor) == ("propose_bonus", 1)
        assert p.legal("bonus_action") == cards - {(x,) for x in range(proposed)}
        p.do("bonus_action", proposed)
    assert (p.decision, p.actor) == ("take_bonus", 0)


@pytest.mark.parametrize("taken", [None, 4, 7])
def test_the_chancellor_takes_one_proposal_or_none(taken: int | None) -> None:
    """base rules, line 79: one of the proposed bonus actions, or no bonus action this turn."""
    p = council(3, "open_academies").until("propose_bonus")
    p.do("bonus_action", 7).do("bonus_action", 4)
    assert p.legal() == {("pass",), ("bonus_action", 4), ("bonus_action", 7)}
    p.decline() if taken is None else p.do("bonus_action", taken)
    assert p.g.bonus == (-1 if taken is None else taken)


# The election ---------------------------------------------------------------------------------------------------------


def test_turn_order_follows_the_bids() -> None:
    """base rules, lines 81-85: the highest bid goes first, and so on down; all bids are paid."""
    p = to_election(council(4, "open_academies"))
    elect(p, {0: 1, 1: 3, 2: 0, 3: 7})
    assert p.finished
    assert order(p) == [3, 1, 0, 2]
    assert [cp(p, x) for x in range(4)] == [8, 6, 9, 2]


def test_tokens_have_no_part_in_the_election() -> None:
    """base rules, line 359: the vote token goes into the hand only when applicable; turn order is bid for in CP."""
    p = to_election(council(3, "open_academies", laws=("tyranny",)))
    elect(p, {0: 0, 1: 1, 2: 2})
    assert order(p) == [2, 1, 0]


def test_the_chancellor_breaks_ties_between_the_others() -> None:
    """base rules, line 81: who of the tied players goes first is the Chancellor's word."""
    p = to_election(council(4, "open_academies"))
    elect(p, {0: 0, 1: 5, 2: 5, 3: 5})
    assert (p.decision, p.actor) == ("election_tie", 0)
    assert p.legal("player") == {(1,), (2,), (3,)}
    p.do("player", 2)
    assert p.legal("player") == {(1,), (3,)}
    p.do("player", 3)
    assert order(p) == [2, 3, 1, 0]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_tie_is_never_broken_in_favour_of_the_chancellor(players: int) -> None:
    """base rules, line 83: tied with others, the Chancellor comes after all of them."""
    p = to_election(council(players, "open_academies"))
    elect(p, {x: 3 for x in range(players)})
    while not p.finished:
        assert (p.decision, p.actor) == ("election_tie", 0)
        assert (0,) not in p.legal("player")
        p.default()
    assert order(p)[-1] == 0


def test_the_chancellor_still_beats_lower_bids_after_a_lost_tie() -> None:
    """base rules, lines 81-83: a lost tie costs only the places of those tied, not more."""
    p = to_election(council(4, "open_academies"))
    elect(p, {0: 5, 1: 5, 2: 2, 3: 8})
    assert p.finished
    assert order(p) == [3, 1, 0, 2]


def test_named_players_are_seated_from_the_chancellors_seat() -> None:
    """base rules, line 81: with another Chancellor the choice still means the player it names."""
    p = seat(Position(players=4), 2, 0, 1, 3)
    stack_deck(p, "open_academies").jump(frames.COUNCIL)
    to_election(p)
    elect(p, dict.fromkeys(range(4), 0))
    assert (p.decision, p.actor) == ("election_tie", 2)
    p.do("player", 1)  # the next seat clockwise of player 2
    assert p.g.new_place[3] == 0


def test_offices_change_hands_with_the_turn_order_cards() -> None:
    """base rules, line 85: the first in the new order is Chancellor, the second Vice-Chancellor, from now on."""
    p = to_election(council(3, "open_academies", laws=("tyranny",)))
    assert [modifier(p, x, "votes") for x in range(3)] == [3, 1, 1]
    elect(p, {0: 0, 1: 1, 2: 2})
    assert [modifier(p, x, "votes") for x in range(3)] == [1, 1, 3]
    assert [modifier(p, x, "reaction_discount") for x in range(3)] == [-1, -1, 0]


def test_a_lasting_card_on_an_office_follows_the_office() -> None:
    """base rules, lines 71 and 85, our ruling: who becomes Vice-Chancellor in the election gets the third card."""
    p = council(3, "acting_chancellor", stock=9)
    to_election(vote(p, {x: (0, 0) for x in range(3)}))
    assert [modifier(p, x, "third_action") for x in range(3)] == [0, 1, 0]
    elect(p, {0: 1, 1: 0, 2: 2})
    assert order(p) == [2, 0, 1]
    assert [modifier(p, x, "third_action") for x in range(3)] == [1, 0, 0]
    p.jump(frames.ACTION_STAGE)
    asked = []
    while not p.finished:
        if p.decision == "third_card":
            asked.append(p.actor)
        p.default()
    assert asked == [0]


def test_a_law_can_weigh_on_an_office_in_the_election() -> None:
    """base rules, line 69: a handicap by law counts against the bid, not against the CP paid."""
    p = to_election(council(3, "open_academies", laws=("rotation_of_office",)))
    elect(p, {0: 5, 1: 5, 2: 4})  # worth 3, 4 and 4
    assert p.legal("player") == {(1,), (2,)}
    p.do("player", 2)
    assert order(p) == [2, 1, 0]
    assert [cp(p, x) for x in range(3)] == [4, 4, 5]


def test_without_an_election_the_turn_order_stays() -> None:
    """base rules, line 71: a resolution that bars elections leaves the turn-order cards where they are."""
    p = pass_card("dictatorship")
    stock = [cp(p, x) for x in range(3)]
    assert p.decision == "propose_bonus"
    finish(p)
    assert order(p) == [0, 1, 2]
    assert [cp(p, x) for x in range(3)] == stock


def test_no_resolution_is_about_votes_it_cannot_reach() -> None:
    """base rules, line 71: whatever a resolution changes must be able to matter while it is in force.

    Resolutions pass after the vote and end before the next one, so a row about votes would never count.
    """
    votes = v.MODIFIER_NAMES.index("votes")
    cards = Position(players=3).rules.content.political_cards
    dead = [c.id for c in cards if c.kind == "resolution" for e in c.effects if e.do == "modify" and e.a == votes]
    assert dead == []


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_no_cp_appear_or_vanish_but_by_bids(players: int) -> None:
    """base rules, lines 363-365: over vote and election everybody pays exactly the own bids."""
    p = council(players, "open_academies", "common_parts", "border_patrols", stock=30)
    votes = {x: (x % 2, (5 * x) % 13) for x in range(players)}
    vote(p, votes)
    if p.decision == "vote_tie":
        p.default()
    to_election(p)
    bids = {x: (7 * x + 3) % 11 for x in range(players)}
    elect(p, bids)
    finish(p)
    assert [cp(p, x) for x in range(players)] == [30 - votes[x][1] - bids[x] for x in range(players)]
    assert not p.g.bid.any()
