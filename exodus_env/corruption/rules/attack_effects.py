"""What rows do to attacks and rolls, and to whoever flees; dice.py changes dice, effects.py does the rest."""

from __future__ import annotations

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import words
from exodus_env.corruption.rules.detection import draw_enemy
from exodus_env.corruption.rules.dice import take_dice
from exodus_env.corruption.rules.fights import fought, nth_foe, wound
from exodus_env.corruption.tables import Tables
from exodus_env.kit.kernel import kernel


@kernel
def change_attack(g: Game, t: Tables, operation: int, ship: int, amount: int, of: int) -> bool:
    """Carry out an operation that needs no choice of a die, for a ship; whether it is one of these.

    `die`, `hits`, `pierce`, `strike` (of the foe that is fought), `silence`, `guard`, `unseen`, `count`, `escape`,
    `veil`; and of abilities `shield`, `cancel`, `regrow`, `retaliate`, `jam`, `summon`.
    """
    if words.DO_SHIELD <= operation <= words.DO_SUMMON:
        work_ability(g, t, operation, ship, amount)
    elif operation == words.DO_DIE:
        take_dice(g, t, ship, amount, of)
    elif operation == words.DO_HITS:
        g.power += amount
    elif operation == words.DO_PIERCE:
        g.pierce += amount
    elif operation == words.DO_STRIKE:
        strike(g, t, ship, amount)
    elif operation == words.DO_SILENCE:
        g.silenced = 1
    elif operation == words.DO_GUARD:
        g.guard[ship] += amount
    elif operation == words.DO_UNSEEN:
        g.unseen = 1
    elif operation == words.DO_COUNT:
        g.counted += amount
    elif operation == words.DO_ESCAPE:
        g.escaped[ship] = 1
    elif operation == words.DO_VEIL:
        g.veiled = 1
    else:
        return False
    return True


@kernel
def strike(g: Game, t: Tables, ship: int, amount: int) -> None:
    """Health off the foe that is fought, whatever its Shields; before one is chosen, off the first one."""
    card = fought(g)
    if card < 0:
        card = nth_foe(g, int(g.slot[ship]), 0)
    if card >= 0:
        wound(g, t, card, amount)


@kernel
def work_ability(g: Game, t: Tables, operation: int, ship: int, amount: int) -> None:
    """What abilities of Enemies and Avatars do to a fight."""
    if operation == words.DO_SHIELD:
        g.shield_up += amount
    elif operation == words.DO_CANCEL:
        g.power -= amount
    elif operation == words.DO_REGROW:
        card = fought(g)
        g.foe_health[card] = min(int(t.foe_health[card]), int(g.foe_health[card]) + amount)
    elif operation == words.DO_RETALIATE:
        g.retaliation[ship] += amount
    elif operation == words.DO_JAM:
        g.jammed[ship] = 1
    else:
        for _ in range(amount):
            draw_enemy(g, t, int(g.slot[ship]), False)
