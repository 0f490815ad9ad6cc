"""The human player: asks at the terminal, with the position and the legal moves in words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from exodus_env.kit.players import Player, View
from exodus_env.kit.story import Storyteller
from exodus_env.kit.wording import GROUP_FROM, Phrase, Wording, grouped, numbered_line

PATIENCE: Final = 86_400.0  # seconds; the arena ends games of players who take much longer than they say
MOST_DIGITS: Final = 9  # of a number that is read; Python refuses to read thousands
HELP: Final = """\
  a number    choose the move with that number
  some words  choose the only move that holds them, such as: laser
  moves       list the legal moves again
  board       show the map again
  position    show the whole position again
  quit        leave the game
  ?           this help
After a choice Enter commits it and u takes it back."""


class Left(Exception):
    """The human has left the game."""


@dataclass(frozen=True)
class Question:
    """A decision in the form in which a human is asked. Words come from a possible world, which holds everything a
    player may know."""

    view: View

    @cached_property
    def story(self) -> Storyteller:
        """Who puts the game into words."""
        return self.view.rules.storyteller()

    @cached_property
    def world(self) -> Any:
        """The game as the human may know it."""
        return self.view.world()[0]

    @cached_property
    def phrases(self) -> dict[int, Phrase]:
        """The legal moves in words by their ids; the first is number 1 on the screen."""
        return self.story.phrases(self.world, [int(action) for action in self.view.legal], self.view.seat)

    @cached_property
    def actions(self) -> list[int]:
        """The ids of the legal moves."""
        return list(self.phrases)

    @cached_property
    def wording(self) -> Wording:
        """Matches words to moves."""
        return self.view.rules.wording(self.world, self.view.mask, self.view.seat)

    @cached_property
    def texts(self) -> list[str]:
        """The legal moves in words."""
        return list(self.wording.texts.values())

    def position(self) -> str:
        """The whole position, without the decision."""
        return self.story.position(self.world, self.view.seat, sys.stdout.isatty())

    def board(self) -> str:
        """The map."""
        return self.story.board(self.world, self.view.seat, sys.stdout.isatty())

    def decision(self) -> str:
        """Who must decide what."""
        return self.story.question(self.world, self.view.seat)

    def moves(self) -> str:
        """The legal moves with their numbers, by what they begin with."""
        numbered = enumerate(self.phrases.values(), start=1)
        return "\n".join(grouped(numbered, packed=len(self.actions) > GROUP_FROM))

    def found(self, words: str) -> list[int]:
        """Places of the moves that read like the given words or, failing that, contain them."""
        actions = self.wording.reading(words) or self.wording.holding(words)
        return [self.actions.index(action) for action in actions]


class Human(Player):
    """Somebody at the terminal."""

    name = "human"
    seconds = PATIENCE

    def __init__(self) -> None:
        self._shown = ""  # the position on the screen

    def choose(self, view: View) -> int:
        """The human's choice, once it is not taken back."""
        question = Question(view)
        position = question.position()
        if position != self._shown:
            print(f"\n{position}")
            self._shown = position
        print(f"\n{question.decision()}\n{question.moves()}")
        while True:
            place = _chosen(question)
            if _is_committed(question.texts[place]):
                return question.actions[place]
            print(f"Taken back.\n{question.decision()}")


def _chosen(question: Question) -> int:
    """The place of a move among the legal ones."""
    while True:
        said = _answer(f"Your choice, 1 to {len(question.actions)} (? for help): ")
        known = {"?": lambda: HELP, "moves": question.moves, "board": question.board, "position": question.position}
        if said in known:
            print(known[said]())
        elif said in ("u", "undo"):
            print("There is nothing to take back: a choice can be undone until it is committed.")
        elif said.isdecimal():
            if len(said) <= MOST_DIGITS and 1 <= int(said) <= len(question.actions):
                return int(said) - 1
            print(f"There is no move {said}; they go from 1 to {len(question.actions)}.")
        elif said:
            places = question.found(said)
            if len(places) == 1:
                return places[0]
            print(_which(question, said, places))


def _which(question: Question, said: str, places: Sequence[int]) -> str:
    """Why some words do not name a move."""
    near = places or [question.actions.index(action) for action in question.wording.near(said)]
    found = [line for i in near for line in numbered_line(i + 1, question.texts[i])]
    if places:
        return "\n".join([f"Several moves hold {said!r}:", *found])
    missed = f"No legal move holds {said!r}; type a number, moves to see them again, or ? for help."
    return "\n".join([missed, *(["Near ones:", *found] if near else [])])


def _is_committed(text: str) -> bool:
    """Whether a choice stands."""
    while True:
        said = _answer(f"You chose: {text}. Enter to commit, u to undo: ")
        if said in ("", "u", "undo"):
            return said == ""


def _answer(prompt: str) -> str:
    """A line of input."""
    try:
        said = input(prompt).strip()
    except EOFError:
        raise EOFError("the input ended while it was the human player's turn; 'quit' leaves a game") from None
    if said == "quit":
        raise Left
    return said


def human(argument: str | None) -> Human:
    """Somebody at the terminal."""
    if argument is not None:
        raise ValueError(f"human takes no argument, not {argument!r}")
    return Human()
