"""The documentation is true: its Python runs, its commands exist, its lists and figures agree with the code."""

import re
import shlex
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import pytest

import exodus_env
from exodus_env import cli, exodus_v0
from exodus_env.corruption.config import MATS, ORDERS, CorruptionConfig
from exodus_env.corruption.content.vocabulary import DIFFICULTIES, SHIPS
from exodus_env.exodus import config
from exodus_env.exodus.capacity import MAX_DECISIONS
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content.load import load_content
from exodus_env.exodus.players.styles import MOTIVE_NAMES, style_names
from exodus_env.exodus.record import GAME_DTYPE
from exodus_env.kit import aec
from exodus_env.kit.config import ConfigError
from exodus_env.kit.registry import DEFAULT, find, forget, games
from exodus_env.kit.replay import SUFFIX, Replay
from exodus_env.players import OURS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCS = ROOT / "docs"
USING, SETTINGS, PLAYERS = DOCS / "USING.md", DOCS / "SETTINGS.md", DOCS / "PLAYERS.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md")), ROOT / "training" / "README.md"]
NOT_RUN = "<!-- not run -->"
LONGEST_README = 200  # lines: a newcomer reads it in one sitting


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
COMMAND = re.compile(r"^\s*(?:\$ )?(exodus|scripts/demo)(?=\s|$)(.*)$")


def command_lines(page: Path) -> list[str]:
    """Every `exodus ...` and `scripts/demo ...` of a page: in shell blocks and in inline code."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in blocks(page) if block.language in ("sh", "bash") for line in block.text.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    return [line for line in lines if COMMAND.match(line)]


@pytest.fixture
def games_as_before():
    """Games that an example registers are forgotten again."""
    known = {game.name for game in games()}
    yield
    for game in games():
        if game.name not in known:
            forget(game.name)


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: block.name)
def test_python_of_the_documentation_runs(block, tmp_path, monkeypatch, games_as_before):
    if "sb3_contrib" in block.text:
        pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
        import_module("torch").set_num_threads(1)  # workers share the cores
    if "pyarrow" in block.text:
        pytest.importorskip("pyarrow", reason="needs the extra `data`")
        pytest.importorskip("torch", reason="needs the extra `train`").set_num_threads(1)
    monkeypatch.chdir(tmp_path)  # where examples save what they make
    # Blank lines before the code make a traceback point at the line of the page.
    code = compile("\n" * block.line + block.text, str(block.page), "exec")
    exec(code, {"__name__": "__main__"})


@pytest.mark.parametrize("line", sorted({line for page in PAGES for line in command_lines(page)}))
def test_commands_of_the_documentation_exist(line):
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


def test_every_command_is_on_the_page_about_using_it():
    named = {line.split()[1] for line in command_lines(USING) if line.startswith("exodus ")}
    parser = cli.build_parser()
    assert parser._subparsers is not None
    (commands,) = (action for action in parser._subparsers._actions if action.dest == "==SUPPRESS==" and action.choices)
    assert set(commands.choices) <= named


def anchors(page: Path) -> set[str]:
    """What links can point at in a page: its headings, as GitHub names them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page):
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        aim = page.parent / target if target else page
        assert aim.exists(), f"{page.name} links to {target}, which is not there"
        assert not anchor or anchor in anchors(aim), f"{page.name} links to #{anchor}, which {aim.name} does not have"


# Tables ---------------------------------------------------------------------------------------------------------------


def tables(page: Path) -> list[list[list[str]]]:
    """The tables of a page: rows of cells, the header first."""
    found: list[list[list[str]]] = [[]]
    for line in page.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            found.append([])
        elif not set(line) <= set("|-: ") or not found[-1]:
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
    return [rows for rows in found if rows]


def table(page: Path, *titles: str) -> list[list[str]]:
    """The rows of the table of a page whose header begins with these titles, cell by cell."""
    fitting = [rows[1:] for rows in tables(page) if rows[0][: len(titles)] == list(titles)]
    assert len(fitting) == 1, f"{page.name} has {len(fitting)} tables that begin with {', '.join(titles)}"
    return fitting[0]


def named(cell: str) -> list[str]:
    """What a cell shows as code."""
    return re.findall(r"`([^`]+)`", cell)


def figure(cell: str) -> int:
    return int(cell.replace(",", ""))


# README ---------------------------------------------------------------------------------------------------------------

