"""Types of records for people, editors and mypy: a class for each record, generated from its numpy type.

A record's fields are attributes, but numpy knows their names at run time only. A game keeps the generated module
beside its schema, and a test compares the two. The classes are never instantiated: kernels go by the name of the
annotation.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

HEAD: Final = '''"""The fields of the records, for editors and mypy. Generated; do not edit."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from exodus_env.kit.typed import Record

'''


class Record:
    """What numpy's records have in addition to their fields."""

    dtype: np.dtype[Any]

    def __getitem__(self, name: str) -> Any: ...

    def __setitem__(self, name: str, value: Any) -> None: ...


def typed_module(records: dict[str, tuple[str, np.dtype[Any]]]) -> str:
    """The source of a module with a class for each record; `records` gives its meaning and type by name."""
    kinds = sorted({field.base.name for _, dtype in records.values() for field, _ in _fields(dtype) if field.shape})
    aliases = [f"{_alias(kind)}: TypeAlias = np.ndarray[Any, np.dtype[np.{kind}]]\n" for kind in kinds]
    classes = [_typed_class(name, meaning, dtype) for name, (meaning, dtype) in records.items()]
    return HEAD + "".join(aliases) + "".join(f"\n\n{text}" for text in classes)


def _typed_class(name: str, meaning: str, dtype: np.dtype[Any]) -> str:
    lines = [f"class {name}(Record):", f'    """{meaning}"""', ""]
    lines += [f"    {field}: {_annotation(kind)}" for kind, field in _fields(dtype)]
    return "\n".join(lines) + "\n"


def _fields(dtype: np.dtype[Any]) -> list[tuple[np.dtype[Any], str]]:
    """Type and name of each field."""
    assert dtype.names is not None and dtype.fields is not None
    return [(dtype.fields[name][0], name) for name in dtype.names]


def _annotation(kind: np.dtype[Any]) -> str:
    if kind.shape:
        return _alias(kind.base.name)
    return "float" if kind.kind == "f" else "int"


def _alias(kind: str) -> str:
    return f"{kind.capitalize()}s"
