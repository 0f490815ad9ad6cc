"""A training run: update after update, with progress, logs, evaluations and checkpoints that survive anything.

A run folder holds `training.state` (to resume), `latest` and `best` (policies for `policy:<folder>`), `pool` (past
selves), `evaluations.json`, `settings.json` and the logs of TensorBoard in `logs`.
"""

from __future__ import annotations

import argparse
import json
import shlex
import signal
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import torch
from tqdm import tqdm

from exodus_env.exodus.config import ConfigError
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.files import write_file
from exodus_env.kit.kernel import prepare
from exodus_env.players import PlayerError
from exodus_env.policies.checkpoint import save_policy
from training.evaluate import Evaluation, evaluate
from training.learner import Learner, make_learner, start_from
from training.pool import Pool
from training.settings import Settings, SettingsError, add_options, changed, from_table, preset_path, read_settings
from training.store import STATE, StoreError, read_state, write_state

# Settings a resumed run cannot change: what was learned would not fit.
FIXED: Final = (
    *("game", "learner", "seed", "network", "width", "layers", "tokens", "attention_heads", "head", "mask_input"),
    *("num_games", "steps", "self_share", "past_share", "scripted", "past_slots", "winning", "standing"),
)
LINE_SECONDS: Final = 30.0  # between lines of progress where there is no terminal


class Run:
    """One run in its folder: a new one, which may start from a policy, or one to be resumed."""

    def __init__(self, scenario: str, settings: Settings, folder: Path, command: str, new: bool = True) -> None:
        self.scenario = scenario
        self.settings = settings
        self.folder = folder
        self.command = command
        self.rules: Ruleset = ruleset(settings.config(scenario))
        if (settings.winning > 0 or settings.standing > 0) and self.rules.team:
            problem = "not where all players win or lose together, which is what the game pays"
            raise SettingsError(f"winning, standing: {problem}")
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
            while not self.learner.finished and not self.stopping:
                figures = self.learner.update()
                self.seconds, last = self.seconds + time.monotonic() - last, time.monotonic()
                if self.learner.updates % settings.evaluate_every == 0 or self.learner.finished:
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
        print("\nstopping after this update; once more to stop at once", file=sys.stderr)

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

    def _evaluate(self) -> dict[str, float]:
        """Games on held-out seeds; the best policy so far is kept."""
        settings, learner = self.settings, self.learner
        learner.network.eval()
        found = evaluate(learner.network, self.rules, settings.rivals, settings.evaluate_games, settings.evaluate_seed)
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
        tensors, facts = read_state(self.folder, self.rules)
        self.learner.restore(tensors, facts["learner"])
        self.evaluations = facts["evaluations"]
        self.best = facts["best"]
        self.seconds = facts["seconds"]
        self.before = facts["before"]
        self.command = f"{facts['command']}, then {self.command}"


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
    try:
        run = _begin(scenario, folder, given, shlex.join(arguments if arguments is not None else sys.argv[1:]))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, run.stop_soon)
        run.go()
    except (SettingsError, ConfigError, StoreError, PlayerError) as error:
        parser.exit(2, f"error: {error}\n")
    _report(run)


def _begin(scenario: str, folder: Path, given: argparse.Namespace, options: str) -> Run:
    """A new run in an empty folder, or the one in it."""
    if given.resume:
        _, facts = read_state(folder)
        if facts["scenario"] != scenario:
            raise StoreError(f"{folder} holds a run of {facts['scenario']}, not of {scenario}")
        before = from_table(facts["settings"], str(folder / STATE))
        settings = changed(before, given)
        for name in FIXED:
            if getattr(settings, name) != getattr(before, name):
                raise SettingsError(f"--resume: {name} is {getattr(before, name)!r} in this run and cannot be changed")
    else:
        if (folder / STATE).exists():
            raise StoreError(f"{folder} holds a run already: go on with --resume, or name another folder with --out")
        settings = changed(read_settings(preset_path(scenario, given.config)), given)
    torch.set_num_threads(settings.threads)
    prepare()
    run = Run(scenario, settings, folder, f"python -m training.{scenario} {options}", not given.resume)
    folder.mkdir(parents=True, exist_ok=True)
    if given.resume:
        run.resume()
    write_file(folder / "settings.json", (json.dumps(settings.to_dict(), indent=1) + "\n").encode())
    return run


def _report(run: Run) -> None:
    for row in run.evaluations[-1:]:
        share = f"{row['win_share']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
        print(f"last evaluation: win share {share} in {row['games']} games after {run.seconds / 60:.1f} minutes")
    print(f"play with it: exodus arena --players policy:{run.folder / 'best'},...")
