"""The boards of the players: resources, blueprints, cards, technologies, and the secrets the viewer may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from exodus_env.exodus.view.drawing import palette, pieces
from exodus_env.exodus.view.drawing.layout import Box, Page
from exodus_env.kit.drawing import fitted, folded, text_width, write

SMALL: Final = 8.2  # letters of lists
LINE: Final = 11.2
WIDTHS: Final = (200.0, 76.0, 60.0, 46.0, 34.0)  # of technologies, as there are more and more of them

Facts = dict[str, Any]


def draw_board(page: Page, player: Facts, facts: Facts) -> str:
    """All of a player."""
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
    y = box.y + 64
    y, cards = _action_cards(box, y, player)
    drawn.append(cards)
    below = _notes(box, player)
    room = box.bottom - 4 - y - len(below) * LINE
    rows, technologies = _technologies(box, y, room, player)
    drawn += technologies
    y += rows * LINE
    for words, ink in below:
        y += LINE
        drawn.append(write(box.x + 10, y - 2, words, SMALL, ink))
    return "".join(drawn) + "</g>"


def _header(box: Box, player: Facts, colour: str) -> str:
    seat, y = player["player"], box.y + 5
    drawn = [pieces.chip(box.x + 9, y, palette.LETTERS[seat], 11, colour)]
    x = box.x + 12 + pieces.chip_width(palette.LETTERS[seat], 11)
    drawn.append(write(x, y + 12, player["name"], 12, palette.INK, bold=True))
    x += text_width(player["name"], 12, bold=True) + 6
    right, purse = _purse(box, player)
    drawn.append(purse)
    titles = [player["office"] or f"{player['place'] + 1}. in turn order"]
    titles += [player[key]["name"] for key in ("faction", "leader") if player[key]]
    if player["rank"]:
        titles = [f"rank {player['rank']}", *titles[1:]]
    drawn.append(write(x, y + 11.5, fitted(" · ".join(titles), 9, right - x - 6), 9, palette.PALE))
    return "".join(drawn)


def _purse(box: Box, player: Facts) -> tuple[float, str]:
    """VP and resources at the right edge; also where they begin."""
    y, x = box.y + 17, box.right - 8
    drawn = []
    vp = str(player["vp"])
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
    width = (box.width - 16) / len(player["blueprints"])
    for place, blueprint in enumerate(player["blueprints"]):
        x, y = box.x + 10 + width * place, box.y + 25
        drawn.append(f'<g data-at="class-{player["player"]}-{place}">')
        drawn.append(pieces.block(x, y, width - 4, 35, palette.INSET, "", 3))
        drawn.append(
            pieces.use(
                blueprint["class"],
                x + 12,
                y + 9.5,
                0.95,
                colour if blueprint["on_map"] else "none",
                f'stroke="{colour}" stroke-width="0.9"',
            )
        )
        drive = "hyper" if blueprint["hyperspace"] else str(blueprint["drive"])
        total = blueprint["on_map"] + blueprint["in_supply"]
        drawn.append(write(x + 23, y + 12.5, f"{blueprint['on_map']}/{total}", 8.6, palette.INK, bold=True))
        strength = f"dice {blueprint['dice']}  sh {blueprint['shield']}  mv {drive}"
        size = 7.4
        drawn.append(write(x + width - 8, y + 12, fitted(strength, size, width - 58), size, palette.PALE, anchor="end"))
        drawn.append(_slots(x + 4, y + 19, width - 12, blueprint))
        drawn.append("</g>")
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
    """An upgrade by the first letters of its words."""
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
        drawn.append(f'<g data-at="card-{player["player"]}-{card["card"]}">')
        drawn.append(pieces.block(x, y, width - 3, 11.5, fill, f'stroke="{palette.PANEL_EDGE}"', 3))
        words = fitted(words, 7.6, width - 6)
        drawn.append(write(x + width / 2 - 1.5, y + 8.6, words, 7.6, ink, anchor="middle") + "</g>")
    return y + 15, "".join(drawn)


def _technologies(box: Box, y: float, room: float, player: Facts) -> tuple[int, list[str]]:
    """Technologies in rows, their names as long as the room allows; also how many rows."""
    known = player["technologies"]
    if not known:
        return 1, [write(box.x + 10, y + 9, "no technologies yet", SMALL, palette.FAINT)]
    most = max(1, int(room // LINE))
    for width in WIDTHS:
        words = [fitted(technology["name"], SMALL, width) for technology in known]
        rows = _rows([text_width(word, SMALL) + 12 for word in words], box.width - 18)
        if len(rows) <= most:
            break
    drawn = []
    for line, row in enumerate(rows[:most]):
        x = box.x + 10
        for place in row:
            technology = known[place]
            mark = pieces.block(x, y + LINE * line + 3, 4.6, 6.4, palette.TECHNOLOGIES[technology["colour"]], "", 1)
            name = write(x + 7, y + LINE * line + 9, words[place], SMALL, palette.INK)
            at = f"technology-{player['player']}-{technology['technology']}"
            drawn.append(f'<g data-at="{at}">{mark}{name}</g>')
            x += text_width(words[place], SMALL) + 12
    return min(len(rows), most), drawn


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


def _notes(box: Box, player: Facts) -> list[tuple[str, str]]:
    """Lines below the technologies: cards that were won, what modules gave, secrets."""
    room = box.width - 18
    notes = []
    won = [card["name"] for card in player["resistance_cards"]]
    won += [f"{card['count']} {card['name']}" for card in player["outpost_cards"]]
    if won:
        notes.append((f"Won: {', '.join(won)}", palette.FOE_EDGE))
    if player["own_law"]:
        notes.append((f"In force for this player alone: {player['own_law']['name']}", palette.GOLD))
    if player["combat_cards"] and not player["secrets"]:
        notes.append((f"{player['combat_cards']} combat cards", palette.PALE))
    if player["secrets"]:
        words = _secret_words(player["secrets"])
        notes += [(line, "#9fe8c8") for line in folded(words, SMALL, room, 2)] if words else []
    return [(fitted(words, SMALL, room), ink) for words, ink in notes]


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
