"""The observation: every number stays in its declared range, and every field tells something."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env import exodus_v0
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.encoding.observations import (
    FOE_FEATURES,
    HEX_FEATURES,
    HEX_PLAYER_FEATURES,
    PENDING_FEATURES,
    PLAYER_FEATURES,
    SHIP_FEATURES,
)
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.kernel import COMPILED

CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4},
    {"players": 6, "map": "large"},
    {"players": 4, "variant": "combat"},
    {"players": 3, "variant": "long"},
    {"players": 3, "movement": "simultaneous"},
    {"players": 5, "variant": "short", "dice_variant": True},
]

# Blocks whose last axis is a list of features: each feature is a field of its own.
FEATURES = {
    "players": PLAYER_FEATURES,
    "ships": SHIP_FEATURES,
    "hexes": HEX_FEATURES,
    "hex_players": HEX_PLAYER_FEATURES,
    "foes": FOE_FEATURES,
    "pending": PENDING_FEATURES,
    "fleet": ("dice", "shield", "drive"),
}


def many_observations(settings: dict[str, Any]) -> tuple[np.ndarray, Any]:
    """Observations of actors and of bystanders over many games with generous players."""
    vector = exodus_v0.vector_env(16 if COMPILED else 1, seed=3, **settings)
    rows = []
    for step in range(3000 if COMPILED else 60):
        if step % 400 == 0:
            enrich(vector)
        vector.step(vector.sample_actions(step))
        if step % 3 == 0:
            rows.append(vector.observations.copy())
            rows.append(bystander(vector, step))
    return np.concatenate(rows), vector.rules


def bystander(vector: Any, step: int) -> np.ndarray:
    """What a player who may not be acting sees of the first game."""
    row = np.zeros((vector.num_envs, vector.rules.observations.size), dtype=np.float32)
    vector.rules.observe_as(vector.games, 0, vector.rules.tables, step % vector.config.players, row)
    return row[:1]


def enrich(vector: Any) -> None:
    """Random play is poor: give everybody something to spend and to know, so that rare fields move."""
    players = vector.config.players
    rng = np.random.default_rng(1)
    vector.games["resource"][:, :players, 0] = 60
    vector.games["resource"][:, :players, 1:3] = 9
    known = vector.games["technology"][:, :players, : vector.rules.t.technologies]
    known |= rng.integers(0, 2, known.shape, dtype=known.dtype)


@pytest.mark.parametrize("settings", CONFIGURATIONS)
def test_every_number_stays_in_its_range(settings: dict[str, Any]) -> None:
    rows, rules = many_observations(settings)
    low, high = rules.observations.bounds()
    assert np.isfinite(rows).all()
    for block in rules.observations.blocks:
        part = rows[:, block.start : block.start + block.size]
        assert part.min() >= block.low, block.name
        assert part.max() <= block.high, block.name
    assert (rows >= low).all()
    assert (rows <= high).all()


@pytest.mark.skipif(not COMPILED, reason="needs more games than plain Python plays in a minute")
def test_every_field_varies_over_the_configurations_it_belongs_to() -> None:
    varied: dict[str, bool] = {}
    for settings in CONFIGURATIONS:
        rows, rules = many_observations(settings)
        for block in rules.observations.blocks:
            part = rows[:, block.start : block.start + block.size]
            for name, moved in fields(block.name, part.reshape(len(part), *block.shape)):
                varied[name] = varied.get(name, False) or moved
    assert [name for name, moved in varied.items() if not moved] == []


def fields(block: str, values: np.ndarray) -> list[tuple[str, bool]]:
    """Which fields of a block took more than one value: each feature, or the block as a whole."""
    if block not in FEATURES:
        return [(block, bool((values != values[0]).any()))]
    return [(f"{block}: {name}", bool(np.ptp(values[..., i]) > 0)) for i, name in enumerate(FEATURES[block])]


def test_the_layout_tiles_the_vector_and_follows_the_configuration() -> None:
    hashes = set()
    for settings in CONFIGURATIONS:
        layout = ruleset(GameConfig(**settings)).observations
        start = 0
        for block in layout.blocks:
            assert block.start == start
            start += block.size
        assert start == layout.size
        hashes.add(layout.hash)
    assert len(hashes) == len(CONFIGURATIONS)
    assert ruleset(GameConfig()).observations.hash == ruleset(GameConfig(dice_variant=True)).observations.hash


def test_structured_and_flat_say_the_same() -> None:
    flat, structured = exodus_v0.env(players=3), exodus_v0.env(players=3, encoding="structured")
    flat.reset(seed=1)
    structured.reset(seed=1)
    for step in range(30):
        parts = structured.last()[0]["observation"]
        joined = np.concatenate([part.ravel() for part in parts.values()])
        assert np.array_equal(joined, flat.last()[0]["observation"])
        assert structured.observation_space("player_0")["observation"].contains(dict(parts)), step
        action = int(np.flatnonzero(flat.last()[0]["action_mask"])[-1])
        flat.step(action)
        structured.step(action)


def test_actions_in_words_and_back() -> None:
    for settings in CONFIGURATIONS:
        layout = ruleset(GameConfig(**settings)).actions
        texts = [layout.action_to_string(action) for action in range(layout.size)]
        assert len(set(texts)) == layout.size, "every id reads differently"
        for action in range(0, layout.size, 7):
            assert layout.string_to_action(texts[action]) == action
        assert layout.decode.shape[0] == layout.size
        families = [family.size for family in layout.families]
        assert sum(families) == layout.size
    with pytest.raises(ValueError, match="no action reads"):
        layout.string_to_action("fly to the moon")
    with pytest.raises(ValueError, match="out of range"):
        layout.action_to_string(layout.size)
