"""The read-only record of a configuration: content as numbers, map geometry, settings, action layout."""

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.record_types import Tables as Tables
from exodus_env.kit.record import base_tables

i2 = np.int16

# Scenarios, as config.py numbers them; those after these are of solitaire play, and rules ask for that alone.
NO_SCENARIO, STRONGHOLD, EVENT_HORIZON = range(3)

TABLES_DTYPE = np.dtype(
    (
        np.record,
        [
            *base_tables(families=c.FAMILIES, actions=c.ACTIONS, factors=c.ACTION_FACTORS),
            # settings of the game
            ("turns", i2),
            ("movement", i2),  # 0 simultaneous, 1 reverse turn order, 2 drive power
            ("ship_blocking", i2),
            ("taxed", i2),  # 0: nobody pays tax (short variant)
            ("action_rounds", i2),  # rounds of mandatory action cards
            ("reactions", i2),  # 0: no reactions (short variant)
            ("dice_variant", i2),
            ("ask_forced", i2),  # 1: also ask decisions with one legal choice (debugging)
            ("shaping", "f8"),  # weight of the potential in the rewards, 0 without shaping
            # numbers of rules.toml
            ("cubes", i2),  # cubes a player owns
            ("marker_cubes", i2),  # of which lie on the resource and VP tracks
            ("start_resource", i2, (4,)),
            ("start_population", i2),
            ("start_ships", i2, (c.CLASSES,)),
            ("start_upgrades", i2, (c.CLASSES, c.UPGRADES)),
            ("start_technologies", i2),  # how many are chosen before turn 1 (combat variant)
            ("start_technology_budget", i2),
            ("start_technology_most", i2),  # highest printed cost of one of them
            ("resource_cap", i2, (4,)),  # most a player can stock (CP, Axinium, Phasium); VP unlimited
            ("bid_limit", i2),
            ("unit_value", i2, (4,)),  # what one unit of a planet counter is worth, by planet resource
            ("revealed_cards", i2),
            ("bonus_proposals", i2),
            ("reaction_cost_own", i2),
            ("reaction_cost_other", i2),
            ("conquests", i2),  # Conquest Stages a turn
            ("market_spaces", i2),
            ("rearrangements", i2),  # upgrade moves in one stage
            ("office_vp", i2, (c.PLAYERS,)),  # by place in turn order
            ("bank_variant", i2, (4,)),  # dice variant: safe amount; then with the technology: base, safe part
            ("mining_variant", i2, (4,)),
            ("modifier_base", i2, (c.MODIFIERS,)),
            ("modifier_low", i2, (c.MODIFIERS,)),  # 1: the lower value is the better
            # map
            ("hexes", i2),
            ("centre_hex", i2),
            ("council_hex", i2),  # the centre where it is the High Council, -1 where it is not
            ("solar_wind", i2, (c.HEXES,)),  # 1: in Solar Wind from the start (M6)
            ("directions", i2),  # ways a ship can go: those of the map, and one through a wormhole (M4)
            ("neighbour", i2, (c.HEXES, c.DIRECTIONS)),
            ("flight", i2, (c.HEXES, c.DIRECTIONS)),  # neighbours for rockets and barriers: the centre is never closed
            ("march", i2, (c.HEXES, c.DIRECTIONS)),  # neighbours for squadrons: no way leads into a home (Stronghold)
            ("distance", i2, (c.HEXES, c.HEXES)),
            ("home_hex", i2, (c.PLAYERS,)),
            ("home_of", i2, (c.HEXES,)),  # player, or -1
            ("garrison", i2, (c.HEXES,)),  # level of the Resistance ship at the start, 0 none
            # the map as it lies before each player (content/turning.py)
            ("turned_hex", i2, (c.PLAYERS, c.HEXES)),  # number of a hex, counted from the player's home
            ("turned_direction", i2, (c.PLAYERS, c.DIRECTIONS + 1)),  # so of a direction; the wormhole stays the last
            ("turned_edge", i2, (c.PLAYERS, c.HEXES * c.EDGES)),  # so of a border between two hexes
            # planets
            ("planets", i2),  # entries in the planet table
            ("planet_resource", i2, (c.PLANETS,)),
            ("planet_amount", i2, (c.PLANETS,)),
            ("planet_maximum", i2, (c.PLANETS,)),
            ("planet_vp", i2, (c.PLANETS,)),
            ("planet_moons", i2, (c.PLANETS,)),
            ("planet_pool", i2, (c.PLANETS,)),  # 0 home, 1 CP, 2 Axinium, 3 Phasium, 4 new (M5)
            ("planet_second", i2, (c.PLANETS,)),  # second resource of a dual planet (M5)
            ("planet_second_amount", i2, (c.PLANETS,)),
            ("planet_second_maximum", i2, (c.PLANETS,)),
            ("planet_finite", i2, (c.PLANETS,)),  # badges (M5)
            ("planet_barren", i2, (c.PLANETS,)),
            ("planet_peaceful", i2, (c.PLANETS,)),
            ("planet_advanced", i2, (c.PLANETS,)),  # technology type it makes cheaper, -1 none
            ("home_planet", i2, (c.PLAYERS,)),  # which planet entry each seat calls home
            ("map_planets", i2, (c.PLANET_POOLS,)),  # how many planets of each pool the layout takes
            ("start_space", i2, (c.PLAYERS, 2)),  # where the planet a player chose may go (M5)
            # technologies
            ("technologies", i2),
            ("technology_cost", i2, (c.TECHNOLOGIES,)),
            ("technology_colour", i2, (c.TECHNOLOGIES,)),
            ("technology_type", i2, (c.TECHNOLOGIES,)),
            ("technology_open", i2, (c.TECHNOLOGIES,)),  # 0: not in this game
            ("technology_start", i2, (c.TECHNOLOGIES,)),  # 1: may be a starting technology
            ("technology_modifier", i2, (c.TECHNOLOGIES, 2)),  # modifiers it sets, -1 none
            ("technology_value", i2, (c.TECHNOLOGIES, 2)),
            ("technology_like", i2, (c.TECHNOLOGIES,)),  # first technology of its colour and type
            # ships and upgrades
            ("ships", i2),  # ship slots of a player
            ("ship_class", i2, (c.SHIPS,)),  # class of each slot; slots of a class are consecutive
            ("class_cp", i2, (c.CLASSES,)),
            ("class_axinium", i2, (c.CLASSES,)),
            ("class_slots", i2, (c.CLASSES,)),
            ("class_capacity", i2, (c.CLASSES,)),
            ("class_vp", i2, (c.CLASSES,)),
            ("basic_drive", i2),  # hexes a ship without a drive upgrade moves
            ("upgrades", i2),
            ("upgrade_sort", i2, (c.UPGRADES,)),
            ("upgrade_strength", i2, (c.UPGRADES,)),  # dice, shield points or hexes
            ("upgrade_cp", i2, (c.UPGRADES,)),
            ("upgrade_phasium", i2, (c.UPGRADES,)),
            ("upgrade_technology", i2, (c.UPGRADES,)),  # -1: needs none
            ("upgrade_limit", i2, (c.UPGRADES,)),  # tokens a player has, 0: no limit (EoE)
            ("upgrade_aim", i2, (c.UPGRADES,)),  # taken off the roll the dice of a cannon need (EoE)
            ("rocket_dice", i2, (c.ROCKETS,)),
            ("rocket_damage", i2, (c.ROCKETS,)),
            ("rocket_cp", i2, (c.ROCKETS,)),
            ("rocket_phasium", i2, (c.ROCKETS,)),
            ("rocket_technology", i2, (c.ROCKETS,)),
            ("rocket_hit", i2),  # die roll needed in the damage check
            ("rocket_limit", i2),  # rockets on one planet
            # cards
            ("action_cards", i2),
            ("card_action", i2, (c.ACTION_CARDS,)),
            ("card_reaction", i2, (c.ACTION_CARDS,)),
            ("bonus_cards", i2),
            ("bonus_immediate", i2, (c.BONUS_CARDS,)),
            ("bonus_once", i2, (c.BONUS_CARDS,)),
            ("bonus_draw", i2),  # bonus actions drawn each turn to propose from, 0: all are there (M1)
            ("political_cards", i2),
            ("political_kind", i2, (c.POLITICAL_CARDS,)),
            ("foes", i2),  # most Centaurian ships in one combat
            ("fleets", i2),  # 1: Resistance fleets instead of single ships (M2)
            ("fleet_level", i2, (10,)),  # level of a regular fleet by game turn
            ("fleet_strong", i2),  # levels a strong fleet is above that
            ("fleet_cards", i2, (c.FLEET_LEVELS + 1, c.RESISTANCE_LEVELS)),  # cards of each deck by level
            ("squadron_cards", i2, (c.FLEET_LEVELS + 1, c.RESISTANCE_LEVELS)),  # the same for squadrons
            ("resistance_cards", i2),
            ("resistance_level", i2, (c.RESISTANCE_CARDS,)),
            ("resistance_dice", i2, (c.RESISTANCE_CARDS,)),
            ("resistance_shield", i2, (c.RESISTANCE_CARDS,)),
            ("resistance_vp", i2, (c.RESISTANCE_CARDS,)),
            ("resistance_aim", i2, (c.RESISTANCE_CARDS,)),  # taken off the roll its dice need (EoE)
            # modules of Event Horizon
            ("outposts", i2),  # 1: M3
            ("outpost_tokens", i2, (c.OUTPOST_LEVELS + 1,)),  # blank, level 1, level 2
            ("outpost_growth", i2),
            ("outpost_base_dice", i2),  # of the Outpost, before its level
            ("outpost_fighter_dice", i2),
            ("outpost_cards", i2),  # kinds
            ("outpost_level", i2, (c.OUTPOST_KINDS,)),
            ("outpost_copies", i2, (c.OUTPOST_KINDS,)),
            ("outpost_vp", i2, (c.OUTPOST_KINDS,)),
            ("exploration", i2),  # 1: M4
            ("events", i2),  # kinds
            ("event_sort", i2, (c.EVENT_CARDS,)),
            ("event_copies", i2, (c.EVENT_CARDS,)),
            ("debris_hit", i2),
            ("bounty_vp", i2),
            ("interest_vp", i2),
            ("new_planets", i2),  # 1: M5
            ("barren_roll", i2),
            ("advanced_discount", i2),
            ("gates", i2),  # of a player (M7)
            ("gate_cp", i2),
            ("gate_axinium", i2),
            ("satellites", i2),  # of a player (M8)
            ("satellite_cp", i2),
            ("satellite_axinium", i2),
            ("satellite_damage", i2),
            ("satellite_range", i2),
            ("barriers", i2),  # 0 none, 1 players place them, 2 at random (M9)
            ("barrier_damage", i2),
            ("barrier_distance", i2),
            ("leaders", i2),  # Leaders in the game (M10)
            ("free_leaders", i2),  # 1: any Leader can be chosen
            # scenarios of Event Horizon
            ("scenario", i2),  # 0 none, 1 Centaurian Stronghold, 2 Event Horizon
            ("coop", i2),  # 1: the players win or lose together, against the Stronghold
            ("star", i2),  # 1: Proxima Centauri is in the centre (M6)
            ("vp_loss_price", i2, (3,)),
            ("vp_gain_price", i2, (3,)),
            ("squadrons", i2),  # tokens in all
            ("stronghold_levels", i2),
            ("activation_turn", i2),
            ("squadron_level", i2),
            ("squadron_shield", i2),  # added to the turn, difficulty included
            ("squadron_damage", i2),
            ("squadron_vp", i2),
            ("stronghold_dice", i2),
            ("stronghold_shield", i2),
            ("stronghold_hit", i2),
            ("star_rolls_from", i2),
            ("star_evolutions", i2),
            # Edge of Extinction
            ("eoe", i2),  # 1: the expansion is in the game
            ("factions", i2),
            ("faction_mode", i2),  # 0 dealt, 1 chosen, 2 as faction_seat says
            ("faction_seat", i2, (c.PLAYERS,)),
            ("faction_home", i2, (c.FACTIONS,)),  # planet entry
            ("faction_resource", i2, (c.FACTIONS, 3)),  # CP, Axinium, Phasium at the start
            ("faction_technology", i2, (c.FACTIONS, c.TECHNOLOGIES)),  # 1: on the faction's boards
            ("faction_effect", i2, (c.FACTIONS, 2)),  # lasting
            ("faction_card_effect", i2, (c.FACTIONS, c.ACTION_CARDS, 2)),
            ("faction_card_reaction", i2, (c.FACTIONS, c.ACTION_CARDS, 2)),
            ("faction_card_once", i2, (c.FACTIONS, c.ACTION_CARDS)),
            ("planetary_cp", i2, (c.PLANETARY,)),
            ("planetary_phasium", i2, (c.PLANETARY,)),
            ("planetary_technology", i2, (c.PLANETARY,)),
            ("planetary_limit", i2, (c.PLANETARY,)),  # tokens a player has
            ("clone_growth", i2),
            ("sds_roll", i2),
            ("commando_roll", i2),
            ("vp_price", i2),  # CP for a VP in a Trade
            ("combat_cards", i2),  # kinds
            ("combat_copies", i2, (c.COMBAT_KINDS,)),
            ("combat_order", i2, (c.COMBAT_KINDS,)),
            ("combat_need", i2, (c.COMBAT_KINDS,)),
            ("combat_need_amount", i2, (c.COMBAT_KINDS,)),
            ("combat_cost", i2, (c.COMBAT_KINDS,)),  # Population on board it takes
            ("combat_once", i2, (c.COMBAT_KINDS,)),
            ("combat_row", i2, (c.COMBAT_KINDS, c.COMBAT_ROWS, 3)),  # effect or -1, own or enemies, amount
            ("combat_limit", i2),  # combat cards in a hand
            ("combat_deal", i2, (c.PLAYERS,)),  # combat cards received, by place in turn order
            ("foe_cards", i2),  # kinds
            ("foe_copies", i2, (c.FOE_KINDS,)),
            ("foe_order", i2, (c.FOE_KINDS,)),
            ("foe_need", i2, (c.FOE_KINDS,)),
            ("foe_need_amount", i2, (c.FOE_KINDS,)),
            ("foe_row", i2, (c.FOE_KINDS, c.COMBAT_ROWS, 3)),
            # solitaire
            ("solitaire", i2),  # 1: the rules of solitaire play
            ("choice_price", i2, (c.REVEALED,)),  # times the turn, for each political card
            ("corrupt_discount", i2),
            ("office_price", i2),  # CP for each step to a better turn-order card
            ("first_office", i2),  # turn-order card at the start, from 0; -1 without such cards
            ("fixed_planet", i2, (c.HEXES,)),  # planet that lies there at the start, -1 none
            ("start_technology", i2, (c.TECHNOLOGIES,)),  # 1: known at the start
            ("post_population", i2, (c.HEXES,)),  # Population at the start besides home
            ("post_ships", i2, (c.HEXES, c.CLASSES)),  # ships at the start besides home
            ("victory", i2, (2, c.VICTORY)),  # absolute and tactical victory: columns in rules/scenarios/solitaire.py
            ("hold_home", i2),  # 1: lost as soon as nobody lives at home at the end of a turn
            ("npc", i2),  # 1: the NPC acts
            ("npc_radar", i2),
            ("npc_distance", i2),  # what its Radar adds to the distance roll of its rockets
            ("npc_raid", i2),  # Population each Resistance ship kills where no own ship is
            ("npc_moves", i2),  # hexes its ships move
            ("npc_entry", i2, (c.NPC_ENTRIES,)),  # hexes where ships enter, in turn; -1 none
            ("npc_ships", i2, (10, c.RESISTANCE_LEVELS)),  # ships that enter, by turn
            ("npc_base", i2),  # hex its rockets are fired from, -1 none
            ("npc_rocket", i2, (10,)),  # rocket fired, by turn: kind + 1, 0 none
            # effects: rows of one card are consecutive
            ("effects", i2),
            ("effect", i2, (c.EFFECTS, c.EFFECT_WIDTH)),
            ("political_effect", i2, (c.POLITICAL_CARDS, 2)),  # first row, number of rows
            ("resistance_effect", i2, (c.RESISTANCE_CARDS, 2)),
            ("bonus_effect", i2, (c.BONUS_CARDS, 2)),
            ("outpost_effect", i2, (c.OUTPOST_KINDS, 2)),
            ("event_effect", i2, (c.EVENT_CARDS, 2)),
            ("leader_effect", i2, (c.LEADERS, 2)),  # lasting
            ("leader_start", i2, (c.LEADERS, 2)),  # at the end of setup
            # market: price in CP of one mineral, by space
            ("buy_price", i2, (c.MARKET_SPACES, 2, 2)),  # space, Axinium or Phasium, ordinary or better rate
            ("sell_price", i2, (c.MARKET_SPACES, 2, 2)),
            # action layout (encoding/actions.py)
            ("actions", i2),
            ("interruption", i2, (c.DECISIONS,)),  # how a decision goes on that something comes between (window.py)
            # ids are counted from the actor's home (content/turning.py), what the rules choose from by printed numbers
            ("turned_action", i2, (c.PLAYERS, c.ACTIONS)),  # id of a choice with printed numbers
            ("printed_action", i2, (c.PLAYERS, c.ACTIONS)),  # and the way back
            ("turned_range", i2, (c.DECISIONS, c.TURNED, 2)),  # ids a decision offers that differ: first, beyond
            # observation layout (encoding/observations.py)
            ("observation_size", i2),
            ("decision_place", i2, (c.DECISIONS,)),  # which of the decisions that can come up, -1: it cannot
            ("modifier_place", i2, (c.MODIFIERS,)),  # so of the modifiers that change in this configuration
            ("modifier_unit", i2, (c.MODIFIERS,)),
            ("turn_place", i2, (c.MODIFIERS,)),  # so of those that change until the turn ends
            ("turn_kinds", i2),
            ("lasting_place", i2, (c.POLITICAL_CARDS,)),  # so of laws and resolutions
            ("effect_features", i2),
            ("effect_seen", i2, (c.EFFECTS, c.EFFECT_FEATURES)),  # what a row and those after it do, in thousandths
            ("hex_place", i2, (c.HEXES, 2)),  # axial coordinates
            ("block_start", i2, (c.BLOCKS,)),
            # what never changes about a planet: how many numbers, their places among the features, the numbers
            ("planet_entries", i2, (c.PLANETS,)),
            ("planet_places", i2, (c.PLANETS, c.PLANET_ENTRIES)),
            ("planet_numbers", np.float32, (c.PLANETS, c.PLANET_ENTRIES)),
            ("badge_entries", i2, (c.PLANETS,)),  # so about its badges (M5)
            ("badge_places", i2, (c.PLANETS, c.PLANET_ENTRIES)),
            ("badge_numbers", np.float32, (c.PLANETS, c.PLANET_ENTRIES)),
            ("hand_seen", i2, (c.FACTIONS, c.ACTION_CARDS * c.HAND_FEATURES)),  # what the cards of a faction do
        ],
    )
)
