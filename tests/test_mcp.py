"""Games as tools: what a client may see and do, over the desk alone and over the real protocol."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env import cli
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.replay import Replay
from exodus_env.kit.serve.refusal import Refusal
from exodus_env.llm.desk import MOST_GAMES, Desk

ROOT = Path(__file__).parent.parent
SHORT = {"turns": 1}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, seed=5)
    yield made
    made.close()


def begin(desk: Desk, players: Any = ("you", "random"), **settings: Any) -> str:
    return desk.new_game("exodus", players, {**SHORT, **settings}).split()[1].rstrip(".")


def play_on(desk: Desk, game: str, most: int = 200) -> None:
    for _ in range(most):
        try:
            moves = desk.legal_moves(game)
        except Refusal:
            return
        desk.act(game, moves[-1]["move"])
    raise AssertionError("the game did not end")


# The desk ------------------------------------------------------------------------------------------------------------


def test_a_game_is_played_from_its_first_decision_to_its_replay(desk: Desk, tmp_path: Path) -> None:
    game = begin(desk, turns=1)
    assert "RULES OF THIS DECISION" not in desk.observe(game) and "MAP" in desk.observe(game)
    before = desk.replay(game)
    assert not before["over"] and "replay" not in before and before["lines"] == len(before["story"])
    play_on(desk, game)
    with pytest.raises(Refusal, match="The game is over"):
        desk.act(game, 0)
    after = desk.replay(game, since=before["lines"])
    assert after["over"] and after["story"] and any("total" in line for line in after["result"])
    path = tmp_path / "game.exo.json"
    path.write_text(after["replay"])
    replay = Replay.read(path)
    replay.check()
    assert list(replay.players) == ["human", "random"]
    assert "The game is over." in desk.observe(game)


def test_what_happened_is_told_once(desk: Desk) -> None:
    told = desk.new_game("exodus", ["you", "random"], SHORT)
    game = told.split()[1].rstrip(".")
    assert told.count("=== Turn 1 of 1 ===") == 1
    said = desk.act(game, desk.legal_moves(game)[0]["id"])
    assert "=== Turn 1 of 1 ===" not in said and "LEGAL MOVES" in said


def test_a_seat_sees_what_it_may_know(desk: Desk) -> None:
    """Dealt again for the seat, the game gives the same texts; the game itself has other secrets."""
    game = begin(desk, ["you", "random", "random"], turns=2, modules=["M4", "M10"])
    table, seat = desk._table(game)
    differed = 0
    for _ in range(25 if COMPILED else 6):
        texts = [desk.observe(game, detail) for detail in (1, 2, 3)]
        rows, story = desk.legal_moves(game), desk.replay(game)["story"]
        truth = table._batch.games.copy()
        others = [one for one in range(3) if one != seat]
        for number in (1, 2):
            world = table._batch.games
            table.rules.redeal_as(world, table.rules.tables, np.array([seat]), np.array([number]))
            differed += any(
                table.rules.describe(world[0], one) != table.rules.describe(truth[0], one) for one in others
            )
        step = table._steps[-1]
        table._steps[-1] = type(step)(step.number, zipped(table._batch.games), step.actor, step.action)
        assert [desk.observe(game, detail) for detail in (1, 2, 3)] == texts
        assert desk.legal_moves(game) == rows and desk.replay(game)["story"] == story
        table._steps[-1] = step
        table._batch.games.view(np.uint8)[:] = truth.view(np.uint8)
        desk.act(game, rows[0]["id"])
    if COMPILED:
        assert differed > 0, "nobody had a secret, so nothing was tried"


def zipped(games: Any) -> bytes:
    from exodus_env.kit.serve.track import packed

    return packed(games)


def test_seeds_are_the_servers_and_repeatable(tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        desk = Desk(tmp_path / name, seed=9)
        first, second = (desk.new_game("exodus", ["you", "random"], SHORT).partition("\n")[2] for _ in range(2))
        texts.append((first, second))
        desk.close()
        assert first != second
    assert texts[0] == texts[1]


@pytest.mark.skipif(not COMPILED, reason="a search would take long")
def test_an_analysis_judges_legal_moves(desk: Desk) -> None:
    game = begin(desk)
    found = desk.analyse(game, "motives")
    assert found["player"] == "motives" and found["choices"]
    legal = {row["id"]: row for row in desk.legal_moves(game)}
    searched = desk.analyse(game)
    assert searched["player"] == "search:1s"
    for choice in searched["choices"]:
        assert choice["move"] == legal[choice["id"]]["move"] and 0 <= choice["share"] <= 1


@pytest.mark.parametrize(
    ("players", "settings", "words"),
    [
        (["you"], {"players": 2}, "There is no setting 'players'"),
        (["random", "random"], {}, 'a list with "you" once'),
        (["you", "you"], {}, 'a list with "you" once'),
        ("you", {}, 'a list with "you" once'),
        ([], {}, 'a list with "you" once'),
        (["you", "human"], {}, "There is no player"),
        (["you", 3], {}, "Every seat needs a player"),
        (["you", "llm:touch made"], {}, "There is no player 'llm:touch made'"),
        (["you", "tests.arena_players:Exits"], {}, "There is no player 'tests.arena_players:Exits'"),
        (["you", "policy:/etc"], {}, "There is no player 'policy:/etc'"),
        (["you", "search:9999s"], {}, "There is no player 'search:9999s'"),
        (["you", *["random"] * 40], {}, "A game has 1 to 16 seats"),
        (["you", "random"], {"content": "/etc"}, "content names files of this machine"),
        (["you", "random"], {"config": "/etc/passwd"}, "config names files of this machine"),
        (["you", "random"], {"turns": 10**9}, "turns"),
        (["you", "random"], {"turns": "--help"}, "turns"),
        (["you", "random"], {"scenario": "x" * 10_000}, "is not a text of at most"),
        (["you", "random"], [1], "settings is an object"),
    ],
)
def test_a_hostile_order_is_refused_in_words(desk: Desk, players: Any, settings: Any, words: str) -> None:
    with pytest.raises(Refusal) as refused:
        desk.new_game("exodus", players, settings)
    assert words in str(refused.value) and len(str(refused.value)) < 1_000


@pytest.mark.parametrize("game", ["chess", "", "x" * 10_000, 3, None])
def test_only_known_games_are_played(desk: Desk, game: Any) -> None:
    with pytest.raises(Refusal, match="there are: "):
        desk.new_game(game, ["you", "random"], {})
    with pytest.raises(Refusal, match="There is no such game"):
        desk.observe(game)


@pytest.mark.parametrize(
    "move", ["win", "", 10**40, -1, True, None, 0.0, [0], {"move": 0}, '{"move": 0}', "x" * 100_000]
)
def test_a_move_that_is_not_legal_changes_nothing(desk: Desk, move: Any) -> None:
    game = begin(desk)
    before = desk.observe(game)
    with pytest.raises(Refusal) as refused:
        desk.act(game, move)
    assert len(str(refused.value)) < 2_000
    assert desk.observe(game) == before


def test_other_arguments_are_checked(desk: Desk) -> None:
    game = begin(desk)
    for detail in (0, 4, "2", None, True):
        with pytest.raises(Refusal, match="detail is 1, 2 or 3"):
            desk.observe(game, detail)  # type: ignore[arg-type]
    for since in (-1, "0", True):
        with pytest.raises(Refusal, match="since is the number"):
            desk.replay(game, since)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="There is no such adviser"):
        desk.analyse(game, "llm:touch made")


def test_games_are_few_and_finished_ones_make_room(desk: Desk) -> None:
    games = [begin(desk) for _ in range(MOST_GAMES)]
    with pytest.raises(Refusal, match=f"{MOST_GAMES} games are going on"):
        begin(desk)
    play_on(desk, games[3])
    begin(desk)
    with pytest.raises(Refusal, match="There is no such game"):
        desk.observe(games[3])


# The protocol --------------------------------------------------------------------------------------------------------


def test_without_the_package_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "exodus_env.llm.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert cli.main(["mcp"]) == 2
    assert "pip install exodus-env[mcp]" in capsys.readouterr().err


@pytest.mark.skipif(not COMPILED, reason="the server's process would load the rules uncompiled")
def test_a_client_of_the_package_plays_a_whole_game_over_stdio(tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    asyncio.run(asyncio.wait_for(played_over_stdio(tmp_path), 120))


async def played_over_stdio(folder: Path) -> None:
    from mcp import ClientSession, StdioServerParameters, stdio_client

    arguments = ["-m", "exodus_env.cli", "mcp", "--seed", "4", "--games", str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    server = StdioServerParameters(command=sys.executable, args=arguments, env=environment)
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert tools == {"new_game", "observe", "legal_moves", "act", "analyse", "replay"}

        async def call(tool: str, **given: Any) -> Any:
            return await session.call_tool(tool, given)

        for wrong in ({"players": {"a": 1}}, {"players": ["you", "llm:touch made"]}, {"settings": {"content": "/"}}):
            refused = await call("new_game", **wrong)
            assert refused.is_error and "Traceback" not in refused.content[0].text
        told = (await call("new_game", players=["you", "motives"], settings=SHORT)).content[0].text
        game = told.split()[1].rstrip(".")
        assert "LEGAL MOVES" in told
        assert (await call("act", game=game, move="win the game")).is_error
        assert "no legal move reads" in (await call("act", game=game, move="win the game")).content[0].text
        assert (await call("act", game=game, move=[1])).is_error
        assert not (await call("analyse", game=game, player="motives")).is_error
        for _ in range(200):
            legal = await call("legal_moves", game=game)
            if legal.is_error:
                break
            await call("act", game=game, move=legal.structured_content["moves"][-1]["id"])
        ended = (await call("replay", game=game)).structured_content
        assert ended["over"] and json.loads(ended["replay"])["players"] == ["human", "motives"]
    assert list(folder.glob("*.exo.json")), "the replay stays in the folder"
