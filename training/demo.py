"""Watch a policy learn: train one for Event Horizon from nothing, measure it, write a report.

    python -m training.demo                  about five minutes on two cores
    python -m training.demo --out runs/mine --games 400

The folder then holds `report.md` (start there), the figures as `report.json`, the learning curve, the tables with
intervals, one game of the learned policy as text, its best game as a page for the browser, and the run itself. A demo
that was stopped continues when the same command is given again.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import math
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from exodus_env.kit import play, replay_page
from exodus_env.kit.arena import ArenaError, Plan
from exodus_env.kit.arena_command import interval
from exodus_env.kit.config import ConfigError
from exodus_env.kit.definition import Definition
from exodus_env.kit.files import write_file
from exodus_env.kit.registry import find
from exodus_env.kit.replay import SUFFIX, Replay
from exodus_env.kit.result_files import as_json, curve_plot, interval_plot
from exodus_env.kit.standings import standings
from exodus_env.kit.text import aligned, listed
from exodus_env.kit.workers import Progress, play_plan
from exodus_env.players import PlayerError, make_player
from exodus_env.policies.player import baseline_for
from training import run, train
from training.evaluate import deals, evaluate
from training.event_horizon import SCRIPT
from training.settings import CONFIGS, Settings, SettingsError, read_settings
from training.store import STATE, StoreError, read_state

PRESET: Final = CONFIGS / "event_horizon_demo.toml"
RIVALS: Final = ("greedy", "motives")  # every player is measured against these
SCRIPTED: Final = ("motives", "greedy", "random")
SCRIPTED_WORDS: Final = {name: name for name in SCRIPTED}
SHIPPED: Final = "shipped policy"
SEED: Final = 555_000_555  # of the measured games; not used in training or in choosing the best policy
TAKES: Final = "about five minutes on two cores"
SHOWN_DEALS: Final = 10  # the first measured games, among which the best game to show is found

Row = dict[str, Any]  # name, rival, games, win_share, win_low, win_high, mean_points


class DemoError(ValueError):
    """A demo that cannot be run, and why."""


@dataclass(frozen=True)
class Job:
    """What to do, and where."""

    out: Path
    settings: Settings
    config: Path
    games: int
    shipped: dict[str, str]  # the package's policy for this game and its name in the report; empty if there is none
    shipped_team: dict[str, str]  # and that for the Stronghold

    @property
    def folder(self) -> Path:
        """Of the run."""
        return self.out / "run"

    @property
    def learned(self) -> str:
        """The learned policy, as a player."""
        return f"policy:{self.folder / 'best'}"

    @property
    def players(self) -> dict[str, str]:
        """The players to compare, with their names in the report."""
        return {self.learned: "learned here", **self.shipped, **SCRIPTED_WORDS}

    @property
    def teams(self) -> dict[str, str]:
        """The teams for the Stronghold, with their names in the report."""
        return {**self.shipped_team, **SCRIPTED_WORDS}

    def word(self, row: Row) -> str:
        """What the report calls the player or team in a row."""
        return {**self.players, **self.teams}[row["name"]]


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m training.demo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("runs/demo"), help="folder to write (default: runs/demo)")
    parser.add_argument(
        "--config", type=Path, default=PRESET, help=f"settings of the training (default: {PRESET.name})"
    )
    parser.add_argument("--games", type=int, default=200, help="games of each pair and team (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="of the training (default: 0)")
    return parser


def main(arguments: list[str] | None = None) -> None:
    """Train, measure, write."""
    parser = options()
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error(f"--games must be at least 1, not {given.games}")
    if given.seed < 0:
        parser.error(f"--seed must not be negative, and is {given.seed}")
    started = time.monotonic()
    try:
        job = prepared(given)
        print(opening(job), flush=True)
        rules = job.settings.rules()
        rules.play.prepare()
        first = learn(job)
        players, teams = measure(job, rules)
        write_report(job, rules, [first, *evaluations(job)], players, teams)
    except (SettingsError, ConfigError, StoreError, PlayerError, ArenaError, DemoError, OSError) as error:
        parser.exit(2, f"error: {error}\n")
    except KeyboardInterrupt:
        parser.exit(130, "stopped; repeat the command to continue\n")
    print(closing(job, players, teams, (time.monotonic() - started) / 60))


def say(words: str) -> None:
    """Report progress on standard error."""
    print(words, file=sys.stderr, flush=True)


# ---- before anything slow --------------------------------------------------------------------------------------------


def prepared(given: argparse.Namespace) -> Job:
    """The job of a command line; anything that would fail later fails here."""
    settings = replace(SCRIPT.completed(read_settings(given.config)), seed=given.seed)
    rules = settings.rules()
    if rules.config.players != 2:
        raise DemoError(f"{given.config}: the demo compares two players; write players = 2 under [setup]")
    job = Job(given.out, settings, given.config, given.games, shipped(rules), shipped(siege()))
    make_writable(job.out)
    if (job.folder / STATE).exists():
        same_run(job)
    return job


def siege() -> Definition:
    """The Stronghold for a team of two."""
    return find(SCRIPT.game).definition({"scenario": "stronghold", "players": 2})


def shipped(rules: Definition) -> dict[str, str]:
    """The policy that comes with the package for a game, if any, and its name in the report."""
    name = baseline_for(rules)
    return {name: SHIPPED} if name else {}


def same_run(job: Job) -> None:
    """Refuse a folder whose run has other settings, because its figures would be reported under the wrong name."""
    asked, found = asdict(job.settings), read_state(job.folder)[1]["settings"]
    if other := [name for name in asked if asked[name] != found.get(name)]:
        words = ", ".join(f"{name} {found.get(name)!r}" for name in other)
        raise DemoError(f"{job.folder} holds a run with {words}; name another folder with --out")


def make_writable(folder: Path) -> None:
    """Make a folder and try to write there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise DemoError(f"--out {folder} cannot be written to: {error.strerror}") from None


