"""N games with one learning seat each: whoever has the other seats decides until that seat must."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from exodus_env.kit.batch import WAIT, Batch
from exodus_env.kit.definition import Array


class Seated(ABC):
    """What environments for one learning seat a game have in common: all games advance in the same compiled calls."""

    seat: Array  # (N,) that learns in each game

    @property
    @abstractmethod
    def batch(self) -> Batch:
        """The games and their buffers."""

    @abstractmethod
    def _decide(self, waiting: Array) -> None:
        """Write into `batch.actions` what is done in the games that wait for others."""

    @abstractmethod
    def _advance(self, rewards: Array, dones: Array) -> None:
        """Carry out the actions of the batch; add what they pay the learning seats, and note which games end."""

    def _let_others_play(self, rewards: Array, dones: Array) -> None:
        """The other seats decide until the learner must in every game; a game waits once it has come so far."""
        batch = self.batch
        while len(waiting := np.flatnonzero(batch.actors != self.seat)):
            batch.actions[:] = WAIT
            self._decide(waiting)
            over = dones.copy()  # nobody gets what a new game pays before the learner's first decision
            paid = np.zeros(batch.n)
            self._advance(paid, dones)
            rewards += np.where(over, 0.0, paid)
