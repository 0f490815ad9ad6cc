"""A game told in words: what `exodus demo`, `exodus play` and a human at the terminal show.

A game derives a class from `Storyteller`; whatever it leaves out is told in the words of its layouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from exodus_env.kit.batch import RESET, Batch
from exodus_env.kit.definition import Definition
from exodus_env.kit.text import aligned, wrapped
from exodus_env.kit.wording import Phrase


class Storyteller:
    """Words for positions, choices and what they lead to."""

    def __init__(self, rules: Definition) -> None:
        self.rules = rules

    # What happens ---------------------------------------------------------------------------------------------------

    def player(self, game: Any, seat: int) -> str:
        """The name of a player."""
        return f"Player {seat}"

    def opening(self, game: Any, seed: int, who: str) -> list[str]:
        """What is played and by whom, before the first decision."""
        return [f"{who}: {'; '.join(self.rules.heading())}, seed {seed}."]

    def told(self, before: Any | None, action: int | None, game: Any) -> list[str]:
        """What happened: after a choice made in the position before, or without them, when the game was set up."""
        if before is None or action is None:
            return []
        actor = int(before.actor)
        return [f"{self.player(before, actor)}: {self.rules.actions.action_to_string(action, actor)}."]

    def is_heading(self, line: str) -> bool:
        """Whether a line of the story begins a part of the game."""
        return False

    def mark(self, line: str) -> str | None:
        """What a line of the story begins, for the time line of a replay: a "turn", a "stage" or a "combat"."""
        return "stage" if self.is_heading(line) else None

    def moment(self, game: Any) -> str:
        """When something happens, as the end of a sentence: "in turn 3"."""
        return ""

    def board(self, game: Any, viewer: int | None, colour: bool = False) -> str:
        """The map, or whatever the game has instead."""
        return self.position(game, viewer, colour)

    def position(self, game: Any, viewer: int | None, colour: bool = False) -> str:
        """The whole position, without the pending decision."""
        return self.rules.render(game, np.zeros(self.rules.actions.size, dtype=np.int8), viewer)

    def result(self, game: Any) -> list[str]:
        """How a finished game ended."""
        result = self.rules.result(game)
        outcome = [] if result.won is None else ["All have won together." if result.won else "All have lost together."]
        rows: list[list[object]] = [["player", *result.lines, self.rules.points, "rank"]]
        for seat in sorted(range(len(result.ranks)), key=lambda seat: (result.ranks[seat], seat)):
            lines = [values[seat] for values in result.lines.values()]
            rows.append([self.player(game, seat), *lines, result.score[seat], result.ranks[seat]])
        return [*outcome, *aligned(rows)]

    # What may be chosen ---------------------------------------------------------------------------------------------

    def question(self, game: Any, viewer: int | None) -> str:
        """Who must decide what."""
        return f"{self.player(game, int(game.actor))}: {self.rules.decision(game)}"

    def phrases(self, game: Any, legal: Sequence[int], viewer: int | None) -> dict[int, Phrase]:
        """The legal moves by id, each in two parts: what it has in common with others, and the rest."""
        mask = np.zeros(self.rules.actions.size, dtype=np.int8)
        mask[list(legal)] = 1
        return {action: (text, "") for action, text in self.rules.wording(game, mask, viewer).texts.items()}


class Teller:
    """Prints lines; a line that occurs several times in a row is printed once with its number."""

    def __init__(self, is_heading: Callable[[str], bool]) -> None:
        self.is_heading = is_heading
        self.line = ""
        self.times = 0

    def say(self, lines: Sequence[str]) -> None:
        """Tell lines; headings stand out."""
        for line in lines:
            if line == self.line:
                self.times += 1
                continue
            self.flush()
            self.line, self.times = line, 1

    def flush(self) -> None:
        """Print what has been held back."""
        if self.times and self.is_heading(self.line):
            print(f"\n{self.line}")
        elif self.times:
            more = f" ({self.times} times)" if self.times > 1 else ""
            print("\n".join(wrapped(self.line + more, "  ")))
        self.line, self.times = "", 0


def new_table(rules: Definition, seed: int, observe: bool = False) -> Batch:
    """One game, set up."""
    table = Batch(rules, 1, observe)
    table.seeds[0] = seed
    table.actions[0] = RESET
    table.play(False)
    return table
