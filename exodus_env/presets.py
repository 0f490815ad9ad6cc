"""How an environment module is made: one game with some settings fixed, as the functions users expect of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from exodus_env.kit.aec import GameEnv
from exodus_env.kit.config import Config, ConfigError
from exodus_env.kit.content.reader import shown
from exodus_env.kit.registry import find
from exodus_env.kit.vector import VectorEnv


class Preset:
    """What `exodus_env.<name>_v0` offers: a game, and for some of its settings the values it may have."""

    def __init__(self, game: str, **allowed: tuple[str, ...]) -> None:
        self.game = find(game)
        self.allowed = allowed  # by setting; the first where none is named

    def configuration(self, config: Config | None = None, **settings: Any) -> Config:
        """The configuration from keyword settings, over a ready one where that is given."""
        made = self.game.configuration_class()
        for name, values in self.allowed.items():
            played = " or ".join(repr(value) for value in values)
            if settings.get(name, values[0]) not in values:
                problem = f"{shown(settings[name])} is not allowed here; this environment plays {played}"
                raise ConfigError(name, problem)
            if config is None:
                settings.setdefault(name, values[0])
            elif isinstance(config, made) and getattr(config, name) not in values:
                raise ConfigError(name, f"{getattr(config, name)!r} is not allowed here; use {played}")
        if config is None:
            return made.from_dict({**made.implied_by(settings), **settings})
        if not isinstance(config, made):
            problem = f"config must be a {made.__name__}, not {type(config).__name__}; settings are keyword arguments"
            raise TypeError(problem)
        return config.changed(**settings) if settings else config

    def raw_env(
        self,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "raise",
        record: bool = False,
        config: Config | None = None,
        **settings: Any,
    ) -> GameEnv:
        """One game as a PettingZoo AEC environment. An illegal action raises, ends the game ("terminate") or is
        replaced by a random legal one ("random"). With `record`, `env.unwrapped.replay()` gives what was played."""
        rules = self.game.definition(self.configuration(config, **settings))
        return GameEnv(rules, render_mode, max_cycles, illegal, record)

    def vector_env(
        self,
        num_envs: int,
        *,
        seed: int | None = None,
        observe: bool = True,
        record: bool | Sequence[int] = False,
        threads: int = 1,
        config: Config | None = None,
        **settings: Any,
    ) -> VectorEnv:
        """N games advanced by one compiled call, ready to step. `observe=False` leaves the observations out; `record`
        names games to be recorded, which `take_replays` gives when they have ended. Several `threads` play parts of
        the games at the same time."""
        rules = self.game.definition(self.configuration(config, **settings))
        return VectorEnv(rules, num_envs, seed, observe, record, threads)

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str | None = None,
    ) -> GameEnv:
        """A saved game as an environment of its own configuration; `illegal` is as saved unless it is given."""
        return GameEnv.load(path, render_mode, max_cycles, illegal)
