"""The two scenarios as environments: settings and refusals, PettingZoo's tests, rewards, what is observed, saves."""

from __future__ import annotations

import copy
import pickle
import warnings
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from exodus_env import event_horizon_v0, exodus_v0, stronghold_v0
from exodus_env.exodus import capacity, core
from exodus_env.exodus.config import DIFFICULTIES, MAPS, MODES, MODULES, MOVEMENTS, VARIANTS, GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, turn
from exodus_env.exodus.rules.assets import SCORE_COMBAT
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.config import ConfigError
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.saves import SaveError
from tests.position import Position
from tests.rules.scenes import CENTRE, DARK_RAIDER, FIGHTER, assert_cubes_kept, from_stage, ordinary_planets

ENVIRONMENTS: dict[str, Any] = {"stronghold": stronghold_v0, "event_horizon": event_horizon_v0}
COUNTS = {"coop": (2, 3, 4, 5, 6), "semi_coop": (2, 3, 4, 5, 6), "solo": (1,)}
TABLES = [(mode, players) for mode in MODES for players in COUNTS[mode]]
SCENARIOS = [
    {"scenario": "stronghold", "mode": "coop", "players": 2},
    {"scenario": "stronghold", "mode": "semi_coop", "players": 3},
    {"scenario": "stronghold", "mode": "solo", "players": 1},
    {"scenario": "event_horizon", "players": 2},
]
NAMES = ["coop", "semi_coop", "solo", "event_horizon"]
SHIELD = {"beginner": -2, "easy": -1, "standard": 0, "hard": 1, "extreme": 2}
BONUS = {"coop": 1, "solo": 1, "semi_coop": -2}  # added to the turn


def env_of(settings: dict[str, Any], **more: Any) -> Any:
    """The environment of settings."""
    return ENVIRONMENTS[settings["scenario"]].env(**settings, **more)


def play(env: Any, decisions: int = 10**6, seed: int = 0) -> Any:
    """Random legal decisions."""
    rng = np.random.default_rng(seed)
    while decisions and env.agents and not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        decisions -= 1
    return env


# Configuration --------------------------------------------------------------------------------------------------------


def test_the_modules_of_a_scenario_are_switched_on() -> None:
    assert GameConfig(scenario="stronghold").modules == {"M2", "M3"}
    assert GameConfig(scenario="stronghold", modules=frozenset({"M3", "M9"})).modules == {"M2", "M3", "M9"}
    assert GameConfig(scenario="event_horizon").modules == {"M6"}
    assert GameConfig(scenario="event_horizon", modules=frozenset({"M1"})).modules == {"M1", "M6"}
    assert GameConfig().modules == frozenset()


def test_presets_switch_modules_on() -> None:
    assert stronghold_v0.env().config == GameConfig(scenario="stronghold")
    assert stronghold_v0.env().config.modules == {"M2", "M3"}
    assert event_horizon_v0.env(modules=["M4"]).config.modules == {"M4", "M6"}
    assert exodus_v0.env().config.scenario == "none"


def test_defaults_of_the_stronghold() -> None:
    config = GameConfig(scenario="stronghold")
    assert (config.mode, config.difficulty, config.players, config.turns) == ("coop", "standard", 4, 7)
    assert stronghold_v0.env(mode="solo").config.players == 1
    assert stronghold_v0.vector_env(1, mode="solo").config.players == 1


