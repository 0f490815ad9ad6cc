"""Frames, families and decisions are declared once; everything else follows, and says so where it does not."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from exodus_env.exodus.capacity import FRAME_WIDTH
from exodus_env.exodus.check.decisions import FLOW
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.players import styles
from exodus_env.exodus.rules import choice_numbers, choices, frames, generate
from exodus_env.exodus.rules.decision_declarations import DECISIONS, FAMILIES
from exodus_env.exodus.rules.frame_declarations import FRAMES
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.batch import LOOK, Batch
from exodus_env.kit.declare import (
    MAYBE,
    SET,
    Column,
    Dispatch,
    Frame,
    by_number,
    column_constants,
    constant,
    constants_module,
    dispatch_module,
    forgotten,
)
from exodus_env.kit.flow import FIRST_COLUMN, KIND, UnknownDecision, UnknownFrame


def called(word: str) -> Any:
    """The function or constant that a declaration names."""
    module, name = word.rsplit(".", 1)
    return getattr(import_module(f"exodus_env.exodus.rules.{module}"), name)


@pytest.mark.parametrize("name", generate.sources())
def test_generated_modules_are_current(name: str) -> None:
    written = (generate.RULES / name).read_text(encoding="utf-8")
    assert written == generate.sources()[name], f"rules/{name} is out of date: run scripts/generate"


@pytest.mark.parametrize("number", range(len(FAMILIES)), ids=lambda number: FAMILIES[number][0])
def test_a_family_has_its_number_by_name(number: int) -> None:
    assert getattr(choices, FAMILIES[number][0].upper()) == number


@pytest.mark.parametrize("number", range(len(DECISIONS)), ids=lambda number: DECISIONS[number].name)
def test_a_decision_has_its_number_by_name(number: int) -> None:
    assert getattr(choices, f"D_{DECISIONS[number].name.upper()}") == number


@pytest.mark.parametrize("number", range(len(FRAMES)), ids=lambda number: FRAMES[number].name)
def test_a_frame_has_its_number_by_name(number: int) -> None:
    assert getattr(frames, constant(FRAMES[number].name)) == number
    assert frames.NAMES[number] == FRAMES[number].name


def test_numbers_are_those_of_declarations_and_no_others() -> None:
    numbers = {name for name in vars(choice_numbers) if name.isupper()}
    assert len(numbers) == len(FAMILIES) + len(DECISIONS)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
def test_a_frame_names_what_there_is(frame: Frame) -> None:
    assert callable(called(frame.run)), frame.run
    assert FLOW.number(frame.last_step) >= 0
    assert FIRST_COLUMN + len(frame.columns) <= FRAME_WIDTH
    assert set(frame.pushes) <= {other.name for other in FRAMES}
    assert all(column.meaning for column in frame.columns)


@pytest.mark.parametrize("decision", DECISIONS[1:], ids=lambda decision: decision.name)
def test_a_decision_names_what_there_is(decision: Any) -> None:
    asking = {frame.name: frame for frame in FRAMES}
    assert callable(called(decision.legal)), decision.legal
    assert callable(called(decision.choose)), decision.choose
    assert set(decision.families) <= {name for name, _, _ in FAMILIES}
    for frame, step in decision.asked_by:
        assert FLOW.number(step) <= FLOW.number(asking[frame].last_step)
    first = asking[decision.asked_by[0][0]]
    for column in (*decision.when, *(name for name in decision.about.values() if name not in (SET, MAYBE))):
        assert first.column(column) >= FIRST_COLUMN


def test_nothing_is_forgotten() -> None:
    assert forgotten(generate.RULES, FRAMES, DECISIONS, generate.sources()) == []


# What is forgotten is told by name ------------------------------------------------------------------------------------


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="frame 'sea' has two columns of one name: ship, ship"):
        Frame("sea", "sea.run_sea", (Column("ship", 1, ""), Column("ship", 2, "")))


def test_a_column_that_a_frame_does_not_have_is_named() -> None:
    with pytest.raises(KeyError, match="frame 'sea' has no column 'wave'; it has: ship"):
        Frame("sea", "sea.run_sea", (Column("ship", 1, ""),)).column("wave")


def test_what_frames_share_stands_in_the_same_place() -> None:
    depth, ship = Column("depth", 9, "", of="water"), Column("ship", 1, "")
    assert column_constants([Frame("sea", "", (depth, ship)), Frame("lake", "", (depth,))])[0] == ("WATER_DEPTH", 2)
    with pytest.raises(ValueError, match="WATER_DEPTH is in different places"):
        column_constants([Frame("sea", "", (depth, ship)), Frame("lake", "", (ship, depth))])


def test_a_name_that_is_declared_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="ROW is declared twice"):
        constants_module("", [("", [("ROW", 0)]), ("", [("ROW", 1)])])


@pytest.mark.parametrize("cases", [1, 3, 5, 16, 17, 40])
def test_dispatch_finds_every_number_and_no_other(cases: int) -> None:
    """By equality, in however many parts; a number before, between or behind those there are is unknown."""
    table = Dispatch(
        "run", "Run", "kind", "action: int", [(f"numbers.N{2 * i}", f"stage.run_{i}") for i in range(cases)]
    )
    source = dispatch_module("", "package", [table], ("",))
    body = source[source.index("@kernel") :].replace("@kernel\n", "")
    ran: list[tuple[int, int]] = []

    class Stage:
        def __getattr__(self, name: str) -> Any:
            return lambda g, t, action: ran.append((int(name.removeprefix("run_")), action))

    class Numbers:
        def __getattr__(self, name: str) -> int:
            return int(name[1:])

    scope: dict[str, Any] = {"stage": Stage(), "numbers": Numbers(), "Game": Any, "Tables": Any}
    exec(body, scope)
    for number in range(-1, 2 * cases + 2):
        ran.clear()
        known = 0 <= number < 2 * cases and number % 2 == 0
        assert scope["run"](None, None, number, 7) is known
        assert ran == ([(number // 2, 7)] if known else [])


def stopped(**changes: int) -> Batch:
    """Two games, in the second of which fields were changed by hand; they are to be looked at."""
    batch = Batch(ruleset(GameConfig(players=2)), 2)
    batch.play(False)
    for name, value in changes.items():
        batch.games[1][name] = value
    batch.actions[:] = LOOK
    return batch


def test_an_unknown_frame_is_an_error_that_names_it() -> None:
    batch = stopped(decision=choices.D_NONE)
    batch.games[1].stack[batch.games[1].depth - 1, KIND] = len(FRAMES)
    with pytest.raises(UnknownFrame, match=rf"game 1 .* no frame of kind {len(FRAMES)}$"):
        batch.play(False)


@pytest.mark.parametrize("decision", [-1, len(DECISIONS)])
def test_an_unknown_decision_is_an_error_that_names_it(decision: int) -> None:
    with pytest.raises(UnknownDecision, match=rf"game 1 .* no decision {decision}$"):
        stopped(decision=decision).play(False)


def test_a_table_by_name_says_which_name_is_missing_or_unknown() -> None:
    names = ("none", "vote", "move")
    assert by_number({"move": 3, "none": 1, "vote": 2}, names, "decision") == {0: 1, 1: 2, 2: 3}
    assert by_number({"move": 3}, names, "decision", whole=False) == {2: 3}
    with pytest.raises(ValueError, match="the decision 'none', 'vote' is missing"):
        by_number({"move": 3}, names, "decision")
    with pytest.raises(ValueError, match="there is no decision 'moves'"):
        by_number({"moves": 3}, names, "decision", whole=False)


def test_a_style_says_which_decision_it_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(styles, "TABLE", {name: row for name, row in styles.TABLE.items() if name != "travel"})
    with pytest.raises(ValueError, match="the decision 'travel' is missing"):
        styles.make_style("balanced")
    monkeypatch.setattr(styles, "TABLE", {**styles.TABLE, "travel": ("now", ()), "sail": ("now", ())})
    with pytest.raises(ValueError, match="there is no decision 'sail'"):
        styles.make_style("balanced")
