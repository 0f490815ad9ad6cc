"""II. Council: vote on a political card, choose a bonus action, elect the turn order, deal combat cards (EoE)."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.content.vocabulary import CP, EXECUTIVE
from exodus_env.exodus.content.vocabulary import LAW as LAW_KIND
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.assets import vice_chancellor
from exodus_env.exodus.rules.begin import begin_effects
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier, recompute_modifiers
from exodus_env.exodus.rules.choices import highest_bid
from exodus_env.exodus.rules.edge.combat_hands import draw_combat_cards
from exodus_env.exodus.rules.frames import (
    COUNCIL_CHOOSER,
    COUNCIL_PART,
    COUNCIL_PLACE,
    COUNCIL_PROPOSALS,
    COUNCIL_SEATS,
    COUNCIL_SLOT,
    EFFECTS_ONLY,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.stages.window import begin_stage, holds_card
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, below
from exodus_env.kit.choices import allow, family_of, first_factor, relative_seat, seat
from exodus_env.kit.decks import take
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel

REVEAL, VOTE, COUNT, ENACT, LAY_OUT, PROPOSE, TAKE, BID, SHOW_BIDS, SEAT, DONE = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
CORRUPT, VISION, DEAL, CHOICE, OFFICE = 12, 13, 14, 15, 16
# In the order they happen. Steps of Edge of Extinction have the highest numbers, so that other games are unchanged.
# In solitaire play the player pays for a choice (CHOICE, OFFICE) instead of voting and bidding.
IN_ORDER: Final = (
    *(0, REVEAL, VOTE, COUNT, CORRUPT, CHOICE, ENACT, VISION, LAY_OUT),
    *(PROPOSE, TAKE, BID, SHOW_BIDS, SEAT, OFFICE, DEAL, DONE),
)
LAST_STEP: Final = max(IN_ORDER)


@kernel
def run_council(g: Game, t: Tables) -> None:
    """The Council Stage, step by step."""
    step = get(g, STEP)
    if step == 0:
        begin_stage(g, frames.COUNCIL_STAGE)
        end_resolutions(g, t)
        go(g, REVEAL)
    elif step == REVEAL:
        reveal_cards(g, t)
    elif step == VOTE:
        run_vote(g, t)
    elif step == COUNT:
        show_votes(g, t)
    elif step == CORRUPT:
        run_corrupt_politics(g, t)
    elif step == ENACT:
        enact(g, t)
    elif step == VISION:
        run_visionary_politics(g, t)
    elif step == LAY_OUT:
        lay_out_bonus_actions(g, t)
        put(g, COUNCIL_PLACE, 0)
        go(g, PROPOSE)
    elif step == PROPOSE:
        run_proposals(g, t)
    elif step == TAKE:
        ask(g, int(g.order[0]), choices.D_TAKE_BONUS)
    elif step == BID:
        run_election(g, t)
    elif step == SHOW_BIDS:
        show_bids(g, t)
    elif step == SEAT:
        seat_players(g, t)
    elif step == CHOICE:
        ask(g, int(g.order[0]), choices.D_POLITICAL_CHOICE)
    elif step == OFFICE:
        run_office(g, t)
    elif step == DEAL:
        deal_combat_cards(g, t)
    else:
        g.proposal[:] = -1
        g.bonus_open[:] = 0
        g.revealed[:] = -1
        pop(g)


# The political vote -------------------------------------------------------------------------------------------------


@kernel
def end_resolutions(g: Game, t: Tables) -> None:
    """Last turn's resolutions leave the game."""
    for i in range(g.resolutions):
        note(g, log.E_RESOLUTION_ENDS, g.resolution[i], 0, 0, 0)
        g.resolution[i] = -1
    g.resolutions = 0
    for player in range(t.players):
        if g.vision[player] >= 0:
            note(g, log.E_RESOLUTION_ENDS, g.vision[player], 0, 0, 0)
            g.vision[player] = -1
    recompute_modifiers(g, t)


@kernel
def reveal_cards(g: Game, t: Tables) -> None:
    """Lay out the cards to vote on; if the deck has run out there is no vote."""
    for slot in range(t.revealed_cards):
        if g.political_left > 0:
            g.political_left -= 1
            g.revealed[slot] = take(g.political_deck, g.political_left)
    note(g, log.E_CARDS_REVEALED, g.revealed[0], g.revealed[1], g.revealed[2], 0)
    put(g, COUNCIL_PLACE, 0)
    put(g, COUNCIL_PART, 0)
    if g.revealed[0] < 0:
        go(g, after_vote(t))
    else:
        go(g, CHOICE if t.solitaire == 1 else VOTE)


