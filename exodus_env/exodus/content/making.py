"""Entries of this game: the modules they belong to, and the tags they may have."""

from typing import Any, Final, TypeVar

from exodus_env.kit.content.making import Entry, Raw, make_entry
from exodus_env.kit.content.reader import Reader

EOE: Final = "EoE"  # entries of Edge of Extinction name it as others name a module of Event Horizon
MODULES: Final = (*(f"M{number}" for number in range(1, 11)), EOE)
# A tag says that an entry is about nothing else; "competitive" that it makes no sense where players win together.
TAGS: Final = ("high_council", "wmd", "player_combat", "end_vp", "competitive")

Made = TypeVar("Made", bound=Entry)


def make(made: type[Made], reader: Reader, raw: Raw, **values: Any) -> Made:
    """An entry of a deck: its own values and what every entry carries."""
    return make_entry(made, reader, raw, TAGS, MODULES, **values)
