"""The environments: PettingZoo's own tests, order and legality, copies and saves, batches, worlds."""

from __future__ import annotations

import copy
import pickle
import time
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.utils.conversions import parallel_to_aec, turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import BaseWrapper, TerminateIllegalWrapper

from exodus_env import exodus_v0
from exodus_env.exodus.config import MODULES, GameConfig
from exodus_env.exodus.rules import choices
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.aec import OutOfOrder
from exodus_env.kit.batch import LOOK, Batch, IllegalAction
from exodus_env.kit.definition import Definition
from exodus_env.kit.flow import NoLegalChoice
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.saves import SaveError

GAMES = 10 if COMPILED else 2


def play(env: Any, decisions: int, seed: int = 0) -> list[int]:
    """Random legal decisions; returns the actions."""
    rng = np.random.default_rng(seed)
    taken = []
    while len(taken) < decisions and env.agents and not any(env.terminations.values()):
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        taken.append(int(rng.choice(legal)))
        env.step(taken[-1])
    return taken


def finish(env: Any, seed: int = 0) -> dict[str, float]:
    """Random play to the end; returns the rewards."""
    play(env, 10**6, seed)
    return dict(env.rewards)


def same(first: Any, second: Any) -> bool:
    """Whether two environments are in the same state in every respect."""
    return (
        first.game.tobytes() == second.game.tobytes()
        and first.agents == second.agents
        and first.agent_selection == second.agent_selection
        and first.terminations == second.terminations
        and first.rewards == second.rewards
        and first._cumulative_rewards == second._cumulative_rewards
        and data_equivalence(first.last(), second.last())
    )


# PettingZoo's own tests ----------------------------------------------------------------------------------------------


class AnyAction(BaseWrapper):  # type: ignore[type-arg]
    """PettingZoo's cycle test samples without masks: read a sample as one of the legal actions."""

    def step(self, action: Any) -> None:
        if action is not None:
            legal = np.flatnonzero(self.env.observe(self.env.agent_selection)["action_mask"])
            action = int(legal[int(action) % len(legal)])
        super().step(action)


def test_pettingzoo_max_cycles() -> None:
    """The test is made for games in which all agents act at once; PettingZoo's own conversion makes ours one."""

    def parallel_env(max_cycles: int) -> Any:
        env = AnyAction(exodus_v0.env(max_cycles=max_cycles))
        env.metadata["is_parallelizable"] = True
        return turn_based_aec_to_parallel(env)

    module = types.SimpleNamespace(
        parallel_env=parallel_env, env=lambda max_cycles: parallel_to_aec(parallel_env(max_cycles))
    )
    max_cycles_test(module)


# Order and legality --------------------------------------------------------------------------------------------------


