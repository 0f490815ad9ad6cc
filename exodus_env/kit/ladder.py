"""A standing ladder: ratings kept in a file from run to run, separately for every configuration and its hashes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from exodus_env.kit.arena import GameResult
from exodus_env.kit.files import check_file, clean_parts, locked, write_file
from exodus_env.kit.registry import DEFAULT
from exodus_env.kit.result_files import NotAResult, as_json, is_name, number, read_json, section, whole
from exodus_env.kit.standings import Rating, rated

FORMAT: Final = 1
CAUTION: Final = 3.0  # deviations below the rating that a place on the ladder counts by
WAIT_SECONDS: Final = 60.0  # for another process, which takes far less than one to change a ladder

Ladder = dict[str, Any]


def read_ladder(path: Path) -> Ladder:
    """The checked ladder of a file; an empty one if there is no file yet."""
    if not path.exists():
        return {"format": FORMAT, "ladders": []}
    ladder = read_json(path)
    if ladder.get("format") != FORMAT or not isinstance(ladder.get("ladders"), list):
        raise NotAResult(f"{path} is not a ladder file of this version; name another file")
    for part in ladder["ladders"]:
        if not isinstance(part, dict):
            raise NotAResult(f"{path}: a ladder is not a table")
        if not is_name(part.get("game", DEFAULT)):  # older files have none
            raise NotAResult(f"{path} is damaged: the game of a ladder is not a name")
        section(path, part, "configuration")
        section(path, part, "fingerprint")
        for name, rating in section(path, part, "players").items():
            if not is_name(name) or not isinstance(rating, dict):
                raise NotAResult(f"{path} is damaged: the rating of {name!r:.60} is not one")
            number(path, rating, "mu")
            if not number(path, rating, "sigma") > 0:
                raise NotAResult(f"{path}: sigma of {name!r} must be more than 0")
            whole(path, rating, "games")
    return ladder


def ladder_for(
    ladder: Ladder, configuration: dict[str, Any], fingerprint: dict[str, str], game: str = DEFAULT
) -> dict[str, Any]:
    """The part of a ladder for one configuration of a game and its hashes; created if it is missing."""
    for part in ladder["ladders"]:
        same = part["configuration"] == configuration and part["fingerprint"] == fingerprint
        if same and part.get("game", DEFAULT) == game:
            found: dict[str, Any] = part
            return found
    part = {"game": game, "configuration": configuration, "fingerprint": fingerprint, "players": {}}
    ladder["ladders"].append(part)
    return part


def add_results(part: dict[str, Any], results: Sequence[GameResult]) -> None:
    """Rate further games, in order."""
    ratings = {name: Rating(rating["mu"], rating["sigma"], rating["games"]) for name, rating in part["players"].items()}
    part["players"] = {name: asdict(rating) for name, rating in sorted(rated(ratings, results).items())}


@contextmanager
def changed_ladder(path: Path) -> Iterator[Ladder]:
    """The ladder of a file to be changed, locked until it is written at the end; an error leaves the old one."""
    with _own(path):
        ladder = read_ladder(path)
        yield ladder
        write_file(path, as_json(ladder))


def check_ladder(path: Path) -> None:
    """Raise before the games whatever would make `changed_ladder` fail after them."""
    read_ladder(path)
    check_file(path)
    with _own(path):
        pass


@contextmanager
def _own(path: Path) -> Iterator[None]:
    with locked(path, WAIT_SECONDS, f"waiting for {path}, which another process is changing"):
        target = Path(os.path.realpath(path))
        clean_parts(target.parent, target.name)
        yield


def places(part: dict[str, Any]) -> list[tuple[str, float, dict[str, Any]]]:
    """Name, what the place counts by, and rating, best first."""
    rows = [(name, rating["mu"] - CAUTION * rating["sigma"], rating) for name, rating in part["players"].items()]
    return sorted(rows, key=lambda row: (-row[1], row[0]))
