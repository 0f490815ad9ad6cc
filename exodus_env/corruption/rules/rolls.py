"""Rolls of the players' dice: Detection, Skill and Damage Rolls [546-550, 604-634], and the dice of attacks.

Every roll lies in `g.face` until the next one: a symbol for each die of each ship that rolls. A die can be rolled again
once, and not after it was spent, turned or ignored [918-922].
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import DICE, OWN_DICE
from exodus_env.corruption.content.vocabulary import HIT, MISS, SPECIAL
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log, words
from exodus_env.corruption.rules.frames import (
    ROLL,
    ROLL_COUNT,
    ROLL_KIND,
    ROLL_SHIP,
    ROLL_SYMBOL,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import modifier
from exodus_env.corruption.rules.ships import draw_damaged, is_with, lose_health
from exodus_env.corruption.rules.windows import open_window
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import die
from exodus_env.kit.flow import STEP, get, go, pop, push, put
from exodus_env.kit.kernel import kernel

# Steps of ROLL.
BEGUN: Final = 0
COUNTED: Final = 1

# Dice -----------------------------------------------------------------------------------------------------------------


@kernel
def clear_dice(g: Game) -> None:
    """No dice lie there, and nothing has changed them."""
    g.face[:] = -1
    g.colour[:] = -1
    g.die_rerolled[:] = 0
    g.die_spent[:] = 0
    g.die_ignored[:] = 0
    g.guard[:] = 0
    g.counted = 0
    g.unseen = 0


@kernel
def take_own_dice(g: Game, t: Tables, ship: int) -> None:
    """A ship takes its own two dice."""
    for number in range(OWN_DICE):
        g.colour[ship, number] = t.mat_dice[g.mat[ship]]


@kernel
def roll_die(g: Game, t: Tables, ship: int, number: int) -> None:
    """A die of a ship is rolled."""
    colour = int(g.colour[ship, number])
    g.face[ship, number] = t.die_symbol[colour, die(g) - 1]
    note(g, log.E_ROLLED, ship, int(g.face[ship, number]), colour, 0)


@kernel
def roll_dice(g: Game, t: Tables, ship: int) -> None:
    """All dice a ship has taken are rolled."""
    for number in range(DICE):
        if g.colour[ship, number] >= 0:
            roll_die(g, t, ship, number)


@kernel
def shown(g: Game, ship: int, symbol: int) -> int:
    """How many dice of a ship show a symbol, and are neither ignored nor spent."""
    count = 0
    for number in range(DICE):
        counts = g.die_ignored[ship, number] == 0 and g.die_spent[ship, number] == 0
        if g.face[ship, number] == symbol and counts:
            count += 1
    return count


@kernel
def shown_by_fleet(g: Game, t: Tables, lead: int, symbol: int) -> int:
    """How many dice of a Fleet show a symbol."""
    count = 0
    for ship in range(t.ships):
        if is_with(g, lead, ship):
            count += shown(g, ship, symbol)
    return count


# Rolls outside of attacks ---------------------------------------------------------------------------------------------


@kernel
def begin_roll(g: Game, kind: int, ship: int, symbol: int, count: int) -> None:
    """A roll: of the Fleet of a ship for W_DETECTION and W_SKILL (`count` of a symbol), of the ship for W_DAMAGE.

    When the frame has gone, `g.success` says whether a Detection or Skill Roll succeeded; a Damage Roll has been
    carried out.
    """
    push(g, ROLL)
    put(g, ROLL_KIND, kind)
    put(g, ROLL_SHIP, ship)
    put(g, ROLL_SYMBOL, symbol)
    put(g, ROLL_COUNT, count)


@kernel
def run_roll(g: Game, t: Tables) -> None:
    """Roll; let captains use equipment; count."""
    kind, ship = get(g, ROLL_KIND), get(g, ROLL_SHIP)
    if get(g, STEP) == BEGUN:
        clear_dice(g)
        for other in range(t.ships):
            if other == ship or (kind != words.W_DAMAGE and is_with(g, ship, other)):
                take_own_dice(g, t, other)
                roll_dice(g, t, other)
        go(g, COUNTED)
        if has_window(g, t, kind, ship):
            open_window(g, t, kind, ship)
        return
    symbol, count = get(g, ROLL_SYMBOL), get(g, ROLL_COUNT)
    pop(g)
    if kind == words.W_DAMAGE:
        suffer_damage_roll(g, t, ship)
        return
    if kind == words.W_DETECTION:
        g.success = int(is_unseen(g, t, ship))
    else:
        g.success = int(counted(g, t, ship, symbol) >= count)
    note(g, log.E_SUCCEEDED if g.success == 1 else log.E_FAILED, kind, 0, 0, 0)


@kernel
def has_window(g: Game, t: Tables, kind: int, ship: int) -> bool:
    """Whether equipment may be used: a Skill Roll has failed so far, or another roll shows a miss that counts."""
    if kind == words.W_DETECTION:
        return not is_unseen(g, t, ship)
    if kind == words.W_DAMAGE:
        return misses(g, ship) > 0
    return counted(g, t, ship, get(g, ROLL_SYMBOL)) < get(g, ROLL_COUNT)


@kernel
def is_unseen(g: Game, t: Tables, lead: int) -> bool:
    """Whether the Detection Roll of a Fleet succeeds: too few misses, after those that stealth takes off or adds."""
    found = shown_by_fleet(g, t, lead, MISS)
    for ship in range(t.ships):
        if is_with(g, lead, ship):
            found -= modifier(g, ship, words.M_STEALTH)
    return bool(g.unseen == 1 or found < t.detection_misses)


@kernel
def counted(g: Game, t: Tables, lead: int, symbol: int) -> int:
    """What a Skill Roll of a Fleet counts: dice that show the symbol, and what equipment adds [606-610]."""
    count = int(g.counted)
    for ship in range(t.ships):
        if is_with(g, lead, ship):
            if symbol == HIT:
                count += shown(g, ship, HIT) + modifier(g, ship, words.M_SKILL_HITS)
            elif symbol == SPECIAL and modifier(g, ship, words.M_NO_SPECIALS) == 0:
                count += shown(g, ship, SPECIAL) + modifier(g, ship, words.M_SKILL_SPECIALS)
    return count


@kernel
def misses(g: Game, ship: int) -> int:
    """Misses of a ship's Damage Roll that count."""
    return max(0, shown(g, ship, MISS) - modifier(g, ship, words.M_ARMOUR))


@kernel
def suffer_damage_roll(g: Game, t: Tables, ship: int) -> None:
    """Health for one miss or two, and for two a Damaged card [632]."""
    found = misses(g, ship)
    if found == 0:
        return
    lose_health(g, t, ship, int(t.damage_health[min(found, OWN_DICE) - 1]) - int(g.guard[ship]))
    if found >= t.damaged_misses:
        draw_damaged(g, t, ship)
