"""The text view: complete, readable without secrets, and the same for the same game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.record import FIELDS, new_games
from exodus_env.exodus.rules import events
from exodus_env.exodus.rules.choices import D_ELECTION_ONES, D_ORDER, D_VOTE_ONES
from exodus_env.exodus.view import board, demo, story
from exodus_env.exodus.view.moves import SECRET_MOVES, phrase
from exodus_env.exodus.view.names import Names
from exodus_env.exodus.view.text import PLAYER_NAMES, aligned, counted, listed, third_person
from exodus_env.kit.batch import copy_array
from tests.position import Position

CONFIGS = [
    {"players": 2, "movement": "drive_power"},
    {"players": 3, "movement": "simultaneous"},
    {"players": 4, "movement": "reverse_turn_order", "ship_blocking": True, "dice_variant": True},
    {"players": 5, "variant": "combat"},
    {"players": 6, "variant": "short"},
    {"players": 6, "variant": "long", "movement": "simultaneous"},
]
IDS = [" ".join(str(value) for value in config.values()) for config in CONFIGS]


def walk(config: dict, steps: int = 300, seed: int = 1) -> Iterator[Position]:
    """A random game, position after position."""
    position = Position(seed=seed, **config)
    chance = np.random.default_rng(seed)
    for _ in range(steps):
        if position.g.over:
            return
        yield position
        position._play(int(chance.choice(legal(position))))


def legal(position: Position) -> list[int]:
    return [int(action) for action in np.flatnonzero(position.masks[0])]


# Rendering -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", CONFIGS, ids=IDS)
def test_positions_render_and_show_the_facts(config):
    for number, position in enumerate(walk(config)):
        if number % 20:
            continue
        g, t = position.g, position.t
        text = board.render(position.rules, g, position.actor, legal(position))
        for player in range(t.players):
            assert f"{PLAYER_NAMES[player].upper()}: {g.resource[player, 0]} CP, " in text
        for hexagon in range(t.hexes):
            assert re.search(rf"^ *{hexagon}  ", text, re.MULTILINE)
        assert f"{PLAYER_NAMES[position.actor]} to decide" in text
        assert "\x1b" not in text


def test_a_finished_game_renders():
    position = Position(players=2, turns=1).play_out()
    text = board.render(position.rules, position.g)
    assert "the game is over" in text
    assert "DECISION" not in text


def test_colour_changes_nothing_but_colour():
    position = Position(players=6).until("move")
    plain = board.render(position.rules, position.g, None, legal(position))
    painted = board.render(position.rules, position.g, None, legal(position), colour=True)
    assert "\x1b[31m" in painted
    assert re.sub(r"\x1b\[\d+m", "", painted) == plain


@pytest.mark.parametrize("players", range(2, 7))
def test_every_hex_is_drawn_once_and_touches_its_neighbours(players):
    position = Position(players=players)
    lines = board.map_text(position.rules, position.g).splitlines()
    spots = {}
    for row, line in enumerate(lines):
        for found in re.finditer(r"\|(\d+) ", line):
            assert int(found[1]) not in spots
            spots[int(found[1])] = (found.start(), row)
    assert set(spots) == set(range(position.t.hexes))
    steps = [(14, 0), (7, -5), (-7, -5), (-14, 0), (-7, 5), (7, 5)]
    for hexagon, (x, y) in spots.items():
        for direction, (dx, dy) in enumerate(steps):
            other = int(position.t.neighbour[hexagon, direction])
            assert other < 0 or spots[other] == (x + dx, y + dy)


def test_a_crowded_hex_keeps_its_shape():
    position = Position(players=6)
    position.g.ship_hex[:, : position.t.ships] = 0
    position.g.population[0, :] = 10
    position.g.rocket[0, :] = 1
    empty = board.map_text(position.rules, Position(players=6).g).splitlines()
    lines = board.map_text(position.rules, position.g).splitlines()
    assert [len(line) for line in lines] == [len(line) for line in empty]
    assert any(".." in line for line in lines)


def test_many_moves_are_cut_short():
    position = Position(players=6).until("move")
    text = board.render(position.rules, position.g, None, list(range(position.rules.actions.size)))
    assert re.search(r"\.\.\. and \d+ more", text)
    assert len(text[text.index("DECISION") :].splitlines()) < 200


# Secrets -------------------------------------------------------------------------------------------------------------


def scramble(position: Position, viewer: int, chance: np.random.Generator) -> np.ndarray:
    """The same game with other secrets of the other players, other decks and another future."""
    games = new_games(1)
    copy_array(position.games, games)
    g, t = games[0], position.t
    for player in range(t.players):
        if player == viewer:
            continue
        g.vote[player] = chance.integers(-1, 3)
        g.bid[player] = chance.integers(0, 30)
        g.chosen[player] = chance.integers(-1, t.action_cards)
        g.path[player] = 0
        g.path[player, :, 0] = chance.integers(0, 7, len(g.path[player]))
    for deck in (g.political_deck[: int(g.political_left)], *g.resistance_deck):
        chance.shuffle(deck)
    g.rng_key[:] = chance.integers(0, 1 << 30, g.rng_key.shape)
    g.rng_counter[:] += 1
    return games


@pytest.mark.parametrize("config", CONFIGS, ids=IDS)
def test_nobody_sees_what_is_secret(config):
    chance = np.random.default_rng(5)
    met = set()
    for position in walk(config, 160):
        if position.decision not in met or chance.random() < 0.02:
            met.add(position.decision)
            for viewer in [None, *range(position.t.players)]:
                other = scramble(position, -1 if viewer is None else viewer, chance)
                seen = board.render(position.rules, position.g, viewer, legal(position))
                assert board.render(position.rules, other[0], viewer, legal(position)) == seen


def test_secrets_of_the_record_are_the_ones_tested_here():
    assert {name for name, *_, who, _ in FIELDS if who == "own"} == {"vote", "bid", "chosen", "path"}


def test_moves_that_tell_a_secret_are_for_the_actor_alone():
    assert set(SECRET_MOVES) == {D_VOTE_ONES, D_ELECTION_ONES, D_ORDER}
    position = Position(players=3).until("vote_ones")
    texts = [board.render(position.rules, position.g, viewer, legal(position)) for viewer in (None, 0, 1, 2)]
    assert [("in all" in text) for text in texts] == [viewer == position.actor for viewer in (None, 0, 1, 2)]


def test_players_see_their_own_secrets():
    position = Position(players=3).until("vote_tens")
    actor = position.actor
    assert "voting token on card A" in board.render(position.rules, position.g, actor)
    assert "voting token" not in board.render(position.rules, position.g, (actor + 1) % 3)
    assert "voting token" not in board.render(position.rules, position.g)


# Moves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", CONFIGS, ids=IDS)
def test_every_legal_move_has_words_of_its_own(config):
    for position in walk(config, 200):
        words = board.moves(position.rules, position.g, position.masks[0])
        assert len(words) == len(legal(position))
        assert all(words)
        # Resistance cards with the same name and bonus read alike, and so do secret orders of unlike ships.
        assert len(set(words)) == len(words) or position.decision in ("window", "research", "build", "upgrade", "trade")


def test_every_action_has_words_in_every_position():
    for position in walk({"players": 3}, 60):
        names = Names(position.rules, position.g)
        if position.decision in ("vote", "move", "research", "mount"):
            assert all(phrase(names, action)[0] for action in range(position.rules.actions.size))


def test_a_move_names_ship_and_hexes():
    position = Position(players=4).until("move")
    words = board.moves(position.rules, position.g, position.masks[0])
    assert words[0] == "move no more"
    home = Names(position.rules, position.g).hexagon(int(position.t.home_hex[position.actor]))
    pattern = re.compile(rf"move Dark Raider 1 from {home} (north|south|east|west)\S* to .+")
    assert any(pattern.fullmatch(word) for word in words)


def test_options_of_a_card_are_spelled_out():
    position = Position(players=3).until("vote")
    position.g.revealed[:] = position.index("political_cards", "mineral_grant")
    position.until("option")
    assert board.moves(position.rules, position.g, position.masks[0]) == [
        "option 1: gain 1 Axinium",
        "option 2: gain 1 Phasium",
        "option 3: gain 3 CP",
    ]


def test_homes_and_the_council_go_by_name_alone():
    position = Position(players=2)
    names = Names(position.rules, position.g)
    assert names.hexagon(int(position.t.council_hex)) == "High Council"
    home = int(position.t.home_hex[0])
    assert names.hexagon(home) == position.rules.content.planets[int(position.g.planet[home])].name
    other = next(h for h in range(position.t.hexes) if position.t.home_of[h] < 0 and position.g.planet[h] >= 0)
    assert names.hexagon(other).endswith(f"(hex {other})")
    position.g.destroyed[other] = 1
    assert names.hexagon(other).startswith("ruins of ")


# Stories -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", range(len(events.EVENT_KINDS)), ids=lambda kind: events.EVENT_KINDS[kind][0])
def test_every_event_kind_has_a_sentence(kind):
    position = Position(players=3)
    text = story.sentence(Names(position.rules, position.g), (kind, 1, 1, 1, 1))
    assert text and text[0] == text[0].upper()
    assert text.endswith((".", "==", "--"))
    assert "None" not in text and "{" not in text


def test_every_effect_of_the_content_has_words():
    position = Position(players=2)
    names = Names(position.rules, position.g)
    for deck in position.rules.content.effect_decks():
        for card in deck:
            for effect in card.effects:
                assert names.effect_row(effect)


def test_a_research_is_told():
    position = Position(players=3)
    radar = position.index("technologies", "radar")
    position.g.events[0, :4] = (events.E_LEARNED, 1, radar, 5)
    position.g.event_count = 1
    (line,) = story.tell(position.rules, None, position.g)
    assert line.startswith("Red researches Radar for 5 CP: ")


def test_headings_come_with_turns_and_stages():
    position = Position(players=2)
    lines = story.tell(position.rules, None, position.g)
    assert lines[:2] == ["=== Turn 1 of 7 ===", "--- Upkeep Stage ---"]


@pytest.mark.parametrize("config", CONFIGS, ids=IDS)
def test_games_are_told_without_a_gap(config):
    before = new_games(1)
    position = Position(seed=2, **config)
    chance = np.random.default_rng(2)
    told = 0
    for _ in range(200):
        if position.g.over:
            break
        action = int(chance.choice(legal(position)))
        copy_array(position.games, before)
        position._play(action)
        lines = story.choice(position.rules, before[0], action) + story.tell(position.rules, before[0], position.g)
        assert all(line and "None" not in line for line in lines)
        told += len(lines)
    assert told > 50


# The demo ------------------------------------------------------------------------------------------------------------


def played(capsys, seed: int, quiet: bool = False) -> str:
    demo.run(GameConfig(players=2, turns=2), seed=seed, quiet=quiet)
    return re.sub(r"[\d,]+ decisions a second", "", capsys.readouterr().out)


def test_the_demo_is_the_same_for_the_same_seed(capsys):
    first = played(capsys, 4)
    assert played(capsys, 4) == first
    assert played(capsys, 5) != first


def test_the_demo_tells_the_turns_and_the_result(capsys):
    text = played(capsys, 4)
    places = [text.index(part) for part in ("=== Turn 1", "=== Turn 2", "The map at the end", "total  rank")]
    assert places == sorted(places)
    assert text.count("Speed") == 2


def test_the_quiet_demo_is_the_result_of_the_same_game(capsys):
    told, quiet = played(capsys, 4), played(capsys, 4, quiet=True)
    table = quiet[: quiet.index("decisions.")]
    assert table in told
    assert "Turn" not in quiet and quiet.count("Speed") == 2


@pytest.mark.parametrize("seed", [-1, 2**70])
def test_the_demo_refuses_a_seed_no_game_takes(seed, capsys):
    with pytest.raises(ValueError, match="seed must be"):
        played(capsys, seed, quiet=True)


# Small words ---------------------------------------------------------------------------------------------------------


def test_words():
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert counted(["x", "y", "x"]) == ["2 x", "y"]
    assert third_person("gain 2 CP") == "gains 2 CP"
    assert aligned([["a", "n"], ["bb", 5], ["c", 10]]) == ["a    n", "--  --", "bb   5", "c   10"]
