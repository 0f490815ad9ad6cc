"""Rewards: what the end of a game is worth to each player and, with shaping, how much a step has improved its position.

Shaping is potential-based: a step pays the change of a potential that depends on public facts only and is 0 before and
after the game. Over a game it adds the same whatever is played, so the best policy remains the best (without discount).
"""

from __future__ import annotations

import numpy as np

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules.scenarios.solitaire import mission_progress
from exodus_env.exodus.rules.scenarios.stronghold import squadrons_on_board
from exodus_env.exodus.rules.scoring import LOST, WON_IN_PART, score_now
from exodus_env.exodus.tables import STRONGHOLD, Tables
from exodus_env.kit.kernel import Floats, kernel


@kernel
def leave_position(g: Game, t: Tables, rewards: Floats) -> None:
    """Begin a step: take back the potential of the position it leaves."""
    for player in range(t.players):
        rewards[player] = 0.0
    if t.shaping != 0.0 and g.over == 0:
        add_potential(g, t, rewards, -t.shaping)


@kernel
def enter_position(g: Game, t: Tables, rewards: Floats) -> None:
    """End a step: pay the utility at the end of the game, or the potential of any other position."""
    if g.over == 1:
        for player in range(t.players):
            rewards[player] += np.float32(utility(g, t, player))
    elif t.shaping != 0.0:
        add_potential(g, t, rewards, t.shaping)


@kernel
def utility(g: Game, t: Tables, player: int) -> float:
    """What the end is worth to a player.

    Co-operative or solo against the Stronghold: 1 won, -1 lost; in solitaire play also 0.5 for a tactical victory.
    Semi-co-operative: -1 for all if lost, otherwise by rank from -0.5 to 1. Otherwise zero-sum by rank from -1 to 1.
    """
    if g.outcome == LOST:
        return -1.0
    if g.outcome == WON_IN_PART:
        return 0.5
    if t.coop == 1 or t.solitaire == 1:
        return 1.0
    if t.scenario == STRONGHOLD:
        return 0.25 + 0.75 * rank_utility(g, t, player)
    return rank_utility(g, t, player)


@kernel
def rank_utility(g: Game, t: Tables, player: int) -> float:
    """Utility in [-1, 1] from the final rank: first 1, last -1, tied players share the average."""
    better = 0
    equal = 0
    for other in range(t.players):
        if g.rank[other] < g.rank[player]:
            better += 1
        elif g.rank[other] == g.rank[player] and other != player:
            equal += 1
    return float(1.0 - (2.0 * better + equal) / (t.players - 1))


@kernel
def add_potential(g: Game, t: Tables, rewards: Floats, weight: float) -> None:
    """Add how well each player stands: against the Stronghold or in the mission, and against the others by VP.

    It is added as one number, with the precision of the buffer: if nothing public has changed, exactly what was taken
    away comes back, and the step pays exactly 0.
    """
    against_others = t.coop == 0 and t.solitaire == 0
    most = 1
    total = 0
    if against_others:
        for player in range(t.players):
            vp = score_now(g, t, player)
            most = max(most, abs(vp))
            total += vp
    for player in range(t.players):
        value = 0.0
        if t.scenario == STRONGHOLD:
            value += siege(g, t)
        if t.solitaire == 1:
            value += mission_progress(g, t)
        if against_others:  # VP above the average, as a share of the most anybody has; the sum over players is 0
            value += (score_now(g, t, player) - total / t.players) / most
        rewards[player] += np.float32(weight * value)


@kernel
def siege(g: Game, t: Tables) -> float:
    """From -1 to 1: the share of the Stronghold that has fallen, minus the share of its squadrons on the board."""
    fallen = 1.0 - g.stronghold / t.stronghold_levels
    return float(fallen - squadrons_on_board(g, t) / t.squadrons)
