"""Moves shown in words are understood in words: in its position every one of them leads back to its action."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from exodus_env import exodus_v0
from exodus_env.exodus.content.load import OURS
from exodus_env.exodus.rules import frames
from exodus_env.exodus.view import board
from exodus_env.exodus.view.moves import phrases
from exodus_env.exodus.view.names import Names
from exodus_env.kit.aec import OutOfOrder
from exodus_env.kit.definition import Definition
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.wording import GROUP_FROM, MOST_NEAR, Wording, grouped, key
from tests.position import Position
from tests.test_edge_random_play import edge_game, edge_policy_of
from tests.test_random_play import (
    MODULES,
    POLICIES,
    Policy,
    game_with,
    module_policy_of,
    prepare,
    scenario_game,
    scenario_policy_of,
    weights,
)
from tests.test_solitaire_random_play import policy_of as solitaire_policy_of
from tests.test_solitaire_random_play import solitaire_game

Case = tuple[dict[str, Any], Policy]

CASES: list[Case] = [
    *(({"players": 2 + i % 5, "ask_forced": i % 2 == 0}, policy) for i, policy in enumerate(POLICIES)),
    *((game_with(MODULES, i), module_policy_of(i)) for i in range(6)),
    *((scenario_game(i), scenario_policy_of(i)) for i in range(8)),
    *((edge_game(i), edge_policy_of(i)) for i in range(8)),
    *((solitaire_game(i), solitaire_policy_of(i)) for i in range(4)),
]
STEPS = 200 if COMPILED else 12
SHOWN_MOVE = re.compile(r" *(\d+)  (.*)")


def positions(case: Case, seed: int) -> Iterator[Position]:
    """A game by a policy, decision after decision."""
    config, policy = case
    p, rng = Position(seed, **config), np.random.default_rng(seed)
    ready = False
    for _ in range(STEPS):
        if not ready and p.g.stage != frames.SETUP:
            prepare(p, policy, rng)
            ready = True
        if p.g.over:
            return
        yield p
        legal = np.flatnonzero(p.masks[0])
        p._play(int(rng.choice(legal, p=weights(p, policy, legal))))


def legal_of(p: Position) -> list[int]:
    return [int(action) for action in np.flatnonzero(p.masks[0])]


def shown_by_render(text: str) -> dict[int, str]:
    """The legal moves as a reader finds them where each has its own line: the id, and what stands beside it."""
    found: dict[int, str] = {}
    last = -1
    for line in re.split(r"\n  \d+ legal moves?:\n", text)[-1].splitlines():
        move = SHOWN_MOVE.fullmatch(line)
        last = int(move[1]) if move else last
        found[last] = move[2] if move else f"{found[last]}\n{line}"
    return found


@pytest.mark.parametrize("number", range(len(CASES)))
def test_every_move_that_is_shown_is_understood(number: int) -> None:
    for p in positions(CASES[number], number):
        legal = legal_of(p)
        for viewer in (p.actor, None):
            try:
                wording = p.rules.wording(p.g, p.masks[0], viewer)
            except ValueError as error:
                assert viewer is None and "secret" in str(error)
                continue
            assert list(wording.texts) == legal
            assert len({key(text) for text in wording.texts.values()}) == len(legal), "no two read alike"
            for action, text in wording.texts.items():
                assert wording.parse(text) == action
                assert wording.parse(p.text(action)) == action, "in the words of its id"
                assert wording.parse(str(action)) == action


@pytest.mark.parametrize("number", range(len(CASES)))
def test_what_render_prints_is_understood_as_it_stands(number: int) -> None:
    for step, p in enumerate(positions(CASES[number], 100 + number)):
        legal = legal_of(p)
        if step % 8 and len(legal) <= GROUP_FROM:
            continue
        text = p.rules.render(p.g, p.masks[0], p.actor)
        wording = p.rules.wording(p.g, p.masks[0], p.actor)
        if len(legal) > GROUP_FROM:
            shown = dict(phrases(Names(p.rules, p.g, p.actor), legal))
            assert "\n".join(grouped(shown.items(), packed=True)) in text
            copied = {action: f"{head}\n   {tail}" for action, (head, tail) in shown.items()}
        else:
            copied = shown_by_render(text)
        assert list(copied) == legal
        for action, words in copied.items():
            assert wording.parse(words) == action, words


def test_a_move_of_a_group_is_shown_with_its_id() -> None:
    p = Position(players=6).until("move")
    first = p.action("move", 0, 0)
    many = list(range(first, first + GROUP_FROM + 10))
    decision = board.render(p.rules, p.g, p.actor, many).partition("\n\nDECISION\n")[2]
    assert [int(found) for found in re.findall(r"(?:^|;) +(\d+) ", decision, re.MULTILINE)][1:] == many


# The mechanism -------------------------------------------------------------------------------------------------------

FORMS = {
    3: ("fire at Terra (hex 4)", "fire at hex 4", "Terra (hex 4)"),
    5: ("fire at Nova (hex 5)", "fire at hex 5", "Nova (hex 5)"),
    8: ("keep the rocket", "pass", ""),
    9: ("put a Rocket on Nova (hex 5)", "rocket 1 on hex 5", "Nova (hex 5)"),
}


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("fire at Terra (hex 4)", 3),
        ("  FIRE at\n     Terra (hex 4) ", 3),
        ("fire at hex 5", 5),
        ("Terra (hex 4)", 3),
        ("pass", 8),
        ("8", 8),
        ("0009", 9),
    ],
)
def test_a_move_is_understood_in_all_its_forms(text: str, action: int) -> None:
    assert Wording(FORMS).parse(text) == action


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Nova (hex 5)", ["several legal moves read 'Nova (hex 5)'", "5 (fire at", "9 (put a Rocket on"]),
        ("fire at", ["no legal move reads 'fire at'", "near ones: 3 (fire at Terra (hex 4)); 5 (fire at Nova"]),
        ("fier at Tera (hex 4)", ["near ones: 3 (fire at Terra"]),
        ("Tera (hx 4)", ["near ones: 3 (fire at Terra"]),
        ("", ["no legal move reads ''", "legal ones: 3 ("]),
        ("#", ["legal ones: 3 ("]),
        ("4", ["action 4 is not legal now", "legal ones: 3 ("]),
        ("9" * 5000, ["no legal move reads '999", "..."]),
        ("fire\x1b[2Jat", ["\\x1b[2J"]),
        ("x" * 100_000, ["no legal move reads 'xxx", "..."]),
    ],
)
def test_what_is_not_one_legal_move_is_refused_with_the_near_ones(text: str, words: list[str]) -> None:
    with pytest.raises(ValueError) as refused:
        Wording(FORMS).parse(text)
    said = str(refused.value)
    assert all(part in said for part in words), said
    assert said.isprintable() and len(said) < 1000


def test_near_ones_are_few() -> None:
    with pytest.raises(ValueError, match="and 35 more") as refused:
        Wording({i: (f"fire at hex {i}",) for i in range(40)}).parse("fire")
    assert str(refused.value).count("fire at hex") == MOST_NEAR


@pytest.mark.parametrize("text", [3, None, b"pass"])
def test_a_move_in_words_is_text(text: Any) -> None:
    with pytest.raises(TypeError, match="a move in words is a str"):
        Wording(FORMS).parse(text)


def test_without_a_legal_move_nothing_is_understood() -> None:
    for text in ("pass", "8"):
        with pytest.raises(ValueError, match="there is no legal move"):
            Wording({}).parse(text)


def test_a_game_without_a_view_of_its_own_understands_the_words_of_ids() -> None:
    p = Position(players=3).until("vote")
    for action in legal_of(p):
        assert Definition.wording(p.rules, p.g, p.masks[0], None).parse(p.text(action)) == action


# Moves that would read alike -----------------------------------------------------------------------------------------


ALIKE = {"planets.toml": "planet", "resistance.toml": "card", "political.toml": "card"}  # need no names of their own


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Content in which everything that may share a name has the same name and text."""
    folder = tmp_path_factory.mktemp("alike")
    for file, table in ALIKE.items():
        entries = tomllib.loads((OURS / file).read_text(encoding="utf-8"))[table]
        rows = (f'[[{table}]]\nid = "{entry["id"]}"\nname = "Alike"\ntext = "alike"\n' for entry in entries)
        (folder / file).write_text("".join(rows), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize("number", range(0, len(CASES), 3))
def test_moves_are_told_apart_whatever_things_are_called(number: int, alike: str) -> None:
    config, policy = CASES[number]
    for p in positions(({**config, "content": alike}, policy), number):
        wording = p.rules.wording(p.g, p.masks[0], p.actor)
        assert len({key(text) for text in wording.texts.values()}) == len(legal_of(p))
        assert all(wording.parse(text) == action for action, text in wording.texts.items())


def test_equal_resistance_cards_are_told_apart(alike: str) -> None:
    p = Position(players=2, content=alike).until("vote").before_council()
    p.masks[0] = 0
    for card in (3, 7):
        p.masks[0, p.action("resistance_card", card)] = 1
    assert board.moves(p.rules, p.g, p.masks[0]) == [
        f"use Resistance card Alike (alike) [{p.text(action)}]" for action in legal_of(p)
    ]


def test_secret_moves_are_not_told_by_a_refusal() -> None:
    p = Position(players=3).until("vote_bid")
    for viewer in (None, *range(3)):
        if viewer == p.actor:
            assert p.rules.parse_move(p.g, p.masks[0], viewer, str(legal_of(p)[0])) == legal_of(p)[0]
            continue
        with pytest.raises(ValueError, match="the moves are secret"):
            p.rules.parse_move(p.g, p.masks[0], viewer, "bid")


# The environment -----------------------------------------------------------------------------------------------------


def test_the_environment_plays_by_what_it_shows() -> None:
    env = exodus_v0.env(players=3, render_mode="ansi")
    with pytest.raises(OutOfOrder, match="parse_action"):
        env.parse_action("pass")
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(40 if COMPILED else 8):
        shown = shown_by_render(env.render())
        action = int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
        text = shown[action] if len(shown) <= GROUP_FROM else str(action)
        assert env.unwrapped.parse_action(text) == action
        env.step(env.unwrapped.parse_action(text))


def test_after_the_end_there_is_no_move_to_understand() -> None:
    env = exodus_v0.env(players=2, max_cycles=1)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(ValueError, match="there is no legal move"):
        env.unwrapped.parse_action("pass")
