"""What content may contain: how many numbers each rule has, and the least and greatest value of everything.

Bounds keep every number within the records and the scales of the observation.
"""

from typing import Final

from exodus_env.corruption import capacity
from exodus_env.corruption.content import vocabulary as v

# Components that the text counts
TILES_OF_KIND: Final = {"allied": 12, "enemy": 12, "corrupt": 6, "rift": 1}
HEALTH_MARKERS: Final = 36  # of all ships together, and of a Signal that needs Repairs
DICE_OF_A_COLOUR: Final = 4

MOST_HEALTH: Final = 9  # printed on a ship
MOST_ACTIONS: Final = 6  # printed on a ship
MOST_COST: Final = 9  # Scraps for an Energy marker or a service
MOST_VALUE: Final = 9  # of a module
MOST_OPTIONS_COUNT: Final = 8  # symbols a Skill Roll asks for
ENEMY_HEALTH: Final = 5
ENEMY_SHIELD: Final = 3
AVATAR_HEALTH: Final = 8
AVATAR_SHIELD: Final = 6
MOST_MOVES: Final = 4  # on a face of the Avatar die

# How many numbers each rule has, the least and the greatest.
NUMBERS: Final[dict[str, tuple[int, int, int]]] = {
    "start_scraps": (1, 0, 9),
    "start_energy": (1, 1, capacity.ENERGY),
    "strain_actions": (1, 1, 3),
    "rush_cost": (1, 1, 4),
    "rush_jumps": (1, 1, 4),
    "scavenge_scraps": (1, 0, 5),
    "repair_cost": (1, 0, 5),
    "repair_health": (1, 1, 5),
    "mend_cost": (1, 0, 9),
    "salvage_loss": (1, 0, 5),
    "level_scraps": (1, 0, 5),
    "analysis_options": (1, 1, capacity.OPTIONS),
    "detection_misses": (1, 1, 4),
    "damage_health": (capacity.OWN_DICE, 0, 5),
    "damaged_misses": (1, 1, capacity.OWN_DICE),
    "pacified_turns": (1, 1, 4),
    "enemy_deck": (1, 1, capacity.ENEMIES),
    "avatar_return": (1, 1, capacity.SPACES),
    "disengage_advance": (1, 0, 3),
    "nightmare_moves": (1, 1, 3),
    "combat_rounds": (1, 10, 60),
    "signals_casual": (len(v.SIGNAL_LEVELS), 0, capacity.SIGNALS),
    "signals_hardened": (len(v.SIGNAL_LEVELS), 0, capacity.SIGNALS),
    "signals_heroic": (len(v.SIGNAL_LEVELS), 0, capacity.SIGNALS),
}

# The least and the greatest amount of each operation that has one.
AMOUNTS: Final[dict[str, tuple[int, int]]] = {
    "reroll": (1, 8),
    "ignore": (1, 4),
    "turn": (1, 4),
    "die": (1, capacity.DICE - capacity.OWN_DICE),
    "hits": (1, 6),
    "pierce": (1, 6),
    "strike": (1, 6),
    "guard": (1, 6),
    "count": (1, 6),
    "heal": (1, capacity.HEALTH),
    "energy": (1, capacity.ENERGY),
    "scrap": (1, 9),
    "mend": (1, 3),
    "xp": (1, 5),
    "action": (1, 3),
    "module": (1, 3),
    "precursor": (1, 2),
    "reveal": (1, 4),
    "pacify": (1, 4),
    "jump": (1, 4),
    "call": (1, 6),
    "slow": (1, 3),
    "pin": (1, capacity.AVATARS_IN_PLAY),
    "hurt": (1, 6),
    "damaged": (1, 2),
    "drain": (1, capacity.ENERGY),
    "steal": (1, 9),
    "hasten": (1, 3),
    "advance": (1, 2),
    "restore": (1, capacity.MARKERS),
    "shield": (1, 4),
    "cancel": (1, 6),
    "regrow": (1, AVATAR_HEALTH),
    "retaliate": (1, 4),
    "summon": (1, 2),
    "take_module": (1, 2),
    "take_energy": (1, 2),
    "take_health": (1, 2),
}
if set(AMOUNTS) != {name for name, arguments, _ in v.OPERATIONS if "amount" in arguments}:
    raise AssertionError("every operation with an amount needs its bounds")

# The least and the greatest sum of each modifier; single values stay within them, too.
FLAG: Final = (0, 1)
COST: Final = (-3, 3)
MODIFIER_RANGES: Final[dict[str, tuple[int, int]]] = {
    "actions": (-1, 2),
    "health": (-4, 3),
    "repair": (0, 3),
    "repair_cost": COST,
    "mend_cost": COST,
    "energy_cost": COST,
    "price": COST,
    "salvage": (-1, 3),
    "scavenge": (-1, 3),
    "reward": (-1, 3),
    "rush_cost": (-1, 2),
    "stealth": (-4, 4),
    "armour": (-2, 2),
    "steady": FLAG,
    "skill_hits": (-3, 3),
    "skill_specials": (-3, 3),
    "hits": (-4, 4),
    "fleet_hits": (-2, 3),
    "avatar_hits": (-2, 3),
    "pierce": (0, 4),
    "guard": (0, 3),
    "fleet_guard": (0, 3),
    "retaliation": (0, 4),
    "free_probe": (0, 3),
    "options": (0, 2),
    "regrow": (0, 3),
    "free_energy": (0, 3),
    "any_class": FLAG,
    "no_strain": FLAG,
    "no_defense": FLAG,
    "no_specials": FLAG,
    "idle_energy": (0, capacity.ENERGY),
}
if tuple(MODIFIER_RANGES) != v.MODIFIER_NAMES:
    raise AssertionError("every modifier needs a range")
