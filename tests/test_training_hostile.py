"""Run folders that lie, break or are shared: refused in a line, without harm to anything that was there before."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from safetensors.torch import save  # noqa: E402

from exodus_env.kit.kernel import COMPILED  # noqa: E402
from exodus_env.policies.checkpoint import read_policy  # noqa: E402
from tests.soak.states import KINDS, attack, forged, make_run, resumed, tiny  # noqa: E402
from training import evaluate, run  # noqa: E402
from training.event_horizon import SCRIPT  # noqa: E402
from training.run import Run  # noqa: E402
from training.settings import SettingsError  # noqa: E402
from training.store import STATE, StoreError, read_state  # noqa: E402
from training.train import main  # noqa: E402

pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run of each kind after two updates."""
    made = {}
    for kind in KINDS:
        made[kind] = tmp_path_factory.mktemp(kind)
        make_run(kind, made[kind])
    return made


@pytest.fixture
def folder(runs: dict[str, Path], tmp_path: Path) -> Path:
    """A copy of such a run, to be damaged."""
    return Path(shutil.copytree(runs["ppo"], tmp_path / "run"))


def refused(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    """The one line with which a command line is refused."""
    capfd.readouterr()
    with pytest.raises(SystemExit) as left:
        main(arguments, SCRIPT)
    assert left.value.code == 2
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1 and lines[0].startswith("exodus: error: ") and lines[0].isprintable()
    return lines[0]


# ---- one run a folder ------------------------------------------------------------------------------------------------

HOLD = (
    "import sys, time; from exodus_env.kit.files import locked\n"
    "with locked(sys.argv[1]): print('held', flush=True); time.sleep(60)"
)


def test_a_folder_in_use_is_refused_until_its_process_is_dead(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / ".training.state.abc.part").write_bytes(b"half")
    command = [sys.executable, "-c", HOLD, str(folder / STATE)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None and other.stdout.readline() == "held\n"
            for resume in ([], ["--resume"]):
                line = refused(["--out", str(folder), *resume], capfd)
                assert f"{folder} is in use by another run: wait until it ends" in line
            assert (folder / ".training.state.abc.part").exists()
        finally:
            other.kill()
    main(["--out", str(folder), "--resume", "--decisions", "0", "--evaluate-every", "1"], SCRIPT)
    assert not list(folder.glob(".*.part"))


# ---- stopping --------------------------------------------------------------------------------------------------------


def test_an_evaluation_that_was_interrupted_counts_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tiny(evaluate_every=2, decisions=150, evaluate_games=4)
    for name in ("whole", "parted"):
        (tmp_path / name).mkdir()
    whole = Run(settings, tmp_path / "whole", "")
    whole.go()
    real, calls = evaluate.NetworkPlayer.choose_all, []

    def interrupted(player: Any, views: Any) -> Any:
        calls.append(player)
        if len(calls) == 12:
            raise KeyboardInterrupt
        return real(player, views)

    monkeypatch.setattr(evaluate.NetworkPlayer, "choose_all", interrupted)
    first = Run(settings, tmp_path / "parted", "")
    with pytest.raises(KeyboardInterrupt):
        first.go()
    assert first.evaluations == [] and first.finals == []
    names = {file.name for file in (tmp_path / "parted").iterdir()}
    assert STATE in names and not names & {"best", "evaluations.json"}
    second = Run(settings, tmp_path / "parted", "")
    second.resume()
    second.go()
    for name in ("evaluations", "finals"):
        timeless = [[{**row, "hours": 0} for row in getattr(each, name)] for each in (whole, second)]
        assert timeless[0] == timeless[1] and len(timeless[0]) > 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_a_run_after_its_update(
    folder: Path, number: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from training.ppo import Ppo

    real = Ppo.update

    def update(learner: Any) -> Any:
        os.kill(os.getpid(), number)
        return real(learner)

    monkeypatch.setattr(Ppo, "update", update)
    before = signal.getsignal(number)
    updates = read_state(folder)[1]["learner"]["updates"]
    main(["--out", str(folder), "--resume"], SCRIPT)
    assert signal.getsignal(number) is before
    assert read_state(folder)[1]["learner"]["updates"] == updates + 1
    assert (
        capfd.readouterr().err.count("stopping after this update or evaluation; interrupt again to stop at once") == 1
    )


def test_a_second_signal_ends_a_run_at_once_and_keeps_the_last_checkpoint(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from training.ppo import Ppo

    def update(learner: Any) -> Any:
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(10)

    monkeypatch.setattr(Ppo, "update", update)
    before = (folder / STATE).read_bytes()
    with pytest.raises(SystemExit) as left:
        main(["--out", str(folder), "--resume"], SCRIPT)
    assert left.value.code == 130
    assert (folder / STATE).read_bytes() == before
    assert capfd.readouterr().err.endswith("stopped at once; the last checkpoint is kept: use --resume\n")


# ---- what cannot be written ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EDQUOT])
def test_a_write_that_fails_costs_a_line_and_nothing_else(
    folder: Path, code: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def full(handle: int) -> None:
        raise OSError(code, os.strerror(code))

    before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    monkeypatch.setattr(os, "fsync", full)
    line = refused(["--out", str(folder), "--resume"], capfd)
    assert os.strerror(code) in line and str(folder) in line
    for file, data in before.items():
        assert file.read_bytes() == data
    assert not list(folder.rglob("*.part"))


def test_a_folder_that_cannot_be_made_is_refused_at_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    for place in (tmp_path / "file" / "run", tmp_path / "file", tmp_path / ("x" * 300)):
        assert str(place) in refused(["--out", str(place)], capfd)
    assert (tmp_path / "file").read_text() == "mine"
    assert "nothing to resume" in refused(["--out", str(tmp_path / "none"), "--resume"], capfd)
    assert not (tmp_path / "none").exists()


def test_learning_gone_wrong_leaves_the_last_checkpoint(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    again = resumed(folder)
    before = (folder / STATE).read_bytes()
    again.learner.network.value.bias.data[0] = float("nan")  # type: ignore[union-attr, operator, index]
    with pytest.raises(
        StoreError, match=r"network/value\.bias holds a value that is not a number.*lower --learning-rate"
    ):
        again.keep()
    assert (folder / STATE).read_bytes() == before


PAST = "pool/0000001.safetensors"


@pytest.mark.parametrize("name", [STATE, f"{STATE}.lock", "settings.json", "best", "finalists", "pool", PAST])
def test_links_in_a_run_folder_are_refused(folder: Path, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """What a run writes would replace the files they point to."""
    target = folder.parent / "precious"
    if (folder / name).is_dir():
        shutil.rmtree(folder / name)
        target.mkdir()
    else:
        (folder / name).unlink(missing_ok=True)
        target.write_text("mine")
    (folder / name).symlink_to(target)
    assert "is a symbolic link" in refused(["--out", str(folder), *(["--resume"] if name != STATE else [])], capfd)
    assert target.is_dir() or target.read_text() == "mine"


# ---- past selves -----------------------------------------------------------------------------------------------------


def spoiled_pool(folder: Path, how: str) -> Path:
    path = sorted((folder / "pool").iterdir())[0]
    data = path.read_bytes()
    if how == "another network":  # with the checksum put right
        other = save({"weight": torch.zeros(3)})
        path.write_bytes(other)
        tensors, facts = read_state(folder)
        facts["learner"]["pool"][str(int(path.stem))] = hashlib.sha256(other).hexdigest()
        forged(folder, tensors, facts)
        return path
    path.unlink()
    if how == "a flipped bit":
        path.write_bytes(data[:-3] + bytes([data[-3] ^ 16]) + data[-2:])
    elif how == "cut off":
        path.write_bytes(data[: len(data) // 2])
    elif how == "a pipe":
        os.mkfifo(path)
    return path


@pytest.mark.parametrize("how", ["a flipped bit", "cut off", "missing", "a pipe", "another network"])
def test_a_spoiled_past_self_is_left_out_by_name(folder: Path, how: str, capfd: pytest.CaptureFixture[str]) -> None:
    path = spoiled_pool(folder, how)
    again = resumed(folder)
    assert f"a past self is left out of the run: {path}" in capfd.readouterr().err
    assert again.learner.pool.numbers() == [2]  # type: ignore[attr-defined]
    again.learner.update()


@pytest.mark.parametrize("table", [{"1": ""}, {"01": "0" * 64}, {"-1": "0" * 64}, {"99": "0" * 64}, {"../x": "0" * 64}])
def test_a_pool_no_run_has_is_refused(folder: Path, table: dict[str, str]) -> None:
    tensors, facts = read_state(folder)
    facts["learner"]["pool"] = table
    forged(folder, tensors, facts)
    with pytest.raises(StoreError, match="pool"):
        resumed(folder)


# ---- players a state names -------------------------------------------------------------------------------------------

EVIL = """
from pathlib import Path
from exodus_env.kit.players import RandomPlayer
Path(__file__).with_name("imported").touch()
class Evil(RandomPlayer):
    name = "evil"
"""
OPTIONS: dict[str, tuple[Any, list[str]]] = {
    "scripted": ({"hostile_module:Evil": 0.4}, ["--scripted", "hostile_module:Evil=0.4"]),
    "rivals": (["hostile_module:Evil"], ["--rivals", "hostile_module:Evil"]),
    "imitate": ("hostile_module:Evil", ["--imitate", "hostile_module:Evil"]),
}


@pytest.mark.parametrize("setting", OPTIONS)
def test_a_state_imports_nothing_the_command_line_does_not_name(
    folder: Path, setting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hostile_module.py").write_text(EVIL)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "hostile_module", raising=False)
    value, options = OPTIONS[setting]
    tensors, facts = read_state(folder)
    facts["settings"].update({setting: value, "imitate_decisions": 10})
    forged(folder, tensors, facts)
    line = refused(["--out", str(folder), "--resume"], capfd)
    assert "not built in" in line and " ".join(options) in line
    assert not (tmp_path / "imported").exists() and "hostile_module" not in sys.modules
    resumed(folder, *options)
    assert (tmp_path / "imported").exists() or setting == "imitate"  # the warm start is over in this run


@pytest.mark.parametrize("spec", ["policy:somewhere", "human", "nobody", "policy:baseline/../../x", "os:getcwd"])
def test_only_players_of_the_package_are_taken_from_a_state(folder: Path, spec: str) -> None:
    tensors, facts = read_state(folder)
    facts["settings"]["rivals"] = [spec]
    forged(folder, tensors, facts)
    with pytest.raises((SettingsError, ValueError), match=r"not built in|there is no baseline"):
        resumed(folder)


# ---- forged states ---------------------------------------------------------------------------------------------------

BIG: dict[str, dict[str, Any]] = {
    "a wide network": {"width": 4096, "layers": 64},
    "many games": {"num_games": 65_536},
    "more games than there can be": {"num_games": 2**40},
    "many steps": {"num_games": 65_536, "steps": 65_536},
    "many past selves": {"past_slots": 10**6},
    "many threads": {"threads": 10**6},
    "a strange device": {"device": "meta"},
    "heads that do not divide": {"network": "attention", "attention_heads": 3},
    "no such game": {"game": "chess"},
    "not a number": {"learning_rate": 1e999},
    "a negative share": {"scripted": {"random": -1.0}},
    "no table": {"setup": 3},
    "a player with a name of a megabyte": {"rivals": ["x" * 10**6]},
}


@pytest.mark.parametrize("changes", BIG.values(), ids=BIG)
def test_settings_in_a_state_are_bounded_before_anything_is_built(
    folder: Path, changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    tensors, facts = read_state(folder)
    facts["settings"].update(changes)
    forged(folder, tensors, facts)
    monkeypatch.setattr(run, "make_learner", lambda *arguments: pytest.fail("built"))
    started = time.monotonic()
    assert len(refused(["--out", str(folder), "--resume"], capfd)) < 2000
    assert time.monotonic() - started < 20


def test_no_text_in_a_state_steers_the_terminal(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bad = "\x1b]0;title\x07\u202e"
    for name in ("settings", "learner", "config", "fingerprint", bad):
        tensors, facts = read_state(folder)
        before = (folder / STATE).read_bytes()
        forged(folder, tensors, {**facts, name: bad})
        refused(["--out", str(folder), "--resume"], capfd)
        (folder / STATE).write_bytes(before)
    tensors, facts = read_state(folder)
    forged(folder, tensors, {**facts, "settings": {**facts["settings"], bad: 1, "rivals": [bad]}})
    refused(["--out", str(folder), "--resume"], capfd)


def test_a_pipe_in_the_place_of_the_state_is_refused(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / STATE).unlink()
    os.mkfifo(folder / STATE)
    assert "is not an ordinary file" in refused(["--out", str(folder), "--resume"], capfd)


def test_a_forged_game_is_refused_as_in_a_save(folder: Path) -> None:
    tensors, facts = read_state(folder)
    again = resumed(folder)
    size = again.rules.new_games(1).nbytes
    games = tensors["collector/env_games"].numpy().copy()
    record = games[size : 2 * size].view(again.rules.new_games(1).dtype)
    record["depth"] = 120
    forged(folder, {**tensors, "collector/env_games": torch.from_numpy(games)}, facts)
    with pytest.raises(StoreError, match=r"game 1 is not a possible state: invariant 2"):
        resumed(folder)


@pytest.mark.parametrize("kind", KINDS)
def test_a_forged_state_is_refused_or_harmless(
    runs: dict[str, Path], tmp_path: Path, kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = Path(shutil.copytree(runs[kind], tmp_path / "run"))
    tensors, facts = read_state(whole)
    outcomes = [attack(whole, tensors, facts, seed) for seed in range(60)]
    assert 30 < sum(outcomes) < 60  # refused where it matters; a weight or a seed may be another
    capfd.readouterr()


def test_what_a_run_writes_can_be_resumed(runs: dict[str, Path]) -> None:
    for kind, place in runs.items():
        again = resumed(place)
        assert again.learner.updates == 2, kind
        assert read_policy(place / "latest").about["updates"] == 2
