"""The state of a run on disk: one file of tensors and plain values, with a checksum. Nothing in it is executed.

It is written under another name and renamed: whatever happens, there is a whole file, the last or the one before.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save

from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.files import write_file
from exodus_env.kit.saves import CHECKSUM, sealed

FORMAT: Final = 1
STATE: Final = "training.state"


class StoreError(ValueError):
    """A state that cannot be gone on from, and why."""


def write_state(folder: Path, tensors: dict[str, torch.Tensor], facts: dict[str, Any]) -> None:
    """Keep a state in a folder, in place of the last."""
    text = json.dumps({"format": FORMAT, **facts}, allow_nan=False)
    data = save({name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}, {"facts": text})
    write_file(folder / STATE, sealed(data))
    for rest in folder.glob(f"{STATE}*.part"):  # of a run that was killed while it wrote
        rest.unlink()


def read_state(folder: Path, rules: Ruleset | None = None) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    """The state in a folder; with rules, only one of the same game and layout."""
    path = folder / STATE
    if not path.is_file():
        raise StoreError(f"{path} is not there: nothing to resume; start the run without --resume")
    data = path.read_bytes()
    if len(data) <= CHECKSUM or hashlib.sha256(data[:-CHECKSUM]).digest() != data[-CHECKSUM:]:
        raise StoreError(f"{path} is damaged: its bytes do not match their checksum")
    try:
        tensors, text = load(data[:-CHECKSUM]), _metadata(data)
        facts: dict[str, Any] = json.loads(text)
    except (SafetensorError, ValueError, KeyError) as error:
        raise StoreError(f"{path} is damaged: {error}") from None
    if facts.get("format") != FORMAT:
        raise StoreError(f"{path} has format {facts.get('format')!r}; this version reads format {FORMAT}")
    if rules is not None:
        _same_game(path, facts, rules)
    return tensors, facts


def _metadata(data: bytes) -> str:
    """The plain values, from the header of the tensors."""
    length = int.from_bytes(data[:8], "little")
    text: str = json.loads(data[8 : 8 + length])["__metadata__"]["facts"]
    return text


def _same_game(path: Path, facts: dict[str, Any], rules: Ruleset) -> None:
    expected = {"configuration": rules.config.to_dict(), **rules.fingerprint()}
    found = {"configuration": facts.get("config"), **facts.get("fingerprint", {})}
    for name, value in expected.items():
        if found.get(name) != value:
            difference = f"{name} must be {value!r}, found {found.get(name)!r}"
            raise StoreError(f"{path} cannot be resumed with this version or game: {difference}")


# ---- parts of a state ------------------------------------------------------------------------------------------------


def by_part(tensors: dict[str, torch.Tensor]) -> dict[str, dict[str, torch.Tensor]]:
    """Tensors named part/name, by part."""
    parts: dict[str, dict[str, torch.Tensor]] = {"network": {}, "optimiser": {}}
    for name, tensor in tensors.items():
        part, _, rest = name.partition("/")
        parts.setdefault(part, {})[rest] = tensor
    return parts


def optimiser_state(optimiser: torch.optim.Optimizer) -> dict[str, torch.Tensor]:
    """What an optimiser remembers of every weight."""
    remembered = optimiser.state_dict()["state"].items()
    return {f"optimiser/{number}/{name}": value for number, each in remembered for name, value in each.items()}


def restore_optimiser(optimiser: torch.optim.Optimizer, tensors: dict[str, torch.Tensor]) -> None:
    """Remember it again."""
    remembered: dict[int, dict[str, torch.Tensor]] = {}
    for name, tensor in tensors.items():
        number, _, rest = name.partition("/")
        remembered.setdefault(int(number), {})[rest] = tensor
    optimiser.load_state_dict({**optimiser.state_dict(), "state": remembered})
