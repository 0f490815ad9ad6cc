"""Shortest ways (kit/ways.py) on maps that are fixed, that grow, and that have a shortcut."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.kit.hexes import in_order, ring, step, steps_from
from exodus_env.kit.kernel import Distances, NumberRows, entry
from exodus_env.kit.ways import FAR, come_nearer, is_nearer, spread, start_from

HEXES = in_order([hex for radius in range(4) for hex in ring(radius)])


@entry
def measure(distance: Distances, beside: NumberRows, places: int, start: int, one: int, other: int, steps: int) -> int:
    """Measure from a place, with a shortcut both ways; returns how many places are one step nearer to the start."""
    start_from(distance, places, start)
    while True:
        spread(distance, beside, places)
        there = come_nearer(distance, one, other, steps)
        back = come_nearer(distance, other, one, steps)
        if not there and not back:
            break
    nearer = 0
    for way in range(beside.shape[1]):
        if is_nearer(distance, one, int(beside[one, way])):
            nearer += 1
    return nearer


def map_of(hexes: list[tuple[int, int]]) -> Any:
    """The ways between some of the hexes; none leads from or to the others."""
    there = {hex: HEXES.index(hex) for hex in hexes}
    beside = np.full((len(HEXES), 6), -1, dtype=np.int16)
    for hex, place in there.items():
        beside[place] = [there.get(step(hex, direction), -1) for direction in range(6)]
    return beside


def measured(beside: Any, start: int, one: int = 0, other: int = 0, steps: int = 1) -> tuple[list[int], int]:
    """Distances of all places, in an array with room for more, and steps from the first end that lead nearer."""
    distance = np.zeros(len(HEXES) + 3, dtype=np.int8)
    nearer = measure(distance, beside, len(HEXES), start, one, other, steps)
    assert not distance[len(HEXES) :].any()
    return distance[: len(HEXES)].tolist(), nearer


@pytest.mark.parametrize("known", [1, 2, 7, 12, 19, 30, len(HEXES)])
def test_distances_on_a_map_that_grows(known: int) -> None:
    beside = map_of(HEXES[:known])
    for start in range(0, known, 3):
        steps = steps_from(HEXES[start], HEXES[:known])
        assert measured(beside, start)[0] == [steps.get(hex, FAR) for hex in HEXES]


def test_a_shortcut_is_taken_where_it_is_one() -> None:
    beside = map_of(HEXES)
    one, other = HEXES.index((3, 0)), HEXES.index((-3, 0))
    plain = measured(beside, one, one, other, 6)[0]
    assert plain[other] == 6  # as far as without
    short = measured(beside, one, one, other, 2)[0]
    assert short[other] == 2 and all(now <= before for now, before in zip(short, plain, strict=True))
    for hex, distance in zip(HEXES, short, strict=True):
        assert distance == min(steps_from(HEXES[one], HEXES)[hex], 2 + steps_from(HEXES[other], HEXES)[hex])


def test_a_way_out_is_none() -> None:
    beside = map_of([HEXES[0]])
    beside[1] = -1
    assert measured(beside, 0)[0] == [0] + [FAR] * (len(HEXES) - 1)


def test_steps_that_lead_nearer() -> None:
    beside = map_of(HEXES)
    corner, side = HEXES.index((3, 0)), HEXES.index((2, 1))
    assert measured(beside, 0, corner, corner)[1] == 1  # straight
    assert measured(beside, 0, side, side)[1] == 2
    assert measured(beside, 0)[1] == 0  # there already
