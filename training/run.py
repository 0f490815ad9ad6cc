"""A training run: update after update, with progress, logs, evaluations and checkpoints that survive anything.

A run folder holds `training.state` (to resume), `latest` and `best` (policies for `policy:<folder>`), `pool` (past
selves), `evaluations.json`, `settings.json` and the logs of TensorBoard in `logs`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import torch
from tqdm import tqdm

from exodus_env.cli import BY_SIGNAL, USER_ERROR, complain, status_of, user_errors
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.files import Busy, clean_parts, locked, write_file
from exodus_env.kit.kernel import prepare
from exodus_env.kit.plain import shown
from exodus_env.kit.terminal import Stream, steady_streams
from exodus_env.players import make_player
from exodus_env.policies.checkpoint import LARGEST_WEIGHTS, PolicyError, save_policy
from exodus_env.policies.network import blank_network
from training.evaluate import LEARNED, Evaluation, evaluate, line_up
from training.learner import Learner, make_learner, start_from
from training.pool import Pool
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
from training.store import (
    STATE,
    Facts,
    Impossible,
    StoreError,
    Tensors,
    check_finite,
    check_game,
    check_sizes,
    read_state,
    write_state,
)

# Settings a resumed run cannot change: what was learned would not fit.
FIXED: Final = (
    *("game", "learner", "seed", "network", "width", "layers", "tokens", "attention_heads", "head", "mask_input"),
    *("num_games", "steps", "self_share", "past_share", "scripted", "past_slots", "winning", "standing"),
)
LINE_SECONDS: Final = 30.0  # between lines of progress where there is no terminal
FOLDERS: Final = ("best", "latest", "pool")  # in the folder of a run, besides its files and the logs
FILES: Final = (STATE, f"{STATE}.lock", "settings.json", "evaluations.json")


class Run:
    """One run in its folder: a new one, which may start from a policy, or one to be resumed."""

    def __init__(self, scenario: str, settings: Settings, folder: Path, command: str, new: bool = True) -> None:
        self.scenario = scenario
        self.settings = settings
        self.folder = folder
        self.command = command
        self.rules: Ruleset = ruleset(settings.config(scenario))
        _check_settings(settings, self.rules)
        self.pool = Pool(settings.pool_recent, settings.pool_most, folder / "pool")
        self.learner: Learner = make_learner(self.rules, settings, self.pool)
        self.before: dict[str, Any] = {}  # how the policy was made that this run started from
        if new and settings.start:
            self.before = start_from(self.learner.network, settings.start, self.rules)
        self.evaluations: list[dict[str, Any]] = []
        self.best: list[float] | None = None
        self.seconds = 0.0  # spent, also before a resume
        self.stopping = False

    # ---- the loop ----------------------------------------------------------------------------------------------------

    def go(self) -> None:
        """Learn until all is learned or somebody asks to stop; either way the state is kept."""
        settings = self.settings
        logs = _log_writer(self.folder / "logs", self.learner.updates)
        bar = self._bar()
        last = kept = time.monotonic()
        try:
            if self._evaluation_is_due():  # the one a second Ctrl-C cut off
                self._evaluate()
            while not self.learner.finished and not self.stopping:
                figures = self.learner.update()
                check_finite(self.learner.network.state_dict())
                self.seconds, last = self.seconds + time.monotonic() - last, time.monotonic()
                if self._evaluation_is_due():
                    figures |= self._evaluate()
                self._show(bar, logs, figures)
                if time.monotonic() - kept > 60 * settings.checkpoint_minutes:
                    self.keep()
                    kept = time.monotonic()
        finally:
            bar.close()
            if logs is not None:
                logs.close()
        self.keep()

    def stop_soon(self, number: int, frame: Any) -> None:
        """End after the update under way; a second time at once."""
        if self.stopping:
            raise KeyboardInterrupt
        self.stopping = True
        with contextlib.suppress(OSError):  # not by print, which this signal may have interrupted
            os.write(2, b"\nstopping after this update; once more to stop at once\n")

    def _bar(self) -> Any:
        total = self.settings.decisions + (self.settings.imitate_decisions if self.settings.warm else 0)
        done = self.learner.decisions + self.learner.imitated
        every = 0.5 if sys.stderr.isatty() else LINE_SECONDS
        return tqdm(
            total=total, initial=done, unit=" decisions", unit_scale=True, mininterval=every, miniters=1, maxinterval=60
        )

    def _show(self, bar: Any, logs: Any, figures: dict[str, float]) -> None:
        learner = self.learner
        seconds = figures["seconds_playing"] + figures["seconds_learning"]
        figures["decisions_a_second"] = figures["rollout_decisions"] / max(1e-9, seconds)
        words = {"games": int(figures["games"])}
        for name in ("entropy", "match", "kl"):
            if name in figures:
                words[name] = f"{figures[name]:.3f}"  # type: ignore[assignment]
        if self.evaluations:
            words["wins"] = f"{self.evaluations[-1]['win_share']:.3f}"  # type: ignore[assignment]
        bar.set_postfix(words, refresh=False)
        bar.update(learner.decisions + learner.imitated - bar.n)
        if logs is not None:
            for name, value in figures.items():
                logs.add_scalar(name, value, learner.updates)

    # ---- measuring and keeping ---------------------------------------------------------------------------------------

    def _evaluation_is_due(self) -> bool:
        updates = self.learner.updates
        regular = updates > 0 and (updates % self.settings.evaluate_every == 0 or self.learner.finished)
        return regular and (not self.evaluations or self.evaluations[-1]["update"] != updates)

    def _evaluate(self) -> dict[str, float]:
        """Games on held-out seeds; the best policy so far is kept. One that is interrupted counts for nothing."""
        settings, learner = self.settings, self.learner
        learner.network.eval()
        try:
            found = evaluate(
                learner.network, self.rules, settings.rivals, settings.evaluate_games, settings.evaluate_seed
            )
        except KeyboardInterrupt:
            learner.network.train()
            self.keep()  # the update is done; the evaluation comes first when the run is resumed
            raise
        learner.network.train()
        row = {"update": learner.updates, "decisions": learner.decisions, "imitated": learner.imitated}
        self.evaluations.append({**row, "hours": round(self.seconds / 3600, 4), **asdict(found)})
        write_file(self.folder / "evaluations.json", (json.dumps(self.evaluations, indent=1) + "\n").encode())
        if self.best is None or list(found.key) > self.best:
            self.best = list(found.key)
            self._save_policy("best", found)
        return {"evaluation/win_share": found.win_share, "evaluation/vp": found.mean_vp}

    def _save_policy(self, name: str, found: Evaluation | None = None) -> None:
        learner, settings = self.learner, self.settings
        about = {
            "command": self.command,
            "seed": settings.seed,
            "updates": learner.updates,
            "decisions": learner.decisions,
            "imitated": f"{learner.imitated} decisions of {settings.imitate}" if settings.warm else "nobody",
            "hours": round(self.seconds / 3600, 3),
            "torch": torch.__version__,
            "settings": settings.to_dict(),
        }
        if self.before:
            about["before"] = self.before
        if found is not None:
            about["arena"] = {**asdict(found), "rivals": settings.rivals, "seed": settings.evaluate_seed}
        save_policy(self.folder / name, self.rules, settings.description(), learner.network.state_dict(), about)

    def keep(self) -> None:
        """Write a checkpoint: the state to resume from, and the policy of the moment."""
        tensors, facts = self.learner.state()
        check_finite(tensors)
        whole = {
            "scenario": self.scenario,
            "settings": self.settings.to_dict(),
            "config": self.rules.config.to_dict(),
            "fingerprint": self.rules.fingerprint(),
            "torch": torch.__version__,
            "learner": facts,
            "evaluations": self.evaluations,
            "best": self.best,
            "seconds": self.seconds,
            "before": self.before,
            "command": self.command,
        }
        write_state(self.folder, tensors, whole)
        self.pool.tidy()
        self._save_policy("latest")

    def resume(self) -> None:
        """Go on from the checkpoint in the folder."""
        self.take(*read_state(self.folder, self.rules))

    def take(self, tensors: Tensors, table: dict[str, Any]) -> None:
        """Go on from a state."""
        path = self.folder / STATE
        check_game(path, table, self.rules)
        with _naming(path):
            facts = Facts.of(table)
            self.learner.restore(tensors, facts.learner)
        self.evaluations = facts.evaluations
        self.best = facts.best
        self.seconds = facts.seconds
        self.before = facts.before
        self.command = f"{facts.command}, then {self.command}"


def _check_settings(settings: Settings, rules: Ruleset) -> None:
    """Refuse at once what would end the run in an hour: another payment, a network too large, rivals that are none."""
    if (settings.winning > 0 or settings.standing > 0) and rules.team:
        problem = "not where all players win or lose together, which is what the game pays"
        raise SettingsError(f"winning, standing: {problem}")
    weights = blank_network(settings.description(), rules).state_dict().values()
    most = LARGEST_WEIGHTS - (1 << 20)  # and their names
    if (size := 4 * sum(tensor.numel() for tensor in weights)) > most:
        raise SettingsError(f"network: its weights would take {size:,} bytes; policies have at most {most:,}")
    try:
        torch.empty(0, device=settings.device)
    except (RuntimeError, AssertionError) as error:  # as PyTorch says it
        raise SettingsError(f"device: {settings.device} cannot be used: {str(error).splitlines()[0]}") from None
    try:
        names = line_up(rules, settings.rivals)
    except ValueError as error:
        raise SettingsError(str(error)) from None
    for name in {*names} - {LEARNED}:
        make_player(name).start(rules)


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Say which file it is that no run can have written."""
    try:
        yield
    except Impossible as error:
        raise StoreError(f"{path} is damaged, or forged: {error}") from None


