"""Rough chances, as players reckon them: how a fight will go, and where Avatars will come.

A world is judged, not the game: distances are measured into its scratch.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import ENEMIES, FACES, FOE_CARDS, OWN_DICE
from exodus_env.corruption.content.vocabulary import HIT, MISS
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import words
from exodus_env.corruption.rules.hunting import holds_avatar
from exodus_env.corruption.rules.modules import modifier
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.rules.systems import measure
from exodus_env.corruption.tables import Tables
from exodus_env.kit.kernel import kernel
from exodus_env.kit.ways import FAR

# What equipment for Energy adds to an attack, for each marker that can be used; more than a few are not used at once.
HITS_OF_ENERGY: Final = 0.5
MOST_ENERGY: Final = 3

HOPELESS: Final = 0.05  # Health a foe loses in a round when hits do not get through its Shields


@kernel
def expected(t: Tables, colour: int, symbol: int) -> float:
    """How often both dice of a colour show a symbol."""
    faces = 0
    for face in range(FACES):
        faces += int(t.die_symbol[colour, face] == symbol)
    return float(OWN_DICE * faces) / float(FACES)


@kernel
def fights_beside(g: Game, ship: int, other: int, slot: int, all_here: bool) -> bool:
    """Whether a ship will fight together with another in a system: its Fleet, or everybody who is there."""
    if g.alive[other] == 0:
        return False
    return other == ship or is_with(g, ship, other) or bool(all_here and g.slot[other] == slot)


@kernel
def force(g: Game, t: Tables, ship: int, slot: int, all_here: bool, avatar: bool) -> float:
    """The hits that get through Shields of nothing, as a rule, of a ship and those who fight beside it."""
    hits = 0.0
    ships = 0
    for other in range(t.ships):
        if fights_beside(g, ship, other, slot, all_here):
            ships += 1
            hits += expected(t, int(t.mat_dice[g.mat[other]]), HIT) + float(modifier(g, other, words.M_HITS))
            hits += HITS_OF_ENERGY * float(min(int(g.energy[other]), MOST_ENERGY))
            hits += float(modifier(g, other, words.M_PIERCE))
            if avatar:
                hits += float(modifier(g, other, words.M_AVATAR_HITS))
    if ships > 1:
        for other in range(t.ships):
            if fights_beside(g, ship, other, slot, all_here):
                hits += float(modifier(g, other, words.M_FLEET_HITS))
    return hits


@kernel
def rounds_against(g: Game, t: Tables, card: int, hits: float) -> float:
    """How many times a foe strikes back before it is beaten."""
    through = hits - float(t.foe_shield[card])
    if through < 1.0:
        through = max(HOPELESS, 0.5 + 0.5 * through)
    return max(0.2, float(g.foe_health[card]) / through - 0.5)


@kernel
def cost_of_round(g: Game, t: Tables, ship: int) -> float:
    """The share of its Health that a ship loses in a round."""
    misses = expected(t, int(t.mat_dice[g.mat[ship]]), MISS) - 0.6 * float(modifier(g, ship, words.M_GUARD))
    return max(0.15, misses) / max(0.5, float(g.health[ship]) - 0.5)


@kernel
def peril(g: Game, t: Tables, ship: int, slot: int, all_here: bool) -> float:
    """The share of its Health a ship loses until all foes in a system are beaten; from about 1 on it falls."""
    rounds = 0.0
    for card in range(FOE_CARDS):
        if g.foe_slot[card] == slot:
            rounds += rounds_against(g, t, card, force(g, t, ship, slot, all_here, card >= ENEMIES))
    return rounds * cost_of_round(g, t, ship)


@kernel
def peril_of(g: Game, t: Tables, ship: int, card: int) -> float:
    """The share of its Health a ship would lose to one foe, with everybody who is in its system."""
    hits = force(g, t, ship, int(g.slot[ship]), True, card >= ENEMIES)
    return rounds_against(g, t, card, hits) * cost_of_round(g, t, ship)


@kernel
def reach(g: Game, t: Tables, steps: int) -> float:
    """How likely an Avatar gets so far in a Corruption phase."""
    faces = 0
    for face in range(FACES):
        moves = int(t.avatar_steps[face]) + int(g.avatar_moves) + int(t.nightmare) * int(t.nightmare_moves)
        faces += int(moves >= steps)
    return float(faces) / float(FACES)


@kernel
def nearest_ship(g: Game, t: Tables) -> int:
    """The ship that is nearest to where ways were measured from, -1 where no way leads to any."""
    best = -1
    for ship in range(t.ships):
        if g.alive[ship] == 1 and g.measured[g.slot[ship]] < FAR:
            if best < 0 or g.measured[g.slot[ship]] < g.measured[g.slot[best]]:
                best = ship
    return best


@kernel
def pursuit(g: Game, t: Tables) -> float:
    """How many Avatars ships will have to flee from: those that hold some, and those that can come, near ones first."""
    found = 0.0
    for avatar in range(t.avatars):
        card = ENEMIES + avatar
        slot = int(g.foe_slot[card])
        if slot < 0:
            continue
        measure(g, slot, True, False)
        ship = nearest_ship(g, t)
        if ship < 0:
            continue
        near = 1.0 if holds_avatar(g, t, slot) else reach(g, t, int(g.measured[g.slot[ship]]))
        found += near * (0.2 + 0.8 * min(1.0, peril_of(g, t, ship, card)))
    return found
