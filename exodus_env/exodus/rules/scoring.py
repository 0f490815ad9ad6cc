"""Scoring: what is worth VP at the end, and the final ranks. Equal VP share a rank; there is no further tie-break."""

from __future__ import annotations

from exodus_env.exodus.capacity import SCORE_LINES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import frames, log
from exodus_env.exodus.rules.assets import (
    SCORE_COUNCIL,
    SCORE_HEXES,
    SCORE_OFFICE,
    SCORE_OUTPOSTS,
    SCORE_PLANETS,
    SCORE_RESISTANCE,
    SCORE_TECHNOLOGIES,
    has_planet,
    place_of,
    ships_at,
)
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.kernel import Row, inlined, kernel

# How a game ended in which players win or lose together or alone: the Stronghold, solitaire play.
UNDECIDED, WON, LOST, WON_IN_PART = range(4)


@kernel
def score_game(g: Game, t: Tables) -> None:
    """Score every line and rank the players."""
    g.stage = frames.SCORING
    fill_score(g, t)
    rank_players(g, t)
    for player in range(t.players):
        note(g, log.E_SCORED, player, total_score(g, player), g.rank[player], 0)
    g.over = 1


@kernel
def fill_score(g: Game, t: Tables) -> None:
    """Fill in the lines of the score that are counted only at the end."""
    for player in range(t.players):
        g.score[player, SCORE_PLANETS] = planets_value(g, t, player)
        g.score[player, SCORE_HEXES] = hexes_value(g, t, player)
        g.score[player, SCORE_COUNCIL] = council_value(g, t, player)
        g.score[player, SCORE_RESISTANCE] = cards_value(g, t, player)
        g.score[player, SCORE_OFFICE] = office_value(g, t, player)
        g.score[player, SCORE_OUTPOSTS] = outposts_value(g, t, player)
        g.score[player, SCORE_TECHNOLOGIES] = technology_value(g, t, player) + law_value(g, player)


@kernel
def score_now(g: Game, t: Tables, player: int) -> int:
    """A player's score; before the end, what it would be if the game ended now."""
    total = total_score(g, player)
    if g.over == 0:
        total += planets_value(g, t, player) + hexes_value(g, t, player) + council_value(g, t, player)
        total += cards_value(g, t, player) + office_value(g, t, player) + outposts_value(g, t, player)
        total += technology_value(g, t, player) + law_value(g, player)
    return total


@kernel
def scores_but_planets(g: Game, t: Tables, out: Row) -> None:
    """What `score_now` counts for each player, except for planets, into `sums`."""
    totals = out.sums
    for player in range(t.players):
        totals[player] = total_score(g, player)
        if g.over == 0:
            totals[player] += hexes_value(g, t, player) + council_value(g, t, player) + office_value(g, t, player)
            totals[player] += outposts_value(g, t, player) + technology_value(g, t, player) + law_value(g, player)
    if g.over == 0:
        for card in range(t.resistance_cards):
            if g.resistance_owner[card] >= 0:
                totals[g.resistance_owner[card]] += int(t.resistance_vp[card])


@inlined
def score_planet(g: Game, t: Tables, hexagon: int, most: int, tied: int, out: Row) -> None:
    """Add to `sums` what `score_now` counts for a planet; `tied` players have the most Population there."""
    if g.over == 1 or not has_planet(g, hexagon):
        return
    vp = planet_value(g, t, hexagon)
    share = vp if tied == 1 else vp // tied
    for player in range(t.players):
        if g.population[hexagon, player] == most:
            out.sums[player] += share + (max(0, modifier(g, player, m.CONTROLLED_VP)) if tied == 1 else 0)


@kernel
def planets_value(g: Game, t: Tables, player: int) -> int:
    """VP of planets where a player has the most Population; tied players split them, rounded down."""
    total = 0
    for hexagon in range(t.hexes):
        cubes = g.population[hexagon, player]
        if cubes == 0 or not has_planet(g, hexagon):
            continue
        more = 0
        tied = 0
        for other in range(t.players):
            if g.population[hexagon, other] > cubes:
                more += 1
            elif g.population[hexagon, other] == cubes:
                tied += 1
        if more == 0:
            total += planet_value(g, t, hexagon) // tied
            if tied == 1:
                total += max(0, modifier(g, player, m.CONTROLLED_VP))
    return total


