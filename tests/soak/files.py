"""Damaged and forged files: saves, content, results, policies."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import io
import json
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from exodus_env.cli import main
from exodus_env.exodus.check import check
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content import load as content
from exodus_env.exodus.content.decks import DECKS
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.saves import CHECKSUM, MAGIC, SaveError, sealed
from tests.soak.campaign import Broken, Campaign, Case, any_of, seed_of
from tests.soak.games import legal_action, play_on, played
from tests.soak.lattice import any_configuration, handy_configuration

USER_ERROR = 2
ODD = (None, True, -1, 0, 1, 2**31, 2**63, 1e308, -0.5, "", "x", "\x1b[31m\n", "../../etc", "a" * 70000, [], {}, [[]])


# ---- damage ----------------------------------------------------------------------------------------------------------


def any_damage(rng: np.random.Generator, size: int) -> list[list[int]]:
    """Changes of bytes: what, where, with what."""
    kinds = ("flip", "flip", "flip", "set", "cut", "insert", "swap", "zero")
    damage = []
    for _ in range(int(any_of(rng, (1, 1, 1, 2, 5)))):
        damage.append([any_of(rng, kinds), int(rng.integers(size)), int(rng.integers(256))])
    return damage


def damaged(data: bytes, damage: list[Any]) -> bytes:
    """Data after some changes."""
    bytes_ = bytearray(data)
    for kind, at, value in damage:
        if not bytes_:
            break
        at %= len(bytes_)
        if kind == "flip":
            bytes_[at] ^= 1 << value % 8
        elif kind == "set":
            bytes_[at] = value
        elif kind == "cut":
            del bytes_[at:]
        elif kind == "insert":
            bytes_[at:at] = bytes([value]) * (value + 1)
        elif kind == "swap":
            bytes_[at], bytes_[-at] = bytes_[-at], bytes_[at]
        else:
            bytes_[at : at + value] = bytes(len(bytes_[at : at + value]))
    return bytes(bytes_)


def any_path(rng: np.random.Generator, value: Any) -> list[Any]:
    """A way into a nested value, by keys and places."""
    path: list[Any] = []
    while isinstance(value, dict | list) and value and (not path or rng.random() < 0.8):
        key = any_of(rng, value) if isinstance(value, dict) else int(rng.integers(len(value)))
        path.append(key)
        value = value[key]
    return path


def any_changes(rng: np.random.Generator, value: Any) -> list[Any]:
    """Changes of a nested value: a way to each, and what to put there; nothing means: take it away."""
    changes = []
    for _ in range(int(any_of(rng, (1, 1, 1, 2, 4)))):
        path = any_path(rng, value)
        if path:
            changes.append([path, any_of(rng, ("remove", "put", "put", "put", "nudge")), int(rng.integers(len(ODD)))])
    return changes


def changed(value: Any, changes: list[Any]) -> Any:
    """A nested value after some changes; a way that is no longer there is passed over."""
    value = json.loads(json.dumps(value))
    for path, kind, number in changes:
        with contextlib.suppress(KeyError, IndexError, TypeError):
            inner = value
            for key in path[:-1]:
                inner = inner[key]
            if kind == "remove":
                del inner[path[-1]]
            elif kind == "nudge" and isinstance(inner[path[-1]], int | float):
                inner[path[-1]] += number - 5
            else:
                inner[path[-1]] = ODD[number]
    return value


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        yield Path(folder)


# ---- saves -----------------------------------------------------------------------------------------------------------


class Saves(Campaign):
    """Saved games with bytes, records or headers changed, most of them under a checksum that is right."""

    name = "saves"
    promise = "a damaged or forged save is refused, or is a possible position"
    lists = ("changes",)
    counts = ("plies",)

    def make(self, rng: np.random.Generator) -> Case:
        config = handy_configuration(rng)
        case: Case = {"config": config, "seed": seed_of(rng), "plies": int(rng.integers(0, 400))}
        case["way"] = any_of(rng, ("file", "record", "record", "header", "header"))
        if case["way"] == "header":
            header = _header(played(config, 0, 0).to_bytes())[0]
            return {**case, "changes": any_changes(rng, header)}
        return {**case, "changes": any_damage(rng, 17_000)}

    def run(self, case: Case) -> str:
        saved = _forged(played(case["config"], case["seed"], case["plies"]).to_bytes(), case)
        with scratch() as folder:
            (folder / "game").write_bytes(saved)
            try:
                env = GameEnv.load(folder / "game")
            except SaveError as error:
                return _refusal(error)
        check(env.game, env.config)
        play_on(env, case["seed"], 50)
        check(env.game, env.config)
        return "taken"


def _header(data: bytes) -> tuple[dict[str, Any], bytes]:
    start = len(MAGIC) + 4
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    return json.loads(data[start : start + length]), data[start + length : -CHECKSUM]


def _forged(data: bytes, case: Case) -> bytes:
    """A save with its changes, sealed again unless the file itself was damaged."""
    if case["way"] == "file":
        return damaged(data, case["changes"])
    header, payload = _header(data)
    if case["way"] == "header":
        header = changed(header, case["changes"])
    else:
        payload = damaged(payload, case["changes"])
    text = json.dumps(header, sort_keys=True).encode()
    return sealed(MAGIC + len(text).to_bytes(4, "little") + text + payload)


def _refusal(error: Exception) -> str:
    """A refusal must be one line that says something."""
    words = str(error)
    if not words.strip() or "\n" in words or not words.isprintable() or len(words) > 2000:
        raise Broken(f"a refusal that cannot be shown: {words[:300]!r}")
    return "refused"


# ---- content ---------------------------------------------------------------------------------------------------------

OTHER_NUMBERS = ("-1", "0", "1", "2", "3", "7", "24", "99", "1000", "9223372036854775808", "1e9", "nan", "true", '"x"')


class Contents(Campaign):
    """Folders of content with lines changed; what is accepted is played by the checker."""

    name = "content"
    promise = "content is refused by name, or a game with it keeps every invariant"
    seconds = 240.0
    lists = ("edits",)

    def make(self, rng: np.random.Generator) -> Case:
        file = any_of(rng, tuple(dict.fromkeys(deck.file for deck in DECKS)))
        lines = (content.OURS / file).read_text("utf-8").splitlines()
        edits = []
        for _ in range(int(any_of(rng, (1, 1, 2, 4)))):
            at = int(rng.integers(len(lines)))
            kind = any_of(rng, ("number", "number", "number", "word", "remove", "repeat", "garble"))
            edits.append([kind, at, int(rng.integers(2**31))])
        return {"file": file, "edits": edits, "config": any_configuration(rng), "seed": seed_of(rng)}

    def run(self, case: Case) -> str:
        with scratch() as folder:
            lines = (content.OURS / case["file"]).read_text("utf-8").splitlines()
            (folder / case["file"]).write_text("\n".join(_edited(lines, case["edits"])) + "\n", "utf-8")
            try:
                config = GameConfig.from_dict({**case["config"], "content": str(folder)})
                env = played(config.to_dict(), case["seed"], 0)
            except ValueError as error:
                return _refusal(error)
            rng = np.random.default_rng(case["seed"])
            for step in range(1500):
                if not env.agents or any(env.terminations.values()):
                    break
                env.step(legal_action(env, rng))
                if step % 50 == 0:
                    check(env.game, env.config)
            check(env.game, env.config)
        return "played"


def _edited(lines: list[str], edits: list[Any]) -> list[str]:
    lines = list(lines)
    for kind, at, number in edits:
        line = lines[at % len(lines)]
        key, equals, _ = line.partition("=")
        if kind == "remove":
            line = ""
        elif kind == "repeat":
            line = f"{line}\n{line}"
        elif kind == "garble":
            line = line[: number % (len(line) + 1)]
        elif kind == "number" and equals:
            line = f"{key}= {OTHER_NUMBERS[number % len(OTHER_NUMBERS)]}"
        elif kind == "word" and equals:
            others = [other.partition("=")[2] for other in lines if other.startswith(key + "=")]
            line = f"{key}={others[number % len(others)]}" if others else line
        lines[at % len(lines)] = line
    return lines


# ---- results and ladders ---------------------------------------------------------------------------------------------


class Results(Campaign):
    """result.json and ladder files, damaged as text or changed as values, and looked at with `exodus arena`."""

    name = "result files"
    promise = "a file of results is shown or refused in one line, without control characters"
    lists = ("changes",)

    def make(self, rng: np.random.Generator) -> Case:
        case: Case = {"which": any_of(rng, ("result.json", "ladder.json")), "way": any_of(rng, ("bytes", "values"))}
        whole = json.loads(_results()[case["which"]])
        drawn = any_damage(rng, 2000) if case["way"] == "bytes" else any_changes(rng, whole)
        return {**case, "changes": drawn}

    def run(self, case: Case) -> str:
        data = _results()[case["which"]]
        if case["way"] == "bytes":
            data = damaged(data, case["changes"])
        else:
            data = json.dumps(changed(json.loads(data), case["changes"])).encode()
        with scratch() as folder:
            for name, whole in _results().items():
                (folder / name).write_bytes(whole)
            (folder / "changed.json").write_bytes(data)
            if case["which"] == "ladder.json":
                arguments = ["arena", "--ladder", str(folder / "changed.json")]
            else:
                arguments = ["arena", "--compare", str(folder / "changed.json"), str(folder / "result.json")]
            return _shown(arguments)


def _shown(arguments: list[str]) -> str:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(arguments)
    said = out.getvalue() + err.getvalue()
    if not said.replace("\n", "").isprintable():
        raise Broken(f"control characters were printed: {said[:300]!r}")
    if status == USER_ERROR and len(err.getvalue().splitlines()) == 1:
        return "refused"
    if status != 0:
        raise Broken(f"status {status}: {err.getvalue()[-500:]}")
    return "shown"


@cache
def _results() -> dict[str, bytes]:
    """The files of a few games."""
    with scratch() as folder, contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        players = ["--players", "random,greedy", "--turns", "1", "--games", "4", "--workers", "1"]
        status = main(["arena", *players, "--out", str(folder), "--ladder", str(folder / "ladder.json")])
        if status != 0:
            raise Broken(f"the arena ended with status {status}")
        return {name: (folder / name).read_bytes() for name in ("result.json", "ladder.json")}


# ---- policies --------------------------------------------------------------------------------------------------------


class Policies(Campaign):
    """Folders of policies with changed descriptions and weights, most of them under a hash that is right."""

    name = "policies"
    promise = "a policy is refused in words, or plays legal actions"
    lists = ("changes",)

    def make(self, rng: np.random.Generator) -> Case:
        way = any_of(rng, ("description", "description", "network", "weights", "header"))
        described = json.loads((_policy() / "policy.json").read_text("utf-8"))
        if way == "description":
            return {"way": way, "changes": any_changes(rng, described)}
        if way == "network":
            return {"way": way, "changes": any_changes(rng, described["network"])}
        return {"way": way, "changes": any_damage(rng, 4000 if way == "header" else 500_000)}

    def run(self, case: Case) -> str:
        from exodus_env.players import PlayerError, make_player
        from exodus_env.policies.checkpoint import PolicyError

        env = played({"players": 2, "scenario": "event_horizon"}, 5, 20)
        with scratch() as folder:
            policy = folder / "policy"
            shutil.copytree(_policy(), policy)
            _forge_policy(policy, case)
            try:
                player = make_player(f"policy:{policy}")
                player.start(env.rules)
            except (PlayerError, PolicyError) as error:
                return _refusal(error)
            from exodus_env.kit.players import ask

            ask(player, env.unwrapped._batch, 7)
        return "plays"


def _forge_policy(folder: Path, case: Case) -> None:
    path = folder / "policy.json"
    table = json.loads(path.read_text("utf-8"))
    if case["way"] in ("description", "network"):
        part = changed(table if case["way"] == "description" else table["network"], case["changes"])
        table = part if case["way"] == "description" else {**table, "network": part}
    else:
        weights = folder / table["weights"]
        data = damaged(weights.read_bytes(), case["changes"])
        weights.write_bytes(data)
        table["sha256"] = hashlib.sha256(data).hexdigest()
    path.write_text(json.dumps(table), "utf-8")


@cache
def _policy() -> Path:
    """A policy with random weights for Event Horizon with two players, kept until the process ends."""
    import torch

    from exodus_env.policies.checkpoint import save_policy
    from exodus_env.policies.description import checked_description
    from exodus_env.policies.network import build_network

    folder = Path(tempfile.mkdtemp(prefix="exodus-soak-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    torch.manual_seed(0)
    rules = played({"players": 2, "scenario": "event_horizon"}, 5, 0).rules
    description = checked_description({"kind": "board", "width": 64, "layers": 2, "tokens": 16})
    network = build_network(description, rules)
    save_policy(folder, rules, description, network.state_dict(), {"seed": 0, "command": "soak", "hours": 0.0})
    return folder
