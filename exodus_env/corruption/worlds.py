"""Worlds that are possible as far as anybody knows: all that lies face down is dealt again, everything else is kept.

Nobody knows more than the others. Hidden are the order of the decks, the Signals that are face down, the Avatars on red
boxes that were not reached, and the dice to come. Known is how decks were made: which blocks of the System stack hold a
Corrupt system and which the Main Rift, the levels of the reserve, Enemies that everybody saw go into their deck, and
cards seen to go under one.

A world depends on what is known and on the seed alone: two games that look the same give the same worlds.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import ENEMIES, ENEMY_LEVELS, PILE_TILES, TILES
from exodus_env.corruption.content.vocabulary import CORRUPT, RIFT
from exodus_env.corruption.record import Game
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import REDEAL, below, renew_chance
from exodus_env.kit.decks import reshuffle
from exodus_env.kit.kernel import kernel

BLOCK: Final = PILE_TILES + 1


@kernel
def redeal(g: Game, t: Tables, viewer: int, high: int, low: int) -> None:
    """Deal again what nobody knows."""
    renew_chance(g, high, low)
    redeal_systems(g, t)
    redeal_signals(g, t)
    redeal_enemies(g, t)
    redeal_avatars(g, t)
    reshuffle(g, g.exploration_deck, g.exploration_left, g.exploration_known, REDEAL)
    reshuffle(g, g.module_deck, g.module_left, 0, REDEAL)
    reshuffle(g, g.precursor_deck, g.precursor_left, 0, REDEAL)
    reshuffle(g, g.damaged_deck, g.damaged_left, 0, REDEAL)
    reshuffle(g, g.ally_deck, g.ally_left, 0, REDEAL)


@kernel
def redeal_systems(g: Game, t: Tables) -> None:
    """The tiles face down, block by block: as many of each kind in every block as there are."""
    redeal_kind(g, t, False)
    redeal_kind(g, t, True)
    for first in range(0, g.tiles_left, BLOCK):
        beyond = min(int(g.tiles_left), first + BLOCK)
        sort_block(g, first, beyond)
        for place in range(beyond - 1, first, -1):
            swap_tiles(g, place, first + below(g, REDEAL, place + 1 - first))


@kernel
def redeal_kind(g: Game, t: Tables, corrupt: bool) -> None:
    """All Corrupt tiles of the stack change places with each other, or all Allied and Enemy ones do."""
    last = -1
    for tile in range(TILES):  # first in the order of tiles, so that the order before does not matter
        if is_corrupt(t, tile) == corrupt and t.tile_kind[tile] != RIFT:
            place = place_of(g, tile)
            if place >= 0:
                last = next_place(g, t, last, corrupt)
                swap_tiles(g, place, last)
    while last >= 0 and places_to(g, t, last, corrupt) > 1:
        pick = below(g, REDEAL, places_to(g, t, last, corrupt))
        other = -1
        for _ in range(pick + 1):
            other = next_place(g, t, other, corrupt)
        swap_tiles(g, last, other)
        last = place_before(g, t, last, corrupt)


@kernel
def is_corrupt(t: Tables, tile: int) -> bool:
    """Whether a tile is a Corrupt one."""
    return bool(t.tile_kind[tile] == CORRUPT)


@kernel
def is_of_kind(g: Game, t: Tables, place: int, corrupt: bool) -> bool:
    """Whether a tile of the stack is among those that change places."""
    tile = int(g.tiles[place])
    return is_corrupt(t, tile) == corrupt and t.tile_kind[tile] != RIFT


@kernel
def place_of(g: Game, tile: int) -> int:
    """The place of a tile in the stack, -1 where it is not there."""
    for place in range(g.tiles_left):
        if g.tiles[place] == tile:
            return place
    return -1


@kernel
def next_place(g: Game, t: Tables, place: int, corrupt: bool) -> int:
    """The next place of the stack with a tile of those that change places."""
    for further in range(place + 1, g.tiles_left):
        if is_of_kind(g, t, further, corrupt):
            return further
    return -1


@kernel
def place_before(g: Game, t: Tables, place: int, corrupt: bool) -> int:
    """The place before with such a tile, -1 without any."""
    for earlier in range(place - 1, -1, -1):
        if is_of_kind(g, t, earlier, corrupt):
            return earlier
    return -1


@kernel
def places_to(g: Game, t: Tables, place: int, corrupt: bool) -> int:
    """How many such tiles there are up to a place."""
    count = 0
    for earlier in range(place + 1):
        if is_of_kind(g, t, earlier, corrupt):
            count += 1
    return count


@kernel
def swap_tiles(g: Game, place: int, other: int) -> None:
    """Two tiles of the stack change places."""
    tile = int(g.tiles[place])
    g.tiles[place] = g.tiles[other]
    g.tiles[other] = tile


@kernel
def sort_block(g: Game, first: int, beyond: int) -> None:
    """The tiles of a block in order, whatever it was before."""
    for place in range(first + 1, beyond):
        at = place
        while at > first and g.tiles[at - 1] > g.tiles[at]:
            swap_tiles(g, at - 1, at)
            at -= 1


@kernel
def redeal_signals(g: Game, t: Tables) -> None:
    """Other Signals for the Keys whose card is face down: of each level no more than the difficulty takes."""
    for key in range(t.keys):
        if g.signal_state[key] == 0:
            g.signal[key] = -1
    for key in range(t.keys):
        if g.signal_state[key] == 0:
            g.signal[key] = random_signal(g, t)


@kernel
def random_signal(g: Game, t: Tables) -> int:
    """A random Signal that can still be drawn.

    Each level has places for as many cards as the difficulty takes of it; every place that is left is as likely, and
    which card of the level lies there, too.
    """
    total = 0
    for level in range(len(t.signal_limit)):
        total += places_left(g, t, level)
    pick = below(g, REDEAL, total)
    level = 0
    while pick >= places_left(g, t, level):
        pick -= places_left(g, t, level)
        level += 1
    nth = below(g, REDEAL, undealt_signals(g, t, level))
    for card in range(t.signals):
        if is_undealt(g, t, card, level):
            if nth == 0:
                return card
            nth -= 1
    return -1


@kernel
def places_left(g: Game, t: Tables, level: int) -> int:
    """How many Signals of a level can still be drawn."""
    cards = 0
    dealt = 0
    for card in range(t.signals):
        if t.signal_level[card] == level:
            cards += 1
    for key in range(t.keys):
        if g.signal[key] >= 0 and t.signal_level[g.signal[key]] == level:
            dealt += 1
    return min(cards, int(t.signal_limit[level])) - dealt


@kernel
def undealt_signals(g: Game, t: Tables, level: int) -> int:
    """How many Signals of a level belong to no Key."""
    cards = 0
    for card in range(t.signals):
        if is_undealt(g, t, card, level):
            cards += 1
    return cards


@kernel
def is_undealt(g: Game, t: Tables, card: int, level: int) -> bool:
    """Whether a Signal is of a level and belongs to no Key."""
    if t.signal_level[card] != level:
        return False
    for key in range(t.keys):
        if g.signal[key] == card:
            return False
    return True


@kernel
def redeal_enemies(g: Game, t: Tables) -> None:
    """Enemies nobody has seen change places with others of their level, in the deck or the reserve; then the deck is
    shuffled. Which Enemies went back into the deck is known."""
    for level in range(1, ENEMY_LEVELS + 1):
        for enemy in range(ENEMIES):
            if is_unseen(g, t, enemy, level):
                give_lowest_place(g, t, enemy, level)
        for enemy in range(ENEMIES):
            if is_unseen(g, t, enemy, level):
                swap_enemies(g, enemy, random_unseen(g, t, enemy, level))
    reshuffle(g, g.enemy_deck, g.enemy_left, 0, REDEAL)


@kernel
def is_unseen(g: Game, t: Tables, enemy: int, level: int) -> bool:
    """Whether an Enemy is of a level and has never been turned up."""
    return bool(enemy < t.enemies and t.foe_level[enemy] == level and g.foe_seen[enemy] == 0)


@kernel
def place_of_enemy(g: Game, enemy: int) -> int:
    """Where an Enemy lies: its place in the reserve, or beyond those its place in the deck."""
    for place in range(g.reserve_left):
        if g.reserve[place] == enemy:
            return place
    for place in range(g.enemy_left):
        if g.enemy_deck[place] == enemy:
            return ENEMIES + place
    return -1


@kernel
def put_enemy(g: Game, place: int, enemy: int) -> None:
    """An Enemy to a place of the reserve or the deck."""
    if place < ENEMIES:
        g.reserve[place] = enemy
    else:
        g.enemy_deck[place - ENEMIES] = enemy


@kernel
def swap_enemies(g: Game, enemy: int, other: int) -> None:
    """Two Enemies change places."""
    first = place_of_enemy(g, enemy)
    second = place_of_enemy(g, other)
    put_enemy(g, first, other)
    put_enemy(g, second, enemy)


@kernel
def give_lowest_place(g: Game, t: Tables, enemy: int, level: int) -> None:
    """An Enemy takes the lowest place that later ones of its level have, so that the order before does not matter."""
    lowest = enemy
    for other in range(enemy + 1, ENEMIES):
        if is_unseen(g, t, other, level) and place_of_enemy(g, other) < place_of_enemy(g, lowest):
            lowest = other
    swap_enemies(g, enemy, lowest)


@kernel
def random_unseen(g: Game, t: Tables, first: int, level: int) -> int:
    """A random Enemy of a level that nobody has seen, from one on."""
    count = 0
    for enemy in range(first, ENEMIES):
        count += int(is_unseen(g, t, enemy, level))
    pick = below(g, REDEAL, count)
    for enemy in range(first, ENEMIES):
        if is_unseen(g, t, enemy, level):
            if pick == 0:
                return enemy
            pick -= 1
    return -1


@kernel
def redeal_avatars(g: Game, t: Tables) -> None:
    """Other Avatars on the boxes that were not reached: any that have not come into play."""
    for box in range(g.boxes_open, t.boxes):
        g.box_avatar[box] = -1
    for box in range(g.boxes_open, t.boxes):
        left = 0
        for avatar in range(t.avatars):
            left += int(is_unknown_avatar(g, t, avatar))
        pick = below(g, REDEAL, left)
        for avatar in range(t.avatars):
            if is_unknown_avatar(g, t, avatar):
                if pick == 0:
                    g.box_avatar[box] = avatar
                    break
                pick -= 1


@kernel
def is_unknown_avatar(g: Game, t: Tables, avatar: int) -> bool:
    """Whether an Avatar has not come into play, and lies on no box that was dealt again."""
    if g.foe_seen[ENEMIES + avatar] == 1:
        return False
    for box in range(g.boxes_open, t.boxes):
        if g.box_avatar[box] == avatar:
            return False
    return True
