"""Ship movement in its three systems, ship blocking, and what ships meet on the way: Energy Barriers, Planet Debris.

Drive Power: in steps 1, 2, 3, ..., in reverse turn order, every ship whose drive reaches the step may move one hex.
Reverse Turn Order: in reverse turn order each player moves all ships as far as their drives reach.
Simultaneous: everybody gives secret orders, then all ships move at once.
Ships with a Hyperspace Drive do none of this: they go anywhere when everything else has moved (Edge of Extinction).
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import DIRECTIONS
from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import (
    are_alike,
    first_alike,
    hurt_ship,
    is_closed,
    is_twin,
    place_of,
    ships_alike,
    through_wormhole,
)
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.frames import (
    MOVEMENT_DAMAGE,
    MOVEMENT_DEBRIS,
    MOVEMENT_LAST,
    MOVEMENT_PLACE,
    MOVEMENT_ROLLED,
    MOVEMENT_SHIP,
    MOVEMENT_STEP,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.modules.barriers import has_barrier
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import dice_reaching
from exodus_env.kit.choices import allow, allow_pair, family_of, first_factor, second_factor
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel

SIMULTANEOUS, REVERSE_TURN_ORDER, DRIVE_POWER = 0, 1, 2
DARK_RAIDER: Final = SHIP_CLASSES.index("dark_raider")

BEGIN_STEP, MOVE, ORDER, REVEAL, DEBRIS, DONE, HYPERSPACE = 0, 1, 2, 3, 4, 5, 6

# What blocking does to a ship (`held`): nothing; one of a group of which some must stay; it must stay.
FREE, ONE_OF_SEVERAL, HELD = 0, 1, 2


@kernel
def run_movement(g: Game, t: Tables) -> None:
    """Ship movement, step by step."""
    step = get(g, STEP)
    if step == BEGIN_STEP:
        if t.movement == SIMULTANEOUS:
            go(g, ORDER)
        else:
            begin_movement_step(g, t)
    elif step == MOVE:
        run_moves(g, t)
    elif step == ORDER:
        run_orders(g, t)
    elif step == REVEAL:
        put(g, MOVEMENT_PLACE, 0)
        if not execute_orders(g, t):
            go(g, HYPERSPACE)
        elif t.exploration == 1:
            go(g, DEBRIS)
    elif step == DEBRIS:
        run_debris(g, t)
    elif step == HYPERSPACE:
        run_hyperspace(g, t)
    else:
        g.moved[:, :] = 0
        release_ships(g)
        pop(g)


@kernel
def begin_movement_step(g: Game, t: Tables) -> None:
    """Begin the next step of Drive Power, or the only step of Reverse Turn Order."""
    add(g, MOVEMENT_STEP, 1)
    put(g, MOVEMENT_PLACE, t.players - 1)
    g.moved[:, :] = 0
    if t.movement == REVERSE_TURN_ORDER:
        go(g, MOVE if get(g, MOVEMENT_STEP) == 1 else HYPERSPACE)
    else:
        go(g, MOVE if get(g, MOVEMENT_STEP) <= fastest_drive(g, t) else HYPERSPACE)
    if t.ship_blocking == 1:
        hold_ships(g, t)


@kernel
def fastest_drive(g: Game, t: Tables) -> int:
    """The most hexes that any ship on the map can move, not counting hyperspace."""
    fastest = 0
    for player in range(t.players):
        for ship in range(t.ships):
            if g.ship_hex[player, ship] >= 0 and not has_hyperspace(g, t, player, ship):
                fastest = max(fastest, int(g.drive[player, t.ship_class[ship]]))
    return fastest


@kernel
def run_moves(g: Game, t: Tables) -> None:
    """In reverse turn order each player moves ships, one choice at a time, until done.

    When a ship has entered debris, others may follow it there; then dice are rolled before anything else moves.
    """
    if get(g, MOVEMENT_PLACE) < 0:
        go(g, BEGIN_STEP)
        return
    player = int(g.order[get(g, MOVEMENT_PLACE)])
    debris = debris_entered(g, t, player)
    for ship in range(t.ships):
        if can_move(g, t, player, ship) and has_way(g, t, int(g.ship_hex[player, ship]), debris):
            ask(g, player, choices.D_MOVE)
            focus(g, debris, -1, -1)
            return
    end_moves(g, t, player)


@kernel
def end_moves(g: Game, t: Tables, player: int) -> None:
    """A player has finished moving, or has finished following ships into debris."""
    if debris_entered(g, t, player) >= 0:
        go(g, DEBRIS)
    else:
        next_mover(g, t)


@kernel
def has_way(g: Game, t: Tables, hexagon: int, debris: int) -> bool:
    """Whether a ship can move out of a hex; if ships have just entered debris (else -1), only after them."""
    for direction in range(t.directions):
        if is_way(g, t, hexagon, direction, debris):
            return True
    return False


@kernel
def is_way(g: Game, t: Tables, hexagon: int, direction: int, debris: int) -> bool:
    """Whether a direction leads to another hex, or into the debris that ships have just entered (-1: none)."""
    target = hex_beside(g, t, hexagon, direction)
    return bool(target >= 0 and (debris < 0 or target == debris))


@kernel
def next_mover(g: Game, t: Tables) -> None:
    """Go to the next player in reverse turn order; in Reverse Turn Order, check again which ships are held."""
    add(g, MOVEMENT_PLACE, -1)
    if t.ship_blocking == 1 and t.movement == REVERSE_TURN_ORDER:
        hold_ships(g, t)


@kernel
def can_move(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship has movement left in this step and is not held."""
    if g.ship_hex[player, ship] < 0 or has_hyperspace(g, t, player, ship):
        return False
    drive = int(g.drive[player, t.ship_class[ship]])
    moved = int(g.moved[player, ship])
    if t.movement == DRIVE_POWER:
        if moved > 0 or drive < get(g, MOVEMENT_STEP):
            return False
    elif moved >= drive:
        return False
    return not is_held(g, t, player, ship)


