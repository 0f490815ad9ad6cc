"""The cache of compiled kernels: found again whoever asks, and never taken for rules that have changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit import kernel
from tests.position import Position

FOLDER = "from exodus_env.kit import kernel; print(kernel._cache_folder().name)"


def folder(cache: Path, *lines: str) -> str:
    """The name of the cache folder after some lines of code."""
    code = "\n".join([*lines, "import exodus_env.exodus.core", FOLDER])
    settings = {**os.environ, "EXODUS_JIT": "1", "EXODUS_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_cache_does_not_depend_on_what_is_imported_first(tmp_path: Path) -> None:
    first = folder(tmp_path)
    assert folder(tmp_path, "import exodus_env.exodus.rules.outposts") == first
    assert folder(tmp_path, "import exodus_env.exodus.worlds", "import exodus_env.cli") == first
    assert folder(tmp_path, "import exodus_env.exodus.ruleset, exodus_env.exodus.players.search") == first


def test_a_number_from_another_file_changes_the_cache(tmp_path: Path) -> None:
    """Opcodes and the like are compiled into the kernels, though they stand in a file without kernels."""
    changed = "import exodus_env.exodus.rules.effects as effects; effects.GAIN = 99"
    assert folder(tmp_path, changed) != folder(tmp_path)


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


@pytest.mark.parametrize("bounds", ["0", "1"])
def test_kernels_are_linked_into_the_entries_that_reach_them(tmp_path: Path, bounds: str) -> None:
    """By several ways and from far down; found in the cache afterwards; and outside of entries, too."""
    (tmp_path / "few_kernels.py").write_text(KERNELS.replace("{outside}", "len(seen) > 0"), "utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import few_kernels"
    settings = {**os.environ, "EXODUS_JIT": "1", "EXODUS_CACHE": str(tmp_path / "cache"), "EXODUS_BOUNDS": bounds}
    told = []
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=True)
        told.append(done.stdout.split(" ", 1))
    assert told[0] == ["70018", "9 [0, 5, 7] 6 16 [0, 4, 7] "]
    assert told[1] == ["70018", "9 [0, 5, 7] 0 "]
