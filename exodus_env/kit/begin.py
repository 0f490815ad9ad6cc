"""How every game begins: an empty record, nobody asked, and its own streams of chance.

Entries call `begin` before a game's own `set_up` (kit/entries.py), which writes only what is not zero.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from exodus_env.kit.chance import STREAMS, set_key
from exodus_env.kit.kernel import kernel

Game: TypeAlias = Any


@kernel
def begin(g: Game, high: int, low: int) -> None:
    """Empty the record, and start its streams of chance from 64 bits of seed."""
    fill_with_zeros(g)
    g.actor = -1
    g.focus_hex = -1
    g.focus_player = -1
    g.focus_card = -1
    for stream in range(STREAMS):
        set_key(g, stream, high, low)


def fill_with_zeros(record: Any) -> None:
    """Set every field of a record to 0."""
    for name in record.dtype.names:
        record[name] = 0


@intrinsic
def _zero_bytes(typing: Any, record: Any) -> Any:
    """The same in machine code: a record is a pointer to its bytes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.memset(builder, arguments[0], size, 0)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.none(record), generate


@overload(fill_with_zeros, strict=False)
def _fill_with_zeros(record: Any) -> Any:
    if isinstance(record, types.Record):
        return lambda record: _zero_bytes(record)  # type: ignore[call-arg]  # Numba passes the first argument
    return None
