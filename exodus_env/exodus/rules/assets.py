"""What players own: resources, cubes, ships, planets. Also the small changes that every stage makes."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.content.vocabulary import DRIVE, HYPERSPACE, MODULE, OPCODE_NAMES, SHIELD, VP
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import log
from exodus_env.exodus.rules.cards.modifiers import population_room, recompute_modifiers, shield_strength
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.kernel import kernel

# Lines of the score.
SCORE_COMBAT: Final = 0
SCORE_CARDS: Final = 1
SCORE_START: Final = 2
SCORE_PLANETS: Final = 3
SCORE_HEXES: Final = 4
SCORE_COUNCIL: Final = 5
SCORE_RESISTANCE: Final = 6
SCORE_OFFICE: Final = 7
SCORE_OUTPOSTS: Final = 8
SCORE_TECHNOLOGIES: Final = 9
_SCORE_WORDS: Final = {
    SCORE_COMBAT: "combat",
    SCORE_CARDS: "cards",
    SCORE_START: "start",
    SCORE_PLANETS: "planets",
    SCORE_HEXES: "hexes",
    SCORE_COUNCIL: "High Council",
    SCORE_RESISTANCE: "Resistance cards",
    SCORE_OFFICE: "office",
    SCORE_OUTPOSTS: "Outpost cards",
    SCORE_TECHNOLOGIES: "technologies and laws",
}
SCORE_NAMES: Final = tuple(_SCORE_WORDS[line] for line in range(len(_SCORE_WORDS)))

GAIN: Final = OPCODE_NAMES.index("gain")


@kernel
def gain(g: Game, t: Tables, player: int, resource: int, amount: int) -> int:
    """Gain a resource, up to what the track holds; returns the amount gained."""
    if resource == VP:
        score_vp(g, player, SCORE_CARDS, amount)
        return amount
    taken = max(0, min(int(amount), int(t.resource_cap[resource]) - int(g.resource[player, resource])))
    g.resource[player, resource] += taken
    return taken


@kernel
def lose(g: Game, player: int, resource: int, amount: int) -> int:
    """Lose a resource, as far as there is any; returns the amount lost."""
    lost = max(0, min(int(amount), int(g.resource[player, resource])))
    g.resource[player, resource] -= lost
    if resource == VP:
        g.score[player, SCORE_CARDS] -= lost
    return lost


@kernel
def score_vp(g: Game, player: int, line: int, amount: int) -> None:
    """Score VP during the game, on a line of the score."""
    g.resource[player, VP] += amount
    g.score[player, line] += amount


@kernel
def earn_vp(g: Game, t: Tables, player: int, amount: int) -> None:
    """Score VP that a technology or ability brings at once; none if players win together."""
    if t.coop == 0 and amount > 0:
        note(g, log.E_EFFECT, player, GAIN, VP, gain(g, t, player, VP, amount))


@kernel
def place_of(g: Game, t: Tables, player: int) -> int:
    """A player's place in turn order; 0 is the Chancellor."""
    for place in range(t.players):
        if g.order[place] == player:
            return place
    return -1


@kernel
def vice_chancellor(g: Game, t: Tables) -> int:
    """The player second in turn order; a single player holds both offices."""
    return int(g.order[min(1, t.players - 1)])


# Cubes --------------------------------------------------------------------------------------------------------------


@kernel
def grow(g: Game, t: Tables, player: int, amount: int) -> int:
    """Put Population from the supply on the home planet, as far as there are cubes; returns how many.

    Only in solitaire play can a home planet be destroyed.
    """
    if g.destroyed[t.home_hex[player]] == 1:
        return 0
    cubes = max(0, min(int(amount), int(g.supply[player])))
    g.supply[player] -= cubes
    g.population[t.home_hex[player], player] += cubes
    return cubes


@kernel
def kill_population(g: Game, hexagon: int, player: int, amount: int) -> int:
    """Return Population from a planet to the owner's supply; returns how many."""
    cubes = max(0, min(int(amount), int(g.population[hexagon, player])))
    g.population[hexagon, player] -= cubes
    g.supply[player] += cubes
    return cubes


@kernel
def on_board(g: Game, t: Tables, player: int, technology: int) -> bool:
    """Whether a technology is on the player's boards; without factions (EoE) all boards are the same."""
    return bool(t.factions == 0 or t.faction_technology[g.faction[player], technology] == 1)