@kernel
def planet_value(g: Game, t: Tables, hexagon: int) -> int:
    """The printed VP of a planet, and more for the Planet of Interest."""
    return int(t.planet_vp[g.planet[hexagon]]) + (int(t.interest_vp) if hexagon == g.interest else 0)


@kernel
def hexes_value(g: Game, t: Tables, player: int) -> int:
    """VP for each hex with a ship of the player's, except where no combat is possible."""
    vp = modifier(g, player, m.HEX_VP)
    if vp <= 0:
        return 0
    hexes = 0
    for ship in range(t.ships):
        hexagon = g.ship_hex[player, ship]
        if hexagon < 0 or hexagon == g.no_combat:
            continue
        first = True
        for other in range(ship):
            if g.ship_hex[player, other] == hexagon:
                first = False
        if first:
            hexes += 1
    return hexes * vp


@kernel
def council_value(g: Game, t: Tables, player: int) -> int:
    """VP for ships in the High Council hex, unless no combat is possible there."""
    vp = modifier(g, player, m.COUNCIL_VP)
    if vp <= 0 or t.council_hex < 0 or t.council_hex == g.no_combat:
        return 0
    return 0 if ships_at(g, t, player, int(t.council_hex)) == 0 else vp


@kernel
def cards_value(g: Game, t: Tables, player: int) -> int:
    """VP of the Resistance cards a player has won."""
    vp = 0
    for card in range(t.resistance_cards):
        if g.resistance_owner[card] == player:
            vp += int(t.resistance_vp[card])
    return vp


@kernel
def outposts_value(g: Game, t: Tables, player: int) -> int:
    """VP of the Outpost cards a player holds."""
    vp = 0
    for kind in range(t.outpost_cards):
        vp += int(g.outpost_held[player, kind]) * int(t.outpost_vp[kind])
    return vp


@kernel
def office_value(g: Game, t: Tables, player: int) -> int:
    """VP of a player's place in turn order, plus what an ability adds to an office that has VP (EoE)."""
    vp = int(t.office_vp[place_of(g, t, player)])
    return vp + max(0, modifier(g, player, m.OFFICE_BONUS)) if vp > 0 else vp


@kernel
def law_value(g: Game, player: int) -> int:
    """VP for the laws in force, with Fringe Politics (EoE)."""
    return max(0, modifier(g, player, m.LAW_VP)) * int(g.laws)


@kernel
def technology_value(g: Game, t: Tables, player: int) -> int:
    """VP for a player's technologies: for each one if anybody has Fringe Science, by cost with Technological
    Singularity."""
    each = science_vp(g, t)
    divisor = modifier(g, player, m.SINGULARITY)
    if each == 0 and divisor <= 0:
        return 0
    known = 0
    cost = 0
    for technology in range(t.technologies):
        if g.technology[player, technology] == 1:
            known += 1
            cost += int(t.technology_cost[technology])
    return known * each + (cost // divisor if divisor > 0 else 0)


@kernel
def science_vp(g: Game, t: Tables) -> int:
    """VP that each technology is worth to everybody: the most that any player's Fringe Science gives."""
    most = 0
    for player in range(t.players):
        most = max(most, modifier(g, player, m.TECHNOLOGY_VP))
    return most


@kernel
def total_score(g: Game, player: int) -> int:
    """The sum of all lines of a player's score."""
    total = 0
    for line in range(SCORE_LINES):
        total += int(g.score[player, line])
    return total


@kernel
def rank_players(g: Game, t: Tables) -> None:
    """Rank 1 is the most VP; players with equal VP share the better rank."""
    for player in range(t.players):
        rank = 1
        for other in range(t.players):
            if total_score(g, other) > total_score(g, player):
                rank += 1
        g.rank[player] = rank
