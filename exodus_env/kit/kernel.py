"""Compiled kernels: one source, run compiled by Numba or as plain Python.

`@kernel` marks a function of the rules, `@entry` one that Python calls. Parameter annotations give each kernel its one
signature: `int` is a 64-bit integer, and a game declares its records with `declare_type`. Records belong to the game's
package, so several games live in one process; a kernel of the kit is compiled for the records of each game that uses
it.

The entries of one module are a group: compiled together, with the kernels they reach and no others, and kept in one
file. Nothing is compiled at import: `Entry.prepare` (or the first call of an entry) loads its group from the cache, or
compiles it and shows progress.

EXODUS_JIT=0 runs everything uncompiled, EXODUS_BOUNDS=1 compiles with bounds checks, EXODUS_CACHE names another cache.
"""

from __future__ import annotations

import dis
import gc
import hashlib
import inspect
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, TypeAlias, TypeVar

import numba
import numpy as np
from llvmlite.binding import get_host_cpu_features
from numba.core import serialize
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUDispatcher, cpu_target

from exodus_env.kit import kernel_cache
from exodus_env.kit.linking import (
    EntryCompiler,
    KernelCompiler,
    reader_of,
    records_named_by_content,
    short_errors_of_shape,
    words_of,
)

F = TypeVar("F", bound=Callable[..., Any])
AnyEntry = TypeVar("AnyEntry", bound="Entry")

COMPILED = os.environ.get("EXODUS_JIT", "1") != "0" and not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
BOUNDS = os.environ.get("EXODUS_BOUNDS", "0") == "1"
OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": BOUNDS, "error_model": "numpy"}
# Compiled kernels are called by kernels only: without the wrappers for Python and C compiling takes far less time.
INNER: dict[str, Any] = {
    **OPTIONS,
    "nopython": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

Array: TypeAlias = np.ndarray[Any, Any]

# Buffers that kernels fill. Their numba types stand in _types under the same names.
Mask: TypeAlias = np.ndarray[Any, Any]
Masks: TypeAlias = np.ndarray[Any, Any]
Floats: TypeAlias = np.ndarray[Any, Any]
FloatRows: TypeAlias = np.ndarray[Any, Any]
Ints: TypeAlias = np.ndarray[Any, Any]
Numbers: TypeAlias = np.ndarray[Any, Any]
Amounts: TypeAlias = np.ndarray[Any, Any]
NumberRows: TypeAlias = np.ndarray[Any, Any]
Distances: TypeAlias = np.ndarray[Any, Any]
Reals: TypeAlias = np.ndarray[Any, Any]
RealRows: TypeAlias = np.ndarray[Any, Any]
IntRows: TypeAlias = np.ndarray[Any, Any]
Places: TypeAlias = np.ndarray[Any, Any]
Halves: TypeAlias = np.ndarray[Any, Any]
HalfRows: TypeAlias = np.ndarray[Any, Any]
PlaceRows: TypeAlias = np.ndarray[Any, Any]
Row: TypeAlias = Any  # a record of ROW
RowArray: TypeAlias = np.ndarray[Any, Any]

# An observation while it is written (kit/encode.py). It has room for every number of the widest layout.
ENTRIES: Final = 16384
SUMS: Final = 31
_ROW: Final = (
    ("drafts", "i8", 0),  # how many places are in `drafted`
    ("sums", ("i8", (SUMS,)), 8),  # for what is counted on the way
    ("place", ("i4", (ENTRIES,)), 256),  # entries: where they stand in the observation
    ("number", ("f4", (ENTRIES,)), 256 + 4 * ENTRIES),  # and what they are
    ("bits", ("i4", (ENTRIES,)), 256 + 4 * ENTRIES),  # the same, as bits
    ("draft", ("f4", (ENTRIES,)), 256 + 8 * ENTRIES),  # numbers that may still change, by place; zeros between two rows
    ("drafted", ("i4", (ENTRIES,)), 256 + 12 * ENTRIES),  # their places, some of them twice
)
ROW: Final = np.dtype((np.record, dict(zip(("names", "formats", "offsets"), map(list, zip(*_ROW)), strict=True))))

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
    "Amounts": numba.float32[:],  # so with fractions
    "NumberRows": numba.int16[:, :],
    "Distances": numba.int8[:],  # a field of a record, or a part of a mask
    "Reals": numba.float64[::1],
    "RealRows": numba.float64[:, ::1],
    "IntRows": numba.int64[:, ::1],
    "Places": numba.int32[::1],
    "Halves": numba.uint16[::1],  # float16, as bits
    "HalfRows": numba.uint16[:, ::1],
    "PlaceRows": numba.int32[:, ::1],
    "Row": numba.from_dtype(ROW),
    "RowArray": numba.types.Array(numba.from_dtype(ROW), 1, "C"),
}
_records: dict[str, dict[str, Any]] = {}  # package of a game -> its record types, by name
_kernels: set[Any] = set()
_inlined: set[Callable[..., Any]] = set()
_groups: dict[str, Group] = {}  # by module

