"""The words of content by number, written by scripts/generate from content/vocabulary.py."""

from typing import Final

# What moves the XP marker
XP_DEFEAT: Final = 0
XP_WOUND: Final = 1
XP_ENERGY: Final = 2
XP_REPAIR: Final = 3
XP_REVEAL: Final = 4
XP_SCRAP: Final = 5

# Windows
W_LASTING: Final = 0
W_MENU: Final = 1
W_ENGAGE: Final = 2
W_BEFORE_ATTACK: Final = 3
W_AFTER_ATTACK: Final = 4
W_RETALIATION: Final = 5
W_DEFEAT: Final = 6
W_DISENGAGE: Final = 7
W_DETECTION: Final = 8
W_SKILL: Final = 9
W_DAMAGE: Final = 10
W_REVEAL: Final = 11
W_EXPLORE: Final = 12

# Conditions of equipment
N_NONE: Final = 0
N_FLEET: Final = 1
N_ALONE: Final = 2
N_AVATAR: Final = 3
N_OFFENSE: Final = 4
N_DEFENSE: Final = 5
N_FIRST_ROUND: Final = 6
N_WEAK: Final = 7
N_ENEMY: Final = 8
N_CORRUPT: Final = 9
N_KEY: Final = 10

# Whom a row concerns
T_NONE: Final = 0
T_SELF: Final = 1
T_SHIP: Final = 2
T_OTHER: Final = 3
T_FLEET: Final = 4
T_SHARED: Final = 5

# What a row does
DO_REROLL: Final = 0
DO_IGNORE: Final = 1
DO_TURN: Final = 2
DO_DIE: Final = 3
DO_HITS: Final = 4
DO_PIERCE: Final = 5
DO_STRIKE: Final = 6
DO_SILENCE: Final = 7
DO_GUARD: Final = 8
DO_UNSEEN: Final = 9
DO_COUNT: Final = 10
DO_ESCAPE: Final = 11
DO_VEIL: Final = 12
DO_HEAL: Final = 13
DO_ENERGY: Final = 14
DO_SCRAP: Final = 15
DO_MEND: Final = 16
DO_XP: Final = 17
DO_ACTION: Final = 18
DO_MODULE: Final = 19
DO_PRECURSOR: Final = 20
DO_REVEAL: Final = 21
DO_PACIFY: Final = 22
DO_JUMP: Final = 23
DO_CALL: Final = 24
DO_WORMHOLE: Final = 25
DO_CLOSE_RIFT: Final = 26
DO_REDRAW: Final = 27
DO_SLOW: Final = 28
DO_HOLD: Final = 29
DO_PIN: Final = 30
DO_HURT: Final = 31
DO_DAMAGED: Final = 32
DO_DRAIN: Final = 33
DO_STEAL: Final = 34
DO_END_TURN: Final = 35
DO_OPEN_RIFT: Final = 36
DO_HASTEN: Final = 37
DO_ADVANCE: Final = 38
DO_RALLY: Final = 39
DO_RESTORE: Final = 40
DO_SHIELD: Final = 41
DO_CANCEL: Final = 42
DO_REGROW: Final = 43
DO_RETALIATE: Final = 44
DO_JAM: Final = 45
DO_SUMMON: Final = 46
DO_TAKE_MODULE: Final = 47
DO_TAKE_ENERGY: Final = 48
DO_TAKE_HEALTH: Final = 49

# Ways of a jump
WAY_LANES: Final = 0
WAY_WORMHOLES: Final = 1
WAY_SHIPS: Final = 2

# When an ability works
ON_ENGAGE: Final = 0
ON_ROUND: Final = 1
ON_MISS: Final = 2
ON_SPECIAL: Final = 3
ON_HIT: Final = 4
ON_NO_HIT: Final = 5
ON_OFFENSE: Final = 6
ON_DEFENSE: Final = 7
ON_FLEET: Final = 8
ON_ALONE: Final = 9
ON_WOUNDED: Final = 10
ON_UNHURT: Final = 11
ON_DISENGAGE: Final = 12
ON_DEFEATED: Final = 13

# What an instruction takes
I_REPAIR: Final = 0
I_PAY: Final = 1
I_POWER: Final = 2
I_DISCARD: Final = 3
I_SUFFER: Final = 4
I_SKILL: Final = 5
I_FIGHT: Final = 6
I_WAIT: Final = 7
I_SEARCH: Final = 8

# Lasting values
M_ACTIONS: Final = 0
M_HEALTH: Final = 1
M_REPAIR: Final = 2
M_REPAIR_COST: Final = 3
M_MEND_COST: Final = 4
M_ENERGY_COST: Final = 5
M_PRICE: Final = 6
M_SALVAGE: Final = 7
M_SCAVENGE: Final = 8
M_REWARD: Final = 9
M_RUSH_COST: Final = 10
M_STEALTH: Final = 11
M_ARMOUR: Final = 12
M_STEADY: Final = 13
M_SKILL_HITS: Final = 14
M_SKILL_SPECIALS: Final = 15
M_HITS: Final = 16
M_FLEET_HITS: Final = 17
M_AVATAR_HITS: Final = 18
M_PIERCE: Final = 19
M_GUARD: Final = 20
M_FLEET_GUARD: Final = 21
M_RETALIATION: Final = 22
M_FREE_PROBE: Final = 23
M_OPTIONS: Final = 24
M_REGROW: Final = 25
M_FREE_ENERGY: Final = 26
M_ANY_CLASS: Final = 27
M_NO_STRAIN: Final = 28
M_NO_DEFENSE: Final = 29
M_NO_SPECIALS: Final = 30
M_IDLE_ENERGY: Final = 31

# Columns of a row
ROW_OPERATION: Final = 0
ROW_TARGET: Final = 1
ROW_AMOUNT: Final = 2
ROW_OF: Final = 3
ROW_INTO: Final = 4
ROW_TRIGGER: Final = 5
ROW_LEAST: Final = 6

# Columns of an effect
EFFECT_ACTIVATION: Final = 0
EFFECT_ENERGY: Final = 1
EFFECT_WINDOW: Final = 2
EFFECT_SPENDS: Final = 3
EFFECT_DICE: Final = 4
EFFECT_EACH: Final = 5
EFFECT_NEED: Final = 6
EFFECT_NEED_AMOUNT: Final = 7
EFFECT_SECOND_NEED: Final = 8
EFFECT_SECOND_AMOUNT: Final = 9

# Columns of an option
OPTION_SHIP_CLASS: Final = 0
OPTION_SKILL: Final = 1
OPTION_COUNT: Final = 2

# Columns of an instruction
INSTRUCTION_KIND: Final = 0
INSTRUCTION_SHIP_CLASS: Final = 1
INSTRUCTION_AMOUNT: Final = 2
INSTRUCTION_OF: Final = 3
INSTRUCTION_REMOVES: Final = 4
