"""The answer to a page whose request is refused."""

from __future__ import annotations


class Refusal(Exception):
    """A refused request: the status of the answer, and the reason in words for a person."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
