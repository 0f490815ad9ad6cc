"""Boards of ships: Health, Energy, Scraps, XP, Mods, modules, Damaged cards."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.view.drawing import palette
from exodus_env.corruption.view.drawing.layout import board
from exodus_env.corruption.view.drawing.systems import ship_token
from exodus_env.kit import panels
from exodus_env.kit.drawing import fitted, folded, number, text_width, write
from exodus_env.kit.panels import Box
from exodus_env.kit.redrawing import Facts

SMALL: Final = 8.6
LINE: Final = 11.0


def draw_board(ship: Facts, facts: Facts) -> str:
    """A ship's board."""
    box = board(ship["ship"], facts["setting"]["ships"])
    colour = palette.SHIPS[ship["ship"]]
    decision = facts["decision"]
    asked = decision is not None and decision["ship"] == ship["ship"]
    edge = panels.GOLD if asked else colour if ship["active"] else panels.PANEL_EDGE
    drawn = [f'<g data-at="board-{ship["ship"]}">', panels.panel(box, edge)]
    drawn.append(panels.block(box.x, box.y, 5, box.height, colour))
    if not ship["alive"] and ship["mat"]:
        drawn.append(f'<g opacity="0.45">{_head(ship, box)}</g>')
        drawn.append(write(box.x + 20, box.y + 60, "DEFEATED", 20, panels.DAMAGE, bold=True))
        return "".join(drawn) + "</g>"
    drawn.append(_head(ship, box))
    if ship["mat"]:
        drawn += [_counters(ship, box), _lists(ship, Box(box.x + 12, box.y + 66, box.width - 20, box.height - 70))]
    return "".join(drawn) + "</g>"


def _head(ship: Facts, box: Box) -> str:
    """Token, name, class, captain and what the ship has done."""
    drawn = [ship_token(ship | {"keys": [], "engaged": False}, box.x + 22, box.y + 18, 11)]
    drawn.append(write(box.x + 40, box.y + 23, ship["name"], 13, panels.INK, bold=True))
    x = box.x + 48 + text_width(ship["name"], 13, bold=True)
    mat = ship["mat"]
    words = f"{mat['class']}, {mat['actions']} Actions" if mat else "no ship mat yet"
    drawn.append(write(x, box.y + 23, words, SMALL, panels.PALE))
    if mat:
        x += text_width(words, SMALL) + 6
        drawn += [panels.block(x + 13 * die, box.y + 14, 10, 10, palette.DICE[mat["dice"]]) for die in range(2)]
    x = box.right - 6
    for words in _states(ship):
        x -= panels.chip_width(words, 8) + 3
        lit = words in ("ENGAGED", "ACTIVE")
        drawn.append(panels.chip(x, box.y + 11, words, 8, panels.GOLD if lit else panels.INSET, _ink(lit)))
    return "".join(drawn)


def _ink(lit: bool) -> str:
    return panels.DARK if lit else panels.PALE


def _states(ship: Facts) -> list[str]:
    words = [f"P{ship['captain']}"]
    words += [word.upper() for word in ("engaged", "hidden", "strained") if ship[word]]
    if ship["active"]:
        words.append("ACTIVE")
    elif ship["played"]:
        words.append("PLAYED")
    if len(ship["fleet"]) > 1:
        words.append("FLEET")
    return words


def _counters(ship: Facts, box: Box) -> str:
    """Health and Energy as pips, Scraps, Keys, XP with the levels."""
    y = box.y + 40
    drawn = [write(box.x + 14, y + 3.5, "Health", SMALL, panels.FAINT)]
    x = box.x + 50.0
    for place in range(ship["markers"]):
        drawn.append(_pip(x, y, panels.DAMAGE if place < ship["health"] else "none", panels.DAMAGE))
        x += 11
    drawn.append(write(x + 8, y + 3.5, "Energy", SMALL, panels.FAINT))
    x += 46
    for place in range(ship["mat"]["energy"]):
        owned, ready = place < ship["energy"], place < ship["ready"]
        drawn.append(_pip(x, y, panels.LIGHT if ready else "none", panels.LIGHT if owned else panels.PANEL_EDGE))
        x += 11
    x += 6
    scraps = f"{ship['scraps']} {'Scrap' if ship['scraps'] == 1 else 'Scraps'}"
    drawn.append(write(x, y + 3.5, scraps, 9.6, panels.GOLD, bold=True))
    x += text_width(scraps, 9.6, bold=True) + 8
    for key in ship["keys"]:
        drawn.append(panels.chip(x, y - 6, f"KEY {key + 1}", 8, panels.GOLD))
        x += panels.chip_width(f"KEY {key + 1}", 8) + 3
    return "".join(drawn) + _experience(ship, box, y + 16)