@kernel
def learn(g: Game, t: Tables, player: int, technology: int) -> None:
    """Mark a technology with a cube from the supply."""
    g.technology[player, technology] = 1
    g.supply[player] -= 1
    recompute_modifiers(g, t)


# Planets ------------------------------------------------------------------------------------------------------------


@kernel
def has_planet(g: Game, hexagon: int) -> bool:
    """Whether a hex has a planet that has been explored and not destroyed."""
    return bool(g.planet[hexagon] >= 0 and g.destroyed[hexagon] == 0 and g.face_down[hexagon] == 0)


@kernel
def controller(g: Game, t: Tables, hexagon: int) -> int:
    """The player with more Population on the planet than anybody else, or -1."""
    best = -1
    most = 0
    for player in range(t.players):
        cubes = g.population[hexagon, player]
        if cubes > most:
            most = cubes
            best = player
        elif cubes == most:
            best = -1
    return best


@kernel
def room_on_counter(g: Game, t: Tables, hexagon: int) -> int:
    """Units the planet's counter can still take."""
    if not has_planet(g, hexagon):
        return 0
    planet = g.planet[hexagon]
    if t.planet_resource[planet] == 0:
        return 0
    return int(t.planet_maximum[planet]) - int(g.counter[hexagon])


@kernel
def room_on_second_counter(g: Game, t: Tables, hexagon: int) -> int:
    """Units the second counter of a dual planet can still take."""
    if not has_planet(g, hexagon):
        return 0
    return int(t.planet_second_maximum[g.planet[hexagon]]) - int(g.second_counter[hexagon])


@kernel
def wreck_planet(g: Game, t: Tables, hexagon: int) -> None:
    """Destroy a planet with everything on it; what is in space stays."""
    g.destroyed[hexagon] = 1
    g.counter[hexagon] = 0
    g.second_counter[hexagon] = 0
    for player in range(t.players):
        kill_population(g, hexagon, player, g.population[hexagon, player])
    g.rocket[hexagon, :] = 0
    g.planetary[hexagon, :] = 0
    remove_outpost(g, hexagon)
    if g.interest == hexagon:
        g.interest = -1
    note(g, log.E_PLANET_DESTROYED, hexagon, 0, 0, 0)


@kernel
def remove_outpost(g: Game, hexagon: int) -> None:
    """Remove an Outpost token from the game."""
    g.outpost[hexagon] = 0
    g.outpost_there[hexagon] = 0
    g.outpost_up[hexagon] = 0


@kernel
def is_closed(t: Tables, hexagon: int) -> bool:
    """Whether ships cannot enter a hex: a centre that is not the High Council."""
    return bool(hexagon == t.centre_hex and t.council_hex < 0)


@kernel
def through_wormhole(g: Game, t: Tables, hexagon: int) -> int:
    """The hex where a ship that enters the wormhole in a hex comes out, or -1."""
    for end in range(2):
        if g.wormhole[end] == hexagon:
            other = int(g.wormhole[1 - end])
            return -1 if is_closed(t, other) else other
    return -1


# Ships --------------------------------------------------------------------------------------------------------------


