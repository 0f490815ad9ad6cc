"""The blocks of the observation, declared once: axes, features, units, range, meaning and who sees them.

Without its module, a block has a word of size 0 in its shape, so that it takes no room. The kernels that fill the
blocks are in observations.py, edge.py and mission.py. They find the numbers and scales of blocks and features in
places.py, which scripts/generate writes from these declarations.
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
from exodus_env.exodus.rules.cards.modifiers import (
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
from exodus_env.exodus.rules.choices import DECISIONS, PASS
from exodus_env.exodus.rules.frames import STAGE_NAMES
from exodus_env.exodus.rules.stages.movement import SIMULTANEOUS
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD, Tables
from exodus_env.kit.encode import MOST, fill_observations, put
from exodus_env.kit.kernel import Row, inlined
from exodus_env.kit.layout import ActionLayout, DeclaredBlock, Feature, ObservationLayout, lay_out_observations

MODIFY_TURN: Final = OPCODE_NAMES.index("modify_turn")
CHOOSE: Final = OPCODE_NAMES.index("choose")
GAIN_UNITS: Final = (15, 3, 3, 5)  # much of CP, Axinium, Phasium, VP for a card to bring
ROW_BITS: Final = capacity.EFFECTS.bit_length()
# Decisions whose families do not show whether they can come up, with what they need of the tables.
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
# Where the tables store the first row and the number of rows of each card.
CARD_ROWS: Final = (
    *("political_effect", "resistance_effect", "bonus_effect", "outpost_effect", "event_effect", "leader_effect"),
    *("leader_start", "faction_effect", "faction_card_effect", "faction_card_reaction"),
)
COORDINATE: Final = 4  # what the coordinates of a hex are divided by
PLACE_SCALE: Final = 1 / COORDINATE
MINERALS: Final = ("Axinium", "Phasium")


def _features(*rows: tuple[str, str] | tuple[str, str, int]) -> tuple[Feature, ...]:
    """Features by name, text and unit."""
    return tuple(Feature(*row) for row in rows)


def _place(name: str, text: str) -> tuple[Feature, ...]:
    """The two coordinates of a hex."""
    named = f"{name}_" if name else ""
    return tuple(Feature(f"{named}{axis}", f"{text}: {axis} / {{unit}}", COORDINATE) for axis in ("q", "r"))


HEX_FEATURES: Final = _features(
    ("planet", "planet"),
    ("destroyed", "planet destroyed (0.5: doomed, while rockets land)"),
    ("produces", "produces CP"),
    ("produces_axinium", "produces Axinium"),
    ("produces_phasium", "produces Phasium"),
    ("counter", "counter / {unit}", 6),
    ("maximum", "maximum / {unit}", 6),
    ("vp", "VP / {unit}", 4),
    ("moons", "moons"),
    ("resistance", "Resistance I"),
    ("resistance_ii", "Resistance II"),
    ("resistance_iii", "Resistance III"),
    ("rocket", "Hypersonic rockets / {unit}", 2),
    ("biochemical", "Biochemical rockets / {unit}", 2),
    ("graviton", "Graviton rockets / {unit}", 2),
    ("aimed", "rockets aimed here / {unit}", 2),
    ("fought", "battle fought"),
    ("arrived", "cubes just shipped here / {unit}", 2),
    ("focus", "pending decision is about this hex"),
    ("own", "controlled by the viewer"),
    ("others", "controlled by another player"),
    ("taken", "units just taken / {unit}", 3),
)

HEX_PLAYER_FEATURES: Final = _features(
    ("population", "Population / {unit}", 6),
    ("ships", "ships / {unit}", 9),
    ("dice", "their dice / {unit}", 70),
    ("hull", "damage their shields can still take / {unit}", 16),
)

PLAYER_FEATURES: Final = (
    *_features(
        ("cp", "CP / {unit}", 70),
        ("cp_fine", "CP / {unit}, at most 1", 15),
        ("axinium", "Axinium / {unit}", 10),
        ("phasium", "Phasium / {unit}", 10),
        ("vp", "VP scored so far / {unit}", 30),
        ("score", "VP if the game ended now / {unit}", 65),
        ("rank", "players ahead if the game ended now / all others"),
        ("supply", "cube supply / {unit}", 30),
        ("home", "Population at home / {unit}", 10),
        ("bid", "last bid shown / {unit}", 16),
        ("vote_bid", "CP behind the vote last shown / {unit}", 10),
        ("vote_bid_high", "CP behind the vote last shown / {unit}", 64),
        ("reaction", "reaction cubes / {unit}", 4),
        ("card_cubes", "reaction cubes on the card of this round / {unit}", 3),
        ("market", "cubes on the market / {unit}", 3),
        ("hits", "hits still to assign / {unit}", 20),
        ("rearranged", "upgrades moved since the stage began / {unit}", 4),
        ("refitted", "has a new upgrade since upgrades could last be moved"),
        ("new_place", "place won in the current election / players; 0: none yet"),
    ),
    *_place("", "home"),
    Feature("concerned", "the Outpost or the Event is still to be resolved for this player"),
)

SHIP_FEATURES: Final = (
    Feature("present", "on the map"),
    *_place("", "hex"),
    *_features(
        ("damage", "damage / {unit}", 7),
        ("cargo", "Population on board / {unit}", 4),
        ("moved", "moved / {unit}; while Population mounts, 0.5: number on board is settled", 2),
        ("fighting", "in combat"),
        ("hits", "hits / {unit}", 6),
        ("stranded", "cubes that failed to land / {unit}", 4),
        ("cloaked", "cloaked"),
    ),
)

FOE_FEATURES: Final = _features(
    ("present", "present"),
    ("dice", "dice / {unit}", 6),
    ("shield", "shield / {unit}", 8),
    ("vp", "VP / {unit}", 4),
    ("damage", "damage / {unit}", 6),
    ("hits", "hits / {unit}", 8),
)

PENDING_FEATURES: Final = _features(
    ("bid", "own bid so far / {unit}", 16),
    ("left", "resources, exchanges, upgrade moves, technologies or VP left to handle / {unit}", 8),
    ("limit", "highest cost of a technology, or CP left for technologies / {unit}", 16),
    ("buys", "this Trade buys"),
    ("sells", "this Trade sells"),
    ("round", "combat round / {unit}", 4),
    ("rounds", "combat round / {unit}", 32),
    ("resistance", "the hits to assign or cancel belong to the Resistance"),
    ("foe_hits", "hits the Resistance still has to assign / {unit}", 4),
    ("step", "step of Drive Power / {unit}", 4),
    ("space", "second rocket on the planet"),
    ("rows", "effects of the card that are still to come / {unit}", 4),
    ("built", "structures built by this action / {unit}", 3),
    ("jumped", "ships that have jumped / {unit}", 4),
    ("tax", "tax paid / {unit}", 4),
    ("extra", "everybody plays an extra action card"),
)

# What one or more rows of effects do: those of an option, of a card on the table, or the remaining ones of a card.
MODIFIER_NUMBERS: Final = 40  # what the number of a modifier is divided by
EFFECT_NUMBERS: Final = (
    *(Feature(f"concerns_{target}", f"applies to {target}") for target in TARGETS),
    *(
        Feature(f"gain_{resource}", f"{resource} gained (negative: lost) / {{unit}}", unit)
        for resource, unit in zip(("CP", *MINERALS, "VP"), GAIN_UNITS)
    ),
    *_features(
        ("first", f"first argument of other effects / {{unit}}; for a modifier, its number / {MODIFIER_NUMBERS}", 10),
        ("second", "second argument / {unit}", 10),
        ("third", "third argument / {unit}", 10),
        ("condition", "condition / {unit}", 2),
        ("quantity", "quantity that the amount depends on / {unit}", 15),
        ("amount", "amount / {unit}", 10),
    ),
)

FIRED_FEATURES: Final = (
    *_features(
        ("kind", "Hypersonic"),
        ("biochemical", "Biochemical"),
        ("graviton", "Graviton"),
        ("owner", "owner / players, counted from the viewer as 1"),
    ),
    *_place("from", "from"),
    *_place("at", "at"),
)

OUTPOST_FEATURES: Final = _features(("face_down", "face down"), ("level_1", "level 1"), ("level_2", "level 2"))

EXPLORATION_FEATURES: Final = _features(
    ("face_down", "face down"),
    ("looked", "looked at by the viewer"),
    ("wormhole", "wormhole"),
    ("no_combat", "No Combat"),
    ("interest", "Planet of Interest"),
    ("exploring", "being explored"),
)

# About the planet that a player has yet to place.
GIVEN_FEATURES: Final = _features(
    ("produces", "produces CP"),
    ("produces_axinium", "produces Axinium"),
    ("produces_phasium", "produces Phasium"),
    ("counter", "counter / {unit}", 6),
    ("vp", "VP / {unit}", 4),
    ("moons", "moons"),
    ("maximum", "maximum / {unit}", 6),
)
NEW_PLANET_FEATURES: Final = _features(
    ("second", "second resource is CP"),
    ("second_axinium", "second resource is Axinium"),
    ("second_phasium", "second resource is Phasium"),
    ("counter", "second counter / {unit}", 6),
    ("maximum", "second maximum / {unit}", 6),
    ("finite", "finite"),
    ("barren", "barren"),
    ("peaceful", "peaceful"),
    ("advanced", "advanced: Military"),
    ("advanced_civilian", "advanced: Civilian"),
    ("advanced_transport", "advanced: Transport"),
)

STRONGHOLD_FEATURES: Final = _features(
    ("levels", "levels left / {unit}", 6),
    ("squadrons", "squadrons on the board / {unit}", 9),
    ("supply", "squadrons in the supply / {unit}", 18),
    ("bonus", "shield bonus of this turn / {unit}", 12),
    ("activations", "activations / {unit}", 9),
    ("turns", "turns left / {unit}", 9),
    ("combat", "combat against squadrons"),
    ("combat_stronghold", "combat against the Stronghold"),
    ("combat_together", "combat against the Resistance together"),
    ("shield", "shield of the squadron or level fought / {unit}", 24),
    ("damage", "damage on it / {unit}", 12),
    ("dice", "cannon dice of the enemy / {unit}", 12),
)

STAR_FEATURES: Final = _features(
    ("tokens", "Star Evolution tokens / {unit}", 6),
    ("evolutions", "evolutions / {unit}", 2),
    ("turns", "turns left / {unit}", 9),
)

NEW_PENDING_FEATURES: Final = _features(
    ("cubes", "cubes still to pay or to settle / {unit}", 4),
    ("learned", "technologies learned in this Research / {unit}", 2),
    ("bought", "VP bought in this Trade / {unit}", 2),
    ("damage", "damage of the sacrificed Dark Raider / {unit}", 12),
)

HALF_FEATURES: Final = (
    *(Feature(action, f"performs {action}") for action in ACTIONS),
    Feature("other", "does something else"),
)
HAND_FEATURES: Final = (
    *(Feature(f"primary_{half.name}", f"primary half {half.text}") for half in HALF_FEATURES),
    *(Feature(f"reaction_{half.name}", f"reaction half {half.text}") for half in HALF_FEATURES),
    Feature("once", "can be played once per game"),
)

MISSION_FEATURES: Final = (
    *(
        Feature(f"{victory}_{name}", f"{text} for {article} {victory} victory", unit)
        for article, victory in (("an", "absolute"), ("a", "tactical"))
        for name, text, unit in (
            ("turns", "turns left, including this one / {unit}", 9),
            ("planets", "planets still to settle / {unit}", 12),
            ("cp", "CP still needed / {unit}", 30),
            ("axinium", "Axinium still needed / {unit}", 10),
            ("phasium", "Phasium still needed / {unit}", 10),
            ("ships", "excess Resistance ships / {unit}", 12),
        )
    ),
    *_features(("price", "price of card B / {unit}", 30), ("price_c", "price of card C / {unit}", 30)),
    *(
        Feature(f"enter{suffix}", f"Resistance ships of level {level} that enter this turn / {{unit}}", 4)
        for suffix, level in (("", "I"), ("_ii", "II"), ("_iii", "III"))
    ),
    Feature("rocket", "the NPC fires a rocket this turn"),
)

OWN: Final = "its player alone"
ACTING: Final = "the player who acts for the Resistance"
BLOCKS: Final = (
    DeclaredBlock("turn", ("turns",), "one-hot: game turn"),
    DeclaredBlock("stage", (), features=tuple(Feature(name, name) for name in STAGE_NAMES)),
    DeclaredBlock("conquest", (4,), "one-hot: number of this Conquest Stage; the last stands for all further ones"),
    DeclaredBlock("conquests", (4,), "one-hot: number of Conquest Stages this turn"),
    DeclaredBlock("action_round", (5,), "one-hot: action round of this turn"),
    DeclaredBlock("decision", (), features="decisions"),
    DeclaredBlock("actor", ("player",), "one-hot: who must decide"),
    DeclaredBlock("focus_player", ("player",), "one-hot: player the decision is about; 0.5: for a decision put off"),
    DeclaredBlock("focus_class", ("class",), "one-hot: ship class the decision is about, or that the upgrade goes to"),
    DeclaredBlock("focus_source", ("class",), "one-hot: ship class that the upgrade leaves"),
    DeclaredBlock("focus_upgrade", ("upgrade",), "one-hot: upgrade the decision is about"),
    DeclaredBlock("focus_rocket", ("rocket",), "one-hot: rocket the decision is about"),
    DeclaredBlock("focus_space", ("market",), "one-hot: market space of the Trade"),
    DeclaredBlock("focus_place", ("player",), "one-hot: place in turn order to be given"),
    DeclaredBlock(
        "pending", (), features=PENDING_FEATURES, high=MOST, seen_by="everybody; the bid its player alone", short="N"
    ),
    DeclaredBlock("performing", (len(ACTIONS),), "one-hot: action being performed: " + ", ".join(ACTIONS)),
    DeclaredBlock("card_row", ("identity",), "number of the card effect being resolved, in binary; 0: none"),
    DeclaredBlock("card_effects", (), features="effects", low=-MOST, high=MOST),
    DeclaredBlock("options", ("option",), features="effects", low=-MOST, high=MOST),
    DeclaredBlock("players", ("player",), features=PLAYER_FEATURES, low=-MOST, high=MOST, short="P"),
    DeclaredBlock("place", ("player", "player"), "one-hot by player: place in turn order, Chancellor first"),
    DeclaredBlock("technologies", ("player", "technology"), "1: known"),
    DeclaredBlock(
        "blueprints", ("player", "class", "upgrade"), "upgrades on the blueprint / {unit}", unit=6, high=MOST
    ),
    DeclaredBlock(
        "fleet",
        ("player", "class"),
        features=(
            Feature("dice", "dice / {unit}", 16),
            Feature("shield", "shield / {unit}", 8),
            Feature("drive", "drive / {unit}", 4),
        ),
        high=MOST,
        short="FLEET",
    ),
    DeclaredBlock("action_cards", ("player", "action_card"), "1: played this turn"),
    DeclaredBlock("shown_card", ("player", "action_card"), "one-hot: card of this round, once revealed"),
    DeclaredBlock("own_card", ("action_card",), "one-hot: own card chosen in secret", seen_by=OWN),
    DeclaredBlock("votes", ("player", capacity.REVEALED), "one-hot by player: card backed when votes were last shown"),
    DeclaredBlock(
        "own_vote",
        (capacity.REVEALED,),
        "one-hot: card with the own voting token, in secret; all 0 when abstaining",
        seen_by=OWN,
    ),
    DeclaredBlock(
        "technology_prices", ("technology",), "CP that a technology costs the viewer / {unit}", unit=16, high=MOST
    ),
    DeclaredBlock(
        "ship_prices",
        ("class",),
        features=(
            Feature("cp", "CP that a ship of the class costs the viewer / {unit}", 8),
            Feature("axinium", "Axinium that it costs / {unit}", 4),
        ),
        high=MOST,
        short="SHIP_PRICES",
    ),
    DeclaredBlock("upgrade_prices", ("upgrade",), "CP that an upgrade costs the viewer / {unit}", unit=8, high=MOST),
    DeclaredBlock("rocket_prices", ("rocket",), "CP that a rocket costs the viewer / {unit}", unit=8, high=MOST),
    DeclaredBlock(
        "market_prices",
        (4,),
        "prices for the viewer: buying Axinium, buying Phasium, selling Axinium, selling Phasium, on the next market "
        "space or that of the Trade: CP / {unit}",
        unit=8,
        high=MOST,
    ),
    DeclaredBlock("modifiers", (), features="modifiers", low=-MOST, high=MOST),
    DeclaredBlock("turn_effects", ("player",), features="turn_effects", low=-MOST, high=MOST),
    DeclaredBlock("ships", ("player", "ship"), features=SHIP_FEATURES, low=-MOST, high=MOST, short="S"),
    DeclaredBlock("own_ship_hex", ("ship", "hex"), "one-hot: hex of each own ship"),
    DeclaredBlock(
        "own_order_hex", ("order", "hex"), "one-hot: hex that each own ship is secretly ordered to", seen_by=OWN
    ),
    DeclaredBlock(
        "own_path",
        ("order", capacity.LONGEST_PATH),
        "secret orders of each own ship: (direction + 1) / {unit} of each hex",
        unit=7,
        seen_by=OWN,
    ),
    DeclaredBlock("hexes", ("hex",), features=HEX_FEATURES, high=MOST, short="H"),
    DeclaredBlock("hex_players", ("hex", "player"), features=HEX_PLAYER_FEATURES, high=MOST, short="HP"),
    DeclaredBlock(
        "held",
        ("player", "ship_blocking"),
        "1: blocking holds the ship; 0.5: it holds some ships of a group with this one (blocking)",
        unit=2,
    ),
    DeclaredBlock(
        "staying",
        ("hex_blocking", "player"),
        "ships of the player in the hex that blocking holds / {unit} (blocking)",
        unit=2,
        high=MOST,
    ),
    DeclaredBlock("fired", (capacity.FIRED,), features=FIRED_FEATURES, low=-MOST, high=MOST, short="FIRED"),
    DeclaredBlock(
        "in_force",
        ("lasting",),
        "one number per card: laws in force, by age: (place, from 1) / {unit}; resolutions: 1",
        unit=4,
        high=MOST,
    ),
    DeclaredBlock("revealed", ("political",), "one number per card: the cards to vote on, A 1/3, B 2/3, C 1", unit=3),
    DeclaredBlock("revealed_effects", (capacity.REVEALED,), features="effects", low=-MOST, high=MOST),
    DeclaredBlock("political_gone", ("political",), "1: the card is no longer in the deck"),
    DeclaredBlock("political_left", (1,), "cards in the political deck / {unit}", unit=96),
    DeclaredBlock("proposed", ("bonus",), "1: proposed as bonus action"),
    DeclaredBlock("bonus", ("bonus",), "one-hot: bonus action of this turn"),
    DeclaredBlock(
        "resistance_cards",
        (2, "resistance_card"),
        "first row: 1 if the viewer has won the card; second: if another has, seat from the viewer / players",
    ),
    DeclaredBlock(
        "resistance_discards",
        ("resistance_card",),
        "1: used; negative: known to lie under a deck, -1 for the first of them to come, then -1/2, -1/3, ...",
        low=-1,
    ),
    DeclaredBlock("resistance_left", (capacity.RESISTANCE_LEVELS,), "cards in the Resistance decks / {unit}", unit=32),
    DeclaredBlock("foes", ("foe",), features=FOE_FEATURES, high=MOST, short="F"),
    DeclaredBlock(
        "foe_cards",
        ("resistance_card",),
        "Resistance cards in the combat: (ship, from 1) / {unit}; -1: the card to be given",
        unit=4,
        low=-1,
    ),
    DeclaredBlock("bonus_open", ("bonus_drawn",), "1: can be proposed as bonus action"),
    DeclaredBlock(
        "bonus_used", ("bonus_m1",), "1: bonus action that can be taken once per game and has been taken (M1)"
    ),
    DeclaredBlock(
        "executive_action",
        ("m1",),
        features=(
            Feature("extra", "extra action cards still to come"),
            Feature("no_reactions", "no reactions this turn"),
        ),
        short="EXECUTIVE_ACTION",
    ),
    DeclaredBlock("dormant", ("hex_m2",), "1: the Resistance fleet in the hex is beaten for now (M2)"),
    DeclaredBlock("solar_wind", ("hex_m6",), "1: Solar Wind blows in the hex (M6)"),
    DeclaredBlock("outposts", ("hex_m3",), features=OUTPOST_FEATURES, short="OUTPOSTS"),
    DeclaredBlock(
        "outpost_cards", ("player", "outpost_card"), "Outpost cards of each kind held / {unit} (M3)", unit=2, high=MOST
    ),
    DeclaredBlock(
        "outpost_gone", ("outpost_card",), "Outpost cards of each kind used / {unit} (M3)", unit=2, high=MOST
    ),
    DeclaredBlock("outpost_left", ("m3", capacity.OUTPOST_LEVELS), "cards in the Outpost decks / {unit} (M3)", unit=28),
    DeclaredBlock("outpost_pile", ("m3",), "Outpost tokens not on the map / {unit} (M3)", unit=36),
    DeclaredBlock(
        "exploration",
        ("hex_m4",),
        features=EXPLORATION_FEATURES,
        seen_by="everybody; a face-down planet only by players who looked at it",
        short="X",
    ),
    DeclaredBlock("looks", ("player", "hex_m4"), "by player: 1: the hex looked at in secret; 0.5: the second one (M4)"),
    DeclaredBlock("entered", ("player", "ship_m4"), "1: the ship has just entered debris (M4)"),
    DeclaredBlock("bounty", ("player_m4",), "one-hot: player with the Bounty (M4)"),
    DeclaredBlock("event", ("event",), "one-hot: Event being resolved (M4)"),
    DeclaredBlock("events_seen", ("event",), "Events of each kind drawn so far / {unit} (M4)", unit=2, high=MOST),
    DeclaredBlock("event_left", ("m4",), "cards in the Event deck / {unit} (M4)", unit=33),
    DeclaredBlock("new_planets", ("hex_m5",), features=NEW_PLANET_FEATURES, high=MOST, short="W"),
    DeclaredBlock(
        "second_taken", ("hex_m5",), "units just taken from the second counter / {unit} (M5)", unit=2, high=MOST
    ),
    DeclaredBlock("given_planets", ("player_m5",), features=GIVEN_FEATURES, high=MOST, short="GIVEN"),
    DeclaredBlock(
        "gates", ("player", "hex_m7"), "1: the first Jump Gate of the player is in the hex; 0.5: the second (M7)"
    ),
    DeclaredBlock("jump_target", ("hex_m7",), "one-hot: hex of the Jump Gate that is activated (M7)"),
    DeclaredBlock("satellites", ("player", "hex_m8"), "1: a Satellite of the player is in the hex (M8)"),
    DeclaredBlock(
        "barriers", ("edge",), "1: there is an Energy Barrier east, north-east or north-west of the hex (M9)"
    ),
    DeclaredBlock("leaders", ("player", "leader"), "one-hot by player: Leader (M10)"),
    DeclaredBlock(
        "own_leaders", ("leader",), "1: Leader dealt to the viewer, to choose from or refused (M10)", seen_by=OWN
    ),
    DeclaredBlock("stronghold", ("stronghold",), features=STRONGHOLD_FEATURES, high=MOST, short="STRONGHOLD"),
    DeclaredBlock(
        "squadrons",
        ("hex_squadron",),
        features=(Feature("there", "squadrons / {unit}", 3), Feature("to_move", "squadrons still to move / {unit}", 3)),
        high=MOST,
        short="SQUADRONS",
    ),
    DeclaredBlock(
        "dealt",
        ("player_squadron",),
        "the player's hits on the squadron being fought / {unit} (Stronghold)",
        unit=6,
        high=MOST,
    ),
    DeclaredBlock("star", ("star",), features=STAR_FEATURES, high=2, short="STAR"),
    DeclaredBlock("heat", ("hex_star",), "1: Increased Heat in the hex (Event Horizon)"),
    # Edge of Extinction
    DeclaredBlock("pending_eoe", ("eoe",), features=NEW_PENDING_FEATURES, high=MOST, short="L"),
    DeclaredBlock("factions", ("player", "factions"), "one-hot by player: faction (EoE)"),
    DeclaredBlock("own_hand", ("card_eoe",), features=HAND_FEATURES),
    DeclaredBlock("shown_reaction", ("player_eoe", len(HALF_FEATURES)), "reaction half of the card shown (EoE)"),
    DeclaredBlock("removed_cards", ("player", "card_eoe"), "1: the action card is out of the game (EoE)"),
    DeclaredBlock("decoy", ("player", "ship_eoe"), "one-hot by player: ship that must be hit first (EoE)"),
    DeclaredBlock(
        "room", ("player", "class_eoe"), "Population a ship of the class can carry / {unit} (EoE)", unit=4, high=MOST
    ),
    DeclaredBlock("focus_ship", ("ship_eoe",), "one-hot: own ship the decision is about (EoE)"),
    DeclaredBlock("planetary", ("hex_eoe", len(PLANETARY)), "1: " + ", ".join(PLANETARY) + " on the planet (EoE)"),
    DeclaredBlock(
        "planetary_bought",
        ("player", "planetary"),
        "planetary upgrades of the player on the map / {unit} (EoE)",
        unit=2,
        high=MOST,
    ),
    DeclaredBlock(
        "second_starts", ("hex_eoe",), "second starting hexes: 1 / (1 + seat, counted from the viewer) (EoE)"
    ),
    DeclaredBlock("landed", ("hex_eoe",), "1: the player who deploys has landed there in this Conquest (EoE)"),
    DeclaredBlock(
        "visions",
        ("political_eoe",),
        "players for whom alone the card is in force: the sum of 1/2 for the viewer, 1/4 for the next, and so on (EoE)",
    ),
    DeclaredBlock(
        "own_combat_cards",
        ("combat_card",),
        "own combat cards of each kind / {unit} (EoE)",
        unit=3,
        high=MOST,
        seen_by=OWN,
    ),
    DeclaredBlock("own_combat_card", ("combat_card",), "one-hot: own combat card chosen in secret (EoE)", seen_by=OWN),
    DeclaredBlock("combat_held", ("player_eoe",), "combat cards in hand and chosen / {unit} (EoE)", unit=8, high=MOST),
    DeclaredBlock("combat_placed", ("player_eoe",), "1: a combat card lies face down before the player (EoE)"),
    DeclaredBlock(
        "combat_shown", ("player", "combat_card"), "one-hot by player: combat card of this round, revealed (EoE)"
    ),
    DeclaredBlock(
        "combat_discards", ("combat_card",), "discarded combat cards of each kind / {unit} (EoE)", unit=4, high=MOST
    ),
    DeclaredBlock(
        "combat_removed",
        ("combat_card",),
        "combat cards of each kind out of the game / {unit} (EoE)",
        unit=4,
        high=MOST,
    ),
    DeclaredBlock("foe_shown", ("foe_card",), "one-hot: Resistance combat card of this round, revealed (EoE)"),
    DeclaredBlock(
        "foe_discards",
        ("foe_card",),
        "discarded Resistance combat cards of each kind / {unit} (EoE)",
        unit=4,
        high=MOST,
    ),
    DeclaredBlock(
        "own_foe_offer",
        ("foe_card",),
        "Resistance combat cards drawn, for the player who acts for it / {unit} (EoE)",
        unit=2,
        seen_by=ACTING,
    ),
    DeclaredBlock(
        "own_foe_card",
        ("foe_card",),
        "one-hot: Resistance combat card chosen by the player who acts for it (EoE)",
        seen_by=ACTING,
    ),
    DeclaredBlock(
        "combat_left",
        ("eoe",),
        features=(
            Feature("cards", "combat cards in the deck / {unit}", 72),
            Feature("foe_cards", "Resistance combat cards in the deck / {unit}", 24),
        ),
        short="COMBAT_LEFT",
    ),
    DeclaredBlock(
        "edge",
        ("side_eoe", len(COMBAT_EFFECT_NAMES)),
        "effects of combat cards in this round on each player, the Centaurians last, / {unit}: "
        + ", ".join(COMBAT_EFFECT_NAMES)
        + " (EoE)",
        unit=3,
        low=-MOST,
        high=MOST,
    ),
    # solitaire
    DeclaredBlock("mission", ("solitaire",), features=MISSION_FEATURES, high=2, short="MISSION"),
    DeclaredBlock("office", ("office_lone",), "one-hot: own turn-order card (solitaire)"),
    DeclaredBlock(
        "resistance_ships",
        ("hex_lone", capacity.RESISTANCE_LEVELS),
        "Resistance ships of levels I, II, III in the hex / {unit} (solitaire)",
        unit=3,
        high=MOST,
    ),
)
THOUSANDTH: Final = 0.001  # the tables store features of effects as thousandths


def observation_layout(t: Tables, modules: frozenset[str], actions: ActionLayout) -> ObservationLayout:
    """The blocks of a configuration, without those that have size 0."""
    given = given_features(t, actions)
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
        "option": most_options(t),
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
        **edge_sizes(t),
        "solitaire": int(t.solitaire),
        "office_lone": capacity.PLAYERS if t.first_office >= 0 else 0,
        "hex_lone": int(t.hexes) * int(t.solitaire),
    }
    return lay_out_observations(BLOCKS, sizes, given)


def edge_sizes(t: Tables) -> dict[str, int]:
    """Sizes of what players see of Edge of Extinction; 0 without it."""
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


def given_features(t: Tables, actions: ActionLayout) -> dict[str, tuple[Feature, ...]]:
    """Features that differ between configurations: decisions that can come up, opcodes on cards, modifiers."""
    decisions = (DECISIONS[number][0] for number in open_decisions(t, actions))
    units = modifier_units(t)
    return {
        "decisions": tuple(Feature(name, name) for name in decisions),
        "effects": effect_features(t),
        "modifiers": tuple(modifier_feature(number, unit) for number, unit in units.items()),
        "turn_effects": tuple(
            modifier_feature(number, units[number], " until the turn ends") for number in turn_modifiers(t)
        ),
    }


def effect_features(t: Tables) -> tuple[Feature, ...]:
    """The features of rows of effects: opcodes of this configuration, and numbers."""
    return (*(Feature(OPCODE_NAMES[number], OPCODE_NAMES[number]) for number in opcodes(t)), *EFFECT_NUMBERS)


def modifier_feature(number: int, unit: int, lasts: str = "") -> Feature:
    """The change of a modifier."""
    name = MODIFIER_NAMES[number]
    return Feature(name, f"{name} (change / {{unit}}){lasts}", unit)


def open_decisions(t: Tables, actions: ActionLayout) -> list[int]:
    """Decisions that can come up: one of their families besides `pass` has room, and their rule is in the game."""
    return [
        number
        for number, (name, families, _) in enumerate(DECISIONS)
        if any(family != PASS and actions.families[family].size for family in families)
        and (name not in ONLY_WITH or t[ONLY_WITH[name]])
    ]


def _rows(t: Tables) -> list[list[int]]:
    """The rows of effects as lists, because reading lists is many times faster than reading arrays."""
    rows: list[list[int]] = t.effect[: t.effects].tolist()
    return rows


def opcodes(t: Tables) -> list[int]:
    """The opcodes of this configuration's effects."""
    return sorted({row[OPCODE] for row in _rows(t)})


