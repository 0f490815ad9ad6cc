"""What a player sees: observation blocks, declared once, and the kernels that write them.

Everything is relative to the viewer: player 0 is the viewer, 1 the next seat clockwise. Only public fields and the
viewer's own secrets are read. Numbers are scaled by constants that our content does not outgrow; what a user's own
content could bring beyond that is cut off at the bound. Categories are one-hot.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exodus_env.exodus import capacity
from exodus_env.exodus.content.vocabulary import OPCODE_NAMES
from exodus_env.exodus.encoding.actions import module_sizes
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices
from exodus_env.exodus.rules import modifiers as m
from exodus_env.exodus.rules.assets import place_of
from exodus_env.exodus.rules.choices import DECISIONS, relative_seat, seat
from exodus_env.exodus.rules.combat import foe_dice, is_wave, wave_shield
from exodus_env.exodus.rules.frames import AGAINST_SQUADRONS, COMBAT, EFFECTS, PERFORM, STAGE_NAMES
from exodus_env.exodus.rules.movement import SIMULTANEOUS, end_of_path
from exodus_env.exodus.rules.outposts import BLANK
from exodus_env.exodus.rules.stronghold import squadrons_on_board
from exodus_env.exodus.rules.window import DISCARDED
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD, Tables
from exodus_env.kit.flow import KIND, A, B, C, D, E
from exodus_env.kit.kernel import Floats, kernel
from exodus_env.kit.layout import Block, ObservationLayout

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
    "hits to assign are the Resistance's",
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

OPTION_FEATURES: Final = (*OPCODE_NAMES, "first argument / 20", "second argument / 20")

# Block: name, shape (numbers, or words the configuration gives a size), lowest and highest value, meaning.
BLOCKS: Final[tuple[tuple[str, tuple[str | int, ...], float, float, str], ...]] = (
    ("turn", ("turns",), 0, 1, "one-hot: game turn"),
    ("stage", (len(STAGE_NAMES),), 0, 1, "one-hot: " + ", ".join(STAGE_NAMES)),
    ("conquest", (4,), 0, 1, "one-hot: Conquest Stage of this turn (the last also beyond)"),
    ("conquests", (4,), 0, 1, "one-hot: Conquest Stages this turn"),
    ("action_round", (5,), 0, 1, "one-hot: action round of this turn"),
    ("decision", (len(DECISIONS),), 0, 1, "one-hot: pending decision, " + ", ".join(d[0] for d in DECISIONS)),
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
    ("own_vote", (capacity.REVEALED,), 0, 1, "one-hot: own voting token in secret"),
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
    ("planet_type", ("planet_type",), 0, 1, "one-hot: type of the planet to be placed (M5)"),
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
    O_PLANET_TYPE,
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
) = range(len(BLOCKS))

N_HEX: Final = len(HEX_FEATURES)
N_HEX_PLAYER: Final = len(HEX_PLAYER_FEATURES)
N_PLAYER: Final = len(PLAYER_FEATURES)
N_SHIP: Final = len(SHIP_FEATURES)
N_FOE: Final = len(FOE_FEATURES)
N_OPTION: Final = len(OPTION_FEATURES)
N_OPCODES: Final = len(OPCODE_NAMES)
N_OUTPOST: Final = len(OUTPOST_FEATURES)
N_EXPLORATION: Final = len(EXPLORATION_FEATURES)
N_NEW_PLANET: Final = len(NEW_PLANET_FEATURES)


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
        "event": int(t.events),
        "hex_squadron": int(t.hexes) * int(t.scenario == STRONGHOLD),
        "star": int(t.scenario == EVENT_HORIZON),
        "hex_star": int(t.hexes) * int(t.scenario == EVENT_HORIZON),
        **module_sizes(t),
    }
    blocks: list[Block] = []
    start = 0
    for name, words, low, high, meaning in BLOCKS:
        shape = tuple(word if isinstance(word, int) else sizes[word] for word in words)
        block = Block(name, shape, low, high, meaning, start)
        if block.size > 0:
            blocks.append(block)
        start += block.size
    return ObservationLayout(tuple(blocks))


def fill_observation_layout(tables: np.ndarray[Any, Any], layout: ObservationLayout) -> None:
    """Tell the kernels where each block starts; -1 where it is left out."""
    t = tables[0]
    starts = {block.name: block.start for block in layout.blocks}
    t.observation_size = layout.size
    for number, declared in enumerate(BLOCKS):
        t.block_start[number] = starts.get(declared[0], -1)


@kernel
def observe(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Write everything a player sees."""
    out[:] = 0.0
    write_course(g, t, viewer, out)
    write_pending(g, t, viewer, out)
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        write_player(g, t, player, relative, out)
        write_blueprints(g, t, player, relative, out)
        write_ships(g, t, player, relative, out)
    write_own(g, t, viewer, out)
    write_hexes(g, t, viewer, out)
    write_politics(g, t, out)
    write_resistance(g, t, viewer, out)
    write_modules(g, t, out)
    write_outposts(g, t, viewer, out)
    write_exploration(g, t, viewer, out)
    write_structures(g, t, viewer, out)
    write_leaders(g, t, viewer, out)
    if t.scenario == STRONGHOLD:
        write_stronghold(g, t, out)
    elif t.scenario == EVENT_HORIZON:
        write_star(g, t, out)


