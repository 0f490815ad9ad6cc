"""Results are never lost: written before they are printed, together, in time, and whoever writes beside."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from exodus_env import cli
from exodus_env.kit import arena_command as arena
from exodus_env.kit import balance_command as balance
from exodus_env.kit import files
from exodus_env.kit.arena import Fault
from exodus_env.kit.kernel import COMPILED, Entry
from exodus_env.kit.workers import Run
from tests.test_arena import STARTED, result

compiled_only = pytest.mark.skipif(not COMPILED, reason="too many games for an uncompiled run")
NAMES = ("random", "greedy")
LINE = ["arena", "--players", ",".join(NAMES), "--turns", "1", "--games", "4", "--workers", "1"]
BALANCE = ["balance", "--players", ",".join(NAMES), "--turns", "1", "--games", "4", "--workers", "1"]
GAMES = [result(game, names=NAMES) for game in range(4)]
COMMANDS = pytest.mark.parametrize("line", [LINE, BALANCE], ids=["arena", "balance"])


def files_of(line: list[str]) -> list[str]:
    return sorted(arena.FILES if line[0] == "arena" else balance.FILES)


def names_in(folder: Path) -> list[str]:
    """Everything in a folder, also what is hidden."""
    return sorted(os.listdir(folder))


def one_line(said: str) -> str:
    assert said.startswith("exodus: error: ") and said.count("\n") == 1
    return said


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Games and plots are made at once; gives a list with an entry for each run."""
    runs: list[int] = []

    def play(*given: Any) -> Run:
        runs.append(1)
        return Run(GAMES)

    monkeypatch.setattr(Entry, "prepare", lambda entry: None)
    monkeypatch.setattr(arena, "play_plan", play)
    monkeypatch.setattr(balance, "play_parts", play)
    for module, plot in ((arena, "win_plot"), (arena, "source_plot"), (balance, "interval_plot")):
        monkeypatch.setattr(module, plot, lambda *given: b"a picture")
    yield runs


# Output that fails ---------------------------------------------------------------------------------------------------


