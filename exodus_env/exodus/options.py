"""This game's settings on the command line, and examples of commands."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from exodus_env.kit.options import Options, WrongOption, name, names


class ExodusOptions(Options):
    """Variants, modules, expansion and scenarios."""

    settings: ClassVar = (
        "players",
        "variant",
        "map",
        "movement",
        "ship_blocking",
        "turns",
        "dice_variant",
        "modules",
        "bonus_draw",
        "random_barriers",
        "free_leaders",
        "edge_of_extinction",
        "length",
        "factions",
        "scenario",
        "mode",
        "difficulty",
        "content",
    )
    players_help: ClassVar = "number of players (default: 4; 1 with --mode solo)"
    traits: ClassVar = (
        "place in turn order, faction (with Edge of Extinction), Leader (with M10), first technology and technology "
        "held at the end"
    )
    examples: ClassVar = {
        "": (
            ("exodus demo", "watch four random legal players play a game"),
            ("exodus demo --scenario stronghold", "the same against the Centaurian Stronghold"),
            ("exodus play --players human,motives,motives", "play against the computer"),
            ("exodus arena --players random,random --games 100", "measure players against each other"),
            ("exodus balance --modules M10", "what seats, Leaders and technologies are worth"),
            ("exodus actions", "what every action id means"),
            ("exodus content --reconstructed", "which values are ours and not the printed ones"),
            ("exodus COMMAND --help", "options and examples of one command"),
        ),
        "demo": (
            ("exodus demo", "a four-player game"),
            ("exodus demo --players 2 --seed 3", "a duel, another deal"),
            ("exodus demo --variant short --quiet", "a short game, only the result"),
            ("exodus demo --modules M3,M4,M10", "with modules of Event Horizon"),
            ("exodus demo --scenario stronghold --players 2", "two players who win or lose together"),
            ("exodus demo --scenario stronghold --mode solo", "a single player"),
            ("exodus demo --scenario event_horizon", "the star grows hotter from turn to turn"),
            ("exodus demo --scenario secure_the_borders", "one player with a mission"),
            ("exodus demo --edge-of-extinction", "factions and combat cards"),
        ),
        "play": (
            ("exodus play --players human,motives,motives,motives", "you, White, against three others"),
            ("exodus play --players motives:warlord,human --seed 3", "a duel; you are Red"),
            ("exodus play --players human,search:2s --variant short", "against a player that thinks for two seconds"),
            ("exodus play --players human,motives --scenario stronghold", "together against the Stronghold"),
            ("exodus play --players human --scenario edge_of_the_void", "solitaire, with a mission"),
            ("exodus play --players motives,greedy,random", "watch named players"),
            ("exodus play --players human,motives --save mine.exo.json", "keep the game as a replay"),
            ("exodus play --players human,motives --from mine.exo.json", "go on with it"),
        ),
        "replay": (
            ("exodus replay game.exo.json", "what it is"),
            ("exodus replay game.exo.json --text", "its story"),
            ("exodus replay game.exo.json --html game.html", "a page for the browser"),
            ("exodus replay game.exo.json --at 100 --seat 0", "a position, as seat 0 sees it"),
            ("exodus replay game.exo.json --check", "play it again and compare"),
            ("exodus replay game.exo.json --from 100 --players human,motives", "play on from there"),
        ),
        "serve": (
            ("exodus serve", "open the start page in your browser"),
            ("exodus serve --port 9000 --no-browser", "another port; open the printed link yourself"),
            ("exodus serve --host 0.0.0.0 --games club", "for others in your network; games in the folder club"),
        ),
        "actions": (
            ("exodus actions", "the default game"),
            ("exodus actions --players 2 > actions.md", "two players, into a file"),
            ("exodus actions --scenario stronghold", "with what the scenario adds"),
        ),
        "observations": (
            ("exodus observations", "the default game"),
            ("exodus observations --config my_game.toml", "the game described in a file"),
            ("exodus observations --scenario event_horizon", "with what the scenario adds"),
        ),
        "content": (
            ("exodus content", "everything"),
            ("exodus content --reconstructed", "only what is reconstructed"),
            ("exodus content --content my_copy", "your own folder of printed values"),
        ),
        "bench": (
            ("exodus bench", "a quick measurement"),
            ("exodus bench --seconds 30 --envs 1024", "a longer one on a larger batch"),
            ("exodus bench --scenario stronghold --mode solo", "another game"),
            ("exodus bench --json > bench.json", "for a script to read"),
        ),
        "arena": (
            ("exodus arena --players random,random,random,random --games 200", "four players, as many names as seats"),
            (
                "exodus arena --players random,random --scenario event_horizon --out runs/eh",
                "write JSON, CSV and plots",
            ),
            ("exodus arena --players random,random --scenario stronghold", "a team against the Stronghold"),
            ("exodus arena --teams motives,greedy --seats 2 --scenario stronghold", "teams by difficulty, and mixed"),
            ("exodus arena --players mine:Clever,random,random", "a class of your own, from mine.py"),
            ("exodus arena --players random,random --ladder ladder.json", "keep ratings from run to run"),
            ("exodus arena --players motives,greedy --replays runs/replays", "keep every game as a replay"),
            ("exodus arena --compare runs/a/result.json runs/b/result.json", "two results side by side"),
        ),
        "balance": (
            ("exodus balance --modules M10", "Leaders and technologies, four players, 2000 games"),
            ("exodus balance --edge-of-extinction", "factions as well"),
            ("exodus balance --scenario event_horizon --out runs/balance", "write JSON, CSV and a plot"),
            ("exodus balance --players 3 --games 500", "three players"),
            ("exodus balance --players motives,motives,greedy,greedy", "other players, a name for each seat"),
            ("exodus balance --modules-random 4", "four modules drawn for each deal: also compare modules"),
        ),
        "policy": (
            ("exodus policy distill runs/mine/best runs/small", "a small network that plays like runs/mine/best"),
            ("exodus policy distill baseline/event_horizon runs/small", "from the policies that come with the package"),
            ("exodus policy distill runs/mine/best runs/small --width 64 --games 500", "smaller, and sooner done"),
        ),
        "dataset": (
            ("exodus dataset --players motives,motives --games 1000 --out data", "parquet tables"),
            ("exodus dataset --from runs/replays --out data", "from existing replays"),
            ("exodus dataset --players greedy,greedy --out data --minari exodus/greedy-v0", "also for Minari"),
        ),
        "compile": (("exodus compile", "for example when building a container image"),),
    }

    def add(self, options: argparse._ArgumentGroup) -> None:
        """Add the settings of the game, apart from --players and --config."""
        options.add_argument("--variant", metavar="NAME", help="official variant of the rules, such as short or long")
        options.add_argument("--map", metavar="NAME", help="which map to play on")
        options.add_argument("--movement", metavar="NAME", help="movement method, such as simultaneous")
        options.add_argument(
            "--ship-blocking", action=argparse.BooleanOptionalAction, help="the optional ship-blocking rule"
        )
        options.add_argument("--turns", type=int, metavar="N", help="length of the game in turns")
        options.add_argument(
            "--dice-variant", action=argparse.BooleanOptionalAction, help="Bank and Mining offer a roll of dice"
        )
        options.add_argument(
            "--modules",
            type=names,
            metavar="M1,M2,...",
            help="modules of Event Horizon, M1 to M10",
        )
        options.add_argument(
            "--bonus-draw", action=argparse.BooleanOptionalAction, help="M1: draw new bonus actions each turn"
        )
        options.add_argument(
            "--random-barriers", action=argparse.BooleanOptionalAction, help="M9: dice place the Energy Barriers"
        )
        options.add_argument(
            "--free-leaders", action=argparse.BooleanOptionalAction, help="M10: choose from all Leaders instead of two"
        )
        options.add_argument(
            "--edge-of-extinction",
            action=argparse.BooleanOptionalAction,
            help="the expansion Edge of Extinction: factions, combat cards, planetary upgrades",
        )
        options.add_argument(
            "--length",
            type=name,
            metavar="NAME",
            help="Edge of Extinction: standard (5 turns, more starting technologies; default) or extended (6 turns)",
        )
        options.add_argument(
            "--factions",
            type=factions,
            metavar="NAME|NAME,NAME,...",
            help="Edge of Extinction: dealt (default), chosen (by the players), or a faction for each seat",
        )
        options.add_argument(
            "--scenario",
            type=name,
            metavar="NAME",
            help="stronghold (Centaurian Stronghold; adds M2 and M3), event_horizon (adds M6), secure_the_borders or "
            "edge_of_the_void (solitaire; the second adds Edge of Extinction), or none (default)",
        )
        options.add_argument(
            "--mode",
            type=name,
            metavar="NAME",
            help="stronghold: coop (all win or lose together; default), semi_coop (all lose together, one wins) or "
            "solo",
        )
        options.add_argument(
            "--difficulty",
            type=name,
            metavar="NAME",
            help="stronghold: beginner, easy, standard (default), hard or extreme",
        )
        options.add_argument("--content", type=Path, metavar="DIR", help="read boards and decks from this folder")

    def check(self, given: dict[str, Any], base: Any) -> None:
        """Refuse settings whose part of the game is missing; a single player means a game for one."""
        from exodus_env.exodus.config import SOLITAIRE

        alone = SOLITAIRE.get(given.get("scenario", base.scenario))
        if alone is not None:
            given.setdefault("players", 1)
        if not given.get("edge_of_extinction", base.edge_of_extinction) and not (alone and alone["edge_of_extinction"]):
            for setting in ("length", "factions"):
                if setting in given:
                    raise WrongOption(f"--{setting} belongs to Edge of Extinction; add --edge-of-extinction")
        if given.get("scenario", base.scenario) != "stronghold":
            for setting in ("mode", "difficulty"):
                if setting in given:
                    raise WrongOption(f"--{setting} belongs to the Centaurian Stronghold; add --scenario stronghold")
                given[setting] = None
        elif given.get("mode") == "solo":
            given.setdefault("players", 1)
        elif given.get("players") == 1:
            given.setdefault("mode", "solo")

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """The words of the configuration."""
        from exodus_env.exodus import config

        return {
            "variant": config.VARIANTS,
            "map": config.MAPS,
            "movement": config.MOVEMENTS,
            "modules": config.MODULES,
            "length": tuple(config.LENGTHS),
            "scenario": config.SCENARIOS,
            "mode": config.MODES,
            "difficulty": config.DIFFICULTIES,
        }

    def labels(self) -> Mapping[str, str]:
        """Modules with their names."""
        from exodus_env.exodus import config

        return {module: f"{module} {name}" for module, name in config.MODULE_NAMES.items()}

    def suggested_players(self) -> list[str]:
        """The suggestions of every game, plus the styles and some times to think."""
        from exodus_env.exodus.players.styles import style_names

        styles = [f"motives:{style}" for style in style_names()]
        return ["motives", "search:1s", "search:5s", "greedy", "random", *styles]


def factions(text: str) -> str | list[str]:
    """How players get their factions, or a faction for each seat."""
    words = [name(word) for word in names(text)]
    return words[0] if len(words) == 1 and words[0] in ("dealt", "chosen") else words
