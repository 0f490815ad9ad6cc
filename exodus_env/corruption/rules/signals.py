"""Signals and Keys [696-742]: Signals turned up, their instructions, Keys taken and put on the Main Rift.

A frame SIGNAL turns a Signal up, or follows one of its instructions, or does neither (`instruction` 0, begun at SOLVE):
then ships have come for a Key that can be taken.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import MODULE_SLOTS
from exodus_env.corruption.content.vocabulary import RESERVE
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules import choices as f
from exodus_env.corruption.rules.begin import CARD, begin_avatars, begin_effects
from exodus_env.corruption.rules.choices import allow_ship, ask_ship, named_ship
from exodus_env.corruption.rules.combat import begin_combat
from exodus_env.corruption.rules.detection import draw_enemy, engage
from exodus_env.corruption.rules.frames import SIGNAL, SIGNAL_INSTRUCTION, SIGNAL_KEY, SIGNAL_PLACE
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.maintenance import repair_cost, repaired_by
from exodus_env.corruption.rules.modules import discard_module, gain_xp
from exodus_env.corruption.rules.result import ACTIVATED, ON_SHIP, ON_SYSTEM, activated_keys, main_rift
from exodus_env.corruption.rules.rolls import begin_roll
from exodus_env.corruption.rules.ships import (
    NOBODY,
    fleet_has_class,
    is_with,
    lose_health,
    lose_scraps,
    mark_fleet,
    next_of_fleet,
    ships_left,
    usable_energy,
    use_energy,
)
from exodus_env.corruption.rules.systems import enemies_in, foes_in
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import STEP, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# Steps of SIGNAL.
TURN_UP: Final = 0
ASSIST: Final = 1
DISCARD: Final = 2
ROLLED: Final = 3
FOUGHT: Final = 4
SOLVE: Final = 5
CARRIER: Final = 6
TAKEN: Final = 7
LAST_STEP: Final = TAKEN

# What a Signal is.
FACE_DOWN: Final = 0
FACE_UP: Final = 1
SOLVED: Final = 2

NO_KEY: Final = -1

# Signals --------------------------------------------------------------------------------------------------------------


@kernel
def key_in(g: Game, t: Tables, slot: int, state: int) -> int:
    """The Key that lies in a system and whose Signal is in a state, NO_KEY where there is none."""
    for key in range(t.keys):
        if g.key_slot[key] == slot and g.key_state[key] == ON_SYSTEM and g.signal_state[key] == state:
            return key
    return NO_KEY


@kernel
def put_markers_back(g: Game, t: Tables, slot: int, amount: int) -> None:
    """Markers go back on the open Signal of a system, up to those it began with."""
    key = key_in(g, t, slot, FACE_UP)
    if key == NO_KEY:
        return
    most = int(t.signal_markers[g.signal[key]])
    g.signal_markers[key] = min(most, int(g.signal_markers[key]) + amount)
    note(g, log.E_MARKERS, key, int(g.signal_markers[key]), 0, 0)


@kernel
def take_markers(g: Game, key: int, amount: int) -> None:
    """Markers come off a Signal."""
    g.signal_markers[key] = max(0, int(g.signal_markers[key]) - amount)
    note(g, log.E_MARKERS, key, int(g.signal_markers[key]), 0, 0)


@kernel
def begin_signal(g: Game, key: int) -> None:
    """Push frame SIGNAL for a Key; nobody takes part yet."""
    g.taker[:] = 0
    push(g, SIGNAL)
    put(g, SIGNAL_KEY, key)


@kernel
def reveal_signal(g: Game, t: Tables, slot: int) -> None:
    """The Signal of the Key here is turned up and set up, and its rows `on_reveal` work [700]."""
    begin_signal(g, key_in(g, t, slot, FACE_DOWN))


@kernel
def run_signal(g: Game, t: Tables) -> None:
    """The Signal is turned up, or an instruction followed; when it is solved, its Key is taken."""
    step = get(g, STEP)
    if g.alive[g.lead] == 0 or step == TAKEN:
        g.taker[:] = 0
        pop(g)
    elif step == TURN_UP:
        if get(g, SIGNAL_INSTRUCTION) == 0:
            turn_up(g, t)
        else:
            follow(g, t)
    elif step == ASSIST:
        next_follower(g, t)
    elif step == DISCARD:
        ask_ship(g, follower(g, t), choices.D_DISCARD)
    elif step == ROLLED:
        end_roll(g, t)
    elif step == FOUGHT:
        end_fight(g, t)
    elif step == SOLVE:
        solve(g, t)
    else:
        ask_ship(g, int(g.lead), choices.D_CARRIER)


@kernel
def turn_up(g: Game, t: Tables) -> None:
    """The card is turned up, with its markers, and does what it does at once [700, 726]."""
    key = get(g, SIGNAL_KEY)
    card = int(g.signal[key])
    g.signal_state[key] = FACE_UP
    g.signal_markers[key] = t.signal_markers[card]
    note(g, log.E_SIGNAL, key, card, 0, 0)
    mark_fleet(g, t, int(g.lead))
    go(g, SOLVE)
    begin_effects(g, t.on_reveal[card], int(g.lead), CARD)


# Instructions ---------------------------------------------------------------------------------------------------------


@kernel
def allow_instructions(g: Game, t: Tables, mask: Mask) -> None:
    """The instructions of an open Signal here that can be followed; the class and what they take must be there."""
    key = key_in(g, t, int(g.slot[g.lead]), FACE_UP)
    if key == NO_KEY or g.signal_markers[key] == 0:
        return
    for instruction in range(t.instructions[g.signal[key]]):
        if can_be_followed(g, t, int(g.signal[key]), instruction):
            allow(t, mask, f.INTERACT, instruction)


@kernel
def can_be_followed(g: Game, t: Tables, card: int, instruction: int) -> bool:
    """Whether the active Fleet can follow an instruction: its class is there, and a ship that has what it takes."""
    lead = int(g.lead)
    if not fleet_has_class(g, t, lead, int(t.instruction[card, instruction, words.INSTRUCTION_SHIP_CLASS])):
        return False
    for ship in range(t.ships):
        if is_with(g, lead, ship) and can_follow(g, t, ship, card, instruction):
            return True
    return False


@kernel
def can_follow(g: Game, t: Tables, ship: int, card: int, instruction: int) -> bool:
    """Whether a ship has what an instruction takes."""
    kind = int(t.instruction[card, instruction, words.INSTRUCTION_KIND])
    amount = int(t.instruction[card, instruction, words.INSTRUCTION_AMOUNT])
    if kind == words.I_REPAIR:
        return g.scraps[ship] >= repair_cost(g, t, ship)
    if kind == words.I_PAY:
        return bool(g.scraps[ship] >= amount)
    if kind == words.I_POWER:
        return usable_energy(g, ship) >= amount
    if kind == words.I_DISCARD:
        for place in range(MODULE_SLOTS):
            if is_worth(g, t, ship, place, amount):
                return True
        return False
    if kind == words.I_SUFFER:
        return bool(g.health[ship] > amount)
    return True


@kernel
def is_worth(g: Game, t: Tables, ship: int, place: int, value: int) -> bool:
    """Whether a ship has a module in a slot that is worth enough."""
    kind = int(g.module[ship, place]) - 1
    return bool(kind >= 0 and t.module_value[kind] >= value)


@kernel
def begin_instruction(g: Game, t: Tables, instruction: int) -> None:
    """The active Fleet follows an instruction of the open Signal here; its Action is paid for."""
    begin_signal(g, key_in(g, t, int(g.slot[g.lead]), FACE_UP))
    put(g, SIGNAL_INSTRUCTION, instruction + 1)


@kernel
def followed(g: Game, t: Tables, column: int) -> int:
    """A column of the instruction that is followed."""
    return int(t.instruction[g.signal[get(g, SIGNAL_KEY)], get(g, SIGNAL_INSTRUCTION) - 1, column])


@kernel
def is_for_each(kind: int) -> bool:
    """Whether every ship of a Fleet may follow an instruction of a kind for the same Action."""
    return kind <= words.I_SUFFER


@kernel
def follow(g: Game, t: Tables) -> None:
    """What an instruction takes: of each ship that follows it, or of the Fleet together."""
    kind, amount = followed(g, t, words.INSTRUCTION_KIND), followed(g, t, words.INSTRUCTION_AMOUNT)
    if is_for_each(kind):
        go(g, ASSIST)
        return
    mark_fleet(g, t, int(g.lead))
    if kind == words.I_SKILL:
        go(g, ROLLED)
        begin_roll(g, words.W_SKILL, int(g.lead), followed(g, t, words.INSTRUCTION_OF), amount)
    elif kind == words.I_FIGHT:
        go(g, FOUGHT)
        begin_fight(g, t, amount, followed(g, t, words.INSTRUCTION_OF) == RESERVE)
    else:
        if kind == words.I_WAIT:
            g.turn_over = 1
        succeed(g, t)


@kernel
def succeed(g: Game, t: Tables) -> None:
    """The instruction takes its markers off."""
    take_markers(g, get(g, SIGNAL_KEY), followed(g, t, words.INSTRUCTION_REMOVES))
    go(g, SOLVE)


@kernel
def end_roll(g: Game, t: Tables) -> None:
    """A Skill Roll was made: markers come off, or it has its price."""
    if g.success == 1:
        succeed(g, t)
        return
    go(g, SOLVE)
    card, instruction = g.signal[get(g, SIGNAL_KEY)], get(g, SIGNAL_INSTRUCTION) - 1
    begin_effects(g, t.instruction_failure[card, instruction], int(g.lead), CARD)


@kernel
def begin_fight(g: Game, t: Tables, enemies: int, from_reserve: bool) -> None:
    """A fight with as many Enemies: those that lie here from an earlier one, and others to make up the number."""
    slot = int(g.slot[g.lead])
    for _ in range(enemies - enemies_in(g, slot)):
        draw_enemy(g, t, slot, from_reserve)
    if foes_in(g, slot) > 0:
        engage(g, t, int(g.lead))
        begin_combat(g, t)


@kernel
def end_fight(g: Game, t: Tables) -> None:
    """All of them must be beaten."""
    slot = int(g.key_slot[get(g, SIGNAL_KEY)])
    if g.slot[g.lead] == slot and enemies_in(g, slot) == 0:
        succeed(g, t)
    else:
        go(g, TAKEN)


# Instructions that every ship may follow ------------------------------------------------------------------------------


@kernel
def next_follower(g: Game, t: Tables) -> None:
    """The lead follows the instruction if it can; other ships that can are asked, as long as markers are left."""
    key = get(g, SIGNAL_KEY)
    if g.signal_markers[key] == 0:
        go(g, SOLVE)
        return
    ship = next_of_fleet(g, t, int(g.active), SIGNAL_PLACE)
    if ship == NOBODY:
        go(g, SOLVE)
    elif can_follow(g, t, ship, int(g.signal[key]), get(g, SIGNAL_INSTRUCTION) - 1):
        if ship == g.lead:
            follow_alone(g, t, ship)
        else:
            ask_ship(g, ship, choices.D_ASSIST)


@kernel
def follower(g: Game, t: Tables) -> int:
    """The ship that was looked at last."""
    return (int(g.active) + get(g, SIGNAL_PLACE) - 1) % int(t.ships)


@kernel
def legal_assist(g: Game, t: Tables, mask: Mask) -> None:
    """Follow the instruction as well, or not."""
    allow(t, mask, f.JOIN, 0)
    allow(t, mask, f.PASS, 0)


@kernel
def choose_assist(g: Game, t: Tables, action: int) -> None:
    """The ship does so, or not."""
    if family_of(t, action) == f.JOIN:
        follow_alone(g, t, int(g.asked))


@kernel
def follow_alone(g: Game, t: Tables, ship: int) -> None:
    """A ship gives what the instruction takes."""
    kind, amount = followed(g, t, words.INSTRUCTION_KIND), followed(g, t, words.INSTRUCTION_AMOUNT)
    g.taker[ship] = 1
    if kind == words.I_DISCARD:
        go(g, DISCARD)
        return
    removed = followed(g, t, words.INSTRUCTION_REMOVES)
    if kind == words.I_REPAIR:
        lose_scraps(g, ship, repair_cost(g, t, ship))
        gain_xp(g, t, ship, words.XP_REPAIR)
        removed = repaired_by(g, t, ship)
    elif kind == words.I_PAY:
        lose_scraps(g, ship, amount)
    elif kind == words.I_POWER:
        use_energy(g, t, ship, amount)
    else:
        lose_health(g, t, ship, amount)
    take_markers(g, get(g, SIGNAL_KEY), removed)


@kernel
def legal_discard(g: Game, t: Tables, mask: Mask) -> None:
    """The modules that are worth enough."""
    for place in range(MODULE_SLOTS):
        if is_worth(g, t, int(g.asked), place, followed(g, t, words.INSTRUCTION_AMOUNT)):
            allow(t, mask, f.LOSE_MODULE, place)


@kernel
def choose_discard(g: Game, t: Tables, action: int) -> None:
    """The module is gone."""
    ship = int(g.asked)
    note(g, log.E_LOST_MODULE, ship, discard_module(g, t, ship, first_factor(t, action)), 0, 0)
    take_markers(g, get(g, SIGNAL_KEY), followed(g, t, words.INSTRUCTION_REMOVES))
    go(g, ASSIST)


# Keys -----------------------------------------------------------------------------------------------------------------


@kernel
def is_solved(g: Game, t: Tables, key: int) -> bool:
    """Whether the Key of an open Signal can be taken: no markers, and as many ships here as it takes (or are left)."""
    here = 0
    for ship in range(t.ships):
        if g.alive[ship] == 1 and g.slot[ship] == g.key_slot[key]:
            here += 1
    needed = min(int(t.signal_ships[g.signal[key]]), ships_left(g, t))
    return bool(g.signal_markers[key] == 0 and here >= needed)


@kernel
def can_take_key(g: Game, t: Tables) -> bool:
    """Whether the active Fleet is where a Key only waits for ships to be taken [722]."""
    key = key_in(g, t, int(g.slot[g.lead]), FACE_UP)
    return key != NO_KEY and is_solved(g, t, key)


@kernel
def take_key(g: Game, t: Tables) -> None:
    """The active Fleet takes the Key that waits here, for no Action [722]."""
    begin_signal(g, key_in(g, t, int(g.slot[g.lead]), FACE_UP))
    mark_fleet(g, t, int(g.lead))
    go(g, SOLVE)


@kernel
def solve(g: Game, t: Tables) -> None:
    """If the Signal is solved, the card goes and the Fleet takes the Key [710, 718]."""
    key = get(g, SIGNAL_KEY)
    if g.slot[g.lead] != g.key_slot[key] or not is_solved(g, t, key):
        go(g, TAKEN)
        return
    g.signal_state[key] = SOLVED
    mark_fleet(g, t, int(g.lead))
    go(g, CARRIER)


@kernel
def legal_carrier(g: Game, t: Tables, mask: Mask) -> None:
    """Any ship of the active Fleet."""
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            allow_ship(g, t, mask, f.SHIP, ship)


@kernel
def choose_carrier(g: Game, t: Tables, action: int) -> None:
    """It carries the Key [710, 732]; then the Signal does what it does when it is solved."""
    key, ship = get(g, SIGNAL_KEY), named_ship(g, t, action)
    g.key_state[key] = ON_SHIP
    g.key_ship[key] = ship
    note(g, log.E_KEY, ship, key, 0, 0)
    go(g, TAKEN)
    begin_effects(g, t.on_solved[g.signal[key]], int(g.lead), CARD)


@kernel
def activate_keys(g: Game, t: Tables) -> None:
    """All Keys of the active Fleet go onto the Main Rift [736]; with the last one the Avatars move at once [738]."""
    rift = main_rift(g, t)
    for key in range(t.keys):
        ship = int(g.key_ship[key])
        if g.key_state[key] == ON_SHIP and is_with(g, int(g.lead), ship):
            g.key_state[key] = ACTIVATED
            g.key_ship[key] = -1
            g.key_slot[key] = rift
            note(g, log.E_ACTIVATED, ship, activated_keys(g, t), 0, 0)
    if activated_keys(g, t) == t.keys and g.final_rush == 0:
        g.final_rush = 1
        note(g, log.E_RUSH, 0, 0, 0, 0)
        begin_avatars(g, rift)
