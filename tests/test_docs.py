"""The documentation tells the truth: its Python runs, its commands exist."""

import re
import shlex
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

import pytest

from exodus_env import cli, gym_envs
from exodus_env.exodus import config
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.players.styles import MOTIVE_NAMES
from exodus_env.kit.registry import DEFAULT, find

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
NOT_RUN = "<!-- not run -->"


class Block(NamedTuple):
    page: Path
    line: int
    language: str
    text: str
    runs: bool

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page. A comment `<!-- not run -->` on the line before keeps one from being run."""
    found: list[Block] = []
    lines = page.read_text(encoding="utf-8").splitlines()
    start: int | None = None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number
        else:
            runs = start == 0 or lines[start - 1].strip() != NOT_RUN
            text = "\n".join(lines[start + 1 : number]) + "\n"
            found.append(Block(page, start + 1, lines[start].removeprefix("```").strip(), text, runs))
            start = None
    assert start is None, f"{page.name}: the block that starts in line {start} is never closed"
    return found


BLOCKS = [block for page in PAGES for block in blocks(page)]
PYTHON = [block for block in BLOCKS if block.language == "python" and block.runs]
COMMAND = re.compile(r"^\s*(?:\$ )?(exodus|scripts/demo)\b(?!_)(.*)$")


def command_lines() -> list[str]:
    """Every `exodus ...` and `scripts/demo ...` of the README: in shell blocks and in inline code."""
    text = README.read_text(encoding="utf-8")
    lines = [line for block in blocks(README) if block.language in ("sh", "bash") for line in block.text.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    return sorted({line for line in lines if COMMAND.match(line)})


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: block.name)
def test_python_of_the_documentation_runs(block):
    # Blank lines before the code make a traceback point at the line of the page.
    code = compile("\n" * block.line + block.text, str(block.page), "exec")
    exec(code, {"__name__": "__main__"})


@pytest.mark.parametrize("line", command_lines())
def test_commands_of_the_readme_exist(line):
    match = COMMAND.match(line)
    assert match is not None
    program, rest = match.groups()
    arguments = shlex.split(rest.partition(">")[0].partition("|")[0], comments=True)
    if arguments and arguments[-1] == "--help":
        arguments.pop()
    if program == "scripts/demo":
        demo = pytest.importorskip("training.demo")
        demo.options().parse_args(arguments)
    elif arguments != ["COMMAND"]:
        cli.build_parser().parse_args(arguments)


def test_every_command_is_in_the_readme():
    named = {line.split()[1] for line in command_lines() if line.startswith("exodus ")}
    parser = cli.build_parser()
    assert parser._subparsers is not None
    (commands,) = (action for action in parser._subparsers._actions if action.dest == "==SUPPRESS==" and action.choices)
    assert set(commands.choices) <= named


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


# Tables of the README -------------------------------------------------------------------------------------------------

WORDS = {
    "variant": config.VARIANTS,
    "map": config.MAPS,
    "movement": config.MOVEMENTS,
    "length": tuple(config.LENGTHS),
    "factions": config.FACTION_MODES,
    "scenario": config.SCENARIOS,
    "mode": config.MODES,
    "difficulty": config.DIFFICULTIES,
    "encoding": config.ENCODINGS,
}


def table(*titles: str) -> list[list[str]]:
    """The rows of the table of the README whose header begins with these titles, cell by cell."""
    lines = README.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else [] for line in lines]
    starts = [number for number, row in enumerate(rows) if row[: len(titles)] == list(titles)]
    assert len(starts) == 1, f"the README has {len(starts)} tables that begin with {', '.join(titles)}"
    end = next(number for number in range(starts[0], len(rows) + 1) if number == len(rows) or not rows[number])
    return rows[starts[0] + 2 : end]


def named(cell: str) -> list[str]:
    """What a cell shows as code."""
    return re.findall(r"`([^`]+)`", cell)


def settings() -> dict[str, str]:
    """The settings of the README, and what their rows say about values."""
    return {named(name)[0]: values for name, values, _ in table("setting")}


def test_the_readme_lists_every_setting_and_no_other():
    assert sorted(settings()) == sorted(field.name for field in fields(GameConfig))


@pytest.mark.parametrize("name", WORDS)
def test_the_readme_lists_every_word_a_setting_takes(name):
    words = re.findall(r'"(\w+)"', settings()[name])
    assert sorted(words) == sorted(WORDS[name])


@pytest.mark.parametrize("name", [field.name for field in fields(GameConfig)])
def test_the_readme_names_the_default_of_a_setting_first(name):
    plain, rich = GameConfig(), GameConfig(scenario="stronghold", edge_of_extinction=True)
    value = getattr(plain, name) if getattr(plain, name) is not None else getattr(rich, name)
    shown = {str: f'"{value}"', frozenset: "empty"}.get(type(value), str(value))
    assert re.split("[,;]", settings()[name])[0] == shown


def test_the_readme_gives_the_bounds_of_numbers():
    assert settings()["players"].endswith(f"2 to {config.PLAYER_COUNTS[-1]}, alone {config.PLAYER_COUNTS[0]}")
    assert settings()["turns"].endswith(f"1 to {config.MOST_TURNS}")
    assert settings()["modules"].endswith(f'any of "{config.MODULES[0]}" to "{config.MODULES[-1]}"')


def test_the_readme_lists_every_gymnasium_id():
    assert sorted(named(row[0])[0] for row in table("id", "game")) == sorted(gym_envs.environments())


def test_the_readme_lists_every_module_and_player():
    assert [row[0] for row in table("module")] == list(config.MODULES)
    players = {name.partition(":")[0] for row in table("player") for name in named(row[0])}
    assert players == set(find(DEFAULT).built_in_players())


def test_the_readme_counts_the_motives():
    assert re.findall(r"weighs (\d+) motives", README.read_text(encoding="utf-8")) == [str(len(MOTIVE_NAMES))]
