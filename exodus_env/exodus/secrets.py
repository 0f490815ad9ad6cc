"""What others have committed in secret, chosen again: votes, bids, action cards, movement orders.

In a world of `worlds.py` everything committed is any legal option. A search lets those who play the others choose
instead: it takes back what was committed before the viewer's turn, lets everybody commit until it is the viewer's turn
again, and takes over what they have committed (kit/entries.py).
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices
from exodus_env.exodus.rules.frames import ACTION_STAGE_PLACE, COUNCIL_PART, COUNCIL_PLACE, MOVEMENT_PLACE
from exodus_env.exodus.rules.stages.window import frame_put_off
from exodus_env.exodus.tables import Tables
from exodus_env.exodus.worlds import has_committed
from exodus_env.kit.entries import make_secrets
from exodus_env.kit.flow import NO_DECISION, put
from exodus_env.kit.kernel import kernel

# What is being committed.
NOTHING, VOTES, BIDS, CARDS, ORDERS = range(5)
NO_VOTE: Final = -1
NO_CARD: Final = -1


@kernel
def being_committed(g: Game) -> int:
    """What players commit one after the other while a decision is pending; a decision put off does not count."""
    decision = int(g.decision)
    if frame_put_off(g) >= 0:
        return NOTHING
    if decision == choices.D_VOTE or decision == choices.D_VOTE_FIFTIES or decision == choices.D_VOTE_BID:
        return VOTES
    if decision == choices.D_ELECTION_FIFTIES or decision == choices.D_ELECTION_BID:
        return BIDS
    if decision == choices.D_ACTION_CARD or decision == choices.D_THIRD_CARD:
        return CARDS
    if decision == choices.D_ORDER:
        return ORDERS
    return NOTHING


@kernel
def ask_again(g: Game, t: Tables, viewer: int) -> bool:
    """Take back all commitments if others have committed before the viewer, who is to commit now."""
    committed = being_committed(g)
    if committed == NOTHING or g.actor != viewer or g.order[0] == viewer:
        return False
    if committed == CARDS:
        g.chosen[:] = NO_CARD
        put(g, ACTION_STAGE_PLACE, 0)
    elif committed == ORDERS:
        g.path[:, :, :] = 0
        put(g, MOVEMENT_PLACE, 0)
    else:
        g.vote[:] = NO_VOTE
        g.bid[:] = 0
        put(g, COUNCIL_PLACE, 0)
        put(g, COUNCIL_PART, 0)
    g.decision = NO_DECISION
    return True


@kernel
def take_over(g: Game, again: Game, t: Tables, viewer: int) -> None:
    """Commit what others have committed in another game, if it has come to where this one is."""
    committed = being_committed(g)
    if again.actor != viewer or being_committed(again) != committed or again.depth != g.depth:
        return
    for player in range(t.players):
        if not has_committed(g, t, player, viewer):
            continue
        if committed == CARDS:
            take_over_card(g, again, player)
        elif committed == ORDERS:
            take_over_orders(g, again, t, player)
        else:
            g.vote[player] = again.vote[player]
            g.bid[player] = min(int(again.bid[player]), choices.highest_bid(g, t, player))


@kernel
def take_over_card(g: Game, again: Game, player: int) -> None:
    """Commit the card that a player has committed in another game, or none, where that can still be played."""
    card = int(again.chosen[player])
    if card == NO_CARD or (g.spent[player, card] == 0 and g.removed[player, card] == 0):
        g.chosen[player] = card


@kernel
def take_over_orders(g: Game, again: Game, t: Tables, player: int) -> None:
    """Give the orders that a player has given in another game."""
    for ship in range(t.ships):
        for step in range(len(g.path[player, ship])):
            g.path[player, ship, step] = again.path[player, ship, step]


SECRETS = make_secrets(__name__, ask_again=ask_again, take_over=take_over)
