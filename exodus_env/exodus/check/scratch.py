"""Invariants 19 and 30 to 32: temporary notes are gone when their step is over."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.derived import SHIELD, combat_shields
from exodus_env.exodus.check.facts import CENTAURIANS, DISCARDED, Facts, players_of
from exodus_env.exodus.check.hands import RESOLVING, edge_limits
from exodus_env.exodus.check.scenarios import next_to_centre
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import begin, choices, frames
from exodus_env.exodus.rules.combat import rounds
from exodus_env.exodus.rules.frames import (
    ASSAULT_PLACE,
    COMBAT_CARD,
    COMBAT_CUBES,
    COMBAT_DAMAGE,
    COMBAT_DEFLECTED,
    COMBAT_HEX,
    COMBAT_KIND,
    COMBAT_LONE,
    COMBAT_PLACE,
    COMBAT_PLAYERS,
    COMBAT_RESOLVED,
    COMBAT_ROUND,
    CONQUEST_DEPLOYED,
    CONQUEST_HEX,
    CONQUEST_KNOWN,
    CONQUEST_OTHER,
    CONQUEST_PLACE,
    CONQUEST_RAIDED,
    CONQUEST_RESISTED,
    CONQUEST_SOURCE,
    LEARN_FREE_SOURCE,
    MOVEMENT_LAST,
    MOVEMENT_PLACE,
)
from exodus_env.exodus.rules.scenarios import stronghold
from exodus_env.exodus.rules.stages import conquest, movement, wmd
from exodus_env.kit.facts import Array, Problems, empty, filled, pick
from exodus_env.kit.flow import KIND, STEP

COPY_LANDING: Final = v.MODIFIER_NAMES.index("copy_landing")
DICE, HITS = (v.COMBAT_EFFECT_NAMES.index(name) for name in ("dice", "hits"))
ABSORB: Final = v.COMBAT_EFFECT_NAMES.index("absorb")
RADAR: Final = v.MODIFIER_NAMES.index("radar")
FRINGE_TACTICS: Final = v.MODIFIER_NAMES.index("fringe_tactics")
TACTICS: Final = (rounds.DECOYS, rounds.SACRIFICES)  # before the first round
BEFORE_DICE: Final = (*TACTICS, rounds.FOE_CARD, rounds.CARDS, *RESOLVING)
OF_EXPANSION: Final = (COMBAT_PLAYERS, COMBAT_CUBES, COMBAT_DAMAGE, COMBAT_RESOLVED, COMBAT_DEFLECTED)
WAVES: Final = (frames.AGAINST_SQUADRONS, frames.AGAINST_STRONGHOLD)
EXTRACTION: Final = [v.MODIFIER_NAMES.index(f"{name}_extraction") for name in v.PLANET_RESOURCES[1:]]


def early_scratch(s: Facts) -> Problems:
    """Units taken are noted while a player chooses minerals, up to the player's extraction where Population is.

    Who defends planets is noted in the Fire WMD Stage.
    """
    yield from _defenders(s)
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


def _defenders(s: Facts) -> Problems:
    """While rockets land, the defender of a planet is noted: a player who had Population there."""
    if not s.t.eoe or s.step_of(frames.WMD) not in (wmd.LAND, wmd.STRIKE):
        yield from empty("defender", s.g.defender, -1, "outside the landing of rockets")
    for hexagon in np.flatnonzero(s.g.defender[: s.t.hexes] >= 0):
        if not s.land[hexagon]:
            yield f"defender[{hexagon}] is {int(s.g.defender[hexagon])}, where no planet is"


def movement_scratch(s: Facts) -> Problems:
    """What has moved or is held is noted in the movement step."""
    g, frame, ships = s.g, s.frame(frames.MOVEMENT), s.t.ships
    limit = np.zeros_like(g.moved[:, :ships])
    last = frame is not None and frame[MOVEMENT_LAST] == 1  # while ships move through hyperspace, and only those
    moving = frame is not None and frame[STEP] in (movement.MOVE, movement.DEBRIS) and not last
    moving &= s.t.movement != movement.SIMULTANEOUS
    if frame is not None and (moving or last):
        hyperspace, there = g.hyperspace[:, s.t.ship_class[:ships]], g.ship_hex[:, :ships] >= 0
        limit = hyperspace if last else np.maximum(0, g.drive[:, s.t.ship_class[:ships]]) * (1 - hyperspace)
        limit = limit * there
        if s.t.movement == movement.DRIVE_POWER:
            limit = np.minimum(limit, 1)
        for place in range(min(frame[MOVEMENT_PLACE], s.t.players)):
            limit[g.order[place]] = 0
    for player, ship in np.argwhere(g.moved[:, :ships] > limit):
        yield f"moved[{player}, {ship}] is {int(g.moved[player, ship])}, at most {int(limit[player, ship])}"
    if not (moving and s.t.ship_blocking):
        yield from empty("held", g.held, 0, "without blocked ships")
        yield from empty("staying", g.staying, 0, "without blocked ships")
        return
    undecided = np.zeros_like(g.staying)
    for player, ship in np.argwhere(g.held[:, :ships] > 0):
        hexagon = g.ship_hex[player, ship]
        if hexagon < 0 or g.cloaked[player, hexagon]:
            yield f"held[{player}, {ship}] is {int(g.held[player, ship])}, and the ship is not there to be seen"
        elif g.held[player, ship] == movement.ONE_OF_SEVERAL:
            undecided[player, hexagon] += 1
    for player, hexagon in np.argwhere((g.staying > undecided) | ((g.staying == 0) & (undecided > 0))):
        yield f"{int(g.staying[player, hexagon])} of {int(undecided[player, hexagon])} ships of player {player} stay"


def conquest_scratch(s: Facts) -> Problems:
    """Cubes that mounted, arrived, landed or failed to land and battles fought are noted in their own steps."""
    g, step = s.g, s.step_of(frames.CONQUEST)
    if step != conquest.MOUNT:
        yield from empty("boarded", g.boarded, 0, "outside the mounting of Population")
    if step != conquest.DEPLOY or s.top[KIND] not in (frames.CONQUEST, frames.LEARN_FREE):
        yield from empty("stranded", g.stranded, 0, "outside the landing of Population")
        yield from empty("landed", g.landed, 0, "outside the landing of Population")
    elif (g.stranded > g.ship_cargo).any():
        yield "more cubes stranded than are on board"
    yield from _landed(s)
    if g.decision not in (choices.D_CIVILIAN_FROM, choices.D_CIVILIAN_TO):
        yield from empty("arrived", g.arrived, 0, "outside the step of Civilian Ships")
    elif g.actor >= 0 and (g.arrived > g.population[:, g.actor]).any():
        yield f"more cubes arrived than player {g.actor} has there"
    if step != conquest.BATTLES and not (s.t.eoe and step == conquest.RESISTANCE):
        yield from empty("fought", g.fought, 0, "outside the combats whose order the Chancellor decides")
    frame = s.frame(frames.CONQUEST)
    if frame is not None and not _is_well_noted(s, frame):
        yield f"something is noted in Conquest at step {step}: {frame}"


def _is_well_noted(s: Facts, frame: list[int]) -> bool:
    """Whether Conquest notes where a cube leaves, where Commandos kill and whom Radar may find only while it asks."""
    if frame[CONQUEST_OTHER] and (frame[STEP] != conquest.RADAR or frame[CONQUEST_OTHER] >= s.t.players):
        return False
    if frame[CONQUEST_RESISTED] and (frame[STEP] != conquest.RESISTANCE or not s.t.eoe):
        return False
    if frame[CONQUEST_RESISTED] and pick(s.g.fought, frame[CONQUEST_HEX]) != 1:
        return False
    if frame[CONQUEST_SOURCE] and s.g.decision != choices.D_CIVILIAN_TO:
        return False
    return not frame[CONQUEST_RAIDED] or s.g.decision == choices.D_COMMANDO_TARGET


def _landed(s: Facts) -> Problems:
    """Where the deploying player has landed and may learn, the player lives; what was known before is noted then."""
    g, frame = s.g, s.frame(frames.CONQUEST)
    player = -1 if frame is None else pick(g.order, frame[CONQUEST_PLACE])
    able = player >= 0 and g.modifier[player, COPY_LANDING] > 0
    for hexagon in np.flatnonzero(g.landed):
        if not able or g.population[hexagon, player] == 0:
            yield f"landed[{hexagon}] is 1, and player {player} cannot learn there"
    learning = s.top[KIND] == frames.LEARN_FREE and s.top[LEARN_FREE_SOURCE] == begin.BY_LANDING
    known = 0 if player < 0 else int(g.technology[player].sum())
    if frame is not None and frame[CONQUEST_DEPLOYED] != learning:
        doing = "learns" if learning else "has not landed all"
        yield f"deployed is {frame[CONQUEST_DEPLOYED]} in Conquest, where player {player} {doing}"
    if frame is not None and frame[CONQUEST_KNOWN] != (known if learning else 0):
        yield f"{frame[CONQUEST_KNOWN]} technologies known before Expert Research, {known} now"


def combat_scratch(s: Facts) -> Problems:
    """Who fights, hits and wrecks are noted only during combat, in the hex of the combat."""
    g, frame = s.g, s.frame(frames.COMBAT)
    if frame is None or frame[STEP] == rounds.RESEARCH:  # when everything is over except what players learn
        for name in ("hits", "foe_damage", "foe_hits", "rolled", "wreck_vp", "wrecks", "dealt"):
            yield from empty(name, getattr(g, name), 0, "outside combat")
        yield from empty("foe_card", g.foe_card, -1, "outside combat")
        yield from _joined(s)
        return
    if any(frame[place] for place in OF_EXPANSION) and not s.t.eoe:
        yield f"players take part in frame {frame}, which counts none"
    if (frame[COMBAT_ROUND] == 0) != (frame[STEP] in TACTICS) and frame[STEP] != rounds.REWARD:
        yield f"round {frame[COMBAT_ROUND]} at step {frame[STEP]} of a combat"
    if frame[STEP] in BEFORE_DICE:
        yield from empty("hits", g.hits, 0, "before the dice of a round")
        if frame[COMBAT_KIND] not in WAVES:  # which take the damage of a sacrifice with the first round
            yield from empty("foe_hits", g.foe_hits, 0, "before the dice of a round")
    if frame[COMBAT_KIND] in WAVES:
        yield from _wave(s, frame)
    else:
        yield from empty("dealt", g.dealt, 0, "in a combat without squadrons")
        yield from _foe(s, frame)
    yield from _fighters(s, frame)
    yield from _rolled(s, frame)
    for player in s.players:
        lost = int((g.ship_hex[player, : s.t.ships] < 0).sum())
        vp = int(g.wreck_vp[player])
        worth = [int(g.wrecks[player]) * int(x(s.t.class_vp)) for x in (np.min, np.max)]
        if g.wrecks[player] > lost or not worth[0] <= vp <= worth[1]:
            yield f"{int(g.wrecks[player])} wrecks of player {player}, worth {vp} VP"


# Who fights -----------------------------------------------------------------------------------------------------------


def _joined(s: Facts) -> Problems:
    """Before the attack on the Stronghold, players who have said so join, in turn order."""
    frame = s.frame(frames.ASSAULT)
    if frame is None or frame[STEP] != stronghold.JOINING:
        yield from empty("fighting", s.g.fighting, 0, "outside combat")
        return
    yield from _attackers(s)
    waiting = s.g.order[max(0, frame[ASSAULT_PLACE] + 1) : s.t.players]
    yield from empty("fighting", s.g.fighting[waiting], 0, "before it is their turn to join")


def _attackers(s: Facts) -> Problems:
    """Ships attack the Stronghold from beside it."""
    g, ships, near = s.g, s.t.ships, next_to_centre(s)
    for player, ship in np.argwhere(g.fighting[:, :ships] == 1):
        hexagon = int(g.ship_hex[player, ship])
        if hexagon not in near:
            yield f"ship {ship} of player {player} attacks the Stronghold from hex {hexagon}"


def _fighters(s: Facts, frame: list[int]) -> Problems:
    """Fighting ships are in the hex, on several sides, and no hit is wasted on a ship that nothing can save."""
    g, ships = s.g, s.t.ships
    fighting = g.fighting[:, :ships] == 1
    there = g.ship_hex[:, :ships] == frame[COMBAT_HEX]
    if frame[COMBAT_KIND] == frames.AGAINST_STRONGHOLD:
        yield from _attackers(s)
    else:
        for player, ship in np.argwhere(fighting & ~there):
            yield f"ship {ship} of player {player} fights in hex {frame[COMBAT_HEX]}, where it is not"
    if frame[COMBAT_KIND] == frames.AGAINST_SQUADRONS and (there & ~fighting).any():
        yield f"a ship in hex {frame[COMBAT_HEX]} does not fight the squadrons there"
    room = np.maximum(0, combat_shields(s) + 1 - g.ship_damage[:, :ships]) + _undone(s, frame)[:CENTAURIANS, None]
    for player, ship in np.argwhere(g.hits[:, :ships] > np.where(fighting, room, 0)):
        yield f"{int(g.hits[player, ship])} hits on ship {ship} of player {player}"
    struck = frame[COMBAT_KIND] == frames.AGAINST_STRONGHOLD and frame[STEP] == rounds.ASSIGN
    if struck and (g.hits[:, :ships][fighting] < 1).any():
        yield "a ship attacks the Stronghold without a hit"
    sides = {int(player) for player in np.flatnonzero(fighting.any(axis=1))}
    yield from _sides(s, frame, sides)
    if frame[COMBAT_LONE] < 0 and frame[COMBAT_KIND] == frames.ORDINARY and pick(g.fought, frame[COMBAT_HEX]) != 1:
        yield f"Player Combat in hex {frame[COMBAT_HEX]}, which is not noted as fought"


def _undone(s: Facts, frame: list[int]) -> Array:
    """Hits on each side that can be cancelled or moved, so that a ship may have excess hits.

    Once all are assigned, one may have been moved onto such a ship.
    """
    g = s.g
    undone = np.maximum(0, edge_limits(s, frame)[1][:, ABSORB])
    able = (g.modifier[:, FRINGE_TACTICS] > 0) & (g.fighting.sum(axis=1) > 1)
    undone[:CENTAURIANS] += able * (1 if frame[STEP] == rounds.ASSIGN else 2)
    return undone


def _sides(s: Facts, frame: list[int], sides: set[int]) -> Problems:
    """Several players fight, or one against the Resistance; with Edge of Extinction fewer may be left for a moment.

    This happens after a Dark Raider is sacrificed, and after ships retreat in the middle of a round.
    """
    fewest = 2 if frame[COMBAT_KIND] == frames.ORDINARY else 1
    met = {frame[COMBAT_LONE]} if frame[COMBAT_LONE] >= 0 else sides
    leaving = frame[STEP] in RESOLVING or s.g.decision == choices.D_SACRIFICE_TARGET
    if s.t.eoe:
        if not sides <= players_of(frame[COMBAT_PLAYERS]) or (
            frame[COMBAT_LONE] >= 0 and players_of(frame[COMBAT_PLAYERS]) != {frame[COMBAT_LONE]}
        ):
            yield f"players {sorted(sides)} fight, and others take part in frame {frame}"
        if leaving:
            return
    if sides != met or (frame[COMBAT_LONE] < 0 and len(sides) < fewest):
        yield f"players {sorted(sides)} fight in frame {frame}"


# The Centaurians ------------------------------------------------------------------------------------------------------


def _foe(s: Facts, frame: list[int]) -> Problems:
    """The Centaurians have the right cards; not all are beaten, and no hit is wasted on a doomed one."""
    g, t = s.g, s.t
    cards = g.foe_card[g.foe_card >= 0]
    yield from filled("foe_card", g.foe_card, len(cards))
    shield = np.zeros_like(g.foe_damage) - 1
    shield[: len(cards)] = t.resistance_shield[cards]
    now = np.where(shield < 0, -1, np.maximum(0, shield + g.edge[CENTAURIANS, SHIELD]))  # with combat cards
    most = now + 1 + _undone(s, frame)[CENTAURIANS]
    room = np.where(g.foe_damage > shield, 0, np.maximum(0, most - g.foe_damage))
    for foe in np.flatnonzero((g.foe_damage > shield + 1) | (g.foe_hits > room)):
        hurt = f"foe_damage[{foe}] is {int(g.foe_damage[foe])} and foe_hits[{foe}] {int(g.foe_hits[foe])}"
        yield f"{hurt}, at most {int(shield[foe]) + 1} and {int(room[foe])}"
    if frame[COMBAT_LONE] < 0 and frame[COMBAT_KIND] == frames.ORDINARY:
        yield from empty("foe_card", g.foe_card, -1, "in Player Combat")
        return
    beaten = frame[STEP] == rounds.REWARD  # if players have won together, and share the cards
    if (len(_foes_left(s)) == 0) != beaten:
        yield f"{len(_foes_left(s))} Centaurian ships are left in hex {frame[COMBAT_HEX]} at step {frame[STEP]}"
    if (dormant := pick(g.dormant, frame[COMBAT_HEX])) != int(beaten):
        yield f"dormant[{frame[COMBAT_HEX]}] is {dormant} in a combat there, at step {frame[STEP]}"
    if beaten:
        yield from empty("hits", g.hits, 0, "when the combat is won")
        yield from _given(s, frame)
    yield from _cards(s, frame, cards)


def _given(s: Facts, frame: list[int]) -> Problems:
    """Cards of the combat that were given went to players with ships left in it."""
    for card in s.g.foe_card[: max(0, frame[COMBAT_CARD])]:
        owner = int(s.g.resistance_owner[card]) if card >= 0 else -1
        if owner < 0 or not s.g.fighting[owner].any():
            yield f"card {int(card)} was given to {owner}, who did not win it"


def _cards(s: Facts, frame: list[int], cards: Array) -> Problems:
    """The Centaurians have the right number of cards of each level, as far as there are any."""
    g, t = s.g, s.t
    levels = t.resistance_level[cards]
    if (np.diff(levels) < 0).any():
        yield f"foe_card holds cards of levels {[int(x) for x in levels]}"
    for deck, worth in enumerate(_worth(s, frame)):
        count = int((levels == deck + 1).sum())
        used = (g.resistance_owner[: t.resistance_cards] == DISCARDED) & (
            t.resistance_level[: t.resistance_cards] == deck + 1
        )
        exhausted = g.resistance_left[deck] == 0 and not used.any()
        if count > worth or (count < worth and not exhausted):
            yield f"foe_card holds {count} cards of level {deck + 1} in hex {frame[COMBAT_HEX]}, should be {worth}"


def _wave(s: Facts, frame: list[int]) -> Problems:
    """One squadron, or one level of the Stronghold, is fought at a time, and who hit it is noted."""
    g, t = s.g, s.t
    cards = g.foe_card[g.foe_card >= 0]
    shield = max(0, t.squadron_shield + g.turn)
    if frame[COMBAT_KIND] == frames.AGAINST_STRONGHOLD:
        yield from empty("foe_card", g.foe_card, -1, "in the attack on the Stronghold")
        shield += t.stronghold_shield
        if not g.activations:
            yield "the Stronghold is attacked before it has activated"
    else:
        yield from filled("foe_card", g.foe_card, len(cards))
        yield from _cards(s, frame, cards)
        shield += int(t.resistance_shield[cards].sum())
        if pick(g.squadron, frame[COMBAT_HEX]) < 1:
            yield f"squadron[{frame[COMBAT_HEX]}] is {pick(g.squadron, frame[COMBAT_HEX])} in a combat there"
    yield from empty("foe_damage", g.foe_damage[1:], 0, "where one squadron is fought at a time")
    yield from empty("foe_hits", g.foe_hits[1:], 0, "where one squadron is fought at a time")
    damage, hits = int(g.foe_damage[0]), int(g.foe_hits[0])
    if damage > shield or damage + hits > shield + 1:
        yield f"foe_damage[0] is {damage} and foe_hits[0] {hits}, the shield {shield}"
    # The hits rolled against it are assigned or still to be; once it is doomed the rest is dropped.
    rolled = damage + hits + int(g.rolled[:CENTAURIANS].sum())
    together = int(g.dealt.sum())
    if together < rolled or (together > rolled and damage + hits <= shield) or (g.dealt < g.rolled[:CENTAURIANS]).any():
        yield f"dealt is {g.dealt.tolist()}, should be {rolled} together"


def _worth(s: Facts, frame: list[int]) -> list[int]:
    """Cards of each level for the Resistance in a hex, of its level or its strength; or for a squadron.

    In solitaire play one card for each of its ships.
    """
    level = pick(s.g.resistance, frame[COMBAT_HEX])
    if s.t.solitaire:
        return [pick(s.g.resistance_ships, frame[COMBAT_HEX], deck) for deck in range(c.RESISTANCE_LEVELS)]
    if not s.t.fleets:
        return [int(deck + 1 == level) for deck in range(c.RESISTANCE_LEVELS)]
    content = s.rules.content
    levels = content.row("fleet_level_eoe" if s.t.eoe else "fleet_level")
    strength = levels[min(s.g.turn, len(levels)) - 1]
    squadrons = frame[COMBAT_KIND] == frames.AGAINST_SQUADRONS
    if squadrons:
        strength += content.number("squadron_level")
    elif level == c.RESISTANCE_LEVELS:
        strength += content.number("fleet_strong")
    row = content.fleets[min(strength, len(content.fleets)) - 1]
    return list(row.squadron if squadrons else row.cards)


def _foes_left(s: Facts) -> Array:
    """The cards of the Centaurian ships that are not beaten."""
    cards = s.g.foe_card
    left: Array = cards[(cards >= 0) & (s.g.foe_damage <= s.t.resistance_shield[cards])]
    return left


def _rolled(s: Facts, frame: list[int]) -> Problems:
    """A side has no more hits to assign than its dice and Satellites allow, and none once its turn is over."""
    g, t, ships = s.g, s.t, s.t.ships
    most = np.zeros_like(g.rolled)
    most[:CENTAURIANS] = (g.fighting[:, :ships] * g.dice[:, t.ship_class[:ships]]).sum(axis=1)
    helped_by = np.zeros_like(g.rolled)
    for player in s.players:
        if t.satellites and (frame[COMBAT_KIND] not in WAVES or g.modifier[player, RADAR] > 0):
            helped = np.isin(g.ship_hex[player][g.fighting[player] == 1], g.satellite[player][g.satellite[player] >= 0])
            helped_by[player] = t.satellite_damage * int(helped.any())
    if frame[COMBAT_KIND] == frames.AGAINST_STRONGHOLD:
        most[CENTAURIANS] = t.stronghold_dice
    elif frame[COMBAT_KIND] == frames.AGAINST_SQUADRONS:
        most[CENTAURIANS] = t.resistance_dice[g.foe_card[g.foe_card >= 0]].sum()
        helped_by[CENTAURIANS] = 0 if t.coop else t.squadron_damage * pick(g.squadron, frame[COMBAT_HEX])
    else:
        most[CENTAURIANS] = t.resistance_dice[_foes_left(s)].sum()
    fights = np.append(g.fighting.any(axis=1), True)
    most = np.maximum(0, np.maximum(0, most + fights * g.edge[:, DICE]) + helped_by + fights * g.edge[:, HITS])
    if frame[STEP] != rounds.ASSIGN:
        most[:] = 0
    for place in s.players:
        if place > frame[COMBAT_PLACE]:
            most[g.order[place]] = 0
    for side in np.flatnonzero(g.rolled > most):
        yield f"rolled[{side}] is {int(g.rolled[side])}, at most {int(most[side])}"
