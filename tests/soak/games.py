"""Campaigns of sound games: every configuration plays by the checker, and every way to play gives the same game."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from exodus_env.exodus.capacity import MAX_DECISIONS
from exodus_env.exodus.check import check
from exodus_env.exodus.config import GameConfig
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.vector import VectorEnv
from tests.soak.campaign import Broken, Campaign, Case, any_of, seed_of
from tests.soak.lattice import any_configuration, rules_of

CHECKED_EVERY = 40  # decisions


class Lattice(Campaign):
    """Whole games of random legal play in any configuration, with the checker looking on."""

    name = "configurations"
    promise = "every game ends, every position is possible, every decision has a legal action"
    seconds = 240.0

    def make(self, rng: np.random.Generator) -> Case:
        return {"config": any_configuration(rng), "seed": seed_of(rng)}

    def run(self, case: Case) -> str:
        rules = rules_of(case["config"])
        env = GameEnv(rules)
        env.reset(seed=case["seed"])
        rng = np.random.default_rng(case["seed"])
        for decisions in range(MAX_DECISIONS + 1):
            if decisions % CHECKED_EVERY == 0 or not env.agents or _over(env):
                check(env.game, rules.config)
            if _over(env):
                return "game over"
            if decisions % (5 * CHECKED_EVERY) == 0:
                check(env.sample_world(env.agent_selection, case["seed"]).game, rules.config)
            env.step(legal_action(env, rng))
        raise Broken(f"the game has not ended after {MAX_DECISIONS} decisions")


class SameGame(Campaign):
    """One game by the vector environment; the same by single environments, copies, saves and other processes."""

    name = "determinism"
    promise = "the same seed and actions give the same bytes, whoever plays them"
    seconds = 120.0

    def make(self, rng: np.random.Generator) -> Case:
        way = any_of(rng, ("plain", "clone", "deepcopy", "pickle", "save", "vector pickle", "process"))
        steps = int(rng.integers(1, 700))
        return {
            "config": any_configuration(rng),
            "seed": seed_of(rng),
            "steps": steps,
            "at": int(rng.integers(steps)),
            "way": way,
        }

    def run(self, case: Case) -> str:
        actions, seed, wanted = _by_vector(case)
        way = case["way"]
        if way == "process":
            found = _elsewhere({**case, "actions": actions, "game_seed": seed})
        else:
            found = by_single({**case, "actions": actions, "game_seed": seed})
        if found != wanted:
            raise Broken(f"by {way} the game goes another way: {found} instead of {wanted}")
        return way


def _by_vector(case: Case) -> tuple[list[int], int, str]:
    """The actions of one of two games, up to its end; its seed; a digest of all it went through."""
    envs = VectorEnv(rules_of(case["config"]), 2, case["seed"])
    rng = np.random.default_rng(case["seed"])
    seed = int(envs.seeds[1])
    actions: list[int] = []
    course = hashlib.sha256()
    for step in range(case["steps"]):
        if case["way"] == "vector pickle" and step == case["at"]:
            envs = pickle.loads(pickle.dumps(envs))
        chosen = [int(any_of(rng, np.flatnonzero(mask))) for mask in envs.action_masks]
        actions.append(chosen[1])
        envs.step(np.array(chosen))
        course.update(envs.rewards[1].tobytes())
        if envs.dones[1]:
            break
        course.update(envs.games[1].tobytes() + envs.observations[1].tobytes() + envs.action_masks[1].tobytes())
    return actions, seed, course.hexdigest()


def by_single(case: Case) -> str:
    """The digest of the same game in a single environment that is copied, pickled or saved on its way."""
    flat = {**case["config"], "encoding": "flat"}
    env = GameEnv(rules_of(flat if case["way"] != "save" else case["config"]))
    env.reset(seed=case["game_seed"])
    course = hashlib.sha256()
    for step, action in enumerate(case["actions"]):
        if step == case["at"]:
            env = _copied(env, case["way"])
        env.step(action)
        course.update(np.array([env.rewards[name] for name in env.possible_agents], np.float32).tobytes())
        if _over(env):
            break
        seen = env.unwrapped._batch  # the same buffers the vector environment hands out
        course.update(env.game[0].tobytes() + seen.observations[0].tobytes() + seen.masks[0].tobytes())
    return course.hexdigest()


def _copied(env: GameEnv, way: str) -> GameEnv:
    if way == "clone":
        return env.clone()
    if way == "deepcopy":
        return copy.deepcopy(env)
    if way == "pickle":
        return pickle.loads(pickle.dumps(env))  # type: ignore[no-any-return]
    if way == "save":
        with tempfile.TemporaryDirectory() as folder:
            env.save(Path(folder) / "game")
            return GameEnv.load(Path(folder) / "game")
    return env


def _elsewhere(case: Case) -> str:
    """The digest as another process finds it."""
    command = [sys.executable, "-m", "tests.soak.games"]
    done = subprocess.run(command, input=json.dumps(case), capture_output=True, text=True, timeout=100)
    if done.returncode != 0:
        raise Broken(f"a process of its own ends with status {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout.strip()


def legal_action(env: GameEnv, rng: np.random.Generator) -> int:
    """A legal action by chance."""
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    if len(legal) == 0:
        raise Broken(f"nothing is legal: {env.rules.decision(env.game[0])}")
    return int(legal[rng.integers(len(legal))])


def _over(env: GameEnv) -> bool:
    return not env.agents or any(env.terminations.values()) or any(env.truncations.values())


def played(config: dict[str, Any], seed: int, plies: int) -> GameEnv:
    """A game after some random decisions; one that ends before begins again."""
    env = GameEnv(rules_of(GameConfig.from_dict(config).to_dict()))
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(plies):
        env.step(legal_action(env, rng))
        if _over(env):
            env.reset()
    return env


def play_on(env: GameEnv, seed: int, plies: int) -> None:
    """Some more random decisions, as far as the game goes."""
    rng = np.random.default_rng(seed)
    for _ in range(plies):
        if _over(env):
            return
        env.step(legal_action(env, rng))


if __name__ == "__main__":
    print(by_single(json.load(sys.stdin)))
