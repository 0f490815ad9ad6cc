"""The course of a game [290-300]: frame GAME turn by turn, ACTION_PHASE ship by ship, ACTIVATION of one of them."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules.choices import GO, PASS, SHIP, allow_ship, ask_seat, ask_ship, named_ship
from exodus_env.corruption.rules.combat import begin_combat
from exodus_env.corruption.rules.detection import begin_detection, engage
from exodus_env.corruption.rules.fights import is_engaged
from exodus_env.corruption.rules.fleets import begin_muster, own_actions
from exodus_env.corruption.rules.frames import (
    ACTION_PHASE,
    ACTION_PHASE_WAITING,
    ACTIVATION,
    ACTIVATION_PLACE,
    CORRUPTION,
    END_PHASE,
    SETTING_UP,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.phases import IN_ACTION_PHASE, IN_CORRUPTION_PHASE, IN_END_PHASE
from exodus_env.corruption.rules.result import seal_rift
from exodus_env.corruption.rules.rolls import begin_roll
from exodus_env.corruption.rules.scratch import clear_scratch
from exodus_env.corruption.rules.ships import NOBODY, is_with, next_of_fleet
from exodus_env.corruption.rules.signals import can_take_key, take_key
from exodus_env.corruption.rules.systems import foes_in
from exodus_env.corruption.rules.windows import begin_action, open_window
from exodus_env.corruption.tables import LEADER, Tables
from exodus_env.kit.choices import allow, family_of
from exodus_env.kit.flow import STEP, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# Steps of GAME.
SETUP: Final = 0
ACTIONS: Final = 1
SEAL: Final = 2
RISE: Final = 3
NEXT_TURN: Final = 4

# Steps of ACTIVATION.
FOUND: Final = 0
BEGIN: Final = 1
OTHERS: Final = 2
MENU: Final = 3
ENDING: Final = 4
ENDED: Final = 5


@kernel
def run_game(g: Game, t: Tables) -> None:
    """Setup, then Action phase, Corruption phase and End phase of each turn."""
    step = get(g, STEP)
    if step == SETUP:
        go(g, ACTIONS)
        push(g, SETTING_UP)
    elif step == ACTIONS:
        begin_turn(g, t)
        go(g, SEAL)
        push(g, ACTION_PHASE)
    elif step == SEAL:
        seal_rift(g, t)
        g.phase = IN_CORRUPTION_PHASE
        go(g, RISE)
        push(g, CORRUPTION)
    elif step == RISE:
        g.phase = IN_END_PHASE
        go(g, NEXT_TURN)
        push(g, END_PHASE)
    else:
        g.leader = (g.leader + 1) % t.players
        go(g, ACTIONS)


@kernel
def begin_turn(g: Game, t: Tables) -> None:
    """A turn begins; what can be done once a turn can be done again."""
    g.turn += 1
    g.phase = IN_ACTION_PHASE
    g.played[:] = 0
    g.strained[:] = 0
    g.scavenged[:] = 0
    g.served[:] = 0
    g.refused[:] = 0
    g.probes[:] = 0
    g.energy_saved[:] = 0
    g.fled[:] = 0
    note(g, log.E_TURN, int(g.turn), 0, 0, 0)


# The order of play ----------------------------------------------------------------------------------------------------


@kernel
def run_action_phase(g: Game, t: Tables) -> None:
    """Who goes next [298]: the leader names a ship, or captains volunteer."""
    captain = common_captain(g, t)
    if captain == NOBODY:
        pop(g)
    elif t.order == LEADER:
        ask_seat(g, int(g.leader), choices.D_NEXT_SHIP)
    elif captain < t.players:
        ask_seat(g, captain, choices.D_NEXT_SHIP)
    else:
        ask_volunteer(g, t)


@kernel
def can_go(g: Game, ship: int) -> bool:
    """Whether a ship has still to play this turn."""
    return bool(g.alive[ship] == 1 and g.played[ship] == 0)


@kernel
def common_captain(g: Game, t: Tables) -> int:
    """The captain of all ships that have still to play; NOBODY without any, `t.players` where there are several."""
    captain = NOBODY
    for ship in range(t.ships):
        if can_go(g, ship):
            if captain != NOBODY and captain != g.captain[ship]:
                return int(t.players)
            captain = int(g.captain[ship])
    return captain


@kernel
def ask_volunteer(g: Game, t: Tables) -> None:
    """Ask ship by ship from the leader's first one on; who waits is not asked again before another has played."""
    waiting = get(g, ACTION_PHASE_WAITING)
    for place in range(t.ships):
        ship = (int(g.leader) + place) % int(t.ships)
        if can_go(g, ship) and waiting >> ship & 1 == 0:
            ask_ship(g, ship, choices.D_VOLUNTEER)
            return


