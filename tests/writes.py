"""Which kernels write to what they are given, read off their source: what is written and undone shows, too."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

Function = Callable[..., Any]


def source(kernel: Any) -> Any:
    """The function that a kernel was made of, compiled or not."""
    return inspect.unwrap(getattr(kernel, "py_func", kernel))


def writes(kernel: Any) -> dict[str, str]:
    """Parameters that a kernel, or one it calls, writes to, each with where that is."""
    return _writes(source(kernel))


@cache
def _writes(function: Function) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    owner = {argument.arg: argument.arg for argument in tree.args.args}
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and (whose := owner.get(_root(node.value))):
            owner |= {target.id: whose for target in node.targets if isinstance(target, ast.Name)}
    for node in ast.walk(tree):
        for target in _targets(node):
            if not isinstance(target, ast.Name) and (whose := owner.get(_root(target))):
                found[whose] = f"{function.__module__}.{function.__name__}: {ast.unparse(node)}"
        if isinstance(node, ast.Call) and (called := _called(function, node.func)):
            written = _writes(called)
            for name, argument in zip(inspect.signature(called).parameters, node.args, strict=False):
                if name in written and (whose := owner.get(_root(argument))):
                    found[whose] = written[name]
    return found


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement assigns to."""
    for target in node.targets if isinstance(node, ast.Assign) else ():
        yield from target.elts if isinstance(target, ast.Tuple) else (target,)
    if isinstance(node, ast.AugAssign):
        yield node.target


def _root(node: ast.expr) -> str:
    """The name whose part an expression is; empty where it is a value of its own."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _called(function: Function, name: ast.expr) -> Function | None:
    """The kernel that is called, by its name or as a part of a module."""
    value: Any = None
    if isinstance(name, ast.Name):
        value = _enclosed(function).get(name.id, function.__globals__.get(name.id))
    elif isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name):
        module = function.__globals__.get(name.value.id)
        value = getattr(module, name.attr, None) if isinstance(module, ModuleType) else None
    value = source(value) if value is not None else None
    return value if isinstance(value, FunctionType) and value.__module__.startswith("exodus_env") else None


def _enclosed(function: Function) -> dict[str, Any]:
    """What a function takes from the function around it: kernels that a factory of the kit was given."""
    return dict(zip(function.__code__.co_freevars, (cell.cell_contents for cell in function.__closure__ or ())))
