"""What surrounds map and boards: heading, score, politics, market, decks, what is happening, the pending decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.drawing import palette, pieces
from exodus_env.exodus.view.drawing.boards import final_or_now
from exodus_env.exodus.view.drawing.hexes import CORNERS, LEVELS, UNIT, Token, rocket_token, tag, worth
from exodus_env.exodus.view.drawing.layout import GAP, Page, page
from exodus_env.kit.drawing import fitted, folded, number, text_width, write
from exodus_env.kit.panels import Box
from exodus_env.kit.text import capital

STAGES: Final = ("Upkeep", "Council", "Action", "Fire WMD", "Conquest")
SMALL: Final = 8.8
LINE: Final = 11.6
SIZES: Final = (10.4, 9.6, 8.8, 8.2)  # of letters, for less and less room
LEADING: Final = 1.34
FINAL_SCORE: Final = 150.0  # heights that panels need for their possible contents
COMBAT: Final = 112.0
EVENT: Final = 74.0

Facts = dict[str, Any]
Card = tuple[str, str, str, Facts]  # data-at, what it is, colour, card
Panel = tuple[float, Callable[[Box], str]]  # the height it needs, and how it is drawn


@lru_cache(maxsize=64)
def draw_backdrop(rules: Ruleset) -> str:
    """Stars behind everything, and the shapes that other fragments use."""
    place, chance = page(rules), Random(7)
    ground = f'<rect width="{place.width}" height="{place.height}" fill="{palette.SPACE}"/>'
    stars = "".join(
        f'<circle cx="{chance.randrange(place.width)}" cy="{chance.randrange(place.height)}" '
        f'r="{chance.choice((0.5, 0.7, 1.0, 1.3))}" fill-opacity="{chance.choice((0.3, 0.5, 0.8))}"/>'
        for _ in range(240)
    )
    return f'{pieces.definitions()}{ground}<g fill="#cfd8f0">{stars}</g>'


def draw_heading(page: Page, facts: Facts) -> str:
    """Turn, stage and turn order."""
    box, course = page.heading, facts["course"]
    drawn = [pieces.panel(box)]
    turn = f"Turn {course['turn']}"
    drawn.append(write(box.x + 10, box.y + 25, turn, 17, palette.INK, bold=True))
    x = box.x + 14 + text_width(turn, 17, bold=True)
    of = f"of {facts['setting']['turns']}"
    drawn.append(write(x, box.y + 25, of, 10, palette.PALE))
    x += text_width(of, 10) + 12
    for stage in _stages(facts):
        lit = stage == course["stage"]
        words = stage
        if lit and course["conquest"]:
            words += f" {course['conquest']}/{course['conquests']}"
        elif lit and course["action_round"]:
            words += f" {course['action_round']}"
        fill, ink = (palette.LIGHT, palette.DARK) if lit and not course["over"] else (palette.INSET, palette.PALE)
        drawn.append(pieces.chip(x, box.y + 12, words, 9, fill, ink))
        x += pieces.chip_width(words, 9) + 4
    x = box.right - 8
    for player in reversed(course["order"]):
        letter = palette.LETTERS[player]
        x -= pieces.chip_width(letter, 10) + 3
        drawn.append(pieces.chip(x, box.y + 12, letter, 10, palette.PLAYERS[player]))
    if len(course["order"]) > 1:
        drawn.append(write(x - 5, box.y + 23, "order", 8.5, palette.FAINT, anchor="end"))
    return "".join(drawn)


def _stages(facts: Facts) -> list[str]:
    """The stages of a turn, preceded by the present one if it is none of them."""
    stages = list(STAGES)
    scenario = facts["scenario"]
    if scenario and scenario["kind"] == "stronghold":
        stages.append("Activation")
    present = facts["course"]["stage"]
    return stages if present in stages or facts["course"]["over"] else [present, *stages]


def draw_question(page: Page, facts: Facts) -> str:
    """The pending decision, and the hex it is about."""
    box, decision, course = page.question, facts["decision"], facts["course"]
    if decision is None:
        if not course["over"]:
            return pieces.panel(box)
        words = capital(course["outcome"]) if course["outcome"] else _winners(facts)
        return pieces.panel(box, palette.GOLD) + _headline(box, words, 13, palette.GOLD)
    colour = palette.PLAYERS[decision["player"]]
    drawn = [pieces.panel(box, colour), pieces.block(box.x, box.y, 6, box.height, colour)]
    drawn.append(_headline(box, capital(decision["words"]), 11.5, palette.INK))
    if decision["hex"] is not None:
        x, y = page.middles[decision["hex"]]
        at = f"translate({number(x)} {number(y)}) scale({page.hex_size / UNIT:.3f})"
        ring = f'<polygon points="{CORNERS}" transform="{at}" fill="none" stroke="{colour}" stroke-width="3.4"'
        drawn.append(f'{ring} stroke-dasharray="9 5"/>')
    return "".join(drawn)


def _headline(box: Box, words: str, size: float, ink: str) -> str:
    """A line in bold letters, or two lines in smaller ones."""
    if text_width(words, size, bold=True) > box.width - 24:
        size = 11.5
    lines = folded(words, size, box.width - 24, 2, bold=True)
    top = box.y + (24 if len(lines) == 1 else 16)
    return "".join(write(box.x + 14, top + 15 * i, line, size, ink, bold=True) for i, line in enumerate(lines))


def _winners(facts: Facts) -> str:
    best = [player["name"] for player in facts["players"] if player["rank"] == 1]
    return f"The game is over: {' and '.join(best)} won" if best else "The game is over"


# Score ----------------------------------------------------------------------------------------------------------------


def draw_score(page: Page, facts: Facts) -> str:
    """The score track; if all win or lose together, the turns."""
    box = page.score
    if facts["setting"]["together"]:
        return pieces.panel(box) + _turns(box, facts)
    scores = {player["player"]: final_or_now(player) for player in facts["players"]}
    least, most = min(0, *scores.values()), max(20, *scores.values())
    step = 10 if most > 60 else 5
    last = -(-most // step) * step
    left, right, y = box.x + 40, box.right - 16, box.y + 18
    drawn = [pieces.panel(box), write(box.x + 9, box.y + 20, "VP", 11, palette.GOLD, bold=True)]
    drawn.append(pieces.block(left, y - 1, right - left, 2, palette.PANEL_EDGE))
    scale = (right - left) / (last - least)
    for mark in range(-(-least // step) * step, last + 1, step):
        x = left + (mark - least) * scale
        drawn.append(pieces.block(x - 0.5, y - 4, 1, 8, palette.FAINT))
        drawn.append(write(x, box.bottom - 2.5, str(mark), 7.4, palette.PALE, anchor="middle"))
    taken = left - 100.0
    for player, vp in sorted(scores.items(), key=lambda item: item[1]):
        taken = max(left + (vp - least) * scale, taken + 15.5)
        drawn.append(pieces.dot(taken, y - 5, 7.6, palette.LETTERS[player], palette.PLAYERS[player], palette.DARK))
    return "".join(drawn)


def _turns(box: Box, facts: Facts) -> str:
    turns, now = facts["setting"]["turns"], facts["course"]["turn"]
    drawn = [write(box.x + 9, box.y + 19, "TURNS", 9, palette.LIGHT, bold=True)]
    width = (box.width - 70) / turns
    for turn in range(1, turns + 1):
        x = box.x + 58 + width * (turn - 1)
        fill = palette.LIGHT if turn == now else palette.PANEL_EDGE if turn < now else palette.INSET
        drawn.append(pieces.block(x, box.y + 8, width - 5, 14, fill, "", 4))
        ink = palette.DARK if turn == now else palette.PALE
        drawn.append(write(x + width / 2 - 2.5, box.y + 18.5, str(turn), 9, ink, anchor="middle", bold=True))
    return "".join(drawn)


# The table ------------------------------------------------------------------------------------------------------------


def draw_politics(page: Page, facts: Facts) -> str:
    """Cards to vote on, bonus actions, cards in force."""
    box, politics = page.politics, facts["politics"]
    entries = [
        (f"political-{'ABC'.index(card['slot'])}", f"vote {card['slot']}", palette.KINDS[card["kind"]], card)
        for card in politics["revealed"]
    ]
    entries += [(f"bonus-{card['card']}", "proposed", "#9be3b4", card) for card in politics["proposed"]]
    if politics["bonus_action"]:
        card = politics["bonus_action"]
        entries.append((f"bonus-{card['card']}", "bonus", "#9be3b4", card))
    entries += [("", "resolution", palette.KINDS["resolution"], card) for card in politics["resolutions"]]
    entries += [(f"law-{i}", "law", palette.KINDS["law"], card) for i, card in enumerate(politics["laws"])]
    if politics["turn_order_card"]:
        name, _, words = politics["turn_order_card"].removesuffix(")").partition(" (")
        entries.insert(0, ("", "office", palette.GOLD, {"name": capital(name), "words": words}))
    return f'<g data-at="politics">{_cards(box, "Politics", "", entries, "no law in force")}</g>'


def _cards(box: Box, name: str, more: str, entries: list[Card], nothing: str) -> str:
    """Cards below each other, in the largest letters that leave room for all words, or as much as fits."""
    drawn = [pieces.panel(box), pieces.title(box, name, more)]
    if not entries:
        return "".join(drawn) + write(box.x + 10, box.y + 33, nothing, 9.6, palette.FAINT)
    size, words = _card_words([card["words"] for *_, card in entries], box)
    y = box.y + 22
    for (at, kind, colour, card), lines in zip(entries, words):
        drawn.append(f'<g data-at="{at}">' if at else "<g>")
        drawn.append(_card(box, y, size, kind, colour, card, lines))
        drawn.append("</g>")
        y += size * LEADING * (len(lines) + 1)
    return "".join(drawn)


def _card_words(texts: list[str], box: Box) -> tuple[float, list[tuple[str, ...]]]:
    """The size of letters and the lines of every card; if not all fit, the longest are shortened first."""
    room = box.height - 26
    for size in SIZES:
        width = box.width - size * 5.4 - 20
        words = [folded(text, size, width, 4) for text in texts]
        if sum(len(lines) + 1 for lines in words) * size * LEADING <= room:
            return size, words
    size = min(size, room / len(texts) / LEADING)
    counts = [len(lines) for lines in words]
    while sum(counts) and (sum(counts) + len(counts)) * size * LEADING > room:
        counts[counts.index(max(counts))] -= 1
    return size, [folded(text, size, width, most) for text, most in zip(texts, counts)]


def _card(box: Box, y: float, size: float, kind: str, colour: str, card: Facts, lines: Sequence[str]) -> str:
    """A card: its kind, its name, and its words below it, or beside it if no line is left for them."""
    wide = size * 5.4
    ground = pieces.block(box.x + 8, y, wide, size * 1.24, colour, "", 2.5)
    drawn = [
        ground,
        write(box.x + 8 + wide / 2, y + size * 0.94, kind, size * 0.86, palette.DARK, anchor="middle", bold=True),
    ]
    x, room = box.x + 13 + wide, box.width - wide - 20
    name = fitted(card["name"], size, room, bold=True)
    drawn.append(write(x, y + size, name, size, palette.INK, bold=True))
    used = text_width(name, size, bold=True) + 6
    if not lines and room - used > 60:
        drawn.append(write(x + used, y + size, fitted(card["words"], size, room - used), size, palette.PALE))
    drawn += [write(x, y + size * (1 + LEADING * (i + 1)), line, size, palette.PALE) for i, line in enumerate(lines)]
    return "".join(drawn)


def draw_market(page: Page, facts: Facts) -> str:
    """Spaces with traders and prices."""
    box = page.market
    drawn = [pieces.panel(box), pieces.title(box, "Market", "CP for one")]
    rows = facts["market"]
    columns = [box.x + 26 + (box.width - 34) * (i + 0.5) / 4 for i in range(4)]
    for x, (verb, name) in zip(columns, (("buy", "A"), ("buy", "P"), ("sell", "A"), ("sell", "P"))):
        ink = palette.RESOURCES["Axinium" if name == "A" else "Phasium"]
        drawn.append(write(x, box.y + 27, f"{verb} {name}", 7.6, ink, anchor="middle", bold=True))
    step = min(20.0, (box.height - 36) / max(len(rows), 1))
    for place, row in enumerate(rows):
        y = box.y + 31 + step * place
        drawn.append(f'<g data-at="market-{row["space"]}">')
        drawn.append(pieces.block(box.x + 6, y, box.width - 12, step - 2, palette.INSET, "", 3))
        middle = y + step / 2 + 2
        trader = row["trader"]
        if trader is None:
            drawn.append(write(box.x + 17, middle, str(place + 1), 8.4, palette.FAINT, anchor="middle"))
        else:
            letter, colour = palette.LETTERS[trader], palette.PLAYERS[trader]
            drawn.append(pieces.dot(box.x + 17, y + step / 2 - 1, 6.4, letter, colour, palette.DARK))
        prices = [row["buy"]["Axinium"], row["buy"]["Phasium"], row["sell"]["Axinium"], row["sell"]["Phasium"]]
        for x, (ordinary, better) in zip(columns, prices):
            words = str(ordinary) if ordinary == better else f"{ordinary} ({better})"
            drawn.append(write(x, middle, words, 8.2, palette.INK, anchor="middle"))
        drawn.append("</g>")
    return "".join(drawn)


def draw_decks(page: Page, facts: Facts) -> str:
    """How many cards are left."""
    box, decks = page.decks, facts["decks"]
    levels = "/".join(str(left) for left in decks["resistance"])
    rows = [("Political", str(decks["political"])), ("Resistance", levels)]
    if decks["outposts"] is not None:
        rows.append(("Outposts", "/".join(str(left) for left in decks["outposts"])))
        rows.append(("Outpost tokens", str(decks["outpost_tokens"])))
    if decks["events"] is not None:
        rows.append(("Events", str(decks["events"])))
    if decks["combat"] is not None:
        rows.append(("Combat", str(decks["combat"])))
        rows.append(("Foes' combat", str(decks["resistance_combat"])))
    drawn = [pieces.panel(box), pieces.title(box, "Decks")]
    size = 8.4 if box.width < 130 else 9.2
    for place, (name, left) in enumerate(rows):
        y = box.y + 31 + 15.5 * place
        room = box.width - 20 - text_width(left, size, bold=True)
        drawn.append(write(box.x + 8, y, fitted(name, size, room), size, palette.PALE))
        drawn.append(write(box.right - 8, y, left, size, palette.INK, anchor="end", bold=True))
    return "".join(drawn)


# What is happening ----------------------------------------------------------------------------------------------------


def draw_stage(page: Page, facts: Facts) -> str:
    """A combat, an Event, the scenario, how to read the map: the first that applies, and more if there is room."""
    panels: list[Panel] = []
    if facts["course"]["over"] and not facts["setting"]["together"]:
        panels.append((FINAL_SCORE, lambda box: _final_score(box, facts)))
    if facts["combat"]:
        panels.append((COMBAT, lambda box: _combat(box, facts)))
    if facts["event"]:
        panels.append((EVENT, lambda box: _event(box, facts["event"])))
    if facts["scenario"]:
        panels.append(_scenario(facts["scenario"], page.stage.width))
    signs = _signs(facts)
    panels.append((48 + 15 * -(-len(signs) // 2), lambda box: _legend(box, signs)))
    box, shown = page.stage, [panels[0]]
    for panel in panels[1:]:
        if sum(need + GAP for need, _ in (*shown, panel)) - GAP > box.height:
            break
        shown.append(panel)
    spare = (box.height - sum(need + GAP for need, _ in shown) + GAP) / len(shown)
    drawn, y = [], box.y
    for need, draw in shown:
        drawn.append(draw(Box(box.x, y, box.width, need + spare)))
        y += need + spare + GAP
    return "".join(drawn)


def _final_score(box: Box, facts: Facts) -> str:
    """One row per source of VP, one column per player."""
    players = facts["players"]
    sources = [name for name in players[0]["score"] if any(player["score"][name] for player in players)]
    rows = [(name, [player["score"][name] for player in players]) for name in sources]
    rows.append(("total", [final_or_now(player) for player in players]))
    step = min(15.0, (box.height - 38) / len(rows))
    size = min(9.6, step * 0.8)
    columns = [box.right - 22 - 44 * place for place in reversed(range(len(players)))]
    drawn = [pieces.panel(box, palette.GOLD), pieces.title(box, "Final score")]
    for x, player in zip(columns, players):
        letter, colour = palette.LETTERS[player["player"]], palette.PLAYERS[player["player"]]
        drawn.append(pieces.dot(x, box.y + 17, 7, letter, colour, palette.DARK))
    for place, (name, values) in enumerate(rows):
        y, bold = box.y + 28 + step * (place + 0.75), place == len(rows) - 1
        drawn.append(write(box.x + 10, y, name, size, palette.GOLD if bold else palette.PALE, bold=bold))
        for x, value in zip(columns, values):
            drawn.append(write(x, y, str(value), size, palette.INK, anchor="middle", bold=bold))
    return "".join(drawn)


def _event(box: Box, event: Facts) -> str:
    return _cards(box, "Event", f"hex {event['hex']}", [("", event["kind"], palette.GOLD, event)], "")


def _combat(box: Box, facts: Facts) -> str:
    """One player on the left, all others on the right, with shield, damage and hits; below them combat cards."""
    combat = facts["combat"]
    where = "" if combat["hex"] is None else f"hex {combat['hex']}: {facts['map']['hexes'][combat['hex']]['name']}"
    drawn = [pieces.panel(box, palette.DAMAGE), pieces.title(box, "Combat", where)]
    first = combat["ships"][0]["player"]
    own = [_ship(ship) for ship in combat["ships"] if ship["player"] == first]
    others = [_ship(ship) for ship in combat["ships"] if ship["player"] != first]
    others += [_foe(foe, f"{foe['name']} {LEVELS[foe['level']]}") for foe in combat["foes"]]
    if combat["wave"]:
        wave = combat["wave"]
        others.append(_foe({**wave, "foe": 0}, f"{capital(wave['kind'])}, {wave['left']} left"))
    cards = [
        (f"{_side(card['side'])}: {card['card'] or 'face down'}", _side_colour(card["side"]))
        for card in combat["cards"]
        if card["card"] or card["face_down"]
    ]
    lines = max(len(own), len(others))
    step = min(17.0, (box.height - 26 - 12 * len(cards)) / lines)
    width = (box.width - 18) / 2
    for column, side in enumerate((own, others)):
        for row, (at, name, colour, one) in enumerate(side):
            x, y = box.x + 9 + width * column, box.y + 22 + step * row
            drawn.append(f'<g data-at="{at}">{_fighter(x, y, width - 12, step, name, colour, one)}</g>')
    y = box.y + 22 + step * lines
    for words, colour in cards:
        y += 12
        drawn.append(write(box.x + 9, y, fitted(words, SMALL, box.width - 18), SMALL, colour))
    return "".join(drawn)


def _fighter(x: float, y: float, room: float, step: float, name: str, colour: str, one: Facts) -> str:
    """A ship in a combat: name, shield, damage in red, hits of this round as a burst."""
    size = min(10.0, step * 0.66)
    base, end = y + step * 0.68, x + room
    gone = one.get("destroyed")
    smaller = max(7.0, min(size, (room - 92) / text_width(name, 1, bold=True)))
    words = fitted(name, smaller, room - 92, bold=True)
    drawn = [write(x, base, words, smaller, palette.FAINT if gone else colour, bold=True)]
    if gone:
        return drawn[0] + write(end, base, "destroyed", size, palette.FAINT, anchor="end")
    drawn.append(pieces.use("shield", end - 80, base - size * 0.36, size / 13, palette.PALE))
    drawn.append(write(end - 73, base, str(one["shield"]), size, palette.INK))
    if one["damage"]:
        drawn.append(write(end - 58, base, f"-{one['damage']}", size, palette.DAMAGE, bold=True))
    if one["hits"]:
        words = "1 hit" if one["hits"] == 1 else f"{one['hits']} hits"
        drawn.append(write(end, base, words, size, palette.GOLD, anchor="end", bold=True))
    return "".join(drawn)


def _ship(ship: Facts) -> tuple[str, str, str, Facts]:
    player = ship["player"]
    return f"ship-{player}-{ship['ship']}", f"{palette.LETTERS[player]} {ship['name']}", palette.PLAYERS[player], ship


def _foe(foe: Facts, name: str) -> tuple[str, str, str, Facts]:
    return f"foe-{foe['foe']}", name, palette.FOE_EDGE, foe


def _side(side: int | str) -> str:
    return palette.LETTERS[side] if isinstance(side, int) else "Resistance"


def _side_colour(side: int | str) -> str:
    return palette.PLAYERS[side] if isinstance(side, int) else palette.FOE_EDGE


def _scenario(scenario: Facts, width: float) -> Panel:
    if scenario["kind"] == "stronghold":
        return _facts("Centaurian Stronghold", _stronghold_rows(scenario))
    if scenario["kind"] == "event_horizon":
        rows = [
            ("Star Evolution tokens", f"{scenario['tokens']} (a die is rolled from {scenario['rolls_from']} on)"),
            ("Evolutions", f"{scenario['evolutions']} of {scenario['last_evolution']}"),
        ]
        return _facts("Proxima Centauri", rows)
    return _mission(scenario, width)


def _stronghold_rows(scenario: Facts) -> list[tuple[str, str]]:
    level = f"shield {scenario['level_shield']}, {scenario['level_dice']} dice, hit on {scenario['level_hits_on']}+"
    return [
        ("Levels left", f"{scenario['levels']} of {scenario['levels_at_start']}"),
        ("A level this turn", level),
        ("Squadrons on the map", str(scenario["squadrons_on_map"])),
        (
            "Squadrons in the supply",
            f"{scenario['squadrons_in_supply']} of {scenario['squadrons']} (none: all is lost)",
        ),
        ("Shield bonus this turn", str(scenario["shield_bonus"])),
        ("Activations", f"{scenario['activations']}; each turn from turn {scenario['activates_from_turn']} on"),
    ]


def _facts(name: str, rows: list[tuple[str, str]]) -> Panel:
    def draw(box: Box) -> str:
        drawn = [pieces.panel(box), pieces.title(box, name)]
        for place, (words, value) in enumerate(rows):
            y = box.y + 32 + 15 * place
            drawn.append(write(box.x + 10, y, words, 9, palette.PALE))
            value = fitted(value, 9, box.width * 0.55)
            drawn.append(write(box.x + box.width * 0.42, y, value, 9, palette.INK, bold=True))
        return "".join(drawn)

    return 28 + 15 * len(rows), draw


def _mission(scenario: Facts, width: float) -> Panel:
    """What the mission requires and how far it is, and below that what the NPC does."""
    about = folded(scenario["words"], SMALL, width - 20, 3)
    npc = [line for words in scenario["npc"] for line in folded(words, SMALL, width - 20, 4)]
    heads = ("now", "absolute", "tactical")

    def draw(box: Box) -> str:
        drawn = [pieces.panel(box), pieces.title(box, f"Mission: {scenario['name']}")]
        y = box.y + 30
        for line in about:
            drawn.append(write(box.x + 10, y, line, SMALL, palette.PALE))
            y += LINE
        columns = [box.right - 150 + 52 * i for i in range(3)]
        for x, head in zip(columns, heads):
            drawn.append(write(x, y + 4, head, 7.8, palette.LIGHT, anchor="middle", bold=True))
        y += 17
        for condition in scenario["conditions"]:
            drawn.append(write(box.x + 10, y, fitted(condition["words"], SMALL, box.width - 200), SMALL, palette.INK))
            for x, key in zip(columns, heads):
                drawn.append(write(x, y, str(condition[key]), SMALL, palette.INK, anchor="middle", bold=key == "now"))
            y += 13
        room = int((box.bottom - 4 - y) / LINE) + 1
        lines = npc if len(npc) <= room else [*npc[: room - 1], fitted(f"{npc[room - 1]} …", SMALL, width - 20)]
        drawn += [write(box.x + 10, y + LINE * i, line, SMALL, palette.FOE_EDGE) for i, line in enumerate(lines)]
        return "".join(drawn)

    return 37 + LINE * (len(about) + len(npc)) + 13 * len(scenario["conditions"]), draw


def _legend(box: Box, signs: Sequence[tuple[Token, str]]) -> str:
    """How to read map and boards."""
    drawn = [pieces.panel(box), pieces.title(box, "How to read it")]
    y = box.y + 32
    for place, (kind, name) in enumerate(
        zip(pieces.SHIPS, ("Dark Raider", "Fighter", "War Cruiser", "Battle Carrier"))
    ):
        x = box.x + 18 + (box.width - 16) / 4 * place
        drawn.append(pieces.use(kind, x, y - 3, 0.95, palette.PALE))
        drawn.append(write(x + 12, y, name, SMALL, palette.PALE))
    for place, (sign, words) in enumerate(signs):
        row, column = divmod(place, 2)
        x, line = box.x + 10 + (box.width - 16) / 2 * column, y + 17 + 15 * row
        if line > box.bottom - 4:
            break
        width, at = sign
        drawn.append(at(x + max(0.0, 34 - width) / 2, line - 3))
        drawn.append(write(x + 40, line, fitted(words, SMALL, box.width / 2 - 52), SMALL, palette.PALE))
    return "".join(drawn)


def _signs(facts: Facts) -> list[tuple[Token, str]]:
    """Signs on the map and what they mean, as far as the game has them."""
    white, modules = palette.PLAYERS[0], facts["setting"]["modules"]
    hurt = {"damage": 2, "cargo": 0, "cloaked": False}
    laden = {"damage": 0, "cargo": 3, "cloaked": False}
    hidden = {"damage": 0, "cargo": 0, "cloaked": True}
    signs: list[tuple[Token, str]] = [
        (tag("W3", white, palette.DARK), "Population of White"),
        (worth(2), "VP of a planet"),
        (_model("fighter", white, hurt), "two damage"),
        (_model("war_cruiser", white, laden), "three Population on board"),
        (_model("fighter", white, hidden), "cloaked ship"),
        (rocket_token("B", False), "rocket, here a Biochemical one"),
    ]
    if "M2" in modules:
        signs.append((tag("FLEET", palette.FOE, "#fff", palette.FOE_EDGE), "Resistance fleet; hollow: beaten for now"))
    else:
        signs.append((tag("II", palette.FOE, "#fff", palette.FOE_EDGE), "Resistance of level II"))
    if "M3" in modules:
        signs.append((tag("O?", "#5a4a1e", palette.GOLD, palette.GOLD), "Outpost, face down"))
    if "M4" in modules:
        signs.append((tag("TRUCE", "#173f33", "#8ff0cd", "#3fcf9f"), "No Combat"))
        signs.append((tag("+VP", "#4a3a10", palette.GOLD, palette.GOLD), "Planet of Interest"))
    return signs


def _model(kind: str, colour: str, looks: Facts) -> Token:
    return 16.0, lambda x, y: pieces.ship("", x + 8, y, 0.84, kind, colour, looks)
