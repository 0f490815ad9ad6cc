"""Typed reading of one content entry: every refusal names the file, the entry, the field and what is allowed."""

from collections.abc import Mapping, Sequence
from typing import Final

from exodus_env.kit.text import printable

LONGEST_TEXT: Final = 200
LONGEST_LIST: Final = 128


class ContentError(ValueError):
    """Content that cannot be played."""

    def __init__(self, file: str, entry: str, field: str, problem: str) -> None:
        where = [file] + ([f"entry '{entry}'"] if entry else []) + ([f"field '{field}'"] if field else [])
        super().__init__(printable(f"{', '.join(where)}: {problem}"))
        self.file, self.entry, self.field = file, entry, field


def shown(value: object) -> str:
    """A value in a form that is safe in a message: never longer than a line."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # numbers with thousands of digits and the like
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


class Reader:
    """The fields of one TOML table, taken one by one; `finish` refuses those that nobody asked for."""

    def __init__(self, raw: Mapping[str, object], file: str, entry: str, prefix: str = "") -> None:
        self.raw, self.file, self.entry, self.prefix = raw, file, entry, prefix
        self.asked: list[str] = []

    def error(self, field: str, problem: str) -> ContentError:
        """The error that refuses one field."""
        return ContentError(self.file, self.entry, self.prefix + field, problem)

    def has(self, field: str) -> bool:
        """Whether the optional field is given."""
        self.asked.append(field)
        return field in self.raw

    def take(self, field: str) -> object:
        """The raw value of a required field."""
        if not self.has(field):
            raise self.error(field, "missing")
        return self.raw[field]

    def integer(self, field: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        if default is not None and not self.has(field):
            return default
        return self._integer(field, self.take(field), low, high)

    def _integer(self, field: str, value: object, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.error(field, f"{shown(value)} is not allowed; use a whole number from {low} to {high}")
        return value

    def integers(self, field: str, length: int, low: int, high: int) -> tuple[int, ...]:
        """A list of exactly this many whole numbers."""
        values = self.sequence(field, self.take(field), length)
        if len(values) != length:
            raise self.error(field, f"a list of {length} whole numbers is allowed, this one has {len(values)}")
        return tuple(self._integer(f"{field}[{i}]", value, low, high) for i, value in enumerate(values))

    def text(self, field: str) -> str:
        """A short line of text."""
        value = self.take(field)
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TEXT or not value.isprintable():
            raise self.error(field, f"{shown(value)} is not allowed; use one line of 1 to {LONGEST_TEXT} characters")
        return value

    def flag(self, field: str, default: bool | None = None) -> bool:
        """true or false."""
        if default is not None and not self.has(field):
            return default
        value = self.take(field)
        if not isinstance(value, bool):
            raise self.error(field, f"{shown(value)} is not allowed; use true or false")
        return value

    def word(self, field: str, allowed: Sequence[str], default: str | None = None) -> str:
        """One word of a list."""
        if default is not None and not self.has(field):
            return default
        return self._word(field, self.take(field), allowed)

    def _word(self, field: str, value: object, allowed: Sequence[str]) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise self.error(field, f"{shown(value)} is not allowed; allowed: {', '.join(allowed)}")
        return value

    def words(self, field: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """A list of words of a list; empty when not given."""
        if not self.has(field):
            return ()
        values = self.sequence(field, self.raw[field], LONGEST_LIST)
        return tuple(self._word(f"{field}[{i}]", value, allowed) for i, value in enumerate(values))

    def sequence(self, field: str, value: object, most: int) -> list[object]:
        """A list that is not too long."""
        if not isinstance(value, list) or len(value) > most:
            raise self.error(field, f"{shown(value)} is not allowed; use a list of at most {most}")
        return value

    def table(self, field: str, value: object) -> "Reader":
        """A reader of a table within this one."""
        if not isinstance(value, dict):
            raise self.error(field, f"{shown(value)} is not allowed; use a table")
        return Reader(value, self.file, self.entry, f"{self.prefix}{field}.")

    def tables(self, field: str, most: int) -> list["Reader"]:
        """Readers of a list of tables; empty when not given."""
        if not self.has(field):
            return []
        values = self.sequence(field, self.raw[field], most)
        return [self.table(f"{field}[{i}]", value) for i, value in enumerate(values)]

    def finish(self) -> None:
        """Refuse fields nobody asked for."""
        for field in self.raw:
            if field not in self.asked:
                allowed = ", ".join(sorted(set(self.asked)))
                raise self.error(shown(field)[1:-1], f"unknown field; allowed: {allowed}")
