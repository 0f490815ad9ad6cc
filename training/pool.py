"""Past selves: weights kept now and then, to be played against. Half of the draws are recent, half uniform."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load, save

from exodus_env.kit.files import write_file
from exodus_env.kit.players import Views
from exodus_env.policies.player import decide
from training.gae import Array

Weights = dict[str, Any]


class Pool:
    """Weights by the number of the update they come from. With a folder each is a file there, written once."""

    def __init__(self, recent: int, most: int, folder: Path | None = None) -> None:
        self.recent = max(1, min(recent, most - 1))  # so that one that is not recent can go
        self.most = most
        self.folder = folder
        self.weights: dict[int, Weights] = {}

    def __len__(self) -> int:
        return len(self.weights)

    def add(self, number: int, network: torch.nn.Module, chance: np.random.Generator) -> None:
        """Keep a copy of a network; beyond the most, one that is not recent goes."""
        weights = {name: tensor.detach().cpu().clone() for name, tensor in network.state_dict().items()}
        self.weights[number] = weights
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_file(self.folder / f"{number:07d}.safetensors", save(weights))
        if len(self.weights) > self.most:
            older = sorted(self.weights)[: -self.recent]
            del self.weights[int(chance.choice(older))]

    def draw(self, chance: np.random.Generator) -> Weights:
        """One of them: half of the time a recent one, else any."""
        numbers = sorted(self.weights)
        if chance.random() < 0.5:
            numbers = numbers[-self.recent :]
        return self.weights[int(chance.choice(numbers))]

    def numbers(self) -> list[int]:
        """What is kept."""
        return sorted(self.weights)

    def restore(self, numbers: list[int]) -> None:
        """Read what was kept from the folder; files of a later moment are left behind."""
        assert self.folder is not None
        self.weights = {n: load((self.folder / f"{n:07d}.safetensors").read_bytes()) for n in numbers}
        self.tidy()

    def tidy(self) -> None:
        """Remove files of what is kept no more; call it once nothing saved names them."""
        if self.folder is None or not self.folder.is_dir():
            return
        for file in self.folder.glob("*.safetensors"):
            if not file.stem.isdigit() or int(file.stem) not in self.weights:
                file.unlink()


class PastSelf:
    """An opponent that plays by weights of the pool."""

    def __init__(self, network: torch.nn.Module) -> None:
        self.network = network.eval()

    def become(self, weights: Weights) -> None:
        """Play by these weights from now on."""
        self.network.load_state_dict(weights)

    def __call__(self, views: Views) -> Array:
        """An action for each game, drawn by its seed."""
        return decide(self.network, views.observations, views.masks, views.seeds)
