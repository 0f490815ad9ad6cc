"""Drawing many positions one after the other: a piece whose facts are those of a piece drawn before is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Facts = dict[str, Any]
MOST_KEPT: Final = 6  # of the latest pieces of a name: viewers see different ones


class Pieces:
    """The pieces that were drawn last, by name."""

    def __init__(self) -> None:
        self._drawn: dict[str, list[Drawn]] = {}

    def draw(self, name: str, draw: Callable[[Facts, Facts], str], own: Facts, facts: Facts) -> str:
        """A piece about some facts of its own, and those that it reads of others."""
        kept = self._drawn.setdefault(name, [])
        for before in kept:
            if before.shows(own, facts):
                return before.text
        reading = Reading(facts)
        text = draw(own, reading)
        kept.insert(0, Drawn(own, {key: facts[key] for key in reading.read}, text))
        del kept[MOST_KEPT:]
        return text


class Reading(dict[str, Any]):
    """Facts that remember which of them were read."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)


class Drawn:
    """A piece that was drawn, and the facts it shows."""

    def __init__(self, own: Facts, read: Facts, text: str) -> None:
        self.own = own
        self.read = read
        self.text = text

    def shows(self, own: Facts, facts: Facts) -> bool:
        """Whether it shows these facts; if so they are kept, since the next viewer gets exactly the same ones."""
        if self.own is not own and self.own != own:
            return False
        read = self.read
        for key, value in read.items():
            if facts[key] is not value and facts[key] != value:
                return False
        self.own = own
        for key in read:
            read[key] = facts[key]
        return True
