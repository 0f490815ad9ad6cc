"""Weights that a run keeps, by the update they come from: past selves to play against, and finalists."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from safetensors.torch import save

from exodus_env.kit.files import write_file
from exodus_env.kit.plain import shown
from exodus_env.policies.checkpoint import PolicyError, read_weights
from exodus_env.policies.tensors import Shape, shapes_of
from training.store import Impossible

Weights = dict[str, Any]
MOST_FILES: Final = 2000  # twice what the settings allow


class Shelf:
    """Weights by the number of the update they come from. With a folder, each is a file in it, written once."""

    def __init__(self, name: str, what: str, folder: Path | None = None) -> None:
        self.name = name
        self.what = what  # what one of them is called in messages
        self.folder = folder
        self.weights: dict[int, Weights] = {}
        self.digests: dict[int, str] = {}  # sha256 of the files

    def __len__(self) -> int:
        return len(self.weights)

    def put(self, number: int, network: torch.nn.Module) -> None:
        """Keep a copy of a network."""
        weights = {name: tensor.detach().cpu().clone() for name, tensor in network.state_dict().items()}
        self.weights[number] = weights
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            data = save(weights)
            self.digests[number] = hashlib.sha256(data).hexdigest()
            write_file(self._file(number), data)

    def keep_only(self, numbers: Iterable[int]) -> None:
        """Drop all others."""
        self.weights = {number: self.weights[number] for number in numbers if number in self.weights}

    def numbers(self) -> list[int]:
        """The numbers of all weights that are kept."""
        return sorted(self.weights)

    def table(self) -> dict[str, str]:
        """What a state says about the shelf: the checksum of every file that belongs to it."""
        return {str(number): self.digests[number] for number in self.numbers() if number in self.digests}

    def restore(self, table: dict[str, Any], network: torch.nn.Module, updates: int) -> None:
        """Read the files that a state names. One that is missing, damaged or of another network is left out and
        reported."""
        self.weights, self.digests = {}, {}
        shapes = shapes_of(network)
        for name, digest in table.items():
            number = int(name) if re.fullmatch(r"[0-9]{1,15}", name) else -1
            known = isinstance(digest, str) and re.fullmatch(r"[0-9a-f]{64}", digest)
            if not known or str(number) != name or not 0 <= number <= updates or len(table) > MOST_FILES:
                raise Impossible(f"{self.name}: {shown(name)} with checksum {shown(digest)} is no {self.what}")
            self._read(number, digest, shapes)

    def _read(self, number: int, digest: str, shapes: dict[str, Shape]) -> None:
        try:
            weights = read_weights(self._file(number), digest, shapes)
        except PolicyError as error:
            print(f"warning: a {self.what} is left out of the run: {error}", file=sys.stderr, flush=True)
            return
        self.weights[number] = {name: torch.from_numpy(array) for name, array in weights.items()}
        self.digests[number] = digest

    def _file(self, number: int) -> Path:
        assert self.folder is not None
        return self.folder / f"{number:07d}.safetensors"

    def tidy(self) -> None:
        """Remove our files that are no longer kept; call it when nothing saved refers to them any more."""
        if self.folder is None or not self.folder.is_dir():
            return
        for file in self.folder.iterdir():
            ours = re.fullmatch(r"([0-9]{7,15})\.safetensors", file.name)
            if ours and int(ours[1]) not in self.weights:
                file.unlink()


class Pool(Shelf):
    """Past selves, kept from time to time. Half of the draws are recent, half uniform."""

    def __init__(self, recent: int, most: int, folder: Path | None = None) -> None:
        super().__init__("pool", "past self", folder)
        self.recent = max(1, min(recent, most - 1))  # so that there is one to drop that is not recent
        self.most = most

    def add(self, number: int, network: torch.nn.Module, chance: np.random.Generator) -> None:
        """Keep a copy of a network; beyond the limit, one that is not recent is dropped."""
        self.put(number, network)
        if len(self.weights) > self.most:
            older = sorted(self.weights)[: -self.recent]
            del self.weights[int(chance.choice(older))]

    def draw(self, chance: np.random.Generator) -> Weights:
        """One of them: half of the time a recent one, otherwise any."""
        numbers = sorted(self.weights)
        if chance.random() < 0.5:
            numbers = numbers[-self.recent :]
        return self.weights[int(chance.choice(numbers))]
