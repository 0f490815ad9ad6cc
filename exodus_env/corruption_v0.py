"""X-ODUS: Rise of the Corruption, the co-operative sister game, for PettingZoo.

Settings are keyword arguments: the fields of `CorruptionConfig` (exodus_env/corruption/config.py), or `config=` with a
ready one. `players` is the number of seats, 1 to 4; `ships` is 3 or 4, and each seat is the captain of one or several.
"""

from __future__ import annotations

from exodus_env.corruption.config import CorruptionConfig
from exodus_env.presets import Preset

__all__ = ["CorruptionConfig", "env", "load", "raw_env", "vector_env"]

_preset = Preset("corruption")
raw_env = _preset.raw_env
# Order, types, bounds and legality are checked inside `step`, so there is nothing left to wrap.
env = raw_env
vector_env = _preset.vector_env
load = _preset.load
