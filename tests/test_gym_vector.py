"""The native Gymnasium vector environment: the same games as single environments, with masks, final observations,
results and statistics where Gymnasium's own vector environments have them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import RecordEpisodeStatistics as Statistics
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from exodus_env import gym_envs
from exodus_env.kit.batch import IllegalAction
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.registry import forget, register
from exodus_env.kit.single_vector import SingleVectorEnv
from tests.toy.game import BEACON

HORIZON = "Exodus/EventHorizon-v0"
GAMES: dict[str, dict[str, Any]] = {
    "Exodus/Base-v0": {"players": 3, "turns": 1, "opponents": ["random", "motives"], "seat": 1},
    HORIZON: {"players": 2, "turns": 1},
    "Exodus/Stronghold-v0": {"players": 2, "difficulty": "beginner"},
    "Exodus/StrongholdSolo-v0": {},
    "Exodus/SecureTheBorders-v0": {},
    "Exodus/EdgeOfTheVoid-v0": {},
    "XOdus/RiseOfTheCorruption-v0": {"players": 2, "opponents": "random"},
    "XOdus/Solo-v0": {},
    "Beacon/Night-v0": {"players": 3},
}
STEPS = 120 if COMPILED else 12


@pytest.fixture(autouse=True, scope="module")
def fixture_registered() -> Iterator[None]:
    """The toy game has an id as well."""
    register(BEACON)
    yield
    forget(BEACON.name)


def vector(id: str, num_envs: int = 3, **settings: Any) -> SingleVectorEnv:
    made = gymnasium.make_vec(id, num_envs, "vector_entry_point", **{**GAMES[id], **settings})
    assert isinstance(made, SingleVectorEnv)
    return made


def legal(masks: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """A random legal action for each game."""
    return np.where(masks, chance.random(masks.shape), -1.0).argmax(axis=1)


def without_time(infos: dict[str, Any]) -> dict[str, Any]:
    """Infos of Gymnasium's environments without what the clock says."""
    if "final_info" in infos:
        for name in ("t", "_t"):
            infos["final_info"]["episode"].pop(name, None)
    return infos


def test_every_id_has_a_vector_environment() -> None:
    for id in gym_envs.environments():
        made = gymnasium.make_vec(id, num_envs=2)
        assert isinstance(made, SingleVectorEnv) and made.num_envs == 2 and made.spec is not None
        assert made.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert set(gym_envs.environments()) == set(GAMES)


@pytest.mark.parametrize("id", list(GAMES))
def test_it_plays_the_games_of_single_environments(id: str) -> None:
    """Observation, reward, end, mask, result and statistics of every step, through the ends of games."""
    one = [lambda: Statistics(gymnasium.make(id, disable_env_checker=True, **GAMES[id])) for _ in range(3)]
    singles = SyncVectorEnv(one, autoreset_mode=AutoresetMode.SAME_STEP)
    games = vector(id)
    assert games.observation_space == singles.observation_space and games.action_space == singles.action_space
    chance = np.random.default_rng(3)
    ours, theirs = games.reset(seed=11), singles.reset(seed=11)
    assert data_equivalence(ours, theirs, exact=True)
    ended = 0
    for step in range(STEPS):
        actions = legal(theirs[-1]["action_mask"], chance)
        if step % 7 == 3:
            actions[step % 3] = 0 if step % 2 else np.flatnonzero(theirs[-1]["action_mask"][step % 3] == 0)[0]
        ours, theirs = games.step(actions), singles.step(actions)
        without_time(theirs[-1])
        for mine, its in zip(ours, theirs, strict=True):
            assert data_equivalence(mine, its, exact=True)
        ended += int((ours[2] | ours[3]).sum())
    assert ended > 2 or not COMPILED
    assert data_equivalence(games.reset(), singles.reset(), exact=True)  # chance goes on