@kernel
def everybody_votes(g: Game, t: Tables) -> bool:
    """Whether the coming Council has a vote: there are cards to vote on, and players who vote."""
    return bool(g.political_left > 0 and t.solitaire == 0)


@kernel
def after_vote(t: Tables) -> int:
    """The step after the political card: bonus actions, except in solitaire play."""
    return OFFICE if t.solitaire == 1 else LAY_OUT


@kernel
def run_vote(g: Game, t: Tables) -> None:
    """Each player commits a voting token and CP in secret."""
    if get(g, COUNCIL_PLACE) == t.players:
        go(g, COUNT)
        return
    player = int(g.order[get(g, COUNCIL_PLACE)])
    if get(g, COUNCIL_PART) == 0:
        ask(g, player, choices.D_VOTE)
    else:
        run_bid(g, t, player, choices.D_VOTE_FIFTIES, choices.D_VOTE_BID)


@kernel
def run_bid(g: Game, t: Tables, player: int, fifties: int, bid: int) -> None:
    """Ask for a bid, in two decisions if the player has enough CP; a player with neither CP nor a card is not asked."""
    if get(g, COUNCIL_PART) == 1 and highest_bid(g, t, player) >= choices.BID_STEP:
        ask(g, player, fifties)
    elif g.resource[player, CP] > 0 or holds_card(g, t, player):
        ask(g, player, bid)
    else:
        end_bid(g)


@kernel
def legal_vote(g: Game, t: Tables, mask: Mask) -> None:
    """Any of the revealed cards, or keeping the voting token out of the hand to abstain."""
    allow(t, mask, choices.PASS, 0)
    for slot in range(len(g.revealed)):
        if g.revealed[slot] >= 0:
            allow(t, mask, choices.POLITICAL_CARD, slot)


@kernel
def choose_vote(g: Game, t: Tables, action: int) -> None:
    """Commit the voting token, or none. A bid follows either way, so that nobody can tell who abstains."""
    if family_of(t, action) == choices.POLITICAL_CARD:
        g.vote[g.actor] = first_factor(t, action)
    if t.coop == 1:
        add(g, COUNCIL_PLACE, 1)  # if players win together nobody bids
    else:
        put(g, COUNCIL_PART, 1)


@kernel
def choose_bid_fifties(g: Game, t: Tables, action: int) -> None:
    """Commit the fifties of a bid."""
    g.bid[g.actor] = choices.BID_STEP * first_factor(t, action)
    put(g, COUNCIL_PART, 2)


@kernel
def choose_bid(g: Game, t: Tables, action: int) -> None:
    """Commit a bid, or the rest of it."""
    g.bid[g.actor] += first_factor(t, action)
    end_bid(g)


@kernel
def end_bid(g: Game) -> None:
    """The next player bids."""
    put(g, COUNCIL_PART, 0)
    add(g, COUNCIL_PLACE, 1)


@kernel
def pay_bids(g: Game, t: Tables) -> None:
    """Reveal and pay all bids, winning or not. CP that a card has taken in the meantime cannot be paid."""
    for player in range(t.players):
        g.bid[player] = min(int(g.bid[player]), int(g.resource[player, CP]))
        g.bid_shown[player] = g.bid[player]
        g.resource[player, CP] -= g.bid[player]


@kernel
def clear_bids(g: Game) -> None:
    """Clear everything that was committed."""
    g.bid[:] = 0
    g.vote[:] = -1


@kernel
def bid_value(g: Game, player: int) -> int:
    """What a bid is worth: its first CP may count twice."""
    bid = int(g.bid[player])
    return bid + max(0, min(bid, modifier(g, player, m.BID_DOUBLE)))


@kernel
def votes_for(g: Game, t: Tables, slot: int) -> int:
    """Voting tokens and CP for a card; CP without a token count for none."""
    total = 0
    for player in range(t.players):
        if g.vote[player] == slot:
            total += max(0, modifier(g, player, m.VOTES)) + bid_value(g, player)
    return total