Show: TypeAlias = Callable[[int, int, str], None]  # gets (kernels done, kernels in all, name) while compiling


def declare_type(package: str, name: str, dtype: np.dtype[Any], readonly: bool = False) -> None:
    """Let kernels of a package take a record (annotation `name`) and an array of them (annotation `name` + "Array").

    An array is readonly to kernels if no kernel writes to it: such an entry takes read-only and writable arrays alike.
    """
    record = numba.from_dtype(dtype)
    owned = _records.setdefault(package, {})
    owned[name] = record
    owned[name + "Array"] = numba.types.Array(record, 1, "C", readonly=readonly)


def game_of(module: str) -> str:
    """The package that declares the records of a module's kernels; empty where there is none."""
    around = [package for package in _records if f"{module}.".startswith(f"{package}.")]
    return max(around, key=len, default="")


class Kernel(CPUDispatcher):
    """A kernel as kernels call it; a view or a test that calls it runs its source, which gives the same."""

    def __call__(self, *arguments: Any) -> Any:
        """Run the Python function, and in it those that it calls."""
        return self.py_func(*arguments)


def kernel(function: F) -> F:
    """A function of the rules, compiled with the one signature its annotations give."""
    _require_known_closure(function)
    if not COMPILED:
        return function
    return _dispatched(function, INNER)  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """A kernel that becomes part of those that call it, for what is called thousands of times and does little."""
    _inlined.add(function)
    _require_known_closure(function)
    if not COMPILED:
        return function
    return _dispatched(function, {**INNER, "forceinline": True})  # type: ignore[no-any-return]


