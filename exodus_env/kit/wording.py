"""Legal moves in words, lists of them, and finding the move that a text means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Final

from exodus_env.kit.text import WIDTH, wrapped

MOST_NEAR: Final = 5  # moves that a refusal names
LONGEST: Final = 400  # letters of an unknown text that are compared with moves
LONGEST_ID: Final = 9  # digits
LIKENESS: Final = 0.5  # similarity, as difflib measures it, from which a text is near another
GROUP_FROM: Final = 30  # with more moves than this, those with the same beginning share a line
_UNBROKEN: Final = "\xa0"  # a space at which no line is wrapped

Phrase = tuple[str, str]  # what many moves have in common, and the rest


@dataclass(frozen=True)
class Wording:
    """The legal moves of one position.

    A move has several forms: first the text it is shown as, then other texts that are understood; an earlier form of
    one move comes before a later form of another. Spaces, line breaks and capitals do not matter, so that a text can be
    copied from a screen.
    """

    forms: Mapping[int, tuple[str, ...]]  # by action id

    @cached_property
    def texts(self) -> dict[int, str]:
        """The text shown for each move."""
        return {action: forms[0] for action, forms in self.forms.items()}

    @cached_property
    def _keys(self) -> dict[int, tuple[str, ...]]:
        return {action: tuple(key(form) for form in forms) for action, forms in self.forms.items()}

    def reading(self, text: str) -> list[int]:
        """The moves that read like a text: one, unless the text is unknown or ambiguous."""
        for rank in range(max(map(len, self.forms.values()), default=0)):
            for wanted, known in ((text, self.forms), (key(text), self._keys)):
                found = [action for action, forms in known.items() if wanted and wanted in forms[rank : rank + 1]]
                if found:
                    return found
        return []

    def holding(self, text: str) -> list[int]:
        """The moves whose text holds some words."""
        wanted = key(text)
        return [action for action, keys in self._keys.items() if wanted in keys[0]]

    def parse(self, text: str) -> int:
        """The move that a text or an id means; raises ValueError, with the closest moves, if there is none or
        several."""
        if not isinstance(text, str):
            raise TypeError(f"a move in words is a str, not {type(text).__name__}")
        said = text.strip()
        if said.isdecimal() and len(said) <= LONGEST_ID:
            if int(said) in self.forms:
                return int(said)
            raise ValueError(f"action {int(said)} is not legal now; {self._some([])}")
        found = self.reading(said)
        if len(found) == 1:
            return found[0]
        shown = repr(said if len(said) <= LONGEST else said[:LONGEST] + "...")
        if found:
            raise ValueError(f"several legal moves read {shown}: {self._list(found)}; give the id of one")
        raise ValueError(f"no legal move reads {shown}; {self._some(self.near(said))}")

    def near(self, said: str) -> list[int]:
        """Legal moves that may have been meant, likeliest first."""
        holding = self.holding(said) if said else []
        if holding:
            return holding
        actions = {form: action for action, forms in self._keys.items() for form in forms if form}
        close = get_close_matches(key(said)[:LONGEST], actions, MOST_NEAR * 3, LIKENESS)
        return list(dict.fromkeys(actions[form] for form in close))[:MOST_NEAR]

    def _some(self, near: list[int]) -> str:
        if not self.forms:
            return "there is no legal move"
        return f"near ones: {self._list(near)}" if near else f"legal ones: {self._list(list(self.forms))}"

    def _list(self, actions: list[int]) -> str:
        named = "; ".join(f"{action} ({self.texts[action]})" for action in actions[:MOST_NEAR])
        rest = len(actions) - MOST_NEAR
        return named if rest <= 0 else f"{named}; and {rest} more"


def key(text: str) -> str:
    """The common form of texts that differ only in spaces, line breaks and capitals."""
    return "".join(text.split()).casefold()


def grouped(numbered: Iterable[tuple[int, Phrase]], packed: bool) -> list[str]:
    """Moves with their numbers, grouped under a common beginning: one per line, or short ones packed."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for number, (head, tail) in numbered:
        groups.setdefault(head, []).append((number, tail))
    lines: list[str] = []
    for head, members in groups.items():
        if len(members) == 1:
            number, tail = members[0]
            lines += numbered_line(number, joined((head, tail)))
            continue
        lines += wrapped(head, "       ")
        if packed and max(len(tail) for _, tail in members) < WIDTH // 2:
            lines += _packed(members)
        else:
            lines += [line for number, tail in members for line in numbered_line(number, f"  {tail}")]
    return lines


def numbered_line(number: int, text: str) -> list[str]:
    """A move with its number."""
    return wrapped(text.rstrip(), f"{number:>5}  ", "         ")


def _packed(members: Sequence[tuple[int, str]]) -> list[str]:
    items = [f"{number} {tail};".replace(" ", _UNBROKEN) for number, tail in members]
    lines = wrapped(" ".join(items), "         ", "         ")
    return [line.replace(_UNBROKEN, " ").rstrip(";") for line in lines]


def told_apart(plain: Mapping[int, Phrase], bare: Mapping[int, str]) -> dict[int, Phrase]:
    """Moves by their ids, no two the same: those that would read alike also carry the words of their ids, and so does
    one that reads like the words of another's id."""
    meant: dict[str, set[int]] = {}
    for action, parts in plain.items():
        for text in (joined(parts), bare[action]):
            meant.setdefault(key(text), set()).add(action)
    alike = {action for action, parts in plain.items() if len(meant[key(joined(parts))]) > 1}
    return {
        action: (head, f"{tail} [{bare[action]}]".lstrip()) if action in alike else (head, tail)
        for action, (head, tail) in plain.items()
    }


def joined(parts: Phrase) -> str:
    """A move as one text."""
    return " ".join(part for part in parts if part)
