"""What a decision costs with RLlib, part by part, and what that means for more cores and more machines.

python -m training.scaling --config event_horizon_rllib
python -m training.scaling --config event_horizon_rllib --runners 1 2 16   # also learns on Ray

Costs are processor time of one thread, so that other programs on the machine count little. docs/SCALING.md says what
follows from them.
"""

from __future__ import annotations

import argparse
import pickle
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast

import torch
from ray.rllib.core.learner.learner import Learner

from exodus_env.bridges import rllib_runner
from exodus_env.bridges.rllib_runner import GamesRunner
from exodus_env.kit.text import aligned
from exodus_env.kit.vector import VectorEnv
from training.rllib import RaySettings, Run, algorithm_config, on_ray
from training.settings import preset_path, read_settings

# Seconds of the driver in an update for each env runner, as `--runners` measures them (messages, metrics, weights). The
# same is assumed of learners.
EACH: Final = 0.03
TIMED: Final = {
    "games": (VectorEnv, "step"),
    "scripted players": (rllib_runner, "ask_all"),
    "network": (GamesRunner, "_ask"),
    "episodes": (GamesRunner, "_episodes"),
    "sample": (GamesRunner, "sample"),
    "batch": (Learner, "_make_batch_if_necessary"),
    "update": (Learner, "update"),
}


@dataclass(frozen=True)
class Costs:
    """Microseconds of processor time for each decision that is learned from."""

    parts: dict[str, float]
    size: float  # bytes that are sent from an env runner to a learner

    @property
    def playing(self) -> float:
        """What is done in env runners."""
        names = ("games", "scripted players", "network", "keeping", "packing")
        return sum(self.parts[name] for name in names)

    def gathering(self, learners: int) -> float:
        """What the driver does: it reads everything, and sends it on to learners that are processes of their own."""
        return self.parts["unpacking"] + (self.parts["packing"] if learners else 0.0)

    @property
    def learning(self) -> float:
        """What is done in learners."""
        return self.parts["batch"] + self.parts["learning"]


class Timer:
    """Processor time spent in functions, by name."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Measure what `TIMED` names."""
        before = {name: getattr(place, attribute) for name, (place, attribute) in TIMED.items()}
        for name, (place, attribute) in TIMED.items():
            setattr(place, attribute, self._timed(name, before[name]))
        try:
            yield
        finally:
            for name, (place, attribute) in TIMED.items():
                setattr(place, attribute, before[name])

    def _timed(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **named: Any) -> Any:
            started = time.process_time()
            try:
                return call(*arguments, **named)
            finally:
                self.spent[name] += time.process_time() - started

        return timed


def measured(settings: RaySettings, updates: int) -> Costs:
    """The parts of an update, all of them in this process."""
    alone = replace(settings, env_runners=0, learners=0)
    algorithm: Any = algorithm_config(alone, alone.rules()).build_algo()
    algorithm.train()  # compiles, and fills the games
    before, timer = _decisions(algorithm), Timer()
    with timer.watching():
        for _ in range(updates):
            algorithm.train()
    spent, count = timer.spent, _decisions(algorithm) - before
    inside = ("games", "scripted players", "network")
    parts = {name: spent[name] for name in inside}
    parts["keeping"] = spent["sample"] - sum(parts.values())
    episodes = algorithm.env_runner.sample()
    kept = sum(map(len, episodes))
    buffers: list[Any] = []
    started = time.process_time()
    data = pickle.dumps(episodes, protocol=5, buffer_callback=buffers.append)
    sent = [bytes(buffer.raw()) for buffer in buffers]  # as Ray copies them into shared memory
    packed = time.process_time()
    pickle.loads(data, buffers=sent)
    unpacked = time.process_time()
    parts["packing"], parts["unpacking"] = ((t / kept) * count for t in (packed - started, unpacked - packed))
    parts["batch"], parts["learning"] = spent["batch"], spent["update"] - spent["batch"]
    algorithm.stop()
    return Costs({n: 1e6 * t / count for n, t in parts.items()}, (len(data) + sum(map(len, sent))) / kept)


def _decisions(algorithm: Any) -> int:
    return int(Run.decisions.fget(cast(Any, _Holding(algorithm))))  # type: ignore[attr-defined]


@dataclass
class _Holding:
    algorithm: Any


@dataclass(frozen=True)
class Update:
    """Seconds of an update of synchronous PPO, where playing and learning take turns."""

    playing: float
    gathering: float
    learning: float
    rest: float  # messages, metrics, weights

    @property
    def seconds(self) -> float:
        """In all."""
        return self.playing + self.gathering + self.learning + self.rest


def update_of(costs: Costs, runners: int, learners: int, batch: int) -> Update:
    """What follows from the costs of a decision; without learners the driver learns."""
    work = 1e-6 * batch
    return Update(
        work * costs.playing / runners,
        work * costs.gathering(learners),
        work * costs.learning / max(1, learners),
        EACH * (runners + learners),
    )


