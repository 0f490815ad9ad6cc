"""IV. Fire WMD: targets are assigned in reverse turn order, then all fired rockets land."""

from __future__ import annotations

from exodus_env.exodus.capacity import DIRECTIONS, ROCKET_SPACES
from exodus_env.exodus.content.vocabulary import ASDS, HITS_PLANET, HITS_RESOURCE, SDS
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.assets import controller, has_planet, kill_population, ships_at, wreck_planet
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import decreed, modifier
from exodus_env.exodus.rules.frames import WMD_HITS, WMD_PLACE, WMD_ROCKET
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.modules.barriers import has_barrier
from exodus_env.exodus.rules.modules.structures import has_satellite
from exodus_env.exodus.rules.stages.window import begin_stage
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import dice_reaching, die
from exodus_env.kit.choices import allow, family_of, first_factor, relative_seat, seat
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, put
from exodus_env.kit.kernel import Distances, Mask, kernel
from exodus_env.kit.ways import come_nearer, start_from

# Planets that are destroyed once all rockets have landed are marked DOOMED.
ASSIGN, LAND, STRIKE, CLEAN, DONE = 1, 2, 3, 4, 5
DOOMED = 2


@kernel
def run_wmd(g: Game, t: Tables) -> None:
    """The Fire WMD Stage, step by step."""
    step = get(g, STEP)
    if step == 0:
        begin_stage(g, frames.WMD_STAGE)
        put(g, WMD_PLACE, t.players - 1)
        go(g, ASSIGN)
    elif step == ASSIGN:
        assign_next_rocket(g, t)
    elif step == LAND:
        land_next_rocket(g, t)
    elif step == STRIKE:
        strike_population(g, t)
    elif step == CLEAN:
        g.defender[:] = -1
        destroy_doomed_planets(g, t)
        remove_fired_rockets(g, t)
        go(g, DONE)
    else:
        pop(g)


# Assigning targets --------------------------------------------------------------------------------------------------


@kernel
def assign_next_rocket(g: Game, t: Tables) -> None:
    """Ask for the target of the next rocket that its controller can fire."""
    while get(g, WMD_PLACE) >= 0:
        player = int(g.order[get(g, WMD_PLACE)])
        while get(g, WMD_ROCKET) < t.hexes * ROCKET_SPACES:
            rocket = get(g, WMD_ROCKET)
            hexagon = rocket // ROCKET_SPACES
            space = rocket % ROCKET_SPACES
            if can_fire(g, t, player, hexagon, space):
                ask(g, player, choices.D_FIRE)
                focus(g, hexagon, -1, int(g.rocket[hexagon, space]) - 1)
                return
            add(g, WMD_ROCKET, 1)
        put(g, WMD_ROCKET, 0)
        add(g, WMD_PLACE, -1)
    put(g, WMD_ROCKET, 0)
    post_defenders(g, t)
    go(g, LAND)


@kernel
def can_fire(g: Game, t: Tables, player: int, hexagon: int, space: int) -> bool:
    """Whether there is a rocket that the player controls, by majority of Population, and a target for it."""
    if g.rocket[hexagon, space] == 0 or controller(g, t, hexagon) != player:
        return False
    if modifier(g, player, m.ROCKETS_BARRED) > 0:
        return False
    measure_flight(g, t, hexagon, g.measured)
    found = False
    for target in range(t.hexes):
        if in_reach(g, t, player, hexagon, space, target, int(g.measured[target])):
            found = True
    g.measured[:] = 0
    return found


@kernel
def in_reach(g: Game, t: Tables, player: int, hexagon: int, space: int, target: int, distance: int) -> bool:
    """Whether a rocket can be fired at a planet at this distance: not peaceful, not a protected home, not too far."""
    if target == hexagon or not has_planet(g, target) or t.planet_peaceful[g.planet[target]] == 1:
        return False
    if t.home_of[target] >= 0 and is_home_safe(t, int(g.rocket[hexagon, space]) - 1):
        return False
    return distance <= modifier(g, player, m.ROCKET_RANGE) + satellite_range(g, t, player, hexagon)


@kernel
def satellite_range(g: Game, t: Tables, owner: int, hexagon: int) -> int:
    """Range that a Satellite in the rocket's hex adds for its owner (-1: the NPC) (M8)."""
    return int(t.satellite_range) if owner >= 0 and has_satellite(g, owner, hexagon) else 0


@kernel
def is_home_safe(t: Tables, rocket: int) -> bool:
    """Whether home planets cannot be targeted: with Edge of Extinction only by rockets that would destroy them.

    In solitaire play all rockets can target them.
    """
    return bool(t.solitaire == 0 and (t.eoe == 0 or t.rocket_damage[rocket] == HITS_PLANET))


