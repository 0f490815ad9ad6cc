"""Answers, read strictly: one JSON object with the key "move", and nothing is ever guessed from prose."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import Any, Final

from exodus_env.kit.plain import parse_plain, shown

LONGEST: Final = 100_000  # characters of an answer that is read
ESCAPE: Final = len("uXXXX")  # what stands after a backslash
_NUMBER_GOES_ON: Final = re.compile(r"\.|[eE][+-]?")
_FENCE: Final = re.compile(r"```(?:json)?[ \t]*\n(.*?)(?:\n```|(\Z))", re.DOTALL | re.IGNORECASE)


class Failure(StrEnum):
    """What can be wrong with an answer."""

    EMPTY = "EMPTY"  # there is none
    TRUNCATED = "TRUNCATED"  # it was cut off
    UNPARSABLE = "UNPARSABLE"  # it is not one object with a move
    ILLEGAL = "ILLEGAL"  # its move is not legal now, or stands for several


class NoAnswer(ValueError):
    """An answer that gives no legal move, and why."""

    def __init__(self, kind: Failure, reason: str) -> None:
        super().__init__(f"{kind}: {reason}")
        self.kind = kind
        self.reason = reason


def read_answer(text: str, cut_off: bool = False) -> int | str:
    """The move that an answer names: an id, or text still to be looked up; raises NoAnswer.

    The answer is a JSON object, alone or alone in a fenced block. It may have other keys, such as a "thought"; they are
    not looked at. `cut_off` says that whoever produced the text stopped at a limit.
    """
    said = text.strip()
    if not said:
        raise NoAnswer(Failure.TRUNCATED if cut_off else Failure.EMPTY, "there is no answer")
    if cut_off:
        raise NoAnswer(Failure.TRUNCATED, "the answer was cut off")
    if len(said) > LONGEST:
        raise NoAnswer(Failure.UNPARSABLE, f"the answer is longer than {LONGEST:,} characters")
    if fenced := _FENCE.fullmatch(said):
        if fenced[2] is not None:
            raise NoAnswer(Failure.TRUNCATED, "the fenced block is not closed")
        said = fenced[1].strip()
    return move_of(_object(said))


def _object(said: str) -> dict[str, Any]:
    try:
        found = parse_plain(said)
    except json.JSONDecodeError as error:
        if said.startswith("{") and _ends_early(said, error):
            raise NoAnswer(Failure.TRUNCATED, "the JSON object does not end") from None
        raise NoAnswer(
            Failure.UNPARSABLE, f"this is not one JSON object: {error.msg} at character {error.pos}"
        ) from None
    except ValueError as error:
        raise NoAnswer(Failure.UNPARSABLE, f"this is not JSON that can be read: {error}") from None
    if not isinstance(found, dict):
        raise NoAnswer(Failure.UNPARSABLE, f"this is {shown(found)} instead of a JSON object")
    return found


def _ends_early(said: str, error: json.JSONDecodeError) -> bool:
    """Whether more text could have made it JSON: it ends between values, or inside one of them."""
    rest = said[error.pos :]
    if error.msg.startswith("Invalid \\uXXXX"):
        return len(rest) <= ESCAPE
    if said[: error.pos][-1:].isdigit() and _NUMBER_GOES_ON.fullmatch(rest):
        return True
    words = ("true", "false", "null", "-")
    return not rest or error.msg.startswith("Unterminated string") or any(word.startswith(rest) for word in words)


def move_of(answer: dict[str, Any]) -> int | str:
    """The move of an object; raises NoAnswer where it has none."""
    if "move" not in answer:
        raise NoAnswer(Failure.UNPARSABLE, 'the object has no key "move"')
    move = answer["move"]
    if type(move) is int or (isinstance(move, str) and move.strip()):
        return move
    raise NoAnswer(Failure.UNPARSABLE, f'"move" is {shown(move)} instead of the id or the name of a move')
