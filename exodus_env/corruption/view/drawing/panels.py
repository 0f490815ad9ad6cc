"""What lies around map and boards: heading, Corruption track, Keys and Signals, what is happening, the decision."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from exodus_env.corruption.view.drawing import palette
from exodus_env.corruption.view.drawing.layout import HEADING, HEIGHT, KEYS, QUESTION, STAGE, TRACK, WIDTH
from exodus_env.corruption.view.drawing.systems import foe_token
from exodus_env.kit import panels
from exodus_env.kit.drawing import fitted, folded, number, text_width, write
from exodus_env.kit.panels import Box
from exodus_env.kit.redrawing import Facts
from exodus_env.kit.text import capital

PHASES: Final = ("action", "corruption", "end")
SMALL: Final = 8.8
LINE: Final = 11.4
ROLLS: Final = {"detection": "Detection Roll", "skill": "Skill Roll", "damage": "Damage Roll"}


@cache
def draw_backdrop() -> str:
    """Stars behind everything."""
    chance = Random(22)
    stars = "".join(
        f'<circle cx="{chance.randrange(WIDTH)}" cy="{chance.randrange(HEIGHT)}" '
        f'r="{chance.choice((0.5, 0.7, 1.0, 1.3))}" fill-opacity="{chance.choice((0.3, 0.5, 0.8))}"/>'
        for _ in range(240)
    )
    return f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{panels.SPACE}"/><g fill="#e0d0f0">{stars}</g>'


def draw_heading(facts: Facts) -> str:
    """Turn, phase, Actions, what is played and the decks."""
    box, course, decks = HEADING, facts["course"], facts["decks"]
    drawn = [panels.panel(box)]
    turn = f"Turn {course['turn']}"
    drawn.append(write(box.x + 10, box.y + 25, turn, 17, panels.INK, bold=True))
    x = box.x + 20 + text_width(turn, 17, bold=True)
    for phase in PHASES:
        lit = phase == course["phase"] and not course["over"]
        fill, ink = (panels.LIGHT, panels.DARK) if lit else (panels.INSET, panels.PALE)
        words = capital(phase)
        if lit and phase == "action" and course["actions_left"] is not None:
            words += f", {course['actions_left']} left"
        drawn.append(panels.chip(x, box.y + 12, words, 9, fill, ink))
        x += panels.chip_width(words, 9) + 4
    left = (
        f"{decks['tiles']} tiles, {decks['explorations']} Explorations, {decks['enemies']} Enemies "
        f"+ {decks['reserve']}, {decks['modules']} + {decks['precursors']} modules"
    )
    words = fitted(f"{facts['setting']['difficulty'].capitalize()}.  Decks: {left}", SMALL, box.right - x - 14)
    drawn.append(write(box.right - 8, box.y + 23, words, SMALL, panels.FAINT, anchor="end"))
    return "".join(drawn)


def draw_question(facts: Facts) -> str:
    """The pending decision, or how the game ended."""
    box, decision, course = QUESTION, facts["decision"], facts["course"]
    if decision is None:
        if not course["over"]:
            return panels.panel(box)
        words = f"The game is over: {course['outcome']}"
        return panels.panel(box, panels.GOLD) + write(box.x + 12, box.y + 24, words, 13, panels.GOLD, bold=True)
    colour = palette.SHIPS[decision["player"] if decision["ship"] is None else decision["ship"]]
    drawn = [panels.panel(box, colour), panels.block(box.x, box.y, 6, box.height, colour)]
    lines = folded(capital(decision["words"]), 11.5, box.width - 24, 2, bold=True)
    top = box.y + (24 if len(lines) == 1 else 16)
    drawn += [write(box.x + 14, top + 15 * i, line, 11.5, panels.INK, bold=True) for i, line in enumerate(lines)]
    return "".join(drawn)


def draw_track(facts: Facts) -> str:
    """The Corruption mat: spaces, red boxes, the marker, Avatars that return."""
    box, course, setting = TRACK, facts["course"], facts["setting"]
    drawn = [panels.panel(box), write(box.x + 9, box.y + 26, "CORRUPTION", 9, palette.RIFT, bold=True)]
    left = box.x + 86.0
    width = (box.right - 6 - left) / setting["spaces"]
    waiting = {avatar["returns"]: avatar["number"] for avatar in facts["avatars"] if avatar["returns"]}
    for space in range(1, setting["spaces"] + 1):
        x = left + width * (space - 1)
        here = space == course["corruption"]
        red = space in setting["boxes"]
        fill = palette.RIFT if here else "#4a1622" if red or space == setting["spaces"] else panels.INSET
        drawn.append(panels.block(x, box.y + 7, width - 4, 30, fill, radius=4))
        ink = panels.DARK if here else panels.INK
        drawn.append(write(x + (width - 4) / 2, box.y + 20, str(space), 11, ink, anchor="middle", bold=True))
        words = "RISE" if space == setting["spaces"] else "box" if red else ""
        if space in waiting:
            words = f"A{waiting[space]} returns"
        if red and setting["boxes"].index(space) >= course["boxes_open"]:
            words = "Avatar"
        drawn.append(write(x + (width - 4) / 2, box.y + 32, words, 7.4, ink, anchor="middle"))
    return "".join(drawn)


def draw_keys(facts: Facts) -> str:
    """Keys with their Signals, and the Avatars."""
    box = KEYS
    drawn = [panels.panel(box), panels.title(box, "Keys and Avatars", _moves(facts["course"]))]
    y = box.y + 26.0
    for key in facts["keys"]:
        height = 30.0 if key["signal"] and key["signal_state"] == "face up" else 16.0
        drawn.append(f'<g data-at="key-{key["key"]}">{_key(key, facts, Box(box.x + 8, y, box.width - 16, height))}</g>')
        y += height + 1
    for avatar in facts["avatars"]:
        if y + 22 > box.bottom:
            break
        drawn.append(
            f'<g data-at="foe-{avatar["card"]}">{_avatar(avatar, facts, Box(box.x + 8, y, box.width - 16, 24))}</g>'
        )
        y += 25
    return "".join(drawn)


def _moves(course: Facts) -> str:
    words = [f"Avatars move {course['avatar_moves']:+d}"] if course["avatar_moves"] else []
    words += ["the marker holds"] if course["hold"] else []
    return ", ".join(words)


def _key(key: Facts, facts: Facts, box: Box) -> str:
    where = "not found"
    if key["state"] == "rift":
        where = "on the Main Rift"
    elif key["state"] == "ship":
        where = f"on the {facts['ships'][key['ship']]['name']}"
    elif key["system"] is not None:
        where = f"at {facts['map']['systems'][key['system']]['name']}"
    done = key["state"] == "rift"
    drawn = [panels.chip(box.x, box.y, f"KEY {key['key'] + 1}", 8, palette.GREEN if done else panels.GOLD)]
    drawn.append(write(box.x + 44, box.y + 9, where, SMALL, panels.INK, bold=True))
    signal = key["signal"]
    if signal and key["signal_state"] == "face up":
        x = box.x + 52 + text_width(where, SMALL, bold=True)
        colour = palette.LEVELS[signal["level"]]
        ships = f", {signal['ships']} ships needed" if signal["ships"] > 1 else ""
        head = f"{signal['name']}: {signal['markers']} of {signal['most']} markers left{ships}"
        drawn.append(write(x, box.y + 9, fitted(head, SMALL, box.right - x), SMALL, colour))
        words = " / ".join(signal["instructions"])
        drawn += [
            write(box.x + 10, box.y + 19 + 9 * i, line, 7.8, panels.PALE)
            for i, line in enumerate(folded(words, 7.8, box.width - 12, 2))
        ]
    return "".join(drawn)


def _avatar(avatar: Facts, facts: Facts, box: Box) -> str:
    where = "out for good"
    if avatar["returns"]:
        where = f"returns at space {avatar['returns']}"
    elif avatar["system"] is not None:
        where = f"at {facts['map']['systems'][avatar['system']]['name']}"
    head = f"{avatar['name']}: {where}, {avatar['health']}/{avatar['most']} Health, Shield {avatar['shield']}"
    head += ", pinned" * avatar["pinned"]
    token = foe_token(avatar | {"most": 0}, box.x + 12, box.y + 11)
    words = fitted("; ".join(avatar["words"]), 7.8, box.width - 30)
    return (
        token
        + write(box.x + 28, box.y + 9, fitted(head, SMALL, box.width - 30), SMALL, palette.AVATAR_EDGE, bold=True)
        + write(box.x + 28, box.y + 19, words, 7.8, panels.PALE)
    )


# What is happening ----------------------------------------------------------------------------------------------------


def draw_stage(facts: Facts) -> str:
    """The fight, the Exploration, the roll or, without them, the Ally where the acting ship is."""
    box = STAGE
    if facts["combat"]:
        return panels.panel(box, palette.FOE) + _combat(facts, box)
    if facts["exploration"]:
        return panels.panel(box, panels.GOLD) + _exploration(facts, box)
    if facts["dice"]:
        kind = facts["roll"]["kind"] if facts["roll"] else ""
        return panels.panel(box) + panels.title(box, ROLLS.get(kind, "Dice")) + _dice(facts, box, box.y + 30)
    return panels.panel(box) + _local(facts, box)


def _combat(facts: Facts, box: Box) -> str:
    combat = facts["combat"]
    where = facts["map"]["systems"][combat["system"]]
    drawn = [panels.title(box, "Combat", f"{where['name']}, round {combat['round']}")]
    y = box.y + 30.0
    for foe in where["foes"]:
        fought = foe["card"] == combat["foe"]
        drawn.append(f'<g data-at="foe-{foe["card"]}">{foe_token(foe, box.x + 22, y + 6)}')
        head = f"{foe['name']}, {foe['health']}/{foe['most']} Health, Shield {foe['shield']}"
        ink = panels.GOLD if fought else panels.INK
        drawn.append(write(box.x + 42, y + 4, fitted(head, 9.6, box.width - 50, bold=True), 9.6, ink, bold=True))
        lines = folded("; ".join(foe["words"]), 8, box.width - 50, 2)
        drawn += [write(box.x + 42, y + 14 + 9 * i, line, 8, panels.PALE) for i, line in enumerate(lines)]
        drawn.append("</g>")
        y += 36
    chosen = [
        f"{facts['ships'][one['ship']]['name']}: {one['manoeuvre']}" for one in combat["ships"] if one["manoeuvre"]
    ]
    added = [f"{combat[name]:+d} {words}" for name, words in (("power", "hits"), ("pierce", "pierced")) if combat[name]]
    for line in folded("; ".join([*chosen, *added]), SMALL, box.width - 20, 2):
        drawn.append(write(box.x + 10, y + 2, line, SMALL, panels.INK))
        y += LINE
    return "".join(drawn) + _dice(facts, box, y)


def _exploration(facts: Facts, box: Box) -> str:
    card = facts["exploration"]
    drawn = [panels.title(box, card["name"], card["kind"])]
    y = box.y + 32.0
    for place, option in enumerate(card["options"]):
        drawn.append(f'<g data-at="option-{place}">')
        ink = panels.FAINT if option["taken"] else panels.INK
        drawn.append(write(box.x + 10, y, fitted(option["name"], 9.4, box.width - 20, bold=True), 9.4, ink, bold=True))
        lines = folded(option["words"], 8.2, box.width - 24, 2)
        drawn += [write(box.x + 16, y + 10 + 9.4 * i, line, 8.2, panels.PALE) for i, line in enumerate(lines)]
        drawn.append("</g>")
        y += 16 + 9.4 * len(lines)
    return "".join(drawn) + _dice(facts, box, y)


def _dice(facts: Facts, box: Box, y: float) -> str:
    """The dice of the roll, ship by ship."""
    drawn = []
    x = box.x + 10
    last = -1
    for die in facts["dice"]:
        if die["ship"] != last:
            last = die["ship"]
            name = facts["ships"][last]["letter"]
            x += 8 if x > box.x + 10 else 0
            drawn.append(panels.dot(x + 7, y + 8, 7, name, palette.SHIPS[last], panels.DARK))
            x += 18
        colour = palette.DICE[die["colour"]] if die["colour"] else panels.PALE
        dim = ' fill-opacity="0.4"' if die["spent"] or die["ignored"] else ""
        shown = panels.block(x, y - 1, 19, 19, colour, dim.strip(), 4) + _symbol(die["shows"], x + 9.5, y + 8.5)
        drawn.append(f'<g data-at="die-{die["ship"]}-{die["die"]}">{shown}</g>')
        x += 22
    return "".join(drawn)


def _symbol(symbol: str, x: float, y: float) -> str:
    """A hit as a target, a miss as a cross, a special as a star."""
    at = f'transform="translate({number(x)} {number(y)})"'
    if symbol == "hit":
        return f'<g {at} fill="none" stroke="{panels.DARK}" stroke-width="1.6"><circle r="5.6"/><circle r="1.6"/></g>'
    if symbol == "miss":
        return f'<path {at} d="M-5-5L5 5M5-5L-5 5" stroke="{panels.DARK}" stroke-width="2.2"/>'
    star = "M0-6.5L1.7-2.2L6.2-2L2.7.9L3.8 5.3L0 2.8L-3.8 5.3L-2.7.9L-6.2-2L-1.7-2.2Z"
    return f'<path {at} d="{star}" fill="{panels.DARK}"/>'


def _local(facts: Facts, box: Box) -> str:
    """Allies that were met, the one where the asked ship is first: what they sell."""
    drawn = [panels.title(box, "Allies")]
    y = box.y + 30.0
    asked = facts["decision"] and facts["decision"]["ship"]
    here = None if asked is None else facts["ships"][asked]["system"]
    for system in sorted(facts["map"]["systems"], key=lambda system: system["system"] != here):
        ally = system["ally"]
        if not ally or not ally["name"] or y + 12 > box.bottom:
            continue
        head = f"{ally['name']} at {system['name']}"
        drawn.append(write(box.x + 10, y, head, 9.2, "#9be3b4", bold=True))
        x = box.x + 18 + text_width(head, 9.2, bold=True)
        service = fitted(ally["service"] or "", 8, box.right - x - 6)
        drawn.append(write(x, y, service, 8, panels.PALE))
        y += LINE
        for module in ally["display"]:
            if y > box.bottom - 4:
                break
            words = f"{module['price']}: {module['name']}, {module['words']}"
            said = write(box.x + 16, y, fitted(words, 8, box.width - 24), 8, panels.INK)
            drawn.append(f'<g data-at="offer-{system["system"]}-{module["place"]}">{said}</g>')
            y += LINE - 1
        y += 4
    return "".join(drawn)
