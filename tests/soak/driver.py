"""Runs campaigns in processes that may die, counts what becomes of every case, and shrinks what is broken."""

from __future__ import annotations

import faulthandler
import hashlib
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Final

import numpy as np

from tests.soak.campaign import Campaign, Case

MOST_MEMORY: Final = 6 << 30  # bytes of a process; a case that wants more is broken
SHRINKING_SECONDS: Final = 120.0
STARTING_SECONDS: Final = 600.0  # the first case of a process may have to compile the rules
BUSY: Final = 5.0  # a case that sleeps may take that many times as long as one that works
SAID_EVERY: Final = 30.0
MOST_BEFORE: Final = 100  # cases that a process runs; damage that shows late must have been done in one of them
CONTEXT: Final = multiprocessing.get_context("spawn")

Step = tuple[str, Case]  # a campaign by name, and a case of it


@dataclass
class Tally:
    """What became of the cases of a campaign."""

    tries: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    broken: list[Path] = field(default_factory=list)


def work(campaigns: Sequence[Campaign], pipe: Connection, scratch: str) -> None:
    """What a process does: run the cases it is sent, and say what became of them."""
    faulthandler.enable()
    tempfile.tempdir = scratch  # which outlives the process, and is removed however that ends
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    by_name = {campaign.name: campaign for campaign in campaigns}
    while True:
        name, case = pipe.recv()
        try:
            pipe.send(("fine", by_name[name].run(case)))
        except BaseException:  # whatever it is, it is a finding
            pipe.send(("broken", traceback.format_exc(limit=-6)))


