"""X-ODUS in words and pictures: text, descriptions, moves, stories, drawings, charts."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from exodus_env.corruption import capacity as c
from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.content.load import load_content
from exodus_env.corruption.ruleset import corruption
from exodus_env.corruption.view.card_words import (
    ability_words,
    effect_words,
    instruction_words,
    lasting_words,
    option_words,
)
from exodus_env.corruption.view.names import Names, letters
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.drawing import draw
from exodus_env.kit.panels import Box
from exodus_env.kit.redrawing import Pieces
from tests.corruption.position import Position

CONTENT = load_content(None)


@pytest.fixture(scope="module", params=[{}, {"players": 1}, {"players": 2, "ships": 3}], ids=str)
def played(request: pytest.FixtureRequest) -> list[tuple[GameEnv, Any, int | None]]:
    """Positions of a game: an environment in each, and what was chosen to get there."""
    rules = corruption(CorruptionConfig(**request.param))
    env = GameEnv(rules)
    env.reset(seed=8)
    rng = np.random.default_rng(8)
    found: list[tuple[GameEnv, Any, int | None]] = [(env.clone(), None, None)]
    while env.game[0].over == 0 and len(found) < 120:
        before = env.game[0].copy()
        action = int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))  # type: ignore[index]
        env.step(action)
        found.append((env.clone(), before, action))
    return found


def mask_of(env: GameEnv) -> Any:
    return env.last()[0]["action_mask"]  # type: ignore[index]


def test_every_move_is_told_apart_and_read_back(played: Any) -> None:
    for env, _, _ in played[::3]:
        game, mask = env.game[0], mask_of(env)
        words = env.rules.wording(game, mask, None)
        assert len(set(words.texts.values())) == len(words.texts)
        for action, text in words.texts.items():
            assert env.rules.parse_move(game, mask, None, text) == action


def test_a_description_is_plain_json_and_the_same_for_all(played: Any) -> None:
    for env, _, _ in played[::7]:
        facts = env.rules.describe(env.game[0], 0)
        assert json.loads(json.dumps(facts)) == facts
        assert {**env.rules.describe(env.game[0], None), "viewer": 0} == facts
        assert facts["version"] == 1
        assert len(facts["map"]["systems"]) == env.game[0].systems
        for system in facts["map"]["systems"]:
            for side, other in enumerate(system["beside"]):
                if other is not None:
                    assert facts["map"]["systems"][other]["beside"][(side + 3) % 6] == system["system"]


def test_the_text_names_every_ship_system_and_key(played: Any) -> None:
    for env, _, _ in played[::11]:
        game, names = env.game[0], Names(env.rules, env.game[0])
        text = env.rules.render(game, mask_of(env), None)
        for slot in range(game.systems):
            assert names.system(slot) in text
        for ship in range(env.rules.config.fleet_size):
            assert names.bare_ship(ship) in text
        for key in range(int(env.rules.t.keys)):
            assert f"Key {key + 1}" in text


def test_stories_are_sentences(played: Any) -> None:
    teller = played[0][0].rules.storyteller()
    told = [line for env, before, action in played for line in teller.told(before, action, env.game[0])]
    assert any(teller.mark(line) == "turn" for line in told)
    for line in told:
        assert not line[0].islower(), line
        assert line.endswith((".", "===", "---")), line


def test_a_drawing_is_sound_and_its_fragments_have_the_same_names(played: Any) -> None:
    names = None
    for env, _, _ in played[::9]:
        fragments = env.rules.fragments(env.game[0], None)
        names = names or list(fragments)
        assert list(fragments) == names
        ElementTree.fromstring(draw(env.rules, env.game[0], None))


def test_pieces_that_are_kept_are_those_that_would_be_drawn(played: Any) -> None:
    draws = played[0][0].rules.drawer()
    for env, _, _ in played[::4]:
        assert draws(env.game[0], None) == env.rules.fragments(env.game[0], None)


def test_the_map_stays_in_its_area_as_it_grows(played: Any) -> None:
    from exodus_env.corruption.view.drawing.layout import MAP, chart, spaces

    for env, _, _ in played[::10]:
        facts = env.rules.describe(env.game[0], None)
        systems = facts["map"]["systems"]
        laid = chart(systems, True)
        for q, r in [(system["q"], system["r"]) for system in systems] + spaces(systems):
            x, y = laid.middle(q, r)
            assert inside(MAP, x, y, laid.size * 0.86)


def inside(box: Box, x: float, y: float, room: float) -> bool:
    return box.x <= x - room and x + room <= box.right and box.y <= y - room and y + room <= box.bottom


def test_what_an_action_lights_is_in_the_drawing(played: Any) -> None:
    lit = 0
    for env, _, _ in played[::6]:
        game = env.game[0]
        if game.over:
            continue
        drawing = draw(env.rules, game, None)
        for action in np.flatnonzero(mask_of(env)):
            family = env.rules.actions.family(int(action)).name
            for name in env.rules.targets(game, None, int(action)):
                if family not in ("use_mod", "use_module", "lose_mod", "lose_module", "salvage", "give_module"):
                    assert f'data-at="{name}"' in drawing, (family, name)
                lit += 1
    assert lit


def test_a_damaged_card_to_remove_is_lit_on_its_ship() -> None:
    at = Position().damage(1, "fried_guns", "cut_conduit")
    at.g.scraps[0] = 9
    at.g.slot[1], at.g.fleet[1] = at.g.slot[0], at.g.fleet[0]
    at.turn_of(0, 1).do("maintain").do("mend", 1)
    assert at.decision == "damaged"
    lit = [name for action in np.flatnonzero(at.masks[0]) for name in at.rules.targets(at.g, None, int(action))]
    assert sorted(lit) == sorted(f"damaged-1-{at.index('damaged', card)}" for card in ("fried_guns", "cut_conduit"))
    assert all(f'data-at="{name}"' in draw(at.rules, at.g, None) for name in lit)


def test_modules_on_offer_are_lit_where_the_ship_is_not_where_another_ally_is() -> None:
    at = Position(players=1, ships=4).open_start("haven").plain()
    away = at.add("marrow", 0)
    at.ally("merchant", "auxiliary_cannon", "phase_lance", slot=0)
    at.ally("engineer", "repair_kit", "crash_foam", "deflector", slot=away)
    at.g.slot[0] = away
    at.g.scraps[0] = 2
    at.turn_of(0).do("trade")
    assert at.legal("buy") == {(0,), (1,)}
    lit = [name for action in np.flatnonzero(at.masks[0]) for name in at.rules.targets(at.g, None, int(action))]
    assert lit == [f"offer-{away}-0", f"offer-{away}-1"]
    drawing = draw(at.rules, at.g, None)
    assert all(f'data-at="{name}"' in drawing for name in [*lit, f"offer-{away}-2", "offer-0-0"])
    at.do("buy", 0)
    assert f'data-at="offer-{away}-0"' not in draw(at.rules, at.g, None)


def test_charts_have_a_number_for_every_seat(played: Any) -> None:
    for env, _, _ in played[::20]:
        series = env.rules.series(env.game[0])
        assert all(len(values) == env.rules.config.players for values in series.values())


def test_every_card_can_be_said() -> None:
    said = [effect_words(effect) for effect in CONTENT.effects()]
    said += [option_words(option) for card in CONTENT.explorations for option in card.options]
    said += [instruction_words(one) for card in CONTENT.signals for one in card.instructions]
    said += [ability_words(one) for card in (*CONTENT.enemies, *CONTENT.avatars) for one in card.abilities]
    said += [lasting_words(card.modifiers) for card in CONTENT.damaged]
    assert all(words and "{" not in words and "None" not in words for words in said)


def test_every_ship_has_a_letter_of_its_own() -> None:
    found = letters(tuple(ship.name for ship in CONTENT.ships))
    assert len(set(found)) == len(found) == c.MATS


def test_a_piece_is_drawn_again_when_what_it_read_has_changed() -> None:
    pieces, drawn = Pieces(), []

    def one(own: dict[str, Any], facts: dict[str, Any]) -> str:
        drawn.append(facts["a"])
        return f"{facts['a']}"

    assert [pieces.draw("x", one, {}, {"a": a, "b": b}) for a, b in ((1, 1), (1, 2), (2, 2))] == ["1", "1", "2"]
    assert drawn == [1, 2]


def test_ships_follow_the_number_of_seats_unless_they_were_given() -> None:
    assert CorruptionConfig().changed(players=1).ships == 3
    assert CorruptionConfig(players=2).changed(players=3).ships == 3
    assert CorruptionConfig(players=1, ships=4).changed(players=2).ships == 4
    assert CorruptionConfig().changed(players=1, ships=4).ships == 4
