"""Train a policy with RLlib: one policy for all seats, by PPO, on this machine or on a cluster of Ray.

python -m training.rllib --config event_horizon_rllib
python -m training.rllib --config stronghold_rllib --env-runners 8 --out runs/siege
python -m training.rllib --config event_horizon_rllib --address ray://head:10001 --env-runners 60 --learners 2
python -m training.rllib --out runs/mine --resume            # after Ctrl-C, a crash or a power cut

Needs the extra `ray`: pip install -e ".[ray,train]". The folder of a run holds RLlib's checkpoints (of the last ones,
in `checkpoints`), the present policy (`latest`, for policy:<folder>), `evaluations.json` and `settings.json`.

RLlib's checkpoints are pickles, and reading them runs what is in them: resume only runs of your own.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, cast

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.utils.metrics import (
    ENV_RUNNER_RESULTS,
    ENV_RUNNER_SAMPLING_TIMER,
    LEARNER_RESULTS,
    LEARNER_UPDATE_TIMER,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
    NUM_EPISODES,
    TIMERS,
)

from exodus_env.bridges.rllib import (
    LEARNER,
    RIVAL,
    PastSelves,
    SeatsEnv,
    SelfPlayLearner,
    env_config,
    export,
    module_spec,
    past_self,
)
from exodus_env.bridges.rllib_runner import RETURNS, GamesRunner
from exodus_env.cli import BY_SIGNAL, USER_ERROR, complain, user_errors
from exodus_env.kit.definition import Definition
from exodus_env.kit.files import Busy, locked, write_file
from exodus_env.kit.workers import cores
from exodus_env.players import make_player
from exodus_env.policies.checkpoint import PolicyError
from training.evaluate import LEARNED, deals, evaluate, line_up
from training.settings import (
    Settings,
    SettingsError,
    add_options,
    changed,
    from_table,
    preset_path,
    read_settings,
    setting,
)

SETTINGS: Final = "settings.json"
CHECKPOINTS: Final = "checkpoints"
KEPT: Final = 2  # checkpoints: the last one, and the one before
PART: Final = ".part"  # after the name of a checkpoint that is being written
# What only our own learners know, or what RLlib decides by itself.
UNUSED: Final = (
    *("learner", "start", "winning", "standing", "pool_recent", "pool_most", "anneal", "value_lambda", "target_kl"),
    *("imitate", "imitate_decisions", "imitate_learning_rate", "imitate_minibatch", "imitate_own_share"),
    *("value_decisions", "evaluate_replays", "finalists", "final_games", "device"),
)
# A resumed run may differ in scale and length, but not in what was learned.
FREE: Final = ("env_runners", "learners", "gpus_per_learner", "decisions", "checkpoint_minutes", "threads")
FREE_TO_MEASURE: Final = ("rivals", "evaluate_every", "evaluate_games", "evaluate_seed")


@dataclass(frozen=True)
class RaySettings(Settings):
    """The settings of a run on Ray. `num_games` and `steps` are those of all env runners together, so that a run learns
    the same from any number of them."""

    unused: ClassVar[tuple[str, ...]] = UNUSED

    env_runners: int = setting(2, "processes that play; 0: the process that learns plays, too", 0, 100_000)
    learners: int = setting(0, "processes that learn, each from its share of every update; 0: this one", 0, 10_000)
    gpus_per_learner: float = setting(0.0, "GPUs of each of them, for large networks", 0.0, 64.0)

    @property
    def decisions_an_update(self) -> int:
        """How many decisions each update learns from."""
        return self.num_games * self.steps

    @property
    def games_a_runner(self) -> int:
        """How many games each env runner plays side by side."""
        return -(-self.num_games // max(1, self.env_runners))

    @property
    def opponents(self) -> dict[str, float]:
        """The shares of games with others than the learner at all seats but one."""
        shares = {RIVAL: self.past_share, **self.scripted}
        total = self.self_share + sum(shares.values())
        return {name: share / total for name, share in shares.items() if share > 0}


def algorithm_config(settings: RaySettings, rules: Definition) -> PPOConfig:
    """What RLlib is to do."""
    past = [past_self(slot) for slot in range(settings.past_slots if settings.past_share > 0 else 0)]
    network = settings.description()
    spec = MultiRLModuleSpec(rl_module_specs={name: module_spec(rules, **network) for name in (LEARNER, *past)})
    rate = settings.learning_rate
    return (
        PPOConfig()
        .environment(SeatsEnv, env_config=env_config(rules, settings.opponents))
        .env_runners(
            env_runner_cls=GamesRunner,
            num_env_runners=settings.env_runners,
            num_envs_per_env_runner=settings.games_a_runner,
            sample_timeout_s=600.0,  # the first rollout may compile kernels
        )
        .learners(num_learners=settings.learners, num_gpus_per_learner=settings.gpus_per_learner)
        .multi_agent(
            policies={LEARNER, *past},
            policy_mapping_fn=PastSelves(settings.past_slots),
            policies_to_train=[LEARNER],
        )
        .rl_module(rl_module_spec=spec)
        .training(
            lr=[[0, rate], [max(1, settings.decisions), rate * 0.02]],
            gamma=settings.gamma,
            lambda_=settings.gae_lambda,
            clip_param=settings.clip,
            use_kl_loss=False,
            entropy_coeff=settings.entropy,
            vf_loss_coeff=settings.value_weight,
            vf_clip_param=1e9,
            grad_clip=settings.max_grad_norm,
            grad_clip_by="global_norm",
            num_epochs=settings.epochs,
            minibatch_size=settings.minibatch,
            train_batch_size_per_learner=-(-settings.decisions_an_update // max(1, settings.learners)),
            learner_class=SelfPlayLearner,
            learner_config_dict={"past_selves": len(past), "every": settings.pool_every},
        )
        .fault_tolerance(restart_failed_env_runners=True)
        .debugging(seed=settings.seed, log_level="ERROR")
    )


class Run:
    """A run in its folder: a new one, or one to be resumed from its last checkpoint."""

    def __init__(self, settings: RaySettings, folder: Path, command: str) -> None:
        self.settings = settings
        self.folder = folder
        self.command = command
        self.rules = settings.rules()
        for name in {*line_up(self.rules, settings.against), *settings.scripted} - {LEARNED}:
            make_player(name, game=self.rules.game).start(self.rules)  # or it would fail an hour later
        self.rules.play.prepare()
        self.evaluations: list[dict[str, Any]] = []
        self.algorithm = algorithm_config(settings, self.rules).build_algo()
        self.stopping = False

    @property
    def decisions(self) -> int:
        """How many were learned from so far."""
        return int(self.algorithm.metrics.peek((ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME), default=0))

    @property
    def updates(self) -> int:
        """How many there were so far."""
        return int(self.algorithm.iteration)

    def resume(self) -> None:
        """Go on from the last checkpoint."""
        path = checkpoints(self.folder)[-1]
        self.algorithm.restore_from_path(str(path.absolute()))
        rows = json.loads((self.folder / "evaluations.json").read_text("utf-8"))
        self.evaluations = [row for row in rows if row["update"] <= self.updates]
        say(f"resumed after update {self.updates}, {self.decisions:,} decisions")

    def go(self) -> None:
        """Learn until everything has been learned or a stop is requested; either way there is a checkpoint."""
        kept = time.monotonic()
        while self.decisions < self.settings.decisions and not self.stopping:
            started = time.monotonic()
            result = self.algorithm.train()
            self._show(result, time.monotonic() - started)
            if self.updates % self.settings.evaluate_every == 0 or self.decisions >= self.settings.decisions:
                self._evaluate()
            if time.monotonic() - kept > 60 * self.settings.checkpoint_minutes:
                self.keep()
                kept = time.monotonic()
        self.keep()

    def stop_soon(self, number: int, frame: Any) -> None:
        """Stop after the current update; the second time, at once."""
        if self.stopping:
            raise KeyboardInterrupt
        self.stopping = True
        os.write(2, b"\nstopping after this update; interrupt again to stop at once\n")

    def _show(self, result: dict[str, Any], seconds: float) -> None:
        """A line for an update."""
        played = result.get(ENV_RUNNER_RESULTS, {})
        learned = result.get(LEARNER_RESULTS, {}).get(LEARNER, {})
        timers = result.get(TIMERS, {})
        words = [f"update {self.updates}", f"{self.decisions:,} decisions", f"{played.get(NUM_EPISODES, 0):.0f} games"]
        words.append(f"{seconds:.1f} s")
        for name, timer in (("playing", ENV_RUNNER_SAMPLING_TIMER), ("learning", LEARNER_UPDATE_TIMER)):
            if timer in timers:
                words.append(f"{name} {timers[timer]:.1f}")
        if "entropy" in learned:
            words.append(f"entropy {learned['entropy']:.3f}")
        words += [f"against {kind} {value:+.2f}" for kind, value in sorted(played.get(RETURNS, {}).items())]
        say(", ".join(words))

    def module(self) -> Any:
        """The module that learns, with its present weights."""
        if self.algorithm.env_runner is not None:
            return self.algorithm.env_runner.module[LEARNER]
        return self.algorithm.get_module(LEARNER)

    def _evaluate(self) -> None:
        """Games in the arena, on deals of their own."""
        settings = self.settings
        seed = deals(settings.evaluate_seed, self.updates)
        network = self.module().network.eval()
        found = asdict(evaluate(network, self.rules, settings.against, settings.evaluate_games, seed))
        self.evaluations.append({"update": self.updates, "decisions": self.decisions, **found})
        share = f"{found['win_share']:.3f} [{found['low']:.3f}, {found['high']:.3f}]"
        say(f"won {share} of {found['games']} games against {', '.join(settings.against)}")

    def keep(self) -> None:
        """Write a checkpoint, and the present policy."""
        folder = self.folder / CHECKPOINTS
        path = folder / f"{self.updates:07d}"
        if not path.exists():
            part = folder / f"{path.name}{PART}"
            shutil.rmtree(part, ignore_errors=True)
            self.algorithm.save_to_path(str(part.absolute()))
            part.rename(path)  # so a checkpoint is there as a whole or not at all
        for old in checkpoints(self.folder)[:-KEPT]:
            shutil.rmtree(old)
        write_json(self.folder / "evaluations.json", self.evaluations)
        about = {
            "command": self.command,
            "seed": self.settings.seed,
            "updates": self.updates,
            "decisions": self.decisions,
            "ray": ray.__version__,
            "torch": torch.__version__,
            "settings": self.settings.to_dict(),
        }
        export(self.module(), self.folder / "latest", about)


def checkpoints(folder: Path) -> list[Path]:
    """The complete checkpoints of a run, oldest first."""
    found = (folder / CHECKPOINTS).glob("[0-9]*")
    return sorted(path for path in found if path.name.isdigit())


def write_json(path: Path, value: Any) -> None:
    """Write a value as a file that is there as a whole."""
    write_file(path, (json.dumps(value, indent=1) + "\n").encode())


def say(words: str) -> None:
    """A line of progress."""
    print(words, file=sys.stderr, flush=True)


# ---- the command line ------------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> None:
    """Train with RLlib."""
    parser = argparse.ArgumentParser(
        prog="python -m training.rllib", description="Train a policy with RLlib on Ray.", allow_abbrev=False
    )
    presets = "a preset of configs/ such as event_horizon_rllib or stronghold_rllib, or a TOML file"
    parser.add_argument("--config", metavar="NAME", help=f"{presets} (default: each setting's own default)")
    parser.add_argument("--out", type=Path, help="folder of the run (default: runs/, then the configuration)")
    parser.add_argument("--resume", action="store_true", help="continue the run in the folder from its last checkpoint")
    parser.add_argument(
        "--address", help="of a cluster of Ray, such as auto or ray://HOST:10001 (default: start one here)"
    )
    add_options(parser, RaySettings)
    given = parser.parse_args(arguments)
    folder = given.out or Path("runs") / (Path(given.config).stem if given.config else "rllib")
    command = f"python -m training.rllib {shlex.join(arguments if arguments is not None else sys.argv[1:])}"
    problems: tuple[type[Exception], ...] = (*user_errors(), SettingsError, PolicyError, ConnectionError)
    try:
        train(folder, given, command)
    except KeyboardInterrupt:
        kept = f"checkpoint {checkpoints(folder)[-1].name} is kept: use --resume" if checkpoints(folder) else "nothing"
        print(f"stopped at once; {kept}", file=sys.stderr)
        sys.exit(BY_SIGNAL + signal.SIGINT)
    except problems as error:
        complain(error)
        sys.exit(USER_ERROR)


def train(folder: Path, given: argparse.Namespace, command: str) -> None:
    """One run from its settings to its end, while nobody else uses the folder."""
    settings = settings_of(folder, given)
    folder.mkdir(parents=True, exist_ok=True)
    with claimed(folder), on_ray(given.address, settings.env_runners + settings.learners):
        torch.set_num_threads(settings.threads)
        run = Run(settings, folder, command)
        write_json(folder / SETTINGS, settings.to_dict())
        if given.resume:
            run.resume()
        else:
            run.keep()
        with signals(run):
            run.go()
        run.algorithm.stop()
    print(f"play with it: exodus arena --players policy:{folder / 'latest'},...")


def settings_of(folder: Path, given: argparse.Namespace) -> RaySettings:
    """The settings of a new run, or of the one in the folder."""
    if not given.resume:
        if checkpoints(folder):
            raise SettingsError(f"{folder} holds a run: continue it with --resume, or name another folder with --out")
        base = RaySettings() if given.config is None else read_settings(preset_path(given.config), RaySettings)
        return cast(RaySettings, changed(base, given))
    if not checkpoints(folder):
        raise SettingsError(f"{folder / CHECKPOINTS} holds no checkpoint: nothing to resume; leave out --resume")
    table = json.loads((folder / SETTINGS).read_text("utf-8"))
    table = {name: value for name, value in table.items() if name not in UNUSED}
    before = from_table(table, str(folder / SETTINGS), RaySettings)
    settings = changed(before, given)
    for name, value in before.to_dict().items():
        if name not in (*FREE, *FREE_TO_MEASURE) and getattr(settings, name) != value:
            raise SettingsError(f"--resume: {name} is {value!r} in this run and cannot be changed")
    return cast(RaySettings, settings)


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Hold the folder of a run, which ends with the process at the latest."""
    try:
        lock = locked(folder / SETTINGS, wait=0)
        lock.__enter__()
    except Busy:
        raise SettingsError(f"{folder} is in use by another run: name another folder with --out") from None
    try:
        yield
    finally:
        lock.__exit__(None, None, None)


@contextmanager
def on_ray(address: str | None, processes: int = 0) -> Iterator[None]:
    """Connected to a cluster, or with a Ray of our own on this machine, which starts all `processes` even if there are
    fewer cores."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    local = {} if address else {"include_dashboard": False, "num_cpus": max(processes, cores())}
    ray.init(address=address, log_to_driver=True, logging_level="ERROR", **local)
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def signals(run: Run) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the run after its update."""
    before = {number: signal.signal(number, run.stop_soon) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


if __name__ == "__main__":
    main()
