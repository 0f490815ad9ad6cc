"""Functions that push frames with their columns filled in, named after what the frames are about."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import frames
from exodus_env.kit.flow import push, put
from exodus_env.kit.kernel import kernel

# Why a player learns a technology: by a card, from others in combat, or from others where Population landed.
BY_CARD, BY_COMBAT, BY_LANDING = 0, 1, 2


@kernel
def begin_effects(g: Game, row: int, rows: int, owner: int) -> None:
    """Begin the effects of a card, given its first row, the number of its rows, and its player."""
    push(g, frames.EFFECTS)
    put(g, frames.EFFECTS_ROW, row)
    put(g, frames.EFFECTS_ROWS, rows)
    put(g, frames.EFFECTS_OWNER, owner)


@kernel
def begin_action(g: Game, player: int, action: int, source: int) -> None:
    """Begin a standard action of a player."""
    push(g, frames.PERFORM)
    put(g, frames.PERFORM_PLAYER, player)
    put(g, frames.PERFORM_ACTION, action)
    put(g, frames.PERFORM_SOURCE, source)


@kernel
def begin_combat(g: Game, hexagon: int, lone: int, kind: int) -> None:
    """Begin a combat of a kind in a hex: of one player with the Resistance, or (-1) of all who are there."""
    push(g, frames.COMBAT)
    put(g, frames.COMBAT_HEX, hexagon)
    put(g, frames.COMBAT_LONE, lone)
    put(g, frames.COMBAT_KIND, kind)


@kernel
def begin_learning(g: Game, player: int, cost: int, source: int) -> None:
    """Let a player learn a technology up to a printed cost."""
    push(g, frames.LEARN_FREE)
    put(g, frames.LEARN_FREE_PLAYER, player)
    put(g, frames.LEARN_FREE_COST, cost)
    put(g, frames.LEARN_FREE_SOURCE, source)


@kernel
def begin_conversion(g: Game, player: int, vp: int, change: int) -> None:
    """Let a player gain or lose VP as resources, if players win together."""
    push(g, frames.CONVERSION)
    put(g, frames.CONVERSION_PLAYER, player)
    put(g, frames.CONVERSION_VP, vp)
    put(g, frames.CONVERSION_CHANGE, change)
