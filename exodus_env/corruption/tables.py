"""The read-only record of a configuration: content as numbers, settings, action layout."""

import numpy as np

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.record_types import Tables as Tables
from exodus_env.kit.record import base_tables

i2 = np.int16

# How the order of play is agreed on, and where ship mats come from, as config.py numbers them.
LEADER, VOLUNTEER = range(2)
CHOSEN, DEALT, FIXED = range(3)

ROWS = (2,)  # the first row of something, and how many it has

TABLES_DTYPE = np.dtype(
    (
        np.record,
        [
            *base_tables(families=c.FAMILIES, actions=c.ACTIONS, factors=c.ACTION_FACTORS),
            # settings of the game
            ("ships", i2),
            ("order", i2),
            ("mats", i2),
            ("fixed_mat", i2, (c.SHIPS,)),
            ("nightmare", i2),
            ("hidden_from_avatars", i2),
            ("ask_forced", i2),  # 1: also ask decisions with one legal choice (debugging)
            ("shaping", "f8"),  # weight of the potential in the rewards, 0 without shaping
            # numbers of rules.toml
            ("start_scraps", i2),
            ("start_energy", i2),
            ("strain_actions", i2),
            ("rush_cost", i2),
            ("rush_jumps", i2),
            ("scavenge_scraps", i2),
            ("repair_cost", i2),
            ("repair_health", i2),
            ("mend_cost", i2),
            ("salvage_loss", i2),
            ("level_scraps", i2),
            ("analysis_options", i2),
            ("detection_misses", i2),
            ("damage_health", i2, (c.OWN_DICE,)),  # Health lost with one miss, and with two
            ("damaged_misses", i2),
            ("pacified_turns", i2),
            ("enemy_deck", i2),
            ("avatar_return", i2),
            ("disengage_advance", i2),
            ("nightmare_moves", i2),
            ("combat_rounds", i2),
            # the side of the Corruption mat
            ("spaces", i2),
            ("box", i2, (c.BOXES,)),  # space of each red box, 0: there are fewer
            ("boxes", i2),
            ("box_enemies", i2),
            ("keys", i2),
            ("piles", i2),
            # dice
            ("die_symbol", i2, (len(v.COLOURS), c.FACES)),
            ("avatar_steps", i2, (c.FACES,)),
            ("avatar_wormhole", i2, (c.FACES,)),
            # tiles
            ("tile_kind", i2, (c.TILES,)),
            ("tile_sides", i2, (c.TILES, c.SIDES)),  # 1: a lane
            ("tile_exploration", i2, (c.TILES,)),
            ("tile_signal", i2, (c.TILES,)),  # Key + 1, 0 none
            ("tile_ally", i2, (c.TILES,)),
            ("tile_wormhole", i2, (c.TILES,)),
            ("tile_enemies", i2, (c.TILES,)),
            ("tile_surveillance", i2, (c.TILES,)),
            ("tile_reserve", i2, (c.TILES,)),
            ("tile_used", i2, (c.TILES,)),  # 0: out of the game with this number of ships
            # ship mats
            ("mat_class", i2, (c.MATS,)),
            ("mat_dice", i2, (c.MATS,)),
            ("mat_actions", i2, (c.MATS,)),
            ("mat_health", i2, (c.MATS,)),
            ("mat_energy", i2, (c.MATS,)),  # most Energy markers
            ("mat_energy_cost", i2, (c.MATS, c.ENERGY)),  # of the marker with this place; the first is free
            ("mat_xp", i2, (c.MATS,)),
            ("mat_level", i2, (c.MATS, c.LEVELS)),  # XP that unlock each Mod
            # equipment: two effects of each Mod, then those of modules
            ("effect", i2, (c.EFFECTS, len(v.EFFECT_COLUMNS))),
            ("effect_rows", i2, (c.EFFECTS, *ROWS)),
            ("effect_modifier", i2, (c.EFFECTS, c.MODIFIERS)),
            ("modifier_low", i2, (c.MODIFIERS,)),
            ("modifier_high", i2, (c.MODIFIERS,)),
            ("module_copies", i2, (c.ALL_MODULES,)),
            ("module_value", i2, (c.ALL_MODULES,)),
            ("damaged_copies", i2, (c.DAMAGED_KINDS,)),
            ("damaged_modifier", i2, (c.DAMAGED_KINDS, c.MODIFIERS)),
            # Allies
            ("allies", i2),
            ("ally_modules", i2, (c.ALLIES,)),
            ("ally_precursors", i2, (c.ALLIES,)),
            ("ally_price", i2, (c.ALLIES,)),
            ("ally_cost", i2, (c.ALLIES,)),
            ("ally_rows", i2, (c.ALLIES, *ROWS)),
            # Enemies, then Avatars by number
            ("enemies", i2),
            ("avatars", i2),
            ("foe_level", i2, (c.FOE_CARDS,)),  # of an Avatar 0
            ("foe_health", i2, (c.FOE_CARDS,)),
            ("foe_shield", i2, (c.FOE_CARDS,)),
            ("foe_rows", i2, (c.FOE_CARDS, *ROWS)),
            # Explorations
            ("explorations", i2),
            ("exploration_kind", i2, (c.EXPLORATIONS,)),
            ("option", i2, (c.EXPLORATIONS, c.OPTIONS, len(v.OPTION_COLUMNS))),
            ("option_rows", i2, (c.EXPLORATIONS, c.OPTIONS, *ROWS)),
            ("option_failure", i2, (c.EXPLORATIONS, c.OPTIONS, *ROWS)),
            # Signals
            ("signals", i2),
            ("signal_level", i2, (c.SIGNALS,)),
            ("signal_limit", i2, (len(v.SIGNAL_LEVELS),)),  # most of each level among those drawn from
            ("signal_markers", i2, (c.SIGNALS,)),
            ("signal_ships", i2, (c.SIGNALS,)),
            ("instructions", i2, (c.SIGNALS,)),
            ("instruction", i2, (c.SIGNALS, c.INSTRUCTIONS, len(v.INSTRUCTION_COLUMNS))),
            ("instruction_failure", i2, (c.SIGNALS, c.INSTRUCTIONS, *ROWS)),
            ("on_reveal", i2, (c.SIGNALS, *ROWS)),
            ("each_turn", i2, (c.SIGNALS, *ROWS)),
            ("on_solved", i2, (c.SIGNALS, *ROWS)),
            # rows of all decks
            ("row", i2, (c.ALL_ROWS, len(v.ROW_COLUMNS))),
            ("rows", i2),
            # layouts
            ("actions", i2),
            ("observation_size", i2),
            ("block_start", i2, (c.BLOCKS,)),
        ],
    )
)
