"""Saved games: refused with a message where they do not fit, and never dangerous."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exodus_env import exodus_v0
from exodus_env.exodus.config import MODULES
from exodus_env.kit.saves import CHECKSUM, MAGIC, SaveError, sealed


def saved(players: int = 3, decisions: int = 40, modules: tuple[str, ...] = ()) -> bytes:
    env = exodus_v0.env(players=players, modules=modules)
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(decisions):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    return bytes(env.to_bytes())


SAVED = saved()
# Games with all modules: while the map is laid out, when Leaders are chosen, and in the first turns.
WITH_MODULES = tuple(saved(decisions=decisions, modules=MODULES) for decisions in (0, 3, 8, 120, 250))


def with_header(data: bytes, **changes: object) -> bytes:
    """A saved game whose header says something else, with a checksum that fits."""
    start = len(MAGIC) + 4
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    text = json.dumps(header_of(data) | changes).encode()
    return sealed(MAGIC + len(text).to_bytes(4, "little") + text + data[start + length : -CHECKSUM])


def header_of(data: bytes) -> dict[str, Any]:
    start = len(MAGIC) + 4
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    return dict(json.loads(data[start : start + length]))


def assert_refused_unchanged(data: bytes, match: str = "") -> None:
    """A fresh environment and one in mid game refuse the data and are as before."""
    with pytest.raises(SaveError, match=match):
        exodus_v0.env(players=3).from_bytes(data)
    env = exodus_v0.env(players=3)
    env.reset(seed=9)
    before, seen = env.to_bytes(), env.last()
    with pytest.raises(SaveError, match=match):
        env.from_bytes(data)
    assert env.to_bytes() == before
    assert env.last()[0] is seen[0]


def fingerprint() -> dict[str, str]:
    return dict(exodus_v0.env(players=3).rules.fingerprint())


def test_save_and_load_through_a_file(tmp_path: Path) -> None:
    env = exodus_v0.env(players=5, turns=3)
    env.reset(seed=2)
    path = tmp_path / "game.save"
    env.save(path)
    other = exodus_v0.load(path)
    assert other.config == env.config
    assert other.game.tobytes() == env.game.tobytes()
    assert [file.name for file in tmp_path.iterdir()] == ["game.save"], "no temporary file is left"


@pytest.mark.parametrize("number", range(len(WITH_MODULES)))
def test_games_with_modules_are_saved_and_go_on(tmp_path: Path, number: int) -> None:
    (tmp_path / "game.save").write_bytes(WITH_MODULES[number])
    env, other = exodus_v0.load(tmp_path / "game.save"), exodus_v0.env(players=3, modules=MODULES)
    other.from_bytes(WITH_MODULES[number])
    assert env.config.modules == frozenset(MODULES)
    for _ in range(20):
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[-1])
        env.step(action)
        other.step(action)
    assert env.to_bytes() == other.to_bytes()
    assert header_of(WITH_MODULES[number])["config"]["modules"] == sorted(MODULES)


def test_a_game_with_modules_does_not_fit_one_without() -> None:
    for data in WITH_MODULES[::2]:
        assert_refused_unchanged(data, "actions, observations differ")
    with pytest.raises(SaveError, match="actions, observations differ"):
        exodus_v0.env(players=3, modules=MODULES).from_bytes(SAVED)


@pytest.mark.parametrize("what", ["schema", "rules", "content", "actions", "observations"])
def test_a_game_of_another_version_is_refused_and_says_so(what: str) -> None:
    env = exodus_v0.env(players=3)
    with pytest.raises(SaveError, match=f"different version: {what} differ"):
        env.from_bytes(with_header(SAVED, fingerprint=fingerprint() | {what: "0"}))


def test_a_game_of_another_configuration_or_kind_is_refused() -> None:
    with pytest.raises(SaveError, match=r"different version|different configuration"):
        exodus_v0.env(players=4).from_bytes(SAVED)
    with pytest.raises(SaveError, match="different configuration"):
        exodus_v0.env(players=3, dice_variant=True).from_bytes(SAVED)
    with pytest.raises(SaveError, match="chess"):
        exodus_v0.env(players=3).from_bytes(with_header(SAVED, game="chess"))
    with pytest.raises(SaveError, match="format"):
        exodus_v0.env(players=3).from_bytes(with_header(SAVED, format=99))


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(position=st.integers(0, len(SAVED) - 1), value=st.integers(0, 255), cut=st.booleans())
def test_damaged_bytes_are_refused(position: int, value: int, cut: bool) -> None:
    damaged = SAVED[:position] if cut else SAVED[:position] + bytes([value]) + SAVED[position + 1 :]
    if damaged == SAVED:
        return
    with pytest.raises(SaveError):
        exodus_v0.env(players=3).from_bytes(damaged)


def test_the_checksum_covers_the_header() -> None:
    at = SAVED.index(b'"cycles": 40')
    assert_refused_unchanged(SAVED[:at] + b'"cycles": 41' + SAVED[at + 12 :], "checksum")
    assert_refused_unchanged(SAVED + b"more", "checksum")


def test_what_is_no_bytes_is_refused() -> None:
    for wrong in ("abc", None, 7, ["a"]):
        with pytest.raises(TypeError, match="bytes"):
            exodus_v0.env(players=3).from_bytes(wrong)
    exodus_v0.env(players=3).from_bytes(bytearray(SAVED))


def put(*path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(extra: dict[str, Any]) -> None:
        for name in path[:-1]:
            extra = extra[name]
        extra[path[-1]] = value

    return change


NAMES = ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize(
    "change",
    [
        dict.clear,
        *(lambda extra, key=key: extra.pop(key) for key in header_of(SAVED)["extra"]),
        *(put(key, value=value) for key in header_of(SAVED)["extra"] for value in ("x", 1.5, [1], {"a": 1}, True)),
        *(put(key, value=None) for key in header_of(SAVED)["extra"] if key != "source"),
        put("more", value=1),
        put("agents", value=NAMES[1:]),
        put("agents", value=[*NAMES, "player_3"]),
        put("agents", value=[NAMES[1], NAMES[0], NAMES[2]]),
        put("agents", value=[NAMES[0]] * 3),
        put("agent", value="player_3"),
        put("agent", value=next(name for name in NAMES if name != header_of(SAVED)["extra"]["agent"])),
        put("rewards", "player_0", value=float("nan")),
        put("rewards", "player_0", value=float("inf")),
        put("rewards", "player_0", value=1.0),
        put("rewards", "player_0", value="1"),
        put("rewards", "player_3", value=0.0),
        put("cumulative", "player_1", value=float("-inf")),
        put("cumulative", "player_1", value=None),
        put("terminations", "player_0", value=True),
        put("terminations", value=dict.fromkeys(NAMES, True)),
        put("terminations", "player_0", value=0),
        put("truncations", "player_0", value=True),
        put("cycles", value=-1),
        put("seed", value=-1),
        put("seed", value=2**63),
        put("source", value={}),
        put("source", "bit_generator", value="MT19937"),
        put("source", "has_uint32", value=7),
        put("source", "state", value=None),
        put("source", "state", "state", value=-1),
        put("source", "state", "state", value=2**128),
        put("source", "state", "inc", value=2),
        put("source", "uinteger", value="a"),
    ],
)
def test_bookkeeping_that_cannot_be_is_refused_and_nothing_changes(change: Callable[[dict[str, Any]], None]) -> None:
    extra = copy.deepcopy(header_of(SAVED)["extra"])
    change(extra)
    assert_refused_unchanged(with_header(SAVED, extra=extra), "damaged")


@pytest.mark.parametrize("extra", [None, [], "x", 1])
def test_bookkeeping_that_is_no_table_is_refused(extra: Any) -> None:
    assert_refused_unchanged(with_header(SAVED, extra=extra), "damaged")


def test_a_game_cut_off_or_over_is_saved_with_whoever_has_still_to_leave() -> None:
    for settings_ in ({"max_cycles": 5}, {"turns": 1}):
        env = exodus_v0.env(players=2, **settings_)
        env.reset(seed=1)
        while not (any(env.truncations.values()) or any(env.terminations.values())):
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        while True:
            other = exodus_v0.env(players=2, **settings_)
            other.from_bytes(env.to_bytes())
            assert other.to_bytes() == env.to_bytes()
            assert (other.agents, other.truncations, other.rewards) == (env.agents, env.truncations, env.rewards)
            if not env.agents:
                break
            env.step(None)


@pytest.mark.parametrize(
    "config", [{}, {"players": 99}, {"players": "3"}, {"nonsense": 1}, {"content": "/nowhere/at/all"}, [], None]
)
def test_a_configuration_that_cannot_be_played_is_refused(config: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    path.write_bytes(with_header(SAVED, config=config))
    with pytest.raises(SaveError):
        exodus_v0.load(path)


def test_options_of_a_game_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    path.write_bytes(SAVED)
    env = exodus_v0.load(path, render_mode="ansi", max_cycles=41)
    assert env.render_mode == "ansi"
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(env.truncations.values())
    with pytest.raises(ValueError, match="max_cycles") as caught:
        exodus_v0.load(path, max_cycles=0)
    assert not isinstance(caught.value, SaveError)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(payload=st.binary(max_size=200))
def test_bytes_that_are_no_saved_game_are_refused(payload: bytes) -> None:
    with pytest.raises(SaveError):
        exodus_v0.env(players=3).from_bytes(payload)
    with pytest.raises(SaveError):
        exodus_v0.env(players=3).from_bytes(MAGIC + payload)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), count=st.integers(1, 400))
def test_a_forged_state_with_a_right_checksum_is_refused_before_any_kernel_sees_it(seed: int, count: int) -> None:
    forge(SAVED, (), seed, count)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.sampled_from(WITH_MODULES), seed=st.integers(0, 2**32), count=st.integers(1, 40))
def test_a_forged_state_of_a_game_with_modules_is_refused_too(data: bytes, seed: int, count: int) -> None:
    forge(data, MODULES, seed, count)


def forge(data: bytes, modules: tuple[str, ...], seed: int, count: int) -> None:
    """Some bytes of a saved state changed: refused, or another possible state that can be played."""
    size = exodus_v0.env(players=3).game.nbytes
    rng = np.random.default_rng(seed)
    body = data[:-CHECKSUM]
    state = np.frombuffer(body[-size:], dtype=np.uint8).copy()
    state[rng.integers(0, size, count)] = rng.integers(0, 256, count)
    forged = sealed(body[:-size] + state.tobytes())
    env = exodus_v0.env(players=3, modules=modules)
    try:
        env.from_bytes(forged)
    except SaveError as error:
        assert "not a possible state" in str(error) or "not the one to act" in str(error)
    else:
        # Bytes that only concern chance or the event page make another possible state; it must be playable.
        for _ in range(30):
            if any(env.terminations.values()):
                break
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))


@pytest.mark.parametrize("way", ["terminate", "random"])
def test_a_save_keeps_how_illegal_actions_are_treated(way: str, tmp_path: Path) -> None:
    env = exodus_v0.env(players=2, illegal=way)
    env.reset(seed=2)
    path = tmp_path / "game.save"
    env.save(path)
    assert exodus_v0.load(path).illegal == way
    assert exodus_v0.load(path, illegal="raise").illegal == "raise"
    agent = env.agent_selection
    env.step(-1)
    env.save(path)
    other = exodus_v0.load(path)
    assert other.infos[agent]["illegal_action"] == env.infos[agent]["illegal_action"]
    assert other.to_bytes() == env.to_bytes()
    with pytest.raises(ValueError, match="illegal must be one of"):
        exodus_v0.load(path, illegal="lose")


def ended_by_an_illegal_action() -> bytes:
    env = exodus_v0.env(players=3, illegal="terminate")
    env.reset(seed=2)
    env.step(-1)
    assert header_of(env.to_bytes())["extra"]["offender"] in NAMES
    return bytes(env.to_bytes())


@pytest.mark.parametrize(
    "change",
    [
        lambda extra: extra.pop("offender"),
        put("offender", value="player_3"),
        put("offender", value=0),
        put("offender", value=["player_0"]),
        put("illegal", value="lose"),
        put("illegal", value=["random"]),
        put("told", value=[]),
        put("told", value={"player_3": "x"}),
        put("told", value={"player_0": 1}),
        put("told", value={"player_0": "x" * 10_001}),
        put("terminations", "player_1", value=False),
        put("truncations", value=dict.fromkeys(NAMES, False)),
        put("rewards", value=dict.fromkeys(NAMES, -1.0)),
        put("cumulative", value=dict.fromkeys(NAMES, 0.5)),
    ],
)
def test_a_forged_end_by_an_illegal_action_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    data = ended_by_an_illegal_action()
    exodus_v0.env(players=3).from_bytes(data)
    extra = header_of(data)["extra"]
    change(extra)
    assert_refused_unchanged(with_header(data, extra=extra), "damaged")


@pytest.mark.parametrize("offender", ["player_0", None])
def test_a_game_that_goes_on_has_no_offender(offender: str | None) -> None:
    extra = header_of(SAVED)["extra"] | {"offender": offender}
    assert_refused_unchanged(with_header(SAVED, extra=extra), "damaged")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipes_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    for path in (pipe, tmp_path / "link", Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(SaveError, match="not an ordinary file"):
            exodus_v0.load(path)
    with pytest.raises((SaveError, IsADirectoryError)):
        exodus_v0.load(tmp_path)


def test_a_file_far_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(SaveError, match="too large"):
        exodus_v0.load(path)
