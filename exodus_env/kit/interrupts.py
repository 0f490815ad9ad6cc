"""Signals that ask a program to end: raised like Ctrl-C, or held back while something must be finished first."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

# Terminated, and the terminal is gone; not every system knows both.
LIKE_CTRL_C: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def raised_like_ctrl_c() -> Iterator[list[int]]:
    """SIGTERM and SIGHUP raise KeyboardInterrupt meanwhile; gives a list of those that came.

    Signals that are ignored stay so: whoever started us, such as nohup, wants it like that.
    """
    came: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        came.append(number)
        raise KeyboardInterrupt

    with _handled(LIKE_CTRL_C, interrupt):
        yield came


@contextmanager
def held_back() -> Iterator[None]:
    """Ctrl-C, SIGTERM and SIGHUP take effect at the end: a second Ctrl-C must not cost what the first one saved."""
    came: list[int] = []
    try:
        with _handled((signal.SIGINT, *LIKE_CTRL_C), lambda number, frame: came.append(number)):
            yield
    finally:
        if came:
            signal.raise_signal(came[0])


@contextmanager
def _handled(numbers: tuple[int, ...], handler: object) -> Iterator[None]:
    """Signals with another handler meanwhile, where they are not ignored and this is the thread they come to."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.getsignal(number) for number in numbers}
    before = {number: old for number, old in before.items() if old not in (signal.SIG_IGN, None)}
    for number in before:
        signal.signal(number, handler)  # type: ignore[arg-type]
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
