"""Configuration: defaults, variants, refusals by name, files."""

from contextlib import suppress
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exodus_env.exodus import capacity
from exodus_env.exodus.config import (
    BELONGS,
    BONUS_CARDS,
    FACTION_MODES,
    FACTIONS,
    LENGTHS,
    MAPS,
    MODULES,
    MOVEMENTS,
    PLAYER_COUNTS,
    SCENARIOS,
    SOLITAIRE,
    VARIANTS,
    GameConfig,
)
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.config import ConfigError

CONFIGS = Path(__file__).parent.parent / "configs"
OURS = ("base.toml", "long.toml", "combat.toml", "short.toml", "two_players.toml", "edge_of_extinction.toml")
NAMES = [field.name for field in fields(GameConfig)]


def test_defaults() -> None:
    config = GameConfig()
    assert (config.players, config.movement, config.turns, config.map) == (4, "drive_power", 7, "standard")


@pytest.mark.parametrize(
    ("variant", "movement", "turns", "size"),
    [
        ("standard", "drive_power", 7, "standard"),
        ("long", "drive_power", 9, "large"),
        ("combat", "drive_power", 5, "minimal"),
        ("short", "reverse_turn_order", 7, "standard"),
    ],
)
def test_variants_bring_their_settings(variant: str, movement: str, turns: int, size: str) -> None:
    config = GameConfig(variant=variant)
    assert (config.movement, config.turns, config.map) == (movement, turns, size)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("players", {"players": 1}),
        ("players", {"players": 7}),
        ("players", {"players": True}),
        ("players", {"players": 4.0}),
        ("players", {"players": "4"}),
        ("players", {"players": 10**5000}),
        ("modules", {"modules": ["M11"]}),
        ("modules", {"modules": ["M1", "M0"]}),
        ("modules", {"modules": ["m3"]}),
        ("modules", {"modules": [3]}),
        ("bonus_cards", {"bonus_cards": ["nanobots"]}),
        ("bonus_cards", {"modules": ["M2"], "bonus_cards": []}),
        ("bonus_cards", {"modules": ["M1"], "bonus_cards": ["move"]}),
        ("bonus_cards", {"modules": ["M1"], "bonus_cards": "nanobots"}),
        ("bonus_draw", {"bonus_draw": True}),
        ("bonus_draw", {"modules": ["M1"], "bonus_draw": 1}),
        ("random_barriers", {"random_barriers": True}),
        ("random_barriers", {"modules": ["M8", "M10"], "random_barriers": True}),
        ("random_barriers", {"modules": ["M9"], "random_barriers": "dice"}),
        ("free_leaders", {"free_leaders": True}),
        ("free_leaders", {"modules": ["M1", "M9"], "free_leaders": True}),
        ("free_leaders", {"modules": ["M10"], "free_leaders": 1}),
        ("modules", {"modules": "M1"}),
        ("modules", {"modules": 3}),
        ("modules", {"modules": {"M1": True}}),
        ("modules", {"modules": [["M1"]]}),
        ("edge_of_extinction", {"edge_of_extinction": 0}),
        ("edge_of_extinction", {"edge_of_extinction": "yes"}),
        ("variant", {"edge_of_extinction": True, "variant": "long"}),
        ("variant", {"edge_of_extinction": True, "variant": "combat"}),
        ("variant", {"edge_of_extinction": True, "variant": "short"}),
        ("length", {"length": "standard"}),
        ("length", {"edge_of_extinction": True, "length": "long"}),
        ("length", {"edge_of_extinction": True, "length": 5}),
        ("factions", {"factions": "dealt"}),
        ("factions", {"factions": ["titan", "arctic"], "players": 2}),
        ("factions", {"edge_of_extinction": True, "factions": "titan"}),
        ("factions", {"edge_of_extinction": True, "factions": 1}),
        ("factions", {"edge_of_extinction": True, "factions": {"titan": 0}}),
        ("factions", {"edge_of_extinction": True, "players": 2, "factions": ["titan", "humans"]}),
        ("factions", {"edge_of_extinction": True, "players": 2, "factions": ["titan", ["arctic"]]}),
        ("turns", {"edge_of_extinction": True, "turns": 10}),
        ("movement", {"movement": "warp"}),
        ("movement", {"variant": "short", "movement": "drive_power"}),
        ("ship_blocking", {"ship_blocking": True, "movement": "simultaneous"}),
        ("ship_blocking", {"ship_blocking": "yes"}),
        ("variant", {"variant": "endless"}),
        ("variant", {"variant": None}),
        ("turns", {"turns": 0}),
        ("turns", {"turns": 10}),
        ("turns", {"turns": True}),
        ("turns", {"variant": "long", "turns": 7}),
        ("turns", {"variant": "combat", "turns": 7}),
        ("map", {"map": "huge"}),
        ("map", {"variant": "long", "map": "standard"}),
        ("map", {"variant": "combat", "map": "large"}),
        ("dice_variant", {"dice_variant": 1}),
        ("content", {"content": 3}),
        ("content", {"content": ""}),
        ("encoding", {"encoding": "pixels"}),
        ("shaping", {"shaping": "much"}),
        ("shaping", {"shaping": -0.1}),
        ("shaping", {"shaping": 1.5}),
        ("shaping", {"shaping": True}),
        ("shaping", {"shaping": float("nan")}),
        ("ask_forced", {"ask_forced": "no"}),
        ("colour", {"colour": "red"}),
    ],
)
def test_refusals_name_the_field_and_what_is_allowed(field: str, values: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as refusal:
        GameConfig.from_dict(values)
    assert refusal.value.field == field and field in str(refusal.value)
    assert any(word in str(refusal.value) for word in ("allowed", "takes"))


def test_open_settings_of_variants() -> None:
    assert GameConfig(variant="short", turns=3).turns == 3
    assert GameConfig(map="large").map == "large"
    assert GameConfig(variant="long", turns=9, map="large") == GameConfig(variant="long")
    assert GameConfig(movement="reverse_turn_order", ship_blocking=True).ship_blocking
    assert GameConfig(modules=[]) == GameConfig()  # type: ignore[arg-type]


def test_ten_modules() -> None:
    assert MODULES == ("M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10")
    config = GameConfig(modules=frozenset(MODULES))
    assert config.to_dict()["modules"] == sorted(MODULES)
    assert GameConfig.from_dict(config.to_dict()) == config


@pytest.mark.parametrize("size", range(len(MODULES) + 1))
def test_every_subset_of_modules_is_accepted(size: int) -> None:
    for number, some in enumerate(combinations(MODULES, size)):
        players, map = PLAYER_COUNTS[1:][number % 5], MAPS[number % 3]
        config = GameConfig(players=players, modules=frozenset(some), map=map, movement=MOVEMENTS[number % 3])
        assert config.modules == frozenset(some)
        assert GameConfig.from_dict(config.to_dict()) == config


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", PLAYER_COUNTS[1:])
def test_modules_go_with_every_variant(variant: str, players: int) -> None:
    rng = np.random.default_rng(players)
    for _ in range(20):
        some = frozenset(name for name in MODULES if rng.integers(2))
        config = GameConfig(players=players, variant=variant, modules=some)
        bare = GameConfig(players=players, variant=variant)
        assert (config.movement, config.turns, config.map) == (bare.movement, bare.turns, bare.map)


SAMPLE = [
    ("M3",),
    ("M4", "M5"),
    ("M6", "M7", "M8"),
    ("M9", "M10"),
    ("M1", "M3", "M5", "M7", "M9"),
    MODULES,
]


@pytest.mark.parametrize("players", PLAYER_COUNTS[1:])
@pytest.mark.parametrize("map", MAPS)
def test_modules_have_tables_and_layouts_on_every_map(players: int, map: str) -> None:
    """Accepted settings can be played: there is room for their actions and observations."""
    for some in SAMPLE:
        rules = ruleset(GameConfig(players=players, map=map, modules=frozenset(some)))
        assert 0 < rules.actions.size <= capacity.ACTIONS and rules.observations.size > 0


FIELDS_OF_MODULES = {"bonus_cards": ["nanobots"], "bonus_draw": True, "random_barriers": True, "free_leaders": True}


@pytest.mark.parametrize("field", BELONGS)
def test_settings_belong_to_their_module(field: str) -> None:
    module, default = BELONGS[field]
    value = FIELDS_OF_MODULES[field]
    assert getattr(GameConfig(), field) == default
    for others in ([], [name for name in MODULES if name != module]):
        with pytest.raises(ConfigError, match=f"{field}: belongs to module {module}; allowed only with it"):
            GameConfig.from_dict({"modules": others, field: value})
        assert getattr(GameConfig.from_dict({"modules": others, field: default}), field) == default
    for modules in ([module], MODULES):
        config = GameConfig.from_dict({"modules": modules, field: value})
        assert config.to_dict()[field] == value
        assert GameConfig.from_dict(config.to_dict()) == config


def test_every_setting_of_a_module_is_tried() -> None:
    assert set(FIELDS_OF_MODULES) == set(BELONGS)


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset, iter])
def test_modules_are_any_collection_of_names(kind: Any) -> None:
    config = GameConfig(modules=kind(["M6", "M1", "M2", "M1"]))
    assert config.modules == {"M1", "M2", "M6"}
    assert config.to_dict()["modules"] == ["M1", "M2", "M6"]
    config = GameConfig(modules=["M1"], bonus_cards=kind(["nanobots"]))  # type: ignore[arg-type]
    assert config.bonus_cards == frozenset({"nanobots"})


