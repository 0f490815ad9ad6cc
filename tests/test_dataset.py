"""Datasets: rows that say what was played, in bounded memory, complete or not there; behaviour cloning learns from
them."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyarrow", reason="needs the extra `data`")

import pyarrow.parquet as pq

from exodus_env import cli, event_horizon_v0
from exodus_env.kit import dataset
from exodus_env.kit.arena import replay_file
from exodus_env.kit.replay import ReplayError

COMMAND = ["dataset", "--players", "greedy,random", "--scenario", "event_horizon", "--games", "4", "--workers", "1"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("datasets") / "made"
    assert cli.main([*COMMAND, "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def table(made: Path) -> Any:
    return pq.read_table(made / dataset.DECISIONS)


def test_only_what_is_complete_is_there(made):
    assert sorted(path.name for path in made.iterdir()) == [dataset.DECISIONS, dataset.SEATS]
    assert [path.name for path in made.parent.iterdir()] == ["made"]


def test_rows_are_what_was_played(made, table):
    """An environment that takes the actions of the table sees its observations, masks and rewards."""
    ends = pq.read_table(made / dataset.SEATS).to_pylist()
    observations, masks, actions = dataset.dense(table)
    rows = table.to_pylist()
    env = event_horizon_v0.env(players=2)
    paid: dict[tuple[int, int], float] = {}
    for i, row in enumerate(rows):
        if row["step"] == 0:
            env.reset(seed=ends[2 * row["game"]]["seed"])
        seen = env.last()[0]
        assert env.agent_selection == f"player_{row['seat']}"
        assert (seen["observation"] == observations[i]).all()
        assert (seen["action_mask"] == masks[i]).all()
        assert row["decision"] == env.rules.decision(env.unwrapped.game[0])
        env.step(int(actions[i]))
        paid[row["game"], row["seat"]] = paid.get((row["game"], row["seat"]), 0.0) + row["reward"]
        if not any(env.terminations.values()):
            continue
        for end in ends[2 * row["game"] : 2 * row["game"] + 2]:
            name = f"player_{end['seat']}"
            assert end["return"] == paid[row["game"], end["seat"]] == env._cumulative_rewards[name]
            final = np.zeros(observations.shape[1], dtype=np.float32)
            final[end["observation_index"]] = end["observation_value"]
            assert (final == env.observe(name)["observation"]).all()
            assert (end["rank"] == 1) == (end["return"] > 0)
            assert end["decisions"] == row["step"] + 1
    assert {row["game"] for row in rows} == {0, 1, 2, 3}


def test_returns_are_what_rewards_add_up_to(table):
    seats, games = np.asarray(table["seat"]), np.asarray(table["game"])
    rewards, returns = np.asarray(table["reward"]), np.asarray(table["return"])
    for game in range(4):
        for seat in (0, 1):
            mine = (seats == seat) & (games == game)
            assert np.allclose(np.cumsum(rewards[mine][::-1])[::-1], returns[mine])


def test_shaped_rewards_add_up_too(tmp_path):
    env = event_horizon_v0.env(players=2, shaping=0.5, record=True)
    env.reset(seed=3)
    chance, earned = np.random.default_rng(0), [0.0, 0.0]
    while True:
        env.step(int(chance.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
        for seat in (0, 1):
            earned[seat] += env.rewards[f"player_{seat}"]
        if any(env.terminations.values()):
            break
    rows, ends = dataset.rows_of(env.unwrapped.replay(), 0)
    first = [next(step for step, row in enumerate(rows) if row["seat"] == seat) for seat in (0, 1)]
    assert [end["return"] for end in ends] == pytest.approx([rows[step]["return"] for step in first])
    early = sum(abs(row["reward"]) > 0 for row in rows[:-2])
    assert early > 5
    assert ends[0]["return"] == pytest.approx(earned[0], abs=0.2)  # less what came before the seat's first decision


def test_several_processes_write_the_same(made, tmp_path):
    again = tmp_path / "again"
    assert cli.main([*COMMAND[:-1], "2", "--out", str(again)]) == 0
    for name in (dataset.DECISIONS, dataset.SEATS):
        assert pq.read_table(made / name).equals(pq.read_table(again / name), check_metadata=True)


def test_memory_is_bounded_by_row_groups(made, table, tmp_path, monkeypatch):
    replays = tmp_path / "replays"
    command = ["arena", "--players", "greedy,random", "--scenario", "event_horizon", "--games", "4", "--workers", "1"]
    assert cli.main([*command, "--replays", str(replays)]) == 0
    monkeypatch.setattr(dataset, "GROUP", 100)
    assert cli.main(["dataset", "--from", str(replays), "--out", str(tmp_path / "out")]) == 0
    file = pq.ParquetFile(tmp_path / "out" / dataset.DECISIONS)
    assert file.num_row_groups == 4
    assert file.read().to_pylist() == table.to_pylist()  # the same seed and players: the same games
    games = [int(part["game"][0].as_py()) for part in dataset._games(file)]
    assert games == [0, 1, 2, 3]


def test_games_without_an_end_and_of_other_settings_are_left_out_or_refused(tmp_path):
    rules = event_horizon_v0.env(players=2).unwrapped.rules
    env = event_horizon_v0.env(players=2, record=True)
    env.reset(seed=1)
    env.unwrapped.replay().write(replay_file(tmp_path, 0))
    assert dataset.write_tables([replay_file(tmp_path, 0)], rules, tmp_path) == (0, 1)
    other = event_horizon_v0.env(players=2, turns=4, record=True)
    other.reset(seed=1)
    other.unwrapped.replay().write(replay_file(tmp_path, 1))
    with pytest.raises(ReplayError, match="different configuration from the others"):
        dataset.write_tables([replay_file(tmp_path, 1)], rules, tmp_path)


@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_what_fails_leaves_nothing(failure, tmp_path, monkeypatch):
    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(dataset.Collected, "flush", fail)
    assert cli.main([*COMMAND, "--out", str(tmp_path / "out")]) in (2, 130)
    assert list(tmp_path.iterdir()) == []


def test_wrong_requests_are_named(made, tmp_path, capsys):
    asked = {
        "already exists": [*COMMAND, "--out", str(made)],
        "--out must name": ["dataset", "--players", "random,random"],
        "--players must name": ["dataset", "--out", str(tmp_path / "out")],
        "a human plays one game": ["dataset", "--players", "human,random", "--out", str(tmp_path / "out")],
        "holds no replays": ["dataset", "--from", str(tmp_path), "--out", str(tmp_path / "out")],
        "does not go with --from": [*COMMAND, "--from", str(tmp_path), "--out", str(tmp_path / "out")],
    }
    for words, command in asked.items():
        assert cli.main(command) == 2
        assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_other_tables_are_refused(table):
    with pytest.raises(dataset.DatasetError, match="not one of exodus dataset"):
        dataset.dense(table.replace_schema_metadata(None))


def test_batches_are_dense_too(made):
    file = pq.ParquetFile(made / dataset.DECISIONS)
    whole = dataset.dense(file.read())
    parts = [dataset.dense(batch) for batch in file.iter_batches(batch_size=64)]
    for place, name in enumerate(("observations", "masks", "actions")):
        assert (np.concatenate([part[place] for part in parts]) == whole[place]).all(), name


def test_a_minari_dataset_has_an_episode_for_each_seat(made, table, tmp_path, monkeypatch, capsys):
    minari = pytest.importorskip("minari", reason="needs the extra `data`")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)  # Minari's complaints are not the user's business
        assert dataset.to_minari(made, "exodus/test-v0") == 8
    loaded = minari.load_dataset("exodus/test-v0")
    assert (loaded.total_episodes, loaded.total_steps) == (8, table.num_rows)
    observations, masks, actions = dataset.dense(table)
    ends = pq.read_table(made / dataset.SEATS).to_pylist()
    for episode, end in zip(loaded.iterate_episodes(), ends):
        mine = (np.asarray(table["game"]) == end["game"]) & (np.asarray(table["seat"]) == end["seat"])
        assert (episode.actions == actions[mine]).all()
        assert (episode.observations["observation"][:-1] == observations[mine]).all()
        assert (episode.observations["action_mask"][:-1] == masks[mine]).all()
        assert episode.rewards.sum() == end["return"]
        assert episode.terminations[-1] and not episode.terminations[:-1].any()
    assert cli.main([*COMMAND, "--out", str(tmp_path / "out"), "--minari", "exodus/test-v0"]) == 2
    assert "already exists" in capsys.readouterr().err
    assert cli.main([*COMMAND, "--out", str(tmp_path / "out"), "--minari", "not a name"]) == 2
