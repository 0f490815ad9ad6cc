"""The part of `exodus bench` for games that have a search: how fast it is from positions of a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from exodus_env.kit.batch import RESET, Batch
from exodus_env.kit.bench import NOT_MEASURED, Line, measured
from exodus_env.kit.definition import Definition
from exodus_env.kit.players import Player, View, Views
from exodus_env.kit.search import TreeSearcher

PARTS: Final = {"early": 1 / 6, "middle": 1 / 2, "late": 5 / 6}  # of a game

MakePlayer = Callable[[], Player]
MakeSearcher = Callable[[], TreeSearcher]


def search_lines(
    rules: Definition, player: MakePlayer, kinds: Mapping[str, MakeSearcher]
) -> list[tuple[str, Callable[[float], Line]]]:
    """A line for each kind of search and each part of a game that a player plays at all seats."""
    return [
        (f"{kind}, {part}", partial(search_line, rules, player, kind, part, make))
        for kind, make in kinds.items()
        for part in PARTS
    ]


def search_line(
    rules: Definition, player: MakePlayer, kind: str, part: str, make: MakeSearcher, seconds: float
) -> Line:
    """Simulations of a search from a position: each deals a world, goes down the tree and plays on."""
    view = position(rules, player(), PARTS[part])
    searcher = make()

    def run(until: float) -> tuple[int, int]:
        before = searcher.simulations
        while time.perf_counter() < until:
            searcher.choose(view)
        return searcher.simulations - before, 0

    line = measured(f"{kind}, {part} position", run, seconds)
    return replace(line, unit="a second", games=NOT_MEASURED, length=NOT_MEASURED)


def position(rules: Definition, player: Player, share: float) -> View:
    """A decision with a choice, at a given share of the decisions of a game that a player plays at all seats."""
    seen: list[Views] = []
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