@pytest.mark.parametrize("mode", MODES)
def test_the_star_and_the_stronghold_do_not_go_together(mode: str) -> None:
    players = COUNTS[mode][0]
    for modules in (["M6"], ["M2", "M3", "M6"], list(MODULES)):
        with pytest.raises(ConfigError, match=r"M6.*stronghold.*centre") as refusal:
            GameConfig.from_dict({"scenario": "stronghold", "mode": mode, "players": players, "modules": modules})
        assert refusal.value.field == "modules"
        with pytest.raises(ConfigError, match="M6"):
            stronghold_v0.env(mode=mode, players=players, modules=modules)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("players", {"players": 1}),
        ("players", {"players": 1, "scenario": "event_horizon"}),
        ("players", {"players": 1, "scenario": "stronghold"}),
        ("players", {"players": 1, "scenario": "stronghold", "mode": "coop"}),
        ("players", {"players": 1, "scenario": "stronghold", "mode": "semi_coop"}),
        ("players", {"players": 2, "scenario": "stronghold", "mode": "solo"}),
        ("players", {"players": 0, "scenario": "stronghold", "mode": "solo"}),
        ("players", {"players": 7, "scenario": "stronghold"}),
        ("mode", {"mode": "coop"}),
        ("mode", {"mode": "solo", "players": 1}),
        ("mode", {"mode": "coop", "scenario": "event_horizon"}),
        ("mode", {"mode": "team", "scenario": "stronghold"}),
        ("mode", {"mode": 3, "scenario": "stronghold"}),
        ("difficulty", {"difficulty": "hard"}),
        ("difficulty", {"difficulty": "standard"}),
        ("difficulty", {"difficulty": "easy", "scenario": "event_horizon"}),
        ("difficulty", {"difficulty": "impossible", "scenario": "stronghold"}),
        ("difficulty", {"difficulty": 2, "scenario": "stronghold"}),
        ("scenario", {"scenario": "Stronghold"}),
        ("scenario", {"scenario": None}),
        ("scenario", {"scenario": 1}),
        ("map", {"scenario": "stronghold", "mode": "solo", "players": 1, "map": "large"}),
        ("map", {"scenario": "stronghold", "mode": "solo", "players": 1, "variant": "combat"}),
    ],
)
def test_refusals_name_the_field_and_what_is_allowed(field: str, values: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as refusal:
        GameConfig.from_dict(values)
    assert refusal.value.field == field and field in str(refusal.value)
    assert any(word in str(refusal.value) for word in ("allowed", "takes", " is", " are"))


@pytest.mark.parametrize(("mode", "players"), TABLES)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_every_mode_difficulty_and_count_can_be_played(mode: str, players: int, difficulty: str) -> None:
    config = GameConfig(scenario="stronghold", mode=mode, players=players, difficulty=difficulty)
    rules = ruleset(config)
    assert 0 < rules.actions.size <= capacity.ACTIONS and rules.observations.size > 0
    t = rules.t
    assert (t.players, t.coop) == (players, int(mode != "semi_coop"))
    assert (t.squadrons, t.stronghold_levels) == (3 * players, players)
    assert t.squadron_shield == BONUS[mode] + SHIELD[difficulty]
    assert t.activation_turn == (4 if mode == "semi_coop" else 3)
    env = stronghold_v0.env(config=config)
    env.reset(seed=1)
    play(env, 5)
    assert len(env.possible_agents) == players


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("scenario", ["stronghold", "event_horizon"])
def test_variants_and_turns(scenario: str, variant: str) -> None:
    config = GameConfig(players=3, scenario=scenario, variant=variant)
    bare = GameConfig(players=3, variant=variant)
    assert (config.movement, config.turns, config.map) == (bare.movement, bare.turns, bare.map)
    assert ruleset(config).t.turns == bare.turns
    if variant in ("standard", "short"):
        for turns in (1, 4, 9):
            assert ruleset(config.changed(turns=turns)).t.turns == turns


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_settings_round_trip(settings: dict[str, Any], tmp_path: Path) -> None:
    config = GameConfig(**settings, modules=frozenset({"M1", "M9"}), turns=5)
    values = config.to_dict()
    assert GameConfig.from_dict(values) == config
    assert {key: values[key] for key in settings} == settings
    assert GameConfig.from_dict(copy.deepcopy(values)).modules >= {"M1", "M9"}
    path = tmp_path / "game.toml"
    path.write_text("".join(f"{key} = {value!r}\n" for key, value in settings.items()) + 'modules = ["M1"]\n')
    assert GameConfig.from_toml(path) == GameConfig(**settings, modules=frozenset({"M1"}))


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_difficulty_round_trips_and_tells_configurations_apart(difficulty: str) -> None:
    config = GameConfig(scenario="stronghold", difficulty=difficulty)
    assert GameConfig.from_dict(config.to_dict()).difficulty == difficulty
    assert (config == GameConfig(scenario="stronghold")) == (difficulty == "standard")
    assert config.changed(players=2).difficulty == difficulty


def test_settings_may_stand_over_a_ready_configuration() -> None:
    ready = GameConfig(scenario="stronghold", players=3, difficulty="hard")
    assert stronghold_v0.env(config=ready).config == ready
    changed = stronghold_v0.env(config=ready, mode="semi_coop").config
    assert (changed.mode, changed.players, changed.difficulty) == ("semi_coop", 3, "hard")


def test_a_preset_plays_its_own_scenario_only() -> None:
    for module, wrong in (
        (stronghold_v0, "event_horizon"),
        (event_horizon_v0, "stronghold"),
        (exodus_v0, "stronghold"),
    ):
        with pytest.raises(ConfigError, match="scenario"):
            module.env(scenario=wrong)
        with pytest.raises(ConfigError, match="scenario"):
            module.env(config=GameConfig(scenario=wrong))
        with pytest.raises(ConfigError, match="scenario"):
            module.vector_env(1, config=GameConfig(scenario=wrong))
    with pytest.raises(ConfigError, match="mode"):
        event_horizon_v0.env(mode="coop")
    with pytest.raises(ConfigError, match="difficulty"):
        exodus_v0.env(difficulty="hard")
    with pytest.raises(TypeError, match="GameConfig"):
        stronghold_v0.env(config={"players": 2})


def test_every_map_can_be_played_together() -> None:
    for players in COUNTS["coop"]:
        for size in MAPS:
            assert ruleset(GameConfig(scenario="stronghold", players=players, map=size)).t.stronghold_levels == players
            assert ruleset(GameConfig(scenario="event_horizon", players=players, map=size)).t.star == 1


def test_every_pair_of_modules_is_accepted() -> None:
    for pair in combinations([name for name in MODULES if name != "M6"], 2):
        config = GameConfig(scenario="stronghold", modules=frozenset(pair))
        assert config.modules == set(pair) | {"M2", "M3"}
        assert GameConfig(scenario="event_horizon", modules=frozenset(pair)).modules == set(pair) | {"M6"}


# PettingZoo -----------------------------------------------------------------------------------------------------------


API = [
    {"scenario": "stronghold", "players": 4},
    {"scenario": "stronghold", "mode": "semi_coop", "players": 2, "modules": ["M4", "M8"]},
    {"scenario": "stronghold", "mode": "solo", "players": 1},
    {"scenario": "stronghold", "mode": "solo", "players": 1, "encoding": "structured"},
    {"scenario": "event_horizon", "players": 3},
    {"scenario": "event_horizon", "players": 2, "encoding": "structured", "modules": ["M4"]},
]


@pytest.mark.parametrize("settings", API)
def test_pettingzoo_api(settings: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env_of(settings), num_cycles=300 if COMPILED else 30)


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_pettingzoo_seeds_and_rendering(settings: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(lambda: env_of(settings), num_cycles=100 if COMPILED else 10)
    render_test(lambda render_mode=None: env_of(settings, render_mode=render_mode))
    assert capsys.readouterr().out


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_agents_names_and_metadata(settings: dict[str, Any]) -> None:
    env = env_of(settings)
    assert env.possible_agents == [f"player_{i}" for i in range(settings["players"])]
    assert env.metadata["name"] == f"{settings['scenario']}_v0"


# Whole games and rewards ----------------------------------------------------------------------------------------------

SAMPLE = [
    (),
    ("M1", "M10"),
    ("M4", "M5"),
    ("M7", "M8", "M9"),
    tuple(name for name in MODULES if name != "M6"),
]


@pytest.mark.parametrize("modules", SAMPLE)
@pytest.mark.parametrize(("mode", "players"), [("solo", 1), ("coop", 2), ("coop", 4), ("semi_coop", 3)])
def test_whole_games_against_the_stronghold_end(mode: str, players: int, modules: tuple[str, ...]) -> None:
    p = Position(7, players=players, mode=mode, modules=modules, scenario="stronghold").play_out(7)
    assert p.g.over == 1 and p.g.outcome in (1, 2)
    if p.g.outcome == 2:
        assert p.rewards == [-1] * players
    elif mode != "semi_coop":
        assert p.rewards == [1] * players
    assert_cubes_kept(p)
    assert p.g.squadron.sum() + p.g.squadron_supply == 3 * players, "no squadron is made or lost"


@pytest.mark.parametrize(("mode", "players"), [("coop", 3), ("coop", 5), ("coop", 6), ("semi_coop", 6)])
@pytest.mark.parametrize("movement", MOVEMENTS)
def test_whole_games_end_whatever_the_movement(mode: str, players: int, movement: str) -> None:
    settings = {"players": players, "mode": mode, "movement": movement, "difficulty": "beginner", "turns": 4}
    p = Position(2, scenario="stronghold", modules=("M9",), **settings).play_out(2)
    assert p.g.over == 1 and p.g.outcome in (1, 2)
    assert_cubes_kept(p)


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_rewards_come_once_at_the_end_and_reach_every_seat(settings: dict[str, Any]) -> None:
    env = env_of(settings)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    final = dict(env.rewards)
    if settings["scenario"] == "event_horizon":
        assert sum(final.values()) == pytest.approx(0, abs=1e-6)
    else:
        assert env.game[0].outcome == 2, "random players lose"
        assert set(final.values()) == {-1.0}
    collected = {}
    while env.agents:
        collected[env.agent_selection] = env.last()[1]
        env.step(None)
    assert collected == pytest.approx(final)


def before_victory(mode: str, players: int) -> Position:
    """The last level of the Stronghold is about to fall: one choice is left, whether to join."""
    p = Position(1, players=players, mode=mode, scenario="stronghold")
    p.remove_ships()
    p.g.turn = 4
    p.g.activations = 1
    p.g.stronghold = 1
    p.equip(0, FIGHTER, "antimatter_cannon", "antimatter_cannon", "singularity_shield")
    for _ in range(2):
        p.place_ship(0, FIGHTER, ordinary_planets(p)[0])
    for player in range(players):
        p.g.score[player, SCORE_COMBAT] = 10 * player
    return p.dice(*[6] * 24, *[1] * 8).jump(frames.ASSAULT)


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_victory_is_rewarded(mode: str, players: int) -> None:
    p = before_victory(mode, players)
    assert (p.decision, p.actor) == ("join", 0)
    while p.decision == "join":
        p.do("join", min(p.legal("join"))[0])
    while not p.g.over:
        p.default()
    assert p.g.outcome == 1
    if mode == "semi_coop":
        # By rank, the last player first: from 1 down to -0.5.
        assert p.rewards == pytest.approx([-0.5 + 1.5 * player / (players - 1) for player in range(players)])
    else:
        assert p.rewards == [1] * players


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_defeat_is_worse_than_any_victory(mode: str, players: int) -> None:
    p = Position(1, players=players, mode=mode, scenario="stronghold", turns=1)
    for player in range(players):
        p.g.score[player, SCORE_COMBAT] = 10 * player
    while not p.g.over:
        p.default()
    assert p.g.outcome == 2
    assert p.rewards == [-1] * players
    assert min(p.rewards) < -0.5


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_rewards_of_event_horizon_are_zero_sum_by_rank(players: int) -> None:
    p = Position(1, players=players, scenario="event_horizon", turns=1)
    p.remove_ships()
    for player in range(players):
        p.settle(int(p.t.home_hex[player]), player, 0)
        p.g.score[player, SCORE_COMBAT] = 20 * player
    while not p.g.over:
        p.default()
    assert p.rewards == pytest.approx([-1 + 2 * player / (players - 1) for player in range(players)])
    assert p.g.outcome == 0


# Observation ----------------------------------------------------------------------------------------------------------


def seen(p: Position, viewer: int = 0) -> dict[str, np.ndarray]:
    """The blocks of a player's observation."""
    row = np.zeros((1, p.rules.observations.size), dtype=np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, viewer, row)
    return {b.name: row[0, b.start : b.start + b.size].reshape(b.shape) for b in p.rules.observations.blocks}


def meanings(p: Position, block: str) -> list[str]:
    """What the last axis of a block means."""
    text = next(b.meaning for b in p.rules.observations.blocks if b.name == block)
    return text.split(" (")[0].split("; ")


def told(p: Position, block: str, feature: str, viewer: int = 0) -> float:
    """A named number of a block, without its scale."""
    names = meanings(p, block)
    at = next(i for i, name in enumerate(names) if name.startswith(feature))
    scale = float(names[at].split(" / ")[1]) if " / " in names[at] else 1.0
    return float(seen(p, viewer)[block].ravel()[at]) * scale


STRONGHOLD_BLOCKS = {"stronghold", "squadrons"}
STAR_BLOCKS = {"star", "heat"}


def test_blocks_belong_to_their_scenario() -> None:
    def names(**config: Any) -> set[str]:
        return {b.name for b in ruleset(GameConfig(**config)).observations.blocks}

    assert not (STRONGHOLD_BLOCKS | STAR_BLOCKS) & names(modules=frozenset(MODULES))
    for mode, players in (("coop", 3), ("semi_coop", 3), ("solo", 1)):
        assert names(scenario="stronghold", mode=mode, players=players) >= STRONGHOLD_BLOCKS
        assert not STAR_BLOCKS & names(scenario="stronghold", mode=mode, players=players)
    assert names(scenario="event_horizon") >= STAR_BLOCKS | {"solar_wind"}
    assert not STRONGHOLD_BLOCKS & names(scenario="event_horizon")


def test_actions_belong_to_their_scenario() -> None:
    def families(**config: Any) -> set[str]:
        return {f.name for f in ruleset(GameConfig(**config)).actions.families if f.size > 0}

    together = {"march", "join", "convert"}
    assert families(scenario="stronghold") >= together
    assert families(scenario="stronghold", mode="semi_coop") & together == {"join"}
    assert not families(modules=frozenset(MODULES)) & together
    assert not families(scenario="event_horizon") & together


@pytest.mark.parametrize(("mode", "players"), [("coop", 3), ("semi_coop", 4), ("solo", 1)])
def test_the_situation_of_the_stronghold_is_told(mode: str, players: int) -> None:
    p = Position(players=players, mode=mode, scenario="stronghold", difficulty="hard")
    near, far = ordinary_planets(p)[0], ordinary_planets(p)[-1]
    p.g.squadron[near], p.g.squadron[far] = 2, 1
    p.g.squadron_supply = 3 * players - 3
    p.g.stronghold = 1
    p.g.turn = 5
    p.g.activations = 2
    for viewer in range(players):
        assert told(p, "stronghold", "levels left", viewer) == pytest.approx(1)
        assert told(p, "stronghold", "squadrons on the board", viewer) == pytest.approx(3)
        assert told(p, "stronghold", "squadrons in the supply", viewer) == pytest.approx(3 * players - 3)
        assert told(p, "stronghold", "shield bonus", viewer) == pytest.approx(5 + BONUS[mode] + 1)
        assert told(p, "stronghold", "activations", viewer) == pytest.approx(2)
        assert told(p, "stronghold", "turns left", viewer) == pytest.approx(2)
        board = seen(p, viewer)["squadrons"][p.t.turned_hex[viewer, : p.t.hexes], 0] * 3
        assert board.tolist() == pytest.approx([2 if h == near else 1 if h == far else 0 for h in range(p.t.hexes)])


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_shield_bonus_of_every_turn_is_told(difficulty: str) -> None:
    for mode in ("coop", "semi_coop"):
        p = Position(players=2, mode=mode, scenario="stronghold", difficulty=difficulty)
        for number in range(1, 8):
            p.g.turn = number
            expected = max(0, number + BONUS[mode] + SHIELD[difficulty])
            assert told(p, "stronghold", "shield bonus") == pytest.approx(expected)


def test_squadrons_still_to_march_are_told() -> None:
    p = Position(players=2, scenario="stronghold")
    p.remove_ships()
    for player in range(2):
        p.place_ship(player, DARK_RAIDER, int(p.t.home_hex[player]))
    p.g.turn = 3
    p.jump(frames.ACTIVATION)
    assert p.decision == "march"
    assert (seen(p)["squadrons"][CENTRE] * 3).tolist() == pytest.approx([2, 2])
    before = seen(p)["squadrons"].copy()
    (target,) = min(p.legal("march"))
    p.do("march", target)
    after = seen(p)["squadrons"]
    assert not np.array_equal(before, after)
    assert after[target, 0] * 3 == pytest.approx(1)


def test_the_combat_is_told() -> None:
    p = Position(players=2, scenario="stronghold", ask_forced=True)
    p.remove_ships()
    hexagon = ordinary_planets(p)[0]
    p.g.turn = 3
    p.g.squadron[hexagon] = 1
    p.equip(0, FIGHTER, "antimatter_cannon", "singularity_shield").place_ship(0, FIGHTER, hexagon)
    assert told(p, "stronghold", "combat against squadrons") == 0
    p.dice(6, 6, *[1] * 4, *[1] * 16).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.AGAINST_SQUADRONS)
    assert p.decision == "hit"
    cards = [int(card) for card in p.g.foe_card if card >= 0]
    assert cards
    for viewer in range(2):
        assert told(p, "stronghold", "combat against squadrons", viewer) == 1
        assert told(p, "stronghold", "combat against the Stronghold", viewer) == 0
        assert told(p, "stronghold", "combat against the Resistance", viewer) == 0
        shield = 3 + 1 + sum(int(p.t.resistance_shield[card]) for card in cards)
        assert told(p, "stronghold", "shield of the squadron", viewer) == pytest.approx(shield)
        dice = sum(int(p.t.resistance_dice[card]) for card in cards)
        assert told(p, "stronghold", "cannon dice", viewer) == pytest.approx(dice)
        assert told(p, "stronghold", "damage on it", viewer) == 0
    p.do("hit_foe", 0)
    p.dice(6, *[1] * 30)
    p.do("hit_foe", 0)
    assert p.decision == "hit"
    assert told(p, "stronghold", "damage on it") == pytest.approx(2), "damage stays from round to round"


def test_the_attack_on_the_stronghold_is_told() -> None:
    p = Position(players=2, scenario="stronghold", ask_forced=True)
    p.remove_ships()
    p.g.turn = 5
    p.g.activations = 1
    p.equip(0, FIGHTER, "antimatter_cannon", "singularity_shield").place_ship(0, FIGHTER, ordinary_planets(p)[0])
    p.dice(6, *[1] * 13).jump(frames.ASSAULT)
    p.do("join", min(p.legal("join"))[0])
    assert p.decision == "hit"
    assert told(p, "stronghold", "combat against squadrons") == 0
    assert told(p, "stronghold", "combat against the Stronghold") == 1
    assert told(p, "stronghold", "shield of the squadron") == pytest.approx(8 + 5 + 1)
    assert told(p, "stronghold", "cannon dice") == pytest.approx(8)


def test_a_battle_together_is_told() -> None:
    p = Position(players=2, scenario="stronghold", ask_forced=True)
    p.remove_ships()
    hexagon = ordinary_planets(p)[0]
    p.g.resistance[hexagon] = 1
    p.equip(0, FIGHTER, "antimatter_cannon").place_ship(0, FIGHTER, hexagon)
    p.dice(6, *[1] * 12).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.TOGETHER)
    assert p.decision == "hit"
    assert told(p, "stronghold", "combat against the Resistance") == 1
    assert told(p, "stronghold", "combat against squadrons") == 0
    assert told(p, "stronghold", "shield of the squadron") == 0