def _dispatched(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    dispatcher: Any = Kernel(function, targetoptions=options, pipeline_class=KernelCompiler)
    dispatcher._can_compile = False  # or a call would compile it for whatever types its arguments have there
    _kernels.add(dispatcher)
    return dispatcher


class Entry:
    """A compiled function that Python calls, kept in the cache on disk."""

    def __init__(self, function: Callable[..., Any]) -> None:
        _require_known_closure(function)
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.call: Callable[..., Any] = self._first_call if COMPILED else function
        self.__doc__ = function.__doc__

    @property
    def game(self) -> str:
        """The package of the game it belongs to."""
        return game_of(self.function.__module__)

    def prepare(self) -> None:
        """Make it ready to call, with the other entries of its module."""
        _groups[self.function.__module__].prepare()

    def _first_call(self, *arguments: Any) -> Any:
        self.prepare()
        return self.call(*arguments)

    def __call__(self, *arguments: Any) -> Any:
        return self.call(*arguments)


def entry(function: Callable[..., Any]) -> Entry:
    """Mark a kernel that Python calls; what it calls must be marked with `kernel`."""
    return registered(Entry(function))


class BoundEntry(Entry):
    """An entry with many arguments that is called again and again with the same ones: they are bound once.

    Numba takes about a third of a microsecond for every array that is passed from Python, more than many a step lasts.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self.names = [name for name, _ in _annotations(function)]
        self._fitting: dict[tuple[Any, ...], Any] = {}  # what arrays are like that fit -> their dtype

    @cached_property
    def kinds(self) -> tuple[Any, ...]:
        """The types of the arguments."""
        return _signature(self.function, _known_types(self.game), self.game)

    @cached_property
    def places(self) -> list[int]:
        """Where each argument begins among the words in memory, and at last how many words there are."""
        return [0, *accumulate(words_of(kind) for kind in self.kinds)]

    def bind(self, *arguments: Any) -> Bound:
        """The entry with its arguments; what stands in the arrays may change, and numbers can be set."""
        if len(arguments) != len(self.names):
            raise TypeError(f"{self.name} takes {len(self.names)} arguments, not {len(arguments)}")
        self.prepare()
        return Bound(self, arguments)

    def __call__(self, *arguments: Any) -> Any:
        return self.bind(*arguments)()

    def words(self, arguments: Sequence[Any]) -> Array:
        """All arguments as words, in the order in which Numba keeps an array."""
        found: list[int] = []
        for i, value in enumerate(arguments):
            if not isinstance(value, np.ndarray):
                found.append(int(value))
                continue
            form = (i, id(value.dtype), value.ndim, value.flags.c_contiguous, value.flags.writeable)
            if form not in self._fitting:
                self._require_fit(i, value)
                self._fitting[form] = value.dtype  # which stays alive, so nothing else gets its id
            found += (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
        return np.array(found, dtype=np.int64)

    def _require_fit(self, i: int, value: Array) -> None:
        """Raise TypeError for an array that is not what an argument must be. Asking Numba takes long."""
        given: Any = numba.typeof(value)  # type: ignore[no-untyped-call]
        if self.kinds[i] not in (given, given.copy(readonly=True)):
            raise TypeError(f"{self.name}: {self.names[i]} must be {self.kinds[i]}, not {given}")


class Bound:
    """An entry and its arguments, as compiled code reads them: words at an address."""

    def __init__(self, marked: BoundEntry, arguments: tuple[Any, ...]) -> None:
        self.arguments = list(arguments)  # keeps the arrays alive
        self._call = marked.call
        self._marked = marked
        if COMPILED:
            self._words = marked.words(arguments)
            self._address = self._words.ctypes.data

    def __call__(self) -> Any:
        """Call the entry."""
        return self._call(self._address) if COMPILED else self._call(*self.arguments)

    def set(self, name: str, number: int) -> None:
        """Change a number among the arguments."""
        i = self._marked.names.index(name)
        if isinstance(self.arguments[i], np.ndarray):
            raise TypeError(f"{name} is an array: change what stands in it")
        self.arguments[i] = number
        if COMPILED:
            self._words[self._marked.places[i]] = number


def bound_entry(function: Callable[..., Any]) -> BoundEntry:
    """Mark a kernel that Python calls often with the same arguments."""
    return registered(BoundEntry(function))


def registered(marked: AnyEntry) -> AnyEntry:
    """An entry, in the group of its module."""
    group = _groups.setdefault(marked.function.__module__, Group(marked.function.__module__))
    group.entries[marked.name] = marked
    return marked


def group_of(module: str) -> Group:
    """The entries of a module that has been imported."""
    if module not in _groups:
        raise LookupError(f"module {module} has no entries")
    return _groups[module]


def prepare_game(game: str) -> None:
    """Make every entry of a game ready to call, in the modules that have been imported."""
    for group in list(_groups.values()):
        if game_of(group.module) == game:
            group.prepare()


class Group:
    """The entries of a module, which are compiled together and kept in one file."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.entries: dict[str, Entry] = {}
        self.ready = not COMPILED

    def prepare(self, show: Show | None = None, must_keep: bool = False) -> None:
        """Make the entries ready to call.

        With `must_keep` they are compiled for this very processor even if the package brought others, and a cache that
        cannot be written is an error, before anything is compiled.
        """
        if self.ready:
            return
        work = _Compilation(self)
        if not (kernel_cache.find(work.name, work.load) or (not must_keep and work.load_shipped())):
            work.compile_and_keep(show or Progress(), must_keep)
        work.hand_over()
        self.ready = True

    def is_kept(self) -> bool:
        """Whether the cache has everything for this very processor, as far as one can see without loading it."""
        return self.ready or kernel_cache.has(_Compilation(self).name)


class _Compilation:
    """A group on its way from source to machine code."""

    def __init__(self, group: Group) -> None:
        self.game = game_of(group.module)
        self.types = _known_types(self.game)
        self.bound: list[Any] = []  # kernels: the functions of entries whose arguments are bound
        self.entries = {marked: self._dispatcher(marked) for marked in group.entries.values()}
        self.module = group.module
        self.name = self._name(*cpu_target.target_context.codegen().magic_tuple())

    def _dispatcher(self, marked: Entry) -> Any:
        """What is to be compiled of an entry; of one whose arguments are bound a function that takes their address."""
        make = numba.njit(pipeline_class=EntryCompiler, **OPTIONS)
        if not isinstance(marked, BoundEntry):
            return make(marked.function)
        function: Any = Kernel(marked.function, targetoptions=INNER, pipeline_class=KernelCompiler)
        self.bound.append(function)
        read = reader_of(marked.kinds)

        def call(address):  # type: ignore[no-untyped-def]
            return function(*read(address))

        return make(call)

    def _name(self, *processor: str) -> str:
        """What the file of the cache is called that holds this group for a processor."""
        reached = _reached(marked.function for marked in self.entries)
        called = tuple(type(marked).__name__ for marked in self.entries)
        return f"{self.module}-{_digest(reached, self.types, processor + called)}"

    def load_shipped(self) -> bool:
        """Load what came with the package, if that was made of these sources and this processor can run it."""
        if not kernel_cache.ships_for(get_host_cpu_features()):
            return False
        system, _, _ = cpu_target.target_context.codegen().magic_tuple()
        return kernel_cache.find_shipped(self._name(system, kernel_cache.SHIPPED_CPU, ""), self.load)

    def compile_and_keep(self, show: Show, must_keep: bool) -> None:
        """Compile, once for all processes that start together, and keep the result where that is possible."""
        try:
            folder = kernel_cache.writable_folder()
        except kernel_cache.CacheProblem as problem:
            if must_keep:
                raise
            print(f"exodus: {problem}", file=sys.stderr, flush=True)
            self.compile(show)
            return
        with kernel_cache.compiling(folder, self.name):
            if kernel_cache.has(self.name, folder) and kernel_cache.find(self.name, self.load):
                return
            self.compile(show)
            kernel_cache.keep(folder, self.name, self.packed())

    def compile(self, show: Show) -> None:
        """Compile the kernels, callees before callers, then the entries."""
        kernels = [*_callees_first(marked.function for marked in self.entries), *self.bound]
        total = len(kernels) + len(self.entries)
        with records_named_by_content(), short_errors_of_shape(), _garbage_collected_seldom():
            for done, dispatcher in enumerate(kernels):
                show(done, total, dispatcher.py_func.__name__)
                self._compile_kernel(dispatcher)
            for done, (marked, dispatcher) in enumerate(self.entries.items(), start=len(kernels)):
                show(done, total, marked.function.__name__)
                address_alone = isinstance(marked, BoundEntry)
                dispatcher.compile(
                    (numba.int64,) if address_alone else _signature(marked.function, self.types, self.game)
                )
        show(total, total, "")

    def _compile_kernel(self, dispatcher: Any) -> None:
        """Compile a kernel for this game's records, unless another group of the game has done so in this process."""
        signature = _signature(dispatcher.py_func, self.types, self.game)
        if signature in dispatcher.overloads:
            return
        dispatcher._can_compile = True
        try:
            dispatcher.compile(signature)
        finally:
            dispatcher._can_compile = False

    def packed(self) -> bytes:
        """The machine code of all entries by name, as the cache keeps it."""
        packed = {}
        for marked, dispatcher in self.entries.items():
            (result,) = dispatcher.overloads.values()
            assert not result.lifted and not result.library.has_dynamic_globals, f"{marked.name} cannot be kept"
            packed[marked.name] = result._reduce()
        data: bytes = serialize.dumps(packed)  # type: ignore[no-untyped-call]
        return data

    def load(self, data: bytes) -> None:
        """Give every entry its machine code from the cache: all of them or none."""
        packed = pickle.loads(data)
        rebuild: Any = CompileResult._rebuild
        results = []
        for marked, dispatcher in self.entries.items():
            dispatcher.targetctx.refresh()
            results.append(rebuild(dispatcher.targetctx, *packed[marked.name]))
        for dispatcher, result in zip(self.entries.values(), results, strict=True):
            dispatcher.add_overload(result)

    def hand_over(self) -> None:
        """Let entries call their machine code."""
        for marked, dispatcher in self.entries.items():
            dispatcher.disable_compile()  # arguments are converted to the one signature, never compiled for
            marked.call = dispatcher


def _known_types(game: str) -> dict[str, Any]:
    """The types that parameters of a game's kernels can have, by name."""
    return {**_types, **_records.get(game, {})}


def _signature(function: Callable[..., Any], known: dict[str, Any], game: str) -> tuple[Any, ...]:
    """The types of a kernel's parameters, where it is compiled for a game."""
    found = []
    for parameter, name in _annotations(function):
        if name not in known:
            where = f" in {game}" if game else ""
            raise TypeError(
                f"kernel {function.__module__}.{function.__name__}: parameter {parameter} has no kernel type "
                f"({name!r}){where}"
            )
        found.append(known[name])
    return tuple(found)


@contextmanager
def _garbage_collected_seldom() -> Iterator[None]:
    """Numba makes millions of objects and keeps most; scanning them again and again takes an eighth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 20, 1000)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def made_for(module: str) -> Callable[[F], F]:
    """A kernel or entry that a function makes belongs to the module that asks for it, not to the one it stands in."""

    def move(function: F) -> F:
        function.__module__ = module
        return function

    return move


def _enclosed(function: Callable[..., Any]) -> dict[str, Any]:
    """What a function takes from the function around it, by name."""
    return dict(zip(function.__code__.co_freevars, (cell.cell_contents for cell in function.__closure__ or ())))


def _require_known_closure(function: Callable[..., Any]) -> None:
    """Kernels and numbers are compiled in, and the name of the cache follows from them; nothing else may be taken."""
    for name, value in _enclosed(function).items():
        is_kernel = isinstance(value, Dispatcher) or (not COMPILED and inspect.isfunction(value))
        if not is_kernel and not isinstance(value, int | float):
            raise TypeError(
                f"{function.__qualname__} takes {name} from the function around it; kernels can take kernels and "
                f"numbers, not {type(value).__name__}"
            )


def _annotations(function: Callable[..., Any]) -> list[tuple[str, str]]:
    """Parameters, and the names of their types."""
    given = function.__annotations__
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
    return [(name, str(given.get(name, "")).rpartition(".")[2]) for name in parameters]


# What machine code follows from ---------------------------------------------------------------------------------------


def _digest(functions: Iterable[Callable[..., Any]], types: dict[str, Any], processor: tuple[str, ...]) -> str:
    """A hash of all that machine code follows from: versions, processor, the kernels and the constants they name.

    Numba does not notice edits in another file. Where the files lie does not matter, nor what was imported first, nor
    what docstrings and comments say.
    """
    versions = f"{kernel_cache.MAGIC!r} {numba.__version__} {np.__version__} {sys.version}"
    digest = hashlib.sha256(f"{versions} {OPTIONS} {processor}".encode())
    digest.update(Path(inspect.getsourcefile(KernelCompiler) or "").read_bytes())
    for name in sorted(types):
        digest.update(f"{name}={types[name]}".encode())
    for function in sorted(functions, key=lambda f: (f.__module__, f.__qualname__)):
        told = (function.__module__, function.__qualname__, _annotations(function), function.__defaults__)
        digest.update(repr((*told, _described(function), _constants(function), function in _inlined)).encode())
    return digest.hexdigest()[:32]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of what is defined inside it, comprehensions for example."""
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _codes(value)


def _described(function: Callable[..., Any]) -> list[object]:
    """What Numba reads of a function: its instructions, but neither its docstring nor where it stands."""
    found: list[object] = []
    for code in _codes(function.__code__):
        constants = [value for value in code.co_consts if not isinstance(value, CodeType)]
        if code is function.__code__ and function.__doc__ is not None:
            del constants[0]
        found += [code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_argcount]
    return found


def _named(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """What a function may name outside of itself: globals, attributes of modules, and what it takes from the function
    around it.

    An attribute of something else can have the same name; then there is more here than the function uses.
    """
    scope = function.__globals__
    names = {name: None for code in _codes(function.__code__) for name in code.co_names}
    found = [(name, scope[name]) for name in names if name in scope]
    yield from found
    yield from _enclosed(function).items()
    for _, module in found:
        if isinstance(module, ModuleType):
            yield from ((name, vars(module)[name]) for name in names if name in vars(module))


def _reached(functions: Iterable[Callable[..., Any]]) -> dict[Callable[..., Any], None]:
    """Functions, and all the compiled functions they call, directly or not."""
    found = dict.fromkeys(functions)
    waiting = list(found)
    while waiting:
        for _, value in _named(waiting.pop()):
            if isinstance(value, Dispatcher) and value.py_func not in found:
                found[value.py_func] = None
                waiting.append(value.py_func)
    return found


def _callees_first(functions: Iterable[Callable[..., Any]]) -> dict[Any, None]:
    """The kernels that functions call, directly or not, in an order to compile them in."""
    found: dict[Any, None] = {}
    callers: list[Any] = []

    def visit(function: Callable[..., Any]) -> None:
        for called in _called(function):
            if called in callers:
                circle = [*callers[callers.index(called) :], called]
                names = " calls ".join(one.py_func.__name__ for one in circle)
                raise TypeError(f"kernels cannot call each other recursively: {names}")
            if called in _kernels and called not in found:
                callers.append(called)
                visit(called.py_func)
                found[callers.pop()] = None

    for function in functions:
        visit(function)
    return found


def _called(function: Callable[..., Any]) -> Iterator[Any]:
    """The compiled functions a function names, directly or as attributes of modules."""
    enclosed = _enclosed(function)
    for code in _codes(function.__code__):
        value: Any = None
        for instruction in dis.get_instructions(code):
            if instruction.opname == "LOAD_GLOBAL":
                value = function.__globals__.get(instruction.argval)
            elif instruction.opname == "LOAD_DEREF":
                value = enclosed.get(instruction.argval)
            elif instruction.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(value, ModuleType):
                value = getattr(value, instruction.argval, None)
            else:
                value = None
            if isinstance(value, Dispatcher):
                yield value


def _constants(function: Callable[..., Any]) -> list[tuple[str, object]]:
    """Values from elsewhere that are compiled into a function; a kernel counts by where it is defined."""
    found: list[tuple[str, object]] = []
    for name, value in _named(function):
        if isinstance(value, Dispatcher):
            found.append((name, (value.py_func.__module__, value.py_func.__qualname__)))
        elif isinstance(value, int | float | str | tuple):
            found.append((name, value))
        elif isinstance(value, np.ndarray):
            found.append((name, (value.dtype.str, value.shape, value.tobytes())))
    return found


class Progress:
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
