"""Ship movement in its three systems, and ship blocking.

Drive Power: in steps 1, 2, 3, ..., in reverse turn order, every ship whose drive reaches the step may move one hex.
Reverse Turn Order: in reverse turn order each player moves all ships as far as their drives reach.
Simultaneous: everybody gives secret orders, then all ships move at once.
"""

from __future__ import annotations

from exodus_env.exodus.capacity import DIRECTIONS
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, events
from exodus_env.exodus.rules.assets import is_twin
from exodus_env.exodus.rules.choices import allow, allow_pair, family_of, first_factor, second_factor
from exodus_env.exodus.rules.events import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.flow import STEP, A, B, add, ask, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel

SIMULTANEOUS, REVERSE_TURN_ORDER, DRIVE_POWER = 0, 1, 2

# Frame MOVEMENT. A: place in turn order, counted down (up while orders are given). B: movement step, from 1.
BEGIN_STEP, MOVE, ORDER, REVEAL, DONE = 0, 1, 2, 3, 4


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
        execute_orders(g, t)
        go(g, DONE)
    else:
        g.moved[:, :] = 0
        g.held[:, :] = 0
        g.free_drive[:] = 0
        pop(g)


@kernel
def begin_movement_step(g: Game, t: Tables) -> None:
    """The next step of Drive Power, or the one step of Reverse Turn Order."""
    add(g, B, 1)
    put(g, A, t.players - 1)
    g.moved[:, :] = 0
    if t.movement == REVERSE_TURN_ORDER:
        go(g, MOVE if get(g, B) == 1 else DONE)
    else:
        go(g, MOVE if get(g, B) <= fastest_drive(g, t) else DONE)
    if t.ship_blocking == 1:
        hold_ships(g, t)


@kernel
def fastest_drive(g: Game, t: Tables) -> int:
    """The most hexes any ship on the map can move."""
    fastest = 0
    for player in range(t.players):
        for ship in range(t.ships):
            if g.ship_hex[player, ship] >= 0:
                fastest = max(fastest, int(g.drive[player, t.ship_class[ship]]))
    return fastest


@kernel
def run_moves(g: Game, t: Tables) -> None:
    """In reverse turn order each player moves ships, one choice at a time, until done."""
    while get(g, A) >= 0:
        player = int(g.order[get(g, A)])
        for ship in range(t.ships):
            if can_move(g, t, player, ship):
                ask(g, player, choices.D_MOVE)
                return
        next_mover(g, t)
    go(g, BEGIN_STEP)


@kernel
def next_mover(g: Game, t: Tables) -> None:
    """The next player in reverse turn order; who shares a hex with whom is looked at anew in Reverse Turn Order."""
    add(g, A, -1)
    if t.ship_blocking == 1 and t.movement == REVERSE_TURN_ORDER:
        hold_ships(g, t)