def opening(job: Job) -> str:
    """What will happen, where it goes, and how long it takes."""
    return "\n".join(
        [
            f"Watch a policy learn Event Horizon, two players. It takes {TAKES},",
            "and two to three more the first time, to compile the rules.",
            f"  1. train it from nothing, on {job.settings.decisions:,} decisions of its own: over half of the time",
            f"  2. measure it and {listed(list(job.players.values())[1:])}: {job.games} games a pair",
            f"  3. write the report: {job.out / 'report.md'}",
            "Ctrl-C stops it; repeat the command to continue the training.",
        ]
    )


# ---- training --------------------------------------------------------------------------------------------------------


def learn(job: Job) -> Row:
    """A new run, or the rest of an existing one; returns how well it played before it had learned anything."""
    resumed = (job.folder / STATE).exists()
    say(f"\n1/3 Training in {job.folder}" + (": continuing the run that is there" if resumed else ""))
    first = untrained(job)
    say(f"Before training it wins {first['win_share']:.2f} of its games against {job.settings.against[0]}.")
    start = ["--resume"] if resumed else ["--config", str(job.config), "--seed", str(job.settings.seed)]
    with signals_restored():
        train.main([*start, "--out", str(job.folder)], SCRIPT)
    facts = read_state(job.folder)[1]
    if facts["learner"]["decisions"] < job.settings.decisions or not facts["finals"]:
        raise KeyboardInterrupt  # a run that is asked to stop returns normally
    return first


def untrained(job: Job) -> Row:
    """The evaluation before the first update, in the same form as the others."""
    new = run.Run(job.settings, job.folder, "")
    chosen = job.settings
    network = new.learner.network.eval()
    found = evaluate(network, new.rules, chosen.against, chosen.evaluate_games, deals(chosen.evaluate_seed, 0))
    return {"update": 0, "decisions": 0, "imitated": 0, "hours": 0.0, **asdict(found)}


