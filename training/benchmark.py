"""How fast the environment, Stable-Baselines3 and our own PPO are, in one run, with the same network, batch and epochs.

    python -m training.benchmark

The time of the network alone (a forward pass for each decision, and forward, backward and an optimiser step for each
epoch) is measured on fixed rows. Any further time is the learner's own.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m training.benchmark", description="Decisions learned from.")
    parser.add_argument("--game", default=DEFAULT, metavar="NAME", help=f"which game (default: {DEFAULT})")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--steps", type=int, default=64, help="decisions in each game between two updates")
    parser.add_argument("--minibatch", type=int, default=2048)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--updates", type=int, default=5, help="updates that are measured")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    given = parser.parse_args()
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
    games = GAMES if entry.name == DEFAULT else {entry.title: {}}
    found = {name: measure(entry.definition(setup), settings, given.updates) for name, setup in games.items()}
    print(f"Decisions learned from a second: {given}\n")
    print(table(found))


if __name__ == "__main__":
    main()
