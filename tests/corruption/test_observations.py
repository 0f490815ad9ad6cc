"""Observations of X-ODUS are complete, show nothing that is hidden, and tell every seat the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env.corruption import capacity as c
from exodus_env.corruption import core
from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.encoding.blocks import systems
from exodus_env.corruption.record import FIELDS, new_games
from exodus_env.corruption.rules import choices, frames, words
from exodus_env.corruption.rules.frame_declarations import FRAMES
from exodus_env.corruption.rules.systems import is_open
from exodus_env.corruption.ruleset import Corruption, corruption
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.flow import FIRST_COLUMN, KIND
from tests.corruption.position import Position, write_frame
from tests.corruption.test_equipment_in_fights import against, team
from tests.corruption.test_rolls import fleet, roll
from tests.corruption.test_trade import scene as trading

GAMES = ({"difficulty": "casual"}, {"players": 2, "ships": 3, "order": "volunteer", "mats": "dealt"})
TRIES = 8  # positions for each field
PUBLIC = [name for name, _, _, who, _ in FIELDS if who == "public"]

# What need not be seen, and why.
EXCEPTIONS = {
    "over": "nobody decides any more",
    "outcome": "nobody decides any more",
    "actor": "the captain of the ship that is asked; where none is, ships are counted from the seat",
    "focus_hex": "the frame that asks tells the same",
    "fleet": "which ships have the same number is seen, as a test of its own says",
    "turned": "the lanes are seen",
    "tile": "what is printed, and which tiles lie, is seen",
    "place": "the systems are seen where they lie",
    "systems": "how long lists are that are seen",
    "markers": "derived, and seen beside Health",
}


@cache
def scenes(number: int) -> tuple[Corruption, Any]:
    """Positions that random play reaches, one of every eleven."""
    rules = corruption(CorruptionConfig(**GAMES[number]))
    found: list[Any] = []
    for seed in range(4):
        env = GameEnv(rules)
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        steps = 0
        while env.game[0].over == 0:
            if steps % 11 == 0 or env.game[0].decision not in {int(game.decision) for game in found}:
                found.append(env.game[0].copy())
            env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))  # type: ignore[index]
            steps += 1
    games = new_games(len(found))
    for i, game in enumerate(found):
        games[i] = game
    return rules, games


def seen(rules: Corruption, games: Any, i: int, viewer: int = 0) -> Any:
    row = np.zeros((1, rules.observations.size), np.float32)
    core.ENTRIES.observe_as(games[i : i + 1], 0, rules.tables, viewer, row)
    return row[0]


# Which items of a field mean something -------------------------------------------------------------------------------

Where = Callable[[Corruption, Any], Any]


def on_map(rules: Corruption, g: Any) -> Any:
    return np.arange(c.TILES) < g.systems


def lanes_to_nobody(rules: Corruption, g: Any) -> Any:
    """Sides of systems with a lane that leads to no other: there it is seen whether something lies beside."""
    found = np.zeros((c.TILES, c.SIDES), bool)
    for slot in range(g.systems):
        for side in range(c.SIDES):
            found[slot, side] = is_open(rules.t, int(g.tile[slot]), int(g.turned[slot]), side)
    return found


def foes(rules: Corruption, g: Any) -> Any:
    return g.foe_slot >= 0


def keys(rules: Corruption, g: Any) -> Any:
    return np.arange(c.KEYS) < rules.t.keys


def ships(rules: Corruption, g: Any) -> Any:
    return (np.arange(c.SHIPS) < rules.t.ships) & (g.mat >= 0)


def of_ships(rules: Corruption, g: Any) -> Any:
    return np.arange(c.SHIPS) < rules.t.ships


def met(rules: Corruption, g: Any) -> Any:
    there = np.zeros((c.ALLIES, c.DISPLAY), bool)
    there[g.ally[: g.systems][g.ally[: g.systems] > 0] - 1] = True
    return there


WHERE: dict[str, Where] = {
    **dict.fromkeys(("exploration", "pacified", "gate", "rift", "ally"), on_map),
    "beside": lambda rules, g: np.repeat(on_map(rules, g)[:, None], c.SIDES, axis=1),
    "around": lanes_to_nobody,
    **dict.fromkeys(("foe_health", "foe_roused"), foes),
    **dict.fromkeys(("key_state", "key_slot", "key_ship", "moved_key", "signal_state"), keys),
    "signal_markers": lambda rules, g: keys(rules, g) & (g.signal_state > 0),
    "display": met,
    "energy_saved": ships,
    "probes": ships,
    "waiting": lambda rules, g: np.arange(c.SHIPS) == g.asked * (g.decision == choices.D_REPLACE),
}
FREE = ("focus_player", "focus_card")


def meaningful(rules: Corruption, g: Any, name: str) -> Any:
    """The items of a field that could be something else."""
    shape = np.shape(g[name])
    if name in WHERE:
        return np.broadcast_to(WHERE[name](rules, g), shape)
    if name in FREE:
        return np.array(g[name] >= 0)
    if shape[:1] == (c.SHIPS,) and name != "display":
        there = of_ships(rules, g) if name in ("captain", "alive", "slot", "fleet", "mat") else ships(rules, g)
        return np.broadcast_to(there.reshape(-1, *(1,) * (len(shape) - 1)), shape)
    return np.ones(shape, bool)


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: str(GAMES[number]))
@pytest.mark.parametrize("name", [name for name in PUBLIC if name not in EXCEPTIONS])
def test_every_public_fact_is_seen(number: int, name: str) -> None:
    rules, games = scenes(number)
    rng = np.random.default_rng(sum(name.encode()))
    changed = 0
    for i in rng.permutation(len(games))[:TRIES]:
        items = np.argwhere(meaningful(rules, games[i], name))
        if len(items) == 0:
            continue
        item = tuple(items[rng.integers(len(items))])
        values = {int(games[other][name][item]) for other in range(len(games))} - {int(games[i][name][item])}
        values = {value for value in values if fits(rules, games[i], name, value)}
        if name == "around":  # what lies beside is seen by its place
            values = {value for value in values if (value < 0) != (games[i][name][item] < 0)}
        if not values:
            continue
        before = seen(rules, games, i)
        was = int(games[i][name][item])
        value = int(rng.choice(sorted(values)))
        try:
            put(games, i, name, item, value)
            assert not np.array_equal(before, seen(rules, games, i)), f"{name}{list(item)}: {was} looks like {value}"
        finally:
            put(games, i, name, item, was)
        changed += 1
    if changed == 0:
        pytest.skip("play never changes it")


def put(games: Any, i: int, name: str, item: tuple[int, ...], value: int) -> None:
    if item:
        games[name][i][item] = value
    else:
        games[name][i] = value


def fits(rules: Corruption, g: Any, name: str, value: int) -> bool:
    """Whether a value of another position can stand in this one."""
    if name in ("slot", "foe_slot", "beside", "key_slot"):
        return value < g.systems
    if name == "mat":
        return value >= 0
    if name in FREE:
        return value >= 0 and (name != "focus_card" or g.decision == choices.D_REPLACE)
    if name == "asked":
        return 0 <= value < rules.t.ships and g.mat[value] >= 0
    if name == "boxes_open":
        return value <= rules.t.boxes
    return True


def test_who_belongs_together_is_seen() -> None:
    rules, games = scenes(0)
    for i in range(0, len(games), 20):
        g, before = games[i], seen(rules, games, i)
        numbers = g.fleet.copy()
        for ship in range(1, int(rules.t.ships)):
            g.fleet[:] = numbers
            together = g.fleet[ship] == g.fleet[0]
            g.fleet[ship] = 99 if together else g.fleet[0]
            assert not np.array_equal(before, seen(rules, games, i))
        g.fleet[:] = numbers


# Frames ---------------------------------------------------------------------------------------------------------------

# Columns that need not be seen, and why.
UNSEEN_COLUMNS = {
    "setting up ship": "the ship that is asked",
    "combat ability": "scratch of a step",
    "avatars place": "ships that have rolled: the roll shows whose turn it is",
    "end phase key": "nobody is asked in the End phase",
}


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: str(GAMES[number]))
def test_every_column_of_what_is_under_way_is_seen(number: int) -> None:
    rules, games = scenes(number)
    blind = set()
    for i in range(len(games)):
        g = games[i]
        before = seen(rules, games, i)
        kinds = [int(kind) for kind in g.stack[: g.depth, KIND]]
        for depth, kind in enumerate(kinds):
            if kind in kinds[depth + 1 :] and kind != frames.WINDOW:
                continue  # of several effects the first and the last are seen: another test
            for place, column in enumerate(FRAMES[kind].columns, start=FIRST_COLUMN):
                was = int(g.stack[depth, place])
                most = 3 if not isinstance(column.most, int) else column.most
                other = was - 1 if was > 0 else min(1, most)
                if other == was or f"{FRAMES[kind].name} {column.name}" in UNSEEN_COLUMNS:
                    continue
                if kind == frames.ROLL and column.name in ("symbol", "count"):
                    continue  # seen in a Skill Roll alone
                if column.name == "row" and np.array_equal(*rules.t.row[[was, other]]):
                    continue
                if column.name == "row" and not g.stack[depth, frames.EFFECTS_ROWS]:
                    continue
                if kind == frames.EXPLORATION and column.name == "ship":
                    continue  # counts while an option is resolved
                g.stack[depth, place] = other
                if np.array_equal(before, seen(rules, games, i)):
                    blind.add(f"{FRAMES[kind].name} {column.name}")
                g.stack[depth, place] = was
    assert blind == set()


NESTED: tuple[tuple[int, dict[str, int]], ...] = (
    (frames.WINDOW, {"kind": 1, "passed": 1}),  # led by whoever leads the active Fleet
    (frames.EFFECTS, {"row": 0, "rows": 2, "ship": 1, "source": 1, "left": 2, "place": 1}),
    (frames.ROLL, {"kind": 9, "ship": 0, "symbol": 0, "count": 2}),
    (frames.WINDOW, {"kind": 9, "lead": 0, "passed": 1}),
    (frames.EFFECTS, {"row": 3, "rows": 1, "ship": 0, "left": 1}),
)


def test_what_lies_below_a_window_and_an_effect_is_seen() -> None:
    rules, games = scenes(0)
    i = next(i for i in range(len(games)) if games[i].decision == choices.D_MENU)
    game = games[i : i + 1].copy()
    g = game[0]
    bottom = int(g.depth)
    for depth, (kind, columns) in enumerate(NESTED, start=bottom):
        write_frame(g.stack[depth], kind, 0, **columns)
    g.depth = bottom + len(NESTED)
    before, looks = seen(rules, game, 0), set()
    for depth, (kind, columns) in enumerate(NESTED, start=bottom):
        for name, was in columns.items():
            column = FRAMES[kind].column(name)
            for value in range(4):
                if value == was or (name == "kind" and kind == frames.ROLL) or (name == "rows" and value == 0):
                    continue
                g.stack[depth, column] = value
                look = seen(rules, game, 0)
                assert not np.array_equal(before, look), f"{FRAMES[kind].name} {name}: {was} looks like {value}"
                looks.add(look.tobytes())
                g.stack[depth, column] = was
    changed = sum(3 - (name == "rows") for _, columns in NESTED for name in columns) - 3
    assert len(looks) >= changed - 2  # a row or two may say the same


# Rolls ----------------------------------------------------------------------------------------------------------------

Told = dict[str, float]


def told(p: Position, block: str, *place: int) -> Told:
    """What the actor sees in a block by the names of features, in units; absent are those that are 0."""
    row = np.zeros((1, p.rules.observations.size), np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, int(p.g.actor), row)
    features = next(b for b in p.rules.observations.blocks if b.name == block).listed
    values = p.rules.observations.views(row[0])[block][place]
    return {f.name: round(float(value) * f.unit, 4) for f, value in zip(features, values, strict=True) if value}


def part(of: Told, *names: str) -> tuple[float, ...]:
    return tuple(of.get(name, 0.0) for name in names)


ROLL = ("roll_detection", "roll_skill", "roll_damage", "roll_hit", "roll_special", "roll_count", "roll_found")


@pytest.mark.uncompiled
def test_a_detection_roll_tells_how_many_misses_give_the_fleet_away() -> None:
    p = fleet(team("pirate_ship", "warship").mod(0, 1, 1), 0, 1)
    roll(p.refresh(), words.W_DETECTION, (0, "hm"), (1, "mh"))
    assert p.decision == "window"
    assert part(told(p, "pending"), *ROLL, "window_detection") == (1, 0, 0, 0, 0, 1, 2, 1)
    assert part(told(p, "ship", 0), "rolls", "opens", "loses") == (1, 1, 0)
    assert told(p, "dice", 0, 0) == {"hit": 1, "yellow": 1}
    assert told(p, "dice", 1, 0) == {"miss": 1, "red": 1}
    p.do("use_mod", 0)
    assert p.decision == "target"
    assert part(told(p, "row"), "ignore", "source_equipment", "rows") == (1, 1, 1)
    assert told(p, "row") == told(p, "first_row")
    assert part(told(p, "pending"), *ROLL) == (1, 0, 0, 0, 0, 1, 2)
    assert part(told(p, "ship", 0), "acts", "began") == (1, 1)
    p.do("ship", 1)
    assert p.decision == "die"
    assert part(told(p, "ship", 1), "chosen", "rolls") == (1, 0)


@pytest.mark.uncompiled
def test_a_skill_roll_tells_what_it_asks_for_and_has() -> None:
    p = team("proto_ship").mod(0, 3, 1).refresh()
    roll(p, words.W_SKILL, (0, "hm"), symbol=v.HIT, count=2)
    assert part(told(p, "pending"), *ROLL) == (0, 1, 0, 1, 0, 2, 1)
    p = team("proto_ship").mod(0, 3, 1).refresh()
    roll(p, words.W_SKILL, (0, "hs"), symbol=v.SPECIAL, count=2)
    assert part(told(p, "pending"), *ROLL) == (0, 1, 0, 0, 1, 2, 1)


@pytest.mark.uncompiled
def test_a_damage_roll_tells_the_health_it_takes() -> None:
    p = team("warship").equip(0, "crash_foam").refresh()
    roll(p, words.W_DAMAGE, (0, "mm"))
    assert part(told(p, "pending"), *ROLL) == (0, 0, 1, 0, 0, 0, 2)
    assert told(p, "ship", 0)["loses"] == p.t.damage_health[1]


@pytest.mark.uncompiled
def test_an_attack_tells_hits_shields_and_what_comes_back() -> None:
    p = against(team("battlecruiser", "warship").mod(0, 3, 0), "watch_frigate", members=(1,))
    p.roll((0, "ms"), (1, "mm")).do("offense").do("offense")
    assert p.decision == "window"
    shields = float(p.t.foe_shield[p.index("enemies", "watch_frigate")])
    assert part(told(p, "pending"), "window_retaliation", "hits", "shields") == (1, 0, shields)
    assert [told(p, "ship", ship).get("loses", 0) for ship in range(2)] == [1, 2]
    p = against(team("warship").mod(0, 1, 0), "watch_frigate")
    p.roll((0, "hm")).do("offense")
    assert part(told(p, "pending"), "window_after_attack", "hits") == (1, 1)


@pytest.mark.uncompiled
def test_a_trade_tells_what_is_bought_and_owed() -> None:
    p = trading(players=2, members=(1,)).ally("engineer", "crash_foam")
    p.turn_of(0, 1).do("trade")
    assert p.decision == "buy"
    p.do("buy", 0)
    assert p.decision == "buyer"
    assert part(told(p, "pending"), "item_1") == (1,)


# Hidden, and the same for all -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: str(GAMES[number]))
def test_what_is_hidden_is_not_seen(number: int) -> None:
    rules, games = scenes(number)
    seats = rules.config.players
    for i in range(0, len(games), 3):
        world = games[i : i + 1].copy()
        core.ENTRIES.redeal_as(world, rules.tables, np.zeros(1, np.int64), np.array([7 + i]))
        for viewer in range(seats):
            assert np.array_equal(seen(rules, games, i, viewer), seen(rules, world, 0, viewer))
        assert rules.describe(games[i], 0) == rules.describe(world[0], 0)
        mask = np.zeros(rules.actions.size, np.int8)
        assert rules.render(games[i], mask, 0) == rules.render(world[0], mask, 0)
        assert rules.fragments(games[i], 0) == rules.fragments(world[0], 0)


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: str(GAMES[number]))
def test_seats_see_the_same_except_whose_ships_are_theirs(number: int) -> None:
    rules, games = scenes(number)
    for i in range(0, len(games), 4):
        first = rules.observations.views(seen(rules, games, i, 0))
        for viewer in range(1, rules.config.players):
            other = rules.observations.views(seen(rules, games, i, viewer))
            for name, block in first.items():
                if name == "captain":
                    assert np.array_equal(np.roll(block, -viewer, axis=1), other[name])
                else:
                    assert np.array_equal(block, other[name]), name


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: str(GAMES[number]))
def test_numbers_stay_within_their_bounds(number: int) -> None:
    rules, games = scenes(number)
    low, high = rules.observations.bounds()
    for i in range(len(games)):
        row = seen(rules, games, i)
        wrong = np.flatnonzero((row < low) | (row > high) | ~np.isfinite(row))
        assert not len(wrong), [block.name for block in rules.observations.blocks if block.start <= wrong[0]][-1]


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: str(GAMES[number]))
def test_the_block_on_top_of_the_stack_is_told(number: int) -> None:
    """Lines 254-270: each block of five holds one Corrupt system, the lowest the Main Rift; what is left is known."""
    rules, games = scenes(number)
    labels = [feature.name for feature in next(b for b in rules.observations.blocks if b.name == "course").listed]
    for i in range(len(games)):
        g = games[i]
        if g.tiles_left == 0:
            continue
        course = dict(zip(labels, rules.observations.views(seen(rules, games, i))["course"].tolist(), strict=True))
        top = g.tiles[(int(g.tiles_left) - 1) // 5 * 5 : int(g.tiles_left)]
        kinds = [v.TILE_KINDS[rules.t.tile_kind[tile]] for tile in top]
        assert course["block"] == pytest.approx(len(top) / 5)
        assert course["corrupt"] == ("corrupt" in kinds)
        assert course["rift"] == ("rift" in kinds)


def test_the_map_has_room_for_every_tile_in_the_game() -> None:
    for ships_in_play, players in ((3, 1), (4, 2)):
        rules = corruption(CorruptionConfig(players=players, ships=ships_in_play))
        spare = 1 if ships_in_play == 3 else 0
        assert systems(rules.t) <= int(rules.t.tile_used.sum()) <= systems(rules.t) + spare


PAGE = Path(__file__).parents[2] / "docs" / "environments" / "corruption_v0.md"


def test_the_page_of_the_environment_tells_its_sizes() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(players=.*?)` \| ([\d,]+) \| ([\d,]+) \|$", page, re.MULTILINE)
    assert len(rows) == 5
    for settings, actions, observation in rows:
        values = dict(setting.split("=") for setting in settings.split(", "))
        rules = corruption(CorruptionConfig(**{name: int(value) for name, value in values.items()}))
        assert (f"{rules.actions.size:,}", f"{rules.observations.size:,}") == (actions, observation), settings
    assert f"`Box` of {rules.observations.size:,} float32" in page
