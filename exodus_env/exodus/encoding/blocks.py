"""The blocks of the observation, declared once: what they hold, their numbers, and the layout of a configuration.

A block of a module has a word of size 0 in its shape without it, so that it takes no room. The kernels that fill the
blocks stand in observations.py and expansion.py.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exodus_env.exodus import capacity
from exodus_env.exodus.content.vocabulary import (
    ACTIONS,
    COMBAT_EFFECT_NAMES,
    EXECUTIVE,
    MODIFIER_NAMES,
    OPCODE_NAMES,
    PLANETARY,
    RESOURCES,
    TARGETS,
)
from exodus_env.exodus.encoding.actions import module_sizes
from exodus_env.exodus.rules.choices import DECISIONS, PASS
from exodus_env.exodus.rules.frames import STAGE_NAMES
from exodus_env.exodus.rules.modifiers import (
    AMOUNT,
    ARG_A,
    ARG_B,
    ARG_C,
    CONDITION,
    IN_OPTION,
    MODIFY,
    OPCODE,
    QUANTITY,
    TARGET,
)
from exodus_env.exodus.rules.movement import SIMULTANEOUS
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD, Tables
from exodus_env.kit.kernel import Floats, Numbers, kernel
from exodus_env.kit.layout import ActionLayout, Block, ObservationLayout

MODIFY_TURN: Final = OPCODE_NAMES.index("modify_turn")
CHOOSE: Final = OPCODE_NAMES.index("choose")
GAIN_UNITS: Final = (15, 3, 3, 5)  # much of CP, Axinium, Phasium, VP for a card to bring
ROW_BITS: Final = capacity.EFFECTS.bit_length()
# Decisions whose families say nothing about whether they can come up, with what they need of the tables.
ONLY_WITH: Final = {
    "debris": "exploration",
    "bounty": "exploration",
    "reward": "coop",
    "second_look": "eoe",
    "corrupt": "eoe",
    "vision": "eoe",
    "arm": "eoe",
    "sacrifice_target": "eoe",
    "start_hex": "eoe",
    "pay_from": "eoe",
    "build_at": "eoe",
    "settle": "eoe",
    "hyperspace_to": "eoe",
    "copy_technology": "eoe",
    "commando_target": "eoe",
    "political_choice": "solitaire",
    "buy_office": "solitaire",
    "travel": "ship_blocking",
}
# Where the tables keep the first row and the number of rows of each card.
CARD_ROWS: Final = (
    *("political_effect", "resistance_effect", "bonus_effect", "outpost_effect", "event_effect", "leader_effect"),
    *("leader_start", "faction_effect", "faction_card_effect", "faction_card_reaction"),
)
MOST: Final = 4.0  # units a number may reach: 99 of 100 stay below one, and beyond four nothing more is told

HEX_FEATURES: Final = (
    "planet",
    "planet destroyed (0.5: doomed, while rockets land)",
    "produces CP",
    "produces Axinium",
    "produces Phasium",
    "counter / 6",
    "maximum / 6",
    "VP / 4",
    "moons",
    "Resistance I",
    "Resistance II",
    "Resistance III",
    "Hypersonic rockets / 2",
    "Biochemical rockets / 2",
    "Graviton rockets / 2",
    "rockets aimed here / 2",
    "battle fought",
    "cubes just shipped here / 2",
    "pending decision is about this hex",
    "controlled by the viewer",
    "controlled by another player",
    "units just taken / 3",
)
(
    H_PLANET,
    H_DESTROYED,
    H_PRODUCES,
    _H_AXINIUM,
    _H_PHASIUM,
    H_COUNTER,
    H_MAXIMUM,
    H_VP,
    H_MOONS,
    H_RESISTANCE,
    _H_II,
    _H_III,
    H_ROCKET,
    _H_BIOCHEMICAL,
    _H_GRAVITON,
    H_AIMED,
    H_FOUGHT,
    H_ARRIVED,
    H_FOCUS,
    H_OWN,
    H_OTHERS,
    H_TAKEN,
) = range(len(HEX_FEATURES))

HEX_PLAYER_FEATURES: Final = ("Population / 6", "ships / 9", "their dice / 70", "what their shields still take / 16")
HP_POPULATION, HP_SHIPS, HP_DICE, HP_HULL = range(len(HEX_PLAYER_FEATURES))

PLAYER_FEATURES: Final = (
    "CP / 70",
    "CP / 15, at most 1",
    "Axinium / 10",
    "Phasium / 10",
    "VP scored so far / 30",
    "VP if the game ended now / 65",
    "players ahead if the game ended now / all others",
    "cube supply / 30",
    "Population at home / 10",
    "last bid shown / 16",
    "CP behind the vote last shown / 10",
    "CP behind the vote last shown / 64",
    "reaction cubes / 4",
    "reaction cubes on the card of this round / 3",
    "cubes on the market / 3",
    "hits still to assign / 20",
    "upgrades moved since the stage began / 4",
    "a new upgrade since any could be moved",
    "place won in the election under way / players, 0 none yet",
    "home: q / 4",
    "home: r / 4",
    "still to attack the Outpost, or to meet the Event",
)
(
    P_CP,
    P_CP_FINE,
    P_AXINIUM,
    P_PHASIUM,
    P_VP,
    P_SCORE,
    P_RANK,
    P_SUPPLY,
    P_HOME,
    P_BID,
    P_VOTE_BID,
    P_VOTE_BID_HIGH,
    P_REACTION,
    P_CARD_CUBES,
    P_MARKET,
    P_HITS,
    P_REARRANGED,
    P_REFITTED,
    P_NEW_PLACE,
    P_Q,
    _P_R,
    P_CONCERNED,
) = range(len(PLAYER_FEATURES))

SHIP_FEATURES: Final = (
    "on the map",
    "hex: q / 4",
    "hex: r / 4",
    "damage / 7",
    "Population on board / 4",
    "moved / 2; while Population mounts 0.5: settled how many",
    "in combat",
    "hits / 6",
    "cubes that failed to descend / 4",
    "cloaked",
)
S_PRESENT, S_Q, _S_R, S_DAMAGE, S_CARGO, S_MOVED, S_FIGHTING, S_HITS, S_STRANDED, S_CLOAKED = range(len(SHIP_FEATURES))

FOE_FEATURES: Final = ("present", "dice / 6", "shield / 8", "VP / 4", "damage / 6", "hits / 8")
F_PRESENT, F_DICE, F_SHIELD, F_VP, F_DAMAGE, F_HITS = range(len(FOE_FEATURES))

PENDING_FEATURES: Final = (
    "own bid so far / 16",
    "resources, exchanges, upgrade moves, technologies or VP left / 8",
    "highest cost or CP left for a technology / 16",
    "this Trade buys",
    "this Trade sells",
    "combat round / 4",
    "combat round / 32",
    "hits to assign or to cancel are the Resistance's",
    "hits the Resistance has still to assign / 4",
    "step of Drive Power / 4",
    "second rocket of the planet",
    "effects of the card still to come / 4",
    "structures built by this action / 3",
    "ships that have jumped / 4",
    "tax paid / 4",
    "everybody's extra action card",
)
(
    N_BID,
    N_LEFT,
    N_LIMIT,
    N_BUYS,
    N_SELLS,
    N_ROUND,
    N_ROUNDS,
    N_RESISTANCE,
    N_FOE_HITS,
    N_STEP,
    N_SPACE,
    N_ROWS,
    N_BUILT,
    N_JUMPED,
    N_TAX,
    N_EXTRA,
) = range(len(PENDING_FEATURES))

# What a row or several rows of effects do: those of an option, of a card on the table, of what is left of a card.
EFFECT_NUMBERS: Final = (
    *(f"concerns {target}" for target in TARGETS),
    *(
        f"{resource} gained or, below 0, lost / {unit}"
        for resource, unit in zip(("CP", "Axinium", "Phasium", "VP"), GAIN_UNITS)
    ),
    "first argument of other effects / 10, of a modifier its number / 40",
    "second argument / 10",
    "third argument / 10",
    "condition / 2",
    "what it counts / 15",
    "its amount / 10",
)

FIRED_FEATURES: Final = (
    *("Hypersonic", "Biochemical", "Graviton", "fired by / players, counted from the viewer as 1"),
    *("from: q / 4", "from: r / 4", "at: q / 4", "at: r / 4"),
)
FIRED_FROM, FIRED_AT = 4, 6

OUTPOST_FEATURES: Final = ("face down", "level 1", "level 2")

EXPLORATION_FEATURES: Final = (
    "face down",
    "looked at by the viewer",
    "wormhole",
    "No Combat",
    "Planet of Interest",
    "being explored",
)
X_FACE_DOWN, X_LOOKED, X_WORMHOLE, X_NO_COMBAT, X_INTEREST, X_EXPLORING = range(len(EXPLORATION_FEATURES))

# Of the planet a player has yet to place.
GIVEN_FEATURES: Final = (
    "produces CP",
    "produces Axinium",
    "produces Phasium",
    "counter / 6",
    "VP / 4",
    "moons",
    "maximum / 6",
)
NEW_PLANET_FEATURES: Final = (
    "second resource is CP",
    "second resource is Axinium",
    "second resource is Phasium",
    "second counter / 6",
    "second maximum / 6",
    "finite",
    "barren",
    "peaceful",
    "advanced: Military",
    "advanced: Civilian",
    "advanced: Transport",
)
W_SECOND, W_COUNTER, W_MAXIMUM, W_FINITE, W_BARREN, W_PEACEFUL, W_ADVANCED = 0, 3, 4, 5, 6, 7, 8

STRONGHOLD_FEATURES: Final = (
    "levels left / 6",
    "squadrons on the board / 9",
    "squadrons in the supply / 18",
    "shield bonus of this turn / 12",
    "activations / 9",
    "turns left / 9",
    "combat against squadrons",
    "combat against the Stronghold",
    "combat against the Resistance together",
    "shield of the squadron or level fought / 24",
    "damage on it / 12",
    "cannon dice of the enemy / 12",
)

STAR_FEATURES: Final = ("Star Evolution tokens / 6", "evolutions / 2", "turns left / 9")

NEW_PENDING_FEATURES: Final = (
    "cubes still to pay or to settle / 4",
    "technologies learned in this Research / 2",
    "VP bought in this Trade / 2",
    "damage of the Dark Raider sacrificed / 12",
)
L_CUBES, L_LEARNED, L_BOUGHT, L_DAMAGE = range(len(NEW_PENDING_FEATURES))

HALF_FEATURES: Final = (*(f"performs {action}" for action in ACTIONS), "does something else")
HAND_FEATURES: Final = (
    *(f"primary half {feature}" for feature in HALF_FEATURES),
    *(f"reaction half {feature}" for feature in HALF_FEATURES),
    "once in a game",
)

MISSION_FEATURES: Final = (
    *(
        f"{feature} for {victory} victory"
        for victory in ("an absolute", "a tactical")
        for feature in (
            "turns left, this one included, / 9",
            "planets still to settle / 12",
            "CP still needed / 30",
            "Axinium still needed / 10",
            "Phasium still needed / 10",
            "Resistance ships too many / 12",
        )
    ),
    "price of card B / 30",
    "price of card C / 30",
    *(f"Resistance ships of level {level} that enter this turn / 4" for level in ("I", "II", "III")),
    "the NPC fires a rocket this turn",
)

# Block: name, shape (numbers, or words the configuration gives a size), lowest and highest value, and what it holds: a
# sentence, the names of the features of its last axis, or a word that stands for names the configuration gives.
BLOCKS: Final[tuple[tuple[str, tuple[str | int, ...], float, float, str | tuple[str, ...]], ...]] = (
    ("turn", ("turns",), 0, 1, "one-hot: game turn"),
    ("stage", (len(STAGE_NAMES),), 0, 1, STAGE_NAMES),
    ("conquest", (4,), 0, 1, "one-hot: Conquest Stage of this turn (the last also beyond)"),
    ("conquests", (4,), 0, 1, "one-hot: Conquest Stages this turn"),
    ("action_round", (5,), 0, 1, "one-hot: action round of this turn"),
    ("decision", ("decision",), 0, 1, "decisions"),
    ("actor", ("player",), 0, 1, "one-hot: who must decide"),
    ("focus_player", ("player",), 0, 1, "one-hot: player the decision is about; 0.5: a decision put off"),
    ("focus_class", ("class",), 0, 1, "one-hot: ship class the decision is about, or the upgrade goes to"),
    ("focus_source", ("class",), 0, 1, "one-hot: ship class the upgrade leaves"),
    ("focus_upgrade", ("upgrade",), 0, 1, "one-hot: upgrade the decision is about"),
    ("focus_rocket", ("rocket",), 0, 1, "one-hot: rocket the decision is about"),
    ("focus_space", ("market",), 0, 1, "one-hot: market space of the Trade"),
    ("focus_place", ("player",), 0, 1, "one-hot: place in turn order to be given"),
    ("pending", (len(PENDING_FEATURES),), 0, MOST, PENDING_FEATURES),
    ("performing", (len(ACTIONS),), 0, 1, "one-hot: action being performed, " + ", ".join(ACTIONS)),
    ("card_row", ("identity",), 0, 1, "which effect of which card is being resolved: its number in binary, 0 none"),
    ("card_effects", ("effect",), -MOST, MOST, "effects"),
    ("options", ("option", "effect"), -MOST, MOST, "effects"),
    ("players", ("player", len(PLAYER_FEATURES)), -MOST, MOST, PLAYER_FEATURES),
    ("place", ("player", "player"), 0, 1, "one-hot by player: place in turn order, Chancellor first"),
    ("technologies", ("player", "technology"), 0, 1, "1: known"),
    ("blueprints", ("player", "class", "upgrade"), 0, MOST, "upgrades on the blueprint / 6"),
    ("fleet", ("player", "class", 3), 0, MOST, "dice / 16, shield / 8, drive / 4 of a ship of the class"),
    ("action_cards", ("player", "action_card"), 0, 1, "1: played this turn"),
    ("shown_card", ("player", "action_card"), 0, 1, "one-hot: card of this round, once revealed"),
    ("own_card", ("action_card",), 0, 1, "one-hot: own card chosen in secret"),
    ("votes", ("player", capacity.REVEALED), 0, 1, "one-hot by player: card backed when votes were last shown"),
    ("own_vote", (capacity.REVEALED,), 0, 1, "one-hot: own voting token in secret; none for who abstains"),
    ("technology_prices", ("technology",), 0, MOST, "CP a technology costs the viewer / 16"),
    ("ship_prices", ("class", 2), 0, MOST, "CP / 8 and Axinium / 4 a ship of the class costs the viewer"),
    ("upgrade_prices", ("upgrade",), 0, MOST, "CP an upgrade costs the viewer / 8"),
    ("rocket_prices", ("rocket",), 0, MOST, "CP a rocket costs the viewer / 8"),
    (
        "market_prices",
        (4,),
        0,
        MOST,
        "CP / 8 the viewer pays for Axinium, for Phasium, and gets for them, on the next market space or the Trade's",
    ),
    ("modifiers", ("modifier",), -MOST, MOST, "modifiers"),
    ("turn_effects", ("player", "turn"), -MOST, MOST, "turn_effects"),
    ("ships", ("player", "ship", len(SHIP_FEATURES)), -MOST, MOST, SHIP_FEATURES),
    ("own_ship_hex", ("ship", "hex"), 0, 1, "one-hot: hex of each own ship"),
    ("own_order_hex", ("order", "hex"), 0, 1, "one-hot: hex each own ship is secretly ordered to"),
    (
        "own_path",
        ("order", capacity.LONGEST_PATH),
        0,
        1,
        "secret orders of each own ship: (direction + 1) / 7 of each hex",
    ),
    ("hexes", ("hex", len(HEX_FEATURES)), 0, MOST, HEX_FEATURES),
    ("hex_players", ("hex", "player", len(HEX_PLAYER_FEATURES)), 0, MOST, HEX_PLAYER_FEATURES),
    (
        "held",
        ("player", "ship_blocking"),
        0,
        1,
        "1: blocking holds the ship; 0.5: one of several, some of them (blocking)",
    ),
    (
        "staying",
        ("hex_blocking", "player"),
        0,
        MOST,
        "ships of the player in the hex that blocking holds / 2 (blocking)",
    ),
    ("fired", (capacity.FIRED, len(FIRED_FEATURES)), -MOST, MOST, FIRED_FEATURES),
    ("in_force", ("lasting",), 0, MOST, "laws in force by age: (place, from 1) / 4; resolutions: 1; one number a card"),
    ("revealed", ("political",), 0, 1, "cards voted on: A 1/3, B 2/3, C 1; one number a card"),
    ("revealed_effects", (capacity.REVEALED, "effect"), -MOST, MOST, "effects"),
    ("political_gone", ("political",), 0, 1, "1: the card is not in the deck any more"),
    ("political_left", (1,), 0, 1, "cards in the political deck / 96"),
    ("proposed", ("bonus",), 0, 1, "1: proposed as bonus action"),
    ("bonus", ("bonus",), 0, 1, "one-hot: bonus action of this turn"),
    (
        "resistance_cards",
        (2, "resistance_card"),
        0,
        1,
        "1: the viewer has won the card; then others: seat from the viewer / players",
    ),
    (
        "resistance_discards",
        ("resistance_card",),
        -1,
        1,
        "1: used; below 0: known to lie under a deck, the next of them to come -1, then -1/2, -1/3, ...",
    ),
    ("resistance_left", (capacity.RESISTANCE_LEVELS,), 0, 1, "cards in the Resistance decks / 32"),
    ("foes", ("foe", len(FOE_FEATURES)), 0, MOST, FOE_FEATURES),
    ("foe_cards", ("resistance_card",), -1, 1, "Resistance cards fought: (ship, from 1) / 4; -1: the card to be given"),
    ("bonus_open", ("bonus_drawn",), 0, 1, "1: can be proposed as bonus action"),
    ("bonus_used", ("bonus_m1",), 0, 1, "1: once-a-game bonus action that was taken (M1)"),
    ("executive_action", ("m1", 2), 0, 1, "extra action cards still to come; 1: no reactions this turn (M1)"),
    ("dormant", ("hex_m2",), 0, 1, "1: the Resistance fleet in the hex is beaten for now (M2)"),
    ("solar_wind", ("hex_m6",), 0, 1, "1: Solar Wind blows in the hex (M6)"),
    ("outposts", ("hex_m3", len(OUTPOST_FEATURES)), 0, 1, OUTPOST_FEATURES),
    ("outpost_cards", ("player", "outpost_card"), 0, MOST, "Outpost cards of each kind held / 2 (M3)"),
    ("outpost_gone", ("outpost_card",), 0, MOST, "Outpost cards of each kind used / 2 (M3)"),
    ("outpost_left", ("m3", capacity.OUTPOST_LEVELS), 0, 1, "cards in the Outpost decks / 28 (M3)"),
    ("outpost_pile", ("m3",), 0, 1, "Outpost tokens not on the map / 36 (M3)"),
    ("exploration", ("hex_m4", len(EXPLORATION_FEATURES)), 0, 1, EXPLORATION_FEATURES),
    ("looks", ("player", "hex_m4"), 0, 1, "by player: 1 the hex looked at in secret, 0.5 the second one (M4)"),
    ("entered", ("player", "ship_m4"), 0, 1, "1: the ship has just entered debris (M4)"),
    ("bounty", ("player_m4",), 0, 1, "one-hot: player with the Bounty (M4)"),
    ("event", ("event",), 0, 1, "one-hot: Event being resolved (M4)"),
    ("events_seen", ("event",), 0, MOST, "Events of each kind drawn so far / 2 (M4)"),
    ("event_left", ("m4",), 0, 1, "cards in the Event deck / 33 (M4)"),
    ("new_planets", ("hex_m5", len(NEW_PLANET_FEATURES)), 0, MOST, NEW_PLANET_FEATURES),
    ("second_taken", ("hex_m5",), 0, MOST, "units just taken from the second counter / 2 (M5)"),
    ("given_planets", ("player_m5", len(GIVEN_FEATURES)), 0, MOST, GIVEN_FEATURES),
    ("gates", ("player", "hex_m7"), 0, 1, "1: the first Jump Gate of the player is in the hex; 0.5: the second (M7)"),
    ("jump_target", ("hex_m7",), 0, 1, "one-hot: hex of the Jump Gate that is activated (M7)"),
    ("satellites", ("player", "hex_m8"), 0, 1, "1: a Satellite of the player is in the hex (M8)"),
    ("barriers", ("edge",), 0, 1, "1: an Energy Barrier stands east, north-east or north-west of the hex (M9)"),
    ("leaders", ("player", "leader"), 0, 1, "one-hot by player: Leader (M10)"),
    ("own_leaders", ("leader",), 0, 1, "1: Leader dealt to the viewer, to choose or refused (M10)"),
    ("stronghold", ("stronghold", len(STRONGHOLD_FEATURES)), 0, MOST, STRONGHOLD_FEATURES),
    ("squadrons", ("hex_squadron", 2), 0, MOST, "squadrons / 3; those still to move / 3 (Stronghold)"),
    ("dealt", ("player_squadron",), 0, MOST, "hits of the player on the squadron that is fought / 6 (Stronghold)"),
    ("star", ("star", len(STAR_FEATURES)), 0, 2, STAR_FEATURES),
    ("heat", ("hex_star",), 0, 1, "1: Increased Heat in the hex (Event Horizon)"),
    # Edge of Extinction
    ("pending_eoe", ("eoe", len(NEW_PENDING_FEATURES)), 0, MOST, NEW_PENDING_FEATURES),
    ("factions", ("player", "factions"), 0, 1, "one-hot by player: faction (EoE)"),
    ("own_hand", ("card_eoe", len(HAND_FEATURES)), 0, 1, HAND_FEATURES),
    ("shown_reaction", ("player_eoe", len(HALF_FEATURES)), 0, 1, "reaction half of the card shown (EoE)"),
    ("removed_cards", ("player", "card_eoe"), 0, 1, "1: the action card is out of the game (EoE)"),
    ("decoy", ("player", "ship_eoe"), 0, 1, "one-hot by player: ship that takes the hits first (EoE)"),
    ("room", ("player", "class_eoe"), 0, MOST, "Population a ship of the class can carry / 4 (EoE)"),
    ("focus_ship", ("ship_eoe",), 0, 1, "one-hot: own ship the decision is about (EoE)"),
    ("planetary", ("hex_eoe", len(PLANETARY)), 0, 1, "1: " + ", ".join(PLANETARY) + " on the planet (EoE)"),
    ("planetary_bought", ("player", "planetary"), 0, MOST, "planetary upgrades of the player on the map / 2 (EoE)"),
    ("second_starts", ("hex_eoe",), 0, 1, "second starting hexes: 1 / (1 + seat, counted from the viewer) (EoE)"),
    ("landed", ("hex_eoe",), 0, 1, "1: the player who deploys has landed there in this Conquest (EoE)"),
    (
        "visions",
        ("political_eoe",),
        0,
        1,
        "players for whom alone the card is in force: 1/2 for the viewer, 1/4 for the next, and so on, added up (EoE)",
    ),
    ("own_combat_cards", ("combat_card",), 0, MOST, "own combat cards of each kind / 3 (EoE)"),
    ("own_combat_card", ("combat_card",), 0, 1, "one-hot: own combat card chosen in secret (EoE)"),
    ("combat_held", ("player_eoe",), 0, MOST, "combat cards in hand and chosen / 8 (EoE)"),
    ("combat_placed", ("player_eoe",), 0, 1, "1: a combat card lies face down before the player (EoE)"),
    ("combat_shown", ("player", "combat_card"), 0, 1, "one-hot by player: combat card of this round, revealed (EoE)"),
    ("combat_discards", ("combat_card",), 0, MOST, "discarded combat cards of each kind / 4 (EoE)"),
    ("combat_removed", ("combat_card",), 0, MOST, "combat cards of each kind out of the game / 4 (EoE)"),
    ("foe_shown", ("foe_card",), 0, 1, "one-hot: Resistance combat card of this round, revealed (EoE)"),
    ("foe_discards", ("foe_card",), 0, MOST, "discarded Resistance combat cards of each kind / 4 (EoE)"),
    ("own_foe_offer", ("foe_card",), 0, 1, "Resistance combat cards drawn, for who acts for it, / 2 (EoE)"),
    ("own_foe_card", ("foe_card",), 0, 1, "one-hot: Resistance combat card chosen, for who acts for it (EoE)"),
    ("combat_left", ("eoe", 2), 0, 1, "cards in the deck of combat cards / 72, of Resistance combat cards / 24 (EoE)"),
    (
        "edge",
        ("side_eoe", len(COMBAT_EFFECT_NAMES)),
        -MOST,
        MOST,
        "what combat cards do this round to each player, the Centaurians last, / 3: "
        + ", ".join(COMBAT_EFFECT_NAMES)
        + " (EoE)",
    ),
    # solitaire
    ("mission", ("solitaire", len(MISSION_FEATURES)), 0, 2, MISSION_FEATURES),
    ("office", ("office_lone",), 0, 1, "one-hot: own turn-order card (solitaire)"),
    (
        "resistance_ships",
        ("hex_lone", capacity.RESISTANCE_LEVELS),
        0,
        MOST,
        "Resistance ships of levels I, II, III in the hex / 3 (solitaire)",
    ),
)
(
    O_TURN,
    O_STAGE,
    O_CONQUEST,
    O_CONQUESTS,
    O_ACTION_ROUND,
    O_DECISION,
    O_ACTOR,
    O_FOCUS_PLAYER,
    O_FOCUS_CLASS,
    O_FOCUS_SOURCE,
    O_FOCUS_UPGRADE,
    O_FOCUS_ROCKET,
    O_FOCUS_SPACE,
    O_FOCUS_PLACE,
    O_PENDING,
    O_PERFORMING,
    O_CARD_ROW,
    O_CARD_EFFECTS,
    O_OPTIONS,
    O_PLAYERS,
    O_PLACE,
    O_TECHNOLOGIES,
    O_BLUEPRINTS,
    O_FLEET,
    O_ACTION_CARDS,
    O_SHOWN_CARD,
    O_OWN_CARD,
    O_VOTES,
    O_OWN_VOTE,
    O_TECHNOLOGY_PRICES,
    O_SHIP_PRICES,
    O_UPGRADE_PRICES,
    O_ROCKET_PRICES,
    O_MARKET_PRICES,
    O_MODIFIERS,
    O_TURN_EFFECTS,
    O_SHIPS,
    O_OWN_SHIP_HEX,
    O_OWN_ORDER_HEX,
    O_OWN_PATH,
    O_HEXES,
    O_HEX_PLAYERS,
    O_HELD,
    O_STAYING,
    O_FIRED,
    O_IN_FORCE,
    O_REVEALED,
    O_REVEALED_EFFECTS,
    O_POLITICAL_GONE,
    O_POLITICAL_LEFT,
    O_PROPOSED,
    O_BONUS,
    O_RESISTANCE_CARDS,
    O_RESISTANCE_DISCARDS,
    O_RESISTANCE_LEFT,
    O_FOES,
    O_FOE_CARDS,
    O_BONUS_OPEN,
    O_BONUS_USED,
    O_EXECUTIVE_ACTION,
    O_DORMANT,
    O_SOLAR_WIND,
    O_OUTPOSTS,
    O_OUTPOST_CARDS,
    O_OUTPOST_GONE,
    O_OUTPOST_LEFT,
    O_OUTPOST_PILE,
    O_EXPLORATION,
    O_LOOKS,
    O_ENTERED,
    O_BOUNTY,
    O_EVENT,
    O_EVENTS_SEEN,
    O_EVENT_LEFT,
    O_NEW_PLANETS,
    O_SECOND_TAKEN,
    O_GIVEN_PLANETS,
    O_GATES,
    O_JUMP_TARGET,
    O_SATELLITES,
    O_BARRIERS,
    O_LEADERS,
    O_OWN_LEADERS,
    O_STRONGHOLD,
    O_SQUADRONS,
    O_DEALT,
    O_STAR,
    O_HEAT,
    O_PENDING_EOE,
    O_FACTIONS,
    O_OWN_HAND,
    O_SHOWN_REACTION,
    O_REMOVED_CARDS,
    O_DECOY,
    O_ROOM,
    O_FOCUS_SHIP,
    O_PLANETARY,
    O_PLANETARY_BOUGHT,
    O_SECOND_STARTS,
    O_LANDED,
    O_VISIONS,
    O_OWN_COMBAT_CARDS,
    O_OWN_COMBAT_CARD,
    O_COMBAT_HELD,
    O_COMBAT_PLACED,
    O_COMBAT_SHOWN,
    O_COMBAT_DISCARDS,
    O_COMBAT_REMOVED,
    O_FOE_SHOWN,
    O_FOE_DISCARDS,
    O_OWN_FOE_OFFER,
    O_OWN_FOE_CARD,
    O_COMBAT_LEFT,
    O_EDGE,
    O_MISSION,
    O_OFFICE,
    O_RESISTANCE_SHIPS,
) = range(len(BLOCKS))

N_HEX: Final = len(HEX_FEATURES)
N_HEX_PLAYER: Final = len(HEX_PLAYER_FEATURES)
N_PLAYER: Final = len(PLAYER_FEATURES)
N_SHIP: Final = len(SHIP_FEATURES)
N_FOE: Final = len(FOE_FEATURES)
N_FIRED: Final = len(FIRED_FEATURES)
N_OUTPOST: Final = len(OUTPOST_FEATURES)
N_EXPLORATION: Final = len(EXPLORATION_FEATURES)
N_NEW_PLANET: Final = len(NEW_PLANET_FEATURES)
N_GIVEN: Final = len(GIVEN_FEATURES)
N_HALF: Final = len(HALF_FEATURES)
N_HAND: Final = len(HAND_FEATURES)
N_EDGE: Final = len(COMBAT_EFFECT_NAMES)
N_VICTORY: Final = capacity.VICTORY
THOUSANDTH: Final = 0.001  # features of effects stand in the tables as thousandths


def observation_layout(t: Tables, modules: frozenset[str], actions: ActionLayout) -> ObservationLayout:
    """The blocks of a configuration; blocks without room in it are left out."""
    given = given_names(t, actions)
    sizes = {
        "turns": int(t.turns),
        "identity": ROW_BITS,
        "player": int(t.players),
        "class": capacity.CLASSES,
        "upgrade": int(t.upgrades),
        "rocket": capacity.ROCKETS,
        "technology": int(t.technologies),
        "action_card": int(t.action_cards),
        "ship": int(t.ships),
        "order": int(t.ships) if t.movement == SIMULTANEOUS else 0,
        "hex": int(t.hexes),
        "political": int(t.political_cards),
        "lasting": int((t.political_kind[: t.political_cards] != EXECUTIVE).sum()),
        "bonus": int(t.bonus_cards),
        "bonus_drawn": int(t.bonus_cards) * int(t.bonus_draw > 0 or t.bonus_once.any()),
        "resistance_card": int(t.resistance_cards),
        "foe": int(t.foes),
        "market": int(t.market_spaces),
        "decision": len(given["decisions"]),
        "effect": len(given["effects"]),
        "option": most_options(t),
        "modifier": len(given["modifiers"]),
        "turn": len(given["turn_effects"]),
        "ship_blocking": int(t.ships) * int(t.ship_blocking),
        "hex_blocking": int(t.hexes) * int(t.ship_blocking),
        "m1": int("M1" in modules),
        "bonus_m1": int(t.bonus_cards) * int("M1" in modules),
        "hex_m2": int(t.hexes) * int("M2" in modules),
        "hex_m6": int(t.hexes) * int("M6" in modules),
        "hex_m3": int(t.hexes) * int(t.outposts),
        "player_m4": int(t.players) * int(t.exploration),
        "ship_m4": int(t.ships) * int(t.exploration),
        "player_m5": int(t.players) * int(t.new_planets),
        "event": int(t.events),
        "hex_squadron": int(t.hexes) * int(t.scenario == STRONGHOLD),
        "player_squadron": int(t.players) * int(t.scenario == STRONGHOLD),
        "star": int(t.scenario == EVENT_HORIZON),
        "hex_star": int(t.hexes) * int(t.scenario == EVENT_HORIZON),
        **module_sizes(t),
        **expansion_sizes(t),
        "solitaire": int(t.solitaire),
        "office_lone": capacity.PLAYERS if t.first_office >= 0 else 0,
        "hex_lone": int(t.hexes) * int(t.solitaire),
    }
    blocks: list[Block] = []
    start = 0
    for name, words, low, high, holds in BLOCKS:
        shape = tuple(word if isinstance(word, int) else sizes[word] for word in words)
        axes = tuple("" if isinstance(word, int) else axis_of(word) for word in words)
        features = given.get(holds, ()) if isinstance(holds, str) else holds
        meaning = "; ".join(features) if features else str(holds)
        block = Block(name, shape, low, high, meaning, start, axes, features)
        if block.size > 0:
            blocks.append(block)
        start += block.size
    return ObservationLayout(tuple(blocks))


def axis_of(word: str) -> str:
    """What an axis counts, without the module that brings it."""
    return word if word.endswith("_card") else word.split("_")[0]


def expansion_sizes(t: Tables) -> dict[str, int]:
    """Sizes of what Edge of Extinction lets a player see; 0 without it."""
    eoe = int(t.eoe)
    return {
        "eoe": eoe,
        "factions": int(t.factions),
        "card_eoe": int(t.action_cards) * eoe,
        "class_eoe": capacity.CLASSES * eoe,
        "player_eoe": int(t.players) * eoe,
        "side_eoe": (int(t.players) + 1) * eoe,
        "political_eoe": int(t.political_cards) * eoe,
    }


# What only some configurations have -----------------------------------------------------------------------------------


def given_names(t: Tables, actions: ActionLayout) -> dict[str, tuple[str, ...]]:
    """Features that differ between configurations: decisions that can come up, opcodes on cards, modifiers."""
    return {
        "decisions": tuple(DECISIONS[number][0] for number in open_decisions(t, actions)),
        "effects": (*(OPCODE_NAMES[number] for number in opcodes(t)), *EFFECT_NUMBERS),
        "modifiers": tuple(f"{MODIFIER_NAMES[i]} (change / {modifier_unit(t, i)})" for i in changing_modifiers(t)),
        "turn_effects": tuple(f"{MODIFIER_NAMES[i]} until the turn ends" for i in turn_modifiers(t)),
    }


def open_decisions(t: Tables, actions: ActionLayout) -> list[int]:
    """Decisions that can come up: of whose families one besides `pass` has room, and whose rule is in the game."""
    return [
        number
        for number, (name, families, _) in enumerate(DECISIONS)
        if any(family != PASS and actions.families[family].size for family in families)
        and (name not in ONLY_WITH or t[ONLY_WITH[name]])
    ]


def _rows(t: Tables) -> np.ndarray[Any, Any]:
    rows: np.ndarray[Any, Any] = t.effect[: t.effects]
    return rows


def opcodes(t: Tables) -> list[int]:
    """What effects of this configuration do."""
    return sorted({int(opcode) for opcode in _rows(t)[:, OPCODE]})


def most_options(t: Tables) -> int:
    """The most options a card of this configuration offers."""
    rows = _rows(t)
    return max((int(row[ARG_A]) for row in rows if row[OPCODE] == CHOOSE), default=0)


def changing_modifiers(t: Tables) -> list[int]:
    """Modifiers that a technology or an effect of this configuration changes."""
    learned = {int(number) for number in t.technology_modifier[: t.technologies].ravel() if number >= 0}
    return sorted(learned | {int(row[ARG_A]) for row in _rows(t) if row[OPCODE] in (MODIFY, MODIFY_TURN)})


def turn_modifiers(t: Tables) -> list[int]:
    """Modifiers that an effect of this configuration changes until the turn ends."""
    return sorted({int(row[ARG_A]) for row in _rows(t) if row[OPCODE] == MODIFY_TURN})


def modifier_unit(t: Tables, number: int) -> int:
    """By what the change of a modifier is divided: the largest that one technology or effect makes."""
    base = int(t.modifier_base[number])
    rows = [row for row in _rows(t) if row[OPCODE] in (MODIFY, MODIFY_TURN) and row[ARG_A] == number]
    changes = [int(row[ARG_C]) - base * int(row[ARG_B]) for row in rows]
    for technology in range(t.technologies):
        for place in np.flatnonzero(t.technology_modifier[technology] == number):
            changes.append(int(t.technology_value[technology, place]) - base)
    return max(1, *(abs(change) for change in changes))


def fill_observation_layout(tables: np.ndarray[Any, Any], layout: ObservationLayout, actions: ActionLayout) -> None:
    """Tell the kernels where each block starts, -1 where it is left out, and what never changes in a block."""
    t = tables[0]
    starts = {block.name: block.start for block in layout.blocks}
    t.observation_size = layout.size
    for number, declared in enumerate(BLOCKS):
        t.block_start[number] = starts.get(declared[0], -1)
    for faction in range(t.factions):
        t.hand_seen[faction] = [x for card in range(capacity.ACTION_CARDS) for x in _card_features(t, faction, card)]
    _number(t.decision_place, open_decisions(t, actions))
    _number(t.modifier_place, changing_modifiers(t))
    _number(t.turn_place, turn_modifiers(t))
    _number(t.lasting_place, np.flatnonzero(t.political_kind[: t.political_cards] != EXECUTIVE).tolist())
    for number in changing_modifiers(t):
        t.modifier_unit[number] = modifier_unit(t, number)
    t.turn_kinds = len(turn_modifiers(t))
    kinds = list(zip(t.technology_colour, t.technology_type))
    t.technology_like[: t.technologies] = [kinds.index(kind) for kind in kinds[: t.technologies]]
    t.effect_features = len(opcodes(t)) + len(EFFECT_NUMBERS)
    for first, count in (pair for field in CARD_ROWS for pair in t[field].reshape(-1, 2)):
        for row in range(first, first + count):
            t.effect_seen[row, : t.effect_features] = _effect_features(t, row, first + count)


def _number(places: np.ndarray[Any, Any], there: list[int]) -> None:
    """Give what is there the next number each; -1 what is not."""
    places[:] = -1
    places[there] = range(len(there))


def _effect_features(t: Tables, first: int, beyond: int) -> list[int]:
    """What an effect and those after it do, in the open or in the same option of a card, in thousandths."""
    rows = [row for row in t.effect[first:beyond] if row[IN_OPTION] == t.effect[first, IN_OPTION]]
    known = opcodes(t)
    found = np.zeros(len(known) + len(EFFECT_NUMBERS))
    numbers = found[len(known) :]
    resources, arguments = len(TARGETS), len(TARGETS) + len(RESOURCES)
    for place, row in enumerate(rows):
        weight = 1 / (1 + 0.7 * place)  # so that the same rows in another order look different
        found[known.index(row[OPCODE])] += 1.0
        numbers[row[TARGET]] = 1.0
        if OPCODE_NAMES[row[OPCODE]] in ("gain", "lose", "tribute"):
            sign = -1 if OPCODE_NAMES[row[OPCODE]] == "lose" else 1
            numbers[resources + row[ARG_A]] += sign * row[ARG_B] / GAIN_UNITS[row[ARG_A]]
            numbers[arguments + 2] += row[ARG_C] / 10 * weight
        else:
            unit = 40 if row[OPCODE] in (MODIFY, MODIFY_TURN) else 10
            numbers[arguments : arguments + 3] += row[[ARG_A, ARG_B, ARG_C]] / np.array([unit, 10, 10]) * weight
        numbers[arguments + 3 :] += row[[CONDITION, QUANTITY, AMOUNT]] / np.array([2.0, 15.0, 10.0])
    return [int(number) for number in np.round(np.clip(found, -MOST, MOST) / THOUSANDTH)]


def _card_features(t: Tables, faction: int, card: int) -> list[int]:
    """What both halves of an action card of a faction do, and whether it serves once in a game."""
    halves = (t.faction_card_effect[faction, card], t.faction_card_reaction[faction, card])
    return [*_half_features(t, halves[0]), *_half_features(t, halves[1]), int(t.faction_card_once[faction, card])]


def _half_features(t: Tables, half: np.ndarray[Any, Any]) -> list[int]:
    """What a half of an action card does: actions, and whether there is more to it."""
    rows = t.effect[half[0] : half[0] + half[1]]
    acts = rows[:, OPCODE] == OPCODE_NAMES.index("act")
    return [*(int(action in rows[acts, ARG_A]) for action in range(len(ACTIONS))), int(not acts.all())]


@kernel
def mark(t: Tables, out: Floats, block: int, index: int) -> None:
    """One-hot: mark an index of a block, where there is one."""
    if index >= 0:
        out[t.block_start[block] + index] = 1.0


@kernel
def amount(value: int, unit: float) -> float:
    """A number in units of what is much of it, cut off where more tells nothing."""
    return max(-MOST, min(MOST, value * unit))


@kernel
def put_hex(t: Tables, out: Floats, at: int, turned: int) -> None:
    """Where a hex lies, numbered from the viewer's home, as coordinates."""
    out[at] = t.hex_place[turned, 0] * 0.25
    out[at + 1] = t.hex_place[turned, 1] * 0.25


@kernel
def put_row(out: Floats, at: int, values: Numbers, count: int, scale: float) -> None:
    """Write the first of some numbers, times a scale.

    Nothing is asked of them, and places are unsigned (a negative one would count from the end), so that they are
    written many at a time.
    """
    start = np.uint64(at)
    for i in range(np.uint64(count)):
        out[start + i] = values[i] * scale
