"""What a seat sees: the kernels that write the blocks of blocks.py.

Ships are counted from the ship that is asked, for everybody, so that all seats see the same except for who they are.
Systems keep their slots. A number is divided by a unit that most of its values stay below, and cut off at MOST.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import (
    ALL_MODULES,
    AVATARS,
    DAMAGED_KINDS,
    EFFECTS,
    ENEMIES,
    EQUIPMENT,
    FOE_CARDS,
    LEVELS,
    MATS,
    MOD_EFFECTS,
    MODULE_SLOTS,
    PILE_TILES,
    SIDES,
)
from exodus_env.corruption.content.vocabulary import CORRUPT, HIT, MODIFIERS, RIFT, SPECIAL
from exodus_env.corruption.encoding import places as b
from exodus_env.corruption.encoding.blocks import MODIFIER
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, frames, words
from exodus_env.corruption.rules.choices import first_ship
from exodus_env.corruption.rules.combat import power_of, shields_of
from exodus_env.corruption.rules.dice import counted, damage, found_by_detection, misses
from exodus_env.corruption.rules.fights import column_of, fought, retaliation_against
from exodus_env.corruption.rules.fleets import own_actions
from exodus_env.corruption.rules.modules import LOCKED, LOST, OPEN, effect_of
from exodus_env.corruption.rules.result import main_rift
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.rules.systems import is_open
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import relative_seat
from exodus_env.kit.encode import amount, draft, draft_mark, draft_more, mark, put, put_amount, put_row, settle
from exodus_env.kit.flow import KIND
from exodus_env.kit.kernel import Row, inlined, kernel

LASTING: Final = len(MODIFIERS)
BLOCK: Final = PILE_TILES + 1  # tiles
MODIFIER_SCALE: Final = 1 / MODIFIER


@kernel
def observe(g: Game, t: Tables, viewer: int, out: Row) -> int:
    """Write everything a seat sees; returns how many entries there are."""
    n = write_course(g, t, out, 0)
    n = write_decks(g, t, out, n)
    n = write_systems(g, t, out, n)
    for relative in range(t.ships):
        n = write_ship(g, t, viewer, relative, out, n)
        n = write_equipment(g, t, relative, out, n)
        n = write_slots(g, t, relative, out, n)
        n = write_dice(g, t, relative, out, n)
    n = write_keys(g, t, out, n)
    n = write_foes(g, t, out, n)
    n = write_allies(g, t, out, n)
    write_pending(g, t, out)
    for i in range(g.depth):
        write_frame(g, t, i, out)
    write_stakes(g, t, out)
    return settle(out, n)


@kernel
def base_ship(g: Game) -> int:
    """The ship that all are counted from: that of the actor, or the first one after the game."""
    return max(0, first_ship(g))


@inlined
def put_place(g: Game, out: Row, n: int, at: int, slot: int) -> int:
    """The coordinates of a system."""
    n = put_amount(out, n, at, int(g.place[slot, 0]), b.H_Q_SCALE)
    n = put_amount(out, n, at + 1, int(g.place[slot, 1]), b.H_R_SCALE)
    return n


# The course of the game -----------------------------------------------------------------------------------------------


@kernel
def write_course(g: Game, t: Tables, out: Row, n: int) -> int:
    """Turn, phase, the Corruption mat, Actions, pending decision."""
    at = int(t.block_start[b.O_COURSE])
    n = put(out, n, at + b.C_PHASE_SETUP + g.phase, 1.0)
    n = put_amount(out, n, at + b.C_TURN, int(g.turn), b.C_TURN_SCALE)
    n = put_amount(out, n, at + b.C_CORRUPTION, int(g.corruption), b.C_CORRUPTION_SCALE)
    n = put_amount(out, n, at + b.C_LEFT, int(t.spaces) - int(g.corruption), b.C_LEFT_SCALE)
    if g.boxes_open < t.boxes:
        n = put_amount(out, n, at + b.C_BOX, int(t.box[g.boxes_open]) - int(g.corruption), b.C_BOX_SCALE)
    n = put_amount(out, n, at + b.C_BOXES, int(g.boxes_open), b.C_BOXES_SCALE)
    n = put(out, n, at + b.C_HOLD, g.hold)
    n = put_amount(out, n, at + b.C_AVATAR_MOVES, int(g.avatar_moves), b.C_AVATAR_MOVES_SCALE)
    n = put(out, n, at + b.C_RUSH, g.final_rush)
    n = put_amount(out, n, at + b.C_ACTIONS, int(g.actions_left), b.C_ACTIONS_SCALE)
    n = put(out, n, at + b.C_TURN_OVER, g.turn_over)
    n = mark(t, out, n, b.O_DECISION, int(g.decision))
    return n


@kernel
def write_decks(g: Game, t: Tables, out: Row, n: int) -> int:
    """How many cards are left, and what everybody knows of them."""
    at = int(t.block_start[b.O_COURSE])
    n = put_amount(out, n, at + b.C_TILES, int(g.tiles_left), b.C_TILES_SCALE)
    n = put_amount(out, n, at + b.C_EXPLORATIONS, int(g.exploration_left), b.C_EXPLORATIONS_SCALE)
    n = put_amount(out, n, at + b.C_KNOWN, int(g.exploration_known), b.C_KNOWN_SCALE)
    n = put_amount(out, n, at + b.C_MODULES, int(g.module_left), b.C_MODULES_SCALE)
    n = put_amount(out, n, at + b.C_PRECURSORS, int(g.precursor_left), b.C_PRECURSORS_SCALE)
    n = put_amount(out, n, at + b.C_DAMAGED, int(g.damaged_left), b.C_DAMAGED_SCALE)
    n = put_amount(out, n, at + b.C_ALLIES, int(g.ally_left), b.C_ALLIES_SCALE)
    n = put_amount(out, n, at + b.C_ENEMIES, int(g.enemy_left), b.C_ENEMIES_SCALE)
    n = put_amount(out, n, at + b.C_RESERVE, int(g.reserve_left), b.C_RESERVE_SCALE)
    n = put_row(out, n, int(t.block_start[b.O_SEEN]), g.exploration_seen, len(g.exploration_seen), 0.5)
    n = put_row(out, n, int(t.block_start[b.O_DISCARDS]), g.damaged_discard, DAMAGED_KINDS, b.DISCARDS_SCALE)
    n = write_block(g, t, at, out, n)
    return n


@kernel
def write_block(g: Game, t: Tables, at: int, out: Row, n: int) -> int:
    """What is known of the block on top of the stack [1174]: how many tiles it has left, and whether its Corrupt system
    or the Main Rift is among them. The tiles drawn from it are those of the latest slots."""
    on_map = main_rift(g, t) >= 0
    n = put(out, n, at + b.C_FOUND, 1.0 if on_map else 0.0)
    if g.tiles_left == 0:
        return n
    left = (int(g.tiles_left) - 1) % BLOCK + 1
    n = put(out, n, at + b.C_BLOCK, left * b.C_BLOCK_SCALE)
    drawn = drawn_tile(g)
    if g.tiles_left <= BLOCK:
        found = on_map or (drawn >= 0 and t.tile_kind[drawn] == RIFT)
        n = put(out, n, at + b.C_RIFT, 0.0 if found else 1.0)
        return n
    count = BLOCK - left - (1 if drawn >= 0 else 0)
    there = 0.0 if drawn >= 0 and t.tile_kind[drawn] == CORRUPT else 1.0
    for slot in range(int(g.systems) - count, int(g.systems)):
        if t.tile_kind[g.tile[slot]] == CORRUPT:
            there = 0.0
    n = put(out, n, at + b.C_CORRUPT, there)
    return n


@kernel
def drawn_tile(g: Game) -> int:
    """The tile that was drawn and is not placed yet, -1 none."""
    for i in range(g.depth):
        if g.stack[i, KIND] == frames.REVEAL:
            return int(g.stack[i, frames.REVEAL_TILE]) - 1
    return -1


# The map --------------------------------------------------------------------------------------------------------------


@kernel
def write_systems(g: Game, t: Tables, out: Row, n: int) -> int:
    """All systems, and which tiles they are."""
    for slot in range(g.systems):
        n = mark(t, out, n, b.O_TILES, int(g.tile[slot]))
        n = write_system(g, t, slot, out, n)
        n = write_lanes(g, t, slot, out, n)
    return n


@kernel
def write_system(g: Game, t: Tables, slot: int, out: Row, n: int) -> int:
    """A system: what is printed and what lies there."""
    at = int(t.block_start[b.O_SYSTEM]) + slot * b.H_WIDTH
    tile = int(g.tile[slot])
    n = put(out, n, at + b.H_REVEALED, 1.0)
    n = put_place(g, out, n, at + b.H_Q, slot)
    n = put(out, n, at + b.H_ALLIED + t.tile_kind[tile], 1.0)
    n = put(out, n, at + b.H_EXPLORATION, g.exploration[slot])
    n = put(out, n, at + b.H_SIGNAL, 1.0 if t.tile_signal[tile] > 0 else 0.0)
    n = put_amount(out, n, at + b.H_PACIFIED, int(g.pacified[slot]), b.H_PACIFIED_SCALE)
    n = put(out, n, at + b.H_GATE, g.gate[slot])
    n = put(out, n, at + b.H_RIFT_OPEN, g.rift[slot])
    n = put(out, n, at + b.H_FLED, g.fled[slot])
    n = put(out, n, at + b.H_ALLY, t.tile_ally[tile])
    n = put(out, n, at + b.H_MET, 1.0 if g.ally[slot] > 0 else 0.0)
    n = put(out, n, at + b.H_ENEMIES, t.tile_enemies[tile] * b.H_ENEMIES_SCALE)
    n = put(out, n, at + b.H_SURVEILLANCE, t.tile_surveillance[tile])
    n = put(out, n, at + b.H_RESERVE, t.tile_reserve[tile])
    return n


@kernel
def write_lanes(g: Game, t: Tables, slot: int, out: Row, n: int) -> int:
    """Where the lanes of a system lead: to another one, or to an empty space."""
    at = int(t.block_start[b.O_SYSTEM]) + slot * b.H_WIDTH + b.H_OPEN_EAST
    beside = int(t.block_start[b.O_BESIDE]) + slot * SIDES
    for side in range(SIDES):
        n = put(out, n, beside + side, (g.beside[slot, side] + 1) * b.BESIDE_SCALE)
        if g.around[slot, side] < 0 and is_open(t, int(g.tile[slot]), int(g.turned[slot]), side):
            n = put(out, n, at + side, 1.0)
    return n


# Ships ----------------------------------------------------------------------------------------------------------------


@kernel
def write_ship(g: Game, t: Tables, viewer: int, relative: int, out: Row, n: int) -> int:
    """A ship, counted from the one that is asked: where it is, whose, and how it stands."""
    base = base_ship(g)
    ship = (base + relative) % t.ships
    at = int(t.block_start[b.O_SHIP]) + relative * b.S_WIDTH
    n = mark(t, out, n, b.O_CAPTAIN, relative * t.players + relative_seat(t, viewer, int(g.captain[ship])))
    for other in range(t.ships):
        if g.fleet[ship] == g.fleet[(base + other) % t.ships]:
            n = mark(t, out, n, b.O_MATES, relative * t.ships + other)
    if g.slot[ship] >= 0:
        n = put_place(g, out, n, at + b.S_Q, int(g.slot[ship]))
        n = mark(t, out, n, b.O_SHIP_AT, relative * (1 + int(t.piles) * BLOCK) + int(g.slot[ship]))
    if g.mat[ship] >= 0:
        n = mark(t, out, n, b.O_MATS, relative * MATS + int(g.mat[ship]))
        n = write_standing(g, t, ship, at, out, n)
    n = put(out, n, at + b.S_ALIVE, g.alive[ship])
    n = put(out, n, at + b.S_LEAD, 1.0 if g.lead == ship else 0.0)
    n = put(out, n, at + b.S_ACTIVE, 1.0 if g.active >= 0 and g.fleet[ship] == g.active else 0.0)
    n = put(out, n, at + b.S_LEADER, 1.0 if g.captain[ship] == g.leader else 0.0)
    n = put(out, n, at + b.S_FOCUS, 1.0 if g.focus_player == ship else 0.0)
    n = put(out, n, at + b.S_TAKES, g.taker[ship])
    n = put(out, n, at + b.S_PLAYED, g.played[ship])
    n = put(out, n, at + b.S_ENGAGED, g.engaged[ship])
    n = put(out, n, at + b.S_HIDDEN, g.hidden[ship])
    n = put(out, n, at + b.S_STRAINED, g.strained[ship])
    n = put(out, n, at + b.S_SCAVENGED, g.scavenged[ship])
    n = put(out, n, at + b.S_SERVED, g.served[ship])
    n = put(out, n, at + b.S_REFUSED, g.refused[ship])
    if g.manoeuvre[ship] > 0:
        n = put(out, n, at + b.S_OFFENSE + g.manoeuvre[ship] - 1, 1.0)
    n = put_amount(out, n, at + b.S_GUARD, int(g.guard[ship]), b.S_GUARD_SCALE)
    n = put_amount(out, n, at + b.S_RETALIATION, int(g.retaliation[ship]), b.S_RETALIATION_SCALE)
    n = put(out, n, at + b.S_JAMMED, g.jammed[ship])
    n = put(out, n, at + b.S_ESCAPED, g.escaped[ship])
    n = put_amount(out, n, at + b.S_GIVEN, int(g.moved_scraps[ship]), b.S_GIVEN_SCALE)
    return n


@kernel
def write_standing(g: Game, t: Tables, ship: int, at: int, out: Row, n: int) -> int:
    """Health, Energy, Scraps, XP and Actions of a ship."""
    mat = int(g.mat[ship])
    n = put_amount(out, n, at + b.S_HEALTH, int(g.health[ship]), b.S_HEALTH_SCALE)
    n = put_amount(out, n, at + b.S_MARKERS, int(g.markers[ship]), b.S_MARKERS_SCALE)
    n = put_amount(out, n, at + b.S_GONE, int(g.health_gone[ship]), b.S_GONE_SCALE)
    n = put_amount(out, n, at + b.S_ENERGY, int(g.energy[ship]), b.S_ENERGY_SCALE)
    n = put_amount(out, n, at + b.S_READY, int(g.ready[ship]), b.S_READY_SCALE)
    n = put_amount(out, n, at + b.S_SCRAPS, int(g.scraps[ship]), b.S_SCRAPS_SCALE)
    n = put_amount(out, n, at + b.S_XP, int(g.xp[ship]), b.S_XP_SCALE)
    for level in range(LEVELS):
        if g.mod[ship, level] == LOCKED:
            n = put_amount(
                out, n, at + b.S_NEXT_LEVEL, int(t.mat_level[mat, level]) - int(g.xp[ship]), b.S_NEXT_LEVEL_SCALE
            )
            break
    n = put_amount(out, n, at + b.S_ACTIONS, own_actions(g, t, ship), b.S_ACTIONS_SCALE)
    n = put(out, n, at + b.S_WAITING, 1.0 if g.waiting[ship] > 0 else 0.0)
    n = put_amount(out, n, at + b.S_PROBES, int(g.probes[ship]), b.S_PROBES_SCALE)
    n = put_amount(out, n, at + b.S_ENERGY_SAVED, int(g.energy_saved[ship]), b.S_ENERGY_SAVED_SCALE)
    return n


@kernel
def write_equipment(g: Game, t: Tables, relative: int, out: Row, n: int) -> int:
    """Mods, modules, Damaged cards and what they add up to."""
    ship = (base_ship(g) + relative) % t.ships
    mods = int(t.block_start[b.O_MODS]) + relative * LEVELS * b.MOD_WIDTH
    for level in range(LEVELS):
        state = int(g.mod[ship, level])
        if state != LOCKED:
            feature = b.MOD_LOST if state == LOST else b.MOD_OPEN if state == OPEN else b.MOD_CHOSEN
            n = put(out, n, mods + level * b.MOD_WIDTH + feature, 1.0)
    effects = int(t.block_start[b.O_EFFECTS]) + relative * EFFECTS
    for place in range(EQUIPMENT):
        effect = effect_of(g, ship, place)
        if effect >= 0:
            draft_more(out, effects + effect, b.EFFECTS_SCALE)
    n = put_row(out, n, int(t.block_start[b.O_USED]) + relative * EQUIPMENT, g.used[ship], EQUIPMENT, 1.0)
    n = put_row(
        out, n, int(t.block_start[b.O_MOVED]) + relative * MODULE_SLOTS, g.moved_module[ship], MODULE_SLOTS, 1.0
    )
    damage = int(t.block_start[b.O_DAMAGE]) + relative * DAMAGED_KINDS
    n = put_row(out, n, damage, g.damaged[ship], DAMAGED_KINDS, b.DAMAGE_SCALE)
    lasting = int(t.block_start[b.O_MODIFIERS]) + relative * LASTING
    for which in range(LASTING):
        n = put_amount(out, n, lasting + which, int(g.modifier[ship, which]), MODIFIER_SCALE)
    return n


@kernel
def write_slots(g: Game, t: Tables, relative: int, out: Row, n: int) -> int:
    """Which module is in which slot, for choices and what was used name slots."""
    ship = (base_ship(g) + relative) % t.ships
    for slot in range(MODULE_SLOTS):
        if g.module[ship, slot] > 0:
            n = mark(
                t, out, n, b.O_SLOTS, (relative * MODULE_SLOTS + slot) * ALL_MODULES + int(g.module[ship, slot]) - 1
            )
    return n


@kernel
def write_dice(g: Game, t: Tables, relative: int, out: Row, n: int) -> int:
    """The dice of a ship in the roll that lies there."""
    ship = (base_ship(g) + relative) % t.ships
    dice = len(g.face[ship])
    for die in range(dice):
        at = int(t.block_start[b.O_DICE]) + (relative * dice + die) * b.DIE_WIDTH
        if g.face[ship, die] >= 0:
            n = put(out, n, at + b.DIE_HIT + g.face[ship, die], 1.0)
        if g.colour[ship, die] >= 0:
            n = put(out, n, at + b.DIE_RED + g.colour[ship, die], 1.0)
        n = put(out, n, at + b.DIE_REROLLED, g.die_rerolled[ship, die])
        n = put(out, n, at + b.DIE_SPENT, 1.0 if g.die_spent[ship, die] == 1 else 0.0)
        n = put(out, n, at + b.DIE_TURNED, 1.0 if g.die_spent[ship, die] == 2 else 0.0)
        n = put(out, n, at + b.DIE_IGNORED, g.die_ignored[ship, die])
    return n


# Keys, foes, Allies ---------------------------------------------------------------------------------------------------


@kernel
def write_keys(g: Game, t: Tables, out: Row, n: int) -> int:
    """Keys and their Signals; a Signal that is face down is nobody's to know."""
    for key in range(t.keys):
        at = int(t.block_start[b.O_KEY]) + key * b.K_WIDTH
        slot = int(g.key_slot[key])
        n = put(out, n, at + b.K_ON_MAT + g.key_state[key], 1.0)
        if slot >= 0:
            n = put_place(g, out, n, at + b.K_Q, slot)
            n = put(out, n, at + b.K_FOUND, 1.0)
            if g.key_ship[key] < 0:
                draft_more(out, int(t.block_start[b.O_SYSTEM]) + slot * b.H_WIDTH + b.H_KEY, b.H_KEY_SCALE)
        if g.key_ship[key] >= 0:
            relative = (int(g.key_ship[key]) - base_ship(g) + t.ships) % t.ships
            n = mark(t, out, n, b.O_CARRIER, key * t.ships + relative)
        n = put(out, n, at + b.K_MOVED, g.moved_key[key])
        if g.signal_state[key] > 0:
            n = put(out, n, at + b.K_OPEN, 1.0 if g.signal_state[key] == 1 else 0.0)
            n = put(out, n, at + b.K_SOLVED, 1.0 if g.signal_state[key] == 2 else 0.0)
            n = put_amount(out, n, at + b.K_MARKERS, int(g.signal_markers[key]), b.K_MARKERS_SCALE)
            n = mark(t, out, n, b.O_SIGNALS, key * len(t.signal_level) + int(g.signal[key]))
    return n


