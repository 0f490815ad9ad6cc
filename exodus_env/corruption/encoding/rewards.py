"""Rewards, shared by all seats: 1 for a game that is won, -1 for one that is lost, and shaping if asked for.

Shaping is potential-based: a step pays the change of a potential made of public facts alone, which is nothing before
the game and after it. Over a game it adds the same whatever is played, so what is best stays best (without discount).
"""

from __future__ import annotations

import numpy as np

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.result import ACTIVATED, ON_SHIP, WON, main_rift
from exodus_env.corruption.tables import Tables
from exodus_env.kit.kernel import Floats, kernel


@kernel
def leave_position(g: Game, t: Tables, rewards: Floats) -> None:
    """Begin a step: the potential of the position it leaves is paid back."""
    paid = 0.0
    if t.shaping != 0.0 and g.over == 0:
        paid = -t.shaping * potential(g, t)
    for seat in range(t.players):
        rewards[seat] = np.float32(paid)


@kernel
def enter_position(g: Game, t: Tables, rewards: Floats) -> None:
    """End a step: the game's end is worth 1 or -1, any other position its potential."""
    value = 0.0
    if g.over == 1:
        value = 1.0 if g.outcome == WON else -1.0
    elif t.shaping != 0.0:
        value = t.shaping * potential(g, t)
    for seat in range(t.players):
        rewards[seat] += np.float32(value)


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
