"""Where Avatars come into play: the Corrupt system nearest to a ship, in doubt the one that hurts most [994, 1032]."""

from __future__ import annotations

from exodus_env.corruption.capacity import ENEMIES, TILES
from exodus_env.corruption.content.vocabulary import CORRUPT
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log
from exodus_env.corruption.rules.detection import engage
from exodus_env.corruption.rules.hunting import RANKS, is_seen, resistance
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.phases import IN_CORRUPTION_PHASE
from exodus_env.corruption.rules.systems import kind_of, measure
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import PLAY, below
from exodus_env.kit.kernel import kernel


@kernel
def place_avatar(g: Game, t: Tables, avatar: int) -> None:
    """An Avatar appears in the Corrupt system nearest to a ship, with all its Health.

    In the Corruption phase it engages whoever is there when it moves; at other times at once, without a Damage Roll.
    """
    card = ENEMIES + avatar
    slot = nearest_corrupt(g, t)
    g.foe_slot[card] = slot
    g.foe_health[card] = t.foe_health[card]
    g.foe_roused[card] = 0
    note(g, log.E_FOE, card, slot, 0, 0)
    if g.phase == IN_CORRUPTION_PHASE:
        return
    for ship in range(t.ships):
        if g.slot[ship] == slot and is_seen(g, t, ship):
            engage(g, t, ship)


@kernel
def nearest_corrupt(g: Game, t: Tables) -> int:
    """The Corrupt system nearest to a ship in play; of several the one whose nearest ships are the weakest, as Avatars
    compare them, then the one nearest to all ships together, then any."""
    best, least, ties = 0, -1, 0
    for slot in range(g.systems):
        if kind_of(g, t, slot) == CORRUPT:
            remoteness = remoteness_of(g, t, slot)
            if least < 0 or remoteness < least:
                best, least, ties = slot, remoteness, 1
            elif remoteness == least:
                ties += 1
                if below(g, PLAY, ties) == 0:
                    best = slot
    return best


@kernel
def remoteness_of(g: Game, t: Tables, slot: int) -> int:
    """How far a system is from ships: by the nearest Fleet, of those as near the weakest, then by all together."""
    measure(g, slot, True, False)
    nearest, total = TILES * RANKS, 0
    for ship in range(t.ships):
        if g.alive[ship] == 1:
            distance = min(TILES, int(g.measured[g.slot[ship]]))
            nearest = min(nearest, distance * RANKS + resistance(g, t, ship))
            total += distance
    return nearest * (TILES * int(t.ships) + 1) + total
