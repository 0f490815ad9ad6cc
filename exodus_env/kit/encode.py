"""What kernels need to know about layouts, and what they use to write observations."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from exodus_env.kit.kernel import (
    ROW,
    Amounts,
    Entry,
    Numbers,
    Row,
    inlined,
)
from exodus_env.kit.layout import DeclaredBlock, ObservationLayout

Array = np.ndarray[Any, Any]
Tables: TypeAlias = Any

MOST: Final = 4.0  # units a number may reach: 99 of 100 stay below one; beyond four they are cut off


def fill_observations(t: Any, declared: Sequence[DeclaredBlock], layout: ObservationLayout) -> None:
    """Tell the kernels where each declared block starts (-1 if it is left out)."""
    starts = {block.name: block.start for block in layout.blocks}
    t.observation_size = layout.size
    for number, one in enumerate(declared):
        t.block_start[number] = starts.get(one.name, -1)


@inlined
def amount(value: int, scale: float) -> float:
    """A number divided by its unit, cut off where larger values would say nothing more."""
    return max(-MOST, min(MOST, value * scale))


@inlined
def put(out: Row, n: int, place: int, value: float) -> int:
    """Write a number that nothing else writes, unless it is zero; returns how many entries there are then.

    There is no condition: what is zero is written where the next one goes.
    """
    here = np.uint64(n)  # a negative one would count from the end
    number = np.float32(value)
    out.place[here] = place
    out.number[here] = number
    return n + int(number != 0.0)


@inlined
def put_amount(out: Row, n: int, place: int, value: int, scale: float) -> int:
    """Write a number of units that nothing else writes, as `amount` has it, unless it is zero."""
    here = np.uint64(n)
    out.place[here] = place
    out.number[here] = amount(value, scale)
    return n + int(value != 0)


@inlined
def put_row(out: Row, n: int, at: int, values: Numbers, count: int, scale: float) -> int:
    """Write the first of some numbers, times a scale. Where four in a row are zero, none of them is looked at."""
    first = np.uint64(0)
    last = np.uint64(count)
    four = np.uint64(4)
    while first < last:
        some = np.int16(1)
        beyond = first + four
        if beyond <= last:
            some = values[first] | values[first + np.uint64(1)] | values[first + np.uint64(2)]
            some |= values[first + np.uint64(3)]
        else:
            beyond = last
        if some != 0:
            for i in range(first, beyond):
                n = put_times(out, n, at + int(i), int(values[i]), scale)
        first = beyond
    return n


@inlined
def put_times(out: Row, n: int, place: int, value: int, scale: float) -> int:
    """Write a number of units that nothing else writes, and that is never too large, unless it is zero."""
    here = np.uint64(n)
    out.place[here] = place
    out.number[here] = value * scale
    return n + int(value != 0)


@inlined
def put_known(out: Row, n: int, at: int, places: Numbers, numbers: Amounts, count: int) -> int:
    """Write the first entries of lists that the tables have; none is zero. Those after them are written over."""
    for i in range(len(places)):
        here = np.uint64(n + i)
        out.place[here] = at + places[np.uint64(i)]
        out.number[here] = numbers[np.uint64(i)]
    return n + count


@inlined
def draft(out: Row, place: int, value: float) -> None:
    """Write a number that something else may write as well: the last one counts."""
    here = np.uint64(place)
    fresh = out.draft[here] == 0.0
    out.draft[here] = value
    out.drafted[np.uint64(out.drafts)] = place
    out.drafts += int(fresh)


@inlined
def draft_more(out: Row, place: int, value: float) -> None:
    """Add to such a number."""
    draft(out, place, out.draft[place] + value)


@inlined
def settle(out: Row, n: int) -> int:
    """The numbers that were drafted become entries, each of them once; returns how many entries there are then."""
    for i in range(np.uint64(out.drafts)):
        place = np.uint64(out.drafted[i])
        n = put(out, n, int(place), float(out.draft[place]))
        out.draft[place] = 0.0
    out.drafts = 0
    return n


@inlined
def mark(t: Tables, out: Row, n: int, block: int, index: int) -> int:
    """One-hot: mark an index of a block, if there is one."""
    if index >= 0:
        n = put(out, n, t.block_start[block] + index, 1.0)
    return n


@inlined
def draft_mark(t: Tables, out: Row, block: int, index: int) -> None:
    """Mark an index of a block, if there is one, that something else may mark as well."""
    if index >= 0:
        draft(out, t.block_start[block] + index, 1.0)


# Where an observation goes --------------------------------------------------------------------------------------------

ANYTHING: Final = -1  # instead of the number of entries: the row holds anything
NO_LISTS: Final = np.zeros((0, 0), dtype=np.int32)
NO_HALVES: Final = np.zeros((0, 0), dtype=np.uint16)
NO_NUMBERS: Final = np.zeros((0, 0), dtype=np.float32)
_own = threading.local()


class TooManyEntries(RuntimeError):
    """An observation has more numbers that are not zero than its layout has room for: the layout is wrong."""


def room_to_write() -> Array:
    """A row for kernels to write an observation in."""
    return np.zeros(1, dtype=ROW)


class ObserveEntry(Entry):
    """An entry that writes one observation; its last argument, the row to write it in, is the thread's own."""

    def __call__(self, *arguments: Any) -> Any:
        if not hasattr(_own, "row"):
            _own.row = room_to_write()
        return self.call(*arguments, _own.row)


