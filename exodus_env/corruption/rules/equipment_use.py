"""Whether a row of equipment would do anything now, in fights and out of them; useful.py knows about ships and maps."""

from __future__ import annotations

from exodus_env.corruption.capacity import DICE, SIDES
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import words
from exodus_env.corruption.rules.dice import can_change_die, can_take_die
from exodus_env.corruption.rules.fights import fought, is_engaged
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.rules.systems import foes_in, has_avatar
from exodus_env.corruption.rules.useful import can_call_any, helps, works
from exodus_env.corruption.tables import Tables
from exodus_env.kit.kernel import kernel


@kernel
def row_helps(g: Game, t: Tables, ship: int, row: int) -> bool:
    """Whether something can come of a row of a ship's equipment; what is not looked at always helps."""
    operation = int(t.row[row, words.ROW_OPERATION])
    if operation <= words.DO_DIE or words.DO_HEAL <= operation <= words.DO_ENERGY or operation == words.DO_MEND:
        target = int(t.row[row, words.ROW_TARGET])
        for other in range(t.ships):
            if is_concerned(g, t, ship, other, target) and helps_ship(g, t, row, other):
                return True
        return False
    if operation >= words.DO_REVEAL:
        return helps_map(g, t, ship, row)
    if operation == words.DO_STRIKE:
        card = fought(g)
        return foes_in(g, int(g.slot[ship])) > 0 if card < 0 else bool(g.foe_health[card] > 0)
    if operation == words.DO_VEIL:
        return has_avatar(g, int(g.slot[ship]))
    if operation == words.DO_MODULE:
        return bool(g.module_left > 0)
    if operation == words.DO_PRECURSOR:
        return bool(g.precursor_left > 0)
    return True


@kernel
def is_concerned(g: Game, t: Tables, ship: int, other: int, target: int) -> bool:
    """Whether a row of a ship's equipment can concern another ship, or the same one; in the menu a whole system."""
    if target == words.T_SELF or ship == other:
        return ship == other and target != words.T_OTHER
    if is_with(g, ship, other):
        return True
    beside = g.alive[other] == 1 and g.slot[other] == g.slot[ship]
    return bool(beside and target != words.T_FLEET and not is_engaged(g, t, ship))


@kernel
def helps_ship(g: Game, t: Tables, row: int, ship: int) -> bool:
    """Whether a row on dice, Health, Energy or Damaged cards can change anything of a ship."""
    operation = int(t.row[row, words.ROW_OPERATION])
    if operation == words.DO_DIE:
        return can_take_die(g, ship)
    if operation > words.DO_DIE:
        return helps(g, operation, ship)
    for number in range(DICE):
        if can_change_die(g, t, operation, ship, number, int(t.row[row, words.ROW_OF])):
            return True
    return False


@kernel
def helps_map(g: Game, t: Tables, ship: int, row: int) -> bool:
    """Whether a row on the map or the Corruption can change anything."""
    operation, slot = int(t.row[row, words.ROW_OPERATION]), int(g.slot[ship])
    if operation == words.DO_REDRAW:
        return bool(g.exploration_left > 0)
    if operation == words.DO_CALL:
        return can_call_any(g, t, slot, int(t.row[row, words.ROW_AMOUNT]))
    if operation == words.DO_JUMP:
        return can_leave(g, t, slot, int(t.row[row, words.ROW_OF]))
    return works(g, t, operation, slot)


@kernel
def has_ship_elsewhere(g: Game, t: Tables, slot: int) -> bool:
    """Whether a ship that is not engaged is in another system."""
    for ship in range(t.ships):
        if g.alive[ship] == 1 and g.engaged[ship] == 0 and g.slot[ship] != slot:
            return True
    return False


@kernel
def can_leave(g: Game, t: Tables, slot: int, way: int) -> bool:
    """Whether a way leads from a system to another one."""
    if way == words.WAY_SHIPS:
        return has_ship_elsewhere(g, t, slot)
    for direction in range(SIDES):
        if way == words.WAY_LANES and g.beside[slot, direction] >= 0:
            return True
    for other in range(g.systems):
        if other != slot and g.gate[other] == 1 and (way == words.WAY_WORMHOLES or g.gate[slot] == 1):
            return True
    return False
