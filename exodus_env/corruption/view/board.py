"""A position as text: the Corruption, the systems, the ships, Keys and foes, the pending decision and its moves.

The facts are those of describe.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from exodus_env.corruption.view.describe import describe
from exodus_env.corruption.view.moves import move_lines, pending
from exodus_env.corruption.view.names import Names
from exodus_env.kit.hexes import DIRECTIONS
from exodus_env.kit.text import aligned, capital, counted, number, wrapped

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption

Facts = dict[str, Any]
COMPASS = ("E", "NE", "NW", "W", "SW", "SE")


def render(rules: Corruption, g: Any, legal: Sequence[int] | None = None) -> str:
    """The whole position; `legal` are the ids of the legal moves, where they should be listed."""
    names = Names(rules, g)
    facts = describe(rules, g, None)
    parts = [_heading(facts), _map(facts), _ships(facts), _details(facts), _keys(facts), _now(facts)]
    return "\n\n".join("\n".join(part) for part in [*parts, _decision(names, legal)] if part)


def map_text(rules: Corruption, g: Any) -> str:
    """The systems and how they are joined."""
    return "\n".join(_map(describe(rules, g, None)))


def _heading(facts: Facts) -> list[str]:
    course, setting, decks = facts["course"], facts["setting"], facts["decks"]
    if course["over"]:
        return [f"GAME OVER in turn {course['turn']}: {course['outcome']}"]
    boxes = ", ".join(map(str, setting["boxes"]))
    lines = [
        f"TURN {course['turn']}, {course['phase']} phase. Corruption on space {course['corruption']} of "
        f"{setting['spaces']} (red boxes: {boxes}).",
        f"Decks: {number(decks['tiles'], 'tile')}, {decks['explorations']} Explorations, {decks['enemies']} Enemies "
        f"({decks['reserve']} in reserve), {decks['modules']} Ship Modules, {decks['precursors']} Precursor Ship "
        f"Modules.",
    ]
    if course["avatar_moves"]:
        lines.append(f"Avatars move {course['avatar_moves']:+d} this turn.")
    if course["hold"]:
        lines.append("The Corruption does not advance this turn.")
    return lines


def _map(facts: Facts) -> list[str]:
    rows: list[list[object]] = [["#", "system", "kind", "at", "lanes", "here"]]
    for system in facts["map"]["systems"]:
        lanes = []
        for side in range(len(DIRECTIONS)):
            if system["beside"][side] is not None:
                lanes.append(f"{COMPASS[side]}:{system['beside'][side]}")
            elif system["empty"][side]:
                lanes.append(f"{COMPASS[side]}:?")
        place = f"{system['q']},{system['r']}"
        rows.append([system["system"], system["name"], system["kind"], place, " ".join(lanes), _here(system, facts)])
    return ["MAP (lanes by direction: a system, or ? for an empty space)", *(f"  {line}" for line in aligned(rows))]


def _here(system: Facts, facts: Facts) -> str:
    """What is in a system."""
    words = [
        facts["ships"][ship]["name"] + ("" if facts["ships"][ship]["alive"] else " (wreck)") for ship in system["ships"]
    ]
    words += [f"{foe['name']} {foe['health']}/{foe['most']}" for foe in system["foes"]]
    words += ["Exploration"] * system["exploration"] + [f"Key {key + 1}" for key in system["keys"]]
    words += ["wormhole"] * system["wormhole"] + ["Rift"] * system["rift"]
    words += ["fled from"] * system["fled"]
    if system["ally"]:
        words.append(system["ally"]["name"] or "an Ally")
    if system["enemies"] and not system["pacified"]:
        patrol = f"{system['enemies']} patrolling"
        words.append(patrol + " from the reserve" * system["reserve"] + ", surveillance" * system["surveillance"])
    if system["pacified"]:
        words.append("pacified" if system["pacified"] > 1 else "pacified until the End phase")
    return ", ".join(words)


def _ships(facts: Facts) -> list[str]:
    head: list[object] = [
        "ship",
        "captain",
        "class",
        "at",
        "Health",
        "Energy",
        "Scraps",
        "XP",
        "Actions",
        "Keys",
        "state",
    ]
    rows = [head]
    for ship in facts["ships"]:
        mat = ship["mat"] or {}
        rows.append(
            [
                ship["name"],
                f"Player {ship['captain']}",
                mat.get("class", ""),
                "" if ship["system"] is None else ship["system"],
                f"{ship['health']}/{ship['markers']}",
                f"{ship['ready']}/{ship['energy']}",
                ship["scraps"],
                ship["xp"],
                mat.get("actions", ""),
                ", ".join(str(key + 1) for key in ship["keys"]),
                _state(ship, facts),
            ]
        )
    return ["SHIPS", *(f"  {line}" for line in aligned(rows))]


def _state(ship: Facts, facts: Facts) -> str:
    if not ship["alive"]:
        return "defeated"
    words = [word for word in ("engaged", "hidden", "strained") if ship[word]]
    if ship["active"]:
        words.append("active")
    elif ship["played"]:
        words.append("has played")
    others = [facts["ships"][other]["name"] for other in ship["fleet"] if other != ship["ship"]]
    return ", ".join([*words, *([f"Fleet with {' and '.join(others)}"] if others else [])])


def _details(facts: Facts) -> list[str]:
    """Mods, modules and Damaged cards of each ship."""
    lines: list[str] = []
    for ship in facts["ships"]:
        words = [f"{mod['name']} ({mod['words']})" for mod in ship["mods"] if mod["state"] == "chosen"]
        words += counted([f"{module['name']} ({module['words']})" for module in ship["modules"]])
        words += [f"DAMAGED {card['cards']} x {card['name']} ({card['words']})" for card in ship["damaged"]]
        if words:
            lines += wrapped(f"{ship['name']}: {'; '.join(words)}", "  ")
    return ["EQUIPMENT", *lines] if lines else []


def _keys(facts: Facts) -> list[str]:
    lines = []
    for key in facts["keys"]:
        where = {
            "mat": "its signal is not found",
            "system": f"in system {key['system']}",
            "ship": "" if key["ship"] is None else f"on {facts['ships'][key['ship']]['name']}",
            "rift": "on the Main Rift",
        }[key["state"]]
        words = f"Key {key['key'] + 1}: {where}"
        signal = key["signal"]
        if signal and key["signal_state"] == "face up":
            words += f"; {signal['name']} ({signal['level']}), {number(signal['markers'], 'marker')} left: "
            words += " / ".join(signal["instructions"])
        lines += wrapped(words, "  ")
    for avatar in facts["avatars"]:
        where = f"in system {avatar['system']}" if avatar["system"] is not None else "out for good"
        if avatar["returns"]:
            where = f"returns at space {avatar['returns']}"
        lines += wrapped(
            f"Avatar {avatar['number']}, {avatar['name']}: {where}, {avatar['health']}/{avatar['most']} Health, Shield "
            f"{avatar['shield']}; {'; '.join(avatar['words'])}",
            "  ",
        )
    return ["KEYS AND AVATARS", *lines]


def _now(facts: Facts) -> list[str]:
    """The fight, the roll or the Exploration under way."""
    lines: list[str] = []
    combat = facts["combat"]
    if combat:
        foes = facts["map"]["systems"][combat["system"]]["foes"]
        against = [foe for foe in foes if foe["card"] == combat["foe"]] or foes
        for foe in against:
            lines += wrapped(
                f"{foe['name']}: {foe['health']}/{foe['most']} Health, Shield {foe['shield']}; "
                f"{'; '.join(foe['words'])}",
                "  ",
            )
        lines += [
            f"  {facts['ships'][one['ship']]['name']}: {one['manoeuvre']}"
            for one in combat["ships"]
            if one["manoeuvre"]
        ]
    if facts["exploration"]:
        card = facts["exploration"]
        lines.append(f"  {card['name']} ({card['kind']})")
        for option in card["options"]:
            lines += wrapped(f"{option['name']}: {option['words']}{' (taken)' * option['taken']}", "    ")
    if facts["dice"]:
        thrown = [f"{facts['ships'][die['ship']]['name']} {die['shows']}" for die in facts["dice"]]
        lines += wrapped(f"Dice: {', '.join(thrown)}", "  ")
    return [f"NOW, round {combat['round']}" if combat else "NOW", *lines] if lines else []


def _decision(names: Names, legal: Sequence[int] | None) -> list[str]:
    if names.g.over or names.g.decision == 0 or names.g.actor < 0:
        return []
    lines = ["DECISION", *wrapped(capital(pending(names)), "  ")]
    if legal is None:
        return lines
    return [*lines, f"  {number(len(legal), 'legal move')}:", *move_lines(names, legal)]