class Failing:
    """Standard output that takes a number of writes and no more."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, writes: int, number: int) -> None:
        self.left = writes
        self.number = number
        self.failed = False

    def write(self, text: str) -> int:
        if self.left == 0:
            self.failed = True
            raise OSError(self.number, os.strerror(self.number))
        self.left -= 1
        return len(text)

    def flush(self) -> None:
        pass

    def fileno(self) -> int:
        raise OSError

    def isatty(self) -> bool:
        return False


@COMMANDS
@pytest.mark.parametrize(("number", "status"), [(errno.EPIPE, 141), (errno.ENOSPC, 2)])
def test_output_that_fails_at_any_moment_loses_nothing(
    line: list[str],
    number: int,
    status: int,
    tmp_path: Path,
    played: list[int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for writes in range(6):
        out, ladder = tmp_path / str(writes), tmp_path / f"{writes}.json"
        kept = ["--out", str(out), *(["--ladder", str(ladder)] if line[0] == "arena" else [])]
        stream = Failing(writes, number)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            ended = cli.main([*line, *kept])
        assert names_in(out) == files_of(line)
        assert ladder.exists() == (line[0] == "arena")
        assert ended == (status if stream.failed else 0)
        said = capsys.readouterr().err
        if ended == 2:
            assert "standard output" in one_line(said)
        else:
            assert said == ""
    assert not stream.failed, "the last of these streams took everything"


def test_a_run_that_keeps_nothing_ends_with_its_reader(played: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Failing(0, errno.EPIPE))
    assert cli.main(LINE) == 141
    assert not played


def test_messages_that_nobody_can_read_end_nothing(
    tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = Failing(0, errno.EIO)

    def play(*given: Any) -> Run:
        for _ in range(3):
            print("3 of 4 games", file=sys.stderr, flush=True)
        return Run(GAMES)

    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(arena, "play_plan", play)
    assert cli.main([*LINE, "--out", str(tmp_path / "out")]) == 0
    assert names_in(tmp_path / "out") == files_of(LINE)


@compiled_only
@pytest.mark.parametrize("reader", ["| head -1", "2>&1 | true", "> /dev/full", "<&- >&- 2>&-"])
def test_a_real_reader_that_leaves_loses_nothing(reader: str, tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m exodus_env.cli {" ".join(LINE)} --out out --ladder ladder.json {reader}'
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr
    assert names_in(tmp_path / "out") == files_of(LINE)
    assert json.loads((tmp_path / "ladder.json").read_text())["ladders"][0]["players"]["greedy"]["games"] == 4


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-8"])
def test_every_terminal_shows_the_table(
    encoding: str, tmp_path: Path, played: list[int], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    terminal = open(1, "w", encoding=encoding, errors="strict", closefd=False)  # noqa: SIM115
    with terminal, contextlib.redirect_stdout(terminal):
        assert cli.main([*LINE, "--out", str(tmp_path / "out")]) == 0
    told = capfdbinary.readouterr().out.decode(encoding)
    assert ("+/-" if encoding == "ascii" else "±") in told and "Written to" in told
    assert names_in(tmp_path / "out") == files_of(LINE)


def test_what_a_player_says_does_not_steer_the_terminal(
    played: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = result(0, names=NAMES, score=None, lines={}, fault=Fault(0, "random", "raised X: \x1b[2J\x07"))
    monkeypatch.setattr(arena, "play_plan", lambda *given: Run([lost]))
    assert cli.main(LINE) == 0
    told = capsys.readouterr().out
    assert "\x1b" not in told and r"it raised X: \x1b[2J\x07" in told


# Targets that cannot be written --------------------------------------------------------------------------------------


def hopeless(tmp_path: Path) -> list[list[str]]:
    """Options that name something nobody can write to, not even root."""
    file = tmp_path / "file"
    file.write_text("{}")
    (tmp_path / "taken" / "games.csv").mkdir(parents=True)
    long = "x" * 300
    return [
        ["--out", str(file)],
        ["--out", str(file / "below")],
        ["--out", str(tmp_path / long)],
        ["--out", str(tmp_path / "taken")],
        *([["--out", "/proc/nothing"], ["--out", "/proc"]] if Path("/proc/self").exists() else []),
    ]


@COMMANDS
def test_a_folder_that_cannot_be_written_is_refused_before_the_games(
    line: list[str], tmp_path: Path, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    for given in hopeless(tmp_path):
        before = names_in(tmp_path)
        assert cli.main([*line, *given]) == 2
        assert given[-1] in one_line(capsys.readouterr().err)
        assert not played
        assert names_in(tmp_path) == before


def test_a_ladder_that_cannot_be_written_is_refused_before_the_games(
    tmp_path: Path, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("{}")
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path, tmp_path / "file" / "below", tmp_path / "no" / "folder", tmp_path / ("x" * 252)):
        assert cli.main([*LINE, "--ladder", str(name)]) == 2
        assert str(name) in one_line(capsys.readouterr().err)
    for name in (tmp_path / "pipe", Path("/dev/zero"), Path("/proc/nothing")):
        if name.parent.exists():
            assert cli.main([*LINE, "--ladder", str(name)]) == 2
            assert str(name) in one_line(capsys.readouterr().err)
    assert not played


def test_a_read_only_file_system_is_refused_before_the_games(
    tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read_only(*given: Any, **further: Any) -> Any:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), "a temporary name")

    monkeypatch.setattr(Path, "mkdir", read_only)
    monkeypatch.setattr(files.tempfile, "mkstemp", read_only)
    for option in ("--out", "--ladder"):
        assert cli.main([*LINE, option, str(tmp_path / "it")]) == 2
        assert f"Read-only file system: {tmp_path / 'it'}" in one_line(capsys.readouterr().err)
    assert not played


@compiled_only
def test_a_disk_that_is_full_keeps_the_old_files_and_shows_the_table(tmp_path: Path) -> None:
    """The system refuses to write more than a kilobyte a file here, as it does where a disk is full."""
    old = {name: f"old {name}" for name in arena.FILES}
    (tmp_path / "out").mkdir()
    for name, text in old.items():
        (tmp_path / "out" / name).write_text(text)
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n" + STARTED
    line = [*LINE, "--out", "out", "--ladder", "ladder.json"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", limited, *line], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "exodus: error: File too large: out"
    assert "win share" in done.stdout
    assert {file.name: file.read_text() for file in (tmp_path / "out").iterdir()} == old
    assert not [name for name in names_in(tmp_path) if name.endswith(".part")]


def test_one_target_that_fails_does_not_cost_the_other(
    tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(folder: Path, contents: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))

    monkeypatch.setattr(arena, "write_together", full)
    assert cli.main([*LINE, "--out", str(tmp_path / "out"), "--ladder", str(tmp_path / "ladder.json")]) == 2
    said = capsys.readouterr()
    assert "No space left on device" in one_line(said.err)
    assert "win share" in said.out and "mu - 3 sigma" in said.out
    assert (tmp_path / "ladder.json").exists()


# Runs that end early -------------------------------------------------------------------------------------------------


@compiled_only
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_stops_all_processes_and_keeps_what_is_there(
    number: signal.Signals, workers: str, tmp_path: Path
) -> None:
    line = ["--players", "random,random", "--turns", "1", "--games", "1000000", "--workers", workers]
    out, ladder = tmp_path / "out", tmp_path / "ladder.json"
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, "arena", *line, "--out", str(out), "--ladder", str(ladder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert "of 1000000 games" in process.stderr.readline()
        process.send_signal(number)
        told, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert "Traceback" not in said and "interrupted after" in said
    about = json.loads((out / "result.json").read_text())["about"]
    assert about["complete"] is False and 0 < about["games"] < 1_000_000
    assert "win share" in told and names_in(out) == files_of(LINE)
    (part,) = json.loads(ladder.read_text())["ladders"]
    assert part["players"]["random"]["games"] == about["games"]


@COMMANDS
def test_an_interrupt_while_results_are_written_loses_nothing(
    line: list[str], tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted(*given: Any) -> bytes:
        signal.raise_signal(signal.SIGINT)
        return b"a picture"

    monkeypatch.setattr(arena, "win_plot", interrupted)
    monkeypatch.setattr(balance, "interval_plot", interrupted)
    try:
        assert cli.main([*line, "--out", str(tmp_path / "out")]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert names_in(tmp_path / "out") == files_of(line)


@COMMANDS
def test_a_run_without_a_game_leaves_the_old_result(
    line: list[str], tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    assert cli.main([*line, "--out", str(out)]) == 0
    whole = {file.name: file.read_bytes() for file in out.iterdir()}
    nothing = Run([], "interrupted after 0 of 4 games", interrupted=True)
    monkeypatch.setattr(arena, "play_plan", lambda *given: nothing)
    monkeypatch.setattr(balance, "play_parts", lambda *given: nothing)
    assert cli.main([*line, "--out", str(out)]) == 130
    assert {file.name: file.read_bytes() for file in out.iterdir()} == whole


@COMMANDS
def test_a_new_result_replaces_the_old_one_and_nothing_else(
    line: list[str], tmp_path: Path, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "notes.txt").write_text("mine")
    for name in files_of(line):
        (out / name).write_text("old")
    assert cli.main([*line, "--out", str(out)]) == 0
    assert names_in(out) == sorted([*files_of(line), "notes.txt"])
    assert (out / "notes.txt").read_text() == "mine"
    assert not any((out / name).read_bytes() == b"old" for name in files_of(line))
    assert names_in(tmp_path) == ["out"]


def test_the_newest_result_is_compared_after_its_writer_was_killed(
    tmp_path: Path, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    assert cli.main([*LINE, "--out", str(old), "--seed", "1"]) == 0
    assert cli.main([*LINE, "--out", str(new), "--seed", "2"]) == 0
    new.rename(old / files.READY)  # the moment before the first file takes its place
    capsys.readouterr()
    assert cli.main(["arena", "--compare", str(old / "result.json"), str(old / "result.json")]) == 0
    assert capsys.readouterr().out.count("seed 2") == 2


# The ladder ----------------------------------------------------------------------------------------------------------

ADDING = """
import sys
from pathlib import Path
from exodus_env.kit import ladder as ladders
from exodus_env.kit.arena import GameResult
game = GameResult(0, 0, 0, ("a", "b"), (1.0, 2.0), (1.0, 0.0), (1.0, -1.0), (1, 0), {}, 1, 1, None, False)
for _ in range(40):
    with ladders.changed_ladder(Path(sys.argv[1])) as ladder:
        ladders.add_results(ladders.ladder_for(ladder, {}, {}), [game])
