"""The observation: every number stays in its declared range, and every field tells something."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from exodus_env import exodus_v0
from exodus_env.exodus import core
from exodus_env.exodus.config import MODULES, GameConfig
from exodus_env.exodus.content.vocabulary import ACTIONS, COMBAT_EFFECT_NAMES, OPCODE_NAMES
from exodus_env.exodus.encoding.blocks import BLOCKS, CARD_ROWS
from exodus_env.exodus.encoding.places import P_RANK, P_SCORE, P_SCORE_SCALE
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.choices import D_CORRUPT
from exodus_env.exodus.rules.combat.sides import CENTAURIANS
from exodus_env.exodus.rules.scoring import score_now
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.flow import KIND
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.layout import Block
from exodus_env.kit.vector import VectorEnv
from exodus_env.presets import Preset
from tests.edge_scenes import resolving_cards
from tests.position import Position

CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4},
    {"players": 6, "map": "large"},
    {"players": 4, "variant": "combat"},
    {"players": 3, "variant": "long"},
    {"players": 3, "movement": "simultaneous"},
    {"players": 5, "variant": "short", "dice_variant": True},
]
ENDS: list[dict[str, Any]] = [  # games that count other things as well
    {"players": 6, "edge_of_extinction": True, "modules": frozenset(MODULES)},
    {"players": 3, "scenario": "stronghold", "mode": "semi_coop"},
    {"players": 4, "scenario": "event_horizon"},
]
MODULE_CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 2, "map": "minimal", "modules": frozenset(MODULES)},
    {"players": 3, "modules": frozenset({"M3", "M4", "M5", "M10"}), "movement": "simultaneous"},
    {"players": 5, "modules": frozenset({"M1", "M2", "M6", "M7", "M8", "M9"}), "random_barriers": True},
    {"players": 4, "variant": "combat", "modules": frozenset({"M3", "M4", "M6", "M10"}), "free_leaders": True},
]

SCENARIO_CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 1, "scenario": "stronghold", "mode": "solo"},
    # Hits on squadrons leave no choice: only with `ask_forced` does anybody see the combat.
    {"players": 2, "scenario": "stronghold", "difficulty": "beginner", "ask_forced": True},
    {"players": 6, "scenario": "stronghold", "difficulty": "extreme", "map": "large", "turns": 9},
    {"players": 3, "scenario": "stronghold", "mode": "semi_coop", "modules": frozenset(MODULES) - {"M6"}},
    {"players": 4, "scenario": "event_horizon", "turns": 9},
]
EXPANSION_CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 3, "edge_of_extinction": True},
    {"players": 6, "edge_of_extinction": True, "length": "extended", "factions": "chosen", "movement": "simultaneous"},
    {"players": 3, "edge_of_extinction": True, "modules": frozenset({"M4"})},
    {"players": 2, "edge_of_extinction": True, "map": "minimal", "modules": frozenset(MODULES)},
    {"players": 2, "edge_of_extinction": True, "scenario": "stronghold"},
]
EVERY_CONFIGURATION = [
    *CONFIGURATIONS,
    *MODULE_CONFIGURATIONS,
    *SCENARIO_CONFIGURATIONS,
    *EXPANSION_CONFIGURATIONS,
]

# Blocks that belong to a module; all others are there in every game.
BLOCKS_OF_MODULES = {
    "M1": {"bonus_open", "bonus_used", "executive_action"},
    "M2": {"dormant"},
    "M3": {"outposts", "outpost_cards", "outpost_gone", "outpost_left", "outpost_pile"},
    "M4": {"exploration", "looks", "entered", "bounty", "event", "events_seen", "event_left"},
    "M5": {"new_planets", "second_taken", "given_planets"},
    "M6": {"solar_wind"},
    "M7": {"gates", "jump_target"},
    "M8": {"satellites"},
    "M9": {"barriers"},
    "M10": {"leaders", "own_leaders"},
}

BLOCKS_OF_SCENARIOS = {"stronghold": {"stronghold", "squadrons", "dealt"}, "event_horizon": {"star", "heat"}}

# Blocks of Edge of Extinction stand at the end, before those of solitaire play.
NAMES_OF_BLOCKS = [block.name for block in BLOCKS]
FEATURES = {
    block.name: [feature.label for feature in block.features] for block in BLOCKS if isinstance(block.features, tuple)
}
BLOCKS_OF_SOLITAIRE = set(NAMES_OF_BLOCKS[NAMES_OF_BLOCKS.index("mission") :])
BLOCKS_OF_EXPANSION = set(NAMES_OF_BLOCKS[NAMES_OF_BLOCKS.index("pending_eoe") :]) - BLOCKS_OF_SOLITAIRE
BLOCKS_OF_BLOCKING = {"held", "staying"}


OF_EFFECTS = ("card_effects", "options", "revealed_effects")  # they share their features
OF_THE_MAP = ("solar_wind",)  # the same in every position but for a wormhole, and not in every hex


@cache
def extremes(number: int) -> tuple[np.ndarray, np.ndarray, Any]:
    """The least and greatest that actors and bystanders see over many games of a configuration with generous players.

    A number that is none shows in both.
    """
    settings = EVERY_CONFIGURATION[number]
    scenario = settings.get("scenario", "none")
    vector = Preset("exodus", scenario=(scenario,)).vector_env(16 if COMPILED else 1, seed=3, **settings)
    least, greatest = vector.observations.min(axis=0), vector.observations.max(axis=0)
    for step in range(4500 if COMPILED else 60):
        if step % 400 == 0:
            enrich(vector)
        vector.step(vector.sample_actions(step))
        if step % 3 == 0:
            for rows in (vector.observations, bystander(vector, step)):
                np.minimum(least, rows.min(axis=0), out=least)
                np.maximum(greatest, rows.max(axis=0), out=greatest)
    return least, greatest, vector.rules


def bystander(vector: Any, step: int) -> np.ndarray:
    """What a player who may not be acting sees of the first game."""
    row = np.zeros((vector.num_envs, vector.rules.observations.size), dtype=np.float32)
    vector.rules.observe_as(vector.games, 0, vector.rules.tables, step % vector.config.players, row)
    return row[:1]


def enrich(vector: Any) -> None:
    """Random play is poor: give everybody something to spend and to know, so that rare fields move."""
    players = vector.config.players
    rng = np.random.default_rng(1)
    own = vector.games["resource"][:, :players, :3]
    np.maximum(own, (60, 9, 9), out=own)  # never less: a bid may be committed
    known = vector.games["technology"][:, :players, : vector.rules.t.technologies]
    known |= rng.integers(0, 2, known.shape, dtype=known.dtype)


@pytest.mark.parametrize("number", range(len(EVERY_CONFIGURATION)))
def test_every_number_stays_in_its_range(number: int) -> None:
    least, greatest, rules = extremes(number)
    low, high = rules.observations.bounds()
    assert np.isfinite(least).all() and np.isfinite(greatest).all()
    for block in rules.observations.blocks:
        part = slice(block.start, block.start + block.size)
        assert least[part].min() >= block.low, block.name
        assert greatest[part].max() <= block.high, block.name
    assert (least >= low).all()
    assert (greatest <= high).all()


# Random players never attack the Stronghold itself, and seldom have a Dark Raider with a shield to sacrifice. Scoring
# is seen when a game is over. Some effects stand only on cards that ask nothing while they are resolved.
TOO_RARE = (
    "stage: Scoring",
    "decision: commando_target",
    "decision: strike",
    *(f"effects: {name}" for name in ("extra_action", "recall", "jettison", "colonise", "shatter", "token")),
    "own_hand: reaction half does something else",
    "stronghold: levels left / 6",
    "stronghold: combat against the Stronghold",
    "pending_eoe: damage of the Dark Raider sacrificed / 12",
)


@pytest.mark.skipif(not COMPILED, reason="needs more games than plain Python plays in a minute")
def test_every_field_varies_over_the_configurations_it_belongs_to() -> None:
    varied: dict[str, bool] = {}
    for number in range(len(EVERY_CONFIGURATION)):
        least, greatest, rules = extremes(number)
        for block in rules.observations.blocks:
            part = slice(block.start, block.start + block.size)
            for name, moved in fields(block, least[part].reshape(block.shape), greatest[part].reshape(block.shape)):
                varied[name] = varied.get(name, False) or moved
    assert [name for name, moved in varied.items() if not moved and name not in TOO_RARE] == []


def fields(block: Block, least: np.ndarray, greatest: np.ndarray) -> list[tuple[str, bool]]:
    """Which fields of a block took more than one value: each feature, or the block as a whole."""
    if block.name in OF_THE_MAP:
        return [(block.name, bool(least.min() < greatest.max()))]
    if not block.features:
        return [(block.name, bool((least < greatest).any()))]
    named = "effects" if block.name in OF_EFFECTS else block.name
    return [
        (f"{named}: {name}", bool(least[..., i].min() < greatest[..., i].max()))
        for i, name in enumerate(block.features)
    ]


def test_the_layout_tiles_the_vector_and_follows_the_configuration() -> None:
    hashes = set()
    for settings in EVERY_CONFIGURATION:
        layout = ruleset(GameConfig(**settings)).observations
        start = 0
        for block in layout.blocks:
            assert block.start == start
            start += block.size
        assert start == layout.size
        hashes.add(layout.hash)
    assert len(hashes) == len(EVERY_CONFIGURATION)
    assert ruleset(GameConfig()).observations.hash == ruleset(GameConfig(dice_variant=True)).observations.hash


def names_of_blocks(*modules: str) -> set[str]:
    """The blocks of a game with modules."""
    config = GameConfig(players=2, movement="simultaneous", modules=frozenset(modules))
    return {block.name for block in ruleset(config).observations.blocks}


def test_blocks_come_with_their_module_and_not_without() -> None:
    elsewhere = set().union(*BLOCKS_OF_SCENARIOS.values(), BLOCKS_OF_EXPANSION, BLOCKS_OF_SOLITAIRE, BLOCKS_OF_BLOCKING)
    every = set(NAMES_OF_BLOCKS) - elsewhere
    of_modules = set().union(*BLOCKS_OF_MODULES.values())
    assert set(BLOCKS_OF_MODULES) == set(MODULES) and of_modules < every
    assert names_of_blocks() == every - of_modules
    assert names_of_blocks(*MODULES) == every
    for module, own in BLOCKS_OF_MODULES.items():
        assert names_of_blocks(module) == every - of_modules | own
        assert names_of_blocks(*(name for name in MODULES if name != module)) == every - own


def test_blocks_come_with_their_scenario_and_not_without() -> None:
    without = {block.name for block in ruleset(GameConfig(players=2, modules=frozenset(MODULES))).observations.blocks}
    for scenario, own in BLOCKS_OF_SCENARIOS.items():
        assert not own & without
        for mode in ("coop", "semi_coop") if scenario == "stronghold" else (None,):
            config = GameConfig(players=2, scenario=scenario, mode=mode)
            blocks = {block.name for block in ruleset(config).observations.blocks}
            assert own <= blocks
            assert blocks - own <= without


def test_blocks_come_with_the_expansion_and_not_without() -> None:
    for modules in (frozenset(), frozenset({"M4"})):
        config = GameConfig(players=2, modules=modules)
        without = {block.name for block in ruleset(config).observations.blocks}
        expanded = ruleset(config.changed(edge_of_extinction=True)).observations
        assert {block.name for block in expanded.blocks} == without | BLOCKS_OF_EXPANSION


def test_blocks_come_with_solitaire_play() -> None:
    for scenario, eoe in (("secure_the_borders", False), ("edge_of_the_void", True)):
        blocks = {block.name for block in ruleset(GameConfig(players=1, scenario=scenario)).observations.blocks}
        bought = set() if eoe else {"office"}
        assert BLOCKS_OF_SOLITAIRE - bought <= blocks and not bought & blocks
        assert ("pending_eoe" in blocks) == eoe and "bonus" not in blocks


def test_a_mission_is_seen() -> None:
    p = Position(1, players=1, scenario="edge_of_the_void", factions=("titan",))
    g, t = p.g, p.t
    g.turn, g.office = 3, 4
    g.population[: t.hexes, 0] = 0
    g.resource[0, :3] = (5, 1, 9)
    g.resistance_ships[:] = 0
    g.resistance_ships[3] = (2, 0, 1)
    seen = seen_by(p, 0)
    planets = int((g.planet[: t.hexes] >= 0).sum())
    goals = [[int(number) for number in row] for row in t.victory]
    for row, goal in enumerate(goals):
        needs = (goal[0] + 1 - 3, planets - goal[1], goal[2] - 5, goal[3] - 1, goal[4] - 9, 3 - goal[5])
        scaled = [min(2, max(0, need) / scale) for need, scale in zip(needs, (9, 12, 30, 10, 10, 12), strict=True)]
        assert np.allclose(seen["mission"][0][6 * row : 6 * row + 6], scaled)
    prices = [3 * int(price) / 30 for price in t.choice_price[1:]]
    entering = [int(ships) / 4 for ships in t.npc_ships[3]]
    assert np.allclose(seen["mission"][0][12:], [*prices, *entering, float(t.npc_rocket[3] > 0)])
    assert cells(seen["office"]) == {(4,): 1}
    assert cells(seen["resistance_ships"]) == {(3, 0): 0.6667, (3, 2): 0.3333}


def test_what_cannot_come_up_takes_no_room() -> None:
    blocks = [
        {block.name: block for block in ruleset(GameConfig(edge_of_extinction=eoe)).observations.blocks}
        for eoe in (False, True)
    ]
    assert set(blocks[0]["decision"].features) < set(blocks[1]["decision"].features)
    assert "jump" not in blocks[1]["decision"].features
    assert "settle" in blocks[1]["options"].features and "settle" not in blocks[0]["options"].features
    assert len(blocks[0]["modifiers"].features) < len(blocks[1]["modifiers"].features)


@pytest.mark.parametrize("modules", [(), MODULES], ids=["base", "everything"])
def test_effects_that_differ_have_different_features(modules: tuple[str, ...]) -> None:
    t = ruleset(GameConfig(players=6, modules=frozenset(modules), edge_of_extinction=bool(modules))).t
    met: dict[tuple[int, ...], Any] = {}
    for first, count in (pair for field in CARD_ROWS for pair in t[field].reshape(-1, 2)):
        for row in range(first, first + count):
            option = t.effect[row, m.IN_OPTION]
            rows = [r[: m.IN_OPTION].tolist() for r in t.effect[row : first + count] if r[m.IN_OPTION] == option]
            assert met.setdefault(tuple(t.effect_seen[row]), rows) == rows


def test_rows_are_no_longer_than_before() -> None:
    assert ruleset(GameConfig(players=4)).observations.size <= 2914
    everything = GameConfig(players=6, modules=frozenset(MODULES), edge_of_extinction=True)
    assert ruleset(everything).observations.size <= 9204


def test_features_fit_their_blocks() -> None:
    for settings in (*EVERY_CONFIGURATION, {"scenario": "edge_of_the_void", "players": 1}):
        for block in ruleset(GameConfig(**settings)).observations.blocks:
            assert not block.features or len(set(block.features)) == block.shape[-1], block.name
            assert len(block.axes) == len(block.shape)


def seen_by(p: Position, viewer: int) -> dict[str, Any]:
    """Every block a player sees, with hexes and borders as they are printed."""
    row = np.zeros((1, p.rules.observations.size), dtype=np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, viewer, row)
    seen = {name: part[0] for name, part in p.rules.observations.views(row).items()}
    for block in p.rules.observations.blocks:
        for axis, word in enumerate(block.axes):
            if word in ("hex", "edge"):
                printed = p.t[f"turned_{word}"][viewer, : block.shape[axis]]
                seen[block.name] = np.take(seen[block.name], printed, axis=axis)
    return seen


def cells(block: Any) -> dict[tuple[int, ...], float]:
    """Where a block is not zero."""
    return {tuple(int(i) for i in place): round(float(block[tuple(place)]), 4) for place in np.argwhere(block)}


@pytest.fixture(name="table")
def fixture_table() -> Position:
    """A game of three with all modules, just set up."""
    return Position(1, players=3, modules=MODULES).until("vote").before_council()


def test_outposts_are_seen_as_far_as_they_are_turned_up(table: Position) -> None:
    g = table.g
    g.outpost[:] = g.outpost_there[:] = g.outpost_up[:] = 0
    for hexagon, token, up in ((1, 2, 0), (2, 3, 0), (3, 1, 0), (4, 2, 1), (5, 3, 1)):
        g.outpost[hexagon], g.outpost_there[hexagon], g.outpost_up[hexagon] = token, 1, up
    g.outpost_held[1, 7], g.outpost_left[:], g.outpost_pile_left = 2, (14, 21), 9
    for viewer in range(3):
        seen = seen_by(table, viewer)
        assert cells(seen["outposts"]) == {(1, 0): 1, (2, 0): 1, (3, 0): 1, (4, 1): 1, (5, 2): 1}
        assert cells(seen["outpost_cards"]) == {((1 - viewer) % 3, 7): 1}
        assert (seen["outpost_left"].tolist(), seen["outpost_pile"].tolist()) == ([[0.5, 0.75]], [0.25])


def test_exploration_is_seen(table: Position) -> None:
    g = table.g
    g.face_down[:], g.look[:3], g.wormhole[:] = 0, (6, 7, -1), (2, 3)
    g.face_down[6:9] = 1
    g.no_combat, g.interest, g.exploring, g.event, g.bounty = 4, 5, 9, 3, 2
    g.event_seen[:], g.event_left = 0, 11
    g.event_seen[3] = 2
    common = {(6, 0): 1, (7, 0): 1, (8, 0): 1, (2, 2): 1, (3, 2): 1, (4, 3): 1, (5, 4): 1, (9, 5): 1}
    for viewer in range(3):
        seen = seen_by(table, viewer)
        looked = {(int(g.look[viewer]), 1): 1} if viewer < 2 else {}
        assert cells(seen["exploration"]) == {**common, **looked}
        assert cells(seen["looks"]) == {((0 - viewer) % 3, 6): 1, ((1 - viewer) % 3, 7): 1}
        assert cells(seen["bounty"]) == {((2 - viewer) % 3,): 1}
        assert cells(seen["event"]) == {(3,): 1} and cells(seen["events_seen"]) == {(3,): 1}
        assert cells(seen["event_left"]) == {(0,): round(11 / 33, 4)}
        for hexagon in range(6, 9):
            known = bool(seen["hexes"][hexagon][0])
            assert known == (g.look[viewer] == hexagon), "only the looker knows the planet"


@pytest.mark.parametrize(
    ("planet", "features"),
    [
        ("gemini", {"second resource is Axinium": 1, "second counter / 6": 0.5, "second maximum / 6": 0.6667}),
        ("janus", {"second resource is Phasium": 1, "second counter / 6": 0.5, "second maximum / 6": 0.6667}),
        ("binary", {"second resource is CP": 1, "second counter / 6": 0.5, "second maximum / 6": 1}),
        ("windfall", {"finite": 1}),
        ("palewaste", {"barren": 1}),
        ("arcadia", {"finite": 1, "peaceful": 1}),
        ("citadel", {"advanced: Military": 1}),
        ("lyceum", {"advanced: Civilian": 1}),
        ("orrery", {"advanced: Transport": 1}),
        ("lyra", {}),
    ],
)
def test_badges_are_seen(table: Position, planet: str, features: dict[str, float]) -> None:
    g = table.g
    g.face_down[:], g.planet[4] = 1, table.index("planets", planet)
    g.look[:] = -1
    for hexagon in range(table.t.hexes):
        g.face_down[hexagon] = int(table.t.home_of[hexagon] < 0 and hexagon != 4)
    g.second_counter[4] = 3 if "second counter / 6" in features else 0
    expected = {(4, FEATURES["new_planets"].index(name)): value for name, value in features.items()}
    assert cells(seen_by(table, 1)["new_planets"]) == expected
    g.destroyed[4] = 1
    assert cells(seen_by(table, 1)["new_planets"]) == {}
    g.destroyed[4], g.face_down[4] = 0, 1
    assert cells(seen_by(table, 1)["new_planets"]) == {}, "nothing of a hex that is face down"


def test_structures_and_barriers_are_seen(table: Position) -> None:
    g = table.g
    g.gate[:], g.satellite[:], g.barrier[:] = -1, -1, -1
    g.gate[0, 1], g.gate[2, 0], g.satellite[1, :2], g.barrier[:3] = 5, 6, (7, 8), (3, -1, 11)
    for viewer in range(3):
        seen = seen_by(table, viewer)
        assert cells(seen["gates"]) == {((0 - viewer) % 3, 5): 0.5, ((2 - viewer) % 3, 6): 1}
        assert cells(seen["satellites"]) == {((1 - viewer) % 3, 7): 1, ((1 - viewer) % 3, 8): 1}
        assert cells(seen["barriers"]) == {(3,): 1, (11,): 1}


def test_leaders_are_seen_and_offers_by_their_player_alone(table: Position) -> None:
    g = table.g
    g.leader[:3], g.leader_refused[:3], g.leader_offer[:] = (4, -1, -1), (9, -1, -1), -1
    g.leader_offer[1], g.leader_offer[2] = (5, 6), (7, 8)
    own = ({9}, {5, 6}, {7, 8})  # the one refused stays the player's secret
    for viewer in range(3):
        seen = seen_by(table, viewer)
        assert cells(seen["leaders"]) == {((0 - viewer) % 3, 4): 1}
        assert cells(seen["own_leaders"]) == {(leader,): 1 for leader in own[viewer]}


def test_the_planet_to_be_placed_is_seen() -> None:
    p = Position(1, players=2, modules=("M5",)).until("planet_type")
    actor = p.actor
    assert cells(seen_by(p, actor)["given_planets"]) == {}
    p.do("planet_type", 1).decline()
    assert (p.decision, p.actor) == ("planet_space", actor)
    planet = int(p.g.given_planet[actor])
    moons = float(p.t.planet_moons[planet] > 0)
    wanted = {
        1: 1.0,
        3: p.t.planet_amount[planet] / 6,
        4: p.t.planet_vp[planet] / 4,
        5: moons,
        6: p.t.planet_maximum[planet] / 6,
    }
    for viewer in range(2):
        seen = {(int(viewer != actor), i): pytest.approx(value, abs=1e-4) for i, value in wanted.items() if value}
        assert cells(seen_by(p, viewer)["given_planets"]) == seen


def test_the_gate_that_is_activated_is_seen() -> None:
    p = Position(1, players=2, modules=("M7",)).until("vote").before_council()
    home, target = int(p.t.home_hex[0]), int(p.t.neighbour[p.t.home_hex[0]].max())
    p.g.gate[0, :2] = home, target
    p.place_ship(0, 1, home)
    p.jump(frames.JUMPS)
    assert (p.decision, p.actor) == ("jump", 0)
    assert cells(seen_by(p, 0)["jump_target"]) == {}
    p.do("jump", 1, home)
    assert p.decision == "jump_ship"
    for viewer in range(2):
        assert cells(seen_by(p, viewer)["jump_target"]) == {(target,): 1}


def named(block: Any, features: tuple[str, ...]) -> dict[str, float]:
    """A block of features by name, as far as it is not zero."""
    return {features[place[-1]]: value for place, value in cells(block).items()}


@pytest.mark.parametrize(("mode", "difficulty"), [("coop", "standard"), ("semi_coop", "extreme")])
def test_the_stronghold_is_seen(mode: str, difficulty: str) -> None:
    p = Position(1, players=3, scenario="stronghold", mode=mode, difficulty=difficulty).until("vote").before_council()
    g, t = p.g, p.t
    g.stronghold, g.activations, g.turn, g.squadron_supply = 2, 3, 4, 6
    g.squadron[[0, 5]], g.marching[5] = (1, 2), 1
    bonus = round(max(0, 4 + int(t.squadron_shield)) / 12, 4)
    for viewer in range(3):
        seen = seen_by(p, viewer)
        expected = {
            "levels left / 6": 0.3333,
            "squadrons on the board / 9": 0.3333,
            "squadrons in the supply / 18": 0.3333,
            "shield bonus of this turn / 12": bonus,
            "activations / 9": 0.3333,
            "turns left / 9": 0.3333,
        }
        assert named(seen["stronghold"], FEATURES["stronghold"]) == {k: v for k, v in expected.items() if v}
        assert cells(seen["squadrons"]) == {(0, 0): 0.3333, (5, 0): 0.6667, (5, 1): 0.3333}


def test_a_combat_against_squadrons_is_seen() -> None:
    p = Position(1, players=2, scenario="stronghold", ask_forced=True).until("vote").before_council().remove_ships()
    p.g.squadron[1] = 2
    p.place_ship(0, 2, 1)
    p.equip(0, 2, "laser_cannon", "laser_cannon")
    p.dice(*[6] * 2, *[1] * 20).jump(frames.COMBAT, hex=1, lone=-1, kind=frames.AGAINST_SQUADRONS)
    assert p.decision == "hit"
    p.g.foe_damage[0] = 2
    cards = p.g.foe_card[p.g.foe_card >= 0]
    shield = int(p.t.resistance_shield[cards].sum()) + max(0, int(p.t.squadron_shield) + int(p.g.turn))
    seen = named(seen_by(p, 1)["stronghold"], FEATURES["stronghold"])
    assert seen["combat against squadrons"] == 1
    assert seen["shield of the squadron or level fought / 24"] == round(shield / 24, 4)
    assert seen["damage on it / 12"] == round(2 / 12, 4)
    assert seen["cannon dice of the enemy / 12"] == round(int(p.t.resistance_dice[cards].sum()) / 12, 4)
    assert "combat against the Stronghold" not in seen


def test_a_combat_against_the_stronghold_is_seen() -> None:
    p = Position(1, players=2, scenario="stronghold", ask_forced=True).until("vote").before_council().remove_ships()
    p.g.activations = 1
    p.place_ship(0, 2, 1)
    p.equip(0, 2, "laser_cannon", "laser_cannon")
    p.dice(*[6] * 2, *[1] * 20).jump(frames.ASSAULT).do("join", min(p.legal("join"))[0])
    assert p.decision == "hit"
    shield = int(p.t.stronghold_shield) + max(0, int(p.t.squadron_shield) + int(p.g.turn))
    seen = named(seen_by(p, 1)["stronghold"], FEATURES["stronghold"])
    assert seen["combat against the Stronghold"] == 1 and "combat against squadrons" not in seen
    assert seen["shield of the squadron or level fought / 24"] == round(shield / 24, 4)
    assert seen["cannon dice of the enemy / 12"] == round(int(p.t.stronghold_dice) / 12, 4)


def test_the_star_is_seen() -> None:
    p = Position(1, players=2, scenario="event_horizon").until("vote").before_council()
    p.g.star_tokens, p.g.evolutions, p.g.heat[[1, 4]], p.g.turn = 3, 1, 1, 4
    for viewer in range(2):
        seen = seen_by(p, viewer)
        expected = {"Star Evolution tokens / 6": 0.5, "evolutions / 2": 0.5, "turns left / 9": 0.3333}
        assert named(seen["star"], FEATURES["star"]) == expected
        assert cells(seen["heat"]) == {(1,): 1, (4,): 1}


@pytest.fixture(name="expanded")
def fixture_expanded() -> Position:
    """A game of three with Edge of Extinction and face-down hexes, just set up."""
    return Position(1, players=3, edge_of_extinction=True, modules=("M4",)).until("vote").before_council()


def test_factions_and_hands_are_seen(expanded: Position) -> None:
    g, t = expanded.g, expanded.t
    g.removed[1, 2] = 1
    g.shown[:3] = (0, 1, -1)
    for viewer in range(3):
        seen = seen_by(expanded, viewer)
        own = [int(g.faction[(viewer + relative) % 3]) for relative in range(3)]
        assert cells(seen["factions"]) == {(relative, faction): 1 for relative, faction in enumerate(own)}
        assert cells(seen["removed_cards"]) == {((1 - viewer) % 3, 2): 1}
        assert seen["own_hand"].tolist() == [hand_row(t, own[0], card) for card in range(t.action_cards)]
        reactions = [half_row(t, t.faction_card_reaction[g.faction[player], g.shown[player]]) for player in range(2)]
        for player, reaction in enumerate(reactions):
            assert seen["shown_reaction"][(player - viewer) % 3].tolist() == reaction
        assert not seen["shown_reaction"][(2 - viewer) % 3].any()


def half_row(t: Any, half: Any) -> list[float]:
    """Actions of a half of an action card, and whether it does something else."""
    rows = [t.effect[row] for row in range(half[0], half[0] + half[1])]
    acts = [int(row[m.ARG_A]) for row in rows if row[m.OPCODE] == OPCODE_NAMES.index("act")]
    return [float(action in acts) for action in range(len(ACTIONS))] + [float(len(acts) < len(rows))]


def hand_row(t: Any, faction: int, card: int) -> list[float]:
    """Both halves of an action card, and whether it serves once."""
    halves = [half_row(t, table[faction, card]) for table in (t.faction_card_effect, t.faction_card_reaction)]
    return [*halves[0], *halves[1], float(t.faction_card_once[faction, card])]


def test_combat_cards_are_seen_as_far_as_they_are_known(expanded: Position) -> None:
    g = expanded.g
    g.combat_hand[:], g.combat_held[:3], g.combat_chosen[:] = 0, (3, 1, 0), -1
    g.combat_hand[0, 4], g.combat_hand[0, 5], g.combat_hand[1, 6] = 2, 1, 1
    g.combat_chosen[0], g.combat_shown[2], g.combat_shown[CENTAURIANS] = 7, 8, 1
    g.combat_discard[9], g.combat_removed[3], g.foe_discard[2] = 1, 2, 1
    g.stack[g.depth, KIND] = frames.COMBAT
    g.depth += 1
    for viewer in range(3):
        seen = seen_by(expanded, viewer)
        assert cells(seen["own_combat_cards"]) == [{(4,): 0.6667, (5,): 0.3333}, {(6,): 0.3333}, {}][viewer]
        assert cells(seen["own_combat_card"]) == ({(7,): 1} if viewer == 0 else {})
        assert cells(seen["combat_placed"]) == {((0 - viewer) % 3,): 1}
        assert cells(seen["combat_held"]) == {((0 - viewer) % 3,): 0.375, ((1 - viewer) % 3,): 0.125}
        assert cells(seen["combat_shown"]) == {((2 - viewer) % 3, 8): 1}
        assert cells(seen["foe_shown"]) == {(1,): 1}
        assert cells(seen["combat_discards"]) == {(9,): 0.25}
        assert cells(seen["combat_removed"]) == {(3,): 0.5}
        assert cells(seen["foe_discards"]) == {(2,): 0.25}
        assert cells(seen["combat_left"]).keys() == {(0, 0), (0, 1)}


def test_cards_of_the_resistance_are_seen_by_who_acts_for_it_alone(expanded: Position) -> None:
    g = expanded.g
    g.foe_offer[:], g.foe_chosen = (0, 1), 2
    for lone, kind in ((0, frames.ORDINARY), (2, frames.ORDINARY), (-1, frames.ORDINARY), (0, frames.TOGETHER)):
        g.stack[g.depth, [KIND, frames.COMBAT_HEX, frames.COMBAT_LONE, frames.COMBAT_KIND]] = (
            frames.COMBAT,
            1,
            lone,
            kind,
        )
        g.depth += 1
        g.stack[g.depth, KIND] = frames.DISCARD  # whatever lies on top
        g.depth += 1
        knows = (lone + 1) % 3 if lone >= 0 and kind == frames.ORDINARY else -1
        for viewer in range(3):
            seen = seen_by(expanded, viewer)
            assert cells(seen["own_foe_offer"]) == ({(0,): 0.5, (1,): 0.5} if viewer == knows else {})
            assert cells(seen["own_foe_card"]) == ({(2,): 1} if viewer == knows else {})
        g.depth -= 2


def test_pieces_of_the_expansion_are_seen(expanded: Position) -> None:
    g = expanded.g
    g.second_start[:3], g.landed[5] = (1, 2, 3), 1
    g.planetary[4, 0], g.planetary[4, 2], g.planetary[6, 0] = 1, 2, 1
    g.vision[1], g.vision[0], g.vision[2], g.decoy[:] = 9, -1, -1, -1
    ship = int(np.flatnonzero(g.ship_hex[1] >= 0)[0])
    g.decoy[1], g.ship_cargo[1, ship] = ship, 5
    g.edge[:] = 0
    g.edge[1, 6], g.edge[CENTAURIANS, 5] = 2, -1
    g.stack[g.depth, KIND] = frames.COMBAT
    g.depth += 1
    for viewer in range(3):
        one, two = ((player - viewer) % 3 for player in range(2))
        seen = seen_by(expanded, viewer)
        assert cells(seen["second_starts"]) == {
            (1 + player,): round(1 / (1 + (player - viewer) % 3), 4) for player in range(3)
        }
        assert cells(seen["landed"]) == {(5,): 1}
        assert cells(seen["planetary"]) == {(4, 0): 1, (4, 2): 1, (6, 0): 1}
        assert cells(seen["planetary_bought"]) == {(one, 0): 1, (two, 2): 0.5}
        assert cells(seen["visions"]) == {(9,): 0.5 ** (1 + two)}
        assert cells(seen["decoy"]) == {(two, ship): 1}
        assert np.isclose(seen["ships"][two, ship][FEATURES["ships"].index("Population on board / 4")], 5 / 4)
        assert cells(seen["edge"]) == {(two, 6): 0.6667, (3, 5): -0.3333}


def test_what_is_left_to_pay_and_to_cancel_is_seen() -> None:
    absorb = COMBAT_EFFECT_NAMES.index("absorb")
    for name, p in resolving_cards():
        seen = seen_by(p, p.actor)
        assert p.decision == name
        if name == "pay_aboard":
            assert named(seen["pending_eoe"], FEATURES["pending_eoe"]) == {"cubes still to pay or to settle / 4": 0.25}
        else:
            assert cells(seen["edge"])[0, absorb] == 0.3333
            hits = seen["ships"][0, :, FEATURES["ships"].index("hits / 6")]
            assert np.count_nonzero(hits) == np.count_nonzero(p.g.hits[p.actor]) == 2


def test_a_second_look_is_seen(expanded: Position) -> None:
    g = expanded.g
    hexes = np.flatnonzero(g.face_down)[:2]
    g.look[:3], g.look_second[:3] = -1, -1
    g.look[1], g.look_second[1] = hexes
    g.planet[hexes] = expanded.index("planets", "lyra")
    for viewer in range(3):
        seen = seen_by(expanded, viewer)
        assert cells(seen["looks"]) == {((1 - viewer) % 3, hexes[0]): 1, ((1 - viewer) % 3, hexes[1]): 0.5}
        for hexagon in hexes:
            looked = seen["exploration"][hexagon][FEATURES["exploration"].index("looked at by the viewer")]
            assert (looked == 1) == (viewer == 1) == (seen["hexes"][hexagon][0] == 1)


def test_votes_are_seen_once_they_are_shown(expanded: Position) -> None:
    g = expanded.g
    g.vote[:3] = (0, 2, 1)
    assert not seen_by(expanded, 0)["votes"].any()
    g.decision, g.vote_shown[:3] = D_CORRUPT, g.vote[:3]
    for viewer in range(3):
        shown = {((player - viewer) % 3, int(g.vote[player])): 1 for player in range(3)}
        assert cells(seen_by(expanded, viewer)["votes"]) == shown
        decisions = next(block for block in expanded.rules.observations.blocks if block.name == "decision").features
        assert named(seen_by(expanded, viewer)["decision"], decisions) == {"corrupt": 1}


@pytest.mark.parametrize("modules", [(), MODULES], ids=["base", "all modules"])
def test_structured_and_flat_say_the_same(modules: tuple[str, ...]) -> None:
    flat = exodus_v0.env(players=3, modules=modules)
    structured = exodus_v0.env(players=3, modules=modules, encoding="structured")
    flat.reset(seed=1)
    structured.reset(seed=1)
    for step in range(30):
        parts = structured.last()[0]["observation"]
        joined = np.concatenate([part.ravel() for part in parts.values()])
        assert np.array_equal(joined, flat.last()[0]["observation"])
        assert structured.observation_space("player_0")["observation"].contains(dict(parts)), step
        action = int(np.flatnonzero(flat.last()[0]["action_mask"])[-1])
        flat.step(action)
        structured.step(action)


@pytest.mark.parametrize(("edge", "most"), [(False, 650), (True, 1100)])
def test_ids_are_few(edge: bool, most: int) -> None:
    assert ruleset(GameConfig(players=4, edge_of_extinction=edge)).actions.size < most


def test_actions_in_words_and_back() -> None:
    for settings in EVERY_CONFIGURATION:
        layout = ruleset(GameConfig(**settings)).actions
        texts = [layout.action_to_string(action) for action in range(layout.size)]
        assert len(set(texts)) == layout.size, "every id reads differently"
        for action in range(0, layout.size, 7):
            assert layout.string_to_action(texts[action]) == action
        assert layout.decode.shape[0] == layout.size
        families = [family.size for family in layout.families]
        assert sum(families) == layout.size
    with pytest.raises(ValueError, match="no action reads"):
        layout.string_to_action("fly to the moon")
    with pytest.raises(ValueError, match="out of range"):
        layout.action_to_string(layout.size)


@pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")
@pytest.mark.parametrize("settings", [*CONFIGURATIONS, *MODULE_CONFIGURATIONS, *ENDS])
def test_the_score_shown_is_that_of_a_game_that_ended_now(settings: dict[str, Any]) -> None:
    """The encoder adds up planets while it looks at the hexes; the rules do so player by player."""
    games = VectorEnv(ruleset(GameConfig(**settings)), 8, seed=5)
    players = games.rules.config.players
    for step in range(600):
        games.step(games.sample_actions(step))
        if step % 20:
            continue
        shown = games.views["players"]
        for i, seat in enumerate(games.actors):
            scores = [score_now(games.games[i], games.rules.tables[0], player) for player in range(players)]
            for relative in range(players):
                score = scores[(seat + relative) % players]
                ahead = sum(other > score for other in scores) / (players - 1)
                assert shown[i, relative, P_SCORE] == pytest.approx(score * P_SCORE_SCALE)
                assert shown[i, relative, P_RANK] == pytest.approx(ahead)
