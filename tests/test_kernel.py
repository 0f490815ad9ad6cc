"""The cache of compiled kernels: found again whoever asks, and never taken for rules that have changed."""

from __future__ import annotations

import ast
import os
import re
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np
import pytest
from llvmlite.binding import get_host_cpu_features

import exodus_env
from exodus_env.corruption.encoding.observations import base_ship
from exodus_env.corruption.rules.choices import first_ship
from exodus_env.exodus import core
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit import kernel, kernel_cache
from tests.position import Position

MODULES = [module for lane in Ruleset.entry_modules for module in lane]
ENVIRONMENT, *PLAYERS, SECRETS = MODULES
ENTRIES = re.compile(r"^(@entry|ENTRIES = make_entries\(|SECRETS = make_secrets\(.*)$", re.MULTILINE)


def cache_names(*lines: str) -> dict[str, str]:
    """The names of Exodus's files in the cache after some lines of code, by module of entries."""
    last = f"""
import importlib
from exodus_env.kit import kernel
for module in {MODULES!r}:
    importlib.import_module(module)
    print(module, kernel._Compilation(kernel.group_of(module)).name)
"""
    settings = {**os.environ, "EXODUS_JIT": "1"}
    command = [sys.executable, "-c", "\n".join([*lines, last])]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    return dict(line.split() for line in done.stdout.splitlines())


def test_the_cache_does_not_depend_on_what_is_imported_first() -> None:
    first = cache_names()
    assert list(first) == MODULES and len(set(first.values())) == len(MODULES)
    assert cache_names("import exodus_env.exodus.rules.modules.outposts") == first
    assert cache_names("import exodus_env.exodus.players.search, exodus_env.exodus.worlds") == first


def test_a_number_from_another_file_changes_the_cache() -> None:
    """Opcodes and the like are compiled into the kernels, though they stand in a file without kernels."""
    before = cache_names()
    after = cache_names("import exodus_env.exodus.rules.cards.effects as effects; effects.GAIN = 99")
    assert all(after[module] != before[module] for module in [ENVIRONMENT, *PLAYERS])
    assert after[SECRETS] == before[SECRETS]  # committing carries out no effect


def test_a_change_to_a_player_leaves_the_environment_as_it_is() -> None:
    before = cache_names()
    after = cache_names("import exodus_env.exodus.players.outlook as outlook; outlook.CP_OF_A_VP = 99.0")
    assert all(after[module] == before[module] for module in (ENVIRONMENT, SECRETS))
    assert all(after[module] != before[module] for module in PLAYERS)


def test_every_module_of_entries_is_compiled_beforehand() -> None:
    package = Path(exodus_env.__file__).parent
    files = [path for path in (package / "exodus").rglob("*.py") if ENTRIES.search(path.read_text("utf-8"))]
    found = {".".join(path.relative_to(package.parent).with_suffix("").parts) for path in files}
    assert found == set(MODULES)


def test_the_cache_does_not_depend_on_where_the_sources_lie(tmp_path: Path) -> None:
    package = Path(exodus_env.__file__).parent
    shutil.copytree(package, tmp_path / "exodus_env", ignore=shutil.ignore_patterns("__pycache__"))
    moved = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import exodus_env"
    shown = f"assert exodus_env.__file__.startswith({str(tmp_path)!r})"
    assert cache_names(moved, shown) == cache_names()


@pytest.mark.skipif(not kernel.COMPILED, reason="about compiled kernels")
def test_the_first_game_compiles_nothing_more_whether_tables_may_be_written_or_not() -> None:
    rules = ruleset(GameConfig(players=2))
    writable = rules.tables.copy()
    assert not rules.tables.flags.writeable and writable.flags.writeable
    rows = [np.zeros((1, rules.observations.size), np.float32) for _ in range(2)]
    games = Position(players=2).games
    for tables, row in zip((rules.tables, writable), rows, strict=True):
        core.ENTRIES.observe_as(games, 0, tables, 0, row)
    assert rows[0].any() and (rows[0] == rows[1]).all()
    assert [len(marked.call.overloads) for marked in kernel.group_of(ENVIRONMENT).entries.values()] == [1] * 4


