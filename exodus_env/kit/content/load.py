"""Reading the decks of a game: its TOML files, a user's own folder over them, every entry checked by itself.

The game checks relations between decks, once all of them are read.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from exodus_env.kit.content.making import Deck, Entry, Raw
from exodus_env.kit.content.reader import ContentError, Reader, shown
from exodus_env.kit.content.toml_file import FileError, read_toml

MOST_ENTRIES: Final = 512
# Fields of an entry that only people read: they are not part of the hash of the content.
PROSE: Final = ("name", "text", "provenance", "reconstructed")
C = TypeVar("C")  # the content of a game
Stamp = tuple[tuple[str, int, int], ...]  # of every file: name, time of the last change, size


def read_decks(decks: Sequence[Deck], ours: Path, folder: Path | None = None) -> dict[str, tuple[Any, ...]]:
    """The decks by attribute, from the files of our folder with those of the user's over them."""
    by_file: dict[str, list[Deck]] = {}
    for deck in decks:
        by_file.setdefault(deck.file, []).append(deck)
    theirs = {path.name: path for path in (() if folder is None else _user_files(folder, by_file))}
    found: dict[str, tuple[Any, ...]] = {}
    for file, held in by_file.items():
        if file in theirs:
            tables = tuple(deck.table for deck in held)
            raw = _merged(_parsed(ours / file, tables), _parse(theirs[file], tables), held)
            found.update((deck.attribute, _read_deck(deck, raw)) for deck in held)
        else:
            found.update(_our_decks(ours / file, tuple(held)))
    return {deck.attribute: found[deck.attribute] for deck in decks}


@lru_cache
def _our_decks(path: Path, decks: tuple[Deck, ...]) -> dict[str, tuple[Any, ...]]:
    """The decks of one of our files, which is read only once."""
    raw = _parsed(path, tuple(deck.table for deck in decks))
    return {deck.attribute: _read_deck(deck, raw) for deck in decks}


def stamp(folder: str | None) -> Stamp:
    """Changes when a folder of content changes; empty if it cannot be read, because loading reports why."""
    if folder is None:
        return ()
    try:
        found = [(path.name, path.stat()) for path in sorted(Path(folder).iterdir())]
    except OSError:
        return ()
    return tuple((name, status.st_mtime_ns, status.st_size) for name, status in found)


class Library(Generic[C]):
    """The content of a game: its own files, a user's folder over them, and checks of what decks need of each other."""

    def __init__(
        self, made: Callable[..., C], decks: Sequence[Deck], ours: Path, check_together: Callable[[C], None]
    ) -> None:
        self._made = made  # of the decks by attribute, and their hash
        self.decks = decks
        self._ours = ours
        self._check_together = check_together
        self._kept = lru_cache(maxsize=8)(self._read)

    def load(self, folder: Path | None = None) -> C:
        """Our content, with the files of the user's folder over it."""
        decks = read_decks(self.decks, self._ours, folder)
        content = self._made(hash=content_hash(decks), **decks)
        self._check_together(content)
        return content

    def of(self, folder: str | None) -> C:
        """The content of a user's folder, or ours; read again only when a file in the folder has changed."""
        return self._kept(folder, stamp(folder))

    def _read(self, folder: str | None, stamp: Stamp) -> C:
        return self.load(None if folder is None else Path(folder))


