"""Planet hexes: dealt at setup and when a world is dealt anew, and what lies on them once they are face up."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import below
from exodus_env.kit.kernel import kernel


@kernel
def deal_planets(g: Game, t: Tables, stream: int) -> None:
    """Random planets of every pool on random hexes without one, until the map has what its layout takes."""
    for pool in range(1, len(t.map_planets)):
        for _ in range(t.map_planets[pool] - planets_on_map(g, t, pool)):
            hexagon = empty_hex(g, t, stream)
            g.planet[hexagon] = draw_planet(g, t, pool, stream)


@kernel
def planets_on_map(g: Game, t: Tables, pool: int) -> int:
    """Planets of a pool that lie on the map, face up or down, destroyed or not."""
    count = 0
    for hexagon in range(t.hexes):
        if g.planet[hexagon] >= 0 and t.planet_pool[g.planet[hexagon]] == pool:
            count += 1
    return count


@kernel
def empty_hex(g: Game, t: Tables, stream: int) -> int:
    """A random hex of those that still await their planet."""
    free = 0
    for hexagon in range(t.hexes):
        if awaits_planet(g, t, hexagon):
            free += 1
    which = below(g, stream, free)
    for hexagon in range(t.hexes):
        if awaits_planet(g, t, hexagon):
            if which == 0:
                return hexagon
            which -= 1
    return -1


@kernel
def awaits_planet(g: Game, t: Tables, hexagon: int) -> bool:
    """Whether a hex has no planet yet; the centre never has one."""
    return bool(g.planet[hexagon] < 0 and hexagon != t.centre_hex)


@kernel
def draw_planet(g: Game, t: Tables, pool: int, stream: int) -> int:
    """A random planet of a pool that is not on the map."""
    size = 0
    for planet in range(t.planets):
        if t.planet_pool[planet] == pool:
            size += 1
    while True:
        planet = planet_of_pool(t, pool, below(g, stream, size))
        if not is_on_map(g, t, planet):
            return planet


@kernel
def planet_of_pool(t: Tables, pool: int, which: int) -> int:
    """The planets of a pool by number."""
    for planet in range(t.planets):
        if t.planet_pool[planet] == pool:
            if which == 0:
                return planet
            which -= 1
    return -1


@kernel
def is_on_map(g: Game, t: Tables, planet: int) -> bool:
    """Whether a planet lies on the map."""
    for hexagon in range(t.hexes):
        if g.planet[hexagon] == planet:
            return True
    return False


@kernel
def place_counters(g: Game, t: Tables, hexagon: int) -> None:
    """A planet's printed resources: one counter, or two on a dual planet."""
    g.counter[hexagon] = t.planet_amount[g.planet[hexagon]]
    g.second_counter[hexagon] = t.planet_second_amount[g.planet[hexagon]]
