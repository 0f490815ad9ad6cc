"""Lasting values: one table per player, recomputed when a technology, law, resolution or office changes.

Technologies do not add up: the best value applies. Abilities of a faction add to it or set it, then a Leader does.
Laws, resolutions, a card that one player has alone and effects until the end of the turn then do the same, oldest
first, since cards override rules. Rules read `modifier`, never a card.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import LASTING, LONGEST_PATH
from exodus_env.exodus.content.vocabulary import (
    CANNON,
    DRIVE,
    HYPERSPACE,
    MODULE,
    OPCODE_NAMES,
    SHIELD,
    TARGETS,
)
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules.cards.modifier_numbers import *  # noqa: F403
from exodus_env.exodus.rules.cards.modifier_numbers import ELECTIONS_BARRED, MOVEMENT, SHIELD_BONUS
from exodus_env.exodus.tables import Tables
from exodus_env.kit.kernel import kernel
from exodus_env.kit.modifiers import change_by_card, change_by_row, take_better

MODIFY: Final = OPCODE_NAMES.index("modify")
EACH: Final = TARGETS.index("each")
CHANCELLOR: Final = TARGETS.index("chancellor")
VICE_CHANCELLOR: Final = TARGETS.index("vice_chancellor")
OTHERS: Final = TARGETS.index("others")

# Columns of an effect row
OPCODE, TARGET, ARG_A, ARG_B, ARG_C, CONDITION, QUANTITY, AMOUNT, IN_OPTION = range(9)


@kernel
def modifier(g: Game, player: int, which: int) -> int:
    """A lasting value of a player."""
    return int(g.modifier[player, which])


@kernel
def has_researched(g: Game, t: Tables, player: int, which: int) -> bool:
    """Whether one of the player's technologies sets a modifier, whatever laws and abilities do to it."""
    for technology in range(t.technologies):
        if g.technology[player, technology] == 1:
            for i in range(2):
                if t.technology_modifier[technology, i] == which:
                    return True
    return False


@kernel
def apply_technology(g: Game, t: Tables, player: int, technology: int) -> None:
    """Apply the modifiers that a technology sets, where its value is better."""
    for i in range(2):
        which = int(t.technology_modifier[technology, i])
        if which >= 0:
            take_better(g.modifier[player], which, t.technology_value[technology, i], t.modifier_low[which] == 1)


@kernel
def apply_faction(g: Game, t: Tables, player: int) -> None:
    """Apply the abilities of a player's faction to the player's modifiers (EoE)."""
    if t.factions > 0 and g.faction[player] >= 0:
        change_by_card(g.modifier[player], t.effect, t.faction_effect[g.faction[player]], ARG_A)


@kernel
def apply_leader(g: Game, t: Tables, player: int) -> None:
    """Apply a player's Leader to the player's modifiers (M10)."""
    if g.leader[player] >= 0:
        change_by_card(g.modifier[player], t.effect, t.leader_effect[g.leader[player]], ARG_A)


@kernel
def apply_lasting_card(g: Game, t: Tables, card: int) -> None:
    """Apply a law or resolution to the modifiers of the players it applies to."""
    first = t.political_effect[card, 0]
    for row in range(first, first + t.political_effect[card, 1]):
        if t.effect[row, OPCODE] == MODIFY:
            for player in range(t.players):
                if holds_for(g, t, player, t.effect[row, TARGET]):
                    change_by_row(g.modifier[player], t.effect, row, ARG_A)


@kernel
def apply_vision(g: Game, t: Tables, player: int) -> None:
    """Apply a law or resolution taken with Visionary Politics to that player's modifiers alone (EoE)."""
    if t.eoe == 0 or g.vision[player] < 0:
        return
    first = t.political_effect[g.vision[player], 0]
    for row in range(first, first + t.political_effect[g.vision[player], 1]):
        if t.effect[row, ARG_A] == ELECTIONS_BARRED:
            continue  # an election is for everybody, so a single player cannot bar it
        if t.effect[row, OPCODE] == MODIFY and holds_for(g, t, player, t.effect[row, TARGET]):
            change_by_row(g.modifier[player], t.effect, row, ARG_A)


@kernel
def decreed(g: Game, t: Tables, player: int, which: int, value: int) -> int:
    """A value after laws and resolutions, for a player or (-1) for the NPC, which is bound by those for everybody."""
    for i in range(g.laws):
        value = decreed_by(g, t, int(g.law[i]), player, which, value)
    for i in range(g.resolutions):
        value = decreed_by(g, t, int(g.resolution[i]), player, which, value)
    if player >= 0 and t.eoe == 1 and g.vision[player] >= 0:
        value = decreed_by(g, t, int(g.vision[player]), player, which, value)
    return value


@kernel
def decreed_by(g: Game, t: Tables, card: int, player: int, which: int, value: int) -> int:
    """A value after one law or resolution."""
    first = t.political_effect[card, 0]
    for row in range(first, first + t.political_effect[card, 1]):
        if t.effect[row, OPCODE] == MODIFY and t.effect[row, ARG_A] == which:
            if t.effect[row, TARGET] == EACH or (player >= 0 and holds_for(g, t, player, t.effect[row, TARGET])):
                value = int(t.effect[row, ARG_C]) + (0 if t.effect[row, ARG_B] == 1 else value)
    return value


