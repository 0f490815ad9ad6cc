"""The settings of a game of Beacon."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class BeaconConfig:
    """What can be chosen before a game."""

    players: int = 3  # 2 to 4
    hours: int = 20  # turns until dawn, 4 to 40
    encoding: str = "flat"  # or "structured"

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4) or self.hours not in range(4, 41):
            raise ValueError("players must be 2 to 4, and hours 4 to 40")
        if self.encoding not in ("flat", "structured"):
            raise ValueError("encoding must be 'flat' or 'structured'")

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain values."""
        return asdict(self)
