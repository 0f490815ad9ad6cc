"""A decision as text: the rules of it, the position, the legal moves and how to answer.

Everything comes from a world the player holds possible, so a prompt cannot tell what the player may not know.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, Final

import numpy as np

from exodus_env.kit.codes import codes
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import View
from exodus_env.kit.wording import Phrase, Wording
from exodus_env.llm.answers import Failure, NoAnswer

LONGEST_MOVE: Final = 500  # characters of a move that is looked up


class Detail(IntEnum):
    """How much a prompt tells."""

    LOW = 1
    MIDDLE = 2
    HIGH = 3


# So many moves have a line each, with name and words; more are grouped by what their words begin with.
SPELLED: Final = {Detail.LOW: 10, Detail.MIDDLE: 12, Detail.HIGH: 24}


@dataclass(frozen=True)
class Moves:
    """The legal moves of a decision: ids, short names that never change, and what they mean in this position."""

    names: dict[int, str]
    wording: Wording
    phrases: dict[int, Phrase]  # the words in two parts, the first shared with other moves

    @cached_property
    def words(self) -> dict[int, str]:
        """What each move means here."""
        return self.wording.texts

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {name: action for action, name in self.names.items()}

    def find(self, move: int | str) -> int:
        """The legal move of an id, a name, or the words of a move exactly as they are shown; raises NoAnswer."""
        if isinstance(move, int):
            if move in self.names:
                return move
            raise NoAnswer(Failure.ILLEGAL, f"{str(move)[:12]} is not the id of a legal move; {self._first()}")
        said = move.strip()
        if said.lower() in self._by_name:
            return self._by_name[said.lower()]
        if len(said) > LONGEST_MOVE:
            raise NoAnswer(Failure.ILLEGAL, f"no legal move has a name of {len(said):,} characters; {self._first()}")
        try:
            return self.wording.parse(said)
        except ValueError as error:
            raise NoAnswer(Failure.ILLEGAL, str(error)) from None

    def _first(self) -> str:
        first = [f"{action} ({name})" for action, name in list(self.names.items())[:5]]
        more = len(self.names) - len(first)
        return f"legal moves: {', '.join(first)}{f', and {more} more' if more else ''}"

    def rows(self) -> list[dict[str, Any]]:
        """The moves as plain values."""
        return [{"id": action, "move": name, "words": self.words[action]} for action, name in self.names.items()]

    def columns(self, detail: int = Detail.MIDDLE) -> str:
        """What `text` lists of each."""
        return "id, name, meaning" if self._spelled(detail) else "common beginning, then id and rest of each"

    def _spelled(self, detail: int) -> bool:
        return len(self.names) <= SPELLED[Detail(detail)]

    def text(self, detail: int = Detail.MIDDLE) -> str:
        """The moves as lines."""
        if self._spelled(detail):
            return "\n".join(f"{action} {name}: {self.words[action]}" for action, name in self.names.items())
        groups: dict[str, list[str]] = {}
        for action, (head, tail) in self.phrases.items():
            groups.setdefault(head, []).append(f"{action} {tail}".rstrip())
        return "\n".join(f"{head}: {'; '.join(members)}" for head, members in groups.items())


@dataclass(frozen=True)
class Prompt:
    """A decision as text, in parts."""

    who: str  # who decides what
    goal: str
    rules: str  # of this decision
    position: str
    moves: Moves
    detail: int

    @property
    def text(self) -> str:
        """All of it."""
        return "\n\n".join(
            [
                f"{self.who}\n{self.goal}",
                f"RULES OF THIS DECISION\n{self.rules}",
                f"POSITION\n{self.position}",
                f"LEGAL MOVES ({self.moves.columns(self.detail)})\n{self.moves.text(self.detail)}",
                self.how_to_answer,
            ]
        )

    @property
    def how_to_answer(self) -> str:
        """What an answer looks like."""
        example = next(iter(self.moves.names))
        return (
            'Answer with one JSON object and nothing else: {"move": ID or NAME of a legal move}, for example '
            f'{json.dumps({"move": example})}. A key "thought" may come first.'
        )


def prompt(view: View, detail: int = Detail.MIDDLE) -> Prompt:
    """What a player must decide, as text."""
    return prompt_for(view.rules, view.world()[0], view.mask, view.seat, detail)


def prompt_for(rules: Definition, game: Any, mask: Array, seat: int, detail: int = Detail.MIDDLE) -> Prompt:
    """The same for the player who decides in a position, of which only what that player may know is told."""
    level = Detail(detail)
    story = rules.storyteller()
    legal = [int(action) for action in np.flatnonzero(mask)]
    question = " ".join(story.question(game, seat).split())
    phrases = story.phrases(game, legal, seat)
    moves = Moves(codes(rules, legal, seat), rules.wording(game, mask, seat), phrases)
    return Prompt(
        who=f"You are {story.player(game, seat)}. The game: {'; '.join(rules.heading())}.\n{question}.",
        goal=goal(rules),
        rules=rules.explained(game),
        position=rules.brief(game, seat, level),
        moves=moves,
        detail=level,
    )


def goal(rules: Definition) -> str:
    """What players play for."""
    if rules.team:
        return "All players win or lose together." if rules.config.players > 1 else "You win or lose alone."
    return f"Whoever has the most {rules.points} at the end wins."
