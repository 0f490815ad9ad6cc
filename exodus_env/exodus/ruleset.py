"""A configuration made ready to play: content, tables and layouts, built once and shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from exodus_env.exodus import core
from exodus_env.exodus.config import DIFFICULTIES, FORBIDDEN, MODULES, SOLITAIRE, GameConfig
from exodus_env.exodus.content.build import build_tables, hex_coordinates, load_for
from exodus_env.exodus.content.entries import Content
from exodus_env.exodus.encoding.actions import action_layout, fill_action_layout, place_words, turns
from exodus_env.exodus.encoding.blocks import fill_observation_layout, observation_layout
from exodus_env.exodus.encoding.cards import card_tables
from exodus_env.exodus.record import SCHEMA
from exodus_env.exodus.rules.assets import SCORE_NAMES
from exodus_env.exodus.rules.decision_declarations import DECISIONS
from exodus_env.exodus.rules.scoring import LOST
from exodus_env.exodus.secrets import SECRETS
from exodus_env.exodus.view.text import PLAYER_NAMES, game_words
from exodus_env.exodus.watch import FACTION, FIRST, HELD, LEADER, TraitWatcher
from exodus_env.games import EXODUS
from exodus_env.kit.content.load import Stamp, stamp
from exodus_env.kit.definition import Definition, Lanes, Result, Viewer, Watcher
from exodus_env.kit.entries import Secrets
from exodus_env.kit.layout import ActionLayout, CardTable, ObservationLayout
from exodus_env.kit.text import number
from exodus_env.kit.wording import Wording

if TYPE_CHECKING:
    from exodus_env.kit.bench import Line
    from exodus_env.kit.check import Checker
    from exodus_env.kit.reference import Reference
    from exodus_env.kit.story import Storyteller

# What can be changed in a position without making another number a wrong index: chance, the length of the game, wealth
AMOUNTS = {"rng_key", "rng_counter", "scripted", "scripted_count", "decisions", "turn", "resource", "technology"}
AMPLE = 1000  # of a resource; no game comes near


@dataclass(frozen=True, eq=False)
class Ruleset(Definition):
    """Everything about a configuration that does not change while it is played."""

    config: GameConfig
    content: Content
    tables: np.ndarray[Any, Any]  # one record, read-only
    actions: ActionLayout
    observations: ObservationLayout
    coordinates: tuple[tuple[int, int], ...]  # axial, by hex

    entry_modules: ClassVar[Lanes] = (
        ("exodus_env.exodus.core",),
        ("exodus_env.exodus.players.decide", "exodus_env.exodus.players.tree", "exodus_env.exodus.secrets"),
    )
    entry = EXODUS
    schema = SCHEMA
    decisions = DECISIONS
    entries = core.ENTRIES
    points: ClassVar[str] = "VP"
    # Part of what networks are, so changing it makes learned policies useless.
    factor_kinds: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("hex_eoe", "hex_m4", "hex_m5", "hex_m7", "hex_m8", "hex_stronghold"), "hex"),
        "ship_m7": "ship",
    }
    plotted_traits: ClassVar[tuple[str, ...]] = (FACTION, LEADER, FIRST, HELD)
    secrets: ClassVar[Secrets] = SECRETS

    @property
    def name(self) -> str:
        """The environment that plays it."""
        if self.config.scenario in SOLITAIRE:
            return "solitaire_v0"
        return "exodus_v0" if self.config.scenario == "none" else f"{self.config.scenario}_v0"

    @property
    def team(self) -> bool:
        """Whether all players win or lose together: the co-operative or solo Stronghold, and solitaire play."""
        return bool(self.t.coop or self.t.solitaire)

    @cached_property
    def cards(self) -> dict[str, CardTable]:
        """What cards and technologies do."""
        return card_tables(self.t)

    def render(self, game: Any, mask: np.ndarray[Any, Any], viewer: int | None) -> str:
        """A game as text, limited to what the viewer may know."""
        from exodus_env.exodus.view.board import render

        return render(self, game, viewer, [int(action) for action in np.flatnonzero(mask)])

    def wording(self, game: Any, mask: np.ndarray[Any, Any], viewer: int | None) -> Wording:
        """The legal moves in words, as `render` shows them to the viewer."""
        from exodus_env.exodus.view.moves import wording
        from exodus_env.exodus.view.names import Names

        return wording(Names(self, game, viewer), [int(action) for action in np.flatnonzero(mask)])

    def describe(self, game: Any, viewer: Viewer) -> dict[str, Any]:
        """A position as plain values (docs/DESCRIBE.md)."""
        from exodus_env.exodus.view.describe import describe

        return describe(self, game, viewer)

    def brief(self, game: Any, viewer: int | None, detail: int) -> str:
        """A position as compact text."""
        from exodus_env.exodus.view.brief import brief

        return brief(self.describe(game, viewer), detail)

    def explained(self, game: Any) -> str:
        """The rules of the pending decision in a paragraph."""
        from exodus_env.exodus.view.explained import explained

        return explained(self.t, int(game.decision))

    def printed(self, action: int, seat: int) -> int:
        """The id of a choice with printed hexes and directions."""
        return int(self.t.printed_action[seat, action])

    def factor_word(self, factor: str, value: int, seat: int) -> str:
        """Players by colour, places and directions as they are printed."""
        if turns(factor):
            return place_words(factor, value)
        if factor == "player":
            return PLAYER_NAMES[(seat + value) % self.config.players]
        return self.actions.words(factor, value, seat)

    def canvas(self) -> tuple[int, int]:
        """Width and height of the drawing."""
        from exodus_env.exodus.view.drawing import canvas

        return canvas(self)

    def fragments(self, game: Any, viewer: Viewer) -> dict[str, str]:
        """A position drawn as named pieces of SVG."""
        from exodus_env.exodus.view.drawing import fragments

        return fragments(self, game, viewer)

    def drawer(self) -> Callable[[Any, Viewer], dict[str, str]]:
        """Draws positions of one game one after the other."""
        from exodus_env.exodus.view.drawing import Drawer

        return Drawer(self)

    def targets(self, game: Any, viewer: Viewer, action: int) -> list[str]:
        """The parts of the drawing that a legal action is about."""
        from exodus_env.exodus.view.drawing.targets import targets

        return targets(self, game, viewer, action)

    def colours(self) -> tuple[str, ...]:
        """The colours of the players."""
        from exodus_env.exodus.view.drawing.palette import PLAYERS

        return PLAYERS[: self.config.players]

    def series(self, game: Any) -> dict[str, list[float]]:
        """VP, resources, fleets and more by player."""
        from exodus_env.exodus.view.series import series

        return series(self, game)

    def result(self, game: Any) -> Result:
        """How a finished game ended."""
        seats = range(self.config.players)
        score = game.score.tolist()
        lost = int(game.outcome) == LOST
        return Result(
            ranks=tuple(int(game.rank[seat]) for seat in seats),
            score=tuple(sum(score[seat]) for seat in seats),
            lines={name: tuple(score[seat][line] for seat in seats) for line, name in enumerate(SCORE_NAMES)},
            turn=int(game.turn),
            won=not lost if self.team else None,
            lost=lost,
        )

    def progress(self, game: Any) -> float:
        """The share of the turns that are over; a game without a last turn has none."""
        turns = int(self.t.turns)
        return (int(game.turn) - 1) / turns if turns > 0 else 0.0

    def heading(self) -> list[str]:
        """Players and turns; scenario, expansion and modules."""
        return [f"{number(self.config.players, 'player')}, {self.config.turns} turns", *game_words(self.config)]

    def storyteller(self) -> Storyteller:
        """Tells games in sentences."""
        from exodus_env.exodus.view.storyteller import ExodusStoryteller

        return ExodusStoryteller(self)

    def reference(self) -> Reference:
        """Writes the pages about actions and observations."""
        from exodus_env.exodus.encoding.reference import ExodusReference

        return ExodusReference(self)

    def drawable_modules(self) -> list[str]:
        """The modules of Event Horizon that are not in the game and could be drawn."""
        taken = (*self.config.modules, *FORBIDDEN[self.config.scenario])
        return [name for name in MODULES if name not in taken]

    def with_modules(self, modules: Iterable[str]) -> Ruleset:
        """The same game with some more modules."""
        return ruleset(self.config.changed(modules=self.config.modules | frozenset(modules)))

    def difficulties(self) -> dict[str, Definition]:
        """The difficulties of the Stronghold."""
        if self.config.scenario != "stronghold":
            return {}
        return {name: ruleset(self.config.changed(difficulty=name)) for name in DIFFICULTIES}

    def benchmarks(self) -> list[tuple[str, Callable[[float], Line]]]:
        """Rollouts and simulations of a search."""
        from exodus_env.exodus.bench import search_lines

        return search_lines(self)

    def watcher(self, n: int) -> Watcher:
        """Reports places in turn order, Leaders and technologies of the players."""
        return TraitWatcher(self, n)

    def checker(self) -> Checker[Any]:
        """What must hold in every position."""
        from exodus_env.exodus.check import CHECKER

        return CHECKER

    def only_counts(self, games: np.ndarray[Any, Any], fields: set[str]) -> bool:
        """Whether a record whose fields were changed can continue as it is, because kernels only count with these
        fields."""
        if not fields <= AMOUNTS:
            return False
        self.guard(games)
        return bool(games["turn"].max() <= self.config.turns and games["resource"].max() <= AMPLE)


def ruleset(config: GameConfig) -> Ruleset:
    """The ruleset of a configuration; a user's content folder is read again if a file in it has changed."""
    return _cached(config, stamp(config.content))


@lru_cache(maxsize=64)
def _cached(config: GameConfig, stamp: Stamp) -> Ruleset:
    return _build(config)


def _build(config: GameConfig) -> Ruleset:
    content = load_for(config)
    tables = build_tables(config, content)
    actions = action_layout(tables[0], content)
    fill_action_layout(tables, actions)
    observations = observation_layout(tables[0], config.modules, actions)
    fill_observation_layout(tables, observations, actions)
    tables.flags.writeable = False
    return Ruleset(config, content, tables, actions, observations, tuple(hex_coordinates(content, config)))
