"""What players can choose: families and decisions by number, and masks of what is legal.

Both are declared in decision_declarations.py. encoding/actions.py lays the families out as action ids for a
configuration; the rules below speak of a choice as (family, factors).
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import LAWS, OPTIONS, REVEALED
from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import decision_declarations
from exodus_env.exodus.rules.choice_numbers import *  # noqa: F403
from exodus_env.exodus.rules.choice_numbers import (
    BID,
    BID_FIFTIES,
    D_ELECTION_BID,
    D_VOTE_BID,
    MOVE_UPGRADE,
    OUTPOST_CARD,
    RESISTANCE_CARD,
)
from exodus_env.exodus.tables import Tables
from exodus_env.kit import declare
from exodus_env.kit.choices import allow
from exodus_env.kit.kernel import Mask, kernel

# Family: name, factors, text.
FAMILIES: Final = decision_declarations.FAMILIES
FAMILY_NAMES: Final = tuple(name for name, _, _ in FAMILIES)

# A bid below this many CP is one choice. A player with more first says whether they are part of the bid, which keeps
# the family short.
BID_STEP: Final = 50
# The most cubes that board or leave a ship in one choice; more of them take another choice.
CUBES_AT_ONCE: Final = 3
FIXED_SIZES: Final = {
    "slot": REVEALED,
    "fifties": 2,
    "cp": BID_STEP,
    "cubes": CUBES_AT_ONCE,
    "option": OPTIONS,
    "law": LAWS,
    "exchange": 4,
}

# Exchanges in a Trade action.
BUY_AXINIUM, BUY_PHASIUM, SELL_AXINIUM, SELL_PHASIUM = range(4)

# Everything that is declared about a decision, by its number.
DECLARED: Final = decision_declarations.DECISIONS
# Decision: name, families it may offer, text.
DECISIONS: Final = tuple(
    (decision.name, tuple(FAMILY_NAMES.index(name) for name in decision.families), decision.text)
    for decision in DECLARED
)
LAST_DECISION: Final = len(DECISIONS) - 1
# Decisions that a player takes in secret: others do not see what is chosen, or only once it is revealed.
TAKEN_IN_SECRET: Final = tuple(number for number, decision in enumerate(DECLARED) if decision.secret)
# Decisions whose options, and so their number, must stay hidden from others: what was committed before them, cards in
# hand, cards and Leaders dealt. They are asked even if only one choice is left, because skipping them would reveal it.
# Whether a frame asks at all, and who is asked, follows from public facts alone.
PRIVATE_OPTIONS: Final = tuple(number for number, decision in enumerate(DECLARED) if decision.private)
# What else players may do when they decide something outside Conquest: use a card they have won, or move an upgrade.
ASIDES: Final = (RESISTANCE_CARD, OUTPOST_CARD, MOVE_UPGRADE)
# Decisions that can be interrupted by it. Most are asked again; those that may no longer be open are left to the
# frame that asked. Parts of something already begun are not interrupted: the rest of a bid, minerals of an income,
# where a ship is built, what makes room for an upgrade, what pays for a reaction or a VP, discarding, landing rockets.
AGAIN, RESUME = 1, 2
ASKED_AGAIN: Final = tuple(i for i, decision in enumerate(DECLARED) if decision.interrupted == declare.AGAIN)
RESUMED: Final = tuple(i for i, decision in enumerate(DECLARED) if decision.interrupted == declare.RESUME)


def families_of(decision: int) -> tuple[int, ...]:
    """The families that a decision may offer, including those that interrupt it."""
    own = DECISIONS[decision][1]
    if decision not in (*ASKED_AGAIN, *RESUMED):
        return own
    return (*own, *(family for family in ASIDES if family not in own))


@kernel
def turn_mask(g: Game, t: Tables, mask: Mask) -> None:
    """Renumber hexes and directions of a mask from the actor's home; the rules have used the printed numbers."""
    turned = t.turned_action[g.actor]
    for i in range(len(t.turned_range[g.decision])):
        first = int(t.turned_range[g.decision, i, 0])
        beyond = int(t.turned_range[g.decision, i, 1])
        for action in range(first, beyond):
            if mask[action] & 1 == 1:
                mask[turned[action]] |= 2
        for action in range(first, beyond):
            mask[action] >>= 1


@kernel
def printed(g: Game, t: Tables, action: int) -> int:
    """An action of the actor in the rules' numbering, with hexes and directions as printed."""
    return int(t.printed_action[g.actor, action])


@kernel
def highest_bid(g: Game, t: Tables, player: int) -> int:
    """The most CP a player can bid: the stock, up to the limit."""
    return min(int(g.resource[player, CP]), int(t.bid_limit))


@kernel
def is_rest_of_bid(g: Game, t: Tables) -> bool:
    """Whether the pending decision is the rest of a bid; everybody can tell from the actor's CP."""
    if g.decision != D_VOTE_BID and g.decision != D_ELECTION_BID:
        return False
    return highest_bid(g, t, g.actor) >= BID_STEP


@kernel
def legal_bid_fifties(g: Game, t: Tables, mask: Mask) -> None:
    """Fifties that a bid may have, as far as the player's CP and the limit allow."""
    for fifties in range(highest_bid(g, t, g.actor) // BID_STEP + 1):
        allow(t, mask, BID_FIFTIES, fifties)


@kernel
def legal_bid(g: Game, t: Tables, mask: Mask) -> None:
    """CP that a bid may have, after its fifties if there are any."""
    left = highest_bid(g, t, g.actor) - int(g.bid[g.actor])
    for cp in range(min(left, BID_STEP - 1) + 1):
        allow(t, mask, BID, cp)
