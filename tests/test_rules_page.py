"""The rules page is true: every rule names code and tests that exist, and every rule test stands beside a rule."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "RULES.md"
GAME = ROOT / "exodus_env" / "exodus"
CONTENT = GAME / "content" / "data"
RULE_TESTS = ROOT / "tests" / "rules"

HEADER = ["rule", "source", "code", "tests"]
NOTHING = "-"
REASON = "because"  # a dash needs a reason in the rule's own text
BOOKS = "base rules|movement and combat text|Event Horizon|Edge of Extinction"
SOURCE = re.compile(rf"({BOOKS}), lines? [\d, -]+|FAQ|public|ours")


class Rule(NamedTuple):
    line: int
    text: str
    source: str
    code: list[str]
    tests: list[str]


class Problem(ValueError):
    """A part of the page that cannot be read."""


def references(cell: str, line: int) -> list[str]:
    """The names in a cell, each in backticks; a dash for none."""
    if cell == NOTHING:
        return []
    names = [part.strip() for part in cell.split(", ")]
    for name in names:
        if not re.fullmatch(r"`[^`]+`", name):
            raise Problem(f"line {line}: {name!r} is neither a name in backticks nor {NOTHING!r}")
    return [name.strip("`") for name in names]


def read_rules(text: str) -> list[Rule]:
    """The rows of all tables of the page."""
    rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells == HEADER or set(line) <= set("|-: "):
            continue
        if len(cells) != len(HEADER):
            raise Problem(f"line {number}: {len(cells)} cells instead of {len(HEADER)}")
        rule, source, code, tests = cells
        rules.append(Rule(number, rule, source, references(code, number), references(tests, number)))
    return rules


@cache
def definitions(file: Path) -> frozenset[str]:
    """Functions and classes at the top of a Python file, read without importing it."""
    if not file.is_file():
        return frozenset()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    )


@cache
def entries(file: Path) -> frozenset[str]:
    """The ids in a content file."""
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return frozenset(entry["id"] for table in tables.values() for entry in table)


def missing_code(name: str) -> str | None:
    """What is wrong with a code reference, or None."""
    if name.startswith("content: "):
        file, _, entry = name.removeprefix("content: ").partition(" ")
        if not (CONTENT / file).is_file():
            return f"content file {file} does not exist"
        if entry and entry not in entries(CONTENT / file):
            return f"{file} has no entry {entry}"
        return None
    module, dot, function = name.partition(".")
    files = [{"config": GAME, "rewards": GAME / "encoding"}.get(module, GAME / "rules") / f"{module}.py"]
    files += (GAME / "rules").glob(f"*/{module}.py")
    if not dot or not any(function in definitions(file) for file in files if file.is_file()):
        return f"code {name} does not exist"
    return None


def missing_test(name: str) -> str | None:
    """What is wrong with a test reference, or None."""
    file, _, function = name.partition(".")
    if not function.startswith("test_") or function not in definitions(RULE_TESTS / f"{file}.py"):
        return f"test {name} does not exist"
    return None


def problems(rule: Rule) -> list[str]:
    """Everything that is wrong with a rule."""
    found = [missing_code(name) for name in rule.code] + [missing_test(name) for name in rule.tests]
    for kind, names in (("code", rule.code), ("tests", rule.tests)):
        if not names and REASON not in rule.text:
            found.append(f"no {kind}, and no reason for it")
        if len(set(names)) < len(names):
            found.append(f"{kind} named twice")
    if not all(SOURCE.fullmatch(part) for part in rule.source.split("; ")):
        found.append(f"unknown source: {rule.source}")
    return [problem for problem in found if problem]


def rule_tests() -> set[str]:
    """Every rule test there is."""
    return {
        f"{file.stem}.{name}"
        for file in RULE_TESTS.glob("test_*.py")
        for name in definitions(file)
        if name.startswith("test_")
    }


def test_rules_name_code_and_tests_that_exist():
    rules = read_rules(PAGE.read_text(encoding="utf-8"))
    assert len(rules) > 150
    assert [f"line {rule.line}: {problem}" for rule in rules for problem in problems(rule)] == []


def test_every_rule_test_is_listed():
    listed = {name for rule in read_rules(PAGE.read_text(encoding="utf-8")) for name in rule.tests}
    assert sorted(rule_tests() - listed) == [], "list these tests in docs/RULES.md beside the rule they show"


def test_no_rule_stands_twice():
    texts = [rule.text for rule in read_rules(PAGE.read_text(encoding="utf-8"))]
    assert sorted({text for text in texts if texts.count(text) > 1}) == []


def test_rulings_are_numbered_and_answered():
    _, _, rulings = PAGE.read_text(encoding="utf-8").partition("\n## Rulings\n")
    found = re.findall(r"^(\d+)\. \*\*([^*]+)\*\*(.*)", rulings, flags=re.MULTILINE)
    assert len(found) > 50
    assert [int(number) for number, _, _ in found] == list(range(1, len(found) + 1))
    for number, question, answer in found:
        assert question.endswith("?"), f"ruling {number} asks nothing"
        assert answer.strip(), f"ruling {number} answers nothing"


GOOD = ("A rule.", "base rules, line 41; FAQ", "`upkeep.grow_population`", "`test_upkeep.test_cp_mining_brings_ten`")


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (GOOD, None),
        (("No test because of the clock.", *GOOD[1:3], "-"), None),
        ((*GOOD[:2], "`config.GameConfig`, `content: rules.toml cubes`", GOOD[3]), None),
        ((GOOD[0], "Edge of Extinction, lines 303-306; ours", *GOOD[2:]), None),
        ((*GOOD[:2], "`upkeep.grow_potatoes`", GOOD[3]), "code upkeep.grow_potatoes does not exist"),
        ((*GOOD[:2], "`garden.grow_population`", GOOD[3]), "code garden.grow_population does not exist"),
        ((*GOOD[:2], "`content: weather.toml`", GOOD[3]), "content file weather.toml does not exist"),
        ((*GOOD[:2], "`content: rules.toml weather`", GOOD[3]), "rules.toml has no entry weather"),
        ((*GOOD[:3], "`test_upkeep.test_nothing`"), "test test_upkeep.test_nothing does not exist"),
        ((*GOOD[:2], "-", GOOD[3]), "no code, and no reason for it"),
        ((*GOOD[:3], "-"), "no tests, and no reason for it"),
        ((GOOD[0], "hearsay", *GOOD[2:]), "unknown source: hearsay"),
    ],
)
def test_the_search_finds_what_it_looks_for(cells, problem):
    (rule,) = read_rules("| " + " | ".join(cells) + " |")
    assert problems(rule) == ([] if problem is None else [problem])


@pytest.mark.parametrize("row", ["| a rule | FAQ | `x.y` |", "| a rule | FAQ | x.y | - |", "| a rule | FAQ |  | - |"])
def test_a_row_that_cannot_be_read_is_refused(row):
    with pytest.raises(Problem, match="line 1"):
        read_rules(row)
