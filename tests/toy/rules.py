"""The rules of Beacon: a storm is coming, and the keepers must light five lamps in order before dawn.

Every keeper holds one card that the others do not see. Each hour one keeper lights a lamp with it, changes it, or calls
on another keeper, who lights a lamp or stays silent. A card that does not fit the next lamp is spent in vain, and a die
of 1 to 3 lets the storm grow. All win when the last lamp burns; all lose at the fourth storm, or at dawn.
"""

from __future__ import annotations

from exodus_env.kit.chance import PLAY, SETUP, below, die, set_key
from exodus_env.kit.flow import KIND, NO_DECISION, ask, get, pop, push, put
from exodus_env.kit.kernel import Mask, kernel
from tests.toy.record import Game
from tests.toy.tables import CALL, CARDS, CHANGE, LAMPS, LIGHT, SILENT, Tables

NIGHT, CALLED = 1, 2  # frames
KEEPER = 2  # column of the frame CALLED
TURN, ANSWER = 1, 2  # decisions
DECISIONS = ("nothing", "light a lamp, change the card or call on a keeper", "light a lamp or stay silent")
WON, LOST = 1, 2
MOST_STORMS = 4  # more than keepers can cause before each has had a turn
WORST_ROLL = 3


@kernel
def set_up(g: Game, t: Tables, high: int, low: int) -> None:
    """An empty record becomes the first hour of a game."""
    set_key(g, SETUP, high, low)
    set_key(g, PLAY, high, low)
    for card in range(CARDS):
        g.deck[card] = card % LAMPS
    g.left = CARDS
    shuffle(g, SETUP)
    g.hand[:] = -1
    for keeper in range(t.players):
        draw_card(g, keeper)
    g.first = below(g, SETUP, t.players)
    push(g, NIGHT)


@kernel
def shuffle(g: Game, stream: int) -> None:
    """Shuffle the deck."""
    for i in range(g.left - 1, 0, -1):
        j = below(g, stream, i + 1)
        card = g.deck[i]
        g.deck[i] = g.deck[j]
        g.deck[j] = card


@kernel
def draw_card(g: Game, keeper: int) -> None:
    """A card for a keeper; when the deck is empty, spent cards become a new one."""
    if g.left == 0:
        for lamp in range(LAMPS):
            for _ in range(g.spent[lamp]):
                g.deck[g.left] = lamp
                g.left += 1
            g.spent[lamp] = 0
        shuffle(g, PLAY)
    g.left -= 1
    g.hand[keeper] = g.deck[g.left]
    g.deck[g.left] = -1


@kernel
def light(g: Game, keeper: int) -> None:
    """A keeper tries to light the next lamp."""
    card = int(g.hand[keeper])
    if card == g.lit:
        g.lit += 1
    else:
        g.spent[card] += 1
        if die(g) <= WORST_ROLL:
            g.storms += 1
    draw_card(g, keeper)


@kernel
def run_night(g: Game, t: Tables) -> None:
    """The next keeper's turn, unless the night is over."""
    if g.lit < LAMPS and g.storms < MOST_STORMS and g.hour < t.hours:
        ask(g, (g.first + g.hour) % t.players, TURN)
        return
    g.outcome = WON if g.lit == LAMPS else LOST
    g.over = 1
    pop(g)


@kernel
def legal(g: Game, t: Tables, mask: Mask) -> None:
    """What may be chosen in the pending decision."""
    mask[:] = 0
    mask[t.family_start[LIGHT]] = 1
    if g.decision == ANSWER:
        mask[t.family_start[SILENT]] = 1
        return
    mask[t.family_start[CHANGE]] = 1
    for other in range(t.players - 1):
        mask[t.family_start[CALL] + other] = 1


@kernel
def choose(g: Game, t: Tables, action: int) -> None:
    """Carry out a choice."""
    keeper = int(g.actor)
    family = int(t.action_family[action])
    if g.decision == ANSWER:
        pop(g)
    else:
        g.hour += 1
    g.decision = NO_DECISION
    if family == LIGHT:
        light(g, keeper)
    elif family == CHANGE:
        g.spent[g.hand[keeper]] += 1
        draw_card(g, keeper)
    elif family == CALL:
        push(g, CALLED)
        put(g, KEEPER, (keeper + 1 + t.action_factor[action, 0]) % t.players)


@kernel
def advance(g: Game, t: Tables, mask: Mask) -> None:
    """Run until somebody must decide, and write that decision's mask; at the end of the game the mask is empty."""
    while g.decision == NO_DECISION and g.depth > 0:
        if g.stack[g.depth - 1, KIND] == CALLED:
            ask(g, get(g, KEEPER), ANSWER)
        else:
            run_night(g, t)
    if g.over == 1:
        mask[:] = 0
        g.actor = -1
    else:
        legal(g, t, mask)
