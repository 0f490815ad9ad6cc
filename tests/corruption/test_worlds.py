"""Re-dealing: worlds that are possible keep all that is known, and follow from that and the seed alone."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from exodus_env.corruption import capacity as c
from exodus_env.corruption import core
from exodus_env.corruption.check import broken
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.record import FIELDS
from exodus_env.corruption.worlds import BLOCK
from exodus_env.kit.kernel import COMPILED
from tests.corruption.position import Position
from tests.corruption.test_random_play import STYLES, begin, choose

HIDDEN = [name for name, _, _, who, _ in FIELDS if who == "hidden"]
KNOWN = [name for name, _, _, who, _ in FIELDS if who != "hidden" and name != "decisions"]
SEEDS = range(6)
MANY = 600 if COMPILED else 100


@cache
def later(seed: int, decisions: int = 60) -> Position:
    """A position some way into a random game."""
    p = begin(seed, ("fresh", "known")[seed % 2])
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        if not p.g.over:
            before = p.games.copy(), p.masks.copy()
            p._play(choose(p, rng, STYLES["bold"]))
    if p.g.over:
        p.games[:], p.masks[:] = before
    return p


def world(p: Position, seed: int, viewer: int = 0, games: Any = None) -> Any:
    """A possible world of a position, or of another one of its game."""
    games = (p.games if games is None else games).copy()
    core.ENTRIES.redeal_as(games, p.rules.tables, np.array([viewer]), np.array([seed]))
    return games


def reordered(p: Position, seed: int) -> Any:
    """Another game that looks the same: what nobody knows is dealt again, and chance to come differs."""
    games = world(p, seed + 1000)
    games[0].rng_key += 7
    games[0].decisions += 5
    return games


@pytest.mark.parametrize("seed", SEEDS)
def test_a_world_keeps_what_is_known_and_is_sound(seed: int) -> None:
    p = later(seed)
    for number in range(5):
        games = world(p, number)
        for name in KNOWN:
            assert np.array_equal(games[0][name], p.g[name]), name
        assert broken(games[0], p.rules.config) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_blocks_of_the_stack_keep_their_kinds_258_1174(seed: int) -> None:
    p = later(seed)
    kinds = p.t.tile_kind[p.g.tiles[: p.g.tiles_left]]
    for number in range(5):
        after = p.t.tile_kind[world(p, number)[0].tiles[: p.g.tiles_left]]
        for first in range(0, int(p.g.tiles_left), BLOCK):
            special = [sorted(k for k in x[first : first + BLOCK] if k in (v.CORRUPT, v.RIFT)) for x in (kinds, after)]
            assert special[0] == special[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_reserve_keeps_its_levels_and_seen_enemies_stay_in_their_pile_210(seed: int) -> None:
    p = later(seed)
    reserve = p.g.reserve[: p.g.reserve_left]
    deck = p.g.enemy_deck[: p.g.enemy_left]
    seen = {int(card) for card in deck if p.g.foe_seen[card]}
    for number in range(5):
        g = world(p, number)[0]
        assert p.t.foe_level[g.reserve[: g.reserve_left]].tolist() == p.t.foe_level[reserve].tolist()
        assert seen <= set(g.enemy_deck[: g.enemy_left].tolist())
        levels = [sorted(p.t.foe_level[x].tolist()) for x in (deck, g.enemy_deck[: g.enemy_left])]
        assert levels[0] == levels[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_games_that_look_the_same_give_the_same_worlds(seed: int) -> None:
    p = later(seed)
    other = reordered(p, seed)
    assert any(not np.array_equal(p.g[name], other[0][name]) for name in HIDDEN)
    for number in range(5):
        assert world(p, number).tobytes() == world(p, number, games=other).tobytes()


@pytest.mark.parametrize("viewer", range(3))
def test_nobody_knows_more_than_the_others(viewer: int) -> None:
    p = later(2)
    assert world(p, 3, 0).tobytes() == world(p, 3, viewer).tobytes()


def test_worlds_differ_in_all_that_is_hidden() -> None:
    p = begin(1, "fresh")
    changed = set()
    for number in range(30):
        g = world(p, number)[0]
        changed |= {name for name in HIDDEN if not np.array_equal(g[name], p.g[name])}
    assert changed >= {
        *("tiles", "signal", "reserve", "enemy_deck", "box_avatar", "exploration_deck", "module_deck"),
        *("precursor_deck", "damaged_deck", "ally_deck", "rng_key"),
    }


def test_every_tile_is_as_likely_in_every_place_of_its_kind() -> None:
    p = Position(1)
    counts = np.zeros((c.STACK, c.TILES), dtype=int)
    worlds = MANY
    for number in range(worlds):
        counts[np.arange(c.STACK), world(p, number)[0].tiles] += 1
    plain = [tile for tile in range(c.TILES) if p.t.tile_kind[tile] in (v.ALLIED, v.ENEMY)]
    share = counts[:, plain] / worlds
    expected = 4 / 5 / len(plain)
    assert abs(share - expected).max() < 6 * np.sqrt(expected / worlds)
    rift = int(np.flatnonzero(p.t.tile_kind == v.RIFT)[0])
    assert counts[:BLOCK, rift].sum() == worlds
    assert counts[:BLOCK, rift].min() > worlds / BLOCK * 0.6


def test_face_down_signals_are_drawn_as_the_difficulty_says_198_1105() -> None:
    p = Position(1, difficulty="hardened")
    p.g.signal_state[0] = 1
    known = int(p.g.signal[0])
    levels = np.zeros(3)
    for number in range(MANY // 2):
        cards = world(p, number)[0].signal[: p.t.keys].tolist()
        assert cards[0] == known and len(set(cards)) == 4
        counts = np.bincount(p.t.signal_level[cards], minlength=3)
        assert counts.max() <= 2
        levels += counts
    assert levels.min() > 0


def test_avatars_that_have_come_are_on_no_box_196() -> None:
    p = Position(1)
    p.g.corruption = p.t.box[0]
    p.g.boxes_open = 1
    come = int(p.g.box_avatar[0])
    p.g.foe_seen[c.ENEMIES + come] = 1
    found = set()
    for number in range(30):
        boxes = world(p, number)[0].box_avatar.tolist()
        assert boxes[0] == come and come not in boxes[1:]
        found |= set(boxes[1:])
    assert found == set(range(c.AVATARS)) - {come}
