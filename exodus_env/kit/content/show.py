"""Content as readable tables: every deck, or the reconstructed values."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from exodus_env.kit.content.load import Library
from exodus_env.kit.content.making import COMMON, Deck, Entry
from exodus_env.kit.text import aligned

SHORT_PROVENANCE: Final = {"reconstructed": "ours"}
PARTLY: Final = " (*)"  # some values of the entry are ours

Words = Callable[[Entry, str], str | None]  # how a game writes a field of an entry; None: as it is


class Pages:
    """The content of a game as text."""

    def __init__(self, library: Library[Any], words: Words) -> None:
        self._library = library
        self._words = words

    def tables(self, content: Any, reconstructed: bool) -> str:
        """Every deck as an aligned table, or what is reconstructed, deck by deck with counts."""
        return (reconstructed_tables if reconstructed else all_tables)(content, self._library.decks, self._words)

    def page(self, folder: Path | None, reconstructed: bool) -> str:
        """The content with a user's folder over it, as `exodus content` prints it."""
        return self.tables(self._library.load(folder), reconstructed)


def all_tables(content: Any, decks: Sequence[Deck], words: Words) -> str:
    """Every deck as an aligned table. `content` has its hash, and each deck as an attribute."""
    parts = [f"content {content.hash[:16]}    {PARTLY.strip()} some values of the entry are ours"]
    for deck in decks:
        entries = getattr(content, deck.attribute)
        parts.append(f"{_title(deck)}: {len(entries)} entries\n{_deck_table(entries, words)}")
    return "\n\n".join(parts)


def reconstructed_tables(content: Any, decks: Sequence[Deck], words: Words) -> str:
    """What is reconstructed, deck by deck with counts."""
    parts, summary = [], [["deck", "file", "entries", "with values of ours", "values of ours"]]
    total = 0
    for deck in decks:
        entries = [entry for entry in getattr(content, deck.attribute) if entry.reconstructed]
        values = sum(len(entry.reconstructed) for entry in entries)
        total += values
        all_entries = len(getattr(content, deck.attribute))
        summary.append([deck.attribute, deck.file, str(all_entries), str(len(entries)), str(values)])
        if entries:
            rows = [["id", "values of ours"], *([entry.id, _our_values(entry, words)] for entry in entries)]
            parts.append(f"{_title(deck)}: {values} values in {len(entries)} entries\n{_lines(rows)}")
    return "\n\n".join([f"reconstructed values: {total}\n{_lines(summary)}", *parts])


def _title(deck: Deck) -> str:
    return f"{deck.attribute.replace('_', ' ').capitalize()} ({deck.file})"


def _deck_table(entries: Sequence[Entry], words: Words) -> str:
    columns = [field.name for field in fields(entries[0]) if field.name not in COMMON]
    if any(entry.tags for entry in entries):
        columns.append("tags")
    rows = [["id", "name", *columns, "provenance"]]
    for entry in entries:
        rows.append([entry.id, entry.name, *(_cell(entry, column, words) for column in columns), _provenance(entry)])
    return _lines(rows)


def _lines(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(aligned(rows))


def _provenance(entry: Entry) -> str:
    partly = entry.reconstructed and entry.provenance != "reconstructed"
    return SHORT_PROVENANCE.get(entry.provenance, entry.provenance) + (PARTLY if partly else "")


def _our_values(entry: Entry, words: Words) -> str:
    return ", ".join(f"{field} = {_cell(entry, field, words) or 'none'}" for field in entry.reconstructed)


def _cell(entry: Entry, field: str, words: Words) -> str:
    told = words(entry, field)
    if told is not None:
        return told
    value: Any = getattr(entry, field)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(str(item) for item in value) if isinstance(value, tuple) else str(value)
