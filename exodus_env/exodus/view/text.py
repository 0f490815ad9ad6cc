"""Plain text: columns, lists, wrapped lines, and the colours of the players."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Final

from exodus_env.exodus.config import MODULES, GameConfig

WIDTH: Final = 118
UNKNOWN: Final = "?"  # in the place of a number

PLAYER_NAMES: Final = ("White", "Red", "Green", "Purple", "Yellow", "Blue")
SOLITAIRE_NAMES: Final = {"secure_the_borders": "Secure the Borders", "edge_of_the_void": "Edge of the Void"}
_ANSI: Final = (97, 31, 32, 35, 33, 34)
_NAME: Final = re.compile(rf"\b({'|'.join(PLAYER_NAMES)})\b")


def painted(text: str, player: int) -> str:
    """Text in a player's colour, for terminals."""
    return f"\x1b[{_ANSI[player]}m{text}\x1b[0m"


def paint_names(text: str) -> str:
    """Every player's name in that player's colour."""
    return _NAME.sub(lambda found: painted(found[0], PLAYER_NAMES.index(found[0])), text)


def aligned(rows: Sequence[Sequence[object]]) -> list[str]:
    """Columns of equal width under a head; numbers to the right."""
    table = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    right = [all(isinstance(row[i], int) or row[i] == UNKNOWN for row in rows[1:]) for i in range(len(table[0]))]
    table.insert(1, ["-" * width for width in widths])
    return ["  ".join(_cell(*column) for column in zip(row, widths, right)).rstrip() for row in table]


def _cell(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def wrapped(text: str, indent: str = "", further: str | None = None) -> list[str]:
    """A sentence as lines; those after the first are indented further, or as told."""
    after = indent + "    " if further is None else further
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=after) or [""]


def listed(words: Sequence[str]) -> str:
    """Words as a list with commas and a final "and"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(words: Sequence[str]) -> list[str]:
    """Equal words once each, with their number where there are several."""
    return [f"{words.count(word)} {word}" if words.count(word) > 1 else word for word in dict.fromkeys(words)]


def capital(text: str) -> str:
    """Text that begins a sentence."""
    return text[:1].upper() + text[1:]


def article(name: str) -> str:
    """A name with "a" or "an" before it."""
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def number(count: int, word: str) -> str:
    """A number of things: "1 hit", "2 hits"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def game_words(config: GameConfig) -> list[str]:
    """The scenario, the expansion and the modules of a game, where it has any."""
    words = []
    if config.scenario == "stronghold":
        mode = {"coop": "co-operative", "semi_coop": "semi-co-operative", "solo": "solo"}[str(config.mode)]
        words.append(f"scenario Centaurian Stronghold ({mode}, {config.difficulty} difficulty)")
    elif config.scenario == "event_horizon":
        words.append("scenario Event Horizon")
    elif config.scenario in SOLITAIRE_NAMES:
        words.append(f"solitaire scenario {SOLITAIRE_NAMES[config.scenario]}")
    if config.edge_of_extinction:
        words.append(f"Edge of Extinction ({config.length} length, factions {_factions(config)})")
    modules = [module for module in MODULES if module in config.modules]
    if modules:
        words.append(f"{'module' if len(modules) == 1 else 'modules'} of Event Horizon: {', '.join(modules)}")
    return words


def _factions(config: GameConfig) -> str:
    """How players come by their factions, or which they are."""
    return config.factions if isinstance(config.factions, str) else ", ".join(config.factions or ())


def third_person(phrase: str) -> str:
    """An order as what somebody does: "gain 2 CP" becomes "gains 2 CP"."""
    verb, _, rest = phrase.partition(" ")
    return f"{verb}s {rest}".rstrip()
