"""`exodus serve`: who may do what, what is shown to whom, what is refused, and that nothing is lost."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.rules.choices import TAKEN_IN_SECRET
from exodus_env.kit.batch import LOOK, copy_array
from exodus_env.kit.files import Busy
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import Player, View, dealt
from exodus_env.kit.registry import find, forget, register
from exodus_env.kit.replay import Replay
from exodus_env.kit.serve import command, lobby, server, table
from exodus_env.kit.serve.lobby import Lobby
from exodus_env.kit.serve.server import GameServer
from exodus_env.kit.serve.store import LARGEST, SeatKept, Store, TableKept, new_token, read_table
from exodus_env.kit.serve.stream import Changes
from exodus_env.kit.serve.table import BROKEN, OVER, PLAYING, PREPARING, Table
from exodus_env.kit.serve.track import Step, Track, packed, unpacked, world_for
from exodus_env.kit.story import new_table
from exodus_env.players import random_player
from tests.effort import ALL
from tests.toy.game import BEACON

SEED = 123_456_789_012_345
BEACONS = {"game": "beacon", "seats": ["human", "human"], "settings": {}, "toml": "hours = 12", "seed": SEED}
LIGHT, CHANGE, CALL = 1, 2, 3  # actions of Beacon


class Client:
    """Somebody with a browser, or without."""

    def __init__(self, served: GameServer) -> None:
        self.served = served
        self.owner = f"/{served.lobby.owner}/"

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=30)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()

    def get(self, path: str) -> Any:
        status, _, body = self.request("GET", path)
        assert status == 200, body
        return json.loads(body)

    def post(self, path: str, value: Any, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        sent = json.dumps(value).encode()
        status, _, body = self.request("POST", path, sent, {"Content-Type": "application/json", **(headers or {})})
        return status, json.loads(body)

    def begin(self, order: dict[str, Any]) -> Table:
        status, answer = self.post(f"{self.owner}tables", order)
        assert status == 200, answer
        made = self.served.lobby.tables[answer["name"]]
        wait_for(lambda: made.state != PREPARING)
        assert made.state == PLAYING, made.trouble
        return made

    def seat(self, made: Table, seat: int) -> str:
        return f"/{made.kept.seats[seat].token}/"

    def act(self, made: Table, action: int | None = None) -> None:
        """The human whose decision it is decides."""
        seat = int(made._batch.actors[0])
        view = self.get(f"{self.seat(made, seat)}view")
        chosen = view["moves"][0]["id"] if action is None else action
        status, answer = self.post(f"{self.seat(made, seat)}act", {"at": view["at"], "action": chosen})
        assert status == 200, answer


def wait_for(holds: Callable[[], bool], seconds: float = 120.0) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.01)


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[Client]:
    made = GameServer("127.0.0.1", 0, Lobby(folder))
    threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield Client(made)
    finally:
        made.shutdown()
        made.server_close()
        made.lobby.close()


@pytest.fixture(autouse=True)
def beacon_game() -> Iterator[None]:
    register(BEACON)
    yield
    forget(BEACON.name)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serving(tmp_path) as found:
        yield found


# ---- who is let in ---------------------------------------------------------------------------------------------------


def test_pages_come_with_headers_that_keep_others_out(client: Client) -> None:
    for path in (client.owner, "/page/start.js", "/page/play.js", "/page/board.js", "/page/page.css"):
        status, headers, body = client.request("GET", path)
        assert status == 200
        assert body
        assert headers["Content-Security-Policy"].startswith("default-src 'self';")
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "Access-Control-Allow-Origin" not in headers


def test_pages_have_no_script_or_style_of_their_own_that_the_policy_would_refuse(client: Client) -> None:
    for name, (_, body) in client.served.pages.items():
        if name.endswith(".html"):
            page = body.decode()
            assert not re.search(r"<script(?![^>]*\bsrc=\"/page/)", page)
            assert not re.search(r"<style|\bstyle=|\bon[a-z]+=", page)
            assert not re.search(r"https?://", page)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/page/",
        "/page",
        "/page/server.py",
        "/page/../serve/server.py",
        "/page/..%2fserve%2fserver.py",
        "/page/%2e%2e/definition.py",
        "/page//etc/passwd",
        "/page/play.js/",
        "//page/../../etc/passwd",
        "/../../../../etc/passwd",
        f"/{'a' * 32}/",
        f"/{'a' * 32}/view",
        f"/{'a' * 31}/",
        "/%C3%A9/",
        f"/{'a' * 3000}",
    ],
)
def test_what_is_no_link_of_ours_leads_nowhere(client: Client, path: str) -> None:
    status, _, body = client.request("GET", path)
    assert status in (400, 404)
    assert set(json.loads(body)) == {"error"}


def test_a_token_opens_what_it_stands_for_and_nothing_else(client: Client) -> None:
    made = client.begin(BEACONS)
    seat, watch = client.seat(made, 0), f"/{made.kept.watch}/"
    for path in (f"{seat}games", f"{seat}tables", f"{watch}tables", f"{client.owner}view", f"{client.owner}events"):
        assert client.request("GET", path)[0] == 404
    for path in (f"{seat}tables", f"{seat}remove", f"{seat}seat", f"{client.owner}act"):
        assert client.post(path, {"table": made.kept.name, "seat": 0, "player": "random"})[0] == 404
    assert client.post(f"{watch}act", {"at": 0, "action": LIGHT})[0] == 403
    assert client.post(f"{watch}undo", {"at": 0})[0] == 403
    assert client.post(f"{watch}hint", {"at": 0, "player": "random"})[0] == 403
    assert client.post(f"{watch}steer", {"pace": 5})[0] == 403
    assert not made.kept.actions


def test_no_seat_can_act_for_another(client: Client) -> None:
    made = client.begin(BEACONS)
    actor = int(made._batch.actors[0])
    other = client.seat(made, 1 - actor)
    status, answer = client.post(f"{other}act", {"at": 0, "action": LIGHT})
    assert (status, answer["error"]) == (409, "It is not your turn to decide.")
    assert client.get(f"{other}view")["moves"] == []
    assert client.post(f"{other}hint", {"at": 0, "player": "random"})[0] == 409
    assert not made.kept.actions
    client.act(made)
    assert len(made.kept.actions) == 1


def test_tokens_are_long_random_and_different(client: Client) -> None:
    tokens = [client.served.lobby.owner, *client.begin(BEACONS).kept.tokens, *client.begin(BEACONS).kept.tokens]
    assert len(set(tokens)) == len(tokens)
    assert all(len(token) == 32 for token in tokens)


def test_the_name_of_the_host_must_be_ours(client: Client) -> None:
    port = client.served.port
    for good in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"):
        assert client.request("GET", client.owner, headers={"Host": good})[0] == 200
    for bad in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"8.8.8.8:{port}"):
        assert client.request("GET", client.owner, headers={"Host": bad})[0] == 421
    for odd in (f"localhost:{port}/x", f"a@localhost:{port}", "localhost:99999999", "[::1", "x" * 500):
        assert client.request("GET", client.owner, headers={"Host": odd})[0] == 421


def test_a_server_for_the_network_takes_addresses_and_no_foreign_names(tmp_path: Path) -> None:
    made = GameServer("0.0.0.0", 0, Lobby(tmp_path))
    with contextlib.closing(made.lobby):
        assert made.is_host(f"192.168.1.7:{made.port}")
        assert not made.is_host(f"evil.example:{made.port}")
        assert command.link_of(made) == f"http://127.0.0.1:{made.port}/{made.lobby.owner}/"
    made.server_close()


def test_requests_of_other_sites_are_refused(client: Client) -> None:
    own = f"http://127.0.0.1:{client.served.port}"
    order = {"game": "beacon", "seats": ["human", "human"]}
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": own.replace("127.0.0.1", "localhost")},
        {"Origin": own.replace("http", "https")},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert client.post(f"{client.owner}check", order, headers)[0] == 403
    assert client.post(f"{client.owner}check", order, {"Origin": own, "Sec-Fetch-Site": "same-origin"})[0] == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "BREW"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    status, headers, _ = client.request(method, client.owner)
    assert status == 501
    assert not [name for name in headers if name.startswith("Access-Control")]


def test_only_json_of_a_known_and_small_size_is_taken(client: Client) -> None:
    path, good = f"{client.owner}check", json.dumps({"game": "beacon", "seats": ["human", "human"]}).encode()
    json_type = {"Content-Type": "application/json"}
    assert client.request("POST", path, good, json_type)[0] == 200
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert client.request("POST", path, good, {"Content-Type": kind})[0] == 415
    assert client.request("POST", path, b" " * (server.LARGEST_BODY + 1), json_type)[0] == 413
    assert client.request("POST", path, b"", {**json_type, "Content-Length": "99999999999999999999"})[0] == 411
    assert client.request("POST", path, b"", {**json_type, "Content-Length": "-5"})[0] == 411
    assert client.request("POST", path, b"0\r\n\r\n", {**json_type, "Transfer-Encoding": "chunked"})[0] == 411


HOSTILE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b"\xff\xfe",
    b"[" * 50_000,
    b'{"at": NaN, "action": 1}',
    b'{"at": 1e999, "action": 1}',
    b'{"at": -1, "action": 1}',
    b'{"at": true, "action": true}',
    b'{"at": "0", "action": "1"}',
    b'{"at": 0, "action": null}',
    b'{"at": 0, "action": 1.0}',
    b'{"at": 0, "action": 999999}',
    b'{"at": 0, "action": ' + b"9" * 5000 + b"}",
    b'{"at": 0, "player": "os:system"}',
    b'{"at": 0, "player": {"a": 1}}',
    b'{"at": 0, "player": "human"}',
    b'{"pace": "fast"}',
    b'{"pace": 1, "paused": "no"}',
    b'{"seat": 99, "player": "random"}',
    b'{"seat": 0, "player": "random"}',
]


@pytest.mark.parametrize("sent", HOSTILE, ids=lambda sent: repr(sent[:24]))
def test_hostile_json_is_refused_and_changes_nothing(client: Client, sent: bytes) -> None:
    made = client.begin(BEACONS)
    actor = client.seat(made, int(made._batch.actors[0]))
    before = made.version
    for what in ("act", "undo", "hint", "steer", "replace"):
        if what == "steer" and sent not in (b'{"pace": "fast"}', b'{"pace": 1, "paused": "no"}'):
            continue  # it asks for nothing, which is allowed
        status, _, body = client.request("POST", actor + what, sent, {"Content-Type": "application/json"})
        assert status in (400, 403, 409), body
        assert set(json.loads(body)) == {"error"}
    for what in ("check", "tables", "remove", "seat"):
        assert client.request("POST", client.owner + what, sent, {"Content-Type": "application/json"})[0] in (400, 404)
    assert (made.version, made.kept.actions) == (before, [])


QUERIES = ("", "?at=", "?at=-1", "?at=x", "?at=1e3", "?at=99", "?at=0&at=1", "?at=%F1", "?at=%D9%A3")


@pytest.mark.parametrize("query", QUERIES)
def test_hostile_queries_are_refused(client: Client, query: str) -> None:
    made = client.begin(BEACONS)
    assert client.request("GET", f"{client.seat(made, 0)}past{query}")[0] in (400, 404)


def test_lines_that_are_no_http_end_the_connection(client: Client) -> None:
    for sent in (b"\0\1\2\n\n", b"GET\n\n", b"GET / HTTP/9.9\r\n\r\n", b"G" * 70_000 + b"\n\n"):
        with socket.create_connection(("127.0.0.1", client.served.port), timeout=10) as line:
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            answer = b""
            with contextlib.suppress(ConnectionError):
                while more := line.recv(65536):
                    answer += more
            assert b"200" not in answer[:20]
    assert client.request("GET", client.owner)[0] == 200


ORDERS: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess", "seats": ["human"]}, "there is no game"),
    ({"game": 5, "seats": ["human"]}, "game is not a text"),
    ({"game": "beacon"}, "seats"),
    ({"game": "beacon", "seats": []}, "seats"),
    ({"game": "beacon", "seats": ["human"] * 17}, "seats"),
    ({"game": "beacon", "seats": ["human"]}, "players: 1 is not allowed"),
    ({"game": "beacon", "seats": ["human", ""]}, "needs a player"),
    ({"game": "beacon", "seats": ["human", 7]}, "needs a player"),
    ({"game": "beacon", "seats": ["human", "x" * 500]}, "needs a player"),
    ({"game": "beacon", "seats": ["human", "human:5"]}, "takes no argument"),
    ({"game": "beacon", "seats": ["human", "human"], "seed": -1}, "seed"),
    ({"game": "beacon", "seats": ["human", "human"], "seed": 1.5}, "seed"),
    ({"game": "beacon", "seats": ["human", "human"], "settings": []}, "not a table"),
    ({"game": "beacon", "seats": ["human", "human"], "settings": {"config": "/etc/passwd"}}, "no setting"),
    ({"game": "beacon", "seats": ["human", "human"], "settings": {"help": True}}, "no setting"),
    ({"game": "beacon", "seats": ["human", "human"], "toml": "hours ="}, "value"),
    ({"game": "beacon", "seats": ["human", "human"], "toml": "hours = 1000"}, "hours"),
    ({"game": "beacon", "seats": ["human", "human"], "toml": "x" * 20_000}, "toml"),
    ({"game": "exodus", "seats": ["human", "human"], "settings": {"variant": "--help"}}, "variant"),
    ({"game": "exodus", "seats": ["human", "human"], "settings": {"turns": "many"}}, "invalid int"),
    ({"game": "exodus", "seats": ["human", "human"], "settings": {"ship_blocking": "yes"}}, "true or false"),
    ({"game": "exodus", "seats": ["human", "human"], "settings": {"mode": "solo"}}, "Stronghold"),
    ({"game": "exodus", "seats": ["human"] * 2, "settings": {"scenario": "edge_of_the_void"}}, "players"),
]


@pytest.mark.parametrize(("order", "reason"), ORDERS)
def test_an_order_that_cannot_be_met_says_why(client: Client, order: dict[str, Any], reason: str) -> None:
    for what in ("check", "tables"):
        status, answer = client.post(client.owner + what, order)
        assert status == 400
        assert reason in answer["error"]
    assert not client.served.lobby.tables


def test_the_start_page_offers_every_game_with_its_environments_and_settings(client: Client) -> None:
    offered = {game["name"]: game for game in client.get(f"{client.owner}games")["games"]}
    assert set(offered) == {"exodus", "corruption", "beacon"}
    exodus = offered["exodus"]
    assert [one["name"] for one in exodus["environments"]][:3] == ["Base", "Event Horizon", "Stronghold"]
    assert {one["name"]: one["players"] for one in exodus["environments"]}["Stronghold Solo"] == 1
    settings = {one["name"]: one for one in exodus["settings"]}
    assert set(settings) == set(find("exodus").configuration_class().setting_names()) - {
        *("players", "encoding", "shaping", "ask_forced", "bonus_cards"),  # no choice of somebody who plays, or TOML
    }
    assert settings["modules"]["kind"] == "several"
    assert settings["modules"]["labels"][:2] == ["M1 Bonus Actions", "M2 Centaurian Resistance"]
    assert settings["movement"]["choices"] == ["simultaneous", "reverse_turn_order", "drive_power"]
    assert settings["dice_variant"]["kind"] == "flag"
    assert all(one["help"] for one in exodus["settings"])
    assert {"motives", "search:1s", "policy:baseline/event_horizon"} <= set(exodus["suggested"])
    x_odus = offered["corruption"]
    assert {one["name"]: one["players"] for one in x_odus["environments"]} == {
        "Rise Of The Corruption": None,
        "Solo": 1,
    }
    for game in (exodus, x_odus):
        for environment in game["environments"]:
            settings = {name: str(value) for name, value in environment["settings"].items() if name != "players"}
            order = {"game": game["name"], "seats": ["human"] * (environment["players"] or 3), "settings": settings}
            assert client.post(f"{client.owner}check", order)[0] == 200, environment


def test_settings_mean_what_they_mean_on_the_command_line(client: Client) -> None:
    settings = {"modules": ["M3", "M4"], "ship_blocking": True, "turns": "2", "factions": "titan,sirius"}
    order = {"game": "exodus", "seats": ["human"] * 2, "settings": {**settings, "edge_of_extinction": True}}
    client.post(f"{client.owner}tables", {**order, "toml": "ask_forced = true"})
    (made,) = client.served.lobby.tables.values()
    found = made.kept.config
    assert found["modules"] == ["M3", "M4"]
    assert found["factions"] == ["titan", "sirius"]
    assert (found["turns"], found["ship_blocking"], found["ask_forced"]) == (2, True, True)


# ---- bounds ----------------------------------------------------------------------------------------------------------


def test_there_are_no_more_tables_than_there_may_be(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_TABLES", 2)
    first = client.begin(BEACONS)
    client.begin(BEACONS)
    status, answer = client.post(f"{client.owner}tables", BEACONS)
    assert status == 409
    assert "remove one first" in answer["error"]
    link = client.seat(first, 0)
    assert client.post(f"{client.owner}remove", {"table": first.kept.name})[0] == 200
    assert client.request("GET", link)[0] == 404, "the links of a table go with it"
    assert not client.served.lobby.store.path(first.kept.name).exists()
    client.begin(BEACONS)


def test_a_link_has_no_more_streams_than_it_may_have(client: Client) -> None:
    made = client.begin(BEACONS)
    with contextlib.ExitStack() as open_ones:
        for _ in range(server.MOST_STREAMS):
            open_ones.enter_context(streaming(client, client.seat(made, 0)))
        assert client.request("GET", f"{client.seat(made, 0)}events")[0] == 429
        with streaming(client, client.seat(made, 1)) as events:
            assert next(events)["seat"] == 1
    wait_for(lambda: (client.act(made), made.watchers == 0)[1] or made.state == OVER)


def test_there_are_no_more_connections_than_there_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 3)
    with serving(tmp_path) as client, contextlib.ExitStack() as open_ones:
        for _ in range(3):
            line = open_ones.enter_context(socket.create_connection(("127.0.0.1", client.served.port), timeout=10))
            line.sendall(b"GET ")
        wait_for(lambda: client.served._room._value == 0)
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            client.request("GET", client.owner)


@contextlib.contextmanager
def streaming(client: Client, path: str) -> Iterator[Iterator[dict[str, Any]]]:
    """The events of a link, parsed."""
    connection = http.client.HTTPConnection("127.0.0.1", client.served.port, timeout=30)
    connection.request("GET", f"{path}events")
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.getheader("Content-Type") == "text/event-stream"

    def events() -> Iterator[dict[str, Any]]:
        while line := answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    try:
        yield events()
    finally:
        if connection.sock is not None:
            connection.sock.close()
        answer.close()
        connection.close()


# ---- playing ---------------------------------------------------------------------------------------------------------


def test_a_page_is_sent_what_changes_and_knows_as_much_as_the_whole_view(client: Client) -> None:
    made = client.begin(BEACONS)
    seat = client.seat(made, 0)
    shown: dict[str, Any] = {"log": [], "fragments": {}}
    with streaming(client, seat) as events:
        take(shown, next(events))
        for _ in range(6):
            client.act(made)
            now = client.get(f"{seat}view")
            while shown.get("at") != now["at"]:
                take(shown, next(events))
            del now["version"]
            assert shown == now


def take(shown: dict[str, Any], news: dict[str, Any]) -> None:
    """What play.js does with an event."""
    log, fragments = news.pop("log", None), news.pop("fragments", None)
    shown.update(news)
    if log:
        shown["log"][log["from"] :] = log["lines"]
    if fragments:
        known = {**shown["fragments"], **fragments["set"]}
        shown["fragments"] = {name: known[name] for name in fragments["order"]}


def test_changes_are_told_once_and_by_their_parts() -> None:
    changes = Changes()
    view = {"at": 0, "fragments": {"a": "1", "b": "2"}, "log": [[0, "told", "x"]]}
    assert changes.since(view)["fragments"] == {"order": ["a", "b"], "set": {"a": "1", "b": "2"}}
    assert changes.since(dict(view)) == {}
    news = changes.since({"at": 1, "fragments": {"b": "3"}, "log": [[0, "told", "x"], [1, "told", "y"]]})
    assert news["fragments"] == {"order": ["b"], "set": {"b": "3"}}
    assert news["log"] == {"from": 1, "lines": [[1, "told", "y"]]}
    assert changes.since({**view, "fragments": {"b": "3"}}) == {"at": 0, "log": {"from": 1, "lines": []}}


def test_a_decision_in_front_of_an_old_position_is_refused(client: Client) -> None:
    made = client.begin(BEACONS)
    actor = int(made._batch.actors[0])
    client.act(made, CHANGE)
    status, answer = client.post(f"{client.seat(made, actor)}act", {"at": 0, "action": CHANGE})
    assert (status, answer["error"]) == (409, "The game has moved on since.")
    assert len(made.kept.actions) == 1


def test_a_game_is_played_to_its_end_and_leaves_a_replay(client: Client) -> None:
    made = client.begin(BEACONS)
    store = client.served.lobby.store
    assert client.request("GET", f"{client.seat(made, 0)}replay")[0] == 409
    while made.state == PLAYING:
        client.act(made, CHANGE if CHANGE in np.flatnonzero(made._batch.masks[0]) else None)
    view = client.get(f"{client.seat(made, 0)}view")
    assert view["state"] == OVER
    assert any("All have lost together" in line for line in view["result"])
    replay = Replay.read(store.replay_path(made.kept.name))
    replay.check()
    assert replay.actions == tuple(made.kept.actions)
    assert client.request("GET", f"{client.seat(made, 1)}replay")[2] == replay.to_bytes()
    assert client.post(f"{client.seat(made, 0)}act", {"at": view["at"], "action": LIGHT})[0] == 409


def test_earlier_positions_are_shown_as_they_were(client: Client) -> None:
    made = client.begin(BEACONS)
    seat = client.seat(made, 0)
    seen = []
    for _ in range(5):
        view = client.get(f"{seat}view")
        seen.append((view["at"], view["fragments"], view["question"]))
        client.act(made, CHANGE)
    for at, fragments, question in seen:
        assert client.get(f"{seat}past?at={at}") == {"at": at, "fragments": fragments, "question": question}
    assert len({at for at, _, _ in seen}) == 5


def test_computer_players_move_by_themselves_at_the_pace_that_is_set(client: Client) -> None:
    made = client.begin({**BEACONS, "seats": ["human", "random"], "toml": "hours = 40"})
    seat = client.seat(made, 0)
    assert client.post(f"{seat}steer", {"pace": 0, "paused": True})[0] == 200
    for _ in range(40):
        if int(made._batch.actors[0]) != 0:
            break
        client.act(made, CHANGE)
    assert int(made._batch.actors[0]) == 1
    taken = len(made.kept.actions)
    time.sleep(0.2)
    assert len(made.kept.actions) == taken, "it was told to wait"
    client.post(f"{seat}steer", {"paused": False})
    wait_for(lambda: len(made.kept.actions) > taken)


def test_players_without_a_human_wait_until_somebody_watches(client: Client) -> None:
    made = client.begin({**BEACONS, "seats": ["random", "random"]})
    watch = f"/{made.kept.watch}/"
    time.sleep(0.2)
    assert not made.kept.actions
    assert client.post(f"{watch}steer", {"pace": 0})[0] == 200, "who watches sets the pace"
    with streaming(client, watch) as events:
        assert any(news.get("state") == OVER for news in events)
    assert made.state == OVER


# ---- taking back -----------------------------------------------------------------------------------------------------


def test_a_decision_can_be_taken_back_until_somebody_else_has_decided(client: Client) -> None:
    made = client.begin(BEACONS)
    actor = int(made._batch.actors[0])
    mine, other = client.seat(made, actor), client.seat(made, 1 - actor)
    before = made._batch.games.tobytes()
    assert not client.get(f"{mine}view")["undo"]
    client.act(made, CALL)  # the other keeper is called on
    view = client.get(f"{mine}view")
    assert view["undo"]
    assert not client.get(f"{other}view")["undo"]
    assert client.post(f"{other}undo", {"at": client.get(f"{other}view")["at"]})[0] == 409
    assert client.post(f"{mine}undo", {"at": view["at"]})[0] == 200
    assert made._batch.games.tobytes() == before
    assert made.kept.actions == []
    back = client.get(f"{mine}view")
    assert back["at"] == 0
    assert back["moves"]
    assert client.get(f"{other}view")["at"] == 0
    client.act(made, CALL)
    client.act(made)  # the other keeper answers
    view = client.get(f"{mine}view")
    assert not view["undo"]
    assert client.post(f"{mine}undo", {"at": view["at"]})[0] == 409


@pytest.mark.parametrize("action", [CHANGE, LIGHT])
def test_what_showed_a_card_or_rolled_a_die_cannot_be_taken_back(client: Client, action: int) -> None:
    made = client.begin(BEACONS)
    mine = client.seat(made, int(made._batch.actors[0]))
    client.act(made, action)
    view = client.get(f"{mine}view")
    assert not view["undo"]
    assert client.post(f"{mine}undo", {"at": view["at"]})[0] == 409
    assert made.kept.actions == [action]


def test_a_decision_can_be_taken_back_while_a_computer_player_thinks(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Thinker()
    monkeypatch.setattr(table, "make_player", lambda *_, **__: player)
    made = client.begin({**BEACONS, "seats": ["human", "random"]})
    made.kept.pace = 0
    while int(made._batch.actors[0]) != 0:
        player.go_on.set()
    player.go_on.clear()
    player.asked.clear()
    before = list(made.kept.actions)
    client.act(made, CALL)
    player.asked.wait(30)
    started = time.perf_counter()
    view = client.get(f"{client.seat(made, 0)}view")
    assert time.perf_counter() - started < 1, "pages are answered while somebody thinks"
    assert client.post(f"{client.seat(made, 0)}undo", {"at": view["at"]})[0] == 200
    player.go_on.set()
    client.act(made, CHANGE)
    assert made.kept.actions[: len(before) + 1] == [*before, CHANGE], "what it had in mind is forgotten"


class Thinker(Player):
    """Answers when it is let."""

    name = "thinker"

    def __init__(self) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()

    def choose(self, view: View) -> int:
        self.asked.set()
        assert self.go_on.wait(30)
        return int(view.legal[0])


def test_in_exodus_own_decisions_in_a_row_are_taken_back_to_the_byte(tmp_path: Path) -> None:
    made = exodus_table(tmp_path, {"players": 2, "turns": 2})
    rng = np.random.default_rng(3)
    taken_back = refused = 0
    for _ in range(150 if COMPILED else 30):
        if made.state != PLAYING:
            break
        seat, before = int(made._batch.actors[0]), made._batch.games.tobytes()
        counters = made._batch.games["rng_counter"].tobytes()
        action = int(rng.choice(np.flatnonzero(made._batch.masks[0])))
        made.act(seat, at_of(made, seat), action)
        if made.may_undo(seat):
            assert made._batch.games["rng_counter"].tobytes() == counters
            made.undo(seat, at_of(made, seat))
            assert made._batch.games.tobytes() == before
            taken_back += 1
            made.act(seat, at_of(made, seat), action)
        else:
            refused += 1
    made.close()
    assert taken_back > 5
    assert refused > 5


# ---- hints and failures ----------------------------------------------------------------------------------------------


def test_a_hint_names_legal_moves(client: Client) -> None:
    made = client.begin(BEACONS)
    actor = client.seat(made, int(made._batch.actors[0]))
    view = client.get(f"{actor}view")
    status, answer = client.post(f"{actor}hint", {"at": 0, "player": "random"})
    assert status == 200
    assert answer["player"] == "random"
    assert {one["id"] for one in answer["choices"]} <= {move["id"] for move in view["moves"]}
    assert client.post(f"{actor}hint", {"at": 0, "player": "tests.arena_players:Clever"})[0] == 403
    assert client.post(f"{actor}hint", {"at": 5, "player": "random"})[0] == 409
    assert not made.kept.actions


def test_a_hint_changes_nothing_for_others(client: Client) -> None:
    made = client.begin(BEACONS)
    actor = int(made._batch.actors[0])
    other = client.request("GET", f"{client.seat(made, 1 - actor)}view")[2]
    client.post(f"{client.seat(made, actor)}hint", {"at": 0, "player": "random"})
    assert client.request("GET", f"{client.seat(made, 1 - actor)}view")[2] == other


@pytest.mark.skipif(not COMPILED, reason="the search is slow when it is not compiled")
def test_search_tells_what_it_expects(client: Client) -> None:
    made = client.begin({"game": "exodus", "seats": ["human", "motives"], "settings": {"turns": "1"}, "seed": 3})
    made.kept.pace = 0.0
    wait_for(lambda: int(made._batch.actors[0]) == 0)
    seat = client.seat(made, 0)
    at = client.get(f"{seat}view")["at"]
    _, answer = client.post(f"{seat}hint", {"at": at, "player": "search:1s"})
    shares = [one["share"] for one in answer["choices"]]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) <= 1 + 1e-9
    assert -1 <= answer["worth"] <= 1
    _, answer = client.post(f"{seat}hint", {"at": at, "player": "motives"})
    assert answer["worth"] is None
    assert len(answer["choices"]) == 1


def test_a_policy_tells_how_likely_it_takes_a_move(client: Client) -> None:
    pytest.importorskip("torch")
    order = {"game": "exodus", "seats": ["human", "human"], "settings": {"scenario": "event_horizon"}, "seed": 3}
    made = client.begin(order)
    seat = client.seat(made, int(made._batch.actors[0]))
    status, answer = client.post(f"{seat}hint", {"at": 0, "player": "policy:baseline/event_horizon"})
    assert status == 200, answer
    shares = [one["share"] for one in answer["choices"]]
    assert shares == sorted(shares, reverse=True)
    assert 0.2 < sum(shares) <= 1 + 1e-5
    assert isinstance(answer["worth"], float)


def test_a_fault_of_the_server_costs_one_request(
    client: Client, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    made = client.begin(BEACONS)
    monkeypatch.setattr(Table, "view", lambda *_: 1 // 0)
    status, _, body = client.request("GET", f"{client.seat(made, 0)}view")
    assert status == 500
    assert b"ZeroDivision" not in body
    assert "ZeroDivisionError" in capfd.readouterr().err
    assert made.kept.seats[0].token not in capfd.readouterr().err
    with streaming(client, client.seat(made, 0)) as events:
        assert list(events) == []
    monkeypatch.undo()
    client.act(made)


def test_a_player_that_fails_is_named_and_another_goes_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(Player):
        name = "failing"

        def choose(self, view: View) -> int:
            raise KeyError(f"I hold {view.observation.tolist()}")

    made_of = {"random": random_player(None)}
    monkeypatch.setattr(table, "make_player", lambda name, *_, **__: made_of.get(name) or Failing())
    made = client.begin({**BEACONS, "seats": ["human", "bad"]})
    made.kept.pace = 0
    while made.problem is None:
        if int(made._batch.actors[0]) == 0:
            client.act(made, CHANGE)
        time.sleep(0.01)
    seat = client.seat(made, 0)
    assert client.get(f"{seat}view")["problem"] == {"seat": 1, "player": "bad", "message": ""}
    (row,) = client.get(f"{client.owner}tables")["tables"]
    assert "KeyError" in row["problem"]
    assert client.post(f"{seat}replace", {"seat": 0, "player": "random"})[0] == 409
    assert client.post(f"{seat}replace", {"seat": 1, "player": "os:system"})[0] == 403
    taken = len(made.kept.actions)
    assert client.post(f"{seat}replace", {"seat": 1, "player": "random"})[0] == 200
    wait_for(lambda: len(made.kept.actions) > taken)
    assert made.problem is None


def test_the_owner_gives_a_seat_to_somebody_else(client: Client) -> None:
    made = client.begin(BEACONS)
    made.kept.pace = 0
    actor = int(made._batch.actors[0])
    order = {"table": made.kept.name, "seat": actor, "player": "random"}
    assert client.post(f"{client.owner}seat", {**order, "player": "nobody"})[0] == 409
    assert client.post(f"{client.owner}seat", order)[0] == 200
    wait_for(lambda: len(made.kept.actions) > 0)
    assert client.post(f"{client.seat(made, actor)}act", {"at": 0, "action": LIGHT})[0] == 403
    assert client.post(f"{client.owner}seat", {**order, "player": "human"})[0] == 200
    assert made.humans == [0, 1]


def test_a_table_whose_player_cannot_be_made_says_why(client: Client) -> None:
    client.post(f"{client.owner}tables", {**BEACONS, "seats": ["human", "nobody"]})
    (made,) = client.served.lobby.tables.values()
    wait_for(lambda: made.state == BROKEN)
    (row,) = client.get(f"{client.owner}tables")["tables"]
    assert "there is no player 'nobody'" in row["trouble"]
    assert client.get(f"{client.seat(made, 0)}view")["trouble"] == row["trouble"]
    assert client.post(f"{client.seat(made, 0)}act", {"at": 0, "action": 0})[0] == 409


# ---- nothing is lost -------------------------------------------------------------------------------------------------


def test_games_go_on_when_the_server_is_started_again(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = client.begin(BEACONS)
        for action in (CALL, None, CHANGE, CHANGE, CALL):
            client.act(made, action)
        views = [client.get(f"{client.seat(made, seat)}view") for seat in (0, 1)]
        owner, links, state = client.owner, [client.seat(made, 0), client.seat(made, 1)], made._batch.games.tobytes()
    with serving(tmp_path) as client:
        assert client.owner == owner
        (again,) = client.served.lobby.tables.values()
        wait_for(lambda: again.state != PREPARING)
        assert again._batch.games.tobytes() == state
        for link, view in zip(links, views):
            found = client.get(f"{link}view")
            assert {**found, "version": 0} == {**view, "version": 0}
        client.act(again)


def test_a_game_is_on_disk_after_every_decision(client: Client) -> None:
    made = client.begin(BEACONS)
    path = client.served.lobby.store.path(made.kept.name)
    for number in range(4):
        assert read_table(path).actions == made.kept.actions
        assert len(made.kept.actions) == number
        client.act(made, CHANGE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "it holds the tokens"
    assert not list(path.parent.glob("*.part"))


def test_a_full_disk_is_reported_and_the_game_goes_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made = client.begin(BEACONS)

    def full(_: Store, __: TableKept) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Store, "save", full)
    client.act(made, CHANGE)
    assert "No space left" in client.get(f"{client.seat(made, 0)}view")["unsaved"]
    monkeypatch.undo()
    client.act(made, CHANGE)
    assert client.get(f"{client.seat(made, 0)}view")["unsaved"] == ""
    assert len(read_table(client.served.lobby.store.path(made.kept.name)).actions) == 2


def kept_table(folder: Path) -> tuple[Path, dict[str, Any]]:
    """The file of a game with four decisions."""
    with serving(folder) as client:
        made = client.begin(BEACONS)
        for _ in range(4):
            client.act(made, CHANGE)
        path = client.served.lobby.store.path(made.kept.name)
    return path, json.loads(path.read_text())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": 2}, "format"),
        ({"kind": "exodus replay"}, "not a table"),
        ({"more": 1}, "incomplete"),
        ({"name": "../../etc/x"}, "name is not a name"),
        ({"name": "a" * 12}, "name of another table"),
        ({"seed": "7"}, "seed is not a seed"),
        ({"seed": 2**70}, "seed is not a seed"),
        ({"seats": [{"player": "human"}]}, "seats is not"),
        ({"seats": [{"player": "human", "token": "../x"}]}, "seats is not"),
        ({"watch": "short"}, "watch is not a token"),
        ({"actions": [1, -1]}, "actions is not"),
        ({"actions": [True]}, "actions is not"),
        ({"actions": [10**30]}, "actions is not"),
        ({"pace": "fast"}, "pace is not"),
        ({"pace": 1e9}, "pace is not"),
        ({"config": [1]}, "config is not"),
        ({"over": 1}, "over is not"),
        ({"fingerprint": {"rules": 7}}, "fingerprint is not"),
    ],
)
def test_a_damaged_file_is_named_and_the_others_go_on(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    path, values = kept_table(tmp_path)
    other = tmp_path / "abcdefabcdef.table.json"
    other.write_text(json.dumps({**values, "name": "abcdefabcdef"}))
    path.write_text(json.dumps({**values, **change}))
    found, problems = Store(tmp_path).tables()
    assert [kept.name for kept in found] == ["abcdefabcdef"]
    (problem,) = problems
    assert problem.startswith(f"{path.name} cannot be taken up: ")
    assert reason in problem


@pytest.mark.parametrize("data", [b"", b"{", b"\xff" * 100, b"[" * 100_000, b" " * (LARGEST + 1)], ids=range(5))
def test_a_file_that_is_no_json_is_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "abcdefabcdef.table.json").write_bytes(data)
    found, problems = Store(tmp_path).tables()
    assert found == []
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"config": {"hours": 1}}, "hours"),
        ({"fingerprint": {"rules": "0"}}, "another version"),
        ({"actions": [2, 2, 2, 99]}, "not those of this game"),
        ({"actions": [2, 2]}, "comes out differently"),
        ({"seed": 5}, "comes out differently"),
    ],
)
def test_a_game_that_cannot_be_taken_up_says_why(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    path, values = kept_table(tmp_path)
    path.write_text(json.dumps({**values, **change}))
    with serving(tmp_path) as client:
        (made,) = client.served.lobby.tables.values()
        wait_for(lambda: made.state != PREPARING)
        assert made.state == BROKEN
        assert reason in made.trouble
        assert client.get(f"{client.seat(made, 0)}view")["state"] == BROKEN
    assert json.loads(path.read_text())["actions"] == {**values, **change}["actions"], "the file is left as it is"


def test_two_servers_do_not_share_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside: list[Exception] = []

    def second(_: GameServer) -> None:
        try:
            command.main(options)
        except Busy as error:
            inside.append(error)

    options = command.Options("127.0.0.1", 0, tmp_path, False)
    monkeypatch.setattr(GameServer, "serve_forever", second)
    command.main(options)
    assert len(inside) == 1


@pytest.fixture
def heeding_interrupts() -> Iterator[None]:
    """Processes that are started heed Ctrl-C, also where these tests run in the background and ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeding_interrupts")
