"""Combat [802-907, 1152-1166]: frame COMBAT, round by round: manoeuvres, the roll, Shields, retaliation, disengaging.

All ships of the active Fleet fight, against all Enemies and Avatars in their system, one of them at a time. Who is
fought and in which step the fight is stands in the frame; dice and what effects have added stand in the record.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import ENEMIES, FOE_CARDS, OWN_DICE, SIDES
from exodus_env.corruption.content.vocabulary import ENEMY, HIT, MISS, NOTHING, SPECIAL
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules import choices as f
from exodus_env.corruption.rules.attack_effects import change_attack
from exodus_env.corruption.rules.begin import ABILITY, begin_rows
from exodus_env.corruption.rules.choices import ask_ship
from exodus_env.corruption.rules.corruption import advance_corruption, send_away
from exodus_env.corruption.rules.dice import roll_die, shown, shown_by_fleet, take_own_dice
from exodus_env.corruption.rules.fights import (
    DEFENSE,
    OFFENSE,
    clear_fight,
    clear_round,
    fought,
    nth_foe,
    retaliation_against,
    wound,
)
from exodus_env.corruption.rules.frames import (
    COMBAT,
    COMBAT_ABILITY,
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
from exodus_env.corruption.rules.rolls import begin_roll
from exodus_env.corruption.rules.ships import (
    NOBODY,
    draw_damaged,
    fleet_size,
    gain_scraps,
    is_with,
    lose_health,
    next_of_fleet,
)
from exodus_env.corruption.rules.systems import can_reveal, enemies_in, foes_in, has_avatar, kind_of, pacify
from exodus_env.corruption.rules.windows import begin_action, open_window
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import STEP, add, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# Steps of COMBAT.
ENGAGE: Final = 0
CHOOSE_ENEMY: Final = 1
BEGIN_ROUND: Final = 2
MANOEUVRE: Final = 3
AGREE: Final = 4
ROLL_DICE: Final = 5
AFTER_ATTACK: Final = 6
ABILITIES: Final = 7
HITS: Final = 8
ANSWERS: Final = 9
RETALIATION: Final = 10
STRIKE_BACK: Final = 11
FALLEN: Final = 12
LAST_WORDS: Final = 13
SPOILS: Final = 14
BREAK_OFF: Final = 15
PARTING: Final = 16
FLEE: Final = 17
ESCAPE: Final = 18
LAST_STEP: Final = ESCAPE


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
        end_combat(g)
    elif step == ENGAGE:
        open_fight(g, t, int(g.slot[g.lead]))
    elif step == CHOOSE_ENEMY:
        choose_next_foe(g, t)
    elif step <= AGREE:
        prepare(g, t, step)
    elif step <= STRIKE_BACK:
        attack(g, t, step)
    elif step <= SPOILS:
        bury(g, t, step)
    else:
        leave(g, t, step)


@kernel
def prepare(g: Game, t: Tables, step: int) -> None:
    """A round before its roll: abilities of the foe that is fought, manoeuvres, agreement to disengage."""
    if step == BEGIN_ROUND:
        if not trigger(g, t, fought(g), words.ON_ROUND, words.ON_ROUND):
            go(g, MANOEUVRE)
    elif step == MANOEUVRE:
        ask_manoeuvres(g, t)
    else:
        ask_agreement(g, t)


@kernel
def attack(g: Game, t: Tables, step: int) -> None:
    """A round from its roll on [829-865]; who falls before the foe's abilities work is beaten at once [869]."""
    stands = g.foe_health[fought(g)] > 0
    if step == ROLL_DICE:
        if stands:
            roll_attack(g, t)
        else:
            go(g, FALLEN)
    elif step == AFTER_ATTACK:
        go(g, ABILITIES)
        open_window(g, t, words.W_AFTER_ATTACK, int(g.lead))
    elif step == ABILITIES:
        if not stands:
            go(g, STRIKE_BACK)
        elif not trigger(g, t, fought(g), words.ON_MISS, words.ON_ALONE):
            go(g, HITS)
    elif step == HITS:
        hit(g, t)
    elif step == ANSWERS:
        if not stands or not trigger(g, t, fought(g), words.ON_WOUNDED, words.ON_UNHURT):
            go(g, RETALIATION)
    elif step == RETALIATION:
        go(g, STRIKE_BACK)
        open_window(g, t, words.W_RETALIATION, int(g.lead))
    else:
        retaliate(g, t)


@kernel
def end_combat(g: Game) -> None:
    """Nothing is left of the fight."""
    clear_fight(g)
    pop(g)


# Abilities ------------------------------------------------------------------------------------------------------------


