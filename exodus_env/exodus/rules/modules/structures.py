"""Structures: Jump Gates (M7) and Communication Satellites (M8), built like ships but not ships. Also jumps."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import DIRECTIONS
from exodus_env.exodus.content.vocabulary import AXINIUM, CP
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import is_closed, is_twin, ships_at, through_wormhole
from exodus_env.exodus.rules.frames import JUMPS_GATE, JUMPS_JUMPED, JUMPS_PLACE, JUMPS_SOURCE
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, allow_pair, family_of, first_factor, second_factor
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel

# What has been built in this Build action, one bit each.
GATE_BUILT: Final = 1
SATELLITE_BUILT: Final = 2


# Building -----------------------------------------------------------------------------------------------------------


@kernel
def has_gate(g: Game, player: int, hexagon: int) -> bool:
    """Whether a player has a Jump Gate in a hex."""
    for slot in range(len(g.gate[player])):
        if g.gate[player, slot] == hexagon:
            return True
    return False


@kernel
def has_satellite(g: Game, player: int, hexagon: int) -> bool:
    """Whether a player has a Satellite in a hex."""
    for slot in range(len(g.satellite[player])):
        if g.satellite[player, slot] == hexagon:
            return True
    return False


@kernel
def gates_built(g: Game, player: int) -> int:
    """Jump Gates of a player on the map."""
    count = 0
    while count < len(g.gate[player]) and g.gate[player, count] >= 0:
        count += 1
    return count


@kernel
def satellites_built(g: Game, player: int) -> int:
    """Satellites of a player on the map."""
    count = 0
    while count < len(g.satellite[player]) and g.satellite[player, count] >= 0:
        count += 1
    return count


@kernel
def gate_fits(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether a Jump Gate can be placed: at home or where its owner has a ship, and no second one of that player."""
    if has_gate(g, player, hexagon):
        return False
    return bool(hexagon == t.home_hex[player]) or ships_at(g, t, player, hexagon) > 0


