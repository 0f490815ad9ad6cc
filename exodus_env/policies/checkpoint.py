"""A policy on disk: a folder with `policy.json`, which describes it, and the weights it names.

Weights are safetensors, so nothing in a folder is ever executed. They are written first, under a name derived from
their own hash; then `policy.json` is replaced in one step. So a folder always holds a complete policy, whatever happens
while it is being written.
"""

from __future__ import annotations

import hashlib
import json
import re
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from exodus_env import __version__
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.files import FileProblem, read_file, write_file
from exodus_env.kit.plain import parse_plain, shown
from exodus_env.kit.text import printable
from exodus_env.policies.compiled import CompiledNetwork, Evaluator, is_compiled, weight_shapes
from exodus_env.policies.description import checked_description
from exodus_env.policies.tensors import Shape, TensorProblem, load_weights, shapes_of

FORMAT: Final = 1
DESCRIPTION: Final = "policy.json"
LAYOUTS: Final = ("observations", "actions")  # hashes that must match for a policy to play
LARGEST_DESCRIPTION: Final = 1 << 20
LARGEST_WEIGHTS: Final = 1 << 28
ENDING: Final = ".safetensors"
EXTRA: Final = 'pip install "exodus-env[train]"'


class PolicyError(ValueError):
    """A policy that cannot be used, and why."""


@dataclass(frozen=True)
class PolicyFile:
    """The contents of `policy.json`."""

    game: str  # name and version of the environment
    config: dict[str, Any]  # the configuration in which it was trained
    fingerprint: dict[str, str]  # hashes of layouts, content and rules
    network: dict[str, Any]
    weights: str  # file name
    sha256: str  # of the weights
    about: dict[str, Any] = field(default_factory=dict)  # seed, command, hours, figures: for people
    package: str = __version__
    format: int = FORMAT


def save_policy(
    folder: Path, rules: Definition, network: dict[str, Any], weights: dict[str, Any], about: dict[str, Any]
) -> None:
    """Write a policy to a folder, replacing the one that is there."""
    from safetensors.torch import save

    folder.mkdir(parents=True, exist_ok=True)
    data = save({name: tensor.detach().cpu().contiguous() for name, tensor in weights.items()})
    digest = hashlib.sha256(data).hexdigest()
    name = f"weights-{digest[:12]}{ENDING}"
    file = PolicyFile(rules.name, rules.config.to_dict(), rules.fingerprint(), network, name, digest, about)
    write_file(folder / file.weights, data)
    text = json.dumps(asdict(file), indent=1, sort_keys=True, allow_nan=False)
    write_file(folder / DESCRIPTION, f"{text}\n".encode())
    for old in folder.glob(f"weights-*{ENDING}"):
        if old.name != file.weights:
            old.unlink()


def read_policy(folder: Path) -> PolicyFile:
    """What a folder says about its policy; raises PolicyError if it makes no sense."""
    path = folder / DESCRIPTION
    table = _read_table(path)
    found = table.get("format")
    if found != FORMAT:
        newer = isinstance(found, int) and found > FORMAT
        hint = "; a newer version of exodus-env wrote it" if newer else ""
        raise PolicyError(f"{path} has format {shown(found)}; this version reads format {FORMAT}{hint}")
    kinds: dict[str, type] = dict.fromkeys(("game", "weights", "sha256", "package"), str)
    kinds |= dict.fromkeys(("config", "fingerprint", "network", "about"), dict)
    for name, kind in kinds.items():
        if not isinstance(table.get(name), kind):
            expected = "a text" if kind is str else "a table"
            raise PolicyError(f"{path} is damaged: {name} must be {expected}, found {shown(table.get(name))}")
    if unknown := sorted(set(table) - set(kinds) - {"format"}):
        raise PolicyError(f"{path} is damaged: unknown {', '.join(map(shown, unknown[:5]))}")
    weights = table["weights"]
    if Path(weights).name != weights or not weights.isprintable() or not weights.endswith(ENDING):
        raise PolicyError(f"{path} names weights outside its folder, or with an unexpected name: {shown(weights)}")
    if re.fullmatch(r"[0-9a-f]{64}", table["sha256"]) is None:
        raise PolicyError(f"{path} is damaged: sha256 must be 64 hexadecimal digits, found {shown(table['sha256'])}")
    return PolicyFile(**table)


def check_layout(file: PolicyFile, rules: Definition, folder: Path) -> None:
    """Raise PolicyError if a policy was made for other observations or actions."""
    expected = rules.fingerprint()
    for name in LAYOUTS:
        found = file.fingerprint.get(name)
        if found != expected[name]:
            raise PolicyError(
                f"{folder / DESCRIPTION} is a policy for another layout: the {name} of this game "
                f"({_game(rules.name, rules.config.to_dict())}) have hash {expected[name]}, those of the policy "
                f"({_game(file.game, file.config)}) {shown(found)}"
            )