def most_options(t: Tables) -> int:
    """The most options on a card of this configuration."""
    return max((row[ARG_A] for row in _rows(t) if row[OPCODE] == CHOOSE), default=0)


def turn_modifiers(t: Tables) -> list[int]:
    """Modifiers that an effect of this configuration changes until the turn ends."""
    return sorted({row[ARG_A] for row in _rows(t) if row[OPCODE] == MODIFY_TURN})


def modifier_units(t: Tables) -> dict[int, int]:
    """The modifiers that a technology or effect changes, in order, with the largest change that one of them makes.

    Changes are divided by it.
    """
    base = t.modifier_base.tolist()
    changes = [
        (row[ARG_A], row[ARG_C] - base[row[ARG_A]] * row[ARG_B])
        for row in _rows(t)
        if row[OPCODE] in (MODIFY, MODIFY_TURN)
    ]
    learned = (t[field][: t.technologies].ravel().tolist() for field in ("technology_modifier", "technology_value"))
    changes += [(number, value - base[number]) for number, value in zip(*learned) if number >= 0]
    units: dict[int, int] = {}
    for number, change in changes:
        units[number] = max(1, abs(change), units.get(number, 1))
    return dict(sorted(units.items()))


def fill_observation_layout(tables: np.ndarray[Any, Any], layout: ObservationLayout, actions: ActionLayout) -> None:
    """Tell the kernels where each block starts (-1 if it is left out), and what never changes in a block."""
    t = tables[0]
    fill_observations(t, BLOCKS, layout)
    for faction in range(t.factions):
        t.hand_seen[faction] = [x for card in range(capacity.ACTION_CARDS) for x in _card_features(t, faction, card)]
    _describe_planets(t)
    _number(t.decision_place, open_decisions(t, actions))
    units = modifier_units(t)
    _number(t.modifier_place, list(units))
    _number(t.turn_place, turn_modifiers(t))
    _number(t.lasting_place, np.flatnonzero(t.political_kind[: t.political_cards] != EXECUTIVE).tolist())
    t.modifier_unit[list(units)] = list(units.values())
    t.turn_kinds = len(turn_modifiers(t))
    kinds = list(zip(t.technology_colour.tolist(), t.technology_type.tolist()))
    t.technology_like[: t.technologies] = [kinds.index(kind) for kind in kinds[: t.technologies]]
    known = opcodes(t)
    t.effect_features = len(known) + len(EFFECT_NUMBERS)
    rows, seen = _rows(t), t.effect_seen[:, : t.effect_features]
    for first, count in (pair for field in CARD_ROWS for pair in t[field].reshape(-1, 2).tolist()):
        for row in range(first, first + count):
            seen[row] = _effect_features(rows[row : first + count], known)