MODULES = sorted(file.stem for file in (ROOT / "exodus_env").glob("*_v[0-9]*.py"))


@cache
def ids_by_module() -> dict[str, list[str]]:
    """The Gymnasium ids that play the game of each environment module."""
    found: dict[str, list[str]] = {module: [] for module in MODULES}
    for id in gymnasium.registry:
        if id.startswith(("Exodus/", "XOdus/")):
            env: Any = gymnasium.make(id).unwrapped
            found[env.rules.name].append(id)
    return found


@cache
def player_counts(module: str) -> list[int]:
    """How many players an environment takes, in any mode."""
    if module == "corruption_v0":
        return _accepted(lambda players: CorruptionConfig(players=players))
    scenario = import_module(f"exodus_env.{module}").env().config.scenario
    counts = {
        *_accepted(lambda players: GameConfig(players=players, scenario=scenario)),
        *_accepted(lambda players: GameConfig(players=players, scenario=scenario, mode="solo")),
    }
    return sorted(counts)


def _accepted(make: Callable[[int], object]) -> list[int]:
    """The numbers of players a configuration can be made with."""
    counts = []
    for players in range(10):
        try:
            make(players)
        except ConfigError:
            continue
        counts.append(players)
    return counts


def span(counts: list[int]) -> str:
    assert counts == list(range(counts[0], counts[-1] + 1))
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])


def test_the_readme_is_short():
    assert len(README.read_text(encoding="utf-8").splitlines()) <= LONGEST_README


def test_the_readme_opens_with_a_picture_and_a_replay_that_are_there():
    text = README.read_text(encoding="utf-8")
    (picture,) = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    (page,) = re.findall(r"\]\((docs/replays/[^)]+)\)", text)
    assert text.index(picture) < text.index(page) < text.index("## Two commands")
    assert (ROOT / picture).read_bytes().startswith(b"\x89PNG")
    assert (ROOT / page).read_bytes().startswith(b"<!doctype html>")
    assert (ROOT / page).stat().st_size < 1_000_000
    Replay.read((ROOT / page).with_suffix(SUFFIX)).check()


def test_the_readme_lists_every_environment_with_its_ids_and_players():
    rows = {named(row[0])[0]: row for row in table(README, "module", "Gymnasium ids")}
    assert sorted(rows) == MODULES
    for module, (_, ids, players, _) in rows.items():
        assert sorted(named(ids)) == sorted(ids_by_module()[module]), module
        assert players == span(player_counts(module)), module


# Pages of the environments --------------------------------------------------------------------------------------------

SECTIONS = (
    *("The game", "Agents and actions", "Masks", "Observations", "Rewards", "Termination", "Settings"),
    *("Result and infos", "Version history"),
)


def page_of(module: str) -> Path:
    return DOCS / "environments" / f"{module}.md"


def test_every_environment_has_a_page():
    assert sorted(page.stem for page in (DOCS / "environments").glob("*.md")) == MODULES


@pytest.mark.parametrize("module", MODULES)
def test_the_page_of_an_environment_has_every_section(module):
    text = page_of(module).read_text(encoding="utf-8")
    assert text.startswith(f"# {module}\n")
    assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == SECTIONS


@pytest.mark.parametrize("module", MODULES)
def test_the_page_of_an_environment_gives_its_spaces(module):
    overview = dict(table(page_of(module), "", ""))
    env = import_module(f"exodus_env.{module}").env()
    agent = env.possible_agents[0]
    space = env.observation_space(agent)
    assert named(overview["Import"]) == [f"from exodus_env import {module}"]
    assert sorted(named(overview["Gymnasium ids"])) == sorted(ids_by_module()[module])
    default = f", default {len(env.possible_agents)}" if len(player_counts(module)) > 1 else ""
    assert overview["Agents"] == span(player_counts(module)) + default
    assert named(overview["Agent names"]) == env.possible_agents[: len(named(overview["Agent names"]))]
    assert named(overview["Action space"]) == [str(env.action_space(agent))]
    (row, kind), (width, mask_kind) = (
        (space[name].shape[0], space[name].dtype) for name in ("observation", "action_mask")
    )
    assert f"of {row:,} {kind}," in overview["Observation space"]
    assert overview["Observation space"].endswith(f"of {width} {mask_kind}")
    assert named(overview["Render modes"]) == env.metadata["render_modes"]