def test_bonus_cards_of_the_module() -> None:
    assert GameConfig(modules=["M1"]).bonus_cards is None  # type: ignore[arg-type]
    config = GameConfig(modules=["M1"], bonus_cards=BONUS_CARDS[::-1], bonus_draw=True)  # type: ignore[arg-type]
    assert config.to_dict()["bonus_cards"] == sorted(BONUS_CARDS)
    assert GameConfig.from_dict(config.to_dict()) == config


def test_the_expansion_brings_its_settings() -> None:
    assert (GameConfig().length, GameConfig().factions) == (None, None)
    config = GameConfig(edge_of_extinction=True)
    assert (config.turns, config.length, config.factions) == (5, "standard", "dealt")
    assert (config.movement, config.map) == (GameConfig().movement, GameConfig().map)
    assert GameConfig(edge_of_extinction=True, length="extended").turns == 6
    assert GameConfig(edge_of_extinction=True, length="extended", turns=3).turns == 3


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("factions", [*FACTION_MODES, FACTIONS[:3], list(FACTIONS[3:])])
def test_the_expansion_as_plain_values(length: str, factions: Any) -> None:
    config = GameConfig(players=3, edge_of_extinction=True, length=length, factions=factions)
    values = config.to_dict()
    assert (values["edge_of_extinction"], values["length"]) == (True, length)
    assert values["factions"] == (factions if isinstance(factions, str) else list(factions))
    assert GameConfig.from_dict(values) == config
    assert hash(GameConfig.from_dict(values)) == hash(config)