def test_the_star_is_told() -> None:
    p = Position(players=3, scenario="event_horizon")
    p.g.star_tokens, p.g.evolutions, p.g.turn = 3, 1, 4
    p.g.heat[[1, 4]] = 1
    for viewer in range(3):
        assert told(p, "star", "Star Evolution tokens", viewer) == pytest.approx(3)
        assert told(p, "star", "evolutions", viewer) == pytest.approx(1)
        assert told(p, "star", "turns left", viewer) == pytest.approx(3)
        assert np.flatnonzero(seen(p, viewer)["heat"]).tolist() == sorted(p.t.turned_hex[viewer, [1, 4]])


def test_the_wider_wind_is_told() -> None:
    p = Position(players=3, scenario="event_horizon")
    p.g.star_tokens = 1
    p.dice(1)
    from_stage(p, turn.NEXT_TURN)
    assert p.g.evolutions == 1
    assert np.flatnonzero(seen(p)["heat"]).tolist() == np.flatnonzero(p.g.heat).tolist() != []
    assert np.flatnonzero(seen(p)["solar_wind"]).tolist() == np.flatnonzero(p.g.solar_wind).tolist()


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_observations_stay_in_their_range(settings: dict[str, Any]) -> None:
    env = env_of(settings)
    env.reset(seed=6)
    low, high = env.rules.observations.bounds()
    rng = np.random.default_rng(6)
    while not any(env.terminations.values()):
        view = env.last()[0]
        assert np.isfinite(view["observation"]).all()
        assert (view["observation"] >= low).all() and (view["observation"] <= high).all()
        assert env.observation_space(env.agent_selection).contains(view)
        env.step(int(rng.choice(np.flatnonzero(view["action_mask"]))))
    for agent in env.possible_agents:
        last = env.observe(agent)["observation"]
        assert (last >= low).all() and (last <= high).all()


