"""How fast it is: `exodus bench`. Random legal play and search on one core, medians and spread over several runs."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.players.motives import motives
from exodus_env.exodus.players.search import SETTINGS, Searcher
from exodus_env.exodus.record import GAME_DTYPE, new_games
from exodus_env.exodus.ruleset import ruleset
from exodus_env.exodus.view.text import game_words
from exodus_env.kit.batch import RESET, Batch, copy_array
from exodus_env.kit.kernel import COMPILED, prepare_game
from exodus_env.kit.players import View, Views
from exodus_env.kit.text import number
from exodus_env.presets import Preset

RUNS = 5
NOT_MEASURED = float("nan")
PARTS = {"early": 1 / 6, "middle": 1 / 2, "late": 5 / 6}  # of a game that `motives` plays
TO_THE_END = (0, 100, 1, 0, 60)  # settings of a search that plays on at random until the game is over


@dataclass(frozen=True)
class Line:
    """One row of the table: decisions a second over several runs, and what a game costs."""

    name: str
    unit: str
    median: float
    low: float
    high: float
    games: float = NOT_MEASURED  # games a second
    length: float = NOT_MEASURED  # decisions a game


def main(config: GameConfig, *, seconds: float, envs: int, as_json: bool, cold: bool) -> None:
    """Measure and print."""
    if COMPILED:
        prepare_game(ruleset(config).play.game)
    else:
        print("uncompiled run (EXODUS_JIT=0): these figures say nothing about the product", file=sys.stderr)
    lines: list[Line] = []
    for name, measure in measurements(config, envs):
        _say(f"measuring {name} ...")
        lines.append(measure(seconds))
    _say("")
    lines.append(start_up(config))
    if cold:
        _say("compiling from nothing ...")
        lines.append(cold_start())
    print(as_text(config, lines) if not as_json else as_document(config, lines))


def measurements(config: GameConfig, envs: int) -> list[tuple[str, Callable[[float], Line]]]:
    """What is measured, in order; `env()` and `raw_env()` of the environment modules are the same function."""
    preset = Preset(config.scenario)
    return [
        ("batch, observation and mask", lambda s: batch_line(config, envs, True, s)),
        ("batch, mask only", lambda s: batch_line(config, envs, False, s)),
        ("AEC, env()", lambda s: aec_line("AEC, env()", preset.raw_env(config=config), s)),
        ("AEC, raw_env()", lambda s: aec_line("AEC, raw_env()", preset.raw_env(config=config), s)),
        ("record copy", copy_line),
        *(
            (f"{kind}, {part}", partial(search_line, config, kind, part, settings))
            for kind, settings in (("rollouts to the end", TO_THE_END), ("simulations of search", SETTINGS))
            for part in PARTS
            if COMPILED
        ),
    ]


def batch_line(config: GameConfig, envs: int, observe: bool, seconds: float) -> Line:
    """Batched stepping with random legal actions; choosing them is part of the time."""
    vector = Preset(config.scenario).vector_env(envs, seed=1, observe=observe, config=config)
    draws = iter(range(2**62))

    def run(until: float) -> tuple[int, int]:
        decisions = games = 0
        while time.perf_counter() < until:
            for _ in range(64):
                vector.step(vector.sample_actions(next(draws)))
                games += int(vector.dones.sum())
            decisions += 64 * envs
        return decisions, games

    name = f"batch of {envs}, {'observation and mask' if observe else 'mask only'}"
    return _line(name, run, seconds)


def aec_line(name: str, env: Any, seconds: float) -> Line:
    """The AEC loop as users write it: `last` and its observation and mask read at every decision."""
    draw = np.random.default_rng(1)
    uniform: Iterator[float] = iter(())
    seeds = iter(range(2**62))

    def next_uniform() -> float:
        nonlocal uniform
        value: float | None = next(uniform, None)
        if value is None:
            uniform = iter(draw.random(4096).tolist())
            value = next(uniform)
        return value

    def run(until: float) -> tuple[int, int]:
        decisions = games = 0
        while time.perf_counter() < until:
            env.reset(seed=next(seeds))
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[int(next_uniform() * len(legal))])
                decisions += 1
            games += 1
        return decisions, games

    return _line(name, run, seconds)


def copy_line(seconds: float) -> Line:
    """Copying one record through byte views."""
    source, target = new_games(1), new_games(1)
    found = []
    for _ in range(RUNS):
        started = time.perf_counter()
        for _ in range(20_000):
            copy_array(source, target)
        found.append((time.perf_counter() - started) / 20_000 * 1e6)
    return Line(f"copy of a record ({GAME_DTYPE.itemsize:,} bytes)", "us", median(found), min(found), max(found))


def search_line(config: GameConfig, kind: str, part: str, settings: tuple[int, ...], seconds: float) -> Line:
    """Simulations of a search from a position of a game: each deals a world, goes down the tree and plays on."""
    view = position(config, PARTS[part])
    searcher = Searcher("bench", 256, None, settings)

    def run(until: float) -> tuple[int, int]:
        before = searcher.simulations
        while time.perf_counter() < until:
            searcher.choose(view)
        return searcher.simulations - before, 0

    line = _line(f"{kind}, {part} position", run, seconds)
    return replace(line, unit="a second", games=NOT_MEASURED, length=NOT_MEASURED)


def position(config: GameConfig, share: float) -> View:
    """A decision with a choice, at some share of the decisions of a game that `motives` plays."""
    seen: list[Views] = []
    rules, player = ruleset(config), motives(None)
    batch = Batch(rules, 1)
    batch.actions[0] = RESET
    batch.play(False)
    while batch.games[0].over == 0:
        seeds = np.array([len(seen)])
        seen.append(
            Views(rules, batch.actors.copy(), batch.observations.copy(), batch.masks.copy(), seeds, batch.games.copy())
        )
        batch.actions[0] = player.choose_all(seen[-1])[0]
        batch.play(False)
    return seen[int(share * len(seen))][0]


def start_up(config: GameConfig) -> Line:
    """A new process with the kernels in the cache: import to first step."""
    code = (
        "import time; t = time.perf_counter(); from exodus_env.presets import Preset; "
        f"env = Preset({config.scenario!r}).raw_env(**{config.to_dict()!r}); env.reset(seed=1); "
        "env.step(int(env.infos[env.agent_selection]['action_mask'].argmax())); print(time.perf_counter() - t)"
    )
    found = []
    for _ in range(RUNS):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        found.append(float(done.stdout))
    return Line("warm import to first step", "s", median(found), min(found), max(found))


def cold_start() -> Line:
    """A new process with an empty cache: everything an environment needs is compiled."""
    code = "from exodus_env.exodus import core; core.play_batch.prepare()"
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "EXODUS_CACHE": folder}, check=True)
        spent = time.perf_counter() - started
    return Line("cold compilation", "s", spent, spent, spent)


def _line(name: str, run: Callable[[float], tuple[int, int]], seconds: float) -> Line:
    run(time.perf_counter() + seconds / 10)  # warm caches
    rates, games, decisions, elapsed = [], 0, 0, 0.0
    for _ in range(RUNS):
        started = time.perf_counter()
        made, ended = run(started + seconds / RUNS)
        spent = time.perf_counter() - started
        rates.append(made / spent)
        decisions, games, elapsed = decisions + made, games + ended, elapsed + spent
    length = decisions / games if games else NOT_MEASURED
    return Line(name, "decisions/s", median(rates), min(rates), max(rates), games / elapsed, length)


def as_text(config: GameConfig, lines: list[Line]) -> str:
    """The table for people."""
    game = f"{number(config.players, 'player')}, {config.map} map, {config.variant} variant"
    rows = [
        "; ".join([game, *game_words(config), "random legal play, one core"]),
        f"{'':<38}{'median':>12}{'lowest':>12}{'highest':>12}  {'games/s':>9}{'decisions/game':>16}",
    ]
    for line in lines:
        figures = "".join(f"{_figure(value):>12}" for value in (line.median, line.low, line.high))
        games = f"  {line.games:>9,.1f}{line.length:>16,.0f}" if line.games == line.games else ""
        rows.append(f"{line.name:<38}{figures}{games}  {line.unit}")
    return "\n".join(rows)


def as_document(config: GameConfig, lines: list[Line]) -> str:
    """The table for machines."""
    rows = [{key: value for key, value in asdict(line).items() if value == value} for line in lines]
    machine = {"python": platform.python_version(), "processor": platform.processor(), "cores": os.cpu_count()}
    return json.dumps({"config": config.to_dict(), "machine": machine, "lines": rows}, indent=2)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _say(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)
