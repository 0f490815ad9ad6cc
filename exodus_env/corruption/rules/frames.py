"""The kinds of frame and their columns, written by scripts/generate from frame_declarations.py."""

from typing import Final

# Frames
GAME: Final = 0
SETTING_UP: Final = 1
ACTION_PHASE: Final = 2
ACTIVATION: Final = 3
MUSTER: Final = 4
ARRIVAL: Final = 5
DETECTION: Final = 6
RUSH: Final = 7
REVEAL: Final = 8
ROLL: Final = 9
WINDOW: Final = 10
EFFECTS: Final = 11
EXPLORATION: Final = 12
SIGNAL: Final = 13
MAINTENANCE: Final = 14
TRADE: Final = 15
COMBAT: Final = 16
INSTALLING: Final = 17
CORRUPTION: Final = 18
AVATARS: Final = 19
END_PHASE: Final = 20

# Columns
SETTING_UP_SHIP: Final = 2
ACTION_PHASE_WAITING: Final = 2
ACTIVATION_PLACE: Final = 2
MUSTER_SHIP: Final = 2
RUSH_JUMPS: Final = 2
REVEAL_FROM: Final = 2
REVEAL_DIRECTION: Final = 3
REVEAL_SHIP: Final = 4
REVEAL_JUMP: Final = 5
REVEAL_TILE: Final = 6
ROLL_KIND: Final = 2
ROLL_SHIP: Final = 3
ROLL_SYMBOL: Final = 4
ROLL_COUNT: Final = 5
WINDOW_KIND: Final = 2
WINDOW_LEAD: Final = 3
WINDOW_PASSED: Final = 4
EFFECTS_ROW: Final = 2
EFFECTS_ROWS: Final = 3
EFFECTS_SHIP: Final = 4
EFFECTS_SOURCE: Final = 5
EFFECTS_LEFT: Final = 6
EFFECTS_TARGET: Final = 7
EFFECTS_PLACE: Final = 8
EFFECTS_SYSTEM: Final = 9
EFFECTS_MODULE: Final = 10
EFFECTS_GOT: Final = 11
EXPLORATION_PLACE: Final = 2
EXPLORATION_OPTION: Final = 3
EXPLORATION_FREE: Final = 4
EXPLORATION_HAD: Final = 5
EXPLORATION_SHIP: Final = 6
SIGNAL_KEY: Final = 2
SIGNAL_INSTRUCTION: Final = 3
SIGNAL_PLACE: Final = 4
MAINTENANCE_PLACE: Final = 2
MAINTENANCE_SHIP: Final = 3
TRADE_PLACE: Final = 2
TRADE_ITEM: Final = 3
TRADE_BUYER: Final = 4
TRADE_OWED: Final = 5
TRADE_AGREED: Final = 6
TRADE_REFUSED: Final = 7
COMBAT_ROUND: Final = 2
COMBAT_FOE: Final = 3
COMBAT_PLACE: Final = 4
COMBAT_PROPOSED: Final = 5
COMBAT_ROLLS: Final = 6
COMBAT_AVATARS: Final = 7
COMBAT_ABILITY: Final = 8
AVATARS_AVATAR: Final = 2
AVATARS_AIM: Final = 3
AVATARS_PLACE: Final = 4
END_PHASE_KEY: Final = 2

NAMES: Final = (
    "game",
    "setting up",
    "action phase",
    "activation",
    "muster",
    "arrival",
    "detection",
    "rush",
    "reveal",
    "roll",
    "window",
    "effects",
    "exploration",
    "signal",
    "maintenance",
    "trade",
    "combat",
    "installing",
    "corruption",
    "avatars",
    "end phase",
)
