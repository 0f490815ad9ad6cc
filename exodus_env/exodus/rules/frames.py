"""The kinds of frame, in the order of the turn. rules/engine.py says which function runs which."""

from typing import Final

(
    GAME,
    SETTING_UP,
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
    EXPLORATION,
    COMBAT,
    OUTPOSTS,
    JUMPS,
) = range(18)

NAMES: Final = (
    "game",
    "setting up",
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
    "exploration",
    "combat",
    "outposts",
    "jumps",
)

# Stages as the record and the observation tell them.
SETUP, UPKEEP_STAGE, COUNCIL_STAGE, ACTIONS_STAGE, WMD_STAGE, CONQUEST_STAGE, SCORING = range(7)
STAGE_NAMES: Final = ("Setup", "Upkeep", "Council", "Action", "Fire WMD", "Conquest", "Scoring")
