"""Players against players: line-ups, deals, and many games played side by side.

What a game is depends on its number alone. With L line-ups, game n is deal n // L played by line-up n % L. The seed of
a deal is a hash of (seed, deal), that of a decision a hash of (seed, deal, line-up, seat, decisions so far). So results
do not depend on what else is played, how many games at once, or in how many processes.

A player at fault (an error, no legal action, too late; see referee.py) loses the game, which ends at once: it takes the
last place alone and the others share the places before it, so with k others each has 1/k of a win. Where players win or
lose together, all have lost. The score of such a game does not count.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit.batch import LOOK, RESET, Batch, copied_rows
from exodus_env.kit.definition import Array, Definition, Traits
from exodus_env.kit.players import Player, Views
from exodus_env.kit.referee import Referee, Watch
from exodus_env.kit.replay import SUFFIX, RecordedBatch

MOST_TABLES: Final = 64  # games at once in a process: beyond that a batch gains little
TABLES_FOR_THINKERS: Final = 4  # where a player counts its time, so that games come to an end one after the other
NOBODY: Final = -1
MOST_GAMES: Final = 1_000_000  # all results are kept in memory, about a kilobyte each
LONGEST_LIMIT: Final = 1_000_000.0  # seconds; an alarm cannot be set for much longer


class ArenaError(ValueError):
    """A run that cannot be played, or a file of one that cannot be used."""


@dataclass(frozen=True)
class Plan:
    """What is played: names by seat in every distinct rotation, each with the same deals."""

    names: tuple[str, ...]
    deals: int
    seed: int
    limit: float = 60.0  # seconds a decision, for players that do not count their time
    watched: bool = False  # whether results tell the traits of players
    replays: Path | None = None  # a folder for replays of games
    recorded: int = MOST_GAMES  # how many games, the first ones, have a replay where there is a folder

    @property
    def line_ups(self) -> tuple[tuple[str, ...], ...]:
        """The distinct rotations of the names."""
        turned = [self.names[-i:] + self.names[:-i] for i in range(len(self.names))]
        return tuple(dict.fromkeys(turned))

    @property
    def games(self) -> int:
        """How many games the plan has."""
        return self.deals * len(self.line_ups)


def plan_for(names: Sequence[str], games: int, seed: int, limit: float = 60.0) -> Plan:
    """A plan with at least this many games, rounded up so that every rotation plays the same deals."""
    if games > MOST_GAMES:
        raise ArenaError(f"games must be at most {MOST_GAMES:,}, not {games:,}")
    if not 0 < limit <= LONGEST_LIMIT:  # and not NaN
        raise ArenaError(f"limit must be more than 0 and at most {LONGEST_LIMIT:,.0f} seconds, not {limit:g}")
    rotations = len(Plan(tuple(names), 1, seed).line_ups)
    return Plan(tuple(names), -(-games // rotations), seed, limit)


@dataclass(frozen=True)
class Fault:
    """Why a player has lost a game before its end."""

    seat: int
    name: str
    message: str


@dataclass(frozen=True)
class GameResult:
    """A game that was played; tuples are by seat."""

    game: int
    deal: int
    line_up: int
    names: tuple[str, ...]
    ranks: tuple[float, ...]  # tied players share the average of their places
    wins: tuple[float, ...]  # 1 in all, or 0 where all have lost
    utility: tuple[float, ...]  # rewards of the whole game
    score: tuple[int, ...] | None  # None after a fault
    lines: dict[str, tuple[int, ...]]  # the score by source; empty after a fault
    decisions: int
    turns: int | None  # None after a fault
    won: bool | None  # None where players do not win together
    lost: bool  # all together
    fault: Fault | None = None
    cut_off: bool = False  # it had not ended when it reached the limit of decisions
    traits: Traits = field(default_factory=dict)  # empty where nobody watched, and after a fault


def shared_ranks(ranks: Sequence[int]) -> tuple[float, ...]:
    """Ranks in which tied players share the average of their places, instead of the best of them."""
    better = [sum(other < rank for other in ranks) for rank in ranks]
    equal = [sum(other == rank for other in ranks) for rank in ranks]
    return tuple(before + (1 + tied) / 2 for before, tied in zip(better, equal, strict=True))


def shares_of_win(ranks: Sequence[float]) -> tuple[float, ...]:
    """1/k for each of k players who share the first place."""
    best = min(ranks)
    first = [rank == best for rank in ranks]
    return tuple(is_first / sum(first) for is_first in first)


def hashed(*numbers: int) -> int:
    """63 bits from integers."""
    digest = hashlib.sha256(",".join(map(str, numbers)).encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 1


def decision_seeds(keys: Array, seats: Array, decisions: Array) -> Array:
    """63 bits for each decision, from the key of its game, its seat and the number of earlier decisions."""
    word = keys.astype(np.uint64) + (seats * 2**32 + decisions + 1).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    seeds: Array = ((word ^ (word >> np.uint64(31))) >> np.uint64(1)).astype(np.int64)
    return seeds


def tables_for(games: int, players: Mapping[str, Player], workers: int) -> int:
    """How many games a process plays at once."""
    most = TABLES_FOR_THINKERS if any(player.seconds is not None for player in players.values()) else MOST_TABLES
    return max(1, min(most, -(-games // workers)))


class Hall:
    """Tables at which games are played side by side; a table that becomes free takes the next game."""

    def __init__(
        self, rules: Definition, plan: Plan, players: Mapping[str, Player], tables: int, watch: Watch | None = None
    ) -> None:
        seats = rules.config.players
        self.watch = watch or Watch()
        self.rules = rules
        self.plan = plan
        self.line_ups = plan.line_ups
        self.referees = [Referee(name, player, plan.limit, self.watch) for name, player in players.items()]
        self.batch = Batch(rules, tables) if plan.replays is None else RecordedBatch(rules, tables)
        self.unwritten = False  # whether a replay could not be written
        self.watcher = rules.watcher(tables) if plan.watched else None
        self.game = np.full(tables, NOBODY, dtype=np.int64)  # number of the game at each table
        self.key = np.zeros(tables, dtype=np.int64)
        self.seated = np.zeros((tables, seats), dtype=np.int64)  # referee of the player at each seat
        self.decisions = np.zeros(tables, dtype=np.int64)
        self.earned = np.zeros((tables, seats))
        self.fresh = np.ones(tables, dtype=np.bool_)  # to be set up: every table once, since an empty record is no game
        self._number = {name: i for i, name in enumerate(players)}

    def play(self, take: Callable[[], int | None], give: Callable[[GameResult], None]) -> None:
        """Play the games whose numbers `take` gives until it gives None; each goes to `give` when it is over."""
        for table in range(self.batch.n):
            self._seat(table, take())
        while (self.game != NOBODY).any():
            for table, result in self._step():
                self._write_replay(table, result)
                give(result)
                self._seat(table, take())

    def _seat(self, table: int, game: int | None) -> None:
        """Begin a game at a table, or leave it empty."""
        self.game[table] = NOBODY
        if game is None:
            return
        deal, line_up = divmod(game, len(self.line_ups))
        self.game[table] = game
        if game >= self.plan.recorded and isinstance(self.batch, RecordedBatch):
            self.batch.recorders.pop(table, None)  # games at a table are taken in order: none that follows is recorded
        self.key[table] = hashed(self.plan.seed, deal, line_up)
        self.seated[table] = [self._number[name] for name in self.line_ups[line_up]]
        self.decisions[table] = 0
        self.earned[table] = 0.0
        self.fresh[table] = True
        self.batch.seeds[table] = hashed(self.plan.seed, deal)

    def _write_replay(self, table: int, result: GameResult) -> None:
        """Write the replay of a finished game, if replays are kept. A full disk must not cost the results."""
        if self.plan.replays is None or not isinstance(self.batch, RecordedBatch) or table not in self.batch.recorders:
            return
        ended = None
        if result.fault is not None:
            ended = f"{result.fault.name} {result.fault.message}"
        elif result.cut_off:
            ended = "cut off: it did not end"
        try:
            self.batch.recorders[table].replay(result.names, ended).write(replay_file(self.plan.replays, result.game))
        except OSError as error:
            if not self.unwritten:
                told = f"the replay of game {result.game} cannot be written: {error.strerror}"
                print(f"{told}; the games go on, others may be missing too", file=sys.stderr, flush=True)
            self.unwritten = True

    def _step(self) -> list[tuple[int, GameResult]]:
        """One decision at every table; returns the games that are over."""
        batch = self.batch
        batch.actions[:] = np.where(self.fresh, RESET, LOOK)
        over = self._decide(np.flatnonzero((self.game != NOBODY) & ~self.fresh))
        lost = {table for table, _ in over}
        batch.play(False)
        if self.watcher is not None:
            self.watcher.look(batch.games, self.fresh)
        self.fresh[:] = False
        self.earned += batch.rewards
        for table in np.flatnonzero((batch.dones == 1) & (self.game != NOBODY)).tolist():
            if table not in lost:
                over.append((table, self._cut_off(table) if batch.truncated[table] else self._finished(table)))
        return over

    def _decide(self, tables: Array) -> list[tuple[int, GameResult]]:
        """Ask every player once for all its decisions; returns the games lost by a fault."""
        lost = []
        acting = self.seated[tables, self.batch.actors[tables]]
        for number, referee in enumerate(self.referees):
            mine = tables[acting == number]
            if len(mine) == 0:
                continue
            self.watch.point(int(self.batch.actors[mine[0]]), int(self.decisions[mine[0]]))
            actions, problems = referee.ask(self._views(mine), self.batch.masks[mine])
            self.batch.actions[mine] = actions
            for i, message in problems.items():
                table = int(mine[i])
                self.batch.actions[table] = LOOK
                seat, before = int(self.batch.actors[table]), int(self.decisions[table])
                lost.append((table, lost_game(self.rules, self.plan, int(self.game[table]), seat, before, message)))
        self.decisions[tables] += 1
        return lost

    def _views(self, tables: Array) -> Views:
        """What the players to move at some tables may know: copies, so that changes to them do not matter."""
        batch = self.batch
        seats = batch.actors[tables]
        seeds = decision_seeds(self.key[tables], seats, self.decisions[tables])
        games = copied_rows(batch.games, tables)  # which become possible worlds
        return Views(self.rules, seats, batch.observations[tables], batch.masks[tables], seeds, games)

    def _finished(self, table: int) -> GameResult:
        result = self.rules.result(self.batch.games[table])
        seats = len(result.ranks)
        together = result.lost or self.rules.team  # no place is better than another
        ranks = shared_ranks((1,) * seats if together else result.ranks)
        return GameResult(
            **about_game(self.plan, int(self.game[table])),
            ranks=ranks,
            wins=(0.0,) * seats if result.lost else shares_of_win(ranks),
            utility=tuple(self.earned[table].tolist()),
            score=result.score,
            lines=result.lines,
            decisions=int(self.decisions[table]),
            turns=result.turn,
            won=result.won,
            lost=result.lost,
            traits={} if self.watcher is None else self.watcher.traits(self.batch.games, table),
        )

    def _cut_off(self, table: int) -> GameResult:
        """The result of a game that does not end: a tie without a score, or lost if players win or lose together."""
        seats, team = self.rules.config.players, self.rules.team
        ranks = shared_ranks((1,) * seats)
        return GameResult(
            **about_game(self.plan, int(self.game[table])),
            ranks=ranks,
            wins=(0.0,) * seats if team else shares_of_win(ranks),
            utility=tuple(self.earned[table].tolist()),
            score=None,
            lines={},
            decisions=int(self.decisions[table]),
            turns=None,
            won=False if team else None,
            lost=team,
            cut_off=True,
        )


def lost_game(rules: Definition, plan: Plan, game: int, seat: int, decisions: int, message: str) -> GameResult:
    """The result of a game that ends by the fault of the player at a seat."""
    about = about_game(plan, game)
    seats = rules.config.players
    team = rules.team
    ranks = shared_ranks([1 if team or other != seat else seats for other in range(seats)])
    return GameResult(
        **about,
        ranks=ranks,
        wins=(0.0,) * seats if team else shares_of_win(ranks),
        utility=(-1.0,) * seats if team else tuple(1 - 2 * (rank - 1) / (seats - 1) for rank in ranks),
        score=None,
        lines={},
        decisions=decisions,
        turns=None,
        won=False if team else None,
        lost=team,
        fault=Fault(seat, about["names"][seat], message),
    )


def replay_file(folder: Path, game: int) -> Path:
    """Where the replay of a game is written."""
    return folder / f"game-{game:06d}{SUFFIX}"


def about_game(plan: Plan, game: int) -> dict[str, Any]:
    """What the number of a game implies."""
    line_ups = plan.line_ups
    deal, line_up = divmod(game, len(line_ups))
    return {"game": game, "deal": deal, "line_up": line_up, "names": line_ups[line_up]}
