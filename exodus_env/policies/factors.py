"""The parts of which the weights of an action are made: its family and the values of its factors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from exodus_env.kit.definition import Array, Definition


def factor_table(rules: Definition, without: Sequence[str] = ()) -> tuple[Array, int]:
    """For each action the numbers of its parts (family, then factor values), and the number of parts.

    A factor value is the same part in every family: hex 3 is one part, wherever it occurs. The last number is not a
    part, and stands for all values of the factors in `without`.
    """
    actions = rules.actions
    starts: dict[str, int] = {}
    families = [family for family in actions.families if family.size]  # others belong to modules not in the game
    size = len(families)
    for family in families:
        for factor, count in zip(family.factors, family.sizes, strict=True):
            kind = rules.factor_kinds.get(factor, factor)
            if kind not in starts:
                starts[kind] = size
                size += count
            starts[factor] = starts[kind]
    parts = np.full(actions.decode.shape, size, dtype=np.int64)
    for number, family in enumerate(families):
        rows = slice(family.start, family.start + family.size)
        parts[rows, 0] = number
        for place, factor in enumerate(family.factors, start=1):
            if factor not in without:
                parts[rows, place] = starts[factor] + actions.decode[rows, place]
    return parts, size
