"""mypy and editors know every field of a game and of the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from exodus_env.exodus.generate import generated
from exodus_env.exodus.record import FIELDS, Game
from exodus_env.exodus.tables import TABLES_DTYPE, Tables

api = pytest.importorskip("mypy.api")

PROJECT = Path(__file__).parent.parent
# What is wrong in a line stands behind it.
SNIPPET = """\
from exodus_env.exodus.record_types import Game, Tables

def right(g: Game, t: Tables) -> int:
    g.turn += 1
    g.resource[0, 1] = t.start_resource[0]
    return g.turn + t.players + int(g.resource[0].sum())

def wrong(g: Game, t: Tables) -> None:
    print(g.turns)  # "Game" has no attribute "turns"
    g.resourse[0] = 1  # "Game" has no attribute "resourse"
    print(t.turn)  # "Tables" has no attribute "turn"
    g.turn = "first"  # Incompatible types in assignment
    g.resource.clear()  # has no attribute "clear"
"""


@pytest.mark.parametrize("path", generated(), ids=lambda path: path.name)
def test_what_is_generated_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == generated()[path], f"{path.name} is out of date: run scripts/generate"


def test_every_field_has_a_type() -> None:
    assert list(Game.__annotations__) == [name for name, *_ in FIELDS]
    assert tuple(Tables.__annotations__) == TABLES_DTYPE.names


# Takes over ten seconds where mypy has not run before.
def test_mypy_knows_the_fields(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(SNIPPET)
    # The options and the cache of the project, so that little is checked that a run of mypy has not checked before.
    options = ["--config-file", str(PROJECT / "pyproject.toml"), "--cache-dir", str(PROJECT / ".mypy_cache")]
    told, _, _ = api.run([*options, str(snippet)])
    lines = SNIPPET.splitlines()
    found = {int(line.split(":")[1]): line for line in told.splitlines() if ": error: " in line}
    expected = {number: line.split("  # ")[1] for number, line in enumerate(lines, start=1) if "  # " in line}
    assert found.keys() == expected.keys(), told
    for number, message in expected.items():
        assert message in found[number]
