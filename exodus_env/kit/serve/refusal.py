"""What is said to a page instead of what it asked for."""

from __future__ import annotations


class Refusal(Exception):
    """A request that is not granted: the status of the answer, and why in words for a person."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