def test_an_illegal_action_names_decision_and_action_and_changes_nothing() -> None:
    env = exodus_v0.env()
    env.reset(seed=3)
    before = env.game.tobytes()
    mask = env.last()[0]["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(IllegalAction, match=rf"action {illegal} \(.*\) is not legal: player \d must .*legal are"):
        env.step(illegal)
    assert env.game.tobytes() == before
    assert np.array_equal(env.last()[0]["action_mask"], mask)
    play(env, 5)


@pytest.mark.parametrize("ask_forced", [False, True])
def test_a_decision_without_a_legal_choice_stops_the_game_and_is_named(ask_forced: bool) -> None:
    alone = GameConfig(players=1, scenario="stronghold", mode="solo", modules=frozenset({"M4"}), ask_forced=ask_forced)
    batch = Batch(ruleset(alone), 2)
    batch.play(False)
    batch.games[1].decision = choices.D_BOUNTY  # there is nobody else
    batch.actions[:] = LOOK
    for _ in range(2):  # it stays as it is
        with pytest.raises(NoLegalChoice, match=r"game 1 .* player 0 must name the player with the Bounty"):
            batch.play(False)
    assert batch.games[1].decision == choices.D_BOUNTY
    assert "nothing is legal" in batch.complaint(1, 0)


@pytest.mark.parametrize("action", [-1, 10**6, -(10**9), 2**62])
def test_an_action_out_of_range_is_refused(action: int) -> None:
    env = exodus_v0.env()
    env.reset(seed=3)
    before = env.game.tobytes()
    with pytest.raises(IllegalAction, match=r"out of range: ids are 0 to \d+; player \d must \w+"):
        env.step(action)
    assert env.game.tobytes() == before


class Index:
    """Something that stands for a whole number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def tensor(value: Any) -> Any:
    return pytest.importorskip("torch").tensor(value)


@pytest.mark.parametrize("made", [int, np.int16, np.uint64, np.array, Index, tensor])
def test_an_action_can_be_anything_that_stands_for_a_whole_number(made: Callable[[int], Any]) -> None:
    env, twin = (exodus_v0.env(players=2) for _ in range(2))
    env.reset(seed=3)
    twin.reset(seed=3)
    for _ in range(5):
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
        env.step(action)
        twin.step(made(action))
    assert same(env, twin)


@pytest.mark.parametrize("value", [[0], [[0]], 0.0, True])
def test_a_tensor_that_is_not_a_whole_number_is_refused(value: Any) -> None:
    env = exodus_v0.env(players=2)
    env.reset(seed=3)
    with pytest.raises(TypeError, match="whole number"):
        env.step(tensor(value))


@pytest.mark.parametrize(
    "action", [None, 1.0, "pass", True, [0], *map(np.array, ([1, 2], [0], 0.0, True)), np.float32(0), np.bool_(False)]
)
def test_an_action_of_the_wrong_type_is_refused(action: Any) -> None:
    env = exodus_v0.env()
    env.reset(seed=3)
    before = env.game.tobytes()
    with pytest.raises(TypeError, match="whole number"):
        env.step(action)
    assert env.game.tobytes() == before


def test_calls_before_reset_and_after_the_end_are_refused() -> None:
    env = exodus_v0.env(turns=1)
    calls = (lambda: env.step(0), env.last, lambda: env.observe("player_0"), env.state, env.render, env.to_bytes)
    for call in (*calls, lambda: env.sample_world(0)):
        with pytest.raises(OutOfOrder, match="reset"):
            call()
    env.reset(seed=1)
    finish(env)
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    while env.agents:
        env.step(None)
    for call in (lambda: env.step(0), lambda: env.step(None), env.last):
        with pytest.raises(OutOfOrder, match="every agent has left"):
            call()


@pytest.mark.parametrize("wrong", [0, -3, True, 2.5, "10"])
def test_a_wrong_number_of_cycles_is_refused(wrong: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="max_cycles"):
        exodus_v0.env(max_cycles=wrong)


@pytest.mark.parametrize("wrong", [{"players": 3}, "base.toml", 4])
def test_a_configuration_of_the_wrong_type_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="GameConfig"):
        exodus_v0.env(config=wrong)
    with pytest.raises(TypeError, match="GameConfig"):
        exodus_v0.vector_env(1, config=wrong, players=3)


def test_a_change_of_the_mask_handed_out_does_not_make_an_action_legal() -> None:
    env = exodus_v0.env()
    env.reset(seed=3)
    mask = env.last()[0]["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    mask[:] = 1
    with pytest.raises(IllegalAction):
        env.step(illegal)


def test_an_observation_kept_is_not_overwritten() -> None:
    env = exodus_v0.env()
    env.reset(seed=3)
    kept = env.last()[0]
    copies = kept["observation"].copy(), kept["action_mask"].copy()
    play(env, 20)
    assert np.array_equal(kept["observation"], copies[0])
    assert np.array_equal(kept["action_mask"], copies[1])


def test_agents_that_do_not_act_have_a_mask_a_masked_distribution_can_take() -> None:
    env = exodus_v0.env()
    env.reset(seed=3)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].sum() >= 1
        assert env.infos[agent]["action_mask"].sum() >= 1


@pytest.mark.parametrize("encoding", ["flat", "structured"])
def test_observations_and_infos_share_nothing_that_can_be_changed(encoding: str) -> None:
    env = exodus_v0.env(players=3, turns=1, encoding=encoding)
    env.reset(seed=3)
    while not any(env.terminations.values()):
        seen = {agent: env.observe(agent) for agent in env.agents}
        infos = env.infos
        assert len({id(info) for info in infos.values()}) == len(infos)
        masks = [seen[agent]["action_mask"] for agent in seen] + [infos[agent]["action_mask"] for agent in infos]
        for i, mask in enumerate(masks):
            assert not mask.flags.writeable or not any(np.shares_memory(mask, other) for other in masks[:i])
        for agent in infos:
            infos[agent]["mine"] = agent
        assert all(set(env.observe(agent)) == {"observation", "action_mask"} for agent in env.agents)
        assert [info["mine"] for info in infos.values()] == list(infos)
        play(env, 1)
        assert not any("mine" in env.observe(agent) for agent in env.agents)


def test_the_parallel_conversion_of_pettingzoo_keeps_observations_in_their_space() -> None:
    env = AnyAction(exodus_v0.env(players=3))
    env.metadata["is_parallelizable"] = True
    parallel = turn_based_aec_to_parallel(env)
    observations, _ = parallel.reset(seed=1)
    for _ in range(20):
        assert all(seen in parallel.observation_space(agent) for agent, seen in observations.items())
        observations, _, _, _, infos = parallel.step(dict.fromkeys(parallel.agents, 0))
        assert {info["active_agent"] for info in infos.values()} == {env.agent_selection}


@pytest.mark.parametrize("wrong", [{"turns": 3}, {"options": 1, "seed": 2}, {3: 4}])
def test_options_of_reset_that_mean_nothing_are_refused(wrong: Any) -> None:
    env = exodus_v0.env(players=2)
    with pytest.raises(ValueError, match=r"reset\(\) takes no options"):
        env.reset(seed=1, options=wrong)
    with pytest.raises(TypeError, match="dictionary"):
        env.reset(options=["seed"])
    for fine in (None, {}):
        env.reset(seed=1, options=fine)


def test_human_mode_shows_the_game_at_reset_and_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = exodus_v0.env(players=2, render_mode="human")
    silent = exodus_v0.env(players=2, render_mode="ansi")
    for e in (env, silent):
        e.reset(seed=1)
    for _ in range(3):
        assert capsys.readouterr().out == f"{silent.render()}\n"
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
        env.step(action)
        silent.step(action)
    capsys.readouterr()
    world = env.sample_world("player_0", seed=1)
    play(world, 3)
    play(silent, 3)
    assert capsys.readouterr().out == "", "a world is there to think with"


# Illegal actions -----------------------------------------------------------------------------------------------------


def illegal_action(env: Any) -> int:
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


@pytest.mark.parametrize("wrong", ["lose", "", None, 1])
def test_an_unknown_way_to_treat_illegal_actions_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="illegal must be one of raise, terminate, random"):
        exodus_v0.env(illegal=wrong)


@pytest.mark.parametrize("shaping", [0.0, 0.25])
def test_an_illegal_action_terminates_as_in_the_classic_environments(shaping: float) -> None:
    """Step by step the same as PettingZoo's own wrapper makes of our environment."""
    settings = {"players": 3, "turns": 2, "shaping": shaping}
    wrapped = TerminateIllegalWrapper(exodus_v0.env(**settings), illegal_reward=-1)
    env = exodus_v0.env(**settings, illegal="terminate")
    for decisions in (0, 7, 40):
        for e in (wrapped, env):
            e.reset(seed=5)
            play(e, decisions)
        offender, action = env.agent_selection, illegal_action(env)
        for e in (wrapped, env):
            e.step(action)
        assert env.rewards == {agent: -1.0 * (agent == offender) for agent in env.agents}
        assert "is not legal" in env.infos[offender]["illegal_action"]
        assert not any("illegal_action" in info for agent, info in env.infos.items() if agent != offender)
        assert all(env.terminations.values())
        while env.agents:
            for name in ("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations"):
                assert getattr(env, name) == getattr(wrapped.unwrapped, name), name
            assert env.last()[1:4] == wrapped.last()[1:4]
            for e in (wrapped, env):
                e.step(None)
        assert not wrapped.agents


@pytest.mark.parametrize("action", [-1, 10**6])
def test_an_action_out_of_range_is_an_illegal_one(action: int) -> None:
    ended, lenient = (exodus_v0.env(players=2, illegal=way) for way in ("terminate", "random"))
    for env in (ended, lenient):
        env.reset(seed=3)
        agent = env.agent_selection
        env.step(action)
        assert "out of range" in env.infos[agent]["illegal_action"]
        with pytest.raises((TypeError, ValueError)):
            env.step("pass")
    assert all(ended.terminations.values()) and not any(lenient.terminations.values())


def test_a_learner_without_masks_plays_random_legal_actions_instead() -> None:
    """What is taken instead depends on the seed alone, is not always the same, and stands in the offender's info."""

    def game(seed: int) -> list[bytes]:
        env = exodus_v0.env(players=3, turns=1, illegal="random")
        env.reset(seed=seed)
        rng = np.random.default_rng(1)
        course, waiting = [], {}
        while not any(env.terminations.values()):
            agent = env.agent_selection
            observation, *_, info = env.last()
            assert info.get("illegal_action") == waiting.pop(agent, None), "told until the agent acts again"
            action = int(rng.integers(env.action_space(agent).n))
            env.step(action)
            assert ("illegal_action" in env.infos[agent]) == (observation["action_mask"][action] == 0)
            if "illegal_action" in env.infos[agent]:
                waiting[agent] = env.infos[agent]["illegal_action"]
            course.append(env.to_bytes())
        told = {agent: info.get("illegal_action") for agent, info in env.infos.items()}
        assert told == dict.fromkeys(env.agents) | waiting
        return course

    assert game(1) == game(1)
    assert game(1) != game(2)
    taken = set()
    for seed in range(12):
        env = exodus_v0.env(players=4, illegal="random")
        env.reset(seed=seed)
        legal = np.flatnonzero(env.last()[0]["action_mask"]).tolist()
        before = env.clone()
        env.step(illegal_action(env))
        after = env.game.tobytes()
        for i, action in enumerate(legal):
            twin = before.clone()
            twin.step(action)
            if twin.game.tobytes() == after:
                taken.add(i)
                break
        else:
            pytest.fail("what was taken is not legal")
    assert len(taken) > 1


# Rewards -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_rewards_are_zero_sum_by_rank_and_reach_every_seat(players: int) -> None:
    env = exodus_v0.env(players=players, turns=1)
    for seed in range(GAMES):
        env.reset(seed=seed)
        rewards = finish(env, seed)
        assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)
        assert all(-1 <= reward <= 1 for reward in rewards.values())
        collected = {}
        while env.agents:
            agent = env.agent_selection
            _, reward, termination, _, _ = env.last()
            assert termination
            collected[agent] = reward
            env.step(None)
        assert collected == pytest.approx(rewards)


