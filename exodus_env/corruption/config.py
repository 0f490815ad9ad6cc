"""The settings of a game of X-ODUS. Checked and completed when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from exodus_env.corruption.content.vocabulary import DIFFICULTIES, SHIPS
from exodus_env.kit.config import ENCODINGS, Config, ConfigError, flag, folder, weight, whole, word

ORDERS: Final = ("leader", "volunteer")  # numbered as in tables.py
MATS: Final = ("chosen", "dealt")  # or fixed: a ship for each captain in turn; numbered as in tables.py
SHIP_COUNTS: Final = (3, 4)
# The number of ships where none is given: three for three seats, and for one alone, as the text recommends.
USUAL_SHIPS: Final = {1: 3, 2: 4, 3: 3, 4: 4}
FLAGS: Final = ("nightmare", "hidden_from_avatars", "ask_forced")


@dataclass(frozen=True)
class CorruptionConfig(Config):
    """The settings of a game; None stands for what is usual for the number of seats and is replaced by it."""

    players: int = 4  # seats; each is the captain of one ship or several
    ships: int | None = None
    difficulty: str = "casual"
    nightmare: bool = False  # a permanent +1 on the movement of Avatars
    order: str = "leader"  # how the order of play is agreed on: a leader names each ship, or captains volunteer
    mats: str | tuple[str, ...] = "chosen"  # "chosen", "dealt", or the id of a ship for each
    hidden_from_avatars: bool = False  # Avatars pass ships that hide, as in the printed game
    content: str | None = None  # folder of the user's own content
    encoding: str = "flat"
    shaping: float = 0.0  # weight of potential-based shaping in the rewards, from 0 (none) to 1
    ask_forced: bool = False  # also ask decisions with one legal choice (debugging)

    def __post_init__(self) -> None:
        whole("players", self.players, 1, 4)
        if self.ships is None:
            object.__setattr__(self, "ships", USUAL_SHIPS[self.players])
        whole("ships", self.ships, *SHIP_COUNTS)
        if self.players > self.fleet_size:
            raise ConfigError("ships", f"{self.ships} is not allowed for {self.players} players; use {self.players}")
        word("difficulty", self.difficulty, DIFFICULTIES)
        word("order", self.order, ORDERS)
        word("encoding", self.encoding, ENCODINGS)
        object.__setattr__(self, "shaping", weight("shaping", self.shaping))
        for field in FLAGS:
            flag(field, getattr(self, field))
        object.__setattr__(self, "content", folder("content", self.content))
        if isinstance(self.mats, str):
            word("mats", self.mats, MATS)
        else:
            object.__setattr__(self, "mats", _line_up(self.mats, self.fleet_size))

    def reset_by(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """With another number of seats the number of ships is the usual one again, if it was."""
        usual = "players" in values and self.ships == USUAL_SHIPS[self.players]
        return {"ships": None} if usual else {}

    @property
    def fleet_size(self) -> int:
        """The number of ships."""
        return int(self.ships or 0)


def _line_up(value: object, ships: int) -> tuple[str, ...]:
    """A ship mat for each ship, none twice."""
    if not isinstance(value, list | tuple):
        raise ConfigError("mats", f"use {', '.join(MATS)} or a list of names")
    for name in value:
        word("mats", name, SHIPS)
    if len(value) != ships or len(set(value)) != len(value):
        raise ConfigError("mats", f"{ships} different ones are needed, one for each ship")
    return tuple(value)
