"""Event Horizon: at the end of each turn the star gathers tokens, burns nearby ships, evolves, and ends the game."""

from __future__ import annotations

from exodus_env.exodus.capacity import DIRECTIONS
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import log
from exodus_env.exodus.rules.assets import hurt_ship
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import die
from exodus_env.kit.kernel import kernel


@kernel
def star_ages(g: Game, t: Tables) -> bool:
    """Add a Star Evolution token, and from two on roll a die; True if the star evolves for the last time."""
    g.star_tokens += 1
    if g.star_tokens < t.star_rolls_from:
        note(g, log.E_STAR_TOKEN, g.star_tokens, 0, 0, 0)
        return False
    roll = die(g)
    note(g, log.E_STAR_TOKEN, g.star_tokens, roll, 0, 0)
    if roll > g.star_tokens:
        burn(g, t)
        return False
    g.evolutions += 1
    note(g, log.E_STAR_EVOLVED, g.evolutions, 0, 0, 0)
    if g.evolutions == t.star_evolutions:
        return True
    g.star_tokens -= 1
    spread_heat(g, t)
    return False


@kernel
def burn(g: Game, t: Tables) -> None:
    """Damage ships in the heat by the number of tokens, unless Solar Shield Booster protects them."""
    for player in range(t.players):
        if modifier(g, player, m.SOLAR_SHIELD) > 0:
            continue
        for ship in range(t.ships):
            hexagon = int(g.ship_hex[player, ship])
            if hexagon >= 0 and g.heat[hexagon] == 1:
                note(g, log.E_HEAT_DAMAGE, player, ship, hexagon, g.star_tokens)
                hurt_ship(g, t, player, ship, g.star_tokens)


@kernel
def spread_heat(g: Game, t: Tables) -> None:
    """Spread Increased Heat to the hexes next to the star, and Solar Wind to the hexes next to those, not by
    wormhole."""
    for direction in range(DIRECTIONS):
        inner = int(t.flight[t.centre_hex, direction])
        if inner < 0:
            continue
        g.heat[inner] = 1
        for outward in range(DIRECTIONS):
            beside = int(t.flight[inner, outward])
            if beside >= 0 and beside != t.centre_hex:
                g.solar_wind[beside] = 1