@kernel
def leading_slots(g: Game, t: Tables) -> int:
    """How many revealed cards share the most votes; the frame stores the first of them."""
    most = -1
    tied = 0
    for slot in range(len(g.revealed)):
        if g.revealed[slot] < 0:
            continue
        votes = votes_for(g, t, slot)
        if votes > most:
            most = votes
            tied = 1
            put(g, COUNCIL_SLOT, slot)
        elif votes == most:
            tied += 1
    return tied


@kernel
def show_votes(g: Game, t: Tables) -> None:
    """Reveal and pay; with Corrupt Politics a player may move a vote before votes are counted (EoE)."""
    pay_bids(g, t)
    for place in range(t.players):
        player = g.order[place]
        g.vote_shown[player] = g.vote[player]
        g.vote_bid[player] = g.bid[player]
        note(g, log.E_VOTE_SHOWN, player, g.vote[player], g.bid[player], 0)
    if t.eoe == 1:
        put(g, COUNCIL_PLACE, 0)
        go(g, CORRUPT)
    else:
        count_votes(g, t)


@kernel
def run_corrupt_politics(g: Game, t: Tables) -> None:
    """In turn order, players with Corrupt Politics may move the vote they have cast (EoE)."""
    while get(g, COUNCIL_PLACE) < t.players:
        player = int(g.order[get(g, COUNCIL_PLACE)])
        if modifier(g, player, m.CORRUPT_POLITICS) > 0 and g.vote[player] >= 0:
            ask(g, player, choices.D_CORRUPT)
            return
        add(g, COUNCIL_PLACE, 1)
    count_votes(g, t)


@kernel
def legal_corrupt(g: Game, t: Tables, mask: Mask) -> None:
    """Any other card, or the one that already has the token."""
    allow(t, mask, choices.PASS, 0)
    for slot in range(len(g.revealed)):
        if g.revealed[slot] >= 0 and slot != g.vote[g.actor]:
            allow(t, mask, choices.POLITICAL_CARD, slot)


@kernel
def choose_corrupt(g: Game, t: Tables, action: int) -> None:
    """Move the voting token and the bid to another card together, or leave them."""
    if family_of(t, action) == choices.POLITICAL_CARD:
        g.vote[g.actor] = first_factor(t, action)
        g.vote_shown[g.actor] = g.vote[g.actor]
        note(g, log.E_VOTE_MOVED, g.actor, g.vote[g.actor], 0, 0)
    add(g, COUNCIL_PLACE, 1)


@kernel
def count_votes(g: Game, t: Tables) -> None:
    """Find the card with the most votes; the Chancellor breaks ties, even if no card has any votes."""
    if leading_slots(g, t) > 1:
        ask(g, int(g.order[0]), choices.D_VOTE_TIE)
    else:
        clear_bids(g)
    go(g, ENACT)


@kernel
def legal_vote_tie(g: Game, t: Tables, mask: Mask) -> None:
    """The cards that share the most votes."""
    most = 0
    for slot in range(len(g.revealed)):
        if g.revealed[slot] >= 0:
            most = max(most, votes_for(g, t, slot))
    for slot in range(len(g.revealed)):
        if g.revealed[slot] >= 0 and votes_for(g, t, slot) == most:
            allow(t, mask, choices.POLITICAL_CARD, slot)


@kernel
def choose_vote_tie(g: Game, t: Tables, action: int) -> None:
    """The Chancellor decides."""
    put(g, COUNCIL_SLOT, first_factor(t, action))
    clear_bids(g)


@kernel
def enact(g: Game, t: Tables) -> None:
    """The winning card takes effect. The others leave the game, with Visionary Politics after its turn (EoE)."""
    card = int(g.revealed[get(g, COUNCIL_SLOT)])
    if t.eoe == 1:
        g.revealed[get(g, COUNCIL_SLOT)] = -1
        put(g, COUNCIL_PLACE, 0)
        go(g, VISION)
    else:
        g.revealed[:] = -1
        go(g, after_vote(t))
    note(g, log.E_CARD_PASSES, card, 0, 0, 0)
    kind = t.political_kind[card]
    if kind == EXECUTIVE:
        begin_effects(g, t.political_effect[card, 0], t.political_effect[card, 1], int(g.order[0]))
    elif kind == LAW_KIND:
        g.law[g.laws] = card
        g.laws += 1
        recompute_modifiers(g, t)
    else:
        g.resolution[g.resolutions] = card
        g.resolutions += 1
        recompute_modifiers(g, t)


