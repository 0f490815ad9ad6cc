"""The siege as players see it: how strong Warship Squadrons and the Stronghold are, and what fleets can do to them."""

from __future__ import annotations

from exodus_env.exodus.capacity import DIRECTIONS
from exodus_env.exodus.players.term_numbers import MUSTER, READINESS, SAFETY, SQUADRONS
from exodus_env.exodus.players.term_numbers import STRONGHOLD as STRONGHOLD_LEVELS
from exodus_env.exodus.players.terms import (
    FOE_DICE,
    FOE_HULL,
    FOE_SHIPS,
    HIT_CHANCE,
    MEANS,
    OWN_DICE,
    OWN_HULL,
    OWN_SHIPS,
    OWN_WORTH,
    chance_to_win,
    might,
    nearness,
)
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.combat.resistance_deck import foe_cards
from exodus_env.exodus.rules.scenarios.stronghold import assault_hex, fleet_size, squadrons_on_board
from exodus_env.exodus.tables import Tables
from exodus_env.kit.kernel import RealRows, Reals, kernel


@kernel
def wave_dice(t: Tables, turn: int, fighters: int, sheet: RealRows) -> float:
    """Cannons of squadrons in a turn, plus dice for the automatic damage to each player who fights."""
    dice = float(t.squadron_damage) * float(fighters) / HIT_CHANCE
    for deck in range(3):
        dice += float(t.squadron_cards[wave_level(t, turn), deck]) * sheet[MEANS, 3 * deck]
    return dice


@kernel
def wave_hull(t: Tables, turn: int, sheet: RealRows) -> float:
    """Damage that destroys a squadron in a turn."""
    hull = 1.0 + bonus_of_turn(t, turn)
    for deck in range(3):
        hull += float(t.squadron_cards[wave_level(t, turn), deck]) * (sheet[MEANS, 3 * deck + 1] - 1.0)
    return hull


@kernel
def wave_level(t: Tables, turn: int) -> int:
    """The row of the strength chart that squadrons use in a turn."""
    return min(int(t.fleet_level[turn]) + int(t.squadron_level), len(t.squadron_cards) - 1)


@kernel
def bonus_of_turn(t: Tables, turn: int) -> float:
    """What the turn adds to the shields of squadrons and Stronghold."""
    return max(0.0, float(t.squadron_shield) + float(turn))


@kernel
def wave_chance(
    t: Tables, turn: int, dice: float, hull: float, ships: float, fighters: int, squadrons: float, sheet: RealRows
) -> float:
    """The chance that the ships of some players beat squadrons; excess hits in a round are lost."""
    wall = wave_hull(t, turn, sheet)
    wave = might(wave_dice(t, turn, fighters, sheet), squadrons * wall, 1.0)
    return chance_to_win(might(min(dice, wall / HIT_CHANCE), hull, ships), wave)


@kernel
def players_at(g: Game, t: Tables, hexagon: int) -> int:
    """Players with ships in a hex."""
    count = 0
    for player in range(t.players):
        for ship in range(t.ships):
            if g.ship_hex[player, ship] == hexagon:
                count += 1
                break
    return count


@kernel
def see_siege(g: Game, t: Tables, player: int, sheet: RealRows, motives: Reals) -> None:
    """How the siege is going, what all fleets together could do, and whether they are where it is decided."""
    on_board = float(squadrons_on_board(g, t))
    motives[SQUADRONS] = -2.0 * on_board - 6.0 * on_board / (1.0 + float(g.squadron_supply))
    motives[STRONGHOLD_LEVELS] = 12.0 * float(t.stronghold_levels - g.stronghold)
    dice = 0.0
    hull = 0.0
    for hexagon in range(t.hexes):
        dice += sheet[OWN_DICE, hexagon] + sheet[FOE_DICE, hexagon]
        hull += sheet[OWN_HULL, hexagon] + sheet[FOE_HULL, hexagon]
    turn = max(int(g.turn), int(t.activation_turn))
    to_come = float(t.players) if g.stage < frames.ACTIVATION_STAGE or g.turn < turn else 0.0
    due = on_board + to_come if on_board + to_come > 0.0 else float(t.players)
    ships = fleet_size_of_all(g, t)
    match = ((dice + 0.1) * hull / (wave_dice(t, turn, int(t.players), sheet) * due * wave_hull(t, turn, sheet))) ** 0.5
    within = levels_within_reach(g, t, dice, hull, ships)
    motives[READINESS] = 6.0 * match / (1.0 + match) + 12.0 * within / (within + float(g.stronghold) + 0.01)
    soon = 1.0 if g.turn + 1 >= t.activation_turn else 0.3
    motives[MUSTER] = soon * 10.0 * best_gathering(g, t, on_board, ships / max(1.0, hull), sheet)
    fear_march(g, t, sheet, motives)


