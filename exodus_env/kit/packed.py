"""Many decisions in little room: of each observation the numbers that are not zero, of each mask the legal actions.

Few numbers of an observation are not zero and few actions are legal, so a decision takes a few hundred bytes instead of
many thousands, and whoever learns from it need not look at the rest. Numbers are kept in half precision: a learner that
plays by its rows (`PackedRows.batch`) learns from exactly what it played by.

    rows = PackedRows(rules.observations.size, rules.actions.size)
    rows.add(env.observations, env.action_masks, games)  # what these games show becomes the next rows
    batch = rows.batch(chosen)  # some rows, in any order, ready to be multiplied by weights
    observations, masks = rows.dense(chosen)  # the same as arrays
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from exodus_env.kit.definition import Array
from exodus_env.kit.kernel import FloatRows, Floats, HalfRows, Halves, Ints, Masks, Places, entry, kernel

GRAIN: Final = 1e-7  # of draws that are float32
ONE: Final = 0x3C00  # the bits of 1 in half precision
NO_COLUMN: Final = -1
SELDOM_ZERO: Final = 0.5  # share of the rows in which a number is not zero
NOT_READ: Final = -1  # masks are not among the numbers of a batch
LARGEST: Final = 65504.0  # number in half precision
LANES: Final = 64  # products that are summed side by side
FEW: Final = 64  # rows without a zero for which there is room at first


# ---- kernels ---------------------------------------------------------------------------------------------------------


@entry
def pack(
    observations: FloatRows,
    masks: Masks,
    games: Ints,
    first: int,
    starts: Ints,
    indices: Places,
    numbers: Floats,
    legal_starts: Ints,
    legal: Places,
) -> int:
    """Append rows of dense arrays from row `first` on; returns how many there was room for.

    The numbers themselves go to the beginning of `numbers`, from which they are put into half precision.
    """
    origin = starts[first]
    for k in range(len(games)):
        row, mask = observations[games[k]], masks[games[k]]
        at, legal_at = starts[first + k], legal_starts[first + k]
        full = at + len(row) > len(indices) or at - origin + len(row) > len(numbers)
        if full or legal_at + len(mask) > len(legal):
            return k
        for i in range(len(row)):
            if row[i] != 0.0:
                indices[at] = i
                numbers[at - origin] = row[i]
                at += 1
        for action in range(len(mask)):
            if mask[action] != 0:
                legal[legal_at] = action
                legal_at += 1
        starts[first + k + 1] = at
        legal_starts[first + k + 1] = legal_at
    return len(games)


@entry
def gather(
    rows: Ints,
    starts: Ints,
    indices: Places,
    values: Halves,
    legal_starts: Ints,
    legal: Places,
    masks_at: int,
    columns: Places,
    to_starts: Ints,
    to_indices: Places,
    to_values: Halves,
    to_columns: HalfRows,
    to_legal_starts: Ints,
    to_legal: Places,
) -> None:
    """Copy some rows; numbers that have a column go there, in an array of zeros.

    Legal actions are also numbers that are 1, from index `masks_at` on, unless that is NOT_READ.
    """
    at, legal_at = 0, 0
    to_starts[0], to_legal_starts[0] = 0, 0
    for k in range(len(rows)):
        row = rows[k]
        for i in range(starts[row], starts[row + 1]):
            column = columns[indices[i]]
            if column == NO_COLUMN:
                to_indices[at] = indices[i]
                to_values[at] = values[i]
                at += 1
            else:
                to_columns[k, column] = values[i]
        for i in range(legal_starts[row], legal_starts[row + 1]):
            to_legal[legal_at] = legal[i]
            legal_at += 1
            if masks_at != NOT_READ:
                to_indices[at] = masks_at + legal[i]
                to_values[at] = ONE
                at += 1
        to_starts[k + 1] = at
        to_legal_starts[k + 1] = legal_at


@entry
def count_places(indices: Places, last: int, counts: Ints) -> None:
    """How often each place occurs among the first of a list."""
    counts[:] = 0
    for i in range(last):
        counts[indices[i]] += 1


@entry
def spread(
    starts: Ints,
    indices: Places,
    values: Floats,
    legal_starts: Ints,
    legal: Places,
    observations: FloatRows,
    masks: Masks,
) -> None:
    """Write rows into dense arrays of zeros."""
    for row in range(len(observations)):
        for i in range(starts[row], starts[row + 1]):
            observations[row, indices[i]] = values[i]
        for i in range(legal_starts[row], legal_starts[row + 1]):
            masks[row, legal[i]] = 1


@entry
def find_places(actions: Ints, legal_starts: Ints, legal: Places, places: Ints) -> None:
    """Where each row's action stands among the legal ones of all rows; -1 if it is not legal."""
    for row in range(len(actions)):
        places[row] = -1
        for i in range(legal_starts[row], legal_starts[row + 1]):
            if legal[i] == actions[row]:
                places[row] = i


