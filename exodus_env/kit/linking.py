"""How kernels become machine code: once, in the entries that reach them.

Numba on its own optimises every function together with everything it calls, directly or not, and makes machine code of
each, since somebody might call it from Python. With hundreds of kernels that call each other that is most of the time
of compiling. Here a kernel stays intermediate code of LLVM; an entry links all kernels it reaches, and what LLVM does
to them is done there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import Linkage, parse_assembly
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic, overload
from numba.np import arrayobj

WORD_SIZE = 8  # bytes


class KernelCode(JITCodeLibrary):
    """The intermediate code of a single kernel, and the libraries it calls; nothing that could run."""

    def finalize(self) -> None:
        """Leave the code as it is."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No function has an address."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """The object that would be told about the environment: none is, since nothing runs."""
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Forget the environment. An entry from the cache does not need those of its kernels either."""

    def alone(self) -> Any:
        """The kernel's own code, to be linked."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The kernel with everything it reaches, for a compiled function that is not an entry."""
        module = self.alone().clone()
        link_reached(self, module)
        return module


class EntryCode(JITCodeLibrary):
    """The machine code of an entry and of all kernels it reaches."""

    def finalize(self) -> None:
        """Link, optimise, make machine code."""
        link_reached(self, self._final_module)
        self._linking_libraries = []
        super().finalize()

    def serialize_using_object_code(self) -> Any:
        """The machine code for the cache, without the intermediate code it came from: nothing links an entry."""
        self._ensure_finalized()
        names = [f.name for f in self._final_module.functions if not f.is_declaration and f.linkage == Linkage.external]
        stubs = "\n".join(f'define void @"{name}"() {{ unreachable }}' for name in names)
        return self.name, "object", (self._get_compiled_object(), parse_assembly(stubs).as_bitcode())


def link_reached(library: Any, module: Any) -> None:
    """Link what a library reaches, callers first: LLVM takes only what something there already calls."""
    for one in reversed(_reached(library, {})):
        module.link_in(one.alone() if isinstance(one, KernelCode) else one._get_module_for_linking(), preserve=True)


def _reached(library: Any, found: dict[Any, None]) -> dict[Any, None]:
    """Libraries that a library reaches, callees before callers. Those of Numba's own bring what they call."""
    for one in library._linking_libraries:
        if one not in found:
            if isinstance(one, KernelCode):
                _reached(one, found)
            found[one] = None
    return found


class KernelCompiler(Compiler):
    """Numba's compiler, for a kernel."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:
        super().__init__(typingctx, targetctx, KernelCode(targetctx.codegen(), "kernel"), *rest)


class EntryCompiler(Compiler):
    """Numba's compiler, for an entry."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:
        code = EntryCode(targetctx.codegen(), "entry")
        code.enable_object_caching()
        super().__init__(typingctx, targetctx, code, *rest)


def words_of(kind: Any) -> int:
    """How many words an argument of an entry takes in memory: an array is a structure of words, a number is one."""
    if not isinstance(kind, types.Array):
        return 1
    return 5 + 2 * int(kind.ndim)  # owner, parent, items, bytes of one, address; then the shape and the strides


def reader_of(kinds: tuple[Any, ...]) -> Any:
    """A function that reads arguments of these types from the words at an address, for compiled code."""

    @intrinsic
    def read(typing: Any, address: Any) -> Any:
        def write_code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            found, place = [], given[0]
            for kind in kinds:
                stored = kind if isinstance(kind, types.Array) else types.int64
                pointer = builder.inttoptr(place, context.get_value_type(stored).as_pointer())
                found.append(context.cast(builder, builder.load(pointer), stored, kind))
                place = builder.add(place, place.type(words_of(kind) * WORD_SIZE))
            return context.make_tuple(builder, signature.return_type, found)

        return types.Tuple(kinds)(types.int64), write_code

    return read


@contextmanager
def records_named_by_content() -> Iterator[None]:
    """Let Numba name our records by what is in them, and write that out once instead of dozens of times a kernel.

    By itself it numbers records, from 1 in every process. A kernel of the kit would then have one name for the records
    of two games that were compiled by two processes, and a third process that loads both would take one for the other.
    """
    write, number = types.Record.__repr__, types.Record.mangling_args
    written: dict[int, tuple[Any, str, str]] = {}  # with the record itself, so that no other takes its number

    def look_up(record: Any) -> tuple[Any, str, str]:
        if id(record) not in written:
            text = write(record)
            written[id(record)] = record, text, hashlib.sha256(text.encode()).hexdigest()[:16]
        return written[id(record)]

    types.Record.__repr__ = lambda record: look_up(record)[1]  # type: ignore[method-assign]
    types.Record.mangling_args = property(lambda record: ("Record", (look_up(record)[2],)))  # type: ignore[assignment]
    try:
        yield
    finally:
        types.Record.__repr__ = write  # type: ignore[method-assign]
        types.Record.mangling_args = number  # type: ignore[method-assign]


def shapes_differ(source: Any, target: Any) -> None:
    """Replaces the function that raises an error if an array does not fit the slice it is assigned to."""


@overload(shapes_differ, strict=False)
def _shapes_differ(source: Any, target: Any) -> Any:
    def raise_error(source, target):
        raise ValueError("cannot assign an array to a slice of another shape")

    return raise_error


@contextmanager
def short_errors_of_shape() -> Iterator[None]:
    """Let slices be assigned without compiling how Numba writes two shapes into a message: seconds, for an error."""
    written = arrayobj.raise_with_shape_context
    arrayobj.raise_with_shape_context = shapes_differ
    try:
        yield
    finally:
        arrayobj.raise_with_shape_context = written
