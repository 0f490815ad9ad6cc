"""Replays: a game as its seed, its configuration and its decisions, which is enough to play it again.

A file `*.exo.json` is a few kilobytes. Besides what is needed to play the game it holds hashes of what it was played
with, a hash of the state every 50 decisions and at the end, and the result, so that a difference is noticed and named.
Files are read as somebody else's: nothing in them is trusted before it is checked, and nothing is executed.
"""

from __future__ import annotations

import hashlib
import json
import os
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np

from exodus_env import __version__
from exodus_env.kit.batch import RESET, Batch, Form, IllegalAction, checked_seed
from exodus_env.kit.definition import Definition, Result
from exodus_env.kit.files import FileProblem, read_file, write_file
from exodus_env.kit.plain import parse_plain, shown
from exodus_env.kit.registry import UnknownGame, game_of
from exodus_env.kit.text import listed, number, one_line

KIND: Final = "exodus replay"
FORMAT: Final = 1
SUFFIX: Final = ".exo.json"
EVERY: Final = 50  # decisions between two hashes of the state
DIGITS: Final = 16  # of a hash of the state
LARGEST: Final = 1 << 20  # bytes; the longest game that can be played takes a tenth of it
LONGEST_TEXT: Final = 300  # characters of a player's name, and of why a game was left
MOST_POINTS: Final = 10**9  # of a result in a file

FIELDS: Final = (
    *("kind", "format", "version", "game", "config", "fingerprint", "seed", "players"),
    *("seats", "actions", "hashes", "last", "result", "ended"),
)
NOT_FROM_START: Final = "the game cannot be replayed: it was not recorded from its start, or was changed by hand"
# What must match for decisions to lead to the same game; the layout of observations need not.
NEEDED: Final = {
    "rules": "other rules",
    "content": "other content",
    "schema": "another layout of the state",
    "actions": "another layout of actions",
}


class ReplayError(ValueError):
    """A replay that cannot be read or played, and why."""


class Position(NamedTuple):
    """A moment of a replay: the record, and who decides what there (nobody, at the end)."""

    step: int  # decisions taken so far
    game: Any  # the record itself, which advances with the replay: copy what you keep
    seat: int | None
    action: int | None


def state_hash(state: bytes) -> str:
    """The hash of a record's bytes."""
    return hashlib.sha256(state).hexdigest()[:DIGITS]


def result_of(rules: Definition, game: Any) -> Result | None:
    """How a game ended; None if it did not."""
    return rules.result(game) if game.over else None


