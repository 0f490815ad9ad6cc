"""Flow: an explicit stack of frames inside the record.

A frame is (kind, step, arguments). The rules run the top frame; it moves its step on, pushes frames for nested flows,
asks a decision, or pops itself. Nothing calls back up, so a game can stop anywhere and be copied.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.kit.kernel import kernel

Game: TypeAlias = Any

# Every frame begins with these two; the columns after them are its own, and have names of their own.
KIND: Final = 0
STEP: Final = 1
FIRST_COLUMN: Final = 2

NO_DECISION: Final = 0


class NoLegalChoice(RuntimeError):
    """A decision is pending in which nothing is legal: the rules have a fault, and the game cannot go on."""


class UnknownFrame(RuntimeError):
    """The top frame is of a kind that the rules do not know."""


class UnknownDecision(RuntimeError):
    """A decision is pending that the rules do not know."""


@kernel
def push(g: Game, kind: int) -> None:
    """Put a frame on top, with zeros in its columns; it runs next."""
    frame = g.stack[g.depth]
    frame[:] = 0
    frame[KIND] = kind
    g.depth += 1


@kernel
def pop(g: Game) -> None:
    """Take the top frame away; the one below continues."""
    g.depth -= 1
    g.stack[g.depth, :] = 0


@kernel
def get(g: Game, column: int) -> int:
    """A column of the top frame."""
    return int(g.stack[g.depth - 1, column])


@kernel
def put(g: Game, column: int, value: int) -> None:
    """Set a column of the top frame."""
    g.stack[g.depth - 1, column] = value


@kernel
def add(g: Game, column: int, value: int) -> None:
    """Add to a column of the top frame."""
    g.stack[g.depth - 1, column] += value


@kernel
def go(g: Game, step: int) -> None:
    """Move the top frame to a step."""
    g.stack[g.depth - 1, STEP] = step


@kernel
def ask(g: Game, actor: int, decision: int) -> None:
    """Stop here until `actor` has decided."""
    g.actor = actor
    g.decision = decision
    g.focus_hex = -1
    g.focus_player = -1
    g.focus_card = -1


@kernel
def focus(g: Game, hexagon: int, player: int, card: int) -> None:
    """What the pending decision is about, where it is about a certain hex, player or card (-1: none)."""
    g.focus_hex = hexagon
    g.focus_player = player
    g.focus_card = card
