"""Planetary upgrades (Edge of Extinction): bought for planets that the player controls; they serve whoever controls
them."""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import ASDS, CLONE_FACTORY, CP, PHASIUM, SDS, SPACE_PORT
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import controller, has_planet, launch_ship, ship_in_supply
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.frames import BUILDING_SHIP
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, allow_pair, first_factor
from exodus_env.kit.flow import ask, focus, get, put
from exodus_env.kit.kernel import Mask, kernel

# Buying -------------------------------------------------------------------------------------------------------------


@kernel
def planetary_cp(g: Game, t: Tables, player: int, kind: int) -> int:
    """CP that a planetary upgrade costs: at least 1, so that buying always ends."""
    return max(1, int(t.planetary_cp[kind]) + modifier(g, player, m.UPGRADE_CP))


@kernel
def planetary_phasium(g: Game, t: Tables, player: int, kind: int) -> int:
    """Phasium that a planetary upgrade costs."""
    return max(0, int(t.planetary_phasium[kind]) + modifier(g, player, m.UPGRADE_PHASIUM))


@kernel
def tokens_placed(g: Game, t: Tables, player: int, kind: int) -> int:
    """Tokens of a planetary upgrade on the map that a player has bought, whoever controls the planets now."""
    count = 0
    for hexagon in range(t.hexes):
        if g.planetary[hexagon, kind] == player + 1:
            count += 1
    return count


@kernel
def can_have_planetary(g: Game, t: Tables, player: int, kind: int) -> bool:
    """Whether a player has the technology for a planetary upgrade and a token left."""
    technology = int(t.planetary_technology[kind])
    if technology >= 0 and g.technology[player, technology] == 0:
        return False
    return bool(tokens_placed(g, t, player, kind) < t.planetary_limit[kind])


@kernel
def can_pay_planetary(g: Game, t: Tables, player: int, kind: int) -> bool:
    """Whether a player can afford a planetary upgrade."""
    return bool(
        g.resource[player, CP] >= planetary_cp(g, t, player, kind)
        and g.resource[player, PHASIUM] >= planetary_phasium(g, t, player, kind)
    )


@kernel
def planetary_fits(g: Game, t: Tables, player: int, kind: int, hexagon: int) -> bool:
    """Whether a planet can take an upgrade: it is controlled and has none of its kind; no factory or port at home."""
    if not has_planet(g, hexagon) or controller(g, t, hexagon) != player or g.planetary[hexagon, kind] > 0:
        return False
    if kind == SDS:
        return bool(g.planetary[hexagon, ASDS] == 0)
    if kind == ASDS:
        return bool(g.planetary[hexagon, SDS] == 0)
    return bool(hexagon != t.home_hex[player])


@kernel
def legal_planetary(g: Game, t: Tables, mask: Mask, paid: bool) -> None:
    """Planetary upgrades that the player can have, and afford if they are to be paid for, on planets that can take
    them."""
    if t.eoe == 0:
        return
    player = int(g.actor)
    for kind in range(len(t.planetary_cp)):
        if not can_have_planetary(g, t, player, kind) or (paid and not can_pay_planetary(g, t, player, kind)):
            continue
        for hexagon in range(t.hexes):
            if planetary_fits(g, t, player, kind, hexagon):
                allow_pair(t, mask, choices.PLANETARY, kind, hexagon, t.hexes)


@kernel
def buy_planetary(g: Game, t: Tables, kind: int, hexagon: int) -> None:
    """Pay for a planetary upgrade and place it."""
    g.resource[g.actor, CP] -= planetary_cp(g, t, g.actor, kind)
    g.resource[g.actor, PHASIUM] -= planetary_phasium(g, t, g.actor, kind)
    place_planetary(g, g.actor, kind, hexagon)


@kernel
def place_planetary(g: Game, player: int, kind: int, hexagon: int) -> None:
    """Put a planetary upgrade on a planet."""
    g.planetary[hexagon, kind] = player + 1
    note(g, log.E_PLANETARY_BUILT, player, kind, hexagon, 0)


# Clone Factories ----------------------------------------------------------------------------------------------------


@kernel
def grow_clones(g: Game, t: Tables) -> None:
    """Population grows on planets with a Clone Factory, for whoever controls them, as far as the supply of cubes
    allows."""
    if t.eoe == 0:
        return
    for hexagon in range(t.hexes):
        if g.planetary[hexagon, CLONE_FACTORY] > 0:
            player = controller(g, t, hexagon)
            if player >= 0 and g.supply[player] > 0:
                cubes = min(int(t.clone_growth), int(g.supply[player]))
                g.supply[player] -= cubes
                g.population[hexagon, player] += cubes
                note(g, log.E_CLONE_GROWTH, player, hexagon, 0, 0)


# Space Ports --------------------------------------------------------------------------------------------------------


@kernel
def builds_at(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether new ships of a player can appear in a hex: at home, or at a Space Port the player controls."""
    if hexagon == t.home_hex[player]:
        return True
    return bool(g.planetary[hexagon, SPACE_PORT] > 0 and controller(g, t, hexagon) == player)


@kernel
def has_port(g: Game, t: Tables, player: int) -> bool:
    """Whether a player controls a Space Port away from home."""
    if t.eoe == 1:
        for hexagon in range(t.hexes):
            if hexagon != t.home_hex[player] and builds_at(g, t, player, hexagon):
                return True
    return False


@kernel
def new_ship(g: Game, t: Tables, player: int, ship_class: int) -> None:
    """Put a new ship of a class at home, or let the player choose where."""
    if has_port(g, t, player):
        put(g, BUILDING_SHIP, ship_class)
        ask(g, player, choices.D_BUILD_AT)
        focus(g, -1, -1, ship_class)
    else:
        build_ship(g, t, player, ship_class, t.home_hex[player])


@kernel
def build_ship(g: Game, t: Tables, player: int, ship_class: int, hexagon: int) -> None:
    """Move a ship from the supply to a hex; the event names the hex if it is not home."""
    launch_ship(g, player, ship_in_supply(g, t, player, ship_class), hexagon)
    note(g, log.E_BUILT, player, ship_class, 0 if hexagon == t.home_hex[player] else hexagon, 0)


@kernel
def legal_build_at(g: Game, t: Tables, mask: Mask) -> None:
    """Home, and every planet with a Space Port, if the player controls it."""
    for hexagon in range(t.hexes):
        if builds_at(g, t, g.actor, hexagon):
            allow(t, mask, choices.HEX, hexagon)


@kernel
def choose_build_at(g: Game, t: Tables, action: int) -> None:
    """Put the ship there."""
    build_ship(g, t, g.actor, get(g, BUILDING_SHIP), first_factor(t, action))
    put(g, BUILDING_SHIP, 0)
