"""A plan played by several processes, with progress. Every process takes the next game when it has a free table.

Guests have processes of their own (kit/guests.py) and harm nobody. A player that still ends or stops the process that
asks it, or never comes back from a call in it, costs the games under way there. They are played again one after the
other, to find out which player was being asked, and in which game; that game it loses.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing.connection import wait
from typing import Any, Final

from exodus_env.kit.arena import LONGEST_LIMIT, ArenaError, GameResult, Hall, Plan, lost_game, tables_for
from exodus_env.kit.definition import Definition
from exodus_env.kit.faults import PlayerFault
from exodus_env.kit.guests import Guest
from exodus_env.kit.players import Player, View
from exodus_env.kit.referee import Watch

MakePlayer = Callable[[str], Player]  # must be picklable, since every process makes its own players
QUIET_SECONDS: Final = 10.0  # between lines of progress where there is no terminal
POLL_SECONDS: Final = 0.5


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Run:
    """The games that were played, by number, and why there are no more, if some are missing."""

    results: list[GameResult]
    stopped: str | None = None
    interrupted: bool = False


@dataclass(frozen=True)
class Part:
    """Games of a plan that use the same rules."""

    rules: Definition
    games: Sequence[int]


def play_plan(rules: Definition, plan: Plan, make: MakePlayer, workers: int, show: Progress | None = None) -> Run:
    """Play all games of a plan; the same plan gives the same results in any number of processes."""
    return play_parts([Part(rules, range(plan.games))], plan, make, workers, show)


def play_parts(parts: Sequence[Part], plan: Plan, make: MakePlayer, workers: int, show: Progress | None = None) -> Run:
    """The same if not all deals use the same rules: each game is in one part."""
    show = show or Progress(plan.games, quiet=True)
    results: list[GameResult] = []

    def give(result: GameResult) -> None:
        results.append(result)
        show.one_more()

    stopped = None
    interrupted = False
    workers = min(workers, plan.games)
    with Company(plan, make) as company:
        seated = [company.ready(part.rules) for part in parts]  # fails before the first game
        if workers > 1:
            company.close()  # every process has its own
        try:
            if workers == 1:
                for part, players in zip(parts, seated, strict=True):
                    numbers = iter(part.games)
                    tables = tables_for(len(part.games), players, 1)
                    Hall(part.rules, plan, players, tables).play(partial(next, numbers, None), give)
            else:
                stopped = play_in_processes(parts, plan, make, workers, give)
        except KeyboardInterrupt:
            interrupted = True
            stopped = f"interrupted after {len(results)} of {plan.games} games"
        finally:
            show.close()
    return Run(sorted(results, key=lambda result: result.game), stopped, interrupted)


class Company:
    """The players of a plan, by name. A guest serves for all rules, others are created for each.

    `met` says that another process has seen them get ready: a player that fails now loses its games instead of ending
    the run.
    """

    def __init__(self, plan: Plan, make: MakePlayer, met: bool = False) -> None:
        self._names = tuple(dict.fromkeys(plan.names))
        self._make = make
        self._met = met
        self._guests: dict[str, Player] = {}

    def __enter__(self) -> Company:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ready(self, rules: Definition) -> dict[str, Player]:
        """The players, ready for games by these rules; raises ArenaError if somebody is not."""
        players = {}
        for name in self._names:
            player = self._guests.get(name) or self._made(name)
            if isinstance(player, Guest | Absent):
                self._guests[name] = player
            if not (self._met and isinstance(player, Guest)):  # a guest gets ready when it is asked
                _start(name, player, rules)
            players[name] = player
        return players

    def close(self) -> None:
        """End the processes of guests."""
        for guest in self._guests.values():
            if isinstance(guest, Guest):
                guest.close()

    def _made(self, name: str) -> Player:
        try:
            player = self._make(name)
        except ValueError as error:
            if self._met and isinstance(error.__cause__, PlayerFault):
                return Absent(name, error.__cause__.message)
            raise
        if player.seconds is not None and not 0 < player.seconds <= LONGEST_LIMIT:
            words = f"seconds must be more than 0 and at most {LONGEST_LIMIT:,.0f}, or None"
            raise ArenaError(f"player {name!r}: {words}; not {player.seconds!r}")
        return player


class Absent(Player):
    """A guest that could not be created again: it loses all its games."""

    def __init__(self, name: str, message: str) -> None:
        self.name = name
        self._message = message

    def choose(self, view: View) -> int:
        """Nothing."""
        raise PlayerFault(self.name, self._message)


def _start(name: str, player: Player, rules: Definition) -> None:
    try:
        player.start(rules)
    except PlayerFault as fault:
        raise ArenaError(f"player {name!r} cannot play this: {fault.message}") from fault
    except ValueError as error:
        raise ArenaError(f"player {name!r} cannot play this: {error}") from error


# ---- processes -------------------------------------------------------------------------------------------------------


class Worker:
    """A process that plays, seen from outside.

    It tells the number of each game it begins when it plays them one after the other, each result, None when it is
    done, or why it could not get ready.
    """

    def __init__(self, job: Job, numbers: list[int] | None = None) -> None:
        board = _CONTEXT.Array("d", 3, lock=False)
        self.pipe, end = _CONTEXT.Pipe(duplex=False)
        self.process = _CONTEXT.Process(target=_work, args=(job, numbers, board, end), daemon=True)
        self.watch = Watch(board)
        self.begun: int | None = None
        self.stopped = False
        with _interrupts_ignored():  # by the process, from its start: stopping it is up to us
            self.process.start()
        end.close()  # so that only the process holds it, and its death is noticed

    def stop_if_stuck(self) -> None:
        """End a process whose player does not return."""
        if self.watch.overdue:
            self.stopped = True
            self.process.kill()

    def close(self) -> None:
        """End the process, whatever it is doing; its guests notice."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


