"""Hexes in axial coordinates.

Hexes have a point at the top; q grows to the east, r to the south-east. Direction 0 is east and the others follow
counter-clockwise on the screen, so that directions d and (d + 3) % 6 are opposite.
"""

from collections import deque
from collections.abc import Sequence
from math import atan2, sqrt
from typing import Final

Hex = tuple[int, int]  # axial coordinates q, r

DIRECTIONS: Final[tuple[Hex, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CENTRE: Final[Hex] = (0, 0)


def step(hex: Hex, direction: int) -> Hex:
    """The neighbouring coordinates."""
    return hex[0] + DIRECTIONS[direction][0], hex[1] + DIRECTIONS[direction][1]


def spacing(one: Hex, other: Hex) -> int:
    """Hexes between two coordinates on an unbounded map."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def ring(radius: int) -> list[Hex]:
    """The hexes at a distance from the centre, counter-clockwise from the east."""
    if radius == 0:
        return [CENTRE]
    hex, hexes = (radius, 0), []
    for direction in range(6):
        for _ in range(radius):
            hexes.append(hex)
            hex = step(hex, (direction + 2) % 6)
    return hexes


def in_order(hexes: Sequence[Hex]) -> list[Hex]:
    """Hexes by index: the centre first, then ring by ring, each counter-clockwise from the east."""
    wanted = set(hexes)
    reach = max((spacing(CENTRE, hex) for hex in wanted), default=0)
    return [hex for radius in range(reach + 1) for hex in ring(radius) if hex in wanted]


def clockwise(hexes: Sequence[Hex]) -> list[Hex]:
    """Hexes clockwise around the centre as seen on the screen, beginning with the first given."""

    def angle(hex: Hex) -> float:
        return atan2(hex[1] * sqrt(3) / 2, hex[0] + hex[1] / 2)

    turned = sorted(hexes, key=angle)
    start = turned.index(hexes[0])
    return turned[start:] + turned[:start]


def steps_from(start: Hex, hexes: Sequence[Hex]) -> dict[Hex, int]:
    """Moves needed to every hex of a map that can be reached from the start."""
    inside, steps, queue = set(hexes), {start: 0}, deque([start])
    while queue:
        hex = queue.popleft()
        for direction in range(6):
            near = step(hex, direction)
            if near in inside and near not in steps:
                steps[near] = steps[hex] + 1
                queue.append(near)
    return steps
