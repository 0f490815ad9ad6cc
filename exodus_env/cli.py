"""The `exodus` command: watch or play a game, look things up, measure players and speed, compile.

Everything heavy is imported inside the subcommand that needs it, so that help appears at once.
"""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
import time
import tomllib
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from exodus_env.kit.interrupts import raised_like_ctrl_c
from exodus_env.kit.terminal import steady_streams
from exodus_env.kit.text import one_line

if TYPE_CHECKING:
    from exodus_env.exodus.config import GameConfig

SETTINGS = (
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

MOST_ENVS = 65_536
MOST_SECONDS = 1_000_000
MOST_WORKERS = 1_024

USER_ERROR = 2
BY_SIGNAL = 128  # plus a signal's number: ended by it, as shells have it
READER_WENT_AWAY = 141
TRACEBACK = "EXODUS_TRACEBACK"


class WrongOption(ValueError):
    """An option whose value cannot be taken."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit status."""
    with steady_streams() as output, raised_like_ctrl_c() as came:
        try:
            status = run(argv, came)
        except SystemExit:  # help was asked for, or an option is wrong
            if output.finish() is None:
                raise
            status = 0
        except user_errors() as error:
            status = 0
            if error is not output.error:
                complain(error)
                status = USER_ERROR
        return status or status_of(output.finish())


def run(argv: Sequence[str] | None, came: list[int]) -> int:
    """What a command line says; a command that is interrupted has kept what it could."""
    parser = build_parser()
    args = parser.parse_args(argv)
    if args.run is None:
        parser.print_help()
        return 0
    try:
        args.run(args)
    except KeyboardInterrupt:
        number = came[0] if came else signal.SIGINT
        print("\nInterrupted." if number == signal.SIGINT else f"\n{signal.strsignal(number)}.", file=sys.stderr)
        return BY_SIGNAL + number
    return 0


def status_of(error: OSError | None) -> int:
    """The exit status where standard output failed, if it did. A reader that has left (head, less) is no error."""
    if error is None:
        return 0
    if isinstance(error, BrokenPipeError):
        return READER_WENT_AWAY
    closed = error.errno == errno.EBADF
    complain(OSError(error.errno, "It is closed" if closed else error.strerror, "standard output"))
    return USER_ERROR


def complain(error: Exception) -> None:
    """Say in one line what a user can put right; with EXODUS_TRACEBACK=1 also where it comes from."""
    if os.environ.get(TRACEBACK, "0") not in ("", "0"):
        traceback.print_exception(error)
    print(f"exodus: error: {told(error)}", file=sys.stderr)


def user_errors() -> tuple[type[Exception], ...]:
    """What a user can put right: it gets one clear line. Anything else is a bug and keeps its traceback."""
    from exodus_env.exodus.config import ConfigError
    from exodus_env.exodus.content.load import ContentError
    from exodus_env.kit.arena import ArenaError
    from exodus_env.kit.files import Busy, FileProblem
    from exodus_env.players import PlayerError

    ours = (WrongOption, ConfigError, ContentError, ArenaError, PlayerError, FileProblem, Busy)
    return (*ours, tomllib.TOMLDecodeError, EOFError, OSError)


def told(error: Exception) -> str:
    """An error in a line that is safe to print."""
    if isinstance(error, OSError) and error.filename is not None:
        return one_line(f"{error.strerror}: {error.filename}")
    return one_line(str(error))


# ---- what to type ----------------------------------------------------------------------------------------------------


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="exodus",
        description="Exodus: Proxima Centauri as a reinforcement-learning environment.",
        epilog=examples(
            ("exodus demo", "watch four random legal players play a game"),
            ("exodus demo --scenario stronghold", "the same against the Centaurian Stronghold"),
            ("exodus play --players human,motives,motives", "play against the computer"),
            ("exodus arena --players random,random --games 100", "measure players against each other"),
            ("exodus balance --modules M10", "what seats, Leaders and technologies are worth"),
            ("exodus actions", "what every action id means"),
            ("exodus content --reconstructed", "which values are ours and not the printed ones"),
            ("exodus COMMAND --help", "options and examples of one command"),
        )
        + f"\n\n{TRACEBACK}=1 shows where an error comes from.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    demo = add_command(
        commands,
        "demo",
        run_demo,
        "watch random legal players play one whole game",
        "Plays one whole game between random legal players and tells its story turn by turn. The same seed and "
        "settings always give the same game.",
        ("exodus demo", "a four-player game"),
        ("exodus demo --players 2 --seed 3", "a duel, another deal"),
        ("exodus demo --variant short --quiet", "a short game, only the result"),
        ("exodus demo --modules M3,M4,M10", "with modules of Event Horizon"),
        ("exodus demo --scenario stronghold --players 2", "two players who win or lose together"),
        ("exodus demo --scenario stronghold --mode solo", "a single player"),
        ("exodus demo --scenario event_horizon", "the star grows hotter from turn to turn"),
        ("exodus demo --scenario secure_the_borders", "one player with a mission"),
        ("exodus demo --edge-of-extinction", "factions and combat cards"),
    )
    demo.add_argument("--seed", type=int, default=7, metavar="N", help="which game to play (default: 7)")
    demo.add_argument("--quiet", action="store_true", help="only the result, not the story")
    configuration_options(demo)

    play = add_command(
        commands,
        "play",
        run_play,
        "play a game yourself, at the terminal",
        "Plays one game between named players and narrates it. The player `human` is you: each decision shows the "
        "position and the legal moves in words; answer with a number or part of a move's text. A choice can be taken "
        "back before it is committed. Without a human you just watch. The same seed and choices give the same game, "
        "unless a player decides by the clock.",
        ("exodus play --players human,motives,motives,motives", "you, White, against three others"),
        ("exodus play --players motives:warlord,human --seed 3", "a duel; you are Red"),
        ("exodus play --players human,search:2s --variant short", "against a player that thinks for two seconds"),
        ("exodus play --players human,motives --scenario stronghold", "together against the Stronghold"),
        ("exodus play --players human --scenario edge_of_the_void", "solitaire, with a mission"),
        ("exodus play --players motives,greedy,random", "watch named players"),
    )
    play.add_argument(
        "--players",
        type=names,
        metavar="NAME,NAME,...",
        help="who plays, a name for each seat: human, motives, search:1s, greedy, random, the name of an installed "
        "player, or module:Class",
    )
    play.add_argument("--seed", type=int, default=7, metavar="N", help="which game to play (default: 7)")
    configuration_options(play, count=False)

    actions = add_command(
        commands,
        "actions",
        run_actions,
        "the reference of the action space",
        "Prints, as Markdown, every family of actions with its ids and meaning. The table depends on the settings: "
        "give the ones you train with.",
        ("exodus actions", "the default game"),
        ("exodus actions --players 2 > actions.md", "two players, into a file"),
        ("exodus actions --scenario stronghold", "with what the scenario adds"),
    )
    configuration_options(actions)

    observations = add_command(
        commands,
        "observations",
        run_observations,
        "the reference of the observation space",
        "Prints, as Markdown, every block of the observation with its place, range, meaning and who may see it. The "
        "layout depends on the settings: give the ones you train with.",
        ("exodus observations", "the default game"),
        ("exodus observations --config my_game.toml", "the game described in a file"),
        ("exodus observations --scenario event_horizon", "with what the scenario adds"),
    )
    configuration_options(observations)

    content = add_command(
        commands,
        "content",
        run_content,
        "the boards, decks and numbers of the game, and where they come from",
        "Prints the content of the game as tables. Each entry carries its provenance: stated in a rulebook, public "
        "elsewhere, or reconstructed because the printed value is not public.",
        ("exodus content", "everything"),
        ("exodus content --reconstructed", "only what is reconstructed"),
        ("exodus content --content my_copy", "your own folder of printed values"),
    )
    content.add_argument("--reconstructed", action="store_true", help="only reconstructed entries")
    content.add_argument("--content", type=Path, metavar="DIR", help="read the content from this folder")

    bench = add_command(
        commands,
        "bench",
        run_bench,
        "measure how fast games run on this machine",
        "Plays random legal moves through the environments and reports decisions and games per second.",
        ("exodus bench", "a quick measurement"),
        ("exodus bench --seconds 30 --envs 1024", "a longer one on a larger batch"),
        ("exodus bench --scenario stronghold --mode solo", "another game"),
        ("exodus bench --json > bench.json", "for a script to read"),
    )
    bench.add_argument("--json", action="store_true", help="machine-readable output")
    bench.add_argument("--seconds", type=positive(float), default=3.0, metavar="S", help="per measurement (default: 3)")
    bench.add_argument(
        "--envs",
        type=positive(int),
        default=64,
        metavar="N",
        help=f"games in the vector environment, at most {MOST_ENVS:,} (default: 64)",
    )
    bench.add_argument("--cold", action="store_true", help="also compile everything from scratch (takes minutes)")
    configuration_options(bench)

    arena = add_command(
        commands,
        "arena",
        run_arena,
        "measure players against each other",
        "Plays games between named players and reports win shares, ranks, VP and ratings with 95% intervals. Seats "
        "are rotated, and every line-up plays the same deals. The same seed gives the same table in any number of "
        "processes, unless a player decides by the clock. A player that raises an error, gives no legal action or "
        "takes too long (twice its own time plus a second, or --limit) loses that game and is named: it takes last "
        "place, the others share the places before it, and where all win or lose together, all have lost. Ctrl-C, "
        "SIGTERM and SIGHUP end a run early; finished games are written and reported, and the exit status is 130, 143 "
        "or 129.",
        ("exodus arena --players random,random,random,random --games 200", "four players, as many names as seats"),
        ("exodus arena --players random,random --scenario event_horizon --out runs/eh", "write JSON, CSV and plots"),
        ("exodus arena --players random,random --scenario stronghold", "a team against the Stronghold"),
        ("exodus arena --players mine:Clever,random,random", "a class of your own, from mine.py"),
        ("exodus arena --players random,random --ladder ladder.json", "keep ratings from run to run"),
        ("exodus arena --compare runs/a/result.json runs/b/result.json", "two results side by side"),
    )
    arena.add_argument(
        "--players",
        type=names,
        metavar="NAME,NAME,...",
        help="who plays, a name for each seat: random, the name of an installed player, or module:Class",
    )
    arena.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="[NAME=]MODULE:CLASS",
        help="register a class under a name that --players can use (default: its own); can be given several times",
    )
    arena.add_argument(
        "--games",
        type=positive(int),
        default=100,
        metavar="N",
        help="how many games, rounded up so that every line-up plays the same deals (default: 100; at most 1,000,000)",
    )
    arena.add_argument("--seed", type=int, default=7, metavar="N", help="which deals and dice (default: 7)")
    arena.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write result.json, games.csv and plots to this folder, all at once when the games are over",
    )
    arena.add_argument(
        "--ladder", type=Path, metavar="FILE", help="add the games to the ratings in this file; alone: show them"
    )
    arena.add_argument("--compare", type=Path, nargs=2, metavar=("A", "B"), help="compare two result.json files")
    arena.add_argument("--workers", type=positive(int), metavar="N", help="processes (default: one for each core)")
    arena.add_argument(
        "--limit",
        type=positive(float),
        default=60.0,
        metavar="S",
        help="seconds per decision for players that set no time of their own (default: 60; at most 1,000,000)",
    )
    configuration_options(arena, count=False)

    balance = add_command(
        commands,
        "balance",
        run_balance,
        "what seats, Leaders, technologies and modules are worth",
        "Plays many games with the same player at every seat and reports win share and mean VP, with 95% intervals, by "
        "seat, place in turn order, faction (with Edge of Extinction), Leader (with M10), first technology and "
        "technology held at the end. A tied win counts 1/k. What may win more than twice its fair share is marked. The "
        "same seed gives the same tables in any number of processes. Ctrl-C, SIGTERM and SIGHUP end a run early; "
        "finished games are written and reported, and the exit status is 130, 143 or 129.",
        ("exodus balance --modules M10", "Leaders and technologies, four players, 2000 games"),
        ("exodus balance --edge-of-extinction", "factions as well"),
        ("exodus balance --scenario event_horizon --out runs/balance", "write JSON, CSV and a plot"),
        ("exodus balance --players 3 --games 500", "three players"),
        ("exodus balance --players motives,motives,greedy,greedy", "other players, a name for each seat"),
        ("exodus balance --modules-random 4", "four modules drawn for each deal: also compare modules"),
    )
    balance.add_argument(
        "--players",
        type=names,
        metavar="N|NAME,NAME,...",
        help="number of players, or a name for each seat (default: 4, or as --config says; motives at every seat)",
    )
    balance.add_argument(
        "--modules-random",
        type=positive(int),
        metavar="K",
        help="draw K modules for every deal, besides those of --modules; adds a table of games with and without each",
    )
    balance.add_argument(
        "--games",
        type=positive(int),
        default=2000,
        metavar="N",
        help="how many games (default: 2000; at most 1,000,000)",
    )
    balance.add_argument("--seed", type=int, default=7, metavar="N", help="which deals and dice (default: 7)")
    balance.add_argument(
        "--out", type=Path, metavar="DIR", help="write balance.json, balance.csv, balance.png and games.csv there"
    )
    balance.add_argument("--workers", type=positive(int), metavar="N", help="processes (default: one for each core)")
    configuration_options(balance, count=False)

    add_command(
        commands,
        "compile",
        run_compile,
        "compile the rules now instead of at first use",
        "Compiles the rules of the game and caches the result, so that the next program starts at once. Takes two to "
        "three minutes the first time and a moment after that; rules are compiled again only when they change.",
        ("exodus compile", "for example when building a container image"),
    )
    return parser


