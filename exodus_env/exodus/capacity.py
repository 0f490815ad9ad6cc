"""How much room the records have: upper bounds over every expansion, map and player count."""

from typing import Final

PLAYERS: Final = 6
HEXES: Final = 61  # a hexagon of radius 4
DIRECTIONS: Final = 6
LONGEST_PATH: Final = 8  # hexes a ship can move in one Conquest Stage, whatever its drive and the laws
SHIPS: Final = 15  # a player's ships with Edge of Extinction; 8 in the base game
CLASSES: Final = 4
UPGRADES: Final = 16  # kinds of ship upgrade (cannons, shields, drives, later special ones)
ROCKETS: Final = 3  # kinds of rocket
ROCKET_SPACES: Final = 2  # rockets on one planet
TECHNOLOGIES: Final = 64
MODIFIERS: Final = 64
PLANETS: Final = 96
ACTION_CARDS: Final = 8
BONUS_CARDS: Final = 16
POLITICAL_CARDS: Final = 96
REVEALED: Final = 3  # political cards voted on in one Council
LAWS: Final = 16  # laws in force at once
RESISTANCE_LEVELS: Final = 3
RESISTANCE_CARDS: Final = 64  # over all three decks
MARKET_SPACES: Final = 6
FLEET_LEVELS: Final = 9
FOES: Final = 4  # Centaurian ships in one combat
LASTING: Final = 24  # effects that last until the end of the turn
EFFECTS: Final = 512  # effect rows over all decks
EFFECT_WIDTH: Final = 10
FRAMES: Final = 24
FRAME_WIDTH: Final = 10
EVENTS: Final = 96
EVENT_WIDTH: Final = 6
ACTIONS: Final = 1600  # action ids of the widest configuration
ACTION_FACTORS: Final = 3
FAMILIES: Final = 64
BLOCKS: Final = 48  # blocks of the observation
SCORE_LINES: Final = 16
MAX_DECISIONS: Final = 8000  # no game comes near: the longest that tests could provoke took 3,470
SCRIPTED: Final = 32  # dice a test can fix in advance
