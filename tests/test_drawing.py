"""The drawing: well-formed, inside its canvas, the same everywhere, and every action's pieces can be found in it."""

from __future__ import annotations

import re
import time
from itertools import combinations
from typing import Any, NamedTuple
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RenderCollection
from pettingzoo.test import render_test

from exodus_env import exodus_v0, solitaire_v0
from exodus_env.cli import main
from exodus_env.exodus.view.drawing.hexes import _presence
from exodus_env.exodus.view.drawing.layout import Box, Page, page
from exodus_env.exodus.view.drawing.palette import PLAYERS
from exodus_env.exodus.view.drawing.panels import draw_politics
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.definition import ALL
from exodus_env.kit.drawing import draw, fitted, folded, lines_of_text, notebook, picture, pixels, text_width
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.text import capital
from tests.module_scenes import SCENES, config_of, scenes
from tests.position import Position
from tests.test_describe import CONFIGURATIONS, positions
from tests.toy.config import BeaconConfig
from tests.toy.ruleset import beacon

SVG = "{http://www.w3.org/2000/svg}"
NAMES = re.compile(r"[a-z0-9-]+")
WITHOUT_BOX = ("backdrop", "links")  # drawn anywhere
FASTEST = 0.010  # seconds for the fragments of a position with four players


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')


def places(markup: str) -> set[str]:
    """What of the drawing moves can be about."""
    return set(re.findall(r'data-at="([^"]*)"', markup))


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_fragment_is_well_formed_and_named(name: str) -> None:
    for env in positions(name, 1200 if COMPILED else 40, 90):
        for viewer in (None, 0, ALL):
            pieces = env.rules.fragments(env.game[0], viewer)
            expected = {f"hex-{i}" for i in range(int(env.rules.t.hexes))}
            expected |= {f"player-{i}" for i in range(env.config.players)}
            assert set(pieces) >= expected | {"politics", "market", "decks", "score", "stage", "decision"}
            for piece, markup in pieces.items():
                assert NAMES.fullmatch(piece)
                parsed(markup)
            assert pieces == env.rules.fragments(env.game[0], viewer), "the same position gives the same text"


class Words(NamedTuple):
    """Where a text stands."""

    left: float
    right: float
    top: float
    base: float
    text: str


def written(markup: str) -> list[Words]:
    """The texts of a board or a panel, which are drawn without transformations."""
    found = []
    for text in parsed(markup).iter(f"{SVG}text"):
        size = float(text.get("font-size", "0"))
        wide = text_width(text.text or "", size, text.get("font-weight") == "bold")
        left = float(text.get("x", "0")) - {"middle": wide / 2, "end": wide}.get(text.get("text-anchor", ""), 0)
        base = float(text.get("y", "0"))
        found.append(Words(left, left + wide, base - 0.7 * size, base, text.text or ""))
    return found


def box_of(place: Page, piece: str) -> Box:
    """The box of a board or a panel."""
    if piece.startswith("player-"):
        return place.boards[int(piece.removeprefix("player-"))]
    found: Box = getattr(place, {"decision": "question"}.get(piece, piece))
    return found


def check_words(words: list[Words], box: Box) -> None:
    """All of them are inside the box, and none lies over another."""
    for one in words:
        assert box.x <= one.left and one.right <= box.right + 0.5, one
        assert box.y <= one.top and one.base + 1 <= box.bottom, one
    for one, other in combinations(words, 2):
        beside = one.right < other.left + 0.3 or other.right < one.left + 0.3
        assert beside or one.base < other.top + 0.3 or other.base < one.top + 0.3, (one, other)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_all_words_stay_in_their_panel_and_apart(name: str) -> None:
    for env in positions(name, 1200 if COMPILED else 40, 40):
        width, height = env.rules.canvas()
        assert width >= 1200 and height >= 800
        place = page(env.rules)
        for piece, markup in env.rules.fragments(env.game[0], ALL).items():
            if not piece.startswith("hex-"):
                whole = Box(0, 0, width, height)
                check_words(written(markup), whole if piece in WITHOUT_BOX else box_of(place, piece))


@pytest.mark.parametrize("players", [1, 3, 4, 6])
def test_cards_of_politics_share_the_room_there_is(players: int) -> None:
    """Where the words of many cards were too long, the last cards were written below the page."""
    place = page((solitaire_v0.env() if players == 1 else exodus_v0.env(players=players)).rules)
    card = {"card": 1, "name": "Border Patrols", "kind": "law", "words": "at the end a hex with own ships counts " * 3}
    for laws in range(10):
        politics = {
            "revealed": [{**card, "slot": slot} for slot in "ABC"],
            "proposed": [],
            "bonus_action": card,
            "resolutions": [],
            "laws": [{**card, "words": "a VP more"}, *[card] * laws],
            "turn_order_card": "turn-order card 2 (Vice-Chancellor, 2 combat cards a turn)",
        }
        words = written(draw_politics(place, {"politics": politics}))
        check_words(words, place.politics)
        assert sum("Border" in one.text for one in words) == 5 + laws


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_what_actions_are_about_is_in_the_drawing(name: str) -> None:
    found = 0
    for env in positions(name, 1500 if COMPILED else 40, 31):
        if any(env.terminations.values()):
            continue
        actor = int(env.game[0].actor)
        drawn = places("".join(env.rules.fragments(env.game[0], actor).values()))
        for action in np.flatnonzero(env.last()[0]["action_mask"]):
            about = env.rules.targets(env.game[0], actor, int(action))
            assert set(about) <= drawn, env.rules.actions.action_to_string(int(action))
            found += len(about)
    assert found > 0


