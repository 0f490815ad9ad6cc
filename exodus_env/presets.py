"""How an environment module is made: one game with some settings fixed, as the functions users expect of it."""

from __future__ import annotations

import os
from typing import Any

from exodus_env.exodus.config import SOLITAIRE, GameConfig
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.config import ConfigError
from exodus_env.kit.vector import VectorEnv


class Preset:
    """A scenario, some to choose from, or the game without one: what `exodus_env.<name>_v0` offers."""

    def __init__(self, *scenarios: str) -> None:
        self.scenarios = scenarios  # the first where none is named

    def configuration(self, config: GameConfig | None = None, **settings: Any) -> GameConfig:
        """The configuration from keyword settings, over a ready one where that is given."""
        played = " or ".join(repr(name) for name in self.scenarios)
        if settings.get("scenario", self.scenarios[0]) not in self.scenarios:
            problem = f"{settings['scenario']!r} is not allowed here; this environment plays {played}"
            raise ConfigError("scenario", problem)
        if config is None:
            settings.setdefault("scenario", self.scenarios[0])
            if settings.get("mode") == "solo" or settings["scenario"] in SOLITAIRE:
                settings.setdefault("players", 1)
            return GameConfig.from_dict(settings)
        if not isinstance(config, GameConfig):
            raise TypeError(f"config must be a GameConfig, not {type(config).__name__}; settings are keyword arguments")
        if config.scenario not in self.scenarios:
            raise ConfigError("scenario", f"{config.scenario!r} is not allowed here; {played} is")
        return config.changed(**settings) if settings else config

    def raw_env(
        self,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "raise",
        config: GameConfig | None = None,
        **settings: Any,
    ) -> GameEnv:
        """One game as a PettingZoo AEC environment. An illegal action raises, ends the game ("terminate") or is
        replaced by a random legal one ("random")."""
        return GameEnv(ruleset(self.configuration(config, **settings)), render_mode, max_cycles, illegal)

    def vector_env(
        self,
        num_envs: int,
        *,
        seed: int | None = None,
        observe: bool = True,
        config: GameConfig | None = None,
        **settings: Any,
    ) -> VectorEnv:
        """N games advanced by one compiled call, ready to step. `observe=False` leaves the observations out."""
        return VectorEnv(ruleset(self.configuration(config, **settings)), num_envs, seed, observe)

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str | None = None,
    ) -> GameEnv:
        """A saved game as an environment of its own configuration; `illegal` as saved where it is not given."""
        return GameEnv.load(path, Ruleset, render_mode, max_cycles, illegal)