@pytest.mark.parametrize("factions", [[], ["titan"], ["titan", "titan"], ["titan", "arctic", "sirius"]])
def test_every_seat_has_a_faction_of_its_own(factions: list[str]) -> None:
    with pytest.raises(ConfigError, match="factions: 2 different ones are needed, one for each player"):
        GameConfig.from_dict({"players": 2, "edge_of_extinction": True, "factions": factions})


def test_changing_the_expansion_brings_its_settings() -> None:
    config = GameConfig(edge_of_extinction=True)
    assert GameConfig().changed(edge_of_extinction=True) == config
    assert config.changed(edge_of_extinction=False) == GameConfig()
    assert config.changed(length="extended") == GameConfig(edge_of_extinction=True, length="extended")
    assert config.changed(length="extended", turns=2).turns == 2
    short = GameConfig(edge_of_extinction=True, turns=3, factions="chosen")
    assert short.changed(players=2) == GameConfig(players=2, edge_of_extinction=True, turns=3, factions="chosen")
    named = GameConfig(players=2, edge_of_extinction=True, factions=("titan", "arctic"))
    assert named.changed(map="large").factions == ("titan", "arctic")
    with pytest.raises(ConfigError, match="factions"):
        named.changed(players=3)
    with pytest.raises(ConfigError, match="variant"):
        config.changed(variant="long")