@dataclass(frozen=True)
class Clocked:
    """Learning on Ray."""

    rate: float  # decisions a second by the clock
    decisions: float  # of an update
    driver: float  # seconds of processor time in an update
    runner: float  # the same for the env runner that takes longest

    @property
    def free_rate(self) -> float:
        """Decisions a second if every process had a core of its own."""
        return self.decisions / (self.driver + self.runner)


def clocked(settings: RaySettings, runners: int, updates: int) -> Clocked:
    """Learn on Ray with a number of env runners."""
    chosen = replace(settings, env_runners=runners)
    with tempfile.TemporaryDirectory() as folder:
        run = Run(chosen, Path(folder), "scaling")
        group = run.algorithm.env_runner_group

        def spent() -> list[float]:
            found: list[float] = group.foreach_env_runner(_process_time, local_env_runner=False)
            return found

        run.algorithm.train()
        played, learned = spent(), time.process_time()
        before, started = run.decisions, time.perf_counter()
        for _ in range(updates):
            run.algorithm.train()
        took, driver = time.perf_counter() - started, (time.process_time() - learned) / updates
        runner = max(after - then for then, after in zip(played, spent(), strict=True)) / updates
        count = run.decisions - before
        run.algorithm.stop()
    return Clocked(count / took, count / updates, driver, runner)


def _process_time(_: Any) -> float:
    return time.process_time()


def plan(costs: Costs) -> list[list[object]]:
    """What to expect of more cores: seconds of an update, part by part, and decisions a second."""
    parts = ["playing, s", "gathering, s", "learning, s", "rest, s"]
    rows: list[list[object]] = [
        ["cores", "env runners", "learners", "an update", *parts, "decisions/s", "to the driver, MB/s"]
    ]
    for cores, runners, learners, batch in PLANS:
        update = update_of(costs, runners, learners, batch)
        rate = batch / update.seconds
        spent = (update.playing, update.gathering, update.learning, update.rest)
        counts = (f"{cores:,}", f"{runners:,}", f"{learners:,}", f"{batch:,}")
        rows.append([*counts, *(f"{s:.2f}" for s in spent), f"{rate:,.0f}", f"{rate * costs.size / 1e6:,.0f}"])
    return rows


def on_ray_rows(settings: RaySettings, runners: list[int], updates: int, costs: Costs) -> Iterator[list[object]]:
    """Rows of what was measured with numbers of env runners."""
    rates = ["decisions/s by the clock", "with free cores"]
    yield ["env runners", *rates, "an update: env runner, s", "driver, s", "of it the rest, s"]
    for count in runners:
        found = clocked(settings, count, updates)
        rest = found.driver - 1e-6 * found.decisions * (costs.gathering(0) + costs.learning)
        seconds = (f"{found.runner:.2f}", f"{found.driver:.2f}", f"{rest:.3f}")
        yield [f"{count}", f"{found.rate:,.0f}", f"{found.free_rate:,.0f}", *seconds]


# Cores, env runners, learners of one core each (0: the driver learns), decisions of an update. 64 cores are one
# machine, 1,024 are 16 of them. Not all are needed: beyond some number of processes the driver spends more on them
# than they save it.
PLANS: Final = (
    (2, 1, 0, 8_192),
    (2, 2, 0, 8_192),
    (8, 7, 0, 16_384),
    (64, 63, 0, 65_536),
    (64, 12, 20, 65_536),
    (64, 24, 39, 262_144),
    (1024, 24, 40, 262_144),
    (1024, 48, 80, 1_048_576),
    (1024, 511, 512, 1_048_576),
)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m training.scaling", description="What a decision costs with RLlib.")
    parser.add_argument("--config", default="event_horizon_rllib", help="a preset of configs/, or a TOML file")
    parser.add_argument("--updates", type=int, default=10, help="how many are measured (default: 10)")
    parser.add_argument("--runners", type=int, nargs="*", default=[], help="numbers of env runners to try on Ray")
    given = parser.parse_args(arguments)
    settings = cast(RaySettings, read_settings(preset_path(given.config), RaySettings))
    torch.set_num_threads(1)
    with on_ray(None, max(given.runners, default=0)):
        costs = measured(settings, given.updates)
        rows: list[list[object]] = [["microseconds a decision", ""]]
        rows += [[name, f"{cost:.1f}"] for name, cost in costs.parts.items()]
        rows += [["playing in all", f"{costs.playing:.1f}"], ["learning in all", f"{costs.learning:.1f}"]]
        rows += [["bytes sent", f"{costs.size:,.0f}"]]
        print("\n".join([*aligned(rows), "", *aligned(plan(costs))]), flush=True)
        if given.runners:
            found = list(on_ray_rows(settings, given.runners, given.updates, costs))
            print("\n".join(["", *aligned(found)]), flush=True)


if __name__ == "__main__":
    main()
