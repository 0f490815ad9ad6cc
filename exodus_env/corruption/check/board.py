"""Invariants 14 to 17: the geometry of the map, what lies on systems, Keys, Signals."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.corruption import capacity as c
from exodus_env.corruption.check.facts import Facts
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import end_phase
from exodus_env.corruption.rules.result import ACTIVATED, ON_MAT, ON_SHIP, ON_SYSTEM
from exodus_env.kit.facts import Problems, empty, unequal
from exodus_env.kit.hexes import CENTRE, DIRECTIONS

SOLVED: Final = 2
# Fields by system, with what they hold beyond the map.
BY_SYSTEM: Final = {
    "tile": -1,
    "turned": 0,
    "place": 0,
    "around": -1,
    "beside": -1,
    "exploration": 0,
    "pacified": 0,
    "gate": 0,
    "rift": 0,
    "fled": 0,
    "ally": 0,
}


def geometry(s: Facts) -> Problems:
    """Every system has a place of its own, what lies around it and where its lanes lead follow; all are joined."""
    g, t = s.g, s.t
    for name, rest in BY_SYSTEM.items():
        yield from empty(name, getattr(g, name)[g.systems :], rest, "beyond the map")
    places = [(int(q), int(r)) for q, r in g.place[: g.systems]]
    if len(set(places)) < len(places) or places[0] != CENTRE:
        yield f"systems are at {places}"
        return
    around, beside = np.full((c.TILES, c.SIDES), -1), np.full((c.TILES, c.SIDES), -1)
    for slot, (q, r) in enumerate(places):
        for direction, (dq, dr) in enumerate(DIRECTIONS):
            other = places.index((q + dq, r + dr)) if (q + dq, r + dr) in places else -1
            around[slot, direction] = other
            if other >= 0 and _is_open(s, slot, direction) and _is_open(s, other, (direction + 3) % c.SIDES):
                beside[slot, direction] = other
    yield from unequal("around", g.around, around)
    yield from unequal("beside", g.beside, beside)
    for slot in range(1, g.systems):
        if not any(0 <= other < slot for other in beside[slot]):
            yield f"no lane joins system {slot} to one that was there before"
    if t.tile_kind[g.tile[0]] != v.CORRUPT:
        yield f"the Starting System is tile {int(g.tile[0])}"


def _is_open(s: Facts, slot: int, direction: int) -> bool:
    """Whether the tile of a system has a lane in a direction."""
    return bool(s.t.tile_sides[s.g.tile[slot], (direction - s.g.turned[slot]) % c.SIDES])


def markers(s: Facts) -> Problems:
    """Markers lie where the tile allows them; an Ally is in one place."""
    g, t = s.g, s.t
    for slot in range(g.systems):
        tile = int(g.tile[slot])
        if g.exploration[slot] > t.tile_exploration[tile]:
            yield f"an Exploration marker in system {slot}, which has none"
        if g.pacified[slot] and t.tile_kind[tile] != v.ENEMY:
            yield f"system {slot} is pacified, and no Enemy system"
        if g.pacified[slot] > t.pacified_turns:
            yield f"pacified[{slot}] is {int(g.pacified[slot])}"
        if g.gate[slot] < t.tile_wormhole[tile]:
            yield f"the wormhole of system {slot} is gone"
        if g.ally[slot] and not t.tile_ally[tile]:
            yield f"Ally {int(g.ally[slot]) - 1} in system {slot}, which has none"


def keys(s: Facts) -> Problems:
    """Each Key is on the mat, on its system, with a ship or on the Main Rift, and its Signal is as far as that."""
    g, t = s.g, s.t
    for key in range(t.keys):
        state, slot, ship = int(g.key_state[key]), int(g.key_slot[key]), int(g.key_ship[key])
        home = [i for i in range(g.systems) if t.tile_signal[g.tile[i]] == key + 1]
        if (state == ON_MAT) != (not home):
            yield f"Key {key} is in state {state}, its signal in systems {home}"
        if (slot >= 0) != (state != ON_MAT) or (state in (ON_SYSTEM, ON_SHIP) and [slot] != home):
            yield f"Key {key} is in state {state} with system {slot}, its signal in systems {home}"
        if state == ACTIVATED and (slot != s.rift or s.rift < 0):
            yield f"Key {key} is activated in system {slot}, the Main Rift is system {s.rift}"
        if (ship >= 0) != (state == ON_SHIP):
            yield f"Key {key} is in state {state} with ship {ship}"
        if state >= ON_SHIP and g.signal_state[key] != SOLVED:
            yield f"Key {key} was taken, its Signal is in state {int(g.signal_state[key])}"
        if state == ON_MAT and g.signal_state[key]:
            yield f"the Signal of Key {key} is in state {int(g.signal_state[key])} before it was found"
    active = (g.key_state[: t.keys] == ACTIVATED).all()
    if g.final_rush and not active:
        yield "the Avatars have answered a last Key that is not on the Main Rift"


def signals(s: Facts) -> Problems:
    """Every Key has a Signal of its own, of levels the difficulty has; markers are on Signals that lie open."""
    g, t = s.g, s.t
    cards = g.signal[: t.keys]
    if len(set(cards.tolist())) < t.keys:
        yield f"Signals {cards.tolist()}"
    for level, limit in enumerate(t.signal_limit):
        found = int((t.signal_level[cards] == level).sum())
        if found > limit:
            yield f"{found} Signals of level {level}, at most {int(limit)} are in the game"
    for key in range(t.keys):
        most = t.signal_markers[cards[key]] if g.signal_state[key] == end_phase.FACE_UP else 0
        if g.signal_markers[key] > most:
            yield f"{int(g.signal_markers[key])} markers on the Signal of Key {key}, at most {int(most)}"
