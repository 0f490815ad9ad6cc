"""`exodus arena --teams`: how well players do who win or lose together.

Competitive games have ratings. A team plays against the game alone, so each name plays at every seat of
a team, at every difficulty the game has, and then with one seat given to each of the others, which shows who can play
with strangers. All teams play the same deals.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from exodus_env.kit.arena import ArenaError, GameResult, Plan, plan_for
from exodus_env.kit.arena_command import (
    about_rules,
    announce,
    check_folder,
    further_names,
    interval,
    refuse_human,
    write_all,
)
from exodus_env.kit.definition import Definition
from exodus_env.kit.files import write_together
from exodus_env.kit.interrupts import held_back
from exodus_env.kit.result_files import as_json
from exodus_env.kit.standings import mean_of, win_share
from exodus_env.kit.text import aligned, number
from exodus_env.kit.workers import Progress, Run, cores, play_plan
from exodus_env.players import make_player

FILES: Final = ("teams.json", "teams.csv")
COLUMNS: Final = ("win_share", "win_low", "win_high", "mean_points", "points_low", "points_high", "faults")
NOT_PLAYED: Final = "-"


@dataclass(frozen=True)
class Options:
    """What the command line asks for, apart from the game."""

    names: Sequence[str]
    games: int  # of each team
    seed: int
    workers: int | None = None  # None: one for each core
    limit: float = 60.0
    out: Path | None = None
    registered: Sequence[str] = field(default=())  # [NAME=]module:Class


@dataclass(frozen=True)
class Team:
    """Players at a difficulty: one name at all seats, or at all seats except one, which a guest has."""

    name: str
    guest: str  # the same name where there is none
    difficulty: str  # empty where a game has only one
    rules: Definition
    plan: Plan


def main(rules: Definition, options: Options) -> None:
    """Play all teams one after another, write, print. After an interrupt, the games played so far are still
    reported."""
    names = tuple(dict.fromkeys(options.names))
    if not rules.team:
        raise ArenaError("--teams needs a game that all win or lose together; here players play against each other")
    refuse_human(names)
    teams = teams_of(rules, names, options)
    make = partial(
        make_player, directory=Path.cwd(), also=further_names(options.registered, options.names), game=rules.game
    )
    check_folder(options.out, FILES)
    rules.play.prepare()
    announce(heading(rules, teams), kept=options.out is not None)
    rows: list[dict[str, Any]] = []
    stopped: Run | None = None
    for team in teams:
        run = play_plan(team.rules, team.plan, make, options.workers or cores(), Progress(team.plan.games))
        if run.stopped is not None:
            stopped = run
            break
        rows.append(row_of(team, run.results))
    with held_back():
        document = {"about": about(rules, options, stopped), "teams": rows}
        written, failed = write_all([partial(_write, options.out, document)] if options.out and rows else [])
    print("\n" + "\n".join([*report(document, names), *written]), flush=True)
    if failed is not None:
        raise failed
    if stopped is not None and stopped.interrupted:
        raise KeyboardInterrupt
    if stopped is not None:
        raise ArenaError(f"{stopped.stopped}: {len(rows)} of {number(len(teams), 'team')} are counted")


def teams_of(rules: Definition, names: Sequence[str], options: Options) -> list[Team]:
    """Every name at every difficulty, then at the difficulty of the configuration with a guest of every other name."""
    seats = rules.config.players
    levels = rules.difficulties()
    here = next((word for word, level in levels.items() if level.config == rules.config), "")

    def team(name: str, guest: str, difficulty: str) -> Team:
        seated = [guest, *[name] * (seats - 1)]
        plan = plan_for(seated, options.games, options.seed, options.limit)
        return Team(name, guest, difficulty, levels.get(difficulty, rules), plan)

    alone = [team(name, name, difficulty) for difficulty in levels or [""] for name in names]
    mixed = [team(name, guest, here) for name in names for guest in names if guest != name]
    return alone + (mixed if seats > 1 else [])


def row_of(team: Team, results: Sequence[GameResult]) -> dict[str, Any]:
    """The result of a team's games; the score is the mean over its seats."""
    scored = [(sum(one.score) / len(one.score), one.deal) for one in results if one.score]
    return {
        "team": team.name,
        "guest": team.guest,
        "difficulty": team.difficulty,
        "games": len(results),
        **win_share([float(one.won is True) for one in results]),
        **mean_of("points", [score for score, _ in scored], [deal for _, deal in scored]),
        "faults": sum(one.fault is not None for one in results),
    }


def about(rules: Definition, options: Options, stopped: Run | None) -> dict[str, Any]:
    """What a result depends on."""
    own = {"seed": options.seed, "games": options.games, "limit": options.limit, "complete": stopped is None}
    return {**about_rules(rules), **own}


# ---- what is written and printed -------------------------------------------------------------------------------------


def _write(folder: Path, document: dict[str, Any]) -> list[str]:
    write_together(folder, dict(zip(FILES, (as_json(document), as_csv(document["teams"])), strict=True)))
    return [f"Written to {folder}: {', '.join(FILES)}"]


def as_csv(rows: Sequence[dict[str, Any]]) -> bytes:
    """A row for each team."""
    text = io.StringIO()
    columns = ("team", "guest", "difficulty", "games", *COLUMNS)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(["" if row[column] is None else row[column] for column in columns])
    return text.getvalue().encode("utf-8", "replace")


def heading(rules: Definition, teams: Sequence[Team]) -> str:
    """What is going to be played."""
    games = sum(team.plan.games for team in teams)
    return f"{'; '.join(rules.heading())}.\n{number(len(teams), 'team')}, {number(games, 'game')} in all."


def report(document: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Win shares by difficulty, and of teams with a guest."""
    rows = document["teams"]
    if not rows:
        return ["No team has played all its games."]
    alone = {(row["team"], row["difficulty"]): row for row in rows if row["team"] == row["guest"]}
    mixed = {(row["team"], row["guest"]): row for row in rows if row["team"] != row["guest"]}
    points = document["about"]["points"]
    lines = ["Share of games won by teams of one player", *aligned(_alone(alone, points)), ""]
    if mixed:
        here = next(iter(mixed.values()))["difficulty"]
        mixed.update({(name, name): alone[name, here] for name in names if (name, here) in alone})
        words = "Share of games won when one seat of a team (row) goes to another player (column)"
        lines += [words + (f", difficulty {here}" if here else ""), *aligned(_mixed(mixed, names)), ""]
    faults = sum(row["faults"] for row in rows)
    return [*lines, f"Lost by a fault of a player: {number(faults, 'game')}"] if faults else lines[:-1]


def _alone(rows: dict[tuple[str, str], dict[str, Any]], points: str) -> list[list[object]]:
    table: list[list[object]] = [["team", "difficulty", "games", "win share", points]]
    for (name, difficulty), row in rows.items():
        figures = [interval(row, "win", "share", 3), interval(row, "points", None, 2)]
        table.append([name, difficulty or NOT_PLAYED, row["games"], *figures])
    return table


def _mixed(rows: dict[tuple[str, str], dict[str, Any]], names: Sequence[str]) -> list[list[object]]:
    table: list[list[object]] = [["", *names]]
    for name in names:
        cells = [rows.get((name, guest)) for guest in names]
        table.append([name, *(NOT_PLAYED if row is None else interval(row, "win", "share", 3) for row in cells)])
    return table
