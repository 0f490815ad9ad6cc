"""The project as a folder: complete, portable, installable."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = [*sorted((ROOT / "scripts").iterdir()), ROOT / ".ci" / "run"]

# A place on somebody's machine, or the host of a package registry: neither belongs in a project that others install.
FORBIDDEN = {
    "absolute path": re.compile(r"(?<![\w.~:-])/(?:work|root|home|Users)/"),
    "registry": re.compile(r"pypi\.org|pythonhosted\.org|download\.pytorch\.org|anaconda\.org|npmjs\.org"),
}


def project_files() -> list[Path]:
    """Files under version control or about to be; what is ignored is nobody's business."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_files_name_no_machine_and_no_registry(kind):
    found = []
    for file in project_files():
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="ignore").splitlines(), start=1):
            if FORBIDDEN[kind].search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert not found


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("absolute path", "cd " + "/" + "root/project"),
        ("absolute path", 'open("' + "/" + 'home/me/file")'),
        ("registry", "https://" + "pypi" + ".org/simple"),
    ],
)
def test_the_search_finds_what_it_looks_for(kind, line):
    assert FORBIDDEN[kind].search(line)
    assert not FORBIDDEN[kind].search("a frame" + "work/of/rules and a net" + "work/root")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_scripts_are_executable_bash(script):
    assert os.access(script, os.X_OK)
    assert script.read_text().startswith("#!/usr/bin/env bash\n")
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_every_package_folder_is_a_package():
    folders = {file.parent for file in (ROOT / "exodus_env").rglob("*.py")}
    assert [str(folder.relative_to(ROOT)) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_the_package_is_typed():
    assert (ROOT / "exodus_env" / "py.typed").exists()


def test_every_file_the_package_reads_is_installed_with_it():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    installed = {
        file for package, patterns in declared.items()
        for pattern in patterns for file in (ROOT / package.replace(".", "/")).glob(pattern)
    }  # fmt: skip
    package = ROOT / "exodus_env"
    read = {file for file in project_files() if file.is_relative_to(package) and file.suffix != ".py"}
    assert read, "nothing but code was found"
    assert not {str(file.relative_to(ROOT)) for file in read - installed}


# Habits ---------------------------------------------------------------------------------------------------------------

WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_licence_is_the_one_declared():
    project = PROJECT["project"]
    assert (ROOT / "LICENSE").read_text().startswith(f"{project['license']} License\n")
    assert project["license-files"] == ["LICENSE"]


def test_the_workflow_tests_every_python_the_project_declares():
    declared = [name.rpartition(" ")[2] for name in PROJECT["project"]["classifiers"] if "Python :: 3." in name]
    (matrix,) = re.findall(r"^ +python: \[(.+)\]$", WORKFLOW.read_text(), re.MULTILINE)
    assert re.findall(r'"([\d.]+)"', matrix) == declared


def test_every_file_the_workflow_names_is_there():
    named = re.findall(r"\b((?:tests|scripts)/[\w./-]+|constraints\.txt|pyproject\.toml)", WORKFLOW.read_text())
    assert named
    assert not [name for name in named if not (ROOT / name).exists()]


def test_the_workflow_measures_coverage_without_compiling():
    (job,) = re.findall(r"^  coverage:\n((?:    .*\n|\n)+)", WORKFLOW.read_text(), re.MULTILINE)
    assert 'EXODUS_JIT: "0"' in job
    assert "--cov" in job


def test_lint_and_format_are_checked_everywhere():
    hooks = re.findall(r"entry: (.+)$", (ROOT / ".pre-commit-config.yaml").read_text(), re.MULTILINE)
    assert hooks == [f".venv/bin/python -m ruff {step} --force-exclude" for step in ("check", "format")]
    for file in (ROOT / "scripts" / "test", WORKFLOW):
        assert "-m ruff check ." in file.read_text(), file.name
        assert "-m ruff format --check ." in file.read_text(), file.name
