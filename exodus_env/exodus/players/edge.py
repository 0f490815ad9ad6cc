"""The outlook for Edge of Extinction: combat cards, planetary upgrades, and what laws and technologies score at the
end.

Without the expansion none of it counts.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import DIRECTIONS
from exodus_env.exodus.content.vocabulary import ASDS, CLONE_FACTORY, SDS, SPACE_PORT
from exodus_env.exodus.players.term_numbers import COLONISE, HAND, LEGACY, OFFICE, WORKS
from exodus_env.exodus.players.terms import CARD_WORTH, lateness, turns_left
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.assets import controller, place_of
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.scoring import law_value, planet_value, technology_value
from exodus_env.exodus.rules.stages.wmd import hex_next_to
from exodus_env.exodus.tables import Tables
from exodus_env.kit.kernel import Reals, kernel

CLONE_WORTH: Final = 0.4  # VP of a cube that grows on a planet away from home
PORT_WORTH: Final = 0.5  # VP for each hex that ships built at a Space Port need not fly, early in the game
ROOM_WORTH: Final = 0.3  # VP of room for another cube on a ship


@kernel
def see_edge(g: Game, t: Tables, player: int, motives: Reals) -> None:
    """Write what Edge of Extinction adds to the motives of a player."""
    motives[HAND] = CARD_WORTH * hand_use(g, t) * few_are_best(float(g.combat_held[player]))
    motives[COLONISE] += see_modules(g, t, player)
    threat = rocket_threat(g, t, player)
    for hexagon in range(t.hexes):
        if has_works(g, hexagon) and controller(g, t, hexagon) == player:
            motives[WORKS] += works_on(g, t, player, hexagon, threat)
    if t.coop == 0:
        certain = 0.2 + 0.8 * lateness(g, t)
        motives[OFFICE] += certain * office_bonus(g, t, player, place_of(g, t, player))
        motives[LEGACY] = certain * legacy(g, t, player)


# Combat cards -------------------------------------------------------------------------------------------------------


@kernel
def hand_use(g: Game, t: Tables) -> float:
    """How likely a combat card is still to be of use."""
    left = turns_left(g, t)
    if left == 0.0 and g.stage >= frames.CONQUEST_STAGE:
        return 0.3
    return min(1.0, 0.5 + 0.25 * left)


@kernel
def few_are_best(cards: float) -> float:
    """Each further combat card counts less."""
    return cards * 6.0 / (5.0 + cards)


# Planets and ships --------------------------------------------------------------------------------------------------


@kernel
def see_modules(g: Game, t: Tables, player: int) -> float:
    """The room that modules give to ships on the map."""
    room = 0.0
    for ship in range(t.ships):
        if g.ship_hex[player, ship] >= 0:
            ship_class = int(t.ship_class[ship])
            room += float(g.room[player, ship_class]) - float(t.class_capacity[ship_class])
    return ROOM_WORTH * room * min(1.0, 0.5 * turns_left(g, t))


@kernel
def has_works(g: Game, hexagon: int) -> bool:
    """Whether a planet has an upgrade."""
    for kind in range(len(g.planetary[hexagon])):
        if g.planetary[hexagon, kind] > 0:
            return True
    return False


@kernel
def rocket_threat(g: Game, t: Tables, player: int) -> float:
    """How likely others are to fire rockets: one is ready, somebody could buy one, or it is far off."""
    threat = 0.1
    for other in range(t.players):
        if other == player:
            continue
        for kind in range(len(t.rocket_technology)):
            technology = int(t.rocket_technology[kind])
            if technology >= 0 and g.technology[other, technology] == 1:
                threat = max(threat, 0.4)
    for hexagon in range(t.hexes):
        for space in range(t.rocket_limit):
            if g.rocket[hexagon, space] > 0 and controller(g, t, hexagon) != player:
                threat = 1.0
    return threat


@kernel
def works_on(g: Game, t: Tables, player: int, hexagon: int, threat: float) -> float:
    """The worth of a planet's upgrades to whoever controls it."""
    left = turns_left(g, t)
    lasts = (left + 0.7) / float(t.turns)
    held = float(planet_value(g, t, hexagon)) + min(4.0, float(g.population[hexagon, player]))
    worth = 0.0
    if g.planetary[hexagon, SDS] > 0:
        worth += threat * chance_to_stop(t) * (0.3 * held) * min(1.0, 0.5 + left)
    if g.planetary[hexagon, ASDS] > 0:
        worth += threat * (0.3 * held + chance_to_stop(t) * neighbours_held(g, t, player, hexagon))
    if g.planetary[hexagon, CLONE_FACTORY] > 0 and g.supply[player] > 0:
        worth += CLONE_WORTH * float(t.clone_growth) * left
    if g.planetary[hexagon, SPACE_PORT] > 0:
        worth += PORT_WORTH * lasts * min(4.0, float(t.distance[hexagon, t.home_hex[player]]))
    return worth


@kernel
def chance_to_stop(t: Tables) -> float:
    """The chance of a Space Defense System to destroy a rocket."""
    return max(0.0, float(7 - t.sds_roll) / 6.0)


@kernel
def neighbours_held(g: Game, t: Tables, player: int, hexagon: int) -> float:
    """Planets beside a hex that the player controls, in VP that rockets could cost there."""
    count = 0.0
    for way in range(DIRECTIONS + 1):
        beside = hex_next_to(g, t, hexagon, way)
        if beside >= 0 and controller(g, t, beside) == player:
            count += 1.0
    return count


@kernel
def chance_to_land(g: Game, t: Tables, player: int, target: int) -> float:
    """The chance that a player's rocket is not destroyed by a defence of the target's controller."""
    defender = controller(g, t, target)
    if t.eoe == 0 or defender < 0 or defender == player:
        return 1.0
    if g.planetary[target, ASDS] > 0:
        return 0.0
    chance = 1.0
    if g.planetary[target, SDS] > 0:
        chance -= chance_to_stop(t)
    for way in range(DIRECTIONS + 1):
        beside = hex_next_to(g, t, target, way)
        if beside >= 0 and g.planetary[beside, ASDS] > 0 and controller(g, t, beside) == defender:
            chance *= 1.0 - chance_to_stop(t)
    return chance


# The end ------------------------------------------------------------------------------------------------------------


@kernel
def legacy(g: Game, t: Tables, player: int) -> float:
    """VP of laws and technologies if the game ended now, minus what they bring the best of the others."""
    best = 0
    for other in range(t.players):
        if other != player:
            best = max(best, law_value(g, other) + technology_value(g, t, other))
    return float(law_value(g, player) + technology_value(g, t, player)) - 0.5 * float(best)


@kernel
def office_bonus(g: Game, t: Tables, player: int, place: int) -> float:
    """VP that an ability adds to an office that has VP."""
    return float(max(0, modifier(g, player, m.OFFICE_BONUS))) if t.office_vp[place] > 0 else 0.0


@kernel
def office_worth(g: Game, t: Tables, player: int, place: int) -> float:
    """The worth of a turn-order card: its powers, its VP if they last, and the combat cards it brings."""
    vp = 0.0
    if t.coop == 0:
        vp = float(t.office_vp[place]) + office_bonus(g, t, player, place)
    cards = CARD_WORTH * hand_use(g, t) * float(t.combat_deal[place])
    return 0.2 * float(t.players - place) + vp * (0.2 + 0.8 * lateness(g, t)) + 0.4 * cards
