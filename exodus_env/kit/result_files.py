"""Files of an arena: written completely or not at all, and never trusted when they are read."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from exodus_env.kit.arena import ArenaError, GameResult
from exodus_env.kit.files import FileProblem, newest, read_file
from exodus_env.kit.plain import parse_plain

LARGEST: Final = 16 << 20  # bytes
LONGEST_NAME: Final = 500
PLAYER_NUMBERS: Final = ("win_share", "win_low", "win_high", "mean_rank", "mean_points", "rating", "rating_sigma")
TEAM_NUMBERS: Final = ("win_share", "win_low", "win_high")


class NotAResult(ArenaError):
    """A file that is not what it should be."""


# ---- writing ---------------------------------------------------------------------------------------------------------


def as_json(document: dict[str, Any]) -> bytes:
    """Plain values as text; the same values give the same bytes."""
    return (json.dumps(document, indent=1, allow_nan=False, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def as_csv(results: Sequence[GameResult]) -> bytes:
    """One row for each game and seat."""
    sources = next((list(result.lines) for result in results if result.lines), [])
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    head = [
        "game",
        "deal",
        "line_up",
        "seat",
        "name",
        "rank",
        "win",
        "utility",
        "points",
        *(f"points {s}" for s in sources),
    ]
    traits = list(dict.fromkeys(trait for result in results for trait in result.traits))  # none where nobody watched
    table.writerow([*head, "decisions", "turns", "won_together", "lost_together", "fault", *traits])
    for result in results:
        for seat in range(len(result.names)):
            told = (result.traits.get(trait) for trait in traits)
            words = ["; ".join(by_seat[seat]) if by_seat else "" for by_seat in told]
            table.writerow([*_row(result, seat, sources), *words])
    return text.getvalue().encode("utf-8", "replace")


def _row(result: GameResult, seat: int, sources: Sequence[str]) -> list[Any]:
    fault = result.fault
    won = "" if result.won is None else int(result.won)
    return [
        *(result.game, result.deal, result.line_up, seat, result.names[seat]),
        *(f"{result.ranks[seat]:g}", round(result.wins[seat], 6), round(result.utility[seat], 6)),
        "" if result.score is None else result.score[seat],
        *(result.lines[source][seat] if result.lines else "" for source in sources),
        *(result.decisions, "" if result.turns is None else result.turns, won, int(result.lost)),
        fault.message if fault is not None and fault.seat == seat else "",
    ]


def win_plot(document: dict[str, Any]) -> bytes:
    """Win shares with their intervals, and a line where all are equal."""
    team = document.get("team")
    bars = [{"name": "the team", **team}] if team else [p for p in document["players"] if p["win_share"] is not None]
    figure, axes = _canvas(len(bars))
    for i, bar in enumerate(bars):
        share = bar["win_share"] or 0.0
        reach = [[max(0.0, share - bar["win_low"])], [max(0.0, bar["win_high"] - share)]]
        axes.bar(i, share, color="#4477aa", yerr=reach, capsize=6)
    _name_bars(axes, bars)
    axes.set_ylim(0, 1)
    axes.set_ylabel("share of games won" if team else "win share of a seat")
    if not team:
        fair = 1 / sum(player["seats"] for player in document["players"])
        axes.axhline(fair, color="black", linestyle="--", linewidth=1, label="equal share")
        axes.legend()
    axes.set_title(f"{document['about']['games']} games, 95% intervals")
    return _png(figure)


def source_plot(document: dict[str, Any]) -> bytes:
    """Mean score by source, stacked; losses go below zero."""
    bars = document["players"]
    figure, axes = _canvas(len(bars))
    sources = [s for s in dict.fromkeys(s for bar in bars for s in bar["points_by_source"])]
    for source in sources:
        values = [bar["points_by_source"].get(source, 0.0) for bar in bars]
        if any(values):
            axes.bar(range(len(bars)), values, bottom=_bases(bars, sources, source), label=source)
    _name_bars(axes, bars)
    axes.axhline(0, color="black", linewidth=0.8)
    points = document["about"]["points"]
    axes.set_ylabel(f"mean {points}")
    axes.set_title(f"{points} by source")
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return _png(figure)


def interval_plot(panels: dict[str, Sequence[dict[str, Any]]], lines: dict[str, float], title: str) -> bytes:
    """Win shares as dots with their intervals, the best on top: a panel for each table, and upright lines in all."""
    height = 1.2 + 0.26 * max((len(entries) for entries in panels.values()), default=0)
    figure = _figure(max(6.0, 5.5 * len(panels)), max(3.0, height))
    for i, (name, entries) in enumerate(panels.items()):
        axes = figure.add_subplot(1, len(panels), i + 1)
        for row, entry in enumerate(entries):
            colour = "#cc3311" if entry["above"] else "#4477aa"
            axes.plot([entry["win_low"], entry["win_high"]], [row, row], color=colour, linewidth=1.5)
            axes.plot(entry["win_share"], row, "o", color=colour, markersize=5)
        for (words, value), style in zip(lines.items(), ("--", ":", "-."), strict=False):
            axes.axvline(value, color="black", linestyle=style, linewidth=1, label=words)
        axes.set_yticks(range(len(entries)), [f"{_short(entry['name'])} ({entry['held']})" for entry in entries])
        axes.set_ylim(max(0, len(entries) - 1) + 0.7, -0.7)
        axes.set_xlim(0, 1)
        axes.set_xlabel("win share")
        axes.set_title(name)
        if i == 0:
            figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=len(lines))
    figure.suptitle(title)
    return _png(figure)


def curve_plot(curve: Sequence[dict[str, Any]], lines: dict[str, float], over: str, title: str) -> bytes:
    """Win shares with their intervals as they changed `over` something, and level lines to compare with."""
    figure = _figure(7.0, 4.5)
    axes = figure.add_subplot()
    places = [point[over] for point in curve]
    axes.fill_between(places, [p["low"] for p in curve], [p["high"] for p in curve], color="#4477aa", alpha=0.25)
    axes.plot(places, [point["win_share"] for point in curve], "o-", color="#4477aa", label="learned")
    for (words, value), style in zip(lines.items(), ("--", ":", "-."), strict=False):
        axes.axhline(value, color="black", linestyle=style, linewidth=1, label=words)
    axes.set_ylim(-0.02, 1.02)  # so that lines at the ends are seen
    axes.set_xlabel(over)
    axes.set_ylabel("share of games won")
    axes.set_title(title)
    axes.legend()
    return _png(figure)


def _bases(bars: Sequence[dict[str, Any]], sources: Sequence[str], source: str) -> list[float]:
    """Where a part of each bar begins: on the earlier parts of its sign."""
    before = sources[: sources.index(source)]
    bases = []
    for bar in bars:
        upwards = bar["points_by_source"].get(source, 0.0) >= 0
        earlier = [bar["points_by_source"].get(other, 0.0) for other in before]
        bases.append(sum(value for value in earlier if (value >= 0) == upwards))
    return bases


def _canvas(bars: int) -> tuple[Any, Any]:
    figure = _figure(max(6.0, 1.6 * bars), 4.5)
    return figure, figure.add_subplot()


def make_plots_ready() -> None:
    """Load what plots need, which writes files of its own the first time."""
    _figure(1.0, 1.0)


def _figure(width: float, height: float) -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)  # no window, whatever the machine's settings
    return figure


def _name_bars(axes: Any, bars: Sequence[dict[str, Any]]) -> None:
    axes.set_xticks(range(len(bars)), [_short(bar["name"]) for bar in bars])


def _short(name: str) -> str:
    """A name as a label: not too long, and no mathematics."""
    return (name if len(name) <= 24 else f"...{name[-21:]}").replace("$", r"\$")


def _png(figure: Any) -> bytes:
    picture = io.BytesIO()
    figure.savefig(picture, format="png")
    return picture.getvalue()


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_json(path: Path) -> dict[str, Any]:
    """A file as a table of plain values."""
    try:
        data = read_file(path, LARGEST)
    except FileNotFoundError:
        raise NotAResult(f"{path} does not exist") from None
    except FileProblem as error:
        raise NotAResult(str(error)) from None
    try:
        document = parse_plain(data)
    except ValueError:
        raise NotAResult(f"{path} is damaged: it cannot be read as JSON") from None
    if not isinstance(document, dict):
        raise NotAResult(f"{path} is damaged: it does not hold a table")
    return document


def read_result(path: Path) -> dict[str, Any]:
    """A result.json, checked as far as it is used."""
    document = read_json(newest(path))
    about = section(path, document, "about")
    section(path, about, "configuration")
    section(path, about, "fingerprint")
    for name in ("seed", "games"):
        whole(path, about, name)
    if not is_name(about.get("package")):
        raise NotAResult(f"{path} is no result of an arena: 'package' must say which version made it")
    if not is_name(about.get("points")):
        raise NotAResult(f"{path} is no result of this version: 'points' must say what its score counts")
    players = document.get("players")
    if not isinstance(players, list) or not players:
        raise NotAResult(f"{path} is no result of an arena: 'players' must be a list")
    for player in players:
        if not isinstance(player, dict) or not is_name(player.get("name")):
            raise NotAResult(f"{path} is no result of an arena: a player has no name")
        for name in PLAYER_NUMBERS:
            number(path, player, name, or_none=True)
    if "team" in document:
        for name in TEAM_NUMBERS:
            number(path, section(path, document, "team"), name, or_none=True)
    return document


def section(path: Path, table: dict[str, Any], name: str) -> dict[str, Any]:
    """A table inside a table."""
    found = table.get(name)
    if not isinstance(found, dict):
        raise NotAResult(f"{path} is damaged or of another kind: {name!r} must be a table")
    return found


def number(path: Path, table: dict[str, Any], name: str, or_none: bool = False) -> float:
    """A finite number of a table."""
    found = table.get(name)
    if found is None and or_none and name in table:
        return math.nan
    if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) < 1e9:
        raise NotAResult(f"{path} is damaged or of another kind: {name!r} must be a number")
    return float(found)


def whole(path: Path, table: dict[str, Any], name: str) -> int:
    """A whole number of a table, from 0."""
    found = table.get(name)
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < 2**63:
        raise NotAResult(f"{path} is damaged or of another kind: {name!r} must be a whole number from 0")
    return found


def is_name(value: object) -> bool:
    """Whether a name can be shown."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable()


# ---- comparing -------------------------------------------------------------------------------------------------------


def differences(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    """Why two results cannot be compared: settings and hashes that are not the same."""
    found = []
    for part in ("configuration", "fingerprint"):
        one, other = first["about"][part], second["about"][part]
        for name in sorted({*one, *other}):
            if one.get(name) != other.get(name):
                found.append(f"{name} ({_shown(one.get(name))} and {_shown(other.get(name))})")
    return found


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
