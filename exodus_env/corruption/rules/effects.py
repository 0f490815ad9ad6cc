"""What rows do: equipment, options of Explorations, Signals, services of Allies, abilities of Enemies.

A frame EFFECTS carries its rows out one after the other, for one ship concerned after the other, and asks for what has
to be chosen. A row ends where nothing is left to choose. Operations on dice and the attack stand in attack_effects.py.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import (
    ACTIONS_LEFT,
    AVATARS,
    DICE,
    LEVELS,
    MODULE_SLOTS,
    SCRAPS,
    SIDES,
    TILES,
)
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules import choices as f
from exodus_env.corruption.rules.attack_effects import change_attack
from exodus_env.corruption.rules.begin import ABILITY, END_PHASE, EQUIPMENT, SERVICE, begin_avatars
from exodus_env.corruption.rules.choices import allow_ship, ask_ship, named_ship
from exodus_env.corruption.rules.corruption import advance_corruption
from exodus_env.corruption.rules.dice import can_change_die, change_die
from exodus_env.corruption.rules.exploration import redraw
from exodus_env.corruption.rules.fights import nth_foe, wound
from exodus_env.corruption.rules.frames import (
    EFFECTS,
    EFFECTS_GOT,
    EFFECTS_LEFT,
    EFFECTS_MODULE,
    EFFECTS_PLACE,
    EFFECTS_ROW,
    EFFECTS_ROWS,
    EFFECTS_SHIP,
    EFFECTS_SOURCE,
    EFFECTS_SYSTEM,
    EFFECTS_TARGET,
    WINDOW,
    WINDOW_KIND,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import (
    LOCKED,
    LOST,
    add_xp,
    discard_module,
    draw_module,
    gain_module,
    gain_xp,
    recompute_modifiers,
)
from exodus_env.corruption.rules.movement import enter, joined
from exodus_env.corruption.rules.reveal import begin_reveal
from exodus_env.corruption.rules.ships import (
    drain_energy,
    draw_damaged,
    gain_scraps,
    is_with,
    leave_fleet,
    lose_health,
    lose_scraps,
    recover_energy,
    recover_health,
    remove_damaged,
)
from exodus_env.corruption.rules.signals import put_markers_back
from exodus_env.corruption.rules.systems import can_reveal, foes_in, has_avatar, measure, pacify
from exodus_env.corruption.rules.useful import (
    can_call,
    can_call_any,
    can_pacify,
    can_pin,
    can_pin_any,
    can_reveal_beside,
    helps,
)
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import KIND, STEP, add, focus, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel
from exodus_env.kit.ways import FAR, start_from

# Steps of EFFECTS: what is asked, if anything. EACH goes from ship to ship, INSTALL from module to module.
NEXT_ROW: Final = 0
TARGET: Final = 1
DIE: Final = 2
STRIKE: Final = 3
MEND: Final = 4
SHARE: Final = 5
REVEAL_FROM: Final = 6
REVEAL_AT: Final = 7
PACIFY: Final = 8
JUMP_TO: Final = 9
CALL: Final = 10
PIN: Final = 11
LOSE: Final = 12
EACH: Final = 13
INSTALL: Final = 14
LAST_STEP: Final = INSTALL

# Rows, and the ships they concern -------------------------------------------------------------------------------------


@kernel
def run_effects(g: Game, t: Tables) -> None:
    """The next row, or what is left of one."""
    if get(g, EFFECTS_ROWS) == 0 or not has_somebody(g, t):
        end(g)
        return
    step = get(g, STEP)
    if step == NEXT_ROW:
        begin_row(g, t)
    elif step == TARGET:
        ask_target(g, t)
    elif step == EACH:
        next_ship(g, t)
    elif step == SHARE:
        share_out(g, t)
    elif step == INSTALL:
        install_next(g, t)
    elif step == DIE or step == MEND or step == LOSE:
        ask_ship_concerned(g, t, step)
    else:
        ask_on_map(g, t, step)


@kernel
def end(g: Game) -> None:
    """No rows are left; nobody takes part in a service any more."""
    if get(g, EFFECTS_SOURCE) == SERVICE:
        g.taker[:] = 0
    pop(g)


@kernel
def row_column(g: Game, t: Tables, column: int) -> int:
    """A column of the row that is carried out."""
    return int(t.row[get(g, EFFECTS_ROW), column])


@kernel
def operation_of(g: Game, t: Tables) -> int:
    """What the row does."""
    return row_column(g, t, words.ROW_OPERATION)


@kernel
def is_shared_out(g: Game) -> bool:
    """Whether rows concern the ships marked in `g.taker`: those of cards, services and Signals in the End phase."""
    source = get(g, EFFECTS_SOURCE)
    return source != EQUIPMENT and source != ABILITY


@kernel
def is_concerned(g: Game, ship: int) -> bool:
    """Whether a row for the Fleet, or to be shared out, concerns a ship."""
    if is_shared_out(g):
        return bool(g.alive[ship] == 1 and g.taker[ship] == 1)
    return is_with(g, get(g, EFFECTS_SHIP), ship)


@kernel
def has_somebody(g: Game, t: Tables) -> bool:
    """Whether anybody is there for the rows; where the ship that leads takers has fallen, another one leads them."""
    source = get(g, EFFECTS_SOURCE)
    if source == END_PHASE or source == ABILITY or g.alive[get(g, EFFECTS_SHIP)] == 1:
        return True
    if source != EQUIPMENT:
        for ship in range(t.ships):
            if is_concerned(g, ship):
                put(g, EFFECTS_SHIP, ship)
                return True
    return False


@kernel
def begin_row(g: Game, t: Tables) -> None:
    """Find out whom the row is for."""
    put(g, EFFECTS_LEFT, row_column(g, t, words.ROW_AMOUNT))
    target = row_column(g, t, words.ROW_TARGET)
    if target == words.T_FLEET:
        go(g, EACH)
    elif target == words.T_SHARED:
        go(g, SHARE)
    elif target == words.T_SHIP or target == words.T_OTHER:
        go(g, TARGET)
    elif target == words.T_SELF:
        concern(g, t, get(g, EFFECTS_SHIP))
    else:
        begin_on_map(g, t)


@kernel
def end_row(g: Game) -> None:
    """The row is done, and the next one follows."""
    add(g, EFFECTS_ROW, 1)
    add(g, EFFECTS_ROWS, -1)
    for column in (EFFECTS_LEFT, EFFECTS_TARGET, EFFECTS_PLACE, EFFECTS_SYSTEM, EFFECTS_MODULE, EFFECTS_GOT):
        put(g, column, 0)
    go(g, NEXT_ROW)


@kernel
def next_ship(g: Game, t: Tables) -> None:
    """The row is for the next ship that is concerned."""
    place = get(g, EFFECTS_PLACE)
    while place < t.ships:
        ship = place
        place += 1
        if is_concerned(g, ship):
            put(g, EFFECTS_PLACE, place)
            put(g, EFFECTS_LEFT, row_column(g, t, words.ROW_AMOUNT))
            concern(g, t, ship)
            return
    end_row(g)


@kernel
def end_ship(g: Game, t: Tables) -> None:
    """The row is done for a ship."""
    put(g, EFFECTS_TARGET, 0)
    if row_column(g, t, words.ROW_TARGET) == words.T_FLEET:
        go(g, EACH)
    else:
        end_row(g)


@kernel
def concern(g: Game, t: Tables, ship: int) -> None:
    """The row is for a ship: what needs no choice is done at once."""
    operation = operation_of(g, t)
    put(g, EFFECTS_TARGET, ship + 1)
    if is_of_dice(operation):
        go(g, DIE)
    elif operation == words.DO_MEND:
        go(g, MEND)
    elif operation == words.DO_TAKE_MODULE:
        go(g, LOSE)
    elif operation == words.DO_MODULE or operation == words.DO_PRECURSOR:
        go(g, INSTALL)
    else:
        amount = get(g, EFFECTS_LEFT)
        if not care_for(g, t, operation, ship, amount) and not harm(g, t, operation, ship, amount):
            change_attack(g, t, operation, ship, amount, row_column(g, t, words.ROW_OF))
        end_ship(g, t)


@kernel
def is_of_dice(operation: int) -> bool:
    """Whether an operation changes single dice of the roll."""
    return operation == words.DO_REROLL or operation == words.DO_IGNORE or operation == words.DO_TURN


# What needs no choice -------------------------------------------------------------------------------------------------


@kernel
def care_for(g: Game, t: Tables, operation: int, ship: int, amount: int) -> bool:
    """What is good for a ship; whether the operation is one of these."""
    if operation == words.DO_HEAL:
        healed = recover_health(g, t, ship, amount)
        if healed > 0 and get(g, EFFECTS_SOURCE) == EQUIPMENT:
            gain_xp(g, t, get(g, EFFECTS_SHIP), words.XP_REPAIR)
    elif operation == words.DO_ENERGY:
        recover_energy(g, ship, amount)
    elif operation == words.DO_SCRAP:
        gain_scraps(g, t, ship, amount)
    elif operation == words.DO_XP:
        add_xp(g, t, ship, amount)
    else:
        return False
    return True


@kernel
def harm(g: Game, t: Tables, operation: int, ship: int, amount: int) -> bool:
    """What is bad for a ship; whether the operation is one of these."""
    if operation == words.DO_HURT:
        lose_health(g, t, ship, amount)
    elif operation == words.DO_DAMAGED:
        for _ in range(amount):
            draw_damaged(g, t, ship)
    elif operation == words.DO_DRAIN:
        drain_energy(g, ship, amount)
    elif operation == words.DO_STEAL:
        lose_scraps(g, ship, amount)
    elif operation == words.DO_TAKE_ENERGY:
        take_energy(g, ship, amount)
    elif operation == words.DO_TAKE_HEALTH:
        take_health(g, t, ship, amount)
    else:
        return False
    return True


@kernel
def take_energy(g: Game, ship: int, amount: int) -> None:
    """Energy markers of a ship are lost, the last one first [981]; they can be bought again."""
    g.energy[ship] = max(0, int(g.energy[ship]) - amount)
    g.ready[ship] = min(int(g.ready[ship]), int(g.energy[ship]))


@kernel
def take_health(g: Game, t: Tables, ship: int, amount: int) -> None:
    """Health markers of a ship are lost, those without Health first [980]; a ship in play keeps one (ours)."""
    health = int(g.health[ship])
    for _ in range(amount):
        if g.alive[ship] == 1 and g.markers[ship] > 1:
            g.health_gone[ship] += 1
            recompute_modifiers(g, t, ship)
            g.health[ship] = min(health, int(g.markers[ship]))


# On the map -----------------------------------------------------------------------------------------------------------


@kernel
def system_of(g: Game) -> int:
    """The system the rows are carried out in."""
    of = get(g, EFFECTS_SHIP)
    return int(g.key_slot[of]) if get(g, EFFECTS_SOURCE) == END_PHASE else int(g.slot[of])


@kernel
def begin_on_map(g: Game, t: Tables) -> None:
    """A row that is for nobody: the map, the Corruption, the attack."""
    operation = operation_of(g, t)
    if operation == words.DO_REVEAL:
        go(g, REVEAL_FROM)
    elif operation == words.DO_PACIFY:
        go(g, PACIFY)
    elif operation == words.DO_JUMP:
        go(g, JUMP_TO)
    elif operation == words.DO_CALL:
        go(g, CALL)
    elif operation == words.DO_PIN:
        go(g, PIN)
    elif operation == words.DO_STRIKE and window_of(g) == words.W_ENGAGE:
        go(g, STRIKE)
    else:
        change_game(g, t, operation, get(g, EFFECTS_LEFT))


@kernel
def change_game(g: Game, t: Tables, operation: int, amount: int) -> None:
    """A row that is for nobody and needs no choice; what it sets off comes before the next row."""
    slot, ship, of = system_of(g), get(g, EFFECTS_SHIP), row_column(g, t, words.ROW_OF)
    end_row(g)
    if operation == words.DO_ACTION:
        g.actions_left = min(ACTIONS_LEFT, int(g.actions_left) + amount)
    elif operation == words.DO_END_TURN:
        g.turn_over = 1
    elif operation == words.DO_WORMHOLE:
        g.gate[slot] = 1
        note(g, log.E_WORMHOLE, slot, 0, 0, 0)
    elif operation == words.DO_REDRAW:
        redraw(g)
    elif operation == words.DO_RESTORE:
        put_markers_back(g, t, slot, amount)
    elif operation == words.DO_ADVANCE:
        advance_corruption(g, t, amount)
    elif operation == words.DO_RALLY:
        note(g, log.E_RUSH, 0, 0, 0, 0)
        begin_avatars(g, slot)
    elif not change_rift(g, operation, slot) and not change_pace(g, operation, amount):
        change_attack(g, t, operation, ship, amount, of)


@kernel
def change_rift(g: Game, operation: int, slot: int) -> bool:
    """A Rift is disabled or opened for the rest of the game [672, 692]; whether the operation is one of these."""
    if operation != words.DO_CLOSE_RIFT and operation != words.DO_OPEN_RIFT:
        return False
    g.rift[slot] = int(operation == words.DO_OPEN_RIFT)
    note(g, log.E_RIFT_OPENED if g.rift[slot] == 1 else log.E_RIFT_CLOSED, slot, 0, 0, 0)
    return True


@kernel
def change_pace(g: Game, operation: int, amount: int) -> bool:
    """Avatars move less or more, or the marker is held, in the next Corruption phase [652, 680]; whether it is one."""
    if operation == words.DO_SLOW:
        g.avatar_moves = max(-TILES, int(g.avatar_moves) - amount)
        note(g, log.E_SLOWED, amount, 0, 0, 0)
    elif operation == words.DO_HASTEN:
        g.avatar_moves = min(TILES, int(g.avatar_moves) + amount)  # no way is longer
        note(g, log.E_HASTENED, amount, 0, 0, 0)
    elif operation == words.DO_HOLD:
        g.hold = 1
        note(g, log.E_HELD, 0, 0, 0, 0)
    else:
        return False
    return True


# Which ship -----------------------------------------------------------------------------------------------------------


@kernel
def window_of(g: Game) -> int:
    """The window the equipment is used in: that of the frame below, or of the menu."""
    for depth in range(int(g.depth) - 2, -1, -1):
        if g.stack[depth, KIND] == WINDOW:
            return int(g.stack[depth, WINDOW_KIND])
        if g.stack[depth, KIND] != EFFECTS:
            return words.W_MENU
    return words.W_MENU


@kernel
def can_be_target(g: Game, t: Tables, ship: int) -> bool:
    """Whether the row can be for a ship, and would do anything: a ship here, or one of the fight or roll."""
    user = get(g, EFFECTS_SHIP)
    window = window_of(g)
    if g.alive[ship] == 0 or (ship == user and row_column(g, t, words.ROW_TARGET) == words.T_OTHER):
        return False
    if window == words.W_MENU or window == words.W_REVEAL or window == words.W_EXPLORE:
        if g.slot[ship] != g.slot[user]:
            return False
    elif not is_with(g, user, ship) or (rolls_dice(window) and g.colour[ship, 0] < 0):
        return False
    operation = operation_of(g, t)
    if is_of_dice(operation):
        return has_die(g, t, operation, ship)
    return helps(g, operation, ship)


@kernel
def rolls_dice(window: int) -> bool:
    """Whether the dice of all who take part lie there in a window."""
    if window == words.W_AFTER_ATTACK or window == words.W_DAMAGE:
        return True
    return window == words.W_DETECTION or window == words.W_SKILL


@kernel
def ask_target(g: Game, t: Tables) -> None:
    """Ask which ship the row is for, if it would do anything for any."""
    for ship in range(t.ships):
        if can_be_target(g, t, ship):
            ask_ship(g, get(g, EFFECTS_SHIP), choices.D_TARGET)
            focus(g, -1, -1, get(g, EFFECTS_ROW))
            return
    end_row(g)


@kernel
def legal_target(g: Game, t: Tables, mask: Mask) -> None:
    """The ships the row can be for."""
    for ship in range(t.ships):
        if can_be_target(g, t, ship):
            allow_ship(g, t, mask, f.SHIP, ship)


@kernel
def choose_target(g: Game, t: Tables, action: int) -> None:
    """It is for that ship."""
    concern(g, t, named_ship(g, t, action))


# Dice, Damaged cards and equipment of the ship concerned --------------------------------------------------------------


@kernel
def target_of(g: Game) -> int:
    """The ship the row is for at the moment."""
    return get(g, EFFECTS_TARGET) - 1


@kernel
def ask_ship_concerned(g: Game, t: Tables, step: int) -> None:
    """Ask for the next die, Damaged card or piece of equipment, as long as any is left."""
    ship = target_of(g)
    operation = operation_of(g, t)
    if get(g, EFFECTS_LEFT) == 0 or g.alive[ship] == 0:
        end_ship(g, t)
    elif step == DIE:
        if has_die(g, t, operation, ship):
            ask_ship(g, get(g, EFFECTS_SHIP), choices.D_DIE)
            focus(g, -1, ship, get(g, EFFECTS_ROW))
        else:
            end_ship(g, t)
    elif not helps(g, operation, ship):
        end_ship(g, t)
    elif step == MEND:
        ask_ship(g, ship, choices.D_MEND)
        focus(g, -1, -1, get(g, EFFECTS_ROW))
    else:
        ask_ship(g, ship, choices.D_LOSE)


@kernel
def can_choose_die(g: Game, t: Tables, operation: int, ship: int, number: int) -> bool:
    """Whether the operation can change a die of a ship, and none before it that is the same."""
    of = row_column(g, t, words.ROW_OF)
    if not can_change_die(g, t, operation, ship, number, of):
        return False
    for earlier in range(number):
        same = g.face[ship, earlier] == g.face[ship, number] and g.colour[ship, earlier] == g.colour[ship, number]
        if same and can_change_die(g, t, operation, ship, earlier, of):
            return False
    return True


@kernel
def has_die(g: Game, t: Tables, operation: int, ship: int) -> bool:
    """Whether the operation can change any die of a ship."""
    for number in range(DICE):
        if can_choose_die(g, t, operation, ship, number):
            return True
    return False


@kernel
def legal_die(g: Game, t: Tables, mask: Mask) -> None:
    """The dice the operation can change, or none."""
    allow(t, mask, f.PASS, 0)
    for number in range(DICE):
        if can_choose_die(g, t, operation_of(g, t), target_of(g), number):
            allow(t, mask, f.DIE, number)


@kernel
def choose_die(g: Game, t: Tables, action: int) -> None:
    """The die is rolled again, ignored or turned."""
    if family_of(t, action) == f.PASS:
        put(g, EFFECTS_LEFT, 0)
        return
    add(g, EFFECTS_LEFT, -1)
    change_die(g, t, operation_of(g, t), target_of(g), first_factor(t, action), row_column(g, t, words.ROW_INTO))


@kernel
def legal_mend(g: Game, t: Tables, mask: Mask) -> None:
    """The kinds of Damaged card the ship has."""
    for kind in range(g.damaged.shape[1]):
        if g.damaged[target_of(g), kind] > 0:
            allow(t, mask, f.DAMAGED, kind)


@kernel
def choose_mend(g: Game, t: Tables, action: int) -> None:
    """The card is removed."""
    add(g, EFFECTS_LEFT, -1)
    remove_damaged(g, t, target_of(g), first_factor(t, action))


@kernel
def legal_lose(g: Game, t: Tables, mask: Mask) -> None:
    """All Mods and modules of the ship [982]."""
    ship = target_of(g)
    for place in range(LEVELS):
        if g.mod[ship, place] != LOCKED and g.mod[ship, place] != LOST:
            allow(t, mask, f.LOSE_MOD, place)
    for place in range(MODULE_SLOTS):
        if g.module[ship, place] > 0:
            allow(t, mask, f.LOSE_MODULE, place)


@kernel
def choose_lose(g: Game, t: Tables, action: int) -> None:
    """It is lost for good."""
    ship, place = target_of(g), first_factor(t, action)
    add(g, EFFECTS_LEFT, -1)
    if family_of(t, action) == f.LOSE_MOD:
        g.mod[ship, place] = LOST
        note(g, log.E_LOST_MOD, ship, place, 0, 0)
        recompute_modifiers(g, t, ship)
    else:
        note(g, log.E_LOST_MODULE, ship, discard_module(g, t, ship, place), 0, 0)


# Modules, and what is shared out --------------------------------------------------------------------------------------


@kernel
def draw_for_row(g: Game, t: Tables) -> int:
    """The kind of the next module the row gives, -1 where its deck is empty."""
    return draw_module(g, operation_of(g, t) == words.DO_PRECURSOR)


@kernel
def install_next(g: Game, t: Tables) -> None:
    """The next module is drawn and installed; whatever it needs is settled before the one after it."""
    kind = draw_for_row(g, t) if get(g, EFFECTS_LEFT) > 0 else -1
    if kind < 0:
        end_ship(g, t)
        return
    add(g, EFFECTS_LEFT, -1)
    gain_module(g, t, target_of(g), kind)


@kernel
def share_out(g: Game, t: Tables) -> None:
    """The next piece is shared out: a Scrap, or a module once everybody has seen it [640-648]."""
    if get(g, EFFECTS_LEFT) == 0:
        end_sharing(g, t)
        return
    if operation_of(g, t) != words.DO_SCRAP and get(g, EFFECTS_MODULE) == 0:
        kind = draw_for_row(g, t)
        if kind < 0:
            end_row(g)
            return
        put(g, EFFECTS_MODULE, kind + 1)
    if sharers(g, t) == 0:
        end_row(g)
        return
    ask_ship(g, get(g, EFFECTS_SHIP), choices.D_SHARE)
    focus(g, -1, -1, get(g, EFFECTS_MODULE))


@kernel
def sharers(g: Game, t: Tables) -> int:
    """How many ships share."""
    count = 0
    for ship in range(t.ships):
        if is_concerned(g, ship):
            count += 1
    return count


@kernel
def legal_share(g: Game, t: Tables, mask: Mask) -> None:
    """The ships that share it out."""
    for ship in range(t.ships):
        if is_concerned(g, ship):
            allow_ship(g, t, mask, f.SHIP, ship)


@kernel
def choose_share(g: Game, t: Tables, action: int) -> None:
    """The ship gets one piece of it; Scraps that nobody else can have all at once."""
    ship = named_ship(g, t, action)
    if operation_of(g, t) == words.DO_SCRAP:
        pieces = 1 if sharers(g, t) > 1 else get(g, EFFECTS_LEFT)
        put(g, EFFECTS_GOT, get(g, EFFECTS_GOT) | 1 << ship)
        g.scraps[ship] = min(SCRAPS, int(g.scraps[ship]) + pieces)
        note(g, log.E_SCRAPS, ship, pieces, 0, 0)
        add(g, EFFECTS_LEFT, -pieces)
        return
    kind = get(g, EFFECTS_MODULE) - 1
    put(g, EFFECTS_MODULE, 0)
    add(g, EFFECTS_LEFT, -1)
    gain_module(g, t, ship, kind)


@kernel
def end_sharing(g: Game, t: Tables) -> None:
    """Whoever has got Scraps has gained Scraps once, however many."""
    for ship in range(t.ships):
        if get(g, EFFECTS_GOT) >> ship & 1 == 1:
            gain_xp(g, t, ship, words.XP_SCRAP)
    end_row(g)


# Choices on the map ---------------------------------------------------------------------------------------------------


@kernel
def ask_on_map(g: Game, t: Tables, step: int) -> None:
    """Ask for the next system, ship, Avatar or Enemy, as long as any is left."""
    ship = get(g, EFFECTS_SHIP)
    if get(g, EFFECTS_LEFT) == 0 or not is_any_left(g, t, step):
        end_row(g)
    elif step == REVEAL_FROM:
        ask_ship(g, ship, choices.D_REVEAL_FROM)
    elif step == REVEAL_AT:
        ask_ship(g, ship, choices.D_REVEAL_AT)
        focus(g, get(g, EFFECTS_SYSTEM) - 1, -1, -1)
    elif step == PACIFY:
        ask_ship(g, ship, choices.D_PACIFY)
    elif step == JUMP_TO:
        ask_ship(g, ship, choices.D_JUMP_TO)
    elif step == CALL:
        ask_ship(g, ship, choices.D_CALL)
    elif step == PIN:
        ask_ship(g, ship, choices.D_PIN)
    else:
        ask_ship(g, ship, choices.D_STRIKE)


@kernel
def is_any_left(g: Game, t: Tables, step: int) -> bool:
    """Whether there is anything to choose in a step."""
    if step == STRIKE:
        for number in range(foes_in(g, system_of(g))):
            if g.foe_health[nth_foe(g, system_of(g), number)] > 0:
                return True
        return False
    if step == CALL:
        return can_call_any(g, t, system_of(g), get(g, EFFECTS_LEFT))
    if step == PIN:
        return can_pin_any(g, t)
    if step == JUMP_TO:
        measure_jump(g, t)
    for slot in range(g.systems):
        if is_system_for(g, t, step, slot):
            return True
    return False


@kernel
def is_system_for(g: Game, t: Tables, step: int, slot: int) -> bool:
    """Whether a system can be chosen in a step; ways of a jump have been measured."""
    if step == REVEAL_FROM:
        return can_reveal_beside(g, t, slot)
    if step == PACIFY:
        return can_pacify(g, t, slot)
    if step == JUMP_TO:
        return can_jump_to(g, t, slot)
    return True


@kernel
def allow_systems(g: Game, t: Tables, mask: Mask, step: int) -> None:
    """All systems that can be chosen in a step."""
    for slot in range(g.systems):
        if is_system_for(g, t, step, slot):
            allow(t, mask, f.SYSTEM, slot)


@kernel
def legal_reveal_from(g: Game, t: Tables, mask: Mask) -> None:
    """The systems that a new one can be joined to."""
    allow_systems(g, t, mask, REVEAL_FROM)


@kernel
def choose_reveal_from(g: Game, t: Tables, action: int) -> None:
    """The space beside it is asked next."""
    put(g, EFFECTS_SYSTEM, 1 + first_factor(t, action))
    go(g, REVEAL_AT)


@kernel
def legal_reveal_at(g: Game, t: Tables, mask: Mask) -> None:
    """The spaces beside the system where a lane leads."""
    for direction in range(SIDES):
        if can_reveal(g, t, get(g, EFFECTS_SYSTEM) - 1, direction):
            allow(t, mask, f.DIRECTION, direction)


@kernel
def choose_reveal_at(g: Game, t: Tables, action: int) -> None:
    """The system is revealed there."""
    ship, slot = get(g, EFFECTS_SHIP), get(g, EFFECTS_SYSTEM) - 1
    add(g, EFFECTS_LEFT, -1)
    put(g, EFFECTS_SYSTEM, 0)
    go(g, REVEAL_FROM)
    begin_reveal(g, ship, slot, first_factor(t, action), 0)


@kernel
def legal_pacify(g: Game, t: Tables, mask: Mask) -> None:
    """Enemy systems that are not pacified, where nobody is engaged."""
    allow_systems(g, t, mask, PACIFY)


@kernel
def choose_pacify(g: Game, t: Tables, action: int) -> None:
    """It is pacified."""
    add(g, EFFECTS_LEFT, -1)
    pacify(g, t, first_factor(t, action))


@kernel
def measure_jump(g: Game, t: Tables) -> None:
    """How many jumps away every system is from that of the ship, never past an Avatar, into `g.measured`."""
    start, jumps = system_of(g), row_column(g, t, words.ROW_AMOUNT)
    start_from(g.measured, int(g.systems), start)
    for jump in range(jumps):
        for slot in range(g.systems):
            if g.measured[slot] == jump and (slot == start or not has_avatar(g, slot)):
                for other in range(g.systems):
                    if g.measured[other] == FAR and joined(g, slot, other):
                        g.measured[other] = jump + 1


@kernel
def can_jump_to(g: Game, t: Tables, slot: int) -> bool:
    """Whether the way of the jump leads to a system, whose distance has been measured."""
    if slot == system_of(g):
        return False
    way = row_column(g, t, words.ROW_OF)
    if way == words.WAY_WORMHOLES:
        return bool(g.gate[slot] == 1)
    if way == words.WAY_SHIPS:
        for ship in range(t.ships):
            if g.alive[ship] == 1 and g.engaged[ship] == 0 and g.slot[ship] == slot:
                return True
        return False
    return bool(g.measured[slot] < FAR)


@kernel
def legal_jump_to(g: Game, t: Tables, mask: Mask) -> None:
    """The systems its way leads to."""
    measure_jump(g, t)
    allow_systems(g, t, mask, JUMP_TO)


@kernel
def choose_jump_to(g: Game, t: Tables, action: int) -> None:
    """The Fleet of the ship goes there, and arrives as after any jump."""
    ship = get(g, EFFECTS_SHIP)
    end_row(g)
    enter(g, t, ship, first_factor(t, action))


@kernel
def legal_call(g: Game, t: Tables, mask: Mask) -> None:
    """The ships that can come."""
    slot = system_of(g)
    measure(g, slot, False, True)
    for ship in range(t.ships):
        if can_call(g, ship, slot, get(g, EFFECTS_LEFT)):
            allow_ship(g, t, mask, f.SHIP, ship)


@kernel
def choose_call(g: Game, t: Tables, action: int) -> None:
    """It comes here, without its Fleet; those who are here already hide it from whoever is looking (ours)."""
    ship, slot = named_ship(g, t, action), system_of(g)
    end_row(g)
    leave_fleet(g, t, ship)
    g.slot[ship] = slot
    g.hidden[ship] = 0
    g.refused[ship] = 0
    note(g, log.E_MOVED, ship, slot, 0, 0)


@kernel
def legal_pin(g: Game, t: Tables, mask: Mask) -> None:
    """Avatars that are not engaged, and not pinned."""
    for avatar in range(AVATARS):
        if can_pin(g, t, avatar):
            allow(t, mask, f.AVATAR, avatar)


@kernel
def choose_pin(g: Game, t: Tables, action: int) -> None:
    """It does not move in the next Corruption phase."""
    avatar = first_factor(t, action)
    g.pinned[avatar] = 1
    note(g, log.E_PINNED, avatar, 0, 0, 0)
    add(g, EFFECTS_LEFT, -1)


@kernel
def legal_strike(g: Game, t: Tables, mask: Mask) -> None:
    """The Enemies and Avatars of the fight that have Health left."""
    for number in range(foes_in(g, system_of(g))):
        if g.foe_health[nth_foe(g, system_of(g), number)] > 0:
            allow(t, mask, f.ENEMY, number)


@kernel
def choose_strike(g: Game, t: Tables, action: int) -> None:
    """It loses Health at once."""
    card = nth_foe(g, system_of(g), first_factor(t, action))
    amount = get(g, EFFECTS_LEFT)
    end_row(g)
    wound(g, t, card, amount)
