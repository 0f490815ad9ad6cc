"""The settings of a game on the command line. A game with settings of its own derives a class from `Options`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from exodus_env.kit.config import Config
    from exodus_env.kit.registry import GameEntry

Example = tuple[str, str]  # a command line and what it does


class WrongOption(ValueError):
    """An option whose value is not allowed."""


class Options:
    """Adds settings to commands and makes a configuration of what was given."""

    settings: ClassVar[tuple[str, ...]] = ("players",)  # those that options give
    players_help: ClassVar[str] = "number of players"
    traits: ClassVar[str] = "traits the game reports of its players"  # that `exodus balance` compares, apart from seats
    examples: ClassVar[Mapping[str, tuple[Example, ...]]] = {}  # by command; "" for those of `exodus --help`

    def __init__(self, game: GameEntry) -> None:
        self.game = game

    def add(self, options: argparse._ArgumentGroup) -> None:
        """Add the settings of the game, except --players and --config."""

    def check(self, given: dict[str, Any], base: Config) -> None:
        """Refuse or complete what options say; `base` has the settings they leave open."""

    def add_to(self, parser: argparse.ArgumentParser, count: bool = True) -> None:
        """Add all settings. Missing ones come from --config, or else from the defaults of the configuration.

        Without `count`, the command has its own way to set the number of players.
        """
        options = parser.add_argument_group("settings of the game")
        if count:
            options.add_argument("--players", type=int, metavar="N", help=self.players_help)
        self.add(options)
        options.add_argument(
            "--config", type=Path, metavar="FILE.toml", help="read settings from a file; options given here override it"
        )

    def configuration(self, args: argparse.Namespace) -> Config:
        """The configuration that was asked for."""
        made = self.game.configuration_class()
        return self.over(made() if args.config is None else made.from_toml(args.config), args)

    def over(self, base: Config, args: argparse.Namespace) -> Config:
        """A configuration in which the given options replace its own settings."""
        given = {setting: getattr(args, setting) for setting in self.settings if getattr(args, setting) is not None}
        self.check(given, base)
        return base.changed(**given)

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """The words that a setting can have, by its name, for pages that offer them; a setting without them is free
        text."""
        return {}

    def labels(self) -> Mapping[str, str]:
        """What pages write for choices whose word alone says little."""
        return {}

    def suggested_players(self) -> list[str]:
        """Computer players to offer to somebody who chooses opponents, simplest first; others can be typed."""
        return ["random", *self.game.players]

    def shown(self, command: str, fallback: str) -> tuple[Example, ...]:
        """Examples of a command."""
        return self.examples.get(command) or ((f"exodus {command} --game {self.game.name}", fallback),)


def names(text: str) -> list[str]:
    """Words separated by commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def name(text: str) -> str:
    """A word of a configuration; dashes may stand for its underscores."""
    return text.strip().replace("-", "_")
