"""The player `llm:COMMAND`: any program that reads questions and writes answers, a line of JSON each.

docs/LANGUAGE_MODELS.md has the protocol. Such a player is a guest like all that are not built in (kit/guests.py): the
program is a child of the guest's process, so the host ends both when an answer is late, and a program that dies or
breaks the protocol costs its seat the game. This file runs inside the guest and needs no clock of its own.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final

from exodus_env.kit.definition import Definition
from exodus_env.kit.faults import Worded
from exodus_env.kit.plain import parse_plain, shown
from exodus_env.kit.players import Player, View
from exodus_env.kit.text import one_line
from exodus_env.llm.answers import Failure, NoAnswer, move_of
from exodus_env.llm.asking import MOST_RETRIES, RETRIES, Attempt, GaveUp
from exodus_env.llm.prompts import Detail, Moves, prompt

PROTOCOL: Final = 1
LONGEST_LINE: Final = 65_536  # bytes of a line that a program sends
LONGEST_NAME: Final = 100
WANTED: Final = ("text", "facts", "observation")  # what a program can ask for in a question
FAREWELL: Final = 1.0  # seconds to end after its input is closed


class Program(Player):
    """A program that is asked through its standard input and output."""

    def __init__(self, command: str) -> None:
        self._command = _words(command)
        self._rules: Definition | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._read = bytearray()
        self._asked = 0
        self._meet()

    def start(self, rules: Definition) -> None:
        """Tell the program which game is played."""
        self._rules = rules
        self._tell_game()

    def choose(self, view: View) -> int:
        """The program's move; it is told what is wrong with an answer, and asked again a few times."""
        if self._process is None:  # it was ended for what it did in another game
            self._meet()
            self._tell_game()
        self._asked += 1
        asked = prompt(view, self._detail)
        question = {
            "type": "choose",
            "number": self._asked,
            "seat": view.seat,
            "seed": view.seed,
            "who": asked.who,
            "rules": asked.rules,
            "moves": asked.moves.rows(),
        }
        if "text" in self._wants:
            question["text"] = asked.text
        if "facts" in self._wants:
            question["facts"] = view.rules.describe(view.world()[0], view.seat)
        if "observation" in self._wants:
            question["observation"] = view.observation.tolist()
        failures: list[Attempt] = []
        for _ in range(self._retries + 1):
            line = self._exchange(question)
            try:
                return self._answer(line, asked.moves)
            except NoAnswer as error:
                failures.append(Attempt(error.kind, error.reason, one_line(line.decode(errors="replace"), 200)))
                question = {"type": "again", "number": self._asked, "kind": error.kind, "reason": error.reason}
        raise GaveUp(tuple(failures))

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._end(FAREWELL)

    # ---- what is said ------------------------------------------------------------------------------------------------

    def _meet(self) -> None:
        """Start the program and learn how it wants to be asked."""
        try:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            said = error.strerror if isinstance(error, OSError) else error
            raise Worded(f"cannot start {shown(self._command[0])}: {said}") from error
        self._read.clear()
        line = self._exchange({"type": "hello", "protocol": PROTOCOL})
        try:
            found = parse_plain(line)
            problem = _problem(found)
        except ValueError as error:
            problem = f"it is not JSON: {error}"
        if problem:
            raise self._fault(f"answered hello with something else than is documented: {problem}")
        self.name = one_line(found.get("name", self._command[0]), LONGEST_NAME)
        self.seconds = None if found.get("seconds") is None else float(found["seconds"])
        self._detail = Detail(found.get("detail", Detail.MIDDLE))
        self._retries = int(found.get("retries", RETRIES))
        self._wants = frozenset(found.get("wants", ("text",)))

    def _tell_game(self) -> None:
        rules = self._rules
        assert rules is not None
        self._send(
            {
                "type": "start",
                "game": rules.game,
                "environment": rules.name,
                "players": rules.config.players,
                "config": rules.config.to_dict(),
                "actions": rules.actions.size,
                "observation": rules.observations.size,
            }
        )

    def _answer(self, line: bytes, moves: Moves) -> int:
        """The legal move of a line; raises NoAnswer."""
        if not line.strip():
            raise NoAnswer(Failure.EMPTY, "the line is empty")
        try:
            found = parse_plain(line)
        except ValueError as error:
            raise NoAnswer(Failure.UNPARSABLE, f"this is not one JSON object: {error}") from None
        if not isinstance(found, dict):
            raise NoAnswer(Failure.UNPARSABLE, f"this is {shown(found)} instead of a JSON object")
        if "number" in found and found["number"] != self._asked:
            raise self._fault(f"answered question {shown(found['number'])} instead of {self._asked}")
        return moves.find(move_of(found))

    # ---- the pipes ---------------------------------------------------------------------------------------------------

    def _exchange(self, message: dict[str, Any]) -> bytes:
        self._send(message)
        return self._line()

    def _send(self, message: dict[str, Any]) -> None:
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], 0)
        if self._read or (ready and self._more()):
            raise self._fault("sent something before it was asked")
        try:
            process.stdin.write(json.dumps(message, allow_nan=False).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise self._fault(self._ended()) from None

    def _line(self) -> bytes:
        """The next line of the program."""
        while b"\n" not in self._read:
            if len(self._read) > LONGEST_LINE:
                raise self._fault(f"sent a line of more than {LONGEST_LINE:,} bytes")
            if not self._more():
                raise self._fault(self._ended())
        line, _, rest = bytes(self._read).partition(b"\n")
        self._read[:] = rest
        return line

    def _more(self) -> bool:
        """Read what has come; False where the program has closed its output."""
        assert self._process is not None and self._process.stdout is not None
        some = os.read(self._process.stdout.fileno(), LONGEST_LINE)
        self._read += some
        return bool(some)

    def _ended(self) -> str:
        """What became of a program that closed its end."""
        assert self._process is not None
        try:
            status = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its input or output"
        if status >= 0:
            return f"ended with status {status}"
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-status).name}"
        return f"was ended by signal {-status}"

    def _fault(self, words: str) -> Worded:
        """An error after which the program is not asked again; the next question starts it again."""
        self._end(0.0)
        return Worded(f"{words} (program {shown(self._command[0])})")

    def _end(self, farewell: float) -> None:
        process, self._process = self._process, None
        assert process is not None and process.stdin is not None and process.stdout is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        if farewell:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(farewell)
        process.kill()
        process.wait()
        process.stdout.close()
        self._read.clear()


