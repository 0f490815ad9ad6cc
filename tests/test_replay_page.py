"""The page of a replay: one file, the drawing that is used everywhere, no secrets of others, no foreign markup."""

from __future__ import annotations

import base64
import gzip
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env import event_horizon_v0, exodus_v0
from exodus_env.kit import replay_page
from exodus_env.kit.batch import RESET
from exodus_env.kit.definition import ALL
from exodus_env.kit.registry import find, forget, register
from exodus_env.kit.replay import RecordedBatch, Replay
from exodus_env.players import PlayerError
from tests.toy.game import BEACON


def random_game(rules: Any, seed: int = 3, decisions: int = 10_000) -> Replay:
    """A game of random choices, to its end or for some decisions."""
    table = RecordedBatch(rules, 1, observe=False)
    table.seeds[0] = seed
    table.actions[0] = RESET
    table.play(False)
    chance = np.random.default_rng(seed)
    while not table.dones[0] and len(table.recorders[0].actions) < decisions:
        table.actions[0] = chance.choice(np.flatnonzero(table.masks[0]))
        table.play(False)
    return table.recorders[0].replay(["</script><b>one", "other"][: rules.config.players])


@pytest.fixture(scope="module")
def replay() -> Replay:
    return random_game(event_horizon_v0.env(players=2).unwrapped.rules)


@pytest.fixture(scope="module")
def page(replay: Replay) -> str:
    return replay_page.page(replay)


def data_of(page: str) -> dict[str, Any]:
    (packed,) = re.findall(r'<script type="text/plain" id="data">([A-Za-z0-9+/=]+)</script>', page)
    return dict(json.loads(gzip.decompress(base64.b64decode(packed))))


def shown(data: dict[str, Any], view: str, step: int) -> dict[str, str]:
    """What the page shows of a position."""
    pieces: dict[str, str] = {}
    for changes in data["views"][view][: step + 1]:
        for name, text in zip(changes[::2], changes[1::2]):
            pieces.pop(data["names"][name], None)
            if text >= 0:
                pieces[data["names"][name]] = data["texts"][text]
    return pieces


def test_the_page_shows_what_the_game_draws(replay, page):
    data = data_of(page)
    steps = {0, 1, 50, len(replay) // 2, len(replay)}
    for step, game, *_ in replay.positions():
        if step in steps:
            for view in (ALL, 0, 1):
                assert shown(data, str(view), step) == replay.rules.fragments(game, view)
    assert all(len(changes) == len(replay) + 1 for changes in data["views"].values())


def test_a_page_is_one_small_file_that_needs_nothing(page):
    assert len(page) < 1_000_000
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(|\bimport\s*[({"']""", page)
    assert "import " not in replay_page.script()
    assert "export " not in replay_page.script()


def test_names_of_a_replay_are_never_markup(page):
    assert "</script><b>" not in page
    assert page.count("</script>") == 2
    assert "&lt;/script&gt;&lt;b&gt;one" in page  # the title
    assert data_of(page)["about"]["players"][0]["player"] == "</script><b>one"


def test_the_page_tells_the_story(replay, page):
    data = data_of(page)
    assert len(data["steps"]) == len(replay) + 1
    kinds = [mark["kind"] for mark in data["marks"]]
    assert {"turn", "stage", "combat"} <= set(kinds)
    turns = [mark["label"] for mark in data["marks"] if mark["kind"] == "turn"]
    assert turns[:2] == ["Turn 1 of 7", "Turn 2 of 7"]
    assert [step["seat"] for step in data["steps"][:-1]] == list(replay.seats)
    told = " ".join(line for step in data["steps"] for line, _ in step["lines"])
    assert re.search(r"rolls? \d", told)


def test_charts_end_with_the_score(replay, page):
    series = data_of(page)["series"]
    assert [values[-1] for values in series["VP if the game ended now"]] == replay.result["score"]
    assert all(len(values) == len(replay) + 1 for lines in series.values() for values in lines)
    assert {"CP", "Fleet: combat dice"} <= set(series)


def test_a_page_for_one_seat_holds_nothing_else(replay):
    data = data_of(replay_page.page(replay, seat=1))
    assert list(data["views"]) == ["1"]
    assert all("choice" not in step or step["seat"] == 1 for step in data["steps"])
    drawn = set(data["texts"])
    for _, game, *_ in replay.positions():
        drawn -= set(replay.rules.fragments(game, 1).values())
    assert not drawn


def test_a_drawer_draws_what_fragments_are():
    rules = exodus_v0.env(players=3, modules=("M3", "M4", "M7", "M10"), edge_of_extinction=True).unwrapped.rules
    draw = rules.drawer()
    for step, game, *_ in random_game(rules, decisions=120).positions():
        for viewer in (ALL, 0, 2, None):
            if step % 10 == viewer or step % 10 > 7:
                assert draw(game, viewer) == rules.fragments(game, viewer)
            else:
                draw(game, viewer)


def test_any_game_has_a_page():
    register(BEACON)
    try:
        replay = random_game(find("beacon").definition({"players": 2}))
        data = data_of(replay_page.page(replay))
        assert (data["series"], list(data["views"])) == ({}, ["all", "0", "1"])
        assert shown(data, "0", 3).keys() == {"board"}
    finally:
        forget("beacon")


def test_a_game_that_was_left_says_so():
    part = random_game(event_horizon_v0.env(players=2).unwrapped.rules, decisions=30)
    data = data_of(replay_page.page(replace(part, ended="a </b> fault")))
    assert data["about"]["result"] == "The game was left: a </b> fault."


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"ranks": [2, 1], "score": [3, 9], "won": None, "lost": False}, "Red wins with 9 VP."),
        (
            {"ranks": [1, 1], "score": [9, 9], "won": None, "lost": False},
            "White and Red share the first place with 9 VP.",
        ),
        ({"ranks": [1, 1], "score": [9, 9], "won": True, "lost": False}, "All have won together."),
        ({"ranks": [1, 1], "score": [9, 9], "won": None, "lost": True}, "All have lost together."),
    ],
)
def test_the_end_is_told_in_a_sentence(replay, result, words):
    assert replay_page.outcome(replace(replay, result=result), ["White", "Red"]) == words


def test_a_policy_says_what_it_expects(replay):
    pytest.importorskip("torch", reason="needs the extra `train`")
    from exodus_env.policies.player import baseline_for

    name = baseline_for(replay.rules)
    if name is None:
        pytest.skip("no policy comes with the package for this game")
    series = data_of(replay_page.page(replay, forecast=name))["series"]
    (lines,) = [lines for words, lines in series.items() if words.startswith("Chance to win, as policy:")]
    for seat in (0, 1):
        told = [step for step, value in enumerate(lines[seat]) if value is not None]
        assert told == [step for step, other in enumerate(replay.seats) if other == seat]
    assert all(0 <= value <= 1 for line in lines for value in line if value is not None)
    with pytest.raises(PlayerError, match="does not say what it expects"):
        replay_page.page(replay, forecast="random")


def test_the_game_of_the_documentation_plays_again():
    folder = Path(__file__).parent.parent / "docs" / "replays"
    files = sorted(folder.glob("*.exo.json"))
    assert files
    for file in files:
        Replay.read(file).check()
        page = file.with_name(file.name.replace(".exo.json", ".html"))
        assert page.stat().st_size < 1_000_000
        assert data_of(page.read_text(encoding="utf-8"))["steps"]
