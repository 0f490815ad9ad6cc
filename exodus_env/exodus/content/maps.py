"""Maps: hexes, homes, the Resistance, which planets are dealt or fixed, and the geometry that the rules rely on."""

from typing import Final

from exodus_env.exodus import capacity
from exodus_env.exodus.config import MAPS, SOLITAIRE
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.entries import GARRISON_FIELDS, Layout
from exodus_env.exodus.content.making import make
from exodus_env.kit.content.making import Raw
from exodus_env.kit.content.reader import Reader, shown
from exodus_env.kit.hexes import CENTRE, Hex, spacing, steps_from

FARTHEST: Final = 8  # hexes from the centre
LAYOUT_IDS: Final = (
    "standard_1",
    *(f"{layout}_{players}" for layout in MAPS for players in range(2, capacity.PLAYERS + 1)),
    *(f"{layout}_1" for layout in SOLITAIRE),
)


def read_layout(reader: Reader, raw: Raw) -> Layout:
    counts = _planet_counts(reader, "planets", v.PLANET_RESOURCES[1:])
    new = _planet_counts(reader, "new_planets", (*v.PLANET_RESOURCES[1:], "new"))
    layout = make(
        Layout,
        reader,
        raw,
        layout=reader.word("layout", (*MAPS, *SOLITAIRE)),
        players=reader.integer("players", 1, capacity.PLAYERS),
        **{field: read_hexes(reader, field) for field in ("hexes", "homes", *GARRISON_FIELDS)},
        **counts,
        new_planets=tuple(new.values()),
        starts=_starts(reader),
        fixed=_fixed(reader),
    )
    _check_layout(reader, layout)
    return layout


def _planet_counts(reader: Reader, field: str, words: tuple[str, ...]) -> dict[str, int]:
    """How many planets of each pile a map uses."""
    table = reader.table(field, reader.take(field))
    counts = {word: table.integer(word, 0, capacity.PLANETS) for word in words}
    table.finish()
    return counts


def _starts(reader: Reader) -> tuple[tuple[Hex, ...], ...]:
    """Two hexes beside each home."""
    pairs = []
    for i, value in enumerate(reader.sequence("starts", reader.take("starts"), capacity.PLAYERS)):
        spaces = reader.sequence(f"starts[{i}]", value, 2)
        pairs.append(tuple(_hex(reader, f"starts[{i}][{j}]", space) for j, space in enumerate(spaces)))
        if len(pairs[-1]) < 2:
            raise reader.error(f"starts[{i}]", "two hexes are needed")
    return tuple(pairs)


def _fixed(reader: Reader) -> tuple[tuple[str, Hex], ...]:
    """Planets that are not dealt, with their hexes."""
    rows = []
    for row in reader.tables("fixed", capacity.HEXES):
        rows.append((row.text("planet"), _hex(row, "hex", row.take("hex"))))
        row.finish()
    return tuple(rows)


def read_hexes(reader: Reader, field: str) -> tuple[Hex, ...]:
    """Distinct axial coordinates."""
    hexes: list[Hex] = []
    for i, value in enumerate(reader.sequence(field, reader.take(field), capacity.HEXES)):
        hex = _hex(reader, f"{field}[{i}]", value)
        if hex in hexes:
            raise reader.error(f"{field}[{i}]", f"{shown(value)} appears twice")
        hexes.append(hex)
    return tuple(hexes)


def _hex(reader: Reader, field: str, value: object) -> Hex:
    """One pair of axial coordinates."""
    pair = reader.sequence(field, value, 2)
    good = [number for number in pair if isinstance(number, int) and not isinstance(number, bool)]
    if len(good) != 2 or spacing(CENTRE, (good[0], good[1])) > FARTHEST:
        raise reader.error(field, f"{shown(value)} is not allowed; use [q, r] at most {FARTHEST} from the centre")
    return good[0], good[1]


def _check_layout(reader: Reader, layout: Layout) -> None:
    """The geometry that the rules rely on: one connected map, homes apart, garrisons on planets."""
    if layout.id != f"{layout.layout}_{layout.players}":
        raise reader.error("id", f"must be '{layout.layout}_{layout.players}'")
    if CENTRE not in layout.hexes:
        raise reader.error("hexes", "the centre [0, 0] is missing")
    if len(steps_from(CENTRE, layout.hexes)) != len(layout.hexes):
        raise reader.error("hexes", "some hexes cannot be reached from the centre")
    if len(layout.homes) != layout.players:
        raise reader.error("homes", f"{layout.players} homes are needed, one for each player")
    for i, home in enumerate(layout.homes):
        if home not in layout.hexes:
            raise reader.error(f"homes[{i}]", f"{list(home)} is not one of the hexes")
        if any(spacing(home, other) < 2 for other in (CENTRE, *layout.homes[:i])):
            raise reader.error(f"homes[{i}]", f"{list(home)} touches the centre or another home")
    taken = {CENTRE, *layout.homes}
    for field, hexes in zip(GARRISON_FIELDS, layout.garrisons(), strict=True):
        for i, hex in enumerate(hexes):
            if hex not in layout.hexes or hex in taken:
                raise reader.error(
                    f"{field}[{i}]", f"{list(hex)} is not a planet hex, or already has a Resistance ship"
                )
            taken.add(hex)
    if layout.cp + layout.axinium + layout.phasium != len(layout.hexes) - 1 - layout.players:
        raise reader.error("planets", f"must add up to {len(layout.hexes) - 1 - layout.players}")
    if sum(layout.new_planets) != len(layout.hexes) - 1 - layout.players:
        raise reader.error("new_planets", f"must add up to {len(layout.hexes) - 1 - layout.players}")
    _check_starts(reader, layout)
    _check_fixed(reader, layout)


def _check_fixed(reader: Reader, layout: Layout) -> None:
    """Each planet occurs once, on an otherwise empty planet hex of its own; in solitaire play all are fixed."""
    taken: set[Hex] = {CENTRE, *layout.homes}
    for i, (planet, hex) in enumerate(layout.fixed):
        if hex not in layout.hexes or hex in taken or planet in [name for name, _ in layout.fixed[:i]]:
            raise reader.error(
                f"fixed[{i}]", f"{shown(planet)} or its hex appears twice, or the hex is not a planet hex"
            )
        taken.add(hex)
    if layout.fixed and layout.layout not in SOLITAIRE:
        raise reader.error("fixed", "allowed only on maps of solitaire scenarios; planets of others are dealt")
    if layout.layout in SOLITAIRE and taken != set(layout.hexes):
        raise reader.error("fixed", "every hex but the centre and the home needs a planet")


def _check_starts(reader: Reader, layout: Layout) -> None:
    """Each home has its own two spaces beside it, on planets."""
    if len(layout.starts) != layout.players:
        raise reader.error("starts", f"{layout.players} pairs of hexes are needed, one for each home")
    taken: set[Hex] = {CENTRE, *layout.homes}
    for i, (home, spaces) in enumerate(zip(layout.homes, layout.starts, strict=True)):
        for j, space in enumerate(spaces):
            if space not in layout.hexes or spacing(home, space) != 1 or space in taken:
                problem = f"{list(space)} is not beside the home, not a planet hex, or appears twice"
                raise reader.error(f"starts[{i}][{j}]", problem)
            taken.add(space)
