"""The player `rllib:<checkpoint>`: a module of RLlib as its `save_to_path` writes it.

A checkpoint holds pickles, and unpickling runs whatever code its author put there. So only the state of a module is
read, by an unpickler that takes tables and arrays of numbers and nothing else, without Ray. It must be a
`NetworkModule` of exodus_env.bridges.rllib, whose state says for which game and which network its weights are.

`rllib:runs/mine/checkpoints/0000100` plays with the module `learner`, `?module=NAME` with another; `&sample=true` draws
actions instead of taking the likeliest.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.files import FileProblem, read_file
from exodus_env.kit.plain import parse_plain
from exodus_env.policies.checkpoint import LARGEST_WEIGHTS, PolicyError, PolicyFile, load_evaluator
from exodus_env.policies.compiled import Evaluator
from exodus_env.policies.player import PolicyPlayer
from exodus_env.policies.tensors import Shape, TensorProblem, check_shapes

MODULES: Final = Path("learner_group", "learner", "rl_module")  # in the checkpoint of an algorithm
STATE: Final = "module_state.pkl"
ABOUT: Final = "about"  # the buffer that says what weights are for
NETWORK: Final = "network."  # before the names of its weights
OPTIONS: Final = ("module", "sample")
NUMBERS: Final = ("f2", "f4", "f8", "u1", "i8")
CODE: Final = "only tables and arrays of numbers are read, and no code is run"


def rllib(argument: str | None) -> RllibPlayer:
    """The player of `rllib:argument`."""
    place, _, rest = (argument or "").partition("?")
    options: dict[str, str] = {}
    for part in rest.split("&") if rest else ():
        name, _, value = part.partition("=")
        if name not in OPTIONS or name in options:
            raise PolicyError(f"rllib:<checkpoint>?{rest}: options are {', '.join(OPTIONS)}, each once, as name=value")
        options[name] = value
    if options.get("sample", "true") not in ("true", "false"):
        raise PolicyError(f"rllib:<checkpoint>?{rest}: sample is true or false")
    module = options.get("module", "learner")
    if not module.isprintable() or Path(module).name != module:
        raise PolicyError(f"rllib:<checkpoint>?{rest}: module is the name of one")
    path = Path(place) / MODULES / module / STATE
    if not path.is_file():
        raise PolicyError(f"{path} is not there; rllib:<checkpoint> names what `algorithm.save_to_path` has written")
    return RllibPlayer(f"rllib:{argument}", path, options.get("sample") == "true")


class RllibPlayer(PolicyPlayer):
    """Plays by the network of a module."""

    def network_for(self, rules: Definition) -> Evaluator:
        """The network for a game, loaded once; refuses one that was made for another."""
        key = (rules.observations.hash, rules.actions.hash)
        if key not in self._networks:
            state = read_state(self.folder)

            def weights(expected: dict[str, Shape]) -> dict[str, Array]:
                return _weights(self.folder, state, expected)

            self._networks[key] = load_evaluator(self.folder, about(self.folder, state), rules, weights)
        return self._networks[key]


def about(path: Path, state: Mapping[str, Array]) -> PolicyFile:
    """For which game and which network the weights of a state are."""
    told = state.get(ABOUT)
    table = None
    if told is not None and told.dtype == np.uint8:
        try:
            table = parse_plain(told.tobytes())
        except ValueError:
            table = None
    kinds = {"game": str, "config": dict, "fingerprint": dict, "network": dict}
    if not isinstance(table, dict) or {name: type(value) for name, value in table.items()} != kinds:
        raise PolicyError(
            f"{path} does not say what it is for: it must be a NetworkModule of exodus_env.bridges.rllib; "
            "another module plays once it is a class of yours derived from Player (module:Class)"
        )
    assert set(kinds) <= {each.name for each in fields(PolicyFile)}
    return PolicyFile(**table, weights=path.name, sha256="")


def _weights(path: Path, state: Mapping[str, Array], expected: dict[str, Shape]) -> dict[str, Array]:
    """The weights of the network, with these shapes, all of them finite."""
    found = {name.removeprefix(NETWORK): array for name, array in state.items() if name.startswith(NETWORK)}
    try:
        check_shapes(expected, {name: array.shape for name, array in found.items()})
    except TensorProblem as error:
        raise PolicyError(f"{path} cannot be used: {error}") from None
    for name, array in found.items():
        if array.dtype.kind != "f" or not np.isfinite(array).all():
            raise PolicyError(f"{path} cannot be used: {name} holds values that are not finite numbers")
    return {name: array.astype(np.float32) for name, array in found.items()}


# ---- pickles of arrays -----------------------------------------------------------------------------------------------


def read_state(path: Path) -> dict[str, Array]:
    """The arrays in a pickled table; nothing in the file is run."""
    try:
        state = _Arrays(io.BytesIO(read_file(path, LARGEST_WEIGHTS))).load()
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from None
    except FileProblem as error:
        raise PolicyError(str(error)) from None
    except OSError as error:
        raise PolicyError(f"{path} cannot be read ({error.strerror})") from None
    except Exception as error:  # pickle raises what it likes about a damaged file
        raise PolicyError(f"{path} is damaged ({type(error).__name__}); {CODE}") from None
    if not isinstance(state, dict) or not all(
        isinstance(name, str) and isinstance(array, np.ndarray) for name, array in state.items()
    ):
        raise PolicyError(f"{path} holds something else than arrays; {CODE}")
    return state


class _Kind:
    """Stands for numpy's types of numbers."""

    def __init__(self, name: Any, align: Any = False, copy: Any = True) -> None:
        if name not in NUMBERS:
            raise PolicyError(f"it holds {name!r:.40}, which are no numbers; {CODE}")
        self.name = str(name)

    def __setstate__(self, state: Any) -> None:
        if not isinstance(state, tuple) or len(state) < 2 or state[1] not in ("<", "|"):
            raise PolicyError(f"its numbers are written in another order than here; {CODE}")


def _array(data: Any, kind: Any, shape: Any, order: Any) -> Array:
    """What numpy makes of bytes."""
    if not isinstance(data, bytes | bytearray) or not isinstance(kind, _Kind) or order not in ("C", "F"):
        raise PolicyError(f"it holds an array of an unknown form; {CODE}")
    return np.frombuffer(data, f"<{kind.name}").reshape(shape, order=order)  # a view: the file may name it many times


class _Arrays(pickle.Unpickler):
    """Reads tables of arrays. In place of the few functions that numpy's pickles name, functions of our own are called;
    no other name is ever looked up."""

    def find_class(self, module: str, name: str) -> Any:
        """One of the names that are known."""
        if (module, name) == ("collections", "OrderedDict"):
            return dict
        if (module, name) == ("numpy", "dtype"):
            return _Kind
        if module in ("numpy._core.numeric", "numpy.core.numeric") and name == "_frombuffer":
            return lambda *given: _array(*given)  # another each time, since a pickle may set attributes of it
        raise PolicyError(f"it names {module}.{name:.60}, and would run it; {CODE}")
