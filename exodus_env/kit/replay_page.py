"""A replay as a page: one HTML file that holds the whole game and needs nothing else to show it.

For every position and every view the page knows which fragments of the drawing changed. Each text stands in it once,
so a game of 600 decisions takes some 200 kilobytes. Nothing is loaded from anywhere, and nothing that a replay file
says becomes markup: data is compressed and encoded, and the page writes it as text.
"""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit.batch import Batch, copy_array
from exodus_env.kit.definition import ALL, Definition, Viewer
from exodus_env.kit.files import check_file, write_file
from exodus_env.kit.players import Player, Views
from exodus_env.kit.replay import Replay
from exodus_env.kit.story import Storyteller
from exodus_env.kit.text import listed, number, one_line

PAGE: Final = Path(__file__).parent / "page"
MODULES: Final = ("board.js", "timeline.js", "charts.js", "replay.js")  # each after those it imports from
GONE: Final = -1  # in the place of a text: the fragment is not there
LONGEST_NAME: Final = 80  # characters of a player's name on the page

Draw = Callable[[Any, Viewer], dict[str, str]]

# What the browser may do with the page: run the script that is in it, and nothing from elsewhere.
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def write(replay: Replay, path: Path, seat: int | None = None, forecast: str | None = None) -> None:
    """Write the page of a replay; with a seat, what that seat may know and no more."""
    check_file(path)
    write_file(path, page(replay, seat, forecast).encode())


def page(replay: Replay, seat: int | None = None, forecast: str | None = None) -> str:
    """The page of a replay. `forecast` names a player whose expectations are charted."""
    views: list[Viewer] = [ALL, *range(replay.rules.config.players)] if seat is None else [seat]
    data = recorded(replay, views, None if forecast is None else ready(forecast, replay.rules))
    return assembled(data["about"]["title"], data)


def assembled(title: str, data: dict[str, Any]) -> str:
    """The HTML: style, an empty body, the data and the script."""
    packed = base64.b64encode(gzip.compress(json.dumps(data, separators=(",", ":")).encode(), 6, mtime=0)).decode()
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{html.escape(POLICY)}">',
            f"<title>{html.escape(title)}</title>",
            f"<style>\n{(PAGE / 'page.css').read_text(encoding='utf-8')}</style>",
            "</head>",
            "<body>",
            "<noscript>This page shows a game and needs JavaScript.</noscript>",
            f'<script type="text/plain" id="data">{packed}</script>',
            f'<script type="module">\n{script()}</script>',
            "</body>",
            "</html>",
            "",
        ]
    )


@cache
def script() -> str:
    """All modules as one, since a page opened from a disk may not load modules."""
    return "".join(inlined((PAGE / name).read_text(encoding="utf-8")) for name in MODULES)


def inlined(module: str) -> str:
    """A module without its imports and exports."""
    without = re.sub(r"^import\b[^;]*;\n", "", module, flags=re.MULTILINE)
    return re.sub(r"^export (?=class|function|const)", "", without, flags=re.MULTILINE)


# ---- the data --------------------------------------------------------------------------------------------------------


