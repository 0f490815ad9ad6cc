"""Saved games: a header that says what they are, the bytes of the record, and a checksum over both.

Nothing in a file is ever executed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from inspect import isabstract
from typing import Any

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.files import FileProblem, read_file
from exodus_env.kit.plain import parse_plain, shown
from exodus_env.kit.registry import UnknownGame, game_of

MAGIC = b"EXODUS-SAVE\n"
FORMAT = 2
CHECKSUM = 32  # bytes at the end: the sha256 of all before them
LARGEST = 1 << 20  # no saved game comes near a megabyte


class SaveError(ValueError):
    """A saved game that cannot be loaded, and why."""


def pack(rules: Definition, games: Array, extra: dict[str, Any]) -> bytes:
    """A game as bytes."""
    payload = games.tobytes()
    header = {
        "format": FORMAT,
        "game": rules.name,
        "config": rules.config.to_dict(),
        "fingerprint": rules.fingerprint(),
        "extra": extra,
    }
    text = json.dumps(header, sort_keys=True, allow_nan=False).encode()
    return sealed(MAGIC + len(text).to_bytes(4, "little") + text + payload)


def sealed(data: bytes) -> bytes:
    """Data with its checksum at the end."""
    return data + hashlib.sha256(data).digest()


def unpack(rules: Definition, data: bytes) -> tuple[Array, dict[str, Any]]:
    """A game from bytes, checked: same rules, same content, a possible state."""
    header, payload = _split(data)
    if header["fingerprint"] != rules.fingerprint() or header["game"] != rules.name:
        raise SaveError(_difference(header, rules))
    if header["config"] != rules.config.to_dict():
        raise SaveError("the saved game has a different configuration from this environment; open it with load()")
    games = rules.new_games(1)
    if len(payload) != games.nbytes:
        raise SaveError(f"the saved game is damaged: {len(payload)} bytes of state instead of {games.nbytes}")
    games.view(np.uint8)[:] = np.frombuffer(payload, dtype=np.uint8)
    try:
        rules.check(games)
    except ValueError as error:
        raise SaveError(f"the saved game is not a possible state: {error}") from None
    if not isinstance(header["extra"], dict):
        raise SaveError("the saved game is damaged: its bookkeeping is not a table")
    return games, header["extra"]


def saved_rules(data: bytes) -> Definition:
    """The rules a saved game is played by; the name in its header says which game that is."""
    header = _split(data)[0]
    try:
        game = game_of(header["game"])
    except UnknownGame as error:
        raise SaveError(f"the saved game cannot be played: {error}") from None
    return _made(game.definition, header["config"])


def playable(definition: Any, config: Any) -> Definition:
    """The rules of a saved configuration; `definition` may come from a file as well, and must be a game."""
    if not isinstance(definition, type) or not issubclass(definition, Definition) or isabstract(definition):
        raise SaveError("the saved game is damaged: it does not name a game")
    return _made(definition.from_dict, config)


def _made(make: Callable[[dict[str, Any]], Definition], config: Any) -> Definition:
    if not isinstance(config, dict):
        raise SaveError("the saved game is damaged: its configuration is not a table")
    try:
        return make(config)
    except (ValueError, TypeError, OSError) as error:
        raise SaveError(f"the configuration of the saved game cannot be played: {error}") from None


def _split(data: bytes) -> tuple[dict[str, Any], bytes]:
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"a saved game is bytes, not {type(data).__name__}")
    data = bytes(data)
    start = len(MAGIC) + 4
    if not data.startswith(MAGIC) or len(data) < start:
        raise SaveError("this is not a saved game")
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    if length > LARGEST or start + length > len(data):
        raise SaveError("the saved game is damaged: its header is cut off")
    try:
        header = parse_plain(data[start : start + length])
    except ValueError:
        raise SaveError("the saved game is damaged: its header cannot be read") from None
    if not isinstance(header, dict):
        raise SaveError("the saved game is damaged: its header is not a table")
    if header.get("format") != FORMAT:
        raise SaveError(f"the saved game has format {shown(header.get('format'))}; this version reads format {FORMAT}")
    if start + length + CHECKSUM > len(data) or sealed(data[:-CHECKSUM]) != data:
        raise SaveError("the saved game is damaged: its bytes do not match their checksum")
    if set(header) != {"format", "game", "config", "fingerprint", "extra"}:
        raise SaveError("the saved game is damaged: its header is incomplete")
    return header, data[start + length : -CHECKSUM]


def _difference(header: dict[str, Any], rules: Definition) -> str:
    if header["game"] != rules.name:
        return f"the saved game belongs to {shown(header['game'])}, not to {rules.name}"
    saved = header["fingerprint"] if isinstance(header["fingerprint"], dict) else {}
    names = [name for name, value in rules.fingerprint().items() if saved.get(name) != value]
    return f"the saved game was made with a different version: {', '.join(names) or 'fingerprint'} differ"


def read_saved(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a saved game; refuses what cannot be one: pipes, devices, files that are far too large."""
    try:
        return read_file(path, 2 * LARGEST)
    except FileProblem as error:
        raise SaveError(f"this is not a saved game: {error}") from None
