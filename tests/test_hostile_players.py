"""Whatever a player does costs that player its game and nobody else's, and every game is counted once."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env import cli
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.arena import Plan, lost_game, plan_for
from exodus_env.kit.batch import RESET, Batch, IllegalAction
from exodus_env.kit.faults import LONGEST, PlayerFault, raised
from exodus_env.kit.guests import MARK, Guest, Line, memory_limit
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import Views, ask
from exodus_env.kit.text import one_line
from exodus_env.kit.workers import Run, play_plan
from exodus_env.players import PlayerError, make_player
from tests.hostile_players import AT_FAULT, WITHIN_THE_RULES
from tests.module_scenes import TEN

pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="too many processes for an uncompiled run"),
    pytest.mark.skipif(sys.platform != "linux", reason="players do what Linux lets them do"),
]
THEIRS = "tests.hostile_players:"
STEADY = "tests.arena_players:Steady"
SEATS = 6


def rules_for(seats: int = SEATS, **settings: Any) -> Ruleset:
    return ruleset(GameConfig.from_dict({"players": seats, "turns": 1, **settings}))


def play(rules: Ruleset, plan: Plan, workers: int = 1) -> Run:
    return play_plan(rules, plan, make_player, workers)


@pytest.fixture(autouse=True)
def _little_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("EXODUS_GUEST_MEMORY", "1")
    monkeypatch.setenv("LEFT_BEHIND", str(tmp_path / "left_behind"))
    monkeypatch.setenv("STARTED", str(tmp_path / "started"))  # which also tells these guests from those of other tests
    yield
    until = time.monotonic() + 10.0  # guests of a process that was killed die a moment after it
    while marked_processes() and time.monotonic() < until:
        time.sleep(0.05)
    assert not marked_processes(), "nothing a player has started is left"


def marked_processes() -> list[str]:
    """Guests of this test, and what they have started."""
    found = []
    ours = f"\0STARTED={os.environ['STARTED']}\0".encode()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = b"\0" + (process / "environ").read_bytes()
            if ours in environment and f"\0{MARK}=".encode() in environment:
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:200])
        except OSError:
            continue
    return found


def groups(names: Any) -> list[list[str]]:
    """As many names as there can be at a table, and no table for one."""
    names = list(names)
    return [names[i : i + SEATS] for i in range(0, len(names), SEATS)]


@pytest.mark.parametrize("kinds", groups(AT_FAULT), ids=lambda kinds: kinds[0])
def test_a_fault_of_any_kind_costs_its_game_and_no_other(kinds: list[str]) -> None:
    """All line-ups of a deal have the same seat to move first, so each kind has it once, and spoils that game."""
    rules = rules_for(len(kinds))
    plan = plan_for([f"{THEIRS}{kind}" for kind in kinds], len(kinds), 3, limit=2.0)
    run = play(rules, plan)
    assert run.stopped is None and [one.game for one in run.results] == list(range(len(kinds)))
    blamed = []
    for one in run.results:
        assert one.fault is not None
        kind = one.fault.name.removeprefix(THEIRS)
        assert AT_FAULT[kind] in one.fault.message, f"{kind} {one.fault.message}"
        assert one.fault.message.isprintable() and len(one.fault.message) < LONGEST + 100
        assert one == lost_game(rules, plan, one.game, one.fault.seat, 0, one.fault.message)
        blamed.append(kind)
    assert sorted(blamed) == sorted(kinds)


@pytest.mark.parametrize("kinds", [["Leaves", "NeverReturns", "SendsGarbage"], ["KillsTheHost", "Exits"]])
def test_in_several_processes_a_fault_costs_its_game_and_no_other(kinds: list[str]) -> None:
    rules = rules_for(len(kinds))
    plan = plan_for([f"{THEIRS}{kind}" for kind in kinds], len(kinds), 3, limit=1.0)
    run = play(rules, plan, workers=2)
    assert run.stopped is None and [one.game for one in run.results] == list(range(len(kinds)))
    for one in run.results:
        assert one.fault is not None
        assert one == lost_game(rules, plan, one.game, one.fault.seat, 0, one.fault.message)
    assert sorted(one.fault.name for one in run.results if one.fault) == sorted(plan.names)


def test_what_breaks_no_rule_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exodus_env.kit.guests.FAREWELL", 0.2)
    rules = rules_for()
    strange = play(rules, plan_for([*(f"{THEIRS}{kind}" for kind in WITHIN_THE_RULES), STEADY], SEATS, 5))
    steady = play(rules, plan_for([STEADY] * SEATS, 1, 5))
    assert strange.stopped is None and [one.game for one in strange.results] == list(range(SEATS))
    assert [one.fault for one in strange.results] == [None] * SEATS
    assert {played_as(one) for one in strange.results[:1]} == {played_as(one) for one in steady.results}


def played_as(result: Any) -> Any:
    """What came of a game, whoever played it."""
    return result.ranks, result.score, result.decisions


def test_signals_to_the_process_that_asks_change_nothing() -> None:
    rules = rules_for(2)
    plan = plan_for([f"{THEIRS}SignalsTheHost", "random"], 4, 5)
    fine = replace(plan, names=(STEADY, "random"))
    signalling, steady = play(rules, plan, workers=2), play(rules, fine)
    assert signalling.stopped is None
    assert [played_as(one) for one in signalling.results] == [played_as(one) for one in steady.results]


# Takes over ten seconds: a process is started again for every game.
def test_a_player_that_no_longer_starts_loses_its_games_and_not_the_run() -> None:
    rules = rules_for(2)
    run = play(rules, plan_for([f"{THEIRS}StartsOnlyOnce", "random"], 4, 5), workers=2)
    assert run.stopped is None and [one.game for one in run.results] == list(range(4))
    assert {one.fault and one.fault.message for one in run.results} == {"ended its process with status 6"}


# Not even ready -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("DiesWhenMade", "cannot be made: it ended its process with status 4"),
        ("ExitsWhenMade", "cannot be made: it raised SystemExit: no (hostile_players.py, line "),
        ("NeedsMore", "cannot be made: it raised TypeError: "),
        ("DiesAtTheStart", "cannot play this: ended its process with status 5"),
        ("FailsAtTheStart", r"cannot play this: raised KeyError: 'a file\nthat is missing' (hostile_players.py, line "),
        ("SleepsAtTheStart", "cannot play this: took longer than 2 s to get ready"),
        ("TimeIsNoNumber", "cannot be made: it did not introduce itself"),
        ("TimeIsNegative", "seconds must be more than 0 and at most 1,000,000, or None; not -1.0"),
    ],
)
def test_a_player_that_cannot_get_ready_is_told_in_one_line(
    kind: str, words: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EXODUS_GUEST_SECONDS", "2" if kind == "SleepsAtTheStart" else "60")
    assert cli.main(["arena", "--players", f"random,{THEIRS}{kind}", "--turns", "1", "--workers", "1"]) == 2
    said = capfd.readouterr().err
    assert said.startswith("exodus: error: ") and said.count("\n") == 1
    assert f"player '{THEIRS}{kind}'" in said and words in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import os\nos._exit(8)\n", "cannot be made: it ended its process with status 8"),
        ("raise SystemExit(8)\n", "cannot be made: it raised SystemExit: 8 (a_module_of_theirs.py, line 1)"),
        ("this is no Python\n", "cannot be imported: invalid syntax"),
    ],
)
def test_a_module_does_nothing_to_us(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "a_module_of_theirs.py").write_text(text)
    with pytest.raises(PlayerError) as caught:
        make_player("a_module_of_theirs:Player", tmp_path)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_name_is_only_letters() -> None:
    guest = make_player(f"{THEIRS}NamedBadly")
    assert guest.name.isprintable() and guest.name.startswith(r"\x1b[2Jwinner") and len(guest.name) <= 100


def test_a_setting_that_makes_no_sense_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("much", "0", "-1", "nan", "inf"):
        monkeypatch.setenv("EXODUS_GUEST_MEMORY", wrong)
        with pytest.raises(ValueError, match=f"EXODUS_GUEST_MEMORY must be a number above 0, not '{wrong}'"):
            memory_limit()


# Nothing hidden -------------------------------------------------------------------------------------------------------

HIDDEN = [name for name, _, _, kind, _ in FIELDS if kind == "hidden"]


def table_of(rules: Ruleset, decisions: int = 40) -> Batch:
    """A game at random, some way on."""
    table = Batch(rules, 1)
    table.seeds[0], table.actions[0] = 11, RESET
    table.play(False)
    for seed in range(decisions):
        rules.sample_actions(table.masks, seed, table.actions)
        table.play(False)
    return table


def secrets_of(table: Batch, world: Any) -> dict[str, bytes]:
    """What is hidden in a game and long enough to be known by its bytes; a possible world has something else there."""
    found = {}
    for name in HIDDEN:
        true = table.games[0][name]
        data = np.asarray(true).tobytes().rstrip(b"\0").rstrip(b"\xff")
        if len(data) >= 8 and len(set(data)) > 4 and not np.array_equal(true, world[0][name]):
            found[name] = data
    return found


def test_a_guest_that_walks_everything_finds_nothing_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOUND", str(tmp_path))
    rules = rules_for(3, modules=sorted(TEN), movement="simultaneous")
    table = table_of(rules)
    views = Views(rules, table.actors.copy(), table.observations, table.masks, np.array([5]), table.games)
    secrets = secrets_of(table, views.worlds())
    assert {"political_deck", "event_deck"} <= set(secrets) and any(name.startswith("rng") for name in secrets)
    guest = make_player(f"{THEIRS}Walks")
    assert table.masks[0, ask(guest, table, 5)] == 1
    assert isinstance(guest, Guest)
    guest.close()
    world = views.worlds()[0].political_deck.tobytes()
    for kind in ("objects", "memory"):
        found = (tmp_path / kind).read_bytes()
        assert world.rstrip(b"\xff") in found, "it looks in the right places"
        assert [name for name, data in secrets.items() if data in found] == []
    files = (tmp_path / "files").read_text().splitlines()
    assert all(file.startswith(("socket:", "/dev/null", "/proc/", str(tmp_path))) for file in files), files


def test_nothing_reachable_from_views_is_the_game() -> None:
    import gc
    from types import ModuleType

    rules = rules_for(3, modules=sorted(TEN))
    table = table_of(rules)
    views = Views(rules, table.actors.copy(), table.observations.copy(), table.masks.copy(), np.array([5]), table.games)
    secrets = secrets_of(table, views.worlds())
    assert len(secrets) > 3
    seen: set[int] = set()
    queue: list[Any] = [views, views[0]]
    while queue:
        thing = queue.pop()
        if id(thing) in seen or isinstance(thing, ModuleType | type):
            continue
        seen.add(id(thing))
        if isinstance(thing, np.ndarray):
            assert [name for name, data in secrets.items() if data in thing.tobytes()] == []
            queue.append(thing.base)
        queue.extend(gc.get_referents(thing) if not hasattr(thing, "__globals__") else [])
    assert not hasattr(views, "_games") and not hasattr(views[0], "_game")


# Everywhere else ------------------------------------------------------------------------------------------------------


def test_a_guest_outside_the_arena_is_named_when_it_fails() -> None:
    table = table_of(rules_for(2))
    guest = make_player(f"{THEIRS}Leaves")
    with pytest.raises(IllegalAction, match=r"player 'player' at seat \d ended its process with status 0"):
        ask(guest, table, 5)
    with pytest.raises(PlayerFault, match=f"player '{THEIRS}Leaves' ended its process with status 0"):
        guest.choose_all(Views(table.rules, table.actors, table.observations, table.masks, np.array([5]), table.games))
    assert isinstance(guest, Guest)
    guest.close()


def test_a_copy_of_a_guest_has_a_process_of_its_own() -> None:
    table = table_of(rules_for(2))
    guest = make_player(STEADY)
    first = ask(guest, table, 5)
    for twin in (pickle.loads(pickle.dumps(guest)), deepcopy(guest)):
        assert ask(twin, table, 5) == first
        assert twin._line is not guest._line
        twin.close()
    assert ask(guest, table, 5) == first


def test_a_guest_that_dies_while_nothing_is_asked_is_replaced() -> None:
    table = table_of(rules_for(2))
    guest = make_player(STEADY)
    first = ask(guest, table, 5)
    assert isinstance(guest, Guest) and guest._line is not None
    guest._line._process.kill()
    guest._line._process.wait()
    assert ask(guest, table, 5) == first
    guest.close()


def test_a_guest_ends_with_the_last_that_knows_it() -> None:
    guest = make_player(STEADY)
    assert isinstance(guest, Guest) and guest._line is not None
    process = guest._line._process
    del guest
    assert process.poll() is not None


def test_an_interrupt_while_a_guest_thinks_leaves_no_old_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(rules_for(2))
    guest = make_player(STEADY)
    first = ask(guest, table, 5)
    with monkeypatch.context() as patch:
        patch.setattr(Line, "_received", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            ask(guest, table, 6)
    assert ask(guest, table, 5) == first


def test_a_guest_dies_with_a_host_that_is_killed() -> None:
    """Even where it never comes back to read from its pipe."""
    code = f"from exodus_env.players import make_player; make_player({THEIRS + 'NeverMade'!r})"
    path = os.pathsep.join(sys.path)
    with subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}) as host:
        wait_for(marked_processes)
        time.sleep(1.0)  # to be well inside
        host.kill()
    wait_for(lambda: not marked_processes())


def wait_for(happens: Callable[[], Any]) -> None:
    """Until something is so."""
    until = time.monotonic() + 60.0
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_errors_are_told_in_one_safe_line() -> None:
    assert one_line("a\x1b[31m\n\tb\u202e  c") == r"a\x1b[31m b\u202e c"
    assert raised(ValueError("x" * 10_000)) == f"raised ValueError: {'x' * LONGEST}"
