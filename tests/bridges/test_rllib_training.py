"""training.rllib: runs that survive the death of those who play and of those who learn; checkpoints as players."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("ray.rllib", reason="runs in an environment of its own: scripts/test-bridges")

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
import torch
from ray.cluster_utils import Cluster

import exodus_env
from exodus_env.kit.arena import decision_seeds
from exodus_env.kit.players import Views
from exodus_env.kit.registry import find
from exodus_env.kit.vector import VectorEnv
from exodus_env.players import PlayerError, make_player
from exodus_env.policies.checkpoint import PolicyError, read_policy
from training import rllib as script
from training.rllib import RaySettings, Run, checkpoints
from training.settings import SettingsError, preset_path, read_settings

torch.set_num_threads(1)

ROOT = Path(__file__).parents[2]
PLAYED = {"scenario": "event_horizon", "players": 2, "turns": 1, "shaping": 1.0}
TINY: dict[str, Any] = {
    "setup": PLAYED,
    "width": 16,
    "layers": 1,
    "num_games": 8,
    "steps": 8,
    "minibatch": 32,
    "epochs": 1,
    "self_share": 0.4,
    "past_share": 0.3,
    "past_slots": 2,
    "pool_every": 2,
    "scripted": {"random": 0.3},
    "rivals": ["random"],
    "evaluate_every": 3,
    "evaluate_games": 4,
    "decisions": 400,
    "env_runners": 1,
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """A Ray of our own."""
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory, cluster: None) -> Path:
    """The folder of a run that has ended."""
    folder = tmp_path_factory.mktemp("runs") / "done"
    folder.mkdir()
    run = Run(RaySettings(**{**TINY, "env_runners": 0}), folder, "a test")
    run.go()
    run.algorithm.stop()
    return folder


# ---- runs ------------------------------------------------------------------------------------------------------------


def test_a_run_learns_measures_and_keeps(done: Path) -> None:
    assert len(checkpoints(done)) == 1
    rows = json.loads((done / "evaluations.json").read_text())
    assert rows and all(row["games"] == 4 and 0 <= row["win_share"] <= 1 for row in rows)
    about = read_policy(done / "latest").about
    assert about["decisions"] >= 400 and about["ray"] == ray.__version__


def test_an_env_runner_that_is_killed_is_replaced(tmp_path: Path, cluster: None) -> None:
    run = Run(RaySettings(**{**TINY, "env_runners": 2}), tmp_path, "a test")
    group = run.algorithm.env_runner_group
    run.algorithm.train()
    pids = group.foreach_env_runner(lambda runner: os.getpid(), local_env_runner=False)
    assert len(pids) == 2
    dead = pids[0]
    os.kill(dead, signal.SIGKILL)
    before, until = run.decisions, time.monotonic() + 240
    while len(pids) < 2 or dead in pids or run.decisions < before + 200:
        assert time.monotonic() < until, "the env runner did not come back"
        run.algorithm.train()
        pids = group.foreach_env_runner(lambda runner: os.getpid(), local_env_runner=False)
    (one, other) = group.foreach_env_runner(
        lambda runner: runner.get_state()["rl_module"]["learner"]["network.value.weight"], local_env_runner=False
    )
    assert (one == other).all()
    run.algorithm.stop()


def command(folder: Path, *more: str) -> list[str]:
    """The command line of a run."""
    return [sys.executable, "-m", "training.rllib", "--out", str(folder), *more]


def test_a_run_whose_driver_is_killed_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    """On its own Ray, from a TOML file; what the dead driver was writing is left aside."""
    folder, config = tmp_path / "run", tmp_path / "tiny.toml"
    config.write_text(_as_toml({**TINY, "decisions": 10**9, "evaluate_every": 10**6, "checkpoint_minutes": 0.0}))
    driver = subprocess.Popen(command(folder, "--config", str(config)), cwd=ROOT, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 240
    while not (kept := checkpoints(folder)) or int(kept[-1].name) < 2:
        assert driver.poll() is None and time.monotonic() < until, driver.communicate()[1][-2000:]
        time.sleep(0.2)
    driver.kill()
    driver.communicate()
    (folder / "checkpoints" / "9999999.part").mkdir()
    reached = int(checkpoints(folder)[-1].name)
    again = subprocess.run(
        command(folder, "--resume", "--decisions", str(64 * (reached + 2)), "--env-runners", "2"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert again.returncode == 0, again.stderr[-2000:]
    assert f"resumed after update {reached}," in again.stderr
    updates = [int(line.split()[1].rstrip(",")) for line in again.stderr.splitlines() if line.startswith("update ")]
    assert updates and updates[0] == reached + 1
    assert int(checkpoints(folder)[-1].name) == updates[-1]
    about = read_policy(folder / "latest").about
    assert about["updates"] == updates[-1] and about["decisions"] >= 64 * updates[-1]


def test_a_run_on_a_cluster_with_two_learners(tmp_path: Path) -> None:
    """Env runners and learners are spread over two nodes."""
    folder, config = tmp_path / "run", tmp_path / "tiny.toml"
    config.write_text(_as_toml({**TINY, "decisions": 200}))
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    try:
        nodes.add_node(num_cpus=2)
        nodes.wait_for_nodes()
        scale = ["--address", nodes.address, "--env-runners", "2", "--learners", "2"]
        done = subprocess.run(
            command(folder, "--config", str(config), *scale), cwd=ROOT, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr[-2000:]
    finally:
        nodes.shutdown()
    assert read_policy(folder / "latest").about["decisions"] >= 200
    player = make_player(f"rllib:{checkpoints(folder)[-1]}")
    rules = find("exodus").definition(PLAYED)
    assert not exodus_env.arena([player.name, "random"], games=2, config=rules.config).document["faults"]


def _as_toml(settings: dict[str, Any]) -> str:
    tables = {name: value for name, value in settings.items() if isinstance(value, dict)}
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items() if name not in tables]
    for name, table in tables.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    return "\n".join(lines)


def test_players_who_win_together_learn_too(tmp_path: Path, cluster: None) -> None:
    settings = read_settings(preset_path("stronghold_rllib"), RaySettings)
    small = {"num_games": 4, "steps": 8, "minibatch": 16, "width": 16, "env_runners": 0, "evaluate_games": 2}
    run = Run(replace(settings, **small), tmp_path, "a test")
    run.algorithm.train()
    assert run.decisions >= 32
    run._evaluate()
    assert run.evaluations[0]["games"] == 2
    run.algorithm.stop()


@pytest.mark.parametrize("preset", ["event_horizon_rllib", "stronghold_rllib"])
def test_presets_make_sense(preset: str) -> None:
    settings = read_settings(preset_path(preset), RaySettings)
    assert isinstance(settings, RaySettings)
    assert sum(settings.opponents.values()) < 1 and settings.decisions_an_update == settings.num_games * settings.steps
    assert settings.rules().config.players == 2


def test_settings_that_rllib_does_not_have_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text("value_lambda = 0.9\n")
    with pytest.raises(SettingsError, match="unknown 'value_lambda'"):
        read_settings(tmp_path / "mine.toml", RaySettings)
    for words, said in (
        (["--resume"], "nothing to resume"),
        (["--config", "no_such_file"], "no_such_file"),
    ):
        with pytest.raises(SystemExit) as ended:
            script.main(["--out", str(tmp_path / "run"), *words])
        assert ended.value.code == 2 and said in capsys.readouterr().err


def test_a_run_is_not_begun_twice_nor_changed_when_it_is_resumed(
    done: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(done, folder)
    settings = {**RaySettings(**TINY).to_dict()}
    (folder / script.SETTINGS).write_text(json.dumps(settings))
    for words, said in (([], "holds a run"), (["--resume", "--width", "32"], "width is 16 in this run")):
        with pytest.raises(SystemExit) as ended:
            script.main(["--out", str(folder), *words])
        assert ended.value.code == 2 and said in capsys.readouterr().err


# ---- checkpoints as players ------------------------------------------------------------------------------------------


def test_a_checkpoint_plays_like_its_exported_policy(done: Path) -> None:
    rules = find("exodus").definition(PLAYED)
    spec = f"rllib:{checkpoints(done)[-1]}"
    players = [make_player(spec), make_player(f"policy:{done / 'latest'}")]
    for player in players:
        player.start(rules)
    env = VectorEnv(rules, 8, seed=1)
    for step in range(30):
        seeds = decision_seeds(env.seeds, env.actors, np.full(8, step))
        views = Views(rules, env.actors, env.observations.copy(), env.action_masks.copy(), seeds, env.games)
        chosen = [np.asarray(player.choose_all(views)) for player in players]
        assert (chosen[0] == chosen[1]).all()
        env.step(chosen[0])
    table = exodus_env.arena([spec, "random"], games=4, config=rules.config)
    assert not table.document["faults"]
    assert make_player(f"{spec}?module=past_0&sample=true").name.endswith("sample=true")


class Boom:
    def __reduce__(self) -> Any:
        return os.system, ("touch boom",)


def _state(done: Path) -> dict[str, Any]:
    path = checkpoints(done)[-1] / "learner_group/learner/rl_module/learner/module_state.pkl"
    found: dict[str, Any] = pickle.loads(path.read_bytes())
    return found


def dumps(value: Any) -> bytes:
    """A pickle as RLlib writes them."""
    return pickle.dumps(value, protocol=5)


def test_no_checkpoint_runs_code_or_breaks_the_arena(
    done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = find("exodus").definition(PLAYED)
    state = _state(done)
    first = "network.trunk.first.weight"
    path = tmp_path / "checkpoint" / "learner_group/learner/rl_module/learner/module_state.pkl"
    path.parent.mkdir(parents=True)
    whole = dumps(state)

    def changed(**more: Any) -> bytes:
        return dumps({**state, **more})

    cases = {
        b"": "is damaged",
        whole[: len(whole) // 2]: "is damaged",
        dumps(Boom()): r"it names \w+.system, and would run it",
        changed(more=Boom()): r"it names \w+.system, and would run it",
        dumps([1, 2]): "something else than arrays",
        changed(about=np.zeros(3, np.uint8)): "does not say what it is for",
        dumps({name: array for name, array in state.items() if name != "about"}): "does not say what it is for",
        dumps({name: array for name, array in state.items() if name != first}): "does not fit its network",
        changed(**{first: state[first][:-1]}): "does not fit its network",
        changed(**{first: np.full_like(state[first], np.nan)}): "not finite",
        changed(**{first: np.array([Boom()])}): "it names",
    }
    for data, said in cases.items():
        path.write_bytes(data)
        with pytest.raises((PolicyError, PlayerError), match=said):
            make_player(f"rllib:{tmp_path / 'checkpoint'}").start(rules)
    assert not (tmp_path / "boom").exists()
    path.write_bytes(whole)
    make_player(f"rllib:{tmp_path / 'checkpoint'}").start(rules)
    with pytest.raises(PolicyError, match="is a policy for another layout"):
        make_player(f"rllib:{tmp_path / 'checkpoint'}").start(find("exodus").definition({**PLAYED, "players": 3}))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("rllib", "is not there"),
        ("rllib:nowhere", "is not there"),
        ("rllib:nowhere?module=../../x", "module is the name of one"),
        ("rllib:nowhere?trust=true", "options are module, sample"),
        ("rllib:nowhere?sample=maybe", "sample is true or false"),
    ],
)
def test_what_no_checkpoint_can_mean_is_told(spec: str, said: str) -> None:
    with pytest.raises(PlayerError, match=said):
        make_player(spec)
