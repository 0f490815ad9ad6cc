"""A configuration made ready to play: content, tables and layouts, built once and shared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content.build import build_tables, hex_coordinates, load_for
from exodus_env.exodus.content.entries import Content
from exodus_env.exodus.encoding.actions import action_layout, fill_action_layout
from exodus_env.exodus.encoding.observations import fill_observation_layout, observation_layout
from exodus_env.kit.layout import ActionLayout, ObservationLayout


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Everything about a configuration that does not change while it is played."""

    config: GameConfig
    content: Content
    tables: np.ndarray[Any, Any]  # one record, read-only
    actions: ActionLayout
    observations: ObservationLayout
    coordinates: tuple[tuple[int, int], ...]  # axial, by hex

    @property
    def t(self) -> Any:
        """The tables record."""
        return self.tables[0]


def ruleset(config: GameConfig) -> Ruleset:
    """The ruleset of a configuration; a user's content folder is read anew each time."""
    return _build(config) if config.content is not None else _cached(config)


@lru_cache(maxsize=64)
def _cached(config: GameConfig) -> Ruleset:
    return _build(config)


def _build(config: GameConfig) -> Ruleset:
    content = load_for(config)
    tables = build_tables(config, content)
    actions = action_layout(tables[0], content)
    fill_action_layout(tables, actions)
    observations = observation_layout(tables[0])
    fill_observation_layout(tables, observations)
    tables.flags.writeable = False
    return Ruleset(config, content, tables, actions, observations, tuple(hex_coordinates(content, config)))