def test_truncation_after_max_cycles() -> None:
    env = exodus_v0.env(max_cycles=12)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    steps = 0
    while not any(env.truncations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
        steps += 1
    assert steps == 12
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


# Copies --------------------------------------------------------------------------------------------------------------


def reload(env: Any) -> Any:
    other = exodus_v0.env(config=env.config, illegal=env.illegal)
    other.from_bytes(env.to_bytes())
    return other


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: env.clone(), lambda env: pickle.loads(pickle.dumps(env)), reload]
)
@pytest.mark.parametrize("modules", [(), MODULES], ids=["base", "all modules"])
def test_a_copy_in_mid_game_goes_on_exactly_alike(copied: Any, modules: tuple[str, ...]) -> None:
    env = exodus_v0.env(players=3, turns=2, modules=modules)
    env.reset(seed=5)
    for round_ in range(8):
        play(env, 12, round_)
        other = copied(env)
        assert same(env, other)
        play(other, 15, 99)  # the copy is independent
        twin = copied(env)
        assert play(env, 4, round_) == play(twin, 4, round_)
        assert same(env, twin)
    finish(env)
    assert same(env, copied(env))
    env.step(None)
    assert same(env, copied(env))
    follower = copied(env)
    env.reset()
    follower.reset()
    assert same(env, follower)


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: env.clone(), lambda env: pickle.loads(pickle.dumps(env)), reload]
)
@pytest.mark.parametrize("illegal", ["terminate", "random"])
def test_copies_treat_illegal_actions_alike(copied: Any, illegal: str) -> None:
    env = exodus_v0.env(players=3, turns=1, illegal=illegal)
    env.reset(seed=5)
    play(env, 6)
    for _ in range(30):
        twin = copied(env)
        assert twin.illegal == illegal
        over = any(env.terminations.values())
        action = None if over else illegal_action(env)
        for e in (env, twin):
            e.step(action)
        if not env.agents:
            break
        assert same(env, twin) and data_equivalence(env.infos, twin.infos)
        assert same(env, copied(env)) and data_equivalence(env.infos, copied(env).infos)


