"""Networks as learners use them: scores of the legal actions of packed rows (kit/packed.py), and values.

For a network of kind `mlp` on a processor, the first layer and the scores are computed by compiled code, forward and
backward, from the numbers that are not zero and the actions that are legal; PyTorch does the layers in between. Others
get dense rows. What a network reads of cards is a linear map in front of its first layer (cards.py): it is multiplied
into the weights, and gradients are pulled back through it, once for all rows of a batch.
"""

from __future__ import annotations

import copy
from typing import Any, Final, Protocol, cast

import numpy as np
import torch
from torch import Tensor, nn

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.packed import (
    LANES,
    PackedBatch,
    PackedRows,
    SparseMatrix,
    likeliest,
    log_shares,
    log_shares_back,
    score_actions,
    score_actions_back,
    sparse_matrix,
    unpacked,
)
from exodus_env.policies.cards import mask_places, row_places
from exodus_env.policies.compiled import is_compiled
from exodus_env.policies.network import Mlp

PROCESSOR: Final = "cpu"


class LearningNetwork(Protocol):
    """A network over packed rows."""

    def batch(self, rows: PackedRows, chosen: Array) -> PackedBatch:
        """Some rows as it takes them."""

    def __call__(self, batch: PackedBatch) -> tuple[Tensor, Tensor]:
        """Scores of the legal actions of all rows, one after another, and the value of each row."""

    def as_it_is(self) -> LearningNetwork:
        """A copy that plays: it stays as it is while the network learns."""


def learning_network(network: nn.Module, rules: Definition) -> LearningNetwork:
    """A network in the form that learners use."""
    description = cast(dict[str, Any], network.description)
    if is_compiled(description) and next(network.parameters()).device.type == PROCESSOR:
        assert isinstance(network, Mlp)
        return SparseMlp(network, reading(rules, description))
    return DenseNetwork(network, rules.observations.size, rules.actions.size)


class DenseNetwork:
    """Any network, which gets its rows as arrays."""

    def __init__(self, network: nn.Module, numbers: int, actions: int) -> None:
        self.network = network
        self.numbers = numbers
        self.actions = actions

    def batch(self, rows: PackedRows, chosen: Array) -> PackedBatch:
        """Some rows as it takes them."""
        return rows.batch(chosen)

    def __call__(self, batch: PackedBatch) -> tuple[Tensor, Tensor]:
        """Scores of the legal actions of all rows, one after another, and the value of each row."""
        device = next(self.network.parameters()).device
        dense = unpacked(batch, self.numbers, self.actions)
        rows, masks = (torch.from_numpy(array).to(device) for array in dense)
        logits, values = self.network(rows, masks)
        counts = np.diff(batch.legal_starts)
        places = np.repeat(np.arange(len(batch)) * self.actions, counts) + batch.legal
        scores = logits.float().reshape(-1).index_select(0, torch.from_numpy(places).to(device))
        return scores.to(PROCESSOR), values.reshape(-1).to(PROCESSOR)

    def as_it_is(self) -> DenseNetwork:
        """A copy that plays."""
        return DenseNetwork(copy.deepcopy(self.network), self.numbers, self.actions)


class SparseMlp:
    """A network of kind `mlp` that skips what is zero and what is not legal."""

    def __init__(self, network: Mlp, inputs: SparseMatrix) -> None:
        self.network = network
        self.inputs = inputs
        self._back = inputs.transposed()
        self._ready: tuple[Tensor, Tensor, Tensor] | None = None  # weights multiplied together, if they do not change

    def batch(self, rows: PackedRows, chosen: Array) -> PackedBatch:
        """Some rows as it takes them."""
        return rows.batch(chosen, self.network.mask_input, divided=True)

    def __call__(self, batch: PackedBatch) -> tuple[Tensor, Tensor]:
        """Scores of the legal actions of all rows, one after another, and the value of each row."""
        trunk, value = self.network.trunk, self.network.value
        if self._ready is not None:
            by_number, weights, biases = self._ready
            sums = _sums(batch, by_number, trunk.first.bias)
        else:
            weights, biases = self.network.of_actions()
            sums = cast(Any, FirstLayer).apply(trunk.first.weight, trunk.first.bias, batch, self.inputs, self._back)
        features = trunk.further(sums)
        scores = cast(Any, LegalScores).apply(features, weights, biases, batch)
        return scores, value(features).squeeze(-1)

    def as_it_is(self) -> SparseMlp:
        """A copy that plays."""
        other = SparseMlp.__new__(SparseMlp)
        other.__dict__.update(self.__dict__, network=copy.deepcopy(self.network))
        first = other.network.trunk.first
        with torch.no_grad():
            weights, biases = (each.detach().contiguous() for each in other.network.of_actions())
            other._ready = (_by_number(first.weight, self.inputs), weights, biases)
        return other


def reading(rules: Definition, description: dict[str, Any]) -> SparseMatrix:
    """From the numbers of a row, and of the mask if it is read, to what the first layer gets."""
    identity = bool(description["card_identity"])
    parts = [row_places(rules, identity)]
    if description["mask_input"]:
        parts.append(mask_places(rules, identity))
    maps, at, read_at = [], 0, 0
    for places in parts:
        numbers, read, weights = places.reading()
        maps.append((numbers + at, read + read_at, weights))
        at, read_at = at + places.numbers, read_at + places.size
    numbers, read, weights = (np.concatenate(each) for each in zip(*maps, strict=True))
    return sparse_matrix(numbers, read, weights, (at, read_at))


