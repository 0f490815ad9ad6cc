"""Writes what kernels need of the declarations: numbers by name, and calls of what they name."""

from __future__ import annotations

from pathlib import Path

from exodus_env.kit.declare import (
    Dispatch,
    column_constants,
    constant,
    constants_module,
    dispatch_module,
    forgotten,
    numbered,
)
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
    asked = [(f"numbers.D_{constant(decision.name)}", decision) for decision in DECISIONS[1:]]
    legal = [(number, decision.legal) for number, decision in asked]
    choose = [(number, decision.choose) for number, decision in asked]
    run = [(f"numbers.{constant(frame.name)}", frame.run) for frame in FRAMES]
    dispatch = dispatch_module(
        "What runs a frame, what is legal in a decision and what a choice does. Written by generate.py.",
        PACKAGE,
        [
            Dispatch("run", "Let the top frame do its next step", "kind", "", run),
            Dispatch("legal", "Write what is legal in a decision", "decision", "mask: Mask", legal),
            Dispatch("choose", "Carry out a choice of a decision", "decision", "action: int", choose),
        ],
        (f"from {PACKAGE}.record import Game", f"from {PACKAGE}.tables import Tables"),
    )
    return {"numbers.py": numbers, "dispatch.py": dispatch}


def write() -> None:
    """Write the generated modules, unless a declaration or a function was forgotten."""
    problems = forgotten(FOLDER, FRAMES, DECISIONS, sources())
    if problems:
        raise SystemExit("\n".join(problems))
    for name, source in sources().items():
        (FOLDER / name).write_text(source, encoding="utf-8")


if __name__ == "__main__":
    write()
