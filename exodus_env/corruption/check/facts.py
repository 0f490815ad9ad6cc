"""What the invariants look at: a position as wide integers, and words for what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import frames
from exodus_env.corruption.ruleset import Corruption
from exodus_env.kit.facts import Wide
from exodus_env.kit.flow import KIND, STEP

NO_FRAME: Final = (-1,) * c.FRAME_WIDTH


@dataclass(frozen=True)
class Facts(Wide):
    """A position, with the content it is played with."""

    rules: Corruption

    @property
    def ships(self) -> range:
        """The ships of the game."""
        return range(self.t.ships)

    @cached_property
    def living(self) -> list[int]:
        """The ships in play."""
        return [ship for ship in self.ships if self.g.alive[ship]]

    @property
    def top(self) -> list[int]:
        """The top frame."""
        return self.stack[-1] if self.stack else list(NO_FRAME)

    @cached_property
    def kinds(self) -> set[int]:
        """The kinds of frame on the stack."""
        return {frame[KIND] for frame in self.stack}

    def frame(self, kind: int) -> list[int] | None:
        """The highest frame of a kind."""
        return next((frame for frame in reversed(self.stack) if frame[KIND] == kind), None)

    def step_of(self, kind: int) -> int:
        """The step of the highest frame of a kind, or -1."""
        frame = self.frame(kind)
        return -1 if frame is None else frame[STEP]

    @property
    def setting_up(self) -> bool:
        """Whether ships are still chosen."""
        return frames.SETTING_UP in self.kinds

    def fleet_of(self, ship: int) -> list[int]:
        """The ships in play of the Fleet of a ship."""
        return [other for other in self.living if self.g.fleet[other] == self.g.fleet[ship]]

    def ships_in(self, slot: int) -> list[int]:
        """The ships in play that are in a system."""
        return [ship for ship in self.living if self.g.slot[ship] == slot]

    def foes_in(self, slot: int) -> list[int]:
        """The cards of Enemies and Avatars in a system."""
        return [card for card in range(c.FOE_CARDS) if self.g.foe_slot[card] == slot]

    @cached_property
    def rift(self) -> int:
        """The slot of the Main Rift, -1 while nobody has found it."""
        kinds = self.t.tile_kind[self.g.tile[: self.g.systems]]
        return int(np.argmax(kinds == v.RIFT)) if (kinds == v.RIFT).any() else -1