def _experience(ship: Facts, box: Box, y: float) -> str:
    """The XP track with the levels, and what moves the marker."""
    levels = ship["mat"]["levels"]
    last = max(levels[-1], 1)
    left, width = box.x + 50.0, 190.0
    drawn = [write(box.x + 14, y + 3.5, "XP", SMALL, panels.FAINT), panels.block(left, y - 1.5, width, 3, panels.INSET)]
    done = min(1.0, ship["xp"] / last)
    drawn.append(panels.block(left, y - 1.5, max(0.1, width * done), 3, palette.GREEN))
    for level, space in enumerate(levels, start=1):
        x = left + width * space / last
        reached = ship["xp"] >= space
        drawn.append(
            panels.dot(
                x,
                y,
                4.6,
                str(level),
                palette.GREEN if reached else panels.INSET,
                panels.DARK if reached else panels.PALE,
            )
        )
    words = f"{ship['xp']}: {ship['mat']['xp']}"
    return "".join(drawn) + write(
        left + width + 10, y + 3, fitted(words, 7.6, box.right - left - width - 16), 7.6, panels.FAINT
    )


def _pip(x: float, y: float, fill: str, edge: str) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="4" fill="{fill}" stroke="{edge}" stroke-width="1.2"/>'


def _lists(ship: Facts, box: Box) -> str:
    """Mods, modules and Damaged cards, in two columns as long as there is room."""
    entries: list[tuple[str, str, str, str]] = []  # data-at, mark, name and words, colour
    for mod in ship["mods"]:
        if mod["state"] == "chosen":
            colour = panels.FAINT if mod["used"] else panels.INK
            entries.append((f"mod-{ship['ship']}-{mod['level'] - 1}", str(mod["level"]), _said(mod), colour))
        elif mod["state"] in ("open", "lost"):
            entries.append((f"mod-{ship['ship']}-{mod['level'] - 1}", str(mod["level"]), mod["state"], panels.FAINT))
    for module in ship["modules"]:
        colour = panels.FAINT if module["used"] else "#c8e6d0" if not module["precursor"] else "#e0c8ff"
        mark = "P" if module["precursor"] else "M"
        entries.append((f"module-{ship['ship']}-{module['slot']}", mark, _said(module), colour))
    for card in ship["damaged"]:
        times = f"{card['cards']} x " if card["cards"] > 1 else ""
        entries.append((f"damaged-{ship['ship']}-{card['kind']}", "!", f"{times}{_said(card)}", panels.DAMAGE))
    column = (box.width - 8) / 2
    rows = int(box.height / (2 * LINE))
    drawn = []
    for place, (at, mark, words, colour) in enumerate(entries[: 2 * rows]):
        x, y = box.x + (column + 8) * (place // rows), box.y + 2 * LINE * (place % rows)
        lines = folded(words, 7.9, column - 14, 2)
        said = "".join(write(x + 13, y + 8 + 9.4 * i, line, 7.9, colour) for i, line in enumerate(lines))
        drawn.append(f'<g data-at="{at}">{write(x, y + 8, mark, 8.4, palette.GREEN, bold=True)}{said}</g>')
    if len(entries) > 2 * rows:
        more = f"and {len(entries) - 2 * rows} more"
        drawn.append(write(box.right - 2, box.bottom + 1, more, 7.6, panels.FAINT, anchor="end"))
    return "".join(drawn)


def _said(entry: Facts) -> str:
    return f"{entry['name']}: {entry['words']}"