@kernel
def write_foes(g: Game, t: Tables, out: Row, n: int) -> int:
    """Enemies and Avatars on the map, and those where the ship that is asked is, in the order choices name them."""
    here = int(g.slot[base_ship(g)])
    nth = 0
    for card in range(FOE_CARDS):
        at = int(t.block_start[b.O_FOE]) + card * b.F_WIDTH
        slot = int(g.foe_slot[card])
        n = put(out, n, at + b.F_SEEN, g.foe_seen[card])
        if slot < 0:
            continue
        n = mark(t, out, n, b.O_FOES, card)
        n = put_place(g, out, n, at + b.F_Q, slot)
        n = put(out, n, at + b.F_PRESENT, 1.0)
        n = put_amount(out, n, at + b.F_HEALTH, int(g.foe_health[card]), b.F_HEALTH_SCALE)
        n = put(out, n, at + b.F_ROUSED, g.foe_roused[card])
        system = int(t.block_start[b.O_SYSTEM]) + slot * b.H_WIDTH
        if card < ENEMIES:
            draft_more(out, system + b.H_FOES, b.H_FOES_SCALE)
        else:
            draft_more(out, system + b.H_AVATARS, b.H_AVATARS_SCALE)
        draft_more(out, system + b.H_FOE_HEALTH, g.foe_health[card] * b.H_FOE_HEALTH_SCALE)
        if slot == here:
            n = write_foe_choice(g, t, card, nth, out, n)
            nth += 1
    for enemy in range(ENEMIES):
        n = put(out, n, int(t.block_start[b.O_FOE]) + enemy * b.F_WIDTH + b.F_DISCARDED, g.enemy_discarded[enemy])
    for avatar in range(AVATARS):
        at = int(t.block_start[b.O_FOE]) + (ENEMIES + avatar) * b.F_WIDTH
        n = put(out, n, at + b.F_PINNED, g.pinned[avatar])
        if g.returns[avatar] > 0:
            n = put_amount(out, n, at + b.F_WAITS, int(g.returns[avatar]) - int(g.corruption), b.F_WAITS_SCALE)
        n = put(out, n, at + b.F_OUT, 1.0 if g.returns[avatar] < 0 else 0.0)
    return n


