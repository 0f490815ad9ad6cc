"""I. Upkeep: the market is cleared, Population grows, income comes in and is taxed, ships are repaired."""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import (
    AXINIUM,
    AXINIUM_PRODUCED,
    CP,
    CP_PRODUCED,
    PHASIUM,
    PHASIUM_PRODUCED,
)
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.assets import gain, grow, has_planet, ships_at
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import end_turns_effects, modifier, recompute_modifiers
from exodus_env.exodus.rules.edge.planetary import grow_clones
from exodus_env.exodus.rules.frames import UPKEEP_PLACE, UPKEEP_TAKING, UPKEEP_TAX
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.stages.council import everybody_votes
from exodus_env.exodus.rules.stages.window import begin_stage, open_next_window
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import die
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import STEP, add, ask, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel

INCOME, REPAIRS, WINDOWS, DONE = 1, 2, 3, 4


@kernel
def run_upkeep(g: Game, t: Tables) -> None:
    """The Upkeep Stage, step by step."""
    step = get(g, STEP)
    if step == 0:
        g.conquests = t.conquests
        g.extra_actions = 0
        g.reactions_off = 0
        end_turns_effects(g, t)
        if t.coop == 1 and g.turn > 1:
            pass_turn_order(g, t)
        begin_stage(g, frames.UPKEEP_STAGE)
        reset_market(g, t)
        grow_population(g, t)
        grow_clones(g, t)
        go(g, INCOME)
    elif step == INCOME:
        run_income(g, t)
    elif step == REPAIRS:
        for player in range(t.players):
            repair_fleet(g, t, player, repairs(g, player))
        wake_fleets(g, t)
        put(g, UPKEEP_PLACE, 0)
        go(g, WINDOWS)
    elif step == WINDOWS:
        # Players who will vote next can do then what may be done at any time; otherwise this is the time for it.
        if everybody_votes(g, t) or not open_next_window(g, t, UPKEEP_PLACE):
            go(g, DONE)
    else:
        pop(g)


@kernel
def pass_turn_order(g: Game, t: Tables) -> None:
    """If players win together, each turn-order card goes to the player on the right."""
    for place in range(t.players):
        g.order[place] = (g.order[place] + t.players - 1) % t.players
        note(g, log.E_OFFICE, place, g.order[place], 0, 0)
    recompute_modifiers(g, t)


@kernel
def reset_market(g: Game, t: Tables) -> None:
    """Return the cubes on the market to their owners; in solitaire play only once all spaces are taken."""
    if t.solitaire == 1 and g.traders < t.market_spaces:
        return
    for space in range(g.traders):
        g.supply[g.market[space]] += 1
        g.market[space] = -1
    g.traders = 0


@kernel
def grow_population(g: Game, t: Tables) -> None:
    """Every home planet grows, whether its player wants it or not, as far as the supply of cubes allows."""
    for place in range(t.players):
        player = g.order[place]
        cubes = grow(g, t, player, max(0, modifier(g, player, m.GROWTH) + int(t.outpost_growth)))
        note(g, log.E_GROWTH, player, cubes, 0, 0)


@kernel
def repairs(g: Game, player: int) -> int:
    """Damage that each ship of a player loses: Advanced Repairs add to Basic Repairs (EoE)."""
    return max(0, modifier(g, player, m.REPAIR)) + max(0, modifier(g, player, m.ADVANCED_REPAIR))


@kernel
def repair_fleet(g: Game, t: Tables, player: int, amount: int) -> None:
    """Remove damage from each ship of a player."""
    removed = 0
    for ship in range(t.ships):
        damage = min(amount, int(g.ship_damage[player, ship]))
        g.ship_damage[player, ship] -= damage
        removed += damage
    if removed > 0:
        note(g, log.E_REPAIRED, player, removed, 0, 0)


@kernel
def wake_fleets(g: Game, t: Tables) -> None:
    """With the repairs, beaten Resistance fleets become active again unless a player has a ship there."""
    for hexagon in range(t.hexes):
        if g.dormant[hexagon] == 1:
            visitors = 0
            for player in range(t.players):
                visitors += ships_at(g, t, player, hexagon)
            if visitors == 0:
                g.dormant[hexagon] = 0


# Income and tax -----------------------------------------------------------------------------------------------------


