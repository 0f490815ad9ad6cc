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
from typing import TYPE_CHECKING, Any

from exodus_env.kit.interrupts import raised_like_ctrl_c
from exodus_env.kit.options import Options, WrongOption, names
from exodus_env.kit.registry import DEFAULT, UnknownGame, find, games, imported
from exodus_env.kit.terminal import steady_streams
from exodus_env.kit.text import one_line

if TYPE_CHECKING:
    from exodus_env.kit.config import Config
    from exodus_env.kit.definition import Definition

MOST_ENVS = 65_536
MOST_SECONDS = 1_000_000
MOST_WORKERS = 1_024
MOST_GAMES = 1_000_000

USER_ERROR = 2
BY_SIGNAL = 128  # plus the number of a signal: ended by it, as in shells
READER_WENT_AWAY = 141
TRACEBACK = "EXODUS_TRACEBACK"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    with steady_streams() as output, raised_like_ctrl_c() as came:
        try:
            status = run(argv, came)
        except SystemExit:  # help was requested, or an option is wrong
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
    """Do what a command line says; a command that is interrupted has saved what it could."""
    parser = build_parser(asked_game(argv))
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
    """The exit status if standard output failed. A reader that has left (head, less) is not an error."""
    if error is None:
        return 0
    if isinstance(error, BrokenPipeError):
        return READER_WENT_AWAY
    closed = error.errno == errno.EBADF
    complain(OSError(error.errno, "It is closed" if closed else error.strerror, "standard output"))
    return USER_ERROR


def complain(error: Exception) -> None:
    """Say on one line what a user can correct; with EXODUS_TRACEBACK=1 also where it comes from."""
    if os.environ.get(TRACEBACK, "0") not in ("", "0"):
        traceback.print_exception(error)
    print(f"exodus: error: {told(error)}", file=sys.stderr)


def user_errors() -> tuple[type[Exception], ...]:
    """Errors that a user can correct get one clear line. Anything else is a bug and keeps its traceback."""
    from exodus_env.kit.arena import ArenaError
    from exodus_env.kit.config import ConfigError
    from exodus_env.kit.content.reader import ContentError
    from exodus_env.kit.files import Busy, FileProblem
    from exodus_env.kit.replay import ReplayError
    from exodus_env.players import PlayerError
    from exodus_env.policies.checkpoint import PolicyError

    ours = (WrongOption, UnknownGame, ConfigError, ContentError, ArenaError, PlayerError, PolicyError, ReplayError)
    return (*ours, FileProblem, Busy, tomllib.TOMLDecodeError, EOFError, OSError)


def told(error: Exception) -> str:
    """An error on a line that is safe to print."""
    if isinstance(error, OSError) and error.filename is not None:
        return one_line(f"{error.strerror}: {error.filename}")
    return one_line(str(error))


# ---- what to type ----------------------------------------------------------------------------------------------------


Commands = Any  # what argparse adds commands to


def asked_game(argv: Sequence[str] | None) -> str:
    """The game of a command line, which determines its settings."""
    parser = argparse.ArgumentParser(prog="exodus", add_help=False, allow_abbrev=False)
    parser.add_argument("--game", default=DEFAULT)
    known, _ = parser.parse_known_args(argv)
    return str(known.game)


def build_parser(game: str = DEFAULT) -> argparse.ArgumentParser:
    """Everything that can be typed, with the settings of a game."""
    found = find(game)
    options: Options = imported(found.options)(found)
    parser = argparse.ArgumentParser(
        prog="exodus",
        description=f"{found.title} as a reinforcement-learning environment.",
        epilog=examples(*options.shown("", "this help"))
        + f"\n\nGames (--game NAME with any command): {', '.join(entry.name for entry in games())}."
        + f"\n{TRACEBACK}=1 shows where an error comes from.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for add in (
        add_demo,
        add_play,
        add_serve,
        add_mcp,
        add_replay,
        add_actions,
        add_observations,
        add_content,
        add_bench,
        add_arena,
        add_balance,
        add_dataset,
        add_policy,
        add_compile,
    ):
        add(commands, options)
    return parser


def player_names(options: Options) -> str:
    """The players that can be named, in words."""
    return ", ".join([*options.game.players, "random", "the name of an installed player, or module:Class"])


