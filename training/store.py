"""The state of a run on disk: one file of tensors and plain values, with a checksum. Nothing in it is executed.

It is written under another name and renamed, so whatever happens there is a complete file, either the new one or the
one before. A checksum finds damage but does not prevent forgery, so code that restores a part of a state first checks
it with the functions at the end: every name, type, shape and range.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from safetensors.torch import save

from exodus_env.kit.definition import Definition
from exodus_env.kit.files import FileProblem, read_file, write_file
from exodus_env.kit.plain import parse_plain, shown
from exodus_env.kit.saves import CHECKSUM, sealed
from exodus_env.policies.tensors import TensorProblem, check_shapes, load_tensors, read_header

FORMAT: Final = 4
STATE: Final = "training.state"
LARGEST_STATE: Final = 1 << 32
LARGEST_COUNT: Final = 2**53  # of updates, decisions, games: far beyond any run, and exact as a float
LONGEST_TEXT: Final = 1 << 18  # of a command, which grows with every resume
EVALUATION: Final = ("hours", "win_share", "low", "high", "mean_points")
EVALUATION_COUNTS: Final = ("update", "decisions", "imitated", "games")
FINAL_COUNTS: Final = (*EVALUATION_COUNTS, "after")  # and the update after which finalists were measured

Array = np.ndarray[Any, Any]
Tensors = dict[str, torch.Tensor]


class StoreError(ValueError):
    """A state that cannot be resumed, and why."""


class Impossible(ValueError):
    """Part of a state that no run could have written."""


def write_state(folder: Path, tensors: Tensors, facts: dict[str, Any]) -> None:
    """Save a state in a folder, replacing the last one."""
    text = json.dumps({"format": FORMAT, **facts}, allow_nan=False)
    data = sealed(save({name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}, {"facts": text}))
    if len(data) > LARGEST_STATE:
        raise StoreError(f"the state is larger than {LARGEST_STATE:,} bytes: play fewer games at once (--num-games)")
    write_file(folder / STATE, data)


def read_state(folder: Path, rules: Definition | None = None) -> tuple[Tensors, dict[str, Any]]:
    """The state in a folder; with rules, only one of the same game and layout."""
    path = folder / STATE
    data = _read(path)
    if len(data) <= CHECKSUM or hashlib.sha256(data[:-CHECKSUM]).digest() != data[-CHECKSUM:]:
        raise StoreError(f"{path} is damaged: its bytes do not match their checksum")
    try:
        tensors = load_tensors(data[:-CHECKSUM])
        facts = parse_plain(read_header(data)[1].get("facts", ""))
    except ValueError as error:
        raise StoreError(f"{path} is damaged: {error}") from None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        found = facts.get("format") if isinstance(facts, dict) else facts
        way_out = f"start a new run from what it learned with --start {folder / 'latest'}"
        raise StoreError(f"{path} has format {shown(found)}; this version reads format {FORMAT}: {way_out}")
    if rules is not None:
        check_game(path, facts, rules)
    return tensors, facts


def _read(path: Path) -> bytes:
    try:
        return read_file(path, LARGEST_STATE)
    except FileNotFoundError:
        raise StoreError(f"{path} does not exist: nothing to resume; start the run without --resume") from None
    except FileProblem as error:
        raise StoreError(f"nothing to resume: {error}") from None


def check_game(path: Path, facts: dict[str, Any], rules: Definition) -> None:
    """Raise StoreError if a state belongs to another game, layout or version."""
    fingerprint = facts.get("fingerprint")
    expected = {"configuration": rules.config.to_dict(), **rules.fingerprint()}
    found = {"configuration": facts.get("config"), **(fingerprint if isinstance(fingerprint, dict) else {})}
    for name, value in expected.items():
        if found.get(name) != value:
            difference = f"{name} must be {value!r}, found {_longer(found.get(name))}"
            raise StoreError(f"{path} cannot be resumed with this version or game: {difference}")


def _longer(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 1000 else f"{text[:997]}..."


# ---- the plain values of a run ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Facts:
    """What a state holds besides its tensors; everything is checked except settings and learner."""

    settings: dict[str, Any]
    learner: dict[str, Any]
    evaluations: list[dict[str, Any]]
    finals: list[dict[str, Any]]
    finalists: dict[str, Any]
    seconds: float
    before: dict[str, Any]
    command: str

    @classmethod
    def of(cls, facts: dict[str, Any]) -> Facts:
        """The facts in the table of a file."""
        known = {*(name for name in cls.__annotations__), "format", "config", "fingerprint", "torch"}
        check_names("facts", facts, known)
        check_text(facts, "torch", 100)
        return cls(
            settings=table(facts, "settings"),
            learner=table(facts, "learner"),
            evaluations=_evaluations(facts, "evaluations", EVALUATION_COUNTS),
            finals=_evaluations(facts, "finals", FINAL_COUNTS),
            finalists=table(facts, "finalists"),
            seconds=number(facts, "seconds", 0.0, 1e12),
            before=table(facts, "before"),
            command=check_text(facts, "command", LONGEST_TEXT),
        )


def _evaluations(facts: dict[str, Any], name: str, counts: tuple[str, ...]) -> list[dict[str, Any]]:
    found = facts[name]
    if not isinstance(found, list):
        raise Impossible(f"{name} must be a list, found {shown(found)}")
    for row in found:
        if not isinstance(row, dict):
            raise Impossible(f"{name} must be tables, found {shown(row)}")
        check_names(name, row, {*EVALUATION, *counts, "rating"})
        for count in counts:
            whole(row, count)
        for each in EVALUATION:
            number(row, each)
        if row["rating"] is not None:
            number(row, "rating")
    return found


def check_names(what: str, found: Iterable[str], expected: Iterable[str]) -> None:
    """Raise Impossible if names are missing, or if there are unknown ones."""
    if wrong := sorted({*found} ^ {*expected}):
        problem = "is missing" if wrong[0] in {*expected} else "does not belong there"
        raise Impossible(f"{what}: {shown(wrong[0])} {problem}")


def whole(values: dict[str, Any], name: str, low: int = 0, high: int = LARGEST_COUNT) -> int:
    """An integer of a table, in a range."""
    found = values.get(name)
    if type(found) is not int or not low <= found <= high:
        raise Impossible(f"{name} must be a whole number from {low} to {high}, found {shown(found)}")
    return found


def number(values: dict[str, Any], name: str, low: float = -1e12, high: float = 1e12) -> float:
    """A number of a table, in a range."""
    found = values.get(name)
    if type(found) not in (int, float) or not low <= found <= high:  # type: ignore[operator]
        raise Impossible(f"{name} must be a number from {low:g} to {high:g}, found {shown(found)}")
    return float(found)  # type: ignore[arg-type]


def table(values: dict[str, Any], name: str) -> dict[str, Any]:
    """A table in a table."""
    found = values.get(name)
    if not isinstance(found, dict):
        raise Impossible(f"{name} must be a table, found {shown(found)}")
    return found


def check_text(values: dict[str, Any], name: str, longest: int) -> str:
    """Check a text in a table."""
    found = values.get(name)
    if not isinstance(found, str) or len(found) > longest:
        raise Impossible(f"{name} must be a text of at most {longest} characters, found {shown(found)}")
    return found


# ---- the tensors of a run --------------------------------------------------------------------------------------------


def by_part(tensors: Tensors, *parts: str) -> dict[str, Tensors]:
    """Tensors named part/name, by part; there must be no others."""
    found: dict[str, Tensors] = {part: {} for part in parts}
    for name, tensor in tensors.items():
        part, _, rest = name.partition("/")
        if part not in found:
            raise Impossible(f"{shown(name)} does not belong there")
        found[part][rest] = tensor
    return found


def array_of(tensors: Tensors, name: str, dtype: Any, shape: tuple[int, ...]) -> Array:
    """A tensor of a given type and shape, as an array; its numbers are finite."""
    tensor = tensors.get(name)
    expected = torch.from_numpy(np.empty(0, dtype=dtype)).dtype
    if tensor is None or tensor.dtype != expected or tuple(tensor.shape) != shape:
        found = "nothing" if tensor is None else f"{tensor.dtype} {tuple(tensor.shape)}"
        raise Impossible(f"{name} must be {expected} {shape}, found {found}")
    if tensor.is_floating_point() and not bool(tensor.isfinite().all()):
        raise Impossible(f"{name} holds a value that is not a number")
    array: Array = tensor.numpy()
    return array


def check_range(name: str, values: Array, low: float, high: float) -> None:
    """Raise Impossible if a number is out of range."""
    if values.size and (values.min() < low or values.max() > high):
        raise Impossible(f"{name} must be from {low:g} to {high:g}, found {values.min():g} to {values.max():g}")


def restore_network(network: torch.nn.Module, tensors: Tensors) -> None:
    """Load weights of the same names, types and shapes."""
    check_weights(network, tensors)
    network.load_state_dict(tensors)


def check_weights(network: torch.nn.Module, tensors: Tensors) -> None:
    """Raise Impossible if weights have other names, types or shapes than those of a network."""
    expected = network.state_dict()
    check_names("network", tensors, expected)
    for name, tensor in expected.items():
        array_of(tensors, name, tensor.cpu().numpy().dtype, tuple(tensor.shape))


def optimiser_state(optimiser: torch.optim.Optimizer) -> Tensors:
    """What an optimiser stores about every weight."""
    remembered = optimiser.state_dict()["state"].items()
    return {f"optimiser/{number}/{name}": value for number, each in remembered for name, value in each.items()}


def restore_optimiser(optimiser: torch.optim.Adam, tensors: Tensors) -> None:
    """Restore it: everything about a weight, or nothing if it has never been changed."""
    weights = [weight for group in optimiser.param_groups for weight in group["params"]]
    remembered: dict[int, Tensors] = {}
    for place, weight in enumerate(weights):
        names = [f"{place}/{part}" for part in ("step", "exp_avg", "exp_avg_sq")]
        if not any(name in tensors for name in names):
            continue
        step, mean, square = names
        check_range(f"optimiser: {step}", array_of(tensors, step, np.float32, ()), 1, LARGEST_COUNT)
        array_of(tensors, mean, np.float32, tuple(weight.shape))
        check_range(f"optimiser: {square}", array_of(tensors, square, np.float32, tuple(weight.shape)), 0, np.inf)
        remembered[place] = {name.partition("/")[2]: tensors[name] for name in names}
    check_names("optimiser", tensors, {f"{place}/{part}" for place, each in remembered.items() for part in each})
    optimiser.load_state_dict({**optimiser.state_dict(), "state": remembered})


def check_sizes(tensors: Tensors, network: torch.nn.Module, games: int) -> None:
    """Raise Impossible if settings ask for another network, or more games, than a state holds.

    This comes before anything is built for the state: its settings could ask for more memory than there is.
    """
    own = {name[len("network/") :]: tuple(each.shape) for name, each in tensors.items() if name.startswith("network/")}
    try:
        check_shapes({name: tuple(each.shape) for name, each in network.state_dict().items()}, own)
    except TensorProblem as error:
        raise Impossible(str(error)) from None
    kinds = [tensor for name, tensor in tensors.items() if name.endswith("/kind")]
    if len(kinds) != 1 or tuple(kinds[0].shape) != (games,):
        raise Impossible(f"it must hold {games} games, as its settings say")


def check_finite(tensors: Tensors) -> None:
    """Raise StoreError if learning has produced NaN or infinity: such a state must not replace a good one."""
    for name, tensor in tensors.items():
        if tensor.is_floating_point() and not bool(tensor.isfinite().all()):
            raise StoreError(
                f"learning has gone wrong: {name} holds a value that is not a number. The last checkpoint is intact; "
                "continue from it with --resume and a lower --learning-rate"
            )
