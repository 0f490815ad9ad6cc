"""The process of a guest, seen from inside: one player, asked through a pipe until the host closes it.

The host sends what a seat may know and a possible world. The rules are loaded when the player first asks for them, for
a world, or for words: many players never do, and are ready in a fraction of the time.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.faults import Worded, misfit, raised
from exodus_env.kit.players import Player, Views, answers_together, choose_alone
from exodus_env.kit.text import one_line
from exodus_env.kit.wire import (
    BEAT,
    BUSY,
    DONE,
    EACH,
    HEADER,
    LOADED,
    LOADING,
    LONGEST_TOLD,
    MEET,
    PROBLEM,
    SIZES,
    START,
)

PR_SET_PDEATHSIG: Final = 1
INT64: Final = np.iinfo(np.int64)


class SentViews(Views):
    """Decisions that came through the pipe. The arrays belong to the player: nobody else has them."""

    def __init__(self, load: Callable[[], Definition], question: bytearray) -> None:
        games, observed, actions, bytes_of_world = SIZES.unpack_from(question)
        at = SIZES.size

        def take(dtype: Any, *shape: int) -> Array:
            nonlocal at
            found = np.frombuffer(question, dtype, int(np.prod(shape)), at).reshape(shape)
            at += found.nbytes
            return found

        self._load = load
        self.seats = take(np.int64, games)
        self.seeds = take(np.int64, games)
        self.observations = take(np.float32, games, observed)
        self.masks = take(np.int8, games, actions)
        self._dealt = take(np.uint8, games, bytes_of_world)

    @property
    def rules(self) -> Definition:
        """The rules of the games."""
        return self._load()


class Rules:
    """The rules of one configuration, loaded when somebody asks."""

    def __init__(self, definition: str, config: dict[str, Any], say: Callable[[int], None]) -> None:
        self._told = definition, config
        self._say = say
        self._loaded: Definition | None = None

    def load(self) -> Definition:
        """The rules, with everything compiled ready to be called."""
        if self._loaded is None:
            self._say(LOADING)
            from exodus_env.kit.kernel import prepare_game

            definition, config = self._told
            self._loaded = named(definition).from_dict(config)
            prepare_game(self._loaded.play.game)
            self._say(LOADED)
        return self._loaded


class Service:
    """Answers what comes through the pipe."""

    def __init__(self, pipe: socket.socket) -> None:
        self._pipe = pipe
        self._number = 0  # of the question
        self._make: Callable[[], Player] = Player
        self._fresh: Player | None = None  # made, and not yet used for any rules
        self._player = Player()
        self._rules: Rules | None = None

    def run(self) -> None:
        """Serve until the host closes the pipe."""
        while True:
            kind, self._number, size = HEADER.unpack(self._received(HEADER.size))
            question = self._received(size)
            try:
                answer = self._answer(kind, question)
            except BaseException as error:  # whatever a player does, the host gets an answer
                self._send(PROBLEM, _told(error).encode(errors="replace"))
            else:
                self._send(DONE, answer)

    def _answer(self, kind: int, question: bytearray) -> bytes:
        if kind == MEET:
            return json.dumps(self._meet(**json.loads(question))).encode()
        if kind == START:
            self._start(**json.loads(question))
            return b""
        assert self._rules is not None
        views = SentViews(self._rules.load, question)
        answers = self._one_by_one(views) if kind == EACH else self._player.choose_all(views)
        return whole_numbers(answers, len(views))

    def _one_by_one(self, views: Views) -> list[Any]:
        """Answer one by one, telling the host from time to time that one more is ready."""
        said = time.monotonic()
        answers = []
        for i in range(len(views)):
            if time.monotonic() - said > BEAT:
                self._send(BUSY)
                said = time.monotonic()
            answers.append(choose_alone(self._player, views.alone(i)))
        return answers

    def _meet(self, spec: str, maker: str) -> dict[str, Any]:
        make = named(maker)
        self._make = lambda: make(spec)
        player = self._fresh = self._make()
        seconds = player.seconds
        return {
            "name": str(player.name),
            "class": type(player).__name__,
            "seconds": seconds if seconds is None else float(seconds),
            "together": answers_together(player),
        }

    def _start(self, definition: str, config: dict[str, Any]) -> None:
        """A player of its own for every configuration."""
        self._player = self._fresh or self._make()
        self._fresh = None
        self._rules = Rules(definition, config, self._send)
        if type(self._player).start is not Player.start:
            try:
                self._player.start(self._rules.load())
            except ValueError as error:  # the player cannot play this, and says why
                raise Worded(str(error)) from error

    def _received(self, size: int) -> bytearray:
        data = bytearray(size)
        rest = memoryview(data)
        while rest:
            count = self._pipe.recv_into(rest)
            if count == 0:
                sys.exit()
            rest = rest[count:]
        return data

    def _send(self, kind: int, data: bytes = b"") -> None:
        self._pipe.sendall(HEADER.pack(kind, self._number, len(data)) + data)


def whole_numbers(answers: Any, count: int) -> bytes:
    """Answers in the form that the host takes; raises Worded if one is not an integer."""
    if len(answers) != count:
        raise Worded(f"gave {len(answers)} answers to {count} questions")
    numbers = []
    for answer in answers:
        if problem := misfit(answer):
            raise Worded(problem)
        number = int.__index__(answer) if isinstance(answer, int) else int(answer)
        numbers.append(min(max(number, INT64.min), INT64.max))  # what does not fit is no action in any case
    return np.array(numbers, dtype="<i8").tobytes()


def _told(error: BaseException) -> str:
    """What went wrong, in the form that the host takes."""
    return one_line(str(error), LONGEST_TOLD) if isinstance(error, Worded) else raised(error)


def named(spec: str) -> Any:
    """What `module:name` names."""
    module, _, name = spec.partition(":")
    return getattr(import_module(module), name)


def main(fd: int, parent: int, memory: int) -> None:
    """Serve a host, after limiting what the player may use of the machine."""
    limit_resources(memory)
    die_with(parent)
    pipe = socket.socket(fileno=fd)
    pipe.set_inheritable(False)  # no program the player runs has it
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=pipe.close)  # only this process answers
    process = os.getpid()
    try:
        Service(pipe).run()
    finally:
        if os.getpid() != process:  # a player has forked, and this is the other one
            os._exit(0)


def limit_resources(memory: int) -> None:
    """Limit memory, disable dumps of it, and if memory runs out, let this process be killed first."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        if most != resource.RLIM_INFINITY:
            memory = min(memory, most)
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def die_with(parent: int) -> None:
    """If the system can, end this process when the host is killed, whatever the player is doing."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit()
