"""What a player sees: the kernels that write the blocks of blocks.py.

Everything is relative to the viewer: player 0 is the viewer, 1 the next seat clockwise, and hexes are numbered from the
viewer's home (`t.turned_hex`). Only public fields and the viewer's own secrets are read. Numbers are scaled by
constants that our content does not outgrow; what a user's own content could bring beyond that is cut off at the bound.
Categories are one-hot. What is written for every ship is multiplied, where elsewhere it would be divided: that is much
faster, and the same in the 32 bits that are written.
"""

from __future__ import annotations

from exodus_env.exodus import capacity
from exodus_env.exodus.encoding import blocks as b
from exodus_env.exodus.encoding.blocks import mark, put_row
from exodus_env.exodus.encoding.expansion import write_cargo, write_expansion
from exodus_env.exodus.encoding.mission import write_mission
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices
from exodus_env.exodus.rules import modifiers as m
from exodus_env.exodus.rules.assets import place_of
from exodus_env.exodus.rules.choices import relative_seat, seat
from exodus_env.exodus.rules.combat_dice import foe_dice
from exodus_env.exodus.rules.frames import AGAINST_SQUADRONS, COMBAT, EFFECTS, PERFORM
from exodus_env.exodus.rules.movement import SIMULTANEOUS, end_of_path
from exodus_env.exodus.rules.outposts import BLANK
from exodus_env.exodus.rules.resistance_deck import DISCARDED
from exodus_env.exodus.rules.sides import is_wave, wave_shield
from exodus_env.exodus.rules.stronghold import squadrons_on_board
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD, Tables
from exodus_env.kit.flow import KIND, A, B, C, D, E
from exodus_env.kit.kernel import Floats, kernel


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
        write_ships(g, t, viewer, relative, out)
    write_own(g, t, viewer, out)
    write_hexes(g, t, viewer, out)
    write_politics(g, t, out)
    write_resistance(g, t, viewer, out)
    write_modules(g, t, viewer, out)
    write_outposts(g, t, viewer, out)
    write_exploration(g, t, viewer, out)
    write_given_planets(g, t, viewer, out)
    write_structures(g, t, viewer, out)
    write_leaders(g, t, viewer, out)
    if t.scenario == STRONGHOLD:
        write_stronghold(g, t, viewer, out)
    elif t.scenario == EVENT_HORIZON:
        write_star(g, t, viewer, out)
    if t.eoe == 1:
        write_expansion(g, t, viewer, out)
    if t.solitaire == 1:
        write_mission(g, t, viewer, out)


