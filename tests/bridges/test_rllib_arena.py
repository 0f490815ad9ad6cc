"""The arena on Ray: the same tables as processes of this machine, also where workers are lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="runs in an environment of its own: scripts/test-bridges")

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
from ray.cluster_utils import Cluster

from exodus_env import cli
from exodus_env.bridges.ray_arena import play_on_ray
from exodus_env.kit.arena import ArenaError, GameResult, plan_for
from exodus_env.kit.players import Player
from exodus_env.kit.registry import find
from exodus_env.kit.workers import Progress, Run, play_plan
from exodus_env.players import make_player
from tests import arena_players

SETTINGS = {"scenario": "event_horizon", "players": 2, "turns": 1}
MINE = "tests.arena_players:"


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """A Ray of our own."""
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield
    ray.shutdown()


class KillsWorkers(Progress):
    """Kills the processes that play, once the first games are over."""

    def __init__(self, games: int) -> None:
        super().__init__(games, quiet=True)
        self.killed: list[int] = []

    def one_more(self) -> None:
        super().one_more()
        if not self.killed:
            self.killed = workers()
            for pid in self.killed:
                os.kill(pid, signal.SIGKILL)


def workers(above: int | None = None) -> list[int]:
    """The processes below one, by default this one, in which games are being played."""
    commands, parents = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            commands[int(folder.name)] = (folder / "cmdline").read_bytes()
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue

    def is_below(pid: int) -> bool:
        while pid in parents and pid != (above or os.getpid()):
            pid = parents[pid]
        return pid in parents

    return [pid for pid, command in commands.items() if command.startswith(b"ray::_play") and is_below(pid)]


def in_process(name: str) -> Player:
    """A player that is no guest: it shares the process of whoever asks it."""
    made = getattr(arena_players, name, None)
    player: Player = make_player(name) if made is None else made()
    return player


def played(names: list[str], games: int, show: Progress | None = None, on_ray: bool = True) -> Run:
    rules = find("exodus").definition(SETTINGS)
    plan = plan_for(names, games, 11, 0.5)
    if not on_ray:
        return play_plan(rules, plan, in_process, 2, show)
    return play_on_ray(rules, plan, in_process, None, None, show or Progress(plan.games, quiet=True))


def test_the_command_writes_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "--players", "greedy,random", "--scenario", "event_horizon", "--turns", "1", "--games", "24"]
    for name, more in (("here", ["--workers", "1"]), ("ray", ["--ray"])):
        places = ["--out", str(tmp_path / name), "--replays", str(tmp_path / f"{name}_replays")]
        assert cli.main([*line, *places, *more]) == 0
    for name in ("result.json", "games.csv"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "ray" / name).read_bytes()
    replays = [
        {path.name: path.read_bytes() for path in (tmp_path / f"{n}_replays").iterdir()} for n in ("here", "ray")
    ]
    assert replays[0] == replays[1] and len(replays[0]) == 24
    assert "Replays of 24 games" in capsys.readouterr().out


def test_games_of_a_worker_that_is_killed_are_played_again(capfd: pytest.CaptureFixture[str]) -> None:
    names = ["greedy", "random"]
    show = KillsWorkers(160)
    run = played(names, 160, show)
    assert show.killed
    assert run.stopped is None and run.results == played(names, 160, on_ray=False).results
    said = capfd.readouterr().err
    assert "a worker of Ray is gone" in said and "are played again" in said


def test_games_of_a_node_that_is_lost_are_played_again(tmp_path: Path) -> None:
    """On a cluster of two, one of which goes down with everything on it."""
    common = ["arena", "--players", "motives,greedy,random", "--games", "300", "--scenario", "event_horizon"]
    common += ["--seed", "5", "--out"]
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        lost = nodes.add_node(num_cpus=1)
        nodes.wait_for_nodes()
        on_ray = [*common, str(tmp_path / "ray"), "--ray", "--address", nodes.address]
        arena = subprocess.Popen([sys.executable, "-m", "exodus_env", *on_ray], stderr=subprocess.PIPE, text=True)
        (raylet,) = (info.process.pid for info in lost.all_processes["raylet"])
        until = time.monotonic() + 120
        while not workers(raylet):
            assert arena.poll() is None and time.monotonic() < until, arena.communicate()[1][-2000:]
            time.sleep(0.1)
        time.sleep(0.5)
        nodes.remove_node(lost, allow_graceful=False)
        said = arena.communicate(timeout=240)[1]
        assert arena.returncode == 0, said[-2000:]
        assert "a worker of Ray is gone" in said and "are played again" in said
    finally:
        nodes.shutdown()
    assert cli.main([*common, str(tmp_path / "here"), "--workers", "2"]) == 0
    for name in ("result.json", "games.csv"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "ray" / name).read_bytes()


def test_a_player_that_takes_its_worker_along_loses_that_game() -> None:
    """And only that one: the table is the one without Ray."""
    run, expected = (played(["random", "Dies"], 8, on_ray=on_ray) for on_ray in (True, False))
    assert run.stopped is None and run.results == expected.results

    def faults(results: list[GameResult]) -> list[str]:
        return [one.fault.message for one in results if one.fault is not None]

    assert set(faults(run.results)) == {"ended its process with status 9"} and 0 < len(faults(run.results)) < 8


def test_a_player_that_is_late_loses_as_without_ray() -> None:
    run, expected = (played(["random", "Stalls"], 6, on_ray=on_ray) for on_ray in (True, False))
    assert run.results == expected.results and any(one.fault for one in run.results)


def test_players_in_files_are_found() -> None:
    rules, plan = find("exodus").definition(SETTINGS), plan_for(["random", f"{MINE}Steady"], 6, 3)
    make = partial(make_player, directory=Path.cwd())
    run = play_on_ray(rules, plan, make, 1, None, Progress(plan.games, quiet=True))
    assert run.results == play_plan(rules, plan, make, 1).results


def test_what_goes_wrong_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "--players", "random,random", "--games", "2", "--turns", "1"]
    assert cli.main([*line, "--address", "auto"]) == 2
    assert "--address names a cluster of Ray: add --ray" in capsys.readouterr().err
    rules = find("exodus").definition(SETTINGS)
    plan = plan_for(["random", "Refuses"], 2, 3)
    with pytest.raises(ArenaError, match="cannot play this: needs module M4"):
        play_on_ray(rules, plan, in_process, None, None, Progress(2, quiet=True))
