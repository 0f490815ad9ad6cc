"""Whether a row would do anything: nobody is offered what does nothing, where that is plain.

Used by services and options before they are offered, and by effects.py to say which ships a row can be for.
"""

from __future__ import annotations

from exodus_env.corruption.capacity import AVATARS, ENEMIES, LEVELS, MODULE_SLOTS, SIDES
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import words
from exodus_env.corruption.rules.modules import LOCKED, LOST
from exodus_env.corruption.rules.ships import damaged_cards, is_with
from exodus_env.corruption.rules.systems import can_reveal, is_hostile, measure
from exodus_env.corruption.tables import Tables
from exodus_env.kit.kernel import kernel


@kernel
def helps(g: Game, operation: int, ship: int) -> bool:
    """Whether an operation for ships would do anything for a ship; of harm and gains nothing is plain."""
    if operation == words.DO_HEAL:
        return bool(g.health[ship] < g.markers[ship])
    if operation == words.DO_ENERGY:
        return bool(g.ready[ship] < g.energy[ship])
    if operation == words.DO_MEND:
        return damaged_cards(g, ship) > 0
    if operation == words.DO_TAKE_MODULE:
        return has_equipment(g, ship)
    return True


@kernel
def works(g: Game, t: Tables, operation: int, slot: int) -> bool:
    """Whether an operation on the map, by a ship in a system, would do anything."""
    if operation == words.DO_REVEAL:
        return can_reveal_anywhere(g, t)
    if operation == words.DO_PACIFY:
        return can_pacify_anywhere(g, t)
    if operation == words.DO_WORMHOLE:
        return bool(g.gate[slot] == 0)
    if operation == words.DO_CLOSE_RIFT:
        return bool(g.rift[slot] == 1)
    if operation == words.DO_PIN:
        return can_pin_any(g, t)
    if operation == words.DO_HOLD:
        return bool(g.hold == 0)
    return True


@kernel
def has_equipment(g: Game, ship: int) -> bool:
    """Whether a ship has any unlocked Mod or any module."""
    for place in range(LEVELS):
        if g.mod[ship, place] != LOCKED and g.mod[ship, place] != LOST:
            return True
    for place in range(MODULE_SLOTS):
        if g.module[ship, place] > 0:
            return True
    return False


@kernel
def can_reveal_beside(g: Game, t: Tables, slot: int) -> bool:
    """Whether a new system can be joined to one."""
    for direction in range(SIDES):
        if can_reveal(g, t, slot, direction):
            return True
    return False


@kernel
def can_reveal_anywhere(g: Game, t: Tables) -> bool:
    """Whether a new system can be joined to any."""
    for slot in range(g.systems):
        if can_reveal_beside(g, t, slot):
            return True
    return False


@kernel
def can_pacify(g: Game, t: Tables, slot: int) -> bool:
    """Whether a system can be pacified from afar: a hostile one where nobody is engaged."""
    return is_hostile(g, t, slot) and not has_engaged_ship(g, t, slot)


@kernel
def can_pacify_anywhere(g: Game, t: Tables) -> bool:
    """Whether any system can be pacified from afar."""
    for slot in range(g.systems):
        if can_pacify(g, t, slot):
            return True
    return False


@kernel
def has_engaged_ship(g: Game, t: Tables, slot: int) -> bool:
    """Whether a ship is engaged in a system."""
    for ship in range(t.ships):
        if g.alive[ship] == 1 and g.engaged[ship] == 1 and g.slot[ship] == slot:
            return True
    return False


@kernel
def can_pin(g: Game, t: Tables, avatar: int) -> bool:
    """Whether an Avatar can be pinned: it is in play, not engaged and not pinned."""
    slot = int(g.foe_slot[ENEMIES + avatar])
    return bool(slot >= 0 and g.pinned[avatar] == 0 and not has_engaged_ship(g, t, slot))


@kernel
def can_pin_any(g: Game, t: Tables) -> bool:
    """Whether any Avatar can be pinned."""
    for avatar in range(AVATARS):
        if can_pin(g, t, avatar):
            return True
    return False


@kernel
def can_call(g: Game, ship: int, slot: int, jumps: int) -> bool:
    """Whether a ship can be called to a system that many jumps away at most; how far it is has been measured."""
    if g.alive[ship] == 0 or g.engaged[ship] == 1 or g.slot[ship] == slot:
        return False
    return bool(g.measured[g.slot[ship]] <= jumps)


@kernel
def can_call_any(g: Game, t: Tables, slot: int, jumps: int) -> bool:
    """Whether any ship can be called to a system."""
    measure(g, slot, False, True)
    for ship in range(t.ships):
        if can_call(g, ship, slot, jumps):
            return True
    return False


@kernel
def row_is_useful(g: Game, t: Tables, row: int, lead: int) -> bool:
    """Whether a row that concerns the Fleet of a ship would do anything."""
    operation = int(t.row[row, words.ROW_OPERATION])
    if t.row[row, words.ROW_TARGET] == words.T_NONE:
        return works(g, t, operation, int(g.slot[lead]))
    for ship in range(t.ships):
        if is_with(g, lead, ship) and helps(g, operation, ship):
            return True
    return False
