"""Output that costs nobody a result, and signals that wait for what must be finished."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading

import pytest

from exodus_env.kit.interrupts import held_back, raised_like_ctrl_c
from exodus_env.kit.terminal import Stream, steady_streams


class Broken(io.TextIOWrapper):
    """A stream whose disk is full."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="ascii", errors="strict")
        self.tries = 0

    def write(self, text: str) -> int:
        self.tries += 1
        raise OSError(28, "No space left on device")


def shown(text: str, encoding: str) -> str:
    raw = io.BytesIO()
    stream = Stream(io.TextIOWrapper(raw, encoding=encoding, errors="strict"))
    print(text, end="", file=stream, flush=True)  # type: ignore[arg-type]
    return raw.getvalue().decode(encoding)


def test_characters_a_terminal_does_not_have_are_spelled() -> None:
    assert shown("25 ± 8, 3 × 4, café, “x” … 星", "ascii") == r'25 +/- 8, 3 x 4, cafe, "x" ... \u661f'
    assert shown("25 ± 8, 星", "utf-8") == "25 ± 8, 星"
    assert shown("25 ± 8, 星", "latin-1") == r"25 ± 8, \u661f"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_every_character_can_be_shown(encoding: str) -> None:
    text = "".join(map(chr, [*range(0x3000), 0xD800, 0xDFFF, 0xFFFF, 0x1F680]))
    assert len(shown(text, encoding)) >= len(text)


def test_an_error_of_output_is_raised_once_and_remembered() -> None:
    broken = Broken()
    stream = Stream(broken)
    with pytest.raises(OSError, match="No space") as caught:
        stream.write("x")
    stream.write("y")
    stream.flush()
    assert stream.error is caught.value and broken.tries == 1


def test_messages_never_raise() -> None:
    stream = Stream(Broken(), messages=True)
    print("x", file=stream, flush=True)  # type: ignore[arg-type]
    assert stream.error is not None


def test_streams_are_put_back() -> None:
    before = sys.stdout, sys.stderr
    with pytest.raises(ZeroDivisionError), steady_streams():
        assert (sys.stdout, sys.stderr) != before
        raise ZeroDivisionError
    assert (sys.stdout, sys.stderr) == before


# Signals -------------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def default_handlers() -> object:
    """As a program at a terminal has them, whatever these tests were started with."""
    numbers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL, signal.SIGHUP: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in numbers.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_waits_for_what_must_be_finished(number: signal.Signals) -> None:
    done = []
    with raised_like_ctrl_c() as came:
        with pytest.raises(KeyboardInterrupt):
            with held_back():
                for _ in range(3):
                    os.kill(os.getpid(), number)
                    done.append(1)
            done.append(2)
        assert came == [number]
    assert done == [1, 1, 1]


def test_an_impatient_second_interrupt_is_the_same_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    with raised_like_ctrl_c() as came:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        monkeypatch.setattr("exodus_env.kit.interrupts.ONE_WISH", 0.0)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
    assert came == [signal.SIGINT, signal.SIGTERM]


def test_an_error_meanwhile_is_not_forgotten() -> None:
    with pytest.raises(KeyboardInterrupt) as caught, held_back():
        os.kill(os.getpid(), signal.SIGINT)
        raise ZeroDivisionError
    assert isinstance(caught.value.__context__, ZeroDivisionError)


def test_other_threads_get_no_signals_and_set_no_handlers() -> None:
    found = []

    def work() -> None:
        with raised_like_ctrl_c(), held_back():
            found.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.SIG_DFL]
