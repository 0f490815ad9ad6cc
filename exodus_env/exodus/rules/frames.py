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
    ACTIVATION,
    CONQUEST,
    MOVEMENT,
    EXPLORATION,
    COMBAT,
    SQUADRONS,
    ASSAULT,
    OUTPOSTS,
    JUMPS,
    CONVERSION,
    DISCARD,
    FORTIFY,
    ARM,
    SETTLE,
    REARRANGE,
    INTERRUPTED,
) = range(28)

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
    "activation",
    "conquest",
    "movement",
    "exploration",
    "combat",
    "squadrons",
    "assault",
    "outposts",
    "jumps",
    "conversion",
    "discard",
    "fortify",
    "arm",
    "settle",
    "rearrange",
    "interrupted",
)

# Kinds of combat: every side for itself, and players together against squadrons, the Stronghold or the Resistance.
ORDINARY, AGAINST_SQUADRONS, AGAINST_STRONGHOLD, TOGETHER = range(4)

# Stages as the record and the observation tell them.
SETUP, UPKEEP_STAGE, COUNCIL_STAGE, ACTIONS_STAGE, WMD_STAGE, CONQUEST_STAGE, SCORING, ACTIVATION_STAGE = range(8)
STAGE_NAMES: Final = ("Setup", "Upkeep", "Council", "Action", "Fire WMD", "Conquest", "Scoring", "Activation")
