"""The driver of state checkers: numbered invariants that must hold in every position between two decisions.

Number 1 is the schema: if a record has another shape or type, nothing else is checked. An invariant up to the guard
that fails ends the check, because numbers out of bounds would be wrong indices. Only the last one may ask the rules, so
it is checked only if all others hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from exodus_env.kit.batch import LOOK, Batch, copy_array
from exodus_env.kit.bounds import Bounds
from exodus_env.kit.declared_flow import DeclaredFlow
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.facts import Problems, Wide
from exodus_env.kit.flow import NO_DECISION, NoLegalChoice

SCHEMA: Final = (1, "schema")

Facts = TypeVar("Facts")  # what a game derives from a record for its invariants


class BrokenInvariant(ValueError):
    """A position that no game can reach."""

    def __init__(self, number: int, name: str, problem: str) -> None:
        super().__init__(f"invariant {number} ({name}): {problem}")
        self.number = number
        self.name = name


@dataclass(frozen=True)
class Checker(Generic[Facts]):
    """The invariants of a game, each with its number, its name and a function that says what is wrong."""

    schema: Callable[[Any], str | None]
    facts: Callable[[Any, Any], Facts]  # of a record of the right form and the rules
    invariants: tuple[tuple[int, str, Callable[[Facts], Iterable[str]]], ...]  # from number 2
    legal: tuple[int, str, Callable[[Facts], Iterable[str]]]
    guard: int = 2  # if one up to here fails, numbers cannot be used as indices

    def failures(self, record: Any, rules: Definition) -> Iterator[BrokenInvariant]:
        """Everything that is wrong with a position, one at a time."""
        problem = self.schema(record)
        if problem is not None:
            yield BrokenInvariant(*SCHEMA, problem)
            return
        facts = self.facts(record, rules)
        sound = True
        for number, name, invariant in self.invariants:
            wrong = False
            for what in invariant(facts):
                wrong = True
                yield BrokenInvariant(number, name, what)
            sound &= not wrong
            if wrong and number <= self.guard:
                return
        number, name, invariant = self.legal
        for what in invariant(facts) if sound else ():
            yield BrokenInvariant(number, name, what)

    def check(self, record: Any, rules: Definition) -> None:
        """Raise BrokenInvariant if no game can reach a position."""
        for failure in self.failures(record, rules):
            raise failure

    def check_guard(self, record: Any, rules: Definition) -> None:
        """Raise BrokenInvariant if a record holds a value that compiled rules must not see."""
        for failure in self.failures(record, rules):
            if failure.number <= self.guard:
                raise failure
            return


def declared_checker(
    bounds: Bounds, flow: DeclaredFlow, own: Iterable[tuple[str, Callable[[Wide], Iterable[str]]]]
) -> Checker[Wide]:
    """The checker of a game whose bounds, frames and decisions are declared, with further invariants of its own."""
    first = [("bounds", bounds.problems), ("flow", flow.stack), ("decision", flow.decision)]
    numbered = tuple((number, *one) for number, one in enumerate([*first, *own], start=SCHEMA[0] + 1))
    last = len(numbered) + SCHEMA[0] + 1
    return Checker(bounds.form, bounds.facts, numbered, (last, "legal choices", legal_choices), guard=3)


def legal_choices(s: Wide) -> Problems:
    """Something is legal in the pending decision, and in those that follow from it without a choice."""
    if s.g.decision != NO_DECISION:
        yield from dead_ends(s.rules, s.words)


def dead_ends(rules: Definition, record: Array) -> Iterator[str]:
    """What is wrong if nothing is legal in the pending decision, or in one that follows from it without a choice."""
    batch = Batch(rules, 1, observe=False)
    copy_array(record, batch.games)
    batch.actions[:] = LOOK
    try:
        batch.play(False)
    except NoLegalChoice:
        yield f"player {int(batch.games[0].actor)} must {rules.decision(batch.games[0])}, and nothing is legal"
