"""A configuration made ready to play: what Beacon tells the kit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from exodus_env.kit.check import Checker
from exodus_env.kit.definition import Definition, Result
from exodus_env.kit.layout import ActionLayout
from exodus_env.kit.rewards import WON
from tests.toy.check import CHECKER
from tests.toy.config import BeaconConfig
from tests.toy.core import ENTRIES
from tests.toy.declarations import DECISIONS
from tests.toy.encoding import OBSERVATIONS, action_layout
from tests.toy.game import BEACON
from tests.toy.record import LAMPS, SCHEMA
from tests.toy.rules import MOST_STORMS


@dataclass(frozen=True, eq=False)
class Beacon(Definition):
    """Everything about a configuration that does not change while it is played."""

    config: BeaconConfig
    tables: np.ndarray[Any, Any]
    actions: ActionLayout

    entry = BEACON
    schema = SCHEMA
    decisions = DECISIONS
    entries = ENTRIES
    entry_modules = (("tests.toy.core",),)
    observations = OBSERVATIONS
    points = "lamps"
    team = True

    def checker(self) -> Checker[Any]:
        """What must hold in every position."""
        return CHECKER

    def lines(self, game: Any, viewer: int | None) -> list[str]:
        """A position in words, with the card of the viewer; somebody who looks on sees none."""
        lamps, storm = "*" * int(game.lit) + "." * (LAMPS - int(game.lit)), f"{game.storms} of {MOST_STORMS}"
        told = [f"Hour {game.hour} of {self.t.hours}. Lamps: {lamps}. Storm {storm}. Cards in the deck: {game.left}."]
        told.append("Spent: " + ", ".join(f"{count} of lamp {lamp + 1}" for lamp, count in enumerate(game.spent)) + ".")
        for keeper in range(self.config.players):
            card = f"lamp {game.hand[keeper] + 1}" if viewer == keeper else "a card"
            told.append(f"Player {keeper} holds {card}.")
        return [*told, "All lamps burn." if game.outcome == WON else "The night is lost."] if game.over else told

    def result(self, game: Any) -> Result:
        """How a game ended; one that was cut off is lost."""
        won = bool(game.outcome == WON)
        return Result.of_team(self.config.players, int(game.lit), self.points, int(game.hour), won)


def beacon(config: BeaconConfig) -> Beacon:
    """The game of a configuration."""
    actions = action_layout(config.players)
    return Beacon(config, SCHEMA.tables_of(config, actions), actions)
