"""`exodus serve`: start the server, print the link, open the browser."""

from __future__ import annotations

import threading
import webbrowser
from dataclasses import dataclass
from pathlib import Path

from exodus_env.kit.files import locked
from exodus_env.kit.registry import DEFAULT
from exodus_env.kit.serve.lobby import Lobby
from exodus_env.kit.serve.server import GameServer


@dataclass(frozen=True)
class Options:
    """What the command line says."""

    host: str
    port: int
    games: Path
    browser: bool
    game: str = DEFAULT  # that the start page offers first


def main(options: Options) -> None:
    """Serve games until somebody interrupts."""
    options.games.mkdir(mode=0o700, parents=True, exist_ok=True)
    with locked(options.games / "serve", wait=0.0):
        lobby = Lobby(options.games)
        server = GameServer(options.host, options.port, lobby, options.game)
        try:
            link = link_of(server)
            print(f"Play at {link}", flush=True)  # into a pipe or a log as well, while it serves
            print(f"Games are kept in {options.games}. Ctrl-C ends the server; games go on when it is started again.")
            if not server.is_local:
                print("Others can reach this server: give each of them the link of their seat, and nobody this one.")
            for problem in lobby.problems:
                print(problem)
            if options.browser:
                threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
            server.serve_forever()
        finally:
            server.server_close()
            lobby.close()


def link_of(server: GameServer) -> str:
    """The link of the start page."""
    host = "127.0.0.1" if server.host in ("0.0.0.0", "") else "[::1]" if server.host == "::" else server.host
    shown = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{shown}:{server.port}/{server.lobby.owner}/"
