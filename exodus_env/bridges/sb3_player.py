"""The player `sb3:<file>`: a model of Stable-Baselines3 as its `save` writes it.

A model file holds pickles, and unpickling runs whatever code its author put there. So only the policy's tensors are
read, by a loader that takes nothing else, and the network is built here from their shapes: an `MlpPolicy` of any size
from MaskablePPO, PPO, A2C or DQN, or one of the policies of `exodus_env.bridges.sb3`. The activation is what the file
says in words, or `?activation=relu`. `?sample=true` draws actions instead of taking the likeliest.

Another network needs the code that comes with it: `?trust=true` has Stable-Baselines3 load the whole file and runs
what is in it, so it is for your own files only; `?trust=true&algorithm=DQN` where it is not a MaskablePPO.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import torch
from torch import nn

from exodus_env.kit.definition import Definition
from exodus_env.policies.checkpoint import PolicyError
from exodus_env.policies.compiled import Evaluator
from exodus_env.policies.network import TorchNetwork
from exodus_env.policies.player import PolicyPlayer

LARGEST: Final = 2**30  # bytes of the policy's tensors
LARGEST_DATA: Final = 2**26  # of what the file says about itself
OPTIONS: Final = ("activation", "algorithm", "sample", "trust")
ACTIVATIONS: Final[dict[str, type[nn.Module]]] = {
    "tanh": nn.Tanh,
    "relu": nn.ReLU,
    "elu": nn.ELU,
    "leakyrelu": nn.LeakyReLU,
    "gelu": nn.GELU,
    "silu": nn.SiLU,
}
ALGORITHMS: Final = {
    "MaskablePPO": "sb3_contrib",
    "PPO": "stable_baselines3",
    "A2C": "stable_baselines3",
    "DQN": "stable_baselines3",
    "LegalDQN": "exodus_env.bridges.sb3",
}
TRUST: Final = "with ?trust=true the whole file is loaded, which runs the code in it"
LAYER: Final = re.compile(r"(\d+)\.weight")


def sb3(argument: str | None) -> Sb3Player:
    """The player of `sb3:argument`, with one thread: the arena plays in a process for each core."""
    place, _, rest = (argument or "").partition("?")
    options = _options(rest)
    path = Path(place)
    if not path.is_file():
        raise PolicyError(f"{place or 'sb3'} is not there; sb3:<file> names what `model.save` has written")
    torch.set_num_threads(1)
    return Sb3Player(f"sb3:{argument}", path, options)


def _options(rest: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in rest.split("&") if rest else ():
        name, _, value = part.partition("=")
        if name not in OPTIONS or name in options:
            raise PolicyError(f"sb3:<file>?{rest}: options are {', '.join(OPTIONS)}, each once, as name=value")
        options[name] = value
    for name in ("sample", "trust"):
        if options.get(name, "true") not in ("true", "false"):
            raise PolicyError(f"sb3:<file>?{rest}: {name} is true or false")
    if options.get("activation", "tanh") not in ACTIVATIONS:
        raise PolicyError(f"sb3:<file>?{rest}: activation is one of {', '.join(ACTIVATIONS)}")
    if options.get("algorithm", "PPO") not in ALGORITHMS:
        raise PolicyError(f"sb3:<file>?{rest}: algorithm is one of {', '.join(ALGORITHMS)}")
    if "algorithm" in options and options.get("trust") != "true":
        raise PolicyError(f"sb3:<file>?{rest}: algorithm goes with trust=true; without it the tensors say what it is")
    return options


class Sb3Player(PolicyPlayer):
    """Plays by the network of a model file."""

    def __init__(self, name: str, path: Path, options: Mapping[str, str]) -> None:
        super().__init__(name, path, options.get("sample") == "true")
        self.options = dict(options)

    def network_for(self, rules: Definition) -> Evaluator:
        """The network for a game, loaded once; refuses one that was made for another."""
        key = (rules.observations.hash, rules.actions.hash)
        if key not in self._networks:
            trusted = self.options.get("trust") == "true"
            made = _trusted(self.folder, self.options) if trusted else _built(self.folder, self.options)
            self._networks[key] = TorchNetwork(_checked(self.folder, made, rules).eval())
        return self._networks[key]


class Scores(nn.Module):
    """Scores of actions and a value from rows, with the mask behind them where a network reads it."""

    inputs: int
    outputs: int

    def score(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Of rows as the network takes them."""
        raise NotImplementedError

    def forward(self, rows: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Of observations and masks."""
        if self.inputs > rows.shape[1]:
            rows = torch.cat([rows, legal.to(rows.dtype)], dim=1)
        return self.score(rows)


def _checked(path: Path, made: Scores, rules: Definition) -> Scores:
    seen, actions = rules.observations.size, rules.actions.size
    if made.outputs != actions or made.inputs not in (seen, seen + actions):
        raise PolicyError(
            f"{path} takes {made.inputs} numbers and knows {made.outputs} actions; {rules.name} in this configuration "
            f"has {seen} (with the mask {seen + actions}) and {actions}"
        )
    return made


# ---- from tensors alone ----------------------------------------------------------------------------------------------


class Layers(Scores):
    """An `MlpPolicy`: layers to the scores of actions, and others to a value; DQN has the values of actions alone."""

    def __init__(self, actor: nn.Sequential, critic: nn.Sequential | None) -> None:
        super().__init__()
        self.actor = actor
        self.critic = critic
        self.inputs, self.outputs = int(actor[0].in_features), int(actor[-1].out_features)  # type: ignore[arg-type]

    def score(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of actions and a value."""
        scores: torch.Tensor = self.actor(rows)
        return scores, scores.amax(1) if self.critic is None else self.critic(rows)[:, 0]


def _built(path: Path, options: Mapping[str, str]) -> Layers:
    """The network of a file, from shapes and numbers; nothing in the file is run."""
    try:
        with zipfile.ZipFile(path) as file:
            weights = _part(file, "policy.pth", LARGEST)
            told = json.loads(_part(file, "data", LARGEST_DATA))
        with zipfile.ZipFile(io.BytesIO(weights)) as inner:  # torch writes tensors as a zip, too
            if sum(part.file_size for part in inner.infolist()) > LARGEST:
                raise PolicyError(f"{path}: policy.pth unpacks to more than {LARGEST:,} bytes")
        tensors = torch.load(io.BytesIO(weights), "cpu", weights_only=True)
    except PolicyError:
        raise
    except Exception as error:  # zipfile, json and torch each raise what they like about a damaged file
        what = f"{path} is not a model of Stable-Baselines3 whose tensors can be read"
        raise PolicyError(f"{what}: {type(error).__name__}; policy.pth may hold tensors only") from None
    if not isinstance(tensors, dict) or not all(isinstance(t, torch.Tensor) for t in tensors.values()):
        raise PolicyError(f"{path} holds something else than tensors; {TRUST}")
    valued = any(name.startswith("q_net.q_net.") for name in tensors)
    activation = _activation(path, told, options, "relu" if valued else "tanh")
    try:
        if valued:
            made = Layers(_stack(tensors, ("q_net.q_net.",), activation), None)
            known: tuple[str, ...] = ("q_net.q_net.", "q_net_target.q_net.")
        else:
            actor = _stack(tensors, ("mlp_extractor.policy_net.", "action_net."), activation)
            made = Layers(actor, _stack(tensors, ("mlp_extractor.value_net.", "value_net."), activation))
            known = ("mlp_extractor.policy_net.", "mlp_extractor.value_net.", "action_net.", "value_net.")
    except (KeyError, ValueError, RuntimeError) as error:
        raise PolicyError(f"{path} holds no MlpPolicy ({str(error).strip():.200}); {TRUST}") from None
    if others := [name for name in tensors if not name.startswith(known)]:
        raise PolicyError(f"{path} is no MlpPolicy: it also holds {others[0]!s:.80}; {TRUST}")
    return made


def _part(file: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of a model, no larger than it may be, whatever its header says."""
    if name not in file.namelist():
        raise PolicyError(f"{file.filename} has no {name}: it is not a model of Stable-Baselines3")
    with file.open(name) as part:
        data = part.read(most + 1)
    if len(data) > most:
        raise PolicyError(f"{file.filename}: {name} is larger than {most:,} bytes")
    return data


def _activation(path: Path, told: Any, options: Mapping[str, str], usual: str) -> type[nn.Module]:
    """What stands between layers: as chosen, as the file says in words, or the usual one."""
    if "activation" in options:
        return ACTIVATIONS[options["activation"]]
    keywords = told.get("policy_kwargs") if isinstance(told, dict) else None
    words = keywords.get("activation_fn") if isinstance(keywords, dict) else None
    if words is None:
        return ACTIVATIONS[usual]
    found = re.fullmatch(r"<class 'torch\.nn\.modules\.activation\.(\w+)'>", str(words))
    name = found.group(1).lower() if found else ""
    if name not in ACTIVATIONS:
        raise PolicyError(f"{path} has the activation {str(words)!r:.80}, none of {', '.join(ACTIVATIONS)}; {TRUST}")
    return ACTIVATIONS[name]


def _stack(
    tensors: Mapping[str, torch.Tensor], prefixes: tuple[str, ...], activation: type[nn.Module]
) -> nn.Sequential:
    """Linear layers with activations between them, filled; raises where tensors do not fit each other."""
    layers: list[nn.Module] = []
    for prefix in prefixes:
        for stem in _stems(tensors, prefix):
            weight, bias = tensors[f"{stem}weight"], tensors[f"{stem}bias"]
            if weight.ndim != 2 or bias.shape != weight.shape[:1] or not weight.is_floating_point():
                raise ValueError(f"{stem}weight has the shape {tuple(weight.shape)}")
            linear = nn.Linear(weight.shape[1], weight.shape[0])
            linear.load_state_dict({"weight": weight, "bias": bias})
            layers += [activation(), linear] if layers else [linear]
    for before, after in zip(layers[::2], layers[2::2], strict=False):
        if before.out_features != after.in_features:
            raise ValueError(
                f"a layer of {before.out_features} outputs stands before one of {after.in_features} inputs"
            )
    return nn.Sequential(*layers)


def _stems(tensors: Mapping[str, torch.Tensor], prefix: str) -> list[str]:
    """The names of layers without "weight", in order: those of a sequence are numbered, a single one is not."""
    if f"{prefix}weight" in tensors:
        return [prefix]
    numbers = [LAYER.fullmatch(str(name).removeprefix(prefix)) for name in tensors if str(name).startswith(prefix)]
    return [f"{prefix}{number}." for number in sorted(int(found.group(1)) for found in numbers if found)]


# ---- with the code in the file ---------------------------------------------------------------------------------------


class Trusted(Scores):
    """A policy as Stable-Baselines3 loads it."""

    def __init__(self, policy: Any) -> None:
        super().__init__()
        self.policy = policy
        self.inputs, self.outputs = int(policy.observation_space.shape[0]), int(policy.action_space.n)

    def score(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of actions and a value."""
        if hasattr(self.policy, "q_net"):
            scores = self.policy.q_net(rows)
            return scores, scores.amax(1)
        return self.policy.get_distribution(rows).distribution.logits, self.policy.predict_values(rows)[:, 0]


def _trusted(path: Path, options: Mapping[str, str]) -> Trusted:
    name = options.get("algorithm", "MaskablePPO")
    try:
        model = getattr(import_module(ALGORITHMS[name]), name).load(path, device="cpu")
    except ImportError as error:
        raise PolicyError(f"{path} needs the extra `train`: {error}") from None
    return Trusted(model.policy)