def add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], None],
    summary: str,
    description: str,
    *shown: tuple[str, str],
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=examples(*shown),
        formatter_class=DescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


class DescriptionHelpFormatter(argparse.HelpFormatter):
    """Wraps the description, keeps the lines of the examples."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith("examples:"):
            return "\n".join(indent + line for line in text.splitlines())
        return super()._fill_text(text, width, indent)


def examples(*shown: tuple[str, str]) -> str:
    width = max(len(command) for command, _ in shown)
    return "\n".join(["examples:", *(f"  {command:<{width}}   {meaning}" for command, meaning in shown)])


def positive(kind: type[int] | type[float]) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = kind(text)
        if not value > 0:
            raise argparse.ArgumentTypeError(f"must be more than 0, not {text}")
        return value

    read.__name__ = kind.__name__
    return read


def configuration_options(parser: argparse.ArgumentParser, count: bool = True) -> None:
    """The settings of a game. What is left out comes from --config, or else from the defaults of `GameConfig`.

    Without `count` the command finds out the number of players in its own way.
    """
    options = parser.add_argument_group("settings of the game")
    if count:
        options.add_argument(
            "--players", type=int, metavar="N", help="number of players (default: 4; 1 with --mode solo)"
        )
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
        "--modules", type=names, metavar="M1,M2,...", help="modules of Event Horizon, M1 to M10, separated by commas"
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
        help="stronghold: coop (all win or lose together; default), semi_coop (all lose together, one wins) or solo",
    )
    options.add_argument(
        "--difficulty",
        type=name,
        metavar="NAME",
        help="stronghold: beginner, easy, standard (default), hard or extreme",
    )
    options.add_argument("--content", type=Path, metavar="DIR", help="read boards and decks from this folder")
    options.add_argument(
        "--config", type=Path, metavar="FILE.toml", help="read settings from a file; options given here override it"
    )


def names(text: str) -> list[str]:
    """Words separated by commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def factions(text: str) -> str | list[str]:
    """How factions come to the players, or a faction for each seat."""
    words = [name(word) for word in names(text)]
    return words[0] if len(words) == 1 and words[0] in ("dealt", "chosen") else words


