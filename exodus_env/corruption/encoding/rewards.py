"""Rewards, shared by all seats: 1 for a game that is won, -1 for one that is lost, and shaping if asked for
(kit/rewards.py)."""

from __future__ import annotations

import numpy as np

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.result import ACTIVATED, ON_SHIP, main_rift
from exodus_env.corruption.tables import Tables
from exodus_env.kit.kernel import Floats, kernel
from exodus_env.kit.rewards import make_rewards, team_utility


@kernel
def add_potential(g: Game, t: Tables, rewards: Floats, sign: float) -> None:
    """Add how the team stands to the reward of every seat."""
    if t.shaping == 0.0:
        return
    value = np.float32(sign * t.shaping * potential(g, t))
    for seat in range(t.players):
        rewards[seat] += value


@kernel
def potential(g: Game, t: Tables) -> float:
    """From -1 to 1, and 0 at the beginning: Keys taken and activated, the Main Rift found, less Health that is missing
    and turns that have passed."""
    keys = 0.0
    for key in range(t.keys):
        if g.key_state[key] == ACTIVATED:
            keys += 1.0
        elif g.key_state[key] == ON_SHIP:
            keys += 0.6
    missing = 0.0
    for ship in range(t.ships):
        if g.mat[ship] >= 0:
            missing += 1.0 - g.health[ship] / max(1, g.markers[ship])
    found = 0.1 if main_rift(g, t) >= 0 else 0.0
    passed = (g.corruption - 1) / t.spaces
    return float(0.7 * keys / t.keys + found - 0.2 * missing / t.ships - 0.5 * passed)


REWARDS = make_rewards(__name__, team_utility, add_potential)
