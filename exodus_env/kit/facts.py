"""What the invariants of a state checker work with: wide integers, frames as declared, words for what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np

from exodus_env.kit.declare import Frame
from exodus_env.kit.flow import FIRST_COLUMN, KIND, STEP

Array: TypeAlias = np.ndarray[Any, Any]
Problems: TypeAlias = Iterator[str]
Ranges: TypeAlias = list[list[tuple[int, int]]]  # by frame and place in it: lowest and highest value


def wide_fields(record: Any, names: Iterable[str]) -> dict[str, Any]:
    """Fields of a record as Python integers and 64-bit arrays, with which no check overflows."""
    values = {name: np.asarray(record[name]) for name in names}
    return {name: int(value) if value.ndim == 0 else value.astype(np.int64) for name, value in values.items()}


# Frames as they are declared ------------------------------------------------------------------------------------------


def declared(word: int | str, package: str, t: Any = None) -> int:
    """A number as declarations give it: itself, "module.NAME" of the rules, or the name of a number of the tables."""
    if isinstance(word, int):
        return word
    if "." not in word:
        return int(getattr(t, word))
    module, name = word.rsplit(".", 1)
    return int(getattr(import_module(f"{package}.{module}"), name))


def column_ranges(frames: Sequence[Frame], width: int, number: Callable[[int | str], int]) -> Ranges:
    """The lowest and highest value of every column of every frame; a column that a frame does not have is 0."""
    ranges = []
    for frame in frames:
        row = [(0, 0)] * width
        for column in frame.columns:
            row[frame.column(column.name)] = (column.least, number(column.most))
        ranges.append(row)
    return ranges


def stack_problems(
    frames: Sequence[Frame], stack: Sequence[Sequence[int]], first: int, last_steps: Sequence[int], ranges: Ranges
) -> Problems:
    """What is wrong with a stack, the lowest frame first: what lies on what, steps and columns.

    `first` is the kind of the lowest frame; the last steps of frames are given by kind.
    """
    below: Sequence[int] | None = None
    for level, frame in enumerate(stack):
        kind = frame[KIND]
        if not 0 <= kind < len(frames):
            yield f"frame {kind} is unknown"
            below = None
            continue
        name = frames[kind].name
        if level == 0 and kind != first:
            yield f"frame {name} is the lowest"
        if below is not None and name not in frames[below[KIND]].pushes:
            yield f"frame {name} on frame {frames[below[KIND]].name} at level {level}"
        if not 0 <= frame[STEP] <= last_steps[kind]:
            yield f"step {frame[STEP]} of frame {name}"
        for place in range(FIRST_COLUMN, len(frame)):
            low, high = ranges[kind][place]
            if not low <= frame[place] <= high:
                yield f"{frame[place]} in column {place} of frame {name}"
        below = frame


# Arrays ---------------------------------------------------------------------------------------------------------------


def pick(array: Array, *index: int) -> int:
    """An entry, or -1 if the index is out of range."""
    for i, size in zip(index, array.shape):
        if not 0 <= i < size:
            return -1
    return int(array[index])


def unequal(name: str, found: Array, wanted: Array) -> Problems:
    """Report where an array is not what it should be."""
    if not np.array_equal(found, wanted):
        where = tuple(int(i) for i in np.argwhere(found != wanted)[0])
        yield f"{name}{list(where)} is {int(found[where])}, should be {int(wanted[where])}"


def empty(name: str, array: Array, value: int, when: str) -> Problems:
    """Report where an array that should be empty is not."""
    if (array != value).any():
        where = tuple(int(i) for i in np.argwhere(array != value)[0])
        yield f"{name}{list(where)} is {int(array[where])} {when}, should be {value}"


def filled(name: str, pile: Array, count: int) -> Problems:
    """Report where a pile is not filled from the left, exactly as far as its count says."""
    if (pile[:count] < 0).any() or (pile[count:] >= 0).any():
        yield f"{name} does not hold {count} cards"
