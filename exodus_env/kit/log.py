"""A log in the record: what happened since the last decision, as short rows. Stories read it, rules never do.

A game that keeps one has the fields of `log_fields` in its record and declares its kinds of event with `Events`: one
function for each, whose parameters are the event's arguments and whose value is its sentence. `numbers_module` writes
the numbers by which rules note events: `note(g, E_MOVED, player, ship, source, target)`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from exodus_env.kit.declare import constants_module, numbered, words
from exodus_env.kit.kernel import kernel
from exodus_env.kit.record import Field
from exodus_env.kit.text import capital

Game: TypeAlias = Any

ARGUMENTS: Final = 4  # of an event

Event = tuple[int, ...]  # kind, then the arguments


class EventError(ValueError):
    """An impossible kind of event, or a row of the log of an unknown kind."""


def log_fields(rows: int) -> tuple[Field, Field]:
    """The fields of a record that keeps a log of some rows."""
    return (
        ("log", "i2", (rows, 1 + ARGUMENTS), "flow", "events since the last decision: kind, arguments"),
        ("log_count", "i2", (), "flow", "number of events since the last decision"),
    )


@kernel
def begin_log(g: Game) -> None:
    """Forget the events of the step before."""
    g.log_count = 0


@kernel
def note(g: Game, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Record an event. Once the log is full, later events of this step are dropped."""
    if g.log_count < len(g.log):
        row = g.log[g.log_count]
        row[0] = kind
        row[1] = a
        row[2] = b
        row[3] = c
        row[4] = d
        g.log_count += 1


def noted(g: Game) -> list[Event]:
    """The events in the log of a game."""
    return [tuple(int(value) for value in row) for row in g.log[: int(g.log_count)]]


@dataclass(frozen=True)
class Kind:
    """A kind of event."""

    name: str
    arguments: tuple[str, ...]
    sentence: Callable[..., str]  # of whoever names things, and the arguments


class Events:
    """The kinds of event of a game, numbered as they are declared."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []

    def declare(self, function: Callable[..., str]) -> Callable[..., str]:
        """Declare the event that a function is named after (a leading underscore is left out)."""
        name = function.__name__.removeprefix("_")
        arguments = tuple(inspect.signature(function).parameters)[1:]
        if len(arguments) > ARGUMENTS:
            raise EventError(f"the event {name} has {len(arguments)} arguments; at most {ARGUMENTS} fit into the log")
        if name in self.names:
            raise EventError(f"the event {name} is declared twice")
        self.kinds.append(Kind(name, arguments, function))
        return function

    @property
    def names(self) -> list[str]:
        """The names of all kinds, by number."""
        return [kind.name for kind in self.kinds]

    def sentence(self, names: Any, event: Sequence[int]) -> str:
        """An event in words; `names` is the first argument of its function."""
        if not 0 <= event[0] < len(self.kinds):
            raise EventError(f"there is no event {event[0]}; kinds are 0 to {len(self.kinds) - 1}")
        kind = self.kinds[event[0]]
        return capital(kind.sentence(names, *event[1 : 1 + len(kind.arguments)]))

    def numbers_module(self, docstring: str) -> str:
        """The source of a module with the number of every kind."""
        return constants_module(
            docstring, [("Events", numbered(self.names, prefix="E_"))], [words("EVENT_NAMES", self.names)]
        )
