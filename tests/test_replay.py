"""Replays: recorded everywhere, played again exactly, refused by name where they do not fit, and never dangerous."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env import cli, event_horizon_v0, exodus_v0
from exodus_env.kit.arena import plan_for, replay_file
from exodus_env.kit.batch import RESET, Batch
from exodus_env.kit.human import Left
from exodus_env.kit.registry import find, forget, register
from exodus_env.kit.replay import EVERY, FIELDS, NOT_FROM_START, RecordedBatch, Recorder, Replay, ReplayError
from exodus_env.kit.workers import play_plan
from exodus_env.players import make_player
from tests.toy.game import BEACON


def recorded_env(decisions: int | None = None, **settings: Any) -> Any:
    """A game that was played by random choices, for some decisions or to its end."""
    env = event_horizon_v0.env(players=2, record=True, **settings)
    env.reset(seed=3)
    chance = np.random.default_rng(0)
    while env.agents and decisions != 0:
        seen, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        decisions = None if decisions is None else decisions - 1
    return env


@pytest.fixture(scope="module")
def finished() -> Replay:
    env = recorded_env()
    return env.unwrapped.replay(["one", "other"])


@pytest.fixture
def beacon():
    register(BEACON)
    yield find("beacon")
    forget("beacon")


def entries_of(replay: Replay) -> dict[str, Any]:
    return dict(json.loads(replay.to_bytes()))


def changed(replay: Replay, **changes: Any) -> bytes:
    return json.dumps({**entries_of(replay), **changes}).encode()


# Recording ------------------------------------------------------------------------------------------------------------


def test_a_recorded_game_plays_again_as_it_was(finished, tmp_path):
    path = tmp_path / "game.exo.json"
    finished.write(path)
    read = Replay.read(path)
    assert (read.seed, read.players, read.actions, read.seats) == (
        3,
        ("one", "other"),
        finished.actions,
        finished.seats,
    )
    assert read.to_bytes() == path.read_bytes()
    read.check()
    assert read.result is not None
    assert path.stat().st_size < 4000


def test_positions_are_those_of_the_game(finished):
    env = event_horizon_v0.env(players=2)
    env.reset(seed=3)
    for step, game, seat, action in finished.positions():
        assert game.tobytes() == env.unwrapped.game[0].tobytes(), step
        if action is not None:
            assert env.agent_selection == f"player_{seat}"
            env.step(action)
    assert step == len(finished)


def test_recording_changes_nothing_that_is_played():
    plain = event_horizon_v0.env(players=2)
    plain.reset(seed=3)
    recorded = recorded_env(100)
    for action in recorded.unwrapped.replay().actions:
        plain.step(action)
    assert plain.to_bytes() == recorded.to_bytes()


def test_a_game_under_way_is_a_replay_without_a_result():
    replay = recorded_env(120).unwrapped.replay()
    assert (len(replay), replay.result, replay.ended) == (120, None, None)
    assert len(replay.hashes) == 120 // EVERY + 1
    replay.check()


def test_games_that_are_cut_off_or_lost_say_why():
    cut = recorded_env(max_cycles=30).unwrapped.replay()
    assert (len(cut), cut.result) == (30, None)
    assert "cut off after 30" in cut.ended
    env = recorded_env(10, illegal="terminate")
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    lost = env.unwrapped.replay()
    assert "illegal action of player_" in lost.ended
    assert len(lost) == 10
    Replay.from_bytes(lost.to_bytes()).check()


def test_random_replacements_of_illegal_actions_are_recorded():
    env = event_horizon_v0.env(players=2, record=True, illegal="random")
    env.reset(seed=1)
    for _ in range(40):
        env.step(0)
    env.unwrapped.replay().check()


def test_copies_go_on_recording_by_themselves():
    env = recorded_env(60)
    twin = env.clone()
    assert twin.replay() == env.unwrapped.replay()
    twin.step(int(np.flatnonzero(twin.last()[0]["action_mask"])[0]))
    assert (len(twin.replay()), len(env.unwrapped.replay())) == (61, 60)
    twin.replay().check()
    assert copy.deepcopy(env).replay() == env.unwrapped.replay()


def test_what_was_not_recorded_from_its_start_is_no_replay():
    env = recorded_env(20)
    for other in (pickle.loads(pickle.dumps(env)), env.sample_world("player_0", seed=1)):
        with pytest.raises(ReplayError, match="not recorded from its start"):
            other.replay()
        other.reset(seed=5)
        assert len(other.replay()) == 0
    with pytest.raises(ReplayError, match="record=True"):
        plain = event_horizon_v0.env(players=2)
        plain.reset(seed=1)
        plain.unwrapped.replay()


def test_a_position_changed_by_hand_is_no_replay():
    env = recorded_env(20)
    env.unwrapped.game[0]["resource"][0, 0] += 1
    with pytest.raises(ReplayError, match="changed by hand"):
        env.unwrapped.replay()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(ReplayError, match="changed by hand"):
        env.unwrapped.replay()


def test_the_vector_environment_records_chosen_games():
    plain = event_horizon_v0.vector_env(4, players=2, seed=7)
    recorded = event_horizon_v0.vector_env(4, players=2, seed=7, record=[1, 3])
    lengths: dict[int, list[int]] = {1: [], 3: []}
    taken: list[tuple[int, Replay]] = []
    for step in range(900):
        actions = plain.sample_actions(step)
        for env in (plain, recorded):
            env.step(actions)
        assert plain.games.tobytes() == recorded.games.tobytes()
        for i in lengths:
            if plain.dones[i]:
                lengths[i].append(int(plain.episode_lengths[i]))
        taken += recorded.take_replays()
    assert {i: [len(replay) for number, replay in taken if number == i] for i in lengths} == lengths
    assert sum(map(len, lengths.values())) >= 2
    for _, replay in taken:
        Replay.from_bytes(replay.to_bytes()).check()
    with pytest.raises(ValueError, match="no games are recorded"):
        plain.take_replays()


@pytest.mark.parametrize("record", [[4], [-1], ["0"], [True], [0.0]])
def test_games_to_record_are_numbers_of_games(record):
    with pytest.raises(ValueError, match="record must be"):
        exodus_v0.vector_env(4, players=2, record=record)


def test_any_game_can_be_recorded(beacon):
    rules = beacon.definition({})
    table = RecordedBatch(rules, 1)
    table.seeds[0] = 4
    table.actions[0] = RESET
    table.play(False)
    while not table.dones[0]:
        table.actions[0] = np.flatnonzero(table.masks[0])[-1]
        table.play(False)
    replay = table.recorders[0].replay()
    assert replay.result is not None
    Replay.from_bytes(replay.to_bytes()).check()


@pytest.mark.parametrize("workers", [1, 2])
def test_results_of_the_arena_do_not_depend_on_recording(workers, tmp_path):
    rules = event_horizon_v0.env(players=2).unwrapped.rules
    plan = plan_for(["random", "greedy"], 4, 5)
    plain = play_plan(rules, plan, make_player, 1)
    recorded = play_plan(rules, replace(plan, replays=tmp_path), make_player, workers)
    assert recorded.results == plain.results
    assert sorted(tmp_path.iterdir()) == [replay_file(tmp_path, game) for game in range(4)]
    for result in recorded.results:
        replay = Replay.read(replay_file(tmp_path, result.game))
        replay.check()
        assert (replay.players, len(replay)) == (result.names, result.decisions)
        assert tuple(replay.result["score"]) == result.score


def test_a_replay_that_cannot_be_written_costs_no_result(tmp_path, capsys):
    rules = event_horizon_v0.env(players=2).unwrapped.rules
    plan = replace(plan_for(["random", "random"], 2, 5), replays=tmp_path / "missing")
    assert len(play_plan(rules, plan, make_player, 1).results) == 2
    assert capsys.readouterr().err.count("cannot be written") == 1


# Refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rules", "with other rules;"),
        ("content", "with other content;"),
        ("schema", "layout of the state"),
        ("actions", "another layout of actions"),
    ],
)
def test_a_replay_of_another_game_is_refused_by_what_differs(finished, name, words):
    other = {**finished.rules.fingerprint(), name: "0" * 16}
    with pytest.raises(ReplayError, match=words) as refused:
        Replay.from_bytes(changed(finished, fingerprint=other, version="9.9"))
    assert "version 9.9" in str(refused.value)


def test_another_layout_of_observations_does_not_matter(finished):
    other = {**finished.rules.fingerprint(), "observations": "0" * 16}
    Replay.from_bytes(changed(finished, fingerprint=other)).check()


def test_another_way_of_the_game_is_noticed_where_it_begins(finished):
    hashes = list(finished.hashes)
    hashes[2] = "0" * 16
    with pytest.raises(ReplayError, match="decisions 50 to 99"):
        Replay.from_bytes(changed(finished, hashes=hashes)).check()
    with pytest.raises(ReplayError, match="set up"):
        Replay.from_bytes(changed(finished, seed=4)).check()
    with pytest.raises(ReplayError, match="different result"):
        score = [points + 1 for points in finished.result["score"]]
        Replay.from_bytes(changed(finished, result={**finished.result, "score": score})).check()


def test_decisions_that_cannot_be_taken_are_named(finished):
    actions = list(finished.actions)
    actions[7] = next(a for a in range(finished.rules.actions.size) if not finished.at(7).masks[0, a])
    with pytest.raises(ReplayError, match=r"decision 7 cannot be taken again.*not legal"):
        Replay.from_bytes(changed(finished, actions=actions)).check()
    seats = [1 - seat for seat in finished.seats]
    with pytest.raises(ReplayError, match="decision 0 is player"):
        Replay.from_bytes(changed(finished, seats=seats)).check()
    longer = [*finished.actions, 0], [*finished.seats, 0]
    hashes = [*finished.hashes, "0" * 16][: len(longer[0]) // EVERY + 1]
    with pytest.raises(ReplayError, match="over after"):
        Replay.from_bytes(changed(finished, actions=longer[0], seats=longer[1], hashes=hashes)).check()


DEEP = b'{"kind": "exodus replay", "format": 1, "config": ' + b"[" * 50_000 + b"]" * 50_000 + b"}"


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{}", b"[]", b"null", b"\xff\xfe", b'{"kind": "exodus replay"}', b'{"kind": NaN}', DEEP),
        b'{"kind": "exodus replay", "format": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_replay_is_refused(data):
    with pytest.raises(ReplayError):
        Replay.from_bytes(data)


WRONG = [None, True, -1, 10**30, 1.5, "x", "x" * 5000, [], [[]], [10**30] * 3, {}, {"players": 10**9}]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "value", [None, True, -1, 10**30, 1.5, "x", "x" * 5000, [], [[]], [10**30] * 3, {}, {"players": 10**9}]
)
def test_a_wrong_entry_is_refused_or_harmless(finished, field, value):
    harmless = (field, value) in (("result", None), ("ended", None), ("ended", "x"), ("version", "x"))
    if harmless:
        Replay.from_bytes(changed(finished, **{field: value}))
        return
    with pytest.raises(ReplayError) as refused:
        Replay.from_bytes(changed(finished, **{field: value})).check()
    assert len(str(refused.value)) < 800


@pytest.mark.parametrize("field", FIELDS)
def test_a_missing_entry_is_named(finished, field):
    entries = entries_of(finished)
    del entries[field]
    with pytest.raises(ReplayError, match="not a replay" if field == "kind" else f"{field} missing|format"):
        Replay.from_bytes(json.dumps(entries).encode())


def test_other_configurations_and_games_are_refused_by_name(finished):
    config = finished.rules.config.to_dict()
    with pytest.raises(ReplayError, match="no game plays 'chess_v0'"):
        Replay.from_bytes(changed(finished, game="chess_v0"))
    with pytest.raises(ReplayError, match="its configuration is of event_horizon_v0"):
        Replay.from_bytes(changed(finished, game="exodus_v0"))
    with pytest.raises(ReplayError, match="configuration of the replay cannot be played"):
        Replay.from_bytes(changed(finished, config={**config, "turns": 10**30}))
    with pytest.raises(ReplayError, match="wings"):
        Replay.from_bytes(changed(finished, config={**config, "wings": 2}))


def test_files_that_are_no_files_are_refused(tmp_path):
    with pytest.raises(ReplayError, match="not an ordinary file"):
        Replay.read(tmp_path)
    large = tmp_path / "large"
    large.write_bytes(b" " * (1 << 21))
    with pytest.raises(ReplayError, match="too large"):
        Replay.read(large)


def test_names_cannot_steer_a_terminal(finished, tmp_path, capsys):
    path = tmp_path / "game.exo.json"
    path.write_bytes(changed(finished, players=["\x1b[2J\u202e", "</script>"]))
    for option in ([], ["--text"]):
        assert cli.main(["replay", str(path), *option]) == 0
        printed = capsys.readouterr().out
        assert "\x1b" not in printed
        assert "\u202e" not in printed
        assert "</script>" in printed


# Commands -------------------------------------------------------------------------------------------------------------


def test_a_replay_is_shown_told_checked(finished, tmp_path, capsys):
    path = tmp_path / "game.exo.json"
    finished.write(path)
    shown = {}
    for options in ([], ["--text"], ["--check"], ["--at", "40"], ["--at", "40", "--seat", "0"]):
        assert cli.main(["replay", str(path), *options]) == 0
        shown[" ".join(options)] = capsys.readouterr().out
    assert "one: rank" in shown[""]
    assert "=== Turn 2" in shown["--text"]
    assert f"{len(finished)} decisions" in shown["--check"]
    assert "DECISION" in shown["--at 40"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--at", "100000"], "there is no position 100000"),
        (["--at", "-1"], "there is no position -1"),
        (["--at", "1", "--seat", "2"], "--seat must be from 0 to 1"),
        (["--from", "3"], "needs --players"),
        (["--players", "random,random"], "go with --from"),
        (["--from", "3", "--players", "random"], "is for 2 players, and 1"),
    ],
)
def test_wrong_options_are_named(finished, tmp_path, capsys, options, words):
    path = tmp_path / "game.exo.json"
    finished.write(path)
    assert cli.main(["replay", str(path), *options]) == 2
    assert words in capsys.readouterr().err


def test_a_game_that_is_saved_can_be_taken_up_again(tmp_path, capsys):
    whole, part = tmp_path / "whole.exo.json", tmp_path / "part.exo.json"
    assert cli.main(["play", "--players", "random,random", "--seed", "5", "--save", str(whole)]) == 0
    played = Replay.read(whole)
    played.check()
    assert cli.main(["play", "--players", "random,random", "--from", f"{whole}@60", "--save", str(part)]) == 0
    assert Replay.read(part) == replace(played, rules=Replay.read(part).rules)
    assert cli.main(["play", "--players", "random,random", "--from", str(whole)]) == 2
    assert "the game is over there" in capsys.readouterr().err


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt, Left, OSError])
def test_a_game_that_is_interrupted_is_not_lost(end, tmp_path, monkeypatch, capsys):
    path = tmp_path / "game.exo.json"
    asked = []

    def choose(self, view):
        asked.append(len(Replay.read(path)))  # saved before the human is asked
        if len(asked) == 12:
            raise end("the lights went out")
        return int(view.legal[0])

    monkeypatch.setattr("exodus_env.kit.human.Human.choose", choose)
    cli.main(["play", "--players", "human,random", "--seed", "5", "--save", str(path)])
    saved = Replay.read(path)
    saved.check()
    assert len(saved) == asked[-1] >= 11
    assert saved.result is None


def test_a_place_to_save_is_checked_before_the_game(tmp_path, capsys):
    for command in (["play", "--players", "random,random"], ["demo", "--players", "2"]):
        assert cli.main([*command, "--save", str(tmp_path / "missing" / "game.exo.json")]) == 2
        assert "===" not in capsys.readouterr().out


def test_the_demo_saves_its_game(tmp_path, capsys):
    path = tmp_path / "game.exo.json"
    assert cli.main(["demo", "--players", "2", "--quiet", "--save", str(path)]) == 0
    Replay.read(path).check()
    assert f"{len(Replay.read(path))} decisions." in capsys.readouterr().out


def test_the_arena_writes_replays_to_a_folder_of_their_own(tmp_path, capsys):
    folder = tmp_path / "replays"
    command = ["arena", "--players", "random,random", "--games", "2", "--workers", "1", "--replays", str(folder)]
    assert cli.main(command) == 0
    assert "Replays of 2 games" in capsys.readouterr().out
    assert cli.main(command) == 2
    assert "already holds replays" in capsys.readouterr().err
    assert cli.main(["arena", "--teams", "random", "--scenario", "stronghold", "--replays", str(folder)]) == 2


def test_a_replay_ends_where_it_is_cut(finished):
    for step in (0, 49, 50, 51):
        part = finished.until(step)
        assert len(part) == step
        part.check()
    assert finished.until(len(finished)) == finished
    with pytest.raises(ReplayError, match="there is no position"):
        finished.until(len(finished) + 1)


def test_a_recorder_goes_on_from_a_replay(finished):
    recorder = Recorder(finished.rules)
    table = finished.at(70)
    recorder.resume(finished.until(70), table.games[0].tobytes())
    for seat, action in zip(finished.seats[70:], finished.actions[70:]):
        table.actions[0] = action
        table.play(False)
        recorder.add(seat, action, table.games[0].tobytes())
    assert recorder.replay(finished.players) == finished


def test_a_batch_knows_when_a_record_was_put_into_it(finished):
    table = RecordedBatch(finished.rules, 1)
    table.play(False)
    other = Batch(finished.rules, 1)
    other.seeds[0] = 9
    other.play(False)
    table.games.view(np.uint8)[:] = other.games.view(np.uint8)
    table.actions[0] = np.flatnonzero(table.masks[0])[0]
    with pytest.raises(ReplayError, match=NOT_FROM_START.partition(":")[0]):
        table.play(False)
        table.recorders[0].replay()


def test_a_file_is_replaced_whole(finished, tmp_path, monkeypatch):
    path = tmp_path / "game.exo.json"
    finished.until(50).write(path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="No space left"):
        finished.write(path)
    assert path.read_bytes() == before
    assert [file.name for file in Path(tmp_path).iterdir()] == ["game.exo.json"]
