"""What a player sees: the kernels that write the blocks of blocks.py.

Everything is relative to the viewer: player 0 is the viewer, 1 the next seat clockwise, and hexes are numbered from the
viewer's home (`t.turned_hex`). Only public fields and the viewer's own secrets are read. A number is divided by a unit
that 99 of 100 of its values stay below, so that most lie between 0 and 1 and few are tiny, and is cut off at MOST.
Categories are one-hot. places.py, generated from the declarations in blocks.py, has the places and scales.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus.capacity import FIRED, MODIFIERS, PLAYERS, ROCKET_SPACES
from exodus_env.exodus.content.vocabulary import AXINIUM, BUILD, CP, PHASIUM, RESEARCH, TRADE, TYPES, VP
from exodus_env.exodus.encoding import places as b
from exodus_env.exodus.encoding.blocks import ROW_BITS, THOUSANDTH, put_hex
from exodus_env.exodus.encoding.edge import write_edge_of_extinction
from exodus_env.exodus.encoding.mission import write_mission
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.assets import place_of
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.combat.dice import foe_dice
from exodus_env.exodus.rules.combat.resistance_deck import DISCARDED, IN_DECK
from exodus_env.exodus.rules.combat.sides import CENTAURIANS, is_wave, wave_shield
from exodus_env.exodus.rules.frames import AGAINST_SQUADRONS, COMBAT
from exodus_env.exodus.rules.modules.outposts import BLANK
from exodus_env.exodus.rules.scenarios.stronghold import squadrons_on_board
from exodus_env.exodus.rules.scoring import score_planet, scores_but_planets
from exodus_env.exodus.rules.stages.action_stage import EXTRA
from exodus_env.exodus.rules.stages.actions import (
    advanced_by_type,
    buy_price,
    discount_with,
    known_by_colour,
    known_by_type,
    sell_price,
    ship_axinium,
    ship_cp,
)
from exodus_env.exodus.rules.stages.movement import DRIVE_POWER, SIMULTANEOUS, end_of_path
from exodus_env.exodus.rules.stages.upgrades import rocket_cp, upgrade_cp
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD, Tables
from exodus_env.kit.choices import relative_seat, seat
from exodus_env.kit.encode import (
    MOST,
    amount,
    draft,
    draft_mark,
    draft_more,
    mark,
    put,
    put_amount,
    put_known,
    put_row,
    put_times,
    settle,
)
from exodus_env.kit.flow import KIND
from exodus_env.kit.kernel import Row, inlined, kernel

KINDS: Final = len(TYPES)  # of technologies


@kernel
def observe(g: Game, t: Tables, viewer: int, out: Row) -> int:
    """Write everything that a player sees; returns how many entries there are."""
    n = write_course(g, t, viewer, out, 0)
    n = write_pending(g, t, viewer, out, n)
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        n = write_player(g, t, viewer, relative, out, n)
        n = write_blueprints(g, t, player, relative, out, n)
        n = write_ships(g, t, viewer, relative, out, n)
    scores_but_planets(g, t, out)
    n = write_hexes(g, t, viewer, out, n)
    n = write_scores(t, viewer, out, n)
    n = write_own(g, t, viewer, out, n)
    n = write_prices(g, t, viewer, out, n)
    n = write_modifiers(g, t, viewer, out, n)
    n = write_politics(g, t, out, n)
    n = write_resistance(g, t, viewer, out, n)
    n = write_modules(g, t, viewer, out, n)
    n = write_outposts(g, t, viewer, out, n)
    n = write_exploration(g, t, viewer, out, n)
    if t.new_planets == 1:
        n = write_given_planets(g, t, viewer, out, n)
    if t.gates > 0 or t.satellites > 0 or t.barriers > 0:
        n = write_structures(g, t, viewer, out, n)
    if t.leaders > 0:
        n = write_leaders(g, t, viewer, out, n)
    if g.stage == frames.WMD_STAGE:
        n = write_fired(g, t, viewer, out, n)
    if t.ship_blocking == 1:
        n = write_blocking(g, t, viewer, out, n)
    if t.scenario == STRONGHOLD:
        n = write_stronghold(g, t, viewer, out, n)
    elif t.scenario == EVENT_HORIZON:
        n = write_star(g, t, viewer, out, n)
    if t.eoe == 1:
        n = write_edge_of_extinction(g, t, viewer, out, n)
    if t.solitaire == 1:
        n = write_mission(g, t, viewer, out, n)
    return settle(out, n)


@kernel
def write_course(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write turn, stage, round and pending decision."""
    n = mark(t, out, n, b.O_TURN, min(int(g.turn), int(t.turns)) - 1)
    n = mark(t, out, n, b.O_STAGE, int(g.stage))
    n = mark(t, out, n, b.O_CONQUEST, min(int(g.conquest), 4) - 1)
    n = mark(t, out, n, b.O_CONQUESTS, min(int(g.conquests), 4) - 1)
    n = mark(t, out, n, b.O_ACTION_ROUND, min(int(g.action_round), 5) - 1)
    draft_mark(t, out, b.O_DECISION, int(t.decision_place[g.decision]))
    if g.actor >= 0:
        n = mark(t, out, n, b.O_ACTOR, relative_seat(t, viewer, g.actor))
    return n


# The pending decision -------------------------------------------------------------------------------------------------


