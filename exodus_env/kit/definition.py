"""What a game must provide for the environments of this kit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import numpy as np

from exodus_env.kit.layout import ActionLayout, CardTable, ObservationLayout
from exodus_env.kit.text import capital, number
from exodus_env.kit.wording import Wording

if TYPE_CHECKING:  # otherwise everybody who only plays would load the compiler
    from exodus_env.kit.bench import Line
    from exodus_env.kit.check import Checker
    from exodus_env.kit.declare import Decision
    from exodus_env.kit.entries import Entries, Secrets
    from exodus_env.kit.kernel import BoundEntry, Entry
    from exodus_env.kit.record import Schema
    from exodus_env.kit.reference import Reference
    from exodus_env.kit.registry import GameEntry
    from exodus_env.kit.story import Storyteller

Array = np.ndarray[Any, Any]

# Who looks at a game: a seat, nobody in particular (None, who knows only public facts), or ALL players together.
ALL: Final = "all"
Viewer = int | None | Literal["all"]

SEAT_COLOURS: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#cc79a7", "#d55e00")

# Modules of entries. One process compiles a lane, so that what its modules share is compiled once.
Lanes = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Result:
    """How a game ended; tuples are by seat.

    Players who do not play together have ranks. Where all win or lose together, `won` says which, all ranks are 1, and
    `score` tells how far they came: it is the same for everybody unless a game counts seats separately.
    """

    ranks: tuple[int, ...]  # from 1, ties share the better
    score: tuple[int, ...]  # in points, or progress of a team
    lines: dict[str, tuple[int, ...]]  # the score by source
    turn: int  # the last one
    won: bool | None  # None where players do not win together
    lost: bool  # all have lost together

    @classmethod
    def of_team(cls, seats: int, progress: int, counted: str, turn: int, won: bool) -> Result:
        """How a game of players who win or lose together ended, and how far they came, counted in a word."""
        score = (progress,) * seats
        return cls((1,) * seats, score, {counted: score}, turn, won, not won)


Traits = dict[str, tuple[tuple[str, ...], ...]]  # words for each player, by seat: none, one or several


class Watcher(ABC):
    """Watches games while they are played, and reports traits of their players when they are over."""

    @abstractmethod
    def look(self, games: Array, fresh: Array) -> None:
        """Look at games after a step; `fresh` says which of them were set up in it."""

    @abstractmethod
    def traits(self, games: Array, i: int) -> Traits:
        """The traits of the players in game i, which is over."""


class Definition(ABC):
    """A game in one configuration. Games are numpy records; entries take arrays of them."""

    config: Any  # with players, encoding and to_dict()
    tables: Array  # the read-only record the kernels take
    actions: ActionLayout
    observations: ObservationLayout
    coordinates: tuple[tuple[int, int], ...] = ()  # axial, by hex, if the map consists of hexes and never changes
    entry: ClassVar[GameEntry]  # how it is registered (kit/registry.py)
    schema: ClassVar[Schema]  # of its records (kit/record.py)
    decisions: ClassVar[Sequence[Decision]]  # as they are declared (kit/declare.py), by number
    rules_version: ClassVar[str] = "1"  # raised when the same actions in the same state can give a different result
    points: ClassVar[str] = "points"  # what the score counts, as reports and plots print it
    factor_kinds: ClassVar[Mapping[str, str]] = {}  # factors of actions that count the same things as another factor
    plotted_traits: ClassVar[tuple[str, ...]] = ()  # of those that a watcher reports, in `exodus balance`

    @property
    def game(self) -> str:
        """The name it is registered by."""
        return self.entry.name

    @property
    def name(self) -> str:
        """Name and version, such as exodus_v0: one of the environments of its entry in the registry."""
        return self.entry.environments[0]

    @property
    def t(self) -> Any:
        """The tables' record."""
        return self.tables[0]

    @property
    def shaped(self) -> bool:
        """Whether there are rewards before the end of a game: where the configuration says how much shaping counts."""
        return bool(getattr(self.config, "shaping", 0) > 0)

    @property
    @abstractmethod
    def team(self) -> bool:
        """Whether all players win or lose together."""

    entry_modules: ClassVar[Lanes]  # of the environment first, then those of players

    entries: ClassVar[Entries]  # compiled for this game

    secrets: ClassVar[Secrets | None] = None  # for a search, where players commit choices in secret

    @property
    def play(self) -> BoundEntry:
        """The entry that advances a batch; kit/batch.py binds its arguments."""
        return self.entries.play

    @property
    def observe_as(self) -> Entry:
        """What somebody sees of a game: games, i, tables, viewer, observations."""
        return self.entries.observe_as

    @property
    def redeal_as(self) -> Entry:
        """Deals again what somebody cannot know: games, tables, viewers, seeds."""
        return self.entries.redeal_as

    @property
    def sample_actions(self) -> Entry:
        """Random legal actions: masks, seed, actions."""
        return self.entries.sample_actions

    @property
    def most_decisions(self) -> int:
        """A game that has taken this many is cut off."""
        return self.entries.most_decisions

    def new_games(self, n: int) -> Array:
        """An array of n empty records."""
        return self.schema.new_games(n)

    @property
    def cards(self) -> dict[str, CardTable]:
        """What cards do, by the axis of blocks and the factor of actions that count them; empty unless a game
        overrides it."""
        return {}

    def decision(self, game: Any) -> str:
        """The pending decision of a game in words."""
        return self.decisions[int(game.decision)].text

    def lines(self, game: Any, viewer: int | None) -> list[str]:
        """A position in lines of text, limited to what the viewer may know: the fields of the record, unless a game
        tells it better."""
        from exodus_env.kit.position_text import known_fields

        return known_fields(self.schema, game, viewer)

    def render(self, game: Any, mask: Array, viewer: int | None) -> str:
        """A game as text, limited to what the viewer may know: its lines, who must decide what, and the legal moves."""
        from exodus_env.kit.position_text import decision_lines

        return "\n".join([*self.lines(game, viewer), *decision_lines(self, game, mask, viewer)])

    def wording(self, game: Any, mask: Array, viewer: int | None) -> Wording:
        """The legal moves in words, as `render` shows them to the viewer."""
        return Wording({int(a): (self.actions.action_to_string(int(a)),) for a in np.flatnonzero(mask)})

    def parse_move(self, game: Any, mask: Array, viewer: int | None, text: str) -> int:
        """The id of a legal move given as `render` shows it, as `action_to_string` says it, or as its id.

        Raises ValueError, with the closest moves, if the text matches no legal move or more than one.
        """
        return self.wording(game, mask, viewer).parse(text)

    def describe(self, game: Any, viewer: Viewer) -> dict[str, Any]:
        """A position as plain JSON values, limited to what the viewer may know; "version" is the version of the
        format."""
        actor, over = int(game.actor), bool(game.over)
        return {
            "version": 1,
            "game": self.game,
            "viewer": viewer,
            "players": self.config.players,
            "over": over,
            "decision": None if over else {"player": actor, "words": self.decision(game)},
            "text": self._position(game, viewer),
        }

    def brief(self, game: Any, viewer: int | None, detail: int) -> str:
        """A position as compact text, for readers who pay for every word: 1 is the least detail, 3 the most. It says
        nothing that `describe` does not."""
        return self._position(game, viewer)

    def explained(self, game: Any) -> str:
        """The rules of the pending decision in a paragraph, without what depends on the position."""
        return f"{capital(self.decision(game))}."

    def printed(self, action: int, seat: int) -> int:
        """The id that a player's choice has by the numbers everybody reads, where a game counts from the player."""
        return action

    def factor_word(self, factor: str, value: int, seat: int) -> str:
        """A factor of a printed id in words, as everybody reads it; `seat` chooses."""
        return self.actions.words(factor, value, seat)

    def canvas(self) -> tuple[int, int]:
        """Width and height of the canvas on which fragments are drawn."""
        return 1200, 800

    def fragments(self, game: Any, viewer: Viewer) -> dict[str, str]:
        """A position drawn as named pieces of SVG, in drawing order, each the content of a `<g>`.

        Names consist of small letters, digits and hyphens. They depend only on the game and the viewer, and show the
        viewer nothing that `describe` does not. Everything a move can be about has the attribute `data-at`.
        """
        from exodus_env.kit.drawing import lines_of_text

        return {"board": lines_of_text(self._position(game, viewer).splitlines(), self.canvas())}

    def drawer(self) -> Callable[[Any, Viewer], dict[str, str]]:
        """Draws many positions of one game, one after another: `fragments`, or something faster that remembers what
        has not changed."""
        return self.fragments

    def colours(self) -> tuple[str, ...]:
        """The colour of each seat in the drawing; Okabe and Ito's, which colour-blind people can distinguish."""
        return tuple(SEAT_COLOURS[seat % len(SEAT_COLOURS)] for seat in range(self.config.players))

    def series(self, game: Any) -> dict[str, list[float]]:
        """Numbers of a position by seat, for charts of a game: public ones, the most telling first."""
        return {}

    def targets(self, game: Any, viewer: Viewer, action: int) -> list[str]:
        """The parts of the drawing that a legal action is about, by the values of `data-at`."""
        return []

    def _position(self, game: Any, viewer: Viewer) -> str:
        """A game as text without the legal moves."""
        return self.render(game, np.zeros(self.actions.size, np.int8), None if viewer == ALL else viewer)

    @abstractmethod
    def result(self, game: Any) -> Result:
        """How a finished game ended. A game that was cut off has no winner: all share the first rank, or have lost
        if players win or lose together."""

    def progress(self, game: Any) -> float:
        """How much of a game has been played, from 0 to 1, as far as that can be told; 0 where it cannot."""
        return 0.0

    def heading(self) -> list[str]:
        """What is played, in a few words: the number of players, then what distinguishes this configuration."""
        return [number(self.config.players, "player")]

    def storyteller(self) -> Storyteller:
        """Puts games into words, for people who watch or play."""
        from exodus_env.kit.story import Storyteller

        return Storyteller(self)

    def reference(self) -> Reference:
        """Writes the pages about actions and observations."""
        from exodus_env.kit.reference import Reference

        return Reference(self)

    def drawable_modules(self) -> list[str]:
        """Modules that could be added to this configuration, for games with random modules."""
        return []

    def with_modules(self, modules: Iterable[str]) -> Definition:
        """The same configuration with some of the drawable modules added."""
        raise NotImplementedError(f"{self.game} has no modules to add")

    def difficulties(self) -> dict[str, Definition]:
        """The same configuration at every difficulty, easiest first; empty if a game has only one."""
        return {}

    def benchmarks(self) -> list[tuple[str, Callable[[float], Line]]]:
        """What `exodus bench` measures only for this game: a name, and a function that measures for some seconds."""
        return []

    def watcher(self, n: int) -> Watcher | None:
        """A watcher of n games, if the game reports traits."""
        return None

    @abstractmethod
    def checker(self) -> Checker[Any]:
        """What must hold in every position (kit/check.py); saved games and edited positions are checked first."""

    def guard(self, games: Array) -> None:
        """Raise BrokenInvariant if a record holds a value that kernels must not see."""
        self.checker().check_guard(games, self)

    def check(self, games: Array) -> None:
        """Raise BrokenInvariant if a record is not a possible state."""
        self.checker().check(games, self)

    def only_counts(self, games: Array, fields: set[str]) -> bool:
        """Whether a record whose fields were changed can continue without another check: kernels only count with
        these fields, and none is out of bounds."""
        return False

    def fingerprint(self) -> dict[str, str]:
        """Hashes that must match for a saved game to make sense."""
        content = {"content": self.content.hash} if hasattr(self, "content") else {}
        return {
            "schema": self.schema.hash,
            "rules": self.rules_version,
            **content,
            "actions": self.actions.hash,
            "observations": self.observations.hash,
        }

    @classmethod
    def from_dict(cls, config: dict[str, Any]) -> Definition:
        """The definition of a configuration given as a dictionary."""
        return cls.entry.definition(config)