@pytest.mark.parametrize("scenario", ["none", "stronghold", "event_horizon"])
def test_the_expansion_goes_with_modules_and_scenarios(scenario: str) -> None:
    """Accepted settings can be played: there is room for their actions and observations."""
    some = frozenset(MODULES) - ({"M6"} if scenario == "stronghold" else set())
    for modules in (frozenset(), some):
        config = GameConfig(players=6, map="large", modules=modules, scenario=scenario, edge_of_extinction=True)
        rules = ruleset(config)
        assert 0 < rules.actions.size <= capacity.ACTIONS and rules.observations.size > 0
    alone = GameConfig(players=1, scenario="stronghold", mode="solo", edge_of_extinction=True, factions=("titan",))
    assert alone.factions == ("titan",)


# Solitaire play -------------------------------------------------------------------------------------------------------

BORDERS, VOID = SOLITAIRE


def test_two_scenarios_of_solitaire_play() -> None:
    assert tuple(SOLITAIRE) == ("secure_the_borders", "edge_of_the_void")
    assert SCENARIOS == ("none", "stronghold", "event_horizon", BORDERS, VOID)


def test_defaults_of_solitaire_play() -> None:
    config = GameConfig(players=1, scenario=BORDERS)
    assert (config.players, config.turns, config.map) == (1, 5, BORDERS)
    assert (config.movement, config.variant) == ("reverse_turn_order", "standard")
    assert (config.edge_of_extinction, config.length, config.factions) == (False, None, None)
    assert (config.modules, config.mode, config.difficulty) == (frozenset(), None, None)
    config = GameConfig(players=1, scenario=VOID)
    assert (config.players, config.turns, config.map) == (1, 5, VOID)
    assert (config.movement, config.variant) == ("reverse_turn_order", "standard")
    assert (config.edge_of_extinction, config.length, config.factions) == (True, "standard", "dealt")
    assert (config.modules, config.mode, config.difficulty) == (frozenset(), None, None)


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_what_a_scenario_of_solitaire_play_fixes_may_be_said(scenario: str) -> None:
    fixed = {"movement": "reverse_turn_order", "turns": 5, "map": scenario, "edge_of_extinction": scenario == VOID}
    said = GameConfig.from_dict({"players": 1, "scenario": scenario, **fixed})
    assert said == GameConfig(players=1, scenario=scenario)


@pytest.mark.parametrize("scenario", SOLITAIRE)
@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        *(("players", players, "use 1") for players in (2, 3, 4, 5, 6)),
        *(("modules", [module], "use none") for module in MODULES),
        ("modules", ["M10", "M2"], "M10 is not allowed"),
        *(("variant", variant, "use 'standard'") for variant in VARIANTS if variant != "standard"),
        *(("turns", turns, "use 5") for turns in (1, 4, 6, 7, 9)),
        *(("map", size, "use '") for size in MAPS),
        ("map", "huge", "use '"),
        ("movement", "simultaneous", "use 'reverse_turn_order'"),
        ("movement", "drive_power", "use 'reverse_turn_order'"),
        ("length", "extended", "use 'standard'"),
    ],
)
def test_what_solitaire_play_refuses(scenario: str, field: str, value: Any, allowed: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        GameConfig.from_dict({"players": 1, "scenario": scenario, field: value})
    assert refusal.value.field == field
    message = str(refusal.value)
    assert message.startswith(f"{field}: ") and f"not allowed in scenario '{scenario}'" in message
    assert allowed in message


@pytest.mark.parametrize("scenario", SOLITAIRE)
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turns", 0),
        ("turns", False),
        ("turns", 5.0),
        ("map", 0),
        ("map", False),
        ("movement", False),
        ("movement", 0),
        ("mode", "solo"),
        ("difficulty", "standard"),
        ("bonus_draw", True),
        ("bonus_cards", ["nanobots"]),
        ("random_barriers", True),
        ("free_leaders", True),
        ("edge_of_extinction", 1),
        ("players", 0),
        ("players", True),
    ],
)
def test_what_no_scenario_of_solitaire_play_knows(scenario: str, field: str, value: Any) -> None:
    with pytest.raises(ConfigError) as refusal:
        GameConfig.from_dict({"players": 1, "scenario": scenario, field: value})
    assert refusal.value.field == field