@dataclass(frozen=True)
class Replay:
    """A game that can be played again; `read` and `write` are for files."""

    rules: Definition
    seed: int
    players: tuple[str, ...]  # names by seat
    seats: tuple[int, ...]  # who took each decision
    actions: tuple[int, ...]
    hashes: tuple[str, ...]  # of the state after 0, 50, 100 ... decisions
    last: str  # hash of the last state
    result: dict[str, Any] | None  # of a game that was played to its end
    ended: str | None = None  # why a game was left before its end
    version: str = __version__  # of the package that recorded it

    def __len__(self) -> int:
        return len(self.actions)

    # Playing it again ------------------------------------------------------------------------------------------------

    def table(self, observe: bool = False) -> Batch:
        """The game set up, before its first decision."""
        table = Batch(self.rules, 1, observe)
        table.seeds[0] = self.seed
        table.actions[0] = RESET
        table.play(False)
        return table

    def positions(self, table: Batch | None = None) -> Iterator[Position]:
        """Every position with the decision that was taken there, and the last one.

        Plays on the given table, as created by `table()`, so that a caller can look at masks or observations there.
        Raises ReplayError if the game does not go as it did.
        """
        table = self.table() if table is None else table
        game = table.games[0]
        for step, (seat, action) in enumerate(zip(self.seats, self.actions)):
            self._compare(step, table)
            if table.dones[0]:
                raise ReplayError(f"the game is over after {number(step, 'decision')}, but the replay continues")
            if seat != table.actors[0]:
                asked = int(table.actors[0])
                raise ReplayError(f"decision {step} is player {asked}'s, but in the replay it is player {seat}'s")
            yield Position(step, game, seat, action)
            table.actions[0] = action
            try:
                table.play(False)
            except IllegalAction as error:
                raise ReplayError(f"decision {step} cannot be taken again: {error}") from None
        self._compare(len(self), table)
        yield Position(len(self), game, None, None)

    def at(self, step: int, observe: bool = False) -> Batch:
        """The game after some decisions."""
        if not 0 <= step <= len(self):
            raise ReplayError(f"there is no position {step}: the replay has positions 0 to {len(self)}")
        table = self.table(observe)
        for position in self.positions(table):
            if position.step == step:
                break
        return table

    def check(self) -> None:
        """Play the game again and compare hashes and result; raises ReplayError with the first difference."""
        table = self.table()
        for _ in self.positions(table):
            pass
        found = result_of(self.rules, table.games[0])
        if (None if found is None else plain_result(found)) != self.result:
            raise ReplayError("the game ends with a different result from the one in the replay")

    def _compare(self, step: int, table: Batch) -> None:
        wanted = self.hashes[step // EVERY] if step % EVERY == 0 else None
        wanted = self.last if step == len(self) else wanted
        if wanted is not None and state_hash(table.games[0].tobytes()) != wanted:
            since = max(0, (step - 1) // EVERY * EVERY)
            where = f"in one of the decisions {since} to {step - 1}" if step else "when it is set up"
            raise ReplayError(f"the game takes a different course {where}: the state after {step} has a different hash")

    def until(self, step: int) -> Replay:
        """The same game up to a position."""
        table = self.at(step)
        return replace(
            self,
            seats=self.seats[:step],
            actions=self.actions[:step],
            hashes=self.hashes[: step // EVERY + 1],
            last=state_hash(table.games[0].tobytes()),
            result=self.result if step == len(self) else None,
            ended=self.ended if step == len(self) else None,
        )

    # Files -----------------------------------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """The replay as a file has it: JSON, a line for each entry."""
        entries: dict[str, Any] = {
            "kind": KIND,
            "format": FORMAT,
            "version": self.version,
            "game": self.rules.name,
            "config": self.rules.config.to_dict(),
            "fingerprint": self.rules.fingerprint(),
            "seed": self.seed,
            "players": list(self.players),
            "seats": list(self.seats),
            "actions": list(self.actions),
            "hashes": list(self.hashes),
            "last": self.last,
            "result": self.result,
            "ended": self.ended,
        }
        lines = (f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in entries.items())
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, which is replaced completely or not at all."""
        write_file(path, self.to_bytes())

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Replay:
        """Read the replay in a file; raises ReplayError if it is damaged, or made with other rules or content."""
        try:
            return cls.from_bytes(read_file(path, LARGEST))
        except FileProblem as error:
            raise ReplayError(f"this is not a replay: {error}") from None
        except ReplayError as error:
            raise ReplayError(f"{os.fspath(path)}: {error}") from None

    @classmethod
    def from_bytes(cls, data: bytes) -> Replay:
        """The replay of a file's bytes."""
        entries = _entries(data)
        rules = _rules_of(entries)
        _check_entries(entries, rules)
        return cls(
            rules=rules,
            seed=entries["seed"],
            players=tuple(entries["players"]),
            seats=tuple(entries["seats"]),
            actions=tuple(entries["actions"]),
            hashes=tuple(entries["hashes"]),
            last=entries["last"],
            result=entries["result"],
            ended=entries["ended"],
            version=entries["version"],
        )


def plain_result(result: Result) -> dict[str, Any]:
    """A result as a file holds it."""
    return {
        "ranks": list(result.ranks),
        "score": list(result.score),
        "turn": result.turn,
        "won": result.won,
        "lost": result.lost,
    }


# ---- reading without trust -------------------------------------------------------------------------------------------


def _entries(data: bytes) -> dict[str, Any]:
    try:
        entries = parse_plain(data)
    except ValueError as error:
        raise ReplayError(f"this is not a replay: {one_line(str(error), LONGEST_TEXT)}") from None
    if not isinstance(entries, dict) or entries.get("kind") != KIND:
        raise ReplayError("this is not a replay")
    if entries.get("format") != FORMAT or type(entries["format"]) is not int:
        raise ReplayError(f"the replay has format {shown(entries.get('format'))}; this version reads format {FORMAT}")
    if missing := [name for name in FIELDS if name not in entries]:
        raise ReplayError(f"the replay is damaged: {', '.join(missing)} missing")
    if further := sorted(set(entries) - set(FIELDS)):
        raise ReplayError(f"the replay is damaged: unknown {shown(further)}")
    return entries


def _rules_of(entries: dict[str, Any]) -> Definition:
    """The rules for playing a replay, after checking that it was recorded with them."""
    version = entries["version"]
    _require(_is_text(version), "version is not a short text")
    _require(isinstance(entries["config"], dict), "its configuration is not a table")
    try:
        rules = game_of(entries["game"]).definition(entries["config"])
    except UnknownGame as error:
        raise ReplayError(f"the replay cannot be played: {error}") from None
    except (ValueError, TypeError, OSError, OverflowError) as error:
        told = one_line(str(error), LONGEST_TEXT)
        raise ReplayError(f"the configuration of the replay cannot be played: {told}") from None
    if rules.name != entries["game"]:
        _require(False, f"it is of {shown(entries['game'])}, but its configuration is of {rules.name}")
    made = entries["fingerprint"] if isinstance(entries["fingerprint"], dict) else {}
    here = rules.fingerprint()
    if other := [word for name, word in NEEDED.items() if name in here and made.get(name) != here[name]]:
        versions = f"it was recorded by version {one_line(version)}, this is {__version__}"
        raise ReplayError(f"the replay is of a game with {listed(other)}; {versions}")
    return rules


def _check_entries(entries: dict[str, Any], rules: Definition) -> None:
    """Raise if an entry has a wrong type, a wrong size or a number out of range."""
    seats, actions, players = entries["seats"], entries["actions"], rules.config.players
    try:
        checked_seed(entries["seed"])
    except (TypeError, ValueError) as error:
        raise ReplayError(f"the replay is damaged: {one_line(str(error), LONGEST_TEXT)}") from None
    _require(_is_list_of_text(entries["players"], players), f"players are not {players} names")
    _require(isinstance(actions, list) and len(actions) <= rules.most_decisions, "actions are not a list in bounds")
    _require(_is_list_of_numbers(actions, len(actions), rules.actions.size), "an action is not one of the game")
    _require(_is_list_of_numbers(seats, len(actions), players), "seats do not belong to the actions")
    hashes = entries["hashes"]
    _require(isinstance(hashes, list) and len(hashes) == len(actions) // EVERY + 1, "hashes are not complete")
    _require(all(map(_is_hash, [*hashes, entries["last"]])), "a hash is not one")
    _require(entries["ended"] is None or _is_text(entries["ended"]), "ended is not a short text")
    _require(entries["result"] is None or _is_result(entries["result"], players), "its result is not one")


def _is_list_of_numbers(values: object, length: int, below: int) -> bool:
    is_list = isinstance(values, list) and len(values) == length
    return is_list and all(type(value) is int and 0 <= value < below for value in values)  # type: ignore[attr-defined]


def _is_list_of_text(values: object, length: int) -> bool:
    return isinstance(values, list) and len(values) == length and all(map(_is_text, values))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) == DIGITS and set(value) <= set(string.hexdigits.lower())


def _is_result(value: object, players: int) -> bool:
    if not isinstance(value, dict) or set(value) != {"ranks", "score", "turn", "won", "lost"}:
        return False
    score = value["score"]
    return (
        _is_list_of_numbers(value["ranks"], players, players + 1)
        and isinstance(score, list)
        and len(score) == players
        and all(type(points) is int and abs(points) <= MOST_POINTS for points in score)
        and type(value["turn"]) is int
        and 0 <= value["turn"] <= MOST_POINTS
        and value["won"] in (None, True, False)
        and type(value["lost"]) is bool
    )


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ReplayError(f"the replay is damaged: {otherwise}")


# ---- recording -------------------------------------------------------------------------------------------------------


class Recorder:
    """Collects the decisions of one game; `begin` comes first, or `resume` with a replay of what was played before."""

    def __init__(self, rules: Definition) -> None:
        self.rules = rules
        self.begin(0, b"")

    def begin(self, seed: int, state: bytes) -> None:
        """Start recording a game that has just been set up."""
        self.seed = seed
        self.seats: list[int] = []
        self.actions: list[int] = []
        self.hashes = [state_hash(state)]
        self.state = state  # the bytes of the record after the last decision
        self.broken: str | None = None  # why what was collected cannot be played again

    def resume(self, replay: Replay, state: bytes) -> None:
        """Continue with a game from the end of a replay."""
        self.begin(replay.seed, state)
        self.seats, self.actions, self.hashes = list(replay.seats), list(replay.actions), list(replay.hashes)

    def add(self, seat: int, action: int, state: bytes) -> None:
        """Add a decision, given the bytes of the record after it."""
        self.seats.append(seat)
        self.actions.append(action)
        self.state = state
        if len(self.actions) % EVERY == 0:
            self.hashes.append(state_hash(state))

    def copy_to(self, other: Recorder) -> None:
        """Let another recorder continue from here on its own."""
        other.begin(self.seed, self.state)
        other.seats, other.actions, other.hashes = self.seats.copy(), self.actions.copy(), self.hashes.copy()
        other.broken = self.broken

    def replay(self, players: Iterable[str] = (), ended: str | None = None) -> Replay:
        """The game so far; `ended` says why it was left, if it was."""
        if self.broken is not None:
            raise ReplayError(self.broken)
        game = self.rules.new_games(1)
        game.view(np.uint8)[:] = np.frombuffer(self.state, dtype=np.uint8)
        result = result_of(self.rules, game[0])
        names = tuple(one_line(name, LONGEST_TEXT) for name in players)
        return Replay(
            self.rules,
            self.seed,
            names or tuple(f"player_{seat}" for seat in range(self.rules.config.players)),
            tuple(self.seats),
            tuple(self.actions),
            tuple(self.hashes),
            state_hash(self.state),
            None if result is None else plain_result(result),
            None if ended is None or result is not None else one_line(ended, LONGEST_TEXT),
        )


class RecordedBatch(Batch):
    """A batch that records chosen games. What is played does not depend on it.

    A game is recorded as long as nobody changes its record, because after that the recorded decisions no longer lead to
    it. If games are set up again at once, finished ones wait in `finished` until they are taken.
    """

    def __init__(
        self,
        rules: Definition,
        n: int,
        observe: bool = True,
        ends: bool = False,
        form: Form = Form.FLAT,
        threads: int = 1,
        chosen: Sequence[int] | None = None,
    ) -> None:
        super().__init__(rules, n, observe, ends, form, threads)
        self.recorders = {i: Recorder(rules) for i in (range(n) if chosen is None else chosen)}
        self.finished: list[tuple[int, Replay]] = []

    def play(self, auto_reset: bool) -> None:
        """Carry out `actions`, and note them."""
        orders = {i: (int(self.actions[i]), int(self.actors[i])) for i in self.recorders}
        for i, recorder in self.recorders.items():
            if orders[i][0] != RESET and self.games[i].tobytes() != recorder.state:
                recorder.broken = NOT_FROM_START
        super().play(auto_reset)
        for i, recorder in self.recorders.items():
            order, actor = orders[i]
            state = self.games[i].tobytes()
            if order == RESET:
                recorder.begin(int(self.seeds[i]), state)
            elif order >= 0 and auto_reset and self.dones[i]:
                self._finish(i, recorder, actor, order)
                recorder.begin(int(self.seeds[i]), state)
            elif order >= 0:
                recorder.add(actor, order, state)
            else:
                recorder.state = state  # looking goes on to the next decision where none is pending

    def _finish(self, i: int, recorder: Recorder, actor: int, action: int) -> None:
        """A game is over and its record already belongs to the next one: play it again to see how it ended."""
        if recorder.broken is not None:
            return
        table = Batch(self.rules, 1, observe=False)
        table.seeds[0] = recorder.seed
        for order in (RESET, *recorder.actions, action):
            table.actions[0] = order
            table.play(False)
        recorder.add(actor, action, table.games[0].tobytes())
        cut = "cut off: it had reached the longest length of a game" if table.truncated[0] else None
        self.finished.append((i, recorder.replay(ended=cut)))

    def copy_to(self, other: Batch) -> None:
        """Make another batch equal to this one, including what has been recorded so far."""
        super().copy_to(other)
        if isinstance(other, RecordedBatch):
            for i, recorder in self.recorders.items():
                recorder.copy_to(other.recorders[i])
