"""Files of tensors, read without trusting them. Safetensors list every name, type and shape in a header, so that the
contents of a file are known before anything is loaded or built for it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Array
from exodus_env.kit.plain import parse_plain, shown
from exodus_env.kit.text import printable

LARGEST_HEADER: Final = 1 << 24
NUMPY: Final = {"F16": "<f2", "F32": "<f4", "F64": "<f8"}
FLOATS: Final = (*NUMPY, "BF16")
TYPES: Final = (*FLOATS, "I64", "I32", "I16", "I8", "U8", "BOOL")
METADATA: Final = "__metadata__"
LARGEST_SIDE: Final = 1 << 40

Shape = tuple[int, ...]


class TensorProblem(ValueError):
    """Tensors that cannot be used, and why."""


def read_header(data: bytes) -> tuple[dict[str, tuple[str, Shape]], dict[str, str]]:
    """The type and shape of every tensor, and the texts stored with them."""
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(LARGEST_HEADER, len(data) - 8):
        raise TensorProblem("it is not a safetensors file: its header is cut off")
    try:
        header = parse_plain(data[8 : 8 + length])
    except ValueError:
        raise TensorProblem("it is not a safetensors file: its header cannot be read") from None
    if not isinstance(header, dict):
        raise TensorProblem("it is not a safetensors file: its header is not a table")
    texts = header.pop(METADATA, {})
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise TensorProblem("the texts in its header are damaged")
    return {name: _kind(name, entry) for name, entry in header.items()}, texts


def _kind(name: str, entry: Any) -> tuple[str, Shape]:
    kind, shape = (entry.get("dtype"), entry.get("shape")) if isinstance(entry, dict) else (None, None)
    if kind not in TYPES or not isinstance(shape, list):
        raise TensorProblem(f"tensor {shown(name)} has an unknown type or shape")
    if len(shape) > 8 or not all(type(side) is int and 0 <= side <= LARGEST_SIDE for side in shape):
        raise TensorProblem(f"tensor {shown(name)} has the impossible shape {shown(shape)}")
    return kind, tuple(shape)


def load_tensors(data: bytes) -> dict[str, Any]:
    """The tensors of a safetensors file."""
    from safetensors import SafetensorError
    from safetensors.torch import load

    read_header(data)  # so that only types and shapes we know are created
    try:
        tensors: dict[str, Any] = load(data)
    except (SafetensorError, ValueError, TypeError, RuntimeError, LookupError) as error:
        raise TensorProblem(f"it is not a safetensors file: {error}") from None
    return tensors


def load_weights(data: bytes, expected: dict[str, Shape] | None = None) -> dict[str, Array]:
    """Weights of a network, all of them finite numbers; with `expected`, only weights with these names and shapes.

    They are returned as arrays, since a network in compiled code needs no PyTorch. Types that NumPy does not have
    become float32.
    """
    from safetensors import SafetensorError, deserialize

    header = read_header(data)[0]
    if expected is not None:
        check_shapes(expected, {name: shape for name, (_, shape) in header.items()})
    for name, (kind, _) in header.items():
        if kind not in FLOATS:
            raise TensorProblem(f"{shown(name)} holds {kind}, which cannot be weights")
    try:
        found = dict(deserialize(data))  # type: ignore[no-untyped-call]
    except (SafetensorError, ValueError, TypeError) as error:
        raise TensorProblem(f"it is not a safetensors file: {error}") from None
    weights = {name: _as_array(*header[name], found[name]["data"]) for name in header}
    for name, array in weights.items():
        if not np.isfinite(array).all():
            raise TensorProblem(f"it holds a value that is not a number, in {printable(name[:60])}")
    return weights


def _as_array(kind: str, shape: Shape, data: bytes) -> Array:
    if kind == "BF16":  # the upper half of a float32
        return (np.frombuffer(data, dtype="<u2").astype(np.uint32) << 16).view(np.float32).reshape(shape)
    return np.frombuffer(data, dtype=NUMPY[kind]).reshape(shape).copy()


def shapes_of(network: Any) -> dict[str, Shape]:
    """The shape of every weight of a network."""
    return {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}


def check_shapes(expected: dict[str, Shape], found: dict[str, Shape]) -> None:
    """Raise TensorProblem if the weights in a file are not those of a network."""
    for name in sorted({*expected, *found}):
        if expected.get(name) != found.get(name):
            raise TensorProblem(
                f"it does not fit its network: {printable(name[:60])} must have shape {expected.get(name)}, "
                f"found {found.get(name)}"
            )
