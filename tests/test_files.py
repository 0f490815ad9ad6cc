"""Files of ours: replaced whole or not at all, read without trust, locked while somebody changes them."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from exodus_env.kit import files


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    path.chmod(0o640)
    files.write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.write_file(tmp_path / "new", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_symbolic_link_keeps_its_target(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / "real"
    target.write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to(target)
    files.write_file(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        files.write_file(path, b"new")
    assert caught.value.filename == str(path)
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]
    assert path.read_bytes() == b"old"


def test_the_longest_name_a_folder_takes_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    files.write_file(path, b"new")
    assert path.read_bytes() == b"new"
    with pytest.raises(OSError, match="too long"):
        files.write_file(tmp_path / ("x" * 256), b"new")


def test_pipes_devices_and_large_files_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b"123456")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(files.FileProblem, match="not an ordinary file"):
            files.read_file(path, 5)
    with pytest.raises(files.FileProblem, match="too large"):
        files.read_file(tmp_path / "large", 5)
    assert files.read_file(tmp_path / "large", 6) == b"123456"


def test_a_lock_is_held_by_one_process_and_ends_with_it(tmp_path: Path) -> None:
    hold = (
        "import sys, time; from exodus_env.kit.files import locked\n"
        "with locked(sys.argv[1]): print('held', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", hold, str(tmp_path / "it")], stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(files.Busy, match="in use by another process"), files.locked(tmp_path / "it", wait=0):
            pass
    finally:
        other.kill()
        other.wait()
    with files.locked(tmp_path / "it", wait=5):
        pass


def test_a_lock_that_cannot_be_made_is_told_at_once() -> None:
    if not Path("/proc/self").exists():
        pytest.skip("needs a folder that takes no files, not even from root")
    with pytest.raises(OSError, match="/proc/nothing"), files.locked("/proc/nothing", wait=-1):
        pass


def test_a_lock_is_the_same_by_every_name_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "it")
    with files.locked(tmp_path / "it"), pytest.raises(files.Busy), files.locked(tmp_path / "link", wait=0):
        pass


def test_strays_of_a_killed_process_are_cleaned(tmp_path: Path) -> None:
    (tmp_path / ".result.json.abc.part").write_bytes(b"half")
    (tmp_path / "result.json").write_bytes(b"whole")
    files.clean_parts(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["result.json"]


def test_strays_of_other_files_stay(tmp_path: Path) -> None:
    mine, others = ".a.json.12345678.part", [".b.json.12345678.part", ".a.json.old.12345678.part", ".a.json.part"]
    for name in (mine, *others):
        (tmp_path / name).write_bytes(b"half")
    files.clean_parts(tmp_path, "a.json")
    assert sorted(os.listdir(tmp_path)) == sorted(others)
    files.clean_parts(tmp_path, "?.json")
    files.clean_parts(tmp_path, "x" * 100)
    assert sorted(os.listdir(tmp_path)) == sorted(others)


# Several files together ----------------------------------------------------------------------------------------------

# In turn for every system call that Python tells of: write files and be killed just before it. Prints what is there
# then, and what is there after a second process has written.
KILLED = """
import itertools, json, os, signal, sys
from pathlib import Path
from exodus_env.kit import files
new = {name: b"new " + name.encode() for name in ("a.csv", "b.png", "c.png", "d.json")}
os.fsync = lambda handle: None  # what is killed is a process, not the machine
later = {name: b"later " + name.encode() for name in new}
def content(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}
for step in itertools.count():
    home = Path(sys.argv[1]) / str(step)
    home.mkdir()
    out = home / "out"
    if sys.argv[2] == "old":
        out.mkdir()
        for name in ("notes", *new):
            (out / name).write_text("old " + name)
    child = os.fork()
    if child == 0:
        left = [step]
        def count(event, arguments):
            if event.split(".")[0] in ("os", "open", "shutil", "fcntl"):
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                left[0] -= 1
        sys.addaudithook(count)
        files.write_together(out, new)
        os._exit(0)
    killed = os.waitpid(child, 0)[1] != 0
    seen = content(out)
    if os.fork() == 0:
        files.write_together(out, later)
        os._exit(0)
    os.wait()
    print(json.dumps([killed, seen, content(home)]), flush=True)
    if not killed:
        break