@kernel
def write_foe_choice(g: Game, t: Tables, card: int, nth: int, out: Row, n: int) -> int:
    """A foe that can be chosen to fight."""
    at = int(t.block_start[b.O_FOE_CHOICE]) + nth * b.FC_WIDTH
    n = put(out, n, at + b.FC_PRESENT, 1.0)
    n = put(out, n, at + b.FC_AVATAR, 1.0 if card >= ENEMIES else 0.0)
    n = put_amount(out, n, at + b.FC_HEALTH, int(g.foe_health[card]), b.FC_HEALTH_SCALE)
    n = put_amount(out, n, at + b.FC_SHIELD, int(t.foe_shield[card]), b.FC_SHIELD_SCALE)
    return n


@kernel
def write_allies(g: Game, t: Tables, out: Row, n: int) -> int:
    """Allies that were met, and what they offer."""
    here = int(g.slot[base_ship(g)])
    hexes = 1 + int(t.piles) * BLOCK
    for slot in range(g.systems):
        ally = int(g.ally[slot]) - 1
        if ally >= 0:
            n = mark(t, out, n, b.O_ALLY, ally * hexes + slot)
            for place in range(len(g.display[ally])):
                kind = int(g.display[ally, place]) - 1
                if kind >= 0:
                    draft_more(out, t.block_start[b.O_DISPLAY] + ally * ALL_MODULES + kind, b.DISPLAY_SCALE)
                    if slot == here:
                        n = mark(t, out, n, b.O_OFFER, place * ALL_MODULES + kind)
    return n


