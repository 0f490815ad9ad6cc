"""What a game declares once, and the Python generated from it.

Kernels need numbers by name and calls by name, which Numba compiles in. So a game writes its declarations as data, and
`scripts/generate` writes the modules that kernels import; a test compares them with the declarations.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias, TypeGuard, TypeVar

from exodus_env.kit.flow import FIRST_COLUMN

T = TypeVar("T")


@dataclass(frozen=True)
class Column:
    """A number that a frame stores: its name, the highest and lowest value, and its meaning.

    The highest value is a number, the name of a number of the tables, or a constant of the rules as "module.NAME".
    """

    name: str
    most: int | str
    meaning: str
    least: int = 0
    of: str = ""  # what several frames keep in the same place has a name of its own instead of theirs


@dataclass(frozen=True)
class Frame:
    """A kind of frame: the function that runs it ("module.function"), its last step, its columns, and what it
    pushes."""

    name: str
    run: str
    columns: tuple[Column, ...] = ()
    last_step: int | str = 0
    pushes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        if len(set(names)) < len(names):
            raise ValueError(f"frame {self.name!r} has two columns of one name: {', '.join(names)}")

    def column(self, name: str) -> int:
        """The place of a column in the frame."""
        names = [column.name for column in self.columns]
        if name not in names:
            raise KeyError(f"frame {self.name!r} has no column {name!r}; it has: {', '.join(names)}")
        return FIRST_COLUMN + names.index(name)


# What a decision is about: something that it always says, or sometimes; else a column of the frame that asks.
SET: Final = "set"
MAYBE: Final = "maybe"
# A column that must hold something while a decision is asked.
SOME: Final = ("some",)
ANY_STEP: Final = -1
# How an interrupted decision continues: it is asked again as it was, or the frame that asked it resumes.
AGAIN: Final = "again"
RESUME: Final = "resume"


@dataclass(frozen=True)
class Decision:
    """What somebody can be asked to choose.

    Functions are named as "module.function" of the rules, steps as "module.STEP" or by number.
    """

    name: str
    text: str
    families: tuple[str, ...]  # of choices it may offer
    legal: str
    choose: str
    asked_by: tuple[tuple[str, int | str], ...]  # frames that ask it, each with its step
    of: str  # who decides
    decline: str = "pass"  # passing in words
    module: str = ""  # the number of the tables that says whether it can come up; none: in every game
    secret: bool = False  # the others do not see what is chosen, or not before it is revealed
    private: bool = False  # the others may not know what there is to choose from
    interrupted: str = ""  # AGAIN or RESUME where something may come before it
    about: Mapping[str, str] = field(default_factory=dict)  # focus: SET, MAYBE or a column of the frame
    when: Mapping[str, tuple[int | str, ...]] = field(default_factory=dict)  # values of columns while it is asked


# The first decision of every game.
NOTHING: Final = Decision("none", "nothing is pending", (), legal="", choose="", asked_by=(), of="")


def constant(*words: str) -> str:
    """The name of a constant made of words as they are declared."""
    return "_".join(words).upper().replace(" ", "_").replace("-", "_")


def by_number(table: Mapping[str, T], names: Sequence[str], what: str, whole: bool = True) -> dict[int, T]:
    """A table by declared name as one by number. A name that nobody declares is refused, and so is a `whole` table that
    lacks one; `what` says what the names are of."""
    if unknown := [name for name in table if name not in names]:
        raise ValueError(f"there is no {what} {', '.join(map(repr, unknown))}")
    if whole and (missing := [name for name in names if name not in table]):
        raise ValueError(f"the {what} {', '.join(map(repr, missing))} is missing")
    return {number: table[name] for number, name in enumerate(names) if name in table}


def column_constants(frames: Sequence[Frame]) -> list[tuple[str, int]]:
    """A constant for every column of every frame, FRAME_COLUMN."""
    found: dict[str, int] = {}
    for frame in frames:
        for column in frame.columns:
            name, place = constant(column.of or frame.name, column.name), frame.column(column.name)
            if found.setdefault(name, place) != place:
                raise ValueError(f"{name} is in different places")
    return list(found.items())


def numbered(names: Iterable[str], prefix: str = "") -> list[tuple[str, int]]:
    """A constant for every name, numbered from 0."""
    return [(prefix + constant(name), number) for number, name in enumerate(names)]


FamilyWords: TypeAlias = tuple[str, tuple[str, ...], str]  # a family of choices: name, factors, words
Section: TypeAlias = tuple[str, Sequence[tuple[str, int]]]  # a comment, and constants


def frame_numbers(frames: Sequence[Frame]) -> list[Section]:
    """Constants for frames and their columns."""
    return [("Frames", numbered(frame.name for frame in frames)), ("Columns", column_constants(frames))]


def choice_numbers(
    families: Sequence[tuple[str, tuple[str, ...], str]], decisions: Sequence[Decision]
) -> list[Section]:
    """Constants for families of choices (name, factors, words) and decisions."""
    return [
        ("Families", numbered(name for name, _, _ in families)),
        ("Decisions", numbered((decision.name for decision in decisions), prefix="D_")),
    ]


def words(name: str, values: Iterable[str]) -> str:
    """A constant tuple of words, a line each."""
    return "\n".join([f"{name}: Final = (", *(f'    "{value}",' for value in values), ")"])


def constants_module(docstring: str, sections: Sequence[Section], tuples: Sequence[str] = ()) -> str:
    """The source of a module of constants: sections with a comment each, then tuples."""
    lines = [f'"""{docstring}"""', "", "from typing import Final"]
    seen: set[str] = set()
    for comment, constants in sections:
        lines += ["", f"# {comment}"]
        for name, value in constants:
            if name in seen:
                raise ValueError(f"{name} is declared twice")
            seen.add(name)
            lines.append(f"{name}: Final = {value}")
    for source in tuples:
        lines += ["", source]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Dispatch:
    """A function that calls one of many by a number: its name, docstring, the number, a further argument, the cases.

    A case is a constant of the rules as "module.NAME" and a function as "module.function", both with the sub-package in
    front where they are in one.
    """

    name: str
    docstring: str
    number: str
    argument: str
    cases: Sequence[tuple[str, str]]


LINE: Final = 120  # columns
PART: Final = 16  # cases in one kernel: very long ones take very long to compile


def dispatch_module(docstring: str, package: str, tables: Sequence[Dispatch], imports: Sequence[str]) -> str:
    """The source of the functions that find what to call; they return False where the number is unknown."""
    modules: dict[str, set[str]] = {}
    for name in (name for table in tables for case in table.cases for name in case):
        *inside, module, _ = name.split(".")
        modules.setdefault(".".join([package, *inside]), set()).add(module)
    kernel_types = "Mask, kernel" if any("Mask" in table.argument for table in tables) else "kernel"
    needed = [_import(place, sorted(names)) for place, names in modules.items()]
    needed += [*imports, f"from exodus_env.kit.kernel import {kernel_types}"]
    lines = [f'"""{docstring}"""', "", "from __future__ import annotations", "", *sorted(needed)]
    for table in tables:
        parts = [table.cases[i : i + PART] for i in range(0, len(table.cases), PART)]
        for number, cases in enumerate(parts):
            name = f"{table.name}_{number + 1}"
            first, last = (case[0].split(".")[-1] for case in (cases[0], cases[-1]))
            lines += _kernel(table, name, f"{table.docstring}, from {first} to {last}.", _search(table, cases, 1))
        lines += _kernel(table, table.name, f"{table.docstring}; False if it is unknown.", _parts(table, parts))
    return "\n".join(lines) + "\n"


def calls(frames: Sequence[Frame], decisions: Sequence[Decision], kinds: str, numbers: str) -> list[Dispatch]:
    """What every game's dispatch holds: what runs a frame, what is legal in a decision, and what a choice does.

    `kinds` and `numbers` name the modules with the numbers of frames and of decisions. The first decision stands for
    none.
    """
    asked = [(f"{numbers}.D_{constant(decision.name)}", decision) for decision in decisions[1:]]
    run = [(f"{kinds}.{constant(frame.name)}", frame.run) for frame in frames]
    legal = [(number, decision.legal) for number, decision in asked]
    choose = [(number, decision.choose) for number, decision in asked]
    return [
        Dispatch("run", "Let the top frame do its next step", "kind", "", run),
        Dispatch("legal", "Write what is legal in a decision", "decision", "mask: Mask", legal),
        Dispatch("choose", "Carry out a choice of a decision", "decision", "action: int", choose),
    ]


def _import(place: str, names: Sequence[str]) -> str:
    """An import as the formatter leaves it."""
    line = f"from {place} import {', '.join(names)}"
    return (
        line if len(line) <= LINE else "\n".join([f"from {place} import (", *(f"    {name}," for name in names), ")"])
    )


def _kernel(table: Dispatch, name: str, docstring: str, body: list[str]) -> list[str]:
    more = f", {table.argument}" if table.argument else ""
    head = f"def {name}(g: Game, t: Tables, {table.number}: int{more}) -> bool:"
    return ["", "", "@kernel", head, f'    """{docstring}"""', *body, "    return False"]


def _parts(table: Dispatch, parts: Sequence[Sequence[tuple[str, str]]]) -> list[str]:
    """Which part to look in, by the last case of each."""
    more = f", {table.argument.split(':')[0]}" if table.argument else ""
    lines = []
    for number, cases in enumerate(parts):
        lines.append(f"    if {table.number} <= {cases[-1][0]}:")
        lines.append(f"        return {table.name}_{number + 1}(g, t, {table.number}{more})")
    return lines


def _search(table: Dispatch, cases: Sequence[tuple[str, str]], depth: int) -> list[str]:
    """Halves of halves, and at the end an equality for each case."""
    indent = "    " * depth
    if len(cases) > 4:
        half = len(cases) // 2
        lower, upper = _search(table, cases[:half], depth + 1), _search(table, cases[half:], depth + 1)
        return [f"{indent}if {table.number} < {cases[half][0]}:", *lower, f"{indent}else:", *upper]
    more = f", {table.argument.split(':')[0]}" if table.argument else ""
    lines = []
    for number, function in cases:
        called = ".".join(function.split(".")[-2:])
        lines += [f"{indent}if {table.number} == {number}:", f"{indent}    {called}(g, t{more})"]
        lines += [f"{indent}    return True"]
    return lines


def write_modules(
    folder: Path, frames: Sequence[Frame], decisions: Sequence[Decision], sources: Mapping[str, str]
) -> None:
    """Write generated modules by file name, unless a declaration or a function is missing."""
    problems = forgotten(folder, frames, decisions, sources)
    if problems:
        raise SystemExit("\n".join(problems))
    for name, source in sources.items():
        (folder / name).write_text(source, encoding="utf-8")


def forgotten(
    folder: Path, frames: Sequence[Frame], decisions: Sequence[Decision], generated: Iterable[str]
) -> list[str]:
    """What is declared but not written, or written but not declared: functions run_x, legal_x and choose_x, by name."""
    files = [file for file in folder.rglob("*.py") if file.name not in generated]
    trees = {file.relative_to(folder).with_suffix("").as_posix().replace("/", "."): _parsed(file) for file in files}
    written = [f"{place}.{node.name}" for place, tree in trees.items() for node in tree.body if _is_of_stage(node)]
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    called = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    called |= {node.id for node in nodes if isinstance(node, ast.Name)}
    named = {frame.run: f"frame {frame.name!r}" for frame in frames}
    for decision in decisions:
        named |= {name: f"decision {decision.name!r}" for name in (decision.legal, decision.choose) if name}
    lacking = [
        f"{who} is declared with {name}, which does not exist" for name, who in named.items() if name not in written
    ]
    spare = [name for name in written if name not in named and name.rpartition(".")[2] not in called]
    return lacking + [f"{name} is declared by nothing and called by nothing" for name in spare]


def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _is_of_stage(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and node.name.startswith(("run_", "legal_", "choose_"))