@pytest.mark.parametrize("id", list(GAMES))
def test_what_it_returns_lies_within_its_spaces(id: str) -> None:
    """As Gymnasium's passive checks see it, without a warning; legal actions are sampled; nothing is used again."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        games = RecordEpisodeStatistics(vector(id))
        observations, infos = games.reset(seed=1)
        games.action_space.seed(1)
        kept = []
        for _ in range(20):
            assert observations in games.observation_space and infos["action_mask"].shape == (
                3,
                games.action_space.nvec[0],
            )
            actions = games.action_space.sample()
            assert actions in games.action_space and infos["action_mask"][np.arange(3), actions].all()
            observations, rewards, ends, cuts, infos = games.step(actions)
            kept.append((observations, observations.copy(), infos["action_mask"], infos["action_mask"].copy()))
            assert rewards.shape == ends.shape == cuts.shape == (3,) and ends.dtype == cuts.dtype == np.bool_
    for seen, copied, mask, mask_copied in kept:
        assert (seen == copied).all() and (mask == mask_copied).all()


def test_an_illegal_action_can_become_a_random_legal_one_for_learners_without_masks() -> None:
    settings = {**GAMES[HORIZON], "illegal": "random"}
    one = [lambda: Statistics(gymnasium.make(HORIZON, disable_env_checker=True, **settings)) for _ in range(3)]
    singles, games = SyncVectorEnv(one, autoreset_mode=AutoresetMode.SAME_STEP), vector(HORIZON, **settings)
    chance = np.random.default_rng(3)
    singles.reset(seed=4), games.reset(seed=4)
    told = ended = 0
    for _ in range(STEPS):
        actions = chance.integers(games.single_action_space.n, size=3)
        ours, theirs = games.step(actions), singles.step(actions)
        without_time(theirs[-1])
        for mine, its in zip(ours, theirs, strict=True):
            assert data_equivalence(mine, its, exact=True)
        told += "illegal_action" in ours[-1]
        ended += int(ours[2].sum())
    assert told > STEPS / 2 and (ended or not COMPILED)


def test_seeds_are_those_of_gymnasium() -> None:
    games = vector(HORIZON)
    first, _ = games.reset(seed=5)
    listed, _ = games.reset(seed=[5, 6, 7])
    assert (first == listed).all() and games.np_random_seed == (5, 6, 7)
    turned, _ = games.reset(seed=[6, 5, None])
    assert (turned[0] == first[1]).all() and (turned[1] == first[0]).all()
    with pytest.raises(ValueError, match="3 numbers, not 2"):
        games.reset(seed=[1, 2])
    for options in ({"easy": True}, {"reset_mask": [True]}, {"reset_mask": np.ones(3)}):
        with pytest.raises(ValueError, match="the option reset_mask"):
            games.reset(options=options)
    with pytest.raises(ValueError, match="without a seed"):
        games.reset(seed=1, options={"reset_mask": np.ones(3, dtype=bool)})


@pytest.mark.parametrize("id", [HORIZON, "Beacon/Night-v0"])
def test_some_games_can_be_stepped_or_begun_again_while_the_others_wait(id: str) -> None:
    """Each goes on as it would alone."""
    alone = [vector(id, 1) for _ in range(3)]
    shown = [game.reset(seed=7 + i) for i, game in enumerate(alone)]
    games = vector(id)
    seen, infos = games.reset(seed=7)
    chance = np.random.default_rng(5)
    ended = 0
    for _ in range(STEPS):
        some = chance.random(3) < 0.6
        if chance.random() < 0.1:
            seen, infos = games.reset(options={"reset_mask": some})
            for i in np.flatnonzero(some):
                shown[i] = alone[i].reset(options={"reset_mask": np.ones(1, dtype=bool)})
        else:
            actions = legal(infos["action_mask"], chance)
            seen, rewards, ends, _, infos = games.step_some(np.where(some, actions, -1), some)
            assert not rewards[~some].any() and not ends[~some].any()
            for i in np.flatnonzero(some):
                its_seen, its_reward, its_end, _, its_info = alone[i].step(actions[i : i + 1])
                assert (rewards[i], ends[i]) == (its_reward[0], its_end[0])
                assert (
                    not its_end or infos["final_info"]["episode"]["l"][i] == its_info["final_info"]["episode"]["l"][0]
                )
                shown[i] = its_seen, its_info
                ended += int(its_end[0])
        for i in range(3):
            assert (seen[i] == shown[i][0][0]).all() and (
                infos["action_mask"][i] == shown[i][1]["action_mask"][0]
            ).all()
    assert ended or not COMPILED


def test_an_illegal_action_can_be_refused_instead() -> None:
    games = vector(HORIZON, illegal="raise")
    _, infos = games.reset(seed=5)
    wrong = infos["action_mask"].argmax(axis=1)
    wrong[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    with pytest.raises(IllegalAction, match=r"game 1: .* is not legal"):
        games.step(wrong)
    assert (games.action_masks() == infos["action_mask"].astype(bool)).all()
    for actions, error in (([0, 0], ValueError), ([0.0, 0.0, 0.0], TypeError)):
        with pytest.raises(error):
            games.step(np.array(actions))
    with pytest.raises(RuntimeError, match="call reset"):
        vector(HORIZON).step(wrong)


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_every_game_is_rendered_as_the_learner_sees_it(mode: str) -> None:
    games = vector(HORIZON, 2, render_mode=mode)
    games.reset(seed=2)
    single = gymnasium.make(HORIZON, disable_env_checker=True, render_mode=mode, **GAMES[HORIZON])
    for i, frame in enumerate(games.render() or ()):
        single.reset(seed=2 + i)
        assert data_equivalence(frame, single.render(), exact=True)
    with pytest.raises(TypeError, match="render_mode must be one of ansi, svg, rgb_array"):
        vector(HORIZON, render_mode="human")
