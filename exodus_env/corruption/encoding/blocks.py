"""The blocks of the observation, declared once: axes, features, units, range and meaning.

The kernels that fill the blocks stand in observations.py; they find the numbers and scales of blocks and features in
places.py, which scripts/generate makes from what is declared here. Everybody sees everything that lies open: seats
differ in nothing but who is the viewer.
"""

from __future__ import annotations

from typing import Any, Final

from exodus_env.corruption import capacity as c
from exodus_env.corruption.rules.choices import DECISIONS
from exodus_env.kit.encode import MOST, fill_observations
from exodus_env.kit.layout import DeclaredBlock, Feature, ObservationLayout, lay_out_observations

COURSE: Final = (
    Feature("turn", "turn / {unit}", 12),
    Feature("corruption", "space of the Corruption marker / {unit}", 12),
    Feature("actions", "Actions the active Fleet has left / {unit}", 4),
    Feature("tiles", "tiles in the System stack / {unit}", 30),
)
SHIP: Final = (
    Feature("own", "the viewer is its captain"),
    Feature("alive", "in play"),
    Feature("played", "its Activation marker is flipped"),
    Feature("engaged", "engaged"),
    Feature("health", "Health / {unit}", 6),
    Feature("energy", "ready Energy markers / {unit}", 4),
    Feature("scraps", "Scraps / {unit}", 6),
)
SYSTEM: Final = (
    Feature("revealed", "revealed"),
    Feature("exploration", "an Exploration marker lies there"),
    Feature("pacified", "End phases it stays pacified / {unit}", 2),
    Feature("gate", "a wormhole"),
    Feature("rift", "a Rift"),
    Feature("q", "coordinate q / {unit}", 4),
    Feature("r", "coordinate r / {unit}", 4),
)

BLOCKS: Final[tuple[DeclaredBlock, ...]] = (
    DeclaredBlock("course", (), features=COURSE, high=MOST, short="C"),
    DeclaredBlock("decision", (len(DECISIONS),), "the pending decision"),
    DeclaredBlock("ship", ("ship",), features=SHIP, low=-MOST, high=MOST, short="S"),
    DeclaredBlock("system", ("hex",), features=SYSTEM, low=-MOST, high=MOST, short="H"),
)


def observation_layout(t: Any) -> ObservationLayout:
    """The blocks of a configuration."""
    return lay_out_observations(BLOCKS, {"ship": int(t.ships), "hex": c.TILES}, {})


def fill_observation_layout(t: Any, layout: ObservationLayout) -> None:
    """Tell the kernels where each block starts."""
    fill_observations(t, BLOCKS, layout)
