"""The main job from end to end: train a small Stronghold team, measure it against scripted teams, write a report.

    python -m training.demo                  about seven minutes on two cores
    python -m training.demo --out runs/mine --games 400

The folder then holds `report.md` (start there), the learning curve, the table of teams with intervals, one game of the
learned team told as text, and the run itself, which can be resumed and played.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import json
import sys
import time
from pathlib import Path
from typing import Any, Final

from exodus_env.exodus import play
from exodus_env.exodus.arena import cores
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.arena import plan_for
from exodus_env.kit.files import write_file
from exodus_env.kit.result_files import curve_plot
from exodus_env.kit.standings import standings
from exodus_env.kit.workers import Progress, play_plan
from exodus_env.players import make_player
from training import run
from training.settings import preset_path, read_settings
from training.store import STATE

SCENARIO: Final = "stronghold"
SCRIPTED: Final = ("motives", "greedy", "random")
TEAMS_SEED: Final = 555_000_555  # of the games that compare teams; neither training nor choosing the best sees them

Team = dict[str, Any]  # name, games, win_share, win_low, win_high, mean_vp


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m training.demo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("runs/demo"), help="folder to write (default: runs/demo)")
    parser.add_argument("--config", default="small", help="preset or TOML file of the training (default: small)")
    parser.add_argument("--games", type=int, default=200, help="games of each team (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="of the training (default: 0)")
    return parser


def main(arguments: list[str] | None = None) -> None:
    """Train, measure, write."""
    parser = options()
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error(f"--games must be at least 1, not {given.games}")
    started = time.monotonic()
    folder = given.out / "run"
    say(f"1/3 Training a team for the Stronghold ({given.config}) in {folder}")
    train(folder, given.config, given.seed)
    rules = ruleset(read_settings(preset_path(SCENARIO, given.config)).config(SCENARIO))
    learned = f"policy:{folder / 'best'}"
    say(f"2/3 Measuring it and the scripted teams, {given.games} games each on the same deals")
    teams = [measure(rules, name, given.games) for name in (learned, *SCRIPTED)]
    say("3/3 Writing the report")
    write_report(given.out, rules, teams, learned)
    minutes = (time.monotonic() - started) / 60
    print((given.out / "report.md").read_text(encoding="utf-8"))
    print(f"All of it took {minutes:.1f} minutes. The report: {given.out / 'report.md'}")


def say(words: str) -> None:
    """What is being done, on standard error."""
    print(words, file=sys.stderr, flush=True)


def train(folder: Path, config: str, seed: int) -> None:
    """A new run, or the rest of the one that is there."""
    if (folder / STATE).exists():
        say(f"going on with the run in {folder}")
        run.main(SCENARIO, ["--resume", "--out", str(folder)])
    else:
        run.main(SCENARIO, ["--config", config, "--out", str(folder), "--seed", str(seed)])


def measure(rules: Ruleset, name: str, games: int) -> Team:
    """A team of one player at every seat, on held-out deals."""
    say(name)
    names = (name,) * rules.config.players
    plan = plan_for(names, games, TEAMS_SEED)
    found = standings(names, play_plan(rules, plan, make_player, cores(), Progress(plan.games)).results, rules.team)
    (player,) = found["players"]
    return {"name": name, "games": player["games"], **found["team"], "mean_vp": player["mean_vp"]}


# ---- the report ------------------------------------------------------------------------------------------------------


def write_report(out: Path, rules: Ruleset, teams: list[Team], learned: str) -> None:
    """Everything but the run: the page last, so that what it names is there."""
    evaluations = json.loads((out / "run" / "evaluations.json").read_text(encoding="utf-8"))
    curve = [{**point, "minutes": 60 * point["hours"]} for point in evaluations]
    lines = {team["name"]: team["win_share"] for team in teams if team["name"] in SCRIPTED}
    write_file(out / "learning_curve.png", curve_plot(curve, lines, "minutes", "The learned team, 95% intervals"))
    write_file(out / "teams.csv", as_csv(teams))
    write_file(out / "game.txt", told(rules, learned).encode())
    write_file(out / "report.md", page(rules, teams, evaluations).encode())


def as_csv(teams: list[Team]) -> bytes:
    """The table of teams."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(teams[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(teams)
    return text.getvalue().encode()


def told(rules: Ruleset, learned: str) -> str:
    """One game of the learned team, in words."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        play.main(rules.config, [learned] * rules.config.players, TEAMS_SEED)
    return text.getvalue()


def page(rules: Ruleset, teams: list[Team], evaluations: list[dict[str, Any]]) -> str:
    """The page that shows the way through the folder."""
    rows = []
    for team in teams:
        won = f"{team['win_share']:.3f} [{team['win_low']:.3f}, {team['win_high']:.3f}]"
        rows.append(f"| `{team['name']}` | {team['games']} | {won} | {team['mean_vp']:.1f} |")
    last = evaluations[-1]
    return "\n".join(
        [
            "# A team for the Centaurian Stronghold",
            "",
            f"{rules.config.players} players who win or lose together, {rules.config.difficulty} difficulty. The "
            f"policy imitated {last['imitated']:,} decisions and learned from {last['decisions']:,} of its own, in "
            f"{60 * last['hours']:.1f} minutes.",
            "",
            "| team | games | won (95% interval) | mean VP |",
            "| ---- | ----- | ------------------ | ------- |",
            *rows,
            "",
            "All teams played the same deals, which no training has seen (`teams.csv`).",
            "",
            "![how the share of games won changed](learning_curve.png)",
            "",
            "One game of the learned team, told: `game.txt`. The run, which can be resumed: `run`.",
            "",
        ]
    )


if __name__ == "__main__":
    main()
