"""The players' boards: resources, blueprints, cards, technologies, and the secrets that the viewer may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from exodus_env.exodus.view.drawing import palette, pieces
from exodus_env.exodus.view.drawing.layout import Page
from exodus_env.kit.drawing import fitted, folded, text_width, write
from exodus_env.kit.panels import Box
from exodus_env.kit.text import number as counted

SIZES: Final = (10.4, 9.6, 8.8, 8.2)  # of letters, for less and less room
LEADING: Final = 1.36
HEADER: Final = 25
BLUEPRINT: Final = 45
FLAT_BLUEPRINT: Final = 32  # if a class has enough room to show its strength beside its name
WIDE: Final = 560.0  # a board with such room
CARD: Final = 13
WIDTHS: Final = (200.0, 76.0, 60.0, 46.0, 34.0)  # of technologies, if even the smallest letters take too much room
SHORT: Final = {"dark_raider": "Raider", "fighter": "Fighter", "war_cruiser": "Cruiser", "battle_carrier": "Carrier"}

Facts = dict[str, Any]


def draw_board(page: Page, player: Facts, facts: Facts) -> str:
    """Everything of a player."""
    seat = player["player"]
    box = page.boards[seat]
    colour = palette.PLAYERS[seat]
    decision = facts["decision"]
    acting = decision is not None and decision["player"] == seat
    drawn = [
        f'<g data-at="player-{seat}">',
        pieces.panel(box, colour if acting else palette.PANEL_EDGE),
        pieces.block(box.x, box.y + 5, 3.5, box.height - 10, colour),
        _header(box, player, colour),
        _blueprints(box, player, colour),
    ]
    y = box.y + HEADER + (FLAT_BLUEPRINT if box.width >= WIDE else BLUEPRINT) + 4
    y, cards = _action_cards(box, y, player)
    drawn.append(cards)
    drawn.append(_lists(box, y, player))
    return "".join(drawn) + "</g>"


def _lists(box: Box, y: float, player: Facts) -> str:
    """Technologies and notes, in the largest letters that leave room for all."""
    room, width = box.bottom - 4 - y, box.width - 18
    notes = _notes(player)
    names = [technology["name"] for technology in player["technologies"]] or ["no technologies yet"]
    for size in SIZES:
        rows = _rows([text_width(name, size) + size * 1.4 for name in names], width)
        lines = [(line, ink) for words, ink in notes for line in folded(words, size, width, 3)]
        if (len(rows) + len(lines)) * size * LEADING <= room:
            break
    else:
        lines = [(line, ink) for words, ink in notes for line in folded(words, size, width, 2)][: int(room / 22)]
        most = max(1, int(room / (size * LEADING)) - len(lines))
        for longest in WIDTHS:
            names = [fitted(technology["name"], size, longest) for technology in player["technologies"]]
            rows = _rows([text_width(name, size) + size * 1.4 for name in names], width)
            if len(rows) <= most:
                break
        rows = rows[:most]
    drawn = _technologies(box, y, size, rows, names, player)
    y += len(rows) * size * LEADING
    for line, ink in lines:
        y += size * LEADING
        drawn.append(write(box.x + 10, y - size * 0.24, line, size, ink))
    return "".join(drawn)


def _header(box: Box, player: Facts, colour: str) -> str:
    seat, y = player["player"], box.y + 5
    drawn = [pieces.chip(box.x + 9, y, palette.LETTERS[seat], 11, colour)]
    x = box.x + 12 + pieces.chip_width(palette.LETTERS[seat], 11)
    drawn.append(write(x, y + 12, player["name"], 12, palette.INK, bold=True))
    x += text_width(player["name"], 12, bold=True) + 6
    right, purse = _purse(box, player)
    drawn.append(purse)
    titles = [player["office"]] if player["office"] else []
    titles += [player[key]["name"] for key in ("faction", "leader") if player[key]]
    if player["rank"]:
        titles = [f"rank {player['rank']}", *titles]
    drawn.append(write(x, y + 11.5, fitted(" · ".join(titles), 9, right - x - 6), 9, palette.PALE))
    return "".join(drawn)


def final_or_now(player: Facts) -> int:
    """A player's VP: the whole score once the game is over, before that the VP scored so far."""
    return player["vp"] if player["score"] is None else sum(player["score"].values())


