"""The part of `exodus bench` that only this game has: rollouts and simulations of its search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from exodus_env.exodus.players.motives import motives
from exodus_env.exodus.players.search import SETTINGS, Searcher
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit import search_bench
from exodus_env.kit.bench import Line

TO_THE_END: Final = (0, 100, 1, 0, 60)  # settings of a search that plays on at random until the game is over
KINDS: Final = {
    "rollouts to the end": partial(Searcher, "bench", 256, None, TO_THE_END),
    "simulations of search": partial(Searcher, "bench", 256, None, SETTINGS),
}


def search_lines(rules: Ruleset) -> list[tuple[str, Callable[[float], Line]]]:
    """Lines for both kinds, from three positions each."""
    return search_bench.search_lines(rules, partial(motives, None), KINDS)
