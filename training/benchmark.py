"""How fast the environment, Stable-Baselines3 and our own PPO are, in one run, with the same network, batch and epochs.

    python -m training.benchmark
    python -m training.benchmark --against HEAD~1

The first compares learners. The second compares our own PPO here with that of another commit, in alternating runs, by
the time of the processor, so that other work on the machine matters less.

The time of the network alone (a forward pass for each decision, and forward, backward and an optimiser step for each
epoch) is measured on fixed rows. Any further time is the learner's own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np
import torch

from exodus_env.kit.definition import Definition
from exodus_env.kit.registry import DEFAULT, find
from exodus_env.kit.vector import VectorEnv
from exodus_env.policies.network import build_network
from training.learner import make_learner
from training.pool import Pool
from training.settings import Settings

# What is measured for the default game; for another game, its default configuration.
GAMES: Final[dict[str, dict[str, Any]]] = {
    "Stronghold, solo": {"scenario": "stronghold", "mode": "solo", "players": 1},
    "Event Horizon, 2 players, self-play": {"scenario": "event_horizon", "players": 2},
    "Event Horizon, 4 players, self-play": {"scenario": "event_horizon", "players": 4},
}


# What two commits are compared by.
COMPARED: Final[dict[str, dict[str, Any]]] = {
    "Base game, 4 players": {"players": 4},
    "Event Horizon, 2 players": {"scenario": "event_horizon", "players": 2},
    "Event Horizon, 4 players": {"scenario": "event_horizon", "players": 4},
}
SIZES: Final = ("game", "games", "steps", "minibatch", "epochs", "width", "updates", "threads")  # of what is measured
ROOT: Final = Path(__file__).parent.parent


@dataclass(frozen=True)
class Speeds:
    """Microseconds per decision learned from."""

    environment: float
    network: float
    sb3: float
    own: float


def measure(rules: Definition, settings: Settings, updates: int) -> Speeds:
    """All four, one after another."""
    return Speeds(
        environment_only(rules, settings.num_games),
        network_only(rules, settings),
        learning(rules, replace(settings, learner="sb3"), updates),
        learning(rules, replace(settings, learner="ppo"), updates),
    )


def environment_only(rules: Definition, num_games: int, repeats: int = 5) -> float:
    """Stepping with random legal actions, the fastest of some runs."""
    return min(stepping(rules, num_games) for _ in range(repeats))


def stepping(rules: Definition, num_games: int, steps: int = 300) -> float:
    """One run; drawing the actions does not count."""
    env = VectorEnv(rules, num_games, 1)
    taken = []
    for step in range(steps):
        actions = env.sample_actions(step)
        taken.append(_time(lambda given=actions: env.step(given)))  # type: ignore[misc]
    return 1e6 * float(np.median(taken)) / num_games


def network_only(rules: Definition, settings: Settings, repeats: int = 20) -> float:
    """The network's cost per decision: once to choose, and in every epoch to learn."""
    network = build_network(settings.description(), rules)
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-9)
    chance = np.random.default_rng(0)

    def rows(count: int) -> tuple[torch.Tensor, torch.Tensor]:
        seen = (chance.random((count, rules.observations.size)) < 0.1).astype(np.float32)
        return torch.from_numpy(seen), torch.ones(count, rules.actions.size, dtype=torch.int8)

    def choose(batch: tuple[torch.Tensor, torch.Tensor]) -> None:
        with torch.inference_mode():
            network(*batch)

    def learn(batch: tuple[torch.Tensor, torch.Tensor]) -> None:
        logits, values = network(*batch)
        optimiser.zero_grad(set_to_none=True)
        (logits.mean() + values.mean()).backward()
        optimiser.step()

    few, many = rows(settings.num_games), rows(settings.minibatch)
    choosing = _fastest(lambda: choose(few), repeats) / settings.num_games
    learning = _fastest(lambda: learn(many), repeats) / settings.minibatch
    return 1e6 * (choosing + settings.epochs * learning)


def learning(rules: Definition, settings: Settings, updates: int) -> float:
    """Playing and learning, end to end, after one update that does not count; every step is learned from."""
    learner = make_learner(rules, settings, Pool(1, 1))
    learner.update()
    return 1e6 * _fastest(learner.update, updates) / (settings.num_games * settings.steps)


# ---- against another commit ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """Microseconds of the processor for a decision learned from, in two runs beside each other."""

    before: float
    after: float


