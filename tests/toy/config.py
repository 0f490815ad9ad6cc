"""The settings of a game of Beacon."""

from __future__ import annotations

from dataclasses import dataclass

from exodus_env.kit.config import ENCODINGS, Config, whole, word

PLAYERS = 4  # the most there can be


@dataclass(frozen=True)
class BeaconConfig(Config):
    """What can be chosen before a game."""

    players: int = 3
    hours: int = 20  # turns until dawn
    encoding: str = "flat"

    def __post_init__(self) -> None:
        whole("players", self.players, 2, PLAYERS)
        whole("hours", self.hours, 4, 40)
        word("encoding", self.encoding, ENCODINGS)
