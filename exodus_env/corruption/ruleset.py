"""A configuration made ready to play: content, tables and layouts, built once and shared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from exodus_env.corruption import core
from exodus_env.corruption.capacity import MAX_DECISIONS
from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.content.build import build_tables
from exodus_env.corruption.content.entries import Content
from exodus_env.corruption.content.load import content_of
from exodus_env.corruption.content.vocabulary import DIFFICULTIES
from exodus_env.corruption.encoding.actions import action_layout, fill_action_layout
from exodus_env.corruption.encoding.blocks import fill_observation_layout, observation_layout
from exodus_env.corruption.encoding.cards import card_tables
from exodus_env.corruption.record import SCHEMA, new_games
from exodus_env.corruption.rules.choices import DECISIONS
from exodus_env.corruption.rules.result import ACTIVATED, WON
from exodus_env.corruption.watch import ABSENT, ALLY, EFFECT, MODULE, SHIP, TraitWatcher
from exodus_env.kit.content.load import Stamp, stamp
from exodus_env.kit.definition import Definition, Lanes, Result, Viewer, Watcher
from exodus_env.kit.entries import Entries
from exodus_env.kit.layout import ActionLayout, CardTable, ObservationLayout
from exodus_env.kit.text import number
from exodus_env.kit.wording import Wording

if TYPE_CHECKING:
    from exodus_env.kit.bench import Line
    from exodus_env.kit.reference import Reference
    from exodus_env.kit.story import Storyteller

# Changes whenever the same actions on the same state could give another result.
RULES_VERSION = "1"


@dataclass(frozen=True, eq=False)
class Corruption(Definition):
    """Everything about a configuration that does not change while it is played."""

    config: CorruptionConfig
    content: Content
    tables: np.ndarray[Any, Any]  # one record, read-only
    actions: ActionLayout
    observations: ObservationLayout

    most_decisions: ClassVar[int] = MAX_DECISIONS
    entry_modules: ClassVar[Lanes] = (
        ("exodus_env.corruption.core",),
        ("exodus_env.corruption.players.decide", "exodus_env.corruption.players.tree"),
    )
    game: ClassVar[str] = "corruption"
    name: ClassVar[str] = "corruption_v0"
    points: ClassVar[str] = "Keys"
    team: ClassVar[bool] = True
    plotted_traits: ClassVar[tuple[str, ...]] = (SHIP, ABSENT, EFFECT, MODULE, ALLY)
    entries: ClassVar[Entries] = core.ENTRIES

    @property
    def shaped(self) -> bool:
        """Whether there are rewards before the end of a game."""
        return self.config.shaping > 0

    @property
    def t(self) -> Any:
        """The tables record."""
        return self.tables[0]

    @cached_property
    def cards(self) -> dict[str, CardTable]:
        """What cards, ships and tiles do."""
        return card_tables(self.t)

    def new_games(self, n: int) -> np.ndarray[Any, Any]:
        """Room for n games."""
        return new_games(n)

    def decision(self, game: Any) -> str:
        """The pending decision in words."""
        return DECISIONS[int(game.decision)][2]

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
        seats = self.config.players
        keys = (int((game.key_state[: self.t.keys] == ACTIVATED).sum()),) * seats
        won = int(game.outcome) == WON
        return Result((1,) * seats, keys, {"keys": keys}, int(game.turn), won, not won)

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

    def guard(self, games: np.ndarray[Any, Any]) -> None:
        """Raise BrokenInvariant where a record holds a value kernels must not see."""
        from exodus_env.corruption.check import guard

        guard(games, self.config)

    def check(self, games: np.ndarray[Any, Any]) -> None:
        """Raise BrokenInvariant where a record is not a possible state."""
        from exodus_env.corruption.check import check

        check(games, self.config)

    def fingerprint(self) -> dict[str, str]:
        """Hashes that must agree for a saved game to make sense."""
        return {
            "schema": SCHEMA.hash,
            "rules": RULES_VERSION,
            "content": self.content.hash,
            "actions": self.actions.hash,
            "observations": self.observations.hash,
        }

    @classmethod
    def from_dict(cls, config: dict[str, Any]) -> Corruption:
        """The game of a configuration given as a dictionary."""
        return corruption(CorruptionConfig.from_dict(config))


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
