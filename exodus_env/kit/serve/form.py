"""What the start page offers: games, environments, settings with their help, players; and an order made of answers.

Settings are those of the command line (kit/options.py) and are read by the same parser, so that a page and a command
mean the same. Settings that have no option can be given as TOML, like a file for --config.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

from exodus_env.kit.batch import SEED_LIMIT, fresh_seed
from exodus_env.kit.config import Config, ConfigError
from exodus_env.kit.options import Options, WrongOption, names
from exodus_env.kit.registry import GameEntry, UnknownGame, find, games, imported
from exodus_env.kit.serve.refusal import Refusal
from exodus_env.kit.serve.store import HUMAN, LONGEST_PLAYER
from exodus_env.policies.player import BASELINE, baselines

LONGEST_SETTING: Final = 500  # characters
LONGEST_TOML: Final = 10_000
MOST_SETTINGS: Final = 100
MOST_SEATS: Final = 16
_CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LEFT_OUT: Final = ("help", "config", "players")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise WrongOption(message)


def options_of(game: GameEntry) -> Options:
    """The settings of a game."""
    made: Options = imported(game.options)(game)
    return made


def _parser(options: Options) -> _Parser:
    parser = _Parser(add_help=False, allow_abbrev=False)
    options.add_to(parser)
    return parser


def offered() -> list[dict[str, Any]]:
    """All games with everything that can be chosen."""
    return [_game(game) for game in games()]


def _game(game: GameEntry) -> dict[str, Any]:
    options = options_of(game)
    choices, labels = options.choices(), options.labels()
    usual = game.configuration_class()()
    actions = [action for action in _parser(options)._actions if action.dest not in _LEFT_OUT]
    return {
        "name": game.name,
        "title": game.title,
        "environments": [_environment(game, name) for name in game.gymnasium],
        "players": usual.players,
        "most": MOST_SEATS,
        "settings": [_setting(action, choices.get(action.dest, ()), labels) for action in actions],
        "suggested": suggested(game),
    }


def _environment(game: GameEntry, name: str) -> dict[str, Any]:
    settings = dict(game.gymnasium[name])
    known = {**game.configuration_class().implied_by(settings), **settings}
    return {"name": _words(name), "settings": settings, "players": known.get("players")}


def suggested(game: GameEntry) -> list[str]:
    """Computer players to choose from."""
    policies = [f"{BASELINE}{name}" for name in baselines()]
    learned = [f"{kind}{name}" for kind in ("policy:", "search:1s?policy=") for name in policies]
    return [*options_of(game).suggested_players(), *learned]


def _setting(action: argparse.Action, choices: tuple[str, ...], labels: Mapping[str, str]) -> dict[str, Any]:
    if isinstance(action, argparse.BooleanOptionalAction):
        kind = "flag"
    elif action.type is int:
        kind = "number"
    elif choices:
        kind = "several" if action.type is names else "one"
    else:
        kind = "text"
    return {
        "name": action.dest,
        "label": action.dest.replace("_", " ").capitalize(),
        "kind": kind,
        "choices": list(choices),
        "labels": [labels.get(choice, choice.replace("_", " ")) for choice in choices],
        "help": action.help or "",
    }


def _words(name: str) -> str:
    """An environment's id in words: "Exodus/EventHorizon-v0" is "Event Horizon"."""
    return _CAPITAL.sub(" ", name.rpartition("/")[2].rpartition("-")[0] or name)


# ---- an order --------------------------------------------------------------------------------------------------------


def read_order(order: Mapping[str, Any]) -> tuple[GameEntry, Config, list[str], int]:
    """The game, its configuration, a player for each seat and the seed of what a page orders; raises Refusal."""
    try:
        game = find(_text(order.get("game"), "game"))
    except UnknownGame as error:
        raise Refusal(400, str(error)) from None
    seats = order.get("seats")
    if not isinstance(seats, list) or not 0 < len(seats) <= MOST_SEATS:
        raise Refusal(400, f"A game has 1 to {MOST_SEATS} seats.")
    for player in seats:
        if not isinstance(player, str) or not 0 < len(player.strip()) <= LONGEST_PLAYER:
            raise Refusal(400, "Every seat needs a player.")
        if player.partition(":")[0] == HUMAN and player != HUMAN:
            raise Refusal(400, f"{HUMAN!r} takes no argument.")
    seed = order.get("seed")
    if seed is None:
        seed = fresh_seed()
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise Refusal(400, "The seed must be a whole number from 0 to 2**63 - 1.")
    config = read_configuration(game, order, len(seats))
    if config.players != len(seats):
        raise Refusal(400, f"This game has {config.players} seats.")
    return game, config, [player.strip() for player in seats], seed


def read_configuration(game: GameEntry, order: Mapping[str, Any], players: int) -> Config:
    """The configuration of an order."""
    settings = order.get("settings", {})
    if not isinstance(settings, dict) or len(settings) > MOST_SETTINGS:
        raise Refusal(400, "The settings are not a table.")
    options = options_of(game)
    parser = _parser(options)
    words = [f"--players={players}", *_command_line(parser, settings)]
    try:
        base = game.configuration_class().from_dict(tomllib.loads(_text(order.get("toml", ""), "toml", LONGEST_TOML)))
        return options.over(base, parser.parse_args(words))
    except (WrongOption, ConfigError, tomllib.TOMLDecodeError, TypeError) as error:
        raise Refusal(400, str(error)) from None


def paths(game: GameEntry) -> set[str]:
    """The settings of a game that name files."""
    return {action.dest for action in _parser(options_of(game))._actions if action.type is Path}


def _command_line(parser: _Parser, settings: Mapping[str, Any]) -> list[str]:
    """Settings in the form in which they would be typed."""
    known = {action.dest: action for action in parser._actions if action.dest not in _LEFT_OUT}
    words = []
    for name, value in settings.items():
        if name not in known:
            raise Refusal(400, f"There is no setting {name!r:.60}.")
        option = known[name].option_strings[0]
        if isinstance(known[name], argparse.BooleanOptionalAction):
            if not isinstance(value, bool):
                raise Refusal(400, f"{name} must be true or false.")
            words.append(option if value else f"--no-{option.removeprefix('--')}")
        else:
            listed = ",".join(map(str, value)) if isinstance(value, list) else str(value)
            words.append(f"{option}={_text(listed, name)}")
    return words


def _text(value: Any, what: str, longest: int = LONGEST_SETTING) -> str:
    if not isinstance(value, str) or len(value) > longest or "\0" in value:
        raise Refusal(400, f"{what} is not a text of at most {longest} characters.")
    return value