@kernel
def mark(t: Tables, out: Floats, block: int, index: int) -> None:
    """One-hot: mark an index of a block, where there is one."""
    if index >= 0:
        out[t.block_start[block] + index] = 1.0


@kernel
def write_course(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Turn, stage, round, pending decision."""
    mark(t, out, O_TURN, min(int(g.turn), int(t.turns)) - 1)
    mark(t, out, O_STAGE, int(g.stage))
    mark(t, out, O_CONQUEST, min(int(g.conquest), 4) - 1)
    mark(t, out, O_CONQUESTS, min(int(g.conquests), 4) - 1)
    mark(t, out, O_ROUND, min(int(g.action_round), 5) - 1)
    mark(t, out, O_DECISION, int(g.decision))
    if g.actor >= 0:
        mark(t, out, O_ACTOR, relative_seat(t, viewer, g.actor))


@kernel
def write_pending(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """What the pending decision is about."""
    if g.depth == 0:
        return
    d = int(g.decision)
    card = int(g.focus_card)
    if g.focus_player >= 0:
        mark(t, out, O_FOCUS_PLAYER, relative_seat(t, viewer, g.focus_player))
    if d == choices.D_REPLACE:
        mark(t, out, O_FOCUS_CLASS, card)
        mark(t, out, O_FOCUS_UPGRADE, int(g.stack[g.depth - 1, E]) - 1)
    elif d == choices.D_PLACE_UPGRADE or d == choices.D_EXCHANGE_UPGRADE:
        mark(t, out, O_FOCUS_UPGRADE, card)
        mark(t, out, O_FOCUS_CLASS, int(g.stack[g.depth - 1, E]) if d == choices.D_EXCHANGE_UPGRADE else -1)
    elif d == choices.D_FIRE:
        mark(t, out, O_FOCUS_ROCKET, card)
    elif d == choices.D_TRADE:
        mark(t, out, O_FOCUS_SPACE, card)
    elif d == choices.D_ELECTION_TIE:
        mark(t, out, O_FOCUS_PLACE, card)
    write_pending_numbers(g, t, viewer, d, out)
    if d == choices.D_OPTION:
        write_options(g, t, out)


@kernel
def write_pending_numbers(g: Game, t: Tables, viewer: int, d: int, out: Floats) -> None:
    """Amounts of the pending decision. A bid under way is written for its bidder alone."""
    at = int(t.block_start[O_PENDING])
    frame = g.stack[g.depth - 1]
    out[at + N_BID] = g.bid[viewer] / 100.0
    if frame[KIND] == PERFORM:
        out[at + N_LEFT] = min(20, int(frame[D])) / 20.0
        if d == choices.D_TRADE:
            out[at + N_BUYS] = 1.0 if frame[E] == 1 else 0.0
            out[at + N_SELLS] = 1.0 if frame[E] == 2 else 0.0
    elif frame[KIND] == COMBAT:
        out[at + N_ROUND] = min(10, int(frame[C])) / 10.0
        out[at + N_RESISTANCE] = 1.0 if frame[D] < 0 else 0.0
    elif d == choices.D_WINDOW:
        out[at + N_LEFT] = (t.rearrangements - frame[B]) / 20.0
    elif d == choices.D_FREE_TECHNOLOGY:
        out[at + N_LIMIT] = min(40, int(frame[B])) / 40.0
    elif d == choices.D_START_TECHNOLOGY:
        out[at + N_LEFT] = (t.start_technologies - frame[B]) / 20.0
        out[at + N_LIMIT] = (t.start_technology_budget - frame[C]) / 40.0
    elif d == choices.D_STRIKE or d == choices.D_DEBRIS:
        out[at + N_LEFT] = min(20, int(frame[C])) / 20.0
    elif d == choices.D_PLANET_SPACE:
        mark(t, out, O_PLANET_TYPE, int(frame[B]) - 1)
    elif d == choices.D_JUMP_SHIP:
        mark(t, out, O_JUMP_TARGET, int(g.gate[g.actor, frame[B] - 1]))


@kernel
def write_options(g: Game, t: Tables, out: Floats) -> None:
    """The first effect of each option of a card."""
    frame = g.stack[g.depth - 1]
    if frame[KIND] != EFFECTS:
        return
    at = int(t.block_start[O_OPTIONS])
    seen = 0
    for row in range(frame[A] + 1, frame[A] + frame[B]):
        option = int(t.effect[row, m.IN_OPTION])
        if option > seen and option <= capacity.OPTIONS:
            seen = option
            base = at + (option - 1) * N_OPTION
            out[base + t.effect[row, m.OPCODE]] = 1.0
            out[base + N_OPCODES] = min(20, int(t.effect[row, m.ARG_A])) / 20.0
            out[base + N_OPCODES + 1] = min(20, int(t.effect[row, m.ARG_B])) / 20.0


@kernel
def write_player(g: Game, t: Tables, player: int, relative: int, out: Floats) -> None:
    """A player's resources, place, technologies and action cards."""
    at = int(t.block_start[O_PLAYERS]) + relative * N_PLAYER
    cp = int(g.resource[player, 0])
    out[at + P_CP] = cp / 200.0
    out[at + P_CP_FINE] = min(cp, 20) / 20.0
    out[at + P_AXINIUM] = g.resource[player, 1] / 10.0
    out[at + P_PHASIUM] = g.resource[player, 2] / 10.0
    out[at + P_VP] = min(500, int(g.resource[player, 3])) / 100.0
    out[at + P_SUPPLY] = g.supply[player] / 36.0
    out[at + P_HOME] = g.population[t.home_hex[player], player] / 36.0
    out[at + P_BID] = g.bid_shown[player] / 100.0
    out[at + P_REACTION] = g.reaction_cubes[player] / 20.0
    out[at + P_CARD_CUBES] = min(30, int(g.card_cubes[player])) / 6.0
    out[at + P_HITS] = min(200, int(g.rolled[player])) / 40.0
    out[at + P_ACTOR] = 1.0 if g.actor == player else 0.0
    for space in range(g.traders):
        if g.market[space] == player:
            out[at + P_MARKET] += 1.0 / 6.0
    mark(t, out, O_PLACE, relative * t.players + place_of(g, t, player))
    if g.new_place[player] >= 0:
        mark(t, out, O_NEW_PLACE, relative * t.players + int(g.new_place[player]))
    at = int(t.block_start[O_TECHNOLOGIES]) + relative * t.technologies
    for technology in range(t.technologies):
        out[at + technology] = g.technology[player, technology]
    at = int(t.block_start[O_ACTION_CARDS]) + relative * t.action_cards
    for card in range(t.action_cards):
        out[at + card] = g.spent[player, card]
    if g.shown[player] >= 0:
        mark(t, out, O_SHOWN_CARD, relative * t.action_cards + int(g.shown[player]))


@kernel
def write_blueprints(g: Game, t: Tables, player: int, relative: int, out: Floats) -> None:
    """A player's ship classes: upgrades, and what they add up to."""
    classes = len(t.class_slots)
    at = int(t.block_start[O_BLUEPRINTS]) + relative * classes * t.upgrades
    fleet = int(t.block_start[O_FLEET]) + relative * classes * 3
    for ship_class in range(classes):
        for upgrade in range(t.upgrades):
            count = g.blueprint[player, ship_class, upgrade]
            if count > 0:
                out[at + ship_class * t.upgrades + upgrade] = count / 8.0
        out[fleet + ship_class * 3] = g.dice[player, ship_class] / 48.0
        out[fleet + ship_class * 3 + 1] = g.shield[player, ship_class] / 24.0
        out[fleet + ship_class * 3 + 2] = g.drive[player, ship_class] / 8.0


@kernel
def write_ships(g: Game, t: Tables, player: int, relative: int, out: Floats) -> None:
    """A player's ships, in the list of ships and on their hexes."""
    at = int(t.block_start[O_SHIPS]) + relative * t.ships * N_SHIP
    hexes = int(t.block_start[O_HEX_PLAYERS]) + relative * N_HEX_PLAYER
    width = int(t.players) * N_HEX_PLAYER
    for ship in range(t.ships):
        hexagon = int(g.ship_hex[player, ship])
        if hexagon < 0:
            continue
        row = at + ship * N_SHIP
        out[row + S_PRESENT] = 1.0
        out[row + S_DAMAGE] = g.ship_damage[player, ship] / 24.0
        out[row + S_CARGO] = g.ship_cargo[player, ship] / 3.0
        out[row + S_MOVED] = g.moved[player, ship] / 8.0
        out[row + S_FIGHTING] = g.fighting[player, ship]
        out[row + S_HITS] = g.hits[player, ship] / 24.0
        out[row + S_STRANDED] = g.stranded[player, ship] / 3.0
        cell = hexes + hexagon * width
        out[cell + HP_SHIPS + t.ship_class[ship]] += 0.25
        out[cell + HP_CLOAKED] = g.cloaked[player, hexagon]


@kernel
def write_own(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """The viewer's own secrets, and where the own ships are."""
    mark(t, out, O_OWN_CARD, int(g.chosen[viewer]))
    mark(t, out, O_OWN_VOTE, int(g.vote[viewer]))
    for ship in range(t.ships):
        if g.ship_hex[viewer, ship] >= 0:
            mark(t, out, O_OWN_SHIP_HEX, ship * t.hexes + int(g.ship_hex[viewer, ship]))
            if t.movement == SIMULTANEOUS:
                # Orders lie on the table until debris is passed, but the ships have moved by then.
                ordered = g.decision == choices.D_ORDER
                goal = end_of_path(g, t, viewer, ship) if ordered else int(g.ship_hex[viewer, ship])
                mark(t, out, O_OWN_ORDER_HEX, ship * t.hexes + goal)


@kernel
def write_hexes(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """The map."""
    start = int(t.block_start[O_HEXES])
    for hexagon in range(t.hexes):
        at = start + hexagon * N_HEX
        planet = int(g.planet[hexagon])
        if planet >= 0 and (g.face_down[hexagon] == 0 or g.look[viewer] == hexagon):
            write_planet(g, t, hexagon, planet, viewer, at, out)
        if g.resistance[hexagon] > 0:
            out[at + H_RESISTANCE + g.resistance[hexagon] - 1] = 1.0
        out[at + H_FOUGHT] = g.fought[hexagon]
        out[at + H_ARRIVED] = min(20, int(g.arrived[hexagon])) / 10.0
    if t.council_hex >= 0:
        out[start + t.council_hex * N_HEX + H_COUNCIL] = 1.0
    if g.focus_hex >= 0:
        out[start + g.focus_hex * N_HEX + H_FOCUS] = 1.0


@kernel
def write_planet(g: Game, t: Tables, hexagon: int, planet: int, viewer: int, at: int, out: Floats) -> None:
    """A planet: what it makes, who lives there, what stands on it."""
    if g.destroyed[hexagon] == 1:
        out[at + H_DESTROYED] = 1.0
        return
    out[at + H_PLANET] = 1.0
    if t.planet_resource[planet] > 0:
        out[at + H_PRODUCES + t.planet_resource[planet] - 1] = 1.0
    out[at + H_COUNTER] = g.counter[hexagon] / 6.0
    out[at + H_MAXIMUM] = t.planet_maximum[planet] / 6.0
    out[at + H_VP] = t.planet_vp[planet] / 6.0
    out[at + H_MOONS] = 1.0 if t.planet_moons[planet] > 0 else 0.0
    if t.new_planets == 1:
        write_badges(g, t, hexagon, planet, out)
    for space in range(len(g.rocket[hexagon])):
        rocket = int(g.rocket[hexagon, space])
        if rocket > 0:
            out[at + H_ROCKET + rocket - 1] += 0.5
            target = int(g.rocket_target[hexagon, space])
            if target >= 0:
                out[t.block_start[O_HEXES] + target * N_HEX + H_AIMED] += 1.0 / 64.0
    cell = int(t.block_start[O_HEX_PLAYERS]) + hexagon * t.players * N_HEX_PLAYER
    if t.home_of[hexagon] >= 0:
        home = relative_seat(t, viewer, t.home_of[hexagon])
        out[cell + home * N_HEX_PLAYER + HP_HOME] = 1.0
    for player in range(t.players):
        cubes = g.population[hexagon, player]
        if cubes > 0:
            out[cell + relative_seat(t, viewer, player) * N_HEX_PLAYER + HP_POPULATION] = cubes / 10.0


@kernel
def write_badges(g: Game, t: Tables, hexagon: int, planet: int, out: Floats) -> None:
    """What new planets have besides (M5)."""
    at = int(t.block_start[O_NEW_PLANETS]) + hexagon * N_NEW_PLANET
    if t.planet_second[planet] > 0:
        out[at + W_SECOND + t.planet_second[planet] - 1] = 1.0
    out[at + W_COUNTER] = g.second_counter[hexagon] / 6.0
    out[at + W_MAXIMUM] = t.planet_second_maximum[planet] / 6.0
    out[at + W_FINITE] = t.planet_finite[planet]
    out[at + W_BARREN] = t.planet_barren[planet]
    out[at + W_PEACEFUL] = t.planet_peaceful[planet]
    if t.planet_advanced[planet] >= 0:
        out[at + W_ADVANCED + t.planet_advanced[planet]] = 1.0


@kernel
def write_politics(g: Game, t: Tables, out: Floats) -> None:
    """Laws, resolutions, cards on the table, bonus actions."""
    at = int(t.block_start[O_LAWS])
    for i in range(g.laws):
        out[at + g.law[i]] = (i + 1) / 16.0
    for i in range(g.resolutions):
        mark(t, out, O_RESOLUTIONS, int(g.resolution[i]))
    for slot in range(len(g.revealed)):
        if g.revealed[slot] >= 0:
            mark(t, out, O_REVEALED, slot * t.political_cards + int(g.revealed[slot]))
        mark(t, out, O_PROPOSED, int(g.proposal[slot]))
    mark(t, out, O_BONUS, int(g.bonus))
    out[t.block_start[O_POLITICAL_LEFT]] = g.political_left / 96.0


@kernel
def write_resistance(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Resistance cards and the Centaurian ships in combat."""
    for card in range(t.resistance_cards):
        owner = int(g.resistance_owner[card])
        if owner >= 0:
            mark(t, out, O_RESISTANCE_CARDS, relative_seat(t, viewer, owner) * t.resistance_cards + card)
        elif owner == DISCARDED:
            mark(t, out, O_RESISTANCE_DISCARDS, card)
    for level in range(len(g.resistance_left)):
        out[t.block_start[O_RESISTANCE_LEFT] + level] = g.resistance_left[level] / 32.0
    for foe in range(t.foes):
        card = int(g.foe_card[foe])
        if card >= 0:
            at = int(t.block_start[O_FOES]) + foe * N_FOE
            out[at + F_PRESENT] = 1.0
            out[at + F_DICE] = t.resistance_dice[card] / 12.0
            out[at + F_SHIELD] = t.resistance_shield[card] / 12.0
            out[at + F_DAMAGE] = g.foe_damage[foe] / 12.0
            out[at + F_HITS] = g.foe_hits[foe] / 40.0


@kernel
def write_modules(g: Game, t: Tables, out: Floats) -> None:
    """What the modules of Event Horizon add."""
    for card in range(t.bonus_cards):
        out[t.block_start[O_BONUS_OPEN] + card] = g.bonus_open[card]
        if t.block_start[O_BONUS_USED] >= 0:
            out[t.block_start[O_BONUS_USED] + card] = g.bonus_used[card]
    if t.block_start[O_EXECUTIVE_ACTION] >= 0:
        out[t.block_start[O_EXECUTIVE_ACTION]] = g.extra_actions
        out[t.block_start[O_EXECUTIVE_ACTION] + 1] = g.reactions_off
    for hexagon in range(t.hexes):
        if t.block_start[O_DORMANT] >= 0:
            out[t.block_start[O_DORMANT] + hexagon] = g.dormant[hexagon]
        if t.block_start[O_SOLAR_WIND] >= 0:
            out[t.block_start[O_SOLAR_WIND] + hexagon] = g.solar_wind[hexagon]


@kernel
def write_outposts(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Outpost tokens, those face down without what they are, and Outpost cards (M3)."""
    if t.outposts == 0:
        return
    for hexagon in range(t.hexes):
        if g.outpost_there[hexagon] == 1:
            level = int(g.outpost[hexagon]) - BLANK if g.outpost_up[hexagon] == 1 else 0
            out[t.block_start[O_OUTPOSTS] + hexagon * N_OUTPOST + level] = 1.0
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        at = int(t.block_start[O_OUTPOST_CARDS]) + relative * t.outpost_cards
        for kind in range(t.outpost_cards):
            out[at + kind] = g.outpost_held[player, kind] / 4.0
    for level in range(len(g.outpost_left)):
        out[t.block_start[O_OUTPOST_LEFT] + level] = g.outpost_left[level] / 28.0
    out[t.block_start[O_OUTPOST_PILE]] = g.outpost_pile_left / 36.0


@kernel
def write_exploration(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Face-down hexes, who looked where, Events and their tokens (M4)."""
    if t.exploration == 0:
        return
    start = int(t.block_start[O_EXPLORATION])
    for hexagon in range(t.hexes):
        out[start + hexagon * N_EXPLORATION + X_FACE_DOWN] = g.face_down[hexagon]
    mark_hex(t, out, int(g.look[viewer]), X_LOOKED)
    for end in range(2):
        mark_hex(t, out, int(g.wormhole[end]), X_WORMHOLE)
    mark_hex(t, out, int(g.no_combat), X_NO_COMBAT)
    mark_hex(t, out, int(g.interest), X_INTEREST)
    mark_hex(t, out, int(g.exploring), X_EXPLORING)
    for relative in range(t.players):
        hexagon = int(g.look[seat(t, viewer, relative)])
        if hexagon >= 0:
            mark(t, out, O_LOOKS, relative * t.hexes + hexagon)
    if g.bounty >= 0:
        mark(t, out, O_BOUNTY, relative_seat(t, viewer, g.bounty))
    mark(t, out, O_EVENT, int(g.event))
    for kind in range(t.events):
        out[t.block_start[O_EVENTS_SEEN] + kind] = g.event_seen[kind] / 4.0
    out[t.block_start[O_EVENT_LEFT]] = g.event_left / 33.0


@kernel
def mark_hex(t: Tables, out: Floats, hexagon: int, feature: int) -> None:
    """Mark a feature of exploration in a hex, where there is one."""
    if hexagon >= 0:
        out[t.block_start[O_EXPLORATION] + hexagon * N_EXPLORATION + feature] = 1.0


@kernel
def write_structures(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Jump Gates (M7), Satellites (M8) and Energy Barriers (M9)."""
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        for slot in range(t.gates):
            if g.gate[player, slot] >= 0:
                mark(t, out, O_GATES, relative * t.hexes + int(g.gate[player, slot]))
        for slot in range(t.satellites):
            if g.satellite[player, slot] >= 0:
                mark(t, out, O_SATELLITES, relative * t.hexes + int(g.satellite[player, slot]))
        mark(t, out, O_BARRIERS, int(g.barrier[player]))


@kernel
def write_leaders(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Leaders, and for the viewer those to choose from (M10)."""
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        if g.leader[player] >= 0:
            mark(t, out, O_LEADERS, relative * t.leaders + int(g.leader[player]))
    for slot in range(len(g.leader_offer[viewer])):
        mark(t, out, O_OWN_LEADERS, int(g.leader_offer[viewer, slot]))
    mark(t, out, O_OWN_LEADERS, int(g.leader_refused[viewer]))


@kernel
def write_stronghold(g: Game, t: Tables, out: Floats) -> None:
    """The situation of the Stronghold scenario."""
    at = int(t.block_start[O_STRONGHOLD])
    out[at] = g.stronghold / 6.0
    out[at + 1] = squadrons_on_board(g, t) / 18.0
    out[at + 2] = g.squadron_supply / 18.0
    out[at + 3] = max(0, int(t.squadron_shield) + int(g.turn)) / 12.0
    out[at + 4] = g.activations / 9.0
    out[at + 5] = (t.turns - g.turn) / 9.0
    if g.depth > 0 and g.stack[g.depth - 1, KIND] == COMBAT and g.stack[g.depth - 1, E] > 0:
        out[at + 6 + g.stack[g.depth - 1, E] - AGAINST_SQUADRONS] = 1.0
        if is_wave(g):
            out[at + 9] = wave_shield(g, t) / 48.0
            out[at + 10] = g.foe_damage[0] / 48.0
        out[at + 11] = foe_dice(g, t) / 24.0
    at = int(t.block_start[O_SQUADRONS])
    for hexagon in range(t.hexes):
        out[at + hexagon * 2] = g.squadron[hexagon] / 6.0
        out[at + hexagon * 2 + 1] = g.marching[hexagon] / 6.0


@kernel
def write_star(g: Game, t: Tables, out: Floats) -> None:
    """The situation of the Event Horizon scenario."""
    at = int(t.block_start[O_STAR])
    out[at] = g.star_tokens / 6.0
    out[at + 1] = g.evolutions / 2.0
    out[at + 2] = (t.turns - g.turn) / 9.0
    at = int(t.block_start[O_HEAT])
    for hexagon in range(t.hexes):
        out[at + hexagon] = g.heat[hexagon]
