"""Players alone with a mission: they play it legally, keep it in mind, and win where chance does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.config import SOLITAIRE
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.scoring import LOST
from exodus_env.exodus.rules.stages import council
from exodus_env.kit.flow import STEP
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import ask
from tests.test_players import new_table, played, player_of

compiled_only = pytest.mark.skipif(not COMPILED, reason="whole games are too slow uncompiled")
GAMES = 24


def outcomes(scenario: str, name: str) -> list[int]:
    """How games end, by their seeds."""
    case = {"players": 1, "scenario": scenario}
    return [int(played(case, [name], seed).games[0].outcome) for seed in range(GAMES)]


@compiled_only
@pytest.mark.parametrize("scenario", SOLITAIRE)
@pytest.mark.parametrize("name", ["motives", "greedy", "search:4", "random"])
def test_missions_are_played_to_their_end(scenario: str, name: str) -> None:
    game = played({"players": 1, "scenario": scenario}, [name], 5).games[0]
    assert game.outcome > 0 and game.turn <= 5


@compiled_only
@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_motives_wins_missions_that_chance_does_not(scenario: str) -> None:
    ended = {name: outcomes(scenario, name) for name in ("motives", "random")}
    assert all(outcome == LOST for outcome in ended["random"])
    assert sum(outcome != LOST for outcome in ended["motives"]) >= GAMES // 12


def stopped_at(scenario: str, decision: int, seed: int = 3) -> Any:
    """A game of `motives` where a decision comes up for the first time."""
    table = new_table({"players": 1, "scenario": scenario}, seed)
    asked = 0
    while table.games[0].decision != decision:
        table.actions[0] = ask(player_of("motives"), table, asked)
        table.play(False)
        asked += 1
    return table


@pytest.mark.uncompiled
def test_a_dear_card_must_be_worth_its_price() -> None:
    """At a price that eats everything `motives` lets the first card pass."""
    table = stopped_at("secure_the_borders", choices.D_POLITICAL_CHOICE)
    game = table.games[0]
    assert game.stage == frames.COUNCIL_STAGE and game.stack[game.depth - 1, STEP] == council.CHOICE
    family = table.rules.actions.families[choices.POLITICAL_CARD]
    game.turn, game.resource[0, 0] = 5, 15
    table.masks[0, family.start : family.start + 3] = 1
    assert ask(player_of("motives"), table, 1) == family.start


def test_somebody_stays_at_home_where_it_must_be_held() -> None:
    """In the first turn nobody is taken on board so that the home planet is empty."""
    table = stopped_at("edge_of_the_void", choices.D_MOUNT)
    home = int(table.rules.t.home_hex[0])
    game, asked = table.games[0], 0
    while game.decision == choices.D_MOUNT:
        table.actions[0] = ask(player_of("motives"), table, asked)
        table.play(False)
        asked += 1
    assert game.population[home, 0] > 0
    assert np.all(game.ship_cargo[0] <= 3)