def _log_writer(folder: Path, updates: int) -> Any:
    """TensorBoard's, where it is installed; what a killed run logged after its checkpoint is hidden."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        print("tensorboard is not installed: no logs are written", file=sys.stderr)
        return None
    return SummaryWriter(str(folder), purge_step=updates + 1)


# ---- the command -----------------------------------------------------------------------------------------------------


def main(scenario: str, arguments: list[str] | None = None) -> None:
    """The command line of a script."""
    parser = argparse.ArgumentParser(
        prog=f"python -m training.{scenario}", description=f"Train a policy for {scenario}.", allow_abbrev=False
    )
    parser.add_argument("--config", default="small", help="small, standard, long, or a TOML file (default: small)")
    parser.add_argument("--out", type=Path, help="folder of the run (default: runs/SCENARIO_CONFIG)")
    parser.add_argument("--resume", action="store_true", help="go on with the run in the folder")
    add_options(parser)
    given = parser.parse_args(arguments)
    folder = given.out or Path("runs") / f"{scenario}_{Path(given.config).stem}"
    words = shlex.join(arguments if arguments is not None else sys.argv[1:])
    with steady_streams() as output:
        status = _outcome(scenario, folder, given, words, output) or status_of(output.finish())
    if status:
        sys.exit(status)


def _outcome(scenario: str, folder: Path, given: argparse.Namespace, words: str, output: Stream) -> int:
    """The exit status of a command line. What a user can put right is one line."""
    problems: tuple[type[Exception], ...] = (*user_errors(), SettingsError, StoreError, PolicyError)
    try:
        _train(scenario, folder, given, words)
    except KeyboardInterrupt:
        there = "the last checkpoint is kept: go on with --resume" if (folder / STATE).exists() else "nothing was kept"
        print(f"stopped at once; {there}", file=sys.stderr)
        return BY_SIGNAL + signal.SIGINT
    except FloatingPointError as error:
        complain(StoreError(f"learning has gone wrong: {error}; resume with a lower --learning-rate"))
        return USER_ERROR
    except MemoryError:
        complain(SettingsError("not enough memory: take a smaller --num-games, --steps or --width"))
        return USER_ERROR
    except problems as error:
        if error is output.error:  # nobody reads the report
            return 0
        complain(error)
        return USER_ERROR
    return 0


def _train(scenario: str, folder: Path, given: argparse.Namespace, words: str) -> None:
    """One run from its settings to its report, while nobody else uses the folder."""
    settings = None if given.resume else changed(read_settings(preset_path(scenario, given.config)), given)
    command = f"python -m training.{scenario} {words}"
    with claimed(folder, given.resume):
        if settings is None:
            run = _resumed(scenario, folder, given, command)
        else:
            run = _new(scenario, folder, settings, command)
        with _signals(run):
            run.go()
        _report(run)


@contextlib.contextmanager
def claimed(folder: Path, resume: bool) -> Iterator[None]:
    """Hold the lock of a run folder, which ends with the process at the latest, and clean what a killed run left."""
    if resume and not (folder / STATE).exists():
        raise StoreError(f"{folder / STATE} is not there: nothing to resume; start the run without --resume")
    folder.mkdir(parents=True, exist_ok=True)
    _refuse_links(folder)
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(locked(folder / STATE, wait=0))
        except Busy:
            way_out = "wait until it has ended, or name another folder with --out"
            raise StoreError(f"{folder} is in use by another run: {way_out}") from None
        for place in (folder, *(folder / name for name in FOLDERS)):
            clean_parts(place)
        yield


def _refuse_links(folder: Path) -> None:
    """A folder from somebody else must not lead what a run writes to files elsewhere."""
    inside = [file for name in FOLDERS if (folder / name).is_dir() for file in (folder / name).iterdir()]
    for path in (*(folder / name for name in (*FILES, *FOLDERS)), *inside):
        if path.is_symlink():
            raise StoreError(f"{path} is a symbolic link: put what it points to in its place")


def _new(scenario: str, folder: Path, settings: Settings, command: str) -> Run:
    """A new run in an empty folder."""
    if (folder / STATE).exists():
        raise StoreError(f"{folder} holds a run already: go on with --resume, or name another folder with --out")
    torch.set_num_threads(settings.threads)
    prepare()
    run = Run(scenario, settings, folder, command)
    _write_settings(run)
    return run


def _resumed(scenario: str, folder: Path, given: argparse.Namespace, command: str) -> Run:
    """The run in a folder. What its state says is checked before anything is built or imported for it."""
    path = folder / STATE
    tensors, table = read_state(folder)
    with _naming(path):
        facts = Facts.of(table)
    if facts.scenario != scenario:
        raise StoreError(f"{folder} holds a run of {shown(facts.scenario)}, not of {scenario}")
    before = from_table(facts.settings, str(path))
    settings = changed(before, given)
    for name in FIXED:
        if getattr(settings, name) != getattr(before, name):
            raise SettingsError(f"--resume: {name} is {getattr(before, name)!r} in this run and cannot be changed")
    if missing := players_to_name(settings, given):
        options = " ".join(missing)
        raise SettingsError(f"--resume: this run has players that are not built in; if you trust them, add {options}")
    rules = ruleset(settings.config(scenario))
    check_game(path, table, rules)
    with _naming(path):
        check_sizes(tensors, blank_network(settings.description(), rules), settings.num_games)
    torch.set_num_threads(settings.threads)
    prepare()
    run = Run(scenario, settings, folder, command, new=False)
    run.take(tensors, table)
    _write_settings(run)
    return run


def _write_settings(run: Run) -> None:
    text = json.dumps(run.settings.to_dict(), indent=1)
    write_file(run.folder / "settings.json", f"{text}\n".encode())


@contextlib.contextmanager
def _signals(run: Run) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the run after its update; afterwards they mean what they did before."""
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
    print(f"play with it: exodus arena --players policy:{run.folder / 'best'},...")