@kernel
def satellite_fits(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether a Satellite can be placed: the first at home, each further one next to another of the same player."""
    if satellites_built(g, player) == 0:
        return bool(hexagon == t.home_hex[player])
    if has_satellite(g, player, hexagon):
        return False
    for direction in range(DIRECTIONS):
        beside = int(t.neighbour[hexagon, direction])
        if beside >= 0 and has_satellite(g, player, beside):
            return True
    beyond = through_wormhole(g, t, hexagon)
    return beyond >= 0 and has_satellite(g, player, beyond)


@kernel
def can_pay(g: Game, player: int, cp: int, axinium: int) -> bool:
    """Whether a player can afford a structure."""
    return bool(g.resource[player, CP] >= cp and g.resource[player, AXINIUM] >= axinium)


@kernel
def legal_structures(g: Game, t: Tables, mask: Mask, built: int, free: bool) -> None:
    """Places for a Jump Gate and for a Satellite, at most one of each in a Build action."""
    player = int(g.actor)
    if gates_built(g, player) < t.gates and built & GATE_BUILT == 0:
        if free or can_pay(g, player, t.gate_cp, t.gate_axinium):
            for hexagon in range(t.hexes):
                if gate_fits(g, t, player, hexagon):
                    allow(t, mask, choices.GATE, hexagon)
    if satellites_built(g, player) < t.satellites and built & SATELLITE_BUILT == 0:
        if free or can_pay(g, player, t.satellite_cp, t.satellite_axinium):
            for hexagon in range(t.hexes):
                if not is_closed(t, hexagon) and satellite_fits(g, t, player, hexagon):
                    allow(t, mask, choices.SATELLITE, hexagon)


@kernel
def build_structure(g: Game, t: Tables, action: int, free: bool) -> int:
    """Build the structure that an action names; returns its bit, or 0 if it names none."""
    family = family_of(t, action)
    player = int(g.actor)
    hexagon = first_factor(t, action)
    if family == choices.GATE:
        g.gate[player, gates_built(g, player)] = hexagon
        note(g, log.E_GATE_BUILT, player, hexagon, 0, 0)
        if not free:
            g.resource[player, CP] -= t.gate_cp
            g.resource[player, AXINIUM] -= t.gate_axinium
        return GATE_BUILT
    if family == choices.SATELLITE:
        g.satellite[player, satellites_built(g, player)] = hexagon
        note(g, log.E_SATELLITE_BUILT, player, hexagon, 0, 0)
        if not free:
            g.resource[player, CP] -= t.satellite_cp
            g.resource[player, AXINIUM] -= t.satellite_axinium
        return SATELLITE_BUILT
    return 0


# Jumps --------------------------------------------------------------------------------------------------------------

BEGIN, JUMP = 0, 1


@kernel
def run_jumps(g: Game, t: Tables) -> None:
    """At the end of Conquest, in reverse turn order, players may bring ships from one hex to one of their Jump
    Gates."""
    if get(g, STEP) == BEGIN:
        put(g, JUMPS_PLACE, t.players - 1)
        go(g, JUMP)
    while get(g, JUMPS_PLACE) >= 0:
        player = int(g.order[get(g, JUMPS_PLACE)])
        if get(g, JUMPS_GATE) > 0 and ships_at(g, t, player, get(g, JUMPS_SOURCE)) > 0:
            ask(g, player, choices.D_JUMP_SHIP)
            focus(g, get(g, JUMPS_SOURCE), -1, -1)
            return
        if get(g, JUMPS_GATE) == 0 and can_jump(g, t, player):
            ask(g, player, choices.D_JUMP)
            return
        end_jump(g)
    pop(g)


@kernel
def end_jump(g: Game) -> None:
    """Go to the next player in reverse turn order."""
    put(g, JUMPS_GATE, 0)
    put(g, JUMPS_SOURCE, 0)
    put(g, JUMPS_JUMPED, 0)
    add(g, JUMPS_PLACE, -1)


@kernel
def can_jump(g: Game, t: Tables, player: int) -> bool:
    """Whether a player has a Jump Gate and a ship elsewhere."""
    for slot in range(gates_built(g, player)):
        for ship in range(t.ships):
            if g.ship_hex[player, ship] >= 0 and g.ship_hex[player, ship] != g.gate[player, slot]:
                return True
    return False


@kernel
def legal_jump(g: Game, t: Tables, mask: Mask) -> None:
    """Each of the player's Jump Gates with each other hex that has ships of the player, or none."""
    allow(t, mask, choices.PASS, 0)
    for slot in range(gates_built(g, g.actor)):
        for ship in range(t.ships):
            source = int(g.ship_hex[g.actor, ship])
            if source >= 0 and source != g.gate[g.actor, slot]:
                allow_pair(t, mask, choices.JUMP, slot, source, t.hexes)


@kernel
def choose_jump(g: Game, t: Tables, action: int) -> None:
    """Activate the Jump Gate, or do not."""
    if family_of(t, action) == choices.PASS:
        end_jump(g)
        return
    put(g, JUMPS_GATE, first_factor(t, action) + 1)
    put(g, JUMPS_SOURCE, second_factor(t, action))


@kernel
def legal_jump_ship(g: Game, t: Tables, mask: Mask) -> None:
    """Ships in the hex; at least one must jump."""
    if get(g, JUMPS_JUMPED) > 0:
        allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if g.ship_hex[g.actor, ship] == get(g, JUMPS_SOURCE) and not is_twin(g, t, g.actor, ship):
            allow(t, mask, choices.JUMP_SHIP, ship)


@kernel
def choose_jump_ship(g: Game, t: Tables, action: int) -> None:
    """Jump with a ship and everything on board, or finish."""
    if family_of(t, action) == choices.PASS:
        end_jump(g)
        return
    ship = first_factor(t, action)
    target = int(g.gate[g.actor, get(g, JUMPS_GATE) - 1])
    g.ship_hex[g.actor, ship] = target
    add(g, JUMPS_JUMPED, 1)
    note(g, log.E_JUMPED, g.actor, ship, get(g, JUMPS_SOURCE), target)