# What is under way ----------------------------------------------------------------------------------------------------


@kernel
def write_pending(g: Game, t: Tables, out: Row) -> None:
    """What the pending decision is about, and the attack, roll or Exploration under way."""
    at = int(t.block_start[b.O_PENDING])
    draft(out, at + b.N_SEAT, 1.0 if g.asked < 0 else 0.0)
    draft(out, at + b.N_COUNTED, amount(int(g.counted), b.N_COUNTED_SCALE))
    draft(out, at + b.N_UNSEEN, g.unseen)
    draft(out, at + b.N_SUCCESS, g.success)
    draft(out, at + b.N_POWER, amount(int(g.power), b.N_POWER_SCALE))
    draft(out, at + b.N_PIERCE, amount(int(g.pierce), b.N_PIERCE_SCALE))
    draft(out, at + b.N_SHIELD_UP, amount(int(g.shield_up), b.N_SHIELD_UP_SCALE))
    draft(out, at + b.N_SILENCED, g.silenced)
    draft(out, at + b.N_STRUCK, g.struck)
    draft(out, at + b.N_VEILED, g.veiled)
    for option in range(len(g.option_taken)):
        draft(out, at + b.N_TAKEN_1 + option, g.option_taken[option])
    draft_mark(t, out, b.O_CARD, int(g.card))
    if g.focus_hex >= 0:
        draft_mark(t, out, b.O_SYSTEM, int(g.focus_hex) * b.H_WIDTH + b.H_FOCUS)
    if g.decision == choices.D_MOD:
        first = (int(g.mat[g.asked]) * LEVELS + int(g.focus_card)) * MOD_EFFECTS
        draft(out, at + b.N_LEVEL, (g.focus_card + 1) * b.N_LEVEL_SCALE)
        for choice in range(MOD_EFFECTS):
            draft_mark(t, out, b.O_OFFERED, choice * EFFECTS + first + choice)
    if is_about_module(g):
        draft_mark(t, out, b.O_ABOUT_MODULE, int(g.focus_card))


