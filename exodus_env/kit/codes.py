"""Short names of actions: the family and its factors, like `move:fighter-1:north-east`.

A name is the same in every position and for one player no two actions have the same, so it can be learned, kept and
sent back. Players, places and directions are named as everybody reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from exodus_env.kit.definition import Definition

_BETWEEN = re.compile(r"[\W_]+")


def codes(rules: Definition, actions: Iterable[int], seat: int) -> dict[int, str]:
    """The short names of some actions of the player at a seat."""
    layout = rules.actions
    known: dict[tuple[str, int], list[str]] = {}

    def words(factor: str, size: int) -> list[str]:
        if (factor, size) not in known:
            known[factor, size] = _distinct([rules.factor_word(factor, value, seat) for value in range(size)])
        return known[factor, size]

    def code(action: int) -> str:
        printed = rules.printed(action, seat)
        family = layout.family(printed)
        values = layout.decode[printed, 1:]
        factors = zip(family.factors, family.sizes, values, strict=False)
        return ":".join(
            [family.name, *(words(factor, size)[int(value)] for factor, size, value in factors if size > 1)]
        )

    return {action: code(action) for action in actions}


def _distinct(texts: list[str]) -> list[str]:
    """Texts as short words; those that would be alike also have their number."""
    plain = [_BETWEEN.sub("-", text).strip("-").lower() for text in texts]
    return [word if word and plain.count(word) == 1 else f"{word}-{i + 1}".strip("-") for i, word in enumerate(plain)]