@kernel
def run_income(g: Game, t: Tables) -> None:
    """Players take income in turn order, so the earlier one gets the last units of a shared planet."""
    if get(g, UPKEEP_PLACE) == t.players:
        go(g, REPAIRS)
        return
    player = int(g.order[get(g, UPKEEP_PLACE)])
    if get(g, UPKEEP_TAKING) == 0:
        roll_for_barren_planets(g, t, player)
        take_cp(g, t, player)
        put(g, UPKEEP_TAKING, 1)
    if tax(g, t, player) == 0:
        take_free_minerals(g, t, player)
    if all_minerals_open(g, t, player) == 0 or g.resource[player, CP] < tax(g, t, player):
        end_income(g, t)
    else:
        ask(g, player, choices.D_MINERAL)


@kernel
def end_income(g: Game, t: Tables) -> None:
    """The next player's income."""
    clear_barren_planets(g, t)
    if get(g, UPKEEP_TAX) > 0:
        note(g, log.E_TAX, g.order[get(g, UPKEEP_PLACE)], get(g, UPKEEP_TAX), 0, 0)
    g.taken[:] = 0
    g.second_taken[:] = 0
    put(g, UPKEEP_TAKING, 0)
    put(g, UPKEEP_TAX, 0)
    add(g, UPKEEP_PLACE, 1)


@kernel
def tax(g: Game, t: Tables, player: int) -> int:
    """CP to pay for each mineral received."""
    return max(0, modifier(g, player, m.TAX)) if t.taxed == 1 else 0


@kernel
def roll_for_barren_planets(g: Game, t: Tables, player: int) -> None:
    """Roll for each barren planet with the player's Population; on success it produces, for this income only (M5)."""
    for hexagon in range(t.hexes):
        if g.population[hexagon, player] > 0 and is_barren(g, t, hexagon):
            yields = die(g) >= t.barren_roll
            note(g, log.E_BARREN, player, hexagon, 1 if yields else 0, 0)
            if yields:
                g.counter[hexagon] = extraction(g, player, int(t.planet_resource[g.planet[hexagon]]))


@kernel
def clear_barren_planets(g: Game, t: Tables) -> None:
    """Clear the rolls; otherwise barren planets have no counter."""
    for hexagon in range(t.hexes):
        if is_barren(g, t, hexagon):
            g.counter[hexagon] = 0


@kernel
def is_barren(g: Game, t: Tables, hexagon: int) -> bool:
    """Whether there is a barren planet in a hex."""
    return has_planet(g, hexagon) and t.planet_barren[g.planet[hexagon]] == 1


@kernel
def extraction(g: Game, player: int, produced: int) -> int:
    """Units that a planet's counter yields to a player this Upkeep, including those already taken."""
    units = 0
    if produced == CP_PRODUCED:
        units = modifier(g, player, m.CP_EXTRACTION)
    elif produced == AXINIUM_PRODUCED:
        units = modifier(g, player, m.AXINIUM_EXTRACTION)
    elif produced == PHASIUM_PRODUCED:
        units = modifier(g, player, m.PHASIUM_EXTRACTION)
    return max(0, units)


@kernel
def units_open(g: Game, t: Tables, player: int, hexagon: int, produced: int) -> int:
    """Units of a resource that the player can still take from a planet this Upkeep."""
    if g.population[hexagon, player] == 0 or not has_planet(g, hexagon):
        return 0
    if t.planet_resource[g.planet[hexagon]] == produced:
        return max(0, min(extraction(g, player, produced) - int(g.taken[hexagon]), int(g.counter[hexagon])))
    if t.planet_second[g.planet[hexagon]] == produced:
        left = extraction(g, player, produced) - int(g.second_taken[hexagon])
        return max(0, min(left, int(g.second_counter[hexagon])))
    return 0


@kernel
def take_units(g: Game, t: Tables, hexagon: int, produced: int, units: int) -> None:
    """Take units off the counter of a resource."""
    if t.planet_resource[g.planet[hexagon]] == produced:
        g.counter[hexagon] -= units
        g.taken[hexagon] += units
    else:
        g.second_counter[hexagon] -= units
        g.second_taken[hexagon] += units


@kernel
def take_cp(g: Game, t: Tables, player: int) -> None:
    """Take CP, first and free of tax, so that they can pay for minerals."""
    for hexagon in range(t.hexes):
        units = units_open(g, t, player, hexagon, CP_PRODUCED)
        if units > 0:
            take_units(g, t, hexagon, CP_PRODUCED, units)
            amount = units * t.unit_value[CP_PRODUCED] + modifier(g, player, m.PLANET_CP)
            gained = gain(g, t, player, CP, max(0, amount))
            note(g, log.E_INCOME, player, hexagon, CP, gained)


@kernel
def produced_as(resource: int) -> int:
    """The planet resource that yields a mineral."""
    return AXINIUM_PRODUCED if resource == AXINIUM else PHASIUM_PRODUCED


