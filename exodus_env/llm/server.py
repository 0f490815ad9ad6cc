"""`exodus mcp`: games as tools of the Model Context Protocol, over standard input and output."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from exodus_env.kit.registry import games
from exodus_env.kit.serve.refusal import Refusal
from exodus_env.llm.desk import YOU, Desk, offers

T = TypeVar("T")

INSTRUCTIONS: Final = (
    "Play board games against computer players. new_game starts one and shows your first decision; act takes a "
    "decision and shows the next one. Send the id or the name of a legal move, exactly as it is listed. You see what "
    "your seat may know."
)


def main(game: str, seed: int | None, folder: Path | None) -> None:
    """Serve one client until it goes away."""
    with tempfile.TemporaryDirectory(prefix="exodus-mcp-") as passing:
        desk = Desk(folder or Path(passing), seed)
        try:
            server(desk, game).run("stdio")
        finally:
            desk.close()


def server(desk: Desk, default: str) -> MCPServer:
    """The tools, on the games of a desk."""
    made = MCPServer("exodus", instructions=INSTRUCTIONS, log_level="WARNING")
    known = "; ".join(f"{entry.name}: {offers(entry.name)}" for entry in games())

    def new_game(game: str = default, players: list[str] | None = None, settings: dict[str, Any] | None = None) -> str:
        return granted(lambda: desk.new_game(game, players, settings))

    def observe(game: str, detail: int = 2) -> str:
        """The position as your seat may know it, with the rules of your decision. detail: 1 short, 2 normal, 3 full."""
        return granted(lambda: desk.observe(game, detail))

    def legal_moves(game: str) -> dict[str, Any]:
        """Your legal moves: id, name and meaning of each."""
        return {"moves": granted(lambda: desk.legal_moves(game))}

    def act(game: str, move: int | str, detail: int = 2) -> str:
        """Take a decision by the id or the name of a legal move. Tells what happened and your next decision."""
        return granted(lambda: desk.act(game, move, detail))

    def analyse(game: str, player: str | None = None) -> dict[str, Any]:
        """What a search, or another computer player, thinks of your moves: share of its thinking from 0 to 1, and what
        it expects, from -1 (worst) to 1 (best)."""
        return granted(lambda: desk.analyse(game, player))

    def replay(game: str, since: int = 0) -> dict[str, Any]:
        """The story of the game from a line on, as your seat knows it; of a finished game also the result and the
        replay file."""
        return granted(lambda: desk.replay(game, since))

    made.add_tool(
        new_game,
        description=f'Start a game. players: a list with "{YOU}" once and a computer player for every other seat. '
        f"settings: as on the command line of exodus, with underscores. Games and their players: {known}.",
    )
    for tool in (observe, legal_moves, act, analyse, replay):
        made.add_tool(tool)
    return made


def granted(call: Callable[[], T]) -> T:
    """What a call returns; a refusal is told to the client in its words."""
    try:
        return call()
    except Refusal as error:
        raise ToolError(error.message) from None
