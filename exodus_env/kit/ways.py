"""Shortest ways on a map: how far every place is from where one starts.

A map is an array: `beside[place, way]` is where a way out of a place leads, -1 for nowhere. It stands in the tables
where the map is fixed, and in the record where it grows. Distances are written into an array of the caller's: a scratch
field of the record (of type i1) or, where a game must not be written to, the part of a mask that is filled later.
"""

from __future__ import annotations

from typing import Final

from exodus_env.kit.kernel import Distances, NumberRows, kernel

FAR: Final = 127  # no way leads there


@kernel
def start_from(distance: Distances, places: int, start: int) -> None:
    """Begin measuring: one place is reached, all others are far away."""
    distance[:places] = FAR
    distance[start] = 0


@kernel
def come_nearer(distance: Distances, place: int, other: int, steps: int) -> bool:
    """Whether another place (-1: none) is nearer by way of this one; if so, write its distance."""
    if other < 0 or int(distance[place]) + steps >= distance[other]:
        return False
    distance[other] = int(distance[place]) + steps
    return True


@kernel
def spread(distance: Distances, beside: NumberRows, places: int) -> bool:
    """Continue from all reached places until none gets nearer; returns whether any did."""
    found = False
    nearer = True
    while nearer:
        nearer = False
        for place in range(places):
            for way in range(beside.shape[1]):
                if come_nearer(distance, place, int(beside[place, way]), 1):
                    nearer = True
        found = found or nearer
    return found


@kernel
def is_nearer(distance: Distances, place: int, other: int) -> bool:
    """Whether a step to another place (-1: none) is on a shortest way to the place from which distances are
    measured."""
    return bool(other >= 0 and distance[other] == int(distance[place]) - 1)
