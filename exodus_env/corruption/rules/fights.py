"""What is true of the fight under way, whatever lies on top of its frame, and the Health its foes lose."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import FOE_CARDS
from exodus_env.corruption.content.vocabulary import MISS
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log, words
from exodus_env.corruption.rules.dice import clear_dice, shown
from exodus_env.corruption.rules.frames import COMBAT, COMBAT_FOE
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import gain_xp, modifier
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.tables import Tables
from exodus_env.kit.flow import KIND
from exodus_env.kit.kernel import kernel

# Manoeuvres.
UNDECIDED: Final = 0
OFFENSE: Final = 1
DEFENSE: Final = 2  # with the first die; with the second one more
DISENGAGE: Final = 4


@kernel
def column_of(g: Game, kind: int, column: int) -> int:
    """A column of the uppermost frame of a kind, 0 where there is none."""
    for depth in range(g.depth - 1, -1, -1):
        if g.stack[depth, KIND] == kind:
            return int(g.stack[depth, column])
    return 0


@kernel
def fought(g: Game) -> int:
    """The card of the Enemy or Avatar that is fought, -1 while none is."""
    return column_of(g, COMBAT, COMBAT_FOE) - 1


@kernel
def clear_round(g: Game) -> None:
    """No dice lie there, and nothing has been added to an attack."""
    clear_dice(g)
    g.manoeuvre[:] = UNDECIDED
    g.jammed[:] = 0
    g.retaliation[:] = 0
    g.power, g.pierce, g.shield_up, g.silenced, g.struck = 0, 0, 0, 0, 0


@kernel
def clear_fight(g: Game) -> None:
    """Nothing is left of a fight."""
    clear_round(g)
    g.escaped[:] = 0
    g.veiled = 0


@kernel
def is_engaged(g: Game, t: Tables, ship: int) -> bool:
    """Whether a ship, or another one of its Fleet, is engaged: then all of them are [806, 946]."""
    for other in range(t.ships):
        if is_with(g, ship, other) and g.engaged[other] == 1:
            return True
    return False


@kernel
def nth_foe(g: Game, slot: int, nth: int) -> int:
    """The card of a foe in a system, counted from 0 in the order of cards; -1 where there are fewer."""
    for card in range(FOE_CARDS):
        if g.foe_slot[card] == slot:
            if nth == 0:
                return card
            nth -= 1
    return -1


@kernel
def wound(g: Game, t: Tables, card: int, amount: int) -> None:
    """A foe of the fight loses Health; ships whose XP come from that gain some, once an attack."""
    lost = min(amount, int(g.foe_health[card]))
    if lost <= 0:
        return
    g.foe_health[card] -= lost
    note(g, log.E_WOUNDED, card, lost, 0, 0)
    if g.struck == 1:
        return
    g.struck = 1
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            gain_xp(g, t, ship, words.XP_WOUND)


@kernel
def retaliation_against(g: Game, t: Tables, ship: int) -> int:
    """The Health a ship is to lose: its misses and what is added, less what equipment of the fight keeps off [855]."""
    lost = shown(g, ship, MISS) + int(g.retaliation[ship]) - modifier(g, ship, words.M_GUARD) - int(g.guard[ship])
    for other in range(t.ships):
        if other != ship and is_with(g, ship, other):
            lost -= modifier(g, other, words.M_FLEET_GUARD)
    if lost <= 0:
        return 0
    return lost + modifier(g, ship, words.M_RETALIATION)
