"""Fleets: ships on one tile that act together until the End phase [342-346, 1060].

A Fleet is offered when a turn begins, when the active Fleet enters a system, and from the menu of Actions. The captain
of the lead invites, each invited captain joins or refuses; a ship that has refused is not asked again until the Fleet
has moved. Ships of the lead's own captain need not be asked.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log
from exodus_env.corruption.rules.choices import INVITE as INVITE_FAMILY
from exodus_env.corruption.rules.choices import JOIN as JOIN_FAMILY
from exodus_env.corruption.rules.choices import PASS, allow_ship, ask_ship, named_ship
from exodus_env.corruption.rules.frames import MUSTER, MUSTER_SHIP
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import modifier
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.rules.words import M_ACTIONS, M_NO_STRAIN
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of
from exodus_env.kit.flow import STEP, focus, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# Steps of MUSTER.
INVITE: Final = 0
JOIN: Final = 1


@kernel
def own_actions(g: Game, t: Tables, ship: int) -> int:
    """The Actions a ship has for a turn by itself [298]."""
    return max(1, int(t.mat_actions[g.mat[ship]]) + modifier(g, ship, M_ACTIONS))


@kernel
def can_strain(g: Game, t: Tables) -> bool:
    """Whether the Fleet can strain its engines: all members together, each once a turn [427]."""
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship) and (g.strained[ship] == 1 or modifier(g, ship, M_NO_STRAIN) == 1):
            return False
    return True


@kernel
def strain(g: Game, t: Tables) -> None:
    """One Action more for the Fleet; each of its ships owes a Damage Roll at the end of the turn [427]."""
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            g.strained[ship] = 1
            note(g, log.E_STRAINED, ship, 0, 0, 0)
    g.actions_left += t.strain_actions


@kernel
def can_be_invited(g: Game, ship: int) -> bool:
    """Whether a ship can join the active Fleet: it is in its system and has not played [342-344]."""
    if g.alive[ship] == 0 or g.played[ship] == 1 or g.refused[ship] == 1:
        return False
    return bool(g.slot[ship] == g.slot[g.lead])


@kernel
def allow_invitations(g: Game, t: Tables, mask: Mask) -> None:
    """Invitations to all ships that can join."""
    for ship in range(t.ships):
        if can_be_invited(g, ship):
            allow_ship(g, t, mask, INVITE_FAMILY, ship)


@kernel
def begin_muster(g: Game, t: Tables) -> None:
    """Offer the lead of the active Fleet to invite others, where there are any."""
    for ship in range(t.ships):
        if can_be_invited(g, ship):
            push(g, MUSTER)
            return


@kernel
def invite(g: Game, ship: int) -> None:
    """The active Fleet invites a ship, whatever is under way."""
    push(g, MUSTER)
    put(g, MUSTER_SHIP, ship + 1)
    go(g, JOIN)


@kernel
def run_muster(g: Game, t: Tables) -> None:
    """Ask the lead whom to invite, then whoever is invited."""
    if get(g, STEP) == JOIN:
        ship = get(g, MUSTER_SHIP) - 1
        if g.captain[ship] == g.captain[g.lead]:
            answer(g, t, ship, True)
        else:
            ask_ship(g, ship, choices.D_JOIN)
            focus(g, -1, int(g.lead), -1)
        return
    for ship in range(t.ships):
        if can_be_invited(g, ship):
            ask_ship(g, int(g.lead), choices.D_INVITE)
            return
    pop(g)


@kernel
def legal_invite(g: Game, t: Tables, mask: Mask) -> None:
    """Any ship that can join, or nobody."""
    allow(t, mask, PASS, 0)
    allow_invitations(g, t, mask)


@kernel
def choose_invite(g: Game, t: Tables, action: int) -> None:
    """The ship is asked."""
    if family_of(t, action) == PASS:
        pop(g)
        return
    put(g, MUSTER_SHIP, named_ship(g, t, action) + 1)
    go(g, JOIN)


@kernel
def legal_join(g: Game, t: Tables, mask: Mask) -> None:
    """Join or refuse."""
    allow(t, mask, JOIN_FAMILY, 0)
    allow(t, mask, PASS, 0)


@kernel
def choose_join(g: Game, t: Tables, action: int) -> None:
    """The ship belongs to the Fleet from now on, or stays out of it while the Fleet is here."""
    answer(g, t, int(g.asked), family_of(t, action) == JOIN_FAMILY)


@kernel
def answer(g: Game, t: Tables, ship: int, joins: bool) -> None:
    """The Fleet has as many Actions left as the member with the fewest [344]."""
    if joins:
        g.fleet[ship] = g.active
        g.played[ship] = 1
        g.hidden[ship] = 0
        g.actions_left = min(int(g.actions_left), own_actions(g, t, ship))
        note(g, log.E_JOINED, ship, int(g.lead), 0, 0)
    else:
        g.refused[ship] = 1
    put(g, MUSTER_SHIP, 0)
    go(g, INVITE)
