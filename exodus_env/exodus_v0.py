"""Exodus: Proxima Centauri, the base game for 2 to 6 players with any modules of Event Horizon, for PettingZoo.

Settings are keyword arguments: the fields of `GameConfig` (exodus_env/exodus/config.py), or `config=` with a ready one.
"""

from __future__ import annotations

from exodus_env.exodus.config import GameConfig
from exodus_env.presets import Preset

__all__ = ["GameConfig", "env", "load", "raw_env", "vector_env"]

_preset = Preset("exodus", scenario=("none",))
raw_env = _preset.raw_env
# Order, types, bounds and legality are checked inside `step`, so there is nothing left to wrap.
env = raw_env
vector_env = _preset.vector_env
load = _preset.load
