"""The part of `exodus bench` that only this game has: rollouts and simulations of a search."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from exodus_env.exodus.players.motives import motives
from exodus_env.exodus.players.search import SETTINGS, Searcher
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.batch import RESET, Batch
from exodus_env.kit.bench import NOT_MEASURED, Line, measured
from exodus_env.kit.players import View, Views

PARTS: Final = {"early": 1 / 6, "middle": 1 / 2, "late": 5 / 6}  # of a game that `motives` plays
TO_THE_END: Final = (0, 100, 1, 0, 60)  # settings of a search that plays on at random until the game is over


def search_lines(rules: Ruleset) -> list[tuple[str, Callable[[float], Line]]]:
    """Lines for both kinds, from three positions each."""
    return [
        (f"{kind}, {part}", partial(search_line, rules, kind, part, settings))
        for kind, settings in (("rollouts to the end", TO_THE_END), ("simulations of search", SETTINGS))
        for part in PARTS
    ]


def search_line(rules: Ruleset, kind: str, part: str, settings: tuple[int, ...], seconds: float) -> Line:
    """Simulations of a search from a position: each deals a world, goes down the tree and plays on."""
    view = position(rules, PARTS[part])
    searcher = Searcher("bench", 256, None, settings)

    def run(until: float) -> tuple[int, int]:
        before = searcher.simulations
        while time.perf_counter() < until:
            searcher.choose(view)
        return searcher.simulations - before, 0

    line = measured(f"{kind}, {part} position", run, seconds)
    return replace(line, unit="a second", games=NOT_MEASURED, length=NOT_MEASURED)


def position(rules: Ruleset, share: float) -> View:
    """A decision with a choice, at a given share of the decisions of a game that `motives` plays."""
    seen: list[Views] = []
    player = motives(None)
    batch = Batch(rules, 1)
    batch.actions[0] = RESET
    batch.play(False)
    while batch.games[0].over == 0:
        seeds = np.array([len(seen)])
        seen.append(
            Views(rules, batch.actors.copy(), batch.observations.copy(), batch.masks.copy(), seeds, batch.games.copy())
        )
        batch.actions[0] = player.choose_all(seen[-1])[0]
        batch.play(False)
    return seen[int(share * len(seen))][0]
