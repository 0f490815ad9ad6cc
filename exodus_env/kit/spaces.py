"""Gymnasium spaces of a layout.

The spaces of a game are built once, since the bounds of thousands of numbers take milliseconds. Every environment gets
its own copies: they share the bounds but have separate generators, so seeding one does not affect the others.
"""

from __future__ import annotations

import copy
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from gymnasium import spaces

from exodus_env.kit.definition import Array, Definition

S = TypeVar("S", bound=spaces.Space[Any])

_built: WeakKeyDictionary[Definition, dict[str, spaces.Space[Any]]] = WeakKeyDictionary()


def observation_space(rules: Definition) -> spaces.Space[Any]:
    """`observation` (a flat box, or a dictionary of named boxes) and `action_mask`."""
    return own_copy(_spaces(rules)["observation"])


def flat_space(rules: Definition) -> spaces.Space[Any]:
    """The numbers of an observation in one box, for any encoding."""
    return own_copy(_spaces(rules)["flat"])


def state_space(rules: Definition) -> spaces.Space[Any]:
    """The observations of all seats, one after another."""
    return own_copy(_spaces(rules)["state"])


def own_copy(space: S) -> S:
    """The same space with its own generator; that of the original was never used."""
    twin = copy.copy(space)
    if isinstance(twin, spaces.Dict):
        twin.spaces = {name: own_copy(inner) for name, inner in twin.spaces.items()}
    return twin


def _spaces(rules: Definition) -> dict[str, spaces.Space[Any]]:
    """The spaces of a game; nobody gets these themselves, only copies."""
    if rules not in _built:
        layout, players = rules.observations, rules.config.players
        low, high = layout.bounds()
        flat = spaces.Box(low, high, dtype=np.float32)
        inner: spaces.Space[Any] = flat
        if rules.config.encoding == "structured":
            inner = spaces.Dict({b.name: spaces.Box(b.low, b.high, b.shape, np.float32) for b in layout.blocks})
        mask = spaces.Box(0, 1, (rules.actions.size,), np.int8)
        _built[rules] = {
            "flat": _frozen(flat),
            "observation": _frozen(spaces.Dict({"observation": inner, "action_mask": mask})),
            "state": _frozen(spaces.Box(np.tile(low, players), np.tile(high, players), dtype=np.float32)),
        }
    return _built[rules]


def _frozen(space: S) -> S:
    """A space with read-only bounds."""
    if isinstance(space, spaces.Box):
        space.low.flags.writeable = space.high.flags.writeable = False
    if isinstance(space, spaces.Dict):
        for inner in space.spaces.values():
            _frozen(inner)
    return space


def encoded(rules: Definition, flat: Array) -> Any:
    """A flat observation in the encoding of the configuration."""
    return rules.observations.views(flat) if rules.config.encoding == "structured" else flat


def idle_mask(rules: Definition) -> Array:
    """The mask of a player that is not to act: only `pass`, so that a masked distribution stays defined."""
    mask = np.zeros(rules.actions.size, dtype=np.int8)
    mask[rules.actions.families[0].start] = 1
    mask.flags.writeable = False
    return mask