def name(text: str) -> str:
    """A word of the configuration; dashes may stand for its underscores."""
    return text.strip().replace("-", "_")


def configuration(args: argparse.Namespace) -> GameConfig:
    """The game described by the options of `configuration_options`."""

    from exodus_env.exodus.config import SOLITAIRE, GameConfig

    base = GameConfig() if args.config is None else GameConfig.from_toml(args.config)
    given = {setting: getattr(args, setting) for setting in SETTINGS if getattr(args, setting) is not None}
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
    return base.changed(**given)


# ---- what it does ----------------------------------------------------------------------------------------------------


def run_demo(args: argparse.Namespace) -> None:
    config = configuration(args)
    from exodus_env.exodus.view import demo

    demo.run(config, seed=seed_of(args), quiet=args.quiet)


def seed_of(args: argparse.Namespace) -> int:
    from exodus_env.kit.batch import checked_seed

    try:
        return checked_seed(args.seed)
    except ValueError as error:
        raise WrongOption(f"--{error}") from None


def check_most(option: str, value: float | None, most: int) -> None:
    """Refuse a number that is larger than it may be."""
    if value is not None and value > most:
        raise WrongOption(f"--{option} must be at most {most:,}, not {value:,}")


def run_play(args: argparse.Namespace) -> None:
    seated = args.players
    if not seated:
        raise WrongOption("--players must name a player for each seat, for example --players human,motives")
    args.players = len(seated)
    config = configuration(args)
    from exodus_env.exodus import play

    play.main(config, seated, seed_of(args))


