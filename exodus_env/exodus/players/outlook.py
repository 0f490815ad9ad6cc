"""A player's outlook: how well a position serves each motive, in VP where possible.

Every motive is a potential: a choice is worth the difference it makes. Positions come from worlds that the player
considers possible, so nothing here can reveal a secret. `style` weighs the motives; see styles.py.
"""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import AXINIUM, CP, PHASIUM, VP
from exodus_env.exodus.players.edge import see_edge
from exodus_env.exodus.players.mission import see_mission
from exodus_env.exodus.players.siege import players_at, see_siege, wave_dice, wave_hull, within_reach
from exodus_env.exodus.players.term_numbers import (
    ARMOUR,
    ARSENAL,
    BALANCE,
    COLONISE,
    COOL,
    CREDIT,
    ESCORT,
    FIREPOWER,
    FLEET,
    HOLD,
    HUNT,
    INCOME,
    MILITARY_SCIENCE,
    OFFICE,
    PLANETS,
    POINTS,
    POPULATION,
    PRESENCE,
    PRIVILEGE,
    REPAIRS,
    RIVALS,
    ROCKETS,
    SAFETY,
    SPEED,
    STEALTH,
    STRUCTURES,
    SUPERIORITY,
    TROPHIES,
)
from exodus_env.exodus.players.term_numbers import AXINIUM as AXINIUM_STOCK
from exodus_env.exodus.players.term_numbers import PHASIUM as PHASIUM_STOCK
from exodus_env.exodus.players.terms import (
    BETTER_AIM,
    CP_OF_A_MINERAL,
    CP_OF_A_VP,
    DRIVES,
    FARTHEST,
    FIRST_SHIPS,
    FOE_DICE,
    FOE_HULL,
    FOE_SHIPS,
    FOE_VP,
    FRONTIER,
    GUARD_DICE,
    GUARD_HULL,
    GUARD_SHIPS,
    GUARD_VP,
    HIT_CHANCE,
    LANDING,
    MEANS,
    OWN_DICE,
    OWN_HULL,
    OWN_SHIPS,
    OWN_WORTH,
    PRIVILEGES,
    SHARE,
    SORTS,
    SQUADRON_PRIZE,
    SUPPORT,
    SUPPORT_DICE,
    SUPPORT_HULL,
    SUPPORT_SHIPS,
    TARGET,
    chance_to_win,
    lateness,
    might,
    nearness,
    turns_left,
)
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.assets import controller, has_planet, is_closed, knows_upgrade, place_of
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.combat.resistance_deck import foe_cards
from exodus_env.exodus.rules.frames import MOVEMENT_PLACE, MOVEMENT_STEP
from exodus_env.exodus.rules.scoring import planet_value
from exodus_env.exodus.rules.stages.movement import DRIVE_POWER, SIMULTANEOUS, end_of_path
from exodus_env.exodus.rules.stages.upkeep import extraction, repairs
from exodus_env.exodus.tables import STRONGHOLD, Tables
from exodus_env.kit.flow import KIND, get
from exodus_env.kit.kernel import RealRows, Reals, kernel


@kernel
def weigh(g: Game, t: Tables, player: int, style: Reals, sheet: RealRows, motives: Reals) -> float:
    """What a position is worth to a player of a style."""
    look_out(g, t, player, sheet, motives)
    total = 0.0
    for motive in range(len(motives)):
        total += style[motive] * motives[motive]
    return total


@kernel
def look_out(g: Game, t: Tables, player: int, sheet: RealRows, motives: Reals) -> None:
    """Compute how far each motive is served."""
    motives[:] = 0.0
    sheet[:MEANS, :] = 0.0
    muster_ships(g, t, player, sheet)
    muster_guards(g, t, sheet)
    see_planets(g, t, player, sheet, motives)
    see_purse(g, t, player, motives)
    see_fleet(g, t, player, sheet, motives)
    see_battles(g, t, player, sheet, motives)
    see_targets(g, t, player, sheet)
    see_voyages(g, t, player, sheet, motives)
    see_standing(g, t, player, sheet, motives)
    if t.scenario == STRONGHOLD:
        see_siege(g, t, player, sheet, motives)
    if t.eoe == 1:
        see_edge(g, t, player, motives)
    if t.solitaire == 1:
        see_mission(g, t, motives)


