"""Files of ours: replaced whole or not at all, read without trust, locked while somebody changes them."""

from __future__ import annotations

import errno
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
    for path in (tmp_path / "pipe", Path("/dev/zero")):
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


def test_strays_of_a_killed_process_are_cleaned(tmp_path: Path) -> None:
    (tmp_path / ".result.json.abc.part").write_bytes(b"half")
    (tmp_path / "result.json").write_bytes(b"whole")
    files.clean_parts(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["result.json"]
