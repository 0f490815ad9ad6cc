"""Decisions for language models: short, complete, told to those who may know; answers read strictly."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exodus_env.exodus.rules.choices import DECLARED
from exodus_env.exodus.view.explained import explained
from exodus_env.kit.arena import plan_for
from exodus_env.kit.codes import codes
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import Player, RandomPlayer, View, view_of
from exodus_env.kit.registry import find
from exodus_env.kit.story import new_table
from exodus_env.kit.workers import play_plan
from exodus_env.llm import (
    Detail,
    Failure,
    GaveUp,
    ModelPlayer,
    NoAnswer,
    Prompt,
    Said,
    ask,
    prompt,
    prompt_for,
    read_answer,
    tokens,
)
from exodus_env.llm.asking import Message
from tests.module_scenes import TEN
from tests.position import Position
from tests.test_describe import CONFIGURATIONS, dealt_again, positions
from tests.toy.config import BeaconConfig
from tests.toy.ruleset import beacon

BASE: dict[str, Any] = {"players": 4}
EVERYTHING: dict[str, Any] = {"players": 6, "edge_of_extinction": True, "modules": TEN}
STEPS = 900 if COMPILED else 40


def a_prompt(**settings: Any) -> Prompt:
    rules = find("exodus").definition({"players": 2, **settings})
    return prompt(view_of(new_table(rules, 3, True), 1))


# Names of moves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_action_has_a_name_of_its_own(name: str) -> None:
    module, settings = CONFIGURATIONS[name]
    rules = module.env(**settings).rules
    for seat in range(rules.config.players):
        named = codes(rules, range(rules.actions.size), seat)
        assert len(set(named.values())) == rules.actions.size
        assert all(re.fullmatch(r"[a-z0-9_:-]{1,60}", text) for text in named.values())


def test_a_name_uses_the_numbers_that_everybody_reads() -> None:
    p = Position(players=4).until("move")
    for actor in range(4):
        p.g.actor = actor
        turned = p.action("hex", 9)
        assert codes(p.rules, [turned], actor) == {turned: "hex:hex-9"}
        assert codes(p.rules, [p.action("player", 1)], actor)[p.action("player", 1)] == (
            f"player:{('white', 'red', 'green', 'purple')[(actor + 1) % 4]}"
        )


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_move_is_found_by_id_name_and_words(name: str) -> None:
    for env in positions(name, STEPS, 40):
        game, mask = env.game[0], env.last()[0]["action_mask"]
        if game.over:
            continue
        moves = prompt_for(env.rules, game, mask, int(game.actor)).moves
        assert list(moves.names) == list(moves.words) == np.flatnonzero(mask).tolist()
        for action in moves.names:
            for said in (action, str(action), moves.names[action], moves.names[action].upper(), moves.words[action]):
                assert moves.find(said) == action


# What a prompt tells -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_nothing_hidden_reaches_a_prompt(name: str) -> None:
    """Whatever the actor cannot know is dealt again: prompts do not change, nor do briefs for those who look on."""
    for step, env in enumerate(positions(name, STEPS, 60)):
        rules, game, mask = env.rules, env.game[0], env.last()[0]["action_mask"]
        for viewer in range(env.config.players):
            other = dealt_again(env, viewer, step)
            for detail in Detail:
                assert rules.brief(other, viewer, detail) == rules.brief(game, viewer, detail)
                assert rules.brief(other, None, detail) == rules.brief(game, None, detail)
                if viewer == game.actor and not game.over:
                    told = [prompt_for(rules, known, mask, viewer, detail).text for known in (game, other)]
                    assert told[0] == told[1]


def test_a_secret_is_told_to_its_owner_alone() -> None:
    p = Position(2, players=3)
    p.until("vote")
    voter = p.actor
    p.do("political_card", 1)
    while p.actor == voter:
        p._play(int(np.flatnonzero(p.masks[0])[-1]))
    assert "voting token on B" in p.rules.brief(p.g, voter, Detail.LOW)
    for viewer in (p.actor, None):
        assert "voting token" not in p.rules.brief(p.g, viewer, Detail.HIGH)


@pytest.mark.skipif(not COMPILED, reason="takes whole games")
@pytest.mark.parametrize(
    ("settings", "most"),
    [(BASE, {1: 1_900, 2: 2_500, 3: 3_000}), (EVERYTHING, {1: 3_700, 2: 5_500, 3: 8_000})],
)
def test_a_prompt_is_as_short_as_the_page_says(settings: dict[str, Any], most: dict[int, int]) -> None:
    rules = find("exodus").definition(settings)
    player = find("exodus").built_in_players()["motives"]
    assert player
    from exodus_env.kit.players import ask as ask_player
    from exodus_env.players import make_player

    motives, table = make_player("motives"), new_table(rules, 11, True)
    longest = dict.fromkeys(most, 0)
    number = 0
    while not table.dones[0]:
        if number % 12 == 0:
            for detail in most:
                text = prompt_for(rules, table.games[0], table.masks[0], int(table.actors[0]), detail).text
                longest[detail] = max(longest[detail], tokens(text))
        table.actions[0] = ask_player(motives, table, number)
        table.play(False)
        number += 1
    assert all(longest[detail] < most[detail] for detail in most), longest
    assert longest[1] < longest[2] < longest[3]


def test_a_prompt_has_rules_position_moves_and_how_to_answer() -> None:
    asked = a_prompt()
    for part in ("You are", "RULES OF THIS DECISION", "POSITION", "MAP", "LEGAL MOVES", '{"move": ID or NAME'):
        assert part in asked.text
    for action, name in asked.moves.names.items():
        assert f"{action} {name}" in asked.text


def test_every_game_has_prompts() -> None:
    rules = beacon(BeaconConfig(players=3))
    table = new_table(rules, 1, True)
    asked = prompt(view_of(table, 1))
    assert "All players win or lose together." in asked.text
    assert [asked.moves.find(name) for name in asked.moves.names.values()] == list(asked.moves.names)


def test_every_decision_is_explained_without_numbers() -> None:
    """Numbers of the game belong to the content, and cards change them."""
    tables = find("exodus").definition(EVERYTHING).tables[0]
    texts = [explained(tables, decision) for decision in range(len(DECLARED))]
    assert len(set(texts)) == len(texts)
    for text in texts[1:]:
        assert 60 < len(text) < 900 and text.endswith(".") and not re.search(r"\d", text), text


# Answers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ('{"move": 12}', 12),
        ('{"move": "pass"}', "pass"),
        (' \n{"thought": "12 or 13? {\\"move\\": 13}", "move": 12}\n', 12),
        ('```json\n{"move": 12}\n```', 12),
        ('```\n{"move": 12}\n```\n', 12),
        ('{"move": -1}', -1),
    ],
)
def test_an_answer_is_one_object_with_a_move(text: str, move: int | str) -> None:
    assert read_answer(text) == move


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", Failure.EMPTY),
        (" \n\t", Failure.EMPTY),
        ("12", Failure.UNPARSABLE),
        ("I play move 12.", Failure.UNPARSABLE),
        ('I play {"move": 12}', Failure.UNPARSABLE),
        ('{"move": 12} {"move": 13}', Failure.UNPARSABLE),
        ('{"move": 12, "move": 13}', Failure.UNPARSABLE),
        ('[{"move": 12}]', Failure.UNPARSABLE),
        ('{"Move": 12}', Failure.UNPARSABLE),
        ('{"move": 12.0}', Failure.UNPARSABLE),
        ('{"move": true}', Failure.UNPARSABLE),
        ('{"move": null}', Failure.UNPARSABLE),
        ('{"move": " "}', Failure.UNPARSABLE),
        ('{"move": [12]}', Failure.UNPARSABLE),
        ('{"move": NaN}', Failure.UNPARSABLE),
        ("{'move': 12}", Failure.UNPARSABLE),
        ('{"move": ' + "9" * 5000 + "}", Failure.UNPARSABLE),
        ('{"move": ' + "[" * 500 + "]" * 500 + "}", Failure.UNPARSABLE),
        ('{"move": ' + "[" * 90_000, Failure.UNPARSABLE),
        ("x" * 200_000, Failure.UNPARSABLE),
        ('{"move": 1', Failure.TRUNCATED),
        ('{"thought": "perhaps', Failure.TRUNCATED),
        ("{", Failure.TRUNCATED),
        ('{"move": -', Failure.TRUNCATED),
        ('{"thought": "\\u00', Failure.TRUNCATED),
        ('{"thought": "\\u00zz", "move": 3}', Failure.UNPARSABLE),
        ('{"a": tru', Failure.TRUNCATED),
        ('```json\n{"move": 12}', Failure.TRUNCATED),
    ],
)
def test_what_is_no_answer_is_refused_by_its_kind(text: str, kind: Failure) -> None:
    with pytest.raises(NoAnswer) as refused:
        read_answer(text)
    assert refused.value.kind is kind
    assert len(str(refused.value)) < 300 and str(refused.value).isprintable()


def test_an_answer_that_was_cut_off_does_not_count_even_if_it_looks_whole() -> None:
    for text in ('{"move": 12}', "", "Let me think"):
        with pytest.raises(NoAnswer) as refused:
            read_answer(text, cut_off=True)
        assert refused.value.kind is Failure.TRUNCATED


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9)
)


@pytest.mark.parametrize("text", ['{"x": 2.', '{"x": 2e', '{"x": 2.8E+', '{"x": -', '{"x": tr', '{"x": "\\u00'])
def test_an_answer_cut_off_inside_a_number_or_word_is_truncated(text: str) -> None:
    with pytest.raises(NoAnswer) as refused:
        read_answer(text)
    assert refused.value.kind == Failure.TRUNCATED


@given(st.integers(-9, 10**6), st.dictionaries(st.text(max_size=9), SCALARS, max_size=3), st.integers(0, 500))
def test_the_beginning_of_an_answer_is_never_taken_for_it(move: int, more: dict[str, Any], cut: int) -> None:
    text = json.dumps({**more, "move": move})
    assert read_answer(text) == move
    part = text[: cut % len(text)]
    with pytest.raises(NoAnswer) as refused:
        read_answer(part)
    assert refused.value.kind in (Failure.EMPTY, Failure.TRUNCATED)


ANYTHING = st.one_of(
    st.text(max_size=200),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["move", "a"]), inner, max_size=2),
        max_leaves=8,
    ).map(json.dumps),
    st.lists(st.sampled_from(['{"move": 3}', "{", "}", "```", "\n", "json", " move 3 ", '"', ","]), max_size=8).map(
        "".join
    ),
)


@given(ANYTHING)
def test_any_text_is_a_move_or_refused_and_prose_is_never_a_move(text: str) -> None:
    try:
        move = read_answer(text)
    except NoAnswer as error:
        assert error.kind in (Failure.EMPTY, Failure.UNPARSABLE, Failure.TRUNCATED)
        assert str(error).isprintable()
        return
    bare = text.strip()
    if bare.startswith("```"):
        bare = re.sub(r"\A```(?:json)?[ \t]*\n|\n```\Z", "", bare, flags=re.IGNORECASE)
    assert json.loads(bare)["move"] == move


MOVES = a_prompt().moves


@given(st.one_of(st.text(max_size=60), st.integers()))
def test_only_a_legal_move_is_found(said: str | int) -> None:
    try:
        action = MOVES.find(said)
    except NoAnswer as error:
        assert error.kind is Failure.ILLEGAL and "legal" in error.reason
        return
    key = "".join(str(said).split()).casefold()
    known = {str(action), MOVES.names[action], *MOVES.wording.forms[action]}
    assert key in {"".join(form.split()).casefold() for form in known} or int(key) == action


@pytest.mark.parametrize("said", [10**30, -5, "learn everything", "x" * 90_000, "0x1", "\x1b[2J"])
def test_an_illegal_move_is_refused_with_the_reason_and_legal_ones(said: str | int) -> None:
    with pytest.raises(NoAnswer, match="ILLEGAL") as refused:
        MOVES.find(said)
    assert "0 (" in str(refused.value) and len(str(refused.value)) < 1_500 and str(refused.value).isprintable()


# Asking --------------------------------------------------------------------------------------------------------------


def model_of(*answers: str | Said) -> tuple[Callable[[list[Message]], str | Said], list[list[Message]]]:
    """A model that gives these answers, and what it was asked."""
    asked: list[list[Message]] = []

    def model(messages: list[Message]) -> str | Said:
        asked.append(messages)
        return answers[len(asked) - 1]

    return model, asked


def test_a_model_is_told_what_was_wrong_and_asked_again() -> None:
    one = a_prompt()
    legal = next(iter(one.moves.names))
    model, asked = model_of("move 3", Said('{"move": 3}', cut_off=True), '{"move": 99999}', json.dumps({"move": legal}))
    outcome = ask(model, one, retries=3)
    assert outcome.action == legal
    assert [failure.kind for failure in outcome.failures] == ["UNPARSABLE", "TRUNCATED", "ILLEGAL"]
    assert asked[0] == [{"role": "user", "content": one.text}]
    assert [message["role"] for message in asked[3]] == ["user", "assistant", "user"]
    assert asked[3][1]["content"] == '{"move": 99999}'
    assert asked[3][2]["content"].startswith("ILLEGAL: 99999 is not the id of a legal move; legal moves: ")


@pytest.mark.parametrize("retries", [0, 2])
def test_a_model_is_asked_so_often_and_no_more(retries: int) -> None:
    model, asked = model_of(*["nothing"] * 5)
    outcome = ask(model, a_prompt(), retries)
    assert outcome.action is None and len(asked) == len(outcome.failures) == retries + 1
    with pytest.raises(ValueError, match="retries must be from 0"):
        ask(model, a_prompt(), 11)


class Chatty(Player):
    """Seated through the arena: sometimes it only chats."""

    name = "chatty"

    def choose(self, view: View) -> int:
        return ModelPlayer(self.say if view.seed % 5 else lambda _: "hello", Detail.LOW, 1).choose(view)

    @staticmethod
    def say(messages: list[Message]) -> str:
        found = re.search(r"LEGAL MOVES.*?\n.*?(\d+)", messages[0]["content"], re.DOTALL)
        assert found
        return json.dumps({"move": int(found[1])})


@pytest.mark.skipif(not COMPILED, reason="takes whole games")
def test_a_model_that_names_no_move_loses_the_game_and_the_table_says_why() -> None:
    rules = find("exodus").definition({"players": 2, "turns": 1})
    made: dict[str, Player] = {"chatty": Chatty(), "random": RandomPlayer()}
    run = play_plan(rules, plan_for(["chatty", "random"], 2, 1), made.__getitem__, 1)
    faults = [result.fault for result in run.results]
    assert all(
        fault is not None and "gave no legal move in 2 answers (UNPARSABLE, UNPARSABLE)" in fault.message
        for fault in faults
    )


def test_giving_up_names_the_last_reason() -> None:
    model, _ = model_of("", "x")
    view = view_of(new_table(find("exodus").definition({"players": 2}), 3, True), 1)
    with pytest.raises(GaveUp, match=r"in 2 answers \(EMPTY, UNPARSABLE\); the last: this is not one JSON object"):
        ModelPlayer(model, retries=1).choose(view)