"""


def test_a_ladder_counts_every_game_of_processes_that_add_at_once(tmp_path: Path) -> None:
    real, link = tmp_path / "ladder.json", tmp_path / "link.json"
    link.symlink_to(real)
    adding = [subprocess.Popen([sys.executable, "-c", ADDING, str(path)]) for path in (real, real, link, link)]
    assert [process.wait(timeout=120) for process in adding] == [0] * 4
    (part,) = json.loads(real.read_text())["ladders"]
    assert {name: rating["games"] for name, rating in part["players"].items()} == {"a": 160, "b": 160}
    assert link.is_symlink()


def test_a_ladder_that_others_hold_for_too_long_is_told(
    tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("exodus_env.kit.ladder.WAIT_SECONDS", 0.2)
    monkeypatch.setattr("exodus_env.kit.files.UNSAID", 0.1)
    with files.locked(tmp_path / "ladder.json"):
        assert cli.main([*LINE, "--ladder", str(tmp_path / "ladder.json")]) == 2
    waiting, problem = capsys.readouterr().err.splitlines()
    assert waiting == f"waiting for {tmp_path / 'ladder.json'}, which another process is changing"
    assert problem.endswith("is in use by another process")
    assert not played


def test_what_a_killed_process_left_beside_a_ladder_is_cleaned(tmp_path: Path, played: list[int]) -> None:
    (tmp_path / ".ladder.json.abcd1234.part").write_text("half")
    (tmp_path / ".other.json.abcd1234.part").write_text("of somebody else")
    assert cli.main([*LINE, "--ladder", str(tmp_path / "ladder.json")]) == 0
    assert names_in(tmp_path) == [".other.json.abcd1234.part", "ladder.json", "ladder.json.lock"]


# Numbers and files that are too much ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--limit", "inf"], "limit must be more than 0 and at most 1,000,000 seconds, not inf"),
        (["--limit", "1e10"], "limit must be more than 0 and at most 1,000,000 seconds, not 1e+10"),
        (["--games", "10000000000"], "games must be at most 1,000,000, not 10,000,000,000"),
        (["--workers", "1025"], "--workers must be at most 1,024, not 1,025"),
    ],
)
def test_a_number_that_is_too_large_is_refused_with_the_largest(
    given: list[str], words: str, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*LINE, *given]) == 2
    assert words in one_line(capsys.readouterr().err)
    assert not played


@compiled_only
def test_the_longest_limit_works() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED, *LINE, "--limit", "1000000"], capture_output=True, text=True)
    assert done.returncode == 0 and "FAULT" not in done.stdout


def test_a_player_with_endless_time_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "--players", "random,tests.arena_players:Endless", "--turns", "1", "--workers", "1"]
    assert cli.main(line) == 2
    assert "at most 1,000,000" in one_line(capsys.readouterr().err)


@pytest.mark.parametrize("option", ["--compare", "--ladder"])
def test_only_ordinary_files_are_read(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 40)  # a hole, not a terabyte
    for path, words in (
        (tmp_path / "pipe", "is not an ordinary file"),
        (Path("/dev/zero"), "is not an ordinary file"),
        (tmp_path / "large", "is too large"),
        (tmp_path / "missing", "does not exist"),
        (tmp_path, str(tmp_path)),
    ):
        assert cli.main(["arena", option, str(path), *([str(path)] if option == "--compare" else [])]) == 2
        said = one_line(capsys.readouterr().err)
        assert words in said and str(path) in said


def test_settings_of_a_result_do_not_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    about = {"package": "1", "configuration": {}, "fingerprint": {}, "seed": 1, "games": 2, "points": "VP"}
    player = dict.fromkeys(("win_share", "win_low", "win_high", "mean_rank", "mean_points", "rating", "rating_sigma"))
    for name, settings in (("a", {}), ("b", {"\x1b[2J": "\x1b[2J\x7f"})):
        document = {"about": {**about, "configuration": settings}, "players": [{"name": "x", **player}]}
        (tmp_path / name).write_text(json.dumps(document))
    assert cli.main(["arena", "--compare", str(tmp_path / "a"), str(tmp_path / "b")]) == 2
    said = one_line(capsys.readouterr().err)
    assert said[:-1].isprintable() and "cannot be compared" in said
