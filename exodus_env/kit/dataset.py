"""`exodus dataset`: games as tables for offline learning, one row per decision, and as a Minari dataset.

Games are played like those of the arena and kept as replays. The rows are derived by playing each of them again, one
after another, so memory does not grow with the number of games. Files appear under their names only when everything is
complete.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from exodus_env import __version__
from exodus_env.kit.arena import ArenaError, plan_for
from exodus_env.kit.arena_command import announce, heading, refuse_human
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.files import PART
from exodus_env.kit.plain import parse_plain
from exodus_env.kit.registry import game_of
from exodus_env.kit.replay import SUFFIX, Replay, ReplayError
from exodus_env.kit.spaces import flat_space
from exodus_env.kit.text import number
from exodus_env.kit.workers import Progress, cores, play_plan
from exodus_env.players import make_player

if TYPE_CHECKING:
    import pyarrow

DECISIONS: Final = "decisions.parquet"
SEATS: Final = "seats.parquet"
GROUP: Final = 8192  # approximate rows of a row group: what is held in memory
ABOUT: Final = b"exodus"  # the key of the file's metadata
EXTRA: Final = "install the extra `data`: pip install exodus-env[data]"

Row = dict[str, Any]


class DatasetError(ArenaError):
    """A dataset that cannot be created or read, and why."""


@dataclass(frozen=True)
class Options:
    """What the command line asks for, apart from the game."""

    players: Sequence[str]
    games: int
    seed: int
    out: Path
    workers: int | None = None  # None: one for each core
    minari: str | None = None  # the name of a Minari dataset


def main(rules: Definition, options: Options) -> None:
    """Play games, write the tables, report what they hold."""
    need("pyarrow")
    refuse_human(options.players)
    if options.minari is not None:
        check_minari(options.minari)
    with staged(options.out) as folder:
        replays = folder / "replays"
        replays.mkdir()
        plan = replace(plan_for(options.players, options.games, options.seed), replays=replays)
        announce(heading(rules, plan, options.games), kept=True)
        make = partial(make_player, directory=Path.cwd(), game=rules.game)
        run = play_plan(rules, plan, make, options.workers or cores(), Progress(plan.games))
        if run.interrupted:
            raise KeyboardInterrupt
        if run.stopped is not None:
            raise DatasetError(run.stopped)
        rows, left_out = write_tables(sorted(replays.glob(f"*{SUFFIX}")), rules, folder)
        shutil.rmtree(replays)
    print(f"\nWritten to {options.out}: {number(rows, 'decision')} of {number(plan.games - left_out, 'game')}")
    if left_out:
        print(f"{number(left_out, 'game')} left out, which did not come to an end")
    if options.minari is not None:
        print(f"Minari dataset {options.minari}: {number(to_minari(options.out, options.minari), 'episode')}")


def from_replays(folder: Path, out: Path, minari: str | None = None) -> None:
    """The same from existing replays, which must all have the same configuration."""
    need("pyarrow")
    if minari is not None:
        check_minari(minari)
    files = sorted(folder.glob(f"*{SUFFIX}"))
    if not files:
        raise DatasetError(f"{folder} holds no replays (*{SUFFIX})")
    with staged(out) as staging:
        rows, left_out = write_tables(files, Replay.read(files[0]).rules, staging)
    print(f"Written to {out}: {number(rows, 'decision')} of {number(len(files) - left_out, 'game')}")
    if minari is not None:
        print(f"Minari dataset {minari}: {number(to_minari(out, minari), 'episode')}")


def need(module: str) -> None:
    """Say how to install a library that is missing."""
    if find_spec(module) is None:
        raise DatasetError(f"a dataset needs {module}: {EXTRA}")


class staged:
    """A folder for a dataset under a temporary name; it gets its own when everything is in it, or is removed."""

    def __init__(self, out: Path) -> None:
        self.out = out

    def __enter__(self) -> Path:
        if self.out.exists():
            raise DatasetError(f"--out {self.out} already exists; name a new folder")
        self.out.parent.mkdir(parents=True, exist_ok=True)
        made = tempfile.mkdtemp(dir=self.out.parent, prefix=f".{self.out.name[:40]}.", suffix=PART)
        self.folder = Path(made)
        return self.folder

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        self.folder.chmod(0o755)
        self.folder.rename(self.out)


# ---- tables ----------------------------------------------------------------------------------------------------------


def decision_schema(rules: Definition) -> pyarrow.Schema:
    """The columns of the table of decisions."""
    import pyarrow as pa

    words = pa.dictionary(pa.int16(), pa.string())
    columns = {
        "game": pa.int32(),
        "step": pa.int32(),  # decisions of the game before this one
        "seat": pa.int8(),
        "player": words,
        "decision": words,
        "observation_index": pa.list_(pa.int32()),  # the non-zero entries of the observation
        "observation_value": pa.list_(pa.float32()),
        "legal": pa.list_(pa.int32()),  # action ids
        "action": pa.int32(),
        "reward": pa.float32(),  # of the seat, until its next decision
        "return": pa.float32(),  # of the seat, from here to the end of the game
    }
    return pa.schema(columns, metadata={ABOUT: json.dumps(about(rules)).encode()})


def seat_schema(rules: Definition) -> pyarrow.Schema:
    """The columns of the table of seats: how every game ended for each."""
    import pyarrow as pa

    columns = {
        "game": pa.int32(),
        "seat": pa.int8(),
        "player": pa.string(),
        "seed": pa.int64(),
        "decisions": pa.int32(),  # of the whole game
        "rank": pa.int8(),
        "score": pa.int32(),
        "return": pa.float32(),
        "observation_index": pa.list_(pa.int32()),  # the last observation
        "observation_value": pa.list_(pa.float32()),
    }
    return pa.schema(columns, metadata={ABOUT: json.dumps(about(rules)).encode()})


def about(rules: Definition) -> dict[str, Any]:
    """How the tables were made."""
    return {
        "version": __version__,
        "game": rules.name,
        "config": rules.config.to_dict(),
        "fingerprint": rules.fingerprint(),
        "observation_size": rules.observations.size,
        "action_size": rules.actions.size,
    }


def write_tables(files: Sequence[Path], rules: Definition, folder: Path) -> tuple[int, int]:
    """Write both tables of some replays; returns how many decisions they hold, and how many games were left out."""
    import pyarrow.parquet as pq

    progress, left_out, count = Progress(len(files)), 0, 0
    with (
        pq.ParquetWriter(folder / DECISIONS, decision_schema(rules), compression="zstd") as decisions,
        pq.ParquetWriter(folder / SEATS, seat_schema(rules), compression="zstd") as seats,
    ):
        tables = Collected(decisions), Collected(seats)
        for game, path in enumerate(files):
            replay = Replay.read(path)
            if replay.rules.fingerprint() != rules.fingerprint() or replay.rules.config != rules.config:
                raise ReplayError(f"{path}: the replay has a different configuration from the others")
            if replay.result is None:
                left_out += 1
            else:
                taken, ends = rows_of(replay, game)
                count += len(taken)
                for table, rows in zip(tables, (taken, ends)):
                    table.add(rows)
            progress.one_more()
        for table in tables:
            table.flush()
    progress.close()
    return count, left_out


class Collected:
    """Rows on their way to a file, one row group at a time."""

    def __init__(self, writer: Any) -> None:
        self.writer = writer
        self.rows: list[Row] = []

    def add(self, rows: Sequence[Row]) -> None:
        """Add rows."""
        self.rows += rows
        if len(self.rows) >= GROUP:
            self.flush()

    def flush(self) -> None:
        """Write the collected rows as a row group."""
        import pyarrow as pa

        if self.rows:
            self.writer.write_table(pa.Table.from_pylist(self.rows, schema=self.writer.schema))
            self.rows = []


def rows_of(replay: Replay, game: int) -> tuple[list[Row], list[Row]]:
    """The decisions of a game in their order, and its end by seat."""
    rules, rows = replay.rules, []
    seats = range(rules.config.players)
    latest: dict[int, Row] = {}  # the open decision of each seat, which is paid for what follows
    table = replay.table(observe=True)
    for step, record, seat, action in replay.positions(table):
        if step:
            for other, row in latest.items():
                row["reward"] += float(table.rewards[0, other])
        if seat is None:
            break
        row = {
            "game": game,
            "step": step,
            "seat": seat,
            "player": replay.players[seat],
            "decision": rules.decision(record),
            **sparse(table.observations[0]),
            "legal": np.flatnonzero(table.masks[0]),
            "action": action,
            "reward": 0.0,
            "return": 0.0,
        }
        latest[seat] = row
        rows.append(row)
    returns = dict.fromkeys(seats, 0.0)
    for row in reversed(rows):
        returns[row["seat"]] += row["reward"]
        row["return"] = returns[row["seat"]]
    return rows, [_end(replay, game, seat, table, returns[seat]) for seat in seats]


def _end(replay: Replay, game: int, seat: int, table: Any, paid: float) -> Row:
    rules, result = replay.rules, replay.result or {}
    seen = np.zeros_like(table.observations)
    rules.observe_as(table.games, 0, rules.tables, seat, seen)
    return {
        "game": game,
        "seat": seat,
        "player": replay.players[seat],
        "seed": replay.seed,
        "decisions": len(replay),
        "rank": result["ranks"][seat],
        "score": result["score"][seat],
        "return": paid,
        **sparse(seen[0]),
    }


def sparse(observation: Array) -> Row:
    """An observation as the places and values of its non-zero entries."""
    index = np.flatnonzero(observation)
    return {"observation_index": index, "observation_value": observation[index]}


# ---- reading ---------------------------------------------------------------------------------------------------------


def sizes(schema: pyarrow.Schema) -> tuple[int, int]:
    """How long the observations of a table are, and how many actions there are."""
    try:
        found = parse_plain((schema.metadata or {})[ABOUT])
        return int(found["observation_size"]), int(found["action_size"])
    except (KeyError, TypeError, ValueError):
        raise DatasetError("the table is not one of exodus dataset") from None


def dense(table: Any) -> tuple[Array, Array, Array]:
    """Observations (rows, D) float32, masks (rows, A) bool and actions (rows,) of a table or batch of decisions."""
    width, actions = sizes(table.schema)
    observations = np.zeros((table.num_rows, width), dtype=np.float32)
    observations[_places(table, "observation_index")] = _flat(table, "observation_value")
    masks = np.zeros((table.num_rows, actions), dtype=np.bool_)
    masks[_places(table, "legal")] = True
    return observations, masks, np.asarray(table["action"], dtype=np.int64)


def _flat(table: Any, name: str) -> Array:
    column = table[name]
    found: Array = np.asarray((column.combine_chunks() if hasattr(column, "combine_chunks") else column).flatten())
    return found


def _places(table: Any, name: str) -> tuple[Array, Array]:
    """Row and column of every entry of lists."""
    import pyarrow.compute as pc

    lengths = np.asarray(pc.list_value_length(table[name]))
    return np.repeat(np.arange(table.num_rows), lengths), _flat(table, name)


# ---- Minari ----------------------------------------------------------------------------------------------------------


def check_minari(name: str) -> None:
    """Refuse a name that Minari does not allow or that exists already, before any game is played."""
    need("minari")
    import minari

    try:
        minari.dataset.minari_dataset.parse_dataset_id(name)
    except ValueError as error:
        raise DatasetError(f"--minari {name}: {error}") from None
    if name in minari.list_local_datasets():
        raise DatasetError(f"--minari {name} already exists; name another")


def to_minari(folder: Path, name: str) -> int:
    """A Minari dataset of the tables of a folder, an episode for each seat of each game; returns how many."""
    import minari
    import pyarrow.parquet as pq
    from gymnasium import spaces

    decisions, seats = pq.ParquetFile(folder / DECISIONS), pq.ParquetFile(folder / SEATS)
    found = parse_plain(decisions.schema_arrow.metadata[ABOUT])
    width, actions = sizes(decisions.schema_arrow)
    rules = game_of(found["game"]).definition(found["config"])
    seen = spaces.Dict(
        {"observation": flat_space(rules), "action_mask": spaces.Box(0, 1, (actions,), np.int8)},
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of fields about authors and environments that are left empty
        made = minari.create_dataset_from_buffers(
            name,
            episodes(decisions, seats, width, actions),  # taken one after the other
            observation_space=seen,
            action_space=spaces.Discrete(actions),
            algorithm_name=", ".join(dict.fromkeys(seats.read(["player"])["player"].to_pylist())),
            description=f"{found['game']}: an episode for each seat of each game. {json.dumps(found['config'])}",
            data_format="arrow",
        )
    return int(made.total_episodes)


def episodes(decisions: Any, seats: Any, width: int, actions: int) -> Iterator[Any]:
    """Episodes one after the other; only one game is in memory."""
    from minari.data_collector import EpisodeBuffer

    number = 0
    ends = _games(seats)
    for game in _games(decisions):
        last = next(ends)
        for row in range(last.num_rows):
            seat = last["seat"][row].as_py()
            mine = game.filter(np.asarray(game["seat"]) == seat)
            if mine.num_rows == 0:  # a seat that never decides has no episode
                continue
            observations, masks, taken = dense(mine)
            final = np.zeros((1, width), dtype=np.float32)
            final[0, np.asarray(last["observation_index"][row].values)] = last["observation_value"][row].values
            over = [False] * (mine.num_rows - 1) + [True]
            yield EpisodeBuffer(
                id=number,
                seed=None,
                observations={
                    "observation": np.concatenate([observations, final]),
                    "action_mask": np.concatenate([masks, np.zeros((1, actions), dtype=np.bool_)]).astype(np.int8),
                },
                actions=taken,
                rewards=mine["reward"].to_pylist(),
                terminations=over,
                truncations=[False] * mine.num_rows,
                infos={},
            )
            number += 1


def _games(file: Any) -> Iterator[Any]:
    """The rows of one game after the other, as tables."""
    import pyarrow as pa

    rest = None
    for group in range(file.num_row_groups):
        table = file.read_row_group(group)
        table = table if rest is None else pa.concat_tables([rest, table])
        numbers = np.asarray(table["game"])
        starts = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist()]
        for first, after in pairwise(starts):
            yield table.slice(first, after - first)
        rest = table.slice(starts[-1])  # its rows may go on in the next group
    if rest is not None and rest.num_rows:
        yield rest
