"""How fast this checkout is as a ratio to another commit: `scripts/bench-ratio`.

Both are measured by their own `exodus bench`, in alternation, so that whatever else the machine does hurts both alike.
The figure of a line is the median over all pairs of runs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
TIMES: Final = ("s", "us")  # units of which less is better

Document = dict[str, Any]  # what `exodus bench --json` prints


class Ratio(NamedTuple):
    """How much faster a line of the benchmark has become: above 1 is faster, whatever its unit."""

    name: str
    unit: str
    median: float
    lowest: float
    highest: float

    @property
    def counts(self) -> bool:
        """Whether a run may fail by this line: rates of play do, times of single operations are too short."""
        return self.unit not in TIMES


def ratios(pairs: list[tuple[Document, Document]]) -> list[Ratio]:
    """The lines that both commits measure, from pairs of documents (before, after)."""
    found: dict[tuple[str, str], list[float]] = {}
    for before, after in pairs:
        old = {line["name"]: line for line in before["lines"]}
        for line in after["lines"]:
            name, unit = line["name"], line["unit"]
            if name in old and old[name]["unit"] == unit:
                ratio = line["median"] / old[name]["median"]
                found.setdefault((name, unit), []).append(1 / ratio if unit in TIMES else ratio)
    return [Ratio(name, unit, median(all), min(all), max(all)) for (name, unit), all in found.items()]


def too_slow(found: list[Ratio], lowest: float) -> list[Ratio]:
    """The lines that fall below the lowest ratio allowed."""
    return [ratio for ratio in found if ratio.counts and ratio.median < lowest]


def as_table(found: list[Ratio]) -> str:
    """A table in Markdown."""
    rows = [f"| {r.name} | {r.median:.3f} | {r.lowest:.3f} | {r.highest:.3f} |" for r in found]
    return "\n".join(["| line | median ratio | lowest | highest |", "| --- | --- | --- | --- |", *rows])


def measure(tree: Path, cache: Path | None, seconds: float) -> Document:
    """One benchmark of the package in a folder; a cache of its own keeps its kernels from replacing others."""
    environment = {**os.environ, **({} if cache is None else {"EXODUS_CACHE": str(cache)})}
    command = [sys.executable, "-m", "exodus_env", "bench", "--json", "--seconds", str(seconds)]
    done = subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.PIPE, check=True)
    document: Document = json.loads(done.stdout)
    return document


def git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def compare(base: str, pairs: int, seconds: float) -> list[Ratio]:
    """This checkout against a commit."""
    with tempfile.TemporaryDirectory() as folder:
        tree, cache = Path(folder) / "tree", Path(folder) / "cache"
        cache.mkdir(mode=0o700)
        git("worktree", "add", "--quiet", "--detach", str(tree), base)
        try:
            measured = []
            for pair in range(pairs):
                print(f"pair {pair + 1} of {pairs} ...", file=sys.stderr)
                before = measure(tree, cache, seconds)
                measured.append((before, measure(ROOT, None, seconds)))
        finally:
            git("worktree", "remove", "--force", str(tree))
    return ratios(measured)


def main() -> int:
    """The command line; fails where a line is slower than allowed."""
    parser = argparse.ArgumentParser(prog="scripts/bench-ratio", description=__doc__.partition("\n\n")[2])
    parser.add_argument("base", nargs="?", default="origin/main", help="commit to compare with (default: origin/main)")
    parser.add_argument("--pairs", type=int, default=5, metavar="N", help="runs of each (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="per measurement (default: 1)")
    parser.add_argument(
        "--lowest", type=float, default=0.97, metavar="R", help="fail below this median ratio (default: 0.97)"
    )
    given = parser.parse_args()
    found = compare(given.base, given.pairs, given.seconds)
    print(as_table(found))
    slow = too_slow(found, given.lowest)
    for ratio in slow:
        print(f"{ratio.name}: {ratio.median:.3f} is below {given.lowest}", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
