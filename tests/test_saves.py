"""Saved games: refused with a message where they do not fit, and never dangerous."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exodus_env import exodus_v0
from exodus_env.kit.saves import MAGIC, SaveError


def saved(players: int = 3) -> bytes:
    env = exodus_v0.env(players=players)
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(40):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    return bytes(env.to_bytes())


SAVED = saved()


def with_header(data: bytes, **changes: object) -> bytes:
    """A saved game whose header says something else."""
    start = len(MAGIC) + 4
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    header = json.loads(data[start : start + length]) | changes
    text = json.dumps(header).encode()
    return MAGIC + len(text).to_bytes(4, "little") + text + data[start + length :]


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


@pytest.mark.parametrize("what", ["schema", "rules", "content", "actions", "observations"])
def test_a_game_of_another_version_is_refused_and_says_so(what: str) -> None:
    env = exodus_v0.env(players=3)
    with pytest.raises(SaveError, match=f"another version: {what} differ"):
        env.from_bytes(with_header(SAVED, fingerprint=fingerprint() | {what: "0"}))


def test_a_game_of_another_configuration_or_kind_is_refused() -> None:
    with pytest.raises(SaveError, match=r"another version|another configuration"):
        exodus_v0.env(players=4).from_bytes(SAVED)
    with pytest.raises(SaveError, match="another configuration"):
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
    env = exodus_v0.env(players=3)
    try:
        env.from_bytes(damaged)
    except SaveError:
        return
    # A changed byte of the header may leave it readable; the game itself must then be untouched.
    assert env.to_bytes()[-env.game.nbytes :] == SAVED[-env.game.nbytes :]


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
    import hashlib

    size = exodus_v0.env(players=3).game.nbytes
    rng = np.random.default_rng(seed)
    state = np.frombuffer(SAVED[-size:], dtype=np.uint8).copy()
    state[rng.integers(0, size, count)] = rng.integers(0, 256, count)
    forged = with_header(SAVED[:-size] + state.tobytes(), sha256=hashlib.sha256(state.tobytes()).hexdigest())
    env = exodus_v0.env(players=3)
    try:
        env.from_bytes(forged)
    except SaveError as error:
        assert "not a possible state" in str(error)
    else:
        # Bytes that only concern chance or the event page make another possible state; it must be playable.
        for _ in range(30):
            if any(env.terminations.values()):
                break
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))


def test_a_file_far_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(SaveError, match="too large"):
        exodus_v0.load(path)
