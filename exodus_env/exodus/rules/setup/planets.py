"""Planet hexes: dealt at setup and when a world is dealt again, and what is on them once they are face up."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import below
from exodus_env.kit.kernel import kernel


@kernel
def deal_planets(g: Game, t: Tables, stream: int) -> None:
    """Put random planets of every pool on random hexes without one, until the map has what its layout requires.

    If a player has yet to place a planet, both spaces for it are kept free, and one planet is left over (M5).
    """
    over = planets_to_place(g, t)
    for pool in range(1, len(t.map_planets)):
        for _ in range(t.map_planets[pool] - planets_in_game(g, t, pool)):
            hexagon = empty_hex(g, t, stream, over)
            if hexagon >= 0:
                g.planet[hexagon] = draw_planet(g, t, pool, stream)
            else:
                over -= 1


@kernel
def planets_to_place(g: Game, t: Tables) -> int:
    """Planets that players have drawn and have yet to place (M5)."""
    count = 0
    for player in range(t.players):
        if g.given_planet[player] >= 0:
            count += 1
    return count


@kernel
def planets_in_game(g: Game, t: Tables, pool: int) -> int:
    """Planets of a pool on the map, face up or down, destroyed or not, and those that players have yet to place."""
    count = 0
    for hexagon in range(t.hexes):
        if g.planet[hexagon] >= 0 and t.planet_pool[g.planet[hexagon]] == pool:
            count += 1
    for player in range(t.players):
        if g.given_planet[player] >= 0 and t.planet_pool[g.given_planet[player]] == pool:
            count += 1
    return count


@kernel
def empty_hex(g: Game, t: Tables, stream: int, over: int) -> int:
    """A random hex that still awaits its planet; -1 for each of the planets that are left over."""
    free = 0
    for hexagon in range(t.hexes):
        if awaits_planet(g, t, hexagon):
            free += 1
    which = below(g, stream, free + over)
    for hexagon in range(t.hexes):
        if awaits_planet(g, t, hexagon):
            if which == 0:
                return hexagon
            which -= 1
    return -1


@kernel
def awaits_planet(g: Game, t: Tables, hexagon: int) -> bool:
    """Whether a hex is to be dealt a planet; the centre never is, nor a space kept free for a player's choice."""
    return bool(g.planet[hexagon] < 0 and hexagon != t.centre_hex) and not is_kept_free(g, t, hexagon)


@kernel
def is_kept_free(g: Game, t: Tables, hexagon: int) -> bool:
    """Whether a hex is one of the two where a player has yet to place a planet (M5)."""
    for player in range(t.players):
        if g.given_planet[player] >= 0:
            if t.start_space[player, 0] == hexagon or t.start_space[player, 1] == hexagon:
                return True
    return False


@kernel
def draw_planet(g: Game, t: Tables, pool: int, stream: int) -> int:
    """A random planet of a pool that is neither on the map nor with a player."""
    size = 0
    for planet in range(t.planets):
        if t.planet_pool[planet] == pool:
            size += 1
    while True:
        planet = planet_of_pool(t, pool, below(g, stream, size))
        if not is_in_game(g, t, planet):
            return planet


@kernel
def planet_of_pool(t: Tables, pool: int, which: int) -> int:
    """The planets of a pool, by number."""
    for planet in range(t.planets):
        if t.planet_pool[planet] == pool:
            if which == 0:
                return planet
            which -= 1
    return -1


@kernel
def is_in_game(g: Game, t: Tables, planet: int) -> bool:
    """Whether a planet is on the map, or a player has yet to place it."""
    for hexagon in range(t.hexes):
        if g.planet[hexagon] == planet:
            return True
    for player in range(t.players):
        if g.given_planet[player] == planet:
            return True
    return False


@kernel
def place_counters(g: Game, t: Tables, hexagon: int) -> None:
    """Place a planet's printed resources: one counter, or two on a dual planet."""
    g.counter[hexagon] = t.planet_amount[g.planet[hexagon]]
    g.second_counter[hexagon] = t.planet_second_amount[g.planet[hexagon]]
