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
from exodus_env.kit.kernel import kernel

# Outcome where players win or lose together or alone: the Stronghold, solitaire play.
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
    """The lines of the score that are counted at the end only, as they would be now."""
    clear_score(g)
    for hexagon in range(t.hexes):
        score_planet(g, t, hexagon)
        score_ships(g, t, hexagon)
    for card in range(t.resistance_cards):
        if g.resistance_owner[card] >= 0:
            g.score[g.resistance_owner[card], SCORE_RESISTANCE] += t.resistance_vp[card]
    for player in range(t.players):
        g.score[player, SCORE_OFFICE] = office_value(g, t, player)
        g.score[player, SCORE_TECHNOLOGIES] = technology_value(g, t, player) + law_value(g, player)
        for kind in range(t.outpost_cards):
            g.score[player, SCORE_OUTPOSTS] += g.outpost_held[player, kind] * t.outpost_vp[kind]


@kernel
def clear_score(g: Game) -> None:
    """Before the end these lines are empty."""
    g.score[:, SCORE_PLANETS:] = 0


@kernel
def score_planet(g: Game, t: Tables, hexagon: int) -> None:
    """The most Population on a planet scores its VP; tied players split them, rounded down."""
    if not has_planet(g, hexagon):
        return
    most = 1
    tied = 0
    for player in range(t.players):
        cubes = g.population[hexagon, player]
        if cubes > most:
            most = cubes
            tied = 1
        elif cubes == most:
            tied += 1
    if tied == 0:
        return
    share = planet_value(g, t, hexagon) // tied
    for player in range(t.players):
        if g.population[hexagon, player] == most:
            g.score[player, SCORE_PLANETS] += share
            if tied == 1:
                g.score[player, SCORE_PLANETS] += max(0, modifier(g, player, m.CONTROLLED_VP))


@kernel
def planet_value(g: Game, t: Tables, hexagon: int) -> int:
    """VP printed on a planet, and more for the Planet of Interest."""
    return int(t.planet_vp[g.planet[hexagon]]) + (int(t.interest_vp) if hexagon == g.interest else 0)


@kernel
def score_ships(g: Game, t: Tables, hexagon: int) -> None:
    """VP for each hex with a ship, and more for the High Council hex; none where no combat is possible."""
    if hexagon == g.no_combat:
        return
    for player in range(t.players):
        if ships_at(g, t, player, hexagon) > 0:
            g.score[player, SCORE_HEXES] += max(0, modifier(g, player, m.HEX_VP))
            if hexagon == t.council_hex:
                g.score[player, SCORE_COUNCIL] += max(0, modifier(g, player, m.COUNCIL_VP))


@kernel
def office_value(g: Game, t: Tables, player: int) -> int:
    """VP of a player's place in turn order, and what an ability adds to an office that has any (EoE)."""
    vp = int(t.office_vp[place_of(g, t, player)])
    return vp + max(0, modifier(g, player, m.OFFICE_BONUS)) if vp > 0 else vp


@kernel
def law_value(g: Game, player: int) -> int:
    """VP for the laws in force, by Fringe Politics (EoE)."""
    return max(0, modifier(g, player, m.LAW_VP)) * int(g.laws)


@kernel
def technology_value(g: Game, t: Tables, player: int) -> int:
    """VP for a player's technologies: each by Fringe Science of anybody, their cost by Technological Singularity."""
    known = 0
    cost = 0
    for technology in range(t.technologies):
        if g.technology[player, technology] == 1:
            known += 1
            cost += int(t.technology_cost[technology])
    vp = known * science_vp(g, t)
    if modifier(g, player, m.SINGULARITY) > 0:
        vp += cost // modifier(g, player, m.SINGULARITY)
    return vp


@kernel
def science_vp(g: Game, t: Tables) -> int:
    """VP a technology is worth to everybody: the most that Fringe Science of any player makes of it."""
    most = 0
    for player in range(t.players):
        most = max(most, modifier(g, player, m.TECHNOLOGY_VP))
    return most


@kernel
def total_score(g: Game, player: int) -> int:
    """All lines of a player's score."""
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
