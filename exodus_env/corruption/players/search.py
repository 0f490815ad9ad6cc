"""The searching player: `search:1s` or `search:500`, a budget of time or of simulations for each decision."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np

from exodus_env.corruption.players.motives import PLAIN
from exodus_env.corruption.players.styles import TRAIT_NAMES, make_style
from exodus_env.corruption.players.terms import DEPTH, HORIZON, MOTIVES
from exodus_env.corruption.players.terms import WORLDS as SAMPLES
from exodus_env.corruption.players.tree import WORLDS, grow_tree
from exodus_env.corruption.record import new_games
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Player, View
from exodus_env.kit.search import Room, TreeSearcher
from exodus_env.policies.search import searching

SETTINGS: Final = (40, 1, 60)  # depth, turns and trust of tree.ORDER


class Searcher(TreeSearcher):
    """Searches by what `motives` thinks of each choice at first sight."""

    def __init__(
        self, name: str, simulations: int | None, seconds: float | None, settings: tuple[int, ...] = SETTINGS
    ) -> None:
        super().__init__(name, simulations, seconds)
        self._settings = settings
        self._style = make_style(PLAIN)
        first_sight = {SAMPLES: 1.0, DEPTH: 0.0, HORIZON: 0.0}
        traits = [first_sight.get(number, value) for number, value in enumerate(self._style.traits)]
        assert len(traits) == len(TRAIT_NAMES)
        self._style = replace(self._style, traits=np.array(traits))

    def start(self, rules: Definition) -> None:
        """Compile what is not compiled yet, before the first game."""
        grow_tree.prepare()

    def room(self, rules: Definition) -> Room:
        """Besides, worlds to try choices in."""
        return {**super().room(rules), "worlds": new_games(WORLDS), "motives": np.zeros(len(MOTIVES))}

    def grow(self, view: View, world: Array, room: Room, simulations: int) -> None:
        """Run some simulations from a world."""
        rules: Any = view.rules
        order = np.array([view.seat, view.seed, simulations, *self._settings], dtype=np.int64)
        kept = (room["tree"], room["worth"], room["counts"], room["way"])
        thinking = (room["worlds"], room["masks"], room["motives"], room["scores"])
        grow_tree(world, rules.tables, order, self._style.weights, self._style.traits, *kept, *thinking)


def search(argument: str | None) -> Player:
    """`search:SECONDSs` or `search:SIMULATIONS` for each decision, one second if neither is given; with a policy
    behind it, such as `search:100?policy=baseline/event_horizon`, one that searches with that."""
    return searching(argument, Searcher)
