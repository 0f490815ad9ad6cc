"""Configurations drawn from everything that can be set."""

from __future__ import annotations

from typing import Any

import numpy as np

from exodus_env.exodus.config import (
    BONUS_CARDS,
    DIFFICULTIES,
    FACTION_MODES,
    FACTIONS,
    LENGTHS,
    MAPS,
    MODES,
    MODULES,
    MOVEMENTS,
    SCENARIOS,
    VARIANTS,
    GameConfig,
)
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.config import ConfigError
from tests.soak.campaign import any_of

HANDY = 24  # configurations that campaigns share where the configuration is not what they are about


def any_configuration(rng: np.random.Generator) -> dict[str, Any]:
    """A configuration that can be played, as plain values."""
    while True:
        drawn = _drawn(rng)
        try:
            return GameConfig.from_dict(drawn).to_dict()
        except ConfigError:
            continue  # these settings do not go together


def _drawn(rng: np.random.Generator) -> dict[str, Any]:
    """Settings that may contradict each other."""
    flags = ("ship_blocking", "dice_variant", "bonus_draw", "random_barriers", "free_leaders", "ask_forced")
    count = int(any_of(rng, (0, 0, 1, 2, 3, 5, 10)))
    drawn: dict[str, Any] = {flag: bool(rng.random() < 0.3) for flag in flags}
    drawn["players"] = int(rng.integers(1, 7))
    drawn["modules"] = sorted(any_of(rng, MODULES) for _ in range(count)) if count < len(MODULES) else list(MODULES)
    drawn["scenario"] = any_of(rng, SCENARIOS)
    drawn["encoding"] = any_of(rng, ("flat", "flat", "structured"))
    drawn["shaping"] = float(any_of(rng, (0.0, 0.0, 0.5)))
    for name, options in (("movement", MOVEMENTS), ("map", MAPS), ("variant", VARIANTS)):
        if rng.random() < 0.4:
            drawn[name] = any_of(rng, options)
    if rng.random() < 0.3:
        drawn["turns"] = int(rng.integers(1, 10))
    if rng.random() < 0.4:
        drawn["edge_of_extinction"] = True
        drawn["length"] = any_of(rng, LENGTHS)
        drawn["factions"] = any_of(rng, (*FACTION_MODES, list(map(str, rng.permutation(FACTIONS)[: drawn["players"]]))))
    if drawn["scenario"] == "stronghold":
        drawn["mode"] = any_of(rng, MODES)
        drawn["difficulty"] = any_of(rng, DIFFICULTIES)
    if rng.random() < 0.2:
        drawn["bonus_cards"] = sorted({any_of(rng, BONUS_CARDS) for _ in range(2)})
    return drawn


def handy_configuration(rng: np.random.Generator) -> dict[str, Any]:
    """One of a few configurations, the same in every process, so that most cases find their rules made already."""
    return any_configuration(np.random.default_rng([HANDY, int(rng.integers(HANDY))]))


def rules_of(config: dict[str, Any]) -> Ruleset:
    """A configuration made ready."""
    return ruleset(GameConfig.from_dict(config))