def test_targets_are_named_by_printed_numbers_and_seats() -> None:
    p = Position(1, players=3)
    p.until("move")
    actor = p.actor
    for action in np.flatnonzero(p.masks[0]):
        row = p.rules.actions.decode[p.rules.t.printed_action[actor, action]]
        if p.rules.actions.families[int(row[0])].name != "move":
            continue
        source = int(p.g.ship_hex[actor, row[1]])
        target = int(p.rules.t.neighbour[source, row[2]])
        assert p.rules.targets(p.g, actor, int(action)) == [f"ship-{actor}-{row[1]}", f"hex-{target}"]
        return
    pytest.fail("no ship could move")


def test_secret_moves_point_at_nothing_for_others() -> None:
    p = Position(1, players=3, edge_of_extinction=True, modules=("M10",))
    p.until("leader")
    (action, *_) = np.flatnonzero(p.masks[0])
    other = (p.actor + 1) % 3
    assert p.rules.targets(p.g, other, int(action)) == []


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_scenes_are_drawn(scene: str) -> None:
    """Positions with every module's pieces in them."""
    config = config_of(scene)
    rules = Position(1, **config.to_dict()).rules
    svg = draw(rules, scenes()[scene][0], ALL)
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"


def test_ships_and_structures_of_three_players_in_a_hex_lie_beside_each_other() -> None:
    """The row at the lower end of a hex had no room, and its ships went backwards below the letters."""
    ships = [{"player": 2, "ship": i, "class": "fighter", "damage": 0, "cargo": 0, "cloaked": False} for i in range(3)]
    hex = {"population": [2, 2, 2, 0], "ships": ships, "gates": [0, 1, 2], "satellites": [0, 1, 2]}
    for crowd in (ships, [{**ship, "player": player} for ship in ships for player in range(4)]):
        drawn = parsed(_presence({**hex, "ships": crowd}, centre=False))
        places: dict[float, list[float]] = {}
        for piece in drawn.iter():
            at = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", piece.get("transform", ""))
            if piece.tag == f"{SVG}text" and float(piece.get("font-size", "0")) > 0:
                x, y = float(piece.get("x", "0")), round(float(piece.get("y", "0")) / 8)
            elif at:
                x, y = float(at[1]), round(float(at[2]) / 8)
            else:
                continue
            places.setdefault(y, []).append(x)
        assert places and all(row == sorted(row) for row in places.values()), places


def test_players_have_colours_and_letters() -> None:
    env = exodus_v0.env(players=6)
    env.reset(seed=1)
    pieces = env.rules.fragments(env.game[0], None)
    for seat, name in enumerate(("White", "Red", "Green", "Purple", "Yellow", "Blue")):
        assert PLAYERS[seat] in pieces[f"player-{seat}"] and f">{name}<" in pieces[f"player-{seat}"]
        home = int(env.rules.t.home_hex[seat])
        assert PLAYERS[seat] in pieces[f"hex-{home}"] and f">{name[0]}" in pieces[f"hex-{home}"]
    assert len(set(PLAYERS)) == 6


def test_the_question_is_written_in_the_drawing() -> None:
    env = exodus_v0.env(players=2)
    env.reset(seed=1)
    words = capital(env.rules.describe(env.game[0], 0)["decision"]["words"])
    assert words.split(":")[0] in env.rules.fragments(env.game[0], 0)["decision"]


@pytest.mark.skipif(not COMPILED, reason="measures the usual run")
def test_fragments_of_four_players_are_drawn_fast() -> None:
    taken = []
    for env in positions("base", 1200, 150):
        env.rules.fragments(env.game[0], ALL)
        start = time.process_time()
        env.rules.fragments(env.game[0], ALL)
        taken.append(time.process_time() - start)
    assert np.median(taken) < FASTEST


# Pictures -------------------------------------------------------------------------------------------------------------


def test_a_picture_holds_its_fragments_in_order() -> None:
    svg = ElementTree.fromstring(picture({"b": "<circle r='1'/>", "a-1": ""}, (30, 20)))
    assert [group.get("id") for group in svg] == ["f-b", "f-a-1"]
    assert (svg.get("width"), svg.get("height"), svg.get("viewBox")) == ("30", "20", "0 0 30 20")
    with pytest.raises(ValueError, match="small letters"):
        picture({'"><script>': ""}, (30, 20))


