"""What is noted about players besides their results: traits that may make a player win more often.

To add a trait, add a line in `TraitWatcher.traits` and, if it cannot be read off a finished game, note it in `look`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from exodus_env.kit.definition import Array, Traits, Watcher

if TYPE_CHECKING:
    from exodus_env.exodus.ruleset import Ruleset

PLACE: Final = "place in turn order"
FACTION: Final = "faction"
LEADER: Final = "Leader"
FIRST: Final = "first technology"
HELD: Final = "technology"
NONE: Final = -1


class TraitWatcher(Watcher):
    """Watches many games at once."""

    def __init__(self, rules: Ruleset, n: int) -> None:
        self.players = rules.config.players
        self.factions = [faction.name for faction in rules.content.factions]
        self.leaders = [leader.name for leader in rules.content.leaders]
        self.technologies = [technology.name for technology in rules.content.technologies]
        self.place = np.zeros((n, self.players), dtype=np.int64)  # at the start, from 0
        self.first = np.full((n, self.players), NONE, dtype=np.int64)  # technology

    def look(self, games: Array, fresh: Array) -> None:
        """Note everybody's place in turn order and first technology."""
        if fresh.any():
            self.first[fresh] = NONE
            self.place[fresh] = np.argsort(games["order"][fresh, : self.players], axis=1)
        known = games["technology"][:, : self.players]
        # Learning can always be declined, so it is never a forced choice: nobody learns two technologies in a step.
        learned = (self.first == NONE) & known.any(axis=2)
        if learned.any():
            self.first[learned] = known[learned].argmax(axis=1)

    def traits(self, games: Array, i: int) -> Traits:
        """By seat: one place, one faction (EoE), one Leader (M10), one first technology or none, all technologies."""
        game = games[i]
        return {
            PLACE: tuple((str(place + 1),) for place in self.place[i].tolist()),
            **self._factions(game),
            LEADER: tuple(self._words(self.leaders, [leader]) for leader in game.leader[: self.players].tolist()),
            FIRST: tuple(self._words(self.technologies, [first]) for first in self.first[i].tolist()),
            HELD: tuple(
                self._words(self.technologies, np.flatnonzero(game.technology[seat]).tolist())
                for seat in range(self.players)
            ),
        }

    def _factions(self, game: Any) -> Traits:
        """Everybody's faction, in games that have factions."""
        if not self.factions:
            return {}
        numbers = game.faction[: self.players].tolist()
        return {FACTION: tuple(self._words(self.factions, [faction]) for faction in numbers)}

    @staticmethod
    def _words(names: list[str], numbers: list[int]) -> tuple[str, ...]:
        return tuple(names[number] for number in numbers if number != NONE)