def add_demo(commands: Commands, options: Options) -> None:
    demo = add_command(
        commands,
        options,
        "demo",
        run_demo,
        "watch random legal players play one whole game",
        "Plays one whole game between random legal players and tells its story turn by turn. The same seed and "
        "settings always give the same game.",
    )
    demo.add_argument("--seed", type=int, default=7, metavar="N", help="which game to play (default: 7)")
    demo.add_argument("--quiet", action="store_true", help="only the result, not the story")
    demo.add_argument("--save", type=Path, metavar="FILE", help="save the game as a replay: FILE.exo.json")
    demo.add_argument("--svg", type=Path, metavar="FILE", help="draw the last position to this file")
    options.add_to(demo)


def add_play(commands: Commands, options: Options) -> None:
    play = add_command(
        commands,
        options,
        "play",
        run_play,
        "play a game yourself, at the terminal",
        "Plays one game between named players and narrates it. The player `human` is you: each decision shows the "
        "position and the legal moves in words; answer with a number or part of a move's text. A choice can be taken "
        "back before it is committed. Without a human you just watch. The same seed and choices give the same game, "
        "unless a player decides by the clock.",
    )
    play.add_argument(
        "--players",
        type=names,
        metavar="NAME,NAME,...",
        help=f"who plays, a name for each seat: human, {player_names(options)}",
    )
    play.add_argument("--seed", type=int, default=7, metavar="N", help="which game to play (default: 7)")
    play.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="save the game as a replay, FILE.exo.json: before each of your decisions and however it ends",
    )
    play.add_argument(
        "--from",
        dest="start",
        metavar="FILE[@N]",
        help="continue the game of a replay after N decisions, or where it was left; its settings come with it",
    )
    options.add_to(play, count=False)


def add_serve(commands: Commands, options: Options) -> None:
    serve = add_command(
        commands,
        options,
        "serve",
        run_serve,
        "play in a browser",
        "Starts a server for games in a browser and prints its link. The start page offers every game, environment and "
        "setting, and a player for each seat: computer players, you, others in other tabs or, with --host, on other "
        "machines. Each seat has a link of its own. Games are saved after every decision and continue when the server "
        "is started again.",
    )
    serve.add_argument("--host", default="127.0.0.1", metavar="NAME", help="address to listen on (default: 127.0.0.1)")
    serve.add_argument("--port", type=int, default=8421, metavar="N", help="port, 0 for a free one (default: 8421)")
    serve.add_argument("--no-browser", action="store_true", help="do not open a browser")
    serve.add_argument(
        "--games", type=Path, metavar="DIR", help="folder to keep games in (default: in the user's data folder)"
    )


def add_mcp(commands: Commands, options: Options) -> None:
    mcp = add_command(
        commands,
        options,
        "mcp",
        run_mcp,
        "let a language model play, as tools of the Model Context Protocol",
        "Speaks the Model Context Protocol over standard input and output: a client, such as an assistant with tools, "
        "starts games, looks at them as its seat may, takes decisions, asks what a search thinks and reads replays. "
        "Needs the extra mcp.",
    )
    mcp.add_argument("--seed", type=int, metavar="N", help="make the games of this server repeatable")
    mcp.add_argument(
        "--games", type=Path, metavar="DIR", help="keep games and their replays here (default: until the server ends)"
    )


def add_replay(commands: Commands, options: Options) -> None:
    replay = add_command(
        commands,
        options,
        "replay",
        run_replay,
        "show a recorded game, check it, or play on from it",
        "Shows a game that was saved as a replay (*.exo.json, written by exodus play, demo and arena, or by an "
        "environment made with record=True): what it is, its story, one position, or a page that opens in any browser. "
        "The game is played again for this, and a replay made with other rules or content is refused.",
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="the replay")
    what = replay.add_mutually_exclusive_group()
    what.add_argument("--text", action="store_true", help="tell the story of the game")
    what.add_argument(
        "--html", type=Path, metavar="OUT", help="write the game as a page for the browser, a single file"
    )
    what.add_argument("--at", type=int, metavar="N", help="show the position after N decisions")
    what.add_argument("--check", action="store_true", help="play the game again and compare hashes and result")
    what.add_argument("--from", dest="start", type=int, metavar="N", help="play on after N decisions; needs --players")
    replay.add_argument(
        "--seat", type=int, metavar="N", help="with --at or --html: only what this seat, from 0, may know"
    )
    replay.add_argument(
        "--forecast",
        metavar="NAME",
        help="with --html: chart what this player expects of the game, such as policy:baseline/event_horizon",
    )
    replay.add_argument("--players", type=names, metavar="NAME,NAME,...", help="with --from: who plays on")
    replay.add_argument("--save", type=Path, metavar="FILE", help="with --from: save the game as a replay")


