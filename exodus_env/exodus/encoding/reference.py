"""The two reference pages, generated from the layouts: what every action id and every observed number means.

Run as a module with the name of a folder, it writes ACTIONS.md and OBSERVATIONS.md of the default game there.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from exodus_env.exodus.capacity import EDGES
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content.turning import is_exact, same_roles
from exodus_env.exodus.encoding.actions import DIRECTION_NAMES
from exodus_env.exodus.encoding.blocks import open_decisions
from exodus_env.exodus.record import new_games
from exodus_env.exodus.rules.choices import DECISIONS, FAMILIES, families_of
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.exodus.view.names import Names
from exodus_env.exodus.view.text import game_words, number
from exodus_env.kit.layout import Block, CardTable, Family

# Factors that only say whether a module or scenario is in the game.
SWITCHES: Final = ("m3", "m4", "vp_trade")
# What is behind the name of a factor that a module or scenario brings.
BROUGHT: Final = re.compile(r"_(m\d+|stronghold|coop|eoe)$")
LISTED: Final = "see the list of its features below"


def actions_page(config: GameConfig) -> str:
    """The reference of the action space."""
    rules = ruleset(config)
    parts = [
        "# Actions",
        _generated("actions", config),
        f"- {rules.actions.size} actions, ids 0 to {rules.actions.size - 1}\n- layout hash `{rules.actions.hash}`",
        "An action is a choice of one family; the factors tell the choices of a family apart. Its id is the first id "
        "of the family plus the factors read as digits, the last one fastest: with two factors a and b, "
        "`first + a * size of b + b`. `action_to_string` and `string_to_action` of the layout translate.",
        f"Players are counted from the actor: 0 is the actor, 1 the next seat clockwise, and so on. {_turning(rules)} "
        "Ships and cards have fixed numbers. Which actions are legal depends on the pending decision; the mask says "
        "it. A decision with a single legal choice is not asked.",
        "## Families",
        _families(rules),
        "## Decisions",
        _decisions(rules),
        "## Factors",
        "\n".join(_factor(rules, *factor) for factor in _factors(rules)),
    ]
    return "\n\n".join(parts)


def observations_page(config: GameConfig) -> str:
    """The reference of the observation space."""
    rules = ruleset(config)
    layout = rules.observations
    parts = [
        "# Observations",
        _generated("observations", config),
        f"- {layout.size} numbers (float32)\n- layout hash `{layout.hash}`",
        "An observation is one flat row of numbers, made of the blocks below. A block with several axes is stored row "
        "by row, the last axis fastest; `views` of the layout gives every block its shape without a copy. With "
        '`encoding = "structured"` the blocks come as a dictionary.',
        "Players are counted from the viewer: 0 is the viewer, 1 the next seat clockwise, and so on. "
        f"{_turning(rules)} Ships, cards and technologies have fixed numbers. Everybody may see what a block holds, "
        "except that the viewer's own secrets appear in the viewer's observation only.",
        "## Blocks",
        _blocks(layout.blocks),
        "## Features",
        *(_features(block) for block in layout.blocks if block.features),
        "## Cards",
        "Blocks and factors that count cards or technologies go by their numbers. What each of them does is the same "
        "in every position and takes no room in the row: `env.unwrapped.rules.cards` has a table for each axis below, "
        "a row a card, with these columns. Networks of this package read both; with `card_identity = false` they read "
        "the columns alone.",
        *(_cards(axis, table) for axis, table in rules.cards.items()),
    ]
    return "\n\n".join(parts)


def _turning(rules: Ruleset) -> str:
    """How hexes and directions are numbered, and how well that fits this map."""
    seats = range(1, rules.config.players)
    if not seats:
        return "Hexes and directions are numbered as they are printed."
    loose = [seat for seat in seats if not is_exact(rules.t, seat)]
    matches = ", ".join(f"{same_roles(rules.t, seat)} of {rules.t.hexes} hexes for seat {seat}" for seat in loose)
    fit = (
        f"This map does not look the same from every home; the best match puts onto a hex like them {matches}."
        if loose
        else "This map looks the same from every home."
    )
    return (
        "Hexes and directions are numbered as the player sees the map after turning it, with the player's home where "
        f"that of seat 0 is printed; `turned_hex` and `turned_direction` of the tables translate. {fit}"
    )


def _generated(command: str, config: GameConfig) -> str:
    settings = f"the {config.variant} variant, the {config.map} map, {config.turns} turns, movement `{config.movement}`"
    game = "; ".join([f"{number(config.players, 'player')}, {settings}", *game_words(config)])
    return (
        f"This page is generated by `exodus {command}` for {game}. Another configuration has another layout: give its "
        "settings to the command."
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


# Actions --------------------------------------------------------------------------------------------------------------


def _families(rules: Ruleset) -> str:
    offered = {name: _offered(rules, i) for i, (name, _, _) in enumerate(DECISIONS)}
    rows = [_family(rules, family, offered) for family in rules.actions.families if family.size > 0]
    return _table(["family", "factors", "ids", "example", "decisions"], rows)


def _family(rules: Ruleset, family: Family, offered: dict[str, list[str]]) -> list[str]:
    named = [(_plain(name), size) for name, size in zip(family.factors, family.sizes) if name not in SWITCHES]
    factors = " × ".join(f"{name} ({size})" for name, size in named) or "none"
    last = family.start + family.size - 1
    ids = str(last) if family.size == 1 else f"{family.start} to {last}"
    example = family.start + family.size // 2
    text = f"{example}: {rules.actions.action_to_string(example)}"
    asked = [name for name, families in offered.items() if family.name in families]
    return [f"`{family.name}`", factors, ids, text, ", ".join(asked)]


def _plain(factor: str) -> str:
    """The name of a factor without the module or scenario that brings it."""
    return BROUGHT.sub("", factor)


def _decisions(rules: Ruleset) -> str:
    """The decisions that can come up, with the families this configuration has."""
    found = ((name, text, _offered(rules, i)) for i, (name, _, text) in enumerate(DECISIONS))
    rows = [
        [f"`{name}`", text, ", ".join(f"`{family}`" for family in offered)] for name, text, offered in found if offered
    ]
    return _table(["decision", "meaning", "families it may offer"], rows)


def _offered(rules: Ruleset, decision: int) -> list[str]:
    """The families a decision can offer; none where it does not come up."""
    if decision not in open_decisions(rules.t, rules.actions):
        return []
    return [FAMILIES[number][0] for number in families_of(decision) if rules.actions.families[number].size > 0]


def _factors(rules: Ruleset) -> list[tuple[str, int]]:
    """Every factor with its size, but for those without a choice."""
    found: dict[str, tuple[str, int]] = {}
    for family in rules.actions.families:
        for name, size in zip(family.factors, family.sizes):
            if size > 0 and name not in SWITCHES:
                found.setdefault(_plain(name), (name, size))
    return list(found.values())


def _factor(rules: Ruleset, name: str, size: int) -> str:
    words = [rules.actions.words(name, value, None) for value in range(size)]
    name = _plain(name)
    if name == "edge":
        sides = ", ".join(f"{side} {word}" for side, word in enumerate(DIRECTION_NAMES[:EDGES]))
        return f"- **{name}**: the border of a hex with its neighbour, hex * {EDGES} + side: {sides}"
    if name == "direction":
        words = [f"{value} {word}" for value, word in enumerate(DIRECTION_NAMES[:size])]
        return f"- **{name}**: as seat 0 sees them, {', '.join(words)}"
    if name == "hex":
        return f"- **{name}**: {_hexes(rules)}"
    if words[0] == "0":
        return f"- **{name}**: the number itself, 0 to {size - 1}"
    if words[0] == "1":
        return f"- **{name}**: 0 the first, 1 the second, and so on up to {size - 1}"
    return f"- **{name}**: {', '.join(f'{value} {word}' for value, word in enumerate(words))}"


def _hexes(rules: Ruleset) -> str:
    """The hexes by axial coordinates, with the places that are the same in every game."""
    names = Names(rules, new_games(1)[0])
    places = {int(rules.t.centre_hex): f" {names.centre()}"}
    for seat in range(rules.config.players):
        places[int(rules.t.home_hex[seat])] = f" home of seat {seat}"
    words = [f"{number} at ({q}, {r}){places.get(number, '')}" for number, (q, r) in enumerate(rules.coordinates)]
    return f"as seat 0 sees them, in axial coordinates, q to the east, r to the south-east: {', '.join(words)}"


# Observations ---------------------------------------------------------------------------------------------------------


def _blocks(blocks: Sequence[Block]) -> str:
    return _table(["block", "shape", "place", "values", "seen by", "meaning"], [_block(block) for block in blocks])


def _block(block: Block) -> list[str]:
    shape = " × ".join(str(size) for size in block.shape)
    place = f"{block.start} to {block.start + block.size - 1}"
    values = f"{block.low:g} to {block.high:g}"
    return [f"`{block.name}`", shape, place, values, block.seen_by, _meaning(block)]


def _meaning(block: Block) -> str:
    if block.name == "decision":
        return f"one-hot: pending decision; 0.5: one that is put off by what comes between; {LISTED}"
    return LISTED if block.features else block.meaning


def _features(block: Block) -> str:
    lines = [f"- {number}: {name}" for number, name in enumerate(block.features)]
    axis = "" if len(block.shape) == 1 else " along the last axis"
    return f"### `{block.name}`{axis}\n\n" + "\n".join(lines)


def _cards(axis: str, table: CardTable) -> str:
    return f"### Along `{axis}`, {len(table.rows)} cards\n\n{'; '.join(table.names)}"


def write_pages(folder: Path) -> None:
    """Write the pages of the default game."""
    pages = {"ACTIONS.md": actions_page(GameConfig()), "OBSERVATIONS.md": observations_page(GameConfig())}
    for name, page in pages.items():
        (folder / name).write_text(page + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