@dataclass(frozen=True)
class Job:
    """What every process needs to know."""

    definition: type[Definition]
    parts: Sequence[tuple[dict[str, Any], Sequence[int]]]  # a configuration and its games
    plan: Plan
    make: MakePlayer
    workers: int
    following: Any  # shared: how many games are taken, part by part


_STOPS: Final = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
_CONTEXT: Final = multiprocessing.get_context("spawn")  # a fork would copy the threads of numba and torch half-way


def play_in_processes(
    parts: Sequence[Part], plan: Plan, make: MakePlayer, workers: int, give: Callable[[GameResult], None]
) -> str | None:
    """Play games in processes of their own; returns why some are missing, if some are."""
    rules = parts[0].rules
    told = [(part.rules.config.to_dict(), part.games) for part in parts]
    job = Job(type(rules), told, plan, make, workers, _CONTEXT.Value("q", 0))
    missing = {game for part in parts for game in part.games}

    def give_once(result: GameResult) -> None:
        missing.discard(result.game)
        give(result)

    with _crew([Worker(job) for _ in range(workers)]) as crew:
        _collect(crew, give_once)
    while missing:  # a player has taken its process with it: games played one by one show which
        with _crew([Worker(job, sorted(missing))]) as crew:
            _collect(crew, give_once)
            (worker,) = crew
            worker.process.join()
            if not missing:
                break
            if worker.begun not in missing or not worker.watch.asking:
                return f"a process ended with status {worker.process.exitcode}, and not by the fault of a player"
            give_once(_taken_along(rules, plan, worker))
    return None


def _taken_along(rules: Definition, plan: Plan, worker: Worker) -> GameResult:
    """The game in which a player ended its process, or caused it to be ended."""
    message = f"ended its process with status {worker.process.exitcode}"
    if worker.stopped:
        message = "took far too long for a decision, and only its process could be stopped"
    return lost_game(rules, plan, int(worker.begun or 0), worker.watch.seat, worker.watch.decisions, message)


