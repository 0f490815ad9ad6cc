"""Entries of this game: it has no modules, and its entries have no tags."""

from typing import Any, TypeVar

from exodus_env.kit.content.making import Entry, Raw, make_entry
from exodus_env.kit.content.reader import Reader

Made = TypeVar("Made", bound=Entry)


def make(made: type[Made], reader: Reader, raw: Raw, **values: Any) -> Made:
    """An entry of a deck: its own values and what every entry carries."""
    return make_entry(made, reader, raw, (), (), **values)