@dataclass
class Texts:
    """Texts that occur many times, each stored once, by number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        """The number of a text."""
        return self.numbers.setdefault(text, len(self.numbers))


class Film:
    """What one view shows of every position: only the fragments that changed."""

    def __init__(self, draw: Draw, viewer: Viewer, names: Texts, texts: Texts) -> None:
        self.draw = draw
        self.viewer = viewer
        self.names = names
        self.texts = texts
        self.shown: dict[str, str] = {}
        self.changes: list[list[int]] = []

    def add(self, game: Any) -> None:
        """The next position: name and text by their numbers, one after the other."""
        drawn = self.draw(game, self.viewer)
        changed = [
            (self.names.number(name), self.texts.number(text))
            for name, text in drawn.items()
            if self.shown.get(name) != text
        ]
        changed += [(self.names.number(name), GONE) for name in self.shown if name not in drawn]
        self.changes.append([value for pair in changed for value in pair])
        self.shown = drawn


def recorded(replay: Replay, views: Sequence[Viewer], player: Player | None = None) -> dict[str, Any]:
    """Everything that the page knows about a game."""
    rules = replay.rules
    story = rules.storyteller()
    names, texts = Texts(), Texts()
    draw = rules.drawer()
    films = [Film(draw, view, names, texts) for view in views]
    log = Log(replay, story, views)
    numbers: list[dict[str, list[float]]] = []
    forecast = None if player is None else Forecast(rules, player)
    table = replay.table(observe=player is not None)
    for position in replay.positions(table):
        for film in films:
            film.add(position.game)
        log.add(table, position.step, position.action)
        numbers.append(rules.series(position.game))
        if forecast is not None and position.seat is not None:
            forecast.add(table, position.step)
    charts = by_series(numbers, rules.config.players)
    if forecast is not None:
        charts |= forecast.series(len(replay) + 1)
    return {
        "about": about(replay, story, table.games[0]),
        "canvas": list(rules.canvas()),
        "names": list(names.numbers),
        "texts": list(texts.numbers),
        "views": {str(film.viewer): film.changes for film in films},
        "steps": log.steps,
        "marks": log.marks,
        "series": charts,
    }


def about(replay: Replay, story: Storyteller, last: Any) -> dict[str, Any]:
    """What is shown: the game, who played it, and how it ended."""
    rules = replay.rules
    players = [
        {
            "name": story.player(last, seat),
            "letter": story.player(last, seat)[:1] if _letters_differ(story, last, rules) else str(seat),
            "colour": colour,
            "player": one_line(replay.players[seat], LONGEST_NAME),
        }
        for seat, colour in enumerate(rules.colours())
    ]
    heading = "; ".join(rules.heading())
    together = " with " if rules.team else " against "
    return {
        "title": f"{rules.name}: {together.join(dict.fromkeys(player['player'] for player in players))}",
        "heading": f"{heading}; seed {replay.seed}",
        "players": players,
        "result": outcome(replay, [player["name"] for player in players]),
        "version": one_line(replay.version),
    }


def outcome(replay: Replay, names: Sequence[str]) -> str:
    """How the game ended, in a sentence."""
    result = replay.result
    if result is None:
        return f"The game was left{f': {one_line(replay.ended)}' if replay.ended else ''}."
    if result["won"] is not None or result["lost"]:
        return "All have won together." if result["won"] else "All have lost together."
    first = [seat for seat, rank in enumerate(result["ranks"]) if rank == 1]
    points = f"with {result['score'][first[0]]} {replay.rules.points}"
    who = listed([names[seat] for seat in first])
    return f"{who} wins {points}." if len(first) == 1 else f"{who} share the first place {points}."


def _letters_differ(story: Storyteller, game: Any, rules: Definition) -> bool:
    """Whether the first letters of players' names distinguish them."""
    seats = range(rules.config.players)
    return len({story.player(game, seat)[:1] for seat in seats}) == len(seats)


class Log:
    """The story: for each position who decides what, what is chosen there, and what led to it."""

    def __init__(self, replay: Replay, story: Storyteller, views: Sequence[Viewer]) -> None:
        self.rules = replay.rules
        self.story = story
        self.views = views
        self.steps: list[dict[str, Any]] = []
        self.marks: list[dict[str, Any]] = []
        self.opening = story_opening(replay, story)
        self._before = self.rules.new_games(1)
        self._action: int | None = None

    def add(self, table: Batch, step: int, action: int | None) -> None:
        """A position, and the decision that is taken there."""
        game = table.games[0]
        if step == 0:
            lines = [*self.opening(game), *self.story.told(None, None, game)]
        else:
            lines = self.story.told(self._before[0], self._action, game)
        told = []
        for line in lines:
            kind = self.story.mark(line)
            told.append([line, kind or ""])
            if kind is not None:
                self.marks.append({"step": step, "kind": kind, "label": line.strip("=- ")})
        entry: dict[str, Any] = {"lines": told}
        if action is not None:
            entry |= self._decision(game, int(table.actors[0]), action)
        self.steps.append(entry)
        copy_array(table.games, self._before)
        self._action = action

    def _decision(self, game: Any, seat: int, action: int) -> dict[str, Any]:
        """Who decides what. The choice is shown to the seat itself, and where everything is shown."""
        asked = " ".join(self.story.question(game, None).split())
        if ALL not in self.views and seat not in self.views:
            return {"seat": seat, "question": asked}
        mask = np.zeros(self.rules.actions.size, dtype=np.int8)
        mask[action] = 1
        chosen = self.rules.wording(game, mask, seat).texts[action]
        return {"seat": seat, "question": asked, "choice": chosen}


