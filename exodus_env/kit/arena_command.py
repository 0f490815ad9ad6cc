"""`exodus arena`: play line-ups, print and write the standings, compare results, keep a ladder."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from exodus_env import __version__
from exodus_env.kit import ladder as ladders
from exodus_env.kit.arena import ArenaError, GameResult, Plan, plan_for, replay_file
from exodus_env.kit.definition import Definition
from exodus_env.kit.files import check_file, check_together, write_together
from exodus_env.kit.interrupts import held_back
from exodus_env.kit.registry import DEFAULT, find
from exodus_env.kit.replay import SUFFIX
from exodus_env.kit.result_files import (
    as_csv,
    as_json,
    differences,
    make_plots_ready,
    read_result,
    source_plot,
    win_plot,
)
from exodus_env.kit.standings import standings
from exodus_env.kit.text import aligned, number, printable
from exodus_env.kit.workers import MakePlayer, Progress, Run, cores, play_plan
from exodus_env.players import PlayerError, make_player, names_of_class

LIBRARIES: Final = ("numpy", "numba", "openskill")
NOTHING: Final = "-"
FILES: Final = ("result.json", "games.csv", "win_share.png", "points_by_source.png")

Write = Callable[[], list[str]]  # writes something, and says what in lines for the report


@dataclass(frozen=True)
class Options:
    """What the command line asks for, apart from the game."""

    players: Sequence[str]
    games: int
    seed: int
    workers: int | None = None  # None: one for each core
    limit: float = 60.0
    out: Path | None = None
    ladder: Path | None = None
    registered: Sequence[str] = field(default=())  # [NAME=]module:Class
    replays: Path | None = None
    ray: bool = False
    address: str | None = None  # of a cluster of Ray; None: one on this machine


def main(rules: Definition, options: Options) -> None:
    """Play, write, print. After an interrupt, the games played so far are still written and reported."""
    plan = replace(plan_for(options.players, options.games, options.seed, options.limit), replays=options.replays)
    also = further_names(options.registered, options.players)
    make = partial(make_player, directory=Path.cwd(), also=also, game=rules.game)
    _make_ready(rules, options)
    announce(heading(rules, plan, options.games), kept=any((options.out, options.ladder, options.replays)))
    run = _play(rules, plan, make, options)
    with held_back():
        document = {**standings(plan.names, run.results, rules.team), "about": about_run(rules, plan, run)}
        writes: list[Write] = []
        if options.out is not None and run.results:
            writes.append(partial(write_results, options.out, document, run.results))
        if options.ladder is not None and run.results:
            writes.append(partial(_climb, options.ladder, rules, run.results))
        if options.replays is not None:
            writes.append(partial(_replays_written, options.replays))
        written = write_all(writes)
    conclude(run, plan, report(document), *written)


def _play(rules: Definition, plan: Plan, make: MakePlayer, options: Options) -> Run:
    if not options.ray:
        return play_plan(rules, plan, make, options.workers or cores(), Progress(plan.games))
    if find_spec("ray") is None:
        raise ArenaError('--ray needs Ray: pip install "exodus-env[ray]"')
    from exodus_env.bridges.ray_arena import play_on_ray

    return play_on_ray(rules, plan, make, options.workers, options.address, Progress(plan.games))


def announce(text: str, kept: bool) -> None:
    """Say what is going to be played. If nobody can read it, that is no reason to stop as long as results are kept."""
    try:
        print(text, flush=True)
    except OSError:
        if not kept:
            raise


def write_all(writes: Sequence[Write]) -> tuple[list[str], Exception | None]:
    """What was written, as lines for the report, and the first error: it must not cost what can still be written."""
    lines: list[str] = []
    failed = None
    for write in writes:
        try:
            lines += ["", *write()]
        except Exception as error:
            failed = failed or error
    return lines, failed


def conclude(run: Run, plan: Plan, told: Sequence[str], written: Sequence[str], failed: Exception | None) -> None:
    """Print the report once everything is written, then say what went wrong."""
    print("\n" + "\n".join([*told, *written]), flush=True)
    if failed is not None:
        raise failed
    if run.interrupted:
        print(run.stopped, file=sys.stderr)
        raise KeyboardInterrupt
    if run.stopped is not None:
        raise ArenaError(f"{run.stopped}: {len(run.results)} of {number(plan.games, 'game')} are counted")


def _make_ready(rules: Definition, options: Options) -> None:
    """Fail before the first game, not after the last, if anything is wrong; the rules are compiled once."""
    refuse_human(options.players)
    if options.ladder is not None:
        if rules.team:
            raise ArenaError("--ladder needs players who play against each other; here all win or lose together")
        ladders.check_ladder(options.ladder)
    check_folder(options.out, FILES)
    if options.replays is not None:
        check_replays(options.replays)
    rules.play.prepare()


def refuse_human(names: Sequence[str]) -> None:
    """A human cannot play many games at once."""
    if any(name.partition(":")[0] == "human" for name in names):
        raise ArenaError("a human plays one game at a time, at the terminal: exodus play --players " + ",".join(names))


def check_folder(out: Path | None, names: Sequence[str]) -> None:
    """Refuse a folder that results could not be written to."""
    if out is None:
        return
    if out.is_file():
        raise ArenaError(f"--out {out} is a file; name a folder")
    check_together(out, names)
    make_plots_ready()


def check_replays(folder: Path) -> None:
    """Make a folder for replays and refuse one that they could not be written to, or that holds others already."""
    if folder.is_file():
        raise ArenaError(f"--replays {folder} is a file; name a folder")
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.glob(f"*{SUFFIX}")):
        raise ArenaError(f"--replays {folder} already holds replays; name another folder")
    check_file(replay_file(folder, 0))


def _replays_written(folder: Path) -> list[str]:
    """What to say about the replays, which were written while the games were played."""
    count = sum(1 for _ in folder.glob(f"*{SUFFIX}"))
    return [f"Replays of {number(count, 'game')} in {folder}; exodus replay FILE shows one"]


def further_names(registered: Sequence[str], named: Sequence[str]) -> dict[str, str]:
    """The names that `--player` adds: a class under a given name, or under its own and that of the class."""
    further = {}
    for given in registered:
        name, equals, spec = given.partition("=")
        if not equals or ":" in name:  # what a player is given may hold an equals sign, too
            name, equals, spec = "", "", given
        its_names = [name] if equals else [*names_of_class(spec, Path.cwd()), spec]
        if not set(its_names) & set(named):
            raise PlayerError(f"--player {given} is known as {its_names[0]!r}, but --players does not seat it")
        further.update(dict.fromkeys(its_names, spec))
    return further


def about_run(rules: Definition, plan: Plan, run: Run) -> dict[str, Any]:
    """What a result depends on; neither time nor place, so that the same run gives the same file."""
    return {
        **about_rules(rules),
        "seed": plan.seed,
        "games": len(run.results),
        "deals": plan.deals,
        "line_ups": [list(line_up) for line_up in plan.line_ups],
        "limit": plan.limit,
        "complete": run.stopped is None,
    }


def about_rules(rules: Definition) -> dict[str, Any]:
    """Versions, and what is played."""
    return {
        "package": __version__,
        "versions": {library: metadata.version(library) for library in LIBRARIES},
        "game": rules.name,
        "points": rules.points,
        **_identity(rules),
    }


def _identity(rules: Definition) -> dict[str, Any]:
    """What must match for results to be comparable. The hash of a content folder stands for the folder."""
    configuration = {name: value for name, value in rules.config.to_dict().items() if name != "content"}
    return {"configuration": configuration, "fingerprint": rules.fingerprint()}


def write_results(folder: Path, document: dict[str, Any], results: Sequence[GameResult]) -> list[str]:
    """Write the files of a result together."""
    contents = (as_json(document), as_csv(results), win_plot(document), source_plot(document))
    write_together(folder, dict(zip(FILES, contents, strict=True)))
    return [f"Written to {folder}: {', '.join(FILES)}"]


# ---- what is printed -------------------------------------------------------------------------------------------------


def heading(rules: Definition, plan: Plan, asked: int) -> str:
    """What is going to be played."""
    deals = f"{number(plan.deals, 'deal')} in {number(len(plan.line_ups), 'line-up')}"
    played = f"{number(plan.games, 'game')}, seed {plan.seed}: {deals}"
    if plan.games != asked:
        played += f" ({asked} asked for; every line-up plays the same deals)"
    return f"{'; '.join(rules.heading())}.\n{played}."


def report(document: dict[str, Any]) -> list[str]:
    """The standings as text."""
    if document["about"]["games"] == 0:
        return ["No game is over."]
    lines = [*_team_lines(document), *aligned(_player_rows(document)), "", *_source_lines(document)]
    for what, name in (("decisions", "Decisions a game"), ("turns", "Turns a game")):
        spread = document["length"][what]
        lines.append(f"{name}: {figure(spread['mean'], 1)} ({figure(spread['min'])} to {figure(spread['max'])})")
    if "lost_together" in document:
        lines.append(f"Lost by all together: {number(document['lost_together'], 'game')}")
    if "cut_off" in document:
        lines.append(f"Cut off since they did not end, and counted as ties: {number(document['cut_off'], 'game')}")
    for fault in document["faults"]:
        lines.append(
            f"FAULT: {fault['name']} lost {number(fault['games'], 'game')} this way; the first time, in game "
            f"{fault['first_game']}, it {printable(fault['message'])}"
        )
    return lines


def _team_lines(document: dict[str, Any]) -> list[str]:
    team = document.get("team")
    if not team:
        return []
    return [f"The team won {team['won']} of {number(team['games'], 'game')}: {interval(team, 'win', 'share', 3)}", ""]


def _player_rows(document: dict[str, Any]) -> list[list[object]]:
    rows: list[list[object]] = [
        ["player", "seats", "games", "win share", "rank", document["about"]["points"], "rating"]
    ]
    for player in document["players"]:
        rating = f"{figure(player['rating'], 2)} ± {figure(player['rating_sigma'], 2)}"
        rows.append(
            [
                *(player["name"], player["seats"], player["games"], interval(player, "win", "share", 3)),
                *(interval(player, "rank", None, 2), interval(player, "points", None, 2)),
                rating if player["rating"] is not None else NOTHING,
            ]
        )
    return rows


def interval(table: dict[str, Any], name: str, suffix: str | None, digits: int) -> str:
    """A figure with its 95% interval: "0.25 [0.20, 0.31]"."""
    value = table[f"{name}_{suffix}" if suffix else f"mean_{name}"]
    if value is None:
        return NOTHING
    low, high = (figure(table[f"{name}_{end}"], digits) for end in ("low", "high"))
    return f"{figure(value, digits)} [{low}, {high}]"


def figure(value: float | None, digits: int = 0) -> str:
    """A number, or a sign that there is none."""
    return NOTHING if value is None or math.isnan(value) else f"{value:z.{digits}f}"


def _source_lines(document: dict[str, Any]) -> list[str]:
    players = [player for player in document["players"] if player["points_by_source"]]
    sources = [
        s for s in (players[0]["points_by_source"] if players else ()) if any(p["points_by_source"][s] for p in players)
    ]
    if not sources:
        return []
    rows: list[list[object]] = [["player", *sources]]
    rows += [[p["name"], *(figure(p["points_by_source"][source], 2) for source in sources)] for p in players]
    return [f"Mean {document['about']['points']} by source", *aligned(rows), ""]


# ---- two results beside each other -----------------------------------------------------------------------------------


def compare(first: Path, second: Path) -> str:
    """Two results as one table; refuses those of different games."""
    results = [read_result(first), read_result(second)]
    if found := differences(*results):
        raise ArenaError(f"{first} and {second} are not of the same game and cannot be compared: {'; '.join(found)}")
    lines = []
    for letter, path, result in zip("AB", (first, second), results, strict=True):
        about = result["about"]
        words = f"{number(about['games'], 'game')}, seed {about['seed']}, version {about['package']}"
        lines.append(f"{letter}: {path} ({words})")
    rows: list[list[object]] = [["player", "", "win share", "rank", results[0]["about"]["points"], "rating"]]
    for name in dict.fromkeys(name for result in results for name in _by_name(result)):
        for letter, result in zip("AB", results, strict=True):
            rows.append([name, letter, *_compared(_by_name(result).get(name))])
    return "\n".join([*lines, "", *aligned(rows)])


def _by_name(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The players of a result, after the team where there is one."""
    team = {"the team": result["team"]} if "team" in result else {}
    return {**team, **{player["name"]: player for player in result["players"]}}


