"""Records: a game as one numpy record, and what the kit needs of it.

A field is a row: name, type, shape, who may know it, meaning. A game's fields begin with those of `base_fields`, since
kernels and environments of the kit read them by name. `Schema` makes the numpy type, a hash of it and room for games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from exodus_env.kit.chance import STREAMS
from exodus_env.kit.kernel import declare_type
from exodus_env.kit.layout import ActionLayout

Array: TypeAlias = np.ndarray[Any, Any]
Field: TypeAlias = tuple[str, str, tuple[int, ...], str, str]

# Who may know a field: everybody; the player it is indexed by; nobody; nobody, because it is the engine's bookkeeping.
KNOWLEDGE: Final = ("public", "own", "hidden", "flow")


def base_fields(*, frames: int, columns: int, scripted: int) -> tuple[Field, ...]:
    """The fields every game's record begins with: room for frames of some columns, and for dice a test has fixed."""
    return (
        # kit/chance.py
        ("rng_key", "i8", (STREAMS, 2), "hidden", "keys of the random streams: setup, play, re-dealing"),
        ("rng_counter", "i8", (STREAMS,), "hidden", "draws made from each stream"),
        ("scripted", "i2", (scripted,), "hidden", "dice fixed in advance by a test, next first"),
        ("scripted_count", "i2", (), "hidden", "how many dice are fixed in advance"),
        # kit/flow.py
        ("depth", "i2", (), "flow", "frames on the stack"),
        ("stack", "i2", (frames, columns), "flow", "frames: kind, step, arguments"),
        ("actor", "i2", (), "public", "player who must decide"),
        ("decision", "i2", (), "public", "kind of the pending decision, 0 none"),
        ("focus_hex", "i2", (), "public", "hex the pending decision is about"),
        ("focus_player", "i2", (), "public", "player the pending decision is about"),
        ("focus_card", "i2", (), "public", "card, class, upgrade or ship the pending decision is about"),
        # kit/batch.py and the environments
        ("decisions", "i4", (), "flow", "decisions taken so far"),
        ("over", "i2", (), "public", "1: the game has ended and is scored"),
    )


BASE_FIELDS: Final = tuple(name for name, *_ in base_fields(frames=1, columns=1, scripted=1))

# What kernels of the kit read of a configuration's tables.
BASE_TABLES: Final = ("players", "family_start", "action_family", "action_factor")


def base_tables(*, families: int, actions: int, factors: int = 1) -> list[tuple[Any, ...]]:
    """The fields every game's tables have, with room for action ids: `fill_actions` writes all but the first."""
    return [
        ("players", "i2"),
        ("family_start", "i2", (families,)),
        ("action_family", "i2", (actions,)),
        ("action_factor", "i2", (actions, factors)),
    ]


class SchemaError(ValueError):
    """Fields that cannot be a game's record or tables."""


class Schema:
    """The record of a game: its numpy type, known to the kernels of the game's package as `Game`, and its tables' type,
    known as `Tables`."""

    def __init__(self, package: str, fields: Sequence[Field], tables: np.dtype[Any]) -> None:
        _require_base(package, fields)
        _require_names(package, "tables", BASE_TABLES, tables.names or ())
        self.fields = tuple(fields)
        self.tables = tables
        self.dtype = np.dtype((np.record, [(name, kind, shape) for name, kind, shape, _, _ in fields]))
        self.hash = hashlib.sha256(repr([field[:3] for field in fields]).encode()).hexdigest()[:16]
        declare_type(package, "Game", self.dtype)
        declare_type(package, "Tables", tables, readonly=True)

    def new_games(self, n: int) -> Array:
        """Room for n games. It copies a prepared buffer, since numpy takes 20 times as long to allocate a type with
        many fields."""
        return np.ndarray((n,), self.dtype, bytearray(n * self.dtype.itemsize))

    def tables_of(self, config: Any, actions: ActionLayout) -> Array:
        """The tables of a configuration, for a game whose tables hold settings and action ids only: each setting that
        has a field of its name, and what action ids mean."""
        tables = np.zeros(1, self.tables)
        for name, value in config.to_dict().items():
            if name in (self.tables.names or ()):
                tables[name] = value
        fill_actions(tables, actions)
        tables.flags.writeable = False
        return tables


def _require_base(package: str, fields: Sequence[Field]) -> None:
    """Raise SchemaError if the kit cannot work with a record."""
    names = [name for name, *_ in fields]
    _require_names(package, "record", BASE_FIELDS, names)
    if tuple(names[: len(BASE_FIELDS)]) != BASE_FIELDS:
        raise SchemaError(f"the record of {package} must begin with {', '.join(BASE_FIELDS)}")
    for (name, kind, shape, *_), (_, wanted, like, *_) in zip(
        fields, base_fields(frames=1, columns=1, scripted=1), strict=False
    ):
        if (kind, len(shape)) != (wanted, len(like)):
            raise SchemaError(f"the record of {package}: {name} must be {wanted} with {len(like)} axes")
    for name, _, _, known, _ in fields:
        if known not in KNOWLEDGE:
            raise SchemaError(f"the record of {package}: {name} is known to {known!r}, not to {', '.join(KNOWLEDGE)}")


def _require_names(package: str, what: str, needed: Iterable[str], names: Sequence[str]) -> None:
    missing = [name for name in needed if name not in names]
    if missing:
        raise SchemaError(f"the {what} of {package} must have {', '.join(missing)}: the kit needs them")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SchemaError(f"the {what} of {package}: there are two fields {', '.join(twice)}")


def fill_actions(tables: Array, layout: ActionLayout) -> None:
    """Write into tables what kernels must know about action ids: where families begin, and what each id means."""
    room = tables["action_family"].shape[1]
    if layout.size > room:
        raise ValueError(f"{layout.size} actions do not fit into the {room} of the tables")
    starts = [family.start for family in layout.families]
    tables["family_start"][0, : len(starts)] = starts
    tables["action_family"][0, : layout.size] = layout.decode[:, 0]
    tables["action_factor"][0, : layout.size, : layout.decode.shape[1] - 1] = layout.decode[:, 1:]
