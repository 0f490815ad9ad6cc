"""The `exodus` command: help that works, mistakes that are told in one line."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from exodus_env import cli
from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.ruleset import corruption
from exodus_env.exodus.config import DIFFICULTIES, MODES, SCENARIOS, GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit import bench
from exodus_env.kit.kernel import COMPILED

COMMANDS = ("demo", "play", "arena", "balance", "actions", "observations", "content", "bench", "compile")
WITH_SETTINGS = ("demo", "actions", "observations", "bench")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "exodus_env.cli", *arguments], capture_output=True, text=True)


def test_without_a_command_the_help_is_shown(capsys):
    assert cli.main([]) == 0
    shown = capsys.readouterr().out
    for command in COMMANDS:
        assert command in shown


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command, capsys):
    with pytest.raises(SystemExit) as left:
        cli.main([command, "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert "examples:" in shown
    assert f"exodus {command}" in shown


@pytest.mark.parametrize("arguments", [["--help"], ["content", "--help"], ["no-such-command"], []])
def test_the_package_can_be_run(arguments):
    """`python -m exodus_env` behaves as `exodus`, which here is `python -m exodus_env.cli`."""
    module = subprocess.run([sys.executable, "-m", "exodus_env", *arguments], capture_output=True, text=True)
    command = run(*arguments)
    assert (module.returncode, module.stdout, module.stderr) == (command.returncode, command.stdout, command.stderr)


def test_help_loads_nothing_heavy():
    code = (
        "import sys; from exodus_env import cli; cli.build_parser().format_help(); "
        "print([name for name in ('numba', 'numpy', 'gymnasium', 'pettingzoo') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-command"],
        ["demo", "--no-such-option"],
        ["demo", "--players", "many"],
        ["demo", "--seed", "seven"],
        ["bench", "--envs", "0"],
        ["bench", "--seconds", "-1"],
        ["arena", "--games", "0"],
        ["arena", "--limit", "-1"],
    ],
    ids=" ".join,
)
def test_wrong_options_exit_2_and_say_what_is_wrong(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert "error:" in said
    assert arguments[-1] in said


@pytest.mark.parametrize(
    "arguments",
    [["demo", "--seed", "-1"], ["demo", "--seed", str(2**63)], ["bench", "--envs", "65537"]],
    ids=" ".join,
)
def test_a_number_out_of_range_is_one_line(arguments, capsys):
    assert cli.main(arguments) == 2
    said = capsys.readouterr().err
    assert_one_line(said)
    assert arguments[1] in said
    assert arguments[2] in said.replace(",", "")


@pytest.mark.parametrize("command", WITH_SETTINGS)
def test_the_help_teaches_the_scenarios(command, capsys):
    with pytest.raises(SystemExit):
        cli.main([command, "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "--scenario NAME" in shown and "--mode NAME" in shown and "--difficulty NAME" in shown
    for word in (*SCENARIOS, *MODES, *DIFFICULTIES):
        assert word in shown
    assert f"exodus {command} --scenario" in shown


def configured(*given: str) -> GameConfig:
    return cli.configuration(cli.build_parser().parse_args(["demo", *given]))


def test_scenarios_are_given_by_name():
    assert configured("--scenario", "stronghold") == GameConfig(scenario="stronghold")
    given = configured("--scenario", "stronghold", "--mode", "semi-coop", "--difficulty", "hard", "--players", "3")
    assert given == GameConfig(scenario="stronghold", mode="semi_coop", difficulty="hard", players=3)
    assert configured("--scenario", "event-horizon").modules == {"M6"}
    assert configured("--scenario", "none") == GameConfig()


def test_solo_is_for_one_player():
    assert configured("--scenario", "stronghold", "--mode", "solo").players == 1
    assert configured("--scenario", "stronghold", "--players", "1").mode == "solo"
    assert cli.main(["actions", "--scenario", "stronghold", "--mode", "solo", "--players", "2"]) == 2


def test_the_scenario_of_a_file_can_be_changed(tmp_path):
    file = tmp_path / "game.toml"
    file.write_text('players = 3\nscenario = "stronghold"\ndifficulty = "hard"\n')
    assert configured("--config", str(file)).mode == "coop"
    alone = configured("--config", str(file), "--mode", "solo")
    assert (alone.players, alone.difficulty) == (1, "hard")
    other = configured("--config", str(file), "--scenario", "none")
    assert (other.players, other.mode, other.difficulty) == (3, None, None)


def test_the_expansion_is_given_by_options():
    assert configured("--edge-of-extinction") == GameConfig(edge_of_extinction=True)
    given = configured("--edge-of-extinction", "--length", "extended", "--factions", "chosen")
    assert given == GameConfig(edge_of_extinction=True, length="extended", factions="chosen")
    seats = configured("--edge-of-extinction", "--players", "2", "--factions", "han-xia, titan")
    assert seats == GameConfig(players=2, edge_of_extinction=True, factions=("han_xia", "titan"))


def test_the_expansion_of_a_file_can_be_changed(tmp_path):
    file = tmp_path / "game.toml"
    file.write_text('edge_of_extinction = true\nlength = "extended"\n')
    assert configured("--config", str(file)).turns == 6
    assert configured("--config", str(file), "--length", "standard").turns == 5
    assert configured("--config", str(file), "--no-edge-of-extinction") == GameConfig()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--length", "extended"], ["--length", "--edge-of-extinction"]),
        (["--factions", "dealt"], ["--factions", "--edge-of-extinction"]),
        (["--edge-of-extinction", "--factions", "titan"], ["factions", "4 different ones"]),
        (["--edge-of-extinction", "--length", "short"], ["'short'", "standard, extended"]),
        (["--mode", "solo"], ["--mode", "--scenario stronghold"]),
        (["--difficulty", "easy"], ["--difficulty", "--scenario stronghold"]),
        (["--scenario", "event_horizon", "--mode", "coop"], ["--mode", "--scenario stronghold"]),
        (["--players", "1"], ["players", "2 to 6", "solo"]),
        (["--scenario", "stronghold", "--mode", "solo", "--players", "2"], ["players", "use 1"]),
        (["--scenario", "hold"], ["'hold'", "none, stronghold, event_horizon"]),
        (["--scenario", "stronghold", "--mode", "duel"], ["'duel'", "coop, semi_coop, solo"]),
        (["--scenario", "stronghold", "--difficulty", "no"], ["'no'", "beginner, easy, standard, hard, extreme"]),
        (["--scenario", "stronghold", "--modules", "M6"], ["M6", "stronghold"]),
    ],
    ids=lambda given: " ".join(given),
)
@pytest.mark.parametrize("command", WITH_SETTINGS)
def test_a_wrong_scenario_is_one_line_that_names_the_way_out(command, given, words, capsys):
    assert cli.main([command, *given]) == 2
    said = capsys.readouterr().err
    assert_one_line(said)
    for word in words:
        assert word in said


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--players", "2"], "the players have lost together"),
        (["--mode", "semi_coop", "--players", "2"], "the players have lost together"),
        (["--mode", "solo"], "White has lost"),
    ],
    ids=["coop", "semi_coop", "solo"],
)
def test_the_demo_plays_the_stronghold(given, words, capsys):
    assert cli.main(["demo", "--scenario", "stronghold", "--turns", "2", "--quiet", *given]) == 0
    assert f"Result: time is up; {words}" in capsys.readouterr().out


def test_the_demo_plays_event_horizon(capsys):
    assert cli.main(["demo", "--scenario", "event_horizon", "--players", "2", "--turns", "1"]) == 0
    told = capsys.readouterr().out
    assert "The star has 1 Star Evolution token." in told and "total  rank" in told


@pytest.mark.parametrize(
    "config",
    [GameConfig(players=2), GameConfig(players=1, scenario="stronghold", mode="solo", modules=frozenset({"M8"}))],
    ids=["base", "solo"],
)
def test_the_benchmark_measures_the_game_that_is_asked_for(config, monkeypatch):
    monkeypatch.setattr(bench, "RUNS", 1)
    rules = ruleset(config)
    lines = [measure(0.01) for _, measure in bench.measurements(rules, 2)[:3]]
    assert all(line.median > 0 for line in lines)
    assert bench.start_up(rules).median > 0
    if COMPILED:
        (name, last) = rules.benchmarks()[2]
        assert name == "rollouts to the end, late" and last(0.01).median > 0
    head = bench.as_text(rules, lines).splitlines()[0]
    assert head.startswith(f"{config.players} player") and ("Stronghold (solo" in head) == (config.players == 1)


@pytest.mark.skipif(not COMPILED, reason="a search takes minutes")
def test_every_game_with_a_search_has_its_own_lines(monkeypatch):
    monkeypatch.setattr(bench, "RUNS", 1)
    lines = dict(corruption(CorruptionConfig(players=1)).benchmarks())
    assert len(lines) == 6
    for kind in ("rollouts to the end", "simulations of search"):
        assert lines[f"{kind}, middle"](0.01).median > 0


@pytest.mark.parametrize("command", WITH_SETTINGS)
def test_an_impossible_game_is_one_line(command, capsys):
    assert cli.main([command, "--players", "99"]) == 2
    assert_one_line(capsys.readouterr().err)


@pytest.mark.parametrize("command", WITH_SETTINGS)
def test_a_missing_settings_file_is_one_line(command, tmp_path, capsys):
    missing = tmp_path / "missing.toml"
    assert cli.main([command, "--config", str(missing)]) == 2
    said = capsys.readouterr().err
    assert_one_line(said)
    assert str(missing) in said


def test_a_broken_settings_file_is_one_line(tmp_path, capsys):
    broken = tmp_path / "broken.toml"
    broken.write_text("players = = 4\n")
    assert cli.main(["actions", "--config", str(broken)]) == 2
    assert_one_line(capsys.readouterr().err)


def test_a_missing_content_folder_is_one_line(tmp_path, capsys):
    assert cli.main(["content", "--content", str(tmp_path / "missing")]) == 2
    assert_one_line(capsys.readouterr().err)


def test_options_win_over_the_settings_file(tmp_path):
    file = tmp_path / "game.toml"
    file.write_text("players = 3\n")
    parser = cli.build_parser()
    assert cli.configuration(parser.parse_args(["demo", "--config", str(file)])).players == 3
    assert cli.configuration(parser.parse_args(["demo", "--config", str(file), "--players", "2"])).players == 2
    assert cli.configuration(parser.parse_args(["demo"])).players == 4


def test_the_configuration_that_comes_along_is_the_default_game():
    parser = cli.build_parser()
    file = Path(__file__).parent.parent / "configs" / "base.toml"
    assert cli.configuration(parser.parse_args(["demo", "--config", str(file)])) == cli.configuration(
        parser.parse_args(["demo"])
    )


def test_an_interrupt_exits_130(monkeypatch, capsys):
    def interrupted(args):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run_compile", interrupted)
    assert cli.main(["compile"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_bug_keeps_its_traceback(monkeypatch):
    def broken(args):
        raise ZeroDivisionError

    monkeypatch.setattr(cli, "run_compile", broken)
    with pytest.raises(ZeroDivisionError):
        cli.main(["compile"])


def test_a_reader_that_leaves_early_is_no_error():
    command = [sys.executable, "-m", "exodus_env.cli", "content"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        writer.stdout.close()
        assert writer.stderr.read() == b""


def test_reconstructed_content_can_be_listed():
    done = run("content", "--reconstructed")
    assert done.returncode == 0, done.stderr
    assert "reconstructed" in done.stdout


@pytest.mark.parametrize("command", ["actions", "observations"])
def test_reference_pages_are_markdown(command):
    done = run(command, "--players", "2")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("#")


def assert_one_line(said: str) -> None:
    assert said.startswith("exodus: error: ")
    assert said.count("\n") == 1


def test_modules_are_given_by_name(capsys):
    assert cli.main(["observations", "--modules", "M2, M6"]) == 0
    page = capsys.readouterr().out
    assert "`dormant`" in page and "`solar_wind`" in page and "`executive_action`" not in page
    assert cli.main(["actions", "--modules", "M99"]) == 2
    said = capsys.readouterr().err
    assert_one_line(said)
    assert "M99" in said and "M1, " in said and "M10" in said


def test_all_ten_modules_can_be_played_together():
    modules = [f"M{number}" for number in range(1, 11)]
    given = ["demo", "--modules", ",".join(modules), "--random-barriers", "--free-leaders", "--bonus-draw"]
    config = cli.configuration(cli.build_parser().parse_args(given))
    assert config.modules == frozenset(modules)
    assert config.random_barriers and config.free_leaders and config.bonus_draw


@pytest.mark.parametrize(
    ("option", "module"), [("--bonus-draw", "M1"), ("--random-barriers", "M9"), ("--free-leaders", "M10")]
)
def test_an_option_of_a_module_asks_for_the_module(option, module, capsys):
    assert cli.main(["demo", "--modules", "M3", option]) == 2
    said = capsys.readouterr().err
    assert_one_line(said)
    assert option.strip("-").replace("-", "_") in said and f"module {module};" in said


def test_the_demo_plays_with_all_modules(capsys):
    modules = ",".join(f"M{number}" for number in range(1, 11))
    assert cli.main(["demo", "--modules", modules, "--players", "2", "--turns", "1"]) == 0
    told = capsys.readouterr().out
    assert "is explored" in told and "Leader: " in told and "Outpost cards" in told


# Whatever happens to files and streams -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.ENAMETOOLONG, errno.EIO, errno.EDQUOT])
def test_what_the_system_refuses_is_one_line(number, monkeypatch, capsys):
    def refused(args):
        raise OSError(number, os.strerror(number), "the file")

    monkeypatch.setattr(cli, "run_compile", refused)
    assert cli.main(["compile"]) == 2
    assert capsys.readouterr().err == f"exodus: error: {os.strerror(number)}: the file\n"


def test_where_an_error_comes_from_can_be_found(monkeypatch, capsys):
    def broken(args):
        raise BlockingIOError("a bug of ours")

    monkeypatch.setattr(cli, "run_compile", broken)
    monkeypatch.setenv("EXODUS_TRACEBACK", "1")
    assert cli.main(["compile"]) == 2
    said = capsys.readouterr().err
    assert "in broken" in said and said.endswith("exodus: error: a bug of ours\n")
    monkeypatch.setenv("EXODUS_TRACEBACK", "0")
    assert cli.main(["compile"]) == 2
    assert_one_line(capsys.readouterr().err)


def test_an_error_does_not_steer_the_terminal(tmp_path, capsys):
    assert cli.main(["actions", "--config", str(tmp_path / "\x1b[2J\n")]) == 2
    said = capsys.readouterr().err
    assert_one_line(said)
    assert "\x1b" not in said


@pytest.mark.parametrize("arguments", [["content"], ["--help"], ["arena", "--help"], []], ids=" ".join)
@pytest.mark.parametrize(
    ("redirection", "status", "words"),
    [
        ("> /dev/full", 2, "No space left on device: standard output"),
        (">&-", 2, "It is closed: standard output"),
        ("<&- >&- 2>&-", 2, ""),
        ("2> /dev/full", 0, ""),
    ],
)
def test_streams_that_fail_are_one_line_at_most(arguments, redirection, status, words):
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    command = f'"$0" -m exodus_env.cli {" ".join(arguments)} {redirection}'
    done = subprocess.run(["sh", "-c", command, sys.executable], capture_output=True, text=True)
    assert done.returncode == status
    assert done.stderr == (f"exodus: error: {words}\n" if words else "")


@pytest.mark.parametrize("command", ["content", "actions", "observations"])
def test_every_page_is_shown_on_a_plain_terminal(command):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii:strict"}
    line = [sys.executable, "-m", "exodus_env.cli", command]
    done = subprocess.run(line, capture_output=True, env=environment)
    assert done.returncode == 0 and done.stderr == b""
    assert len(done.stdout.decode("ascii")) > 1000


def test_a_signal_to_end_exits_as_shells_have_it(monkeypatch, capsys):
    for number, words in ((signal.SIGTERM, "Terminated"), (signal.SIGHUP, "Hangup")):
        before = signal.signal(number, signal.SIG_DFL)
        monkeypatch.setattr(cli, "run_compile", lambda args, number=number: signal.raise_signal(number))
        try:
            assert cli.main(["compile"]) == 128 + number
            assert signal.getsignal(number) is signal.SIG_DFL
            assert capsys.readouterr().err == f"\n{words}.\n"
            signal.signal(number, signal.SIG_IGN)
            assert cli.main(["compile"]) == 0, "what is ignored, as by nohup, stays ignored"
        finally:
            signal.signal(number, before)


def test_a_folder_for_compiled_rules_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    environment = {**os.environ, "EXODUS_CACHE": str(tmp_path / "file" / "below"), "EXODUS_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "exodus_env.cli", "compile"], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 2
    assert_one_line(done.stderr)
    assert "EXODUS_CACHE" in done.stderr


def test_nothing_to_read_at_the_terminal_is_one_line():
    command = '"$0" -m exodus_env.cli play --players human,random --turns 1 <&- >/dev/null'
    done = subprocess.run(["sh", "-c", command, sys.executable], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.splitlines()[-1].startswith("exodus: error: ")
    assert "Traceback" not in done.stderr
