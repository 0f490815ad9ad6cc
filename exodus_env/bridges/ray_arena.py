"""The arena's games as tasks of Ray, on this machine or on a cluster: `exodus arena --ray [--address]`.

What a game is depends on its number alone, so tables are those of local processes, bit for bit. Games of a worker or a
node that is lost are played again. If that happens to the same games twice, a player may be the reason: then they are
played in a process of their own inside the task, which finds out who it was, as the arena does without Ray.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import ray
from ray.exceptions import RayError, RayTaskError

from exodus_env.kit.arena import MOST_TABLES, ArenaError, GameResult, Hall, Plan, replay_file, tables_for
from exodus_env.kit.definition import Definition
from exodus_env.kit.referee import Watch
from exodus_env.kit.workers import POLL_SECONDS, Company, MakePlayer, Part, Progress, Run, cores, play_in_processes

TASKS_A_CORE: Final = 4  # or more: so that no core is idle for long at the end
CRASHES: Final = 2  # of the same games before a process of their own plays them
MOST_CRASHES: Final = 10


@dataclass(frozen=True)
class Job:
    """What every task needs to know."""

    definition: type[Definition]
    config: dict[str, Any]
    fingerprint: dict[str, str]
    plan: Plan
    make: MakePlayer
    folder: Path  # the working folder here, where players may be

    def rules(self) -> Definition:
        """The rules, which must be the same everywhere."""
        rules: Definition = self.definition.from_dict(self.config)
        if rules.fingerprint() != self.fingerprint:
            raise ArenaError(f"{os.uname().nodename} has another version of the rules or the content: install the same")
        return rules


@dataclass
class Share:
    """Games that are played together, and how often they were lost."""

    games: list[int]
    crashes: int = 0


Played = tuple[list[GameResult], dict[int, bytes]]  # and replays, by game


def play_on_ray(
    rules: Definition, plan: Plan, make: MakePlayer, workers: int | None, address: str | None, show: Progress
) -> Run:
    """Play all games of a plan; at most `workers` tasks at once, or as many as there are cores."""
    results: list[GameResult] = []

    def give(played: Played) -> None:
        for result in played[0]:
            results.append(result)
            show.one_more()
        for game, data in played[1].items():
            replay_file(plan.replays or Path(), game).write_bytes(data)

    with Company(plan, make) as company:
        company.ready(rules)  # fails before the first game
    stopped, interrupted = None, False
    with _connected(address, workers) as cpus:
        job = Job(type(rules), rules.config.to_dict(), rules.fingerprint(), plan, make, Path.cwd())
        try:
            stopped = _play_all(ray.put(job), _shares(plan.games, cpus), min(workers or cpus, cpus), give)
        except KeyboardInterrupt:
            interrupted = True
            stopped = f"interrupted after {len(results)} of {plan.games} games"
        finally:
            show.close()
    return Run(sorted(results, key=lambda result: result.game), stopped, interrupted)


@contextmanager
def _connected(address: str | None, workers: int | None) -> Iterator[int]:
    """Connected to Ray, one of our own without an address; gives the number of cores there."""
    ours = not ray.is_initialized()
    if ours:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        local = {} if address else {"num_cpus": workers or cores(), "include_dashboard": False}
        try:
            ray.init(address=address, logging_level="ERROR", **local)
        except ConnectionError as error:
            raise ArenaError(f"--address {address}: {error}") from None
    try:
        yield max(1, int(ray.cluster_resources().get("CPU", 1)))
    finally:
        if ours:
            ray.shutdown()


def _shares(games: int, cpus: int) -> list[Share]:
    size = max(1, min(MOST_TABLES, games // (TASKS_A_CORE * cpus)))
    return [Share(list(range(first, min(first + size, games)))) for first in range(0, games, size)]


def _play_all(job: Any, shares: list[Share], most: int, give: Callable[[Played], None]) -> str | None:
    """Keep tasks running until every game has been played; returns why some are missing, if some are."""
    waiting = list(reversed(shares))
    running: dict[Any, Share] = {}
    try:
        while waiting or running:
            while waiting and len(running) < most:
                share = waiting.pop()
                running[_play.remote(job, share.games, share.crashes >= CRASHES)] = share
            for task in ray.wait(list(running), timeout=POLL_SECONDS)[0]:
                share = running.pop(task)
                try:
                    give(ray.get(task))
                except RayTaskError as error:
                    if isinstance(error.cause, ValueError):
                        raise ArenaError(str(error.cause)) from None
                    raise
                except RayError as error:
                    if problem := _lost(share, error):
                        return problem
                    waiting.append(share)
    finally:
        for task in running:
            ray.cancel(task, force=True)
    return None


def _lost(share: Share, error: RayError) -> str | None:
    """Games were lost with their worker; why they are given up, if they are."""
    share.crashes += 1
    which = f"games {share.games[0]} to {share.games[-1]}"
    if share.crashes >= MOST_CRASHES:
        return f"{which} were lost {share.crashes} times ({type(error).__name__})"
    print(f"a worker of Ray is gone ({type(error).__name__}); {which} are played again", file=sys.stderr, flush=True)
    return None


@ray.remote(num_cpus=1, max_retries=0)  # type: ignore[untyped-decorator]
def _play(job: Job, games: list[int], apart: bool) -> Played:
    """What a task does: play some games, in a process of their own if their worker was lost before."""
    if job.folder.is_dir():
        os.chdir(job.folder)
    rules, plan = job.rules(), job.plan
    with tempfile.TemporaryDirectory() as folder:
        if plan.replays is not None:
            plan = replace(plan, replays=Path(folder))
        results: list[GameResult] = []
        if apart:
            if stopped := play_in_processes([Part(rules, games)], plan, job.make, 1, results.append):
                raise ArenaError(stopped)
        else:
            with Company(plan, job.make, met=True) as company, _watched() as watch:
                players = company.ready(rules)
                numbers = iter(games)
                hall = Hall(rules, plan, players, tables_for(len(games), players, 1), watch)
                hall.play(lambda: next(numbers, None), results.append)
        written = {game: replay_file(Path(folder), game) for game in games}
        return results, {game: path.read_bytes() for game, path in written.items() if path.exists()}


@contextmanager
def _watched() -> Iterator[Watch]:
    """Ends the process of a player that does not return, however long after its time."""
    watch, over = Watch(), threading.Event()

    def look() -> None:
        while not over.wait(POLL_SECONDS):
            if watch.overdue:
                os._exit(1)

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        over.set()
        thread.join()
