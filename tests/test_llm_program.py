"""Programs as players: the documented protocol, in several languages, and programs that break it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from exodus_env import cli
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.arena import plan_for
from exodus_env.kit.arena_command import further_names
from exodus_env.kit.faults import Worded
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import view_of
from exodus_env.kit.story import new_table
from exodus_env.kit.workers import Run, play_plan
from exodus_env.players import PlayerError, make_guest, make_player

compiled_only = pytest.mark.skipif(not COMPILED, reason="every process would load the rules uncompiled")
ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "program.py"

# The first legal move, taken out of the line by its form: no JSON is read, so that every shell can do it.
SHELL = """
while read -r line; do
  case $line in
    *'"type": "hello"'*) echo '{"type": "hello", "name": "shell", "wants": []}' ;;
    *'"type": "choose"'*) rest=${line#*'"moves": [{"id": '}; echo "{\\"move\\": ${rest%%,*}}" ;;
  esac
done
"""

NODE = """
const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.type === "hello") console.log(JSON.stringify({type: "hello", name: "node", wants: ["facts"]}));
  if (asked.type === "choose") {
    const mine = asked.facts.players[asked.seat].resources.CP;
    const {move} = asked.moves[mine % asked.moves.length];
    console.log(JSON.stringify({number: asked.number, move}));
  }
});
"""

# A program that says the same whatever it is told.
ECHO = """sh -c 'read -r line; printf "%s\\n" "$1"' sh"""

UNSOUND = (
    ('"protocol": 2', "its protocol is not 1"),
    ('"detail": 4', "detail is not 1, 2 or 3"),
    ('"seconds": -1', "seconds is not a number above 0"),
    ('"seconds": 1e999', "seconds is not a number above 0"),
    ('"retries": 99', "retries is not a whole number from 0 to 10"),
    ('"wants": ["game"]', "wants is not a list of"),
    ('"wants": [["text"]]', "wants is not a list of"),
    ('"name": 3', "name is not a text"),
)


def small() -> Ruleset:
    return ruleset(GameConfig(players=2, turns=1))


def play(spec: str, games: int = 2, limit: float = 60.0) -> Run:
    return play_plan(small(), plan_for([spec, "random"], games, 7, limit), make_player, 1)


def program(kind: str) -> str:
    return f"llm:{sys.executable} -m tests.llm_programs '{kind}'"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 80


@compiled_only
def test_the_example_plays() -> None:
    assert all(result.fault is None for result in play(f"llm:{sys.executable} {EXAMPLE}").results)


def sit(spec: str, decisions: int) -> None:
    """Let a program decide in a game in this process, without a guest's around it."""
    player, table = make_guest(spec), new_table(small(), 3, True)
    player.start(table.rules)
    try:
        for number in range(decisions):
            action = player.choose(view_of(table, number))
            assert table.masks[0, action]
            table.actions[0] = action
            table.play(False)
    finally:
        player.close()


@pytest.mark.parametrize("kind", ["sound", "wants", "by name", "learns"])
def test_a_program_that_keeps_to_the_protocol_plays(kind: str) -> None:
    sit(program(kind), 14)


@pytest.mark.parametrize(("shell", "text"), [("sh", SHELL), ("node", NODE)])
def test_programs_in_other_languages_play(shell: str, text: str, tmp_path: Path) -> None:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"there is no {shell}")
    (tmp_path / "player").write_text(text)
    sit(f"llm:{found} {tmp_path / 'player'}", 14)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("dies", "ended with status 7"),
        ("chats", "gave no legal move in 2 answers (UNPARSABLE, UNPARSABLE)"),
        ("twice", "sent something before it was asked"),
        ("old", "answered question 8 instead of 9"),
        ("illegal", "gave no legal move in 2 answers (ILLEGAL, ILLEGAL); the last: no legal move reads 'ILLEGAL'"),
        ("floods", "sent a line of more than 65,536 bytes"),
        ("closes", "closed its input or output"),
    ],
)
def test_a_program_that_breaks_the_protocol_is_at_fault(kind: str, words: str) -> None:
    with pytest.raises(Worded) as fault:
        sit(program(kind), 14)
    assert words in str(fault.value) and str(fault.value).isprintable()


def test_a_program_that_died_is_started_again_for_the_next_question() -> None:
    player, table = make_guest(program("dies")), new_table(small(), 3, True)
    player.start(table.rules)
    for number in range(20):
        if number == 8:
            with pytest.raises(Worded, match="ended with status 7"):
                player.choose(view_of(table, number))
        assert table.masks[0, player.choose(view_of(table, number))] if number != 8 and number < 16 else True
    player.close()


@compiled_only
def test_a_program_that_is_late_loses_the_game_it_is_asked_about() -> None:
    """It leaves a child with its output, so that nobody sees its end; the clock does. Then the next game is played."""
    faults = [result.fault for result in play(program("forks"), 2, limit=1.0).results]
    assert len(faults) == 2
    assert all(fault is not None and "took longer than 1 s for a decision" in fault.message for fault in faults), faults


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("llm", "it needs a command"),
        ("llm:", "it needs a command"),
        ("llm:'unclosed", "its command cannot be read"),
        ("llm:/no/such/program", "cannot start '/no/such/program': No such file or directory"),
        ("llm:false", "ended with status 1"),
        (f"llm:{ECHO} hi", "answered hello with something else than is documented: it is not JSON"),
        (f"llm:{ECHO} '[1]'", 'it is no object of "type" "hello"'),
        *((f"""llm:{ECHO} '{{"type": "hello", {said}}}'""", words) for said, words in UNSOUND),
    ],
)
def test_a_program_that_cannot_play_is_refused_before_the_games(spec: str, words: str) -> None:
    with pytest.raises(PlayerError) as refused:
        make_guest(spec)
    assert words in str(refused.value) and str(refused.value).isprintable()


def test_no_shell_reads_a_command(tmp_path: Path) -> None:
    with pytest.raises(PlayerError):
        make_player(f"llm:echo hi; touch {tmp_path / 'made'}")
    assert not (tmp_path / "made").exists()


def test_a_name_can_stand_for_a_command_with_commas_and_equals_signs(tmp_path: Path) -> None:
    (tmp_path / "player").write_text(SHELL)
    command = f"llm:sh {tmp_path / 'player'} --a=1,2"
    assert further_names([f"mine={command}"], ["mine"]) == {"mine": command}
    assert set(further_names([command], [command])) >= {command}


@compiled_only
def test_the_command_line_seats_programs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "player").write_text(SHELL)
    players = ["--players", "mine,random", "--player", f"mine=llm:sh {tmp_path / 'player'} --a=1,2"]
    assert cli.main(["arena", *players, "--turns", "1", "--games", "2", "--workers", "1"]) == 0
    assert "mine" in capsys.readouterr().out


def test_a_table_in_a_browser_runs_no_command(tmp_path: Path) -> None:
    """Its players come from a form or a file."""
    from exodus_env.kit.serve.table import Table

    marker = tmp_path / "made"
    table: Any = object.__new__(Table)
    table._players = {}
    with pytest.raises(PlayerError, match="at the terminal and in the arena alone"):
        table._player(f"llm:touch {marker}")
    assert not marker.exists()
