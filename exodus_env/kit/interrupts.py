"""Signals that ask a program to end: raised like Ctrl-C, or held back while something must be finished first."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

# Ctrl-C; terminated; the terminal is gone. Not every system knows all of them.
ENDING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
ONE_WISH: Final = 2.0  # seconds; signals that come sooner after another mean the same


@contextmanager
def raised_like_ctrl_c() -> Iterator[list[int]]:
    """Meanwhile SIGTERM and SIGHUP raise KeyboardInterrupt like Ctrl-C; yields the list of signals that came.

    An impatient second Ctrl-C does not: it would break into what the first one has begun to clear up. Signals that are
    ignored stay so: whoever started us, such as nohup, wants it like that.
    """
    came: list[int] = []
    raised = -math.inf

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal raised
        if time.monotonic() - raised >= ONE_WISH:
            raised = time.monotonic()
            came.append(number)
            raise KeyboardInterrupt

    with _handled(interrupt):
        yield came


@contextmanager
def held_back() -> Iterator[None]:
    """Hold back Ctrl-C, SIGTERM and SIGHUP until the end, so that nothing being written is lost."""
    came: list[int] = []
    try:
        with _handled(lambda number, frame: came.append(number)):
            yield
    finally:
        if came:
            signal.raise_signal(came[0])


@contextmanager
def _handled(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """These signals with another handler meanwhile, where they are not ignored and this is the thread they come to."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.getsignal(number) for number in ENDING}
    before = {number: old for number, old in before.items() if old not in (signal.SIG_IGN, None)}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
