"""Rolls of the players' dice outside of attacks: Detection, Skill and Damage Rolls [546-550, 604-634]."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log, words
from exodus_env.corruption.rules.dice import (
    clear_dice,
    counted,
    damage,
    is_unseen,
    misses,
    roll_dice,
    take_own_dice,
)
from exodus_env.corruption.rules.frames import (
    ROLL,
    ROLL_COUNT,
    ROLL_KIND,
    ROLL_SHIP,
    ROLL_SYMBOL,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.ships import draw_damaged, is_with, lose_health
from exodus_env.corruption.rules.windows import open_window
from exodus_env.corruption.tables import Tables
from exodus_env.kit.flow import STEP, get, go, pop, push, put
from exodus_env.kit.kernel import kernel

# Steps of ROLL.
BEGUN: Final = 0
COUNTED: Final = 1


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
        open_window(g, t, kind, ship)
        return
    symbol, count = get(g, ROLL_SYMBOL), get(g, ROLL_COUNT)
    pop(g)
    if kind == words.W_DAMAGE:
        suffer_damage_roll(g, t, ship)
    else:
        seen = kind == words.W_DETECTION
        g.success = int(is_unseen(g, t, ship) if seen else counted(g, t, ship, symbol) >= count)
        note(g, log.E_SUCCEEDED if g.success == 1 else log.E_FAILED, kind, 0, 0, 0)
    clear_dice(g)


@kernel
def suffer_damage_roll(g: Game, t: Tables, ship: int) -> None:
    """Health for one miss or two, and for two a Damaged card [632]; a ship that falls draws none."""
    is_damaged = misses(g, ship) >= t.damaged_misses
    lose_health(g, t, ship, damage(g, t, ship))
    if is_damaged:
        draw_damaged(g, t, ship)
