"""Writes the modules that are generated from declarations, if they are out of date."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from exodus_env.exodus.encoding.blocks import BLOCKS
from exodus_env.exodus.players.terms import LOOKS, MOTIVES, TRAITS
from exodus_env.exodus.record import SCHEMA
from exodus_env.exodus.view.sentences import EVENTS
from exodus_env.kit import declare
from exodus_env.kit.encode import constants_module
from exodus_env.kit.generate import types_of

HERE: Final = Path(__file__).parent


def generated() -> dict[Path, str]:
    """Every generated file with the text it must have."""
    return {
        HERE / "record_types.py": types_of(SCHEMA),
        HERE / "rules" / "log_numbers.py": EVENTS.numbers_module(
            "Kinds of event by number, written by scripts/generate from view/sentences.py."
        ),
        HERE / "players" / "term_numbers.py": declare.constants_module(
            "Motives, traits and looks by number, written by scripts/generate from players/terms.py.",
            [
                ("Motives", declare.numbered(name for name, _ in MOTIVES)),
                ("Traits", declare.numbered(name for name, _ in TRAITS)),
                ("Looks", declare.numbered(LOOKS, prefix="LOOK_")),
            ],
        ),
        HERE / "encoding" / "places.py": constants_module(BLOCKS),
    }


def main() -> None:
    """Write the files that are out of date."""
    for path, text in generated().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"renewed {path.name}")


if __name__ == "__main__":
    main()