@pytest.mark.parametrize("players", [1, 6])
def test_the_fullest_board_stays_in_range(players: int) -> None:
    mode = "solo" if players == 1 else "coop"
    p = Position(players=players, mode=mode, scenario="stronghold", difficulty="extreme", turns=9)
    p.g.turn = 9
    p.g.activations = 9
    p.g.squadron[1] = 3 * players
    p.g.marching[1] = 3 * players
    p.g.squadron_supply = 0
    low, high = p.rules.observations.bounds()
    row = np.concatenate([part.ravel() for part in seen(p).values()])
    assert (row >= low).all() and (row <= high).all()


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_every_position_of_a_game_can_be_rendered(settings: dict[str, Any]) -> None:
    env = env_of(settings, render_mode="ansi")
    env.reset(seed=8)
    texts = set()
    rng = np.random.default_rng(8)
    while not any(env.terminations.values()):
        texts.add(env.render())
        mask = env.last()[0]["action_mask"]
        assert all(env.rules.actions.action_to_string(int(a)) for a in np.flatnonzero(mask))
        env.step(int(rng.choice(np.flatnonzero(mask))))
    assert len(texts) > 20
    assert env.render()


def at_march() -> Position:
    p = Position(players=2, scenario="stronghold")
    p.remove_ships()
    p.place_ship(0, DARK_RAIDER, int(p.t.home_hex[0]))
    p.g.turn = 3
    return p.jump(frames.ACTIVATION)


