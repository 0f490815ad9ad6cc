"""Setup [190-286]."""

import pytest

from exodus_env.corruption.content import vocabulary as v
from tests.corruption.position import Position

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
