"""The map drawn with characters: bricks in rows offset by half, so that each touches its six neighbours."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import EDGES
from exodus_env.exodus.content.vocabulary import SHIP_CLASSES, TYPES
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD
from exodus_env.exodus.view.names import BADGES, LEVELS, Names
from exodus_env.exodus.view.text import PLAYER_NAMES, painted
from exodus_env.kit.text import listed

CELL: Final = 14  # characters from one brick to the next; even, because a row is offset by half of it
LINES: Final = 5  # lines from one row of bricks to the next
INNER: Final = CELL - 1
STOCK_LETTERS: Final = "-CAP"
TOKEN_MARKS: Final = "&=*<$"  # wormhole, No Combat, Planet of Interest, Solar Wind, Increased Heat
SQUADRONS: Final = "%"
BARRIER: Final = "#"
PLANETARY_MARK: Final = "/"
PLANETARY_LETTERS: Final = "dacp"  # SDS, ASDS, Clone Factory, Space Port
CENTRES: Final = {"High Council": "COUNCIL", "Proxima Centauri": "STAR", "Stronghold": "STRONGHOLD"}

Token = tuple[str, int]  # text and the player whose colour it has; -1 for none
Grid = list[list[str]]


def chart(names: Names, colour: bool) -> str:
    """The whole map."""
    spots = _spots(names)
    grid: Grid = [[" "] * (max(x for x, _ in spots) + CELL + 1) for _ in range(max(y for _, y in spots) + LINES + 1)]
    for x, y in spots:
        _frame(grid, x, y)
    for edge in names.barriers():
        hexagon, direction = divmod(edge, EDGES)
        _barrier(grid, *spots[hexagon], direction)
    for hexagon, (x, y) in enumerate(spots):
        for number, line in enumerate(_cell(names, hexagon)):
            _write(grid, x + 1, y + 1 + number, line, colour)
    return "\n".join("".join(row).rstrip() for row in grid)


def legend(names: Names) -> list[str]:
    """How to read the map: what every game has, then what modules add."""
    ships = ", ".join(f"{word[0]} {entry.name}" for word, entry in zip(SHIP_CLASSES, names.content.ships))
    rockets = ", ".join(f"{entry.name[0].lower()} {entry.name}" for entry in names.content.rockets)
    players = ", ".join(f"{name[0]} {name}" for name in PLAYER_NAMES[: int(names.t.players)])
    foes = "!II Resistance of level II"
    if names.t.solitaire and names.t.foes > 1:
        foes += ", !2I+II two ships of level I and one of level II"
    if names.t.fleets:
        foes = "Resistance fleets (!R regular, !S strong, !r and !s beaten for now)"
    base = (
        f"In each hex: number, name; counter and its maximum (C CP, A Axinium, P Phasium), VP, m moons; {foes}; "
        f"^ rockets ({rockets}); and for each player ({players}) Population and ships ({ships}; ~ cloaked)."
    )
    clauses = _module_legend(names)
    return [base, f"Besides: {'; '.join(clauses)}."] if clauses else [base]


def _module_legend(names: Names) -> list[str]:
    t = names.t
    clauses = []
    if t.outposts:
        clauses.append("@? Outpost token face down, @2 Outpost of level 2")
    if t.exploration:
        clauses.append("(name) unexplored, known to the viewer alone; x debris; & wormhole; = No Combat; * of Interest")
    if t.new_planets:
        types = ", ".join(f"+{word[0].upper()} {word.capitalize()}" for word in TYPES)
        clauses.append(f"f finite, b barren, p peaceful, advanced ({types})")
    structures = [word for word, most in (("G Jump Gate", t.gates), ("S Satellite", t.satellites)) if most]
    if structures:
        clauses.append(f"after a player's ships {', '.join(structures)}")
    if t.eoe:
        marks = ", ".join(f"{letter} {entry.name}" for letter, entry in zip(PLANETARY_LETTERS, names.content.planetary))
        clauses.append(f"{PLANETARY_MARK} planetary upgrades ({marks})")
    if t.barriers:
        clauses.append(f"{BARRIER} Energy Barrier")
    if t.star:
        clauses.append("< Solar Wind")
    if t.scenario == EVENT_HORIZON:
        clauses.append("$ Increased Heat")
    if t.scenario == STRONGHOLD:
        clauses.append(f"{SQUADRONS}2 two Warship Squadrons")
    return clauses


def landmarks(names: Names) -> list[str]:
    """Tokens and barriers on the map, one line for each kind."""
    g, t = names.g, names.t
    lines = []
    if g.wormhole[0] >= 0:
        ends = [names.hexagon(int(end)) for end in g.wormhole]
        lines.append(f"Wormhole: {ends[0]} and {ends[1]} are adjacent.")
    if g.no_combat >= 0:
        lines.append(f"No Combat: {names.hexagon(int(g.no_combat))}.")
    if g.interest >= 0:
        lines.append(f"Planet of Interest: {names.hexagon(int(g.interest))}, worth {t.interest_vp} VP more.")
    if g.bounty >= 0:
        lines.append(f"Bounty: whoever wins {names.player(int(g.bounty))}'s next combat scores {t.bounty_vp} VP.")
    if t.npc_base >= 0 and t.npc:
        lines.append(f"Base of the NPC, where its rockets come from: {names.hexagon(int(t.npc_base))}.")
    entries = [names.hexagon(int(entry)) for entry in t.npc_entry if entry >= 0 and t.npc]
    if entries:
        lines.append(f"Resistance ships enter at {listed(entries)}.")
    where = [f"{g.squadron[h]} at {names.hexagon(h)}" for h in range(int(t.hexes)) if g.squadron[h] > 0]
    if where:
        lines.append(f"Squadrons: {', '.join(where)}.")
    hot = [names.hexagon(h) for h in range(int(t.hexes)) if g.heat[h]]
    if hot:
        lines.append(f"Increased Heat: {', '.join(hot)}.")
    barriers = [" and ".join(names.border(edge)) for edge in names.barriers()]
    if barriers:
        lines.append(f"Energy Barriers: between {'; '.join(barriers)}.")
    return lines


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


def _barrier(grid: Grid, x: int, y: int, direction: int) -> None:
    """A border east (0), north-east (1) or north-west (2) of a brick, closed."""
    if direction == 0:
        for line in range(y + 1, y + LINES):
            grid[line][x + CELL] = BARRIER
    else:
        left = x + (CELL // 2 if direction == 1 else 0)
        for column in range(left + 1, left + CELL // 2):
            grid[y][column] = BARRIER


def _write(grid: Grid, x: int, y: int, tokens: list[Token], colour: bool) -> None:
    for text, player in tokens:
        for character in text:
            grid[y][x] = painted(character, player) if colour and player >= 0 else character
            x += 1
        x += 1


def _cell(names: Names, hexagon: int) -> list[list[Token]]:
    """The lines inside a brick."""
    head = f"{hexagon} {_title(names, hexagon)}"[:INNER]
    return [[(head, int(names.t.home_of[hexagon]))], [(_stock(names, hexagon), -1)], *_packed(_tokens(names, hexagon))]


def _title(names: Names, hexagon: int) -> str:
    if hexagon == names.t.centre_hex:
        return CENTRES[names.centre()]
    planet = names.planet_at(hexagon)
    if names.g.face_down[hexagon] and planet >= 0:
        return f"({names.content.planets[planet].name})"
    return names.planet(hexagon).replace("ruins of", "x").replace("debris of", "x")


def _stock(names: Names, hexagon: int) -> str:
    t = names.t
    planet = names.planet_at(hexagon)
    if planet < 0 or names.g.destroyed[hexagon]:
        return ""
    counters = [f"{STOCK_LETTERS[kind]}{units}/{most}" for kind, units, most in names.counters(hexagon)]
    if t.planet_barren[planet]:
        counters = [STOCK_LETTERS[int(t.planet_resource[planet])]]
    vp = f"{t.planet_vp[planet]}vp"
    # Two counters need the space that VP would take.
    worth = [] if len(counters) > 1 and vp == "0vp" else [vp]
    return " ".join([*counters, *worth, _badges(names, planet)])[:INNER].rstrip()


def _badges(names: Names, planet: int) -> str:
    t = names.t
    marks = (t.planet_moons, t.planet_finite, t.planet_barren, t.planet_peaceful)
    letters = "".join(word[0] for word, values in zip(BADGES, marks) if values[planet])
    advanced = int(t.planet_advanced[planet])
    return letters + (f"+{TYPES[advanced][0].upper()}" if advanced >= 0 else "")


def _resistance_mark(names: Names, hexagon: int) -> str:
    level = int(names.g.resistance[hexagon])
    ships = names.resistance_ships(hexagon)
    if sum(ships) > 1:
        return "!" + "+".join(f"{n if n > 1 else ''}{LEVELS[i + 1]}" for i, n in enumerate(ships) if n > 0)
    if not names.t.fleets:
        return f"!{LEVELS[level]}"
    kind = "S" if level == len(names.g.resistance_left) else "R"
    return f"!{kind.lower() if names.g.dormant[hexagon] else kind}"


def _tokens(names: Names, hexagon: int) -> list[Token]:
    g = names.g
    found: list[Token] = []
    if g.squadron[hexagon] > 0:
        found.append((f"{SQUADRONS}{g.squadron[hexagon]}", -1))
    if g.resistance[hexagon] > 0:
        found.append((_resistance_mark(names, hexagon), -1))
    if g.outpost_there[hexagon]:
        found.append((f"@{names.outpost_level(hexagon) or '?'}", -1))
    winds = (g.solar_wind[hexagon], g.heat[hexagon])
    special = (hexagon in g.wormhole, hexagon == g.no_combat, hexagon == g.interest, *winds)
    marks = "".join(mark for mark, there in zip(TOKEN_MARKS, special) if there)
    if marks:
        found.append((marks, -1))
    rockets = "".join(names.rocket(int(kind) - 1)[0].lower() for kind in g.rocket[hexagon] if kind > 0)
    if rockets:
        found.append((f"^{rockets}", -1))
    built = "".join(letter for kind, letter in enumerate(PLANETARY_LETTERS) if g.planetary[hexagon, kind])
    if built:
        found.append((f"{PLANETARY_MARK}{built}", -1))
    for player in range(int(names.t.players)):
        token = _presence(names, hexagon, player)
        if token:
            found.append((PLAYER_NAMES[player][0] + token, player))
    return found


def _presence(names: Names, hexagon: int, player: int) -> str:
    """A player's Population, ships and structures in a hex."""
    g, t = names.g, names.t
    cubes = int(g.population[hexagon, player])
    here = [ship for ship in range(int(t.ships)) if g.ship_hex[player, ship] == hexagon]
    ships = "".join(SHIP_CLASSES[int(t.ship_class[ship])][0] for ship in here)
    cloak = "~" if ships and g.cloaked[player, hexagon] else ""
    structures = ("G" if hexagon in g.gate[player] else "") + ("S" if hexagon in g.satellite[player] else "")
    return f"{cubes or ''}{cloak}{ships}{structures}"


def _packed(tokens: list[Token]) -> list[list[Token]]:
    """Tokens on the remaining lines; dots if they do not fit."""
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