@kernel
def run_visionary_politics(g: Game, t: Tables) -> None:
    """In turn order, players with Visionary Politics may have a card that did not pass; then those cards leave
    (EoE)."""
    while get(g, COUNCIL_PLACE) < t.players:
        player = int(g.order[get(g, COUNCIL_PLACE)])
        if modifier(g, player, m.VISIONARY_POLITICS) > 0:
            ask(g, player, choices.D_VISION)
            return
        add(g, COUNCIL_PLACE, 1)
    g.revealed[:] = -1
    go(g, after_vote(t))


@kernel
def legal_vision(g: Game, t: Tables, mask: Mask) -> None:
    """Any card that did not pass, or none."""
    allow(t, mask, choices.PASS, 0)
    for slot in range(len(g.revealed)):
        if g.revealed[slot] >= 0:
            allow(t, mask, choices.POLITICAL_CARD, slot)


@kernel
def choose_vision(g: Game, t: Tables, action: int) -> None:
    """The card applies to this player alone: an executive decision at once, another card until resolutions end."""
    player = int(g.actor)
    add(g, COUNCIL_PLACE, 1)
    if family_of(t, action) != choices.POLITICAL_CARD:
        return
    card = int(g.revealed[first_factor(t, action)])
    note(g, log.E_VISION, player, card, 0, 0)
    if t.political_kind[card] == EXECUTIVE:
        begin_effects(g, t.political_effect[card, 0], t.political_effect[card, 1], int(g.order[0]))
        put(g, EFFECTS_ONLY, player + 1)
    else:
        g.vision[player] = card
        recompute_modifiers(g, t)


# Solitaire: what a choice costs -------------------------------------------------------------------------------------


@kernel
def choice_price(g: Game, t: Tables, player: int, slot: int) -> int:
    """CP that a solitaire player pays for a card: a multiple of the turn; Corrupt Politics makes a change cheaper."""
    price = int(t.choice_price[slot]) * int(g.turn)
    if price > 0 and modifier(g, player, m.CORRUPT_POLITICS) > 0:
        price -= int(t.corrupt_discount)
    return max(0, price)


@kernel
def legal_political_choice(g: Game, t: Tables, mask: Mask) -> None:
    """The revealed cards that the player can pay for; the first is free."""
    for slot in range(len(g.revealed)):
        if g.revealed[slot] >= 0 and g.resource[g.actor, CP] >= choice_price(g, t, g.actor, slot):
            allow(t, mask, choices.POLITICAL_CARD, slot)


@kernel
def choose_political_choice(g: Game, t: Tables, action: int) -> None:
    """Pay for the card, which then passes."""
    slot = first_factor(t, action)
    price = choice_price(g, t, g.actor, slot)
    g.resource[g.actor, CP] -= price
    note(g, log.E_CHOICE_PAID, g.actor, slot, price, 0)
    put(g, COUNCIL_SLOT, slot)
    go(g, ENACT)


@kernel
def run_office(g: Game, t: Tables) -> None:
    """A solitaire player may buy a better turn-order card, if there are any and elections are not barred."""
    player = int(g.order[0])
    put(g, COUNCIL_PLACE, 0)
    if g.office > 0 and modifier(g, player, m.ELECTIONS_BARRED) == 0:
        ask(g, player, choices.D_BUY_OFFICE)
    else:
        go(g, after_elections(t))


@kernel
def office_price(g: Game, t: Tables, place: int) -> int:
    """CP for a better turn-order card: the same price for every step."""
    return int(t.office_price) * (int(g.office) - place)


@kernel
def legal_buy_office(g: Game, t: Tables, mask: Mask) -> None:
    """Every better card that the player can pay for, or keeping the present one."""
    allow(t, mask, choices.PASS, 0)
    for place in range(g.office):
        if g.resource[g.actor, CP] >= office_price(g, t, place):
            allow(t, mask, choices.OFFICE, place)


@kernel
def choose_buy_office(g: Game, t: Tables, action: int) -> None:
    """Pay for the card; the office changes at once."""
    go(g, after_elections(t))
    if family_of(t, action) == choices.OFFICE:
        place = first_factor(t, action)
        price = office_price(g, t, place)
        g.resource[g.actor, CP] -= price
        g.office = place
        note(g, log.E_OFFICE_BOUGHT, g.actor, place, price, 0)
        recompute_modifiers(g, t)


