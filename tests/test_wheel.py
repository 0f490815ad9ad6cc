"""The wheel: complete, and enough by itself to play, draw, serve, measure and use learned policies."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit import kernel_cache
from tests.test_project import project_files

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SOURCES = ("exodus_env", "pyproject.toml", "README.md", "LICENSE")  # all that a wheel is made of
KERNELS = "exodus_env/kernels/exodus_env.some.module-0123456789abcdef.kernels"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel of the checkout, with a file where scripts/wheel puts compiled kernels."""
    pytest.importorskip("setuptools", minversion="77", reason="needs setuptools, as in the extra `dev`")
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("out")
    for file in project_files():
        name = file.relative_to(ROOT)
        if name.parts[0] in SOURCES:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, tree / name)
    (tree / KERNELS).parent.mkdir()
    (tree / KERNELS).write_bytes(b"")
    build = f"from setuptools import build_meta; build_meta.build_wheel({str(out)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, capture_output=True, text=True)
    (made,) = out.glob("*.whl")
    return zipfile.ZipFile(made)


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    package = ROOT / "exodus_env"
    wanted = {str(file.relative_to(ROOT)) for file in project_files() if file.is_relative_to(package)}
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == wanted | {KERNELS}


def test_the_wheel_serves_every_python_and_says_what_it_needs(wheel: zipfile.ZipFile) -> None:
    assert wheel.filename is not None and wheel.filename.endswith("-py3-none-any.whl")
    (about,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    told = Parser().parsestr(wheel.read(about).decode())
    assert set(told.get_all("Provides-Extra", [])) == set(PROJECT["optional-dependencies"])
    plain = [need for need in told.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert sorted(re.split(r"[<>=]", need)[0] for need in plain) == sorted(
        re.split(r"[<>=]", need)[0] for need in PROJECT["dependencies"]
    )
    (entries,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "exodus = exodus_env.cli:main" in wheel.read(entries).decode()


def test_where_kernels_go_in_a_wheel_is_where_they_are_looked_for() -> None:
    assert (ROOT / KERNELS).parent == kernel_cache.SHIPPED
    assert 'EXODUS_CACHE="$work/tree/exodus_env/kernels"' in (ROOT / "scripts" / "wheel").read_text()


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_scripts_wheel_explains_itself(option: str) -> None:
    done = subprocess.run([ROOT / "scripts" / "wheel", option], capture_output=True, text=True, check=True)
    assert "--with-kernels" in done.stdout and "--out" in done.stdout
    refused = subprocess.run([ROOT / "scripts" / "wheel", "--with-kernel"], capture_output=True, text=True)
    assert refused.returncode == 2 and "--help" in refused.stderr


# The whole thing: minutes of compiling --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A fresh virtual environment with the wheel with kernels and no extras, which cannot be written to any more.

    EXODUS_WHEEL names a folder in which scripts/wheel has put one already.
    """
    folder = tmp_path_factory.mktemp("installed")
    out = Path(os.environ.get("EXODUS_WHEEL", folder / "dist"))
    if not out.is_dir():
        settings = {**os.environ, "EXODUS_WHEEL_PYTHON": sys.executable}
        subprocess.run([ROOT / "scripts" / "wheel", "--with-kernels", "--out", out], env=settings, check=True)
    (made,) = out.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", made], check=True, cwd=folder)
    places = [path for path in (folder / "venv").rglob("*") if not path.is_symlink()]
    for path in places:
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222)
    yield python
    for path in places:
        path.chmod(stat.S_IMODE(path.stat().st_mode) | 0o200)


def run(python: Path, folder: Path, *arguments: str, timeout: int = 120) -> subprocess.CompletedProcess[str]:
    """Run the installed package with an environment that names no home and no cache, and nothing of the checkout."""
    settings = {"PATH": os.environ["PATH"], "TMPDIR": str(folder)}
    command = [str(python), "-B", *arguments]
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, timeout=timeout)


FIRST_STEP = """
import time
started = time.perf_counter()
from exodus_env import {module}
env = {module}.env()
env.reset(seed=7)
env.step(int(env.last()[0]["action_mask"].argmax()))
print(time.perf_counter() - started)
"""


@pytest.mark.slow  # builds a wheel with kernels: minutes of compiling
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("module", ["exodus_v0", "corruption_v0"])
def test_a_fresh_virtual_environment_is_at_its_first_step_within_seconds(
    installed: Path, tmp_path: Path, module: str
) -> None:
    done = run(installed, tmp_path, "-c", FIRST_STEP.format(module=module))
    assert (done.returncode, done.stderr) == (0, "")
    assert float(done.stdout) < 5.0


COMMANDS = {
    "plays": "demo --players 2 --seed 1",
    "plays another game": "demo --game corruption --seed 1",
    "draws": "demo --players 2 --seed 1 --svg board.svg",
    "measures": "bench --seconds 1",
    "plays policies": "arena --players policy:mlp,greedy --scenario event_horizon --games 2 --workers 1",
    "lists content": "content --game corruption --reconstructed",
}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("use", COMMANDS)
def test_the_wheel_alone_is_enough(installed: Path, tmp_path: Path, use: str) -> None:
    """Without extras, without torch, from a folder that cannot be written to, and without a home."""
    if "policy:mlp" in COMMANDS[use]:
        pytest.importorskip("torch", reason="needs the extra `train` to make a policy")
        from tests.test_compiled_network import saved

        (tmp_path / "mlp").mkdir()
        saved(tmp_path / "mlp", ruleset(GameConfig(players=2, scenario="event_horizon")))
    done = run(installed, tmp_path, "-m", "exodus_env", *COMMANDS[use].split())
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert "compiling" not in done.stderr


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_wheel_alone_serves_games_in_a_browser(installed: Path, tmp_path: Path) -> None:
    settings = {"PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)}
    command = [str(installed), "-B", "-m", "exodus_env", "serve", "--port", "0", "--no-browser", "--games", "games"]
    with subprocess.Popen(command, cwd=tmp_path, env=settings, stdout=subprocess.PIPE, text=True) as serving:
        try:
            assert serving.stdout is not None
            address = next(found[0] for line in serving.stdout if (found := re.findall(r"http://\S+", line)))
            with urllib.request.urlopen(address, timeout=30) as page:
                assert b"<!doctype html>" in page.read().lower()
        finally:
            serving.terminate()