KERNELS = """
from __future__ import annotations
import numba, numpy as np
from numba.core import types
from exodus_env.kit import kernel as k

k.declare_type(__name__, "Row", np.dtype([("a", "i8"), ("b", "i2", (3,))]))

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

written = types.Record.__repr__, types.Record.mangling_args
seen = []
k.group_of(__name__).prepare(lambda done, total, name: seen.append(name))
assert (types.Record.__repr__, types.Record.mangling_args) == written
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
        self.shipped: Path | None = None  # where the package brings kernels
        (folder / "few_kernels.py").write_text(KERNELS.replace("{outside}", "len(seen) > 0"), "utf-8")

    def start(self, source: Path | None = None, code: str = "pass", **settings: str) -> subprocess.Popen[str]:
        """A process that prepares the kernels and calls them."""
        if self.shipped is not None:
            named = f"cache.SHIPPED = type(cache.SHIPPED)({str(self.shipped)!r})"
            code = f"import exodus_env.kit.kernel_cache as cache; {named}; {code}"
        imported = f"import sys; sys.path.insert(0, {str(source or self.folder)!r}); {code}; import few_kernels"
        # Without bytecode: a source that changes within a second, and not in size, would be taken for the old one.
        given = {**os.environ, "EXODUS_JIT": "1", "EXODUS_CACHE": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        environment = {**given, **settings}
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
    yield b"EXODUS-KERNELS 1\n" + data[17:]


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


def test_a_whole_file_of_other_sources_is_named_and_compiled_again(few: Few) -> None:
    """Its records may be others, and its machine code would write past their ends."""
    source = few.folder / "few_kernels.py"
    mine, text = few.kept, source.read_text("utf-8")
    source.write_text(text.replace('("b", "i2", (3,))', '("b", "i8", (3,))'), "utf-8")
    assert few.run() == (True, "")
    (foreign,) = (path for path in few.cache.glob("*.kernels") if path != mine)
    source.write_text(text, "utf-8")
    shutil.copy(foreign, mine)
    compiled, said = few.run()
    assert compiled
    assert said.splitlines() == [f"exodus: {mine} is damaged: its checksum is wrong; compiling again"]
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
compile = k._Compilation.compile
k._Compilation.compile = lambda *arguments: (time.sleep(3), compile(*arguments))
"""


def test_processes_that_start_together_compile_once(few: Few) -> None:
    few.kept.unlink()
    processes = [few.start(code=f"exec({SLOWLY!r})") for _ in range(4)]
    told = [process.communicate(timeout=300) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0, 0]
    assert sorted(out.split()[5] for out, _ in told) == ["0", "0", "0", "6"]
    waited = "another process is compiling the kernels; waiting for it\n"
    assert sorted(err for _, err in told) == ["", waited, waited, waited]


def test_a_process_that_dies_while_it_compiles_leaves_its_place_to_the_next(few: Few) -> None:
    few.kept.unlink()
    first = few.start(code=f"exec({SLOWLY.replace('sleep(3)', 'sleep(600)')!r})")
    until = time.monotonic() + 60
    while not list(few.cache.glob("*.lock")) and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(0.5)
    second = few.start()
    time.sleep(1.0)
    first.kill()
    first.communicate()
    out, err = second.communicate(timeout=300)
    assert second.returncode == 0, err
    assert out.split()[5] == "6" and few.run() == (False, "")


def test_old_files_do_not_pile_up(few: Few) -> None:
    few.kept.unlink()
    for i in range(kernel_cache.MOST_KEPT + 3):
        old = few.cache / f"few_kernels-{i:02}.kernels"
        other = few.cache / f"other-{i:02}.kernels"
        other.write_bytes(b"")
        old.write_bytes(b"")
        os.utime(old, (i, i))
    few.run()
    left = [path.name for path in few.cache.glob("few_kernels-*.kernels")]
    assert len(left) == kernel_cache.MOST_KEPT
    assert "few_kernels-00.kernels" not in left and f"few_kernels-{kernel_cache.MOST_KEPT + 2}.kernels" in left
    assert len(list(few.cache.glob("other-*.kernels"))) == kernel_cache.MOST_KEPT  # of each module by itself


# Kernels that come with the package -----------------------------------------------------------------------------------

AS_SHIPPED = {"NUMBA_CPU_NAME": kernel_cache.SHIPPED_CPU, "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_INTEL_SVML": "1"}
RUNS_SHIPPED = frozenset(name for name, there in get_host_cpu_features().items() if there) >= kernel_cache.SHIPPED_NEEDS
needs_the_processor = pytest.mark.skipif(not RUNS_SHIPPED, reason=f"needs a processor of {kernel_cache.SHIPPED_CPU}")


