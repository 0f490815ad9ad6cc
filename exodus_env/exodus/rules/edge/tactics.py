"""Tactics in space combat (Edge of Extinction): decoys, sacrificed Dark Raiders, hits moved between a player's ships.

All are asked in reverse turn order; the frame COMBAT counts the places down.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import FOES
from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import is_twin, remove_ship
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.combat.sides import (
    combat_shield,
    damage_foe,
    damage_ship,
    is_enemy,
    is_open_foe,
    is_open_target,
    is_target,
    is_wave,
    leave_ranks,
    ships_fighting,
    sides_left,
    wave_shield,
)
from exodus_env.exodus.rules.frames import COMBAT_DAMAGE, COMBAT_DEFLECTED, COMBAT_HEX, COMBAT_PLACE
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, allow_pair, family_of, first_factor, relative_seat, seat, second_factor
from exodus_env.kit.flow import add, ask, focus, get, put
from exodus_env.kit.kernel import Mask, kernel

DARK_RAIDER: Final = SHIP_CLASSES.index("dark_raider")


# Basic Tactics: a decoy ---------------------------------------------------------------------------------------------


@kernel
def decoys_are_named(g: Game, t: Tables) -> bool:
    """When the combat starts, each player with Basic Tactics may name a decoy; True when all have been asked."""
    while get(g, COMBAT_PLACE) >= 0:
        player = int(g.order[get(g, COMBAT_PLACE)])
        if can_name_decoy(g, t, player):
            ask(g, player, choices.D_DECOY)
            focus(g, get(g, COMBAT_HEX), -1, -1)
            return False
        add(g, COMBAT_PLACE, -1)
    return True


@kernel
def can_name_decoy(g: Game, t: Tables, player: int) -> bool:
    """Whether a player has the tactics, and at least two ships to choose from."""
    return modifier(g, player, m.BASIC_TACTICS) > 0 and ships_fighting(g, t, player) > 1


@kernel
def legal_decoy(g: Game, t: Tables, mask: Mask) -> None:
    """The player's ships in the combat, or none."""
    allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if g.fighting[g.actor, ship] == 1 and not is_twin(g, t, g.actor, ship):
            allow(t, mask, choices.SHIP, ship)


@kernel
def choose_decoy(g: Game, t: Tables, action: int) -> None:
    """Name the decoy; hits on the player's ships go to it first."""
    add(g, COMBAT_PLACE, -1)
    if family_of(t, action) == choices.SHIP:
        g.decoy[g.actor] = first_factor(t, action)
        note(g, log.E_DECOY_NAMED, g.actor, first_factor(t, action), 0, 0)


# Advanced Tactics: a sacrifice --------------------------------------------------------------------------------------


@kernel
def sacrifices_are_made(g: Game, t: Tables) -> bool:
    """When the combat starts, each player with Advanced Tactics may sacrifice a Dark Raider; True when all are
    finished."""
    if get(g, COMBAT_DAMAGE) > 0:
        ask(g, int(g.order[get(g, COMBAT_PLACE)]), choices.D_SACRIFICE_TARGET)
        focus(g, get(g, COMBAT_HEX), -1, -1)
        return False
    while get(g, COMBAT_PLACE) >= 0 and sides_left(g, t) > 1:
        player = int(g.order[get(g, COMBAT_PLACE)])
        if modifier(g, player, m.ADVANCED_TACTICS) > 0 and has_sacrifice(g, t, player):
            ask(g, player, choices.D_SACRIFICE)
            focus(g, get(g, COMBAT_HEX), -1, -1)
            return False
        add(g, COMBAT_PLACE, -1)
    return True


@kernel
def has_sacrifice(g: Game, t: Tables, player: int) -> bool:
    """Whether a player has a Dark Raider in the combat that would damage somebody who is not doomed already."""
    if is_wave(g) and not is_open_foe(g, t, 0):
        return False
    for ship in range(t.ships):
        if is_sacrifice(g, t, player, ship):
            return True
    return False


