"""Compiled kernels: one source, run compiled by Numba or as plain Python.

`@kernel` marks a function of the rules, `@entry` one that Python calls. Parameter annotations give each kernel its one
signature: `int` is a 64-bit integer, other names are declared with `declare_type`. Nothing is compiled at import:
`prepare` (or the first call of an entry) loads the entries from the cache, or compiles every kernel and says how far
it is.

EXODUS_JIT=0 runs everything uncompiled, EXODUS_BOUNDS=1 compiles with bounds checks, EXODUS_CACHE names another cache.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import pickle
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
from numba.core import serialize
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target

from exodus_env.kit import kernel_cache
from exodus_env.kit.linking import EntryCompiler, KernelCompiler, records_described_once

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = os.environ.get("EXODUS_JIT", "1") != "0" and not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
BOUNDS = os.environ.get("EXODUS_BOUNDS", "0") == "1"
OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": BOUNDS, "error_model": "numpy"}
# Kernels are called by kernels only: without the wrappers Python and C would need, compiling takes far less time.
INNER: dict[str, Any] = {
    **OPTIONS,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": KernelCompiler,
}

# Buffers that kernels fill. Their numba types stand in _types under the same names.
Mask: TypeAlias = np.ndarray[Any, Any]
Masks: TypeAlias = np.ndarray[Any, Any]
Floats: TypeAlias = np.ndarray[Any, Any]
FloatRows: TypeAlias = np.ndarray[Any, Any]
Ints: TypeAlias = np.ndarray[Any, Any]
Numbers: TypeAlias = np.ndarray[Any, Any]
Reals: TypeAlias = np.ndarray[Any, Any]
RealRows: TypeAlias = np.ndarray[Any, Any]
IntRows: TypeAlias = np.ndarray[Any, Any]

_types: dict[str, Any] = {
    "int": numba.int64,
    "bool": numba.boolean,
    "float": numba.float64,
    "Mask": numba.int8[::1],
    "Masks": numba.int8[:, ::1],
    "Floats": numba.float32[::1],
    "FloatRows": numba.float32[:, ::1],
    "Ints": numba.int64[::1],
    "Numbers": numba.int16[:],  # a row of a record, or of a field of it
    "Reals": numba.float64[::1],
    "RealRows": numba.float64[:, ::1],
    "IntRows": numba.int64[:, ::1],
}
_kernels: list[tuple[Any, Callable[..., Any]]] = []
_entries: list[Entry] = []
_prepared = not COMPILED


def declare_type(name: str, dtype: np.dtype[Any], readonly: bool = False) -> None:
    """Let kernels take a record (annotation `name`) and an array of records (annotation `name` + "Array").

    An array is readonly to kernels if no kernel writes to it: such an entry takes read-only and writable arrays alike.
    """
    record = numba.from_dtype(dtype)
    _types[name] = record
    _types[name + "Array"] = numba.types.Array(record, 1, "C", readonly=readonly)


def kernel(function: F) -> F:
    """A function of the rules, compiled with the one signature its annotations give."""
    if not COMPILED:
        return function
    dispatcher = numba.njit(**INNER)(function)
    _kernels.append((dispatcher, function))
    return dispatcher  # type: ignore[no-any-return]


class Entry:
    """A compiled function that Python calls, kept in the cache on disk."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.call: Callable[..., Any] = self._first_call if COMPILED else function
        self.__doc__ = function.__doc__

    def _first_call(self, *arguments: Any) -> Any:
        prepare()
        return self.call(*arguments)

    def __call__(self, *arguments: Any) -> Any:
        return self.call(*arguments)


def entry(function: Callable[..., Any]) -> Entry:
    """Mark a kernel that Python calls; what it calls must be marked with `kernel`."""
    marked = Entry(function)
    _entries.append(marked)
    return marked


def prepare(show: Callable[[int, int, str], None] | None = None, must_keep: bool = False) -> None:
    """Make every entry ready to call; `show` gets (kernels done, kernels in all, name) while compiling.

    With `must_keep` a cache that cannot be written is an error, before anything is compiled.
    """
    global _prepared
    if _prepared:
        return
    dispatchers = [numba.njit(pipeline_class=EntryCompiler, **OPTIONS)(marked.function) for marked in _entries]
    name = _cache_name()
    if not kernel_cache.find(name, partial(_load, dispatchers)):
        _compile_and_keep(dispatchers, name, show or _Progress(), must_keep)
    for dispatcher, marked in zip(dispatchers, _entries, strict=True):
        dispatcher.disable_compile()  # arguments are converted to the one signature, never compiled for
        marked.call = dispatcher
    _prepared = True