@inlined
def half_of(bits: int) -> int:
    """The bits of a float32 as those of the nearest float16, even where two are as near; observations hold none that is
    too large."""
    sign = bits >> 16 & 0x8000
    size = bits & 0x7FFFFFFF
    if size < 0x38800000:  # below 2 ** -14: multiples of 2 ** -24
        shift = min(126 - (size >> 23), 40)
        whole = size & 0x7FFFFF | 0x800000
        half = whole >> shift
        rest = whole - (half << shift)
        middle = 1 << (shift - 1)
        return sign | half + int(rest > middle or (rest == middle and half & 1 == 1))
    return sign | (size - 0x38000000 + 0xFFF + (size >> 13 & 1)) >> 13


# Constants of kernels -------------------------------------------------------------------------------------------------

HEAD: Final = '''"""Numbers of blocks and features, and their scales. Generated by scripts/generate; do not edit.

O_NAME is the number of a block, PREFIX_NAME the place of a feature in its block, PREFIX_WIDTH how many it has. A SCALE
is what a number is multiplied by: to multiply is much faster than to divide.
"""

from typing import Final

'''


def constants_module(declared: Sequence[DeclaredBlock]) -> str:
    """The source of a module with the numbers of blocks and features, and their scales, for kernels."""
    lines = [(f"O_{one.name.upper()}", str(number)) for number, one in enumerate(declared)]
    lines += [line for one in declared for line in _constants_of(one)]
    names = [name for name, _ in lines]
    assert len(set(names)) == len(names), f"declared twice: {sorted({name for name in names if names.count(name) > 1})}"
    return HEAD + "".join(f"{name}: Final = {value}\n" for name, value in lines)


def _constants_of(one: DeclaredBlock) -> list[tuple[str, str]]:
    prefix = one.short or one.name.upper()
    listed = one.features if isinstance(one.features, tuple) else ()
    width = _width(one)
    found = [(f"{prefix}_WIDTH", str(width))] if width > 1 else []
    if one.unit != 1:
        found.append((f"{prefix}_SCALE", f"1 / {one.unit:g}"))
    for place, feature in enumerate(listed if one.short else ()):
        found.append((f"{prefix}_{feature.name.upper()}", str(place)))
        if feature.unit != 1:
            found.append((f"{prefix}_{feature.name.upper()}_SCALE", f"1 / {feature.unit:g}"))
    return found


def _width(one: DeclaredBlock) -> int:
    """The length of the last axis of a block in every configuration; 0 if it differs."""
    if one.features:
        return 0 if isinstance(one.features, str) else len(one.features)
    return one.axes[-1] if isinstance(one.axes[-1], int) else 0
