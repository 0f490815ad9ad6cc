"""Where Avatars come into play: the Corrupt system nearest to a ship, in doubt the one that hurts most [994, 1032]."""

from __future__ import annotations

from exodus_env.corruption.capacity import ENEMIES
from exodus_env.corruption.content.vocabulary import CORRUPT
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.systems import kind_of, measure
from exodus_env.corruption.tables import Tables
from exodus_env.kit.kernel import kernel
from exodus_env.kit.ways import FAR


@kernel
def place_avatar(g: Game, t: Tables, avatar: int) -> None:
    """An Avatar appears in the Corrupt system nearest to a ship, with all its Health."""
    card = ENEMIES + avatar
    slot = nearest_corrupt(g, t)
    g.foe_slot[card] = slot
    g.foe_health[card] = t.foe_health[card]
    g.foe_roused[card] = 0
    note(g, log.E_FOE, card, slot, 0, 0)


@kernel
def nearest_corrupt(g: Game, t: Tables) -> int:
    """The Corrupt system nearest to a ship in play."""
    best = 0
    least = FAR + 1
    for slot in range(g.systems):
        if kind_of(g, t, slot) == CORRUPT:
            measure(g, slot, True, False)
            for ship in range(t.ships):
                if g.alive[ship] == 1 and g.measured[g.slot[ship]] < least:
                    least = int(g.measured[g.slot[ship]])
                    best = slot
    return best