def story_opening(replay: Replay, story: Storyteller) -> Callable[[Any], Iterable[str]]:
    """What is said before the game begins."""

    def lines(game: Any) -> Iterable[str]:
        yield from story.opening(game, replay.seed, number(replay.rules.config.players, "player"))
        for seat, name in enumerate(replay.players):
            yield f"{story.player(game, seat)} is played by {one_line(name, LONGEST_NAME)}."

    return lines


def by_series(numbers: Sequence[dict[str, list[float]]], players: int) -> dict[str, list[list[float | None]]]:
    """Numbers by name, then seat, then position."""
    named = dict.fromkeys(name for row in numbers for name in row)
    return {
        name: [[short(row[name][seat]) if name in row else None for row in numbers] for seat in range(players)]
        for name in named
    }


def short(value: float) -> float:
    """A number in few digits."""
    return int(value) if value == int(value) else round(value, 3)


# ---- what a player expects -------------------------------------------------------------------------------------------


def ready(name: str, rules: Definition) -> Player:
    """A player that can say what it expects of a game."""
    from exodus_env.players import PlayerError, make_player

    player = make_player(name, Path.cwd(), game=rules.game)
    if type(player).expects is Player.expects:
        raise PlayerError(f"player {name!r} does not say what it expects; a policy does")
    try:
        player.start(rules)
    except ValueError as error:
        raise PlayerError(f"player {name!r} cannot play this game: {error}") from error
    return player


class Forecast:
    """What a player expects at every decision for the seat that takes it."""

    def __init__(self, rules: Definition, player: Player) -> None:
        self.rules = rules
        self.player = player
        self.steps: list[int] = []
        self.rows: list[tuple[int, Any, Any, Any]] = []

    def add(self, table: Batch, step: int) -> None:
        """A decision."""
        self.steps.append(step)
        self.rows.append(
            (int(table.actors[0]), table.observations[0].copy(), table.masks[0].copy(), table.games[0].tobytes())
        )

    def series(self, positions: int) -> dict[str, list[list[float | None]]]:
        """A number for every decision and the seat that takes it, and none elsewhere."""
        if not self.rows:
            return {}
        seats, observations, masks, states = zip(*self.rows)
        games = self.rules.new_games(len(seats))
        games.view(np.uint8)[:] = np.frombuffer(b"".join(states), dtype=np.uint8)
        seeds = np.zeros(len(seats), dtype=np.int64)
        views = Views(self.rules, np.array(seats), np.stack(observations), np.stack(masks), seeds, games)
        values = np.clip(np.asarray(self.player.expects(views), dtype=float), -1.0, 1.0)
        players = self.rules.config.players
        chances = players == 2 or self.rules.team  # a result from -1 to 1 is then a chance to win
        name = "Chance to win" if chances else "Expected result (1 first, -1 last)"
        lines: list[list[float | None]] = [[None] * positions for _ in range(players)]
        for step, seat, value in zip(self.steps, seats, values.tolist()):
            lines[seat][step] = round((value + 1) / 2 if chances else value, 3)
        return {f"{name}, as {one_line(self.player.name, LONGEST_NAME)} sees it": lines}
