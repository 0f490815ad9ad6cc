"""The flow of a game as it is declared: what a state checker can tell of frames and decisions from declarations alone.

Which frame lies on which, steps and columns in bounds, which frame asks the pending decision at which step, of whom and
about what. A game adds what its declarations do not say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, TypeAlias
from weakref import WeakKeyDictionary

from exodus_env.kit.declare import ANY_STEP, MAYBE, SET, SOME, Decision, Frame
from exodus_env.kit.definition import Definition
from exodus_env.kit.facts import Problems, Wide, empty
from exodus_env.kit.flow import FIRST_COLUMN, KIND, NO_DECISION, STEP

Ranges: TypeAlias = list[list[tuple[int, int]]]  # by frame and place in it: lowest and highest value

FOCUSES: Final = ("hex", "player", "card")


def declared(word: int | str, package: str, t: Any = None) -> int:
    """A number as declarations give it: itself, "module.NAME" of the rules, or the name of a number of the tables."""
    if isinstance(word, int):
        return word
    if "." not in word:
        return int(getattr(t, word))
    module, name = word.rsplit(".", 1)
    return int(getattr(import_module(f"{package}.{module}"), name))


def column_ranges(frames: Sequence[Frame], width: int, number: Callable[[int | str], int]) -> Ranges:
    """The lowest and highest value of every column of every frame; a column that a frame does not have is 0."""
    ranges = []
    for frame in frames:
        row = [(0, 0)] * width
        for column in frame.columns:
            row[frame.column(column.name)] = (column.least, number(column.most))
        ranges.append(row)
    return ranges


def stack_problems(
    frames: Sequence[Frame], stack: Sequence[Sequence[int]], first: int, last_steps: Sequence[int], ranges: Ranges
) -> Problems:
    """What is wrong with a stack, the lowest frame first: what lies on what, steps and columns.

    `first` is the kind of the lowest frame; the last steps of frames are given by kind.
    """
    below: Sequence[int] | None = None
    for level, frame in enumerate(stack):
        kind = frame[KIND]
        if not 0 <= kind < len(frames):
            yield f"frame {kind} is unknown"
            below = None
            continue
        name = frames[kind].name
        if level == 0 and kind != first:
            yield f"frame {name} is the lowest"
        if below is not None and name not in frames[below[KIND]].pushes:
            yield f"frame {name} on frame {frames[below[KIND]].name} at level {level}"
        if not 0 <= frame[STEP] <= last_steps[kind]:
            yield f"step {frame[STEP]} of frame {name}"
        for place in range(FIRST_COLUMN, len(frame)):
            low, high = ranges[kind][place]
            if not low <= frame[place] <= high:
                yield f"{frame[place]} in column {place} of frame {name}"
        below = frame


class DeclaredFlow:
    """The frames and decisions of a game: their first frame is the lowest one, their first decision stands for none.

    `deciders` says who takes decisions by the words of `Decision.of`; another word is a column of the frame that asks.
    """

    def __init__(
        self,
        package: str,  # where functions and steps of the declarations are
        frames: Sequence[Frame],
        decisions: Sequence[Decision],
        deciders: Mapping[str, Callable[[Any], int]],
    ) -> None:
        self._package, self._frames, self._decisions, self._deciders = package, frames, decisions, deciders
        self.kinds = {frame.name: number for number, frame in enumerate(frames)}
        self._last_steps = [self.number(frame.last_step) for frame in frames]
        self._ranges: WeakKeyDictionary[Definition, Ranges] = WeakKeyDictionary()
        for decision in decisions[1:]:
            for frame in decision.asked_by:
                self._require_decider(decision, frames[self.kinds[frame[0]]])

    def _require_decider(self, decision: Decision, frame: Frame) -> None:
        """Refuse a decision of nobody knows whom."""
        if decision.of not in self._deciders and decision.of not in [column.name for column in frame.columns]:
            raise ValueError(
                f"decision {decision.name!r} is of {decision.of!r}, which is neither a column of frame {frame.name!r} "
                f"nor one of the deciders: {', '.join(self._deciders)}"
            )

    def number(self, word: int | str, t: Any = None) -> int:
        """A number from the declarations of the game."""
        return declared(word, self._package, t)

    def column(self, frame: Sequence[int], name: str) -> int:
        """A column of a frame by name."""
        return frame[self._frames[frame[KIND]].column(name)]

    def name(self, kind: int) -> str:
        """What a kind of frame is called; an unknown one by its number."""
        return self._frames[kind].name if 0 <= kind < len(self._frames) else str(kind)

    def asked_by(self, decision: int) -> list[tuple[int, int]]:
        """The kinds of frame that ask a decision, each with its step."""
        return [(self.kinds[frame], self.number(step)) for frame, step in self._decisions[decision].asked_by]

    # Frames -----------------------------------------------------------------------------------------------------------

    def stack(self, s: Wide) -> Problems:
        """Frames lie on frames that push them; somebody must decide until the stack is empty and the game over."""
        g, width = s.g, s.g.stack.shape[1]
        yield from empty("stack", g.stack[g.depth :], 0, "above the top frame")
        if s.rules not in self._ranges:
            self._ranges[s.rules] = column_ranges(self._frames, width, lambda most: self.number(most, s.t))
        yield from stack_problems(self._frames, s.stack, 0, self._last_steps, self._ranges[s.rules])
        over = g.over == 1
        if (g.depth == 0) != over or (g.decision == NO_DECISION) != over or (g.actor == -1) != over:
            yield f"depth {g.depth}, decision {g.decision} of player {g.actor}, over {g.over}"

    # The pending decision ---------------------------------------------------------------------------------------------

    def decision(self, s: Wide) -> Problems:
        """The pending decision is one that the top frame asks at its step, of the right player, about what it says."""
        g = s.g
        if g.decision == NO_DECISION:
            return
        asked = self._decisions[g.decision]
        if not s.stack:
            yield f"{asked.name} asked by no frame"
            return
        top = s.stack[-1]
        if not any(top[KIND] == kind and step in (top[STEP], ANY_STEP) for kind, step in self.asked_by(g.decision)):
            yield f"{asked.name} asked by frame {self.name(top[KIND])} at step {top[STEP]}"
            return
        for name, values in asked.when.items():
            now = self.column(top, name)
            if now < 1 if values == SOME else now not in map(self.number, values):
                yield f"{asked.name} asked with {name} {now} in frame {top}"
        if asked.module and not getattr(s.t, asked.module):
            yield f"{asked.name} asked in a game without its module"
        wanted = self._decider(s, asked.of)
        if g.actor < 0 or g.actor != wanted:
            yield f"player {g.actor} must decide {asked.name}, should be {wanted}"
        for what in FOCUSES:
            yield from self._focus(what, getattr(g, f"focus_{what}"), asked, top)

    def _decider(self, s: Wide, who: str) -> int:
        """The player who must take a decision."""
        return self._deciders[who](s) if who in self._deciders else self.column(s.stack[-1], who)

    def _focus(self, what: str, now: int, asked: Decision, top: Sequence[int]) -> Iterable[str]:
        """A decision is about what it says, and about nothing else."""
        told = asked.about.get(what, "")
        if told not in ("", SET, MAYBE) and now != self.column(top, told):
            yield f"focus_{what} is {now} in {asked.name}, should be {self.column(top, told)}"
        if (now >= 0) != (told != "") and told != MAYBE:
            yield f"focus_{what} is {now} in {asked.name}"
