"""Asking a player for decisions, and reporting what is wrong with an answer: too late, an error, not an action.

A player may take twice its own `seconds` plus a second for a decision, or a common limit if it names none. A
call for several games may take as much for each of them; a call that fails or takes longer is asked again game by game,
so that only those at fault are lost.

Guests (kit/guests.py) look at the clock themselves and end the process of a player that is late. For players in this
process an alarm ends a call. It cannot end code that never comes back to Python; for that, and for a guest that stops
or kills the process that asks it, a `Watch` lets another process see what is being asked, and since when too long.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Array
from exodus_env.kit.faults import PlayerFault, misfit, raised
from exodus_env.kit.guests import Guest, ready_seconds
from exodus_env.kit.players import Player, Views, answers_together, choose_alone, time_allowed

MARGIN: Final = 5.0  # seconds after which an alarm has failed
LONGEST_ALARM: Final = 1e6  # seconds; a call that may take longer is not worth an alarm


class TimeUp(BaseException):
    """Not an Exception, so that a player does not catch it by mistake."""


class Watch:
    """What is being asked, as numbers that another process can read."""

    def __init__(self, board: Any = None) -> None:
        self.board = [0.0] * 3 if board is None else board  # to be over by then, or 0; seat; decisions before

    def point(self, seat: int, decisions: int) -> None:
        """Whose decision it is; where many are asked at once, one of them."""
        self.board[1] = seat
        self.board[2] = decisions

    def begin(self, seconds: float) -> None:
        """A call that may take this long begins."""
        self.board[0] = time.monotonic() + seconds

    def end(self) -> None:
        """The call is over."""
        self.board[0] = 0.0

    @property
    def asking(self) -> bool:
        """Whether a call is in progress."""
        return bool(self.board[0] > 0.0)

    @property
    def overdue(self) -> bool:
        """Whether the alarm should have ended it long ago."""
        until = self.board[0]  # read once: the call may end, and set it to 0, at any moment
        return bool(0.0 < until < time.monotonic() - MARGIN)

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return int(self.board[1])

    @property
    def decisions(self) -> int:
        """How many there were before."""
        return int(self.board[2])


class Referee:
    """Asks one player and judges its answers."""

    def __init__(self, name: str, player: Player, limit: float, watch: Watch) -> None:
        self.watch = watch
        self.name = name
        self.player = player
        self.allowed = time_allowed(player.seconds, limit)
        self.guest = isinstance(player, Guest)
        self.together = self.guest or answers_together(player)  # one trip through the pipe for all
        if isinstance(player, Guest):
            player.allowed = self.allowed

    def ask(self, views: Views, masks: Array) -> tuple[Array, dict[int, str]]:
        """An action for each game, and what is wrong if one cannot be used; `masks` say what is legal."""
        alone = not self.together or (self.guest and len(views) == 1)  # or a fault would cost a guest two processes
        answers = None if alone else self._ask_together(views)
        if answers is None:
            return self._ask_alone(views, masks)
        actions = np.zeros(len(views), dtype=np.int64)
        if isinstance(answers, np.ndarray) and answers.dtype.kind in "iu":
            inside = (answers >= 0) & (answers < masks.shape[1])
            actions[inside] = answers[inside]
            wrong = np.flatnonzero(~inside | (masks[np.arange(len(actions)), actions] == 0)).tolist()
        else:
            wrong = list(range(len(views)))
        problems: dict[int, str] = {}
        for i in wrong:
            self._judge(views, masks, i, answers[i], actions, problems)
        return actions, problems

    def _ask_together(self, views: Views) -> Any:
        """One answer for each game, or None if it must be asked game by game."""
        try:
            answers = self._in_time(lambda: self.player.choose_all(views), self.allowed * len(views))
            return answers if len(answers) == len(views) and np.ndim(answers) == 1 else None
        except KeyboardInterrupt:
            raise
        except TimeUp:
            self.together = False  # or every call would cost its time twice
        except PlayerFault as fault:
            self.together = fault.alive  # or every call would cost a process
        except BaseException:  # any fault shows when it is asked game by game
            pass
        return None

    def _ask_alone(self, views: Views, masks: Array) -> tuple[Array, dict[int, str]]:
        actions = np.zeros(len(views), dtype=np.int64)
        problems: dict[int, str] = {}
        for i in range(len(views)):
            try:
                one = views.alone(i)
                answer = self._in_time(lambda one=one: choose_alone(self.player, one), self.allowed)  # type: ignore[misc]
                self._judge(views, masks, i, answer, actions, problems)
            except KeyboardInterrupt:
                raise
            except TimeUp:
                problems[i] = f"took longer than {self.allowed:g} s for a decision"
            except PlayerFault as fault:
                problems[i] = fault.message
            except BaseException as error:  # whatever a player does, it only loses the game
                problems[i] = raised(error)
        return actions, problems

    def _in_time(self, call: Callable[[], Any], seconds: float) -> Any:
        self.watch.begin(seconds + 3 * ready_seconds() if self.guest else seconds)  # it may meet, start and load rules
        try:
            return call() if self.guest else in_time(call, seconds)
        finally:
            self.watch.end()

    def _judge(self, views: Views, masks: Array, i: int, answer: Any, actions: Array, problems: dict[int, str]) -> None:
        """Accept an answer as the action of a game, or say why not."""
        if problem := misfit(answer):
            problems[i] = problem
        elif not 0 <= answer < masks.shape[1]:
            problems[i] = f"answered with a number outside 0 to {masks.shape[1] - 1}"
        elif masks[i, answer] == 0:
            words = views.rules.actions.action_to_string(int(answer))
            problems[i] = f"chose {int(answer)} ({words}), which is not legal, when it must {views[i].decision}"
        else:
            actions[i] = answer


def in_time(call: Callable[[], Any], seconds: float) -> Any:
    """The result of a call; TimeUp if it takes longer. An alarm ends it, if the system has one for us."""
    started = time.perf_counter()
    answer = _with_alarm(call, seconds) if seconds < LONGEST_ALARM and _has_alarm() else call()
    if time.perf_counter() - started > seconds:
        raise TimeUp
    return answer


def _has_alarm() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _with_alarm(call: Callable[[], Any], seconds: float) -> Any:
    """Alarms ring again every second, for a player that catches everything. Any other timer is restored."""
    armed = True

    def ring(number: int, frame: FrameType | None) -> None:
        if armed:
            raise TimeUp

    started = time.monotonic()
    handler = signal.signal(signal.SIGALRM, ring)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        try:
            return call()
        finally:
            armed = False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left > 0:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - started), 0.001), interval)
