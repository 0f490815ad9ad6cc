"""The modules generated from the declarations: numbers with names, and calls of the functions they name.

Run as a module it writes them; tests/test_declarations.py fails if one is not current.
"""

from __future__ import annotations

from pathlib import Path

from exodus_env.exodus.content.vocabulary import COMBAT_EFFECT_NAMES, MODIFIER_NAMES, REQUIREMENTS
from exodus_env.exodus.rules.decision_declarations import DECISIONS, FAMILIES
from exodus_env.exodus.rules.frame_declarations import COMBATS, FRAMES, STAGE_NAMES, STAGES
from exodus_env.kit.declare import choice_numbers, constants_module, frame_numbers, numbered, words, write_modules
from exodus_env.kit.generate import dispatch_of

RULES = Path(__file__).parent


def frames_module() -> str:
    """The kinds of frame and their columns, kinds of combat and stages."""
    return constants_module(
        "The kinds of frame and their columns, written by scripts/generate from frame_declarations.py.",
        [
            *frame_numbers(FRAMES),
            ("Kinds of combat", numbered(COMBATS)),
            ("Stages", numbered(name for name, _ in STAGES)),
        ],
        [words("NAMES", [frame.name for frame in FRAMES]), words("STAGE_NAMES", STAGE_NAMES)],
    )


def numbers_module() -> str:
    """The families and decisions by number."""
    return constants_module(
        "Families and decisions by number, written by scripts/generate from decision_declarations.py.",
        choice_numbers(FAMILIES, DECISIONS),
    )


def dispatch() -> str:
    """The calls of the functions of every frame and decision."""
    return dispatch_of("exodus_env.exodus", "exodus_env.exodus.rules", FRAMES, DECISIONS, "frames", "choices")


def modifiers_module() -> str:
    """The lasting values by number."""
    return constants_module(
        "Lasting values by number, written by scripts/generate from content/vocabulary.py.",
        [("Lasting values", numbered(MODIFIER_NAMES))],
    )


def combat_cards_module() -> str:
    """What combat cards do and require, by number."""
    return constants_module(
        "What combat cards do and require, by number, written by scripts/generate from content/vocabulary.py.",
        [
            ("What a card does to a side: the columns of `edge`", numbered(COMBAT_EFFECT_NAMES)),
            ("What a card requires", numbered(REQUIREMENTS, prefix="NEEDS_")),
        ],
    )


def sources() -> dict[str, str]:
    """The text of every generated module of the rules, by its path."""
    return {
        "frames.py": frames_module(),
        "choice_numbers.py": numbers_module(),
        "cards/modifier_numbers.py": modifiers_module(),
        "combat/card_numbers.py": combat_cards_module(),
        "dispatch.py": dispatch(),
    }


if __name__ == "__main__":
    write_modules(RULES, FRAMES, DECISIONS, sources())
