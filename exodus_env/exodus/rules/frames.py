"""The kinds of frame and their columns, written by scripts/generate from frame_declarations.py."""

from typing import Final

# Frames
GAME: Final = 0
SETTING_UP: Final = 1
UPKEEP: Final = 2
COUNCIL: Final = 3
EFFECTS: Final = 4
ACTION_STAGE: Final = 5
PERFORM: Final = 6
LEARN_FREE: Final = 7
BUILD_FREE: Final = 8
EQUIP_FREE: Final = 9
WINDOW: Final = 10
WMD: Final = 11
ACTIVATION: Final = 12
CONQUEST: Final = 13
MOVEMENT: Final = 14
EXPLORATION: Final = 15
COMBAT: Final = 16
SQUADRONS: Final = 17
ASSAULT: Final = 18
OUTPOSTS: Final = 19
JUMPS: Final = 20
CONVERSION: Final = 21
DISCARD: Final = 22
FORTIFY: Final = 23
ARM: Final = 24
SETTLE: Final = 25
REARRANGE: Final = 26
INTERRUPTED: Final = 27

# Columns
SETTING_UP_PLACE: Final = 2
SETTING_UP_BEGUN: Final = 3
SETTING_UP_SECOND_LOOK: Final = 4
SETTING_UP_TECHNOLOGIES: Final = 5
SETTING_UP_SPENT: Final = 6
UPKEEP_PLACE: Final = 2
UPKEEP_TAKING: Final = 3
UPKEEP_TAX: Final = 4
COUNCIL_PLACE: Final = 2
COUNCIL_PROPOSALS: Final = 3
COUNCIL_SEATS: Final = 4
COUNCIL_PART: Final = 5
COUNCIL_SLOT: Final = 6
COUNCIL_CHOOSER: Final = 7
EFFECTS_ROW: Final = 2
EFFECTS_ROWS: Final = 3
EFFECTS_OWNER: Final = 4
EFFECTS_PLACE: Final = 5
EFFECTS_NAMED: Final = 6
EFFECTS_OPTION: Final = 7
EFFECTS_CONCERNED: Final = 8
EFFECTS_ONLY: Final = 9
ACTION_STAGE_PLACE: Final = 2
ACTION_STAGE_ROUND: Final = 3
ACTION_STAGE_CUBES: Final = 4
ACTION_STAGE_OWNER: Final = 5
PERFORM_PLAYER: Final = 2
BUILDING_SHIP: Final = 3
REPLACING_UPGRADE: Final = 4
REPLACING_CLASS: Final = 5
PERFORM_ACTION: Final = 6
PERFORM_SOURCE: Final = 7
PERFORM_LEFT: Final = 8
PERFORM_LEARNED: Final = 9
PERFORM_STRUCTURES: Final = 10
PERFORM_SPACE: Final = 11
PERFORM_TRADED: Final = 12
PERFORM_VP_BOUGHT: Final = 13
LEARN_FREE_PLAYER: Final = 2
LEARN_FREE_COST: Final = 3
LEARN_FREE_SOURCE: Final = 4
LEARN_FREE_HEX: Final = 5
BUILD_FREE_PLAYER: Final = 2
BUILD_FREE_GIVEN: Final = 4
EQUIP_FREE_PLAYER: Final = 2
EQUIP_FREE_ANY_KIND: Final = 3
WINDOW_PLAYER: Final = 2
WMD_PLACE: Final = 2
WMD_ROCKET: Final = 3
WMD_HITS: Final = 4
ACTIVATION_HEX: Final = 2
ACTIVATION_PLACE: Final = 3
CONQUEST_PLACE: Final = 2
CONQUEST_HEX: Final = 3
CONQUEST_OTHER: Final = 4
CONQUEST_SOURCE: Final = 5
CONQUEST_RAIDED: Final = 6
CONQUEST_RESISTED: Final = 7
CONQUEST_KNOWN: Final = 8
CONQUEST_DEPLOYED: Final = 9
MOVEMENT_PLACE: Final = 2
MOVEMENT_STEP: Final = 3
MOVEMENT_DAMAGE: Final = 4
MOVEMENT_DEBRIS: Final = 5
MOVEMENT_ROLLED: Final = 6
MOVEMENT_SHIP: Final = 7
MOVEMENT_LAST: Final = 8
EXPLORATION_HEX: Final = 2
EXPLORATION_PLACE: Final = 3
EXPLORATION_VISITORS: Final = 4
COMBAT_HEX: Final = 2
COMBAT_LONE: Final = 3
COMBAT_ROUND: Final = 4
COMBAT_PLACE: Final = 5
COMBAT_CARD: Final = 6
COMBAT_KIND: Final = 7
COMBAT_PLAYERS: Final = 8
COMBAT_CUBES: Final = 9
COMBAT_DAMAGE: Final = 10
COMBAT_RESOLVED: Final = 11
COMBAT_DEFLECTED: Final = 12
SQUADRONS_HEX: Final = 2
ASSAULT_PLACE: Final = 2
OUTPOSTS_HEX: Final = 2
OUTPOSTS_PLACE: Final = 3
OUTPOSTS_ATTACKERS: Final = 4
JUMPS_PLACE: Final = 2
JUMPS_GATE: Final = 3
JUMPS_SOURCE: Final = 4
JUMPS_JUMPED: Final = 5
CONVERSION_PLAYER: Final = 2
CONVERSION_VP: Final = 3
CONVERSION_CHANGE: Final = 4
DISCARD_PLAYER: Final = 2
FORTIFY_PLAYER: Final = 2
ARM_PLAYER: Final = 2
SETTLE_PLAYER: Final = 2
SETTLE_CUBES: Final = 3
REARRANGE_PLAYER: Final = 2
REARRANGE_UPGRADE: Final = 3
REARRANGE_SOURCE: Final = 4
REARRANGE_TARGET: Final = 5
INTERRUPTED_PLAYER: Final = 2
INTERRUPTED_DECISION: Final = 3
INTERRUPTED_HEX: Final = 4
INTERRUPTED_OTHER: Final = 5
INTERRUPTED_CARD: Final = 6

# Kinds of combat
ORDINARY: Final = 0
AGAINST_SQUADRONS: Final = 1
AGAINST_STRONGHOLD: Final = 2
TOGETHER: Final = 3

# Stages
SETUP: Final = 0
UPKEEP_STAGE: Final = 1
COUNCIL_STAGE: Final = 2
ACTIONS_STAGE: Final = 3
WMD_STAGE: Final = 4
CONQUEST_STAGE: Final = 5
SCORING: Final = 6
ACTIVATION_STAGE: Final = 7

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

STAGE_NAMES: Final = (
    "Setup",
    "Upkeep",
    "Council",
    "Action",
    "Fire WMD",
    "Conquest",
    "Scoring",
    "Activation",
)