def test_a_pickle_that_names_something_else_than_a_game_is_refused() -> None:
    called = []

    class Trap:
        @staticmethod
        def from_dict(config: Any) -> None:
            called.append(config)

    env = exodus_v0.env(players=2)
    env.reset(seed=1)
    for made in (env, exodus_v0.vector_env(1, players=2, seed=1)):
        for wrong in (Trap, Trap(), dict, None, Definition):
            with pytest.raises(SaveError):
                type(made).__new__(type(made)).__setstate__({**made.__getstate__(), "definition": wrong})
        for wrong in (None, [], {"players": 99}, {"nonsense": 1}):
            with pytest.raises(SaveError):
                type(made).__new__(type(made)).__setstate__({**made.__getstate__(), "config": wrong})
    assert not called


SLACK = 10  # a busy machine is slow; what this guards against was 80 times as slow


@pytest.mark.skipif(not COMPILED, reason="speed of compiled code")
@pytest.mark.parametrize("settings", [{}, {"players": 6, "modules": MODULES, "edge_of_extinction": True}], ids=str)
def test_copies_and_worlds_are_cheap(settings: dict[str, Any]) -> None:
    env = exodus_v0.env(**settings)
    env.reset(seed=1)
    play(env, 60)
    for call, most in ((env.clone, 30e-6), (lambda: copy.deepcopy(env), 30e-6), (lambda: env.sample_world(0), 100e-6)):
        taken = []
        for _ in range(30):
            start = time.perf_counter()
            call()
            taken.append(time.perf_counter() - start)
        assert min(taken) < SLACK * most


