"""The menu of Actions [302-433]: what the active ship or Fleet can do, what it costs, and what begins then.

In a Fleet all members do the same Action on the same target [342]; the lead's captain decides.
"""

from __future__ import annotations

from exodus_env.corruption.capacity import SIDES
from exodus_env.corruption.content.vocabulary import RIFT
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices as f
from exodus_env.corruption.rules import log, turn
from exodus_env.corruption.rules.choices import named_ship
from exodus_env.corruption.rules.detection import meet_enemies
from exodus_env.corruption.rules.exploration import begin_exploration
from exodus_env.corruption.rules.fleets import allow_invitations, can_strain, invite, strain
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.maintenance import begin_maintenance, can_maintain
from exodus_env.corruption.rules.modules import modifier
from exodus_env.corruption.rules.movement import allow_jumps, begin_rush, can_rush, enter, rush_cost
from exodus_env.corruption.rules.result import ON_SHIP, ON_SYSTEM, main_rift
from exodus_env.corruption.rules.reveal import begin_reveal
from exodus_env.corruption.rules.ships import gain_scraps, is_with
from exodus_env.corruption.rules.signals import activate_keys, allow_instructions, begin_instruction, reveal_signal
from exodus_env.corruption.rules.systems import can_reveal, is_hostile, kind_of
from exodus_env.corruption.rules.trade import begin_trade, can_serve, can_trade, use_service
from exodus_env.corruption.rules.windows import allow_equipment, begin_action, place_of, use
from exodus_env.corruption.rules.words import M_FREE_PROBE, M_SCAVENGE, W_MENU
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import go
from exodus_env.kit.kernel import Mask, kernel

# What is legal --------------------------------------------------------------------------------------------------------


@kernel
def legal_menu(g: Game, t: Tables, mask: Mask) -> None:
    """All Actions that can be paid for and do something, what costs none, and giving up the rest."""
    allow(t, mask, f.PASS, 0)
    allow_moves(g, t, mask)
    if g.actions_left > 0:
        allow_actions(g, t, mask)
        allow_instructions(g, t, mask)
    allow_free(g, t, mask)


@kernel
def allow_moves(g: Game, t: Tables, mask: Mask) -> None:
    """Probes, jumps and rushes [304-338]."""
    slot = int(g.slot[g.lead])
    paid = g.actions_left > 0
    for direction in range(SIDES):
        if can_reveal(g, t, slot, direction):
            if paid or free_probes(g, t) > 0:
                allow(t, mask, f.PROBE, direction)
            if paid:
                allow(t, mask, f.BLIND, direction)
    if paid:
        allow_jumps(g, t, mask, slot)
    if g.actions_left >= rush_cost(g, t) and can_rush(g, t, slot):
        allow(t, mask, f.RUSH, 0)


@kernel
def allow_actions(g: Game, t: Tables, mask: Mask) -> None:
    """Actions in the system [361-423]."""
    slot = int(g.slot[g.lead])
    if can_explore(g, t, slot):
        allow(t, mask, f.EXPLORE, 0)
    if can_scavenge(g, t):
        allow(t, mask, f.SCAVENGE, 0)
        if has_wreck_with_key(g, t, slot):
            allow(t, mask, f.GATHER, 0)
    if is_hostile(g, t, slot):
        allow(t, mask, f.PACIFY, 0)
    if can_trade(g, t):
        allow(t, mask, f.TRADE, 0)
    if can_maintain(g, t):
        allow(t, mask, f.MAINTAIN, 0)


@kernel
def allow_free(g: Game, t: Tables, mask: Mask) -> None:
    """What costs no Action: Strain, equipment, a service, invitations."""
    if can_strain(g, t):
        allow(t, mask, f.STRAIN, 0)
    allow_equipment(g, t, mask, int(g.lead), W_MENU)
    if can_serve(g, t):
        allow(t, mask, f.SERVICE, 0)
    allow_invitations(g, t, mask)


@kernel
def free_probes(g: Game, t: Tables) -> int:
    """Probes the active Fleet can send for no Action: those of any of its ships."""
    probes = 0
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            probes += max(0, modifier(g, ship, M_FREE_PROBE) - int(g.probes[ship]))
    return probes


@kernel
def can_explore(g: Game, t: Tables, slot: int) -> bool:
    """Whether there is something to explore: a marker, a Signal that is face down, or the Main Rift with a Key."""
    if g.exploration[slot] == 1:
        return g.exploration_left > 0
    for key in range(t.keys):
        if g.key_slot[key] == slot and g.key_state[key] == ON_SYSTEM and g.signal_state[key] == 0:
            return True
        at_rift = kind_of(g, t, slot) == RIFT and g.key_state[key] == ON_SHIP
        if at_rift and is_with(g, int(g.lead), int(g.key_ship[key])):
            return True
    return False


