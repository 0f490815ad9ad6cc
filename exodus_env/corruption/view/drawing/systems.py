"""The map: one fragment a system, the spaces it can grow into, and what joins systems far apart.

A system is drawn around its middle with 60 from there to a corner, and scaled to the map.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin
from typing import Any, Final

from exodus_env.corruption.view.drawing import palette
from exodus_env.corruption.view.drawing.layout import spaces
from exodus_env.kit import panels
from exodus_env.kit.drawing import fitted, number, points, write
from exodus_env.kit.redrawing import Facts

UNIT: Final = 60.0


def _corner(place: int, radius: float) -> tuple[float, float]:
    """A corner; corner i and the one before it are the ends of side i, which faces direction i."""
    angle = -place * pi / 3 - pi / 6
    return radius * cos(angle), radius * sin(angle)


GROUND: Final = points(_corner(place, 58.5) for place in range(6))


def draw_spaces(own: Facts, facts: Facts) -> str:
    """Empty spaces a lane leads to."""
    chart = own["chart"]
    if not facts["map"]["tiles_left"]:
        return ""
    drawn = []
    for q, r in spaces(own["systems"]):
        x, y = chart.middle(q, r)
        at = f"translate({number(x)} {number(y)}) scale({chart.size / UNIT:.3f})"
        drawn.append(
            f'<g data-at="{space_name(q, r)}" transform="{at}"><polygon points="{GROUND}" fill="{panels.PANEL}" '
            f'fill-opacity="0.35" stroke="{panels.FAINT}" stroke-dasharray="5 6"/>'
            f"{write(0, 9, '?', 26, panels.FAINT, anchor='middle')}</g>"
        )
    return "".join(drawn)


def space_name(q: int, r: int) -> str:
    """What an empty space is called in `data-at`."""
    return f"space-{q}.{r}"


def draw_system(own: Facts, facts: Facts) -> str:
    """A system with everything in it; nothing where it is not revealed."""
    if not own:
        return ""
    system, chart = own["system"], own["chart"]
    x, y = chart.middle(system["q"], system["r"])
    place = f"translate({number(x)} {number(y)}) scale({chart.size / UNIT:.3f})"
    name = system["name"].replace("&", "&amp;").replace("<", "&lt;")
    drawn = [f'<g data-at="system-{system["system"]}" transform="{place}"><title>{name}</title>', _ground(system)]
    drawn += [_symbols(system), _foes(system), _ships(system, facts["ships"])]
    return "".join(drawn) + "</g>"


def _ground(system: Facts) -> str:
    """The tile: lanes to its open sides, walls on the others."""
    fill, edge = palette.SYSTEMS[system["kind"]]
    drawn = [f'<polygon points="{GROUND}" fill="{fill}"/>']
    for side, lane in enumerate(system["lanes"]):
        (x1, y1), (x2, y2) = _corner(side - 1, 56.5), _corner(side, 56.5)
        if lane:
            middle, half = ((x1 + x2) / 2, (y1 + y2) / 2), 0.24
            joined = system["beside"][side] is not None
            drawn.append(_line(x1, y1, _between(x1, x2, half), _between(y1, y2, half), edge, 4.0))
            drawn.append(_line(_between(x2, x1, half), _between(y2, y1, half), x2, y2, edge, 4.0))
            dashed = "" if joined else ' stroke-dasharray="3 4"'
            colour = palette.LANE
            drawn.append(
                f'<path d="M{number(middle[0] * 0.42)} {number(middle[1] * 0.42)}L{number(middle[0] * 1.03)} '
                f'{number(middle[1] * 1.03)}" stroke="{colour}" stroke-width="7" stroke-opacity="0.28"{dashed}/>'
            )
        else:
            drawn.append(_line(x1, y1, x2, y2, edge, 4.0))
    ink = edge if system["kind"] in ("corrupt", "rift") else panels.INK
    words = fitted(system["name"], 9.4, 76, bold=True)
    drawn.append(write(0, -34, words, 9.4, ink, anchor="middle", bold=True))
    return "".join(drawn)


def _between(a: float, b: float, share: float) -> float:
    return a + (b - a) * share


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    return (
        f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" stroke="{colour}" stroke-width="{width}" '
        f'stroke-linecap="round"/>'
    )


# What lies there ------------------------------------------------------------------------------------------------------


def _symbols(system: Facts) -> str:
    """What is printed and markers, in a row below the name."""
    tokens: list[tuple[str, str, str]] = []  # letters, ground, ink
    if system["kind"] == "rift":
        tokens.append(("MAIN RIFT", palette.SYSTEMS["rift"][1], panels.DARK))
    if system["exploration"]:
        tokens.append(("?", panels.GOLD, panels.DARK))
    tokens += [(f"KEY {key + 1}", panels.GOLD, panels.DARK) for key in system["keys"]]
    if system["wormhole"]:
        tokens.append(("@", palette.WORMHOLE, panels.DARK))
    if system["rift"]:
        tokens.append(("RIFT", palette.RIFT, panels.DARK))
    if system["fled"]:
        tokens.append(("FLED", palette.FOE_EDGE, panels.DARK))
    if system["ally"]:
        tokens.append(((system["ally"]["name"] or "ALLY").split()[0].upper(), "#9be3b4", panels.DARK))
    if system["pacified"]:
        tokens.append(("SAFE", palette.GREEN if system["pacified"] > 1 else palette.FOE_EDGE, panels.DARK))
    elif system["enemies"]:
        letters = "!" * system["enemies"] + "+" * system["reserve"] + " EYE" * system["surveillance"]
        tokens.append((letters, palette.FOE, "#fff"))
    drawn = []
    size = 8.0
    rows: list[list[tuple[str, str, str]]] = [[]]
    for token in tokens:
        width = sum(panels.chip_width(words, size) + 3 for words, _, _ in [*rows[-1], token])
        if rows[-1] and width > 84:
            rows.append([])
        rows[-1].append(token)
    for place, row in enumerate(rows):
        width = sum(panels.chip_width(words, size) + 3 for words, _, _ in row) - 3
        x, y = -width / 2, -27.0 + 13 * place
        for words, fill, ink in row:
            drawn.append(panels.chip(x, y, words, size, fill, ink))
            x += panels.chip_width(words, size) + 3
    return "".join(drawn)


def _foes(system: Facts) -> str:
    """Enemies and Avatars: level or number, and Health."""
    foes = system["foes"]
    drawn = []
    step = min(24.0, 84.0 / max(1, len(foes)))
    for place, foe in enumerate(foes):
        x, y = (place - (len(foes) - 1) / 2) * step, 12.0
        drawn.append(f'<g data-at="foe-{foe["card"]}">{foe_token(foe, x, y)}</g>')
    return "".join(drawn)


def foe_token(foe: Facts, x: float, y: float) -> str:
    """An Enemy with its level, or an Avatar with its number; Health below."""
    fill, edge = (palette.AVATAR, palette.AVATAR_EDGE) if foe["avatar"] else (palette.FOE, palette.FOE_EDGE)
    shape = "M0-12L10-4L6 9H-6L-10-4Z" if foe["avatar"] else "M0-10L9 6H-9Z"
    letters = f"A{foe['number']}" if foe["avatar"] else str(foe["level"])
    at = f'transform="translate({number(x)} {number(y)})"'
    mark = f'<path d="{shape}" {at} fill="{fill}" stroke="{edge}" stroke-width="1.2"/>'
    return mark + write(x, y + 4, letters, 8, "#fff", anchor="middle", bold=True) + _health(foe, x, y + 11)


def _health(foe: Facts, x: float, y: float) -> str:
    """A pip for each Health, hollow where it is lost."""
    left = x - (foe["most"] - 1) * 1.6
    return "".join(
        f'<circle cx="{number(left + 3.2 * place)}" cy="{number(y)}" r="1.3" '
        f'fill="{palette.FOE_EDGE if place < foe["health"] else "none"}" stroke="{palette.FOE_EDGE}" '
        f'stroke-width="0.5"/>'
        for place in range(foe["most"])
    )


def _ships(system: Facts, ships: list[Facts]) -> str:
    """Ships and wrecks."""
    here = system["ships"]
    drawn = []
    step = min(22.0, 80.0 / max(1, len(here)))
    for place, ship in enumerate(here):
        x = (place - (len(here) - 1) / 2) * step
        drawn.append(f'<g data-at="ship-{ship}">{ship_token(ships[ship], x, 38.0, 9.5)}</g>')
    return "".join(drawn)


def ship_token(ship: Facts, x: float, y: float, radius: float) -> str:
    """A ship: its letter on its colour; ringed where it is engaged, crossed as a wreck, hollow where it hides."""
    colour = palette.SHIPS[ship["ship"]]
    looks = f'fill="{colour}"'
    if ship["hidden"]:
        looks = f'fill="{panels.DARK}" stroke="{colour}" stroke-dasharray="3 2"'
    if not ship["alive"]:
        looks = f'fill="{panels.INSET}" stroke="{colour}"'
    ring = ""
    if ship["engaged"]:
        ring = (
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius + 2)}" fill="none" '
            f'stroke="{panels.DAMAGE}" stroke-width="2"/>'
        )
    ink = panels.DARK if ship["alive"] and not ship["hidden"] else colour
    letter = ship["letter"] if ship["alive"] else "x"
    return (
        f'{ring}<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {looks} stroke-width="1.4"/>'
        + write(x, y + radius * 0.38, letter, radius * 1.15, ink, anchor="middle", bold=True)
        + "".join(
            panels.dot(x + radius * 0.85, y - radius * 0.75 - 7 * place, 3.6, str(key + 1), panels.GOLD, panels.DARK)
            for place, key in enumerate(ship["keys"])
        )
    )


def draw_links(own: Facts, facts: Facts) -> str:
    """Thin lines between systems that wormholes make adjacent, and a ring around the one a decision is about."""
    chart, systems = own["chart"], own["systems"]
    gates: list[Any] = [chart.middle(system["q"], system["r"]) for system in systems if system["wormhole"]]
    drawn = []
    for (x1, y1), (x2, y2) in pairwise(gates):
        drawn.append(
            f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" stroke="{palette.WORMHOLE}" '
            f'stroke-width="1.2" stroke-opacity="0.35" stroke-dasharray="2 6" fill="none"/>'
        )
    decision = facts["decision"]
    if decision and decision["system"] is not None:
        system = systems[decision["system"]]
        x, y = chart.middle(system["q"], system["r"])
        at = f"translate({number(x)} {number(y)}) scale({chart.size / UNIT:.3f})"
        drawn.append(
            f'<polygon points="{GROUND}" transform="{at}" fill="none" stroke="{panels.GOLD}" stroke-width="3" '
            f'stroke-dasharray="9 5"/>'
        )
    return "".join(drawn)