def test_spaces_of_environments_are_equal_and_have_their_own_chance() -> None:
    first, second = (exodus_v0.env(players=3) for _ in range(2))
    copied = first.clone()
    for kind in ("observation_space", "action_space"):
        made = [getattr(env, kind)(agent) for env in (first, second, copied) for agent in env.possible_agents]
        assert all(space == made[0] for space in made) and len({id(space) for space in made}) == len(made)
        assert getattr(first, kind)("player_1") is getattr(first, kind)("player_1")
        with pytest.raises(ValueError, match="player_0, player_1, player_2"):
            getattr(first, kind)("player_3")
        spaces = [getattr(env, kind)("player_0") for env in (first, second)]
        for space in spaces:
            space.seed(7)
        expected = spaces[1].sample()
        spaces[1].seed(7)
        getattr(first, kind)("player_1").seed(1)
        spaces[0].sample()
        assert data_equivalence(spaces[1].sample(), expected), "nobody else has drawn from it"
    first.reset(seed=1)
    assert first.state_space is first.state_space
    assert first.state() in first.state_space and first.observe("player_1") in first.observation_space("player_1")


def test_a_copy_made_before_reset_is_a_fresh_environment() -> None:
    env = exodus_v0.env(players=2)
    for other in (copy.deepcopy(env), env.clone(), pickle.loads(pickle.dumps(env))):
        other.reset(seed=1)
        env.reset(seed=1)
        assert same(env, other)


