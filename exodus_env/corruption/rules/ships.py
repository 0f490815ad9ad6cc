"""Small changes to ships, and what is true of them: Fleets, Health, Energy, Scraps, Damaged cards, defeat."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import SCRAPS
from exodus_env.corruption.content.vocabulary import NOTHING
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log, words
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import gain_xp, modifier, recompute_modifiers
from exodus_env.corruption.rules.result import ALL_DEFEATED
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import PLAY
from exodus_env.kit.decks import shuffle, take
from exodus_env.kit.flow import get, put
from exodus_env.kit.kernel import kernel

NOBODY: Final = -1  # all ships of the Fleet have been asked

# Fleets ---------------------------------------------------------------------------------------------------------------


@kernel
def is_with(g: Game, ship: int, other: int) -> bool:
    """Whether another ship (or the same one) is in play and in the Fleet of a ship."""
    return bool(g.alive[other] == 1 and g.fleet[other] == g.fleet[ship])


@kernel
def fleet_size(g: Game, t: Tables, ship: int) -> int:
    """How many ships there are in the Fleet of a ship."""
    size = 0
    for other in range(t.ships):
        if is_with(g, ship, other):
            size += 1
    return size


@kernel
def next_of_fleet(g: Game, t: Tables, number: int, column: int) -> int:
    """The next ship of a Fleet, from the one with its number on, counted by a column of the top frame.

    NOBODY after the last one. Ships that fall meanwhile are passed.
    """
    place = get(g, column)
    while place < t.ships:
        ship = (number + place) % int(t.ships)
        place += 1
        if g.alive[ship] == 1 and g.fleet[ship] == number:
            put(g, column, place)
            return ship
    put(g, column, place)
    return NOBODY


@kernel
def mark_fleet(g: Game, t: Tables, lead: int) -> None:
    """All ships of a Fleet take part in what is under way."""
    for ship in range(t.ships):
        g.taker[ship] = int(is_with(g, lead, ship))


@kernel
def leave_fleet(g: Game, t: Tables, ship: int) -> None:
    """A ship is a Fleet of its own; if the others had its number, they take that of their first ship."""
    number = -1
    for other in range(t.ships):
        if other != ship and g.fleet[other] == ship:
            if number < 0:
                number = other
            g.fleet[other] = number
    g.fleet[ship] = ship


@kernel
def has_class(g: Game, t: Tables, ship: int, ship_class: int) -> bool:
    """Whether a ship is of a class (NOTHING: any)."""
    if ship_class == NOTHING or modifier(g, ship, words.M_ANY_CLASS) == 1:
        return True
    return bool(t.mat_class[g.mat[ship]] == ship_class)


@kernel
def fleet_has_class(g: Game, t: Tables, lead: int, ship_class: int) -> bool:
    """Whether a ship of a Fleet is of a class."""
    for ship in range(t.ships):
        if is_with(g, lead, ship) and has_class(g, t, ship, ship_class):
            return True
    return False


# Health ---------------------------------------------------------------------------------------------------------------


@kernel
def lose_health(g: Game, t: Tables, ship: int, amount: int) -> None:
    """A ship loses Health; at none it is defeated at once [875]."""
    lost = min(amount, int(g.health[ship]))
    if lost <= 0 or g.alive[ship] == 0:
        return
    g.health[ship] -= lost
    note(g, log.E_HURT, ship, lost, 0, 0)
    if g.health[ship] == 0:
        defeat(g, t, ship)


@kernel
def recover_health(g: Game, t: Tables, ship: int, amount: int) -> int:
    """A ship recovers Health, up to its markers; returns how much it was."""
    found = min(amount, int(g.markers[ship]) - int(g.health[ship]))
    if found <= 0 or g.alive[ship] == 0:
        return 0
    g.health[ship] += found
    note(g, log.E_HEALED, ship, found, 0, 0)
    return found


@kernel
def defeat(g: Game, t: Tables, ship: int) -> None:
    """A ship is destroyed: all it has is lost, its token and Keys stay in the system [873-877, 903]."""
    g.alive[ship] = 0
    g.health[ship] = 0
    g.markers[ship] = 0
    g.engaged[ship] = 0
    g.hidden[ship] = 0
    g.energy[ship] = 0
    g.ready[ship] = 0
    g.scraps[ship] = 0
    g.mod[ship, :] = 0
    g.module[ship, :] = 0
    g.waiting[ship] = 0
    for kind in range(len(g.damaged_discard)):
        g.damaged_discard[kind] += g.damaged[ship, kind]
        g.damaged[ship, kind] = 0
    recompute_modifiers(g, t, ship)
    note(g, log.E_DEFEATED, ship, int(g.slot[ship]), 0, 0)
    pass_lead_on(g, t, ship)
    if ships_left(g, t) == 0:
        g.outcome = ALL_DEFEATED


@kernel
def pass_lead_on(g: Game, t: Tables, ship: int) -> None:
    """If the lead of the active Fleet falls, the next ship of the Fleet leads it; without any the turn ends."""
    if g.lead != ship:
        return
    for further in range(1, t.ships):
        other = (ship + further) % int(t.ships)
        if is_with(g, ship, other):
            g.lead = other
            return
    g.turn_over = 1


@kernel
def ships_left(g: Game, t: Tables) -> int:
    """How many ships are in play."""
    left = 0
    for ship in range(t.ships):
        left += int(g.alive[ship])
    return left


# Energy, Scraps -------------------------------------------------------------------------------------------------------


@kernel
def usable_energy(g: Game, ship: int) -> int:
    """How much Energy a ship can use: markers that are ready and not idle, and those that need not be turned."""
    ready = max(0, int(g.ready[ship]) - modifier(g, ship, words.M_IDLE_ENERGY))
    return ready + max(0, modifier(g, ship, words.M_FREE_ENERGY) - int(g.energy_saved[ship]))


@kernel
def use_energy(g: Game, t: Tables, ship: int, amount: int) -> None:
    """A ship turns Energy markers for an effect, those that need not be turned first."""
    saved = min(amount, modifier(g, ship, words.M_FREE_ENERGY) - int(g.energy_saved[ship]))
    if saved > 0:
        g.energy_saved[ship] += saved
    else:
        saved = 0
    g.ready[ship] -= amount - saved
    if amount > saved:
        gain_xp(g, t, ship, words.XP_ENERGY)


@kernel
def recover_energy(g: Game, ship: int, amount: int) -> None:
    """Energy markers of a ship are ready again."""
    g.ready[ship] = min(int(g.energy[ship]), int(g.ready[ship]) + amount)


@kernel
def drain_energy(g: Game, ship: int, amount: int) -> None:
    """Ready Energy markers of a ship are turned, as far as there are any."""
    g.ready[ship] = max(0, int(g.ready[ship]) - amount)


@kernel
def gain_scraps(g: Game, t: Tables, ship: int, amount: int) -> None:
    """A ship gains Scraps otherwise than from another ship."""
    if amount <= 0 or g.alive[ship] == 0:
        return
    g.scraps[ship] = min(SCRAPS, int(g.scraps[ship]) + amount)
    note(g, log.E_SCRAPS, ship, amount, 0, 0)
    gain_xp(g, t, ship, words.XP_SCRAP)


@kernel
def lose_scraps(g: Game, ship: int, amount: int) -> None:
    """A ship loses Scraps, as far as there are any."""
    g.scraps[ship] = max(0, int(g.scraps[ship]) - amount)


# Damaged cards --------------------------------------------------------------------------------------------------------


@kernel
def draw_damaged(g: Game, t: Tables, ship: int) -> None:
    """A ship draws a Damaged card; where none is left, those that were removed make a new deck."""
    if g.alive[ship] == 0:
        return
    if g.damaged_left == 0:
        for kind in range(len(g.damaged_discard)):
            for _ in range(g.damaged_discard[kind]):
                g.damaged_deck[g.damaged_left] = kind
                g.damaged_left += 1
            g.damaged_discard[kind] = 0
        shuffle(g, g.damaged_deck, g.damaged_left, 0, PLAY)
    if g.damaged_left == 0:
        return
    g.damaged_left -= 1
    kind = take(g.damaged_deck, g.damaged_left)
    g.damaged[ship, kind] += 1
    note(g, log.E_DAMAGED, ship, kind, 0, 0)
    recompute_modifiers(g, t, ship)


@kernel
def remove_damaged(g: Game, t: Tables, ship: int, kind: int) -> None:
    """A Damaged card of a ship is removed."""
    g.damaged[ship, kind] -= 1
    g.damaged_discard[kind] += 1
    note(g, log.E_MENDED, ship, kind, 0, 0)
    recompute_modifiers(g, t, ship)


@kernel
def damaged_cards(g: Game, ship: int) -> int:
    """How many Damaged cards a ship has."""
    cards = 0
    for kind in range(g.damaged.shape[1]):
        cards += int(g.damaged[ship, kind])
    return cards


# Keys and modules -----------------------------------------------------------------------------------------------------


@kernel
def carries_key(g: Game, t: Tables, ship: int) -> bool:
    """Whether a ship, or its wreck, carries a Key."""
    for key in range(t.keys):
        if g.key_ship[key] == ship:
            return True
    return False
