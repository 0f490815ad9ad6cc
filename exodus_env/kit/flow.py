"""Flow: an explicit stack of frames inside the record.

A frame is (kind, step, arguments). The rules run the top frame; it advances its step, pushes frames for nested flows,
asks a decision, or pops itself. Nothing calls back up, so a game can stop anywhere and be copied.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.kit.kernel import kernel

Game: TypeAlias = Any

# Every frame begins with these two; the columns after them are its own, with names of their own.
KIND: Final = 0
STEP: Final = 1
FIRST_COLUMN: Final = 2

NO_DECISION: Final = 0


class NoLegalChoice(RuntimeError):
    """A decision is pending in which nothing is legal: the rules have a bug, and the game cannot continue."""


class UnknownFrame(RuntimeError):
    """The rules do not know the kind of the top frame."""


class UnknownDecision(RuntimeError):
    """The rules do not know the pending decision."""


@kernel
def push(g: Game, kind: int) -> None:
    """Push a frame, with zeros in its columns; it runs next."""
    frame = g.stack[g.depth]
    frame[:] = 0
    frame[KIND] = kind
    g.depth += 1


@kernel
def pop(g: Game) -> None:
    """Pop the top frame; the one below continues."""
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
    """Set the step of the top frame."""
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
    """Set what the pending decision is about: a hex, a player or a card (-1: none)."""
    g.focus_hex = hexagon
    g.focus_player = player
    g.focus_card = card
