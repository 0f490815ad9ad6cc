"""Gymnasium environments for a single learner: `gymnasium.make("Exodus/Stronghold-v0", players=2)`, and many at once
with `gymnasium.make_vec("Exodus/Stronghold-v0", num_envs=64, players=2)`.

Importing `exodus_env` makes the ids known to Gymnasium. Settings are keyword arguments: the fields of the game's
configuration, and `opponents`, `seat`, `render_mode`, `illegal`, `record`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    from exodus_env.kit.config import Config
    from exodus_env.kit.definition import Definition
    from exodus_env.kit.players import Player
    from exodus_env.kit.single import SingleEnv
    from exodus_env.kit.single_vector import SingleVectorEnv


def make(
    game: str,
    opponents: str | Sequence[str] = "random",
    seat: int = 0,
    render_mode: str | None = None,
    illegal: str = "lose",
    record: bool = False,
    config: Config | None = None,
    **settings: Any,
) -> SingleEnv:
    """A game for one learner; players named by `opponents`, one for all or one for each, have the other seats."""
    from exodus_env.kit.single import SingleEnv

    rules, others = _rules_and_opponents(game, opponents, config, settings, ("record",))
    return SingleEnv(rules, others, seat, render_mode, illegal, record)


def make_vec(
    game: str,
    num_envs: int = 1,
    opponents: str | Sequence[str] = "random",
    seat: int = 0,
    render_mode: str | None = None,
    illegal: str = "lose",
    config: Config | None = None,
    **settings: Any,
) -> SingleVectorEnv:
    """Many such games, which advance together in compiled calls."""
    from exodus_env.kit.single_vector import SingleVectorEnv

    rules, others = _rules_and_opponents(game, opponents, config, settings)
    return SingleVectorEnv(rules, num_envs, others, seat, render_mode, illegal)


def _rules_and_opponents(
    game: str,
    opponents: str | Sequence[str],
    config: Config | None,
    settings: dict[str, Any],
    also: Sequence[str] = (),  # keywords that only some environments have
) -> tuple[Definition, partial[list[Player]]]:
    """The game, and what makes the players named for the other seats."""
    # Everything that imports the package imports this module, so the game is loaded only when it is played.
    from exodus_env.kit.config import ConfigError
    from exodus_env.kit.registry import find

    entry = find(game)
    made = entry.configuration_class()
    _refuse_unknown(settings, [*also, *made.setting_names()])
    if config is None:
        config = made.from_dict({**made.implied_by(settings), **settings})
    else:
        for name in entry.pinned:
            if name in settings and getattr(config, name) != settings[name]:
                raise ConfigError(name, f"{getattr(config, name)!r} is not allowed here; use {settings[name]!r}")
        config = config.changed(**settings)
    rules = entry.definition(config)
    names = [opponents] * (rules.config.players - 1) if isinstance(opponents, str) else list(opponents)
    return rules, partial(players_named, names, game)


def players_named(names: Sequence[str], game: str) -> list[Player]:
    """A player for each name; the same name means the same player."""
    from exodus_env.players import make_player

    made = {name: make_player(name, game=game) for name in dict.fromkeys(names)}
    return [made[name] for name in names]


def _refuse_unknown(settings: dict[str, Any], known: Sequence[str]) -> None:
    """Refuse a keyword that is not a setting, in Python's own words: libraries look for those before they drop a
    keyword."""
    from exodus_env.kit.single import Unsupported

    for name in settings:
        if name not in known:
            allowed = ", ".join(["opponents", "seat", "render_mode", "illegal", *known, "config"])
            raise Unsupported(f"make() got an unexpected keyword argument {name!r}; allowed: {allowed}")


def environments() -> dict[str, dict[str, Any]]:
    """Every id, with the game and the settings it comes with."""
    from exodus_env.kit.registry import games

    return {id: {"game": game.name, **settings} for game in games() for id, settings in game.gymnasium.items()}


# Registration ---------------------------------------------------------------------------------------------------------


def register() -> None:
    """Make the environments known to Gymnasium now."""
    from gymnasium.envs.registration import register as register_env
    from gymnasium.envs.registration import registry

    for id, settings in environments().items():
        if id not in registry:
            register_env(id, f"{__name__}:make", vector_entry_point=f"{__name__}:make_vec", kwargs=settings)


def register_with_gymnasium() -> None:
    """Register the environments as soon as Gymnasium is imported.

    Gymnasium reads no entry points and takes half a second to import, which the command line and users of PettingZoo
    alone should not have to wait for. So if it is not loaded yet, its import registers them.
    """
    if "gymnasium" in sys.modules:
        register()
    elif _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)


class _GymnasiumFinder:
    """Finds gymnasium as the other finders do, with a loader that also registers the environments."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != "gymnasium":
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                if hasattr(spec.loader, "exec_module"):
                    spec.loader = _RegisteringLoader(spec.loader)  # type: ignore[assignment]
                return spec
        return None


class _RegisteringLoader:
    """Registers the environments after the module has run, and leaves no other trace in it."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        module.__loader__ = self._loader
        self._loader.exec_module(module)
        register()


_FINDER: Final = _GymnasiumFinder()
