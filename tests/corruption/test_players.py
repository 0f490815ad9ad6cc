"""Scripted players: what they reckon, what they do in plain positions, and that they play sensibly."""

from __future__ import annotations

import numpy as np
import pytest

from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.players.chances import peril, pursuit, reach
from exodus_env.corruption.players.outlook import worth
from exodus_env.corruption.players.styles import make_style, style_tables
from exodus_env.corruption.players.terms import END_WORTH, MOTIVES
from exodus_env.corruption.record import new_games
from exodus_env.corruption.ruleset import corruption
from exodus_env.kit.kernel import Reals
from exodus_env.kit.players import Views
from exodus_env.kit.vector import VectorEnv
from exodus_env.players import make_player
from tests.corruption.position import Position


def value(p: Position, style: str = "team") -> float:
    motives: Reals = np.zeros(len(MOTIVES))
    return float(worth(p.g, p.t, make_style(style).weights, motives))


@pytest.mark.parametrize("style", ["team", "scout", "hunter", "guardian", "greedy"])
def test_no_position_is_worth_as_much_as_a_victory(style: str) -> None:
    p = Position().open_start()
    p.g.systems = 1
    p.g.key_state[: p.t.keys] = 3
    p.g.mod[:] = 1
    p.g.energy[:] = p.g.ready[:] = 7
    p.g.scraps[:] = 9
    assert value(p, style) < END_WORTH


def test_avatars_come_as_far_as_their_die_says() -> None:
    p = Position().open_start()
    odds = [float(reach(p.g, p.t, steps)) for steps in range(5)]
    steps = p.t.avatar_steps
    assert odds == [float(np.mean(steps >= n)) for n in range(5)]


def test_more_ships_mean_less_peril_and_less_to_flee_from() -> None:
    alone, together = avatar_at_haven(), avatar_at_haven()
    alone.g.slot[0] = 1
    together.g.slot[: together.t.ships] = 1
    assert peril(together.g, together.t, 0, 1, True) < peril(alone.g, alone.t, 0, 1, True)
    assert pursuit(together.g, together.t) < pursuit(alone.g, alone.t)


def avatar_at_haven() -> Position:
    """An Avatar next to the Starting System, where all ships are."""
    p = Position().open_start()
    p.add("haven", 0)
    p.foe("devourer", 1)
    return p


def test_every_style_is_named_and_known() -> None:
    assert set(style_tables()) == {"team", "scout", "hunter", "guardian", "greedy"}


def test_motives_take_keys_and_random_play_does_not() -> None:
    """Four games each, the same deals: a team of `motives` solves Signals in all of them."""
    assert keys_taken("motives", 4) >= 4
    assert keys_taken("random", 4) < 4


def keys_taken(name: str, games: int) -> int:
    """Keys taken or activated in some games at Casual, one captain with four ships."""
    rules = corruption(CorruptionConfig(players=1, ships=4, difficulty="casual"))
    player = make_player(name, game="corruption")
    env = VectorEnv(rules, games, seed=5)
    taken = np.zeros(games, dtype=np.int64)
    over = np.zeros(games, dtype=bool)
    step = 0
    last = new_games(games)
    while not over.all():
        last[:] = env.games
        seeds = np.arange(games) * 100_003 + step
        views = Views(rules, env.actors, env.observations, env.action_masks, seeds, env.games.copy())
        env.step(np.asarray(player.choose_all(views)))
        step += 1
        for i in np.flatnonzero(env.dones & ~over):
            over[i] = True
            taken[i] = int((last[i]["key_state"][: rules.t.keys] >= 2).sum())
    return int(taken.sum())