def at_join() -> Position:
    return before_victory("coop", 2)


def at_reward() -> Position:
    p = Position(players=2, scenario="stronghold", ask_forced=True)
    p.remove_ships()
    hexagon = ordinary_planets(p)[0]
    p.g.resistance[hexagon] = 1
    p.equip(0, FIGHTER, "antimatter_cannon").place_ship(0, FIGHTER, hexagon)
    p.dice(*[6] * 6, *[1] * 12).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.TOGETHER)
    while p.decision == "hit":
        p.default()
    return p


def at_conversion(losing: int) -> Position:
    p = Position(players=2, scenario="stronghold")
    p.g.resource[0, :3] = 9
    return p.jump(frames.CONVERSION, player=0, vp=2, change=losing)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("march", at_march),
        ("join", at_join),
        ("reward", at_reward),
        ("pay_vp", lambda: at_conversion(1)),
        ("gain_vp", lambda: at_conversion(0)),
    ],
)
def test_every_new_decision_can_be_rendered(name: str, make: Any) -> None:
    p = make()
    assert p.decision == name
    for viewer in (0, 1, None):
        assert len(p.rules.render(p.g, p.masks[0], viewer)) > 200
    assert p.rules.decision(p.g)


# Batches, copies and saves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_a_batch_is_bit_identical_to_single_games(settings: dict[str, Any]) -> None:
    n = 4 if COMPILED else 2
    vector = ENVIRONMENTS[settings["scenario"]].vector_env(n, seed=11, **settings)
    singles = [env_of(settings) for _ in range(n)]
    for i, single in enumerate(singles):
        single.reset(seed=int(vector.seeds[i]))
    for step in range(1000 if COMPILED else 120):
        for i, single in enumerate(singles):
            assert vector.games[i].tobytes() == single.game[0].tobytes()
            view = single.last()[0]
            assert np.array_equal(vector.observations[i], view["observation"])
            assert np.array_equal(vector.action_masks[i], view["action_mask"])
        actions = vector.sample_actions(step)
        vector.step(actions)
        for i, single in enumerate(singles):
            single.step(int(actions[i]))
            assert bool(vector.dones[i]) == any(single.terminations.values())
            assert vector.rewards[i].tolist() == pytest.approx(list(single.rewards.values()))
            if vector.dones[i]:
                single.reset(seed=int(vector.seeds[i]))


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_a_batch_starts_the_next_game_after_an_end(settings: dict[str, Any]) -> None:
    vector = ENVIRONMENTS[settings["scenario"]].vector_env(2, seed=3, turns=1, **settings)
    ended = step = 0
    while ended < 2:
        vector.step(vector.sample_actions(step))
        step += 1
        ended += int(vector.dones.sum())
        for i in np.flatnonzero(vector.dones):
            if settings["scenario"] == "stronghold":
                assert vector.rewards[i].tolist() == [-1] * settings["players"]
            assert vector.games[i].turn == 1 and vector.games[i].over == 0
            assert vector.games[i].squadron_supply == 3 * settings["players"] * (settings["scenario"] == "stronghold")
        assert step < 5000


