"""Packed rows hold what was seen, in half precision, whatever is done with them; what is drawn from them is legal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.packed import PackedRows, draw, likeliest, log_shares, sparse_matrix
from exodus_env.kit.vector import VectorEnv

pytestmark = pytest.mark.uncompiled
NUMBERS, ACTIONS = 300, 90


def decisions(count: int, seed: int = 1) -> tuple[Any, Any]:
    """Random observations and masks; some observations are empty, some full."""
    chance = np.random.default_rng(seed)
    density = chance.choice([0.0, 0.05, 0.3, 1.0], size=(count, 1), p=[0.1, 0.6, 0.2, 0.1])
    observations = np.where(chance.random((count, NUMBERS)) < density, chance.normal(size=(count, NUMBERS)), 0.0)
    masks = (chance.random((count, ACTIONS)) < chance.choice([0.02, 0.5], size=(count, 1))).astype(np.int8)
    masks[np.arange(count), chance.integers(ACTIONS, size=count)] = 1
    return observations.astype(np.float32), masks


def packed(observations: Any, masks: Any, parts: int = 1) -> PackedRows:
    rows = PackedRows(observations.shape[1], masks.shape[1])
    for games in np.array_split(np.arange(len(masks)), parts):
        rows.add(observations, masks, games)
    return rows


def test_rows_are_what_was_seen_in_half_precision() -> None:
    observations, masks = decisions(400)
    rows = packed(observations, masks, parts=7)
    assert rows.count == 400  # more than there was room for at first
    order = np.random.default_rng(2).permutation(400)[:150]
    found, legal = rows.dense(order)
    assert np.array_equal(found, observations[order].astype(np.float16))
    assert np.array_equal(legal, masks[order])


def test_numbers_too_large_for_half_precision_become_the_largest() -> None:
    observations, masks = decisions(3)
    observations[0, :3] = 1e6, -1e9, 65504.0
    found, _ = packed(observations, masks).dense(np.arange(3))
    assert found[0, :3].tolist() == [65504.0, -65504.0, 65504.0]


def test_rows_are_taken_over_into_another_store() -> None:
    observations, masks = decisions(200)
    rows, others = packed(observations, masks), packed(*decisions(5, seed=9))
    kept = np.array([199, 3, 3, 57])
    others.clear()
    others.add_rows(rows, kept)
    others.add(observations, masks, np.array([8]))
    found, legal = others.dense(np.arange(5))
    chosen = [*kept, 8]
    assert np.array_equal(found, observations[chosen].astype(np.float16)) and np.array_equal(legal, masks[chosen])
    assert others.batch(np.zeros(0, dtype=np.int64)).legal.size == 0


@pytest.mark.parametrize("reads_mask", [False, True])
def test_a_product_with_a_batch_is_that_of_the_dense_rows(reads_mask: bool) -> None:
    observations, masks = decisions(64)
    observations[:60, 5], observations[10:, 7] = 2.0, 1.0
    rows = packed(observations, masks)
    rows.find_often()
    assert {5, 7} <= set(rows.often) and len(rows.often) < NUMBERS
    weights = np.random.default_rng(3).normal(size=(NUMBERS + ACTIONS * reads_mask, 13)).astype(np.float32)
    whole = observations.astype(np.float16).astype(np.float64)
    if reads_mask:
        whole = np.concatenate([whole, masks], axis=1)
    order = np.arange(63, -1, -2)
    for divided in (False, True):
        batch = rows.batch(order, reads_mask, divided)
        found = batch.columns @ weights[batch.often]
        batch.seen.add_times(weights, found)
        assert found == pytest.approx(whole[order] @ weights, abs=1e-4)
        assert (len(batch.often) > 0) == divided


def test_a_matrix_is_turned_and_back() -> None:
    chance = np.random.default_rng(4)
    dense = np.where(chance.random((30, 17)) < 0.2, chance.normal(size=(30, 17)), 0.0).astype(np.float32)
    places = np.nonzero(dense)
    matrix = sparse_matrix(*places, dense[places], dense.shape)
    turned = matrix.transposed()
    other = chance.normal(size=(30, 6)).astype(np.float32)
    found = np.zeros((17, 6), dtype=np.float32)
    turned.add_times(other, found)
    assert found == pytest.approx(dense.T @ other, abs=1e-5)
    again = turned.transposed()
    for name in ("starts", "indices", "values"):
        assert np.array_equal(getattr(again, name), getattr(matrix, name))


def test_an_action_has_a_place_only_where_it_is_legal() -> None:
    observations, masks = decisions(20)
    batch = packed(observations, masks).batch(np.arange(20))
    legal = masks.argmax(axis=1)
    assert np.array_equal(batch.legal[batch.places(legal)], legal)
    illegal = masks.argmin(axis=1)
    assert (batch.places(illegal) == -1).all()


# ---- choosing --------------------------------------------------------------------------------------------------------


def chances_of(scores: list[list[float]]) -> tuple[Any, Any]:
    """Log-probabilities of rows of scores, and where each row begins."""
    starts = np.cumsum([0, *map(len, scores)]).astype(np.int64)
    log_p = np.empty(starts[-1], dtype=np.float32)
    log_shares(np.array([each for row in scores for each in row], dtype=np.float32), starts, log_p)
    return log_p, starts


def test_chances_are_stable_in_float32() -> None:
    log_p, starts = chances_of([[-3e4], [1e-3, 5.0], [0.0, 0.0, 0.0], [80.0, -80.0]])
    assert np.exp(log_p) == pytest.approx([1.0, 0.0067, 0.9933, *[1 / 3] * 3, 1.0, 0.0], abs=1e-5)
    assert log_p[-1] == pytest.approx(-160.0)
    best = np.empty(4, dtype=np.int64)
    likeliest(log_p, starts, best)
    assert best.tolist() == [0, 2, 3, 6]


def test_a_certain_action_is_always_drawn() -> None:
    """Whatever the number drawn, an action without probability is never taken."""
    log_p, starts = chances_of([[0.0, 200.0, 0.0, -np.inf]] * 3)
    draws = np.array([0.0, 0.5, np.nextafter(np.float32(1), np.float32(0))], dtype=np.float32)
    places = np.empty(3, dtype=np.int64)
    draw(log_p, starts, draws, places)
    assert places.tolist() == [1, 5, 9]


def test_what_is_drawn_is_as_likely_as_said() -> None:
    count = 20_000 if COMPILED else 2_000
    log_p, starts = chances_of([[0.0, 1.0, -2.0]] * count)
    places = np.empty(count, dtype=np.int64)
    draw(log_p, starts, np.random.default_rng(5).random(count, dtype=np.float32), places)
    shares = np.bincount(places - starts[:-1], minlength=3) / count
    assert shares == pytest.approx(np.exp(log_p[:3]), abs=0.015 if COMPILED else 0.04)


@pytest.mark.skipif(not COMPILED, reason="many games are too slow uncompiled")
def test_a_decision_takes_a_small_part_of_the_room_of_a_dense_row() -> None:
    rules = ruleset(GameConfig(players=4))
    env = VectorEnv(rules, 64, 1)
    rows = PackedRows(rules.observations.size, rules.actions.size)
    for step in range(100):
        env.step(env.sample_actions(step))
        rows.add(env.observations, env.action_masks, np.arange(64))
    batch = rows.batch(np.arange(rows.count))
    entry, dense = 4 + 2, 4 * rules.observations.size + rules.actions.size
    taken = entry * len(batch.seen.indices) + 4 * len(batch.legal) + 2 * 8 * len(batch)
    assert taken < 0.25 * dense * rows.count
