"""The decks of Resistance cards: the strength of a Resistance ship, and where its card goes afterwards."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import log
from exodus_env.exodus.rules.combat.sides import foes
from exodus_env.exodus.rules.frames import COMBAT_HEX
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY
from exodus_env.kit.decks import put_under, shuffle, take
from exodus_env.kit.flow import get
from exodus_env.kit.kernel import kernel

IN_DECK, DISCARDED, IN_COMBAT = -1, -2, -3  # resistance_owner of a card that nobody has


@kernel
def foe_cards(g: Game, t: Tables, hexagon: int, deck: int) -> int:
    """How many cards of a deck the Resistance in a hex reveals: one of its level, or what the chart says of a fleet.

    In solitaire play there may be several ships in a hex, each with a card.
    """
    if t.solitaire == 1:
        return int(g.resistance_ships[hexagon, deck])
    kind = int(g.resistance[hexagon])
    if t.fleets == 0:
        return 1 if deck == kind - 1 else 0
    level = int(t.fleet_level[g.turn])
    if kind == len(g.resistance_left):
        level += t.fleet_strong
    return int(t.fleet_cards[min(level, len(t.fleet_cards) - 1), deck])


@kernel
def has_card(g: Game, t: Tables, deck: int) -> bool:
    """Whether a Resistance deck has a card left, or used ones to make a new deck from."""
    if g.resistance_left[deck] > 0:
        return True
    for card in range(t.resistance_cards):
        if t.resistance_level[card] == deck + 1 and g.resistance_owner[card] == DISCARDED:
            return True
    return False


@kernel
def reveal_foe(g: Game, t: Tables, level: int) -> None:
    """Reveal the top card of a Resistance deck, which gives the ship its values.

    An empty deck is renewed from used cards when the next card is needed, or with Edge of Extinction at once.
    """
    if g.resistance_left[level] == 0:
        renew_resistance_deck(g, t, level)
    g.resistance_left[level] -= 1
    top = g.resistance_left[level]
    g.resistance_known[level] = min(g.resistance_known[level], top)
    card = take(g.resistance_deck[level], top)
    g.resistance_owner[card] = IN_COMBAT
    g.foe_card[foes(g)] = card
    note(g, log.E_FOE_REVEALED, get(g, COMBAT_HEX), card, 0, 0)
    if t.eoe == 1 and g.resistance_left[level] == 0:
        renew_resistance_deck(g, t, level)


@kernel
def renew_resistance_deck(g: Game, t: Tables, level: int) -> None:
    """Shuffle the used cards of a level into a new deck."""
    for card in range(t.resistance_cards):
        if t.resistance_level[card] == level + 1 and g.resistance_owner[card] == DISCARDED:
            g.resistance_owner[card] = IN_DECK
            g.resistance_deck[level, g.resistance_left[level]] = card
            g.resistance_left[level] += 1
    shuffle(g, g.resistance_deck[level], g.resistance_left[level], 0, PLAY)


@kernel
def return_cards(g: Game, t: Tables) -> None:
    """Put the cards of the combat under their decks."""
    for foe in range(foes(g)):
        card_under_deck(g, t, int(g.foe_card[foe]))


@kernel
def card_under_deck(g: Game, t: Tables, card: int) -> None:
    """Put a card under its deck, which everybody sees."""
    level = int(t.resistance_level[card]) - 1
    put_under(g.resistance_deck[level], g.resistance_left[level], card)
    g.resistance_left[level] += 1
    g.resistance_known[level] += 1
    g.resistance_owner[card] = IN_DECK