def _words(command: str) -> list[str]:
    """A command line as its words; no shell reads it."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"its command cannot be read: {error}") from None
    if not words:
        raise ValueError("it needs a command, as in llm:python3 bot.py")
    return [sys.executable if words[0] == "python" else words[0], *words[1:]]


def _problem(found: Any) -> str:
    """What is wrong with an answer to hello; nothing where it is sound."""
    if not isinstance(found, dict) or found.get("type") != "hello":
        return 'it is no object of "type" "hello"'
    if found.get("protocol", PROTOCOL) != PROTOCOL:
        return f"its protocol is not {PROTOCOL}"
    for key, (sound, words) in _SOUND.items():
        if key in found and not sound(found[key]):
            return f"{key} is not {words}"
    return ""


def _is_seconds(value: Any) -> bool:
    return value is None or (type(value) in (int, float) and 0 < value < math.inf)


def _is_from(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


_SOUND: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "name": (lambda value: isinstance(value, str) and value.strip() != "", "a text"),
    "seconds": (_is_seconds, "a number above 0, or null"),
    "detail": (lambda value: _is_from(value, 1, 3), "1, 2 or 3"),
    "retries": (lambda value: _is_from(value, 0, MOST_RETRIES), f"a whole number from 0 to {MOST_RETRIES}"),
    "wants": (lambda value: isinstance(value, list) and set(map(str, value)) <= set(WANTED), f"a list of {WANTED}"),
}


def program(argument: str | None) -> Program:
    """`llm:COMMAND`."""
    return Program(argument or "")
