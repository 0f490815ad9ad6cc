"""The map as each player sees it: hexes and directions numbered from the player's home.

The map is turned until the player's home is where that of seat 0 is printed, so that what is learned at one home helps
at the others. A mirror image is just as good: no rule distinguishes left from right on the map. But seats count
clockwise, and so do the rules (the player to the left assigns the hits of the Resistance), so the other homes must fit,
too. With three players or more a mirror image is never exact, and is used only if it fits better than any rotation. If
no transformation fits the map, hexes without a place of their own take the nearest free one.
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
    """How many hexes have the number of a hex that means the same to seat 0."""
    own, first = _roles(record, seat), _roles(record, 0)
    return sum(own[hexagon] == first[record.turned_hex[seat, hexagon]] for hexagon in range(record.hexes))


Way = tuple[int, bool]  # sixths of a turn, and whether the map is mirrored


def _ways() -> Iterator[Way]:
    return ((turn, mirrored) for mirrored in (False, True) for turn in range(len(DIRECTIONS)))


def _image(hex: Hex, way: Way) -> Hex:
    """Where the transformation takes a hex."""
    q, r = hex
    if way[1]:
        q, r = r, q
    for _ in range(way[0]):
        q, r = -r, q + r
    return q, r


def _roles(record: Tables, seat: int) -> list[tuple[int, ...]]:
    """What each hex is to a player in every game: whose home, whose start (M5), how guarded, in which wind."""

    players = int(record.players)

    def whose(owner: int) -> int:
        return -1 if owner < 0 else (owner - seat) % players

    spaces = record.start_space[:players].tolist() if record.new_planets else []
    starts = {h: player for player, own in enumerate(spaces) for h in own if h >= 0}
    hexes, centre = int(record.hexes), int(record.centre_hex)
    columns = (record[field][:hexes].tolist() for field in ("home_of", "garrison", "solar_wind"))
    return [
        (int(h == centre), whose(home), whose(starts.get(h, -1)), garrison, wind)
        for h, (home, garrison, wind) in enumerate(zip(*columns))
    ]


def _best_way(record: Tables, hexes: Sequence[Hex], seat: int) -> Way:
    """The way to turn the map that brings home nearest to home, then the most hexes to similar ones, then to any."""
    index = {hex: number for number, hex in enumerate(hexes)}
    own, first = _roles(record, seat), _roles(record, 0)
    home = hexes[record.home_hex[seat]], hexes[record.home_hex[0]]

    def fits(way: Way) -> tuple[int, int, int]:
        places = [index.get(_image(hex, way), -1) for hex in hexes]
        alike = sum(place >= 0 and own[number] == first[place] for number, place in enumerate(places))
        return -spacing(_image(home[0], way), home[1]), alike, sum(place >= 0 for place in places)

    return max(_ways(), key=fits)


def _number_hexes(record: Tables, hexes: Sequence[Hex], seat: int, way: Way) -> None:
    """Give every hex the number of the place it lands on, or of the nearest free one; home always gets that of seat
    0."""
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
    places: dict[int, int] = {}
    taken: set[int] = set()
    for number, place in pairs:
        if number not in places and place not in taken:
            places[number] = place
            taken.add(place)
    record.turned_hex[seat, : len(hexes)] = [places[number] for number in range(len(hexes))]


def _number_edges(record: Tables, seat: int) -> None:
    """Give every border the number of the one between the same two hexes; if there is none, any free one."""
    flight = record.flight[: record.hexes].tolist()
    turned = record.turned_hex[seat].tolist()
    between = _borders(flight)
    numbers = [
        between.get(frozenset((turned[hexagon], turned[near])), -1) if near >= 0 else -1
        for hexagon, beside in enumerate(flight)
        for near in beside[: capacity.EDGES]
    ]
    free = iter(sorted(set(range(len(numbers))) - set(numbers)))
    record.turned_edge[seat] = -1
    record.turned_edge[seat, : len(numbers)] = [number if number >= 0 else next(free) for number in numbers]


def _borders(flight: list[list[int]]) -> dict[frozenset[int], int]:
    """The numbers of borders by the two hexes they separate."""
    return {
        frozenset((hexagon, near)): hexagon * capacity.EDGES + direction
        for hexagon, beside in enumerate(flight)
        for direction, near in enumerate(beside[: capacity.EDGES])
        if near >= 0
    }