def _describe_planets(t: Tables) -> None:
    """What never changes about each planet, as entries of its hex and of its badges."""
    produced = (None, "produces", "produces_axinium", "produces_phasium")
    seconds = (None, "second", "second_axinium", "second_phasium")
    advanced = ("advanced", "advanced_civilian", "advanced_transport")
    for planet in range(t.planets):
        shown = {
            "planet": 1,
            produced[t.planet_resource[planet]]: 1,
            "maximum": t.planet_maximum[planet],
            "vp": t.planet_vp[planet],
            "moons": int(t.planet_moons[planet] > 0),
        }
        badges = {
            seconds[t.planet_second[planet]]: 1,
            "maximum": t.planet_second_maximum[planet],
            "finite": t.planet_finite[planet],
            "barren": t.planet_barren[planet],
            "peaceful": t.planet_peaceful[planet],
            advanced[t.planet_advanced[planet]] if t.planet_advanced[planet] >= 0 else None: 1,
        }
        for name, features, given in (("planet", HEX_FEATURES, shown), ("badge", NEW_PLANET_FEATURES, badges)):
            names = [feature.name for feature in features]
            entries = [(names.index(key), int(value)) for key, value in given.items() if key and value]
            t[f"{name}_entries"][planet] = len(entries)
            t[f"{name}_places"][planet, : len(entries)] = [place for place, _ in entries]
            t[f"{name}_numbers"][planet, : len(entries)] = [
                min(MOST, value * (1 / features[place].unit)) for place, value in entries
            ]