@kernel
def odds(g: Game, t: Tables, hexagon: int, dice: float, hull: float, ships: float, sheet: RealRows) -> float:
    """The chance that ships with these dice and hulls beat the Resistance or the squadrons of a hex.

    Excess hits on a squadron in a round are lost.
    """
    if g.squadron[hexagon] > 0:
        dice = min(dice, wave_hull(t, int(g.turn), sheet) / HIT_CHANCE)
    guards = might(sheet[GUARD_DICE, hexagon], sheet[GUARD_HULL, hexagon], sheet[GUARD_SHIPS, hexagon])
    return chance_to_win(might(dice, hull, ships), guards)


@kernel
def beats_foe(hexagon: int, dice: float, hull: float, ships: float, sheet: RealRows) -> float:
    """The chance that ships with these dice and hulls beat those of the others in a hex."""
    foes = might(sheet[FOE_DICE, hexagon], sheet[FOE_HULL, hexagon], sheet[FOE_SHIPS, hexagon])
    return chance_to_win(might(dice, hull, ships), foes)


# What stands where ---------------------------------------------------------------------------------------------------


@kernel
def seen_at(g: Game, t: Tables, player: int, ship: int) -> int:
    """Where a ship is, or will be by its orders; -1 if it is in the supply."""
    if t.movement == SIMULTANEOUS and g.ship_hex[player, ship] >= 0 and g.decision == choices.D_NONE:
        return end_of_path(g, t, player, ship)
    return int(g.ship_hex[player, ship])


