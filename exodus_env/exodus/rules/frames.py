"""The kinds of frame, in the order of the turn. rules/engine.py says which function runs which."""

from typing import Final

(
    GAME,
    UPKEEP,
    COUNCIL,
    EFFECTS,
    ACTION_STAGE,
    PERFORM,
    LEARN_FREE,
    BUILD_FREE,
    EQUIP_FREE,
    WINDOW,
    WMD,
    CONQUEST,
    MOVEMENT,
    COMBAT,
) = range(14)

NAMES: Final = (
    "game",
    "upkeep",
    "council",
    "effects",
    "action stage",
    "perform",
    "learn free",
    "build free",
    "equip free",
    "window",
    "wmd",
    "conquest",
    "movement",
    "combat",
)

# Stages as the record and the observation tell them.
SETUP, UPKEEP_STAGE, COUNCIL_STAGE, ACTIONS_STAGE, WMD_STAGE, CONQUEST_STAGE, SCORING = range(7)
STAGE_NAMES: Final = ("Setup", "Upkeep", "Council", "Action", "Fire WMD", "Conquest", "Scoring")
