"""The searching player: `search:1s` or `search:500`, a budget of time or of simulations for each decision."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exodus_env.exodus.players.motives import PLAIN_STYLES, WORLDS, plain_style
from exodus_env.exodus.players.styles import MOTIVE_NAMES, Style, by_faction, make_style, style_tables
from exodus_env.exodus.players.terms import COLUMNS as SHEET_COLUMNS
from exodus_env.exodus.players.terms import MOTIVES, ROWS
from exodus_env.exodus.players.tree import grow_tree
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Player, View
from exodus_env.kit.search import Room, TreeSearcher
from exodus_env.policies.search import searching

SETTINGS: Final = (12, 0, 0, 0, 60)  # depth, random, ends, turns and trust of tree.ORDER


class Searcher(TreeSearcher):
    """Searches, guided by what `motives` thinks of each choice."""

    def __init__(
        self, name: str, simulations: int | None, seconds: float | None, settings: tuple[int, ...] = SETTINGS
    ) -> None:
        super().__init__(name, simulations, seconds)
        self._settings = settings
        self._styles = [judging_style(name) for name in PLAIN_STYLES]

    def start(self, rules: Definition) -> None:
        """Compile what is not compiled yet, before the first game."""
        grow_tree.prepare()

    def room(self, rules: Definition) -> Room:
        """Room for the tree, and also worlds to try choices in and the sheet on which positions are summed up."""
        more = {
            "worlds": rules.new_games(WORLDS),
            "sheet": np.zeros((ROWS, SHEET_COLUMNS)),
            "motives": np.zeros(len(MOTIVES)),
        }
        return {**super().room(rules), **more}

    def grow(self, view: View, world: Array, room: Room, simulations: int) -> None:
        """Run some simulations from a world."""
        rules: Any = view.rules
        style = self._styles[plain_style(rules)]
        order = np.array([view.seat, view.seed, simulations, *self._settings], dtype=np.int64)
        kept = (room["tree"], room["worth"], room["counts"], room["way"])
        thinking = (room["worlds"], room["masks"], room["sheet"], room["motives"], room["scores"])
        grow_tree(world, rules.tables, order, style.weights, style.traits, style.looks, *kept, *thinking)


def judging_style(name: str) -> Style:
    """A style that also judges positions: all of its motives count even if nothing is being decided."""
    style, weights = make_style(name), style_tables()[name]
    style.weights[0] = [weights.get(motive, 0.0) for motive in MOTIVE_NAMES]
    return by_faction(style)


def search(argument: str | None) -> Player:
    """`search:SECONDSs` or `search:SIMULATIONS` for each decision, one second if neither is given; with a policy
    behind it, such as `search:100?policy=baseline/event_horizon`, one that searches with that."""
    return searching(argument, Searcher)
