"""How an entry of a deck is made from a table in a file: what every entry carries, and where its values come from."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, TypeVar

from exodus_env.kit.content.reader import Reader, shown

# "user": the value comes from a folder of the user's own.
PROVENANCES: Final = ("rulebook", "public", "reconstructed", "user")
COMMON: Final = ("id", "name", "text", "provenance", "reconstructed", "tags", "module")

Raw = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """What every entry carries. `reconstructed` names the fields whose values are ours."""

    labelled: ClassVar[bool] = False  # its name is a label of ours, printed on nothing

    id: str
    name: str
    text: str
    provenance: str
    reconstructed: tuple[str, ...]
    tags: tuple[str, ...]
    module: str  # the part of the game that brings it; empty: always in the game

    @classmethod
    def own_fields(cls) -> tuple[str, ...]:
        """Fields that can be known or ours; the name only where it is printed on something."""
        own = tuple(field.name for field in fields(cls) if field.name not in COMMON)
        return own if cls.labelled else ("name", *own)


Made = TypeVar("Made", bound=Entry)


@dataclass(frozen=True)
class Deck:
    """Where a deck is stored and how its entries are read."""

    attribute: str  # of the content
    file: str
    table: str
    made: type[Entry]
    read: Callable[[Reader, Raw], Entry]
    most: int
    only: tuple[str, ...] = ()  # exactly these ids, in this order
    least: int = 1
    distinct: bool = False  # names are words of actions


def make_entry(
    made: type[Made], reader: Reader, raw: Raw, tags: tuple[str, ...], modules: tuple[str, ...], /, **values: Any
) -> Made:
    """An entry of a deck: its own values, and what every entry carries, with the tags and modules a game knows."""
    own = made.own_fields()
    provenance = reader.word("provenance", PROVENANCES)
    listed = reader.words("reconstructed", own)
    return made(
        id=raw["id"] if reader.has("id") else "",
        name=reader.text("name"),
        text=reader.text("text"),
        provenance=provenance,
        reconstructed=own if provenance == "reconstructed" else listed,
        tags=reader.words("tags", tags),
        module=reader.word("module", modules, default=""),
        **values,
    )


def ids(reader: Reader, field: str, most: int) -> tuple[str, ...]:
    """A list of ids of another deck; whether they exist is checked when every deck is read."""
    values = reader.sequence(field, reader.take(field), most)
    for value in values:
        if not isinstance(value, str):
            raise reader.error(field, f"{shown(value)} is not allowed; use ids")
    return tuple(str(value) for value in values)
