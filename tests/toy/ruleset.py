"""A configuration made ready to play: what Beacon tells the kit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np

from exodus_env.kit.definition import Definition, Lanes, Result
from exodus_env.kit.entries import Entries
from exodus_env.kit.layout import ActionLayout, ObservationLayout
from tests.toy import check, core, view
from tests.toy.config import BeaconConfig
from tests.toy.declarations import DECISIONS
from tests.toy.encoding import action_layout, observation_layout
from tests.toy.record import SCHEMA
from tests.toy.rules import WON
from tests.toy.tables import build_tables


@dataclass(frozen=True, eq=False)
class Beacon(Definition):
    """Everything about a configuration that does not change while it is played."""

    config: BeaconConfig
    tables: np.ndarray[Any, Any]
    actions: ActionLayout
    observations: ObservationLayout

    game: ClassVar[str] = "beacon"
    name: ClassVar[str] = "beacon_v0"
    points: ClassVar[str] = "lamps"
    shaped: ClassVar[bool] = False
    team: ClassVar[bool] = True
    most_decisions: ClassVar[int] = core.MOST_DECISIONS
    entry_modules: ClassVar[Lanes] = (("tests.toy.core",),)
    entries: ClassVar[Entries] = core.ENTRIES

    def new_games(self, n: int) -> np.ndarray[Any, Any]:
        """Room for n games."""
        return SCHEMA.new_games(n)

    def decision(self, game: Any) -> str:
        """The pending decision in words."""
        return DECISIONS[int(game.decision)].text

    def render(self, game: Any, mask: np.ndarray[Any, Any], viewer: int | None) -> str:
        """A game as text, with what the viewer may know."""
        return view.render(game, self.tables[0], self.actions, np.flatnonzero(mask).tolist(), viewer)

    def result(self, game: Any) -> Result:
        """How a game ended; one that was cut off is lost."""
        won, seats = bool(game.outcome == WON), self.config.players
        lamps = (int(game.lit),) * seats
        return Result((1,) * seats, lamps, {"lamps": lamps}, int(game.hour), won, not won)

    def guard(self, games: np.ndarray[Any, Any]) -> None:
        """Raise BrokenInvariant where a record holds a value kernels must not see."""
        check.CHECKER.check_guard(games, partial(check.BOUNDS.read, self.tables[0]))

    def check(self, games: np.ndarray[Any, Any]) -> None:
        """Raise BrokenInvariant where a record is not a possible state."""
        check.CHECKER.check(games, partial(check.BOUNDS.read, self.tables[0]))

    def fingerprint(self) -> dict[str, str]:
        """Hashes that must agree for a saved game to make sense."""
        layouts = {"actions": self.actions.hash, "observations": self.observations.hash}
        return {"schema": SCHEMA.hash, "rules": "1", **layouts}

    @classmethod
    def from_dict(cls, config: dict[str, Any]) -> Beacon:
        """The game of a configuration given as a dictionary."""
        return beacon(BeaconConfig.from_dict(config))


def beacon(config: BeaconConfig) -> Beacon:
    """The game of a configuration."""
    actions = action_layout(config.players)
    return Beacon(config, build_tables(config, actions), actions, observation_layout())
