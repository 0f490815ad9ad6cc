"""The vector environment: how games end, spaces, and states that come from outside."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exodus_env import exodus_v0, stronghold_v0
from exodus_env.exodus.capacity import MAX_DECISIONS
from exodus_env.kit.batch import ChangedByHand
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.saves import SaveError
from exodus_env.kit.vector import KEPT, VectorEnv

# How games end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "config"),
    [
        pytest.param(exodus_v0, {"players": 3, "turns": 1}, marks=pytest.mark.uncompiled),
        (stronghold_v0, {"players": 2, "turns": 1, "shaping": 0.25}),
    ],
)
def test_the_end_of_a_game_is_there_after_its_restart(module: Any, config: dict[str, Any]) -> None:
    """Observations of every seat, ranks, VP and length are those of a single game with the same seed."""
    n = 4 if COMPILED else 1
    vector = module.vector_env(n, seed=11, **config)
    singles = [module.env(**config) for _ in range(n)]
    for i, single in enumerate(singles):
        single.reset(seed=int(vector.seeds[i]))
    taken, ended = np.zeros(n, dtype=int), 0
    for step in range(10**4):
        before = {name: getattr(vector, name).copy() for name in ENDS}
        actions = vector.sample_actions(step)
        _, _, dones = vector.step(actions)
        taken += 1
        for i, single in enumerate(singles):
            single.step(int(actions[i]))
            if not dones[i]:
                assert all((getattr(vector, name)[i] == before[name][i]).all() for name in ENDS)
                continue
            result = single.rules.result(single.game[0])
            assert vector.final_ranks[i].tolist() == list(result.ranks)
            assert vector.final_score[i].tolist() == list(result.score)
            assert vector.episode_lengths[i] == taken[i]
            for seat, agent in enumerate(single.possible_agents):
                assert np.array_equal(vector.final_observations[i, seat], single.observe(agent)["observation"])
            single.reset(seed=int(vector.seeds[i]))
            taken[i] = 0
            ended += 1
        if ended >= 2 * n:
            return
    pytest.fail("no game has ended")


ENDS = ("final_observations", "final_ranks", "final_score", "episode_lengths")


def until_done(vector: VectorEnv) -> None:
    vector.step(vector.sample_actions(0))
    step = 0
    while not vector.dones.any():
        step += 1
        vector.step(vector.sample_actions(step))


def test_dones_and_truncated_are_masks() -> None:
    vector = exodus_v0.vector_env(3, players=2, turns=1, seed=2)
    until_done(vector)
    assert vector.dones.dtype == vector.truncated.dtype == np.bool_
    assert vector.final_ranks[vector.dones].tolist() == vector.final_ranks[np.flatnonzero(vector.dones)].tolist()
    assert len(vector.rewards[~vector.dones]) == 3 - vector.dones.sum()
    assert not vector.truncated.any()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda vector: pickle.loads(pickle.dumps(vector))])
@pytest.mark.parametrize("observe", [True, False])
def test_copies_keep_how_games_have_ended(copied: Any, observe: bool) -> None:
    vector = exodus_v0.vector_env(3, players=2, turns=1, seed=2, observe=observe)
    until_done(vector)
    twin = copied(vector)
    ended = vector.dones
    for name in (*ENDS, "dones", "truncated", "rewards"):
        assert getattr(twin, name)[ended].tobytes() == getattr(vector, name)[ended].tobytes(), name
    assert (twin.episode_lengths[ended] > 0).all()


def test_without_observations_there_are_none_of_the_end() -> None:
    vector = exodus_v0.vector_env(2, players=2, turns=1, seed=2, observe=False)
    until_done(vector)
    assert vector.final_observations.shape == (2, 2, 0)
    assert (vector.final_ranks[vector.dones] > 0).all()


# Spaces ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("observe", [True, False])
def test_spaces_describe_the_buffers(observe: bool) -> None:
    vector = exodus_v0.vector_env(3, players=2, seed=2, observe=observe)
    assert vector.observations in vector.observation_space
    assert vector.observations[0] in vector.single_observation_space
    assert vector.sample_actions(1) in vector.action_space
    assert vector.single_action_space.n == vector.action_masks.shape[1]
    assert vector.action_space.shape == (3,)
    other = exodus_v0.vector_env(3, players=2, seed=2, observe=observe)
    assert other.single_observation_space == vector.single_observation_space
    assert other.single_observation_space is not vector.single_observation_space
    vector.close()


# The longest game ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shaping", [0.0, 0.25])
def test_a_game_that_reaches_the_longest_length_is_truncated_with_a_reason(shaping: float) -> None:
    env = exodus_v0.env(players=3, shaping=shaping)
    env.reset(seed=1)
    env.unwrapped.game["decisions"] = MAX_DECISIONS - 2
    env.refresh()
    for left in (1, 0):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        assert env.game["decisions"] == MAX_DECISIONS - left
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert all(str(MAX_DECISIONS) in info["truncated"] for info in env.infos.values())
    for other in (env.clone(), pickle.loads(pickle.dumps(env))):
        assert other.infos["player_1"]["truncated"] == env.infos["player_1"]["truncated"]
        assert all(other.truncations.values())
    data = env.to_bytes()
    while env.agents:
        assert env.last()[3]
        env.step(None)
    other = exodus_v0.env(players=3, shaping=shaping)
    other.from_bytes(data)
    assert all(other.truncations.values())


def test_a_reason_is_given_for_max_cycles_too() -> None:
    env = exodus_v0.env(players=2, max_cycles=1)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all("max_cycles" in info["truncated"] for info in env.infos.values())
    assert "max_cycles" in env.clone().infos["player_0"]["truncated"]


def test_a_game_too_long_that_goes_on_is_no_save() -> None:
    env = exodus_v0.env(players=2)
    env.reset(seed=1)
    env.game["decisions"] = MAX_DECISIONS
    with pytest.raises(SaveError, match="exceeds the maximum length"):
        exodus_v0.env(players=2).from_bytes(env._batch and saved_unchecked(env))
    env.refresh()
    assert all(env.truncations.values())


def saved_unchecked(env: Any) -> bytes:
    env._batch.accept()
    return bytes(env.to_bytes())


def test_a_batch_truncates_a_game_and_begins_the_next() -> None:
    vector = exodus_v0.vector_env(3, players=2, seed=4, shaping=0.25)
    seed = int(vector.seeds[1])
    vector.games["decisions"][1] = MAX_DECISIONS - 1
    vector.refresh()
    vector.step(vector.sample_actions(1))
    assert vector.dones.tolist() == vector.truncated.tolist() == [False, True, False]
    assert vector.episode_lengths[1] == MAX_DECISIONS
    assert (vector.final_ranks[1] == 0).all() and (vector.final_score[1] > 0).all()
    assert vector.final_observations[1].any(axis=1).all()
    assert vector.seeds[1] != seed and vector.games["decisions"][1] == 0
    vector.step(vector.sample_actions(2))
    assert not vector.dones.any() and not vector.truncated.any()


# States from outside ---------------------------------------------------------------------------------------------


def made(state: dict[str, Any]) -> VectorEnv:
    vector = VectorEnv.__new__(VectorEnv)
    vector.__setstate__(state)
    return vector


def in_mid_game() -> VectorEnv:
    vector = exodus_v0.vector_env(3, players=2, seed=4)
    for step in range(30):
        vector.step(vector.sample_actions(step))
    return vector


@cache
def state() -> dict[str, Any]:
    return in_mid_game().__getstate__()


@pytest.mark.parametrize("name", [*KEPT, "num_envs", "observe", "base_seed", "config", "definition", "fingerprint"])
@pytest.mark.parametrize(
    "wrong",
    [
        None, b"", "x", -1, 0, True, 2**70, 10**12, 2.0, [], {},
        lambda data: data[:-1], lambda data: data + b"\0", lambda data: data * 2, bytearray,
    ],
    ids=lambda wrong: "changed" if callable(wrong) else str(wrong),
)  # fmt: skip
def test_a_forged_state_is_refused(name: str, wrong: Any) -> None:
    if callable(wrong):
        if not isinstance(state()[name], bytes):
            return
        wrong = wrong(state()[name])
    if (name, wrong) in (("base_seed", 0), ("base_seed", 10**12), ("observe", True)):
        return
    with pytest.raises(SaveError):
        made({**state(), name: wrong})


@pytest.mark.parametrize("name", [*KEPT, "num_envs", "definition"])
def test_a_state_with_something_missing_is_refused(name: str) -> None:
    with pytest.raises(SaveError, match="complete"):
        made({key: value for key, value in state().items() if key != name})


def test_what_is_told_of_ends_must_fit() -> None:
    vector = exodus_v0.vector_env(3, players=2, turns=1, seed=2)
    until_done(vector)
    state = vector.__getstate__()
    for name in ("ends", "final_observations"):
        for wrong in (b"", b"x" * 8, None, [1]):
            with pytest.raises(SaveError):
                made({**state, "ends": {**state["ends"], name: wrong}})
    for wrong in (None, [], b"x"):
        with pytest.raises(SaveError):
            made({**state, "ends": wrong})
    without = made({key: value for key, value in state.items() if key != "ends"})
    assert without.games.tobytes() == vector.games.tobytes() and without.dones.tolist() == vector.dones.tolist()


@settings(max_examples=60 if COMPILED else 5, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), count=st.integers(1, 400))
def test_forged_records_are_refused_before_any_kernel_sees_them(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    records = np.frombuffer(state()["games"], dtype=np.uint8).copy()
    records[rng.integers(0, len(records), count)] = rng.integers(0, 256, count)
    try:
        vector = made({**state(), "games": records.tobytes()})
    except SaveError as error:
        assert "not a possible state" in str(error)
    else:
        for step in range(10):
            vector.step(vector.sample_actions(step))


# Positions made by hand ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [True, False])
def test_games_changed_by_hand_raise_and_are_named(held: bool) -> None:
    vector = in_mid_game()
    keep = vector.games if held else None
    before = vector.games["ship_hex"][1, 0, 0]
    vector.step(vector.sample_actions(1))
    actions = vector.sample_actions(2)
    before = int(vector.games["ship_hex"][1, 0, 0])
    (keep if keep is not None else vector.games)["ship_hex"][1, 0, 0] = 10_000
    calls: tuple[Callable[[], Any], ...] = (lambda: vector.step(actions), lambda: pickle.dumps(vector))
    for call in (*calls, lambda: copy.deepcopy(vector)):
        with pytest.raises(ChangedByHand, match=r"game 1 was changed by hand .*ship_hex holds 10000.*refresh\(\)"):
            call()
    with pytest.raises(ValueError, match="ship_hex"):
        vector.refresh()
    vector.games["ship_hex"][1, 0, 0] = before
    vector.games["supply"][2, 0] += 1
    for call in (vector.refresh, *calls, vector.refresh):
        with pytest.raises(ValueError, match="cubes"):
            call()
    vector.games["supply"][2, 0] -= 1
    vector.refresh()
    vector.step(actions)
    vector.games["depth"] = 30_000
    vector.reset(seed=1)
    vector.step(vector.sample_actions(2))
