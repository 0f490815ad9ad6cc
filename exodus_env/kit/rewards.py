"""Rewards: what the end of a game is worth to each player and, with shaping, how much a step has improved its position.

Shaping is potential-based: a step pays the change of a potential that depends on public facts only and is 0 before and
after the game. Over a game it adds the same whatever is played, so the best policy remains the best (without discount).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from exodus_env.kit.kernel import Floats, kernel, made_for

Game: TypeAlias = Any
Tables: TypeAlias = Any
Rule: TypeAlias = Callable[..., Any]  # a kernel of the game

WON: Final = 1  # `outcome` of a game that a team has won


class Rewards(NamedTuple):
    """The kernels that pay for a step."""

    leave_position: Rule  # g, t, rewards: begin a step
    enter_position: Rule  # g, t, rewards: end a step


@kernel
def team_utility(g: Game, t: Tables, player: int) -> float:
    """What the end is worth to players who win or lose together: 1 won, -1 lost."""
    return 1.0 if g.outcome == WON else -1.0


@kernel
def rank_utility(g: Game, t: Tables, player: int) -> float:
    """What the end is worth in [-1, 1], from the final `rank`: first 1, last -1, tied players share the average."""
    better = 0
    equal = 0
    for other in range(t.players):
        if g.rank[other] < g.rank[player]:
            better += 1
        elif g.rank[other] == g.rank[player] and other != player:
            equal += 1
    return float(1.0 - (2.0 * better + equal) / (t.players - 1))


@kernel
def no_potential(g: Game, t: Tables, rewards: Floats, sign: float) -> None:
    """Without shaping only the end pays."""


def make_rewards(module: str, utility: Rule, add_potential: Rule = no_potential) -> Rewards:
    """The rewards of a game, which belong to the module that asks for them.

    `utility` (g, t, player) is what the end is worth. `add_potential` (g, t, rewards, sign) adds how well each player
    stands, times how much that counts, with a sign: it is taken back when a step leaves a position.
    """

    @kernel
    @made_for(module)
    def leave_position(g: Game, t: Tables, rewards: Floats) -> None:
        """Begin a step: take back the potential of the position it leaves."""
        for player in range(t.players):
            rewards[player] = 0.0
        if g.over == 0:
            add_potential(g, t, rewards, -1.0)

    @kernel
    @made_for(module)
    def enter_position(g: Game, t: Tables, rewards: Floats) -> None:
        """End a step: pay the utility at the end of the game, or the potential of any other position."""
        if g.over == 1:
            for player in range(t.players):
                rewards[player] += np.float32(utility(g, t, player))
        else:
            add_potential(g, t, rewards, 1.0)

    return Rewards(leave_position, enter_position)
