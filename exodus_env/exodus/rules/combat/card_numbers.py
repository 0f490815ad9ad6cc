"""What combat cards do and require, by number, written by scripts/generate from content/vocabulary.py."""

from typing import Final

# What a card does to a side: the columns of `edge`
SILENCE: Final = 0
RETREAT: Final = 1
REPAIR: Final = 2
DRAW: Final = 3
DISCARD: Final = 4
AIM: Final = 5
DICE: Final = 6
REROLL: Final = 7
HITS: Final = 8
ABSORB: Final = 9
SHIELD: Final = 10
BOUNTY: Final = 11

# What a card requires
NEEDS_NONE: Final = 0
NEEDS_DARK_RAIDER: Final = 1
NEEDS_FIGHTER: Final = 2
NEEDS_WAR_CRUISER: Final = 3
NEEDS_BATTLE_CARRIER: Final = 4
NEEDS_POPULATION: Final = 5
NEEDS_SHIPS: Final = 6
NEEDS_FEWER_SHIPS: Final = 7
NEEDS_FIRST_ROUND: Final = 8
NEEDS_LATER_ROUND: Final = 9
