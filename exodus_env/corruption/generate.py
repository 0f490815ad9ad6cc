"""Writes the modules that are generated from declarations, where their text is not what it should be."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from exodus_env.corruption.encoding.blocks import BLOCKS
from exodus_env.corruption.record import SCHEMA
from exodus_env.corruption.view.sentences import EVENTS
from exodus_env.kit.encode import constants_module
from exodus_env.kit.generate import types_of

HERE: Final = Path(__file__).parent


def generated() -> dict[Path, str]:
    """Every generated file, and what it must hold."""
    return {
        HERE / "record_types.py": types_of(SCHEMA),
        HERE / "rules" / "log_numbers.py": EVENTS.numbers_module(
            "Kinds of event by number, written by scripts/generate from view/sentences.py."
        ),
        HERE / "encoding" / "places.py": constants_module(BLOCKS),
    }


def main() -> None:
    """Write what is out of date."""
    for path, text in generated().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"renewed {path.name}")


if __name__ == "__main__":
    main()
