"""The rules pages are true: every rule names code and tests that exist, and every rule test stands beside a rule."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"

NOTHING = "-"
REASON = "because"  # a dash needs a reason in the rule's own text
CITED = re.compile(r"\[\d")  # a file of rule tests says in its docstring which lines it follows


class Page(NamedTuple):
    """A page of rules, and what its names stand for."""

    file: str
    game: Path
    beside: dict[str, str]  # modules outside of rules/, with their folder
    tests: Path
    further: tuple[Path, ...]  # tests that rows may name besides
    header: tuple[str, ...]
    books: str  # the texts whose lines are cited
    rules: int  # there are more than so many
    rulings: int

    @property
    def text(self) -> str:
        return (DOCS / self.file).read_text(encoding="utf-8")

    @property
    def content(self) -> Path:
        return self.game / "content" / "data"


EXODUS = Page(
    file="RULES.md",
    game=ROOT / "exodus_env" / "exodus",
    beside={"config": ".", "rewards": "encoding"},
    tests=ROOT / "tests" / "rules",
    further=(),
    header=("rule", "source", "code", "tests"),
    books="base rules|movement and combat text|Event Horizon|Edge of Extinction",
    rules=150,
    rulings=50,
)
CORRUPTION = Page(
    file="RULES_CORRUPTION.md",
    game=ROOT / "exodus_env" / "corruption",
    beside={"config": ".", "worlds": "."},
    tests=ROOT / "tests" / "corruption",
    further=(ROOT / "tests" / "test_corruption_content.py",),
    header=("entry", "rule", "source", "code", "tests"),
    books="rules text",
    rules=150,
    rulings=50,
)
PAGES = (EXODUS, CORRUPTION)

# The checklist of X-ODUS: its entries by chapter.
ENTRIES = (
    *(range(1, 6), range(10, 18), range(20, 24), range(30, 43), range(45, 49), range(50, 60), range(60, 68)),
    *(range(70, 74), range(75, 81), range(85, 92), range(92, 97), range(100, 105), range(110, 111), range(120, 124)),
)


class Rule(NamedTuple):
    line: int
    text: str
    source: str
    code: list[str]
    tests: list[str]
    entry: str = NOTHING  # of a checklist, where the page follows one


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


def read_rules(text: str, header: tuple[str, ...] = EXODUS.header) -> list[Rule]:
    """The rows of all tables of the page."""
    rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if tuple(cells) == header or set(line) <= set("|-: "):
            continue
        if len(cells) != len(header):
            raise Problem(f"line {number}: {len(cells)} cells instead of {len(header)}")
        entry = cells[0] if "entry" in header else NOTHING
        rule, source, code, tests = cells[-4:]
        rules.append(Rule(number, rule, source, references(code, number), references(tests, number), entry))
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


def missing_code(page: Page, name: str) -> str | None:
    """What is wrong with a code reference, or None."""
    if name.startswith("content: "):
        file, _, entry = name.removeprefix("content: ").partition(" ")
        if not (page.content / file).is_file():
            return f"content file {file} does not exist"
        if entry and entry not in entries(page.content / file):
            return f"{file} has no entry {entry}"
        return None
    module, dot, function = name.partition(".")
    files = [page.game / page.beside.get(module, "rules") / f"{module}.py"]
    files += (page.game / "rules").glob(f"*/{module}.py")
    if not dot or not any(function in definitions(file) for file in files if file.is_file()):
        return f"code {name} does not exist"
    return None


def missing_test(page: Page, name: str) -> str | None:
    """What is wrong with a test reference, or None."""
    file, _, function = name.partition(".")
    files = [page.tests / f"{file}.py", *(further for further in page.further if further.stem == file)]
    if not function.startswith("test_") or not any(function in definitions(path) for path in files):
        return f"test {name} does not exist"
    return None


def problems(page: Page, rule: Rule) -> list[str]:
    """Everything that is wrong with a rule."""
    found = [missing_code(page, name) for name in rule.code] + [missing_test(page, name) for name in rule.tests]
    for kind, names in (("code", rule.code), ("tests", rule.tests)):
        if not names and REASON not in rule.text:
            found.append(f"no {kind}, and no reason for it")
        if len(set(names)) < len(names):
            found.append(f"{kind} named twice")
    source = re.compile(rf"({page.books}), lines? [\d, -]+|FAQ|public|ours")
    if not all(source.fullmatch(part) for part in rule.source.split("; ")):
        found.append(f"unknown source: {rule.source}")
    return [problem for problem in found if problem]


def rule_files(page: Page) -> list[Path]:
    """The files of rule tests: all of a folder that has nothing else, otherwise those that cite lines of the text."""
    files = sorted(page.tests.glob("test_*.py"))
    if page is EXODUS:
        return files
    return [file for file in files if CITED.search(ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "")]


def rule_tests(page: Page) -> set[str]:
    """Every rule test there is."""
    return {
        f"{file.stem}.{name}" for file in rule_files(page) for name in definitions(file) if name.startswith("test_")
    }


every_page = pytest.mark.parametrize("page", PAGES, ids=[page.file for page in PAGES])


@every_page
def test_rules_name_code_and_tests_that_exist(page: Page):
    rules = read_rules(page.text, page.header)
    assert len(rules) > page.rules
    assert [f"line {rule.line}: {problem}" for rule in rules for problem in problems(page, rule)] == []


@every_page
def test_every_rule_test_is_listed(page: Page):
    listed = {name for rule in read_rules(page.text, page.header) for name in rule.tests}
    assert len(rule_files(page)) > 10
    assert sorted(rule_tests(page) - listed) == [], f"list these tests in docs/{page.file} beside the rule they show"


def test_every_entry_of_the_checklist_has_a_row():
    rules = read_rules(CORRUPTION.text, CORRUPTION.header)
    wanted = {f"XO-{number:02d}" for chapter in ENTRIES for number in chapter}
    assert {rule.entry for rule in rules} == wanted | {NOTHING}


@every_page
def test_no_rule_stands_twice(page: Page):
    texts = [rule.text for rule in read_rules(page.text, page.header)]
    assert sorted({text for text in texts if texts.count(text) > 1}) == []


@every_page
def test_rulings_are_numbered_and_answered(page: Page):
    _, _, rulings = page.text.partition("\n## Rulings\n")
    found = re.findall(r"^(\d+)\. \*\*([^*]+)\*\*(.*)", rulings, flags=re.MULTILINE)
    assert len(found) > page.rulings
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
    assert problems(EXODUS, rule) == ([] if problem is None else [problem])


def test_a_row_of_a_checklist_names_its_entry():
    cells = ("XO-33", "A rule.", "rules text, lines 330-338; ours", "`worlds.redeal`", "`test_moving.test_nothing`")
    (rule,) = read_rules("| " + " | ".join(cells) + " |", CORRUPTION.header)
    assert rule.entry == "XO-33"
    assert problems(CORRUPTION, rule) == ["test test_moving.test_nothing does not exist"]


@pytest.mark.parametrize("row", ["| a rule | FAQ | `x.y` |", "| a rule | FAQ | x.y | - |", "| a rule | FAQ |  | - |"])
def test_a_row_that_cannot_be_read_is_refused(row):
    with pytest.raises(Problem, match="line 1"):
        read_rules(row)
