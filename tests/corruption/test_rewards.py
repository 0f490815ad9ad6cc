"""What a step pays: the end of the game, the same for all, and with shaping how much better the team stands."""

from __future__ import annotations

import numpy as np
import pytest

from exodus_env import corruption_v0
from exodus_env.corruption.encoding.rewards import potential
from exodus_env.corruption.rules.result import ACTIVATED
from tests.corruption.position import Position
from tests.effort import some_uncompiled


@pytest.mark.parametrize("shaping", some_uncompiled([0.0, 0.5], [1]))
def test_the_rewards_of_a_game_add_up_to_its_end_whatever_is_shaped(shaping: float) -> None:
    env = corruption_v0.vector_env(2, players=2, ships=3, shaping=shaping, seed=4)
    env.reset(seed=4)
    paid = np.zeros(2)
    step = 0
    while not env.dones.any():
        before = env.games.copy()
        env.step(env.sample_actions(step))
        step += 1
        assert (env.rewards[:, 0] == env.rewards[:, 1]).all()
        paid += env.rewards[:, 0]
    game = int(np.flatnonzero(env.dones)[0])
    assert paid[game] == pytest.approx(-1.0, abs=1e-4)
    keys = int((before[game]["key_state"] == ACTIVATED).sum())
    assert env.final_score[game].tolist() == [keys, keys]
    assert env.final_ranks[game].tolist() == [1, 1]


@pytest.mark.uncompiled
def test_a_team_stands_better_with_keys_and_worse_with_damage_or_time_gone() -> None:
    def stands(p: Position) -> float:
        return float(potential(p.g, p.t))

    p = Position()
    begun = stands(p)
    assert begun == pytest.approx(0.0)
    p.carry(0, 1)
    carried = stands(p)
    p.g.key_state[1] = ACTIVATED
    assert begun < carried < stands(p)
    p.g.key_state[1] = 0
    p.g.health[2] -= 1
    assert stands(p) < begun
    p.g.health[2] += 1
    p.g.corruption += 1
    assert stands(p) < begun
