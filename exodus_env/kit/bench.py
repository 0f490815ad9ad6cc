"""How fast it is: `exodus bench`. Random legal play on one core, medians and spread over several runs."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

import numpy as np

from exodus_env.kit.aec import GameEnv
from exodus_env.kit.batch import copy_array
from exodus_env.kit.definition import Definition
from exodus_env.kit.kernel import COMPILED, prepare_game
from exodus_env.kit.vector import VectorEnv

RUNS = 5
NOT_MEASURED = float("nan")


@dataclass(frozen=True)
class Line:
    """One row of the table: decisions per second over several runs, and what a game costs."""

    name: str
    unit: str
    median: float
    low: float
    high: float
    games: float = NOT_MEASURED  # games a second
    length: float = NOT_MEASURED  # decisions a game


def main(rules: Definition, *, seconds: float, envs: int, as_json: bool, cold: bool) -> None:
    """Measure and print."""
    if COMPILED:
        prepare_game(rules.play.game)
    else:
        print("uncompiled run (EXODUS_JIT=0): these figures say nothing about the product", file=sys.stderr)
    lines: list[Line] = []
    for name, measure in measurements(rules, envs):
        _say(f"measuring {name} ...")
        lines.append(measure(seconds))
    _say("")
    lines.append(start_up(rules))
    if cold:
        _say("compiling from nothing ...")
        lines.append(cold_start(rules))
    print(as_text(rules, lines) if not as_json else as_document(rules, lines))


def measurements(rules: Definition, envs: int) -> list[tuple[str, Callable[[float], Line]]]:
    """What is measured, in order; `env()` and `raw_env()` of the environment modules are the same function."""
    return [
        ("batch, observation and mask", lambda s: batch_line(rules, envs, True, s)),
        ("batch, mask only", lambda s: batch_line(rules, envs, False, s)),
        ("AEC, env()", lambda s: aec_line("AEC, env()", GameEnv(rules), s)),
        ("AEC, raw_env()", lambda s: aec_line("AEC, raw_env()", GameEnv(rules), s)),
        ("record copy", lambda s: copy_line(rules)),
        *(rules.benchmarks() if COMPILED else []),
    ]


def batch_line(rules: Definition, envs: int, observe: bool, seconds: float) -> Line:
    """Batched stepping with random legal actions; choosing them is part of the time."""
    vector = VectorEnv(rules, envs, 1, observe)
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
    return measured(name, run, seconds)


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

    return measured(name, run, seconds)


def copy_line(rules: Definition) -> Line:
    """Copying one record through byte views."""
    source, target = rules.new_games(1), rules.new_games(1)
    found = []
    for _ in range(RUNS):
        started = time.perf_counter()
        for _ in range(20_000):
            copy_array(source, target)
        found.append((time.perf_counter() - started) / 20_000 * 1e6)
    return Line(f"copy of a record ({source.nbytes:,} bytes)", "us", median(found), min(found), max(found))


def start_up(rules: Definition) -> Line:
    """A new process with the kernels in the cache: import to first step."""
    code = (
        "import time; t = time.perf_counter(); from exodus_env.kit.registry import find; "
        "from exodus_env.kit.aec import GameEnv; "
        f"env = GameEnv(find({rules.game!r}).definition({rules.config.to_dict()!r})); env.reset(seed=1); "
        "env.step(int(env.infos[env.agent_selection]['action_mask'].argmax())); print(time.perf_counter() - t)"
    )
    found = []
    for _ in range(RUNS):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        found.append(float(done.stdout))
    return Line("warm import to first step", "s", median(found), min(found), max(found))


def cold_start(rules: Definition) -> Line:
    """A new process with an empty cache: everything an environment needs is compiled."""
    code = (
        "from exodus_env.kit.registry import find; "
        f"find({rules.game!r}).definition({rules.config.to_dict()!r}).play.prepare()"
    )
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "EXODUS_CACHE": folder}, check=True)
        spent = time.perf_counter() - started
    return Line("cold compilation", "s", spent, spent, spent)


def measured(name: str, run: Callable[[float], tuple[int, int]], seconds: float) -> Line:
    """Decisions and games per second of `run`, which plays until a given time and returns how many it made."""
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


def as_text(rules: Definition, lines: list[Line]) -> str:
    """The table for people."""
    rows = [
        "; ".join([*rules.heading(), "random legal play, one core"]),
        f"{'':<38}{'median':>12}{'lowest':>12}{'highest':>12}  {'games/s':>9}{'decisions/game':>16}",
    ]
    for line in lines:
        figures = "".join(f"{_figure(value):>12}" for value in (line.median, line.low, line.high))
        games = f"  {line.games:>9,.1f}{line.length:>16,.0f}" if line.games == line.games else ""
        rows.append(f"{line.name:<38}{figures}{games}  {line.unit}")
    return "\n".join(rows)


def as_document(rules: Definition, lines: list[Line]) -> str:
    """The table for machines."""
    rows = [{key: value for key, value in asdict(line).items() if value == value} for line in lines]
    machine = {"python": platform.python_version(), "processor": platform.processor(), "cores": os.cpu_count()}
    return json.dumps({"config": rules.config.to_dict(), "machine": machine, "lines": rows}, indent=2)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _say(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)
