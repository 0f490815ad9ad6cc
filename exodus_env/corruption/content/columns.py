"""Rows, effects, options and instructions as numbers, in the order of the columns in vocabulary.py."""

from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.entries import Ability, Effect, Instruction, Option, Row


def row_columns(row: Row) -> tuple[int, ...]:
    """A row by ROW_COLUMNS, without a trigger."""
    operation, target = v.OPERATION_NAMES.index(row.do), v.TARGET_NAMES.index(row.target)
    return operation, target, row.amount, row.of, row.into, v.NOTHING, 0


def ability_columns(ability: Ability) -> tuple[int, ...]:
    """An ability of an Enemy or Avatar by ROW_COLUMNS."""
    return *row_columns(ability.row)[:-2], v.TRIGGER_NAMES.index(ability.trigger), ability.least


def effect_columns(effect: Effect) -> tuple[int, ...]:
    """An effect of equipment by EFFECT_COLUMNS."""
    (need, amount), (second, second_amount) = (*effect.needs, ("none", 0), ("none", 0))[:2]
    return (
        v.ACTIVATIONS.index(effect.activation),
        effect.energy,
        v.WINDOW_NAMES.index(effect.window),
        effect.spends,
        effect.dice,
        int(effect.each),
        v.NEED_NAMES.index(need),
        amount,
        v.NEED_NAMES.index(second),
        second_amount,
    )


def option_columns(option: Option) -> tuple[int, ...]:
    """An option of an Exploration by OPTION_COLUMNS."""
    return option.ship_class, option.skill, option.count


def instruction_columns(instruction: Instruction) -> tuple[int, ...]:
    """An instruction of a Signal by INSTRUCTION_COLUMNS."""
    kind = v.INSTRUCTION_NAMES.index(instruction.kind)
    return kind, instruction.ship_class, instruction.amount, instruction.of, instruction.removes


def modifier_columns(pairs: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    """What is added to each modifier, in their order."""
    added = dict(pairs)
    return tuple(added.get(name, 0) for name in v.MODIFIER_NAMES)
