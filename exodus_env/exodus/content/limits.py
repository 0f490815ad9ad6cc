"""What content may contain: how many numbers each rule has, and the least and greatest value of everything.

Bounds keep every number within the records and the scales of the observation.
"""

from typing import Final

from exodus_env.exodus import capacity
from exodus_env.exodus.config import DIFFICULTIES, LENGTHS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.effects import GREATEST

MOST_UNITS: Final = 20  # resources to place, exchanges: anything that one action counts down
MOST_VP: Final = 20  # of a ship or a Resistance card
MOST_PLANET_VP: Final = 12
MOST_MINERALS: Final = 50
MOST_CP: Final = 1000
MOST_CUBES: Final = 40  # all of them may be Population on one planet
MOST_SLOTS: Final = 8
MOST_CAPACITY: Final = 3
MOST_RESISTANCE: Final = 12  # dice, shield
MOST_BUDGET: Final = 40  # CP of starting technologies
STRENGTHS: Final = {
    "cannon": 6,
    "shield": 4,
    "drive": capacity.LONGEST_PATH,
    "hyperspace": capacity.LONGEST_PATH,
    "module": 2,
}
HAND: Final = 6  # action cards of a faction
MOST_TOKENS: Final = 20  # of an upgrade
MOST_AIM: Final = 4  # a six always hits and a one never does
MOST_DEALT: Final = 6  # combat cards at a time
MOST_IN_HAND: Final = 12
MOST_DICE: Final = 12

# How many numbers each rule has, the least and the greatest.
NUMBERS: Final[dict[str, tuple[int, int, int]]] = {
    "cubes": (1, 8, MOST_CUBES),
    "marker_cubes": (1, 0, 8),
    "start_axinium": (1, 0, MOST_MINERALS),
    "start_phasium": (1, 0, MOST_MINERALS),
    "start_population": (1, 0, 20),
    "cp_cap": (1, 1, MOST_CP),
    "axinium_cap": (1, 1, MOST_MINERALS),
    "phasium_cap": (1, 1, MOST_MINERALS),
    "bid_limit": (1, 1, 99),
    "unit_value": (3, 1, 50),
    "revealed_cards": (1, 1, capacity.REVEALED),
    "revealed_cards_two_players": (1, 1, capacity.REVEALED),
    "bonus_proposals": (1, 1, capacity.REVEALED),
    "bonus_proposals_two_players": (1, 1, capacity.REVEALED),
    "reaction_cost_own": (1, 0, 5),
    "reaction_cost_other": (1, 0, 5),
    "conquests": (1, 1, 4),
    "rearrangements": (1, 0, 16),
    "office_vp": (capacity.PLAYERS, 0, 50),
    "bank_variant": (3, 0, 50),
    "mining_variant": (3, 0, 7),
    "basic_drive": (1, 0, 4),
    "rocket_hit": (1, 1, 7),
    "rocket_limit": (1, 0, capacity.ROCKET_SPACES),
    "fleet_level": (9, 1, capacity.FLEET_LEVELS),
    "fleet_strong": (1, 0, capacity.FLEET_LEVELS),
    "bonus_draw": (1, 1, capacity.BONUS_CARDS),
    "start_vp": (1, 0, 50),
    "outpost_tokens": (capacity.OUTPOST_LEVELS + 1, 0, capacity.OUTPOST_TOKENS),
    "outpost_growth": (1, 0, 20),
    "outpost_base_dice": (1, 0, 6),
    "outpost_fighter_dice": (1, 0, 6),
    "debris_hit": (1, 1, 7),
    "bounty_vp": (1, 0, MOST_VP),
    "interest_vp": (1, 0, MOST_VP),
    "barren_roll": (1, 1, 7),
    "advanced_discount": (1, 0, 50),
    "gates": (1, 0, capacity.GATES),
    "gate_cp": (1, 1, GREATEST),
    "gate_axinium": (1, 0, GREATEST),
    "satellites": (1, 0, capacity.SATELLITES),
    "satellite_cp": (1, 1, GREATEST),
    "satellite_axinium": (1, 0, GREATEST),
    "satellite_damage": (1, 0, 6),
    "satellite_range": (1, 0, 16),
    "barrier_damage": (1, 0, 6),
    "barrier_distance": (1, 0, 6),
    "market_spaces_solo": (1, 1, capacity.MARKET_SPACES),
    "revealed_cards_coop": (1, 1, capacity.REVEALED),
    "vp_loss_price": (3, 1, 20),
    "vp_gain_price": (3, 1, 20),
    "squadrons": (1, 1, 6),
    "stronghold_levels": (1, 1, 6),
    "activation_turn": (2, 1, 9),
    "squadron_level": (1, 0, capacity.FLEET_LEVELS),
    "squadron_shield": (2, -9, 9),
    "difficulty_shield": (len(DIFFICULTIES), -9, 9),
    "squadron_damage": (1, 1, 6),
    "squadron_vp": (1, 0, MOST_VP),
    "stronghold_dice": (1, 1, 24),
    "stronghold_shield": (1, 0, 24),
    "stronghold_hit": (1, 2, 6),
    "star_rolls_from": (1, 1, 6),
    "star_evolutions": (1, 1, 6),
    "cubes_eoe": (1, 8, MOST_CUBES),
    "eoe_technologies": (len(LENGTHS), 0, 10),
    "eoe_technology_budget": (len(LENGTHS), 0, MOST_BUDGET),
    "eoe_technology_most": (1, 0, GREATEST),
    "fleet_level_eoe": (9, 1, capacity.FLEET_LEVELS),
    "activation_turn_eoe": (2, 1, 9),
    "squadron_shield_eoe": (1, -9, 9),
    "combat_limit": (1, 0, MOST_IN_HAND),
    **{f"combat_deal_{players}": (players, 0, MOST_DEALT) for players in range(2, capacity.PLAYERS + 1)},
    "clone_growth": (1, 0, 20),
    "sds_roll": (1, 1, 7),
    "commando_roll": (1, 1, 7),
    "vp_price": (1, 1, GREATEST),
    "market_spaces_solitaire": (1, 1, capacity.MARKET_SPACES),
    "revealed_cards_solitaire": (1, 1, capacity.REVEALED),
    "choice_price": (capacity.REVEALED, 0, 10),
    "corrupt_discount": (1, 0, 10),
    "conquests_solitaire": (1, 1, 4),
}