# Worlds --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [True, 1.7, None, [0]])
def test_a_viewer_of_the_wrong_type_is_refused(viewer: Any) -> None:
    env = exodus_v0.env(players=3)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="viewer"):
        env.sample_world(viewer)


@pytest.mark.parametrize("viewer", [-1, 3, "player_3", "nobody"])
def test_a_viewer_who_does_not_play_is_refused(viewer: Any) -> None:
    env = exodus_v0.env(players=3)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="viewer"):
        env.sample_world(viewer)


def test_a_world_keeps_the_count_of_cycles() -> None:
    env = exodus_v0.env(players=3, max_cycles=12)
    env.reset(seed=1)
    play(env, 10)
    world = env.sample_world(np.int64(1), seed=4)
    play(world, 1)
    assert not any(world.truncations.values())
    play(world, 1)
    assert all(world.truncations.values())
    assert all(world.sample_world("player_1").truncations.values()), "a game cut off stays so"


# Positions made by hand -----------------------------------------------------------------------------------------------


def test_a_position_made_by_hand_is_derived_checked_and_goes_on() -> None:
    env = exodus_v0.env(players=3)
    env.reset(seed=1)
    g = env.game[0]
    bank = env.rules.t.technology_modifier[:, 0].tolist().index(6)
    g.technology[0, bank] = 1
    g.supply[0] -= 1
    env.refresh()
    assert g.modifier[0, 6] == 8
    finish(env)


def test_a_position_that_cannot_be_is_refused() -> None:
    env = exodus_v0.env(players=3)
    env.reset(seed=1)
    env.game[0].supply[0] += 1
    with pytest.raises(ValueError, match="cubes"):
        env.refresh()
    env.game[0].supply[0] -= 1
    env.game[0].law[0] = 32000
    env.game[0].laws = 1
    with pytest.raises(ValueError, match="law"):
        env.refresh()


def test_nothing_goes_on_from_a_position_refused_until_it_is_put_right() -> None:
    env = exodus_v0.env(players=3)
    env.reset(seed=1)
    action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    env.game[0].supply[0] += 1
    with pytest.raises(ValueError, match="cubes"):
        env.refresh()
    calls = (lambda: env.step(action), env.last, env.state, env.render, env.to_bytes, env.clone)
    for call in (*calls, lambda: env.observe("player_0"), lambda: pickle.dumps(env)):
        with pytest.raises(OutOfOrder, match=r"refresh\(\) refused the position"):
            call()
    env.game[0].supply[0] -= 1
    env.refresh()
    env.step(action)
    env.game[0].supply[0] += 1
    with pytest.raises(ValueError, match="cubes"):
        env.refresh()
    env.reset(seed=1)
    env.step(action)


# Batches -------------------------------------------------------------------------------------------------------------


def test_a_batch_with_an_illegal_action_is_left_unchanged() -> None:
    vector = exodus_v0.vector_env(4, players=3, seed=2)
    before = vector.games.tobytes()
    actions = vector.sample_actions(0)
    actions[2] = int(np.flatnonzero(vector.action_masks[2] == 0)[0])
    with pytest.raises(IllegalAction, match="is not legal"):
        vector.step(actions)
    for wrong, error in (
        ([0.5] * 4, TypeError),
        ([0] * 3, ValueError),
        ([-1] * 4, ValueError),
        ([10**7] * 4, ValueError),
    ):
        with pytest.raises(error):
            vector.step(wrong)
    assert vector.games.tobytes() == before


