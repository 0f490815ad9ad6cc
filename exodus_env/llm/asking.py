"""Asking a language model: a few tries, each failure told back with its reason, then the game is given up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from exodus_env.kit.faults import Worded
from exodus_env.kit.players import Player, View
from exodus_env.llm.answers import Failure, NoAnswer, read_answer
from exodus_env.llm.prompts import Detail, Prompt, prompt

RETRIES: Final = 2
MOST_RETRIES: Final = 10
KEPT: Final = 2_000  # characters of a failed answer that are shown to the model again

Message = dict[str, str]  # "role" is "user" or "assistant", "content" is text


@dataclass(frozen=True)
class Said:
    """What a model said; `cut_off` where it stopped at a limit of its length."""

    text: str
    cut_off: bool = False


Model = Callable[[list[Message]], str | Said]


@dataclass(frozen=True)
class Attempt:
    """An answer that failed."""

    kind: Failure
    reason: str
    text: str


@dataclass(frozen=True)
class Outcome:
    """A legal move, or None where every try failed."""

    action: int | None
    failures: tuple[Attempt, ...]


class GaveUp(Worded):
    """No answer was a legal move."""

    def __init__(self, failures: tuple[Attempt, ...]) -> None:
        kinds = ", ".join(failure.kind for failure in failures)
        super().__init__(f"gave no legal move in {len(failures)} answers ({kinds}); the last: {failures[-1].reason}")
        self.failures = failures


def ask(model: Model, asked: Prompt, retries: int = RETRIES) -> Outcome:
    """What a model answers to a prompt, asked again at most `retries` times."""
    if not 0 <= retries <= MOST_RETRIES:
        raise ValueError(f"retries must be from 0 to {MOST_RETRIES}, not {retries}")
    messages: list[Message] = [{"role": "user", "content": asked.text}]
    failures: list[Attempt] = []
    for _ in range(retries + 1):
        given = model([dict(message) for message in messages])
        said = given if isinstance(given, Said) else Said(given)
        try:
            return Outcome(asked.moves.find(read_answer(said.text, said.cut_off)), tuple(failures))
        except NoAnswer as error:
            failures.append(Attempt(error.kind, error.reason, said.text))
            again = f"{error.kind}: {error.reason}. {asked.how_to_answer}"
            messages = [
                messages[0],
                {"role": "assistant", "content": said.text[:KEPT]},
                {"role": "user", "content": again},
            ]
    return Outcome(None, tuple(failures))


class ModelPlayer(Player):
    """Plays with a function from messages to text. To seat one in the arena, derive a class that sets the function."""

    name = "model"

    def __init__(self, model: Model, detail: int = Detail.MIDDLE, retries: int = RETRIES) -> None:
        self.model = model
        self.detail = Detail(detail)
        self.retries = retries

    def choose(self, view: View) -> int:
        """The model's move; raises GaveUp, which costs the game, where it names none."""
        outcome = ask(self.model, prompt(view, self.detail), self.retries)
        if outcome.action is None:
            raise GaveUp(outcome.failures)
        return outcome.action
