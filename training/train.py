"""Train a policy for any registered game, with one command.

python -m training.train --config event_horizon_small
python -m training.train --game NAME --setup players=3 --network mlp --decisions 100000 --out runs/mine
python -m training.train --out runs/mine --resume

`training.event_horizon`, `training.stronghold` and `training.corruption` are the same command for one scenario or game.
A script of your own registers its game and calls `main`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import torch

from exodus_env.cli import BY_SIGNAL, USER_ERROR, complain, status_of, user_errors
from exodus_env.kit.files import Busy, clean_parts, locked, write_file
from exodus_env.kit.plain import shown
from exodus_env.kit.registry import DEFAULT
from exodus_env.kit.terminal import Stream, steady_streams
from exodus_env.policies.network import blank_network
from training.run import Run, naming
from training.settings import (
    Settings,
    SettingsError,
    add_options,
    changed,
    from_table,
    players_to_name,
    preset_path,
    read_settings,
)
from training.store import STATE, Facts, StoreError, check_game, check_sizes, read_state

# Settings that a resumed run cannot change: what was learned would not fit.
FIXED: Final = (
    *("game", "setup", "learner", "seed", "network", "width", "layers", "tokens", "attention_heads", "head"),
    *("mask_input", "card_identity", "num_games", "steps", "self_share", "past_share", "scripted", "past_slots"),
    *("winning", "standing"),
)
FOLDERS: Final = ("best", "latest", "pool", "finalists")  # in the folder of a run, besides its files and the logs
FILES: Final = (STATE, f"{STATE}.lock", "settings.json", "evaluations.json", "finals.json")


@dataclass(frozen=True)
class Script:
    """A command that trains: for any game, or for one with some of its settings fixed."""

    name: str  # of its module
    title: str  # what it trains a policy for
    game: str = ""  # empty: any
    setup: dict[str, Any] = field(default_factory=dict)  # the game's settings that it fixes
    presets: tuple[str, ...] = ()  # short names of the presets in configs/ whose names begin with its own

    def path(self, config: str) -> Path:
        """The file of a configuration."""
        return preset_path(f"{self.name}_{config}" if config in self.presets else config)

    def completed(self, settings: Settings) -> Settings:
        """Settings completed with what this command fixes; raises SettingsError if they contradict it."""
        if self.game and settings.game != self.game:
            raise SettingsError(f"game: training.{self.name} trains {self.game!r}, not {shown(settings.game)}")
        for name, value in self.setup.items():
            if settings.setup.get(name, value) != value:
                problem = f"must be {value!r} for training.{self.name}, not {shown(settings.setup[name])}"
                raise SettingsError(f"setup: {name} {problem}")
        return replace(settings, setup={**settings.setup, **self.setup})


TRAIN: Final = Script("train", "any game (--game NAME)")


def main(arguments: list[str] | None = None, script: Script = TRAIN) -> None:
    """The command line of a script."""
    parser = argparse.ArgumentParser(
        prog=f"python -m training.{script.name}", description=f"Train a policy for {script.title}.", allow_abbrev=False
    )
    first = script.presets[0] if script.presets else None
    known = f"{', '.join(script.presets)}, or a TOML file (default: {first})"
    any_game = "a preset of configs/ such as event_horizon_small, or a TOML file (default: each setting's own default)"
    parser.add_argument("--config", default=first, metavar="NAME", help=known if script.presets else any_game)
    parser.add_argument("--out", type=Path, help="folder of the run (default: runs/, then game and configuration)")
    parser.add_argument("--resume", action="store_true", help="continue the run in the folder")
    add_options(parser)
    given = parser.parse_args(arguments)
    folder = given.out or Path("runs") / _run_name(script, given)
    words = shlex.join(arguments if arguments is not None else sys.argv[1:])
    with steady_streams() as output:
        status = _outcome(script, folder, given, words, output) or status_of(output.finish())
    if status:
        sys.exit(status)


def _run_name(script: Script, given: argparse.Namespace) -> str:
    """The name of a run if none is given: by script or game, and configuration."""
    config = Path(given.config).stem if given.config else ""
    if script.presets:
        return f"{script.name}_{config}"
    game = given.set_game or ("" if config else DEFAULT)
    return "_".join(word for word in (game, config) if word)


def _outcome(script: Script, folder: Path, given: argparse.Namespace, words: str, output: Stream) -> int:
    """The exit status of a command line. An error the user can fix is one line."""
    problems: tuple[type[Exception], ...] = (*user_errors(), SettingsError, StoreError)
    try:
        _train(script, folder, given, words)
    except KeyboardInterrupt:
        there = "the last checkpoint is kept: use --resume" if (folder / STATE).exists() else "nothing was kept"
        print(f"stopped at once; {there}", file=sys.stderr)
        return BY_SIGNAL + signal.SIGINT
    except FloatingPointError as error:
        complain(StoreError(f"learning has gone wrong: {error}; resume with a lower --learning-rate"))
        return USER_ERROR
    except MemoryError:
        complain(SettingsError("not enough memory: use a smaller --num-games, --steps or --width"))
        return USER_ERROR
    except problems as error:
        if error is output.error:  # nobody reads the report
            return 0
        complain(error)
        return USER_ERROR
    return 0


def _train(script: Script, folder: Path, given: argparse.Namespace, words: str) -> None:
    """One run from its settings to its report, while nobody else uses the folder."""
    settings = None if given.resume else _settings(script, given)
    command = f"python -m training.{script.name} {words}"
    with claimed(folder, given.resume):
        if settings is None:
            run = resumed(script, folder, given, command)
        else:
            run = _new(folder, settings, command)
        with _signals(run):
            run.go()
        _report(run)


def _settings(script: Script, given: argparse.Namespace) -> Settings:
    """The settings of a new run."""
    base = Settings() if given.config is None else read_settings(script.path(given.config))
    return script.completed(changed(base, given))


@contextlib.contextmanager
def claimed(folder: Path, resume: bool) -> Iterator[None]:
    """Hold the lock of a run folder, which ends with the process at the latest, and clean up after a killed run."""
    if resume and not (folder / STATE).exists():
        raise StoreError(f"{folder / STATE} does not exist: nothing to resume; start the run without --resume")
    folder.mkdir(parents=True, exist_ok=True)
    _refuse_links(folder)
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(locked(folder / STATE, wait=0))
        except Busy:
            way_out = "wait until it ends, or name another folder with --out"
            raise StoreError(f"{folder} is in use by another run: {way_out}") from None
        for place in (folder, *(folder / name for name in FOLDERS)):
            clean_parts(place)
        yield


def _refuse_links(folder: Path) -> None:
    """A folder from somebody else must not redirect what a run writes to other places."""
    inside = [file for name in FOLDERS if (folder / name).is_dir() for file in (folder / name).iterdir()]
    for path in (*(folder / name for name in (*FILES, *FOLDERS)), *inside):
        if path.is_symlink():
            raise StoreError(f"{path} is a symbolic link: replace it with what it points to")


def _new(folder: Path, settings: Settings, command: str) -> Run:
    """A new run in an empty folder."""
    if (folder / STATE).exists():
        raise StoreError(f"{folder} already holds a run: continue it with --resume, or name another folder with --out")
    torch.set_num_threads(settings.threads)
    settings.rules().play.prepare()
    run = Run(settings, folder, command)
    _write_settings(run)
    return run


def resumed(script: Script, folder: Path, given: argparse.Namespace, command: str) -> Run:
    """The run in a folder. Its state is checked before anything is built or imported for it."""
    path = folder / STATE
    tensors, table = read_state(folder)
    with naming(path):
        facts = Facts.of(table)
    before = from_table(facts.settings, str(path))
    try:
        script.completed(before)
    except SettingsError as error:
        raise StoreError(f"{folder} holds another run: {error}") from None
    settings = changed(before, given)
    for name in FIXED:
        if getattr(settings, name) != getattr(before, name):
            raise SettingsError(f"--resume: {name} is {getattr(before, name)!r} in this run and cannot be changed")
    if missing := players_to_name(settings, given):
        options = " ".join(missing)
        raise SettingsError(f"--resume: this run has players that are not built in; if you trust them, add {options}")
    rules = settings.rules()
    check_game(path, table, rules)
    with naming(path):
        check_sizes(tensors, blank_network(settings.description(), rules), settings.num_games)
    torch.set_num_threads(settings.threads)
    rules.play.prepare()
    run = Run(settings, folder, command, new=False)
    run.take(tensors, table)
    _write_settings(run)
    return run


def _write_settings(run: Run) -> None:
    text = json.dumps(run.settings.to_dict(), indent=1)
    write_file(run.folder / "settings.json", f"{text}\n".encode())


@contextlib.contextmanager
def _signals(run: Run) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the run after its update; the old handlers are restored afterwards."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, run.stop_soon) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _report(run: Run) -> None:
    for row in run.evaluations[-1:]:
        share = f"{row['win_share']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
        print(f"last evaluation: win share {share} in {row['games']} games after {run.seconds / 60:.1f} minutes")
    if run.finals and run.finals[0]["after"] == run.learner.updates:
        row = run.finals[0]
        share = f"{row['win_share']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
        print(f"best of {len(run.finals)} on new deals: win share {share} in {row['games']} games")
        print(f"play with it: exodus arena --players policy:{run.folder / 'best'},...")
        return
    print(f"play with it: exodus arena --players policy:{run.folder / 'latest'},...")
    if run.learner.decisions:
        print(
            "which policy is best is measured at the end of a run; to end this one where it is: --resume --decisions 0"
        )


if __name__ == "__main__":
    main()
