"""Our files: replaced completely or not at all, read without trust, locked while somebody changes them."""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

PART: Final = ".part"  # the end of a temporary name
READY: Final = ".ready"  # a folder of complete files that have yet to be moved into place
LONGEST_PREFIX: Final = 40  # characters of a file's name in its temporary name, so that a long name stays possible
PRIVATE: Final = 0o600  # mode of files for their owner alone
UNSAID: Final = 1.0  # seconds of waiting for a lock before it says so
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)  # open pipes and devices without waiting for anybody


class FileProblem(ValueError):
    """A file that cannot be used, and why."""


class Busy(RuntimeError):
    """Somebody else holds a lock."""


def write_file(path: str | os.PathLike[str], data: bytes, private: bool = False) -> None:
    """Write under a temporary name, then rename: a crash or a power loss leaves the old file or the new one, whole.

    A file that is there keeps its mode, and a symbolic link keeps pointing where it did: its target is replaced. A
    private file is for its owner alone.
    """
    target = Path(os.path.realpath(path))
    with _naming(path):
        _replace(target, data, PRIVATE if private else _mode_of(target))
    sync_folder(target.parent)


@contextlib.contextmanager
def _naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let errors name the file or folder the user knows, not a temporary one."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _replace(target: Path, data: bytes, mode: int) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:LONGEST_PREFIX]}.", suffix=PART)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.chmod(name, mode)
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode_of(target: Path) -> int:
    """The mode of an existing file, otherwise the one that the user's umask gives a new file."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def sync_folder(folder: Path) -> None:
    """Make renames in a folder survive a power loss, if the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def clean_parts(folder: Path, of: str | None = None) -> None:
    """Remove what a killed process left half written in a folder; call it while that is locked.

    `of` names one file or folder, for a folder that others use, too.
    """
    if of is not None and len(of) > LONGEST_PREFIX:  # its temporary names could be those of another file
        return
    pattern = f".*{PART}" if of is None else f".{glob.escape(of)}.????????{PART}"
    for stray in folder.glob(pattern):
        _remove(stray)


def _remove(stray: Path) -> None:
    if stray.is_dir() and not stray.is_symlink():
        shutil.rmtree(stray, ignore_errors=True)
    else:
        stray.unlink(missing_ok=True)


# ---- several files together ------------------------------------------------------------------------------------------


def write_together(folder: str | os.PathLike[str], files: Mapping[str, bytes]) -> None:
    """Write several files of one folder so that they appear together, or not at all.

    A folder that is not there yet appears with all of them. In one that is there, they are written to a hidden folder
    first, which a single rename makes `.ready`; only then do they take their places, one after the other. A process
    that is killed in those few microseconds leaves the rest in `.ready`, and the next call moves it before it does
    anything else. So the old files stay whole until the new ones are, and no data is lost.
    """
    target = Path(os.path.realpath(folder))
    with _naming(folder):
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() and _appear(target, files):
            return
        with _staging(target) as (place, name):
            _finish(target)
            os.rename(_staged(place, name, files), target / READY)
            sync_folder(target)
            _finish(target)


def newest(path: Path) -> Path:
    """Where to read a file of `write_together`: in `.ready` if its writer was killed before it took its place."""
    ready = path.parent / READY / path.name
    return ready if ready.is_file() else path


def check_together(folder: str | os.PathLike[str], names: Sequence[str]) -> None:
    """Raise before long work whatever `write_together` would raise after it, by writing empty files and removing
    them."""
    target = Path(os.path.realpath(folder))
    with _naming(folder):
        target.parent.mkdir(parents=True, exist_ok=True)
        with _staging(target) as (place, name):
            _remove(_staged(place, name, dict.fromkeys(names, b"")))
    for name in names:
        _check_place(target / name)


def check_file(path: str | os.PathLike[str]) -> None:
    """Raise before long work whatever `write_file` would raise after it."""
    _check_place(path)
    target = Path(os.path.realpath(path))
    with _naming(path):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:LONGEST_PREFIX]}.", suffix=PART)
        os.close(handle)
        os.unlink(name)
        with contextlib.suppress(FileNotFoundError):
            target.stat()  # refuses a name that is too long