@pytest.mark.parametrize("order", [-1, -2, -3, 2**64 - 1, 2**64 - 2, 2**64 - 3, 2**63])
def test_a_batch_takes_no_order_of_its_own_for_an_action(order: int) -> None:
    vector = exodus_v0.vector_env(2, players=3, seed=2)
    vector.step(vector.sample_actions(0))
    before = vector.games.tobytes()
    actions = vector.sample_actions(1).astype(np.int64 if order < 0 else np.uint64)
    actions[1] = order
    with pytest.raises(IllegalAction, match=rf"action {order} is out of range.*player \d must"):
        vector.step(actions)
    assert vector.games.tobytes() == before


def test_a_change_of_the_masks_of_a_batch_does_not_make_an_action_legal() -> None:
    vector = exodus_v0.vector_env(2, players=3, seed=2)
    masks = vector.action_masks
    true = masks.copy()
    illegal = int(np.flatnonzero(masks[0] == 0)[0])
    expected = vector.sample_actions(5)
    masks[:] = 1
    assert vector.sample_actions(5).tolist() == expected.tolist()
    with pytest.raises(IllegalAction):
        vector.step([illegal, expected[1]])
    masks[:] = 0
    vector.step(expected)
    assert vector.action_masks is masks
    assert vector.reset(seed=2)[1] is masks
    assert np.array_equal(masks, true)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda vector: pickle.loads(pickle.dumps(vector))])
@pytest.mark.parametrize("observe", [True, False])
def test_a_copy_of_a_batch_goes_on_exactly_alike(copied: Any, observe: bool) -> None:
    buffers = ("games", "observations", "action_masks", "actors", "rewards", "dones", "seeds")

    def state(vector: Any) -> list[bytes]:
        return [getattr(vector, name).tobytes() for name in buffers]

    vector = exodus_v0.vector_env(2, players=2, turns=1, seed=3, observe=observe)
    ended = step = 0
    while ended < 2:  # copies in mid game and right after an end
        vector.step(vector.sample_actions(step))
        step += 1
        ended += int(vector.dones.sum())
        if not vector.dones.any() and step % 25:
            continue
        other, twin = copied(vector), copied(vector)
        before = state(vector)
        assert before == state(other) == state(twin)
        for later in range(3):
            other.step(other.sample_actions(later))
        assert state(vector) == before, "the copy is independent"
        for later in range(3):
            actions = vector.sample_actions(later)
            assert actions.tolist() == twin.sample_actions(later).tolist()
            vector.step(actions)
            twin.step(actions)
            ended += int(vector.dones.sum())
            assert state(vector) == state(twin)
    assert vector.config == copied(vector).config
    twin = copied(vector)
    while not vector.dones.any():  # the games to come are the same too
        actions = vector.sample_actions(step)
        vector.step(actions)
        twin.step(actions)
        step += 1
    assert state(vector) == state(twin)


@pytest.mark.uncompiled
def test_the_same_seed_gives_the_same_batch() -> None:
    first, second = (exodus_v0.vector_env(3, players=4, seed=8) for _ in range(2))
    for step in range(200 if COMPILED else 20):
        actions = first.sample_actions(step)
        first.step(actions)
        second.step(actions)
    assert first.games.tobytes() == second.games.tobytes()
    assert exodus_v0.vector_env(3, players=4, seed=9).games.tobytes() != first.games.tobytes()


def test_views_are_named_parts_of_the_batch_observations() -> None:
    vector = exodus_v0.vector_env(3, players=4, seed=8)
    views = vector.views
    assert np.concatenate([view.reshape(3, -1) for view in views.values()], axis=1).tolist() == (
        vector.observations.tolist()
    )
    assert all(np.shares_memory(view, vector.observations) for view in views.values())
