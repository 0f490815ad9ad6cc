"""The sides of a combat: who fights whom, with what shields, and when a ship is lost.

A side is a player, or the Centaurians. `edge` holds what combat cards do to a side in a round (Edge of Extinction).
"""

from __future__ import annotations

from exodus_env.exodus.capacity import FOES, PLAYERS, RESISTANCE_LEVELS
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import log
from exodus_env.exodus.rules.assets import remove_ship, shields_on
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.combat.card_numbers import *  # noqa: F403
from exodus_env.exodus.rules.combat.card_numbers import ABSORB, SHIELD
from exodus_env.exodus.rules.frames import (
    AGAINST_SQUADRONS,
    AGAINST_STRONGHOLD,
    COMBAT_HEX,
    COMBAT_KIND,
    COMBAT_PLAYERS,
    ORDINARY,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.flow import get
from exodus_env.kit.kernel import kernel

CENTAURIANS = PLAYERS  # the side after those of the players


# Kinds of combat ----------------------------------------------------------------------------------------------------


@kernel
def is_wave(g: Game) -> bool:
    """Whether the enemy is a squadron or the Stronghold, whose cannons and shields are each one total."""
    return get(g, COMBAT_KIND) == AGAINST_SQUADRONS or get(g, COMBAT_KIND) == AGAINST_STRONGHOLD


@kernel
def has_cards(g: Game, t: Tables) -> bool:
    """Whether there are combat cards: with Edge of Extinction, but not against squadrons or the Stronghold."""
    return bool(t.eoe == 1) and not is_wave(g)


@kernel
def foes_follow_rules(g: Game, t: Tables) -> bool:
    """Whether nobody acts for the Centaurians: targeting rules decide whom they hit, and chance what they play."""
    return bool(t.coop == 1 or t.players == 1) or is_wave(g)


@kernel
def edge(g: Game, side: int, effect: int) -> int:
    """What combat cards do to a side in this round."""
    return int(g.edge[side, effect])


# Who fights ---------------------------------------------------------------------------------------------------------


@kernel
def fights(g: Game, t: Tables, player: int) -> bool:
    """Whether a player has a ship left in the combat."""
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            return True
    return False


@kernel
def ships_fighting(g: Game, t: Tables, player: int) -> int:
    """A player's ships in the combat."""
    count = 0
    for ship in range(t.ships):
        count += int(g.fighting[player, ship])
    return count


@kernel
def took_part(g: Game, t: Tables, player: int) -> bool:
    """Whether a player fought in the combat, even if destroyed in it or gone."""
    return bool(g.wrecks[player] > 0) or (get(g, COMBAT_PLAYERS) >> player) & 1 == 1 or fights(g, t, player)


@kernel
def sides_left(g: Game, t: Tables) -> int:
    """How many sides have anything left; allied players count as one side."""
    count = 0
    for player in range(t.players):
        if fights(g, t, player):
            count += 1
    if get(g, COMBAT_KIND) != ORDINARY:
        count = min(1, count)
    return count + (1 if foes_fight(g, t) else 0)


@kernel
def is_enemy(g: Game, side: int, player: int) -> bool:
    """Whether a side is an enemy of a player; players are allies against squadrons, and where they win together."""
    return player != side and (side == CENTAURIANS or get(g, COMBAT_KIND) == ORDINARY)


@kernel
def is_enemy_side(g: Game, side: int, other: int) -> bool:
    """Whether two sides fight each other: the Centaurians fight every player."""
    if other == CENTAURIANS:
        return side != CENTAURIANS
    return is_enemy(g, side, other)


# The Centaurians ----------------------------------------------------------------------------------------------------


@kernel
def foes(g: Game) -> int:
    """Centaurian ships in the combat, beaten ones included."""
    count = 0
    while count < FOES and g.foe_card[count] >= 0:
        count += 1
    return count


@kernel
def foe_beaten(g: Game, t: Tables, foe: int) -> bool:
    """Whether a Centaurian ship has more damage than shield."""
    return bool(g.foe_damage[foe] > t.resistance_shield[g.foe_card[foe]])


@kernel
def foes_left(g: Game, t: Tables) -> int:
    """Centaurian ships of the Resistance that are not beaten."""
    count = 0
    for foe in range(foes(g)):
        if not foe_beaten(g, t, foe):
            count += 1
    return count


@kernel
def foes_fight(g: Game, t: Tables) -> bool:
    """Whether a Centaurian ship is left in the combat; all must be destroyed."""
    if get(g, COMBAT_KIND) == AGAINST_SQUADRONS:
        return bool(g.squadron[get(g, COMBAT_HEX)] > 0)
    if get(g, COMBAT_KIND) == AGAINST_STRONGHOLD:
        return bool(g.stronghold > 0)
    return foes_left(g, t) > 0


@kernel
def show_strongest(g: Game, hexagon: int) -> None:
    """Set the level of a hex to that of the strongest Resistance ship in it (solitaire)."""
    g.resistance[hexagon] = 0
    for level in range(RESISTANCE_LEVELS):
        if g.resistance_ships[hexagon, level] > 0:
            g.resistance[hexagon] = level + 1


# Shields ------------------------------------------------------------------------------------------------------------


@kernel
def combat_shield(g: Game, t: Tables, player: int, ship: int) -> int:
    """The shield of a ship in this round, including Solar Wind and combat cards."""
    ship_class = int(t.ship_class[ship])
    shield = int(g.shield[player, ship_class]) + edge(g, player, SHIELD)
    if g.solar_wind[get(g, COMBAT_HEX)] == 1:
        shield += shields_on(g, t, player, ship_class) * modifier(g, player, m.SOLAR_SHIELD)
    return max(0, shield)


@kernel
def foe_shield(g: Game, t: Tables, foe: int) -> int:
    """The shield of a Centaurian ship in this round."""
    return max(0, int(t.resistance_shield[g.foe_card[foe]]) + edge(g, CENTAURIANS, SHIELD))


@kernel
def wave_shield(g: Game, t: Tables) -> int:
    """The shield of a squadron, from its cards, or of a Stronghold level; both with the bonus of the turn."""
    shield = max(0, int(t.squadron_shield) + int(g.turn))
    if get(g, COMBAT_KIND) == AGAINST_STRONGHOLD:
        return shield + int(t.stronghold_shield)
    for foe in range(foes(g)):
        shield += int(t.resistance_shield[g.foe_card[foe]])
    return shield


# Targets ------------------------------------------------------------------------------------------------------------


@kernel
def hits_to_undo(g: Game, t: Tables, side: int) -> int:
    """Hits on a side that its card or its tactics can undo in this round, so that some excess hits may be needed."""
    hits = max(0, edge(g, side, ABSORB))
    if side != CENTAURIANS and modifier(g, side, m.FRINGE_TACTICS) > 0 and ships_fighting(g, t, side) > 1:
        hits += 1
    return hits


@kernel
def is_target(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether another hit on a ship can matter: the ship could still survive the hits assigned so far."""
    if g.fighting[player, ship] == 0:
        return False
    hits = int(g.ship_damage[player, ship]) + int(g.hits[player, ship])
    return hits <= combat_shield(g, t, player, ship) + hits_to_undo(g, t, player)


@kernel
def is_foe_target(g: Game, t: Tables, foe: int) -> bool:
    """Whether another hit on a Centaurian ship can matter; for a squadron or level, whether it is not doomed yet."""
    if is_wave(g):
        return is_open_foe(g, t, foe)
    if g.foe_card[foe] < 0 or foe_beaten(g, t, foe):
        return False
    hits = int(g.foe_damage[foe]) + int(g.foe_hits[foe])
    return hits <= foe_shield(g, t, foe) + hits_to_undo(g, t, CENTAURIANS)


@kernel
def is_open_target(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship fights and survives the hits assigned to it so far, if none is undone."""
    if g.fighting[player, ship] == 0:
        return False
    return bool(g.ship_damage[player, ship] + g.hits[player, ship] <= combat_shield(g, t, player, ship))


@kernel
def open_decoy(g: Game, t: Tables, player: int) -> int:
    """The ship of a player that must be hit before the player's others, or -1 (Basic Tactics)."""
    decoy = int(g.decoy[player])
    return decoy if decoy >= 0 and is_open_target(g, t, player, decoy) else -1


@kernel
def is_open_foe(g: Game, t: Tables, foe: int) -> bool:
    """Whether a Centaurian ship, or the squadron or level that fights, survives the hits assigned so far."""
    if is_wave(g):
        return bool(foe == 0 and g.foe_damage[0] + g.foe_hits[0] <= wave_shield(g, t))
    if g.foe_card[foe] < 0 or foe_beaten(g, t, foe):
        return False
    return bool(g.foe_damage[foe] + g.foe_hits[foe] <= foe_shield(g, t, foe))


# Damage -------------------------------------------------------------------------------------------------------------


@kernel
def damage_ship(g: Game, t: Tables, player: int, ship: int, amount: int) -> bool:
    """Damage a ship; True if it has more damage than shield and is destroyed."""
    g.ship_damage[player, ship] += amount
    if g.ship_damage[player, ship] <= combat_shield(g, t, player, ship):
        return False
    destroy_ship(g, t, player, ship)
    return True


@kernel
def destroy_ship(g: Game, t: Tables, player: int, ship: int) -> None:
    """A ship is destroyed; the survivor will score its VP."""
    note(g, log.E_SHIP_DESTROYED, player, ship, g.ship_hex[player, ship], 0)
    g.wreck_vp[player] += t.class_vp[t.ship_class[ship]]
    g.wrecks[player] += 1
    leave_ranks(g, player, ship)
    remove_ship(g, player, ship)


@kernel
def leave_ranks(g: Game, player: int, ship: int) -> None:
    """A ship stops fighting."""
    g.fighting[player, ship] = 0
    g.hits[player, ship] = 0
    if g.decoy[player] == ship:
        g.decoy[player] = -1


@kernel
def damage_foe(g: Game, t: Tables, foe: int, amount: int) -> bool:
    """Damage a Centaurian ship; True if it is beaten.

    It stays beaten whatever happens to its shield. Damage that only a card made bearable does not destroy it later.
    """
    if foe_beaten(g, t, foe):
        return False
    shield = int(t.resistance_shield[g.foe_card[foe]])
    damage = int(g.foe_damage[foe]) + amount
    if damage <= foe_shield(g, t, foe):
        g.foe_damage[foe] = min(damage, shield)
        return False
    g.foe_damage[foe] = shield + 1
    note(g, log.E_FOE_DESTROYED, get(g, COMBAT_HEX), g.foe_card[foe], 0, 0)
    return True
