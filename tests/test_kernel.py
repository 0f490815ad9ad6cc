"""The cache of compiled kernels: found again whoever asks, and never taken for rules that have changed."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import exodus_env
from exodus_env.exodus import core
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit import kernel, kernel_cache
from tests.position import Position

NAME = "from exodus_env.kit import kernel; print(kernel._cache_name())"


def cache_name(*lines: str) -> str:
    """The name of the cache after some lines of code."""
    code = "\n".join([*lines, "import exodus_env.exodus.core", NAME])
    settings = {**os.environ, "EXODUS_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_cache_does_not_depend_on_what_is_imported_first() -> None:
    first = cache_name()
    assert cache_name("import exodus_env.exodus.rules.outposts") == first
    assert cache_name("import exodus_env.exodus.worlds", "import exodus_env.cli") == first
    assert cache_name("import exodus_env.exodus.ruleset, exodus_env.exodus.players.search") == first


def test_a_number_from_another_file_changes_the_cache() -> None:
    """Opcodes and the like are compiled into the kernels, though they stand in a file without kernels."""
    changed = "import exodus_env.exodus.rules.effects as effects; effects.GAIN = 99"
    assert cache_name(changed) != cache_name()


def test_the_cache_does_not_depend_on_where_the_sources_lie(tmp_path: Path) -> None:
    package = Path(exodus_env.__file__).parent
    shutil.copytree(package, tmp_path / "exodus_env", ignore=shutil.ignore_patterns("__pycache__"))
    moved = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import exodus_env"
    shown = f"assert exodus_env.__file__.startswith({str(tmp_path)!r})"
    assert cache_name(moved, shown) == cache_name()


@pytest.mark.skipif(not kernel.COMPILED, reason="about compiled kernels")
def test_the_first_game_compiles_nothing_more_whether_tables_may_be_written_or_not() -> None:
    rules = ruleset(GameConfig(players=2))
    writable = rules.tables.copy()
    assert not rules.tables.flags.writeable and writable.flags.writeable
    rows = [np.zeros((1, rules.observations.size), np.float32) for _ in range(2)]
    games = Position(players=2).games
    for tables, row in zip((rules.tables, writable), rows, strict=True):
        core.observe_as(games, 0, tables, 0, row)
    assert rows[0].any() and (rows[0] == rows[1]).all()
    assert [len(marked.call.overloads) for marked in kernel._entries] == [1] * len(kernel._entries)


KERNELS = """
from __future__ import annotations
import numba, numpy as np
from numba.core import types
from exodus_env.kit import kernel as k

k.declare_type("Row", np.dtype([("a", "i8"), ("b", "i2", (3,))]))

@k.kernel
def third(g: Row, n: int) -> int:
    return max(int(g.b[2]), n)

@k.kernel
def second(g: Row, n: int) -> int:
    g.b[1] = n
    return third(g, n) + 1

@k.kernel
def first(g: Row, n: int) -> int:
    return second(g, n) + third(g, 2 * n)

@k.entry
def of_all(rows: RowArray, n: int) -> int:
    return third(rows[0], n) * 10000 + first(rows[0], n)

@k.entry
def of_one(rows: RowArray, n: int) -> int:
    return third(rows[0], n)

@numba.njit
def outside(rows):
    return first(rows[0], 4)

written = types.Record.__repr__
seen = []
k.prepare(lambda done, total, name: seen.append(name))
assert types.Record.__repr__ is written
rows = np.zeros(1, np.dtype((np.record, [("a", "i8"), ("b", "i2", (3,))])))
rows[0].b[2] = 7
print(of_all(rows, 5), of_one(rows, 9), rows[0].b.tolist(), len(seen), end=" ")
if {outside}:
    print(outside(rows), rows[0].b.tolist(), end=" ")
"""


class Few:
    """A handful of kernels in a folder of their own, run by processes that share a cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        (folder / "few_kernels.py").write_text(KERNELS.replace("{outside}", "len(seen) > 0"), "utf-8")

    def start(self, source: Path | None = None, code: str = "pass", **settings: str) -> subprocess.Popen[str]:
        """A process that prepares the kernels and calls them."""
        imported = f"import sys; sys.path.insert(0, {str(source or self.folder)!r}); {code}; import few_kernels"
        environment = {**os.environ, "EXODUS_JIT": "1", "EXODUS_CACHE": str(self.cache), **settings}
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", imported], env=environment, stdout=pipe, stderr=pipe, text=True)

    def run(self, source: Path | None = None, code: str = "pass", **settings: str) -> tuple[bool, str]:
        """Whether the kernels were compiled, and what was said about it; the results are right either way."""
        process = self.start(source, code, **settings)
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        assert out.startswith("70018 9 [0, 5, 7] "), err
        return out.split()[5] != "0", err

    @property
    def kept(self) -> Path:
        """The file the cache keeps."""
        (path,) = self.cache.glob("*.kernels")
        return path


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Few:
    """Kernels compiled by a process."""
    few = Few(tmp_path_factory.mktemp("few"))
    assert few.run() == (True, "")
    return few


@pytest.fixture
def few(tmp_path: Path, compiled_once: Few) -> Few:
    """Kernels in the cache, to do what one likes with."""
    few = Few(tmp_path)
    shutil.copytree(compiled_once.cache, few.cache)
    return few


