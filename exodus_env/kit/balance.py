"""What traits of players are worth: win share and score by seat and by every trait a game reports of its players.

A seat counts once for every word a trait has for it. The fair share is one by the number of seats; where all win or
lose together it is the share of games they win. An entry is `above` where twice the fair share lies below the upper end
of its interval: that is more than balance allows, or too few games to tell.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from exodus_env.kit.arena import GameResult
from exodus_env.kit.standings import mean_of, rounded, win_share

SEAT: Final = "seat"
TOO_MUCH: Final = 2  # times the fair share
COLUMNS: Final = (
    "name",
    "held",
    "win_share",
    "win_low",
    "win_high",
    "mean_points",
    "points_low",
    "points_high",
    "above",
)

Held = tuple[GameResult, int]  # a game and a seat in it


def fair_share(results: Sequence[GameResult], seats: int, team: bool) -> float:
    """What everybody would win if nothing made a difference."""
    return fmean(result.won is True for result in results) if team and results else 1 / seats


def balance_tables(results: Sequence[GameResult], seats: int, team: bool) -> dict[str, list[dict[str, Any]]]:
    """A table by seat and one for each trait, the best entries first; traits nobody has are left out."""
    fair = fair_share(results, seats, team)
    tables: dict[str, dict[str, list[Held]]] = {SEAT: {}}
    if results:
        tables[SEAT] = {str(seat + 1): [(one, seat) for one in results] for seat in range(seats)}
    for trait in dict.fromkeys(trait for result in results for trait in result.traits):
        tables[trait] = _held(results, trait)
    return {name: _entries(held, fair, team) for name, held in tables.items() if held}


def _held(results: Iterable[GameResult], trait: str) -> dict[str, list[Held]]:
    """Who had which trait."""
    found: dict[str, list[Held]] = {}
    for result in results:
        for seat, words in enumerate(result.traits.get(trait, ())):
            for word in words:
                found.setdefault(word, []).append((result, seat))
    return found


def _entries(held: Mapping[str, Sequence[Held]], fair: float, team: bool) -> list[dict[str, Any]]:
    entries = [{"name": name, "held": len(seats), **_figures(seats, fair, team)} for name, seats in held.items()]
    return sorted(entries, key=lambda entry: (-entry["win_share"], entry["name"]))


def _win(result: GameResult, seat: int, team: bool) -> float:
    return float(result.won is True) if team else result.wins[seat]


def _figures(held: Sequence[Held], fair: float, team: bool) -> dict[str, Any]:
    share: dict[str, Any] = win_share([_win(one, seat, team) for one, seat in held])
    scored = [(float(one.score[seat]), one.deal) for one, seat in held if one.score is not None]
    points = mean_of("points", [value for value, _ in scored], [deal for _, deal in scored])
    return {**share, **points, "above": 0 < TOO_MUCH * fair < share["win_high"]}


def group_table(
    results: Sequence[GameResult], groups: Mapping[str, Sequence[bool]], team: bool
) -> list[dict[str, Any]]:
    """Games in and out of each group side by side: score, length, and the win share of every seat."""
    return [
        {"name": name, "in": side, **_group([one for one, member in zip(results, members) if member is side], team)}
        for name, members in groups.items()
        for side in (True, False)
    ]


def _group(results: Sequence[GameResult], team: bool) -> dict[str, Any]:
    whole = [one for one in results if one.score is not None]
    deals = [one.deal for one in whole]
    seats = range(len(results[0].names)) if results else ()
    return {
        "games": len(results),
        **mean_of("points", [fmean(one.score or ()) for one in whole], deals),
        **mean_of("decisions", [float(one.decisions) for one in whole], deals),
        "mean_turns": rounded(fmean(one.turns or 0 for one in whole)) if whole else None,
        "seats": [win_share([_win(one, seat, team) for one in results]) for seat in seats],
    }


def tables_csv(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> bytes:
    """All tables below each other, with a column that names the table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["table", *COLUMNS])
    for table, entries in tables.items():
        for entry in entries:
            cells = [entry[column] for column in COLUMNS[:-1]]
            writer.writerow([table, *("" if cell is None else cell for cell in cells), int(entry["above"])])
    return text.getvalue().encode("utf-8", "replace")
