"""A plan played by several processes, with progress. Every process takes the next game when it has a free table."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from exodus_env.kit.arena import ArenaError, GameResult, Hall, Plan, tables_for
from exodus_env.kit.definition import Definition
from exodus_env.kit.players import Player

MakePlayer = Callable[[str], Player]  # must be picklable, since every process makes its own players
QUIET_SECONDS: Final = 10.0  # between lines of progress where there is no terminal
POLL_SECONDS: Final = 0.5


@dataclass(frozen=True)
class Run:
    """The games that were played, by number, and why there are not more."""

    results: list[GameResult]
    stopped: str | None = None
    interrupted: bool = False


def play_plan(rules: Definition, plan: Plan, make: MakePlayer, workers: int, show: Progress | None = None) -> Run:
    """Play all games of a plan; the same plan gives the same results in any number of processes."""
    players = ready_players(rules, plan, make)
    show = show or Progress(plan.games, quiet=True)
    results: list[GameResult] = []

    def give(result: GameResult) -> None:
        results.append(result)
        show.one_more()

    stopped = None
    interrupted = False
    workers = min(workers, plan.games)
    try:
        if workers == 1:
            numbers = iter(range(plan.games))
            Hall(rules, plan, players, tables_for(plan, players, 1)).play(lambda: next(numbers, None), give)
        else:
            stopped = _play_in_processes(rules, plan, make, workers, give)
    except KeyboardInterrupt:
        interrupted = True
        stopped = f"interrupted after {len(results)} of {plan.games} games"
    finally:
        show.close()
    return Run(sorted(results, key=lambda result: result.game), stopped, interrupted)


def ready_players(rules: Definition, plan: Plan, make: MakePlayer) -> dict[str, Player]:
    """The players of a plan by name, ready for its games."""
    players = {}
    for name in dict.fromkeys(plan.names):
        player = make(name)
        if player.seconds is not None and not player.seconds > 0:
            raise ArenaError(f"player {name!r}: seconds must be more than 0 or None, not {player.seconds!r}")
        try:
            player.start(rules)
        except ValueError as error:
            raise ArenaError(f"player {name!r} cannot play this: {error}") from error
        players[name] = player
    return players


# ---- processes -------------------------------------------------------------------------------------------------------


def _play_in_processes(
    rules: Definition, plan: Plan, make: MakePlayer, workers: int, give: Callable[[GameResult], None]
) -> str | None:
    """Returns why games are missing, where some are."""
    context = multiprocessing.get_context("spawn")  # a fork would copy the threads of numba and torch half-way
    told: Any = context.Queue()
    following = context.Value("q", 0)
    job = (type(rules), rules.config.to_dict(), plan, make, workers, following, told)
    crew = [context.Process(target=_work, args=job, daemon=True) for _ in range(workers)]
    try:
        for process in crew:
            process.start()
        return _collect(crew, told, give)
    finally:
        for process in crew:
            process.terminate()
        for process in crew:
            process.join()


def _collect(crew: list[Any], told: Any, give: Callable[[GameResult], None]) -> str | None:
    """Hand on results until every process has said that it is done, or has died."""
    working = len(crew)
    while working > 0:
        dead = [process for process in crew if process.exitcode not in (None, 0)]
        try:
            message = told.get(timeout=POLL_SECONDS)
        except queue.Empty:
            if dead and len(dead) >= working:
                break
            continue
        if isinstance(message, GameResult):
            give(message)
        elif message is None:
            working -= 1
        else:
            raise ArenaError(message)
    dead = [process.exitcode for process in crew if process.exitcode not in (None, 0)]
    return f"a process ended with status {dead[0]}, and its games with it" if dead else None


def _work(
    definition: type[Definition],
    config: dict[str, Any],
    plan: Plan,
    make: MakePlayer,
    workers: int,
    following: Any,
    told: Any,
) -> None:
    """What a process does: play the next game until there is none. An interrupt is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # the processes are the threads; read when torch is imported

    def take() -> int | None:
        with following.get_lock():
            game = int(following.value)
            following.value += 1
        return game if game < plan.games else None

    try:
        rules = definition.from_dict(config)
        players = ready_players(rules, plan, make)
        Hall(rules, plan, players, tables_for(plan, players, workers)).play(take, told.put)
    except ValueError as error:
        told.put(f"a process could not play: {error}")
    else:
        told.put(None)


# ---- progress --------------------------------------------------------------------------------------------------------


class Progress:
    """How many games are done, on standard error: a bar on a terminal, else a line every ten seconds."""

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
            print(f"{self.done} of {self.games} games, {self.speed:.1f} a second", file=sys.stderr, flush=True)

    @property
    def speed(self) -> float:
        """Games a second so far."""
        return self.done / max(time.monotonic() - self.started, 1e-9)

    def close(self) -> None:
        """Leave the bar as it is."""
        if self.bar is not None:
            self.bar.close()