@pytest.mark.parametrize("bounds", ["0", "1"])
def test_kernels_are_linked_into_the_entries_that_reach_them(tmp_path: Path, bounds: str) -> None:
    """By several ways and from far down; found in the cache afterwards; and outside of entries, too."""
    few = Few(tmp_path)
    told = []
    for _ in range(2):
        out, err = few.start(EXODUS_BOUNDS=bounds).communicate(timeout=300)
        assert err == ""
        told.append(out.split(" ", 1))
    assert told[0] == ["70018", "9 [0, 5, 7] 6 16 [0, 4, 7] "]
    assert told[1] == ["70018", "9 [0, 5, 7] 0 "]


def test_the_same_sources_at_another_path_are_not_compiled_again(few: Few, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(few.folder / "few_kernels.py", other)
    assert few.run(source=other) == (False, "")


# Root may write anywhere, so a file system that takes nothing is pretended.
NOTHING_CAN_BE_WRITTEN = """
import errno, os, tempfile
def refuse(*arguments, **named):
    raise OSError(errno.EROFS, "Read-only file system", "somewhere")
os.mkdir = os.replace = os.unlink = tempfile.mkstemp = tempfile.TemporaryFile = refuse
"""


def test_a_cache_on_read_only_storage_is_used(few: Few) -> None:
    code = f"exec({NOTHING_CAN_BE_WRITTEN!r})"
    assert few.run(code=code) == (False, "")


def test_without_a_writable_cache_kernels_are_compiled_and_one_line_says_so(few: Few) -> None:
    compiled, said = few.run(EXODUS_CACHE="/proc/no_such_folder")
    assert compiled
    assert len(said.splitlines()) == 1
    assert "/proc/no_such_folder" in said and "EXODUS_CACHE" in said


def test_compiling_for_later_is_refused_where_nothing_can_be_kept() -> None:
    settings = {**os.environ, "EXODUS_JIT": "1", "EXODUS_CACHE": "/proc/no_such_folder"}
    command = [sys.executable, "-m", "exodus_env.cli", "compile"]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and "EXODUS_CACHE" in done.stderr


def damages(data: bytes) -> Iterator[bytes]:
    """Files that are not what was written: cut off, empty, a bit flipped here and there, another format."""
    yield from (data[:cut] for cut in (0, 1, 20, 49, 60, len(data) // 2, len(data) - 1))
    yield from (data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :] for at in range(0, len(data), 1009))
    yield data + b"more"
    yield b"EXODUS-KERNELS 9\n" + data[17:]


def test_a_damaged_file_is_never_loaded(few: Few) -> None:
    data = few.kept.read_bytes()
    tried = 0
    for damaged in damages(data):
        with pytest.raises(kernel_cache.CacheProblem, match="damaged"):
            kernel_cache._opened(few.kept, damaged)
        tried += 1
    assert tried > 20
    assert kernel_cache._opened(few.kept, data) == data[len(kernel_cache.MAGIC) + kernel_cache.CHECKSUM :]


def test_a_damaged_file_is_named_and_compiled_again(few: Few) -> None:
    whole = few.kept.read_bytes()
    few.kept.write_bytes(whole[: len(whole) // 2])
    compiled, said = few.run()
    assert compiled
    assert said.splitlines() == [f"exodus: {few.kept} is damaged: its checksum is wrong; compiling again"]
    assert few.run() == (False, "")


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_nothing_is_loaded_from_a_folder_others_can_write_to(few: Few, mode: int) -> None:
    few.cache.chmod(mode)
    compiled, said = few.run()
    assert compiled
    assert str(few.cache) in said and "not trusted" in said
    few.cache.chmod(0o700)
    few.kept.chmod(0o666)
    compiled, said = few.run()
    assert compiled
    assert "not trusted" in said
    assert few.run() == (False, "")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_nothing_is_loaded_that_belongs_to_another_user(few: Few) -> None:
    os.chown(few.cache, 12345, -1)
    compiled, said = few.run()
    assert compiled
    assert "belongs to another user" in said


def test_the_fallback_among_temporary_files_is_private(few: Few, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o777)
    settings = {"EXODUS_CACHE": "", "XDG_CACHE_HOME": str(blocked), "TMPDIR": str(shared)}
    assert few.run(**settings) == (True, "")
    (made,) = shared.iterdir()
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert few.run(**settings) == (False, "")


SLOWLY = """
import time
import exodus_env.kit.kernel as k
compile = k._compile
k._compile = lambda *arguments: (time.sleep(3), compile(*arguments))
"""


def test_processes_that_start_together_compile_once(few: Few) -> None:
    few.kept.unlink()
    processes = [few.start(code=f"exec({SLOWLY!r})") for _ in range(3)]
    told = [process.communicate(timeout=300) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert sorted(out.split()[5] for out, _ in told) == ["0", "0", "6"]
    assert sorted(err for _, err in told) == ["", *["another process is compiling the kernels; waiting for it\n"] * 2]


def test_old_files_do_not_pile_up(few: Few) -> None:
    few.kept.unlink()
    for i in range(kernel_cache.MOST_KEPT + 3):
        old = few.cache / f"old{i:02}.kernels"
        old.write_bytes(b"")
        os.utime(old, (i, i))
    few.run()
    left = [path.name for path in few.cache.glob("*.kernels")]
    assert len(left) == kernel_cache.MOST_KEPT
    assert "old00.kernels" not in left and f"old{kernel_cache.MOST_KEPT + 2}.kernels" in left