@kernel
def best_gathering(g: Game, t: Tables, on_board: float, ships_a_hull: float, sheet: RealRows) -> float:
    """The best chance of the fleets at any place of battle, each ship counting less with distance.

    Squadrons are met where they are; a coming wave, and the Stronghold itself, next to the Stronghold. The Resistance
    in such a place is fought first.
    """
    open_to_attack = g.activations > 0 and on_board == 0.0
    turn = min(max(int(g.turn) + (1 if on_board == 0.0 else 0), int(t.activation_turn)), int(t.turns))
    best = 0.0
    for hexagon in range(t.hexes):
        beside = t.distance[hexagon, t.centre_hex] == 1 and on_board == 0.0
        if (not beside and g.squadron[hexagon] == 0) or hexagon == g.no_combat or t.home_of[hexagon] >= 0:
            continue
        dice = within_reach(t, hexagon, sheet, OWN_DICE) + within_reach(t, hexagon, sheet, FOE_DICE)
        hull = within_reach(t, hexagon, sheet, OWN_HULL) + within_reach(t, hexagon, sheet, FOE_HULL)
        ships = within_reach(t, hexagon, sheet, OWN_SHIPS) + within_reach(t, hexagon, sheet, FOE_SHIPS)
        squadrons = float(g.squadron[hexagon]) if on_board > 0.0 else float(t.players)
        chance = wave_chance(t, turn, dice, hull, ships, int(t.players), squadrons, sheet)
        if open_to_attack:
            chance = max(chance, 2.0 * storming(g, t, dice, hull, ships_a_hull * hull))
        if g.resistance[hexagon] > 0 and g.dormant[hexagon] == 0:
            chance *= chance_to_win(might(dice, hull, ships), might_of_resistance(g, t, hexagon, sheet))
        best = max(best, chance)
    return best


@kernel
def might_of_resistance(g: Game, t: Tables, hexagon: int, sheet: RealRows) -> float:
    """What the Resistance in a hex brings to a fight, with average cards."""
    dice = 0.0
    hull = 0.0
    ships = 0.0
    for deck in range(3):
        cards = float(foe_cards(g, t, hexagon, deck))
        dice += cards * sheet[MEANS, 3 * deck]
        hull += cards * sheet[MEANS, 3 * deck + 1]
        ships += cards
    return might(dice, hull, ships)


@kernel
def within_reach(t: Tables, hexagon: int, sheet: RealRows, row: int) -> float:
    """The sum of a row of the sheet, discounted by distance from a hex."""
    total = 0.0
    for other in range(t.hexes):
        if sheet[row, other] > 0.0:
            total += sheet[row, other] * nearness(int(t.distance[hexagon, other]))
    return total


@kernel
def beside_stronghold(g: Game, t: Tables, sheet: RealRows, row: int) -> float:
    """The sum of a row of the sheet over the hexes from which the Stronghold can be attacked."""
    total = 0.0
    for way in range(DIRECTIONS + 1):
        hexagon = new_way(g, t, way)
        if hexagon >= 0:
            total += sheet[row, hexagon]
    return total


@kernel
def ships_beside_stronghold(g: Game, t: Tables) -> int:
    """Ships in the hexes from which the Stronghold can be attacked."""
    ships = 0
    for way in range(DIRECTIONS + 1):
        hexagon = new_way(g, t, way)
        if hexagon >= 0:
            ships += fleet_size(g, t, hexagon)
    return ships


@kernel
def new_way(g: Game, t: Tables, way: int) -> int:
    """The hex from which a direction leads to the Stronghold; -1 if there is none or an earlier direction has it."""
    hexagon = assault_hex(g, t, way)
    for before in range(way):
        if assault_hex(g, t, before) == hexagon:
            return -1
    return hexagon


@kernel
def fleet_size_of_all(g: Game, t: Tables) -> float:
    """Ships of all players on the map."""
    ships = 0.0
    for player in range(t.players):
        for ship in range(t.ships):
            if g.ship_hex[player, ship] >= 0:
                ships += 1.0
    return ships


@kernel
def levels_within_reach(g: Game, t: Tables, dice: float, hull: float, ships: float) -> float:
    """How many levels of the Stronghold ships with these dice and hulls would destroy before they are lost.

    It damages every ship in every round, in addition to its hits.
    """
    wall = 1.0 + float(t.stronghold_shield) + bonus_of_turn(t, int(g.turn))
    hits_a_round = 0.7 * dice * float(7 - t.stronghold_hit) / 6.0
    rounds_a_level = max(1.0, wall / (0.1 + hits_a_round))
    losses_a_round = 0.5 + float(t.stronghold_dice) * HIT_CHANCE + 0.8 * ships
    return hull / losses_a_round / rounds_a_level


@kernel
def storming(g: Game, t: Tables, dice: float, hull: float, ships: float) -> float:
    """The chance that ships with these dice and hulls destroy what is left of the Stronghold."""
    within = levels_within_reach(g, t, dice, hull, ships)
    left = float(g.stronghold)
    return within * within / (within * within + left * left + 0.0001)


@kernel
def fear_march(g: Game, t: Tables, sheet: RealRows, motives: Reals) -> None:
    """Squadrons that will move towards ships next turn; they never enter a home."""
    if g.turn + 1 < t.activation_turn or g.turn >= t.turns:
        return
    for hexagon in range(t.hexes):
        if sheet[OWN_WORTH, hexagon] == 0.0 or t.home_of[hexagon] >= 0 or hexagon == g.no_combat:
            continue
        marching = 0.0
        for direction in range(6):
            beside = int(t.flight[hexagon, direction])
            if beside >= 0:
                marching += float(g.squadron[beside]) + (float(t.players) if beside == t.centre_hex else 0.0)
        if marching > 0.0:
            chance = wave_chance(
                t,
                int(g.turn) + 1,
                sheet[OWN_DICE, hexagon],
                sheet[OWN_HULL, hexagon],
                sheet[OWN_SHIPS, hexagon],
                players_at(g, t, hexagon),
                marching,
                sheet,
            )
            motives[SAFETY] -= 0.4 * (1.0 - chance) * sheet[OWN_WORTH, hexagon]
