"""A training run: update after update, with progress, logs, evaluations and checkpoints that survive interruptions.

A run folder holds `training.state` (to resume), `latest` and `best` (policies for `policy:<folder>`), `pool` (past
selves), `finalists` (weights of the best evaluations so far), `evaluations.json`, `finals.json`, `settings.json`,
replays of evaluations in `replays` and the logs of TensorBoard in `logs`.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import torch
from tqdm import tqdm

from exodus_env.kit.definition import Definition
from exodus_env.kit.files import write_file
from exodus_env.players import make_player
from exodus_env.policies.checkpoint import LARGEST_WEIGHTS, save_policy
from exodus_env.policies.network import blank_network
from training.evaluate import LEARNED, deals, evaluate, key_of, line_up
from training.learner import Learner, make_learner, start_from
from training.pool import Pool, Shelf, Weights
from training.settings import Settings, SettingsError
from training.store import (
    STATE,
    Facts,
    Impossible,
    StoreError,
    Tensors,
    check_finite,
    check_game,
    read_state,
    write_state,
)

LINE_SECONDS: Final = 30.0  # between lines of progress if there is no terminal


class Run:
    """One run in its folder: a new one, which may start from a policy, or one to be resumed."""

    def __init__(self, settings: Settings, folder: Path, command: str, new: bool = True) -> None:
        self.settings = settings
        self.folder = folder
        self.command = command
        self.rules = settings.rules()
        _check_settings(settings, self.rules)
        self.pool = Pool(settings.pool_recent, settings.pool_most, folder / "pool")
        self.learner: Learner = make_learner(self.rules, settings, self.pool)
        self.before: dict[str, Any] = {}  # how the policy this run started from was trained
        if new and settings.start:
            self.before = start_from(self.learner.network, settings.start, self.rules)
        self.evaluations: list[dict[str, Any]] = []
        self.finalists = Shelf("finalists", "finalist", folder / "finalists")  # the best of them so far
        self.finals: list[dict[str, Any]] = []  # the finalists' second measurements, the best first
        self.seconds = 0.0  # spent, also before a resume
        self.stopping = False

    # ---- the loop ----------------------------------------------------------------------------------------------------

    def go(self) -> None:
        """Learn until everything has been learned or a stop is requested; either way the state is saved."""
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
        """Stop after the current update or evaluation; the second time, at once."""
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
        """Play games on separate deals; the best so far are kept as finalists. An interrupted evaluation does not
        count."""
        learner = self.learner
        learner.network.eval()
        try:
            name = f"update-{learner.updates:07d}"
            figures = self._measure(learner.network, self.settings.evaluate_games, learner.updates, name)
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
        return {"evaluation/win_share": row["win_share"], "evaluation/points": row["mean_points"]}

    def _finals_are_due(self) -> bool:
        """Finals take place once, at the end; a run that is asked to stop holds them when it is resumed."""
        held = bool(self.finals) and self.finals[0]["after"] == self.learner.updates
        return self.learner.finished and not self.stopping and not held and len(self.finalists) > 0

    def _hold_finals(self) -> None:
        """Measure the finalists again, all on the same unused deals; the winner is the best policy.

        Interrupted finals do not count: choosing among only some of the finalists would not be fair.
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
            name = f"final-{after:07d}-of-update-{row['update']:07d}"
            figures = self._measure(network, settings.final_games, after, name, final=True)
            found.append({**row, "after": after, **figures})
            if self.stopping:
                return
        self.finals = sorted(found, key=key_of, reverse=True)
        self._write_rows("finals.json", self.finals)
        self._save_policy("best", self.finalists.weights[self.finals[0]["update"]], self.finals[0])
        self.keep()

    def _measure(
        self, network: torch.nn.Module, games: int, update: int, replays: str, final: bool = False
    ) -> dict[str, Any]:
        """The figures of an evaluation; replays of its first games go to a folder of their own."""
        folder = self.folder / "replays" / replays
        settings = self.settings
        seed = deals(settings.evaluate_seed, update, final)
        found = evaluate(network, self.rules, settings.against, games, seed, folder, settings.evaluate_replays)
        return asdict(found)

    def _counts(self) -> dict[str, Any]:
        learner = self.learner
        return {"update": learner.updates, "decisions": learner.decisions, "imitated": learner.imitated}

    def _write_rows(self, name: str, rows: list[dict[str, Any]]) -> None:
        write_file(self.folder / name, (json.dumps(rows, indent=1) + "\n").encode())

    def _save_policy(self, name: str, weights: Weights, row: dict[str, Any]) -> None:
        """Save a policy and how it was trained: `row` has its counts and hours, and for the best the figures of the
        finals."""
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
            figures = {each: row[each] for each in ("win_share", "low", "high", "rating", "mean_points", "games")}
            seed = deals(settings.evaluate_seed, row["after"], final=True)
            about["arena"] = {
                **figures,
                "rivals": settings.against,
                "seed": seed,
                "best_of": len(self.finals),
            }
        save_policy(self.folder / name, self.rules, settings.description(), weights, about)

    def keep(self) -> None:
        """Write a checkpoint: the state to resume from, and the current policy."""
        learner = self.learner
        tensors, facts = learner.state()
        check_finite(tensors)
        whole = {
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
        """Resume from the checkpoint in the folder."""
        self.take(*read_state(self.folder, self.rules))

    def take(self, tensors: Tensors, table: dict[str, Any]) -> None:
        """Resume from a state."""
        path = self.folder / STATE
        check_game(path, table, self.rules)
        with naming(path):
            facts = Facts.of(table)
            self.learner.restore(tensors, facts.learner)
            self.finalists.restore(facts.finalists, self.learner.network, self.learner.updates)
        self.evaluations = facts.evaluations
        self.finals = facts.finals
        self.seconds = facts.seconds
        self.before = facts.before
        self.command = f"{facts.command}, then {self.command}"


def _check_settings(settings: Settings, rules: Definition) -> None:
    """Refuse at once what would fail an hour later: other pay in a team game, too large a network, unknown rivals."""
    if (settings.winning > 0 or settings.standing > 0) and rules.team:
        problem = "not where all players win or lose together: there the game pays for the win alone"
        raise SettingsError(f"winning, standing: {problem}")
    try:
        weights = blank_network(settings.description(), rules).state_dict().values()
    except ValueError as error:  # a network that needs what this game does not have
        raise SettingsError(str(error)) from None
    most = LARGEST_WEIGHTS - (1 << 20)  # and their names
    if (size := 4 * sum(tensor.numel() for tensor in weights)) > most:
        raise SettingsError(f"network: its weights would take {size:,} bytes; policies have at most {most:,}")
    try:
        torch.empty(0, device=settings.device)
    except (RuntimeError, AssertionError) as error:  # as PyTorch says it
        raise SettingsError(f"device: {settings.device} cannot be used: {str(error).splitlines()[0]}") from None
    try:
        names = line_up(rules, settings.against)
    except ValueError as error:
        raise SettingsError(str(error)) from None
    for name in {*names} - {LEARNED}:
        make_player(name, game=rules.game).start(rules)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in the message if its contents cannot come from a run."""
    try:
        yield
    except Impossible as error:
        raise StoreError(f"{path} is damaged or forged: {error}") from None


def _log_writer(folder: Path, updates: int) -> Any:
    """TensorBoard's writer, if it is installed; anything a killed run logged after its checkpoint is hidden."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        print("tensorboard is not installed: no logs are written", file=sys.stderr)
        return None
    return SummaryWriter(str(folder), purge_step=updates + 1)
