"""Exodus: Proxima Centauri, the base game for 2 to 6 players, as a PettingZoo environment.

Settings are keyword arguments: the fields of `GameConfig` (exodus_env/exodus/config.py), or `config=` with a ready one.
"""

from __future__ import annotations

import os
from typing import Any

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.vector import VectorEnv

__all__ = ["GameConfig", "env", "load", "raw_env", "vector_env"]


def raw_env(
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    config: GameConfig | None = None,
    **settings: Any,
) -> GameEnv:
    """One game as a PettingZoo AEC environment."""
    return GameEnv(ruleset(_configuration(config, settings)), render_mode, max_cycles)


# Order, types, bounds and legality are checked inside `step`, so there is nothing left to wrap.
env = raw_env


def vector_env(
    num_envs: int,
    *,
    seed: int | None = None,
    observe: bool = True,
    config: GameConfig | None = None,
    **settings: Any,
) -> VectorEnv:
    """N games advanced by one compiled call, ready to step. `observe=False` leaves the observations out."""
    return VectorEnv(ruleset(_configuration(config, settings)), num_envs, seed, observe)


def load(path: str | os.PathLike[str], render_mode: str | None = None, max_cycles: int | None = None) -> GameEnv:
    """A saved game as an environment of its own configuration."""
    return GameEnv.load(path, Ruleset, render_mode=render_mode, max_cycles=max_cycles)


def _configuration(config: GameConfig | None, settings: dict[str, Any]) -> GameConfig:
    if config is None:
        return GameConfig.from_dict(settings)
    if not isinstance(config, GameConfig):
        raise TypeError(f"config must be a GameConfig, not {type(config).__name__}; settings are keyword arguments")
    return config.changed(**settings) if settings else config
