"""Golden playthroughs: the same seed gives the same game as on the day it was recorded."""

from __future__ import annotations

import pytest

from tests.effort import some_uncompiled
from tests.golden import FOLDER, GAMES, playthrough

# The shortest, of different rules.
UNCOMPILED = ("short", "x_odus_heroic_alone", "edge_of_extinction_stronghold", "secure_the_borders")


@pytest.mark.parametrize("name", some_uncompiled(GAMES, [tuple(GAMES).index(name) for name in UNCOMPILED]))
def test_the_game_is_played_as_recorded(name: str) -> None:
    recorded = (FOLDER / f"{name}.txt").read_text()
    assert playthrough(name) == recorded, f"tests/golden/{name}.txt differs; scripts/golden renews it"


def test_every_recording_belongs_to_a_game() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)
