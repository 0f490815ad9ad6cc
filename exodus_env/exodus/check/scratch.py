"""Invariants 19 and 30 to 32: what is noted for a while is gone when its step is over."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.derived import shields_now
from exodus_env.exodus.check.facts import CENTAURIANS, DISCARDED, Array, Facts, Problems, empty, filled, pick
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import choices, conquest, frames, movement
from exodus_env.kit.flow import STEP, A, B, D

EXTRACTION: Final = [v.MODIFIER_NAMES.index(f"{name}_extraction") for name in v.PLANET_RESOURCES[1:]]


def upkeep_scratch(s: Facts) -> Problems:
    """Units taken are noted while a player chooses minerals: what the player extracts where Population is."""
    g, t = s.g, s.t
    if g.decision != choices.D_MINERAL:
        yield from empty("taken", g.taken, 0, "outside the choice of minerals")
        yield from empty("second_taken", g.second_taken, 0, "outside the choice of minerals")
    elif g.actor >= 0:
        lives = s.land & (g.population[: t.hexes, g.actor] > 0)
        extraction = np.maximum(0, [0, *g.modifier[g.actor, EXTRACTION]])
        for name, produced in (("taken", t.planet_resource), ("second_taken", t.planet_second)):
            units = getattr(g, name)[: t.hexes]
            for hexagon in np.flatnonzero(units > np.where(lives, extraction[produced[g.planet[: t.hexes]]], 0)):
                yield f"{name}[{hexagon}] is {int(units[hexagon])}, more than player {g.actor} can take"


def movement_scratch(s: Facts) -> Problems:
    """What moved or is held is noted in the movement step."""
    g, frame, ships = s.g, s.frame(frames.MOVEMENT), s.t.ships
    limit = np.zeros_like(g.moved[:, :ships])
    moving = frame is not None and frame[STEP] in (movement.MOVE, movement.DEBRIS)
    moving &= s.t.movement != movement.SIMULTANEOUS
    if moving and frame is not None:
        limit = np.maximum(0, g.drive[:, s.t.ship_class[:ships]]) * (g.ship_hex[:, :ships] >= 0)
        if s.t.movement == movement.DRIVE_POWER:
            limit = np.minimum(limit, 1)
        for place in range(min(frame[A], s.t.players)):
            limit[g.order[place]] = 0
    for player, ship in np.argwhere(g.moved[:, :ships] > limit):
        yield f"moved[{player}, {ship}] is {int(g.moved[player, ship])}, at most {int(limit[player, ship])}"
    if not (moving and s.t.ship_blocking):
        yield from empty("held", g.held, 0, "without blocked ships")
        yield from empty("free_drive", g.free_drive, 0, "without blocked ships")
    elif (g.held > ships * (s.t.players - 1)).any() or (g.free_drive > g.drive.max()).any():
        yield "held or free_drive is more than there can be"


def conquest_scratch(s: Facts) -> Problems:
    """Cubes that arrived or failed to land and battles fought are noted in their own steps."""
    g, step = s.g, s.step_of(frames.CONQUEST)
    if step != conquest.DEPLOY:
        yield from empty("stranded", g.stranded, 0, "outside the landing of Population")
    elif (g.stranded > g.ship_cargo).any():
        yield "more cubes stranded than are on board"
    if g.decision not in (choices.D_CIVILIAN_FROM, choices.D_CIVILIAN_TO):
        yield from empty("arrived", g.arrived, 0, "outside the step of Civilian Ships")
    elif g.actor >= 0 and (g.arrived > g.population[:, g.actor]).any():
        yield f"more cubes arrived than player {g.actor} has there"
    if step != conquest.BATTLES:
        yield from empty("fought", g.fought, 0, "outside Player Combat")


def combat_scratch(s: Facts) -> Problems:
    """Who fights, hits and wrecks are noted in combat only, in the hex of the combat."""
    g, frame = s.g, s.frame(frames.COMBAT)
    if frame is None:
        for name in ("fighting", "hits", "foe_damage", "foe_hits", "rolled", "wreck_vp", "wrecks"):
            yield from empty(name, getattr(g, name), 0, "outside combat")
        yield from empty("foe_card", g.foe_card, -1, "outside combat")
        return
    yield from _fighters(s, frame)
    yield from _foe(s, frame)
    yield from _rolled(s, frame)
    for player in s.players:
        lost = int((g.ship_hex[player, : s.t.ships] < 0).sum())
        vp = int(g.wreck_vp[player])
        worth = [int(g.wrecks[player]) * int(x(s.t.class_vp)) for x in (np.min, np.max)]
        if g.wrecks[player] > lost or not worth[0] <= vp <= worth[1]:
            yield f"{int(g.wrecks[player])} wrecks of player {player}, worth {vp} VP"


def _fighters(s: Facts, frame: list[int]) -> Problems:
    """Ships that fight are in the hex, on several sides, and no hit is wasted on a doomed ship."""
    g, ships = s.g, s.t.ships
    fighting = g.fighting[:, :ships] == 1
    for player, ship in np.argwhere(fighting & (g.ship_hex[:, :ships] != frame[A])):
        yield f"ship {ship} of player {player} fights in hex {frame[A]}, where it is not"
    room = shields_now(s) + 1 - g.ship_damage[:, :ships]
    for player, ship in np.argwhere(g.hits[:, :ships] > np.where(fighting, room, 0)):
        yield f"{int(g.hits[player, ship])} hits on ship {ship} of player {player}"
    sides = {int(player) for player in np.flatnonzero(fighting.any(axis=1))}
    if sides != {frame[B]} if frame[B] >= 0 else len(sides) < 2:
        yield f"players {sorted(sides)} fight in frame {frame}"
    if frame[B] < 0 and pick(g.fought, frame[A]) != 1:
        yield f"Player Combat in hex {frame[A]}, which is not noted as fought"


def _foe(s: Facts, frame: list[int]) -> Problems:
    """The Centaurians have the cards they are worth; not all are beaten, and no hit is wasted on a doomed ship."""
    g, t = s.g, s.t
    cards = g.foe_card[g.foe_card >= 0]
    yield from filled("foe_card", g.foe_card, len(cards))
    room = np.zeros_like(g.foe_damage)
    room[: len(cards)] = t.resistance_shield[cards] + 1
    for foe in np.flatnonzero(g.foe_damage + g.foe_hits > room):
        hurt = f"foe_damage[{foe}] is {int(g.foe_damage[foe])} and foe_hits[{foe}] {int(g.foe_hits[foe])}"
        yield f"{hurt}, together at most {int(room[foe])}"
    if frame[B] < 0:
        yield from empty("foe_card", g.foe_card, -1, "in Player Combat")
        return
    if len(_foes_left(s)) == 0:
        yield f"every Centaurian ship in hex {frame[A]} is beaten"
    if pick(g.dormant, frame[A]) == 1:
        yield f"dormant[{frame[A]}] is 1 in a combat there"
    levels = t.resistance_level[cards]
    if (np.diff(levels) < 0).any():
        yield f"foe_card holds cards of levels {[int(x) for x in levels]}"
    for deck, worth in enumerate(_worth(s, frame[A])):
        count = int((levels == deck + 1).sum())
        used = (g.resistance_owner[: t.resistance_cards] == DISCARDED) & (
            t.resistance_level[: t.resistance_cards] == deck + 1
        )
        exhausted = g.resistance_left[deck] == 0 and not used.any()
        if count > worth or (count < worth and not exhausted):
            yield f"foe_card holds {count} Resistance cards of level {deck + 1} in hex {frame[A]}, should be {worth}"


def _worth(s: Facts, hexagon: int) -> list[int]:
    """Cards of each level for the Resistance in a hex: one of its own, or those of the fleet's strength."""
    level = pick(s.g.resistance, hexagon)
    if not s.t.fleets:
        return [int(deck + 1 == level) for deck in range(c.RESISTANCE_LEVELS)]
    content = s.rules.content
    levels = content.row("fleet_level")
    strength = levels[min(s.g.turn, len(levels)) - 1]
    if level == c.RESISTANCE_LEVELS:
        strength += content.number("fleet_strong")
    return list(content.fleets[min(strength, len(content.fleets)) - 1].cards)


def _foes_left(s: Facts) -> Array:
    """The cards of the Centaurian ships that are not beaten."""
    cards = s.g.foe_card
    left: Array = cards[(cards >= 0) & (s.g.foe_damage <= s.t.resistance_shield[cards])]
    return left


def _rolled(s: Facts, frame: list[int]) -> Problems:
    """A side has no more hits to assign than its dice and Satellites, and none once its turn is over."""
    g, ships = s.g, s.t.ships
    most = np.zeros_like(g.rolled)
    most[:CENTAURIANS] = (g.fighting[:, :ships] * g.dice[:, s.t.ship_class[:ships]]).sum(axis=1)
    if s.t.satellites:
        helped = (g.satellite == frame[A]).any(axis=1) & g.fighting.any(axis=1)
        most[:CENTAURIANS] += helped * s.t.satellite_damage
    most[CENTAURIANS] = s.t.resistance_dice[_foes_left(s)].sum()
    for place in s.players:
        if place > frame[D]:
            most[g.order[place]] = 0
    for side in np.flatnonzero(g.rolled > most):
        yield f"rolled[{side}] is {int(g.rolled[side])}, at most {int(most[side])}"
