"""Setup: an empty record filled [190-286], and frame SETTING_UP: who takes which ship.

The System stack is built of piles, and how is known to all: every block of five tiles holds one Corrupt system, the
lowest the Main Rift instead [254-270, 1174].
"""

from __future__ import annotations

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content.vocabulary import CORRUPT, RIFT
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, modules
from exodus_env.corruption.rules.choices import MAT, ask_ship
from exodus_env.corruption.rules.frames import GAME, SETTING_UP_SHIP
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.scratch import clear_scratch
from exodus_env.corruption.rules.systems import put_system
from exodus_env.corruption.tables import CHOSEN, FIXED, Tables
from exodus_env.kit.chance import PLAY, REDEAL, SETUP, below, set_key
from exodus_env.kit.choices import allow, first_factor
from exodus_env.kit.decks import shuffle, take
from exodus_env.kit.flow import add, get, pop, push
from exodus_env.kit.kernel import Mask, Numbers, kernel


@kernel
def set_up(g: Game, t: Tables, high: int, low: int) -> None:
    """An empty record becomes the first decision of a game."""
    clear(g)
    for stream in (SETUP, PLAY, REDEAL):
        set_key(g, stream, high, low)
    g.leader = below(g, SETUP, t.players)
    stack_systems(g, t)
    shuffle_signals(g, t)
    shuffle_enemies(g, t)
    shuffle_avatars(g, t)
    g.exploration_left = fill(g, g.exploration_deck, int(t.explorations))
    g.ally_left = fill(g, g.ally_deck, int(t.allies))
    g.module_left = fill_copies(g, g.module_deck, t.module_copies[: c.MODULE_KINDS])
    g.precursor_left = fill_copies(g, g.precursor_deck, t.module_copies[c.MODULE_KINDS :])
    g.damaged_left = fill_copies(g, g.damaged_deck, t.damaged_copies)
    for ship in range(t.ships):
        g.captain[ship] = ship % t.players
        g.fleet[ship] = ship
    push(g, GAME)


@kernel
def clear(g: Game) -> None:
    """An empty record; what can be absent is."""
    g.depth, g.decision, g.actor, g.over, g.decisions, g.log_count = 0, 0, -1, 0, 0, 0
    g.stack[:] = 0
    g.log[:] = 0
    g.scripted[:] = 0
    g.scripted_count = 0
    g.focus_hex, g.focus_player, g.focus_card = -1, -1, -1
    g.turn, g.phase, g.leader, g.active, g.lead, g.asked = 0, 0, 0, -1, -1, -1
    g.actions_left, g.turn_over, g.outcome = 0, 0, 0
    clear_ships(g)
    clear_map(g)
    clear_decks(g)
    clear_scratch(g)


@kernel
def clear_ships(g: Game) -> None:
    """No ships."""
    g.captain[:] = -1
    g.mat[:] = -1
    g.slot[:] = -1
    g.fleet[:] = -1
    g.alive[:] = 0
    g.played[:] = 0
    g.engaged[:] = 0
    g.hidden[:] = 0
    g.health[:] = 0
    g.markers[:] = 0
    g.health_gone[:] = 0
    g.energy[:] = 0
    g.ready[:] = 0
    g.scraps[:] = 0
    g.xp[:] = 0
    g.waiting[:] = 0
    g.strained[:] = 0
    g.scavenged[:] = 0
    g.served[:] = 0
    g.refused[:] = 0
    g.probes[:] = 0
    g.energy_saved[:] = 0
    g.mod[:] = 0
    g.module[:] = 0
    g.damaged[:] = 0
    g.modifier[:] = 0


@kernel
def clear_map(g: Game) -> None:
    """No systems, no Keys, no Signals."""
    g.systems = 0
    g.tile[:] = -1
    g.turned[:] = 0
    g.place[:] = 0
    g.around[:] = -1
    g.beside[:] = -1
    g.exploration[:] = 0
    g.pacified[:] = 0
    g.gate[:] = 0
    g.rift[:] = 0
    g.fled[:] = 0
    g.ally[:] = 0
    g.display[:] = 0
    g.key_slot[:] = -1
    g.key_ship[:] = -1
    g.signal[:] = -1
    g.key_state[:] = 0
    g.signal_state[:] = 0
    g.signal_markers[:] = 0