# Bonus action -------------------------------------------------------------------------------------------------------


@kernel
def lay_out_bonus_actions(g: Game, t: Tables) -> None:
    """Open all bonus actions that are not used up to proposals, or draw some of them at random."""
    g.bonus = -1
    left = 0
    for card in range(t.bonus_cards):
        if g.bonus_used[card] == 0:
            g.bonus_open[card] = 1
            left += 1
    if t.bonus_draw > 0:
        while left > t.bonus_draw:
            close_bonus_action(g, t, below(g, PLAY, left))
            left -= 1


@kernel
def close_bonus_action(g: Game, t: Tables, which: int) -> None:
    """Remove one of the open bonus actions."""
    for card in range(t.bonus_cards):
        if g.bonus_open[card] == 1:
            if which == 0:
                g.bonus_open[card] = 0
                return
            which -= 1


@kernel
def run_proposals(g: Game, t: Tables) -> None:
    """The Vice-Chancellor proposes bonus actions."""
    for card in range(t.bonus_cards):
        if get(g, COUNCIL_PROPOSALS) < t.bonus_proposals and can_propose(g, card):
            ask(g, vice_chancellor(g, t), choices.D_PROPOSE_BONUS)
            return
    go(g, TAKE)


@kernel
def can_propose(g: Game, card: int) -> bool:
    """Whether a bonus action is available and not proposed yet."""
    return bool(g.bonus_open[card] == 1 and not is_proposed(g, card))


@kernel
def is_proposed(g: Game, card: int) -> bool:
    """Whether a bonus action is among the proposals."""
    for i in range(len(g.proposal)):
        if g.proposal[i] == card:
            return True
    return False


@kernel
def legal_propose_bonus(g: Game, t: Tables, mask: Mask) -> None:
    """Any bonus action that is available and not proposed yet."""
    for card in range(t.bonus_cards):
        if can_propose(g, card):
            allow(t, mask, choices.BONUS_ACTION, card)


@kernel
def choose_propose_bonus(g: Game, t: Tables, action: int) -> None:
    """Add a proposal."""
    g.proposal[get(g, COUNCIL_PROPOSALS)] = first_factor(t, action)
    add(g, COUNCIL_PROPOSALS, 1)


@kernel
def legal_take_bonus(g: Game, t: Tables, mask: Mask) -> None:
    """One of the proposals, or none."""
    allow(t, mask, choices.PASS, 0)
    for i in range(len(g.proposal)):
        if g.proposal[i] >= 0:
            allow(t, mask, choices.BONUS_ACTION, int(g.proposal[i]))


@kernel
def choose_take_bonus(g: Game, t: Tables, action: int) -> None:
    """Fix the bonus action of this turn. One that takes effect at once leaves no bonus step."""
    put(g, COUNCIL_PLACE, 0)
    put(g, COUNCIL_PART, 1)
    go(g, after_elections(t) if t.coop == 1 or modifier(g, g.order[0], m.ELECTIONS_BARRED) > 0 else BID)
    if family_of(t, action) != choices.BONUS_ACTION:
        return
    card = first_factor(t, action)
    note(g, log.E_BONUS_TAKEN, card, 0, 0, 0)
    g.bonus_used[card] = t.bonus_once[card]
    if t.bonus_immediate[card] == 1:
        begin_effects(g, t.bonus_effect[card, 0], t.bonus_effect[card, 1], int(g.order[0]))
    else:
        g.bonus = card


# Elections ----------------------------------------------------------------------------------------------------------


@kernel
def run_election(g: Game, t: Tables) -> None:
    """Each player commits CP for turn order in secret."""
    if get(g, COUNCIL_PLACE) == t.players:
        go(g, SHOW_BIDS)
        return
    if get(g, COUNCIL_PART) == 0:
        put(g, COUNCIL_PART, 1)
    player = int(g.order[get(g, COUNCIL_PLACE)])
    run_bid(g, t, player, choices.D_ELECTION_FIFTIES, choices.D_ELECTION_BID)


@kernel
def show_bids(g: Game, t: Tables) -> None:
    """Reveal and pay; then seats are given from the highest bid down."""
    pay_bids(g, t)
    for place in range(t.players):
        player = g.order[place]
        note(g, log.E_BID_SHOWN, player, g.bid[player], 0, 0)
    put(g, COUNCIL_PLACE, 0)
    go(g, SEAT)


