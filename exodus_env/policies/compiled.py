"""Networks of kind `mlp` in compiled code (kit/perceptron.py): no PyTorch, a row in microseconds.

Networks read cards by what they do: a row is multiplied by tables that never change (cards.py). Here those tables are
multiplied into the first layer and into the rows of the actions once, when the weights are loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.kernel import COMPILED, FloatRows, Floats, Ints, Mask, Masks, entry, kernel
from exodus_env.kit.perceptron import ROOM, padded, rows_before_heads, score_legal
from exodus_env.policies.cards import CardPlaces, deeds_of_actions, mask_places, row_places
from exodus_env.policies.factors import factor_table
from exodus_env.policies.tensors import Shape

KIND: Final = "mlp"  # of the networks with compiled code

GRAIN: Final = 1e-7  # of draws that are float32

Weights = Mapping[str, Array]  # by the names that PyTorch gives them


class Evaluator(Protocol):
    """A network as players use it."""

    def evaluate(self, observations: Array, masks: Array) -> tuple[Array, Array]:
        """Scores (N, A), in which illegal actions are far below the rest, and values (N,)."""


def is_compiled(description: dict[str, Any]) -> bool:
    """Whether a network is played by compiled code; as plain Python it would take far too long."""
    return COMPILED and description["kind"] == KIND


@entry
def score_rows(
    weights: FloatRows,
    biases: Floats,
    shape: Ints,
    rows: FloatRows,
    masks: Masks,
    scores: FloatRows,
    values: Floats,
    room: FloatRows,
) -> None:
    """Scores and values of many rows."""
    for i in range(len(rows)):
        values[i] = score_legal(weights, biases, shape, rows[i], masks[i], scores[i], room)


@entry
def draw_rows(scores: FloatRows, masks: Masks, draws: Floats, actions: Ints, log_p: Floats) -> None:
    """Draw an action for each row by its probability, given a number in [0, 1), and return its log-probability."""
    for i in range(len(scores)):
        actions[i] = draw_legal(scores[i], masks[i], draws[i])
        log_p[i] = log_probability(scores[i], masks[i], actions[i])


@kernel
def highest(scores: Floats, mask: Mask) -> float:
    """The highest score of a legal action."""
    best = -np.inf
    for action in range(len(mask)):
        if mask[action] != 0:
            best = max(best, float(scores[action]))
    return best


@kernel
def weight_of_legal(scores: Floats, mask: Mask, best: float) -> float:
    """The sum of exp(score) over legal actions, the best one as 1."""
    total = 0.0
    for action in range(len(mask)):
        if mask[action] != 0:
            total += np.exp(scores[action] - best)
    return total


@kernel
def draw_legal(scores: Floats, mask: Mask, draw: float) -> int:
    """The legal action at a point on the stack of probabilities.

    Draws are coarse: the point is a little above the lowest and below the highest, where there is next to no
    probability.
    """
    best = highest(scores, mask)
    point = (GRAIN + draw * (1.0 - 2.0 * GRAIN)) * weight_of_legal(scores, mask, best)
    chosen = -1
    heap = 0.0
    for action in range(len(mask)):
        if mask[action] != 0:
            heap += np.exp(scores[action] - best)
            chosen = action
            if heap > point:
                return chosen
    return chosen


@kernel
def log_probability(scores: Floats, mask: Mask, action: int) -> float:
    """The log-probability of a legal action; not a number if the scores are not."""
    best = highest(scores, mask)
    return float(scores[action] - best - np.log(weight_of_legal(scores, mask, best)))


class CompiledNetwork:
    """An `mlp` with its weights."""

    def __init__(self, description: dict[str, Any], weights: Weights, rules: Definition) -> None:
        width, layers = int(description["width"]), int(description["layers"])
        reads_mask = bool(description["mask_input"])
        inputs, actions = rules.observations.size, rules.actions.size
        self.shape = np.array([inputs, actions * reads_mask, width, layers], dtype=np.int64)
        identity = bool(description["card_identity"])
        heads, added = action_rows(description["head"], weights, rules, identity)
        parts = [
            *input_rows(weights, rules, identity, reads_mask),
            weights["trunk.first.bias"][None],
            *(part for layer in range(layers - 1) for part in _layer_rows(weights, f"trunk.blocks.{layer}")),
            weights["trunk.last.weight"][None],
            weights["trunk.last.bias"][None],
            weights["value.weight"],
            heads,
        ]
        together = within_float32(np.concatenate(parts))
        assert len(together) == rows_before_heads(self.shape) + 1 + actions
        self.weights = np.zeros((len(together), padded(width)), dtype=np.float32)
        self.weights[:, :width] = together
        self.biases = within_float32(np.concatenate([added, weights["value.bias"]]))
        self._room = np.zeros((ROOM, padded(width)), dtype=np.float32)

    def evaluate(self, observations: Array, masks: Array) -> tuple[Array, Array]:
        """Scores (N, A), in which illegal actions are far below the rest, and values (N,)."""
        scores = np.empty(masks.shape, dtype=np.float32)
        values = np.empty(len(masks), dtype=np.float32)
        rows = np.ascontiguousarray(observations, dtype=np.float32)
        legal = np.ascontiguousarray(masks, dtype=np.int8)
        score_rows(self.weights, self.biases, self.shape, rows, legal, scores, values, self._room)
        return scores, values


def within_float32(weights: Array) -> Array:
    """Sums of huge weights may be too large for float32."""
    most = np.finfo(np.float32).max
    return np.clip(weights, -most, most).astype(np.float32)


def weight_shapes(description: dict[str, Any], rules: Definition) -> dict[str, Shape]:
    """The shape of every weight of a network that is compiled."""
    width, layers, actions = description["width"], description["layers"], rules.actions.size
    identity = bool(description["card_identity"])
    inputs = row_places(rules, identity).size
    if description["mask_input"]:
        inputs += mask_places(rules, identity).size
    shapes: dict[str, Shape] = {"trunk.first.weight": (width, inputs), "trunk.first.bias": (width,)}
    norms = [f"trunk.blocks.{layer}.0" for layer in range(layers - 1)]
    for norm in [*norms, "trunk.last"]:
        shapes |= {f"{norm}.weight": (width,), f"{norm}.bias": (width,)}
    for layer in range(layers - 1):
        shapes |= {f"trunk.blocks.{layer}.1.weight": (width, width), f"trunk.blocks.{layer}.1.bias": (width,)}
    shapes |= {"value.weight": (1, width), "value.bias": (1,), "head.bias": (actions,)}
    if description["head"] == "linear":
        return {**shapes, "head.weight": (actions, width)}
    _, parts = factor_table(rules, () if identity else tuple(rules.cards))
    deeds = sum(len(table.names) for table in rules.cards.values())
    return {**shapes, "head.shared": (parts + 1, width), "head.own": (actions, width), "head.of_deeds": (deeds, width)}


def input_rows(weights: Weights, rules: Definition, identity: bool, reads_mask: bool) -> list[Array]:
    """The first layer by number of the row and of the mask, with what cards do multiplied in."""
    first = weights["trunk.first.weight"].T.astype(np.float64)
    places = row_places(rules, identity)
    rows = [_by_number(first[: places.size], places)]
    if reads_mask:
        rows.append(_by_number(first[places.size :], mask_places(rules, identity)))
    return rows


def _by_number(first: Array, places: CardPlaces) -> Array:
    """What each number adds to the features, by itself and by what its card does."""
    found = np.zeros((places.numbers, first.shape[1]))
    kept = places.kept
    found[kept] = first[: len(kept)]
    at = len(kept)
    for axis, start, count in places.places:
        table = places.tables[axis]
        for group in range(start, start + count, len(table)):
            found[group : group + len(table)] += table @ first[at : at + table.shape[1]]
            at += table.shape[1]
    return found


def action_rows(head: str, weights: Weights, rules: Definition, identity: bool) -> tuple[Array, Array]:
    """A row of weights for each action, and what is added to its score."""
    if head == "linear":
        return weights["head.weight"], weights["head.bias"]
    parts, _ = factor_table(rules, () if identity else tuple(rules.cards))
    deeds, has_card = deeds_of_actions(rules.actions, rules.cards)
    told_apart = np.ones(len(parts)) if identity else 1.0 - has_card
    rows = weights["head.own"] * told_apart[:, None] + weights["head.shared"].astype(np.float64)[parts].sum(axis=1)
    return rows + deeds @ weights["head.of_deeds"].astype(np.float64), weights["head.bias"] * told_apart


def _layer_rows(weights: Weights, name: str) -> list[Array]:
    """Gain and shift of the norm, the layer by input, its bias."""
    norm, layer = f"{name}.0", f"{name}.1"
    gain, shift, bias = weights[f"{norm}.weight"], weights[f"{norm}.bias"], weights[f"{layer}.bias"]
    return [gain[None], shift[None], weights[f"{layer}.weight"].T, bias[None]]
