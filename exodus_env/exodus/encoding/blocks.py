"""The blocks of the observation, declared once: what they hold, their numbers, and the layout of a configuration.

A block of a module has a word of size 0 in its shape without it, so that it takes no room. The kernels that fill the
blocks stand in observations.py and expansion.py.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exodus_env.exodus import capacity
from exodus_env.exodus.content.vocabulary import ACTIONS, COMBAT_EFFECT_NAMES, OPCODE_NAMES, PLANETARY
from exodus_env.exodus.encoding.actions import module_sizes
from exodus_env.exodus.rules.choices import D_FACTION, D_POLITICAL_CHOICE, DECISIONS
from exodus_env.exodus.rules.frames import STAGE_NAMES
from exodus_env.exodus.rules.modifiers import ARG_A, OPCODE
from exodus_env.exodus.rules.movement import SIMULTANEOUS
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD, Tables
from exodus_env.kit.kernel import Floats, Numbers, kernel
from exodus_env.kit.layout import Block, ObservationLayout

# Decisions and opcodes that Edge of Extinction brings have blocks of their own: those of every game stay as they are.
DECISION_NAMES: Final = tuple(name for name, _, _ in DECISIONS[:D_FACTION])
NEW_DECISION_NAMES: Final = tuple(name for name, _, _ in DECISIONS[D_FACTION:D_POLITICAL_CHOICE])
LONE_DECISION_NAMES: Final = tuple(name for name, _, _ in DECISIONS[D_POLITICAL_CHOICE:])
N_OPCODES: Final = OPCODE_NAMES.index("draw_combat")
NEW_OPCODE_NAMES: Final = OPCODE_NAMES[N_OPCODES:]

HEX_FEATURES: Final = (
    "planet",
    "planet destroyed",
    "produces CP",
    "produces Axinium",
    "produces Phasium",
    "counter / 6",
    "maximum / 6",
    "VP / 6",
    "moons",
    "High Council",
    "Resistance I",
    "Resistance II",
    "Resistance III",
    "Hypersonic rockets / 2",
    "Biochemical rockets / 2",
    "Graviton rockets / 2",
    "rockets aimed here / 64",
    "battle fought",
    "cubes just shipped here / 10",
    "pending decision is about this hex",
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
    H_COUNCIL,
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
) = range(len(HEX_FEATURES))

HEX_PLAYER_FEATURES: Final = (
    "home",
    "Population / 10",
    "Dark Raiders / 4",
    "Fighters / 4",
    "War Cruisers / 4",
    "Battle Carriers / 4",
    "ships cloaked",
)
HP_HOME, HP_POPULATION, HP_SHIPS, HP_CLOAKED = 0, 1, 2, 6

PLAYER_FEATURES: Final = (
    "CP / 200",
    "CP / 20, at most 1",
    "Axinium / 10",
    "Phasium / 10",
    "VP scored so far / 100",
    "cube supply / 36",
    "Population at home / 36",
    "last bid shown / 100",
    "reaction cubes / 20",
    "reaction cubes on the card of this round / 6",
    "cubes on the market / 6",
    "hits still to assign / 40",
    "must decide",
)
(
    P_CP,
    P_CP_FINE,
    P_AXINIUM,
    P_PHASIUM,
    P_VP,
    P_SUPPLY,
    P_HOME,
    P_BID,
    P_REACTION,
    P_CARD_CUBES,
    P_MARKET,
    P_HITS,
    P_ACTOR,
) = range(len(PLAYER_FEATURES))

SHIP_FEATURES: Final = (
    "on the map",
    "damage / 24",
    "Population on board / 3",
    "moved / 8",
    "in combat",
    "hits / 24",
    "cubes that failed to descend / 3",
)
S_PRESENT, S_DAMAGE, S_CARGO, S_MOVED, S_FIGHTING, S_HITS, S_STRANDED = range(len(SHIP_FEATURES))

FOE_FEATURES: Final = ("present", "dice / 12", "shield / 12", "damage / 12", "hits / 40")
F_PRESENT, F_DICE, F_SHIELD, F_DAMAGE, F_HITS = range(len(FOE_FEATURES))

PENDING_FEATURES: Final = (
    "own bid so far / 100",
    "resources, exchanges, upgrade moves or technologies left / 20",
    "highest cost or CP left for a technology / 40",
    "this Trade buys",
    "this Trade sells",
    "combat round / 10, at most 1",
    "hits to assign or to cancel are the Resistance's",
)
(
    N_BID,
    N_LEFT,
    N_LIMIT,
    N_BUYS,
    N_SELLS,
    N_ROUND,
    N_RESISTANCE,
) = range(len(PENDING_FEATURES))

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
GIVEN_FEATURES: Final = ("produces CP", "produces Axinium", "produces Phasium", "counter / 6", "VP / 6", "moons")
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
    "squadrons on the board / 18",
    "squadrons in the supply / 18",
    "shield bonus of this turn / 12",
    "activations / 9",
    "turns left / 9",
    "combat against squadrons",
    "combat against the Stronghold",
    "combat against the Resistance together",
    "shield of the squadron or level fought / 48",
    "damage on it / 48",
    "cannon dice of the enemy / 24",
)

STAR_FEATURES: Final = ("Star Evolution tokens / 6", "evolutions / 2", "turns left / 9")

OPTION_FEATURES: Final = (*OPCODE_NAMES[:N_OPCODES], "first argument / 20", "second argument / 20")

NEW_PENDING_FEATURES: Final = (
    "cubes still to pay or to settle / 10",
    "technologies learned in this Research / 4",
    "VP bought in this Trade / 4",
    "damage of the Dark Raider sacrificed / 24",
)
L_CUBES, L_LEARNED, L_BOUGHT, L_DAMAGE = range(len(NEW_PENDING_FEATURES))

HALF_FEATURES: Final = (*(f"performs {action}" for action in ACTIONS), "does something else")
HAND_FEATURES: Final = (
    *(f"primary half {feature}" for feature in HALF_FEATURES),
    *(f"reaction half {feature}" for feature in HALF_FEATURES),
    "once in a game",
)

CARGO_FEATURES: Final = ("Population on board / 10", "cubes that failed to descend / 10", "takes the hits first")

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

# Block: name, shape (numbers, or words the configuration gives a size), lowest and highest value, meaning.
BLOCKS: Final[tuple[tuple[str, tuple[str | int, ...], float, float, str], ...]] = (
    ("turn", ("turns",), 0, 1, "one-hot: game turn"),
    ("stage", (len(STAGE_NAMES),), 0, 1, "one-hot: " + ", ".join(STAGE_NAMES)),
    ("conquest", (4,), 0, 1, "one-hot: Conquest Stage of this turn (the last also beyond)"),
    ("conquests", (4,), 0, 1, "one-hot: Conquest Stages this turn"),
    ("action_round", (5,), 0, 1, "one-hot: action round of this turn"),
    ("decision", (len(DECISION_NAMES),), 0, 1, "one-hot: pending decision, " + ", ".join(DECISION_NAMES)),
    ("actor", ("player",), 0, 1, "one-hot: who must decide"),
    ("focus_player", ("player",), 0, 1, "one-hot: player the decision is about"),
    ("focus_class", ("class",), 0, 1, "one-hot: ship class the decision is about"),
    ("focus_upgrade", ("upgrade",), 0, 1, "one-hot: upgrade the decision is about"),
    ("focus_rocket", ("rocket",), 0, 1, "one-hot: rocket the decision is about"),
    ("focus_space", ("market",), 0, 1, "one-hot: market space of the Trade"),
    ("focus_place", ("player",), 0, 1, "one-hot: place in turn order to be given"),
    ("pending", (len(PENDING_FEATURES),), 0, 1, "; ".join(PENDING_FEATURES)),
    (
        "options",
        (capacity.OPTIONS, len(OPTION_FEATURES)),
        -1,
        1,
        "first effect of each option: one-hot opcode, arguments / 20",
    ),
    ("players", ("player", len(PLAYER_FEATURES)), 0, 5, "; ".join(PLAYER_FEATURES)),
    ("place", ("player", "player"), 0, 1, "one-hot by player: place in turn order, Chancellor first"),
    ("new_place", ("player", "player"), 0, 1, "one-hot by player: place won in the election under way"),
    ("technologies", ("player", "technology"), 0, 1, "1: known"),
    ("blueprints", ("player", "class", "upgrade"), 0, 1, "upgrades on the blueprint / 8"),
    ("fleet", ("player", "class", 3), 0, 1, "dice / 48, shield / 24, drive / 8 of a ship of the class"),
    ("action_cards", ("player", "action_card"), 0, 1, "1: played this turn"),
    ("shown_card", ("player", "action_card"), 0, 1, "one-hot: card of this round, once revealed"),
    ("own_card", ("action_card",), 0, 1, "one-hot: own card chosen in secret"),
    ("own_vote", (capacity.REVEALED,), 0, 1, "one-hot: own voting token in secret; none for who abstains"),
    ("ships", ("player", "ship", len(SHIP_FEATURES)), 0, 1, "; ".join(SHIP_FEATURES)),
    ("own_ship_hex", ("ship", "hex"), 0, 1, "one-hot: hex of each own ship"),
    ("own_order_hex", ("order", "hex"), 0, 1, "one-hot: hex each own ship is secretly ordered to"),
    ("hexes", ("hex", len(HEX_FEATURES)), 0, 2, "; ".join(HEX_FEATURES)),
    (
        "hex_players",
        ("hex", "player", len(HEX_PLAYER_FEATURES)),
        0,
        4,
        "; ".join(HEX_PLAYER_FEATURES),
    ),
    ("laws", ("political_card",), 0, 1, "(place among the laws, from 1) / 16, 0 not in force"),
    ("resolutions", ("political_card",), 0, 1, "1: in force"),
    ("revealed", (capacity.REVEALED, "political_card"), 0, 1, "one-hot: cards A, B, C voted on"),
    ("political_left", (1,), 0, 1, "cards in the political deck / 96"),
    ("proposed", ("bonus",), 0, 1, "1: proposed as bonus action"),
    ("bonus", ("bonus",), 0, 1, "one-hot: bonus action of this turn"),
    ("resistance_cards", ("player", "resistance_card"), 0, 1, "1: won and held"),
    ("resistance_discards", ("resistance_card",), 0, 1, "1: used"),
    ("resistance_left", (capacity.RESISTANCE_LEVELS,), 0, 1, "cards in the Resistance decks / 32"),
    ("foes", ("foe", len(FOE_FEATURES)), 0, 1, "; ".join(FOE_FEATURES)),
    ("bonus_open", ("bonus",), 0, 1, "1: can be proposed as bonus action"),
    ("bonus_used", ("bonus_m1",), 0, 1, "1: once-a-game bonus action that was taken (M1)"),
    ("executive_action", ("m1", 2), 0, 1, "extra action cards still to come; 1: no reactions this turn (M1)"),
    ("dormant", ("hex_m2",), 0, 1, "1: the Resistance fleet in the hex is beaten for now (M2)"),
    ("solar_wind", ("hex_m6",), 0, 1, "1: Solar Wind blows in the hex (M6)"),
    ("outposts", ("hex_m3", len(OUTPOST_FEATURES)), 0, 1, "; ".join(OUTPOST_FEATURES) + " (M3)"),
    ("outpost_cards", ("player", "outpost_card"), 0, 7, "Outpost cards of each kind held / 4 (M3)"),
    ("outpost_left", ("m3", capacity.OUTPOST_LEVELS), 0, 1, "cards in the Outpost decks / 28 (M3)"),
    ("outpost_pile", ("m3",), 0, 1, "Outpost tokens not on the map / 36 (M3)"),
    ("exploration", ("hex_m4", len(EXPLORATION_FEATURES)), 0, 1, "; ".join(EXPLORATION_FEATURES) + " (M4)"),
    ("looks", ("player", "hex_m4"), 0, 1, "one-hot by player: hex looked at in secret (M4)"),
    ("bounty", ("player_m4",), 0, 1, "one-hot: player with the Bounty (M4)"),
    ("event", ("event",), 0, 1, "one-hot: Event being resolved (M4)"),
    ("events_seen", ("event",), 0, 9, "Events of each kind drawn so far / 4 (M4)"),
    ("event_left", ("m4",), 0, 1, "cards in the Event deck / 33 (M4)"),
    ("new_planets", ("hex_m5", len(NEW_PLANET_FEATURES)), 0, 1, "; ".join(NEW_PLANET_FEATURES) + " (M5)"),
    ("given_planets", ("player_m5", len(GIVEN_FEATURES)), 0, 2, "; ".join(GIVEN_FEATURES) + ", yet to be placed (M5)"),
    ("gates", ("player", "hex_m7"), 0, 1, "1: a Jump Gate of the player is in the hex (M7)"),
    ("jump_target", ("hex_m7",), 0, 1, "one-hot: hex of the Jump Gate that is activated (M7)"),
    ("satellites", ("player", "hex_m8"), 0, 1, "1: a Satellite of the player is in the hex (M8)"),
    ("barriers", ("edge",), 0, 1, "1: an Energy Barrier stands east, north-east or north-west of the hex (M9)"),
    ("leaders", ("player", "leader"), 0, 1, "one-hot by player: Leader (M10)"),
    ("own_leaders", ("leader",), 0, 1, "1: Leader dealt to the viewer, to choose or refused (M10)"),
    ("stronghold", ("stronghold", len(STRONGHOLD_FEATURES)), 0, 2, "; ".join(STRONGHOLD_FEATURES) + " (Stronghold)"),
    ("squadrons", ("hex_squadron", 2), 0, 3, "squadrons / 6; those still to move / 6 (Stronghold)"),
    ("star", ("star", len(STAR_FEATURES)), 0, 2, "; ".join(STAR_FEATURES) + " (Event Horizon)"),
    ("heat", ("hex_star",), 0, 1, "1: Increased Heat in the hex (Event Horizon)"),
    # Edge of Extinction
    ("decision_eoe", ("eoe", len(NEW_DECISION_NAMES)), 0, 1, "one-hot: pending decision of Edge of Extinction"),
    ("pending_eoe", ("eoe", len(NEW_PENDING_FEATURES)), 0, 1, "; ".join(NEW_PENDING_FEATURES) + " (EoE)"),
    ("options_eoe", ("option_eoe", len(NEW_OPCODE_NAMES)), 0, 1, "one-hot: " + ", ".join(NEW_OPCODE_NAMES)),
    ("factions", ("player", "factions"), 0, 1, "one-hot by player: faction (EoE)"),
    ("own_hand", ("card_eoe", len(HAND_FEATURES)), 0, 1, "; ".join(HAND_FEATURES) + " (EoE)"),
    ("shown_reaction", ("player_eoe", len(HALF_FEATURES)), 0, 1, "reaction half of the card shown (EoE)"),
    ("removed_cards", ("player", "card_eoe"), 0, 1, "1: the action card is out of the game (EoE)"),
    ("ships_eoe", ("player", "ship_eoe", len(CARGO_FEATURES)), 0, 1, "; ".join(CARGO_FEATURES) + " (EoE)"),
    ("focus_ship", ("ship_eoe",), 0, 1, "one-hot: own ship the decision is about (EoE)"),
    ("planetary", ("hex_eoe", len(PLANETARY)), 0, 1, "1: " + ", ".join(PLANETARY) + " on the planet (EoE)"),
    ("planetary_bought", ("player", "planetary"), 0, 2, "planetary upgrades of the player on the map / 4 (EoE)"),
    ("second_starts", ("hex_eoe",), 0, 1, "1: own second starting hex; 0.5: another player's (EoE)"),
    ("second_looks", ("player", "hex_m4_eoe"), 0, 1, "one-hot by player: second hex looked at in secret (M4, EoE)"),
    ("landed", ("hex_eoe",), 0, 1, "1: the player who deploys has landed there in this Conquest (EoE)"),
    ("shown_votes", ("player_eoe", capacity.REVEALED), 0, 1, "one-hot: votes cast, shown and not counted yet (EoE)"),
    ("visions", ("political_eoe",), 0, 1, "1 / (1 + seat) of the player for whom alone the card is in force (EoE)"),
    ("own_combat_cards", ("combat_card",), 0, 18, "own combat cards of each kind / 4 (EoE)"),
    ("own_combat_card", ("combat_card",), 0, 1, "one-hot: own combat card chosen in secret (EoE)"),
    ("combat_held", ("player_eoe",), 0, 8, "combat cards in hand and chosen / 10 (EoE)"),
    ("combat_placed", ("player_eoe",), 0, 1, "1: a combat card lies face down before the player (EoE)"),
    ("combat_shown", ("player", "combat_card"), 0, 1, "one-hot by player: combat card of this round, revealed (EoE)"),
    ("combat_discards", ("combat_card",), 0, 18, "discarded combat cards of each kind / 4 (EoE)"),
    ("combat_removed", ("combat_card",), 0, 18, "combat cards of each kind out of the game / 4 (EoE)"),
    ("foe_shown", ("foe_card",), 0, 1, "one-hot: Resistance combat card of this round, revealed (EoE)"),
    ("foe_discards", ("foe_card",), 0, 6, "discarded Resistance combat cards of each kind / 4 (EoE)"),
    ("own_foe_offer", ("foe_card",), 0, 1, "Resistance combat cards drawn, for who acts for it, / 2 (EoE)"),
    ("own_foe_card", ("foe_card",), 0, 1, "one-hot: Resistance combat card chosen, for who acts for it (EoE)"),
    ("combat_left", ("eoe", 2), 0, 1, "cards in the deck of combat cards / 72, of Resistance combat cards / 24 (EoE)"),
    (
        "edge",
        ("side_eoe", len(COMBAT_EFFECT_NAMES)),
        -1,
        1,
        "what combat cards do this round to each player, the Centaurians last, / 10: "
        + ", ".join(COMBAT_EFFECT_NAMES)
        + " (EoE)",
    ),
    # solitaire
    ("decision_lone", ("solitaire", len(LONE_DECISION_NAMES)), 0, 1, "one-hot: " + ", ".join(LONE_DECISION_NAMES)),
    ("mission", ("solitaire", len(MISSION_FEATURES)), 0, 2, "; ".join(MISSION_FEATURES) + " (solitaire)"),
    ("office", ("office_lone",), 0, 1, "one-hot: own turn-order card (solitaire)"),
    (
        "resistance_ships",
        ("hex_lone", capacity.RESISTANCE_LEVELS),
        0,
        1,
        "Resistance ships of levels I, II, III in the hex / 4 (solitaire)",
    ),
)
(
    O_TURN,
    O_STAGE,
    O_CONQUEST,
    O_CONQUESTS,
    O_ROUND,
    O_DECISION,
    O_ACTOR,
    O_FOCUS_PLAYER,
    O_FOCUS_CLASS,
    O_FOCUS_UPGRADE,
    O_FOCUS_ROCKET,
    O_FOCUS_SPACE,
    O_FOCUS_PLACE,
    O_PENDING,
    O_OPTIONS,
    O_PLAYERS,
    O_PLACE,
    O_NEW_PLACE,
    O_TECHNOLOGIES,
    O_BLUEPRINTS,
    O_FLEET,
    O_ACTION_CARDS,
    O_SHOWN_CARD,
    O_OWN_CARD,
    O_OWN_VOTE,
    O_SHIPS,
    O_OWN_SHIP_HEX,
    O_OWN_ORDER_HEX,
    O_HEXES,
    O_HEX_PLAYERS,
    O_LAWS,
    O_RESOLUTIONS,
    O_REVEALED,
    O_POLITICAL_LEFT,
    O_PROPOSED,
    O_BONUS,
    O_RESISTANCE_CARDS,
    O_RESISTANCE_DISCARDS,
    O_RESISTANCE_LEFT,
    O_FOES,
    O_BONUS_OPEN,
    O_BONUS_USED,
    O_EXECUTIVE_ACTION,
    O_DORMANT,
    O_SOLAR_WIND,
    O_OUTPOSTS,
    O_OUTPOST_CARDS,
    O_OUTPOST_LEFT,
    O_OUTPOST_PILE,
    O_EXPLORATION,
    O_LOOKS,
    O_BOUNTY,
    O_EVENT,
    O_EVENTS_SEEN,
    O_EVENT_LEFT,
    O_NEW_PLANETS,
    O_GIVEN_PLANETS,
    O_GATES,
    O_JUMP_TARGET,
    O_SATELLITES,
    O_BARRIERS,
    O_LEADERS,
    O_OWN_LEADERS,
    O_STRONGHOLD,
    O_SQUADRONS,
    O_STAR,
    O_HEAT,
    O_DECISION_EOE,
    O_PENDING_EOE,
    O_OPTIONS_EOE,
    O_FACTIONS,
    O_OWN_HAND,
    O_SHOWN_REACTION,
    O_REMOVED_CARDS,
    O_SHIPS_EOE,
    O_FOCUS_SHIP,
    O_PLANETARY,
    O_PLANETARY_BOUGHT,
    O_SECOND_STARTS,
    O_SECOND_LOOKS,
    O_LANDED,
    O_SHOWN_VOTES,
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
    O_DECISION_LONE,
    O_MISSION,
    O_OFFICE,
    O_RESISTANCE_SHIPS,
) = range(len(BLOCKS))

N_HEX: Final = len(HEX_FEATURES)
N_HEX_PLAYER: Final = len(HEX_PLAYER_FEATURES)
N_PLAYER: Final = len(PLAYER_FEATURES)
N_SHIP: Final = len(SHIP_FEATURES)
N_FOE: Final = len(FOE_FEATURES)
N_OPTION: Final = len(OPTION_FEATURES)
N_OUTPOST: Final = len(OUTPOST_FEATURES)
N_EXPLORATION: Final = len(EXPLORATION_FEATURES)
N_NEW_PLANET: Final = len(NEW_PLANET_FEATURES)
N_GIVEN: Final = len(GIVEN_FEATURES)
N_NEW_OPCODES: Final = len(NEW_OPCODE_NAMES)
N_HALF: Final = len(HALF_FEATURES)
N_HAND: Final = len(HAND_FEATURES)
N_CARGO: Final = len(CARGO_FEATURES)
N_EDGE: Final = len(COMBAT_EFFECT_NAMES)
N_VICTORY: Final = capacity.VICTORY


def observation_layout(t: Tables, modules: frozenset[str]) -> ObservationLayout:
    """The blocks of a configuration; blocks without room in it are left out."""
    sizes = {
        "turns": int(t.turns),
        "player": int(t.players),
        "class": capacity.CLASSES,
        "upgrade": int(t.upgrades),
        "rocket": capacity.ROCKETS,
        "technology": int(t.technologies),
        "action_card": int(t.action_cards),
        "ship": int(t.ships),
        "order": int(t.ships) if t.movement == SIMULTANEOUS else 0,
        "hex": int(t.hexes),
        "political_card": int(t.political_cards),
        "bonus": int(t.bonus_cards),
        "resistance_card": int(t.resistance_cards),
        "foe": int(t.foes),
        "market": int(t.market_spaces),
        "m1": int("M1" in modules),
        "bonus_m1": int(t.bonus_cards) * int("M1" in modules),
        "hex_m2": int(t.hexes) * int("M2" in modules),
        "hex_m6": int(t.hexes) * int("M6" in modules),
        "hex_m3": int(t.hexes) * int(t.outposts),
        "player_m4": int(t.players) * int(t.exploration),
        "player_m5": int(t.players) * int(t.new_planets),
        "event": int(t.events),
        "hex_squadron": int(t.hexes) * int(t.scenario == STRONGHOLD),
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
    for name, words, low, high, meaning in BLOCKS:
        shape = tuple(word if isinstance(word, int) else sizes[word] for word in words)
        axes = tuple("" if isinstance(word, int) else word.split("_")[0] for word in words)
        block = Block(name, shape, low, high, meaning, start, axes)
        if block.size > 0:
            blocks.append(block)
        start += block.size
    return ObservationLayout(tuple(blocks))


def expansion_sizes(t: Tables) -> dict[str, int]:
    """Sizes of what Edge of Extinction lets a player see; 0 without it."""
    eoe = int(t.eoe)
    return {
        "eoe": eoe,
        "option_eoe": capacity.OPTIONS * eoe,
        "factions": int(t.factions),
        "card_eoe": int(t.action_cards) * eoe,
        "player_eoe": int(t.players) * eoe,
        "side_eoe": (int(t.players) + 1) * eoe,
        "hex_m4_eoe": int(t.hexes) * int(t.exploration) * eoe,
        "political_eoe": int(t.political_cards) * eoe,
    }


def fill_observation_layout(tables: np.ndarray[Any, Any], layout: ObservationLayout) -> None:
    """Tell the kernels where each block starts, -1 where it is left out, and what never changes in a block."""
    t = tables[0]
    starts = {block.name: block.start for block in layout.blocks}
    t.observation_size = layout.size
    for number, declared in enumerate(BLOCKS):
        t.block_start[number] = starts.get(declared[0], -1)
    for faction in range(t.factions):
        t.hand_seen[faction] = [x for card in range(capacity.ACTION_CARDS) for x in _card_features(t, faction, card)]


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
def put_row(out: Floats, at: int, values: Numbers, count: int, scale: float) -> None:
    """Write the first of some numbers, times a scale.

    Nothing is asked of them, and places are unsigned (a negative one would count from the end), so that they are
    written many at a time.
    """
    start = np.uint64(at)
    for i in range(np.uint64(count)):
        out[start + i] = values[i] * scale
