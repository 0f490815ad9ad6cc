"""Threads that do parts of a step at the same time: compiled kernels do not hold Python's lock."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue

Part = Callable[[], int]
Answer = tuple[int, int, BaseException | None]  # which part, what was returned or raised


class Crew:
    """Calls functions at the same time, the first in the thread that asks; threads of the others wait between calls."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self._process = 0
        self._turns: list[SimpleQueue[Part | None]] = []
        self._answers: SimpleQueue[Answer] = SimpleQueue()

    def run(self) -> list[int]:
        """What each function returns; raises what the first of those raised that did."""
        if self._process != os.getpid():  # threads do not follow into a child process
            self._start()
        for turns, part in zip(self._turns, self.parts[1:], strict=True):
            turns.put(part)
        answers = [_answer(0, self.parts[0]), *(self._answers.get() for _ in self._turns)]
        answers.sort(key=lambda answer: answer[0])
        for _, _, raised in answers:
            if raised is not None:
                raise raised
        return [value for _, value, _ in answers]

    def _start(self) -> None:
        self._process = os.getpid()
        self._turns = [SimpleQueue() for _ in self.parts[1:]]
        self._answers = SimpleQueue()
        for number, turns in enumerate(self._turns, start=1):
            threading.Thread(target=_work, args=(number, turns, self._answers), daemon=True).start()
        weakref.finalize(self, _dismiss, self._turns)


def _answer(number: int, part: Part) -> Answer:
    try:
        return number, part(), None
    except Exception as problem:
        return number, 0, problem


def _work(number: int, turns: SimpleQueue[Part | None], answers: SimpleQueue[Answer]) -> None:
    """Call one function after another until there is none; each is let go of before it is answered."""
    while (part := turns.get()) is not None:
        answer = _answer(number, part)
        del part
        answers.put(answer)
        del answer


def _dismiss(turns: list[SimpleQueue[Part | None]]) -> None:
    for one in turns:
        one.put(None)