def run_arena(args: argparse.Namespace) -> None:
    seated = args.players
    if args.compare is not None or (args.ladder is not None and seated is None):
        look_at_results(args)
        return
    if not seated:
        raise WrongOption("--players must name a player for each seat, for example --players random,random")
    args.players = len(seated)
    config = configuration(args)
    check_most("workers", args.workers, MOST_WORKERS)
    from exodus_env.exodus import arena

    options = arena.Options(
        players=seated,
        games=args.games,
        seed=seed_of(args),
        workers=args.workers,
        limit=args.limit,
        out=args.out,
        ladder=args.ladder,
        registered=args.player,
    )
    arena.main(config, options)


def run_balance(args: argparse.Namespace) -> None:
    seated = args.players
    if seated and len(seated) == 1 and seated[0].isdecimal():
        args.players, seated = int(seated[0]), None
    elif seated is not None:
        args.players = len(seated)
    config = configuration(args)
    check_most("workers", args.workers, MOST_WORKERS)
    from exodus_env.exodus import balance

    options = balance.Options(
        players=seated or [balance.PLAYER] * config.players,
        games=args.games,
        seed=seed_of(args),
        workers=args.workers,
        out=args.out,
        drawn=args.modules_random or 0,
    )
    balance.main(config, options)


def look_at_results(args: argparse.Namespace) -> None:
    """Files of earlier runs."""
    from exodus_env.exodus import arena

    print(arena.compare(*args.compare) if args.compare is not None else arena.show_ladder(args.ladder))


def run_actions(args: argparse.Namespace) -> None:
    config = configuration(args)
    from exodus_env.exodus.encoding import reference

    print(reference.actions_page(config))


def run_observations(args: argparse.Namespace) -> None:
    config = configuration(args)
    from exodus_env.exodus.encoding import reference

    print(reference.observations_page(config))


def run_content(args: argparse.Namespace) -> None:
    from exodus_env.exodus.content.load import load_content
    from exodus_env.exodus.content.show import content_tables

    print(content_tables(load_content(args.content), args.reconstructed))


def run_bench(args: argparse.Namespace) -> None:
    check_most("envs", args.envs, MOST_ENVS)
    check_most("seconds", args.seconds, MOST_SECONDS)
    config = configuration(args)
    from exodus_env.exodus import bench

    bench.main(config, seconds=args.seconds, envs=args.envs, as_json=args.json, cold=args.cold)


def run_compile(args: argparse.Namespace) -> None:
    started = time.perf_counter()
    import exodus_env.exodus.core  # noqa: F401  (declares the kernels)
    from exodus_env.kit import kernel

    kernel.prepare(must_keep=True)
    print(f"The rules are compiled and cached ({time.perf_counter() - started:.1f} s).")


if __name__ == "__main__":
    sys.exit(main())
