"""Avatars move [1000-1032]: frame AVATARS, one after the other by their numbers, each with a roll of their die.

They hunt ships, or all go to one system: the Main Rift when the last Key is activated [738], or where a card says.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import AVATARS, ENEMIES
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log
from exodus_env.corruption.rules.detection import engage
from exodus_env.corruption.rules.frames import AVATARS_AIM, AVATARS_AVATAR, AVATARS_PLACE
from exodus_env.corruption.rules.hunting import (
    NOBODY,
    all_are_held,
    find_prey,
    has_seen_ship,
    holds_avatar,
    is_seen,
    leads_on,
    measure_ways,
    moves_from,
    stops_avatar,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.phases import IN_CORRUPTION_PHASE
from exodus_env.corruption.rules.rolls import begin_roll
from exodus_env.corruption.rules.windows import begin_action
from exodus_env.corruption.rules.words import W_DAMAGE
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import PLAY, below, die
from exodus_env.kit.flow import STEP, get, go, pop, put
from exodus_env.kit.kernel import kernel

# Steps of AVATARS.
MOVE: Final = 0
ENGAGED: Final = 1


@kernel
def run_avatars(g: Game, t: Tables) -> None:
    """The next Avatar rolls, moves, and engages whom it reaches; in the Corruption phase they make Damage Rolls."""
    avatar = get(g, AVATARS_AVATAR)
    if get(g, STEP) == ENGAGED:
        roll_for_next_ship(g, t, int(g.foe_slot[ENEMIES + avatar - 1]))
    elif avatar == AVATARS:
        pop(g)
    else:
        put(g, AVATARS_AVATAR, avatar + 1)
        if can_move(g, t, avatar):
            move_avatar(g, t, avatar)


@kernel
def can_move(g: Game, t: Tables, avatar: int) -> bool:
    """Whether an Avatar moves: it is on the map, not engaged [1002], and nothing keeps it there this turn."""
    slot = int(g.foe_slot[ENEMIES + avatar])
    if slot < 0 or holds_avatar(g, t, slot):
        return False
    return bool(g.pinned[avatar] == 0)


@kernel
def move_avatar(g: Game, t: Tables, avatar: int) -> None:
    """An Avatar rolls its die, goes as far as that says, and engages all ships where it stops [1002-1012]."""
    card = ENEMIES + avatar
    face = die(g) - 1
    moves = max(0, int(t.avatar_steps[face]) + int(g.avatar_moves) + int(t.nightmare) * int(t.nightmare_moves))
    gates = t.avatar_wormhole[face] == 1
    start = int(g.foe_slot[card])
    aim = get(g, AVATARS_AIM) - 1
    if aim < 0:
        prey = find_prey(g, t, start, gates)
        aim = start if prey == NOBODY else int(g.slot[prey])
    end = start
    if not has_seen_ship(g, t, start):
        end = go_towards(g, t, start, aim, moves, gates)
    if end != start:
        g.foe_slot[card] = end
        note(g, log.E_AVATAR_MOVED, card, end, moves, 0)
    engage_all(g, t, end)


@kernel
def engage_all(g: Game, t: Tables, slot: int) -> None:
    """An Avatar has stopped: all ships it sees there are engaged; in the Corruption phase it attacks at once [942]."""
    if not has_seen_ship(g, t, slot):
        return
    for ship in range(t.ships):
        if g.slot[ship] == slot and is_seen(g, t, ship):
            engage(g, t, ship)
    if g.phase == IN_CORRUPTION_PHASE:
        put(g, AVATARS_PLACE, 0)
        go(g, ENGAGED)


@kernel
def roll_for_next_ship(g: Game, t: Tables, slot: int) -> None:
    """A Damage Roll of each ship the Avatar has engaged; then the next Avatar moves."""
    place = get(g, AVATARS_PLACE)
    while place < t.ships:
        ship = place
        place += 1
        if g.alive[ship] == 1 and g.slot[ship] == slot and g.engaged[ship] == 1:
            put(g, AVATARS_PLACE, place)
            begin_action(g)
            begin_roll(g, W_DAMAGE, ship, 0, 0)
            return
    put(g, AVATARS_PLACE, 0)
    go(g, MOVE)


# Ways -----------------------------------------------------------------------------------------------------------------


@kernel
def go_towards(g: Game, t: Tables, start: int, aim: int, moves: int, gates: bool) -> int:
    """Where an Avatar comes to that goes to a system by a shortest way, with some movement.

    Of several ways it takes the one that ends nearest to the aim, then one that ends where ships are, then any [1032].
    """
    measure_ways(g, t, aim, gates)
    rate_ways(g, t, start, aim, moves, gates)
    all_held = all_are_held(g, t)
    slot = start
    while True:
        further = NOBODY
        ways = 0
        if slot != aim and not stops_avatar(g, t, slot, all_held):
            for other in range(g.systems):
                if g.passable[other] == g.passable[slot] and can_go_on(g, t, start, slot, other, moves, gates):
                    ways += 1
                    if ways == 1 or below(g, PLAY, ways) == 0:
                        further = other
        if further == NOBODY:
            return slot
        slot = further


@kernel
def rate_ways(g: Game, t: Tables, start: int, aim: int, moves: int, gates: bool) -> None:
    """How good the best way on from each system is, into `g.passable`: less is better."""
    all_held = all_are_held(g, t)
    for cost in range(int(g.measured[start]) + 1):
        for slot in range(g.systems):
            if g.measured[slot] == cost:
                rating = 2 * moves_from(g, slot) + int(not has_seen_ship(g, t, slot))
                if slot != aim and not stops_avatar(g, t, slot, all_held):
                    rating = best_way_on(g, t, start, slot, moves, gates, rating)
                g.passable[slot] = rating


@kernel
def best_way_on(g: Game, t: Tables, start: int, slot: int, moves: int, gates: bool, here: int) -> int:
    """The rating of the best way on from a system, or what it is worth to end here if no way leads on."""
    best = -1
    for other in range(g.systems):
        if can_go_on(g, t, start, slot, other, moves, gates) and (best < 0 or g.passable[other] < best):
            best = int(g.passable[other])
    return here if best < 0 else best


@kernel
def can_go_on(g: Game, t: Tables, start: int, slot: int, other: int, moves: int, gates: bool) -> bool:
    """Whether a step is on a shortest way, and the movement is enough for it."""
    return moves_from(g, start) - moves_from(g, other) <= moves and leads_on(g, t, slot, other, gates)
