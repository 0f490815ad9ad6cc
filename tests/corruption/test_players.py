"""Scripted players: what they reckon, what they do in plain positions, and that they play sensibly."""

from __future__ import annotations

import numpy as np
import pytest

from exodus_env.corruption import core
from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.players.chances import peril, pursuit, reach
from exodus_env.corruption.players.outlook import worth
from exodus_env.corruption.players.styles import make_style, style_tables
from exodus_env.corruption.players.terms import END_WORTH, MOTIVES
from exodus_env.corruption.record import new_games
from exodus_env.corruption.ruleset import corruption
from exodus_env.kit.kernel import COMPILED, Reals
from exodus_env.kit.players import Views
from exodus_env.kit.vector import VectorEnv
from exodus_env.players import make_player
from tests.corruption.position import Position
from tests.corruption.test_random_play import STYLES, begin, choose


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


# What comes up in games at random of these numbers, besides other decisions.
CHOICES = {"next_ship": 0, "volunteer": 3, "manoeuvre": 1, "window": 2, "menu": 2, "invite": 9}


@pytest.mark.uncompiled
@pytest.mark.parametrize("decision", CHOICES)
def test_choices_of_players_are_legal_and_the_same_again(decision: str) -> None:
    p = pending(decision, CHOICES[decision])
    before = p.games.tobytes()
    for name in ("motives", "greedy", "search:4"):
        actions = {choice(name, p) for _ in range(2 if COMPILED else 1)}
        assert len(actions) == 1
        assert p.masks[0, actions.pop()] == 1
    assert p.games.tobytes() == before


def pending(decision: str, seed: int) -> Position:
    """The first decision of a kind in a game at random with ships that are equipped on a map that is known."""
    p = begin(seed, "known", order="volunteer" if decision == "volunteer" else "leader", ships=3, players=3)
    rng = np.random.default_rng(seed)
    while p.decision != decision:
        p._play(choose(p, rng, STYLES["team"]))
    return p


def choice(name: str, p: Position) -> int:
    """What a player does in a position."""
    observations = np.zeros((1, p.rules.observations.size), dtype=np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, int(p.g.actor), observations)
    actors, seeds = np.array([int(p.g.actor)]), np.array([5])
    views = Views(p.rules, actors, observations, p.masks.copy(), seeds, p.games.copy())
    return int(np.asarray(make_player(name, game="corruption").choose_all(views))[0])
