"""Writes the modules of a game that follow from its declarations: `python -m exodus_env.kit.generate PACKAGE`.

The package declares FAMILIES, FRAMES and DECISIONS in `declarations.py` and its SCHEMA in `record.py`; its rules name
their functions as "module.function". Written are `numbers.py` (numbers by name), `dispatch.py` (what calls the
functions by number) and `record_types.py` (the fields of the records for editors and mypy). A declaration whose
function is missing, and a function that nobody has declared, are named, and then nothing is written. Games with further
words of their own, like those of this package, have a `generate.py` made of the same functions.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from exodus_env.kit.declare import (
    Decision,
    Frame,
    calls,
    choice_numbers,
    constants_module,
    dispatch_module,
    frame_numbers,
    write_modules,
)
from exodus_env.kit.record import Schema
from exodus_env.kit.typed import typed_module


def dispatch_of(
    package: str, rules: str, frames: Sequence[Frame], decisions: Sequence[Decision], kinds: str, numbers: str
) -> str:
    """The source of a game's dispatch: packages of the game and of its rules, and the modules of rules with numbers."""
    return dispatch_module(
        "What runs a frame, what is legal in a decision and what a choice does. Generated; do not edit.",
        rules,
        calls(frames, decisions, kinds, numbers),
        [f"from {package}.record_types import Game, Tables"],
    )


def types_of(schema: Schema) -> str:
    """The source of the types of a game's records."""
    return typed_module(
        {
            "Game": ("A game; record.py says what each field means and who may know it.", schema.dtype),
            "Tables": ("A configuration as numbers.", schema.tables),
        }
    )


def sources(package: str) -> dict[str, str]:
    """The generated modules of a game by file name."""
    declared = import_module(f"{package}.declarations")
    return {
        "numbers.py": constants_module(
            "Families, frames, columns and decisions by number. Generated; do not edit.",
            [*choice_numbers(declared.FAMILIES, declared.DECISIONS), *frame_numbers(declared.FRAMES)],
        ),
        "dispatch.py": dispatch_of(package, package, declared.FRAMES, declared.DECISIONS, "numbers", "numbers"),
        "record_types.py": types_of(import_module(f"{package}.record").SCHEMA),
    }


def main(arguments: list[str] | None = None) -> None:
    """Write the generated modules of a package."""
    parser = argparse.ArgumentParser(prog="python -m exodus_env.kit.generate", description=__doc__)
    parser.add_argument("package", help="the game's package as Python imports it, such as beacon or my_games.beacon")
    package = parser.parse_args(arguments).package
    sys.path.insert(0, os.getcwd())
    declared = import_module(f"{package}.declarations")
    folder = Path(str(declared.__file__)).parent
    write_modules(folder, declared.FRAMES, declared.DECISIONS, sources(package))


if __name__ == "__main__":
    main()
