"""Invariants 12 to 14, 28, 37 and 46: planets, rockets, the market and the centre of the map."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import permutations, product

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.bounds import DOOMED
from exodus_env.exodus.check.facts import Facts
from exodus_env.exodus.check.scenarios import wind
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.build import POOLS
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.frames import SETTING_UP_PLACE
from exodus_env.exodus.rules.setup import opening
from exodus_env.exodus.rules.stages import upkeep, wmd
from exodus_env.kit.bounds import MOST
from exodus_env.kit.facts import Problems, empty, filled, unequal

HOME, NEW = POOLS.index("home"), POOLS.index("new")


def planets(s: Facts) -> Problems:
    """The layout's planets are on the map once each, home planets at home, counters within their range."""
    g, t = s.g, s.t
    planet = g.planet[: t.hexes]
    for player in s.players:
        if planet[t.home_hex[player]] != home_planet(s, player):
            yield f"planet {int(planet[t.home_hex[player]])} at the home of player {player}"
    wild = np.concatenate([planet[(planet >= 0) & (t.home_of[: t.hexes] < 0)], g.given_planet[g.given_planet >= 0]])
    if len(set(wild)) < len(wild) or (t.planet_pool[wild] == HOME).any():
        yield f"the planets {sorted(int(x) for x in wild)} are not distinct, or a home planet is among them"
    dealt = np.bincount(t.planet_pool[wild], minlength=c.PLANET_POOLS)
    yield from unequal("planets of each pool", dealt if s.is_dealt else np.maximum(dealt, t.map_planets), t.map_planets)
    if planet[t.centre_hex] >= 0:
        yield f"planet[{t.centre_hex}] is {int(planet[t.centre_hex])} in the centre, should be -1"
    for hexagon in np.flatnonzero(g.counter[: t.hexes] > np.where(planet >= 0, t.planet_maximum[planet], 0)):
        if not t.planet_barren[planet[hexagon]]:
            yield f"counter[{hexagon}] is {int(g.counter[hexagon])}"


def home_planet(s: Facts, player: int) -> int:
    """The planet that is a player's home: that of the seat or of the faction, and none before that is chosen."""
    content = s.rules.content
    if not content.factions:
        return int(s.t.home_planet[player])
    faction = int(s.g.faction[player])
    return [planet.id for planet in content.planets].index(content.factions[faction].home) if faction >= 0 else -1


def new_planets(s: Facts) -> Problems:
    """Second counters belong to dual planets; a barren planet has units only during the income of a player who lives
    there."""
    g, t = s.g, s.t
    if not t.new_planets:
        yield from empty("second_counter", g.second_counter, 0, "in a game without new planets")
        yield from empty("second_taken", g.second_taken, 0, "in a game without new planets")
        yield from empty("given_planet", g.given_planet, -1, "in a game without new planets")
        if not s.is_dealt:
            yield from _chosen_planets(s)
        return
    planet, second = g.planet[: t.hexes], g.second_counter[: t.hexes]
    for hexagon in np.flatnonzero(second > np.where(s.land & s.is_dealt, t.planet_second_maximum[planet], 0)):
        yield f"second_counter[{hexagon}] is {int(second[hexagon])} on planet {int(planet[hexagon])}"
    for hexagon in np.flatnonzero(s.land & (t.planet_barren[planet] == 1)):
        units = int(g.counter[hexagon] + g.taken[hexagon])
        if units not in _barren_units(s, int(hexagon)):
            yield f"counter[{hexagon}] is {int(g.counter[hexagon])} on a barren planet"
    yield from _given_planets(s)
    if not s.is_dealt:
        yield from _chosen_planets(s)


def _barren_units(s: Facts, hexagon: int) -> tuple[int, ...]:
    """Units that a barren planet can have had in the current income."""
    if s.g.decision != choices.D_MINERAL or s.g.actor < 0 or s.g.population[hexagon, s.g.actor] == 0:
        return (0,)
    produced = int(s.t.planet_resource[s.g.planet[hexagon]])
    extraction = v.MODIFIER_NAMES.index("cp_extraction") + produced - v.CP_PRODUCED
    return 0, max(0, int(s.g.modifier[s.g.actor, extraction])) if produced else 0


def _chosen_planets(s: Facts) -> Problems:
    """Before the map is laid out it is empty; then only the spaces of players who have yet to place a planet are empty.

    Planets of a scenario that are not dealt are there from the start.
    """
    g, t = s.g, s.t
    laid_out = s.set_up_to(opening.SPACES)
    there = g.planet[: t.hexes] >= 0
    wanted = t.wild & laid_out
    wanted[t.start_space[np.flatnonzero(g.given_planet >= 0)].reshape(-1)] = False
    for hexagon in np.flatnonzero(t.wild & (t.fixed_planet[: t.hexes] < 0) & (there != wanted)):
        yield f"planet {int(g.planet[hexagon])} in hex {hexagon}, while the map is laid out"
    for hexagon in np.flatnonzero(there & t.wild & (g.counter[: t.hexes] > 0)):
        yield f"counter[{hexagon}] is {int(g.counter[hexagon])} while the map is laid out"


