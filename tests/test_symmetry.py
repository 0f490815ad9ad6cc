"""Renaming the players renames everything: one policy can play every seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import capacity as c
from exodus_env.exodus import core
from exodus_env.exodus.config import MAPS, MOVEMENTS, PLAYER_COUNTS, GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.turning import is_exact
from exodus_env.exodus.record import FIELDS, new_games
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.choices import D_FIRE, DECISIONS
from exodus_env.exodus.rules.frame_declarations import FRAMES
from exodus_env.exodus.rules.stages import action_stage
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.batch import LOOK, RESET, no_ends
from exodus_env.kit.flow import KIND, STEP
from exodus_env.kit.kernel import COMPILED
from tests.module_scenes import SCENES, TEN, config_of, scenes
from tests.position import Position
from tests.test_random_play import SCENARIO_POLICIES, prepare, quick

BY_PLAYER = [name for name, _, shape, _, _ in FIELDS if shape[:1] == (6,) and name not in ("order", "market", "stack")]
NINE = TEN - {"M6"}  # the Stronghold is where Proxima Centauri would be
NAMES: dict[Any, str] = {TEN: "ten", NINE: "nine"}
PLAYER_VALUES = ("order", "market", "rocket_owner", "resistance_owner", "actor", "focus_player", "bounty")
TURNED = ("turned_hex", "turned_direction", "turned_edge", "turned_action", "printed_action")
# Frames of a player; COMBAT and EFFECTS are handled by name below.
PLAYER_ARGUMENT = (
    *(frames.PERFORM, frames.LEARN_FREE, frames.BUILD_FREE, frames.EQUIP_FREE, frames.WINDOW, frames.CONVERSION),
    *(frames.DISCARD, frames.FORTIFY, frames.ARM, frames.SETTLE, frames.REARRANGE, frames.INTERRUPTED),
)
# Where frames keep a bit for each player, and perhaps others above them.
PLAYER_BITS = {
    frames.EFFECTS: frames.EFFECTS_CONCERNED,
    frames.EXPLORATION: frames.EXPLORATION_VISITORS,
    frames.OUTPOSTS: frames.OUTPOSTS_ATTACKERS,
    frames.COMBAT: frames.COMBAT_PLAYERS,
}


def rotated(values: Any, players: int) -> Any:
    """Player numbers one seat on; what is no player stays."""
    values = np.asarray(values)
    return np.where((values >= 0) & (values < players), (values + 1) % players, values)


def rotate_game(games: np.ndarray, players: int) -> np.ndarray:
    """The same position with every player one seat on."""
    turned = games.copy()
    g, old = turned[0], games[0]
    order = [(p - 1) % players for p in range(players)]
    for name in BY_PLAYER:
        g[name][:players] = old[name][order]
    g.population[:, :players] = old.population[:, order]
    for name in ("rolled", "combat_shown", "edge"):  # the Centaurians come last
        g[name][:players] = old[name][order]
    g.planetary[:] = rotated(old.planetary - 1, players) + 1
    g.lasting[:, 1] = rotated(old.lasting[:, 1], players)
    for name in PLAYER_VALUES:
        g[name] = rotated(old[name], players)
    for i in range(old.depth):
        rotate_frame(g.stack[i], players)
    g.log[:] = 0
    g.log_count = 0
    return turned


def rotate_frame(frame: np.ndarray, players: int) -> None:
    if frame[KIND] in PLAYER_ARGUMENT:
        column = FRAMES[frame[KIND]].column("player")
        frame[column] = rotated(frame[column], players)
        if frame[KIND] == frames.INTERRUPTED:
            frame[frames.INTERRUPTED_OTHER] = rotated(frame[frames.INTERRUPTED_OTHER], players)
    elif frame[KIND] == frames.COMBAT:
        frame[frames.COMBAT_LONE] = rotated(frame[frames.COMBAT_LONE], players)
        rotate_bits(frame, frames.COMBAT_RESOLVED, players)
    elif frame[KIND] == frames.EFFECTS:
        frame[frames.EFFECTS_OWNER] = rotated(frame[frames.EFFECTS_OWNER], players)
        frame[frames.EFFECTS_NAMED] = rotated(frame[frames.EFFECTS_NAMED] - 1, players) + 1
        frame[frames.EFFECTS_ONLY] = rotated(frame[frames.EFFECTS_ONLY] - 1, players) + 1
    elif frame[KIND] == frames.COUNCIL:
        frame[frames.COUNCIL_CHOOSER] = rotated(frame[frames.COUNCIL_CHOOSER] - 1, players) + 1
    elif frame[KIND] == frames.ACTION_STAGE and frame[STEP] == action_stage.PAY:
        frame[frames.ACTION_STAGE_OWNER] = rotated(frame[frames.ACTION_STAGE_OWNER], players)
    if frame[KIND] in PLAYER_BITS:
        rotate_bits(frame, PLAYER_BITS[frame[KIND]], players)


def rotate_bits(frame: np.ndarray, column: int, players: int) -> None:
    """One bit for each player, and perhaps others above them."""
    bits = [(frame[column] >> p) & 1 for p in range(players)]
    above = frame[column] >> c.PLAYERS << c.PLAYERS
    frame[column] = above | sum(bits[(p - 1) % players] << p for p in range(players))


def rotate_tables(tables: np.ndarray, players: int) -> np.ndarray:
    """The same map with every home one seat on."""
    turned = tables.copy()
    t, old = turned[0], tables[0]
    order = [(p - 1) % players for p in range(players)]
    for name in ("home_hex", "home_planet", "start_space", "faction_seat", *TURNED):
        t[name][:players] = old[name][order]
    t.home_of[:] = rotated(old.home_of, players)
    return turned


class Game:
    """A game by itself, on tables of its own."""

    def __init__(self, rules: Any, tables: np.ndarray) -> None:
        self.rules, self.tables = rules, tables
        self.games = new_games(1)
        self.mask = np.zeros((1, rules.actions.size), np.int8)
        self.observation = np.zeros((1, rules.observations.size), np.float32)
        self.rewards = np.zeros((1, rules.config.players), np.float32)

    def play(self, action: int, seed: int = 0) -> None:
        one = [np.zeros(1, np.int64) for _ in range(2)]
        found = core.ENTRIES.play(
            self.games, self.tables, np.array([action]), np.array([seed]), self.mask, self.observation, one[0],
            self.rewards, np.zeros(1, np.int8), one[1], 0, False, *no_ends(1),
        )  # fmt: skip
        assert found == -1


def play_both(rules: Any, games: np.ndarray, decisions: int, tables: np.ndarray | None = None) -> None:
    """Random decisions from a position and from the one with every player one seat on: all stays the same."""
    players = rules.config.players
    tables = rules.tables if tables is None else tables
    first = Game(rules, tables)
    second = Game(rules, rotate_tables(tables, players))
    first.games[:] = games
    first.play(LOOK)
    second.games[:] = rotate_game(first.games, players)
    second.play(LOOK)
    rng = np.random.default_rng(2)
    for _ in range(decisions):
        if first.games[0].over:
            break
        assert np.array_equal(first.mask, second.mask)
        assert np.array_equal(first.observation, second.observation)
        assert rotate_game(first.games, players).tobytes() == _without_events(second.games).tobytes()
        action = int(rng.choice(np.flatnonzero(first.mask[0])))
        first.play(action)
        second.play(action)
    if first.games[0].over:
        assert first.rewards[0].tolist() == np.roll(second.rewards[0], -1).tolist()


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 4},
        {"players": 3, "movement": "simultaneous"},
        {"players": 6, "ship_blocking": True, "turns": 3},
        {"players": 2, "variant": "combat"},
        {"players": 5, "variant": "short", "turns": 2, "dice_variant": True},
        *({"players": n, "modules": TEN, "movement": MOVEMENTS[n % 3], "map": MAPS[n % 2]} for n in PLAYER_COUNTS[1:]),
        *({"players": 3, "modules": TEN, "movement": movement, "map": "minimal", "turns": 2} for movement in MOVEMENTS),
        {"players": 4, "modules": TEN, "random_barriers": True, "free_leaders": True, "ship_blocking": True},
        {"players": 2, "modules": TEN, "variant": "combat"},
        *({"players": n, "scenario": "stronghold"} for n in PLAYER_COUNTS[1:]),
        {"players": 3, "scenario": "stronghold", "mode": "semi_coop", "movement": "simultaneous"},
        {"players": 1, "scenario": "stronghold", "mode": "solo"},
        *({"players": n, "scenario": "stronghold", "modules": NINE} for n in (2, 4)),
        {"players": 3, "scenario": "stronghold", "mode": "semi_coop", "modules": NINE},
        *({"players": n, "scenario": "event_horizon", "modules": modules} for n, modules in ((2, ()), (3, TEN))),
        *({"players": n, "edge_of_extinction": True, "movement": MOVEMENTS[n % 3]} for n in PLAYER_COUNTS[1:]),
        *({"players": n, "edge_of_extinction": True, "modules": TEN, "factions": "chosen"} for n in (3, 4)),
        {"players": 2, "edge_of_extinction": True, "factions": ("titan", "solaris"), "length": "extended"},
        {"players": 3, "edge_of_extinction": True, "scenario": "event_horizon"},
        *({"players": n, "edge_of_extinction": True, "scenario": "stronghold", "modules": NINE} for n in (2, 3)),
        {"players": 4, "edge_of_extinction": True, "scenario": "stronghold", "mode": "semi_coop"},
    ],
    ids=lambda settings: "-".join(NAMES.get(value, str(value)) for value in settings.values()),
)
def test_renaming_the_players_renames_the_game(settings: dict[str, Any]) -> None:
    rules = ruleset(GameConfig(**settings))
    game = Game(rules, rules.tables)
    game.play(RESET, seed=5)
    play_both(rules, game.games, 4000 if COMPILED else 120)


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_renaming_the_players_renames_a_scene(scene: str) -> None:
    """What comes late in a game, from where it begins."""
    play_both(ruleset(config_of(scene)), scenes()[scene], 4000 if COMPILED else 12)


def at_the_stronghold(seed: int, **settings: Any) -> Position:
    """The Stronghold is about to activate for the first time, and armed ships are all around it."""
    p = Position(seed, scenario="stronghold", content=quick(), ask_forced=True, turns=2, **settings)
    while p.g.stage == frames.SETUP:
        p.default()
    prepare(p, SCENARIO_POLICIES[seed % len(SCENARIO_POLICIES)], np.random.default_rng(seed))
    return p.until("action_card")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("mode", ["coop", "semi_coop"])
def test_renaming_the_players_renames_the_attack_on_the_stronghold(mode: str, seed: int) -> None:
    p = at_the_stronghold(seed, players=2 + seed % 3, mode=mode)
    play_both(p.rules, p.games, 4000 if COMPILED else 150)


@pytest.mark.parametrize("opcode", ["gain", "lose", "tribute"])
def test_renaming_the_players_renames_the_conversion_of_vp(opcode: str) -> None:
    """Who is asked first does not depend on where somebody sits."""
    for seed in range(3):
        p = at_the_stronghold(seed, players=4)
        p.g.resource[:4, :3] = 10
        row = next(i for i in range(p.t.effects) if p.t.effect[i, 0] == v.OPCODE_NAMES.index(opcode))
        tables = p.rules.tables.copy()
        tables[0].effect[row, 1:5] = (v.TARGETS.index("others"), v.VP, 2, 0)
        p.g.stack[1:] = 0
        p.g.depth = 2
        columns = [KIND, frames.EFFECTS_ROW, frames.EFFECTS_ROWS, frames.EFFECTS_OWNER]
        p.g.stack[1, columns] = frames.EFFECTS, row, 1, int(p.g.order[0])
        p.g.decision = 0
        play_both(p.rules, p.games, 40, tables)


def test_every_scene_is_renamed() -> None:
    assert set(scenes()) == SCENES


def _without_events(games: np.ndarray) -> np.ndarray:
    bare = games.copy()
    bare["log"] = 0
    bare["log_count"] = 0
    return bare


# The world turned -----------------------------------------------------------------------------------------------------

BY_HEX = [name for name, _, shape, _, _ in FIELDS if shape[:1] == (c.HEXES,)]
BY_PLAYER_AND_HEX = ("cloaked", "staying")
HEX_VALUES = (
    *("ship_hex", "rocket_target", "focus_hex", "wormhole", "no_combat", "interest", "gate", "satellite"),
    *("look", "look_second", "second_start", "exploring"),
)
# Where the frame of a pending decision keeps the hex it is about, and what is added to it.
HEX_ARGUMENTS = {
    "civilian_to": (frames.CONQUEST_SOURCE, 1),
    "march": (frames.ACTIVATION_HEX, 0),
    "jump_ship": (frames.JUMPS_SOURCE, 0),
    "commando_target": (frames.CONQUEST_RAIDED, 1),
    "debris": (frames.MOVEMENT_DEBRIS, 0),
}


def moved(values: Any, way: np.ndarray) -> Any:
    """Hexes where they come to lie; what is none stays."""
    values = np.asarray(values)
    return np.where(values >= 0, way[values], values)


def turn_game(games: np.ndarray, t: Any, seats: int) -> np.ndarray:
    """The same position with every player some seats on, and the map turned with them."""
    turned = games
    for _ in range(seats):
        turned = rotate_game(turned, int(t.players))
    way = np.argsort(t.turned_hex[seats, : t.hexes])
    directions = np.argsort(t.turned_direction[seats])
    edges = np.argsort(t.turned_edge[seats, : t.hexes * c.EDGES])
    g, old = turned[0], turned[0].copy()
    for name in BY_HEX:
        g[name][way] = old[name][: t.hexes]
    for name in BY_PLAYER_AND_HEX:
        g[name][:, way] = old[name][:, : t.hexes]
    for name in HEX_VALUES:
        g[name] = moved(old[name], way)
    g.barrier[:] = moved(old.barrier, edges)
    g.path[:] = moved(old.path - 1, directions) + 1
    frame = g.stack[g.depth - 1]
    if frame[KIND] == frames.COMBAT:
        frame[frames.COMBAT_HEX] = moved(frame[frames.COMBAT_HEX], way)
    elif g.decision == D_FIRE:
        frame[frames.WMD_ROCKET] = (
            way[frame[frames.WMD_ROCKET] // c.ROCKET_SPACES] * c.ROCKET_SPACES
            + frame[frames.WMD_ROCKET] % c.ROCKET_SPACES
        )
    elif (name := DECISIONS[g.decision][0]) in HEX_ARGUMENTS:
        column, more = HEX_ARGUMENTS[name]
        frame[column] = moved(frame[column] - more, way) + more
    return turned


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 2},
        {"players": 3, "movement": "simultaneous"},
        {"players": 4, "ship_blocking": True},
        {"players": 6, "turns": 2},
        *({"players": n, "modules": TEN, "movement": MOVEMENTS[n % 3]} for n in (2, 3)),
        {"players": 2, "scenario": "stronghold"},
        {"players": 3, "scenario": "event_horizon"},
        *({"players": n, "edge_of_extinction": True, "movement": MOVEMENTS[n % 3]} for n in (2, 3)),
        {"players": 2, "edge_of_extinction": True, "modules": TEN},
    ],
    ids=lambda settings: "-".join(NAMES.get(value, str(value)) for value in settings.values()),
)
def test_turning_the_world_turns_nothing_in_observation_and_mask(settings: dict[str, Any]) -> None:
    rules = ruleset(GameConfig(**settings))
    t = rules.t
    seats = next(seat for seat in range(1, rules.config.players) if is_exact(t, seat))
    first, second = Game(rules, rules.tables), Game(rules, rules.tables)
    first.play(RESET, seed=11)
    rng = np.random.default_rng(3)
    for _ in range(3000 if COMPILED else 100):
        if first.games[0].over:
            break
        second.games[:] = turn_game(first.games, t, seats)
        second.play(LOOK)
        assert np.array_equal(first.mask, second.mask), DECISIONS[first.games[0].decision][0]
        wrong = np.flatnonzero(first.observation[0] != second.observation[0])
        assert not len(wrong), [b.name for b in rules.observations.blocks if b.start <= wrong[0] < b.start + b.size]
        first.play(int(rng.choice(np.flatnonzero(first.mask[0]))))


@pytest.mark.parametrize("players", PLAYER_COUNTS[1:])
@pytest.mark.parametrize("layout", MAPS)
def test_every_home_numbers_the_map(layout: str, players: int) -> None:
    """Every hex, direction, border and action has one number before each player, and one's own home the same one."""
    t = ruleset(GameConfig(players=players, map=layout)).t
    sizes = {"hex": t.hexes, "direction": c.DIRECTIONS + 1, "edge": t.hexes * c.EDGES, "action": t.actions}
    for seat in range(players):
        for name, size in sizes.items():
            assert sorted(t[f"turned_{name}"][seat, :size]) == list(range(size))
        assert t.turned_hex[seat, t.home_hex[seat]] == t.home_hex[0]
        assert t.turned_hex[seat, t.centre_hex] == t.centre_hex
        assert np.array_equal(t.turned_action[seat][t.printed_action[seat, : t.actions]], np.arange(t.actions))


def test_maps_that_look_the_same_from_every_home() -> None:
    exact = {
        (layout, players): sum(is_exact(ruleset(GameConfig(players=players, map=layout)).t, s) for s in range(players))
        for layout in MAPS
        for players in PLAYER_COUNTS[1:]
    }
    assert [exact["standard", players] for players in PLAYER_COUNTS[1:]] == [2, 3, 2, 1, 6]
    assert [exact["minimal", players] for players in PLAYER_COUNTS[1:]] == [2, 3, 2, 1, 3]
    assert [exact["large", players] for players in PLAYER_COUNTS[1:]] == [2, 3, 2, 1, 6]