def test_the_first_scenario_has_the_base_game_alone() -> None:
    with pytest.raises(ConfigError, match=f"edge_of_extinction: not allowed in scenario '{BORDERS}'.*base game"):
        GameConfig(players=1, scenario=BORDERS, edge_of_extinction=True)
    with pytest.raises(ConfigError, match="length: "):
        GameConfig(players=1, scenario=BORDERS, length="standard")
    for factions in ("dealt", ["titan"]):
        with pytest.raises(ConfigError, match="factions: belongs to Edge of Extinction"):
            GameConfig.from_dict({"players": 1, "scenario": BORDERS, "factions": factions})


def test_factions_of_the_second_scenario() -> None:
    for factions in (*FACTION_MODES, *((name,) for name in FACTIONS)):
        assert GameConfig(players=1, scenario=VOID, factions=factions).factions == factions
    with pytest.raises(ConfigError, match="factions: 1 different ones are needed"):
        GameConfig(players=1, scenario=VOID, factions=("titan", "arctic"))
    with pytest.raises(ConfigError, match="factions: 'humans'"):
        GameConfig(players=1, scenario=VOID, factions=("humans",))


def test_one_player_needs_a_scenario_for_one() -> None:
    with pytest.raises(ConfigError) as refusal:
        GameConfig(players=1)
    for name in (*SOLITAIRE, "stronghold", "solo"):
        assert f"'{name}'" in str(refusal.value)


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_own_maps_belong_to_their_scenario(scenario: str) -> None:
    other = next(name for name in SOLITAIRE if name != scenario)
    for game in ({}, {"scenario": "stronghold"}, {"players": 1, "scenario": other}):
        with pytest.raises(ConfigError) as refusal:
            GameConfig.from_dict({**game, "map": scenario})
        assert refusal.value.field == "map"


SOLITAIRE_SETTINGS: list[dict[str, Any]] = [
    {"scenario": BORDERS},
    {"scenario": BORDERS, "dice_variant": True, "shaping": 0.5},
    {"scenario": BORDERS, "encoding": "structured", "ask_forced": True},
    {"scenario": VOID},
    {"scenario": VOID, "factions": "chosen"},
    {"scenario": VOID, "factions": ("solaris",), "length": "standard"},
]


@pytest.mark.parametrize("values", SOLITAIRE_SETTINGS)
def test_solitaire_play_as_plain_values(values: dict[str, Any], tmp_path: Path) -> None:
    config = GameConfig(players=1, **values)
    plain = config.to_dict()
    assert (plain["scenario"], plain["map"], plain["turns"]) == (config.scenario, config.scenario, 5)
    assert GameConfig.from_dict(plain) == config
    assert hash(GameConfig.from_dict(plain)) == hash(config)
    assert config.changed() == config
    assert config.changed(encoding="flat").encoding == "flat"
    path = tmp_path / "game.toml"
    path.write_text(f'players = 1\nscenario = "{config.scenario}"\n')
    assert GameConfig.from_toml(path) == GameConfig(players=1, scenario=config.scenario)


def test_changing_to_solitaire_play_and_back() -> None:
    for config in (
        GameConfig(),
        GameConfig(map="large", turns=3, movement="simultaneous"),
        GameConfig(edge_of_extinction=True, length="extended", factions="chosen"),
        GameConfig(players=2, edge_of_extinction=True, factions=("titan", "arctic")),
    ):
        for scenario in SOLITAIRE:
            alone = config.changed(scenario=scenario, players=1)
            assert alone == GameConfig(players=1, scenario=scenario)
            assert alone.changed(scenario="none", players=4) == GameConfig()
    assert GameConfig(players=1, scenario=BORDERS).changed(scenario=VOID) == GameConfig(players=1, scenario=VOID)
    assert GameConfig(players=1, scenario=VOID).changed(scenario=BORDERS) == GameConfig(players=1, scenario=BORDERS)
    solo = GameConfig(players=1, scenario=BORDERS).changed(scenario="stronghold", mode="solo")
    assert solo == GameConfig(players=1, scenario="stronghold", mode="solo")


