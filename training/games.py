"""The games in progress of a state: as arrays of bytes, and back through the same checks as saved games."""

from __future__ import annotations

import sys
from typing import Final

import numpy as np
import torch

from exodus_env.kit.vector import KEPT, VectorEnv
from training.store import LARGEST_COUNT, Array, Impossible, Tensors, array_of, check_range

PREFIX: Final = "env_"
NUMBERS: Final = "numbers"
NAMES: Final = (*(f"{PREFIX}{name}" for name in KEPT), NUMBERS)
MOST_CALLS: Final = 10**13  # times the steps of a rollout, it still fits into 64 bits
SAY: Final = 200  # from this number of games on, the check takes a second or more


def games_state(env: VectorEnv, calls: int) -> dict[str, Array]:
    """Everything about the games in progress, and how often players were called, which determines their seeds."""
    frozen = env.__getstate__()
    state = {f"{PREFIX}{name}": np.frombuffer(frozen[name], dtype=np.uint8) for name in KEPT}
    return {**state, NUMBERS: np.array([calls, frozen["base_seed"]], dtype=np.int64)}


def restore_games(env: VectorEnv, tensors: Tensors) -> int:
    """Continue the games of a state, after checking that all are possible; returns the number of calls."""
    frozen = env.__getstate__()
    calls, base_seed = array_of(tensors, NUMBERS, np.int64, (2,)).tolist()
    check_range("calls of players", np.array([calls]), 0, MOST_CALLS)
    if base_seed != frozen["base_seed"]:
        raise Impossible(f"the games have the seed {base_seed}, not {frozen['base_seed']} as the settings say")
    found = {}
    for name in KEPT:
        found[name] = array_of(tensors, f"{PREFIX}{name}", np.uint8, (len(frozen[name]),)).tobytes()
    _check_games(env, found["games"])
    check_range("env_seeds", np.frombuffer(found["seeds"], dtype=np.int64), 0, np.inf)
    check_range("env_episodes", np.frombuffer(found["episodes"], dtype=np.int64), 0, LARGEST_COUNT)
    check_range("env_dones", np.frombuffer(found["dones"], dtype=np.int8), 0, 1)
    rewards = torch.from_numpy(np.frombuffer(found["rewards"], dtype=np.float32).copy())
    check_range("env_rewards", array_of({"env_rewards": rewards}, "env_rewards", np.float32, rewards.shape), -1e9, 1e9)
    env.__setstate__({**frozen, **found})
    return int(calls)


def _check_games(env: VectorEnv, data: bytes) -> None:
    games = env.rules.new_games(env.num_envs)
    games.view(np.uint8)[:] = np.frombuffer(data, dtype=np.uint8)
    if len(games) >= SAY:
        print(f"checking the {len(games)} games in progress", file=sys.stderr, flush=True)
    for i in range(len(games)):
        try:
            env.rules.check(games[i : i + 1])
        except ValueError as error:
            raise Impossible(f"game {i} is not a possible state: {error}") from None
