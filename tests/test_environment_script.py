"""scripts/environment.sh: installs once, again when something changed, and never half."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Stands in for Python: creates "environments" that hold a copy of itself, notes what pip was asked, answers the rest
# with the real one.
STAND_IN = f"""#!/bin/bash
if [[ "$1 $2" == "-m venv" ]]; then
    /bin/mkdir -p "${{@: -1}}/bin" && /bin/cp "$0" "${{@: -1}}/bin/python"
elif [[ "$1 $2" == "-m pip" ]]; then
    echo "$*" >>"$PIP_NOTES"
    exit "${{PIP_STATUS:-0}}"
else
    exec "{sys.executable}" "$@"
fi
"""


class Checkout:
    """A copy of the scripts in a folder whose name has spaces, with a PATH that holds only what a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a project"
        self.path = folder / "bin"
        self.notes = folder / "notes"
        self.path.mkdir()
        shutil.copytree(ROOT / "scripts", self.root / "scripts")
        for name in ("pyproject.toml", "constraints.txt"):
            shutil.copy(ROOT / name, self.root / name)
        for tool in ("rm", "mv"):
            (self.path / tool).symlink_to(shutil.which(tool) or tool)

    def add_python(self, name: str, text: str = STAND_IN) -> None:
        (self.path / name).write_text(text)
        (self.path / name).chmod(0o755)

    def prepare(self, *extras: str, pip_status: int = 0) -> subprocess.CompletedProcess[str]:
        code = 'set -euo pipefail; source "$0/scripts/environment.sh"; prepare_environment "$@"'
        bash = shutil.which("bash") or "bash"
        environment = {"PATH": str(self.path), "PIP_NOTES": str(self.notes), "PIP_STATUS": str(pip_status)}
        return subprocess.run(
            [bash, "-c", code, str(self.root), *extras], env=environment, capture_output=True, text=True, cwd=os.sep
        )

    def installs(self) -> list[str]:
        return self.notes.read_text().splitlines() if self.notes.exists() else []


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


def test_without_python_it_says_what_was_tried(checkout):
    checkout.add_python("python3", "#!/bin/bash\nexit 127\n")
    checkout.add_python("python3.12", "#!/bin/bash\necho is Python 3.9, too old\n")
    done = checkout.prepare()
    assert done.returncode != 0
    assert "needs Python 3.11 or newer" in done.stderr
    assert "python3.11: not found" in done.stderr
    assert "python3.12: is Python 3.9, too old" in done.stderr
    assert "python3.13: not found" in done.stderr
    assert "python3: does not start" in done.stderr


@pytest.mark.parametrize("name", ["python3.11", "python3.12", "python3.13", "python3"])
def test_any_recent_python_will_do(checkout, name):
    checkout.add_python(name)
    done = checkout.prepare()
    assert done.returncode == 0, done.stderr
    assert f"with {name} ..." in done.stderr


def test_it_installs_once(checkout):
    checkout.add_python("python3.11")
    assert checkout.prepare("dev").returncode == 0
    again = checkout.prepare("dev")
    assert (again.returncode, again.stderr) == (0, "")
    assert len(checkout.installs()) == 1
    assert "--constraint constraints.txt --editable .[dev]" in checkout.installs()[0]


def test_what_is_there_is_not_installed_again_for_less(checkout):
    checkout.add_python("python3.11")
    checkout.prepare("dev")
    checkout.prepare()
    assert len(checkout.installs()) == 1


def test_a_further_extra_keeps_the_others(checkout):
    checkout.add_python("python3.11")
    checkout.prepare()
    checkout.prepare("dev")
    checkout.prepare("train")
    assert [line.split()[-1] for line in checkout.installs()] == [".", ".[dev]", ".[dev,train]"]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_change_of_requirements_installs_again(checkout, name):
    checkout.add_python("python3.11")
    checkout.prepare()
    with (checkout.root / name).open("a") as file:
        file.write("# changed\n")
    checkout.prepare()
    checkout.prepare()
    assert len(checkout.installs()) == 2


def test_a_failed_install_is_told_and_done_again(checkout):
    checkout.add_python("python3.11")
    checkout.prepare()
    failed = checkout.prepare("dev", pip_status=1)
    assert failed.returncode != 0
    assert "the installation failed" in failed.stderr
    assert checkout.prepare("dev").returncode == 0
    assert len(checkout.installs()) == 3


def test_a_moved_project_installs_again(checkout):
    checkout.add_python("python3.11")
    checkout.prepare()
    checkout.root = checkout.root.rename(checkout.root.with_name("moved here"))
    checkout.prepare()
    assert len(checkout.installs()) == 2


def test_a_broken_environment_is_made_anew(checkout):
    checkout.add_python("python3.11")
    checkout.prepare()
    (checkout.root / ".venv" / "bin" / "python").write_text("#!/bin/bash\nexit 1\n")
    (checkout.root / ".venv" / "installed.stamp").unlink()
    assert checkout.prepare().returncode == 0
    assert len(checkout.installs()) == 2
