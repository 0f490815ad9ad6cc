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
from exodus_env.kit.declare import (
    Dispatch,
    column_constants,
    constant,
    constants_module,
    dispatch_module,
    forgotten,
    numbered,
    words,
)

RULES = Path(__file__).parent


def frames_module() -> str:
    """The kinds of frame and their columns."""
    return constants_module(
        "The kinds of frame and their columns, written by scripts/generate from frame_declarations.py.",
        [("Kinds", numbered(frame.name for frame in FRAMES)), ("Columns", column_constants(FRAMES))],
        [words("NAMES", [frame.name for frame in FRAMES])],
    )


def numbers_module() -> str:
    """The families and decisions by number."""
    return constants_module(
        "Families and decisions by number, written by scripts/generate from decision_declarations.py.",
        [
            ("Families", numbered(name for name, _, _ in FAMILIES)),
            ("Decisions", numbered((decision.name for decision in DECISIONS), prefix="D_")),
        ],
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
    kinds = [(f"frames.{constant(frame.name)}", frame.run) for frame in FRAMES]
    asked = [(f"choices.D_{constant(decision.name)}", decision) for decision in DECISIONS[1:]]
    return dispatch_module(
        "What runs a frame, what is legal in a decision and what a choice does. Written by scripts/generate.",
        "exodus_env.corruption.rules",
        [
            Dispatch("run", "Let the top frame do its next step", "kind", "", kinds),
            Dispatch(
                *("legal", "Write what is legal in a decision", "decision", "mask: Mask"),
                [(number, decision.legal) for number, decision in asked],
            ),
            Dispatch(
                *("choose", "Carry out a choice of a decision", "decision", "action: int"),
                [(number, decision.choose) for number, decision in asked],
            ),
        ],
        ("from exodus_env.corruption.record import Game", "from exodus_env.corruption.tables import Tables"),
    )


def sources() -> dict[str, str]:
    """Every generated module of the rules by its file name."""
    return {
        "frames.py": frames_module(),
        "choice_numbers.py": numbers_module(),
        "words.py": words_module(),
        "dispatch.py": dispatch(),
    }


def write() -> None:
    """Write the generated modules, unless a declaration or a function was forgotten."""
    problems = forgotten(RULES, FRAMES, DECISIONS, sources())
    if problems:
        raise SystemExit("\n".join(problems))
    for name, source in sources().items():
        (RULES / name).write_text(source, encoding="utf-8")


if __name__ == "__main__":
    write()