@pytest.fixture(scope="module")
def shipped_once(tmp_path_factory: pytest.TempPathFactory) -> Few:
    """Kernels compiled as scripts/wheel compiles them."""
    few = Few(tmp_path_factory.mktemp("wheel"))
    assert few.run(**AS_SHIPPED) == (True, "")
    return few


@pytest.fixture
def shipped(tmp_path: Path, shipped_once: Few) -> Few:
    """A package that brings those kernels, and an empty cache."""
    few = Few(tmp_path)
    few.shipped = tmp_path / "kernels"
    shutil.copytree(shipped_once.cache, few.shipped)
    few.shipped.chmod(0o755)
    return few


@needs_the_processor
def test_kernels_that_came_with_the_package_are_used_where_the_cache_has_none(shipped: Few) -> None:
    assert shipped.run() == (False, "")
    assert shipped.run(code=f"exec({NOTHING_CAN_BE_WRITTEN!r})", EXODUS_CACHE="/proc/no_such_folder") == (False, "")
    assert not list(shipped.cache.glob("*"))


def test_a_processor_that_lacks_a_feature_compiles_without_a_word(shipped: Few) -> None:
    code = f"import exodus_env.kit.kernel as k; f = dict.fromkeys({sorted(kernel_cache.SHIPPED_NEEDS)}, True); "
    code += "f['bmi2'] = False; k.get_host_cpu_features = lambda: f"
    assert shipped.run(code=code) == (True, "")
    assert shipped.run() == (False, "")  # what was compiled is in the cache


def test_every_feature_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    features = dict.fromkeys(kernel_cache.SHIPPED_NEEDS, True)
    assert not kernel_cache.ships_for(features)  # a checkout brings none
    monkeypatch.setattr(kernel_cache, "SHIPPED", tmp_path)
    assert kernel_cache.ships_for(features)
    assert not any(kernel_cache.ships_for({**features, name: False}) for name in features)
    assert not kernel_cache.ships_for({})


def test_names_follow_versions_and_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    processor = ("x86_64-unknown-linux-gnu", kernel_cache.SHIPPED_CPU, "")
    names = {kernel._digest([], {}, processor)}
    for part in range(len(processor)):
        names.add(kernel._digest([], {}, (*processor[:part], "other", *processor[part + 1 :])))
    for module, version in ((numba, "__version__"), (np, "__version__"), (sys, "version")):
        with monkeypatch.context() as patch:
            patch.setattr(module, version, "9.9")
            names.add(kernel._digest([], {}, processor))
    monkeypatch.setitem(kernel.OPTIONS, "boundscheck", "other")
    names.add(kernel._digest([], {}, processor))
    assert len(names) == 8


def test_kernels_of_other_sources_are_passed_over_without_a_word(shipped: Few) -> None:
    source = shipped.folder / "few_kernels.py"
    source.write_text(source.read_text("utf-8").replace("return max(int(g.b[2]), n)", "return max(n, int(g.b[2]))"))
    assert shipped.run() == (True, "")


@needs_the_processor
def test_damaged_kernels_that_came_with_the_package_are_named_and_stay(shipped: Few) -> None:
    assert shipped.shipped is not None
    (path,) = shipped.shipped.glob("*.kernels")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    compiled, said = shipped.run()
    assert compiled and path.exists()
    assert said.splitlines() == [f"exodus: {path} is damaged: its checksum is wrong; compiling again"]


@needs_the_processor
def test_kernels_that_more_people_can_write_than_the_code_are_not_trusted(shipped: Few) -> None:
    assert shipped.shipped is not None
    (path,) = shipped.shipped.glob("*.kernels")
    for place, mode in ((path, 0o666), (shipped.shipped, 0o777)):
        before = stat.S_IMODE(place.stat().st_mode)
        place.chmod(mode)
        compiled, said = shipped.run(EXODUS_CACHE="/proc/no_such_folder")
        assert compiled
        assert f"{place} can be written by other users and is not trusted" in said
        place.chmod(before)
    assert shipped.run() == (False, "")


@needs_the_processor
def test_compiling_on_purpose_is_for_this_very_processor(shipped: Few) -> None:
    code = "import exodus_env.kit.kernel as k; prepare = k.Group.prepare; "
    code += "k.Group.prepare = lambda group, show: prepare(group, show, must_keep=True)"
    assert shipped.run(code=code) == (True, "")
    assert shipped.kept.name not in {path.name for path in shipped.shipped.glob("*")}  # type: ignore[union-attr]


