"""One live game with seats: who may decide, who is thinking, what may be taken back, what is stored.

A table has a thread of its own. It prepares the rules, asks computer players and gives hints, so that pages are
answered while somebody thinks. `changed` guards everything that the threads of requests read and write.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit import replay_page
from exodus_env.kit.arena import decision_seeds, hashed
from exodus_env.kit.batch import LOOK, Batch, IllegalAction, copy_array, cut_off
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.faults import raised
from exodus_env.kit.players import Advice, Player, ask, ask_advice
from exodus_env.kit.registry import find
from exodus_env.kit.replay import Recorder, Replay
from exodus_env.kit.serve.form import suggested
from exodus_env.kit.serve.refusal import Refusal
from exodus_env.kit.serve.store import HUMAN, LONGEST_PACE, LONGEST_PLAYER, Store, TableKept, position_hash
from exodus_env.kit.serve.track import Entry, Step, Track, packed, unpacked
from exodus_env.kit.story import new_table
from exodus_env.kit.text import one_line
from exodus_env.players import PlayerError, make_player, runs_code

WORLDS: Final = 16  # worlds in which to check whether a decision shows the player something
MOST_JOBS: Final = 2  # hints and new players that wait at a table
JOB_SECONDS: Final = 120.0  # after which nobody waits for one any longer
PREPARING, PLAYING, OVER, BROKEN = "preparing", "playing", "over", "broken"

_preparing = threading.Lock()  # the compiler is used by one thread at a time


@dataclass(frozen=True)
class Problem:
    """A computer player that failed."""

    seat: int
    player: str
    message: str


class Table:
    """A game being played."""

    def __init__(self, kept: TableKept, store: Store, folder: Path | None = None) -> None:
        self.kept = kept
        self.changed = threading.Condition(threading.RLock())
        self.state = PREPARING
        self.trouble = ""  # why it is broken
        self.version = 0
        self.problem: Problem | None = None
        self.unsaved = ""  # why the last decision is not on disk
        self.paused = False
        self.watchers = 0  # pages that are open
        self.result: list[str] = []
        self.suggested: list[str] = []  # computer players that are offered for hints, and instead of one that failed
        self._store = store
        self._folder = folder  # where modules of players are looked for
        self._steps: list[Step] = []
        self._numbers = 0
        self._takeable = 0  # decisions that may be taken back, by whom:
        self._taker = -1
        self._tracks: dict[int | None, Track] = {}
        self._players: dict[str, Player] = {}
        self._jobs: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._due = 0.0  # when the next computer player may move
        self._closing = False
        self._rules: Definition | None = None
        self._page, self._page_lock = b"", threading.Lock()
        self._thread = threading.Thread(target=self._run, name=f"table {kept.name}", daemon=True)
        self._thread.start()

    # ---- what requests ask ------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Definition:
        """The rules, once they are ready."""
        if self._rules is None:
            raise Refusal(409, self.trouble or "The table is not ready yet.")
        return self._rules

    @property
    def title(self) -> str:
        """What the game is called; its name if it is not installed here."""
        try:
            return find(self.kept.game).title
        except ValueError:
            return self.kept.game

    @property
    def humans(self) -> list[int]:
        """The seats that people have."""
        return [seat for seat, kept in enumerate(self.kept.seats) if kept.player == HUMAN]

    @property
    def deciding(self) -> int | None:
        """The seat that must decide, while the game goes on."""
        return int(self._batch.actors[0]) if self.state == PLAYING else None

    def may_steer(self, viewer: int | None) -> bool:
        """Whether a viewer may set the pace: players may, and spectators if nobody plays."""
        return viewer in self.humans or (viewer is None and not self.humans)

    def act(self, seat: int, at: int, action: int) -> None:
        """Carry out a decision of somebody at a seat, taken at the position they count as `at`."""
        with self.changed:
            self._require_now(seat, at)
            legal = np.flatnonzero(self._batch.masks[0])
            if self.state != PLAYING or int(self._batch.actors[0]) != seat:
                raise Refusal(409, "It is not your turn to decide.")
            if action not in legal:
                raise Refusal(409, "That move is not legal now.")
            self._apply(action)
            self._save()

    def undo(self, seat: int, at: int) -> None:
        """Take back the last decision of a seat, if that is allowed."""
        with self.changed:
            self._require_now(seat, at)
            if not self.may_undo(seat):
                raise Refusal(409, "There is nothing you can take back.")
            self._steps.pop()
            self.kept.actions.pop()
            copy_array(unpacked(self.rules, self._steps[-1].record), self._batch.games)
            self._batch.actions[0] = LOOK
            self._batch.play(False)
            self._takeable -= 1
            self._numbers += 1  # what a player is thinking about now no longer counts
            self.problem = None
            self._due = 0.0
            self._save()
            self._tell()

    def may_undo(self, seat: int | None) -> bool:
        """Whether the last decision belonged to this seat and has shown them nothing they did not know."""
        return self.state == PLAYING and self._takeable > 0 and seat == self._taker

    def hint(self, seat: int, at: int, name: str) -> Advice:
        """What a player would do in place of the person whose decision it is."""
        with self.changed:
            self._require_now(seat, at)
            if self.state != PLAYING or int(self._batch.actors[0]) != seat:
                raise Refusal(409, "Hints are available when it is your turn to decide.")
            waiting = self._ask_thread(lambda: self._advice(name))
        advice: Advice = _waited(waiting)
        return advice

    def steer(self, viewer: int | None, pace: float | None, paused: bool | None) -> None:
        """Set how fast computer players move, or pause them."""
        with self.changed:
            if not self.may_steer(viewer):
                raise Refusal(403, "Only players may change the speed.")
            if pace is not None:
                self.kept.pace = min(max(pace, 0.0), LONGEST_PACE)
                self._due = 0.0
            if paused is not None:
                self.paused = paused
            self._tell()

    def seat_player(self, seat: int, name: str) -> None:
        """Give a seat to another player: a computer player, or a human, who uses the link of the seat."""
        if not 0 < len(name) <= LONGEST_PLAYER:
            raise Refusal(400, "A player needs a name.")
        if name != HUMAN:
            _waited(self._ask_thread(lambda: self._player(name)))
        with self.changed:
            self.kept.seats[seat].player = name
            self.problem = None
            self._takeable = 0
            self._numbers += 1  # what a player is thinking about now no longer counts
            self._save()
            self._tell()

    def view(self, viewer: int | None) -> dict[str, Any]:
        """Everything that a viewer's page shows."""
        with self.changed:
            version, state, steps = self.version, self.state, list(self._steps)
            found: dict[str, Any] = {
                "state": state,
                "title": self.title,
                "trouble": self.trouble,
                "unsaved": self.unsaved,
                "pace": self.kept.pace,
                "paused": self.paused,
                "steer": self.may_steer(viewer),
                "problem": self._public_problem(),
                "players": [kept.player for kept in self.kept.seats],
                "seat": viewer,
                "undo": self.may_undo(viewer),
                "result": list(self.result),
                "suggested": self.suggested,
            }
            legal = self._legal_for(viewer)
        if not steps:
            return {"version": version, **found}
        track = self.track(viewer)
        entries = track.follow(steps)
        fragments, question = track.drawing(entries[-1])
        game = unpacked(self.rules, steps[-1].record)[0]
        over = state == OVER
        return {
            "version": version,
            **found,
            "at": len(entries) - 1,
            "names": [track.story.player(game, seat) for seat in range(len(self.kept.seats))],
            "actor": None if over else int(game.actor),
            "question": "" if over else question,
            "moves": track.moves(steps[-1], legal) if legal else [],
            "canvas": list(self.rules.canvas()),
            "colours": list(self.rules.colours()),
            "fragments": fragments,
            "log": [list(line) for line in _story(entries)],
        }

    def known(self, seat: int) -> tuple[int, Array, Array]:
        """The position as somebody at a seat may know it: its number as they count, the game, and which moves are legal
        for them."""
        with self.changed:
            steps, legal = list(self._steps), self._legal_for(seat)
        if not steps:
            raise Refusal(409, self.trouble or "The table is not ready yet.")
        track = self.track(seat)
        at = len(track.follow(steps)) - 1
        mask = np.zeros(self.rules.actions.size, dtype=np.int8)
        mask[legal] = 1
        return at, track.world(steps[-1]), mask

    def told(self, viewer: int | None) -> list[tuple[int, str, str]]:
        """The story as a viewer knows it: the position each line belongs to, its kind, and the line."""
        with self.changed:
            steps = list(self._steps)
        return _story(self.track(viewer).follow(steps))

    def past(self, viewer: int | None, at: int) -> dict[str, Any]:
        """An earlier position as the viewer saw it then."""
        with self.changed:
            steps = list(self._steps)
        track = self.track(viewer)
        entries = track.follow(steps)
        if not 0 <= at < len(entries):
            raise Refusal(404, "There is no such position.")
        fragments, question = track.drawing(entries[at])
        return {"at": at, "fragments": fragments, "question": question}

    def track(self, viewer: int | None) -> Track:
        """What a viewer has seen."""
        with self.changed:
            if viewer not in self._tracks:
                self._tracks[viewer] = Track(self.rules, viewer)
            return self._tracks[viewer]

    def replay(self) -> Replay:
        """The finished game, including everything that was hidden in it."""
        with self.changed:
            if self.state != OVER:
                raise Refusal(409, "A replay shows everything, so it is available only when the game is over.")
            steps, kept = list(self._steps), self.kept
        recorder = Recorder(self.rules)
        recorder.begin(kept.seed, zlib.decompress(steps[0].record))
        for step in steps[1:]:
            if step.actor is not None and step.action is not None:
                recorder.add(step.actor, step.action, zlib.decompress(step.record))
        return recorder.replay([seat.player for seat in kept.seats], self.result[0])

    def replay_page(self) -> bytes:
        """The finished game as a page; created once."""
        replay = self.replay()
        with self._page_lock:
            if not self._page:
                self._page = replay_page.page(replay).encode()
            return self._page

    def close(self, wait: float = 5.0) -> None:
        """End the thread; a player that is thinking is left to finish by itself."""
        with self.changed:
            self._closing = True
            self._tell()
        self._thread.join(wait)

    @property
    def closing(self) -> bool:
        """Whether the table is being closed."""
        return self._closing

    def watched(self, by: int) -> None:
        """Pages were opened or closed."""
        with self.changed:
            self.watchers += by
            self.changed.notify_all()

    def _require_now(self, seat: int, at: int) -> None:
        """Refuse a decision that was taken at a position other than the present one."""
        if self.state != PLAYING:
            raise Refusal(409, self.trouble or "The game is not running.")
        if at != len(self.track(seat).follow(self._steps)) - 1:
            raise Refusal(409, "The game has moved on since.")

    def _legal_for(self, viewer: int | None) -> list[int]:
        if self.state != PLAYING or viewer is None or int(self._batch.actors[0]) != viewer:
            return []
        return [int(action) for action in np.flatnonzero(self._batch.masks[0])]

    def _public_problem(self) -> dict[str, Any] | None:
        """Everybody learns which player failed. What went wrong may reveal what was legal for it, so it is shown
        only if nobody plays against it, and on the start page."""
        if self.problem is None:
            return None
        message = "" if self.humans else self.problem.message
        return {"seat": self.problem.seat, "player": self.problem.player, "message": message}

    # ---- the game ---------------------------------------------------------------------------------------------------

    def _apply(self, action: int) -> None:
        """Carry out a legal action."""
        batch, before = self._batch, unpacked(self.rules, self._steps[-1].record)
        seat = int(batch.actors[0])
        batch.actions[0] = action
        batch.play(False)
        self.kept.actions.append(action)
        self._add_step(seat, action)
        human = self.kept.seats[seat].player == HUMAN
        if not human or self.state == OVER or self._told_something(before, seat, action):
            self._takeable = 0
        else:
            self._takeable = self._takeable + 1 if self._taker == seat else 1
        self._taker = seat
        visible = int(batch.actors[0]) != seat or self._story.told(before[0], action, batch.games[0])
        if visible:  # or the time between moves would tell how many orders are given in secret
            self._due = time.monotonic() + self.kept.pace
        self._tell()

    def _add_step(self, actor: int | None, action: int | None) -> None:
        games = self._batch.games
        self._numbers += 1
        self._steps.append(Step(self._numbers, packed(games), actor, action))
        if self._batch.dones[0]:
            self.state = OVER
            ended = [cut_off(self.rules)] if self._batch.truncated[0] and not games[0].over else []
            self.result = [*ended, *self._story.result(games[0])]
            self.kept.over = True

    def _told_something(self, before: Array, seat: int, action: int) -> bool:
        """Whether a decision has drawn from chance, or has shown the player something they did not know.

        The same action is taken in worlds the player considers possible. If all of them, and the game, look the same
        to the player after it, the player has learned nothing.
        """
        batch, trial, rules = self._batch, self._trial, self.rules
        if not np.array_equal(before["rng_counter"], batch.games["rng_counter"]):
            return True
        rows = trial.games.view(np.uint8).reshape(WORLDS, -1)
        rows[:] = before.view(np.uint8)
        seats = np.full(WORLDS, seat, dtype=np.int64)
        rules.redeal_as(trial.games, rules.tables, seats, np.arange(1, WORLDS + 1, dtype=np.int64))
        trial.actions[:] = LOOK
        trial.play(False)
        trial.actions[:] = action
        try:
            trial.play(False)
        except IllegalAction:
            return True
        if (trial.actors != batch.actors[0]).any() or (trial.dones != batch.dones[0]).any():
            return True
        seen = np.zeros((WORLDS, rules.observations.size), dtype=np.float32)
        now = np.zeros((1, rules.observations.size), dtype=np.float32)
        rules.observe_as(batch.games, 0, rules.tables, seat, now)
        for i in range(WORLDS):
            rules.observe_as(trial.games, i, rules.tables, seat, seen)
        masks_differ = int(batch.actors[0]) == seat and (trial.masks != batch.masks).any()
        return bool(masks_differ or (seen != now).any())

    def _save(self) -> None:
        """Store the table; if the disk is full the game continues and the page says so."""
        self.kept.position = position_hash(self._batch.games)
        try:
            self._store.save(self.kept)
            if self.state == OVER:
                self.replay().write(self._store.replay_path(self.kept.name))
            self.unsaved = ""
        except OSError as error:
            self.unsaved = f"The last decision could not be saved: {error.strerror}."

    def _tell(self) -> None:
        self.version += 1
        self.changed.notify_all()

    # ---- the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._prepare()
        except Exception as error:  # whatever a file or a player does, it breaks one table and not the server
            with self.changed:
                self.state = BROKEN
                self.trouble = one_line(str(error) if isinstance(error, ValueError | OSError) else raised(error), 500)
                self._tell()
        while self._wait():
            if self._jobs:
                self._do_job()
            else:
                self._move()
        for player in self._players.values():
            player.close()
        for _, waiting in self._jobs:
            waiting.cancel()

    def _prepare(self) -> None:
        """Prepare the rules and the players, and replay what was played before."""
        kept = self.kept
        with _preparing:
            self.suggested = suggested(find(kept.game))
            rules = find(kept.game).definition(kept.config)
            if kept.fingerprint and kept.fingerprint != rules.fingerprint():
                raise ValueError("the game was started with another version of the rules or their content")
            if len(kept.seats) != rules.config.players:
                raise ValueError(f"there are {rules.config.players} seats and {len(kept.seats)} players")
            batch = new_table(rules, kept.seed, observe=True)
            self._trial = Batch(rules, WORLDS, observe=False)
            self._desk = Batch(rules, 1)
            for name in dict.fromkeys(seat.player for seat in kept.seats if seat.player != HUMAN):
                self._rules = rules
                self._player(name)
        with self.changed:
            self._rules, self._batch = rules, batch
            self._story = rules.storyteller()
            kept.fingerprint = rules.fingerprint()
            actions, kept.actions, known = kept.actions, [], kept.position
            self._add_step(None, None)
            for action in actions:
                if self.state == OVER or action >= rules.actions.size or not batch.masks[0, action]:
                    raise ValueError("its actions are not those of this game")
                self._apply(action)
            if known and known != position_hash(batch.games):
                raise ValueError("when it is played again, the game comes out differently")
            self._due = 0.0
            self._save()
            if self.state == PREPARING:
                self.state = PLAYING
            self._tell()

    def _wait(self) -> bool:
        """Wait for something to do; False if the table is closed."""
        with self.changed:
            while not self._closing:
                left = self._due - time.monotonic()
                moving = self._may_move()
                if self._jobs or (moving and left <= 0):
                    return True
                self.changed.wait(left if moving else None)
        return False

    def _may_move(self) -> bool:
        """Whether it is a computer player's move. If nobody plays, somebody must be watching."""
        if self.state != PLAYING or self.paused or self.problem is not None:
            return False
        player = self.kept.seats[int(self._batch.actors[0])].player
        return player != HUMAN and (bool(self.humans) or self.watchers > 0)

    def _move(self) -> None:
        """Ask the computer player whose decision it is."""
        with self.changed:
            if not self._may_move():
                return
            number, seat = self._numbers, int(self._batch.actors[0])
            name = self.kept.seats[seat].player
            self._put_on_desk()
        problem, action = "", 0
        try:
            action = ask(self._player(name), self._desk, self._seed())
        except Exception as error:  # whatever a player does, the game can continue with another
            problem = one_line(str(error) if isinstance(error, ValueError) else raised(error), 500)
        with self.changed:
            if number != self._numbers:  # a decision was taken back, or somebody else has the seat
                return
            if problem:
                self.problem = Problem(seat, name, problem)
                self._tell()
                return
            self._apply(action)
            self._save()

    def _put_on_desk(self) -> None:
        """Copy the game, so that it can be thought about while pages are answered."""
        self._batch.copy_to(self._desk)
        np.copyto(self._desk.observations, self._batch.observations)

    def _seed(self) -> int:
        """The seed for a player's decision."""
        key = np.array([hashed(self.kept.seed)])
        return int(decision_seeds(key, self._desk.actors, np.array([len(self.kept.actions)]))[0])

    def _player(self, name: str) -> Player:
        """A computer player, ready for the game; only the table's own thread asks it."""
        if name.partition(":")[0] == HUMAN:
            raise PlayerError(f"{HUMAN!r} takes no argument and gives no hints")
        if runs_code(name):  # a file of a table, or a form, would say what is run
            raise PlayerError(f"player {name!r} plays at the terminal and in the arena alone")
        if name not in self._players:
            player = make_player(name, self._folder, game=self.kept.game)
            try:
                player.start(self.rules)
            except ValueError as error:
                player.close()
                raise PlayerError(f"player {name!r} cannot play this game: {error}") from error
            self._players[name] = player
        return self._players[name]

    def _advice(self, name: str) -> Advice:
        with self.changed:
            self._put_on_desk()
        return ask_advice(self._player(name), self._desk, self._seed())

    def _ask_thread(self, job: Callable[[], Any]) -> Future[Any]:
        """Let the table's thread do something, because only that thread uses players."""
        with self.changed:
            if len(self._jobs) >= MOST_JOBS:
                raise Refusal(429, "The table is busy; try again in a moment.")
            waiting: Future[Any] = Future()
            self._jobs.append((job, waiting))
            self.changed.notify_all()
            return waiting

    def _do_job(self) -> None:
        job, waiting = self._jobs.popleft()
        try:
            waiting.set_result(job())
        except Refusal as error:
            waiting.set_exception(error)
        except Exception as error:  # whatever a player does
            said = one_line(str(error) if isinstance(error, ValueError) else raised(error), 500)
            waiting.set_exception(Refusal(409, said))


def _story(entries: Sequence[Entry]) -> list[tuple[int, str, str]]:
    return [(at, kind, text) for at, entry in enumerate(entries) for kind, text in entry.lines]


def _waited(waiting: Future[Any]) -> Any:
    try:
        return waiting.result(JOB_SECONDS)
    except (TimeoutError, CancelledError):
        raise Refusal(503, "There was no answer in time.") from None