def add_actions(commands: Commands, options: Options) -> None:
    actions = add_command(
        commands,
        options,
        "actions",
        run_actions,
        "the reference of the action space",
        "Prints, as Markdown, every family of actions with its ids and meaning. The table depends on the settings: "
        "give the ones you train with.",
    )
    options.add_to(actions)


def add_observations(commands: Commands, options: Options) -> None:
    observations = add_command(
        commands,
        options,
        "observations",
        run_observations,
        "the reference of the observation space",
        "Prints, as Markdown, every block of the observation with its place, range, meaning and who may see it. The "
        "layout depends on the settings: give the ones you train with.",
    )
    options.add_to(observations)


def add_content(commands: Commands, options: Options) -> None:
    content = add_command(
        commands,
        options,
        "content",
        run_content,
        "the boards, decks and numbers of the game, and where they come from",
        "Prints the content of the game as tables. Each entry carries its provenance: stated in a rulebook, public "
        "elsewhere, or reconstructed because the printed value is not public.",
    )
    content.add_argument("--reconstructed", action="store_true", help="only reconstructed entries")
    content.add_argument("--content", type=Path, metavar="DIR", help="read the content from this folder")


def add_bench(commands: Commands, options: Options) -> None:
    bench = add_command(
        commands,
        options,
        "bench",
        run_bench,
        "measure how fast games run on this machine",
        "Plays random legal moves through the environments and reports decisions and games per second.",
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
    options.add_to(bench)


def add_arena(commands: Commands, options: Options) -> None:
    arena = add_command(
        commands,
        options,
        "arena",
        run_arena,
        "measure players against each other",
        "Plays games between named players and reports win shares, ranks, scores and ratings with 95% intervals. Seats "
        "are rotated, and every line-up plays the same deals. The same seed gives the same table in any number of "
        "processes, unless a player decides by the clock. A player that raises an error, gives no legal action or "
        "takes too long (twice its own time plus a second, or --limit) loses that game and is named: it takes last "
        "place, the others share the places before it, and where all win or lose together, all have lost. --teams "
        "measures players who win or lose together: the win share of a team of each at every difficulty, and of teams "
        "in which one seat goes to another. Ctrl-C, SIGTERM and SIGHUP end a run early; finished games are written "
        "and reported, and the exit status is 130, 143 or 129.",
    )
    arena.add_argument(
        "--players",
        type=names,
        metavar="NAME,NAME,...",
        help=f"who plays, a name for each seat: {player_names(options)}",
    )
    arena.add_argument(
        "--teams",
        type=names,
        metavar="NAME,NAME,...",
        help="teams to measure in a co-operative game, instead of --players: each name at every seat, and mixed",
    )
    arena.add_argument(
        "--seats", type=positive(int), metavar="N", help="with --teams: how many players a team has (default: 2)"
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
        help="how many games, rounded up so that every line-up plays the same deals (default: 100; at most 1,000,000); "
        "with --teams, of each team",
    )
    arena.add_argument("--seed", type=int, default=7, metavar="N", help="which deals and dice (default: 7)")
    arena.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write result.json, games.csv and plots to this folder, all at once when the games are over; with --teams "
        "teams.json and teams.csv",
    )
    arena.add_argument(
        "--ladder", type=Path, metavar="FILE", help="add the games to the ratings in this file; alone: show them"
    )
    arena.add_argument(
        "--replays", type=Path, metavar="DIR", help="write a replay of every game to this folder as it ends"
    )
    arena.add_argument("--compare", type=Path, nargs=2, metavar=("A", "B"), help="compare two result.json files")
    arena.add_argument("--workers", type=positive(int), metavar="N", help="processes (default: one for each core)")
    arena.add_argument(
        "--ray",
        action="store_true",
        default=None,
        help="play the games as tasks of Ray (the extra ray), on this machine or with --address on a cluster; the "
        "table is the same, and games of a node that is lost are played again",
    )
    arena.add_argument(
        "--address",
        metavar="ADDRESS",
        help="with --ray: a running cluster, auto for the one this machine is part of, or ray://HOST:10001",
    )
    arena.add_argument(
        "--limit",
        type=positive(float),
        default=60.0,
        metavar="S",
        help="seconds per decision for players that set no time of their own (default: 60; at most 1,000,000)",
    )
    options.add_to(arena, count=False)


