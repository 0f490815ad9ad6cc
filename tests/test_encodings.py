"""Observations in every encoding are the same numbers, in a vector environment and in a single one, for every game."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from exodus_env.corruption.config import CorruptionConfig
from exodus_env.exodus.config import GameConfig
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.batch import RESET, Batch, Form
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.encode import TooManyEntries, room_to_write
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.registry import find
from exodus_env.kit.vector import VectorEnv
from tests.toy.config import BeaconConfig
from tests.toy.ruleset import beacon

MODULES = frozenset(f"M{number}" for number in range(1, 11))
Make = Callable[[str], Definition]


def game(name: str, made: Any, **settings: Any) -> Make:
    return lambda encoding: find(name).definition(made(**settings, encoding=encoding))


GAMES: dict[str, Make] = {
    "base game": game("exodus", GameConfig, players=3, turns=1),
    "everything": game("exodus", GameConfig, players=6, turns=1, modules=MODULES, edge_of_extinction=True),
    "simultaneous": game("exodus", GameConfig, players=2, turns=1, movement="simultaneous"),
    "blocking": game("exodus", GameConfig, players=4, turns=1, ship_blocking=True),
    "stronghold": game("exodus", GameConfig, players=2, scenario="stronghold"),
    "solitaire": game("exodus", GameConfig, players=1, scenario="secure_the_borders"),
    "X-ODUS": game("corruption", CorruptionConfig),
    "beacon": lambda encoding: beacon(BeaconConfig(players=3, encoding=encoding)),
}
STEPS = 600 if COMPILED else 12
FEW = 4 if COMPILED else 2


@pytest.fixture(params=GAMES, ids=lambda name: name.replace(" ", "_"))
def make(request: pytest.FixtureRequest) -> Make:
    return GAMES[request.param]


def dense(rows: Any, size: int) -> Array:
    """Flat rows of sparse ones; every place is given once, and no number is zero."""
    room = rows["indices"].shape[-1]
    found = np.zeros((rows["count"].size, size), dtype=np.float32)
    lists = (rows["count"].reshape(-1), rows["indices"].reshape(-1, room), rows["values"].reshape(-1, room))
    for row, count, indices, values in zip(found, *lists, strict=True):
        assert len(set(indices[:count].tolist())) == count, "a place is given twice"
        assert values[:count].all() and indices[:count].min(initial=0) >= 0
        row[indices[:count]] = values[:count]
    return found.reshape(*rows["count"].shape[:-1], size)


def in_encoding(flat: Array, encoding: str) -> Array:
    return flat.astype(np.float16) if encoding == "half" else flat


def same(seen: Any, flat: Array, encoding: str) -> bool:
    if encoding == "sparse":
        return np.array_equal(dense(seen, flat.shape[-1]), flat)
    return seen.dtype == (np.float16 if encoding == "half" else np.float32) and np.array_equal(
        seen, in_encoding(flat, encoding)
    )


@pytest.mark.parametrize("encoding", ["half", "sparse"])
def test_a_batch_shows_the_same_in_every_encoding(make: Make, encoding: str) -> None:
    flat, other = VectorEnv(make("flat"), FEW, 5), VectorEnv(make(encoding), FEW, 5)
    ended = 0
    for step in range(STEPS):
        actions = flat.sample_actions(step)
        assert np.array_equal(actions, other.sample_actions(step))
        flat.step(actions)
        other.step(actions)
        assert same(other.observations, flat.observations, encoding)
        assert np.array_equal(other.action_masks, flat.action_masks)
        for i in np.flatnonzero(flat.dones):
            ended += 1
            seen: Any = other.final_observations
            seen = {name: rows[i] for name, rows in seen.items()} if isinstance(seen, dict) else seen[i]
            assert same(seen, flat.final_observations[i], encoding)
        if step == STEPS // 2:
            other = pickle.loads(pickle.dumps(other))
    assert ended or not COMPILED or flat.config.players == 6


def test_legal_actions_are_listed(make: Make) -> None:
    vector = VectorEnv(make("sparse"), FEW, 7)
    for step in range(STEPS // 4):
        legal = vector.legal_actions
        for i in range(FEW):
            assert legal["ids"][i, : legal["count"][i, 0]].tolist() == np.flatnonzero(vector.action_masks[i]).tolist()
        vector.step(vector.sample_actions(step))


def test_threads_change_nothing(make: Make) -> None:
    alone, crew = VectorEnv(make("flat"), 5, 3), VectorEnv(make("flat"), 5, 3, threads=3)
    for step in range(STEPS // 2):
        actions = alone.sample_actions(step)
        alone.step(actions)
        crew.step(actions)
        assert alone.games.tobytes() == crew.games.tobytes()
        for name in ("observations", "action_masks", "actors", "rewards", "dones", "seeds"):
            assert np.array_equal(getattr(alone, name), getattr(crew, name)), name
        if step == 3:
            crew = pickle.loads(pickle.dumps(crew))
            assert crew.threads == 3


@pytest.mark.parametrize("encoding", ["half", "sparse"])
def test_an_environment_shows_the_same_in_every_encoding(make: Make, encoding: str) -> None:
    flat, other = GameEnv(make("flat")), GameEnv(make(encoding))
    flat.reset(seed=2)
    other.reset(seed=2)
    for _ in range(STEPS // 6):
        if not flat.agents or flat.terminations[flat.agent_selection]:
            break
        for agent in flat.agents:
            seen = other.observe(agent)
            assert same(seen["observation"], flat.observe(agent)["observation"], encoding)
            assert other.observation_space(agent).contains(seen)
        assert other.legal_actions().tolist() == np.flatnonzero(flat.last()[0]["action_mask"]).tolist()
        action = int(other.legal_actions()[-1])
        flat.step(action)
        other.step(action)


def test_a_dense_row_is_cleared_where_it_was_set(make: Make) -> None:
    vector = VectorEnv(make("flat"), FEW, 9)
    for step in range(STEPS // 4):
        vector.step(vector.sample_actions(step))
        row = np.full_like(vector.observations[:1], 7.0)
        vector.rules.observe_as(vector.games, 0, vector.rules.tables, int(vector.actors[0]), row)
        assert np.array_equal(row[0], vector.observations[0])


def test_what_players_saw_at_the_end_is_cleared_after_a_copy() -> None:
    vector = VectorEnv(GAMES["beacon"]("flat"), 8, 1)
    twin = vector
    for step in range(60):
        actions = vector.sample_actions(step)
        vector.step(actions)
        if twin is not vector:
            twin.step(actions)
        ended = vector.dones
        assert np.array_equal(vector.final_observations[ended], twin.final_observations[ended])
        if ended.any():
            twin = pickle.loads(pickle.dumps(vector))


def test_more_entries_than_the_layout_has_room_for_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES["beacon"]("sparse")
    monkeypatch.setitem(vars(rules.observations), "capacity", 2)
    batch = Batch(rules, 1, form=Form.SPARSE)
    batch.actions[:] = RESET
    with pytest.raises(TooManyEntries, match="more entries than its layout has room for"):
        batch.play(False)


@pytest.mark.uncompiled
def test_sparse_observations_have_no_views() -> None:
    vector = VectorEnv(GAMES["beacon"]("sparse"), 1, 1)
    with pytest.raises(ValueError, match="no views"):
        vector.views  # noqa: B018
    with pytest.raises(ValueError, match='encoding="sparse" only'):
        VectorEnv(GAMES["beacon"]("flat"), 1, 1).legal_actions  # noqa: B018


@pytest.mark.parametrize("threads", [0, -1, True, 1.5, "2"])
def test_threads_are_a_positive_whole_number(threads: Any) -> None:
    with pytest.raises(ValueError, match="threads must be a positive whole number"):
        VectorEnv(GAMES["beacon"]("flat"), 4, 1, threads=threads)


def test_an_illegal_action_changes_no_game_in_any_thread() -> None:
    vector = VectorEnv(GAMES["beacon"]("flat"), 6, 1, threads=3)
    before = vector.games.tobytes()
    actions = vector.sample_actions(1)
    actions[5] = int(np.flatnonzero(vector.action_masks[5] == 0)[0])
    with pytest.raises(ValueError, match="is not legal"):
        vector.step(actions)
    assert vector.games.tobytes() == before


@pytest.mark.parametrize("name", list(GAMES))
def test_nothing_is_left_in_the_row_that_observations_are_written_in(name: str) -> None:
    vector = VectorEnv(GAMES[name]("flat"), 4, 1)
    for step in range(80):
        vector.step(vector.sample_actions(step))
        row = room_to_write()
        for i in range(4):
            seat = int(vector.actors[i])
            seen = np.full_like(vector.observations, 7.0)
            vector.rules.observe_as.call(vector.games, i, vector.rules.tables, seat, seen, row)
        assert row["drafts"][0] == 0 and not row["draft"].any()