# The least and the greatest value of each modifier, as its base and as set by a technology.
FLAG: Final = (0, 1)
EXTRA_COST: Final = (-50, 50)
DISCOUNT: Final = (0, 50)
MODIFIER_RANGES: Final[dict[str, tuple[int, int]]] = {
    "tax": (0, 10),
    "growth": (0, 20),
    "repair": (0, 20),
    "cp_extraction": (0, 6),
    "axinium_extraction": (0, 6),
    "phasium_extraction": (0, 6),
    "bank": (0, 50),
    "bank_dice": (1, 2),
    "mining": (0, MOST_UNITS),
    "mining_dice": (1, 2),
    "exchanges": (0, 16),
    "trade_both_ways": FLAG,
    "research_discount": DISCOUNT,
    "military_discount": DISCOUNT,
    "civilian_discount": DISCOUNT,
    "transport_discount": DISCOUNT,
    "first_card_returns": FLAG,
    "third_action": FLAG,
    "reaction_discount": (0, 5),
    "reactions_barred": FLAG,
    "votes": (0, 10),
    "election_bonus": (0, 50),
    "ship_cp": EXTRA_COST,
    "ship_axinium": EXTRA_COST,
    "upgrade_cp": EXTRA_COST,
    "upgrade_phasium": EXTRA_COST,
    "rocket_cp": EXTRA_COST,
    "rocket_phasium": EXTRA_COST,
    "rockets_barred": FLAG,
    "rocket_distance": (-6, 16),
    "rocket_range": (0, 16),
    "radar": FLAG,
    "cloaking": FLAG,
    "civilian_ships": FLAG,
    "descend": (1, 6),
    "hit": (2, 6),
    "first_round_hit": (2, 6),
    "shield_bonus": (0, 3),
    "movement": (0, 4),
    "combat_barred": FLAG,
    "council_combat_barred": FLAG,
    "hex_vp": (0, MOST_VP),
    "council_vp": (0, MOST_VP),
    "ship_vp": (0, MOST_VP),
    "elections_barred": FLAG,
    "market_bonus": (0, 10),
    "planet_cp": (0, 50),
    "solar_hit": (2, 7),
    "solar_shield": (0, 4),
    "outpost_dice": (0, 12),
    "outpost_hit": (2, 6),
    "outpost_shield": (0, 12),
    "surface_cloaking": FLAG,
    "sector_scan": FLAG,
    "bid_double": (0, 99),
    "controlled_vp": (0, MOST_VP),
    "advanced_repair": (0, 20),
    "radar_proof": FLAG,
    "leftmost_space": FLAG,
    "vp_trades": (0, MOST_UNITS),
    "technologies_each": (1, 3),
    "copy_cost": (0, GREATEST),
    "copy_landing": FLAG,
    "law_vp": (0, MOST_VP),
    "technology_vp": (0, MOST_VP),
    "singularity": (0, GREATEST),
    "office_bonus": (0, MOST_VP),
    "corrupt_politics": FLAG,
    "visionary_politics": FLAG,
    "react_anywhere": FLAG,
    "basic_tactics": FLAG,
    "advanced_tactics": FLAG,
    "fringe_tactics": FLAG,
    "reroll": FLAG,
    "quantum_reflection": FLAG,
    "commandos": FLAG,
    "bomber_dice": (0, MOST_DICE),
    "interceptor_dice": (0, MOST_DICE),
    "rocket_dice": (0, MOST_DICE),
    "learned_vp": (0, MOST_VP),
    "combat_draw": (0, MOST_DEALT),
}
# Modifiers of Edge of Extinction: without it they have the least value of their range, which changes nothing.
EOE_MODIFIERS: Final = v.MODIFIER_NAMES[v.MODIFIER_NAMES.index("advanced_repair") :]
if tuple(MODIFIER_RANGES) != v.MODIFIER_NAMES:
    raise AssertionError("every modifier needs a range")