@pytest.mark.parametrize("module", MODULES)
def test_the_page_of_an_environment_gives_sizes_by_settings(module):
    for settings, actions, observation in table(page_of(module), "settings", "actions", "observation"):
        env = import_module(f"exodus_env.{module}").env(**eval(f"dict({named(settings)[0]})"))
        rules = env.unwrapped.rules
        assert (rules.actions.size, rules.observations.size) == (figure(actions), figure(observation)), settings


@pytest.mark.parametrize("module", MODULES)
def test_the_version_history_ends_with_the_present_version(module):
    history = page_of(module).read_text(encoding="utf-8").partition("## Version history")[2]
    newest = re.findall(r"^- (v\d+):", history, re.MULTILINE)[0]
    assert module.endswith(f"_{newest}")
    assert f"package {exodus_env.__version__}," in history


def test_the_page_of_x_odus_lists_its_settings_with_their_words() -> None:
    listed = table(page_of("corruption_v0"), "setting", "values (default first)")
    rows = {named(name)[0]: (values, meaning) for name, values, meaning in listed}
    assert sorted(rows) == sorted(field.name for field in fields(CorruptionConfig))
    words = {"difficulty": DIFFICULTIES, "order": ORDERS, "mats": MATS, "encoding": config.ENCODINGS}
    for name, known in words.items():
        assert tuple(re.findall(r'"(\w+)"', rows[name][0])) == tuple(known), name
    assert tuple(re.findall(r'"(\w+)"', rows["mats"][1])) == SHIPS
    for name, (values, _) in rows.items():
        value = CorruptionConfig.__dataclass_fields__[name].default
        assert re.split("[,;]", values)[0] == (f'"{value}"' if isinstance(value, str) else str(value))


def test_the_page_of_solitaire_play_gives_the_conditions_of_victory():
    rows = table(page_of("solitaire_v0"), "by the end of")
    shown = {
        (named(row[1])[0].strip('"'), row[2]): [int(cell.split()[-1]) for cell in (row[0], *row[3:])] for row in rows
    }
    victories = {
        (scenario.id, kind): [goal.turn, goal.empty_planets, goal.cp, goal.axinium, goal.phasium, goal.ships]
        for scenario in load_content().missions
        for kind, goal in (("absolute", scenario.absolute), ("tactical", scenario.tactical))
    }
    assert shown == victories


def test_the_page_of_the_stronghold_gives_the_first_activation():
    rows = {row[0]: row[1:] for row in table(page_of("stronghold_v0"), "", '`mode="coop"`')}
    content = {number.id: number.value for number in load_content().numbers}
    together, semi = content["activation_turn"]
    assert rows["Stronghold activates from turn"] == [str(together), str(semi), str(together)]


# Settings -------------------------------------------------------------------------------------------------------------

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


def settings() -> dict[str, str]:
    """The settings, and what their rows say about values."""
    return {named(name)[0]: values for name, values, _ in table(SETTINGS, "setting")}


def test_every_setting_is_listed_and_no_other():
    assert sorted(settings()) == sorted(field.name for field in fields(GameConfig))


@pytest.mark.parametrize("name", WORDS)
def test_every_word_a_setting_takes_is_listed(name):
    words = re.findall(r'"(\w+)"', settings()[name])
    assert sorted(words) == sorted(WORDS[name])


def test_every_faction_is_listed():
    (meaning,) = (row[2] for row in table(SETTINGS, "setting") if named(row[0]) == ["factions"])
    assert tuple(re.findall(r'"(\w+)"', meaning)) == config.FACTIONS


@pytest.mark.parametrize("name", [field.name for field in fields(GameConfig)])
def test_the_default_of_a_setting_is_named_first(name):
    plain, rich = GameConfig(), GameConfig(scenario="stronghold", edge_of_extinction=True)
    value = getattr(plain, name) if getattr(plain, name) is not None else getattr(rich, name)
    shown = {str: f'"{value}"', frozenset: "empty"}.get(type(value), str(value))
    assert re.split("[,;]", settings()[name])[0] == shown


def test_the_bounds_of_numbers_are_given():
    assert settings()["players"].endswith(f"2 to {config.PLAYER_COUNTS[-1]}, alone {config.PLAYER_COUNTS[0]}")
    assert settings()["turns"].endswith(f"1 to {config.MOST_TURNS}")
    assert settings()["modules"].endswith(f'any of "{config.MODULES[0]}" to "{config.MODULES[-1]}"')


def test_every_module_is_listed():
    assert [row[0] for row in table(SETTINGS, "module")] == list(config.MODULES)


