"""Invariants 59 to 61: combat cards, those of the Resistance, and their effects in a round (Edge of Extinction)."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus.check.facts import CENTAURIANS, Facts, players_of
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.combat import rounds
from exodus_env.exodus.rules.frames import (
    COMBAT_CUBES,
    COMBAT_DAMAGE,
    COMBAT_DEFLECTED,
    COMBAT_KIND,
    COMBAT_PLACE,
    COMBAT_PLAYERS,
    COMBAT_RESOLVED,
    COMBAT_ROUND,
    DISCARD_PLAYER,
)
from exodus_env.kit.facts import Array, Problems, empty, filled
from exodus_env.kit.flow import KIND, STEP

# Steps of a round of combat, in order: cards are chosen in secret, shown, and put away after damage is done.
HIDDEN: Final = (rounds.FOE_CARD, rounds.CARDS)
RESOLVING: Final = (rounds.RESOLVE, rounds.PAY)
OPEN: Final = (*RESOLVING, rounds.ROLL, rounds.ASSIGN, rounds.DEFLECT, rounds.CANCEL, rounds.APPLY)
WITH_CARDS: Final = (frames.ORDINARY, frames.TOGETHER)
# Numbers of a combat that exist while one decision is asked.
NOTED: Final = {COMBAT_DAMAGE: choices.D_SACRIFICE_TARGET, COMBAT_DEFLECTED: choices.D_DEFLECT_TO}
DRAW: Final = v.COMBAT_EFFECT_NAMES.index("draw")


def combat_cards(s: Facts) -> Problems:
    """Each combat card is in the deck, in a hand, played, discarded or removed; no hand is too large."""
    g, t = s.g, s.t
    yield from filled("combat_deck", g.combat_deck, g.combat_left)
    hands = g.combat_hand.sum(axis=1)
    yield from _conserved(
        "combat",
        t.combat_copies,
        [g.combat_deck, g.combat_chosen, g.combat_shown[:CENTAURIANS]],
        g.combat_hand.sum(axis=0) + g.combat_discard + g.combat_removed,
    )
    for player in np.flatnonzero(g.combat_held != hands + (g.combat_chosen >= 0)):
        yield f"combat_held[{player}] is {int(g.combat_held[player])}, with {int(hands[player])} cards in hand"
    discarding = {frame[DISCARD_PLAYER] for frame in s.stack if frame[KIND] == frames.DISCARD}
    for player in np.flatnonzero(hands > t.combat_limit):
        if player not in discarding:
            yield f"player {player} has {int(hands[player])} combat cards in hand, at most {t.combat_limit}"
    for kind in np.flatnonzero(g.combat_removed):
        if not t.combat_once[kind]:
            yield f"combat_removed[{kind}] is {int(g.combat_removed[kind])}, and the card can be played more than once"


def foe_cards(s: Facts) -> Problems:
    """Each Resistance combat card is in the deck, drawn, played or discarded."""
    g = s.g
    yield from filled("foe_deck", g.foe_deck, g.foe_left)
    places = [g.foe_deck, g.foe_offer, np.array([g.foe_chosen]), g.combat_shown[CENTAURIANS:]]
    yield from _conserved("foe", s.t.foe_copies, places, g.foe_discard)


def _conserved(name: str, copies: Array, places: list[Array], counted: Array) -> Problems:
    """There are as many cards of each kind as were printed, in places that list kinds and in those that count them."""
    cards = np.concatenate(places)
    found = np.bincount(cards[cards >= 0], minlength=len(copies)) + counted
    for kind in np.flatnonzero(found != copies):
        yield f"{int(found[kind])} {name} cards of kind {kind}, should be {int(copies[kind])}"


# Rounds ---------------------------------------------------------------------------------------------------------------


def rounds_of_cards(s: Facts) -> Problems:
    """Cards in a combat are chosen in reverse turn order by those who fight, shown, and in effect until the round
    ends."""
    g, frame = s.g, s.frame(frames.COMBAT)
    if frame is None or not s.t.eoe or frame[STEP] == rounds.RESEARCH:
        yield from _nothing_played(s, "outside combats with cards")
        yield from empty("decoy", g.decoy, -1, "outside combats with tactics")
        return
    if frame[COMBAT_KIND] not in WITH_CARDS:
        yield from _nothing_played(s, "against squadrons or the Stronghold")
    elif frame[STEP] not in (*HIDDEN, *OPEN):
        yield from _nothing_played(s, "between rounds")
    resolved = {int(side) for side in np.flatnonzero(g.combat_shown >= 0)} if frame[STEP] in RESOLVING else set()
    if not players_of(frame[COMBAT_RESOLVED]) <= resolved:
        yield f"cards of sides {frame[COMBAT_RESOLVED]:b} resolved in frame {frame}"
    if any(frame[place] and g.decision != decision for place, decision in NOTED.items()):
        yield f"a sacrifice or a deflected hit is noted in frame {frame}"
    if frame[COMBAT_CUBES] and frame[STEP] != rounds.PAY:
        yield f"{frame[COMBAT_CUBES]} cubes to be paid in frame {frame}"
    fought = players_of(frame[COMBAT_PLAYERS])
    for name in ("combat_chosen", "combat_shown", "decoy"):
        for player in np.flatnonzero(getattr(g, name)[: s.t.players] >= 0):
            if player not in fought:
                yield f"{name}[{player}] is {int(getattr(g, name)[player])}, and the player does not take part"
    yield from _decoys(s, frame)
    if frame[COMBAT_KIND] not in WITH_CARDS:
        return
    yield from _shown_by_foes(s, frame)
    if frame[STEP] in HIDDEN:
        yield from _hidden(s, frame)
    elif frame[STEP] in OPEN:
        yield from empty("combat_chosen", g.combat_chosen, -1, "when cards are shown")
        yield from empty("foe_offer", g.foe_offer, -1, "when cards are shown")
        yield from empty("foe_chosen", np.array([g.foe_chosen]), -1, "when cards are shown")
        yield from _edge(s, frame)


def _nothing_played(s: Facts, when: str) -> Problems:
    """No card is played, and none is in effect."""
    for name in ("combat_chosen", "combat_shown", "foe_offer"):
        yield from empty(name, getattr(s.g, name), -1, when)
    yield from empty("foe_chosen", np.array([s.g.foe_chosen]), -1, when)
    yield from empty("edge", s.g.edge, 0, when)


def _decoys(s: Facts, frame: list[int]) -> Problems:
    """A decoy is a fighting ship of a player who could name one and has been asked."""
    g = s.g
    able = g.modifier[:, v.MODIFIER_NAMES.index("basic_tactics")]
    waiting = g.order[: max(0, frame[COMBAT_PLACE]) + 1].tolist() if frame[STEP] == rounds.DECOYS else []
    for player in np.flatnonzero(g.decoy[: s.t.players] >= 0):
        if not g.fighting[player, g.decoy[player]] or able[player] <= 0 or player in waiting:
            yield f"decoy[{player}] is {int(g.decoy[player])}"


def _shown_by_foes(s: Facts, frame: list[int]) -> Problems:
    """The Resistance shows a card only in its first round; a solitaire player sees it throughout that round."""
    shown = int(s.g.combat_shown[CENTAURIANS])
    plays = frame[COMBAT_ROUND] == 1 and s.g.foe_card.max() >= 0
    must = plays and s.t.solitaire and frame[STEP] in (*HIDDEN, *OPEN)
    if (shown >= 0 and not plays) or (shown < 0 and must):
        yield f"combat_shown[{CENTAURIANS}] is {shown} in round {frame[COMBAT_ROUND]}"


def _hidden(s: Facts, frame: list[int]) -> Problems:
    """While cards are being chosen nothing is shown yet; the Resistance has chosen before the players do.

    A solitaire player sees its card.
    """
    g = s.g
    hidden = g.combat_shown[:CENTAURIANS] if s.t.solitaire else g.combat_shown
    yield from empty("combat_shown", hidden, -1, "when cards are chosen")
    yield from empty("edge", g.edge, 0, "when cards are chosen")
    waiting = g.order[: max(0, frame[COMBAT_PLACE]) + 1] if frame[STEP] == rounds.CARDS else g.order[: s.t.players]
    yield from empty("combat_chosen", g.combat_chosen[waiting], -1, "before it is their turn to choose")
    for player in np.flatnonzero(g.combat_chosen >= 0):
        if not g.fighting[player].any():
            yield f"combat_chosen[{player}] is {int(g.combat_chosen[player])}, and the player does not fight"
    if g.decision != choices.D_FOE_CARD:
        yield from empty("foe_offer", g.foe_offer, -1, "when nobody chooses for the Resistance")
    open_or_none = s.t.solitaire or frame[COMBAT_ROUND] != 1 or g.foe_card.max() < 0
    if g.foe_chosen >= 0 and (open_or_none or g.decision == choices.D_FOE_CARD):
        yield f"foe_chosen is {g.foe_chosen} in round {frame[COMBAT_ROUND]}"


def _edge(s: Facts, frame: list[int]) -> Problems:
    """The effects on a side are within what the cards shown could do together, and none if no card is shown."""
    g = s.g
    low, high = edge_limits(s, frame)
    for side, effect in np.argwhere((g.edge < low) | (g.edge > high)):
        what = f"edge[{side}, {effect}] is {int(g.edge[side, effect])}"
        yield f"{what}, from {int(low[side, effect])} to {int(high[side, effect])} by the cards shown"


def edge_limits(s: Facts, frame: list[int]) -> tuple[Array, Array]:
    """The least and the most that the cards shown in a combat can do to each side."""
    g, t = s.g, s.t
    shown = g.combat_shown
    low, high = np.zeros_like(g.edge), np.zeros_like(g.edge)
    fought = players_of(frame[COMBAT_PLAYERS])
    sides = [*sorted(fought & set(s.players)), *([CENTAURIANS] if g.foe_card.max() >= 0 else [])]
    resolved = players_of(frame[COMBAT_RESOLVED]) if frame[STEP] in RESOLVING else {*range(CENTAURIANS + 1)}
    for side in sorted(resolved & set(np.flatnonzero(shown >= 0).tolist())):
        rows = (t.foe_row if side == CENTAURIANS else t.combat_row)[shown[side]]
        for effect, whom, amount in rows.tolist():
            if effect < 0:
                continue
            for other in sides:
                if (other == side) == (whom == v.OWN):
                    high[other, effect] += max(0, amount)
                    low[other, effect] += min(0, amount)
    low[:, DRAW] = high[:, DRAW] = 0  # cards due are drawn at once
    return low, high
