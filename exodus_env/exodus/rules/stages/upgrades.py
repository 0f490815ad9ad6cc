"""Buy Upgrades: ship upgrades onto blueprints, rockets and planetary upgrades onto planets. See actions.py."""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import CP, PHASIUM
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import (
    can_replace,
    controller,
    fits,
    has_planet,
    has_token,
    is_drive,
    is_module,
    knows_upgrade,
    tokens_left,
    upgrades_on,
)
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier, refresh_blueprint
from exodus_env.exodus.rules.edge.planetary import buy_planetary, legal_planetary
from exodus_env.exodus.rules.frames import REPLACING_CLASS, REPLACING_UPGRADE
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.stages.actions import CHOICE, REPLACING, is_left
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, allow_pair, family_of, first_factor, second_factor
from exodus_env.kit.flow import get, go, put
from exodus_env.kit.kernel import Mask, kernel


@kernel
def upgrade_cp(g: Game, t: Tables, player: int, upgrade: int) -> int:
    """CP that an upgrade costs: at least 1, so that buying always ends."""
    return max(1, int(t.upgrade_cp[upgrade]) + modifier(g, player, m.UPGRADE_CP))


@kernel
def upgrade_phasium(g: Game, t: Tables, player: int, upgrade: int) -> int:
    """Phasium that an upgrade costs."""
    return max(0, int(t.upgrade_phasium[upgrade]) + modifier(g, player, m.UPGRADE_PHASIUM))


@kernel
def rocket_cp(g: Game, t: Tables, player: int, rocket: int) -> int:
    """CP that a rocket costs: at least 1."""
    return max(1, int(t.rocket_cp[rocket]) + modifier(g, player, m.ROCKET_CP))


@kernel
def rocket_phasium(g: Game, t: Tables, player: int, rocket: int) -> int:
    """Phasium that a rocket costs."""
    return max(0, int(t.rocket_phasium[rocket]) + modifier(g, player, m.ROCKET_PHASIUM))


@kernel
def can_equip(g: Game, t: Tables, player: int, upgrade: int, ship_class: int) -> bool:
    """Whether an upgrade can go on a class, into a free slot or in place of another."""
    if not has_token(g, t, player, upgrade):
        return False
    if upgrades_on(g, t, player, ship_class) < t.class_slots[ship_class]:
        if fits(g, t, player, ship_class, upgrade, -1):
            return True
    return can_replace(g, t, player, ship_class, upgrade)


