"""What one viewer of a table is shown: the positions that look different to them, and what happened between.

Everything is made from a world that is dealt again from what the viewer may know, never from the game itself. So even
a drawing that forgot to hide something could only show what chance has put there. Positions are counted by viewer: how
many decisions another player takes in secret is nobody else's business.
"""

from __future__ import annotations

import hashlib
import threading
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import dealt
from exodus_env.kit.wording import joined

KEPT_DRAWINGS: Final = 32  # of the positions looked at last
TOLD, OWN = "told", "own"  # kinds of lines, besides those of `Storyteller.mark`

Fragments = dict[str, str]


@dataclass(frozen=True)
class Step:
    """A position and how it came about. Numbers of steps never repeat, so one that was taken back is recognised."""

    number: int
    record: bytes  # compressed
    actor: int | None  # who decided; None where the game was set up
    action: int | None


@dataclass(frozen=True)
class Look:
    """What a position looks like: the question, and what each relevant seat sees."""

    asked: str
    seen: tuple[bytes, ...]

    def differs(self, before: Look) -> bool:
        """Whether the viewer sees a different position. A spectator does if all players do: what one of them does
        not see is not public."""
        return self.asked != before.asked or all(now != then for now, then in zip(self.seen, before.seen))


@dataclass(frozen=True)
class Entry:
    """A position as the viewer counts them."""

    step: Step
    place: int  # of the step among all
    lines: tuple[tuple[str, str], ...]  # kind and text


def packed(games: Array) -> bytes:
    """A record, small."""
    return zlib.compress(games.tobytes(), 1)


def unpacked(rules: Definition, record: bytes) -> Array:
    """The record again."""
    games = rules.new_games(1)
    games.view(np.uint8)[:] = np.frombuffer(zlib.decompress(record), dtype=np.uint8)
    return games


def world_for(rules: Definition, games: Array, viewer: int | None) -> Array:
    """A game as a viewer may know it, with everything hidden from them dealt again.

    A spectator knows at most what two players have in common; anything else that one of them could know is left to the
    drawing to hide.
    """
    seats = [viewer] if viewer is not None else list(range(rules.config.players))[:2]
    for seat in seats:
        games = dealt(rules, games, np.array([seat]), np.array([seat + 1]))
    return games


class Track:
    """The table as one viewer has seen it so far; None is a spectator."""

    def __init__(self, rules: Definition, viewer: int | None) -> None:
        self.rules = rules
        self.viewer = viewer
        self.story = rules.storyteller()
        self.entries: list[Entry] = []
        self._followed: list[tuple[Step, Look]] = []
        self._lock = threading.RLock()
        self._drawings: OrderedDict[int, tuple[Fragments, str]] = OrderedDict()

    def follow(self, steps: Sequence[Step]) -> list[Entry]:
        """Add the entries of all steps so far; those that were taken back are forgotten."""
        with self._lock:
            common = 0
            while common < min(len(steps), len(self._followed)) and steps[common] is self._followed[common][0]:
                common += 1
            while self.entries and self.entries[-1].place >= common:
                self.entries.pop()
            del self._followed[common:]
            for place in range(common, len(steps)):
                self._take(steps[place], place)
            return list(self.entries)

    def _take(self, step: Step, place: int) -> None:
        world = self.world(step)
        lines, look = self._lines(step, world), self._look(step, world)
        if lines or not self._followed or look.differs(self._followed[-1][1]):
            self.entries.append(Entry(step, place, tuple(lines)))
        self._followed.append((step, look))

    def world(self, step: Step) -> Array:
        """A position as the viewer may know it."""
        return world_for(self.rules, unpacked(self.rules, step.record), self.viewer)

    def _lines(self, step: Step, world: Array) -> list[tuple[str, str]]:
        """What happened, as everybody may know it, and what the viewer chose."""
        if not self._followed or step.action is None:
            told = self.story.told(None, None, world[0])
            own = [(TOLD, f"{'; '.join(self.rules.heading())}.")]
        else:
            before = self.world(self._followed[-1][0])
            told = self.story.told(before[0], step.action, world[0])
            own = [(OWN, self._chosen(before, step.action))] if step.actor == self.viewer else []
        return [*own, *((self.story.mark(line) or TOLD, line) for line in told)]

    def _chosen(self, before: Array, action: int) -> str:
        return joined(self.story.phrases(before[0], [action], self.viewer)[action])

    def _look(self, step: Step, world: Array) -> Look:
        games = unpacked(self.rules, step.record)
        seats = range(self.rules.config.players) if self.viewer is None else [self.viewer]
        seen = np.zeros((1, self.rules.observations.size), dtype=np.float32)
        digests = []
        for seat in seats:
            self.rules.observe_as(games, 0, self.rules.tables, seat, seen)
            digests.append(hashlib.sha256(seen.tobytes()).digest())
        game = world[0]
        return Look(f"{int(game.actor)},{int(game.over)},{self.question(world)}", tuple(digests))

    def question(self, world: Array) -> str:
        """Who must decide what."""
        return "" if world[0].over or int(world[0].actor) < 0 else self.story.question(world[0], self.viewer)

    def drawing(self, entry: Entry) -> tuple[Fragments, str]:
        """The fragments of a position and its question."""
        number = entry.step.number
        with self._lock:
            if number not in self._drawings:
                world = self.world(entry.step)
                self._drawings[number] = (self.rules.fragments(world[0], self.viewer), self.question(world))
                while len(self._drawings) > KEPT_DRAWINGS:
                    self._drawings.popitem(last=False)
            self._drawings.move_to_end(number)
            return self._drawings[number]

    def moves(self, step: Step, legal: Sequence[int]) -> list[dict[str, Any]]:
        """The viewer's legal moves, if it is the viewer's decision: in words, and what they are about in the
        drawing."""
        world = self.world(step)
        phrases = self.story.phrases(world[0], list(legal), self.viewer)
        return [
            {
                "id": action,
                "head": head,
                "tail": tail,
                "targets": self.rules.targets(world[0], self.viewer, action),
            }
            for action, (head, tail) in phrases.items()
        ]