@kernel
def holds_for(g: Game, t: Tables, player: int, target: int) -> bool:
    """Whether a lasting effect applies to a player, as to everybody or by office."""
    if target == CHANCELLOR:
        return holds_office(g, t, player, 0)
    if target == VICE_CHANCELLOR:
        return holds_office(g, t, player, 1)
    if target == OTHERS:
        return not holds_office(g, t, player, 0)
    return True


@kernel
def holds_office(g: Game, t: Tables, player: int, place: int) -> bool:
    """Whether a player is Chancellor (0) or Vice-Chancellor (1).

    A single player holds both offices, except in solitaire play with turn-order cards, where the card decides.
    """
    if g.office >= 0:
        return bool(g.office == place)
    return bool(player == g.order[min(place, t.players - 1)])


@kernel
def refresh_blueprint(g: Game, t: Tables, player: int, ship_class: int) -> None:
    """Compute what a ship of a class can do, from its upgrades and the player's modifiers."""
    refresh_cannons(g, t, player, ship_class)
    refresh_drive(g, t, player, ship_class)
    g.shield[player, ship_class] = max(0, shield_strength(g, t, player, ship_class))
    g.room[player, ship_class] = population_room(g, t, player, ship_class)


@kernel
def refresh_cannons(g: Game, t: Tables, player: int, ship_class: int) -> None:
    """Compute the dice of a ship class, and how many of them aim better."""
    dice = 0
    emp_dice = 0
    for upgrade in range(t.upgrades):
        if t.upgrade_sort[upgrade] == CANNON:
            strength = int(g.blueprint[player, ship_class, upgrade]) * int(t.upgrade_strength[upgrade])
            dice += strength
            if t.upgrade_aim[upgrade] > 0:
                emp_dice += strength
    g.dice[player, ship_class] = dice
    g.emp_dice[player, ship_class] = emp_dice


@kernel
def refresh_drive(g: Game, t: Tables, player: int, ship_class: int) -> None:
    """Compute how many hexes a ship class can move; a Hyperspace Drive counts as the fastest, whatever slows down
    others."""
    drive = int(t.basic_drive)
    hyperspace = 0
    for upgrade in range(t.upgrades):
        if g.blueprint[player, ship_class, upgrade] > 0:
            if t.upgrade_sort[upgrade] == DRIVE:
                drive = max(drive, int(t.upgrade_strength[upgrade]))
            elif t.upgrade_sort[upgrade] == HYPERSPACE:
                hyperspace = 1
    g.hyperspace[player, ship_class] = hyperspace
    if hyperspace == 1:
        g.drive[player, ship_class] = LONGEST_PATH
    else:
        g.drive[player, ship_class] = min(LONGEST_PATH, max(0, drive + int(g.modifier[player, MOVEMENT])))


@kernel
def population_room(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """Population that a ship of a class can carry: its own room plus that of its module."""
    room = int(t.class_capacity[ship_class])
    for upgrade in range(t.upgrades):
        if t.upgrade_sort[upgrade] == MODULE:
            room += int(g.blueprint[player, ship_class, upgrade]) * int(t.upgrade_strength[upgrade])
    return room


@kernel
def shield_strength(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """Shields on a blueprint plus the player's bonus; can be negative."""
    strength = int(g.modifier[player, SHIELD_BONUS])
    for upgrade in range(t.upgrades):
        if t.upgrade_sort[upgrade] == SHIELD:
            strength += g.blueprint[player, ship_class, upgrade] * t.upgrade_strength[upgrade]
    return strength


@kernel
def spare_weakened_ships(g: Game, t: Tables, player: int) -> None:
    """A shield lost because a law changes never destroys a ship: damage beyond the shield is removed."""
    for ship in range(t.ships):
        if g.ship_hex[player, ship] >= 0:
            shield = g.shield[player, t.ship_class[ship]]
            g.ship_damage[player, ship] = min(g.ship_damage[player, ship], shield)


@kernel
def recompute_modifiers(g: Game, t: Tables) -> None:
    """Rebuild every player's lasting values, and everything derived from them."""
    for player in range(t.players):
        g.modifier[player, :] = t.modifier_base
        for technology in range(t.technologies):
            if g.technology[player, technology] == 1:
                apply_technology(g, t, player, technology)
        apply_faction(g, t, player)
        apply_leader(g, t, player)
    for i in range(g.laws):
        apply_lasting_card(g, t, g.law[i])
    for i in range(g.resolutions):
        apply_lasting_card(g, t, g.resolution[i])
    for player in range(t.players):
        apply_vision(g, t, player)
    for i in range(g.lastings):
        change_by_row(g.modifier[g.lasting[i, 1]], t.effect, g.lasting[i, 0], ARG_A)
    for player in range(t.players):
        for ship_class in range(len(t.class_slots)):
            refresh_blueprint(g, t, player, ship_class)
        spare_weakened_ships(g, t, player)


@kernel
def last_this_turn(g: Game, t: Tables, row: int, player: int) -> None:
    """Change a player's modifier until the end of the turn; if there is no space left for the effect, it is lost."""
    if g.lastings < LASTING:
        g.lasting[g.lastings, 0] = row
        g.lasting[g.lastings, 1] = player
        g.lastings += 1
        recompute_modifiers(g, t)


@kernel
def end_turns_effects(g: Game, t: Tables) -> None:
    """Remove effects that lasted until the end of the turn."""
    if g.lastings > 0:
        g.lasting[:, :] = -1
        g.lastings = 0
        recompute_modifiers(g, t)
