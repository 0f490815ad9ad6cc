"""Tables on disk: one file each, written after every decision and read again when the server is started.

A table is kept as what it takes to play it again: configuration, seed, actions, and a hash of the last position. Its
file also holds the tokens of its links and all that is hidden in the game, so the folder is for its owner alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from exodus_env.kit.batch import SEED_LIMIT
from exodus_env.kit.definition import Array
from exodus_env.kit.files import FileProblem, clean_parts, read_file, write_file
from exodus_env.kit.plain import parse_plain

FORMAT: Final = 1
KIND: Final = "exodus table"
HUMAN: Final = "human"
SUFFIX: Final = ".table.json"
REPLAY: Final = ".exo.json"
OWNER: Final = "owner.json"
LARGEST: Final = 1 << 20  # bytes of a table's file; a game of 10,000 decisions takes a tenth of it
MOST_ACTIONS: Final = 100_000
LONGEST_PLAYER: Final = 200  # characters of a player's name
LONGEST_PACE: Final = 60.0  # seconds
TOKEN_BYTES: Final = 24
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32}")
_NAME: Final = re.compile(r"[a-z0-9]{12}")


class Damaged(ValueError):
    """A table's file that cannot be read, and why."""


@dataclass
class SeatKept:
    """Who has a seat. Every seat has a token, because a human may take over later."""

    player: str
    token: str


@dataclass
class TableKept:
    """A table in the form in which it is stored."""

    name: str
    game: str
    config: dict[str, Any]
    seed: int
    seats: list[SeatKept]
    watch: str  # the token of spectators
    created: str
    pace: float = 0.5  # seconds before a computer player's move
    fingerprint: dict[str, str] = field(default_factory=dict)
    actions: list[int] = field(default_factory=list)
    position: str = ""  # hash of the position after the last action
    over: bool = False

    @property
    def tokens(self) -> list[str]:
        """All tokens of the table."""
        return [self.watch, *(seat.token for seat in self.seats)]

    def packed(self) -> bytes:
        """The bytes of its file."""
        return json.dumps({"format": FORMAT, "kind": KIND, **asdict(self)}, allow_nan=False).encode()


def new_token() -> str:
    """A token for a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(text: str) -> bool:
    """Whether a text could be one of ours."""
    return _TOKEN.fullmatch(text) is not None


def position_hash(games: Array) -> str:
    """The hash by which a position is recognised."""
    return hashlib.sha256(games.tobytes()).hexdigest()[:32]


def default_folder() -> Path:
    """The default folder for games, in the user's own data."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA") or str(Path.home() / ".local" / "share")
    return Path(base) / "exodus_env" / "games"


class Store:
    """The folder of the tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        clean_parts(folder)

    def new_name(self) -> str:
        """A name that no other table has."""
        while True:
            name = secrets.token_hex(6)
            if not self.path(name).exists():
                return name

    def path(self, name: str) -> Path:
        """The file of a table."""
        return self.folder / f"{name}{SUFFIX}"

    def replay_path(self, name: str) -> Path:
        """The file for the replay of a table whose game is over."""
        return self.folder / f"{name}{REPLAY}"

    def save(self, kept: TableKept) -> None:
        """Store a table."""
        write_file(self.path(kept.name), kept.packed(), private=True)

    def remove(self, name: str) -> None:
        """Forget a table; its replay stays."""
        self.path(name).unlink(missing_ok=True)

    def owner(self) -> str:
        """The token of the start page; it stays the same as long as the folder exists, so that links stay valid."""
        path = self.folder / OWNER
        try:
            found = parse_plain(read_file(path, LARGEST))["token"]
            if isinstance(found, str) and is_token(found):
                return found
        except (OSError, ValueError, TypeError, KeyError):
            pass  # there is none yet, or it is damaged: then old links to the start page are lost, and no game
        token = new_token()
        write_file(path, json.dumps({"token": token}).encode(), private=True)
        return token

    def tables(self) -> tuple[list[TableKept], list[str]]:
        """The tables in the folder, oldest first, and in words what could not be read."""
        found, problems = [], []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                found.append(read_table(path))
            except (OSError, ValueError) as error:
                problems.append(f"{path.name} cannot be taken up: {error}")
        return sorted(found, key=lambda kept: (kept.created, kept.name)), problems


def read_table(path: Path) -> TableKept:
    """A table from its file, which may be anything."""
    try:
        values = parse_plain(read_file(path, LARGEST))
    except FileProblem as error:
        raise Damaged(str(error)) from None
    except ValueError as error:
        raise Damaged(f"it is not JSON: {error}") from None
    if not isinstance(values, dict) or values.pop("kind", None) != KIND:
        raise Damaged("it is not a table of exodus serve")
    if values.pop("format", None) != FORMAT:
        raise Damaged("it has a format that this version does not read")
    if set(values) != set(TableKept.__dataclass_fields__):
        raise Damaged("it is incomplete")
    for name, (sound, what) in _SOUND.items():
        if not sound(values[name]):
            raise Damaged(f"{name} is not {what}")
    if values["name"] != path.name.removesuffix(SUFFIX):
        raise Damaged("it has the name of another table")
    return TableKept(**{**values, "seats": [SeatKept(**seat) for seat in values["seats"]]})


def _is_whole(value: Any, below: int) -> bool:
    return type(value) is int and 0 <= value < below


def _is_seat(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) != {"player", "token"}:
        return False
    player, token = value["player"], value["token"]
    named = isinstance(player, str) and 0 < len(player) <= LONGEST_PLAYER
    return named and isinstance(token, str) and is_token(token)


def _is_text(value: Any, longest: int = 64) -> bool:
    return isinstance(value, str) and len(value) <= longest


_SOUND: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "name": (lambda value: isinstance(value, str) and _NAME.fullmatch(value) is not None, "a name"),
    "game": (_is_text, "the name of a game"),
    "config": (lambda value: isinstance(value, dict), "a table"),
    "seed": (lambda value: _is_whole(value, SEED_LIMIT), "a seed"),
    "seats": (lambda value: isinstance(value, list) and all(map(_is_seat, value)), "a list of seats"),
    "watch": (lambda value: isinstance(value, str) and is_token(value), "a token"),
    "created": (_is_text, "a time"),
    "pace": (lambda value: isinstance(value, int | float) and 0 <= value <= LONGEST_PACE, "a number of seconds"),
    "fingerprint": (lambda value: isinstance(value, dict) and all(map(_is_text, value.values())), "a table of hashes"),
    "actions": (
        lambda value: (
            isinstance(value, list)
            and len(value) <= MOST_ACTIONS
            and all(_is_whole(action, MOST_ACTIONS) for action in value)
        ),
        "a list of actions",
    ),
    "position": (_is_text, "a hash"),
    "over": (lambda value: isinstance(value, bool), "true or false"),
}