@kernel
def may_still_move(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship can still join a battle: always before movement begins, then until its turn to move is over."""
    if t.movement == SIMULTANEOUS or g.depth == 0 or g.stack[g.depth - 1, KIND] != frames.MOVEMENT:
        return True
    drive = int(g.drive[player, t.ship_class[ship]])
    if t.movement == DRIVE_POWER:
        if drive != get(g, MOVEMENT_STEP):
            return drive > get(g, MOVEMENT_STEP)
        drive = 1
    return bool(g.moved[player, ship] < drive and place_of(g, t, player) <= get(g, MOVEMENT_PLACE))


@kernel
def worth_of(g: Game, t: Tables, player: int, ship: int) -> float:
    """The loss if a ship is destroyed: its price while it is still of use, its VP for others, and the Population on
    board."""
    ship_class = int(t.ship_class[ship])
    price = float(t.class_cp[ship_class]) + CP_OF_A_MINERAL * float(t.class_axinium[ship_class])
    serves = 0.4 + 0.6 * turns_left(g, t) / float(t.turns)
    return price / CP_OF_A_VP * serves + float(t.class_vp[ship_class]) + float(g.ship_cargo[player, ship])


@kernel
def fire_of(g: Game, player: int, ship_class: int) -> float:
    """Dice of a ship; those that aim better count more."""
    return float(g.dice[player, ship_class]) + BETTER_AIM * float(g.emp_dice[player, ship_class])


@kernel
def muster_ships(g: Game, t: Tables, player: int, sheet: RealRows) -> None:
    """Add up dice and hulls of the player and of everybody else by hex; if players win together, all are the
    player's."""
    for other in range(t.players):
        own = other == player or t.coop == 1
        for ship in range(t.ships):
            hexagon = seen_at(g, t, other, ship)
            if hexagon < 0:
                continue
            ship_class = int(t.ship_class[ship])
            dice = fire_of(g, other, ship_class)
            hull = float(g.shield[other, ship_class]) + 1.0 - float(g.ship_damage[other, ship])
            if own:
                sheet[OWN_DICE, hexagon] += dice
                sheet[OWN_HULL, hexagon] += max(0.3, hull)
                sheet[OWN_SHIPS, hexagon] += 1.0
                if may_still_move(g, t, other, ship):
                    sheet[SUPPORT_DICE, hexagon] += dice
                    sheet[SUPPORT_HULL, hexagon] += max(0.3, hull)
                    sheet[SUPPORT_SHIPS, hexagon] += 1.0
                if other == player:
                    sheet[OWN_WORTH, hexagon] += worth_of(g, t, player, ship)
            elif g.cloaked[other, hexagon] == 0:
                sheet[FOE_DICE, hexagon] += dice
                sheet[FOE_HULL, hexagon] += max(0.3, hull)
                sheet[FOE_SHIPS, hexagon] += 1.0
                sheet[FOE_VP, hexagon] += float(t.class_vp[ship_class])


@kernel
def learn_means(t: Tables, sheet: RealRows) -> None:
    """Compute mean dice, hull and VP of the Resistance cards of each level, once for all positions of a decision."""
    sheet[MEANS, :] = 0.0
    for level in range(3):
        count = 0.0
        for card in range(t.resistance_cards):
            if t.resistance_level[card] == level + 1:
                count += 1.0
                aim = 1.0 + BETTER_AIM * float(t.resistance_aim[card])
                sheet[MEANS, 3 * level] += float(t.resistance_dice[card]) * aim
                sheet[MEANS, 3 * level + 1] += float(t.resistance_shield[card]) + 1.0
                sheet[MEANS, 3 * level + 2] += float(t.resistance_vp[card])
        for column in range(3 * level, 3 * level + 3):
            sheet[MEANS, column] /= max(1.0, count)


@kernel
def muster_guards(g: Game, t: Tables, sheet: RealRows) -> None:
    """Add the Resistance, with the average strength of its cards, and Warship Squadrons."""
    for hexagon in range(t.hexes):
        if g.resistance[hexagon] > 0 and g.dormant[hexagon] == 0:
            for deck in range(3):
                cards = float(foe_cards(g, t, hexagon, deck))
                sheet[GUARD_DICE, hexagon] += cards * sheet[MEANS, 3 * deck]
                sheet[GUARD_HULL, hexagon] += cards * sheet[MEANS, 3 * deck + 1]
                sheet[GUARD_SHIPS, hexagon] += cards
                prize = FRONTIER if t.solitaire == 1 else sheet[MEANS, 3 * deck + 2] + 0.5
                sheet[GUARD_VP, hexagon] += cards * prize
        if g.squadron[hexagon] > 0:
            add_squadrons(g, t, hexagon, sheet)


@kernel
def add_squadrons(g: Game, t: Tables, hexagon: int, sheet: RealRows) -> None:
    """Add the squadrons of a hex, which all fight with one set of cards, one after another."""
    sheet[GUARD_DICE, hexagon] += wave_dice(t, int(g.turn), max(1, players_at(g, t, hexagon)), sheet)
    sheet[GUARD_HULL, hexagon] += wave_hull(t, int(g.turn), sheet) * float(g.squadron[hexagon])
    sheet[GUARD_VP, hexagon] += SQUADRON_PRIZE * float(g.squadron[hexagon])


# Planets and purse ---------------------------------------------------------------------------------------------------


@kernel
def see_planets(g: Game, t: Tables, player: int, sheet: RealRows, motives: Reals) -> None:
    """VP of planets, margins, income, and what landing would bring."""
    for hexagon in range(t.hexes):
        if is_closed(t, hexagon):
            continue
        if g.face_down[hexagon] == 1:
            sheet[LANDING, hexagon] = 1.5
            continue
        if not has_planet(g, hexagon):
            continue
        own = float(g.population[hexagon, player])
        most = 0.0
        others = 0.0
        for other in range(t.players):
            cubes = float(g.population[hexagon, other])
            if other != player:
                others = max(others, cubes)
            most = max(most, cubes)
        vp = float(planet_value(g, t, hexagon))
        share_out(g, t, hexagon, vp, most, sheet)
        if own > others:
            motives[HOLD] += min(3.0, own - others) * (0.3 + 0.1 * vp)
        yearly = yield_of(g, t, player, hexagon)
        if own > 0.0:
            motives[INCOME] += yearly * min(turns_left(g, t), 3.0)
            motives[POPULATION] += 0.3 if t.home_of[hexagon] != player else 0.15 * min(own, 8.0)
        sheet[LANDING, hexagon] = landing_prize(g, t, player, hexagon, own, others, vp, yearly)
    motives[PLANETS] = sheet[SHARE, player]


@kernel
def share_out(g: Game, t: Tables, hexagon: int, vp: float, most: float, sheet: RealRows) -> None:
    """Give the VP of a planet to the players with the most Population on it."""
    if most == 0.0:
        return
    tied = 0
    for other in range(t.players):
        if g.population[hexagon, other] == most:
            tied += 1
    for other in range(t.players):
        if g.population[hexagon, other] == most:
            sheet[SHARE, other] += float(int(vp) // tied)


@kernel
def yield_of(g: Game, t: Tables, player: int, hexagon: int) -> float:
    """Income of a planet to a player in one Upkeep, in VP."""
    planet = int(g.planet[hexagon])
    produced = int(t.planet_resource[planet])
    units = min(extraction(g, player, produced), int(g.counter[hexagon]))
    found = float(units) * unit_worth(t, produced)
    if t.new_planets == 1:
        second = int(t.planet_second[planet])
        found += float(min(extraction(g, player, second), int(g.second_counter[hexagon]))) * unit_worth(t, second)
        if t.planet_barren[planet] == 1:
            found += 0.5 * unit_worth(t, produced)
    return found / CP_OF_A_VP


@kernel
def unit_worth(t: Tables, produced: int) -> float:
    """CP that a unit of a planet's resource is worth; what it produces is numbered from 1, with CP first."""
    if produced <= 0:
        return 0.0
    if produced == 1:
        return float(t.unit_value[produced])
    return CP_OF_A_MINERAL * 0.7


@kernel
def landing_prize(
    g: Game, t: Tables, player: int, hexagon: int, own: float, others: float, vp: float, yearly: float
) -> float:
    """The worth of one more cube on a planet: its VP if that makes the majority, its income if it is the first."""
    prize = 0.2
    if own <= others:
        prize += vp / (others - own + 1.0)
    elif own == others + 1.0:
        prize += 0.1 * vp
    if own == 0.0:
        prize += yearly * min(turns_left(g, t), 3.0) + 0.3
        if t.solitaire == 1:
            prize += FRONTIER
    if g.outpost_there[hexagon] == 1:
        prize *= 0.6
    if t.home_of[hexagon] >= 0 and t.home_of[hexagon] != player:
        prize *= 0.2
    return prize


@kernel
def see_purse(g: Game, t: Tables, player: int, motives: Reals) -> None:
    """The worth of resources in stock, as long as they can still be spent."""
    left = turns_left(g, t)
    of_use = min(1.0, 0.5 + 0.25 * left)
    if left == 0.0 and g.stage >= frames.WMD_STAGE:
        of_use = 0.02
    cp = float(g.resource[player, CP])
    axinium = float(g.resource[player, AXINIUM])
    phasium = float(g.resource[player, PHASIUM])
    motives[POINTS] = float(g.resource[player, VP])
    motives[CREDIT] = of_use * cp / CP_OF_A_VP * 40.0 / (40.0 + cp)
    motives[AXINIUM_STOCK] = of_use * axinium * 6.0 / (4.0 + axinium)
    motives[PHASIUM_STOCK] = of_use * phasium * 6.0 / (4.0 + phasium)
    motives[BALANCE] = of_use * min(cp / 6.0, min(axinium, phasium))


# Ships ---------------------------------------------------------------------------------------------------------------


@kernel
def see_fleet(g: Game, t: Tables, player: int, sheet: RealRows, motives: Reals) -> None:
    """The worth of the ships and their abilities, and of the hexes they hold."""
    serves = 0.3 + 0.7 * turns_left(g, t) / float(t.turns)
    late = lateness(g, t)
    mended = float(repairs(g, player)) * turns_left(g, t)
    ships = 0.0
    for ship in range(t.ships):
        hexagon = seen_at(g, t, player, ship)
        if hexagon < 0:
            continue
        ships += 1.0
        ship_class = int(t.ship_class[ship])
        price = float(t.class_cp[ship_class]) + CP_OF_A_MINERAL * float(t.class_axinium[ship_class])
        motives[FLEET] += price / CP_OF_A_VP * serves
        motives[FIREPOWER] += fire_of(g, player, ship_class) * serves
        motives[ARMOUR] += float(g.shield[player, ship_class]) * serves
        motives[SPEED] += speed_of(g, t, player, ship_class) * serves
        motives[REPAIRS] -= 0.5 * float(g.ship_damage[player, ship])
        motives[REPAIRS] += 0.2 * min(mended, float(g.shield[player, ship_class]) * turns_left(g, t))
        if g.cloaked[player, hexagon] == 1:
            motives[STEALTH] += 0.2
        if g.heat[hexagon] == 1 and modifier(g, player, m.SOLAR_SHIELD) <= 0:
            motives[COOL] -= worth_of(g, t, player, ship) * heat_risk(g, player, ship_class)
    motives[FLEET] += FIRST_SHIPS * ships / (2.0 + ships)
    for hexagon in range(t.hexes):
        if sheet[OWN_WORTH, hexagon] > 0.0 and hexagon != g.no_combat and t.coop == 0:
            vp = float(max(0, modifier(g, player, m.HEX_VP)))
            if hexagon == t.council_hex:
                vp += float(max(0, modifier(g, player, m.COUNCIL_VP)))
            motives[PRESENCE] += vp * (0.1 + 0.9 * late * late)


@kernel
def speed_of(g: Game, t: Tables, player: int, ship_class: int) -> float:
    """Hexes that a ship moves beyond the basic drive; with a Hyperspace Drive, as many as are of use."""
    if g.hyperspace[player, ship_class] == 1:
        return FARTHEST
    return float(g.drive[player, ship_class] - t.basic_drive)


@kernel
def heat_risk(g: Game, player: int, ship_class: int) -> float:
    """How certain a ship in the heat is to be lost at the end of the turn."""
    if float(g.shield[player, ship_class]) >= float(g.star_tokens) + 1.0:
        return 0.1
    return 0.6


@kernel
def see_battles(g: Game, t: Tables, player: int, sheet: RealRows, motives: Reals) -> None:
    """Battles as they stand, with ships that could still join, and enemies that could come."""
    moving = g.stage == frames.CONQUEST_STAGE
    for hexagon in range(t.hexes):
        if sheet[OWN_WORTH, hexagon] == 0.0 or hexagon == g.no_combat:
            continue
        dice = sheet[OWN_DICE, hexagon]
        hull = sheet[OWN_HULL, hexagon]
        ships = sheet[OWN_SHIPS, hexagon]
        if moving:
            for direction in range(t.directions):
                beside = int(t.neighbour[hexagon, direction]) if direction < 6 else -1
                if beside >= 0:
                    dice += SUPPORT * sheet[SUPPORT_DICE, beside]
                    hull += SUPPORT * sheet[SUPPORT_HULL, beside]
                    ships += SUPPORT * sheet[SUPPORT_SHIPS, beside]
        worth = sheet[OWN_WORTH, hexagon]
        cargo_at_risk = 0.0
        if sheet[GUARD_HULL, hexagon] > 0.0:
            chance = odds(g, t, hexagon, dice, hull, ships, sheet)
            motives[SUPERIORITY] += chance * sheet[GUARD_VP, hexagon]
            motives[SAFETY] -= (1.0 - chance) * worth
            cargo_at_risk = 1.0 - chance
        if sheet[FOE_HULL, hexagon] > 0.0 and sheet[FOE_DICE, hexagon] + dice > 0.0:
            chance = beats_foe(hexagon, dice, hull, ships, sheet)
            motives[SUPERIORITY] += chance * sheet[FOE_VP, hexagon]
            motives[SAFETY] -= (1.0 - chance) * worth
            cargo_at_risk = max(cargo_at_risk, 1.0 - chance)
        threat = nearby_threat(t, hexagon, sheet)
        motives[SAFETY] -= 0.2 * threat * worth
        motives[ESCORT] -= (cargo_at_risk + 0.2 * threat) * cargo_in(g, t, player, hexagon)


@kernel
def nearby_threat(t: Tables, hexagon: int, sheet: RealRows) -> float:
    """How certainly the strongest enemy next to a hex would win there."""
    worst = 0.0
    for direction in range(6):
        beside = int(t.neighbour[hexagon, direction])
        if beside >= 0 and sheet[FOE_DICE, beside] > 0.0:
            own = might(sheet[OWN_DICE, hexagon], sheet[OWN_HULL, hexagon], sheet[OWN_SHIPS, hexagon])
            foes = might(sheet[FOE_DICE, beside], sheet[FOE_HULL, beside], sheet[FOE_SHIPS, beside])
            worst = max(worst, chance_to_win(foes, own))
    return worst


@kernel
def cargo_in(g: Game, t: Tables, player: int, hexagon: int) -> float:
    """Population on board the player's ships in a hex."""
    cubes = 0.0
    for ship in range(t.ships):
        if seen_at(g, t, player, ship) == hexagon:
            cubes += float(g.ship_cargo[player, ship])
    return cubes


@kernel
def see_targets(g: Game, t: Tables, player: int, sheet: RealRows) -> None:
    """What it would be worth for the fleet to be in a hex, each ship counting less with distance."""
    late = lateness(g, t)
    scores = float(max(0, modifier(g, player, m.HEX_VP))) * (0.1 + 0.9 * late * late)
    for hexagon in range(t.hexes):
        if is_closed(t, hexagon):
            continue
        prize = 0.0
        if sheet[OWN_WORTH, hexagon] == 0.0 and t.coop == 0:
            prize += 0.8 * scores
        if sheet[GUARD_HULL, hexagon] + sheet[FOE_HULL, hexagon] > 0.0:
            dice = within_reach(t, hexagon, sheet, OWN_DICE)
            hull = within_reach(t, hexagon, sheet, OWN_HULL)
            ships = within_reach(t, hexagon, sheet, OWN_SHIPS)
            prize += prize_for(g, t, hexagon, dice, hull, ships, sheet)
        if g.heat[hexagon] == 1:
            prize *= 0.3
        sheet[TARGET, hexagon] = max(0.0, prize)


@kernel
def prize_for(g: Game, t: Tables, hexagon: int, dice: float, hull: float, ships: float, sheet: RealRows) -> float:
    """What a fleet can win in a hex that others hold; it can land there only if it wins."""
    prize = 0.0
    if sheet[GUARD_HULL, hexagon] > 0.0:
        chance = odds(g, t, hexagon, dice, hull, ships, sheet)
        prize += chance * chance * (sheet[GUARD_VP, hexagon] + sheet[LANDING, hexagon]) - (1.0 - chance) * 3.0
        sheet[LANDING, hexagon] *= chance
    if sheet[FOE_HULL, hexagon] > 0.0:
        chance = beats_foe(hexagon, dice, hull, ships, sheet)
        prize += chance * chance * 0.5 * sheet[FOE_VP, hexagon] - (1.0 - chance) * 2.0
        sheet[LANDING, hexagon] *= 0.3 + 0.7 * chance
    return prize


@kernel
def see_voyages(g: Game, t: Tables, player: int, sheet: RealRows, motives: Reals) -> None:
    """Ships on their way: armed ones to targets, loaded ones to planets, empty ones to waiting Population."""
    for ship in range(t.ships):
        hexagon = seen_at(g, t, player, ship)
        if hexagon < 0:
            continue
        ship_class = int(t.ship_class[ship])
        farthest = 1 if g.hyperspace[player, ship_class] == 1 else int(t.hexes)
        armed = 1.0 if g.dice[player, ship_class] > 0 else 0.5
        motives[HUNT] += armed * best_within(t, hexagon, farthest, sheet, TARGET)
        cargo = float(g.ship_cargo[player, ship])
        if cargo > 0.0:
            motives[COLONISE] += best_within(t, hexagon, farthest, sheet, LANDING) * (0.5 + 0.3 * cargo)
        elif g.room[player, ship_class] > 0:
            motives[COLONISE] += 0.3 * waiting_near(g, t, player, hexagon)


@kernel
def best_within(t: Tables, hexagon: int, farthest: int, sheet: RealRows, row: int) -> float:
    """The best entry of a row of the sheet, discounted by distance; through hyperspace everything is at most one hex
    away."""
    best = 0.0
    for other in range(t.hexes):
        if sheet[row, other] > best:
            best = max(best, sheet[row, other] * nearness(min(int(t.distance[hexagon, other]), farthest)))
    return best


@kernel
def waiting_near(g: Game, t: Tables, player: int, hexagon: int) -> float:
    """How near Population is that could be taken on board."""
    best = 0.0
    for other in range(t.hexes):
        spare = int(g.population[other, player]) - (0 if t.home_of[other] == player else 1)
        if spare > 0:
            best = max(best, min(3.0, float(spare)) * nearness(int(t.distance[hexagon, other])))
    return best


# Standing ------------------------------------------------------------------------------------------------------------


@kernel
def see_standing(g: Game, t: Tables, player: int, sheet: RealRows, motives: Reals) -> None:
    """Offices, technologies, cards, rockets, structures, privileges, and how the others stand."""
    left = turns_left(g, t)
    place = place_of(g, t, player)
    motives[OFFICE] = 0.2 * float(t.players - place)
    if g.office >= 0:
        motives[OFFICE] = 0.2 * float(t.first_office - g.office)
    elif t.coop == 0:
        motives[OFFICE] += float(t.office_vp[place]) * (0.2 + 0.8 * lateness(g, t))
    lasts = (left + 0.7) / float(t.turns)
    see_technologies(g, t, player, lasts, motives)
    for card in range(t.resistance_cards):
        if g.resistance_owner[card] == player:
            motives[TROPHIES] += float(t.resistance_vp[card]) * (1.0 - 0.7 * float(t.coop)) + 0.3
    for kind in range(t.outpost_cards):
        held = float(g.outpost_held[player, kind])
        motives[TROPHIES] += held * (float(t.outpost_vp[kind]) * (1.0 - 0.7 * float(t.coop)) + 0.3)
    see_rockets(g, t, player, motives)
    for i in range(t.gates):
        if g.gate[player, i] >= 0:
            motives[STRUCTURES] += lasts
    for i in range(t.satellites):
        if g.satellite[player, i] >= 0:
            motives[STRUCTURES] += 0.5 * lasts
    see_privileges(g, t, player, lasts, motives)
    best = 0.0
    for other in range(t.players):
        if other != player:
            best = max(best, float(g.resource[other, VP]) + sheet[SHARE, other])
    motives[RIVALS] = -best if t.coop == 0 else 0.0


@kernel
def see_technologies(g: Game, t: Tables, player: int, lasts: float, motives: Reals) -> None:
    """Known technologies by price; those that allow better upgrades by how good these are, and more with more ships."""
    for technology in range(t.technologies):
        if g.technology[player, technology] == 1 and not allows_upgrade(t, technology):
            kind = MILITARY_SCIENCE + int(t.technology_type[technology])
            motives[kind] += (1.0 + float(t.technology_cost[technology])) / CP_OF_A_VP * lasts
    ships = 2.0
    for ship in range(t.ships):
        if g.ship_hex[player, ship] >= 0:
            ships += 1.0
    for sort in range(SORTS):
        best = 1.0 if sort == DRIVES else 0.0
        for upgrade in range(t.upgrades):
            if t.upgrade_sort[upgrade] == sort and knows_upgrade(g, t, player, upgrade):
                aim = 1.0 + BETTER_AIM * float(t.upgrade_aim[upgrade])
                best = max(best, (float(t.upgrade_strength[upgrade]) * aim) ** 0.5)
        motives[ARSENAL] += best * (0.4 if sort == DRIVES else 1.0) * ships * lasts


@kernel
def allows_upgrade(t: Tables, technology: int) -> bool:
    """Whether a cannon, shield or drive can be bought once a technology is known."""
    for upgrade in range(t.upgrades):
        if t.upgrade_technology[upgrade] == technology and t.upgrade_sort[upgrade] < SORTS:
            return True
    return False


@kernel
def see_rockets(g: Game, t: Tables, player: int, motives: Reals) -> None:
    """Rockets on planets the player controls."""
    for hexagon in range(t.hexes):
        for space in range(t.rocket_limit):
            if g.rocket[hexagon, space] > 0 and controller(g, t, hexagon) == player:
                motives[ROCKETS] += 0.5 * float(g.rocket[hexagon, space])


@kernel
def see_privileges(g: Game, t: Tables, player: int, lasts: float, motives: Reals) -> None:
    """How much better than the basic values the player's lasting values are; a value that grows with its use counts
    less."""
    for which in range(PRIVILEGES):
        change = float(modifier(g, player, which) - t.modifier_base[which])
        if t.modifier_low[which] == 1:
            change = -change
        motives[PRIVILEGE] += max(-2.0, min(2.0, change)) * lasts