def test_the_command_prints_a_link_and_ends_with_the_interrupt(tmp_path: Path) -> None:
    command_line = [sys.executable, "-u", "-m", "exodus_env", "serve", "--no-browser", "--games", str(tmp_path)]
    arguments = [*command_line, "--port", "0"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"Play at http://127\.0\.0\.1:(\d+)(/[\w-]{32}/)\n", line)
        assert found, line
        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=30)
        connection.request("GET", found[2])
        assert connection.getresponse().status == 200
        connection.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    refused = subprocess.run([*command_line, "--port", "99999"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "--port" in refused.stderr


# ---- what is hidden --------------------------------------------------------------------------------------------------


ALL_MODULES = ["M1", "M2", "M3", "M4", "M5", "M7", "M8", "M9", "M10"]
CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "base": {"players": 3, "turns": 2},
    "simultaneous": {"players": 3, "movement": "simultaneous", "turns": 2},
    "everything": {"players": 3, "edge_of_extinction": True, "modules": ALL_MODULES, "turns": 2},
    "stronghold": {"players": 2, "scenario": "stronghold", "turns": 2},
}
NUMBER = 250 if COMPILED else 25  # decisions
ENOUGH = 1000 if ALL else 40  # comparisons of pages


def exodus_table(folder: Path, config: dict[str, Any]) -> Table:
    kept = TableKept("abcdefabcdef", "exodus", config, SEED, [], new_token(), "now", pace=0.0)
    kept.seats = [SeatKept("human", new_token()) for _ in range(config["players"])]
    made = Table(kept, Store(folder))
    wait_for(lambda: made.state != PREPARING, 600)
    assert made.state == PLAYING, made.trouble
    return made


def at_of(made: Table, seat: int) -> int:
    return len(made.track(seat).follow(made._steps)) - 1


def walked(config: dict[str, Any], number: int) -> Iterator[tuple[Any, Any, int]]:
    """Positions of a random game: its table, the record before the last decision, and the action."""
    rules = find("exodus").definition(config)
    batch = new_table(rules, 5)
    rng = np.random.default_rng(1)
    for _ in range(number):
        if batch.games[0].over:
            return
        before = rules.new_games(1)
        copy_array(batch.games, before)
        action = int(rng.choice(np.flatnonzero(batch.masks[0])))
        actor = int(batch.actors[0])
        batch.actions[0] = action
        batch.play(False)
        yield batch, Step(0, packed(before), None, None), Step(1, packed(batch.games), actor, action)


@pytest.mark.parametrize("config", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_a_page_is_the_same_in_every_world_its_viewer_holds_possible(config: dict[str, Any]) -> None:
    """Everything hidden is dealt again: what is sent to the viewer is the same, byte by byte."""
    differ = 0
    for number, (batch, before, after) in enumerate(walked(config, NUMBER)):
        if number % 16:
            continue
        rules = batch.rules
        for viewer in (*range(config["players"]), None):
            seats = range(config["players"])[:2] if viewer is None else [viewer]
            others = [redealt(rules, step, seats, number + 7) for step in (before, after)]
            differ += others[1].record != after.record
            pages = [page(rules, viewer, batch, steps) for steps in ([before, after], others)]
            assert pages[0] == pages[1]
    assert differ, "nothing was hidden"


def redealt(rules: Any, step: Step, seats: Any, seed: int) -> Step:
    """The same step in another world."""
    games = unpacked(rules, step.record)
    for seat in seats:
        games = dealt(rules, games, np.array([seat]), np.array([seed]))
    return Step(step.number, packed(games), step.actor, step.action)


def page(rules: Any, viewer: int | None, batch: Any, steps: list[Step]) -> str:
    """All that the viewer's page is sent."""
    track = Track(rules, viewer)
    entries = track.follow(steps)
    legal = [int(action) for action in np.flatnonzero(batch.masks[0])]
    moves = track.moves(steps[-1], legal) if viewer is not None and viewer == int(batch.actors[0]) else []
    return json.dumps([[entry.lines for entry in entries], track.drawing(entries[-1]), moves])


@pytest.mark.parametrize("config", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_what_is_decided_in_secret_shows_on_no_other_page(config: dict[str, Any]) -> None:
    """Whatever somebody chooses in secret, the pages of the others stay the same, and count the same positions."""
    compared = 0
    other = None
    for batch, before, after in walked(config, NUMBER):
        rules = batch.rules
        other = other or new_table(rules, 5)
        copy_array(unpacked(rules, before.record), other.games)
        if int(other.games[0].decision) not in TAKEN_IN_SECRET or batch.games[0].over or compared > ENOUGH:
            continue
        other.actions[0] = LOOK
        other.play(False)
        legal = [int(action) for action in np.flatnonzero(other.masks[0]) if action != after.action]
        for action in legal[:2]:
            copy_array(unpacked(rules, before.record), other.games)
            other.actions[0] = LOOK
            other.play(False)
            other.actions[0] = action
            other.play(False)
            if any(shows(rules, before, games) for games in (batch.games, other.games)):
                continue  # it was the last choice, and all are turned up
            if (other.games[["actor", "decision"]] != batch.games[["actor", "decision"]]).any():
                continue  # the same player goes on with the one, and with the other another does: everybody sees that
            instead = Step(1, packed(other.games), after.actor, action)
            for viewer in (*range(config["players"]), None):
                if viewer == after.actor or saw(rules, other.games, viewer) != saw(rules, batch.games, viewer):
                    continue
                compared += 1
                assert page(rules, viewer, batch, [before, after]) == page(rules, viewer, other, [before, instead])
    assert compared > (10 if COMPILED else 1)


def shows(rules: Any, before: Step, games: Any) -> bool:
    """Whether something happened for all to see."""
    drawn = unpacked(rules, before.record)["rng_counter"].tobytes() != games["rng_counter"].tobytes()
    return bool(drawn or games[0].log_count > 0)


def saw(rules: Any, games: Any, viewer: int | None) -> bytes:
    """What a viewer may know, as the environment tells it; of those who look on, what everybody may."""
    seen = np.zeros((1, rules.observations.size), dtype=np.float32)
    rules.observe_as(games, 0, rules.tables, 0 if viewer is None else viewer, seen)
    return seen.tobytes()


def test_orders_given_in_secret_are_not_counted_for_others() -> None:
    """How many orders a player gives before they are carried out is a secret of its own, to those who look on, too."""
    config = CONFIGURATIONS["simultaneous"]
    rules = find("exodus").definition(config)
    steps: list[Step] = []
    tracks: list[Track] = []
    counted = hidden = 0
    for batch, before, after in walked(config, NUMBER):
        if not steps:
            steps.append(before)
            tracks = [Track(batch.rules, viewer) for viewer in (0, 1, 2, None)]
        lengths = [len(track.follow(steps)) for track in tracks]
        steps.append(Step(len(steps), after.record, after.actor, after.action))
        for number, track in enumerate(tracks):
            grown = len(track.follow(steps)) - lengths[number]
            told = [line for line in track.entries[-1].lines if grown]
            if track.viewer == after.actor:
                assert grown == 1
                counted += 1
            elif int(batch.actors[0]) == after.actor and not told:
                hidden += grown == 0
    assert rules.config.movement == "simultaneous"
    assert counted
    assert hidden > (5 if COMPILED else 0)


def test_the_seed_and_the_tokens_of_others_are_never_told(client: Client) -> None:
    made = client.begin(BEACONS)
    told = {}
    while made.state == PLAYING:
        for seat, path in enumerate((client.seat(made, 0), client.seat(made, 1), f"/{made.kept.watch}/")):
            told[seat] = told.get(seat, b"") + client.request("GET", f"{path}view")[2]
        client.act(made, CHANGE if CHANGE in np.flatnonzero(made._batch.masks[0]) else None)
    for body in told.values():
        assert str(SEED).encode() not in body
        for token in (*made.kept.tokens, client.served.lobby.owner):
            assert token.encode() not in body


def test_keepers_see_their_own_card_and_nobody_elses(client: Client) -> None:
    made = client.begin(BEACONS)
    for seat, path in ((0, client.seat(made, 0)), (1, client.seat(made, 1)), (None, f"/{made.kept.watch}/")):
        text = client.get(f"{path}view")["fragments"]["board"]
        for keeper in (0, 1):
            known = re.search(rf"Player\s{keeper}\sholds\s(lamp|a)", text)
            assert known, text
            assert (known[1] == "lamp") == (keeper == seat)


def test_a_spectator_is_shown_a_world_that_no_player_is_in() -> None:
    rules = find("beacon").definition({"players": 3})
    changed = 0
    for seed in range(30):
        games = new_table(rules, seed).games
        world = world_for(rules, games, None)
        changed += any(world[0].hand[:3] != games[0].hand[:3])
        assert (world[0].lit, world[0].storms, world[0].hour) == (games[0].lit, games[0].storms, games[0].hour)
    assert changed > 20
