"""Combat [802-907, 1152-1166]: frame COMBAT, round by round: manoeuvres, the roll, Shields, retaliation, disengaging.

All ships of the active Fleet fight, against all Enemies and Avatars in their system, one of them at a time. Who is
fought and in which step the fight is stands in the frame; dice and what effects have added stand in the record.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import ENEMIES, FOE_CARDS, OWN_DICE, SIDES
from exodus_env.corruption.content.vocabulary import ENEMY, HIT, MISS
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules import choices as f
from exodus_env.corruption.rules.choices import ask_ship
from exodus_env.corruption.rules.corruption import advance_corruption, send_away
from exodus_env.corruption.rules.frames import (
    COMBAT,
    COMBAT_AVATARS,
    COMBAT_FOE,
    COMBAT_PLACE,
    COMBAT_PROPOSED,
    COMBAT_ROLLS,
    COMBAT_ROUND,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import gain_xp, modifier
from exodus_env.corruption.rules.movement import allow_jumps, begin_rush, can_rush, enter, rush_cost
from exodus_env.corruption.rules.reveal import begin_reveal
from exodus_env.corruption.rules.rolls import begin_roll, clear_dice, roll_die, shown, shown_by_fleet, take_own_dice
from exodus_env.corruption.rules.ships import (
    NOBODY,
    draw_damaged,
    gain_scraps,
    is_with,
    lose_health,
    next_of_fleet,
)
from exodus_env.corruption.rules.systems import can_reveal, foes_in, kind_of, pacify
from exodus_env.corruption.rules.windows import begin_action, open_window
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import STEP, add, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# Steps of COMBAT.
ENGAGE: Final = 0
CHOOSE_ENEMY: Final = 1
MANOEUVRE: Final = 2
AGREE: Final = 3
ROLL_DICE: Final = 4
AFTER_ATTACK: Final = 5
HITS: Final = 6
RETALIATION: Final = 7
NEXT_ROUND: Final = 8
BREAK_OFF: Final = 9
FLEE: Final = 10
ESCAPE: Final = 11
LAST_STEP: Final = ESCAPE

# Manoeuvres.
UNDECIDED: Final = 0
OFFENSE: Final = 1
DEFENSE: Final = 2  # with the first die; with the second one more
DISENGAGE: Final = 4


@kernel
def begin_combat(g: Game, t: Tables) -> None:
    """The active Fleet fights all Enemies and Avatars in its system."""
    push(g, COMBAT)
    begin_action(g)


@kernel
def run_combat(g: Game, t: Tables) -> None:
    """The next step of the fight; it is over when all foes are beaten, all ships defeated, or the Fleet gone."""
    step = get(g, STEP)
    if g.alive[g.lead] == 0:
        pop(g)
    elif step == ENGAGE:
        go(g, CHOOSE_ENEMY)
        open_window(g, t, words.W_ENGAGE, int(g.lead))
    elif step == CHOOSE_ENEMY:
        choose_next_foe(g, t)
    elif step == MANOEUVRE:
        ask_manoeuvres(g, t)
    elif step == AGREE:
        ask_agreement(g, t)
    elif step == ROLL_DICE:
        roll_attack(g, t)
    elif step == AFTER_ATTACK:
        go(g, HITS)
        open_window(g, t, words.W_AFTER_ATTACK, int(g.lead))
    elif step == HITS:
        hit(g, t)
    elif step == RETALIATION:
        retaliate(g, t)
    elif step == NEXT_ROUND:
        end_round(g, t)
    else:
        leave(g, t, step)


# Rounds ---------------------------------------------------------------------------------------------------------------


@kernel
def fought(g: Game) -> int:
    """The card of the Enemy or Avatar that is fought."""
    return get(g, COMBAT_FOE) - 1


@kernel
def choose_next_foe(g: Game, t: Tables) -> None:
    """A round begins: against the foe that was fought, or the one that is left, or one of choice [881]."""
    slot = int(g.slot[g.lead])
    if foes_in(g, slot) == 0:
        win(g, t, slot)
        return
    if get(g, COMBAT_FOE) == 0:
        if foes_in(g, slot) > 1:
            ask_ship(g, int(g.lead), choices.D_ENEMY)
            return
        put(g, COMBAT_FOE, 1 + nth_foe(g, slot, 0))
    begin_round(g, t)


@kernel
def nth_foe(g: Game, slot: int, nth: int) -> int:
    """The card of a foe in a system, counted from 0 in the order of cards."""
    for card in range(FOE_CARDS):
        if g.foe_slot[card] == slot:
            if nth == 0:
                return card
            nth -= 1
    return -1


@kernel
def legal_enemy(g: Game, t: Tables, mask: Mask) -> None:
    """Any Enemy or Avatar here."""
    for number in range(foes_in(g, int(g.slot[g.lead]))):
        allow(t, mask, f.ENEMY, number)


@kernel
def choose_enemy(g: Game, t: Tables, action: int) -> None:
    """It is fought until it falls."""
    put(g, COMBAT_FOE, 1 + nth_foe(g, int(g.slot[g.lead]), first_factor(t, action)))
    begin_round(g, t)


@kernel
def begin_round(g: Game, t: Tables) -> None:
    """All can be used again, and nothing has been added to the attack."""
    begin_action(g)
    clear_dice(g)
    g.manoeuvre[:] = UNDECIDED
    g.jammed[:] = 0
    g.retaliation[:] = 0
    g.power, g.pierce, g.shield_up, g.silenced, g.struck = 0, 0, 0, 0, 0
    add(g, COMBAT_ROUND, 1)
    put(g, COMBAT_PLACE, 0)
    put(g, COMBAT_PROPOSED, 0)
    go(g, MANOEUVRE)


@kernel
def ask_manoeuvres(g: Game, t: Tables) -> None:
    """Each ship of the Fleet chooses its own [812, 903]."""
    ship = next_of_fleet(g, t, int(g.active), COMBAT_PLACE)
    if ship != NOBODY:
        ask_ship(g, ship, choices.D_MANOEUVRE)
        return
    go(g, ROLL_DICE)
    open_window(g, t, words.W_BEFORE_ATTACK, int(g.lead))


@kernel
def must_disengage(g: Game, t: Tables) -> bool:
    """Whether the fight has been going on for so long that only disengaging is left (ours)."""
    return get(g, COMBAT_ROUND) > t.combat_rounds


@kernel
def legal_manoeuvre(g: Game, t: Tables, mask: Mask) -> None:
    """Offense, Defense with either die; the lead may propose to disengage, once a round [814-816, 899]."""
    ship = int(g.asked)
    if ship == g.lead and get(g, COMBAT_PROPOSED) == 0:
        allow(t, mask, f.DISENGAGE, 0)
        if must_disengage(g, t):
            return
    allow(t, mask, f.OFFENSE, 0)
    if modifier(g, ship, words.M_NO_DEFENSE) == 0:
        for number in range(OWN_DICE):
            allow(t, mask, f.DEFENSE, number)


@kernel
def choose_manoeuvre(g: Game, t: Tables, action: int) -> None:
    """The ship does so; a Fleet disengages only if all agree."""
    ship, family = int(g.asked), family_of(t, action)
    if family == f.DISENGAGE:
        put(g, COMBAT_PROPOSED, 1)
        put(g, COMBAT_PLACE, 0)
        go(g, AGREE)
        return
    g.manoeuvre[ship] = OFFENSE if family == f.OFFENSE else DEFENSE + first_factor(t, action)
    note(g, log.E_MANOEUVRE, ship, int(g.manoeuvre[ship]), 0, 0)


@kernel
def ask_agreement(g: Game, t: Tables) -> None:
    """Ask the other captains of the Fleet; after so many rounds nobody is asked any more."""
    ship = next_of_fleet(g, t, int(g.active), COMBAT_PLACE)
    if ship == NOBODY:
        put(g, COMBAT_PLACE, 0)
        go(g, BREAK_OFF)
    elif g.captain[ship] != g.captain[g.lead] and not must_disengage(g, t):
        ask_ship(g, ship, choices.D_AGREE)


@kernel
def legal_agree(g: Game, t: Tables, mask: Mask) -> None:
    """Agree, or fight on."""
    allow(t, mask, f.JOIN, 0)
    allow(t, mask, f.PASS, 0)


@kernel
def choose_agree(g: Game, t: Tables, action: int) -> None:
    """One refusal, and all fight this round."""
    if family_of(t, action) == f.PASS:
        put(g, COMBAT_PLACE, 0)
        go(g, MANOEUVRE)


@kernel
def roll_attack(g: Game, t: Tables) -> None:
    """All ships roll: both dice in Offense, the chosen one in Defense, and dice that effects have added [829, 903]."""
    go(g, AFTER_ATTACK)
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            take_own_dice(g, t, ship)
            for number in range(g.colour.shape[1]):
                kept = number >= OWN_DICE or g.manoeuvre[ship] == OFFENSE or g.manoeuvre[ship] == DEFENSE + number
                if kept and g.colour[ship, number] >= 0:
                    roll_die(g, t, ship, number)


@kernel
def power_of(g: Game, t: Tables) -> int:
    """The hits of the attack: those of the dice, of effects and of lasting values, less those cancelled [843]."""
    lead = int(g.lead)
    power = shown_by_fleet(g, t, lead, HIT) + int(g.power)
    together = False
    for ship in range(t.ships):
        together = together or (ship != lead and is_with(g, lead, ship))
    for ship in range(t.ships):
        if is_with(g, lead, ship) and g.manoeuvre[ship] == OFFENSE:
            power += modifier(g, ship, words.M_HITS)
            if together:
                power += modifier(g, ship, words.M_FLEET_HITS)
            if fought(g) >= ENEMIES:
                power += modifier(g, ship, words.M_AVATAR_HITS)
    return max(0, power)


@kernel
def shields_of(g: Game, t: Tables) -> int:
    """The Shields of the foe in this attack: printed, added and lowered; they do not wear [847]."""
    shields = int(t.foe_shield[fought(g)]) + int(g.shield_up) - int(g.pierce)
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            shields -= modifier(g, ship, words.M_PIERCE)
    return max(0, shields)


@kernel
def hit(g: Game, t: Tables) -> None:
    """Hits beyond the Shields take Health off the foe; at none it is beaten at once [847-851, 869]."""
    go(g, RETALIATION)
    put(g, COMBAT_PLACE, 0)
    wound(g, t, fought(g), power_of(g, t) - shields_of(g, t))


@kernel
def wound(g: Game, t: Tables, card: int, amount: int) -> None:
    """A foe of the fight loses Health; ships whose XP come from that gain some."""
    lost = min(amount, int(g.foe_health[card]))
    if lost <= 0:
        return
    g.foe_health[card] -= lost
    g.struck = 1
    note(g, log.E_WOUNDED, card, lost, 0, 0)
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            gain_xp(g, t, ship, words.XP_WOUND)


@kernel
def is_critical(g: Game, ship: int) -> bool:
    """Whether all dice of a ship in Offense show a miss that counts: a critical miss [934]; Defense has none [815]."""
    dice = 0
    for number in range(g.face.shape[1]):
        if g.face[ship, number] >= 0:
            dice += 1
    return bool(g.manoeuvre[ship] == OFFENSE and dice > 0 and shown(g, ship, MISS) == dice)


@kernel
def retaliate(g: Game, t: Tables) -> None:
    """Each ship loses Health by its own misses, unless the foe has fallen; a critical miss damages in any case."""
    go(g, NEXT_ROUND)
    stands = g.foe_health[fought(g)] > 0
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            critical = is_critical(g, ship) and modifier(g, ship, words.M_STEADY) == 0
            if stands:
                lose_health(g, t, ship, retaliation_against(g, t, ship))
            if critical:
                draw_damaged(g, t, ship)


@kernel
def retaliation_against(g: Game, t: Tables, ship: int) -> int:
    """The Health a ship is to lose: its misses and what is added, less what equipment of the fight keeps off [855]."""
    lost = shown(g, ship, MISS) + int(g.retaliation[ship])
    if lost == 0:
        return 0
    lost += modifier(g, ship, words.M_RETALIATION) - modifier(g, ship, words.M_GUARD) - int(g.guard[ship])
    for other in range(t.ships):
        if other != ship and is_with(g, ship, other):
            lost -= modifier(g, other, words.M_FLEET_GUARD)
    return max(0, lost)


@kernel
def end_round(g: Game, t: Tables) -> None:
    """Who has fallen goes; the fight goes on."""
    go(g, CHOOSE_ENEMY)
    slot = int(g.slot[g.lead])
    for card in range(FOE_CARDS):
        if g.foe_slot[card] == slot and g.foe_health[card] <= 0:
            beat(g, t, card)


@kernel
def beat(g: Game, t: Tables, card: int) -> None:
    """A foe is beaten: Scraps for each ship of the Fleet, or an Avatar waits on the track [869, 950-952]."""
    note(g, log.E_BEATEN, card, 0, 0, 0)
    if card == fought(g):
        put(g, COMBAT_FOE, 0)
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            gain_xp(g, t, ship, words.XP_DEFEAT)
            if card < ENEMIES:
                reward = int(t.level_scraps) * int(t.foe_level[card]) + modifier(g, ship, words.M_REWARD)
                gain_scraps(g, t, ship, reward)
    if card < ENEMIES:
        g.foe_slot[card] = -1
        g.enemy_discarded[card] = 1
    else:
        send_away(g, t, card - ENEMIES)
    open_window(g, t, words.W_DEFEAT, int(g.lead))


@kernel
def win(g: Game, t: Tables, slot: int) -> None:
    """All foes are beaten: nobody here is engaged any more, and an Enemy system is pacified [506]."""
    pop(g)
    for ship in range(t.ships):
        if g.slot[ship] == slot:
            g.engaged[ship] = 0
    if kind_of(g, t, slot) == ENEMY:
        pacify(g, t, slot)


# Disengaging ----------------------------------------------------------------------------------------------------------


@kernel
def leave(g: Game, t: Tables, step: int) -> None:
    """Disengaging: equipment, a Damage Roll for each foe, the price of fleeing Avatars, then away or into hiding."""
    lead = int(g.lead)
    if step == BREAK_OFF:
        break_off(g, t, int(g.slot[lead]))
    elif step == FLEE:
        roll_while_fleeing(g, t)
    elif g.engaged[lead] == 1:  # by an Avatar that has just come here
        pop(g)
    else:
        ask_ship(g, lead, choices.D_ESCAPE)


@kernel
def break_off(g: Game, t: Tables, slot: int) -> None:
    """The Fleet leaves the fight."""
    go(g, FLEE)
    put(g, COMBAT_PLACE, 0)
    put(g, COMBAT_ROLLS, 0)
    g.escaped[:] = 0
    g.veiled = 0
    for card in range(ENEMIES, FOE_CARDS):
        if g.foe_slot[card] == slot:
            put(g, COMBAT_AVATARS, 1)
    begin_action(g)
    open_window(g, t, words.W_DISENGAGE, int(g.lead))


@kernel
def roll_while_fleeing(g: Game, t: Tables) -> None:
    """A Damage Roll of each ship for each foe; then the Corruption advances, once, if Avatars were among them."""
    if get(g, COMBAT_ROLLS) > 0:
        add(g, COMBAT_ROLLS, -1)
        ship = (int(g.active) + get(g, COMBAT_PLACE) - 1) % int(t.ships)
        if g.alive[ship] == 1:
            begin_roll(g, words.W_DAMAGE, ship, 0, 0)
        return
    ship = next_of_fleet(g, t, int(g.active), COMBAT_PLACE)
    if ship != NOBODY:
        note(g, log.E_DISENGAGED, ship, 0, 0, 0)
        if g.escaped[ship] == 0:
            put(g, COMBAT_ROLLS, foes_in(g, int(g.slot[ship])))
        return
    for member in range(t.ships):
        if is_with(g, int(g.lead), member):
            g.engaged[member] = 0
    go(g, ESCAPE)
    if get(g, COMBAT_AVATARS) == 1 and g.veiled == 0:
        advance_corruption(g, t, int(t.disengage_advance))


@kernel
def legal_escape(g: Game, t: Tables, mask: Mask) -> None:
    """Jump, jump blind or rush away, if Actions are left; or hide here [893-897]."""
    slot = int(g.slot[g.lead])
    allow(t, mask, f.HIDE, 0)
    if g.actions_left > 0:
        allow_jumps(g, t, mask, slot)
        for direction in range(SIDES):
            if can_reveal(g, t, slot, direction):
                allow(t, mask, f.BLIND, direction)
    if g.actions_left >= rush_cost(g, t) and can_rush(g, t, slot):
        allow(t, mask, f.RUSH, 0)


@kernel
def choose_escape(g: Game, t: Tables, action: int) -> None:
    """The Fleet is gone, or its turn ends in hiding."""
    lead, family = int(g.lead), family_of(t, action)
    pop(g)
    if family == f.HIDE:
        g.turn_over = 1
        for ship in range(t.ships):
            if is_with(g, lead, ship):
                g.hidden[ship] = 1
                note(g, log.E_HID, ship, 0, 0, 0)
    elif family == f.RUSH:
        g.actions_left -= rush_cost(g, t)
        begin_rush(g, t)
    else:
        g.actions_left -= 1
        if family == f.JUMP:
            enter(g, t, lead, first_factor(t, action))
        else:
            begin_reveal(g, lead, int(g.slot[lead]), first_factor(t, action), 1)