@kernel
def legal_move(g: Game, t: Tables, mask: Mask) -> None:
    """Ships that can move, each to neighbouring hexes and together with identical ships before it, or done.

    If ships in a hex differ, the first of them also stands for all of them together.
    """
    allow(t, mask, choices.PASS, 0)
    debris = debris_entered(g, t, g.actor)
    for ship in range(t.ships):
        if can_move(g, t, g.actor, ship):
            alone = can_spare(g, t, g.actor, ship, ships_alike(g, t, g.actor, ship))
            fleet = leads_fleet(g, t, g.actor, ship)
            for direction in range(t.directions):
                if is_way(g, t, g.ship_hex[g.actor, ship], direction, debris):
                    if alone:
                        allow_pair(t, mask, choices.MOVE, ship, direction, t.directions)
                    if fleet:
                        allow_pair(t, mask, choices.FLEET, ship, direction, t.directions)


@kernel
def leads_fleet(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship is the first in its hex that can move, some others there differ from it, and all of them may
    leave."""
    mixed = False
    for other in range(t.ships):
        if g.ship_hex[player, other] != g.ship_hex[player, ship] or not can_move(g, t, player, other):
            continue
        if other < ship or g.held[player, other] == ONE_OF_SEVERAL:
            return False
        if t.ship_class[other] != t.ship_class[ship] or not are_alike(g, player, other, ship):
            mixed = True
    return mixed


@kernel
def choose_move(g: Game, t: Tables, action: int) -> None:
    """Move a ship and any identical ones before it one hex, or all ships in its hex, or end this step."""
    if family_of(t, action) == choices.PASS:
        end_moves(g, t, g.actor)
        return
    last = first_factor(t, action)
    direction = second_factor(t, action)
    if family_of(t, action) == choices.FLEET:
        hexagon = int(g.ship_hex[g.actor, last])
        for ship in range(last, t.ships):
            if g.ship_hex[g.actor, ship] == hexagon and can_move(g, t, g.actor, ship):
                leave_hex(g, t, g.actor, ship, direction)
        return
    for _ in range(ships_alike(g, t, g.actor, last)):
        leave_hex(g, t, g.actor, first_alike(g, t, g.actor, last), direction)


@kernel
def leave_hex(g: Game, t: Tables, player: int, ship: int, direction: int) -> None:
    """A ship makes its move in this step."""
    g.held[player, ship] = FREE
    if move_ship(g, t, player, ship, direction):
        g.moved[player, ship] += 1
        enter_debris(g, t, player, ship)
    else:
        g.moved[player, ship] = 0


@kernel
def hex_beside(g: Game, t: Tables, hexagon: int, direction: int) -> int:
    """The hex a direction leads to; the last direction goes through the wormhole; -1 if there is none."""
    if direction < DIRECTIONS:
        return int(t.neighbour[hexagon, direction])
    return through_wormhole(g, t, hexagon)


@kernel
def move_ship(g: Game, t: Tables, player: int, ship: int, direction: int) -> bool:
    """Move one ship one hex; False if an Energy Barrier on the way destroys it."""
    source = int(g.ship_hex[player, ship])
    target = hex_beside(g, t, source, direction)
    note(g, log.E_MOVED, player, ship, source, target)
    g.ship_hex[player, ship] = target
    if t.ship_class[ship] != DARK_RAIDER and has_barrier(g, t, source, direction):
        note(g, log.E_BARRIER_CROSSED, player, ship, target, 0)
        return not hurt_ship(g, t, player, ship, t.barrier_damage)
    return True


# Ship blocking ------------------------------------------------------------------------------------------------------


@kernel
def hold_ships(g: Game, t: Tables) -> None:
    """At the start of a step, each of the fastest ships in a hex holds one slower ship of each other player there."""
    for hexagon in range(t.hexes):
        fastest = fastest_visible(g, t, hexagon)
        for player in range(t.players):
            settle_who_stays(g, t, player, hexagon)
            hold_slower(g, t, player, hexagon, fastest)


@kernel
def hold_slower(g: Game, t: Tables, player: int, hexagon: int, fastest: int) -> None:
    """The other players' fastest ships hold as many of the player's slower ships; some may already be held."""
    wanted = 0
    for other in range(t.players):
        for ship in range(t.ships):
            if other != player and is_visible_at(g, other, ship, hexagon):
                if g.drive[other, t.ship_class[ship]] == fastest:
                    wanted += 1
    for ship in range(t.ships):
        if is_slower_at(g, t, player, ship, hexagon, fastest) and g.held[player, ship] == HELD:
            wanted -= 1
    if wanted <= g.staying[player, hexagon]:
        return
    for ship in range(t.ships):
        if is_slower_at(g, t, player, ship, hexagon, fastest) and g.held[player, ship] == FREE:
            g.held[player, ship] = ONE_OF_SEVERAL
    g.staying[player, hexagon] = wanted
    settle_who_stays(g, t, player, hexagon)


@kernel
def settle_who_stays(g: Game, t: Tables, player: int, hexagon: int) -> None:
    """If no more ships are left than must stay, they are held until movement ends in this Conquest Stage."""
    if undecided_ships(g, t, player, hexagon) > g.staying[player, hexagon]:
        return
    g.staying[player, hexagon] = 0
    for ship in range(t.ships):
        if g.ship_hex[player, ship] == hexagon and g.held[player, ship] == ONE_OF_SEVERAL:
            g.held[player, ship] = HELD


@kernel
def undecided_ships(g: Game, t: Tables, player: int, hexagon: int) -> int:
    """A player's ships in a hex of which some must stay, while it is still open which."""
    count = 0
    for ship in range(t.ships):
        if g.ship_hex[player, ship] == hexagon and g.held[player, ship] == ONE_OF_SEVERAL:
            count += 1
    return count


@kernel
def is_visible_at(g: Game, player: int, ship: int, hexagon: int) -> bool:
    """Whether a ship is in a hex and not cloaked."""
    return bool(g.ship_hex[player, ship] == hexagon and g.cloaked[player, hexagon] == 0)


@kernel
def is_slower_at(g: Game, t: Tables, player: int, ship: int, hexagon: int, fastest: int) -> bool:
    """Whether a ship in a hex can be held there: it is visible and slower than the fastest."""
    return is_visible_at(g, player, ship, hexagon) and g.drive[player, t.ship_class[ship]] < fastest


@kernel
def fastest_visible(g: Game, t: Tables, hexagon: int) -> int:
    """The best drive among the visible ships in a hex."""
    fastest = -1
    for player in range(t.players):
        for ship in range(t.ships):
            if is_visible_at(g, player, ship, hexagon):
                fastest = max(fastest, int(g.drive[player, t.ship_class[ship]]))
    return fastest


@kernel
def is_held(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship cannot leave: it is held, or belongs to a group that can spare no more."""
    if g.held[player, ship] == ONE_OF_SEVERAL:
        hexagon = int(g.ship_hex[player, ship])
        return undecided_ships(g, t, player, hexagon) <= g.staying[player, hexagon]
    return bool(g.held[player, ship] == HELD)


@kernel
def can_spare(g: Game, t: Tables, player: int, ship: int, leaving: int) -> bool:
    """Whether this number of ships can leave together; of a group, some must stay."""
    if g.held[player, ship] != ONE_OF_SEVERAL:
        return True
    hexagon = int(g.ship_hex[player, ship])
    return undecided_ships(g, t, player, hexagon) - leaving >= g.staying[player, hexagon]


@kernel
def could_block(g: Game, t: Tables, player: int) -> bool:
    """Whether a player's ships, if they were visible, could hold a ship that is already visible."""
    if t.ship_blocking == 0:
        return False
    for ship in range(t.ships):
        for other in range(t.players):
            for slower in range(t.ships):
                if other != player and could_hold(g, t, player, ship, other, slower):
                    return True
    return False


@kernel
def could_hold(g: Game, t: Tables, player: int, ship: int, other: int, slower: int) -> bool:
    """Whether a ship is faster than another, uncloaked one, and can meet it in time."""
    source = int(g.ship_hex[player, ship])
    target = int(g.ship_hex[other, slower])
    if source < 0 or target < 0 or g.cloaked[other, target] == 1:
        return False
    if g.drive[other, t.ship_class[slower]] >= g.drive[player, t.ship_class[ship]]:
        return False
    return hexes_apart(g, t, source, target) <= hexes_before_meeting(g, t, player, ship, other, slower)


@kernel
def hexes_apart(g: Game, t: Tables, source: int, target: int) -> int:
    """The least distance between two hexes, also through the wormhole."""
    apart = int(t.distance[source, target])
    if g.wormhole[0] >= 0 and g.wormhole[1] >= 0:
        for end in range(2):
            way = int(t.distance[source, g.wormhole[end]]) + 1 + int(t.distance[g.wormhole[1 - end], target])
            apart = min(apart, way)
    return apart


@kernel
def hexes_before_meeting(g: Game, t: Tables, player: int, ship: int, other: int, slower: int) -> int:
    """How far a ship and a slower one can approach each other before the slower one moves for the last time."""
    reach = 0 if has_hyperspace(g, t, player, ship) else int(g.drive[player, t.ship_class[ship]])
    if t.movement == REVERSE_TURN_ORDER:
        return reach if place_of(g, t, player) > place_of(g, t, other) else 0
    steps = max(0, int(g.drive[other, t.ship_class[slower]]) - 1)
    return steps + min(reach, steps)


@kernel
def release_ships(g: Game) -> None:
    """Movement is over; no ship is held any longer."""
    g.held[:, :] = FREE
    g.staying[:, :] = 0


# Simultaneous movement ----------------------------------------------------------------------------------------------


@kernel
def run_orders(g: Game, t: Tables) -> None:
    """In turn order each player gives orders in secret; `path` holds them."""
    while get(g, MOVEMENT_PLACE) < t.players:
        player = int(g.order[get(g, MOVEMENT_PLACE)])
        for ship in range(t.ships):
            if can_be_ordered(g, t, player, ship):
                ask(g, player, choices.D_ORDER)
                return
        add(g, MOVEMENT_PLACE, 1)
    go(g, REVEAL)


@kernel
def can_be_ordered(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship can be ordered one hex further."""
    if g.ship_hex[player, ship] < 0 or has_hyperspace(g, t, player, ship):
        return False
    return hexes_ordered(g, player, ship) < g.drive[player, t.ship_class[ship]]


@kernel
def hexes_ordered(g: Game, player: int, ship: int) -> int:
    """How many hexes a ship is ordered to move."""
    count = 0
    while count < len(g.path[player, ship]) and g.path[player, ship, count] > 0:
        count += 1
    return count


@kernel
def end_of_path(g: Game, t: Tables, player: int, ship: int) -> int:
    """Where a ship's orders lead."""
    hexagon = int(g.ship_hex[player, ship])
    for i in range(hexes_ordered(g, player, ship)):
        hexagon = hex_beside(g, t, hexagon, g.path[player, ship, i] - 1)
    return hexagon


@kernel
def legal_order(g: Game, t: Tables, mask: Mask) -> None:
    """Ships that can be ordered further, each together with identical ships before it, or done."""
    allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if can_be_ordered(g, t, g.actor, ship):
            hexagon = end_of_path(g, t, g.actor, ship)
            fleet = leads_orders(g, t, g.actor, ship)
            for direction in range(t.directions):
                if hex_beside(g, t, hexagon, direction) >= 0:
                    allow_pair(t, mask, choices.MOVE, ship, direction, t.directions)
                    if fleet:
                        allow_pair(t, mask, choices.FLEET, ship, direction, t.directions)


@kernel
def leads_orders(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship is the first of those ordered to a hex that can be ordered further, and some others differ from
    it."""
    mixed = False
    for other in range(t.ships):
        if can_be_ordered(g, t, player, other) and end_of_path(g, t, player, other) == end_of_path(g, t, player, ship):
            if other < ship:
                return False
            if t.ship_class[other] != t.ship_class[ship] or not are_alike(g, player, other, ship):
                mixed = True
    return mixed


@kernel
def choose_order(g: Game, t: Tables, action: int) -> None:
    """Add a hex to the orders of a ship and any identical ones before it, or of all ships there, or finish."""
    if family_of(t, action) == choices.PASS:
        add(g, MOVEMENT_PLACE, 1)
        return
    last = first_factor(t, action)
    direction = second_factor(t, action)
    if family_of(t, action) == choices.FLEET:
        hexagon = end_of_path(g, t, g.actor, last)
        for ship in range(last, t.ships):
            if can_be_ordered(g, t, g.actor, ship) and end_of_path(g, t, g.actor, ship) == hexagon:
                order_on(g, g.actor, ship, direction)
        return
    for _ in range(ships_alike(g, t, g.actor, last)):
        order_on(g, g.actor, first_alike(g, t, g.actor, last), direction)


@kernel
def order_on(g: Game, player: int, ship: int, direction: int) -> None:
    """Add a hex to the orders of a ship."""
    g.path[player, ship, hexes_ordered(g, player, ship)] = direction + 1


@kernel
def execute_orders(g: Game, t: Tables) -> bool:
    """All ships move one hex at once, as ordered; False if no orders are left."""
    anybody = False
    for player in range(t.players):
        for ship in range(t.ships):
            if g.path[player, ship, 0] > 0:
                anybody = True
                execute_order(g, t, player, ship)
    return anybody


@kernel
def execute_order(g: Game, t: Tables, player: int, ship: int) -> None:
    """A ship carries out its next order, and unless it is lost, keeps the orders after it."""
    direction = int(g.path[player, ship, 0]) - 1
    last = len(g.path[player, ship]) - 1
    for i in range(last):
        g.path[player, ship, i] = g.path[player, ship, i + 1]
    g.path[player, ship, last] = 0
    if move_ship(g, t, player, ship, direction):
        enter_debris(g, t, player, ship)
    else:
        g.path[player, ship, :] = 0


# Hyperspace (Edge of Extinction) ------------------------------------------------------------------------------------


@kernel
def has_hyperspace(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship has a Hyperspace Drive."""
    return bool(g.hyperspace[player, t.ship_class[ship]] == 1)


@kernel
def run_hyperspace(g: Game, t: Tables) -> None:
    """After all other movement, in reverse turn order, each ship with a Hyperspace Drive may go to any hex.

    No drive is faster, so nothing holds these ships. They too can follow one that has entered debris.
    """
    if get(g, MOVEMENT_LAST) == 0:
        begin_hyperspace(g, t)
    while get(g, MOVEMENT_PLACE) >= 0:
        player = int(g.order[get(g, MOVEMENT_PLACE)])
        if get(g, MOVEMENT_SHIP) > 0:
            ask(g, player, choices.D_HYPERSPACE_TO)
            focus(g, int(g.ship_hex[player, get(g, MOVEMENT_SHIP) - 1]), -1, get(g, MOVEMENT_SHIP) - 1)
            return
        debris = debris_entered(g, t, player)
        for ship in range(t.ships):
            if can_leave_space(g, t, player, ship, debris):
                ask(g, player, choices.D_HYPERSPACE)
                focus(g, debris, -1, -1)
                return
        end_hyperspace(g, t, player)
        if debris >= 0:
            return
    go(g, DONE)


@kernel
def begin_hyperspace(g: Game, t: Tables) -> None:
    """Ordinary movement is over; clear what it noted."""
    put(g, MOVEMENT_LAST, 1)
    put(g, MOVEMENT_PLACE, t.players - 1)
    g.moved[:, :] = 0
    release_ships(g)


@kernel
def end_hyperspace(g: Game, t: Tables, player: int) -> None:
    """A player has finished hyperspace movement, or has finished following ships into debris."""
    if debris_entered(g, t, player) >= 0:
        go(g, DEBRIS)
    else:
        add(g, MOVEMENT_PLACE, -1)


@kernel
def can_leave_space(g: Game, t: Tables, player: int, ship: int, debris: int) -> bool:
    """Whether a ship has an unused Hyperspace Drive and is not where other ships have just entered debris."""
    if g.ship_hex[player, ship] < 0 or g.ship_hex[player, ship] == debris or g.moved[player, ship] > 0:
        return False
    return has_hyperspace(g, t, player, ship)


@kernel
def legal_hyperspace(g: Game, t: Tables, mask: Mask) -> None:
    """Ships that have not moved through hyperspace yet, or done."""
    allow(t, mask, choices.PASS, 0)
    debris = debris_entered(g, t, g.actor)
    for ship in range(t.ships):
        if can_leave_space(g, t, g.actor, ship, debris) and not is_twin(g, t, g.actor, ship):
            allow(t, mask, choices.SHIP, ship)


@kernel
def choose_hyperspace(g: Game, t: Tables, action: int) -> None:
    """Choose the ship that moves, or finish."""
    if family_of(t, action) == choices.PASS:
        end_hyperspace(g, t, g.actor)
    else:
        put(g, MOVEMENT_SHIP, first_factor(t, action) + 1)


@kernel
def legal_hyperspace_to(g: Game, t: Tables, mask: Mask) -> None:
    """Every other hex that ships can enter; if others have just entered debris, only that hex."""
    source = g.ship_hex[g.actor, get(g, MOVEMENT_SHIP) - 1]
    debris = debris_entered(g, t, g.actor)
    for hexagon in range(t.hexes):
        if hexagon != source and not is_closed(t, hexagon) and (debris < 0 or hexagon == debris):
            allow(t, mask, choices.HEX, hexagon)


@kernel
def choose_hyperspace_to(g: Game, t: Tables, action: int) -> None:
    """The ship arrives. It has crossed no barrier, but there may be debris."""
    ship = get(g, MOVEMENT_SHIP) - 1
    target = first_factor(t, action)
    put(g, MOVEMENT_SHIP, 0)
    note(g, log.E_HYPERSPACE, g.actor, ship, g.ship_hex[g.actor, ship], target)
    g.ship_hex[g.actor, ship] = target
    g.moved[g.actor, ship] = 1
    enter_debris(g, t, g.actor, ship)


# Planet Debris (M4) -------------------------------------------------------------------------------------------------


@kernel
def enter_debris(g: Game, t: Tables, player: int, ship: int) -> None:
    """If a ship has entered debris, note it; with Sector Scan debris is harmless."""
    hexagon = g.ship_hex[player, ship]
    if t.exploration == 1 and g.destroyed[hexagon] == 1 and modifier(g, player, m.SECTOR_SCAN) == 0:
        g.entered[player, ship] = 1


@kernel
def debris_entered(g: Game, t: Tables, player: int) -> int:
    """The debris where a player's ships have just arrived and dice have not been rolled yet, or -1."""
    for ship in range(t.ships):
        if g.entered[player, ship] == 1:
            return int(g.ship_hex[player, ship])
    return -1


@kernel
def is_in_group(g: Game, player: int, ship: int, hexagon: int) -> bool:
    """Whether a ship is one of those that have just entered a debris hex."""
    return bool(g.entered[player, ship] == 1 and g.ship_hex[player, ship] == hexagon)


@kernel
def group_size(g: Game, t: Tables, player: int, hexagon: int) -> int:
    """Ships that have just entered a debris hex."""
    count = 0
    for ship in range(t.ships):
        if is_in_group(g, player, ship, hexagon):
            count += 1
    return count


@kernel
def run_debris(g: Game, t: Tables) -> None:
    """Hex by hex, roll a die for each ship that entered; the owner says which of them takes each damage."""
    player = int(g.order[get(g, MOVEMENT_PLACE)])
    while get(g, MOVEMENT_DEBRIS) < t.hexes:
        hexagon = get(g, MOVEMENT_DEBRIS)
        ships = group_size(g, t, player, hexagon)
        if ships > 0 and get(g, MOVEMENT_ROLLED) == 0:
            put(g, MOVEMENT_ROLLED, 1)
            put(g, MOVEMENT_DAMAGE, dice_reaching(g, ships, t.debris_hit))
            note(g, log.E_DEBRIS, player, hexagon, ships, get(g, MOVEMENT_DAMAGE))
        if ships > 0 and get(g, MOVEMENT_DAMAGE) > 0:
            ask(g, player, choices.D_DEBRIS)
            focus(g, hexagon, -1, -1)
            return
        put(g, MOVEMENT_DAMAGE, 0)
        put(g, MOVEMENT_ROLLED, 0)
        add(g, MOVEMENT_DEBRIS, 1)
    g.entered[player, :] = 0
    put(g, MOVEMENT_DEBRIS, 0)
    leave_debris(g, t)


@kernel
def leave_debris(g: Game, t: Tables) -> None:
    """Movement continues; if all ships move at once, after every player has rolled in turn order."""
    if get(g, MOVEMENT_LAST) == 1:
        go(g, HYPERSPACE)
    elif t.movement != SIMULTANEOUS:
        go(g, MOVE)
    elif get(g, MOVEMENT_PLACE) == t.players - 1:
        go(g, REVEAL)
    else:
        add(g, MOVEMENT_PLACE, 1)


@kernel
def legal_debris(g: Game, t: Tables, mask: Mask) -> None:
    """The player's ships that entered the debris."""
    for ship in range(t.ships):
        if is_in_group(g, g.actor, ship, get(g, MOVEMENT_DEBRIS)) and not is_twin(g, t, g.actor, ship):
            allow_pair(t, mask, choices.HIT, 0, ship, t.ships)


@kernel
def choose_debris(g: Game, t: Tables, action: int) -> None:
    """The ship is damaged, and may be destroyed."""
    ship = second_factor(t, action)
    add(g, MOVEMENT_DAMAGE, -1)
    note(g, log.E_DEBRIS_DAMAGE, g.actor, ship, get(g, MOVEMENT_DEBRIS), 0)
    if hurt_ship(g, t, g.actor, ship, 1):
        g.moved[g.actor, ship] = 0
        g.entered[g.actor, ship] = 0
        g.path[g.actor, ship, :] = 0
