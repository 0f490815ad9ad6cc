"""A training run: update after update, with progress, logs, evaluations and checkpoints that survive anything.

A run folder holds `training.state` (to resume), `latest` and `best` (policies for `policy:<folder>`), `pool` (past
selves), `finalists` (weights of the best evaluations so far), `evaluations.json`, `finals.json`, `settings.json` and
the logs of TensorBoard in `logs`.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
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
from exodus_env.kit.plain import shown
from exodus_env.kit.terminal import Stream, steady_streams
from exodus_env.players import make_player
from exodus_env.policies.checkpoint import LARGEST_WEIGHTS, PolicyError, save_policy
from exodus_env.policies.network import blank_network
from training.evaluate import LEARNED, deals, evaluate, key_of, line_up
from training.learner import Learner, make_learner, start_from
from training.pool import Pool, Shelf, Weights
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
    *("card_identity", "num_games", "steps", "self_share", "past_share", "scripted", "past_slots", "winning"),
    "standing",
)
LINE_SECONDS: Final = 30.0  # between lines of progress where there is no terminal
FOLDERS: Final = ("best", "latest", "pool", "finalists")  # in the folder of a run, besides its files and the logs
FILES: Final = (STATE, f"{STATE}.lock", "settings.json", "evaluations.json", "finals.json")


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
        self.finalists = Shelf("finalists", "finalist", folder / "finalists")  # the best of them so far
        self.finals: list[dict[str, Any]] = []  # how the finalists did when they were measured again, the best first
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
        if self._finals_are_due():
            self._hold_finals()

    def stop_soon(self, number: int, frame: Any) -> None:
        """End after the update or evaluation under way; a second time at once."""
        if self.stopping:
            raise KeyboardInterrupt
        self.stopping = True
        with contextlib.suppress(OSError):  # not by print, which this signal may have interrupted
            os.write(2, b"\nstopping after this update or evaluation; interrupt again to stop at once\n")

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
        """Games on deals of their own; the best so far are kept as finalists. An interrupted one counts for nothing."""
        learner = self.learner
        learner.network.eval()
        try:
            figures = self._measure(learner.network, self.settings.evaluate_games, learner.updates)
        except KeyboardInterrupt:
            learner.network.train()
            self.keep()  # the update is done; the evaluation comes first when the run is resumed
            raise
        learner.network.train()
        row = {**self._counts(), "hours": round(self.seconds / 3600, 4), **figures}
        self.evaluations.append(row)
        self._write_rows("evaluations.json", self.evaluations)
        best = sorted(self.evaluations, key=key_of)[-self.settings.finalists :]
        if row in best:
            self.finalists.put(learner.updates, learner.network)
        self.finalists.keep_only(each["update"] for each in best)
        return {"evaluation/win_share": row["win_share"], "evaluation/vp": row["mean_vp"]}

    def _finals_are_due(self) -> bool:
        """At the end, once; a run that is asked to stop holds them when it is resumed."""
        held = bool(self.finals) and self.finals[0]["after"] == self.learner.updates
        return self.learner.finished and not self.stopping and not held and len(self.finalists) > 0

    def _hold_finals(self) -> None:
        """Measure the finalists again, all on the same deals that nobody has looked at, and call the winner the best.

        Finals that are interrupted count for nothing: a choice among part of the finalists would not be fair.
        """
        settings, after = self.settings, self.learner.updates
        count = len(self.finalists)
        print(f"\nmeasuring the best {count} again, in {settings.final_games} games each", file=sys.stderr, flush=True)
        network = copy.deepcopy(self.learner.network).eval()
        found = []
        for row in self.evaluations:
            if row["update"] not in self.finalists.weights:
                continue
            network.load_state_dict(self.finalists.weights[row["update"]])
            found.append({**row, "after": after, **self._measure(network, settings.final_games, after, final=True)})
            if self.stopping:
                return
        self.finals = sorted(found, key=key_of, reverse=True)
        self._write_rows("finals.json", self.finals)
        self._save_policy("best", self.finalists.weights[self.finals[0]["update"]], self.finals[0])
        self.keep()

    def _measure(self, network: torch.nn.Module, games: int, update: int, final: bool = False) -> dict[str, Any]:
        settings = self.settings
        return asdict(
            evaluate(network, self.rules, settings.rivals, games, deals(settings.evaluate_seed, update, final))
        )

    def _counts(self) -> dict[str, Any]:
        learner = self.learner
        return {"update": learner.updates, "decisions": learner.decisions, "imitated": learner.imitated}

    def _write_rows(self, name: str, rows: list[dict[str, Any]]) -> None:
        write_file(self.folder / name, (json.dumps(rows, indent=1) + "\n").encode())

    def _save_policy(self, name: str, weights: Weights, row: dict[str, Any]) -> None:
        """A policy and how it was made: `row` has its counts and hours, and for the best the figures of the finals."""
        settings = self.settings
        about = {
            "command": self.command,
            "seed": settings.seed,
            "updates": row["update"],
            "decisions": row["decisions"],
            "imitated": f"{row['imitated']} decisions of {settings.imitate}" if settings.warm else "nobody",
            "hours": round(row["hours"], 3),
            "torch": torch.__version__,
            "settings": settings.to_dict(),
        }
        if self.before:
            about["before"] = self.before
        if "after" in row:
            figures = {each: row[each] for each in ("win_share", "low", "high", "rating", "mean_vp", "games")}
            seed = deals(settings.evaluate_seed, row["after"], final=True)
            about["arena"] = {**figures, "rivals": settings.rivals, "seed": seed, "best_of": len(self.finals)}
        save_policy(self.folder / name, self.rules, settings.description(), weights, about)

    def keep(self) -> None:
        """Write a checkpoint: the state to resume from, and the policy of the moment."""
        learner = self.learner
        tensors, facts = learner.state()
        check_finite(tensors)
        whole = {
            "scenario": self.scenario,
            "settings": self.settings.to_dict(),
            "config": self.rules.config.to_dict(),
            "fingerprint": self.rules.fingerprint(),
            "torch": torch.__version__,
            "learner": facts,
            "evaluations": self.evaluations,
            "finals": self.finals,
            "finalists": self.finalists.table(),
            "seconds": self.seconds,
            "before": self.before,
            "command": self.command,
        }
        write_state(self.folder, tensors, whole)
        self.pool.tidy()
        self.finalists.tidy()
        self._save_policy("latest", learner.network.state_dict(), {**self._counts(), "hours": self.seconds / 3600})

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
            self.finalists.restore(facts.finalists, self.learner.network, self.learner.updates)
        self.evaluations = facts.evaluations
        self.finals = facts.finals
        self.seconds = facts.seconds
        self.before = facts.before
        self.command = f"{facts.command}, then {self.command}"


def _check_settings(settings: Settings, rules: Ruleset) -> None:
    """Refuse at once what would end the run in an hour: another payment, a network too large, rivals that are none."""
    if (settings.winning > 0 or settings.standing > 0) and rules.team:
        problem = "not where all players win or lose together: there the game pays for the win alone"
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
    parser.add_argument("--resume", action="store_true", help="continue the run in the folder")
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
            way_out = "wait until it ends, or name another folder with --out"
            raise StoreError(f"{folder} is in use by another run: {way_out}") from None
        for place in (folder, *(folder / name for name in FOLDERS)):
            clean_parts(place)
        yield


def _refuse_links(folder: Path) -> None:
    """A folder from somebody else must not lead what a run writes to files elsewhere."""
    inside = [file for name in FOLDERS if (folder / name).is_dir() for file in (folder / name).iterdir()]
    for path in (*(folder / name for name in (*FILES, *FOLDERS)), *inside):
        if path.is_symlink():
            raise StoreError(f"{path} is a symbolic link: replace it with what it points to")


def _new(scenario: str, folder: Path, settings: Settings, command: str) -> Run:
    """A new run in an empty folder."""
    if (folder / STATE).exists():
        raise StoreError(f"{folder} already holds a run: continue it with --resume, or name another folder with --out")
    torch.set_num_threads(settings.threads)
    ruleset(settings.config(scenario)).play.prepare()
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
    rules.play.prepare()
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
