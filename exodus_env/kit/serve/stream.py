"""What has changed in a view since it was last sent to a page."""

from __future__ import annotations

from typing import Any


class Changes:
    """What one page knows. Nothing waits in a queue: a slow page gets the newest view when it can take it."""

    def __init__(self) -> None:
        self._sent: dict[str, Any] = {}

    def since(self, view: dict[str, Any]) -> dict[str, Any]:
        """The parts of a view that differ from those sent last; fragments by name, the log from the first new line."""
        told = {key: value for key, value in view.items() if key not in self._sent or self._sent[key] != value}
        if "fragments" in told:
            old, new = self._sent.get("fragments", {}), view["fragments"]
            told["fragments"] = {
                "order": list(new),
                "set": {name: markup for name, markup in new.items() if old.get(name) != markup},
            }
        if "log" in told:
            old_log, new_log = self._sent.get("log", []), view["log"]
            same = 0
            while same < min(len(old_log), len(new_log)) and old_log[same] == new_log[same]:
                same += 1
            told["log"] = {"from": same, "lines": new_log[same:]}
        self._sent = view
        return told
