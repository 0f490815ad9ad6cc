"""Content as readable tables: every deck, or the values that are ours."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, Final

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.decks import DECKS
from exodus_env.exodus.content.effects import AMOUNT_OF_LAWS, UPGRADE_KINDS
from exodus_env.exodus.content.entries import CombatEffect, Content, Effect, Entry, Layout, Technology
from exodus_env.exodus.content.making import COMMON, Deck

BARE: Final = ("fortify", "arm", "extra_conquest", "extra_action", "recall", "shatter")  # without arguments
SHORT_PROVENANCE: Final = {"reconstructed": "ours"}
PARTLY: Final = " (*)"  # some values of the entry are ours


def content_tables(content: Content, reconstructed: bool) -> str:
    """Every deck as an aligned table, or what is reconstructed, file by file with counts."""
    return _reconstructed(content) if reconstructed else _everything(content)


def describe(effect: Effect) -> str:
    """An effect row in a few words."""
    words = f"{effect.do} {effect.target}" + _arguments(effect)
    if effect.condition != "always":
        words += f" if {effect.quantity} {effect.condition} {effect.amount}".replace("_", " ")
    return f"[{effect.option}] {words}" if effect.option else words


def _describe_combat(row: CombatEffect) -> str:
    """What a combat card does, in a few words."""
    return f"{row.effect} {row.whom} {row.amount:+d}"


def _arguments(effect: Effect) -> str:
    a, b, c = effect.a, effect.b, effect.c
    if effect.do in ("modify", "modify_turn"):
        return f" {v.MODIFIER_NAMES[a]} = {c}" if b else f" {v.MODIFIER_NAMES[a]} {c:+d}"
    if effect.do in ("gain", "lose", "tribute"):
        return f" {b} {v.RESOURCES[a]}" + (f" per {v.QUANTITIES[c]}" if c else "")
    if effect.do == "damage":
        return f" {a} {v.PLACES[b]}"
    if effect.do == "build":
        return " any" if a < 0 else f" {v.SHIP_CLASSES[a]}"
    if effect.do == "equip":
        return f" {UPGRADE_KINDS[a]}"
    if effect.do == "act":
        return f" {v.ACTIONS[a]}"
    if effect.do == "cancel_law":
        return f" {AMOUNT_OF_LAWS[a]}"
    if effect.do == "token":
        return f" {v.TOKENS[a]}"
    return "" if effect.do in BARE else f" {a}"


def _everything(content: Content) -> str:
    parts = [f"content {content.hash[:16]}    {PARTLY.strip()} some values of the entry are ours"]
    for deck in DECKS:
        entries = getattr(content, deck.attribute)
        parts.append(f"{_title(deck)}: {len(entries)} entries\n{_deck_table(entries)}")
    return "\n\n".join(parts)


def _title(deck: Deck) -> str:
    return f"{deck.attribute.replace('_', ' ').capitalize()} ({deck.file})"


def _deck_table(entries: Sequence[Entry]) -> str:
    columns = [field.name for field in fields(entries[0]) if field.name not in COMMON]
    if any(entry.tags for entry in entries):
        columns.append("tags")
    rows = [["id", "name", *columns, "provenance"]]
    for entry in entries:
        rows.append([entry.id, entry.name, *(_cell(entry, column) for column in columns), _provenance(entry)])
    return _aligned(rows)


def _provenance(entry: Entry) -> str:
    partly = entry.reconstructed and entry.provenance != "reconstructed"
    return SHORT_PROVENANCE.get(entry.provenance, entry.provenance) + (PARTLY if partly else "")


def _cell(entry: Entry, column: str) -> str:
    value: Any = getattr(entry, column)
    if isinstance(value, tuple) and value and isinstance(value[0], Effect | CombatEffect):
        return "; ".join(describe(row) if isinstance(row, Effect) else _describe_combat(row) for row in value)
    if isinstance(entry, Technology) and column == "effects":
        return "; ".join(f"{modifier} = {number}" for modifier, number in entry.effects)
    if isinstance(entry, Layout) and isinstance(value, tuple):
        return str(len(value))  # coordinates fill pages; how many there are is what a reader compares
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(str(item) for item in value) if isinstance(value, tuple) else str(value)


def _aligned(rows: Iterable[Sequence[str]]) -> str:
    """Columns of equal width, a rule under the head."""
    table = [list(row) for row in rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    table.insert(1, ["-" * width for width in widths])
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table)
    return "\n".join(line.rstrip() for line in lines)


def _reconstructed(content: Content) -> str:
    parts, summary = [], [["deck", "file", "entries", "with values of ours", "values of ours"]]
    total = 0
    for deck in DECKS:
        entries = [entry for entry in getattr(content, deck.attribute) if entry.reconstructed]
        values = sum(len(entry.reconstructed) for entry in entries)
        total += values
        all_entries = len(getattr(content, deck.attribute))
        summary.append([deck.attribute, deck.file, str(all_entries), str(len(entries)), str(values)])
        if entries:
            rows = [["id", "values of ours"], *([entry.id, _our_values(entry)] for entry in entries)]
            parts.append(f"{_title(deck)}: {values} values in {len(entries)} entries\n{_aligned(rows)}")
    head = f"reconstructed values: {total}\n{_aligned(summary)}"
    return "\n\n".join([head, *parts])


def _our_values(entry: Entry) -> str:
    return ", ".join(f"{field} = {_our_value(entry, field)}" for field in entry.reconstructed)


def _our_value(entry: Entry, field: str) -> str:
    if isinstance(entry, Layout) and field == "planets":
        return f"{entry.cp} cp {entry.axinium} axinium {entry.phasium} phasium"
    return _cell(entry, field) or "none"
