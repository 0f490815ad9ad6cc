"""What checkers of all games share: bounds of fields, and frames as they are declared. On the toy game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.kit.bounds import Bounds, base_bounds
from exodus_env.kit.check import BrokenInvariant
from exodus_env.kit.declare import NOTHING, Column, Decision, Frame
from exodus_env.kit.declared_flow import DeclaredFlow, column_ranges, declared, stack_problems
from tests.toy.check import BOUNDS, FLOW
from tests.toy.config import BeaconConfig
from tests.toy.record import SCHEMA
from tests.toy.ruleset import Beacon, beacon

FRAMES = (Frame("sea", "", pushes=("wave",)), Frame("wave", "", (Column("height", 3, "", least=1),), last_step=1))
RANGES = column_ranges(FRAMES, 4, lambda most: int(most))


def new_game() -> tuple[Beacon, Any]:
    """The toy game for two before its first decision: an empty record."""
    rules = beacon(BeaconConfig(players=2))
    games = rules.new_games(1)
    games[0].actor = -1
    games[0].hand[:] = (0, 0, -1, -1)
    return rules, games


def problems(rules: Beacon, games: Any) -> list[str]:
    """What is out of bounds."""
    return list(BOUNDS.problems(BOUNDS.facts(games, rules)))


def test_every_field_needs_bounds_and_is_named_without_them() -> None:
    with pytest.raises(ValueError, match=r"every field needs bounds, .*: deck, first, hand"):
        Bounds(SCHEMA, base_bounds(SCHEMA, decisions=3))


def test_bounds_of_what_is_no_field_are_refused() -> None:
    with pytest.raises(ValueError, match=r"nothing else has any: .*sails"):
        Bounds(SCHEMA, {**base_bounds(SCHEMA, decisions=3), "sails": ((), 0, 0, 1)})


@pytest.mark.parametrize(
    ("field", "place", "value", "told"),
    [
        ("lit", (), 6, "lit holds 6, allowed are 0 to 5"),
        ("hand", (1,), -1, "hand holds -1, allowed are 0 to 4"),
        ("first", (), 2, "first holds 2, allowed are 0 to 1"),  # a seat that is not in play
        ("hand", (3,), 0, "hand is not -1 where nothing is in use"),
        ("rng_counter", (0,), -1, "rng_counter holds -1, allowed are 0 to 4611686018427387904"),  # 64 bits
    ],
)
def test_a_field_out_of_bounds_is_named(field: str, place: tuple[int, ...], value: int, told: str) -> None:
    rules, games = new_game()
    assert problems(rules, games) == []
    games[field][(0, *place)] = value
    assert problems(rules, games) == [told]


def test_a_record_of_another_form_is_refused_before_anything_is_read() -> None:
    rules, games = new_game()
    for wrong in ([1, 2], np.zeros(1), np.concatenate([games, games])):
        with pytest.raises(BrokenInvariant, match=r"invariant 1 \(schema\)"):
            rules.check(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stack", "told"),
    [
        ([[0, 0, 0, 0], [1, 1, 3, 0]], []),
        ([[1, 0, 1, 0]], ["frame wave is the lowest"]),
        ([[0, 0, 0, 0], [0, 0, 0, 0]], ["frame sea on frame sea at level 1"]),
        ([[0, 0, 0, 0], [2, 0, 0, 0]], ["frame 2 is unknown"]),
        ([[0, 0, 0, 0], [1, 2, 1, 0]], ["step 2 of frame wave"]),
        ([[0, 0, 0, 0], [1, 0, 0, 0]], ["0 in column 2 of frame wave"]),
        ([[0, 0, 0, 7]], ["7 in column 3 of frame sea"]),  # one that the frame does not have
    ],
)
def test_a_stack_is_compared_with_the_declared_frames(stack: list[list[int]], told: list[str]) -> None:
    assert list(stack_problems(FRAMES, stack, 0, [0, 1], RANGES)) == told


def test_a_decision_of_nobody_knows_whom_is_refused_by_name() -> None:
    asked = Decision("turn", "do something", (), "", "", (("sea", 0),), of="captain")
    told = "decision 'turn' is of 'captain', which is neither a column of frame 'sea' nor one of the deciders: mate"
    with pytest.raises(ValueError, match=told):
        DeclaredFlow("tests.toy", FRAMES, (NOTHING, asked), {"mate": lambda s: 0})


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"actor": 1}, "player 1 must decide turn, should be 0"),
        ({"decision": 2}, "answer asked by frame night at step 0"),
        ({"focus_card": 0}, "focus_card is 0 in turn"),
        ({"depth": 0}, "turn asked by no frame"),
    ],
)
def test_a_decision_is_compared_with_its_declaration(changed: dict[str, int], told: str) -> None:
    rules, games = new_game()
    games[0].decision, games[0].depth, games[0].actor = 1, 1, 0
    for name in ("focus_hex", "focus_player", "focus_card"):
        games[0][name] = -1
    assert list(FLOW.decision(BOUNDS.facts(games, rules))) == []
    for name, value in changed.items():
        games[0][name] = value
    assert list(FLOW.decision(BOUNDS.facts(games, rules))) == [told]


def test_a_declared_number_is_itself_a_constant_or_one_of_the_tables() -> None:
    rules, _ = new_game()
    assert declared(7, "tests.toy") == 7
    assert declared("rules.MOST_STORMS", "tests.toy") == 4
    assert declared("players", "tests.toy", rules.tables[0]) == 2