def test_pixels_are_those_of_the_picture() -> None:
    svg = picture({"a": '<rect width="15" height="20" fill="#ff0000"/>'}, (30, 20))
    seen = pixels(svg)
    assert seen.shape == (20, 30, 3) and seen.dtype == np.uint8
    assert seen[10, 5].tolist() == [255, 0, 0]
    assert seen[10, 25].tolist() == [0, 0, 0]
    assert pixels(svg, width=60).shape == (40, 60, 3)


def test_letters_are_drawn_without_fonts_of_the_system() -> None:
    """And are as wide as `text_width` says."""
    blank = pixels(picture({"a": ""}, (400, 40)))
    words = "Wxyz 123 Population"
    for bold in ("", ' font-weight="bold"'):
        text = f'<text x="10" y="28" font-size="20" fill="#ffffff"{bold}>{words}</text>'
        seen = pixels(picture({"a": text}, (400, 40)))
        columns = np.flatnonzero((seen != blank).any(axis=(0, 2)))
        assert abs(columns[-1] - columns[0] - text_width(words, 20, bool(bold))) < 5


def test_texts_are_cut_and_folded_to_fit() -> None:
    assert fitted("short", 10, 100) == "short"
    cut = fitted("a very long text that does not fit", 10, 60)
    assert cut.endswith("…") and text_width(cut, 10) <= 60
    lines = folded("one two three four five six seven", 10, 50, 2)
    assert len(lines) == 2 and lines[-1].endswith("…")
    assert all(text_width(line, 10) <= 50 for line in lines)
    assert " ".join(folded("one two three four", 10, 60, 9)) == "one two three four"


def test_a_game_that_draws_nothing_is_shown_as_text() -> None:
    env = GameEnv(beacon(BeaconConfig()), render_mode="svg")
    env.reset(seed=1)
    words = [text.text for text in ElementTree.fromstring(env.render()).iter(f"{SVG}text")]
    assert words[0].startswith("Hour 0 of")
    facts = env.rules.describe(env.game[0], 0)
    assert facts["text"].startswith("Hour 0 of") and facts["version"] == 1
    assert env.rules.targets(env.game[0], 0, 0) == []
    assert "&lt;b&gt;" in lines_of_text(["<b>"], (100, 100))


# Environments ---------------------------------------------------------------------------------------------------------


def test_pettingzoo_finds_the_render_modes_as_it_expects_them() -> None:
    tests = {"svg": lambda text: text.startswith("<svg ")}
    render_test(lambda render_mode=None: exodus_v0.env(players=2, render_mode=render_mode), tests)


def test_a_video_can_be_made_of_a_gymnasium_environment() -> None:
    env = RenderCollection(gymnasium.make("Exodus/EventHorizon-v0", render_mode="rgb_array"))
    env.reset(seed=1)
    for _ in range(2):
        env.step(int(np.flatnonzero(env.unwrapped.action_masks())[0]))
    frames = env.render()
    assert len(frames) == 3 and env.metadata["render_fps"] > 0
    assert all(frame.shape == (800, 1200, 3) and frame.dtype == np.uint8 for frame in frames)
    assert not np.array_equal(frames[0], frames[-1])


@pytest.mark.parametrize("mode", [None, "svg"])
def test_environments_draw_what_the_agent_to_act_may_see(mode: str | None) -> None:
    env = exodus_v0.env(players=3, render_mode=mode)
    assert env._repr_html_() is None, "there is nothing to draw before reset"
    env.reset(seed=1)
    seat = int(env.game[0].actor)
    expected = draw(env.rules, env.game[0], seat)
    assert env._repr_html_() == notebook(expected)
    assert env.render() == expected if mode else env.render() != expected


def test_a_learner_sees_the_drawing_from_its_seat() -> None:
    env: Any = gymnasium.make("Exodus/Base-v0", render_mode="svg", players=3, seat=1).unwrapped
    assert env._repr_html_() is None
    env.reset(seed=1)
    expected = draw(env.rules, env._batch.games[0], 1)
    assert env.render() == expected
    assert env._repr_html_() == notebook(expected)
    env.step(-1)
    assert env.render() == draw(env.rules, env._batch.games[0], None), "the game is over for it"


def test_demo_draws_the_last_position(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "end.svg"
    assert main(["demo", "--quiet", "--players", "2", "--turns", "1", "--svg", str(target)]) in (0, None)
    assert "Final score" in target.read_text(encoding="utf-8").replace("FINAL SCORE", "Final score")
    capsys.readouterr()


def test_demo_says_beforehand_that_it_cannot_write(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--quiet", "--players", "2", "--turns", "1", "--svg", str(tmp_path / "no" / "x.svg")])
    assert "decisions" not in capsys.readouterr().out