def _compared(row: dict[str, Any] | None) -> list[str]:
    if row is None:
        return [NOTHING] * 4
    rating = f"{figure(row.get('rating'), 2)} ± {figure(row.get('rating_sigma'), 2)}"
    return [
        interval(row, "win", "share", 3),
        figure(row.get("mean_rank"), 2),
        figure(row.get("mean_points"), 2),
        rating if row.get("rating") is not None else NOTHING,
    ]


# ---- the ladder ------------------------------------------------------------------------------------------------------


def _climb(path: Path, rules: Definition, results: Sequence[GameResult]) -> list[str]:
    """Add games to the ladder in a file; it is read again, since others may have written to it in the meantime."""
    with ladders.changed_ladder(path) as ladder:
        part = ladders.ladder_for(ladder, **_identity(rules), game=rules.game)
        ladders.add_results(part, results)
    return [f"Ladder {path} for this game", *_places(part)]


def show_ladder(path: Path) -> str:
    """All parts of a ladder file."""
    if not path.exists():
        raise ArenaError(f"{path} does not exist; --players starts a ladder in it")
    lines: list[str] = []
    for part in ladders.read_ladder(path)["ladders"]:
        try:
            rules = find(part.get("game", DEFAULT)).definition(part["configuration"])
        except ValueError as error:
            raise ArenaError(f"{path} holds a game that this version cannot play: {error}") from None
        lines += ["; ".join(rules.heading()), *_places(part), ""]
    return "\n".join(lines).rstrip() or "The ladder is empty."


def _places(part: dict[str, Any]) -> list[str]:
    rows: list[list[object]] = [["place", "player", "mu - 3 sigma", "mu", "sigma", "games"]]
    for place, (name, level, rating) in enumerate(ladders.places(part), start=1):
        figures = [f"{value:.2f}" for value in (level, rating["mu"], rating["sigma"])]
        rows.append([place, name, *figures, rating["games"]])
    return aligned(rows)
