"""Writes what kernels need of the declarations: numbers by name, and calls of what they name."""

from __future__ import annotations

from pathlib import Path

from exodus_env.kit.declare import calls, column_constants, constants_module, dispatch_module, numbered, write_modules
from tests.toy.declarations import DECISIONS, FAMILIES, FRAMES

FOLDER = Path(__file__).parent
PACKAGE = "tests.toy"


def sources() -> dict[str, str]:
    """The generated modules by file name."""
    numbers = constants_module(
        "Families, frames, columns and decisions by number, written by generate.py.",
        [
            ("Families", numbered(name for name, _, _ in FAMILIES)),
            ("Frames", numbered(frame.name for frame in FRAMES)),
            ("Columns", column_constants(FRAMES)),
            ("Decisions", numbered((decision.name for decision in DECISIONS), prefix="D_")),
        ],
    )
    dispatch = dispatch_module(
        "What runs a frame, what is legal in a decision and what a choice does. Written by generate.py.",
        PACKAGE,
        calls(FRAMES, DECISIONS, "numbers", "numbers"),
        (f"from {PACKAGE}.record import Game", f"from {PACKAGE}.tables import Tables"),
    )
    return {"numbers.py": numbers, "dispatch.py": dispatch}


if __name__ == "__main__":
    write_modules(FOLDER, FRAMES, DECISIONS, sources())