def _compile_and_keep(
    dispatchers: list[Any], name: str, show: Callable[[int, int, str], None], must_keep: bool
) -> None:
    """Compile, once for all processes that start together, and keep the result where that is possible."""
    try:
        folder = kernel_cache.writable_folder()
    except kernel_cache.CacheProblem as problem:
        if must_keep:
            raise
        print(f"exodus: {problem}", file=sys.stderr, flush=True)
        _compile(dispatchers, show)
        return
    with kernel_cache.compiling(folder, name):
        if (folder / (name + kernel_cache.SUFFIX)).exists() and kernel_cache.find(name, partial(_load, dispatchers)):
            return
        _compile(dispatchers, show)
        kernel_cache.keep(folder, name, _packed(dispatchers))


def _compile(dispatchers: list[Any], show: Callable[[int, int, str], None]) -> None:
    with records_described_once():
        _compile_all(dispatchers, show)


def _compile_all(dispatchers: list[Any], show: Callable[[int, int, str], None]) -> None:
    total = len(_kernels) + len(_entries)
    for done, (dispatcher, function) in enumerate(_kernels):
        show(done, total, function.__name__)
        if not dispatcher.overloads:
            dispatcher.compile(_signature(function))
            dispatcher.disable_compile()  # further argument types are converted, not compiled again
    for done, (dispatcher, marked) in enumerate(zip(dispatchers, _entries, strict=True), start=len(_kernels)):
        show(done, total, marked.function.__name__)
        if not dispatcher.overloads:
            dispatcher.compile(_signature(marked.function))
    show(total, total, "")


def _packed(dispatchers: list[Any]) -> bytes:
    """The machine code of all entries by name, as the cache keeps it."""
    packed = {}
    for dispatcher, marked in zip(dispatchers, _entries, strict=True):
        (result,) = dispatcher.overloads.values()
        assert not result.lifted and not result.library.has_dynamic_globals, f"{marked.name} cannot be kept"
        packed[marked.name] = result._reduce()
    data: bytes = serialize.dumps(packed)  # type: ignore[no-untyped-call]
    return data


def _load(dispatchers: list[Any], data: bytes) -> None:
    """Give every entry its machine code from the cache: all of them or none."""
    packed = pickle.loads(data)
    rebuild: Any = CompileResult._rebuild
    results = []
    for dispatcher, marked in zip(dispatchers, _entries, strict=True):
        dispatcher.targetctx.refresh()
        results.append(rebuild(dispatcher.targetctx, *packed[marked.name]))
    for dispatcher, result in zip(dispatchers, results, strict=True):
        dispatcher.add_overload(result)


def _signature(function: Callable[..., Any]) -> tuple[Any, ...]:
    found = []
    for parameter in inspect.signature(function).parameters.values():
        name = str(parameter.annotation).rpartition(".")[2]
        if name not in _types:
            raise TypeError(f"kernel {function.__name__}: parameter {parameter.name} has no kernel type ({name!r})")
        found.append(_types[name])
    return tuple(found)


def _cache_name() -> str:
    """A hash of all that machine code follows from: versions, processor, every source file with a kernel, constants.

    Numba does not notice edits in another file. Where the files lie does not matter, and neither does what was imported
    first.
    """
    processor = cpu_target.target_context.codegen().magic_tuple()
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version} {BOUNDS} {processor}".encode())
    functions = [function for _, function in _kernels] + [marked.function for marked in _entries]
    files = {source.__module__: Path(inspect.getsourcefile(source) or "") for source in (*functions, KernelCompiler)}
    for module in sorted(files):
        digest.update(module.encode() + files[module].read_bytes())
    for function in sorted(functions, key=lambda f: (f.__module__, f.__qualname__)):
        digest.update(repr(_constants(function)).encode())
    for name in sorted(_types):
        digest.update(f"{name}={_types[name]}".encode())
    for entry_name in sorted(marked.name for marked in _entries):
        digest.update(entry_name.encode())
    return digest.hexdigest()[:32]


def _constants(function: Callable[..., Any]) -> list[tuple[str, object]]:
    """Values from other files that are compiled into a function: numbers by name, and numbers of modules."""
    scope = function.__globals__
    names = function.__code__.co_names
    modules = [scope[name] for name in names if isinstance(scope.get(name), ModuleType)]
    found = [(name, scope[name]) for name in names if isinstance(scope.get(name), int | float | str | tuple)]
    for module in modules:
        found += [(name, value) for name in names if isinstance(value := getattr(module, name, None), int | float)]
    return found


class _Progress:
    """Tells on standard error how many kernels of how many are compiled."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.said = 0.0

    def __call__(self, done: int, total: int, name: str) -> None:
        now = time.monotonic()
        finished = done == total
        terminal = sys.stderr.isatty()
        if not finished and now - self.said < (0.1 if terminal else 5.0):
            return
        self.said = now
        line = f"compiling kernels: {done} of {total} ({now - self.started:.0f} s) {name}"
        if terminal:
            print(f"\r{line:<79}", end="\n" if finished else "", file=sys.stderr, flush=True)
        else:
            print(line.rstrip(), file=sys.stderr, flush=True)