# Several games in one process -----------------------------------------------------------------------------------------

# Two games whose records keep the same things in different places; `walk` is too long to be inlined.
SHARED = """
from __future__ import annotations
from exodus_env.kit.kernel import kernel

{later}

@kernel
def walk(g: Game, n: int) -> int:
    \"\"\"What it does.\"\"\"
    for i in range(n):
        g.total += twice(i)
""" + "".join(
    f"""
        if (i + g.total) % {k + 2} == 1:
            g.total = (g.total * {k + 3} + g.rows[i % 3]) % 10007
        g.rows[{k % 3}] = (g.rows[{k % 3}] + g.total) % {k + 50}
"""
    for k in range(30)
)
SHARED += "    return int(g.total)\n"
TWICE = """
@kernel
def twice(n: int) -> int:
    return 2 * n
"""
GAME = """
from __future__ import annotations
import numpy as np
from exodus_env.kit.kernel import declare_type, entry, kernel
from shared_rules import walk

DTYPE = np.dtype((np.record, {fields}))
declare_type(__package__, "Game", DTYPE)
{factor}

@kernel
def step(g: Game, n: int) -> int:
    return FACTOR * walk(g, n)

@entry
def play(games: GameArray, n: int) -> int:
    return step(games[0], n) + walk(games[0], 2)

def result():
    games = np.zeros(1, DTYPE)
    games[0].rows = (3, 5, 7)
    return int(play(games, 40)), int(games[0].total)
"""
PLAYER = """
from __future__ import annotations
from {game}.core import step
from exodus_env.kit.kernel import entry

@entry
def think(games: GameArray, n: int) -> int:
    return step(games[0], {depth} * n)
"""
FIELDS = {
    "red": "[('total', 'i8'), ('rows', 'i2', (3,))]",
    "blue": "[('rows', 'i8', (3,)), ('total', 'i4')]",
}
RUN = """
import sys
sys.path.insert(0, {folder!r})
compiled = []
if {jit!r} == "1":
    from exodus_env.kit import kernel
    compile = kernel._Compilation.compile
    def tell(self, show):
        compiled.append(self.name.partition("-")[0])
        compile(self, lambda *told: None)
    kernel._Compilation.compile = tell
found = []
for name in {names!r}:
    exec(f"from {{name}} import core")
    if {at_once}:
        found.append(core.result())
    found.append(core)
results = [one if isinstance(one, tuple) else one.result() for one in found]
print((sorted(compiled), results))
"""


class Games:
    """Two games in a folder, played by processes that share a cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.write("shared_rules.py", SHARED.replace("{later}", TWICE))
        for name, fields in FIELDS.items():
            self.write(f"{name}/__init__.py", "")
            self.write_core(name, factor=len(name), fields=fields)
            self.write(f"{name}/player.py", PLAYER.format(game=name, depth=2))

    def write(self, name: str, text: str) -> None:
        """Write a source file."""
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text, "utf-8")

    def write_core(self, name: str, factor: int, fields: str, comment: str = "") -> None:
        """Write what is compiled of a game."""
        self.write(f"{name}/core.py", GAME.format(fields=fields, factor=f"{comment}\nFACTOR = {factor}"))

    def run(self, *names: str, jit: str = "1", at_once: bool = False) -> tuple[list[str], list[tuple[int, int]]]:
        """Import games in this order and play them: what was compiled, and the results."""
        code = RUN.format(folder=str(self.folder), names=names, jit=jit, at_once=at_once)
        environment = {**os.environ, "EXODUS_JIT": jit, "EXODUS_CACHE": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        compiled, results = ast.literal_eval(done.stdout)
        return compiled, results


@pytest.fixture
def games(tmp_path: Path) -> Games:
    """Two games, not yet compiled."""
    return Games(tmp_path)


Played = tuple[Path, list[tuple[int, int]]]  # the cache, and what games come to


@pytest.fixture(scope="module")
def red_and_blue(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The cache of both games, compiled by one process, and what they come to."""
    games = Games(tmp_path_factory.mktemp("games"))
    compiled, results = games.run("red", "blue")
    assert compiled == ["blue.core", "red.core"]
    return games.cache, results


@pytest.fixture
def compiled_games(tmp_path: Path, red_and_blue: Played) -> Games:
    """Two games in the cache, to do what one likes with."""
    games = Games(tmp_path)
    shutil.copytree(red_and_blue[0], games.cache)
    return games