@kernel
def room_for(g: Game, t: Tables, player: int, resource: int) -> int:
    """Units of a mineral that still fit in stock."""
    return max(0, int(t.resource_cap[resource]) - int(g.resource[player, resource]))


@kernel
def minerals_open(g: Game, t: Tables, player: int, resource: int) -> int:
    """Units of a mineral that the player could take this Upkeep."""
    units = 0
    for hexagon in range(t.hexes):
        units += units_open(g, t, player, hexagon, produced_as(resource))
    return min(units, room_for(g, t, player, resource))


@kernel
def all_minerals_open(g: Game, t: Tables, player: int) -> int:
    """Units of both minerals that the player could take this Upkeep."""
    return minerals_open(g, t, player, AXINIUM) + minerals_open(g, t, player, PHASIUM)


@kernel
def planet_matters(g: Game, t: Tables, player: int, resource: int) -> bool:
    """Whether a mineral lies on several planets and not all of it fits, so that it matters which planet gives units."""
    units = 0
    planets = 0
    for hexagon in range(t.hexes):
        here = units_open(g, t, player, hexagon, produced_as(resource))
        units += here
        planets += 1 if here > 0 else 0
    return planets > 1 and 0 < room_for(g, t, player, resource) < units


@kernel
def can_take_all(g: Game, t: Tables, player: int) -> bool:
    """Whether the player's CP pay for all available minerals, and no choice of planets is left."""
    if planet_matters(g, t, player, AXINIUM) or planet_matters(g, t, player, PHASIUM):
        return False
    return bool(g.resource[player, CP] >= all_minerals_open(g, t, player) * tax(g, t, player))


@kernel
def take_free_minerals(g: Game, t: Tables, player: int) -> None:
    """Without tax there is nothing to decline: take minerals without asking, unless the player must choose planets."""
    for resource in (AXINIUM, PHASIUM):
        if not planet_matters(g, t, player, resource):
            take_all(g, t, player, resource)


@kernel
def take_all(g: Game, t: Tables, player: int, resource: int) -> None:
    """Take every unit of a mineral that fits."""
    for hexagon in range(t.hexes):
        units = units_open(g, t, player, hexagon, produced_as(resource))
        for _ in range(min(units, room_for(g, t, player, resource))):
            take_mineral(g, t, player, hexagon, resource)


@kernel
def take_mineral(g: Game, t: Tables, player: int, hexagon: int, resource: int) -> None:
    """Take one unit of a mineral from a planet and pay the tax."""
    take_units(g, t, hexagon, produced_as(resource), 1)
    g.resource[player, resource] += t.unit_value[produced_as(resource)]
    g.resource[player, CP] -= tax(g, t, player)
    add(g, UPKEEP_TAX, tax(g, t, player))
    note(g, log.E_INCOME, player, hexagon, resource, 1)


@kernel
def legal_mineral(g: Game, t: Tables, mask: Mask) -> None:
    """Everything at once if it can be paid, a unit from any planet, or, if there is tax, no more of the mineral."""
    if tax(g, t, g.actor) > 0:
        allow(t, mask, choices.PASS, 0)
    if can_take_all(g, t, g.actor):
        allow(t, mask, choices.TAKE_ALL, 0)
        if all_minerals_open(g, t, g.actor) == 1:
            return  # that unit is all that is left
    for resource in (AXINIUM, PHASIUM):
        if room_for(g, t, g.actor, resource) > 0:
            legal_planets(g, t, resource, mask)


@kernel
def legal_planets(g: Game, t: Tables, resource: int, mask: Mask) -> None:
    """Each planet with a unit of a mineral to take, by the counter that holds it."""
    for hexagon in range(t.hexes):
        if units_open(g, t, g.actor, hexagon, produced_as(resource)) > 0:
            first = t.planet_resource[g.planet[hexagon]] == produced_as(resource)
            allow(t, mask, choices.MINERAL if first else choices.MINERAL_SECOND, hexagon)


@kernel
def choose_mineral(g: Game, t: Tables, action: int) -> None:
    """Take everything or the chosen unit, or leave the rest on the planets."""
    family = family_of(t, action)
    if family == choices.PASS:
        end_income(g, t)
    elif family == choices.TAKE_ALL:
        take_all(g, t, g.actor, AXINIUM)
        take_all(g, t, g.actor, PHASIUM)
    else:
        hexagon = first_factor(t, action)
        planet = g.planet[hexagon]
        produced = t.planet_resource[planet] if family == choices.MINERAL else t.planet_second[planet]
        take_mineral(g, t, g.actor, hexagon, AXINIUM if produced == AXINIUM_PRODUCED else PHASIUM)
