"""Exodus: Proxima Centauri as a reinforcement-learning environment."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from exodus_env.gym_envs import register_with_gymnasium

__version__ = "0.1.0"

# Loaded when first used, so that `exodus --help` and a plain import stay instant.
_LAZY = {
    "exodus_v0": ("exodus_env.exodus_v0", None),
    "stronghold_v0": ("exodus_env.stronghold_v0", None),
    "event_horizon_v0": ("exodus_env.event_horizon_v0", None),
    "solitaire_v0": ("exodus_env.solitaire_v0", None),
    "corruption_v0": ("exodus_env.corruption_v0", None),
    "arena": ("exodus_env.kit.arena_call", "arena"),
    "check": ("exodus_env.kit.registry", "check"),
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'exodus_env' has no attribute {name!r}")
    module, attribute = _LAZY[name]
    loaded = import_module(module)
    return loaded if attribute is None else getattr(loaded, attribute)


register_with_gymnasium()
