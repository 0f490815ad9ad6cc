"""docs/YOUR_OWN_GAME.md shows the toy game as it is, and a decision is added to it as the page says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from exodus_env.kit.choices import allow
from exodus_env.kit.engine import make_engine
from exodus_env.kit.generate import sources
from exodus_env.kit.kernel import Mask, kernel
from exodus_env.kit.vector import VectorEnv
from tests.toy import dispatch, numbers
from tests.toy.config import BeaconConfig
from tests.toy.record_types import Game, Tables
from tests.toy.rules import MOST_STORMS
from tests.toy.ruleset import beacon

ROOT = Path(__file__).parent.parent
TOY = ROOT / "tests" / "toy"
GENERATED = sources("tests.toy")
PAGE = (ROOT / "docs" / "YOUR_OWN_GAME.md").read_text(encoding="utf-8")


def test_the_page_shows_every_file_of_the_toy_game_as_it_is() -> None:
    shown = dict(re.findall(r"^`(tests/toy/\w+\.py)`:\n\n<!-- not run -->\n```python\n(.*?)^```$", PAGE, re.M | re.S))
    left_out = {"__init__.py", *GENERATED}
    files = sorted(TOY.glob("*.py"))
    assert sorted(shown) == [f"tests/toy/{path.name}" for path in files if path.name not in left_out]
    for name, text in shown.items():
        assert text == (ROOT / name).read_text(encoding="utf-8"), f"{name} differs from docs/YOUR_OWN_GAME.md"


@pytest.mark.parametrize("name", GENERATED)
def test_generated_modules_of_the_toy_game_are_current(name: str) -> None:
    written = (TOY / name).read_text(encoding="utf-8")
    assert written == GENERATED[name], "run python -m exodus_env.kit.generate tests.toy"


@pytest.mark.uncompiled
def test_a_night_changed_by_hand_goes_on_and_all_share_its_end() -> None:
    night = VectorEnv(beacon(BeaconConfig()), 1, seed=3)
    night.games[0].storms = MOST_STORMS - 1
    night.refresh()
    lit = 0
    for step in range(100):
        lit = int(night.games[0].lit)
        night.step(night.sample_actions(step))
        if night.dones[0]:
            break
    assert night.dones[0] and night.final_ranks[0].tolist() == [1, 1, 1]
    assert night.final_score[0].tolist() in ([lit] * 3, [lit + 1] * 3)


# A further decision: before the first hour, its keeper may change the card.

DECLARED = """    Decision(
        "omen",
        "change the card or stay silent",
        ("silent", "change"),
        legal="rules.legal_omen",
        choose="rules.choose_omen",
        asked_by=(("night", 0),),
        of=HOUR,
    ),
"""
ASKED = """    if g.decisions == 0:
        ask(g, g.first, D_OMEN)
        return
"""
LEGAL = '''

@kernel
def legal_omen(g: Game, t: Tables, mask: Mask) -> None:
    """Change the card or stay silent."""
    allow(t, mask, SILENT, 0)
    allow(t, mask, CHANGE, 0)
'''
CHOOSE = '''

@kernel
def choose_omen(g: Game, t: Tables, action: int) -> None:
    """Do so, before the first hour."""
    if family_of(t, action) == CHANGE:
        change_card(g, g.actor)
'''
PLAYED = """
import numpy as np
from beacon.config import BeaconConfig
from beacon.ruleset import beacon
from exodus_env.kit.aec import GameEnv

env = GameEnv(beacon(BeaconConfig()))
env.reset(seed=1)
asked = []
while not any(env.terminations.values()):
    asked.append(env.rules.decision(env.game[0]))
    env.rules.check(env.game)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