@kernel
def clear_decks(g: Game) -> None:
    """No cards anywhere."""
    g.foe_slot[:] = -1
    g.foe_health[:] = 0
    g.foe_roused[:] = 0
    g.foe_seen[:] = 0
    g.enemy_discarded[:] = 0
    g.corruption, g.boxes_open, g.avatar_moves, g.hold, g.final_rush = 1, 0, 0, 0, 0
    g.box_avatar[:] = -1
    g.returns[:] = 0
    g.pinned[:] = 0
    g.reserve[:] = -1
    g.enemy_deck[:] = -1
    g.tiles[:] = -1
    g.exploration_deck[:] = -1
    g.module_deck[:] = -1
    g.precursor_deck[:] = -1
    g.damaged_deck[:] = -1
    g.ally_deck[:] = -1
    g.reserve_left, g.enemy_left, g.tiles_left, g.exploration_left, g.exploration_known = 0, 0, 0, 0, 0
    g.module_left, g.precursor_left, g.damaged_left, g.ally_left = 0, 0, 0, 0
    g.exploration_seen[:] = 0
    g.damaged_discard[:] = 0


# Decks ----------------------------------------------------------------------------------------------------------------


@kernel
def fill(g: Game, deck: Numbers, cards: int) -> int:
    """A shuffled deck of different cards; returns how many there are."""
    for card in range(cards):
        deck[card] = card
    shuffle(g, deck, cards, 0, SETUP)
    return cards


@kernel
def fill_copies(g: Game, deck: Numbers, copies: Numbers) -> int:
    """A shuffled deck with some copies of each kind; returns how many cards there are."""
    cards = 0
    for kind in range(len(copies)):
        for _ in range(copies[kind]):
            deck[cards] = kind
            cards += 1
    shuffle(g, deck, cards, 0, SETUP)
    return cards


@kernel
def stack_systems(g: Game, t: Tables) -> None:
    """The System stack, and a Corrupt system in the middle of the table [252-270].

    Allied and Enemy systems are shuffled, Corrupt ones by themselves; then each pile takes four, and the lowest the
    Main Rift, each other one a Corrupt system.
    """
    plain = 0
    for tile in range(c.TILES):
        if t.tile_used[tile] == 1 and t.tile_kind[tile] != CORRUPT and t.tile_kind[tile] != RIFT:
            g.tiles[plain] = tile
            plain += 1
    shuffle(g, g.tiles, plain, 0, SETUP)
    size = c.PILE_TILES + 1
    for pile in range(int(t.piles) - 1, -1, -1):
        for place in range(c.PILE_TILES - 1, -1, -1):  # from the top, for piles move up by less than their size
            g.tiles[pile * size + place] = g.tiles[pile * c.PILE_TILES + place]
        g.tiles[pile * size + c.PILE_TILES] = tile_of_kind(t, RIFT) if pile == 0 else -1
    g.tiles_left = t.piles * size
    for pile in range(1, t.piles):
        g.tiles[pile * size + c.PILE_TILES] = undealt_corrupt(g, t)
    start = undealt_corrupt(g, t)
    for pile in range(t.piles):
        shuffle(g, g.tiles[pile * size : (pile + 1) * size], size, 0, SETUP)
    put_system(g, t, -1, 0, start, 0)


@kernel
def tile_of_kind(t: Tables, kind: int) -> int:
    """The first tile of a kind."""
    for tile in range(c.TILES):
        if t.tile_kind[tile] == kind:
            return tile
    return -1


@kernel
def undealt_corrupt(g: Game, t: Tables) -> int:
    """A random Corrupt tile of the game that is not in the stack."""
    left = 0
    for tile in range(c.TILES):
        if is_undealt_corrupt(g, t, tile):
            left += 1
    pick = below(g, SETUP, left)
    for tile in range(c.TILES):
        if is_undealt_corrupt(g, t, tile):
            if pick == 0:
                return tile
            pick -= 1
    return -1


@kernel
def is_undealt_corrupt(g: Game, t: Tables, tile: int) -> bool:
    """Whether a tile is a Corrupt one of the game that is not in the stack."""
    if t.tile_used[tile] == 0 or t.tile_kind[tile] != CORRUPT:
        return False
    for place in range(g.tiles_left):
        if g.tiles[place] == tile:
            return False
    return True