@kernel
def write_course(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Turn, stage, round, pending decision."""
    mark(t, out, b.O_TURN, min(int(g.turn), int(t.turns)) - 1)
    mark(t, out, b.O_STAGE, int(g.stage))
    mark(t, out, b.O_CONQUEST, min(int(g.conquest), 4) - 1)
    mark(t, out, b.O_CONQUESTS, min(int(g.conquests), 4) - 1)
    mark(t, out, b.O_ROUND, min(int(g.action_round), 5) - 1)
    if g.decision < choices.D_FACTION:
        mark(t, out, b.O_DECISION, int(g.decision))
    if g.actor >= 0:
        mark(t, out, b.O_ACTOR, relative_seat(t, viewer, g.actor))


@kernel
def write_pending(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """What the pending decision is about."""
    if g.depth == 0:
        return
    d = int(g.decision)
    card = int(g.focus_card)
    if g.focus_player >= 0:
        mark(t, out, b.O_FOCUS_PLAYER, relative_seat(t, viewer, g.focus_player))
    if d == choices.D_REPLACE:
        mark(t, out, b.O_FOCUS_CLASS, card)
        mark(t, out, b.O_FOCUS_UPGRADE, int(g.stack[g.depth - 1, E]) - 1)
    elif d == choices.D_UPGRADE_FROM or d == choices.D_EXCHANGE_UPGRADE:
        mark(t, out, b.O_FOCUS_UPGRADE, card)
        mark(t, out, b.O_FOCUS_CLASS, int(g.stack[g.depth - 1, E]))
    elif d == choices.D_FIRE:
        mark(t, out, b.O_FOCUS_ROCKET, card)
    elif d == choices.D_TRADE:
        mark(t, out, b.O_FOCUS_SPACE, card)
    elif d == choices.D_ELECTION_TIE:
        mark(t, out, b.O_FOCUS_PLACE, card)
    elif d == choices.D_BUILD_AT:
        mark(t, out, b.O_FOCUS_CLASS, card)
    write_pending_numbers(g, t, viewer, d, out)
    if d == choices.D_OPTION:
        write_options(g, t, out)


@kernel
def write_pending_numbers(g: Game, t: Tables, viewer: int, d: int, out: Floats) -> None:
    """Amounts of the pending decision. A bid under way is written for its bidder alone."""
    at = int(t.block_start[b.O_PENDING])
    frame = g.stack[g.depth - 1]
    out[at + b.N_BID] = g.bid[viewer] / 100.0
    if frame[KIND] == PERFORM and d != choices.D_RESEARCH:
        out[at + b.N_LEFT] = min(20, int(frame[D])) / 20.0
        if d == choices.D_TRADE:
            out[at + b.N_BUYS] = 1.0 if frame[E] == 1 else 0.0
            out[at + b.N_SELLS] = 1.0 if frame[E] == 2 else 0.0
    elif frame[KIND] == COMBAT:
        out[at + b.N_ROUND] = min(10, int(frame[C])) / 10.0
        out[at + b.N_RESISTANCE] = 1.0 if frame[D] < 0 else 0.0
    elif d == choices.D_WINDOW:
        out[at + b.N_LEFT] = (t.rearrangements - g.rearranged[g.actor]) / 20.0
    elif d == choices.D_FREE_TECHNOLOGY or d == choices.D_COPY_TECHNOLOGY:
        out[at + b.N_LIMIT] = min(40, int(frame[B])) / 40.0
    elif d == choices.D_START_TECHNOLOGY:
        out[at + b.N_LEFT] = (t.start_technologies - frame[B]) / 20.0
        out[at + b.N_LIMIT] = (t.start_technology_budget - frame[C]) / 40.0
    elif d == choices.D_STRIKE or d == choices.D_DEBRIS:
        out[at + b.N_LEFT] = min(20, int(frame[C])) / 20.0
    elif d == choices.D_JUMP_SHIP:
        mark(t, out, b.O_JUMP_TARGET, int(t.turned_hex[viewer, g.gate[g.actor, frame[B] - 1]]))


@kernel
def write_options(g: Game, t: Tables, out: Floats) -> None:
    """The first effect of each option of a card."""
    frame = g.stack[g.depth - 1]
    if frame[KIND] != EFFECTS:
        return
    at = int(t.block_start[b.O_OPTIONS])
    seen = 0
    for row in range(frame[A] + 1, frame[A] + frame[B]):
        option = int(t.effect[row, m.IN_OPTION])
        if option > seen and option <= capacity.OPTIONS:
            seen = option
            base = at + (option - 1) * b.N_OPTION
            opcode = int(t.effect[row, m.OPCODE])
            if opcode < b.N_OPCODES:
                out[base + opcode] = 1.0
            else:
                mark(t, out, b.O_OPTIONS_EOE, (option - 1) * b.N_NEW_OPCODES + opcode - b.N_OPCODES)
            out[base + b.N_OPCODES] = min(20, int(t.effect[row, m.ARG_A])) / 20.0
            out[base + b.N_OPCODES + 1] = min(20, int(t.effect[row, m.ARG_B])) / 20.0


@kernel
def write_player(g: Game, t: Tables, player: int, relative: int, out: Floats) -> None:
    """A player's resources, place, technologies and action cards."""
    at = int(t.block_start[b.O_PLAYERS]) + relative * b.N_PLAYER
    cp = int(g.resource[player, 0])
    out[at + b.P_CP] = cp / 200.0
    out[at + b.P_CP_FINE] = min(cp, 20) / 20.0
    out[at + b.P_AXINIUM] = g.resource[player, 1] / 10.0
    out[at + b.P_PHASIUM] = g.resource[player, 2] / 10.0
    out[at + b.P_VP] = min(500, int(g.resource[player, 3])) / 100.0
    out[at + b.P_SUPPLY] = g.supply[player] / 36.0
    out[at + b.P_HOME] = g.population[t.home_hex[player], player] / 36.0
    out[at + b.P_BID] = g.bid_shown[player] / 100.0
    out[at + b.P_REACTION] = g.reaction_cubes[player] / 20.0
    out[at + b.P_CARD_CUBES] = min(30, int(g.card_cubes[player])) / 6.0
    out[at + b.P_HITS] = min(200, int(g.rolled[player])) / 40.0
    out[at + b.P_ACTOR] = 1.0 if g.actor == player else 0.0
    for space in range(g.traders):
        if g.market[space] == player:
            out[at + b.P_MARKET] += 1.0 / 6.0
    mark(t, out, b.O_PLACE, relative * t.players + place_of(g, t, player))
    if g.new_place[player] >= 0:
        mark(t, out, b.O_NEW_PLACE, relative * t.players + int(g.new_place[player]))
    at = int(t.block_start[b.O_TECHNOLOGIES]) + relative * t.technologies
    put_row(out, at, g.technology[player], int(t.technologies), 1.0)
    at = int(t.block_start[b.O_ACTION_CARDS]) + relative * t.action_cards
    put_row(out, at, g.spent[player], int(t.action_cards), 1.0)
    if g.shown[player] >= 0:
        mark(t, out, b.O_SHOWN_CARD, relative * t.action_cards + int(g.shown[player]))


@kernel
def write_blueprints(g: Game, t: Tables, player: int, relative: int, out: Floats) -> None:
    """A player's ship classes: upgrades, and what they add up to."""
    classes = len(t.class_slots)
    at = int(t.block_start[b.O_BLUEPRINTS]) + relative * classes * t.upgrades
    fleet = int(t.block_start[b.O_FLEET]) + relative * classes * 3
    for ship_class in range(classes):
        put_row(out, at + ship_class * t.upgrades, g.blueprint[player, ship_class], int(t.upgrades), 0.125)
        out[fleet + ship_class * 3] = min(48, int(g.dice[player, ship_class])) / 48.0
        out[fleet + ship_class * 3 + 1] = min(24, int(g.shield[player, ship_class])) / 24.0
        out[fleet + ship_class * 3 + 2] = g.drive[player, ship_class] / 8.0


@kernel
def write_ships(g: Game, t: Tables, viewer: int, relative: int, out: Floats) -> None:
    """A player's ships, in the list of ships and on their hexes."""
    player = seat(t, viewer, relative)
    turned = t.turned_hex[viewer]
    at = int(t.block_start[b.O_SHIPS]) + relative * t.ships * b.N_SHIP
    hexes = int(t.block_start[b.O_HEX_PLAYERS]) + relative * b.N_HEX_PLAYER
    width = int(t.players) * b.N_HEX_PLAYER
    where = g.ship_hex[player]
    cargo = g.ship_cargo[player]
    for ship in range(t.ships):
        hexagon = int(where[ship])
        if hexagon < 0:
            continue
        if t.eoe == 1 and cargo[ship] > 0:
            write_cargo(g, t, player, relative, ship, out)
        row = at + ship * b.N_SHIP
        out[row + b.S_PRESENT] = 1.0
        out[row + b.S_DAMAGE] = min(24, int(g.ship_damage[player, ship])) * (1 / 24)
        out[row + b.S_CARGO] = min(3, int(cargo[ship])) * (1 / 3)
        out[row + b.S_MOVED] = min(8, int(g.moved[player, ship])) / 8.0
        out[row + b.S_FIGHTING] = g.fighting[player, ship]
        out[row + b.S_HITS] = min(24, int(g.hits[player, ship])) * (1 / 24)
        out[row + b.S_STRANDED] = min(3, int(g.stranded[player, ship])) * (1 / 3)
        cell = hexes + turned[hexagon] * width
        out[cell + b.HP_SHIPS + t.ship_class[ship]] += 0.25
        out[cell + b.HP_CLOAKED] = g.cloaked[player, hexagon]


@kernel
def write_own(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """The viewer's own secrets, and where the own ships are."""
    mark(t, out, b.O_OWN_CARD, int(g.chosen[viewer]))
    mark(t, out, b.O_OWN_VOTE, int(g.vote[viewer]))
    where = g.ship_hex[viewer]
    turned = t.turned_hex[viewer]
    for ship in range(t.ships):
        if where[ship] >= 0:
            mark(t, out, b.O_OWN_SHIP_HEX, ship * t.hexes + int(turned[where[ship]]))
            if t.movement == SIMULTANEOUS:
                mark(t, out, b.O_OWN_ORDER_HEX, ship * t.hexes + int(turned[end_of_path(g, t, viewer, ship)]))


@kernel
def write_hexes(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """The map."""
    start = int(t.block_start[b.O_HEXES])
    turned = t.turned_hex[viewer]
    for hexagon in range(t.hexes):
        at = start + turned[hexagon] * b.N_HEX
        planet = int(g.planet[hexagon])
        if planet >= 0 and (g.face_down[hexagon] == 0 or has_looked(g, t, viewer, hexagon)):
            write_planet(g, t, hexagon, planet, viewer, at, out)
        if g.resistance[hexagon] > 0:
            out[at + b.H_RESISTANCE + g.resistance[hexagon] - 1] = 1.0
        out[at + b.H_FOUGHT] = g.fought[hexagon]
        out[at + b.H_ARRIVED] = min(20, int(g.arrived[hexagon])) / 10.0
    if t.council_hex >= 0:
        out[start + turned[t.council_hex] * b.N_HEX + b.H_COUNCIL] = 1.0
    if g.focus_hex >= 0:
        out[start + turned[g.focus_hex] * b.N_HEX + b.H_FOCUS] = 1.0


@kernel
def has_looked(g: Game, t: Tables, viewer: int, hexagon: int) -> bool:
    """Whether a player has looked at a face-down hex (M4); with Edge of Extinction at one or two."""
    return bool(g.look[viewer] == hexagon or (t.eoe == 1 and g.look_second[viewer] == hexagon))


@kernel
def write_planet(g: Game, t: Tables, hexagon: int, planet: int, viewer: int, at: int, out: Floats) -> None:
    """A planet: what it makes, who lives there, what stands on it."""
    if g.destroyed[hexagon] == 1:
        out[at + b.H_DESTROYED] = 1.0
        return
    out[at + b.H_PLANET] = 1.0
    if t.planet_resource[planet] > 0:
        out[at + b.H_PRODUCES + t.planet_resource[planet] - 1] = 1.0
    out[at + b.H_COUNTER] = g.counter[hexagon] / 6.0
    out[at + b.H_MAXIMUM] = t.planet_maximum[planet] / 6.0
    out[at + b.H_VP] = t.planet_vp[planet] / 6.0
    out[at + b.H_MOONS] = 1.0 if t.planet_moons[planet] > 0 else 0.0
    if t.new_planets == 1:
        write_badges(g, t, hexagon, planet, viewer, out)
    for space in range(len(g.rocket[hexagon])):
        rocket = int(g.rocket[hexagon, space])
        if rocket > 0:
            out[at + b.H_ROCKET + rocket - 1] += 0.5
            target = int(g.rocket_target[hexagon, space])
            if target >= 0:
                out[t.block_start[b.O_HEXES] + t.turned_hex[viewer, target] * b.N_HEX + b.H_AIMED] += 1.0 / 64.0
    cell = int(t.block_start[b.O_HEX_PLAYERS]) + t.turned_hex[viewer, hexagon] * t.players * b.N_HEX_PLAYER
    if t.home_of[hexagon] >= 0:
        home = relative_seat(t, viewer, t.home_of[hexagon])
        out[cell + home * b.N_HEX_PLAYER + b.HP_HOME] = 1.0
    for player in range(t.players):
        cubes = g.population[hexagon, player]
        if cubes > 0:
            out[cell + relative_seat(t, viewer, player) * b.N_HEX_PLAYER + b.HP_POPULATION] = cubes / 10.0


@kernel
def write_badges(g: Game, t: Tables, hexagon: int, planet: int, viewer: int, out: Floats) -> None:
    """What new planets have besides (M5)."""
    at = int(t.block_start[b.O_NEW_PLANETS]) + t.turned_hex[viewer, hexagon] * b.N_NEW_PLANET
    if t.planet_second[planet] > 0:
        out[at + b.W_SECOND + t.planet_second[planet] - 1] = 1.0
    out[at + b.W_COUNTER] = g.second_counter[hexagon] / 6.0
    out[at + b.W_MAXIMUM] = t.planet_second_maximum[planet] / 6.0
    out[at + b.W_FINITE] = t.planet_finite[planet]
    out[at + b.W_BARREN] = t.planet_barren[planet]
    out[at + b.W_PEACEFUL] = t.planet_peaceful[planet]
    if t.planet_advanced[planet] >= 0:
        out[at + b.W_ADVANCED + t.planet_advanced[planet]] = 1.0


@kernel
def write_politics(g: Game, t: Tables, out: Floats) -> None:
    """Laws, resolutions, cards on the table, bonus actions."""
    at = int(t.block_start[b.O_LAWS])
    for i in range(g.laws):
        out[at + g.law[i]] = (i + 1) / 16.0
    for i in range(g.resolutions):
        mark(t, out, b.O_RESOLUTIONS, int(g.resolution[i]))
    for slot in range(len(g.revealed)):
        if g.revealed[slot] >= 0:
            mark(t, out, b.O_REVEALED, slot * t.political_cards + int(g.revealed[slot]))
        mark(t, out, b.O_PROPOSED, int(g.proposal[slot]))
    mark(t, out, b.O_BONUS, int(g.bonus))
    out[t.block_start[b.O_POLITICAL_LEFT]] = g.political_left / 96.0


@kernel
def write_resistance(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Resistance cards and the Centaurian ships in combat."""
    owners = g.resistance_owner
    for card in range(t.resistance_cards):
        owner = int(owners[card])
        if owner >= 0:
            mark(t, out, b.O_RESISTANCE_CARDS, relative_seat(t, viewer, owner) * t.resistance_cards + card)
        elif owner == DISCARDED:
            mark(t, out, b.O_RESISTANCE_DISCARDS, card)
    for level in range(len(g.resistance_left)):
        out[t.block_start[b.O_RESISTANCE_LEFT] + level] = g.resistance_left[level] / 32.0
    for foe in range(t.foes):
        card = int(g.foe_card[foe])
        if card >= 0:
            at = int(t.block_start[b.O_FOES]) + foe * b.N_FOE
            out[at + b.F_PRESENT] = 1.0
            out[at + b.F_DICE] = min(12, int(t.resistance_dice[card])) / 12.0
            out[at + b.F_SHIELD] = min(12, int(t.resistance_shield[card])) / 12.0
            out[at + b.F_DAMAGE] = min(12, int(g.foe_damage[foe])) / 12.0
            out[at + b.F_HITS] = min(40, int(g.foe_hits[foe])) / 40.0


@kernel
def write_given_planets(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Planets that players have yet to place beside home (M5)."""
    for relative in range(t.players):
        planet = int(g.given_planet[seat(t, viewer, relative)])
        if planet >= 0:
            at = int(t.block_start[b.O_GIVEN_PLANETS]) + relative * b.N_GIVEN
            if t.planet_resource[planet] > 0:
                out[at + t.planet_resource[planet] - 1] = 1.0
            out[at + 3] = t.planet_amount[planet] / 6.0
            out[at + 4] = t.planet_vp[planet] / 6.0
            out[at + 5] = 1.0 if t.planet_moons[planet] > 0 else 0.0


@kernel
def write_modules(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """What the modules of Event Horizon add."""
    for card in range(t.bonus_cards):
        out[t.block_start[b.O_BONUS_OPEN] + card] = g.bonus_open[card]
        if t.block_start[b.O_BONUS_USED] >= 0:
            out[t.block_start[b.O_BONUS_USED] + card] = g.bonus_used[card]
    if t.block_start[b.O_EXECUTIVE_ACTION] >= 0:
        out[t.block_start[b.O_EXECUTIVE_ACTION]] = g.extra_actions
        out[t.block_start[b.O_EXECUTIVE_ACTION] + 1] = g.reactions_off
    for hexagon in range(t.hexes):
        if t.block_start[b.O_DORMANT] >= 0:
            out[t.block_start[b.O_DORMANT] + t.turned_hex[viewer, hexagon]] = g.dormant[hexagon]
        if t.block_start[b.O_SOLAR_WIND] >= 0:
            out[t.block_start[b.O_SOLAR_WIND] + t.turned_hex[viewer, hexagon]] = g.solar_wind[hexagon]


@kernel
def write_outposts(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Outpost tokens, those face down without what they are, and Outpost cards (M3)."""
    if t.outposts == 0:
        return
    for hexagon in range(t.hexes):
        if g.outpost_there[hexagon] == 1:
            level = int(g.outpost[hexagon]) - BLANK if g.outpost_up[hexagon] == 1 else 0
            out[t.block_start[b.O_OUTPOSTS] + t.turned_hex[viewer, hexagon] * b.N_OUTPOST + level] = 1.0
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        at = int(t.block_start[b.O_OUTPOST_CARDS]) + relative * t.outpost_cards
        for kind in range(t.outpost_cards):
            out[at + kind] = g.outpost_held[player, kind] / 4.0
    for level in range(len(g.outpost_left)):
        out[t.block_start[b.O_OUTPOST_LEFT] + level] = g.outpost_left[level] / 28.0
    out[t.block_start[b.O_OUTPOST_PILE]] = g.outpost_pile_left / 36.0


@kernel
def write_exploration(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Face-down hexes, who looked where, Events and their tokens (M4)."""
    if t.exploration == 0:
        return
    start = int(t.block_start[b.O_EXPLORATION])
    for hexagon in range(t.hexes):
        out[start + t.turned_hex[viewer, hexagon] * b.N_EXPLORATION + b.X_FACE_DOWN] = g.face_down[hexagon]
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
            mark(t, out, b.O_LOOKS, relative * t.hexes + int(t.turned_hex[viewer, hexagon]))
    if g.bounty >= 0:
        mark(t, out, b.O_BOUNTY, relative_seat(t, viewer, g.bounty))
    mark(t, out, b.O_EVENT, int(g.event))
    for kind in range(t.events):
        out[t.block_start[b.O_EVENTS_SEEN] + kind] = g.event_seen[kind] / 4.0
    out[t.block_start[b.O_EVENT_LEFT]] = g.event_left / 33.0


@kernel
def mark_hex(t: Tables, viewer: int, out: Floats, hexagon: int, feature: int) -> None:
    """Mark a feature of exploration in a hex, where there is one."""
    if hexagon >= 0:
        out[t.block_start[b.O_EXPLORATION] + t.turned_hex[viewer, hexagon] * b.N_EXPLORATION + feature] = 1.0


@kernel
def write_structures(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Jump Gates (M7), Satellites (M8) and Energy Barriers (M9)."""
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        for slot in range(t.gates):
            if g.gate[player, slot] >= 0:
                mark(t, out, b.O_GATES, relative * t.hexes + int(t.turned_hex[viewer, g.gate[player, slot]]))
        for slot in range(t.satellites):
            if g.satellite[player, slot] >= 0:
                mark(t, out, b.O_SATELLITES, relative * t.hexes + int(t.turned_hex[viewer, g.satellite[player, slot]]))
        if g.barrier[player] >= 0:
            mark(t, out, b.O_BARRIERS, int(t.turned_edge[viewer, g.barrier[player]]))


@kernel
def write_leaders(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """Leaders, and for the viewer those to choose from (M10)."""
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        if g.leader[player] >= 0:
            mark(t, out, b.O_LEADERS, relative * t.leaders + int(g.leader[player]))
    for slot in range(len(g.leader_offer[viewer])):
        mark(t, out, b.O_OWN_LEADERS, int(g.leader_offer[viewer, slot]))
    mark(t, out, b.O_OWN_LEADERS, int(g.leader_refused[viewer]))


@kernel
def write_stronghold(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """The situation of the Stronghold scenario."""
    at = int(t.block_start[b.O_STRONGHOLD])
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
    at = int(t.block_start[b.O_SQUADRONS])
    for hexagon in range(t.hexes):
        place = at + t.turned_hex[viewer, hexagon] * 2
        out[place] = g.squadron[hexagon] / 6.0
        out[place + 1] = g.marching[hexagon] / 6.0


@kernel
def write_star(g: Game, t: Tables, viewer: int, out: Floats) -> None:
    """The situation of the Event Horizon scenario."""
    at = int(t.block_start[b.O_STAR])
    out[at] = g.star_tokens / 6.0
    out[at + 1] = g.evolutions / 2.0
    out[at + 2] = (t.turns - g.turn) / 9.0
    at = int(t.block_start[b.O_HEAT])
    for hexagon in range(t.hexes):
        out[at + t.turned_hex[viewer, hexagon]] = g.heat[hexagon]