def check_content(file: PolicyFile, rules: Definition, folder: Path) -> None:
    """Refuse a policy that identifies cards by number and was trained with other cards; warn about one that does
    not."""
    expected, found = rules.fingerprint().get("content"), file.fingerprint.get("content")
    if found == expected:
        return
    other = (
        f"{folder / DESCRIPTION} is a policy for other content: it was trained with {_content(file.config)}, hash "
        f"{shown(found)}, and this game has {_content(rules.config.to_dict())}, hash {expected}"
    )
    if file.network.get("card_identity", True):
        raise PolicyError(
            f"{other}; it identifies cards by number and would confuse them (a network with card_identity = false "
            "knows cards only by what they do, and plays with any)"
        )
    warnings.warn(other, stacklevel=2)


ReadWeights = Callable[[dict[str, Shape]], dict[str, Array]]  # weights of a network with these shapes


def load_evaluator(folder: Path, file: PolicyFile, rules: Definition, read: ReadWeights | None = None) -> Evaluator:
    """The network of a policy with its weights, ready to play a game, without PyTorch if its kind is compiled.

    `read` is for weights that stand somewhere else than in a file of safetensors.
    """
    description = _description(folder, file)
    if is_compiled(description):
        check_made_for(file, rules, folder)
        weights = (read or _reader(folder, file))(weight_shapes(description, rules))
        return CompiledNetwork(description, weights, rules)
    network = load_network(folder, file, rules, read)
    import torch

    from exodus_env.policies.network import TorchNetwork

    torch.set_num_threads(1)  # the arena plays in one process per core
    return TorchNetwork(network)


def _reader(folder: Path, file: PolicyFile) -> ReadWeights:
    need("safetensors")
    return partial(read_weights, folder / file.weights, file.sha256)


def need(*modules: str) -> None:
    """Say how to install what a policy needs, if it is missing."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise PolicyError(f"a learned policy needs {' and '.join(missing)}: {EXTRA}")


def check_made_for(file: PolicyFile, rules: Definition, folder: Path) -> None:
    """Raise PolicyError if a policy was made for another game, or for cards that it would confuse with others."""
    check_layout(file, rules, folder)
    check_content(file, rules, folder)


def _description(folder: Path, file: PolicyFile) -> dict[str, Any]:
    try:
        return checked_description(file.network)
    except ValueError as error:
        raise PolicyError(f"{folder / DESCRIPTION} describes no network of this version: {error}") from None


def load_network(folder: Path, file: PolicyFile, rules: Definition, read: ReadWeights | None = None) -> Any:
    """The network of a policy with its weights, in PyTorch."""
    need("torch", "safetensors")
    import torch

    check_made_for(file, rules, folder)
    network = network_without_weights(folder, file, rules)
    weights = (read or _reader(folder, file))(shapes_of(network))
    whole = {name: torch.from_numpy(array).to(torch.float32, copy=True) for name, array in weights.items()}
    network.load_state_dict(whole, assign=True)
    return network.eval()


def network_without_weights(folder: Path, file: PolicyFile, rules: Definition) -> Any:
    """The network that a policy describes, for a game."""
    need("torch", "safetensors")
    from exodus_env.policies.network import blank_network

    try:
        return blank_network(_description(folder, file), rules)
    except ValueError as error:
        raise PolicyError(f"{folder / DESCRIPTION} describes no network of this version: {error}") from None


def read_weights(path: Path, sha256: str, expected: dict[str, Shape] | None = None) -> dict[str, Array]:
    """The weights in a file whose hash is known; with `expected`, only weights with these names and shapes."""
    data = _read_bytes(path, LARGEST_WEIGHTS)
    digest = hashlib.sha256(data).hexdigest()
    if digest != sha256:
        raise PolicyError(f"{path} is damaged: its sha256 must be {sha256[:12]}..., found {digest[:12]}...")
    try:
        return load_weights(data, expected)
    except TensorProblem as error:
        raise PolicyError(f"{path} cannot be used: {error}") from None


def _read_table(path: Path) -> dict[str, Any]:
    data = _read_bytes(path, LARGEST_DESCRIPTION)
    try:
        table = parse_plain(data)
    except ValueError:
        raise PolicyError(f"{path} is damaged: it is not JSON") from None
    if not isinstance(table, dict):
        raise PolicyError(f"{path} is damaged: it must be a table, found {shown(table)}")
    return table


def _read_bytes(path: Path, most: int) -> bytes:
    try:
        return read_file(path, most)
    except FileNotFoundError:
        hint = f"; a policy is a folder with {DESCRIPTION} and its weights" if path.name == DESCRIPTION else ""
        raise PolicyError(f"{path} does not exist{hint}") from None
    except FileProblem as error:
        raise PolicyError(str(error)) from None
    except OSError as error:
        raise PolicyError(f"{path} cannot be read ({error.strerror})") from None


def _game(name: str, config: dict[str, Any]) -> str:
    """A game in a few words; these may come from a file."""
    modules = config.get("modules") or []
    listed = modules if isinstance(modules, list) else [modules]
    with_modules = f", {' '.join(str(module)[:10] for module in listed[:20])}" if listed else ""
    return printable(f"{name[:40]}, {str(config.get('players'))[:10]} players{with_modules}")


def _content(config: dict[str, Any]) -> str:
    """The name of a content; it may come from a file."""
    folder = config.get("content")
    return "the content of the package" if folder is None else printable(f"the content of {str(folder)[:200]}")
