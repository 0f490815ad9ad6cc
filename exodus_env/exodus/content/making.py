"""How an entry of a deck is made of a table of a file: what every entry carries, and where its values come from."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar

from exodus_env.exodus import capacity
from exodus_env.exodus.content.entries import Entry, Layout, MarketSpace, ModifierBase, Number, Variant
from exodus_env.exodus.content.reader import Reader, shown

# "user": the value comes from a folder of the user's own.
PROVENANCES: Final = ("rulebook", "public", "reconstructed", "user")
EOE: Final = "EoE"  # entries of Edge of Extinction, which name it as others name a module of Event Horizon
MODULES: Final = (*(f"M{number}" for number in range(1, 11)), EOE)
# A tag says that an entry is about nothing else; "competitive" that it makes no sense where players win together.
TAGS: Final = ("high_council", "wmd", "player_combat", "end_vp", "competitive")
GARRISON_FIELDS: Final = ("resistance_1", "resistance_2", "resistance_3")
LABELLED: Final = (Number, ModifierBase, Variant, MarketSpace)  # their names are labels of ours
COMMON: Final = ("id", "name", "text", "provenance", "reconstructed", "tags", "module")

Made = TypeVar("Made", bound=Entry)
Raw = dict[str, Any]


@dataclass(frozen=True)
class Deck:
    """Where a deck stands and how its entries are read."""

    attribute: str  # of Content
    file: str
    table: str
    made: type[Entry]
    read: Callable[[Reader, Raw], Entry]
    most: int
    only: tuple[str, ...] = ()  # exactly these ids, in this order
    least: int = 1
    distinct: bool = False  # names are words of actions


def own_fields(made: type[Entry]) -> tuple[str, ...]:
    """Fields of an entry that can be known or ours; the name only where it is printed on something."""
    if made is Layout:
        return ("hexes", "homes", *GARRISON_FIELDS, "planets", "new_planets", "starts", "fixed")
    own = tuple(field.name for field in fields(made) if field.name not in COMMON)
    return own if made in LABELLED else ("name", *own)


def make(made: type[Made], reader: Reader, raw: Raw, **values: Any) -> Made:
    """An entry of a deck: its own values and what every entry carries."""
    own = own_fields(made)
    provenance = reader.word("provenance", PROVENANCES)
    listed = reader.words("reconstructed", own)
    return made(
        id=raw["id"] if reader.has("id") else "",
        name=reader.text("name"),
        text=reader.text("text"),
        provenance=provenance,
        reconstructed=own if provenance == "reconstructed" else listed,
        tags=reader.words("tags", TAGS),
        module=reader.word("module", MODULES, default=""),
        **values,
    )


def ids(reader: Reader, field: str) -> tuple[str, ...]:
    """A list of ids of another deck; whether they exist is checked when every deck is read."""
    values = reader.sequence(field, reader.take(field), capacity.TECHNOLOGIES)
    for value in values:
        if not isinstance(value, str):
            raise reader.error(field, f"{shown(value)} is not allowed; ids are")
    return tuple(str(value) for value in values)
