"""Guests: players that are not built in, each in a process of its own, so that nothing they do harms anybody else.

A guest is asked through a pipe (kit/wire.py) and is given observation, mask, seed and a possible world: the game itself
never leaves the host. The host waits as long as the player may take, and no longer. A guest that is late, dies or sends
anything but an answer is ended with all processes it has started, which costs it the game it was asked about;
another process takes its place when the next question comes.

A guest runs with the rights of the user, as any program does: this keeps players from spoiling a run, by mistake or to
win, and is not a sandbox for untrusted code.

EXODUS_GUEST_MEMORY: GiB a guest may take (8, or half of the memory where that is less). EXODUS_GUEST_SECONDS: how long
it may take to get ready (300). EXODUS_GUEST_OUTPUT=1 shows on standard error what guests print.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.faults import PlayerFault, Worded
from exodus_env.kit.players import Player, View, Views, time_allowed
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
    TOGETHER,
)

GIB: Final = 2**30
FAREWELL: Final = 1.0  # seconds a process has to end by itself
PATIENCE: Final = 10  # times the time of a decision, for many at once; a call that is late is asked again one by one
LONGEST_WAIT: Final = 3600.0  # seconds of one call of the system; longer waits take several
LONGEST_NAME: Final = 100
LONGEST_JSON: Final = 4096  # bytes a guest may tell about itself
LARGEST_SETTING: Final = 1e6
ROUNDS: Final = 10  # of looking for processes that start others while they are ended
MARK: Final = "EXODUS_GUEST"  # in the environment of a guest and all it starts
NO_ANSWER: Final = "sent something that is no answer"
UNASKED: Final = "sent something before it was asked"
BOOT: Final = (
    "import json, sys; told = json.loads(sys.argv[1]); sys.path[:] = told.pop('path'); sys.argv[1:] = []; "
    "from exodus_env.kit.guest_process import main; main(**told)"
)


class Lost(Exception):
    """There is no answer, and the process is no longer usable."""


class Late(Lost):
    """It took too long."""


class Guest(Player):
    """A player in a process of its own, which is started when something is asked.

    `maker` is the `module:function` that makes the player of a spec over there.
    """

    def __init__(self, spec: str, maker: str, folder: Path | str | None = None) -> None:
        self.spec = spec
        self.name = self.class_name = spec
        self.together = False  # whether it has a way of its own to answer many at once
        self.allowed = time_allowed(None)  # seconds a decision
        self._met = False
        self._maker = maker
        self._path = [*map(str, sys.path), *([] if folder is None else [str(folder)])]  # a user's file hides no library
        self._line: Line | None = None
        self._line_ends: weakref.finalize[..., Guest] | None = None  # with this object at the latest
        self._rules: Definition | None = None  # those its process is ready for

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_line": None, "_line_ends": None, "_rules": None}  # a copy has its own process

    def meet(self) -> None:
        """Start the process and learn who it is; raises PlayerFault where the player cannot be made."""
        self._connected()

    def start(self, rules: Definition) -> None:
        """Get ready for games of a configuration; raises PlayerFault where that fails."""
        self._ready(rules)

    def choose(self, view: View) -> int:
        """The guest's answer; raises PlayerFault if there is none."""
        return int(self._ask(EACH, view.alone())[0])

    def choose_all(self, views: Views) -> Array:
        """The guest's answers in every game; raises PlayerFault if there are none."""
        return self._ask(TOGETHER if self.together else EACH, views)

    def close(self, farewell: float = FAREWELL) -> None:
        """End the process. It starts again if something else is asked."""
        if self._line is not None and self._line_ends is not None:
            self._line_ends.detach()
            self._line.close(farewell)
        self._line = self._line_ends = None

    # ---- questions ---------------------------------------------------------------------------------------------------

    def _ask(self, kind: int, views: Views) -> Array:
        line = self._ready(views.rules)
        seconds, beats = self.allowed * min(len(views), PATIENCE), 0
        if kind == EACH:  # it says when it comes to another game, though not for each
            seconds, beats = self.allowed + (BEAT if len(views) > 1 else 0.0), len(views) - 1
        late = f"took longer than {self.allowed:g} s for a decision"
        answer = self._exchange(line, kind, question(views), seconds, 8 * len(views), late, beats)
        if len(answer) != 8 * len(views):
            raise self._end(NO_ANSWER)
        return np.frombuffer(answer, dtype="<i8")

    def _ready(self, rules: Definition) -> Line:
        """A process that is ready for games by these rules."""
        line = self._connected()
        if self._rules is not rules:
            self._rules = None
            told = {"definition": _path_of(type(rules)), "config": rules.config.to_dict()}
            self._get_ready(line, START, told)
            self._rules = rules
        return line

    def _connected(self) -> Line:
        """A process that answers. One that died while nothing was being asked is replaced: that broke no rule."""
        if self._line is not None:
            if self._line.is_silent():
                return self._line
            talked = self._line.is_alive()
            self.close(0.0)
            if talked:
                raise PlayerFault(self.spec, UNASKED)
        try:
            self._line = line = Line(self._path)
        except OSError as error:
            raise PlayerFault(self.spec, f"has no process: {error.strerror}") from error
        self._line_ends = weakref.finalize(self, line.close)
        self._rules = None
        try:
            self._take(self._get_ready(line, MEET, {"spec": self.spec, "maker": self._maker}))
        except PlayerFault:  # nobody is there to be asked
            self.close(0.0)
            raise
        return line

    def _get_ready(self, line: Line, kind: int, told: dict[str, Any]) -> bytes:
        seconds = ready_seconds()
        late = f"took longer than {seconds:g} s to get ready"
        return self._exchange(line, kind, [json.dumps(told).encode()], seconds, LONGEST_JSON, late)

    def _exchange(
        self, line: Line, kind: int, parts: Sequence[Any], seconds: float, largest: int, late: str, beats: int = 0
    ) -> bytes:
        try:
            return line.exchange(kind, parts, seconds, largest, beats)
        except Refused as told:
            raise PlayerFault(self.spec, str(told), alive=True) from None
        except Late:
            raise self._end(late) from None
        except Lost as lost:
            raise self._end(str(lost)) from None
        except BaseException:  # an interrupt: what comes through the pipe next would answer an old question
            self.close(0.0)
            raise

    def _end(self, message: str) -> PlayerFault:
        self.close(0.0)
        return PlayerFault(self.spec, message)

    def _take(self, told: bytes) -> None:
        """What a guest says about itself, which may be anything."""
        try:
            found = json.loads(told)
            name, class_name, seconds = found["name"], found["class"], found["seconds"]
            sound = isinstance(name, str) and isinstance(class_name, str)
            sound = sound and (seconds is None or (isinstance(seconds, float) and not math.isnan(seconds)))
        except (ValueError, KeyError, TypeError, RecursionError):
            sound = False
        if not sound:
            raise self._end("did not introduce itself")
        if self._met:  # what it says now would not change the rules for it
            return
        self._met = True
        self.name = one_line(name, LONGEST_NAME)
        self.class_name = one_line(class_name, LONGEST_NAME)
        self.seconds = seconds
        self.together = found.get("together") is True
        self.allowed = time_allowed(seconds)


