"""Positions edited by hand, with and without `refresh`."""

from __future__ import annotations

from typing import Any

import numpy as np

from exodus_env.exodus.check import check
from tests.soak.campaign import Broken, Campaign, Case, any_of, seed_of
from tests.soak.games import play_on, played
from tests.soak.lattice import handy_configuration, rules_of

WILD = (-(2**62), -32768, -1000, -129, -128, -2, -1, 0, 1, 2, 3, 7, 13, 60, 61, 100, 127, 128, 255, 1000, 32767, 2**62)


class Edited(Campaign):
    """Fields of a record set to odd values, then play goes on."""

    name = "positions"
    promise = "a position edited by hand is refused or played, and never kills the interpreter"
    lists = ("edits",)
    counts = ("plies",)

    def make(self, rng: np.random.Generator) -> Case:
        config = handy_configuration(rng)
        fields = rules_of(config).new_games(1).dtype.fields or {}
        edits = [_edit(rng, fields) for _ in range(int(any_of(rng, (1, 1, 1, 2, 3, 8))))]
        return {
            "config": config,
            "seed": seed_of(rng),
            "plies": int(rng.integers(0, 400)),
            "edits": edits,
            "refresh": bool(rng.random() < 0.5),
        }

    def run(self, case: Case) -> str:
        env = played(case["config"], case["seed"], case["plies"])
        for field, index, value in case["edits"]:
            flat = env.game[field].reshape(-1)
            flat[index] = _fitting(flat.dtype, value)
        try:
            if case["refresh"]:
                env.refresh()
                check(env.game, env.config)
        except ValueError:
            return "refused by refresh"
        try:
            play_on(env, case["seed"], 30)
        except (ValueError, Broken) as error:
            if case["refresh"]:
                raise  # what refresh has taken must be playable
            return "stuck" if isinstance(error, Broken) else "refused by step"
        return "played on"


def _edit(rng: np.random.Generator, fields: Any) -> list[Any]:
    """A field, a place in it and a value."""
    field = any_of(rng, fields)
    size = int(np.prod(fields[field][0].shape, dtype=int))
    value = any_of(rng, WILD) if rng.random() < 0.7 else int(rng.integers(-200, 200))
    return [field, int(rng.integers(size)), value]


def _fitting(dtype: np.dtype[Any], value: int) -> int:
    """A number as near as a field can hold."""
    limits = np.iinfo(dtype)
    return min(max(value, int(limits.min)), int(limits.max))
