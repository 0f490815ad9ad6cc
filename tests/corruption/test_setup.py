"""Setup [190-286]."""

import numpy as np
import pytest

from exodus_env.corruption.content import vocabulary as v
from exodus_env.kit.batch import RESET
from tests.corruption.position import FIRST_TEAM, Position

pytestmark = pytest.mark.uncompiled

SHIPS = (3, 4)


def begun(ships: int, seed: int) -> Position:
    return Position(seed, players=1, ships=ships)


@pytest.mark.parametrize("ships", SHIPS)
@pytest.mark.parametrize("seed", range(5))
def test_every_tile_of_the_game_is_in_the_stack_or_the_starting_system_once_256(ships: int, seed: int) -> None:
    p = begun(ships, seed)
    there = sorted([*p.g.tiles[: p.g.tiles_left].tolist(), int(p.g.tile[0])])
    used = [tile for tile in range(len(p.content.tiles)) if p.t.tile_used[tile]]
    lost = int(p.t.tile_kind[used].tolist().count(v.CORRUPT)) - int(p.t.piles)
    assert lost == 0
    assert there == used


@pytest.mark.parametrize("ships", SHIPS)
@pytest.mark.parametrize("seed", range(5))
def test_each_block_of_five_has_a_corrupt_system_and_the_lowest_the_main_rift_258_1174(ships: int, seed: int) -> None:
    p = begun(ships, seed)
    kinds = p.t.tile_kind[p.g.tiles[: p.g.tiles_left]].reshape(-1, 5)
    assert len(kinds) == p.t.piles
    assert (kinds[0] == v.RIFT).sum() == 1 and (kinds[0] == v.CORRUPT).sum() == 0
    assert ((kinds[1:] == v.CORRUPT).sum(axis=1) == 1).all()
    assert p.t.tile_kind[p.g.tile[0]] == v.CORRUPT


def test_the_enemy_deck_is_level_1_and_the_reserve_rises_to_level_4_210() -> None:
    p = begun(4, 1)
    levels = p.t.foe_level
    assert levels[p.g.enemy_deck[: p.g.enemy_left]].tolist() == [1] * 4
    assert levels[p.g.reserve[: p.g.reserve_left]].tolist() == [4] * 4 + [3] * 4 + [2] * 4


@pytest.mark.parametrize(
    ("difficulty", "least", "most"),
    [("casual", (2, 0, 0), (4, 2, 0)), ("hardened", (0, 0, 0), (2, 2, 2)), ("heroic", (0, 0, 2), (0, 2, 4))],
)
def test_signals_are_those_of_the_difficulty_198_1101(
    difficulty: str, least: tuple[int, ...], most: tuple[int, ...]
) -> None:
    for seed in range(20):
        p = Position(seed, players=4, difficulty=difficulty)
        cards = p.g.signal[: p.t.keys].tolist()
        assert len(set(cards)) == 4
        counts = [p.t.signal_level[cards].tolist().count(level) for level in range(3)]
        assert all(low <= count <= high for low, count, high in zip(least, counts, most, strict=True))


def test_each_ship_begins_with_what_its_mat_shows_234_244() -> None:
    p = Position()
    assert p.g.health[:4].tolist() == [p.content.ships[mat].health for mat in p.g.mat[:4]]
    assert p.g.energy.tolist() == p.g.ready.tolist() == p.g.scraps.tolist() == [1] * 4
    assert p.g.mod[:, 0].tolist() == [1] * 4 and not p.g.mod[:, 1:].any()
    assert p.g.captain.tolist() == [0, 1, 2, 3]


def test_two_captains_have_two_ships_each_or_one_and_two_1093() -> None:
    assert Position(players=2).g.captain[:4].tolist() == [0, 1, 0, 1]
    assert Position(players=2, ships=3).g.captain[:3].tolist() == [0, 1, 0]