@kernel
def legal_next_ship(g: Game, t: Tables, mask: Mask) -> None:
    """Any ship that has still to play."""
    for ship in range(t.ships):
        if can_go(g, ship):
            allow_ship(g, t, mask, SHIP, ship)


@kernel
def choose_next_ship(g: Game, t: Tables, action: int) -> None:
    """Its turn begins."""
    begin_activation(g, t, named_ship(g, t, action))


@kernel
def legal_volunteer(g: Game, t: Tables, mask: Mask) -> None:
    """Go, or wait; the last one that has not waited goes."""
    allow(t, mask, GO, 0)
    for ship in range(t.ships):
        if ship != g.asked and can_go(g, ship) and get(g, ACTION_PHASE_WAITING) >> ship & 1 == 0:
            allow(t, mask, PASS, 0)


@kernel
def choose_volunteer(g: Game, t: Tables, action: int) -> None:
    """Its turn begins, or another is asked."""
    if family_of(t, action) == GO:
        begin_activation(g, t, int(g.asked))
    else:
        put(g, ACTION_PHASE_WAITING, get(g, ACTION_PHASE_WAITING) | 1 << int(g.asked))


# A turn of a ship or Fleet --------------------------------------------------------------------------------------------


@kernel
def begin_activation(g: Game, t: Tables, ship: int) -> None:
    """A ship flips its Activation marker and has its Actions."""
    put(g, ACTION_PHASE_WAITING, 0)
    g.active = g.fleet[ship]
    g.lead = ship
    g.played[ship] = 1
    g.hidden[ship] = 0
    g.refused[:] = 0
    g.turn_over = 0
    g.actions_left = own_actions(g, t, ship)
    note(g, log.E_BEGINS, ship, 0, 0, 0)
    begin_action(g)
    push(g, ACTIVATION)


@kernel
def run_activation(g: Game, t: Tables) -> None:
    """Found a Fleet, see whether it is detected, act until the turn is over, pay for straining [300, 427, 500]."""
    step = get(g, STEP)
    if step == FOUND:
        go(g, BEGIN)
        begin_muster(g, t)
    elif step == BEGIN:
        go(g, OTHERS)
        begin_detection(g, t)
    elif step == OTHERS:
        free = g.turn_over == 0 and not is_engaged(g, t, int(g.lead))
        if free and can_take_key(g, t):
            take_key(g, t)
            return
        go(g, MENU)
        if free:
            open_window(g, t, words.W_MENU, int(g.lead))
    elif step == MENU:
        if g.turn_over == 1:
            go(g, ENDING)
        elif is_engaged(g, t, int(g.lead)):
            fight_on(g, t)
        else:
            ask_ship(g, int(g.lead), choices.D_MENU)
    elif step == ENDING:
        roll_for_strain(g, t)
    else:
        clear_scratch(g)
        g.active = -1
        g.lead = -1
        g.actions_left = 0
        g.turn_over = 0
        pop(g)


@kernel
def fight_on(g: Game, t: Tables) -> None:
    """Engaged ships can do nothing else [804]; if nobody is left to fight, they are free."""
    if foes_in(g, int(g.slot[g.lead])) > 0:
        engage(g, t, int(g.lead))  # those who have come to help, too
        begin_combat(g, t)
        return
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            g.engaged[ship] = 0


@kernel
def roll_for_strain(g: Game, t: Tables) -> None:
    """A Damage Roll for each ship of the Fleet that has strained its engine [427]."""
    begin_action(g)
    ship = next_of_fleet(g, t, int(g.active), ACTIVATION_PLACE)
    if ship == NOBODY:
        go(g, ENDED)
    elif g.strained[ship] == 1:
        begin_roll(g, words.W_DAMAGE, ship, 0, 0)
