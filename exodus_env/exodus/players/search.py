"""The searching player: `search:1s` or `search:500`, a budget of time or of simulations for each decision."""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np

from exodus_env.exodus.players.motives import ALONE, TOGETHER
from exodus_env.exodus.players.outlook import COLUMNS as SHEET_COLUMNS
from exodus_env.exodus.players.outlook import MOTIVES, ROWS
from exodus_env.exodus.players.styles import MOTIVE_NAMES, make_style, style_tables
from exodus_env.exodus.players.tree import ACTION, CHILD, COLUMNS, DEEPEST, ROOT, SIBLING, VISITS, grow_tree
from exodus_env.exodus.record import new_games
from exodus_env.kit.players import Player, View

DEFAULT: Final = "1s"
SIMULATIONS: Final = 20_000  # most for one decision
NODES: Final = 60_000
CHUNK: Final = 32  # simulations between two looks at the clock
SETTINGS: Final = (12, 0, 0, 0, 60)
CLEAR_LEAD: Final = 64  # visits, and a quarter of all: then more time would hardly change the choice


class Searcher(Player):
    """Grows a tree of choices from worlds it holds possible and takes the choice tried most."""

    def __init__(
        self, name: str, simulations: int | None, seconds: float | None, settings: tuple[int, ...] = SETTINGS
    ) -> None:
        self.name = name
        self.seconds = seconds
        self._simulations = simulations if simulations is not None else SIMULATIONS
        self._settings = np.array(settings, dtype=np.int64)
        self._styles = {kind: make_style(name) for kind, name in ((0, ALONE), (1, TOGETHER))}
        for kind, name in ((0, ALONE), (1, TOGETHER)):
            weights = style_tables()[name]
            # Where nothing is decided the whole style speaks: that row judges positions.
            self._styles[kind].weights[0] = [weights.get(motive, 0.0) for motive in MOTIVE_NAMES]
        self.simulations = 0  # run so far, and the decisions played in them
        self.decisions = 0
        self._room: dict[int, dict[str, Any]] = {}

    def choose(self, view: View) -> int:
        """The choice the search has tried most."""
        legal = view.legal
        if len(legal) == 1:
            return int(legal[0])
        rules: Any = view.rules
        room = self._room.setdefault(rules.actions.size, _room(rules.actions.size))
        tree, values, counts = room["tree"], room["values"], room["counts"]
        tree[ROOT] = 0
        counts[:] = (1, 0)
        style = self._styles[int(rules.t.coop)]
        world = view.world()
        until = time.monotonic() + self.seconds if self.seconds is not None else None
        done = 0
        while done < self._simulations:
            some = min(CHUNK, self._simulations - done)
            grow_tree(
                world, rules.tables, view.seat, view.seed, some, self._settings, style.weights, style.traits,
                style.looks, tree, values, room["priors"], counts, room["worlds"], room["masks"], room["sheet"],
                room["motives"], room["scores"], room["path"], room["actors"],
            )  # fmt: skip
            done += some
            if until is not None and time.monotonic() >= until:
                break
            if settled(tree, self._simulations - done if until is None else None):
                break
        self.simulations += done
        self.decisions += int(counts[1])
        return most_tried(tree)


def _room(actions: int) -> dict[str, Any]:
    return {
        "tree": np.zeros((NODES, COLUMNS), dtype=np.int64),
        "values": np.zeros(NODES),
        "priors": np.zeros(NODES),
        "counts": np.zeros(2, dtype=np.int64),
        "worlds": new_games(3),
        "masks": np.zeros((2, actions), dtype=np.int8),
        "sheet": np.zeros((ROWS, SHEET_COLUMNS)),
        "motives": np.zeros(len(MOTIVES)),
        "scores": np.zeros(actions),
        "path": np.zeros(DEEPEST + 1, dtype=np.int64),
        "actors": np.zeros(DEEPEST + 1, dtype=np.int64),
    }


def children(tree: Any) -> list[tuple[int, int]]:
    """Visits and action of each choice at the root, most visits first."""
    found = []
    child = int(tree[ROOT, CHILD])
    while child > 0:
        found.append((int(tree[child, VISITS]), -int(tree[child, ACTION])))
        child = int(tree[child, SIBLING])
    return [(visits, -action) for visits, action in sorted(found, reverse=True)]


def most_tried(tree: Any) -> int:
    """The choice with the most visits."""
    return children(tree)[0][1]


def settled(tree: Any, left: int | None) -> bool:
    """Whether the simulations that are left cannot change the choice, or, by the clock, hardly will."""
    ranked = children(tree)
    if len(ranked) < 2:
        return False
    lead = ranked[0][0] - ranked[1][0]
    return lead > left if left is not None else lead > CLEAR_LEAD + int(tree[ROOT, VISITS]) // 4


def search(argument: str | None) -> Searcher:
    """`search:SECONDSs` or `search:SIMULATIONS` for each decision; without one, a second."""
    given = argument or DEFAULT
    name = f"search:{given}"
    try:
        if given.endswith("s"):
            seconds = float(given[:-1])
            if not 0 < seconds <= 3600:
                raise ValueError
            return Searcher(name, None, seconds)
        simulations = int(given)
        if not 1 <= simulations <= SIMULATIONS:
            raise ValueError
    except ValueError:
        raise ValueError(
            f"search takes seconds like 1s, or 1 to {SIMULATIONS} simulations like 500, not {given!r}"
        ) from None
    return Searcher(name, simulations, None)
