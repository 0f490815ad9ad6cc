"""A configuration made ready to play: content, tables and layouts, built once and shared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from exodus_env.corruption import core
from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.content.build import build_tables
from exodus_env.corruption.content.entries import Content
from exodus_env.corruption.content.load import content_of
from exodus_env.corruption.content.vocabulary import DIFFICULTIES
from exodus_env.corruption.encoding.actions import action_layout, fill_action_layout
from exodus_env.corruption.encoding.blocks import fill_observation_layout, observation_layout
from exodus_env.corruption.encoding.cards import card_tables
from exodus_env.corruption.record import SCHEMA
from exodus_env.corruption.rules.decision_declarations import DECISIONS
from exodus_env.corruption.rules.result import ACTIVATED, WON
from exodus_env.corruption.watch import ABSENT, ALLY, EFFECT, MODULE, SHIP, TraitWatcher
from exodus_env.games import CORRUPTION
from exodus_env.kit.content.load import Stamp, stamp
from exodus_env.kit.definition import Definition, Lanes, Result, Viewer, Watcher
from exodus_env.kit.layout import ActionLayout, CardTable, ObservationLayout
from exodus_env.kit.text import number
from exodus_env.kit.wording import Wording

if TYPE_CHECKING:
    from exodus_env.kit.bench import Line
    from exodus_env.kit.check import Checker
    from exodus_env.kit.reference import Reference
    from exodus_env.kit.story import Storyteller


@dataclass(frozen=True, eq=False)
class Corruption(Definition):
    """Everything about a configuration that does not change while it is played."""

    config: CorruptionConfig
    content: Content
    tables: np.ndarray[Any, Any]  # one record, read-only
    actions: ActionLayout
    observations: ObservationLayout

    entry_modules: ClassVar[Lanes] = (
        ("exodus_env.corruption.core",),
        ("exodus_env.corruption.players.decide", "exodus_env.corruption.players.tree"),
    )
    entry = CORRUPTION
    schema = SCHEMA
    decisions = DECISIONS
    entries = core.ENTRIES
    points: ClassVar[str] = "Keys"
    team: ClassVar[bool] = True
    plotted_traits: ClassVar[tuple[str, ...]] = (SHIP, ABSENT, EFFECT, MODULE, ALLY)

    @cached_property
    def cards(self) -> dict[str, CardTable]:
        """What cards, ships and tiles do."""
        return card_tables(self.t)

    def render(self, game: Any, mask: np.ndarray[Any, Any], viewer: int | None) -> str:
        """A game as text."""
        from exodus_env.corruption.view.board import render

        return render(self, game, [int(action) for action in np.flatnonzero(mask)])

    def wording(self, game: Any, mask: np.ndarray[Any, Any], viewer: int | None) -> Wording:
        """The legal moves in words, as `render` shows them."""
        from exodus_env.corruption.view.moves import wording
        from exodus_env.corruption.view.names import Names

        return wording(Names(self, game), [int(action) for action in np.flatnonzero(mask)])

    def describe(self, game: Any, viewer: Viewer) -> dict[str, Any]:
        """A position as plain values (docs/DESCRIBE.md)."""
        from exodus_env.corruption.view.describe import describe

        return describe(self, game, viewer)

    def canvas(self) -> tuple[int, int]:
        """Width and height of the drawing."""
        from exodus_env.corruption.view.drawing.layout import HEIGHT, WIDTH

        return WIDTH, HEIGHT

    def fragments(self, game: Any, viewer: Viewer) -> dict[str, str]:
        """A position drawn as named pieces of SVG."""
        return self.drawer()(game, viewer)

    def drawer(self) -> Callable[[Any, Viewer], dict[str, str]]:
        """Draws positions of one game one after the other."""
        from exodus_env.corruption.view.drawing import Drawer

        return Drawer(self)

    def targets(self, game: Any, viewer: Viewer, action: int) -> list[str]:
        """What of the drawing a legal action is about."""
        from exodus_env.corruption.view.drawing.targets import targets

        return targets(self, game, action)

    def colours(self) -> tuple[str, ...]:
        """The colour of each seat: that of its first ship."""
        from exodus_env.corruption.view.drawing.palette import SHIPS

        return SHIPS[: self.config.players]

    def series(self, game: Any) -> dict[str, list[float]]:
        """Keys, Health, Scraps and more by seat."""
        from exodus_env.corruption.view.series import series

        return series(self, game)

    def storyteller(self) -> Storyteller:
        """Who tells games in sentences."""
        from exodus_env.corruption.view.storyteller import CorruptionStoryteller

        return CorruptionStoryteller(self)

    def reference(self) -> Reference:
        """Who writes the pages about actions and observations."""
        from exodus_env.corruption.encoding.reference import CorruptionReference

        return CorruptionReference(self)

    def result(self, game: Any) -> Result:
        """How a finished game ended; one that was cut off is lost."""
        keys = int((game.key_state[: self.t.keys] == ACTIVATED).sum())
        return Result.of_team(self.config.players, keys, "keys", int(game.turn), int(game.outcome) == WON)

    def heading(self) -> list[str]:
        """Players, ships and difficulty."""
        words = [number(self.config.players, "player"), number(self.config.fleet_size, "ship"), self.config.difficulty]
        return [*words, "nightmare"] if self.config.nightmare else words

    def difficulties(self) -> dict[str, Definition]:
        """The same game at every difficulty, easiest first."""
        return {name: corruption(self.config.changed(difficulty=name)) for name in DIFFICULTIES}

    def benchmarks(self) -> list[tuple[str, Callable[[float], Line]]]:
        """Rollouts and simulations of a search."""
        from exodus_env.corruption.bench import search_lines

        return search_lines(self)

    def watcher(self, n: int) -> Watcher:
        """Reports ships, what equipment they had, and what the team has met and solved."""
        return TraitWatcher(self, n)

    def checker(self) -> Checker[Any]:
        """What must hold in every position."""
        from exodus_env.corruption.check import CHECKER

        return CHECKER


def corruption(config: CorruptionConfig) -> Corruption:
    """The game of a configuration; a user's content folder is read again when a file in it has changed."""
    return _cached(config, stamp(config.content))


@lru_cache(maxsize=64)
def _cached(config: CorruptionConfig, stamp: Stamp) -> Corruption:
    content = content_of(config.content)
    tables = build_tables(config, content)
    actions = action_layout(tables[0], content)
    fill_action_layout(tables, actions)
    observations = observation_layout(tables[0])
    fill_observation_layout(tables[0], observations)
    tables.flags.writeable = False
    return Corruption(config, content, tables, actions, observations)