# Using it -------------------------------------------------------------------------------------------------------------


def test_every_gymnasium_id_is_listed():
    listed = [named(row[0])[0] for row in table(USING, "id", "game")]
    assert sorted(listed) == sorted(id for ids in ids_by_module().values() for id in ids)


def test_the_keywords_of_environments_are_listed_with_their_values():
    rows = {named(row[0])[0]: re.findall(r'"(\w+)"', row[1]) for row in table(USING, "keyword")}
    assert set(rows) <= set(exodus_v0.env.__kwdefaults__)
    assert rows["illegal"] == list(aec.ILLEGAL)
    assert rows["render_mode"] == list(aec.RENDER_MODES)


def test_the_buffers_of_a_vector_environment_have_the_shapes_and_types_listed():
    dense, sparse = (exodus_v0.vector_env(3, players=2, seed=1, encoding=name) for name in ("flat", "sparse"))
    sizes = {"N": 3, "players": 2, "D": dense.observations.shape[1], "A": dense.action_masks.shape[1]}
    sizes["capacity"] = sparse.rules.observations.capacity
    listed = [rows[1:] for rows in tables(USING) if rows[0][0] == "buffer"]
    assert [len(rows) for rows in listed] == [6, 5, 5]
    for envs, rows in zip((dense, dense, sparse), listed, strict=True):
        for name, shape, kind, _ in rows:
            buffer = eval(f"envs.{named(name)[0]}", {"envs": envs})
            assert buffer.shape == eval(shape.strip("`"), {}, sizes), name
            assert str(buffer.dtype) == kind, name


def test_the_result_of_a_single_learner_has_the_keys_listed():
    env = gymnasium.make("Exodus/Base-v0", players=2).unwrapped
    _, before = env.reset(seed=1)
    *_, info = env.step(env.action_space.n - 1 if not before["action_mask"][-1] else 0)  # illegal: the game is lost
    listed = {name for row in table(USING, "key", "holds") for name in named(row[0])}
    assert listed == set(info) - {"action_mask", "illegal_action"}


def test_the_longest_game_is_the_one_named():
    text = USING.read_text(encoding="utf-8")
    assert re.findall(r"([\d,]+)\s+decisions", text) == [f"{MAX_DECISIONS:,}"] * 2


def test_the_size_of_a_record_is_the_one_named():
    text = (DOCS / "BENCHMARKS.md").read_text(encoding="utf-8")
    assert re.findall(r"record of ([\d,]+) bytes", text) == [f"{GAME_DTYPE.itemsize:,}"]


# Players --------------------------------------------------------------------------------------------------------------


def test_every_player_is_listed():
    players = {name.partition(":")[0] for row in table(PLAYERS, "player") for name in named(row[0])}
    assert players == {*find(DEFAULT).built_in_players(), *OURS}


def test_every_style_of_motives_is_listed():
    (row,) = (row for row in table(PLAYERS, "player") if named(row[0]) == ["motives"])
    listed = {name.rpartition(":")[2] for name in named(row[1])}
    assert listed == set(style_names()) - {"greedy"}  # a player of its own


def test_the_motives_are_counted():
    assert re.findall(r"weighs (\d+) motives", PLAYERS.read_text(encoding="utf-8")) == [str(len(MOTIVE_NAMES))]


# The kit --------------------------------------------------------------------------------------------------------------


def test_every_module_of_the_kit_is_listed_once_with_its_purpose():
    kit = ROOT / "exodus_env" / "kit"
    modules = [path.stem for path in kit.glob("*.py") if path.stem != "__init__"]
    folders = [f"{path.name}/" for path in kit.iterdir() if path.is_dir() and path.name != "__pycache__"]
    listed = [name for row in table(DOCS / "ARCHITECTURE.md", "purpose", "modules") for name in named(row[1])]
    assert sorted(listed) == sorted([*modules, *folders])


# Rules ----------------------------------------------------------------------------------------------------------------


def test_rulings_are_numbered_in_order_and_refer_to_each_other():
    rulings = (DOCS / "RULES.md").read_text(encoding="utf-8").partition("## Rulings")[2]
    numbers = [int(number) for number in re.findall(r"^(\d+)\. \*\*", rulings, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    named = {int(number) for number in re.findall(r"see\s+(\d+)", rulings)}
    assert named, "no ruling refers to another"
    assert named <= set(numbers)