def forward(env: Any, turn: int, seed: int = 1) -> Any:
    """Random play up to a turn."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while env.game[0].turn < turn and not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    return env


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_a_clone_goes_on_alike(settings: dict[str, Any]) -> None:
    env = forward(env_of(settings), 4)
    other = env.clone()
    play(env, 30, 5)
    play(other, 30, 5)
    assert env.game.tobytes() == other.game.tobytes()
    assert env.rewards == other.rewards


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
@pytest.mark.parametrize("number", [1, 4])
def test_a_saved_game_loads_and_goes_on(settings: dict[str, Any], number: int, tmp_path: Path) -> None:
    env = forward(env_of(settings, modules=["M10"]), number)
    play(env, 7)
    path = tmp_path / "game.save"
    env.save(path)
    module = ENVIRONMENTS[settings["scenario"]]
    other = module.load(path)
    assert other.config == env.config
    assert other.game.tobytes() == env.game.tobytes()
    again = pickle.loads(pickle.dumps(env))
    play(env, 20, 3)
    for copied in (other, again):
        play(copied, 20, 3)
        assert copied.game.tobytes() == env.game.tobytes()


def test_a_saved_game_of_another_scenario_or_mode_is_refused() -> None:
    coop = stronghold_v0.env(players=2)
    coop.reset(seed=1)
    data = coop.to_bytes()
    for other in (
        exodus_v0.env(players=2, modules=["M2", "M3"]),
        event_horizon_v0.env(players=2),
        stronghold_v0.env(players=2, mode="semi_coop"),
        stronghold_v0.env(players=2, difficulty="hard"),
    ):
        with pytest.raises(SaveError):
            other.from_bytes(data)


@pytest.mark.parametrize("settings", SCENARIOS, ids=NAMES)
def test_a_possible_world_keeps_what_everybody_sees(settings: dict[str, Any]) -> None:
    env = forward(env_of(settings), 4)
    viewer = env.agent_selection
    world = env.sample_world(viewer, seed=3)
    for field in ("squadron", "squadron_supply", "stronghold", "activations", "star_tokens", "evolutions", "heat"):
        assert np.array_equal(world.game[field], env.game[field]), field
    assert np.array_equal(world.observe(viewer)["observation"], env.observe(viewer)["observation"])
    play(world, 40)


def test_votes_in_a_possible_world_cost_nothing_together() -> None:
    """Where nobody bids, no world holds a bid."""
    env = stronghold_v0.env(players=4)
    env.reset(seed=2)
    while env.rules.decision(env.game[0]) != "back a political card in secret, or abstain":
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    viewer = env.agent_selection
    votes = set()
    for seed in range(20):
        world = env.sample_world(viewer, seed=seed)
        assert not world.game[0].bid.any()
        votes |= {int(x) for x in world.game[0].vote}
    assert votes == {-1, 0, 1}


def test_resources_named_by_conversion() -> None:
    """Actions can be read: what a VP is paid in has a name."""
    rules = ruleset(GameConfig(scenario="stronghold", players=2))
    texts = [rules.actions.action_to_string(a) for a in range(rules.actions.size)]
    assert len(set(texts)) == len(texts)
    for resource in ("CP", "Axinium", "Phasium"):
        assert f"as {resource}" in texts
    assert v.RESOURCES[:3] == ("cp", "axinium", "phasium")


def test_another_scenario_leaves_mode_and_difficulty_behind() -> None:
    config = GameConfig(players=2, scenario="stronghold", mode="semi_coop", difficulty="hard", modules=("M4",))
    changed = config.changed(scenario="event_horizon")
    assert (changed.scenario, changed.mode, changed.difficulty) == ("event_horizon", None, None)
    assert changed.modules == {"M2", "M3", "M4", "M6"}