@kernel
def legal_fire(g: Game, t: Tables, mask: Mask) -> None:
    """Every planet in reach, or not firing. While it searches, the mask holds the distances of the hexes."""
    allow(t, mask, choices.PASS, 0)
    hexagon = get(g, WMD_ROCKET) // ROCKET_SPACES
    space = get(g, WMD_ROCKET) % ROCKET_SPACES
    first = int(t.family_start[choices.HEX])
    hexes = mask[first : first + int(t.hexes)]
    measure_flight(g, t, hexagon, hexes)
    for target in range(t.hexes):
        hexes[target] = 1 if in_reach(g, t, g.actor, hexagon, space, target, int(hexes[target])) else 0


@kernel
def choose_fire(g: Game, t: Tables, action: int) -> None:
    """Aim the rocket, or do not fire it."""
    rocket = get(g, WMD_ROCKET)
    add(g, WMD_ROCKET, 1)
    if family_of(t, action) == choices.PASS:
        return
    hexagon = rocket // ROCKET_SPACES
    space = rocket % ROCKET_SPACES
    target = first_factor(t, action)
    g.rocket_target[hexagon, space] = target
    g.rocket_owner[hexagon, space] = g.actor
    note(g, log.E_ROCKET_FIRED, g.actor, int(g.rocket[hexagon, space]) - 1, hexagon, target)


# Distance and damage ------------------------------------------------------------------------------------------------


@kernel
def measure_flight(g: Game, t: Tables, source: int, distance: Distances) -> None:
    """Measure how far a rocket flies from a hex to every other: around barriers, through a wormhole."""
    if t.barriers == 0 and g.wormhole[0] < 0:
        for hexagon in range(t.hexes):
            distance[hexagon] = t.distance[source, hexagon]
        return
    start_from(distance, int(t.hexes), source)
    nearer = True
    while nearer:
        nearer = False
        for hexagon in range(t.hexes):
            if fly_on(g, t, hexagon, distance):
                nearer = True


@kernel
def fly_on(g: Game, t: Tables, hexagon: int, distance: Distances) -> bool:
    """Update the distance of a hex's neighbours, also through the wormhole; whether any of them is closer this way."""
    nearer = False
    for direction in range(DIRECTIONS):
        steps = 1 + (int(t.barrier_distance) if has_barrier(g, t, hexagon, direction) else 0)
        if come_nearer(distance, hexagon, int(t.flight[hexagon, direction]), steps):
            nearer = True
    for end in range(2):
        if g.wormhole[end] == hexagon and come_nearer(distance, hexagon, int(g.wormhole[1 - end]), 1):
            nearer = True
    return nearer


@kernel
def land_next_rocket(g: Game, t: Tables) -> None:
    """Make the distance check and the damage check of the next fired rocket."""
    while get(g, WMD_ROCKET) < t.hexes * ROCKET_SPACES:
        hexagon = get(g, WMD_ROCKET) // ROCKET_SPACES
        space = get(g, WMD_ROCKET) % ROCKET_SPACES
        target = int(g.rocket_target[hexagon, space])
        if target >= 0:
            hits = rocket_hits(g, t, hexagon, space, target)
            if hits > 0 and damage_target(g, t, int(g.rocket[hexagon, space]) - 1, target, hits):
                go(g, STRIKE)
                return
        add(g, WMD_ROCKET, 1)
    go(g, CLEAN)


@kernel
def rocket_hits(g: Game, t: Tables, hexagon: int, space: int, target: int) -> int:
    """Hits of a rocket fired from a planet."""
    owner = int(g.rocket_owner[hexagon, space])
    return hits_at(g, t, owner, int(g.rocket[hexagon, space]) - 1, hexagon, target)


@kernel
def hits_at(g: Game, t: Tables, owner: int, rocket: int, hexagon: int, target: int) -> int:
    """Hits of a rocket: none if its distance roll is not greater than the distance, or if it is stopped."""
    measure_flight(g, t, hexagon, g.measured)
    distance = int(g.measured[target])
    g.measured[:] = 0
    if die(g) + owners(g, t, owner, m.ROCKET_DISTANCE) + satellite_range(g, t, owner, hexagon) <= distance:
        note(g, log.E_ROCKET_MISSED, owner, rocket, target, 0)
        return 0
    defence = stopped_from(g, t, owner, target)
    if defence >= 0:
        note(g, log.E_ROCKET_STOPPED, owner, rocket, target, defence)
        return 0
    hits = dice_reaching(g, damage_dice(g, t, owner, rocket, target), t.rocket_hit)
    note(g, log.E_ROCKET_HITS, owner, rocket, target, hits)
    return hits


@kernel
def owners(g: Game, t: Tables, owner: int, which: int) -> int:
    """A lasting value of the owner of a rocket; for the NPC of solitaire play (-1), what its Radar and decrees give."""
    if owner >= 0:
        return modifier(g, owner, which)
    return decreed(g, t, -1, which, int(t.npc_distance) if which == m.ROCKET_DISTANCE else 0)