def content_hash(decks: Mapping[str, tuple[Entry, ...]]) -> str:
    """sha256 over every deck, entry and field, except for what only people read."""
    plain = {name: [_played(entry) for entry in deck] for name, deck in decks.items()}
    return sha256(json.dumps(plain, default=_played, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _played(entry: object) -> dict[str, Any]:
    """The fields of an entry, or of a part of one, that the rules use."""
    return {name: value for name, value in vars(entry).items() if name not in PROSE}


# -- files ---------------------------------------------------------------------------------------------------------


def _user_files(folder: Path, known: Iterable[str]) -> list[Path]:
    if not folder.is_dir():
        raise ContentError(str(folder), "", "", "no such folder of content")
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except OSError as error:
        raise ContentError(str(folder), "", "", f"cannot be read ({error.strerror})") from None
    for path in paths:
        if path.name not in known:
            raise ContentError(shown(path.name)[1:-1], "", "", f"unknown file; allowed: {', '.join(known)}")
    return paths


@lru_cache
def _parsed(path: Path, tables: tuple[str, ...]) -> Raw:
    """One of our files, which nobody changes."""
    return _parse(path, tables)


def _parse(path: Path, tables: Sequence[str]) -> Raw:
    """A TOML file as plain data, whose tables are lists of entries with distinct ids."""
    try:
        raw = read_toml(path)
    except FileError as error:
        raise ContentError(path.name, "", "", str(error)) from None
    _check_file(raw, path.name, tables)
    return raw


def _check_file(raw: Raw, file: str, tables: Sequence[str]) -> None:
    for key, value in raw.items():
        if key == "replace_all":
            if not isinstance(value, bool):
                raise ContentError(file, "", key, f"{shown(value)} is not allowed; use true or false")
        elif key not in tables:
            raise ContentError(file, "", shown(key)[1:-1], f"unknown; allowed: {', '.join(tables)}, replace_all")
        else:
            _check_ids(value, key, file)


def _check_ids(entries: object, table: str, file: str) -> None:
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise ContentError(file, "", table, f"at most {MOST_ENTRIES} tables [[{table}]] are allowed")
    seen: set[str] = set()
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict):
            raise ContentError(file, f"{table} {number}", "", f"{shown(entry)} is not allowed; use a table")
        id = entry.get("id")
        if not isinstance(id, str) or not id.replace("_", "").isalnum() or not id.isascii() or len(id) > 60:
            problem = f"{shown(id)} is not allowed; use up to 60 letters, digits and underscores"
            raise ContentError(file, f"{table} {number}", "id", problem)
        if id in seen:
            raise ContentError(file, id, "id", "appears twice in this file")
        seen.add(id)


def _merged(ours: Raw, theirs: Raw, decks: Sequence[Deck]) -> Raw:
    """The user's entries over ours: known ids replace fields, new ids are appended."""
    found: Raw = {}
    for deck in decks:
        entries: list[Raw] = [] if theirs.get("replace_all", False) else list(ours.get(deck.table, ()))
        known = {entry["id"]: place for place, entry in enumerate(entries)}
        for entry in theirs.get(deck.table, []):
            if entry["id"] in known:
                place = known[entry["id"]]
                entries[place] = _merge_entry(entries[place], entry, deck.made.own_fields())
            else:
                entries.append({"provenance": "user", **entry})
        found[deck.table] = entries
    return found


def _merge_entry(ours: Raw, theirs: Raw, own: tuple[str, ...]) -> Raw:
    """One entry with the user's fields; what the user gives no longer counts as our reconstruction."""
    merged = {**ours, **theirs}
    if "provenance" not in theirs:
        merged["provenance"] = "user"
    if "reconstructed" not in theirs:
        left = own if ours.get("provenance") == "reconstructed" else ours.get("reconstructed", ())
        merged["reconstructed"] = [field for field in left if field not in theirs]
    return merged


def _read_deck(deck: Deck, raw: Raw) -> tuple[Any, ...]:
    entries: list[Raw] = raw.get(deck.table, [])
    if deck.only:
        entries = _exactly(deck, entries)
    if len(entries) > deck.most:
        raise ContentError(deck.file, "", deck.table, f"{len(entries)} entries; at most {deck.most} are allowed")
    made = []
    for entry in entries:
        reader = Reader(entry, deck.file, entry["id"])
        made.append(deck.read(reader, entry))
        reader.finish()
    if len(made) < deck.least:
        raise ContentError(deck.file, "", deck.table, f"{len(made)} entries; at least {deck.least} are needed")
    if deck.distinct:
        _check_names(deck, made)
    return tuple(made)


def _check_names(deck: Deck, entries: list[Entry]) -> None:
    """Names that are used as words of actions: each must belong to one entry."""
    first: dict[str, str] = {}
    for entry in entries:
        if entry.name in first:
            problem = f"{shown(entry.name)} is already the name of '{first[entry.name]}'; names must differ"
            raise ContentError(deck.file, entry.id, "name", problem)
        first[entry.name] = entry.id


def _exactly(deck: Deck, entries: list[Raw]) -> list[Raw]:
    """Entries of a deck whose ids are fixed, in their fixed order."""
    by_id = {entry["id"]: entry for entry in entries}
    for id in by_id:
        if id not in deck.only:
            raise ContentError(deck.file, id, "id", f"unknown; allowed: {', '.join(deck.only)}")
    for id in deck.only:
        if id not in by_id:
            raise ContentError(deck.file, id, "id", f"the entry is missing in [[{deck.table}]]")
    return [by_id[id] for id in deck.only]