@pytest.mark.parametrize("ships", SHIPS)
def test_the_marker_stands_on_the_first_space_and_a_random_avatar_on_each_box_196(ships: int) -> None:
    met = set()
    for seed in range(12):
        p = begun(ships, seed)
        boxes = p.g.box_avatar[: p.t.boxes].tolist()
        assert p.g.corruption == 1 and len(set(boxes)) == ships - 1
        assert (p.g.foe_slot == -1).all()
        met.add(tuple(boxes))
    assert {avatar for boxes in met for avatar in boxes} == set(range(4))
    assert len(met) > 6


@pytest.mark.parametrize("ships", SHIPS)
def test_every_signal_lies_face_down_with_a_key_198(ships: int) -> None:
    p = begun(ships, 1)
    assert p.t.keys == ships
    assert not p.g.signal_state.any() and not p.g.key_state.any()
    assert (p.g.signal[: p.t.keys] >= 0).all()


def test_all_cards_are_in_their_shuffled_decks_222() -> None:
    p, q = begun(4, 1), begun(4, 2)
    counts = {"exploration": 20, "ally": 4, "module": 24, "precursor": 8, "damaged": 16}
    for deck, cards in counts.items():
        assert p.g[f"{deck}_left"] == cards
        one, other = (game.g[f"{deck}_deck"][:cards].tolist() for game in (p, q))
        assert sorted(one) == sorted(other)
        assert one != other or deck == "ally"
    assert np.unique(p.g.module_deck[:24], return_counts=True)[1].tolist() == [2] * 12
    assert np.unique(p.g.damaged_deck[:16], return_counts=True)[1].tolist() == [2] * 8


def fresh(**config: object) -> Position:
    """A new game and its first decision."""
    p = Position()
    p.prepare({"players": 4, **config})
    p._play(RESET, 1)
    return p


def test_captains_choose_ships_that_nobody_has_236() -> None:
    p = fresh(mats="chosen")
    for ship in range(4):
        assert (p.decision, p.asked, len(p.legal("mat"))) == ("mat", ship, 6 - ship)
        p.do("mat", min(p.legal("mat"))[0])
        while p.decision == "mod":
            p.do("option", 0)
    assert sorted(p.g.mat[:4].tolist()) == [0, 1, 2, 3]


def test_ships_can_be_dealt_ours() -> None:
    p = fresh(mats="dealt")
    assert p.decision == "mod"
    for _ in range(4):
        p.do("option", 0)
    assert len(set(p.g.mat[:4].tolist())) == 4 and p.g.alive[:4].all()


def test_the_first_mod_offers_two_effects_and_the_others_wait_238_790() -> None:
    p = fresh(mats=FIRST_TEAM)
    assert (p.decision, p.asked, p.legal()) == ("mod", 0, {("option", 0), ("option", 1)})
    p.do("option", 1)
    assert p.g.mod[0].tolist() == [2, 0, 0, 0, 0, 0]


def test_without_the_systems_with_a_dot_three_ships_have_five_piles_1085_1089() -> None:
    four, three = begun(4, 1), begun(3, 1)
    dots = {i for i, tile in enumerate(three.content.tiles) if tile.dot}
    assert len(dots) == 5
    stack = set(three.g.tiles[: three.g.tiles_left].tolist()) | {int(three.g.tile[0])}
    assert not stack & dots and len(stack) == 26
    assert (four.t.piles, three.t.piles) == (6, 5)


def test_most_enemies_of_level_4_stay_out_with_three_ships_1083() -> None:
    t = begun(3, 1).t
    assert t.enemy_deck + t.boxes * t.box_enemies == 12  # of 16, the rest of the reserve is of level 4
    four = begun(4, 1).t
    assert four.enemy_deck + four.boxes * four.box_enemies == 16


def test_all_ships_begin_in_the_starting_system_242_270() -> None:
    p = begun(4, 3)
    assert p.g.systems == 1 and not p.g.slot[:4].any()
    assert p.t.tile_kind[p.g.tile[0]] == v.CORRUPT and p.g.rift[0] == 1
