"""Frames, families, decisions and generated modules of X-ODUS are what is declared."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from exodus_env.corruption import generate as modules
from exodus_env.corruption.capacity import FRAME_WIDTH
from exodus_env.corruption.rules import choice_numbers, choices, frames, generate
from exodus_env.corruption.rules.decision_declarations import DECISIONS, FAMILIES
from exodus_env.corruption.rules.frame_declarations import FRAMES
from exodus_env.kit.declare import MAYBE, SET, Frame, constant, forgotten
from exodus_env.kit.flow import FIRST_COLUMN


def called(word: str) -> Any:
    """The function or constant that a declaration names."""
    module, name = word.rsplit(".", 1)
    return getattr(import_module(f"exodus_env.corruption.rules.{module}"), name)


def declared(step: int | str) -> int:
    """A step by number."""
    return step if isinstance(step, int) else int(called(step))


@pytest.mark.parametrize("name", generate.sources())
def test_generated_modules_are_current(name: str) -> None:
    written = (generate.RULES / name).read_text(encoding="utf-8")
    assert written == generate.sources()[name], f"rules/{name} is out of date: run scripts/generate"


@pytest.mark.parametrize("path", modules.generated(), ids=lambda path: path.name)
def test_generated_types_and_places_are_current(path: Any) -> None:
    assert path.read_text(encoding="utf-8") == modules.generated()[path], f"{path.name} is out of date"


@pytest.mark.parametrize("number", range(len(FAMILIES)), ids=lambda number: FAMILIES[number][0])
def test_a_family_has_its_number_by_name(number: int) -> None:
    assert getattr(choices, FAMILIES[number][0].upper()) == number


@pytest.mark.parametrize("number", range(len(DECISIONS)), ids=lambda number: DECISIONS[number].name)
def test_a_decision_has_its_number_by_name(number: int) -> None:
    assert getattr(choices, f"D_{DECISIONS[number].name.upper()}") == number


def test_numbers_are_those_of_declarations_and_no_others() -> None:
    numbers = {name for name in vars(choice_numbers) if name.isupper()}
    assert len(numbers) == len(FAMILIES) + len(DECISIONS)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
def test_a_frame_names_what_there_is(frame: Frame) -> None:
    assert getattr(frames, constant(frame.name)) == FRAMES.index(frame)
    assert callable(called(frame.run)), frame.run
    assert declared(frame.last_step) >= 0
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
        assert declared(step) <= declared(asking[frame].last_step)
    first = asking[decision.asked_by[0][0]]
    for column in (*decision.when, *(name for name in decision.about.values() if name not in (SET, MAYBE))):
        assert first.column(column) >= FIRST_COLUMN


def test_nothing_is_forgotten() -> None:
    assert forgotten(generate.RULES, FRAMES, DECISIONS, generate.sources()) == []
