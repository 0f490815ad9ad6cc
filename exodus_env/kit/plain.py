"""Plain values (JSON) from files somebody else wrote."""

from __future__ import annotations

import json
from typing import Any, Final

DEEPEST: Final = 100  # nesting of tables and lists; none of our files comes close


def parse_plain(data: bytes | str) -> Any:
    """The values of a JSON text; raises ValueError for NaN, infinity, duplicate keys or too deep nesting."""
    try:
        values = json.loads(data, parse_constant=_no_number, object_pairs_hook=_once_each)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    layer = [values]
    for _ in range(DEEPEST):
        layer = [inner for outer in layer for inner in _inside(outer)]
        if not layer:
            return values
    raise ValueError("it is nested too deeply")


def shown(value: object) -> str:
    """A value from a file in a form that is safe in a message: on one line, short, without control characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"it has {shown(next(name for name in names if names.count(name) > 1))} twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is not a number")