@kernel
def can_move(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship has movement left in this step and is not held."""
    if g.ship_hex[player, ship] < 0:
        return False
    drive = int(g.drive[player, t.ship_class[ship]])
    moved = int(g.moved[player, ship])
    if t.movement == DRIVE_POWER:
        if moved > 0 or drive < get(g, B):
            return False
    elif moved >= drive:
        return False
    return t.ship_blocking == 0 or moved > 0 or not is_held(g, t, player, ship)


@kernel
def legal_move(g: Game, t: Tables, mask: Mask) -> None:
    """Ships that can move, each to the hexes next to it, or done."""
    allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if can_move(g, t, g.actor, ship) and not is_twin(g, t, g.actor, ship):
            for direction in range(DIRECTIONS):
                if t.neighbour[g.ship_hex[g.actor, ship], direction] >= 0:
                    allow_pair(t, mask, choices.MOVE, ship, direction, DIRECTIONS)


@kernel
def choose_move(g: Game, t: Tables, action: int) -> None:
    """Move a ship one hex, or be done with this step."""
    if family_of(t, action) == choices.PASS:
        next_mover(g, t)
        return
    move_ship(g, t, g.actor, first_factor(t, action), second_factor(t, action))


@kernel
def move_ship(g: Game, t: Tables, player: int, ship: int, direction: int) -> None:
    """One ship, one hex."""
    source = int(g.ship_hex[player, ship])
    target = int(t.neighbour[source, direction])
    g.ship_hex[player, ship] = target
    g.moved[player, ship] += 1
    note(g, events.E_MOVED, player, ship, source, target)


# Ship blocking ------------------------------------------------------------------------------------------------------


@kernel
def hold_ships(g: Game, t: Tables) -> None:
    """As the step begins: the best drive in each hex, and the enemy ships that have it; each holds one slower ship."""
    g.held[:, :] = 0
    for hexagon in range(t.hexes):
        fastest = fastest_visible(g, t, hexagon)
        g.free_drive[hexagon] = max(0, fastest)
        for player in range(t.players):
            for ship in range(t.ships):
                if is_visible_at(g, player, ship, hexagon) and g.drive[player, t.ship_class[ship]] == fastest:
                    for other in range(t.players):
                        if other != player:
                            g.held[other, hexagon] += 1


@kernel
def is_visible_at(g: Game, player: int, ship: int, hexagon: int) -> bool:
    """Whether a ship is in a hex and not cloaked."""
    return bool(g.ship_hex[player, ship] == hexagon and g.cloaked[player, hexagon] == 0)


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
    """Whether a ship cannot leave: slower than the fastest when the step began, and no slower one is to spare."""
    hexagon = int(g.ship_hex[player, ship])
    if g.held[player, hexagon] == 0 or g.cloaked[player, hexagon] == 1:
        return False
    if g.drive[player, t.ship_class[ship]] >= g.free_drive[hexagon]:
        return False
    slower = 0
    for other in range(t.ships):
        if g.ship_hex[player, other] == hexagon and g.moved[player, other] == 0:
            if g.drive[player, t.ship_class[other]] < g.free_drive[hexagon]:
                slower += 1
    return bool(slower <= g.held[player, hexagon])


# Simultaneous movement ----------------------------------------------------------------------------------------------


@kernel
def run_orders(g: Game, t: Tables) -> None:
    """In turn order each player gives orders in secret; `path` holds them."""
    while get(g, A) < t.players:
        player = int(g.order[get(g, A)])
        for ship in range(t.ships):
            if can_be_ordered(g, t, player, ship):
                ask(g, player, choices.D_ORDER)
                return
        add(g, A, 1)
    go(g, REVEAL)


@kernel
def can_be_ordered(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship can be ordered one hex further."""
    if g.ship_hex[player, ship] < 0:
        return False
    return hexes_ordered(g, player, ship) < g.drive[player, t.ship_class[ship]]


@kernel
def hexes_ordered(g: Game, player: int, ship: int) -> int:
    """How far a ship is ordered to move."""
    count = 0
    while count < len(g.path[player, ship]) and g.path[player, ship, count] > 0:
        count += 1
    return count


@kernel
def end_of_path(g: Game, t: Tables, player: int, ship: int) -> int:
    """Where a ship's orders lead."""
    hexagon = int(g.ship_hex[player, ship])
    for i in range(hexes_ordered(g, player, ship)):
        hexagon = int(t.neighbour[hexagon, g.path[player, ship, i] - 1])
    return hexagon


@kernel
def legal_order(g: Game, t: Tables, mask: Mask) -> None:
    """Ships that can be ordered further, or done."""
    allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if can_be_ordered(g, t, g.actor, ship) and not is_twin(g, t, g.actor, ship):
            hexagon = end_of_path(g, t, g.actor, ship)
            for direction in range(DIRECTIONS):
                if t.neighbour[hexagon, direction] >= 0:
                    allow_pair(t, mask, choices.MOVE, ship, direction, DIRECTIONS)


@kernel
def choose_order(g: Game, t: Tables, action: int) -> None:
    """Add a hex to a ship's orders, or be done."""
    if family_of(t, action) == choices.PASS:
        add(g, A, 1)
        return
    ship = first_factor(t, action)
    g.path[g.actor, ship, hexes_ordered(g, g.actor, ship)] = second_factor(t, action) + 1


@kernel
def execute_orders(g: Game, t: Tables) -> None:
    """All ships move at once."""
    for player in range(t.players):
        for ship in range(t.ships):
            if hexes_ordered(g, player, ship) > 0:
                source = int(g.ship_hex[player, ship])
                g.ship_hex[player, ship] = end_of_path(g, t, player, ship)
                note(g, events.E_MOVED, player, ship, source, g.ship_hex[player, ship])
    g.path[:, :, :] = 0
