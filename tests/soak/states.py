"""Forged states of training runs: one thing changed, the checksum put right, then resumed."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from argparse import ArgumentParser, Namespace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save

from exodus_env.kit.config import ConfigError
from exodus_env.kit.saves import sealed
from tests.soak.campaign import Campaign, Case, any_of, seed_of
from training import train
from training.event_horizon import SCRIPT
from training.run import Run
from training.settings import Settings, SettingsError, add_options
from training.store import STATE, StoreError, read_state

TINY: dict[str, Any] = {
    **{"width": 8, "layers": 2, "num_games": 4, "steps": 8, "minibatch": 16, "epochs": 1, "threads": 1},
    **{"decisions": 10**6, "evaluate_every": 10**6, "evaluate_games": 2, "final_games": 2, "pool_every": 1},
    **{
        "setup": {"scenario": "event_horizon", "players": 2, "turns": 1},
        "self_share": 0.3,
        "past_share": 0.3,
        "scripted": {"random": 0.4},
    },
    **{"rivals": ["random"]},
}
KINDS: dict[str, dict[str, Any]] = {
    "ppo": {},
    "warm": {"imitate": "greedy", "imitate_decisions": 10**6},
    "board": {"network": "board", "tokens": 4},
    "sb3": {"learner": "sb3"},
}


def tiny(**changes: Any) -> Settings:
    return Settings(**{**TINY, **changes})


def make_run(kind: str, folder: Path) -> None:
    """A run of a kind after two updates."""
    whole = Run(tiny(**KINDS[kind]), folder, "python -m training.x")
    for _ in range(2):
        whole.learner.update()
    whole.keep()


def given(*arguments: str) -> Namespace:
    parser = ArgumentParser()
    add_options(parser)
    return parser.parse_args(arguments)


def resumed(folder: Path, *arguments: str) -> Run:
    return train.resumed(SCRIPT, folder, given(*arguments), "again")


def forged(folder: Path, tensors: dict[str, Any], facts: dict[str, Any]) -> None:
    """Write a state whose checksum is right."""
    data = save({name: tensor.contiguous() for name, tensor in tensors.items()}, {"facts": json.dumps(facts)})
    (folder / STATE).write_bytes(sealed(data))


VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2**31, 2**63, -(2**70), 10**400, 0.5, -0.0, 1e308, "", "x", "\x1b[2J", "../x"),
    *([], {}, [[[]]], {"a": 1}, ["x"], [1, 2], [0.0, 1.0], "y" * 10**5, "play", "imitate"),
)
NUMBERS = (
    float("nan"),
    float("inf"),
    -float("inf"),
    3e38,
    -3e38,
    1e-45,
    -1,
    0,
    1,
    2,
    127,
    -128,
    2**31,
    2**62,
    -(2**63),
)


def places(table: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a table of plain values."""
    found = [path] if path else []
    for key in table if isinstance(table, dict) else range(len(table)) if isinstance(table, list) else ():
        found += places(table[key], (*path, key))
    return found


def with_another_fact(facts: dict[str, Any], chance: np.random.Generator) -> dict[str, Any]:
    facts = json.loads(json.dumps(facts))
    path = places(facts)[int(chance.integers(len(places(facts))))]
    *way, last = path
    table: Any = facts
    for key in way:
        table = table[key]
    what = chance.integers(8)
    if what == 0:
        del table[last]
    elif what == 1 and isinstance(table, dict):
        table["more"] = 1
    else:
        table[last] = VALUES[int(chance.integers(len(VALUES)))]
    return facts


def with_another_tensor(tensors: dict[str, Any], chance: np.random.Generator) -> dict[str, Any]:
    name = sorted(tensors)[int(chance.integers(len(tensors)))]
    tensor, rest = tensors[name].clone(), {key: value for key, value in tensors.items() if key != name}
    what = int(chance.integers(9))
    if what == 0:
        return rest
    if what == 1:
        return {**rest, name + "x": tensor}
    if what == 2:
        return {**rest, name: tensor.reshape(-1)[: tensor.numel() // 2]}
    if what == 3:
        return {**rest, name: tensor[None]}
    if what == 4:
        kinds = (torch.float64, torch.int32, torch.uint8, torch.bool, torch.float16, torch.int64, torch.bfloat16)
        return {**rest, name: tensor.to(kinds[int(chance.integers(len(kinds)))])}
    if tensor.numel() == 0:
        return {**rest, name: torch.zeros(0, 2**20)}
    flat, place = tensor.reshape(-1), int(chance.integers(tensor.numel()))
    value = NUMBERS[int(chance.integers(len(NUMBERS)))]
    if tensor.dtype == torch.uint8:
        flat[place] = int(chance.integers(256))
    elif tensor.is_floating_point():
        flat[place] = value
    elif np.isfinite(value):
        low, high = (
            (0, 1) if tensor.dtype == torch.bool else (torch.iinfo(tensor.dtype).min, torch.iinfo(tensor.dtype).max)
        )
        flat[place] = max(low, min(high, int(value)))
    return {**rest, name: flat.reshape(tensor.shape)}


def with_another_byte(data: bytes, chance: np.random.Generator) -> bytes:
    changed = bytearray(data)
    end = int(chance.choice([16, 200, 3000, len(data)]))  # mostly the header, where the damage is
    changed[int(chance.integers(min(end, len(data))))] = int(chance.integers(256))
    return bytes(changed)


def attack(folder: Path, tensors: dict[str, Any], facts: dict[str, Any], seed: int) -> bool:
    """Resume from a state with one thing changed and its checksum put right; whether it was refused."""
    chance = np.random.default_rng(seed)
    kind = seed % 3
    if kind == 0:
        forged(folder, tensors, with_another_fact(facts, chance))
    elif kind == 1:
        forged(folder, with_another_tensor(tensors, chance), facts)
    else:
        forged(folder, tensors, facts)
        whole = (folder / STATE).read_bytes()[:-32]
        (folder / STATE).write_bytes(sealed(with_another_byte(whole, chance)))
    try:
        again = resumed(folder)
    except (StoreError, SettingsError, ConfigError) as error:
        assert len(str(error)) < 5000
        return True
    try:
        again.learner.update()
        again.keep()
    except (StoreError, FloatingPointError) as error:  # weights that are numbers, but far too large
        assert "not a number" in str(error) or "far too large" in str(error)
    return False


class States(Campaign):
    """Runs that are resumed from a state somebody has changed."""

    name = "training states"
    promise = "a forged state is refused in words, or harmless"
    seconds = 120.0

    def make(self, rng: np.random.Generator) -> Case:
        return {"kind": any_of(rng, KINDS), "seed": seed_of(rng)}

    def run(self, case: Case) -> str:
        torch.set_num_threads(1)
        folder = _folder(case["kind"])
        with contextlib.redirect_stderr(io.StringIO()):
            refused = attack(folder, *_whole(case["kind"]), case["seed"])
        return "refused" if refused else "goes on"


@cache
def _whole(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a sound state holds."""
    folder = Path(tempfile.mkdtemp(prefix="soak-state"))
    make_run(kind, folder)
    return read_state(folder)


@cache
def _folder(kind: str) -> Path:
    """A run folder to forge states in."""
    folder = Path(tempfile.mkdtemp(prefix="soak-run"))
    make_run(kind, folder)
    return folder