@entry
def transpose(
    starts: Ints, indices: Places, values: Floats, to_starts: Ints, to_indices: Places, to_values: Floats
) -> None:
    """Turn rows into columns: for each column, its rows in ascending order."""
    to_starts[:] = 0
    columns = len(to_starts) - 1
    for i in range(starts[len(starts) - 1]):
        to_starts[indices[i] + 1] += 1
    for column in range(columns):
        to_starts[column + 1] += to_starts[column]
    for row in range(len(starts) - 1):
        for i in range(starts[row], starts[row + 1]):
            at = to_starts[indices[i]]
            to_indices[at] = row
            to_values[at] = values[i]
            to_starts[indices[i]] = at + 1
    for column in range(columns, 0, -1):  # each start has moved to the next one's place
        to_starts[column] = to_starts[column - 1]
    to_starts[0] = 0


@entry
def add_product(starts: Ints, indices: Places, values: Floats, matrix: FloatRows, out: FloatRows) -> None:
    """Add sparse rows times a matrix."""
    for row in range(len(out)):
        add_rows(indices, values, starts[row], starts[row + 1], matrix, out[row])


@kernel
def add_rows(indices: Places, values: Floats, first: int, last: int, matrix: FloatRows, out: Floats) -> None:
    """Add multiples of rows of a matrix, four at a time, so that the sums are read and written less often."""
    i = first
    while i + 4 <= last:
        a, b, c, d = matrix[indices[i]], matrix[indices[i + 1]], matrix[indices[i + 2]], matrix[indices[i + 3]]
        of_a, of_b, of_c, of_d = values[i], values[i + 1], values[i + 2], values[i + 3]
        for j in range(len(out)):
            out[j] += of_a * a[j] + of_b * b[j] + of_c * c[j] + of_d * d[j]
        i += 4
    while i < last:
        a, of_a = matrix[indices[i]], values[i]
        for j in range(len(out)):
            out[j] += of_a * a[j]
        i += 1


@entry
def score_actions(
    features: FloatRows,
    weights: FloatRows,
    biases: Floats,
    legal_starts: Ints,
    legal: Places,
    scores: Floats,
    sums: Floats,
) -> None:
    """The score of every legal action: its weights times the features of its row, plus its bias."""
    for row in range(len(features)):
        for i in range(legal_starts[row], legal_starts[row + 1]):
            scores[i] = dot(features[row], weights[legal[i]], sums) + biases[legal[i]]


@entry
def score_actions_back(
    features: FloatRows,
    weights: FloatRows,
    legal_starts: Ints,
    legal: Places,
    given: Floats,
    to_features: FloatRows,
    to_weights: FloatRows,
    to_biases: Floats,
) -> None:
    """How a loss changes with features, weights and biases, if it changes with scores as given; adds to zeros."""
    for row in range(len(features)):
        for i in range(legal_starts[row], legal_starts[row + 1]):
            times, action = given[i], legal[i]
            to_biases[action] += times
            own, theirs = weights[action], to_weights[action]
            for j in range(features.shape[1]):
                to_features[row, j] += times * own[j]
            for j in range(features.shape[1]):
                theirs[j] += times * features[row, j]


@kernel
def dot(one: Floats, other: Floats, sums: Floats) -> float:
    """The sum of products of two rows, in LANES sums that a processor can make side by side."""
    whole = len(one) - len(one) % LANES
    sums[:LANES] = np.float32(0.0)
    for start in range(0, whole, LANES):
        for lane in range(LANES):
            sums[lane] += one[start + lane] * other[start + lane]
    total = 0.0
    for lane in range(LANES):
        total += sums[lane]
    for i in range(whole, len(one)):
        total += one[i] * other[i]
    return total


@entry
def log_shares(scores: Floats, legal_starts: Ints, found: Floats) -> None:
    """The log-probability of every legal action among those of its row."""
    for row in range(len(legal_starts) - 1):
        first, last = legal_starts[row], legal_starts[row + 1]
        best = -np.inf
        for i in range(first, last):
            best = max(best, float(scores[i]))
        total = 0.0
        for i in range(first, last):
            total += np.exp(scores[i] - best)
        for i in range(first, last):
            found[i] = scores[i] - best - np.log(total)