@kernel
def is_about_module(g: Game) -> bool:
    """Whether the pending decision is about a module that its focus names."""
    d = g.decision
    return bool(d == choices.D_REPLACE or d == choices.D_BUYER or d == choices.D_CONSENT or d == choices.D_GIVE_TO)


@kernel
def mark_ship(g: Game, t: Tables, out: Row, ship: int, feature: int) -> None:
    """A feature of a ship, where there is one."""
    if ship >= 0:
        relative = (ship - base_ship(g) + t.ships) % t.ships
        draft(out, int(t.block_start[b.O_SHIP]) + relative * b.S_WIDTH + feature, 1.0)


@kernel
def mark_ships(g: Game, t: Tables, out: Row, ships: int, feature: int) -> None:
    """A feature of each ship that has a bit."""
    for ship in range(t.ships):
        if (ships >> ship) & 1 == 1:
            mark_ship(g, t, out, ship, feature)


@kernel
def write_frame(g: Game, t: Tables, i: int, out: Row) -> None:
    """What a frame keeps; what lies on top of it in the stack is written over it."""
    frame = g.stack[i]
    kind = int(frame[KIND])
    at = int(t.block_start[b.O_PENDING])
    draft_mark(t, out, b.O_UNDER_WAY, kind)
    if kind == frames.ACTION_PHASE:
        mark_ships(g, t, out, int(frame[frames.ACTION_PHASE_WAITING]), b.S_WAITS)
    elif kind == frames.ACTIVATION:
        draft(out, at + b.N_TURN_ASKED, frame[frames.ACTIVATION_PLACE] * b.N_TURN_ASKED_SCALE)
    elif kind == frames.MUSTER:
        mark_ship(g, t, out, int(frame[frames.MUSTER_SHIP]) - 1, b.S_CHOSEN)
    elif kind == frames.RUSH:
        draft(out, at + b.N_JUMPS, frame[frames.RUSH_JUMPS] * b.N_JUMPS_SCALE)
    elif kind == frames.REVEAL:
        write_reveal(g, t, i, at, out)
    elif kind == frames.ROLL:
        write_roll(g, t, i, at, out)
    elif kind == frames.WINDOW:
        write_window(g, t, i, at, out)
    elif kind == frames.EFFECTS:
        write_effects(g, t, i, at, out)
    elif kind == frames.MAINTENANCE:
        draft(out, at + b.N_ASKED, frame[frames.MAINTENANCE_PLACE] * b.N_ASKED_SCALE)
        mark_ship(g, t, out, int(frame[frames.MAINTENANCE_SHIP]) - 1, b.S_CHOSEN)
    elif kind == frames.TRADE:
        write_trade(g, t, i, at, out)
    elif kind == frames.COMBAT:
        write_combat(g, t, i, at, out)
    else:
        write_card_frame(g, t, i, at, out)