@kernel
def can_scavenge(g: Game, t: Tables) -> bool:
    """Whether a ship of the Fleet has not scavenged this turn."""
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship) and g.scavenged[ship] == 0:
            return True
    return False


@kernel
def has_wreck_with_key(g: Game, t: Tables, slot: int) -> bool:
    """Whether Keys of a defeated ship lie in a system [877]."""
    for key in range(t.keys):
        if lies_in_wreck(g, key, slot):
            return True
    return False


@kernel
def lies_in_wreck(g: Game, key: int, slot: int) -> bool:
    """Whether a Key lies with a defeated ship in a system."""
    ship = int(g.key_ship[key])
    return bool(g.key_state[key] == ON_SHIP and g.alive[ship] == 0 and g.slot[ship] == slot)


# What is done ---------------------------------------------------------------------------------------------------------


@kernel
def choose_menu(g: Game, t: Tables, action: int) -> None:
    """Carry out what was chosen; an Action is paid for first."""
    family, factor = family_of(t, action), first_factor(t, action)
    if family == f.PASS:
        g.turn_over = 1
    elif family == f.STRAIN:
        strain(g, t)
    elif family == f.USE_MOD or family == f.USE_MODULE:
        use(g, t, int(g.lead), place_of(t, action))
    elif family == f.SERVICE:
        use_service(g, t)
    elif family == f.INVITE:
        invite(g, named_ship(g, t, action))
    else:
        pay(g, t, family)
        begin_action(g)
        go(g, turn.OTHERS)
        begin(g, t, family, factor)


@kernel
def pay(g: Game, t: Tables, family: int) -> None:
    """The Actions that a choice of the menu costs; a free probe is used up first."""
    if family == f.RUSH:
        g.actions_left -= rush_cost(g, t)
        return
    if family == f.PROBE:
        for ship in range(t.ships):
            if is_with(g, int(g.lead), ship) and g.probes[ship] < modifier(g, ship, M_FREE_PROBE):
                g.probes[ship] += 1
                return
    g.actions_left -= 1


@kernel
def begin(g: Game, t: Tables, family: int, factor: int) -> None:
    """What an Action that has been paid for does."""
    lead = int(g.lead)
    slot = int(g.slot[lead])
    if family == f.PROBE or family == f.BLIND:
        begin_reveal(g, lead, slot, factor, int(family == f.BLIND))
    elif family == f.JUMP:
        enter(g, t, lead, factor)
    elif family == f.RUSH:
        begin_rush(g, t)
    elif family == f.EXPLORE:
        explore(g, t, slot)
    elif family == f.SCAVENGE or family == f.GATHER:
        scavenge(g, t, family == f.GATHER)
    elif family == f.PACIFY:
        meet_enemies(g, t)
    elif family == f.TRADE:
        begin_trade(g, t)
    elif family == f.MAINTAIN:
        begin_maintenance(g, t)
    elif family == f.INTERACT:
        begin_instruction(g, t, factor)


@kernel
def explore(g: Game, t: Tables, slot: int) -> None:
    """An Exploration card, the Signal of a Key, or the Keys onto the Main Rift [363-367, 463, 736]."""
    if g.exploration[slot] == 1:
        g.exploration[slot] = 0
        begin_exploration(g, t)
    elif slot == main_rift(g, t):
        activate_keys(g, t)
    else:
        reveal_signal(g, t, slot)


@kernel
def scavenge(g: Game, t: Tables, keys: bool) -> None:
    """Each ship of the Fleet that has not done so gains Scraps; with `keys` the lead takes Keys of wrecks instead."""
    lead = int(g.lead)
    for ship in range(t.ships):
        if is_with(g, lead, ship) and g.scavenged[ship] == 0:
            g.scavenged[ship] = 1
            note(g, log.E_SCAVENGED, ship, 0, 0, 0)
            if not keys or ship != lead:
                gain_scraps(g, t, ship, max(0, int(t.scavenge_scraps) + modifier(g, ship, M_SCAVENGE)))
    if keys:
        for key in range(t.keys):
            if lies_in_wreck(g, key, int(g.slot[lead])):
                g.key_ship[key] = lead
                note(g, log.E_KEY, lead, key, 0, 0)
