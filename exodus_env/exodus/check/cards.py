"""Invariants 7, 8, 22, 27, 36 and 58: political cards, laws, visions, Resistance cards, ships and fleets."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.facts import DISCARDED, IN_COMBAT, IN_DECK, Facts
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.combat import rounds
from exodus_env.exodus.rules.frames import COMBAT_CARD, COUNCIL_PLACE, COUNCIL_SLOT
from exodus_env.exodus.rules.stages import council, upkeep
from exodus_env.kit.facts import Problems, empty, filled, unequal
from exodus_env.kit.flow import STEP

VISIONARY: Final = v.MODIFIER_NAMES.index("visionary_politics")
# Decisions in which the cards to vote on, or those that did not pass, lie open.
VOTES: Final = {
    *(choices.D_VOTE, choices.D_VOTE_FIFTIES, choices.D_VOTE_BID, choices.D_VOTE_TIE),
    *(choices.D_CORRUPT, choices.D_VISION, choices.D_POLITICAL_CHOICE),
}


def _councils(s: Facts) -> int:
    """How many Councils have revealed their cards so far."""
    return int(s.g.turn) - (1 if s.g.stage < frames.COUNCIL_STAGE else 0)


def political(s: Facts) -> Problems:
    """Each political card is in at most one place, each place holds cards of its kind, and the deck has the right
    number."""
    g, t = s.g, s.t
    piles = {"law": (g.law, g.laws, v.LAW), "resolution": (g.resolution, g.resolutions, v.RESOLUTION)}
    for name, (pile, count, kind) in piles.items():
        yield from filled(name, pile, count)
        for card in pile[:count]:
            if card >= 0 and t.political_kind[card] != kind:
                yield f"card {int(card)} is among the {name}s, and is of another kind"
    yield from filled("political_deck", g.political_deck, g.political_left)
    cards = np.concatenate([g.political_deck, g.revealed, g.law, g.resolution])
    places = np.bincount(cards[cards >= 0], minlength=c.POLITICAL_CARDS)
    # Cards of single players are among the revealed ones as long as those are there, and then nowhere else.
    own = np.unique(g.vision[g.vision >= 0])
    places[own] += 1 if s.step_of(frames.COUNCIL) != council.VISION else 1 - np.isin(own, g.revealed)
    for card in np.flatnonzero(places > 1):
        yield f"card {card} is in several places"
    left = max(0, t.political_cards - t.revealed_cards * _councils(s))
    if g.political_left != left:
        yield f"political_left is {g.political_left}, should be {left}"
    yield from _revealed(s)


def _revealed(s: Facts) -> Problems:
    """Cards are revealed from the vote until one is enacted; with Edge of Extinction the others stay longer."""
    shown = s.g.revealed >= 0
    if s.step_of(frames.COUNCIL) == council.VISION:
        if shown[_passed(s)]:
            yield f"revealed holds the card that passed, in slot {_passed(s)}"
        shown[_passed(s)] = True
    elif not s.pending & VOTES:
        yield from empty("revealed", s.g.revealed, -1, "outside the vote")
        return
    if not shown[0] or (np.diff(shown.astype(int)) > 0).any():
        yield "revealed is not filled from the left"


def _passed(s: Facts) -> int:
    """The slot of the card that was voted in."""
    frame = s.frame(frames.COUNCIL)
    return min(max(0, frame[COUNCIL_SLOT]), len(s.g.revealed) - 1) if frame is not None else 0


def visions(s: Facts) -> Problems:
    """A law or resolution that one player has alone lasts from Visionary Politics to the next Council, as do its
    effects."""
    g, t = s.g, s.t
    held = g.vision[: t.players]
    if not t.eoe or _councils(s) < 1:
        yield from empty("vision", held, -1, "in a game without Edge of Extinction, or before the first Council")
        return
    if s.in_council_from(council.REVEAL) and not s.in_council_from(council.VISION):
        yield from empty("vision", held, -1, "in a Council before the vote is over")
    for player in np.flatnonzero(held >= 0):
        if t.political_kind[held[player]] == v.EXECUTIVE or g.modifier[player, VISIONARY] <= 0:
            yield f"vision[{player}] is {int(held[player])}, an executive decision, or without Visionary Politics"
    frame = s.frame(frames.COUNCIL)
    if frame is not None and frame[STEP] == council.VISION:
        for place in range(max(0, frame[COUNCIL_PLACE]), t.players):
            if held[g.order[place]] >= 0:
                yield f"vision[{int(g.order[place])}] is {int(held[g.order[place]])} before that player's turn"


def laws(s: Facts) -> Problems:
    """A Council enacts one card; resolutions hold for a turn."""
    if s.g.laws + s.g.resolutions > _councils(s):
        yield f"{s.g.laws} laws and {s.g.resolutions} resolutions after {_councils(s)} Councils"
    if s.g.resolutions > 1:
        yield f"{s.g.resolutions} resolutions in force"


def resistance_cards(s: Facts) -> Problems:
    """Each Resistance card is in the deck of its level, with a player, discarded or in combat."""
    g, t = s.g, s.t
    owner, level = g.resistance_owner[: t.resistance_cards], t.resistance_level[: t.resistance_cards]
    for deck in range(c.RESISTANCE_LEVELS):
        count = int(g.resistance_left[deck])
        yield from filled(f"resistance_deck[{deck}]", g.resistance_deck[deck], count)
        found = sorted(g.resistance_deck[deck, :count].tolist())
        wanted = np.flatnonzero((owner == IN_DECK) & (level == deck + 1)).tolist()
        if found != wanted:
            yield f"resistance_deck[{deck}] holds {found}, should be {wanted}"
        if g.resistance_known[deck] > count:
            yield f"{int(g.resistance_known[deck])} cards known of {count} in resistance_deck[{deck}]"
    fought = g.foe_card[_given(s) :]
    if np.flatnonzero(owner == IN_COMBAT).tolist() != sorted(fought[fought >= 0].tolist()):
        yield "resistance_owner does not say which cards are in combat"


def _given(s: Facts) -> int:
    """How many cards of a combat won together have been given to players."""
    frame = s.frame(frames.COMBAT)
    return max(0, frame[COMBAT_CARD]) if frame is not None and frame[STEP] == rounds.REWARD else 0


def resistance_ships(s: Facts) -> Problems:
    """A Resistance ship stays in its hex until it is beaten; no more cards are won than ships are beaten.

    A fleet stays for good, and cards are won from it again and again. Ships of solitaire play: check/solitaire.py.
    """
    g, t = s.g, s.t
    if t.solitaire:
        return
    stands = g.resistance[: t.hexes]
    garrison = t.garrison[: t.hexes]
    if t.fleets:
        yield from unequal("resistance", stands, garrison)
        return
    for hexagon in np.flatnonzero((stands != 0) & (stands != garrison)):
        yield f"resistance[{hexagon}] is {int(stands[hexagon])}, should be 0 or {int(garrison[hexagon])}"
    owner, level = g.resistance_owner[: t.resistance_cards], t.resistance_level[: t.resistance_cards]
    for deck in range(1, c.RESISTANCE_LEVELS + 1):
        won = int(((level == deck) & ((owner >= 0) | (owner == DISCARDED))).sum())
        beaten = int(((garrison == deck) & (stands == 0)).sum())
        if won > beaten:
            yield f"{won} cards of level {deck} won from {beaten} Resistance ships"


def fleets(s: Facts) -> Problems:
    """Only fleets are beaten for a while: from the first Conquest on, and after the repairs only where a ship is."""
    g, t = s.g, s.t
    if not t.fleets:
        yield from empty("dormant", g.dormant, 0, "in a game without fleets")
        return
    dormant = g.dormant[: t.hexes] == 1
    for hexagon in np.flatnonzero(dormant & (t.garrison[: t.hexes] == 0)):
        yield f"dormant[{hexagon}] is 1 where there is no fleet"
    if s.before_conquest:
        yield from empty("dormant", g.dormant, 0, "before the first Conquest")
    repaired = s.step_of(frames.UPKEEP) >= upkeep.WINDOWS
    if repaired or frames.COUNCIL_STAGE <= g.stage < frames.CONQUEST_STAGE:
        visited = np.isin(np.arange(t.hexes), g.ship_hex)
        for hexagon in np.flatnonzero(dormant & ~visited):
            yield f"dormant[{hexagon}] is 1 after the repairs, where no player has a ship"
