"""A small network in compiled code: from the non-zero numbers of a row to a score for every legal action.

Few numbers of an observation are not zero and few actions are legal, so most of the first and the last layer is
skipped. What remains takes about a hundredth of the time that a library needs for a single row.

All weights are rows of one array, as wide as the layers and padded with zeros to a multiple of LANES:

    one row for each number of the observation, then one for each number of the mask (none where it is not read)
    the bias of the first layer
    for each further layer: gain and shift of its norm, a row for each of its inputs, its bias
    gain and shift of the last norm
    the value
    one row for each action

A separate array holds what is added to the scores and to the value. Sums are computed in the same order everywhere, so
the same weights and rows give the same bits.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.kit.kernel import FloatRows, Floats, Ints, Mask, kernel

# What a network is made of, as kernels take it.
SHAPE: Final = (
    ("inputs", "numbers of the observation"),
    ("allowed", "numbers of the mask that are read: all or none"),
    ("width", "of the layers"),
    ("layers", "layers, the first one included"),
)
INPUTS, ALLOWED, WIDTH, LAYERS = range(len(SHAPE))

LANES: Final = 16  # numbers of a row that are multiplied side by side
ROOM: Final = 4  # rows a call needs to think in
FEATURES, NORMAL, ADDED, SUMS = range(ROOM)
TINY: Final = 1e-5  # added to a variance
ILLEGAL: Final = -1e9  # the score of what is not legal


def padded(width: int) -> int:
    """How wide rows of weights are."""
    return -(-width // LANES) * LANES


def rows_before_heads(shape: Ints) -> int:
    """The row of the value; those of the actions come after it."""
    inputs, allowed, width, layers = (int(number) for number in shape)
    return inputs + allowed + 1 + (layers - 1) * (width + 3) + 2


@kernel
def score_legal(
    weights: FloatRows, biases: Floats, shape: Ints, row: Floats, mask: Mask, scores: Floats, room: FloatRows
) -> float:
    """Write the score of every legal action, and ILLEGAL for the others; returns the value."""
    at = first_layer(weights, shape, row, mask, room[FEATURES])
    for _ in range(shape[LAYERS] - 1):
        at = add_layer(weights, shape, at, room)
    normalise(room[FEATURES], weights[at], weights[at + 1], shape[WIDTH], room[NORMAL])
    value = at + 2
    for action in range(len(mask)):
        scores[action] = ILLEGAL
        if mask[action] != 0:
            found = product(room[NORMAL], weights[value + 1 + action], room[SUMS])
            scores[action] = found + biases[action]
    return product(room[NORMAL], weights[value], room[SUMS]) + float(biases[len(mask)])


@kernel
def first_layer(weights: FloatRows, shape: Ints, row: Floats, mask: Mask, out: Floats) -> int:
    """The layer over the row and the mask; returns the number of the next row of weights."""
    mask_at = int(shape[INPUTS])
    bias = mask_at + int(shape[ALLOWED])
    out[:] = weights[bias]
    for i in range(len(row)):
        if row[i] != 0.0:
            add_scaled(out, weights[i], row[i])
    if shape[ALLOWED] > 0:
        for action in range(len(mask)):
            if mask[action] != 0:
                add_scaled(out, weights[mask_at + action], 1.0)
    cut_below_zero(out)
    return bias + 1


@kernel
def add_layer(weights: FloatRows, shape: Ints, at: int, room: FloatRows) -> int:
    """A further layer, added to what is there; returns the number of the next row of weights."""
    features, normal, added = room[FEATURES], room[NORMAL], room[ADDED]
    normalise(features, weights[at], weights[at + 1], shape[WIDTH], normal)
    first = at + 2
    bias = first + int(shape[WIDTH])
    added[:] = weights[bias]
    for i in range(shape[WIDTH]):
        if normal[i] != 0.0:
            add_scaled(added, weights[first + i], normal[i])
    cut_below_zero(added)
    add_scaled(features, added, 1.0)
    return bias + 1


@kernel
def add_scaled(out: Floats, row: Floats, factor: float) -> None:
    """Add a multiple of a row."""
    times = np.float32(factor)
    for i in range(len(out)):
        out[i] += times * row[i]


@kernel
def cut_below_zero(out: Floats) -> None:
    """What is below zero becomes zero."""
    for i in range(len(out)):
        out[i] = max(out[i], np.float32(0.0))


@kernel
def normalise(row: Floats, gain: Floats, shift: Floats, width: int, out: Floats) -> None:
    """A row with mean 0 and variance 1, then scaled and shifted."""
    mean = 0.0
    for i in range(width):
        mean += row[i]
    mean /= width
    variance = 0.0
    for i in range(width):
        variance += (row[i] - mean) * (row[i] - mean)
    centre, scale = np.float32(mean), np.float32(1.0 / np.sqrt(variance / width + TINY))
    for i in range(len(out)):
        out[i] = (row[i] - centre) * scale * gain[i] + shift[i]


@kernel
def product(one: Floats, other: Floats, sums: Floats) -> float:
    """The sum of products of two rows, in LANES sums that a processor can make side by side."""
    sums[:LANES] = np.float32(0.0)
    for start in range(0, len(one), LANES):
        for lane in range(LANES):
            sums[lane] += one[start + lane] * other[start + lane]
    total = 0.0
    for lane in range(LANES):
        total += sums[lane]
    return total
