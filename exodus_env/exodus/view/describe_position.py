"""What descriptions are made from: a game and its tables as plain Python values, and names as the viewer knows them."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import Any

from exodus_env.exodus.record import Game
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.names import Names
from exodus_env.kit.definition import Viewer

Plain = dict[str, Any]  # JSON values


class Lists:
    """The fields of a record as numbers and lists, each converted once, because reading single numpy values is slow."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._record, name).tolist()
        setattr(self, name, value)
        return value


class Position:
    """A game as one viewer sees it."""

    def __init__(self, rules: Ruleset, game: Game, viewer: Viewer) -> None:
        self.rules = rules
        self.viewer = viewer
        self.names = Names(rules, game, viewer)
        self.content = rules.content
        self.g = Lists(game)
        self.t = _tables(rules)
        self.seats = range(self.t.players)
        self.hexes = range(self.t.hexes)

    def seen_by(self, viewer: Viewer) -> Position:
        """The same game as another viewer sees it."""
        other = copy(self)
        other.viewer = viewer
        other.names = copy(self.names)
        other.names.viewer = viewer
        return other

    def knows(self, player: int) -> bool:
        """Whether the viewer knows a player's secrets."""
        return self.names.knows(player)


@lru_cache(maxsize=64)
def _tables(rules: Ruleset) -> Lists:
    return Lists(rules.t)
