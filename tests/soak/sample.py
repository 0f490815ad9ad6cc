"""A campaign to try the soak itself on. It imports nothing heavy, so that its processes start at once."""

from __future__ import annotations

import os
import time

import numpy as np

from tests.soak.campaign import Campaign, Case


class Numbers(Campaign):
    """A campaign whose cases break in different ways."""

    name = "numbers"
    promise = "no number is bad"
    seconds = 1.0
    lists = ("numbers",)

    def make(self, rng: np.random.Generator) -> Case:
        return {"numbers": rng.integers(100, size=20).tolist()}

    def run(self, case: Case) -> str:
        if 7 in case["numbers"]:
            os._exit(3)
        if 8 in case["numbers"]:
            time.sleep(60)
        if 9 in case["numbers"]:
            raise RuntimeError("nine")
        return "fine"
