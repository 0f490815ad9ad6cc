"""Asking a player for decisions, and saying what is wrong with an answer: too late, an error, not an action.

A player may take GRACE times its own `seconds` and GRACE_SECONDS more for a decision, or a common limit where it names
none. A call for several games may take as much for each of them; a call that fails or takes longer is asked again game
by game, so that only those at fault are lost. An alarm ends a call that takes too long. It cannot end code that never
comes back to Python; for that a `Watch` lets another process see what is being asked, and since when too long.
"""

from __future__ import annotations

import signal
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final

import numpy as np

from exodus_env.kit.batch import WHOLE_NUMBERS
from exodus_env.kit.definition import Array
from exodus_env.kit.players import Player, Views

GRACE: Final = 2.0
GRACE_SECONDS: Final = 1.0
MARGIN: Final = 5.0  # seconds after which an alarm has failed
LONGEST: Final = 300  # characters of a message


class TimeUp(BaseException):
    """Not an Exception, so that a player does not catch it by mistake."""


class Watch:
    """What is being asked, in numbers that another process can see."""

    def __init__(self, board: Any = None) -> None:
        self.board = [0.0] * 3 if board is None else board  # to be over by then, or 0; seat; decisions before

    def point(self, seat: int, decisions: int) -> None:
        """Whose decision it is; where many are asked at once, one of them."""
        self.board[1] = seat
        self.board[2] = decisions

    def begin(self, seconds: float) -> None:
        """A call that may take so long begins."""
        self.board[0] = time.monotonic() + seconds

    def end(self) -> None:
        """It is over."""
        self.board[0] = 0.0

    @property
    def asking(self) -> bool:
        """Whether a call is under way."""
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
        self.allowed = limit if player.seconds is None else GRACE * player.seconds + GRACE_SECONDS
        self.together = type(player).choose_all is not Player.choose_all
        self.has_choose = type(player).choose is not Player.choose

    def ask(self, views: Views, masks: Array) -> tuple[Array, dict[int, str]]:
        """An action for each game, and what is wrong where one is not to be taken; `masks` say what is legal."""
        answers = self._ask_together(views) if self.together else None
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
        """One answer for each game, or None where it must be asked game by game."""
        try:
            answers = self._in_time(lambda: self.player.choose_all(views), self.allowed * len(views))
            return answers if len(answers) == len(views) and np.ndim(answers) == 1 else None
        except KeyboardInterrupt:
            raise
        except TimeUp:
            self.together = False  # or every call would cost its time twice
        except BaseException:  # what is wrong shows when it is asked game by game
            pass
        return None

    def _ask_alone(self, views: Views, masks: Array) -> tuple[Array, dict[int, str]]:
        actions = np.zeros(len(views), dtype=np.int64)
        problems: dict[int, str] = {}
        for i in range(len(views)):
            try:
                answer = self._in_time(lambda i=i: self._choose(views, i), self.allowed)  # type: ignore[misc]
                self._judge(views, masks, i, answer, actions, problems)
            except KeyboardInterrupt:
                raise
            except TimeUp:
                problems[i] = f"took longer than {self.allowed:g} s for a decision"
            except BaseException as error:  # whatever a player does, it only loses the game
                problems[i] = raised(error)
        return actions, problems

    def _in_time(self, call: Callable[[], Any], seconds: float) -> Any:
        self.watch.begin(seconds)
        try:
            return in_time(call, seconds)
        finally:
            self.watch.end()

    def _choose(self, views: Views, i: int) -> Any:
        if self.has_choose:
            return self.player.choose(views[i])
        (answer,) = self.player.choose_all(one_of(views, i))
        return answer

    def _judge(self, views: Views, masks: Array, i: int, answer: Any, actions: Array, problems: dict[int, str]) -> None:
        """Take an answer as the action of a game, or say why not."""
        if isinstance(answer, bool) or not isinstance(answer, WHOLE_NUMBERS):
            problems[i] = f"answered with {type(answer).__name__} instead of a whole number"
        elif not 0 <= answer < masks.shape[1]:
            problems[i] = f"answered with a number outside 0 to {masks.shape[1] - 1}"
        elif masks[i, answer] == 0:
            words = views.rules.actions.action_to_string(int(answer))
            problems[i] = f"chose {int(answer)} ({words}), which is not legal, when it must {views[i].decision}"
        else:
            actions[i] = answer


def one_of(views: Views, i: int) -> Views:
    """One decision of several."""
    row = slice(i, i + 1)
    return Views(
        views.rules, views.seats[row], views.observations[row], views.masks[row], views.seeds[row], views._games[row]
    )


def raised(error: BaseException) -> str:
    """An error in one line, with the place it comes from."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    return f"raised {type(error).__name__}: {text[:LONGEST]} ({Path(place.filename).name}, line {place.lineno})"


def in_time(call: Callable[[], Any], seconds: float) -> Any:
    """What a call returns; TimeUp where it takes longer. An alarm ends it, where the system has one to give us."""
    started = time.perf_counter()
    answer = _with_alarm(call, seconds) if _has_alarm() else call()
    if time.perf_counter() - started > seconds:
        raise TimeUp
    return answer


def _has_alarm() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _with_alarm(call: Callable[[], Any], seconds: float) -> Any:
    """Alarms ring again every second, for a player that catches everything. A timer of somebody else goes on after."""
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
