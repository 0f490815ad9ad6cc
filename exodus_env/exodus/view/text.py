"""What this game calls players and settings, and the colours of the players."""

from __future__ import annotations

import re
from typing import Final

from exodus_env.exodus.config import MODULES, GameConfig

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


def game_words(config: GameConfig) -> list[str]:
    """The scenario, the expansion and the modules of a game, if it has any."""
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
    """How players get their factions, or which ones they are."""
    return config.factions if isinstance(config.factions, str) else ", ".join(config.factions or ())