@kernel
def trigger(g: Game, t: Tables, card: int, first: int, last: int) -> bool:
    """Let the next ability of a foe work that has one of these triggers; whether the fight waits for that.

    Called again until it is False: then all its abilities have been looked at, each for every ship it is about.
    """
    while not is_silenced(g, card) and get(g, COMBAT_ABILITY) < t.foe_rows[card, 1]:
        row = int(t.foe_rows[card, 0]) + get(g, COMBAT_ABILITY)
        when = int(t.row[row, words.ROW_TRIGGER])
        ship = int(g.lead)
        if is_about_ship(when):
            ship = next_of_fleet(g, t, int(g.active), COMBAT_PLACE)
        if ship == NOBODY or not is_about_ship(when) or not first <= when <= last:
            add(g, COMBAT_ABILITY, 1)
            put(g, COMBAT_PLACE, 0)
        if ship != NOBODY and first <= when <= last and is_triggered(g, t, row, ship):
            work(g, t, card, row, ship)
            return True
    put(g, COMBAT_ABILITY, 0)
    put(g, COMBAT_PLACE, 0)
    return False


@kernel
def is_silenced(g: Game, card: int) -> bool:
    """Whether the abilities of a foe do nothing in this round."""
    return bool(g.silenced == 1 and card == fought(g))


@kernel
def is_about_ship(when: int) -> bool:
    """Whether a trigger is asked for each ship, and concerns that ship."""
    return words.ON_MISS <= when <= words.ON_DEFENSE or when == words.ON_DISENGAGE


@kernel
def is_triggered(g: Game, t: Tables, row: int, ship: int) -> bool:
    """Whether what an ability waits for has come to pass; dice that were ignored or spent do not count [920]."""
    when, least = int(t.row[row, words.ROW_TRIGGER]), int(t.row[row, words.ROW_LEAST])
    if when == words.ON_MISS:
        return shown(g, ship, MISS) >= least
    if when == words.ON_SPECIAL:
        return shown(g, ship, SPECIAL) >= least
    if when == words.ON_HIT:
        return shown(g, ship, HIT) >= least
    if when == words.ON_NO_HIT:
        return shown(g, ship, HIT) == 0
    if when == words.ON_OFFENSE:
        return bool(g.manoeuvre[ship] == OFFENSE)
    if when == words.ON_DEFENSE:
        return bool(g.manoeuvre[ship] != OFFENSE)
    if when == words.ON_FLEET:
        return fleet_size(g, t, ship) >= least
    if when == words.ON_ALONE:
        return fleet_size(g, t, ship) == 1
    if when == words.ON_WOUNDED:
        return bool(g.struck == 1)
    if when == words.ON_UNHURT:
        return bool(g.struck == 0)
    return True


@kernel
def work(g: Game, t: Tables, card: int, row: int, ship: int) -> None:
    """An ability works: on the fight itself, or on ships by a frame of its own."""
    note(g, log.E_ABILITY, card, 0, 0, 0)
    operation, amount = int(t.row[row, words.ROW_OPERATION]), int(t.row[row, words.ROW_AMOUNT])
    if not words.DO_SHIELD <= operation <= words.DO_SUMMON:
        begin_rows(g, row, 1, ship, ABILITY)
    elif t.row[row, words.ROW_TARGET] != words.T_FLEET:
        change_attack(g, t, operation, ship, amount, NOTHING)
    else:
        for other in range(t.ships):
            if is_with(g, ship, other):
                change_attack(g, t, operation, other, amount, NOTHING)


# Rounds ---------------------------------------------------------------------------------------------------------------


@kernel
def open_fight(g: Game, t: Tables, slot: int) -> None:
    """Abilities of foes who meet somebody for the first time, of those that are summoned, too; then equipment."""
    card = fought(g)
    if card < 0:
        card = next_unroused(g, slot)
        if card < 0:
            go(g, FALLEN)
            open_window(g, t, words.W_ENGAGE, int(g.lead))
            return
        g.foe_roused[card] = 1
        put(g, COMBAT_FOE, 1 + card)
    if not trigger(g, t, card, words.ON_ENGAGE, words.ON_ENGAGE):
        put(g, COMBAT_FOE, 0)


@kernel
def next_unroused(g: Game, slot: int) -> int:
    """A foe in a system whose abilities of the begin of a fight have not worked, -1 without any."""
    for card in range(FOE_CARDS):
        if g.foe_slot[card] == slot and g.foe_roused[card] == 0:
            return card
    return -1


@kernel
def choose_next_foe(g: Game, t: Tables) -> None:
    """A round begins: against the foe that was fought, or the one that is left, or one of choice [881]."""
    slot = int(g.slot[g.lead])
    if foes_in(g, slot) == 0:
        win(g, t, slot)
        return
    if get(g, COMBAT_FOE) == 0:
        if next_unroused(g, slot) >= 0:  # an Avatar that the Corruption has put here meanwhile
            go(g, ENGAGE)
            return
        if foes_in(g, slot) > 1:
            ask_ship(g, int(g.lead), choices.D_ENEMY)
            return
        put(g, COMBAT_FOE, 1 + nth_foe(g, slot, 0))
    begin_round(g, t)


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
    clear_round(g)
    add(g, COMBAT_ROUND, 1)
    put(g, COMBAT_PLACE, 0)
    put(g, COMBAT_PROPOSED, 0)
    go(g, BEGIN_ROUND)