@contextmanager
def _crew(workers: list[Worker]) -> Iterator[list[Worker]]:
    try:
        yield workers
    finally:
        for worker in workers:
            worker.close()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started inside this context ignore interrupts for good."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _collect(crew: list[Worker], give: Callable[[GameResult], None]) -> None:
    """Hand on results until every process is done or dead."""
    working = {worker.pipe: worker for worker in crew}
    while working:
        for pipe in wait(list(working), POLL_SECONDS):
            worker = working[pipe]  # type: ignore[index]
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):  # the process is dead
                message = None
            if message is None:
                del working[worker.pipe]
            elif isinstance(message, GameResult):
                give(message)
            elif isinstance(message, int):
                worker.begun = message
            else:
                raise ArenaError(message)
        for worker in working.values():
            worker.stop_if_stuck()


def _work(job: Job, numbers: list[int] | None, board: Any, pipe: Any) -> None:
    """What a process does: play the next game until there is none, or the games of a list one after the other."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # the processes are the threads; read when torch is imported
    for number in _STOPS:  # a guest may send them to whoever asks it
        signal.signal(number, signal.SIG_IGN)
    with Company(job.plan, job.make, met=True) as company:
        _play(job, company, numbers, board, pipe)


def _play(job: Job, company: Company, numbers: list[int] | None, board: Any, pipe: Any) -> None:
    plan = job.plan
    before = 0  # games in earlier parts
    for config, games in job.parts:
        taking = _next_games(job, games, before) if numbers is None else _listed_games(games, numbers, pipe)
        before += len(games)
        first = next(taking, None)
        if first is None:
            continue
        try:
            rules = job.definition.from_dict(config)
            players = company.ready(rules)
        except ValueError as error:
            pipe.send(f"a process could not get ready: {error}")
            return
        tables = tables_for(len(games), players, job.workers) if numbers is None else 1
        hall = Hall(rules, plan, players, tables, Watch(board))
        hall.play(partial(next, chain([first], taking), None), pipe.send)
    pipe.send(None)


def _next_games(job: Job, games: Sequence[int], before: int) -> Iterator[int]:
    """Games of a part that no other process has taken."""
    while True:
        with job.following.get_lock():
            taken = int(job.following.value) - before
            if taken >= len(games):
                return
            job.following.value += 1
        yield games[taken]


def _listed_games(games: Sequence[int], numbers: Sequence[int], pipe: Any) -> Iterator[int]:
    """The listed games of a part; each is reported when it begins."""
    for game in sorted(set(games).intersection(numbers)):
        pipe.send(game)
        yield game


# ---- progress --------------------------------------------------------------------------------------------------------


class Progress:
    """How many games are done, on standard error: a bar on a terminal, otherwise a line every ten seconds."""

    def __init__(self, games: int, quiet: bool = False) -> None:
        self.games = games
        self.quiet = quiet
        self.done = 0
        self.started = self.said = time.monotonic()
        self.bar: Any = None
        if not quiet and sys.stderr.isatty():
            from tqdm import tqdm

            self.bar = tqdm(total=games, unit=" games", file=sys.stderr, dynamic_ncols=True)

    def one_more(self) -> None:
        """A game is over."""
        self.done += 1
        if self.bar is not None:
            self.bar.update()
        elif not self.quiet and time.monotonic() - self.said > QUIET_SECONDS:
            self.said = time.monotonic()
            print(f"{self.done} of {self.games} games, {self._pace()}", file=sys.stderr, flush=True)

    def _pace(self) -> str:
        took = (self.said - self.started) / self.done
        left = took * (self.games - self.done)
        speed = f"{took:.1f} seconds a game" if took > 1.0 else f"{1.0 / took:.1f} games a second"
        return (
            f"{speed}, about {left / 60.0:.0f} minutes to go" if left > 60.0 else f"{speed}, {left:.0f} seconds to go"
        )

    def close(self) -> None:
        """Leave the bar as it is."""
        if self.bar is not None:
            self.bar.close()
