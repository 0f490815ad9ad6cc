"""Saying what is legal, what a player sees and what a step pays leaves a game as it is, byte by byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.encoding.rewards import add_potential
from exodus_env.exodus.rules import choices, engine
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.batch import LOOK, RESET, Batch
from exodus_env.kit.kernel import COMPILED

TEN = [f"M{number}" for number in range(1, 11)]
GAMES: dict[str, dict[str, Any]] = {
    "base": {"players": 3, "turns": 3},
    "orders": {"players": 3, "movement": "simultaneous", "turns": 3},
    "modules": {"players": 3, "modules": TEN, "turns": 3},
    "stronghold": {"players": 2, "scenario": "stronghold", "turns": 5},
    "edge": {"players": 3, "edge_of_extinction": True, "modules": TEN, "turns": 3},
    "solitaire": {"players": 1, "scenario": "edge_of_the_void"},
}
SHAPING = 0.5


def begun(name: str, shaping: float) -> Batch:
    """Games of a configuration, just set up."""
    batch = Batch(ruleset(GameConfig(**GAMES[name], shaping=shaping)), 8 if COMPILED else 1)
    batch.actions[:] = RESET
    batch.seeds[:] = np.arange(batch.n) + 5
    batch.play(False)
    return batch


def step(batch: Batch, number: int) -> None:
    """A random legal choice in every game; those that are over begin again."""
    core.sample_actions(batch.masks, number, batch.actions)
    batch.play(False)


@pytest.mark.parametrize("name", GAMES)
def test_looking_and_shaping_change_nothing(name: str) -> None:
    shaped, plain = begun(name, SHAPING), begun(name, 0.0)
    row = np.zeros_like(shaped.observations)
    asked: set[int] = set()
    for number in range(600 if COMPILED else 40):
        asked |= {int(decision) for decision in shaped.games["decision"]}
        before = shaped.games.tobytes()
        for viewer in range(shaped.rules.config.players):
            for i in range(shaped.n):
                core.observe_as(shaped.games, i, shaped.tables, viewer, row)
        shaped.actions[:] = LOOK
        shaped.play(False)
        assert shaped.games.tobytes() == before, f"looking changed a game after {number} steps"
        for batch in (shaped, plain):
            step(batch, number)
        assert shaped.games.tobytes() == plain.games.tobytes(), f"a reward changed a game after {number} steps"
    assert len(asked) > (20 if COMPILED else 2)


@pytest.mark.uncompiled
@pytest.mark.skipif(COMPILED, reason="kernels are called by kernels only")
@pytest.mark.parametrize("name", GAMES)
def test_kernels_that_only_look_change_nothing(name: str) -> None:
    batch = begun(name, SHAPING)
    t, mask = batch.tables[0], np.zeros_like(batch.masks[0])
    rewards = np.zeros(batch.rules.config.players, dtype=np.float32)
    for number in range(60):
        g = batch.games[0]
        if g.decision != choices.D_NONE:
            before = g.tobytes()
            assert engine.legal(g, t, mask) > 0
            add_potential(g, t, rewards, SHAPING)
            assert g.tobytes() == before, f"after {number} steps"
            assert np.array_equal(mask, batch.masks[0])
        step(batch, number)
