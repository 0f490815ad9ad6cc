"""How much faster batches have become than at another commit: `scripts/compare-speed BASE`.

Two processes, one of each commit, measure the same line in turns, so that whatever else the machine does hurts both
alike. Rates count time of the processor, not of the clock, except where threads are compared. The figure of a line is
the median ratio of all turns.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from tests.bench_ratio import ROOT, git

MODULES: Final = [f"M{number}" for number in range(1, 11)]
BASE_GAME: Final = {"players": 4}
EVERYTHING: Final = {"players": 6, "edge_of_extinction": True, "modules": MODULES}


class Line(NamedTuple):
    """What is measured: a batch of this checkout, and the one it is compared with."""

    name: str
    config: dict[str, Any]
    games: int
    bar: float  # the lowest ratio
    how: dict[str, Any] = {}  # of this checkout: further arguments of the vector environment  # noqa: RUF012
    against: dict[str, Any] | None = None  # of the other: None is the same without encoding and threads
    here: bool = False  # whether the other is this checkout, too


LINES: Final = (
    Line("dense, 64 games", BASE_GAME, 64, 1.5),
    Line("sparse, 64 games", BASE_GAME, 64, 1.8, {"encoding": "sparse"}),
    Line("everything, dense, 64 games", EVERYTHING, 64, 2.0),
    Line("dense, 1,024 games", BASE_GAME, 1024, 1.4),
    Line("half, 1,024 games", BASE_GAME, 1024, 1.4, {"encoding": "half"}),
    Line("sparse, 1,024 games", BASE_GAME, 1024, 2.5, {"encoding": "sparse"}),
    Line("mask only, 64 games", BASE_GAME, 64, 0.97, {"observe": False}, {"observe": False}),
    Line("dense to mask only, 64 games", BASE_GAME, 64, 0.0, {}, {"observe": False}, here=True),
    Line(
        "sparse to mask only, 1,024 games", BASE_GAME, 1024, 0.0, {"encoding": "sparse"}, {"observe": False}, here=True
    ),
    Line("two threads, 1,024 games", BASE_GAME, 1024, 1.8, {"threads": 2}, {}, here=True),
)

# Runs in a process of either commit: reads a line of JSON (configuration, games, arguments, seconds, clock), plays
# random legal actions, writes decisions per second.
WORKER: Final = """
import json, sys, time
from exodus_env.kit.registry import find
from exodus_env.kit.vector import VectorEnv

made, draw = {}, 0
for line in sys.stdin:
    config, games, how, seconds, clock = json.loads(line)
    if line not in made:
        how = dict(how)
        if "encoding" in how:
            config = {**config, "encoding": how.pop("encoding")}
        made[line] = VectorEnv(find("exodus").definition(config), games, 1, **how)
        for draw in range(100):
            made[line].step(made[line].sample_actions(draw))
    now, vector, decisions = getattr(time, clock), made[line], 0
    started = now()
    while now() - started < seconds:
        for _ in range(max(1, 2048 // games)):
            draw += 1
            vector.step(vector.sample_actions(draw))
            decisions += games
    print(decisions / (now() - started), flush=True)
"""


class Measurer:
    """A process of one commit."""

    def __init__(self, tree: Path, cache: Path | None) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree), **({} if cache is None else {"EXODUS_CACHE": str(cache)})}
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([sys.executable, "-c", WORKER], cwd=tree, env=environment, **pipes)

    def rate(self, line: Line, how: dict[str, Any], seconds: float) -> float:
        """Decisions per second."""
        assert self.process.stdin and self.process.stdout
        clock = "perf_counter" if "threads" in line.how else "process_time"
        self.process.stdin.write(json.dumps([line.config, line.games, how, seconds, clock]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the measuring process ended ({self.process.wait()})")
        return float(answer)


def compare(line: Line, own: Measurer, other: Measurer, turns: int, seconds: float) -> tuple[list[float], list[float]]:
    """The rates of a line in each turn: of this checkout, and of what it is compared with."""
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(turns):
        rates[0].append(own.rate(line, line.how, seconds))
        rates[1].append((own if line.here else other).rate(line, line.against or {}, seconds))
    return rates


@contextmanager
def tree_of(base: str) -> Iterator[Path]:
    """Another commit in a folder of its own; a folder is taken as it is."""
    if Path(base).is_dir():
        yield Path(base).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git("worktree", "add", "--quiet", "--detach", str(tree), base)
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def main() -> int:
    """The command line; fails where a ratio is lower than it must be."""
    parser = argparse.ArgumentParser(prog="scripts/compare-speed", description=__doc__.partition("\n\n")[2])
    parser.add_argument("base", help="commit to compare with, or a folder that has it")
    parser.add_argument("--cache", type=Path, help="of compiled kernels of that commit (default: a new one)")
    parser.add_argument("--turns", type=int, default=9, metavar="N", help="of each line (default: 9)")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="S", help="per measurement (default: 0.3)")
    parser.add_argument("--only", default="", metavar="WORD", help="lines whose name has it")
    given = parser.parse_args()
    failed = 0
    with tree_of(given.base) as tree, tempfile.TemporaryDirectory() as cache:
        own, other = Measurer(ROOT, None), Measurer(tree, given.cache or Path(cache))
        print(f"| {'line':<36} |  before |   after | ratio | lowest | highest |  bar |")
        print(f"| {'-' * 36} | ------: | ------: | ----: | -----: | ------: | ---: |")
        for line in LINES:
            if given.only not in line.name:
                continue
            after, before = compare(line, own, other, given.turns, given.seconds)
            ratios = [one / two for one, two in zip(after, before, strict=True)]
            failed += median(ratios) < line.bar
            figures = f"{median(before):7,.0f} | {median(after):7,.0f} | {median(ratios):5.2f} | {min(ratios):6.2f}"
            print(f"| {line.name:<36} | {figures} | {max(ratios):7.2f} | {line.bar:4.2f} |", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
