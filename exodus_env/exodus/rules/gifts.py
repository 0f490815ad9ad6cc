"""What cards give without paying: a technology, a ship, an upgrade."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, events
from exodus_env.exodus.rules.actions import CHOICE, DONE, REPLACING, START, build_ship, can_learn
from exodus_env.exodus.rules.assets import learn, ship_in_supply
from exodus_env.exodus.rules.choices import allow, family_of, first_factor, second_factor
from exodus_env.exodus.rules.events import note
from exodus_env.exodus.rules.structures import build_structure, legal_structures
from exodus_env.exodus.rules.upgrades import equip, legal_equipment
from exodus_env.exodus.tables import Tables
from exodus_env.kit.flow import STEP, A, B, F, ask, focus, get, go, pop
from exodus_env.kit.kernel import Mask, kernel


@kernel
def run_learn_free(g: Game, t: Tables) -> None:
    """A card lets the player learn a technology. Frame LEARN_FREE: A player, B highest printed cost."""
    if get(g, STEP) == 0:
        go(g, DONE)
        ask(g, get(g, A), choices.D_FREE_TECHNOLOGY)
    else:
        pop(g)


@kernel
def legal_free_technology(g: Game, t: Tables, mask: Mask) -> None:
    """Technologies up to the card's cost that the player can mark, or none."""
    allow(t, mask, choices.PASS, 0)
    for technology in range(t.technologies):
        if can_learn(g, t, g.actor, technology) and t.technology_cost[technology] <= get(g, B):
            allow(t, mask, choices.TECHNOLOGY, technology)


@kernel
def choose_free_technology(g: Game, t: Tables, action: int) -> None:
    """Mark the technology."""
    if family_of(t, action) != choices.PASS:
        note(g, events.E_LEARNED, g.actor, first_factor(t, action), 0, 0)
        learn(g, t, g.actor, first_factor(t, action))


@kernel
def run_build_free(g: Game, t: Tables) -> None:
    """A card gives the player a ship. Frame BUILD_FREE: A player, B class or -1 for any."""
    if get(g, STEP) == 0:
        go(g, DONE)
        ask(g, get(g, A), choices.D_FREE_SHIP)
    else:
        pop(g)


@kernel
def legal_free_ship(g: Game, t: Tables, mask: Mask) -> None:
    """Ships of the card's class in the player's supply, a structure in place of any ship, or none."""
    allow(t, mask, choices.PASS, 0)
    for ship_class in range(len(t.class_slots)):
        if (get(g, B) < 0 or get(g, B) == ship_class) and ship_in_supply(g, t, g.actor, ship_class) >= 0:
            allow(t, mask, choices.SHIP_CLASS, ship_class)
    if get(g, B) < 0:
        legal_structures(g, t, mask, 0, True)


@kernel
def choose_free_ship(g: Game, t: Tables, action: int) -> None:
    """Put the ship at home, or build a structure in its place."""
    if family_of(t, action) != choices.PASS and build_structure(g, t, action, True) == 0:
        build_ship(g, t, g.actor, first_factor(t, action))


@kernel
def run_equip_free(g: Game, t: Tables) -> None:
    """A card gives the player an upgrade. Frame EQUIP_FREE: A player; E and F as in PERFORM while replacing."""
    step = get(g, STEP)
    if step == START:
        go(g, CHOICE)
        ask(g, get(g, A), choices.D_FREE_UPGRADE)
    elif step == REPLACING:
        ask(g, get(g, A), choices.D_REPLACE)
        focus(g, -1, -1, get(g, F))
    else:
        pop(g)


@kernel
def legal_free_upgrade(g: Game, t: Tables, mask: Mask) -> None:
    """Any upgrade with a known technology that fits, or none."""
    allow(t, mask, choices.PASS, 0)
    legal_equipment(g, t, mask, False)


@kernel
def choose_free_upgrade(g: Game, t: Tables, action: int) -> None:
    """Lay the upgrade on a blueprint."""
    if family_of(t, action) != choices.PASS:
        equip(g, t, first_factor(t, action), second_factor(t, action))
