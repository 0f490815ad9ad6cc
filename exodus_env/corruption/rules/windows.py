"""Windows: the moments when captains may use equipment [824-865, 911-930], ship by ship, until each has passed."""

from __future__ import annotations

from exodus_env.corruption.capacity import ENEMIES, LEVELS, MODULE_SLOTS
from exodus_env.corruption.content.vocabulary import CONSUMABLE, CORRUPT, ENEMY, NOTHING
from exodus_env.corruption.content.vocabulary import ENERGY as FOR_ENERGY
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules.begin import EQUIPMENT, begin_effects
from exodus_env.corruption.rules.choices import PASS, USE_MOD, USE_MODULE, ask_ship
from exodus_env.corruption.rules.dice import counted, damage, dice_to_spend, is_unseen, misses, spend_dice
from exodus_env.corruption.rules.equipment_use import row_helps
from exodus_env.corruption.rules.fights import (
    DEFENSE,
    DISENGAGE,
    OFFENSE,
    column_of,
    fought,
    is_engaged,
    retaliation_against,
)
from exodus_env.corruption.rules.frames import (
    COMBAT,
    COMBAT_ROUND,
    ROLL,
    ROLL_COUNT,
    ROLL_SHIP,
    ROLL_SYMBOL,
    WINDOW,
    WINDOW_KIND,
    WINDOW_LEAD,
    WINDOW_PASSED,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import discard_module, effect_of
from exodus_env.corruption.rules.ships import carries_key, fleet_size, is_with, usable_energy, use_energy
from exodus_env.corruption.rules.systems import has_avatar, kind_of
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import focus, get, pop, push, put
from exodus_env.kit.kernel import Mask, kernel


@kernel
def begin_action(g: Game) -> None:
    """A new attack, roll or Action: all equipment can be used again [913]."""
    g.used[:] = 0


# When equipment can be used -------------------------------------------------------------------------------------------


@kernel
def can_use(g: Game, t: Tables, ship: int, place: int, window: int) -> bool:
    """Whether a ship can use the equipment in a place in a window: its Energy, dice and conditions are there.

    Where nothing could come of it, it cannot be used.
    """
    effect = effect_of(g, ship, place)
    if effect < 0 or g.used[ship, place] == 1 or t.effect[effect, words.EFFECT_WINDOW] != window:
        return False
    if not can_pay(g, t, ship, effect) or not is_moment(g, t, ship, window):
        return False
    for column in (words.EFFECT_NEED, words.EFFECT_SECOND_NEED):
        if not is_met(g, t, ship, int(t.effect[effect, column]), int(t.effect[effect, column + 1]), window):
            return False
    return does_something(g, t, ship, effect, window)


@kernel
def can_pay(g: Game, t: Tables, ship: int, effect: int) -> bool:
    """Whether a ship has the Energy and the dice that an effect takes."""
    if t.effect[effect, words.EFFECT_ACTIVATION] == FOR_ENERGY:
        if g.jammed[ship] == 1 or usable_energy(g, ship) < t.effect[effect, words.EFFECT_ENERGY]:
            return False
    symbol = int(t.effect[effect, words.EFFECT_SPENDS])
    return bool(symbol == NOTHING or dice_to_spend(g, ship, symbol) >= t.effect[effect, words.EFFECT_DICE])


@kernel
def is_moment(g: Game, t: Tables, ship: int, window: int) -> bool:
    """Whether a window is open: a roll has not gone well yet, Health is about to be lost, nobody is engaged."""
    if window == words.W_MENU:
        return not is_engaged(g, t, ship)
    if window == words.W_RETALIATION:
        return is_threatened(g, t, ship)
    if window == words.W_DETECTION:
        return not is_unseen(g, t, ship)
    if window == words.W_DAMAGE:
        return misses(g, column_of(g, ROLL, ROLL_SHIP)) > 0
    if window == words.W_SKILL:
        return counted(g, t, ship, column_of(g, ROLL, ROLL_SYMBOL)) < column_of(g, ROLL, ROLL_COUNT)
    return True


@kernel
def is_threatened(g: Game, t: Tables, ship: int) -> bool:
    """Whether a ship, or another one of its fight, is about to lose Health to retaliation: the foe has not fallen."""
    if g.foe_health[fought(g)] <= 0:
        return False
    for other in range(t.ships):
        if is_with(g, ship, other) and retaliation_against(g, t, other) > 0:
            return True
    return False


@kernel
def is_met(g: Game, t: Tables, ship: int, need: int, amount: int, window: int) -> bool:
    """Whether a condition of an effect holds for a ship."""
    if need == words.N_NONE:
        return True
    if need == words.N_FLEET:
        return fleet_size(g, t, ship) >= amount
    if need == words.N_ALONE:
        return fleet_size(g, t, ship) == 1
    if need == words.N_AVATAR:
        card = fought(g)
        return has_avatar(g, int(g.slot[ship])) if card < 0 else card >= ENEMIES
    if need == words.N_OFFENSE:
        return bool(g.manoeuvre[ship] == OFFENSE)
    if need == words.N_DEFENSE:
        return bool(DEFENSE <= g.manoeuvre[ship] < DISENGAGE)
    if need == words.N_FIRST_ROUND:
        return column_of(g, COMBAT, COMBAT_ROUND) == 1
    if need == words.N_WEAK:
        return bool(g.health[ship] <= amount)
    if need == words.N_KEY:
        return carries_key(g, t, ship)
    slot = int(g.systems) - 1 if window == words.W_REVEAL else int(g.slot[ship])
    if need == words.N_ENEMY:
        return kind_of(g, t, slot) == ENEMY
    return bool(kind_of(g, t, slot) == CORRUPT or g.rift[slot] == 1)


@kernel
def does_something(g: Game, t: Tables, ship: int, effect: int, window: int) -> bool:
    """Whether something can come of any row of an effect, as far as that is plain."""
    first = int(t.effect_rows[effect, 0])
    for row in range(first, first + int(t.effect_rows[effect, 1])):
        if t.row[row, words.ROW_OPERATION] == words.DO_GUARD:
            if can_be_guarded(g, t, ship, int(t.row[row, words.ROW_TARGET]), window):
                return True
        elif row_helps(g, t, ship, row):
            return True
    return False


@kernel
def can_be_guarded(g: Game, t: Tables, ship: int, target: int, window: int) -> bool:
    """Whether a row that keeps Health losses off is for a ship that is about to lose some, or may be."""
    for other in range(t.ships):
        if is_with(g, ship, other) and is_for(ship, target, other):
            if window == words.W_RETALIATION:
                loses = retaliation_against(g, t, other) > 0
            else:
                loses = window != words.W_DAMAGE or damage(g, t, other) > 0
            if loses:
                return True
    return False


@kernel
def is_for(ship: int, target: int, other: int) -> bool:
    """Whether a row of a ship's equipment can be for another ship, or the same one."""
    if target == words.T_SELF:
        return other == ship
    return target != words.T_OTHER or other != ship


# Asking ---------------------------------------------------------------------------------------------------------------


@kernel
def open_window(g: Game, t: Tables, window: int, lead: int) -> None:
    """Let the ships of a Fleet use equipment in a window, where any can; the menu offers the lead its own."""
    for ship in range(t.ships):
        if is_with(g, lead, ship) and (window != words.W_MENU or ship != lead) and can_use_any(g, t, ship, window):
            push(g, WINDOW)
            put(g, WINDOW_KIND, window)
            put(g, WINDOW_LEAD, lead)
            if window == words.W_MENU:
                put(g, WINDOW_PASSED, 1 << lead)
            return


@kernel
def can_use_any(g: Game, t: Tables, ship: int, window: int) -> bool:
    """Whether a ship can use any equipment in a window."""
    for place in range(LEVELS + MODULE_SLOTS):
        if can_use(g, t, ship, place, window):
            return True
    return False


@kernel
def run_window(g: Game, t: Tables) -> None:
    """Ask ship by ship, each until it passes; who could use nothing may after others have used something."""
    window, lead = get(g, WINDOW_KIND), get(g, WINDOW_LEAD)
    for place in range(t.ships):
        ship = (lead + place) % int(t.ships)
        waits = is_with(g, lead, ship) and get(g, WINDOW_PASSED) >> ship & 1 == 0
        if waits and can_use_any(g, t, ship, window):
            ask_ship(g, ship, choices.D_WINDOW)
            focus(g, -1, -1, window)
            return
    pop(g)


@kernel
def legal_window(g: Game, t: Tables, mask: Mask) -> None:
    """All equipment that can be used now, or none."""
    allow(t, mask, PASS, 0)
    allow_equipment(g, t, mask, int(g.asked), get(g, WINDOW_KIND))


@kernel
def allow_equipment(g: Game, t: Tables, mask: Mask, ship: int, window: int) -> None:
    """All equipment that a ship can use in a window."""
    for place in range(LEVELS + MODULE_SLOTS):
        if can_use(g, t, ship, place, window):
            if place < LEVELS:
                allow(t, mask, USE_MOD, place)
            else:
                allow(t, mask, USE_MODULE, place - LEVELS)


@kernel
def choose_window(g: Game, t: Tables, action: int) -> None:
    """The equipment is used, or the ship passes."""
    if family_of(t, action) == PASS:
        put(g, WINDOW_PASSED, get(g, WINDOW_PASSED) | 1 << int(g.asked))
    else:
        use(g, t, int(g.asked), place_of(t, action))


@kernel
def place_of(t: Tables, action: int) -> int:
    """The place of the Mod or module that a choice names."""
    return first_factor(t, action) + (0 if family_of(t, action) == USE_MOD else LEVELS)


# Using ----------------------------------------------------------------------------------------------------------------


@kernel
def use(g: Game, t: Tables, ship: int, place: int) -> None:
    """A ship uses the equipment in a place: it pays, and frames carry the rows out, one for each die used up."""
    effect = effect_of(g, ship, place)
    g.used[ship, place] = 1
    note(g, log.E_USED, ship, place, effect, 0)
    times = pay_with_dice(g, t, ship, effect)
    activation = int(t.effect[effect, words.EFFECT_ACTIVATION])
    if activation == FOR_ENERGY:
        use_energy(g, t, ship, int(t.effect[effect, words.EFFECT_ENERGY]))
    elif activation == CONSUMABLE:
        note(g, log.E_LOST_MODULE, ship, discard_module(g, t, ship, place - LEVELS), 0, 0)
    for _ in range(times):
        begin_effects(g, t.effect_rows[effect], ship, EQUIPMENT)


@kernel
def pay_with_dice(g: Game, t: Tables, ship: int, effect: int) -> int:
    """Use up the dice that an effect takes; how many times its rows are carried out."""
    symbol = int(t.effect[effect, words.EFFECT_SPENDS])
    if symbol == NOTHING:
        return 1
    each = t.effect[effect, words.EFFECT_EACH] == 1
    dice = dice_to_spend(g, ship, symbol) if each else int(t.effect[effect, words.EFFECT_DICE])
    spend_dice(g, ship, symbol, dice)
    return dice if each else 1