def _number(places: np.ndarray[Any, Any], there: list[int]) -> None:
    """Number the entries that are present consecutively; the others get -1."""
    places[:] = -1
    places[there] = range(len(there))


def _effect_features(rows: list[list[int]], known: list[int]) -> list[int]:
    """What an effect and those after it do, unconditionally or within an option of a card, in thousandths."""
    found = [0.0] * len(known)
    numbers = [0.0] * len(EFFECT_NUMBERS)
    units = [float(feature.unit) for feature in EFFECT_NUMBERS]
    resources, arguments = len(TARGETS), len(TARGETS) + len(RESOURCES)
    together = (row for row in rows if row[IN_OPTION] == rows[0][IN_OPTION])
    for place, row in enumerate(together):
        weight = 1 / (1 + 0.7 * place)  # so that the same rows in another order look different
        found[known.index(row[OPCODE])] += 1.0
        numbers[row[TARGET]] = 1.0
        opcode = OPCODE_NAMES[row[OPCODE]]
        if opcode in ("gain", "lose", "tribute"):
            sign = -1 if opcode == "lose" else 1
            numbers[resources + row[ARG_A]] += sign * row[ARG_B] / units[resources + row[ARG_A]]
            numbers[arguments + 2] += row[ARG_C] / units[arguments + 2] * weight
        else:
            first = MODIFIER_NUMBERS if row[OPCODE] in (MODIFY, MODIFY_TURN) else units[arguments]
            numbers[arguments] += row[ARG_A] / first * weight
            numbers[arguments + 1] += row[ARG_B] / units[arguments + 1] * weight
            numbers[arguments + 2] += row[ARG_C] / units[arguments + 2] * weight
        for place, column in enumerate((CONDITION, QUANTITY, AMOUNT), start=arguments + 3):
            numbers[place] += row[column] / units[place]
    return [round(max(-MOST, min(MOST, number)) / THOUSANDTH) for number in (*found, *numbers)]


def _card_features(t: Tables, faction: int, card: int) -> list[int]:
    """What both halves of a faction's action card do, and whether it can be played only once per game."""
    halves = (t.faction_card_effect[faction, card], t.faction_card_reaction[faction, card])
    return [*_half_features(t, halves[0]), *_half_features(t, halves[1]), int(t.faction_card_once[faction, card])]


def _half_features(t: Tables, half: np.ndarray[Any, Any]) -> list[int]:
    """What a half of an action card does: its actions, and whether it does anything else."""
    rows = t.effect[half[0] : half[0] + half[1]]
    acts = rows[:, OPCODE] == OPCODE_NAMES.index("act")
    return [*(int(action in rows[acts, ARG_A]) for action in range(len(ACTIONS))), int(not acts.all())]


@inlined
def put_hex(t: Tables, out: Row, n: int, at: int, turned: int) -> int:
    """Write the coordinates of a hex, numbered from the viewer's home."""
    n = put(out, n, at, t.hex_place[turned, 0] * PLACE_SCALE)
    n = put(out, n, at + 1, t.hex_place[turned, 1] * PLACE_SCALE)
    return n
