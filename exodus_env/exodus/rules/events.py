"""What happened, as short rows in the record: read by stories and renderings, never by the rules."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import EVENTS
from exodus_env.exodus.record import Game
from exodus_env.kit.kernel import kernel

# Name and arguments; view/story.py puts them into words.
EVENT_KINDS: Final[tuple[tuple[str, str], ...]] = (
    ("none", ""),
    ("turn_begins", "turn"),
    ("stage_begins", "stage, conquest"),
    ("growth", "player, cubes"),
    ("income", "player, planet hex, resource, amount"),
    ("tax", "player, CP"),
    ("repaired", "player, damage"),
    ("cards_revealed", "card A, card B, card C"),
    ("vote_shown", "player, slot, CP"),
    ("card_passes", "card"),
    ("resolution_ends", "card"),
    ("law_cancelled", "card"),
    ("bonus_taken", "bonus card"),
    ("bid_shown", "player, CP"),
    ("office", "place, player"),
    ("effect", "player, opcode, argument, amount"),
    ("card_shown", "player, action card"),
    ("action", "player, action, source"),
    ("reaction", "player, owner of the card, cubes"),
    ("learned", "player, technology, CP"),
    ("banked", "player, CP"),
    ("built", "player, class"),
    ("upgraded", "player, upgrade, class"),
    ("rocket_placed", "player, rocket, hex"),
    ("mined", "player, hex"),
    ("traded", "player, exchange, CP"),
    ("moved_upgrade", "player, upgrade, from class, to class"),
    ("card_used", "player, Resistance card"),
    ("rocket_fired", "player, rocket, hex, target"),
    ("rocket_missed", "player, rocket, target"),
    ("rocket_hits", "player, rocket, target, hits"),
    ("planet_destroyed", "hex"),
    ("mounted", "player, ship, hex"),
    ("moved", "player, ship, from hex, to hex"),
    ("cube_shipped", "player, from hex, to hex"),
    ("uncloaked", "player, hex, by player"),
    ("combat_begins", "hex, Resistance level"),
    ("foe_revealed", "hex, Resistance card"),
    ("rolled", "side, dice, hits"),
    ("ship_destroyed", "player, ship, hex"),
    ("foe_destroyed", "hex, Resistance card"),
    ("combat_won", "player, hex, VP"),
    ("combat_undecided", "hex"),
    ("deployed", "player, hex, success"),
    ("scored", "player, VP, rank"),
)
(
    E_NONE,
    E_TURN_BEGINS,
    E_STAGE_BEGINS,
    E_GROWTH,
    E_INCOME,
    E_TAX,
    E_REPAIRED,
    E_CARDS_REVEALED,
    E_VOTE_SHOWN,
    E_CARD_PASSES,
    E_RESOLUTION_ENDS,
    E_LAW_CANCELLED,
    E_BONUS_TAKEN,
    E_BID_SHOWN,
    E_OFFICE,
    E_EFFECT,
    E_CARD_SHOWN,
    E_ACTION,
    E_REACTION,
    E_LEARNED,
    E_BANKED,
    E_BUILT,
    E_UPGRADED,
    E_ROCKET_PLACED,
    E_MINED,
    E_TRADED,
    E_MOVED_UPGRADE,
    E_CARD_USED,
    E_ROCKET_FIRED,
    E_ROCKET_MISSED,
    E_ROCKET_HITS,
    E_PLANET_DESTROYED,
    E_MOUNTED,
    E_MOVED,
    E_CUBE_SHIPPED,
    E_UNCLOAKED,
    E_COMBAT_BEGINS,
    E_FOE_REVEALED,
    E_ROLLED,
    E_SHIP_DESTROYED,
    E_FOE_DESTROYED,
    E_COMBAT_WON,
    E_COMBAT_UNDECIDED,
    E_DEPLOYED,
    E_SCORED,
) = range(len(EVENT_KINDS))


@kernel
def note(g: Game, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Write an event down; when the page is full the oldest of this step stay and the rest is dropped."""
    if g.event_count < EVENTS:
        row = g.events[g.event_count]
        row[0] = kind
        row[1] = a
        row[2] = b
        row[3] = c
        row[4] = d
        g.event_count += 1
