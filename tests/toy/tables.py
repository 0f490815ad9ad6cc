"""What rules read of a configuration: one read-only record."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from exodus_env.kit.layout import ActionLayout
from exodus_env.kit.record import fill_actions
from tests.toy.config import BeaconConfig
from tests.toy.declarations import FAMILIES

Tables: TypeAlias = Any

PLAYERS, LAMPS, COPIES = 4, 5, 4
CARDS = LAMPS * COPIES
ACTIONS = 6  # ids of four players

TABLES_DTYPE = np.dtype(
    (
        np.record,
        [
            ("players", "i2"),
            ("family_start", "i2", (len(FAMILIES),)),
            ("action_family", "i2", (ACTIONS,)),
            ("action_factor", "i2", (ACTIONS, 1)),
            ("hours", "i2"),
        ],
    )
)


def build_tables(config: BeaconConfig, actions: ActionLayout) -> np.ndarray[Any, Any]:
    """The tables of a configuration."""
    tables = np.zeros(1, TABLES_DTYPE)
    tables["players"], tables["hours"] = config.players, config.hours
    fill_actions(tables, actions)
    tables.flags.writeable = False
    return tables
