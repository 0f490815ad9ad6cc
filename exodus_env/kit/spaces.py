"""Observations in each encoding, and their Gymnasium spaces.

    flat        one row of float32
    structured  the same numbers as named arrays, by block
    half        one row of float16, each number the nearest to that of the flat row
    sparse      the numbers that are not zero: `count` of them, their places in the flat row, in `indices`, and the
                numbers, in `values`; behind them everything is zero

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
from exodus_env.kit.encode import TooManyEntries

S = TypeVar("S", bound=spaces.Space[Any])

_built: WeakKeyDictionary[Definition, dict[str, spaces.Space[Any]]] = WeakKeyDictionary()


def observation_space(rules: Definition) -> spaces.Space[Any]:
    """`observation` (a flat box, or a dictionary of named boxes) and `action_mask`."""
    return own_copy(_spaces(rules)["observation"])


def seen_space(rules: Definition) -> spaces.Space[Any]:
    """`observation` alone, in the encoding of the configuration."""
    both: Any = observation_space(rules)
    seen: spaces.Space[Any] = both["observation"]
    return seen


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
        elif rules.config.encoding == "half":
            inner = spaces.Box(low.astype(np.float16), high.astype(np.float16), dtype=np.float16)
        elif rules.config.encoding == "sparse":
            inner = sparse_space(rules)
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


def sparse_space(rules: Definition) -> spaces.Dict:
    """Of a sparse observation."""
    layout = rules.observations
    low, high = layout.bounds()
    room = (layout.capacity,)
    return spaces.Dict(
        {
            "count": spaces.Box(0, layout.capacity, (1,), np.int32),
            "indices": spaces.Box(0, layout.size - 1, room, np.int32),
            "values": spaces.Box(min(0.0, float(low.min())), max(0.0, float(high.max())), room, np.float32),
        }
    )


def encoded(rules: Definition, flat: Array) -> Any:
    """A flat observation in the encoding of the configuration."""
    encoding = rules.config.encoding
    if encoding == "structured":
        return rules.observations.views(flat)
    if encoding == "half":
        return flat.astype(np.float16)
    if encoding == "sparse":
        return sparse_row(flat, rules.observations.capacity)
    return flat


def sparse_row(flat: Array, capacity: int) -> dict[str, Array]:
    """A flat observation as a sparse one, with its entries in the order of their places."""
    places = np.flatnonzero(flat)
    if len(places) > capacity:
        raise TooManyEntries(f"an observation has {len(places)} entries, and its layout has room for {capacity}")
    indices, values = np.zeros(capacity, dtype=np.int32), np.zeros(capacity, dtype=np.float32)
    indices[: len(places)], values[: len(places)] = places, flat[places]
    return {"count": np.array([len(places)], dtype=np.int32), "indices": indices, "values": values}


def idle_mask(rules: Definition) -> Array:
    """The mask of a player that is not to act: only `pass`, so that a masked distribution stays defined."""
    mask = np.zeros(rules.actions.size, dtype=np.int8)
    mask[rules.actions.families[0].start] = 1
    mask.flags.writeable = False
    return mask
