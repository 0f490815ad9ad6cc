"""How much room the records have: upper bounds over all numbers of ships, difficulties and users' own content."""

from typing import Final

# The map
TILES: Final = 31  # systems by the order they are revealed in
SIDES: Final = 6
STACK: Final = 30  # tiles face down
PILES: Final = 6
PILE_TILES: Final = 4  # blue and orange tiles in a pile, before the Rift or a red one joins it

# Ships
SHIPS: Final = 4
SEATS: Final = 4
MATS: Final = 6  # ships to choose from
HEALTH: Final = 12  # Health markers of a ship, whatever its equipment
ENERGY: Final = 7  # Energy markers of a ship
ACTIONS_LEFT: Final = 9  # Actions a ship can have at a time
SCRAPS: Final = 99
XP: Final = 60
DICE: Final = 3  # of a ship in one roll: its own two and one more
OWN_DICE: Final = 2
FACES: Final = 6

# Equipment
LEVELS: Final = 6  # of Mods, one a level
MODS: Final = MATS * LEVELS
MOD_EFFECTS: Final = 2  # to choose from
MODULE_SLOTS: Final = 8  # Ship Modules and Precursor Ship Modules of a ship
MODULE_KINDS: Final = 16  # different Ship Modules
MODULE_CARDS: Final = 24
PRECURSOR_KINDS: Final = 8
PRECURSOR_CARDS: Final = 8
DISPLAY: Final = 6  # modules an Ally offers
DAMAGED_KINDS: Final = 12
DAMAGED_CARDS: Final = 16
ALL_MODULES: Final = MODULE_KINDS + PRECURSOR_KINDS  # kinds: Ship Modules first
EQUIPMENT: Final = LEVELS + MODULE_SLOTS  # places of a ship: Mods by level, then modules
MODIFIERS: Final = 40

# The Corruption
ENEMIES: Final = 16
ENEMY_LEVELS: Final = 4
ENEMIES_HERE: Final = 3  # in one system: those of the tile, and one that is summoned
AVATARS: Final = 4
AVATARS_IN_PLAY: Final = 3
FOES: Final = ENEMIES_HERE + AVATARS_IN_PLAY  # in one system
FOE_CARDS: Final = ENEMIES + AVATARS  # Enemies, then Avatars by number
SPACES: Final = 16  # of the track
BOXES: Final = 3  # spaces that bring an Avatar

# Cards
EXPLORATIONS: Final = 20
OPTIONS: Final = 3  # of an Exploration
SIGNALS: Final = 12
KEYS: Final = 4
INSTRUCTIONS: Final = 3  # of a Signal
MARKERS: Final = 9  # on a Signal
ALLIES: Final = 4

# Rows of content
ROWS: Final = 4  # operations of one effect, option, instruction or card
EFFECT_NEEDS: Final = 2  # conditions of one effect of equipment
EFFECT_MODIFIERS: Final = 3  # lasting changes of one effect of equipment or Damaged card
ABILITIES: Final = 3  # rows of an Enemy or Avatar
ALL_ROWS: Final = 512  # over all decks
EFFECTS: Final = MODS * MOD_EFFECTS + MODULE_KINDS + PRECURSOR_KINDS  # of equipment

# The record and layouts
FRAMES: Final = 14
FRAME_WIDTH: Final = 12
SCRIPTED: Final = 32  # dice a test can fix in advance
LOG_ROWS: Final = 64  # events between two decisions
MEASURED: Final = 32  # distances to systems, in bytes: an even number, or numbers after them would lie across words
ACTIONS: Final = 256
ACTION_FACTORS: Final = 1
FAMILIES: Final = 64
DECISIONS: Final = 64
BLOCKS: Final = 48
MAX_DECISIONS: Final = 8000  # no game comes near
