"""What cards give for free: a technology, a ship, an upgrade, a rocket, Population. Also technologies copied from
others."""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import learn, ship_in_supply
from exodus_env.exodus.rules.begin import BY_CARD, BY_COMBAT, BY_LANDING
from exodus_env.exodus.rules.edge.planetary import legal_planetary, new_ship, place_planetary
from exodus_env.exodus.rules.frames import (
    ARM_PLAYER,
    BUILD_FREE_GIVEN,
    BUILD_FREE_PLAYER,
    EQUIP_FREE_ANY_KIND,
    EQUIP_FREE_PLAYER,
    FORTIFY_PLAYER,
    LEARN_FREE_COST,
    LEARN_FREE_HEX,
    LEARN_FREE_PLAYER,
    LEARN_FREE_SOURCE,
    REPLACING_CLASS,
    SETTLE_CUBES,
    SETTLE_PLAYER,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.modules.structures import build_structure, legal_structures
from exodus_env.exodus.rules.stages.actions import CHOICE, DONE, REPLACING, START, can_learn, research_cost
from exodus_env.exodus.rules.stages.upgrades import equip, legal_equipment, legal_rockets, place_rocket
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor, second_factor
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop
from exodus_env.kit.kernel import Mask, kernel

# Technologies -------------------------------------------------------------------------------------------------------


@kernel
def run_learn_free(g: Game, t: Tables) -> None:
    """Let the player learn a technology, from a card or from another player."""
    if get(g, STEP) != 0:
        pop(g)
        return
    go(g, DONE)
    if get(g, LEARN_FREE_SOURCE) == BY_CARD:
        ask(g, get(g, LEARN_FREE_PLAYER), choices.D_FREE_TECHNOLOGY)
    else:
        ask(g, get(g, LEARN_FREE_PLAYER), choices.D_COPY_TECHNOLOGY)
        if get(g, LEARN_FREE_SOURCE) == BY_LANDING:
            focus(g, get(g, LEARN_FREE_HEX), -1, -1)


@kernel
def legal_free_technology(g: Game, t: Tables, mask: Mask) -> None:
    """Technologies up to the given cost that the player can mark, or none."""
    allow(t, mask, choices.PASS, 0)
    for technology in range(t.technologies):
        if can_learn(g, t, g.actor, technology) and t.technology_cost[technology] <= get(g, LEARN_FREE_COST):
            allow(t, mask, choices.TECHNOLOGY, technology)


@kernel
def choose_free_technology(g: Game, t: Tables, action: int) -> None:
    """Mark the technology."""
    if family_of(t, action) != choices.PASS:
        note(g, log.E_LEARNED, g.actor, first_factor(t, action), 0, 0)
        learn(g, t, g.actor, first_factor(t, action))


@kernel
def is_teacher(g: Game, player: int, other: int) -> bool:
    """Whether a player can learn from another one: from anybody after a combat, from inhabitants of the hex after
    landing."""
    if other == player:
        return False
    return bool(get(g, LEARN_FREE_SOURCE) == BY_COMBAT or g.population[get(g, LEARN_FREE_HEX), other] > 0)


@kernel
def is_taught(g: Game, t: Tables, player: int, technology: int) -> bool:
    """Whether somebody whom the player can learn from knows a technology."""
    for other in range(t.players):
        if g.technology[other, technology] == 1 and is_teacher(g, player, other):
            return True
    return False


@kernel
def can_copy(g: Game, t: Tables, player: int, technology: int) -> bool:
    """Whether a player can copy a technology: for free up to a printed cost after a combat, otherwise for CP."""
    if not can_learn(g, t, player, technology) or not is_taught(g, t, player, technology):
        return False
    if get(g, LEARN_FREE_SOURCE) == BY_COMBAT:
        return bool(t.technology_cost[technology] <= get(g, LEARN_FREE_COST))
    return bool(research_cost(g, t, player, technology) <= g.resource[player, CP])


@kernel
def legal_copy_technology(g: Game, t: Tables, mask: Mask) -> None:
    """Technologies of others that the player can copy, or none."""
    allow(t, mask, choices.PASS, 0)
    for technology in range(t.technologies):
        if can_copy(g, t, g.actor, technology):
            allow(t, mask, choices.TECHNOLOGY, technology)


@kernel
def choose_copy_technology(g: Game, t: Tables, action: int) -> None:
    """Mark the technology, and pay for it unless it is free."""
    if family_of(t, action) == choices.PASS:
        return
    technology = first_factor(t, action)
    cost = research_cost(g, t, g.actor, technology) if get(g, LEARN_FREE_SOURCE) == BY_LANDING else 0
    g.resource[g.actor, CP] -= cost
    note(g, log.E_LEARNED, g.actor, technology, cost, 0)
    learn(g, t, g.actor, technology)


# A ship, a planetary upgrade, a rocket ------------------------------------------------------------------------------


@kernel
def run_build_free(g: Game, t: Tables) -> None:
    """Give the player a ship from a card."""
    offer(g, get(g, BUILD_FREE_PLAYER), choices.D_FREE_SHIP)


@kernel
def run_fortify(g: Game, t: Tables) -> None:
    """Give the player a planetary upgrade from a card."""
    offer(g, get(g, FORTIFY_PLAYER), choices.D_FORTIFY)


@kernel
def run_arm(g: Game, t: Tables) -> None:
    """Give the player a rocket from a card."""
    offer(g, get(g, ARM_PLAYER), choices.D_ARM)


@kernel
def offer(g: Game, player: int, decision: int) -> None:
    """Offer the player something from a card, which the player may decline."""
    if get(g, STEP) == 0:
        go(g, DONE)
        ask(g, player, decision)
    else:
        pop(g)


@kernel
def legal_free_ship(g: Game, t: Tables, mask: Mask) -> None:
    """Ships of the given class in the player's supply, a structure if any class will do, or none."""
    allow(t, mask, choices.PASS, 0)
    given = get(g, BUILD_FREE_GIVEN)
    for ship_class in range(len(t.class_slots)):
        if (given < 0 or given == ship_class) and ship_in_supply(g, t, g.actor, ship_class) >= 0:
            allow(t, mask, choices.SHIP_CLASS, ship_class)
    if given < 0:
        legal_structures(g, t, mask, 0, True)


@kernel
def choose_free_ship(g: Game, t: Tables, action: int) -> None:
    """Put the ship at home or at a Space Port, or build a structure instead."""
    if family_of(t, action) != choices.PASS and build_structure(g, t, action, True) == 0:
        new_ship(g, t, g.actor, first_factor(t, action))


@kernel
def legal_fortify(g: Game, t: Tables, mask: Mask) -> None:
    """Any planetary upgrade with a known technology that fits, or none."""
    allow(t, mask, choices.PASS, 0)
    legal_planetary(g, t, mask, False)


@kernel
def choose_fortify(g: Game, t: Tables, action: int) -> None:
    """Place the planetary upgrade."""
    if family_of(t, action) != choices.PASS:
        place_planetary(g, g.actor, first_factor(t, action), second_factor(t, action))


@kernel
def legal_arm(g: Game, t: Tables, mask: Mask) -> None:
    """Any rocket with a known technology, for a planet that the player controls, or none."""
    allow(t, mask, choices.PASS, 0)
    legal_rockets(g, t, mask, False)


@kernel
def choose_arm(g: Game, t: Tables, action: int) -> None:
    """Place the rocket."""
    if family_of(t, action) != choices.PASS:
        place_rocket(g, t, first_factor(t, action), second_factor(t, action))


# Upgrades -----------------------------------------------------------------------------------------------------------


@kernel
def run_equip_free(g: Game, t: Tables) -> None:
    """Give the player an upgrade from a card."""
    step = get(g, STEP)
    if step == START:
        go(g, CHOICE)
        ask(g, get(g, EQUIP_FREE_PLAYER), choices.D_FREE_UPGRADE)
    elif step == REPLACING:
        ask(g, get(g, EQUIP_FREE_PLAYER), choices.D_REPLACE)
        focus(g, -1, -1, get(g, REPLACING_CLASS))
    else:
        pop(g)


@kernel
def legal_free_upgrade(g: Game, t: Tables, mask: Mask) -> None:
    """Any upgrade with a known technology that fits, or none."""
    allow(t, mask, choices.PASS, 0)
    legal_equipment(g, t, mask, False)
    if get(g, EQUIP_FREE_ANY_KIND) == 1:
        legal_rockets(g, t, mask, False)
        legal_planetary(g, t, mask, False)


@kernel
def choose_free_upgrade(g: Game, t: Tables, action: int) -> None:
    """Put the upgrade on a blueprint or a planet."""
    family = family_of(t, action)
    if family == choices.UPGRADE:
        equip(g, t, first_factor(t, action), second_factor(t, action))
    elif family == choices.ROCKET:
        choose_arm(g, t, action)
    elif family == choices.PLANETARY:
        choose_fortify(g, t, action)


# Population ---------------------------------------------------------------------------------------------------------


@kernel
def run_settle(g: Game, t: Tables) -> None:
    """Give the player Population from a card."""
    player = get(g, SETTLE_PLAYER)
    if get(g, SETTLE_CUBES) > 0 and g.supply[player] > 0:
        for hexagon in range(t.hexes):
            if g.population[hexagon, player] > 0:
                ask(g, player, choices.D_SETTLE)
                return
    pop(g)


@kernel
def legal_settle(g: Game, t: Tables, mask: Mask) -> None:
    """Planets with the player's Population."""
    for hexagon in range(t.hexes):
        if g.population[hexagon, g.actor] > 0:
            allow(t, mask, choices.HEX, hexagon)


@kernel
def choose_settle(g: Game, t: Tables, action: int) -> None:
    """Put a cube from the supply on the planet."""
    hexagon = first_factor(t, action)
    g.supply[g.actor] -= 1
    g.population[hexagon, g.actor] += 1
    add(g, SETTLE_CUBES, -1)
    note(g, log.E_SETTLED, g.actor, hexagon, 0, 0)
