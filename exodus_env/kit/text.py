"""Text from files, players and errors, made safe to print on a terminal."""

from __future__ import annotations

import unicodedata
from typing import Final

# Control characters, format characters (bidi overrides among them), lone surrogates, line and paragraph separators.
_UNSAFE: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")


def printable(text: str) -> str:
    r"""The text on one line, with every character that could steer a terminal as an escape such as \x1b or \u202e."""
    if text.isprintable():
        return text
    return "".join(_escaped(letter) if unicodedata.category(letter) in _UNSAFE else letter for letter in text)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def one_line(text: str, longest: int | None = None) -> str:
    """The text safe to print, with all white space as single blanks, and cut where it is too long."""
    words = " ".join((text if longest is None else text[: 4 * longest]).split())
    return printable(words)[:longest]
