"""Numbers of the observation use their range: over games of motives the 99th percentile lies near one unit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.kit.encode import MOST
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.layout import Block
from exodus_env.kit.vector import VectorEnv
from exodus_env.players import make_player
from exodus_env.presets import Preset

GAMES = 8
ENOUGH = 300  # values that are not 0, for a percentile to mean something
LEAST, HIGHEST = 0.4, 1.3  # one unit has to serve games of every size, so the bounds are a little wider than 0.5 and 1
SETTINGS: list[dict[str, Any]] = [{"players": 4}, {"players": 3, "edge_of_extinction": True}]
# Of these the range is what the rules allow, not what play reaches, or a number beside it tells the small ones.
AS_THE_RULES_ALLOW = {
    "pending: combat round / 32",
    "players: CP behind the vote last shown / 64",
    "political_left",
    "resistance_left",
    "combat_left",
    "technology_prices",
    "ship_prices",
    "rocket_prices",
    "upgrade_prices",
    "market_prices",
    "revealed_effects",
    "card_effects",
    "options",
    "modifiers",
    "turn_effects",
    "visions",
    "resistance_cards",
    "resistance_discards",
    "foe_cards",
    "second_starts",
    "fired",
    "own_path",
}


def played(settings: dict[str, Any], steps: int) -> tuple[np.ndarray, Any]:
    """Observations of actors over games of motives."""
    env: VectorEnv = Preset("exodus", scenario=("none",)).vector_env(GAMES, seed=3, **settings)
    player = make_player("motives")
    rows = []
    for step in range(steps):
        seeds = np.arange(GAMES) + GAMES * step
        env.step(player._decide(env.rules, env.games.copy(), env.action_masks, seeds))
        if step % 4 == 0:
            rows.append(env.observations.copy())
    return np.concatenate(rows), env.rules


def numbers(block: Block, values: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """The numbers of a block by name: each feature, or all of them together."""
    if not block.features:
        return [(block.name, values)]
    return [(f"{block.name}: {name}", values[..., i]) for i, name in enumerate(block.features)]


@pytest.mark.skipif(not COMPILED, reason="needs whole games of motives")
@pytest.mark.parametrize("settings", SETTINGS, ids=["base", "edge"])
def test_units_fit_what_games_reach(settings: dict[str, Any]) -> None:
    rows, rules = played(settings, 1500)
    found = {}
    for block in rules.observations.blocks:
        if block.name in AS_THE_RULES_ALLOW:
            continue
        part = rows[:, block.start : block.start + block.size].reshape(len(rows), *block.shape)
        for name, values in numbers(block, part):
            some = np.abs(values[values != 0])
            if len(some) >= ENOUGH and len(np.unique(some)) > 2 and name not in AS_THE_RULES_ALLOW:
                found[name] = float(np.percentile(some, 99))
    assert {name: top for name, top in found.items() if not LEAST <= top <= HIGHEST} == {}
    assert rows.max() <= MOST and rows.min() >= -MOST