def _purse(box: Box, player: Facts) -> tuple[float, str]:
    """VP and resources at the right edge, and where they begin."""
    y, x = box.y + 17, box.right - 8
    drawn = []
    vp = str(final_or_now(player))
    x -= text_width(vp, 12, bold=True)
    drawn.append(write(x, y, vp, 12, palette.GOLD, bold=True))
    x -= 9
    drawn.append(pieces.use("star", x, y - 4.4, 1.05, palette.GOLD))
    x -= 10
    for name in ("Phasium", "Axinium", "CP"):
        amount = str(player["resources"][name])
        x -= text_width(amount, 11, bold=True)
        drawn.append(write(x, y, amount, 11, palette.INK, bold=True))
        x -= 15
        drawn.append(pieces.dot(x + 5.5, y - 4, 6, palette.STOCK_LETTERS[name], palette.RESOURCES[name], palette.DARK))
        x -= 5
    cubes = str(player["cubes_in_supply"])
    x -= text_width(cubes, 10) + 4
    drawn.append(write(x, y, cubes, 10, palette.PALE))
    x -= 11
    drawn.append(pieces.block(x, y - 8, 8, 8, "none", f'stroke="{palette.PALE}"', 1.5))
    return x, "".join(drawn)


def _blueprints(box: Box, player: Facts, colour: str) -> str:
    """Each class: its ships, its strength, and a square for each slot."""
    drawn = []
    flat = box.width >= WIDE
    tall = FLAT_BLUEPRINT if flat else BLUEPRINT
    width = (box.width - 16) / len(player["blueprints"])
    for place, blueprint in enumerate(player["blueprints"]):
        x, y = box.x + 10 + width * place, box.y + HEADER
        drawn.append(f'<g data-at="class-{player["player"]}-{place}">')
        drawn.append(pieces.block(x, y, width - 4, tall, palette.INSET, "", 3))
        fill = colour if blueprint["on_map"] else "none"
        drawn.append(pieces.use(blueprint["class"], x + 12, y + 9, 0.95, fill, f'stroke="{colour}" stroke-width="0.9"'))
        count = f"{blueprint['on_map']}/{blueprint['on_map'] + blueprint['in_supply']}"
        drawn.append(write(x + width - 8, y + 12.4, count, 9, palette.INK, anchor="end", bold=True))
        if not flat:
            name = fitted(SHORT[blueprint["class"]], 8.4, width - 56)
            drawn.append(write(x + 24, y + 12, name, 8.4, palette.PALE))
        drawn.append(_strength(x + 24, y + 9, blueprint) if flat else _strength(x + 5, y + 22.5, blueprint))
        drawn.append(_slots(x + 4, y + tall - 15, width - 12, blueprint))
        drawn.append("</g>")
    return "".join(drawn)


def _strength(x: float, y: float, blueprint: Facts) -> str:
    """Dice, shield, drive and room on board, each with its icon."""
    drive = "any" if blueprint["hyperspace"] else str(blueprint["drive"])
    values = [("die", str(blueprint["dice"])), ("shield", str(blueprint["shield"])), ("drive", drive)]
    if blueprint["room"]:
        values.append(("cube", str(blueprint["room"])))
    drawn = []
    for icon, value in values:
        drawn.append(pieces.use(icon, x + 4, y, 0.72, palette.PALE) + write(x + 9.5, y + 3, value, 8.4, palette.INK))
        x += 15.5 + text_width(value, 8.4)
    return "".join(drawn)


def _slots(x: float, y: float, room: float, blueprint: Facts) -> str:
    upgrades = [upgrade for upgrade in blueprint["upgrades"] for _ in range(upgrade["count"])]
    slots = max(blueprint["slots"], len(upgrades), 1)
    step = min(19.0, room / slots)
    drawn = []
    for place in range(slots):
        left = x + step * place
        if place >= len(upgrades):
            drawn.append(pieces.block(left, y, step - 2, 12.5, "none", f'stroke="{palette.PANEL_EDGE}"', 2))
            continue
        upgrade = upgrades[place]
        drawn.append(pieces.block(left, y, step - 2, 12.5, palette.SORTS[upgrade["sort"]], "", 2))
        code = initials(upgrade["name"])
        size = min(7.6, (step - 3) / max(text_width(code, 1, bold=True), 0.1))
        drawn.append(write(left + step / 2 - 1, y + 9.1, code, size, palette.DARK, anchor="middle", bold=True))
    return "".join(drawn)


def initials(name: str) -> str:
    """An upgrade by the initials of its words."""
    return "".join(word[0].upper() for word in name.split())[:2]


