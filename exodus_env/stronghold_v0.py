"""Centaurian Stronghold, the co-operative, semi-co-operative or solo scenario, for PettingZoo.

Settings are keyword arguments: the fields of `GameConfig` (exodus_env/exodus/config.py), or `config=` with a ready one.
`mode` is "coop", "semi_coop" or "solo", `difficulty` "beginner" to "extreme". Modules M2 and M3 are always in the game.
"""

from __future__ import annotations

from exodus_env.exodus.config import GameConfig
from exodus_env.presets import Preset

__all__ = ["GameConfig", "env", "load", "raw_env", "vector_env"]

_preset = Preset("exodus", scenario=("stronghold",))
raw_env = _preset.raw_env
# Order, types, bounds and legality are checked inside `step`, so there is nothing left to wrap.
env = raw_env
vector_env = _preset.vector_env
load = _preset.load
