"""Positions changed by hand without `refresh`: an error in words, never a dead interpreter."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env import exodus_v0
from exodus_env.exodus.config import MODULES
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.batch import ChangedByHand, IllegalAction
from exodus_env.kit.kernel import COMPILED

ROOT = Path(__file__).parent.parent
TRIES = 400 if COMPILED else 8
WILD = (-32768, -1000, -2, -1, 0, 1, 2, 7, 60, 97, 1000, 10_000, 32767)
CASES: tuple[dict[str, Any], ...] = (
    {"players": 3},
    {"players": 2, "movement": "simultaneous", "modules": ("M4",)},
    {"players": 6, "modules": MODULES, "edge_of_extinction": True},
)


def in_mid_game(seed: int, decisions: int, **settings: Any) -> GameEnv:
    env = exodus_v0.env(**settings)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        env.step(first_legal(env, int(rng.integers(100))))
    return env


def first_legal(env: GameEnv, skip: int = 0) -> int:
    legal = np.flatnonzero(env.last()[0]["action_mask"])
    return int(legal[skip % len(legal)])


CALLS: dict[str, Callable[[GameEnv], Any]] = {
    "step": lambda env: env.step(first_legal(env)),
    "observe": lambda env: [env.observe(agent) for agent in env.possible_agents],
    "state": GameEnv.state,
    "render": GameEnv.render,
    "clone": GameEnv.clone,
    "sample_world": lambda env: env.sample_world(0, seed=1),
    "to_bytes": GameEnv.to_bytes,
    "pickle": pickle.dumps,
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("held", [True, False])
def test_an_impossible_position_raises_in_whatever_comes_next(call: str, held: bool) -> None:
    env = in_mid_game(1, 20, players=3)
    record = env.unwrapped.game if held else None
    env.step(first_legal(env))
    action = first_legal(env)
    before = int(env.unwrapped.game["ship_hex"][0, 0, 0])
    (env.unwrapped.game if record is None else record)["ship_hex"][0, 0, 0] = 10_000
    with pytest.raises(ChangedByHand, match=r"ship_hex holds 10000.*call refresh\(\)"):
        CALLS[call](env)
    with pytest.raises(ChangedByHand):
        env.step(action)
    env.unwrapped.game["ship_hex"][0, 0, 0] = before  # put right, the game goes on
    env.step(action)


def test_dice_and_wealth_can_be_set_without_further_ado() -> None:
    """Kernels only count with them: no number there is ever an index."""
    env = in_mid_game(1, 0, players=3)
    env.game["scripted"][0, :3] = 6
    env.game["scripted_count"] = 3
    env.game["resource"][0, :3, :3] = 60
    env.game["technology"][0, :3, : env.rules.t.technologies] = 1
    env.step(first_legal(env))
    assert env.game["scripted_count"] == 3
    for name, value in (("turn", 99), ("resource", 20_000), ("technology", 2), ("scripted", 7), ("scripted_count", 99)):
        other = env.clone()
        other.game[name] = value
        with pytest.raises(ChangedByHand):
            other.step(first_legal(env))


def test_a_change_of_who_must_decide_raises() -> None:
    env, other = in_mid_game(1, 20, players=3), in_mid_game(1, 20, players=3)
    action = first_legal(env)
    while other.agent_selection == env.agent_selection:
        other.step(first_legal(other))
    env.game[:] = other.game
    with pytest.raises(ChangedByHand, match="others must decide"):
        env.step(action)
    env.refresh()
    assert env.agent_selection == other.agent_selection
    env.step(first_legal(env))


def test_reset_and_a_loaded_game_need_no_refresh() -> None:
    env = in_mid_game(1, 20, players=3)
    saved = env.to_bytes()
    for go_on in (lambda: env.reset(seed=2), lambda: env.from_bytes(saved)):
        env.game["depth"] = 30_000
        env.game["stack"] = -30_000
        go_on()
        env.step(first_legal(env))


def test_records_that_nobody_holds_are_not_compared() -> None:
    """Looking at the record costs something only in the step after it."""
    env = in_mid_game(1, 5, players=3)
    assert env._batch._lent is None
    record = env.game
    env.step(first_legal(env))
    assert env._batch._lent is not None
    scalar = record[0]
    del record
    env.step(first_legal(env))
    assert env._batch._lent is not None, "a record holds the array it is in"
    part = scalar["resource"]
    del scalar
    env.step(first_legal(env))
    assert env._batch._lent is not None, "and so does a field"
    del part
    env.step(first_legal(env))
    assert env._batch._lent is None


def test_no_wild_number_kills_the_interpreter() -> None:
    """In a process of its own, which must come to its end."""
    code = "from tests.test_hand_edits import attack; attack({}, {})"
    run = subprocess.run(
        [sys.executable, "-c", code.format(7, TRIES)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    refused, gone_on = map(int, run.stdout.split())
    assert refused + gone_on == TRIES and min(refused, gone_on) > 0


def disturb(env: GameEnv, rng: np.random.Generator) -> None:
    """Any number anywhere."""
    record = env.unwrapped.game[0]
    for _ in range(rng.integers(1, 4)):
        name, value = str(rng.choice(record.dtype.names)), rng.choice(WILD)
        value = value.astype(record[name].dtype)  # what is too wild for a narrow field wraps around
        if np.ndim(record[name]) == 0:
            record[name] = value
        else:
            record[name].flat[rng.integers(record[name].size)] = value


def enrich(env: GameEnv, rng: np.random.Generator) -> None:
    """Numbers in a range that goes on, most of the time in a game that no play leads to."""
    game, players = env.unwrapped.game[0], env.config.players
    for name, width in (("resource", 4), ("technology", int(env.rules.t.technologies))):
        part = game[name][:players, :width]
        part[rng.random(part.shape) < 0.2] = rng.integers(0, 1000 if name == "resource" else 2)


def attack(seed: int, tries: int) -> None:
    """Write wild numbers into records and go on; prints how often that was refused and how often a game went on."""
    rng = np.random.default_rng(seed)
    scenes = [in_mid_game(i, n, **case) for i, n in ((1, 3), (2, 45), (3, 160)) for case in CASES]
    refused = 0
    for _ in range(tries):
        env = scenes[rng.integers(len(scenes))].clone()
        (enrich if rng.random() < 0.5 else disturb)(env, rng)
        call = CALLS[rng.choice(["step", *CALLS])]
        try:
            call(env)
            for _ in range(5):
                if env._running():
                    env.step(first_legal(env))
        except (ChangedByHand, IllegalAction):  # what was legal may be no longer
            refused += 1
    print(refused, tries - refused)
