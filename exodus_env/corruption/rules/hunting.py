"""What Avatars see: whom they hunt, and their ways there [1008-1032].

A way is measured by the movement it takes. Entering a system where another Avatar is engaged takes none [1024], but of
two ways that take as much the one through fewer systems counts as shorter: costs are in thirds of a movement, and a
free step costs one of them. At most two other Avatars are in play, so free steps never add up to a movement.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import HEALTH, KEYS, SHIPS
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.fights import is_engaged
from exodus_env.corruption.rules.result import ON_SHIP
from exodus_env.corruption.rules.ships import fleet_size, is_with
from exodus_env.corruption.rules.systems import has_avatar, has_lane
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import PLAY, below
from exodus_env.kit.kernel import kernel
from exodus_env.kit.ways import come_nearer, start_from

MOVE: Final = 3  # cost of entering a system
FREE: Final = 1  # of entering one where an Avatar is engaged
NOBODY: Final = -1

# Ships as Avatars see them --------------------------------------------------------------------------------------------


@kernel
def is_seen(g: Game, t: Tables, ship: int) -> bool:
    """Whether Avatars see a ship: in the printed game those that hide are passed."""
    return bool(g.alive[ship] == 1 and (t.hidden_from_avatars == 0 or g.hidden[ship] == 0))


@kernel
def is_held(g: Game, t: Tables, ship: int) -> bool:
    """Whether a ship is engaged with an Avatar, by itself or with its Fleet."""
    return is_engaged(g, t, ship) and has_avatar(g, int(g.slot[ship]))


@kernel
def all_are_held(g: Game, t: Tables) -> bool:
    """Whether every ship that is seen is engaged with an Avatar: then even those are hunted [1026]."""
    for ship in range(t.ships):
        if is_seen(g, t, ship) and not is_held(g, t, ship):
            return False
    return True


@kernel
def holds_avatar(g: Game, t: Tables, slot: int) -> bool:
    """Whether an Avatar in a system is engaged."""
    if not has_avatar(g, slot):
        return False
    for ship in range(t.ships):
        if g.alive[ship] == 1 and g.slot[ship] == slot and g.engaged[ship] == 1:
            return True
    return False


@kernel
def has_seen_ship(g: Game, t: Tables, slot: int) -> bool:
    """Whether a ship that Avatars see is in a system."""
    for ship in range(t.ships):
        if g.slot[ship] == slot and is_seen(g, t, ship):
            return True
    return False


@kernel
def stops_avatar(g: Game, t: Tables, slot: int, all_held: bool) -> bool:
    """Whether an Avatar stops in a system: for any ship that is not engaged with another one, unless all are."""
    for ship in range(t.ships):
        if g.slot[ship] == slot and is_seen(g, t, ship) and (all_held or not is_held(g, t, ship)):
            return True
    return False


# Ways -----------------------------------------------------------------------------------------------------------------


@kernel
def adjoins(g: Game, slot: int, other: int, gates: bool) -> bool:
    """Whether an Avatar can go from one system to another: by a lane, by Rifts, by wormholes if its die says so."""
    if slot == other:
        return False
    if g.rift[slot] == 1 and g.rift[other] == 1:
        return True
    return bool(gates and g.gate[slot] == 1 and g.gate[other] == 1) or has_lane(g, slot, other)


@kernel
def cost_of(g: Game, t: Tables, slot: int) -> int:
    """What entering a system costs an Avatar."""
    return FREE if holds_avatar(g, t, slot) else MOVE


@kernel
def measure_ways(g: Game, t: Tables, aim: int, gates: bool) -> None:
    """What it costs an Avatar to go from each system to one, into `g.measured`."""
    systems = int(g.systems)
    start_from(g.measured, systems, aim)
    nearer = True
    while nearer:
        nearer = False
        for slot in range(systems):
            cost = cost_of(g, t, slot)
            for other in range(systems):
                if adjoins(g, other, slot, gates) and come_nearer(g.measured, slot, other, cost):
                    nearer = True


@kernel
def moves_from(g: Game, slot: int) -> int:
    """The movement it takes from a system to where ways were measured to."""
    return int(g.measured[slot]) // MOVE


@kernel
def leads_on(g: Game, t: Tables, slot: int, other: int, gates: bool) -> bool:
    """Whether the step from a system to another is one on a shortest way."""
    return adjoins(g, slot, other, gates) and int(g.measured[slot]) == int(g.measured[other]) + cost_of(g, t, other)


# The target -----------------------------------------------------------------------------------------------------------


@kernel
def find_prey(g: Game, t: Tables, start: int, gates: bool) -> int:
    """A ship of the Fleet that an Avatar in a system goes for: the nearest, then the weakest, then one by chance.

    Fleets that are engaged with another Avatar are left alone unless all are [1010, 1026]. NOBODY where none is seen.
    """
    all_held = all_are_held(g, t)
    prey = NOBODY
    least, ties = 0, 0
    for ship in range(t.ships):
        if is_seen(g, t, ship) and is_first_of_fleet(g, ship) and (all_held or not is_held(g, t, ship)):
            measure_ways(g, t, int(g.slot[ship]), gates)
            rank = moves_from(g, start) * RANKS + resistance(g, t, ship)
            if prey == NOBODY or rank < least:
                prey, least, ties = ship, rank, 1
            elif rank == least:
                ties += 1
                if below(g, PLAY, ties) == 0:
                    prey = ship
    return prey


@kernel
def is_first_of_fleet(g: Game, ship: int) -> bool:
    """Whether no ship of the Fleet comes before a ship."""
    for earlier in range(ship):
        if is_with(g, ship, earlier):
            return False
    return True


_SUM: Final = HEALTH * SHIPS + 1  # different sums of Health of a Fleet
RANKS: Final = (SHIPS + 1) * _SUM * _SUM * (KEYS + 1)


@kernel
def resistance(g: Game, t: Tables, ship: int) -> int:
    """How much the Fleet of a ship can stand, as Avatars compare Fleets that are equally far: a number below RANKS.

    Fewer ships, less Health left, less Health in all [1014-1020]. In a pure tie the loss of those with more Keys hurts
    most [1032].
    """
    health, markers, keys = 0, 0, 0
    for other in range(t.ships):
        if is_with(g, ship, other):
            health += int(g.health[other])
            markers += int(g.markers[other])
            for key in range(t.keys):
                keys += int(g.key_state[key] == ON_SHIP and g.key_ship[key] == other)
    return ((fleet_size(g, t, ship) * _SUM + health) * _SUM + markers) * (KEYS + 1) + KEYS - keys