def own_work(rules: Definition, settings: Settings, updates: int) -> float:
    """Time of the processor for a decision that our own PPO plays and learns from, the least of some updates."""
    learner = make_learner(rules, replace(settings, learner="ppo"), Pool(1, 1))
    learner.update()
    taken = []
    for _ in range(updates):
        started = time.process_time()
        learner.update()
        taken.append(time.process_time() - started)
    return 1e6 * min(taken) / (settings.num_games * settings.steps)


def compare(base: str, pairs: int, options: list[str]) -> dict[str, list[Pair]]:
    """This checkout against another commit, whose package and learner are measured by this very script."""
    found: dict[str, list[Pair]] = {}
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _git("worktree", "add", "--quiet", "--detach", str(tree), base)
        try:
            for pair in range(pairs):
                print(f"pair {pair + 1} of {pairs}", file=sys.stderr, flush=True)
                before, after = (_measured(place, options) for place in (tree, ROOT))
                for name in after:
                    found.setdefault(name, []).append(Pair(before[name], after[name]))
        finally:
            _git("worktree", "remove", "--force", str(tree))
    return found


def _measured(tree: Path, options: list[str]) -> dict[str, float]:
    """The work of the learner in a folder, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, str(Path(__file__).resolve()), "--own", *options]
    done = subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def comparison(found: dict[str, list[Pair]]) -> str:
    """A table for docs/BENCHMARKS.md."""
    lines = [["game", "before", "after", "ratio", "lowest and highest"], ["---"] * 5]
    for name, pairs in found.items():
        before, after = (1e6 / median(each) for each in ([p.before for p in pairs], [p.after for p in pairs]))
        ratios = sorted(pair.before / pair.after for pair in pairs)
        spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        lines.append([name, f"{before:,.0f}", f"{after:,.0f}", f"{median(ratios):.2f}", spread])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


# ---- time ------------------------------------------------------------------------------------------------------------


def _time(call: Callable[[], Any]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def _fastest(call: Callable[[], Any], repeats: int) -> float:
    """The fastest of several calls, since other work on the machine can only slow them down."""
    return min(_time(call) for _ in range(repeats))


def table(found: dict[str, Speeds]) -> str:
    """A table for docs/BENCHMARKS.md."""
    head = ["game", "environment only", "network only", "SB3 end to end", "own PPO end to end", "own / SB3"]
    lines = [[*head, "own / SB3 outside the network"], ["---"] * 7]
    for name, speeds in found.items():
        rates = [f"{1e6 / value:,.0f}" for value in (speeds.environment, speeds.network, speeds.sb3, speeds.own)]
        outside = (speeds.sb3 - speeds.network) / max(1e-9, speeds.own - speeds.network)
        lines.append([name, *rates, f"{speeds.sb3 / speeds.own:.2f}", f"{outside:.2f}"])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.benchmark", description="Decisions learned from.")
    parser.add_argument("--game", default=DEFAULT, metavar="NAME", help=f"which game (default: {DEFAULT})")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--steps", type=int, default=64, help="decisions in each game between two updates")
    parser.add_argument("--minibatch", type=int, default=2048)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--updates", type=int, default=5, help="updates that are measured")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    parser.add_argument(
        "--against", metavar="COMMIT", help="compare our own PPO with that of another commit, in alternating runs"
    )
    parser.add_argument("--pairs", type=int, default=3, help="with --against: runs of each (default: 3)")
    parser.add_argument("--own", action="store_true", help="only our own PPO, as JSON: what --against runs")
    return parser


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    words = sys.argv[1:] if arguments is None else arguments
    given = options().parse_args(words)
    if given.against is not None:
        rest = [f"--{name}={getattr(given, name)}" for name in SIZES]
        print(f"Decisions learned from for each second of the processor, against {given.against}: {' '.join(rest)}\n")
        print(comparison(compare(given.against, given.pairs, rest)))
        return
    torch.set_num_threads(given.threads)
    settings = Settings(
        game=given.game,
        head="linear",
        mask_input=False,
        width=given.width,
        num_games=given.games,
        steps=given.steps,
        minibatch=given.minibatch,
        epochs=given.epochs,
        target_kl=0.0,
        decisions=10**9,
    )
    entry = find(given.game)
    games = (COMPARED if given.own else GAMES) if entry.name == DEFAULT else {entry.title: {}}
    if given.own:
        found = {name: own_work(entry.definition(setup), settings, given.updates) for name, setup in games.items()}
        print(json.dumps(found))
        return
    speeds = {name: measure(entry.definition(setup), settings, given.updates) for name, setup in games.items()}
    print(f"Decisions learned from a second: {given}\n")
    print(table(speeds))


if __name__ == "__main__":
    main()
