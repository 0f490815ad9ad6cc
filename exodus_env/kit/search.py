"""A player that searches: budgets of time or simulations, when to stop, and which choice to take.

A game derives a class from `TreeSearcher` whose `grow` runs simulations, by an entry of its own.
"""

from __future__ import annotations

import math
import time
from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Advice, Advised, Player, View
from exodus_env.kit.tree import ACTION, CHILD, COLUMNS, DEEPEST, ROOT, SIBLING, VALUES, VISITS, WAY, WORTH

DEFAULT: Final = "1s"
SIMULATIONS: Final = 20_000  # most for one decision
NODES: Final = 60_000
CHUNK: Final = 32  # simulations between two checks of the time
# With a time limit, a choice is settled when further search promises less gain than this, in utility.
NEGLIGIBLE: Final = 0.015
FEWEST: Final = 64  # simulations before this is checked
SCATTER: Final = 0.25  # standard deviation of a single simulation's estimate of a choice

Room = dict[str, Any]  # arrays by name


class TreeSearcher(Player):
    """Grows a tree of choices from possible worlds and takes the choice that it has tried most."""

    def __init__(self, name: str, simulations: int | None, seconds: float | None) -> None:
        self.name = name
        self.seconds = seconds
        self._simulations = simulations if simulations is not None else SIMULATIONS
        self.simulations = 0  # run so far, and the decisions played in them
        self.decisions = 0
        self._rooms: dict[int, Room] = {}

    def grow(self, view: View, world: Array, room: Room, simulations: int) -> None:
        """Run some simulations from a world; the tree in the room may already have been started."""
        raise NotImplementedError(f"{type(self).__name__} has no grow()")

    def room(self, rules: Definition) -> Room:
        """The arrays a search works with; a game adds its own."""
        actions = rules.actions.size
        return {
            "tree": np.zeros((NODES, COLUMNS), dtype=np.int64),
            "worth": np.zeros((WORTH, NODES)),
            "counts": np.zeros(2, dtype=np.int64),  # nodes used, decisions played
            "masks": np.zeros((2, actions), dtype=np.int8),
            "scores": np.zeros(actions),
            "way": np.zeros((WAY, DEEPEST + 1), dtype=np.int64),
        }

    def choose(self, view: View) -> int:
        """The choice that the search has tried most."""
        legal = view.legal
        if len(legal) == 1:
            return int(legal[0])
        size = view.rules.actions.size
        if size not in self._rooms:
            self._rooms[size] = self.room(view.rules)
        room = self._rooms[size]
        tree, values, counts = room["tree"], room["worth"][VALUES], room["counts"]
        tree[ROOT] = 0
        counts[:] = (1, 0)
        world = view.world()
        until = time.monotonic() + self.seconds if self.seconds is not None else None
        done = 0
        while done < self._simulations:
            some = min(CHUNK, self._simulations - done)
            self.grow(view, world, room, some)
            done += some
            if until is not None and time.monotonic() >= until:
                break
            if until is None and lead_holds(tree, self._simulations - done):
                break
            if until is not None and done >= FEWEST and promise(tree, values) < NEGLIGIBLE:
                break
        self.simulations += done
        self.decisions += int(counts[1])
        return most_tried(tree)

    def advise(self, view: View) -> Advice:
        """The choices that the search has tried, most first: the share of the search, and the estimated worth."""
        action = self.choose(view)
        if len(view.legal) == 1:
            return Advice((Advised(action),))
        room = self._rooms[view.rules.actions.size]
        tree, values = room["tree"], room["worth"][VALUES]
        tried = [child for child in children(tree) if tree[child, VISITS] > 0]
        total = sum(int(tree[child, VISITS]) for child in tried)
        choices = tuple(
            Advised(
                int(tree[child, ACTION]),
                int(tree[child, VISITS]) / total,
                float(values[child]) / int(tree[child, VISITS]),
            )
            for child in tried
        )
        return Advice(choices, choices[0].worth)


def children(tree: Any) -> list[int]:
    """The nodes of the choices at the root, most visits first."""
    found = []
    child = int(tree[ROOT, CHILD])
    while child > 0:
        found.append(child)
        child = int(tree[child, SIBLING])
    return sorted(found, key=lambda child: (-tree[child, VISITS], tree[child, ACTION]))


def most_tried(tree: Any) -> int:
    """The choice with the most visits."""
    return int(tree[children(tree)[0], ACTION])


def lead_holds(tree: Any, left: int) -> bool:
    """Whether the remaining simulations cannot change the choice."""
    first, *others = children(tree)
    return not others or bool(tree[first, VISITS] - tree[others[0], VISITS] > left)


def promise(tree: Any, values: Any) -> float:
    """The most that further search can gain by finding that the choice tried second most is really the best.

    Means of simulations scatter around the worth of a choice. The gain is how much better, on average, the better of
    the two choices is than the present leader.
    """
    first, *others = children(tree)
    if not others or tree[others[0], VISITS] == 0:
        return 0.0
    lead, doubt = 0.0, 0.0
    for child, sign in ((first, 1.0), (others[0], -1.0)):
        lead += sign * values[child] / tree[child, VISITS]
        doubt += SCATTER**2 / tree[child, VISITS]
    doubt = math.sqrt(doubt)
    surely = lead / doubt
    density = math.exp(-0.5 * surely * surely) / math.sqrt(2.0 * math.pi)
    return float(doubt * (density - surely * 0.5 * math.erfc(surely / math.sqrt(2.0))))


def budget(argument: str | None) -> tuple[str, int | None, float | None]:
    """The name, simulations and seconds in `search:SECONDSs` or `search:SIMULATIONS`; by default one second."""
    given = argument or DEFAULT
    name = f"search:{given}"
    try:
        if given.endswith("s"):
            seconds = float(given[:-1])
            if not 0 < seconds <= 3600:
                raise ValueError
            return name, None, seconds
        simulations = int(given)
        if not 1 <= simulations <= SIMULATIONS:
            raise ValueError
    except ValueError:
        raise ValueError(
            f"search takes seconds like 1s, or 1 to {SIMULATIONS} simulations like 500, not {given!r}"
        ) from None
    return name, simulations, None
