"""The cache of compiled kernels: found again whoever asks, and never taken for rules that have changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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


def test_a_number_from_another_file_changes_the_cache(tmp_path: Path) -> None:
    """Opcodes and the like are compiled into the kernels, though they stand in a file without kernels."""
    changed = "import exodus_env.exodus.rules.effects as effects; effects.GAIN = 99"
    assert folder(tmp_path, changed) != folder(tmp_path)
