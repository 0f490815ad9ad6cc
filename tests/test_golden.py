"""Golden playthroughs: the same seed gives the same game as on the day it was recorded."""

from __future__ import annotations

import pytest

from exodus_env.kit.kernel import COMPILED
from tests.golden import FOLDER, GAMES, playthrough

QUICK = ("four_players_blocking", "combat", "short", "edge_of_extinction_stronghold", "secure_the_borders")


@pytest.mark.parametrize("name", GAMES if COMPILED else QUICK)
def test_the_game_is_played_as_recorded(name: str) -> None:
    recorded = (FOLDER / f"{name}.txt").read_text()
    assert playthrough(name) == recorded, f"tests/golden/{name}.txt differs; scripts/golden renews it"


def test_every_recording_belongs_to_a_game() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)
