"""The part of `exodus bench` that only this game has: rollouts and simulations of its search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from exodus_env.corruption.capacity import SPACES
from exodus_env.corruption.players.motives import motives
from exodus_env.corruption.players.search import SETTINGS, Searcher
from exodus_env.corruption.ruleset import Corruption
from exodus_env.kit import search_bench
from exodus_env.kit.bench import Line

TO_THE_END: Final = (0, SPACES, 60)  # settings of a search that plays on by habit until the Corruption has risen
SIMULATIONS: Final = 64  # of one decision
KINDS: Final = {
    "rollouts to the end": partial(Searcher, "bench", SIMULATIONS, None, TO_THE_END),
    "simulations of search": partial(Searcher, "bench", SIMULATIONS, None, SETTINGS),
}


def search_lines(rules: Corruption) -> list[tuple[str, Callable[[float], Line]]]:
    """Lines for both kinds, from three positions each."""
    return search_bench.search_lines(rules, partial(motives, None), KINDS)
