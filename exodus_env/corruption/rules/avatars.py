"""Avatars move [1000-1032]: frame AVATARS, one after the other by their numbers, each with a roll of their die."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.record import Game
from exodus_env.corruption.tables import Tables
from exodus_env.kit.flow import pop
from exodus_env.kit.kernel import kernel

# Steps of AVATARS.
MOVE: Final = 0
ENGAGED: Final = 1


@kernel
def run_avatars(g: Game, t: Tables) -> None:
    """The next Avatar rolls, moves, and engages whom it reaches; in the Corruption phase they make Damage Rolls."""
    pop(g)
