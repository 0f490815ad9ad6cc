"""Hands of combat cards and their two decks (EoE): drawing, the hand limit, discarding."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.frames import DISCARD_PLAYER
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, below
from exodus_env.kit.choices import allow, first_factor
from exodus_env.kit.decks import shuffle, take
from exodus_env.kit.flow import ask, get, pop, push, put
from exodus_env.kit.kernel import Mask, kernel


@kernel
def draw_combat_cards(g: Game, t: Tables, player: int, amount: int) -> None:
    """Draw cards from the deck into a player's hand, as far as there are any; excess cards must be discarded at
    once."""
    drawn = 0
    renew_combat_deck(g, t)
    while drawn < amount and g.combat_left > 0:
        g.combat_left -= 1
        kind = take(g.combat_deck, g.combat_left)
        g.combat_hand[player, kind] += 1
        g.combat_held[player] += 1
        drawn += 1
        renew_combat_deck(g, t)
    if drawn > 0:
        note(g, log.E_COMBAT_CARDS_DRAWN, player, drawn, 0, 0)
    if cards_in_hand(g, t, player) > t.combat_limit:
        push(g, frames.DISCARD)
        put(g, DISCARD_PLAYER, player)


@kernel
def renew_combat_deck(g: Game, t: Tables) -> None:
    """Make a new deck from the discards as soon as it is empty and there are any."""
    if g.combat_left > 0:
        return
    for kind in range(t.combat_cards):
        for _ in range(g.combat_discard[kind]):
            g.combat_deck[g.combat_left] = kind
            g.combat_left += 1
        g.combat_discard[kind] = 0
    shuffle(g, g.combat_deck, g.combat_left, 0, PLAY)


@kernel
def cards_in_hand(g: Game, t: Tables, player: int) -> int:
    """Combat cards in a player's hand, not counting one that is played, even while it is still hidden."""
    count = 0
    for kind in range(t.combat_cards):
        count += int(g.combat_hand[player, kind])
    return count


# Discarding ---------------------------------------------------------------------------------------------------------


@kernel
def run_discard(g: Game, t: Tables) -> None:
    """The player discards cards one by one, down to the hand limit."""
    player = get(g, DISCARD_PLAYER)
    if cards_in_hand(g, t, player) > t.combat_limit:
        ask(g, player, choices.D_DISCARD)
    else:
        pop(g)


@kernel
def legal_discard(g: Game, t: Tables, mask: Mask) -> None:
    """Any card in the player's hand."""
    for kind in range(t.combat_cards):
        if g.combat_hand[g.actor, kind] > 0:
            allow(t, mask, choices.COMBAT_CARD, kind)


@kernel
def choose_discard(g: Game, t: Tables, action: int) -> None:
    """Put the card on the discard pile."""
    discard_from_hand(g, int(g.actor), first_factor(t, action))


@kernel
def discard_at_random(g: Game, t: Tables, player: int) -> None:
    """Discard a random card from a player's hand, if there is one."""
    left = cards_in_hand(g, t, player)
    if left == 0:
        return
    which = below(g, PLAY, left)
    for kind in range(t.combat_cards):
        which -= int(g.combat_hand[player, kind])
        if which < 0:
            discard_from_hand(g, player, kind)
            return


@kernel
def discard_from_hand(g: Game, player: int, kind: int) -> None:
    """Put an unplayed card on the discard pile, even one that can be played only once."""
    g.combat_hand[player, kind] -= 1
    g.combat_held[player] -= 1
    g.combat_discard[kind] += 1
    note(g, log.E_COMBAT_CARD_DISCARDED, player, kind, 0, 0)


@kernel
def put_away_combat_card(g: Game, t: Tables, kind: int) -> None:
    """Put a played card on the discard pile, or out of the game if it can be played only once."""
    if t.combat_once[kind] == 1:
        g.combat_removed[kind] += 1
    else:
        g.combat_discard[kind] += 1


# Resistance combat cards --------------------------------------------------------------------------------------------


@kernel
def draw_foe_card(g: Game, t: Tables) -> int:
    """Draw the top Resistance combat card; -1 if there is none left."""
    renew_foe_deck(g, t)
    if g.foe_left == 0:
        return -1
    g.foe_left -= 1
    kind = take(g.foe_deck, g.foe_left)
    renew_foe_deck(g, t)
    return kind


@kernel
def renew_foe_deck(g: Game, t: Tables) -> None:
    """Like `renew_combat_deck`, for the Resistance."""
    if g.foe_left > 0:
        return
    for kind in range(t.foe_cards):
        for _ in range(g.foe_discard[kind]):
            g.foe_deck[g.foe_left] = kind
            g.foe_left += 1
        g.foe_discard[kind] = 0
    shuffle(g, g.foe_deck, g.foe_left, 0, PLAY)