@kernel
def write_card_frame(g: Game, t: Tables, i: int, at: int, out: Row) -> None:
    """An Exploration, a Signal or a movement of Avatars under way."""
    frame = g.stack[i]
    kind = int(frame[KIND])
    if kind == frames.EXPLORATION:
        draft(out, at + b.N_CARD_ASKED, frame[frames.EXPLORATION_PLACE] * b.N_CARD_ASKED_SCALE)
        draft(out, at + b.N_FREE, amount(int(frame[frames.EXPLORATION_FREE]), b.N_FREE_SCALE))
        mark_ships(g, t, out, int(frame[frames.EXPLORATION_HAD]), b.S_HAD)
        if frame[frames.EXPLORATION_OPTION] > 0:
            mark_ship(g, t, out, int(frame[frames.EXPLORATION_SHIP]), b.S_OPTS)
            draft(out, at + b.N_OPTION_1 + frame[frames.EXPLORATION_OPTION] - 1, 1.0)
    elif kind == frames.SIGNAL:
        draft(out, at + b.N_CARD_ASKED, frame[frames.SIGNAL_PLACE] * b.N_CARD_ASKED_SCALE)
        draft_mark(t, out, b.O_KEY, int(frame[frames.SIGNAL_KEY]) * b.K_WIDTH + b.K_PENDING)
        if frame[frames.SIGNAL_INSTRUCTION] > 0:
            draft(out, at + b.N_INSTRUCTION_1 + frame[frames.SIGNAL_INSTRUCTION] - 1, 1.0)
    elif kind == frames.AVATARS:
        for avatar in range(frame[frames.AVATARS_AVATAR]):
            draft(out, int(t.block_start[b.O_FOE]) + (ENEMIES + avatar) * b.F_WIDTH + b.F_MOVED, 1.0)
        if frame[frames.AVATARS_AIM] > 0:
            draft_mark(t, out, b.O_SYSTEM, (int(frame[frames.AVATARS_AIM]) - 1) * b.H_WIDTH + b.H_AIM)