def test_changes_that_solitaire_play_refuses() -> None:
    config = GameConfig(players=1, scenario=VOID)
    with pytest.raises(ConfigError, match="players: 4 is not allowed"):
        GameConfig().changed(scenario=VOID)
    with pytest.raises(ConfigError, match="players: 1 is not allowed"):
        config.changed(scenario="none")
    with pytest.raises(ConfigError, match="turns: 7"):
        config.changed(turns=7)
    with pytest.raises(ConfigError, match="modules: M4"):
        GameConfig(modules=frozenset({"M4"})).changed(scenario=VOID, players=1)
    assert config.changed(factions=("arctic",)) == GameConfig(players=1, scenario=VOID, factions=("arctic",))


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_solitaire_play_has_tables_and_layouts(scenario: str) -> None:
    """Accepted settings can be played: there is room for their actions and observations."""
    rules = ruleset(GameConfig(players=1, scenario=scenario))
    assert 0 < rules.actions.size <= capacity.ACTIONS and rules.observations.size > 0
    assert (rules.t.solitaire, rules.t.coop, rules.team) == (1, 0, True)
    assert rules.name == "solitaire_v0"


def test_the_sample_of_the_expansion() -> None:
    assert GameConfig.from_toml(CONFIGS / "edge_of_extinction.toml") == GameConfig(edge_of_extinction=True)


def test_changing_the_variant_brings_its_settings() -> None:
    assert GameConfig().changed(variant="long") == GameConfig(variant="long")
    assert GameConfig(map="large", turns=3).changed(players=2) == GameConfig(players=2, map="large", turns=3)
    with pytest.raises(ConfigError, match="turns"):
        GameConfig().changed(variant="long", turns=7)


@pytest.mark.parametrize("name", OURS)
def test_sample_configurations(name: str) -> None:
    config = GameConfig.from_toml(CONFIGS / name)
    assert GameConfig.from_dict(config.to_dict()) == config


def test_content_folder_stands_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text('content = "printed"\n')
    assert GameConfig.from_toml(path).content == str(tmp_path / "printed")


def test_configurations_can_be_keys() -> None:
    assert len({GameConfig(), GameConfig(players=4), GameConfig(players=2)}) == 2


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"players = ", "not valid TOML"),
        (b"\xff", "not UTF-8"),
        (b"x = " + b"[" * 5000, "nested too deeply"),
        (b"players = " + b"9" * 9999, "not valid TOML"),
        (b"#" * 1_000_001, "larger than"),
        (b"player = 3", "unknown setting"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, data: bytes, word: str) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(data)
    with pytest.raises(ConfigError, match=word):
        GameConfig.from_toml(path)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml: cannot be read"):
        GameConfig.from_toml(tmp_path / "nowhere.toml")


GOOD = {
    "players": st.integers(2, 6),
    "movement": st.sampled_from(MOVEMENTS) | st.none(),
    "ship_blocking": st.booleans(),
    "variant": st.sampled_from(VARIANTS),
    "turns": st.integers(1, 9) | st.none(),
    "dice_variant": st.booleans(),
    "edge_of_extinction": st.booleans(),
    "length": st.sampled_from(tuple(LENGTHS)) | st.none(),
    "factions": st.sampled_from(FACTION_MODES) | st.lists(st.sampled_from(FACTIONS), max_size=4) | st.none(),
    "map": st.sampled_from(MAPS) | st.none(),
    "modules": st.lists(st.sampled_from(MODULES)),
    "bonus_cards": st.lists(st.sampled_from(BONUS_CARDS)) | st.none(),
    "bonus_draw": st.booleans(),
    "random_barriers": st.booleans(),
    "free_leaders": st.booleans(),
    "ask_forced": st.booleans(),
}
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.fixed_dictionaries({}, optional=GOOD))
def test_round_trip(values: dict[str, Any]) -> None:
    try:
        config = GameConfig.from_dict(values)
    except ConfigError:
        return
    assert GameConfig.from_dict(config.to_dict()) == config
    assert None not in (config.movement, config.turns, config.map)


@given(st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=6), JUNK, max_size=5))
def test_junk_is_refused_and_never_crashes(values: dict[str, Any]) -> None:
    try:
        GameConfig.from_dict(values)
    except ConfigError as error:
        assert error.field


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.binary(max_size=60))
def test_any_bytes_are_a_configuration_or_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(data)
    with suppress(ConfigError):
        GameConfig.from_toml(path)