@kernel
def upgrades_at_once(g: Game, t: Tables, player: int, upgrade: int, ship_class: int) -> int:
    """How many of an upgrade a player could buy in a row for free slots of a class."""
    if not has_token(g, t, player, upgrade) or not fits(g, t, player, ship_class, upgrade, -1):
        return 0
    if is_drive(t, upgrade) or is_module(t, upgrade):
        return 1
    count = int(t.class_slots[ship_class]) - upgrades_on(g, t, player, ship_class)
    if t.upgrade_limit[upgrade] > 0:
        count = min(count, tokens_left(g, t, player, upgrade))
    count = min(count, int(g.resource[player, CP]) // upgrade_cp(g, t, player, upgrade))
    if upgrade_phasium(g, t, player, upgrade) > 0:
        count = min(count, int(g.resource[player, PHASIUM]) // upgrade_phasium(g, t, player, upgrade))
    return count


@kernel
def legal_equipment(g: Game, t: Tables, mask: Mask, paid: bool) -> None:
    """Upgrades with a known technology that fit and, if they are to be paid for, that the player can afford."""
    classes = len(t.class_slots)
    for upgrade in range(t.upgrades):
        if not knows_upgrade(g, t, g.actor, upgrade):
            continue
        if paid and (
            g.resource[g.actor, CP] < upgrade_cp(g, t, g.actor, upgrade)
            or g.resource[g.actor, PHASIUM] < upgrade_phasium(g, t, g.actor, upgrade)
        ):
            continue
        for ship_class in range(classes):
            if can_equip(g, t, g.actor, upgrade, ship_class):
                allow_pair(t, mask, choices.UPGRADE, upgrade, ship_class, classes)
            if paid and upgrades_at_once(g, t, g.actor, upgrade, ship_class) > 1:
                allow_pair(t, mask, choices.UPGRADES, upgrade, ship_class, classes)


@kernel
def can_pay_rocket(g: Game, t: Tables, player: int, rocket: int) -> bool:
    """Whether a player can afford a rocket."""
    return bool(
        g.resource[player, CP] >= rocket_cp(g, t, player, rocket)
        and g.resource[player, PHASIUM] >= rocket_phasium(g, t, player, rocket)
    )


@kernel
def legal_rockets(g: Game, t: Tables, mask: Mask, paid: bool) -> None:
    """Rockets with a known technology, for planets with the player's majority; none if players win together."""
    if t.coop == 1:
        return
    for rocket in range(len(t.rocket_dice)):
        if g.technology[g.actor, t.rocket_technology[rocket]] == 0:
            continue
        if paid and not can_pay_rocket(g, t, g.actor, rocket):
            continue
        for hexagon in range(t.hexes):
            if (
                g.population[hexagon, g.actor] > 0
                and free_rocket_space(g, t, hexagon) >= 0
                and controller(g, t, hexagon) == g.actor
            ):
                allow_pair(t, mask, choices.ROCKET, rocket, hexagon, t.hexes)


@kernel
def free_rocket_space(g: Game, t: Tables, hexagon: int) -> int:
    """A space for a rocket on the planet, or -1."""
    if has_planet(g, hexagon):
        for space in range(t.rocket_limit):
            if g.rocket[hexagon, space] == 0:
                return space
    return -1


@kernel
def legal_upgrade(g: Game, t: Tables, mask: Mask) -> None:
    """Upgrades and rockets that the player can buy, or done."""
    allow(t, mask, choices.PASS, 0)
    legal_equipment(g, t, mask, True)
    legal_rockets(g, t, mask, True)
    legal_planetary(g, t, mask, True)


@kernel
def choose_upgrade(g: Game, t: Tables, action: int) -> None:
    """Pay for an upgrade or rocket, or for several of an upgrade, and place it at once."""
    if is_left(g, t, action):
        return
    if family_of(t, action) == choices.ROCKET:
        buy_rocket(g, t, first_factor(t, action), second_factor(t, action))
        return
    if family_of(t, action) == choices.PLANETARY:
        buy_planetary(g, t, first_factor(t, action), second_factor(t, action))
        return
    upgrade = first_factor(t, action)
    ship_class = second_factor(t, action)
    count = 1
    if family_of(t, action) == choices.UPGRADES:
        count = upgrades_at_once(g, t, g.actor, upgrade, ship_class)
    for _ in range(count):
        g.resource[g.actor, CP] -= upgrade_cp(g, t, g.actor, upgrade)
        g.resource[g.actor, PHASIUM] -= upgrade_phasium(g, t, g.actor, upgrade)
        equip(g, t, upgrade, ship_class)


@kernel
def buy_rocket(g: Game, t: Tables, rocket: int, hexagon: int) -> None:
    """Pay for a rocket and place it."""
    g.resource[g.actor, CP] -= rocket_cp(g, t, g.actor, rocket)
    g.resource[g.actor, PHASIUM] -= rocket_phasium(g, t, g.actor, rocket)
    place_rocket(g, t, rocket, hexagon)


@kernel
def place_rocket(g: Game, t: Tables, rocket: int, hexagon: int) -> None:
    """Put a rocket on a planet."""
    g.rocket[hexagon, free_rocket_space(g, t, hexagon)] = rocket + 1
    note(g, log.E_ROCKET_PLACED, g.actor, rocket, hexagon, 0)


@kernel
def equip(g: Game, t: Tables, upgrade: int, ship_class: int) -> None:
    """Put an upgrade on a blueprint; if there is no room, ask which upgrade to remove."""
    if fits(g, t, g.actor, ship_class, upgrade, -1):
        place_upgrade(g, t, g.actor, upgrade, ship_class, -1)
    else:
        put(g, REPLACING_UPGRADE, upgrade + 1)
        put(g, REPLACING_CLASS, ship_class)
        go(g, REPLACING)


@kernel
def place_upgrade(g: Game, t: Tables, player: int, upgrade: int, ship_class: int, going: int) -> None:
    """Put an upgrade on a blueprint and take another (-1: none) off."""
    if going >= 0:
        g.blueprint[player, ship_class, going] -= 1
    g.blueprint[player, ship_class, upgrade] += 1
    g.refitted[player] = 1
    refresh_blueprint(g, t, player, ship_class)
    note(g, log.E_UPGRADED, player, upgrade, ship_class, 0)


@kernel
def legal_replace(g: Game, t: Tables, mask: Mask) -> None:
    """Upgrades on the blueprint that can be removed."""
    coming = get(g, REPLACING_UPGRADE) - 1
    for going in range(t.upgrades):
        if going != coming and fits(g, t, g.actor, get(g, REPLACING_CLASS), coming, going):
            allow(t, mask, choices.REPLACE, going)


@kernel
def choose_replace(g: Game, t: Tables, action: int) -> None:
    """Return the old upgrade to the stock and put the new one in its slot."""
    place_upgrade(g, t, g.actor, get(g, REPLACING_UPGRADE) - 1, get(g, REPLACING_CLASS), first_factor(t, action))
    go(g, CHOICE)