@kernel
def write_pending(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write what the pending decision is about, and what is in progress below it."""
    if g.depth == 0:
        return n
    if g.focus_player >= 0:
        draft_mark(t, out, b.O_FOCUS_PLAYER, relative_seat(t, viewer, g.focus_player))
    write_focus(g, t, viewer, int(g.decision), int(g.focus_card), int(g.depth) - 1, out)
    n = put_amount(out, n, t.block_start[b.O_PENDING] + b.N_BID, int(g.bid[viewer]), b.N_BID_SCALE)
    card = -1
    for i in range(g.depth):
        write_frame(g, t, viewer, i, out)
        if g.stack[i, KIND] == frames.EFFECTS:
            card = i
    if card >= 0:
        n = write_card(g, t, card, out, n)
    if g.decision == choices.D_OPTION and card == g.depth - 1:
        n = write_options(g, t, out, n)
    return n


@kernel
def write_focus(g: Game, t: Tables, viewer: int, d: int, card: int, i: int, out: Row) -> None:
    """Write the upgrade, class, rocket, market space or place that a frame's decision is about."""
    frame = g.stack[i]
    if d == choices.D_REPLACE:
        draft_mark(t, out, b.O_FOCUS_CLASS, card)
        draft_mark(t, out, b.O_FOCUS_UPGRADE, int(frame[frames.REPLACING_UPGRADE]) - 1)
    elif d == choices.D_UPGRADE_FROM or d == choices.D_EXCHANGE_UPGRADE:
        draft_mark(t, out, b.O_FOCUS_UPGRADE, card)
        draft_mark(
            t, out, b.O_FOCUS_SOURCE, int(frame[frames.REARRANGE_SOURCE]) if d == choices.D_EXCHANGE_UPGRADE else -1
        )
        draft_mark(t, out, b.O_FOCUS_CLASS, int(frame[frames.REARRANGE_TARGET]))
    elif d == choices.D_FIRE:
        draft_mark(t, out, b.O_FOCUS_ROCKET, card)
    elif d == choices.D_TRADE:
        draft_mark(t, out, b.O_FOCUS_SPACE, card)
    elif d == choices.D_ELECTION_TIE:
        draft_mark(t, out, b.O_FOCUS_PLACE, card)
    elif d == choices.D_BUILD_AT:
        draft_mark(t, out, b.O_FOCUS_CLASS, card)
    elif d == choices.D_REWARD:
        draft(out, t.block_start[b.O_FOE_CARDS] + g.foe_card[frame[frames.COMBAT_CARD]], -1.0)
    elif d == choices.D_JUMP_SHIP:
        draft_mark(t, out, b.O_JUMP_TARGET, int(t.turned_hex[viewer, g.gate[g.actor, frame[frames.JUMPS_GATE] - 1]]))


@kernel
def write_frame(g: Game, t: Tables, viewer: int, i: int, out: Row) -> None:
    """Write what is left of something in progress; frames on top of it overwrite what they share."""
    at = int(t.block_start[b.O_PENDING])
    frame = g.stack[i]
    kind = frame[KIND]
    if kind == frames.PERFORM:
        draft_mark(t, out, b.O_PERFORMING, int(frame[frames.PERFORM_ACTION]))
        if frame[frames.PERFORM_ACTION] != RESEARCH:
            draft(out, at + b.N_LEFT, amount(int(frame[frames.PERFORM_LEFT]), b.N_LEFT_SCALE))
        if frame[frames.PERFORM_ACTION] == BUILD:
            draft(out, at + b.N_BUILT, amount(int(frame[frames.PERFORM_STRUCTURES]), b.N_BUILT_SCALE))
        if frame[frames.PERFORM_ACTION] == TRADE:
            draft(out, at + b.N_BUYS, 1.0 if frame[frames.PERFORM_TRADED] == 1 else 0.0)
            draft(out, at + b.N_SELLS, 1.0 if frame[frames.PERFORM_TRADED] == 2 else 0.0)
    elif kind == COMBAT:
        draft(out, at + b.N_ROUND, amount(int(frame[frames.COMBAT_ROUND]), b.N_ROUND_SCALE))
        draft(out, at + b.N_ROUNDS, amount(int(frame[frames.COMBAT_ROUND]), b.N_ROUNDS_SCALE))
        draft(out, at + b.N_RESISTANCE, 1.0 if frame[frames.COMBAT_PLACE] < 0 else 0.0)
        draft(out, at + b.N_FOE_HITS, amount(int(g.rolled[CENTAURIANS]), b.N_FOE_HITS_SCALE))
    elif kind == frames.MOVEMENT:
        if t.movement == DRIVE_POWER:
            draft(out, at + b.N_STEP, amount(int(frame[frames.MOVEMENT_STEP]), b.N_STEP_SCALE))
        draft(out, at + b.N_LEFT, amount(int(frame[frames.MOVEMENT_DAMAGE]), b.N_LEFT_SCALE))
    elif kind == frames.WMD:
        draft(out, at + b.N_LEFT, amount(int(frame[frames.WMD_HITS]), b.N_LEFT_SCALE))
        draft(out, at + b.N_SPACE, frame[frames.WMD_ROCKET] % ROCKET_SPACES)
    elif kind == frames.LEARN_FREE:
        draft(out, at + b.N_LIMIT, amount(int(frame[frames.LEARN_FREE_COST]), b.N_LIMIT_SCALE))
    elif kind == frames.CONVERSION:
        draft(out, at + b.N_LEFT, amount(int(frame[frames.CONVERSION_VP]), b.N_LEFT_SCALE))
    elif kind == frames.SETTING_UP and g.decision == choices.D_START_TECHNOLOGY:
        draft(
            out,
            at + b.N_LEFT,
            amount(int(t.start_technologies) - int(frame[frames.SETTING_UP_TECHNOLOGIES]), b.N_LEFT_SCALE),
        )
        draft(
            out,
            at + b.N_LIMIT,
            amount(int(t.start_technology_budget) - int(frame[frames.SETTING_UP_SPENT]), b.N_LIMIT_SCALE),
        )
    elif kind == frames.EXPLORATION:
        write_concerned(t, viewer, int(frame[frames.EXPLORATION_VISITORS]), 1.0, out)
    elif kind == frames.OUTPOSTS:
        write_concerned(t, viewer, int(frame[frames.OUTPOSTS_ATTACKERS]), 1.0, out)
    elif kind == frames.UPKEEP:
        draft(out, at + b.N_TAX, amount(int(frame[frames.UPKEEP_TAX]), b.N_TAX_SCALE))
    elif kind == frames.JUMPS:
        draft(out, at + b.N_JUMPED, amount(int(frame[frames.JUMPS_JUMPED]), b.N_JUMPED_SCALE))
    elif kind == frames.ACTION_STAGE:
        draft(out, at + b.N_EXTRA, 1.0 if frame[frames.ACTION_STAGE_ROUND] == EXTRA else 0.0)
    elif kind == frames.INTERRUPTED:
        write_put_off(g, t, viewer, i, out)


@kernel
def write_put_off(g: Game, t: Tables, viewer: int, i: int, out: Row) -> None:
    """Write the decision that was put off by an interruption, and what it is about."""
    frame = g.stack[i]
    if t.decision_place[frame[frames.INTERRUPTED_DECISION]] >= 0:
        draft(out, t.block_start[b.O_DECISION] + t.decision_place[frame[frames.INTERRUPTED_DECISION]], 0.5)
    if frame[frames.INTERRUPTED_HEX] >= 0:
        draft(
            out,
            t.block_start[b.O_HEXES] + t.turned_hex[viewer, frame[frames.INTERRUPTED_HEX]] * b.H_WIDTH + b.H_FOCUS,
            0.5,
        )
    if frame[frames.INTERRUPTED_OTHER] >= 0:
        draft(out, t.block_start[b.O_FOCUS_PLAYER] + relative_seat(t, viewer, frame[frames.INTERRUPTED_OTHER]), 0.5)
    write_focus(g, t, viewer, int(frame[frames.INTERRUPTED_DECISION]), int(frame[frames.INTERRUPTED_CARD]), i - 1, out)


@kernel
def write_concerned(t: Tables, viewer: int, players: int, value: float, out: Row) -> None:
    """Write players marked by a bit each: who came to an Event or attacked an Outpost, or to whom an effect applies."""
    for relative in range(t.players):
        if (players >> seat(t, viewer, relative)) & 1 == 1:
            draft(out, t.block_start[b.O_PLAYERS] + relative * b.P_WIDTH + b.P_CONCERNED, value)


@kernel
def write_card(g: Game, t: Tables, i: int, out: Row, n: int) -> int:
    """Write the card whose effects are being resolved: which effect it is, and those still to come."""
    row = int(g.stack[i, frames.EFFECTS_ROW])
    n = put_amount(out, n, t.block_start[b.O_PENDING] + b.N_ROWS, int(g.stack[i, frames.EFFECTS_ROWS]), b.N_ROWS_SCALE)
    for bit in range(ROW_BITS):
        n = put(out, n, t.block_start[b.O_CARD_ROW] + bit, ((row + 1) >> bit) & 1)
    if g.stack[i, frames.EFFECTS_ROWS] > 0:
        width = int(t.effect_features)
        n = put_row(out, n, int(t.block_start[b.O_CARD_EFFECTS]), t.effect_seen[row], width, THOUSANDTH)
    return n


@kernel
def write_options(g: Game, t: Tables, out: Row, n: int) -> int:
    """Write what each option of a card does."""
    frame = g.stack[g.depth - 1]
    width = int(t.effect_features)
    seen = 0
    for row in range(frame[frames.EFFECTS_ROW] + 1, frame[frames.EFFECTS_ROW] + frame[frames.EFFECTS_ROWS]):
        option = int(t.effect[row, m.IN_OPTION])
        if option > seen:
            seen = option
            at = int(t.block_start[b.O_OPTIONS]) + (option - 1) * width
            n = put_row(out, n, at, t.effect_seen[row], width, THOUSANDTH)
    return n


# Players --------------------------------------------------------------------------------------------------------------


@inlined
def write_player(g: Game, t: Tables, viewer: int, relative: int, out: Row, n: int) -> int:
    """Write a player's resources, place, technologies and action cards."""
    player = seat(t, viewer, relative)
    at = int(t.block_start[b.O_PLAYERS]) + relative * b.P_WIDTH
    cp = int(g.resource[player, CP])
    home = int(t.home_hex[player])
    n = put_amount(out, n, at + b.P_CP, cp, b.P_CP_SCALE)
    n = put(out, n, at + b.P_CP_FINE, min(1.0, cp * b.P_CP_FINE_SCALE))
    n = put_amount(out, n, at + b.P_AXINIUM, int(g.resource[player, AXINIUM]), b.P_AXINIUM_SCALE)
    n = put_amount(out, n, at + b.P_PHASIUM, int(g.resource[player, PHASIUM]), b.P_PHASIUM_SCALE)
    n = put_amount(out, n, at + b.P_VP, int(g.resource[player, VP]), b.P_VP_SCALE)
    n = put_amount(out, n, at + b.P_SUPPLY, int(g.supply[player]), b.P_SUPPLY_SCALE)
    n = put_amount(out, n, at + b.P_HOME, int(g.population[home, player]), b.P_HOME_SCALE)
    n = put_amount(out, n, at + b.P_BID, int(g.bid_shown[player]), b.P_BID_SCALE)
    n = put_amount(out, n, at + b.P_VOTE_BID, int(g.vote_bid[player]), b.P_VOTE_BID_SCALE)
    n = put_amount(out, n, at + b.P_VOTE_BID_HIGH, int(g.vote_bid[player]), b.P_VOTE_BID_HIGH_SCALE)
    n = put_amount(out, n, at + b.P_REACTION, int(g.reaction_cubes[player]), b.P_REACTION_SCALE)
    n = put_amount(out, n, at + b.P_CARD_CUBES, int(g.card_cubes[player]), b.P_CARD_CUBES_SCALE)
    n = put_amount(out, n, at + b.P_HITS, int(g.rolled[player]), b.P_HITS_SCALE)
    n = put_amount(out, n, at + b.P_REARRANGED, int(g.rearranged[player]), b.P_REARRANGED_SCALE)
    n = put(out, n, at + b.P_REFITTED, g.refitted[player])
    n = put(out, n, at + b.P_NEW_PLACE, (g.new_place[player] + 1) / t.players)
    n = put_hex(t, out, n, at + b.P_Q, int(t.turned_hex[viewer, home]))
    market = np.float32(0.0)
    for space in range(g.traders):
        if g.market[space] == player:
            market = np.float32(market + b.P_MARKET_SCALE)
    n = put(out, n, at + b.P_MARKET, float(market))
    if g.vote_shown[player] >= 0:
        n = mark(t, out, n, b.O_VOTES, relative * len(g.revealed) + int(g.vote_shown[player]))
    n = mark(t, out, n, b.O_PLACE, relative * t.players + place_of(g, t, player))
    at = int(t.block_start[b.O_TECHNOLOGIES]) + relative * t.technologies
    n = put_row(out, n, at, g.technology[player], int(t.technologies), 1.0)
    at = int(t.block_start[b.O_ACTION_CARDS]) + relative * t.action_cards
    n = put_row(out, n, at, g.spent[player], int(t.action_cards), 1.0)
    if g.shown[player] >= 0:
        n = mark(t, out, n, b.O_SHOWN_CARD, relative * t.action_cards + int(g.shown[player]))
    return n


@inlined
def write_scores(t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write each player's score and the share of players ahead, if the game ended now: VP are in `sums`."""
    first = int(t.block_start[b.O_PLAYERS])
    for relative in range(t.players):
        at = first + relative * b.P_WIDTH
        vp = int(out.sums[seat(t, viewer, relative)])
        ahead = np.float32(0.0)
        for other in range(t.players):
            if out.sums[other] > vp:
                ahead = np.float32(ahead + 1.0 / (t.players - 1))
        n = put(out, n, at + b.P_RANK, float(ahead))
        n = put_amount(out, n, at + b.P_SCORE, vp, b.P_SCORE_SCALE)
    return n


@inlined
def write_blueprints(g: Game, t: Tables, player: int, relative: int, out: Row, n: int) -> int:
    """Write a player's ship classes: upgrades, and what they add up to."""
    classes = len(t.class_slots)
    at = int(t.block_start[b.O_BLUEPRINTS]) + relative * classes * t.upgrades
    fleet = int(t.block_start[b.O_FLEET]) + relative * classes * b.FLEET_WIDTH
    for ship_class in range(classes):
        n = put_row(
            out, n, at + ship_class * t.upgrades, g.blueprint[player, ship_class], int(t.upgrades), b.BLUEPRINTS_SCALE
        )
        n = put_amount(out, n, fleet + b.FLEET_DICE, int(g.dice[player, ship_class]), b.FLEET_DICE_SCALE)
        n = put_amount(out, n, fleet + b.FLEET_SHIELD, int(g.shield[player, ship_class]), b.FLEET_SHIELD_SCALE)
        n = put_amount(out, n, fleet + b.FLEET_DRIVE, int(g.drive[player, ship_class]), b.FLEET_DRIVE_SCALE)
        fleet += b.FLEET_WIDTH
    return n


@inlined
def write_ships(g: Game, t: Tables, viewer: int, relative: int, out: Row, n: int) -> int:
    """Write a player's ships, in the list of ships and on their hexes."""
    player = seat(t, viewer, relative)
    turned = t.turned_hex[viewer]
    at = int(t.block_start[b.O_SHIPS]) + relative * t.ships * b.S_WIDTH
    hexes = int(t.block_start[b.O_HEX_PLAYERS]) + relative * b.HP_WIDTH
    width = int(t.players) * b.HP_WIDTH
    where = g.ship_hex[player]
    for ship in range(t.ships):
        hexagon = int(where[ship])
        if hexagon < 0:
            continue
        row = at + ship * b.S_WIDTH
        ship_class = int(t.ship_class[ship])
        damage = int(g.ship_damage[player, ship])
        n = put(out, n, row + b.S_PRESENT, 1.0)
        n = put_hex(t, out, n, row + b.S_Q, int(turned[hexagon]))
        n = put_amount(out, n, row + b.S_DAMAGE, damage, b.S_DAMAGE_SCALE)
        n = put_amount(out, n, row + b.S_CARGO, int(g.ship_cargo[player, ship]), b.S_CARGO_SCALE)
        n = put_amount(
            out, n, row + b.S_MOVED, int(g.moved[player, ship]) + int(g.boarded[player, ship]), b.S_MOVED_SCALE
        )
        n = put_times(out, n, row + b.S_FIGHTING, int(g.fighting[player, ship]), 1.0)
        n = put_amount(out, n, row + b.S_HITS, int(g.hits[player, ship]), b.S_HITS_SCALE)
        n = put_amount(out, n, row + b.S_STRANDED, int(g.stranded[player, ship]), b.S_STRANDED_SCALE)
        n = put_times(out, n, row + b.S_CLOAKED, int(g.cloaked[player, hexagon]), 1.0)
        cell = hexes + turned[hexagon] * width
        dice = g.dice[player, ship_class] * b.HP_DICE_SCALE
        hull = max(0, int(g.shield[player, ship_class]) - damage) * b.HP_HULL_SCALE
        draft_more(out, cell + b.HP_SHIPS, b.HP_SHIPS_SCALE)
        draft(out, cell + b.HP_DICE, min(MOST, out.draft[cell + b.HP_DICE] + dice))
        draft(out, cell + b.HP_HULL, min(MOST, out.draft[cell + b.HP_HULL] + hull))
    return n


@kernel
def write_own(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write the viewer's own secrets, and where its ships are."""
    n = mark(t, out, n, b.O_OWN_CARD, int(g.chosen[viewer]))
    n = mark(t, out, n, b.O_OWN_VOTE, int(g.vote[viewer]))
    where = g.ship_hex[viewer]
    turned = t.turned_hex[viewer]
    for ship in range(t.ships):
        if where[ship] >= 0:
            n = mark(t, out, n, b.O_OWN_SHIP_HEX, ship * t.hexes + int(turned[where[ship]]))
            if t.movement == SIMULTANEOUS:
                n = mark(t, out, n, b.O_OWN_ORDER_HEX, ship * t.hexes + int(turned[end_of_path(g, t, viewer, ship)]))
                n = write_path(g, t, viewer, ship, out, n)
    return n


@kernel
def write_path(g: Game, t: Tables, viewer: int, ship: int, out: Row, n: int) -> int:
    """Write the secret orders of one of the viewer's ships, hex by hex."""
    path = g.path[viewer, ship]
    at = int(t.block_start[b.O_OWN_PATH]) + ship * len(path)
    for i in range(len(path)):
        if path[i] > 0:
            n = put(out, n, at + i, (t.turned_direction[viewer, path[i] - 1] + 1) * b.OWN_PATH_SCALE)
    return n


@kernel
def write_prices(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write what everything costs the viewer now."""
    n = write_technology_prices(g, t, viewer, out, n)
    for ship_class in range(len(t.class_slots)):
        at = int(t.block_start[b.O_SHIP_PRICES]) + ship_class * b.SHIP_PRICES_WIDTH
        n = put_amount(out, n, at + b.SHIP_PRICES_CP, ship_cp(g, t, viewer, ship_class), b.SHIP_PRICES_CP_SCALE)
        axinium = ship_axinium(g, t, viewer, ship_class)
        n = put_amount(out, n, at + b.SHIP_PRICES_AXINIUM, axinium, b.SHIP_PRICES_AXINIUM_SCALE)
    for upgrade in range(t.upgrades):
        cp = upgrade_cp(g, t, viewer, upgrade)
        n = put_amount(out, n, t.block_start[b.O_UPGRADE_PRICES] + upgrade, cp, b.UPGRADE_PRICES_SCALE)
    for rocket in range(len(t.rocket_cp)):
        cp = rocket_cp(g, t, viewer, rocket)
        n = put_amount(out, n, t.block_start[b.O_ROCKET_PRICES] + rocket, cp, b.ROCKET_PRICES_SCALE)
    space = int(g.focus_card) if g.decision == choices.D_TRADE else int(g.traders)
    if modifier_is_on(g, viewer, m.LEFTMOST_SPACE):
        space = 0
    if space < t.market_spaces:
        at = int(t.block_start[b.O_MARKET_PRICES])
        for mineral in range(2):
            n = put_amount(out, n, at + mineral, buy_price(g, t, viewer, space, mineral), b.MARKET_PRICES_SCALE)
            n = put_amount(out, n, at + 2 + mineral, sell_price(g, t, viewer, space, mineral), b.MARKET_PRICES_SCALE)
    return n


@kernel
def modifier_is_on(g: Game, player: int, which: int) -> bool:
    """Whether a player has an ability."""
    return bool(g.modifier[player, which] > 0)


@kernel
def write_technology_prices(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write the prices of technologies that the viewer does not know.

    The discount is the same for all technologies of a colour and type.
    """
    at = int(t.block_start[b.O_TECHNOLOGY_PRICES])
    by_colour, by_type = known_by_colour(g, t, viewer), known_by_type(g, t, viewer)
    advanced = advanced_by_type(g, t, viewer)
    for technology in range(t.technologies):
        if t.technology_like[technology] == technology:
            out.sums[alike(t, technology)] = discount_with(g, t, viewer, technology, by_colour, by_type, advanced)
    for technology in range(t.technologies):
        asked = int(g.technology[viewer, technology] == 0 and t.technology_open[technology] == 1)
        cp = max(0, int(t.technology_cost[technology]) - int(out.sums[alike(t, technology)])) * asked
        n = put_amount(out, n, at + technology, cp, b.TECHNOLOGY_PRICES_SCALE)
    return n


@inlined
def alike(t: Tables, technology: int) -> int:
    """A number that technologies of one colour and type share."""
    return int(t.technology_colour[technology]) * KINDS + int(t.technology_type[technology])


@kernel
def write_modifiers(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write the viewer's modifiers, and everybody's changes until the turn ends."""
    at = int(t.block_start[b.O_MODIFIERS])
    for first in range(0, MODIFIERS, 8):
        some = np.int16(0)
        for which in range(first, first + 8):
            some |= g.modifier[viewer, which] ^ t.modifier_base[which]
        if some != 0:
            n = write_changes(g, t, viewer, first, at, out, n)
    at = int(t.block_start[b.O_TURN_EFFECTS])
    kinds = int(t.turn_kinds)
    for i in range(g.lastings):
        row = t.effect[g.lasting[i, 0]]
        if t.turn_place[row[m.ARG_A]] >= 0:
            place = at + relative_seat(t, viewer, g.lasting[i, 1]) * kinds + t.turn_place[row[m.ARG_A]]
            change = int(row[m.ARG_C]) - int(row[m.ARG_B]) * int(t.modifier_base[row[m.ARG_A]])
            draft(
                out,
                place,
                max(-MOST, min(MOST, out.draft[place] + amount(change, 1.0 / t.modifier_unit[row[m.ARG_A]]))),
            )
    return n


@inlined
def write_changes(g: Game, t: Tables, viewer: int, first: int, at: int, out: Row, n: int) -> int:
    """Write those of eight modifiers that are not as everybody's at first."""
    for which in range(first, first + 8):
        if g.modifier[viewer, which] != t.modifier_base[which] and t.modifier_place[which] >= 0:
            change = int(g.modifier[viewer, which]) - int(t.modifier_base[which])
            n = put_amount(out, n, at + t.modifier_place[which], change, 1.0 / t.modifier_unit[which])
    return n


# The map --------------------------------------------------------------------------------------------------------------


@kernel
def write_hexes(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write the map, and add what planets are worth to the scores."""
    start = int(t.block_start[b.O_HEXES])
    turned = t.turned_hex[viewer]
    for hexagon in range(t.hexes):
        at = start + turned[hexagon] * b.H_WIDTH
        planet = int(g.planet[hexagon])
        if planet >= 0 and (g.face_down[hexagon] == 0 or has_looked(g, t, viewer, hexagon)):
            n = write_planet(g, t, hexagon, planet, viewer, at, out, n)
        level = int(g.resistance[hexagon])
        n = put_times(out, n, at + b.H_RESISTANCE + level - 1, int(level > 0), 1.0)
        n = put_times(out, n, at + b.H_FOUGHT, int(g.fought[hexagon]), 1.0)
        n = put_amount(out, n, at + b.H_ARRIVED, int(g.arrived[hexagon]), b.H_ARRIVED_SCALE)
    if g.focus_hex >= 0:
        draft(out, start + turned[g.focus_hex] * b.H_WIDTH + b.H_FOCUS, 1.0)
    return n


@inlined
def has_looked(g: Game, t: Tables, viewer: int, hexagon: int) -> bool:
    """Whether a player has looked at a face-down hex (M4); with Edge of Extinction at one or two."""
    return bool(g.look[viewer] == hexagon or (t.eoe == 1 and g.look_second[viewer] == hexagon))


@inlined
def write_planet(g: Game, t: Tables, hexagon: int, planet: int, viewer: int, at: int, out: Row, n: int) -> int:
    """Write a planet: what it produces, who lives there, what is on it."""
    if g.destroyed[hexagon] > 0:
        n = put(out, n, at + b.H_DESTROYED, 1.0 / g.destroyed[hexagon])
        if g.destroyed[hexagon] == 1:
            return n
    n = put_known(out, n, at, t.planet_places[planet], t.planet_numbers[planet], int(t.planet_entries[planet]))
    counter = int(t.planet_amount[planet]) if g.face_down[hexagon] == 1 else int(g.counter[hexagon])
    n = put_amount(out, n, at + b.H_COUNTER, counter, b.H_COUNTER_SCALE)
    n = put_amount(out, n, at + b.H_TAKEN, int(g.taken[hexagon]), b.H_TAKEN_SCALE)
    if t.new_planets == 1:
        n = write_badges(g, t, hexagon, planet, viewer, out, n)
    for space in range(len(g.rocket[hexagon])):
        rocket = int(g.rocket[hexagon, space])
        if rocket > 0:
            draft_more(out, at + b.H_ROCKET + rocket - 1, b.H_ROCKET_SCALE)
            target = int(g.rocket_target[hexagon, space])
            if target >= 0:
                aimed = int(t.block_start[b.O_HEXES]) + t.turned_hex[viewer, target] * b.H_WIDTH + b.H_AIMED
                draft(out, aimed, min(MOST, out.draft[aimed] + b.H_AIMED_SCALE))
    n = write_population(g, t, hexagon, viewer, at, out, n)
    return n


@inlined
def write_population(g: Game, t: Tables, hexagon: int, viewer: int, at: int, out: Row, n: int) -> int:
    """Write who lives on a planet, and who controls it: whoever has more Population there than anybody else."""
    some = np.int16(0)
    for player in range(PLAYERS):
        some |= g.population[hexagon, player]
    if some == 0:
        return n
    place = int(t.block_start[b.O_HEX_PLAYERS]) + t.turned_hex[viewer, hexagon] * t.players * b.HP_WIDTH
    most, tied, first = 0, 0, 0
    for relative in range(t.players):
        cubes = int(g.population[hexagon, seat(t, viewer, relative)])
        n = put_amount(out, n, place + b.HP_POPULATION, cubes, b.HP_POPULATION_SCALE)
        place += b.HP_WIDTH
        first = relative if cubes > most else first
        tied = 1 if cubes > most else tied + int(cubes == most)
        most = max(most, cubes)
    n = put_times(out, n, at + (b.H_OWN if first == 0 else b.H_OTHERS), int(tied == 1), 1.0)
    score_planet(g, t, hexagon, most, tied, out)
    return n


@inlined
def write_badges(g: Game, t: Tables, hexagon: int, planet: int, viewer: int, out: Row, n: int) -> int:
    """Write what new planets have in addition (M5)."""
    place = int(t.turned_hex[viewer, hexagon])
    at = int(t.block_start[b.O_NEW_PLANETS]) + place * b.W_WIDTH
    n = put_known(out, n, at, t.badge_places[planet], t.badge_numbers[planet], int(t.badge_entries[planet]))
    n = put_amount(out, n, at + b.W_COUNTER, int(g.second_counter[hexagon]), b.W_COUNTER_SCALE)
    n = put_amount(out, n, t.block_start[b.O_SECOND_TAKEN] + place, int(g.second_taken[hexagon]), b.SECOND_TAKEN_SCALE)
    return n


@kernel
def write_fired(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write rockets in flight: kind, owner, origin and target."""
    turned = t.turned_hex[viewer]
    at = int(t.block_start[b.O_FIRED])
    fired = 0
    for hexagon in range(t.hexes):
        for space in range(len(g.rocket[hexagon])):
            target = int(g.rocket_target[hexagon, space])
            if target >= 0 and g.rocket[hexagon, space] > 0 and fired < FIRED:
                n = put(out, n, at + b.FIRED_KIND + g.rocket[hexagon, space] - 1, 1.0)
                if g.rocket_owner[hexagon, space] >= 0:
                    owner = relative_seat(t, viewer, g.rocket_owner[hexagon, space])
                    n = put(out, n, at + b.FIRED_OWNER, (owner + 1) / t.players)
                n = put_hex(t, out, n, at + b.FIRED_FROM_Q, int(turned[hexagon]))
                n = put_hex(t, out, n, at + b.FIRED_AT_Q, int(turned[target]))
                at += b.FIRED_WIDTH
                fired += 1
    return n


@kernel
def write_blocking(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write which ships blocking holds, and how many of several must stay."""
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        at = int(t.block_start[b.O_HELD]) + relative * t.ships
        n = put_row(out, n, at, g.held[player], int(t.ships), b.HELD_SCALE)
        for hexagon in range(t.hexes):
            if g.staying[player, hexagon] > 0:
                place = t.turned_hex[viewer, hexagon] * t.players + relative
                ships = int(g.staying[player, hexagon])
                n = put_amount(out, n, t.block_start[b.O_STAYING] + place, ships, b.STAYING_SCALE)
    return n


# Cards ----------------------------------------------------------------------------------------------------------------


@kernel
def write_politics(g: Game, t: Tables, out: Row, n: int) -> int:
    """Write laws, resolutions, cards on the table and gone, and bonus actions."""
    at = int(t.block_start[b.O_IN_FORCE])
    for i in range(g.laws):
        n = put_amount(out, n, at + t.lasting_place[g.law[i]], i + 1, b.IN_FORCE_SCALE)
    for i in range(g.resolutions):
        n = put(out, n, at + t.lasting_place[g.resolution[i]], 1.0)
    width = int(t.effect_features)
    for slot in range(len(g.revealed)):
        card = int(g.revealed[slot])
        if card >= 0:
            n = put(out, n, t.block_start[b.O_REVEALED] + card, (slot + 1) * b.REVEALED_SCALE)
            at = int(t.block_start[b.O_REVEALED_EFFECTS]) + slot * width
            if t.political_effect[card, 1] > 0:
                n = put_row(out, n, at, t.effect_seen[t.political_effect[card, 0]], width, THOUSANDTH)
        n = mark(t, out, n, b.O_PROPOSED, int(g.proposal[slot]))
    n = write_political_gone(g, t, out, n)
    n = mark(t, out, n, b.O_BONUS, int(g.bonus))
    n = put(out, n, t.block_start[b.O_POLITICAL_LEFT], g.political_left * b.POLITICAL_LEFT_SCALE)
    return n


@kernel
def write_political_gone(g: Game, t: Tables, out: Row, n: int) -> int:
    """Write which cards are no longer in the political deck: those that are get a bit each."""
    low, high = np.uint64(0), np.uint64(0)
    for i in range(g.political_left):
        card = int(g.political_deck[i])
        bit = np.uint64(1) << np.uint64(card & 63)
        if card < 64:
            low |= bit
        else:
            high |= bit
    at = int(t.block_start[b.O_POLITICAL_GONE])
    cards = int(t.political_cards)
    for first in range(0, cards, 8):
        there = (low if first < 64 else high) >> np.uint64(first & 63) & np.uint64(255)
        if there != 255:
            for card in range(first, min(first + 8, cards)):
                n = put_times(out, n, at + card, 1 - int(there >> np.uint64(card - first) & np.uint64(1)), 1.0)
    return n


@kernel
def write_resistance(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write Resistance cards and the Centaurian ships in combat."""
    owners = g.resistance_owner
    at = int(t.block_start[b.O_RESISTANCE_CARDS])
    for card in range(t.resistance_cards):
        owner = int(owners[card])
        if owner == IN_DECK:
            continue
        if owner == viewer:
            n = put(out, n, at + card, 1.0)
        elif owner >= 0:
            n = put(out, n, at + t.resistance_cards + card, relative_seat(t, viewer, owner) / t.players)
        elif owner == DISCARDED:
            n = mark(t, out, n, b.O_RESISTANCE_DISCARDS, card)
    for level in range(len(g.resistance_left)):
        left = g.resistance_left[level] * b.RESISTANCE_LEFT_SCALE
        n = put(out, n, t.block_start[b.O_RESISTANCE_LEFT] + level, left)
        known = int(g.resistance_known[level])
        for i in range(known):
            n = put(out, n, t.block_start[b.O_RESISTANCE_DISCARDS] + g.resistance_deck[level, i], -1.0 / (known - i))
    for foe in range(t.foes):
        card = int(g.foe_card[foe])
        if card >= 0:
            at = int(t.block_start[b.O_FOES]) + foe * b.F_WIDTH
            n = put(out, n, at + b.F_PRESENT, 1.0)
            n = put_amount(out, n, at + b.F_DICE, int(t.resistance_dice[card]), b.F_DICE_SCALE)
            n = put_amount(out, n, at + b.F_SHIELD, int(t.resistance_shield[card]), b.F_SHIELD_SCALE)
            n = put(out, n, at + b.F_VP, max(0.0, amount(int(t.resistance_vp[card]), b.F_VP_SCALE)))
            n = put_amount(out, n, at + b.F_DAMAGE, int(g.foe_damage[foe]), b.F_DAMAGE_SCALE)
            n = put_amount(out, n, at + b.F_HITS, int(g.foe_hits[foe]), b.F_HITS_SCALE)
            if out.draft[t.block_start[b.O_FOE_CARDS] + card] == 0.0:
                draft(out, t.block_start[b.O_FOE_CARDS] + card, (foe + 1) * b.FOE_CARDS_SCALE)
    return n


@kernel
def write_given_planets(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write planets that players have yet to place beside home (M5)."""
    for relative in range(t.players):
        planet = int(g.given_planet[seat(t, viewer, relative)])
        if planet >= 0:
            at = int(t.block_start[b.O_GIVEN_PLANETS]) + relative * b.GIVEN_WIDTH
            if t.planet_resource[planet] > 0:
                n = put(out, n, at + b.GIVEN_PRODUCES + t.planet_resource[planet] - 1, 1.0)
            n = put_amount(out, n, at + b.GIVEN_COUNTER, int(t.planet_amount[planet]), b.GIVEN_COUNTER_SCALE)
            n = put_amount(out, n, at + b.GIVEN_VP, int(t.planet_vp[planet]), b.GIVEN_VP_SCALE)
            n = put(out, n, at + b.GIVEN_MOONS, 1.0 if t.planet_moons[planet] > 0 else 0.0)
            n = put_amount(out, n, at + b.GIVEN_MAXIMUM, int(t.planet_maximum[planet]), b.GIVEN_MAXIMUM_SCALE)
    return n


@kernel
def write_modules(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write what the modules of Event Horizon add."""
    cards = int(t.bonus_cards)
    if t.block_start[b.O_BONUS_OPEN] >= 0:
        n = put_row(out, n, int(t.block_start[b.O_BONUS_OPEN]), g.bonus_open, cards, 1.0)
    if t.block_start[b.O_BONUS_USED] >= 0:
        n = put_row(out, n, int(t.block_start[b.O_BONUS_USED]), g.bonus_used, cards, 1.0)
    if t.block_start[b.O_EXECUTIVE_ACTION] >= 0:
        at = int(t.block_start[b.O_EXECUTIVE_ACTION])
        n = put(out, n, at + b.EXECUTIVE_ACTION_EXTRA, g.extra_actions)
        n = put(out, n, at + b.EXECUTIVE_ACTION_NO_REACTIONS, g.reactions_off)
    turned = t.turned_hex[viewer]
    if t.block_start[b.O_DORMANT] >= 0:
        for hexagon in range(t.hexes):
            n = put_times(out, n, t.block_start[b.O_DORMANT] + turned[hexagon], int(g.dormant[hexagon]), 1.0)
    if t.block_start[b.O_SOLAR_WIND] >= 0:
        for hexagon in range(t.hexes):
            n = put_times(out, n, t.block_start[b.O_SOLAR_WIND] + turned[hexagon], int(g.solar_wind[hexagon]), 1.0)
    return n


@kernel
def write_outposts(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write Outpost tokens, without their kind while they are face down, and Outpost cards (M3)."""
    if t.outposts == 0:
        return n
    for hexagon in range(t.hexes):
        if g.outpost_there[hexagon] == 1:
            level = int(g.outpost[hexagon]) - BLANK if g.outpost_up[hexagon] == 1 else 0
            n = put(out, n, t.block_start[b.O_OUTPOSTS] + t.turned_hex[viewer, hexagon] * b.OUTPOSTS_WIDTH + level, 1.0)
    kinds = int(t.outpost_cards)
    for relative in range(t.players):
        at = int(t.block_start[b.O_OUTPOST_CARDS]) + relative * kinds
        n = put_row(out, n, at, g.outpost_held[seat(t, viewer, relative)], kinds, b.OUTPOST_CARDS_SCALE)
    n = write_outposts_gone(g, t, out, n)
    for level in range(len(g.outpost_left)):
        n = put(out, n, t.block_start[b.O_OUTPOST_LEFT] + level, g.outpost_left[level] * b.OUTPOST_LEFT_SCALE)
    n = put(out, n, t.block_start[b.O_OUTPOST_PILE], g.outpost_pile_left * b.OUTPOST_PILE_SCALE)
    return n


@kernel
def write_outposts_gone(g: Game, t: Tables, out: Row, n: int) -> int:
    """Write used Outpost cards: all of a kind except those held by somebody and those left in the decks (M3).

    They are counted where numbers are drafted.
    """
    at = int(t.block_start[b.O_OUTPOST_GONE])
    kinds = int(t.outpost_cards)
    first = np.uint64(at)
    for kind in range(np.uint64(kinds)):
        out.draft[first + kind] = t.outpost_copies[kind]
    for player in range(t.players):
        for kind in range(np.uint64(kinds)):
            out.draft[first + kind] -= g.outpost_held[player, kind]
    for level in range(len(g.outpost_left)):
        for i in range(g.outpost_left[level]):
            if g.outpost_deck[level, i] >= 0:  # a deck with less than it should have would spoil the row for others
                out.draft[at + g.outpost_deck[level, i]] -= 1
    for kind in range(kinds):
        n = put_amount(out, n, at + kind, int(out.draft[at + kind]), b.OUTPOST_GONE_SCALE)
        out.draft[at + kind] = 0.0
    return n


@kernel
def write_exploration(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write face-down hexes, who looked where, Events and their tokens (M4)."""
    if t.exploration == 0:
        return n
    start = int(t.block_start[b.O_EXPLORATION])
    for hexagon in range(t.hexes):
        place = start + t.turned_hex[viewer, hexagon] * b.X_WIDTH + b.X_FACE_DOWN
        n = put_times(out, n, place, int(g.face_down[hexagon]), 1.0)
    mark_hex(t, viewer, out, int(g.look[viewer]), b.X_LOOKED)
    if t.eoe == 1:
        mark_hex(t, viewer, out, int(g.look_second[viewer]), b.X_LOOKED)
    for end in range(2):
        mark_hex(t, viewer, out, int(g.wormhole[end]), b.X_WORMHOLE)
    mark_hex(t, viewer, out, int(g.no_combat), b.X_NO_COMBAT)
    mark_hex(t, viewer, out, int(g.interest), b.X_INTEREST)
    mark_hex(t, viewer, out, int(g.exploring), b.X_EXPLORING)
    for relative in range(t.players):
        hexagon = int(g.look[seat(t, viewer, relative)])
        if hexagon >= 0:
            draft_mark(t, out, b.O_LOOKS, relative * t.hexes + int(t.turned_hex[viewer, hexagon]))
        at = int(t.block_start[b.O_ENTERED]) + relative * t.ships
        n = put_row(out, n, at, g.entered[seat(t, viewer, relative)], int(t.ships), 1.0)
    if g.bounty >= 0:
        n = mark(t, out, n, b.O_BOUNTY, relative_seat(t, viewer, g.bounty))
    n = mark(t, out, n, b.O_EVENT, int(g.event))
    for kind in range(t.events):
        n = put_amount(out, n, t.block_start[b.O_EVENTS_SEEN] + kind, int(g.event_seen[kind]), b.EVENTS_SEEN_SCALE)
    n = put(out, n, t.block_start[b.O_EVENT_LEFT], g.event_left * b.EVENT_LEFT_SCALE)
    return n


@kernel
def mark_hex(t: Tables, viewer: int, out: Row, hexagon: int, feature: int) -> None:
    """Mark a feature of exploration in a hex, if there is one."""
    if hexagon >= 0:
        draft(out, t.block_start[b.O_EXPLORATION] + t.turned_hex[viewer, hexagon] * b.X_WIDTH + feature, 1.0)


@kernel
def write_structures(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write Jump Gates (M7), Satellites (M8) and Energy Barriers (M9)."""
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        for slot in range(t.gates):
            if g.gate[player, slot] >= 0:
                place = relative * t.hexes + t.turned_hex[viewer, g.gate[player, slot]]
                n = put(out, n, t.block_start[b.O_GATES] + place, 1.0 / (1 + slot))
        for slot in range(t.satellites):
            if g.satellite[player, slot] >= 0:
                n = mark(
                    t, out, n, b.O_SATELLITES, relative * t.hexes + int(t.turned_hex[viewer, g.satellite[player, slot]])
                )
        if g.barrier[player] >= 0:
            n = mark(t, out, n, b.O_BARRIERS, int(t.turned_edge[viewer, g.barrier[player]]))
    return n


@kernel
def write_leaders(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write Leaders, and for the viewer those to choose from (M10)."""
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        if g.leader[player] >= 0:
            n = mark(t, out, n, b.O_LEADERS, relative * t.leaders + int(g.leader[player]))
    for slot in range(len(g.leader_offer[viewer])):
        n = mark(t, out, n, b.O_OWN_LEADERS, int(g.leader_offer[viewer, slot]))
    n = mark(t, out, n, b.O_OWN_LEADERS, int(g.leader_refused[viewer]))
    return n


@kernel
def write_stronghold(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write the state of the Stronghold scenario."""
    at = int(t.block_start[b.O_STRONGHOLD])
    n = put(out, n, at + b.STRONGHOLD_LEVELS, g.stronghold * b.STRONGHOLD_LEVELS_SCALE)
    n = put(out, n, at + b.STRONGHOLD_SQUADRONS, squadrons_on_board(g, t) * b.STRONGHOLD_SQUADRONS_SCALE)
    n = put(out, n, at + b.STRONGHOLD_SUPPLY, g.squadron_supply * b.STRONGHOLD_SUPPLY_SCALE)
    bonus = max(0, int(t.squadron_shield) + int(g.turn))
    n = put(out, n, at + b.STRONGHOLD_BONUS, bonus * b.STRONGHOLD_BONUS_SCALE)
    n = put(out, n, at + b.STRONGHOLD_ACTIVATIONS, g.activations * b.STRONGHOLD_ACTIVATIONS_SCALE)
    n = put(out, n, at + b.STRONGHOLD_TURNS, (t.turns - g.turn) * b.STRONGHOLD_TURNS_SCALE)
    if g.depth > 0 and g.stack[g.depth - 1, KIND] == COMBAT and g.stack[g.depth - 1, frames.COMBAT_KIND] > 0:
        n = put(out, n, at + b.STRONGHOLD_COMBAT + g.stack[g.depth - 1, frames.COMBAT_KIND] - AGAINST_SQUADRONS, 1.0)
        if is_wave(g):
            n = put_amount(out, n, at + b.STRONGHOLD_SHIELD, wave_shield(g, t), b.STRONGHOLD_SHIELD_SCALE)
            n = put_amount(out, n, at + b.STRONGHOLD_DAMAGE, int(g.foe_damage[0]), b.STRONGHOLD_DAMAGE_SCALE)
        n = put_amount(out, n, at + b.STRONGHOLD_DICE, foe_dice(g, t), b.STRONGHOLD_DICE_SCALE)
    n = write_dealt(g, t, viewer, out, n)
    at = int(t.block_start[b.O_SQUADRONS])
    for hexagon in range(t.hexes):
        place = at + t.turned_hex[viewer, hexagon] * b.SQUADRONS_WIDTH
        n = put_amount(out, n, place + b.SQUADRONS_THERE, int(g.squadron[hexagon]), b.SQUADRONS_THERE_SCALE)
        n = put_amount(out, n, place + b.SQUADRONS_TO_MOVE, int(g.marching[hexagon]), b.SQUADRONS_TO_MOVE_SCALE)
    return n


@kernel
def write_dealt(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write each player's hits on the squadron being fought."""
    for relative in range(t.players):
        place = int(t.block_start[b.O_DEALT]) + relative
        n = put_amount(out, n, place, int(g.dealt[seat(t, viewer, relative)]), b.DEALT_SCALE)
    return n


@kernel
def write_star(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write the state of the Event Horizon scenario."""
    at = int(t.block_start[b.O_STAR])
    n = put(out, n, at + b.STAR_TOKENS, g.star_tokens * b.STAR_TOKENS_SCALE)
    n = put(out, n, at + b.STAR_EVOLUTIONS, g.evolutions * b.STAR_EVOLUTIONS_SCALE)
    n = put(out, n, at + b.STAR_TURNS, (t.turns - g.turn) * b.STAR_TURNS_SCALE)
    at = int(t.block_start[b.O_HEAT])
    for hexagon in range(t.hexes):
        n = put(out, n, at + t.turned_hex[viewer, hexagon], g.heat[hexagon])
    return n