@kernel
def shuffle_signals(g: Game, t: Tables) -> None:
    """The Signals of the difficulty: of each level as many as it takes, shuffled, one for each Key [198, 1101-1109]."""
    cards = fill(g, g.exploration_deck, int(t.signals))  # another deck lends its room; it is filled afterwards
    chosen = 0
    for level in range(len(t.signal_limit)):
        taken = 0
        for place in range(cards):
            card = g.exploration_deck[place]
            if t.signal_level[card] == level and taken < t.signal_limit[level]:
                g.exploration_deck[place] = g.exploration_deck[chosen]
                g.exploration_deck[chosen] = card
                chosen += 1
                taken += 1
    shuffle(g, g.exploration_deck, chosen, 0, SETUP)
    for key in range(t.keys):
        g.signal[key] = g.exploration_deck[key]
    g.exploration_deck[:] = -1


@kernel
def shuffle_enemies(g: Game, t: Tables) -> None:
    """The reserve: each level shuffled by itself, level 1 on top; its first cards are the Enemy deck [210]."""
    for level in range(c.ENEMY_LEVELS, 0, -1):
        first = int(g.reserve_left)
        for enemy in range(t.enemies):
            if t.foe_level[enemy] == level:
                g.reserve[g.reserve_left] = enemy
                g.reserve_left += 1
        shuffle(g, g.reserve[first:], int(g.reserve_left) - first, 0, SETUP)
    for _ in range(t.enemy_deck):
        g.reserve_left -= 1
        g.enemy_deck[g.enemy_left] = take(g.reserve, g.reserve_left)
        g.enemy_left += 1
    shuffle(g, g.enemy_deck, g.enemy_left, 0, SETUP)


@kernel
def shuffle_avatars(g: Game, t: Tables) -> None:
    """A face-down Avatar on each red box [196]."""
    cards = fill(g, g.ally_deck, int(t.avatars))  # another deck lends its room
    for box in range(t.boxes):
        g.box_avatar[box] = g.ally_deck[box]
    g.ally_deck[:cards] = -1


# Ships ----------------------------------------------------------------------------------------------------------------


@kernel
def run_setting_up(g: Game, t: Tables) -> None:
    """Ship by ship: which mat it is, and all that lies on it [234-244]."""
    ship = get(g, SETTING_UP_SHIP)
    if ship >= t.ships:
        pop(g)
    elif t.mats == CHOSEN:
        ask_ship(g, ship, choices.D_MAT)
    elif t.mats == FIXED:
        take_mat(g, t, ship, int(t.fixed_mat[ship]))
    else:
        take_mat(g, t, ship, dealt_mat(g, t))


@kernel
def dealt_mat(g: Game, t: Tables) -> int:
    """A random mat that no ship has."""
    left = c.MATS
    for ship in range(t.ships):
        if g.mat[ship] >= 0:
            left -= 1
    pick = below(g, SETUP, left)
    for mat in range(c.MATS):
        if is_free(g, t, mat):
            if pick == 0:
                return mat
            pick -= 1
    return -1


@kernel
def is_free(g: Game, t: Tables, mat: int) -> bool:
    """Whether no ship has a mat."""
    for ship in range(t.ships):
        if g.mat[ship] == mat:
            return False
    return True


@kernel
def legal_mat(g: Game, t: Tables, mask: Mask) -> None:
    """Any ship that nobody has taken."""
    for mat in range(c.MATS):
        if is_free(g, t, mat):
            allow(t, mask, MAT, mat)


@kernel
def choose_mat(g: Game, t: Tables, action: int) -> None:
    """The captain takes it."""
    take_mat(g, t, int(g.asked), first_factor(t, action))


@kernel
def take_mat(g: Game, t: Tables, ship: int, mat: int) -> None:
    """A ship with its Health, Energy, Scraps and first Mod, in the Starting System."""
    g.mat[ship] = mat
    g.alive[ship] = 1
    g.slot[ship] = 0
    modules.recompute_modifiers(g, t, ship)
    g.energy[ship] = t.start_energy
    g.ready[ship] = t.start_energy
    g.scraps[ship] = t.start_scraps
    note(g, log.E_MAT, ship, mat, 0, 0)
    modules.add_xp(g, t, ship, 0)
    add(g, SETTING_UP_SHIP, 1)