@entry
def log_shares_back(log_p: Floats, legal_starts: Ints, given: Floats, to_scores: Floats) -> None:
    """How a loss changes with scores, if it changes with their log-probabilities as given."""
    for row in range(len(legal_starts) - 1):
        first, last = legal_starts[row], legal_starts[row + 1]
        total = 0.0
        for i in range(first, last):
            total += given[i]
        for i in range(first, last):
            to_scores[i] = given[i] - np.exp(log_p[i]) * total


@entry
def likeliest(scores: Floats, legal_starts: Ints, places: Ints) -> None:
    """Where the legal action with the highest score of each row stands; of equals the first."""
    for row in range(len(places)):
        places[row] = legal_starts[row]
        for i in range(legal_starts[row], legal_starts[row + 1]):
            if scores[i] > scores[places[row]]:
                places[row] = i


@entry
def draw(log_p: Floats, legal_starts: Ints, draws: Floats, places: Ints) -> None:
    """Draw an action of each row by its probability, given a number in [0, 1).

    Draws are coarse: the point on the stack of probabilities is a little above the lowest and below the highest, where
    there is next to no probability.
    """
    for row in range(len(places)):
        first, last = legal_starts[row], legal_starts[row + 1]
        total = 0.0
        for i in range(first, last):
            total += np.exp(log_p[i])
        point = (GRAIN + draws[row] * (1.0 - 2.0 * GRAIN)) * total
        places[row] = first
        heap = 0.0
        for i in range(first, last):
            if heap <= point:
                places[row] = i
            heap += np.exp(log_p[i])


# ---- rows of numbers -------------------------------------------------------------------------------------------------


@dataclass
class SparseMatrix:
    """A matrix of which only the numbers that are not zero are listed, row by row."""

    starts: Array  # (rows + 1,) int64: where each row begins in the lists
    indices: Array  # (at least starts[-1],) int32: the column of each number
    values: Array  # (as many,) float32
    columns: int

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.starts) - 1

    def add_times(self, matrix: Array, out: Array) -> None:
        """Add the product with a dense matrix to `out`."""
        add_product(self.starts, self.indices, self.values, matrix, out)

    def transposed(self) -> SparseMatrix:
        """Its columns as rows."""
        count = int(self.starts[-1])
        turned = SparseMatrix(
            np.empty(self.columns + 1, dtype=np.int64),
            np.empty(count, dtype=np.int32),
            np.empty(count, dtype=np.float32),
            self.rows,
        )
        transpose(self.starts, self.indices, self.values, turned.starts, turned.indices, turned.values)
        return turned


def sparse_matrix(rows: Array, columns: Array, values: Array, shape: tuple[int, int]) -> SparseMatrix:
    """A matrix with these numbers at these places, and zeros elsewhere."""
    order = np.lexsort((columns, rows))
    starts = np.searchsorted(rows[order], np.arange(shape[0] + 1)).astype(np.int64)
    return SparseMatrix(starts, columns[order].astype(np.int32), values[order].astype(np.float32), shape[1])


@dataclass
class PackedBatch:
    """Some rows, in the order in which they were asked for."""

    seen: SparseMatrix  # the observation, and behind it the mask if it is read; without what is in `columns`
    columns: Array  # (rows, K) float32: numbers that are seldom zero, as a dense array
    often: Array  # (K,) which numbers these are
    legal_starts: Array  # (rows + 1,) int64
    legal: Array  # (all legal actions,) int32

    def __len__(self) -> int:
        return self.seen.rows

    def places(self, actions: Array) -> Array:
        """Where an action of each row stands in `legal`."""
        found = np.empty(len(self), dtype=np.int64)
        find_places(actions, self.legal_starts, self.legal, found)
        return found


