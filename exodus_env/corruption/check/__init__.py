"""The state checker: what must hold in every position between two decisions.

Plain numpy Python, independent of the compiled rules: what they derive is derived here a second time, from content.
INVARIANTS declares everything; `check` raises at the first failure, `broken` lists them all (kit/check.py runs them).
The first two invariants guard the others. The last one alone asks the rules: whether anything is legal in the pending
decision of a position that is sound otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from exodus_env.corruption.check import board, bounds, decks, flow, results, scratch, ships
from exodus_env.corruption.check.facts import Facts
from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.ruleset import corruption
from exodus_env.kit.check import BrokenInvariant, Checker, legal_choices
from exodus_env.kit.facts import Problems

INVARIANTS: Final[tuple[tuple[int, str, Callable[[Facts], Problems]], ...]] = (
    (2, "bounds", bounds.bounds),
    (3, "flow", flow.FLOW.stack),
    (4, "course", flow.course),
    (5, "decision", flow.decision),
    (6, "whose turn it is", flow.active),
    (7, "once a turn", flow.once_a_turn),
    (8, "captains", ships.captains),
    (9, "belongings", ships.belongings),
    (10, "Mods", ships.mods),
    (11, "lasting values", ships.modifiers),
    (12, "Fleets", ships.fleets),
    (13, "engagement", ships.engagement),
    (14, "map", board.geometry),
    (15, "markers on systems", board.markers),
    (16, "Keys", board.keys),
    (17, "Signals", board.signals),
    (18, "System stack", decks.systems),
    (19, "Enemies", decks.enemies),
    (20, "foes on the map", decks.foes),
    (21, "Avatars", decks.avatars),
    (22, "Explorations", decks.explorations),
    (23, "modules", decks.modules),
    (24, "Damaged cards", decks.damaged),
    (25, "Allies", decks.allies),
    (26, "dice", scratch.dice),
    (27, "attack", scratch.attack),
    (28, "equipment used", scratch.used),
    (29, "Exploration under way", scratch.exploration),
    (30, "Trade under way", scratch.trade),
    (31, "result", results.result),
    (32, "chance", bounds.chance),
    (33, "events", bounds.events),
)
CHECKER: Final = Checker(
    schema=bounds.CHECKED.form,
    facts=bounds.facts_of,
    invariants=INVARIANTS,
    legal=(len(INVARIANTS) + 2, "legal choices", legal_choices),
)


def failures(record: Any, config: CorruptionConfig) -> Iterator[BrokenInvariant]:
    """Everything that is wrong with a position, one at a time."""
    return CHECKER.failures(record, corruption(config))


def broken(record: Any, config: CorruptionConfig) -> list[str]:
    """Everything that is wrong with a position."""
    return [str(failure) for failure in failures(record, config)]


def check(record: Any, config: CorruptionConfig) -> None:
    """Raise BrokenInvariant where a position is not one that a game can reach."""
    CHECKER.check(record, corruption(config))


def guard(record: Any, config: CorruptionConfig) -> None:
    """Raise BrokenInvariant where a record holds a value that compiled rules must not see."""
    CHECKER.check_guard(record, corruption(config))