def evaluations(job: Job) -> list[Row]:
    """The evaluations of the run."""
    found: list[Row] = read_state(job.folder)[1]["evaluations"]
    return found


@contextlib.contextmanager
def signals_restored() -> Iterator[None]:
    """A run takes over the signals that stop a program; restore them."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


# ---- measuring -------------------------------------------------------------------------------------------------------


def measure(job: Job, rules: Definition) -> tuple[list[Row], list[Row]]:
    """Every player against every rival, and teams in the Stronghold."""
    pairs = {frozenset((name, rival)): (name, rival) for rival in RIVALS for name in job.players}
    steps = [(rules, names, f"{names[0]} against {names[1]}") for names in pairs.values()]
    steps += [(siege(), (name, name), f"a team of {name} at the Stronghold") for name in job.teams]
    say(f"\n2/3 Measuring: {len(steps)} times {job.games} games")
    rows = []
    for i, (game, names, words) in enumerate(steps, start=1):
        say(f"{i} of {len(steps)}: {words}")
        rows += measured(game, names, job.games)
    return [row for row in rows if row["rival"] in RIVALS], [row for row in rows if not row["rival"]]


def measured(rules: Definition, names: tuple[str, str], games: int) -> list[Row]:
    """A row for each of two players, or for a team, on deals that were not used in training."""
    deals = games if rules.team else math.ceil(games / 2)  # players who compete have each seat once in every deal
    plan = Plan(names, deals, SEED)
    # In this process: a few hundred games are over before others have started and loaded everything.
    played = play_plan(rules, plan, make_player, 1, Progress(plan.games))
    if played.interrupted:
        raise KeyboardInterrupt
    if played.stopped is not None:
        raise DemoError(played.stopped)
    rows = []
    for found in standings(names, played.results, rules.team)["players"]:
        rival = "" if rules.team else names[0] if found["name"] == names[1] else names[1]
        figures = {name: found[name] for name in ("win_share", "win_low", "win_high", "mean_points")}
        rows.append({"name": found["name"], "rival": rival, "games": found["games"], **figures})
    return rows


# ---- the report ------------------------------------------------------------------------------------------------------


def write_report(job: Job, rules: Definition, curve: list[Row], players: list[Row], teams: list[Row]) -> None:
    """Everything except the run; the page comes last, so that the files it names exist."""
    say(f"\n3/3 Writing the report to {job.out}")
    write_file(job.out / "learning_curve.png", curve_picture(job, curve, players))
    write_file(job.out / "comparison.png", comparison_picture(job, players, teams))
    write_file(job.out / "players.csv", as_csv(players))
    write_file(job.out / "teams.csv", as_csv(teams))
    write_file(job.out / "game.txt", told(rules, (job.learned, "greedy")).encode())
    best = best_game(rules, (job.learned, RIVALS[-1]))
    best.write(job.out / f"best_game{SUFFIX}")
    replay_page.write(best, job.out / "best_game.html", forecast=job.learned)
    write_file(job.out / "report.json", as_json(summary(job, curve, players)))
    write_file(job.out / "report.md", page(job, curve, players, teams).encode())


def summary(job: Job, curve: Sequence[Row], players: Sequence[Row]) -> Row:
    """The figures against `greedy` as plain values, and where they come from."""
    names = {"learned": job.learned, "greedy": "greedy", "motives": "motives"}
    against_greedy = {row["name"]: row for row in players if row["rival"] == "greedy"}
    shares = {
        word: {key: against_greedy[name][key] for key in ("win_share", "win_low", "win_high")}
        for word, name in names.items()
    }
    return {**shares, "curve": [curve_point(point) for point in curve]}


def curve_point(point: Row) -> Row:
    """An evaluation, as far as the curve shows it."""
    return {"minutes": minutes(point), "decisions": point["decisions"], "win_share": point["win_share"]}


def minutes(point: Row) -> float:
    """When an evaluation took place."""
    return round(60 * float(point["hours"]), 2)


def curve_picture(job: Job, curve: Sequence[Row], players: Sequence[Row]) -> bytes:
    """The learning curve, with scripted players to compare with."""
    rival = job.settings.against[0]
    lines = {row["name"]: row["win_share"] for row in players if row["rival"] == rival and row["name"] in SCRIPTED}
    points = [{**point, "minutes": minutes(point)} for point in curve]
    return curve_plot(points, lines, "minutes", f"Games won against {rival} while learning, 95% intervals")


def comparison_picture(job: Job, players: Sequence[Row], teams: Sequence[Row]) -> bytes:
    """Everything that was measured, side by side; what was learned here has another colour."""

    def shown(rows: Sequence[Row]) -> Sequence[Row]:
        best_first = sorted(rows, key=lambda row: -row["win_share"])
        return [
            {**row, "name": job.word(row), "above": row["name"] == job.learned, "held": row["games"]}
            for row in best_first
        ]

    panels = {f"against {rival}": shown([row for row in players if row["rival"] == rival]) for rival in RIVALS}
    panels["together at the Stronghold"] = shown(teams)
    return interval_plot(panels, {"half of the games": 0.5}, "Share of games won, 95% intervals (how many games)")


def as_csv(rows: Sequence[Row]) -> bytes:
    """A table as a file."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def told(rules: Definition, names: Sequence[str]) -> str:
    """One game in words."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        play.main(rules, names, SEED)
    return text.getvalue()


def best_game(rules: Definition, names: tuple[str, str]) -> Replay:
    """The game that the first of two players won by most, or lost by least."""
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(names, SHOWN_DEALS, SEED, replays=Path(folder))
        played = play_plan(rules, plan, make_player, 1)
        if played.interrupted:
            raise KeyboardInterrupt
        replays = [Replay.read(path) for path in sorted(Path(folder).glob(f"*{SUFFIX}"))]
    return max((replay for replay in replays if replay.result), key=lambda replay: lead(replay, names[0]))


def lead(replay: Replay, name: str) -> tuple[int, int]:
    """How well a player did in a game: the rank, then how far it was ahead of the best of the others."""
    result, seat = replay.result or {}, replay.players.index(name)
    others = [points for other, points in enumerate(result["score"]) if other != seat]
    return -result["ranks"][seat], result["score"][seat] - max(others)


def tables(job: Job, players: Sequence[Row], teams: Sequence[Row]) -> tuple[list[list[object]], list[list[object]]]:
    """Players by rival, and teams, as they are shown."""
    shares = {(row["name"], row["rival"]): interval(row, "win", "share", 3) for row in [*players, *teams]}
    first: list[list[object]] = [["player", *(f"against {rival}" for rival in RIVALS)]]
    first += [[word, *(shares[name, rival] for rival in RIVALS)] for name, word in job.players.items()]
    second: list[list[object]] = [["team of two", "Stronghold taken"]]
    second += [[job.word(row), shares[row["name"], ""]] for row in teams]
    return first, second


def closing(job: Job, players: Sequence[Row], teams: Sequence[Row], took: float) -> str:
    """The last lines: the tables, and where the report is."""
    first, second = tables(job, players, teams)
    return "\n".join(
        [
            *("", "Share of games won, with 95% intervals", "", *aligned(first), "", *aligned(second), ""),
            f"This took {took:.1f} minutes. The report: {job.out / 'report.md'}",
            f"Watch the best game of the learned policy in a browser: {job.out / 'best_game.html'}",
        ]
    )


def as_markdown(table: Sequence[Sequence[object]]) -> list[str]:
    """A table of a page."""
    rows = [f"| {' | '.join(map(str, row))} |" for row in table]
    return [rows[0], "|" + " --- |" * len(table[0]), *rows[1:]]


PAGE: Final = """\
# A policy that learned Event Horizon in {took:.1f} minutes

