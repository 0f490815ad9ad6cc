"""Files of ours: replaced whole or not at all, read without trust, locked while somebody changes them."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

PART: Final = ".part"  # the end of a temporary name
LONGEST_PREFIX: Final = 40  # characters of a file's name in its temporary name, so that a long name stays possible


class FileProblem(ValueError):
    """A file that cannot be taken, and why."""


class Busy(RuntimeError):
    """Somebody else holds a lock."""


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write under a temporary name, then rename: a crash or a power loss leaves the old file or the new one, whole.

    A file that is there keeps its mode, and a symbolic link keeps pointing where it did: its target is replaced.
    """
    target = Path(os.path.realpath(path))
    try:
        _replace(target, data)
    except OSError as error:  # with the name the user knows, not the temporary one
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
    sync_folder(target.parent)


def _replace(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:LONGEST_PREFIX]}.", suffix=PART)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.chmod(name, _mode_of(target))
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode_of(target: Path) -> int:
    """The mode of a file that is there, else what the user's umask gives a new one."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def sync_folder(folder: Path) -> None:
    """Make what was renamed in a folder survive a power loss, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def clean_parts(folder: Path) -> None:
    """Remove temporary files that a killed process left in a folder; call it while the folder is locked."""
    for stray in folder.glob(f".*{PART}"):
        stray.unlink(missing_ok=True)


def read_file(path: str | os.PathLike[str], largest: int) -> bytes:
    """The bytes of an ordinary file that is not larger than it may be; never waits on a pipe or a device."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise FileProblem(f"{path} is not an ordinary file")
        data = file.read(largest + 1)
    if len(data) > largest:
        raise FileProblem(f"{path} is too large: more than {largest:,} bytes")
    return data


@contextlib.contextmanager
def locked(path: str | os.PathLike[str], wait: float = -1.0, waiting: str | None = None) -> Iterator[None]:
    """Hold the lock of a file or folder that somebody is about to change; it ends with the process at the latest.

    Waits at most `wait` seconds, negative without end, and says `waiting` on standard error if it has to. Raises Busy
    where the lock stays with somebody else.
    """
    lock = FileLock(f"{os.fspath(path)}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if wait != 0 and waiting is not None:
            print(waiting, file=sys.stderr, flush=True)
        try:
            lock.acquire(timeout=wait)
        except Timeout:
            raise Busy(f"{path} is in use by another process") from None
    try:
        yield
    finally:
        lock.release()