class Worker:
    """A process that runs cases, seen from outside."""

    def __init__(self, campaigns: Sequence[Campaign]) -> None:
        self.campaigns = campaigns
        self.fresh = True
        self.started = 0.0
        self.worked = 0.0
        self.before: list[Step] = []  # what this process has run
        self.running: tuple[Campaign, int, Case] | None = None
        self._begin()

    def _begin(self) -> None:
        self.pipe, other = CONTEXT.Pipe()
        self.scratch = tempfile.TemporaryDirectory(prefix="soak")
        self.process = CONTEXT.Process(target=work, args=(self.campaigns, other, self.scratch.name), daemon=False)
        self.process.start()
        other.close()
        self.fresh = True
        self.before = []

    def give(self, campaign: Campaign, number: int, case: Case) -> None:
        """Let it run a case."""
        self.running = (campaign, number, case)
        self.started = time.monotonic()
        self.worked = self._worked()
        self.pipe.send((campaign.name, case))

    @property
    def late(self) -> bool:
        """Whether the case takes too long: in time of a processor, or by the clock far longer than a busy machine."""
        assert self.running is not None
        allowed = self.running[0].seconds + (STARTING_SECONDS if self.fresh else 0.0)
        by_clock = time.monotonic() - self.started
        return by_clock > BUSY * allowed or (by_clock > allowed and self._worked() - self.worked > allowed)

    def _worked(self) -> float:
        """Seconds of a processor that the process has used so far; the clock where the system does not say."""
        try:
            numbers = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
            return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError):
            return time.monotonic()

    def answer(self) -> tuple[str, str]:
        """What became of the case; a process that died or hangs is replaced."""
        try:
            if not self.pipe.poll():
                self.stop()
                return "broken", "hangs: it had to be killed"
            found: tuple[str, str] = self.pipe.recv()
            self.fresh = False
            if self.running is not None:
                self.before.append((self.running[0].name, self.running[2]))
            return found
        except (EOFError, OSError):
            self.process.join()
            status = self.process.exitcode
            self.stop()
            return "broken", f"the interpreter died with status {status}"

    def stop(self, again: bool = True) -> None:
        """Kill it, and start another."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        self.scratch.cleanup()
        if again:
            self._begin()

    def run_steps(self, steps: Sequence[Step]) -> tuple[str, str]:
        """Run cases one after the other in a new process, up to the first that is broken."""
        self.stop()
        by_name = {campaign.name: campaign for campaign in self.campaigns}
        how, words = "fine", ""
        for name, case in steps:
            self.give(by_name[name], 0, case)
            while not self.pipe.poll(0.05) and self.process.is_alive() and not self.late:
                pass
            how, words = self.answer()
            if how == "broken":
                break
        self.running = None
        return how, words


class Soak:
    """Campaigns side by side, each with the same share of the time."""

    def __init__(self, campaigns: Sequence[Campaign], seed: int, out: Path, workers: int) -> None:
        self.campaigns = campaigns
        self.seed = seed
        self.out = out
        self.tallies = {campaign.name: Tally() for campaign in campaigns}
        self.numbers = dict.fromkeys(self.tallies, 0)
        self.workers = [Worker(campaigns) for _ in range(workers)]

    def run(self, seconds: float) -> None:
        """Attack for some time."""
        until = time.monotonic() + seconds
        said = time.monotonic()
        for worker in self.workers:
            self._next(worker)
        while time.monotonic() < until:
            wait([worker.pipe for worker in self.workers], 0.5)
            for worker in self.workers:
                if worker.pipe.poll() or not worker.process.is_alive() or worker.late:
                    self._take(worker)
                    self._next(worker)
            if time.monotonic() - said > SAID_EVERY:
                said = time.monotonic()
                print(self._progress(until - said), file=sys.stderr, flush=True)

    def close(self) -> None:
        """End all processes; cases under way do not count."""
        for worker in self.workers:
            worker.stop(again=False)

    def _next(self, worker: Worker) -> None:
        """The next case of the campaign that has had the least time."""
        campaign = min(self.campaigns, key=lambda one: self._spent(one.name))
        number = self.numbers[campaign.name]
        self.numbers[campaign.name] += 1
        worker.give(campaign, number, self.case(campaign, number))

    def _spent(self, name: str) -> float:
        under_way = (w for w in self.workers if w.running is not None and w.running[0].name == name)
        return self.tallies[name].seconds + sum(time.monotonic() - w.started for w in under_way)

    def case(self, campaign: Campaign, number: int) -> Case:
        """A case is a function of the seed, the campaign and its number."""
        key = hashlib.sha256(f"{self.seed} {campaign.name} {number}".encode()).digest()
        return campaign.make(np.random.default_rng(list(key)))

    def _take(self, worker: Worker) -> None:
        assert worker.running is not None
        campaign, number, case = worker.running
        steps = [*worker.before, (campaign.name, case)]
        tally = self.tallies[campaign.name]
        tally.tries += 1
        tally.seconds += time.monotonic() - worker.started
        how, words = worker.answer()
        worker.running = None
        tally.outcomes[words if how == "fine" else "BROKEN"] += 1
        if how == "broken":
            tally.broken.append(self._written(worker, campaign, number, steps, words))
        elif len(worker.before) >= MOST_BEFORE:
            worker.stop()

    def _written(self, worker: Worker, campaign: Campaign, number: int, steps: list[Step], words: str) -> Path:
        """The smallest cases found that are broken as well, in a file."""
        path = self.out / f"{campaign.name.replace(' ', '_')}-{self.seed}-{number}.json"
        last = words.strip().splitlines()[-1]
        print(f"BROKEN: {campaign.name} {number}: {last} -> {path}", file=sys.stderr, flush=True)
        write_steps(path, campaign, steps, words)  # before anything else can go wrong
        write_steps(path, campaign, *shrunk(worker, steps, words))
        return path

    def _progress(self, left: float) -> str:
        counts = ", ".join(f"{name} {tally.tries}" for name, tally in self.tallies.items())
        broken = sum(len(tally.broken) for tally in self.tallies.values())
        return f"{left / 60:.1f} minutes to go; tries: {counts}; broken: {broken}"

    def table(self) -> str:
        """What was tried and what became of it, as Markdown."""
        rows = ["| campaign | promise | tries | outcomes | broken |", "| --- | --- | --- | --- | --- |"]
        for campaign in self.campaigns:
            tally = self.tallies[campaign.name]
            counted = [(name, count) for name, count in tally.outcomes.most_common() if name != "BROKEN"]
            outcomes = ", ".join(f"{name} {count:,}" for name, count in counted)
            row = (campaign.name, campaign.promise, f"{tally.tries:,}", outcomes, f"{len(tally.broken):,}")
            rows.append(f"| {' | '.join(row)} |")
        return "\n".join(rows)

    @property
    def broken(self) -> list[Path]:
        """The reproductions that were written."""
        return [path for tally in self.tallies.values() for path in tally.broken]


def shrunk(worker: Worker, steps: list[Step], words: str) -> tuple[list[Step], str]:
    """Smaller and smaller steps, as long as they are broken as well: the last case alone, if that will do."""
    until = time.monotonic() + SHRINKING_SECONDS
    found = True
    while found:
        found = False
        for fewer in _smaller(worker.campaigns, steps):
            if time.monotonic() > until:
                return steps, words
            how, now = worker.run_steps(fewer)
            if how == "broken":
                steps, words, found = fewer, now, True
                break
    return steps, words


def _smaller(campaigns: Sequence[Campaign], steps: list[Step]) -> Iterator[list[Step]]:
    """Fewer steps, then a smaller last case."""
    if len(steps) > 1:
        yield steps[-1:]
        yield steps[-2:]
        yield steps[len(steps) // 2 :]
        yield from (steps[:i] + steps[i + 1 :] for i in range(len(steps)))
        return
    ((name, case),) = steps
    (campaign,) = [one for one in campaigns if one.name == name]
    yield from ([(name, smaller)] for smaller in campaign.smaller(case))


def write_steps(path: Path, campaign: Campaign, steps: list[Step], words: str) -> None:
    """A reproduction: `scripts/soak --replay FILE` runs it again."""
    document = {"campaign": campaign.name, "promise": campaign.promise, "steps": steps, "problem": words}
    path.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def cores() -> int:
    """How many processes attack at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