"""


@pytest.mark.parametrize("before", ["nothing", "old"])
def test_files_appear_together_whenever_their_writer_is_killed(before: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path), before]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    names = ["a.csv", "b.png", "c.png", "d.json"]
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    for killed, seen, after in steps:
        kinds = {seen.get(name, "no").split()[0] for name in names}
        waiting = {name: seen[f".ready/{name}"] for name in names if f".ready/{name}" in seen}
        if before == "nothing":
            assert kinds in ({"no"}, {"new"}) and not waiting
        elif len(kinds) > 1:  # between the first and the last rename: what is missing waits
            assert {**{name: seen[name] for name in names}, **waiting} == {name: f"new {name}" for name in names}
        if not killed:
            assert kinds == {"new"}
        notes = {} if before == "nothing" else {"out/notes": "old notes"}
        after.pop("out/.ready.lock", None), after.pop(".out.lock", None)  # empty, and of no consequence
        assert after == {**notes, **{f"out/{name}": f"later {name}" for name in names}}
    assert len(steps) > 10


def test_files_that_are_replaced_together_keep_modes_and_links(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir(mode=0o750)
    (tmp_path / "real").write_bytes(b"old")
    (out / "link").symlink_to(tmp_path / "real")
    (out / "private").write_bytes(b"old")
    (out / "private").chmod(0o600)
    files.write_together(out, {"link": b"new", "private": b"new", "fresh": b"new"})
    assert (out / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"new"
    assert stat.S_IMODE((out / "private").stat().st_mode) == 0o600
    assert stat.S_IMODE(out.stat().st_mode) == 0o750
    assert sorted(os.listdir(out)) == ["fresh", "link", "private"]


def test_a_new_folder_and_its_files_follow_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.write_together(tmp_path / "a" / "b", {"c": b""})
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o750
    assert stat.S_IMODE((tmp_path / "a" / "b" / "c").stat().st_mode) == 0o640


@pytest.mark.parametrize("exists", [False, True])
def test_files_that_cannot_be_written_together_leave_the_old_ones(
    exists: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    if exists:
        files.write_together(out, {"a": b"old", "b": b"old"})
    calls = 0

    def full(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        files.write_together(out, {"a": b"new", "b": b"new"})
    assert caught.value.filename == str(out)
    assert sorted(os.listdir(tmp_path)) == (["out"] if exists else [])
    if exists:
        assert {file.name: file.read_bytes() for file in out.iterdir()} == {"a": b"old", "b": b"old"}


def test_two_processes_that_write_together_leave_the_files_of_one(tmp_path: Path) -> None:
    write = (
        "import os, sys; from exodus_env.kit.files import write_together; os.fsync = lambda handle: None\n"
        "for i in range(60): write_together(sys.argv[1], {n: sys.argv[2].encode() for n in 'abcd'})"
    )
    out = tmp_path / "out"
    writers = [subprocess.Popen([sys.executable, "-c", write, str(out), word]) for word in ("one", "two", "three")]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0, 0]
    assert sorted(os.listdir(out)) == list("abcd") and os.listdir(tmp_path) == ["out"]
    assert len({file.read_bytes() for file in out.iterdir()}) == 1


def test_a_folder_that_is_a_link_to_elsewhere_moves_nothing(tmp_path: Path) -> None:
    """Somebody else's folder is not taken for what a killed process left."""
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "a").write_bytes(b"theirs")
    out = tmp_path / "out"
    out.mkdir()
    (out / files.READY).symlink_to(tmp_path / "theirs")
    with pytest.raises(OSError, match=str(out)):
        files.write_together(out, {"a": b"new"})
    assert (tmp_path / "theirs" / "a").read_bytes() == b"theirs" and not (out / "a").exists()


def test_a_check_leaves_nothing_behind(tmp_path: Path) -> None:
    files.check_together(tmp_path / "new", ["a", "b"])
    files.check_file(tmp_path / "file")
    assert os.listdir(tmp_path) == []
    (tmp_path / "out").mkdir()
    files.check_together(tmp_path / "out", ["a", "b"])
    assert os.listdir(tmp_path) == ["out"] and os.listdir(tmp_path / "out") == []
