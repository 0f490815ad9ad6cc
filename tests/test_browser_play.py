"""Games played in a real browser: clicked through by a test player, with others, with the keys, on a narrow screen."""

from __future__ import annotations

import contextlib
import random
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.serve.lobby import Lobby
from exodus_env.kit.serve.server import GameServer
from exodus_env.kit.serve.table import PREPARING, Table
from tests.browser import chromium
from tests.effort import ALL
from tests.test_serve import ALL_MODULES, wait_for

pytestmark = pytest.mark.skipif(not COMPILED, reason="pages do not depend on how rules are run")

WAIT = 60_000  # milliseconds, on a machine that is busy
READY = ".moves .move:not([disabled]), #result:not([hidden])"
# Keeps everything the server sends to a page, so that it can be searched.
KEEP_EVENTS = """
window.received = [];
const Source = window.EventSource;
window.EventSource = class extends Source {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", (event) => window.received.push(event.data));
  }
};
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


class House:
    """A server and the pages that are open."""

    def __init__(self, browser: Any, served: GameServer) -> None:
        self.browser = browser
        self.served = served
        self.complaints: list[str] = []
        self.open_ones: list[Any] = []

    def page(self, path: str, width: int = 1280, height: int = 800) -> Any:
        """A page in a browser of its own: what one stores, another does not see."""
        context = self.browser.new_context(viewport={"width": width, "height": height})
        context.add_init_script(KEEP_EVENTS)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("console", lambda told: self.complaints.append(told.text) if told.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._look_at)
        page.goto(f"http://127.0.0.1:{self.served.port}{path}")
        self.open_ones.append(context)
        return page

    def _look_at(self, request: Any) -> None:
        if not request.url.startswith(f"http://127.0.0.1:{self.served.port}/"):
            self.complaints.append(f"loads {request.url}")

    def begin(self, seats: list[str], settings: dict[str, Any] | None = None, game: str = "exodus") -> Table:
        table = self.served.lobby.create({"game": game, "seats": seats, "settings": settings or {}, "seed": 11})
        wait_for(lambda: table.state != PREPARING, 600)
        assert table.state == "playing", table.trouble
        table.kept.pace = 0.0
        return table

    def seat(self, table: Table, seat: int, **size: int) -> Any:
        page = self.page(f"/{table.kept.seats[seat].token}/", **size)
        page.wait_for_selector("#seats .seat")
        return page


@contextlib.contextmanager
def housing(browser: Any, folder: Path, port: int = 0) -> Iterator[House]:
    served = GameServer("127.0.0.1", port, Lobby(folder))
    threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    house = House(browser, served)
    try:
        yield house
    finally:
        for context in house.open_ones:
            context.close()
        served.shutdown()
        served.server_close()
        served.lobby.close()


@pytest.fixture
def house(browser: Any, tmp_path: Path) -> Iterator[House]:
    with housing(browser, tmp_path) as found:
        yield found
        assert found.complaints == []


def position(page: Any) -> str:
    return str(page.locator(".time .where").inner_text())


def decide(page: Any, choose: Callable[[int], int]) -> bool:
    """Click one move; False where the game is over."""
    page.wait_for_selector(READY)
    if page.locator("#result:not([hidden])").count():
        return False
    moves = page.locator(".moves .move")
    before, move = position(page), moves.nth(choose(moves.count()))
    assert move.get_attribute("aria-label")
    move.click()
    if not page.locator("#at-once").is_checked():
        assert page.locator("#chosen").inner_text() == move.get_attribute("aria-label")
        page.locator("#commit").click()
    page.wait_for_function("before => document.querySelector('.time .where').textContent !== before", arg=before)
    return True


def play_out(page: Any, seed: int) -> int:
    """Click through the rest of a game; returns how many decisions it took."""
    chance, decisions = random.Random(seed), 0
    page.locator("#at-once").check()
    while decide(page, chance.randrange):
        decisions += 1
    return decisions


# ---- whole games -----------------------------------------------------------------------------------------------------


def test_a_game_is_ordered_on_the_start_page_and_clicked_through(house: House) -> None:
    page = house.page(f"/{house.served.lobby.owner}/")
    page.wait_for_selector("#begin:not([disabled])")
    page.select_option("#environment", label="Event Horizon")
    page.fill("#players", "2")
    page.locator("#seats button").nth(1).click()  # which once took the first click for leaving the field
    assert page.locator("#seats input").nth(1).input_value() == "human"
    page.locator("#seats button").nth(1).click()
    page.click("#more summary")
    page.fill("[name=turns]", "1")
    page.dispatch_event("[name=turns]", "change")
    page.wait_for_function("() => document.querySelector('#summary').textContent.startsWith('2 players, 1 turn')")
    assert [box.input_value() for box in page.locator("#seats input").all()] == ["human", "motives"]
    page.click("#begin")
    page.wait_for_selector("#seats .seat")
    assert page.locator("#seats .seat.you").inner_text().split() == ["W", "White", "you"]
    (table,) = house.served.lobby.tables.values()
    table.kept.pace = 0.0
    for _ in range(3):
        assert decide(page, lambda count: count - 1)
    assert play_out(page, 5) > 5
    assert "rank" in page.locator("#result pre").inner_text()
    assert page.locator(".log li.own").count() > 5
    with page.context.expect_page() as opened:
        page.click("#result a >> nth=0")
    opened.value.wait_for_selector(".board svg g")
    assert "Event Horizon" in opened.value.locator(".top").inner_text()


GAMES: dict[str, tuple[list[str], dict[str, Any]]] = {
    "event horizon for two": (["human", "motives"], {"scenario": "event_horizon"}),
    "stronghold for three": (["human", "motives", "human"], {"scenario": "stronghold"}),
    "edge of extinction with all modules": (
        ["motives", "human", "greedy", "random"],
        {"edge_of_extinction": True, "modules": [*ALL_MODULES, "M6"]},
    ),
    "secure the borders": (["human"], {"scenario": "secure_the_borders"}),
    "edge of the void": (["human"], {"scenario": "edge_of_the_void"}),
    "x-odus alone": (["human"], {"difficulty": "hardened"}),
    "x-odus for three": (["human", "greedy", "human"], {"nightmare": True}),
}
GAME = {"x-odus": "corruption"}  # by the first word of its name; others are Exodus


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_clicked_through(house: House, name: str) -> None:
    seats, settings = GAMES[name]
    table = house.begin(seats, settings, GAME.get(name.split()[0], "exodus"))
    pages = {seat: house.seat(table, seat) for seat in table.humans}
    for page in pages.values():
        page.locator("#at-once").check()
    chance, decisions = random.Random(3), 0
    while table.state == "playing":
        actor = int(table._batch.actors[0])
        if actor not in pages:
            pages[table.humans[0]].wait_for_timeout(20)
        elif decide(pages[actor], chance.randrange):
            decisions += 1
    for page in pages.values():
        page.wait_for_selector("#result:not([hidden])")
        assert page.locator("#result pre").inner_text().strip() == "\n".join(table.result).strip()
    assert decisions > 30
    assert house.served.lobby.store.replay_path(table.kept.name).exists()


def test_x_odus_is_ordered_on_the_start_page_and_played_alone(house: House) -> None:
    """One captain of three ships, from the start page to the end; what lies open on the board can be clicked."""
    page = house.page(f"/{house.served.lobby.owner}/")
    page.wait_for_selector("#begin:not([disabled])")
    page.select_option("#game", label="X-ODUS: Rise of the Corruption")
    page.select_option("#environment", label="Solo")
    page.wait_for_function("() => document.querySelector('#summary').textContent.startsWith('1 player; 3 ships')")
    page.click("#begin")
    page.wait_for_selector("#seats .seat")
    assert page.locator("#title").inner_text() == "X-ODUS: Rise of the Corruption"
    (table,) = house.served.lobby.tables.values()
    table.kept.pace = 0.0
    page.locator("#at-once").check()
    chance = random.Random(4)
    for _ in range(40 if ALL else 14):
        assert decide(page, chance.randrange)
    for piece in ("system-0", "ship-0", "ship-2"):
        assert page.locator(f'.board svg [data-at="{piece}"]').count()
    assert page.locator(".log li.own").count() > 5
    finish(table, chance)
    page.wait_for_selector("#result:not([hidden])")
    told = page.locator("#result pre")
    assert told.inner_text().split() == " ".join(table.result).split()
    assert told.evaluate("pre => pre.scrollWidth <= pre.clientWidth")
    with page.context.expect_page() as opened:
        page.click("#result a >> nth=0")
    opened.value.wait_for_selector(".board svg g")
    assert "3 ships" in opened.value.locator(".top").inner_text()


def test_two_captains_play_x_odus_in_two_tabs(house: House) -> None:
    """Both see the same board; only the captain who is asked has moves."""
    table = house.begin(["human", "human"], {"mats": "dealt"}, game="corruption")
    pages = [house.seat(table, seat) for seat in (0, 1)]
    assert pages[1].locator("#seats .seat").all_inner_texts() == ["0\nPlayer 0\nhuman", "1\nPlayer 1\nyou"]
    chance, decided = random.Random(2), {0: 0, 1: 0}
    for page in pages:
        page.locator("#at-once").check()
    while table.state == "playing" and min(decided.values()) < 4:
        actor = int(table._batch.actors[0])
        assert decide(pages[actor], chance.randrange)
        decided[actor] += 1
    place = position(pages[actor])
    reached = "place => document.querySelector('.time .where').textContent === place"
    pages[1 - actor].wait_for_function(reached, arg=place)
    asked = int(table._batch.actors[0])
    pages[asked].wait_for_selector(READY)
    assert pages[1 - asked].locator(".moves .move").count() == 0
    names = "pieces => pieces.map(piece => piece.getAttribute('data-at'))"
    drawn = [page.locator(".board svg [data-at]").evaluate_all(names) for page in pages]
    assert drawn[0] == drawn[1] and {"ship-0", "ship-3", "board-0", "board-3", "system-0"} <= {*drawn[0]}


def finish(table: Table, chance: random.Random) -> None:
    """Play the rest of a game without clicks."""
    while table.state == "playing":
        actor = int(table._batch.actors[0])
        at = len(table.track(actor).follow(table._steps)) - 1
        table.act(actor, at, chance.choice(table._legal_for(actor)))


def test_two_people_in_two_tabs_cannot_see_each_others_secrets(house: House) -> None:
    """Cards in hand, votes and bids of one are nowhere on the page of the other, nor in anything it was sent."""
    table = house.begin(["human", "human"], {"edge_of_extinction": True, "turns": "1"})
    chance, searched, own = random.Random(2), 0, 0
    while not secrets_of(table, 0, 1) or not secrets_of(table, 1, 0):
        actor = int(table._batch.actors[0])
        table.act(actor, len(table.track(actor).follow(table._steps)) - 1, chance.choice(table._legal_for(actor)))
    pages = [house.seat(table, seat) for seat in (0, 1)]
    for page in pages:
        page.locator("#at-once").check()
    for _ in range(60 if ALL else 12):
        if table.state != "playing":
            break
        decide(pages[int(table._batch.actors[0])], chance.randrange)
        pages[0].wait_for_timeout(60)
        for seat in (0, 1):
            told = pages[seat].content() + "".join(pages[seat].evaluate("window.received"))
            for secret in secrets_of(table, 1 - seat, seat):
                assert secret not in told
                searched += 1
            own += sum(secret in told for secret in secrets_of(table, seat, 1 - seat))
        drain(pages)
    assert searched > 10
    assert own > 10, "and everybody sees their own"


def drain(pages: list[Any]) -> None:
    """Forget what was sent so far: what was a secret then may be shown by now, and the other way round."""
    for page in pages:
        page.evaluate("window.received.length = 0")


def secrets_of(table: Table, seat: int, viewer: int) -> list[str]:
    """Names of combat cards that one player holds, and of which the other can know nothing."""
    rules: Any = table.rules
    game = table._batch.games[0]
    found = []
    for kind, card in enumerate(rules.content.combat_cards):
        elsewhere = (
            int(game.combat_hand[viewer, kind]) + int(game.combat_discard[kind]) + int(game.combat_removed[kind])
        )
        shown = kind in game.combat_shown or kind == int(game.combat_chosen[viewer])
        if game.combat_hand[seat, kind] > 0 and not elsewhere and not shown and not told_of(table, card.name):
            found.append(card.name)
    return found


def told_of(table: Table, name: str) -> bool:
    """Whether the story has named a card, for all to read."""
    entries = table.track(None).follow(table._steps)
    return any(name in text for entry in entries for _, text in entry.lines)


# ---- deciding --------------------------------------------------------------------------------------------------------


def test_moves_are_lit_on_the_board_and_chosen_there(house: House) -> None:
    table = house.begin(["human", "human"], {"turns": "1"})
    page = house.seat(table, 0)
    for _ in range(60):
        actor = int(table._batch.actors[0])
        legal = table._legal_for(actor)
        moves = table.track(actor).moves(table._steps[-1], legal)
        targets = [move["targets"] for move in moves if move["targets"]]
        if actor == 0 and targets:
            break
        table.act(actor, len(table.track(actor).follow(table._steps)) - 1, legal[0])
    page.wait_for_selector("[data-at].lit")
    lit = {piece.get_attribute("data-at") for piece in page.locator("[data-at].lit").all()}
    assert lit
    assert lit <= {place for places in targets for place in places}
    place = sorted(lit)[0]
    page.locator(f'[data-at="{place}"].lit').first.dispatch_event("click")
    about = [move for move in moves if place in move["targets"]]
    assert page.locator(".moves .move").count() == len(about)
    if len(about) == 1:
        assert page.locator(".moves .move[aria-pressed=true]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".moves .move").count() == len(moves)


def test_everything_can_be_done_with_the_keys(house: House) -> None:
    table = house.begin(["human", "human"], {"turns": "1"})
    page = house.seat(table, int(table._batch.actors[0]))
    page.wait_for_selector(READY)
    start = position(page)
    page.keyboard.press("1")
    assert page.locator(".move[aria-pressed=true]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".move[aria-pressed=true]").count() == 0
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.querySelector('.time .where').textContent !== before", arg=start)
    page.wait_for_selector("#undo:not([disabled])")
    page.keyboard.press("u")
    page.wait_for_function("before => document.querySelector('.time .where').textContent === before", arg=start)
    page.wait_for_selector(READY)
    page.locator(".moves .move").first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.classList.contains('move')")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.querySelector('.time .where').textContent !== before", arg=start)
    for button in page.locator("button, select, input").all():
        name = button.evaluate("e => e.getAttribute('aria-label') || e.textContent || e.labels?.[0]?.textContent || ''")
        assert name.strip(), button.evaluate("e => e.outerHTML")


def test_a_hint_shows_what_a_player_would_do(house: House) -> None:
    table = house.begin(["human", "motives"], {"turns": "1"})
    page = house.seat(table, 0)
    page.wait_for_selector(READY)
    page.select_option("#adviser", "search:1s")
    page.keyboard.press("h")
    page.wait_for_selector("#advice .move .share")
    words = page.locator("#advice").inner_text()
    assert "search:1s would choose" in words
    assert re.search(r"\d+%", words)
    page.locator("#advice .move").first.click()
    assert page.locator("#commit").is_enabled()


def test_earlier_positions_can_be_looked_at(house: House) -> None:
    table = house.begin(["human", "motives"], {"turns": "1"})
    page = house.seat(table, 0)
    for _ in range(4):
        assert decide(page, lambda count: 0)
    page.wait_for_selector(READY)
    now = page.locator("#board").inner_html()
    page.keyboard.press("Home")
    page.wait_for_selector("#notice:not([hidden])")
    assert position(page).startswith("0 / ")
    assert page.locator("#board").inner_html() != now
    assert page.locator(".moves .move:not([disabled])").count() == 0
    page.keyboard.press("End")
    page.wait_for_selector(READY)
    assert page.locator("#notice").is_hidden()


def test_a_page_goes_on_when_the_server_was_away(browser: Any, tmp_path: Path) -> None:
    with housing(browser, tmp_path) as house:
        port = house.served.port
        table = house.begin(["human", "motives"], {"turns": "1"})
        page = house.seat(table, 0)
        for _ in range(3):
            assert decide(page, lambda count: 0)
        contexts, house.open_ones = house.open_ones, []
    page.wait_for_selector("#notice:not([hidden])")
    with housing(browser, tmp_path, port) as house:
        house.open_ones = contexts
        page.wait_for_selector("#notice[hidden]", state="attached")
        before = len(table.kept.actions)
        (again,) = house.served.lobby.tables.values()
        assert len(again.kept.actions) >= before
        again.kept.pace = 0.0
        assert decide(page, lambda count: 0)
        assert len(again.kept.actions) > before


def test_players_are_watched_at_a_chosen_speed(house: House) -> None:
    table = house.begin(["motives", "greedy"], {"turns": "1", "scenario": "event_horizon"})
    table.kept.pace = 5.0
    page = house.page(f"/{table.kept.watch}/")
    page.wait_for_selector("#seats .seat")
    assert page.locator(".moves .move").count() == 0
    page.click("#pause")
    page.wait_for_selector("#pause[aria-pressed=true]")
    taken = len(table.kept.actions)
    page.select_option("#pace", "0")
    page.wait_for_timeout(300)
    assert len(table.kept.actions) == taken
    page.click("#pause")
    page.wait_for_selector("#result:not([hidden])")
    assert page.locator(".log li.turn").all_inner_texts() == ["Turn 1 of 1", "The end"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 800), (800, 600)])
def test_nothing_is_cut_off(house: House, width: int, height: int) -> None:
    table = house.begin(["human", "motives"], {"turns": "1"})
    for page in (house.seat(table, 0, width=width, height=height), house.page(f"/{house.served.lobby.owner}/", width)):
        page.wait_for_selector(f"{READY}, #begin:not([disabled])")
        assert page.evaluate("document.documentElement.scrollWidth") <= max(width, 390)
        for button in page.locator("button:visible, select:visible").all():
            box = button.bounding_box()
            assert box is None or box["x"] >= -1
            assert box is None or box["x"] + box["width"] <= width + 1 or width < 390