# ---- compiled steps with a gradient ----------------------------------------------------------------------------------


class FirstLayer(torch.autograd.Function):
    """The layer over rows of which only a few numbers are not zero."""

    @staticmethod
    def forward(
        ctx: Any, weight: Tensor, bias: Tensor, batch: PackedBatch, inputs: SparseMatrix, back: SparseMatrix
    ) -> Tensor:
        """The sums (B, width) of weights (width, inputs) and a bias."""
        ctx.batch, ctx.back = batch, back
        return _sums(batch, _by_number(weight, inputs), bias.detach())

    @staticmethod
    def backward(ctx: Any, given: Tensor) -> tuple[Tensor | None, ...]:
        """How the loss changes with weights and bias."""
        to_weight = None
        if ctx.needs_input_grad[0]:
            given, batch = given.contiguous(), ctx.batch
            by_number = _product(batch.seen.transposed(), given)
            by_number[torch.from_numpy(batch.often)] = torch.from_numpy(batch.columns).t() @ given
            to_weight = _product(ctx.back, by_number).t()
        return to_weight, given.sum(0) if ctx.needs_input_grad[1] else None, None, None, None


def _sums(batch: PackedBatch, by_number: Tensor, bias: Tensor) -> Tensor:
    """What the first layer adds up."""
    found = torch.addmm(bias, torch.from_numpy(batch.columns), by_number[torch.from_numpy(batch.often)])
    batch.seen.add_times(by_number.numpy(), found.numpy())
    return found


def _by_number(weight: Tensor, inputs: SparseMatrix) -> Tensor:
    """The first layer by number of the row and of the mask, with what cards do multiplied in."""
    return _product(inputs, weight.detach().t().contiguous())


def _product(rows: SparseMatrix, matrix: Tensor) -> Tensor:
    found = torch.zeros(rows.rows, matrix.shape[1])
    rows.add_times(matrix.numpy(), found.numpy())
    return found


class LegalScores(torch.autograd.Function):
    """The scores of legal actions; all others are left out."""

    @staticmethod
    def forward(ctx: Any, features: Tensor, weights: Tensor, biases: Tensor, batch: PackedBatch) -> Tensor:
        """Scores from features (B, width), a row of weights for each action and what is added to its score."""
        features, weights = features.contiguous(), weights.contiguous()
        ctx.save_for_backward(features, weights)
        ctx.batch = batch
        scores, sums = np.empty(len(batch.legal), dtype=np.float32), np.empty(LANES, dtype=np.float32)
        known = (features.detach().numpy(), weights.detach().numpy(), biases.detach().contiguous().numpy())
        score_actions(*known, batch.legal_starts, batch.legal, scores, sums)
        return torch.from_numpy(scores)

    @staticmethod
    def backward(ctx: Any, given: Tensor) -> tuple[Tensor | None, ...]:
        """How the loss changes with features, weights and biases."""
        features, weights = ctx.saved_tensors
        batch: PackedBatch = ctx.batch
        found = (torch.zeros_like(features), torch.zeros_like(weights), torch.zeros(len(weights)))
        arrays = (each.numpy() for each in found)
        known = (features.numpy(), weights.numpy(), batch.legal_starts, batch.legal)
        score_actions_back(*known, given.contiguous().numpy(), *arrays)
        return (*found, None)


class LogShares(torch.autograd.Function):
    """Log-probabilities of the legal actions of each row."""

    @staticmethod
    def forward(ctx: Any, scores: Tensor, legal_starts: Array) -> Tensor:
        """From their scores."""
        found = torch.empty_like(scores)
        log_shares(scores.detach().numpy(), legal_starts, found.numpy())
        ctx.save_for_backward(found)
        ctx.legal_starts = legal_starts
        return found

    @staticmethod
    def backward(ctx: Any, given: Tensor) -> tuple[Tensor | None, ...]:
        """How the loss changes with scores."""
        (log_p,) = ctx.saved_tensors
        found = torch.empty_like(log_p)
        log_shares_back(log_p.numpy(), ctx.legal_starts, given.contiguous().numpy(), found.numpy())
        return found, None


# ---- figures of legal actions ----------------------------------------------------------------------------------------


def legal_log_probabilities(scores: Tensor, batch: PackedBatch) -> Tensor:
    """The log-probability of every legal action, one after another as in the batch."""
    found: Tensor = cast(Any, LogShares).apply(scores.contiguous(), batch.legal_starts)
    return found


def mean_entropy(log_p: Tensor, batch: PackedBatch) -> Tensor:
    """The mean entropy of the rows of a batch, in nats."""
    return -(log_p.exp() * log_p).sum() / len(batch)


def favourites(log_p: Tensor, batch: PackedBatch) -> Array:
    """Where the likeliest legal action of each row stands."""
    places = np.empty(len(batch), dtype=np.int64)
    likeliest(log_p.detach().numpy(), batch.legal_starts, places)
    return places