# Takes over ten seconds: several processes start, and some compile.
def test_two_games_live_in_one_process_in_any_order(compiled_games: Games, red_and_blue: Played) -> None:
    games, (red, blue) = compiled_games, red_and_blue[1]
    assert red != blue
    assert games.run("blue", "red", jit="0", at_once=True) == ([], [blue, blue, red, red])
    assert games.run("blue", "red") == ([], [blue, red])
    shutil.rmtree(games.cache)
    assert games.run("blue", "red", at_once=True) == (["blue.core", "red.core"], [blue, blue, red, red])
    assert games.run("red", "blue", at_once=True) == ([], [red, red, blue, blue])


# Takes over ten seconds: several processes start, and some compile.
def test_games_compiled_by_different_processes_are_not_taken_for_each_other(games: Games, red_and_blue: Played) -> None:
    """Numba numbers records from 1 in every process: kernels of the kit would have one name for two games."""
    red, blue = red_and_blue[1]
    assert games.run("red") == (["red.core"], [red])
    assert games.run("blue") == (["blue.core"], [blue])
    assert games.run("red", "blue") == ([], [red, blue])
    assert games.run("blue", "red") == ([], [blue, red])


# Takes over ten seconds: several processes start, and some compile.
def test_a_change_to_a_game_compiles_that_game_alone(compiled_games: Games, red_and_blue: Played) -> None:
    games, (red, blue) = compiled_games, red_and_blue[1]
    games.write_core("blue", factor=7, fields=FIELDS["blue"])
    compiled, (same, other) = games.run("red", "blue")
    assert compiled == ["blue.core"] and same == red and other != blue
    games.write("shared_rules.py", SHARED.replace("{later}", TWICE.replace("2 * n", "3 * n")))
    assert games.run("blue", "red")[0] == ["blue.core", "red.core"]


def test_comments_and_docstrings_compile_nothing(compiled_games: Games, red_and_blue: Played) -> None:
    games, (red, _) = compiled_games, red_and_blue[1]
    games.write_core("red", factor=3, fields=FIELDS["red"], comment="# Why it is so.\n")
    told = SHARED.replace("What it does.", "What it does, in other words.")
    games.write("shared_rules.py", told.replace("{later}", TWICE))
    assert games.run("red") == ([], [red])


def test_a_kernel_may_call_one_that_is_defined_further_down(games: Games, red_and_blue: Played) -> None:
    games.write("shared_rules.py", SHARED.replace("{later}", "") + TWICE)
    assert games.run("red") == (["red.core"], [red_and_blue[1][0]])


def test_kernels_that_call_each_other_in_a_circle_are_named(games: Games) -> None:
    games.write("shared_rules.py", SHARED.replace("{later}", TWICE.replace("2 * n", "twice(n)")))
    with pytest.raises(AssertionError, match="recursively: twice calls twice"):
        games.run("red")


def test_a_record_a_game_lacks_is_named(games: Games) -> None:
    text = (games.folder / "red" / "core.py").read_text("utf-8")
    games.write("red/core.py", text.replace('"Game", DTYPE', '"Board", DTYPE').replace("GameArray", "BoardArray"))
    with pytest.raises(AssertionError, match=r"shared_rules.walk: parameter g has no kernel type \('Game'\) in red"):
        games.run("red")


def test_a_kernel_that_python_calls_runs_its_source_with_those_it_calls() -> None:
    """Views ask the rules: whether a lane is open, which Actions a ship has. Once that was an error when compiled."""
    seen: list[str] = []

    class Game:
        asked = 2
        slot = (5, 6, 7)

        def __getattribute__(self, name: str) -> object:
            seen.append(name)
            return object.__getattribute__(self, name)

    assert first_ship(Game()) == base_ship(Game()) == 2  # type: ignore[arg-type]
    assert seen == ["asked"] * 4


def test_a_kernel_takes_only_kernels_and_numbers_from_the_function_around_it() -> None:
    names = list(sys.argv)

    def inner(n: int) -> int:
        return n + len(names)

    for mark in (kernel.kernel, kernel.entry):
        with pytest.raises(TypeError, match=r"takes names from the function around it; .* not list"):
            mark(inner)