@kernel
def ship_in_supply(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """A ship of the class that is not on the map, or -1."""
    for ship in range(t.ships):
        if t.ship_class[ship] == ship_class and g.ship_hex[player, ship] < 0:
            return ship
    return -1


@kernel
def launch_ship(g: Game, player: int, ship: int, hexagon: int) -> None:
    """Put a ship from the supply on the map."""
    g.ship_hex[player, ship] = hexagon
    g.ship_damage[player, ship] = 0
    g.ship_cargo[player, ship] = 0


@kernel
def remove_ship(g: Game, player: int, ship: int) -> None:
    """A destroyed ship returns to the supply, and so do the cubes it carried."""
    g.supply[player] += g.ship_cargo[player, ship]
    g.ship_hex[player, ship] = -1
    g.ship_damage[player, ship] = 0
    g.ship_cargo[player, ship] = 0


@kernel
def hurt_ship(g: Game, t: Tables, player: int, ship: int, amount: int) -> bool:
    """Damage a ship by something other than combat; True if this destroys it."""
    g.ship_damage[player, ship] += amount
    if g.ship_damage[player, ship] <= g.shield[player, t.ship_class[ship]]:
        return False
    note(g, log.E_SHIP_LOST, player, ship, g.ship_hex[player, ship], 0)
    remove_ship(g, player, ship)
    return True


@kernel
def is_twin(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether an earlier ship is identical in all that matters, so that one choice stands for both."""
    return ships_alike(g, t, player, ship) > 1


@kernel
def ships_alike(g: Game, t: Tables, player: int, ship: int) -> int:
    """How many ships up to and including this one are identical in all that matters.

    Where ships act together, choosing the third of several identical ships means choosing three of them.
    """
    count = 1
    for other in range(ship - 1, -1, -1):
        if t.ship_class[other] != t.ship_class[ship]:
            break
        if are_alike(g, player, other, ship):
            count += 1
    return count


@kernel
def are_alike(g: Game, player: int, other: int, ship: int) -> bool:
    """Whether two ships of a class are identical in all that matters."""
    return bool(
        g.ship_hex[player, other] == g.ship_hex[player, ship]
        and g.ship_damage[player, other] == g.ship_damage[player, ship]
        and g.ship_cargo[player, other] == g.ship_cargo[player, ship]
        and g.moved[player, other] == g.moved[player, ship]
        and g.held[player, other] == g.held[player, ship]
        and g.boarded[player, other] == g.boarded[player, ship]
        and g.stranded[player, other] == g.stranded[player, ship]
        and g.hits[player, other] == g.hits[player, ship]
        and g.fighting[player, other] == g.fighting[player, ship]
        and (g.decoy[player] == other) == (g.decoy[player] == ship)
        and g.entered[player, other] == g.entered[player, ship]
        and same_path(g, player, other, ship)
    )


@kernel
def first_alike(g: Game, t: Tables, player: int, ship: int) -> int:
    """The first of the ships that are identical to this one in all that matters: this one itself if there is no
    other."""
    first = ship
    for other in range(ship - 1, -1, -1):
        if t.ship_class[other] == t.ship_class[ship] and are_alike(g, player, other, ship):
            first = other
    return first


@kernel
def same_path(g: Game, player: int, ship: int, other: int) -> bool:
    """Whether two ships have the same secret orders."""
    for i in range(len(g.path[player, ship])):
        if g.path[player, ship, i] != g.path[player, other, i]:
            return False
    return True


@kernel
def visible_ships(g: Game, t: Tables, player: int, hexagon: int) -> int:
    """A player's uncloaked ships in a hex."""
    if g.cloaked[player, hexagon] == 1:
        return 0
    return ships_at(g, t, player, hexagon)


@kernel
def ships_at(g: Game, t: Tables, player: int, hexagon: int) -> int:
    """A player's ships in a hex."""
    count = 0
    for ship in range(t.ships):
        if g.ship_hex[player, ship] == hexagon:
            count += 1
    return count


@kernel
def technologies_known(g: Game, t: Tables, player: int) -> int:
    """Technologies a player knows."""
    count = 0
    for technology in range(t.technologies):
        count += int(g.technology[player, technology])
    return count


# Upgrades -----------------------------------------------------------------------------------------------------------


@kernel
def upgrades_on(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """How many of an upgrade are on a blueprint."""
    count = 0
    for upgrade in range(t.upgrades):
        count += g.blueprint[player, ship_class, upgrade]
    return count


@kernel
def fits(g: Game, t: Tables, player: int, ship_class: int, coming: int, going: int) -> bool:
    """Whether a blueprint can take one upgrade while another (-1: none) leaves, without losing or overloading a
    ship."""
    if going >= 0 and g.blueprint[player, ship_class, going] == 0:
        return False
    slots = upgrades_on(g, t, player, ship_class) + (1 if coming >= 0 else 0) - (1 if going >= 0 else 0)
    if slots > t.class_slots[ship_class]:
        return False
    if coming >= 0 and not is_single(g, t, player, ship_class, coming, going):
        return False
    if going < 0:
        return True
    return keeps_shield(g, t, player, ship_class, coming, going) and keeps_room(g, t, player, ship_class, coming, going)


@kernel
def is_single(g: Game, t: Tables, player: int, ship_class: int, coming: int, going: int) -> bool:
    """Whether an upgrade is the only drive, or the only module, of the class while another (-1: none) leaves."""
    if is_drive(t, coming):
        return drives_on(g, t, player, ship_class) - (1 if is_drive(t, going) else 0) == 0
    if is_module(t, coming):
        return modules_on(g, t, player, ship_class) - (1 if is_module(t, going) else 0) == 0
    return True


@kernel
def keeps_shield(g: Game, t: Tables, player: int, ship_class: int, coming: int, going: int) -> bool:
    """Whether the shield still withstands all damage when one upgrade leaves and another (-1: none) comes."""
    if t.upgrade_sort[going] != SHIELD:
        return True
    shield = shield_strength(g, t, player, ship_class) - int(t.upgrade_strength[going])
    if coming >= 0 and t.upgrade_sort[coming] == SHIELD:
        shield += t.upgrade_strength[coming]
    return worst_damage(g, t, player, ship_class) <= max(0, shield)


@kernel
def keeps_room(g: Game, t: Tables, player: int, ship_class: int, coming: int, going: int) -> bool:
    """Whether there is still room for all Population on board when one upgrade leaves and another (-1: none) comes."""
    if not is_module(t, going):
        return True
    room = population_room(g, t, player, ship_class) - int(t.upgrade_strength[going])
    if is_module(t, coming):
        room += t.upgrade_strength[coming]
    return most_cargo(g, t, player, ship_class) <= room


@kernel
def is_drive(t: Tables, upgrade: int) -> bool:
    """Whether an upgrade (-1: none) is a drive of any kind."""
    return bool(upgrade >= 0 and (t.upgrade_sort[upgrade] == DRIVE or t.upgrade_sort[upgrade] == HYPERSPACE))


@kernel
def is_module(t: Tables, upgrade: int) -> bool:
    """Whether an upgrade (-1: none) is a module for Population."""
    return bool(upgrade >= 0 and t.upgrade_sort[upgrade] == MODULE)


@kernel
def drives_on(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """How many drives are on a blueprint."""
    count = 0
    for upgrade in range(t.upgrades):
        if is_drive(t, upgrade):
            count += g.blueprint[player, ship_class, upgrade]
    return count


@kernel
def modules_on(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """How many modules are on a blueprint."""
    count = 0
    for upgrade in range(t.upgrades):
        if is_module(t, upgrade):
            count += g.blueprint[player, ship_class, upgrade]
    return count


@kernel
def has_token(g: Game, t: Tables, player: int, upgrade: int) -> bool:
    """Whether the player can have one more of an upgrade; some have a limited number of tokens (EoE).

    Moving an upgrade between one's own classes takes no token, so `fits` does not check this.
    """
    return bool(t.upgrade_limit[upgrade] == 0 or tokens_left(g, t, player, upgrade) > 0)


@kernel
def tokens_left(g: Game, t: Tables, player: int, upgrade: int) -> int:
    """How many more of a limited upgrade a player can have (EoE)."""
    count = int(t.upgrade_limit[upgrade])
    for ship_class in range(len(t.class_slots)):
        count -= int(g.blueprint[player, ship_class, upgrade])
    return count


@kernel
def shields_on(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """How many shields are on a blueprint."""
    count = 0
    for upgrade in range(t.upgrades):
        if t.upgrade_sort[upgrade] == SHIELD:
            count += g.blueprint[player, ship_class, upgrade]
    return count


@kernel
def worst_damage(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """The most damage on any ship of a class."""
    worst = 0
    for ship in range(t.ships):
        if t.ship_class[ship] == ship_class and g.ship_hex[player, ship] >= 0:
            worst = max(worst, int(g.ship_damage[player, ship]))
    return worst


@kernel
def most_cargo(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """The most Population on board any ship of a class."""
    most = 0
    for ship in range(t.ships):
        if t.ship_class[ship] == ship_class and g.ship_hex[player, ship] >= 0:
            most = max(most, int(g.ship_cargo[player, ship]))
    return most


@kernel
def can_replace(g: Game, t: Tables, player: int, ship_class: int, coming: int) -> bool:
    """Whether some upgrade on a blueprint could make room for another."""
    for going in range(t.upgrades):
        if going != coming and fits(g, t, player, ship_class, coming, going):
            return True
    return False


@kernel
def knows_upgrade(g: Game, t: Tables, player: int, upgrade: int) -> bool:
    """Whether the player has the technology that an upgrade needs."""
    technology = t.upgrade_technology[upgrade]
    return bool(technology < 0 or g.technology[player, technology] == 1)