@kernel
def is_sacrifice(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship is a Dark Raider with a shield in the combat."""
    if g.fighting[player, ship] == 0 or t.ship_class[ship] != DARK_RAIDER:
        return False
    return combat_shield(g, t, player, ship) > 0


@kernel
def legal_sacrifice(g: Game, t: Tables, mask: Mask) -> None:
    """The player's Dark Raiders in the combat, or none."""
    allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if is_sacrifice(g, t, g.actor, ship) and not is_twin(g, t, g.actor, ship):
            allow(t, mask, choices.SHIP, ship)


@kernel
def choose_sacrifice(g: Game, t: Tables, action: int) -> None:
    """Sacrifice the Dark Raider, for no VP; it deals as much damage as its shield."""
    if family_of(t, action) == choices.PASS:
        add(g, COMBAT_PLACE, -1)
        return
    ship = first_factor(t, action)
    damage = combat_shield(g, t, g.actor, ship)
    put(g, COMBAT_DAMAGE, damage)
    note(g, log.E_RAIDER_SACRIFICED, g.actor, ship, damage, 0)
    leave_ranks(g, g.actor, ship)
    remove_ship(g, g.actor, ship)


@kernel
def legal_sacrifice_target(g: Game, t: Tables, mask: Mask) -> None:
    """Any enemy ship in the combat, decoy or not."""
    for player in range(t.players):
        if is_enemy(g, g.actor, player):
            relative = relative_seat(t, g.actor, player)
            for ship in range(t.ships):
                if is_open_target(g, t, player, ship) and not is_twin(g, t, player, ship):
                    allow_pair(t, mask, choices.HIT, relative, ship, t.ships)
    for foe in range(FOES):
        if is_open_foe(g, t, foe):
            allow(t, mask, choices.HIT_FOE, foe)


@kernel
def choose_sacrifice_target(g: Game, t: Tables, action: int) -> None:
    """Deal the damage at once."""
    damage = get(g, COMBAT_DAMAGE)
    put(g, COMBAT_DAMAGE, 0)
    add(g, COMBAT_PLACE, -1)
    if family_of(t, action) == choices.HIT_FOE:
        strike_foe(g, t, first_factor(t, action), damage)
    else:
        player = seat(t, g.actor, first_factor(t, action))
        note(g, log.E_SHIP_HIT, player, second_factor(t, action), damage, 0)
        damage_ship(g, t, player, second_factor(t, action), damage)


@kernel
def strike_foe(g: Game, t: Tables, foe: int, damage: int) -> None:
    """Damage a Centaurian ship; squadrons and the Stronghold take the damage with the hits of the first round."""
    if is_wave(g):
        g.foe_hits[foe] = min(int(g.foe_hits[foe]) + damage, wave_shield(g, t) + 1 - int(g.foe_damage[foe]))
        g.dealt[g.actor] += damage
    else:
        note(g, log.E_FOE_HIT, get(g, COMBAT_HEX), g.foe_card[foe], damage, 0)
        damage_foe(g, t, foe, damage)


# Fringe Tactics: a hit moved ----------------------------------------------------------------------------------------


@kernel
def hits_are_deflected(g: Game, t: Tables) -> bool:
    """Before damage counts, each player with Fringe Tactics may move a hit to another of their ships; True when all
    have."""
    while get(g, COMBAT_PLACE) >= 0:
        player = int(g.order[get(g, COMBAT_PLACE)])
        if get(g, COMBAT_DEFLECTED) > 0:
            ask(g, player, choices.D_DEFLECT_TO)
            focus(g, get(g, COMBAT_HEX), -1, -1)
            return False
        if modifier(g, player, m.FRINGE_TACTICS) > 0 and can_deflect(g, t, player):
            ask(g, player, choices.D_DEFLECT)
            focus(g, get(g, COMBAT_HEX), -1, -1)
            return False
        add(g, COMBAT_PLACE, -1)
    return True


@kernel
def can_deflect(g: Game, t: Tables, player: int) -> bool:
    """Whether a player has a hit that would make a difference on another ship."""
    for ship in range(t.ships):
        if can_deflect_from(g, t, player, ship):
            return True
    return False


@kernel
def can_deflect_from(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether moving a hit off a ship makes a difference: the ship may then survive, or another one suffers."""
    if g.hits[player, ship] == 0 or ships_fighting(g, t, player) < 2:
        return False
    if is_target(g, t, player, ship):
        return True
    for other in range(t.ships):
        if other != ship and is_open_target(g, t, player, other):
            return True
    return False


@kernel
def legal_deflect(g: Game, t: Tables, mask: Mask) -> None:
    """The player's ships with a hit, or none."""
    allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if can_deflect_from(g, t, g.actor, ship) and not is_twin(g, t, g.actor, ship):
            allow(t, mask, choices.SHIP, ship)


@kernel
def choose_deflect(g: Game, t: Tables, action: int) -> None:
    """Choose the ship that loses a hit, or none."""
    if family_of(t, action) == choices.PASS:
        add(g, COMBAT_PLACE, -1)
    else:
        put(g, COMBAT_DEFLECTED, first_factor(t, action) + 1)


@kernel
def legal_deflect_to(g: Game, t: Tables, mask: Mask) -> None:
    """The player's other ships in the combat; a hit does no harm to a doomed one."""
    for ship in range(t.ships):
        if ship != get(g, COMBAT_DEFLECTED) - 1 and g.fighting[g.actor, ship] == 1:
            allow(t, mask, choices.SHIP, ship)


@kernel
def choose_deflect_to(g: Game, t: Tables, action: int) -> None:
    """Choose the ship that takes the hit."""
    source = get(g, COMBAT_DEFLECTED) - 1
    target = first_factor(t, action)
    g.hits[g.actor, source] -= 1
    g.hits[g.actor, target] += 1
    put(g, COMBAT_DEFLECTED, 0)
    add(g, COMBAT_PLACE, -1)
    note(g, log.E_HIT_DEFLECTED, g.actor, source, target, 0)
