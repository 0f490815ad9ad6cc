"""Invariant 31: how a game ends, and that it does then."""

from __future__ import annotations

from exodus_env.corruption import capacity as c
from exodus_env.corruption.check.facts import Facts
from exodus_env.corruption.rules.result import ACTIVATED, ALL_DEFEATED, RISEN, WON
from exodus_env.kit.facts import Problems


def result(s: Facts) -> Problems:
    """A game is over if it was won or lost, for a reason that can be seen."""
    g, t = s.g, s.t
    if (g.over == 1) != (g.outcome != 0):
        yield f"over {g.over} with outcome {g.outcome}"
    keys = int((g.key_state[: t.keys] == ACTIVATED).sum())
    if g.outcome == WON and (keys < t.keys or s.rift < 0 or (g.foe_slot[c.ENEMIES :] == s.rift).any()):
        yield f"won with {keys} Keys on the Main Rift, Avatars in systems {g.foe_slot[c.ENEMIES :].tolist()}"
    if g.outcome == WON and not s.living:
        yield "won, and nobody is left"
    if not s.setting_up and (g.outcome == ALL_DEFEATED) != (not s.living):
        yield f"outcome {g.outcome} with ships {s.living}"
    if g.outcome == RISEN and g.corruption != t.spaces:
        yield f"lost to the Corruption on space {g.corruption} of {t.spaces}"
