"""Content as readable tables, with effects in words."""

from typing import Any, Final

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.effects import AMOUNT_OF_LAWS, UPGRADE_KINDS
from exodus_env.exodus.content.entries import CombatEffect, Effect, Layout, Technology
from exodus_env.exodus.content.load import LIBRARY
from exodus_env.kit.content.making import Entry
from exodus_env.kit.content.show import Pages

BARE: Final = ("fortify", "arm", "extra_conquest", "extra_action", "recall", "shatter")  # without arguments


def _words(entry: Entry, field: str) -> str | None:
    """A field whose value would say little without words."""
    if isinstance(entry, Layout) and field == "planets":
        return f"{entry.cp} cp {entry.axinium} axinium {entry.phasium} phasium"
    value: Any = getattr(entry, field)
    if isinstance(value, tuple) and value and isinstance(value[0], Effect | CombatEffect):
        return "; ".join(describe(row) if isinstance(row, Effect) else _describe_combat(row) for row in value)
    if isinstance(entry, Technology) and field == "effects":
        return "; ".join(f"{modifier} = {number}" for modifier, number in entry.effects)
    if isinstance(entry, Layout) and isinstance(value, tuple):
        return str(len(value))  # coordinates fill pages; readers compare how many there are
    return None


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


PAGES: Final = Pages(LIBRARY, _words)
content_tables: Final = PAGES.tables
content_page: Final = PAGES.page  # what `exodus content` prints
