"""What players do wrong, in words: short, on one line, and safe to print."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit.text import one_line

LONGEST: Final = 300  # characters of a message


class PlayerFault(ValueError):
    """A player in a process of its own did not do what it was asked.

    `message` is what it did, without its name. `alive` says that its process reported this itself and is still running.
    """

    def __init__(self, name: str, message: str, alive: bool = False) -> None:
        super().__init__(f"player {name!r} {message}")
        self.name = name
        self.message = message
        self.alive = alive

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.message, self.alive)


class Worded(ValueError):
    """An error whose text is shown as it is."""


def misfit(answer: Any) -> str | None:
    """Why an answer is not an integer, or None if it is one."""
    if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
        return f"answered with {type(answer).__name__} instead of a whole number"
    return None


def raised(error: BaseException) -> str:
    """An error in words, with the place where it was raised."""
    place = ""
    try:
        text = str(error)
        frames = traceback.extract_tb(error.__traceback__)
        if frames:
            place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"
    except BaseException:  # an error of somebody's own may do anything when it is looked at
        text = ""
    return f"raised {one_line(type(error).__name__, LONGEST)}: {one_line(text, LONGEST)}{place}"
