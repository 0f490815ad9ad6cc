"""Invariants 12 to 14, 28 and 36: planets, rockets, the market and the centre of the map."""

from __future__ import annotations

import numpy as np

from exodus_env.exodus.check.bounds import DOOMED
from exodus_env.exodus.check.facts import Facts, Problems, filled, unequal
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, wmd


def planets(s: Facts) -> Problems:
    """The layout's planets are on the map once each, home planets at home, counters within their range."""
    g, t = s.g, s.t
    planet = g.planet[: t.hexes]
    for player in s.players:
        if planet[t.home_hex[player]] != t.home_planet[player]:
            yield f"planet {int(planet[t.home_hex[player]])} at the home of player {player}"
    wild = planet[(planet >= 0) & (t.home_of[: t.hexes] < 0)]
    if len(set(wild)) < len(wild) or t.planet_home[wild].any():
        yield f"the planets {sorted(int(x) for x in wild)} are not distinct, or a home planet is among them"
    yield from unequal("planets of each resource", np.bincount(t.planet_resource[wild], minlength=4), t.map_planets)
    if planet[t.centre_hex] >= 0:
        yield f"planet[{t.centre_hex}] is {int(planet[t.centre_hex])} in the centre, should be -1"
    for hexagon in np.flatnonzero(g.counter[: t.hexes] > np.where(planet >= 0, t.planet_maximum[planet], 0)):
        yield f"counter[{hexagon}] is {int(g.counter[hexagon])}"


def centre(s: Facts) -> Problems:
    """No ship is in Proxima Centauri, and Solar Wind blows where the map says."""
    if s.t.council_hex < 0:
        for player, ship in np.argwhere(s.g.ship_hex == s.t.centre_hex):
            yield f"ship_hex[{player}, {ship}] is {s.t.centre_hex}, which is Proxima Centauri"
    yield from unequal("solar_wind", s.g.solar_wind, s.t.solar_wind)


def lost_planets(s: Facts) -> Problems:
    """Home planets last; a destroyed planet is empty; planets fall together, at the end of the Fire WMD Stage."""
    g, t = s.g, s.t
    gone, planet, home = (x[: t.hexes] for x in (g.destroyed, g.planet, t.home_of))
    for hexagon in np.flatnonzero((gone > 0) & ((home >= 0) | (planet < 0))):
        yield f"destroyed[{hexagon}] is {int(gone[hexagon])} at a home or without a planet"
    if s.step_of(frames.WMD) != wmd.STRIKE:
        for hexagon in np.flatnonzero(gone == DOOMED):
            yield f"the planet in hex {hexagon} is doomed outside the landing of rockets"
    holds = (g.counter[: t.hexes] > 0) | g.population[: t.hexes].any(axis=1)
    for hexagon in np.flatnonzero(((gone == 1) | (planet < 0)) & holds):
        yield f"Population or resources in hex {hexagon}, which has no planet"


def rockets(s: Facts) -> Problems:
    """Rockets stand on planets, and are aimed only while they are fired, never at homes."""
    g, t = s.g, s.t
    reach = g.modifier[:, v.MODIFIER_NAMES.index("rocket_range")]
    for hexagon, space in np.argwhere((g.rocket > 0) | (g.rocket_target >= 0) | (g.rocket_owner >= 0)):
        target, owner = int(g.rocket_target[hexagon, space]), int(g.rocket_owner[hexagon, space])
        where = f"the rocket in hex {hexagon}, space {space}"
        if g.planet[hexagon] < 0 or g.destroyed[hexagon] == 1 or g.rocket[hexagon, space] == 0:
            yield f"{where} has no planet, or is aimed without being there"
        if (target < 0) != (owner < 0):
            yield f"{where} is fired at {target} by {owner}"
        elif target >= 0 and s.frame(frames.WMD) is None:
            yield f"{where} is aimed outside the Fire WMD Stage"
        elif target >= 0 and (t.home_of[target] >= 0 or g.planet[target] < 0 or target == hexagon):
            yield f"{where} is aimed at hex {target}"
        elif target >= 0 and t.distance[hexagon, target] > reach[owner]:
            yield f"{where} is aimed too far, at hex {target}"


def market(s: Facts) -> Problems:
    """Market spaces are taken from the left."""
    if s.g.traders > s.t.market_spaces:
        yield f"{s.g.traders} traders on {s.t.market_spaces} spaces"
    yield from filled("market", s.g.market, s.g.traders)
