"""Gymnasium spaces of a layout."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from exodus_env.kit.definition import Array, Definition


def observation_space(rules: Definition) -> spaces.Dict:
    """`observation` (a flat box, or a dictionary of named boxes) and `action_mask`."""
    layout = rules.observations
    inner: spaces.Space[Any]
    if rules.config.encoding == "structured":
        inner = spaces.Dict({b.name: spaces.Box(b.low, b.high, b.shape, np.float32) for b in layout.blocks})
    else:
        low, high = layout.bounds()
        inner = spaces.Box(low, high, dtype=np.float32)
    return spaces.Dict({"observation": inner, "action_mask": spaces.Box(0, 1, (rules.actions.size,), np.int8)})


def encoded(rules: Definition, flat: Array) -> Any:
    """A flat observation in the encoding of the configuration."""
    return rules.observations.views(flat) if rules.config.encoding == "structured" else flat


def idle_mask(rules: Definition) -> Array:
    """The mask of a player who does not act: only `pass`, so that a masked distribution stays defined."""
    mask = np.zeros(rules.actions.size, dtype=np.int8)
    mask[rules.actions.families[0].start] = 1
    mask.flags.writeable = False
    return mask