@kernel
def write_reveal(g: Game, t: Tables, i: int, at: int, out: Row) -> None:
    """Where a new system is to lie, and the tile that was drawn."""
    frame = g.stack[i]
    draft_mark(t, out, b.O_SYSTEM, int(frame[frames.REVEAL_FROM]) * b.H_WIDTH + b.H_FOCUS)
    draft(out, at + b.N_TOWARDS_EAST + frame[frames.REVEAL_DIRECTION], 1.0)
    draft(out, at + b.N_REVEAL_JUMP, frame[frames.REVEAL_JUMP])
    mark_ship(g, t, out, int(frame[frames.REVEAL_SHIP]), b.S_REVEALS)
    draft_mark(t, out, b.O_DRAWN, int(frame[frames.REVEAL_TILE]) - 1)
    draft_mark(t, out, b.O_TILES, int(frame[frames.REVEAL_TILE]) - 1)


@kernel
def clear_mark(t: Tables, out: Row, feature: int) -> None:
    """No ship has a feature."""
    for relative in range(t.ships):
        draft(out, int(t.block_start[b.O_SHIP]) + relative * b.S_WIDTH + feature, 0.0)


@kernel
def write_window(g: Game, t: Tables, i: int, at: int, out: Row) -> None:
    """Who may use equipment, and who has passed: in this window, and in those that it lies in."""
    frame = g.stack[i]
    passed = 0
    for below in range(i):
        if g.stack[below, KIND] == frames.WINDOW:
            passed |= int(g.stack[below, frames.WINDOW_PASSED])
    for feature in (b.S_PASSED, b.S_PASSED_BEFORE, b.S_OPENS):
        clear_mark(t, out, feature)
    mark_ships(g, t, out, passed, b.S_PASSED_BEFORE)
    draft(out, at + b.N_WINDOW_MENU + frame[frames.WINDOW_KIND] - 1, 1.0)
    mark_ships(g, t, out, int(frame[frames.WINDOW_PASSED]), b.S_PASSED)
    mark_ship(g, t, out, int(frame[frames.WINDOW_LEAD]), b.S_OPENS)


@kernel
def write_roll(g: Game, t: Tables, i: int, at: int, out: Row) -> None:
    """A Detection, Skill or Damage Roll: what it asks for, and what is there by now."""
    frame = g.stack[i]
    kind, ship = int(frame[frames.ROLL_KIND]), int(frame[frames.ROLL_SHIP])
    mark_ship(g, t, out, ship, b.S_ROLLS)
    if kind == words.W_DETECTION:
        draft(out, at + b.N_ROLL_DETECTION, 1.0)
        draft(out, at + b.N_ROLL_COUNT, amount(int(t.detection_misses), b.N_ROLL_COUNT_SCALE))
        draft(out, at + b.N_ROLL_FOUND, amount(found_by_detection(g, t, ship), b.N_ROLL_FOUND_SCALE))
    elif kind == words.W_SKILL:
        symbol = int(frame[frames.ROLL_SYMBOL])
        draft(out, at + b.N_ROLL_SKILL, 1.0)
        draft(out, at + b.N_ROLL_HIT, 1.0 if symbol == HIT else 0.0)
        draft(out, at + b.N_ROLL_SPECIAL, 1.0 if symbol == SPECIAL else 0.0)
        draft(out, at + b.N_ROLL_COUNT, amount(int(frame[frames.ROLL_COUNT]), b.N_ROLL_COUNT_SCALE))
        draft(out, at + b.N_ROLL_FOUND, amount(counted(g, t, ship, symbol), b.N_ROLL_FOUND_SCALE))
    else:
        draft(out, at + b.N_ROLL_DAMAGE, 1.0)
        draft(out, at + b.N_ROLL_FOUND, amount(misses(g, ship), b.N_ROLL_FOUND_SCALE))


@kernel
def write_stakes(g: Game, t: Tables, out: Row) -> None:
    """What the dice would do as they lie: hits against Shields, and the Health ships are about to lose."""
    at = int(t.block_start[b.O_PENDING])
    if column_of(g, frames.ROLL, frames.ROLL_KIND) == words.W_DAMAGE:
        ship = column_of(g, frames.ROLL, frames.ROLL_SHIP)
        put_loss(g, t, out, ship, damage(g, t, ship))
    elif column_of(g, frames.ROLL, frames.ROLL_KIND) == 0 and fought(g) >= 0:
        draft(out, at + b.N_HITS, amount(power_of(g, t), b.N_HITS_SCALE))
        draft(out, at + b.N_SHIELDS, amount(shields_of(g, t), b.N_SHIELDS_SCALE))
        for ship in range(t.ships):
            if is_with(g, int(g.lead), ship):
                put_loss(g, t, out, ship, retaliation_against(g, t, ship))


