"""Saying what is legal, what a player sees and what a step pays never writes to a game, not even to undo it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.encoding.observations import observe
from exodus_env.exodus.encoding.rewards import REWARDS
from exodus_env.exodus.rules import choices, engine
from exodus_env.exodus.rules.scenarios.stronghold import squadron_ways
from exodus_env.exodus.rules.stages.wmd import can_fire, legal_fire, measure_flight
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.batch import LOOK, RESET, Batch
from exodus_env.kit.encode import room_to_write
from exodus_env.kit.kernel import COMPILED
from tests.writes import writes

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
    core.ENTRIES.sample_actions(batch.masks, number, batch.actions)
    batch.play(False)


@pytest.mark.skipif(not COMPILED, reason="the next test asks for more")
@pytest.mark.parametrize("name", GAMES)
def test_looking_and_shaping_change_nothing(name: str) -> None:
    shaped, plain = begun(name, SHAPING), begun(name, 0.0)
    row = np.zeros_like(shaped.observations)
    asked: set[int] = set()
    for number in range(600):
        asked |= {int(decision) for decision in shaped.games["decision"]}
        before = shaped.games.tobytes()
        for viewer in range(shaped.rules.config.players):
            for i in range(shaped.n):
                core.ENTRIES.observe_as(shaped.games, i, shaped.tables, viewer, row)
        shaped.actions[:] = LOOK
        shaped.play(False)
        assert shaped.games.tobytes() == before, f"looking changed a game after {number} steps"
        for batch in (shaped, plain):
            step(batch, number)
        assert shaped.games.tobytes() == plain.games.tobytes(), f"a reward changed a game after {number} steps"
    assert len(asked) > 20


@pytest.mark.uncompiled
@pytest.mark.skipif(COMPILED, reason="kernels are called by kernels only")
@pytest.mark.parametrize("name", GAMES)
def test_kernels_that_only_look_work_on_games_that_cannot_be_written_to(name: str) -> None:
    batch = begun(name, SHAPING)
    t, mask = batch.tables[0], np.zeros_like(batch.masks[0])
    rewards, row = np.zeros_like(batch.rewards[0]), room_to_write()[0]
    for number in range(30):
        protected = np.frombuffer(batch.games.tobytes(), batch.games.dtype)
        g: Any = protected[0]
        with pytest.raises(ValueError, match="read-only"):
            g.actor = 0
        REWARDS.leave_position(g, t, rewards)
        REWARDS.enter_position(g, t, rewards)
        observe(g, t, number % t.players, row)
        if g.decision != choices.D_NONE:
            assert engine.legal(g, t, mask) > 0
            assert np.array_equal(mask, batch.masks[0])
        step(batch, number)


# The source of all kernels: decisions that random play seldom comes to are there, too.
LOOKING = {"legal": engine.legal, "observe": observe, **REWARDS._asdict()}


@pytest.mark.parametrize("name", LOOKING)
def test_no_kernel_that_only_looks_writes_to_a_game(name: str) -> None:
    written = writes(LOOKING[name])
    assert "g" not in written, f"{name} writes: {written['g']}"
    assert "t" not in written
    assert set(written) == ({"mask"} if name == "legal" else {"out"} if name == "observe" else {"rewards"})


def test_writes_are_found_however_far_down() -> None:
    assert set(writes(can_fire)) == {"g"}  # by passing on a field of it
    assert set(writes(measure_flight)) == {"distance"}
    assert set(writes(legal_fire)) == {"mask"}
    assert set(writes(squadron_ways)) == {"distance"}
    assert set(writes(engine.choose)) >= {"g"}