def _check_place(path: str | os.PathLike[str]) -> None:
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))


@contextlib.contextmanager
def _staging(target: Path) -> Iterator[tuple[Path, str]]:
    """Where files for a folder are made ready, and under which name: inside it, or beside it if it is not there.

    The lock keeps others from cleaning up what is being written. It leaves no file in a folder of results: if an old
    version of FileLock let two processes in, the worst would be an error in one of them.
    """
    place, name = (target, READY.lstrip(".")) if target.exists() else (target.parent, target.name[:LONGEST_PREFIX])
    with locked(place / f".{name}", keep=False):
        clean_parts(place, name)
        yield place, name


def _staged(place: Path, name: str, files: Mapping[str, bytes]) -> Path:
    """A new folder with a temporary name that holds these files."""
    staged = place / f".{name}.{secrets.token_hex(4)}{PART}"
    staged.mkdir()
    try:
        for file_name, data in files.items():
            with (staged / file_name).open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        sync_folder(staged)
    except BaseException:
        _remove(staged)
        raise
    return staged


def _appear(target: Path, files: Mapping[str, bytes]) -> bool:
    """Make a folder appear with its files; False where another process made it first."""
    with _staging(target) as (place, name):
        if place == target:
            return False
        staged = _staged(place, name, files)
        try:
            os.rename(staged, target)
        except OSError:
            _remove(staged)
            if target.is_dir():
                return False
            raise
    sync_folder(place)
    return True


def _finish(target: Path) -> None:
    """Move finished files into place; tables come last, so that whoever sees one sees the rest."""
    ready = target / READY
    if ready.is_symlink() or not ready.is_dir():
        return
    for file in sorted(ready.iterdir(), key=lambda file: (file.suffix == ".json", file.name)):
        place = Path(os.path.realpath(target / file.name))
        file.chmod(_mode_of(place))
        try:
            os.replace(file, place)
        except OSError as error:
            if error.errno != errno.EXDEV:  # a symbolic link to another file system
                raise
            write_file(place, file.read_bytes())
            file.unlink()
        sync_folder(place.parent)
    ready.rmdir()


# ---- reading and locking ---------------------------------------------------------------------------------------------


def read_file(path: str | os.PathLike[str], largest: int) -> bytes:
    """The bytes of an ordinary file that is not larger than it may be; never waits on a pipe or a device."""
    handle = os.open(path, os.O_RDONLY | _AT_ONCE | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise FileProblem(f"{path} is not an ordinary file")
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(largest + 1)
    finally:
        os.close(handle)
    if len(data) > largest:
        raise FileProblem(f"{path} is too large: more than {largest:,} bytes")
    return data


@contextlib.contextmanager
def locked(
    path: str | os.PathLike[str], wait: float = -1.0, waiting: str | None = None, keep: bool = True
) -> Iterator[None]:
    """Hold the lock of a file or folder that somebody is about to change; it ends with the process at the latest.

    Waits at most `wait` seconds, negative without end, and says `waiting` on standard error if it takes long. Raises
    Busy where the lock stays with somebody else. The lock is a file beside the one that is locked. Without `keep` it
    is removed in the end; only do that where two holders at once would do no harm.
    """
    name = f"{os.path.realpath(path)}.lock"  # the same for every link to a file
    with _naming(path):
        # FileLock takes some folders without files, such as /proc, for a lock that somebody holds.
        os.close(os.open(name, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | _AT_ONCE, 0o666))
        lock = _acquired(name, UNSAID if wait < 0 else min(wait, UNSAID))
        if lock is None and not 0 <= wait <= UNSAID:
            if waiting is not None:
                print(waiting, file=sys.stderr, flush=True)
            lock = _acquired(name, wait if wait < 0 else wait - UNSAID)
    if lock is None:
        raise Busy(f"{path} is in use by another process")
    try:
        yield
    finally:
        if not keep:
            with contextlib.suppress(OSError):
                os.unlink(name)
        lock.release()


def _acquired(name: str, wait: float) -> FileLock | None:
    """The lock of a file, if it can be obtained in time."""
    lock = FileLock(name)
    try:
        lock.acquire(timeout=wait)
    except Timeout:
        return None
    return lock
