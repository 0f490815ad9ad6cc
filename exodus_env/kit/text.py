"""Plain text: other people's text made safe to print on a terminal; columns, lists and wrapped lines of our own."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from typing import Final

# Control characters, format characters (bidi overrides among them), lone surrogates, line and paragraph separators.
_UNSAFE: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
WIDTH: Final = 118
UNKNOWN: Final = "?"  # in the place of a number


def printable(text: str) -> str:
    r"""The text on one line, with every character that could control a terminal as an escape such as \x1b or \u202e."""
    if text.isprintable():
        return text
    return "".join(_escaped(letter) if unicodedata.category(letter) in _UNSAFE else letter for letter in text)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def one_line(text: str, longest: int | None = None) -> str:
    """The text made safe to print, with all white space as single blanks, and cut if it is too long."""
    words = " ".join((text if longest is None else text[: 4 * longest]).split())
    return printable(words)[:longest]


def aligned(rows: Sequence[Sequence[object]]) -> list[str]:
    """Columns of equal width under a head; numbers to the right."""
    table = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    right = [all(isinstance(row[i], int) or row[i] == UNKNOWN for row in rows[1:]) for i in range(len(table[0]))]
    table.insert(1, ["-" * width for width in widths])
    return ["  ".join(_cell(*column) for column in zip(row, widths, right)).rstrip() for row in table]


def _cell(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def wrapped(text: str, indent: str = "", further: str | None = None) -> list[str]:
    """A sentence as lines; those after the first are indented further, or as given."""
    after = indent + "    " if further is None else further
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=after) or [""]


def listed(words: Sequence[str]) -> str:
    """Words as a list with commas and a final "and"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(words: Sequence[str]) -> list[str]:
    """Equal words once each, with a count if there are several."""
    return [f"{words.count(word)} {word}" if words.count(word) > 1 else word for word in dict.fromkeys(words)]


def capital(text: str) -> str:
    """Text with a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def article(name: str) -> str:
    """A name with "a" or "an" before it."""
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def number(count: int, word: str) -> str:
    """A number of things: "1 hit", "2 hits"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def third_person(phrase: str) -> str:
    """An imperative in the third person: "gain 2 CP" becomes "gains 2 CP"."""
    verb, _, rest = phrase.partition(" ")
    return f"{verb}s {rest}".rstrip()
