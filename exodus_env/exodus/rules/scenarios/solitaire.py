"""Solitaire play: the NPC's turn, and whether the mission is accomplished. Costs of choices are in council.py.

VI. NPC Action: ships raid planets without defenders, a rocket is fired, ships move towards the player, others enter.
The scenario says what the NPC has and does in each turn.
"""

from __future__ import annotations

from exodus_env.exodus.capacity import DIRECTIONS, RESISTANCE_LEVELS
from exodus_env.exodus.content.vocabulary import AXINIUM, CP, HITS_PLANET, HITS_POPULATION, PHASIUM
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import log
from exodus_env.exodus.rules.assets import has_planet, kill_population, ships_at, wreck_planet
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import decreed
from exodus_env.exodus.rules.combat.sides import show_strongest
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.scoring import LOST, UNDECIDED, WON, WON_IN_PART
from exodus_env.exodus.rules.stages.wmd import drain_planet, hits_at, post_defenders
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, below
from exodus_env.kit.kernel import kernel
from exodus_env.kit.ways import FAR, is_nearer, spread

# Rows and columns of t.victory: by the end of which turn; the most planets without the player's Population; the least
# CP, Axinium, Phasium; the most Resistance ships on the map.
ABSOLUTE, TACTICAL = range(2)
BY_TURN, EMPTY_PLANETS, LEAST_CP, LEAST_AXINIUM, LEAST_PHASIUM, SHIPS_LEFT = range(6)
ALONE = 0  # the only player


# The mission --------------------------------------------------------------------------------------------------------


@kernel
def judge_mission(g: Game, t: Tables) -> int:
    """Decide whether the mission ends with this turn, and how.

    An absolute victory counts at once. A tactical one counts once an absolute one is no longer possible.
    """
    if t.hold_home == 1 and g.population[t.home_hex[ALONE], ALONE] == 0:
        return LOST
    if g.turn <= t.victory[ABSOLUTE, BY_TURN] and is_victory(g, t, ABSOLUTE):
        return WON
    if g.turn >= t.victory[ABSOLUTE, BY_TURN] and is_victory(g, t, TACTICAL):
        return WON_IN_PART
    if g.turn >= t.victory[TACTICAL, BY_TURN] or g.turn >= t.turns:
        return LOST
    return UNDECIDED


@kernel
def is_victory(g: Game, t: Tables, which: int) -> bool:
    """Whether all conditions of a victory are met."""
    goal = t.victory[which]
    if empty_planets(g, t) > goal[EMPTY_PLANETS] or resistance_ships(g, t) > goal[SHIPS_LEFT]:
        return False
    stock = g.resource[ALONE]
    return bool(
        stock[CP] >= goal[LEAST_CP] and stock[AXINIUM] >= goal[LEAST_AXINIUM] and stock[PHASIUM] >= goal[LEAST_PHASIUM]
    )


@kernel
def empty_planets(g: Game, t: Tables) -> int:
    """Planets without the player's Population."""
    count = 0
    for hexagon in range(t.hexes):
        if has_planet(g, hexagon) and g.population[hexagon, ALONE] == 0:
            count += 1
    return count


@kernel
def resistance_ships(g: Game, t: Tables) -> int:
    """Resistance ships on the map."""
    count = 0
    for hexagon in range(t.hexes):
        count += ships_there(g, hexagon)
    return count


@kernel
def ships_there(g: Game, hexagon: int) -> int:
    """Resistance ships in a hex."""
    count = 0
    for level in range(RESISTANCE_LEVELS):
        count += int(g.resistance_ships[hexagon, level])
    return count


@kernel
def mission_progress(g: Game, t: Tables) -> float:
    """How far the conditions of a tactical victory are met, from 0 to 1."""
    goal = t.victory[TACTICAL]
    planets = 0
    for hexagon in range(t.hexes):
        if has_planet(g, hexagon):
            planets += 1
    settled = progress(planets - empty_planets(g, t), planets - goal[EMPTY_PLANETS])
    beaten = progress(1 + int(goal[SHIPS_LEFT]), 1 + resistance_ships(g, t))
    stocked = 0.0
    for resource in range(PHASIUM + 1):
        stocked += progress(g.resource[ALONE, resource], goal[LEAST_CP + resource])
    return (settled + beaten + stocked / 3.0) / 3.0


@kernel
def progress(have: int, need: int) -> float:
    """How much of what is needed is there, from 0 to 1."""
    return 1.0 if have >= need else max(0.0, have / need)


# VI. NPC Action -----------------------------------------------------------------------------------------------------


@kernel
def act_for_npc(g: Game, t: Tables) -> None:
    """Take the NPC's turn, if the scenario has one."""
    if t.npc == 0:
        return
    raid_planets(g, t)
    fire_rocket(g, t)
    for _ in range(t.npc_moves):
        move_ships(g, t)
    enter_ships(g, t)


