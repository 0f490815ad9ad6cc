"""The two reference pages, generated from the layouts: what every action id and every observed number means.

A game derives a class from `Reference` if it has more to say than the layouts: which families a decision offers, how
its pieces are numbered, who sees a block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

from exodus_env.kit.definition import Definition
from exodus_env.kit.layout import Block, CardTable, Family

LISTED: Final = "see the list of its features below"

Offered = tuple[str, str, Sequence[str]]  # a decision: its name, its meaning and the families it may offer


class Reference:
    """The reference pages of a configuration."""

    meanings: ClassVar[Mapping[str, str]] = {}  # of blocks about which the layout does not say enough

    def __init__(self, rules: Definition) -> None:
        self.rules = rules

    # What a game says -----------------------------------------------------------------------------------------------

    def settings(self) -> str:
        """The configuration in words."""
        return "; ".join(self.rules.heading())

    def decisions(self) -> list[Offered]:
        """The decisions that can come up; without them the page has no list of decisions."""
        return []

    def action_numbers(self) -> str:
        """How the things that actions name are numbered, except players."""
        return ""

    def observation_numbers(self) -> str:
        """How the things that observations count are numbered, except players."""
        return self.action_numbers()

    def factor_name(self, factor: str) -> str | None:
        """The name of a factor on the page; None to leave it out."""
        return factor

    def factor_values(self, factor: str, size: int) -> str:
        """What the values of a factor mean."""
        words = [self.rules.actions.words(factor, value, None) for value in range(size)]
        if words[0] == "0":
            return f"the number itself, 0 to {size - 1}"
        if words[0] == "1":
            return f"0 the first, 1 the second, and so on up to {size - 1}"
        return ", ".join(f"{value} {word}" for value, word in enumerate(words))

    # The pages ------------------------------------------------------------------------------------------------------

    def actions_page(self) -> str:
        """The reference of the action space."""
        layout = self.rules.actions
        parts = [
            "# Actions",
            self._generated("actions"),
            f"- {layout.size} actions, ids 0 to {layout.size - 1}\n- layout hash `{layout.hash}`",
            "An action belongs to one family, and factors distinguish the actions of a family. The id of an action is "
            "the first id of its family plus the factors read as digits, the last one changing fastest: with two "
            "factors a and b, `first + a * size of b + b`. The layout's `action_to_string` and `string_to_action` "
            "translate between ids and words.",
            _sentences(
                "Players are counted from the actor: 0 is the actor, 1 the next seat clockwise, and so on.",
                self.action_numbers(),
                "Which actions are legal depends on the pending decision; the mask shows them. A decision with only "
                "one legal choice is skipped, unless skipping it would give something away.",
            ),
            "## Families",
            self._families(),
            *(["## Decisions", self._decisions()] if self.decisions() else []),
            "## Factors",
            "\n".join(self._factors()),
        ]
        return "\n\n".join(parts)

    def observations_page(self) -> str:
        """The reference of the observation space."""
        layout = self.rules.observations
        parts = [
            "# Observations",
            self._generated("observations"),
            f"- {layout.size} numbers (float32)\n- layout hash `{layout.hash}`",
            "An observation is one flat row of numbers, made of the blocks below. A block with several axes is stored "
            "row by row, with the last axis changing fastest; the layout's `views` returns every block in its shape, "
            'without copying. With `encoding = "structured"` the blocks are returned as a dictionary.',
            _sentences(
                "Players are counted from the viewer: 0 is the viewer, 1 the next seat clockwise, and so on.",
                self.observation_numbers(),
                "What a block holds is public, except for a player's own secrets, which appear only in that player's "
                "observation.",
            ),
            "## Blocks",
            self._blocks(),
            "## Features",
            *(_features(block) for block in layout.blocks if block.features),
            *self._cards(),
        ]
        return "\n\n".join(parts)

    def write_pages(self, folder: Path) -> None:
        """Write both pages into a folder."""
        pages = {"ACTIONS.md": self.actions_page(), "OBSERVATIONS.md": self.observations_page()}
        for name, page in pages.items():
            (folder / name).write_text(page + "\n", encoding="utf-8")

    def _generated(self, command: str) -> str:
        return (
            f"This page is generated by `exodus {command}` for {self.settings()}. Other configurations have other "
            "layouts; run the command with their settings."
        )

    def _families(self) -> str:
        rows = [self._family(family) for family in self.rules.actions.families if family.size > 0]
        return _table(["family", "factors", "ids", "example", "decisions"], rows)

    def _family(self, family: Family) -> list[str]:
        named = [(self.factor_name(name), size) for name, size in zip(family.factors, family.sizes)]
        factors = " × ".join(f"{name} ({size})" for name, size in named if name is not None) or "none"
        last = family.start + family.size - 1
        ids = str(last) if family.size == 1 else f"{family.start} to {last}"
        example = family.start + family.size // 2
        text = f"{example}: {self.rules.actions.action_to_string(example)}"
        asked = [name for name, _, families in self.decisions() if family.name in families]
        return [f"`{family.name}`", factors, ids, text, ", ".join(asked)]

    def _decisions(self) -> str:
        rows = [
            [f"`{name}`", text, ", ".join(f"`{family}`" for family in offered)]
            for name, text, offered in self.decisions()
        ]
        return _table(["decision", "meaning", "families it may offer"], rows)

    def _factors(self) -> list[str]:
        """Every factor with room for a value, and what its values mean."""
        found: dict[str, tuple[str, int]] = {}
        for family in self.rules.actions.families:
            for factor, size in zip(family.factors, family.sizes):
                name = self.factor_name(factor)
                if size > 0 and name is not None:
                    found.setdefault(name, (factor, size))
        return [f"- **{name}**: {self.factor_values(*factor)}" for name, factor in found.items()]

    def _blocks(self) -> str:
        rows = [self._block(block) for block in self.rules.observations.blocks]
        return _table(["block", "shape", "place", "values", "seen by", "meaning"], rows)

    def _block(self, block: Block) -> list[str]:
        shape = " × ".join(str(size) for size in block.shape)
        place = f"{block.start} to {block.start + block.size - 1}"
        meaning = self.meanings.get(block.name, LISTED if block.features else block.meaning)
        return [f"`{block.name}`", shape, place, f"{block.low:g} to {block.high:g}", block.seen_by, meaning]

    def _cards(self) -> list[str]:
        if not self.rules.cards:
            return []
        return [
            "## Cards",
            "Blocks and factors refer to cards and technologies by number. What each of them does is the same in every "
            "position, so it is not part of the row: `env.unwrapped.rules.cards` has a table for each axis below, "
            "with one row per card and these columns. Networks of this package read both; with "
            "`card_identity = false` they read only the columns.",
            *(_card_table(axis, table) for axis, table in self.rules.cards.items()),
        ]


def _sentences(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def _features(block: Block) -> str:
    lines = [f"- {number}: {name}" for number, name in enumerate(block.features)]
    axis = "" if len(block.shape) == 1 else " along the last axis"
    return f"### `{block.name}`{axis}\n\n" + "\n".join(lines)


def _card_table(axis: str, table: CardTable) -> str:
    return f"### Along `{axis}`, {len(table.rows)} cards\n\n{'; '.join(table.names)}"
