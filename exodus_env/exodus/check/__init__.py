"""The state checker: what must hold in every position between two decisions.

Plain Python with numpy, independent of the compiled rules: what they derive is derived here a second time, from
content. INVARIANTS declares everything; `check` raises at the first failure, `broken` lists them all (kit/check.py runs
them). The first two invariants guard the others. Only the last one asks the rules: whether anything is legal in the
pending decision of an otherwise sound position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from exodus_env.exodus.check import (
    belongings,
    board,
    bounds,
    cards,
    commitments,
    decisions,
    derived,
    edge,
    exploration,
    flow,
    hands,
    outposts,
    results,
    scenarios,
    scratch,
    solitaire,
    structures,
)
from exodus_env.exodus.check.facts import Facts
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.check import BrokenInvariant, Checker, legal_choices
from exodus_env.kit.facts import Problems

INVARIANTS: Final[tuple[tuple[int, str, Callable[[Facts], Problems]], ...]] = (
    (2, "bounds", bounds.bounds),
    (3, "cubes", belongings.cubes),
    (4, "ships", belongings.ships),
    (5, "resources", belongings.resources),
    (6, "turn order", belongings.turn_order),
    (7, "political cards", cards.political),
    (8, "Resistance cards", cards.resistance_cards),
    (9, "modifiers", derived.modifiers),
    (10, "dice, shield, drive", derived.fittings),
    (11, "blueprints", derived.blueprints),
    (12, "planets", board.planets),
    (13, "rockets", board.rockets),
    (14, "market", board.market),
    (15, "bonus action", commitments.bonus),
    (16, "flow", flow.stack),
    (17, "action cards", commitments.action_cards),
    (18, "secrets", commitments.secrets),
    (19, "combat scratch", scratch.combat_scratch),
    (20, "score", results.score),
    (21, "course", flow.course),
    (22, "laws", cards.laws),
    (23, "seats", results.seats),
    (24, "cloaking", results.cloaking),
    (25, "decision", decisions.decision),
    (26, "technologies", derived.technologies),
    (27, "Resistance ships", cards.resistance_ships),
    (28, "lost planets", board.lost_planets),
    (29, "movement orders", commitments.orders),
    (30, "scratch of Upkeep and Fire WMD", scratch.early_scratch),
    (31, "movement scratch", scratch.movement_scratch),
    (32, "conquest scratch", scratch.conquest_scratch),
    (33, "chance", results.chance),
    (34, "events", results.known_events),
    (35, "effects of the turn", derived.turns_effects),
    (36, "Resistance fleets", cards.fleets),
    (37, "centre of the map", board.centre),
    (38, "extra actions", commitments.extra_actions),
    (39, "Outposts", outposts.tokens),
    (40, "Outpost cards", outposts.cards),
    (41, "face-down hexes", exploration.face_down),
    (42, "Events", exploration.events),
    (43, "tokens of Events", exploration.tokens),
    (44, "debris", exploration.debris),
    (45, "looks", exploration.looks),
    (46, "new planets", board.new_planets),
    (47, "Jump Gates", structures.gates),
    (48, "Satellites", structures.satellites),
    (49, "Energy Barriers", structures.barriers),
    (50, "Leaders", structures.leaders),
    (51, "Stronghold", scenarios.squadrons),
    (52, "march", scenarios.march),
    (53, "star", scenarios.star),
    (54, "factions", edge.factions),
    (55, "action cards for once", edge.removed_cards),
    (56, "second starting hexes", edge.second_starts),
    (57, "planetary upgrades", edge.planetary),
    (58, "visions", cards.visions),
    (59, "combat cards", hands.combat_cards),
    (60, "Resistance combat cards", hands.foe_cards),
    (61, "rounds of combat", hands.rounds_of_cards),
    (62, "counted ships", solitaire.counted_ships),
    (63, "turn-order cards", solitaire.office),
    (64, "mission", solitaire.mission),
    (65, "start of a mission", solitaire.start),
)
CHECKER: Final = Checker(
    schema=bounds.CHECKED.form,
    facts=bounds.facts_of,
    invariants=INVARIANTS,
    legal=(len(INVARIANTS) + 2, "legal choices", legal_choices),
)


def failures(record: Any, config: GameConfig) -> Iterator[BrokenInvariant]:
    """Everything that is wrong with a position, one failure at a time."""
    return CHECKER.failures(record, ruleset(config))


def broken(record: Any, config: GameConfig) -> list[str]:
    """Everything that is wrong with a position."""
    return [str(failure) for failure in failures(record, config)]


def check(record: Any, config: GameConfig) -> None:
    """Raise BrokenInvariant if no game can reach a position."""
    CHECKER.check(record, ruleset(config))


def guard(record: Any, config: GameConfig) -> None:
    """Raise BrokenInvariant if a record holds a value that compiled rules must not see."""
    CHECKER.check_guard(record, ruleset(config))
