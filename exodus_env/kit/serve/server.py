"""The HTTP server: which requests are taken, who may make them, and how they are answered.

A path begins with a token, which stands for a role (kit/serve/lobby.py); only the pages' own files have none. Answers
are made for that role alone. Requests from other sites are refused: by the name of the host, so that no name of
somebody else's can be made to point here, by their origin, and because only JSON is taken. Everything is bounded.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import socket
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from exodus_env.kit.plain import parse_plain
from exodus_env.kit.registry import DEFAULT
from exodus_env.kit.replay_page import POLICY
from exodus_env.kit.serve import form
from exodus_env.kit.serve.lobby import Lobby, Role
from exodus_env.kit.serve.refusal import Refusal
from exodus_env.kit.serve.store import LONGEST_PLAYER
from exodus_env.kit.serve.stream import Changes
from exodus_env.kit.serve.table import Table

LARGEST_BODY: Final = 64 * 1024
MOST_CONNECTIONS: Final = 128
MOST_STREAMS: Final = 6  # pages open with the same link
PATIENCE: Final = 30.0  # seconds a connection may be silent
HEARTBEAT: Final = 15.0  # seconds between signs of life in a stream
WELCOME: Final = "Open the link that `exodus serve` has printed: it holds the key to your games."

TYPES: Final = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
# Nothing is loaded from elsewhere, nobody may frame a page, and links, which hold tokens, are sent to nobody.
SECURITY: Final = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
# A replay is a page of its own with its script in it; it may do nothing else, least of all here.
REPLAY_SECURITY: Final = {
    **SECURITY,
    "Content-Security-Policy": f"{POLICY}; sandbox allow-scripts; frame-ancestors 'none'",
}
Answer = tuple[str, bytes]  # type and body


def page_files() -> dict[str, Answer]:
    """The files of the pages by name; nothing else on the disk is ever served."""
    found = {}
    for file in files("exodus_env.kit").joinpath("page").iterdir():
        suffix = file.name[file.name.rfind(".") :]
        if suffix in TYPES:
            found[file.name] = (f"{TYPES[suffix]}; charset=utf-8", file.read_bytes())
    return found


class GameServer(ThreadingHTTPServer):
    """Listens on one address; one thread per connection, up to a maximum number of connections."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, host: str, port: int, lobby: Lobby, game: str = DEFAULT) -> None:
        self.lobby = lobby
        self.game = game  # the one that is offered first
        self.host = host
        self.pages = page_files()
        self.streams: dict[str, int] = {}
        self.counting = threading.Lock()
        self._room = threading.BoundedSemaphore(MOST_CONNECTIONS)
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), Handler)

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own, unless there are too many."""
        if not self._room.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer all requests of a connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A broken connection is not worth reporting."""

    def is_host(self, name: str | None) -> bool:
        """Whether a request may have been meant for this server.

        Anybody can make a name of their own point to this machine, but not an address, nor localhost.
        """
        if not name or len(name) > 300:
            return False
        try:
            parts = urlsplit(f"//{name}")
            host, port = parts.hostname, parts.port
        except ValueError:
            return False
        if host is None or port != self.port or parts.username is not None or parts.path:
            return False
        if host in ("localhost", self.host.lower()):
            return True
        with contextlib.suppress(ValueError):
            address = ipaddress.ip_address(host)
            return address.is_loopback or not self.is_local
        return False

    @property
    def is_local(self) -> bool:
        """Whether it listens only to this machine."""
        with contextlib.suppress(ValueError):
            return ipaddress.ip_address(self.host).is_loopback
        return self.host == "localhost"


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: GameServer
    protocol_version = "HTTP/1.1"
    server_version = "exodus"
    sys_version = ""
    timeout = PATIENCE
    _streaming = False  # the head of an answer without an end has been sent

    # ---- requests ---------------------------------------------------------------------------------------------------

    def do_GET(self) -> None:
        """A page, one of its files, or something to show."""
        self._answer(self._get)

    def do_POST(self) -> None:
        """Something to do."""
        self._answer(self._post)

    def _answer(self, make: Callable[[], Answer | None]) -> None:
        try:
            if not self.server.is_host(self.headers.get("Host")):
                raise Refusal(421, "This server has another name.")
            answer = make()
            if answer is not None:
                self._send(200, *answer)
        except Refusal as refusal:
            self.close_connection = True  # a body may not have been read
            self._send(refusal.status, *_json({"error": refusal.message}))
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except Exception:  # a bug of ours, which costs one request
            traceback.print_exc()
            self.close_connection = True
            if not self._streaming:
                self._send(500, *_json({"error": "The server has failed; its terminal says how."}))

    def _get(self) -> Answer | None:
        token, rest = self._place()
        if token == "page":
            if rest not in self.server.pages:
                raise Refusal(404, "There is nothing here.")
            return self.server.pages[rest]
        role = self._role(token)
        if rest == "":
            return self.server.pages["start.html" if role.table is None else "play.html"]
        if role.table is None:
            return self._owner_get(rest)
        return self._table_get(role.table, role.seat, token, rest)

    def _owner_get(self, rest: str) -> Answer:
        if rest == "games":
            return _json({"games": sorted(form.offered(), key=lambda one: one["name"] != self.server.game)})
        if rest == "tables":
            return _json(self.server.lobby.listed())
        raise Refusal(404, "There is nothing here.")

    def _table_get(self, table: Table, seat: int | None, token: str, rest: str) -> Answer | None:
        if rest == "events":
            self._stream(table, seat, token)
            return None
        if rest == "view":
            return _json(table.view(seat))
        if rest == "past":
            return _json(table.past(seat, self._query_number("at")))
        if rest == "replay.html":
            self._send(200, "text/html; charset=utf-8", table.replay_page(), REPLAY_SECURITY)
            return None
        if rest == "replay":
            return "application/json; charset=utf-8", table.replay().to_bytes()
        raise Refusal(404, "There is nothing here.")

    def _post(self) -> Answer:
        token, rest = self._place()
        role = self._role(token)
        self._require_own_page()
        body = self._body()
        if role.table is None:
            return _json(self._owner_post(rest, body))
        return _json(self._table_post(role, rest, body))

    def _owner_post(self, rest: str, body: dict[str, Any]) -> dict[str, Any]:
        lobby = self.server.lobby
        if rest == "check":
            game, config, _, _ = form.read_order(body)
            return {"words": "; ".join(game.definition(config).heading())}
        if rest == "tables":
            return {"name": lobby.create(body).kept.name}
        table = lobby.table(_text(body, "table"))
        if rest == "remove":
            lobby.remove(table.kept.name)
        elif rest == "seat":
            table.seat_player(_seat_of(body, table), _text(body, "player"))
        else:
            raise Refusal(404, "There is nothing here.")
        return {}

    def _table_post(self, role: Role, rest: str, body: dict[str, Any]) -> dict[str, Any]:
        table, seat = role.table, role.seat
        assert table is not None
        if rest == "steer":
            table.steer(seat, _optional(body, "pace", (int, float)), _optional(body, "paused", (bool,)))
        elif rest == "replace":
            self._replace(table, seat, body)
        elif seat is None or seat not in table.humans:
            raise Refusal(403, "This link is for spectators.")
        elif rest == "act":
            table.act(seat, _whole(body, "at"), _whole(body, "action"))
        elif rest == "undo":
            table.undo(seat, _whole(body, "at"))
        elif rest == "hint":
            return self._hint(table, seat, body)
        else:
            raise Refusal(404, "There is nothing here.")
        return {}

    @staticmethod
    def _hint(table: Table, seat: int, body: dict[str, Any]) -> dict[str, Any]:
        player = _text(body, "player")
        if player not in table.suggested:
            raise Refusal(403, "This player gives no hints here.")
        advice = table.hint(seat, _whole(body, "at"), player)
        choices = [{"id": one.action, "share": one.share, "worth": one.worth} for one in advice.choices[:5]]
        return {"player": player, "choices": choices, "worth": advice.worth}

    @staticmethod
    def _replace(table: Table, seat: int | None, body: dict[str, Any]) -> None:
        """Players at the table may give the seat of a player that failed to another one that is offered."""
        wanted, player = _seat_of(body, table), _text(body, "player")
        if not table.may_steer(seat) or player not in table.suggested:
            raise Refusal(403, "Only players may replace a player, and only with one that is offered.")
        if table.problem is None or table.problem.seat != wanted:
            raise Refusal(409, "This player has not failed.")
        table.seat_player(wanted, player)

    # ---- who asks, and from where -----------------------------------------------------------------------------------

    def _place(self) -> tuple[str, str]:
        """The first part of the path, a token or the word "page", and the rest of it."""
        parts = urlsplit(self.path)
        if parts.scheme or parts.netloc or len(self.path) > 500:
            raise Refusal(400, "This is not a path.")
        first, slash, rest = parts.path.lstrip("/").partition("/")
        if not first:
            raise Refusal(404, WELCOME)
        if not slash:
            raise Refusal(404, "A link ends with a slash.")
        return first, rest

    def _role(self, token: str) -> Role:
        role = self.server.lobby.role(token)
        if role is None:
            raise Refusal(404, f"This link is not valid, or its table has been removed. {WELCOME}")
        return role

    def _require_own_page(self) -> None:
        """Refuse requests sent by pages of other sites."""
        origin = self.headers.get("Origin")
        if origin is not None and origin != f"http://{self.headers.get('Host')}":
            raise Refusal(403, "This request comes from another site.")
        if self.headers.get("Sec-Fetch-Site") not in (None, "same-origin"):
            raise Refusal(403, "This request comes from another site.")

    def _body(self) -> dict[str, Any]:
        if self.headers.get_content_type() != "application/json":
            raise Refusal(415, "Only JSON is accepted.")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or len(length) > 9 or "Transfer-Encoding" in self.headers:
            raise Refusal(411, "The length of the request is missing.")
        if int(length) > LARGEST_BODY:
            raise Refusal(413, f"A request can have at most {LARGEST_BODY} bytes.")
        try:
            found = parse_plain(self.rfile.read(int(length)))
        except ValueError:
            raise Refusal(400, "The request is not JSON.") from None
        if not isinstance(found, dict):
            raise Refusal(400, "The request is not a table.")
        return found

    def _query_number(self, name: str) -> int:
        values = parse_qs(urlsplit(self.path).query, max_num_fields=4).get(name, [])
        if len(values) != 1 or not values[0].isdecimal() or len(values[0]) > 9 or not values[0].isascii():
            raise Refusal(400, f"{name} is not a number.")
        return int(values[0])

    # ---- answers ----------------------------------------------------------------------------------------------------

    def _send(self, status: int, kind: str, body: bytes, security: Mapping[str, str] = SECURITY) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self._end(body, security)

    def _end(self, body: bytes, security: Mapping[str, str] = SECURITY) -> None:
        for name, value in security.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, table: Table, seat: int | None, token: str) -> None:
        """Server-sent events: the view of the role, and from then on its changes."""
        server = self.server
        with server.counting:
            if server.streams.get(token, 0) >= MOST_STREAMS:
                raise Refusal(429, "This link is open in too many windows.")
            server.streams[token] = server.streams.get(token, 0) + 1
        table.watched(+1)
        try:
            self.close_connection = self._streaming = True
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self._end(b"")
            self._send_changes(table, seat)
        finally:
            table.watched(-1)
            with server.counting:
                server.streams[token] -= 1
                if not server.streams[token]:
                    del server.streams[token]

    def _send_changes(self, table: Table, seat: int | None) -> None:
        changes, version = Changes(), -1
        silent_until = time.monotonic() + HEARTBEAT
        while not table.closing:
            view = table.view(seat)
            version = view.pop("version")
            told = changes.since(view)
            if told:
                self.wfile.write(b"data: " + json.dumps(told, separators=(",", ":")).encode() + b"\n\n")
                self.wfile.flush()
            if time.monotonic() >= silent_until:
                silent_until += HEARTBEAT
                self.wfile.write(b": here\n\n")
                self.wfile.flush()
            with table.changed:
                table.changed.wait_for(
                    lambda version=version: table.version != version or table.closing,  # type: ignore[misc]
                    max(0.0, silent_until - time.monotonic()),
                )

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer what the standard library refuses: other methods, lines that are not HTTP."""
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.request_version = getattr(self, "request_version", self.protocol_version)
            self._send(code, *_json({"error": message or HTTPStatus(code).phrase}))

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing, because paths hold tokens."""


def _json(value: dict[str, Any]) -> Answer:
    return "application/json; charset=utf-8", json.dumps(value, separators=(",", ":")).encode()


def _whole(body: dict[str, Any], name: str) -> int:
    value = body.get(name)
    if type(value) is not int or not 0 <= value < 10**9:
        raise Refusal(400, f"{name} is not a number.")
    return value


def _text(body: dict[str, Any], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_PLAYER:
        raise Refusal(400, f"{name} is not a text.")
    return value


def _seat_of(body: dict[str, Any], table: Table) -> int:
    seat = _whole(body, "seat")
    if seat >= len(table.kept.seats):
        raise Refusal(400, "There is no such seat.")
    return seat


def _optional(body: dict[str, Any], name: str, kinds: tuple[type, ...]) -> Any:
    value = body.get(name)
    if value is not None and type(value) not in kinds:
        raise Refusal(400, f"{name} has the wrong type.")
    return value
