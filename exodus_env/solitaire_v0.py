"""Solitaire play of Edge of Extinction for PettingZoo: one player, a mission, a time limit.

Settings are keyword arguments: the fields of `GameConfig` (exodus_env/exodus/config.py), or `config=` with a ready one.
`scenario` is "secure_the_borders" (the base game alone, the default) or "edge_of_the_void" (with the expansion, an NPC
that acts, and a faction). An absolute victory is worth 1, a tactical one 0.5, a failure -1.
"""

from __future__ import annotations

from exodus_env.exodus.config import SOLITAIRE, GameConfig
from exodus_env.presets import Preset

__all__ = ["GameConfig", "env", "load", "raw_env", "vector_env"]

_preset = Preset("exodus", scenario=tuple(SOLITAIRE))
raw_env = _preset.raw_env
# Order, types, bounds and legality are checked inside `step`, so there is nothing left to wrap.
env = raw_env
vector_env = _preset.vector_env
load = _preset.load
