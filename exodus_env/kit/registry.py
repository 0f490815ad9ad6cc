"""The games there are, by name: what environments, players, saves, the arena and the command line find a game by.

A game is registered with the places of its parts as `module:name`, which are imported when they are first asked for, so
that registering costs nothing. `exodus_env/games.py` lists the games of this package. Others call `register`, or are
named by the environment variable EXODUS_GAMES, as `module:NAME` of their entries with commas between them: then every
command and every process that it starts knows them. Their modules are looked for in the current folder, too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from exodus_env.kit.config import Config
    from exodus_env.kit.definition import Definition

DEFAULT: Final = "exodus"
FURTHER: Final = "EXODUS_GAMES"  # names entries of further games

# Players that every game has. The function takes what follows "name:", or None.
COMMON_PLAYERS: Final[dict[str, str]] = {
    "random": "exodus_env.players:random_player",
    "human": "exodus_env.kit.human:human",
    "policy": "exodus_env.policies.player:policy",
    "search": "exodus_env.policies.search:search",
    "sb3": "exodus_env.bridges.sb3_player:sb3",
    "rllib": "exodus_env.bridges.rllib_player:rllib",
}


class UnknownGame(ValueError):
    """A game that nobody registered."""


@dataclass(frozen=True)
class GameEntry:
    """A game and the places of its parts."""

    name: str  # as in `--game`; the `game` of its definitions
    title: str
    config: str  # "module:Class" derived from Config
    rules: str  # "module:function" from a configuration to a Definition
    environments: tuple[str, ...]  # the names of its definitions, by which saved games are found
    gymnasium: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # id: the settings it comes with
    pinned: tuple[str, ...] = ()  # settings that a configuration given to an id must share
    players: Mapping[str, str] = field(default_factory=dict)  # built in, after COMMON_PLAYERS: "module:function"
    balance_player: str = "random"  # plays every seat in `exodus balance` if nobody is named
    options: str = "exodus_env.kit.options:Options"  # "module:Class" of its settings on the command line
    content: str | None = None  # "module:function" from a folder or None, and whether reconstructed, to a text

    def configuration_class(self) -> type[Config]:
        """The class of its configurations."""
        found: type[Config] = imported(self.config)
        return found

    def definition(self, config: Config | Mapping[str, Any]) -> Definition:
        """The rules of a configuration, which may be given as plain values."""
        if isinstance(config, Mapping):
            config = self.configuration_class().from_dict(config)
        make: Callable[[Config], Definition] = imported(self.rules)
        return make(config)

    def built_in_players(self) -> dict[str, str]:
        """Its players by name."""
        return {**COMMON_PLAYERS, **self.players}


_games: dict[str, GameEntry] = {}


def _known() -> dict[str, GameEntry]:
    """The games so far; those of this package and of EXODUS_GAMES are added when a game is first asked for."""
    if not _games:
        further = [_entry_at(place) for place in filter(None, map(str.strip, os.environ.get(FURTHER, "").split(",")))]
        _games.update((game.name, game) for game in imported("exodus_env.games:GAMES"))
        for game in further:
            if _games.get(game.name) is not game:  # a module may register its games itself
                register(game)
    return _games


def _entry_at(place: str) -> GameEntry:
    """The entry that `module:NAME` of EXODUS_GAMES stands for."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        game = imported(place)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownGame(f"{FURTHER} names {place!r:.60}, which cannot be imported: {error}") from None
    if not isinstance(game, GameEntry):
        raise UnknownGame(f"{FURTHER} names {place!r:.60}, which is no GameEntry")
    return game


def register(game: GameEntry) -> None:
    """Register a game; refuse a second one with the same name or with another's environment."""
    known = _known()
    if game.name in known:
        raise ValueError(f"there is already a game {game.name!r}")
    taken = {name: other.name for other in known.values() for name in (*other.environments, *other.gymnasium)}
    for name in (*game.environments, *game.gymnasium):
        if name in taken:
            raise ValueError(f"{name!r} is already an environment of the game {taken[name]!r}")
    known[game.name] = game
    if "gymnasium" in sys.modules:
        from exodus_env.gym_envs import register as register_ids

        register_ids()


def forget(name: str) -> None:
    """Remove a game again, for tests."""
    del _known()[name]


def games() -> tuple[GameEntry, ...]:
    """All games, in the order they were registered."""
    return tuple(_known().values())


def find(name: str) -> GameEntry:
    """Find the game with a name; an unknown name is refused with the list of games."""
    known = _known()
    if name not in known:
        further = f"{FURTHER}=module:NAME adds the entry of another one"
        raise UnknownGame(f"there is no game {name!r:.60}; there are: {', '.join(known)}; {further}")
    return known[name]


def game_of(environment: object) -> GameEntry:
    """The game that an environment, such as exodus_v0, plays."""
    for game in _known().values():
        if environment in game.environments:
            return game
    known = [name for game in _known().values() for name in game.environments]
    raise UnknownGame(f"no game plays {environment!r:.60}; there are: {', '.join(known)}")


def check(record: Any, config: Config) -> None:
    """Raise BrokenInvariant where a record is not a position that a game of a configuration can reach."""
    for game in _known().values():
        if isinstance(config, game.configuration_class()):
            game.definition(config).check(record)
            return
    raise UnknownGame(f"no game has a configuration like {config!r:.60}")


def imported(place: str) -> Any:
    """What `module:name` names."""
    module, _, name = place.partition(":")
    return reduce(getattr, name.split("."), import_module(module))
