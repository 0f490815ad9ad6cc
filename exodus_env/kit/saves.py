"""Saved games: a header that says what they are, then the bytes of the record. Nothing in a file is ever executed."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from exodus_env.kit.definition import Array, Definition

MAGIC = b"EXODUS-SAVE\n"
FORMAT = 1
LARGEST = 1 << 20  # no saved game comes near a megabyte


class SaveError(ValueError):
    """A saved game that cannot be taken, and why."""


def pack(rules: Definition, games: Array, extra: dict[str, Any]) -> bytes:
    """A game as bytes."""
    payload = games.tobytes()
    header = {
        "format": FORMAT,
        "game": rules.name,
        "config": rules.config.to_dict(),
        "fingerprint": rules.fingerprint(),
        "sha256": hashlib.sha256(payload).hexdigest(),
        "extra": extra,
    }
    text = json.dumps(header, sort_keys=True).encode()
    return MAGIC + len(text).to_bytes(4, "little") + text + payload


def unpack(rules: Definition, data: bytes) -> tuple[Array, dict[str, Any]]:
    """A game from bytes, checked: same rules, same content, a possible state."""
    header, payload = _split(data)
    if header["fingerprint"] != rules.fingerprint() or header["game"] != rules.name:
        raise SaveError(_difference(header, rules))
    if header["config"] != rules.config.to_dict():
        raise SaveError("the saved game has another configuration than this environment; load it with load()")
    if hashlib.sha256(payload).hexdigest() != header["sha256"]:
        raise SaveError("the saved game is damaged: its bytes do not match their checksum")
    games = rules.new_games(1)
    if len(payload) != games.nbytes:
        raise SaveError(f"the saved game is damaged: {len(payload)} bytes of state instead of {games.nbytes}")
    games.view(np.uint8)[:] = np.frombuffer(payload, dtype=np.uint8)
    try:
        rules.check(games)
    except ValueError as error:
        raise SaveError(f"the saved game is not a possible state: {error}") from None
    extra = header["extra"]
    return games, extra if isinstance(extra, dict) else {}


def saved_config(data: bytes) -> dict[str, Any]:
    """The configuration of a saved game."""
    config = _split(data)[0]["config"]
    if not isinstance(config, dict):
        raise SaveError("the saved game is damaged: its configuration is not a table")
    return config


def _split(data: bytes) -> tuple[dict[str, Any], bytes]:
    start = len(MAGIC) + 4
    if not data.startswith(MAGIC) or len(data) < start:
        raise SaveError("this is not a saved game")
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    if length > LARGEST or start + length > len(data):
        raise SaveError("the saved game is damaged: its header is cut off")
    try:
        header = json.loads(data[start : start + length])
    except (ValueError, RecursionError):
        raise SaveError("the saved game is damaged: its header cannot be read") from None
    wanted = {"format", "game", "config", "fingerprint", "sha256", "extra"}
    if not isinstance(header, dict) or set(header) != wanted:
        raise SaveError("the saved game is damaged: its header is not complete")
    if header["format"] != FORMAT:
        raise SaveError(f"the saved game has format {header['format']!r}; this version reads format {FORMAT}")
    return header, data[start + length :]


def _difference(header: dict[str, Any], rules: Definition) -> str:
    if header["game"] != rules.name:
        return f"the saved game is one of {header['game']!r}, not of {rules.name}"
    saved = header["fingerprint"] if isinstance(header["fingerprint"], dict) else {}
    names = [name for name, value in rules.fingerprint().items() if saved.get(name) != value]
    return f"the saved game was made with another version: {', '.join(names) or 'fingerprint'} differ"


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write under a temporary name, then rename, so that a crash never leaves half a file."""
    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a saved game; refuses files that are far too large to be one."""
    if Path(path).stat().st_size > 2 * LARGEST:
        raise SaveError(f"{path} is too large to be a saved game")
    return Path(path).read_bytes()
