"""Content as readable tables, with effects in words."""

from typing import Any, Final

from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.effects import ARGUMENTS
from exodus_env.corruption.content.entries import Ability, Effect, Instruction, Option, Row, Tile
from exodus_env.corruption.content.load import LIBRARY
from exodus_env.kit.content.making import Entry
from exodus_env.kit.content.show import Pages


def _words(entry: Entry, field: str) -> str | None:
    """A field whose value would say little without words."""
    value: Any = getattr(entry, field)
    if isinstance(entry, Tile) and field == "sides":
        return "".join(str(side) for side in value)
    if field == "modifiers":
        return _modifiers(value)
    if isinstance(value, Effect):
        return describe_effect(value)
    if not isinstance(value, tuple) or not value:
        return None
    if isinstance(value[0], Effect):
        return " / ".join(describe_effect(effect) for effect in value)
    if isinstance(value[0], Ability):
        return "; ".join(describe_ability(ability) for ability in value)
    if isinstance(value[0], Option):
        return " / ".join(describe_option(option) for option in value)
    if isinstance(value[0], Instruction):
        return " / ".join(describe_instruction(instruction) for instruction in value)
    if isinstance(value[0], Row):
        return describe_rows(value)
    return None


def describe(row: Row) -> str:
    """A row in a few words."""
    words = [row.do.replace("_", " ")]
    arguments = ARGUMENTS[row.do]
    if "amount" in arguments:
        words.append(str(row.amount))
    if "symbol" in arguments and row.of != v.NOTHING:
        words.append(v.SYMBOLS[row.of])
    if "into" in arguments:
        words.append(f"into {v.SYMBOLS[row.into]}")
    if "colour" in arguments:
        words.append(v.COLOURS[row.of])
    if "way" in arguments:
        words.append(f"by {v.WAY_NAMES[row.of]}")
    if row.target not in ("none", "self"):
        words.append(f"({row.target})")
    return " ".join(words)


def describe_rows(rows: tuple[Row, ...]) -> str:
    """Rows in a few words."""
    return ", ".join(describe(row) for row in rows)


def describe_effect(effect: Effect) -> str:
    """An effect of equipment in a few words."""
    if effect.window == "lasting":
        return f"{effect.name}: {_modifiers(effect.modifiers)}"
    price = {"passive": "", "consumable": ", once", "energy": f", {effect.energy} Energy"}[effect.activation]
    needs = "".join(f", if {need}{f' {amount}' if amount else ''}".replace("_", " ") for need, amount in effect.needs)
    if effect.spends != v.NOTHING:
        needs += f", for {'each' if effect.each else effect.dice} {v.SYMBOLS[effect.spends]}"
    window = effect.window.replace("_", " ")
    return f"{effect.name} ({window}{price}{needs}): {describe_rows(effect.rows)}"


def describe_ability(ability: Ability) -> str:
    """An ability of an Enemy or Avatar in a few words."""
    least = f" {ability.least}" if ability.least else ""
    return f"{ability.trigger}{least}: {describe(ability.row)}".replace("_", " ")


def describe_option(option: Option) -> str:
    """An option of an Exploration in a few words."""
    words = option.name
    if option.ship_class != v.NOTHING:
        words += f" [{v.CLASSES[option.ship_class]}]"
    if option.skill != v.NOTHING:
        words += f" (roll {option.count} {v.SYMBOLS[option.skill]}, or {describe_rows(option.failure)})"
    return f"{words}: {describe_rows(option.rows)}" if option.rows else words


def describe_instruction(instruction: Instruction) -> str:
    """An instruction of a Signal in a few words."""
    words = instruction.kind
    if instruction.amount:
        words += f" {instruction.amount}"
    if instruction.kind == "skill":
        words += f" {v.SYMBOLS[instruction.of]}"
    if instruction.kind == "fight":
        words += f" from the {v.SOURCES[instruction.of]}"
    if instruction.ship_class != v.NOTHING:
        words += f" [{v.CLASSES[instruction.ship_class]}]"
    if instruction.failure:
        words += f" (or {describe_rows(instruction.failure)})"
    return f"{words}: -{instruction.removes}"


def _modifiers(pairs: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{modifier} {add:+d}".replace("_", " ") for modifier, add in pairs)


PAGES: Final = Pages(LIBRARY, _words)
content_tables: Final = PAGES.tables
content_page: Final = PAGES.page  # what `exodus content` prints
