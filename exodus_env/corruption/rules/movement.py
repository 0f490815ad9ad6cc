"""Moving: jumps, Hyperspace Rushes, and what happens on arrival [318-338, 443-560]."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log
from exodus_env.corruption.rules.choices import JUMP, ask_ship
from exodus_env.corruption.rules.detection import begin_detection, engage
from exodus_env.corruption.rules.fleets import begin_muster
from exodus_env.corruption.rules.frames import ARRIVAL, RUSH, RUSH_JUMPS
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import modifier
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.rules.systems import has_avatar, has_lane
from exodus_env.corruption.rules.trade import meet_ally
from exodus_env.corruption.rules.words import M_RUSH_COST
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, first_factor
from exodus_env.kit.flow import STEP, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# Steps of ARRIVAL.
ENTERED: Final = 0
MUSTERED: Final = 1
ARRIVED: Final = 2


@kernel
def joined(g: Game, slot: int, other: int) -> bool:
    """Whether ships can jump from one system to another: over a lane, or from wormhole to wormhole [322, 457]."""
    if slot == other:
        return False
    if g.gate[slot] == 1 and g.gate[other] == 1:
        return True
    return has_lane(g, slot, other)


@kernel
def allow_jumps(g: Game, t: Tables, mask: Mask, slot: int) -> None:
    """Jumps to all systems a system is joined to."""
    for other in range(g.systems):
        if joined(g, slot, other):
            allow(t, mask, JUMP, other)


@kernel
def enter(g: Game, t: Tables, ship: int, slot: int) -> None:
    """A ship and its Fleet go to a system, and arrive there."""
    move_fleet(g, t, ship, slot)
    push(g, ARRIVAL)


@kernel
def move_fleet(g: Game, t: Tables, ship: int, slot: int) -> None:
    """A ship and its Fleet go to a system: they leave fights and hiding places behind, and may invite others again."""
    for other in range(t.ships):
        if is_with(g, ship, other):
            g.slot[other] = slot
            g.hidden[other] = 0
            g.engaged[other] = 0
            note(g, log.E_MOVED, other, slot, 0, 0)
    g.refused[:] = 0


@kernel
def run_arrival(g: Game, t: Tables) -> None:
    """The active Fleet has come to a system: others may join it [946]; an Ally is met; then Detection and Avatars."""
    step = get(g, STEP)
    lead = int(g.lead)
    slot = int(g.slot[lead])
    if step == ENTERED:
        go(g, MUSTERED)
        meet_ally(g, t, slot)
        begin_muster(g, t)
    elif step == MUSTERED:
        go(g, ARRIVED)
        begin_detection(g, t)
    else:
        pop(g)
        if has_avatar(g, slot):  # it engages whoever enters, whatever Detection says [1063]
            engage(g, t, lead)


# Hyperspace Rush ------------------------------------------------------------------------------------------------------


@kernel
def rush_cost(g: Game, t: Tables) -> int:
    """The Actions of a Rush: as many as the slowest ship of the Fleet needs."""
    cost = 1
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            cost = max(cost, int(t.rush_cost) + modifier(g, ship, M_RUSH_COST))
    return cost


@kernel
def can_rush(g: Game, t: Tables, slot: int) -> bool:
    """Whether a whole Rush can be made from a system."""
    find_rushes(g, t)
    return bool(g.passable[slot] >> t.rush_jumps & 1)


@kernel
def find_rushes(g: Game, t: Tables) -> None:
    """How many jumps in a row can be made from each system, bit by bit: never on from an Avatar's system [338]."""
    g.passable[:] = 1
    for jumps in range(1, int(t.rush_jumps) + 1):
        for slot in range(g.systems):
            for other in range(g.systems):
                if g.passable[slot] >> jumps & 1 == 0 and can_pass(g, slot, other, jumps):
                    g.passable[slot] |= 1 << jumps


@kernel
def can_pass(g: Game, slot: int, other: int, jumps: int) -> bool:
    """Whether the first of some jumps of a Rush can lead from a system to another."""
    if not joined(g, slot, other) or g.passable[other] >> (jumps - 1) & 1 == 0:
        return False
    return jumps == 1 or not has_avatar(g, other)


@kernel
def begin_rush(g: Game, t: Tables) -> None:
    """The active Fleet rushes."""
    push(g, RUSH)
    put(g, RUSH_JUMPS, int(t.rush_jumps))


@kernel
def run_rush(g: Game, t: Tables) -> None:
    """Jump by jump; only the last system is entered [334]."""
    if get(g, RUSH_JUMPS) > 0:
        ask_ship(g, int(g.lead), choices.D_RUSH)
        return
    pop(g)
    push(g, ARRIVAL)


@kernel
def legal_rush(g: Game, t: Tables, mask: Mask) -> None:
    """The systems from where the rest of the Rush can be made."""
    slot = int(g.slot[g.lead])
    find_rushes(g, t)
    for other in range(g.systems):
        if can_pass(g, slot, other, get(g, RUSH_JUMPS)):
            allow(t, mask, JUMP, other)


@kernel
def choose_rush(g: Game, t: Tables, action: int) -> None:
    """The Fleet is there, and rushes on."""
    move_fleet(g, t, int(g.lead), first_factor(t, action))
    put(g, RUSH_JUMPS, get(g, RUSH_JUMPS) - 1)
