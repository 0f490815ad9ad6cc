"""Prepare a policy to be shipped: weights in half precision, and nothing about the machine it was trained on.

python -m training.publish runs/mine/best exodus_env/policies/data/event_horizon/2

With --stamp a policy keeps its weights bit for bit and gets the hashes of this version instead. That is for a version
that computes hashes differently but leaves observations and actions unchanged; whoever stamps a policy vouches for
that. Weights that do not fit the layout of this version are refused.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any, Final

import torch

from exodus_env.cli import USER_ERROR, complain, user_errors
from exodus_env.kit.definition import Definition
from exodus_env.kit.registry import UnknownGame, game_of
from exodus_env.policies.checkpoint import (
    PolicyError,
    PolicyFile,
    network_without_weights,
    read_policy,
    read_weights,
    save_policy,
)
from exodus_env.policies.tensors import shapes_of

TOLD: Final = ("command", "seed", "updates", "decisions", "imitated", "hours", "before", "arena", "torch", "settings")


def rules_of(source: Path, file: PolicyFile) -> Definition:
    """The game in which a policy was trained."""
    try:
        return game_of(file.game).definition(file.config)
    except UnknownGame as error:
        raise PolicyError(f"{source} holds a policy of another game: {error}") from None


def publish(source: Path, target: Path) -> None:
    """Copy a policy, at half the size."""
    file = read_policy(source)
    weights = read_weights(source / file.weights, file.sha256)
    about = {str(name): file.about[name] for name in TOLD if name in file.about}
    told: Any = about
    while isinstance(told, dict) and told:  # this run, and those before it
        told["command"] = re.sub(r" --out[= ]\S+", "", str(told.get("command", "")))
        told = told.get("before", {})
    half = {name: torch.from_numpy(array).half() for name, array in weights.items()}
    save_policy(target, rules_of(source, file), file.network, half, about)


def stamp(source: Path, target: Path) -> None:
    """Copy a policy with the hashes of this version; raises PolicyError if its weights have other shapes."""
    file = read_policy(source)
    rules = rules_of(source, file)
    shapes = shapes_of(network_without_weights(source, file, rules))
    weights = read_weights(source / file.weights, file.sha256, shapes)
    save_policy(
        target, rules, file.network, {name: torch.from_numpy(array) for name, array in weights.items()}, file.about
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.publish", description="Make a policy ready to ship.")
    parser.add_argument("source", type=Path, help="folder of a policy")
    parser.add_argument("target", type=Path, help="folder to write")
    parser.add_argument("--stamp", action="store_true", help="only renew the hashes; the weights stay as they are")
    given = parser.parse_args()
    problems: tuple[type[Exception], ...] = (*user_errors(), PolicyError)
    try:
        (stamp if given.stamp else publish)(given.source, given.target)
    except problems as error:
        complain(error)
        sys.exit(USER_ERROR)


if __name__ == "__main__":
    main()
