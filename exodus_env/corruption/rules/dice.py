"""The dice that lie there: rolled, rolled again, ignored, turned, spent [276-282, 911-926], and what they count for.

A roll lies in `g.face`: a symbol for each die of each ship that rolls, until the roll or attack is over. A die can be
rolled again once, and not after it was spent, turned or ignored [918-922].
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import DICE, OWN_DICE
from exodus_env.corruption.content.vocabulary import HIT, MISS, NOTHING, SPECIAL
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log, words
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import modifier
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import die
from exodus_env.kit.kernel import kernel

# What became of a die, in `g.die_spent`.
SPENT: Final = 1  # used up: it shows nothing any more
TURNED: Final = 2  # it shows another symbol, and stays so


# Rolling --------------------------------------------------------------------------------------------------------------


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
def has_rolled(g: Game, ship: int) -> bool:
    """Whether dice of a ship lie there."""
    for number in range(DICE):
        if g.face[ship, number] >= 0:
            return True
    return False


# One more die ---------------------------------------------------------------------------------------------------------


@kernel
def can_take_die(g: Game, ship: int) -> bool:
    """Whether a ship has room for another die besides its own."""
    for number in range(OWN_DICE, DICE):
        if g.colour[ship, number] < 0:
            return True
    return False


@kernel
def take_dice(g: Game, t: Tables, ship: int, dice: int, colour: int) -> None:
    """A ship takes more dice of a colour, as far as it has room; where it has rolled, they are rolled at once."""
    at_once = has_rolled(g, ship)
    for number in range(OWN_DICE, DICE):
        if dice > 0 and g.colour[ship, number] < 0:
            dice -= 1
            g.colour[ship, number] = colour
            if at_once:
                roll_die(g, t, ship, number)


# Changing dice --------------------------------------------------------------------------------------------------------


@kernel
def can_change_die(g: Game, t: Tables, operation: int, ship: int, number: int, of: int) -> bool:
    """Whether `reroll`, `ignore` or `turn` can be done to a die of a ship [918-922]; `of`: symbol it must show."""
    face = int(g.face[ship, number])
    if face < 0 or g.die_spent[ship, number] != 0 or g.die_ignored[ship, number] == 1:
        return False
    if operation == words.DO_REROLL:
        return bool(g.die_rerolled[ship, number] == 0 and (of == NOTHING or face == of))
    return face == (MISS if operation == words.DO_IGNORE else of)


@kernel
def change_die(g: Game, t: Tables, operation: int, ship: int, number: int, into: int) -> None:
    """Roll a die again, ignore its miss, or turn it to another symbol."""
    if operation == words.DO_REROLL:
        g.die_rerolled[ship, number] = 1
        roll_die(g, t, ship, number)
    elif operation == words.DO_IGNORE:
        g.die_ignored[ship, number] = 1
    else:
        g.face[ship, number] = into
        g.die_spent[ship, number] = TURNED


@kernel
def dice_to_spend(g: Game, ship: int, symbol: int) -> int:
    """How many dice of a ship show a symbol and can trigger something; Damaged cards can forbid specials."""
    if symbol == SPECIAL and modifier(g, ship, words.M_NO_SPECIALS) == 1:
        return 0
    dice = 0
    for number in range(DICE):
        if is_free(g, ship, number, symbol):
            dice += 1
    return dice


@kernel
def is_free(g: Game, ship: int, number: int, symbol: int) -> bool:
    """Whether a die shows a symbol and was not spent, turned or ignored."""
    unchanged = g.die_spent[ship, number] == 0 and g.die_ignored[ship, number] == 0
    return bool(unchanged and g.face[ship, number] == symbol)


@kernel
def spend_dice(g: Game, ship: int, symbol: int, dice: int) -> None:
    """Use up dice of a ship that show a symbol: those first that could not be rolled again anyway."""
    for rerolled in range(1, -1, -1):
        for number in range(DICE):
            if dice > 0 and g.die_rerolled[ship, number] == rerolled and is_free(g, ship, number, symbol):
                g.die_spent[ship, number] = SPENT
                dice -= 1


# Counting -------------------------------------------------------------------------------------------------------------


@kernel
def shown(g: Game, ship: int, symbol: int) -> int:
    """How many dice of a ship show a symbol, and are neither ignored nor spent."""
    count = 0
    for number in range(DICE):
        counts = g.die_ignored[ship, number] == 0 and g.die_spent[ship, number] != SPENT
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


@kernel
def found_by_detection(g: Game, t: Tables, lead: int) -> int:
    """The misses of a Fleet's Detection Roll, after those that stealth takes off or adds."""
    found = shown_by_fleet(g, t, lead, MISS)
    for ship in range(t.ships):
        if is_with(g, lead, ship):
            found -= modifier(g, ship, words.M_STEALTH)
    return found


@kernel
def is_unseen(g: Game, t: Tables, lead: int) -> bool:
    """Whether the Detection Roll of a Fleet succeeds: too few misses count."""
    return bool(g.unseen == 1 or found_by_detection(g, t, lead) < t.detection_misses)


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
def damage(g: Game, t: Tables, ship: int) -> int:
    """The Health a ship is to lose by its Damage Roll: for one miss or two, less what equipment keeps off [632]."""
    found = misses(g, ship)
    if found == 0:
        return 0
    return max(0, int(t.damage_health[min(found, OWN_DICE) - 1]) - int(g.guard[ship]))
