"""Where compiled kernels are kept: a file for each module of entries and state of its sources, sealed with a checksum.

A file of the cache holds machine code and is unpickled, so it is opened only where nobody but this user and the
administrator could have written it, and loaded only if its checksum is right. Whatever is wrong with a cache, the
kernels can be compiled again: one line says what happened, and the program continues.

A wheel may bring kernels as well (`scripts/wheel --with-kernels`), compiled for every processor that has the features
of x86-64-v3. They are trusted as far as the code of the package beside them, and used where the cache has none.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final

from exodus_env.kit.files import FileProblem, locked, read_file, write_file

MAGIC: Final = b"EXODUS-KERNELS 2\n"
CHECKSUM: Final = 32  # bytes after the magic: the sha256 of the file's name and all that follows
LARGEST: Final = 1 << 28
SUFFIX: Final = ".kernels"
MOST_KEPT: Final = 16  # files of older sources for each module of entries, a few megabytes each
OTHERS_MAY_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
SHIPPED: Final = Path(__file__).parent.parent / "kernels"  # only a wheel has this folder
SHIPPED_CPU: Final = "x86-64-v3"  # as LLVM names it
SHIPPED_NEEDS: Final = frozenset((
    "cx16", "sahf", "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2",
    "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave",
))  # fmt: skip


class CacheProblem(OSError):
    """A cache that cannot be used, and the way out."""


def folders() -> list[Path]:
    """Where to look for compiled kernels, best first."""
    given = os.environ.get("EXODUS_CACHE")
    if given:
        return [Path(given)]
    try:
        home = [Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "exodus_env"]
    except RuntimeError:  # nobody knows where this user's home is
        home = []
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return [*home, Path(tempfile.gettempdir()) / f"exodus_env_cache_{user}"]


def has(name: str, *where: Path) -> bool:
    """Whether there is a file of this name, usable or not."""
    return any(os.path.exists(folder / (name + SUFFIX)) for folder in where or folders())


def find(name: str, load: Callable[[bytes], None]) -> bool:
    """Load the compiled kernels of a name from the first folder that has them; False if they must be compiled."""
    for folder in folders():
        path = folder / (name + SUFFIX)
        try:
            if not path.exists():
                continue
            _require_private(folder)
        except OSError as error:  # it stays: it is not ours, or we cannot read it
            _say(f"{_reason(error)}; compiling again")
            continue
        if _loaded(path, load, _require_private):
            return True
        with contextlib.suppress(OSError):
            path.unlink()
    return False


def ships_for(features: Mapping[str, bool]) -> bool:
    """Whether the package brings kernels, and a processor with these features can run them."""
    return SHIPPED.is_dir() and all(features.get(name, False) for name in SHIPPED_NEEDS)


def find_shipped(name: str, load: Callable[[bytes], None]) -> bool:
    """Load the kernels of a name that came with the package; False if it brought none for these sources."""
    path = SHIPPED / (name + SUFFIX)
    return path.exists() and _loaded(path, load, _require_as_private_as_the_code)


def _loaded(path: Path, load: Callable[[bytes], None], require_trust: Callable[[Path], None]) -> bool:
    """Load a file; if it cannot be used, one line says why."""
    try:
        require_trust(path)
        load(_opened(path, read_file(path, LARGEST)))
        return True
    except (OSError, FileProblem) as error:
        _say(f"{_reason(error)}; compiling again")
    except Exception as error:  # the checksum was right, but Numba does not accept what it wrote
        _say(f"{path} cannot be used ({type(error).__name__}: {error}); compiling again")
    return False


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"compiled kernels cannot be read ({error.strerror}: {error.filename})"
    return str(error)


def _opened(path: Path, data: bytes) -> bytes:
    """What a file holds, once its checksum is right: it is whole, and not one of other sources under this name."""
    start = len(MAGIC) + CHECKSUM
    payload = data[start:]
    if not data.startswith(MAGIC) or _checksum(path.name, payload) != data[len(MAGIC) : start]:
        raise CacheProblem(f"{path} is damaged: its checksum is wrong")
    return payload


def _checksum(file: str, payload: bytes) -> bytes:
    """Machine code of other records would read and write where it must not, so a file is good under one name only."""
    return hashlib.sha256(file.encode() + b"\n" + payload).digest()


def keep(folder: Path, name: str, payload: bytes) -> None:
    """Put compiled kernels into the cache; if it cannot be written, one line says so and the program continues."""
    path = folder / (name + SUFFIX)
    try:
        write_file(path, MAGIC + _checksum(path.name, payload) + payload)
        path.chmod(0o644)
        _forget_old(folder)
    except OSError as error:
        _say(f"the compiled kernels cannot be kept in {folder} ({error.strerror}): {WAY_OUT}")


WAY_OUT: Final = "name a folder of your own in EXODUS_CACHE, or every program will compile again"


def writable_folder() -> Path:
    """The first folder in which compiled kernels can be kept; raises CacheProblem if there is none."""
    problems = []
    for folder in folders():
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _require_private(folder)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except CacheProblem as problem:
            problems.append(str(problem))
        except OSError as error:
            problems.append(f"{folder}: {error.strerror}")
    raise CacheProblem(f"compiled kernels cannot be kept ({'; '.join(problems)}): {WAY_OUT}")


@contextlib.contextmanager
def compiling(folder: Path, name: str) -> Iterator[None]:
    """Hold the right to compile the kernels of a name; a second process waits for the first."""
    waiting = "another process is compiling the kernels; waiting for it"
    try:
        lock = locked(folder / (name + SUFFIX), waiting=waiting)
        lock.__enter__()
    except OSError:  # a file system without locks: at worst two processes do the same work
        yield
        return
    try:
        yield
    finally:
        lock.__exit__(None, None, None)


def _require_private(path: Path) -> None:
    """Raise CacheProblem if somebody else could have written here."""
    if not hasattr(os, "geteuid"):
        return  # Windows: a user's folders are private
    found = path.stat()
    if found.st_uid not in (0, os.geteuid()):
        raise CacheProblem(f"{path} belongs to another user and is not trusted")
    if found.st_mode & OTHERS_MAY_WRITE:
        raise CacheProblem(f"{path} can be written by other users and is not trusted (chmod go-w {path})")


def _require_as_private_as_the_code(path: Path) -> None:
    """Raise CacheProblem if somebody could have written here who could not have written the package's code."""
    if not hasattr(os, "geteuid"):
        return
    code = Path(__file__).stat()
    for place in (path.parent, path):
        found = place.stat()
        if found.st_uid not in (0, os.geteuid(), code.st_uid):
            raise CacheProblem(f"{place} belongs to another user than the package's code and is not trusted")
        if found.st_mode & OTHERS_MAY_WRITE & ~code.st_mode:
            raise CacheProblem(f"{place} can be written by other users and is not trusted (chmod go-w {place})")


def _forget_old(folder: Path) -> None:
    """Leave only the newest files of each module of entries: every change of its sources brings another one."""
    files: dict[str, list[Path]] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True):
        files.setdefault(path.name.rpartition("-")[0], []).append(path)
    for path in chain.from_iterable(found[MOST_KEPT:] for found in files.values()):
        path.unlink(missing_ok=True)
        path.with_name(path.name + ".lock").unlink(missing_ok=True)


def _say(words: str) -> None:
    print(f"exodus: {words}", file=sys.stderr, flush=True)
