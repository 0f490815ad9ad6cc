"""The rules of Beacon: a storm is coming, and the keepers must light five lamps in order before dawn.

Every keeper holds one card that the others do not see. Each hour one keeper lights a lamp with it, changes it, or calls
on another keeper, who lights a lamp or stays silent. A card that does not fit the next lamp is spent in vain, and a die
of 1 to 3 lets the storm grow. All win when the last lamp burns; all lose at the fourth storm, or at dawn.
"""

from __future__ import annotations

from exodus_env.kit.chance import PLAY, SETUP, below, die
from exodus_env.kit.choices import allow, family_of, first_factor, seat
from exodus_env.kit.decks import fill_copies, take
from exodus_env.kit.flow import ask, get, pop, push, put
from exodus_env.kit.kernel import Mask, kernel
from exodus_env.kit.rewards import WON
from tests.toy.numbers import CALL, CALLED, CALLED_KEEPER, CHANGE, D_ANSWER, D_TURN, LIGHT, NIGHT, SILENT
from tests.toy.record import COPIES, LAMPS
from tests.toy.record_types import Game, Tables

LOST = 2
MOST_STORMS = 4  # more than keepers can cause before each has had a turn
WORST_ROLL = 3


@kernel
def set_up(g: Game, t: Tables) -> None:
    """An empty record becomes the first hour of a game."""
    g.spent[:] = COPIES  # the first card that is drawn finds no deck and shuffles them
    g.hand[:] = -1
    for keeper in range(t.players):
        draw_card(g, keeper)
    g.first = below(g, SETUP, t.players)
    push(g, NIGHT)


@kernel
def draw_card(g: Game, keeper: int) -> None:
    """A card for a keeper; when the deck is empty, spent cards become a new one."""
    if g.left == 0:
        g.left = fill_copies(g, g.deck, g.spent, PLAY)
        g.spent[:] = 0
    g.left -= 1
    g.hand[keeper] = take(g.deck, g.left)


@kernel
def change_card(g: Game, keeper: int) -> None:
    """A keeper spends a card for another one."""
    g.spent[g.hand[keeper]] += 1
    draw_card(g, keeper)


@kernel
def light(g: Game, keeper: int) -> None:
    """A keeper tries to light the next lamp."""
    if g.hand[keeper] == g.lit:
        g.lit += 1
        draw_card(g, keeper)
        return
    if die(g) <= WORST_ROLL:
        g.storms += 1
    change_card(g, keeper)


# The keeper of the hour -----------------------------------------------------------------------------------------------


@kernel
def run_night(g: Game, t: Tables) -> None:
    """The next keeper's turn, unless the night is over."""
    if g.lit < LAMPS and g.storms < MOST_STORMS and g.hour < t.hours:
        ask(g, (g.first + g.hour) % t.players, D_TURN)
        return
    g.outcome = WON if g.lit == LAMPS else LOST
    g.over = 1
    pop(g)


@kernel
def legal_turn(g: Game, t: Tables, mask: Mask) -> None:
    """Light a lamp, change the card, or call on anybody else."""
    allow(t, mask, LIGHT, 0)
    allow(t, mask, CHANGE, 0)
    for other in range(t.players - 1):
        allow(t, mask, CALL, other)


@kernel
def choose_turn(g: Game, t: Tables, action: int) -> None:
    """Do so; the hour passes."""
    g.hour += 1
    if family_of(t, action) == LIGHT:
        light(g, g.actor)
    elif family_of(t, action) == CHANGE:
        change_card(g, g.actor)
    else:
        push(g, CALLED)
        put(g, CALLED_KEEPER, seat(t, g.actor, 1 + first_factor(t, action)))


# The keeper who is called ---------------------------------------------------------------------------------------------


@kernel
def run_called(g: Game, t: Tables) -> None:
    """Ask the keeper who was called."""
    ask(g, get(g, CALLED_KEEPER), D_ANSWER)


@kernel
def legal_answer(g: Game, t: Tables, mask: Mask) -> None:
    """Light a lamp or stay silent."""
    allow(t, mask, SILENT, 0)
    allow(t, mask, LIGHT, 0)


@kernel
def choose_answer(g: Game, t: Tables, action: int) -> None:
    """Do so; the night goes on."""
    pop(g)
    if family_of(t, action) == LIGHT:
        light(g, g.actor)