@kernel
def damage_dice(g: Game, t: Tables, owner: int, rocket: int, target: int) -> int:
    """Dice of a rocket: more with Strategic Bombers at the target, fewer where others have Interceptors."""
    dice = int(t.rocket_dice[rocket]) + owners(g, t, owner, m.ROCKET_DICE)
    if owner >= 0 and ships_at(g, t, owner, target) > 0:
        dice += modifier(g, owner, m.BOMBER_DICE)
    defender = int(g.defender[target])
    if defender >= 0 and defender != owner:
        dice -= modifier(g, defender, m.INTERCEPTOR_DICE)
    return max(0, dice)


# Space Defense Systems (Edge of Extinction) ---------------------------------------------------------------------------


@kernel
def post_defenders(g: Game, t: Tables) -> None:
    """Note who controls each planet: all rockets land together, so its controller before the first one defends it."""
    if t.eoe == 1:
        for hexagon in range(t.hexes):
            g.defender[hexagon] = controller(g, t, hexagon)


@kernel
def stopped_from(g: Game, t: Tables, owner: int, target: int) -> int:
    """The hex from which a defence of the target's controller destroys another player's rocket, or -1.

    An ASDS never fails in its own hex. An SDS there, or an ASDS in a neighbouring hex, must roll.
    """
    defender = int(g.defender[target])
    if defender < 0 or defender == owner:
        return -1
    if g.planetary[target, ASDS] > 0 or (g.planetary[target, SDS] > 0 and die(g) >= t.sds_roll):
        return target
    for way in range(DIRECTIONS + 1):
        beside = hex_next_to(g, t, target, way)
        if beside >= 0 and g.planetary[beside, ASDS] > 0 and g.defender[beside] == defender:
            if die(g) >= t.sds_roll:
                return beside
    return -1


@kernel
def hex_next_to(g: Game, t: Tables, hexagon: int, way: int) -> int:
    """A hex next to another, in the last place the one through the wormhole unless it is next to it anyway; -1 if
    none."""
    if way < DIRECTIONS:
        return int(t.flight[hexagon, way])
    for end in range(2):
        other = int(g.wormhole[1 - end])
        if g.wormhole[end] == hexagon and t.distance[hexagon, other] > 1:
            return other
    return -1


# Damage ---------------------------------------------------------------------------------------------------------------


@kernel
def damage_target(g: Game, t: Tables, rocket: int, target: int, hits: int) -> bool:
    """Apply a rocket's hits. True if Population dies, because the rocket's owner must then say whose."""
    damage = t.rocket_damage[rocket]
    if damage == HITS_RESOURCE:
        drain_planet(g, target, hits)
    elif damage == HITS_PLANET:
        g.destroyed[target] = DOOMED
    else:
        put(g, WMD_HITS, hits)
        return True
    return False


@kernel
def drain_planet(g: Game, target: int, hits: int) -> None:
    """Remove resources from the planet, from the fuller counter if there are two."""
    for _ in range(hits):
        if g.second_counter[target] > g.counter[target]:
            g.second_counter[target] -= 1
        elif g.counter[target] > 0:
            g.counter[target] -= 1


@kernel
def strike_population(g: Game, t: Tables) -> None:
    """Kill Population hit by hit; if several players live there, the rocket's owner names one of them."""
    hexagon = get(g, WMD_ROCKET) // ROCKET_SPACES
    space = get(g, WMD_ROCKET) % ROCKET_SPACES
    target = int(g.rocket_target[hexagon, space])
    if get(g, WMD_HITS) == 0 or inhabitants(g, t, target) == 0:
        put(g, WMD_HITS, 0)
        add(g, WMD_ROCKET, 1)
        go(g, LAND)
    else:
        ask(g, int(g.rocket_owner[hexagon, space]), choices.D_STRIKE)
        focus(g, target, -1, -1)


@kernel
def inhabitants(g: Game, t: Tables, hexagon: int) -> int:
    """Players with Population on a planet."""
    count = 0
    for player in range(t.players):
        if g.population[hexagon, player] > 0:
            count += 1
    return count


@kernel
def legal_strike(g: Game, t: Tables, mask: Mask) -> None:
    """Any player with Population on the target."""
    for player in range(t.players):
        if g.population[g.focus_hex, player] > 0:
            allow(t, mask, choices.PLAYER, relative_seat(t, g.actor, player))


@kernel
def choose_strike(g: Game, t: Tables, action: int) -> None:
    """Kill a cube of the named player."""
    kill_population(g, g.focus_hex, seat(t, g.actor, first_factor(t, action)), 1)
    add(g, WMD_HITS, -1)


@kernel
def destroy_doomed_planets(g: Game, t: Tables) -> None:
    """Destroy planets hit by a Graviton rocket, after all rockets have landed."""
    for hexagon in range(t.hexes):
        if g.destroyed[hexagon] == DOOMED:
            wreck_planet(g, t, hexagon)


@kernel
def remove_fired_rockets(g: Game, t: Tables) -> None:
    """Remove fired rockets from their planets; each can be fired once."""
    for hexagon in range(t.hexes):
        for space in range(ROCKET_SPACES):
            if g.rocket_target[hexagon, space] >= 0:
                g.rocket[hexagon, space] = 0
                g.rocket_target[hexagon, space] = -1
                g.rocket_owner[hexagon, space] = -1
