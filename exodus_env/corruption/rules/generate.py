"""The modules that follow from declarations and the vocabulary: numbers by name, and calls of what they name.

Run as a module it writes them; tests/corruption/test_declarations.py says if one is not current.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules.decision_declarations import DECISIONS, FAMILIES
from exodus_env.corruption.rules.frame_declarations import FRAMES
from exodus_env.kit.declare import choice_numbers, constants_module, frame_numbers, numbered, words, write_modules
from exodus_env.kit.generate import dispatch_of

RULES = Path(__file__).parent


def frames_module() -> str:
    """The kinds of frame and their columns."""
    return constants_module(
        "The kinds of frame and their columns, written by scripts/generate from frame_declarations.py.",
        frame_numbers(FRAMES),
        [words("NAMES", [frame.name for frame in FRAMES])],
    )


def numbers_module() -> str:
    """The families and decisions by number."""
    return constants_module(
        "Families and decisions by number, written by scripts/generate from decision_declarations.py.",
        choice_numbers(FAMILIES, DECISIONS),
    )


def words_module() -> str:
    """The words of content by number, for kernels."""

    def names(table: Iterable[tuple[Any, ...]]) -> list[str]:
        return [row[0] for row in table]

    return constants_module(
        "The words of content by number, written by scripts/generate from content/vocabulary.py.",
        [
            ("What moves the XP marker", numbered(names(v.XP_EVENTS), prefix="XP_")),
            ("Windows", numbered(names(v.WINDOWS), prefix="W_")),
            ("Conditions of equipment", numbered(names(v.NEEDS), prefix="N_")),
            ("Whom a row concerns", numbered(names(v.TARGETS), prefix="T_")),
            ("What a row does", numbered(names(v.OPERATIONS), prefix="DO_")),
            ("Ways of a jump", numbered(names(v.WAYS), prefix="WAY_")),
            ("When an ability works", numbered(names(v.TRIGGERS), prefix="ON_")),
            ("What an instruction takes", numbered(names(v.INSTRUCTIONS), prefix="I_")),
            ("Lasting values", numbered(names(v.MODIFIERS), prefix="M_")),
            ("Columns of a row", numbered(v.ROW_COLUMNS, prefix="ROW_")),
            ("Columns of an effect", numbered(v.EFFECT_COLUMNS, prefix="EFFECT_")),
            ("Columns of an option", numbered(v.OPTION_COLUMNS, prefix="OPTION_")),
            ("Columns of an instruction", numbered(v.INSTRUCTION_COLUMNS, prefix="INSTRUCTION_")),
        ],
    )


def dispatch() -> str:
    """The calls of every frame's and decision's own function."""
    return dispatch_of("exodus_env.corruption", "exodus_env.corruption.rules", FRAMES, DECISIONS, "frames", "choices")


def sources() -> dict[str, str]:
    """Every generated module of the rules by its file name."""
    return {
        "frames.py": frames_module(),
        "choice_numbers.py": numbers_module(),
        "words.py": words_module(),
        "dispatch.py": dispatch(),
    }


if __name__ == "__main__":
    write_modules(RULES, FRAMES, DECISIONS, sources())
