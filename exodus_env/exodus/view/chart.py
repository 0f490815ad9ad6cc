"""The map drawn with characters: bricks in rows shifted by half, so that each touches its six neighbours."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.view.names import LEVELS, Names
from exodus_env.exodus.view.text import PLAYER_NAMES, painted

CELL: Final = 14  # characters from one brick to the next; even, for a row is shifted by half of it
LINES: Final = 5  # lines from one row of bricks to the next
INNER: Final = CELL - 1
STOCK_LETTERS: Final = "-CAP"

Token = tuple[str, int]  # text and the player whose colour it has, -1 none
Grid = list[list[str]]


def chart(names: Names, colour: bool) -> str:
    """The whole map."""
    spots = _spots(names)
    grid: Grid = [[" "] * (max(x for x, _ in spots) + CELL + 1) for _ in range(max(y for _, y in spots) + LINES + 1)]
    for x, y in spots:
        _frame(grid, x, y)
    for hexagon, (x, y) in enumerate(spots):
        for number, line in enumerate(_cell(names, hexagon)):
            _write(grid, x + 1, y + 1 + number, line, colour)
    return "\n".join("".join(row).rstrip() for row in grid)


def legend(names: Names) -> str:
    """How to read the map."""
    ships = ", ".join(f"{word[0]} {entry.name}" for word, entry in zip(SHIP_CLASSES, names.content.ships))
    rockets = ", ".join(f"{entry.name[0].lower()} {entry.name}" for entry in names.content.rockets)
    players = ", ".join(f"{name[0]} {name}" for name in PLAYER_NAMES[: int(names.t.players)])
    return (
        "In each hex: number, name; counter and its maximum (C CP, A Axinium, P Phasium), VP, m moons; !II Resistance "
        f"of level II; ^ rockets ({rockets}); and for each player ({players}) Population and ships ({ships}; "
        "~ cloaked)."
    )


def _spots(names: Names) -> list[tuple[int, int]]:
    """Column and line of each hex."""
    halves = [2 * q + r for q, r in names.rules.coordinates]
    rows = [r for _, r in names.rules.coordinates]
    return [((half - min(halves)) * CELL // 2, (row - min(rows)) * LINES) for half, row in zip(halves, rows)]


def _frame(grid: Grid, x: int, y: int) -> None:
    for line in (y, y + LINES):
        for column in range(x, x + CELL + 1):
            corner = column in (x, x + CELL) or grid[line][column] == "+"
            grid[line][column] = "+" if corner else "-"
    for line in range(y + 1, y + LINES):
        grid[line][x] = grid[line][x + CELL] = "|"


def _write(grid: Grid, x: int, y: int, tokens: list[Token], colour: bool) -> None:
    for text, player in tokens:
        for character in text:
            grid[y][x] = painted(character, player) if colour and player >= 0 else character
            x += 1
        x += 1


def _cell(names: Names, hexagon: int) -> list[list[Token]]:
    """The lines inside a brick."""
    title = names.planet(hexagon).replace("ruins of", "x")
    if hexagon == names.t.centre_hex:
        title = "COUNCIL" if hexagon == names.t.council_hex else "STAR"
    head = f"{hexagon} {title}"[:INNER]
    return [[(head, int(names.t.home_of[hexagon]))], [(_stock(names, hexagon), -1)], *_packed(_tokens(names, hexagon))]


def _stock(names: Names, hexagon: int) -> str:
    g, t = names.g, names.t
    planet = int(g.planet[hexagon])
    if planet < 0 or g.destroyed[hexagon]:
        return ""
    letter = STOCK_LETTERS[int(t.planet_resource[planet])]
    moons = " m" if t.planet_moons[planet] else ""
    return f"{letter}{g.counter[hexagon]}/{t.planet_maximum[planet]} {t.planet_vp[planet]}vp{moons}"[:INNER]


def _resistance_mark(names: Names, hexagon: int) -> str:
    level = int(names.g.resistance[hexagon])
    if not names.t.fleets:
        return f"!{LEVELS[level]}"
    kind = "S" if level == len(names.g.resistance_left) else "R"
    return f"!{kind.lower() if names.g.dormant[hexagon] else kind}"


def _tokens(names: Names, hexagon: int) -> list[Token]:
    g = names.g
    found: list[Token] = []
    if g.resistance[hexagon] > 0:
        found.append((_resistance_mark(names, hexagon), -1))
    rockets = "".join(names.rocket(int(kind) - 1)[0].lower() for kind in g.rocket[hexagon] if kind > 0)
    if rockets:
        found.append((f"^{rockets}", -1))
    for player in range(int(names.t.players)):
        token = _presence(names, hexagon, player)
        if token:
            found.append((PLAYER_NAMES[player][0] + token, player))
    return found


def _presence(names: Names, hexagon: int, player: int) -> str:
    """A player's Population and ships in a hex."""
    g, t = names.g, names.t
    cubes = int(g.population[hexagon, player])
    here = [ship for ship in range(int(t.ships)) if g.ship_hex[player, ship] == hexagon]
    ships = "".join(SHIP_CLASSES[int(t.ship_class[ship])][0] for ship in here)
    cloak = "~" if ships and g.cloaked[player, hexagon] else ""
    return f"{cubes or ''}{cloak}{ships}"


def _packed(tokens: list[Token]) -> list[list[Token]]:
    """Tokens on the lines that are left; dots where they do not fit."""
    lines: list[list[Token]] = [[]]
    for token in tokens:
        if _length([*lines[-1], token]) > INNER:
            if len(lines) == LINES - 3:
                kept = lines[-1]
                while _length([*kept, ("..", -1)]) > INNER:
                    kept.pop()
                kept.append(("..", -1))
                break
            lines.append([])
        lines[-1].append(token)
    return lines


def _length(tokens: list[Token]) -> int:
    return sum(len(text) for text, _ in tokens) + len(tokens) - 1
