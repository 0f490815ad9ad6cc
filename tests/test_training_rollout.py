"""Rollouts: every seat is paid what it earned, to the decision that earned it, and never across the end of a game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from exodus_env.exodus.config import GameConfig  # noqa: E402
from exodus_env.exodus.ruleset import Ruleset, ruleset  # noqa: E402
from exodus_env.kit.advantages import OPEN, OVER, advantages  # noqa: E402
from exodus_env.kit.aec import GameEnv  # noqa: E402
from exodus_env.kit.kernel import COMPILED  # noqa: E402
from exodus_env.kit.packed import PackedRows  # noqa: E402
from exodus_env.players import make_player  # noqa: E402
from exodus_env.policies.learning import LearningNetwork, learning_network  # noqa: E402
from exodus_env.policies.network import build_network  # noqa: E402
from training.forecasts import explained  # noqa: E402
from training.rollout import LEARNER, Collector, EndPay, act, scripted  # noqa: E402

pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")


def small_game(scenario: str = "event_horizon", players: int = 2, **settings: Any) -> Ruleset:
    return ruleset(GameConfig(players=players, scenario=scenario, turns=2, **settings))


def tiny_network(rules: Ruleset, seed: int = 3) -> Any:
    torch.manual_seed(seed)
    return build_network({"width": 8, "layers": 1}, rules)


def playing(network: Any, rules: Ruleset) -> LearningNetwork:
    return learning_network(network, rules).as_it_is()


class Recorded:
    """A collector whose games are written down: for each game the seeds, actions and learning seats of its episodes."""

    def __init__(
        self, rules: Ruleset, games: int, steps: int, kinds: dict[str, float], winning: float = 0, standing: float = 0
    ) -> None:
        opponents = {name: scripted(make_player(name)) for name in kinds if name != "self"}
        self.rules = rules
        self.network = playing(tiny_network(rules), rules)
        self.winning, self.standing = winning, standing
        self.collector = Collector(rules, games, steps, 11, kinds, opponents, EndPay(winning, standing))
        self.episodes: list[list[dict[str, Any]]] = [[self._new(game)] for game in range(games)]
        self.rows: list[list[dict[str, Any]]] = [[] for _ in range(games)]  # finished rows by game
        real = self.collector.env.step

        def step(actions: Any) -> Any:
            for game, action in enumerate(actions.tolist()):
                self.episodes[game][-1]["actions"].append(action)
            answer = real(actions)
            self.ended = np.flatnonzero(self.collector.env.dones).tolist()
            return answer

        self.collector.env.step = step  # type: ignore[method-assign]
        credit = self.collector._credit

        def credited(tally: Any) -> None:
            credit(tally)
            for game in self.ended:
                self.episodes[game].append(self._new(game))

        self.collector._credit = credited  # type: ignore[method-assign]

    def _new(self, game: int) -> dict[str, Any]:
        learning = np.flatnonzero(self.collector.seated[game] == LEARNER).tolist()
        return {"seed": int(self.collector.env.seeds[game]), "actions": [], "learning": learning}

    def play(self, rollouts: int) -> None:
        for _ in range(rollouts):
            self.collector.collect(self.network)
            rows = self.collector.rows
            finished = rows.finished()
            observations, _ = self.collector.decisions.seen.dense(finished)
            for row, seen in zip(finished.tolist(), observations, strict=True):
                self.rows[rows.games[row]].append(
                    {
                        "seat": int(rows.seats[row]),
                        "action": int(rows.actions[row]),
                        "reward": float(rows.rewards[row]),
                        "over": rows.following[row] == OVER,
                        "observation": seen,
                    }
                )

    def reference(self, game: int) -> list[list[dict[str, Any]]]:
        """The same games played one by one through PettingZoo: decisions of learning seats with what they earned."""
        played = []
        for episode in self.episodes[game]:
            env = GameEnv(self.rules)
            env.reset(seed=episode["seed"])
            decisions: list[dict[str, Any]] = []
            last: dict[int, dict[str, Any]] = {}
            earned = [0.0] * len(env.possible_agents)
            for action in episode["actions"]:
                seat = env.possible_agents.index(env.agent_selection)
                if seat in episode["learning"]:
                    row = {"seat": seat, "action": action, "reward": 0.0, "over": False}
                    row["observation"] = env.observe(env.agent_selection)["observation"].copy()
                    last[seat] = row
                    decisions.append(row)
                before = list(earned)
                env.step(action)
                for other, agent in enumerate(env.possible_agents):
                    earned[other] += env.rewards[agent]
                    if other in last:
                        last[other]["reward"] += env.rewards[agent]
            if all(env.terminations.values()):
                winners = [other for other, utility in enumerate(earned) if utility > max(earned) - 1e-6]
                for other, row in last.items():
                    row["over"] = True
                    share = 1 / len(winners) if other in winners else 0.0
                    won = (len(earned) * share - 1) / (len(earned) - 1)
                    row["reward"] += self.winning * (won - earned[other])
                    if self.standing:
                        row["reward"] += self.standing * before[other] / self.rules.config.shaping
            played.append(decisions)
        return played


def by_seat(rows: list[dict[str, Any]], seat: int) -> list[dict[str, Any]]:
    return [row for row in rows if row["seat"] == seat]


@pytest.mark.parametrize(
    ("scenario", "players", "kinds", "shaping", "winning", "standing"),
    [
        ("event_horizon", 2, {"self": 1.0}, 0.3, 0.0, 0.0),
        ("event_horizon", 3, {"self": 0.4, "random": 0.6}, 0.0, 0.0, 0.0),
        ("event_horizon", 4, {"self": 0.5, "random": 0.5}, 0.2, 0.7, 0.0),
        ("event_horizon", 3, {"self": 0.5, "random": 0.5}, 1.0, 1.0, 2.0),
        ("stronghold", 2, {"self": 0.5, "motives": 0.5}, 0.5, 0.0, 0.0),
    ],
)
def test_rewards_of_every_seat_are_those_of_the_game_played_slowly(
    scenario: str, players: int, kinds: dict[str, float], shaping: float, winning: float, standing: float
) -> None:
    recorded = Recorded(small_game(scenario, players, shaping=shaping), 4, 37, kinds, winning, standing)
    recorded.play(8)  # rollouts end in the midst of games
    finished = 0
    for game in range(4):
        reference = recorded.reference(game)
        finished += len(reference) - 1
        for seat in range(players):
            expected = [row for episode in reference for row in by_seat(episode, seat)]
            found = by_seat(recorded.rows[game], seat)
            # What is still open comes in a later rollout; all before is there, once and in order.
            assert 0 <= len(expected) - len(found) <= 1
            for one, other in zip(found, expected):
                assert (one["action"], one["over"]) == (other["action"], other["over"])
                assert one["reward"] == pytest.approx(other["reward"], abs=1e-5)
                assert np.array_equal(one["observation"], other["observation"].astype(np.float16))
            if expected and expected[-1]["over"]:
                assert len(found) == len(expected)
    assert finished >= 4  # whole games were played


def test_every_seat_has_an_end_in_every_game_it_decided_in() -> None:
    recorded = Recorded(small_game(players=4), 3, 50, {"self": 1.0})
    recorded.play(10)
    for game in range(3):
        for episode in recorded.reference(game)[:-1]:
            ends = [row for row in episode if row["over"]]
            assert {row["seat"] for row in ends} == {row["seat"] for row in episode}
            assert sum(row["reward"] for row in episode) == pytest.approx(0.0, abs=1e-5)  # zero-sum


def test_no_trajectory_crosses_the_end_of_a_game() -> None:
    rules = small_game()
    collector = Collector(rules, 8, 400, 1, {"self": 1.0}, {})
    episodes: list[Any] = []
    learn = collector._learn

    def noting(network: Any, games: Any) -> Any:
        episodes.extend(collector.env.seeds[games].tolist())
        return learn(network, games)

    collector._learn = noting  # type: ignore[method-assign]
    tally = collector.collect(playing(tiny_network(rules), rules))
    assert tally.games >= 8
    rows = collector.rows
    seeds = np.array(episodes)
    linked = np.flatnonzero(rows.following[: rows.count] >= 0)
    after = rows.following[linked]
    assert (after > linked).all()
    for column in (seeds, rows.games, rows.seats):
        assert (column[linked] == column[after]).all()
    assert len(np.unique(after)) == len(after)
    assert (rows.following[: rows.count] == OVER).sum() == 2 * tally.games


def test_advantages_are_those_of_the_definition() -> None:
    chance = np.random.default_rng(4)
    rules = small_game(shaping=0.5)
    collector = Collector(rules, 5, 120, 2, {"self": 1.0}, {})
    network = playing(tiny_network(rules), rules)
    for _ in range(3):
        collector.collect(network)
    rows = collector.rows
    rows.columns["values"][: rows.count] = chance.normal(size=rows.count)
    gamma, lam, value_lam = 0.9, 0.8, 0.98
    found, targets = rows.estimate(gamma, lam, value_lam)
    for row in range(rows.count):
        assert found[row] == pytest.approx(slow_advantage(rows, row, gamma, lam), abs=1e-4)
        # Values have a lambda of their own.
        expected = slow_advantage(rows, row, gamma, value_lam) + rows.columns["values"][row]
        assert targets[row] == pytest.approx(expected, abs=1e-4)
    assert (rows.following[: rows.count] == OPEN).sum() > 0 < (rows.following[: rows.count] == OVER).sum()


def slow_advantage(rows: Any, row: int, gamma: float, lam: float) -> float:
    """The sum of discounted one-step errors along the decisions of a seat."""
    total, weight = 0.0, 1.0
    while rows.following[row] != OPEN:
        following = int(rows.following[row])
        next_value = 0.0 if following == OVER else float(rows.columns["values"][following])
        total += weight * (float(rows.rewards[row]) + gamma * next_value - float(rows.columns["values"][row]))
        if following == OVER:
            break
        weight *= gamma * lam
        row = following
    return total


def test_an_end_is_followed_by_nothing() -> None:
    rewards, values = np.array([0.0, 1.0]), np.array([0.5, 0.25])
    found = advantages(rewards, values, np.array([1, OVER]), [(0, 1), (1, 2)], 1.0, 1.0)
    assert found.tolist() == pytest.approx([0.5, 0.75])
    assert advantages(rewards, values, np.array([1, OPEN]), [(0, 1), (1, 2)], 1.0, 1.0).tolist() == [-0.25, 0.0]


# ---- what really came of it ------------------------------------------------------------------------------------------


def test_values_are_measured_by_what_came_to_the_end_of_whole_games() -> None:
    """They were measured by lambda-returns, which are made of the same values."""
    rules = small_game(players=3, shaping=0.5)
    gamma = 0.97
    opponents = {"random": scripted(make_player("random"))}
    collector = Collector(rules, 4, 37, 3, {"self": 0.5, "random": 0.5}, opponents, gamma=gamma)
    chains: dict[tuple[int, int], list[tuple[float, float]]] = {}  # of each game and seat: values and rewards
    expected, found = [], []
    follow = collector.forecasts.follow

    def following(rows: Any, discount: float) -> Any:
        for row in rows.finished().tolist():
            chain = chains.setdefault((int(rows.games[row]), int(rows.seats[row])), [])
            chain.append((float(rows.columns["values"][row]), float(rows.rewards[row])))
            if rows.following[row] == OVER:
                outcome = 0.0
                for value, reward in reversed(chains.pop((int(rows.games[row]), int(rows.seats[row])))):
                    outcome = reward + gamma * outcome
                    expected.append((value, outcome))
        values, outcomes = follow(rows, discount)
        found.extend(zip(values.tolist(), outcomes.tolist(), strict=True))
        return values, outcomes

    collector.forecasts.follow = following  # type: ignore[method-assign]
    network = playing(tiny_network(rules), rules)
    tallies = [collector.collect(network) for _ in range(12)]  # a game lasts for several rollouts
    assert sum(tally.games for tally in tallies) > 4
    assert len(found) == len(expected) > 300
    assert np.array(sorted(found)) == pytest.approx(np.array(sorted(expected)), abs=1e-5)
    assert len(collector.forecasts.values) == sum(map(len, chains.values()))
    for tally in tallies:
        assert (tally.explained is None) == (tally.games == 0)


def test_what_is_explained_is_a_share_of_the_variance() -> None:
    outcomes = np.array([1.0, -1.0, 1.0, -1.0])
    assert explained(outcomes, outcomes) == 1.0
    assert explained(np.zeros(4), outcomes) == 0.0
    assert explained(outcomes / 2, outcomes) == 0.75
    assert explained(-outcomes, outcomes) == -3.0
    assert explained(np.zeros(4), np.ones(4)) is None  # nothing to explain
    assert explained(np.zeros(0), np.zeros(0)) is None


def test_a_game_has_a_teacher_to_its_end_or_none() -> None:
    """It was drawn again for every rollout, so that games changed hands midway."""
    rules = small_game()
    collector = Collector(rules, 12, 30, 5, {"self": 1.0}, {}, own_share=0.5)
    network, teacher = playing(tiny_network(rules), rules), make_player("greedy")
    parts: dict[tuple[int, int], list[bool]] = {}
    decide = collector._decide

    def deciding(*arguments: Any) -> Any:
        seeds = collector.env.seeds.tolist()
        answer = decide(*arguments)
        first, last = collector.rows.steps[-1]
        same = collector.rows.columns["labels"][first:last] == collector.rows.actions[first:last]
        for game, agrees in zip(collector.rows.games[first:last].tolist(), same.tolist(), strict=True):
            parts.setdefault((seeds[game], collector.rollouts), []).append(agrees)
        return answer

    collector._decide = deciding  # type: ignore[method-assign]
    for _ in range(8):
        collector.collect(network, teacher)
    taught: dict[int, set[bool]] = {}
    for (seed, _), agrees in parts.items():
        if len(agrees) >= 8:
            taught.setdefault(seed, set()).add(all(agrees))
    assert {len(each) for each in taught.values()} == {1}
    assert {next(iter(each)) for each in taught.values()} == {True, False}


# ---- choosing --------------------------------------------------------------------------------------------------------


def test_what_is_drawn_is_legal_and_as_likely_as_said() -> None:
    rules = small_game()
    collector = Collector(rules, 1, 1, 0, {"self": 1.0}, {})
    network = tiny_network(rules)
    torch.nn.init.normal_(network.head.bias, std=2.0)
    count = 20_000
    decisions = PackedRows(rules.observations.size, rules.actions.size)
    decisions.add(collector.env.observations, collector.env.action_masks, np.zeros(count, dtype=np.int64))
    draws = np.random.default_rng(0).random(count, dtype=np.float32)
    draws[:2] = 0.0, np.nextafter(np.float32(1), np.float32(0))
    student = learning_network(network, rules)
    actions, log_p, _ = act(student, student.batch(decisions, np.arange(count)), draws)
    assert collector.env.action_masks[0, actions].all()
    for action in np.unique(actions):
        share = np.exp(log_p[actions == action][0])
        assert (actions == action).mean() == pytest.approx(share, abs=0.015)


def test_a_learning_seat_of_sb3_earns_what_its_seat_does() -> None:
    pytest.importorskip("sb3_contrib")
    from training.seats import SeatVecEnv

    rules = small_game(players=3)
    env = SeatVecEnv(rules, 6, 4, {"random": 0.5, "motives": 0.5}, {n: scripted(make_player(n)) for n in PAIR})
    observations = env.reset()
    chance = np.random.default_rng(2)
    ended = 0
    for _ in range(250):
        assert (env.batch.actors == env.seat).all()  # nobody else is asked
        assert np.array_equal(observations, env.batch.observations)
        masks = env.action_masks()
        before, seats = env.batch.seeds.copy(), env.seat.copy()
        observations, rewards, dones, infos = env.step(np.where(masks, chance.random(masks.shape), -1).argmax(axis=1))
        assert len(infos) == 6
        assert (dones == (env.batch.seeds != before)).all()
        assert np.isin(rewards[dones], (-1.0, -0.5, 0.0, 0.5, 1.0)).all() and (rewards[~dones] == 0).all()
        ended += int(dones.sum())
        assert (seats[~dones] == env.seat[~dones]).all()
    assert ended > 6


PAIR = ("random", "motives")


def test_values_of_sb3_learn_with_a_lambda_of_their_own() -> None:
    pytest.importorskip("sb3_contrib")
    from gymnasium import spaces

    from training.sb3 import TwoLambdas

    chance = np.random.default_rng(1)

    def filled(gae_lambda: float, value_lambda: float) -> Any:
        box, actions = spaces.Box(0, 1, (2,)), spaces.Discrete(3)
        buffer = TwoLambdas(5, box, actions, gae_lambda=gae_lambda, gamma=0.9, n_envs=2, value_lambda=value_lambda)
        buffer.rewards[:], buffer.values[:] = rewards, values
        buffer.episode_starts[3, 1] = 1.0
        buffer.compute_returns_and_advantage(torch.tensor([0.3, -0.2]), np.array([False, True]))
        return buffer

    rewards, values = chance.normal(size=(5, 2)), chance.normal(size=(5, 2))
    both, low, high = filled(0.5, 1.0), filled(0.5, 0.5), filled(1.0, 1.0)
    assert np.array_equal(both.advantages, low.advantages) and np.array_equal(both.returns, high.returns)
    assert not np.allclose(low.returns, high.returns)
    assert both.gae_lambda == 0.5