class PackedRows:
    """Decisions, added one after another; there is always room for more."""

    def __init__(self, numbers: int, actions: int) -> None:
        self.numbers = numbers
        self.actions = actions
        self.count = 0
        self.often = np.zeros(0, dtype=np.int64)  # numbers that are seldom zero, when they were looked for
        self._starts = np.zeros(FEW, dtype=np.int64)
        self._legal_starts = np.zeros(FEW, dtype=np.int64)
        self._indices = np.empty(FEW * numbers, dtype=np.int32)
        self._values = np.empty(FEW * numbers, dtype=np.float16)
        self._legal = np.empty(FEW * actions, dtype=np.int32)
        self._numbers = np.empty(FEW * numbers, dtype=np.float32)  # on their way into half precision

    def clear(self) -> None:
        """Begin again with no rows."""
        self.count = 0

    def add(self, observations: Array, masks: Array, games: Array) -> None:
        """What some games show becomes the next rows."""
        while len(games):
            games = games[self._add(observations, masks, games) :]

    def _add(self, observations: Array, masks: Array, games: Array) -> int:
        """Add as many as there is room for: at least one."""
        first = self.count
        self._make_room(len(games), self.numbers, self.actions)
        lists = (self._starts, self._indices, self._numbers, self._legal_starts, self._legal)
        added = int(pack(observations, masks, games, first, *lists))
        self.count += added
        begin, end = self._starts[first], self._starts[self.count]
        self._values[begin:end] = np.clip(self._numbers[: end - begin], -LARGEST, LARGEST)
        return added

    def add_rows(self, other: PackedRows, rows: Array) -> None:
        """Some rows of another store become the next rows."""
        batch = other.batch(rows)
        count, legal_count = len(batch.seen.indices), len(batch.legal)
        self._make_room(len(rows), count, legal_count)
        here = slice(self.count, self.count + len(rows) + 1)
        at, legal_at = int(self._starts[self.count]), int(self._legal_starts[self.count])
        self._starts[here] = at + batch.seen.starts
        self._legal_starts[here] = legal_at + batch.legal_starts
        self._indices[at : at + count] = batch.seen.indices
        self._values[at : at + count] = batch.seen.values
        self._legal[legal_at : legal_at + legal_count] = batch.legal
        self.count += len(rows)

    def _make_room(self, rows: int, numbers: int, legal: int) -> None:
        """Room for some more rows, numbers and legal actions."""
        rows += self.count + 1
        self._starts, self._legal_starts = _at_least(self._starts, rows), _at_least(self._legal_starts, rows)
        numbers += int(self._starts[self.count])
        self._indices, self._values = _at_least(self._indices, numbers), _at_least(self._values, numbers)
        self._legal = _at_least(self._legal, int(self._legal_starts[self.count]) + legal)

    def batch(self, rows: Array, reads_mask: bool = False, divided: bool = False) -> PackedBatch:
        """Some rows, ready to be multiplied. If the mask is read, it stands behind the observation; if they are
        divided, numbers in `often` are in columns."""
        often = self.often if divided else self.often[:0]
        columns = np.full(self.numbers, NO_COLUMN, dtype=np.int32)
        columns[often] = np.arange(len(often))
        entries, legal = self._sizes(rows)
        entries += legal * reads_mask
        starts, legal_starts = np.empty((2, len(rows) + 1), dtype=np.int64)
        indices, values = np.empty(entries, dtype=np.int32), np.empty(entries, dtype=np.float16)
        dense, actions = np.zeros((len(rows), len(often)), dtype=np.float16), np.empty(legal, dtype=np.int32)
        own = (self._starts, self._indices, self._values.view(np.uint16), self._legal_starts, self._legal)
        lists = (starts, indices, values.view(np.uint16), dense.view(np.uint16), legal_starts, actions)
        gather(rows, *own, self.numbers if reads_mask else NOT_READ, columns, *lists)
        size = self.numbers + self.actions * reads_mask
        seen = SparseMatrix(starts, indices[: starts[-1]], values[: starts[-1]].astype(np.float32), size)
        return PackedBatch(seen, dense.astype(np.float32), often, legal_starts, actions)

    def find_often(self) -> None:
        """Look for numbers that are seldom zero: as a dense array they are multiplied faster."""
        counts = np.empty(self.numbers, dtype=np.int64)
        count_places(self._indices, self._starts[self.count], counts)
        self.often = np.flatnonzero(counts > SELDOM_ZERO * max(self.count, FEW))

    def _sizes(self, rows: Array) -> tuple[int, int]:
        """How many numbers and how many legal actions some rows have."""
        numbers = self._starts[rows + 1] - self._starts[rows]
        legal = self._legal_starts[rows + 1] - self._legal_starts[rows]
        return int(numbers.sum()), int(legal.sum())

    def dense(self, rows: Array) -> tuple[Array, Array]:
        """Some rows as observations (N, D) float32 and masks (N, A) int8."""
        return unpacked(self.batch(rows), self.numbers, self.actions)


def unpacked(batch: PackedBatch, numbers: int, actions: int) -> tuple[Array, Array]:
    """Observations and masks of a batch."""
    observations = np.zeros((len(batch), numbers), dtype=np.float32)
    masks = np.zeros((len(batch), actions), dtype=np.int8)
    seen = batch.seen
    spread(seen.starts, seen.indices, seen.values, batch.legal_starts, batch.legal, observations, masks)
    return observations, masks


def _at_least(array: Array, size: int) -> Array:
    """An array with room for a number of things; half as much again if it has to be made."""
    if size <= len(array):
        return array
    longer = np.empty(size + size // 2, dtype=array.dtype)
    longer[: len(array)] = array
    return longer
