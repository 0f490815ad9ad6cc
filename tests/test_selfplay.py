"""Self-play of one learner at every seat: each decision is learned from once, with all that its seat earned."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.advantages import OPEN, OVER
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.definition import Definition
from exodus_env.kit.selfplay import SelfPlay
from exodus_env.kit.vector import VectorEnv
from tests.toy.config import BeaconConfig
from tests.toy.ruleset import beacon

GAMES = {
    "event horizon, shaped": lambda: ruleset(GameConfig(players=3, scenario="event_horizon", turns=1, shaping=0.5)),
    "beacon": lambda: beacon(BeaconConfig(players=3, hours=8)),
}


def played(
    rules: Definition, rollouts: int
) -> tuple[SelfPlay, list[list[dict[str, Any]]], list[list[tuple[int, int]]]]:
    """Decisions as they were learned from, and the actions of each game as they were played."""
    env = VectorEnv(rules, 4, seed=3)
    games = SelfPlay(env, 25, ("values", "number"))
    chance = np.random.default_rng(1)
    finished: list[list[dict[str, Any]]] = [[] for _ in range(4)]
    actions: list[list[tuple[int, int]]] = [[] for _ in range(4)]
    number = 0

    def choose(observations: Any, masks: Any) -> Any:
        nonlocal number
        chosen = np.where(masks, chance.random(masks.shape), -1.0).argmax(axis=1)
        for game, action in enumerate(chosen.tolist()):
            actions[game].append((int(env.actors[game]), action))
        number += 1
        return chosen, {"values": np.full(4, 0.25), "number": np.full(4, number)}

    for _ in range(rollouts):
        rows = games.collect(choose)
        for row in rows.finished().tolist():
            finished[rows.games[row]].append(
                {
                    "seat": int(rows.seats[row]),
                    "action": int(rows.actions[row]),
                    "number": int(rows.columns["number"][row]),
                    "reward": float(rows.rewards[row]),
                    "over": rows.following[row] == OVER,
                    "observation": rows.observations[row].copy(),
                }
            )
    return games, finished, actions


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_learned_from_once_with_all_that_its_seat_earned(game: str) -> None:
    """As PettingZoo says it, playing the same games one by one."""
    rules = GAMES[game]()
    games, finished, actions = played(rules, 8)
    assert len(games.returns) >= 4
    first = VectorEnv(rules, 4, seed=3)
    checked = 0
    for number in range(4):
        env = GameEnv(rules)
        env.reset(seed=int(first.seeds[number]))
        expected: list[dict[str, Any]] = []
        last: dict[str, dict[str, Any]] = {}
        for step, (seat, action) in enumerate(actions[number], start=1):
            agent = env.agent_selection
            assert env.possible_agents[seat] == agent
            seen = env.observe(agent)["observation"].copy()
            env.step(action)
            for name, decision in last.items():
                decision["reward"] += env.rewards[name] if name != agent else 0.0
            last[agent] = {"seat": seat, "action": action, "number": step, "reward": env.rewards[agent], "seen": seen}
            expected.append(last[agent])
            if any(env.terminations.values()):
                break
        else:
            continue  # the first game at this table had not ended
        of_first = [decision for decision in finished[number] if decision["number"] <= len(expected)]
        of_first.sort(key=lambda decision: decision["number"])
        assert len(of_first) == len(expected)
        for found, wanted in zip(of_first, expected, strict=True):
            assert (found["seat"], found["action"], found["number"]) == (
                wanted["seat"],
                wanted["action"],
                wanted["number"],
            )
            assert found["reward"] == pytest.approx(wanted["reward"], abs=1e-5)
            assert (found["observation"] == wanted["seen"]).all()
            assert found["over"] == any(wanted is decision for decision in last.values())
        checked += 1
    assert checked


def test_open_decisions_come_back_and_are_not_learned_from_before() -> None:
    games, _, _ = played(GAMES["beacon"](), 3)
    rows = games.collect(lambda seen, masks: (masks.argmax(axis=1), {"values": np.zeros(4), "number": np.zeros(4)}))
    still_open = np.flatnonzero(rows.following[: rows.count] == OPEN)
    assert len(still_open) and not set(still_open) & set(rows.finished())
    gains, targets = rows.estimate(1.0, 0.9, 1.0)
    assert (gains[still_open] == 0).all() and len(targets) == rows.count
    kept = {(int(rows.games[row]), int(rows.seats[row])): int(rows.actions[row]) for row in still_open}
    rows = games.collect(lambda seen, masks: (masks.argmax(axis=1), {"values": np.zeros(4), "number": np.zeros(4)}))
    again = {(int(rows.games[row]), int(rows.seats[row])): int(rows.actions[row]) for row in range(len(kept))}
    assert again == kept