@kernel
def put_loss(g: Game, t: Tables, out: Row, ship: int, lost: int) -> None:
    """The Health that a ship is about to lose."""
    relative = (ship - base_ship(g) + t.ships) % t.ships
    draft(out, int(t.block_start[b.O_SHIP]) + relative * b.S_WIDTH + b.S_LOSES, amount(lost, b.S_LOSES_SCALE))


@kernel
def write_effects(g: Game, t: Tables, i: int, at: int, out: Row) -> None:
    """The effect that is being carried out, and the first one, which those on top of it come before."""
    frame = g.stack[i]
    if frame[frames.EFFECTS_ROWS] == 0:
        return  # all is done
    if out.draft[at + b.N_EFFECTS] == 0.0:
        write_row(g, t, i, int(t.block_start[b.O_FIRST_ROW]), out)
        mark_ship(g, t, out, int(frame[frames.EFFECTS_SHIP]), b.S_BEGAN)
    draft_more(out, at + b.N_EFFECTS, b.N_EFFECTS_SCALE)
    write_row(g, t, i, int(t.block_start[b.O_ROW]), out)
    for feature in (b.S_ACTS, b.S_GOT):
        clear_mark(t, out, feature)
    mark_ship(g, t, out, int(frame[frames.EFFECTS_SHIP]), b.S_ACTS)
    mark_ships(g, t, out, int(frame[frames.EFFECTS_GOT]), b.S_GOT)
    mark_ship(g, t, out, int(frame[frames.EFFECTS_TARGET]) - 1, b.S_CHOSEN)
    if frame[frames.EFFECTS_SYSTEM] > 0:
        draft_mark(t, out, b.O_SYSTEM, (int(frame[frames.EFFECTS_SYSTEM]) - 1) * b.H_WIDTH + b.H_FOCUS)
    draft_mark(t, out, b.O_ABOUT_MODULE, int(frame[frames.EFFECTS_MODULE]) - 1)


@kernel
def write_row(g: Game, t: Tables, i: int, at: int, out: Row) -> None:
    """A row of effects, and how far it is."""
    frame = g.stack[i]
    for feature in range(b.ROW_WIDTH):
        draft(out, at + feature, 0.0)
    row = t.row[frame[frames.EFFECTS_ROW]]
    draft(out, at + row[words.ROW_OPERATION], 1.0)
    draft(out, at + b.ROW_TARGET_NONE + row[words.ROW_TARGET], 1.0)
    draft(out, at + b.ROW_AMOUNT, amount(int(row[words.ROW_AMOUNT]), b.ROW_AMOUNT_SCALE))
    draft(out, at + b.ROW_OF, (row[words.ROW_OF] + 1) * b.ROW_OF_SCALE)
    draft(out, at + b.ROW_INTO, (row[words.ROW_INTO] + 1) * b.ROW_INTO_SCALE)
    draft(out, at + b.ROW_SOURCE_EQUIPMENT + frame[frames.EFFECTS_SOURCE], 1.0)
    draft(out, at + b.ROW_ROWS, amount(int(frame[frames.EFFECTS_ROWS]), b.ROW_ROWS_SCALE))
    draft(out, at + b.ROW_LEFT, amount(int(frame[frames.EFFECTS_LEFT]), b.ROW_LEFT_SCALE))
    draft(out, at + b.ROW_DONE, amount(int(frame[frames.EFFECTS_PLACE]), b.ROW_DONE_SCALE))


@kernel
def write_trade(g: Game, t: Tables, i: int, at: int, out: Row) -> None:
    """A Trade: what is bought or given, who gets it, who pays."""
    frame = g.stack[i]
    draft(out, at + b.N_ASKED, frame[frames.TRADE_PLACE] * b.N_ASKED_SCALE)
    if frame[frames.TRADE_ITEM] > 0:
        draft(out, at + b.N_ITEM_1 + frame[frames.TRADE_ITEM] - 1, 1.0)
    draft(out, at + b.N_OWED, amount(int(frame[frames.TRADE_OWED]), b.N_OWED_SCALE))
    mark_ship(g, t, out, int(frame[frames.TRADE_BUYER]) - 1, b.S_CHOSEN)
    mark_ships(g, t, out, int(frame[frames.TRADE_AGREED]), b.S_AGREED)
    mark_ships(g, t, out, int(frame[frames.TRADE_REFUSED]), b.S_DECLINED)


@kernel
def write_combat(g: Game, t: Tables, i: int, at: int, out: Row) -> None:
    """A fight."""
    frame = g.stack[i]
    draft(out, at + b.N_ASKED, frame[frames.COMBAT_PLACE] * b.N_ASKED_SCALE)
    draft(out, at + b.N_ROUND, amount(int(frame[frames.COMBAT_ROUND]), b.N_ROUND_SCALE))
    draft(out, at + b.N_PROPOSED, frame[frames.COMBAT_PROPOSED])
    draft(out, at + b.N_ROLLS, amount(int(frame[frames.COMBAT_ROLLS]), b.N_ROLLS_SCALE))
    draft(out, at + b.N_AVATARS, frame[frames.COMBAT_AVATARS])
    draft_mark(t, out, b.O_FOUGHT, int(frame[frames.COMBAT_FOE]) - 1)
