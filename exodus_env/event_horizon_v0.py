"""Event Horizon, the competitive scenario around an evolving star, for 2 to 6 players, for PettingZoo.

Settings are keyword arguments: the fields of `GameConfig` (exodus_env/exodus/config.py), or `config=` with a ready one.
Module M6 is always in the game.
"""

from __future__ import annotations

from exodus_env.exodus.config import GameConfig
from exodus_env.presets import Preset

__all__ = ["GameConfig", "env", "load", "raw_env", "vector_env"]

_preset = Preset("exodus", scenario=("event_horizon",))
raw_env = _preset.raw_env
# Order, types, bounds and legality are checked inside `step`, so there is nothing left to wrap.
env = raw_env
vector_env = _preset.vector_env
load = _preset.load
