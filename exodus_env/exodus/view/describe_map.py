"""The map as plain values: every hex with its planet and what is there, and tokens that belong to no single hex."""

from __future__ import annotations

from typing import Any

from exodus_env.exodus.capacity import EDGES
from exodus_env.exodus.content.vocabulary import PLANET_RESOURCES, SHIP_CLASSES
from exodus_env.exodus.tables import STRONGHOLD
from exodus_env.exodus.view.describe_position import Plain, Position
from exodus_env.exodus.view.names import LEVELS, STOCK_NAMES

DEBRIS = "debris"
PLANET = "planet"
SPACE = "space"
UNEXPLORED = "unexplored"
CENTRES = {"High Council": "council", "Proxima Centauri": "star", "Stronghold": "stronghold"}


def describe_map(p: Position) -> Plain:
    """All hexes and the tokens on them."""
    g, t = p.g, p.t
    ships = ships_by_hex(p)
    return {
        "hexes": [_hex(p, hexagon, ships[hexagon]) for hexagon in p.hexes],
        "barriers": [_border(p, edge) for edge in g.barrier[: t.players] if edge >= 0],
        "wormhole": g.wormhole if g.wormhole[0] >= 0 else None,
        "no_combat": _or_none(g.no_combat),
        "planet_of_interest": _or_none(g.interest),
        "bounty": _or_none(g.bounty),
        "npc_base": _or_none(t.npc_base) if t.npc else None,
        "npc_entries": [entry for entry in t.npc_entry if entry >= 0] if t.npc else [],
    }


def ships_by_hex(p: Position) -> list[list[Plain]]:
    """The ships in each hex, player by player."""
    g, t = p.g, p.t
    found: list[list[Plain]] = [[] for _ in p.hexes]
    for player in p.seats:
        places, damages, cargos = g.ship_hex[player], g.ship_damage[player], g.ship_cargo[player]
        cloaked = g.cloaked[player]
        for ship in range(t.ships):
            place = places[ship]
            if place >= 0:
                found[place].append(
                    {
                        "player": player,
                        "ship": ship,
                        "name": p.names.ship(ship),
                        "class": SHIP_CLASSES[t.ship_class[ship]],
                        "damage": damages[ship],
                        "cargo": cargos[ship],
                        "cloaked": bool(cloaked[place]),
                    }
                )
    return found


def _hex(p: Position, hexagon: int, ships: list[Plain]) -> Plain:
    g, t = p.g, p.t
    q, r = p.rules.coordinates[hexagon]
    planet = p.names.planet_at(hexagon)
    people = g.population[hexagon]
    return {
        "hex": hexagon,
        "q": q,
        "r": r,
        "kind": _kind(p, hexagon, planet),
        "name": p.names.planet(hexagon),
        "home_of": _or_none(t.home_of[hexagon]),
        "planet": _planet(p, hexagon, planet) if planet >= 0 else None,
        "face_down": bool(g.face_down[hexagon]),
        "looked_at_by": [q for q in p.seats if hexagon in (g.look[q], g.look_second[q])] if t.exploration else [],
        "population": [people[player] for player in p.seats],
        "ships": ships,
        "resistance": _resistance(p, hexagon),
        "squadrons": g.squadron[hexagon],
        "stronghold_levels": g.stronghold if t.scenario == STRONGHOLD and hexagon == t.centre_hex else None,
        "outpost": _outpost(p, hexagon),
        "rockets": _rockets(p, hexagon),
        "gates": [player for player in p.seats if hexagon in g.gate[player]] if t.gates else [],
        "satellites": [player for player in p.seats if hexagon in g.satellite[player]] if t.satellites else [],
        "planetary_upgrades": _planetary(p, hexagon) if t.eoe else [],
        "solar_wind": bool(g.solar_wind[hexagon]),
        "heat": bool(g.heat[hexagon]),
        "wormhole": hexagon in g.wormhole,
    }


def _kind(p: Position, hexagon: int, planet: int) -> str:
    if hexagon == p.t.centre_hex:
        return CENTRES[p.names.centre()]
    if p.g.face_down[hexagon]:
        return UNEXPLORED
    if planet < 0:
        return SPACE
    return DEBRIS if p.g.destroyed[hexagon] else PLANET


def _planet(p: Position, hexagon: int, planet: int) -> Plain:
    t, names = p.t, p.names
    gone = bool(p.g.destroyed[hexagon])
    advanced = t.planet_advanced[planet]
    counters = [
        {"resource": STOCK_NAMES[kind], "units": units, "maximum": most}
        for kind, units, most in names.counters(hexagon)
    ]
    return {
        "name": p.content.planets[planet].name,
        "destroyed": gone,
        "produces": PLANET_RESOURCES[t.planet_resource[planet]],
        "counters": counters,
        "vp": 0 if gone else t.planet_vp[planet],
        "moons": t.planet_moons[planet],
        "finite": bool(t.planet_finite[planet]),
        "barren": bool(t.planet_barren[planet]),
        "peaceful": bool(t.planet_peaceful[planet]),
        "advanced": None if advanced < 0 else _TYPES[advanced],
    }


_TYPES = ("military", "civilian", "transport")


def _resistance(p: Position, hexagon: int) -> Plain | None:
    level = p.g.resistance[hexagon]
    if level <= 0:
        return None
    return {
        "level": level,
        "fleet": bool(p.t.fleets),
        "strong": bool(p.t.fleets) and level == len(LEVELS) - 1,
        "beaten": bool(p.g.dormant[hexagon]),
        "ships": p.g.resistance_ships[hexagon] if p.t.solitaire else None,
        "words": p.names.garrison(hexagon),
    }


def _outpost(p: Position, hexagon: int) -> Plain | None:
    if not p.g.outpost_there[hexagon]:
        return None
    return {"level": p.names.outpost_level(hexagon) or None}


def _rockets(p: Position, hexagon: int) -> list[Plain]:
    rockets = zip(p.g.rocket[hexagon], p.g.rocket_target[hexagon])
    return [
        {"kind": kind - 1, "name": p.names.rocket(kind - 1), "target": _or_none(target)}
        for kind, target in rockets
        if kind > 0
    ]


def _planetary(p: Position, hexagon: int) -> list[Plain]:
    owners = enumerate(p.g.planetary[hexagon])
    return [{"kind": k, "name": p.names.planetary(k), "player": owner - 1} for k, owner in owners if owner > 0]


def _border(p: Position, edge: int) -> Plain:
    hexagon, direction = divmod(edge, EDGES)
    return {"hex": hexagon, "direction": direction, "other": _or_none(p.t.flight[hexagon][direction])}


def _or_none(value: int) -> Any:
    return value if value >= 0 else None