print(asked[0])
print(asked.count(asked[0]), len(set(asked)))
"""


def put(file: Path, before: str, text: str) -> None:
    """Insert text into a file before the only place where something stands; at its end where nothing is named."""
    source = file.read_text(encoding="utf-8")
    assert not before or source.count(before) == 1
    place = source.index(before) if before else len(source)
    file.write_text(source[:place] + text + source[place:], encoding="utf-8")


def copied(folder: Path) -> Path:
    """The toy game as a package of its own."""
    package = folder / "beacon"
    shutil.copytree(TOY, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.glob("*.py"):
        file.write_text(file.read_text(encoding="utf-8").replace("tests.toy", "beacon"), encoding="utf-8")
    return package


def declare(package: Path) -> None:
    """Declare the decision."""
    source = (package / "declarations.py").read_text(encoding="utf-8")
    (package / "declarations.py").write_text(source.removesuffix(")\n") + DECLARED + ")\n", encoding="utf-8")


def write(package: Path, functions: str) -> None:
    """Ask the decision where the night runs, and write functions of it."""
    put(package / "rules.py", "D_TURN, LIGHT", "D_OMEN, ")
    put(package / "rules.py", "    if g.lit < LAMPS and", ASKED)
    put(package / "rules.py", "", functions)


def run(package: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, uncompiled, in the folder that holds the package."""
    where = {**os.environ, "EXODUS_JIT": "0", "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run([sys.executable, *arguments], env=where, cwd=package.parent, capture_output=True, text=True)


def contents(package: Path) -> dict[str, str]:
    """The files that are written by hand."""
    return {file.name: file.read_text(encoding="utf-8") for file in package.glob("*.py")}


def test_a_decision_takes_its_functions_and_its_declaration(tmp_path: Path) -> None:
    package = copied(tmp_path)
    before = contents(package)
    declare(package)
    write(package, LEGAL + CHOOSE)
    generated = run(package, "-m", "exodus_env.kit.generate", "beacon")
    assert generated.returncode == 0, generated.stderr
    after = contents(package)
    changed = {name for name, text in after.items() if text != before[name]}
    assert changed == {"declarations.py", "rules.py", "numbers.py", "dispatch.py"}
    played = run(package, "-c", PLAYED)
    assert played.returncode == 0, played.stderr
    assert played.stdout.splitlines() == ["change the card or stay silent", "1 3"]


@pytest.mark.parametrize(
    ("declared", "functions", "told"),
    [
        (True, "", "decision 'omen' is declared with rules.legal_omen, which does not exist"),
        (True, LEGAL, "decision 'omen' is declared with rules.choose_omen, which does not exist"),
        (False, LEGAL + CHOOSE, "rules.choose_omen is declared by nothing and called by nothing"),
    ],
)
def test_what_is_forgotten_is_named(tmp_path: Path, declared: bool, functions: str, told: str) -> None:
    package = copied(tmp_path)
    if declared:
        declare(package)
    if functions:
        write(package, functions)
    before = contents(package)
    generated = run(package, "-m", "exodus_env.kit.generate", "beacon")
    assert generated.returncode == 1
    assert told in generated.stderr.splitlines()
    assert contents(package) == before


# On the command line --------------------------------------------------------------------------------------------------

COMMAND = ("-c", "import sys; from exodus_env.cli import main; sys.exit(main())")  # as the script `exodus` starts


def test_commands_know_a_game_that_the_environment_names(tmp_path: Path) -> None:
    package = copied(tmp_path)
    told = run(package, *COMMAND, "demo", "--game", "beacon", EXODUS_GAMES="beacon.game:BEACON")
    assert told.returncode == 0, told.stderr
    assert "lamps" in told.stdout
    arena = ("arena", "--game", "beacon", "--players", "random,random", "--games", "4", "--workers", "2")
    played = run(package, *COMMAND, *arena, "--out", "out", EXODUS_GAMES="beacon.game:BEACON")
    assert played.returncode == 0, played.stderr


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("", "there is no game 'beacon'; there are: exodus, corruption; EXODUS_GAMES=module:NAME adds"),
        ("beacons.game:BEACON", "EXODUS_GAMES names 'beacons.game:BEACON', which cannot be imported: No module named"),
        ("beacon.game:LIGHT", "EXODUS_GAMES names 'beacon.game:LIGHT', which cannot be imported"),
        ("beacon.rules:LOST", "EXODUS_GAMES names 'beacon.rules:LOST', which is no GameEntry"),
    ],
)
def test_a_game_that_cannot_be_found_is_told_on_a_line(tmp_path: Path, named: str, told: str) -> None:
    refused = run(copied(tmp_path), *COMMAND, "demo", "--game", "beacon", EXODUS_GAMES=named)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"exodus: error: {told}")
    assert refused.stderr.count("\n") == 1


@kernel
def only_silence(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Nobody can do anything but stay silent."""
    allow(t, mask, numbers.SILENT, 0)
    return True


@pytest.mark.uncompiled
def test_a_decision_with_one_choice_is_asked_unless_the_game_says_otherwise() -> None:
    rules = beacon(BeaconConfig())
    mask = np.zeros(rules.actions.size, dtype=np.int8)
    engine = make_engine("tests.toy", run=dispatch.run, legal=only_silence, choose=dispatch.choose)
    game = VectorEnv(rules, 1, seed=3).games[0]
    engine.advance(game, rules.tables[0], mask)
    assert game.decision == numbers.D_TURN and mask.sum() == 1