def _given_planets(s: Facts) -> Problems:
    """Players have basic planets to place from the moment they choose a type until they have placed one."""
    g, t = s.g, s.t
    place = s.top[SETTING_UP_PLACE] if s.step_of(frames.SETTING_UP) in (opening.TYPES, opening.SPACES) else 0
    chosen = g.order[: t.players].tolist()
    if s.is_dealt or not s.set_up_to(opening.TYPES):
        chosen = []
    else:
        chosen = chosen[place:] if s.set_up_to(opening.SPACES) else chosen[:place]
    for player in np.flatnonzero(g.given_planet >= 0):
        planet = int(g.given_planet[player])
        if player not in chosen or t.planet_pool[planet] in (HOME, NEW):
            yield f"given_planet[{player}] is {planet}"


def centre(s: Facts) -> Problems:
    """No ship is in Proxima Centauri or the Stronghold, and Solar Wind blows where the map and the star say."""
    if s.t.council_hex < 0:
        for player, ship in np.argwhere(s.g.ship_hex == s.t.centre_hex):
            yield f"ship_hex[{player}, {ship}] is {s.t.centre_hex}, which is closed"
    yield from unequal("solar_wind", s.g.solar_wind, wind(s))


def lost_planets(s: Facts) -> Problems:
    """Home planets last, except in solitaire play; a destroyed planet is empty once all rockets have landed."""
    g, t = s.g, s.t
    gone, planet, home = (x[: t.hexes] for x in (g.destroyed, g.planet, t.home_of))
    for hexagon in np.flatnonzero((gone > 0) & (((home >= 0) & (t.solitaire == 0)) | (planet < 0))):
        yield f"destroyed[{hexagon}] is {int(gone[hexagon])} at a home or without a planet"
    if g.stage == frames.SETUP:
        yield from empty("destroyed", g.destroyed, 0, "before turn 1")
    if s.step_of(frames.WMD) != wmd.STRIKE:
        for hexagon in np.flatnonzero(gone == DOOMED):
            yield f"the planet in hex {hexagon} is doomed outside the landing of rockets"
    lives = g.population[: t.hexes].any(axis=1)
    if not s.set_up_to(opening.TYPES):
        lives &= home < 0  # Population waits for its home planet while factions are being chosen
    holds = (g.counter[: t.hexes] > 0) | (g.second_counter[: t.hexes] > 0) | lives
    for hexagon in np.flatnonzero(((gone == 1) | (planet < 0)) & holds):
        yield f"Population or resources in hex {hexagon}, which has no planet"


def rockets(s: Facts) -> Problems:
    """Rockets are on planets, and are aimed only while they are being fired; some rules exempt homes."""
    g, t = s.g, s.t
    if t.coop:
        yield from empty("rocket", g.rocket, 0, "where players win together")
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
        elif target >= 0 and (not _may_be_aimed_at(s, hexagon, space) or not s.land[target] or target == hexagon):
            yield f"{where} is aimed at hex {target}"
        elif target >= 0 and t.planet_peaceful[g.planet[target]]:
            yield f"{where} is aimed at a peaceful planet, in hex {target}"
        elif target >= 0:
            further = t.satellite_range if hexagon in g.satellite[owner] else 0
            if flight(s, int(hexagon))[target] > reach[owner] + further:
                yield f"{where} is aimed too far, at hex {target}"


def _may_be_aimed_at(s: Facts, hexagon: int, space: int) -> bool:
    """Whether the target of a rocket is not a home, or with Edge of Extinction one that the rocket cannot destroy.

    In solitaire play a home is a target for all rockets.
    """
    if s.t.home_of[s.g.rocket_target[hexagon, space]] < 0 or s.t.solitaire:
        return True
    return bool(s.t.eoe and s.t.rocket_damage[s.g.rocket[hexagon, space] - 1] != v.HITS_PLANET)


def flight(s: Facts, source: int) -> list[int]:
    """How far every hex is for a rocket: a barrier adds to the step across it, a wormhole is one step."""
    g, t = s.g, s.t
    barriers = set(g.barrier[g.barrier >= 0].tolist())
    steps: dict[int, list[tuple[int, int]]] = {hexagon: [] for hexagon in range(t.hexes)}
    for hexagon, direction in product(range(t.hexes), range(c.EDGES)):
        other = int(t.flight[hexagon, direction])
        if other >= 0:
            way = 1 + (t.barrier_distance if hexagon * c.EDGES + direction in barriers else 0)
            steps[hexagon].append((other, way))
            steps[other].append((hexagon, way))
    if g.wormhole[0] >= 0 and g.wormhole[1] >= 0:
        for one, other in permutations(g.wormhole.tolist()):
            steps[one].append((other, 1))
    far = [MOST] * t.hexes
    reached = [(0, source)]
    while reached:
        way, hexagon = heappop(reached)
        if way < far[hexagon]:
            far[hexagon] = way
            for other, more in steps[hexagon]:
                heappush(reached, (way + more, other))
    return far


def market(s: Facts) -> Problems:
    """Market spaces are taken from the left, and free at income; in solitaire play only once all have been taken."""
    if s.g.traders > s.t.market_spaces:
        yield f"{s.g.traders} traders on {s.t.market_spaces} spaces"
    kept = s.t.market_spaces - 1 if s.t.solitaire and s.g.turn > 1 else 0
    if s.step_of(frames.UPKEEP) == upkeep.INCOME and s.g.traders > kept:
        yield f"{s.g.traders} traders as turn {s.g.turn} begins, at most {kept}"
    yield from filled("market", s.g.market, s.g.traders)
