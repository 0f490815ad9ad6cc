"""The players there are, by name.

A name (a spec) is `random` or another built-in name, the name of an entry point of the group `exodus_env.players`, or
`module:Class` with a class derived from `Player`. What follows a colon after a name is its argument: `name:argument`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final

from exodus_env.kit.players import Player, RandomPlayer

GROUP: Final = "exodus_env.players"  # of entry points: a class derived from Player, or a function as in BUILT_IN

# Name -> "module:function", imported when first asked for. The function takes what follows "name:", or None.
BUILT_IN: Final[dict[str, str]] = {
    "random": "exodus_env.players:random_player",
    "greedy": "exodus_env.exodus.players.motives:greedy",
    "motives": "exodus_env.exodus.players.motives:motives",
    "search": "exodus_env.exodus.players.search:search",
    "human": "exodus_env.exodus.players.human:human",
    "policy": "exodus_env.policies.player:policy",
}


class PlayerError(ValueError):
    """A player that does not exist or cannot be made."""


def random_player(argument: str | None) -> Player:
    """Any legal action."""
    if argument is not None:
        raise PlayerError(f"'random' takes no argument; leave out ':{argument}'")
    return RandomPlayer()


def make_player(spec: str, directory: Path | str | None = None, also: Mapping[str, str] | None = None) -> Player:
    """The player of a spec. Modules are sought in `directory`, too; `also` are further names for `module:Class`."""
    if directory is not None and str(directory) not in sys.path:
        sys.path.append(str(directory))  # last, so that a user's file hides no library
    spec = (also or {}).get(spec, spec)
    try:
        made = _make(spec)
    except PlayerError:
        raise
    except (ValueError, OSError, ImportError, TypeError) as error:
        raise PlayerError(f"player {spec!r} cannot be made: {error}") from error
    if not isinstance(made, Player):
        raise PlayerError(f"player {spec!r} is a {type(made).__name__}, not a Player: derive it from {_PLAYER}")
    return made


_PLAYER: Final = f"{Player.__module__}.{Player.__qualname__}"


def player_class(spec: str, directory: Path | str | None = None) -> type[Player]:
    """The class that `module:Class` names."""
    if directory is not None and str(directory) not in sys.path:
        sys.path.append(str(directory))
    found = _imported(spec)
    if not isinstance(found, type) or not issubclass(found, Player):
        raise PlayerError(f"{spec!r} is not a class derived from {_PLAYER}")
    return found


def known_names() -> list[str]:
    """The names of built-in players and entry points."""
    return sorted({*BUILT_IN, *_entry_points()})


def _make(spec: str) -> Any:
    name, colon, rest = spec.partition(":")
    argument = rest if colon else None
    if name in BUILT_IN:
        return _imported(BUILT_IN[name])(argument)
    points = _entry_points()
    if name in points:
        return _from_entry_point(points[name].load(), argument)
    if not colon:
        raise _unknown(spec)
    return player_class(spec)()


def _entry_points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def _from_entry_point(found: Callable[..., Any], argument: str | None) -> Any:
    if isinstance(found, type) and argument is None:
        return found()
    return found(argument)


def _imported(spec: str) -> Any:
    """What `module:name` names."""
    module, _, name = spec.partition(":")
    if not name or not all(part.isidentifier() for part in [*module.split("."), *name.split(".")]):
        raise _unknown(spec)
    try:
        found: Any = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            raise _unknown(spec) from None
        raise PlayerError(f"module {module!r} of player {spec!r} cannot be imported: {error}") from error
    except Exception as error:  # whatever somebody's module does when it is read
        raise PlayerError(f"module {module!r} of player {spec!r} cannot be imported: {error}") from error
    for part in name.split("."):
        if not hasattr(found, part):
            raise PlayerError(f"there is no {name!r} in module {module!r}")
        found = getattr(found, part)
    return found


def _unknown(spec: str) -> PlayerError:
    return PlayerError(f"there is no player {spec!r}; there are: {', '.join(known_names())}, or module:Class")
