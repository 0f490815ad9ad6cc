"""Invariants 3 to 6: cubes, ships, resources and the turn order."""

from __future__ import annotations

import numpy as np

from exodus_env.exodus.check.facts import Facts, Problems
from exodus_env.exodus.content import vocabulary as v


def cubes(s: Facts) -> Problems:
    """Each player's cubes are all somewhere."""
    g = s.g
    for player in s.players:
        placed = int(g.population[:, player].sum() + g.ship_cargo[player].sum() + g.technology[player].sum())
        held = int(g.supply[player] + g.reaction_cubes[player] + (g.market == player).sum())
        found = placed + held + s.t.marker_cubes
        if found != s.t.cubes:
            yield f"player {player} has {found} cubes of {s.t.cubes}"


def ships(s: Facts) -> Problems:
    """Ships carry and endure what their class allows; ships in the supply are as new."""
    g, classes = s.g, s.t.ship_class[: s.t.ships]
    for player in s.players:
        for ship in range(s.t.ships):
            hexagon, damage, cargo = (int(x[player, ship]) for x in (g.ship_hex, g.ship_damage, g.ship_cargo))
            where = f"ship {ship} of player {player}"
            if hexagon < 0 and (damage or cargo):
                yield f"{where} is in the supply with damage {damage} and cargo {cargo}"
            if cargo > s.t.class_capacity[classes[ship]]:
                yield f"{where} carries {cargo}"
            if hexagon >= 0 and damage > g.shield[player, classes[ship]]:
                yield f"{where} has damage {damage} over its shield {int(g.shield[player, classes[ship]])}"


def resources(s: Facts) -> Problems:
    """Nobody stocks more than the tracks hold."""
    for player, resource in np.argwhere(s.g.resource > s.t.resource_cap):
        yield f"player {player} has {int(s.g.resource[player, resource])} {v.RESOURCES[resource]}"


def turn_order(s: Facts) -> Problems:
    """Turn order names every player once."""
    order = [int(x) for x in s.g.order[: s.t.players]]
    if sorted(order) != list(s.players):
        yield f"order is {order}"
