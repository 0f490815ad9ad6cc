"""Invariants 62 to 65 of solitaire play: numbers of Resistance ships, turn-order cards, mission and start."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.facts import DISCARDED, Facts
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.entries import Mission, Victory
from exodus_env.exodus.rules import frames, scoring
from exodus_env.exodus.rules.stages import council, upkeep
from exodus_env.kit.facts import Array, Problems, empty

ALONE: Final = 0  # the only player
# Stages in which a home planet that must be held can be in ruins: rockets have landed, and the turn is not over.
RUINED: Final = (frames.WMD_STAGE, frames.CONQUEST_STAGE, frames.SCORING)


def _mission(s: Facts) -> Mission:
    """The current mission."""
    return s.rules.content.mission(s.rules.config.scenario)


# Resistance ships -----------------------------------------------------------------------------------------------------


def counted_ships(s: Facts) -> Problems:
    """Resistance ships are counted by level, and the highest is stored; they start, enter and move as the NPC's do.

    There are never too many in a hex, and never more altogether than those left and those whose cards were won.
    """
    g, t = s.g, s.t
    if not t.solitaire:
        return  # the bounds leave no room for any
    there = g.resistance_ships[: t.hexes]
    levels = np.arange(1, c.RESISTANCE_LEVELS + 1)
    for hexagon in np.flatnonzero(g.resistance[: t.hexes] != ((there > 0) * levels).max(axis=1)):
        yield f"resistance[{hexagon}] is {int(g.resistance[hexagon])} with ships {there[hexagon].tolist()}"
    for hexagon in np.flatnonzero(there.sum(axis=1) > t.foes):
        yield f"resistance_ships[{hexagon}] is {there[hexagon].tolist()}, at most {t.foes} are together"
    began = t.garrison[: t.hexes, None] == levels
    if not t.npc_moves or not _npc_turns(s):
        for hexagon, level in np.argwhere(there > began + _entered_at(s)):
            yield f"resistance_ships[{hexagon}, {level}] is {int(there[hexagon, level])}, where fewer began"
    owner, of_level = g.resistance_owner[: t.resistance_cards], t.resistance_level[: t.resistance_cards]
    entered = t.npc_ships[1 : _npc_turns(s) + 1].sum(axis=0)
    for level in range(c.RESISTANCE_LEVELS):
        for hexagon in np.flatnonzero((there[:, level] > 0) & ~_in_reach(s, level)):
            yield f"resistance_ships[{hexagon}, {level}] is {int(there[hexagon, level])}, where none could come"
        left = int(there[:, level].sum())
        won = int(((of_level == level + 1) & ((owner >= 0) | (owner == DISCARDED))).sum())
        most = int(began[:, level].sum() + entered[level])
        if left + won > most:
            yield f"{left} Resistance ships of level {level + 1} are left and {won} cards won, of {most} ships"


def _npc_turns(s: Facts) -> int:
    """How often the NPC has acted: at the end of each turn, if it acts at all."""
    return min(int(s.g.turn) - 1 + int(s.g.over), len(s.t.npc_ships) - 1) if s.t.npc else 0


def _entries(s: Facts) -> list[int]:
    """The hexes where ships of the NPC enter."""
    return [int(hexagon) for hexagon in s.t.npc_entry if hexagon >= 0]


def _entered_at(s: Facts) -> Array:
    """By hex and level, the Resistance ships that can have entered there."""
    entered = np.zeros((s.t.hexes, c.RESISTANCE_LEVELS), dtype=np.int64)
    entered[_entries(s)] = s.t.npc_ships[1 : _npc_turns(s) + 1].sum(axis=0)
    return entered


def _in_reach(s: Facts, level: int) -> Array:
    """For each hex, whether a Resistance ship of a level can be there, from where it started or entered."""
    t, turns = s.t, _npc_turns(s)
    distance = t.distance[: t.hexes, : t.hexes]
    reached: Array = (distance[t.garrison[: t.hexes] == level + 1] <= t.npc_moves * turns).any(axis=0)
    for turn in range(1, turns + 1):
        if t.npc_ships[turn, level]:  # ships enter after the others have moved
            reached |= (distance[_entries(s)] <= t.npc_moves * (turns - turn)).any(axis=0)
    return reached


# Turn-order cards -----------------------------------------------------------------------------------------------------


def office(s: Facts) -> Problems:
    """If turn-order cards are bought, a player has one, at first the last of them; nobody votes or bids."""
    g, t = s.g, s.t
    if not t.solitaire:
        return  # the bounds leave no room for a card
    if t.first_office >= 0 and g.office < 0:
        yield "office is -1 where turn-order cards are bought"
    unsold = g.turn == 1 and g.stage <= frames.COUNCIL_STAGE and not s.in_council_from(council.DEAL)
    if unsold and g.office != t.first_office:
        yield f"office is {g.office} before a card is bought, should be {t.first_office}"
    secret = (("bid", 0), ("bid_shown", 0), ("vote", -1), ("vote_shown", -1), ("vote_bid", 0), ("new_place", -1))
    for name, nothing in secret:
        yield from empty(name, getattr(g, name), nothing, "where a player is alone")


# The mission ----------------------------------------------------------------------------------------------------------


def mission(s: Facts) -> Problems:
    """The game is over when the mission is, and its outcome follows from what was reached by then."""
    g, t = s.g, s.t
    if not t.solitaire:
        return  # outcomes of other games: check/scenarios.py
    if (g.outcome != scoring.UNDECIDED) != (g.over == 1):
        yield f"outcome is {g.outcome}, over {g.over}"
    if g.over and g.outcome != reached(s):
        yield f"outcome is {g.outcome} in turn {g.turn}, should be {reached(s)}"
    if not g.over and g.turn > _mission(s).tactical.turn:
        yield f"turn {g.turn}, when the mission has failed"
    if not _mission(s).hold_home:
        return
    home = int(t.home_hex[ALONE])
    if g.destroyed[home] == 1 and g.stage not in RUINED:
        yield f"the home planet is destroyed in stage {g.stage}, when the mission has failed"
    if g.turn > 1 and s.step_of(frames.UPKEEP) == upkeep.INCOME and g.population[home, ALONE] == 0:
        yield f"nobody lives at home as turn {g.turn} begins, when the mission has failed"


def reached(s: Facts) -> int:
    """The result of the mission at the end of a turn."""
    goals, turn = _mission(s), int(s.g.turn)
    if goals.hold_home and s.g.population[s.t.home_hex[ALONE], ALONE] == 0:
        return scoring.LOST
    if turn <= goals.absolute.turn and _is_met(s, goals.absolute):
        return scoring.WON
    if turn >= goals.absolute.turn and _is_met(s, goals.tactical):
        return scoring.WON_IN_PART
    return scoring.LOST if turn >= min(goals.tactical.turn, s.t.turns) else scoring.UNDECIDED


def _is_met(s: Facts, goal: Victory) -> bool:
    """Whether the conditions of a victory are met, except for the turn."""
    g, t = s.g, s.t
    empty_planets = int((s.land & (g.population[: t.hexes, ALONE] == 0)).sum())
    if empty_planets > goal.empty_planets or g.resistance_ships.sum() > goal.ships:
        return False
    return bool((g.resource[ALONE, : v.VP] >= (goal.cp, goal.axinium, goal.phasium)).all())


# The start ------------------------------------------------------------------------------------------------------------


def start(s: Facts) -> Problems:
    """All planets are where the map of the scenario has them, and what is known at the start stays known."""
    g, t = s.g, s.t
    if not t.solitaire:
        return
    fixed = t.fixed_planet[: t.hexes]
    for hexagon in np.flatnonzero((fixed >= 0) & (g.planet[: t.hexes] != fixed)):
        yield f"planet[{hexagon}] is {int(g.planet[hexagon])}, should be {int(fixed[hexagon])}"
    for technology in np.flatnonzero(t.start_technology > g.technology[ALONE]):
        yield f"technology {technology} is not known, and was at the start"
    if g.stage == frames.SETUP:
        begun = {int(t.home_hex[ALONE]), int(g.second_start[ALONE]), *np.flatnonzero(t.post_population).tolist()}
        for hexagon in np.flatnonzero(g.population[: t.hexes, ALONE]):
            if hexagon not in begun:
                yield f"Population in hex {hexagon} before turn 1"
