"""The players there are, by name.

A name (a spec) is `random` or another built-in name of the game (kit/registry.py), the name of an entry point of the
group `exodus_env.players`, `module:Class` with a class derived from `Player`, or `llm:COMMAND` with a program that
speaks JSON (llm/program.py). What follows a colon after a name is its argument: `name:argument`.

A class takes arguments by name: `module:Class?depth=3&greedy=true&style=calm`. Values are numbers, true, false and null
as JSON has them, or else text, in which %2C is a comma and %26 is `&`.

Built-in players are made in this process. All others are guests with a process of their own (kit/guests.py): their code
is never imported here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from exodus_env.kit.faults import PlayerFault, Worded, raised
from exodus_env.kit.guests import Guest
from exodus_env.kit.players import Player, RandomPlayer
from exodus_env.kit.registry import DEFAULT, find

GROUP: Final = (
    "exodus_env.players"  # of entry points: a class derived from Player, or a function that takes what follows "name:"
)

MAKER: Final = "exodus_env.players:make_guest"  # called in the process of a guest

# Guests that come with the package: they run what their argument says. "module:function" from it to a player.
OURS: Final = {"llm": "exodus_env.llm.program:program"}


class PlayerError(Worded):
    """A player that does not exist or cannot be made."""


def random_player(argument: str | None) -> Player:
    """Any legal action."""
    if argument is not None:
        raise PlayerError(f"'random' takes no argument; leave out ':{argument}'")
    return RandomPlayer()


def make_player(
    spec: str, directory: Path | str | None = None, also: Mapping[str, str] | None = None, game: str = DEFAULT
) -> Player:
    """The player of a spec for a game. Modules are looked for in `directory`, too; `also` are further names for
    `module:Class`."""
    spec = (also or {}).get(spec, spec)
    name, colon, argument = spec.partition(":")
    built_in = find(game).built_in_players()
    if name not in built_in:
        return _guest(spec, directory, game)
    try:
        made = _imported(built_in[name])(argument if colon else None)
    except PlayerError:
        raise
    except (ValueError, OSError, ImportError, TypeError) as error:
        raise PlayerError(f"player {spec!r} cannot be made: {error}") from error
    return _checked(made, spec)


def names_of_class(spec: str, directory: Path | str | None = None) -> tuple[str, str]:
    """The name a class `module:Class` gives its players, and that of the class."""
    guest = _guest(spec, directory)
    guest.close()
    return guest.name, guest.class_name


def _guest(spec: str, directory: Path | str | None, game: str = DEFAULT) -> Guest:
    """A player that is not built in; its process is started, so that it is known whether it can be made."""
    known = _is_path(spec.partition("?")[0]) or runs_code(spec) or spec.partition(":")[0] in _entry_points()
    if not known:
        raise _unknown(spec, game)
    guest = Guest(spec, MAKER, directory)
    try:
        guest.meet()
    except PlayerFault as fault:
        text = fault.message if fault.alive else f"player {spec!r} cannot be made: it {fault.message}"
        raise PlayerError(text) from fault
    return guest


def runs_code(spec: str) -> bool:
    """Whether a spec itself says which program is run."""
    return spec.partition(":")[0] in OURS


def make_guest(spec: str) -> Player:
    """The player of a spec, made in the process of a guest; whatever goes wrong is a PlayerError."""
    name, colon, argument = spec.partition(":")
    points = _entry_points()
    try:
        if name in OURS:
            return _checked(_imported(OURS[name])(argument if colon else None), spec)
        if name in points:
            return _checked(_from_entry_point(points[name].load(), argument if colon else None), spec)
        place, arguments = arguments_of(spec)
        return player_class(place)(**arguments)
    except PlayerError:
        raise
    except ValueError as error:
        raise PlayerError(f"player {spec!r} cannot be made: {error}") from error
    except BaseException as error:  # whatever somebody's code does when a player is made
        raise PlayerError(f"player {spec!r} cannot be made: it {raised(error)}") from error


def arguments_of(spec: str) -> tuple[str, dict[str, Any]]:
    """The place that `module:Class?name=value&...` names, and the arguments."""
    place, question, rest = spec.partition("?")
    arguments: dict[str, Any] = {}
    for part in rest.split("&") if question else ():
        name, equals, text = part.partition("=")
        if not name.isidentifier() or not equals:
            raise PlayerError(f"player {spec!r}: arguments are name=value, joined by &; {part!r} is none")
        if name in arguments:
            raise PlayerError(f"player {spec!r}: {name} is given twice")
        text = unquote(text)
        try:
            arguments[name] = json.loads(text)
        except ValueError:
            arguments[name] = text
    return place, arguments


_PLAYER: Final = f"{Player.__module__}.{Player.__qualname__}"


def _checked(made: Any, spec: str) -> Player:
    if not isinstance(made, Player):
        raise PlayerError(f"player {spec!r} is a {type(made).__name__}, not a Player: derive it from {_PLAYER}")
    return made


def player_class(spec: str) -> type[Player]:
    """The class that `module:Class` names."""
    found = _imported(spec)
    if not isinstance(found, type) or not issubclass(found, Player):
        raise PlayerError(f"{spec!r} is not a class derived from {_PLAYER}")
    return found


def known_names(game: str = DEFAULT) -> list[str]:
    """The names of a game's built-in players and of entry points."""
    return sorted({*find(game).built_in_players(), *OURS, *_entry_points()})


def _entry_points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def _from_entry_point(found: Callable[..., Any], argument: str | None) -> Any:
    if isinstance(found, type) and argument is None:
        return found()
    return found(argument)


def _is_path(spec: str) -> bool:
    """Whether a spec looks like `module:name`."""
    module, _, name = spec.partition(":")
    return all(part.isidentifier() for part in [*module.split("."), *name.split(".")])


def _imported(spec: str) -> Any:
    """What `module:name` names."""
    if not _is_path(spec):
        raise _unknown(spec)
    module, _, name = spec.partition(":")
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


def _unknown(spec: str, game: str = DEFAULT) -> PlayerError:
    return PlayerError(f"there is no player {spec!r}; there are: {', '.join(known_names(game))}, or module:Class")