def question(views: Views) -> list[Any]:
    """Decisions in the form in which they go through the pipe."""
    sizes = SIZES.pack(len(views), views.observations.shape[1], views.masks.shape[1], views._dealt.shape[1])
    columns = (
        (views.seats, np.int64),
        (views.seeds, np.int64),
        (views.observations, np.float32),
        (views.masks, np.int8),
        (views._dealt, np.uint8),
    )
    return [sizes, *(np.ascontiguousarray(array, dtype=dtype) for array, dtype in columns)]


def _path_of(found: type) -> str:
    return f"{found.__module__}:{found.__qualname__}"


# ---- the process -----------------------------------------------------------------------------------------------------


class Refused(Exception):
    """The guest itself says why there is no answer."""


class Line:
    """A process and the pipe to it, seen from the host. Nothing that comes through it is trusted."""

    def __init__(self, path: Sequence[str]) -> None:
        self._owner = os.getpid()
        self._mark = secrets.token_hex(16)
        self._number = 0
        self._paused: float | None = None  # seconds left when the guest began to load the rules
        self._may_load = False
        self._closed = False
        self._pipe, end = socket.socketpair()
        with end:
            told = {"path": path, "fd": end.fileno(), "parent": self._owner, "memory": memory_limit()}
            output = 2 if os.environ.get("EXODUS_GUEST_OUTPUT") == "1" else subprocess.DEVNULL
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", BOOT, json.dumps(told)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=[end.fileno()],
                start_new_session=True,  # a group of its own, which is ended as one; an interrupt does not reach it
                env={**os.environ, MARK: self._mark},
            )
        self._pipe.setblocking(False)

    # ---- asking ------------------------------------------------------------------------------------------------------

    def exchange(self, kind: int, parts: Sequence[Any], seconds: float, largest: int, beats: int) -> bytes:
        """Send a question and wait for its answer; raises Refused, Late or Lost. Each beat extends the time."""
        self._number += 1
        self._paused = None
        if kind == START:
            self._may_load = True
        until = time.monotonic() + seconds
        try:
            sizes = sum(memoryview(part).nbytes for part in parts)
            for part in (HEADER.pack(kind, self._number, sizes), *parts):
                self._send(memoryview(part).cast("B"), until)
            while True:
                kind, number, size = HEADER.unpack(self._received(HEADER.size, until))
                if number != self._number or size > max(largest, 4 * LONGEST_TOLD):
                    raise Lost(NO_ANSWER)
                answer = self._received(size, until)
                if kind == DONE:
                    return answer
                if kind == PROBLEM:
                    raise Refused(one_line(answer.decode(errors="replace"), LONGEST_TOLD))
                if kind == BUSY and beats > 0:
                    beats -= 1
                    until = time.monotonic() + seconds
                else:
                    until = self._without_loading(kind, until)
        except OSError:
            raise Lost(self._end_in_words()) from None

    def _without_loading(self, kind: int, until: float) -> float:
        """The time by which the player must have answered; loading the rules, once, does not count."""
        now = time.monotonic()
        if kind == LOADING and self._may_load:
            self._may_load = False
            self._paused = until - now
            return now + ready_seconds()
        if kind == LOADED and self._paused is not None:
            left, self._paused = self._paused, None
            return now + left
        raise Lost(NO_ANSWER)

    def _send(self, rest: memoryview, until: float) -> None:
        while rest:
            if self._wait(select.POLLIN | select.POLLOUT, until) & select.POLLIN:
                raise Lost(self._end_in_words() if self._is_at_end() else UNASKED)
            with contextlib.suppress(BlockingIOError):
                rest = rest[self._pipe.send(rest) :]

    def _received(self, size: int, until: float) -> bytes:
        data = bytearray()
        while len(data) < size:
            self._wait(select.POLLIN, until)
            some = self._pipe.recv(size - len(data))
            if not some:
                raise Lost(self._end_in_words())
            data += some
        return bytes(data)

    def _wait(self, events: int, until: float) -> int:
        """What the pipe is ready for; raises Late if that takes too long."""
        poll = select.poll()
        poll.register(self._pipe, events)
        while True:
            left = until - time.monotonic()
            if left <= 0:
                raise Late
            for _, found in poll.poll(math.ceil(1000 * min(left, LONGEST_WAIT))):
                return found

    # ---- alive or dead -----------------------------------------------------------------------------------------------

    def is_silent(self) -> bool:
        """Whether the process exists, is ours, and has said nothing since its last answer."""
        if self._closed or self._owner != os.getpid():  # a fork has it from its parent, whose guest it is
            return False
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN)
        return not poll.poll(0)

    def is_alive(self) -> bool:
        """Whether it could still say something."""
        return not self._closed and self._owner == os.getpid() and not self._is_at_end()

    def _is_at_end(self) -> bool:
        try:
            return not self._pipe.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def _end_in_words(self) -> str:
        """What happened to a process that closed its pipe."""
        try:
            status = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its pipe"
        if status >= 0:
            return f"ended its process with status {status}"
        with contextlib.suppress(ValueError):
            return f"ended its process with {signal.Signals(-status).name}"
        return f"ended its process with signal {-status}"

    def close(self, farewell: float = 0.0) -> None:
        """End the process and everything it has started, after the seconds it has to end by itself."""
        if self._closed:
            return
        self._closed = True
        self._pipe.close()
        if self._owner != os.getpid():  # its owner ends it
            return
        if farewell:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(farewell)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        end_marked(self._mark)
        self._process.wait()


def end_marked(mark: str) -> None:
    """End processes that left the group of a guest; where the system shows it, they are recognised by their
    environment."""
    folder = Path("/proc")
    for _ in range(ROUNDS):
        found = [int(entry.name) for entry in folder.glob("[0-9]*") if _is_marked(entry, mark)]
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


def _is_marked(process: Path, mark: str) -> bool:
    try:
        return mark.encode() in (process / "environ").read_bytes()
    except OSError:  # gone, or somebody else's
        return False


# ---- settings --------------------------------------------------------------------------------------------------------


def memory_limit() -> int:
    """Bytes of memory a guest may take."""
    most = 8.0
    with contextlib.suppress(AttributeError, ValueError, OSError):
        most = min(most, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / GIB / 2)
    return int(_setting("EXODUS_GUEST_MEMORY", most) * GIB)


def ready_seconds() -> float:
    """How long a guest may take to get ready."""
    return _setting("EXODUS_GUEST_SECONDS", 300.0)


def _setting(name: str, default: float) -> float:
    given = os.environ.get(name)
    if not given:
        return default
    with contextlib.suppress(ValueError):
        if 0 < float(given) <= LARGEST_SETTING:
            return float(given)
    raise Worded(f"{name} must be a number above 0, not {given!r}")