@kernel
def ask_manoeuvres(g: Game, t: Tables) -> None:
    """Each ship of the Fleet chooses its own [812, 903]."""
    ship = next_of_fleet(g, t, int(g.active), COMBAT_PLACE)
    if ship != NOBODY:
        ask_ship(g, ship, choices.D_MANOEUVRE)
        return
    put(g, COMBAT_PLACE, 0)
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
    """Ask the other captains of the Fleet; after a number of rounds nobody is asked any more."""
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
    go(g, ANSWERS)
    wound(g, t, fought(g), power_of(g, t) - shields_of(g, t))


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
    go(g, FALLEN)
    stands = g.foe_health[fought(g)] > 0
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            critical = is_critical(g, ship) and modifier(g, ship, words.M_STEADY) == 0
            if stands:
                lose_health(g, t, ship, retaliation_against(g, t, ship))
            if critical:
                draw_damaged(g, t, ship)


@kernel
def bury(g: Game, t: Tables, step: int) -> None:
    """Who has fallen goes, one after the other, each with a last ability; then the fight goes on."""
    if step == FALLEN:
        card = next_fallen(g, int(g.slot[g.lead]))
        if card < 0:
            go(g, CHOOSE_ENEMY)
            return
        beat(g, t, card)
        put(g, COMBAT_FOE, 1 + card)
        go(g, LAST_WORDS)
    elif step == LAST_WORDS:
        if not trigger(g, t, fought(g), words.ON_DEFEATED, words.ON_DEFEATED):
            go(g, SPOILS)
            open_window(g, t, words.W_DEFEAT, int(g.lead))
    else:
        put(g, COMBAT_FOE, 0)
        go(g, FALLEN)


@kernel
def next_fallen(g: Game, slot: int) -> int:
    """A foe in a system that has no Health left, -1 without any."""
    for card in range(FOE_CARDS):
        if g.foe_slot[card] == slot and g.foe_health[card] <= 0:
            return card
    return -1


@kernel
def beat(g: Game, t: Tables, card: int) -> None:
    """A foe is beaten: Scraps for each ship of the Fleet, or an Avatar waits on the track [869, 950-952].

    With its last Enemy an Enemy system is pacified [506].
    """
    note(g, log.E_BEATEN, card, 0, 0, 0)
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            gain_xp(g, t, ship, words.XP_DEFEAT)
            if card < ENEMIES:
                reward = int(t.level_scraps) * int(t.foe_level[card]) + modifier(g, ship, words.M_REWARD)
                gain_scraps(g, t, ship, reward)
    if card >= ENEMIES:
        send_away(g, t, card - ENEMIES)
        return
    slot = int(g.slot[g.lead])
    g.foe_slot[card] = -1
    g.foe_health[card] = 0
    g.foe_roused[card] = 0
    g.enemy_discarded[card] = 1
    if enemies_in(g, slot) == 0 and kind_of(g, t, slot) == ENEMY:
        pacify(g, t, slot)


@kernel
def win(g: Game, t: Tables, slot: int) -> None:
    """All foes are beaten: nobody here is engaged any more."""
    for ship in range(t.ships):
        if g.slot[ship] == slot:
            g.engaged[ship] = 0
    end_combat(g)


# Disengaging ----------------------------------------------------------------------------------------------------------


@kernel
def leave(g: Game, t: Tables, step: int) -> None:
    """Disengaging: equipment, abilities of the foes, a Damage Roll for each, then away or into hiding [885-897]."""
    if step == BREAK_OFF:
        break_off(g, t, int(g.slot[g.lead]))
    elif step == PARTING:
        part(g, t, int(g.slot[g.lead]))
    elif step == FLEE:
        roll_while_fleeing(g, t)
    elif g.engaged[g.lead] == 1:  # by an Avatar that the Corruption has just put here
        end_combat(g)
    else:
        ask_ship(g, int(g.lead), choices.D_ESCAPE)


@kernel
def break_off(g: Game, t: Tables, slot: int) -> None:
    """The Fleet leaves the fight."""
    go(g, PARTING)
    put(g, COMBAT_FOE, 0)
    put(g, COMBAT_PLACE, 0)
    put(g, COMBAT_ROLLS, 0)
    put(g, COMBAT_AVATARS, int(has_avatar(g, slot)))
    begin_action(g)
    open_window(g, t, words.W_DISENGAGE, int(g.lead))


@kernel
def part(g: Game, t: Tables, slot: int) -> None:
    """What the foes do to ships that disengage, one foe after the other [885]."""
    card = max(0, fought(g))
    while card < FOE_CARDS:
        if g.foe_slot[card] == slot:
            put(g, COMBAT_FOE, 1 + card)
            if trigger(g, t, card, words.ON_DISENGAGE, words.ON_DISENGAGE):
                return
        card += 1
    put(g, COMBAT_FOE, 0)
    go(g, FLEE)


@kernel
def roll_while_fleeing(g: Game, t: Tables) -> None:
    """A Damage Roll of each ship for each foe; then the Corruption advances if Avatars were among them.

    That happens once a turn for all who leave the same system [968], together or one after the other.
    """
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
    slot = int(g.slot[g.lead])
    if get(g, COMBAT_AVATARS) == 1 and g.veiled == 0 and g.fled[slot] == 0:
        g.fled[slot] = 1
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
    end_combat(g)
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
