"""Rewards: what the end of a game is worth to each player, and how well players stand with shaping (kit/rewards.py)."""

from __future__ import annotations

import numpy as np

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules.scenarios.solitaire import mission_progress
from exodus_env.exodus.rules.scenarios.stronghold import squadrons_on_board
from exodus_env.exodus.rules.scoring import LOST, WON_IN_PART, score_now
from exodus_env.exodus.tables import STRONGHOLD, Tables
from exodus_env.kit.kernel import Floats, kernel
from exodus_env.kit.rewards import make_rewards, rank_utility


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
def add_potential(g: Game, t: Tables, rewards: Floats, sign: float) -> None:
    """Add how well each player stands as far as shaping counts; it is taken back with a negative sign."""
    if t.shaping != 0.0:
        add_standing(g, t, rewards, sign * t.shaping)


@kernel
def add_standing(g: Game, t: Tables, rewards: Floats, weight: float) -> None:
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


REWARDS = make_rewards(__name__, utility, add_potential)
