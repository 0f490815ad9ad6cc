"""Tuning a style by tournaments: an evolution strategy over its weights.

Each generation tries styles scattered around the present one, all on the same deals. If players compete, each sits
alone among players with the initial style, with rotated seats; if they win together, it is the whole team. The next
generation gathers around the best of them. From time to time the centre is measured on separate deals, and the best one
so far is written to disk.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import numpy as np

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.players.motives import StyledPlayer
from exodus_env.exodus.players.styles import make_style, style_names, style_tables
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.arena import GameResult, Hall, plan_for
from exodus_env.kit.definition import Array
from exodus_env.kit.files import write_file

LEAST: Final = 0.1  # a weight nearer to 0 is changed as if it were this
FIRST_SPREAD: Final = 0.5  # of the logarithm of a weight, in the first generation
LEAST_SPREAD: Final = 0.12
PARENTS: Final = 4  # one in this many becomes a parent of the next generation
MEMORY: Final = 0.3  # how much of its centre a generation takes from the previous one
SPREAD_MEMORY: Final = 0.6
VP_WORTH: Final = 0.02  # wins that one VP ahead of the others is worth: wins alone say little in few games
HELD_OUT: Final = 999_983  # the deals that judge a generation are used by no other

Weights = dict[str, float]


@dataclass(frozen=True)
class Trial:
    """A style to try: in which game, against whom, on which deals."""

    config: GameConfig
    weights: Weights
    champion: Weights
    games: int
    seed: int


class Progress(Hall):
    """A hall that also reports how far a team got, since at first every game may be lost."""

    reached: list[float]

    def _finished(self, table: int) -> GameResult:
        result = super()._finished(table)
        g, t = self.batch.games[table], self.rules.tables[0]
        if t.solitaire:
            settled = int((g.population[: t.hexes, 0] > 0).sum())
            left = int(g.resistance_ships.sum())
            self.reached.append(5.0 * result.utility[0] + 0.5 * (settled - left))
            return result
        placed = self.rules.config.players * int(g.activations)
        beaten = (placed - int(g.squadron.sum())) / float(t.squadrons)
        fallen = 1.0 - float(g.stronghold) / float(t.stronghold_levels)
        ships = np.argwhere(g.ship_hex >= 0)
        classes = t.ship_class[ships[:, 1]]
        strength = (g.dice[ships[:, 0], classes] + 2 * g.shield[ships[:, 0], classes] + 1).sum()
        self.reached.append(5.0 * bool(result.won) + 2.0 * (fallen + beaten) + 0.003 * float(strength))
        return result


def main(argv: Sequence[str] | None = None) -> None:
    """Read the command line and tune."""
    parser = argparse.ArgumentParser(
        prog="scripts/tune",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n  scripts/tune --style balanced --scenario event_horizon --minutes 30 --out tuned.toml\n"
        "  scripts/tune --style team --scenario stronghold --players 1,2,3,4 --minutes 60 --out team.toml\n\n"
        "The file holds a table for exodus_env/exodus/players/data/styles.toml.",
    )
    parser.add_argument("--style", default="balanced", help=f"style to begin with: {', '.join(style_names())}")
    parser.add_argument("--scenario", default="event_horizon", help="none, event_horizon or stronghold")
    parser.add_argument("--difficulty", default=None, help="of the Stronghold")
    parser.add_argument("--modules", default="", help="modules, like M2,M3")
    parser.add_argument("--players", default="4", help="number of players, or several numbers like 1,2,3,4")
    parser.add_argument("--content", default=None, help="folder with content of your own")
    parser.add_argument(
        "--only", default="", help="weights to change, like safety,hunt; without it all but those that are 0"
    )
    parser.add_argument("--minutes", type=float, default=30.0, help="stop after so long")
    parser.add_argument("--generations", type=int, default=None, help="stop after this many, even if time is left")
    parser.add_argument("--styles", type=int, default=20, help="styles in a generation")
    parser.add_argument("--games", type=int, default=40, help="games of each of them, for each number of players")
    parser.add_argument("--workers", type=int, default=None, help="processes; without it one for each core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="TOML file to write the tuned weights to")
    args = parser.parse_args(argv)
    if args.style not in style_tables():
        parser.error(f"no style {args.style!r}; there are {', '.join(style_names())}")
    modules = frozenset(name for name in args.modules.split(",") if name)
    configs = [
        GameConfig(
            players=players, scenario=args.scenario, difficulty=args.difficulty, modules=modules, content=args.content,
            mode="solo" if players == 1 else None,
        )
        for players in map(int, args.players.split(","))
    ]  # fmt: skip
    only = [name for name in args.only.split(",") if name]
    workers = args.workers or os.cpu_count() or 1
    with executor(workers) as pool:
        tuning = Tuning(configs, args.style, only, args.styles, args.games, args.seed, args.out, pool)
        tuning.run(args.minutes, args.generations)


@contextmanager
def executor(workers: int) -> Iterator[Executor]:
    """Workers: processes, or this one alone."""
    if workers == 1:
        with ThreadPoolExecutor(1) as pool:
            yield pool
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as processes:
            yield processes


class Tuning:
    """Generations of styles around a centre, which moves to where the best of them are."""

    def __init__(
        self,
        configs: Sequence[GameConfig],
        style: str,
        only: Sequence[str],
        styles: int,
        games: int,
        seed: int,
        out: Path,
        pool: Executor,
    ) -> None:
        self.configs, self.style, self.styles, self.games, self.out, self.pool = (
            configs,
            style,
            styles,
            games,
            out,
            pool,
        )
        self.start = dict(style_tables()[style])
        self.names = list(only) or [name for name, weight in self.start.items() if weight != 0.0]
        for name in self.names:
            if name not in self.start:
                raise SystemExit(f"style {style} has no weight {name!r}; it has {', '.join(self.start)}")
        self.chance = np.random.default_rng(seed)
        self.middle = np.log(np.array([max(abs(self.start[name]), LEAST) for name in self.names]))
        self.spread = np.full(len(self.names), FIRST_SPREAD)
        self.best = self.start

    def run(self, minutes: float, generations: int | None) -> Weights:
        """Run until the time is up or the last generation is done; the best style of all is then on disk."""
        until = time.monotonic() + 60.0 * minutes
        best = self._measured([self.start], 4 * self.games, HELD_OUT)[0]
        self._say(f"{self.style} as it is: {best:.3f}")
        self._write()
        number = 0
        while time.monotonic() < until and (generations is None or number < generations):
            number += 1
            scores = self._generation(number)
            if number % 4 == 0 or number == generations:
                now = self._weights(self.middle)
                measured = self._measured([now], 4 * self.games, HELD_OUT)[0]
                self._say(f"{number}: best {max(scores):.3f}, middle on deals held out {measured:.3f}")
                if measured > best:
                    best, self.best = measured, now
                    self._write()
        self._say(f"best on deals held out: {best:.3f}, in {self.out}")
        return self.best

    def _generation(self, number: int) -> list[float]:
        tried = self.middle + self.spread * self.chance.normal(size=(self.styles, len(self.names)))
        tried[0] = self.middle
        scores = self._measured([self._weights(x) for x in tried], self.games, int(self.chance.integers(2**31)))
        parents = tried[np.argsort(scores)[::-1][: max(2, self.styles // PARENTS)]]
        self.middle = MEMORY * self.middle + (1.0 - MEMORY) * parents.mean(axis=0)
        spread = SPREAD_MEMORY * self.spread + (1.0 - SPREAD_MEMORY) * parents.std(axis=0)
        self.spread = np.maximum(LEAST_SPREAD, spread)
        return scores

    def _weights(self, logarithms: Array) -> Weights:
        signs = [-1.0 if self.start[name] < 0 else 1.0 for name in self.names]
        changed = {n: s * float(np.exp(x)) for n, s, x in zip(self.names, signs, logarithms, strict=True)}
        return {**self.start, **changed}

    def _measured(self, styles: Sequence[Weights], games: int, seed: int) -> list[float]:
        """The score of each style, averaged over the numbers of players."""
        trials = [Trial(config, style, self.start, games, seed) for style in styles for config in self.configs]
        scores = np.array(list(self.pool.map(score, trials)))
        return [float(x) for x in scores.reshape(len(styles), len(self.configs)).mean(axis=1)]

    def _write(self) -> None:
        write_file(self.out, as_toml(self.style, self.best).encode())

    def _say(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)


def score(trial: Trial) -> float:
    """How well a style does: how far a team of it gets, or what it wins and leads by, alone among champions."""
    rules = ruleset(trial.config)
    seats = rules.config.players
    names = ("tried",) * seats if rules.team else ("tried", *["champion"] * (seats - 1))
    plan = plan_for(names, trial.games, trial.seed)
    players = {"tried": _player(trial.weights), "champion": _player(trial.champion)}
    hall = Progress if rules.team else Hall
    results: list[GameResult] = []
    played = hall(rules, plan, players, min(64, plan.games))
    if isinstance(played, Progress):
        played.reached = []
    numbers = iter(range(plan.games))
    played.play(lambda: next(numbers, None), results.append)
    if isinstance(played, Progress):
        return float(np.mean(played.reached))
    return float(np.mean([lone_score(result) for result in results]))


def lone_score(result: GameResult) -> float:
    """The win share of a style, plus a little for the VP it leads by."""
    seat = result.names.index("tried")
    if result.score is None:
        return 0.0
    others = [score for i, score in enumerate(result.score) if i != seat]
    return float(result.wins[seat] + VP_WORTH * (result.score[seat] - np.mean(others)))


def _player(weights: Weights) -> StyledPlayer:
    return StyledPlayer("tuned", make_style("tuned", weights))


def as_toml(name: str, weights: Weights) -> str:
    """A style in the form it has in styles.toml."""
    lines = [f"[{name}]", *(f"{key} = {value:.3f}" for key, value in weights.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
