"""Invariants 3 to 6: cubes, ships, resources and the turn order."""

from __future__ import annotations

import numpy as np

from exodus_env.exodus.check.derived import shields_now
from exodus_env.exodus.check.facts import Facts
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from exodus_env.kit.facts import Problems


def cubes(s: Facts) -> Problems:
    """All of each player's cubes are somewhere."""
    g = s.g
    found = g.population.sum(axis=0) + g.ship_cargo.sum(axis=1) + g.technology.sum(axis=1) + g.supply + g.reaction_cubes
    found += np.bincount(g.market[g.market >= 0], minlength=len(found)) + s.t.marker_cubes
    for player in s.players:
        if found[player] != s.t.cubes:
            yield f"player {player} has {int(found[player])} cubes of {s.t.cubes}"


def ships(s: Facts) -> Problems:
    """Ships carry and bear what their class allows; ships in the supply are undamaged and empty."""
    g, classes = s.g, s.t.ship_class[: s.t.ships]
    hexagon, damage, cargo = (x[:, : s.t.ships] for x in (g.ship_hex, g.ship_damage, g.ship_cargo))
    shield = shields_now(s)
    if g.stage == frames.SETUP:
        yield from _begun(s)
    for player, ship in np.argwhere((hexagon < 0) & ((damage > 0) | (cargo > 0))):
        found = f"damage {int(damage[player, ship])} and cargo {int(cargo[player, ship])}"
        yield f"ship {ship} of player {player} is in the supply with {found}"
    for player, ship in np.argwhere(cargo > g.room[:, classes]):
        yield f"ship {ship} of player {player} carries {int(cargo[player, ship])}"
    for player, ship in np.argwhere((hexagon >= 0) & (damage > shield)):
        found = f"damage {int(damage[player, ship])} over its shield {int(shield[player, ship])}"
        yield f"ship {ship} of player {player} has {found}"


def _begun(s: Facts) -> Problems:
    """Before turn 1, ships are at home, in the second starting hex, or at posts of the scenario."""
    for player in s.players:
        begun = {-1, int(s.t.home_hex[player]), int(s.g.second_start[player])}
        begun |= set(np.flatnonzero(s.t.post_ships.any(axis=1)).tolist())
        for ship, hexagon in enumerate(s.g.ship_hex[player].tolist()):
            if hexagon not in begun:
                yield f"ship {ship} of player {player} is in hex {hexagon} before turn 1"


def resources(s: Facts) -> Problems:
    """Nobody stocks more than the tracks can hold."""
    for player, resource in np.argwhere(s.g.resource > s.t.resource_cap):
        yield f"player {player} has {int(s.g.resource[player, resource])} {v.RESOURCES[resource]}"


def turn_order(s: Facts) -> Problems:
    """The turn order names every player once; if players win together it goes clockwise."""
    order = [int(x) for x in s.g.order[: s.t.players]]
    if sorted(order) != list(s.players):
        yield f"order is {order}"
    elif s.t.coop and any((player - order[0] - place) % s.t.players for place, player in enumerate(order)):
        yield f"order is {order}, which is not clockwise"
