"""Rewards before the end: shaping by a potential changes how a game is paid, and nothing else about it."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from exodus_env import event_horizon_v0, exodus_v0, gym_envs, stronghold_v0
from exodus_env.exodus.check.bounds import facts_of
from exodus_env.exodus.check.results import final_lines
from exodus_env.exodus.content.vocabulary import VP
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.rules.choices import DECISIONS, TAKEN_IN_SECRET
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.batch import RESET, Batch
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.saves import SaveError
from tests.test_who_is_asked import ASKED

SHAPING = 0.25
GAMES: dict[str, tuple[ModuleType, dict[str, Any]]] = {
    "base": (exodus_v0, {"players": 3, "turns": 2}),
    "event horizon": (event_horizon_v0, {"players": 4, "turns": 2, "modules": ["M3", "M10"]}),
    "coop": (stronghold_v0, {"players": 2, "turns": 3, "difficulty": "beginner"}),
    "semi": (stronghold_v0, {"players": 3, "turns": 4, "mode": "semi_coop"}),
    "solo": (stronghold_v0, {"mode": "solo", "turns": 3}),
}


def potential(batch: Batch) -> np.ndarray:
    """How every player stands, computed in another way than the rules do."""
    g, t, players = batch.games[0], batch.rules.t, batch.rules.config.players
    if g.over:
        return np.zeros(players)
    stands = np.zeros(players)
    if t.scenario == 1:
        stands += (t.stronghold_levels - g.stronghold) / t.stronghold_levels - g.squadron.sum() / t.squadrons
    if not t.coop:
        s = facts_of(g, batch.rules)
        points = np.array([g.resource[p, VP] + sum(final_lines(s, p)) for p in range(players)], dtype=float)
        stands += (points - points.mean()) / max(1, np.abs(points).max())
    return stands


@pytest.mark.parametrize("name", GAMES)
def test_a_step_pays_the_change_of_the_potential_and_changes_nothing_else(name: str) -> None:
    module, settings = GAMES[name]
    plain, shaped = (module.raw_env(**settings, shaping=weight)._batch for weight in (0.0, SHAPING))
    chance = np.random.default_rng(3)
    for batch in (plain, shaped):
        batch.actions[0] = RESET
        batch.seeds[0] = 11
        batch.play(False)
    before = potential(shaped)
    paid, kinds = np.zeros(len(before)), set()
    start = before
    while not shaped.games[0].over:
        action = chance.choice(np.flatnonzero(shaped.masks[0]))
        for batch in (plain, shaped):
            batch.actions[0] = action
            batch.play(False)
        assert plain.games.tobytes() == shaped.games.tobytes()
        assert (plain.observations == shaped.observations).all() and (plain.masks == shaped.masks).all()
        after = potential(shaped)
        assert shaped.rewards[0] - plain.rewards[0] == pytest.approx(SHAPING * (after - before), abs=1e-6)
        assert plain.games[0].over or not plain.rewards.any()
        paid += shaped.rewards[0]
        kinds.add(bool(shaped.rewards.any()))
        before = after
    assert kinds == {True, False}
    assert paid == pytest.approx(plain.rewards[0] - SHAPING * start, abs=1e-4)


SECRET_GAMES: dict[str, tuple[ModuleType, dict[str, Any]]] = {
    "semi": GAMES["semi"],
    "semi, in secret": (stronghold_v0, {"players": 2, "turns": 4, "mode": "semi_coop", "movement": "simultaneous"}),
    "edge": (exodus_v0, {"players": 3, "turns": 2, "edge_of_extinction": True, "movement": "simultaneous"}),
    "event horizon": GAMES["event horizon"],
    "coop": GAMES["coop"],
}


@pytest.mark.parametrize("name", SECRET_GAMES)
def test_a_choice_that_stays_secret_pays_exactly_nothing(name: str) -> None:
    """Not even a residue of what is added and taken away; what others see decides whether anything is paid."""
    module, settings = SECRET_GAMES[name]
    batch = module.raw_env(**settings, shaping=0.3)._batch
    chance = np.random.default_rng(5)
    batch.actions[0], batch.seeds[0] = RESET, 12
    batch.play(False)
    g, secret = batch.games[0], 0
    g.resource[: len(batch.rewards[0]), VP] = np.arange(len(batch.rewards[0])) * 7 + 3
    g.stronghold -= g.stronghold // 3
    fields = [field for field, _, _, who, _ in FIELDS if who == "public" and field not in ASKED]
    for _ in range(10**6 if COMPILED else 50):
        before, decision = [g[field].copy() for field in fields], int(g.decision)
        batch.actions[0] = chance.choice(np.flatnonzero(batch.masks[0]))
        batch.play(False)
        if g.over:
            break
        if all(np.array_equal(g[field], was) for field, was in zip(fields, before, strict=True)):
            secret += decision in TAKEN_IN_SECRET
            assert not batch.rewards.any(), DECISIONS[decision][0]
    assert secret > 1


def collect(env: GameEnv, chance: np.random.Generator, earned: dict[str, float]) -> None:
    """Play to the end at random and add up what every agent is told it has earned."""
    for agent in env.agent_iter():
        observation, reward, over, truncated, _ = env.last()
        earned[agent] = earned.get(agent, 0.0) + reward
        mask = observation["action_mask"]
        env.step(None if over or truncated else int(chance.choice(np.flatnonzero(mask))))


def test_agents_are_told_all_they_earn_once() -> None:
    env = exodus_v0.env(players=3, turns=1, shaping=SHAPING)
    env.reset(seed=2)
    start = potential(env._batch)
    earned: dict[str, float] = {}
    steps = 0
    chance = np.random.default_rng(0)
    while not any(env._cumulative_rewards.values()):  # until somebody has not yet been told of something
        agent = env.agent_selection
        observation, reward, *_ = env.last()
        earned[agent] = earned.get(agent, 0.0) + reward
        env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        steps += 1
    copies = [env, env.clone(), exodus_v0.env(players=3, turns=1, shaping=SHAPING)]
    copies[2].from_bytes(env.to_bytes())
    results = []
    for copy in copies:
        results.append(dict(earned))
        collect(copy, np.random.default_rng(1), results[-1])
    assert results[0] == results[1] == results[2]
    total = np.array([results[0][name] for name in env.possible_agents])
    final = exodus_v0.env(players=3, turns=1)  # the same game without shaping
    final.reset(seed=2)
    for chance, left in ((np.random.default_rng(0), steps), (np.random.default_rng(1), 10**6)):
        while left and not any(final.terminations.values()):
            final.step(int(chance.choice(np.flatnonzero(final.last()[0]["action_mask"]))))
            left -= 1
    assert total == pytest.approx(np.array(list(final.rewards.values())) - SHAPING * start, abs=1e-4)


def test_a_save_with_early_rewards_is_refused_without_shaping() -> None:
    env = exodus_v0.env(players=2, turns=1)
    env.reset(seed=0)
    env._cumulative_rewards["player_0"] = 0.5
    with pytest.raises(SaveError, match="there are rewards"):
        exodus_v0.env(players=2, turns=1).from_bytes(env.to_bytes())


def test_a_single_learner_earns_what_happens_between_its_decisions() -> None:
    def game(shaping: float) -> list[float]:
        env = gym_envs.make("exodus", players=2, turns=1, shaping=shaping)
        env.reset(seed=4)
        chance = np.random.default_rng(0)
        rewards, over = [], False
        while not over:
            _, reward, over, _, _ = env.step(int(chance.choice(np.flatnonzero(env.action_masks()))))
            rewards.append(reward)
        return rewards

    plain, shaped = game(0.0), game(SHAPING)
    assert len(plain) == len(shaped) and not any(plain[:-1]) and any(shaped[:-1])
    assert abs(sum(shaped) - plain[-1]) <= SHAPING  # minus the potential at the learner's first decision