FACTORY = """
from __future__ import annotations
from exodus_env.kit import kernel as k

@k.kernel
def plus(a: int, b: int) -> int:
    return a + b

@k.kernel
def times(a: int, b: int) -> int:
    return a * b

def make(first, second, number):
    @k.kernel
    @k.made_for(__name__)
    def inner(n: int) -> int:
        return first(n, number)

    @k.entry
    @k.made_for(__name__)
    def outer(n: int) -> int:
        return second(inner(n), number)

    return outer

made = make({arguments})
print(made(5), k._Compilation(k.group_of(__name__)).name.rpartition("-")[2])
"""


def test_kernels_made_by_a_function_follow_from_what_they_take(tmp_path: Path) -> None:
    """Also where they take the same kernels in another order: both were reached before."""
    found = {}
    environment = {**os.environ, "EXODUS_JIT": "1", "EXODUS_CACHE": str(tmp_path / "cache")}
    for arguments in ("plus, times, 3", "times, plus, 3", "plus, times, 4"):
        file = tmp_path / "factory.py"
        file.write_text(FACTORY.format(arguments=arguments), "utf-8")
        done = subprocess.run([sys.executable, file], env=environment, capture_output=True, text=True, check=True)
        result, name = done.stdout.split()
        found[name] = result
    assert list(found.values()) == ["24", "18", "36"]


LANES = """
import sys
sys.path.insert(0, {folder!r})
from exodus_env.kit.compiling import compile_lanes
compile_lanes([["red.core"], ["red.player", "blue.player"]], {processes})
"""


# Takes over ten seconds: several processes start, and some compile.
def test_all_groups_of_a_game_can_be_compiled_beforehand_by_several_processes(games: Games) -> None:
    path = os.pathsep.join([str(games.folder), str(Path(exodus_env.__file__).parents[1])])
    environment = {**os.environ, "EXODUS_JIT": "1", "EXODUS_CACHE": str(games.cache), "PYTHONPATH": path}
    kept: list[list[str]] = []
    for processes in (2, 1):  # what two have compiled, one finds
        code = LANES.format(folder=str(games.folder), processes=processes)
        subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=300)
        kept.append(sorted(str(path.stat().st_mtime_ns) + path.name for path in games.cache.glob("*.kernels")))
    assert kept[0] == kept[1]
    assert sorted(path.name.partition("-")[0] for path in games.cache.glob("*.kernels")) == [
        "blue.player",
        "red.core",
        "red.player",
    ]


# Entries whose arguments are bound -----------------------------------------------------------------------------------


@kernel.bound_entry
def add_products(totals: kernel.Ints, rows: kernel.FloatRows, names: kernel.Mask, factor: int, twice: bool) -> int:
    """Add the products of each row to a total; returns how many rows there are, or raises where a total is negative."""
    for i in range(rows.shape[0]):
        for j in range(rows.shape[1]):
            totals[i] += int(rows[i, j]) * factor * (2 if twice else 1) + int(names[i])
        if totals[i] < 0:
            raise ValueError("a total is negative")
    return int(rows.shape[0])


def test_an_entry_is_called_with_arguments_that_were_bound_before() -> None:
    totals = np.zeros(2, dtype=np.int64)
    rows = np.arange(6, dtype=np.float32).reshape(2, 3)
    names = np.array([0, 100], dtype=np.int8)
    bound = add_products.bind(totals, rows, names, 10, False)
    assert bound() == 2
    assert totals.tolist() == [30, 420]
    rows[:] = 1  # the same arrays, with something else in them
    bound.set("factor", 1)
    bound.set("twice", True)
    assert bound() == 2
    assert totals.tolist() == [36, 726]
    bound.set("factor", -1000)
    with pytest.raises(ValueError, match="a total is negative"):
        bound()
    totals[:] = 0
    assert add_products(totals, rows, names, 1, False) == 2
    assert totals.tolist() == [3, 303]


def test_an_argument_that_does_not_fit_is_named_when_it_is_bound() -> None:
    totals, names = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int8)
    rows = np.zeros((2, 3), dtype=np.float32)
    with pytest.raises(TypeError, match="takes 5 arguments, not 2"):
        add_products.bind(totals, rows)
    with pytest.raises(TypeError, match="totals is an array"):
        add_products.bind(totals, rows, names, 1, False).set("totals", 3)
    if not kernel.COMPILED:
        return
    for wrong in (rows.astype(np.float64), rows[0], rows.T, rows[:, :2]):
        with pytest.raises(TypeError, match="add_products: rows must be"):
            add_products.bind(totals, wrong, names, 1, False)
