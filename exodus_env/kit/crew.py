"""Threads that play parts of a batch at the same time: compiled kernels do not hold Python's lock."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue
from typing import Any

from exodus_env.kit.encode import room_to_write

Job = tuple[Callable[..., Any], tuple[Any, ...]]
Answer = tuple[int, Any, BaseException | None]  # which part, what was returned or raised


class Crew:
    """Calls a function for parts of n games, one of them in the thread that asks; the others wait between the calls."""

    def __init__(self, n: int, threads: int) -> None:
        parts = min(threads, n)
        bounds = [n * part // parts for part in range(parts + 1)]
        self.parts = [(room_to_write(), first, beyond) for first, beyond in pairwise(bounds)]
        self._process = 0
        self._jobs: list[SimpleQueue[Job | None]] = []
        self._answers: SimpleQueue[Answer] = SimpleQueue()

    def run(self, call: Callable[..., Any], arguments: tuple[Any, ...]) -> list[Any]:
        """What `call` returns for each part; its last arguments are a row to write in, and the first and last game."""
        if self._process != os.getpid():  # threads do not follow into a child process
            self._start()
        for jobs, part in zip(self._jobs, self.parts[1:], strict=True):
            jobs.put((call, (*arguments, *part)))
        found: list[Any] = [None] * len(self.parts)
        problems: list[tuple[int, BaseException]] = []
        try:
            found[0] = call(*arguments, *self.parts[0])
        except Exception as problem:
            problems.append((0, problem))
        for _ in self._jobs:
            number, value, raised = self._answers.get()
            found[number] = value
            if raised is not None:
                problems.append((number, raised))
        if problems:
            raise min(problems, key=lambda numbered: numbered[0])[1]
        return found

    def _start(self) -> None:
        self._process = os.getpid()
        self._jobs = [SimpleQueue() for _ in self.parts[1:]]
        self._answers = SimpleQueue()
        for number, jobs in enumerate(self._jobs, start=1):
            threading.Thread(target=_work, args=(number, jobs, self._answers), daemon=True).start()
        weakref.finalize(self, _dismiss, self._jobs)


def _work(number: int, jobs: SimpleQueue[Job | None], answers: SimpleQueue[Answer]) -> None:
    """Do one job after another until there is none. What a job was about is let go of before it is answered."""
    while True:
        job = jobs.get()
        if job is None:
            return
        value, raised = None, None
        try:
            value = job[0](*job[1])
        except Exception as problem:
            raised = problem.with_traceback(None)
        del job
        answers.put((number, value, raised))


def _dismiss(crew: list[SimpleQueue[Job | None]]) -> None:
    for jobs in crew:
        jobs.put(None)