def _action_cards(box: Box, y: float, player: Facts) -> tuple[float, str]:
    """The hand: cards played this turn are dim, the one shown in this round is lit."""
    cards = [card for card in player["action_cards"] if not card["removed"]]
    if not cards:
        return y, ""
    shown = player["shown_card"]
    width = (box.width - 16) / len(cards)
    drawn = []
    for place, card in enumerate(cards):
        lit = shown is not None and shown["card"] == card["card"]
        fill = palette.GOLD if lit else "none" if card["played"] else palette.INSET
        ink = palette.DARK if lit else palette.FAINT if card["played"] else palette.INK
        x = box.x + 10 + width * place
        words = card["name"] + (f" +{shown['cubes']}" if lit and shown["cubes"] else "")
        size = max(6.0, min(8.0, (width - 6) / text_width(words, 1)))
        words = fitted(words, size, width - 6)
        drawn.append(f'<g data-at="card-{player["player"]}-{card["card"]}">')
        drawn.append(pieces.block(x, y, width - 3, CARD, fill, f'stroke="{palette.PANEL_EDGE}"', 3))
        drawn.append(write(x + width / 2 - 1.5, y + 9.6, words, size, ink, anchor="middle") + "</g>")
    return y + CARD + 3, "".join(drawn)


def _technologies(box: Box, y: float, size: float, rows: list[list[int]], names: list[str], player: Facts) -> list[str]:
    known = player["technologies"]
    if not known:
        return [write(box.x + 10, y + size * 1.1, names[0], size, palette.FAINT)]
    drawn = []
    for line, row in enumerate(rows):
        x, base = box.x + 10, y + size * (LEADING * line + 1.1)
        for place in row:
            technology = known[place]
            mark = pieces.block(
                x, base - size * 0.72, size * 0.56, size * 0.76, palette.TECHNOLOGIES[technology["colour"]], "", 1
            )
            at = f"technology-{player['player']}-{technology['technology']}"
            drawn.append(f'<g data-at="{at}">{mark}{write(x + size * 0.85, base, names[place], size)}</g>')
            x += text_width(names[place], size) + size * 1.4
    return drawn


def _rows(widths: Sequence[float], room: float) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    taken = 0.0
    for place, width in enumerate(widths):
        if rows[-1] and taken + width > room:
            rows.append([])
            taken = 0.0
        rows[-1].append(place)
        taken += width
    return rows


def _notes(player: Facts) -> list[tuple[str, str]]:
    """Lines below the technologies: cards won, what modules gave, secrets."""
    notes = []
    won = [card["name"] for card in player["resistance_cards"]]
    won += [
        f"{card['count']} {card['name']}" if card["count"] > 1 else card["name"] for card in player["outpost_cards"]
    ]
    if won:
        notes.append((f"Won: {', '.join(won)}", palette.FOE_EDGE))
    if player["own_law"]:
        notes.append((f"In force for this player alone: {player['own_law']['name']}", palette.GOLD))
    if player["combat_cards"] and not player["secrets"]:
        notes.append((counted(player["combat_cards"], "combat card"), palette.PALE))
    words = _secret_words(player["secrets"]) if player["secrets"] else ""
    return [*notes, (words, palette.SECRET)] if words else notes


def _secret_words(secrets: Facts) -> str:
    """The player's secrets in a few words."""
    words = []
    if secrets["vote"]:
        words.append(f"votes for {secrets['vote']}")
    if secrets["abstains"]:
        words.append("abstains")
    if secrets["bid"]:
        words.append(f"bids {secrets['bid']} CP")
    if secrets["action_card"]:
        words.append(f"plays {secrets['action_card']}")
    words += [f"{order['name']} {', '.join(order['steps'])}" for order in secrets["orders"]]
    if secrets["combat_card"]:
        words.append(f"combat card {secrets['combat_card'].split(' (')[0]}")
    if secrets["combat_hand"]:
        hand = [
            f"{card['count']} {card['name']}" if card["count"] > 1 else card["name"] for card in secrets["combat_hand"]
        ]
        words.append(f"combat cards {', '.join(hand)}")
    words += [f"may keep {leader.split(' (')[0]}" for leader in secrets["leaders_offered"]]
    if secrets["resistance_card"]:
        words.append(f"the Resistance plays {secrets['resistance_card'].split(' (')[0]}")
    return f"Secret: {'; '.join(words)}" if words else ""