Event Horizon for two players. A network with random weights played and learned from what came of it:
{how}.
Before training it won {first} of its games against `{rival}`. In {decisions:,} decisions of its own it learned to win
{last} of them.

![how the share of games won changed](learning_curve.png)

Each point is an evaluation in {evaluated} games on deals of its own, with its 95% interval. The level lines are what
scripted players win against `{rival}`. The best {finalists} were measured again in {final_games} games each on further
deals; the best of these is the policy below.

## How strong it is

Share of games won, with 95% intervals: {games} games a pair, both seats, on the same deals for all. Neither training
nor the choice of the best policy has seen these deals. Against itself a player wins half.

{players}

- learned here: the policy of this run, `{learned}`
{shipped}- `motives`: a scripted player that weighs dozens of motives in every decision
- `greedy`: a scripted player that looks one step ahead
- `random`: any legal action

To beat `greedy` is not yet to play well. Against `motives` the policy learned here wins
{learned_motives}{shipped_motives}: docs/TRAINING.md says how stronger ones are made.

## The other scenario: the Centaurian Stronghold

Two players who win or lose together, standard difficulty, {games} games a team. Nothing was trained for it here: a
beginner hardly ever wins, so learning takes longer than a demo.

{teams}

![all figures side by side](comparison.png)

