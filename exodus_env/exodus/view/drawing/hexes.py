"""The map: one fragment for each hex, and what lies between hexes.

A hex is drawn around its centre at a size of 60 from there to a corner, and scaled to the page.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any, Final

from exodus_env.exodus.view.drawing import palette, pieces
from exodus_env.exodus.view.drawing.layout import Page
from exodus_env.kit.drawing import fitted, number, points, text_width, write

UNIT: Final = 60.0
HALF: Final = 52.0  # from the centre to the left or right side
CORNERS: Final = points((58.5 * cos(a * pi / 3 - pi / 2), 58.5 * sin(a * pi / 3 - pi / 2)) for a in range(6))
TOKEN: Final = 8.2  # size of letters on tokens
ROW: Final = 14.0  # from one row of tokens to the next
CLOSEST: Final = 4.0  # from one ship to the next where there are many
LEVELS: Final = ("", "I", "II", "III")
TYPE_LETTERS: Final = {"military": "M", "civilian": "C", "transport": "T"}
PLANETARY: Final = ("SDS", "ASDS", "CLONE", "PORT")

Token = tuple[float, Callable[[float, float], str]]  # width, and the markup from its left edge and centre


def draw_hex(page: Page, hex: dict[str, Any], map: dict[str, Any]) -> str:
    """A hex with everything in it."""
    x, y = page.middles[hex["hex"]]
    place = f"translate({number(x)} {number(y)}) scale({page.hex_size / UNIT:.3f})"
    drawn = [f'<g data-at="hex-{hex["hex"]}" transform="{place}"><title>{_title(hex)}</title>', _ground(hex)]
    kind = hex["kind"]
    if kind in CENTRES:
        drawn.append(CENTRES[kind](hex))
    else:
        drawn.append(_planet(hex))
    tokens = _tokens(hex, map)
    if hex["planet"] and not hex["planet"]["destroyed"]:
        drawn += _flow(tokens, -5, 49, -24, left=True)
    else:
        drawn += _flow(tokens, -44, 44, -19 if kind not in CENTRES else 3)
    drawn.append(_presence(hex, kind in CENTRES))
    return "".join(drawn) + "</g>"


def _title(hex: dict[str, Any]) -> str:
    return f"hex {hex['hex']}: {hex['name']}".replace("&", "&amp;").replace("<", "&lt;")


def _ground(hex: dict[str, Any]) -> str:
    fill = palette.HEX if hex["planet"] or hex["kind"] != "space" else palette.HEX_EMPTY
    if hex["face_down"]:
        fill = palette.UNEXPLORED
    if hex["solar_wind"]:
        fill = palette.WIND
    if hex["heat"]:
        fill = palette.HEAT
    home = hex["home_of"]
    edge, width = (palette.HEX_EDGE, 1.2) if home is None else (palette.PLAYERS[home], 2.4)
    ground = f'<polygon points="{CORNERS}" fill="{fill}" stroke="{edge}" stroke-width="{width}"/>'
    settler = _settler(hex)
    if settler is not None:
        ground += f'<polygon points="{CORNERS}" fill="{palette.PLAYERS[settler]}" fill-opacity="0.09"/>'
    if hex["solar_wind"]:
        ground += _waves("#e8c547")
    if hex["heat"]:
        ground += _waves("#ff7b4a")
    weather = " heat" if hex["heat"] else " wind" if hex["solar_wind"] else ""
    ink = palette.GOLD if weather else palette.FAINT
    return ground + write(0, -46, f"{hex['hex']}{weather}", 7, ink, anchor="middle")


def _settler(hex: dict[str, Any]) -> int | None:
    """The only player with Population in a hex."""
    settlers = [player for player, cubes in enumerate(hex["population"]) if cubes]
    return settlers[0] if len(settlers) == 1 else None


def _waves(colour: str) -> str:
    lines = "".join(f"M-40 {y}q10-5 20 0t20 0t20 0t20 0" for y in (-20, 0, 20))
    return f'<path d="{lines}" fill="none" stroke="{colour}" stroke-width="1" stroke-opacity="0.4"/>'


# Centres --------------------------------------------------------------------------------------------------------------


def _council(hex: dict[str, Any]) -> str:
    rings = "".join(
        f'<circle cy="-16" r="{r}" fill="none" stroke="{palette.GOLD}" stroke-width="1" stroke-opacity="0.55"/>'
        for r in (9, 14)
    )
    emblem = pieces.use("star", 0, -16, 1.1, palette.GOLD)
    return rings + emblem + write(0, -35, "HIGH COUNCIL", 8.2, palette.GOLD, anchor="middle", bold=True)


def _star(hex: dict[str, Any]) -> str:
    glow = "".join(
        f'<circle cy="-6" r="{r}" fill="#ff9a3c" fill-opacity="{opacity}"/>'
        for r, opacity in ((44, 0.1), (34, 0.16), (25, 0.3), (17, 1))
    )
    return glow + write(0, -36, "PROXIMA", 8.2, palette.GOLD, anchor="middle", bold=True)


def _stronghold(hex: dict[str, Any]) -> str:
    levels = hex["stronghold_levels"] or 0
    walls = (
        f'<path d="M-16-6V-24H-10V-18H-3V-24H3V-18H10V-24H16V-6Z" fill="{palette.FOE}" stroke="{palette.FOE_EDGE}"/>'
    )
    name = write(0, -35, "STRONGHOLD", 8.2, palette.FOE_EDGE, anchor="middle", bold=True)
    return walls + name + write(0, -8, str(levels), 10, "#fff", anchor="middle", bold=True)


CENTRES: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "council": _council,
    "star": _star,
    "stronghold": _stronghold,
}


# Planets --------------------------------------------------------------------------------------------------------------


def _planet(hex: dict[str, Any]) -> str:
    planet = hex["planet"]
    if planet is None:
        y, size = (7, 20) if hex["ships"] or hex["gates"] or hex["satellites"] else (32, 30)
        return write(0, y, "?", size, palette.FAINT, anchor="middle", bold=True) if hex["face_down"] else ""
    name = planet["name"]
    if planet["destroyed"]:
        rocks = '<path d="M-20-20l7-5 6 4-3 7-8 1zM2-26l6-2 5 5-4 5-7-2zM12-12l8-3 4 6-6 4-6-2zM-6-10l5-2 3 5-5 3z"'
        words = write(0, -34, fitted(name, 9, 84), 9, palette.PALE, anchor="middle")
        return f'{rocks} fill="#4a5366" stroke="#6b7a9c" stroke-width="0.6"/>{words}'
    if hex["face_down"]:
        name = f"({name})"
    head = write(0, -34.5, fitted(name, 10, 86, bold=True), 10, palette.INK, anchor="middle", bold=True)
    settler = _settler(hex)
    ring = "" if settler is None else palette.PLAYERS[settler]
    return head + _discs(planet, ring) + _moons(planet)


def _discs(planet: dict[str, Any], ring: str) -> str:
    counters = planet["counters"]
    if len(counters) == 2:
        first = _disc(-34, -15, 13, counters[0], planet, ring)
        return first + _disc(-22, 4, 13, counters[1], planet, ring)
    return _disc(-27, -9, 19, counters[0] if counters else None, planet, ring)


def _disc(x: float, y: float, radius: float, counter: dict[str, Any] | None, planet: dict[str, Any], ring: str) -> str:
    kind = counter["resource"].lower() if counter else planet["produces"]
    edge = f' stroke="{ring}" stroke-width="2.4"' if ring else ""
    disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="url(#x-{kind})"{edge}/>'
    letter = {"cp": "C", "axinium": "A", "phasium": "P"}.get(kind, "")
    words = f"{counter['units']}/{counter['maximum']}" if counter else "dry" if planet["barren"] else ""
    size = radius * 0.56
    return (
        disc
        + write(x, y - radius * 0.12, letter, size, palette.DARK, anchor="middle", bold=True)
        + write(x, y + radius * 0.5, words, size, palette.DARK, anchor="middle", bold=True)
    )


def _moons(planet: dict[str, Any]) -> str:
    places = ((-46, -24), (-48, 6), (-8, -28))
    moons = places[: min(planet["moons"], 3)]
    return "".join(f'<circle cx="{x}" cy="{y}" r="3.6" fill="#d9dee8" stroke="#5b6478"/>' for x, y in moons)


# Tokens ---------------------------------------------------------------------------------------------------------------


def tag(words: str, fill: str, ink: str, edge: str = "") -> Token:
    """A small plate with letters."""
    width = text_width(words, TOKEN, bold=True) + 4.6

    def at(x: float, y: float) -> str:
        stroke = f'stroke="{edge}" stroke-width="0.9"' if edge else ""
        plate = pieces.block(x, y - 5.6, width, 11.2, fill, stroke, 2.4)
        return plate + write(x + width / 2, y + 2.8, words, TOKEN, ink, anchor="middle", bold=True)

    return width, at


def _tokens(hex: dict[str, Any], map: dict[str, Any]) -> list[Token]:
    planet = hex["planet"]
    found: list[Token] = []
    if planet and planet["vp"]:
        found.append(worth(planet["vp"]))
    found += _foes(hex)
    if hex["outpost"]:
        found.append(tag(f"O{hex['outpost']['level'] or '?'}", "#5a4a1e", palette.GOLD, palette.GOLD))
    found += [rocket_token(rocket["name"][0], rocket["target"] is not None) for rocket in hex["rockets"]]
    if planet and not planet["destroyed"]:
        found += _badges(planet)
    number_here = hex["hex"]
    if hex["wormhole"]:
        found.append(tag("WORM", "#2b1a52", "#d3b8ff", "#a678ff"))
    if map["no_combat"] == number_here:
        found.append(tag("TRUCE", "#173f33", "#8ff0cd", "#3fcf9f"))
    if map["planet_of_interest"] == number_here:
        found.append(tag("+VP", "#4a3a10", palette.GOLD, palette.GOLD))
    if map["npc_base"] == number_here:
        found.append(tag("BASE", palette.FOE, "#fff", palette.FOE_EDGE))
    if number_here in map["npc_entries"]:
        found.append(tag("ENTRY", "#3d1518", palette.FOE_EDGE))
    for built in hex["planetary_upgrades"]:
        found.append(tag(PLANETARY[built["kind"]], palette.DARK, palette.PLAYERS[built["player"]]))
    if hex["face_down"] and hex["looked_at_by"]:
        found += [tag(f"{palette.LETTERS[q]}?", palette.PLAYERS[q], palette.DARK) for q in hex["looked_at_by"]]
    return found


def worth(vp: int) -> Token:
    """VP of a planet."""

    def at(x: float, y: float) -> str:
        star = pieces.use("star", x + 5, y, 0.9, palette.GOLD)
        return star + write(x + 11, y + 3.1, str(vp), 9, palette.GOLD, bold=True)

    return 17.5, at


def rocket_token(letter: str, fired: bool) -> Token:
    """A rocket by the letter of its kind."""

    def at(x: float, y: float) -> str:
        rocket = pieces.use("rocket", x + 5.5, y, 1.05, palette.DAMAGE if fired else "#e6e9f2")
        return rocket + write(x + 5.5, y + 5, letter, 7, palette.DARK, anchor="middle", bold=True)

    return 11.5, at


def _foes(hex: dict[str, Any]) -> list[Token]:
    found = []
    if hex["squadrons"]:
        found.append(tag(f"SQ {hex['squadrons']}", palette.FOE, "#fff", palette.FOE_EDGE))
    resistance = hex["resistance"]
    if resistance:
        beaten = resistance["beaten"]
        fill, ink = ("none", palette.FOE_EDGE) if beaten else (palette.FOE, "#fff")
        found.append(tag(_garrison(resistance), fill, ink, palette.FOE_EDGE))
    return found


def _garrison(resistance: dict[str, Any]) -> str:
    ships = resistance["ships"]
    if ships and sum(ships) > 1:
        return "+".join(f"{count if count > 1 else ''}{LEVELS[i + 1]}" for i, count in enumerate(ships) if count)
    if resistance["fleet"]:
        return "STRONG" if resistance["strong"] else "FLEET"
    return LEVELS[resistance["level"]]


def _badges(planet: dict[str, Any]) -> list[Token]:
    words = [word for word in ("finite", "barren", "peaceful") if planet[word]]
    found = [tag(word[0].upper(), palette.INSET, palette.PALE, palette.FAINT) for word in words]
    if planet["advanced"]:
        found.append(tag(f"+{TYPE_LETTERS[planet['advanced']]}", "#123a3a", "#7ff0e6", "#3fbdb2"))
    return found


def _flow(tokens: list[Token], x: float, right: float, y: float, left: bool = False) -> list[str]:
    """Tokens in rows, each in the first row with room for it, from the left or centred."""
    rows: list[list[Token]] = []
    for token in tokens:
        fitting = [row for row in rows if _width(row) + 2 + token[0] <= right - x]
        if fitting:
            fitting[0].append(token)
        else:
            rows.append([token])
    step = min(ROW, 3 * ROW / max(len(rows), 1))
    drawn = []
    for row in rows:
        at = x if left else (x + right - _width(row)) / 2
        for token in row:
            drawn.append(token[1](at, y))
            at += token[0] + 2
        y += step
    return drawn


def _width(row: list[Token]) -> float:
    return sum(token[0] + 2 for token in row) - 2


# Players in a hex -----------------------------------------------------------------------------------------------------


def _presence(hex: dict[str, Any], centre: bool) -> str:
    """A row for each player with Population, ships or structures here."""
    by_player: dict[int, list[dict[str, Any]]] = {}
    for ship in hex["ships"]:
        by_player.setdefault(ship["player"], []).append(ship)
    here = [
        player
        for player, cubes in enumerate(hex["population"])
        if cubes or player in by_player or player in hex["gates"] or player in hex["satellites"]
    ]
    if not here:
        return ""
    here.sort(key=lambda player: -len(by_player.get(player, ())))
    top, room = (8.0, 48.0) if centre else (11.5, 42.0) if len(here) != 3 else (8.5, 39.0)
    columns = 1 if len(here) <= 3 else 2
    rows = -(-len(here) // columns)
    tall = min(18.0, room / rows)
    drawn = []
    for place, player in enumerate(here):
        row, column = divmod(place, columns)
        y = top + tall * (row + 0.5)
        width = _room(y + tall / 2) / columns
        middle = 0.0 if columns == 1 else width * (column - 0.5)
        drawn.append(_row(hex, player, by_player.get(player, []), middle, y, width - 3, tall))
    return "".join(drawn)


def _room(y: float) -> float:
    """How wide a hex is at a distance below its centre."""
    return 2 * HALF - 6 if y <= 30 else max(30.0, 2 * HALF * (UNIT - y) / 30 - 2)


def _row(
    hex: dict[str, Any], player: int, ships: list[dict[str, Any]], middle: float, y: float, room: float, tall: float
) -> str:
    colour, cubes = palette.PLAYERS[player], hex["population"][player]
    words = f"{palette.LETTERS[player]}{cubes or ''}"
    extras = ("G" if player in hex["gates"] else "") + ("S" if player in hex["satellites"] else "")
    least = text_width(words, 8.4, bold=True) + 5 + 9.5 * len(extras) + CLOSEST * len(ships)
    scale = min(tall / 15.5, (room - 2) / least)
    size = 8.4 * scale
    pill = text_width(words, size, bold=True) + 5 * scale
    marks = len(extras) * 9.5 * scale
    step = min(14.5 * scale, (room - pill - marks - 2) / max(len(ships), 1))
    width = pill + marks + (step * len(ships) + 2 if ships else 0)
    x = middle - width / 2
    fill, ink = (colour, palette.DARK) if cubes else (palette.DARK, colour)
    ground = pieces.block(x, y - 5.8 * scale, pill, 11.6 * scale, fill, f'stroke="{colour}"', 2.6)
    drawn = [ground, write(x + pill / 2, y + 3.1 * scale, words, size, ink, anchor="middle", bold=True)]
    x += pill + 2
    length = 0.86 * scale * min(1.0, max(0.7, step / (13 * scale)))
    for place, ship in enumerate(ships):
        at = f"ship-{player}-{ship['ship']}"
        drawn.append(pieces.ship(at, x + step * (place + 0.5), y, length, ship["class"], colour, ship))
    x += step * len(ships)
    for place, letter in enumerate(extras):
        drawn.append(_structure(x + (place + 0.5) * 9.5 * scale, y, scale, letter, colour))
    return "".join(drawn)


def _structure(x: float, y: float, scale: float, letter: str, colour: str) -> str:
    """A Jump Gate is a ring, a Satellite a square."""
    if letter == "G":
        shape = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(4.4 * scale)}"'
    else:
        side = 8 * scale
        corner = f'x="{number(x - side / 2)}" y="{number(y - side / 2)}"'
        shape = f'<rect {corner} width="{number(side)}" height="{number(side)}"'
    ring = f'{shape} fill="{palette.DARK}" stroke="{colour}" stroke-width="1.4"/>'
    return ring + write(x, y + 2.3 * scale, letter, 6.2 * scale, colour, anchor="middle", bold=True)


# Between hexes --------------------------------------------------------------------------------------------------------


def draw_links(page: Page, map: dict[str, Any]) -> str:
    """Energy Barriers on borders, the wormhole, and the flights of rockets."""
    drawn = [_barrier(page, border) for border in map["barriers"]]
    if map["wormhole"]:
        one, other = (page.middles[end] for end in map["wormhole"])
        drawn.append(_arc(one, other, "#a678ff", 'stroke-dasharray="2 5" stroke-width="2.4"'))
    for hex in map["hexes"]:
        for rocket in hex["rockets"]:
            if rocket["target"] is not None and rocket["target"] != hex["hex"]:
                ends = page.middles[hex["hex"]], page.middles[rocket["target"]]
                drawn.append(_arc(*ends, palette.DAMAGE, 'stroke-dasharray="7 4" stroke-width="2"'))
                x, y = ends[1]
                drawn.append(
                    f'<circle cx="{x}" cy="{y}" r="7" fill="none" stroke="{palette.DAMAGE}" stroke-width="2"/>'
                )
    return "".join(drawn)


def _arc(one: tuple[float, float], other: tuple[float, float], colour: str, more: str) -> str:
    x, y = other[0] - one[0], other[1] - one[1]
    bend = one[0] + x / 2 + y * 0.15, one[1] + y / 2 - x * 0.15
    start, turn, end = (f"{number(a)} {number(b)}" for a, b in (one, bend, other))
    way = f"M{start}Q{turn} {end}"
    return f'<path d="{way}" fill="none" stroke="{colour}" stroke-opacity="0.8" {more}/>'


def _barrier(page: Page, border: dict[str, Any]) -> str:
    x, y = page.middles[border["hex"]]
    angle = -border["direction"] * pi / 3
    size = page.hex_size
    ends = [(x + size * cos(angle + turn), y + size * sin(angle + turn)) for turn in (-pi / 6 + 0.06, pi / 6 - 0.06)]
    (a, b), (c, d) = ends
    line = f'x1="{number(a)}" y1="{number(b)}" x2="{number(c)}" y2="{number(d)}" stroke-linecap="round"'
    glow = f'<line {line} stroke="#35e0ff" stroke-width="7" stroke-opacity="0.35"/>'
    return glow + f'<line {line} stroke="#9ff3ff" stroke-width="2.4"/>'