@kernel
def raid_planets(g: Game, t: Tables) -> None:
    """Each Resistance ship kills Population in its hex if the player has no ship there."""
    for hexagon in range(t.hexes):
        if g.population[hexagon, ALONE] > 0 and ships_at(g, t, ALONE, hexagon) == 0:
            cubes = kill_population(g, hexagon, ALONE, t.npc_raid * ships_there(g, hexagon))
            if cubes > 0:
                note(g, log.E_NPC_RAIDS, hexagon, cubes, 0, 0)


@kernel
def fire_rocket(g: Game, t: Tables) -> None:
    """Fire the turn's rocket at the most populated planet, unless a ship of the player's is at the NPC's base."""
    rocket = int(t.npc_rocket[g.turn]) - 1
    if rocket < 0 or ships_at(g, t, ALONE, int(t.npc_base)) > 0:
        return
    if decreed(g, t, -1, m.ROCKETS_BARRED, int(t.modifier_base[m.ROCKETS_BARRED])) > 0:
        return
    target = most_populated(g, t)
    if target < 0:
        return
    note(g, log.E_ROCKET_FIRED, -1, rocket, t.npc_base, target)
    post_defenders(g, t)
    hits = hits_at(g, t, -1, rocket, int(t.npc_base), target)
    g.defender[:] = -1
    if hits == 0:
        return
    if t.rocket_damage[rocket] == HITS_POPULATION:
        kill_population(g, target, ALONE, hits)
    elif t.rocket_damage[rocket] == HITS_PLANET:
        wreck_planet(g, t, target)
    else:
        drain_planet(g, target, hits)


@kernel
def most_populated(g: Game, t: Tables) -> int:
    """The planet in reach with the most Population; of several the one nearest to the NPC's base, then by number.

    The hex of the base itself is no target; -1 if there is none.
    """
    reach = decreed(g, t, -1, m.ROCKET_RANGE, int(t.modifier_base[m.ROCKET_RANGE]))
    best = -1
    for hexagon in range(t.hexes):
        cubes = g.population[hexagon, ALONE]
        if cubes == 0 or hexagon == t.npc_base or t.distance[t.npc_base, hexagon] > reach:
            continue
        if best < 0 or cubes > g.population[best, ALONE]:
            best = hexagon
        elif cubes == g.population[best, ALONE] and t.distance[t.npc_base, hexagon] < t.distance[t.npc_base, best]:
            best = hexagon
    return best


@kernel
def move_ships(g: Game, t: Tables) -> None:
    """Move all Resistance ships one hex towards the closest of the player's ships and planets, those in front first."""
    measure_way(g, t)
    for distance in range(1, t.hexes):
        for hexagon in range(t.hexes):
            if g.measured[hexagon] == distance and g.resistance[hexagon] > 0:
                move_group(g, t, hexagon)
    g.measured[:] = 0


@kernel
def measure_way(g: Game, t: Tables) -> None:
    """Measure how far every hex is from the player's ships and planets, into the scratch field `measured`."""
    for hexagon in range(t.hexes):
        there = g.population[hexagon, ALONE] > 0 or ships_at(g, t, ALONE, hexagon) > 0
        g.measured[hexagon] = 0 if there else FAR
    spread(g.measured, t.neighbour, int(t.hexes))


@kernel
def move_group(g: Game, t: Tables, source: int) -> None:
    """Move the ships of a hex together, the strongest first, as far as there is room; chance decides between ways.

    Full hexes cannot be entered.
    """
    ways = 0
    target = -1
    for direction in range(DIRECTIONS):
        other = int(t.neighbour[source, direction])
        if is_nearer(g.measured, source, other) and ships_there(g, other) < t.foes:
            ways += 1
            if ways == 1 or below(g, PLAY, ways) == 0:
                target = other
    if target < 0:
        return
    for level in range(RESISTANCE_LEVELS - 1, -1, -1):
        while g.resistance_ships[source, level] > 0 and ships_there(g, target) < t.foes:
            g.resistance_ships[source, level] -= 1
            g.resistance_ships[target, level] += 1
            note(g, log.E_NPC_MOVES, source, target, level + 1, 0)
    show_strongest(g, source)
    show_strongest(g, target)


@kernel
def enter_ships(g: Game, t: Tables) -> None:
    """The ships of the turn enter, the strongest first, each at the entry with the fewest ships, as far as they fit."""
    for level in range(RESISTANCE_LEVELS - 1, -1, -1):
        for _ in range(t.npc_ships[g.turn, level]):
            entry = free_entry(g, t)
            if entry >= 0:
                g.resistance_ships[entry, level] += 1
                show_strongest(g, entry)
                note(g, log.E_NPC_ENTERS, entry, level + 1, 0, 0)


@kernel
def free_entry(g: Game, t: Tables) -> int:
    """The entry with the fewest Resistance ships, or -1 if all are full."""
    best = -1
    for i in range(len(t.npc_entry)):
        entry = int(t.npc_entry[i])
        if entry >= 0 and ships_there(g, entry) < t.foes:
            if best < 0 or ships_there(g, entry) < ships_there(g, best):
                best = entry
    return best