## What else is here

- `best_game.html`: the learned policy's best of {shown} games against `{shown_rival}`, to be watched in a browser,
  with its own estimate of its chances; `best_game.exo.json` is the same game as a replay (`exodus replay`)
- `game.txt`: one game of the learned policy against `greedy`, in words
- `report.json`: the figures against `greedy` and the curve; `players.csv` and `teams.csv`: the tables
- `run`: the run with its policies, evaluations and logs

Play against it: `exodus play --players human,{learned} --scenario event_horizon`

Train a stronger one: `python -m training.event_horizon --config standard` (up to two hours)
"""


def page(job: Job, curve: Sequence[Row], players: Sequence[Row], teams: Sequence[Row]) -> str:
    """The page that describes the contents of the folder."""
    first, second = tables(job, players, teams)
    shares = {(row["name"], row["rival"]): f"{row['win_share']:.3f}" for row in players}
    rival = job.settings.against[0]
    return PAGE.format(
        took=minutes(curve[-1]),
        how=teachers(job.settings),
        decisions=curve[-1]["decisions"],
        evaluated=curve[-1]["games"],
        rival=rival,
        finalists=job.settings.finalists,
        final_games=job.settings.final_games,
        first=f"{curve[0]['win_share']:.3f}",
        last=shares.get((job.learned, rival), f"{curve[-1]['win_share']:.3f}"),
        games=job.games,
        players="\n".join(as_markdown(first)),
        learned=job.learned,
        shown=2 * SHOWN_DEALS,
        shown_rival=RIVALS[-1],
        shipped="".join(f"- {word}: comes with the package, `{name}`\n" for name, word in job.shipped.items()),
        learned_motives=shares[job.learned, "motives"],
        shipped_motives="".join(f", the {word} {shares[name, 'motives']}" for name, word in job.shipped.items()),
        teams="\n".join(as_markdown(second)),
    )


def teachers(settings: Settings) -> str:
    """Who it learned from, in words."""
    kinds = {"itself": settings.self_share, "past selves": settings.past_share}
    kinds |= {f"`{name}`": share for name, share in settings.scripted.items()}
    whole = sum(kinds.values())
    games = listed([f"{share / whole:.2f} against {who}" for who, share in kinds.items() if share > 0])
    copied = f"after imitating `{settings.imitate}`" if settings.warm else "without imitating anybody"
    return f"of its games {games}, {copied}"


if __name__ == "__main__":
    main()
