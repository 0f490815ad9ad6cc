"""The text view: complete, readable without secrets, and the same for the same game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from exodus_env.exodus.capacity import PLAYERS
from exodus_env.exodus.config import MODULES, GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.record import FIELDS, new_games
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules import frames, log
from exodus_env.exodus.rules.assets import SCORE_NAMES
from exodus_env.exodus.rules.choices import (
    D_COMBAT_CARD,
    D_CORRUPT,
    D_DISCARD,
    D_ELECTION_BID,
    D_FACTION,
    D_FOE_CARD,
    D_HIT,
    D_LEADER,
    D_ORDER,
    D_VOTE_BID,
    DECISIONS,
    FAMILIES,
    HEX,
    SHIP,
)
from exodus_env.exodus.rules.combat.resistance_deck import IN_COMBAT
from exodus_env.exodus.rules.combat.rounds import REWARD
from exodus_env.exodus.ruleset import ruleset
from exodus_env.exodus.view import board, sentences, story
from exodus_env.exodus.view.moves import _FAMILIES, _HEXES, _SHIPS, phrase
from exodus_env.exodus.view.names import Names
from exodus_env.exodus.view.questions import pending
from exodus_env.exodus.view.text import PLAYER_NAMES
from exodus_env.kit import demo
from exodus_env.kit.batch import copy_array
from exodus_env.kit.flow import KIND, STEP
from exodus_env.kit.log import EventError, Events
from exodus_env.kit.text import UNKNOWN, aligned, article, capital, counted, listed, third_person
from tests.position import DECISION_NAMES, Position

CONFIGS = [
    {"players": 2, "movement": "drive_power"},
    {"players": 3, "movement": "simultaneous"},
    {"players": 4, "movement": "reverse_turn_order", "ship_blocking": True, "dice_variant": True},
    {"players": 5, "variant": "combat"},
    {"players": 6, "variant": "short"},
    {"players": 6, "variant": "long", "movement": "simultaneous"},
    {"players": 3, "modules": MODULES},
    {"players": 4, "modules": ("M3", "M4", "M5"), "movement": "simultaneous"},
    {"players": 6, "modules": ("M7", "M8", "M9", "M10"), "random_barriers": True, "free_leaders": True},
    {"players": 2, "scenario": "stronghold"},
    {"players": 3, "scenario": "stronghold", "mode": "semi_coop", "modules": ("M4", "M7", "M8", "M10")},
    {"players": 1, "scenario": "stronghold", "mode": "solo", "difficulty": "easy"},
    {"players": 3, "scenario": "event_horizon", "modules": MODULES},
    {"players": 3, "edge_of_extinction": True},
    {"players": 2, "edge_of_extinction": True, "factions": "chosen", "modules": MODULES, "movement": "simultaneous"},
    {"players": 2, "edge_of_extinction": True, "scenario": "stronghold"},
]
IDS = [" ".join(",".join(x) if isinstance(x, tuple) else str(x) for x in config.values()) for config in CONFIGS]
MORE = {"modules", "scenario", "edge_of_extinction"}
WITH_MODULES = [number for number, config in enumerate(CONFIGS) if MORE & set(config)]
CENTRE, EAST, NORTH_EAST, NORTH_WEST = 0, 0, 1, 2


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
        if g.decision != D_CORRUPT:  # votes are shown
            g.vote[player] = chance.integers(-1, 3)
        g.combat_hand[player, : t.combat_cards] = chance.integers(0, 2, int(t.combat_cards))
        if g.combat_chosen[player] >= 0:
            g.combat_chosen[player] = chance.integers(0, t.combat_cards)
        g.bid[player] = chance.integers(0, 30)
        g.chosen[player] = chance.integers(-1, t.action_cards)
        g.path[player] = 0
        g.path[player, :, 0] = chance.integers(0, 7, len(g.path[player]))
        if t.leaders:
            g.leader_offer[player] = chance.integers(-1, t.leaders, 2)
            g.leader_refused[player] = chance.integers(-1, t.leaders)
    left = zip((g.outpost_pile, g.event_deck), (g.outpost_pile_left, g.event_left))
    left = (*left, (g.combat_deck, g.combat_left), (g.foe_deck, g.foe_left))
    piles = [g.political_deck[: int(g.political_left)], *(pile[: int(count)] for pile, count in left)]
    for deck in (*piles, *g.resistance_deck, *g.outpost_deck):
        chance.shuffle(deck)
    if t.foe_cards and viewer != Names(position.rules, g).acting_for_resistance():
        g.foe_offer[:] = chance.integers(-1, t.foe_cards, 2)
        if g.foe_chosen >= 0:  # everybody sees that a card lies face down
            g.foe_chosen = chance.integers(0, t.foe_cards)
    looks = () if viewer < 0 else (g.look[viewer], g.look_second[viewer])
    covered = [h for h in range(t.hexes) if g.face_down[h] and h not in looks]
    g.planet[covered] = chance.permutation(g.planet[covered])
    for hexagon in np.flatnonzero(g.outpost_there & ~g.outpost_up & 1):
        g.outpost[hexagon] = chance.integers(1, 4)
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
    own = {name for name, *_, who, _ in FIELDS if who == "own"}
    cards = {"combat_hand", "combat_chosen"}
    assert own == {"vote", "bid", "chosen", "path", "leader_offer", "leader_refused"} | cards
    hidden = {name for name, *_, who, _ in FIELDS if who == "hidden"}
    decks = {"political_deck", "resistance_deck", "outpost_deck", "event_deck", "outpost_pile"}
    decks |= {"combat_deck", "foe_deck", "foe_offer", "foe_chosen"}
    assert hidden - decks == {"outpost", "rng_key", "rng_counter", "scripted", "scripted_count"}


def test_moves_that_tell_a_secret_are_for_the_actor_alone():
    combat_cards = {D_DISCARD, D_FOE_CARD, D_COMBAT_CARD}
    assert set(c.PRIVATE_OPTIONS) == {D_VOTE_BID, D_ELECTION_BID, D_ORDER, D_LEADER} | combat_cards
    position = Position(players=3).until("vote_bid")
    texts = [board.render(position.rules, position.g, viewer, legal(position)) for viewer in (None, 0, 1, 2)]
    assert [("bid 0 CP" in text) for text in texts] == [viewer == position.actor for viewer in (None, 0, 1, 2)]


def test_players_see_their_own_secrets():
    for abstains in (False, True):
        position = Position(players=3).until("vote")
        actor = position.actor
        assert "voting token" not in board.render(position.rules, position.g, actor)
        position.decline() if abstains else position.do("political_card", 0)
        own = "no voting token: abstains" if abstains else "voting token on card A"
        assert own in board.render(position.rules, position.g, actor)
        assert "voting token" not in board.render(position.rules, position.g, (actor + 1) % 3)
        assert "voting token" not in board.render(position.rules, position.g)


def test_who_abstained_is_told_when_votes_are_shown():
    position = Position(players=3)
    names = Names(position.rules, position.g)
    assert story.sentence(names, (log.E_VOTE_SHOWN, 1, -1, 0, 0)).endswith(" abstains.")
    assert story.sentence(names, (log.E_VOTE_SHOWN, 1, -1, 4, 0)).endswith(" abstains and still pays 4 CP.")
    assert story.sentence(names, (log.E_VOTE_SHOWN, 1, 2, 4, 0)).endswith(" backs card C and adds 4 CP.")


def test_leaders_that_were_dealt_are_for_the_player_alone():
    position = Position(players=3, modules=("M10",))
    assert position.decision == "leader"
    offer = [position.rules.content.leaders[int(i)].name for i in position.g.leader_offer[position.actor]]
    for viewer in (None, 0, 1, 2):
        text = board.render(position.rules, position.g, viewer, legal(position))
        assert all((name in text) == (viewer == position.actor) for name in offer)
    anybody = Position(players=3, modules=("M10",), free_leaders=True)
    assert f"keep {offer[0]}" in board.render(anybody.rules, anybody.g, None, legal(anybody))


def test_the_leader_refused_is_for_the_player_alone():
    position = Position(players=2, modules=("M10",))
    actor = position.actor
    kept, refused = (int(leader) for leader in position.g.leader_offer[actor])
    position.do("leader", kept)
    words = f"Leader refused: {position.rules.content.leaders[refused].name}"
    shown = [words in board.render(position.rules, position.g, viewer) for viewer in (None, 0, 1)]
    assert shown == [viewer == actor for viewer in (None, 0, 1)]


def test_what_a_player_looked_at_is_shown_to_that_player_alone():
    position = Position(players=3, modules=("M4",))
    looker, hexagon = position.actor, min(position.legal("look"))[0]
    position.do("look", hexagon)
    g = position.g
    other = next(h for h in range(position.t.hexes) if g.face_down[h] and h not in g.look)
    g.planet[[hexagon, other]] = [position.index("planets", name) for name in ("lyra", "celadon")]
    texts = [board.render(position.rules, g, viewer, legal(position)) for viewer in (None, 0, 1, 2)]
    assert [("Lyra" in text) for text in texts] == [viewer == looker for viewer in (None, 0, 1, 2)]
    assert f"|{hexagon} (Lyra)" in texts[looker + 1]
    assert all("Celadon" not in text for text in texts)
    assert all(f"{PLAYER_NAMES[looker]} looked" in text for text in texts)
    g.planet[[hexagon, other]] = g.planet[[other, hexagon]]
    again = [board.render(position.rules, g, viewer, legal(position)) for viewer in (None, 0, 1, 2)]
    assert [one == two for one, two in zip(texts, again)] == [viewer != looker for viewer in (None, 0, 1, 2)]


@pytest.mark.parametrize("config", [CONFIGS[i] for i in WITH_MODULES], ids=[IDS[i] for i in WITH_MODULES])
def test_the_story_is_the_same_whatever_is_secret(config):
    before, chance = new_games(1), np.random.default_rng(6)
    scrambled = None
    for number, position in enumerate(walk(config, 200)):
        if number:
            now = scramble(position, -1, chance)
            told = story.tell(position.rules, before[0], position.g)
            assert story.tell(position.rules, scrambled[0], now[0]) == told
        copy_array(position.games, before)
        scrambled = scramble(position, -1, chance)


# What modules add ----------------------------------------------------------------------------------------------------


def test_a_face_down_hex_shows_nothing_but_that():
    position = Position(players=3, modules=("M4",))
    g = position.g
    hexagon = int(np.flatnonzero(g.face_down)[0])
    text = board.render(position.rules, g)
    assert f"|{hexagon} unexplored" in text
    assert re.search(rf"^ *{hexagon}  unexplored +{re.escape(UNKNOWN)}", text, re.MULTILINE)
    assert Names(position.rules, g).hexagon(hexagon) == f"unexplored hex {hexagon}"


def test_barriers_are_drawn_on_their_border():
    for direction, mark in ((EAST, (14, 2)), (NORTH_EAST, (10, -1)), (NORTH_WEST, (3, -1))):
        position = Position(players=3, modules=("M9",))
        without = board.map_text(position.rules, position.g).splitlines()
        position.g.barrier[0] = CENTRE * 3 + direction
        lines = board.map_text(position.rules, position.g).splitlines()
        row = next(i for i, line in enumerate(lines) if "|0 COUNCIL" in line)
        column = lines[row].index("|0 COUNCIL")
        assert lines[row + mark[1]][column + mark[0]] == "#"
        drawn = sum(line.count("#") for line in lines) - sum(line.count("#") for line in without)
        assert drawn == (4 if direction == EAST else 6)
        other = int(position.t.flight[CENTRE, direction])
        assert lines[-1].startswith("Energy Barriers: between High Council and ")
        assert f"(hex {other})" in lines[-1]


def test_tokens_outposts_and_structures_are_shown():
    position = Position(players=3, modules=("M3", "M4", "M7", "M8"))
    g, t = position.g, position.t
    g.face_down[:] = 0
    g.outpost_there[1:4], g.outpost[1:4], g.outpost_up[1:4] = 1, (1, 2, 3), (0, 0, 1)
    g.wormhole[:], g.no_combat, g.interest, g.bounty = (1, 4), 4, 1, 2
    g.gate[0, 0], g.satellite[0, :2] = t.home_hex[0], (t.home_hex[0], 1)
    text = board.render(position.rules, g)
    assert text.count("face-down Outpost") == 2 and text.count("Outpost of level 2") == 2  # once in the legend
    assert re.search(r"@\? &\* WS", text) and "&=" in text and "@2" in text
    assert re.search(r"W\d+\w*GS", text)
    names = Names(position.rules, g)
    one, four = names.hexagon(1), names.hexagon(4)
    home = names.hexagon(int(t.home_hex[0]))
    assert f"Wormhole: {one} and {four} are adjacent." in text
    assert f"No Combat: {four}." in text
    assert f"Planet of Interest: {one}, worth 2 VP more." in text
    assert "Bounty: whoever wins Green's next combat scores 2 VP." in text
    assert f"Jump Gates: {home}" in text and f"Satellites: {home}, {one}" in text


def test_counters_and_badges_of_new_planets_are_shown():
    position = Position(players=3, modules=("M5",)).until("vote").before_council()
    g = position.g
    for hexagon, planet in enumerate(("gemini", "binary", "arcadia", "mirage", "slipway", "monument"), start=1):
        g.planet[hexagon] = position.index("planets", planet)
        g.counter[hexagon], g.second_counter[hexagon] = 1, 2
    lines = board.render(position.rules, g).splitlines()
    rows = {found[1]: line for line in lines if (found := re.match(r" *\d+  (\w+) ", line))}
    assert "1 of 4 CP, 2 of 4 Axinium" in rows["Gemini"]
    assert "1 of 6 Phasium, 2 of 6 CP" in rows["Binary"] and "moons" in rows["Binary"]
    assert "finite, peaceful" in rows["Arcadia"]
    assert "CP on 4+" in rows["Mirage"] and "moons, barren" in rows["Mirage"]
    assert "advanced (Transport)" in rows["Slipway"]
    assert "of" not in rows["Monument"].replace("Resistance", "")
    for mark in ("C1/4 A2/4", "P1/6 C2/6 m", "P1/4 3vp fp", "C 4vp mb", "P1/3 2vp m+T", "5vp"):
        assert any(f"|{mark} " in line for line in lines), mark


def test_cards_and_leader_of_a_player_are_shown():
    position = Position(players=3, modules=("M3", "M10")).until("vote").before_council()
    card = position.index("outpost_cards", "buried_cache")
    position.g.outpost_held[1, card] = 2
    position.g.leader[1] = position.index("leaders", "admiral")
    text = board.render(position.rules, position.g)
    assert f"Outpost cards: 2 Buried Cache ({position.rules.content.outpost_cards[card].text}; 1 VP)" in text
    assert "Leader: Admiral (Military technologies cost 2 CP less)" in text
    assert re.search(r"^Red .* Admiral$", text, re.MULTILINE)


@pytest.mark.parametrize(("modules", "shown"), [((), False), (("M3",), True)])
def test_score_lines_of_modules_are_shown_with_them(modules, shown):
    position = Position(players=2, turns=1, modules=modules).play_out()
    head, _, *rows = board.score_table(position.rules, position.g, SCORE_NAMES)
    assert ("Outpost cards" in head) == shown
    assert ("start" in head) == shown
    for row in rows:
        *parts, total, _ = (int(word) for word in row.split()[1:])
        assert sum(parts) == total


# What scenarios add --------------------------------------------------------------------------------------------------


def stronghold(mode: str = "coop", players: int = 2, **config) -> Position:
    """A game against the Stronghold, with no ship on the map."""
    position = Position(players=players, scenario="stronghold", mode=mode, **config).until("vote").before_council()
    return position.remove_ships()


def against_squadrons(mode: str = "coop") -> Position:
    """Two squadrons and a War Cruiser of each player in hex 1; the first hit is to be assigned."""
    position = stronghold(mode, ask_forced=True)
    position.g.squadron[1], position.g.squadron_supply = 2, 4
    for player in range(2):
        position.place_ship(player, 2, 1)
        position.equip(player, 2, "laser_cannon")
    return position.dice(6, 6, *[1] * 20).jump(frames.COMBAT, hex=1, lone=-1, kind=frames.AGAINST_SQUADRONS)


@pytest.mark.parametrize(
    ("config", "name", "mark"),
    [
        ({}, "High Council", "COUNCIL"),
        ({"modules": ("M6",)}, "Proxima Centauri", "STAR"),
        ({"scenario": "event_horizon"}, "Proxima Centauri", "STAR"),
        ({"scenario": "stronghold"}, "Stronghold", "STRONGHOLD"),
    ],
)
def test_the_centre_has_its_name(config, name, mark):
    position = Position(players=3, **config)
    assert Names(position.rules, position.g).hexagon(CENTRE) == name
    text = board.render(position.rules, position.g)
    assert f"|0 {mark} " in text
    assert re.search(rf"^ *0  {name} ", text, re.MULTILINE)


def test_squadrons_and_the_stronghold_are_shown():
    position = stronghold(difficulty="hard")
    g, t = position.g, position.t
    g.squadron[CENTRE], g.squadron[3], g.squadron_supply = 1, 2, 3
    g.stronghold, g.activations, g.turn = 1, 2, 4
    text = board.render(position.rules, g)
    names = Names(position.rules, g)
    bonus = 4 + int(t.squadron_shield)
    for words in (
        "Scenario Centaurian Stronghold (co-operative, hard difficulty)",
        "Modules of Event Horizon: M2, M3",
        f"Levels left: 1 of 2, each with shield {int(t.stronghold_shield) + bonus} this turn",
        "Squadrons: 3 on the map, 3 in the supply of 6",
        f"Shield bonus of this turn: {bonus} ",
        "Activations so far: 2; the Stronghold activates each turn from turn 3 on",
        f"Squadrons: 1 at Stronghold, 2 at {names.hexagon(3)}.",
        "%2 two Warship Squadrons",
        "1 of 2 levels left, 1 squadron",
    ):
        assert words in text, words
    assert "%1" in text and text.count("%2") == 2
    assert "PROXIMA" not in text


def test_the_shield_bonus_is_never_negative():
    position = stronghold("semi_coop", difficulty="beginner")
    position.g.turn = -3 - int(position.t.squadron_shield)
    assert "Shield bonus of this turn: 0 " in board.render(position.rules, position.g)


@pytest.mark.parametrize("mode", ["coop", "semi_coop"])
def test_a_combat_against_squadrons_shows_their_total(mode):
    position = against_squadrons(mode)
    g, t = position.g, position.t
    assert position.decision == "hit"
    cards = g.foe_card[g.foe_card >= 0]
    shield = int(t.resistance_shield[cards].sum()) + max(0, int(t.squadron_shield) + int(g.turn))
    position._play(legal(position)[0])
    text = " ".join(board.render(position.rules, g, None, legal(position)).split())
    total = f"Squadron with {t.resistance_dice[cards].sum()} dice: shield {shield}, 0 damage, 1 hit this round; "
    assert total in text
    extra = "1 damage to each player" if mode == "coop" else "1 hit for each squadron"
    assert f"besides {extra} each round; 2 squadrons in the hex" in text
    assert "Its ships: " in text and "hit the squadron" in text
    assert ("Hits rolled against it: White 1, Red 1; the most score 7 VP" in text) == (mode == "semi_coop")


def test_a_combat_against_the_stronghold_shows_its_strength():
    position = stronghold(ask_forced=True)
    g, t = position.g, position.t
    g.activations = 1
    position.place_ship(0, 2, 1)
    position.place_ship(1, 2, 2)
    position.equip(1, 2, "laser_cannon")
    position.jump(frames.ASSAULT)
    assert words_of(position) == [
        "attack with no more ships",
        f"attack the Stronghold with {Names(position.rules, g).ship(int(np.flatnonzero(g.ship_hex[0] >= 0)[0]))}",
    ]
    position.do("join", min(position.legal("join"))[0])
    position.dice(6, *[1] * 20).do("join", min(position.legal("join"))[0])
    assert position.decision == "hit" and words_of(position) == ["hit the Stronghold"]
    shield = int(t.stronghold_shield) + max(0, int(t.squadron_shield) + int(g.turn))
    text = " ".join(board.render(position.rules, g).split())
    assert f"Stronghold with {t.stronghold_dice} dice: shield {shield}, 0 damage, 0 hits this round" in text
    assert "besides 1 damage to each attacking ship each round; 2 levels left" in text
    told = story.tell(position.rules, None, g)
    assert "Combat for the Stronghold." in told
    position.do("hit_foe", 0)
    assert "The Stronghold takes 1 hit." in story.tell(position.rules, None, g)


def test_hits_on_a_squadron_are_told_as_its_own():
    position = against_squadrons()
    for _ in range(2):
        assert position.decision == "hit"
        position.do("hit_foe", 0)
    told = story.tell(position.rules, None, position.g)
    assert "The squadron takes 2 hits." in told and not any("Stronghold" in line for line in told)


def test_a_combat_says_who_is_fought():
    for kind, words in (
        (frames.AGAINST_SQUADRONS, "against squadrons"),
        (frames.TOGETHER, "of all ships there against the Resistance"),
    ):
        position = stronghold()
        position.place_ship(0, 2, 1)
        position.g.squadron[1], position.g.resistance[1], position.g.dormant[1] = 1, 2, 0
        position.jump(frames.COMBAT, hex=1, lone=-1, kind=kind)
        told = story.tell(position.rules, None, position.g)
        assert told[0] == f"Combat at {Names(position.rules, position.g).hexagon(1)} {words}."
        assert told[1].startswith("The Centaurians there have a")


def test_a_squadron_is_let_move():
    position = stronghold()
    position.place_ship(0, 2, 1)
    position.place_ship(1, 2, 2)
    position.jump(frames.ACTIVATION)
    names = Names(position.rules, position.g)
    assert position.decision == "march"
    assert words_of(position) == [
        f"let the squadron move from Stronghold to {names.hexagon(1)}",
        f"let the squadron move from Stronghold to {names.hexagon(2)}",
    ]
    assert "(at Stronghold, 2 squadrons there to move)" in board.render(position.rules, position.g)
    assert "2 squadrons take off from the Stronghold; 4 left in the supply." in story.tell(
        position.rules, None, position.g
    )


def test_a_reward_names_card_and_player():
    position = stronghold()
    g = position.g
    g.foe_card[0], g.resistance_owner[0] = 0, IN_COMBAT
    for player in range(2):
        g.fighting[player, position.place_ship(player, 2, 1)] = 1
    g.stack[:], g.depth, g.decision = 0, 1, 0
    g.stack[0, [KIND, STEP, frames.COMBAT_HEX, frames.COMBAT_LONE, frames.COMBAT_KIND]] = (
        frames.COMBAT,
        REWARD,
        1,
        -1,
        frames.TOGETHER,
    )
    position.refresh()
    assert position.decision == "reward"
    assert words_of(position) == ["let the card go to White", "let the card go to Red"]
    card = Names(position.rules, g).resistance(0)
    assert f"({card})" in " ".join(board.render(position.rules, g).split())
    position._play(legal(position)[1])
    assert story.tell(position.rules, None, g) == [f"Red keeps the Resistance card {card}."]


def test_vp_of_cards_are_converted_in_words():
    position = stronghold()
    t = position.t
    position.g.resource[0, :3] = 20
    position.jump(frames.CONVERSION, player=0, vp=2, change=1)
    assert position.decision == "pay_vp"
    assert words_of(position) == [
        f"pay {price} {name}" for price, name in zip(t.vp_loss_price, ("CP", "Axinium", "Phasium"))
    ]
    assert "(2 VP left)" in board.render(position.rules, position.g)
    position.do("convert", 1)
    assert story.tell(position.rules, None, position.g) == [f"White pays {t.vp_loss_price[1]} Axinium for a VP lost."]
    position.jump(frames.CONVERSION, player=0, vp=2, change=0)
    assert position.decision == "gain_vp"
    words = [f"gain {price} {name}" for price, name in zip(t.vp_gain_price, ("CP", "Axinium", "Phasium"))]
    assert words_of(position) == ["keep what is left as VP", *words]
    before = new_games(1)
    copy_array(position.games, before)
    assert story.choice(position.rules, before[0], position.action("convert", 0)) == []
    assert story.choice(position.rules, before[0], position.action("pass")) == [
        "White decides: keep what is left as VP."
    ]


@pytest.mark.parametrize(
    ("mode", "players", "outcome", "supply", "words"),
    [
        ("coop", 2, 1, 3, "the Stronghold has fallen; the players have won together"),
        ("coop", 2, 2, 3, "time is up; the players have lost together (1 level of the Stronghold is left)"),
        ("coop", 2, 2, 0, "the last squadron is on the map; the players have lost together"),
        ("solo", 1, 1, 3, "the Stronghold has fallen; White has won"),
        ("solo", 1, 2, 3, "time is up; White has lost"),
        ("semi_coop", 3, 1, 3, "the Stronghold has fallen; whoever has the most VP has won"),
        ("semi_coop", 3, 2, 3, "time is up; the players have lost together"),
    ],
)
def test_the_result_of_the_stronghold_is_told(mode, players, outcome, supply, words):
    position = stronghold(mode, players)
    g = position.g
    g.outcome, g.over, g.squadron_supply, g.stronghold = outcome, 1, supply, outcome - 1
    g.rank[:players] = range(1, players + 1)
    g.log[0, :2], g.log[1, :4], g.log_count = (log.E_SCENARIO_ENDED, outcome), (log.E_SCORED, 0, 9, 1), 2
    result = board.result_lines(position.rules, g, SCORE_NAMES)
    scored = mode == "semi_coop" and outcome == 1
    assert words in " ".join(result) and any("rank" in line for line in result) == scored
    assert f"the game is over: {words}" in " ".join(board.render(position.rules, g).split())
    head, told, *rest = story.tell(position.rules, None, g)
    assert head == "=== The end ===" and words[1:] in told
    assert rest == (["White ends with 9 VP on rank 1."] if scored else [])


def test_the_star_is_shown():
    position = Position(players=3, scenario="event_horizon").until("vote").before_council()
    g = position.g
    g.star_tokens, g.evolutions, g.heat[1], g.solar_wind[2] = 3, 1, 1, 1
    text = board.render(position.rules, g)
    names = Names(position.rules, g)
    assert "Star Evolution tokens: 3; from 2 on a die is rolled" in text
    assert "Evolutions: 1 of 2; the last one ends the game" in text
    assert f"Increased Heat: {names.hexagon(1)}." in text
    assert "< Solar Wind; $ Increased Heat" in text
    assert re.search(r"^ *1  .*Increased Heat", text, re.MULTILINE)
    assert "STRONGHOLD" not in text


def test_the_star_is_told():
    position = Position(players=3, scenario="event_horizon").until("vote").before_council()
    names = Names(position.rules, position.g)
    told = [
        story.sentence(names, event)
        for event in (
            (log.E_STAR_TOKEN, 1, 0, 0, 0),
            (log.E_STAR_TOKEN, 3, 5, 0, 0),
            (log.E_STAR_TOKEN, 3, 3, 0, 0),
            (log.E_STAR_EVOLVED, 1, 0, 0, 0),
            (log.E_STAR_EVOLVED, 2, 0, 0, 0),
            (log.E_HEAT_DAMAGE, 1, 0, CENTRE, 3),
        )
    ]
    assert told == [
        "The star has 1 Star Evolution token.",
        "The star has 3 Star Evolution tokens; the die shows 5, which is more than that.",
        "The star has 3 Star Evolution tokens; the die shows 3, no more than that.",
        "The star evolves: Increased Heat next to it, Solar Wind around that.",
        "The star evolves for the last time, and the game ends.",
        "Red's Dark Raider 1 takes 3 damage from the heat at Proxima Centauri.",
    ]


def test_damage_by_heat_is_told_once():
    position = Position(players=2, scenario="event_horizon").until("vote").before_council()
    g = position.g
    before = new_games(1)
    copy_array(position.games, before)
    ship = int(np.flatnonzero(g.ship_hex[0] >= 0)[0])
    before[0].decision = D_HIT
    g.ship_damage[0, ship] += 2
    g.log[0, :5], g.log_count = (log.E_HEAT_DAMAGE, 0, ship, CENTRE, 2), 1
    assert len(story.tell(position.rules, before[0], g)) == 1


def test_ships_can_be_uncovered_by_nobody():
    position = stronghold("semi_coop")
    told = story.sentence(Names(position.rules, position.g), (log.E_UNCLOAKED, 1, CENTRE, -1, 0))
    assert told == "Red's ships at Stronghold are uncovered."


def test_a_squadron_scores_for_a_player_where_players_compete():
    names = Names((position := stronghold("semi_coop")).rules, position.g)
    where = names.hexagon(1)
    assert story.sentence(names, (log.E_SQUADRON_DESTROYED, 1, -1, 7, 0)) == f"A squadron at {where} is destroyed."
    told = story.sentence(names, (log.E_SQUADRON_DESTROYED, 1, 1, 7, 0))
    assert told == f"A squadron at {where} is destroyed; Red has hit it most and scores 7 VP."


@pytest.mark.parametrize(
    "config",
    [
        {"players": 2, "mode": "coop"},
        {"players": 3, "mode": "semi_coop", "modules": ("M1", "M3", "M4", "M5", "M7", "M8", "M9", "M10")},
        {"players": 1, "mode": "solo", "modules": ("M4", "M8")},
        {"players": 2, "scenario": "event_horizon", "modules": ("M4",)},
    ],
    ids=["coop", "semi_coop", "solo", "event_horizon"],
)
def test_whole_games_of_scenarios_are_shown_and_told(config):
    config = {"scenario": "stronghold", **config}
    before, told = new_games(1), []
    position = Position(seed=3, **config)
    chance = np.random.default_rng(3)
    while not position.g.over:
        action = int(chance.choice(legal(position)))
        if chance.random() < 0.05:
            for viewer in (None, *range(config["players"])):
                assert "DECISION" in board.render(position.rules, position.g, viewer, legal(position))
        copy_array(position.games, before)
        position._play(action)
        lines = story.choice(position.rules, before[0], action) + story.tell(position.rules, before[0], position.g)
        assert all(line and "None" not in line for line in lines)
        told += lines
    assert len(told) > 100 and told.count("=== The end ===") == 1
    for viewer in (None, *range(config["players"])):
        assert "the game is over" in board.render(position.rules, position.g, viewer)
    assert board.result_lines(position.rules, position.g, SCORE_NAMES)


# What Edge of Extinction adds -----------------------------------------------------------------------------------------


def extinction(**config) -> Position:
    """A game with Edge of Extinction, the Sirius Theocracy and the Titans against each other."""
    factions = ("sirius", "titan")
    return Position(players=2, edge_of_extinction=True, factions=factions, **config).until("vote").before_council()


def test_factions_and_their_hands_are_shown():
    position = extinction()
    g, content = position.g, position.rules.content
    position.g.removed[1, 2] = 1
    text = " ".join(board.render(position.rules, g).split())
    assert "Edge of Extinction (standard length, factions sirius, titan)" in text
    for player, faction in enumerate(("sirius", "titan")):
        entry = next(entry for entry in content.factions if entry.id == faction)
        assert f"Faction: {entry.name} ({entry.text})" in text
        for slot, card in enumerate(content.hand(faction)):
            assert (f"{card.name} (" in text) == (not g.removed[player, slot])
    assert f"Action cards out of the game: {content.hand('titan')[2].name}" in text
    position.until("action_card")
    hand = content.hand(("sirius", "titan")[position.actor])
    words = [word for word in words_of(position) if word.startswith("play ")]
    assert len(words) == len(hand) and all(word.startswith(f"play {card.name} (") for word, card in zip(words, hand))


def test_reactions_say_what_the_half_of_the_card_does():
    position = extinction()
    g, names = position.g, Names(position.rules, position.g)
    g.shown[:2], g.actor = (0, 1), 0
    card = position.rules.content.hand("titan")[1]
    words = phrase(names, position.action("react", 1))
    assert words == ("react", f"to Red's {card.name} card with {names.rows(card.reaction)}")


def test_combat_cards_are_for_their_player_alone():
    position = extinction()
    g, content = position.g, position.rules.content
    g.combat_hand[:], g.combat_held[:2], g.combat_chosen[:] = 0, (3, 0), -1
    g.combat_hand[0, 3], g.combat_chosen[0], g.combat_discard[5] = 2, 4, 1
    texts = [board.render(position.rules, g, viewer) for viewer in (None, 0, 1)]
    for kind in (3, 4):
        assert [content.combat_cards[kind].name in text for text in texts] == [False, True, False]
    assert all(f"Discarded: 1 {content.combat_cards[5].name}" in text for text in texts)
    assert f"combat cards: 2 {content.combat_cards[3].name} (" in texts[1]


def test_cards_of_the_resistance_are_for_who_acts_for_it_alone():
    position = extinction(ask_forced=True)
    g, content = position.g, position.rules.content
    position.remove_ships()
    hexagon = int(np.flatnonzero(g.resistance[: position.t.hexes])[0])
    position.place_ship(0, 2, hexagon)
    g.combat_hand[0, 3], g.combat_held[0] = 1, 1
    position.jump(frames.COMBAT, hex=hexagon, lone=0, kind=frames.ORDINARY)
    assert position.decision == "foe_card" and position.actor == 1
    g.foe_offer[:] = (0, 1)
    position.refresh()
    texts = [board.render(position.rules, g, viewer, legal(position)) for viewer in (None, 0, 1)]
    for kind in (0, 1):
        assert [content.foe_cards[kind].name in text for text in texts] == [False, False, True]
    assert ["(the moves are secret)" in text for text in texts] == [True, True, False]
    position.do("foe_card", 1)
    texts = [board.render(position.rules, g, viewer, legal(position)) for viewer in (None, 0, 1)]
    words = f"the Resistance will play {content.foe_cards[1].name}"
    assert [words in text for text in texts] == [False, False, True]


def test_a_combat_card_that_lies_face_down_is_shown_without_its_name():
    position = extinction(ask_forced=True)
    g, content = position.g, position.rules.content
    position.remove_ships()
    hexagon = int(np.flatnonzero(g.resistance[: position.t.hexes])[0])
    position.place_ship(0, 2, hexagon)
    position.jump(frames.COMBAT, hex=hexagon, lone=0, kind=frames.ORDINARY)
    g.foe_offer[:], g.combat_chosen[:] = -1, -1
    assert "face down" not in board.render(position.rules, g)
    g.combat_chosen[0], g.foe_chosen = 4, 1
    for viewer in (None, 0, 1):
        text = board.render(position.rules, g, viewer)
        assert "  Combat card of White: face down\n" in text
        assert "  Combat card of the Centaurians: face down\n" in text
        assert (content.combat_cards[4].name in text) == (viewer == 0)
        assert (content.foe_cards[1].name in text) == (viewer == 1), "who acts for the Resistance"
    g.combat_shown[0], g.combat_chosen[0] = 4, -1
    assert f"Combat card of White: {content.combat_cards[4].name}" in board.render(position.rules, g)


def test_planetary_upgrades_are_shown():
    position = extinction()
    position.g.planetary[1, :] = (1, 0, 2, 0)
    text = board.render(position.rules, position.g)
    assert re.search(r"^ *1  .*Space Defense System, Clone Factory$", text, re.MULTILINE)
    assert "/dc" in text and "a Advanced Space Defense System, c Clone Factory, p" in " ".join(text.split())
    names = Names(position.rules, position.g)
    assert phrase(names, position.action("planetary", 1, 1)) == (
        "put an Advanced Space Defense System on",
        names.hexagon(1),
    )


def test_a_round_with_combat_cards_is_shown():
    position = extinction()
    g = position.g
    position.remove_ships()
    ships = [position.place_ship(player, 2, 1) for player in range(2)]
    g.fighting[0, ships[0]] = g.fighting[1, ships[1]] = 1
    g.combat_shown[0], g.combat_shown[len(g.combat_shown) - 1], g.edge[1, 6], g.decoy[1] = 2, 1, 2, ships[1]
    text = " ".join(board.render(position.rules, g).split())
    names = Names(position.rules, g)
    assert f"Combat card of White: {names.combat_card(0, 2)}" in text
    assert f"Combat card of the Centaurians: {names.combat_card(len(g.combat_shown) - 1, 1)}" in text
    assert "In this round for Red: dice +2" in text and "Hit first: Red's War Cruiser 1" in text


def test_every_decision_of_the_expansion_is_worded():
    position = Position(players=2, edge_of_extinction=True, modules=("M4",), factions="chosen")
    assert position.decision == "faction" and all(word.startswith("play ") for word in words_of(position))
    assert "at hex" in position.rules.storyteller().opening(position.g, 1, "nobody")[1]
    position.until("vote").before_council()
    for decision in range(D_FACTION, len(DECISIONS)):
        position.g.decision, position.g.focus_hex, position.g.focus_card = decision, 1, 0
        position.g.revealed[:] = 0
        names = Names(position.rules, position.g)
        assert pending(names)
        assert all(phrase(names, action)[0] for action in range(position.rules.actions.size))
        assert phrase(names, position.action("pass"))[0] != "pass" or c.PASS not in DECISIONS[decision][1]


def test_events_of_the_expansion_are_told():
    position = extinction()
    names = Names(position.rules, position.g)
    home, content = names.hexagon(int(position.t.home_hex[1])), position.rules.content
    told = [
        story.sentence(names, event)
        for event in (
            (log.E_VOTE_MOVED, 1, 2, 0, 0),
            (log.E_COMBAT_CARDS_DRAWN, 0, 1, 0, 0),
            (log.E_VP_BOUGHT, 0, 7, 0, 0),
            (log.E_CARD_REMOVED, 1, 2, 0, 0),
            (log.E_RETREATED, 1, 2, 0, 0),
            (log.E_HIT_DEFLECTED, 0, 0, 5, 0),
            (log.E_HIT_CANCELLED, 1, 5, 0, 0),
            (log.E_HIT_CANCELLED, PLAYERS, 0, 0, 0),
            (log.E_POPULATION_PAID, 0, 5, 2, 0),
            (log.E_COMMANDO, 0, position.t.home_hex[1], 1, 0),
            (log.E_COMBAT_CARD_SHOWN, 0, 2, 0, 0),
        )
    ]
    assert told == [
        "Red moves the vote to card C by Corrupt Politics.",
        "White draws 1 combat card.",
        "White buys a VP for 7 CP.",
        f"Red's {content.hand('titan')[2].name} card is out of the game.",
        "Red retreats: 2 ships go home.",
        f"White moves a hit from {names.ship(0)} to {names.ship(5)}.",
        f"Red cancels a hit on {names.ship(5)}.",
        f"The Centaurians cancel a hit on the {content.resistance_cards[0].name}.",
        f"White pays with 2 cubes from {names.ship(5)}.",
        f"White's Commandos attack on {home} and kill one Population.",
        f"White plays the combat card {names.combat_card(0, 2)}, without effect.",
    ]


def test_a_hit_that_is_moved_is_told_once():
    position = extinction()
    g = position.g
    before = new_games(1)
    ships = np.flatnonzero(g.ship_hex[0] >= 0)[:2]
    g.hits[0, ships[0]] = 1
    copy_array(position.games, before)
    before[0].decision = D_HIT
    g.hits[0, ships], g.ship_damage[0, ships[1]] = 0, 1
    write_down(position, (log.E_HIT_DEFLECTED, 0, ships[0], ships[1]), (log.E_SHIP_HIT, 0, ships[1], 1))
    names = Names(position.rules, g)
    assert story.tell(position.rules, before[0], g) == [
        f"White moves a hit from {names.ship(ships[0])} to {names.ship(ships[1])}.",
        f"{names.ship_of(0, ships[1])} takes 1 hit.",
    ]


# Hits in combat ------------------------------------------------------------------------------------------------------


def write_down(position: Position, *happened: tuple[int, ...]) -> None:
    """These events, and no others, are what has happened."""
    g = position.g
    g.log[:], g.log_count = 0, len(happened)
    for place, event in enumerate(happened):
        g.log[place, : len(event)] = event


def test_hits_repaired_before_the_next_decision_are_told():
    position = Position(players=2).until("vote").before_council()
    g = position.g
    ship = int(np.flatnonzero(g.ship_hex[0] >= 0)[0])
    before = new_games(1)
    copy_array(position.games, before)
    before[0].decision, before[0].ship_damage[0, ship] = D_HIT, 1
    write_down(position, (log.E_ROLLED, 1, 3, 2), (log.E_SHIP_HIT, 0, ship, 2), (log.E_REPAIRED, 0, 3))
    assert story.tell(position.rules, before[0], g) == [
        "Red rolls 3 dice: 2 hits.",
        f"{Names(position.rules, g).ship_of(0, ship)} takes 2 hits.",
        "White's ships are repaired by 3 in all.",
    ]


def test_hits_are_told_in_the_battle_in_which_they_fall():
    position = Position(players=2).until("vote").before_council()
    g = position.g
    ships = [int(ship) for ship in np.flatnonzero(g.ship_hex[0] >= 0)[:2]]
    before = new_games(1)
    copy_array(position.games, before)
    g.ship_damage[0, ships] = 1
    battles = [
        (
            (log.E_COMBAT_BEGINS, hexagon, 0, frames.ORDINARY),
            (log.E_ROLLED, 1, 2, 1),
            (log.E_SHIP_HIT, 0, ship, 1),
            (log.E_COMBAT_UNDECIDED, hexagon),
        )
        for hexagon, ship in zip((1, 2), ships, strict=True)
    ]
    write_down(position, *battles[0], *battles[1])
    told, names = story.tell(position.rules, before[0], g), Names(position.rules, g)
    assert [line.partition(" takes ")[0] for line in told if "hit." in line] == [
        *("Red rolls 2 dice: 1 hit.", names.ship_of(0, ships[0])),
        *("Red rolls 2 dice: 1 hit.", names.ship_of(0, ships[1])),
    ]
    assert told.index(f"{names.ship_of(0, ships[0])} takes 1 hit.") == 2 and len(told) == 8


def in_fleet_combat() -> Position:
    """A War Cruiser of White against a Resistance fleet; the first of four hits is to be assigned."""
    position = Position(players=2, modules=("M2",), ask_forced=True).until("vote").before_council().remove_ships()
    hexagon = int(np.flatnonzero(position.g.resistance[: position.t.hexes])[0])
    position.g.turn = 5  # by then fleets have several ships
    position.place_ship(0, 2, hexagon)
    position.equip(0, 2, *["laser_cannon"] * 4)
    position.dice(*[6] * 4, *[1] * 20).jump(frames.COMBAT, hex=hexagon, lone=0)
    assert position.decision == "hit" and position.g.foe_card[1] >= 0
    return position


def test_hits_on_every_ship_of_a_fleet_are_told():
    position = in_fleet_combat()
    cards = [position.rules.content.resistance_cards[int(card)].name for card in position.g.foe_card[:2]]
    told = []
    for foe in (0, 1):
        position.do("hit_foe", foe)
        told += story.tell(position.rules, None, position.g)
    while position.decision == "hit":
        position.default()
        told += story.tell(position.rules, None, position.g)
    for name in cards:
        assert any(re.fullmatch(rf"The {name} takes \d hits?\.", line) for line in told), told


def test_a_destroyed_ship_of_a_fleet_is_called_so():
    position = in_fleet_combat()
    names = Names(position.rules, position.g)
    first, second = (names.foe(int(card)) for card in position.g.foe_card[:2])
    position.g.foe_damage[0] = position.t.resistance_shield[position.g.foe_card[0]] + 1
    text = board.render(position.rules, position.g)
    assert f"  {first}: destroyed\n" in text and f"  {second}: shield " in text


# Moves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", CONFIGS, ids=IDS)
def test_every_legal_move_has_words_of_its_own(config):
    for position in walk(config, 200):
        words = board.moves(position.rules, position.g, position.masks[0])
        assert len(words) == len(legal(position))
        assert all(words)
        assert len(set(words)) == len(words)


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


def test_what_several_ships_do_together_is_spelled_out():
    position = Position(players=2).remove_ships()
    home = int(position.t.home_hex[0])
    for _ in range(2):
        position.place_ship(0, 2, home)
    position.place_ship(0, 3, home)
    where = Names(position.rules, position.g).hexagon(home)
    position.settle(home, 0, 4).refresh().jump(frames.CONQUEST)
    assert board.moves(position.rules, position.g, position.masks[0])[1:] == [
        f"mount a cube on War Cruiser 1 at {where}",
        f"mount a cube each on War Cruiser 1 and War Cruiser 2 at {where}",
        f"mount a cube on Battle Carrier 1 at {where}",
        f"mount 2 cubes on Battle Carrier 1 at {where}",
        f"mount 3 cubes on Battle Carrier 1 at {where}",
    ]
    position.until("move")
    words = board.moves(position.rules, position.g, position.masks[0])
    assert any(word.startswith(f"move War Cruiser 1 and War Cruiser 2 from {where} ") for word in words)


def test_options_of_a_card_are_spelled_out():
    position = Position(players=3).until("vote")
    position.g.revealed[:] = position.index("political_cards", "mineral_grant")
    position.until("option")
    assert board.moves(position.rules, position.g, position.masks[0]) == [
        "option 1: gain 1 Axinium",
        "option 2: gain 1 Phasium",
        "option 3: gain 3 CP",
        *(f"first move Electromagnetic Shield to the {name}" for name in ("Dark Raider", "Fighter", "War Cruiser")),
    ]


def test_options_of_leaders_outposts_and_events_are_spelled_out():
    position = Position(players=3, modules=("M3", "M4", "M10"))
    names, t = Names(position.rules, position.g), position.t
    bazaar = position.index("events", "drifting_bazaar")
    assert names.card_of(int(t.event_effect[bazaar, 0])) == "Drifting Bazaar"
    assert names.options(int(t.event_effect[bazaar, 0])) == [
        "gain 1 Axinium and lose 3 CP (only with at least 3 CP)",
        "gain 1 Phasium and lose 3 CP (only with at least 3 CP)",
        "gain 1 CP",
    ]
    stores = position.index("outpost_cards", "mixed_stores")
    assert names.options(int(t.outpost_effect[stores, 0]))[0] == "gain 5 CP"
    visionary = position.index("leaders", "visionary")
    assert names.options(int(t.leader_start[visionary, 0]))[0] == "perform Research"
    current = position.index("events", "rip_current")
    assert names.options(int(t.event_effect[current, 0]))[0].endswith("and play with movement +1 this turn")


def test_moves_of_modules_read_like_moves():
    position = Position(players=3, modules=("M5",))
    assert board.moves(position.rules, position.g, position.masks[0])[:2] == [
        "leave it to chance",
        "choose a random CP planet",
    ]
    position.do("planet_type", 2).until("planet_space")
    given = Names(position.rules, position.g).printed(int(position.g.given_planet[position.actor]))
    assert f"({given})" in board.render(position.rules, position.g)
    assert all(re.fullmatch(r"put it on hex \d+", word) for word in words_of(position))
    gemini = position.index("planets", "gemini")
    position.g.planet[1] = gemini
    names = Names(position.rules, position.g)
    assert phrase(names, position.action("mine", 1)) == ("place", "CP on Gemini (hex 1)")
    assert phrase(names, position.action("mine_second", 1)) == ("place", "Axinium on Gemini (hex 1)")
    assert story.sentence(names, (log.E_MINED, 1, 1, 0, 0)) == "Red places CP on Gemini (hex 1)."
    assert story.sentence(names, (log.E_MINED, 1, 1, 1, 0)) == "Red places Axinium on Gemini (hex 1)."


def words_of(position: Position) -> list[str]:
    return board.moves(position.rules, position.g, position.masks[0])


def test_jumps_read_like_moves():
    position = Position(players=3, modules=("M7",)).until("vote").before_council()
    position.remove_ships()
    position.place_ship(1, 0, 1)
    position.place_ship(1, 1, 1)
    position.g.gate[1, 0] = position.t.home_hex[1]
    position.jump(frames.JUMPS)
    names = Names(position.rules, position.g)
    home, here = names.hexagon(int(position.t.home_hex[1])), names.hexagon(1)
    assert words_of(position) == ["do not jump", f"let ships jump to the Jump Gate at {home} from {here}"]
    position.do("jump", 0, 1)
    assert words_of(position) == ["let jump: Dark Raider 1", "let jump: Fighter 1"]
    assert f"(from {here} to {home})" in board.render(position.rules, position.g)
    position.do("jump_ship", 0)
    assert story.tell(position.rules, None, position.g) == [
        f"Red's Dark Raider 1 jumps from {here} to the Jump Gate at {home}."
    ]


def test_a_way_through_the_wormhole_is_named():
    position = Position(players=3, modules=("M4",), movement="simultaneous").until("order")
    actor, home = position.actor, int(position.t.home_hex[position.actor])
    position.g.wormhole[:] = (home, CENTRE)
    position.refresh()
    ship = min(position.legal("move"))[0]
    way = f"from {Names(position.rules, position.g).hexagon(home)} through the wormhole to High Council"
    assert f"order Dark Raider 1 {way}" in words_of(position)
    position.do("move", ship, 6)
    assert "is ordered through the wormhole" in board.render(position.rules, position.g, actor)
    assert "through the wormhole" not in board.render(position.rules, position.g, (actor + 1) % 3)


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


@pytest.mark.parametrize("kind", range(len(log.EVENT_NAMES)), ids=lambda kind: log.EVENT_NAMES[kind])
def test_every_event_kind_has_a_sentence(kind):
    expanded = kind >= log.E_FACTION_CHOSEN
    position = Position(players=3, modules=MODULES, edge_of_extinction=expanded).until("vote").before_council()
    text = story.sentence(Names(position.rules, position.g), (kind, 1, 1, 1, 1))
    assert text and text[0] == text[0].upper()
    assert text.endswith((".", "==", "--"))
    assert "None" not in text and "{" not in text


def test_every_family_has_words_in_the_tables():
    assert set(_FAMILIES) == set(range(len(FAMILIES)))


def test_an_event_has_the_number_of_its_declaration():
    numbers = {f"E_{kind.name.upper()}": number for number, kind in enumerate(sentences.EVENTS.kinds)}
    assert {name: number for name, number in vars(log).items() if name.startswith("E_")} == numbers


def test_an_event_that_cannot_be_declared_or_told_is_named():
    events = Events()
    events.declare(lambda_of("moved", "player, ship"))
    with pytest.raises(EventError, match="the event moved is declared twice"):
        events.declare(lambda_of("moved", "player"))
    with pytest.raises(EventError, match="the event thrown has 5 arguments; at most 4 fit"):
        events.declare(lambda_of("thrown", "a, b, c, d, e"))
    assert events.sentence(None, (0, 3, 4, 0, 0)) == "Moved (3, 4)"
    with pytest.raises(EventError, match="there is no event 1; kinds are 0 to 0"):
        events.sentence(None, (1, 0, 0, 0, 0))


def lambda_of(name, arguments):
    """The declaration of an event with these arguments."""
    made = eval(f"lambda names, {arguments}: f'{name} {{({arguments},)}}'")
    made.__name__ = f"_{name}"
    return made


def test_rules_note_every_kind_of_event_with_no_more_arguments_than_it_has():
    """An argument that the event does not declare would never be told."""
    kinds = {f"E_{kind.name.upper()}": len(kind.arguments) for kind in sentences.EVENTS.kinds}
    noted = set()
    for file in Path(log.__file__).parent.rglob("*.py"):
        for call in (node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id == "note" and isinstance(call.args[1], ast.Attribute):
                name, rest = call.args[1].attr, call.args[2 + kinds[call.args[1].attr] :]
                assert all(isinstance(each, ast.Constant) and each.value == 0 for each in rest), f"{file.name}: {name}"
                noted.add(name)
    assert noted == set(kinds) - {"E_NONE"}


def test_every_decision_that_points_at_a_ship_or_a_hex_says_what_for():
    for family, words in ((SHIP, _SHIPS), (HEX, _HEXES)):
        assert set(words) == {number for number, (_, offered, _) in enumerate(DECISIONS) if family in offered}


@pytest.mark.parametrize("scenario", [{"scenario": "stronghold"}, {"scenario": "event_horizon"}], ids=str)
def test_every_event_kind_has_a_sentence_in_scenarios(scenario):
    position = Position(players=3, **scenario).until("vote").before_council()
    names = Names(position.rules, position.g)
    module_kinds = range(log.E_PLANET_CHOSEN, log.E_SQUADRONS_PLACED)
    for kind in (kind for kind in range(log.E_FACTION_CHOSEN) if kind not in module_kinds):
        text = story.sentence(names, (kind, 1, 1, 1, 1))
        assert text.endswith((".", "==", "--")) and "None" not in text


def test_every_decision_of_scenarios_is_worded():
    position = stronghold()
    for name in ("march", "join", "pay_vp", "gain_vp", "reward"):
        position.g.decision, position.g.focus_hex = DECISION_NAMES.index(name), 1
        names = Names(position.rules, position.g)
        assert all(phrase(names, action)[0] for action in range(position.rules.actions.size))
        assert ("(" in pending(names)) == (name not in ("join", "reward")), "ships join by name; no card is in combat"


def test_every_effect_of_the_content_has_words():
    position = Position(players=2)
    names = Names(position.rules, position.g)
    for deck in position.rules.content.effect_decks():
        for card in deck:
            for effect in card.effects:
                assert names.effect_row(effect)


def test_every_action_card_of_a_faction_has_words():
    position = extinction()
    names = Names(position.rules, position.g)
    for card in position.rules.content.faction_cards:
        for half in (card.effects, card.reaction):
            assert names.rows(half) and names.rows(half) != "nothing" and "{" not in names.rows(half)
    for number, faction in enumerate(position.rules.content.factions):
        for slot, card in enumerate(position.rules.content.hand(faction.id)):
            assert names.card_of(int(position.t.faction_card_effect[number, slot, 0])) == card.name
            assert names.card_of(int(position.t.faction_card_reaction[number, slot, 0])) == card.name


def test_every_token_has_a_sentence():
    position = Position(players=3, modules=("M4",)).until("vote").before_council()
    names = Names(position.rules, position.g)
    told = [story.sentence(names, (log.E_TOKEN_PLACED, token, 1, 2, 0)) for token in range(len(v.TOKENS))]
    assert told == [
        "A wormhole joins unexplored hex 1 and unexplored hex 2.",
        "There is a Bounty on Red: whoever wins Red's next combat scores 2 VP.",
        "Nobody fights at unexplored hex 1 from now on.",
        "Unexplored hex 1 is the Planet of Interest, worth 2 VP more.",
    ]


def test_sentences_know_what_is_missing():
    position = Position(players=3, modules=("M3", "M4", "M9")).until("vote").before_council()
    position.g.face_down[1] = 0
    position.g.planet[1] = position.index("planets", "lyra")
    names = Names(position.rules, position.g)
    assert story.sentence(names, (log.E_EXPLORED, 1, -1, 0, 0)).endswith("; no Event is left.")
    assert story.sentence(names, (log.E_OUTPOST_BEATEN, 1, 1, -1, 0)).endswith("finds that no card is left.")
    assert story.sentence(names, (log.E_OUTPOST_REVEALED, 1, 0, 0, 0)).endswith("is turned up: blank.")
    assert story.sentence(names, (log.E_BARRIER_PLACED, -1, 1, 0, 0)).startswith("An Energy Barrier appears between ")
    assert story.sentence(names, (log.E_ROLLED, 1, 0, 1, 1)) == "Red's Satellite deals 1 hit."
    told = story.sentence(names, (log.E_ROLLED, 1, 2, 3, 1))
    assert told == "Red rolls 2 dice: 3 hits, 1 of them by the Satellite."


def test_what_an_outpost_kills_is_told_after_its_roll():
    position = Position(players=3, modules=("M3",)).until("vote").before_council()
    g = position.g
    hexagon = int(np.flatnonzero(g.outpost_there)[0])
    g.outpost[hexagon], g.outpost_up[hexagon] = 3, 1
    position.settle(hexagon, 1, 3).jump(frames.OUTPOSTS)
    before = new_games(1)
    copy_array(position.games, before)
    position.dice(6, 6, 1).decline()
    where = Names(position.rules, g).hexagon(hexagon)
    assert story.tell(position.rules, before[0], g) == [
        f"The Outpost on {where} strikes back with 3 dice: 2 hits.",
        f"2 of Red's Population on {where} die.",
    ]


def test_a_bounty_nobody_wins_is_told():
    position = Position(players=3, modules=("M4",)).until("vote").before_council()
    before = new_games(1)
    copy_array(position.games, before)
    before[0].bounty = 2
    assert "The Bounty on Green is lost" in story.tell(position.rules, before[0], position.g)[-1]


def test_a_research_is_told():
    position = Position(players=3)
    radar = position.index("technologies", "radar")
    position.g.log[0, :4] = (log.E_LEARNED, 1, radar, 5)
    position.g.log_count = 1
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


@pytest.mark.parametrize("movement", ["drive_power", "reverse_turn_order", "simultaneous"])
def test_a_whole_game_with_all_modules_is_shown_and_told(movement):
    before, told = new_games(1), 0
    position = Position(seed=3, players=4, turns=3, modules=MODULES, movement=movement)
    chance = np.random.default_rng(3)
    while not position.g.over:
        action = int(chance.choice(legal(position)))
        if chance.random() < 0.1:
            for viewer in (None, 0, 1, 2, 3):
                assert "DECISION" in board.render(position.rules, position.g, viewer, legal(position))
        copy_array(position.games, before)
        position._play(action)
        lines = story.choice(position.rules, before[0], action) + story.tell(position.rules, before[0], position.g)
        assert all(line and "None" not in line for line in lines)
        told += len(lines)
    assert told > 200
    assert "the game is over" in board.render(position.rules, position.g, 0)


# The demo ------------------------------------------------------------------------------------------------------------


def played(capsys, seed: int, quiet: bool = False) -> str:
    demo.main(ruleset(GameConfig(players=2, turns=2)), seed=seed, quiet=quiet)
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


def test_the_demo_names_its_modules(capsys):
    demo.main(ruleset(GameConfig(players=2, turns=1, modules=frozenset(("M10", "M3")))), seed=4, quiet=False)
    assert "modules of Event Horizon: M3, M10; " in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("config", "words", "scored"),
    [
        ({"players": 2}, "2 random players, .*Stronghold \\(co-operative, standard difficulty\\); ", False),
        ({"players": 1, "mode": "solo"}, "1 random player, .*Stronghold \\(solo, standard difficulty\\); ", False),
        ({"players": 2, "scenario": "event_horizon"}, "scenario Event Horizon; module of Event Horizon: M6; ", True),
    ],
    ids=["coop", "solo", "event_horizon"],
)
def test_the_demo_plays_scenarios(config, words, scored, capsys):
    demo.main(ruleset(GameConfig(**{"scenario": "stronghold", "turns": 3, **config})), seed=4, quiet=False)
    text = " ".join(capsys.readouterr().out.split())
    assert re.search(words, text)
    assert ("total rank" in text) == scored and ("Result: " in text) == (not scored)


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
    assert [article("Overlord"), article("Warden")] == ["an Overlord", "a Warden"]
    assert capital("the end") == "The end" and capital("") == ""
    assert aligned([["a", "n"], ["bb", 5], ["c", 10]]) == ["a    n", "--  --", "bb   5", "c   10"]
    assert aligned([["n"], [UNKNOWN], [10]]) == [" n", "--", " ?", "10"]