@kernel
def election_total(g: Game, player: int) -> int:
    """What a player's bid for turn order is worth."""
    return bid_value(g, player) + modifier(g, player, m.ELECTION_BONUS)


@kernel
def is_candidate(g: Game, t: Tables, player: int) -> bool:
    """Whether a player without a seat has the highest bid, and is not the Chancellor in a tie with others."""
    if g.new_place[player] >= 0:
        return False
    rivals = 0
    for other in range(t.players):
        if other == player or g.new_place[other] >= 0:
            continue
        if election_total(g, other) > election_total(g, player):
            return False
        if election_total(g, other) == election_total(g, player):
            rivals += 1
    return not (player == g.order[0] and rivals > 0)


@kernel
def seat_players(g: Game, t: Tables) -> None:
    """Give out the next seat; the Chancellor breaks ties, but never in their own favour."""
    if get(g, COUNCIL_SEATS) == t.players:
        new_turn_order(g, t)
        go(g, after_elections(t))
        return
    if get(g, COUNCIL_CHOOSER) > 0:
        ask(g, get(g, COUNCIL_CHOOSER) - 1, choices.D_OFFICE)
        return
    candidates = 0
    first = -1
    for player in range(t.players):
        if is_candidate(g, t, player):
            candidates += 1
            first = player
    if candidates == 1:
        seat_player(g, t, first)
    else:
        ask(g, int(g.order[0]), choices.D_ELECTION_TIE)
        focus(g, -1, -1, get(g, COUNCIL_SEATS))


@kernel
def legal_election_tie(g: Game, t: Tables, mask: Mask) -> None:
    """The players tied for the next seat."""
    for player in range(t.players):
        if is_candidate(g, t, player):
            allow(t, mask, choices.PLAYER, relative_seat(t, g.actor, player))


@kernel
def choose_election_tie(g: Game, t: Tables, action: int) -> None:
    """The Chancellor chooses who gets the seat."""
    seat_player(g, t, seat(t, g.actor, first_factor(t, action)))


@kernel
def seat_player(g: Game, t: Tables, player: int) -> None:
    """Give the player the next place in turn order, or let the player choose a remaining one (EoE)."""
    if t.eoe == 1:
        put(g, COUNCIL_CHOOSER, player + 1)
    else:
        g.new_place[player] = get(g, COUNCIL_SEATS)
        add(g, COUNCIL_SEATS, 1)


@kernel
def legal_office(g: Game, t: Tables, mask: Mask) -> None:
    """The turn-order cards that nobody has taken yet."""
    for place in range(t.players):
        if not is_place_taken(g, t, place):
            allow(t, mask, choices.OFFICE, place)


@kernel
def is_place_taken(g: Game, t: Tables, place: int) -> bool:
    """Whether a place in turn order is already taken."""
    for player in range(t.players):
        if g.new_place[player] == place:
            return True
    return False


@kernel
def choose_office(g: Game, t: Tables, action: int) -> None:
    """Take the turn-order card; the next highest bidder chooses after that."""
    g.new_place[g.actor] = first_factor(t, action)
    put(g, COUNCIL_CHOOSER, 0)
    add(g, COUNCIL_SEATS, 1)


@kernel
def new_turn_order(g: Game, t: Tables) -> None:
    """Hand out the turn-order cards; offices change at once."""
    for player in range(t.players):
        g.order[g.new_place[player]] = player
    g.new_place[:] = -1
    clear_bids(g)
    for place in range(t.players):
        note(g, log.E_OFFICE, place, g.order[place], 0, 0)
    recompute_modifiers(g, t)


# Combat cards (EoE) ---------------------------------------------------------------------------------------------------


@kernel
def after_elections(t: Tables) -> int:
    """The step after elections, or instead of them: deal combat cards, or end the Council."""
    return DEAL if t.eoe == 1 else DONE


@kernel
def deal_combat_cards(g: Game, t: Tables) -> None:
    """Deal combat cards in turn order; players later in the order receive more."""
    if get(g, COUNCIL_PLACE) == t.players:
        go(g, DONE)
        return
    place = get(g, COUNCIL_PLACE)
    player = int(g.order[place])
    if g.office >= 0:
        place = int(g.office)
    add(g, COUNCIL_PLACE, 1)
    draw_combat_cards(g, t, player, int(t.combat_deal[place]) + modifier(g, player, m.COMBAT_DRAW))