def add_balance(commands: Commands, options: Options) -> None:
    player = options.game.balance_player
    balance = add_command(
        commands,
        options,
        "balance",
        run_balance,
        "how much seats and other differences between players are worth",
        "Plays many games with the same player at every seat and reports win share and mean score, with 95% intervals, "
        f"by seat, and by {options.traits}. A tied win counts 1/k. What may win more than twice its fair share is "
        "marked. The same seed gives the same tables in any number of processes. Ctrl-C, SIGTERM and SIGHUP end a run "
        "early; finished games are written and reported, and the exit status is 130, 143 or 129.",
    )
    balance.add_argument(
        "--players",
        type=names,
        metavar="N|NAME,NAME,...",
        help=f"number of players, or a name for each seat (default: as --config says; {player} at every seat)",
    )
    balance.add_argument(
        "--modules-random",
        type=positive(int),
        metavar="K",
        help="draw K modules for every deal besides those of the settings; adds a table with and without each",
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
    options.add_to(balance, count=False)


def add_dataset(commands: Commands, options: Options) -> None:
    dataset = add_command(
        commands,
        options,
        "dataset",
        run_dataset,
        "games as tables, for offline learning",
        "Plays games between named players, as the arena does, and writes them as parquet tables, a row for each "
        "decision: who decided what, the observation, the legal actions, the action, reward and return. --minari adds "
        "a Minari dataset with an episode for each seat. --from takes the games from replays instead of playing "
        "new ones. The folder appears once everything in it is complete; an interrupted run leaves nothing.",
    )
    dataset.add_argument(
        "--players",
        type=names,
        metavar="NAME,NAME,...",
        help=f"who plays, a name for each seat: {player_names(options)}",
    )
    dataset.add_argument(
        "--games",
        type=positive(int),
        default=100,
        metavar="N",
        help="how many games, rounded up so that every line-up plays the same deals (default: 100)",
    )
    dataset.add_argument("--seed", type=int, default=7, metavar="N", help="which deals and dice (default: 7)")
    dataset.add_argument("--out", type=Path, metavar="DIR", help="the new folder to write")
    dataset.add_argument(
        "--from", dest="start", type=Path, metavar="DIR", help="take the games from a folder of replays instead"
    )
    dataset.add_argument(
        "--minari", metavar="NAME", help="also make a Minari dataset of this name, for example exodus/motives-v0"
    )
    dataset.add_argument("--workers", type=positive(int), metavar="N", help="processes (default: one for each core)")
    options.add_to(dataset, count=False)


def add_policy(commands: Commands, options: Options) -> None:
    policy = add_command(
        commands,
        options,
        "policy",
        run_policy,
        "make a small policy from a larger one",
        "distill FROM TO trains a small network that plays like a larger one. It is of kind mlp, which compiled code "
        "plays in microseconds, without PyTorch. Games are played in which FROM says at every decision how likely it "
        "finds each legal action and what it expects, and the small network learns both; in half of the games its own "
        "choices are played. At the end it reports, and writes into policy.json in TO, how often both find the same "
        "action likeliest in new games, and the win shares of arena games against FROM and against a scripted player. "
        "The game is the one FROM was trained for; if FROM holds a policy for each number of players, so does TO. "
        "Needs pip install exodus-env[train]. Takes minutes; nothing is kept if it is interrupted while learning, and "
        "the same seed gives the same network.",
    )
    policy.add_argument("what", choices=("distill",), help="what to do: distill")
    policy.add_argument("start", metavar="FROM", help="the folder of a policy, or baseline/NAME")
    policy.add_argument("out", type=Path, metavar="TO", help="the new folder to write")
    policy.add_argument(
        "--width", type=positive(int), default=128, metavar="N", help="of its layers (default: 128; at most 4096)"
    )
    policy.add_argument("--layers", type=positive(int), default=2, metavar="N", help="(default: 2; at most 64)")
    policy.add_argument(
        "--games",
        type=positive(int),
        default=2000,
        metavar="N",
        help="to learn from (default: 2000; at most 1,000,000)",
    )
    policy.add_argument(
        "--arena",
        type=positive(int),
        default=400,
        metavar="N",
        help="games of each measurement of strength (default: 400; at most 1,000,000)",
    )
    policy.add_argument("--seed", type=int, default=7, metavar="N", help="of weights, deals and choices (default: 7)")
    policy.add_argument(
        "--workers", type=positive(int), metavar="N", help="processes of the arena (default: one a core)"
    )


def add_compile(commands: Commands, options: Options) -> None:
    compiling = add_command(
        commands,
        options,
        "compile",
        run_compile,
        "compile the rules now instead of at first use",
        "Compiles the rules of the game and caches the result, so that the next program starts at once. Takes two to "
        "three minutes the first time and a moment after that; rules are compiled again only when they change.",
    )
    compiling.add_argument("--workers", type=positive(int), metavar="N", help="processes (default: one for each core)")


def add_command(
    commands: Commands,
    options: Options,
    name: str,
    run: Callable[[argparse.Namespace], None],
    summary: str,
    description: str,
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=examples(*options.shown(name, summary)),
        formatter_class=DescriptionHelpFormatter,
    )
    parser.add_argument(
        "--game", default=DEFAULT, metavar="NAME", help=f"which game: {', '.join(entry.name for entry in games())}"
    )
    parser.set_defaults(run=run, options=options)
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


def configuration(args: argparse.Namespace) -> Config:
    """The game described by the settings that were given."""
    options: Options = args.options
    return options.configuration(args)


def rules_of(args: argparse.Namespace) -> Definition:
    """The same, ready to play."""
    config = configuration(args)
    return find(args.game).definition(config)


# ---- what it does ----------------------------------------------------------------------------------------------------


def run_demo(args: argparse.Namespace) -> None:
    rules = rules_of(args)
    from exodus_env.kit import demo

    demo.main(rules, seed=seed_of(args), quiet=args.quiet, save=args.save, svg=args.svg)


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
    if args.start is not None:
        from exodus_env.kit import replay_command
        from exodus_env.kit.replay import Replay

        path, step = replay_command.place(args.start)
        replay_command.go_on(Replay.read(path), step, seated, args.save)
        return
    args.players = len(seated)
    rules = rules_of(args)
    from exodus_env.kit import play

    play.main(rules, seated, seed_of(args), args.save)


def run_replay(args: argparse.Namespace) -> None:
    from exodus_env.kit import replay_command
    from exodus_env.kit.replay import Replay

    if args.start is None and (args.players or args.save):
        raise WrongOption("--players and --save go with --from")
    if args.start is not None and not args.players:
        raise WrongOption("--from needs --players, a name for each seat")
    replay = Replay.read(args.file)
    if args.seat is not None and not 0 <= args.seat < replay.rules.config.players:
        raise WrongOption(f"--seat must be from 0 to {replay.rules.config.players - 1}, not {args.seat}")
    if args.start is not None:
        replay_command.go_on(replay, args.start, args.players, args.save)
    elif args.text:
        replay_command.tell(replay)
    elif args.at is not None:
        print(replay_command.shown(replay, args.at, args.seat))
    elif args.check:
        print(replay_command.check(replay))
    elif args.html is not None:
        from exodus_env.kit import replay_page

        replay_page.write(replay, args.html, args.seat, args.forecast)
        print(f"Written to {args.html}; open it in a browser.")
    else:
        print(replay_command.summary(replay))


def run_serve(args: argparse.Namespace) -> None:
    if not 0 <= args.port < 65_536:
        raise WrongOption(f"--port must be from 0 to 65535, not {args.port}")
    from exodus_env.kit.serve import command, store

    games_folder = args.games or store.default_folder()
    command.main(command.Options(args.host, args.port, games_folder, not args.no_browser, args.game))


def run_mcp(args: argparse.Namespace) -> None:
    seed = None if args.seed is None else seed_of(args)
    try:
        from exodus_env.llm import server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "mcp":
            raise
        raise WrongOption("exodus mcp needs the package mcp: pip install exodus-env[mcp]") from None
    server.main(args.game, seed, args.games)


def run_arena(args: argparse.Namespace) -> None:
    if args.teams is not None:
        run_teams(args)
        return
    seated = args.players
    if args.seats is not None:
        raise WrongOption("--seats belongs to --teams; --players names who has each seat")
    if args.compare is not None or (args.ladder is not None and seated is None):
        look_at_results(args)
        return
    if not seated:
        raise WrongOption("--players must name a player for each seat, for example --players random,random")
    if args.address is not None and not args.ray:
        raise WrongOption("--address names a cluster of Ray: add --ray")
    args.players = len(seated)
    rules = rules_of(args)
    check_most("workers", args.workers, MOST_WORKERS)
    from exodus_env.kit import arena_command

    options = arena_command.Options(
        players=seated,
        games=args.games,
        seed=seed_of(args),
        workers=args.workers,
        limit=args.limit,
        out=args.out,
        ladder=args.ladder,
        registered=args.player,
        replays=args.replays,
        ray=bool(args.ray),
        address=args.address,
    )
    arena_command.main(rules, options)


def run_teams(args: argparse.Namespace) -> None:
    """The yardstick of co-operative games."""
    for option in ("players", "ladder", "compare", "replays", "ray", "address"):
        if getattr(args, option) is not None:
            raise WrongOption(f"--{option} does not go with --teams")
    if not args.teams:
        raise WrongOption("--teams must name players: for example --teams motives,greedy")
    args.players = args.seats or (1 if getattr(args, "mode", None) == "solo" else 2)
    rules = rules_of(args)
    check_most("workers", args.workers, MOST_WORKERS)
    from exodus_env.kit import teams

    options = teams.Options(
        names=args.teams,
        games=args.games,
        seed=seed_of(args),
        workers=args.workers,
        limit=args.limit,
        out=args.out,
        registered=args.player,
    )
    teams.main(rules, options)


def run_balance(args: argparse.Namespace) -> None:
    seated = args.players
    if seated and len(seated) == 1 and seated[0].isdecimal():
        args.players, seated = int(seated[0]), None
    elif seated is not None:
        args.players = len(seated)
    rules = rules_of(args)
    check_most("workers", args.workers, MOST_WORKERS)
    from exodus_env.kit import balance_command

    options = balance_command.Options(
        players=seated or [find(args.game).balance_player] * rules.config.players,
        games=args.games,
        seed=seed_of(args),
        workers=args.workers,
        out=args.out,
        drawn=args.modules_random or 0,
    )
    balance_command.main(rules, options)


def run_dataset(args: argparse.Namespace) -> None:
    from exodus_env.kit import dataset

    seated = args.players
    if args.out is None:
        raise WrongOption("--out must name a new folder for the tables")
    if args.start is not None:
        if seated:
            raise WrongOption("--players does not go with --from: the games have been played already")
        dataset.from_replays(args.start, args.out, args.minari)
        return
    if not seated:
        raise WrongOption("--players must name a player for each seat, for example --players motives,motives")
    args.players = len(seated)
    rules = rules_of(args)
    check_most("workers", args.workers, MOST_WORKERS)
    dataset.main(
        rules,
        dataset.Options(
            players=seated,
            games=args.games,
            seed=seed_of(args),
            out=args.out,
            workers=args.workers,
            minari=args.minari,
        ),
    )


def run_policy(args: argparse.Namespace) -> None:
    check_most("workers", args.workers, MOST_WORKERS)
    check_most("games", args.games, MOST_GAMES)
    check_most("arena", args.arena, MOST_GAMES)
    from exodus_env.policies import distill

    distill.main(
        distill.Options(
            teacher=args.start,
            out=args.out,
            width=args.width,
            layers=args.layers,
            games=args.games,
            arena=args.arena,
            seed=seed_of(args),
            workers=args.workers,
        )
    )


def look_at_results(args: argparse.Namespace) -> None:
    """Files of earlier runs."""
    from exodus_env.kit import arena_command

    compared = args.compare is not None
    print(arena_command.compare(*args.compare) if compared else arena_command.show_ladder(args.ladder))


def run_actions(args: argparse.Namespace) -> None:
    print(rules_of(args).reference().actions_page())


def run_observations(args: argparse.Namespace) -> None:
    print(rules_of(args).reference().observations_page())


def run_content(args: argparse.Namespace) -> None:
    game = find(args.game)
    if game.content is None:
        raise WrongOption(f"the game {game.name} has no content to show")
    print(imported(game.content)(args.content, args.reconstructed))


def run_bench(args: argparse.Namespace) -> None:
    check_most("envs", args.envs, MOST_ENVS)
    check_most("seconds", args.seconds, MOST_SECONDS)
    rules = rules_of(args)
    from exodus_env.kit import bench

    bench.main(rules, seconds=args.seconds, envs=args.envs, as_json=args.json, cold=args.cold)


def run_compile(args: argparse.Namespace) -> None:
    started = time.perf_counter()
    from exodus_env.kit.compiling import compile_lanes
    from exodus_env.kit.workers import cores

    lanes = (*find(args.game).definition({}).entry_modules, ("exodus_env.policies.compiled", "exodus_env.kit.packed"))
    compile_lanes(lanes, args.workers or cores())
    print(f"The rules are compiled and cached ({time.perf_counter() - started:.1f} s).")


if __name__ == "__main__":
    sys.exit(main())
