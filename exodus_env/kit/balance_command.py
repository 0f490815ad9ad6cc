"""`exodus balance`: play many games with one player at every seat, and report how much its traits are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit.arena import ArenaError, GameResult, Plan, hashed, plan_for
from exodus_env.kit.arena_command import (
    about_run,
    announce,
    check_folder,
    conclude,
    figure,
    heading,
    interval,
    write_all,
)
from exodus_env.kit.balance import SEAT, TOO_MUCH, balance_tables, fair_share, group_table, tables_csv
from exodus_env.kit.definition import Definition
from exodus_env.kit.files import write_together
from exodus_env.kit.interrupts import held_back
from exodus_env.kit.result_files import as_csv, as_json, interval_plot
from exodus_env.kit.text import aligned, listed, number, wrapped
from exodus_env.kit.workers import Part, Progress, Run, cores, play_parts
from exodus_env.players import make_player

MARK: Final = "!"
FILES: Final = ("balance.json", "balance.csv", "balance.png", "games.csv")


@dataclass(frozen=True)
class Options:
    """What the command line asks for, apart from the game."""

    players: Sequence[str]
    games: int
    seed: int
    workers: int | None = None  # None: one for each core
    out: Path | None = None
    drawn: int = 0  # modules that every deal draws


def main(rules: Definition, options: Options) -> None:
    """Play, write, print. After an interrupt, the games played so far are still written and reported."""
    plan = replace(plan_for(options.players, options.games, options.seed), watched=True)
    drawn = drawn_modules(rules, options.drawn, plan) if options.drawn else []
    check_folder(options.out, FILES)
    rules.play.prepare()
    words = [heading(rules, plan, options.games)]
    if drawn:
        words.append(f"Every deal draws {number(options.drawn, 'module')}.")
    announce("\n".join(words), kept=options.out is not None)
    make = partial(make_player, directory=Path.cwd(), game=rules.game)
    parts = parts_of(rules, plan, drawn)
    run = play_parts(parts, plan, make, options.workers or cores(), Progress(plan.games))
    with held_back():
        document = balance_of(rules, plan, run, options.drawn, drawn)
        writes = []
        if options.out is not None and run.results:
            writes.append(partial(_write, options.out, document, run.results, rules.plotted_traits))
        written = write_all(writes)
    conclude(run, plan, report(document), *written)


# ---- modules by chance -----------------------------------------------------------------------------------------------


def drawn_modules(rules: Definition, count: int, plan: Plan) -> list[frozenset[str]]:
    """The modules that each deal draws in addition to those of the configuration."""
    free = rules.drawable_modules()
    if count > len(free):
        raise ArenaError(f"--modules-random {count} is too many: {len(free)} modules are left to draw from")
    drawn = []
    for deal in range(plan.deals):
        draw = np.random.default_rng([hashed(plan.seed, deal), count])
        drawn.append(frozenset(free[i] for i in draw.permutation(len(free))[:count].tolist()))
    return drawn


def parts_of(rules: Definition, plan: Plan, drawn: Sequence[frozenset[str]]) -> list[Part]:
    """The games of a plan by the rules they are played by."""
    if not drawn:
        return [Part(rules, range(plan.games))]
    games: dict[frozenset[str], list[int]] = {}
    line_ups = len(plan.line_ups)
    for deal, modules in enumerate(drawn):
        games.setdefault(modules, []).extend(range(deal * line_ups, (deal + 1) * line_ups))
    return [Part(rules.with_modules(modules), numbers) for modules, numbers in games.items()]


# ---- figures ---------------------------------------------------------------------------------------------------------


def balance_of(
    rules: Definition, plan: Plan, run: Run, count: int = 0, drawn: Sequence[frozenset[str]] = ()
) -> dict[str, Any]:
    """Everything that is reported, as plain values."""
    results = run.results
    seats = rules.config.players
    about = about_run(rules, plan, run)
    if drawn:
        about["modules_random"] = count
    document: dict[str, Any] = {
        "about": about,
        "fair_share": round(fair_share(results, seats, rules.team), 6),
        "faults": sum(result.fault is not None for result in results),
        "tables": balance_tables(results, seats, rules.team),
    }
    if drawn:
        changing = [name for name in rules.drawable_modules() if name in frozenset().union(*drawn)]
        members = {name: [name in drawn[result.deal] for result in results] for name in changing}
        document["modules"] = group_table(results, members, rules.team)
    return document


def _write(folder: Path, document: dict[str, Any], results: Sequence[GameResult], plotted: Sequence[str]) -> list[str]:
    fair = document["fair_share"]
    panels = {name: document["tables"][name] for name in plotted if name in document["tables"]}
    lines = {"fair share": fair, "twice it": TOO_MUCH * fair}
    title = f"{document['about']['games']} games, 95% intervals (times held)"
    plot = interval_plot(panels, lines, title)
    contents = (as_json(document), tables_csv(document["tables"]), plot, as_csv(results))
    write_together(folder, dict(zip(FILES, contents, strict=True)))
    return [f"Written to {folder}: {', '.join(FILES)}"]


# ---- what is printed -------------------------------------------------------------------------------------------------


def report(document: dict[str, Any]) -> list[str]:
    """The tables as text, and what stands out."""
    if document["about"]["games"] == 0:
        return ["No game is over."]
    lines = []
    points = document["about"]["points"]
    for name, entries in document["tables"].items():
        lines += [f"By {name}", *aligned(_rows(name, entries, points)), ""]
    if "modules" in document:
        lines += ["By module", *aligned(_module_rows(document["modules"], points)), ""]
    if document["faults"]:
        lines += [f"{number(document['faults'], 'game')} lost by a fault: these count for seats and wins only", ""]
    return [*lines, *_summary(document)]


def _summary(document: dict[str, Any]) -> list[str]:
    """A line for each table, and what the seats are worth."""
    bound = TOO_MUCH * document["fair_share"]
    limit = f"twice its fair share ({bound:.0%})"
    if bound == 0:
        return ["No game was won."]
    if bound >= 1:
        return [f"Nothing can be above {limit}."]
    lines = [
        line for name, entries in document["tables"].items() for line in wrapped(summary(name, entries, limit, bound))
    ]
    best, worst = document["tables"][SEAT][0], document["tables"][SEAT][-1]
    seats = [f"{seat['win_share']:.1%} (seat {seat['name']})" for seat in (worst, best)]
    return [*lines, f"Seats win from {seats[0]} to {seats[1]}; fair is {document['fair_share']:.1%}."]


def summary(name: str, entries: Sequence[Mapping[str, Any]], limit: str, bound: float) -> str:
    """Which entries of a table may be above the limit, and which of them were held too seldom to tell."""
    above = [entry for entry in entries if entry["above"]]
    if not above:
        return f"No {name} above {limit}."
    sure = [entry["name"] for entry in above if entry["win_low"] > bound]
    unsure = [f"{entry['name']} (held {entry['held']})" for entry in above if entry["win_low"] <= bound]
    words = []
    if sure:
        words.append(f"{MARK} {name} above {limit}: {listed(sure)}.")
    if unsure:
        words.append(f"{MARK} {name} whose interval reaches above {limit}: {listed(unsure)}.")
    return " ".join(words)


def _rows(name: str, entries: Sequence[dict[str, Any]], points: str) -> list[list[object]]:
    rows: list[list[object]] = [[name, "held", "win share", points, ""]]
    for entry in entries:
        figures = [interval(entry, "win", "share", 3), interval(entry, "points", None, 2)]
        rows.append([entry["name"], entry["held"], *figures, MARK if entry["above"] else ""])
    return rows


def _module_rows(groups: Sequence[dict[str, Any]], points: str) -> list[list[object]]:
    seats = max(len(group["seats"]) for group in groups)
    heads = [f"seat {seat + 1}" for seat in range(seats)]
    rows: list[list[object]] = [["module", "", "games", points, "decisions", "turns", *heads]]
    for group in groups:
        shares = [interval(seat, "win", "share", 2) for seat in group["seats"]] or [figure(None)] * seats
        lengths = [interval(group, "decisions", None, 0), figure(group["mean_turns"], 2)]
        side = "in" if group["in"] else "out"
        rows.append([group["name"], side, group["games"], interval(group, "points", None, 2), *lengths, *shares])
    return rows
