"""The map as it lies before each player: hexes and directions numbered from the player's home.

The map is turned until the home of the player lies where that of seat 0 is printed, so that what is learned at one home
serves the others. A mirror image does as well where it is needed: no rule knows left from right on the map. But seats
count clockwise, and so do the rules (the player to the left assigns the hits of the Resistance), so that the other
homes must fit, too: with three players or more a mirror image is never exact, and is taken only where it fits better
than any turn. Where no way to turn the map fits, hexes that have no place of their own take the nearest that is free.
"""

from collections.abc import Iterator, Sequence

from exodus_env.exodus import capacity
from exodus_env.exodus.tables import Tables
from exodus_env.kit.hexes import DIRECTIONS, Hex, spacing


def fill_turning(record: Tables, hexes: Sequence[Hex]) -> None:
    """Number hexes, directions and borders for every player."""
    record.turned_hex[:] = -1
    for seat in range(record.players):
        way = _best_way(record, hexes, seat)
        _number_hexes(record, hexes, seat, way)
        record.turned_direction[seat] = (*(DIRECTIONS.index(_image(d, way)) for d in DIRECTIONS), len(DIRECTIONS))
        _number_edges(record, seat)


def is_exact(record: Tables, seat: int) -> bool:
    """Whether the map looks the same from a player's home as from that of seat 0."""
    hexes, turned, ways = int(record.hexes), record.turned_hex[seat], record.turned_direction[seat]
    return same_roles(record, seat) == hexes and all(
        (turned[near] if near >= 0 else -1) == record.flight[turned[hexagon], ways[direction]]
        for hexagon in range(hexes)
        for direction, near in enumerate(record.flight[hexagon])
    )


def same_roles(record: Tables, seat: int) -> int:
    """How many hexes have the number of a hex that is to seat 0 what they are to the player."""
    own, first = _roles(record, seat), _roles(record, 0)
    return sum(own[hexagon] == first[record.turned_hex[seat, hexagon]] for hexagon in range(record.hexes))


Way = tuple[int, bool]  # sixths of a turn, and whether the map is mirrored


def _ways() -> Iterator[Way]:
    return ((turn, mirrored) for mirrored in (False, True) for turn in range(len(DIRECTIONS)))


def _image(hex: Hex, way: Way) -> Hex:
    """Where a hex comes to lie."""
    q, r = hex
    if way[1]:
        q, r = r, q
    for _ in range(way[0]):
        q, r = -r, q + r
    return q, r


def _roles(record: Tables, seat: int) -> list[tuple[int, ...]]:
    """What each hex is in every game, to a player: whose home, whose start (M5), how guarded, in which wind."""

    def whose(owner: int) -> int:
        return -1 if owner < 0 else (owner - seat) % int(record.players)

    starts = {int(h): p for p in range(record.players) for h in record.start_space[p] if record.new_planets and h >= 0}
    return [
        (
            int(h == record.centre_hex),
            whose(int(record.home_of[h])),
            whose(starts.get(h, -1)),
            int(record.garrison[h]),
            int(record.solar_wind[h]),
        )
        for h in range(record.hexes)
    ]


def _best_way(record: Tables, hexes: Sequence[Hex], seat: int) -> Way:
    """The way to turn the map that brings home nearest home, then most hexes onto hexes like them, then onto any."""
    index = {hex: number for number, hex in enumerate(hexes)}
    own, first = _roles(record, seat), _roles(record, 0)
    home = hexes[record.home_hex[seat]], hexes[record.home_hex[0]]

    def fits(way: Way) -> tuple[int, int, int]:
        places = [index.get(_image(hex, way), -1) for hex in hexes]
        alike = sum(place >= 0 and own[number] == first[place] for number, place in enumerate(places))
        return -spacing(_image(home[0], way), home[1]), alike, sum(place >= 0 for place in places)

    return max(_ways(), key=fits)


def _number_hexes(record: Tables, hexes: Sequence[Hex], seat: int, way: Way) -> None:
    """Every hex takes the number of the place it lies on, or of the nearest that is free; the home always that of 0."""
    own, first = _roles(record, seat), _roles(record, 0)
    homes = int(record.home_hex[seat]), int(record.home_hex[0])
    images = [_image(hex, way) for hex in hexes]
    pairs = sorted(
        ((number, place) for number in range(len(hexes)) for place in range(len(hexes))),
        key=lambda pair: (
            pair != homes,
            spacing(images[pair[0]], hexes[pair[1]]),
            own[pair[0]] != first[pair[1]],
            pair,
        ),
    )
    taken: set[int] = set()
    for number, place in pairs:
        if record.turned_hex[seat, number] < 0 and place not in taken:
            record.turned_hex[seat, number] = place
            taken.add(place)


def _number_edges(record: Tables, seat: int) -> None:
    """Every border takes the number of the one between the same two hexes; where they are none, any that is free."""
    edges = int(record.hexes) * capacity.EDGES
    numbers = record.turned_edge[seat]
    numbers[:] = -1
    for edge in range(edges):
        hexagon, direction = divmod(edge, capacity.EDGES)
        near = int(record.flight[hexagon, direction])
        if near >= 0:
            one, other = (int(record.turned_hex[seat, end]) for end in (hexagon, near))
            numbers[edge] = _edge_between(record, one, other)
    free = iter(sorted(set(range(edges)) - set(numbers[:edges].tolist())))
    for edge in range(edges):
        if numbers[edge] < 0:
            numbers[edge] = next(free)


def _edge_between(record: Tables, one: int, other: int) -> int:
    """The number of the border between two hexes, -1 where they do not touch."""
    for hexagon, beside in ((one, other), (other, one)):
        for direction in range(capacity.EDGES):
            if record.flight[hexagon, direction] == beside:
                return hexagon * capacity.EDGES + direction
    return -1
