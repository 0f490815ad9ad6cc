"""Revealing: a probe names a space, draws the top tile of the System stack and turns it [306-316]."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import SIDES
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules.choices import ROTATE, ask_ship
from exodus_env.corruption.rules.frames import (
    REVEAL,
    REVEAL_DIRECTION,
    REVEAL_FROM,
    REVEAL_JUMP,
    REVEAL_SHIP,
    REVEAL_TILE,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import gain_xp
from exodus_env.corruption.rules.movement import enter
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.rules.systems import is_open, opposite, put_system
from exodus_env.corruption.rules.windows import open_window
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, first_factor
from exodus_env.kit.decks import take
from exodus_env.kit.flow import STEP, focus, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# Steps of REVEAL.
DRAW: Final = 0
TURN: Final = 1
REVEALED: Final = 2


@kernel
def begin_reveal(g: Game, ship: int, slot: int, direction: int, jump: int) -> None:
    """A ship reveals a system joined to another; with `jump` 1 its Fleet goes there at once."""
    push(g, REVEAL)
    put(g, REVEAL_FROM, slot)
    put(g, REVEAL_DIRECTION, direction)
    put(g, REVEAL_SHIP, ship)
    put(g, REVEAL_JUMP, jump)


@kernel
def run_reveal(g: Game, t: Tables) -> None:
    """The space is named; the top tile is drawn, turned and put there [310-316]."""
    step = get(g, STEP)
    ship = get(g, REVEAL_SHIP)
    if step == DRAW:
        g.tiles_left -= 1
        put(g, REVEAL_TILE, 1 + take(g.tiles, g.tiles_left))
        go(g, TURN)
    elif step == TURN:
        ask_ship(g, ship, choices.D_ROTATE)
        focus(g, get(g, REVEAL_FROM), -1, get(g, REVEAL_TILE) - 1)
    else:
        slot = int(g.systems) - 1
        jumps = get(g, REVEAL_JUMP) == 1
        pop(g)
        if jumps:
            enter(g, t, ship, slot)


@kernel
def legal_rotate(g: Game, t: Tables, mask: Mask) -> None:
    """Each different way to turn the tile that gives it a lane towards the system it is joined to."""
    tile = get(g, REVEAL_TILE) - 1
    back = opposite(get(g, REVEAL_DIRECTION))
    for turned in range(SIDES):
        if is_open(t, tile, turned, back) and not looks_like_an_earlier_turn(t, tile, turned):
            allow(t, mask, ROTATE, turned)


@kernel
def looks_like_an_earlier_turn(t: Tables, tile: int, turned: int) -> bool:
    """Whether a tile looks the same turned less."""
    for earlier in range(turned):
        same = True
        for direction in range(SIDES):
            if is_open(t, tile, turned, direction) != is_open(t, tile, earlier, direction):
                same = False
        if same:
            return True
    return False


@kernel
def choose_rotate(g: Game, t: Tables, action: int) -> None:
    """The tile lies; ships of the Fleet gain XP for it, and may use equipment."""
    tile, ship = get(g, REVEAL_TILE) - 1, get(g, REVEAL_SHIP)
    slot = put_system(g, t, get(g, REVEAL_FROM), get(g, REVEAL_DIRECTION), tile, first_factor(t, action))
    note(g, log.E_REVEALED, slot, 0, 0, 0)
    put(g, REVEAL_TILE, 0)
    go(g, REVEALED)
    for other in range(t.ships):
        if is_with(g, ship, other):
            gain_xp(g, t, other, words.XP_REVEAL)
    open_window(g, t, words.W_REVEAL, ship)
