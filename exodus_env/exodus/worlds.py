"""Worlds a player holds possible: everything the viewer cannot know is dealt anew, everything else is kept.

What is hidden in the base game: the order of the face-down decks (but not of cards everybody saw go under one), what
the others have committed in secret (votes, bids, action cards, movement orders), and the dice to come.
"""

from __future__ import annotations

from exodus_env.exodus.capacity import DIRECTIONS
from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices
from exodus_env.exodus.rules.action_stage import EXTRA
from exodus_env.exodus.rules.decks import shuffle_political, shuffle_resistance
from exodus_env.exodus.rules.modifiers import THIRD_ACTION, modifier
from exodus_env.exodus.rules.movement import can_be_ordered, end_of_path, hexes_ordered
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, REDEAL, below, set_key
from exodus_env.kit.flow import B
from exodus_env.kit.kernel import kernel


@kernel
def redeal(g: Game, t: Tables, viewer: int, high: int, low: int) -> None:
    """Deal anew what the viewer cannot know."""
    set_key(g, REDEAL, high, low)
    set_key(g, PLAY, high ^ 0x2545F491, low ^ 0x4F6CDD1D)
    g.scripted_count = 0
    g.scripted[:] = 0
    shuffle_political(g, REDEAL)
    for level in range(len(g.resistance_left)):
        shuffle_resistance(g, level, int(g.resistance_known[level]), REDEAL)
    for player in range(t.players):
        if player != viewer:
            redeal_secrets(g, t, player)


@kernel
def redeal_secrets(g: Game, t: Tables, player: int) -> None:
    """Another legal choice for everything a player has committed in secret."""
    d = int(g.decision)
    if d == choices.D_VOTE or d == choices.D_VOTE_TENS or d == choices.D_VOTE_ONES:
        redeal_vote(g, t, player)
    elif d == choices.D_ELECTION_TENS or d == choices.D_ELECTION_ONES:
        redeal_bid(g, t, player)
    elif d == choices.D_ACTION_CARD or d == choices.D_THIRD_CARD:
        redeal_card(g, t, player)
    elif d == choices.D_ORDER:
        redeal_orders(g, t, player)


@kernel
def redeal_vote(g: Game, t: Tables, player: int) -> None:
    """Another card backed, another bid."""
    if g.vote[player] >= 0:
        slots = 0
        for slot in range(len(g.revealed)):
            if g.revealed[slot] >= 0:
                slots += 1
        g.vote[player] = below(g, REDEAL, slots)
        redeal_bid(g, t, player)


@kernel
def redeal_bid(g: Game, t: Tables, player: int) -> None:
    """Another bid of those the player could have made. A bid under way keeps to tens."""
    if player == g.actor:
        if g.decision == choices.D_VOTE_ONES or g.decision == choices.D_ELECTION_ONES:
            most = min(int(g.resource[player, CP]), int(t.bid_limit))
            g.bid[player] = 10 * below(g, REDEAL, most // 10 + 1)
    elif has_committed(g, t, player):
        most = min(int(g.resource[player, CP]), int(t.bid_limit))
        g.bid[player] = below(g, REDEAL, most + 1)


@kernel
def has_committed(g: Game, t: Tables, player: int) -> bool:
    """Whether a player is before the actor in turn order, and so has committed already."""
    for place in range(t.players):
        if g.order[place] == g.actor:
            return False
        if g.order[place] == player:
            return True
    return False


@kernel
def redeal_card(g: Game, t: Tables, player: int) -> None:
    """Another action card of those not played this turn; where declining is allowed, perhaps none."""
    if not has_committed(g, t, player):
        return
    optional = g.decision == choices.D_THIRD_CARD
    everybody = g.stack[g.depth - 1, B] == EXTRA
    if optional and not everybody and modifier(g, player, THIRD_ACTION) == 0:
        return
    cards = 0
    for card in range(t.action_cards):
        if g.spent[player, card] == 0:
            cards += 1
    pick = below(g, REDEAL, cards + (1 if optional else 0))
    g.chosen[player] = -1
    for card in range(t.action_cards):
        if g.spent[player, card] == 0:
            if pick == 0:
                g.chosen[player] = card
            pick -= 1


@kernel
def redeal_orders(g: Game, t: Tables, player: int) -> None:
    """Other movement orders: each ship wanders at random, or stays. Who is giving orders now has one left to give."""
    if not has_committed(g, t, player) and player != g.actor:
        return
    last = -1
    for ship in range(t.ships):
        g.path[player, ship, :] = 0
        while can_be_ordered(g, t, player, ship):
            direction = below(g, REDEAL, DIRECTIONS + 1)
            if direction == DIRECTIONS:
                break
            if t.neighbour[end_of_path(g, t, player, ship), direction] >= 0:
                g.path[player, ship, hexes_ordered(g, player, ship)] = direction + 1
        if g.ship_hex[player, ship] >= 0:
            last = ship
    if player == g.actor and last >= 0:
        g.path[player, last, :] = 0
