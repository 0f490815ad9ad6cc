"""The game as one numpy record: every fact of a position, and nothing that is not one.

FIELDS is the schema: name, type, shape, who may know it, meaning. `public` fields are open to everybody, `own` fields
are indexed by player and known to that player alone until revealed, `hidden` ones nobody sees, `flow` ones are the
engine's bookkeeping. Absent things (no hex, no card, no player) are -1.
"""

from __future__ import annotations

import hashlib
from typing import Any, TypeAlias

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.tables import TABLES_DTYPE
from exodus_env.kit.chance import STREAMS
from exodus_env.kit.kernel import declare_type

Game: TypeAlias = Any

_P, _H, _S = c.PLAYERS, c.HEXES, c.SHIPS

FIELDS: tuple[tuple[str, str, tuple[int, ...], str, str], ...] = (
    # chance
    ("rng_key", "i8", (STREAMS, 2), "hidden", "keys of the random streams: setup, play, re-dealing"),
    ("rng_counter", "i8", (STREAMS,), "hidden", "draws made from each stream"),
    ("scripted", "i2", (c.SCRIPTED,), "hidden", "dice fixed in advance by a test, next first"),
    ("scripted_count", "i2", (), "hidden", "how many dice are fixed in advance"),
    # flow
    ("depth", "i2", (), "flow", "frames on the stack"),
    ("stack", "i2", (c.FRAMES, c.FRAME_WIDTH), "flow", "frames: kind, step, columns (rules/frames.py)"),
    ("actor", "i2", (), "public", "player who must decide"),
    ("decision", "i2", (), "public", "kind of the pending decision, 0 none"),
    ("focus_hex", "i2", (), "public", "hex the pending decision is about"),
    ("focus_player", "i2", (), "public", "player the pending decision is about"),
    ("focus_card", "i2", (), "public", "card, class, upgrade or ship the pending decision is about"),
    ("decisions", "i4", (), "flow", "decisions taken so far"),
    ("over", "i2", (), "public", "1: the game has ended and is scored"),
    # course of the game
    ("turn", "i2", (), "public", "game turn, from 1"),
    ("stage", "i2", (), "public", "stage of the turn: 0 setup, 1 Upkeep to 5 Conquest, 6 scoring"),
    ("conquest", "i2", (), "public", "Conquest Stage of this turn, from 1"),
    ("conquests", "i2", (), "public", "Conquest Stages this turn"),
    ("action_round", "i2", (), "public", "action round of this turn, from 1"),
    ("order", "i2", (_P,), "public", "player by place in turn order; 0 the Chancellor, 1 the Vice-Chancellor"),
    ("office", "i2", (), "public", "turn-order card of a player alone, from 0; -1 where none is bought (solitaire)"),
    # players
    ("resource", "i2", (_P, 4), "public", "CP, Axinium, Phasium, VP scored so far"),
    ("supply", "i2", (_P,), "public", "cubes in the supply"),
    ("technology", "i2", (_P, c.TECHNOLOGIES), "public", "1: known"),
    ("blueprint", "i2", (_P, c.CLASSES, c.UPGRADES), "public", "upgrades on each ship class"),
    ("rearranged", "i2", (_P,), "public", "upgrades the player has moved since the stage began"),
    ("refitted", "i2", (_P,), "flow", "1: a blueprint has a new upgrade, and the player could not move any since"),
    ("dice", "i2", (_P, c.CLASSES), "public", "derived: combat dice of a ship of the class"),
    ("shield", "i2", (_P, c.CLASSES), "public", "derived: shield of a ship of the class"),
    ("drive", "i2", (_P, c.CLASSES), "public", "derived: hexes a ship of the class moves"),
    ("emp_dice", "i2", (_P, c.CLASSES), "public", "derived: those of the dice that are EMP Cannons' (EoE)"),
    ("hyperspace", "i2", (_P, c.CLASSES), "public", "derived: 1 where the class has a Hyperspace Drive (EoE)"),
    ("room", "i2", (_P, c.CLASSES), "public", "derived: Population a ship of the class can carry"),
    ("modifier", "i2", (_P, c.MODIFIERS), "public", "derived: lasting values of the player"),
    ("ship_hex", "i2", (_P, _S), "public", "hex of each ship, -1 in the supply"),
    ("ship_damage", "i2", (_P, _S), "public", "damage on each ship"),
    ("ship_cargo", "i2", (_P, _S), "public", "Population on board each ship"),
    ("cloaked", "i2", (_P, _H), "public", "1: the player's ships in the hex are cloaked"),
    # hexes
    ("planet", "i2", (_H,), "public", "planet in each hex, -1 none; where it is face down only a look tells (M4)"),
    ("destroyed", "i2", (_H,), "public", "1: the planet was destroyed; 2 doomed, while rockets land"),
    ("counter", "i2", (_H,), "public", "units on the planet's resource counter"),
    ("second_counter", "i2", (_H,), "public", "units on the second counter of a dual planet (M5)"),
    ("population", "i2", (_H, _P), "public", "Population of each player"),
    ("rocket", "i2", (_H, c.ROCKET_SPACES), "public", "rockets on the planet: kind + 1, 0 none"),
    ("rocket_target", "i2", (_H, c.ROCKET_SPACES), "public", "hex each rocket is fired at this turn, -1 none"),
    ("rocket_owner", "i2", (_H, c.ROCKET_SPACES), "public", "player who fired the rocket"),
    ("defender", "i2", (_H,), "public", "who controlled the hex when rockets began to land, until all have (EoE)"),
    (
        "resistance",
        "i2",
        (_H,),
        "public",
        "highest level of a Resistance ship there, 0 none; a fleet of 3 is strong",
    ),
    ("resistance_ships", "i2", (_H, c.RESISTANCE_LEVELS), "public", "Resistance ships of each level (solitaire)"),
    ("dormant", "i2", (_H,), "public", "1: the Resistance fleet in the hex is beaten for now (M2)"),
    ("solar_wind", "i2", (_H,), "public", "1: Solar Wind blows in the hex (M6)"),
    ("outpost", "i2", (_H,), "hidden", "Outpost token: 0 none, 1 blank, 2 and 3 its level, known once face up (M3)"),
    ("outpost_there", "i2", (_H,), "public", "1: an Outpost token lies on the planet (M3)"),
    ("outpost_up", "i2", (_H,), "public", "1: the Outpost token is face up (M3)"),
    ("face_down", "i2", (_H,), "public", "1: the hex is not explored yet (M4)"),
    ("wormhole", "i2", (2,), "public", "hexes the wormhole joins (M4)"),
    ("no_combat", "i2", (), "public", "hex of the No Combat token (M4)"),
    ("interest", "i2", (), "public", "hex of the Planet of Interest token (M4)"),
    ("barrier", "i2", (_P,), "public", "Energy Barriers, as hex * 3 + direction 0 to 2 (M9)"),
    ("gate", "i2", (_P, c.GATES), "public", "hexes of each player's Jump Gates (M7)"),
    ("satellite", "i2", (_P, c.SATELLITES), "public", "hexes of each player's Satellites (M8)"),
    ("squadron", "i2", (_H,), "public", "Warship Squadrons in each hex (Stronghold)"),
    ("squadron_supply", "i2", (), "public", "Warship Squadrons in the supply (Stronghold)"),
    ("stronghold", "i2", (), "public", "levels of the Stronghold left"),
    ("activations", "i2", (), "public", "how often the Stronghold has activated"),
    ("outcome", "i2", (), "public", "1: won together, 2: lost (Stronghold, solitaire), 3: won in part (solitaire)"),
    ("star_tokens", "i2", (), "public", "Star Evolution tokens (Event Horizon)"),
    ("evolutions", "i2", (), "public", "how often the star has evolved (Event Horizon)"),
    ("heat", "i2", (_H,), "public", "1: Increased Heat in the hex (Event Horizon)"),
    ("planetary", "i2", (_H, c.PLANETARY), "public", "planetary upgrades: player who bought it + 1, 0 none (EoE)"),
    # what players are dealt and hold
    ("leader", "i2", (_P,), "public", "each player's Leader (M10)"),
    ("leader_offer", "i2", (_P, 2), "own", "Leaders the player may choose from (M10)"),
    ("leader_refused", "i2", (_P,), "own", "Leader dealt to the player and not kept (M10)"),
    ("look", "i2", (_P,), "public", "face-down hex the player looked at; what lies there is the player's secret (M4)"),
    ("look_second", "i2", (_P,), "public", "second face-down hex the player looked at (M4 with EoE)"),
    ("bounty", "i2", (), "public", "player with the Bounty token (M4)"),
    ("faction", "i2", (_P,), "public", "each player's faction (EoE)"),
    ("given_planet", "i2", (_P,), "public", "planet the player was given and has yet to place beside home (M5)"),
    ("second_start", "i2", (_P,), "public", "each player's second starting hex (EoE)"),
    ("removed", "i2", (_P, c.ACTION_CARDS), "public", "1: the action card was played, once and for all (EoE)"),
    ("combat_deck", "i2", (c.COMBAT_CARDS,), "hidden", "kinds of the face-down combat cards, next last (EoE)"),
    ("combat_left", "i2", (), "public", "cards in the deck of combat cards (EoE)"),
    ("combat_discard", "i2", (c.COMBAT_KINDS,), "public", "discarded combat cards of each kind (EoE)"),
    ("combat_removed", "i2", (c.COMBAT_KINDS,), "public", "combat cards of each kind out of the game (EoE)"),
    ("combat_hand", "i2", (_P, c.COMBAT_KINDS), "own", "combat cards of each kind in the player's hand (EoE)"),
    ("combat_held", "i2", (_P,), "public", "combat cards in the player's hand and chosen (EoE)"),
    ("foe_deck", "i2", (c.FOE_CARDS,), "hidden", "kinds of the face-down Resistance combat cards, next last (EoE)"),
    ("foe_left", "i2", (), "public", "cards in the deck of Resistance combat cards (EoE)"),
    ("foe_discard", "i2", (c.FOE_KINDS,), "public", "discarded Resistance combat cards of each kind (EoE)"),
    ("outpost_pile", "i2", (c.OUTPOST_TOKENS,), "hidden", "Outpost tokens not on the map, next last (M3)"),
    ("outpost_pile_left", "i2", (), "public", "Outpost tokens not on the map (M3)"),
    ("outpost_deck", "i2", (c.OUTPOST_LEVELS, c.OUTPOST_CARDS), "hidden", "kinds of the Outpost cards, next last (M3)"),
    ("outpost_left", "i2", (c.OUTPOST_LEVELS,), "public", "cards in each Outpost deck (M3)"),
    ("outpost_held", "i2", (_P, c.OUTPOST_KINDS), "public", "Outpost cards of each kind the player holds (M3)"),
    ("event_deck", "i2", (c.EVENT_CARDS,), "hidden", "kinds of the face-down Event cards, next last (M4)"),
    ("event_left", "i2", (), "public", "cards in the Event deck (M4)"),
    ("event_seen", "i2", (c.EVENT_CARDS,), "public", "Event cards of each kind drawn so far (M4)"),
    # politics
    ("political_deck", "i2", (c.POLITICAL_CARDS,), "hidden", "face-down political cards, next last"),
    ("political_left", "i2", (), "public", "cards in the political deck"),
    ("revealed", "i2", (c.REVEALED,), "public", "political cards voted on"),
    ("law", "i2", (c.LAWS,), "public", "laws in force, oldest first"),
    ("laws", "i2", (), "public", "number of laws in force"),
    ("resolution", "i2", (c.REVEALED,), "public", "resolutions in force"),
    ("resolutions", "i2", (), "public", "number of resolutions in force"),
    ("lasting", "i2", (c.LASTING, 2), "public", "effects until the end of the turn: effect row, player"),
    ("lastings", "i2", (), "public", "number of effects until the end of the turn"),
    ("vision", "i2", (_P,), "public", "law or resolution in force for this player alone (EoE)"),
    ("vote", "i2", (_P,), "own", "card the player's voting token backs, -1: none yet, or the player abstains"),
    ("bid", "i2", (_P,), "own", "CP of the player's bid"),
    ("bid_shown", "i2", (_P,), "public", "CP of the player's last bid that was revealed"),
    ("vote_shown", "i2", (_P,), "public", "card the player's token backed when votes were last shown, -1: none"),
    ("vote_bid", "i2", (_P,), "public", "CP behind the player's vote when votes were last shown"),
    ("proposal", "i2", (c.REVEALED,), "public", "bonus actions the Vice-Chancellor proposes"),
    ("bonus", "i2", (), "public", "bonus action of this turn"),
    ("bonus_open", "i2", (c.BONUS_CARDS,), "public", "1: the bonus action can be proposed this turn"),
    ("bonus_used", "i2", (c.BONUS_CARDS,), "public", "1: the once-a-game bonus action was taken"),
    ("extra_actions", "i2", (), "public", "further action cards everybody may play this turn (M1)"),
    ("reactions_off", "i2", (), "public", "1: nobody may react this turn (M1)"),
    # action cards
    ("spent", "i2", (_P, c.ACTION_CARDS), "public", "1: the action card was played this turn"),
    ("chosen", "i2", (_P,), "own", "action card chosen for this round"),
    ("shown", "i2", (_P,), "public", "action card of this round, once revealed"),
    ("card_cubes", "i2", (_P,), "public", "reaction cubes on the player's card of this round"),
    ("reaction_cubes", "i2", (_P,), "public", "cubes the player has paid for reactions this turn"),
    ("market", "i2", (c.MARKET_SPACES,), "public", "player whose cube lies on the market space"),
    ("traders", "i2", (), "public", "market spaces taken"),
    # Resistance cards
    ("resistance_deck", "i2", (c.RESISTANCE_LEVELS, c.RESISTANCE_CARDS), "hidden", "face-down cards, next last"),
    ("resistance_left", "i2", (c.RESISTANCE_LEVELS,), "public", "cards in each Resistance deck"),
    ("resistance_known", "i2", (c.RESISTANCE_LEVELS,), "public", "cards at the bottom everybody saw go there"),
    ("resistance_owner", "i2", (c.RESISTANCE_CARDS,), "public", "who won the card; -1 deck, -2 used, -3 in combat"),
    # scratch of the stage under way; cleared when it ends
    ("taken", "i2", (_H,), "public", "units the player whose income it is took from the planet"),
    ("second_taken", "i2", (_H,), "public", "units that player took from the second counter (M5)"),
    ("new_place", "i2", (_P,), "public", "place in turn order won in the election under way, -1 none yet"),
    ("moved", "i2", (_P, _S), "public", "hexes each ship moved in this movement step"),
    ("held", "i2", (_P, _S), "public", "2: blocking holds the ship for this Conquest; 1: one of several, some of them"),
    ("staying", "i2", (_P, _H), "public", "how many of the player's several ships in the hex blocking holds"),
    ("path", "i2", (_P, _S, c.LONGEST_PATH), "own", "movement orders left: direction + 1 of each hex, 0 none"),
    ("entered", "i2", (_P, _S), "public", "1: the ship has just entered debris, and no dice are rolled yet (M4)"),
    ("exploring", "i2", (), "public", "hex whose Event is being resolved (M4)"),
    ("event", "i2", (), "public", "kind of the Event being resolved (M4)"),
    ("boarded", "i2", (_P, _S), "public", "1: it is settled how many cubes mount the ship in this Conquest"),
    ("stranded", "i2", (_P, _S), "public", "cubes on board that failed to descend in this Conquest"),
    ("arrived", "i2", (_H,), "public", "cubes Civilian Ships brought to the hex in this Conquest"),
    ("fought", "i2", (_H,), "public", "1: the hex needs no further battle in this Conquest"),
    ("marching", "i2", (_H,), "public", "squadrons in the hex that have still to move (Stronghold)"),
    ("dealt", "i2", (_P,), "public", "hits the player rolled on the squadron that is fought (Stronghold)"),
    ("fighting", "i2", (_P, _S), "public", "1: the ship takes part in the combat"),
    ("hits", "i2", (_P, _S), "public", "hits assigned to the ship this round"),
    ("foe_card", "i2", (c.FOES,), "public", "Resistance cards in the combat"),
    ("foe_damage", "i2", (c.FOES,), "public", "damage on each Centaurian ship"),
    ("foe_hits", "i2", (c.FOES,), "public", "hits assigned to each Centaurian ship this round"),
    ("rolled", "i2", (_P + 1,), "public", "hits each side has still to assign; the last side is the Centaurians"),
    ("combat_chosen", "i2", (_P,), "own", "combat card chosen for this round (EoE)"),
    ("combat_shown", "i2", (_P + 1,), "public", "combat card of each side in this round, once revealed (EoE)"),
    ("foe_offer", "i2", (2,), "hidden", "Resistance combat cards drawn; the acting player knows them (EoE)"),
    ("foe_chosen", "i2", (), "hidden", "Resistance combat card chosen; the acting player knows it (EoE)"),
    ("edge", "i2", (_P + 1, c.COMBAT_EFFECTS), "public", "what combat cards do to each side in this round (EoE)"),
    ("decoy", "i2", (_P,), "public", "ship that takes the player's hits first, by Basic Tactics (EoE)"),
    ("landed", "i2", (_H,), "public", "1: the player who deploys has landed there in this Conquest (EoE)"),
    ("wreck_vp", "i2", (_P,), "public", "VP of the player's ships destroyed in the combat"),
    ("wrecks", "i2", (_P,), "public", "the player's ships destroyed in the combat"),
    # scratch of a single step; nothing is there when somebody decides
    ("measured", "i2", (_H,), "flow", "how far each hex is for a rocket, a squadron or the NPC"),
    ("ways", "i2", (_H,), "flow", "what draws a squadron (2), and hexes that bring it nearer (1)"),
    # result
    ("score", "i2", (_P, c.SCORE_LINES), "public", "VP by source"),
    ("rank", "i2", (_P,), "public", "final rank from 1, ties share the better"),
    # what happened since the last decision, for stories and renderings
    ("events", "i2", (c.EVENTS, c.EVENT_WIDTH), "flow", "events since the last decision: kind, arguments"),
    ("event_count", "i2", (), "flow", "number of events since the last decision"),
)

GAME_DTYPE = np.dtype((np.record, [(name, kind, shape) for name, kind, shape, _, _ in FIELDS]))
SCHEMA_HASH = hashlib.sha256(repr([field[:3] for field in FIELDS]).encode()).hexdigest()[:16]

declare_type("Game", GAME_DTYPE)
declare_type("Tables", TABLES_DTYPE, readonly=True)


def new_games(n: int) -> np.ndarray[Any, Any]:
    """Room for n games. A ready buffer, since numpy takes 20 times as long to allocate a type with many fields."""
    return np.ndarray((n,), GAME_DTYPE, bytearray(n * GAME_DTYPE.itemsize))
