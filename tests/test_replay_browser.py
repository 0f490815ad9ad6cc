"""The page of a replay in a real browser: scrubbed from start to end, by keys, jumps and views."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exodus_env import corruption_v0, event_horizon_v0
from exodus_env.kit import replay_page
from exodus_env.kit.definition import ALL
from exodus_env.kit.replay import Replay
from tests.browser import chromium
from tests.test_replay_page import random_game

HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def replay() -> Replay:
    return random_game(event_horizon_v0.env(players=2).unwrapped.rules)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def address(replay: Replay, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = Path(tmp_path_factory.mktemp("pages")) / "game.html"
    replay_page.write(replay, path)
    return path.as_uri()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """The page, opened from the disk; whatever it complains of fails the test, and so does any request."""
    # Waiting evaluates code, which the policy of the page forbids; the test of hostile names leaves it in force.
    page = browser.new_page(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    page.goto(address)
    page.wait_for_function("window.replay")
    yield page
    page.close()
    assert not wrong


def step_of(page: Any) -> int:
    return int(page.evaluate("replay.timeline.step"))


def drawn(page: Any) -> dict[str, str]:
    """The pieces on the board as texts, without what a browser writes differently."""
    found = page.evaluate(
        "Object.fromEntries([...replay.board.groups].map(([name, {group}]) => [name, group.textContent]))"
    )
    return dict(found)


def words(fragments: dict[str, str]) -> dict[str, str]:
    """The texts of fragments."""
    return {name: html.unescape(re.sub(r"<[^>]*>", "", markup)) for name, markup in fragments.items()}


def test_a_replay_is_scrubbed_from_start_to_end(replay, page):
    assert step_of(page) == 0
    page.keyboard.press("End")
    assert step_of(page) == len(replay)
    page.keyboard.press("Home")
    for step, game, seat, _ in replay.positions():
        if step % 40 == 0 or step == len(replay):
            page.locator("input[type=range]").evaluate(
                "(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input')); }", step
            )
            assert step_of(page) == step
            assert drawn(page) == words(replay.rules.fragments(game, ALL))
            assert page.locator(".seats .acts").count() == (0 if seat is None else 1)
    for name in replay.players:
        assert name in page.locator(".seats").inner_text()


def test_a_map_that_grows_is_scrubbed_in_either_direction(browser, tmp_path):
    """X-ODUS: systems appear, the map shrinks to make room, and all of it goes back again."""
    replay = random_game(corruption_v0.env(players=2).unwrapped.rules)
    replay_page.write(replay, tmp_path / "game.html")
    page = browser.new_page(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((tmp_path / "game.html").as_uri())
    page.wait_for_function("window.replay")
    page.keyboard.press("End")
    games = [(step, words(replay.rules.fragments(game, ALL))) for step, game, _, _ in replay.positions()]
    for step, told in (*reversed(games[::40]), games[-1]):
        page.evaluate(f"replay.timeline.go({step})")
        assert drawn(page) == told
    assert games[0][1]["system-9"] == "" != games[-1][1]["system-9"]
    page.close()
    assert not wrong


def test_positions_are_the_same_from_either_side(replay, page):
    page.evaluate("replay.timeline.go(100)")
    forwards = drawn(page)
    page.keyboard.press("End")
    page.evaluate("replay.timeline.go(100)")
    assert drawn(page) == forwards


def test_keys_move_through_the_game(replay, page):
    presses = {"ArrowRight": 1, "Shift+ArrowRight": 11, "ArrowLeft": 10, "Shift+ArrowLeft": 0, "ArrowLeft ": 0}
    for key, step in presses.items():
        page.keyboard.press(key.strip())
        assert step_of(page) == step
    marks = page.evaluate("replay.data.marks")
    turns = [mark["step"] for mark in marks if mark["kind"] == "turn" and mark["step"] > 0]
    stages = [mark["step"] for mark in marks if mark["kind"] in ("turn", "stage") and mark["step"] > 0]
    combats = [mark["step"] for mark in marks if mark["kind"] == "combat"]
    for key, step in (("PageDown", turns[0]), ("PageUp", 0), ("]", stages[0]), ("[", 0), ("c", combats[0])):
        page.keyboard.press(key)
        assert step_of(page) == step, key
    page.keyboard.press("Home")
    page.keyboard.press("2")
    page.keyboard.press("n")
    assert replay.seats[step_of(page)] == 1


def test_a_game_plays_by_itself_and_pauses(page):
    page.select_option("select[aria-label=Speed]", "30")
    page.locator("body").press("Space")
    page.wait_for_function("replay.timeline.step > 3")
    page.locator("body").press("Space")
    stopped = step_of(page)
    page.wait_for_timeout(200)
    assert step_of(page) == stopped
    assert not page.evaluate("replay.timeline.playing")


def test_links_lead_to_a_position_and_a_view(browser, address, page):
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#step=1")
    other = browser.new_page(bypass_csp=True)
    other.goto(f"{address}#step=123&seat=1")
    other.wait_for_function("window.replay")
    assert (step_of(other), other.evaluate("replay.view")) == (123, "1")
    other.close()
    page.evaluate("location.hash = '#step=77'")
    page.wait_for_function("replay.timeline.step === 77")


def test_a_line_of_the_story_leads_to_its_position(page):
    page.keyboard.press("End")
    page.locator(".log li.turn", has_text="Turn 2").click()
    assert "Turn 2" in page.locator(".now .moment").inner_text()
    assert page.locator(".log li:visible").last.evaluate("line => line.classList.contains('current')")


def test_the_view_of_a_seat_shows_no_secrets_of_others(replay, page):
    secrets = 0
    for step, game, seat, _ in replay.positions():
        if seat is None or step > 150:
            break
        mine, other = words(replay.rules.fragments(game, seat)), words(replay.rules.fragments(game, 1 - seat))
        if mine == other:
            continue
        secrets += 1
        page.evaluate(f"replay.timeline.go({step}); replay.choose('{1 - seat}')")
        assert drawn(page) == other
        choice = page.evaluate(f"replay.data.steps[{step}].choice")
        assert page.locator(".now .chosen").inner_text() == ""
        page.evaluate(f"replay.timeline.go({step + 1})")
        assert page.locator(".log li.choice.current:visible").count() == 0
        page.evaluate(f"replay.choose('{seat}'); replay.timeline.go({step})")
        assert page.locator(".now .chosen").inner_text() == f"→ {choice}"
    assert secrets > 5


def test_charts_follow_and_lead(page):
    names = page.locator(".charts select option").all_inner_texts()
    assert names[0] == "VP if the game ended now"
    page.select_option(".charts select", "CP")
    assert page.locator(".charts path.series").count() == 2
    box = page.locator(".charts svg").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + 40)
    assert 0 < step_of(page) < page.evaluate("replay.last")
    assert page.locator(".charts .legend span").first.inner_text().strip()


def test_everything_has_a_name_for_screen_readers(page):
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, select, input')]"
        ".filter((e) => !e.getAttribute('aria-label') && !e.textContent.trim()).length"
    )
    assert nameless == 0
    page.keyboard.press("ArrowRight")
    said = page.locator("input[type=range]").get_attribute("aria-valuetext")
    assert "decision 1 of" in said
    page.keyboard.press("?")
    assert page.locator("dialog[open] kbd").count() > 5
    page.keyboard.press("Escape")


def test_the_page_fits_any_window(page):
    for size in ({"width": 1280, "height": 800}, {"width": 480, "height": 900}, {"width": 1920, "height": 1000}):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.locator(".board svg").bounding_box()["width"] > 400
        for part in (".side", ".charts svg", ".charts select", ".seats", ".time .controls"):
            box = page.locator(part).bounding_box()
            assert box["x"] + box["width"] <= size["width"] + 1, part


def test_names_from_a_file_do_nothing(browser, replay, tmp_path):
    path = tmp_path / "hostile.html"
    replay_page.write(replace(replay, players=(HOSTILE, "other"), version=HOSTILE), path)
    page = browser.new_page()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.goto(path.as_uri())
    page.wait_for_selector(".seats")
    page.keyboard.press("End")
    assert page.locator("img").count() == 0
    assert HOSTILE in page.title()
    assert HOSTILE in page.locator(".seats").inner_text()
    page.close()
    assert not asked
